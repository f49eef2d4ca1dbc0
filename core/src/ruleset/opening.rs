//! A scenario on its way to a game: its head, alike in all games, and its body, the game's own.

use crate::data::{DataError, Files, Places, Source, Spoiled, Tree, read_tree_mended};
use crate::edition::{self, Fields, HouseForm, Wanted};
use crate::host::{Hosted, Loaded};
use crate::ruleset::{FileKind, kind_of};
use crate::ruling::Refusal;
use crate::table::{Map, MapSource, Terrain};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

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
        let places = Places::of(tree);
        match head.game.as_deref() {
            Some(other) if other != game && faults.is_empty() => {
                Err(vec![places.unknown("game", "game", other, [game])])
            }
            Some(other) if other != game => Err(faults),
            _ => Ok((Read { head, body, places }, faults)),
        }
    }
}

/// A scenario on its way to a game.
pub struct Opening<'a, F: Fields, B> {
    data: &'a Files,
    scenario: &'a Source,
    bare_battlefield: Option<&'a Source>,
    house: HouseForm,
    default_edition: &'static str,
    /// What scenarios of all games say.
    pub head: Head<F>,
    /// What this game's scenarios say.
    pub body: B,
    /// Where each field stands.
    pub places: Places,
    /// The files that the game is read from.
    pub sources: Files,
    house_names: Vec<String>,
    /// Faults of its form, and the rows they are in.
    of_form: (Vec<DataError>, Spoiled),
    faults: Vec<DataError>,
}

impl<'a, F: Fields + Default, B: DeserializeOwned> Opening<'a, F, B>
where
    F::Edition: Clone,
{
    /// Reads a scenario of the game whose house rules have the form `house`; its files lie in the folder of that name. Where
    /// its form has faults, there will be no game, but the rest of it is looked at for others.
    ///
    /// # Errors
    /// Every fault of its form, where there is no rest.
    pub fn read(
        data: &'a Files,
        scenario: &'a Source,
        house: HouseForm,
        default_edition: &'static str,
    ) -> Result<Opening<'a, F, B>, Vec<DataError>> {
        if kind_of(scenario) == FileKind::Battlefield {
            let says = "this is a battlefield: it is played by a scenario that names it";
            return Err(vec![DataError::of_file(&scenario.path, says)]);
        }
        let (Read { head, body, places }, faults) = Read::mended(scenario, house.game)?;
        let spoiled = Spoiled::by(scenario, &faults);
        Ok(Opening {
            of_form: (faults, spoiled),
            ..Opening::of(data, scenario, house, default_edition, (head, body, places))
        })
    }

    /// Reads a scenario, or a bare battlefield, on which the game's `scenarios/default.yaml` is played then: the game is that
    /// of the battlefield's file.
    ///
    /// # Errors
    /// As [`read`](Opening::read), and where there is no default scenario.
    pub fn read_scenario_or_battlefield(
        data: &'a Files,
        file: &'a Source,
        house: HouseForm,
        default_edition: &'static str,
    ) -> Result<Opening<'a, F, B>, Vec<DataError>> {
        if kind_of(file) != FileKind::Battlefield {
            return Opening::read(data, file, house, default_edition);
        }
        let path = format!("{}/scenarios/default.yaml", house.game);
        let missing = || vec![DataError::of_file(&path, "this file is missing")];
        let default = data.get(&path).ok_or_else(missing)?;
        let Read { head, body, places } = Read::scenario(&default, house.game)?;
        Ok(Opening {
            bare_battlefield: Some(file),
            ..Opening::of(data, file, house, default_edition, (head, body, places))
        })
    }

    fn of(
        data: &'a Files,
        file: &'a Source,
        house: HouseForm,
        default_edition: &'static str,
        (head, body, places): (Head<F>, B, Places),
    ) -> Opening<'a, F, B> {
        let mut sources = Files::default();
        sources.insert(file.path.clone(), file.text.clone());
        Opening {
            data,
            scenario: file,
            bare_battlefield: None,
            house,
            default_edition,
            head,
            body,
            places,
            sources,
            house_names: Vec::new(),
            of_form: (Vec::new(), Spoiled::default()),
            faults: Vec::new(),
        }
    }

    /// The battlefield that was opened without a scenario.
    pub fn bare_battlefield(&self) -> Option<&'a Source> {
        self.bare_battlefield
    }

    /// The files of house rules that the scenario names, to be laid over the tables.
    pub fn house_files(&self) -> Vec<Source> {
        self.house.files(self.data, &self.head.house_rules)
    }

    /// The edition's name.
    pub fn edition_name(&self) -> String {
        self.head.edition.clone().unwrap_or_else(|| self.default_edition.to_string())
    }

    /// The edition that the scenario wants, with its house rules and its own fields laid over it.
    pub fn edition(&mut self, editions: &BTreeMap<String, F::Edition>) -> Option<F::Edition> {
        let name = self.edition_name();
        let wanted = Wanted {
            edition: &name,
            fields: &self.head.fields,
            house_rules: &self.head.house_rules,
            form: self.house,
        };
        let used = (&self.places, &mut self.sources);
        let (edition, names) =
            edition::choose(self.data, editions, &wanted, used, &mut self.faults);
        self.house_names = names;
        edition
    }

    /// A file that the scenario names, by path or by its name in a folder of the game's data; it joins the files
    /// the game is read from.
    pub fn file(&mut self, field: &str, kind: &str, folder: &str, name: &str) -> Option<Source> {
        let folder = format!("{}/{folder}", self.house.game);
        let beside = || self.data.get(&format!("{name}.yaml"));
        let shipped = || self.data.get(&format!("{folder}/{name}.yaml"));
        let found = self.data.get(name).or_else(beside).or_else(shipped);
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
                let file = self.file(field, "battlefield", "battlefields", name)?;
                Map::read(&file, terrain)
            }
        };
        self.keep(laid)
    }

    /// What could be read; faults of what could not are kept.
    pub fn keep<T>(&mut self, read: Result<T, Vec<DataError>>) -> Option<T> {
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

    /// Whether a fault was told: there will be no game.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty() || !self.of_form.0.is_empty()
    }

    /// Tells a fault.
    pub fn told(&mut self, fault: DataError) {
        self.faults.push(fault);
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
    pub fn finish<G: Hosted>(
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
