//! Morale: who has to test, and what becomes of those who fail.

use crate::position::{Figure, FigureId, Table};
use crate::tables::{Failure, Rule};
use serde::{Deserialize, Serialize};

/// A set of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Figures(u32);

impl Figures {
    pub fn iter(self) -> impl Iterator<Item = FigureId> {
        (0..32).map(FigureId).filter(move |id| self.0 & (1 << id.0) != 0)
    }
}

impl FromIterator<FigureId> for Figures {
    fn from_iter<I: IntoIterator<Item = FigureId>>(ids: I) -> Figures {
        Figures(
            ids.into_iter().fold(0, |all, id| all | 1_u32.checked_shl(id.0.into()).unwrap_or(0)),
        )
    }
}

/// Whether a figure that takes several hits has half of them left, or less.
pub fn is_hurt(t: Table, id: FigureId) -> bool {
    let toughness = t.unit(id).toughness;
    toughness > 1 && 2 * toughness.saturating_sub(t.figure(id).lost) <= toughness
}

/// Who tests after a figure has lost something, and by which rule.
pub fn tests_after(t: Table, lost: FigureId) -> (Rule, Figures) {
    if t.figure(lost).stands() {
        let own = Some(lost).filter(|lost| is_hurt(t, *lost));
        return (Rule::HurtFiguresTest, own.into_iter().collect());
    }
    let side = t.figure(lost).side;
    let all = t.of(side, |_| true).count();
    let left = t.of(side, |figure| !matches!(figure.post, crate::position::Post::Gone)).count();
    let thinned = 2 * left <= all;
    (Rule::ThinnedSidesTest, t.standing(side).filter(|_| thinned).collect())
}

/// Whether a figure that fails a test routs; else it is pinned.
pub fn routs(t: Table, id: FigureId) -> bool {
    let Figure { pinned, .. } = *t.figure(id);
    pinned || (is_hurt(t, id) && t.game.edition.hurt_figures_that_fail == Failure::Routed)
}
