//! The third trait of a ruleset: its files checked, listed, drawn and told, by default as far as what it has allows.

use crate::data::{Change, DataError, Document, Files, Source, Spoiled, Written, read_mended};
use crate::host::{
    CardEntry, Exported, Held, HeldAt, HeldTable, Holdable, Hosted, Parts, Recipe, Sheet, Sketch,
    Stroke, Survey, TerrainEntry,
};
use crate::odds::Budget;
use crate::plan::Ground;
use crate::rule_index::RuleIndex;
use crate::ruleset::{FieldsOf, FileKind, GameTables, Read, at_free_table, kind_of};
use crate::ruling::{Refusal, RuleId};
use crate::scene::Scene;
use crate::schema::FileForm;
use crate::table::{Battlefield, GroundEffect, Map, MapForm, MapKit, SurveyedFor, Terrain, Unit};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// The parts of a [`Ruleset`](crate::host::Ruleset) that only the ruleset itself knows.
pub trait Hosting: Hosted {
    /// The tables of the game; `()` where it has none.
    type Tables: GameTables;
    /// What its scenarios say beyond what all scenarios say.
    type Body: DeserializeOwned + JsonSchema + 'static;

    /// Every fault of the ruleset's tables, scenarios and battlefields; by default those of the tables, and of the files in
    /// the folders `house_rules`, `battlefields` and `scenarios`.
    fn check_data(data: &Files) -> Vec<DataError> {
        check_tables_and_files::<Self>(data)
    }
    /// Every fault of the tables.
    fn check_tables(data: &Files) -> Vec<DataError> {
        Self::Tables::read(data).err().unwrap_or_default()
    }
    /// The faults of a scenario's own form, which can be told where the tables cannot be read.
    fn check_form(scenario: &Source) -> Vec<DataError> {
        Read::<FieldsOf<Self>, Self::Body>::scenario(scenario, Self::NAME).err().unwrap_or_default()
    }
    /// What is wrong in the sources of the tables and was left so; by default nothing.
    fn notes(_: &Files) -> Vec<DataError> {
        Vec::new()
    }
    /// Every fault of one file; by default what it is goes by its fields.
    fn check_file(data: &Files, file: &Source) -> Vec<DataError> {
        check_file_by_kind::<Self>(data, file)
    }
    /// Every fault of a file of house rules.
    fn check_house_rules(data: &Files, file: &Source) -> Vec<DataError> {
        Self::Tables::check_house_rules(data, file)
    }
    /// In what the open tables of the game are measured; by default it has none, and scenarios say themselves where they
    /// are fought. Where it has, [`Hosting::ground`] tells the rest, and battlefields are checked, drawn and told by it.
    const MEASURED_IN: Option<Unit> = None;
    /// The kinds of ground of open tables; by default the rows of its tables that are such.
    fn ground(data: &Files) -> Result<Vec<Terrain>, Vec<DataError>> {
        Ok(Self::Tables::read(data)?.terrain_rows())
    }
    /// The kinds of ground of boards that scenarios write in letters; by default the rows of its tables that are such.
    fn board_ground(data: &Files) -> Result<Vec<Ground>, Vec<DataError>> {
        Ok(Self::Tables::read(data)?.ground_rows())
    }
    /// The rule by which ground does something.
    fn rule_of_ground(_: GroundEffect) -> Option<Self::Rule> {
        None
    }
    /// What is wrong with a map of an open table, each at the place of its field; by default nothing.
    fn map_faults(_: &Files, _: Map) -> Vec<Refusal<Self::Rule>> {
        Vec::new()
    }
    /// Every fault of a battlefield; by default of a map of an open table.
    fn check_battlefield(data: &Files, file: &Source) -> Vec<DataError> {
        check_map::<Self>(data, file)
    }
    /// Whether a file that names no game is plainly one of this game's; by default no file is.
    fn claims(_: &Source) -> bool {
        false
    }
    /// What lies beside a bare battlefield at a referee's table, to be put down: fields of a scenario, as they are written.
    const AT_HAND: &'static str = "";
    /// The scenario, or the bare battlefield with what lies beside it, without turn order; by default a scenario says so by
    /// `free_table: true`.
    fn at_free_table(scenario: &Source) -> Source {
        at_free_table(scenario, Self::AT_HAND)
    }
    /// The rule index, with rows of tables.
    fn rule_index(data: &Files) -> Result<RuleIndex, Vec<DataError>> {
        Ok(Self::Tables::read(data)?.rule_index())
    }
    /// The terrain tables; by default the ground of open tables, and that of boards.
    fn terrain(data: &Files, edition: Option<&str>) -> Result<Vec<TerrainEntry>, Vec<DataError>> {
        if edition.is_some() {
            Self::Tables::read(data)?.edition_named(edition)?;
        }
        let said = |does: GroundEffect| (does, does.says().to_string());
        let tables = Self::ground(data)?.into_iter().map(|row| {
            let effects = row.effects().into_iter().map(said);
            terrain_entry::<Self>(("terrain", row.id.clone()), effects.collect())
        });
        let boards = Self::board_ground(data)?.into_iter();
        let boards =
            boards.map(|row| terrain_entry::<Self>(("ground", row.id.clone()), row.effects()));
        Ok(tables.chain(boards).collect())
    }
    /// The cards, units or dice of the game; by default the rows of its tables that are cards.
    fn cards(data: &Files) -> Result<Vec<CardEntry>, Vec<DataError>> {
        Ok(Self::Tables::read(data)?.cards())
    }
    /// What files of each kind look like; by default those that every game has, and its tables.
    fn forms() -> Vec<FileForm> {
        let map = Self::MEASURED_IN.map(|_| FileForm::map(Self::NAME));
        let own = map.into_iter().chain(Self::Tables::forms()).collect();
        FileForm::of_game::<FieldsOf<Self>, Self::Body>(Self::Tables::HOUSE_RULES, own)
    }
    /// Makes a battlefield file of another program's map; by default no other program has any.
    fn import_map(_: &Files, name: &str, _: &[u8]) -> Result<(String, Vec<String>), String> {
        Err(format!("{name}: no other program has maps of this game"))
    }
    /// What the battlefield of an open table is drawn with; by default its kinds of ground.
    ///
    /// # Errors
    /// Where there is nothing to draw with, and why.
    fn map_kit(data: &Files, _: &Source) -> Result<MapKit, String> {
        match Self::MEASURED_IN.map(|_| Self::ground(data)) {
            None => Err(format!("battlefields of {} cannot be drawn", Self::NAME)),
            Some(Err(_)) => Err("the tables are faulty".to_string()),
            Some(Ok(ground)) => Ok(MapKit::of_terrain(&ground)),
        }
    }
    /// A battlefield's file as a picture to draw on; by default that of an open table.
    fn sketch(data: &Files, file: &Source, _level: Option<i16>, faults: &[DataError]) -> Sketch {
        Self::map_kit(data, file).map(|kit| kit.sketch(file, faults)).unwrap_or_default()
    }
    /// A battlefield alone, for print; by default as it is drawn on.
    fn picture_of_map(data: &Files, file: &Source) -> Option<Scene> {
        Self::sketch(data, file, None, &[]).scene
    }
    /// What a stroke changes in a battlefield's file; by default in that of an open table.
    fn stroke(
        data: &Files,
        file: &Source,
        stroke: &Stroke,
    ) -> Result<(Vec<Change>, String), String> {
        Self::map_kit(data, file)?.stroke(file, stroke)
    }
    /// How far a stroke moves everything in the picture, to make room for what it draws; by default nothing moves.
    fn makes_room(_: &Stroke) -> (f32, f32) {
        (0.0, 0.0)
    }
    /// The text of a battlefield to begin with; by default a bare table with a zone for either side, where the game has
    /// open ones.
    fn blank_battlefield() -> Option<String> {
        let (unit, wide, zone) = usual_table(Self::MEASURED_IN?);
        Some(bare_table(Self::NAME, ("new-field", unit), (wide, wide), zone))
    }
    /// For how many points armies are usually picked on a battlefield; nothing where nobody picks any.
    const MUSTER: Option<u32> = None;
    /// What a scenario says beside its battlefield where two pick their armies for so many points each; by default
    /// nobody picks any.
    fn mustered(_points: u32) -> Option<String> {
        None
    }
    /// What may be asked of units that are held over a battlefield; by default nothing, and none are held.
    const HELD: &'static [Held] = &[];
    /// The units that can be held over a battlefield, where anything may be asked of them; by default the rows of its
    /// tables that are cards.
    fn held_units(tables: &Self::Tables) -> Vec<Holdable> {
        tables.cards().into_iter().map(Holdable::from).collect()
    }
    /// What the scenario says beside its battlefield in which units stand on an open table as somebody holds them.
    fn held_scenario(_: &HeldTable) -> Vec<(&'static str, Written)> {
        Vec::new()
    }
    /// The units that can be held over a battlefield, and what can be asked then.
    fn holdable(data: &Files) -> (Vec<Holdable>, Vec<Held>) {
        let units = Self::Tables::read(data).map(|tables| match Self::HELD {
            [] => Vec::new(),
            _ => Self::held_units(&tables),
        });
        (units.unwrap_or_default(), Self::HELD.to_vec())
    }
    /// A table on a battlefield where units stand as somebody holds them, and what each is called there; by default by
    /// [`Hosting::held_scenario`].
    ///
    /// # Errors
    /// Where none can be held, or not so, and why.
    fn holding(
        data: &Files,
        file: &Source,
        held: &[HeldAt],
    ) -> Result<(Source, Vec<String>), String> {
        if Self::HELD.is_empty() {
            return Err(format!("units of {} cannot be held over a map", Self::NAME));
        }
        let tables = Self::Tables::read(data).map_err(|_| "the tables are faulty")?;
        let table = HeldTable::of(file, held, tables.cards().iter().map(|it| it.name.as_str()))?;
        let fields = Self::held_scenario(&table);
        Ok(table.scenario(Self::NAME, fields))
    }
    /// For whom open tables are analysed; by default for nobody.
    const SURVEYED_FOR: Option<SurveyedFor<'static>> = None;
    /// What the rules say of a battlefield; by default of an open table, for whom it is analysed.
    fn survey(data: &Files, file: &Source, budget: &Budget) -> Result<Survey, String> {
        let mover = Self::SURVEYED_FOR;
        let mover = mover.ok_or(format!("battlefields of {} cannot be analysed", Self::NAME))?;
        let told =
            |faults: Vec<DataError>| faults.first().map_or(String::new(), ToString::to_string);
        let map = Map::read(file, &Self::ground(data).map_err(told)?).map_err(told)?;
        Ok(Battlefield::new(map, []).survey(&mover, budget))
    }
    /// The text of a battlefield drawn at random; by default one of an open table, with three objectives across the middle, and
    /// ground as its rows say that it is strewn.
    ///
    /// # Errors
    /// Where there is nothing to draw it of, or not in that size, and why.
    fn drawn_battlefield(
        data: &Files,
        recipe: &Recipe,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Result<String, String> {
        let measure = Self::MEASURED_IN;
        let measure =
            measure.ok_or(format!("battlefields of {} cannot be drawn at random", Self::NAME))?;
        let (unit, usual, zone) = usual_table(measure);
        let (wide, deep) = recipe.size.unwrap_or((usual, usual));
        let (least, most) = (usual / 2, usual * 3);
        if !(least..=most).contains(&wide) || !(least..=most).contains(&deep) {
            return Err(format!("tables of {least} to {most} {unit} are drawn"));
        }
        let half = |side: u16| f32::from(side) / 2.0;
        let (aside, middle) = (wide / 4, half(deep));
        let begun = bare_table(Self::NAME, ("new", unit), (wide, deep), zone)
            + &format!(
                "objectives:\n  middle: [{}, {middle}]\n  west: [{aside}, {middle}]\n  east: [{}, {middle}]\n",
                half(wide),
                wide - aside,
            );
        Self::map_kit(data, &Source::new("", &begun))?.sown(&begun, recipe, EACH, die)
    }
    /// Forms of maps of other programs that are written, as their files end; by default there are none.
    fn map_forms() -> &'static [&'static str] {
        &[]
    }
    /// Makes a map in one of these forms of a battlefield's file; by default no other program has any.
    fn export_map(_: &Files, _: &Source, form: &str) -> Result<Exported, String> {
        Err(format!("{} has no maps of the form `{form}`", Self::NAME))
    }
    /// The parts a battlefield is built of; by default it is not built of parts anybody could count.
    fn map_parts(_: &Files, _: &Source, _own: &[String]) -> Result<Parts, String> {
        Err(format!("battlefields of {} are not built of parts", Self::NAME))
    }
    /// Pages to build a battlefield by; by default its picture is all there is to know.
    fn map_sheets(_: &Files, _: &Source) -> Result<Vec<Sheet>, String> {
        Err(format!("battlefields of {} have no levels", Self::NAME))
    }
    /// Millimetres on the table of one plan unit of the game's pictures; by default those of open tables are to scale.
    fn plan_unit() -> Option<f32> {
        Self::MEASURED_IN.map(|unit| unit.one() as f32 / 100.0)
    }
}

