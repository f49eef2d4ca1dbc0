//! The table as a picture, and what a position is worth.

use super::roster::{condition, figure};
use crate::position::{Action, PieceId, Post, Table};
use crate::rules::movement;
use crate::steps::State;
use crate::tables::{Skirmish, Weapon};
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{Point, Token};

/// The table with everybody on it.
pub fn scene(game: &Skirmish, state: &State) -> Scene {
    let t = state.on(game);
    let mut waiting = [0; 2];
    let token = |id: PieceId| {
        let side = t.figures[id].side.index();
        let at = match t.figures[id].post {
            Post::At(at) => at,
            Post::Waiting => {
                waiting[side] += 1;
                game.field.beside(side, waiting[side] - 1)
            }
            Post::Gone => return None,
        };
        let token = game.field.token(&t.figures, (id, t.name(id)), at);
        let arms: Vec<String> = t.unit(id).weapons.iter().map(Weapon::armed).collect();
        let (numbers, arms) = (t.unit(id).numbers(), arms.join("; "));
        let title = format!("{}: {}; {numbers}; {arms}", token.title, condition(t, id));
        Some(Token {
            title,
            card: Some(t.unit(id).id.clone()),
            badges: figure(t, id).badges(),
            ..token
        })
    };
    game.field.scene(t.figures.ids().filter_map(token), t.held.iter().copied())
}

/// The way that an action takes a figure.
pub fn way(t: Table, action: &Action) -> Option<Shape> {
    let to = movement::goes_to(t, action)?;
    Some(t.game.field.drawn_way(&[t.base(action.figure()).centre(), to]))
}

/// How good a position looks to a side: figures by their points, objectives held, ways still to go.
pub fn appraisal(game: &Skirmish, state: &State, side: Seat) -> f64 {
    weighed(game, state, side, (40.0, 1.0))
}

/// The same for how the battle is likely to end. Who held what when a round began said nothing of who won 2,000 battles
/// between bots, but in the last; how many were left did.
pub fn outlook(game: &Skirmish, state: &State, side: Seat) -> f64 {
    let late = f64::from(state.position.round) / f64::from(game.edition.rounds);
    let late = late.powi(3);
    weighed(game, state, side, (50.0 * late, late))
}

/// Figures by their points; an objective that is held is worth so much, and an inch nearer to one.
fn weighed(game: &Skirmish, state: &State, side: Seat, (held, inch): (f64, f64)) -> f64 {
    let t = state.on(game);
    if let Some(outcome) = state.outcome {
        return 10_000.0 * outcome.payoff(side);
    }
    let sign = |of: Seat| if of == side { 1.0 } else { -1.0 };
    let mut worth = 0.0;
    for id in t.figures.ids().filter(|id| t.figures[*id].post != Post::Gone) {
        let (figure, unit) = (t.figures[id], t.unit(id));
        let left =
            f64::from(unit.toughness.saturating_sub(figure.lost)) / f64::from(unit.toughness);
        let fit = if figure.pinned { 0.7 } else { 1.0 };
        worth += sign(figure.side) * f64::from(unit.points) * (0.4 + 0.6 * left) * fit;
        if let Post::At(at) = figure.post {
            worth += sign(figure.side) * inch * nearness(t, figure.side, at);
        }
    }
    let holders = t.held.iter().flatten();
    worth + holders.map(|holder| held * sign(*holder)).sum::<f64>()
}

/// What it is worth to a side to stand at a place: the nearer to objectives, those it does not hold most of all.
fn nearness(t: Table, side: Seat, at: Point) -> f64 {
    let objectives = t.game.field.objectives.iter().zip(&t.held);
    let worth = objectives.map(|(objective, held)| {
        let inches = f64::from(at.distance_to(objective.at)) / 2540.0;
        let wanted = if *held == Some(side) { 0.4 } else { 1.0 };
        wanted * (24.0 - inches.max(2.0)).max(0.0)
    });
    worth.fold(0.0, f64::max)
}
