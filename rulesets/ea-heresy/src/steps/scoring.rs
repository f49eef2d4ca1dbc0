//! Objectives change hands, goals are counted, and the battle ends (EA-13.8 to EA-13.12).

use crate::position::event::Event;
use crate::position::game::{EaHeresy, Victory};
use crate::position::state::State;
use crate::rules::victory;
use crate::rules::victory::Goal;
use crate::tables::rule::Rule;
use umpire_core::game::{Observe, Outcome};
use umpire_core::seat::{Seat, Seats};

/// Objectives change hands after each completed action (EA-13.12).
pub(crate) fn after_completed_action<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) {
    if game.victory == Victory::FireTheBeacons {
        take_objectives(game, state, out);
    }
    last_stand(game, state, out);
}

fn take_objectives<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    for at in 0..state.objectives.len() {
        let near = |seat: Seat| victory::near_objective(game, state, seat, at, true);
        let by = match (near(Seat(0)), near(Seat(1))) {
            (true, false) => Seat(0),
            (false, true) => Seat(1),
            _ => continue,
        };
        if state.objectives[at].held != by {
            state.objectives[at].held = by;
            out.tell(|| Event::Taken { objective: at as u8, by });
        }
    }
}

/// Scores before anybody rallies (EA-2.10, EA-13.12); says whether the battle is over.
pub(crate) fn before_rally<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) -> bool {
    if game.victory != Victory::FireTheBeacons {
        return false;
    }
    for seat in Seat::SIDES {
        for goal in Goal::ALL {
            if !victory::reached(game, state, seat, goal) {
                continue;
            }
            let side = &mut state.sides[seat.index()];
            let points = match goal {
                Goal::BreakTheirSpirit if side.broke_spirit => continue,
                Goal::BreakTheirSpirit => {
                    side.broke_spirit = true;
                    2
                }
                _ => 1,
            };
            side.points = side.points.saturating_add(points);
            let says = goal.name();
            out.tell(|| Event::Scored { seat, points, rule: Rule::FireTheBeacons, says });
        }
    }
    let lead = state.sides[0].points.abs_diff(state.sides[1].points);
    if state.turn >= game.edition.turns_of_beacons || state.turn == 2 && lead >= 8 {
        finish(game, state, Rule::FireTheBeacons, out);
        return true;
    }
    false
}

/// Ends the turn: goals are counted, or the next turn begins (EA-13.10, EA-13.11).
pub(crate) fn close_turn<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    last_stand(game, state, out);
    if state.over.is_some() {
        return;
    }
    if matches!(game.victory, Victory::Netea | Victory::BattleLine) {
        count_goals(game, state, out);
    }
    let limit = u16::from(state.turn) >= game.edition.turns_limit;
    if state.over.is_none() && limit {
        let winners = victory::ahead(game, state);
        end(state, winners, Rule::TurnsLimit, out);
    }
}

fn count_goals<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    let goals = [victory::goals(game, state, Seat(0)), victory::goals(game, state, Seat(1))];
    for seat in Seat::SIDES {
        state.sides[seat.index()].points = goals[seat.index()];
        for goal in Goal::ALL {
            if victory::reached(game, state, seat, goal) {
                let says = goal.name();
                out.tell(|| Event::Scored { seat, points: 1, rule: Rule::Goals, says });
            }
        }
    }
    let lead = goals[0].abs_diff(goals[1]);
    let decided = state.turn >= game.edition.turns_decided && victory::leads(goals);
    let last = state.turn >= game.edition.turns;
    let (rule, early) = match game.victory {
        Victory::BattleLine => (Rule::BattleLine, lead >= 4),
        _ => (Rule::NetEaVictory, false),
    };
    if decided || last || early {
        finish(game, state, rule, out);
    }
}

/// Ends the battle.
pub(crate) fn end<O: Observe<Event>>(state: &mut State, winners: Seats, rule: Rule, out: &mut O) {
    let outcome = Outcome { winners };
    state.over = Some(outcome);
    out.tell(|| Event::Over { outcome, rule });
}

fn finish<O: Observe<Event>>(game: &EaHeresy, state: &mut State, rule: Rule, out: &mut O) {
    let winners = victory::ahead(game, state);
    let points = [state.sides[0].points, state.sides[1].points];
    if game.victory == Victory::Netea && !victory::leads(points) && winners.len() == 1 {
        let [a, b] =
            Seat::SIDES.map(|seat| victory::thousandths(victory::losses(game, state, seat)));
        let (ours, theirs) = (&game.sides[0].name, &game.sides[1].name);
        let what = if victory::are_priced(game) { "points" } else { "units" };
        let says = format!(
            "without two goals and more than the other side losses decide, broken units by half: {ours} has lost {a} {what}, {theirs} {b}"
        );
        out.tell(|| Event::Noted { rule, says });
    }
    let result = victory::result_of(game, state, points);
    out.tell(|| Event::Totals { winners, points, result });
    end(state, winners, rule, out);
}

/// A side without a living unit has lost, whatever the scenario.
fn last_stand<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    if game.free || state.over.is_some() {
        return;
    }
    let lives = |seat: Seat| {
        state.all_units().any(|unit| state.owner(unit) == seat && state.unit(unit).alive())
    };
    let left: Seats = Seat::SIDES.into_iter().filter(|seat| lives(*seat)).collect();
    if left.len() < Seat::SIDES.len() {
        end(state, left, Rule::Goals, out);
    }
}
