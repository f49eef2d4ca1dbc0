//! Special action icons: in which rolls each counts, and what it does there.

use super::effects::{Amount, Peril, RollKind, RollKinds, Test};
use super::{Counted, Element};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A special action icon.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sai {
    /// Its id, such as `double-strike`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it does, in words.
    pub says: String,
    /// What it does in which rolls; in other rolls it does nothing (DD-8.17).
    pub uses: Vec<SaiUse>,
    /// Why no code keeps it, where none does.
    #[serde(default)]
    pub deferred: Option<String>,
    /// The tags of its sources.
    pub source: String,
}

impl Sai {
    /// What it does in a kind of roll.
    pub fn in_roll(&self, kind: RollKind) -> impl Iterator<Item = &SaiEffect> {
        self.uses.iter().filter(move |used| used.rolls.contains(kind)).flat_map(|used| &used.does)
    }
}

/// What an icon does in certain rolls.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaiUse {
    /// The rolls.
    pub rolls: RollKinds,
    /// All of what it does there, in this order.
    pub does: Vec<SaiEffect>,
}

/// One effect of an icon.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SaiEffect {
    /// Gives results of each of these types.
    Add {
        /// The types.
        types: Vec<Counted>,
        /// How many of each.
        #[serde(default)]
        amount: Amount,
    },
    /// Gives results of one of these types: the one the roll counts, or the owner's pick.
    AddEither {
        /// The types.
        types: Vec<Counted>,
        /// How many.
        #[serde(default)]
        amount: Amount,
        /// Whether the owner may split them.
        #[serde(default)]
        split: bool,
    },
    /// Gives whatever result an effect on a lone unit asks for.
    AddAsked {
        /// How many.
        #[serde(default)]
        amount: Amount,
    },
    /// Gives results as an ID does.
    AddAsId {
        /// How many.
        amount: Amount,
        /// Whether only dice of one element do so.
        #[serde(default)]
        one_element_only: bool,
    },
    /// Gives magic that buys only spells marked Cantrip (DD-7.22).
    AddCantrip {
        /// How much.
        #[serde(default)]
        amount: Amount,
        /// Whether it buys spells of any element and species.
        #[serde(default)]
        any_spell: bool,
    },
    /// Gives magic of an element the roller picks.
    AddMagicOfChoice {
        /// How much.
        #[serde(default)]
        amount: Amount,
        /// Whether the plain magic of one unit may take that element too.
        #[serde(default)]
        recolour_unit: bool,
    },
    /// This die is rolled again and the new face counts too (DD-8.2 step 3).
    Reroll,
    /// One of these, as the roller likes.
    Choose(Vec<SaiEffect>),
    /// All of these, in this order.
    All(Vec<SaiEffect>),
    /// Damages the opposing army, no save; units it kills may be buried.
    Damage {
        /// How much.
        #[serde(default)]
        amount: Amount,
        /// How units it kills escape being buried.
        #[serde(default)]
        bury: Option<Test>,
        /// Whether Dragonkin it kills are buried.
        #[serde(default)]
        bury_dragonkin: bool,
        /// Which army.
        #[serde(default)]
        army: Opposing,
    },
    /// Damages the attacker; only saves made by spells reduce it.
    DamageBack {
        /// How much.
        #[serde(default)]
        amount: Amount,
    },
    /// Takes from the results of an opposing army's rolls: once a roll, from that of these types which it
    /// counts, or of several the one its owner picks.
    Subtract {
        /// The types.
        types: Vec<Counted>,
        /// In which rolls.
        rolls: RollKinds,
        /// How many.
        #[serde(default)]
        amount: Amount,
        /// Whether it lasts until the beginning of the roller's next turn.
        #[serde(default)]
        lasting: bool,
        /// Which army.
        #[serde(default)]
        army: Opposing,
    },
    /// Halves every result of the opposing army here until the beginning of the roller's next turn.
    HalveAll,
    /// Takes from every army's rolls at this terrain until it is maneuvered; adds up.
    ChillWind {
        /// How many results.
        amount: u8,
    },
    /// Endangers defending units.
    Target {
        /// Which.
        units: Victims,
        /// In what way.
        peril: Peril,
        /// When.
        #[serde(default)]
        when: Moment,
        /// Whether, after a death, the owner names another unit to face the same.
        #[serde(default)]
        spreads: bool,
        /// Whether it does nothing against Reserves.
        #[serde(default)]
        not_reserves: bool,
        /// Whether the health killed may return from the roller's dead to the army.
        #[serde(default)]
        returns_dead: bool,
    },
    /// Damages one defending unit, which may answer.
    DamageUnit {
        /// How much.
        #[serde(default)]
        amount: Amount,
        /// What reduces it, and what strikes back.
        answer: UnitAnswer,
        /// How it escapes being buried if that kills it; absent: it is not.
        #[serde(default)]
        bury: Option<Test>,
    },
    /// One attacking unit takes what it dealt, and may save; the army gains as many saves.
    TurnBack,
    /// An attacking dragon takes back what it dealt; the army gains as many saves.
    TurnBackDragon,
    /// Kills one attacking dragon that shows Jaws; if there is none, gives results.
    KillJaws {
        /// Results of this type ...
        otherwise: Counted,
        /// ... this many.
        amount: Amount,
    },
    /// Defending units are rolled again once the defender has rolled; their old faces are gone.
    RerollDefenders {
        /// Together up to this health.
        #[serde(default)]
        health: Amount,
    },
    /// After the defender has rolled, every unit showing its ID gives nothing and is held.
    Hypnotise,
    /// The defender may not counter-attack.
    NoCounter,
    /// Maneuver counts as melee; the defender saves and counters in one roll.
    Charge,
    /// Doubles results of units of the army.
    Multiply {
        /// Of which types.
        types: Vec<Counted>,
        /// Whose.
        who: Multiplied,
    },
    /// This unit may move, and units of its army with it, to any terrain.
    MoveUnits {
        /// Health of those that may come along.
        health: u8,
    },
    /// This unit may move to any terrain or to Reserves; what it gave stays.
    MoveSelf,
    /// The item may move, with one unit that can carry it, to another terrain or Reserves.
    MoveItem,
    /// Saves for the army until the beginning of the roller's next turn.
    LastingSaves {
        /// How many.
        #[serde(default)]
        amount: Amount,
    },
    /// One of the roller's armies cannot be aimed at by missiles or spells of opponents for a turn.
    Protect,
    /// The unit loses its automatic saves in this roll.
    NoAutomaticSaves,
    /// Cancels unresolved magic aimed at the unit, its army or its terrain.
    Dispel,
    /// When the unit is killed or buried it is rolled: this icon sends it to Reserves.
    RiseFromTheAshes,
    /// Splits X between saves and promotions.
    WildGrowth,
    /// Returns dead units of the roller to this army, together up to this health.
    ReturnDead {
        /// The health.
        #[serde(default)]
        health: Amount,
    },
    /// At a terrain, brings a dragon of the item's element, an Ivory Hybrid of it, or an Ivory one to any
    /// terrain; in Reserves it gives X magic.
    SummonDragon,
    /// Moves a summoned dragon of the unit's element from one terrain to another.
    MoveDragon,
    /// Tames, slays or controls one dragon that attacked.
    Master(Mastery),
    /// Units of the element may be rolled again, recruited or promoted, together up to X health.
    ElementalRelic {
        /// The element; absent: all and ivory.
        #[serde(default)]
        element: Option<Element>,
    },
    /// One of the ways of a Silver Medallion.
    SilverMedallion,
}

