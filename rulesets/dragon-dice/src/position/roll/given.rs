//! What special icons of each die have given to a roll.

use crate::position::roll::Roll;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// By what results of an icon count as a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CountedBy {
    /// They are of it (step 8).
    Themselves,
    /// They are of another type and count as this one from the first, by that rule (step 8).
    First(Rule),
    /// They are of another type and count as this one in the end, by that rule (step 10).
    Last(Rule),
}

/// Results that special icons of one die have given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GivenByIcon {
    /// Which die.
    pub die: u8,
    /// As which type they count.
    pub counted: Counted,
    /// By what.
    pub by: CountedBy,
    /// How many.
    pub amount: u16,
}

impl Roll {
    /// Adds results of an icon of a die.
    pub(crate) fn give(&mut self, die: u8, counted: Counted, by: CountedBy, amount: u16) {
        if amount == 0 {
            return;
        }
        if !matches!(by, CountedBy::Last(_)) {
            self.specials[counted.index()] += amount;
        }
        let key = (die, counted, by);
        match self.by_icons.binary_search_by_key(&key, |one| (one.die, one.counted, one.by)) {
            Ok(at) => self.by_icons[at].amount += amount,
            Err(at) => self.by_icons.insert(at, GivenByIcon { die, counted, by, amount }),
        }
    }

    /// What icons of a die gave, by type and by what it counts as that.
    pub(crate) fn by_icons_of(&self, die: u8) -> impl Iterator<Item = &GivenByIcon> {
        self.by_icons.iter().filter(move |one| one.die == die)
    }

    /// What icons of a die gave of a type in step 8.
    pub(crate) fn icon_results(&self, die: u8, kind: Counted) -> u16 {
        let of_step =
            |one: &&GivenByIcon| one.counted == kind && !matches!(one.by, CountedBy::Last(_));
        self.by_icons_of(die).filter(of_step).map(|one| one.amount).sum()
    }

    /// What icons of all dice gave that counts as a type by rules, from the first or in the end.
    pub(crate) fn counted_by_rules(&self, kind: Counted) -> ByRules {
        let mut found = ByRules::new();
        for one in self.by_icons.iter().filter(|one| one.counted == kind) {
            if one.by == CountedBy::Themselves {
                continue;
            }
            match found.iter_mut().find(|(by, _)| *by == one.by) {
                Some((_, amount)) => *amount += one.amount,
                None => found.push((one.by, one.amount)),
            }
        }
        found
    }
}

/// Results that count as another type, by what.
pub(crate) type ByRules = SmallVec<[(CountedBy, u16); 2]>;
