//! Rows of the files of units, and the units made of them.

use super::base_rows::{Bases, FootprintRow};
use super::length::{in_centimetres, in_centimetres_form};
use super::rule_words::{Printed, find};
use super::{
    Arc, Critical, Flight, Footprint, HardPoint, Length, Mount, Special, Traits, Transport, Unit,
    UnitId, UnitType, Weapon,
};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document, Places, Within};

/// The greatest damage capacity.
const MOST_DAMAGE: u8 = 30;

/// The greatest number of shields, spaces and the like.
const MOST_OF_A_RULE: u8 = 60;

/// A file of units.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    pub army: String,
    /// The file of weapons whose names it uses.
    weapons_from: String,
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "source")]
    _source: String,
    pub units: Vec<UnitRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitRow {
    id: String,
    name: String,
    #[serde(default)]
    variant: Option<String>,
    #[serde(rename = "type")]
    kind: TypeRow,
    #[serde(default, deserialize_with = "in_centimetres")]
    #[schemars(schema_with = "in_centimetres_form")]
    speed: Length,
    #[serde(default)]
    flight: Option<Flight>,
    #[serde(default)]
    armour: u8,
    #[serde(default)]
    cc: u8,
    #[serde(default)]
    ff: u8,
    #[serde(default = "one", with = "Within::<1, { MOST_DAMAGE as i64 }>")]
    dc: u8,
    #[serde(default = "no_critical")]
    critical: Critical,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    hard_points: Vec<HardPointRow>,
    #[serde(default)]
    weapons: Vec<MountRow>,
    #[serde(default)]
    base: Option<FootprintRow>,
    #[serde(default)]
    deferred: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HardPointRow {
    name: String,
    /// How many weapons are chosen for it.
    choose: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MountRow {
    weapon: String,
    #[serde(default = "one")]
    count: u8,
    #[serde(default)]
    arc: Option<Arc>,
    /// The hard point on which it may be chosen.
    #[serde(default)]
    on: Option<String>,
    /// The class by which upgrades name it.
    #[serde(default)]
    class: Option<String>,
}

fn one() -> u8 {
    1
}

fn no_critical() -> Critical {
    Critical::None
}

/// A type as lists print it.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("x-exact" = true, "enum" = UnitType::ALL.map(UnitType::short)))]
struct TypeRow(UnitType);

impl TryFrom<String> for TypeRow {
    type Error = String;

    fn try_from(words: String) -> Result<TypeRow, String> {
        let found = UnitType::ALL.into_iter().find(|kind| kind.short() == words);
        found.map(TypeRow).ok_or_else(|| {
            let known: Vec<String> =
                UnitType::ALL.iter().map(|kind| format!("`{}`", kind.short())).collect();
            format!("expected one of {}", known.join(", "))
        })
    }
}

impl HardPointRow {
    fn made(&self) -> HardPoint {
        HardPoint { name: self.name.clone(), choose: self.choose }
    }
}

/// What rows of units refer to, and what is found wrong.
pub(super) struct Maker<'a> {
    pub specials: &'a [Special],
    pub weapons: &'a [Weapon],
    pub bases: &'a Bases,
    pub units: Vec<Unit>,
    pub faults: Vec<DataError>,
    pub notes: Vec<DataError>,
}

impl Maker<'_> {
    /// The units of a file, after those of other files.
    pub fn add(&mut self, document: &Document<UnitFile>) {
        let places = &document.places;
        let from = &document.value.weapons_from;
        if !self.weapons.iter().any(|weapon| weapon.file == *from) {
            let known = self.weapons.iter().map(|weapon| weapon.file.as_str());
            self.faults.push(places.unknown("weapons_from", "file of weapons", from, known));
        }
        for (at, row) in document.value.units.iter().enumerate() {
            let place = format!("units[{at}]");
            self.check(row, places, &place);
            let mut unit = self.plain(row, &document.value.army);
            for (number, words) in row.rules.iter().enumerate() {
                let field = format!("{place}.rules[{number}]");
                match find(self.specials, words, places, &field, &mut self.notes) {
                    Some(printed) => self.give(&mut unit, &printed, places, &field),
                    None => unit.deferred.push(format!("{words}: no list says what it does")),
                }
            }
            for (number, mount) in row.weapons.iter().enumerate() {
                let field = format!("{place}.weapons[{number}]");
                self.arm(&mut unit, document, row, mount, &field);
            }
            if unit.flight.is_some() || unit.kind.is_aircraft() {
                unit.deferred.push("aircraft are not built (EA-12)".into());
            }
            unit.base = self.base(row, &unit, places, &place);
            self.units.push(unit);
        }
    }

    fn check(&mut self, row: &UnitRow, places: &Places, place: &str) {
        if self.units.iter().any(|other| other.key == row.id) {
            let problem = format!("`{}` stands twice", row.id);
            self.faults.push(places.fault(&format!("{place}.id"), problem));
        }
        for (field, value) in [("armour", row.armour), ("cc", row.cc), ("ff", row.ff)] {
            if value == 1 || value > 6 {
                let problem = format!("expected 2 to 6, found `{value}`");
                self.faults.push(places.fault(&format!("{place}.{field}"), problem));
            }
        }
    }

    fn plain(&self, row: &UnitRow, army: &str) -> Unit {
        let name = match &row.variant {
            Some(variant) => format!("{} ({variant})", row.name),
            None => row.name.clone(),
        };
        Unit {
            id: UnitId(self.units.len() as u16),
            key: row.id.clone(),
            name,
            family: row.name.clone(),
            army: army.to_string(),
            kind: row.kind.0,
            speed: row.speed,
            armour: row.armour,
            close_combat: row.cc,
            firefight: row.ff,
            damage_capacity: row.dc,
            critical: row.critical,
            void_shields: 0,
            construct_shields: 0,
            mounts: Vec::new(),
            hard_points: row.hard_points.iter().map(HardPointRow::made).collect(),
            weapon_classes: Vec::new(),
            flight: row.flight,
            traits: Traits::NONE,
            invulnerable: 0,
            ion_shield: 0,
            dispersion: 0,
            god_machine: 0,
            transport: None,
            base: Footprint::Rectangle { long: 0, wide: 0 },
            deferred: row.deferred.clone(),
        }
    }

    /// What a special rule does to the unit that has it.
    fn give(&mut self, unit: &mut Unit, printed: &Printed<'_>, places: &Places, field: &str) {
        unit.deferred.extend(printed.deferred());
        let key = printed.special.key.as_str();
        if let Some(own) = Traits::named(key) {
            unit.traits |= own;
            return;
        }
        let number = printed.number();
        let into = match key {
            "invulnerable_save" => &mut unit.invulnerable,
            "ion_shield" => &mut unit.ion_shield,
            "dispersion_field" => &mut unit.dispersion,
            "void_shields" => &mut unit.void_shields,
            "construct_shields" => &mut unit.construct_shields,
            "god_machine" => &mut unit.god_machine,
            "damage_capacity" => &mut unit.damage_capacity,
            "transport" | "heavy_transport" | "assault_transport" => {
                let bulky = key != "transport";
                let vehicles = key == "assault_transport";
                match number {
                    Some(spaces) => {
                        let spaces = self.bounded(key, spaces, places, field);
                        unit.transport = Some(Transport { spaces, bulky, vehicles });
                    }
                    None => self.notes.push(printed.numberless(places, field)),
                }
                return;
            }
            _ => {
                if printed.special.deferred.is_none() {
                    let problem = format!("`{}` is no rule of units", printed.special.name);
                    self.notes.push(places.fault(field, problem));
                }
                return;
            }
        };
        match number {
            Some(number) => *into = self.bounded(key, number, places, field),
            None => self.notes.push(printed.numberless(places, field)),
        }
    }

    /// A number of a special rule, no greater than what can be reckoned with.
    fn bounded(&mut self, key: &str, number: u8, places: &Places, field: &str) -> u8 {
        let most = if key == "damage_capacity" { MOST_DAMAGE } else { MOST_OF_A_RULE };
        if !(1..=most).contains(&number) {
            let problem = format!("expected 1 to {most}, found `{number}`");
            self.faults.push(places.fault(field, problem));
        }
        number.clamp(1, most)
    }

    fn arm(
        &mut self,
        unit: &mut Unit,
        document: &Document<UnitFile>,
        row: &UnitRow,
        mount: &MountRow,
        field: &str,
    ) {
        let places = &document.places;
        let slot = match &mount.on {
            None => 0,
            Some(name) => match row.hard_points.iter().position(|point| point.name == *name) {
                Some(at) => at as u8 + 1,
                None => {
                    let known = row.hard_points.iter().map(|point| point.name.as_str());
                    let field = format!("{field}.on");
                    self.faults.push(places.unknown(&field, "hard point", name, known));
                    return;
                }
            },
        };
        let from = &document.value.weapons_from;
        let mut own = self.weapons.iter().filter(|weapon| weapon.file == *from);
        let named = |weapon: &&Weapon| weapon.key == mount.weapon || weapon.name == mount.weapon;
        let Some(weapon) = own.clone().find(named) else {
            let known = own.by_ref().map(|weapon| weapon.name.as_str());
            let field = format!("{field}.weapon");
            self.notes.push(places.unknown(&field, "weapon", &mount.weapon, known));
            unit.deferred.push(format!("{}: no list says what it is", mount.weapon));
            return;
        };
        for why in &weapon.deferred {
            let told = format!("{}: {why}", weapon.name);
            if !unit.deferred.contains(&told) {
                unit.deferred.push(told);
            }
        }
        let arc = mount.arc.unwrap_or(weapon.arc);
        if let Some(class) = &mount.class {
            unit.weapon_classes.push((weapon.id, class.trim_end_matches('s').to_string()));
        }
        unit.mounts.push(Mount { weapon: weapon.id, count: mount.count, arc, slot });
    }

    fn base(&mut self, row: &UnitRow, unit: &Unit, places: &Places, place: &str) -> Footprint {
        if let Some(stated) = row.base {
            match stated.footprint() {
                Ok(footprint) => return footprint,
                Err(problem) => self.faults.push(places.fault(&format!("{place}.base"), problem)),
            }
        }
        let usual = self.bases.of(unit.kind, unit.damage_capacity, unit.traits);
        usual.unwrap_or(unit.base)
    }
}
