//! Dice as data: faces, requests for rolls, what faces count for, and how people type them.

use crate::seat::Seat;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Number of a face on its die, from 0.
pub type Face = u8;

/// A kind of die, as an index into the ruleset's [`Dice`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
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

    /// The first face with this name or short form.
    pub fn face_named(&self, word: &str) -> Option<Face> {
        let is_it = |face: &FaceName| {
            face.name.eq_ignore_ascii_case(word)
                || face.short.iter().any(|short| short.eq_ignore_ascii_case(word))
        };
        self.faces.iter().position(is_it).map(|at| at as Face)
    }

    /// The name of a face; `?` for a face the die does not have.
    pub fn face_name(&self, face: Face) -> &str {
        self.faces.get(usize::from(face)).map_or("?", |face| face.name.as_str())
    }
}

/// The dice a ruleset knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dice(pub Vec<Die>);

impl Dice {
    /// The die with this number. Requests only name dice of the ruleset's own table.
    pub fn get(&self, die: DieId) -> &Die {
        &self.0[usize::from(die.0)]
    }

    /// How many faces the die has.
    pub fn faces(&self, die: DieId) -> u8 {
        self.get(die).faces.len() as u8
    }
}

/// Dice of one kind that one seat rolls for one purpose. Dice of a group are interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiceGroup {
    /// Who rolls them.
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

/// The most groups one request may have.
pub const MAX_GROUPS: usize = 96;

/// The dice that have to fall before the game goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RollRequest<R> {
    /// The rule that asks for them.
    pub because: R,
    /// The groups, in the order in which faces are given.
    pub groups: ArrayVec<DiceGroup, MAX_GROUPS>,
    /// How many dice at the end of the last group may be left unrolled: their owner may forget them.
    pub spare: u8,
}

impl<R> RollRequest<R> {
    /// A request for one group.
    pub fn one(because: R, group: DiceGroup) -> RollRequest<R> {
        RollRequest { because, groups: ArrayVec::from_iter([group]), spare: 0 }
    }

    /// Whether that many dice may be rolled.
    pub fn takes(&self, dice: usize) -> bool {
        (self.dice().saturating_sub(self.spare.into())..=self.dice()).contains(&dice)
    }

    /// How many dice are rolled altogether.
    pub fn dice(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// Up to eight byte-wide counters that add up over all groups of one seat and purpose.
    Adds(u64),
    /// It matters which die showed it; faces of one number count for the same on that die.
    Each(u8),
    /// Only the greatest over all groups of one seat and purpose counts.
    Highest(u8),
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

/// Reads faces as people type them: `sword sword blank`, `ssb`, `3s b`, `17`, groups parted by `/`.
///
/// A count before a face repeats it (`3s`, `3 sword`); on numbered dice a number is the face. Blanks
/// and commas may part faces anywhere. Where one group stands alone the `/` may be left out, and
/// with fewer `/` than groups the faces simply follow on.
pub fn read_faces<R>(
    dice: &Dice,
    request: &RollRequest<R>,
    text: &str,
) -> Result<Vec<Face>, BadRoll> {
    let mut faces = Vec::new();
    let parts: Vec<&str> = text.split('/').collect();
    let parted = parts.len() == request.groups.len() && parts.len() > 1;
    if parted {
        for (part, group) in parts.iter().zip(&request.groups) {
            let given = read_group(dice, |_| group.die, part, 0)?;
            if given.len() != usize::from(group.count) {
                return Err(BadRoll::Count { asked: group.count.into(), given: given.len() });
            }
            faces.extend(given);
        }
        return Ok(faces);
    }
    let kinds: Vec<DieId> =
        request.groups.iter().flat_map(|g| (0..g.count).map(|_| g.die)).collect();
    let last = *kinds.last().ok_or(BadRoll::NotAsked)?;
    for part in parts {
        let start = faces.len();
        faces.extend(read_group(dice, |at| *kinds.get(at).unwrap_or(&last), part, start)?);
    }
    if !request.takes(faces.len()) {
        return Err(BadRoll::Count { asked: kinds.len(), given: faces.len() });
    }
    Ok(faces)
}

fn read_group(
    dice: &Dice,
    kind: impl Fn(usize) -> DieId,
    text: &str,
    start: usize,
) -> Result<Vec<Face>, BadRoll> {
    let mut faces = Vec::new();
    let mut count: Option<usize> = None;
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
        let at = start + faces.len();
        let die = dice.get(kind(at));
        if let Some(face) = die.face_named(word) {
            let times = count.take().unwrap_or(1).min(255);
            faces.extend(std::iter::repeat_n(face, times));
        } else if let (Ok(number), None) = (word.parse::<usize>(), count) {
            count = Some(number);
        } else {
            faces.extend(read_string(die, word, at)?);
        }
    }
    match count {
        None => Ok(faces),
        Some(number) => {
            Err(no_such_face(dice.get(kind(start)), start + faces.len(), &number.to_string()))
        }
    }
}

/// A string of one-letter faces with optional counts: `ssb`, `3sb`, `2s1b`.
fn read_string(die: &Die, word: &str, at: usize) -> Result<Vec<Face>, BadRoll> {
    let mut faces = Vec::new();
    let mut count: Option<usize> = None;
    for letter in word.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = Some((count.unwrap_or(0) * 10 + digit as usize).min(255));
            continue;
        }
        let face = die.face_named(letter.encode_utf8(&mut [0; 4]));
        let face = face.ok_or_else(|| no_such_face(die, at + faces.len(), word))?;
        faces.extend(std::iter::repeat_n(face, count.take().unwrap_or(1)));
    }
    if count.is_some() { Err(no_such_face(die, at + faces.len(), word)) } else { Ok(faces) }
}

