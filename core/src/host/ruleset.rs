//! A ruleset without its types: what a program over several games chooses among.

use crate::data::{Change, DataError, Files, Source};
use crate::host::{
    CardEntry, Exported, Held, HeldAt, Holdable, Hosted, Hosting, Loaded, Parts, Recipe, Sheet,
    Sketch, Stroke, Survey, Table, built_into,
};
use crate::odds::Budget;
use crate::rule_index::RuleIndex;
use crate::ruleset::{GameTables as _, on_battlefield};
use crate::scene::Scene;
use crate::schema::FileForm;
use crate::session::{Differs, Reader, Replaying, Session};
use crate::transcript::{FORMAT, Header, Transcript};
use serde::Serialize;
use std::marker::PhantomData;
use std::sync::Arc;

/// What a terrain does, to whom, by which rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TerrainEntry {
    /// Its name in the data.
    pub name: String,
    /// The kind of thing it is, such as `tile` or `edge`.
    pub kind: String,
    /// What it does: effect and rule, one each.
    pub effects: Vec<(String, String)>,
    /// Where the row comes from.
    pub source: String,
}

/// A table that was opened, and what has to be said aloud before the game.
pub struct Opened {
    /// The game at its start.
    pub table: Box<dyn Table>,
    /// Powers fielded that no code enforces, and the like.
    pub warnings: Vec<String>,
}

/// A game's rules, loaded from data on demand.
pub trait Ruleset: Sync {
    /// The name, as typed and as in `data/`.
    fn name(&self) -> &'static str;

    /// What people call it.
    fn title(&self) -> &'static str;

    /// Opens a scenario; `players` and `seed` go on record.
    fn open(
        &self,
        data: &Files,
        scenario: &Source,
        players: &[String],
        seed: Option<u128>,
    ) -> Result<Opened, Vec<DataError>>;

    /// The scenario without turn order, as a referee sits down at it.
    fn at_free_table(&self, scenario: &Source) -> Source;

    /// Plays a record again, on its own scenario files laid over `data`.
    fn replay(
        &self,
        data: &Files,
        transcript: &Transcript,
        how: Replaying,
    ) -> Result<Result<Box<dyn Table>, Differs>, Vec<DataError>>;

    /// Every fault of the ruleset's tables, and of its scenarios and battlefields.
    fn check(&self, data: &Files) -> Vec<DataError>;

    /// What is wrong in the sources of the tables and was left so: nothing keeps the game from
    /// being played.
    fn notes(&self, data: &Files) -> Vec<DataError>;

    /// Every fault of one file that a person wrote: a scenario, battlefield or house rule.
    fn check_file(&self, data: &Files, file: &Source) -> Vec<DataError>;

    /// Whether a file that names no game is plainly one of this game's, by the fields it has.
    fn claims(&self, file: &Source) -> bool;

    /// The rule index, with rows of tables.
    fn rules(&self, data: &Files) -> Result<RuleIndex, Vec<DataError>>;

    /// The terrain tables under an edition.
    fn terrain(
        &self,
        data: &Files,
        edition: Option<&str>,
    ) -> Result<Vec<TerrainEntry>, Vec<DataError>>;

    /// The edition that is played where a scenario names none.
    fn default_edition(&self) -> &'static str;

    /// Every edition, by name; none where the tables cannot be read.
    fn editions(&self, data: &Files) -> Vec<String>;

    /// The cards, units or dice of the game, with their powers and which of those are built.
    fn cards(&self, data: &Files) -> Result<Vec<CardEntry>, Vec<DataError>>;

    /// What files of each kind look like, described as far as the data explains them.
    fn forms(&self, data: &Files) -> Vec<FileForm>;

    /// Makes a battlefield file of a map in another program's form: the file's text, and a report.
    fn import_map(
        &self,
        data: &Files,
        name: &str,
        bytes: &[u8],
    ) -> Result<(String, Vec<String>), String>;

    /// A battlefield's file as a picture to draw on, up to a level; faults of it are named by number.
    fn sketch(
        &self,
        data: &Files,
        file: &Source,
        level: Option<i16>,
        faults: &[DataError],
    ) -> Sketch;

    /// A battlefield alone, for print; nothing where it cannot be drawn.
    fn picture_of_map(&self, data: &Files, file: &Source) -> Option<Scene>;

    /// What a stroke changes in a battlefield's file, and what it did in words.
    fn stroke(
        &self,
        data: &Files,
        file: &Source,
        stroke: &Stroke,
    ) -> Result<(Vec<Change>, String), String>;

    /// How far a stroke moves everything in the picture, to make room for what it draws.
    fn makes_room(&self, stroke: &Stroke) -> (f32, f32);

    /// The text of a battlefield to begin with.
    fn blank_battlefield(&self) -> Option<String>;

    /// For how many points armies are usually picked on a battlefield; nothing where nobody picks any.
    fn usual_muster(&self) -> Option<u32>;

    /// A scenario on a battlefield where two pick their armies for so many points each; nothing where the game lets
    /// nobody pick.
    fn mustered(&self, battlefield: &Source, points: u32) -> Option<Source>;

