//! Morale: who has to test, and what becomes of those who fail.

use crate::position::{Figure, FigureId, Position};
use crate::tables::{Failure, Rule, Skirmish};
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
pub fn is_hurt(game: &Skirmish, p: &Position, id: FigureId) -> bool {
    let toughness = p.unit(game, id).toughness;
    toughness > 1 && 2 * toughness.saturating_sub(p.figure(id).lost) <= toughness
}

/// Who tests after a figure has lost something, and by which rule.
pub fn tests_after(game: &Skirmish, p: &Position, lost: FigureId) -> (Rule, Figures) {
    if p.figure(lost).stands() {
        let own = Some(lost).filter(|lost| is_hurt(game, p, *lost));
        return (Rule::HurtFiguresTest, own.into_iter().collect());
    }
    let side = p.figure(lost).side;
    let all = p.of(side, |_| true).count();
    let left = p.of(side, |figure| !matches!(figure.post, crate::position::Post::Gone)).count();
    let thinned = 2 * left <= all;
    (Rule::ThinnedSidesTest, p.standing(side).filter(|_| thinned).collect())
}

/// Whether a figure that fails a test routs; else it is pinned.
pub fn routs(game: &Skirmish, p: &Position, id: FigureId) -> bool {
    let Figure { pinned, .. } = *p.figure(id);
    pinned || (is_hurt(game, p, id) && game.edition.hurt_figures_that_fail == Failure::Routed)
}
