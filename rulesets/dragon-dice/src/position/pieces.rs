//! Dice on the table as sets: whose they are, where they lie, how they are numbered.

use crate::tables::catalog::{Catalog, KindId, SpeciesId};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use umpire_core::number_set::NumberSet;
use umpire_core::seat::Seat;

/// The most dice one player may bring, terrains apart: more than the largest armies that are played.
pub const MOST_PIECES: usize = 160;

type Numbers = NumberSet<u8, { MOST_PIECES.div_ceil(64) }>;

/// Dice of one player, by their number in that player's force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PieceSet(Numbers);

impl PieceSet {
    /// No dice.
    pub const NONE: PieceSet = PieceSet(Numbers::EMPTY);
    /// Every die there can be.
    pub const ALL: PieceSet = PieceSet(Numbers::ALL);

    /// Just one die.
    #[inline]
    pub fn only(number: u8) -> PieceSet {
        let mut set = Numbers::EMPTY;
        set.insert(number);
        PieceSet(set)
    }

    /// Whether the die is in the set.
    #[inline]
    pub fn contains(self, number: u8) -> bool {
        self.0.contains(number)
    }

    /// How many dice have a lower number.
    #[inline]
    pub fn rank(self, number: u8) -> usize {
        self.0.rank(number)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// How many dice.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.len() as u32
    }

    /// The die with the lowest number.
    #[inline]
    pub fn first(self) -> Option<u8> {
        self.0.first()
    }

    /// The `count` dice with the lowest numbers, or all.
    pub fn lowest(self, count: u32) -> PieceSet {
        self.iter().take(count as usize).collect()
    }

    /// All of one that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0.difference(other.0))
    }

    /// All of both.
    #[inline]
    #[must_use]
    pub fn with(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0.union(other.0))
    }

    /// What both hold.
    #[inline]
    #[must_use]
    pub fn and(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0.intersection(other.0))
    }

    /// Whether all of it is in the other.
    #[inline]
    pub fn within(self, other: PieceSet) -> bool {
        self.0.is_subset(other.0)
    }

    /// The dice, lowest number first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        self.0.iter()
    }
}

impl FromIterator<u8> for PieceSet {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> PieceSet {
        PieceSet(numbers.into_iter().collect())
    }
}

// Written as a list of numbers, which every format can hold.
impl Serialize for PieceSet {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct("PieceSet", &Listed(*self))
    }
}

/// The numbers of a set.
struct Listed(PieceSet);

impl Serialize for Listed {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter())
    }
}

impl<'de> Deserialize<'de> for PieceSet {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<PieceSet, D::Error> {
        let numbers = Vec::<u8>::deserialize(from)?;
        if numbers.iter().any(|number| usize::from(*number) >= MOST_PIECES) {
            let says = format!("a die's number is below {MOST_PIECES}");
            return Err(serde::de::Error::custom(says));
        }
        Ok(numbers.into_iter().collect())
    }
}

/// One die of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub owner: Seat,
    /// Its number in their force.
    pub number: u8,
}

impl Piece {
    /// A number for it among all dice of the game, as dice groups name their subject.
    pub fn subject(self) -> u16 {
        u16::from(self.owner.0) * MOST_PIECES as u16 + u16::from(self.number)
    }
}

/// The most terrains in a game: a Home of each of four players, and the Frontier.
pub const MOST_TERRAINS: usize = 5;

/// Where a player's die lies (DD-1.7, DD-1.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place(pub u8);

impl Place {
    /// The Reserve Area.
    pub const RESERVE: Place = Place(MOST_TERRAINS as u8);
    /// The Dead Unit Area.
    pub const DEAD: Place = Place(6);
    /// The Buried Unit Area.
    pub const BURIED: Place = Place(7);
    /// The Summoning Pool.
    pub const POOL: Place = Place(8);
    /// Out of the game: slain dragons, and dice that a position leaves out.
    pub const OUT: Place = Place(9);
    /// How many places a player has.
    pub const COUNT: usize = 10;

    /// At a terrain, by its number.
    #[inline]
    pub fn terrain(number: u8) -> Place {
        Place(number)
    }

    /// Every place of dice in play, terrains first.
    #[inline]
    pub fn in_play_places() -> impl Iterator<Item = Place> + Clone {
        (0..Place::RESERVE.0 + 1).map(Place)
    }

    /// The terrain's number, for a place at one.
    #[inline]
    pub fn as_terrain(self) -> Option<u8> {
        (usize::from(self.0) < MOST_TERRAINS).then_some(self.0)
    }

    /// Whether dice there are in play: at a terrain or in reserve (DD-1.14).
    #[inline]
    pub fn in_play(self) -> bool {
        self.0 <= Place::RESERVE.0
    }
}

/// All units and items of one player at one place in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Army {
    /// Whose it is.
    pub owner: Seat,
    /// Where it is.
    pub place: Place,
}

/// What sort of die it is, as far as sets of dice are told apart by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A unit, Eldarim included.
    Unit,
    /// A Dragonkin unit.
    Dragonkin,
    /// An item.
    Item,
    /// A dragon.
    Dragon,
    /// A minor terrain.
    Minor,
}

/// One die of a force: its kind, and what sets are made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Member {
    /// Which die.
    pub kind: KindId,
    /// What sort.
    pub sort: Sort,
    /// Health of a unit or dragon; 0 for others.
    pub health: u8,
}

