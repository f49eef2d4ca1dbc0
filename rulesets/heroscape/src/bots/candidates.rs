//! The actions a player who looks ahead weighs: a few destinations of each figure, and attacks on enemies.

use super::Appraisal;
use crate::action::Action;
use crate::game::HeroScape;
use crate::state::{FigureId, State};
use crate::steps::{Step, attack, round, turn};
use umpire_core::game::{Game, Listing};
use umpire_core::hex::SpaceId;
use umpire_core::seat::Seat;

/// Destinations of one figure that are weighed with all they bring.
const MOST: usize = 4;

impl HeroScape {
    /// Destinations and not single steps while figures move, everything legal at other times, but no
    /// attack that can harm nobody but friends.
    pub(crate) fn worth_weighing(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let (Some(Step::Turn), Some(copy)) = (state.step(), state.turn.copy) else {
            self.legal(state, seat, into);
            return;
        };
        if state.turn.attacking {
            self.legal(state, seat, into);
            into.retain(|action| self.strikes_enemies(state, action));
            return;
        }
        let appraisal = Appraisal::of(self, state, seat);
        let mut tried = state.clone();
        for figure in turn::servants(self, state, copy) {
            if turn::may_move(self, state, figure) {
                self.destinations(state, &mut tried, figure, &appraisal, into);
            }
        }
        into.push(Action::FinishMoving);
    }

    /// What a hand on a board may pick: in a turn whole moves to everywhere, and attacks before the moving is said to be
    /// over, too; some of these may not be legal. At other times what is listed.
    pub(crate) fn to_pick(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        if let Some(Step::Markers(_)) = state.step() {
            return round::markers_to_pick(self, state, seat, into);
        }
        let listing = self.legal(state, seat, into);
        let (Some(Step::Turn), Some(copy)) = (state.step(), state.turn.copy) else {
            return listing;
        };
        // Who wants to attack a friend may type it.
        if !state.turn.attacking {
            into.retain(|action| !matches!(action, Action::Move { .. } | Action::Fly { .. }));
            attack::legal(self, state, copy, into);
            for figure in turn::servants(self, state, copy) {
                if turn::may_move(self, state, figure) {
                    let walks = self.walks(state, figure).into_iter();
                    into.extend(walks.map(|way| Action::Move {
                        figure,
                        turned: way.turned,
                        path: way.path,
                    }));
                    let flights = self.flights(state, figure).into_iter();
                    into.extend(flights.map(|way| Action::Fly {
                        figure,
                        to: way.lead,
                        trail: way.trail,
                    }));
                }
            }
        }
        into.retain(|action| self.strikes_enemies(state, action));
        Listing::Candidates
    }

    /// The moves of one figure to where it would stand best, if it would stand better than now.
    fn destinations(
        &self,
        state: &State,
        tried: &mut State,
        figure: FigureId,
        appraisal: &Appraisal,
        into: &mut Vec<Action>,
    ) {
        let Some((lead, trail)) = state.spaces(figure) else { return };
        let now = appraisal.posture(state, figure);
        let mut better: Vec<(f64, Action)> = Vec::new();
        let mut consider = |to: (SpaceId, Option<SpaceId>), action: Action| {
            tried.put(figure, to.0, to.1);
            let posture = appraisal.posture(tried, figure);
            if posture > now + 0.01 {
                better.push((posture, action));
            }
        };
        for way in self.walks(state, figure) {
            let (turned, path) = (way.turned, way.path);
            consider((way.lead, way.trail), Action::Move { figure, turned, path });
        }
        for way in self.flights(state, figure) {
            let (to, trail) = (way.lead, way.trail);
            consider((to, trail), Action::Fly { figure, to, trail });
        }
        tried.put(figure, lead, trail);
        better.sort_by(|a, b| b.0.total_cmp(&a.0));
        into.extend(better.into_iter().take(MOST).map(|(_, action)| action));
    }

    /// Whether an action is no attack, or one that may harm an enemy.
    fn strikes_enemies(&self, state: &State, action: &Action) -> bool {
        match action {
            Action::Attack { attacker, target } => self.enemies(state, *attacker, *target),
            Action::Special { attacker, power, aim } => {
                attack::affected(self, state, *attacker, *power, *aim)
                    .iter()
                    .any(|victim| self.enemies(state, *attacker, victim))
            }
            _ => true,
        }
    }
}
