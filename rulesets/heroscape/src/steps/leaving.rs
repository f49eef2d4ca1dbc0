//! Leaving an engagement: enemies may roll a die each (HS-4.4.3, HS-4.4.4).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Leaving, Occasion, State};
use crate::position::step::LeavingStep;
use crate::rules::dice::modifiers;
use crate::rules::holds::Parties;
use crate::steps::handed::handed;
use crate::steps::{occasion, purpose};
use crate::tables::abilities::{Moment, Number};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

/// A step of leaving an engagement, and the engagement.
#[derive(Clone, Copy)]
struct AtLeaving {
    step: LeavingStep,
    leaving: Leaving,
}

fn found(step: LeavingStep, _: &HeroScape, state: &State) -> Option<AtLeaving> {
    state.leaving.map(|leaving| AtLeaving { step, leaving })
}

handed!(LeavingStep, found);

impl Play<HeroScape> for AtLeaving {
    /// When all have decided, the dice fall, or the figure goes free.
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let AtLeaving { step, leaving } = self;
        let stands = change.state.spaces(leaving.figure).is_some();
        let strikes = stands && !leaving.striking.is_empty();
        match step {
            LeavingStep::Decide if stands && !leaving.undecided.is_empty() => return Flow::Wait,
            LeavingStep::Dice if strikes => return Flow::Wait,
            LeavingStep::Decide if strikes => change.replace(LeavingStep::Dice),
            LeavingStep::Decide | LeavingStep::Dice => end(change.state),
        }
        Flow::On
    }

    fn ask(self, _: Now<HeroScape>) -> Ask<Rule> {
        let AtLeaving { step, leaving } = self;
        match step {
            LeavingStep::Decide => Ask::seats(leaving.undecided, Rule::LeavingEngagement)
                .of(Some(leaving.figure.0.into())),
            LeavingStep::Dice => Ask::Roll,
        }
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
            decide(change.state, self.leaving, seat, *rolls, change.out);
        }
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        request(now.game, now.state, self.leaving, why)
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(now.game.hazard_faces().is_skull(face)))
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, events) = change.parts();
        resolve(game, state, self.leaving, faces, events);
    }
}

/// The engagement is left, or nobody leaves it any more.
fn end(state: &mut State) {
    state.steps.pop();
    state.leaving = None;
}

/// A controller says whether their figures roll.
fn decide<O: Observe<Event>>(
    state: &mut State,
    mut leaving: Leaving,
    seat: Seat,
    rolls: bool,
    events: &mut O,
) {
    leaving.undecided = leaving.undecided.without(seat);
    if rolls {
        let own = |id: &FigureId| state.figures[id.index()].controller == seat;
        leaving.striking.extend(leaving.enemies.iter().filter(own));
    } else {
        events.tell(|| Event::Declined { seat });
    }
    state.leaving = Some(leaving);
}

/// A die of each enemy that strikes.
fn request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    leaving: Leaving,
    why: &mut E,
) -> RollRequest<Rule> {
    let groups = leaving.striking.iter().map(|enemy| DiceGroup {
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
fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    leaving: Leaving,
    faces: &[Face],
    events: &mut O,
) {
    end(state);
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
