//! Effects that wound, destroy and heal, and who is chosen for it.

use super::{opponents, whom};
use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Run, State};
use crate::position::step::EffectStep;
use crate::rules::holds;
use crate::steps::{casualty, power};
use crate::tables::abilities::{Effect, Filter};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

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
        Effect::Wound(wounds) => {
            if let Some(figure) = whom(run, wounds.to) {
                casualty::harm(game, state, figure, wounds.count, Harm::Power(by), events);
            }
        }
        Effect::WoundEach { count, who } => {
            let all: Vec<FigureId> = state
                .on_board()
                .filter(|id| *id != run.source && holds::meets(game, state, run.source, *id, who))
                .collect();
            for figure in all {
                casualty::harm(game, state, figure, *count, Harm::Power(by), events);
            }
        }
        Effect::WoundPerSkull { to } => {
            let wounds = run.rolled.unwrap_or(0).clamp(0, 50) as u8;
            if let Some(figure) = whom(run, *to) {
                casualty::harm(game, state, figure, wounds, Harm::Power(by), events);
            }
        }
        Effect::Destroy { to } => {
            if let Some(figure) = whom(run, *to).filter(|id| state.spaces(*id).is_some()) {
                casualty::kill(game, state, figure, Harm::Power(by), events);
            }
        }
        Effect::Heal(wounds) => {
            heal(state, whom(run, wounds.to), wounds.count, events);
        }
        Effect::HealAll { to } => {
            heal(state, whom(run, *to), u8::MAX, events);
        }
        Effect::IgnoreWounds { count } => {
            let below = state.occasions.last_mut();
            if let Some(occasion) = below {
                let figure = occasion.subject;
                let wounds = count.map_or(occasion.wounds, |count| occasion.wounds.min(count));
                occasion.wounds -= wounds;
                events.tell(|| Event::WoundsIgnored { figure, wounds });
            }
        }
        Effect::NoDamage {} => {
            if let Some(attack) = &mut state.attack {
                attack.avoided = true;
            }
        }
        _ => {}
    }
}

/// An opponent wounds a figure of their own: they are chosen where there are several, then the figure.
pub(super) fn opponent_wounds_own(game: &HeroScape, state: &mut State, run: &Run) {
    let opponents = opponents(game, state, state.figure(run.source).controller);
    match opponents.as_slice() {
        [] => power::next_effect(state),
        [only] if !opponents.contains(&run.seat) => {
            let only = *only;
            power::set(state, |run| run.seat = only);
        }
        _ if !opponents.contains(&run.seat) => {
            state.push(EffectStep::Seat);
        }
        _ if run.left > 0 || own_figures(state, run.seat).is_empty() => {
            power::next_effect(state);
        }
        _ => {
            state.push(EffectStep::Pick);
        }
    }
}

fn heal<O: Observe<Event>>(state: &mut State, figure: Option<FigureId>, most: u8, events: &mut O) {
    let Some(figure) = figure.filter(|id| state.is_living(*id)) else { return };
    let wounds = state.figure(figure).wounds.min(most);
    if wounds > 0 {
        state.figures[figure.index()].wounds -= wounds;
        events.tell(|| Event::Healed { figure, wounds });
    }
}

/// The figures of a seat on the battlefield.
pub(super) fn own_figures(state: &State, seat: Seat) -> Vec<FigureId> {
    state.on_board().filter(|id| state.figure(*id).controller == seat).collect()
}

/// Whether somebody is still to be chosen for wounds that were rolled.
pub(super) fn may_choose(game: &HeroScape, state: &State, run: &Run, filter: &Filter) -> bool {
    let wounds = run.rolled.unwrap_or(0).clamp(0, 50) as u8;
    run.left < wounds && !picks(game, state, run, filter).is_empty()
}

/// Whom the next wound of a power may go to.
pub(super) fn picks(game: &HeroScape, state: &State, run: &Run, filter: &Filter) -> Vec<FigureId> {
    let from = run.target.unwrap_or(run.source);
    state
        .on_board()
        .filter(|id| {
            // Read from whom the power was used on, so that nearness counts from there.
            holds::meets(game, state, from, *id, filter) && *id != from
        })
        .collect()
}

/// Gives the next wound of a power to a figure.
pub(super) fn pick<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (run, effect): (&Run, &Effect),
    figure: FigureId,
    events: &mut O,
) {
    let by = run.by;
    state.steps.pop();
    power::set(state, |run| run.left += 1);
    if matches!(effect, Effect::Sacrifice(_)) {
        heal(state, run.target, 1, events);
        casualty::kill(game, state, figure, Harm::Power(by), events);
        return;
    }
    casualty::harm(game, state, figure, 1, Harm::Power(by), events);
}
