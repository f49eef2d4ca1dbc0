//! Powers that do something at a moment: whom they choose, what is rolled for, what comes of it.

use super::circumstance::{Circumstance, Count};
use super::filter::Filter;
use super::moment::Moment;
use schemars::JsonSchema;
use serde::Deserialize;

/// Something done at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// When.
    pub when: Moment,
    /// Whose moment it is; the source's own where not given. Read from the source.
    #[serde(default)]
    pub of: Option<Filter>,
    /// Whether it happens without anybody choosing.
    #[serde(default)]
    pub must: bool,
    /// Each figure of the card and its matching copies has it in a turn, those too that the turn does not activate: who uses it
    /// does not count as activated (HS-3.4.1).
    #[serde(default)]
    pub each: bool,
    /// Once for the whole card and not for each of its figures.
    #[serde(default)]
    pub by_card: bool,
    /// At the end of a move that a power gives too, and not only of the normal one.
    #[serde(default)]
    pub any_move: bool,
    /// What else must hold.
    #[serde(default, rename = "if")]
    pub only_if: Vec<Circumstance>,
    /// Not more often than once in a turn, a round or a game; once a turn where not given.
    #[serde(default)]
    pub once: Option<Once>,
    /// May be used again in the same turn as long as its moment lasts.
    #[serde(default)]
    pub repeats: bool,
    /// Nobody is its target twice in a turn.
    #[serde(default)]
    pub once_per_target: bool,
    /// Power markers it costs.
    #[serde(default)]
    pub costs: u8,
    /// Whom it is used on; nobody where not given.
    #[serde(default)]
    pub on: Option<Filter>,
    /// Up to so many of them, one after the other, each with a roll of its own.
    #[serde(default = "one")]
    pub up_to: u8,
    /// Of those, none of the same card as another.
    #[serde(default)]
    pub each_card_once: bool,
    /// Up to as many of them as wounds were received.
    #[serde(default)]
    pub up_to_wounds: bool,
    /// All of them, one after the other, each with a roll of its own.
    #[serde(default)]
    pub on_all: bool,
    /// One roll for all of them.
    #[serde(default)]
    pub one_roll: bool,
    /// On the other figure of the attack, or the one that came near.
    #[serde(default)]
    pub on_other: bool,
    /// On anybody but that figure.
    #[serde(default)]
    pub except_other: bool,
    /// What is rolled.
    #[serde(default)]
    pub roll: Option<Roll>,
    /// What comes of it; with a roll what comes of any number, before the bands.
    #[serde(default)]
    pub then: Vec<Effect>,
    /// What comes of which numbers: of those that fit the target, the highest that the roll reaches.
    #[serde(default)]
    pub from: Vec<Band>,
}

impl Trigger {
    /// All that it may do, whatever is rolled.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.then.iter().chain(self.from.iter().flat_map(|band| &band.then))
    }
}

/// How often a power may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Once {
    Turn,
    Round,
    Game,
    /// The first time in a turn that its moment comes, whether it is used then or let pass.
    First,
}

/// Dice rolled for a power; what the rolls of others' powers add comes on top (`modifier.roll`).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Roll {
    /// Valkyrie dice instead of the d20: so many, and their symbols are counted.
    pub valkyrie: Option<u8>,
    /// Attack dice instead of the d20: so many, and their skulls are counted.
    pub skulls: Option<u8>,
    /// Attack dice instead of the d20: one for each wound just inflicted, and their skulls are counted.
    pub skulls_per_wound: bool,
    /// Added to the roll while it holds.
    pub plus: Vec<Plus>,
}

/// Something added to a roll.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plus {
    /// How much.
    pub add: i32,
    /// Once for each of these.
    #[serde(default)]
    pub per: Option<Count>,
    /// While this holds.
    #[serde(default, rename = "if")]
    pub when: Vec<Circumstance>,
}

/// What comes of a roll from a number on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The lowest number.
    pub at: i32,
    /// Only for targets of that filter.
    #[serde(default)]
    pub on: Option<Filter>,
    /// What comes of it.
    pub then: Vec<Effect>,
}

/// Until when something lasts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// The turn ends.
    #[default]
    Turn,
    /// The attack under way is over.
    Attack,
    /// The controller reveals the next order marker.
    Marker,
    /// The round ends.
    Round,
    /// The game ends.
    Game,
}

