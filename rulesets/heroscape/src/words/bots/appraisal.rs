//! How good positions look to a seat: what stands, what it threatens and is threatened by, how near it is to a fight.

use super::strikes::{Strikes, value_of_life};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::WaysAsked;
use crate::position::state::{FigureId, Place, State};
use crate::position::step::{DraftStep, Step};
use crate::position::structures;
use crate::position::terms::Goal;
use crate::rules::{flights, hazards};
use crate::tables::catalog::ArmyCard;
use crate::words::bots::aims;
use std::sync::Arc;
use umpire_core::hex::{Reach, SpaceId};
use umpire_core::seat::Seat;

/// What it costs to lose a figure that enemies win by destroying, as far as it is expected.
const LOSS: f64 = 80.0;
/// Points of Move that a figure loses for each wound that a barred door can still take.
const BLOW: u16 = 4;
/// Points of Move that a figure goes out of its way rather than roll a die for a fall, and than fall to its death.
const FALL: u32 = 15;
const PLUNGE: u32 = 45;
/// What a treasure that a figure carries is worth, in points of cards.
const TREASURE: f64 = 8.0;

/// A win, in points.
const WON: f64 = 10_000.0;
/// The farthest anybody is thought to walk.
const FAR: u32 = 80;
/// The share of its expected damage that a strike this turn, and one of a later turn, is worth.
const NOW: f64 = 0.85;
const LATER: f64 = 0.3;
/// The share of what enemies may expect to do to a figure that it fears.
const FEAR: f64 = 0.12;

/// What a seat that decides at a view knows of the battlefield, to value positions by.
pub(crate) struct Appraisal<'g> {
    game: &'g HeroScape,
    seat: Seat,
    /// The round and turn in which is decided.
    decided_in: (u8, u8),
    strikes: Strikes,
    /// Whether cards are being picked: what they are worth, the list of those worth a pick has said.
    drafts: bool,
    /// Where enemies stand at the view. Whoever falls leaves a fight there, not a long way to the next one.
    fronts: Vec<(FigureId, Footprint)>,
    /// For each height that own figures can climb, how far each space is on foot.
    ways: Vec<Ways>,
}

/// How far each space is on foot for those who climb so high.
struct Ways {
    climb: i16,
    /// From an enemy's side.
    to_enemies: Arc<[u16]>,
    /// From the spaces of each goal.
    to_goals: Vec<Arc<[u16]>>,
}

