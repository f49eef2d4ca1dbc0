//! Leaving an engagement: enemies may roll a die each (HS-4.4.3, HS-4.4.4).

use crate::event::{Event, Harm};
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{FigureId, State};
use crate::steps::{Step, casualty, purpose};
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// A controller says whether their figures roll.
pub fn decide<O: Observe<Event>>(state: &mut State, seat: Seat, rolls: bool, events: &mut O) {
    let Some(leaving) = &mut state.leaving else { return };
    leaving.undecided = leaving.undecided.without(seat);
    if !rolls {
        events.tell(|| Event::Declined { seat });
        return;
    }
    let own = leaving.enemies.iter().filter(|id| state.figures[id.index()].controller == seat);
    let own: Vec<FigureId> = own.collect();
    for enemy in own {
        leaving.striking.insert(enemy);
    }
}

/// When all have decided, the dice fall, or the figure goes free.
pub fn settle(state: &mut State) -> bool {
    let figure = state.leaving.as_ref().map(|leaving| leaving.figure);
    let gone = figure.is_none_or(|figure| state.spaces(figure).is_none());
    let Some(leaving) = state.leaving.as_ref().filter(|_| !gone) else {
        state.steps.pop();
        state.leaving = None;
        return true;
    };
    if !leaving.undecided.is_empty() {
        return false;
    }
    let strikes = !leaving.striking.is_empty();
    state.steps.pop();
    if strikes {
        state.steps.push(Step::LeavingDice);
    } else {
        state.leaving = None;
    }
    true
}

/// Drops the dice if there is nothing left to roll for.
pub fn settle_dice(state: &mut State) -> bool {
    let rolls = state.leaving.as_ref().is_some_and(|leaving| {
        !leaving.striking.is_empty() && state.spaces(leaving.figure).is_some()
    });
    if !rolls {
        state.steps.pop();
        state.leaving = None;
    }
    !rolls
}

/// A die of each enemy that strikes.
pub fn request(game: &HeroScape, state: &State) -> RollRequest<Rule> {
    let striking = state.leaving.iter().flat_map(|leaving| leaving.striking.iter());
    let groups = striking.map(|enemy| DiceGroup {
        seat: state.figure(enemy).controller,
        die: game.rolled.hazard,
        count: 1,
        purpose: purpose::LEAVING,
        subject: Some(u16::from(enemy.0)),
    });
    RollRequest { because: Rule::LeavingEngagement, groups: groups.collect(), spare: 0 }
}

/// Each skull is a wound without defense.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let Some(leaving) = state.leaving.take() else { return };
    let mut wounds = 0;
    for (enemy, face) in leaving.striking.iter().zip(faces) {
        let skull = game.hazard_faces().is_skull(*face);
        wounds += u8::from(skull);
        events.tell(|| Event::LeavingRolled { enemy, skull });
    }
    if wounds > 0 {
        casualty::harm(game, state, leaving.figure, wounds, Harm::Leaving, events);
    }
}
