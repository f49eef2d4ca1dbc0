//! What a judge types to change the position, and what each line means.

use crate::position::amendment::{Amendment, Answer, Answered};
use crate::position::game::EaHeresy;
use crate::position::state::{State, Whereabouts};
use crate::words::cursor::Parsed;
use crate::words::nouns::{self, Distance, Thing};
use umpire_core::command::Row;
use umpire_core::host::Slip;
use umpire_core::row;
use umpire_core::seat::Seat;

type Slots = umpire_core::command::Slots<Thing>;
type Read = Parsed<Amendment>;

pub(super) static AMENDMENTS: &[Row<EaHeresy, Amendment>] = &[
    row!("place {unit} at {place} [facing {direction}]" | "place {unit} {place} [facing {direction}]"
        | "put {unit} at {place} [facing {direction}]" | "put {unit} {place} [facing {direction}]"
        | "put down {unit} at {place} [facing {direction}]" | "{unit} at {place} [facing {direction}]"
        | "{unit} {place} [facing {direction}]"
        => by put, said is_put, "a unit stands somewhere else: `place UNIT at (x, y)`"),
    row!("place {unit} in {stronghold} [facing {direction}]" | "put {unit} in {stronghold} [facing {direction}]"
        | "put down {unit} in {stronghold} [facing {direction}]" | "{unit} in {stronghold} [facing {direction}]"
        => by put_in, said is_put_in, "or is in a stronghold"),
    row!("place {unit} aboard {transport:unit} [facing {direction}]" | "put {unit} aboard {transport:unit} [facing {direction}]"
        | "put down {unit} aboard {transport:unit} [facing {direction}]" | "{unit} aboard {transport:unit} [facing {direction}]"
        => by put_aboard, said is_put_aboard, "or in another unit"),
    row!("place {unit} off [facing {direction}]" | "put {unit} off [facing {direction}]" | "put down {unit} off [facing {direction}]" | "{unit} off [facing {direction}]"
        => by put_off, said is_put_off, "or off the table"),
    row!("place {formation} at {place}" | "put {formation} at {place}" | "put down {formation} at {place}"
        => by form, said is_formed, "a whole formation, as it stands or in rows, by its middle: those off the table come too"),
    row!("{formation} at {place} [facing {direction}]" => by form_looking, ""),
    row!("destroy {unit}" | "{unit} destroyed" | "{unit} is destroyed" => by destroy, "a unit is destroyed"),
    row!("place {unit} destroyed [facing {direction}]" | "put {unit} destroyed [facing {direction}]" => by destroy, said is_destroyed, ""),
    row!("damage {on:unit|stronghold} {points:number}" | "{on:unit|stronghold} damage {points:number}" | "{on:unit|stronghold} has damage {points:number}"
        => Amendment::Damage { on, points }, "damage taken"),
    row!("shields {unit} {down:number}" | "{unit} shields {down:number}" | "{unit} has shields {down:number}" | "{unit} has {down:number} shields"
        => Amendment::Shields { unit, down }, "void shields that are down"),
    row!("markers {formation} {count:number}" | "{formation} markers {count:number}" | "{formation} has {count:number} markers" | "{formation} has markers {count:number}"
        => Amendment::Markers { formation, count }, "blast markers"),
    row!("broken {formation} {broken:yes|no}" | "{formation} broken {broken:yes|no}" | "{formation} is broken {broken:yes|no}" | "{formation} are broken {broken:yes|no}"
        => Amendment::Broken { formation, broken }, "whether it is broken"),
    row!("stance {formation} {stance}" | "{formation} stance {stance}" | "{formation} is {stance}" | "{formation} are {stance}" | "{formation} has {stance}" | "{formation} {stance}"
        => Amendment::Stance { formation, stance }, "what it did this turn: `ready`, `acted`, `acted march`, `overwatch`"),
    row!("pop up {unit}" | "{unit} pops up" | "{unit} popped up" | "{unit} is popped up" | "{unit} pop up" => by pop_up, said is_up, "a skimmer"),
    row!("pop down {unit}" | "{unit} pops down" | "{unit} popped down" | "{unit} is popped down" | "{unit} pop down" => by pop_down, said is_down, "or down again"),
    row!("objective {number} {side}" => by hold, said is_held, "who holds it"),
    row!("objective {number} nobody" | "objective {number} none" | "objective {number} neither" => by hold_by_nobody, ""),
    row!("points {seat:side} {points:number}" | "{seat:side} points {points:number}" | "{seat:side} has {points:number} points" | "{seat:side} has points {points:number}"
        => Amendment::Points { seat, points }, "victory points"),
    row!("ruin {piece:stronghold}" | "{piece:stronghold} is ruined" | "{piece:stronghold} ruined" | "{piece:stronghold} ruin"
        => Amendment::Ruin { piece }, "a stronghold falls"),
    row!("sees {from:unit|stronghold}, {to:unit|stronghold} {sees:yes|no}" | "sees {from:unit|stronghold} and {to:unit|stronghold} {sees:yes|no}" | "sees {from:unit|stronghold} to {to:unit|stronghold} {sees:yes|no}"
        | "{from:unit|stronghold} sees {to:unit|stronghold} {sees:yes|no}" => by see, said is_seen, "what the judge sees at the table"),
    row!("range {from:unit|stronghold}, {to:unit|stronghold} {length:length-in-cm} {within:yes|no}" | "range {from:unit|stronghold} and {to:unit|stronghold} {length:length-in-cm} {within:yes|no}"
        | "{from:unit|stronghold} range {to:unit|stronghold} {length:length-in-cm} {within:yes|no}"
        | "range {from:unit|stronghold} to {to:unit|stronghold} {length:length-in-cm} {within:yes|no}"
        => by measure, said is_measured, "whether they are within so many centimetres"),
];

