//! What a force may hold: totals, limits, and how it is divided into armies (section 3).

use crate::catalog::KindId;
use crate::game::DragonDice;
use crate::position::{Refusals, Setup};

impl DragonDice {
    /// What dice add up to; of items that are cheaper as the second of a pair every other one (DD-3.3).
    pub(crate) fn points_of(&self, dice: impl IntoIterator<Item = KindId>) -> u16 {
        let (mut sum, mut pairs) = (0u16, 0u16);
        for kind in dice {
            let kind = self.catalog.kind(kind);
            let second = kind.points_in_pair < kind.points && {
                pairs += 1;
                pairs % 2 == 0
            };
            sum += u16::from(if second { kind.points_in_pair } else { kind.points });
        }
        sum
    }

    /// Every limit that a force of a setup breaks.
    pub(crate) fn check_forces(&self, _: &Setup, _: &mut Refusals) {}
}
