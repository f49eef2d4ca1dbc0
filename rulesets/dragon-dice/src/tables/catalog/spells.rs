//! Spells: what each costs, at what it aims and what it does.

use super::effects::{Fate, Peril, RollKinds, Saves, Test, Whose};
use super::{Counted, Element, SpeciesId};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document, Within};

/// What a spell is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend(
    "x-exact" = true,
    "enum" = ["air", "death", "earth", "fire", "water", "elemental", "mixed"],
))]
pub enum SpellElement {
    /// Magic of any one element, ivory magic included.
    Elemental,
    /// Magic of any elements, mixed.
    Mixed,
    /// Magic of this element.
    Of(Element),
}

impl TryFrom<String> for SpellElement {
    type Error = &'static str;

    fn try_from(word: String) -> Result<SpellElement, &'static str> {
        let of = |word: &str| Element::ALL.into_iter().find(|element| element.name() == word);
        match word.as_str() {
            "elemental" => Ok(SpellElement::Elemental),
            "mixed" => Ok(SpellElement::Mixed),
            word => {
                of(word).map(SpellElement::Of).ok_or("expected an element, `elemental` or `mixed`")
            }
        }
    }
}

/// A spell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spell {
    /// Its id, such as `wind-walk`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Of what magic it is made.
    pub element: SpellElement,
    /// How much magic it takes.
    pub cost: u8,
    /// The species whose magic it takes, if it is that of one.
    pub species: Option<SpeciesId>,
    /// Whether it may be cast from Reserves (DD-7.12).
    pub reserves: bool,
    /// Whether classic Reserve Armies may cast it (DD-7.12).
    pub classic_reserves: bool,
    /// Whether Cantrip magic may buy it (DD-7.22).
    pub cantrip: bool,
    /// At what it aims.
    pub target: SpellTarget,
    /// Whether castings on one target add up (DD-7.15).
    pub cumulative: bool,
    /// Whether it lasts.
    pub lasting: bool,
    /// Until when, if it lasts.
    pub lasts: SpellLasts,
    /// What differs where `spell_costs_from` says classic.
    pub classic: ClassicSpell,
    /// What it does.
    pub effects: Vec<SpellEffect>,
    /// What it does, in words.
    pub says: String,
    /// Why no code keeps it, where none does.
    pub deferred: Option<String>,
    /// The tags of its sources.
    pub source: String,
}

/// Until when a spell lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellLasts {
    /// Until the caster's next turn begins.
    #[default]
    NextTurn,
    /// Until this turn of the caster's ends.
    ThisTurn,
    /// Until their turn after this one ends.
    EndOfNextTurn,
    /// Until the terrain it lies on is turned.
    Turned,
    /// Until the game ends.
    Ever,
}

/// What a spell costs and how long it lasts by the classic table; what is not stated is as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ClassicSpell {
    /// How much magic it takes.
    #[serde(with = "Within::<1, 60, Option<u8>>")]
    pub cost: Option<u8>,
    /// Until when it lasts.
    pub lasts: Option<SpellLasts>,
}

/// At what a spell aims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SpellTarget {
    /// An army of an opponent.
    OpposingArmy,
    /// Any army.
    AnyArmy,
    /// Any army with a unit of the spell's species.
    ArmyWithSpecies,
    /// A unit of an opponent.
    OpposingUnit,
    /// Units of one player at one terrain, together up to this health.
    Units {
        /// The health.
        health: u8,
        /// Whether they must be an opponent's.
        opposing: bool,
    },
    /// Dead units of an opponent, together up to this health.
    OpposingDead {
        /// The health.
        health: u8,
    },
    /// A unit of the caster at a terrain.
    OwnUnit,
    /// Units of the caster of the spell's species at one terrain, up to this many.
    OwnUnits {
        /// How many.
        count: u8,
    },
    /// A terrain.
    Terrain {
        /// Whether it may stand on face 8.
        #[serde(default = "yes")]
        eighth: bool,
    },
    /// The caster's Dead Unit Area.
    OwnDeadArea,
    /// A dead unit of the caster that holds the casting element.
    OwnDead {
        /// Its health.
        health: u8,
    },
    /// A Dragonkin in the caster's Summoning Pool that holds the casting element.
    OwnPooledDragonkin {
        /// Its health.
        health: u8,
    },
    /// A Dragonkin of the caster that holds the casting element.
    OwnDragonkin,
    /// A unit of the spell's species that holds the casting element, of the caster.
    OwnSpeciesUnit,
    /// A minor terrain in the caster's Buried Unit Area.
    OwnBuriedMinor,
}

fn yes() -> bool {
    true
}

fn army_rolls() -> RollKinds {
    RollKinds::ARMY
}

