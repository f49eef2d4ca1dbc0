//! The round: order markers, initiative, whose turn it is, the end of the round and of the game.

use crate::abilities::{Ability, Moment, Parties, Power, Until};
use crate::action::Action;
use crate::edition::DeadCardMarker;
use crate::event::{Event, Harm};
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{CopyId, FigureId, Lasting, Occasion, On, Place, PowerRef, State, Turn, What};
use crate::steps::{Step, basic, casualty, d20_group, effect, goals, occasion, purpose, turn};
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::{Listing, Observe, Outcome};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::{Seat, Seats};

/// How many figures roll together at the end of a round: each may leave a casualty on the stack.
const HAZARDS_TOGETHER: usize = 8;

/// Cards up to which every way of placing markers is listed.
const LISTED_CARDS: usize = 6;

/// The most ways that a hand is offered.
const MOST_TO_PICK: usize = 1300;

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
        state.steps.push(Step::Markers(waiting));
    }
    raise_general(game, state, Moment::RoundStart, events);
    if round == 1 {
        raise_general(game, state, Moment::GameStart, events);
    }
    for seat in arriving.iter() {
        state.steps.push(Step::Drafted(seat));
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
            if game.field_card(state, *seat, *card) {
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
        crate::setup::number(state, game);
    }
    seats
}

/// Lists ways to place markers: all of them, or with many cards the plainer ones.
pub fn legal_markers(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    into: &mut Vec<Action>,
) -> Listing {
    let cards: smallvec::SmallVec<[CopyId; 16]> = game.cards_in_play(state, seat).collect();
    if cards.len() <= LISTED_CARDS {
        for one in &cards {
            for two in &cards {
                for three in &cards {
                    into.extend(cards.iter().map(|x| Action::Markers([*one, *two, *three, *x])));
                }
            }
        }
        return Listing::Complete;
    }
    for one in &cards {
        for two in &cards {
            into.push(Action::Markers([*one, *one, *two, *two]));
            into.push(Action::Markers([*one, *two, *one, *two]));
        }
    }
    Listing::Candidates
}

/// Ways to place markers for a hand that puts down one after the other: every card for 1, 2 and 3, and for X as many
/// as there is room for, those that have a marker first.
pub fn markers_to_pick(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    into: &mut Vec<Action>,
) -> Listing {
    let cards: smallvec::SmallVec<[CopyId; 16]> = game.cards_in_play(state, seat).collect();
    let waits = matches!(state.step(), Some(Step::Markers(waiting)) if waiting.contains(seat));
    let ways = cards.len().pow(3);
    if !waits || cards.len() <= LISTED_CARDS || ways > MOST_TO_PICK {
        return legal_markers(game, state, seat, into);
    }
    for one in &cards {
        for two in &cards {
            for three in &cards {
                let mut with_x: smallvec::SmallVec<[CopyId; 16]> = smallvec::SmallVec::new();
                for card in [one, two, three].into_iter().chain(&cards) {
                    if !with_x.contains(card) {
                        with_x.push(*card);
                    }
                }
                let with_x = with_x.into_iter().take(MOST_TO_PICK / ways);
                into.extend(with_x.map(|x| Action::Markers([*one, *two, *three, x])));
            }
        }
    }
    Listing::Candidates
}

/// Whether markers may be placed so.
pub fn check_markers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    on: &[CopyId; 4],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    for copy in on {
        let own = copy.index() < state.copies.len() && state.copy(*copy).controller == seat;
        why.need(Rule::OrderMarkersPlaced, own, || {
            Fact::says("order markers go on cards of one's own army")
        })?;
    }
    for copy in on {
        let in_play = game.in_play(state, *copy);
        why.require(Rule::DeadCardExcluded, in_play, || {
            let name = game.copy_name(state, *copy);
            Fact::says(format!("{name} is out of play, no marker may go on it"))
        })?;
    }
    Ok(())
}

