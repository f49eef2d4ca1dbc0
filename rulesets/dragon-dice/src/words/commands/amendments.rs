//! What a judge types to change the position, and what each line means.

use crate::position::amendment::Amendment;
use crate::position::game::DragonDice;
use crate::position::lasting::On;
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::setup::EffectSetup;
use crate::position::state::State;
use crate::steps::start::effects;
use crate::tables::rule::Rule;
use crate::words::nouns::{Bearer, Dice, FaceName, Lasting, Spells, Thing};
use crate::words::{asked, read_dice, say, say_effect};
use umpire_core::command::{Row, few};
use umpire_core::host::Slip;
use umpire_core::row;
use umpire_core::seat::Seat;

type Slots = umpire_core::command::Slots<Thing>;

type Read = Result<Amendment, Slip>;

pub(crate) static AMENDMENTS: &[Row<DragonDice, Amendment>] = &[
    row!("put {seat} {dice} [from {from:place}] to {to:place}" => by put, said by is_put,
        "dice lie somewhere else"),
    row!("kill {seat} {dice} [from {from:place}]" => by kill, ""),
    row!("terrain {place} {face:number}" | "terrain {place} to {face:number}" | "{place} terrain {face:number}"
        | "face {place} {face:number}" | "{place} face {face:number}"
        => Amendment::Face { place, face }, "the terrain shows that number"),
    row!("holder {place} {holder:seat|none}" | "{place} holder {holder:seat|none}"
        => Amendment::Holder { place, holder }, "who holds the terrain's eighth face"),
    row!("named {place} {eighth:eighth-face|none}" | "{place} named {eighth:eighth-face|none}"
        => Amendment::Named { place, eighth }, "what a castle counts as"),
    row!("held {place} {turns:number}" | "{place} held {turns:number}" => Amendment::Held { place, turns },
        "through how many turn starts it has been held"),
    row!("minor {army} {face}" | "{army} minor {face}" => by turn_minor, said by is_minor_turned,
        "what a minor terrain shows (ARMY as `A frontier`)"),
    row!("begin {spell} on {bearer} [by {seat}]" => by begin, said by is_begun,
        "something lasts, on an army (`A frontier`), a place or a player"),
    row!("begin {effect}" => by begin_other, said is_other_begun, ""),
    row!("end {effect}" => by end, said is_ended, "it lasts no longer: its number, or its spell"),
    row!("turn {seat}" => Amendment::Turn(seat), "that player's turn begins"),
];

fn put(game: &DragonDice, state: &State, _: Seat, slots: &Slots) -> Read {
    put_to(game, state, slots, slots.get("to")?)
}

/// `kill B salamander` is how people say `put B salamander to dead`.
fn kill(game: &DragonDice, state: &State, _: Seat, slots: &Slots) -> Read {
    put_to(game, state, slots, Place::DEAD)
}

/// Of several of a kind those are meant that are not there yet.
fn put_to(game: &DragonDice, state: &State, slots: &Slots, to: Place) -> Read {
    let (owner, Dice { words: dice, .. }) = (slots.get("seat")?, slots.get("dice")?);
    if !state.seated(owner) {
        return Err(Slip::new("nobody has such dice"));
    }
    let from: Option<Place> = slots.optional("from");
    let among = from.map_or(PieceSet::ALL, |from| state.at(owner, from));
    // A word for two kinds is asked about, wherever these lie.
    let named = read_dice::read_dice(game, state, owner, among, &dice);
    if let Err(slip) = &named
        && slip.asks
    {
        return Err(slip.clone());
    }
    let elsewhere = among.without(state.at(owner, to));
    let moved = read_dice::read_dice(game, state, owner, elsewhere, &dice);
    let force = state.roster.force(owner);
    let is_named = |moved: &PieceSet, named: &PieceSet| {
        let kinds = named.iter().map(|die| force.kind(die));
        moved.iter().all(|die| kinds.clone().any(|kind| kind == force.kind(die)))
    };
    let pieces = match (moved, named) {
        (Ok(moved), Ok(named)) if !is_named(&moved, &named) => named,
        (moved, named) => moved.or(named)?,
    };
    let pieces = match from {
        Some(_) => pieces,
        None => of_one_place(game, state, owner, (pieces, to), &dice)?,
    };
    if !pieces.is_empty() && pieces.within(state.at(owner, to)) {
        let (seat, dice) =
            (names::seat_word(game, owner), names::dice_words(game, state, owner, pieces));
        let lie = if pieces.len() > 1 { "lie" } else { "lies" };
        let to = names::place_word(game, state, to);
        return Err(Slip::new(format!("{seat}'s {dice} {lie} at `{to}` already")));
    }
    Ok(Amendment::Put { owner, pieces, to })
}

