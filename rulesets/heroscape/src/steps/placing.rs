//! Armies are placed on their start zones (HS-2.1.3, HS-2.2.1, HS-2.2.2).

use crate::abilities::Ability;
use crate::action::Action;
use crate::catalog::ArmyCard;
use crate::event::Event;
use crate::footprint::{Footprint, MOST_SPACES};
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{CopyId, FigureId, Place, State};
use crate::steps::{Step, ladder};
use crate::words::{nouns, say};
use smallvec::SmallVec;
use umpire_core::game::{Listing, Observe};
use umpire_core::hex::{Hex, SpaceId};
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

/// The first figure of a seat that waits to be placed.
pub fn first_waiting(game: &HeroScape, state: &State, seat: Seat) -> Option<FigureId> {
    unplaced(game, state, seat).next()
}

/// Whether a figure waits to be placed: those whose power keeps them in reserve do not.
pub fn waits(game: &HeroScape, state: &State, figure: &crate::state::Figure) -> bool {
    figure.place == Place::Reserve && !game.card_of(state, figure.copy).has(Ability::Reserve)
}

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

/// The hex so many steps away.
fn beside(hex: Hex, step: Hex) -> Hex {
    Hex { q: hex.q.saturating_add(step.q), r: hex.r.saturating_add(step.r) }
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

/// The rule by which a figure needs its spaces.
pub fn rule_of(game: &HeroScape, state: &State, figure: FigureId) -> Rule {
    match game.card(state, figure).spaces {
        1 | 2 => Rule::PlacingTwoSpaces,
        _ => Rule::PlacingManySpaces,
    }
}

/// The start zone of a seat, or of a teammate where it has none of its own (HS-2.2.1).
pub fn zone<'g>(game: &'g HeroScape, state: &State, seat: Seat) -> &'g [SpaceId] {
    let of = |seat: Seat| {
        let letter = game.zones.get(seat.index()).copied()?;
        let found = game.ground.zones.iter().find(|(known, _)| *known == letter);
        found.map(|(_, spaces)| spaces.as_slice())
    };
    let mut teammates = (0..state.seats()).map(Seat).filter(|other| state.friends(seat, *other));
    of(seat).or_else(|| teammates.find_map(of)).unwrap_or(&[])
}

/// How many start spaces are free for a seat and how many of its figures wait for them, where not all can be placed.
pub fn too_few(game: &HeroScape, state: &State, seat: Seat) -> Option<(usize, usize)> {
    let waiting = state.all_figures().filter(|(_, figure)| figure.owner == seat);
    let waiting = waiting.filter(|(_, figure)| waits(game, state, figure));
    let needs = waiting.map(|(id, _)| game.card(state, id).spaces as usize);
    let (figures, needed) =
        needs.fold((0, 0), |(figures, all), spaces| (figures + 1, all + spaces));
    let free = zone(game, state, seat).iter().filter(|space| state.occupant(**space).is_none());
    let free = free.count();
    (free < needed).then_some((free, figures))
}

/// Lists the places in its seat's start zone where a figure may be put.
pub fn list(game: &HeroScape, state: &State, seat: Seat, figure: FigureId, into: &mut Vec<Action>) {
    options(game, state, seat, figure, |to| {
        into.push(Action::Place(figure, to.lead, to.rest));
        false
    });
}

fn options(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    figure: FigureId,
    mut each: impl FnMut(Footprint) -> bool,
) -> bool {
    let zone = zone(game, state, seat);
    let card = game.card(state, figure);
    zone.iter().any(|space| {
        footprints(game, card, *space, |to| {
            let mut others = to.spaces().filter(|other| other != space);
            others.all(|other| zone.contains(&other)) && fits(game, state, figure, to) && each(to)
        })
    })
}

/// Lists the places of the first figure of each card.
pub fn legal(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    for figure in unplaced(game, state, seat) {
        list(game, state, seat, figure, into);
    }
    Listing::Candidates
}

