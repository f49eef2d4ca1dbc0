//! What players type, and what each line means.

use super::Read;
use super::specials::{
    door_attacked_specially, special, special_named, special_on_door, special_toward, specially,
};
use crate::position::action::{Action, DoorChange, Path};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::names;
use crate::position::state::{FigureId, State};
use crate::rules::{activation, flights, reach};
use crate::steps::{self};
use crate::words::likely;
use crate::words::nouns::{self, Ability, Door, Marker, Spot, Thing};
use umpire_core::command::{Names, Row, Slots};
use umpire_core::host::Slip;
use umpire_core::row;
use umpire_core::seat::Seat;

pub(super) static ACTIONS: &[Row<HeroScape, Action>] = &[
    row!("place {figure} at {space}" | "{figure} at {space}" | "place {figure} on {space}" | "put {figure} at {space}" | "put {figure} on {space}" => by place, said placed, "put a figure on its start zone"),
    row!("draft {army-card}" => by draft, said drafted, "pick a card for your army"),
    row!("take {card}" | "turn with {card}" => Action::Take(card), "take a turn with a card (basic game)"),
    row!("markers {cards}" | "1 {cards}" | "2 {cards}" | "3 {cards}" | "x {cards}"
        => Action::Markers(cards), "put order markers 1, 2, 3 and X on cards"),
    row!("move {figure} to {space}" | "walk {figure} to {space}" | "{figure} moves to {space}" | "{figure} to {space}"
        => by walk_to, "walk there by the cheapest way, the safest of equally cheap ones"),
    row!("move {figure} to {space} safely" | "walk {figure} to {space} safely" => by walk_safely_to,
        "walk there by the safest way that its points allow"),
    row!("move {figure} by {path}" | "walk {figure} by {path}" => by walk, said walked,
        "walk from space to space"),
    row!("move {figure} turned by {path}" => by walk_turned, said walked_turned,
        "the same, the end that trails leading"),
    row!("fly {figure} to {space}" | "{figure} flies to {space}" | "{figure} fly to {space}" => by fly, said flown, "fly there"),
    row!("{figure} picks up" | "pick up with {figure}" => Action::PickUp(figure),
        "take the treasure on which its move ended"),
    row!("{figure} puts down {glyph}" | "put down {glyph} with {figure}" => by put_down, said is_put_down,
        "lay a treasure down where it stands"),
    row!("finish moving" | "finish" | "done moving" => Action::FinishMoving,
        "end the moving part of the turn"),
    row!("open door {door}" => by open_door, said door_opened, "open a door beside a figure"),
    row!("shut door {door}" | "close door {door}" => by shut_door, said door_shut, "shut it"),
    row!("bar door {door}" => by bar_door, said door_barred, "put its bar down, from inside"),
    row!("unbar door {door}" => by unbar_door, said door_unbarred, "lift its bar"),
    row!("{attacker:figure} attacks {target:figure}" | "{attacker:figure} -> {target:figure}"
        | "attack {target:figure} with {attacker:figure}" => Action::Attack { attacker, target },
        "a normal attack"),
    row!("attack {target:figure}" => by attack_by_whom, "the same, where only one figure may"),
    row!("{figure} attacks door {door}" => by attack_door, said door_attacked, "attack a door"),
    row!("{figure} uses {power} {aim}" => by special, said specially,
        "a special attack: `on FIGURE`, `around`, `from SPACE SIDE`"),
    row!("{figure} uses {power} {side}" => by special_toward, ""),
    row!("{figure} uses {power} on door {door}" => by special_on_door, said door_attacked_specially,
        "a special attack on a door"),
    row!("use {ability} with {holder:figure} on {target:figure}"
        | "{holder:figure} uses power {ability} on {target:figure}"
        => by use_on, said used_on, "use a power of a card on somebody"),
    row!("use {ability} with {holder:figure}" | "{holder:figure} uses power {ability}" => by use_it, said used_it,
        "use a power of a card"),
    row!("pass" | "no power" => = Action::Pass, "use no power, or nothing more of it; be done with a draft"),
    row!("pick {figure}" | "choose {figure}" => Action::Pick(figure),
        "choose a figure that a power or an attack asks for"),
    row!("lay at {space}" => by lay_at, said laid_at, "choose the space that a power asks for"),
    row!("give to {seat}" => Action::Give(seat), "choose the player that a power asks for"),
    row!("shift {marker} to {card}" => by shift, said shifted,
        "move an order marker to another card, by a power"),
    row!("roll {number} dice" | "roll {number}" => Action::Dice(number),
        "choose how many dice an attack rolls, where its power leaves it open"),
    row!("reroll" | "roll again" => = Action::Reroll(true), "roll once more what a power lets you"),
    row!("keep" | "keep the dice" => = Action::Reroll(false), "let the dice stand"),
    row!("end turn" | "end" | "done" => Action::EndTurn, "end the turn"),
    row!("strike" => = Action::Strike(true), "roll against a figure that leaves an engagement"),
    row!("let go" | "no strike" => = Action::Strike(false), "do not"),
    row!("{figure} defends" => Action::Defend(figure), "choose who defends next"),
    row!("on {card}" => Action::Casualty(card), "choose the card a destroyed figure goes on"),
    row!("{from:figure} does not see {to:figure}" => by unseen, said is_unseen,
        "the judge rules by eye"),
    row!("{from:figure} sees {to:figure}" => by seen, said is_seen, "the judge rules by eye"),
];

