//! Where a figure can go: the walking graph searched with the rules' own steps.

use crate::action::Path;
use crate::game::HeroScape;
use crate::state::{FigureId, State};
use crate::steps::movement::{self, Walker};
use std::collections::BinaryHeap;
use std::collections::HashMap;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Silent;

/// A place a figure may end its move at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Space of its leading end.
    pub lead: SpaceId,
    /// Space of its other end.
    pub trail: Option<SpaceId>,
    /// Points spent on the way.
    pub cost: i16,
    /// Whether the other end leads from the start.
    pub turned: bool,
    /// The way; empty for a flight.
    pub path: Path,
    /// Whether it is a flight.
    pub flight: bool,
}

type Node = (SpaceId, Option<SpaceId>, i16);

/// One way the search has found: points spent, the walker there, and where it came from.
struct Way {
    cost: i16,
    walker: Walker,
    turned: bool,
    from: Option<Node>,
}

impl HeroScape {
    /// Every place a figure may walk to and end its move, with the cheapest way there.
    pub fn walks(&self, state: &State, figure: FigureId) -> Vec<Destination> {
        let mut ways: HashMap<Node, Way> = HashMap::new();
        let mut open: BinaryHeap<(std::cmp::Reverse<i16>, SpaceId, Option<SpaceId>, i16)> =
            BinaryHeap::new();
        let double = state.spaces(figure).is_some_and(|(_, trail)| trail.is_some());
        let starts: Vec<Node> = [false, true]
            .into_iter()
            .filter(|turned| !turned || double)
            .map(|turned| {
                let walker = Walker::of(self, state, figure, turned);
                let node = (walker.lead, walker.trail, walker.road);
                ways.insert(node, Way { cost: 0, walker, turned, from: None });
                open.push((std::cmp::Reverse(0), node.0, node.1, node.2));
                node
            })
            .collect();
        while let Some((std::cmp::Reverse(cost), lead, trail, road)) = open.pop() {
            let node = (lead, trail, road);
            let Some(way) = ways.get(&node).filter(|way| way.cost == cost) else { continue };
            let (walker, turned) = (way.walker, way.turned);
            if !starts.contains(&node) && walker.stop(self, state).is_some() {
                continue;
            }
            for (_, to) in self.ground.board.neighbours(lead) {
                let Ok(next) = walker.check(self, state, to, &mut Silent) else { continue };
                let cost = cost + walker.cost(self, to).points;
                let there = (next.lead, next.trail, next.road);
                if ways.get(&there).is_none_or(|known| known.cost > cost) {
                    ways.insert(there, Way { cost, walker: next, turned, from: Some(node) });
                    open.push((std::cmp::Reverse(cost), there.0, there.1, there.2));
                }
            }
        }
        let mut found: Vec<Destination> = Vec::new();
        for (node, way) in &ways {
            let ends = way.from.is_some() && way.walker.may_end(self, state, &mut Silent).is_ok();
            if let (true, Some(path)) = (ends, path_to(&ways, *node)) {
                found.push(Destination {
                    lead: node.0,
                    trail: node.1,
                    cost: way.cost,
                    turned: way.turned,
                    path,
                    flight: false,
                });
            }
        }
        // The cheapest way to each place, in the order of the board.
        found.sort_by(|a, b| {
            let key = |d: &Destination| (d.lead, d.trail, d.cost, d.turned, d.path.len());
            key(a).cmp(&key(b)).then_with(|| a.path.cmp(&b.path))
        });
        found.dedup_by_key(|d| (d.lead, d.trail));
        found
    }

    /// Every place a figure may fly to and end its move.
    pub fn flights(&self, state: &State, figure: FigureId) -> Vec<Destination> {
        let mut found = Vec::new();
        if !movement::flies(self, state, figure) {
            return found;
        }
        let walker = Walker::of(self, state, figure, false);
        movement::flights(self, state, figure, i16::MAX, |lead, trail| {
            let cost = movement::flight_cost(self, state, &walker, (lead, trail)).unwrap_or(0);
            let path = Path::new();
            found.push(Destination { lead, trail, cost, turned: false, path, flight: true });
        });
        found
    }

    /// The cheapest way on foot to a space; to both spaces where two are named.
    pub(crate) fn way_to(
        &self,
        state: &State,
        figure: FigureId,
        to: SpaceId,
        trail: Option<SpaceId>,
    ) -> Option<(bool, Path)> {
        state.spaces(figure)?;
        self.walks(state, figure)
            .into_iter()
            .filter(|d| d.lead == to && (trail.is_none() || d.trail == trail))
            .min_by_key(|d| d.cost)
            .map(|d| (d.turned, d.path))
    }
}

fn path_to(ways: &HashMap<Node, Way>, node: Node) -> Option<Path> {
    let mut path = Path::new();
    let mut at = node;
    while let Some(from) = ways.get(&at)?.from {
        path.try_push(at.0).ok()?;
        at = from;
    }
    path.reverse();
    Some(path)
}