/// Whom an effect touches.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum To {
    /// Whom the power is used on.
    #[default]
    Target,
    /// The source.
    Source,
    /// Whose moment it is: the attacked, wounded, destroyed or moving figure.
    Subject,
    /// The other figure of that moment: the attacker of an attacked figure, the defender of an attacker.
    Other,
}

/// What a power does. `to` is the target where not given.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Wounds without defense dice.
    Wound(Wounds),
    /// Wounds all figures of a filter, read from the source.
    WoundEach {
        /// How many wounds.
        count: u8,
        /// Whom.
        who: Filter,
    },
    /// A figure of that filter, read from the target, may be destroyed to take a wound marker off the target.
    Sacrifice(Filter),
    /// As many wounds as the roll came to.
    WoundPerSkull {
        /// Whom.
        #[serde(default)]
        to: To,
    },
    /// Destroys.
    Destroy {
        /// Whom.
        #[serde(default)]
        to: To,
    },
    /// Takes wound markers off.
    Heal(Wounds),
    /// Takes all wound markers off.
    HealAll {
        /// Whom.
        #[serde(default)]
        to: To,
    },
    /// Wounds that are about to be received are not.
    IgnoreWounds {
        /// So many of them; all where not given.
        #[serde(default)]
        count: Option<u8>,
    },
    /// The attack under way does nothing more to this defender.
    NoDamage {},
    /// Changes numbers for a while.
    Boost(Boost),
    /// The target rolls no defense dice against the source, this turn.
    NoDefense {},
    /// Whoever the source attacks this turn rolls at most so many defense dice.
    MostDefense {
        /// How many.
        dice: u8,
        /// Whom that touches; all where not given. Read from the source.
        #[serde(default)]
        of: Option<Filter>,
    },
    /// Takes control of the target's card for good; its order markers go.
    Control {},
    /// Takes a turn with the target's card; control, if it was another's, is given back afterwards.
    Turn {
        /// Only figures within so many clear-sight spaces of the source take part.
        #[serde(default)]
        within: Option<u16>,
        /// Only figures in clear sight of the source do.
        #[serde(default)]
        in_sight: bool,
    },
    /// The target takes no part in the turn that follows; used on none but for which another figure can take that turn.
    SitOut {},
    /// Takes another turn with the source's card.
    AnotherTurn {},
    /// The source may attack once more.
    AnotherAttack {},
    /// An opponent, chosen where there are several, controls the source's card.
    GiveAway(GiveAway),
    /// Takes order markers off the card: all of them, or some unrevealed ones by chance.
    StripMarkers {
        /// How many unrevealed ones; all markers where not given.
        #[serde(default)]
        count: Option<u8>,
        /// Whose card.
        #[serde(default)]
        to: To,
    },
    /// Moves figures outside their own turn, or once more.
    Move(Moves),
    /// Puts a figure on spaces that its controller chooses.
    Place(Places),
    /// Living figures are put next to the source, chosen one by one.
    Gather {
        /// Which.
        who: Filter,
        /// How many at most; as many as wounds were received where not given.
        #[serde(default)]
        count: Option<u8>,
    },
    /// The source takes the space of the target if that was destroyed; if not, its move ends.
    TakeSpace {},
    /// A treasure glyph on a space without a figure comes to an empty space of the source's level beside it.
    MoveGlyph {
        /// At most so many spaces from the source.
        spaces: u16,
    },
    /// The source and the target change places.
    Swap {},
    /// Destroyed figures come back.
    Revive(Revive),
    /// Figures in reserve come onto the battlefield.
    Deploy(Deploy),
    /// Puts power markers on the source's card, or takes them off.
    Counters(CounterChange),
    /// The target's turn ends; that of a squad goes on with its other figures.
    EndTurn {},
    /// Figures of the source's card do not attack this turn.
    NoAttack {
        /// Normal attacks only.
        #[serde(default)]
        normal: bool,
    },
    /// The figure has no Hit Zone, so nobody who is not adjacent sees it.
    Unseen(Unseen),
    /// Until the round ends or it attacks, the source has no Hit Zone and leaves engagements without dice.
    Cloak {},
    /// The figure that the power has just brought back makes one normal attack, without powers and with one Life, and is
    /// destroyed again.
    LastAttack {},
    /// The source's card chooses the target's card for the game.
    Choose {},
    /// The target's card loses all its powers.
    Negate {},
    /// The target's card is of other words.
    Become(Become),
    /// The source lies on the target's card from now on and gives it something.
    Spirit(Spirit),
    /// A figure for each skull of the roll, chosen anew each time, takes a wound.
    WoundChosen(Filter),
    /// The source has to attack each adjacent figure.
    AttackAllAdjacent {},
    /// Rolls once more and does again what comes of it.
    RollAgain {},
    /// Turns up the X marker of the source's card, so that its power is active.
    Activate {},
    /// So many figures of the card may move and attack this turn.
    Activations(u8),
    /// The attack does nothing to the one whose moment it is, and nobody may target it any more this turn.
    CannotBeTargeted {},
    /// Lays a glyph on a space that its controller chooses.
    LayGlyph {
        /// Its id.
        glyph: String,
        /// At most so many spaces from the source.
        spaces: u16,
    },
    /// A roll for each destroyed figure of anybody: from that number on it comes back, where its controller's army began.
    ReturnFallen {
        /// The lowest number.
        at: u8,
    },
    /// Takes the glyph that lends the power off the battlefield.
    LiftGlyph {},
    /// Takes another glyph, which its controller chooses, off the battlefield.
    LiftAnother {},
    /// An opponent, chosen where there are several, wounds one of their own figures.
    OpponentWoundsOwn {},
    /// If the attack under way inflicts wounds, they are so many more.
    MoreWounds(u8),
    /// Turns one space into another terrain.
    LayTile {
        /// Id of the tile.
        tile: String,
        /// At most so many spaces from the source; 0 for its own.
        spaces: u16,
    },
    /// Moves order markers from the source's card to cards of that filter.
    MoveMarkers(Filter),
}

