//! A battlefield as a graph of places, and what it is like to fight on it: sight, choke points, distances, fairness.

use num_integer::Integer as _;
use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::dijkstra;
use petgraph::graph::{Graph, NodeIndex, UnGraph};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Every pair of so many places once, in an order that spreads over all of them, so that whoever stops early has looked at some
/// of everything: by the distance of their numbers, in steps that have no divisor in common with the number of places.
pub fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    let step = (count * 5 / 8).max(1);
    let step = (step..).find(|step| step.gcd(&count) == 1).unwrap_or(1);
    let distances = (1..count).map(move |at| at * step % count);
    distances.flat_map(move |apart| (0..count - apart).map(move |from| (from, from + apart)))
}

/// A place where somebody may stand.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Spot {
    /// Its name.
    pub name: String,
    /// Where it is in the picture.
    pub at: (f32, f32),
}

/// What a game's own rules say of a battlefield, for one typical mover.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survey {
    /// Places, by number.
    pub spots: Vec<Spot>,
    /// Single steps from place to place, and what each costs.
    pub steps: Vec<(u32, u32, u32)>,
    /// What a mover may spend in a turn.
    pub per_turn: u32,
    /// Who moves and looks, in words.
    pub mover: String,
    /// Pairs of places that were looked between, and whether one sees the other.
    pub looks: Vec<(u32, u32, bool)>,
    /// Start zones: whose, and their places.
    pub starts: Vec<(String, Vec<u32>)>,
    /// Objectives and the like: what they are called, and their places.
    pub goals: Vec<(String, u32)>,
    /// What the ground lacks for the game's usual battle, in words.
    pub lacking: Vec<String>,
}

/// How far it is from a start zone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distance {
    /// From whose start zone.
    pub from: String,
    /// To what: another start zone, or an objective.
    pub to: String,
    /// What the way costs; nothing where there is none.
    pub cost: Option<u32>,
    /// How many turns it takes the mover.
    pub turns: Option<u32>,
}

/// What a side has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideShare {
    /// Whose start zone.
    pub side: String,
    /// How many places it has.
    pub places: usize,
    /// Share of the looks from its start zone that see something.
    pub sees: Option<f64>,
    /// Turns to the objectives, all together.
    pub turns_to_goals: Option<u32>,
    /// How many places it comes to in [`FIRST_TURNS`].
    pub reached: usize,
}

/// Turns in which sides are compared by how much of the ground they come to.
pub const FIRST_TURNS: u32 = 3;

/// What a battlefield is like.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Analysis {
    /// For whom it was measured.
    pub mover: String,
    /// Places where somebody may stand.
    pub places: usize,
    /// Places that cannot be reached from the largest connected part.
    pub cut_off: Vec<String>,
    /// Share of pairs of places that see each other.
    pub seen: f64,
    /// Pairs of places that were looked between.
    pub looks: usize,
    /// Whether these are all pairs.
    pub all_looks: bool,
    /// Places that see most, with their shares, the best first.
    pub vantages: Vec<(String, f64)>,
    /// Places without which the ground falls into parts.
    pub chokes: Vec<String>,
    /// How far it is from each start zone to the others and to objectives.
    pub distances: Vec<Distance>,
    /// What each side has.
    pub sides: Vec<SideShare>,
    /// In what the sides differ, in words; nothing where they do not.
    pub unlike: Vec<String>,
    /// What the ground lacks for the game's usual battle, in words.
    pub lacking: Vec<String>,
}

/// What a place is to a fight.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Fought {
    /// Its name.
    pub name: String,
    /// Where it is in the picture.
    pub at: (f32, f32),
    /// Share of the looks from there that see something; nothing where nobody looked.
    pub sees: Option<f64>,
    /// Whether the ground falls into parts without it.
    pub choke: bool,
    /// Whether it cannot be reached from the largest part of the ground.
    pub cut_off: bool,
    /// How many turns it is from each start zone; nothing where there is no way.
    pub turns: Vec<Option<u32>>,
}

/// Vantage points that are told.
const MOST_VANTAGES: usize = 5;
/// Shares that differ by less are alike.
const ALIKE: f64 = 0.02;

