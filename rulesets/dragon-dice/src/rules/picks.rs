//! Which sets of dice keep to the limit of a pick (DD-8.12, DD-8.14).

use crate::position::game::DragonDice;
use crate::position::pieces::{MOST_PIECES, PieceSet};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::game::Listing;
use umpire_core::pick::Pool;
use umpire_core::ruling::{Broken, Explain, Fact};

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
    pub(crate) fn most(&self, game: &DragonDice, state: &State) -> u32 {
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
    pub(crate) fn only(&self, game: &DragonDice, state: &State) -> Option<PieceSet> {
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
