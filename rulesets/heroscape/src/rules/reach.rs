//! Where a figure can go: the walking graph searched with the rules' own steps, for cheap ways and safe ones.

use crate::position::action::Path;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::rules::walker::Walker;
use crate::rules::{engagement, flights, hazards, held, roaming};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Ruling, Silent};

/// A place a figure may end its move at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Space of its leading end.
    pub lead: SpaceId,
    /// Space of its other end.
    pub trail: Option<SpaceId>,
    /// Points spent on the way.
    pub cost: i16,
    /// What may befall it on the way.
    pub risk: Risk,
    /// Whether the other end leads from the start.
    pub turned: bool,
    /// The way; empty for a flight.
    pub path: Path,
    /// Whether it is a flight.
    pub flight: bool,
}

/// What may befall a figure on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Risk {
    /// Dice that enemies may roll against it as it leaves them.
    pub leaves: u8,
    /// Falls.
    pub falls: u8,
    /// Dice of falls that wound.
    pub fall_dice: u8,
    /// Rolls, for falls and ground, that may destroy it outright.
    pub deadly: u8,
    /// Those of them that are for the ground.
    pub ground: u8,
}

impl Risk {
    /// Smaller is safer: rolls that destroy weigh more than any number of dice that wound.
    pub fn weight(self) -> u16 {
        u16::from(self.deadly) * 1000 + u16::from(self.leaves) + u16::from(self.fall_dice)
    }

    fn and(self, other: Risk) -> Risk {
        Risk {
            leaves: self.leaves.saturating_add(other.leaves),
            falls: self.falls.saturating_add(other.falls),
            fall_dice: self.fall_dice.saturating_add(other.fall_dice),
            deadly: self.deadly.saturating_add(other.deadly).min(50),
            ground: self.ground.saturating_add(other.ground),
        }
    }

    /// The risk in words; nothing where there is none.
    pub fn says(self) -> String {
        let leaves = (self.leaves > 0).then(|| format!("leaves {} engaged", self.leaves));
        let falls = match self.falls {
            0 => None,
            1 => Some("falls".to_string()),
            many => Some(format!("falls {many} times")),
        };
        let ground = (self.ground > 0).then(|| "deadly ground".to_string());
        leaves.into_iter().chain(falls).chain(ground).collect::<Vec<_>>().join(", ")
    }
}

type Node = (SpaceId, Option<SpaceId>, i16);

/// One way the search has found: points spent, risk, the walker there, and the way it goes on from.
struct Way {
    cost: i16,
    risk: Risk,
    walker: Walker,
    turned: bool,
    from: Option<usize>,
}

/// Ways that are cheaper or safer than every other to the same place.
#[derive(Default)]
struct Ways {
    all: Vec<Way>,
    best: FxHashMap<Node, SmallVec<[usize; 2]>>,
}

impl Ways {
    /// Keeps a way if no other is as cheap and as safe; says its number.
    fn keep(&mut self, way: Way) -> Option<usize> {
        let (cost, weight) = (way.cost, way.risk.weight());
        let node = (way.walker.lead, way.walker.trail, way.walker.road);
        let known = self.best.entry(node).or_default();
        let all = &self.all;
        let no_worse = |at: &usize| all[*at].cost <= cost && all[*at].risk.weight() <= weight;
        if known.iter().any(no_worse) {
            return None;
        }
        known.retain(|at| all[*at].cost < cost || all[*at].risk.weight() < weight);
        known.push(all.len());
        self.all.push(way);
        Some(self.all.len() - 1)
    }

    /// Whether no better way has taken its place.
    fn stands(&self, at: usize) -> bool {
        let walker = &self.all[at].walker;
        let best = self.best.get(&(walker.lead, walker.trail, walker.road));
        best.is_some_and(|best| best.contains(&at))
    }

    fn path_to(&self, at: usize) -> Option<Path> {
        let mut path = Path::new();
        let mut at = at;
        while let Some(from) = self.all[at].from {
            path.try_push(self.all[at].walker.lead).ok()?;
            at = from;
        }
        path.reverse();
        Some(path)
    }
}

impl Destination {
    /// The spaces there.
    pub fn stands(&self) -> Footprint {
        Footprint::ends(self.lead, self.trail)
    }
}

/// Every place a figure may walk to and end its move, with the cheapest way there; of equally cheap
/// ones the safest.
pub fn walks(game: &HeroScape, state: &State, figure: FigureId) -> Vec<Destination> {
    let mut found = ways(game, state, figure);
    found.dedup_by_key(|d| (d.lead, d.trail));
    found
}

