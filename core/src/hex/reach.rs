//! Cheapest ways over a graph of numbered nodes: all within a budget, or one to a goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs this far ahead of the search lie in buckets; dearer ones wait in a heap.
const BUCKETS: u32 = 64;
const NOBODY: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    cost: u32,
    parent: u32,
    /// The search in which this was last written.
    search: u32,
}

/// A reached node that has yet to be left, at the cost it had when it was put in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    node: u32,
    cost: u32,
}

/// A shortest-path search whose memory is used again by the next one.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    nodes: Vec<Node>,
    search: u32,
    order: Vec<u32>,
    queue: Queue,
}

/// Where the steps out of one node are put down.
#[derive(Debug)]
pub struct Steps<'a> {
    nodes: &'a mut [Node],
    search: u32,
    node: u32,
    spent: u32,
    budget: u32,
    found: &'a mut Vec<Open>,
}

impl Steps<'_> {
    /// There is a step to this node at this further cost, which may be 0. Nodes that do not exist
    /// and costs past the budget are passed over.
    #[inline]
    pub fn to(&mut self, node: u32, cost: u32) {
        let Some(total) = self.spent.checked_add(cost).filter(|&total| total <= self.budget) else {
            return;
        };
        let Some(known) = self.nodes.get_mut(node as usize) else { return };
        if known.search != self.search || total < known.cost {
            *known = Node { cost: total, parent: self.node, search: self.search };
            self.found.push(Open { node, cost: total });
        }
    }
}

impl Reach {
    /// Nothing reached yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the cheapest way from `start` to every node within `budget`.
    ///
    /// `expand` is given a node and what was spent on the way there, once for each node, and puts
    /// down the steps out of it.
    pub fn search(
        &mut self,
        nodes: usize,
        start: u32,
        budget: u32,
        expand: impl FnMut(u32, u32, &mut Steps),
    ) {
        self.run(nodes, start, budget, NOBODY, |_| 0, expand);
    }

    /// Finds a cheapest way from `start` to `goal` and its cost.
    ///
    /// `estimate` must never exceed the true cost from a node to the goal; the closer it comes,
    /// the less is searched. Costs of other nodes are known only as far as they were needed.
    pub fn search_to(
        &mut self,
        nodes: usize,
        start: u32,
        goal: u32,
        estimate: impl FnMut(u32) -> u32,
        expand: impl FnMut(u32, u32, &mut Steps),
    ) -> Option<u32> {
        self.run(nodes, start, u32::MAX, goal, estimate, expand);
        (self.order.last() == Some(&goal)).then(|| self.cost_to(goal)).flatten()
    }

    /// The cost of the cheapest way to a node.
    pub fn cost_to(&self, node: u32) -> Option<u32> {
        self.known(node).map(|known| known.cost)
    }

    /// The node from which a node is entered on its cheapest way; nothing for the start.
    pub fn parent_of(&self, node: u32) -> Option<u32> {
        self.known(node).map(|known| known.parent).filter(|&parent| parent != NOBODY)
    }

    /// The nodes of the cheapest way, start and `node` included; empty if it was not reached.
    pub fn path_to(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut next = self.known(node).map(|_| node);
        while let Some(node) = next {
            path.push(node);
            next = self.parent_of(node);
        }
        path.reverse();
        path
    }

    /// Every node reached, cheapest first, the start included.
    pub fn reached(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.order.iter().copied()
    }

    fn known(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize).filter(|known| known.search == self.search)
    }

    fn begin(&mut self, nodes: usize) {
        if self.search == u32::MAX {
            self.nodes.clear();
            self.search = 0;
        }
        self.search += 1;
        self.nodes.resize(nodes, Node { cost: 0, parent: NOBODY, search: 0 });
        self.order.clear();
        self.queue.clear();
    }

    fn run(
        &mut self,
        nodes: usize,
        start: u32,
        budget: u32,
        goal: u32,
        mut estimate: impl FnMut(u32) -> u32,
        mut expand: impl FnMut(u32, u32, &mut Steps),
    ) {
        self.begin(nodes);
        let Some(first) = self.nodes.get_mut(start as usize) else { return };
        *first = Node { cost: 0, parent: NOBODY, search: self.search };
        self.queue.push(estimate(start), Open { node: start, cost: 0 });
        let mut found = Vec::new();
        while let Some(Open { node, cost }) = self.queue.pop() {
            if self.nodes[node as usize].cost < cost {
                continue;
            }
            self.order.push(node);
            if node == goal {
                return;
            }
            let search = self.search;
            let nodes = &mut self.nodes[..];
            let mut steps = Steps { nodes, search, node, spent: cost, budget, found: &mut found };
            expand(node, cost, &mut steps);
            for open in found.drain(..) {
                self.queue.push(open.cost.saturating_add(estimate(open.node)), open);
            }
        }
    }
}

/// A queue that gives out the lowest key first and takes in no key below the last given out.
#[derive(Debug, Clone)]
struct Queue {
    /// Every open node here has a key from `lowest` to `lowest` + 63.
    buckets: Vec<Vec<Open>>,
    /// Bit i: bucket i is not empty.
    filled: u64,
    lowest: u32,
    far: BinaryHeap<Reverse<(u32, Open)>>,
}

impl Default for Queue {
    fn default() -> Self {
        let buckets = vec![Vec::new(); BUCKETS as usize];
        Self { buckets, filled: 0, lowest: 0, far: BinaryHeap::new() }
    }
}

impl Queue {
    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.filled, self.lowest) = (0, 0);
        self.far.clear();
    }

    /// A key that has been passed already counts as the present one, as an estimate that falls
    /// short on the way asks for.
    #[inline]
    fn push(&mut self, key: u32, open: Open) {
        let key = key.max(self.lowest);
        if key - self.lowest < BUCKETS {
            let bucket = key % BUCKETS;
            self.buckets[bucket as usize].push(open);
            self.filled |= 1 << bucket;
        } else {
            self.far.push(Reverse((key, open)));
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Open> {
        let turned = self.filled.rotate_right(self.lowest % BUCKETS);
        let near = (turned != 0).then(|| self.lowest + turned.trailing_zeros());
        if let Some(&Reverse((key, open))) = self.far.peek()
            && near.is_none_or(|near| key <= near)
        {
            self.far.pop();
            self.lowest = key;
            return Some(open);
        }
        self.lowest = near?;
        let bucket = self.lowest % BUCKETS;
        let open = self.buckets[bucket as usize].pop();
        if self.buckets[bucket as usize].is_empty() {
            self.filled &= !(1 << bucket);
        }
        open
    }
}
