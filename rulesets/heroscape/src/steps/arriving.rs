//! Arriving: falls, deadly ground, glyphs turned up, and what ends a move (HS-4.1.10, HS-4.3).

use crate::position::event::{Event, Harm};
use crate::position::footprint::Rest;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{FigureId, On, PowerRef, State, What};
use crate::position::step::{Step, Way};
use crate::rules::hazards::{deadly_ground, deadly_row, destroys, fall_to, lives_through};
use crate::rules::held;
use crate::rules::walker::Walker;
use crate::steps::{casualty, power};
use crate::tables::abilities::{Ability, Moment, Power};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;

/// A figure arrives where it was moving to, and may fall (HS-4.1.12).
pub fn arrive<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    step: Step,
    events: &mut O,
) -> bool {
    state.steps.pop();
    let Step::Arrive { figure, to, trail, drop, cost, way } = step else { return true };
    let from = state.spaces(figure);
    if from.is_none() && (way != Way::Put || !state.is_living(figure)) {
        return true;
    }
    let watched = game.has_moment(state, Moment::Approached) && way != Way::Put;
    let before = if watched { game.adjacent_figures(state, figure) } else { SmallVec::new() };
    // On foot the other end follows to where the one that leads now was.
    let led = match (way, trail) {
        (Way::Walks, Rest::Trail(led)) => Some(led),
        _ => None,
    };
    let left = left_behind(game, state, figure, to);
    let from = from.map(|its| led.unwrap_or(its.lead));
    state.put(figure, (to, trail).into());
    if let Some(moving) = state.turn.moving.as_mut().filter(|moving| moving.figure == figure) {
        (moving.turned, moving.tested) = (false, false);
    }
    match (way, from) {
        (Way::Flies, Some(from)) => events.tell(|| Event::Flew { figure, from, to, cost }),
        (Way::Walks, Some(from)) => events.tell(|| Event::Moved { figure, from, to, cost }),
        _ => events.tell(|| Event::Put { figure, from, to }),
    }
    stand(state, figure);
    if watched {
        super::effect::approached(game, state, figure, &before, events);
    }
    suffer(game, state, figure, left, events);
    if let Some(fall) = fall_to(game, state, figure, to, drop).filter(|_| way != Way::Flies) {
        events.tell(|| Event::Falls { figure, levels: drop });
        state.steps.push(Step::Fall(figure, fall.dice, fall.d20_survive));
    }
    true
}

/// What a figure suffers for the glyph that it comes off: where that lies, and its powers.
pub(super) struct Left {
    from: Option<SpaceId>,
    powers: SmallVec<[PowerRef; 1]>,
}

/// What a figure that stands elsewhere next comes off.
pub(super) fn left_behind(game: &HeroScape, state: &State, figure: FigureId, to: SpaceId) -> Left {
    let from = state.spaces(figure).map(|its| its.lead);
    let powers = match from.filter(|from| *from != to) {
        Some(_) if game.has_moment(state, Moment::OffGlyph) => leaving_powers(game, state, figure),
        _ => SmallVec::new(),
    };
    Left { from, powers }
}

/// A figure stands where it did not: what hid it while it stayed is over, and the ground is asked next.
pub(super) fn stand(state: &mut State, figure: FigureId) {
    state.lasting.retain(|lasting| {
        lasting.on != On::Figure(figure)
            || !matches!(lasting.what, What::Unseen { until_moved: true, .. })
    });
    state.steps.push(Step::Entered(figure));
}

/// Begins the powers of what a figure has come off.
pub(super) fn suffer<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    left: Left,
    events: &mut O,
) {
    for by in left.powers {
        power::begin(game, state, figure, by, None, events);
        power::set(state, |run| run.space = left.from);
    }
}

/// The powers of glyphs that a figure has to suffer when it moves off them.
fn leaving_powers(game: &HeroScape, state: &State, figure: FigureId) -> SmallVec<[PowerRef; 1]> {
    let leaves = |power: &Power| match power {
        Power::Trigger(trigger) => trigger.when == Moment::OffGlyph,
        _ => false,
    };
    let lent = glyphs::powers_of_glyphs(game, state, figure);
    lent.filter(|(_, power)| leaves(power)).map(|(at, _)| at).collect()
}

/// What a fall does.
pub fn resolve_fall<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    survive: Option<u8>,
    faces: &[Face],
    events: &mut O,
) {
    let wounds = match survive {
        Some(survive) if lives_through(game, state, figure, faces[0], survive) => 0,
        Some(_) => {
            casualty::kill(game, state, figure, Harm::Fall, events);
            return;
        }
        None => faces.iter().filter(|face| game.hazard_faces().is_skull(**face)).count() as u8,
    };
    if wounds == 0 {
        events.tell(|| Event::FallSurvived { figure });
    } else {
        casualty::harm(game, state, figure, wounds, Harm::Fall, events);
    }
}

/// What entered ground does: deadly terrain first, then what [`halted`] brings (HS-4.1.12). A figure on two spaces that goes on
/// is not asked yet: the end of its move asks, and one that was put there is where it stays.
pub fn entered(game: &HeroScape, state: &mut State, figure: FigureId) -> bool {
    state.steps.pop();
    let Some(spaces) = state.spaces(figure) else { return true };
    let walker = Walker { figure, lead: spaces.lead, trail: spaces.trail(), points: 0, road: 0 };
    let stops = walker.stop(game, state).is_some();
    state.steps.push(Step::Halted(figure));
    let here = deadly_row(game, state, figure).is_some();
    let moves = state.turn.moving.is_some_and(|moving| moving.figure == figure);
    if here && (walker.trail.is_none() || stops || !moves) {
        if let Some(moving) = state.turn.moving.as_mut().filter(|_| moves) {
            moving.tested = true;
        }
        state.steps.push(Step::EnterDie(figure));
    }
    true
}

/// A figure that has lived through the ground it entered turns up the glyph there and may have to
/// stop.
pub fn halted<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) -> bool {
    state.steps.pop();
    let Some(spaces) = state.spaces(figure) else { return true };
    let walker = Walker { figure, lead: spaces.lead, trail: spaces.trail(), points: 0, road: 0 };
    let stop = walker.stop(game, state);
    super::walking::turn_up_glyph(game, state, figure, spaces.lead, events);
    let moves = state.turn.moving.is_some_and(|moving| moving.figure == figure);
    let deadly = deadly_ground(game, state, spaces).map(|_| Ability::LavaResistant);
    let deadly = deadly.filter(|ability| game.has(state, figure, *ability));
    if let Some(ability) = walker.spared(game, state).filter(|_| moves).or(deadly) {
        events.tell(|| Event::Spared { figure, ability });
    }
    let holder = held::holds_at(game, state, figure, spaces, true);
    if let Some(by) = holder {
        events.tell(|| Event::Held { figure, by });
    }
    if let Some(because) = stop.or(holder.map(|_| Rule::Ability(Ability::Hold))) {
        if let Some(moving) = state.turn.moving.as_mut().filter(|moving| moving.figure == figure) {
            moving.stopped = true;
            moving.held |= holder.is_some();
        }
        state.onward.clear();
        events.tell(|| Event::Stopped { figure, because });
    }
    true
}

/// What terrain's die does.
pub fn resolve_enter<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    rolled: u8,
    events: &mut O,
) {
    let Some(row) = deadly_row(game, state, figure) else { return };
    let survived = !destroys(game, state, figure, rolled);
    events.tell(|| Event::Entered { figure, row, rolled, survived });
    if !survived {
        casualty::kill(game, state, figure, Harm::Entering(row), events);
    }
}