impl Survey {
    /// What the battlefield is like.
    pub fn analysis(&self) -> Analysis {
        let (main, cut_off) = self.parts();
        let shares = self.shares();
        let seeing = self.looks.iter().filter(|(.., seen)| *seen).count();
        let all = self.spots.len() * self.spots.len().saturating_sub(1) / 2;
        let name =
            |spot: u32| self.spots.get(spot as usize).map_or(String::new(), |it| it.name.clone());
        let mut vantages: Vec<(String, f64)> =
            shares.iter().map(|(spot, share)| (name(*spot), *share)).collect();
        vantages.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        vantages.truncate(MOST_VANTAGES);
        let costs = self.costs_from_starts();
        let distances = self.distances(&costs);
        let sides = self.sides(&costs, &shares);
        Analysis {
            mover: self.mover.clone(),
            places: self.spots.len(),
            cut_off: cut_off.into_iter().map(name).collect(),
            seen: share(seeing, self.looks.len()),
            looks: self.looks.len(),
            all_looks: self.looks.len() >= all,
            vantages,
            chokes: self.chokes(&main).into_iter().map(name).collect(),
            unlike: unlike(&sides, &distances),
            distances,
            sides,
            lacking: self.lacking.clone(),
        }
    }

    /// What each place is to a fight.
    pub fn fought(&self) -> Vec<Fought> {
        let (main, _) = self.parts();
        let (shares, chokes) = (self.shares(), self.chokes(&main));
        let costs = self.costs_from_starts();
        let place = |(at, spot): (u32, &Spot)| Fought {
            name: spot.name.clone(),
            at: spot.at,
            sees: shares.get(&at).copied(),
            choke: chokes.contains(&at),
            cut_off: !main.contains(&at),
            turns: costs.iter().map(|costs| costs.get(&at).map(|cost| self.turns(*cost))).collect(),
        };
        (0..).zip(&self.spots).map(place).collect()
    }

    /// The ground as who may walk both ways.
    fn ground(&self) -> UnGraph<u32, ()> {
        let mut graph = UnGraph::default();
        let nodes: Vec<NodeIndex> =
            (0..self.spots.len() as u32).map(|at| graph.add_node(at)).collect();
        let there: BTreeSet<(u32, u32)> =
            self.steps.iter().map(|(from, to, _)| (*from, *to)).collect();
        for (from, to) in &there {
            if from < to && there.contains(&(*to, *from)) {
                graph.add_edge(nodes[*from as usize], nodes[*to as usize], ());
            }
        }
        graph
    }

