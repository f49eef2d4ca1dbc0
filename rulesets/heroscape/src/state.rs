//! A position of the game, and what must always hold of it.

use crate::abilities::{Moment, Until};
use crate::action::DoorChange;
use crate::catalog::{CardId, GlyphId};
use crate::event::Harm;
use crate::footprint::{Footprint, Rest};
use crate::steps::Step;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::game::Outcome;
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// A figure's number in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FigureId(pub u8);

/// Number of an army card that is fielded: one copy of a printed card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CopyId(pub u8);

/// The most figures a game may hold.
pub const MAX_FIGURES: usize = 128;
/// The most army cards a game may hold.
pub const MAX_COPIES: usize = 64;
/// No figure, in the table of occupants.
const NOBODY: u8 = u8::MAX;

impl FigureId {
    /// Position in the list of figures.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl CopyId {
    /// Position in the list of fielded cards.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct FigureSet([u64; 2]);

impl FigureSet {
    /// Whether the figure is in the set.
    pub fn contains(self, figure: FigureId) -> bool {
        self.0.get(figure.index() / 64).is_some_and(|word| word >> (figure.0 % 64) & 1 == 1)
    }
    /// Puts a figure in.
    pub fn insert(&mut self, figure: FigureId) {
        if let Some(word) = self.0.get_mut(figure.index() / 64) {
            *word |= 1 << (figure.0 % 64);
        }
    }
    /// Takes a figure out.
    pub fn remove(&mut self, figure: FigureId) {
        if let Some(word) = self.0.get_mut(figure.index() / 64) {
            *word &= !(1 << (figure.0 % 64));
        }
    }
    /// How many figures are in the set.
    pub fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }
    /// Whether no figure is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == [0, 0]
    }
    /// The figures in order.
    pub fn iter(self) -> impl Iterator<Item = FigureId> {
        let mut words = self.0;
        std::iter::from_fn(move || {
            let word = usize::from(words[0] == 0);
            let bit = words[word].trailing_zeros();
            if bit == 64 {
                return None;
            }
            words[word] &= words[word] - 1;
            Some(FigureId(word as u8 * 64 + bit as u8))
        })
    }
}

impl FromIterator<FigureId> for FigureSet {
    fn from_iter<I: IntoIterator<Item = FigureId>>(figures: I) -> FigureSet {
        let mut set = FigureSet::default();
        figures.into_iter().for_each(|figure| set.insert(figure));
        set
    }
}

/// Where a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the battlefield: the space its leading end entered last, and the other one.
    Board(Footprint),
    /// Not placed yet.
    Reserve,
    /// It did not fit at set-up (HS-2.2.1).
    LeftOut,
    /// Destroyed, lying on that card (HS-7.5.13).
    Destroyed(CopyId),
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// The card it was fielded with.
    pub copy: CopyId,
    /// Its number among figures of its name, from 1; 0 where it is the only one.
    pub number: u8,
    /// Who fielded it.
    pub owner: Seat,
    /// Who decides and rolls for it now.
    pub controller: Seat,
    /// Wound markers it has.
    pub wounds: u8,
    /// Special attacks of once a game that it has made, a bit each.
    pub spent: u8,
    /// Where it is.
    pub place: Place,
}

/// An army card that is fielded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fielded {
    /// What is printed on it.
    pub card: CardId,
    /// Its number among copies of it, from 1; 0 where it is the only one.
    pub number: u8,
    /// Who fielded it.
    pub owner: Seat,
    /// Who takes turns with it now.
    pub controller: Seat,
    /// Order markers on it that are known: bits 0 to 2 for 1 to 3, bit 3 for X.
    pub markers: u8,
    /// Those of its known markers that have been turned up for all to see.
    pub shown: u8,
    /// Order markers on it that the viewer does not know; 0 but in views.
    pub hidden: u8,
    /// Destroyed figures lying on it.
    pub casualties: u8,
    /// Power markers on it.
    pub counters: u8,
    /// Whether its X marker was turned up to make a power work for the round.
    pub active: bool,
    /// Whether its powers are negated.
    pub negated: bool,
    /// The card that it chose at the start of the game.
    pub chosen: Option<CopyId>,
    /// The power that gave it other words.
    pub becomes: Option<PowerRef>,
    /// Powers used in this round, a bit for each ability.
    pub used_in_round: u32,
    /// Powers used in this game.
    pub used_in_game: u32,
}