fn place(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    let Spot(spaces) = slots.get("space")?;
    Ok(Action::Place(slots.get("figure")?, spaces.lead, spaces.rest))
}

fn placed(action: &Action) -> Option<Slots<Thing>> {
    let Action::Place(figure, lead, trail) = action else { return None };
    Some(Slots::of([("figure", (*figure).into()), ("space", Spot((*lead, *trail).into()).into())]))
}

fn draft(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    Ok(Action::Draft(slots.get("army-card")?))
}

fn drafted(action: &Action) -> Option<Slots<Thing>> {
    let Action::Draft(card) = action else { return None };
    Some(Slots::of([("army-card", (*card).into())]))
}

fn walk(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    Ok(Action::Move { figure: slots.get("figure")?, turned: false, path: slots.get("path")? })
}

fn walked(action: &Action) -> Option<Slots<Thing>> {
    walked_or(action, false)
}

fn walk_turned(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    Ok(Action::Move { figure: slots.get("figure")?, turned: true, path: slots.get("path")? })
}

fn walked_turned(action: &Action) -> Option<Slots<Thing>> {
    walked_or(action, true)
}

fn walked_or(action: &Action, wanted: bool) -> Option<Slots<Thing>> {
    match action {
        Action::Move { figure, turned, path } if *turned == wanted => {
            Some(Slots::of([("figure", (*figure).into()), ("path", path.clone().into())]))
        }
        _ => None,
    }
}

fn walk_to(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    way(game, state, slots, false)
}

fn walk_safely_to(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    way(game, state, slots, true)
}

/// The way to a space; where no way is legal, the one that comes nearest to it is judged, and its ruling says why
/// not.
fn way(game: &HeroScape, state: &State, slots: &Slots<Thing>, safely: bool) -> Read<Action> {
    let figure: FigureId = slots.get("figure")?;
    let Spot(spaces) = slots.get("space")?;
    let (to, trail) = (spaces.lead, spaces.trail());
    if spaces.count() > game.card(state, figure).spaces {
        let (name, words) = (game.figure_name(state, figure), names::spaces_words(game, spaces));
        let says = format!(
            "`{words}` is more than {name} stands on; from space to space it is `move {name} by {words}`"
        );
        return Err(Slip::new(says));
    }
    likely::moves_at_all(game, state, figure, (to, trail))?;
    if let Some((turned, path)) = reach::way_to(game, state, figure, (to, trail), safely) {
        return Ok(Action::Move { figure, turned, path });
    }
    match reach::way_against_rules(game, state, figure, (to, trail)) {
        Some(Ok((turned, path))) => Ok(Action::Move { figure, turned, path }),
        Some(Err(points)) => {
            let (to, name) = (game.ground.name(to), game.figure_name(state, figure));
            let says = format!("{to} is {points} points away, too far for any move of {name}");
            Err(Slip::new(format!("{says} (HS-4.1.1)")))
        }
        None => Ok(Action::Move { figure, turned: false, path: Path::from_iter([to]) }),
    }
}

