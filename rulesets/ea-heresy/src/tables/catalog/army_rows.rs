//! Rows of the files of army lists, and the lists made of them.

use super::unit_rows::UnitFile;
use super::{
    Army, ArmyId, Cost, Detachment, DetachmentId, Section, Special, SpecialClass, SpecialId, Unit,
    UnitId, Upgrade, WeaponPrice,
};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document, Places, Within};

/// A file of one army list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmyFile {
    army: String,
    name: String,
    strategy: u8,
    /// Files of units whose names it uses.
    units_from: Vec<String>,
    #[serde(default)]
    rules: Vec<String>,
    budget: Cost,
    sections: Vec<SectionRow>,
    #[serde(default)]
    deferred: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SectionRow {
    name: String,
    kind: String,
    #[serde(with = "Within::<1, 6>")]
    initiative: u8,
    /// Special rules of all its formations.
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    at_most: Option<AtMostRow>,
    #[serde(default)]
    least: u8,
    #[serde(default)]
    most: Option<u8>,
    detachments: Vec<DetachmentRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AtMostRow {
    count: u8,
    /// The kind of section whose formations are counted, or several: `core_or_special`.
    per: String,
}

impl AtMostRow {
    /// The kinds of sections whose formations are counted.
    fn kinds(&self) -> impl Iterator<Item = &str> {
        self.per.split("_or_")
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DetachmentRow {
    id: String,
    name: String,
    #[serde(default)]
    cost: Cost,
    #[serde(default)]
    most: Option<u8>,
    units: Vec<CountRow>,
    #[serde(default)]
    upgrades: Vec<UpgradeRow>,
    #[serde(default)]
    deferred: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CountRow {
    unit: String,
    count: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpgradeRow {
    #[serde(default)]
    remove: Vec<CountRow>,
    add_one_of: Vec<String>,
    #[serde(default = "one")]
    count: u8,
    #[serde(default)]
    cost: Cost,
    #[serde(default)]
    once_per_army: bool,
    #[serde(default)]
    individual: bool,
}

fn one() -> u8 {
    1
}

/// What rows of lists refer to, and what is found wrong.
pub(super) struct Maker<'a> {
    pub specials: &'a [Special],
    pub units: &'a [Unit],
    pub unit_files: &'a [Document<UnitFile>],
    pub armies: Vec<Army>,
    pub detachments: Vec<Detachment>,
    pub faults: Vec<DataError>,
    pub notes: Vec<DataError>,
}

/// What a name in a list means.
enum Named {
    Unit(UnitId),
    /// A class of weapons on the hard points of a unit, such as `Support Weapon`.
    WeaponClass(String),
    /// An asset that is never on the table.
    Offboard,
    Nothing,
}

impl Maker<'_> {
    /// Lists, in the order of their files.
    pub fn add(&mut self, documents: &[Document<ArmyFile>]) {
        for document in documents {
            self.check(document);
            let file = &document.value;
            let id = ArmyId(self.armies.len() as u8);
            let rules = self.rules(document, &file.rules, "rules");
            let mut sections = Vec::new();
            for (at, row) in file.sections.iter().enumerate() {
                let place = format!("sections[{at}]");
                self.check_name(documents, document, row, &place);
                sections.push(self.section(document, id, row, &place));
            }
            self.armies.push(Army {
                id,
                key: file.army.clone(),
                name: file.name.clone(),
                strategy: file.strategy,
                budget: file.budget,
                sections,
                rules,
                deferred: file.deferred.clone(),
            });
        }
    }

    fn check(&mut self, document: &Document<ArmyFile>) {
        let (file, places) = (&document.value, &document.places);
        if self.armies.iter().any(|army| army.key == file.army) {
            self.faults.push(places.fault("army", format!("`{}` stands twice", file.army)));
        }
        for (at, name) in file.units_from.iter().enumerate() {
            if !self.units.iter().any(|unit| unit.army == *name) {
                let field = format!("units_from[{at}]");
                let known = self.unit_files.iter().map(|units| units.value.army.as_str());
                self.faults.push(places.unknown(&field, "file of units", name, known));
            }
        }
    }

    /// Special rules of an army or of a section, by their keys.
    fn rules(
        &mut self,
        document: &Document<ArmyFile>,
        keys: &[String],
        place: &str,
    ) -> Vec<SpecialId> {
        let specials = self.specials;
        let fit = || specials.iter().filter(|row| row.is_of_formations());
        let mut rules = Vec::new();
        for (at, key) in keys.iter().enumerate() {
            match fit().find(|row| row.key == *key) {
                Some(row) => rules.push(row.id),
                None => {
                    let known = fit().map(|row| row.key.as_str());
                    let field = format!("{place}[{at}]");
                    let what = "rule of armies or formations";
                    self.faults.push(document.places.unknown(&field, what, key, known));
                }
            }
        }
        rules
    }

    /// Sections that bear the name of another list.
    fn check_name(
        &mut self,
        documents: &[Document<ArmyFile>],
        own: &Document<ArmyFile>,
        row: &SectionRow,
        place: &str,
    ) {
        let name = row.name.to_lowercase();
        let is_other = |file: &&ArmyFile| {
            file.army != own.value.army && name.starts_with(&file.army.replace('_', " "))
        };
        if let Some(other) = documents.iter().map(|document| &document.value).find(is_other) {
            let problem =
                format!("a section of `{}` bears the name of `{}`", own.value.army, other.army);
            self.notes.push(own.places.fault(&format!("{place}.name"), problem));
        }
    }

    fn section(
        &mut self,
        document: &Document<ArmyFile>,
        army: ArmyId,
        row: &SectionRow,
        place: &str,
    ) -> Section {
        let rules = self.rules(document, &row.rules, &format!("{place}.rules"));
        let mut detachments = Vec::new();
        for (at, entry) in row.detachments.iter().enumerate() {
            let place = format!("{place}.detachments[{at}]");
            let known = &self.detachments;
            if known.iter().any(|other| other.army == army && other.key == entry.id) {
                let problem = format!("`{}` stands twice", entry.id);
                self.faults.push(document.places.fault(&format!("{place}.id"), problem));
            }
            let id = DetachmentId(self.detachments.len() as u16);
            let mut detachment = Detachment {
                id,
                army,
                key: entry.id.clone(),
                name: entry.name.clone(),
                cost: entry.cost,
                initiative: row.initiative,
                rules: rules.clone(),
                units: Vec::new(),
                upgrades: Vec::new(),
                weapons: Vec::new(),
                most: entry.most,
                deferred: entry.deferred.clone(),
            };
            self.fill(document, entry, &mut detachment, &place);
            self.detachments.push(detachment);
            detachments.push(id);
        }
        let sections = &document.value.sections;
        for kind in row.at_most.iter().flat_map(AtMostRow::kinds) {
            if !sections.iter().any(|section| section.kind == kind) {
                let known = sections.iter().map(|section| section.kind.as_str());
                let field = format!("{place}.at_most.per");
                self.faults.push(document.places.unknown(&field, "kind of section", kind, known));
            }
        }
        let kinds = |most: &AtMostRow| most.kinds().map(str::to_string).collect();
        Section {
            name: row.name.clone(),
            initiative: row.initiative,
            kind: row.kind.clone(),
            at_most_per: row.at_most.as_ref().map(|most| (kinds(most), most.count)),
            least: row.least,
            most: row.most,
            detachments,
        }
    }

    fn fill(
        &mut self,
        document: &Document<ArmyFile>,
        row: &DetachmentRow,
        detachment: &mut Detachment,
        place: &str,
    ) {
        let places = &document.places;
        for (at, entry) in row.units.iter().enumerate() {
            let field = format!("{place}.units[{at}].unit");
            match self.meaning(document, &entry.unit) {
                Named::Unit(unit) => detachment.units.push((unit, entry.count)),
                Named::Offboard => detachment.deferred.push(offboard(&entry.unit)),
                _ => {
                    self.note_unit(document, &field, &entry.unit);
                    detachment.deferred.push(unknown(&entry.unit));
                }
            }
        }
        let mut removable: Vec<UnitId> = detachment.units.iter().map(|(unit, _)| *unit).collect();
        let added = row.upgrades.iter().flat_map(|upgrade| &upgrade.add_one_of);
        removable.extend(added.filter_map(|name| match self.meaning(document, name) {
            Named::Unit(unit) => Some(unit),
            _ => None,
        }));
        for (at, upgrade) in row.upgrades.iter().enumerate() {
            let place = format!("{place}.upgrades[{at}]");
            let prices = self.weapon_prices(document, upgrade);
            if !prices.is_empty() {
                detachment.weapons.extend(prices);
                continue;
            }
            let read =
                self.upgrade(document, upgrade, &removable, &mut detachment.deferred, &place);
            detachment.upgrades.extend(read);
        }
        if detachment.units.is_empty() && detachment.deferred.is_empty() {
            self.faults.push(places.fault(place, "a formation has a unit at least"));
        }
    }

    /// The prices of an upgrade that changes weapons on hard points; none of any other.
    fn weapon_prices(&self, document: &Document<ArmyFile>, row: &UpgradeRow) -> Vec<WeaponPrice> {
        let class = |name: &String| match self.meaning(document, name) {
            Named::WeaponClass(class) => {
                Some(WeaponPrice { class, count: row.count, cost: row.cost })
            }
            _ => None,
        };
        row.add_one_of.iter().filter_map(class).collect()
    }

    /// An upgrade; `None` where what it names is not there or is never on the table.
    fn upgrade(
        &mut self,
        document: &Document<ArmyFile>,
        row: &UpgradeRow,
        removable: &[UnitId],
        deferred: &mut Vec<String>,
        place: &str,
    ) -> Option<Upgrade> {
        let mut remove = Vec::new();
        for (at, entry) in row.remove.iter().enumerate() {
            let field = format!("{place}.remove[{at}].unit");
            match self.meaning(document, &entry.unit) {
                Named::Unit(unit) if removable.contains(&unit) => remove.push((unit, entry.count)),
                Named::Unit(_) => {
                    let problem = format!("the formation has no `{}` to take out", entry.unit);
                    self.notes.push(document.places.fault(&field, problem));
                    return None;
                }
                _ => {
                    self.note_unit(document, &field, &entry.unit);
                    tell(deferred, unknown(&entry.unit));
                    return None;
                }
            }
        }
        let mut add_one_of = Vec::new();
        for (at, name) in row.add_one_of.iter().enumerate() {
            match self.meaning(document, name) {
                Named::Unit(unit) => add_one_of.push(unit),
                Named::Offboard => tell(deferred, offboard(name)),
                Named::WeaponClass(_) | Named::Nothing => {
                    self.note_unit(document, &format!("{place}.add_one_of[{at}]"), name);
                    tell(deferred, unknown(name));
                }
            }
        }
        (!add_one_of.is_empty()).then_some(Upgrade {
            remove,
            add_one_of,
            add_count: row.count,
            cost: row.cost,
            once_per_army: row.once_per_army,
            individual: row.individual,
        })
    }

    fn meaning(&self, document: &Document<ArmyFile>, name: &str) -> Named {
        let from = &document.value.units_from;
        let own = || self.units.iter().filter(|unit| from.contains(&unit.army));
        let full = match name.split_once('|') {
            Some((family, variant)) => format!("{family} ({variant})"),
            None => name.to_string(),
        };
        let found = own()
            .find(|unit| unit.key == name || unit.name == full)
            .or_else(|| own().find(|unit| unit.family == full));
        if let Some(unit) = found {
            return Named::Unit(unit.id);
        }
        // Lists may name the hard point too; the price is the same on each.
        let class = name.trim_start_matches("Arm ").trim_start_matches("Carapace ");
        let mut classes = self.units.iter().flat_map(|unit| &unit.weapon_classes);
        if classes.any(|(_, known)| known == class) {
            return Named::WeaponClass(class.to_string());
        }
        let offboard = |row: &&Special| row.class == SpecialClass::Offboard && row.name == name;
        match self.specials.iter().find(offboard) {
            Some(_) => Named::Offboard,
            None => Named::Nothing,
        }
    }

    fn note_unit(&mut self, document: &Document<ArmyFile>, field: &str, name: &str) {
        let from = &document.value.units_from;
        let own = self.units.iter().filter(|unit| from.contains(&unit.army));
        let known: Vec<&str> = own.map(|unit| unit.family.as_str()).collect();
        self.notes.push(self.unknown_unit(&document.places, field, name, known));
    }

    fn unknown_unit(
        &self,
        places: &Places,
        field: &str,
        name: &str,
        known: Vec<&str>,
    ) -> DataError {
        let longer = known.iter().find(|unit| unit.ends_with(&format!(" {name}"))).copied();
        let note = places.unknown(field, "unit", name, known);
        match longer {
            Some(longer) => note.suggesting(longer),
            None => note,
        }
    }
}

fn tell(deferred: &mut Vec<String>, words: String) {
    if !deferred.contains(&words) {
        deferred.push(words);
    }
}

fn offboard(name: &str) -> String {
    format!("{name}: Offboard Support is not built (EA-12.5)")
}

fn unknown(name: &str) -> String {
    format!("{name}: no list says what it is")
}