/// Lists the places of every figure that waits, of alike ones too: whoever picks one by hand means that one.
pub fn to_pick(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    let waiting =
        |figure: &crate::state::Figure| figure.owner == seat && waits(game, state, figure);
    for (figure, _) in state.all_figures().filter(|(_, figure)| waiting(figure)) {
        list(game, state, seat, figure, into);
    }
    Listing::Candidates
}

/// Whether a figure may be placed there.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    figure: FigureId,
    spaces: Footprint,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let waits = figure.index() < state.figures.len()
        && state.figure(figure).owner == seat
        && waits(game, state, state.figure(figure));
    why.need(Rule::StartZones, waits, || {
        let known = figure.index() < state.figures.len();
        let name = if known { game.figure_name(state, figure) } else { "this figure".to_string() };
        let why = match known.then(|| state.figure(figure).owner) {
            Some(owner) if owner != seat => format!(": it is of {}", game.seat_word(owner)),
            Some(_) => state.spaces(figure).map_or(String::new(), |there| {
                format!(": it stands at {} already", nouns::spaces_words(game, there))
            }),
            None => String::new(),
        };
        let says = format!("{name} does not wait to be placed{why}");
        Fact { says, ..umpire_core::steps::no_answer(game, state, seat) }
    })?;
    let known = spaces.spaces().all(|space| space.index() < game.ground.board.spaces());
    why.need(Rule::BattlefieldSpaces, known, || Fact::says("there is no such space"))?;
    why.need(rule_of(game, state, figure), fits(game, state, figure, spaces), || {
        let fact = Fact::says(needs(game, state, figure, spaces));
        with_start_spaces(game, state, seat, (figure, spaces), fact)
    })?;
    let outside = spaces.spaces().find(|space| !zone(game, state, seat).contains(space));
    why.require(Rule::StartZones, outside.is_none(), || {
        let space = outside.unwrap_or(spaces.lead);
        let fact = Fact::says(format!("{} is not in the start zone", game.ground.name(space)));
        with_start_spaces(game, state, seat, (figure, spaces), fact)
    })
}

/// A fault of a place, with the start spaces nearest to it where the figure may be put.
fn with_start_spaces(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    (figure, wanted): (FigureId, Footprint),
    fact: Fact,
) -> Fact {
    let near = game.ground.board.hex_of(wanted.lead);
    let free = start_spaces(game, state, seat, figure, near);
    let Some(first) = free.first() else { return fact };
    let action = Action::Place(figure, first.lead, first.rest);
    let others: Vec<String> = free[1..].iter().map(|to| nouns::spaces_words(game, *to)).collect();
    let first = format!("`{}`", say::action_words(game, state, &action));
    let more = match others.is_empty() {
        true => String::new(),
        false => format!(", or {}", others.join(", ")),
    };
    fact.instead(format!("{first}{more}; `board start zones` shows them all"), &action)
}

/// Where a figure may be put in its seat's start zone, a few, the nearest to a hex first.
pub fn start_spaces(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    figure: FigureId,
    near: Hex,
) -> Vec<Footprint> {
    const FEW: usize = 3;
    let mut free: Vec<Footprint> = Vec::new();
    options(game, state, seat, figure, |to| {
        if free.iter().all(|known| known.lead != to.lead) {
            free.push(to);
        }
        false
    });
    free.sort_by_key(|to| game.ground.board.hex_of(to.lead).distance(near));
    free.truncate(FEW);
    free
}

/// Places a figure.
pub fn apply<O: Observe<Event>>(
    state: &mut State,
    figure: FigureId,
    spaces: Footprint,
    events: &mut O,
) {
    state.put(figure, spaces);
    events.tell(|| Event::Placed { figure, space: spaces.lead });
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
    figures.iter().any(|figure| options(game, state, seat, *figure, |_| true))
}
