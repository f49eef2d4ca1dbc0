//! A position stated directly, made into a state: dice, terrains, effects, and where in the turn.

use crate::position::game::DragonDice;
use crate::position::pieces::{Force, MOST_PIECES, Place, Sort};
use crate::position::setup::{
    Phase, PositionSetup, Refusals, SeatSetup, Setup, Tagged, TerrainAt, TerrainSetup,
};
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::stack::turn::TurnStep;
use crate::position::state::{Ground, Side, State};
use crate::position::{dice_list, names, setup};
use crate::rules::{force, invariants};
use crate::steps;
use crate::steps::start::effects;
use crate::steps::start::effects::next_seat;
use crate::steps::turn;
use crate::tables::catalog::KindId;
use crate::tables::rule::Rule;
use umpire_core::game::Deaf;
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seat;

/// The terrain that stands where a position names none.
const BARE_TERRAIN: &str = "coastland-city";

/// The position that a setup states.
pub(crate) fn take_position(
    game: &DragonDice,
    setup: &Setup,
    position: &PositionSetup,
) -> Result<State, Refusals> {
    let mut refusals = Refusals::new();
    check_names(game, position, &mut refusals);
    for (name, brought) in &setup.seats {
        force::terrain_pair(game, name, brought, &mut refusals);
    }
    let mut forces = Vec::new();
    let mut sides = Vec::new();
    for (seat, (name, brought)) in (0..).map(Seat).zip(&setup.seats) {
        let (force, side) = stated_side(game, setup, position, seat, name, brought, &mut refusals);
        forces.push(force);
        sides.push(side);
    }
    let mut state = State::fresh(forces, sides);
    lay_grounds(game, &mut state, setup, position, &mut refusals);
    lay_minors(game, &mut state, position, &mut refusals);
    if position.check_forces {
        force::check_forces(game, setup, &mut refusals);
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    enter_turn(game, &mut state, position, &mut refusals);
    for (at, effect) in position.effects.iter().enumerate() {
        if let Err(says) = effects::add_stated(game, &mut state, effect) {
            let place = format!("position.effects[{at}]");
            refusals.push(Refusal::at(Rule::EffectsExpire, place, says));
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    invariants::check(game, &state)?;
    steps::settle(game, &mut state, &mut Deaf);
    Ok(state)
}

/// Seats and places that stand as keys must be some.
fn check_names(game: &DragonDice, position: &PositionSetup, refusals: &mut Refusals) {
    let seats = position.armies.keys().map(|name| (name, "armies"));
    let minors = position.minor_terrains.keys().map(|name| (name, "minor_terrains"));
    for (name, field) in seats.chain(minors) {
        if let Err(says) = names::seat_of_word(game, name) {
            let place = format!("position.{field}.{name}");
            refusals.push(Refusal::at(Rule::Terms, place, says));
        }
    }
    for name in position.terrains.keys() {
        if let Err(says) = names::ground_of_word(game, name, None) {
            let place = format!("position.terrains.{name}");
            refusals.push(Refusal::at(Rule::TerrainDice, place, says));
        }
    }
}

fn stated_side(
    game: &DragonDice,
    setup: &Setup,
    position: &PositionSetup,
    seat: Seat,
    name: &str,
    brought: &SeatSetup,
    refusals: &mut Refusals,
) -> (Force, Side) {
    let mut dice = Tagged::new();
    let stated = position.armies.iter().find(|(key, _)| names::seat_named(game, key) == Some(seat));
    match stated {
        Some((key, places)) => {
            for (words, list) in places {
                let field = format!("position.armies.{key}.{words}");
                match names::place_of_word(game, words, Some(seat)) {
                    Ok(place) => {
                        dice_list::list_dice(game, list, place.0, &field, &mut dice, refusals)
                    }
                    Err(says) => {
                        refusals.push(Refusal::at(Rule::PlayerAreas, field, says));
                    }
                }
            }
        }
        None => usual_places(game, setup, seat, name, brought, &mut dice, refusals),
    }
    dragons_at_terrains(game, position, seat, &mut dice, refusals);
    for (key, minors) in &position.minor_terrains {
        if names::seat_named(game, key) != Some(seat) {
            continue;
        }
        for (words, minor) in minors {
            let field = format!("position.minor_terrains.{key}.{words}");
            let die = minor.split_whitespace().next().unwrap_or_default();
            match names::ground_of_word(game, words, Some(seat)) {
                Ok(place) => {
                    dice_list::list_dice(
                        game,
                        &[die.to_string()],
                        place.0,
                        &field,
                        &mut dice,
                        refusals,
                    );
                }
                Err(says) => refusals.push(Refusal::at(Rule::MinorTerrains, field, says)),
            }
        }
    }
    pool_the_rest(game, name, brought, &mut dice, refusals);
    if dice.len() > MOST_PIECES {
        let says = format!("a player has at most {MOST_PIECES} dice, found {}", dice.len());
        refusals.push(Refusal::at(Rule::Terms, format!("seats.{name}"), says));
    }
    let total = setup.total.unwrap_or_else(|| force::points_of(game, dice.iter().map(|(k, _)| *k)));
    let (force, tagged) = setup::force_of(game, &dice, total);
    let mut side = Side::default();
    for (place, set) in side.places.iter_mut().zip(&tagged) {
        *place = *set;
    }
    (force, side)
}

/// What the seat brings to its Summoning Pool. A die that the position has put elsewhere lies there,
/// and not in the pool besides (DD-1.7).
fn pool_the_rest(
    game: &DragonDice,
    name: &str,
    brought: &SeatSetup,
    dice: &mut Tagged,
    refusals: &mut Refusals,
) {
    let mut placed: Vec<KindId> = dice.iter().map(|(kind, _)| *kind).collect();
    for (list, field) in [
        (&brought.dragons, "dragons"),
        (&brought.minor_terrains, "minor_terrains"),
        (&brought.dragonkin, "dragonkin"),
    ] {
        let field = format!("seats.{name}.{field}");
        let mut pooled = Tagged::new();
        dice_list::list_dice(game, list, Place::POOL.0, &field, &mut pooled, refusals);
        for die in pooled {
            match placed.iter().position(|kind| *kind == die.0) {
                Some(at) => {
                    placed.swap_remove(at);
                }
                None => dice.push(die),
            }
        }
    }
}

/// Armies of the seat where set-up would place them: at home, at the Frontier, and at the Home
/// Terrain of the next player.
fn usual_places(
    game: &DragonDice,
    setup: &Setup,
    seat: Seat,
    name: &str,
    brought: &SeatSetup,
    dice: &mut Tagged,
    refusals: &mut Refusals,
) {
    let players = setup.seats.len() as u8;
    if let Some(armies) = &brought.armies {
        let horde = next_seat(seat, players).0;
        for (list, word, place) in [
            (&armies.home, "home", seat.0),
            (&armies.campaign, "campaign", players),
            (&armies.horde, "horde", horde),
        ] {
            let field = format!("seats.{name}.armies.{word}");
            dice_list::list_dice(game, list, place, &field, dice, refusals);
        }
    }
    let field = format!("seats.{name}.force");
    dice_list::list_dice(game, &brought.force, seat.0, &field, dice, refusals);
}

/// Dragons at terrains: `A red-drake`.
fn dragons_at_terrains(
    game: &DragonDice,
    position: &PositionSetup,
    seat: Seat,
    dice: &mut Tagged,
    refusals: &mut Refusals,
) {
    for (words, list) in &position.dragons {
        let place = match names::ground_of_word(game, words, None) {
            Ok(place) => place,
            Err(says) => {
                if seat == Seat(0) {
                    let field = format!("position.dragons.{words}");
                    refusals.push(Refusal::at(Rule::DragonsAttack, field, says));
                }
                continue;
            }
        };
        for (at, entry) in list.iter().enumerate() {
            let field = format!("position.dragons.{words}[{at}]");
            let owner =
                entry.split_once(' ').map(|(owner, die)| (names::seat_named(game, owner), die));
            match owner {
                Some((Some(owner), die)) if owner == seat => {
                    match dice_list::dice_of_word(game, die) {
                        Ok((count, kind)) if setup::sort(game, kind) == Some(Sort::Dragon) => {
                            dice.extend((0..count).map(|_| (kind, place.0)));
                        }
                        Ok(_) => {
                            let says = format!("`{die}` is no dragon");
                            refusals.push(Refusal::at(Rule::DragonsAttack, field, says));
                        }
                        Err(says) => {
                            refusals.push(Refusal::at(Rule::DragonsAttack, field, says));
                        }
                    }
                }
                Some((Some(_), _)) => {}
                _ if seat == Seat(0) => {
                    let says = format!("expected a seat and a dragon, found `{entry}`");
                    refusals.push(Refusal::at(Rule::DragonsAttack, field, says));
                }
                _ => {}
            }
        }
    }
}

fn lay_grounds(
    game: &DragonDice,
    state: &mut State,
    setup: &Setup,
    position: &PositionSetup,
    refusals: &mut Refusals,
) {
    let players = setup.seats.len() as u8;
    for number in 0..=players {
        let place = Place::terrain(number);
        let stated = position
            .terrains
            .iter()
            .find(|(words, _)| names::place_named(game, words, None) == Some(place));
        let pair = setup.seats.get(usize::from(number)).or(setup.seats.first());
        let pair = pair.and_then(|(_, brought)| brought.terrains.as_ref());
        let brought = pair.map_or(BARE_TERRAIN, |pair| match number < players {
            true => &pair.home,
            false => &pair.frontier,
        });
        let laid = match stated {
            Some((_, at)) => ground_at(game, at, brought),
            None => dice_list::terrain_of_word(game, brought).map(|kind| Ground::showing(kind, 1)),
        };
        match laid {
            Ok(ground) => state.grounds.push(ground),
            Err(says) => {
                // Of what a seat brings it was told already.
                let told = stated.map(|(word, _)| format!("position.terrains.{word}"));
                let refusal = |field| Refusal::at(Rule::TerrainDice, field, says);
                refusals.extend(told.map(refusal));
            }
        }
    }
}

fn ground_at(game: &DragonDice, at: &TerrainAt, brought: &str) -> Result<Ground, String> {
    let full = match at {
        TerrainAt::Full(full) => full.clone(),
        TerrainAt::Words(words) => {
            let mut full = TerrainSetup::default();
            for word in words.split_whitespace() {
                if let Ok(face) = word.parse() {
                    full.face = Some(face);
                } else if full.die.is_some() || names::seat_named(game, word).is_some() {
                    full.holder = Some(word.to_string());
                } else {
                    full.die = Some(word.to_string());
                }
            }
            full
        }
    };
    let kind = dice_list::terrain_of_word(game, full.die.as_deref().unwrap_or(brought))?;
    let holder = full.holder.as_deref().map(|name| names::seat_of_word(game, name)).transpose()?;
    let face = full.face.unwrap_or(if holder.is_some() { 8 } else { 1 });
    if !(1..=8).contains(&face) {
        return Err(format!("a terrain shows 1 to 8, found {face}"));
    }
    let named = match &full.named {
        Some(name) => Some(
            game.catalog
                .eighth_named(name)
                .ok_or_else(|| format!("unknown eighth face `{name}`"))?,
        ),
        None => None,
    };
    Ok(Ground { kind, face, holder, named, held: full.held })
}

/// Faces of minor terrains in play, which stand after the die: `coastland-bridge flood`.
fn lay_minors(
    game: &DragonDice,
    state: &mut State,
    position: &PositionSetup,
    refusals: &mut Refusals,
) {
    for (key, minors) in &position.minor_terrains {
        let Some(seat) = names::seat_named(game, key) else { continue };
        for (words, minor) in minors {
            let Ok(place) = names::ground_of_word(game, words, Some(seat)) else { continue };
            let mut parts = minor.split_whitespace();
            let kind = parts.next().and_then(|die| dice_list::die_named(game, die));
            let face = parts.next().unwrap_or("1");
            let Some(kind) = kind else { continue };
            let field = format!("position.minor_terrains.{key}.{words}");
            match dice_list::minor_face_named(game, kind, face) {
                Some(face) => {
                    let side = &mut state.sides[seat.index()];
                    side.minor_faces[usize::from(place.0)] = face;
                }
                None => {
                    let says = format!("`{minor}`: the die has no face `{face}`");
                    refusals.push(Refusal::at(Rule::MinorKinds, field, says));
                }
            }
        }
    }
}

/// Puts the steps on that the stated part of the turn leaves to do.
fn enter_turn(
    game: &DragonDice,
    state: &mut State,
    position: &PositionSetup,
    refusals: &mut Refusals,
) {
    let mut wrong = |field: &str, says: String| {
        let place = format!("position.{field}");
        refusals.push(Refusal::at(Rule::TurnOrder, place, says));
    };
    match position.turn.as_deref().map(|name| names::seat_of_word(game, name)).transpose() {
        Ok(seat) => state.marching = seat.unwrap_or_default(),
        Err(says) => wrong("turn", says),
    }
    let turns = position.turns.unwrap_or(1);
    if turns == 0 {
        wrong("turns", "turns are counted from 1".into());
    }
    (state.turn, state.idle) = (turns, position.idle);
    if position.phase == Phase::Free {
        state.steps.push(Step::Turn(TurnStep::Free));
        return;
    }
    for (at, words) in position.marched.iter().enumerate() {
        match names::place_of_word(game, words, Some(state.marching)) {
            Ok(place) if place.in_play() => state.marched |= 1 << place.0,
            Ok(_) => wrong(&format!("marched[{at}]"), format!("`{words}` is not in play")),
            Err(says) => wrong(&format!("marched[{at}]"), says),
        }
    }
    if position.phase == Phase::Start {
        (state.turn, state.idle) = (turns.saturating_sub(1), state.idle.saturating_sub(1));
        if refusals.is_empty() {
            turn::begin_turn(game, state, &mut Deaf);
        }
        return;
    }
    turn::begin_phases(game, state, position.phase);
    let marching = match (&position.maneuver, &position.action) {
        (None, None) => return,
        (Some(words), None) => (words, true, "maneuver"),
        (None, Some(words)) => (words, false, "action"),
        (Some(_), Some(_)) => return wrong("action", "an army maneuvers or acts".into()),
    };
    let (words, maneuver, field) = marching;
    let place = match names::place_of_word(game, words, Some(state.marching)) {
        Ok(place) if place.in_play() => place,
        Ok(_) => return wrong(field, format!("`{words}` is not in play")),
        Err(says) => return wrong(field, says),
    };
    if !matches!(state.steps.last(), Some(Step::March(_))) {
        return wrong(field, "armies march in the phase `first_march` or `second_march`".into());
    }
    state.marched |= 1 << place.0;
    state.replace_step(Step::March(MarchStep::Act(place)));
    if maneuver && place.as_terrain().is_some() {
        state.steps.push(Step::March(MarchStep::Maneuver(place)));
    }
}
