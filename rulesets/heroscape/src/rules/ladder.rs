//! Ladders and doors in the way of figures: who may climb, who may pass, who hangs over whom (HS-5.8.2, HS-5.8.4).

use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::structures;
use crate::position::structures::Ladder;
use crate::tables::rule::Rule;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact};

/// Whether a figure is of a kind that climbs a ladder.
pub fn climbs(game: &HeroScape, state: &State, figure: FigureId, ladder: &Ladder) -> bool {
    let card = game.card(state, figure);
    card.spaces == 1 && ladder.climbers.contains(&card.size)
}

/// Whether a figure could be on a space as far as ladders go.
pub fn may_stand(game: &HeroScape, state: &State, figure: FigureId, space: SpaceId) -> bool {
    let rung = game.ground.at(space).rung;
    !rung || game.ground.ladder(space).is_some_and(|ladder| climbs(game, state, figure, ladder))
}

/// Another figure on the same ladder whose body reaches into where a figure would be on a space.
#[inline]
pub fn crowded_by(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    space: SpaceId,
) -> Option<FigureId> {
    let ladder = game.ground.at(space).ladder?;
    crowded_on(game, state, ladder, figure, space)
}

fn crowded_on(
    game: &HeroScape,
    state: &State,
    ladder: u16,
    figure: FigureId,
    space: SpaceId,
) -> Option<FigureId> {
    let ground = &game.ground;
    let (level, height) = (ground.level(space), game.card(state, figure).height);
    let others = ground.board.spaces_on(ground.board.space(space).hex).iter().copied();
    let others = others.filter(|other| *other != space && ground.at(*other).ladder == Some(ladder));
    others
        .filter_map(|other| Some((state.occupant(other)?, ground.level(other))))
        .filter(|(other, _)| *other != figure)
        .find(|(other, theirs)| {
            let above = *theirs + game.card(state, *other).height > level;
            if *theirs > level { level + height > *theirs } else { above }
        })
        .map(|(other, _)| other)
}

/// The door that shuts a space, if it is shut now.
pub fn shut_door(game: &HeroScape, state: &State, space: SpaceId) -> Option<u8> {
    game.ground.at(space).door.filter(|door| structures::is_shut(game, state, *door))
}

/// Judges a step as far as ladders and doors go.
pub fn check_step<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (from, to): (SpaceId, SpaceId),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let ground = &game.ground;
    why.require(Rule::CastleDoor, shut_door(game, state, to).is_none(), || {
        Fact::says(format!("the door at {} is shut", ground.name(to)))
    })?;
    let deadly = game.basic && game.tile_at(state, to).destroys.is_some();
    why.require(Rule::BasicGame, !deadly, || {
        Fact::says(format!("nobody enters {} in the basic game", ground.name(to)))
    })?;
    if ground.at(to).rung {
        let name = game.figure_name(state, figure);
        why.need(Rule::Ladders, game.card(state, figure).spaces == 1, || {
            Fact::says(format!("{name} stands on two spaces and cannot climb a ladder"))
        })?;
        why.require(Rule::Ladders, may_stand(game, state, figure, to), || {
            Fact::says(format!("{name} is too large to climb a ladder"))
        })?;
        return why.require(Rule::Ladders, ground.may_enter_rung(from, to), || {
            let words = "a rung is entered along its ladder, or from beside it at another level \
                         than that of its foot, at most one away";
            Fact::says(words)
        });
    }
    let past = ground.is_beside_ladder(from, to)
        && ground.ladder(from).is_some_and(|ladder| climbs(game, state, figure, ladder));
    why.require(Rule::Ladders, !past, || {
        let name = game.figure_name(state, figure);
        Fact::says(format!("{name} goes up this side by the ladder, not past it"))
    })
}
