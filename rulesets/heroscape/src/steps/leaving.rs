//! Leaving an engagement: enemies may roll a die each (HS-4.4.3, HS-4.4.4).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Occasion, State};
use crate::position::step::LeavingStep;
use crate::rules::dice::modifiers;
use crate::rules::holds::Parties;
use crate::steps::{occasion, purpose};
use crate::tables::abilities::{Moment, Number};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

impl Play<HeroScape> for LeavingStep {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        match self {
            LeavingStep::Decide => settle(change.state),
            LeavingStep::Dice => settle_dice(change.state),
        }
    }

    fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
        if self == LeavingStep::Dice {
            return Ask::Roll;
        }
        let leaving = now.state.leaving.as_ref();
        let seats = leaving.map_or(Seats::NONE, |leaving| leaving.undecided);
        let subject = leaving.map(|leaving| u16::from(leaving.figure.0));
        Ask::seats(seats, Rule::LeavingEngagement).of(subject)
    }

    fn legal(self, _: Now<HeroScape>, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.extend([Action::Strike(true), Action::Strike(false)]);
        Listing::Complete
    }

    fn apply(
        self,
        change: &mut Change<HeroScape, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        if let Action::Strike(rolls) = action {
            decide(change.state, seat, *rolls, change.out);
        }
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        request(now.game, now.state, why)
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(now.game.hazard_faces().is_skull(face)))
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, events) = change.parts();
        resolve(game, state, faces, events);
    }
}

/// A controller says whether their figures roll.
fn decide<O: Observe<Event>>(state: &mut State, seat: Seat, rolls: bool, events: &mut O) {
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
fn settle(state: &mut State) -> Flow {
    let figure = state.leaving.as_ref().map(|leaving| leaving.figure);
    let gone = figure.is_none_or(|figure| state.spaces(figure).is_none());
    let Some(leaving) = state.leaving.as_ref().filter(|_| !gone) else {
        state.steps.pop();
        state.leaving = None;
        return Flow::On;
    };
    if !leaving.undecided.is_empty() {
        return Flow::Wait;
    }
    let strikes = !leaving.striking.is_empty();
    state.steps.pop();
    if strikes {
        state.push(LeavingStep::Dice);
    } else {
        state.leaving = None;
    }
    Flow::On
}

/// Drops the dice if there is nothing left to roll for.
fn settle_dice(state: &mut State) -> Flow {
    let rolls = state.leaving.as_ref().is_some_and(|leaving| {
        !leaving.striking.is_empty() && state.spaces(leaving.figure).is_some()
    });
    if rolls {
        return Flow::Wait;
    }
    state.steps.pop();
    state.leaving = None;
    Flow::On
}

/// A die of each enemy that strikes.
fn request<E: Explain<Rule>>(game: &HeroScape, state: &State, why: &mut E) -> RollRequest<Rule> {
    let striking = state.leaving.iter().flat_map(|leaving| leaving.striking.iter());
    let groups = striking.map(|enemy| DiceGroup {
        seat: state.figure(enemy).controller,
        die: game.rolled.hazard,
        count: dice_of(game, state, enemy, why),
        purpose: purpose::LEAVING,
        subject: Some(u16::from(enemy.0)),
    });
    RollRequest::of(Rule::LeavingEngagement, groups.collect())
}

/// How many dice an enemy rolls against a figure that leaves it.
fn dice_of<E: Explain<Rule>>(game: &HeroScape, state: &State, enemy: FigureId, why: &mut E) -> u8 {
    let more = modifiers(game, state, Number::Leaving, Parties::alone(enemy), why);
    1 + more.clamp(0, 10) as u8
}

/// Each skull is a wound without defense.
fn resolve<O: Observe<Event>>(game: &HeroScape, state: &mut State, faces: &[Face], events: &mut O) {
    state.steps.pop();
    let Some(leaving) = state.leaving.take() else { return };
    let mut wounds = 0;
    let mut rolled = faces.iter();
    let mut struck = Vec::new();
    for enemy in leaving.striking.iter() {
        let dice = dice_of(game, state, enemy, &mut Silent);
        let own = rolled.by_ref().take(dice.into());
        let skulls = own.filter(|face| game.hazard_faces().is_skull(**face)).count() as u8;
        wounds += skulls;
        if skulls > 0 {
            struck.push((enemy, skulls));
        }
        events.tell(|| Event::LeavingRolled { enemy, skull: skulls > 0 });
    }
    if wounds == 0 {
        return;
    }
    let first = struck.first().map(|(enemy, _)| *enemy);
    if game.has_moment(state, Moment::InflictsLeaving) {
        for (enemy, skulls) in struck {
            let mut hit = Occasion::of(Moment::InflictsLeaving, enemy);
            (hit.other, hit.wounds) = (Some(leaving.figure), skulls);
            occasion::raise(game, state, hit, events);
        }
    }
    let mut hit = Occasion::of(Moment::WoundedLeaving, leaving.figure);
    (hit.other, hit.wounds) = (first, wounds);
    occasion::raise(game, state, hit, events);
}
