//! Amendments read as a judge types them.

use super::cursor::{Cursor, Parsed};
use super::parse::typed_facing;
use crate::action::Order;
use crate::amend::{Amendment, Answer, Answered};
use crate::game::EaHeresy;
use crate::state::{Stance, State, Whereabouts};
use crate::words::names;
use umpire_core::data::suggest;
use umpire_core::host::Slip;

const VERBS: [&str; 13] = [
    "place",
    "destroy",
    "damage",
    "shields",
    "markers",
    "broken",
    "stance",
    "pop",
    "objective",
    "points",
    "sees",
    "range",
    "ruin",
];

/// Reads an amendment.
pub(crate) fn parse_change(game: &EaHeresy, state: &State, text: &str) -> Parsed<Amendment> {
    let mut cursor = Cursor::new(text);
    let verb = cursor.peek().unwrap_or("").to_string();
    if cursor.eat_any(&["put down", "put"]) || is_placing(game, state, &cursor) {
        let change = typed_placing(game, state, &mut cursor)?;
        return cursor.finish(change);
    }
    if !VERBS.contains(&verb.as_str()) {
        let says = format!("`{}` is no change of the position, type `help`", cursor.rest());
        return Err(Slip::new(says).meant(suggest(&verb, VERBS)));
    }
    cursor.eat(&verb);
    let change = match verb.as_str() {
        "place" => typed_placing(game, state, &mut cursor)?,
        "destroy" => {
            let unit = names::typed_unit(game, state, &[], &mut cursor)?;
            Amendment::Place { unit, place: Whereabouts::Destroyed, facing: None }
        }
        "damage" => {
            let on = names::typed_body(game, state, &[], &mut cursor)?;
            Amendment::Damage { on, points: small(&mut cursor, "damage NAME N")? }
        }
        "shields" => {
            let unit = names::typed_unit(game, state, &[], &mut cursor)?;
            Amendment::Shields { unit, down: small(&mut cursor, "shields UNIT DOWN")? }
        }
        "markers" => {
            let formation = names::typed_formation(game, &mut cursor)?;
            Amendment::Markers { formation, count: small(&mut cursor, "markers NAME N")? }
        }
        "broken" => {
            let formation = names::typed_formation(game, &mut cursor)?;
            Amendment::Broken { formation, broken: yes(&mut cursor)? }
        }
        "stance" => {
            let formation = names::typed_formation(game, &mut cursor)?;
            Amendment::Stance { formation, stance: typed_stance(&mut cursor)? }
        }
        "pop" => {
            let up = cursor.eat("up");
            if !up && !cursor.eat("down") {
                return Err(Slip::new("expected `pop up UNIT` or `pop down UNIT`"));
            }
            Amendment::PoppedUp { unit: names::typed_unit(game, state, &[], &mut cursor)?, up }
        }
        "objective" => {
            let usage = "objective N SIDE";
            let objective = small(&mut cursor, usage)?
                .checked_sub(1)
                .ok_or_else(|| Slip::new("objectives are numbered from 1"))?;
            Amendment::Objective { objective, held: names::typed_seat(game, &mut cursor)? }
        }
        "points" => {
            let seat = names::typed_seat(game, &mut cursor)?;
            Amendment::Points { seat, points: small(&mut cursor, "points SIDE N")? }
        }
        "ruin" => Amendment::Ruin { piece: names::typed_stronghold(game, &mut cursor)? },
        _ => {
            let from = names::typed_body(game, state, &[], &mut cursor)?;
            cursor.eat_any(&[",", "and", "to"]);
            let to = names::typed_body(game, state, &[], &mut cursor)?;
            let says = if verb == "sees" {
                Answer::Sees(yes(&mut cursor)?)
            } else {
                let length = cursor
                    .length()
                    .ok_or_else(|| Slip::new("expected `range UNIT, UNIT 30 yes`"))?;
                Answer::Within { length, yes: yes(&mut cursor)? }
            };
            Amendment::Answer(Answered { from, to, says })
        }
    };
    cursor.finish(change)
}

