//! The tree: nodes of decisions, edges of actions, and how often each was there to take, was taken, and what came of it.

use crate::seat::Seat;

/// The number of a node.
pub type NodeId = usize;

/// An action at a node.
#[derive(Debug, Clone)]
pub struct Edge<A> {
    /// What is done.
    pub action: A,
    /// How much less it looks worth at first sight, to whoever decides, than what looks best: 0 or less.
    pub behind: f64,
    /// How often it could be taken.
    pub offered: f64,
    /// How often it was taken.
    pub taken: f64,
    /// What came of it for the seat that searches, added up.
    pub sum: f64,
    /// The decisions it led to, by what the seat that searches sees there.
    children: Vec<(u64, NodeId)>,
}

/// A decision.
#[derive(Debug)]
pub struct Node<A> {
    /// Who decides.
    pub seat: Seat,
    /// The actions known of, those that look best first.
    pub edges: Vec<Edge<A>>,
    /// Which of them may be taken at the position looked at last.
    pub open: Vec<usize>,
    /// By what it was told which may be taken.
    of: Option<u64>,
}

/// All nodes, never more than so many.
#[derive(Debug)]
pub struct Tree<A> {
    nodes: Vec<Node<A>>,
    most: usize,
}

impl<A: PartialEq> Tree<A> {
    /// A tree without nodes; it holds one at least.
    pub fn new(most: usize) -> Tree<A> {
        Tree { nodes: Vec::new(), most: most.max(1) }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, at: NodeId) -> &Node<A> {
        &self.nodes[at]
    }

    pub fn edge(&mut self, at: NodeId, edge: usize) -> &mut Edge<A> {
        &mut self.nodes[at].edges[edge]
    }

    /// A new node, if there is room.
    pub fn add(&mut self, seat: Seat) -> Option<NodeId> {
        (self.nodes.len() < self.most).then(|| {
            self.nodes.push(Node { seat, edges: Vec::new(), open: Vec::new(), of: None });
            self.nodes.len() - 1
        })
    }

    /// Whether it is known which actions may be taken where that much is seen.
    pub fn is_open(&self, at: NodeId, seen: u64) -> bool {
        self.nodes[at].of == Some(seen)
    }

    /// Says which actions may be taken, best first, with how far each is behind the first.
    pub fn open(&mut self, at: NodeId, seen: u64, listed: Vec<(A, f64)>) {
        let node = &mut self.nodes[at];
        node.of = Some(seen);
        node.open.clear();
        for (action, behind) in listed {
            let known = node.edges.iter().position(|edge| edge.action == action);
            let number = known.unwrap_or_else(|| {
                let (offered, taken, sum) = (0.0, 0.0, 0.0);
                let edge = Edge { action, behind, offered, taken, sum, children: Vec::new() };
                node.edges.push(edge);
                node.edges.len() - 1
            });
            node.open.push(number);
        }
    }

    /// The node that an edge leads to where that much is seen, and whether it is new; none where there is no room for
    /// one: an edge has only as many as it was taken often.
    pub fn child(
        &mut self,
        at: NodeId,
        edge: usize,
        seen: u64,
        seat: Seat,
    ) -> (Option<NodeId>, bool) {
        let taken = self.nodes[at].edges[edge].taken;
        let children = &self.nodes[at].edges[edge].children;
        if let Some((_, child)) = children.iter().find(|(known, _)| *known == seen) {
            return (Some(*child), false);
        }
        if children.len() as f64 > taken.sqrt() {
            return (None, false);
        }
        let added = self.add(seat);
        if let Some(added) = added {
            self.nodes[at].edges[edge].children.push((seen, added));
        }
        (added, true)
    }
}
