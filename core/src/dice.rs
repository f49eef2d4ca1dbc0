//! Dice as data: faces, requests for rolls, what faces count for, and how people type them.

mod going_on;
mod symbols;
mod typed;

pub use going_on::faces_going_on;
pub use typed::read_faces;

use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// Number of a face on its die, from 0.
pub type Face = u8;

/// A kind of die, as an index into the ruleset's [`Dice`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DieId(pub u16);

/// One face: what it is called, and the short forms a person may type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceName {
    /// The name, such as `sword` or `17`.
    pub name: String,
    /// The short forms, such as `s`; one-letter forms may be strung together (`ssb`).
    #[serde(default)]
    pub short: Vec<String>,
}

impl FaceName {
    fn is_short(&self, word: &str) -> bool {
        self.short.iter().any(|short| short.eq_ignore_ascii_case(word))
    }
}

/// A die: a named list of faces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// What the die is called.
    pub name: String,
    /// Its faces; faces that look alike stand once each.
    pub faces: Vec<FaceName>,
}

impl Die {
    /// A die numbered from 1 to `sides`.
    pub fn numbered(name: impl Into<String>, sides: u8) -> Die {
        let face = |n: u8| FaceName { name: n.to_string(), short: Vec::new() };
        Die { name: name.into(), faces: (1..=sides).map(face).collect() }
    }

    /// The first face with this name, or else with this short form.
    pub fn face_named(&self, word: &str) -> Option<Face> {
        let mut named = self.faces.iter();
        let named = named.position(|face| face.name.eq_ignore_ascii_case(word));
        let short = || self.faces.iter().position(|face| face.is_short(word));
        named.or_else(short).map(|at| at as Face)
    }

    /// The names of the faces that a word may mean, each once: several where it says too little.
    pub fn readings(&self, word: &str) -> Vec<&str> {
        if let Some(face) = self.faces.iter().find(|face| face.name.eq_ignore_ascii_case(word)) {
            return vec![&face.name];
        }
        let mut names: Vec<&str> = Vec::new();
        for face in self.faces.iter().filter(|face| face.is_short(word)) {
            if !names.contains(&face.name.as_str()) {
                names.push(&face.name);
            }
        }
        names
    }

    /// A face with the shortest word that means no other face of the die: `sword (s)`.
    pub fn typed(&self, face: &FaceName) -> String {
        let own = face.short.iter().filter(|short| self.readings(short).len() == 1);
        match own.min_by_key(|short| short.len()) {
            Some(short) => format!("{} ({short})", face.name),
            None => face.name.clone(),
        }
    }

    /// The name of a face; `?` for a face the die does not have.
    pub fn face_name(&self, face: Face) -> &str {
        self.faces.get(usize::from(face)).map_or("?", |face| face.name.as_str())
    }
}

/// The dice a ruleset knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Dice(pub Vec<Die>);

/// The dice of a game that rolls nothing but dice numbered from 1 to 6, called `d6`: [`DieId`] 0 is one.
///
/// ```
/// # use umpire_core::dice::{D6, DieId};
/// assert_eq!((D6.faces(DieId(0)), D6.get(DieId(0)).face_name(5)), (6, "6"));
/// ```
pub static D6: LazyLock<Dice> = LazyLock::new(|| Dice(vec![Die::numbered("d6", 6)]));

impl Dice {
    /// The die with this number. Requests only name dice of the ruleset's own table.
    pub fn get(&self, die: DieId) -> &Die {
        &self.0[usize::from(die.0)]
    }

    /// The die with this name.
    pub fn named(&self, name: &str) -> Option<&Die> {
        self.0.iter().find(|die| die.name.eq_ignore_ascii_case(name))
    }

    /// How many faces the die has.
    pub fn faces(&self, die: DieId) -> u8 {
        self.get(die).faces.len() as u8
    }
}

/// Whether a face of a numbered die shows a number or more.
pub fn shows(face: Face, needed: u8) -> bool {
    face + 1 >= needed
}

/// How many faces of numbered dice show a number or more.
pub fn showing(faces: &[Face], needed: u8) -> u8 {
    faces.iter().filter(|face| shows(**face, needed)).count() as u8
}