/// Whether words without a verb say where something is put: `reds 1 at (20, 20)`.
fn is_placing(game: &EaHeresy, state: &State, cursor: &Cursor) -> bool {
    let Some(first) = cursor.peek().filter(|first| !VERBS.contains(first)) else {
        return false;
    };
    let mut ahead = cursor.clone();
    if names::typed_unit(game, state, &[], &mut ahead).is_ok() {
        return ["at", "to", "in", "aboard", "off", "("].map(Some).contains(&ahead.peek());
    }
    let mut after = cursor.clone();
    let name = cursor.name_like();
    suggest(first, VERBS).is_none()
        && after.eat(&name)
        && after.eat_any(&["at", "to"])
        && after.spot().is_some()
}

/// A whole formation and where its middle goes: `reds at (20, 20)`.
fn typed_forming(game: &EaHeresy, state: &State, cursor: &mut Cursor) -> Option<Amendment> {
    let mut ahead = cursor.clone();
    if names::typed_unit(game, state, &[], &mut ahead).is_ok() {
        return None;
    }
    let mut after = cursor.clone();
    let formation = names::typed_formation(game, &mut after).ok()?;
    let at = if after.eat_any(&["at", "to"]) { after.spot()? } else { return None };
    *cursor = after;
    Some(Amendment::Form { formation, at })
}

fn typed_placing(game: &EaHeresy, state: &State, cursor: &mut Cursor) -> Parsed<Amendment> {
    if let Some(forming) = typed_forming(game, state, cursor) {
        return Ok(forming);
    }
    let unit = names::typed_unit(game, state, &[], cursor)?;
    let own = names::all_of(state, state.unit(unit).formation);
    let usage =
        || Slip::new("expected `place UNIT at (x, y)`, `in STRONGHOLD`, `aboard UNIT` or `off`");
    let place = if cursor.eat("in") {
        Whereabouts::Inside(names::typed_stronghold(game, cursor)?)
    } else if cursor.eat("aboard") {
        Whereabouts::Aboard(names::typed_unit(game, state, &own, cursor)?)
    } else if cursor.eat("off") {
        Whereabouts::Off
    } else if cursor.eat("destroyed") {
        Whereabouts::Destroyed
    } else {
        cursor.eat_any(&["at", "to"]);
        Whereabouts::Table(cursor.spot().ok_or_else(usage)?)
    };
    Ok(Amendment::Place { unit, place, facing: typed_facing(cursor)? })
}

fn small(cursor: &mut Cursor, usage: &str) -> Parsed<u8> {
    let number = cursor.number().and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| Slip::new(format!("expected `{usage}`, with a number up to 255")))
}

fn yes(cursor: &mut Cursor) -> Parsed<bool> {
    if cursor.eat_any(&["yes", "true"]) || cursor.done() {
        return Ok(true);
    }
    if cursor.eat_any(&["no", "false"]) {
        return Ok(false);
    }
    Err(Slip::new(format!("expected `yes` or `no`, found `{}`", cursor.rest())))
}

fn typed_stance(cursor: &mut Cursor) -> Parsed<Stance> {
    let words = ["ready", "acted", "overwatch", "waiting", "lost"];
    let stance = match cursor.peek() {
        Some("ready") => Stance::Ready,
        Some("acted") => Stance::Acted(Order::Advance),
        Some("overwatch") => Stance::Overwatch { acted: true },
        Some("waiting") => Stance::Overwatch { acted: false },
        Some("lost") => Stance::Lost,
        other => {
            let found = other.unwrap_or("nothing");
            let says = format!("expected one of {}, found `{found}`", words.join(", "));
            return Err(Slip::new(says).meant(suggest(found, words)));
        }
    };
    cursor.eat_any(&words);
    Ok(match stance {
        Stance::Acted(usual) => Stance::Acted(Order::typed(cursor).unwrap_or(usual)),
        other => other,
    })
}
