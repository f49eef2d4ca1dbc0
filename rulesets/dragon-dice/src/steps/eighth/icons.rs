//! What each icon of an eighth face lets its controller do in its phase (DD-14.13 to DD-14.28).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::position::stack::Step;
use crate::position::stack::eighth::EighthStep;
use crate::position::state::State;
use crate::rules::raising::Raise;
use crate::rules::{elements, raising};
use crate::steps::eighth::burial;
use crate::steps::{death, raise};
use crate::tables::catalog::{EighthPower, Elements, IvoryHybrids, Nature, What};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;

/// A power that brings a dragon.
#[derive(Debug, Clone, Copy)]
struct Summoning {
    ivory: bool,
    ivory_hybrid: IvoryHybrids,
    white: bool,
}

/// Whether a power of an eighth face can do anything in the phase for them.
pub(super) fn icon_can_act(
    game: &DragonDice,
    state: &State,
    army: Army,
    rule: Rule,
    power: &EighthPower,
) -> bool {
    let mut list = Vec::new();
    icon_list(game, state, army, rule, power, &mut list);
    !list.is_empty()
}

/// What a power offers in the phase, passing apart.
pub(super) fn icon_list(
    game: &DragonDice,
    state: &State,
    army: Army,
    rule: Rule,
    power: &EighthPower,
    into: &mut Vec<Action>,
) {
    match power {
        EighthPower::RecruitOrPromote => raising::raises(game, state, city(army, rule), into),
        EighthPower::ForceBurial => {
            let others = state.others(army.owner);
            let dead = others.filter(|seat| !state.units_at(*seat, Place::DEAD).is_empty());
            into.extend(dead.map(Action::Player));
        }
        EighthPower::SummonDragon { ivory, ivory_hybrid, white } => {
            let summoning = Summoning { ivory: *ivory, ivory_hybrid: *ivory_hybrid, white: *white };
            list_answering(game, state, army, summoning, into);
        }
        EighthPower::Unbury { own_pool, items } => {
            for seat in state.from_seat(army.owner) {
                let buried = state.at(seat, Place::BURIED);
                let fits = state.one_each(game, seat, buried);
                let piece = |number| Piece { owner: seat, number };
                let fits = fits
                    .iter()
                    .map(piece)
                    .filter(|piece| unburied_to(state, army, *piece, *own_pool, *items).is_some());
                into.extend(fits.map(Action::Choose));
            }
        }
        EighthPower::ConvertMagic
        | EighthPower::Protection { .. }
        | EighthPower::MissilesAnywhere { .. }
        | EighthPower::DeclaredAs { .. }
        | EighthPower::RerollUnit { .. }
        | EighthPower::NoMagicDoubling { .. } => {}
    }
}

fn city(army: Army, rule: Rule) -> Raise {
    Raise::one(army, None, rule)
}

/// Where a buried die goes; nothing where the power does not move it.
fn unburied_to(
    state: &State,
    army: Army,
    piece: Piece,
    own_pool: bool,
    items: bool,
) -> Option<Place> {
    let own = piece.owner == army.owner;
    let member = state.roster.force(piece.owner).members().get(usize::from(piece.number))?;
    match member.sort {
        Sort::Unit => Some(Place::DEAD),
        Sort::Dragonkin | Sort::Minor => (own && own_pool).then_some(Place::POOL),
        Sort::Item => (own && items).then_some(army.place),
        Sort::Dragon => None,
    }
}

fn list_answering(
    game: &DragonDice,
    state: &State,
    army: Army,
    summoning: Summoning,
    into: &mut Vec<Action>,
) {
    for owner in state.from_seat(army.owner) {
        let all = state.roster.force(owner).of_sort(Sort::Dragon);
        for place in state.terrains().chain([Place::POOL]) {
            let there = state.one_each(game, owner, state.at(owner, place).and(all));
            let dragons = there.iter().map(|number| Piece { owner, number });
            let fits = dragons
                .filter(|dragon| may_summon(game, state, army.place, *dragon, place, summoning));
            into.extend(fits.map(Action::Choose));
        }
    }
}

