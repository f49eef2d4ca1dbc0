//! Changes of the position, as a judge types them and as they are said.

use super::read_names::{Parsed, after, plain};
use crate::amend::Amendment;
use crate::catalog::EighthId;
use crate::game::DragonDice;
use crate::pieces::{Piece, PieceSet};
use crate::position::{EffectSetup, effects};
use crate::rule::Rule;
use crate::state::{Effect, On, State};
use crate::words;
use crate::words::{names, read_names, say, say_action, say_effect};
use umpire_core::command::few;
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

const VERBS: [&str; 9] =
    ["put", "terrain", "holder", "named", "held", "minor", "begin", "end", "turn"];

/// Reads an amendment. What it is about may stand before what changes: `frontier holder B`.
pub(super) fn read_change(game: &DragonDice, state: &State, text: &str) -> Parsed<Amendment> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let verb = line.split(' ').next().unwrap_or(&line);
    if VERBS.contains(&verb) {
        return read_after_verb(game, state, &line);
    }
    let moved = verb_first(&line).and_then(|line| read_after_verb(game, state, &line).ok());
    moved.ok_or_else(|| no_change(game, state, text.trim()))
}

/// The line with the first word that says what changes at its beginning.
fn verb_first(line: &str) -> Option<String> {
    let mut words: Vec<&str> = line.split(' ').collect();
    let at = words.iter().position(|word| VERBS.contains(word))?;
    let verb = words.remove(at);
    words.insert(0, verb);
    Some(words.join(" "))
}

/// The slip for a line that does not say what changes: the line that was probably meant, or what there is.
fn no_change(game: &DragonDice, state: &State, text: &str) -> Slip {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let shown: String = text.chars().take(40).collect();
    let near = suggest(&verb.to_lowercase(), VERBS).map(|near| format!("{near} {rest}"));
    let reads = |line: &String| read_after_verb(game, state, &line.to_lowercase()).is_ok();
    let completed = || VERBS.iter().map(|verb| format!("{verb} {text}")).find(reads);
    match near.clone().filter(reads).or_else(completed).or(near) {
        Some(meant) => Slip::new(format!("`{shown}` does not say what changes"))
            .meant(Some(meant.trim().to_string())),
        None => Slip::new(format!(
            "`{shown}` is no change of the position; there is {}",
            VERBS.join(", ")
        )),
    }
}

/// Reads what follows the word that says what changes.
fn read_after_verb(game: &DragonDice, state: &State, line: &str) -> Parsed<Amendment> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "put" => read_put(game, state, rest),
        "terrain" => {
            let (place, face) = last_word(rest, "terrain PLACE NUMBER")?;
            let place = place.strip_suffix(" to").unwrap_or(place);
            let face = face.parse().map_err(|_| usage("terrain PLACE NUMBER"))?;
            let place = read_names::read_place(game, state, state.marching, place)?;
            Ok(Amendment::Face { place, face })
        }
        "holder" => {
            let (place, seat) = last_word(rest, "holder PLACE SEAT|none")?;
            let holder = match seat {
                "none" | "nobody" => None,
                seat => Some(read_names::read_seat(game, state, seat)?),
            };
            let place = read_names::read_place(game, state, state.marching, place)?;
            Ok(Amendment::Holder { place, holder })
        }
        "named" => {
            let (place, face) = last_word(rest, "named PLACE FACE|none")?;
            let place = read_names::read_place(game, state, state.marching, place)?;
            if face == "none" {
                return Ok(Amendment::Named { place, eighth: None });
            }
            let rows = game.catalog.eighth_faces.iter();
            let rows = rows.map(|face| (face.id.as_str(), face.name.as_str()));
            let at = read_names::read_row("eighth face", rows, face)?;
            Ok(Amendment::Named { place, eighth: Some(EighthId(at as u8)) })
        }
        "held" => {
            let (place, turns) = last_word(rest, "held PLACE TURNS")?;
            let turns = turns.parse().map_err(|_| usage("held PLACE TURNS"))?;
            let place = read_names::read_place(game, state, state.marching, place)?;
            Ok(Amendment::Held { place, turns })
        }
        "minor" => read_minor(game, state, rest),
        "begin" => read_begin(game, state, rest),
        "end" => read_end(game, state, rest),
        "turn" => Ok(Amendment::Turn(read_names::read_seat(game, state, rest)?)),
        _ => Err(no_change(game, state, line)),
    }
}

