//! Morale: who has to test, and what becomes of those who fail.

use crate::position::{Figure, Piece, PieceId, Post, Table};
use crate::tables::{Failure, Rule};
use umpire_core::number_set::NumberSet;

/// A set of figures.
pub type Figures = NumberSet<PieceId, 1>;

/// Whether a figure that takes several hits has half of them left, or less.
pub fn is_hurt(t: Table, id: PieceId) -> bool {
    let toughness = t.unit(id).toughness;
    toughness > 1 && 2 * toughness.saturating_sub(t.figures[id].lost) <= toughness
}

/// Who tests after a figure has lost something, and by which rule.
pub fn tests_after(t: Table, lost: PieceId) -> (Rule, Figures) {
    if t.figures[lost].stands() {
        let own = Some(lost).filter(|lost| is_hurt(t, *lost));
        return (Rule::HurtFiguresTest, own.into_iter().collect());
    }
    let side = t.figures[lost].side;
    let all = t.figures.of(side).count();
    let left = t.figures.that(|figure| figure.side == side && figure.post != Post::Gone).count();
    let thinned = 2 * left <= all;
    (Rule::ThinnedSidesTest, t.figures.standing(side).filter(|_| thinned).collect())
}

/// Whether a figure that fails a test routs; else it is pinned.
pub fn routs(t: Table, id: PieceId) -> bool {
    let Figure { pinned, .. } = t.figures[id];
    pinned || (is_hurt(t, id) && t.game.edition.hurt_figures_that_fail == Failure::Routed)
}
