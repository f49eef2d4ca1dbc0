//! Ways of winning that a scenario names: reached, held, slain, outlived, counted (HS-8.1.1).

use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{Figure, FigureId, Place, State, Tally};
use crate::position::step::{BasicStep, RoundStep, Step, TurnStep};
use crate::position::terms::{Aim, Goal};
use crate::steps::round;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::{Seat, Seats};

/// Figures of the seats that stand on a goal's spaces and count for it.
fn standing(state: &State, goal: &Goal, seats: Seats) -> usize {
    let counts = |(id, figure): &(FigureId, &crate::position::state::Figure)| {
        let spaces = state.spaces(*id).into_iter().flat_map(Footprint::spaces);
        let its = state.copy(figure.copy).card;
        seats.contains(figure.controller)
            && goal.card.is_none_or(|card| card == its)
            && spaces.into_iter().any(|space| goal.spaces.binary_search(&space).is_ok())
    };
    state.all_figures().filter(counts).count()
}

/// The team that alone stands on a goal's spaces: its seats, if they may win by it.
pub fn holders(state: &State, goal: &Goal) -> Option<Seats> {
    let any = Goal { card: None, ..goal.clone() };
    let all = Seats::first_of(state.seats());
    let mut found = None;
    for seat in all.iter() {
        let team = state.team_of(seat);
        if standing(state, &any, Seats::only(seat)) == 0 {
            continue;
        }
        if found.is_some_and(|known| known != team) {
            return None;
        }
        found = Some(team);
    }
    let able: Seats = found?.iter().filter(|seat| goal.by.contains(*seat)).collect();
    (standing(state, goal, able) > 0).then_some(found?)
}

fn lives(state: &State, goal: &Goal, seat: Seat) -> bool {
    !state.conceded.contains(seat)
        && state.all_figures().any(|(id, figure)| {
            figure.controller == seat
                && state.is_living(id)
                && goal.card.is_none_or(|card| card == state.copy(figure.copy).card)
        })
}

/// Whose card it was if every figure of a goal's card is destroyed, but for those that never came onto the battlefield;
/// whom a seat took away that gave up nobody destroyed.
fn slain(state: &State, goal: &Goal) -> Option<Seat> {
    let figures =
        || state.all_figures().filter(|(_, it)| Some(state.copy(it.copy).card) == goal.card);
    let lives_on = |(id, figure): (FigureId, &Figure)| {
        state.is_living(id)
            || (figure.place == Place::LeftOut && state.conceded.contains(figure.controller))
    };
    if figures().any(lives_on) {
        return None;
    }
    figures()
        .find(|(_, figure)| matches!(figure.place, Place::Destroyed(_)))
        .map(|(_, figure)| figure.owner)
}

/// Notes who destroyed a figure that a goal names: the last one to do so has destroyed them all.
pub fn note_fallen(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    killer: Option<FigureId>,
) {
    let card = state.copy(state.figure(figure).copy).card;
    let killer = killer.filter(|killer| *killer != figure);
    let team = killer.map(|killer| state.team_of(state.figure(killer).controller));
    for (goal, tally) in game.goals.list.iter().zip(&mut state.tallies) {
        if goal.aim == Aim::Slay && goal.card == Some(card) {
            tally.seats = team.unwrap_or(Seats::NONE);
        }
    }
}

/// Of several teams that may win by destroying a card, the one whose figure destroyed the last of it; a single one wins
/// whatever did.
fn slayers(state: &State, may: Seats, last: Seats) -> Seats {
    let together = may.first().is_none_or(|one| may.iter().all(|other| state.friends(one, other)));
    if together { may } else { may.iter().filter(|seat| last.contains(*seat)).collect() }
}

