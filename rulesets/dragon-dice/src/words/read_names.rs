//! Places, armies, dice and players read as people type them; slips say what was probably meant.

use crate::catalog::KindId;
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place};
use crate::state::State;
use crate::words;
use crate::words::{missing, names};
use umpire_core::command::{Names, few, unlike_any};
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// Words in which dice without commas are looked for.
const MOST_WORDS: usize = 12;
/// Ways to part them that are tried.
const MOST_WAYS: usize = 64;

/// What was read, or why it cannot be.
pub(super) type Parsed<T> = Result<T, Slip>;

/// Words as they are compared: lower case, `-` and `_` as blanks, one blank between words.
pub(super) fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace(['-', '_'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rest after a word that stands at the beginning by itself.
pub(super) fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The seat with whose name the text begins, and the rest.
fn seat_first<'a>(game: &DragonDice, state: &State, text: &'a str) -> Option<(Seat, &'a str)> {
    let seats = (0..state.players()).map(Seat);
    let mut found: Option<(Seat, &str)> = None;
    for seat in seats {
        let name = plain(&words::seat_word(game, seat));
        let rest = after(text, &format!("{name}'s")).or_else(|| after(text, &name));
        if let Some(rest) = rest
            && found.is_none_or(|(_, other)| rest.len() < other.len())
        {
            found = Some((seat, rest));
        }
    }
    found
}

pub(super) fn read_seat(game: &DragonDice, state: &State, text: &str) -> Parsed<Seat> {
    let text = plain(text);
    match seat_first(game, state, &text) {
        Some((seat, "")) => Ok(seat),
        _ => {
            let known: Vec<String> =
                (0..state.players()).map(|seat| words::seat_word(game, Seat(seat))).collect();
            Err(unlike_any("player", &text, known.iter().map(String::as_str)))
        }
    }
}

/// Reads a place; `home` alone is that of `own`.
pub fn read_place(game: &DragonDice, state: &State, own: Seat, text: &str) -> Parsed<Place> {
    let text = plain(text);
    let text = text.strip_prefix("the ").unwrap_or(&text);
    match text {
        "frontier" | "f" => return Ok(state.frontier()),
        "reserve" | "reserves" | "reserve area" | "r" => return Ok(Place::RESERVE),
        "dead" | "dua" | "dead unit area" => return Ok(Place::DEAD),
        "buried" | "bua" | "buried unit area" => return Ok(Place::BURIED),
        "pool" | "summoning pool" => return Ok(Place::POOL),
        "out" => return Ok(Place::OUT),
        "home" if state.seated(own) => return Ok(Place::terrain(own.0)),
        _ => {}
    }
    let home = after(text, "home").map(|rest| after(rest, "of").unwrap_or(rest));
    if let Some((seat, "")) = home.and_then(|rest| seat_first(game, state, rest)) {
        return Ok(Place::terrain(seat.0));
    }
    if let Some((seat, "home")) = seat_first(game, state, text) {
        return Ok(Place::terrain(seat.0));
    }
    let called = |kind: KindId| {
        let kind = game.catalog.kind(kind);
        plain(&kind.id) == text || plain(&kind.name) == text
    };
    if let Some(at) = state.grounds.iter().position(|ground| called(ground.kind)) {
        return Ok(Place::terrain(at as u8));
    }
    let known: Vec<String> = state
        .terrains()
        .chain([Place::RESERVE, Place::DEAD, Place::BURIED, Place::POOL])
        .map(|place| names::place_word(game, state, place))
        .collect();
    Err(unlike_any("place", text, known.iter().map(String::as_str)))
}

/// Reads an army; without a place it is the one at `near`, or the player's only one.
pub fn read_army(
    game: &DragonDice,
    state: &State,
    near: Option<Place>,
    text: &str,
) -> Parsed<Army> {
    let text = plain(text);
    let Some((owner, rest)) = seat_first(game, state, &text) else {
        let words = text.split(' ').next().unwrap_or(&text);
        read_seat(game, state, words)?;
        return Err(Slip::new(format!("there is no army `{text}`")));
    };
    let rest = after(rest, "army").unwrap_or(rest);
    let rest = ["at", "in", "on"].iter().find_map(|word| after(rest, word)).unwrap_or(rest);
    if !rest.is_empty() {
        return Ok(Army { owner, place: read_place(game, state, owner, rest)? });
    }
    if let Some(place) = near
        && state.exists(Army { owner, place })
    {
        return Ok(Army { owner, place });
    }
    let mut armies = state.armies(owner);
    match (armies.next(), armies.next()) {
        (Some(army), None) => Ok(army),
        (None, _) => Err(Slip::new(format!("{} has no army", words::seat_word(game, owner)))),
        (Some(first), _) => {
            Err(Slip::new(format!("which army of {}", words::seat_word(game, owner)))
                .meant(Some(names::army_word(game, state, first))))
        }
    }
}

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
        "all" | "everything" | "everyone" => return Ok(among),
        "nothing" | "none" | "nobody" => return Ok(PieceSet::NONE),
        _ => {}
    }
    if !state.seated(owner) {
        return Err(Slip::new("nobody has such dice"));
    }
    if text.is_empty() {
        let known = missing::kinds_among(game, state, owner, among);
        let known = few(known.iter().map(String::as_str));
        return Err(Slip::new(format!("which dice? {known}")));
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
    let begins = |kind: KindId| forms(kind).iter().any(|form| form.starts_with(name));
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
        Ok(set) => return Ok(set),
        Err(slip) if slip.says.starts_with("which") => return Err(slip),
        Err(_) => {}
    }
    let known = open().map(|(kind, _)| game.catalog.kind(*kind).id.as_str());
    let meant = suggest(name, known);
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
    let set = read_dice(game, state, owner, among, name)?;
    match (set.first(), set.len()) {
        (Some(number), 1) => Ok(Piece { owner, number }),
        _ => Err(Slip::new(format!("one die is named here, not `{text}`"))),
    }
}

/// The row of a table with that id or name.
pub(super) fn read_row<'a>(
    table: &'static str,
    rows: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    name: &str,
) -> Parsed<usize> {
    let wanted = plain(name);
    let fits = |(id, name): (&str, &str)| plain(id) == wanted || plain(name) == wanted;
    if let Some(at) = rows.clone().position(fits) {
        return Ok(at);
    }
    let mut names = Names::of(table);
    for (at, (id, name)) in rows.enumerate() {
        names.add(id, at);
        names.also(name, at);
    }
    names.find(&wanted)
}
