//! The round: order markers, initiative, whose turn it is, the end of the round and of the game.

mod conceding;
mod ending;
mod initiative;
mod markers;

use crate::position::action::Action;
use crate::position::army;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Lasting, Occasion, On, State, Turn, What};
use crate::position::step::{DraftStep, RoundStep, TurnStep};
use crate::rules::activation;
use crate::steps::{basic, effect, occasion, turn};
use crate::tables::abilities::{Moment, Until};
use crate::tables::edition::DeadCardMarker;
use crate::tables::rule::Rule;
pub use conceding::{concede, lay_waiting};
pub use ending::{finish, is_decided, points, score, test_victory};
pub use initiative::{d20_for, d20s, highest, initiative_modifiers};
pub use markers::markers_to_pick;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

impl Play<HeroScape> for RoundStep {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match self {
            RoundStep::Markers(waiting) if !waiting.is_empty() => return Flow::Wait,
            RoundStep::Initiative(_) | RoundStep::Hazards(_) => return Flow::Wait,
            RoundStep::Markers(_) => markers::all_placed(game, state, events),
            RoundStep::NextTurn => next_turn(game, state, events),
            RoundStep::BeginTurn(copy, stage) => {
                before_turn(game, state, (copy, stage), events);
            }
            RoundStep::End(from) => ending::end(game, state, from, events),
        }
        Flow::On
    }

    fn ask(self, _: Now<HeroScape>) -> Ask<Rule> {
        match self {
            // Which marker lies where is for its owner alone to know.
            RoundStep::Markers(waiting) => Ask::seats(waiting, Rule::OrderMarkersPlaced).sealed(),
            _ => Ask::Roll,
        }
    }

    fn legal(self, now: Now<HeroScape>, seat: Seat, into: &mut Vec<Action>) -> Listing {
        markers::legal_markers(now.game, now.state, seat, into)
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        match action {
            Action::Markers(on) => markers::check_markers(now.game, now.state, seat, on, why),
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<HeroScape, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        if let (RoundStep::Markers(waiting), Action::Markers(on)) = (self, action) {
            change.replace(RoundStep::Markers(waiting.without(seat)));
            markers::place_markers(change.state, seat, on, change.out);
        }
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        match self {
            RoundStep::Hazards(from) => ending::hazard_request(now.game, now.state, from),
            RoundStep::Initiative(seats) => {
                for seat in seats.iter() {
                    initiative_modifiers(now.game, now.state, seat, why);
                }
                d20_for(now.game, seats, Rule::Initiative)
            }
            _ => d20_for(now.game, Seats::NONE, Rule::Initiative),
        }
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        match self {
            RoundStep::Hazards(_) => Worth::Each(u8::from(now.game.hazard_faces().is_skull(face))),
            _ => Worth::Distinct,
        }
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, events) = change.parts();
        match self {
            RoundStep::Initiative(seats) => {
                initiative::resolve(game, state, seats, faces, events);
            }
            RoundStep::Hazards(from) => ending::resolve_hazards(game, state, from, faces, events),
            _ => {}
        }
    }
}

/// Begins the next round: markers come off all cards and are placed anew (HS-3.1.4).
pub fn begin<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    state.round = state.round.saturating_add(1);
    let round = state.round;
    events.tell(|| Event::RoundBegins { round });
    state.turns = 0;
    for seat in (0..state.seats()).map(Seat) {
        let dead = state.all_copies().any(|(id, copy)| {
            copy.controller == seat && copy.markers != 0 && !game.in_play(state, id)
        });
        if dead {
            events.tell(|| Event::MarkersTakenBack { seat });
        }
    }
    for copy in &mut state.copies {
        (copy.markers, copy.shown, copy.hidden) = (0, 0, 0);
    }
    let arriving = reinforce(game, state, events);
    let has_card = |seat: &Seat| {
        !state.conceded.contains(*seat) && game.cards_in_play(state, *seat).next().is_some()
    };
    let all: Vec<Seat> = (0..state.seats()).map(Seat).collect();
    let waiting: Seats = all.iter().copied().filter(has_card).collect();
    for seat in all {
        if !waiting.contains(seat) {
            events.tell(|| Event::NoCards { seat });
        }
    }
    for copy in &mut state.copies {
        (copy.active, copy.used_in_round) = (false, 0);
    }
    expire(state, |lasting| lasting.until == Until::Round, events);
    if waiting.is_empty() {
        finish(state, Seats::NONE, Rule::PlayerWithoutCards, events);
        return;
    }
    if game.basic {
        basic::begin(state, waiting);
    } else {
        state.push(RoundStep::Markers(waiting));
    }
    raise_general(game, state, Moment::RoundStart, events);
    if round == 1 {
        raise_general(game, state, Moment::GameStart, events);
    }
    for seat in arriving.iter() {
        state.push(DraftStep::Place(seat));
    }
}

/// Raises a moment that belongs to everybody.
fn raise_general<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    moment: Moment,
    events: &mut O,
) {
    if game.has_moment(state, moment) {
        occasion::raise(game, state, Occasion::of(moment, FigureId(0)), events);
    }
}

