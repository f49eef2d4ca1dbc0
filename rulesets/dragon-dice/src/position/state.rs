//! A position: where every die lies, what terrains show, what lasts, and what is being done.

use crate::position::lasting::{Effect, Lasting, On};
use crate::position::pieces::{Army, MOST_TERRAINS, Piece, PieceSet, Place, Roster, Sort};
use crate::position::roll::Roll;
use crate::position::stack::Step;
use crate::position::stack::dragons::DragonFight;
use crate::position::stack::fight::Fight;
use crate::position::stack::magic::Casting;
use crate::position::stack::setup::Assembling;
use crate::tables::catalog::{EighthId, KindId};
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::game::Outcome;
use umpire_core::seat::{Seat, Seats};

/// The most players of a game.
pub const MOST_PLAYERS: usize = 4;

/// What one player has on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Side {
    /// The dice at each place, by [`Place`].
    pub places: [PieceSet; Place::COUNT],
    /// The face a minor terrain shows beside the army at each terrain; 0 where there is none.
    pub minor_faces: [u8; MOST_TERRAINS],
}

/// A terrain die on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ground {
    /// Which die.
    pub kind: KindId,
    /// The number it shows, 1 to 8.
    pub face: u8,
    /// Who captured it; somebody only while it shows 8 (DD-14.1).
    pub holder: Option<Seat>,
    /// What a Castle has been named (DD-14.17).
    pub named: Option<EighthId>,
    /// Turn starts of its holder it has been held through (DD-19.4).
    pub held: u8,
}

/// A note to look again at what follows from moved dice. It is no part of the position: a position
/// that was read from a file is looked at anew.
#[derive(Debug, Clone, Copy)]
pub struct Stirred(pub(crate) bool);

impl Default for Stirred {
    fn default() -> Stirred {
        Stirred(true)
    }
}

impl PartialEq for Stirred {
    fn eq(&self, _: &Stirred) -> bool {
        true
    }
}

impl Eq for Stirred {}

impl std::hash::Hash for Stirred {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A position of the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The dice of each player.
    pub roster: Roster,
    /// Where they lie, by seat.
    pub sides: ArrayVec<Side, MOST_PLAYERS>,
    /// The terrains: each player's Home in seat order, then the Frontier.
    pub grounds: ArrayVec<Ground, MOST_TERRAINS>,
    /// What lasts, in a fixed order.
    pub effects: Vec<Effect>,
    /// Turns begun so far.
    pub turn: u16,
    /// Whose turn it is.
    pub marching: Seat,
    /// Places of the marching player whose army has marched this turn, as bits.
    pub marched: u16,
    /// Turns since a unit died or a terrain was captured.
    pub idle: u16,
    /// What is being done, the innermost last.
    pub steps: Vec<Step>,
    /// Army rolls in progress, the innermost last.
    pub rolls: Vec<Roll>,
    /// The attack in progress.
    pub fight: Option<Fight>,
    /// The dragon attack in progress.
    pub dragons: Option<DragonFight>,
    /// The magic being spent.
    pub casting: Option<Casting>,
    /// What is settled before the first turn.
    pub assembling: Option<Assembling>,
    /// Who gave up.
    pub conceded: Seats,
    /// How it ended.
    pub over: Option<Outcome>,
    /// Whether dice have moved since it was last looked at what follows from that.
    #[serde(skip)]
    pub stirred: Stirred,
}

impl State {
    /// How many players.
    pub fn players(&self) -> u8 {
        self.sides.len() as u8
    }

    /// The seats in turn order from one on.
    pub fn from_seat(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.players();
        (0..players).map(move |step| Seat((first.0 + step) % players.max(1)))
    }