/// What an ability is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Printed {
    /// An army card.
    Card(CardId),
    /// A glyph that a figure stands on or carries (HS-6.1.2, HS-6.2.1).
    Glyph(GlyphId),
}

/// An ability by what prints it, and its number among the abilities there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PowerRef {
    /// The card or glyph.
    pub on: Printed,
    /// The number.
    pub at: u8,
}

impl PowerRef {
    /// An ability of a card.
    pub fn of_card(card: CardId, at: u8) -> PowerRef {
        PowerRef { on: Printed::Card(card), at }
    }

    /// The glyph that prints it, if one does.
    pub fn glyph(self) -> Option<GlyphId> {
        match self.on {
            Printed::Glyph(glyph) => Some(glyph),
            Printed::Card(_) => None,
        }
    }

    /// The rule by which it works.
    pub fn rule(self) -> crate::rule::Rule {
        match self.on {
            Printed::Card(_) => crate::steps::power::RULE,
            Printed::Glyph(glyph) => crate::rule::Rule::Glyph(glyph.0),
        }
    }

    /// Its bit among the powers used in a round or game: those of glyphs from above, so that they keep clear of the card's.
    pub fn bit(self) -> u32 {
        match self.on {
            Printed::Card(_) => 1 << (self.at % 32),
            Printed::Glyph(_) => 1 << (31 - self.at % 8),
        }
    }
}

/// A treasure glyph that a figure carries (HS-6.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carried {
    /// Who.
    pub figure: FigureId,
    /// Which.
    pub glyph: GlyphId,
}

/// Whom something lasting is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// One figure.
    Figure(FigureId),
    /// The figures of a card and of those that match it.
    Copy(CopyId),
    /// All figures of a seat.
    Army(Seat),
}

/// What lasts for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Numbers are higher or lower.
    Numbers {
        /// Attack.
        attack: i8,
        /// Defense.
        defense: i8,
        /// Move.
        moves: i8,
        /// Range.
        range: i8,
    },
    /// It rolls no defense dice against that figure.
    NoDefense(FigureId),
    /// Whom it attacks rolls at most so many defense dice.
    MostDefense(u8),
    /// It has no Hit Zone.
    Unseen {
        /// It is over when the figure moves.
        until_moved: bool,
        /// It holds only while the figure is not engaged.
        while_unengaged: bool,
    },
    /// It has no Hit Zone and leaves engagements freely until it attacks.
    Cloaked,
    /// It was brought back for one attack, and is destroyed when the turn is over.
    Revenant {
        /// Whether its card's powers were negated before.
        negated: bool,
    },
    /// It cannot be targeted.
    Untargetable,
    /// It may not attack.
    NoAttack,
    /// It has to attack each adjacent figure.
    AttackAll,
    /// Wounds that it inflicts are so many more.
    MoreWounds(u8),
    /// It may attack so often more.
    MoreAttacks(u8),
    /// Control of it goes back to that seat.
    Borrowed(Seat),
    /// It takes no part in a turn.
    Idle,
    /// So many figures of it may move and attack.
    Activations(u8),
}

/// Something that lasts for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lasting {
    /// Whom it is about.
    pub on: On,
    /// What it is.
    pub what: What,
    /// Until when.
    pub until: Until,
    /// Whose power made it.
    pub seat: Seat,
    /// Which power.
    pub by: Option<PowerRef>,
}

/// A power being carried out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// Which.
    pub by: PowerRef,
    /// Whose.
    pub source: FigureId,
    /// Who decides in it.
    pub seat: Seat,
    /// Whom it is used on now.
    pub target: Option<FigureId>,
    /// Whom it will be used on next.
    pub others: FigureSet,
    /// Whose moment it is.
    pub subject: FigureId,
    /// The other figure of the moment.
    pub other: Option<FigureId>,
    /// What was rolled, with what is added; nothing before the roll.
    pub rolled: Option<i16>,
    /// The wounds that the moment is about.
    pub wounds: u8,
    /// Which band of numbers works; none for what comes of any number.
    pub band: Option<u8>,
    /// The next effect.
    pub next: u8,
    /// What is left of the effect under way.
    pub left: u8,
    /// Figures that the effect under way has dealt with.
    pub done: FigureSet,
    /// The space that the effect under way began with.
    pub space: Option<SpaceId>,
}