/// Whom a subtraction strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Opposing {
    /// The army that defends against this roll.
    #[default]
    Defender,
    /// Each army that counters this maneuver.
    Counter,
    /// An opposing army at this terrain.
    Here,
    /// An opposing army at any terrain.
    AnyTerrain,
}

/// Which defending units are struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Victims {
    /// Units of the defender together worth this much health.
    Health(Amount),
    /// One unit of the defender.
    One,
    /// Units that show their IDs, together worth this much health.
    ShowingId(Amount),
    /// One unit that shows its ID.
    OneShowingId,
    /// One unit of an opposing army at this terrain.
    OneHere,
}

/// When an icon strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// With the other icons of its roll (DD-8.2 steps 3 and 4).
    #[default]
    Now,
    /// After the defender has rolled saves (DD-8.2 step 2).
    AfterSaves,
}

/// How a damaged unit answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitAnswer {
    /// It rolls saves.
    Saves,
    /// It rolls saves and melee; the melee damages the striking unit, no save.
    SavesAndMelee,
    /// It has no save and rolls melee, which damages the striking unit, no save.
    Melee,
}

/// Whose results double.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Multiplied {
    /// Every unit of the icon's species.
    Species,
    /// One unit.
    One,
}

/// What a champion does to a dragon (DD-13.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mastery {
    /// It serves its rider.
    Tame,
    /// It leaves the game.
    Slay,
    /// It is held back or sent at others.
    Control,
}

