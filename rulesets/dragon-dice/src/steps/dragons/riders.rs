//! Tamed and controlled dragons: who rides which, and when that ends (DD-13.2).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Piece, PieceSet, Place, Sort};
use crate::position::state::State;
use crate::rules::dragons::riding;
use crate::steps::{death, reserves};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Ends what a dragon and a unit were to others, before they belong together.
pub(super) fn release<O: Observe<Event>>(
    state: &mut State,
    dragon: Piece,
    seat: Seat,
    rider: u8,
    out: &mut O,
) {
    state.effects.retain(|effect| {
        let ends = riding::riding(effect)
            .is_some_and(|(ridden, (by, unit, _))| ridden == dragon || (by, unit) == (seat, rider));
        if ends {
            out.tell(|| Event::Ended { effect: *effect });
        }
        !ends
    });
}

/// Ends taming and control where dragon and unit have parted (DD-13.2).
pub(crate) fn part_riders<O: Observe<Event>>(state: &mut State, out: &mut O) {
    if !state.effects.iter().any(|effect| riding::riding(effect).is_some()) {
        return;
    }
    let (sides, mut ended) = (&state.sides, Vec::new());
    for effect in &state.effects {
        let Some((dragon, (seat, rider, _))) = riding::riding(effect) else { continue };
        let together = (0..crate::position::pieces::MOST_TERRAINS).any(|place| {
            let here = |piece: Piece| {
                let side = sides.get(piece.owner.index());
                side.is_some_and(|side| side.places[place].contains(piece.number))
            };
            here(dragon) && here(Piece { owner: seat, number: rider })
        });
        if !together {
            ended.push(*effect);
        }
    }
    state.effects.retain(|effect| !ended.contains(effect));
    for effect in ended {
        out.tell(|| Event::Ended { effect });
    }
}

/// The tamed dragon that a unit rides from one terrain to another, unless it rode this turn.
fn mount(state: &State, seat: Seat, unit: u8) -> Option<Piece> {
    let mut riders = state.effects.iter().filter_map(riding::riding);
    let (dragon, _) = riders.find(|(_, rider)| *rider == (seat, unit, false))?;
    let rode = state.effects.iter().any(|effect| {
        effect.does == Lasting::Rode
            && matches!(effect.on, On::Pieces(by, set) if by == seat && set.contains(unit))
    });
    (!rode).then_some(dragon)
}

/// The tamed dragon that goes along when one unit moves from a terrain to another, alone or with items.
fn ride(state: &State, seat: Seat, pieces: PieceSet) -> Option<Piece> {
    let units = pieces.and(state.roster.force(seat).units());
    let unit = units.first().filter(|_| units.len() == 1)?;
    mount(state, seat, unit)
}

/// Whether somebody among these dice may ride a dragon.
pub(crate) fn holds_rider(state: &State, seat: Seat, pieces: PieceSet) -> bool {
    !state.effects.is_empty() && pieces.iter().any(|die| mount(state, seat, die).is_some())
}

/// Lists rides from one terrain to another, each with the items that the rider can carry.
pub(crate) fn rides(game: &DragonDice, state: &State, seat: Seat, into: &mut Vec<Action>) {
    let rooted = state.held(seat, true);
    for (_, (by, rider, _)) in state.effects.iter().filter_map(riding::riding) {
        let unit = PieceSet::only(rider);
        if by != seat || !unit.and(rooted).is_empty() {
            continue;
        }
        let from = state.place_of(Piece { owner: seat, number: rider });
        if from.as_terrain().is_some() && mount(state, seat, rider).is_some() {
            let pieces = reserves::laden(game, state, seat, unit, from);
            let others = state.terrains().filter(|to| *to != from);
            into.extend(others.map(|to| Action::Move { pieces, from, to }));
        }
    }
}

/// Whether a unit may ride so, with these items.
pub(crate) fn check_ride<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    pieces: PieceSet,
    from: Place,
    to: Place,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::MasteringDragons, from != to, || Fact::says("a rider goes to another terrain"))?;
    let force = state.roster.force(seat);
    let units = pieces.and(force.units());
    let alone = units.len() == 1 && pieces.within(units.with(force.of_sort(Sort::Item)));
    why.need(Rule::MasteringDragons, alone, || {
        Fact::says("a rider takes its dragon and items along, and nobody else")
            .held("it rides alone")
    })?;
    let bound = state.held_by(seat, units);
    why.require(bound.unwrap_or(Rule::MasteringDragons), bound.is_none(), || {
        Fact::says("the rider may not leave its terrain now").held("the rider may leave")
    })?;
    reserves::check_carried(game, state, seat, pieces, why)
}

/// Takes the dragon along that a unit rides.
pub(crate) fn ride_along<O: Observe<Event>>(
    state: &mut State,
    seat: Seat,
    pieces: PieceSet,
    to: Place,
    out: &mut O,
) {
    if to.as_terrain().is_none() || state.effects.is_empty() {
        return;
    }
    let Some(dragon) = ride(state, seat, pieces) else { return };
    let unit = pieces.and(state.roster.force(seat).units());
    let (rule, on) = (Rule::MasteringDragons, On::Pieces(seat, unit));
    let ends = Ends::TurnEnd(seat, 0);
    state.add_effect(Effect { rule, by: seat, on, does: Lasting::Rode, ends });
    let only = PieceSet::only(dragon.number);
    death::bring(state, dragon.owner, only, to, rule, out);
}
