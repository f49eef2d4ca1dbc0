//! Where flights take a figure, and what they cost (HS-4.5).

use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::rules::dice::modifiers;
use crate::rules::holds::Parties;
use crate::rules::walker::Walker;
use crate::rules::{glyph_effects, holds, ladder, roaming};
use crate::tables::abilities::Number;
use smallvec::SmallVec;
use umpire_core::hex::{Board, HexId, Reach, Side, SpaceId, Steps};
use umpire_core::ruling::Silent;

/// Whether a figure may fly.
pub fn flies(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let leaps = || roaming::roam(game, state).is_some_and(|roam| roam.leap.is_some());
    holds::can_fly(game, state, figure) || leaps()
}

/// Whether a leap may come down on a space: no more levels up or down than it allows from where it began, however
/// often it comes down on its way.
pub fn may_leap(game: &HeroScape, state: &State, figure: FigureId, to: SpaceId) -> bool {
    let Some(levels) = roaming::roam(game, state).and_then(|roam| roam.leap) else { return true };
    if holds::can_fly(game, state, figure) {
        return true;
    }
    let parties = Parties::alone(figure);
    let more = modifiers(game, state, Number::Leap, parties, &mut Silent);
    let moving = state.turn.moving.filter(|moving| moving.figure == figure);
    let stands = || state.spaces(figure).map_or(0, |its| game.ground.level(its.lead));
    let from = moving.and_then(|moving| moving.leapt_from).unwrap_or_else(stands);
    i32::from((game.ground.level(to) - from).abs()) <= i32::from(levels) + more
}

/// Points of a flight: hexes entered, obstacles included, gaps gone round (HS-4.5.1).
pub fn flight_cost(
    game: &HeroScape,
    state: &State,
    walker: &Walker,
    landing: (SpaceId, Option<SpaceId>),
) -> Option<i16> {
    let board = &game.ground.board;
    let hex = |space: SpaceId| board.space(space).hex;
    cost_by(game, state, walker, landing, |end, to| {
        if !game.edition.flyer_stops_on_glyph {
            return board.range(hex(to), hex(end));
        }
        let over = Over::of(game, state, walker.figure, end);
        let goal = board.hex(hex(to));
        let mut reach = Reach::new();
        let cost = reach.search_to(
            board.hexes(),
            over.from.0,
            hex(to).0,
            |node| u32::from(board.hex(HexId(node)).distance(goal)),
            |node, _, steps| over.steps_from(HexId(node), steps),
        );
        cost.map(|cost| cost.min(u32::from(u16::MAX)) as u16)
    })
}

/// The points by the hexes between either end of a figure and a space.
fn cost_by(
    game: &HeroScape,
    state: &State,
    walker: &Walker,
    (to, trail): (SpaceId, Option<SpaceId>),
    range: impl Fn(SpaceId, SpaceId) -> Option<u16>,
) -> Option<i16> {
    let cost = walker
        .stands()
        .spaces()
        .filter_map(|end| match trail {
            None => range(end, to),
            // Its other end follows: the leading end crosses that hex last.
            Some(trail) if trail == end => Some(1),
            Some(trail) => {
                let stops = || stopping_glyphs(game, state, walker.figure).any(|at| at == trail);
                range(end, trail).filter(|_| !stops()).map(|cost| cost.saturating_add(1))
            }
        })
        .min()?;
    Some(i16::try_from(cost).unwrap_or(i16::MAX).max(1))
}

/// The spaces of glyphs that stop a flier that passes over them (field `flyer_stops_on_glyph`): none that lets walkers go on.
fn stopping_glyphs<'s>(
    game: &'s HeroScape,
    state: &'s State,
    figure: FigureId,
) -> impl Iterator<Item = SpaceId> + 's {
    let all = state.glyphs.iter().filter(|_| game.edition.flyer_stops_on_glyph);
    all.filter(move |laid| !glyph_effects::passes(game, state, figure, laid)).map(|laid| laid.space)
}

/// The hexes a flier passes over; no glyph that stops it but where it started.
struct Over<'g> {
    board: &'g Board,
    from: HexId,
    closed: SmallVec<[HexId; 8]>,
}

