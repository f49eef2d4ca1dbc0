//! Odds where play leads back to positions it came from: every way round solved as a linear equation.

use super::enumerate::{At, Next, NoOdds, Open, Run};
use super::{Share, Table};
use crate::game::{Game, Observe};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::rc::Rc;

/// How many inputs deep positions are followed: what is left then has next to no share.
const DEEPEST: usize = 400;

/// A position by its number, and where it leads with what share of it.
struct Node {
    leads: Leads,
    /// How often a way of play comes to it.
    comes: Share,
}

/// Where a position leads.
enum Leads {
    /// Nowhere: this is an end.
    Nowhere,
    /// It was too deep to be followed.
    Astray,
    /// On.
    To(Vec<(usize, Share)>),
}

/// The positions that follow from others, each once.
struct Found<G: Game, O> {
    numbers: Table<Rc<At<G, O>>, usize>,
    all: Vec<Rc<At<G, O>>>,
    shares: Vec<Share>,
}

impl<G: Game, O: Clone + Hash + Eq> Found<G, O> {
    fn number(&mut self, at: At<G, O>, share: &Share) -> usize {
        let at = Rc::new(at);
        let number = *self.numbers.entry(at.clone()).or_insert(self.all.len());
        if number == self.all.len() {
            self.all.push(at);
            self.shares.push(Share::default());
        }
        self.shares[number].add(share);
        number
    }
}

/// Plays on from positions with their shares until nothing is open: calls `end` for each end with its
/// share, and returns the share that was not followed.
pub(super) fn play_on<G: Game, O: Observe<G::Event> + Clone + Hash + Eq>(
    run: &mut Run<'_, G, O>,
    open: Open<G, O>,
    end: &mut dyn FnMut(&At<G, O>, &Share),
) -> Result<Share, NoOdds> {
    let mut found = Found { numbers: Table::default(), all: Vec::new(), shares: Vec::new() };
    for (at, share) in open {
        found.number(*at, &share);
    }
    let mut nodes: Vec<Leads> = Vec::new();
    let (mut deep, mut level) = (0, found.all.len());
    while nodes.len() < found.all.len() {
        if nodes.len() == level {
            (deep, level) = (deep + 1, found.all.len());
        }
        let leads =
            if deep > DEEPEST { Leads::Astray } else { explored(run, &mut found, nodes.len())? };
        nodes.push(leads);
    }
    let Found { all, shares, .. } = found;
    let nodes = nodes.into_iter().zip(shares);
    let mut nodes: Vec<Node> = nodes.map(|(leads, comes)| Node { leads, comes }).collect();
    for ring in rings(&nodes) {
        settle(run, &mut nodes, &ring)?;
    }
    let mut astray = Share::default();
    for (node, at) in nodes.iter().zip(&all) {
        match node.leads {
            Leads::Nowhere => end(at, &node.comes),
            Leads::Astray => astray.add(&node.comes),
            Leads::To(_) => {}
        }
    }
    Ok(astray)
}

/// Where the position with that number leads.
fn explored<G: Game, O: Observe<G::Event> + Clone + Hash + Eq>(
    run: &mut Run<'_, G, O>,
    found: &mut Found<G, O>,
    number: usize,
) -> Result<Leads, NoOdds> {
    let at = found.all[number].clone();
    let mut weights: BTreeMap<usize, BigUint> = BTreeMap::new();
    let nothing = Share::default();
    let whole = match run.next(&at)? {
        Next::End => return Ok(Leads::Nowhere),
        Next::One(after) => {
            weights.insert(found.number(after, &nothing), BigUint::from(1u8));
            BigUint::from(1u8)
        }
        Next::Rolled { whole, closed, led } => {
            for (after, class) in led {
                let weight = weights.entry(found.number(after, &nothing)).or_default();
                *weight += &closed.classes[class].rolls;
            }
            whole
        }
        Next::Apart(led) => {
            let mut shares: BTreeMap<usize, Share> = BTreeMap::new();
            for (after, share) in led {
                shares.entry(found.number(after, &nothing)).or_default().add(&share);
            }
            return Ok(Leads::To(shares.into_iter().map(|(to, it)| (to, it.reduced())).collect()));
        }
    };
    let share = |(to, weight)| (to, Share::of(weight, whole.clone()).reduced());
    Ok(Leads::To(weights.into_iter().map(share).collect()))
}

