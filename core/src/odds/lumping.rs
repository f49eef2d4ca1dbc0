//! What does not have to be told apart for a question: outcomes that are alike, dice that do not bear on one another.

use super::{Outlook, Share};
use crate::dice::{Face, RollRequest};
use crate::game::Game;
use smallvec::SmallVec;

/// What a question does not have to tell apart though the rules do. All of it may be left as it is.
pub trait Lumping<G: Game, O> {
    /// Tells fewer outcomes of a roll apart: those that are alike for what is asked. It may note in
    /// `told` what it did.
    fn coarsen(
        &mut self,
        _state: &G::State,
        _request: &RollRequest<G::Rule>,
        _outlook: &mut Outlook,
        _told: &mut O,
    ) {
    }

    /// Tells outcomes of a roll apart as it is enough in one of several cases, counted from 0; says
    /// whether there is such a case. Each outcome falls in one case, and what faces count for may differ
    /// from case to case; what tells the cases apart is told apart in each.
    fn in_case(
        &mut self,
        _state: &G::State,
        _request: &RollRequest<G::Rule>,
        _case: usize,
        _outlook: &mut Outlook,
    ) -> bool {
        false
    }

    /// Whether faces fall in that case.
    fn falls_in(
        &mut self,
        _state: &G::State,
        _request: &RollRequest<G::Rule>,
        _case: usize,
        _faces: &[Face],
    ) -> bool {
        true
    }

    /// The parts of a roll, and of those after it, that do not bear on one another; nothing for a roll
    /// that has none. Each part is then weighed by itself, with the dice of the others all at their
    /// first face, and what they come to is put together: a sum where it was a product.
    fn parts(&mut self, _state: &G::State, _request: &RollRequest<G::Rule>) -> Option<Parts> {
        None
    }

    /// What was heard on ways of one part that came to the same position, as one; nothing where they
    /// have to be told apart.
    fn mixed(&self, _state: &G::State, _told: &[(O, Share)]) -> Option<O> {
        None
    }

    /// Renames what is alike in a position, so that positions that differ in nothing but names become one.
    fn renamed(&self, _state: &mut G::State) {}

    /// What was heard of two parts, as one.
    fn joined(&self, one: &O, other: &O) -> O;
}

/// Which dice of a roll belong together, where others do not bear on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// Whether parts may be weighed by themselves from here on: the first face of a die does nothing.
    pub begin: bool,
    /// What the roll is, among those that follow: of one stage there is one roll.
    pub stage: u8,
    /// The part of each group of dice.
    pub of: SmallVec<[u8; 8]>,
}

/// Nothing but outcomes of single rolls is lumped.
impl<G: Game, O: Clone, F> Lumping<G, O> for F
where
    F: FnMut(&G::State, &RollRequest<G::Rule>, &mut Outlook, &mut O),
{
    fn coarsen(
        &mut self,
        state: &G::State,
        request: &RollRequest<G::Rule>,
        outlook: &mut Outlook,
        told: &mut O,
    ) {
        self(state, request, outlook, told);
    }

    fn joined(&self, one: &O, _: &O) -> O {
        one.clone()
    }
}