/// What a spell does to its target.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SpellEffect {
    /// Adds to, or takes from, the army's rolls: once a roll, from that of these types which it counts,
    /// or of several the one its owner picks (DD-8.9).
    Modify {
        /// The types.
        results: Vec<Counted>,
        /// In which rolls.
        #[serde(default = "army_rolls")]
        rolls: RollKinds,
        /// How many results.
        by: i8,
        /// Whose rolls.
        #[serde(default)]
        of: ModifiedRolls,
    },
    /// Maneuver ties at the terrain go to the armies that oppose the maneuver (DD-6.7).
    TiesToCounter,
    /// Damages the target; a terrain's armies one by one.
    Damage {
        /// How much.
        amount: u8,
        /// How it is reduced.
        saves: Saves,
        /// What befalls a unit that has saved and fails a second save.
        #[serde(default)]
        when_saved: Option<Fate>,
    },
    /// Endangers the target's units.
    Endanger {
        /// How.
        peril: Peril,
    },
    /// After each roll the owner may double results of one unit.
    DoubleUnit {
        /// Results of these types.
        results: Vec<Counted>,
    },
    /// In each non-maneuver roll the owner may roll one unit again, once.
    RerollUnit,
    /// Results of one type may count as another.
    CountsAs {
        /// This type ...
        from: Counted,
        /// ... as one of these.
        to: Vec<Counted>,
        /// In which rolls.
        #[serde(default = "army_rolls")]
        rolls: RollKinds,
        /// Of whose dice.
        whose: Whose,
    },
    /// Units killed at the terrain that would enter a Dead Unit Area save, or are buried.
    BuryKilled,
    /// Dead units face this or are buried; as much health may return from the caster's dead.
    Exhume {
        /// How they escape.
        test: Test,
    },
    /// Units killed after the army's save roll go to Reserves instead of the Dead Unit Area.
    SpareKilled,
    /// Moves the units to another terrain where the caster has an army; units of the spell's species to
    /// one where others of it are.
    MoveUnits,
    /// Damages an army that maneuvers the terrain; its melee reduces that.
    DamageManeuvering {
        /// How much.
        amount: u8,
    },
    /// Turns the terrain down one step, at most one a turn.
    LowerTerrain {
        /// Results of maneuver by which an army there prevents it.
        unless_maneuver: u8,
        /// Whether the castings on it add up to what is needed.
        #[serde(default)]
        adds_up: bool,
    },
    /// An army marching there first rolls maneuver: only so much health may be rolled in the march.
    LimitMarch,
    /// A dying unit of the species, this large or larger, may be exchanged for a dead one.
    ExchangeDying {
        /// The least health of the dying unit.
        least: u8,
        /// Health of the one it is exchanged for.
        with: u8,
    },
    /// The dead unit joins the casting army.
    ReturnDead,
    /// The Dragonkin joins the casting army.
    SummonDragonkin,
    /// Brings a dragon to the terrain.
    SummonDragon {
        /// Whether it brings White Dragons, and nothing else.
        white: bool,
    },
    /// The minor terrain goes to its owner's Summoning Pool.
    UnburyMinor,
    /// Promotes the unit.
    Promote {
        /// By how much health.
        health: u8,
    },
}

/// Whose rolls a spell changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModifiedRolls {
    /// Those of the target; of a terrain, those of every army there.
    #[default]
    Target,
    /// Those of attacks on an army there.
    Attackers,
}

/// `spells.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SpellFile {
    spells: Vec<SpellRow>,
    /// Spells known by name alone.
    pub classic_unknown: Vec<UnknownSpell>,
}

impl SpellFile {
    /// Ids of its spells.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.spells.iter().map(|row| row.id.as_str())
    }
}

/// A spell whose cost and effect no source gives.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct UnknownSpell {
    pub id: String,
    pub name: String,
    pub element: SpellElement,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SpellRow {
    id: String,
    name: String,
    element: SpellElement,
    #[serde(with = "Within::<1, 60>")]
    cost: u8,
    #[serde(default)]
    species: Option<String>,
    #[serde(default)]
    reserves: bool,
    #[serde(default)]
    classic_reserves: bool,
    #[serde(default)]
    cantrip: bool,
    target: SpellTarget,
    #[serde(default)]
    cumulative: bool,
    #[serde(default)]
    lasting: bool,
    #[serde(default)]
    lasts: SpellLasts,
    #[serde(default)]
    classic: ClassicSpell,
    effects: Vec<SpellEffect>,
    says: String,
    #[serde(default)]
    deferred: Option<String>,
    source: String,
}

/// The spells of the file; species are those with these ids.
pub(super) fn resolve(
    document: Document<SpellFile>,
    species: &[&str],
    faults: &mut Vec<DataError>,
) -> Vec<Spell> {
    let places = document.places;
    let mut spells = Vec::new();
    for (at, row) in document.value.spells.into_iter().enumerate() {
        let own = row.species.as_deref();
        let found = own.and_then(|name| species.iter().position(|known| *known == name));
        if let (Some(name), None) = (own, found) {
            let place = format!("spells[{at}].species");
            faults.push(places.unknown(&place, "species", name, species.iter().copied()));
        }
        spells.push(Spell {
            id: row.id,
            name: row.name,
            element: row.element,
            cost: row.cost,
            species: found.map(|at| SpeciesId(at as u8)),
            reserves: row.reserves,
            classic_reserves: row.classic_reserves,
            cantrip: row.cantrip,
            target: row.target,
            cumulative: row.cumulative,
            lasting: row.lasting,
            lasts: row.lasts,
            classic: row.classic,
            effects: row.effects,
            says: row.says,
            deferred: row.deferred,
            source: row.source,
        });
    }
    spells
}
