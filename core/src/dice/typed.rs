//! Faces as people type them: by order, by groups, or each kind of die by its name.

use super::{BadRoll, Dice, DiceGroup, Die, DieId, Face, RollRequest};
use crate::command::normalized;

/// Reads faces as people type them: `sword sword blank`, `ssb`, `3s b`, `17`, groups parted by `/`.
///
/// A count before a face repeats it (`3s`, `3 sword`); on numbered dice a number is the face. Blanks
/// and commas may part faces anywhere. Where one group stands alone the `/` may be left out; a `/`
/// stands between all groups, or between all rolls, or the faces simply follow on.
///
/// Kinds of dice may also be named, in any order and each by a beginning that no other has, with
/// `;` or `/` between: `wolf: 2 fang, tail; bear: paw`.
///
/// Where a line makes no roll so, a number before a face may be part of its name: `4s` is one face `s4`.
pub fn read_faces<R>(
    dice: &Dice,
    request: &RollRequest<R>,
    text: &str,
) -> Result<Vec<Face>, BadRoll> {
    let swapped = || read_counted(dice, request, &numbers_behind(text)).ok();
    let told = |bad| no_face_of_its_die(dice, request, text).unwrap_or(bad);
    read_counted(dice, request, text).or_else(|bad| swapped().ok_or_else(|| told(bad)))
}

/// The first number that is no face of its die, where a line has as many words as dice are asked for: none is meant as a count.
fn no_face_of_its_die<R>(dice: &Dice, request: &RollRequest<R>, text: &str) -> Option<BadRoll> {
    let kinds = kinds_of(&request.groups);
    let words = || text.split([' ', ',', '\t', '/', ';']).filter(|word| !word.is_empty());
    if words().count() != kinds.len() {
        return None;
    }
    let strays = (0..).zip(words()).zip(kinds).filter(|((_, word), die)| {
        word.bytes().all(|byte| byte.is_ascii_digit()) && dice.get(*die).face_named(word).is_none()
    });
    strays.map(|((at, word), die)| no_such_face(dice.get(die), at, word)).next()
}

/// A text with the number behind the letters in each word that is a number and letters: `s4` for `4s`.
fn numbers_behind(text: &str) -> String {
    let swapped = |word: &str| {
        let number = word.len() - word.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let (number, letters) = word.split_at(number);
        match letters.chars().all(char::is_alphabetic) {
            true => format!("{letters}{number}"),
            false => word.to_string(),
        }
    };
    let words = text.split_inclusive([' ', ',', '\t', '/', ';', ':']);
    let each = words.map(|word| match word.char_indices().next_back() {
        Some((at, end)) if !end.is_alphanumeric() => swapped(&word[..at]) + &word[at..],
        _ => swapped(word),
    });
    each.collect()
}

/// The same where every number before a face is a count.
fn read_counted<R>(
    dice: &Dice,
    request: &RollRequest<R>,
    text: &str,
) -> Result<Vec<Face>, BadRoll> {
    if text.contains(':') {
        return read_named(dice, request, text);
    }
    let mut faces = Vec::new();
    let parts: Vec<&str> = text.split(['/', ';']).collect();
    let parted = parts.len() == request.groups.len() && parts.len() > 1;
    if parted {
        for (number, (part, group)) in (1..).zip(parts.iter().zip(&request.groups)) {
            let given = read_group(dice, |_| group.die, part, 0)?;
            let spare = if number == parts.len() { usize::from(request.spare) } else { 0 };
            let count = usize::from(group.count);
            if !(count.saturating_sub(spare)..=count).contains(&given.len()) {
                return Err(count_of(dice, group.die, group.count.into(), given.len()));
            }
            faces.extend(given);
        }
        return Ok(faces);
    }
    let rolls: Vec<&[DiceGroup]> = request.rolls().collect();
    if parts.len() == rolls.len() && parts.len() > 1 {
        return read_rolls(dice, request.spare.into(), &rolls, &parts);
    }
    let kinds = kinds_of(&request.groups);
    let last = *kinds.last().ok_or(BadRoll::NotAsked)?;
    for part in parts {
        let start = faces.len();
        faces.extend(read_group(dice, |at| *kinds.get(at).unwrap_or(&last), part, start)?);
    }
    match (request.takes(faces.len()), rolls.len()) {
        (true, _) => Ok(faces),
        (false, 0 | 1) => Err(BadRoll::Count { asked: kinds.len(), given: faces.len() }),
        (false, _) => Err(BadRoll::CountOfRolls {
            rolls: rolls.iter().map(|roll| dice_of(dice, roll)).collect::<Vec<_>>().join(" / "),
            asked: kinds.len(),
            given: faces.len(),
        }),
    }
}

