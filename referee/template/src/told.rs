//! How the game is told: events, dice, how things stand, facts, odds.

use crate::NewGame;
use crate::deeds::{Action, Event, State};
use crate::figures::{Figure, Position};
use crate::steps::Step;
use umpire_core::command::counted;
use umpire_core::dice::DiceGroup;
use umpire_core::host::{Answer, Asking, Assume, Hosted, RosterEntry, Slip};
use umpire_core::pieces::PieceId;
use umpire_core::ruleset::{Odds, odds_of};
use umpire_core::seat::Seat;

impl NewGame {
    pub(crate) fn event_words(&self, state: &State, event: &Event) -> String {
        let name = |id| self.name(&state.position, id);
        match *event {
            Event::Round(round) => format!("round {round} of {} begins", self.edition.rounds),
            Event::Moved(id, to) => format!("{} moves to {}", name(id), self.say_place(to)),
            Event::Held(id) => format!("{} holds", name(id)),
            Event::Attacked { figure, target, hits, dice } => {
                format!("{} hits {} with {hits} of {dice}", name(figure), name(target))
            }
            Event::Wounded(id, left) => format!("{} has {} left", name(id), counted(left, "wound")),
            Event::Removed(id) => format!("{} is removed", name(id)),
            Event::Changed(id) => match state.position.figures[id] {
                Figure { at: Some(at), wounds, .. } => {
                    let (at, wounds) = (self.say_place(at), counted(wounds, "wound"));
                    format!("{} stands at {at} now, with {wounds} left", name(id))
                }
                _ => format!("{} is off the table now", name(id)),
            },
            Event::Over(winners, _) => match winners.first() {
                Some(side) => format!("{} wins", side.lettered()),
                None => "nobody wins".to_string(),
            },
        }
    }

    pub(crate) fn group_words(&self, state: &State, group: &DiceGroup) -> String {
        match state.steps.last() {
            Some(Step::Attack(attack)) => {
                let name = |id| self.name(&state.position, id);
                format!("{} attacks {}", name(attack.figure), name(attack.target))
            }
            _ => format!("dice of {}", group.seat.lettered()),
        }
    }

    /// The round and every figure as it stands: facts, status, badges and what a referee may put down follow.
    pub(crate) fn roster_of(&self, p: &Position) -> Vec<RosterEntry> {
        let figures = Seat::SIDES.into_iter().flat_map(|side| p.figures.of(side));
        let figures = figures.map(|id| self.entry(p, id));
        std::iter::once(RosterEntry::round(p.round, self.edition.rounds)).chain(figures).collect()
    }

    /// A figure as it stands.
    pub(crate) fn entry(&self, p: &Position, id: PieceId) -> RosterEntry {
        let (figure, unit) = (p.figures[id], self.unit(p, id));
        let at = figure.at.map(|at| self.say_place(at));
        RosterEntry::of(format!("figures of {}", figure.side.lettered()), self.name(p, id))
            .placed(at, "gone")
            .number("wounds", figure.wounds, unit.wounds)
            .flag("acted", figure.acted, "has acted", "v")
            .profile(format!("speed {}, range {}, {} dice", unit.speed, unit.range, unit.dice))
    }

    pub(crate) fn odds(&self, state: &State, asking: &Asking) -> Result<Answer, Slip> {
        let (text, assume) = Assume::taken_off(asking.about)?;
        let action = self.parse(state, asking.seat.unwrap_or(state.position.turn), text)?;
        let Action::Attack { figure, target } = action else {
            return Err(Slip::new("no dice fall for this: ask for the odds of an attack"));
        };
        // What the other side could do is asked as if it were its turn.
        let (mut state, seat) = (state.clone(), state.position.figures[figure].side);
        if !state.position.is_free() {
            state.position.turn = seat;
        }
        let odds = Odds { game: self, state: &state, seat, action: &action, assume };
        let name = self.name(&state.position, target);
        odds_of(
            &odds,
            asking.budget,
            |state| !matches!(state.steps.last(), Some(Step::Attack(_))),
            |end| end.position.figures[target].wounds,
            |left| match left {
                0 => vec![format!("{name} is removed")],
                left => vec![format!("{name} has {} left", counted(*left, "wound"))],
            },
        )
    }
}