/// The positions in groups, in an order in which play goes on: those of a group lead to one another
/// round and round (Tarjan's components, turned about).
fn rings(nodes: &[Node]) -> Vec<Vec<usize>> {
    const NEVER: usize = usize::MAX;
    let to = |node: usize| match &nodes[node].leads {
        Leads::To(to) => &to[..],
        _ => &[],
    };
    let (mut met, mut low) = (vec![NEVER; nodes.len()], vec![NEVER; nodes.len()]);
    let mut done = vec![false; nodes.len()];
    let (mut rings, mut held, mut count) = (Vec::new(), Vec::new(), 0);
    for first in 0..nodes.len() {
        if met[first] != NEVER {
            continue;
        }
        let mut way = vec![(first, 0)];
        while let Some((node, at)) = way.last_mut() {
            let node = *node;
            if *at == 0 {
                (met[node], low[node]) = (count, count);
                count += 1;
                held.push(node);
            }
            if let Some((next, _)) = to(node).get(*at) {
                *at += 1;
                match met[*next] {
                    NEVER => way.push((*next, 0)),
                    seen if !done[*next] => low[node] = low[node].min(seen),
                    _ => {}
                }
                continue;
            }
            way.pop();
            if let Some((before, _)) = way.last() {
                low[*before] = low[*before].min(low[node]);
            }
            if low[node] == met[node] {
                let start = held.iter().rposition(|other| *other == node).unwrap_or(0);
                let ring = held.split_off(start);
                ring.iter().for_each(|node| done[*node] = true);
                rings.push(ring);
            }
        }
    }
    rings.reverse();
    rings
}

/// Hands on what comes to positions that lead to one another: one after another is taken out, and
/// those that led to it lead where it led. That takes the cube of their number: each pair counts as a position, so that no ring
/// keeps whoever asks longer than the positions of a question may.
fn settle<G: Game, O: Observe<G::Event> + Clone + Hash + Eq>(
    run: &mut Run<'_, G, O>,
    nodes: &mut [Node],
    ring: &[usize],
) -> Result<(), NoOdds> {
    for (left, node) in (1..).zip(ring) {
        let Leads::To(to) = &nodes[*node].leads else { continue };
        let mut to: Vec<(usize, Share)> = to.clone();
        if let Some(own) = to.iter().position(|(next, _)| next == node) {
            let (_, returns) = to.swap_remove(own);
            for (_, share) in &mut to {
                *share = share.without_returns(&returns).ok_or(NoOdds::Endless)?.reduced();
            }
            if to.is_empty() {
                return Err(NoOdds::Endless);
            }
        }
        let comes = std::mem::take(&mut nodes[*node].comes);
        if !comes.is_nothing() {
            for (next, share) in &to {
                nodes[*next].comes.add(&comes.times(share));
            }
        }
        for before in &ring[left..] {
            run.count(0)?;
            if let Leads::To(ways) = &mut nodes[*before].leads
                && let Some(own) = ways.iter().position(|(next, _)| next == node)
            {
                let (_, through) = ways.swap_remove(own);
                for (next, share) in &to {
                    let more = through.times(share);
                    match ways.iter_mut().find(|(known, _)| known == next) {
                        Some((_, known)) => {
                            known.add(&more);
                            *known = known.reduced();
                        }
                        None => ways.push((*next, more.reduced())),
                    }
                }
            }
        }
    }
    Ok(())
}
