//! New Game on Umpire: loading and wiring.

#[path = "../../template/src/deeds.rs"]
mod deeds;
#[path = "../../template/src/figures.rs"]
mod figures;
#[path = "../../template/src/game.rs"]
mod game;
mod position;
mod rules;
#[path = "../../template/src/steps.rs"]
mod steps;
mod tables;
#[path = "../../template/src/told.rs"]
mod told;
mod words;

pub use tables::Rule;

use deeds::{Action, Event, State};
use figures::Position;
use include_dir::{Dir, include_dir};
use position::Body;
use std::marker::PhantomData;
use tables::{Catalog, Edition, Unit};
use umpire_core::data::{DataError, Files, Source, Written};
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;
use umpire_core::host::{
    Answer, Asking, Held, HeldTable, Hosted, Hosting, Loaded, Question, RosterEntry, Ruleset, Slip,
};
use umpire_core::pieces::PieceId;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::Opening;
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{Battlefield, Footprint, GroundEffect, Map, SurveyedFor, Unit as Measure};

/// The game, for the program's list.
pub static RULESET: &dyn Ruleset = &PhantomData::<fn() -> NewGame>;

/// The tables of the game, by paths such as `new-game/rules.yaml`; a file that is put there is found.
pub static DATA: Dir = include_dir!("$CARGO_MANIFEST_DIR/data");

/// Its conformance scenarios.
pub static SCENARIOS: Dir = include_dir!("$CARGO_MANIFEST_DIR/tests/scenarios");

/// The rules, with the tables, edition and table of one game.
pub struct NewGame {
    /// What is played by.
    pub edition: Edition,
    /// The kinds of figures.
    pub units: Vec<Unit>,
    /// Where it is played: the map, and the bases of all kinds.
    pub field: Battlefield,
    rules: RuleIndex,
}

impl NewGame {
    /// What kind of figure one is.
    pub(crate) fn unit(&self, p: &Position, id: PieceId) -> &Unit {
        &self.units[usize::from(p.figures[id].unit)]
    }

    /// What a figure is called.
    pub(crate) fn name(&self, p: &Position, id: PieceId) -> String {
        p.figures.name(id, &self.units)
    }
}

impl Hosted for NewGame {
    const NAME: &'static str = "new-game";
    const TITLE: &'static str = "New Game";
    const QUESTIONS: &'static [Question] = words::QUESTIONS;

    umpire_core::spoken_by_rows!();

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<NewGame>, Vec<DataError>> {
        Opening::<Self>::read(data, scenario)?.game(|opening, catalog, edition| {
            let (body, free) = (opening.body.clone(), opening.head.free_table);
            let map = opening.map("battlefield", &body.battlefield, &catalog.terrain.rows);
            let (units, mut faults) = (catalog.units.rows.clone(), Vec::new());
            let game = NewGame {
                edition: edition?,
                field: Battlefield::new(map?, units.iter().map(Unit::shape)),
                units,
                rules: catalog.rules.clone(),
            };
            let position = body.lay(free, &game, &opening.places, &mut faults);
            opening.told(faults);
            Some((game, position))
        })
    }

    fn is_free(&self, state: &State) -> bool {
        state.position.is_free()
    }

    fn say_event(&self, after: &State, event: &Event) -> Option<String> {
        Some(self.event_words(after, event))
    }

    fn rules(&self) -> Option<&RuleIndex> {
        Some(&self.rules)
    }

    fn say_choice(&self, state: &State, _: &Choice<Rule>) -> String {
        let asked = match state.position.is_free() {
            true => "put figures down, ask, or let one do something",
            false => "choose a figure that has not acted, and what it does",
        };
        asked.to_string()
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        self.group_words(state, group)
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        move |state| match state.over {
            Some(outcome) => 1000.0 * outcome.payoff(seat),
            None => rules::appraisal(self, &state.position, seat),
        }
    }

    fn ways(&self, state: &State, action: &Action) -> Vec<Shape> {
        self.way_of(&state.position, action).into_iter().collect()
    }

    fn answer(&self, state: &State, asking: &Asking) -> Result<Answer, Slip> {
        match asking.verb {
            "los" => self.sight(state, asking.about),
            "reach" => self.reach(&state.position, asking.about),
            _ => self.odds(state, asking),
        }
    }

    fn scene(&self, state: &State) -> Scene {
        self.picture(&state.position)
    }

    fn map(&self) -> Option<&Map> {
        Some(&self.field)
    }

    fn roster(&self, state: &State) -> Vec<RosterEntry> {
        self.roster_of(&state.position)
    }
}

impl Hosting for NewGame {
    type Tables = Catalog;
    type Body = Body;

    const MEASURED_IN: Option<Measure> = Some(Measure::Inches);
    const AT_HAND: &'static str = words::AT_HAND;
    const HELD: &'static [Held] = words::HELD;
    const SURVEYED_FOR: Option<SurveyedFor<'static>> = Some(SurveyedFor {
        base: Footprint::Disc { radius: 1600, corners: 12 },
        per_turn: 60,
        says: "a warrior, who moves 6 inches",
    });

    fn rule_of_ground(does: GroundEffect) -> Option<Rule> {
        Some(match does {
            GroundEffect::Sight(_) => Rule::Sight,
            GroundEffect::Cover => Rule::Cover,
            GroundEffect::Difficult => Rule::Difficult,
            GroundEffect::Impassable => Rule::InTheWay,
        })
    }

    fn held_scenario(table: &HeldTable) -> Vec<(&'static str, Written)> {
        vec![("sides", table.sides(position::written)), ("turn", table.turn())]
    }
}