impl<'g> Over<'g> {
    fn of(game: &'g HeroScape, state: &State, figure: FigureId, end: SpaceId) -> Over<'g> {
        let board = &game.ground.board;
        let glyphs = stopping_glyphs(game, state, figure);
        let closed = glyphs.map(|space| board.space(space).hex).collect();
        Over { board, from: board.space(end).hex, closed }
    }

    fn steps_from(&self, hex: HexId, steps: &mut Steps) {
        if hex != self.from && self.closed.contains(&hex) {
            return;
        }
        for next in Side::ALL.into_iter().filter_map(|side| self.board.neighbour(hex, side)) {
            steps.to(next.0, 1);
        }
    }

    /// Every hex that is at most so many away.
    fn within(&self, most: u32) -> Reach {
        let mut reach = Reach::new();
        let expand = |node, _, steps: &mut Steps| self.steps_from(HexId(node), steps);
        reach.search(self.board.hexes(), self.from.0, most, expand);
        reach
    }
}

/// Every flight of at most so many hexes that may end where it leads, with its points.
pub fn flights(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    most: i16,
    mut each: impl FnMut(SpaceId, Option<SpaceId>, i16),
) {
    let walker = Walker::of(game, state, figure, false);
    let purse = walker.points.min(most);
    if purse < 1 {
        return;
    }
    let card = game.card(state, figure);
    let board = &game.ground.board;
    let fits = |space: SpaceId| {
        let deadly = game.basic && game.tile_at(state, space).destroys.is_some();
        let built = !deadly
            && !game.ground.at(space).rung
            && ladder::shut_door(game, state, space).is_none()
            && ladder::crowded_by(game, state, figure, space).is_none();
        built
            && game.ground.room(space).is_none_or(|room| room >= card.height)
            && state.occupant(space).is_none_or(|other| other == figure)
    };
    let ends = walker.stands().spaces();
    let near: SmallVec<[(SpaceId, Reach); 2]> = match most {
        1 => SmallVec::new(),
        _ => {
            ends.map(|end| (end, Over::of(game, state, figure, end).within(purse as u32))).collect()
        }
    };
    let range = |end: SpaceId, to: SpaceId| {
        if most == 1 {
            // Nothing is passed over on the way to the next hex.
            return board.hex_of(end).distance(board.hex_of(to)).into();
        }
        let (_, reach) = near.iter().find(|(known, _)| *known == end)?;
        reach.cost_to(board.space(to).hex.0).map(|cost| cost as u16)
    };
    let landings = if most == 1 { beside(board, &walker) } else { around(board, &walker, &near) };
    for to in landings {
        if to == walker.lead
            || !fits(to)
            || glyph_effects::shut_to(game, state, figure, to).is_some()
        {
            continue;
        }
        let reached = |trail: Option<SpaceId>| {
            // By one hex a figure comes to where it is one away, and its other end to where an end was.
            if most == 1 && trail.is_none_or(|trail| walker.stands().contains(trail)) {
                return Some(1);
            }
            let cost = cost_by(game, state, &walker, (to, trail), range);
            cost.filter(|cost| *cost <= purse)
        };
        if walker.trail.is_none() {
            reached(None).into_iter().for_each(|cost| each(to, None, cost));
            continue;
        }
        let level = game.ground.level(to);
        let hex = |space: SpaceId| board.space(space).hex;
        for (_, trail) in board.neighbours(to) {
            let may_be = most > 1 || walker.stands().spaces().any(|end| hex(end) == hex(trail));
            if may_be
                && game.ground.level(trail) == level
                && let Some(cost) = reached(Some(trail))
                && fits(trail)
            {
                each(to, Some(trail), cost);
            }
        }
    }
}

/// The spaces beside a figure, each once.
fn beside(board: &Board, walker: &Walker) -> Vec<SpaceId> {
    let mut found = Vec::with_capacity(12);
    for end in walker.stands().spaces() {
        for (_, to) in board.neighbours(end) {
            if !found.contains(&to) {
                found.push(to);
            }
        }
    }
    found
}

/// The spaces on the hexes that either end comes to, in order; for a figure on two spaces those
/// beside them too, for its other end follows.
fn around(board: &Board, walker: &Walker, near: &[(SpaceId, Reach)]) -> Vec<SpaceId> {
    let mut found = vec![false; board.spaces()];
    let mut mark =
        |hex| board.spaces_on(hex).iter().for_each(|space| found[space.0 as usize] = true);
    for hex in near.iter().flat_map(|(_, reach)| reach.reached()).map(HexId) {
        mark(hex);
        if walker.trail.is_some() {
            Side::ALL.into_iter().filter_map(|side| board.neighbour(hex, side)).for_each(&mut mark);
        }
    }
    (0..).map(SpaceId).zip(found).filter_map(|(space, is_near)| is_near.then_some(space)).collect()
}
