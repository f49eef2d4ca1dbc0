//! Forces: what units a formation of a scenario has, from army lists or put together freely (EA-13.2).

use super::form::{FormationRow, SideRow};
use crate::position::called::same;
use crate::tables::catalog::{
    ArmyId, Catalog, Cost, Detachment, DetachmentId, SpecialId, Unit, UnitId, UnitType, Upgrade,
    WeaponId,
};
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Places};

/// A formation before it stands anywhere.
#[derive(Debug, Clone)]
pub(super) struct Raised {
    pub units: Vec<Recruit>,
    pub initiative: u8,
    pub cost: Cost,
    /// Whether a list or the file states what it costs.
    pub priced: bool,
    pub detachment: Option<DetachmentId>,
}

/// A unit with the characters that join it and the weapons chosen for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recruit {
    pub unit: UnitId,
    pub characters: Vec<UnitId>,
    pub weapons: Vec<WeaponId>,
}

/// Reads the forces of one side.
pub(super) struct Muster<'a> {
    pub catalog: &'a Catalog,
    pub places: &'a Places,
    pub army: Option<ArmyId>,
    /// Whether it names a list that there is not: nothing of a list can be judged.
    lost: bool,
    /// Path of the side.
    pub field: String,
    pub faults: Vec<DataError>,
    /// What upgrades put in that a force may take once only, with the path of each.
    once: Vec<(UnitId, String)>,
}