/// `put SEAT DICE [from PLACE] to PLACE`.
fn read_put(game: &DragonDice, state: &State, rest: &str) -> Parsed<Amendment> {
    let usage = || usage("put SEAT DICE [from PLACE] to PLACE");
    let (rest, to) = rest.rsplit_once(" to ").ok_or_else(usage)?;
    let lower = rest.to_lowercase();
    let seats = (0..state.players()).map(Seat);
    let begins = |seat: &Seat| {
        let name = words::seat_word(game, *seat).to_lowercase();
        after(&lower, &name).or_else(|| after(&lower, &format!("{name}'s"))).is_some()
    };
    let owner = seats.filter(begins).max_by_key(|seat| words::seat_word(game, *seat).len());
    let owner = owner.ok_or_else(usage)?;
    let dice = lower[words::seat_word(game, owner).len()..].trim_start_matches("'s").trim();
    let to = read_names::read_place(game, state, owner, to)?;
    let (dice, among) = match dice.rsplit_once(" from ") {
        Some((dice, from)) => {
            (dice, state.at(owner, read_names::read_place(game, state, owner, from)?))
        }
        None => (dice, PieceSet::ALL),
    };
    // A word for two kinds is asked about, wherever these lie.
    let named = read_names::read_dice(game, state, owner, among, dice);
    if let Err(slip) = &named
        && slip.says.starts_with("which")
    {
        return Err(slip.clone());
    }
    // Of several of a kind those are meant that are not there yet.
    let elsewhere = among.without(state.at(owner, to));
    let moved = read_names::read_dice(game, state, owner, elsewhere, dice);
    let force = state.roster.force(owner);
    let is_named = |moved: &PieceSet, named: &PieceSet| {
        let kinds = named.iter().map(|die| force.kind(die));
        moved.iter().all(|die| kinds.clone().any(|kind| kind == force.kind(die)))
    };
    let pieces = match (moved, named) {
        (Ok(moved), Ok(named)) if !is_named(&moved, &named) => named,
        (moved, named) => moved.or(named)?,
    };
    if !pieces.is_empty() && pieces.within(state.at(owner, to)) {
        let (seat, dice) =
            (words::seat_word(game, owner), names::dice_words(game, state, owner, pieces));
        let lie = if pieces.len() > 1 { "lie" } else { "lies" };
        let to = names::place_word(game, state, to);
        return Err(Slip::new(format!("{seat}'s {dice} {lie} at `{to}` already")));
    }
    Ok(Amendment::Put { owner, pieces, to })
}

/// `minor ARMY FACE`, the face by its number or name.
fn read_minor(game: &DragonDice, state: &State, rest: &str) -> Parsed<Amendment> {
    let (army, face) = last_word(rest, "minor ARMY FACE")?;
    let army = read_names::read_army(game, state, None, army)?;
    let none =
        || Slip::new(format!("{} has no minor terrain", names::army_word(game, state, army)));
    let die = state.seated(army.owner).then(|| state.minor(army)).flatten().ok_or_else(none)?;
    if let Ok(face) = face.parse() {
        return Ok(Amendment::Minor { army, face });
    }
    let die = game.catalog.dice.get(state.roster.force(army.owner).kind(die).die());
    let found = die.face_named(face).ok_or_else(|| {
        let meant = suggest(face, die.faces.iter().map(|face| face.name.as_str()));
        Slip::new(format!("there is no face `{face}`")).meant(meant)
    })?;
    Ok(Amendment::Minor { army, face: found + 1 })
}

/// `begin SPELL on ARMY|PLACE|SEAT [by SEAT]`.
fn read_begin(game: &DragonDice, state: &State, rest: &str) -> Parsed<Amendment> {
    let (rest, by) = match rest.rsplit_once(" by ") {
        Some((rest, by)) => (rest, read_names::read_seat(game, state, by)?),
        None => (rest, state.marching),
    };
    let usage = || usage("begin SPELL on ARMY|PLACE|SEAT [by SEAT]");
    let (name, on) = rest.split_once(" on ").ok_or_else(usage)?;
    let rows = game.catalog.spells.iter();
    let rows = rows.map(|spell| (spell.id.as_str(), spell.name.as_str()));
    let spell = game.catalog.spells[read_names::read_row("spell", rows, name)?].id.clone();
    let on = lying_on(game, state, on)?;
    let (spell, by) = (Some(spell), Some(words::seat_word(game, by)));
    let stated = EffectSetup { spell, by, on, ..EffectSetup::default() };
    let mut after = state.clone();
    after.effects.clear();
    effects::add_stated(game, &mut after, &stated).map_err(Slip::new)?;
    let effect = after.effects.first().copied().ok_or_else(|| Slip::new("nothing lasts"))?;
    Ok(Amendment::Begin(effect))
}

