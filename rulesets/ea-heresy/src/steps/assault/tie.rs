//! Occupants are tied to invaders, one or two to each (EA-8.8.7).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, UnitNo};
use crate::position::step::AssaultStep;
use crate::position::units;
use crate::rules::assault::melee;
use crate::rules::assault::melee::Few;
use crate::steps::ask_about;
use crate::steps::assault::{Ask, Flow};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};

/// The stronghold of a tie step, with its invaders and those who can be tied to them.
fn tie_at(game: &EaHeresy, state: &State, at: u8) -> Option<(PieceNo, Few, Few)> {
    let (piece, _) = *state.assault.as_ref()?.walls.get(usize::from(at))?;
    if units::is_ruined(game, state, piece) {
        return Some((piece, Few::new(), Few::new()));
    }
    let (invaders, occupants) = melee::inside(state, piece);
    Some((piece, invaders, occupants))
}

pub(super) fn advance_tie<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    at: u8,
    out: &mut O,
) -> Flow {
    let Some((_, invaders, occupants)) = tie_at(game, state, at) else {
        state.replace_step(AssaultStep::CounterCharge.step());
        return Flow::On;
    };
    if !invaders.is_empty() && occupants.len() > invaders.len() {
        return Flow::Wait;
    }
    let pairs: Vec<(UnitNo, UnitNo)> = occupants.into_iter().zip(invaders).collect();
    tie(state, at, &pairs, out);
    Flow::On
}

pub(super) fn ask_tie(game: &EaHeresy, state: &State, at: u8) -> Ask {
    let seat = state.attacking_seat().opponent();
    match tie_at(game, state, at) {
        Some((piece, ..)) => ask_about(seat, Rule::TiedOccupants, piece),
        None => Ask::seat(seat, Rule::TiedOccupants),
    }
}

/// As few as must be, as many as may be, and one between; the best in close combat first.
pub(super) fn list_ties(game: &EaHeresy, state: &State, at: u8, into: &mut Vec<Action>) {
    let Some((_, invaders, mut occupants)) = tie_at(game, state, at) else { return };
    let skill = |unit: &UnitNo| {
        let model = units::model_of(game, state, *unit);
        let value = |needs: u8| if needs == 0 { 7 } else { i16::from(needs) };
        (value(model.close_combat) - value(model.firefight), *unit)
    };
    occupants.sort_unstable_by_key(skill);
    let (least, most) = limits(invaders.len(), occupants.len());
    let mut counts = vec![least, most, least.midpoint(most)];
    counts.dedup();
    for count in counts {
        let pairs = occupants[..count].iter().zip(invaders.iter().cycle());
        let action = Action::Tie(pairs.map(|(one, other)| (*one, *other)).collect());
        if !into.contains(&action) {
            into.push(action);
        }
    }
}

pub(super) fn check_tie<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    at: u8,
    pairs: &[(UnitNo, UnitNo)],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Some((piece, invaders, occupants)) = tie_at(game, state, at) else { return Ok(()) };
    for (place, (occupant, invader)) in pairs.iter().enumerate() {
        why.need(Rule::TiedOccupants, occupants.contains(occupant), || {
            let (name, hold) = (units::unit_name(game, *occupant), units::piece_name(game, piece));
            Fact::says(format!("`{name}` is no defender in `{hold}`"))
        })?;
        why.need(Rule::TiedOccupants, invaders.contains(invader), || {
            let (name, hold) = (units::unit_name(game, *invader), units::piece_name(game, piece));
            Fact::says(format!("`{name}` has not invaded `{hold}`"))
        })?;
        let once = pairs[..place].iter().all(|(other, _)| other != occupant);
        why.need(Rule::TiedOccupants, once, || {
            Fact::says(format!("`{}` is tied once only", units::unit_name(game, *occupant)))
        })?;
    }
    let (least, most) = limits(invaders.len(), occupants.len());
    let instead = |fact: Fact| {
        let mut listed = Vec::new();
        list_ties(game, state, at, &mut listed);
        match listed.first() {
            Some(first) => fact.instead("tie as few as must be", first),
            None => fact,
        }
    };
    why.require(Rule::TiedOccupants, pairs.len() >= least, || {
        let says = format!("each invader ties an occupant: at least {least} are to be tied");
        instead(Fact::says(says)).at_least(pairs.len() as i64, least as i64)
    })?;
    why.require(Rule::TiedOccupants, pairs.len() <= most, || {
        let says = format!("an invader ties two occupants at most: {most} may be tied");
        instead(Fact::says(says)).at_most(pairs.len() as i64, most as i64)
    })?;
    for invader in &invaders {
        let tied = pairs.iter().filter(|(_, other)| other == invader).count();
        let name = units::unit_name(game, *invader);
        why.require(Rule::TiedOccupants, (1..=2).contains(&tied), || {
            instead(Fact::says(format!("`{name}` ties {tied} occupants, not one or two")))
                .held(format!("`{name}` ties one or two occupants"))
        })?;
    }
    Ok(())
}

pub(super) fn tie<O: Observe<Event>>(
    state: &mut State,
    at: u8,
    pairs: &[(UnitNo, UnitNo)],
    out: &mut O,
) {
    for (occupant, invader) in pairs.iter().copied() {
        state.melee().tied.insert(occupant);
        out.tell(|| Event::Tied { occupant, invader });
    }
    state.replace_step(AssaultStep::Tie { at: at + 1 }.step());
}

/// The fewest and the most occupants that invaders tie (EA-8.8.7).
pub fn limits(invaders: usize, occupants: usize) -> (usize, usize) {
    (occupants.min(invaders), occupants.min(2 * invaders))
}