/// Puts markers on cards.
pub fn apply_markers<O: Observe<Event>>(
    state: &mut State,
    seat: Seat,
    on: &[CopyId; 4],
    events: &mut O,
) {
    for (marker, copy) in on.iter().enumerate() {
        state.copies[copy.index()].markers |= 1 << marker;
    }
    let on = *on;
    events.tell(|| Event::MarkersPlaced { seat, on });
    if let Some(Step::Markers(waiting)) = state.steps.last_mut() {
        *waiting = waiting.without(seat);
    }
}

/// When all have placed, initiative is rolled for.
pub fn settle_markers<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    waiting: Seats,
    events: &mut O,
) -> bool {
    if !waiting.is_empty() {
        return false;
    }
    state.steps.pop();
    let rolling: Seats = (0..state.seats())
        .map(Seat)
        .filter(|seat| state.copies.iter().any(|c| c.controller == *seat && c.has_markers()))
        .collect();
    state.steps.push(Step::NextTurn);
    if rolling.len() > 1 {
        state.steps.push(Step::Initiative(rolling));
    } else {
        let seat = rolling.first().unwrap_or(Seat(0));
        state.first = seat;
        events.tell(|| Event::InitiativeSkipped { seat });
    }
    raise_general(game, state, Moment::MarkersPlaced, events);
    true
}

/// A d20 of each seat.
pub fn d20_for(game: &HeroScape, seats: Seats, because: Rule) -> RollRequest<Rule> {
    let groups = seats.iter().map(|seat| d20_group(seat, game.rolled.d20)).collect();
    RollRequest { because, groups, spare: 0 }
}

/// What is added to initiative rolls (HS-3.2.1).
pub fn initiative_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seats: Seats,
    why: &mut E,
) {
    for seat in seats.iter() {
        for (rule, glyph, space) in game.glyphs_for(state, seat) {
            if glyph.initiative != 0 {
                why.modifier(rule, glyph.initiative, || {
                    let word = game.seat_word(seat);
                    format!("{word} holds the glyph at {}", game.ground.name(space))
                });
            }
        }
        let gift = initiative_gift(game, state, seat);
        if gift != 0 {
            why.modifier(Rule::ScenarioOverrides, gift.into(), || {
                format!("the scenario favours {}", game.seat_word(seat))
            });
        }
        initiative_of_powers(game, state, seat, why);
    }
}

/// What powers of a seat's figures add to its initiative.
fn initiative_of_powers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    let mut counted: Vec<PowerRef> = Vec::new();
    for (source, figure) in state.all_figures() {
        if figure.controller != seat || state.spaces(source).is_none() {
            continue;
        }
        for (at, power) in game.powers_of(state, source) {
            let Power::Modifier(modifier) = power else { continue };
            if modifier.initiative == 0 || counted.contains(&at) {
                continue;
            }
            let parties = Parties::alone(source);
            if !game.holds_all(state, parties, &modifier.when) {
                continue;
            }
            // Figures of one card count once.
            counted.push(at);
            let times = modifier.per.as_ref().map_or(1, |count| game.count(state, parties, count));
            let adds = modifier.initiative * times;
            let adds = modifier.max.map_or(adds, |max| adds.min(max));
            if adds != 0 {
                sum += adds;
                why.modifier(Rule::Ability(Ability::Modifier), adds, || game.power_name(at));
            }
        }
    }
    sum
}

/// What the scenario adds to a seat's rolls for initiative in this round (HS-5.11.1).
fn initiative_gift(game: &HeroScape, state: &State, seat: Seat) -> i16 {
    let its = game.conditions.initiative.iter();
    its.filter(|(of, _, round)| *of == seat && round.is_none_or(|round| round == state.round))
        .map(|(_, add, _)| *add)
        .sum()
}

/// The seats with the highest number.
pub fn highest(rolled: &[(Seat, i16)]) -> Seats {
    let best = rolled.iter().map(|(_, total)| *total).max();
    rolled.iter().filter(|(_, total)| Some(*total) == best).map(|(seat, _)| *seat).collect()
}

