//! Dice read as people type them: by kind, number, place or the face they show.

use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Piece, PieceSet};
use crate::position::state::State;
use crate::tables::catalog::KindId;
use crate::words::asked;
use crate::words::read_names::{Parsed, plain, read_place, seat_first};
use umpire_core::command::{Names, few};
use umpire_core::data::suggest;
use umpire_core::dice::Face;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// Words in which dice without commas are looked for.
const MOST_WORDS: usize = 12;

/// Ways to part them that are tried.
const MOST_WAYS: usize = 64;

/// Reads dice of a player among those in question: `2 oakling, oak`, `oakling 3`, `all`, `nothing`.
pub fn read_dice(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    text: &str,
) -> Parsed<PieceSet> {
    let text = text.trim();
    match plain(text).as_str() {
        "all" | "everything" | "everyone" if state.seated(owner) => {
            let kinds = state.roster.force(owner).kinds().iter();
            let own = kinds.fold(PieceSet::NONE, |own, (_, set)| own.with(*set));
            return Ok(among.and(own));
        }
        "nothing" | "none" | "nobody" => return Ok(PieceSet::NONE),
        _ => {}
    }
    if !state.seated(owner) {
        return Err(Slip::new("nobody has such dice"));
    }
    if text.is_empty() {
        let known = asked::kinds_among(game, state, owner, among);
        let known = few(known.iter().map(String::as_str));
        return Err(Slip::asking(format!("which dice? {known}")));
    }
    let mut taken = PieceSet::NONE;
    for part in text.split([',', '+']).flat_map(|part| part.split(" and ")) {
        let part = plain(part);
        if !part.is_empty() {
            taken = taken.with(read_row_of(game, state, owner, among, taken, &part)?);
        }
    }
    Ok(taken)
}

/// Dice named one behind the other, `pine hamadryad`, where there is but one way to part them.
fn read_row_of(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    taken: PieceSet,
    text: &str,
) -> Parsed<PieceSet> {
    let slip = match read_some(game, state, owner, among, taken, text) {
        Ok(found) => return Ok(found),
        Err(slip) => slip,
    };
    let words: Vec<&str> = text.split(' ').take(MOST_WORDS).collect();
    let mut ways: Vec<(PieceSet, Vec<String>)> = Vec::new();
    let mut open = vec![(0, PieceSet::NONE, Vec::new())];
    let mut farthest = (0, None);
    while let Some((at, found, said)) = open.pop() {
        if at == words.len() {
            ways.push((found, said));
            continue;
        }
        for end in at + 1..=words.len() {
            let part = words[at..end].join(" ");
            match read_some(game, state, owner, among, taken.with(found), &part) {
                Ok(more) if ways.len() + open.len() < MOST_WAYS => {
                    open.push((end, found.with(more), [said.clone(), vec![part]].concat()));
                }
                Err(slip) if at > farthest.0 && end == at + 1 => farthest = (at, Some(slip)),
                _ => {}
            }
        }
    }
    match ways.as_slice() {
        [] => Err(farthest.1.unwrap_or(slip)),
        [(first, _), rest @ ..] if rest.iter().all(|(other, _)| other == first) => Ok(*first),
        several => {
            let said = several.iter().map(|(_, said)| format!("`{}`", said.join(", ")));
            let said: Vec<String> = said.collect();
            let said = few(said.iter().map(String::as_str));
            Err(Slip::new(format!("`{text}` may be {said}: part them by commas")))
        }
    }
}

/// `2 oakling`, `oakling`, `oakling 3`, `all oakling`.
fn read_some(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    taken: PieceSet,
    text: &str,
) -> Parsed<PieceSet> {
    let (count, rest) = match text.split_once(' ') {
        Some(("all", rest)) => (None, rest),
        Some(("a" | "an" | "one" | "the", rest)) => (Some(1), rest),
        Some(("two" | "both", rest)) => (Some(2), rest),
        Some(("three", rest)) => (Some(3), rest),
        Some((number, rest)) => match number.parse::<usize>() {
            Ok(number) => (Some(number), rest),
            Err(_) => (Some(1), text),
        },
        None => (Some(1), text),
    };
    let kinds = state.roster.force(owner).kinds();
    if let Some((name, which)) = rest.rsplit_once(' ')
        && let Ok(which) = which.parse::<usize>()
        && let Ok(all) = read_kind(game, kinds, among, name)
    {
        let die = which.checked_sub(1).and_then(|at| all.iter().nth(at));
        let die = die.ok_or_else(|| Slip::new(format!("there is no `{rest}`")))?;
        return Ok(PieceSet::only(die));
    }
    let all = read_kind(game, kinds, among, rest)?;
    let open = all.and(among).without(taken);
    let Some(count) = count else { return Ok(open) };
    if count > open.len() as usize {
        let (name, found) = (rest, open.len());
        return Err(Slip::new(format!("{count} `{name}` meant, {found} there")));
    }
    Ok(names::in_order(state, owner, open).take(count).collect())
}