    /// The seats in turn order after one, without it.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.from_seat(seat).skip(1)
    }

    /// Whether that seat sits at the table.
    pub fn seated(&self, seat: Seat) -> bool {
        seat.index() < self.sides.len()
    }

    /// The dice of a player at a place.
    #[inline]
    pub fn at(&self, owner: Seat, place: Place) -> PieceSet {
        self.sides[owner.index()].places[usize::from(place.0)]
    }

    /// The units of an army, Dragonkin included.
    #[inline]
    pub fn units(&self, army: Army) -> PieceSet {
        self.at(army.owner, army.place).and(self.roster.force(army.owner).units())
    }

    /// Units of a player in any place, such as the DUA.
    #[inline]
    pub fn units_at(&self, owner: Seat, place: Place) -> PieceSet {
        self.units(Army { owner, place })
    }

    /// Whether there is such an army.
    #[inline]
    pub fn exists(&self, army: Army) -> bool {
        !self.units(army).is_empty()
    }

    /// The health of an army.
    pub fn health(&self, army: Army) -> u32 {
        self.roster.force(army.owner).total_health(self.units(army))
    }

    /// Where a die lies.
    pub fn place_of(&self, piece: Piece) -> Place {
        let places = &self.sides[piece.owner.index()].places;
        let at = places.iter().position(|set| set.contains(piece.number));
        Place(at.unwrap_or(Place::OUT.0.into()) as u8)
    }

    /// The places of a player's armies, terrains first.
    pub fn armies(&self, owner: Seat) -> impl Iterator<Item = Army> + use<'_> {
        Place::in_play_places()
            .map(move |place| Army { owner, place })
            .filter(|army| self.exists(*army))
    }

    /// Everybody's armies at a place, in turn order from the marching player on.
    pub fn armies_at(&self, place: Place) -> impl Iterator<Item = Army> + use<'_> {
        self.from_seat(self.marching)
            .map(move |owner| Army { owner, place })
            .filter(|army| self.exists(*army))
    }

    /// The places of terrains.
    pub fn terrains(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.grounds.len() as u8).map(Place::terrain)
    }

    /// The terrain at a place; nothing in the areas beside the table.
    #[inline]
    pub fn ground(&self, place: Place) -> Option<&Ground> {
        self.grounds.get(usize::from(place.as_terrain()?))
    }

    /// Whether the army holds the captured terrain it stands at (DD-14.1).
    #[inline]
    pub fn holds(&self, army: Army) -> bool {
        self.ground(army.place).is_some_and(|ground| ground.holder == Some(army.owner))
    }

    /// The Frontier's place.
    pub fn frontier(&self) -> Place {
        Place::terrain(self.players())
    }

    /// Whether a place is a Home Terrain, whoever's.
    pub fn is_home(&self, place: Place) -> bool {
        place.0 < self.players()
    }

    /// Dragons at a terrain, whoever owns them.
    pub fn dragons_at(&self, place: Place) -> impl Iterator<Item = Piece> + use<'_> {
        self.roster.forces().iter().zip(0..).flat_map(move |(force, seat)| {
            let owner = Seat(seat);
            let there =
                self.at(owner, place).and(force.of_sort(crate::position::pieces::Sort::Dragon));
            there.iter().map(move |number| Piece { owner, number })
        })
    }

    /// The minor terrain beside an army.
    pub fn minor(&self, army: Army) -> Option<u8> {
        let minors = self.roster.force(army.owner).of_sort(crate::position::pieces::Sort::Minor);
        army.place.as_terrain().and_then(|_| self.at(army.owner, army.place).and(minors).first())
    }

    /// Effects on an army: on it, or on the terrain where it stands.
    #[inline]
    pub fn effects_on(&self, army: Army) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(move |effect| match effect.on {
            On::Army(other) => other == army,
            On::Terrain(number) => army.place.as_terrain() == Some(number),
            On::Pieces(..) | On::Player(_) => false,
        })
    }

    /// Dice of a player that may not be rolled now.
    pub fn held(&self, owner: Seat, only_rooted: bool) -> PieceSet {
        let mut held = PieceSet::NONE;
        for effect in &self.effects {
            let holds = match effect.does {
                Lasting::Held { rooted } => rooted || !only_rooted,
                Lasting::Hypnotised { .. } => !only_rooted,
                _ => false,
            };
            if let On::Pieces(seat, set) = effect.on
                && seat == owner
                && holds
            {
                held = held.with(set);
            }
        }
        held
    }

    /// Units that may leave their terrain: neither Dragonkin nor held fast (DD-16.6).
    pub(crate) fn able_to_leave(&self, owner: Seat, units: PieceSet) -> PieceSet {
        units.without(self.dragonkin(owner, units)).without(self.held(owner, true))
    }

    /// The rule of an effect that holds one of these dice fast.
    pub(crate) fn held_by(&self, owner: Seat, set: PieceSet) -> Option<Rule> {
        let holds = |effect: &&Effect| {
            matches!(effect.on, On::Pieces(whose, held) if whose == owner && !held.and(set).is_empty())
                && effect.does == Lasting::Held { rooted: true }
        };
        self.effects.iter().find(holds).map(|effect| effect.rule)
    }

    /// The rule by which one of these dice cannot leave its terrain.
    pub(crate) fn bound_by(&self, owner: Seat, set: PieceSet) -> Option<Rule> {
        let kin = || (!self.dragonkin(owner, set).is_empty()).then_some(Rule::Dragonkin);
        self.held_by(owner, set).or_else(kin)
    }

    /// Adds an effect in its place in the order.
    pub fn add_effect(&mut self, effect: Effect) {
        let at = self.effects.partition_point(|other| *other < effect);
        self.effects.insert(at, effect);
    }

    /// Takes dice from one place of their owner to another, and no more.
    pub fn shift(&mut self, owner: Seat, set: PieceSet, to: Place) {
        if !self.effects.is_empty() {
            self.shake_off(owner, set);
        }
        self.stirred = Stirred(true);
        let places = &mut self.sides[owner.index()].places;
        for place in places.iter_mut() {
            *place = place.without(set);
        }
        places[usize::from(to.0)] = places[usize::from(to.0)].with(set);
    }

    /// Gives a minor terrain that lies beside an army a face, and takes the face where there is none.
    pub(crate) fn match_minor_faces(&mut self, owner: Seat) {
        let minors = self.roster.force(owner).of_sort(Sort::Minor);
        let side = &mut self.sides[owner.index()];
        for (face, set) in side.minor_faces.iter_mut().zip(&side.places) {
            match set.and(minors).is_empty() {
                true => *face = 0,
                false => *face = (*face).max(1),
            }
        }
    }

    /// Whether there is such a die.
    pub(crate) fn knows(&self, piece: Piece) -> bool {
        self.seated(piece.owner)
            && usize::from(piece.number) < self.roster.force(piece.owner).members().len()
    }

    /// Where those lie to which units are promoted: the DUA, of Dragonkin the Summoning Pool (DD-18.1).
    pub(crate) fn promoted_from(&self, owner: Seat, units: PieceSet) -> Place {
        if self.dragonkin(owner, units).is_empty() { Place::DEAD } else { Place::POOL }
    }

    /// The units of a set that are Dragonkin.
    pub(crate) fn dragonkin(&self, owner: Seat, set: PieceSet) -> PieceSet {
        set.and(self.roster.force(owner).of_sort(Sort::Dragonkin))
    }
}
