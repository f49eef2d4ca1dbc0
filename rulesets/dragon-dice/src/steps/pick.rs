//! Somebody picks dice: who absorbs damage, who is struck, who moves (DD-8.12, DD-8.14).

use super::{Ask, Change, Flow, Now, Play};
use crate::action::Action;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, MOST_PIECES, PieceSet};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::{death, dragons, icons, magic, species, trial};
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::pick::Pool;
use umpire_core::ruling::{Broken, Explain, Fact, Verdict};
use umpire_core::seat::Seat;

/// A pick of dice of one player, and what becomes of those picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pick {
    /// Who picks.
    pub seat: Seat,
    /// Whose dice, and where they are.
    pub of: Army,
    /// Among which.
    pub among: PieceSet,
    /// How much.
    pub limit: Limit,
    /// By which rule.
    pub rule: Rule,
    /// What becomes of them.
    pub then: Then,
}

/// How much may or must be picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The most health that whole units can make up within this (DD-8.12).
    Most(u16),
    /// Any health up to this, none included (DD-8.14).
    UpTo(u16),
    /// Exactly one die.
    One,
    /// One die or none.
    OneOrNone,
    /// Exactly so many dice, or all there are.
    Count(u8),
    /// Any number of dice up to this.
    CountUpTo(u8),
}

/// What becomes of the dice picked. Families of steps carry it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// They die of damage or an effect.
    Die {
        /// Whether a save roll of the army came before (for Open Grave).
        after_save: bool,
    },
    /// They face a peril together.
    Endanger(super::trial::Danger),
    /// They move with whoever carries them.
    Move(super::icons::Journey),
    /// They are buried from the DUA.
    Bury,
    /// They return from the DUA to an army of their owner.
    Return(Army),
    /// A family of steps takes them.
    Magic(super::magic::Picked),
    /// Dragons' business.
    Dragons(super::dragons::Picked),
    /// Icons' business.
    Icon(super::icons::Picked),
    /// Species abilities' business.
    Species(super::species::Picked),
}

/// Dice as a pick lists them: equal ones are one kind, and every die of a force may be of its own.
type Kinds = Pool<PieceSet, MOST_PIECES>;

impl Pick {
    /// Whether dice are counted by their health, not by their number.
    fn by_health(&self) -> bool {
        matches!(self.limit, Limit::Most(_) | Limit::UpTo(_))
    }

    /// The dice that may be picked, equal ones together, those first that nothing holds.
    fn kinds(&self, game: &DragonDice, state: &State) -> Kinds {
        let force = state.roster.force(self.of.owner);
        let held = state.held(self.of.owner, false);
        let mut kinds = Kinds::default();
        for (_, set) in force.kinds() {
            let set = set.and(self.among);
            if set.is_empty() {
                continue;
            }
            for part in [set.without(held), set.and(held)] {
                let mut left = part;
                while let Some(first) = left.first() {
                    let alike = self.alike(game, state, left, first);
                    let size = if self.by_health() { force.health(first).max(1) } else { 1 };
                    // Kinds past the most are not listed; they may still be picked by name.
                    let _ = kinds.add_many(alike, size, alike.len() as u8);
                    left = left.without(alike);
                }
            }
        }
        kinds
    }

    /// The dice of a set of one kind that come to the same as one of them.
    fn alike(&self, game: &DragonDice, state: &State, set: PieceSet, die: u8) -> PieceSet {
        let alike = state.alike(game, self.of.owner, die, set);
        let Then::Icon(picked) = self.then else { return alike };
        let key = picked.key(state, die);
        alike.iter().filter(|other| picked.key(state, *other) == key).collect()
    }

    /// The most health within the limit that whole units make up.
    fn most(&self, game: &DragonDice, state: &State) -> u32 {
        let Limit::Most(limit) = self.limit else { return 0 };
        let force = state.roster.force(self.of.owner);
        let whole = force.total_health(self.among);
        if whole <= u32::from(limit) {
            return whole;
        }
        self.kinds(game, state).greatest(limit.min(255) as u8).into()
    }

    /// Lists sets, each multiset of kinds once, up to `most` of them; says whether these are all. Where
    /// dice are alike and only some of them can be taken, others of the same kind do as well.
    pub(crate) fn sets(
        &self,
        game: &DragonDice,
        state: &State,
        most: usize,
        into: &mut Vec<PieceSet>,
    ) -> Listing {
        let kinds = self.kinds(game, state);
        let among = self.among.len().min(255) as u8;
        let (limit, exact) = match self.limit {
            Limit::Most(limit) => (limit.min(255) as u8, true),
            Limit::UpTo(limit) => (limit.min(255) as u8, false),
            Limit::One => (1, true),
            Limit::OneOrNone => (1, false),
            Limit::Count(count) => (count.min(among), true),
            Limit::CountUpTo(count) => (count, false),
        };
        let each = |taken: &[u8; MOST_PIECES]| {
            let dice = kinds.kinds().iter().zip(taken).filter(|(_, count)| **count > 0);
            let picked = dice.map(|(kind, count)| kind.key.lowest((*count).into()));
            into.push(picked.fold(PieceSet::NONE, PieceSet::with));
        };
        let listing = match exact {
            true => kinds.greatest_sets(limit, most, each),
            false => kinds.sets_up_to(limit, most, each),
        };
        match kinds.kinds().iter().any(|kind| kind.count > 1) {
            true => Listing::Candidates,
            false => listing,
        }
    }

