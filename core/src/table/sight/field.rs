//! A table's pieces of ground, ready to be asked who sees whom.

use super::super::exact::{Place, orientation};
use super::super::point::Point;
use super::parts::{Class, Party, Piece, SightRules};
use super::told::{BlockedBy, Obscured, Sight};

/// Pieces of ground by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    pieces: Vec<Piece>,
}

impl Field {
    /// A field of pieces; their numbers are their places in the list.
    pub fn new(pieces: Vec<Piece>) -> Field {
        Field { pieces }
    }

    /// The pieces, by number.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Puts another piece in the place of one; nothing changes where there is none.
    pub fn replace(&mut self, number: u16, piece: Piece) {
        if let Some(old) = self.pieces.get_mut(usize::from(number)) {
            *old = piece;
        }
    }

    /// Whether some line between the two is free.
    pub fn sees(&self, a: &Party, b: &Party, _rules: &SightRules) -> bool {
        let pairs = |a: Point| b.base.corners().iter().map(move |b| (a, *b));
        a.airborne
            || a.base
                .corners()
                .iter()
                .flat_map(|a| pairs(*a))
                .any(|(a, b)| self.segment_clear(a, b))
    }

    /// Whether some line between the two is free, with what shows it.
    pub fn sight(&self, a: &Party, b: &Party, rules: &SightRules) -> Sight {
        let line = (a.base.corners()[0], b.base.corners()[0]);
        if self.sees(a, b, rules) {
            return Sight::Clear { line, tied: Vec::new(), overseen: Vec::new() };
        }
        Sight::Blocked { by: 0, at: line.0, why: BlockedBy::Through, all: vec![0], line }
    }

    /// A part of the target that no line from the shooter reaches; `None` where all of it is
    /// seen, and where none of it is.
    pub fn obscured(
        &self,
        shooter: &Party,
        target: &Party,
        rules: &SightRules,
    ) -> Option<Obscured> {
        let hidden = target.base.corners().first().copied()?;
        let partly = self.sees(shooter, target, rules);
        (partly && !self.segment_clear(shooter.base.corners()[0], hidden))
            .then_some(Obscured { hidden, by: 0 })
    }

    /// Whether every free line crosses a piece that is as near to one as to the other.
    pub fn tied(&self, a: &Party, b: &Party, rules: &SightRules) -> bool {
        matches!(self.sight(a, b, rules), Sight::Clear { tied, .. } if !tied.is_empty())
    }

    /// Whether a segment crosses no piece but those of class [`Class::None`]; touching is free.
    pub fn segment_clear(&self, a: Point, b: Point) -> bool {
        self.pieces.iter().filter(|piece| piece.class != Class::None).all(|piece| {
            let crossed = piece.outline.edges().any(|(c, d)| {
                orientation(a, b, c).signum() * orientation(a, b, d).signum() < 0
                    && orientation(c, d, a).signum() * orientation(c, d, b).signum() < 0
            });
            !crossed && piece.outline.place_of(a) != Place::Inside
        })
    }
}