fn fly(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    let figure: FigureId = slots.get("figure")?;
    let Spot(spaces) = slots.get("space")?;
    let (to, mut trail) = (spaces.lead, spaces.trail());
    let double = state.spaces(figure).is_some_and(|its| its.trail().is_some());
    if double && trail.is_none() {
        flights::flights(game, state, figure, i16::MAX, |there, behind, _| {
            if there == to && trail.is_none() {
                trail = behind;
            }
        });
    }
    Ok(Action::Fly { figure, to, trail })
}

fn flown(action: &Action) -> Option<Slots<Thing>> {
    let Action::Fly { figure, to, trail } = action else { return None };
    Some(Slots::of([
        ("figure", (*figure).into()),
        ("space", Spot(Footprint::ends(*to, *trail)).into()),
    ]))
}

/// The attack on a figure by the only one that may.
fn attack_by_whom(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    slots: &Slots<Thing>,
) -> Read<Action> {
    let target: FigureId = slots.get("target")?;
    let seat = if seat == Seat::JUDGE { state.turn.seat } else { seat };
    let of_turn = state.turn.copy.map(|copy| activation::servants(game, state, copy));
    let of_turn: Vec<FigureId> = of_turn.into_iter().flatten().collect();
    let by = |attacker: &FigureId| Action::Attack { attacker: *attacker, target };
    let may = |attacker: &&FigureId| steps::holds(game, state, seat, &by(attacker));
    let open: Vec<FigureId> = of_turn.iter().filter(may).copied().collect();
    // Where none may, the ruling on the only one that could says why not.
    let known = if open.is_empty() { of_turn } else { open };
    let name = game.figure_name(state, target);
    match known.as_slice() {
        [only] => Ok(by(only)),
        [] => Err(Slip::new(format!(
            "nobody attacks {name} now: it is the turn of no card (`FIGURE attacks FIGURE`)"
        ))),
        _ => {
            let by: Vec<String> = known.iter().map(|id| game.figure_name(state, *id)).collect();
            let who = nouns::few_words(&by);
            Err(Slip::new(format!(
                "`attack {name}` with which figure? {who} (`FIGURE attacks FIGURE`)"
            )))
        }
    }
}

fn used(
    game: &HeroScape,
    state: &State,
    slots: &Slots<Thing>,
    on: Option<FigureId>,
) -> Read<Action> {
    let figure: FigureId = slots.get("holder")?;
    let name = match slots.get("ability")? {
        Ability::Named(name) => name,
        Ability::Known(power) => return Ok(Action::Use { figure, power, on }),
    };
    let mut names = Names::of("power");
    let mut found: Vec<(String, crate::position::state::PowerRef)> = Vec::new();
    for (at, power) in game.powers_of(state, figure) {
        if matches!(power, crate::tables::abilities::Power::Trigger(_)) {
            let full = game.power_name(at);
            names.add(full.as_str(), full.clone());
            found.push((full, at));
        }
    }
    let full: String = match names.find(&name) {
        Ok(full) => full,
        // What attacks specially is used in other words, and meant all the same.
        Err(slip) => return special_named(game, state, figure, &name, on).unwrap_or(Err(slip)),
    };
    let mut ways = found.into_iter().filter(|(known, _)| *known == full).map(|(_, at)| at);
    let first = ways.clone().next();
    let action = |power| Action::Use { figure, power, on };
    let seat = state.figure(figure).controller;
    let open = ways.find(|at| crate::steps::holds(game, state, seat, &action(*at)));
    let power = open.or(first).ok_or_else(|| Slip::new("that figure has no such power"))?;
    Ok(action(power))
}

fn use_on(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    let on: FigureId = slots.get("target")?;
    used(game, state, slots, Some(on))
}

fn use_it(game: &HeroScape, state: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    used(game, state, slots, None)
}