/// Who places first; ties for the highest roll again.
pub fn resolve_placing<O: Observe<Event>>(
    state: &mut State,
    seats: Seats,
    faces: &[Face],
    events: &mut O,
) {
    let rolled: Vec<(Seat, i16)> =
        seats.iter().zip(faces).map(|(seat, face)| (seat, i16::from(*face) + 1)).collect();
    let drafts = super::is_drafting(state);
    for (seat, total) in &rolled {
        let (seat, rolled) = (*seat, *total as u8);
        events.tell(|| match drafts {
            true => Event::DraftRolled { seat, rolled },
            false => Event::PlacingRolled { seat, rolled },
        });
    }
    state.steps.pop();
    let best = highest(&rolled);
    if drafts {
        match best.first() {
            Some(first) if best.len() == 1 => {
                events.tell(|| Event::DraftOrder { first });
                state.steps.push(Step::Draft { first, pick: 0, out: Seats::NONE });
            }
            _ => {
                events.tell(|| Event::DraftTied { seats: best });
                state.steps.push(Step::DraftRoll(best));
            }
        }
    } else if best.len() > 1 {
        events.tell(|| Event::PlacingTied { seats: best });
        state.steps.push(Step::PlacingRoll(best));
    } else if let Some(first) = best.first() {
        events.tell(|| Event::PlacingOrder { first });
        state.steps.push(Step::Placing(first, 0));
    }
}

/// Who takes the first turn of the round; ties for the highest roll again.
pub fn resolve_initiative<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seats: Seats,
    faces: &[Face],
    events: &mut O,
) {
    let mut rolled = Vec::new();
    for (seat, face) in seats.iter().zip(faces) {
        let added: i32 = game.glyphs_for(state, seat).map(|(_, glyph, _)| glyph.initiative).sum();
        let added = added + initiative_of_powers(game, state, seat, &mut Silent);
        let added = added + i32::from(initiative_gift(game, state, seat));
        let total = i16::from(*face) + 1 + added.clamp(-1000, 1000) as i16;
        events.tell(|| Event::InitiativeRolled { seat, rolled: *face + 1, total });
        rolled.push((seat, total));
    }
    state.steps.pop();
    let best = highest(&rolled);
    if best.len() > 1 {
        events.tell(|| Event::InitiativeTied { seats: best });
        state.steps.push(Step::Initiative(best));
    } else if let Some(seat) = best.first() {
        state.first = seat;
        events.tell(|| Event::InitiativeWon { seat });
        raise_general(game, state, Moment::InitiativeRolled, events);
    }
}

/// Turns up the next marker, or ends the round (HS-3.3.1).
pub fn next_turn<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) -> bool {
    if game.basic {
        return basic::next_turn(game, state, events);
    }
    let seats = state.seats();
    if state.turns >= 3 * seats {
        state.steps.pop();
        state.steps.push(Step::RoundEnd(0));
        return true;
    }
    let seat = Seat((state.first.0 + state.turns % seats) % seats);
    let marker = state.turns / seats;
    state.turns += 1;
    if state.conceded.contains(seat)
        || !state.copies.iter().any(|c| c.controller == seat && c.has_markers())
    {
        return true;
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
                state.copies[copy.index()].shown |= 1 << marker;
            }
            state.clock += 1;
            events.tell(|| Event::TurnLost { seat, marker, copy, shown });
        }
        Some(copy) => {
            state.copies[copy.index()].shown |= 1 << marker;
            events.tell(|| Event::MarkerRevealed { seat, marker, copy });
            let over = |one: &Lasting| one.until == Until::Marker && one.seat == seat;
            expire(state, over, events);
            state.turn = Turn { seat, by_marker: true, ..Turn::default() };
            let asks = [Moment::TurnStart, Moment::BeforeTurn, Moment::InsteadOfTurn];
            if asks.iter().any(|moment| game.has_moment(state, *moment)) {
                state.steps.push(Step::BeginTurn(copy, 0));
            } else {
                begin_turn(game, state, copy, true, events);
            }
        }
    }
    true
}