/// One part for each roll; of the last one `spare` dice may be missing.
fn read_rolls(
    dice: &Dice,
    spare: usize,
    rolls: &[&[DiceGroup]],
    parts: &[&str],
) -> Result<Vec<Face>, BadRoll> {
    let mut faces = Vec::new();
    let mut begun = 0;
    for (number, (roll, part)) in (1..).zip(rolls.iter().zip(parts)) {
        let kinds = kinds_of(roll);
        let last = *kinds.last().ok_or(BadRoll::NotAsked)?;
        let kind = |at: usize| *kinds.get(at - begun).unwrap_or(&last);
        let given = read_group(dice, kind, part, begun)?;
        let fewest = kinds.len().saturating_sub(if number == rolls.len() { spare } else { 0 });
        if !(fewest..=kinds.len()).contains(&given.len()) {
            let (asked, given) = (kinds.len(), given.len());
            return Err(BadRoll::CountOfRoll {
                roll: number,
                dice: dice_of(dice, roll),
                asked,
                given,
            });
        }
        faces.extend(given);
        begun += kinds.len();
    }
    Ok(faces)
}

fn kinds_of(groups: &[DiceGroup]) -> Vec<DieId> {
    groups.iter().flat_map(|group| (0..group.count).map(|_| group.die)).collect()
}

/// `2 Grey Wolf, Great Bear`.
fn dice_of(dice: &Dice, groups: &[DiceGroup]) -> String {
    let kind = |group: &DiceGroup| match (group.count, &dice.get(group.die).name) {
        (1, name) => name.clone(),
        (many, name) => format!("{many} {name}"),
    };
    groups.iter().map(kind).collect::<Vec<_>>().join(", ")
}

/// `wolf: 2 fang, tail; bear: paw`. Faces of one die fill its groups in the order of the request.
fn read_named<R>(dice: &Dice, request: &RollRequest<R>, text: &str) -> Result<Vec<Face>, BadRoll> {
    let mut kinds: Vec<(DieId, usize)> = Vec::new();
    for group in &request.groups {
        match kinds.iter_mut().find(|(die, _)| *die == group.die) {
            Some((_, asked)) => *asked += usize::from(group.count),
            None => kinds.push((group.die, group.count.into())),
        }
    }
    let mut given: Vec<Vec<Face>> = vec![Vec::new(); kinds.len()];
    for part in text.split(['/', ';']).filter(|part| !part.trim().is_empty()) {
        let (name, rest) = match part.split_once(':') {
            Some((name, rest)) => (name, rest),
            None => {
                let part = part.trim().chars().take(20).collect();
                return Err(BadRoll::NoColon { part });
            }
        };
        let at = die_named(dice, &kinds, name)?;
        given[at].extend(read_group(dice, |_| kinds[at].0, rest, 0)?);
    }
    let spare = usize::from(request.spare);
    let last = request.groups.last().map(|group| group.die);
    for ((die, asked), faces) in kinds.iter().zip(&given) {
        let fewest = if last == Some(*die) { asked.saturating_sub(spare) } else { *asked };
        if !(fewest..=*asked).contains(&faces.len()) {
            return Err(count_of(dice, *die, *asked, faces.len()));
        }
    }
    let mut faces = Vec::new();
    for group in &request.groups {
        let at = kinds.iter().position(|(die, _)| *die == group.die);
        if let Some(own) = at.and_then(|at| given.get_mut(at)) {
            let count = own.len().min(group.count.into());
            faces.extend(own.drain(..count));
        }
    }
    Ok(faces)
}

/// Which of the kinds has that name, or a name that alone begins so.
fn die_named(dice: &Dice, kinds: &[(DieId, usize)], name: &str) -> Result<usize, BadRoll> {
    let wanted = normalized(name);
    let called = |(die, _): &(DieId, usize)| normalized(&dice.get(*die).name);
    let exact = |name: &String| *name == wanted || format!("{name}s") == wanted;
    if let Some(at) = kinds.iter().position(|kind| exact(&called(kind))) {
        return Ok(at);
    }
    let begins = |kind: &&(DieId, usize)| !wanted.is_empty() && called(kind).starts_with(&wanted);
    let mut found = kinds.iter().enumerate().filter(|(_, kind)| begins(kind));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Ok(at),
        _ => {
            let known: Vec<&str> =
                kinds.iter().map(|(die, _)| dice.get(*die).name.as_str()).collect();
            let name = name.trim().chars().take(20).collect();
            Err(BadRoll::NoSuchDie { name, expected: known.join(", ") })
        }
    }
}

fn count_of(dice: &Dice, die: DieId, asked: usize, given: usize) -> BadRoll {
    BadRoll::CountOf { die: dice.get(die).name.clone(), asked, given }
}