fn whereabouts(slots: &Slots, place: Whereabouts) -> Read {
    Ok(Amendment::Place { unit: slots.get("unit")?, place, facing: slots.optional("direction") })
}

fn put(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    whereabouts(slots, Whereabouts::Table(slots.get("place")?))
}

fn put_in(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    whereabouts(slots, Whereabouts::Inside(slots.get("stronghold")?))
}

fn put_aboard(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    whereabouts(slots, Whereabouts::Aboard(slots.get("transport")?))
}

fn put_off(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    whereabouts(slots, Whereabouts::Off)
}

fn destroy(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    whereabouts(slots, Whereabouts::Destroyed)
}

/// The slots of a unit that is put somewhere, with what says where.
fn placed(
    change: &Amendment,
    wanted: impl Fn(Whereabouts) -> Option<(&'static str, Option<Thing>)>,
) -> Option<Slots> {
    let Amendment::Place { unit, place, facing } = *change else { return None };
    let (slot, thing) = wanted(place)?;
    let slots = Slots::of([("unit", unit.into())]).with(slot, thing);
    Some(slots.with("direction", facing.map(Thing::from)))
}

fn is_put(change: &Amendment) -> Option<Slots> {
    placed(change, |place| match place {
        Whereabouts::Table(at) => Some(("place", Some(at.into()))),
        _ => None,
    })
}

fn is_put_in(change: &Amendment) -> Option<Slots> {
    placed(change, |place| match place {
        Whereabouts::Inside(piece) => Some(("stronghold", Some(piece.into()))),
        _ => None,
    })
}

fn is_put_aboard(change: &Amendment) -> Option<Slots> {
    placed(change, |place| match place {
        Whereabouts::Aboard(unit) => Some(("transport", Some(unit.into()))),
        _ => None,
    })
}

fn is_put_off(change: &Amendment) -> Option<Slots> {
    placed(change, |place| (place == Whereabouts::Off).then_some(("place", None)))
}

fn is_destroyed(change: &Amendment) -> Option<Slots> {
    placed(change, |place| (place == Whereabouts::Destroyed).then_some(("place", None)))
}

fn form(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    Ok(Amendment::Form { formation: slots.get("formation")?, at: slots.get("place")? })
}

/// A formation keeps the facing of each of its units.
fn form_looking(game: &EaHeresy, state: &State, seat: Seat, slots: &Slots) -> Read {
    match slots.named("direction") {
        Some(_) => Err(Slip::new(
            "a formation is put down as it looks; `place UNIT at (x, y) facing 90` turns a unit",
        )),
        None => form(game, state, seat, slots),
    }
}

fn is_formed(change: &Amendment) -> Option<Slots> {
    let Amendment::Form { formation, at } = *change else { return None };
    Some(Slots::of([("formation", formation.into()), ("place", at.into())]))
}

fn pop_up(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    Ok(Amendment::PoppedUp { unit: slots.get("unit")?, up: true })
}

fn pop_down(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    Ok(Amendment::PoppedUp { unit: slots.get("unit")?, up: false })
}

fn is_up(change: &Amendment) -> Option<Slots> {
    let Amendment::PoppedUp { unit, up: true } = *change else { return None };
    Some(Slots::of([("unit", unit.into())]))
}

fn is_down(change: &Amendment) -> Option<Slots> {
    let Amendment::PoppedUp { unit, up: false } = *change else { return None };
    Some(Slots::of([("unit", unit.into())]))
}

fn hold(_: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let number: u8 = slots.get("number")?;
    let there = state.objectives.len();
    let objective = number.checked_sub(1).filter(|it| usize::from(*it) < there);
    match objective {
        Some(objective) => Ok(Amendment::Objective { objective, held: slots.get("side")? }),
        None if there == 0 => Err(Slip::new("this battle has no objectives")),
        None => Err(Slip::new(format!("there is no objective {number}, there are 1 to {there}"))),
    }
}

/// An objective is always some side's.
fn hold_by_nobody(game: &EaHeresy, _: &State, _: Seat, _: &Slots) -> Read {
    Err(nouns::no_holder(game))
}

fn is_held(change: &Amendment) -> Option<Slots> {
    let Amendment::Objective { objective, held } = *change else { return None };
    Some(Slots::of([("number", objective.saturating_add(1).into()), ("side", held.into())]))
}

fn see(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let says = Answer::Sees(slots.get("sees")?);
    Ok(Amendment::Answer(Answered { from: slots.get("from")?, to: slots.get("to")?, says }))
}

fn is_seen(change: &Amendment) -> Option<Slots> {
    let Amendment::Answer(Answered { from, to, says: Answer::Sees(sees) }) = *change else {
        return None;
    };
    Some(Slots::of([("from", from.into()), ("to", to.into()), ("sees", sees.into())]))
}

fn measure(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let Distance(length) = slots.get("length")?;
    let says = Answer::Within { length, yes: slots.get("within")? };
    Ok(Amendment::Answer(Answered { from: slots.get("from")?, to: slots.get("to")?, says }))
}

fn is_measured(change: &Amendment) -> Option<Slots> {
    let Amendment::Answer(Answered { from, to, says }) = *change else { return None };
    let Answer::Within { length, yes } = says else { return None };
    let pair = [("from", from.into()), ("to", to.into())];
    let slots = Slots::of(pair).with("length", Some(Distance(length).into()));
    Some(slots.with("within", Some(yes.into())))
}
