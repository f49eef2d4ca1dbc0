//! Parts that the effects of spells, special action icons, abilities and breath share.

use super::{Counted, Elements};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an endangered unit has to roll to escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// It rolls nothing and does not escape.
    None,
    /// At least one save result.
    Save,
    /// At least one maneuver result.
    Maneuver,
    /// At least one melee result.
    Melee,
    /// Its ID icon.
    ShowId,
    /// Anything but its ID icon.
    ShowNoId,
}

/// What befalls a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It dies.
    Killed,
    /// It goes to its owner's Reserve Area.
    Reserves,
    /// It may neither be rolled nor leave its terrain until the effect ends.
    Held,
    /// It may not be rolled, except alone where an effect demands it; leaving its terrain ends that.
    Stunned,
    /// It does not save; its owner rolls it and its results count for the attacker.
    Charmed,
}

/// A danger: who fails the test suffers the fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Peril {
    /// How a unit escapes.
    pub test: Test,
    /// What befalls it if not.
    pub fate: Fate,
    /// What befalls it instead if the test shows its ID.
    #[serde(default)]
    pub on_id: Option<Fate>,
    /// How those killed escape being buried; absent: nobody is buried.
    #[serde(default)]
    pub bury: Option<Test>,
}

/// How a unit or army may reduce damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Saves {
    /// A save roll of the whole army.
    Army,
    /// The unit rolls alone.
    Unit,
    /// A melee roll of the whole army reduces it.
    Melee,
    /// A combination roll of saves and maneuver, normal results only.
    SaveAndManeuver,
    /// Not at all.
    None,
}

/// Whose dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Those of the spell's, icon's or ability's own species.
    Species,
    /// All.
    Any,
}

/// A kind of roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollKind {
    /// A melee attack that is no counter-attack.
    Melee,
    /// A counter-attack.
    Counter,
    /// A missile attack.
    Missile,
    /// A magic action, or magic negation.
    Magic,
    /// Saves against melee.
    SaveMelee,
    /// Saves against missiles.
    SaveMissile,
    /// Any other save roll, a lone unit's included.
    SaveOther,
    /// Save and melee in one, against a charge.
    Charged,
    /// The marching army's maneuver.
    Maneuver,
    /// A counter-maneuver.
    CounterManeuver,
    /// The army's answer to a dragon attack.
    Dragon,
    /// A unit rolling alone because an effect aims at it.
    Individual,
    /// A roll the icon itself calls for, such as that of a Phoenix that dies.
    Special,
}

impl RollKind {
    /// All of them.
    pub const ALL: [RollKind; 13] = [
        RollKind::Melee,
        RollKind::Counter,
        RollKind::Missile,
        RollKind::Magic,
        RollKind::SaveMelee,
        RollKind::SaveMissile,
        RollKind::SaveOther,
        RollKind::Charged,
        RollKind::Maneuver,
        RollKind::CounterManeuver,
        RollKind::Dragon,
        RollKind::Individual,
        RollKind::Special,
    ];
}

/// A set of kinds of roll.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(from = "Vec<RollWord>", into = "Vec<RollKind>")]
pub struct RollKinds(u16);

impl RollKinds {
    /// Every roll of an army: all but those of lone units and those an icon itself calls for.
    pub const ARMY: RollKinds = RollKinds((1 << 11) - 1);

    /// Whether these are the rolls that leave maneuver out (DD-1.14).
    pub fn leave_maneuver_out(self) -> bool {
        self == RollWord::NonManeuver.kinds().iter().copied().collect::<RollKinds>()
    }

