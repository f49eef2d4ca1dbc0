//! New Game on Umpire: loading and wiring.

mod deeds;
mod figures;
mod game;
mod position;
mod rules;
mod steps;
mod tables;
mod told;
mod words;

pub use tables::Rule;

use deeds::{Action, Event, State};
use figures::Position;
use include_dir::{Dir, include_dir};
use position::Body;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use tables::{Edition, Fields, Shelf, Unit};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{Dice, DiceGroup, Die};
use umpire_core::edition::{HouseForm, HouseTable};
use umpire_core::game::{Choice, Outcome};
use umpire_core::hex::{Ground, Plan};
use umpire_core::host::{
    Answer, Hosted, Hosting, Loaded, Question, Ruleset, Slip, Standing, Stock,
};
use umpire_core::odds::Budget;
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::Opening;
use umpire_core::scene::{Scene, Shape};
use umpire_core::schema::FileForm;
use umpire_core::seat::Seat;
use umpire_core::table::GroundEffect;

/// The game, for the program's list.
pub static RULESET: &dyn Ruleset = &PhantomData::<fn() -> NewGame>;

/// The tables of the game, by paths such as `new-game/rules.yaml`; a file that is put there is found.
pub static DATA: Dir = include_dir!("$CARGO_MANIFEST_DIR/data");

/// Its conformance scenarios.
pub static SCENARIOS: Dir = include_dir!("$CARGO_MANIFEST_DIR/tests/scenarios");

/// The rules, with the tables, edition and board of one game.
pub struct NewGame {
    /// What is played by.
    pub edition: Edition,
    /// The kinds of figures.
    pub units: Vec<Unit>,
    /// Where it is played.
    pub plan: Plan,
    rules: RuleIndex,
    dice: Dice,
}

impl NewGame {
    /// What kind of figure one is.
    pub(crate) fn unit(&self, p: &Position, id: PieceId) -> &Unit {
        &self.units[p.figures[id].kind()]
    }

    /// What a figure is called.
    pub(crate) fn name(&self, p: &Position, id: PieceId) -> String {
        p.figures.name(id, &self.units)
    }
}

/// House rules may change the edition and both tables.
const HOUSE_RULES: HouseForm = HouseForm {
    game: NewGame::NAME,
    tables: &[
        HouseTable { field: "units", rows: "units#units" },
        HouseTable { field: "ground", rows: "ground#ground" },
    ],
};

impl Hosted for NewGame {
    const NAME: &'static str = "new-game";
    const TITLE: &'static str = "New Game";

    umpire_core::spoken_by_rows!();

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<NewGame>, Vec<DataError>> {
        let mut opening = Opening::<Fields, Body>::read(data, scenario, HOUSE_RULES, "standard")?;
        let shelf = Shelf::read(data, &opening.house_files());
        let Some(shelf) = opening.keep(shelf) else { return Err(opening.into_faults()) };
        let Shelf { rules, editions, units, ground } = shelf;
        let edition = opening.edition(&editions);
        let (body, free) = (opening.body.clone(), opening.head.free_table);
        let plan = opening.keep(body.board.lay(&ground, "board", &opening.places));
        let made = edition.zip(plan).map(|(edition, plan)| {
            let dice = Dice(vec![Die::numbered("d6", 6)]);
            let (game, mut faults) = (NewGame { edition, units, plan, rules, dice }, Vec::new());
            let position = body.lay(free, &game, &opening.places, &mut faults);
            faults.into_iter().for_each(|fault| opening.told(fault));
            (game, position)
        });
        opening.finish(made, |_, _| Vec::new())
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
            Some(Outcome { winners }) if winners.contains(seat) => 1000.0,
            Some(Outcome { winners }) if !winners.is_empty() => -1000.0,
            Some(_) => 0.0,
            None => rules::appraisal(self, &state.position, seat),
        }
    }

    fn ways(&self, state: &State, action: &Action) -> Vec<Shape> {
        self.way_of(&state.position, action).into_iter().collect()
    }

    fn questions(&self) -> &'static [Question] {
        words::QUESTIONS
    }

    fn ask(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        self.answer(state, seat, text, budget)
    }

    fn scene(&self, state: &State) -> Scene {
        self.picture(&state.position)
    }

    fn stock(&self, state: &State) -> Vec<Stock> {
        self.stock_of(&state.position)
    }

    fn standings(&self, state: &State) -> Vec<Standing> {
        self.standings_of(&state.position)
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        self.facts_of(&state.position)
    }
}

impl Hosting for NewGame {
    fn at_free_table(scenario: &Source) -> Source {
        umpire_core::ruleset::at_free_table(scenario, "")
    }

    fn hexes(data: &Files) -> Result<Vec<Ground>, Vec<DataError>> {
        Ok(Shelf::read(data, &[])?.ground)
    }

    fn rule_of_ground(does: GroundEffect) -> Option<Rule> {
        Some(match does {
            GroundEffect::Sight(_) => Rule::Sight,
            GroundEffect::Cover => Rule::Cover,
            GroundEffect::Difficult => Rule::Moving,
            GroundEffect::Impassable => Rule::InTheWay,
        })
    }

    fn check_house_rules(data: &Files, file: &Source) -> Vec<DataError> {
        HOUSE_RULES.check::<Fields, _>(file, |house| Shelf::read(data, house))
    }

    fn forms() -> Vec<FileForm> {
        let mut forms = FileForm::of_every_game::<Fields, Body>(HOUSE_RULES);
        forms.extend([
            FileForm::rows::<Unit>(Self::NAME, "units", "the kinds of figures"),
            FileForm::rows::<Ground>(Self::NAME, "ground", "the kinds of ground"),
        ]);
        forms
    }
}
