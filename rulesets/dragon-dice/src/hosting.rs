//! `Hosted` and `Hosting`: loading, checking data, the rule index with rows of tables, terrain told.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::state::State;
use crate::scenario::ScenarioFile;
use crate::steps::reserves::single_retreats;
use crate::steps::setup::imagine;
use crate::tables::catalog::{
    Catalog, EighthEffect, EighthPower, Icon, IvoryHybrids, Kind, Land, MinorEffect, MinorFace,
    ProtectedFrom, RerollScope, ReservesReach, What,
};
use crate::tables::edition::Form;
use crate::tables::rule::Rule;
use crate::words::{standings, stock};
use crate::{scenario, words};
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Choice, Game as _, Listing};
use umpire_core::host::{
    Answer, CardEntry, Hosted, Hosting, Loaded, Question, Slip, Standing, Stock, TablesInPlay,
    TerrainEntry,
};
use umpire_core::odds::Budget;
use umpire_core::rule_index::RuleIndex;
use umpire_core::ruleset::GameTables;
use umpire_core::scene::Scene;
use umpire_core::seat::Seat;

impl Hosted for DragonDice {
    const NAME: &'static str = "dragon-dice";
    const TITLE: &'static str = "Dragon Dice";
    const QUESTIONS: &'static [Question] = words::QUESTIONS;

    fn load(data: &Files, scenario: &Source) -> Result<Loaded<DragonDice>, Vec<DataError>> {
        scenario::load(data, scenario)
    }

    fn rules(&self) -> Option<&RuleIndex> {
        Some(&self.catalog.rules)
    }

    fn tables(&self) -> Option<TablesInPlay> {
        Some(TablesInPlay {
            rules: self.catalog.rule_index(),
            cards: crate::words::card::card_entries(&self.catalog),
            terrain: terrain_entries(&self.catalog, self.edition.eighth_faces),
        })
    }

    fn is_free(&self, state: &State) -> bool {
        state.at_free_table()
    }

    fn seat_name(&self, seat: Seat) -> String {
        names::seat_word(self, seat)
    }

    fn say_event(&self, after: &State, event: &Event) -> Option<String> {
        words::event_words(self, after, event)
    }

    umpire_core::spoken_by_rows!();

    fn say_rule(&self, rule: Rule) -> Option<String> {
        words::rule_words(self, rule)
    }

    fn say_choice(&self, state: &State, choice: &Choice<Rule>) -> String {
        words::choice_words(self, state, choice)
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        words::group_words(self, state, group)
    }

    fn counting(&self, state: &State, group: &DiceGroup) -> Option<String> {
        words::counting(self, state, group)
    }

    fn offered(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        let listing = self.legal(state, seat, into);
        single_retreats(self, state, seat, into);
        listing
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        move |state| words::score_view(self, state, seat)
    }

    fn looks_through(&self, state: &State) -> bool {
        words::looks_through(state)
    }

    fn sample(&self, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
        imagine::imagine(self, view, die)
    }

    fn scene(&self, state: &State) -> Scene {
        words::draw(self, state)
    }

    fn stock(&self, state: &State) -> Vec<Stock> {
        stock::stocked(self, state)
    }

    fn ask(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
        budget: &Budget,
    ) -> Result<Answer, Slip> {
        words::answer(self, state, seat, text, budget)
    }

    fn standings(&self, state: &State) -> Vec<Standing> {
        standings::list_standings(self, state)
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        words::facts_of(self, state)
    }
}

/// Every row of the terrain tables, with eighth faces of a form.
fn terrain_entries(catalog: &Catalog, form: Form) -> Vec<TerrainEntry> {
    let mut entries: Vec<TerrainEntry> = Vec::new();
    for face in &catalog.eighth_faces {
        let mut effects: Vec<(String, String)> = Vec::new();
        if face.advanced {
            let words = "an advanced terrain: by the current rules only at the Frontier";
            effects.push((words.into(), "DD-3.7".into()));
        }
        let list = if form == Form::Current { &face.current } else { &face.classic };
        effects.extend(list.iter().map(eighth_words));
        entries.push(entry(&face.id, "eighth face", effects));
    }
    entries.extend(catalog.lands.iter().map(land_entry));
    entries.extend(catalog.minor_faces.iter().map(minor_entry));
    let dice = catalog
        .kinds
        .iter()
        .filter(|kind| matches!(kind.what, What::Terrain { .. } | What::Minor { .. }));
    entries.extend(dice.map(|kind| die_entry(catalog, kind, form)));
    entries
}

impl Hosting for DragonDice {
    type Tables = Catalog;
    type Body = ScenarioFile;

    fn terrain(data: &Files, edition: Option<&str>) -> Result<Vec<TerrainEntry>, Vec<DataError>> {
        let catalog = Catalog::read(data)?;
        let edition = catalog.edition_named(edition)?;
        Ok(terrain_entries(&catalog, edition.eighth_faces))
    }

    fn cards(data: &Files) -> Result<Vec<CardEntry>, Vec<DataError>> {
        Ok(crate::words::card::card_entries(&*Catalog::read(data)?))
    }

    fn import_map(_: &Files, name: &str, _: &[u8]) -> Result<(String, Vec<String>), String> {
        Err(format!("{name}: this game has no maps"))
    }
}

