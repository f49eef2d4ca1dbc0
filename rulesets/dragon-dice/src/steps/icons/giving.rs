//! Icons that let the roller pick what they give, and icons that double what units give.

use super::act::Acting;
use super::{IconStep, Picked, all_of};
use crate::action::Action;
use crate::catalog::effects::Amount;
use crate::catalog::{Counted, Multiplied, SaiEffect, SaiId, SpeciesId};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{PieceSet, Place};
use crate::roll::{CountedBy, Roll, RollKind, Types, changes};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::Step;
use crate::steps::icons::{act, order};
use crate::steps::pick::{Limit, Pick, Then};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::game::{Listing, Observe};

/// One of several ways an icon may act is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Way {
    /// Which icon.
    pub acting: Acting,
}

impl Way {
    /// Asks which way, where more than one does anything.
    pub(super) fn offer<O: Observe<Event>>(
        game: &DragonDice,
        state: &mut State,
        acting: Acting,
        ways: &[SaiEffect],
        out: &mut O,
    ) {
        let open: Vec<&SaiEffect> = open_ways(game, state, acting, ways).collect();
        match open.as_slice() {
            [] => {}
            [only] => act::perform(game, state, acting, std::iter::once(*only), out),
            _ => state.steps.push(Step::Icon(IconStep::Way(Way { acting }))),
        }
    }

    /// The ways there are, by their numbers from 0.
    pub(crate) fn ways<'a>(self, game: &'a DragonDice, state: &State) -> Vec<(u8, &'a SaiEffect)> {
        let Some(roll) = state.rolls.get(usize::from(self.acting.roll)) else { return Vec::new() };
        let choice = order::effects(game, roll, self.acting.sai).find_map(|effect| match effect {
            SaiEffect::Choose(ways) => Some(ways),
            _ => None,
        });
        let ways = (0..).zip(choice.into_iter().flatten());
        let die = self.acting.die();
        ways.filter(|(_, way)| does_anything(game, state, roll, die, way)).collect()
    }

    pub(super) fn list(self, game: &DragonDice, state: &State, into: &mut Vec<Action>) {
        into.extend(self.ways(game, state).into_iter().map(|(number, _)| Action::Way(number)));
    }

    pub(super) fn take<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        number: u8,
        out: &mut O,
    ) {
        let ways = self.ways(game, state);
        if let Some((_, way)) = ways.into_iter().find(|(known, _)| *known == number) {
            act::perform(game, state, self.acting, std::iter::once(way), out);
        }
    }
}

/// Results are given to types of a combination roll (DD-8.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// Which icon.
    pub acting: Acting,
    /// How many results.
    pub amount: u16,
    /// How many of each die.
    pub each: Amount,
    /// The types there are.
    pub types: Types,
    /// Whether they may be split.
    pub split: bool,
}

impl Share {
    pub(super) fn list(self, into: &mut Vec<Action>) -> Listing {
        if self.split {
            return crate::roll::splits(self.types, self.amount, into);
        }
        into.extend(self.types.iter().map(|kind| Action::Split(all_of(kind, self.amount))));
        Listing::Complete
    }

    pub(super) fn take(self, game: &DragonDice, state: &mut State, split: [u8; 5]) {
        let parts = Counted::ALL.into_iter().map(|kind| (kind, u16::from(split[kind.index()])));
        let dice = self.acting.dice.iter();
        let each = dice.map(|die| (die, self.each.of(self.acting.shown(game, state, die)).into()));
        let each = each.collect();
        if let Some(roll) = state.rolls.get_mut(usize::from(self.acting.roll)) {
            give_out(roll, each, parts);
        }
    }
}

/// What is left of X after promotions becomes saves (DD-18.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grown {
    /// Which icon.
    pub acting: Acting,
    /// Its X.
    pub amount: u16,
    /// The army's health before.
    pub before: u16,
}

impl Grown {
    pub(super) fn finish(self, game: &DragonDice, state: &mut State) {
        let Some(roll) = state.rolls.get(usize::from(self.acting.roll)) else { return };
        if !roll.kind.counts().contains(Counted::Save) {
            return;
        }
        let gained = (state.health(roll.army) as u16).saturating_sub(self.before);
        let left = self.amount.saturating_sub(gained);
        // Those that were promoted themselves give saves after all others.
        let stay = self.acting.dice.and(roll.counting(state));
        let dice = stay.iter().chain(self.acting.dice.without(stay).iter());
        let each = dice.map(|die| (die, self.acting.shown(game, state, die).into())).collect();
        let roll = &mut state.rolls[usize::from(self.acting.roll)];
        give_out(roll, each, std::iter::once((Counted::Save, left)));
    }
}

