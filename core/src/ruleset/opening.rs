//! A scenario on its way to a game: its head, alike in all games, and its body, the game's own.

use crate::data::{DataError, Files, Places, Source, Spoiled, Tree, read_tree_mended};
use crate::edition::{self, Fields, Wanted};
use crate::host::{Hosting, Loaded, battlefield_faults};
use crate::ruleset::{FileKind, GameTables, kind_of};
use crate::ruling::Refusal;
use crate::seat::why_no_seat;
use crate::table::{Map, MapSource, Terrain};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The fields that scenarios of all games have.
const HEAD: [&str; 7] =
    ["game", "scenario", "says", "edition", "fields", "house_rules", "free_table"];

/// What scenarios of all games say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "F: Fields + Default")]
#[schemars(bound = "F: Fields + Default")]
pub struct Head<F> {
    /// The game's name.
    #[serde(default)]
    pub game: Option<String>,
    /// What the scenario is called.
    #[serde(default)]
    pub scenario: Option<String>,
    /// What it is about, for people.
    #[serde(default)]
    pub says: Option<String>,
    /// The edition that is played.
    #[serde(default)]
    #[schemars(extend("x-names" = "editions/*#/edition/name"))]
    pub edition: Option<String>,
    /// Fields of the edition that this scenario changes.
    #[serde(default)]
    pub fields: F,
    /// Files of house rules.
    #[serde(default)]
    #[schemars(extend("x-suggests" = "house_rules/*"))]
    pub house_rules: Vec<String>,
    /// A referee's table without turns.
    #[serde(default)]
    pub free_table: bool,
}

/// What was read of a scenario: head, body, and where everything stands.
#[derive(Debug, Clone)]
pub struct Read<F, B> {
    /// What scenarios of all games say.
    pub head: Head<F>,
    /// What this game's scenarios say.
    pub body: B,
    /// Where each field stands.
    pub places: Places,
}

/// What was read, and the faults of its form.
type Mended<F, B> = (Read<F, B>, Vec<DataError>);

impl<F: Fields + Default, B: DeserializeOwned> Read<F, B> {
    /// Reads a scenario of a game.
    ///
    /// # Errors
    /// Every fault of its form, and another game's name.
    pub fn scenario(source: &Source, game: &str) -> Result<Read<F, B>, Vec<DataError>> {
        match Read::mended(source, game)? {
            (read, faults) if faults.is_empty() => Ok(read),
            (_, faults) => Err(faults),
        }
    }

    /// Reads a scenario of a game, with something harmless in the place of whatever could not be read, and the faults of
    /// its form. Nothing but faults may come of one with faults.
    ///
    /// # Errors
    /// The faults of its form where it is no scenario or lacks what everything else goes by, and another game's name.
    fn mended(source: &Source, game: &str) -> Result<Mended<F, B>, Vec<DataError>> {
        let tree = Tree::parse(source)?;
        let head = tree.with_fields(|field| HEAD.contains(&field));
        let (head, mut faults) = read_tree_mended::<Head<F>>(&head);
        let (body, found) = read_tree_mended::<B>(&tree.without_fields(&HEAD));
        faults.extend(found);
        faults.sort();
        faults.dedup();
        let is_whole = |fault: &DataError| fault.field.is_empty();
        let (Some(head), Some(body), false) = (head, body, faults.iter().any(is_whole)) else {
            return Err(faults);
        };
        let seats: Vec<String> = tree.rows("seats").map(String::from).collect();
        let places = Places::of(tree);
        for (at, name) in seats.iter().enumerate() {
            if let Some(says) = why_no_seat(name, &seats[..at]) {
                faults.push(places.key_fault(&format!("seats.{name}"), says));
            }
        }
        match head.game.as_deref() {
            Some(other) if other != game && faults.is_empty() => {
                Err(vec![places.unknown("game", "game", other, [game])])
            }
            Some(other) if other != game => Err(faults),
            _ => Ok((Read { head, body, places }, faults)),
        }
    }
}

/// The field of a scenario that names its battlefield or has it written out.
const BATTLEFIELD: &str = "battlefield";

/// The folder of a game's data in which battlefields are.
const BATTLEFIELDS: &str = "battlefields";

/// A folder of a game's data.
fn folder_of<G: Hosting>(folder: &str) -> String {
    format!("{}/{folder}", G::NAME)
}

/// The fields of a game's editions.
pub type FieldsOf<G> = <<G as Hosting>::Tables as GameTables>::Fields;
/// An edition of a game.
pub type EditionOf<G> = <FieldsOf<G> as Fields>::Edition;

