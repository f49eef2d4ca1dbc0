//! How the game is typed and told: a row an action, nouns, questions, events, a picture.

use crate::NewGame;
use crate::position::{Action, Amendment, Event, Figure, Position, State};
use crate::rules;
use crate::steps::Step;
use crate::tables::Rule;
use std::collections::BTreeMap;
use umpire_core::command::{Names, Row, Vocabulary, counted, pair};
use umpire_core::dice::DiceGroup;
use umpire_core::game::Game;
use umpire_core::hex::{HexId, Token};
use umpire_core::host::{Answer, Assume, Hosted, Question, Slip, Standing};
use umpire_core::odds::Budget;
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::row;
use umpire_core::ruleset::{Odds, odds_of};
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::scene::{Badge, Scene, Shape};
use umpire_core::seat::Seat;

umpire_core::nouns! {
    /// What a command names.
    pub enum Thing, Noun {
        /// A figure.
        Figure(PieceId) = "figure",
        /// A hex.
        Hex(HexId) = "hex",
        /// A number.
        Count(u8) = "number",
    }
}

/// What may be asked at any time.
pub(crate) const QUESTIONS: &[Question] = &[
    Question::new("los FIGURE FIGURE", "whether one sees the other, and how far away it is"),
    Question::new("reach FIGURE", "where it can go"),
    Question::new("odds ACTION", "exact odds of what may come of it"),
];

impl Vocabulary for NewGame {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<NewGame, Action>] {
        &[
            row!("{figure} attacks {target:figure}" | "attack {target:figure} with {figure}" => Action::Attack { figure, target }, "attack without moving"),
            row!("{figure} moves to {to:hex}" | "move {figure} to {to:hex}" | "{figure} to {to:hex}" => Action::Move { figure, to }, "move up to its speed"),
            row!("{figure} holds" | "hold {figure}" => Action::Hold { figure }, "let its turn pass"),
        ]
    }

    fn amendments() -> &'static [Row<NewGame, Amendment>] {
        &[
            row!("place {figure} at {to:hex}" => Amendment::Place { figure, to }, "put it there"),
            row!("wounds {figure} {left:number}" => Amendment::Wounds { figure, left }, "how many it has left"),
            row!("remove {figure}" => Amendment::Remove { figure }, "take it off the board"),
        ]
    }

    fn thing(&self, state: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        let none = |wanted: &str| Slip::new(format!("`{text}` is no {wanted}"));
        match noun {
            Noun::Figure => self.names(&state.position).find(text).map(Thing::Figure),
            Noun::Hex => {
                self.plan.named(text).map(Thing::Hex).ok_or_else(|| none("hex, as `C4` is"))
            }
            Noun::Count => text.parse().map(Thing::Count).map_err(|_| none("number")),
        }
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        match thing {
            Thing::Figure(id) => self.name(&state.position, *id),
            Thing::Hex(hex) => self.plan.name(*hex),
            Thing::Count(number) => number.to_string(),
        }
    }

    fn asked_for(slot: &'static str, _: usize) -> &'static str {
        match slot {
            "figure" => "a figure",
            "to" => "where to",
            "target" => "the target",
            _ => slot,
        }
    }

    fn things(&self, state: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        match noun {
            Noun::Figure => Some(self.names(&state.position).said().map(String::from).collect()),
            Noun::Hex => Some(self.plan.board.hex_ids().map(|hex| self.plan.name(hex)).collect()),
            Noun::Count => None,
        }
    }
}

impl NewGame {
    /// All figures by name, and by what the board shows of them.
    fn names(&self, p: &Position) -> Names<PieceId> {
        let mut names = p.figures.names("figure", &self.units);
        p.figures.ids().for_each(|id| names.also(&p.figures.mark(id, &self.units), id));
        names
    }

