//! The judge's changes of the position, gated by the invariants.

use crate::position::amendment::Amendment;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{PieceSet, Place};
use crate::position::state::{State, Stirred};
use crate::rules::{eighth_faces, invariants};
use crate::steps::turn;
use crate::tables::rule::Rule;
use crate::words::commands;
use crate::{steps, words};
use umpire_core::game::{Deaf, Observe};
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seat;

type Refusals = Vec<Refusal<Rule>>;

fn no(rule: Rule, says: impl Into<String>) -> Refusals {
    vec![Refusal::at(rule, "", says)]
}

/// Carries out an amendment; the position is sound afterwards, or as it was.
pub(crate) fn amend_position<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    change: &Amendment,
    out: &mut O,
) -> Result<(), Refusals> {
    if state.over.is_some() {
        return Err(no(Rule::JudgesWord, "the game is over"));
    }
    if state.assembling.is_some() {
        return Err(no(Rule::SetupOrder, "the position is changed once the game has begun"));
    }
    let mut changed = state.clone();
    carry_out(game, &mut changed, change)?;
    changed.grounds.iter_mut().filter(|ground| ground.holder.is_none()).for_each(|ground| {
        (ground.named, ground.held) = (None, 0);
    });
    check_holders(game, &changed)?;
    invariants::check(game, &changed)?;
    let follows = what_follows(game, state, change);
    out.tell(|| Event::Amended { says: words::amendment_words(game, state, change) + &follows });
    changed.stirred = Stirred(true);
    steps::settle(game, &mut changed, out);
    *state = changed;
    Ok(())
}

/// What a change brings about beside what it says, in words behind it.
fn what_follows(game: &DragonDice, state: &State, change: &Amendment) -> String {
    match *change {
        Amendment::Holder { place, holder: Some(_) }
            if state.ground(place).is_some_and(|ground| ground.face != 8) =>
        {
            ", which turns it to face 8".to_string()
        }
        Amendment::Turn(_) => {
            let announced = state.casting.iter().flat_map(|casting| &casting.announced);
            let announced = announced.map(|cast| commands::cast_words(game, state, cast));
            let announced: Vec<String> = announced.collect();
            match announced.is_empty() {
                true => String::new(),
                false => format!(", and what was announced is lost: {}", announced.join("; ")),
            }
        }
        _ => String::new(),
    }
}

/// Whoever captures a terrain is named with its eighth face: by changes that can be typed.
fn check_holders(game: &DragonDice, state: &State) -> Result<(), Refusals> {
    let nobody = |place: &Place| {
        state.ground(*place).is_some_and(|ground| ground.face == 8 && ground.holder.is_none())
    };
    let Some(place) = state.terrains().find(nobody) else { return Ok(()) };
    let name = names::place_word(game, state, place);
    let seat = state.armies_at(place).next().map_or(state.marching, |army| army.owner);
    let seat = names::seat_word(game, seat);
    Err(no(
        Rule::Capture,
        format!(
            "{name} shows 8, and nobody holds it: name who does, as `holder {name} {seat}`, \
             or let it show 7, as `terrain {name} 7`"
        ),
    ))
}

fn carry_out(game: &DragonDice, state: &mut State, change: &Amendment) -> Result<(), Refusals> {
    match *change {
        Amendment::Put { owner, pieces, to } => put(state, owner, pieces, to),
        Amendment::Face { place, face } => {
            let ground = amended(state, place)?;
            ground.face = face;
            if face != 8 {
                ground.holder = None;
            }
            Ok(())
        }
        Amendment::Holder { place, holder } => {
            let ground = amended(state, place)?;
            ground.holder = holder;
            if holder.is_some() {
                ground.face = 8;
            }
            Ok(())
        }
        Amendment::Named { place, eighth } => {
            amended(state, place)?.named = None;
            let known = |name| eighth_faces::names(game, state, place).any(|it| it == name);
            if !eighth.is_none_or(known) {
                let says = "only a terrain that is captured and named by its holder, as a castle is, counts as another";
                return Err(no(Rule::Castle, says));
            }
            amended(state, place)?.named = eighth;
            Ok(())
        }
        Amendment::Held { place, turns } => {
            let ground = amended(state, place)?;
            if turns > 0 && ground.holder.is_none() {
                let says = "nobody holds this terrain, so nobody held it before";
                return Err(no(Rule::LosingCapture, says));
            }
            ground.held = turns;
            Ok(())
        }
        Amendment::Minor { army, face } => {
            let there = state.seated(army.owner) && state.minor(army).is_some();
            let Some(number) = army.place.as_terrain().filter(|_| there) else {
                return Err(no(Rule::MinorTerrains, "there is no minor terrain"));
            };
            state.sides[army.owner.index()].minor_faces[usize::from(number)] = face;
            Ok(())
        }
        Amendment::Begin(effect) => {
            state.add_effect(effect);
            Ok(())
        }
        Amendment::End(effect) => {
            let at = state.effects.iter().position(|other| *other == effect);
            let at = at.ok_or_else(|| no(Rule::EffectsExpire, "nothing like this lasts"))?;
            state.effects.remove(at);
            Ok(())
        }
        Amendment::Turn(seat) => {
            if !state.seated(seat) || state.conceded.contains(seat) {
                return Err(no(Rule::TurnOrder, "there is no such player in the game"));
            }
            state.break_off(&mut Deaf);
            state.clear_steps();
            (state.marching, state.turn) = (seat, state.turn.saturating_sub(1));
            turn::begin_turn(game, state, &mut Deaf);
            Ok(())
        }
    }
}

fn put(state: &mut State, owner: Seat, pieces: PieceSet, to: Place) -> Result<(), Refusals> {
    let known = usize::from(to.0) < Place::COUNT
        && to.as_terrain().is_none_or(|number| usize::from(number) < state.grounds.len());
    if !known {
        return Err(no(Rule::PlayerAreas, "there is no such place"));
    }
    if !state.seated(owner) {
        return Err(no(Rule::Terms, "there is no such player"));
    }
    let count = state.roster.force(owner).members().len() as u8;
    let own: PieceSet = (0..count).collect();
    if pieces.is_empty() || !pieces.within(own) {
        return Err(no(Rule::Terms, "there are no such dice"));
    }
    state.shift(owner, pieces, to);
    state.match_minor_faces(owner);
    Ok(())
}

fn amended(
    state: &mut State,
    place: Place,
) -> Result<&mut crate::position::state::Ground, Refusals> {
    let number = place.as_terrain().map(usize::from);
    number
        .and_then(|number| state.grounds.get_mut(number))
        .ok_or_else(|| no(Rule::TerrainDice, "there is no such terrain"))
}
