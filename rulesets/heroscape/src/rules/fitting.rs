//! Where a figure fits as its base lies, and what keeps it from fitting (HS-2.2.2, HS-2.2.4).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::rules::ladder;
use crate::tables::catalog::{ArmyCard, MOST_SPACES};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::hex::{Hex, SpaceId};

/// Whether a figure may be placed on spaces, whatever the zone.
pub fn fits(game: &HeroScape, state: &State, figure: FigureId, spaces: Footprint) -> bool {
    let card = game.card(state, figure);
    let free = |space: SpaceId| {
        let empty = state.occupant(space).is_none_or(|other| other == figure);
        let built = ladder::may_stand(game, state, figure, space)
            && ladder::crowded_by(game, state, figure, space).is_none()
            && ladder::shut_door(game, state, space).is_none();
        empty && built && game.ground.room(space).is_none_or(|room| room >= card.height)
    };
    spaces.count() == card.spaces
        && spaces.is_in_order()
        && spaces.spaces().all(|space| game.ground.level(space) == game.ground.level(spaces.lead))
        && covers(game, card, spaces)
        && spaces.spaces().all(free)
}

/// Whether spaces have the shape of a card's base, whatever their levels.
fn covers(game: &HeroScape, card: &ArmyCard, spaces: Footprint) -> bool {
    if !spaces.is_rooted() {
        return spaces.trail().is_none_or(|trail| game.ground.side(spaces.lead, trail).is_some());
    }
    let hex = |space| game.ground.board.hex_of(space);
    let covered = |at: Hex| spaces.spaces().any(|space| hex(space) == at);
    card.base.iter().any(|steps| {
        let from = |first: Hex| steps.iter().all(|step| covered(beside(first, *step)));
        spaces.spaces().any(|first| from(hex(first)))
    })
}

/// Every footprint of a card's figures that begins with a space: of two spaces with either end, of six with each turn of
/// the base, none of them twice.
pub fn footprints(
    game: &HeroScape,
    card: &ArmyCard,
    first: SpaceId,
    mut each: impl FnMut(Footprint) -> bool,
) -> bool {
    let board = &game.ground.board;
    match card.spaces {
        1 => each(Footprint::one(first)),
        2 => board.neighbours(first).any(|(_, trail)| each(Footprint::ends(first, Some(trail)))),
        _ => card.base.iter().any(|steps| {
            let (hex, level) = (board.hex_of(first), game.ground.level(first));
            let all = steps.iter().map(|step| board.space_at(beside(hex, *step), level));
            let all: Option<SmallVec<[SpaceId; MOST_SPACES]>> = all.collect();
            all.and_then(|all| Footprint::named(&all)).is_some_and(&mut each)
        }),
    }
}

/// How a figure would stand whose leading end is put on a space: as it lies now, else the first way round that fits.
pub fn standing_at(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    lead: SpaceId,
) -> Option<Footprint> {
    let ways = ways_round(game, state, figure, lead);
    let lies = state.spaces(figure).and_then(|at| game.ground.side(at.lead, at.trail()?));
    let as_it_lies = |to: &&Footprint| {
        lies.is_some() && to.trail().and_then(|trail| game.ground.side(to.lead, trail)) == lies
    };
    ways.iter().find(as_it_lies).or(ways.first()).copied()
}

/// How a figure on several spaces would stand if it were turned where it stands; nothing where there is no other way.
pub fn turned(game: &HeroScape, state: &State, figure: FigureId) -> Option<Footprint> {
    let stands = state.spaces(figure).filter(|at| at.count() > 1)?;
    let ways = ways_round(game, state, figure, stands.lead);
    let now = ways.iter().position(|way| *way == stands);
    let next = now.map_or(0, |now| (now + 1) % ways.len().max(1));
    ways.get(next).copied().filter(|way| *way != stands)
}