impl<'a> Muster<'a> {
    /// The army a side is of.
    pub fn new(catalog: &'a Catalog, places: &'a Places, field: &str, row: &SideRow) -> Muster<'a> {
        let mut faults = Vec::new();
        let army = row.army.as_deref().and_then(|name| {
            let found = catalog.army_named(name);
            if found.is_none() {
                let known = catalog.armies.iter().map(|army| army.key.as_str());
                faults.push(places.unknown(&format!("{field}.army"), "army", name, known));
            }
            found
        });
        let lost = army.is_none() && row.army.is_some();
        let once = Vec::new();
        Muster { catalog, places, army, lost, field: field.to_string(), faults, once }
    }

    /// Special rules that a side names for all its formations, in place of those of its list.
    pub fn named_rules(&mut self, named: &[String]) -> Vec<SpecialId> {
        let catalog = self.catalog;
        let fit = || catalog.specials.iter().filter(|row| row.is_of_formations());
        let mut rules = Vec::new();
        for (at, key) in named.iter().enumerate() {
            let field = format!("{}.rules[{at}]", self.field);
            match catalog.special_named(key).map(|id| catalog.special(id)) {
                Some(row) if row.is_of_formations() => rules.push(row.id),
                Some(row) => {
                    let problem = format!(
                        "`{key}` is no rule of armies or formations: {} bear it (EA-14.{})",
                        row.class.bearers(),
                        row.key
                    );
                    self.faults.push(self.places.fault(&field, problem));
                }
                None => {
                    let known = fit().map(|row| row.key.as_str());
                    let what = "rule of armies or formations";
                    self.faults.push(self.places.unknown(&field, what, key, known));
                }
            }
        }
        rules
    }

    /// Special rules of a formation by its list: those of the army and of its section.
    pub fn listed_rules(&self, raised: &Raised) -> Vec<SpecialId> {
        let army = self.army.map_or(&[][..], |army| &self.catalog.army(army).rules);
        let section = raised.detachment.map_or(&[][..], |id| &self.catalog.detachment(id).rules);
        let mut rules = army.to_vec();
        rules.extend(section.iter().filter(|id| !army.contains(id)));
        rules
    }

    /// The units of a formation.
    pub fn raise(&mut self, at: usize, row: &FormationRow) -> Option<Raised> {
        let field = format!("{}.formations[{at}]", self.field);
        if self.lost && row.detachment.is_some() {
            return None;
        }
        let before = self.faults.len();
        let mut counts: Vec<(UnitId, u8)> = Vec::new();
        let mut initiative = row.initiative;
        let mut cost = Cost::default();
        let detachment = row.detachment.as_deref().and_then(|name| self.detachment(name, &field));
        if let Some(id) = detachment {
            let list = self.catalog.detachment(id);
            counts.clone_from(&list.units);
            initiative = initiative.or(Some(list.initiative));
            cost = list.cost;
            let mut taken = vec![0; list.upgrades.len()];
            for (number, words) in row.upgrades.iter().enumerate() {
                let field = format!("{field}.upgrades[{number}]");
                self.upgrade(list, words, &field, &mut taken, (&mut counts, &mut cost));
            }
        } else if !row.upgrades.is_empty() {
            let problem = "only formations of a list (`detachment`) have upgrades (EA-13.2)";
            self.faults.push(self.places.fault(&format!("{field}.upgrades"), problem));
        }
        for (name, count) in &row.units {
            if let Some(unit) = self.unit(name, &format!("{field}.units.{name}"), true) {
                counts.push((unit, *count));
            }
        }
        let units = self.recruits(row, &field, &counts);
        if let Some(id) = detachment {
            cost = cost.plus(self.price_of_weapons(self.catalog.detachment(id), &field, &units));
        }
        if let Some(points) = row.cost {
            cost = Cost { points: points.min(i16::MAX as u16) as i16, ..Cost::default() };
        }
        if units.is_empty() && self.faults.len() == before {
            let problem = "a formation has at least one unit, from `detachment` or `units`";
            self.faults.push(self.places.fault(&field, problem));
        }
        let initiative = initiative.unwrap_or(2);
        if !(1..=6).contains(&initiative) {
            let problem = format!("an initiative is 1 to 6, found {initiative} (EA-1.4)");
            self.faults.push(self.places.fault(&format!("{field}.initiative"), problem));
        }
        let priced = detachment.is_some() || row.cost.is_some();
        (self.faults.len() == before).then_some(Raised {
            units,
            initiative,
            cost,
            priced,
            detachment,
        })
    }

    fn recruits(
        &mut self,
        row: &FormationRow,
        field: &str,
        counts: &[(UnitId, u8)],
    ) -> Vec<Recruit> {
        let mut units: Vec<Recruit> = Vec::new();
        let mut joining: Vec<UnitId> = Vec::new();
        for (unit, count) in counts {
            for _ in 0..*count {
                if self.catalog.unit(*unit).kind == UnitType::Character {
                    joining.push(*unit);
                } else {
                    units.push(Recruit { unit: *unit, characters: vec![], weapons: vec![] });
                }
            }
        }
        for (name, number) in &row.characters {
            let place = format!("{field}.characters.{name}");
            let Some(character) = self.unit(name, &place, true) else { continue };
            if self.catalog.unit(character).kind != UnitType::Character {
                let problem = format!("`{name}` is no character: it is a unit of its own (EA-1.3)");
                self.faults.push(self.places.key_fault(&place, problem));
                continue;
            }
            if let Some(at) = joining.iter().position(|known| *known == character) {
                joining.remove(at);
            }
            let count = units.len();
            match usize::from(*number).checked_sub(1).and_then(|at| units.get_mut(at)) {
                Some(unit) => unit.characters.push(character),
                None => {
                    let problem = format!("the formation has units 1 to {count}, found {number}");
                    self.faults.push(self.places.fault(&place, problem));
                }
            }
        }
        if let Some(first) = units.first_mut() {
            first.characters.extend(joining);
        }
        for (name, weapons) in &row.weapons {
            self.arm(name, weapons, field, &mut units);
        }
        units
    }

    fn detachment(&mut self, name: &str, field: &str) -> Option<DetachmentId> {
        let place = format!("{field}.detachment");
        let Some(army) = self.army else {
            let problem = "its side states no `army`, so it has no list of formations (EA-13.2)";
            self.faults.push(self.places.fault(&place, problem));
            return None;
        };
        let rows = || self.catalog.detachments.iter().filter(|row| row.army == army);
        let found = rows().find(|row| same(&row.key, name) || same(&row.name, name));
        if found.is_none() {
            let known: Vec<&str> = rows().map(|row| row.key.as_str()).collect();
            let fault = self.places.unknown(&place, "formation of the list", name, known);
            self.faults.push(fault);
        }
        found.map(|row| row.id)
    }

    /// The unit of that id or name, first of the army's own file.
    pub(super) fn unit(&mut self, name: &str, field: &str, is_key: bool) -> Option<UnitId> {
        let units = &self.catalog.units;
        let army = self.army.map(|army| self.catalog.army(army).key.as_str());
        let is_own = |unit: &&Unit| Some(unit.army.as_str()) == army;
        let by_key = || units.iter().filter(|unit| same(&unit.key, name));
        let by_name = || units.iter().filter(|unit| same(&unit.name, name));
        let own = by_key().find(is_own).or_else(|| by_name().find(is_own));
        let found = own.or_else(|| by_key().chain(by_name()).next()).map(|unit| unit.id);
        if found.is_none() {
            let known = units.iter().map(|unit| unit.key.as_str());
            let fault = if is_key {
                self.places.unknown_key(field, "unit", name, known)
            } else {
                self.places.unknown(field, "unit", name, known)
            };
            self.faults.push(fault);
        }
        found
    }

    /// Carries out an upgrade of a list, named by the unit that it puts in. `taken` says how often
    /// the formation has each of its upgrades already.
    fn upgrade(
        &mut self,
        list: &Detachment,
        words: &str,
        field: &str,
        taken: &mut [u16],
        (counts, cost): (&mut Vec<(UnitId, u8)>, &mut Cost),
    ) {
        let wish = Wish::read(words);
        let named = |id: &UnitId| {
            let unit = self.catalog.unit(*id);
            same(&unit.key, wish.name) || same(&unit.name, wish.name)
        };
        let has = |upgrade: &Upgrade| {
            upgrade.remove.iter().all(|(unit, count)| {
                let there = counts.iter().filter(|(known, _)| known == unit);
                there.map(|(_, there)| u16::from(*there)).sum::<u16>() >= u16::from(*count)
            })
        };
        let offered = list.upgrades.iter().zip(taken);
        let offered = offered.filter(|(upgrade, _)| upgrade.add_one_of.iter().any(named));
        let (meant, others): (Vec<_>, Vec<_>) =
            offered.partition(|(upgrade, _)| wish.is_of_kind(upgrade));
        let offers = !meant.is_empty();
        let there: Vec<_> = meant.into_iter().filter(|(upgrade, _)| has(upgrade)).collect();
        let refused = wish.refusal(&there);
        let mut free: Vec<_> =
            there.into_iter().filter(|(upgrade, taken)| wish.fits(upgrade, **taken)).collect();
        let rows: Vec<&Upgrade> = free.iter().map(|(upgrade, _)| *upgrade).collect();
        if free.len() != 1 {
            let problem = if !rows.is_empty() {
                Some(wish.unclear(&rows))
            } else if refused.is_some() {
                refused
            } else if offers {
                Some(format!("the units that `{}` takes the place of are not there", wish.name))
            } else if !others.is_empty() {
                let rows: Vec<&Upgrade> = others.iter().map(|(upgrade, _)| *upgrade).collect();
                Some(wish.other_kind(&rows))
            } else {
                None
            };
            let fault = match problem {
                Some(problem) => self.places.fault(field, problem),
                None => self.no_such_upgrade(list, wish.name, field),
            };
            self.faults.push(fault);
            return;
        }
        let Some((upgrade, taken)) = free.pop() else { return };
        let times = wish.times(upgrade);
        *taken += u16::from(times);
        for (unit, count) in &upgrade.remove {
            let mut left = *count;
            for (_, there) in counts.iter_mut().filter(|(known, _)| known == unit) {
                let gone = left.min(*there);
                (*there, left) = (*there - gone, left - gone);
            }
        }
        let added = upgrade.add_one_of.iter().copied().find(named);
        if upgrade.once_per_army {
            self.once.extend(added.map(|unit| (unit, field.to_string())));
        }
        let count = if upgrade.individual { times } else { upgrade.add_count };
        counts.extend(added.map(|unit| (unit, count)));
        *cost = cost.plus(upgrade.cost.times(times.into()));
    }

    fn no_such_upgrade(&self, list: &Detachment, name: &str, field: &str) -> DataError {
        if list.weapons.iter().any(|price| same(&price.class, name)) {
            let problem = format!(
                "a `{name}` is named itself under `weapons`, and its price is added (EA-13.2)"
            );
            return self.places.fault(field, problem);
        }
        let ids = list.upgrades.iter().flat_map(|upgrade| &upgrade.add_one_of);
        let known = ids.map(|id| self.catalog.unit(*id).key.as_str());
        self.places.unknown(field, "upgrade", name, known)
    }

    /// What the list says about the force as a whole.
    pub fn check_force(&mut self, raised: &[Option<Raised>]) {
        let Some(army) = self.army else { return };
        let army = self.catalog.army(army);
        let total = raised.iter().flatten().fold(Cost::default(), |sum, it| sum.plus(it.cost));
        let kinds = [
            ("formation", total.formation, army.budget.formation),
            ("upgrade", total.upgrade, army.budget.upgrade),
            ("titan", total.titan, army.budget.titan),
            ("ally", total.ally, army.budget.ally),
            ("NetEA", total.points, army.budget.points),
        ];
        for (kind, spent, budget) in kinds {
            let given = budget > 0 || kind != "NetEA" && army.budget.points == 0;
            if given && spent > budget {
                let problem = format!("{spent} {kind} points spent of {budget} (EA-13.2)");
                self.faults.push(self.places.fault(&format!("{}.formations", self.field), problem));
            }
        }
        let mut by_detachment: BTreeMap<DetachmentId, usize> = BTreeMap::new();
        for (at, formation) in raised.iter().enumerate() {
            let Some(id) = formation.as_ref().and_then(|it| it.detachment) else { continue };
            let count = by_detachment.entry(id).or_default();
            *count += 1;
            let list = self.catalog.detachment(id);
            if let Some(most) = list.most
                && *count > usize::from(most)
            {
                let problem = format!("a force has at most {most} of `{}` (EA-13.2)", list.key);
                let field = format!("{}.formations[{at}].detachment", self.field);
                self.faults.push(self.places.fault(&field, problem));
            }
        }
        self.check_sections(army.id, &by_detachment);
        self.check_once();
    }

    /// Upgrades that a force may take once, in whichever of its formations.
    fn check_once(&mut self) {
        for (at, (unit, field)) in self.once.iter().enumerate() {
            if self.once[..at].iter().any(|(other, _)| other == unit) {
                let name = &self.catalog.unit(*unit).name;
                let problem = format!("a force takes this upgrade once: `{name}` (EA-13.2)");
                self.faults.push(self.places.fault(field, problem));
            }
        }
    }

    fn check_sections(&mut self, army: ArmyId, taken: &BTreeMap<DetachmentId, usize>) {
        let sections = &self.catalog.army(army).sections;
        let count = |section: &crate::tables::catalog::Section| -> usize {
            section.detachments.iter().filter_map(|id| taken.get(id)).sum()
        };
        for section in sections {
            let (found, name) = (count(section), &section.name);
            let most_for = section.at_most_per.as_ref().map(|(kinds, each)| {
                let others = sections.iter().filter(|other| kinds.contains(&other.kind));
                let most = others.map(count).sum::<usize>() * usize::from(*each);
                (most, kinds.join(" or "))
            });
            let problem = if found < usize::from(section.least) {
                format!("a force has at least {} of {name}, found {found} (EA-13.2)", section.least)
            } else if let Some(most) = section.most.filter(|most| found > usize::from(*most)) {
                format!("a force has at most {most} of {name}, found {found} (EA-13.2)")
            } else if let Some((most, kinds)) = most_for.filter(|(most, _)| found > *most) {
                format!("so few of {kinds} allow {most} of {name}, found {found} (EA-13.2)")
            } else {
                continue;
            };
            self.faults.push(self.places.fault(&format!("{}.formations", self.field), problem));
        }
    }
}