/// Who wins by a goal that is looked at all the time; `tally` is how it stands.
fn won_at_once(state: &State, goal: &Goal, tally: Tally) -> Seats {
    let all = || Seats::first_of(state.seats()).iter().filter(|seat| goal.by.contains(*seat));
    match goal.aim {
        Aim::Reach(figures) => {
            let enough = |seat: &Seat| {
                let team: Seats =
                    state.team_of(*seat).iter().filter(|seat| goal.by.contains(*seat)).collect();
                standing(state, goal, team) >= usize::from(figures)
            };
            all().filter(enough).collect()
        }
        Aim::Slay => match slain(state, goal) {
            Some(owner) => {
                let may = all().filter(|seat| !state.friends(*seat, owner)).collect();
                slayers(state, may, tally.seats)
            }
            None => Seats::NONE,
        },
        _ => Seats::NONE,
    }
}

/// Ends the game when a goal is reached that counts at once; tested when nothing is half done (HS-8.1.5).
pub fn test<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let quiet = matches!(
        state.step(),
        Some(
            Step::Turn(TurnStep::Turn)
                | Step::Round(RoundStep::NextTurn | RoundStep::Markers(_))
                | Step::Basic(BasicStep::Card(_))
                | Step::Round(RoundStep::End(_))
        )
    );
    if game.goals.list.is_empty() || !quiet || state.ended.is_some() || !state.onward.is_empty() {
        return;
    }
    let mut winners = Seats::NONE;
    for (at, goal) in (0u8..).zip(&game.goals.list) {
        let tally = state.tallies.get(usize::from(at)).copied().unwrap_or_default();
        let won = won_at_once(state, goal, tally);
        if !won.is_empty() {
            events.tell(|| Event::GoalReached { goal: at, seats: won });
            winners = won.iter().fold(winners, Seats::with);
        }
    }
    finish(state, winners, events);
}

/// Ends the game for the one team that has won; several at once are a draw.
fn finish<O: Observe<Event>>(state: &mut State, won: Seats, events: &mut O) {
    let Some(first) = won.first() else { return };
    let team = state.team_of(first);
    let alone = won.iter().all(|seat| team.contains(seat));
    round::finish(state, if alone { team } else { Seats::NONE }, Rule::Victory, events);
}

/// Looks at the goals of the end of a round; says whether the game is over.
pub fn end_of_round<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    events: &mut O,
) -> bool {
    let mut winners = Seats::NONE;
    for (at, goal) in (0u8..).zip(&game.goals.list) {
        match goal.aim {
            Aim::Hold(rounds) => {
                let held = holders(state, goal);
                let Some(tally) = state.tallies.get_mut(usize::from(at)) else { continue };
                let Some(seats) = held else {
                    (tally.rounds, tally.seats) = (0, Seats::NONE);
                    continue;
                };
                tally.rounds =
                    if tally.seats == seats { tally.rounds.saturating_add(1) } else { 1 };
                tally.seats = seats;
                let so_far = tally.rounds;
                events.tell(|| Event::GoalHeld { goal: at, seats, rounds: so_far });
                if so_far >= rounds {
                    events.tell(|| Event::GoalReached { goal: at, seats });
                    winners = seats.iter().fold(winners, Seats::with);
                }
            }
            Aim::Score(points) => {
                let Some(seats) = holders(state, goal) else { continue };
                let able = seats.iter().find(|seat| goal.by.contains(*seat));
                let Some(seat) = able else { continue };
                if let Some(score) = state.scores.get_mut(seat.index()) {
                    *score = score.saturating_add(points);
                }
                events.tell(|| Event::GoalScored { goal: at, seats, points });
            }
            Aim::Survive(rounds) if state.round >= rounds => {
                let alive = |seat: &Seat| goal.by.contains(*seat) && lives(state, goal, *seat);
                let seats: Seats = Seats::first_of(state.seats()).iter().filter(alive).collect();
                if !seats.is_empty() {
                    events.tell(|| Event::GoalReached { goal: at, seats });
                    winners = seats.iter().fold(winners, Seats::with);
                }
            }
            _ => {}
        }
    }
    finish(state, winners, events);
    state.ended.is_some()
}

/// Whether points of goals decide after the last round, and not those of cards that are left.
pub fn are_counted(game: &HeroScape) -> bool {
    game.goals.list.iter().any(|goal| matches!(goal.aim, Aim::Score(_)))
}