/// A scenario on its way to a game.
pub struct Opening<'a, G: Hosting> {
    data: &'a Files,
    scenario: &'a Source,
    bare_battlefield: Option<&'a Source>,
    /// What scenarios of all games say.
    pub head: Head<FieldsOf<G>>,
    /// What this game's scenarios say.
    pub body: G::Body,
    /// Where each field stands.
    pub places: Places,
    /// The files that the game is read from.
    pub sources: Files,
    /// Files of house rules that the battlefield or the scenario names, the battlefield's first.
    house_rules: Vec<Source>,
    house_names: Vec<String>,
    /// Faults of its form, and the rows they are in.
    of_form: (Vec<DataError>, Spoiled),
    faults: Vec<DataError>,
}

impl<'a, G: Hosting> Opening<'a, G> {
    /// Reads a scenario, or a bare battlefield, on which the game's `scenarios/default.yaml` is played then. Where the form of a
    /// scenario has faults, there will be no game, but the rest of it is looked at for others.
    ///
    /// # Errors
    /// Every fault of its form, where there is no rest; every fault of a battlefield.
    pub fn read(data: &'a Files, file: &'a Source) -> Result<Opening<'a, G>, Vec<DataError>> {
        let game = G::NAME;
        let mut opening = if kind_of(file) == FileKind::Battlefield {
            let faults = battlefield_faults::<G>(data, file);
            if !faults.is_empty() {
                return Err(faults);
            }
            let path = format!("{game}/scenarios/default.yaml");
            let missing = || vec![DataError::of_file(&path, "this file is missing")];
            let read = Read::scenario(&data.get(&path).ok_or_else(missing)?, game)?;
            Opening { bare_battlefield: Some(file), ..Opening::of(data, file, read) }
        } else {
            let (read, faults) = Read::mended(file, game)?;
            let spoiled = Spoiled::by(file, &faults);
            Opening { of_form: (faults, spoiled), ..Opening::of(data, file, read) }
        };
        opening.find_house_rules();
        Ok(opening)
    }

    /// Finds the house rules that the battlefield and the scenario name.
    fn find_house_rules(&mut self) {
        let form = G::Tables::HOUSE_RULES;
        let (data, faults) = (self.data, &mut self.faults);
        let field = format!("{BATTLEFIELD}.");
        let named = self.places.written(BATTLEFIELD).and_then(|it| it.as_word().map(String::from));
        let named = named.and_then(|name| data.find(&folder_of::<G>(BATTLEFIELDS), &name));
        let mut files = match self.bare_battlefield.cloned().or(named) {
            Some(battlefield) => {
                let (files, found) = form.of_battlefield(data, &battlefield);
                faults.extend(found);
                files
            }
            None => form.named(data, &self.places, &field, faults),
        };
        let own = form.named(data, &self.places, "", faults);
        files.extend(own);
        // What a battlefield and a scenario on it both name is laid once.
        let mut known = BTreeSet::new();
        files.retain(|file| known.insert(file.path.clone()));
        self.house_rules = files;
    }

    fn of(
        data: &'a Files,
        file: &'a Source,
        Read { head, body, places }: Read<FieldsOf<G>, G::Body>,
    ) -> Opening<'a, G> {
        let mut sources = Files::default();
        sources.insert(file.path.clone(), file.text.clone());
        Opening {
            data,
            scenario: file,
            bare_battlefield: None,
            head,
            body,
            places,
            sources,
            house_rules: Vec::new(),
            house_names: Vec::new(),
            of_form: (Vec::new(), Spoiled::default()),
            faults: Vec::new(),
        }
    }

    /// The battlefield that was opened without a scenario.
    pub fn bare_battlefield(&self) -> Option<&'a Source> {
        self.bare_battlefield
    }

    /// The files of house rules that the scenario or its battlefield names, to be laid over the tables.
    pub fn house_files(&self) -> &[Source] {
        &self.house_rules
    }

    /// The edition's name.
    pub fn edition_name(&self) -> String {
        self.head.edition.clone().unwrap_or_else(|| G::Tables::DEFAULT_EDITION.to_string())
    }

    /// The tables with the scenario's house rules laid over them.
    pub fn tables(&mut self) -> Option<Arc<G::Tables>> {
        let read = G::Tables::read_with(self.data, self.house_files());
        self.keep(read)
    }

    /// The edition that the scenario wants, with its house rules and its own fields laid over it.
    pub fn edition(&mut self, tables: &G::Tables) -> Option<EditionOf<G>> {
        let name = self.edition_name();
        let wanted = Wanted {
            edition: &name,
            fields: &self.head.fields,
            house_rules: &self.house_rules,
            form: G::Tables::HOUSE_RULES,
        };
        let used = (&self.places, &mut self.sources);
        let (edition, names) = edition::choose(tables.editions(), &wanted, used, &mut self.faults);
        self.house_names = names;
        edition
    }

    /// Builds the game: `make` gets this opening, the tables and the edition (if it could be read), and returns the game with
    /// its setup, or `None` after it has told a fault.
    ///
    /// # Errors
    /// As [`finish`](Opening::finish).
    pub fn game(
        mut self,
        make: impl FnOnce(&mut Self, &G::Tables, Option<EditionOf<G>>) -> Option<(G, G::Setup)>,
    ) -> Result<Loaded<G>, Vec<DataError>> {
        let made = self.tables().and_then(|tables| {
            let edition = self.edition(&tables);
            make(&mut self, &tables, edition)
        });
        self.finish(made, |_, _| Vec::new())
    }

    /// A file that the scenario names, by path or by its name in a folder of the game's data; it joins the files
    /// the game is read from.
    pub fn file(&mut self, field: &str, kind: &str, folder: &str, name: &str) -> Option<Source> {
        let folder = folder_of::<G>(folder);
        let found = self.data.find(&folder, name);
        match &found {
            Some(source) => self.sources.insert(source.path.clone(), source.text.clone()),
            None => {
                let under = format!("{folder}/");
                let all: Vec<Source> = self.data.under(&folder).collect();
                let known = all
                    .iter()
                    .filter_map(|source| source.path.strip_prefix(&under)?.strip_suffix(".yaml"));
                self.faults.push(self.places.unknown(field, kind, name, known));
            }
        }
        found
    }

    /// The map that the scenario has in `field`: written down there, or by its name in the folder `battlefields`; where a bare
    /// battlefield was opened, that one.
    pub fn map(&mut self, field: &str, source: &MapSource, terrain: &[Terrain]) -> Option<Map> {
        let laid = match source {
            _ if let Some(bare) = self.bare_battlefield => Map::read(bare, terrain),
            MapSource::Here(form) => form.clone().lay(terrain, &self.places, field),
            MapSource::Named(name) => {
                let file = self.file(field, BATTLEFIELD, BATTLEFIELDS, name)?;
                Map::read(&file, terrain)
            }
        };
        self.keep(laid)
    }

    /// What could be read; faults of what could not are kept.
    pub fn keep<V>(&mut self, read: Result<V, Vec<DataError>>) -> Option<V> {
        match read {
            Ok(value) => Some(value),
            Err(found) => {
                self.faults.extend(found);
                None
            }
        }
    }

    /// Tells a fault at a field of the scenario.
    pub fn fault(&mut self, field: &str, problem: impl Into<String>) {
        self.faults.push(self.places.fault(field, problem));
    }

    /// The rows in which faults of form were found: nothing is concluded from them.
    pub fn spoiled(&self) -> &Spoiled {
        &self.of_form.1
    }

    /// Whether a fault was told: there will be no game.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty() || !self.of_form.0.is_empty()
    }

    /// Tells faults that were found.
    pub fn told(&mut self, faults: impl IntoIterator<Item = DataError>) {
        self.faults.extend(faults);
    }

    /// Every fault that was told, where no game can be made: those of its form, and what is wrong with the rest.
    pub fn into_faults(self) -> Vec<DataError> {
        let (mut faults, spoiled) = self.of_form;
        faults.extend(spoiled.without_unwritten(self.faults, &self.places));
        faults.sort();
        faults.dedup();
        faults
    }

    /// The game that was read, if it can start; `made` is missing where a fault left none to make. `warnings` are asked for where it
    /// starts: what is on the table and not played as it might be.
    ///
    /// # Errors
    /// Every fault that was told, or every reason why the game does not start, each at the place of its field.
    pub fn finish(
        mut self,
        made: Option<(G, G::Setup)>,
        warnings: impl FnOnce(&G, &G::State) -> Vec<String>,
    ) -> Result<Loaded<G>, Vec<DataError>> {
        let Some((game, setup)) = made else { return Err(self.into_faults()) };
        let state = match game.start(&setup) {
            Ok(state) if !self.has_faults() => state,
            started => {
                let fault =
                    |refusal: &Refusal<G::Rule>| self.places.fault(&refusal.place, refusal.told());
                let found = started.err().into_iter().flatten();
                let found: Vec<DataError> = found.map(|refusal| fault(&refusal)).collect();
                // What follows from a fault that was told says nothing new.
                let told = Spoiled::by(self.scenario, &self.faults);
                self.faults.extend(told.without(found));
                return Err(self.into_faults());
            }
        };
        let warnings = warnings(&game, &state);
        Ok(Loaded {
            game,
            setup,
            edition: self.edition_name(),
            house_rules: self.house_names,
            scenario: self.scenario.path.clone(),
            sources: self.sources,
            warnings,
        })
    }
}
