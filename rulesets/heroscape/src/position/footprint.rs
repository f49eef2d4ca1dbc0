//! Footprints: the spaces that a figure stands on, one, two, or the six of the largest base.

use crate::tables::catalog::MOST_SPACES;
use serde::{Deserialize, Serialize};
use umpire_core::hex::SpaceId;

/// The spaces of a figure besides that of its leading end.
///
/// Written as nothing, as one space or as a list, so that records of figures on one and two spaces stay as they are.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(untagged)]
pub enum Rest {
    /// It stands on one space.
    #[default]
    None,
    /// Its other end.
    Trail(SpaceId),
    /// The other five of six, in the order of their numbers and all above the first: a base that never moves has no ends.
    Five([SpaceId; MOST_SPACES - 1]),
}

/// The spaces that a figure stands on.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(from = "(SpaceId, Rest)", into = "(SpaceId, Rest)")]
pub struct Footprint {
    /// The space that its leading end entered last; of six the first.
    pub lead: SpaceId,
    /// The others.
    pub rest: Rest,
}

impl Footprint {
    /// One space.
    pub const fn one(space: SpaceId) -> Footprint {
        Footprint { lead: space, rest: Rest::None }
    }

    /// One or two spaces: that of the leading end, and the other one.
    pub const fn ends(lead: SpaceId, trail: Option<SpaceId>) -> Footprint {
        let rest = match trail {
            None => Rest::None,
            Some(trail) => Rest::Trail(trail),
        };
        Footprint { lead, rest }
    }

    /// Spaces as they were named: the first leads, and the order of six says nothing. Nothing where no base covers so many.
    pub fn named(spaces: &[SpaceId]) -> Option<Footprint> {
        match spaces {
            [lead] => Some(Footprint::one(*lead)),
            [lead, trail] => Some(Footprint::ends(*lead, Some(*trail))),
            _ => {
                let mut all: [SpaceId; MOST_SPACES] = spaces.try_into().ok()?;
                all.sort_unstable();
                let [lead, five @ ..] = all;
                Some(Footprint { lead, rest: Rest::Five(five) })
            }
        }
    }

    /// The other end of a figure on two spaces.
    #[inline]
    pub const fn trail(self) -> Option<SpaceId> {
        match self.rest {
            Rest::Trail(trail) => Some(trail),
            _ => None,
        }
    }

    /// Whether who stands so stays there: a base of six spaces is never moved (HS-4.2.9).
    #[inline]
    pub const fn is_rooted(self) -> bool {
        matches!(self.rest, Rest::Five(_))
    }

    /// How many spaces it is.
    #[inline]
    pub const fn count(self) -> u8 {
        match self.rest {
            Rest::None => 1,
            Rest::Trail(_) => 2,
            Rest::Five(_) => MOST_SPACES as u8,
        }
    }

    /// Every space, the first one first.
    #[inline]
    pub fn spaces(self) -> impl Iterator<Item = SpaceId> + Clone {
        (0..usize::from(self.count())).map(move |at| match (at, self.rest) {
            (0, _) | (_, Rest::None) => self.lead,
            (_, Rest::Trail(trail)) => trail,
            (_, Rest::Five(five)) => five[at - 1],
        })
    }

    /// Whether a space is one of them.
    pub fn contains(self, space: SpaceId) -> bool {
        self.spaces().any(|own| own == space)
    }

    /// Whether it is written as its spaces have to be: none twice, and six in the order of their numbers.
    pub fn is_in_order(self) -> bool {
        match self.rest {
            Rest::None => true,
            Rest::Trail(trail) => trail != self.lead,
            Rest::Five(five) => self.lead < five[0] && five.is_sorted_by(|one, next| one < next),
        }
    }
}

impl From<(SpaceId, Rest)> for Footprint {
    fn from((lead, rest): (SpaceId, Rest)) -> Footprint {
        Footprint { lead, rest }
    }
}

impl From<Footprint> for (SpaceId, Rest) {
    fn from(Footprint { lead, rest }: Footprint) -> (SpaceId, Rest) {
        (lead, rest)
    }
}