/// Goes through what comes before a turn: powers of any card, of its own, and those instead of it.
pub fn settle_begin<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    copy: CopyId,
    stage: u8,
    events: &mut O,
) -> bool {
    if let Some(Step::BeginTurn(_, stage)) = state.steps.last_mut() {
        *stage += 1;
    }
    let seat = state.copy(copy).controller;
    if stage == 0 {
        raise_general(game, state, Moment::TurnStart, events);
        return true;
    }
    let stands = turn::servants(game, state, copy).next();
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
    true
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
    state.steps.push(Step::Turn);
    events.tell(|| Event::TurnBegins { seat, copy });
    turn::begun(game, state, events);
}

fn in_hazard(game: &HeroScape, state: &State, figure: FigureId) -> Option<u16> {
    if game.has(state, figure, Ability::LavaResistant) {
        return None;
    }
    let mut spaces = state.spaces(figure)?.spaces();
    let space = spaces.find(|space| game.ground.at(*space).hazard)?;
    Some(game.ground.at(space).row)
}

/// The figures that roll at the end of the round, from a number on; so many as one request takes.
fn endangered<'s>(
    game: &'s HeroScape,
    state: &'s State,
    from: u8,
) -> impl Iterator<Item = (FigureId, u16)> + 's {
    let later = state.all_figures().filter(move |(id, _)| id.0 >= from);
    later.filter_map(|(id, _)| Some((id, in_hazard(game, state, id)?))).take(HAZARDS_TOGETHER)
}

/// The dice of figures in dangerous terrain at the end of the round.
pub fn hazard_request(game: &HeroScape, state: &State, from: u8) -> RollRequest<Rule> {
    let group = |(figure, _): (FigureId, u16)| DiceGroup {
        seat: state.figure(figure).controller,
        die: game.rolled.hazard,
        count: 1,
        purpose: purpose::ROUND_END,
        subject: Some(u16::from(figure.0)),
    };
    let row = endangered(game, state, from).next().map_or(0, |(_, row)| row);
    let groups = endangered(game, state, from).map(group).collect();
    RollRequest { because: Rule::Terrain(row), groups, spare: 0 }
}

/// Wounds figures in dangerous terrain.
pub fn resolve_hazards<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    from: u8,
    faces: &[Face],
    events: &mut O,
) {
    let rolled: Vec<_> = endangered(game, state, from).collect();
    state.steps.pop();
    let next = rolled.last().map_or(u8::MAX, |(figure, _)| figure.0 + 1);
    state.steps.push(Step::RoundEnd(next));
    for ((figure, row), face) in rolled.into_iter().zip(faces) {
        let wounded = game.hazard_faces().is_skull(*face);
        events.tell(|| Event::RoundEndRolled { figure, row, wounded });
        if wounded {
            casualty::harm(game, state, figure, 1, Harm::RoundEnd(row), events);
        }
    }
}

/// Ends the round: hazards, then points if it was the last, else the next round (HS-8.1.4).
pub fn end<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    from: u8,
    events: &mut O,
) -> bool {
    state.steps.pop();
    if endangered(game, state, from).next().is_some() {
        state.steps.push(Step::RoundDice(from));
        return false;
    }
    if from != u8::MAX && game.has_moment(state, Moment::RoundEnd) {
        state.steps.push(Step::RoundEnd(u8::MAX));
        raise_general(game, state, Moment::RoundEnd, events);
        return true;
    }
    let round = state.round;
    events.tell(|| Event::RoundEnds { round });
    if goals::end_of_round(game, state, events) {
        return true;
    }
    if game.goals.round_limit.is_some_and(|limit| round >= limit) || round == u8::MAX {
        score(game, state, events);
        return true;
    }
    begin(game, state, events);
    true
}

/// Points of a seat: printed points of its cards with a figure on the battlefield (HS-8.1.2).
pub fn points(game: &HeroScape, state: &State, seat: Seat) -> u32 {
    let standing = |(id, _): &(CopyId, _)| {
        game.in_play(state, *id)
            && state.all_figures().any(|(_, figure)| {
                matches!(figure.place, Place::Board(..))
                    && (figure.copy == *id
                        || (game.shares(state, *id) && game.matches(state, *id, figure.copy)))
                    && figure.controller == seat
            })
    };
    state
        .all_copies()
        .filter(|(_, copy)| copy.controller == seat)
        .filter(standing)
        .map(|(id, _)| game.card_of(state, id).points)
        .sum()
}