/// Whether a Lair brings that dragon: from any Summoning Pool, and from terrains those that
/// magic would bring from there (DD-13.1, DD-14.18, DD-14.26).
fn may_summon(
    game: &DragonDice,
    state: &State,
    lair: Place,
    dragon: Piece,
    from: Place,
    summoning: Summoning,
) -> bool {
    let kind = game.catalog.kind(state.roster.force(dragon.owner).kind(dragon.number));
    let What::Dragon { nature, .. } = kind.what else { return false };
    let shares =
        |elements: Elements| elements.intersects(elements::terrain_elements(game, state, lair));
    let pooled = from == Place::POOL;
    match nature {
        Nature::Elemental | Nature::Hybrid => shares(kind.elements),
        Nature::Ivory => summoning.ivory && pooled,
        Nature::IvoryHybrid => {
            shares(kind.elements) || (pooled && summoning.ivory_hybrid == IvoryHybrids::Any)
        }
        Nature::White => summoning.white && shares(kind.elements),
    }
}

pub(super) fn check_icon<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    rule: Rule,
    power: &EighthPower,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let must = matches!(power, EighthPower::Unbury { .. });
    match (power, action) {
        (_, Action::Pass) => why.require(rule, !must, || {
            let fact = Fact::says("a buried die that can be moved must be");
            let mut list = Vec::new();
            icon_list(game, state, army, rule, power, &mut list);
            match list.first() {
                Some(first) => fact.instead("a die that may be moved", first),
                None => fact,
            }
        }),
        (EighthPower::RecruitOrPromote, _) => {
            raising::check_raise(game, state, city(army, rule), action, why)
        }
        (EighthPower::ForceBurial, Action::Player(seat)) => {
            let other = state.seated(*seat) && *seat != army.owner;
            why.need(rule, other, || Fact::says("another player is named"))?;
            let dead = !state.units_at(*seat, Place::DEAD).is_empty();
            why.need(rule, dead, || {
                Fact::says("that player has no dead unit to bury")
                    .held("that player has a dead unit")
            })
        }
        (EighthPower::SummonDragon { ivory, ivory_hybrid, white }, Action::Choose(dragon)) => {
            let (ivory, ivory_hybrid, white) = (*ivory, *ivory_hybrid, *white);
            let from = if state.knows(*dragon) { state.place_of(*dragon) } else { Place::OUT };
            let dragons = |seat: Seat| state.roster.force(seat).of_sort(Sort::Dragon);
            let there = (from == Place::POOL || from.as_terrain().is_some())
                && dragons(dragon.owner).contains(dragon.number);
            why.need(rule, there, || {
                Fact::says("a dragon comes from a Summoning Pool or a terrain")
            })?;
            let summoning = Summoning { ivory, ivory_hybrid, white };
            let fits = may_summon(game, state, army.place, *dragon, from, summoning);
            why.require(rule, fits, || {
                let elements = elements::terrain_elements(game, state, army.place);
                Fact::says(format!("dragons that match {elements} answer, and few others"))
                    .held("the dragon answers this terrain")
            })
        }
        (EighthPower::Unbury { own_pool, items }, Action::Choose(piece)) => {
            let there = state.knows(*piece) && state.place_of(*piece) == Place::BURIED;
            why.need(rule, there, || Fact::says("that die is not buried"))?;
            let to = unburied_to(state, army, *piece, *own_pool, *items);
            why.need(rule, to.is_some(), || {
                Fact::says("units of anybody that are no Dragonkin, and some dice of your own")
                    .held("this die may be moved")
            })
        }
        _ => why.need(rule, false, || no_answer(game, state, army.owner)),
    }
}

pub(super) fn act_of_icon<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    rule: Rule,
    power: &EighthPower,
    action: &Action,
    out: &mut O,
) {
    let seat = army.owner;
    match (power, *action) {
        (EighthPower::RecruitOrPromote, Action::Recruit(_) | Action::Exchange { .. }) => {
            raise::raise(state, army, action, rule, out);
        }
        (EighthPower::ForceBurial, Action::Player(other)) => {
            out.tell(|| Event::Accepted { seat, rule });
            let dead = state.units_at(other, Place::DEAD);
            state.steps.push(burial(other, dead, rule));
        }
        (EighthPower::SummonDragon { .. }, Action::Choose(dragon)) => {
            out.tell(|| Event::Accepted { seat, rule });
            state.steps.push(Step::Eighth(EighthStep::Send { dragon, rule }));
        }
        (EighthPower::Unbury { own_pool, items }, Action::Choose(piece)) => {
            if let Some(to) = unburied_to(state, army, piece, *own_pool, *items) {
                death::bring(state, piece.owner, PieceSet::only(piece.number), to, rule, out);
            }
        }
        _ => out.tell(|| Event::Declined { seat, rule }),
    }
}