    /// The units that can be held over a battlefield, and what can be asked then.
    fn holdable(&self, data: &Files) -> (Vec<Holdable>, Vec<Held>);

    /// The tables with house rules written into them, for maps that are drawn with those.
    fn with_house_rules(&self, data: &Files, house: &Source) -> Files;

    /// A table on a battlefield where units stand as somebody holds them, and what each is called there.
    fn holding(
        &self,
        data: &Files,
        file: &Source,
        held: &[HeldAt],
    ) -> Result<(Source, Vec<String>), String>;

    /// What the rules say of a battlefield: who gets where, who sees what.
    fn survey(&self, data: &Files, file: &Source, budget: &Budget) -> Result<Survey, String>;

    /// The text of a battlefield drawn at random by a recipe, both of whose sides are alike.
    fn drawn_battlefield(
        &self,
        data: &Files,
        recipe: &Recipe,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Result<String, String>;

    /// Forms of maps of other programs that are written, as their files end.
    fn map_forms(&self) -> &'static [&'static str];

    /// Makes a map in one of [`Ruleset::map_forms`] of a battlefield's file.
    fn export_map(&self, data: &Files, field: &Source, form: &str) -> Result<Exported, String>;

    /// The parts a battlefield is built of, and what is missing of them in the boxes named, where any are.
    fn map_parts(&self, data: &Files, field: &Source, own: &[String]) -> Result<Parts, String>;

    /// Pages to build a battlefield by, the lowest level first.
    fn map_sheets(&self, data: &Files, field: &Source) -> Result<Vec<Sheet>, String>;

    /// Millimetres on the table of one plan unit of the game's pictures; nothing where they are of no table.
    fn plan_unit(&self) -> Option<f32>;
}

impl<G> Ruleset for PhantomData<fn() -> G>
where
    G: Hosting + 'static,
{
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn open(
        &self,
        data: &Files,
        scenario: &Source,
        players: &[String],
        seed: Option<u128>,
    ) -> Result<Opened, Vec<DataError>> {
        let loaded = G::load(data, scenario)?;
        let header = header::<G>(&loaded, data, players, seed);
        let warnings = loaded.warnings;
        let session = Session::new(loaded.game, header).map_err(|faults| {
            let fault = |says| DataError::of_file(&scenario.path, says);
            faults.into_iter().map(fault).collect::<Vec<_>>()
        })?;
        let setup = session.transcript().header.setup.clone();
        let session = session.with_reader(reader::<G>(data.clone(), scenario.clone(), setup));
        Ok(Opened { table: Box::new(session), warnings })
    }

    fn at_free_table(&self, scenario: &Source) -> Source {
        G::at_free_table(scenario)
    }

    fn replay(
        &self,
        data: &Files,
        transcript: &Transcript,
        how: Replaying,
    ) -> Result<Result<Box<dyn Table>, Differs>, Vec<DataError>> {
        let mut files = data.clone();
        let mut scenario = Source { path: "scenario".into(), text: String::new() };
        for source in transcript.header.sources.under("") {
            if scenario.text.is_empty() && source.path == transcript.header.scenario {
                scenario = source.clone();
            }
            files.insert(source.path.clone(), source.text.clone());
        }
        let loaded = G::load(&files, &scenario)?;
        let reader = reader::<G>(files, scenario, transcript.header.setup.clone());
        let replayed = Session::replay(loaded.game, transcript, how, Some(reader));
        Ok(replayed.map(|session| Box::new(session) as Box<dyn Table>))
    }

    fn check(&self, data: &Files) -> Vec<DataError> {
        G::check_data(data)
    }

    fn notes(&self, data: &Files) -> Vec<DataError> {
        G::notes(data)
    }

    fn claims(&self, file: &Source) -> bool {
        G::claims(file)
    }

    fn check_file(&self, data: &Files, file: &Source) -> Vec<DataError> {
        G::check_file(data, file)
    }

    fn rules(&self, data: &Files) -> Result<RuleIndex, Vec<DataError>> {
        G::rule_index(data)
    }

    fn terrain(
        &self,
        data: &Files,
        edition: Option<&str>,
    ) -> Result<Vec<TerrainEntry>, Vec<DataError>> {
        G::terrain(data, edition)
    }

    fn default_edition(&self) -> &'static str {
        G::Tables::DEFAULT_EDITION
    }

    fn editions(&self, data: &Files) -> Vec<String> {
        let tables = G::Tables::read(data);
        tables.map_or(Vec::new(), |tables| tables.editions().keys().cloned().collect())
    }

    fn cards(&self, data: &Files) -> Result<Vec<CardEntry>, Vec<DataError>> {
        G::cards(data)
    }

    fn forms(&self, data: &Files) -> Vec<FileForm> {
        let forms = G::forms().into_iter();
        forms.map(|form| form.explained(G::NAME, G::TITLE, data)).collect()
    }

    fn import_map(
        &self,
        data: &Files,
        name: &str,
        bytes: &[u8],
    ) -> Result<(String, Vec<String>), String> {
        G::import_map(data, name, bytes)
    }

    fn sketch(
        &self,
        data: &Files,
        file: &Source,
        level: Option<i16>,
        faults: &[DataError],
    ) -> Sketch {
        G::sketch(&built_into::<G>(data, file), file, level, faults)
    }

    fn picture_of_map(&self, data: &Files, file: &Source) -> Option<Scene> {
        G::picture_of_map(&built_into::<G>(data, file), file)
    }

    fn stroke(
        &self,
        data: &Files,
        file: &Source,
        stroke: &Stroke,
    ) -> Result<(Vec<Change>, String), String> {
        G::stroke(&built_into::<G>(data, file), file, stroke)
    }

    fn makes_room(&self, stroke: &Stroke) -> (f32, f32) {
        G::makes_room(stroke)
    }

    fn blank_battlefield(&self) -> Option<String> {
        G::blank_battlefield()
    }

    fn usual_muster(&self) -> Option<u32> {
        G::MUSTER
    }

    fn mustered(&self, battlefield: &Source, points: u32) -> Option<Source> {
        Some(on_battlefield(battlefield, &G::mustered(points)?))
    }

    fn holdable(&self, data: &Files) -> (Vec<Holdable>, Vec<Held>) {
        G::holdable(data)
    }

    fn with_house_rules(&self, data: &Files, house: &Source) -> Files {
        G::Tables::HOUSE_RULES.written_into(data, house)
    }

    fn holding(
        &self,
        data: &Files,
        file: &Source,
        held: &[HeldAt],
    ) -> Result<(Source, Vec<String>), String> {
        G::holding(&built_into::<G>(data, file), file, held)
    }

    fn survey(&self, data: &Files, file: &Source, budget: &Budget) -> Result<Survey, String> {
        G::survey(&built_into::<G>(data, file), file, budget)
    }

    fn drawn_battlefield(
        &self,
        data: &Files,
        recipe: &Recipe,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Result<String, String> {
        G::drawn_battlefield(data, recipe, die)
    }

    fn map_forms(&self) -> &'static [&'static str] {
        G::map_forms()
    }

    fn export_map(&self, data: &Files, field: &Source, form: &str) -> Result<Exported, String> {
        G::export_map(&built_into::<G>(data, field), field, form)
    }

    fn map_parts(&self, data: &Files, field: &Source, own: &[String]) -> Result<Parts, String> {
        G::map_parts(&built_into::<G>(data, field), field, own)
    }

    fn map_sheets(&self, data: &Files, field: &Source) -> Result<Vec<Sheet>, String> {
        G::map_sheets(&built_into::<G>(data, field), field)
    }

    fn plan_unit(&self) -> Option<f32> {
        G::plan_unit()
    }
}