    /// The set, where all that may be picked come to the same.
    fn only(&self, game: &DragonDice, state: &State) -> Option<PieceSet> {
        if self.among.is_empty() {
            return Some(PieceSet::NONE);
        }
        if let Limit::Most(limit) = self.limit {
            let force = state.roster.force(self.of.owner);
            if force.total_health(self.among) <= limit.into() {
                return Some(self.among);
            }
        }
        if matches!(self.limit, Limit::Count(count) if u32::from(count) >= self.among.len()) {
            return Some(self.among);
        }
        let mut sets = Vec::new();
        self.sets(game, state, 2, &mut sets);
        (sets.len() == 1).then(|| sets[0])
    }

    /// Whether a set keeps to the limit.
    fn fits(&self, game: &DragonDice, state: &State, set: PieceSet) -> (bool, u32, u32) {
        let health = state.roster.force(self.of.owner).total_health(set);
        match self.limit {
            Limit::Most(_) => {
                let most = self.most(game, state);
                (health == most, health, most)
            }
            Limit::UpTo(limit) => (health <= limit.into(), health, limit.into()),
            Limit::One => (set.len() == 1, set.len(), 1),
            Limit::OneOrNone => (set.len() <= 1, set.len(), 1),
            Limit::Count(count) => {
                let count = u32::from(count).min(self.among.len());
                (set.len() == count, set.len(), count)
            }
            Limit::CountUpTo(count) => (set.len() <= count.into(), set.len(), count.into()),
        }
    }

    /// Whether a set keeps to the limit; `more` adds to the fact what would.
    pub(crate) fn check_limit<E: Explain<Rule>>(
        &self,
        game: &DragonDice,
        state: &State,
        set: PieceSet,
        why: &mut E,
        more: impl FnOnce(Fact) -> Fact,
    ) -> Result<(), Broken<Rule>> {
        let (fits, found, needed) = self.fits(game, state, set);
        why.require(self.rule, fits, || {
            let says = match self.limit {
                Limit::Most(_) => "whole units make up the most health within the limit",
                Limit::UpTo(_) => "the health picked is within the limit",
                _ => "the number of dice is right",
            };
            let fact = Fact::says(says);
            more(match self.limit {
                Limit::UpTo(_) | Limit::CountUpTo(_) | Limit::OneOrNone => {
                    fact.at_most(found, needed)
                }
                Limit::Most(_) | Limit::One | Limit::Count(_) => fact.exactly(found, needed),
            })
        })
    }
}

/// How many sets are listed at most.
const MOST_LISTED: usize = 256;

impl Play<DragonDice> for Pick {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        let there = state.at(self.of.owner, self.of.place);
        if !self.among.within(there) {
            let among = self.among.and(there);
            state.replace_step(super::Step::Pick(Pick { among, ..self }));
            return Flow::On;
        }
        match self.only(game, state) {
            Some(set) => {
                state.steps.pop();
                take(game, state, self, set, out);
                Flow::On
            }
            None => Flow::Wait,
        }
    }

    fn ask(self, _: Now<DragonDice>) -> Ask {
        Ask::seat(self.seat, self.rule)
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        let mut sets = Vec::new();
        let listing = self.sets(game, state, MOST_LISTED, &mut sets);
        into.extend(sets.into_iter().map(Action::Take));
        listing
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Action::Take(set) = action else {
            return why.need(self.rule, false, || Fact::says("dice are picked here"));
        };
        why.need(self.rule, set.within(self.among), || {
            Fact::says("only dice in question are picked")
        })?;
        self.check_limit(game, state, *set, why, |fact| {
            let mut sets = Vec::new();
            self.sets(game, state, 1, &mut sets);
            match sets.first() {
                Some(set) => fact.instead("a pick that fits", &Action::Take(*set)),
                None => fact,
            }
        })
    }

    fn apply(self, change: &mut Change<DragonDice, impl Observe<Event>>, _: Seat, action: &Action) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        if let Action::Take(set) = action {
            take(game, state, self, *set, out);
        }
    }
}

/// Does with the dice picked what they were picked for.
fn take<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    pick: Pick,
    set: PieceSet,
    out: &mut O,
) {
    if set.is_empty() && !pick.then.minds_none() {
        return;
    }
    let Pick { of, rule, .. } = pick;
    match pick.then {
        Then::Die { after_save } => death::kill(game, state, of, set, rule, after_save, out),
        Then::Endanger(danger) => trial::endanger(game, state, of, set, danger, rule, out),
        Then::Move(journey) => icons::go(state, of, set, journey, out),
        Then::Bury => death::bury(game, state, of.owner, set, rule, out),
        Then::Return(army) => death::bring(state, of.owner, set, army.place, rule, out),
        Then::Magic(picked) => magic::magic_picked(game, state, pick, picked, set, out),
        Then::Dragons(picked) => dragons::dragons_picked(game, state, pick, picked, set, out),
        Then::Icon(picked) => icons::icon_picked(game, state, pick, picked, set, out),
        Then::Species(picked) => species::species_picked(state, pick, picked, set, out),
    }
}

impl Then {
    /// Whether it matters that nothing was picked.
    fn minds_none(self) -> bool {
        matches!(self, Then::Magic(_) | Then::Dragons(_) | Then::Icon(_) | Then::Species(_))
    }
}