/// The dice one player brought, and the sets they make. Equal dice stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Force {
    members: Vec<Member>,
    /// The force total: points, or health in the classic edition (DD-3.1, DD-3.2).
    pub total: u16,
    kinds: Vec<(KindId, PieceSet)>,
    by_health: [PieceSet; 11],
    by_sort: [PieceSet; 5],
    by_species: BySpecies,
}

/// The units of each species, looked up in the tables when one is first asked for. They follow from
/// the kinds, so they are no part of a force.
#[derive(Debug, Clone, Default)]
struct BySpecies(OnceLock<Box<[PieceSet]>>);

impl PartialEq for BySpecies {
    fn eq(&self, _: &BySpecies) -> bool {
        true
    }
}

impl Eq for BySpecies {}

#[derive(Serialize, Deserialize)]
struct Written {
    members: Vec<Member>,
    total: u16,
}

impl Serialize for Force {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Written { members: self.members.clone(), total: self.total }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Force {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Force, D::Error> {
        let written = Written::deserialize(from)?;
        if written.members.len() > MOST_PIECES {
            return Err(serde::de::Error::custom("a force has too many dice"));
        }
        Ok(Force::new(written.members, written.total))
    }
}

impl Force {
    /// A force of these dice, at most [`MOST_PIECES`].
    pub fn new(members: Vec<Member>, total: u16) -> Force {
        let mut force = Force {
            members,
            total,
            kinds: Vec::new(),
            by_health: [PieceSet::NONE; 11],
            by_sort: [PieceSet::NONE; 5],
            by_species: BySpecies::default(),
        };
        for (number, member) in (0..).zip(&force.members) {
            let only = PieceSet::only(number);
            let health = usize::from(member.health.min(10));
            force.by_health[health] = force.by_health[health].with(only);
            let sort = member.sort as usize;
            force.by_sort[sort] = force.by_sort[sort].with(only);
            match force.kinds.iter_mut().find(|(kind, _)| *kind == member.kind) {
                Some((_, set)) => *set = set.with(only),
                None => force.kinds.push((member.kind, only)),
            }
        }
        force
    }

    /// The dice in the order of their numbers.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The kind of a die.
    #[inline]
    pub fn kind(&self, number: u8) -> KindId {
        self.members[usize::from(number)].kind
    }

    /// The health of a die.
    #[inline]
    pub fn health(&self, number: u8) -> u8 {
        self.members[usize::from(number)].health
    }

    /// The health of a set together.
    #[inline]
    pub fn total_health(&self, set: PieceSet) -> u32 {
        (1..).zip(&self.by_health[1..]).map(|(h, of)| h * set.and(*of).len()).sum()
    }

    /// The dice of that health.
    pub fn of_health(&self, health: u8) -> PieceSet {
        self.by_health.get(usize::from(health)).copied().unwrap_or_default()
    }

    /// The dice of a sort.
    #[inline]
    pub fn of_sort(&self, sort: Sort) -> PieceSet {
        self.by_sort[sort as usize]
    }

    /// All units, Dragonkin included.
    #[inline]
    pub fn units(&self) -> PieceSet {
        self.of_sort(Sort::Unit).with(self.of_sort(Sort::Dragonkin))
    }

    /// The units of a species, Dragonkin among them where it is theirs.
    #[inline]
    pub fn of_species(&self, catalog: &Catalog, species: SpeciesId) -> PieceSet {
        let sets = self.by_species.0.get_or_init(|| self.sort_by_species(catalog));
        sets.get(species.index()).copied().unwrap_or_default()
    }

    #[cold]
    fn sort_by_species(&self, catalog: &Catalog) -> Box<[PieceSet]> {
        let mut sets = vec![PieceSet::NONE; catalog.species.len()];
        for (kind, set) in &self.kinds {
            if let Some(species) = catalog.kind(*kind).species() {
                sets[species.index()] = sets[species.index()].with(*set);
            }
        }
        sets.into()
    }

    /// Each kind of die with all of that kind, in the order of the force.
    #[inline]
    pub fn kinds(&self) -> &[(KindId, PieceSet)] {
        &self.kinds
    }

    /// The kinds of some of its dice, in the order of the force.
    pub(crate) fn kinds_of(&self, dice: PieceSet) -> impl Iterator<Item = KindId> {
        let some = self.kinds.iter().filter(move |(_, set)| !set.and(dice).is_empty());
        some.map(|(kind, _)| *kind)
    }
}

/// The forces of a game, which never change while it is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Roster(#[serde(with = "shared")] Arc<Vec<Force>>);

/// Games of one roster are told apart by their positions, so it adds nothing to a hash.
impl Hash for Roster {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Roster {
    /// The forces in seat order.
    pub fn new(forces: Vec<Force>) -> Roster {
        Roster(Arc::new(forces))
    }

    /// A player's force.
    #[inline]
    pub fn force(&self, seat: Seat) -> &Force {
        &self.0[seat.index()]
    }

    /// All forces in seat order.
    pub fn forces(&self) -> &[Force] {
        &self.0
    }
}

mod shared {
    use super::{Arc, Force};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(forces: &Arc<Vec<Force>>, to: S) -> Result<S::Ok, S::Error> {
        forces.as_ref().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Vec<Force>>, D::Error> {
        Vec::deserialize(from).map(Arc::new)
    }
}
