//! How the game is typed and drawn: a row an action, nouns, questions, a picture.

use crate::NewGame;
use crate::deeds::{Action, Amendment, State};
use crate::figures::Position;
use crate::position::Place;
use crate::rules;
use crate::tables::Rule;
use umpire_core::command::{Names, Row, Vocabulary, counted, number, pair};
use umpire_core::hex::Token;
use umpire_core::host::{Answer, Question, Slip};
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::row;
use umpire_core::ruleset::sight_answer;
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;

umpire_core::nouns! {
    /// What a command names.
    pub enum Thing, Noun {
        /// A figure.
        Figure(PieceId) = "figure",
        /// A hex.
        Hex(Place) = "hex",
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
        match noun {
            Noun::Figure => self.names(&state.position).find(text).map(Thing::Figure),
            Noun::Hex => {
                let none = || Slip::new(format!("`{text}` is no hex, as `C4` is"));
                self.plan.named(text).map(Thing::Hex).ok_or_else(none)
            }
            Noun::Count => number(text).map(Thing::Count),
        }
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        match thing {
            Thing::Figure(id) => self.name(&state.position, *id),
            Thing::Hex(hex) => self.say_place(*hex),
            Thing::Count(number) => number.to_string(),
        }
    }

    fn things(&self, state: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        match noun {
            Noun::Figure => self.names(&state.position).listed(),
            Noun::Hex => Some(self.plan.places().map(|hex| self.plan.name(hex)).collect()),
            Noun::Count => None,
        }
    }
}

impl NewGame {
    /// A place as it would be typed.
    pub(crate) fn say_place(&self, at: Place) -> String {
        self.plan.name(at)
    }

    /// All figures by name, and by what the board shows of them.
    fn names(&self, p: &Position) -> Names<PieceId> {
        let mut names = p.figures.names("figure", &self.units);
        p.figures.ids().for_each(|id| names.also(&p.figures.mark(id, &self.units), id));
        names
    }

    pub(crate) fn picture(&self, p: &Position) -> Scene {
        let token = |id| {
            let (figure, name) = (p.figures[id], self.name(p, id));
            Some(Token {
                at: figure.at?,
                mark: p.figures.mark(id, &self.units),
                title: format!("{name} of {}", figure.side.lettered()),
                owner: Some(figure.side),
                facing: None,
                name,
                badges: self.entry(p, id).badges(),
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

    pub(crate) fn sight(&self, state: &State, text: &str) -> Result<Answer, Slip> {
        let p = &state.position;
        let [one, two]: [PieceId; 2] = pair(self, state, Seat(0), Noun::Figure, text)?;
        let Some((from, to)) = p.figures[one].at.zip(p.figures[two].at) else {
            return Err(Slip::new("only who is on the board sees and is seen"));
        };
        let (mut ruling, hides) = (Ruling::default(), self.plan.hidden_by(from, to));
        let _ = ruling.require(Rule::Sight, hides.is_none(), || {
            let between = |stop| format!("{} is in the way", self.plan.said(stop));
            Fact::says(hides.map_or("a line is free".to_string(), between))
                .held("a line is free")
                .drawn(self.plan.drawn_sight(from, to))
        });
        let far = counted(self.plan.distance(from, to), "hex");
        let names = [one, two].map(|id| self.name(p, id));
        Ok(sight_answer(self, names, far, ruling))
    }

    pub(crate) fn reach(&self, p: &Position, text: &str) -> Result<Answer, Slip> {
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
}