/// Dice of one kind that one seat rolls for one purpose. Dice of a group are interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiceGroup {
    /// Who rolls them: a player, the judge, or [`Seat::NOBODY`] for what nobody leads, such as monsters. Those are told by
    /// what the game calls that seat ([`Hosted::seat_name`](crate::host::Hosted::seat_name)); at a table where dice are typed, anybody
    /// who takes part types them where no player rolls in the same request, and the judge may always.
    pub seat: Seat,
    /// Which die.
    pub die: DieId,
    /// How many.
    pub count: u8,
    /// What for: a number the ruleset puts into words. Groups of one seat and purpose are one sum
    /// (an army of different dice); what is counted apart has another purpose.
    pub purpose: u8,
    /// Whose own die it is (a unit's number), where the group is about one unit.
    pub subject: Option<u16>,
}

/// Groups of dice of one request; many more than most rolls have lie in place, so that asking
/// allocates nothing.
pub type DiceGroups = SmallVec<[DiceGroup; 96]>;

/// The dice that have to fall before the game goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RollRequest<R> {
    /// The rule that asks for them.
    pub because: R,
    /// The groups, in the order in which faces are given.
    pub groups: DiceGroups,
    /// How many dice at the end of the last group may be left unrolled: their owner may forget them.
    pub spare: u8,
    /// The one seat that may know what falls, such as behind a screen or of a deck; else the dice lie open. What comes of them the game keeps
    /// from others by its view and by what is audible: of the roll itself nothing may follow that they see. What does hang on it, such as a
    /// card that is turned over, comes when somebody has answered something else in the open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_to: Option<Seat>,
}

impl<R> RollRequest<R> {
    /// A request for groups of which every die falls.
    pub fn of(because: R, groups: DiceGroups) -> RollRequest<R> {
        RollRequest { because, groups, spare: 0, secret_to: None }
    }

    /// A request for one group.
    pub fn one(because: R, group: DiceGroup) -> RollRequest<R> {
        RollRequest::of(because, DiceGroups::from_iter([group]))
    }

    /// A request for so many dice of both sides, which roll against each other.
    pub fn opposed(because: R, die: DieId, count: u8) -> RollRequest<R> {
        let group = |seat| DiceGroup { seat, die, count, purpose: 0, subject: None };
        RollRequest::of(because, Seat::SIDES.into_iter().map(group).collect())
    }

    /// The same, rolled so that one seat alone knows what falls.
    #[must_use]
    pub fn secret_to(self, seat: Seat) -> RollRequest<R> {
        RollRequest { secret_to: Some(seat), ..self }
    }

    /// Whether that many dice may be rolled.
    pub fn takes(&self, dice: usize) -> bool {
        (self.dice().saturating_sub(self.spare.into())..=self.dice()).contains(&dice)
    }

    /// How many dice are rolled altogether.
    pub fn dice(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
    }

    /// How many faces each die has, die by die.
    pub fn sides(&self, dice: &Dice) -> impl Iterator<Item = u8> {
        let of = |group: &DiceGroup| std::iter::repeat_n(dice.faces(group.die), group.count.into());
        self.groups.iter().flat_map(of)
    }

    /// Throws all its dice into `faces`, which held others: `die(n)` draws a number below `n`.
    pub fn throw(&self, dice: &Dice, die: &mut dyn FnMut(u32) -> u32, faces: &mut Vec<Face>) {
        faces.clear();
        faces.extend(self.sides(dice).map(|sides| die(sides.into()) as Face));
    }

    /// The groups that are rolled together: of one seat, for one purpose.
    pub fn rolls(&self) -> impl Iterator<Item = &[DiceGroup]> {
        self.groups.chunk_by(|one, other| (one.seat, one.purpose) == (other.seat, other.purpose))
    }

    /// Faces that fit the request by their names, as they are typed: those of a group beside each other, groups parted.
    pub fn said(&self, dice: &Dice, faces: &[Face]) -> String {
        let group = |(group, faces): (&DiceGroup, &[Face])| {
            let names = faces.iter().map(|face| dice.get(group.die).face_name(*face));
            names.collect::<Vec<_>>().join(" ")
        };
        self.dealt(faces).map(group).collect::<Vec<_>>().join(" / ")
    }