/// Counts points and ends the game.
pub fn score<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let mut teams: Vec<(u8, u32)> = Vec::new();
    for seat in (0..state.seats()).map(Seat) {
        let points = match state.conceded.contains(seat) {
            true => 0,
            false if goals::are_counted(game) => {
                state.scores.get(seat.index()).copied().unwrap_or(0)
            }
            false => points(game, state, seat),
        };
        events.tell(|| Event::Scored { seat, points });
        let team = state.teams[seat.index()];
        match teams.iter_mut().find(|(known, _)| *known == team) {
            Some((_, sum)) => *sum += points,
            None => teams.push((team, points)),
        }
    }
    let best = teams.iter().map(|(_, points)| *points).max().unwrap_or(0);
    let leading: Vec<u8> =
        teams.iter().filter(|(_, p)| *p == best).map(|(team, _)| *team).collect();
    let winners = match leading.as_slice() {
        [team] => state.seats_of(*team),
        _ => Seats::NONE,
    };
    finish(state, winners, Rule::RoundLimit, events);
}

/// Ends the game.
pub fn finish<O: Observe<Event>>(state: &mut State, winners: Seats, because: Rule, events: &mut O) {
    state.ended = Some(Outcome { winners });
    super::clear(state);
    events.tell(|| Event::Victory { winners, because });
}

/// Whether one team is left (HS-8.1.1); tested when nothing is half done (HS-8.1.5).
pub fn test_victory<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let half_done = state.attack.is_some()
        || state.steps.iter().any(|step| {
            matches!(
                step,
                Step::Casualty(_) | Step::Placing(..) | Step::PlacingRoll(_) | Step::Drafted(_)
            )
        });
    // Hazards of one round fall together, however many requests they take (HS-8.1.2).
    let hazards_left = matches!(state.step(), Some(Step::RoundEnd(from))
        if from > 0 && endangered(game, state, from).next().is_some());
    let half_done = half_done || hazards_left;
    if game.free_table || state.seats() < 2 || half_done || state.round == 0 {
        return;
    }
    if let Some(winners) = last_team(game, state) {
        finish(state, winners, Rule::VictoryTested, events);
    }
}

/// The seats of the only team with living figures, nobody's if no team has any; nothing while several do.
fn last_team(game: &HeroScape, state: &State) -> Option<Seats> {
    let mut first: Option<u8> = None;
    for (id, figure) in state.all_figures() {
        if !state.is_living(id) || state.conceded.contains(figure.controller) {
            continue;
        }
        // Who waits to be called by others is not in play by itself.
        if figure.place == Place::Reserve && !game.arrives_by_itself(state, id) {
            continue;
        }
        // Who is lent for a turn is still of its own side.
        let team = state.teams[state.keeper(figure.copy).index()];
        if first.is_some_and(|known| known != team) {
            return None;
        }
        first = Some(team);
    }
    Some(first.map_or(Seats::NONE, |team| state.seats_of(team)))
}

/// Whether no more than one team has living figures, so that nothing more need be chosen.
pub fn is_decided(game: &HeroScape, state: &State) -> bool {
    !game.free_table && state.seats() > 1 && last_team(game, state).is_some()
}

/// Forgets powers, moments and blows whose steps are gone.
fn prune(state: &mut State) {
    let left = |which: fn(&Step) -> bool| state.steps.iter().filter(|step| which(step)).count();
    let runs = left(|step| *step == Step::Run);
    let occasions = left(|step| *step == Step::Occasion);
    let blows = left(|step| matches!(step, Step::AfterBlow(_)));
    state.runs.truncate(runs);
    state.occasions.truncate(occasions);
    state.blows.truncate(blows);
}

/// Ends what powers of a seat that gave up were about to do, and re-rolls that it was asked for.
fn end_powers_of(state: &mut State, seat: Seat) {
    if let Some(Step::Reroll { attack, .. } | Step::RerollDice { attack, .. }) = state.step() {
        let roller = super::attack::roller(state, attack);
        if roller.is_some_and(|figure| state.figure(figure).controller == seat) {
            state.steps.pop();
        }
    }
    while state.runs.last().is_some_and(|run| run.seat == seat) {
        while state.steps.pop().is_some_and(|step| step != Step::Run) {}
        prune(state);
    }
}

