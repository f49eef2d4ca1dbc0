//! Icons that let the roller pick what they give, and icons that double what units give.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::roll::Roll;
use crate::position::roll::given::CountedBy;
use crate::position::stack::Step;
use crate::position::stack::icons::{Acting, Grown, RollIcon, Share, Way};
use crate::position::stack::pick::Limit;
use crate::position::state::State;
use crate::rules::icons::{acting, doubling, ways};
use crate::steps::icons::{act, all_of};
use crate::tables::catalog::{Counted, Multiplied, SaiEffect, Types};
use smallvec::SmallVec;
use umpire_core::game::{Listing, Observe};

impl Way {
    /// Asks which way, where more than one does anything.
    pub(super) fn offer<O: Observe<Event>>(
        game: &DragonDice,
        state: &mut State,
        acting: Acting,
        ways: &[SaiEffect],
        out: &mut O,
    ) {
        let open: Vec<&SaiEffect> = ways::open_ways(game, state, acting, ways).collect();
        match open.as_slice() {
            [] => {}
            [only] => act::perform(game, state, acting, std::iter::once(*only), out),
            _ => state.steps.push(RollIcon::Way(Way { acting }).into()),
        }
    }

    /// The ways there are, by their numbers from 0.
    pub(crate) fn ways<'a>(self, game: &'a DragonDice, state: &State) -> Vec<(u8, &'a SaiEffect)> {
        let Some(roll) = state.rolls.get(usize::from(self.acting.roll)) else { return Vec::new() };
        let choice = acting::effects(game, roll, self.acting.sai).find_map(|effect| match effect {
            SaiEffect::Choose(ways) => Some(ways),
            _ => None,
        });
        let ways = (0..).zip(choice.into_iter().flatten());
        let die = self.acting.die();
        ways.filter(|(_, way)| ways::does_anything(game, state, roll, die, way)).collect()
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

impl Share {
    pub(super) fn list(self, into: &mut Vec<Action>) -> Listing {
        if self.split {
            return crate::rules::roll::tally::splits(self.types, self.amount, into);
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
            let like = doubling::like(game, state, roll, own);
            state.rolls[number].doubled.push((acting.rule(), types, like));
        }
        Multiplied::One => {
            let free = units.without(roll.doubled_in(types));
            let by = (acting.rule(), types);
            let pick = doubling::pick_to_double(roll, acting.roll, by, Limit::One, free);
            state.steps.push(Step::Pick(pick));
        }
    }
}
