//! What a game starts from, what a position is, what players and the judge may do, what happens.

use crate::NewGame;
use crate::steps::Step;
use crate::tables::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::data::{DataError, Places};
use umpire_core::hex::{HexId, PlanForm};
use umpire_core::pieces::{Piece, PieceId, Pieces};
use umpire_core::seat::{Seat, Seats};
use umpire_core::{Outcome, Refusal};

/// The most figures of a side.
const MOST_FIGURES: usize = 8;

/// A figure; one that was removed stands nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// Its row among the units.
    pub unit: u8,
    /// Whose it is.
    pub side: Seat,
    /// Where it stands.
    pub at: Option<HexId>,
    /// Wounds left.
    pub wounds: u8,
    /// It has acted this round.
    pub acted: bool,
}

impl Figure {
    /// Takes it off the board; what it was no longer matters.
    pub fn remove(&mut self) {
        *self = Figure { at: None, wounds: 0, acted: false, ..*self };
    }
}

impl Piece for Figure {
    fn side(&self) -> Seat {
        self.side
    }

    fn kind(&self) -> usize {
        self.unit.into()
    }

    fn stands(&self) -> bool {
        self.at.is_some()
    }

    fn has_acted(&self) -> bool {
        self.acted
    }
}

/// What lies on the table: what a game starts from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The figures of both sides.
    pub figures: Pieces<Figure>,
    /// The round, from 1.
    pub round: u8,
    /// Whose turn it is; the judge's at a referee's table, where every figure may act as often as one likes.
    pub turn: Seat,
}

impl Position {
    /// Who stands on a hex.
    pub fn on(&self, hex: HexId) -> Option<PieceId> {
        self.figures.that(|figure| figure.at == Some(hex)).next()
    }

    /// Whether nobody's turn it is.
    pub fn is_free(&self) -> bool {
        self.turn == Seat::JUDGE
    }

    /// Every reason why there is no such position.
    pub fn faults(&self, game: &NewGame) -> Vec<Refusal<Rule>> {
        let hexes = game.plan.board.hexes();
        let is_known = |figure: &Figure| {
            usize::from(figure.unit) < game.units.len()
                && Seat::SIDES.contains(&figure.side)
                && figure.at.is_none_or(|hex| hex.index() < hexes)
        };
        if !self.figures.iter().all(is_known) {
            return vec![Refusal::at(Rule::Figures, "", "these are no figures of this game")];
        }
        let mut found = Vec::new();
        for side in Seat::SIDES {
            let count = self.figures.of(side).count();
            if !(1..=MOST_FIGURES).contains(&count) {
                let says = format!("{count} figures, a side has 1 to {MOST_FIGURES}");
                found.push(Refusal::at(Rule::Figures, format!("sides.{}", side.lettered()), says));
            }
        }
        for id in self.figures.ids() {
            let (figure, most) = (self.figures[id], game.unit(self, id).wounds);
            let (name, Some(hex)) = (game.name(self, id), figure.at) else { continue };
            let before = self.figures.of(figure.side).take_while(|other| *other != id).count();
            let place = |part| format!("sides.{}[{before}].{part}", figure.side.lettered());
            if !(1..=most).contains(&figure.wounds) {
                let says = format!("{name} has 1 to {most} wounds left, not {}", figure.wounds);
                found.push(Refusal::at(Rule::Wounds, place("wounds"), says));
            }
            let (ground, at) = (game.plan.ground_of(hex), game.plan.name(hex));
            if ground.impassable {
                let says = format!("{name} cannot stand in the {} on {at}", ground.id);
                found.push(Refusal::at(Rule::InTheWay, place("at"), says));
            }
            if let Some(first) = self.on(hex).filter(|first| *first != id) {
                let says = format!("{} stands on {at}", game.name(self, first));
                found.push(Refusal::at(Rule::Figures, place("at"), says));
            }
        }
        if !(1..=game.edition.rounds).contains(&self.round) {
            let says = format!("round {} of {}", self.round, game.edition.rounds);
            found.push(Refusal::at(Rule::OnceARound, "round", says));
        }
        found
    }
}

/// A position and what is under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// What is under way; the innermost step is the last.
    pub steps: Vec<Step>,
    /// What lies on the table.
    pub position: Position,
    /// How the game ended.
    pub over: Option<Outcome>,
}