/// The same with every way that is safer than all cheaper ones, the cheapest to each place first.
pub fn ways(game: &HeroScape, state: &State, figure: FigureId) -> Vec<Destination> {
    // Who leaps does not walk (HS-4.5.4).
    let roam = roaming::roam(game, state);
    if roam.is_some_and(|roam| roam.leap.is_some()) {
        return Vec::new();
    }
    let ways = search(game, state, figure);
    let mut found: Vec<Destination> = Vec::new();
    for (at, way) in ways.all.iter().enumerate().filter(|(at, _)| ways.stands(*at)) {
        let ends = way.from.is_some()
            && way.walker.may_end(game, state, &mut Silent).is_ok()
            && roaming::may_roam_to(game, state, roam, figure, way.walker.stands());
        if let (true, Some(path)) = (ends, ways.path_to(at)) {
            let (lead, trail) = (way.walker.lead, way.walker.trail);
            let risk = way.risk.and(risk_of_ending(game, state, &way.walker));
            let (cost, turned) = (way.cost, way.turned);
            found.push(Destination { lead, trail, cost, risk, turned, path, flight: false });
        }
    }
    found.sort_by(|a, b| {
        let key =
            |d: &Destination| (d.lead, d.trail, d.cost, d.risk.weight(), d.turned, d.path.len());
        key(a).cmp(&key(b)).then_with(|| a.path.cmp(&b.path))
    });
    let mut least: Option<(SpaceId, Option<SpaceId>, u16)> = None;
    found.retain(|d| {
        let weight = d.risk.weight();
        let safer = least.is_none_or(|(lead, trail, known)| {
            (lead, trail) != (d.lead, d.trail) || weight < known
        });
        if safer {
            least = Some((d.lead, d.trail, weight));
        }
        safer
    });
    found
}

/// Walkers before their first step: either end of a figure on two spaces may lead.
fn starts(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
) -> impl Iterator<Item = (bool, Walker)> {
    let double = state.spaces(figure).is_some_and(|its| its.trail().is_some());
    let turns = [false, true].into_iter().filter(move |turned| !turned || double);
    turns.map(move |turned| (turned, Walker::of(game, state, figure, turned)))
}

fn search(game: &HeroScape, state: &State, figure: FigureId) -> Ways {
    let near = spaces_near_enemies(game, state, figure);
    let holds = held::any_holds(game, state);
    let mut ways = Ways::default();
    let mut open = BinaryHeap::new();
    let starts = self::starts(game, state, figure).filter_map(|(turned, walker)| {
        ways.keep(Way { cost: 0, risk: Risk::default(), walker, turned, from: None })
    });
    let starts: SmallVec<[usize; 2]> = starts.collect();
    let entry = |ways: &Ways, at: usize| {
        let way = &ways.all[at];
        let (weight, walker) = (way.risk.weight(), &way.walker);
        (Reverse((way.cost, weight)), (walker.lead, walker.trail, walker.road), Reverse(at))
    };
    open.extend(starts.iter().map(|at| entry(&ways, *at)));
    while let Some((.., Reverse(at))) = open.pop() {
        let Way { cost, risk, walker, turned, .. } = ways.all[at];
        let held = || holds && held::holds_at(game, state, figure, walker.stands(), true).is_some();
        let stopped = !starts.contains(&at) && (walker.stop(game, state).is_some() || held());
        if stopped || !ways.stands(at) {
            continue;
        }
        for passage in game.ground.passages(walker.lead) {
            let Ok(next) = walker.check(game, state, passage.to, &mut Silent) else { continue };
            let risk = risk.and(risk_of_step(game, state, &walker, &next, passage.drop, &near));
            let cost = cost + walker.points - next.points;
            let way = Way { cost, risk, walker: next, turned, from: Some(at) };
            if let Some(kept) = ways.keep(way) {
                open.push(entry(&ways, kept));
            }
        }
    }
    ways
}

/// Spaces on which a figure may be engaged: those beside an enemy, whatever the heights.
fn spaces_near_enemies(game: &HeroScape, state: &State, figure: FigureId) -> Vec<bool> {
    let mut near = vec![false; game.ground.board.spaces()];
    if engagement::leaves_freely(game, state, figure, false).is_some() {
        return near;
    }
    for (other, _) in state.all_figures().filter(|(id, _)| game.enemies(state, figure, *id)) {
        for space in state.spaces(other).into_iter().flat_map(Footprint::spaces) {
            for (_, beside) in game.ground.board.neighbours(space) {
                near[beside.index()] = true;
            }
        }
    }
    near
}

/// What may befall a walker on its next step.
fn risk_of_step(
    game: &HeroScape,
    state: &State,
    walker: &Walker,
    next: &Walker,
    drop: i16,
    near: &[bool],
) -> Risk {
    let mut risk = Risk::default();
    let (from, to) = (walker.stands(), next.stands());
    if from.spaces().any(|space| near[space.index()]) {
        let left = engagement::left_by(game, state, walker.figure, from, to, false);
        risk.leaves = left.len() as u8;
    }
    if let Some(fall) = hazards::fall_to(game, state, walker.figure, next.lead, drop) {
        (risk.falls, risk.fall_dice) = (1, fall.dice);
        risk.deadly = u8::from(fall.d20_survive.is_some());
    }
    if hazards::enters_deadly_ground(game, state, next) {
        (risk.deadly, risk.ground) = (risk.deadly + 1, 1);
    }
    risk
}

