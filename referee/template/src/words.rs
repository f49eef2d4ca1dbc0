//! How the game is typed and told: a row an action, nouns, questions, a picture.

use crate::NewGame;
use crate::position::{Action, Amendment, Event, State};
use crate::steps::Step;
use crate::tables::Rule;
use umpire_core::command::{self, Names, Row, Vocabulary};
use umpire_core::game::Choice;
use umpire_core::host::{Answer, Assume, Question, Slip, Standing};
use umpire_core::odds::Budget;
use umpire_core::row;
use umpire_core::ruleset::{Odds, odds_of};
use umpire_core::scene::{self, Badge, Layer, Paint, Scene, Shape, Span, seat_colour};
use umpire_core::seat::Seat;

umpire_core::nouns! {
    /// What a command names.
    pub enum Thing, Noun {
        /// A climber.
        Seat(Seat) = "seat",
        /// A number.
        Count(u8) = "number",
    }
}

/// What may be asked at any time.
pub(crate) const QUESTIONS: &[Question] =
    &[Question::new("odds climb with N", "exact odds of a climb")];

impl Vocabulary for NewGame {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<NewGame, Action>] {
        &[
            row!("climb with {number}" | "climb {number}" => Action::Climb(number), "climb with so many dice"),
            row!("rest" => Action::Rest, "get your breath back"),
        ]
    }

    fn amendments() -> &'static [Row<NewGame, Amendment>] {
        &[
            row!("height {seat} {number}" => Amendment::Height(seat, number), "put a climber on a step"),
        ]
    }

    fn thing(&self, _: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        match noun {
            Noun::Seat => {
                let mut names = Names::of("seat");
                (0..2).map(Seat).for_each(|seat| names.add(seat.lettered(), seat));
                names.find(text).map(Thing::Seat)
            }
            Noun::Count => {
                let slip = || Slip::new(format!("`{text}` is no number"));
                text.parse().map(Thing::Count).map_err(|_| slip())
            }
        }
    }

    fn say_thing(&self, _: &State, thing: &Thing) -> String {
        match thing {
            Thing::Seat(seat) => seat.lettered(),
            Thing::Count(number) => number.to_string(),
        }
    }

    fn asked_for(slot: &'static str, _: usize) -> &'static str {
        match slot {
            "number" => "how many dice",
            _ => slot,
        }
    }

    fn things(&self, _: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        match noun {
            Noun::Seat => Some(vec!["A".to_string(), "B".to_string()]),
            Noun::Count => None,
        }
    }
}

impl NewGame {
    pub(crate) fn event_words(&self, event: &Event) -> String {
        match event {
            Event::Round(round) => format!("round {round} begins"),
            Event::Climbed(seat, steps) => format!("{} climbs {steps}", seat.lettered()),
            Event::Slipped(seat, steps) => format!("{} slips {steps}", seat.lettered()),
            Event::Rested(seat) => format!("{} rests", seat.lettered()),
            Event::Put(seat, step) => format!("{} is put on step {step}", seat.lettered()),
            Event::Over(winners, _) => match winners.first() {
                Some(seat) => format!("{} wins", seat.lettered()),
                None => "nobody wins".to_string(),
            },
        }
    }

    pub(crate) fn choice_words(&self, state: &State, _: &Choice<Rule>) -> String {
        match state.steps.last() {
            Some(Step::Turn(turn)) => {
                let at = turn.seat.index();
                let (height, summit) = (state.heights[at], self.edition.summit);
                format!("climb or rest? step {height} of {summit}, {} stamina", state.stamina[at])
            }
            _ => "nothing is asked".to_string(),
        }
    }

    pub(crate) fn standings_of(&self, state: &State) -> Vec<Standing> {
        let round = Standing::of("the game", format!("round {}", state.round))
            .says(format!("of {}", self.edition.rounds));
        let climber = |seat: Seat| {
            let (at, summit) = (seat.index(), self.edition.summit);
            Standing::of("climbers", seat.lettered())
                .says(format!("step {} of {summit}", state.heights[at]))
                .says(format!("{} stamina", state.stamina[at]))
        };
        [round, climber(Seat(0)), climber(Seat(1))].into()
    }

    pub(crate) fn answer(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        let (text, assume) = Assume::taken_off(text.strip_prefix("odds ").unwrap_or(text))?;
        let seat = seat.unwrap_or_else(|| state.next_seat());
        let action = command::read(self, state, seat, text)?;
        let odds = Odds { game: self, state, seat, action: &action, assume };
        let turns = state.turns;
        let at = seat.index();
        odds_of(
            &odds,
            budget,
            |state| state.turns > turns,
            |end| end.heights[at],
            |height| format!("on step {height}"),
        )
    }

    pub(crate) fn picture(&self, state: &State) -> Scene {
        let mut scene = Scene::default();
        for seat in [Seat(0), Seat(1)] {
            let (at, name, colour) = (seat.index(), seat.lettered(), seat_colour(seat));
            let (height, summit) = (state.heights[at], self.edition.summit);
            let stamina = format!("{} stamina", state.stamina[at]);
            let place = |step: u8| (f32::from(step), at as f32 * 1.4 - f32::from(step) * 0.2);
            for step in 0..=summit {
                let (left, top) = place(step);
                let (right, low) = (left + 0.9, top + 0.9);
                let words = format!("step {step} of {name}");
                let paint = Paint::filled("#e8e2d0", "#404040", 0.05).titled(&words);
                let id = words.clone();
                scene.thing(scene::Thing { id, words, ..scene::Thing::default() }, |shapes| {
                    let points = vec![(left, top), (right, top), (right, low), (left, low)];
                    shapes.push(Shape::Polygon { points, paint });
                });
            }
            let (left, top) = place(height);
            let climber = scene::Thing {
                id: name.clone(),
                layer: Layer::Pieces,
                words: format!("{name} on step {height} of {summit}, {stamina}"),
                owner: Some(seat),
                badges: vec![Badge { mark: state.stamina[at].to_string(), words: stamina.clone() }],
                heights: (0.0, 0.5),
                ..scene::Thing::default()
            };
            scene.thing(climber, |shapes| {
                let centre = (left + 0.45, top + 0.45);
                let paint = Paint::filled(colour, "#404040", 0.05).titled(&name);
                shapes.push(Shape::Circle { centre, radius: 0.4, paint });
                let (words, colour) = (name.clone(), "#ffffff".to_string());
                shapes.push(Shape::Text { at: centre, size: 0.5, words, colour });
            });
            let line = format!(
                "{name} |{}{}{}| {stamina}",
                "=".repeat(height.into()),
                name,
                "-".repeat(summit.saturating_sub(height).into()),
            );
            let colour = Some(colour.to_string());
            scene.lines.push(vec![Span { text: line, colour, ground: None }]);
        }
        scene
    }
}
