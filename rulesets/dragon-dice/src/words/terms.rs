//! Terms of spells and species abilities in words: what one costs, on what it is cast, how long it lasts, where it holds.

use crate::tables::catalog::{
    Ability, Catalog, Elements, Spell, SpellElement, SpellLasts, SpellTarget, TerrainNeed,
};
use crate::tables::rule::Rule;
use crate::words::card;
use umpire_core::host::CardEntry;

/// A spell as programs show it.
pub(crate) fn spell_entry(catalog: &Catalog, spell: &Spell, rule: Rule) -> CardEntry {
    let rule = catalog.cite(rule);
    let effect = card::power("effect", &spell.says, spell.deferred.as_ref(), rule);
    let numbers = [
        ("magic", magic(catalog, spell)),
        ("cast on", target(catalog, spell)),
        ("lasts", lasts(spell).unwrap_or("no longer than its casting").to_string()),
    ];
    CardEntry {
        name: spell.id.clone(),
        title: spell.name.clone(),
        says: format!("spell{}", besides(spell)),
        numbers: numbers.map(|(what, words)| (what.to_string(), words)).to_vec(),
        powers: vec![effect],
        source: String::new(),
    }
}

/// What a spell costs, on what it is cast, what it does and how long: `2 air magic, on an opposing army: 1 damage`.
pub(super) fn spell_words(catalog: &Catalog, spell: &Spell) -> String {
    let lasts = lasts(spell).map_or(String::new(), |until| format!(", {until}"));
    let (magic, target) = (magic(catalog, spell), target(catalog, spell));
    format!("{magic}, on {target}: {}{lasts}{}", spell.says, besides(spell))
}

/// A spell that is cast so many times at once: `twice, 4 air magic in all: 2 air magic, on an opposing army: 1 damage`.
pub(super) fn casting_words(catalog: &Catalog, spell: &Spell, times: u8) -> String {
    let says = spell_words(catalog, spell);
    let cost = u16::from(spell.cost) * u16::from(times);
    match times {
        1 => format!("once: {says}"),
        2 => format!("twice, {cost} magic in all: {says}"),
        _ => format!("{times} times, {cost} magic in all: {says}"),
    }
}

/// Such as `2 air magic`, `4 mixed magic of Treefolk`.
fn magic(catalog: &Catalog, spell: &Spell) -> String {
    let element = match spell.element {
        SpellElement::Elemental => "elemental",
        SpellElement::Mixed => "mixed",
        SpellElement::Of(element) => element.name(),
    };
    let species = spell
        .species
        .map_or(String::new(), |species| format!(" of {}", catalog.species(species).name));
    format!("{} {element} magic{species}", spell.cost)
}

fn target(catalog: &Catalog, spell: &Spell) -> String {
    let species = || spell.species.map_or("its species", |id| catalog.species(id).name.as_str());
    match spell.target {
        SpellTarget::OpposingArmy => "an opposing army".to_string(),
        SpellTarget::AnyArmy => "any army".to_string(),
        SpellTarget::ArmyWithSpecies => format!("an army with a unit of {}", species()),
        SpellTarget::OpposingUnit => "an opposing unit".to_string(),
        SpellTarget::Units { health, opposing } => {
            let whose = if opposing { "an opponent's" } else { "a player's" };
            format!("{whose} units at one terrain, up to {health} health")
        }
        SpellTarget::OpposingDead { health } => {
            format!("an opponent's dead units, up to {health} health")
        }
        SpellTarget::OwnUnit => "a unit of the caster at a terrain".to_string(),
        SpellTarget::OwnUnits { count } => {
            format!("up to {count} units of {} of the caster at one terrain", species())
        }
        SpellTarget::Terrain { eighth: true } => "a terrain".to_string(),
        SpellTarget::Terrain { eighth: false } => "a terrain that is not on face 8".to_string(),
        SpellTarget::OwnDeadArea => "the caster's Dead Unit Area".to_string(),
        SpellTarget::OwnDead { health } => {
            format!("a dead unit of the caster, of {health} health and with the element")
        }
        SpellTarget::OwnPooledDragonkin { health } => {
            format!(
                "a Dragonkin of {health} health with the element in the caster's Summoning Pool"
            )
        }
        SpellTarget::OwnDragonkin => "a Dragonkin of the caster with the element".to_string(),
        SpellTarget::OwnSpeciesUnit => {
            format!("a unit of {} of the caster with the element", species())
        }
        SpellTarget::OwnBuriedMinor => "a minor terrain that the caster has buried".to_string(),
    }
}

/// Until when a spell lasts; nothing of one that does not.
fn lasts(spell: &Spell) -> Option<&'static str> {
    spell.lasting.then_some(match spell.lasts {
        SpellLasts::NextTurn => "until the caster's next turn begins",
        SpellLasts::ThisTurn => "until this turn ends",
        SpellLasts::EndOfNextTurn => "until the caster's next turn ends",
        SpellLasts::Turned => "until the terrain is turned",
        SpellLasts::Ever => "until the game ends",
    })
}

fn besides(spell: &Spell) -> String {
    let besides = [
        (spell.cantrip, "a Cantrip"),
        (spell.reserves, "also from Reserves"),
        (spell.cumulative, "castings add up"),
    ];
    besides.into_iter().filter(|(is, _)| *is).map(|(_, words)| format!("; {words}")).collect()
}

/// What an ability does, with where it holds and how often: `where the terrain holds water: maneuver may count as saves`.
pub(super) fn ability_words(ability: &Ability) -> String {
    let joined = |elements: Elements, with: &str| {
        elements.iter().map(|element| element.name()).collect::<Vec<_>>().join(with)
    };
    let terrain = ability.terrain.map(|need| match need {
        TerrainNeed::Any(elements) => joined(elements, " or "),
        TerrainNeed::All(elements) => joined(elements, " and "),
    });
    let terrain = terrain.map(|elements| format!("where the terrain holds {elements}"));
    let often = ability.per_24.map(|count| format!("at most {count} for each 24 points"));
    let all: Vec<String> = terrain.into_iter().chain(often).collect();
    match all.is_empty() {
        true => ability.says.clone(),
        false => format!("{}: {}", all.join(", "), ability.says),
    }
}
