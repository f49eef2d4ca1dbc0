//! Weapons chosen for hard points: how many each takes, and what a list asks for them (EA-13.2).

use crate::position::called::same;
use crate::scenario::force::{Muster, Recruit};
use crate::tables::catalog::{Cost, Detachment, Mount, Unit, WeaponId};
use std::collections::BTreeMap;

impl Muster<'_> {
    /// Weapons for the hard points of one kind of unit.
    pub(super) fn arm(
        &mut self,
        name: &str,
        weapons: &[String],
        field: &str,
        units: &mut [Recruit],
    ) {
        let place = format!("{field}.weapons.{name}");
        let Some(id) = self.unit(name, &place, true) else { return };
        let unit = self.catalog.unit(id);
        let mut chosen = Vec::new();
        let offered: Vec<&str> = unit
            .mounts
            .iter()
            .filter(|mount| mount.slot > 0)
            .map(|mount| self.catalog.weapon(mount.weapon).key.as_str())
            .collect();
        for (at, weapon) in weapons.iter().enumerate() {
            match offered.iter().find(|key| same(key, weapon)) {
                Some(key) => chosen.extend(self.catalog.weapon_named(key)),
                None => {
                    let place = format!("{place}[{at}]");
                    let known = offered.iter().copied();
                    self.faults.push(self.places.unknown(&place, "weapon", weapon, known));
                }
            }
        }
        self.check_hard_points(unit, &chosen, &place);
        for recruit in units.iter_mut().filter(|recruit| recruit.unit == id) {
            recruit.weapons.clone_from(&chosen);
        }
    }

    /// Each hard point takes so many weapons, and each weapon is there so often.
    fn check_hard_points(&mut self, unit: &Unit, chosen: &[WeaponId], place: &str) {
        let catalog = self.catalog;
        let key = |mount: &Mount| format!("`{}`", catalog.weapon(mount.weapon).key);
        let times = |mount: &Mount| chosen.iter().filter(|weapon| **weapon == mount.weapon).count();
        for (slot, point) in (1..).zip(&unit.hard_points) {
            let offered = || unit.mounts.iter().filter(|mount| mount.slot == slot);
            let found: usize = offered().map(times).sum();
            let problem = if found > usize::from(point.choose) {
                let names: Vec<String> = offered().map(key).collect();
                format!(
                    "`{}` of {} takes {} of {}, found {found} (EA-13.2)",
                    point.name,
                    unit.name,
                    point.choose,
                    names.join(", ")
                )
            } else if let Some(mount) = offered().find(|it| times(it) > usize::from(it.count)) {
                let (weapon, most, found) = (key(mount), mount.count, times(mount));
                format!("{} takes at most {most} {weapon}, found {found} (EA-13.2)", unit.name)
            } else {
                continue;
            };
            self.faults.push(self.places.key_fault(place, problem));
        }
    }

    /// What a list asks for the weapons of a formation: for each of the classes that it prices,
    /// once for each weapon of each unit. A class that it prices for other formations alone is not
    /// offered.
    pub(super) fn price_of_weapons(
        &mut self,
        list: &Detachment,
        field: &str,
        units: &[Recruit],
    ) -> Cost {
        let catalog = self.catalog;
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        for recruit in units {
            let classes = &catalog.unit(recruit.unit).weapon_classes;
            for weapon in &recruit.weapons {
                if let Some((_, class)) = classes.iter().find(|(known, _)| known == weapon) {
                    *taken.entry(class).or_default() += 1;
                }
            }
        }
        let lists = || catalog.detachments.iter().filter(|other| other.army == list.army);
        let prices = || lists().flat_map(|other| &other.weapons);
        let mut cost = Cost::default();
        for (class, count) in taken {
            if let Some(price) = list.weapons.iter().find(|price| price.class == class) {
                cost = cost.plus(price.of(count));
            } else if prices().any(|price| price.class == class) {
                let problem = format!("the list offers `{}` no {class} (EA-13.2)", list.key);
                self.faults.push(self.places.fault(&format!("{field}.weapons"), problem));
            }
        }
        cost
    }
}