/// A moment at which powers may or must be used.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occasion {
    /// Which.
    pub moment: Moment,
    /// Whose.
    pub subject: FigureId,
    /// The other figure of it.
    pub other: Option<FigureId>,
    /// Which special attack it belongs to.
    pub special: Option<u8>,
    /// Wounds that are about to be received, or that were inflicted.
    pub wounds: u8,
    /// What has been used or passed up, by whom.
    pub done: SmallVec<[(FigureId, PowerRef); 4]>,
    /// Who has said that they use nothing more.
    pub passed: Seats,
    /// Who goes first, where opponents may use the same power and have rolled for it (HS-3.5.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Where the subject stood.
    pub stood: Option<Footprint>,
    /// What destroys the subject, where it is about to be destroyed.
    pub harm: Option<Harm>,
}

/// A power used in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Used {
    /// By whom.
    pub figure: FigureId,
    /// Its number among the powers of the card.
    pub power: u8,
    /// The ability.
    pub by: PowerRef,
    /// On whom.
    pub on: Option<FigureId>,
}

/// A glyph on the battlefield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaidGlyph {
    /// Where.
    pub space: SpaceId,
    /// Which; unknown in views while it lies hidden.
    pub kind: Option<GlyphId>,
    /// Whether all may read it.
    pub face_up: bool,
    /// Whether it is a treasure, which all see even while they may not read it.
    pub treasure: bool,
}

/// The move of the figure that moves now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    /// Who.
    pub figure: FigureId,
    /// Points it had when it began, without the road bonus.
    pub budget: i16,
    /// Points spent.
    pub spent: i16,
    /// Points that only a move wholly on road has (HS-5.5.1); 0 once it left the road.
    pub road_bonus: i16,
    /// Whether something ended the move.
    pub stopped: bool,
    /// Whether a figure beside it did, whom no announced way passes.
    pub held: bool,
}

/// How often a figure has attacked in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacked {
    /// Who.
    pub figure: FigureId,
    /// Whom.
    pub target: FigureId,
    /// With which special attack; none for a normal one.
    pub special: Option<u8>,
    /// Whether it inflicted a wound.
    pub wounded: bool,
    /// Whether it destroyed a figure.
    pub destroyed: bool,
    /// The skulls of its last roll.
    pub skulls: u8,
    /// The dice of its last roll.
    pub dice: u8,
    /// The Valkyrie symbols of its last roll.
    pub symbols: u8,
    /// Who was adjacent to the target when it was announced.
    pub beside: FigureSet,
}

impl Attacked {
    /// An attack just announced.
    pub fn new(figure: FigureId, target: FigureId, special: Option<u8>) -> Attacked {
        Attacked {
            figure,
            target,
            special,
            wounded: false,
            destroyed: false,
            skulls: 0,
            dice: 0,
            symbols: 0,
            beside: FigureSet::default(),
        }
    }
}

/// A player's turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Who takes it.
    pub seat: Seat,
    /// The card whose marker was revealed.
    pub copy: Option<CopyId>,
    /// Figures that have moved, or begun to.
    pub moved: FigureSet,
    /// Figures that have attacked.
    pub attackers: FigureSet,
    /// The figure that moves now.
    pub moving: Option<Moving>,
    /// Whether moving is over.
    pub attacking: bool,
    /// The attacks made.
    pub attacks: SmallVec<[Attacked; 8]>,
    /// Whether it is the turn of the order marker revealed, and not one that a power gave.
    pub by_marker: bool,
    /// Where all figures were when it began, where a power asks.
    pub start: Vec<Place>,
    /// Powers used in it.
    pub used: SmallVec<[Used; 4]>,
    /// Wounds inflicted in it, where a power asks.
    pub inflicted: SmallVec<[(FigureId, u8); 4]>,
    /// The dice of its special attacks that are spent.
    pub pool_spent: u8,
    /// Whether it ends when what its end brought is done.
    pub ending: bool,
    /// Whether its card takes another one after it.
    pub another: bool,
    /// Doors that have been opened, shut, barred or unbarred in it, a bit each.
    pub doors: u8,
    /// Figures that have reached for a treasure in it.
    pub reached: FigureSet,
}