fn used_on(action: &Action) -> Option<Slots<Thing>> {
    let Action::Use { figure, power, on: Some(on) } = action else { return None };
    let ability = Ability::Known(*power).into();
    Some(Slots::of([("holder", (*figure).into()), ("ability", ability), ("target", (*on).into())]))
}

fn used_it(action: &Action) -> Option<Slots<Thing>> {
    let Action::Use { figure, power, on: None } = action else { return None };
    let ability = Ability::Known(*power).into();
    Some(Slots::of([("holder", (*figure).into()), ("ability", ability)]))
}

fn lay_at(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    let Spot(Footprint { lead: space, .. }) = slots.get("space")?;
    Ok(Action::Lay(space))
}

fn laid_at(action: &Action) -> Option<Slots<Thing>> {
    let Action::Lay(space) = action else { return None };
    Some(Slots::of([("space", Spot(Footprint::one(*space)).into())]))
}

fn shift(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    let Marker(marker) = slots.get("marker")?;
    Ok(Action::Shift(marker, slots.get("card")?))
}

fn shifted(action: &Action) -> Option<Slots<Thing>> {
    let Action::Shift(marker, card) = action else { return None };
    Some(Slots::of([("marker", Marker(*marker).into()), ("card", (*card).into())]))
}

fn change_of(slots: &Slots<Thing>, change: DoorChange) -> Read<Action> {
    let Door(door) = slots.get("door")?;
    Ok(Action::Door(door, change))
}

fn changed(action: &Action, wanted: DoorChange) -> Option<Slots<Thing>> {
    let Action::Door(door, change) = action else { return None };
    (*change == wanted).then(|| Slots::of([("door", Door(*door).into())]))
}

fn open_door(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    change_of(slots, DoorChange::Open)
}

fn door_opened(action: &Action) -> Option<Slots<Thing>> {
    changed(action, DoorChange::Open)
}

fn shut_door(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    change_of(slots, DoorChange::Shut)
}

fn door_shut(action: &Action) -> Option<Slots<Thing>> {
    changed(action, DoorChange::Shut)
}

fn bar_door(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    change_of(slots, DoorChange::Bar)
}

fn door_barred(action: &Action) -> Option<Slots<Thing>> {
    changed(action, DoorChange::Bar)
}

fn unbar_door(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    change_of(slots, DoorChange::Unbar)
}

fn door_unbarred(action: &Action) -> Option<Slots<Thing>> {
    changed(action, DoorChange::Unbar)
}

fn attack_door(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    let Door(door) = slots.get("door")?;
    Ok(Action::AttackDoor { attacker: slots.get("figure")?, power: None, door })
}

fn door_attacked(action: &Action) -> Option<Slots<Thing>> {
    let Action::AttackDoor { attacker, power: None, door } = action else { return None };
    Some(Slots::of([("figure", (*attacker).into()), ("door", Door(*door).into())]))
}

fn seen(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    Ok(Action::Sight { from: slots.get("from")?, to: slots.get("to")?, clear: true })
}

fn unseen(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    Ok(Action::Sight { from: slots.get("from")?, to: slots.get("to")?, clear: false })
}

fn is_seen(action: &Action) -> Option<Slots<Thing>> {
    sight(action, true)
}

fn is_unseen(action: &Action) -> Option<Slots<Thing>> {
    sight(action, false)
}

fn sight(action: &Action, wanted: bool) -> Option<Slots<Thing>> {
    match action {
        Action::Sight { from, to, clear } if *clear == wanted => {
            Some(Slots::of([("from", (*from).into()), ("to", (*to).into())]))
        }
        _ => None,
    }
}

fn put_down(_: &HeroScape, _: &State, _: Seat, slots: &Slots<Thing>) -> Read<Action> {
    Ok(Action::PutDown(slots.get("figure")?, slots.get("glyph")?))
}

fn is_put_down(action: &Action) -> Option<Slots<Thing>> {
    let Action::PutDown(figure, glyph) = action else { return None };
    Some(Slots::of([("figure", (*figure).into()), ("glyph", (*glyph).into())]))
}
