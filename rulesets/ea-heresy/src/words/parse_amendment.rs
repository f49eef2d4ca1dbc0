//! Amendments read as a judge types them.

use super::cursor::{Cursor, Parsed};
use super::parse::typed_facing;
use crate::action::Order;
use crate::amend::{Amendment, Answer, Answered};
use crate::game::EaHeresy;
use crate::state::{Stance, State, Whereabouts};
use crate::words::names;
use umpire_core::command::few;
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;
use umpire_core::table::said;

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

/// What else people say after a name, such as `keep is ruined`.
const FORMS: [(&str, &str); 6] = [
    ("destroyed", "destroy"),
    ("shield", "shields"),
    ("marker", "markers"),
    ("pops", "pop"),
    ("popped", "pop"),
    ("ruined", "ruin"),
];

const STANCES: [&str; 5] = ["ready", "acted", "overwatch", "waiting", "lost"];

/// Reads an amendment.
pub(crate) fn parse_change(game: &EaHeresy, state: &State, text: &str) -> Parsed<Amendment> {
    let mut cursor = Cursor::new(text);
    if cursor.eat_any(&["put down", "put"]) || is_placing(game, state, &cursor) {
        let change = typed_placing(game, state, &mut cursor)?;
        return cursor.finish(change);
    }
    let mut cursor = verb_first(cursor);
    let verb = cursor.peek().unwrap_or("").to_string();
    if !VERBS.contains(&verb.as_str()) {
        return Err(unknown_change(game, state, &cursor));
    }
    cursor.eat(&verb);
    let change = match verb.as_str() {
        "place" => typed_placing(game, state, &mut cursor)?,
        "destroy" => {
            let unit = names::typed_unit(game, state, &[], &mut cursor)?;
            Amendment::Place { unit, place: Whereabouts::Destroyed, facing: None }
        }
        "damage" => {
            let on = counted(&mut cursor, |it| names::typed_body(game, state, &[], it))?;
            Amendment::Damage { on, points: small(&mut cursor, "damage NAME N")? }
        }
        "shields" => {
            let unit = counted(&mut cursor, |it| names::typed_unit(game, state, &[], it))?;
            Amendment::Shields { unit, down: small(&mut cursor, "shields UNIT DOWN")? }
        }
        "markers" => {
            let formation = counted(&mut cursor, |it| names::typed_formation(game, it))?;
            Amendment::Markers { formation, count: small(&mut cursor, "markers NAME N")? }
        }
        "broken" => {
            let formation = names::typed_formation(game, &mut cursor)?;
            let line = format!("broken {}", names::formation_word(game, formation));
            Amendment::Broken { formation, broken: yes(&mut cursor, &line)? }
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
            let number = small(&mut cursor, "objective N SIDE")?;
            let held = typed_holder(game, &mut cursor)?;
            let there = state.objectives.len();
            let unknown = || match there {
                0 => Slip::new("this battle has no objectives"),
                _ => Slip::new(format!("there is no objective {number}, there are 1 to {there}")),
            };
            let objective = number.checked_sub(1).filter(|it| usize::from(*it) < there);
            Amendment::Objective { objective: objective.ok_or_else(unknown)?, held }
        }
        "points" => {
            let seat = names::typed_seat(game, &mut cursor)?;
            Amendment::Points { seat, points: small(&mut cursor, "points SIDE N")? }
        }
        "ruin" => Amendment::Ruin { piece: names::typed_stronghold(game, &mut cursor)? },
        _ => Amendment::Answer(typed_answer(game, state, &verb, &mut cursor)?),
    };
    cursor.finish(change)
}

/// The change that a word stands for after a name.
fn verb_of(word: &str) -> Option<&'static str> {
    let form = FORMS.iter().find(|(form, _)| *form == word);
    let verb = match form {
        Some((_, verb)) => verb,
        None if STANCES.contains(&word) => "stance",
        None => word,
    };
    VERBS.into_iter().find(|known| *known == verb)
}

/// The same words with the change first, where a name comes before it: `reds markers 2`, `reds acted`.
fn verb_first(cursor: Cursor) -> Cursor {
    if cursor.peek().is_some_and(|first| VERBS.contains(&first)) {
        return cursor;
    }
    let Some((name, word, rest)) = cursor.parted(|word| verb_of(word).is_some()) else {
        return cursor;
    };
    let linking = [" is", " are", " has"].into_iter().find_map(|it| name.strip_suffix(it));
    let name = linking.unwrap_or(&name);
    let line = match verb_of(&word).unwrap_or_default() {
        "stance" if word != "stance" => format!("stance {name} {word} {rest}"),
        "pop" => format!("pop {rest} {name}"),
        verb => format!("{verb} {name} {rest}"),
    };
    Cursor::new(&line)
}

