//! Flights judged: who may fly, and where a flight may end (HS-4.5).

use super::movement::check_mover;
use crate::position::action::Action;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{FigureId, State};
use crate::rules::flights::{flies, flight_cost, flights, may_leap};
use crate::rules::walker::Walker;
use crate::rules::{ladder, roaming, walker};
use crate::tables::rule::Rule;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;
use umpire_core::hex::SpaceId;
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Judges a flight.
pub fn check_flight<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_mover(game, state, figure, why)?;
    let grounding = glyphs::grounding(game, state);
    why.require(grounding.unwrap_or(Rule::Flying), flies(game, state, figure), || {
        let name = game.figure_name(state, figure);
        match grounding {
            Some(_) => Fact::says(format!("{name} cannot fly while somebody holds that glyph")),
            None => Fact::says(format!("{name} cannot fly")),
        }
    })?;
    let spaces = game.ground.board.spaces();
    let known = to.index() < spaces && trail.is_none_or(|trail| trail.index() < spaces);
    why.need(Rule::BattlefieldSpaces, known, || Fact::says("there is no such space"))?;
    let walker = Walker::of(game, state, figure, false);
    let shape = trail.is_some() == walker.trail.is_some()
        && trail.is_none_or(|trail| game.ground.side(to, trail).is_some());
    why.need(Rule::TwoSpacesLevel, shape && to != walker.lead, || {
        Fact::says("a flight leads to other spaces, one or two neighbouring ones as the figure has")
    })?;
    why.require(Rule::Leaping, may_leap(game, state, figure, to), || {
        Fact::says("this leap does not go so many levels up or down")
    })?;
    roaming::check_roam_end(game, state, figure, Footprint::ends(to, trail), why)?;
    walker::check_glyph(game, state, figure, to, why)?;
    let card = game.card(state, figure);
    for space in Footprint::ends(to, trail).spaces() {
        why.require(Rule::Ladders, !game.ground.at(space).rung, || {
            Fact::says("nobody lands on a rung of a ladder")
        })?;
        let deadly = game.basic && game.tile_at(state, space).destroys.is_some();
        why.require(Rule::BasicGame, !deadly, || {
            Fact::says(format!("nobody enters {} in the basic game", game.ground.name(space)))
        })?;
        why.require(Rule::CastleDoor, ladder::shut_door(game, state, space).is_none(), || {
            Fact::says(format!("the door at {} is shut", game.ground.name(space)))
        })?;
        let room = game.ground.room(space);
        why.require(Rule::FigureMustFit, room.is_none_or(|room| room >= card.height), || {
            let name = game.ground.name(space);
            Fact::says(format!("the figure does not fit under what hangs over {name}"))
                .at_least(room.unwrap_or(0), card.height)
        })?;
    }
    let cost = flight_cost(game, state, &walker, (to, trail));
    let purse = walker.points;
    why.require(Rule::Flying, cost.is_some_and(|cost| cost <= purse), || {
        let name = game.ground.name(to);
        let Some(cost) = cost else {
            return Fact::says(format!("no way over the board leads to {name}"));
        };
        let who = game.figure_name(state, figure);
        let fact = Fact::says(format!("{name} needs {cost} points, {who} has {purse}"));
        let fact = fact.at_least(purse, cost);
        match nearest_landing(game, state, figure, to) {
            Some(action) => fact.instead(game.say_action(state, Seat::JUDGE, &action), &action),
            None => fact,
        }
    })?;
    Walker { lead: to, trail, ..walker }.may_end(game, state, why)
}

/// The flight that comes nearest to a space.
fn nearest_landing(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    wanted: SpaceId,
) -> Option<Action> {
    let mut landings = Vec::new();
    flights(game, state, figure, i16::MAX, |to, trail, _| {
        landings.extend(game.space_range(to, wanted).map(|range| (range, to, trail)));
    });
    // Mostly the first will do: the rest is not put in order.
    let mut nearest: BinaryHeap<_> = landings.into_iter().map(Reverse).collect();
    let landings = iter::from_fn(|| nearest.pop());
    let mut actions = landings.map(|Reverse((_, to, trail))| Action::Fly { figure, to, trail });
    actions.find(|action| super::holds(game, state, state.turn.seat, action))
}