/// Wounds, and whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wounds {
    /// How many.
    pub count: u8,
    /// Whose.
    #[serde(default)]
    pub to: To,
}

/// Numbers that change for a while.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Boost {
    /// Attack.
    pub attack: i32,
    /// Defense.
    pub defense: i32,
    /// Move.
    #[serde(rename = "move")]
    pub moves: i16,
    /// Range.
    pub range: i16,
    /// Whose: the source's card where `card`, all cards of its controller where `army`, else the figure of `to`.
    pub card: bool,
    /// All figures of the source's controller.
    pub army: bool,
    /// Which figure.
    pub to: To,
    /// Until when.
    pub until: Until,
}

impl Boost {
    /// Whether it makes nothing more and something less for the source: what a power takes for what else it does.
    pub fn is_price(&self) -> bool {
        let numbers = [self.attack, self.defense, self.moves.into(), self.range.into()];
        self.to == To::Source && numbers.iter().all(|number| *number <= 0)
    }
}

/// Who loses a card, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GiveAway {
    /// For the turn under way only.
    pub turn_only: bool,
}

/// Figures that move outside their own turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Moves {
    /// Points each has; the card's Move where not given.
    pub spaces: Option<u8>,
    /// As many points as the roll came to.
    pub as_rolled: bool,
    /// Which figures its controller may choose; the source alone where not given.
    pub who: Option<Filter>,
    /// The target moves.
    pub target: bool,
    /// Whose moment it is moves.
    pub subject: bool,
    /// How many of them.
    pub figures: Option<u8>,
    /// Nobody twice in a turn by this power.
    pub once_each: bool,
    /// Levels cost nothing, and it may rise at most so many at once.
    pub rise: Option<i16>,
    /// It may come down at most so many levels at once.
    pub drop: Option<i16>,
    /// Goes as fliers go and not on foot, but comes down nowhere more than so many levels above or below where the move began.
    pub leap: Option<i16>,
    /// Points more than the card's Move.
    pub plus: i16,
    /// Must not end adjacent to an enemy.
    pub ends_unengaged: bool,
    /// Must end adjacent to an enemy.
    pub ends_engaged: bool,
    /// Leaves engagements without dice.
    pub disengages: bool,
    /// It is the figure's normal move of this turn.
    pub normal: bool,
    /// Has only the points that earlier such moves of the turn left, and none once ground has stopped one.
    pub goes_on: bool,
}

impl Moves {
    /// Whether it is the source that moves.
    pub fn is_of_source(&self) -> bool {
        self.who.is_none() && !self.target && !self.subject
    }
}