/// The share of a table, in hundredths, that a piece of the lowest density stands for.
const EACH: u16 = 12;

/// In what the usual table is measured, how wide and deep it is, and how deep a zone.
fn usual_table(measure: Unit) -> (&'static str, u16, u16) {
    match measure {
        Unit::Inches => ("inches", 48, 8),
        Unit::Cm => ("cm", 120, 20),
    }
}

/// An empty table with a zone for either side.
fn bare_table(
    game: &str,
    (name, unit): (&str, &str),
    (wide, deep): (u16, u16),
    zone: u16,
) -> String {
    let far = deep - zone;
    format!(
        "game: {game}\nbattlefield: {name}\nunit: {unit}\nsize: [{wide}, {deep}]\ndeployment:\n  \
         A: {{rect: [0, 0, {wide}, {zone}]}}\n  B: {{rect: [0, {far}, {wide}, {deep}]}}\n"
    )
}

/// What [`Hosting::check_data`] does by default.
pub fn check_tables_and_files<G: Hosting>(data: &Files) -> Vec<DataError> {
    let mut faults = G::check_tables(data);
    let under = |folder: &str| data.under(&format!("{}/{folder}", G::NAME));
    if faults.is_empty() {
        faults.extend(under("house_rules").flat_map(|file| G::check_house_rules(data, &file)));
        faults.extend(under("battlefields").flat_map(|file| battlefield_faults::<G>(data, &file)));
        faults.extend(under("scenarios").filter_map(|file| G::load(data, &file).err()).flatten());
    } else {
        // What refers to the tables has to wait; forms of files need not.
        faults.extend(under("scenarios").flat_map(|file| G::check_form(&file)));
    }
    faults.sort();
    faults.dedup();
    faults
}

