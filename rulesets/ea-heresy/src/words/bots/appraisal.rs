//! How good positions look to a side that decides, by what it has worked out once about the one it sees.

use crate::position::action::Order;
use crate::position::game::EaHeresy;
use crate::position::state::{Acting, Formation, FormationNo, Stance, State};
use crate::words::bots;
use crate::words::bots::plans;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use umpire_core::seat::Seat;

/// What a side that decides at a view knows of it, to value positions that come of it.
///
/// Positions differ from the view in little. Whatever does not hang on the difference is worked out
/// once, by the same functions, and so comes to the same.
pub struct Appraisal<'g> {
    game: &'g EaHeresy,
    view: &'g State,
    seat: Seat,
    /// What each formation is worth.
    worths: Vec<f64>,
    /// What the sides have of the table, and how near the own one is to more.
    standing: OnceCell<(f64, f64)>,
    /// What orders promise formations.
    plans: RefCell<HashMap<(FormationNo, Order), f64>>,
    /// What formations may still do under orders.
    prospects: RefCell<HashMap<(FormationNo, Order), f64>>,
}

impl<'g> Appraisal<'g> {
    pub fn of(game: &'g EaHeresy, view: &'g State, seat: Seat) -> Appraisal<'g> {
        let worths =
            view.all_formations().map(|it| bots::formation_worth(game, view, it)).collect();
        Appraisal {
            game,
            view,
            seat,
            worths,
            standing: OnceCell::new(),
            plans: RefCell::default(),
            prospects: RefCell::default(),
        }
    }

    /// How good a position looks; higher is better.
    pub fn value(&self, state: &State) -> f64 {
        self.stands(state) + if state.over.is_none() { self.promised(state) } else { 0.0 }
    }

    /// What orders given since the view promise. What has been ordered before is worth what comes of it: else whoever
    /// acts would rather go on acting than get anything done.
    fn promised(&self, state: &State) -> f64 {
        if state.turn != self.view.turn {
            return 0.0;
        }
        let own = state.all_formations().filter(|it| state.formation(*it).owner == self.seat);
        own.filter(|it| state.formation(*it).stance != self.view.formation(*it).stance)
            .filter_map(|it| match state.formation(it).stance {
                Stance::Acted(order) => Some(self.plan_value(it, order)),
                Stance::Overwatch { acted: true } => Some(self.plan_value(it, Order::Overwatch)),
                _ => None,
            })
            .sum()
    }

    /// How good a position looks by itself, whatever was decided on the way to it.
    pub fn stands(&self, state: &State) -> f64 {
        if let Some(outcome) = state.over {
            return 1e6 * outcome.payoff(self.seat);
        }
        let is_still = self.is_still(state);
        let mut score =
            self.strength(state, self.seat) - self.strength(state, self.seat.opponent());
        let (ground, approach) = if is_still {
            *self.standing.get_or_init(|| self.standing(state))
        } else {
            self.standing(state)
        };
        score += ground;
        score += approach;
        if let Some(acting) = state.acting
            && state.formation(acting.formation).owner == self.seat
        {
            score += self.prospects(state, acting, is_still);
        }
        score
    }

    /// What a side still has: its living units, less for damage, markers and broken formations.
    fn strength(&self, state: &State, seat: Seat) -> f64 {
        let own = state.all_formations().filter(|it| state.formation(*it).owner == seat);
        own.map(|it| self.worth(state, it)).sum()
    }

    fn worth(&self, state: &State, formation: FormationNo) -> f64 {
        let (record, known) = (state.formation(formation), self.view.formation(formation));
        let (ranks, side) = (state.ranks(formation), record.owner.index());
        let is_same = record == known
            && state.units[ranks.clone()] == self.view.units[ranks]
            && state.sides[side].spirit == self.view.sides[side].spirit;
        if is_same {
            self.worths[formation.index()]
        } else {
            bots::formation_worth(self.game, state, formation)
        }
    }

    fn standing(&self, state: &State) -> (f64, f64) {
        let (game, seat) = (self.game, self.seat);
        let ground = bots::ground(game, state, seat) - bots::ground(game, state, seat.opponent());
        (ground, bots::approach(game, state, seat))
    }

    /// What an order promises a formation that stands as it does at the view.
    fn plan_value(&self, formation: FormationNo, order: Order) -> f64 {
        let value = || plans::plan_value(self.game, self.view, formation, order);
        *self.plans.borrow_mut().entry((formation, order)).or_insert_with(value)
    }

    fn prospects(&self, state: &State, acting: Acting, is_still: bool) -> f64 {
        let Acting { formation, order, .. } = acting;
        let value = || bots::prospects(self.game, state, formation, order);
        // Whom a charge is meant for decides who counts.
        if !is_still || state.assault != self.view.assault {
            return value();
        }
        *self.prospects.borrow_mut().entry((formation, order)).or_insert_with(value)
    }

    /// Whether everything is where it was, and as able to hold it.
    fn is_still(&self, state: &State) -> bool {
        let view = self.view;
        let holds = |it: &Formation| (it.owner, it.broken, it.rallied);
        state.turn == view.turn
            && state.sides == view.sides
            && state.objectives == view.objectives
            && state.answers == view.answers
            && state.formations.iter().map(holds).eq(view.formations.iter().map(holds))
            && state.units == view.units
    }
}
