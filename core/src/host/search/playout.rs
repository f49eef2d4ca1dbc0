//! Playing on from a position: players who look a step ahead at a few actions, dice as they are drawn, and how it looks then.

use super::Limits;
use crate::dice::Face;
use crate::game::{Deaf, Outcome, Pending};
use crate::host::Hosted;
use crate::host::foresight::{Wanted, draw_first, weigh_with};
use crate::odds::Expectation;
use crate::ruling::Silent;
use crate::seat::Seat;

/// How playing on ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// The game was over: 1 is a win, 0 a loss.
    Decided(f64),
    /// It went on; how the position looked.
    Undecided(f64),
}

/// Who plays on.
pub(super) struct Player<'g, G: Hosted> {
    game: &'g G,
    limits: &'g Limits,
    expectation: Expectation<'g, G>,
    faces: Vec<Face>,
    pace: Pace,
    horizon: Option<Horizon>,
}

/// What was decided since the first position.
#[derive(Debug, Default)]
struct Pace {
    asked: Option<Seat>,
    changes: u32,
    decisions: usize,
}

/// Where playing on ends.
#[derive(Debug, Clone, Copy)]
enum Horizon {
    /// When the game is at that stage.
    Stage(u32),
    /// After somebody else was asked so often.
    Changes(u32),
}

impl<'g, G: Hosted> Player<'g, G> {
    pub fn of(game: &'g G, limits: &'g Limits) -> Player<'g, G> {
        let (expectation, faces) = (Expectation::of(game), Vec::new());
        Player { game, limits, expectation, faces, pace: Pace::default(), horizon: None }
    }

    /// The actions of a seat at its view that look best, best first, with how far behind the first each looks to it. Of
    /// what looks alike, any come first.
    pub fn weighed(
        &mut self,
        view: &G::State,
        seat: Seat,
        width: usize,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Vec<(G::Action, f64)> {
        let wanted = Wanted { closer: width, alike: self.limits.alike };
        let weighed = weigh_with(self.game, &self.expectation, view, seat, wanted, die);
        let best = weighed.first().map_or(0.0, |(_, worth)| *worth);
        weighed.into_iter().map(|(action, worth)| (action, worth - best)).collect()
    }

    /// Puts in what is waited for: dice, or a decision. Tells whether anything could be.
    pub fn step(&mut self, state: &mut G::State, die: &mut dyn FnMut(u32) -> u32) -> bool {
        match self.game.pending(state, &mut Silent) {
            Pending::Over(_) => false,
            Pending::Roll(request) => {
                request.throw(self.game.dice(), die, &mut self.faces);
                self.game.resolve(state, &self.faces, &mut Deaf);
                true
            }
            Pending::Choice(choice) => match choice.seats.first() {
                Some(seat) => self.decide(state, seat, die),
                None => false,
            },
        }
    }

    /// Lets a seat decide by what it sees.
    fn decide(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> bool {
        self.hears(seat);
        let view = self.game.view(state, seat);
        let mut actions = Vec::new();
        if seat == Seat::JUDGE {
            self.game.legal(&view, seat, &mut actions);
        } else {
            self.game.glimpsed(&view, seat, die, &mut actions);
        }
        if actions.is_empty() {
            return false;
        }
        let looks = if seat == Seat::JUDGE { 1 } else { self.limits.looks.min(actions.len()) };
        draw_first(&mut actions, looks, die);
        let mut best = 0;
        if looks > 1 {
            let value = self.game.appraise(&view, seat);
            let mut most = f64::NEG_INFINITY;
            for (at, action) in actions.iter().take(looks).enumerate() {
                let mut after = view.clone();
                if self.game.act(&mut after, seat, action, &mut Deaf).is_err() {
                    continue;
                }
                let worth = self.expectation.average(&after, self.limits.glance, &value);
                if worth > most {
                    (most, best) = (worth, at);
                }
            }
        }
        if self.game.act(state, seat, &actions[best], &mut Deaf).is_ok() {
            return true;
        }
        actions.clear();
        self.game.legal(state, seat, &mut actions);
        actions.iter().any(|action| self.game.act(state, seat, action, &mut Deaf).is_ok())
    }

    /// Begins at a first position anew.
    pub fn begin(&mut self) {
        self.pace = Pace::default();
    }

    /// Hears that a seat decides.
    pub fn hears(&mut self, seat: Seat) {
        let changes = self.pace.asked.is_some_and(|asked| asked != seat);
        self.pace.changes += u32::from(changes);
        self.pace.decisions += 1;
        self.pace.asked = Some(seat);
    }

    /// Whether playing on ends here: as late as it did the first time, so that no action looks better for the turns that
    /// are not played after it.
    pub fn is_there(&self, state: &G::State) -> bool {
        match self.horizon {
            None => false,
            Some(Horizon::Stage(stage)) => self.game.stage(state) >= stage,
            Some(Horizon::Changes(changes)) => self.pace.changes >= changes,
        }
    }

    /// Finds out how far playing on goes from a first position: some turns, or, where turns are long, so many changes of
    /// who is asked.
    pub fn look_ahead(
        &mut self,
        state: &mut G::State,
        most: usize,
        die: &mut dyn FnMut(u32) -> u32,
    ) {
        self.begin();
        let mut stage = self.game.stage(state);
        for _ in 0..self.limits.inputs {
            if !self.step(state, die) {
                break;
            }
            let now = self.game.stage(state);
            if self.pace.decisions > most && self.pace.changes > 0 && now != stage {
                self.horizon = Some(Horizon::Stage(now));
                return;
            }
            stage = now;
            if self.pace.decisions > 2 * most && self.pace.changes > 0 {
                break;
            }
        }
        self.horizon = Some(Horizon::Changes(self.pace.changes.max(1)));
    }

    /// Plays on as far as the first time, and says how it looks to a seat then.
    pub fn play_on(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        two: bool,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> End {
        for _ in 0..self.limits.inputs {
            if self.is_there(state) || !self.step(state, die) {
                break;
            }
        }
        if let Pending::Over(outcome) = self.game.pending(state, &mut Silent) {
            return End::Decided(won(outcome, seat));
        }
        let outlook = |seat: Seat| self.game.outlook(&self.game.view(state, seat), seat);
        let other = if two { outlook(Seat(1 - seat.0.min(1))) } else { 0.0 };
        End::Undecided(outlook(seat) - other)
    }
}

/// What an end is worth to a seat.
fn won(outcome: Outcome, seat: Seat) -> f64 {
    match outcome.winners {
        winners if winners.is_empty() => 0.5,
        winners if winners.contains(seat) => 1.0,
        _ => 0.0,
    }
}