    pub(crate) fn event_words(&self, state: &State, event: &Event) -> String {
        let name = |id| self.name(&state.position, id);
        match *event {
            Event::Round(round) => format!("round {round} of {} begins", self.edition.rounds),
            Event::Moved(id, to) => format!("{} moves to {}", name(id), self.plan.name(to)),
            Event::Held(id) => format!("{} holds", name(id)),
            Event::Attacked { figure, target, hits, dice } => {
                format!("{} hits {} with {hits} of {dice}", name(figure), name(target))
            }
            Event::Wounded(id, left) => format!("{} has {} left", name(id), counted(left, "wound")),
            Event::Removed(id) => format!("{} is removed", name(id)),
            Event::Changed(id) => match state.position.figures[id] {
                Figure { at: Some(hex), wounds, .. } => {
                    let (at, wounds) = (self.plan.name(hex), counted(wounds, "wound"));
                    format!("{} stands on {at} now, with {wounds} left", name(id))
                }
                _ => format!("{} is off the board now", name(id)),
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
            let at = figure.at.map_or("gone".to_string(), |hex| self.plan.name(hex));
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
            let Some(hex) = figure.at else { return standing.says("removed") };
            standing
                .says(format!("at {}", self.plan.name(hex)))
                .says(format!("{} of {} wounds", figure.wounds, unit.wounds))
                .says_if(figure.acted, || "has acted".to_string())
                .closely(format!("speed {}, range {}, {} dice", unit.speed, unit.range, unit.dice))
        };
        let figures = Seat::SIDES.into_iter().flat_map(|side| p.figures.of(side)).map(figure);
        std::iter::once(round).chain(figures).collect()
    }

    pub(crate) fn picture(&self, p: &Position) -> Scene {
        let token = |id| {
            let (figure, name) = (p.figures[id], self.name(p, id));
            let wounds = format!("{} of {} wounds", figure.wounds, self.unit(p, id).wounds);
            let badge = |mark: String, words: &str| Badge { mark, words: words.to_string() };
            let mut badges = vec![badge(figure.wounds.to_string(), &wounds)];
            badges.extend(figure.acted.then(|| badge("v".to_string(), "has acted")));
            Some(Token {
                at: figure.at?,
                mark: p.figures.mark(id, &self.units),
                title: format!("{name} of {}", figure.side.lettered()),
                owner: figure.side,
                name,
                badges,
            })
        };
        self.plan.scene(&p.figures.ids().filter_map(token).collect::<Vec<Token>>())
    }

    /// The way that an action takes a figure.
    pub(crate) fn way_of(&self, p: &Position, action: &Action) -> Option<Shape> {
        let Action::Move { figure, to } = *action else { return None };
        let way = rules::ways(self, p, figure).way_to(to);
        (!way.is_empty()).then(|| self.plan.drawn_way(&way))
    }

    pub(crate) fn answer(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        match text.split_once(' ') {
            Some(("los", pair)) => self.sight(state, pair),
            Some(("reach", figure)) => self.reach(&state.position, figure),
            Some(("odds", action)) => self.odds(state, seat, action, budget),
            _ => Err(Slip::new("expected `los FIGURE FIGURE`, `reach FIGURE` or `odds ACTION`")),
        }
    }

    fn sight(&self, state: &State, text: &str) -> Result<Answer, Slip> {
        let p = &state.position;
        let [one, two]: [PieceId; 2] = pair(self, state, Seat(0), Noun::Figure, text)?;
        let Some((from, to)) = p.figures[one].at.zip(p.figures[two].at) else {
            return Err(Slip::new("only who is on the board sees and is seen"));
        };
        let (mut ruling, hides) = (Ruling::default(), self.plan.hidden_by(from, to));
        let _ = ruling.require(Rule::Sight, hides.is_none(), || {
            let between = |hex| {
                let (ground, at) = (&self.plan.ground_of(hex).id, self.plan.name(hex));
                format!("the {ground} on {at} is between them")
            };
            Fact::says(hides.map_or("a line is free".to_string(), between))
                .held("a line is free")
                .drawn(self.plan.drawn_sight(from, to))
        });
        let sees = if hides.is_none() { "sees" } else { "does not see" };
        let far = counted(self.plan.distance(from, to), "hex");
        Ok(Answer {
            headline: format!("{} {sees} {}, {far} away", self.name(p, one), self.name(p, two)),
            yes: Some(hides.is_none()),
            ruling: Some(ruling.cited(|rule| self.cite(*rule))),
            ..Answer::default()
        })
    }

    fn reach(&self, p: &Position, text: &str) -> Result<Answer, Slip> {
        let id = self.names(p).find(text)?;
        if !p.figures[id].stands() {
            return Err(Slip::new(format!("{} is not on the board", self.name(p, id))));
        }
        let (moves, mut scene) = (rules::moves(self, p, id), self.picture(p));
        let mut rows = vec![vec!["to".to_string(), "steps".to_string()]];
        rows.extend(moves.iter().map(|(hex, steps)| vec![self.plan.name(hex), steps.to_string()]));
        scene.shapes.extend(self.plan.rings(moves.iter().map(|(hex, _)| hex)));
        let headline = format!("{} moves up to {} steps", self.name(p, id), self.unit(p, id).speed);
        Ok(Answer { headline, rows, scene: Some(scene), ..Answer::default() })
    }

    fn odds(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        let (text, assume) = Assume::taken_off(text)?;
        let seat = seat.unwrap_or(state.position.turn);
        let action = self.parse(state, seat, text)?;
        let Action::Attack { target, .. } = action else {
            return Err(Slip::new("no dice fall for this: ask for the odds of an attack"));
        };
        let odds = Odds { game: self, state, seat, action: &action, assume };
        let name = self.name(&state.position, target);
        odds_of(
            &odds,
            budget,
            |state| !matches!(state.steps.last(), Some(Step::Attack(_))),
            |end| end.position.figures[target].wounds,
            |left| match left {
                0 => format!("{name} is removed"),
                left => format!("{name} has {} left", counted(*left, "wound")),
            },
        )
    }
}
