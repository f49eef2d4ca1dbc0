//! The abilities that card data may name: what each takes, and the list of all.

mod circumstance;
mod dice_rule;
mod filter;
mod modifier;
mod moment;
mod number;
mod special_attack;
mod summary;
mod trigger;

pub use circumstance::{Circumstance, Count};
pub use dice_rule::{AllSkulls, DiceRule};
pub use filter::{Filter, Near, Whose};
pub use modifier::Modifier;
pub use moment::Moment;
pub use number::Number;
pub use special_attack::{Again, MoreDice, Shape, SpecialAttack};
pub use summary::Summary;
pub use trigger::*;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A power as a card prints it: its name, what it does in our words, and the abilities that do it.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedPower {
    /// Its name on the card.
    pub name: String,
    /// What it does, in our own words; left out where its abilities say it all.
    #[serde(default)]
    pub says: String,
    /// What it is made of; nothing where no code plays it.
    #[serde(default)]
    pub does: Vec<Power>,
    /// Whether a scenario plays without all that it is made of.
    #[serde(skip)]
    pub is_left_out: bool,
}

/// An ability as a card names it, with what it takes.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(clippy::large_enum_variant)] // A few hundred of them, read once.
pub enum Power {
    /// Moves over levels, figures and obstacles at one point a hex (HS-4.5.1).
    Flying {},
    /// Flies, and takes off without leaving-engagement dice (HS-4.5.3).
    StealthFlying {},
    /// Never takes leaving-engagement dice (HS-4.4.5).
    Disengage {},
    /// Counts a multiple of its Height, or so much more, for climbing and falling (HS-4.1.5).
    Climb {
        /// The multiple.
        #[serde(default = "once")]
        times: i16,
        /// Levels more.
        #[serde(default)]
        plus: i16,
    },
    /// Passes through any figure (HS-4.5.5).
    GhostWalk {},
    /// Is not stopped by water.
    WaterNoStop {},
    /// While it is on water or ice, its spaces and water of its level beside it are ice.
    Freezes {},
    /// Enters snow and ice at one point and is not stopped there.
    SnowEase {},
    /// Takes no harm from lava and is not stopped by it (HS-5.4.3).
    LavaResistant {},
    /// May be chosen for attacks only by figures that are near.
    AttackOnlyAdjacent(AttackOnlyAdjacent),
    /// Attacks more than once a turn.
    ExtraAttacks(ExtraAttacks),
    /// Shields beyond the skulls wound the attacker (HS-7.8.1).
    CounterStrike(CounterStrike),
    /// An attack that may be chosen instead of a normal one (HS-7.7.1).
    SpecialAttack(Box<SpecialAttack>),
    /// Changes dice, Range, Move or rolls.
    Modifier(Box<Modifier>),
    /// Changes what dice count for.
    DiceRule(Box<DiceRule>),
    /// Does something at a moment.
    Trigger(Box<Trigger>),
    /// Begins in reserve, off the battlefield.
    Reserve {},
    /// Moves and attacks with other numbers of figures than its card has.
    Activation(Activation),
    /// Figures beside it may not move.
    Hold(Hold),
    /// Adjacent enemies that attack have to attack it.
    Challenge {},
    /// Its card starts with so many power markers.
    Counters(u8),
    /// Others may not attack or bring back in some way.
    Forbid(Forbid),
}

impl Power {
    /// Whether it asks where figures stood when a turn began.
    pub fn asks_start(&self) -> bool {
        let flown_over = |filter: &Option<Filter>| {
            filter.as_ref().is_some_and(|filter| filter.passed_over.is_some())
        };
        let target = matches!(self, Power::Trigger(trigger) if flown_over(&trigger.on));
        target || self.circumstances().any(Circumstance::asks_start)
    }

    /// Whether it changes numbers or dice of others than its own figure.
    pub fn is_aura(&self) -> bool {
        match self {
            Power::Modifier(modifier) => modifier.of.is_some(),
            Power::DiceRule(rule) => rule.of.is_some(),
            Power::CounterStrike(counter) => counter.of.is_some(),
            _ => false,
        }
    }

    /// All circumstances that it names.
    pub fn circumstances(&self) -> impl Iterator<Item = &Circumstance> {
        let lists: Vec<&[Circumstance]> = match self {
            Power::AttackOnlyAdjacent(only) => vec![&only.when],
            Power::SpecialAttack(special) => {
                let more = special.more_dice.iter().map(|more| more.when.as_slice());
                more.chain([special.when.as_slice(), special.again_if.as_slice()]).collect()
            }
            Power::Modifier(modifier) => vec![&modifier.when],
            Power::DiceRule(rule) => vec![&rule.when],
            Power::Trigger(trigger) => {
                let plus = trigger.roll.iter().flat_map(|roll| &roll.plus);
                let plus = plus.map(|plus| plus.when.as_slice());
                plus.chain([trigger.only_if.as_slice()]).collect()
            }
            Power::Forbid(Forbid::DefenseDice(when) | Forbid::Moving(when)) => vec![when],
            _ => Vec::new(),
        };
        lists.into_iter().flatten()
    }
}

impl Circumstance {
    /// Whether it asks where figures stood when the turn began.
    pub fn asks_start(&self) -> bool {
        if let Circumstance::Not(other) = self {
            return other.asks_start();
        }
        matches!(
            self,
            Circumstance::NotAdjacentAtStart
                | Circumstance::SpacesAtStart(_)
                | Circumstance::StartedEngaged
                | Circumstance::StartedUnengaged
                | Circumstance::StartedOn(_)
                | Circumstance::StartedNear(_)
                | Circumstance::StartedBeside(_)
        )
    }
}

