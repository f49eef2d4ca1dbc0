//! Rows of the files of weapons, and the weapons made of them.

use super::length::{CM, from_centimetres};
use super::rule_words::{Printed, find};
use super::{Arc, Mode, Reach, Special, TkDice, Weapon, WeaponFlags, WeaponId};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document, Places, Within};

/// A range for weapons that reach across any table.
const UNLIMITED_CM: i32 = 2000;

/// A file of weapons.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WeaponFile {
    /// What files of units call it.
    file: String,
    weapons: Vec<WeaponRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WeaponRow {
    id: String,
    name: String,
    #[serde(default)]
    modes_are: ModesAre,
    modes: Vec<ModeRow>,
    #[serde(default)]
    deferred: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ModesAre {
    #[default]
    Together,
    Alternatives,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ModeRow {
    /// Absent by a slip of the list: that of the mode before.
    #[serde(default)]
    range: Option<RangeRow>,
    #[serde(default = "one", with = "Within::<1, 30>")]
    shots: u8,
    #[serde(default)]
    ap: u8,
    #[serde(default)]
    at: u8,
    #[serde(default)]
    aa: u8,
    #[serde(default)]
    bp: u8,
    #[serde(default)]
    rules: Vec<String>,
}

fn one() -> u8 {
    1
}

/// A range in centimetres, or a word.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend(
    "x-exact" = true,
    "type" = ["string", "number"],
    "pattern" = r"^(contact|small_arms|unlimited|[0-9]{1,4}(\.[0-9]{1,3})?)$",
    "minimum" = 0,
    "maximum" = UNLIMITED_CM,
))]
struct RangeRow(Reach);

impl TryFrom<String> for RangeRow {
    type Error = &'static str;

    fn try_from(words: String) -> Result<RangeRow, &'static str> {
        let reach = match words.as_str() {
            "contact" => Reach::BaseContact,
            "small_arms" => Reach::SmallArms,
            "unlimited" => Reach::Range(UNLIMITED_CM * CM),
            words => {
                let range = words.parse().ok().and_then(from_centimetres);
                let wrong = "expected centimetres, `contact`, `small_arms` or `unlimited`";
                Reach::Range(range.filter(|range| *range <= UNLIMITED_CM * CM).ok_or(wrong)?)
            }
        };
        Ok(RangeRow(reach))
    }
}

/// The weapons of a file, after those of other files.
pub(super) fn resolve(
    document: &Document<WeaponFile>,
    specials: &[Special],
    weapons: &mut Vec<Weapon>,
    faults: &mut Vec<DataError>,
    notes: &mut Vec<DataError>,
) {
    let places = &document.places;
    for (at, row) in document.value.weapons.iter().enumerate() {
        let place = format!("weapons[{at}]");
        if weapons.iter().any(|other| other.key == row.id) {
            faults.push(places.fault(&format!("{place}.id"), format!("`{}` stands twice", row.id)));
        }
        if row.modes.is_empty() {
            faults.push(places.fault(&format!("{place}.modes"), "a weapon has a mode at least"));
        }
        let mut weapon = Weapon {
            id: WeaponId(weapons.len() as u16),
            key: row.id.clone(),
            name: row.name.clone(),
            file: document.value.file.clone(),
            modes: Vec::new(),
            any_mode: row.modes_are == ModesAre::Alternatives,
            arc: Arc::All,
            deferred: row.deferred.iter().cloned().collect(),
        };
        for (number, mode) in row.modes.iter().enumerate() {
            let place = format!("{place}.modes[{number}]");
            let before = weapon.modes.last().map(|mode| mode.range);
            let range = match (mode.range, before) {
                (Some(RangeRow(range)), _) => range,
                (None, Some(range)) => {
                    let problem = "no `range`, so that of the mode before is taken";
                    notes.push(places.fault(&place, problem));
                    range
                }
                (None, None) => {
                    faults.push(places.fault(&place, "the first mode of a weapon has a `range`"));
                    continue;
                }
            };
            check(mode, range, places, &place, faults);
            let mut mode = read_mode(mode, specials, places, &place, &mut weapon, notes);
            mode.range = range;
            weapon.modes.push(mode);
        }
        weapons.push(weapon);
    }
}

fn check(row: &ModeRow, range: Reach, places: &Places, place: &str, faults: &mut Vec<DataError>) {
    for (field, value) in [("ap", row.ap), ("at", row.at), ("aa", row.aa)] {
        if value == 1 || value > 6 {
            let problem = format!("expected 2 to 6, found `{value}`");
            faults.push(places.fault(&format!("{place}.{field}"), problem));
        }
    }
    let shoots = row.ap > 0 || row.at > 0 || row.aa > 0 || row.bp > 0;
    if shoots != matches!(range, Reach::Range(_)) {
        let problem = "a mode with a range has `ap`, `at`, `aa` or `bp`, and no other mode has";
        faults.push(places.fault(place, problem));
    }
}

fn read_mode(
    row: &ModeRow,
    specials: &[Special],
    places: &Places,
    place: &str,
    weapon: &mut Weapon,
    notes: &mut Vec<DataError>,
) -> Mode {
    let mut mode = Mode {
        range: Reach::BaseContact,
        shots: row.shots,
        ap: row.ap,
        at: row.at,
        aa: row.aa,
        barrage: row.bp,
        flags: WeaponFlags::NONE,
        titan_killer: 0,
        titan_killer_dice: None,
        graviton: 0,
        graviton_dice: None,
        extra_attacks: 0,
    };
    for (number, words) in row.rules.iter().enumerate() {
        let field = format!("{place}.rules[{number}]");
        let Some(printed) = find(specials, words, places, &field, notes) else {
            weapon.deferred.push(format!("{words}: no list says what it does"));
            continue;
        };
        weapon.deferred.extend(printed.deferred());
        let known = match printed.special.key.as_str() {
            "tk" => either(&printed, &mut mode.titan_killer, &mut mode.titan_killer_dice),
            "graviton" => either(&printed, &mut mode.graviton, &mut mode.graviton_dice),
            "extra_attacks" => {
                mode.extra_attacks = printed.number().unwrap_or(0);
                mode.extra_attacks > 0
            }
            "fxf" => aim(weapon, Arc::FixedForward),
            "fwa" => aim(weapon, Arc::Forward),
            key => match WeaponFlags::named(key) {
                Some(flag) => {
                    mode.flags |= flag;
                    true
                }
                None => {
                    let name = &printed.special.name;
                    notes.push(places.fault(&field, format!("`{name}` is no rule of weapons")));
                    continue;
                }
            },
        };
        if !known {
            notes.push(printed.numberless(places, &field));
        }
    }
    mode
}

fn aim(weapon: &mut Weapon, arc: Arc) -> bool {
    weapon.arc = arc;
    true
}

/// A number or a die.
fn either(printed: &Printed<'_>, number: &mut u8, dice: &mut Option<TkDice>) -> bool {
    *number = printed.number().unwrap_or(0);
    *dice = printed.die();
    *number > 0 || dice.is_some()
}