/// An attack under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub attacker: FigureId,
    /// Whom it was announced against; of a line or a sweep, the first affected.
    pub target: FigureId,
    /// Which special attack; none for a normal one.
    pub special: Option<u8>,
    /// Figures that still have to defend.
    pub affected: FigureSet,
    /// Who defends now.
    pub defender: Option<FigureId>,
    /// Skulls rolled; nothing before the roll.
    pub skulls: Option<u8>,
    /// The number of dice of the roll that is asked for, where a judge has said it (HS-7.5.9).
    pub dice: Option<u8>,
    /// Skulls on the dice themselves, without what powers add.
    pub plain_skulls: u8,
    /// Whether a power took the one who defends now out of harm's way.
    pub avoided: bool,
    /// Symbols of Valkyrie dice among the skulls.
    pub symbols: u8,
    /// Attack dice rolled.
    pub rolled: u8,
    /// Figures that make it together with the attacker.
    pub joined: FigureSet,
    /// Dice that the attacker chose to roll, where its power lets it.
    pub chosen: Option<u8>,
    /// Shields rolled; nothing before the roll.
    pub shields: Option<u8>,
    /// Whether the moment of the attacked has passed for the one who defends now.
    pub met: bool,
    /// Wounds and deaths of it so far: whether any figure was wounded, and whether any was destroyed.
    pub wounded: bool,
    /// Whether any figure was destroyed.
    pub destroyed: bool,
    /// How many more figures the attacker may add to it.
    pub to_add: u8,
    /// Whether a re-roll of the dice just rolled was offered.
    pub rerolled: bool,
    /// Where the attacker stood when it was announced: height counts from there even if the
    /// attacker does not outlive its own attack (HS-7.5.2).
    pub stood: Footprint,
}

/// Dice that enemies may roll against a figure leaving them (HS-4.4.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leaving {
    /// Who leaves.
    pub figure: FigureId,
    /// The enemies it leaves, or takes off from.
    pub enemies: FigureSet,
    /// The controllers who have not said whether they roll.
    pub undecided: Seats,
    /// The enemies that roll.
    pub striking: FigureSet,
}

/// What a judge saw with their own eyes, until either figure moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seen {
    /// Who looks.
    pub from: FigureId,
    /// At whom.
    pub to: FigureId,
    /// Whether it is seen.
    pub clear: bool,
}

/// A door of the battlefield (HS-5.8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct DoorState {
    /// Wound markers on it.
    pub wounds: u8,
    /// Whether it stands open.
    pub open: bool,
    /// Whether its bar is down.
    pub barred: bool,
}

impl DoorState {
    /// Opens, shuts, bars or unbars it; a bar falls off an open door.
    pub fn change(&mut self, change: DoorChange) {
        match change {
            DoorChange::Open => (self.open, self.barred) = (true, false),
            DoorChange::Shut => self.open = false,
            DoorChange::Bar => (self.open, self.barred) = (false, true),
            DoorChange::Unbar => self.barred = false,
        }
    }
}