/// The abilities without what they take; each is a row of the rule index.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // `Power` says what each does.
pub enum Ability {
    Flying,
    StealthFlying,
    Disengage,
    Climb,
    GhostWalk,
    WaterNoStop,
    SnowEase,
    LavaResistant,
    AttackOnlyAdjacent,
    ExtraAttacks,
    CounterStrike,
    SpecialAttack,
    Modifier,
    DiceRule,
    Trigger,
    Reserve,
    Activation,
    Hold,
    Challenge,
    Counters,
    Forbid,
    Freezes,
}

impl Ability {
    /// Every ability with its name in the data and what it does.
    pub const ALL: [(Ability, &'static str, &'static str); 22] = [
        (Ability::Flying, "flying", "moves over levels, figures and obstacles, a point a hex"),
        (Ability::StealthFlying, "stealth_flying", "flies and takes off without dice against it"),
        (Ability::Disengage, "disengage", "leaves engagements without dice against it"),
        (Ability::Climb, "climb", "counts more Height for climbing and falling"),
        (Ability::GhostWalk, "ghost_walk", "passes through figures"),
        (Ability::WaterNoStop, "water_no_stop", "is not stopped by water"),
        (Ability::SnowEase, "snow_ease", "enters snow and ice as it enters grass"),
        (Ability::LavaResistant, "lava_resistant", "is neither stopped nor harmed by lava"),
        (Ability::AttackOnlyAdjacent, "attack_only_adjacent", "attacks on it need nearness"),
        (Ability::ExtraAttacks, "extra_attacks", "attacks more than once a turn"),
        (Ability::CounterStrike, "counter_strike", "shields beyond the skulls wound the attacker"),
        (Ability::SpecialAttack, "special_attack", "may be chosen instead of a normal attack"),
        (Ability::Modifier, "modifier", "changes dice, Range, Move or rolls of some figures"),
        (Ability::DiceRule, "dice_rule", "changes what skulls and shields count for"),
        (Ability::Trigger, "trigger", "does something at a moment, for some after a roll"),
        (Ability::Reserve, "reserve", "begins in reserve, off the battlefield"),
        (Ability::Activation, "activation", "moves and attacks with other numbers of figures"),
        (Ability::Hold, "hold", "keeps figures beside it from moving on"),
        (Ability::Challenge, "challenge", "adjacent enemies have to attack it"),
        (Ability::Counters, "counters", "its card starts with power markers"),
        (Ability::Forbid, "forbid", "forbids something to some figures"),
        (Ability::Freezes, "freezes", "makes ice of the water where it is and beside it"),
    ];

    /// Its name in the data.
    pub fn name(self) -> &'static str {
        Ability::ALL.iter().find(|(known, ..)| *known == self).map_or("", |(_, name, _)| name)
    }
}

/// Attacks beyond the first in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraAttacks {
    /// How many more.
    pub count: u8,
    /// Each must choose another target.
    #[serde(default)]
    pub different_targets: bool,
    /// The further ones reach adjacent figures only.
    #[serde(default)]
    pub adjacent_only: bool,
    /// The further ones are for who attacked an adjacent figure first, and reach adjacent figures only.
    #[serde(default)]
    pub all_adjacent: bool,
    /// Dice added to the further ones.
    #[serde(default)]
    pub attack_dice: i32,
    /// One fewer for each wound marker.
    #[serde(default)]
    pub fewer_per_wound: bool,
    /// One more for each so many wound markers that it has when it would attack again; never where 0.
    #[serde(default)]
    pub more_per_wounds: u8,
    /// Only while its card's X marker is turned up for it.
    #[serde(default)]
    pub while_active: bool,
}

/// Which side of adjacency an ability bears on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Attacks of adjacent figures.
    Adjacent,
    /// Attacks of figures that are not adjacent.
    NotAdjacent,
    /// All attacks.
    Any,
}

/// Who may not be attacked from afar.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AttackOnlyAdjacent {
    /// Not adjacency but so many spaces at most.
    pub within: Option<u16>,
    /// For special attacks too.
    pub special: bool,
    /// Only against opponents' figures.
    pub opponents_only: bool,
    /// What must hold of the figure; whoever attacks it is its opponent.
    #[serde(rename = "if")]
    pub when: Vec<Circumstance>,
}

/// Shields beyond the skulls become wounds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterStrike {
    /// Which attacks it answers.
    pub against: Against,
    /// Classes it does not touch.
    #[serde(default)]
    pub immune_class: Vec<String>,
    /// Whose shields strike back; the source's own where not given. Read from the source.
    #[serde(default)]
    pub of: Option<Filter>,
}

/// How many figures of the card a turn activates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// How many may move.
    pub moves: u8,
    /// How many may attack, whether or not they moved.
    pub attacks: u8,
}

/// Figures that may not move, or not on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Whom; read from the source, near as `adjacent` or `within` says.
    pub who: Filter,
    /// It only has to end its move where it comes near.
    #[serde(default)]
    pub stops_only: bool,
}

/// Something forbidden.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Forbid {
    /// Figures of its card may not attack figures of that filter.
    Attacking(Box<Filter>),
    /// Figures of its card are not brought back by powers of those names.
    Return(Vec<String>),
    /// Nobody passes through figures of that filter, whosever they are; read from the source.
    Passing(Box<Filter>),
    /// It rolls no defense dice while this holds; the attacker is its opponent.
    DefenseDice(Vec<Circumstance>),
    /// It may not move while this holds.
    Moving(Vec<Circumstance>),
    /// Nobody flies.
    Flying,
}

fn once() -> i16 {
    1
}
