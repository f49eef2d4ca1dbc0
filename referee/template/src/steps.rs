//! What is waited for: a turn, and the dice of a climb. Each step asks, lists, checks, carries out.

use crate::NewGame;
use crate::position::{Action, Event, State};
use crate::tables::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe, Outcome};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Play, Stepped};

/// The most dice of a climb.
const MOST_DICE: u8 = 3;

umpire_core::steps! {
    /// What has to be done; the last of the stack first.
    pub enum Step of NewGame {
        /// Somebody takes a turn.
        Turn(Turn),
        /// Dice fall.
        Climb(Climb),
    }
}

/// Somebody takes a turn (NG-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Who.
    pub seat: Seat,
}

/// Somebody climbs (NG-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Climb {
    /// Who.
    pub seat: Seat,
    /// With so many dice.
    pub dice: u8,
}

impl Play<NewGame> for Turn {
    fn ask(self, _: &NewGame, _: &State) -> Ask<Rule> {
        Ask::seat(self.seat, Rule::Turns)
    }

    fn legal(self, _: &NewGame, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        let most = MOST_DICE.min(state.stamina[seat.index()] + 1);
        into.extend((1..=most).map(Action::Climb));
        into.push(Action::Rest);
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        self,
        _: &NewGame,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let Action::Climb(dice) = *action else { return Ok(()) };
        why.need(Rule::Climbing, (1..=MOST_DICE).contains(&dice), || {
            Fact::says(format!("a climb takes 1 to {MOST_DICE} dice")).compared(dice, MOST_DICE)
        })?;
        let left = state.stamina[seat.index()];
        why.require(Rule::Stamina, dice <= left + 1, || {
            Fact::says(format!("{dice} dice take {} stamina, {left} left", dice - 1))
                .compared(dice - 1, left)
                .instead(format!("climb with {}", left + 1), &Action::Climb(left + 1))
        })
    }

    fn apply<O: Observe<Event>>(
        self,
        game: &NewGame,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    ) {
        state.steps.pop();
        let stamina = &mut state.stamina[seat.index()];
        match *action {
            Action::Climb(dice) => {
                *stamina = stamina.saturating_sub(dice - 1);
                state.steps.push(Step::Climb(Climb { seat, dice }));
            }
            Action::Rest => {
                *stamina = stamina.saturating_add(2).min(game.edition.most_stamina);
                out.tell(|| Event::Rested(seat));
                state.turns += 1;
            }
        }
    }
}

impl Play<NewGame> for Climb {
    fn ask(self, _: &NewGame, _: &State) -> Ask<Rule> {
        Ask::Roll
    }

    fn request<E: Explain<Rule>>(self, _: &NewGame, _: &State, why: &mut E) -> RollRequest<Rule> {
        why.modifier(Rule::Climbing, self.dice.into(), || "dice chosen".to_string());
        let group = DiceGroup {
            seat: self.seat,
            die: DieId(0),
            count: self.dice,
            purpose: 0,
            subject: None,
        };
        RollRequest::one(Rule::Climbing, group)
    }

    fn worth(self, game: &NewGame, _: &State, _: &DiceGroup, face: Face) -> Worth {
        // Two counters: steps up, and slips.
        let (up, slip) = game.counts(face);
        Worth::Adds(u64::from(up) | u64::from(slip) << 8)
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &NewGame,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        state.steps.pop();
        let up = faces.iter().filter(|face| game.counts(**face).0).count() as u8;
        let slips = faces.iter().filter(|face| game.counts(**face).1).count() as u8;
        let height = &mut state.heights[self.seat.index()];
        *height = height.saturating_add(up).min(game.edition.summit);
        out.tell(|| Event::Climbed(self.seat, up));
        let slipped = slips.min(*height);
        if slipped > 0 && *height < game.edition.summit {
            *height -= slipped;
            out.tell(|| Event::Slipped(self.seat, slipped));
        }
        if *height == game.edition.summit {
            game.end(state, umpire_core::Seats::only(self.seat), Rule::Summit, out);
        }
        state.turns += 1;
    }
}

impl Stepped for NewGame {
    type Step = Step;

    const TURNS: Rule = Rule::Turns;

    fn step(state: &State) -> Option<Step> {
        state.steps.last().copied()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    /// The next turn: the other seat's, or the first of a new round.
    fn next<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        let seat = state.next_seat();
        if seat == Seat(0) && state.turns > 0 {
            if state.round >= self.edition.rounds {
                return self.end(state, state.ahead(), Rule::LastRound, out);
            }
            state.round += 1;
            out.tell(|| Event::Round(state.round));
        }
        state.steps.push(Step::Turn(Turn { seat }));
    }

    fn forget(state: &mut State) {
        state.steps.clear();
    }
}