/// Says which changes there are, or which one was probably meant.
fn unknown_change(game: &EaHeresy, state: &State, cursor: &Cursor) -> Slip {
    let first = cursor.peek().unwrap_or("");
    let known = || VERBS.into_iter().chain(STANCES);
    let mut after = cursor.clone();
    let named = names::typed_body(game, state, &[], &mut after).is_ok()
        || names::typed_formation(game, &mut after).is_ok();
    let near = match after.peek() {
        Some(word) if named => {
            suggest(word, known()).map(|near| format!("{} {near}", cursor.until(&after)))
        }
        _ => suggest(first, VERBS).map(String::from),
    };
    let typed = match cursor.rest() {
        rest if rest.is_empty() => "which change of the position".to_string(),
        rest => format!("`{rest}` is no change of the position, which are"),
    };
    let says = match near {
        Some(_) => format!("`{}` is no change of the position", cursor.rest()),
        None => format!("{typed}: {} (`help changes`)", VERBS.join(", ")),
    };
    Slip::new(says).meant(near)
}

/// A name before a number; where there is none of that name, the number is no part of it.
fn counted<T>(cursor: &mut Cursor, read: impl Fn(&mut Cursor) -> Parsed<T>) -> Parsed<T> {
    read(cursor).map_err(|slip| {
        let name = cursor.without_number();
        name.and_then(|mut name| read(&mut name).err()).unwrap_or(slip)
    })
}

/// Whose an objective is; always some side's.
fn typed_holder(game: &EaHeresy, cursor: &mut Cursor) -> Parsed<Seat> {
    if !["nobody", "none", "neither"].map(Some).contains(&cursor.peek()) {
        return names::typed_seat(game, cursor);
    }
    let sides = few(game.sides.iter().map(|side| side.name.as_str()));
    let says = format!(
        "an objective belongs to one of {sides}; who controls it follows from who is near it"
    );
    Err(Slip::new(says))
}

/// What the judge saw or measured: `sees A, B no`, `range A, B 30 yes`.
fn typed_answer(
    game: &EaHeresy,
    state: &State,
    verb: &str,
    cursor: &mut Cursor,
) -> Parsed<Answered> {
    let from = names::typed_body(game, state, &[], cursor)?;
    cursor.eat_any(&[",", "and", "to"]);
    let to = names::typed_body(game, state, &[], cursor)?;
    let [one, other] = [from, to].map(|body| names::body_word(game, body));
    let line = format!("{verb} {one}, {other}");
    if verb == "sees" {
        return Ok(Answered { from, to, says: Answer::Sees(yes(cursor, &line)?) });
    }
    let missing = || Slip::new(format!("within how many cm? (`{line} 30 yes`)"));
    let length = cursor.length().ok_or_else(missing)?;
    let yes = yes(cursor, &format!("{line} {}", said(length)))?;
    Ok(Answered { from, to, says: Answer::Within { length, yes } })
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

/// The last word of a line, which may not be left out.
fn yes(cursor: &mut Cursor, line: &str) -> Parsed<bool> {
    if cursor.eat_any(&["yes", "true"]) {
        return Ok(true);
    }
    if cursor.eat_any(&["no", "false"]) {
        return Ok(false);
    }
    if cursor.done() {
        return Err(Slip::new(format!("yes or no? (`{line} yes`, `{line} no`)")));
    }
    Err(Slip::new(format!("expected `yes` or `no`, found `{}`", cursor.rest())))
}

fn typed_stance(cursor: &mut Cursor) -> Parsed<Stance> {
    let stance = match cursor.peek() {
        Some("ready") => Stance::Ready,
        Some("acted") => Stance::Acted(Order::Advance),
        Some("overwatch") => Stance::Overwatch { acted: true },
        Some("waiting") => Stance::Overwatch { acted: false },
        Some("lost") => Stance::Lost,
        other => {
            let found = other.unwrap_or("nothing");
            let says = format!("expected one of {}, found `{found}`", STANCES.join(", "));
            return Err(Slip::new(says).meant(suggest(found, STANCES)));
        }
    };
    cursor.eat_any(&STANCES);
    Ok(match stance {
        Stance::Acted(usual) => Stance::Acted(Order::typed(cursor).unwrap_or(usual)),
        other => other,
    })
}