/// The dice that words mean: of those at several places the ones in play; a question where they are other dice at each of
/// several places in play, and not all of them are meant.
fn of_one_place(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    (pieces, to): (PieceSet, Place),
    dice: &str,
) -> Result<PieceSet, Slip> {
    let piles = (Place::RESERVE.0..Place::COUNT as u8).map(Place);
    let places = state.terrains().chain(piles).filter(|place| *place != to);
    let named = places.filter_map(|place| {
        let there = state.at(owner, place);
        let set = read_dice::read_dice(game, state, owner, there, dice).ok()?;
        (!set.is_empty() && set.within(there)).then_some((place, set))
    });
    let mut named: Vec<(Place, PieceSet)> = named.collect();
    // What is in play is meant before what lies beside it.
    if named.iter().any(|(place, _)| place.in_play()) {
        named.retain(|(place, _)| place.in_play());
    }
    let all = named.iter().fold(PieceSet::NONE, |all, (_, set)| all.with(*set));
    match named.as_slice() {
        [(_, there)] if there.len() == pieces.len() => return Ok(*there),
        [] | [_] => return Ok(pieces),
        _ if all.within(pieces) => return Ok(pieces),
        _ => {}
    }
    let seat = names::seat_word(game, owner);
    let at: Vec<String> =
        named.iter().map(|(place, _)| names::place_word(game, state, *place)).collect();
    let (first, to) = (&at[0], names::place_word(game, state, to));
    let known = few(at.iter().map(String::as_str));
    let says = format!("which `{dice}` of {seat}? they lie at {known}");
    Err(Slip::asking(format!("{says} (`put {seat} {dice} from {first} to {to}`)")))
}

fn is_put(game: &DragonDice, state: &State, _: Seat, change: &Amendment) -> Option<Slots> {
    let Amendment::Put { owner, pieces, to } = *change else { return None };
    let together = asked::together(state, owner, pieces);
    let whole = pieces.within(together) && state.seated(owner);
    let among = if whole { together } else { PieceSet::ALL };
    let words = names::exact_words(game, state, owner, among, pieces);
    let dice = ("dice", Dice::of(state, owner, pieces, words).into());
    let (seat, to) = (("seat", owner.into()), ("to", to.into()));
    Some(match pieces.first().filter(|_| whole) {
        Some(number) => {
            let from = state.place_of(Piece { owner, number });
            Slots::of([seat, dice, ("from", from.into()), to])
        }
        None => Slots::of([seat, dice, to]),
    })
}

/// The face by its number, from 1, or by its name.
fn turn_minor(game: &DragonDice, state: &State, _: Seat, slots: &Slots) -> Read {
    let (army, FaceName(face)): (Army, _) = (slots.get("army")?, slots.get("face")?);
    let die = state.seated(army.owner).then(|| state.minor(army)).flatten();
    let none =
        || Slip::new(format!("{} has no minor terrain", names::army_word(game, state, army)));
    let die = die.ok_or_else(none)?;
    let face = match face.parse() {
        Ok(face) => face,
        Err(_) => {
            read_dice::read_face(game, state, Piece { owner: army.owner, number: die }, &face)? + 1
        }
    };
    Ok(Amendment::Minor { army, face })
}

fn is_minor_turned(game: &DragonDice, state: &State, _: Seat, change: &Amendment) -> Option<Slots> {
    let Amendment::Minor { army, face } = *change else { return None };
    let face = FaceName(say::minor_word(game, state, army, face.saturating_sub(1)));
    Some(Slots::of([("army", army.into()), ("face", face.into())]))
}

fn begin(game: &DragonDice, state: &State, _: Seat, slots: &Slots) -> Read {
    let (Spells { spell, times }, Bearer(on)) = (slots.get("spell")?, slots.get("bearer")?);
    if times != 1 {
        return Err(Slip::new("one after another: each `begin` lets one spell last"));
    }
    let by = names::seat_word(game, slots.optional("seat").unwrap_or(state.marching));
    let spell = game.catalog.spell(spell).id.clone();
    let stated = EffectSetup { spell: Some(spell), by: Some(by), on, ..EffectSetup::default() };
    let mut after = state.clone();
    after.effects.clear();
    effects::add_stated(game, &mut after, &stated).map_err(Slip::new)?;
    let effect = after.effects.first().copied();
    effect.map(Amendment::Begin).ok_or_else(|| Slip::new("nothing lasts"))
}

fn is_begun(game: &DragonDice, state: &State, _: Seat, change: &Amendment) -> Option<Slots> {
    let Amendment::Begin(effect) = *change else { return None };
    let (Rule::Spell(spell), On::Army(_) | On::Terrain(_) | On::Player(_)) =
        (effect.rule, effect.on)
    else {
        return None;
    };
    let on = Bearer(say_effect::on_words(game, state, effect.on));
    Some(Slots::of([
        ("spell", Spells { spell, times: 1 }.into()),
        ("bearer", on.into()),
        ("seat", effect.by.into()),
    ]))
}

/// What lasts by no spell is told, and cannot be begun by hand.
fn begin_other(_: &DragonDice, _: &State, _: Seat, _: &Slots) -> Read {
    Err(Slip::new("expected `begin SPELL on BEARER [by SEAT]`"))
}

fn is_other_begun(change: &Amendment) -> Option<Slots> {
    let Amendment::Begin(effect) = *change else { return None };
    Some(Slots::of([("effect", Lasting(effect).into())]))
}

fn end(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Lasting(effect) = slots.get("effect")?;
    Ok(Amendment::End(effect))
}

fn is_ended(change: &Amendment) -> Option<Slots> {
    let Amendment::End(effect) = *change else { return None };
    Some(Slots::of([("effect", Lasting(effect).into())]))
}