/// An upgrade as a scenario names it: `captain`, `2 land_raider`, `add 3 termite_assault_drill`.
struct Wish<'w> {
    /// Whether it takes the place of units, where that is said.
    replaces: Option<bool>,
    /// How many units are put in, where that is said.
    count: Option<u8>,
    /// The unit put in.
    name: &'w str,
}

impl<'w> Wish<'w> {
    fn read(words: &'w str) -> Wish<'w> {
        let mut rest = words.trim();
        let mut replaces = None;
        for (word, kind) in [("add ", false), ("replace ", true)] {
            if let Some(after) = rest.strip_prefix(word) {
                (replaces, rest) = (Some(kind), after.trim());
                break;
            }
        }
        let counted = rest.split_once(' ').and_then(|(number, name)| {
            let count = number.parse::<u8>().ok()?;
            Some((Some(count), name.trim()))
        });
        let (count, name) = counted.unwrap_or((None, rest));
        Wish { replaces, count, name }
    }

    /// Whether an upgrade replaces units where that is asked for, and does not where it is not.
    fn is_of_kind(&self, upgrade: &Upgrade) -> bool {
        self.replaces.is_none_or(|replaces| replaces != upgrade.remove.is_empty())
    }

    /// How often the formation then takes an upgrade more.
    fn times(&self, upgrade: &Upgrade) -> u8 {
        if upgrade.individual { self.count.unwrap_or(1) } else { 1 }
    }

    /// Whether it may be this upgrade, which the formation has so often already.
    fn fits(&self, upgrade: &Upgrade, taken: u16) -> bool {
        if upgrade.individual {
            let times = u16::from(self.times(upgrade));
            return times > 0 && taken + times <= upgrade.add_count.into();
        }
        taken == 0 && self.count.is_none_or(|count| count == upgrade.add_count)
    }

    /// Why it is none of these upgrades, which the formation has so often already; nothing where
    /// there are none.
    fn refusal(&self, rows: &[(&Upgrade, &mut u16)]) -> Option<String> {
        let (first, taken) = rows.first()?;
        let found = **taken + u16::from(self.times(first));
        let says = if first.individual && first.add_count > 1 {
            let most = first.add_count;
            format!("a formation takes this upgrade 1 to {most} times, found {found} (EA-13.2)")
        } else if let Some(count) = self.count.filter(|_| found == 1) {
            let each: Vec<String> = rows.iter().map(|(row, _)| row.add_count.to_string()).collect();
            let (name, each) = (self.name, each.join(" or "));
            format!("an upgrade puts in {each} of `{name}`, found {count} (EA-13.2)")
        } else {
            format!("a formation takes this upgrade once, found {found} (EA-13.2)")
        };
        Some(says)
    }

    /// That several upgrades put the unit in.
    fn unclear(&self, rows: &[&Upgrade]) -> String {
        let name = self.name;
        let words = self.words_for(rows).join(", or ");
        format!("several upgrades put in `{name}`: say {words} (EA-13.2)")
    }

    /// That no upgrade puts the unit in so, though some do otherwise.
    fn other_kind(&self, rows: &[&Upgrade]) -> String {
        let (name, words) = (self.name, self.words_for(rows).join(", or "));
        let how = if self.replaces == Some(true) { "in place of others" } else { "beside others" };
        format!("no upgrade puts in `{name}` {how}: say {words} (EA-13.2)")
    }

    /// The words that mean each of these upgrades alone.
    fn words_for(&self, rows: &[&Upgrade]) -> Vec<String> {
        let words = |upgrade: &&Upgrade| {
            let how = if upgrade.remove.is_empty() { "add" } else { "replace" };
            match upgrade.individual {
                true => format!("`{how} {}`", self.name),
                false => format!("`{how} {} {}`", upgrade.add_count, self.name),
            }
        };
        rows.iter().map(words).collect()
    }
}