/// Every way in which a figure fits that leads with a space.
fn ways_round(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    lead: SpaceId,
) -> SmallVec<[Footprint; 6]> {
    let mut ways = SmallVec::new();
    footprints(game, game.card(state, figure), lead, |to| {
        if fits(game, state, figure, to) {
            ways.push(to);
        }
        false
    });
    ways
}

/// What keeps a figure from being put on spaces, with what it needs.
pub fn misfit(game: &HeroScape, state: &State, figure: FigureId, spaces: Footprint) -> String {
    let needs = needs(game, state, figure, spaces);
    let told = game.card(state, figure).spaces > 2;
    let alone = |spaces: Footprint| {
        let (lead, level) = (game.ground.name(spaces.lead), game.ground.level(spaces.lead));
        match state.occupant(spaces.lead).filter(|other| *other != figure) {
            Some(other) => format!("{} stands at {lead}", game.figure_name(state, other)),
            None => format!("beside {lead} no space of level {level} is free for its other end"),
        }
    };
    match unfit(game, state, figure, spaces).filter(|_| !told) {
        Some(_) if spaces.count() == 1 && game.card(state, figure).spaces == 2 => {
            format!("{needs}: {}", alone(spaces))
        }
        Some(unfit) => format!("{needs}: {unfit}"),
        None => needs,
    }
}

/// What a figure needs that does not fit on spaces: for a base of many, what is wrong with them.
pub fn needs(game: &HeroScape, state: &State, figure: FigureId, spaces: Footprint) -> String {
    let name = game.figure_name(state, figure);
    match game.card(state, figure).spaces {
        1 => format!("{name} needs a free space that it fits"),
        2 => format!("{name} needs two free neighbouring spaces of one level that it fits"),
        many => {
            let needs = format!("{name} needs {many} free spaces of one level as its base lies");
            match unfit(game, state, figure, spaces) {
                Some(unfit) => format!("{needs}: {unfit}"),
                None => needs,
            }
        }
    }
}

/// What keeps a figure on many spaces from being put there, in words.
fn unfit(game: &HeroScape, state: &State, figure: FigureId, spaces: Footprint) -> Option<String> {
    let card = game.card(state, figure);
    let name = |space| game.ground.name(space);
    let level = |space| game.ground.level(space);
    if spaces.count() != card.spaces || !spaces.is_in_order() {
        let count = spaces.count();
        return Some(format!("its base covers {} spaces, and not {count}", card.spaces));
    }
    if let Some(space) = spaces.spaces().find(|space| level(*space) != level(spaces.lead)) {
        let (lead, here, there) = (name(spaces.lead), level(spaces.lead), level(space));
        return Some(format!("{lead} lies on level {here} and {} on level {there}", name(space)));
    }
    if !covers(game, card, spaces) {
        return Some("these spaces do not lie as its base does".to_string());
    }
    spaces.spaces().find_map(|space| {
        if let Some(other) = state.occupant(space).filter(|other| *other != figure) {
            return Some(format!("{} stands at {}", game.figure_name(state, other), name(space)));
        }
        let low = game.ground.room(space).filter(|room| *room < card.height);
        if let Some(room) = low {
            let height = card.height;
            return Some(format!("{} has room for Height {room}, not for {height}", name(space)));
        }
        let built = ladder::may_stand(game, state, figure, space)
            && ladder::crowded_by(game, state, figure, space).is_none()
            && ladder::shut_door(game, state, space).is_none();
        (!built).then(|| format!("a ladder or a door is at {}", name(space)))
    })
}

/// The rule by which a figure needs its spaces.
pub fn rule_of(game: &HeroScape, state: &State, figure: FigureId) -> Rule {
    match game.card(state, figure).spaces {
        1 | 2 => Rule::PlacingTwoSpaces,
        _ => Rule::PlacingManySpaces,
    }
}

/// The hex so many steps away.
fn beside(hex: Hex, step: Hex) -> Hex {
    Hex { q: hex.q.saturating_add(step.q), r: hex.r.saturating_add(step.r) }
}