fn read_group(
    dice: &Dice,
    kind: impl Fn(usize) -> DieId,
    text: &str,
    start: usize,
) -> Result<Vec<Face>, BadRoll> {
    let mut faces = Vec::new();
    let mut count: Option<usize> = None;
    let words = || text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    for (number, word) in words().enumerate() {
        let at = start + faces.len();
        let die = dice.get(kind(at));
        let is_face = |word: &str| die.face_named(one_of(die, word)).is_some();
        let counts = || words().nth(number + 1).is_some_and(is_face);
        if count.is_none() && is_run(die, word) && !counts() {
            for digit in word.chars() {
                let now = start + faces.len();
                let die = dice.get(kind(now));
                let face = die.face_named(digit.encode_utf8(&mut [0; 4]));
                faces.push(face.ok_or_else(|| no_such_face(die, now, word))?);
            }
        } else if let Some(face) = named(die, at, word)? {
            let times = count.take().unwrap_or(1).min(255);
            repeat(dice, &kind, word, (at, times), face, &mut faces)?;
        } else if let (Ok(number @ 1..), None) = (word.parse::<usize>(), count) {
            count = Some(number);
        } else {
            match (read_string(dice, &kind, word, at), begun(die, word)) {
                (Ok(read), _) => faces.extend(read),
                (Err(_), Some(face)) => {
                    let times = count.take().unwrap_or(1).min(255);
                    repeat(
                        dice,
                        &kind,
                        &die.faces[usize::from(face)].name,
                        (at, times),
                        face,
                        &mut faces,
                    )?;
                }
                (Err(bad), None) => return Err(bad),
            }
        }
    }
    match count {
        None => Ok(faces),
        Some(number) => {
            Err(no_such_face(dice.get(kind(start)), start + faces.len(), &number.to_string()))
        }
    }
}

/// Whether a word is several numbers of a die whose faces have one digit each: `3516`.
fn is_run(die: &Die, word: &str) -> bool {
    let digit = |letter: char| {
        letter.is_ascii_digit() && die.face_named(letter.encode_utf8(&mut [0; 4])).is_some()
    };
    word.len() > 1 && die.faces.iter().all(|face| face.name.len() == 1) && word.chars().all(digit)
}

/// The same word again, for dice of the next kind too where the count goes beyond the first.
fn repeat(
    dice: &Dice,
    kind: &impl Fn(usize) -> DieId,
    word: &str,
    (at, times): (usize, usize),
    first: Face,
    into: &mut Vec<Face>,
) -> Result<(), BadRoll> {
    let same = kind(at);
    for at in at..at + times {
        let die = kind(at);
        if die == same {
            into.push(first);
            continue;
        }
        let face = named(dice.get(die), at, word)?;
        into.push(face.ok_or_else(|| no_such_face(dice.get(die), at, word))?);
    }
    Ok(())
}

/// The face of a die that a word means, also of several (`2 fangs`); nothing where it has none such.
fn named(die: &Die, at: usize, word: &str) -> Result<Option<Face>, BadRoll> {
    let word = one_of(die, word);
    match die.readings(word).as_slice() {
        [] => Ok(None),
        [name] => Ok(die.face_named(name)),
        several => Err(BadRoll::Unclear {
            number: at + 1,
            die: die.name.clone(),
            face: word.chars().take(20).collect(),
            readings: several.join(" or "),
        }),
    }
}

/// The face whose name a word begins, where there is one: `bl` where no face is called `l`.
fn begun(die: &Die, word: &str) -> Option<Face> {
    let word = word.to_lowercase();
    let begins = |name: &str| word.len() > 1 && name.to_lowercase().starts_with(&word);
    let mut found = (0..).zip(&die.faces).filter(|(_, face)| begins(&face.name));
    let (first, name) = found.next().map(|(at, face)| (at, &face.name))?;
    found.all(|(_, other)| other.name == *name).then_some(first)
}

/// The name of a face where a word is its plural; otherwise the word.
fn one_of<'w>(die: &Die, word: &'w str) -> &'w str {
    let plural = |one: &&str| one.len() > 2 && die.readings(word).is_empty();
    let one = word.strip_suffix(['s', 'S']).filter(plural);
    one.filter(|one| !die.readings(one).is_empty()).unwrap_or(word)
}

/// A string of one-letter faces with optional counts: `ssb`, `3sb`, `2s1b`. A number at the end belongs
/// to the letter before it: `2s3` is two faces `s3`.
fn read_string(
    dice: &Dice,
    kind: &impl Fn(usize) -> DieId,
    word: &str,
    at: usize,
) -> Result<Vec<Face>, BadRoll> {
    let mut faces = Vec::new();
    let mut count: Option<usize> = None;
    for (begin, letter) in word.char_indices() {
        if let Some(digit) = letter.to_digit(10) {
            count = Some((count.unwrap_or(0) * 10 + digit as usize).min(255));
            continue;
        }
        let now = at + faces.len();
        let die = dice.get(kind(now));
        let (name, rest) = word[begin..].split_at(letter.len_utf8());
        let is_number = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        let is_numbered = is_number && die.face_named(&word[begin..]).is_some();
        let name = if is_numbered { &word[begin..] } else { name };
        let face = named(die, now, name)?.ok_or_else(|| no_such_face(die, now, word))?;
        repeat(dice, kind, name, (now, count.take().unwrap_or(1)), face, &mut faces)?;
        if is_numbered {
            break;
        }
    }
    match count {
        None => Ok(faces),
        Some(_) => Err(no_such_face(dice.get(kind(at)), at + faces.len(), word)),
    }
}

fn no_such_face(die: &Die, at: usize, word: &str) -> BadRoll {
    let mut names: Vec<String> = die.faces.iter().map(|face| die.typed(face)).collect();
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
