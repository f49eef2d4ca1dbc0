//! Units told as the lists have them: numbers, weapons, special rules, and which of those are built.

use crate::tables::catalog::{Catalog, Unit};
use crate::words::ask::unit;
use umpire_core::host::{CardEntry, PowerEntry};
use umpire_core::table::said;

/// Every unit as programs show it.
pub(crate) fn card_entries(catalog: &Catalog) -> Vec<CardEntry> {
    let units = catalog.units.iter().filter(|unit| !unit.key.is_empty());
    units.map(|unit| entry(catalog, unit)).collect()
}

fn entry(catalog: &Catalog, unit: &Unit) -> CardEntry {
    CardEntry {
        name: unit.key.clone(),
        title: unit.name.clone(),
        says: format!("{} of {}", unit.kind.short(), unit.army.replace('_', " ")),
        numbers: numbers(catalog, unit),
        powers: powers(catalog, unit),
        source: String::new(),
    }
}

fn numbers(catalog: &Catalog, unit: &Unit) -> Vec<(String, String)> {
    let save = |number: u8| (number > 0).then(|| format!("{number}+"));
    let above = |number: u8, least: u8| (number > least).then(|| number.to_string());
    let numbers = [
        ("speed", (unit.speed > 0).then(|| format!("{} cm", said(unit.speed)))),
        ("armour", save(unit.armour)),
        ("CC", save(unit.close_combat)),
        ("FF", save(unit.firefight)),
        ("damage capacity", above(unit.damage_capacity, 1)),
        ("void shields", above(unit.void_shields, 0)),
        ("construct shields", above(unit.construct_shields, 0)),
        ("invulnerable save", save(unit.invulnerable)),
        ("ion shield", save(unit.ion_shield)),
        ("dispersion field", save(unit.dispersion)),
        ("god machine", above(unit.god_machine, 0)),
        carries(unit),
    ];
    let numbers =
        numbers.into_iter().filter_map(|(what, number)| Some((what.to_string(), number?)));
    let armament = unit.armament(&[]);
    let weapons = armament.iter().map(|mount| {
        let weapon = catalog.weapon(mount.weapon);
        ("weapon".to_string(), unit::armed_words(mount.count, &weapon.name, &weapon.modes))
    });
    numbers.chain(weapons).chain(choices(catalog, unit)).collect()
}

/// The spaces of a transport, named as lists name its kind (EA-3.5.2).
fn carries(unit: &Unit) -> (&'static str, Option<String>) {
    let Some(transport) = unit.transport else { return ("transport", None) };
    let kind = match (transport.bulky, transport.vehicles) {
        (_, true) => "assault transport",
        (true, false) => "heavy transport",
        (false, false) => "transport",
    };
    (kind, Some(transport.spaces.to_string()))
}

/// What each hard point takes that offers a choice (EA-13.2).
fn choices<'a>(
    catalog: &'a Catalog,
    unit: &'a Unit,
) -> impl Iterator<Item = (String, String)> + 'a {
    (1..).zip(&unit.hard_points).filter_map(|(slot, point)| {
        let offered = unit.mounts.iter().filter(|mount| mount.slot == slot);
        let offers: u16 = offered.clone().map(|mount| u16::from(mount.count)).sum();
        let names: Vec<&str> =
            offered.map(|mount| catalog.weapon(mount.weapon).name.as_str()).collect();
        let words = format!("{} of: {}", point.choose, names.join(", "));
        (offers > point.choose.into()).then(|| (point.name.clone(), words))
    })
}

/// Its special rules, and those of it and of its weapons that no code keeps.
fn powers(catalog: &Catalog, unit: &Unit) -> Vec<PowerEntry> {
    let kept = unit.traits.keys().filter_map(|key| {
        let special = catalog.special(catalog.special_named(key)?);
        Some(PowerEntry {
            name: special.name.clone(),
            says: special.says.clone(),
            built: special.deferred.is_none(),
            rule: format!("EA-14.{key}"),
        })
    });
    let mut powers: Vec<PowerEntry> = kept.collect();
    let armament = unit.armament(&[]);
    let of_weapons = armament.iter().flat_map(|mount| &catalog.weapon(mount.weapon).deferred);
    for words in unit.deferred.iter().chain(of_weapons) {
        let (name, says) = words.split_once(": ").unwrap_or((words.as_str(), "no code keeps it"));
        if powers.iter().all(|known| known.name != name) {
            let (name, says) = (name.to_string(), says.to_string());
            powers.push(PowerEntry { name, says, built: false, rule: "EA-14".to_string() });
        }
    }
    powers
}