fn entry(name: &str, kind: &str, effects: Vec<(String, String)>) -> TerrainEntry {
    TerrainEntry { name: name.into(), kind: kind.into(), effects, source: String::new() }
}

fn land_entry(land: &Land) -> TerrainEntry {
    let mut effects = vec![(format!("its elements: {}", land.elements), "DD-2.3".to_string())];
    if land.deadland {
        let words =
            "counts as more dead units wherever an ability counts those; any terrain takes it";
        effects.push((words.into(), "DD-15.11".into()));
    }
    entry(&land.id, "land", effects)
}

fn minor_entry(face: &MinorFace) -> TerrainEntry {
    let mut effects: Vec<(String, String)> = face
        .effects
        .iter()
        .map(|effect| {
            let words = match effect {
                MinorEffect::ChooseAction => {
                    "its controller turns the die to an action face of their choice".to_string()
                }
                MinorEffect::Action(action) => {
                    format!("its army may take a {} action there", action.name())
                }
                MinorEffect::DoubleIds(kind) => {
                    format!("the army's ID results double in {} rolls", kind.name())
                }
                MinorEffect::Halve(kind) => {
                    format!("the army's {} results are halved", kind.name())
                }
            };
            (words, face.rule.clone())
        })
        .collect();
    if face.disaster {
        effects.push(("buried when the army next marches".into(), "DD-15.18".into()));
    }
    entry(&face.id, "minor face", effects)
}

fn die_entry(catalog: &Catalog, kind: &Kind, form: Form) -> TerrainEntry {
    let face = |face: &crate::tables::catalog::Face| match face.icon {
        Icon::Action(action) => action.name().to_string(),
        Icon::Minor(id) => catalog.minor_face(id).id.clone(),
        _ => "id".to_string(),
    };
    match kind.what {
        What::Terrain { land, eighth, .. } => {
            let faces: Vec<String> = kind.faces().iter().take(7).map(face).collect();
            let eighth = catalog.eighth(eighth);
            let land = catalog.land(land);
            let mut effects = vec![
                (format!("a {} of {}", land.name, land.elements), "DD-2.3".to_string()),
                (format!("faces 1 to 7: {}", faces.join(", ")), "DD-6.9".to_string()),
            ];
            let list = if form == Form::Current { &eighth.current } else { &eighth.classic };
            effects.extend(
                list.iter()
                    .map(eighth_words)
                    .map(|(words, rule)| (format!("face 8, {}: {words}", eighth.name), rule)),
            );
            entry(&kind.id, "terrain", effects)
        }
        _ => {
            let faces: Vec<String> = kind.faces().iter().map(face).collect();
            let effects = vec![(format!("faces: {}", faces.join(", ")), "DD-15.12".to_string())];
            entry(&kind.id, "minor terrain", effects)
        }
    }
}

/// What an eighth face does for the army that holds it, with its rule.
fn eighth_words(effect: &EighthEffect) -> (String, String) {
    let words = match &effect.does {
        EighthPower::RecruitOrPromote => {
            "each turn its army may recruit a small unit or promote a unit".to_string()
        }
        EighthPower::ForceBurial => {
            "each turn its controller may have another player bury a dead unit".to_string()
        }
        EighthPower::ConvertMagic => {
            "units of its army may make magic of the terrain's elements".to_string()
        }
        EighthPower::Protection { element, from } => format!(
            "{} magic of opponents does nothing to its army{}",
            element.name(),
            match from {
                ProtectedFrom::Everything => "",
                ProtectedFrom::NewSpells => " where it is newly cast",
            }
        ),
        EighthPower::MissilesAnywhere { reserves } => format!(
            "missiles of its army reach any terrain{}",
            match reserves {
                ReservesReach::Never => ", but no Reserve Army",
                ReservesReach::NonId => ", and Reserve Armies where ID results count nothing",
            }
        ),
        EighthPower::DeclaredAs { any_of } => {
            format!("whoever captures it names one of: {}", any_of.join(", "))
        }
        EighthPower::SummonDragon { ivory, ivory_hybrid, white } => format!(
            "each turn its controller may bring a dragon that matches the terrain; ivory {}, ivory hybrids {}, white {}",
            if *ivory { "too" } else { "not" },
            match ivory_hybrid {
                IvoryHybrids::Any => "all",
                IvoryHybrids::Matching => "that match",
            },
            if *white { "too" } else { "not" },
        ),
        EighthPower::Unbury { own_pool, items } => format!(
            "each turn a die leaves a Buried Unit Area{}{}",
            if *own_pool { "; Dragonkin and minor terrains return to the pool" } else { "" },
            if *items { "; items return to the army" } else { "" },
        ),
        EighthPower::RerollUnit { rolls } => format!(
            "one unit may be rolled again in {} that counts no maneuver",
            match rolls {
                RerollScope::Here => "any army's roll at the terrain",
                RerollScope::Own => "each roll of its army",
            }
        ),
        EighthPower::NoMagicDoubling { any_face } => format!(
            "nobody there doubles magic{}",
            if *any_face { ", whatever face shows" } else { "" }
        ),
    };
    (words, effect.rule.clone())
}
