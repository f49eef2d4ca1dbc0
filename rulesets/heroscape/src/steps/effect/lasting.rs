//! Effects that last a while: numbers, what a figure may do, what may be done to it.

use super::{changed, whom};
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Lasting, On, Run, State, What};
use crate::position::step::{EffectStep, Step};
use crate::rules::holds;
use crate::tables::abilities::{Boost, Effect, To, Until};
use umpire_core::game::Observe;

/// Carries out an effect of this room.
pub(super) fn carry_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    effect: &Effect,
    events: &mut O,
) {
    let by = run.by;
    match effect {
        Effect::Boost(boost) => {
            lift(game, state, run, boost, events);
        }
        Effect::NoDefense {} => {
            if let Some(figure) = whom(run, To::Target) {
                last(state, run, On::Figure(figure), What::NoDefense(run.source), Until::Turn);
                changed(by, events, || {
                    format!("{} rolls no defense dice against it", game.figure_name(state, figure))
                });
            }
        }
        Effect::MostDefense { dice, .. } => {
            last(state, run, On::Figure(run.source), What::MostDefense(*dice), Until::Turn);
            changed(by, events, || format!("whom it attacks rolls at most {dice} dice"));
        }
        Effect::AnotherAttack {} => {
            last(state, run, On::Figure(run.source), What::MoreAttacks(1), Until::Turn);
            changed(by, events, || {
                format!("{} may attack once more", game.figure_name(state, run.source))
            });
        }
        Effect::NoAttack { normal } => {
            let copy = state.figure(run.source).copy;
            let (what, how) = match normal {
                true => (What::NoNormalAttack, " normally"),
                false => (What::NoAttack, ""),
            };
            last(state, run, On::Copy(copy), what, Until::Turn);
            changed(by, events, || format!("no figure of the card attacks{how} this turn"));
        }
        Effect::Unseen(unseen) => {
            let what = What::Unseen {
                until_moved: unseen.until_moved,
                while_unengaged: unseen.while_unengaged,
            };
            let who: Vec<FigureId> = match &unseen.who {
                None => vec![run.source],
                Some(filter) => state
                    .on_board()
                    .filter(|id| holds::meets(game, state, run.source, *id, filter))
                    .collect(),
            };
            if who.is_empty() {
                return;
            }
            for figure in &who {
                last(state, run, On::Figure(*figure), what, unseen.until);
            }
            changed(by, events, || {
                let names: Vec<_> = who.iter().map(|id| game.figure_name(state, *id)).collect();
                format!("{} cannot be seen", names.join(" and "))
            });
        }
        Effect::Cloak {} => {
            last(state, run, On::Figure(run.source), What::Cloaked, Until::Round);
            changed(by, events, || {
                format!("{} cannot be seen", game.figure_name(state, run.source))
            });
        }
        Effect::MoreWounds(count) => {
            last(state, run, On::Figure(run.source), What::MoreWounds(*count), Until::Attack);
            changed(by, events, || format!("its wounds are {count} more"));
        }
        Effect::AttackAllAdjacent {} => {
            let adjacent = game.adjacent_figures(state, run.source);
            last(state, run, On::Figure(run.source), What::AttackAll, Until::Turn);
            let more = adjacent.len().saturating_sub(1) as u8;
            last(state, run, On::Figure(run.source), What::MoreAttacks(more), Until::Turn);
            changed(by, events, || {
                format!("{} attacks all adjacent figures", game.figure_name(state, run.source))
            });
        }
        Effect::Activations(count) => {
            let copy = state.figure(run.source).copy;
            last(state, run, On::Copy(copy), What::Activations(*count), Until::Turn);
            changed(by, events, || format!("{count} figures may move and attack"));
        }
        Effect::CannotBeTargeted {} => {
            last(state, run, On::Figure(run.subject), What::Untargetable, Until::Turn);
            if let Some(attack) = &mut state.attack {
                attack.avoided = true;
            }
        }
        _ => {}
    }
}

/// Makes something last.
pub(super) fn last(state: &mut State, run: &Run, on: On, what: What, until: Until) {
    let lasting = Lasting { on, what, until, seat: run.seat, by: Some(run.by) };
    state.lasting.push(lasting);
}

/// A figure in the middle of its own move has what is added to its Move for the rest of it.
fn lengthen(game: &HeroScape, state: &mut State, on: On, points: i16) {
    let Some(moving) =
        state.turn.moving.filter(|_| !state.steps.contains(&Step::Effect(EffectStep::Move)))
    else {
        return;
    };
    let its = state.figure(moving.figure);
    let touches = match on {
        On::Figure(figure) => figure == moving.figure,
        On::Copy(copy) => game.matches(state, copy, its.copy),
        On::Army(seat) => seat == its.controller,
    };
    if let (true, Some(moving)) = (touches, &mut state.turn.moving) {
        moving.budget += points;
    }
}

fn lift<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    boost: &Boost,
    events: &mut O,
) {
    let small = |number: i32| number.clamp(-100, 100) as i8;
    let what = What::Numbers {
        attack: small(boost.attack),
        defense: small(boost.defense),
        moves: small(boost.moves.into()),
        range: small(boost.range.into()),
    };
    let on = if boost.army {
        On::Army(run.seat)
    } else if boost.card {
        On::Copy(state.figure(run.source).copy)
    } else {
        match whom(run, boost.to) {
            Some(figure) => On::Figure(figure),
            None => return,
        }
    };
    last(state, run, on, what, boost.until);
    lengthen(game, state, on, boost.moves);
    changed(run.by, events, || {
        let numbers = [
            (boost.attack, "Attack"),
            (boost.defense, "Defense"),
            (boost.moves.into(), "Move"),
            (boost.range.into(), "Range"),
        ];
        let words = numbers.iter().filter(|(number, _)| *number != 0);
        let words: Vec<_> = words.map(|(number, what)| format!("{what} {number:+}")).collect();
        let whose = match on {
            On::Figure(figure) => game.figure_name(state, figure),
            On::Copy(copy) => game.copy_name(state, copy),
            On::Army(seat) => game.seat_word(seat),
        };
        format!("{} for {whose}", words.join(", "))
    });
}
