//! How the game is typed and drawn: a row an action, nouns, questions, a picture.

use crate::NewGame;
use crate::deeds::{Action, Amendment, State};
use crate::figures::Position;
use crate::position::Place;
use crate::rules;
use crate::tables::Rule;
use umpire_core::command::{Names, Row, Vocabulary, number, pair};
use umpire_core::host::{Answer, Held, Question, Slip};
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::row;
use umpire_core::ruleset::sight_answer;
use umpire_core::ruling::Explain;
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{Fan, Placed, Token, gap, inches};

umpire_core::nouns! {
    /// What a command names.
    pub enum Thing, Noun {
        /// A figure.
        Figure(PieceId) = "figure",
        /// A place on the table.
        Place(Place) = "place",
        /// A number.
        Count(u8) = "number",
    }
}

/// What lies beside a bare battlefield at a referee's table, to be put down.
pub(crate) const AT_HAND: &str = "sides:
  A: [{unit: warrior}, {unit: warrior}, {unit: archer}]
  B: [{unit: warrior}, {unit: warrior}, {unit: archer}]
";

/// What may be asked at any time.
pub(crate) const QUESTIONS: &[Question] = &[
    Question::new(
        "los FIGURE FIGURE",
        "whether one sees the other, how far away it is, and the cover",
    ),
    Question::new("reach FIGURE", "how far it can go, and what ends the way"),
    Question::new("odds ACTION", "exact odds of what may come of it"),
];

/// What may be asked of figures held over a battlefield in the editor.
pub(crate) const HELD: &[Held] = &[
    Held::one("reach", "how far it can go, and what ends the way", "reach UNIT"),
    Held::two("line of sight", "whether one sees the other, and the cover", "los UNIT OTHER"),
    Held::two("odds", "what may come of an attack", "odds UNIT attacks OTHER"),
];

impl Vocabulary for NewGame {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<NewGame, Action>] {
        &[
            row!("{figure} attacks {target:figure}" | "attack {target:figure} with {figure}" => Action::Attack { figure, target }, "attack without moving"),
            row!("{figure} moves to {to:place}" | "move {figure} to {to:place}" | "{figure} to {to:place}" => Action::Move { figure, to }, "move straight, up to its speed"),
            row!("{figure} holds" | "hold {figure}" => Action::Hold { figure }, "let its turn pass"),
        ]
    }

    fn amendments() -> &'static [Row<NewGame, Amendment>] {
        &[
            row!("place {figure} at {to:place}" => Amendment::Place { figure, to }, "put it there"),
            row!("wounds {figure} {left:number}" => Amendment::Wounds { figure, left }, "how many it has left"),
            row!("remove {figure}" => Amendment::Remove { figure }, "take it off the table"),
        ]
    }

    fn thing(&self, state: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        match noun {
            Noun::Figure => self.names(&state.position).find(text).map(Thing::Figure),
            Noun::Place => self.field.find_place(text).map(Thing::Place),
            Noun::Count => number(text).map(Thing::Count),
        }
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        match thing {
            Thing::Figure(id) => self.name(&state.position, *id),
            Thing::Place(at) => self.say_place(*at),
            Thing::Count(number) => number.to_string(),
        }
    }

    fn things(&self, state: &State, _: Seat, noun: Noun) -> Option<Vec<String>> {
        match noun {
            Noun::Figure => self.names(&state.position).listed(),
            Noun::Place | Noun::Count => None,
        }
    }
}

impl NewGame {
    /// A place as it would be typed.
    pub(crate) fn say_place(&self, at: Place) -> String {
        self.field.unit.said_place(at)
    }

    /// All figures by name, and by what the board shows of them.
    fn names(&self, p: &Position) -> Names<PieceId> {
        let mut names = p.figures.names("figure", &self.units);
        p.figures.ids().for_each(|id| names.also(&p.figures.mark(id, &self.units), id));
        names
    }

    pub(crate) fn picture(&self, p: &Position) -> Scene {
        let token = |id| {
            let token = self.field.token(&p.figures, (id, self.name(p, id)), p.figures[id].at?);
            Some(Token { badges: self.entry(p, id).badges(), ..token })
        };
        let objectives = self.field.objectives.iter();
        let holders = objectives.map(|objective| rules::holder(self, p, objective.at));
        self.field.scene(p.figures.ids().filter_map(token), holders)
    }

    /// The way that an action takes a figure.
    pub(crate) fn way_of(&self, p: &Position, action: &Action) -> Option<Shape> {
        let Action::Move { figure, to } = *action else { return None };
        let from = p.figures[figure].at()?;
        Some(self.field.drawn_way(&[from, to]))
    }

    pub(crate) fn sight(&self, state: &State, text: &str) -> Result<Answer, Slip> {
        let p = &state.position;
        let [one, two]: [PieceId; 2] = pair(self, state, Seat(0), Noun::Figure, text)?;
        if !p.figures[one].stands() || !p.figures[two].stands() {
            return Err(Slip::new("only who is on the table sees and is seen"));
        }
        let [from, to] = [one, two].map(|id| self.field.base(&p.figures, id));
        let mut ruling = self.field.ruling_on_sight(Rule::Sight, &from, &to);
        if let Some(piece) = rules::cover(self, p, (one, two)).filter(|_| ruling.holds()) {
            ruling.tell(Rule::Cover, || format!("cover of {}", self.field.called(piece)));
        }
        let far = self.field.about(gap(&from, &to));
        let names = [one, two].map(|id| self.name(p, id));
        Ok(sight_answer(self, names, far, ruling))
    }

    pub(crate) fn reach(&self, p: &Position, text: &str) -> Result<Answer, Slip> {
        let id = self.names(p).find(text)?;
        if !p.figures[id].stands() {
            return Err(Slip::new(format!("{} is not on the table", self.name(p, id))));
        }
        let base = self.field.base(&p.figures, id);
        let ways = [("move", &rules::straight(self, p, (id, &base)))];
        let Fan { rows, shapes } = self.field.fan(ways, 0, |id| self.name(p, id));
        let mut scene = self.picture(p);
        scene.shapes.extend(shapes);
        let speed = self.field.about(inches(self.unit(p, id).speed));
        let headline = format!("{} moves up to {speed}, straight", self.name(p, id));
        Ok(Answer { headline, rows, scene: Some(scene), ..Answer::default() })
    }
}
