//! Dice and spells told: numbers, faces, special icons and abilities, and which of those are built.

use crate::tables::catalog::{Catalog, Kind, KindId, SpellId, What};
use crate::tables::rule::Rule;
use crate::words::terms;
use umpire_core::host::{CardEntry, PowerEntry};

/// Every kind of die, and every spell, as programs show it.
pub(crate) fn card_entries(catalog: &Catalog) -> Vec<CardEntry> {
    let kinds = (0..).map(KindId).zip(&catalog.kinds);
    let dice = kinds.map(|(id, kind)| entry(catalog, id, kind));
    let spells = (0..).map(SpellId).zip(&catalog.spells);
    let spells = spells.map(|(id, spell)| terms::spell_entry(catalog, spell, Rule::Spell(id)));
    dice.chain(spells).collect()
}

fn entry(catalog: &Catalog, id: KindId, kind: &Kind) -> CardEntry {
    let faces = catalog.dice.get(id.die()).faces.iter().map(|face| face.name.clone());
    let mut numbers = vec![("elements".to_string(), kind.elements.to_string())];
    let counted = [
        ("health", kind.health),
        ("points", kind.points),
        ("automatic saves", kind.automatic_saves),
    ];
    let counted = counted.into_iter().filter(|(_, number)| *number > 0);
    numbers.extend(counted.map(|(what, number)| (what.to_string(), number.to_string())));
    numbers.push(("faces".to_string(), faces.collect::<Vec<_>>().join(" ")));
    CardEntry {
        name: kind.id.clone(),
        title: kind.name.clone(),
        says: kind_words(catalog, kind),
        numbers,
        powers: powers(catalog, kind),
        source: String::new(),
    }
}

fn kind_words(catalog: &Catalog, kind: &Kind) -> String {
    match kind.what {
        What::Unit { species, size, .. } => {
            format!("{} unit of {}", size.name(), catalog.species(species).name)
        }
        What::Item { .. } => "item".to_string(),
        What::Dragon { .. } => "dragon".to_string(),
        What::Terrain { .. } => "terrain".to_string(),
        What::Minor { .. } => "minor terrain".to_string(),
    }
}

/// Its special icons, each once, and the abilities of its species.
fn powers(catalog: &Catalog, kind: &Kind) -> Vec<PowerEntry> {
    let mut powers: Vec<PowerEntry> = Vec::new();
    for sai in kind.faces().iter().filter_map(|face| face.sai()) {
        let row = catalog.sai(sai);
        if powers.iter().all(|known| known.name != row.name) {
            let rule = catalog.cite(Rule::Sai(sai));
            powers.push(power(&row.name, &row.says, row.deferred.as_ref(), rule));
        }
    }
    for (id, row) in kind.species().into_iter().flat_map(|species| catalog.abilities_of(species)) {
        let rule = catalog.cite(Rule::Ability(id));
        let says = terms::ability_words(row);
        powers.push(power(&row.name, &says, row.deferred.as_ref(), rule));
    }
    powers
}

/// An icon, an ability or a spell, and whether code keeps it.
pub(super) fn power(name: &str, says: &str, deferred: Option<&String>, rule: String) -> PowerEntry {
    let says = deferred.map_or_else(|| says.to_string(), |why| format!("{says} ({why})"));
    PowerEntry { name: name.to_string(), says, built: deferred.is_none(), rule }
}