/// Makes a game anew of files laid over those it was begun with. The position goes on under it where it means the
/// same things at the same places.
fn reader<G: Hosted>(data: Files, scenario: Source, setup: serde_json::Value) -> Reader<G> {
    Arc::new(move |laid: &Files, before: &G, state: &G::State| {
        let mut files = data.clone();
        for source in laid.under("") {
            files.insert(source.path, source.text);
        }
        let played = laid.get(&scenario.path).unwrap_or_else(|| scenario.clone());
        files.insert(played.path.clone(), played.text.clone());
        let loaded = G::load(&files, &played).map_err(|faults| {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            match faults.len() {
                0 | 1 => first,
                more => format!("{first}, and {} more", more - 1),
            }
        })?;
        if serde_json::to_value(&loaded.setup).is_ok_and(|now| now != setup) {
            let says =
                "who plays with what, and where they began, is settled: that is for a new game";
            return Err(says.to_string());
        }
        let (was, is) = (before.facts(state), loaded.game.facts(state));
        let gone = was.keys().find(|name| !is.contains_key(*name));
        if let Some(name) = gone.or_else(|| is.keys().find(|name| !was.contains_key(*name))) {
            return Err(format!(
                "the game goes on with the same things: `{name}` would be another"
            ));
        }
        let moved = was.iter().find(|(name, place)| {
            name.ends_with(".at") && is.get(*name).is_some_and(|now| now != *place)
        });
        match moved {
            None => Ok(loaded.game),
            Some((name, place)) => {
                let now = &is[name];
                Err(format!("nothing moves by it: `{name}` is {place} and would be {now}"))
            }
        }
    })
}

fn header<G: Hosted>(
    loaded: &Loaded<G>,
    data: &Files,
    players: &[String],
    seed: Option<u128>,
) -> Header {
    Header {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_string(),
        ruleset: G::NAME.to_string(),
        edition: loaded.edition.clone(),
        house_rules: loaded.house_rules.clone(),
        data: data.digest(),
        setup: serde_json::to_value(&loaded.setup).expect("setups have string keys"),
        scenario: loaded.scenario.clone(),
        sources: loaded.sources.clone(),
        players: players.to_vec(),
        seed,
        seed_seal: None,
        secret: None,
    }
}
