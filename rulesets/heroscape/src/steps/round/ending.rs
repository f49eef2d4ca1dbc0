//! The end of the round and of the game: hazards, points, victory (HS-8.1).

use super::{begin, raise_general};
use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Place, State};
use crate::position::step::{CasualtyStep, DraftStep, RoundStep, Step};
use crate::steps::{casualty, goals, purpose};
use crate::tables::abilities::{Ability, Moment};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::{Observe, Outcome};
use umpire_core::seat::{Seat, Seats};

/// How many figures roll together at the end of a round: each may leave a casualty on the stack.
const HAZARDS_TOGETHER: usize = 8;

fn in_hazard(game: &HeroScape, state: &State, figure: FigureId) -> Option<u16> {
    if game.has(state, figure, Ability::LavaResistant) {
        return None;
    }
    let mut tiles = state.spaces(figure)?.spaces().map(|space| game.tile_at(state, space));
    let tile = tiles.find(|tile| tile.hazard)?;
    Some(tile.row)
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
    RollRequest::of(Rule::Terrain(row), groups)
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
    state.push(RoundStep::End(next));
    for ((figure, row), face) in rolled.into_iter().zip(faces) {
        let wounded = game.hazard_faces().is_skull(*face);
        events.tell(|| Event::RoundEndRolled { figure, row, wounded });
        if wounded {
            casualty::harm(game, state, figure, 1, Harm::RoundEnd(row), events);
        }
    }
}

/// Ends the round: hazards, then points if it was the last, else the next round (HS-8.1.4).
pub fn end<O: Observe<Event>>(game: &HeroScape, state: &mut State, from: u8, events: &mut O) {
    state.steps.pop();
    if endangered(game, state, from).next().is_some() {
        state.push(RoundStep::Hazards(from));
        return;
    }
    if from != u8::MAX && game.has_moment(state, Moment::RoundEnd) {
        state.push(RoundStep::End(u8::MAX));
        raise_general(game, state, Moment::RoundEnd, events);
        return;
    }
    let round = state.round;
    events.tell(|| Event::RoundEnds { round });
    if goals::end_of_round(game, state, events) {
        return;
    }
    if game.goals.round_limit.is_some_and(|limit| round >= limit) || round == u8::MAX {
        score(game, state, events);
        return;
    }
    begin(game, state, events);
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
    crate::steps::clear(state);
    events.tell(|| Event::Victory { winners, because });
}

/// Whether one team is left (HS-8.1.1); tested when nothing is half done (HS-8.1.5).
pub fn test_victory<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    if game.free_table || state.seats() < 2 || state.round == 0 || state.attack.is_some() {
        return;
    }
    let Some(winners) = last_team(game, state) else { return };
    let half_done = state.steps.iter().any(|step| {
        matches!(
            step,
            Step::Casualty(CasualtyStep::Lay(_))
                | Step::Placing(_)
                | Step::Draft(DraftStep::Place(_))
        )
    });
    // Hazards of one round fall together, however many requests they take (HS-8.1.2).
    let hazards_left = matches!(state.step(),
        Some(Step::Round(RoundStep::End(from) | RoundStep::Hazards(from)))
        if from > 0 && endangered(game, state, from).next().is_some());
    if !half_done && !hazards_left {
        finish(state, winners, Rule::VictoryTested, events);
    }
}

/// The seats of the only team with living figures, nobody's if no team has any; nothing while several do.
fn last_team(game: &HeroScape, state: &State) -> Option<Seats> {
    let team = |id: FigureId| {
        let figure = state.figure(id);
        // Who waits to be called by others is not in play by itself.
        let waits = figure.place == Place::Reserve && !game.arrives_by_itself(state, id);
        if !state.is_living(id) || state.conceded.contains(figure.controller) || waits {
            return None;
        }
        // Who is lent for a turn is still of its own side.
        Some(state.teams[state.keeper(figure.copy).index()])
    };
    let mut teams = (0..state.figures.len()).filter_map(|at| team(FigureId(at as u8)));
    let Some(first) = teams.next() else { return Some(Seats::NONE) };
    // Armies stand one behind the other, so that the last figure mostly tells.
    teams.rev().all(|team| team == first).then(|| state.seats_of(first))
}

/// Whether no more than one team has living figures, so that nothing more need be chosen.
pub fn is_decided(game: &HeroScape, state: &State) -> bool {
    !game.free_table && state.seats() > 1 && last_team(game, state).is_some()
}