/// What a player may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Goes there.
    Move { figure: PieceId, to: HexId },
    /// Attacks an enemy.
    Attack { figure: PieceId, target: PieceId },
    /// Lets its turn pass.
    Hold { figure: PieceId },
}

impl Action {
    /// Who acts.
    pub fn figure(self) -> PieceId {
        match self {
            Action::Move { figure, .. }
            | Action::Attack { figure, .. }
            | Action::Hold { figure } => figure,
        }
    }
}

/// What the judge may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// Puts a figure down, with all its wounds if it was off the board.
    Place { figure: PieceId, to: HexId },
    /// Gives it so many wounds left.
    Wounds { figure: PieceId, left: u8 },
    /// Takes it off the board.
    Remove { figure: PieceId },
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    Round(u8),
    /// Somebody goes to a hex.
    Moved(PieceId, HexId),
    /// Somebody lets their turn pass.
    Held(PieceId),
    /// Somebody hits another with some of their dice.
    Attacked { figure: PieceId, target: PieceId, hits: u8, dice: u8 },
    /// Somebody has so many wounds left.
    Wounded(PieceId, u8),
    /// Somebody is taken off the board.
    Removed(PieceId),
    /// The judge changes somebody.
    Changed(PieceId),
    /// The game is over, by that rule.
    Over(Seats, Rule),
}

impl Event {
    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match self {
            Event::Round(_) => Rule::OnceARound,
            Event::Moved(..) => Rule::Moving,
            Event::Held(_) => Rule::Alternate,
            Event::Attacked { .. } => Rule::Attacking,
            Event::Wounded(..) | Event::Removed(_) => Rule::Wounds,
            Event::Changed(_) => Rule::JudgesWord,
            Event::Over(_, rule) => *rule,
        }
    }
}

/// What scenarios of this game say beside what those of all games do.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The board in letters; the table of ground says what each stands for.
    pub board: PlanForm,
    /// The figures of both sides.
    sides: Sides,
    /// The round; the first, where nothing is said.
    #[serde(default)]
    round: Option<u8>,
    /// Whose turn it is; that of A, where nothing is said.
    #[serde(default)]
    turn: Turn,
}

/// A side by its letter.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
enum Turn {
    #[default]
    A,
    B,
}

/// The figures of both sides.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sides {
    /// Those of A.
    #[serde(rename = "A")]
    a: Vec<FigureForm>,
    /// Those of B.
    #[serde(rename = "B")]
    b: Vec<FigureForm>,
}

/// A figure as a scenario writes it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FigureForm {
    /// Its unit.
    #[schemars(extend("x-names" = "units#/units/*/id"))]
    unit: String,
    /// The hex it stands on, as `C4`; one without has been removed.
    #[serde(default)]
    at: Option<String>,
    /// Wounds left; all, where nothing is said.
    #[serde(default)]
    wounds: Option<u8>,
    /// Whether it has acted this round.
    #[serde(default)]
    acted: bool,
}

impl Body {
    /// The position; every name that means nothing is told.
    pub fn lay(
        &self,
        free: bool,
        game: &NewGame,
        places: &Places,
        faults: &mut Vec<DataError>,
    ) -> Position {
        let mut figures = Vec::new();
        for (side, forms) in Seat::SIDES.into_iter().zip([&self.sides.a, &self.sides.b]) {
            for (at, form) in forms.iter().enumerate() {
                let place = |part| format!("sides.{}[{at}].{part}", side.lettered());
                let ids = game.units.iter().map(|unit| unit.id.as_str());
                let Some(unit) = ids.clone().position(|id| id == form.unit) else {
                    faults.push(places.unknown(&place("unit"), "unit", &form.unit, ids));
                    continue;
                };
                let at = form.at.as_ref().and_then(|name| game.plan.named(name));
                if let (Some(name), None) = (&form.at, at) {
                    faults.push(places.fault(&place("at"), format!("there is no hex `{name}`")));
                }
                let wounds = form.wounds.unwrap_or(game.units[unit].wounds);
                let acted = form.acted && !free;
                let mut figure = Figure { unit: unit as u8, side, at, wounds, acted };
                if at.is_none() {
                    figure.remove();
                }
                figures.push(figure);
            }
        }
        let turn = if free { Seat::JUDGE } else { Seat::SIDES[self.turn as usize] };
        let figures = figures.into_iter().collect();
        Position { figures, round: self.round.unwrap_or(1), turn }
    }
}
