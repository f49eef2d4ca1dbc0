//! What a bot weighs: how good a view looks, and which actions are worth a look.

use crate::action::Action;
use crate::catalog::ArmyCard;
use crate::game::{HeroScape, both};
use crate::sight::Part;
use crate::state::{FigureId, Place, State};
use crate::steps::movement::{self, Walker};
use crate::steps::{Step, turn};
use umpire_core::game::Game;
use umpire_core::hex::{Reach, SpaceId};
use umpire_core::seat::Seat;

/// Points of a card that one life of one of its figures stands for.
fn value_of_life(card: &ArmyCard) -> f64 {
    f64::from(card.points) / f64::from(card.figures) / f64::from(card.life)
}

impl HeroScape {
    /// Own strength less the enemies', and how near to a fight the own figures stand.
    pub(crate) fn score_view(&self, state: &State, seat: Seat) -> f64 {
        if let Some(outcome) = state.ended {
            return match outcome.winners {
                winners if winners.is_empty() => 0.0,
                winners if winners.contains(seat) => 10_000.0,
                _ => -10_000.0,
            };
        }
        let mut score = 0.0;
        for (id, figure) in state.all_figures() {
            let card = self.card(state, id);
            let lives = match figure.place {
                Place::Board(..) | Place::Reserve => card.life.saturating_sub(figure.wounds),
                _ => 0,
            };
            let worth = value_of_life(card) * f64::from(lives);
            if state.friends(figure.controller, seat) {
                score += worth;
            } else {
                score -= worth;
            }
            if figure.controller == seat && lives > 0 {
                score += self.posture(state, id);
            }
        }
        if let Some(leaving) = &state.leaving
            && state.figure(leaving.figure).controller == seat
        {
            let card = self.card(state, leaving.figure);
            score -= 0.5 * value_of_life(card) * leaving.enemies.len() as f64;
        }
        if state.turn.copy.is_some() && state.turn.seat == seat {
            // A turn that goes on may still bring something; wandering about does not.
            score += if state.turn.attacking { 0.02 } else { 0.01 };
        }
        score + self.plan(state, seat)
    }

    /// How well a figure stands: near enough to strike, high, on a glyph.
    fn posture(&self, state: &State, figure: FigureId) -> f64 {
        let Some((lead, _)) = state.spaces(figure) else { return 0.0 };
        let card = self.card(state, figure);
        let reach = card.range;
        let mut nearest: Option<u16> = None;
        let mut strikes = false;
        for (other, _) in state.all_figures() {
            let Some(range) = self.range(state, figure, other) else { continue };
            if !self.enemies(state, figure, other) {
                continue;
            }
            nearest = Some(nearest.map_or(range, |known| known.min(range)));
            strikes = strikes
                || (range <= reach
                    && (self.adjacent(state, figure, other)
                        || (reach > 1 && self.sees(state, figure, other, Part::HitZone))));
        }
        // An enemy in range that is not seen, or a neighbour too high to strike, is still to reach.
        let hidden = if strikes { 0 } else { 1 };
        let mut away = nearest.map_or(0, |range| range.saturating_sub(reach).max(hidden));
        if away > 0 && reach == 1 && !movement::flies(self, state, figure) {
            away = self.walk_to_fight(state, figure);
        }
        let away = f64::from(away);
        let share = f64::from(card.points) / f64::from(card.figures);
        let height = f64::from(self.ground.level(lead)) * 0.2;
        let glyph = if state.glyph_on(lead).is_some() { 2.0 } else { 0.0 };
        let in_reach = if away == 0.0 { 3.0 } else { 0.0 };
        in_reach + height + glyph - away * (0.5 + share / 100.0)
    }

    /// Points a figure would walk, were nobody in its way, to stand adjacent to an enemy.
    fn walk_to_fight(&self, state: &State, figure: FigureId) -> u16 {
        const FAR: u32 = 60;
        let board = &self.ground.board;
        let card = self.card(state, figure);
        let start = Walker::of(self, state, figure, false);
        let mut reach = Reach::new();
        reach.search(board.spaces(), u32::from(start.lead.0), FAR, |node, _, steps| {
            let walker = Walker { lead: SpaceId(node as u16), ..start };
            for (_, to) in board.neighbours(walker.lead) {
                let cost = walker.cost(self, to);
                let fits = self.ground.room(to).is_none_or(|room| room >= card.height);
                if !cost.walled && fits && cost.rise < card.climb_height() {
                    steps.to(u32::from(to.0), cost.points.max(0) as u32);
                }
            }
        });
        let mut nearest = FAR;
        for (other, _) in state.all_figures().filter(|(id, _)| self.enemies(state, figure, *id)) {
            let heights = (self.card(state, other).height, card.height);
            for space in state.spaces(other).into_iter().flat_map(both) {
                for (_, beside) in board.neighbours(space) {
                    if self.spaces_adjacent(space, beside, heights) {
                        let cost = reach.cost_to(u32::from(beside.0)).unwrap_or(FAR);
                        nearest = nearest.min(cost);
                    }
                }
            }
        }
        (nearest + 1) as u16
    }

    /// Order markers on strong cards that are near the enemy.
    fn plan(&self, state: &State, seat: Seat) -> f64 {
        let mut plan = 0.0;
        for (id, copy) in state.all_copies().filter(|(_, copy)| copy.controller == seat) {
            let turns = (copy.markers & 0b111).count_ones();
            if turns == 0 {
                continue;
            }
            let card = self.card_of(state, id);
            let standing = state.all_figures().filter(|(figure, _)| {
                self.serves(state, id, *figure) && state.spaces(*figure).is_some()
            });
            let strength: f64 = standing
                .map(|(figure, _)| {
                    let near = 4.0 + self.posture(state, figure).clamp(-4.0, 4.0);
                    near * f64::from(card.attack)
                })
                .sum();
            // The second and third turn with one card are worth a little less than with another.
            let turns = f64::from(turns);
            plan += 0.01 * strength * (turns - 0.1 * turns * turns);
        }
        plan
    }

    /// Actions a player who looks ahead weighs: destinations and not single steps, and attacks
    /// already while moving.
    pub(crate) fn worth_weighing(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let (Some(Step::Turn), Some(copy)) = (state.step(), state.turn.copy) else {
            self.legal(state, seat, into);
            return;
        };
        if state.turn.attacking {
            self.legal(state, seat, into);
            return;
        }
        for figure in turn::servants(self, state, copy) {
            if !turn::may_move(self, state, figure) {
                continue;
            }
            // Where the other end of a figure on two spaces comes to lie is not worth a look.
            let mut walks = self.walks(state, figure);
            walks.dedup_by_key(|way| way.lead);
            for way in walks {
                let (turned, path) = (way.turned, way.path);
                into.push(Action::Move { figure, turned, path });
            }
            let mut flights = self.flights(state, figure);
            flights.dedup_by_key(|way| way.lead);
            let flights = flights.into_iter();
            into.extend(flights.map(|way| Action::Fly { figure, to: way.lead, trail: way.trail }));
        }
        into.push(Action::FinishMoving);
        into.push(Action::EndTurn);
    }
}