    /// Whether the kind is among them.
    pub fn contains(self, kind: RollKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<RollKind> for RollKinds {
    fn from_iter<I: IntoIterator<Item = RollKind>>(kinds: I) -> RollKinds {
        RollKinds(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u16))
    }
}

impl From<RollKinds> for Vec<RollKind> {
    fn from(kinds: RollKinds) -> Vec<RollKind> {
        RollKind::ALL.into_iter().filter(|kind| kinds.contains(*kind)).collect()
    }
}

impl From<Vec<RollWord>> for RollKinds {
    fn from(words: Vec<RollWord>) -> RollKinds {
        words.iter().flat_map(|word| word.kinds()).copied().collect()
    }
}

/// How data files name kinds of roll: one at a time, or several by one word.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RollWord {
    Melee,
    Counter,
    Missile,
    Magic,
    SaveMelee,
    SaveMissile,
    SaveOther,
    Charged,
    Maneuver,
    CounterManeuver,
    Dragon,
    Individual,
    Special,
    /// Melee attack and counter-attack.
    AnyMelee,
    /// Every save roll, that against a charge included.
    Save,
    /// Maneuver and counter-maneuver.
    AnyManeuver,
    /// All but maneuvers; of lone rolls those that do not ask for maneuver (`Sai::alone`).
    NonManeuver,
    /// Every roll of an army.
    Army,
    /// Everything but special rolls.
    Any,
}

impl RollWord {
    fn kinds(self) -> &'static [RollKind] {
        use RollKind as K;
        match self {
            RollWord::Melee => &[K::Melee],
            RollWord::Counter => &[K::Counter],
            RollWord::Missile => &[K::Missile],
            RollWord::Magic => &[K::Magic],
            RollWord::SaveMelee => &[K::SaveMelee],
            RollWord::SaveMissile => &[K::SaveMissile],
            RollWord::SaveOther => &[K::SaveOther],
            RollWord::Charged => &[K::Charged],
            RollWord::Maneuver => &[K::Maneuver],
            RollWord::CounterManeuver => &[K::CounterManeuver],
            RollWord::Dragon => &[K::Dragon],
            RollWord::Individual => &[K::Individual],
            RollWord::Special => &[K::Special],
            RollWord::AnyMelee => &[K::Melee, K::Counter],
            RollWord::Save => &[K::SaveMelee, K::SaveMissile, K::SaveOther, K::Charged],
            RollWord::AnyManeuver => &[K::Maneuver, K::CounterManeuver],
            RollWord::NonManeuver => &[
                K::Melee,
                K::Counter,
                K::Missile,
                K::Magic,
                K::SaveMelee,
                K::SaveMissile,
                K::SaveOther,
                K::Charged,
                K::Dragon,
                K::Individual,
            ],
            RollWord::Army => RollKind::ALL.split_at(11).0,
            RollWord::Any => RollKind::ALL.split_at(12).0,
        }
    }
}

/// A number that is printed as X on a die, or fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend(
    "x-exact" = true,
    "type" = ["string", "integer"],
    "pattern" = "^(x|[0-9]{1,2}|1[0-9]{2}|2[0-4][0-9]|25[0-5])$",
    "minimum" = 0,
    "maximum" = 255,
))]
pub enum Amount {
    /// The count of the face (DD-8.16).
    #[default]
    X,
    /// Always this.
    Fixed(u8),
}

impl Amount {
    /// The number for a face that counts `x`.
    pub fn of(self, x: u8) -> u8 {
        match self {
            Amount::X => x,
            Amount::Fixed(number) => number,
        }
    }
}

impl TryFrom<String> for Amount {
    type Error = &'static str;

    fn try_from(word: String) -> Result<Amount, &'static str> {
        match word.as_str() {
            "x" => Ok(Amount::X),
            number => number.parse().map(Amount::Fixed).map_err(|_| "expected `x` or a number"),
        }
    }
}

impl From<Amount> for String {
    fn from(amount: Amount) -> String {
        match amount {
            Amount::X => "x".to_string(),
            Amount::Fixed(number) => number.to_string(),
        }
    }
}

/// Which elements a terrain must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TerrainNeed {
    /// At least one of them.
    Any(Elements),
    /// Each of them.
    All(Elements),
}

impl TerrainNeed {
    /// Whether a terrain of these elements will do.
    pub fn is_met(self, terrain: Elements) -> bool {
        match self {
            TerrainNeed::Any(elements) => terrain.intersects(elements),
            TerrainNeed::All(elements) => terrain.contains_all(elements),
        }
    }
}

/// What breath, spells or icons do to later rolls of an army.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Halves results of one type, rounded down.
    Halve(Counted),
    /// ID icons give nothing in army rolls.
    IgnoreIds,
    /// Only save rolls and save-avoidance rolls are made.
    OnlySaves,
}