    /// The largest connected part, and the places outside it.
    fn parts(&self) -> (BTreeSet<u32>, Vec<u32>) {
        let graph = self.ground();
        let mut found: Vec<BTreeSet<u32>> = Vec::new();
        let mut seen = BTreeSet::new();
        for start in graph.node_indices() {
            if !seen.insert(start) {
                continue;
            }
            let (mut part, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(node) = open.pop() {
                part.insert(graph[node]);
                open.extend(graph.neighbors(node).filter(|near| seen.insert(*near)));
            }
            found.push(part);
        }
        found.sort_by_key(|part| std::cmp::Reverse(part.len()));
        let main = found.first().cloned().unwrap_or_default();
        let rest = (0..self.spots.len() as u32).filter(|spot| !main.contains(spot)).collect();
        (main, rest)
    }

    /// Places of the largest part without which it falls into parts of more than one place each.
    fn chokes(&self, main: &BTreeSet<u32>) -> BTreeSet<u32> {
        let graph = self.ground();
        let weighty = |node: &NodeIndex| {
            // What only cuts off a dead end of a single place is no choke point.
            let near: Vec<NodeIndex> = graph.neighbors(*node).collect();
            near.iter().filter(|near| graph.neighbors(**near).count() > 1).count() > 1
        };
        let points = articulation_points(&graph).into_iter().filter(weighty);
        points.map(|node| graph[node]).filter(|spot| main.contains(spot)).collect()
    }

    /// What share of the looks from each place see something.
    fn shares(&self) -> BTreeMap<u32, f64> {
        let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for (one, other, seen) in &self.looks {
            for spot in [one, other] {
                let count = counts.entry(*spot).or_default();
                *count = (count.0 + usize::from(*seen), count.1 + 1);
            }
        }
        counts.into_iter().map(|(spot, (seen, all))| (spot, share(seen, all))).collect()
    }

    /// What it costs to come from some places to every other.
    fn costs(&self, from: &[u32]) -> BTreeMap<u32, u32> {
        let mut graph: Graph<(), u32> = Graph::default();
        let nodes: Vec<NodeIndex> = self.spots.iter().map(|_| graph.add_node(())).collect();
        for (from, to, cost) in &self.steps {
            if let (Some(from), Some(to)) = (nodes.get(*from as usize), nodes.get(*to as usize)) {
                graph.add_edge(*from, *to, *cost);
            }
        }
        let start = graph.add_node(());
        for spot in from {
            if let Some(node) = nodes.get(*spot as usize) {
                graph.add_edge(start, *node, 0);
            }
        }
        let costs = dijkstra(&graph, start, None, |edge| *edge.weight());
        costs
            .into_iter()
            .filter(|(node, _)| *node != start)
            .map(|(node, cost)| (node.index() as u32, cost))
            .collect()
    }

    /// What it costs to come to each place from each start zone.
    fn costs_from_starts(&self) -> Vec<BTreeMap<u32, u32>> {
        self.starts.iter().map(|(_, from)| self.costs(from)).collect()
    }

    /// The turns in which a mover comes so far.
    fn turns(&self, cost: u32) -> u32 {
        cost.div_ceil(self.per_turn.max(1))
    }

    fn distances(&self, costs: &[BTreeMap<u32, u32>]) -> Vec<Distance> {
        let mut distances = Vec::new();
        for ((side, _), costs) in self.starts.iter().zip(costs) {
            let mut tell = |to: &str, cost: Option<u32>| {
                let (from, to) = (side.clone(), to.to_string());
                let turns = cost.map(|cost| self.turns(cost));
                distances.push(Distance { from, to, cost, turns });
            };
            for (other, places) in self.starts.iter().filter(|(other, _)| other != side) {
                let nearest = places.iter().filter_map(|spot| costs.get(spot)).min();
                tell(&format!("start of {other}"), nearest.copied());
            }
            for (goal, spot) in &self.goals {
                tell(goal, costs.get(spot).copied());
            }
        }
        distances
    }

    fn sides(&self, costs: &[BTreeMap<u32, u32>], shares: &BTreeMap<u32, f64>) -> Vec<SideShare> {
        let far = FIRST_TURNS.saturating_mul(self.per_turn.max(1));
        let side = |((side, places), costs): (&(String, Vec<u32>), &BTreeMap<u32, u32>)| {
            let known: Vec<f64> =
                places.iter().filter_map(|spot| shares.get(spot).copied()).collect();
            let to_goal = |(_, spot): &(String, u32)| costs.get(spot).map(|cost| self.turns(*cost));
            let turns: Option<Vec<u32>> = self.goals.iter().map(to_goal).collect();
            SideShare {
                side: side.clone(),
                places: places.len(),
                sees: (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64),
                turns_to_goals: turns
                    .filter(|turns| !turns.is_empty())
                    .map(|turns| turns.iter().sum()),
                reached: costs.values().filter(|cost| **cost <= far).count(),
            }
        };
        self.starts.iter().zip(costs).map(side).collect()
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// In what sides differ, in words.
fn unlike(sides: &[SideShare], distances: &[Distance]) -> Vec<String> {
    let mut unlike = Vec::new();
    let Some((first, others)) = sides.split_first() else { return unlike };
    for other in others {
        let (one, two) = (&first.side, &other.side);
        if first.places != other.places {
            unlike.push(format!(
                "{one} starts on {} places, {two} on {}",
                first.places, other.places
            ));
        }
        if let (Some(a), Some(b)) = (first.sees, other.sees)
            && (a - b).abs() > ALIKE
        {
            unlike.push(format!(
                "{one} sees {:.0} % of the ground from its start, {two} {:.0} %",
                100.0 * a,
                100.0 * b
            ));
        }
        let all = first.reached.max(other.reached) as f64;
        if first.reached.abs_diff(other.reached) as f64 > ALIKE * all {
            unlike.push(format!(
                "{one} comes to {} places in {FIRST_TURNS} turns, {two} to {}",
                first.reached, other.reached
            ));
        }
        if first.turns_to_goals != other.turns_to_goals {
            let told = |turns: Option<u32>| {
                turns.map_or("no way".to_string(), |turns| format!("{turns} turns"))
            };
            unlike.push(format!(
                "{one} has {} to all objectives together, {two} {}",
                told(first.turns_to_goals),
                told(other.turns_to_goals)
            ));
        }
    }
    if distances.iter().any(|it| it.cost.is_none()) {
        unlike.push("some of the ways do not exist".to_string());
    }
    unlike
}