/// How a goal of holding a place stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds in a row at whose end it was held.
    pub rounds: u8,
    /// By whom.
    pub seats: Seats,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Every figure of the game.
    pub figures: Vec<Figure>,
    /// Every army card of the game.
    pub copies: Vec<Fielded>,
    /// Who stands on each space.
    occupants: Vec<u8>,
    /// Glyphs on the battlefield.
    pub glyphs: SmallVec<[LaidGlyph; 8]>,
    /// Treasures that figures carry.
    pub carried: SmallVec<[Carried; 2]>,
    /// Powers of glyphs that work once a game and have worked, whoever carries them then.
    pub worked: SmallVec<[PowerRef; 1]>,
    /// Doors, in the order of the battlefield's.
    pub doors: ArrayVec<DoorState, { crate::structures::MAX_DOORS }>,
    /// How each goal of the scenario stands.
    pub tallies: ArrayVec<Tally, { crate::terms::MAX_GOALS }>,
    /// Points that each seat has of goals.
    pub scores: ArrayVec<u32, 8>,
    /// The team of each seat; seats of one team are friends.
    pub teams: ArrayVec<u8, 8>,
    /// Seats that have given up.
    pub conceded: Seats,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// Who won the initiative of the round.
    pub first: Seat,
    /// Turns begun in this round.
    pub turns: u8,
    /// Turns ended in the game.
    pub clock: u32,
    /// What has to be done, the next last.
    pub steps: ArrayVec<Step, 40>,
    /// The turn under way, or the last one.
    pub turn: Turn,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// The engagement being left.
    pub leaving: Option<Leaving>,
    /// The path that must be walked on, as the figure may not stop where it is.
    pub onward: ArrayVec<SpaceId, 24>,
    /// Powers being carried out, the innermost last.
    pub runs: SmallVec<[Run; 1]>,
    /// Moments that wait for powers, the innermost last.
    pub occasions: SmallVec<[Occasion; 1]>,
    /// Blows whose consequences are being gone through, the innermost last.
    pub blows: SmallVec<[Occasion; 1]>,
    /// Who was destroyed last, and where it stood.
    pub fallen_at: Option<(FigureId, SpaceId, Rest)>,
    /// What destroyed it.
    pub fallen_by: Option<Harm>,
    /// What lasts for a while.
    pub lasting: SmallVec<[Lasting; 2]>,
    /// Powers that cards were given by spirits.
    pub gifts: SmallVec<[(CopyId, PowerRef); 1]>,
    /// Spaces whose terrain a power changed: the row of the tiles.
    pub laid_tiles: SmallVec<[(SpaceId, u16); 2]>,
    /// Sights ruled by eye.
    pub eyes: SmallVec<[Seen; 2]>,
    /// How it ended.
    pub ended: Option<Outcome>,
}

impl State {
    /// An empty table of so many seats and spaces.
    pub fn empty(teams: ArrayVec<u8, 8>, spaces: usize) -> State {
        State {
            figures: Vec::new(),
            copies: Vec::new(),
            occupants: vec![NOBODY; spaces],
            glyphs: SmallVec::new(),
            carried: SmallVec::new(),
            worked: SmallVec::new(),
            doors: ArrayVec::new(),
            tallies: ArrayVec::new(),
            scores: teams.iter().map(|_| 0).collect(),
            teams,
            conceded: Seats::NONE,
            round: 0,
            first: Seat(0),
            turns: 0,
            clock: 0,
            steps: ArrayVec::new(),
            turn: Turn::default(),
            attack: None,
            leaving: None,
            onward: ArrayVec::new(),
            runs: SmallVec::new(),
            occasions: SmallVec::new(),
            blows: SmallVec::new(),
            fallen_at: None,
            fallen_by: None,
            lasting: SmallVec::new(),
            gifts: SmallVec::new(),
            laid_tiles: SmallVec::new(),
            eyes: SmallVec::new(),
            ended: None,
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.teams.len() as u8
    }

    /// The figure with that number.
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[id.index()]
    }

    /// The fielded card with that number.
    pub fn copy(&self, id: CopyId) -> &Fielded {
        &self.copies[id.index()]
    }

    /// Every figure with its number.
    pub fn all_figures(&self) -> impl Iterator<Item = (FigureId, &Figure)> {
        (0..).map(FigureId).zip(&self.figures)
    }

    /// Every fielded card with its number.
    pub fn all_copies(&self) -> impl Iterator<Item = (CopyId, &Fielded)> {
        (0..).map(CopyId).zip(&self.copies)
    }

    /// Whose order markers lie on a card: its controller's, or where control is borrowed for a turn, those of
    /// the seat that it goes back to.
    pub fn keeper(&self, id: CopyId) -> Seat {
        let borrowed = self.lasting.iter().find_map(|lasting| match (lasting.on, lasting.what) {
            (On::Copy(on), What::Borrowed(seat)) if on == id => Some(seat),
            _ => None,
        });
        borrowed.unwrap_or(self.copy(id).controller)
    }

    /// Whose turn it is, or would be next at the moments between turns.
    pub fn turn_seat(&self) -> Seat {
        self.turn.seat
    }

    /// Who stands on a space.
    #[inline]
    pub fn occupant(&self, space: SpaceId) -> Option<FigureId> {
        match self.occupants[space.index()] {
            NOBODY => None,
            figure => Some(FigureId(figure)),
        }
    }

    /// The spaces of a figure on the battlefield: its leading end's first.
    #[inline]
    pub fn spaces(&self, id: FigureId) -> Option<Footprint> {
        match self.figures.get(id.index())?.place {
            Place::Board(spaces) => Some(spaces),
            _ => None,
        }
    }