    /// Each group with its share of faces that fit the request.
    pub fn dealt<'a>(
        &'a self,
        faces: &'a [Face],
    ) -> impl Iterator<Item = (&'a DiceGroup, &'a [Face])> {
        let mut left = faces;
        self.groups.iter().map(move |group| {
            let (own, rest) = left.split_at(left.len().min(group.count.into()));
            left = rest;
            (group, own)
        })
    }
}

/// What one face counts for in the pending roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Worth {
    /// Up to eight byte-wide counters that add up over all groups of one seat and purpose.
    Adds(u64),
    /// It matters which die showed it; faces of one number count for the same on that die.
    Each(u8),
    /// Only the greatest over all groups of one seat and purpose counts.
    Highest(u8),
    /// It adds as in `Adds`, and the die falls again, as often as it shows such a face: alone, before
    /// anything that other dice of the roll show is looked at, or what faces add up to.
    Again(u64),
    /// It matters which die showed it and which face it was.
    Distinct,
}

/// Faces that do not fit the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRoll {
    /// Nobody was asked to roll.
    #[error("no dice are asked for now")]
    NotAsked,
    /// Another number of dice.
    #[error("{asked} {} asked for, {given} given", if *asked == 1 { "die is" } else { "dice are" })]
    Count {
        /// How many the game asks for.
        asked: usize,
        /// How many were given.
        given: usize,
    },
    /// Another number of dice in one of several rolls.
    #[error("{asked} {} asked for in roll {roll} ({dice}), {given} given", if *asked == 1 { "die is" } else { "dice are" })]
    CountOfRoll {
        /// Which roll, counted from 1.
        roll: usize,
        /// Its dice, by name.
        dice: String,
        /// How many the game asks for.
        asked: usize,
        /// How many were given.
        given: usize,
    },
    /// Another number of dice in several rolls together.
    #[error("{asked} dice are asked for, {given} given: {rolls}")]
    CountOfRolls {
        /// The rolls, each with its dice by name.
        rolls: String,
        /// How many the game asks for.
        asked: usize,
        /// How many were given.
        given: usize,
    },
    /// A word that several faces of the die may be called by.
    #[error("`{face}` of die {number} ({die}) may be {readings}: say which")]
    Unclear {
        /// Which die of the roll, counted from 1.
        number: usize,
        /// The die's name.
        die: String,
        /// The word.
        face: String,
        /// What it may mean.
        readings: String,
    },
    /// Another number of dice of one kind.
    #[error(
        "{asked} {} needed for {die}, {} given",
        if *asked == 1 { "face is" } else { "faces are" },
        if *given == 0 { "none".to_string() } else { given.to_string() }
    )]
    CountOf {
        /// The die's name.
        die: String,
        /// How many the game asks for.
        asked: usize,
        /// How many were given.
        given: usize,
    },
    /// A name that none of the dice asked for has.
    #[error("no `{name}` is asked for, there are {expected}")]
    NoSuchDie {
        /// What was given.
        name: String,
        /// The dice that are asked for.
        expected: String,
    },
    /// A part of a line of dice by their names that names none.
    #[error("`{part}` has no `:` behind the die's name, as the other parts have")]
    NoColon {
        /// What was given.
        part: String,
    },
    /// A face the die does not have.
    #[error("die {number} ({die}) has no face `{face}`{}", hint(expected))]
    NoSuchFace {
        /// Which die, counted from 1.
        number: usize,
        /// The die's name.
        die: String,
        /// What was given.
        face: String,
        /// What may be given.
        expected: String,
    },
}

fn hint(expected: &str) -> String {
    if expected.is_empty() { String::new() } else { format!(", it has {expected}") }
}

/// Checks that faces fit a request: number of dice, and faces the dice have.
pub fn fits<R>(dice: &Dice, request: &RollRequest<R>, faces: &[Face]) -> Result<(), BadRoll> {
    let asked = request.dice();
    if !request.takes(faces.len()) {
        return Err(BadRoll::Count { asked, given: faces.len() });
    }
    let kinds = request.groups.iter().flat_map(|g| (0..g.count).map(|_| g.die));
    for (at, (face, die)) in faces.iter().zip(kinds).enumerate() {
        if *face >= dice.faces(die) {
            return Err(BadRoll::NoSuchFace {
                number: at + 1,
                die: dice.get(die).name.clone(),
                face: (u16::from(*face) + 1).to_string(),
                expected: String::new(),
            });
        }
    }
    Ok(())
}
