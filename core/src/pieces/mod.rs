//! Pieces of several sides by their numbers: whose they are, what they are called, who may act next, and what their side alone may know of them.
//!
//! A game says in [`Piece`] what is known of one, and keeps all of them in [`Pieces`]; a [`PieceId`] is a number among
//! them, good for the whole game, for pieces leave the table and not the list.
//!
//! ```
//! use umpire_core::pieces::{Piece, PieceId, Pieces};
//! use umpire_core::{Seat, Seats};
//!
//! /// A figure: its side, whether it stands, whether it has acted.
//! struct Figure(Seat, bool, bool);
//!
//! impl Piece for Figure {
//!     fn side(&self) -> Seat { self.0 }
//!     fn kind(&self) -> Option<usize> { Some(0) }
//!     fn stands(&self) -> bool { self.1 }
//!     fn has_acted(&self) -> bool { self.2 }
//! }
//!
//! let [a, b] = Seat::SIDES;
//! let figures: Pieces<Figure> =
//!     [Figure(a, true, true), Figure(b, false, false), Figure(a, true, false)].into_iter().collect();
//! assert_eq!(figures.next_to_act(b), Some(a));
//! assert_eq!(figures.sides_left(), Seats::only(a));
//! assert!(figures.clock(1, false) < figures.clock(1, true) && figures.clock(1, true) < figures.clock(2, false));
//! assert_eq!(figures.field(PieceId(2), "at"), "sides.A[1].at");
//!
//! umpire_core::rules! { pub enum Rule { Figures = "G-1", OnceARound = "G-2" } }
//! let faults = figures.faults_of_counts(Seats::first_of(2), Rule::Figures, "figures", 2..=8);
//! let [fault] = &faults[..] else { panic!() };
//! assert_eq!((&*fault.place, &*fault.says), ("sides.B", "1 figures, a side has 2 to 8"));
//! let mut ruling = umpire_core::Ruling::default();
//! let name = |id: PieceId| ["ann", "bob", "cid"][usize::from(id.0)].to_string();
//! let _ = figures.require_ready(Rule::OnceARound, PieceId(0), name, &mut ruling);
//! assert_eq!(ruling.remedies()[0].says, "cid has not");
//! ```

mod secret;
mod sides;

pub use secret::{Hand, Secret, deal};
pub use sides::{Side, Sides};

use crate::command::Names;
use crate::dice::{DiceGroup, DieId};
use crate::number_set::Numbered;
use crate::numbers::{Kind, below};
use crate::ruleset::Row;
use crate::ruling::{Explain, Fact, Refusal, RuleId, Verdict};
use crate::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut, Index, IndexMut, RangeInclusive};

crate::numbered! {
    /// Number of a piece.
    pub struct PieceId(u8);
}

impl PieceId {
    /// Whose dice these are, of those that [`Pieces::dice`] asked for.
    pub fn of_dice(group: &DiceGroup) -> Option<PieceId> {
        group.subject.and_then(|number| u8::try_from(number).ok()).map(PieceId)
    }
}

/// A piece of a game between sides.
///
/// Where its side alone may know what one is, the game keeps that as a [`Secret`], says so in [`Piece::kind`], and what one is called of which
/// one does not know the kind as [`Piece::MARKER`].
pub trait Piece {
    /// What one is called, in a game that hides kinds, by whoever does not know its kind, such as `marker`. Pieces of such a game are
    /// numbered by sides, for what is numbered by kinds tells them: `marker a3` is `rifles a3` to whoever knows it.
    const MARKER: Option<&'static str> = None;

    /// Whose it is; [`Seat::NOBODY`]'s where nobody leads it.
    fn side(&self) -> Seat;
    /// Its row in the table of kinds; nothing where whoever looks does not know it.
    fn kind(&self) -> Option<usize>;
    /// The row of kinds on whose base it stands on an open table; by default that of its kind, and the first where that is not known: there the
    /// base of a kind must be no secret.
    fn base(&self) -> usize {
        self.kind().unwrap_or_default()
    }
    /// Whether it is on the board or table: neither waits nor is gone.
    fn stands(&self) -> bool;
    /// Whether it has left the game; by default it has where it does not stand.
    fn is_gone(&self) -> bool {
        !self.stands()
    }
    /// Whether it has had its turn of this round.
    fn has_acted(&self) -> bool;
}

/// All pieces of a game, those that are gone included. As a slice they are only looked through; [`PieceId`] is their index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pieces<P>(Vec<P>);

impl<P> Default for Pieces<P> {
    fn default() -> Pieces<P> {
        Pieces(Vec::new())
    }
}

/// The most pieces that have numbers.
const MOST: usize = 256;

impl<P> FromIterator<P> for Pieces<P> {
    /// What is beyond the most there are numbers for is left out.
    fn from_iter<I: IntoIterator<Item = P>>(pieces: I) -> Pieces<P> {
        Pieces(pieces.into_iter().take(MOST).collect())
    }
}