impl SaiEffect {
    /// Whether all it does is to give results.
    pub fn adds(&self) -> bool {
        matches!(
            self,
            SaiEffect::Add { .. } | SaiEffect::AddEither { .. } | SaiEffect::AddAsked { .. }
        )
    }

    /// Whether what others rolled in a fight decides what results it gives, so that outside of one it gives none.
    pub fn gives_results_in_fights(&self) -> bool {
        match self {
            SaiEffect::TurnBack | SaiEffect::TurnBackDragon | SaiEffect::KillJaws { .. } => true,
            SaiEffect::All(parts) | SaiEffect::Choose(parts) => {
                parts.iter().any(SaiEffect::gives_results_in_fights)
            }
            _ => false,
        }
    }

    /// Whether it lets whoever is struck strike back, with no attack of its own.
    pub fn strikes_back(&self) -> bool {
        match self {
            SaiEffect::DamageBack { .. } | SaiEffect::Charge => true,
            SaiEffect::All(parts) | SaiEffect::Choose(parts) => {
                parts.iter().any(SaiEffect::strikes_back)
            }
            _ => false,
        }
    }
}

impl Sai {
    /// What it does for a unit that rolls alone for this type of result: what it does in such rolls, else
    /// what it adds to the like roll of an army, if that is not to any roll of an army.
    pub fn alone(&self, asked: Counted) -> impl Iterator<Item = &SaiEffect> {
        let is_for_lone = move |used: &&SaiUse| {
            // Rolls of lone units count among those that are no maneuver, unless they ask for maneuver.
            let is_no_maneuver =
                used.rolls.contains(RollKind::Melee) && !used.rolls.contains(RollKind::Maneuver);
            used.rolls.contains(RollKind::Individual)
                && !(asked == Counted::Maneuver && is_no_maneuver)
        };
        let is_own = self.uses.iter().any(|used| is_for_lone(&used));
        let like = match asked {
            Counted::Save => RollKind::SaveOther,
            Counted::Maneuver => RollKind::Maneuver,
            Counted::Melee => RollKind::Melee,
            Counted::Missile => RollKind::Missile,
            Counted::Magic => RollKind::Magic,
        };
        let own = self.uses.iter().filter(is_for_lone).flat_map(|used| &used.does);
        // What comes in every roll of an army comes in no other.
        let armies =
            move |used: &&SaiUse| used.rolls.contains(like) && used.rolls != RollKinds::ARMY;
        let lent = self.uses.iter().filter(armies).flat_map(|used| &used.does);
        let lent = lent.filter(|effect| effect.adds());
        own.chain(lent.take(if is_own { 0 } else { usize::MAX }))
    }
}

/// `sais.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaiFile {
    pub sais: Vec<Sai>,
}
