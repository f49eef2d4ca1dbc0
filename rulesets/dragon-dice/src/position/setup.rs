//! What a game starts from: seats with their forces, and a position where one is stated.

use crate::position::game::DragonDice;
use crate::position::lasting::Lasting;
use crate::position::pieces::{Force, MOST_PIECES, Member, PieceSet, Roster, Sort};
use crate::position::state::{Ground, MOST_PLAYERS, Side, State};
use crate::tables::catalog::{KindId, What};
use crate::tables::rule::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire_core::ruling::Refusal;
use umpire_core::schema::exactly;
use umpire_core::seat::{Seat, Seats};

/// A seat and what it brings. Dice are written as `oak` or `2 oak`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SeatSetup {
    /// The two terrain dice (DD-3.6).
    pub terrains: Option<TerrainPair>,
    /// Units and items divided into armies (DD-3.10).
    pub armies: Option<ArmySplit>,
    /// Units and items that the player divides in secret when the game begins.
    pub force: Vec<String>,
    /// Dragons, in the Summoning Pool.
    pub dragons: Vec<String>,
    /// Minor terrains, in the Summoning Pool.
    pub minor_terrains: Vec<String>,
    /// Dragonkin, in the Summoning Pool.
    pub dragonkin: Vec<String>,
}

/// The terrain dice of a player. Whoever divides their force in the game may swap them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainPair {
    /// The Home Terrain.
    pub home: String,
    /// The proposed Frontier.
    pub frontier: String,
}

/// Units and items by army.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ArmySplit {
    /// The Home Army.
    pub home: Vec<String>,
    /// The Campaign Army.
    pub campaign: Vec<String>,
    /// The Horde Army.
    pub horde: Vec<String>,
}

/// A part of a turn, as a position may begin in it, or none.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Phase {
    Start,
    EighthFace,
    Royalty,
    Dragons,
    Species,
    #[default]
    FirstMarch,
    SecondMarch,
    Reinforce,
    Retreat,
    /// No turn: a referee's table.
    Free,
}

/// A position stated directly. What is left out is empty, or as the seats say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PositionSetup {
    /// Whose turn it is; by default the first seat's.
    pub turn: Option<String>,
    /// Turns begun so far; by default 1.
    pub turns: Option<u16>,
    /// Where in the turn; by default the choice of the army of the first march.
    pub phase: Phase,
    /// The place whose army is on its march and about to maneuver.
    pub maneuver: Option<String>,
    /// The place whose army is on its march and about to act.
    pub action: Option<String>,
    /// Places whose armies have marched this turn.
    pub marched: Vec<String>,
    /// Turns since a unit died or a terrain was captured.
    pub idle: u16,
    /// The terrains, by `home A`, `home B`, `frontier`.
    pub terrains: BTreeMap<String, TerrainAt>,
    /// Dice by seat and place: `frontier`, `home A`, `reserve`, `dead`, `buried`, `pool`, `out`.
    pub armies: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Minor terrains in play, by seat and terrain: `coastland-bridge double-saves`.
    pub minor_terrains: BTreeMap<String, BTreeMap<String, String>>,
    /// Dragons by terrain, each with its owner: `A red-drake`.
    pub dragons: BTreeMap<String, Vec<String>>,
    /// What lasts.
    pub effects: Vec<EffectSetup>,
    /// Whether the limits of forces are checked nonetheless.
    pub check_forces: bool,
}

/// A terrain of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(transform = exactly)]
pub enum TerrainAt {
    /// The die, its face, and who holds it: `highland-city 8 A`.
    Words(String),
    /// All of it.
    Full(TerrainSetup),
}

/// A terrain of a position, field by field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(transform = exactly)]
pub struct TerrainSetup {
    /// The die; by default the one the seat brought.
    pub die: Option<String>,
    /// The number it shows; by default 1, or 8 where somebody holds it.
    pub face: Option<u8>,
    /// Who captured it.
    pub holder: Option<String>,
    /// What its Castle has been named.
    pub named: Option<String>,
    /// Turn starts it has been held through.
    pub held: u8,
}

