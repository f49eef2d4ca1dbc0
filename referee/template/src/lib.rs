//! NewGame on Umpire: loading and wiring.

pub mod position;
pub mod steps;
pub mod tables;
mod words;

use position::{Action, Amendment, Event, Setup, State};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use tables::{Edition, Fields, Rule};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{Dice, DiceGroup, Die, Face};
use umpire_core::edition::HouseForm;
use umpire_core::game::{Choice, Game, Observe, Outcome, Stop};
use umpire_core::host::{Answer, Hosted, Hosting, Loaded, Question, Ruleset, Slip, Standing};
use umpire_core::odds::Budget;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::{Opening, Tables};
use umpire_core::ruling::Refusal;
use umpire_core::scene::Scene;
use umpire_core::schema::FileForm;
use umpire_core::seat::{Seat, Seats};

/// The game, for the program's list.
pub static RULESET: &dyn Ruleset = &PhantomData::<fn() -> NewGame>;

/// The tables of the game.
pub const DATA: &[(&str, &str)] = &[
    ("new-game/rules.yaml", include_str!("../data/new-game/rules.yaml")),
    ("new-game/editions/standard.yaml", include_str!("../data/new-game/editions/standard.yaml")),
    ("new-game/house_rules/icy.yaml", include_str!("../data/new-game/house_rules/icy.yaml")),
    ("new-game/scenarios/default.yaml", include_str!("../data/new-game/scenarios/default.yaml")),
];

/// The rules, with the tables and edition of one game.
pub struct NewGame {
    /// What is played by.
    pub edition: Edition,
    rules: RuleIndex,
    dice: Dice,
}

impl NewGame {
    /// Whether a face takes a step up, and whether it slips one.
    pub(crate) fn counts(&self, face: Face) -> (bool, bool) {
        let number = face + 1;
        (number >= self.edition.needs, number <= self.edition.slips_on)
    }

    /// Ends the game.
    pub(crate) fn end<O: Observe<Event>>(
        &self,
        state: &mut State,
        winners: Seats,
        rule: Rule,
        out: &mut O,
    ) {
        state.over = Some(Outcome { winners });
        out.tell(|| Event::Over(winners, rule));
    }
}

impl Game for NewGame {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    umpire_core::played_by_steps!();

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        let mut state = State {
            steps: Vec::new(),
            heights: setup.heights,
            stamina: setup.stamina.unwrap_or([self.edition.most_stamina; 2]),
            round: setup.round.unwrap_or(1),
            turns: 0,
            over: None,
        };
        self.sound(&state)?;
        umpire_core::steps::settle(self, &mut state, &mut umpire_core::Deaf);
        Ok(state)
    }

    fn sound(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let found = state.faults(self.edition.most_stamina, self.edition.summit);
        if found.is_empty() { Ok(()) } else { Err(found) }
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        out: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let Amendment::Height(seat, height) = *change;
        let mut changed = state.clone();
        let nobody = || vec![Refusal::at(Rule::JudgesWord, "", "there is no such climber")];
        *changed.heights.get_mut(seat.index()).ok_or_else(nobody)? = height;
        self.sound(&changed)?;
        *state = changed;
        out.tell(|| Event::Put(seat, height));
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, out: &mut O) {
        let winners = match stop {
            Stop::Concede(seat) => Seats::first_of(2).without(seat),
            Stop::Draw => Seats::NONE,
            Stop::Time => state.ahead(),
        };
        self.end(state, winners, Rule::JudgesWord, out);
        umpire_core::steps::settle(self, state, out);
    }

    fn because(&self, event: &Event) -> Rule {
        event.rule()
    }

    fn clock(&self, state: &State) -> u32 {
        state.turns
    }
}

/// What scenarios of this game say beside what those of all games do.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Body {
    /// Names of the climbers; nothing hangs on them.
    seats: Vec<String>,
    /// The position from which it begins.
    position: Setup,
}

/// House rules may change the edition; a table of units or of ground that they may change, too, is added here.
const HOUSE_RULES: HouseForm = HouseForm { game: NewGame::NAME, tables: &[] };

impl Hosted for NewGame {
    const NAME: &'static str = "new-game";

    umpire_core::spoken_by_rows!();

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<NewGame>, Vec<DataError>> {
        let mut opening = Opening::<Fields, Body>::read(data, scenario, HOUSE_RULES, "standard")?;
        let house = opening.house_files();
        let mut tables = Tables::of(data, NewGame::NAME, &house);
        let (rules, editions) = (tables.rules(), tables.editions::<Fields>());
        let (rules, editions) = tables.finish(rules.zip(editions))?;
        let edition = opening.edition(&editions);
        let setup = opening.body.position.clone();
        let dice = Dice(vec![Die::numbered("d6", 6)]);
        let made = edition.map(|edition| (NewGame { edition, rules, dice }, setup));
        opening.finish(made, |_, _| Vec::new())
    }

    fn say_event(&self, _: &State, event: &Event) -> Option<String> {
        Some(self.event_words(event))
    }

    fn say_rule(&self, rule: Rule) -> Option<String> {
        use umpire_core::RuleId;
        self.rules.get(rule.id()).map(|entry| entry.says.clone())
    }

    fn say_choice(&self, state: &State, choice: &Choice<Rule>) -> String {
        self.choice_words(state, choice)
    }

    fn say_group(&self, _: &State, group: &DiceGroup) -> String {
        format!("climb of {}", group.seat.lettered())
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        let (own, other) = (seat.index(), 1 - seat.index());
        move |state| {
            let height = |at: usize| f64::from(state.heights[at]);
            height(own) - height(other) + 0.2 * f64::from(state.stamina[own])
        }
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
        self.picture(state)
    }

    fn standings(&self, state: &State) -> Vec<Standing> {
        self.standings_of(state)
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        let mut facts = BTreeMap::from([("round".to_string(), state.round.to_string())]);
        for seat in [Seat(0), Seat(1)] {
            let (name, at) = (seat.lettered(), seat.index());
            facts.insert(format!("{name}.height"), state.heights[at].to_string());
            facts.insert(format!("{name}.stamina"), state.stamina[at].to_string());
        }
        facts
    }
}

impl Hosting for NewGame {
    fn check_house_rules(_: &Files, file: &Source) -> Vec<DataError> {
        // Where there are tables that house rules may change, they are read here with the file laid over them.
        HOUSE_RULES.check::<Fields, _>(file, |_| Ok(()))
    }

    fn forms() -> Vec<FileForm> {
        vec![
            FileForm::scenario::<Fields, Body>(Self::NAME),
            FileForm::house_rules::<Fields>(HOUSE_RULES),
            FileForm::edition::<Fields>(Self::NAME),
            FileForm::rule_index(Self::NAME),
            FileForm::ruling(Self::NAME),
        ]
    }
}
