//! What a judge types to change the position, and what each line means.

use super::Read;
use crate::position::action::{Amendment, DoorChange};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, State};
use crate::rules::fitting;
use crate::words::nouns::{CopyOfSeat, DiceCount, Door, Marker, Spot, Thing};
use umpire_core::command::{Row, Slots};
use umpire_core::game::{Game, Pending};
use umpire_core::host::Slip;
use umpire_core::row;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

pub(super) static AMENDMENTS: &[Row<HeroScape, Amendment>] = &[
    row!("place {figure} at {space}" | "{figure} at {space}" | "place {figure} on {space}" | "put {figure} at {space}" | "put {figure} on {space}" => by put, said is_put, "put a figure somewhere"),
    row!("destroy {figure}" | "{figure} is destroyed" | "{figure} destroyed" | "kill {figure}" => Amendment::Destroy(figure), "a figure is destroyed"),
    row!("wounds {figure} {number}" | "{figure} wounds {number}" => Amendment::Wounds(figure, number), "set wound markers"),
    row!("marker {seat} {marker} on {card:card-of-seat}" => by lay_marker, said marker_laid,
        "move an order marker"),
    row!("marker {marker} on {card}" | "{marker} on {card}" => by lay_own_marker, ""),
    row!("marker {seat} {marker} off" => by lift_marker, said marker_lifted,
        "take an order marker away"),
    row!("dice {dice}" => by set_dice, said dice_set,
        "the number of dice of the attack or defense that is asked for (`dice +1`, `dice -1`)"),
    row!("turn {card}" => Amendment::Turn(card), "make it that card's turn"),
    row!("glyph off {space}" => by lift_glyph, said glyph_lifted, "take a glyph away"),
    row!("glyph {glyph} at {space}" => by lay_glyph, said glyph_laid, "lay a glyph"),
    row!("{figure} carries nothing" => by carry_nothing, said nothing_carried,
        "take all treasures away from a figure"),
    row!("{figure} carries {glyph}" => by carry, said carried, "give a treasure to a figure"),
    row!("control {figure} {seat}" | "{figure} control {seat}" => Amendment::Control(figure, seat), "give a figure to a seat, with its army card and all figures of that"),
    row!("field {seat} {army-card}" => by field, said fielded, "field another army card"),
    row!("open door {door}" => by set_open, said is_set_open, "a door stands open"),
    row!("shut door {door}" => by set_shut, said is_set_shut, "it stands shut"),
    row!("bar door {door}" => by set_barred, said is_set_barred, "its bar is down"),
    row!("unbar door {door}" => by set_unbarred, said is_set_unbarred, "its bar is up"),
    row!("wounds door {door} {number}" => by set_door_wounds, said door_wounds_set,
        "set wound markers on a door"),
];

/// Of the spaces of a larger base one is enough, where nobody says how it lies.
fn put(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Spot(spaces) = slots.get("space")?;
    let figure: FigureId = slots.get("figure")?;
    let alone = spaces.count() == 1 && game.card(state, figure).spaces > 1;
    let whole = alone.then(|| fitting::standing_at(game, state, figure, spaces.lead)).flatten();
    let spaces = whole.unwrap_or(spaces);
    Ok(Amendment::Place(figure, spaces.lead, spaces.rest))
}

fn is_put(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Place(figure, lead, trail) = change else { return None };
    Some(Slots::of([("figure", (*figure).into()), ("space", Spot((*lead, *trail).into()).into())]))
}

/// The card of a marker is one of the seat's own where several are called so.
fn lay_marker(_: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let (seat, CopyOfSeat(card)) = (slots.get("seat")?, slots.get("card")?);
    let is_own = |id: &CopyId| state.copy(*id).controller == seat;
    let like = |id: &CopyId| state.copy(*id).card == state.copy(card).card;
    let mut own = state.all_copies().map(|(id, _)| id).filter(|id| is_own(id) && like(id));
    let card = Some(card).filter(is_own).or_else(|| own.next()).unwrap_or(card);
    let Marker(marker) = slots.get("marker")?;
    Ok(Amendment::Marker(seat, marker, Some(card)))
}

/// At a referee's table a marker is of whoever has the card; elsewhere whose it is has to be said.
fn lay_own_marker(
    game: &HeroScape,
    state: &State,
    _: Seat,
    slots: &Slots<Thing>,
) -> Read<Amendment> {
    if !game.free_table {
        return Err(Slip::new("whose marker? it is changed as `marker SEAT 1 on CARD`"));
    }
    let (Marker(marker), card) = (slots.get("marker")?, slots.get::<CopyId>("card")?);
    Ok(Amendment::Marker(state.copy(card).controller, marker, Some(card)))
}