impl<P> Deref for Pieces<P> {
    type Target = [P];

    fn deref(&self) -> &[P] {
        &self.0
    }
}

impl<P> DerefMut for Pieces<P> {
    fn deref_mut(&mut self) -> &mut [P] {
        &mut self.0
    }
}

impl<P> Index<PieceId> for Pieces<P> {
    type Output = P;

    /// Panics where there is no piece of that number: numbers from outside are bounded by
    /// [`Game::range`](crate::Game::range).
    fn index(&self, id: PieceId) -> &P {
        &self.0[usize::from(id.0)]
    }
}

impl<P> IndexMut<PieceId> for Pieces<P> {
    fn index_mut(&mut self, id: PieceId) -> &mut P {
        &mut self.0[usize::from(id.0)]
    }
}

/// What one of several of a kind is called: as the kind, with a number where there are others.
pub(crate) fn numbered(kind: &str, before: usize, alike: usize) -> String {
    if alike == 1 { kind.to_string() } else { format!("{kind} {}", before + 1) }
}

impl<P: Piece> Pieces<P> {
    /// The numbers of all.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> + use<P> {
        (0..self.0.len().min(MOST)).map(PieceId::numbered)
    }

    /// Those for which something holds.
    pub fn that(&self, holds: impl Fn(&P) -> bool) -> impl Iterator<Item = PieceId> {
        self.ids().filter(move |id| holds(&self[*id]))
    }

    /// Those of a side, wherever they are.
    pub fn of(&self, side: Seat) -> impl Iterator<Item = PieceId> {
        self.that(move |piece| piece.side() == side)
    }

    /// Those of a side that stand.
    pub fn standing(&self, side: Seat) -> impl Iterator<Item = PieceId> {
        self.that(move |piece| piece.side() == side && piece.stands())
    }

    /// Those of a side that wait to come to the table: they neither stand nor are gone.
    pub fn waiting(&self, side: Seat) -> impl Iterator<Item = PieceId> {
        self.that(move |piece| piece.side() == side && !piece.stands() && !piece.is_gone())
    }

    /// The others that stand, whoever has them.
    pub fn others(&self, than: PieceId) -> impl Iterator<Item = PieceId> {
        self.that(Piece::stands).filter(move |id| *id != than)
    }

    /// The enemies of a piece that stand: those of every other side.
    pub fn enemies(&self, of: PieceId) -> impl Iterator<Item = PieceId> {
        let own = self[of].side();
        self.that(move |piece| piece.side() != own && piece.stands())
    }

    /// Those of a side that may still act this round.
    pub fn ready(&self, side: Seat) -> impl Iterator<Item = PieceId> {
        self.that(move |piece| piece.side() == side && piece.stands() && !piece.has_acted())
    }

    /// Requires by a rule that a piece has not acted this round; of whoever has, a piece of its side that has not is told. `name` says what pieces
    /// are called.
    ///
    /// # Errors
    /// Where it has, and nobody listens.
    pub fn require_ready<R: RuleId>(
        &self,
        rule: R,
        id: PieceId,
        name: impl Fn(PieceId) -> String,
        why: &mut impl Explain<R>,
    ) -> Verdict<R> {
        why.require(rule, !self[id].has_acted(), || {
            let (ready, acted) = ("has not acted this round", "has acted this round");
            let fact = Fact::that(name(id), ready, acted);
            match self.ready(self[id].side()).next() {
                Some(ready) => fact.remedy(format!("{} has not", name(ready))),
                None => fact,
            }
        })
    }

    /// Who acts next where sides take turns with one piece each: `first` if it has one that may, else the next after it that has,
    /// round the table; nobody where all have acted.
    pub fn next_to_act(&self, first: Seat) -> Option<Seat> {
        let ready = self.0.iter().filter(|piece| piece.stands() && !piece.has_acted());
        let sides = ready.map(Piece::side).filter(|side| side.is_players());
        // Who sits before it comes last.
        sides.min_by_key(|side| (*side < first, *side))
    }

    /// The sides that have pieces left, on the table or waiting.
    pub fn sides_left(&self) -> Seats {
        self.0.iter().filter(|piece| !piece.is_gone()).map(Piece::side).collect()
    }

    /// A [`clock`](crate::Game::clock) of rounds in which each piece acts once: it goes on with every one that has acted or left the game, and
    /// as the game is over.
    pub fn clock(&self, round: u8, is_over: bool) -> u32 {
        let idle = self.0.iter().filter(|piece| piece.has_acted() || piece.is_gone()).count();
        (u32::from(round) << 9) + if is_over { MOST + 1 } else { idle } as u32
    }

    /// The [`range`](crate::Game::range) of a piece's number; nothing of other numbers.
    pub fn range(&self, (name, _): Kind) -> Option<RangeInclusive<i64>> {
        if name == "PieceId" { below(self.0.len()) } else { None }
    }

    /// A refusal by a rule for each of these sides that has not as many pieces as it may have, at its place in [`Sides`] under `sides`; `noun`
    /// is what they are called, as `figures`.
    pub fn faults_of_counts<R>(
        &self,
        sides: Seats,
        rule: R,
        noun: &str,
        may_have: RangeInclusive<usize>,
    ) -> Vec<Refusal<R>>
    where
        R: RuleId,
    {
        let (least, most) = (may_have.start(), may_have.end());
        let counts = sides.iter().map(|side| (side, self.of(side).count()));
        let wrong = counts.filter(|(_, count)| !may_have.contains(count));
        let refusal = |(side, count): (Seat, usize)| {
            let says = format!("{count} {noun}, a side has {least} to {most}");
            Refusal::at(rule, format!("sides.{}", side.lettered()), says)
        };
        wrong.map(refusal).collect()
    }

    /// So many dice of a kind that a piece rolls, for its owner.
    pub fn dice(&self, id: PieceId, die: DieId, count: u8) -> DiceGroup {
        let (seat, subject) = (self[id].side(), Some(id.0.into()));
        DiceGroup { seat, die, count, purpose: 0, subject }
    }

    /// What a piece is called: as its kind, with a number where there are several of that kind; where kinds are hidden, with the letter of
    /// its side and its number there.
    pub fn name<K: Row>(&self, id: PieceId, kinds: &[K]) -> String {
        let own = self[id].kind();
        let name = own.and_then(|own| kinds.get(own)).map(Row::id);
        if let Some(marker) = P::MARKER {
            return format!("{} {}", name.unwrap_or(marker), self.side_number(id));
        }
        let alike = || self.that(|other| other.kind() == own);
        let before = alike().take_while(|other| *other != id).count();
        numbered(name.unwrap_or_default(), before, alike().count())
    }

    /// A field of a piece where a scenario has it among those of its side, in [`Sides`] under `sides`: `sides.A[2].at`.
    pub fn field(&self, id: PieceId, part: &str) -> String {
        let side = self[id].side();
        let before = self.of(side).take_while(|other| *other != id).count();
        format!("sides.{}[{before}].{part}", side.lettered())
    }

    /// The letter of its side, and its number there: `a3`.
    fn side_number(&self, id: PieceId) -> String {
        let side = self[id].side();
        let before = self.of(side).take_while(|other| *other != id).count();
        format!("{}{}", side.lettered().to_lowercase(), before + 1)
    }

    /// What a board has room to show of a piece: the letter its name begins with, and its number, if it has one, as `a2`. Where
    /// kinds in play begin alike, the next letter by which it differs from them as well: `rn1` of rangers, `ri1` of raiders. Where kinds are
    /// hidden, its side and number and the letter of what it is, `a3r`, or `a3?`.
    pub fn mark<K: Row>(&self, id: PieceId, kinds: &[K]) -> String {
        let letter = |kind: usize, at| kinds.get(kind).and_then(|row| row.id().chars().nth(at));
        if P::MARKER.is_some() {
            let kind = self[id].kind().and_then(|kind| letter(kind, 0));
            return format!("{}{}", self.side_number(id), kind.unwrap_or('?'));
        }
        let Some(own) = self[id].kind() else { return "?".to_string() };
        let alike = |kind: &usize| *kind != own && letter(*kind, 0) == letter(own, 0);
        let alike: Vec<usize> = self.0.iter().filter_map(Piece::kind).filter(alike).collect();
        let differs =
            |at: &usize| alike.iter().all(|other| letter(*other, *at) != letter(own, *at));
        let name = self.name(id, kinds);
        let number = name.rsplit_once(' ').map(|(_, number)| number);
        let number = number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        let length = kinds.get(own).map_or(0, |row| row.id().chars().count());
        let second = (1..length).find(differs).or((length > 1).then_some(1));
        let second = second.filter(|_| !alike.is_empty()).and_then(|at| letter(own, at));
        letter(own, 0).into_iter().chain(second).chain(number.unwrap_or("").chars()).collect()
    }

    /// All of them by name; `noun` is what one is called, as `figure`. Where kinds are hidden, each is found as a marker as well, and by its
    /// side and number: `rifles a3`, `marker a3`, `a3`.
    pub fn names<K: Row>(&self, noun: &'static str, kinds: &[K]) -> Names<PieceId> {
        let mut names = Names::of(noun);
        self.ids().for_each(|id| names.add(self.name(id, kinds), id));
        if let Some(marker) = P::MARKER {
            for id in self.ids() {
                let number = self.side_number(id);
                names.also(&format!("{marker} {number}"), id);
                names.also(&number, id);
            }
        }
        names
    }
}