/// A seat gives up: its figures leave, and what it was asked or did is over.
pub fn concede<O: Observe<Event>>(game: &HeroScape, state: &mut State, seat: Seat, events: &mut O) {
    events.tell(|| Event::Conceded { seat });
    state.conceded = state.conceded.with(seat);
    lay_waiting(game, state, |state, figure| state.figure(figure).controller == seat, events);
    for at in 0..state.figures.len() {
        let figure = FigureId(at as u8);
        if state.figures[at].controller == seat && state.is_living(figure) {
            super::treasure::left_behind(state, figure, events);
            state.lift(figure);
            state.figures[at].place = Place::LeftOut;
            state.figures[at].wounds = 0;
        }
    }
    for copy in &mut state.copies {
        if copy.controller == seat {
            (copy.markers, copy.shown, copy.hidden) = (0, 0, 0);
        }
    }
    if let Some(step) = state.steps.last_mut() {
        match step {
            Step::Markers(waiting) => *waiting = waiting.without(seat),
            Step::Initiative(rolling)
            | Step::PlacingRoll(rolling)
            | Step::DraftRoll(rolling)
            | Step::BasicRoll(rolling)
            | Step::PowerOrder(rolling)
                if rolling.contains(seat) =>
            {
                *rolling = rolling.without(seat);
            }
            _ => {}
        }
    }
    if state.step() == Some(Step::BasicTurn(seat)) {
        state.steps.pop();
    }
    settle_rolls(state);
    if state.turn.copy.is_some() && state.turn.seat == seat {
        state.attack = None;
        state.leaving = None;
        state.onward.clear();
        lay_waiting(game, state, |_, _| true, events);
        while state.steps.last().is_some_and(|step| *step != Step::Turn) {
            state.steps.pop();
        }
        prune(state);
        turn::finish(game, state, events);
    }
    end_powers_of(state, seat);
    if let Some(leaving) = &mut state.leaving {
        leaving.undecided = leaving.undecided.without(seat);
    }
}

/// Lays destroyed figures that wait for a card on the first that takes them.
pub fn lay_waiting<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    which: impl Fn(&State, FigureId) -> bool,
    events: &mut O,
) {
    let waits = |step: &Step| match step {
        Step::Casualty(figure) if which(state, *figure) => Some(*figure),
        _ => None,
    };
    let waiting: Vec<FigureId> = state.steps.iter().filter_map(waits).collect();
    state.steps.retain(|step| !matches!(step, Step::Casualty(f) if waiting.contains(f)));
    for figure in waiting {
        let copy = casualty::options(game, state, figure).first().copied();
        casualty::lay(game, state, figure, copy.unwrap_or(state.figure(figure).copy), events);
    }
}

/// A roll-off with one seat left is won by it.
fn settle_rolls(state: &mut State) {
    match state.step() {
        Some(Step::Initiative(rolling)) if rolling.len() <= 1 => {
            state.steps.pop();
            state.first = rolling.first().unwrap_or(state.first);
        }
        Some(Step::PowerOrder(rolling)) if rolling.len() <= 1 => {
            state.steps.pop();
            occasion::goes_first(state, rolling.first());
        }
        Some(Step::BasicRoll(rolling)) if rolling.len() <= 1 => {
            state.steps.pop();
            state.first = rolling.first().unwrap_or(state.first);
        }
        Some(Step::DraftRoll(rolling)) if rolling.len() <= 1 => {
            state.steps.pop();
            let first = rolling.first().unwrap_or(Seat(0));
            state.steps.push(Step::Draft { first, pick: 0, out: Seats::NONE });
        }
        Some(Step::PlacingRoll(rolling)) if rolling.len() <= 1 => {
            state.steps.pop();
            state.steps.push(Step::Placing(rolling.first().unwrap_or(Seat(0)), 0));
        }
        _ => {}
    }
}