/// All dice of a kind, by id, name or a beginning that fits one kind in question.
fn read_kind(
    game: &DragonDice,
    kinds: &[(KindId, PieceSet)],
    among: PieceSet,
    name: &str,
) -> Parsed<PieceSet> {
    let forms = |kind: KindId| {
        let kind = game.catalog.kind(kind);
        [plain(&kind.id), plain(&kind.name)]
    };
    let exact = |kind: KindId| {
        let singular = name.strip_suffix('s');
        forms(kind).iter().any(|form| form == name || Some(form.as_str()) == singular)
    };
    if let Some((_, set)) = kinds.iter().find(|(kind, _)| exact(*kind)) {
        return Ok(*set);
    }
    // The name of another kind is not a beginning of one that is there.
    let id = name.replace(' ', "-");
    let is_other = game.catalog.kinds.iter().any(|kind| kind.id == id);
    let begins = |kind: KindId| !is_other && forms(kind).iter().any(|form| form.starts_with(name));
    let open = || kinds.iter().filter(|(_, set)| !set.and(among).is_empty());
    let mut beginning = open().filter(|(kind, _)| begins(*kind));
    if let (Some((_, set)), None) = (beginning.next(), beginning.next()) {
        return Ok(*set);
    }
    let mut names = Names::of("die");
    for (kind, set) in open() {
        let kind = game.catalog.kind(*kind);
        names.add(kind.id.as_str(), *set);
        names.also(&kind.name, *set);
    }
    match names.find(name) {
        Ok(set) if !is_other => return Ok(set),
        Err(slip) if slip.asks => return Err(slip),
        _ => {}
    }
    let known = || open().map(|(kind, _)| game.catalog.kind(*kind).id.as_str());
    let meant = suggest(name, known()).or_else(|| known().find(|id| plain(id).starts_with(name)));
    Err(Slip::new(format!("there is no die `{name}` in question")).meant(meant))
}

/// Reads one die of anybody: `A red-drake`, `A red-drake at frontier`, `red-drake` of `own`.
pub(super) fn read_piece(game: &DragonDice, state: &State, own: Seat, text: &str) -> Parsed<Piece> {
    let text = plain(text);
    let (owner, rest) = match seat_first(game, state, &text) {
        Some((seat, rest)) if !rest.is_empty() => (seat, rest),
        _ => (own, text.as_str()),
    };
    let split = [" at ", " in "].iter().find_map(|word| rest.split_once(word));
    let (name, among) = match split {
        Some((name, place)) if state.seated(owner) => {
            (name, state.at(owner, read_place(game, state, owner, place)?))
        }
        _ => (rest, PieceSet::ALL),
    };
    Ok(Piece { owner, number: read_one(game, state, owner, among, name)? })
}

/// The dice in question that an answer names: `2 oakling`, or `oakling showing save` where a roll shows them.
pub(super) fn read_taken(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    text: &str,
) -> Parsed<PieceSet> {
    let question = asked::in_question(state, seat);
    let text = text.to_lowercase();
    if let (Some(roll), Some((name, face))) = (question.roll, text.split_once(" showing ")) {
        return read_showing(game, state, (roll, question.among), name, face);
    }
    read_dice(game, state, question.owner, question.among, &text)
}

/// The first die of a kind in a roll that shows a face.
fn read_showing(
    game: &DragonDice,
    state: &State,
    (roll, among): (u8, PieceSet),
    name: &str,
    face: &str,
) -> Parsed<PieceSet> {
    let nothing = || Slip::new(format!("no `{name}` of this roll shows `{face}`"));
    let roll = state.rolls.get(usize::from(roll)).ok_or_else(nothing)?;
    let one = read_dice(game, state, roll.army.owner, roll.dice, name)?;
    let force = state.roster.force(roll.army.owner);
    let kind = force.kind(one.first().ok_or_else(nothing)?);
    let die = game.catalog.dice.get(kind.die());
    if let [_, _, ..] = die.readings(face).as_slice() {
        let readings = die.readings(face).join(" or ");
        return Err(Slip::new(format!("`{face}` of {} may be {readings}: say which", die.name)));
    }
    let face = die.face_named(face).ok_or_else(nothing)?;
    let die = roll.shown().find(|(die, shown)| {
        let is_it = force.kind(*die) == kind && names::same_face(game, kind, *shown, face);
        is_it && among.contains(*die)
    });
    Ok(PieceSet::only(die.ok_or_else(nothing)?.0))
}

/// The only die that is named.
pub(super) fn read_one(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    text: &str,
) -> Parsed<u8> {
    let set = read_dice(game, state, owner, among, text)?;
    match (set.first(), set.len()) {
        (Some(die), 1) => Ok(die),
        _ => Err(Slip::new(format!("one die is named here, not `{text}`"))),
    }
}

/// A face of a die by its name.
pub(super) fn read_face(
    game: &DragonDice,
    state: &State,
    Piece { owner, number }: Piece,
    name: &str,
) -> Parsed<Face> {
    let die = game.catalog.dice.get(state.roster.force(owner).kind(number).die());
    die.face_named(name).ok_or_else(|| {
        let meant = suggest(name, die.faces.iter().map(|face| face.name.as_str()));
        Slip::new(format!("there is no face `{name}`")).meant(meant)
    })
}
