//! Armies are placed on their start zones (HS-2.1.3, HS-2.2.1, HS-2.2.2).

use crate::abilities::Ability;
use crate::action::Action;
use crate::event::Event;
use crate::game::{HeroScape, both};
use crate::rule::Rule;
use crate::state::{CopyId, FigureId, Place, State};
use crate::steps::{Step, ladder};
use umpire_core::game::{Listing, Observe};
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Whose army is placed now.
pub fn seat(state: &State, first: Seat, done: u8) -> Seat {
    Seat((first.0 + done) % state.seats().max(1))
}

/// The figures of a seat that are not placed, one of each card: others of it are alike.
fn unplaced<'s>(
    game: &'s HeroScape,
    state: &'s State,
    seat: Seat,
) -> impl Iterator<Item = FigureId> + 's {
    let mut cards: Vec<CopyId> = Vec::new();
    let waiting = state.all_figures().filter(move |(_, figure)| {
        let is = figure.owner == seat && waits(game, state, figure);
        if !is || cards.contains(&figure.copy) {
            return false;
        }
        cards.push(figure.copy);
        true
    });
    waiting.map(|(id, _)| id)
}

/// Whether a figure waits to be placed: those whose power keeps them in reserve do not.
pub fn waits(game: &HeroScape, state: &State, figure: &crate::state::Figure) -> bool {
    figure.place == Place::Reserve && !game.card_of(state, figure.copy).has(Ability::Reserve)
}

/// Whether a figure may be placed on spaces, whatever the zone.
pub fn fits(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    spaces: (SpaceId, Option<SpaceId>),
) -> bool {
    let card = game.card(state, figure);
    let free = |space: SpaceId| {
        let empty = state.occupant(space).is_none_or(|other| other == figure);
        let built = ladder::may_stand(game, state, figure, space)
            && ladder::crowded_by(game, state, figure, space).is_none()
            && ladder::shut_door(game, state, space).is_none();
        empty && built && game.ground.room(space).is_none_or(|room| room >= card.height)
    };
    let paired = match spaces.1 {
        None => card.spaces == 1,
        Some(trail) => {
            card.spaces >= 2
                && game.ground.side(spaces.0, trail).is_some()
                && game.ground.level(spaces.0) == game.ground.level(trail)
        }
    };
    paired && both(spaces).all(free)
}

/// The start zone of a seat, or of a teammate where it has none of its own (HS-2.2.1).
fn zone<'g>(game: &'g HeroScape, state: &State, seat: Seat) -> &'g [SpaceId] {
    let of = |seat: Seat| {
        let letter = game.zones.get(seat.index()).copied()?;
        let found = game.ground.zones.iter().find(|(known, _)| *known == letter);
        found.map(|(_, spaces)| spaces.as_slice())
    };
    let mut teammates = (0..state.seats()).map(Seat).filter(|other| state.friends(seat, *other));
    of(seat).or_else(|| teammates.find_map(of)).unwrap_or(&[])
}

/// Lists the places in its seat's start zone where a figure may be put.
pub fn list(game: &HeroScape, state: &State, seat: Seat, figure: FigureId, into: &mut Vec<Action>) {
    options(game, state, seat, figure, |lead, trail| {
        into.push(Action::Place(figure, lead, trail));
        false
    });
}

fn options(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    figure: FigureId,
    mut each: impl FnMut(SpaceId, Option<SpaceId>) -> bool,
) -> bool {
    let zone = zone(game, state, seat);
    let double = game.card(state, figure).spaces >= 2;
    for space in zone {
        if !double {
            if fits(game, state, figure, (*space, None)) && each(*space, None) {
                return true;
            }
            continue;
        }
        for (_, trail) in game.ground.board.neighbours(*space) {
            let spaces = (*space, Some(trail));
            if zone.contains(&trail) && fits(game, state, figure, spaces) && each(*space, spaces.1)
            {
                return true;
            }
        }
    }
    false
}

/// Lists the places of the first figure of each card.
pub fn legal(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    for figure in unplaced(game, state, seat) {
        options(game, state, seat, figure, |space, trail| {
            into.push(Action::Place(figure, space, trail));
            false
        });
    }
    Listing::Candidates
}

/// Whether a figure may be placed there.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    figure: FigureId,
    spaces: (SpaceId, Option<SpaceId>),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let waits = figure.index() < state.figures.len()
        && state.figure(figure).owner == seat
        && waits(game, state, state.figure(figure));
    why.need(Rule::StartZones, waits, || Fact::says("this figure does not wait to be placed"))?;
    let known = both(spaces).all(|space| space.index() < game.ground.board.spaces());
    why.need(Rule::BattlefieldSpaces, known, || Fact::says("there is no such space"))?;
    why.need(Rule::PlacingTwoSpaces, fits(game, state, figure, spaces), || {
        let name = game.figure_name(state, figure);
        let words = if game.card(state, figure).spaces >= 2 {
            "needs two free neighbouring spaces of one level that it fits"
        } else {
            "needs a free space that it fits"
        };
        Fact::says(format!("{name} {words}"))
    })?;
    let inside = both(spaces).all(|space| zone(game, state, seat).contains(&space));
    why.require(Rule::StartZones, inside, || {
        Fact::says(format!("{} is not in the start zone", game.ground.name(spaces.0)))
    })
}

/// Places a figure.
pub fn apply<O: Observe<Event>>(
    state: &mut State,
    figure: FigureId,
    spaces: (SpaceId, Option<SpaceId>),
    events: &mut O,
) {
    state.put(figure, spaces.0, spaces.1);
    events.tell(|| Event::Placed { figure, space: spaces.0 });
}

/// Leaves out what does not fit, passes on to the next seat, and begins the first round.
pub fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    first: Seat,
    done: u8,
    events: &mut O,
) -> bool {
    if done >= state.seats() {
        state.steps.pop();
        super::round::begin(game, state, events);
        return true;
    }
    let seat = seat(state, first, done);
    let waiting: Vec<FigureId> = state
        .all_figures()
        .filter(|(_, figure)| figure.owner == seat && waits(game, state, figure))
        .map(|(id, _)| id)
        .collect();
    if any_fits(game, state, seat, &waiting) {
        return false;
    }
    for figure in waiting {
        state.figures[figure.index()].place = Place::LeftOut;
        events.tell(|| Event::LeftOut { figure });
    }
    state.steps.pop();
    state.steps.push(Step::Placing(first, done + 1));
    true
}

/// Whether any of some figures of a seat still fits its start zone.
pub fn any_fits(game: &HeroScape, state: &State, seat: Seat, figures: &[FigureId]) -> bool {
    figures.iter().any(|figure| options(game, state, seat, *figure, |_, _| true))
}