fn no_such_face(die: &Die, at: usize, word: &str) -> BadRoll {
    let mut names: Vec<&str> = die.faces.iter().map(|face| face.name.as_str()).collect();
    names.dedup();
    let expected = match names.as_slice() {
        [first, .., last] if names.len() > 6 => format!("{first} to {last}"),
        _ => names.join(", "),
    };
    BadRoll::NoSuchFace {
        number: at + 1,
        die: die.name.clone(),
        face: word.chars().take(20).collect(),
        expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(name: &str, short: &str) -> FaceName {
        FaceName { name: name.into(), short: vec![short.into()] }
    }

    fn table() -> Dice {
        let three = [face("hit", "h"), face("miss", "m"), face("miss", "m")];
        Dice(vec![Die { name: "coin".into(), faces: three.into() }, Die::numbered("d20", 20)])
    }

    fn request(groups: &[(u16, u8)]) -> RollRequest<u8> {
        let group = |(die, count): &(u16, u8)| DiceGroup {
            seat: Seat(0),
            die: DieId(*die),
            count: *count,
            purpose: 0,
            subject: None,
        };
        RollRequest { because: 0, groups: groups.iter().map(group).collect(), spare: 0 }
    }

    #[test]
    fn faces_are_read_in_every_way_people_write_them() {
        let one = request(&[(0, 4)]);
        for text in ["hhhm", "3h m", "3hm", "hit hit,hit miss", "3 hit m", "HHH M", "hh / hm"] {
            assert_eq!(read_faces(&table(), &one, text), Ok(vec![0, 0, 0, 1]), "{text}");
        }
        let mixed = request(&[(0, 2), (1, 1)]);
        assert_eq!(read_faces(&table(), &mixed, "hm/17"), Ok(vec![0, 1, 16]));
        assert_eq!(read_faces(&table(), &mixed, "h m 17"), Ok(vec![0, 1, 16]));
    }

    #[test]
    fn faces_are_dealt_to_their_groups() {
        let request = request(&[(0, 2), (1, 1)]);
        let dealt: Vec<&[Face]> = request.dealt(&[0, 1, 16]).map(|(_, own)| own).collect();
        assert_eq!(dealt, [&[0, 1][..], &[16]]);
    }

    #[test]
    fn slips_of_typing_are_named() {
        let one = request(&[(0, 2)]);
        let slip = |text| read_faces(&table(), &one, text).unwrap_err().to_string();
        assert_eq!(slip("h"), "2 dice are asked for, 1 given");
        assert_eq!(slip("hhm"), "2 dice are asked for, 3 given");
        assert_eq!(slip("hx"), "die 2 (coin) has no face `hx`, it has hit, miss");
        assert_eq!(slip("h 9"), "die 2 (coin) has no face `9`, it has hit, miss");
        let d20 = request(&[(1, 1)]);
        let slip = read_faces(&table(), &d20, "21").unwrap_err().to_string();
        assert_eq!(slip, "die 1 (d20) has no face `21`, it has 1 to 20");
        assert_eq!(fits(&table(), &d20, &[19]), Ok(()));
        assert!(fits(&table(), &d20, &[20]).is_err());
    }
}