/// What may befall a figure on two spaces that ends its move half on deadly ground.
fn risk_of_ending(game: &HeroScape, state: &State, walker: &Walker) -> Risk {
    let deadly = hazards::ends_on_deadly_ground(game, state, walker);
    Risk { deadly: deadly.into(), ground: deadly.into(), ..Risk::default() }
}

/// Every place a figure may fly to and end its move.
pub fn flights(game: &HeroScape, state: &State, figure: FigureId) -> Vec<Destination> {
    let mut found = Vec::new();
    if !flights::flies(game, state, figure) {
        return found;
    }
    let walker = Walker::of(game, state, figure, false);
    let from = walker.stands();
    let free = engagement::leaves_freely(game, state, figure, true).is_some();
    let left = engagement::left_by(game, state, figure, from, from, true);
    let leaves = if free { 0 } else { left.len() as u8 };
    let roam = roaming::roam(game, state);
    flights::flights(game, state, figure, i16::MAX, |lead, trail, cost| {
        let stands = Footprint::ends(lead, trail);
        if !flights::may_leap(game, state, figure, lead)
            || !roaming::may_roam_to(game, state, roam, figure, stands)
        {
            return;
        }
        let deadly = hazards::deadly_to(game, state, figure, stands).is_some().into();
        let risk = Risk { leaves, deadly, ground: deadly, ..Risk::default() };
        let path = Path::new();
        found.push(Destination { lead, trail, cost, risk, turned: false, path, flight: true });
    });
    found
}

/// The cheapest way on foot to a space, or the safest; to both spaces where two are named.
pub(crate) fn way_to(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
    safely: bool,
) -> Option<(bool, Path)> {
    state.spaces(figure)?;
    let ways = self::ways(game, state, figure).into_iter();
    ways.filter(|d| d.lead == to && (trail.is_none() || d.trail == trail))
        .min_by_key(|d| {
            let (cost, weight) = (i32::from(d.cost), i32::from(d.risk.weight()));
            if safely { (weight, cost) } else { (cost, weight) }
        })
        .map(|d| (d.turned, d.path))
}

/// The way to a space that breaks the fewest rules, then the cheapest, whatever points the figure
/// has; its points where it is longer than any move. For a ruling that says what stands in the way.
pub(crate) fn way_against_rules(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
) -> Option<Result<(bool, Path), i16>> {
    state.spaces(figure)?;
    let mut ways = Ways::default();
    let mut open = BinaryHeap::new();
    // Broken rules stand in the place of risk: they come first, and points second.
    let broken = |count: usize| Risk { deadly: count.min(50) as u8, ..Risk::default() };
    for (turned, walker) in starts(game, state, figure) {
        let way = Way { cost: 0, risk: Risk::default(), walker, turned, from: None };
        open.extend(ways.keep(way).map(|at| Reverse((0u16, 0i16, at))));
    }
    let mut found: Option<(bool, u16, i16, usize)> = None;
    while let Some(Reverse((weight, cost, at))) = open.pop() {
        let Way { risk, walker, turned, from, .. } = ways.all[at];
        if from.is_some() && walker.lead == to && (trail.is_none() || walker.trail == trail) {
            let ends = walker.may_end(game, state, &mut Silent).is_err();
            let here = (ends, weight, cost, at);
            found = Some(found.map_or(here, |known| known.min(here)));
            if !ends {
                // What comes later breaks as many rules and costs as much at least.
                break;
            }
        }
        if !ways.stands(at) {
            continue;
        }
        let stopped = usize::from(from.is_some() && walker.stop(game, state).is_some());
        for passage in game.ground.passages(walker.lead) {
            let step = game.ground.points_of(&state.laid_tiles, passage);
            let Some((walker, broke)) = step_against_rules(game, state, &walker, passage.to) else {
                continue;
            };
            let risk = risk.and(broken(broke + stopped));
            let cost = cost.saturating_add(step);
            let way = Way { cost, risk, walker, turned, from: Some(at) };
            if let Some(kept) = ways.keep(way) {
                open.push(Reverse((risk.weight(), cost, kept)));
            }
        }
    }
    let (.., cost, at) = found?;
    Some(ways.path_to(at).map(|path| (ways.all[at].turned, path)).ok_or(cost))
}

/// One step whatever rules it breaks, and how many those are.
fn step_against_rules(
    game: &HeroScape,
    state: &State,
    walker: &Walker,
    to: SpaceId,
) -> Option<(Walker, usize)> {
    if let Ok(next) = walker.check_ground(game, state, to, &mut Silent) {
        return Some((next, 0));
    }
    let mut why = Ruling::default();
    let next = walker.check_ground(game, state, to, &mut why).ok()?;
    Some((next, why.broken.len()))
}