/// What a game starts from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Seats in turn order, with their names.
    pub seats: Vec<(String, SeatSetup)>,
    /// The force total agreed on; by default what the first seat brings (DD-3.1, DD-3.2).
    pub total: Option<u16>,
    /// A position; without one the armies are put together and placed first.
    pub position: Option<PositionSetup>,
}

pub(crate) type Refusals = Vec<Refusal<Rule>>;

/// Dice of one player, each with a number that says to which part of the setup it belongs.
pub(crate) type Tagged = Vec<(KindId, u8)>;

/// The sort of a kind of die.
pub fn sort(game: &DragonDice, kind: KindId) -> Option<Sort> {
    let dragonkin = game.catalog.species_named("dragonkin");
    match game.catalog.kind(kind).what {
        What::Unit { species, .. } if Some(species) == dragonkin => Some(Sort::Dragonkin),
        What::Unit { .. } => Some(Sort::Unit),
        What::Item { .. } => Some(Sort::Item),
        What::Dragon { .. } => Some(Sort::Dragon),
        What::Minor { .. } => Some(Sort::Minor),
        What::Terrain { .. } => None,
    }
}

/// A force of these dice, equal ones together in the order in which they are first named, and
/// the dice of each tag.
pub(crate) fn force_of(game: &DragonDice, dice: &Tagged, total: u16) -> (Force, Vec<PieceSet>) {
    let first = |kind: KindId| dice.iter().position(|(other, _)| *other == kind);
    let mut sorted = dice.clone();
    sorted.sort_by_key(|(kind, _)| first(*kind));
    let mut members = Vec::new();
    let mut tagged = vec![PieceSet::NONE; 16];
    for (kind, tag) in sorted {
        let Some(sort) = self::sort(game, kind) else { continue };
        if members.len() >= MOST_PIECES {
            break;
        }
        let health = game.catalog.kind(kind).health;
        let set = &mut tagged[usize::from(tag) & 15];
        *set = set.with(PieceSet::only(members.len() as u8));
        members.push(Member { kind, sort, health });
    }
    (Force::new(members, total), tagged)
}

impl State {
    /// A position of these forces in which nothing has happened yet.
    pub(crate) fn fresh(forces: Vec<Force>, sides: impl IntoIterator<Item = Side>) -> State {
        State {
            roster: Roster::new(forces),
            sides: sides.into_iter().take(MOST_PLAYERS).collect(),
            grounds: Default::default(),
            effects: Vec::new(),
            turn: 0,
            marching: Seat(0),
            marched: 0,
            idle: 0,
            steps: Vec::new(),
            rolls: Vec::new(),
            fight: None,
            dragons: None,
            casting: None,
            assembling: None,
            conceded: Seats::NONE,
            over: None,
            stirred: Default::default(),
        }
    }
}

impl Ground {
    /// A terrain that nobody holds.
    pub(crate) fn showing(kind: KindId, face: u8) -> Ground {
        Ground { kind, face, holder: None, named: None, held: 0 }
    }
}

/// An effect of a position. Exactly one of `spell`, `icon`, `ability` and `rule` says where it comes
/// from; `does` may be left out of a spell.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EffectSetup {
    /// A spell.
    pub spell: Option<String>,
    /// A special action icon.
    pub icon: Option<String>,
    /// A species ability.
    pub ability: Option<String>,
    /// Any other rule, by its id.
    pub rule: Option<String>,
    /// Whose effect it is; by default the seat whose turn it is.
    pub by: Option<String>,
    /// An army (`A frontier`), a terrain (`frontier`) or a player (`A`).
    pub on: String,
    /// Dice of that army, where it lies on those alone.
    pub units: Vec<String>,
    /// How often it was made; by default once.
    pub times: Option<u8>,
    /// What it does.
    pub does: Option<Lasting>,
    /// `start A`, `end A`, `end A 1` (a turn later), `turned` or `never`; by default when the turn of
    /// the one who made it begins.
    pub ends: Option<String>,
}