/// An army, a terrain or a player, in the words in which positions state it.
fn lying_on(game: &DragonDice, state: &State, text: &str) -> Parsed<String> {
    if let Ok(place) = read_names::read_place(game, state, state.marching, text) {
        return Ok(names::place_word(game, state, place));
    }
    if let Ok(seat) = read_names::read_seat(game, state, text) {
        return Ok(words::seat_word(game, seat));
    }
    let army = read_names::read_army(game, state, None, text)?;
    let place = names::place_word(game, state, army.place);
    Ok(format!("{} {place}", words::seat_word(game, army.owner)))
}

/// `end NUMBER` as effects are listed, or `end SPELL` for the only one of it.
fn read_end(game: &DragonDice, state: &State, rest: &str) -> Parsed<Amendment> {
    let rest = after(rest, "effect").unwrap_or(rest);
    let effects = || (1..).zip(&state.effects);
    if rest.is_empty() || state.effects.is_empty() {
        let listed = effects()
            .map(|(number, effect)| format!("{number} ({})", names::rule_name(game, effect.rule)));
        let listed: Vec<String> = listed.collect();
        let known = few(listed.iter().map(String::as_str));
        return Err(Slip::new(match listed.is_empty() {
            true => "nothing lasts that could end".to_string(),
            false => format!("`end` which effect? {known} (`end NUMBER|SPELL`)"),
        }));
    }
    let number = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(effect) = number.and_then(|number| state.effects.get(number)) {
        return Ok(Amendment::End(*effect));
    }
    let name = rest.split(" on ").next().unwrap_or(rest);
    let called = |effect: &&Effect| plain(&names::rule_name(game, effect.rule)) == plain(name);
    match state.effects.iter().find(called) {
        Some(effect) => Ok(Amendment::End(*effect)),
        None => {
            let known: Vec<String> =
                state.effects.iter().map(|effect| names::rule_name(game, effect.rule)).collect();
            let meant = suggest(name, known.iter().map(String::as_str)).map(str::to_lowercase);
            Err(Slip::new(format!("nothing called `{rest}` lasts")).meant(meant))
        }
    }
}

/// A change of the position as it would be typed.
pub(super) fn say_change(game: &DragonDice, state: &State, change: &Amendment) -> String {
    let place = |place| names::place_word(game, state, place);
    match *change {
        Amendment::Put { owner, pieces, to } => {
            let together = say_action::together(state, owner, pieces);
            let whole = pieces.within(together) && state.seated(owner);
            let from = pieces.first().filter(|_| whole).map(|number| {
                let from = state.place_of(Piece { owner, number });
                format!(" from {}", place(from))
            });
            let among = if whole { together } else { PieceSet::ALL };
            let dice = names::exact_words(game, state, owner, among, pieces);
            let (seat, from) = (words::seat_word(game, owner), from.unwrap_or_default());
            format!("put {seat} {dice}{from} to {}", place(to))
        }
        Amendment::Face { place: at, face } => format!("terrain {} {face}", place(at)),
        Amendment::Holder { place: at, holder } => {
            let holder = holder.map_or("none".to_string(), |seat| words::seat_word(game, seat));
            format!("holder {} {holder}", place(at))
        }
        Amendment::Named { place: at, eighth } => {
            let face = eighth.and_then(|face| game.catalog.eighth_faces.get(face.index()));
            let face = face.map_or("none", |face| face.id.as_str());
            format!("named {} {face}", place(at))
        }
        Amendment::Held { place: at, turns } => format!("held {} {turns}", place(at)),
        Amendment::Minor { army, face } => {
            let shown = say::minor_word(game, state, army, face.saturating_sub(1));
            format!("minor {} {shown}", names::army_word(game, state, army))
        }
        Amendment::Begin(effect) => match (effect.rule, effect.on) {
            (Rule::Spell(spell), On::Army(_) | On::Terrain(_) | On::Player(_)) => {
                let spell = game.catalog.spells.get(spell.index()).map_or("?", |row| &row.id);
                let by = words::seat_word(game, effect.by);
                format!("begin {spell} on {} by {by}", say_effect::on_words(game, state, effect.on))
            }
            _ => format!("begin {}", say_effect::effect_words(game, state, &effect)),
        },
        Amendment::End(effect) => {
            let number = state.effects.iter().position(|other| *other == effect);
            let number = number.map_or(0, |at| at + 1);
            format!("end {number} ({})", say_effect::effect_words(game, state, &effect))
        }
        Amendment::Turn(seat) => format!("turn {}", words::seat_word(game, seat)),
    }
}

fn usage(form: &str) -> Slip {
    Slip::new(format!("expected `{form}`"))
}

fn last_word<'a>(rest: &'a str, form: &str) -> Parsed<(&'a str, &'a str)> {
    rest.rsplit_once(' ').ok_or_else(|| usage(form))
}
