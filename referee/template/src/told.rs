//! How the game is told: events, dice, how things stand, facts, odds.

use crate::NewGame;
use crate::deeds::{Action, Event, State};
use crate::figures::{Figure, Position};
use crate::steps::Step;
use std::collections::BTreeMap;
use umpire_core::command::counted;
use umpire_core::dice::DiceGroup;
use umpire_core::host::{Answer, Assume, Hosted, Slip, Standing, Stock};
use umpire_core::odds::Budget;
use umpire_core::pieces::Piece;
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

    pub(crate) fn facts_of(&self, p: &Position) -> BTreeMap<String, String> {
        let mut facts = BTreeMap::from([("round".to_string(), p.round.to_string())]);
        for id in p.figures.ids() {
            let (figure, name) = (p.figures[id], self.name(p, id));
            let at = figure.at.map_or("gone".to_string(), |at| self.say_place(at));
            facts.insert(format!("{name}.at"), at);
            facts.insert(format!("{name}.wounds"), figure.wounds.to_string());
            facts.insert(format!("{name}.acted"), figure.acted.to_string());
        }
        facts
    }

    pub(crate) fn standings_of(&self, p: &Position) -> Vec<Standing> {
        let round = Standing::of("the game", format!("round {}", p.round));
        let round = round.says(format!("of {}", self.edition.rounds));
        let figure = |id| {
            let (figure, unit) = (p.figures[id], self.unit(p, id));
            let group = format!("figures of {}", figure.side.lettered());
            let standing = Standing::of(group, self.name(p, id));
            let Some(at) = figure.at else { return standing.says("removed") };
            standing
                .says(format!("at {}", self.say_place(at)))
                .says(format!("{} of {} wounds", figure.wounds, unit.wounds))
                .says_if(figure.acted, || "has acted".to_string())
                .closely(format!("speed {}, range {}, {} dice", unit.speed, unit.range, unit.dice))
        };
        let figures = Seat::SIDES.into_iter().flat_map(|side| p.figures.of(side)).map(figure);
        std::iter::once(round).chain(figures).collect()
    }

    /// What a referee may put down: every figure.
    pub(crate) fn stock_of(&self, p: &Position) -> Vec<Stock> {
        let figure = |id| {
            let (figure, unit, name) = (p.figures[id], self.unit(p, id), self.name(p, id));
            let group = format!("figures of {}", figure.side.lettered());
            let says = format!("speed {}, range {}, {} dice", unit.speed, unit.range, unit.dice);
            let (is_down, asks) = (figure.stands(), format!("status {name}"));
            let line = format!("place {name} at");
            Stock { says, is_down, asks, ..Stock::placed(group, name, line) }
        };
        p.figures.ids().map(figure).collect()
    }

    pub(crate) fn odds(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        let (text, assume) = Assume::taken_off(text)?;
        let action = self.parse(state, seat.unwrap_or(state.position.turn), text)?;
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
            budget,
            |state| !matches!(state.steps.last(), Some(Step::Attack(_))),
            |end| end.position.figures[target].wounds,
            |left| match left {
                0 => vec![format!("{name} is removed")],
                left => vec![format!("{name} has {} left", counted(*left, "wound"))],
            },
        )
    }
}
