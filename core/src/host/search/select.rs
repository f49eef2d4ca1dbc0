//! Which action is tried next, by what came of it and how seldom it was tried; what comes of playing on, as 0 to 1.

use super::playout::End;
use super::tree::{Edge, Node, NodeId, Tree};
use super::{Search, fingerprint};
use crate::host::Hosted;

/// So many plays tell how far apart the positions are that may come of a decision.
const FIRST: usize = 16;
/// What an undecided position is worth at least; at most as much less than 1.
const UNDECIDED: f64 = 0.02;

/// A way from the root: nodes and edges taken.
type Way = Vec<(NodeId, usize)>;

/// How what positions look worth becomes 0 to 1: by where the first of them lay.
#[derive(Debug, Default)]
pub struct Scale {
    waiting: Vec<(Way, End)>,
    known: Option<(f64, f64)>,
}

impl Scale {
    /// Tells the tree what came of a way, as soon as it is known what that means.
    pub fn tell<A: PartialEq>(&mut self, way: Way, end: End, tree: &mut Tree<A>) {
        self.waiting.push((way, end));
        if self.known.is_some() || self.waiting.len() >= FIRST {
            self.settle(tree);
        }
    }

    /// How many spreads a difference at first sight is; none as long as nobody knows. Where what is good for one is bad for
    /// the other, it counts twice, as it does when all is played on.
    fn spreads(&self, difference: f64, two: bool) -> f64 {
        let times = if two { 2.0 } else { 1.0 };
        self.known.map_or(0.0, |(_, spread)| times * difference / spread)
    }

    /// What an action is worth to whoever decides, 0 to 1: what came of it, and as if it had been taken so many times more
    /// with what first sight makes of the decision as a whole.
    pub fn mean<A>(
        &self,
        node: &Node<A>,
        edge: &Edge<A>,
        (is_own, two, trust): (bool, bool, f64),
    ) -> f64 {
        let own = |edge: &Edge<A>| if is_own { edge.sum } else { edge.taken - edge.sum };
        let taken: f64 = node.edges.iter().map(|edge| edge.taken).sum();
        let whole = if taken > 0.0 { node.edges.iter().map(own).sum::<f64>() / taken } else { 0.5 };
        let prior = share(off(whole) + self.spreads(edge.behind, two));
        (own(edge) + trust * prior) / (edge.taken + trust).max(1e-9)
    }

    /// Tells what waits to be told.
    pub fn settle<A: PartialEq>(&mut self, tree: &mut Tree<A>) {
        let (middle, spread) = *self.known.get_or_insert_with(|| {
            let values = self.waiting.iter().filter_map(|(_, end)| match end {
                End::Undecided(value) => Some(*value),
                End::Decided(_) => None,
            });
            middle_and_spread(values.collect())
        });
        for (way, end) in self.waiting.drain(..) {
            let value = match end {
                End::Decided(value) => value,
                End::Undecided(value) => share((value - middle) / spread),
            };
            for (at, edge) in way {
                let edge = tree.edge(at, edge);
                edge.sum += value;
                edge.taken += 1.0;
            }
        }
    }
}

/// Where values lie, and how far from each other.
pub(super) fn middle_and_spread(mut values: Vec<f64>) -> (f64, f64) {
    values.retain(|value| value.is_finite());
    if values.is_empty() {
        return (0.0, 1.0);
    }
    values.sort_by(f64::total_cmp);
    let at = |share: usize| values[(values.len() - 1) * share / 8];
    // Three quarters of all, so that what is won or lost for good does not count.
    let spread = (at(7) - at(1)) / 2.0;
    (at(4), spread.max(1e-6))
}

/// A value as a share of what can be had, from so many spreads off the middle.
pub(super) fn share(off: f64) -> f64 {
    UNDECIDED + (1.0 - 2.0 * UNDECIDED) / (1.0 + (-off).exp())
}

/// How many spreads off the middle a share is.
fn off(share: f64) -> f64 {
    let part = ((share - UNDECIDED) / (1.0 - 2.0 * UNDECIDED)).clamp(UNDECIDED, 1.0 - UNDECIDED);
    (part / (1.0 - part)).ln()
}

impl<G: Hosted> Search<'_, G> {
    /// The edge to go on by; none where the tree ends.
    pub(super) fn select(
        &mut self,
        at: NodeId,
        state: &G::State,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Option<usize> {
        let seat = self.tree.node(at).seat;
        let view = self.game.view(state, seat);
        let seen = fingerprint(&view);
        if !self.tree.is_open(at, seen) {
            let listed = self.player.weighed(&view, seat, self.limits.width, die);
            self.tree.open(at, seen, listed);
        }
        let node = self.tree.node(at);
        let visits: f64 = node.open.iter().map(|edge| node.edges[*edge].taken).sum();
        let waiting = self.scale.waiting.len() as f64;
        let wide = match self.plan == Some(at) {
            true => node.open.len(),
            false => 2 + (visits + waiting).sqrt() as usize,
        };
        let mut best: Option<(f64, usize)> = None;
        for number in node.open.iter().take(wide) {
            let edge = &node.edges[*number];
            let own = self.mean(node, edge);
            // What is on its way counts as tried, so that the first plays do not all go the same way.
            let under_way =
                self.scale.waiting.iter().filter(|(way, _)| way.contains(&(at, *number)));
            let tried = edge.taken + under_way.count() as f64 + 1.0;
            let seldom = ((edge.offered + 2.0).ln() / tried).sqrt();
            let worth = own + self.limits.curiosity * seldom;
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, *number));
            }
        }
        let tried: Vec<usize> = node.open.iter().take(wide).copied().collect();
        for number in tried {
            self.tree.edge(at, number).offered += 1.0;
        }
        best.map(|(_, edge)| edge)
    }

    /// What an action is worth to whoever decides, 0 to 1.
    pub(super) fn mean(&self, node: &Node<G::Action>, edge: &Edge<G::Action>) -> f64 {
        self.scale.mean(node, edge, (node.seat == self.seat, self.two, self.limits.trust))
    }

    /// The action to take: tried most often, and of those the one worth most.
    pub(super) fn best(&self, node: &Node<G::Action>) -> Option<usize> {
        let rank = |edge: &usize| {
            let edge = &node.edges[*edge];
            (edge.taken, self.mean(node, edge))
        };
        let mut best: Option<(usize, (f64, f64))> = None;
        for edge in &node.open {
            let rank = rank(edge);
            if best.is_none_or(|(_, known)| rank > known) {
                best = Some((*edge, rank));
            }
        }
        best.map(|(edge, _)| edge)
    }

    /// Tells the tree what waits to be told.
    pub(super) fn settle(&mut self) {
        self.scale.settle(&mut self.tree);
    }
}