fn marker_laid(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Marker(seat, marker, Some(card)) = change else { return None };
    let marker = Marker(*marker).into();
    Some(Slots::of([
        ("seat", (*seat).into()),
        ("marker", marker),
        ("card", CopyOfSeat(*card).into()),
    ]))
}

fn lift_marker(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Marker(marker) = slots.get("marker")?;
    Ok(Amendment::Marker(slots.get("seat")?, marker, None))
}

fn marker_lifted(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Marker(seat, marker, None) = change else { return None };
    Some(Slots::of([("seat", (*seat).into()), ("marker", Marker(*marker).into())]))
}

/// A number of dice, or how many more or fewer than are asked for.
fn set_dice(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let dice = match slots.get("dice")? {
        DiceCount::Just(dice) => dice,
        DiceCount::More(more) => {
            let asked = match game.pending(state, &mut Silent) {
                Pending::Roll(request) => request.dice() as i32,
                _ => 0,
            };
            let most = || Slip::new("that many dice nobody rolls");
            u8::try_from(asked.saturating_add(more).max(0)).map_err(|_| most())?
        }
    };
    Ok(Amendment::Dice(dice))
}

fn dice_set(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Dice(dice) = change else { return None };
    Some(Slots::of([("dice", DiceCount::Just(*dice).into())]))
}

fn lay_glyph(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Spot(Footprint { lead: space, .. }) = slots.get("space")?;
    Ok(Amendment::Glyph(space, Some(slots.get("glyph")?)))
}

fn glyph_laid(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Glyph(space, Some(glyph)) = change else { return None };
    Some(Slots::of([("glyph", (*glyph).into()), ("space", Spot(Footprint::one(*space)).into())]))
}

fn lift_glyph(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Spot(Footprint { lead: space, .. }) = slots.get("space")?;
    Ok(Amendment::Glyph(space, None))
}

fn glyph_lifted(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Glyph(space, None) = change else { return None };
    Some(Slots::of([("space", Spot(Footprint::one(*space)).into())]))
}

fn carry(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    Ok(Amendment::Carry(slots.get("figure")?, Some(slots.get("glyph")?)))
}

fn carried(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Carry(figure, Some(glyph)) = change else { return None };
    Some(Slots::of([("figure", (*figure).into()), ("glyph", (*glyph).into())]))
}

fn carry_nothing(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    Ok(Amendment::Carry(slots.get("figure")?, None))
}

fn nothing_carried(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Carry(figure, None) = change else { return None };
    Some(Slots::of([("figure", (*figure).into())]))
}

fn field(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    Ok(Amendment::Field(slots.get("seat")?, slots.get("army-card")?))
}

fn fielded(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::Field(seat, card) = change else { return None };
    Some(Slots::of([("seat", (*seat).into()), ("army-card", (*card).into())]))
}

fn door_amended(change: &Amendment, wanted: DoorChange) -> Option<Slots<Thing>> {
    let Amendment::Door(door, change) = change else { return None };
    (*change == wanted).then(|| Slots::of([("door", Door(*door).into())]))
}

fn set_open(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Door(door) = slots.get("door")?;
    Ok(Amendment::Door(door, DoorChange::Open))
}

fn is_set_open(change: &Amendment) -> Option<Slots<Thing>> {
    door_amended(change, DoorChange::Open)
}

fn set_shut(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Door(door) = slots.get("door")?;
    Ok(Amendment::Door(door, DoorChange::Shut))
}

fn is_set_shut(change: &Amendment) -> Option<Slots<Thing>> {
    door_amended(change, DoorChange::Shut)
}

fn set_barred(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Door(door) = slots.get("door")?;
    Ok(Amendment::Door(door, DoorChange::Bar))
}

fn is_set_barred(change: &Amendment) -> Option<Slots<Thing>> {
    door_amended(change, DoorChange::Bar)
}

fn set_unbarred(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Door(door) = slots.get("door")?;
    Ok(Amendment::Door(door, DoorChange::Unbar))
}

fn is_set_unbarred(change: &Amendment) -> Option<Slots<Thing>> {
    door_amended(change, DoorChange::Unbar)
}

fn set_door_wounds(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Amendment> {
    let Door(door) = slots.get("door")?;
    Ok(Amendment::DoorWounds(door, slots.get("number")?))
}

fn door_wounds_set(change: &Amendment) -> Option<Slots<Thing>> {
    let Amendment::DoorWounds(door, wounds) = change else { return None };
    Some(Slots::of([("door", Door(*door).into()), ("number", (*wounds).into())]))
}