/// Where a figure is put.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Places {
    /// Who.
    pub to: To,
    /// Its controller may let it be; then, and where there is no place for it, the power ends.
    pub may: bool,
    /// Only after a step of the move that the power gave before it; without one the power ends.
    pub after_move: bool,
    /// Adjacent to the source, or to the target where `beside_target`.
    pub adjacent: bool,
    /// Measured from the target and not from the source.
    pub beside_target: bool,
    /// At most so many spaces away.
    pub spaces: Option<u16>,
    /// The landing must be within clear sight of the source.
    pub in_sight: bool,
    /// On the level of the one it is measured from.
    pub same_level: bool,
    /// At most so many levels above the top of the one it is measured from.
    pub above: Option<i16>,
    /// At most so many levels below its base.
    pub below: Option<i16>,
    /// Not higher than where it stood.
    pub not_higher: bool,
    /// At most so many levels above or below where it stood.
    pub own_levels: Option<i16>,
    /// Only on these terrains.
    pub on: Vec<String>,
    /// Not on these terrains.
    pub not_on: Vec<String>,
    /// Beside the same obstacle (`glacier`) that it stands beside.
    pub beside: Vec<String>,
    /// Takes the dice of all that it is engaged with.
    pub leaves: bool,
    /// It is moved there and not placed: takes the dice of those that it is not beside any more, and comes beside others as on foot.
    pub is_move: bool,
    /// A fall counts.
    pub falls: bool,
    /// It counts as the figure's move of this turn.
    pub normal: bool,
    /// Where it stands will do too, if all else holds there.
    pub may_stay: bool,
    /// Beside, or on, another glyph of the kind that lends the power, on its level, which lies at most so many spaces away.
    pub by_like_glyph: Option<u16>,
    /// Damage on landing: at least that number on the d20 gives so many wounds, but not on water or above the source.
    pub thrown: Option<Thrown>,
}

/// Damage of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thrown {
    /// The lowest number that wounds.
    pub at: u8,
    /// Wounds.
    pub wounds: u8,
}

/// Destroyed figures that come back.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Revive {
    /// Which destroyed figures of its controller; those of the source's card where not given.
    pub who: Option<Filter>,
    /// How many at most; one where not given.
    pub count: Option<u8>,
    /// Within so many clear-sight spaces of the source; adjacent where not given.
    pub within: Option<u16>,
    /// On the source's level.
    pub same_level: bool,
    /// On the spaces of the figure that was just destroyed.
    pub in_its_place: bool,
    /// Next to any figure of its controller.
    pub beside_any: bool,
    /// Its controller may let it be.
    pub may: bool,
    /// They do not attack in this turn.
    pub no_attack: bool,
    /// It is for one attack: its powers are negated, and the next wound destroys it.
    pub for_an_attack: bool,
}

/// Figures in reserve that come onto the battlefield.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Deploy {
    /// The card; the source's where not given.
    pub card: Option<String>,
    /// Within so many clear-sight spaces of the source; anywhere where not given.
    pub within: Option<u16>,
    /// Not adjacent to any figure.
    pub apart: bool,
    /// Not on glyphs.
    pub off_glyphs: bool,
    /// Its controller may let all of them be.
    pub may: bool,
    /// Those that find no place are destroyed.
    pub or_destroyed: bool,
    /// The card may take a turn at once.
    pub then_turn: bool,
}

/// Power markers put on or taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterChange {
    /// How many; negative to take off.
    pub count: i8,
    /// The most that may lie there.
    #[serde(default)]
    pub max: Option<u8>,
    /// So many for each figure that the source's last attack was made on.
    #[serde(default)]
    pub per_attacked: bool,
}

/// Who has no Hit Zone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Unseen {
    /// Figures of that filter; the source where not given.
    pub who: Option<Filter>,
    /// Until when.
    pub until: Until,
    /// Only while it stays where it is.
    pub until_moved: bool,
    /// Only while it is not engaged.
    pub while_unengaged: bool,
}

/// Words of a card that change for the game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Become {
    /// Species.
    pub species: Option<String>,
    /// Class.
    pub class: Option<String>,
    /// Personality.
    pub personality: Option<String>,
}

/// What a spirit gives the card it lies on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Spirit {
    /// Attack of normal attacks.
    pub attack: i32,
    /// Defense.
    pub defense: i32,
    /// Move.
    #[serde(rename = "move")]
    pub moves: i16,
    /// The power of that name on the source's own card.
    pub power: Option<String>,
}

fn one() -> u8 {
    1
}