/// Every fault of a battlefield and of the house rules that it names.
pub(crate) fn battlefield_faults<G: Hosting>(data: &Files, file: &Source) -> Vec<DataError> {
    let (houses, mut faults) = G::Tables::HOUSE_RULES.of_battlefield(data, file);
    faults.extend(houses.iter().flat_map(|house| G::check_house_rules(data, house)));
    faults.extend(G::check_battlefield(&built_into::<G>(data, file), file));
    faults.sort();
    faults.dedup();
    faults
}

/// The tables as a battlefield is built of them, with the house rules that it names.
pub(crate) fn built_into<'d, G: Hosting>(data: &'d Files, field: &Source) -> Cow<'d, Files> {
    G::Tables::HOUSE_RULES.built_into(data, field)
}

/// What [`Hosting::check_battlefield`] does by default.
fn check_map<G: Hosting>(data: &Files, file: &Source) -> Vec<DataError> {
    if G::MEASURED_IN.is_none() {
        return vec![DataError::of_file(&file.path, format!("{} has no battlefields", G::NAME))];
    }
    let ground = match G::ground(data) {
        Ok(ground) => ground,
        Err(faults) => return faults,
    };
    let (form, mut faults) = read_mended::<MapForm>(file);
    let Some(Document { value: form, places }) = form else { return faults };
    let spoiled = Spoiled::by(file, &faults);
    let found = match form.lay(&ground, &places, "") {
        Ok(map) if faults.is_empty() => {
            let found = G::map_faults(data, map);
            found.iter().map(|fault| places.fault(&fault.place, fault.told())).collect()
        }
        Ok(_) => Vec::new(),
        Err(found) => found,
    };
    faults.extend(spoiled.without_unwritten(found, &places));
    faults.sort();
    faults.dedup();
    faults
}

/// A row of ground in a table, with the rules of what it does.
fn terrain_entry<G: Hosting>(
    (table, name): (&str, String),
    effects: Vec<(GroundEffect, String)>,
) -> TerrainEntry {
    let with_rule = |(does, says): (GroundEffect, String)| {
        (says, G::rule_of_ground(does).map_or(String::new(), |rule| rule.id().to_string()))
    };
    TerrainEntry {
        name,
        kind: "ground".into(),
        effects: effects.into_iter().map(with_rule).collect(),
        source: format!("{}/{table}.yaml", G::NAME),
    }
}

/// What [`Hosting::check_file`] does by default.
pub fn check_file_by_kind<G: Hosting>(data: &Files, file: &Source) -> Vec<DataError> {
    match kind_of(file) {
        FileKind::HouseRules => G::check_house_rules(data, file),
        FileKind::Battlefield => battlefield_faults::<G>(data, file),
        _ => G::load(data, file).err().unwrap_or_default(),
    }
}