/// Gives results of types that dice have together, of each die no more than it shows, those of the first
/// dice first.
fn give_out(
    roll: &mut Roll,
    mut each: SmallVec<[(u8, u16); 4]>,
    parts: impl Iterator<Item = (Counted, u16)>,
) {
    for (kind, part) in parts {
        let mut part = part;
        for (die, left) in &mut each {
            let given = part.min(*left);
            (part, *left) = (part - given, *left - given);
            roll.give(*die, kind, CountedBy::Themselves, given);
        }
    }
}

/// The ways of an icon that do anything in its roll, in the order in which they are listed.
pub(super) fn open_ways<'a>(
    game: &DragonDice,
    state: &State,
    acting: Acting,
    ways: &'a [SaiEffect],
) -> impl Iterator<Item = &'a SaiEffect> {
    let (roll, die) = (&state.rolls[usize::from(acting.roll)], acting.die());
    ways.iter().filter(move |way| does_anything(game, state, roll, die, way))
}

/// Whether the icon on a die does anything in a roll, of what can be said before the dice fall.
pub(crate) fn may_do_anything(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    sai: SaiId,
) -> bool {
    order::effects(game, roll, sai).any(|effect| does_anything(game, state, roll, die, effect))
}

/// Whether an effect of the icon on a die does anything in its roll.
fn does_anything(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    effect: &SaiEffect,
) -> bool {
    let counts = roll.kind.counts();
    let does = |effect: &SaiEffect| does_anything(game, state, roll, die, effect);
    match effect {
        SaiEffect::Add { types, .. } | SaiEffect::AddEither { types, .. } => {
            types.iter().any(|kind| changes::counts_for(game, state, roll, die, *kind).is_some())
        }
        SaiEffect::AddAsId { .. } => true,
        // What follows gives no results, or only with another effect that does.
        _ if act::counts_results_alone(state, roll) && !matches!(effect, SaiEffect::Choose(_)) => {
            matches!(effect, SaiEffect::All(parts) if parts.iter().any(does))
        }
        SaiEffect::ReturnDead { .. } => !state.units_at(roll.army.owner, Place::DEAD).is_empty(),
        SaiEffect::Multiply { types, .. } => types.iter().any(|kind| counts.contains(*kind)),
        SaiEffect::NoAutomaticSaves => counts.contains(Counted::Save),
        SaiEffect::Choose(parts) | SaiEffect::All(parts) => parts.iter().any(does),
        other => !(roll.kind == RollKind::Thorns && act::strikes_another(other)),
    }
}

/// Doubles results of units of a roll: those of the icon's species, or one that is picked.
pub(super) fn multiply(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    types: &[Counted],
    who: Multiplied,
) {
    let number = usize::from(acting.roll);
    let roll = &state.rolls[number];
    let force = state.roster.force(roll.army.owner);
    let units = roll.dice.and(force.units());
    let of: Types = types.iter().map(|kind| Types::only(*kind)).fold(Types(0), Types::with);
    let types = of.and(roll.kind.counts());
    match who {
        Multiplied::Species => {
            let own = game.catalog.kind(force.kind(acting.die())).species();
            let like = self::like(game, state, roll, own);
            state.rolls[number].doubled.push((acting.rule(), types, like));
        }
        Multiplied::One => {
            let free = units.without(roll.doubled_in(types));
            let by = (acting.rule(), types);
            let pick = pick_to_double(roll, acting.roll, by, Limit::One, free);
            state.steps.push(Step::Pick(pick));
        }
    }
}

/// The units of a roll that are of a species.
pub(super) fn like(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    species: Option<SpeciesId>,
) -> PieceSet {
    let force = state.roster.force(roll.army.owner);
    let is_like = |die: &u8| game.catalog.kind(force.kind(*die)).species() == species;
    roll.dice.and(force.units()).iter().filter(is_like).collect()
}

/// Picks among dice whose results of some types count twice.
pub(super) fn pick_to_double(
    roll: &Roll,
    number: u8,
    (rule, types): (Rule, Types),
    limit: Limit,
    among: PieceSet,
) -> Pick {
    let then = Then::Icon(Picked::Twice { roll: number, types });
    Pick { seat: roll.army.owner, of: roll.army, among, limit, rule, then }
}

/// The units that are doubled one at a time where the first that is listed is picked, in the order
/// in which they are: faces that are still to fall do not change it.
pub(super) fn first_to_double(
    game: &DragonDice,
    state: &State,
    number: u8,
    by: (Rule, Types),
) -> Vec<u8> {
    let roll = &state.rolls[usize::from(number)];
    let mut free = roll.dice.and(state.roster.force(roll.army.owner).units());
    let mut order = Vec::new();
    while !free.is_empty() {
        let mut sets = Vec::new();
        let pick = pick_to_double(roll, number, by, Limit::One, free);
        pick.sets(game, state, 1, &mut sets);
        let Some(first) = sets.first().and_then(|set| set.first()) else { break };
        free = free.without(PieceSet::only(first));
        order.push(first);
    }
    order
}
