//! Armies are placed on their start zones (HS-2.1.3, HS-2.2.1, HS-2.2.2).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::names;
use crate::position::state::{CopyId, FigureId, Place, State};
use crate::position::step::PlacingStep;
use crate::rules::fitting::{fits, footprints, needs, rule_of};
use crate::steps::round;
use crate::tables::abilities::Ability;
use crate::tables::rule::Rule;
use umpire_core::dice::{Face, RollRequest};
use umpire_core::game::{Listing, Observe};
use umpire_core::hex::{Hex, SpaceId};
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

impl Play<HeroScape> for PlacingStep {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match self {
            PlacingStep::Roll(_) => Flow::Wait,
            PlacingStep::Place(first, done) => settle(game, state, (first, done), events),
        }
    }

    fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
        match self {
            PlacingStep::Roll(_) => Ask::Roll,
            PlacingStep::Place(first, done) => {
                Ask::seat(seat(now.state, first, done), Rule::StartZones)
            }
        }
    }

    fn legal(self, now: Now<HeroScape>, seat: Seat, into: &mut Vec<Action>) -> Listing {
        legal(now.game, now.state, seat, into)
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        check_any(self, now, seat, action, why)
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        apply(change, action);
    }

    fn request(self, now: Now<HeroScape>, _: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let seats = if let PlacingStep::Roll(seats) = self { seats } else { Seats::NONE };
        round::d20_for(now.game, seats, Rule::PlacingOrder)
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        if let PlacingStep::Roll(seats) = self {
            resolve_roll(change, seats, faces);
        }
    }
}

/// Judges a figure put down, or whatever else is answered.
pub(super) fn check_any<S: Play<HeroScape>>(
    step: S,
    now: Now<HeroScape>,
    seat: Seat,
    action: &Action,
    why: &mut impl Explain<Rule>,
) -> Result<(), Broken<Rule>> {
    match action {
        Action::Place(figure, space, trail) => {
            check(now.game, now.state, seat, *figure, (*space, *trail).into(), why)
        }
        _ => step.check_listed(now, seat, action, why),
    }
}

/// Who places first; ties for the highest roll again.
fn resolve_roll(change: &mut Change<HeroScape, impl Observe<Event>>, seats: Seats, faces: &[Face]) {
    let (_, state, events) = change.parts();
    let rolled = round::d20s(seats, faces);
    for (seat, total) in &rolled {
        let (seat, rolled) = (*seat, *total as u8);
        events.tell(|| Event::PlacingRolled { seat, rolled });
    }
    state.steps.pop();
    let best = round::highest(&rolled);
    if best.len() > 1 {
        events.tell(|| Event::PlacingTied { seats: best });
        state.push(PlacingStep::Roll(best));
    } else if let Some(first) = best.first() {
        events.tell(|| Event::PlacingOrder { first });
        state.push(PlacingStep::Place(first, 0));
    }
}

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
pub fn waits(game: &HeroScape, state: &State, figure: &crate::position::state::Figure) -> bool {
    figure.place == Place::Reserve && !game.card_of(state, figure.copy).has(Ability::Reserve)
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
    let waiting = |figure: &crate::position::state::Figure| {
        figure.owner == seat && waits(game, state, figure)
    };
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
                format!(": it stands at {} already", names::spaces_words(game, there))
            }),
            None => String::new(),
        };
        let says = format!("{name} does not wait to be placed{why}");
        Fact { says, ..umpire_core::steps::no_answer(game, state, seat) }
    })?;
    let known = spaces.spaces().all(|space| space.index() < game.ground.board.spaces());
    why.need(Rule::BattlefieldSpaces, known, || Fact::says("there is no such space"))?;
    let outside = spaces.spaces().find(|space| !zone(game, state, seat).contains(space));
    why.need(Rule::StartZones, outside.is_none(), || {
        let space = outside.unwrap_or(spaces.lead);
        let fact = Fact::says(format!("{} is not in the start zone", game.ground.name(space)));
        with_start_spaces(game, state, seat, (figure, spaces), fact)
    })?;
    why.require(rule_of(game, state, figure), fits(game, state, figure, spaces), || {
        let fact = Fact::says(needs(game, state, figure, spaces));
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
    let others: Vec<String> = free[1..].iter().map(|to| names::spaces_words(game, *to)).collect();
    let first = format!("`{}`", game.say_action(state, Seat::JUDGE, &action));
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
pub(super) fn apply(change: &mut Change<HeroScape, impl Observe<Event>>, action: &Action) {
    if let Action::Place(figure, space, trail) = *action {
        change.state.put(figure, (space, trail).into());
        change.tell(|| Event::Placed { figure, space });
    }
}

/// Leaves out what does not fit, passes on to the next seat, and begins the first round.
fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (first, done): (Seat, u8),
    events: &mut O,
) -> Flow {
    if done >= state.seats() {
        state.steps.pop();
        super::round::begin(game, state, events);
        return Flow::On;
    }
    let seat = seat(state, first, done);
    if !leave_out(game, state, seat, events) {
        return Flow::Wait;
    }
    state.steps.pop();
    state.push(PlacingStep::Place(first, done + 1));
    Flow::On
}

/// Leaves out the figures of a seat that wait to be placed, unless one still fits; says whether it did.
pub fn leave_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    events: &mut O,
) -> bool {
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
    true
}

/// Whether any of some figures of a seat still fits its start zone.
pub fn any_fits(game: &HeroScape, state: &State, seat: Seat, figures: &[FigureId]) -> bool {
    figures.iter().any(|figure| options(game, state, seat, *figure, |_| true))
}