/// Ends what lasts until now, and gives back what was borrowed.
pub fn expire<O: Observe<Event>>(
    state: &mut State,
    over: impl Fn(&Lasting) -> bool,
    events: &mut O,
) {
    let ended: Vec<Lasting> = state.lasting.iter().copied().filter(|one| over(one)).collect();
    state.lasting.retain(|one| !over(one));
    for one in ended {
        if let (On::Copy(copy), What::Borrowed(seat)) = (one.on, one.what) {
            effect::take_control(state, copy, seat);
            events.tell(|| Event::ControlReturned { copy, seat });
        }
    }
}

/// The last turn is over with all that came after it.
pub fn turn_over(state: &mut State) {
    if state.turn.copy.is_none() {
        state.turn = Turn::default();
    }
}

/// Fields the cards that a scenario sends in this round (HS-8.1.3); says whose they are.
fn reinforce<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) -> Seats {
    let mut seats = Seats::NONE;
    for (seat, round, cards) in &game.conditions.reinforcements {
        if *round != state.round || state.conceded.contains(*seat) {
            continue;
        }
        for card in cards {
            if army::field_card(game, state, *seat, *card) {
                let (seat, card) = (*seat, *card);
                events.tell(|| Event::Reinforced { seat, card });
                for (power, _) in game.catalog.card(card).unbuilt() {
                    events.tell(|| Event::PowerDeferred { card, power });
                }
                seats = seats.with(seat);
            }
        }
    }
    if !seats.is_empty() {
        army::number(state, game);
    }
    seats
}

/// Turns up the next marker, or ends the round (HS-3.3.1).
fn next_turn<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    if game.basic {
        return basic::next_turn(game, state, events);
    }
    let seats = state.seats();
    if state.turns >= 3 * seats {
        state.steps.pop();
        state.push(RoundStep::End(0));
        return;
    }
    let seat = Seat((state.first.0 + state.turns % seats) % seats);
    let marker = state.turns / seats;
    state.turns += 1;
    if state.conceded.contains(seat)
        || !state.copies.iter().any(|c| c.controller == seat && c.has_markers())
    {
        return;
    }
    let holder = state
        .all_copies()
        .find(|(_, copy)| copy.controller == seat && copy.markers >> marker & 1 == 1)
        .map(|(id, _)| id);
    match holder {
        None => events.tell(|| Event::TurnSkipped { seat, marker }),
        Some(copy) if !game.in_play(state, copy) => {
            let shown = game.edition.dead_card_marker == DeadCardMarker::Shown;
            if shown {
                reveal(state, seat, copy, marker, events);
            }
            state.clock += 1;
            events.tell(|| Event::TurnLost { seat, marker, copy, shown });
        }
        Some(copy) => {
            events.tell(|| Event::MarkerRevealed { seat, marker, copy });
            reveal(state, seat, copy, marker, events);
            state.turn = Turn { seat, by_marker: true, ..Turn::default() };
            let asks = [Moment::TurnStart, Moment::BeforeTurn, Moment::InsteadOfTurn];
            if asks.iter().any(|moment| game.has_moment(state, *moment)) {
                state.push(RoundStep::BeginTurn(copy, 0));
            } else {
                begin_turn(game, state, copy, true, events);
            }
        }
    }
}

/// Turns a marker up, on a card out of play too, and ends what lasts until its owner reveals one.
fn reveal<O: Observe<Event>>(
    state: &mut State,
    seat: Seat,
    copy: CopyId,
    marker: u8,
    events: &mut O,
) {
    state.copies[copy.index()].shown |= 1 << marker;
    let over = |one: &Lasting| one.until == Until::Marker && one.seat == seat;
    expire(state, over, events);
}

/// Goes through what comes before a turn: powers of any card, of its own, and those instead of it.
fn before_turn<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (copy, stage): (CopyId, u8),
    events: &mut O,
) {
    state.replace(RoundStep::BeginTurn(copy, stage + 1));
    let seat = state.copy(copy).controller;
    if stage == 0 {
        raise_general(game, state, Moment::TurnStart, events);
        return;
    }
    let stands = activation::servants(game, state, copy).next();
    let its = state.all_figures().map(|(id, _)| id).find(|id| game.serves(state, copy, *id));
    match (stage, stands.or(its)) {
        (1, Some(subject)) => {
            occasion::raise(game, state, Occasion::of(Moment::BeforeTurn, subject), events);
        }
        (2, Some(subject)) => {
            occasion::raise(game, state, Occasion::of(Moment::InsteadOfTurn, subject), events);
        }
        (1 | 2, None) => {}
        (stage, _) => {
            state.steps.pop();
            if stage < 9 && game.in_play(state, copy) {
                begin_turn(game, state, copy, true, events);
            } else {
                state.turn = Turn { seat, ..Turn::default() };
            }
        }
    }
}

/// Begins the turn of a card, of the order marker revealed or one that a power gives.
pub fn begin_turn<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    copy: CopyId,
    by_marker: bool,
    events: &mut O,
) {
    let seat = state.copy(copy).controller;
    state.turn = Turn { seat, copy: Some(copy), by_marker, ..Turn::default() };
    if state.copies.iter().any(|fielded| game.catalog.card(fielded.card).asks_start) {
        state.turn.start = state.figures.iter().map(|figure| figure.place).collect();
    }
    state.push(TurnStep::Turn);
    events.tell(|| Event::TurnBegins { seat, copy });
    turn::begun(game, state, events);
}
