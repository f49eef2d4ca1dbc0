//! How a game starts from its setup: armies, figures, markers, whose turn; or every reason why it does not.

use crate::position::army::{field_card, number};
use crate::position::game::HeroScape;
use crate::position::names::{copy_named, figure_named, seat_named, spaces_named};
use crate::position::setup::{FigureAt, FigureSetup, PositionSetup, SeatSetup, Setup};
use crate::position::state::{CopyId, FigureId, MAX_COPIES, MAX_FIGURES, Place, State};
use crate::position::step::{DraftStep, FreeStep, OccasionStep, PlacingStep, RoundStep, Step};
use crate::position::{glyphs, structures};
use crate::rules::{fitting, invariants};
use crate::steps::{placing, round};
use crate::tables::catalog::{CardId, Rarity};
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use std::collections::BTreeMap;
use umpire_core::command::unlike_any;
use umpire_core::data::suggest;
use umpire_core::game::Deaf;
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};

type Refusals = Vec<Refusal<Rule>>;

/// The position of a setup, or every reason why there is none.
pub fn begin(game: &HeroScape, setup: &Setup) -> Result<State, Refusals> {
    let mut refusals = Vec::new();
    let seats = setup.seats.len();
    if !(1..=8).contains(&seats) {
        let says = format!("1 to 8 seats are needed, found {seats}");
        return Err(vec![Refusal::at(Rule::Terms, "seats", says)]);
    }
    if !setup.seats.iter().map(|(name, _)| name).eq(&game.seat_names) {
        let says = "these are not the seats of the scenario";
        return Err(vec![Refusal::at(Rule::Terms, "seats", says)]);
    }
    let teams: ArrayVec<u8, 8> =
        (0u8..).zip(&setup.seats).map(|(at, (_, seat))| seat.team.unwrap_or(100 + at)).collect();
    let alone = setup.position.is_none() && !game.free_table && seats > 1;
    if alone && teams.iter().all(|team| *team == teams[0]) {
        let says = "all seats are of one team, and nobody is left to play against";
        return Err(vec![Refusal::at(Rule::Teams, "seats", says)]);
    }
    let mut state = State::empty(teams, game.ground.board.spaces());
    state.tallies = game.goals.list.iter().map(|_| Default::default()).collect();
    for (at, (name, seat)) in setup.seats.iter().enumerate() {
        field_army(game, &mut state, Seat(at as u8), name, seat, &mut refusals);
    }
    if setup.position.is_none() && !game.free_table {
        part_enemies(game, &state, setup, &mut refusals);
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    number(&mut state, game);
    state.doors = structures::doors_at_start(game);
    for glyph in &game.ground.glyphs {
        let (space, kind, face_up) = (glyph.space, glyph.kind, glyph.face_up);
        state.glyphs.push(glyphs::laid(game, space, kind, face_up));
    }
    if game.free_table {
        if let Some(position) = &setup.position {
            place_figures(game, &mut state, position, &mut refusals);
        }
        state.push(FreeStep::FreeTable);
    } else if let Some(position) = &setup.position {
        take_position(game, &mut state, position, &mut refusals);
    } else {
        begin_placing(game, &mut state);
    }
    if refusals.is_empty() {
        invariants::check(game, &state)?;
        return Ok(state);
    }
    Err(refusals)
}

/// Refuses a start zone in which an enemy sets up (HS-2.2.1).
fn part_enemies(game: &HeroScape, state: &State, setup: &Setup, refusals: &mut Refusals) {
    let zone = |seat| placing::zone(game, state, seat);
    for seat in (0..state.seats()).map(Seat) {
        let shares = |other: &Seat| {
            !state.friends(seat, *other) && !zone(seat).is_empty() && zone(seat) == zone(*other)
        };
        let Some(other) = (0..seat.0).map(Seat).find(shares) else { continue };
        let (own, other) = (&setup.seats[seat.index()].0, &setup.seats[other.index()].0);
        let says = format!("{own} sets up where {other} does, its enemy");
        refusals.push(Refusal::at(Rule::StartZones, format!("seats.{own}.zone"), says));
    }
}

fn begin_placing(game: &HeroScape, state: &mut State) {
    if game.draft.is_some() {
        match state.seats() {
            1 => {
                let (first, out) = (Seat(0), Seats::NONE);
                state.push(DraftStep::Pick { first, pick: 0, out });
            }
            seats => state.push(DraftStep::Roll(Seats::first_of(seats))),
        }
        umpire_core::steps::settle(game, state, &mut Deaf);
    } else if state.seats() > 1 {
        state.push(PlacingStep::Roll(Seats::first_of(state.seats())));
    } else {
        state.push(PlacingStep::Place(Seat(0), 0));
        umpire_core::steps::settle(game, state, &mut Deaf);
    }
}

fn field_army(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    name: &str,
    army: &SeatSetup,
    refusals: &mut Refusals,
) {
    let place = |at: usize| format!("seats.{name}.cards[{at}]");
    let mut points = 0;
    let mut counts: BTreeMap<CardId, usize> = BTreeMap::new();
    for (at, id) in army.cards.iter().enumerate() {
        let Some(card) = game.catalog.card_named(id) else {
            let near = suggest(id, game.catalog.cards.iter().map(|card| card.id.as_str()));
            let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            let says = format!("unknown card `{id}`{near}");
            refusals.push(Refusal::at(Rule::ArmyCardProperties, place(at), says));
            continue;
        };
        let printed = game.catalog.card(card);
        points += printed.points;
        let copies = counts.entry(card).or_default();
        *copies += 1;
        if *copies > 1 && printed.rarity == Rarity::Unique {
            let says = format!("{} is unique, an army holds one at most", printed.name);
            refusals.push(Refusal::at(Rule::CopiesInArmy, place(at), says));
        }
        if !field_card(game, state, seat, card) {
            let says = format!("at most {MAX_FIGURES} figures and {MAX_COPIES} cards fit a game");
            refusals.push(Refusal::at(Rule::PlayerComponents, place(at), says));
        }
    }
    let own = game.goals.point_limits.get(seat.index()).copied().flatten();
    let limit = own.or(game.goals.point_limit);
    if let Some(limit) = limit.filter(|limit| points > *limit) {
        let says = format!("the army costs {points} points, {limit} are allowed");
        refusals.push(Refusal::at(Rule::PointLimit, format!("seats.{name}.cards"), says));
    }
}

fn place_figures(
    game: &HeroScape,
    state: &mut State,
    position: &PositionSetup,
    refusals: &mut Refusals,
) {
    let mut named = crate::position::state::FigureSet::default();
    for (name, at) in &position.figures {
        let place = format!("position.figures.{name}");
        match figure_named(game, state, name) {
            Some(figure) => {
                if named.contains(figure) {
                    let says = format!("{name} stands in the list twice");
                    refusals.push(Refusal::at(Rule::FigureProperties, place, says));
                    continue;
                }
                named.insert(figure);
                if let Err(says) = place_figure(game, state, figure, at) {
                    refusals.push(Refusal::at(Rule::FigureProperties, place.clone(), says));
                }
                if let Some(says) = false_wounds(game, state, figure, at) {
                    let place = format!("{place}.wounds");
                    refusals.push(Refusal::at(Rule::WoundMarkerPlaces, place, says));
                }
            }
            None => {
                let all: Vec<String> =
                    state.all_figures().map(|(id, _)| game.figure_name(state, id)).collect();
                let says = unlike_any("figure", name, all.iter().map(String::as_str));
                refusals.push(Refusal::at(Rule::FigureProperties, place, says.to_string()));
            }
        }
    }
    let others: Vec<FigureId> =
        state.all_figures().map(|(id, _)| id).filter(|id| !named.contains(*id)).collect();
    for figure in others.into_iter().filter(|_| !game.free_table) {
        leave_out(state, figure);
    }
}

/// What is wrong with the wounds that a position gives a figure, if anything is.
fn false_wounds(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    at: &FigureAt,
) -> Option<String> {
    let wounds = match at {
        FigureAt::Full(setup) => setup.wounds,
        FigureAt::Words(_) => 0,
    };
    if wounds == 0 {
        return None;
    }
    let (name, card) = (game.figure_name(state, figure), game.card(state, figure));
    if state.spaces(figure).is_none() {
        return Some(format!("{name} is not on the battlefield, where it could have wounds"));
    }
    (wounds > card.most_wounds()).then(|| card.too_many_wounds(&name, wounds))
}

fn leave_out(state: &mut State, figure: FigureId) {
    state.figures[figure.index()].place = Place::LeftOut;
}

fn place_figure(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    at: &FigureAt,
) -> Result<(), String> {
    let setup = match at {
        FigureAt::Words(words) => FigureSetup { at: words.clone(), ..FigureSetup::default() },
        FigureAt::Full(setup) => setup.clone(),
    };
    let own = state.figure(figure).copy;
    if let Some(seat) = &setup.controller {
        let seat = seat_named(game, seat).ok_or_else(|| format!("no seat `{seat}`"))?;
        state.figures[figure.index()].controller = seat;
    }
    match setup.at.as_str() {
        "dead" => {
            let on = match &setup.on {
                Some(name) => copy_named(game, state, name)
                    .filter(|copy| game.matches(state, own, *copy))
                    .ok_or_else(|| format!("no card `{name}` that it could lie on"))?,
                None => own,
            };
            state.figures[figure.index()].place = Place::Destroyed(on);
            state.copies[on.index()].casualties += 1;
        }
        "out" => leave_out(state, figure),
        "reserve" => {}
        _ => {
            let spaces = spaces_named(game, &setup.at)?;
            if !fitting::fits(game, state, figure, spaces) {
                let needs = game.card(state, figure).spaces;
                if needs > 2 {
                    let says = fitting::needs(game, state, figure, spaces);
                    return Err(format!("`{}`: {says}", setup.at));
                }
                let taken = |space| state.occupant(space).filter(|other| *other != figure);
                if let Some(other) = spaces.spaces().find_map(taken) {
                    let name = game.figure_name(state, other);
                    return Err(format!("`{}`: {name} stands there", setup.at));
                }
                let says = "free neighbouring spaces of one level, with room above, are needed";
                return Err(format!("`{}`: {needs} {says}", setup.at));
            }
            state.put(figure, spaces);
            state.figures[figure.index()].wounds = setup.wounds;
        }
    }
    Ok(())
}

fn take_position(
    game: &HeroScape,
    state: &mut State,
    position: &PositionSetup,
    refusals: &mut Refusals,
) {
    place_figures(game, state, position, refusals);
    check_begun_copies(game, state, refusals);
    for (seat, markers) in &position.markers {
        for (marker, card) in markers {
            let place = format!("position.markers.{seat}.{marker}");
            if let Err(says) = place_marker(game, state, seat, marker, card) {
                refusals.push(Refusal::at(Rule::OrderMarkersPlaced, place, says));
            }
        }
    }
    if position.round == Some(0) {
        let says = "rounds are counted from 1";
        refusals.push(Refusal::at(Rule::RoundSequence, "position.round", says));
    }
    if let (Some(round), Some(last)) = (position.round, game.goals.round_limit)
        && round > last
    {
        let says = format!("the battle ends with round {last}, found `{round}`");
        refusals.push(Refusal::at(Rule::RoundSequence, "position.round", says));
    }
    state.round = position.round.unwrap_or(1);
    let Some(turn) = &position.turn else {
        if refusals.is_empty() {
            state.round = state.round.saturating_sub(1);
            round::begin(game, state, &mut Deaf);
            umpire_core::steps::settle(game, state, &mut Deaf);
        }
        return;
    };
    let copy = copy_named(game, state, &turn.card).filter(|copy| game.in_play(state, *copy));
    let Some(copy) = copy.filter(|_| (1..=3).contains(&turn.marker)) else {
        let says = format!("no card `{}` in play with marker 1 to 3", turn.card);
        refusals.push(Refusal::at(Rule::TurnOrder, "position.turn", says));
        return;
    };
    let first = match &position.first {
        None => Some(state.copy(copy).controller),
        Some(name) => seat_named(game, name),
    };
    let Some(first) = first else {
        refusals.push(Refusal::at(Rule::Initiative, "position.first", "no such seat"));
        return;
    };
    if refusals.is_empty() {
        take_turn(game, state, copy, turn.marker - 1, first);
        state.turn.attacking = position.attacking;
        settle_begun(game, state);
    }
}

/// Of the copies of a common card at most one is begun and not full (HS-3.4.5).
fn check_begun_copies(game: &HeroScape, state: &State, refusals: &mut Refusals) {
    let begun: Vec<CopyId> = state
        .all_copies()
        .filter(|(id, copy)| {
            game.shares(state, *id)
                && (1..game.card_of(state, *id).figures).contains(&copy.casualties)
        })
        .map(|(id, _)| id)
        .collect();
    for (at, copy) in begun.iter().enumerate() {
        if begun[..at].iter().any(|other| game.matches(state, *copy, *other)) {
            let name = game.copy_name(state, *copy);
            let says = format!("{name} and another copy both hold some of their figures");
            refusals.push(Refusal::at(Rule::CommonCardCount, "position.figures", says));
        }
    }
}

fn take_turn(game: &HeroScape, state: &mut State, copy: CopyId, marker: u8, first: Seat) {
    let seats = state.seats();
    let seat = state.copy(copy).controller;
    let offset = (seat.0 + seats - first.0) % seats;
    state.first = first;
    state.turns = marker * seats + offset + 1;
    let held = state.copies.iter().any(|c| c.controller == seat && c.markers >> marker & 1 == 1);
    if !held && !game.basic {
        state.copies[copy.index()].markers |= 1 << marker;
    }
    show_past_markers(state);
    state.push(RoundStep::NextTurn);
    round::begin_turn(game, state, copy, true, &mut Deaf);
}

/// What powers force before anybody moves is begun, or lies behind a turn that attacks already.
fn settle_begun(game: &HeroScape, state: &mut State) {
    if state.step() != Some(Step::Occasion(OccasionStep::Powers)) {
        return;
    }
    if state.turn.attacking {
        state.steps.pop();
        state.occasions.pop();
    } else {
        umpire_core::steps::settle(game, state, &mut Deaf);
    }
}

/// Markers whose turn has begun lie open.
fn show_past_markers(state: &mut State) {
    let seats = state.seats();
    for copy in &mut state.copies {
        let offset = (copy.controller.0 + seats - state.first.0) % seats;
        let begun = (0..3).filter(|marker| state.turns > marker * seats + offset);
        let bits: u8 = begun.map(|marker| 1 << marker).sum();
        copy.shown = copy.markers & bits;
    }
}

fn place_marker(
    game: &HeroScape,
    state: &mut State,
    seat: &str,
    marker: &str,
    card: &str,
) -> Result<(), String> {
    let seat = seat_named(game, seat).ok_or_else(|| format!("no seat `{seat}`"))?;
    let bit = match marker.to_ascii_lowercase().as_str() {
        "1" => 0,
        "2" => 1,
        "3" => 2,
        "x" => 3,
        _ => return Err(format!("expected 1, 2, 3 or X, found `{marker}`")),
    };
    let copy = copy_named(game, state, card).ok_or_else(|| format!("no card `{card}`"))?;
    if state.copy(copy).controller != seat {
        return Err(format!("the card `{card}` is another player's"));
    }
    state.copies[copy.index()].markers |= 1 << bit;
    Ok(())
}