impl<'g> Appraisal<'g> {
    pub(crate) fn of(game: &'g HeroScape, view: &State, seat: Seat) -> Appraisal<'g> {
        let mut ways: Vec<Ways> = Vec::new();
        for (id, figure) in view.all_figures() {
            let climb = game.climb_height(view, id);
            let walks = figure.controller == seat && view.is_living(id);
            if walks && ways.iter().all(|known| known.climb != climb) {
                let to_enemies = ways_of(game, view, id, beside_enemies(game, view, seat, id));
                let goals = game.goals.list.iter().map(|goal| {
                    let spaces = goal.spaces.iter().map(|space| space.0).collect();
                    ways_of(game, view, id, spaces)
                });
                ways.push(Ways { climb, to_enemies, to_goals: goals.collect() });
            }
        }
        let decided_in = (view.round, view.turns);
        let strikes = Strikes::among(view.figures.len());
        let drafts = matches!(view.step(), Some(Step::Draft(DraftStep::Pick { .. })));
        let enemies = view.all_figures().filter(|(_, it)| !view.friends(it.controller, seat));
        let fronts = enemies.filter_map(|(id, _)| Some((id, view.spaces(id)?))).collect();
        Appraisal { game, seat, decided_in, strikes, drafts, fronts, ways }
    }

    /// Own strength and prospects less the enemies'.
    pub(crate) fn value(&self, state: &State) -> f64 {
        if let Some(outcome) = state.ended {
            return WON * outcome.payoff(self.seat);
        }
        if self.drafts {
            return 0.0;
        }
        let mut value = self.plan(state) + aims::goals_stand(self.game, state, self.seat);
        for (at, doorway) in (0u8..).zip(&self.game.ground.doorways) {
            let wounds = state.doors.get(usize::from(at)).map_or(0, |door| door.wounds);
            value += 0.5 * f64::from(wounds.min(doorway.door.life));
        }
        for (id, figure) in state.all_figures() {
            let card = self.game.card(state, id);
            let lives = match figure.place {
                Place::Board(..) | Place::Reserve => card.life.saturating_sub(figure.wounds),
                _ => 0,
            };
            let worth = value_of_life(card) * f64::from(lives);
            if state.friends(figure.controller, self.seat) {
                value += worth;
            } else {
                value -= worth;
            }
            if figure.controller == self.seat && lives > 0 {
                value += self.posture(state, id);
            }
        }
        if let Some(leaving) = &state.leaving
            && state.figure(leaving.figure).controller == self.seat
        {
            let card = self.game.card(state, leaving.figure);
            value -= 0.5 * value_of_life(card) * leaving.enemies.len() as f64;
        }
        value
    }

    /// How well a figure stands: whom it may strike, who may strike it, how far the nearest fight is.
    pub(crate) fn posture(&self, state: &State, figure: FigureId) -> f64 {
        let Some(spaces) = state.spaces(figure) else { return 0.0 };
        let game = self.game;
        let (mut best, mut feared) = (0.0_f64, 0.0);
        let mut nearest = u16::MAX;
        for (other, _) in state.all_figures() {
            if !game.enemies(state, figure, other) {
                continue;
            }
            let Some(range) = game.range(state, figure, other) else { continue };
            nearest = nearest.min(range);
            best = best.max(self.strikes.expected(game, state, figure, other));
            feared += self.strikes.expected(game, state, other, figure);
        }
        let fallen = self.fronts.iter().filter(|(other, _)| state.spaces(*other).is_none());
        let fronts = fallen.filter_map(|(_, stood)| game.range_between(spaces, *stood));
        nearest = fronts.fold(nearest, u16::min);
        let card = game.card(state, figure);
        let lives = card.life.saturating_sub(state.figure(figure).wounds);
        let feared = feared.min(value_of_life(card) * f64::from(lives));
        let share = if self.strikes_now(state, figure) { NOW } else { LATER };
        let mut worth = share * best - FEAR * feared;
        if aims::is_wanted(game, state, figure) {
            worth -= LOSS * feared / (value_of_life(card) * f64::from(lives)).max(1.0);
        }
        if best == 0.0 && nearest < u16::MAX {
            let away = self.away(state, figure, spaces, nearest);
            worth -= away * price_of_way(card);
        }
        let glyph =
            state.glyph_on(spaces.lead).map_or(0.0, |glyph| if glyph.face_up { 1.5 } else { 2.5 });
        let glyph = glyph + TREASURE * state.carried_by(figure).count() as f64;
        worth
            + glyph
            + self.for_goals(state, figure, spaces, 0.0)
            + 0.1 * f64::from(game.ground.level(spaces.lead))
    }

    /// Whether a figure may still attack in the turn in which is decided. In a turn that comes later others have moved: whoever hid their
    /// markers moves before it, though a view passes them over.
    fn strikes_now(&self, state: &State, figure: FigureId) -> bool {
        let turn = &state.turn;
        self.decided_in == (state.round, state.turns)
            && turn.seat == self.seat
            && turn.copy.is_some_and(|copy| self.game.serves(state, copy, figure))
            && !turn.attackers.contains(figure)
            && state.attack.is_none()
    }

    /// Points of Move between a figure that can strike nobody and a fight.
    fn away(&self, state: &State, figure: FigureId, spaces: Footprint, nearest: u16) -> f64 {
        let card = self.game.card(state, figure);
        let over = f64::from(nearest.saturating_sub(card.range));
        if flights::flies(self.game, state, figure) {
            return over.max(1.0);
        }
        let on_foot = self
            .ways(state, figure)
            .and_then(|ways| least(spaces, |space| Some(ways.to_enemies[space.index()])))
            .unwrap_or(FAR as u16);
        if card.range == 1 {
            return f64::from(on_foot) + 1.0;
        }
        // In range and yet not seen: it comes nearer until it sees somebody.
        over.max(1.0) + 0.3 * f64::from(on_foot)
    }

    /// What a figure gains for the goals of its side by so many points of Move.
    fn gained(&self, state: &State, figure: FigureId, spaces: Footprint, way: f64) -> f64 {
        // Whoever must not fall is in no hurry.
        if self.game.goals.list.is_empty() || aims::is_wanted(self.game, state, figure) {
            return 0.0;
        }
        let worth = |nearer| self.for_goals(state, figure, spaces, nearer);
        worth(way) - worth(0.0)
    }

    fn ways(&self, state: &State, figure: FigureId) -> Option<&Ways> {
        let climb = self.game.climb_height(state, figure);
        self.ways.iter().find(|known| known.climb == climb)
    }

    /// How well a figure stands for the goals of its side, were it so many points of Move nearer to them.
    fn for_goals(&self, state: &State, figure: FigureId, spaces: Footprint, nearer: f64) -> f64 {
        let its = state.figure(figure);
        let card = state.copy(its.copy).card;
        let list = &self.game.goals.list;
        if list.is_empty() {
            return 0.0;
        }
        let flies = flights::flies(self.game, state, figure);
        let ways = self.ways(state, figure);
        let worth = |(at, goal): (usize, &Goal)| {
            let away = match ways.filter(|_| !flies) {
                Some(ways) => least(spaces, |space| Some(ways.to_goals[at][space.index()])),
                None => goal
                    .spaces
                    .iter()
                    .filter_map(|to| least(spaces, |from| self.range(from, *to)))
                    .min(),
            };
            let away = away.map(|away| (f64::from(away) - nearer).max(0.0));
            away.map_or(0.0, |away| aims::worth_of_goal(goal.aim, away))
        };
        let own =
            list.iter().enumerate().filter(|(_, it)| aims::concerns(it, its.controller, card));
        own.map(worth).fold(0.0, f64::max)
    }

    /// Hexes between two spaces; none between a space and itself.
    fn range(&self, from: SpaceId, to: SpaceId) -> Option<u16> {
        if from == to { Some(0) } else { self.game.space_range(from, to) }
    }

    /// Order markers where they will be of use: on cards near a fight, on several rather than one,
    /// since a card that is lost loses its turns.
    fn plan(&self, state: &State) -> f64 {
        let mut plan = 0.0;
        for (id, copy) in state.all_copies().filter(|(_, copy)| copy.controller == self.seat) {
            let turns = (copy.markers & 0b111).count_ones();
            if turns == 0 {
                continue;
            }
            let standing = state.all_figures().filter_map(|(figure, _)| {
                let serves = self.game.serves(state, id, figure);
                serves.then(|| state.spaces(figure)).flatten().map(|spaces| (figure, spaces))
            });
            let repeated = [0.0, 1.0, 1.35, 1.5][turns as usize];
            let promise: f64 = standing
                .map(|(figure, spaces)| {
                    let card = self.game.card(state, figure);
                    let strength = f64::from(card.points) / f64::from(card.figures) * 0.2;
                    let enemies = state.all_figures().map(|(other, _)| other);
                    let enemies = enemies.filter(|other| self.game.enemies(state, figure, *other));
                    let strike = |other| self.strikes.expected(self.game, state, figure, other);
                    let best = enemies.map(strike).fold(0.0, f64::max);
                    let way = f64::from(turns) * f64::from(card.moves);
                    repeated * (strength + best) + self.gained(state, figure, spaces, way)
                })
                .sum();
            plan += 0.05 * promise;
        }
        plan
    }
}

/// What a point of Move between a figure and a fight costs.
fn price_of_way(card: &ArmyCard) -> f64 {
    0.4 + f64::from(card.points) / f64::from(card.figures) / 100.0
}

/// The least of what the spaces of a figure come to.
fn least(spaces: Footprint, of: impl Fn(SpaceId) -> Option<u16>) -> Option<u16> {
    spaces.spaces().filter_map(of).min()
}

/// The spaces from which a figure would strike an enemy beside it.
fn beside_enemies(game: &HeroScape, view: &State, seat: Seat, walker: FigureId) -> Vec<u32> {
    let board = &game.ground.board;
    let card = game.card(view, walker);
    let mut goals: Vec<u32> = Vec::new();
    for (other, figure) in view.all_figures() {
        if view.friends(figure.controller, seat) {
            continue;
        }
        let heights = (game.card(view, other).height, card.height);
        for space in view.spaces(other).into_iter().flat_map(Footprint::spaces) {
            let beside = board.neighbours(space).map(|(_, beside)| beside);
            let struck = beside.filter(|beside| game.spaces_adjacent(space, *beside, heights));
            goals.extend(struck.map(|beside| beside.0));
        }
    }
    goals
}

/// How many points of Move each space is from one of these for a figure, were nobody in the way.
fn ways_of(game: &HeroScape, view: &State, walker: FigureId, goals: Vec<u32>) -> Arc<[u16]> {
    let (height, climb) = (game.card(view, walker).height, game.climb_height(view, walker));
    let asked = WaysAsked {
        height,
        climb,
        goals: goals.into(),
        doors: shut_spaces(game, view).into(),
        laid: view.laid_tiles.as_slice().into(),
    };
    game.known.ways.answer(asked.clone(), || ways_to(game, &asked))
}

/// The spaces in which a shut door stands, and what getting past it costs: a barred one has to be battered down first.
fn shut_spaces(game: &HeroScape, view: &State) -> Vec<(SpaceId, u16)> {
    let mut shut = Vec::new();
    for ((at, doorway), its) in (0u8..).zip(&game.ground.doorways).zip(&view.doors) {
        if structures::is_shut(game, view, at) {
            let left = u16::from(doorway.door.life.saturating_sub(its.wounds));
            let cost = if its.barred { BLOW * left } else { 1 };
            shut.extend(doorway.spaces.iter().map(|space| (*space, cost)));
        }
    }
    shut
}

/// The same, worked out: searched backwards, from one more node that leads to each of them.
fn ways_to(game: &HeroScape, asked: &WaysAsked) -> Arc<[u16]> {
    let spaces = game.ground.board.spaces();
    let root = spaces as u32;
    let mut reach = Reach::new();
    reach.search(spaces + 1, root, FAR, |node, _, steps| {
        if node == root {
            asked.goals.iter().for_each(|goal| steps.to(*goal, 0));
            return;
        }
        let to = SpaceId(node);
        if game.ground.room(to).is_some_and(|room| room < asked.height) {
            return;
        }
        let door = asked.doors.iter().find(|(space, _)| *space == to);
        let held_up = door.map_or(0, |(_, cost)| u32::from(*cost));
        for from in game.ground.ways(to) {
            if !game.ground.may_enter_rung(from, to) {
                continue;
            }
            let Some(passage) = game.ground.passage(from, to) else { continue };
            if !passage.walled && passage.rise < asked.climb {
                let points = game.ground.points_of(&asked.laid, passage).max(1) as u32;
                let soft = game.ground.tile_at(&asked.laid, to).fall_safe;
                let fall = hazards::fall_over(game, passage.drop - asked.climb).filter(|_| !soft);
                let hurt = fall.map_or(0, |fall| match fall.d20_survive {
                    Some(_) => PLUNGE,
                    None => u32::from(fall.dice) * FALL,
                });
                steps.to(from.0, points + held_up + hurt);
            }
        }
    });
    (0..root).map(|node| reach.cost_to(node).unwrap_or(FAR).min(FAR) as u16).collect()
}