    /// Whether two seats are of one team.
    pub fn friends(&self, one: Seat, other: Seat) -> bool {
        self.teams.get(one.index()) == self.teams.get(other.index())
    }

    /// The seat to the left.
    pub fn left_of(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.seats().max(1))
    }

    /// Puts a figure on spaces; whoever it passes through keeps theirs.
    pub fn put(&mut self, id: FigureId, spaces: Footprint) {
        self.lift(id);
        for space in spaces.spaces() {
            if self.occupants[space.index()] == NOBODY {
                self.occupants[space.index()] = id.0;
            }
        }
        self.figures[id.index()].place = Place::Board(spaces);
        self.eyes.retain(|seen| seen.from != id && seen.to != id);
    }

    /// Takes a figure off the battlefield; its place is as yet nowhere.
    pub fn lift(&mut self, id: FigureId) {
        if let Place::Board(spaces) = self.figures[id.index()].place {
            for space in spaces.spaces() {
                if self.occupants[space.index()] == id.0 {
                    self.occupants[space.index()] = NOBODY;
                }
            }
            self.figures[id.index()].place = Place::Reserve;
        }
        self.eyes.retain(|seen| seen.from != id && seen.to != id);
    }

    /// The step that is waited for.
    pub fn step(&self) -> Option<Step> {
        self.steps.last().copied()
    }

    /// The treasures that a figure carries.
    pub fn carried_by(&self, figure: FigureId) -> impl Iterator<Item = GlyphId> {
        self.carried.iter().filter(move |one| one.figure == figure).map(|one| one.glyph)
    }

    /// Takes a treasure from who carries it; says whether it was there.
    pub fn give_up(&mut self, figure: FigureId, glyph: GlyphId) -> bool {
        let at = self.carried.iter().position(|one| *one == Carried { figure, glyph });
        at.map(|at| self.carried.remove(at)).is_some()
    }

    /// The glyph on a space.
    pub fn glyph_on(&self, space: SpaceId) -> Option<&LaidGlyph> {
        self.glyphs.iter().find(|glyph| glyph.space == space)
    }

    /// Whether a living figure's place counts it as living (HS-1.1.7).
    pub fn is_living(&self, id: FigureId) -> bool {
        matches!(self.figure(id).place, Place::Board(..) | Place::Reserve)
    }

    /// The seats of a team.
    pub fn seats_of(&self, team: u8) -> Seats {
        (0..self.seats()).map(Seat).filter(|seat| self.teams[seat.index()] == team).collect()
    }

    /// A seat and its teammates.
    pub fn team_of(&self, seat: Seat) -> Seats {
        self.teams.get(seat.index()).map_or(Seats::NONE, |team| self.seats_of(*team))
    }

    /// Recounts who stands where; says whether every figure has its spaces to itself.
    pub fn occupants_agree(&self, passing: Option<FigureId>) -> bool {
        let mut counted = vec![NOBODY; self.occupants.len()];
        for (id, figure) in self.all_figures() {
            let Place::Board(spaces) = figure.place else { continue };
            for space in spaces.spaces() {
                let Some(known) = counted.get_mut(space.index()) else { return false };
                if *known == NOBODY {
                    *known = id.0;
                } else if Some(id) != passing && Some(FigureId(*known)) != passing {
                    return false;
                } else if Some(FigureId(*known)) == passing {
                    *known = id.0;
                }
            }
        }
        counted == self.occupants
    }
}

impl Fielded {
    /// A card as it is fielded.
    pub fn new(card: CardId, seat: Seat) -> Fielded {
        Fielded {
            card,
            number: 0,
            owner: seat,
            controller: seat,
            markers: 0,
            shown: 0,
            hidden: 0,
            casualties: 0,
            counters: 0,
            active: false,
            negated: false,
            chosen: None,
            becomes: None,
            used_in_round: 0,
            used_in_game: 0,
        }
    }

    /// Whether any order marker lies on it.
    pub fn has_markers(&self) -> bool {
        self.markers != 0 || self.hidden != 0
    }

    /// How many order markers lie on it.
    pub fn marker_count(&self) -> u8 {
        self.markers.count_ones() as u8 + self.hidden
    }

    /// How many of them are not turned up.
    pub fn unrevealed(&self) -> u8 {
        (self.markers & !self.shown).count_ones() as u8 + self.hidden
    }
}
