//! A position: where every die lies, what terrains show, what lasts, and what is being done.

use crate::catalog::effects::RollKinds;
use crate::catalog::{EighthId, Element, KindId, SpeciesId};
use crate::pieces::{Army, MOST_TERRAINS, Piece, PieceSet, Place, Roster, Sort};
use crate::roll::{Change, Roll, Types};
use crate::rule::Rule;
use crate::steps::Step;
use crate::steps::dragons::DragonFight;
use crate::steps::fight::Fight;
use crate::steps::magic::Casting;
use crate::steps::setup::Assembling;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
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

/// What lasts beyond the roll or action that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// Where it comes from.
    pub rule: Rule,
    /// Who made it.
    pub by: Seat,
    /// On what it lies.
    pub on: On,
    /// What it does.
    pub does: Lasting,
    /// When it ends.
    pub ends: Ends,
}

impl Effect {
    /// Whether what it does hangs on one die.
    pub fn names_a_die(&self) -> bool {
        self.does == Lasting::Rode || self.bearer().is_some()
    }

    /// The die, of the player that made it, with which it ends.
    fn bearer(&self) -> Option<Piece> {
        match self.does {
            Lasting::Ridden { rider: number, .. } | Lasting::Hypnotised { gazer: number } => {
                Some(Piece { owner: self.by, number })
            }
            _ => None,
        }
    }

    /// The dice of a player on which alone it lies, or with which it ends.
    pub(crate) fn named_of(&self, owner: Seat) -> PieceSet {
        let on = match self.on {
            On::Pieces(seat, set) if owner == seat => set,
            _ => PieceSet::NONE,
        };
        match self.bearer() {
            Some(bearer) if bearer.owner == owner => on.with(PieceSet::only(bearer.number)),
            _ => on,
        }
    }

    /// Whether it lies on that die alone, with others or not, or ends with it.
    pub fn names(&self, piece: Piece) -> bool {
        self.named_of(piece.owner).contains(piece.number)
    }
}

/// On what an effect lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// An army, with whoever joins it (DD-8.8).
    Army(Army),
    /// A terrain, with every army there.
    Terrain(u8),
    /// Dice of one player, wherever they go.
    Pieces(Seat, PieceSet),
    /// A player, such as their DUA.
    Player(Seat),
}

/// What an effect does while it lasts.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Changes the number of results of rolls.
    Modify {
        /// In which rolls.
        rolls: RollKinds,
        /// Of which results.
        types: Types,
        /// How.
        change: Change,
    },
    /// ID results give nothing in army rolls (DD-12.2).
    IgnoreIds,
    /// Only save rolls are made (DD-12.10).
    OnlySaves,
    /// The dice may not be rolled; where `rooted`, they may not leave their terrain either.
    Held {
        /// Whether they may not leave.
        rooted: bool,
    },
    /// Opponents may not aim missiles or spells at it.
    Hidden,
    /// One unit may be rolled again in each non-maneuver army roll.
    Reroll,
    /// Results of one type count as another for one species.
    CountsAs {
        /// Whose dice; everybody's if nothing.
        species: Option<SpeciesId>,
        /// What was rolled.
        from: Types,
        /// What it may count as.
        to: Types,
        /// In which rolls.
        rolls: RollKinds,
    },
    /// One unit's results of these types may be doubled after each roll.
    DoubleOne {
        /// Of which results.
        types: Types,
    },
    /// Maneuver ties go to those who counter.
    TiesToDefender,
    /// Units killed after a save roll go to Reserves.
    OpenGrave,
    /// Units killed there save or are buried.
    SoiledGround,
    /// A dying unit may be exchanged for a small one from the DUA.
    AcceleratedGrowth,
    /// Whoever maneuvers it takes damage.
    Thorns {
        /// How much.
        damage: u8,
    },
    /// Only as much health as a maneuver roll gives may be rolled in a march there.
    Mire,
    /// The terrain holds that element too (DD-7.20).
    AddElement(Element),
    /// A dragon's automatic saves are gone (DD-12.4).
    NoAutomaticSaves,
    /// A terrain was lowered by that spell this turn and is not lowered by it again.
    Lowered,
    /// A dragon is tamed or controlled by a unit of the player that made the effect (DD-13.2).
    Ridden {
        /// The unit.
        rider: u8,
        /// Whether it is controlled and may be sent, not only tamed.
        controlled: bool,
    },
    /// A unit rode a dragon to another terrain this turn, and rides no further.
    Rode,
    /// Changes attacks on whoever is there, as `Modify` changes rolls of those who are.
    ModifyAttackers {
        /// In which rolls.
        rolls: RollKinds,
        /// Of which results.
        types: Types,
        /// How.
        change: Change,
    },
    /// The dice may not be rolled while the gaze of a unit holds them.
    Hypnotised {
        /// The unit, of the player that made the effect.
        gazer: u8,
    },
}

/// When an effect ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// When this player's next turn begins.
    TurnStart(Seat),
    /// When this player's turn ends, after that many more turns of theirs.
    TurnEnd(Seat, u8),
    /// When the terrain it lies on is turned.
    Turned,
    /// When the terrain it lies on is maneuvered.
    Maneuvered,
    /// Not by time.
    Never,
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
            let there = self.at(owner, place).and(force.of_sort(crate::pieces::Sort::Dragon));
            there.iter().map(move |number| Piece { owner, number })
        })
    }

    /// The minor terrain beside an army.
    pub fn minor(&self, army: Army) -> Option<u8> {
        let minors = self.roster.force(army.owner).of_sort(crate::pieces::Sort::Minor);
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
}
