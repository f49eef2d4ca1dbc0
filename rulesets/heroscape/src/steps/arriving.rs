//! Arriving: falls, deadly ground, glyphs turned up, and what ends a move (HS-4.1.10, HS-4.3).

use crate::position::event::{Event, Harm};
use crate::position::footprint::Rest;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{FigureId, On, PowerRef, State, What};
use crate::position::step::{Arrival, ArrivingStep, Way};
use crate::rules::glyph_effects;
use crate::rules::hazards::{deadly_ground, deadly_row, destroys, fall_to, lives_through};
use crate::rules::held;
use crate::rules::walker::Walker;
use crate::steps::purpose;
use crate::steps::treasure;
use crate::steps::{casualty, power};
use crate::tables::abilities::{Ability, Moment, Power};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Explain;
use umpire_core::steps::{Change, Flow, Now, Play};

impl Play<HeroScape> for ArrivingStep {
    fn is_moot(self, now: Now<HeroScape>) -> bool {
        match self {
            ArrivingStep::Fall(figure, ..)
            | ArrivingStep::TerrainDie(figure)
            | ArrivingStep::TreasureDie(figure) => now.state.spaces(figure).is_none(),
            _ => false,
        }
    }

    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match self {
            ArrivingStep::Arrive(arrival) => arrive(game, state, arrival, events),
            ArrivingStep::Entered(figure) => entered(game, state, figure),
            ArrivingStep::Halted(figure) => halted(game, state, figure, events),
            _ => return Flow::Wait,
        }
        Flow::On
    }

    fn request(
        self,
        Now { game, state }: Now<HeroScape>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (rule, figure, die, count, purpose) = match self {
            ArrivingStep::Fall(figure, dice, None) => {
                (Rule::Falls, figure, game.rolled.hazard, dice, purpose::FALL)
            }
            ArrivingStep::TerrainDie(figure) => {
                glyph_effects::d20_bonus(game, state, figure, why);
                let row = deadly_row(game, state, figure).unwrap_or(0);
                (Rule::Terrain(row), figure, game.rolled.d20, 1, purpose::ENTERING)
            }
            ArrivingStep::TreasureDie(figure) => {
                treasure::added(game, state, figure, why);
                (Rule::TreasureTraps, figure, game.rolled.d20, 1, purpose::ENTERING)
            }
            ArrivingStep::Fall(figure, ..)
            | ArrivingStep::Arrive(Arrival { figure, .. })
            | ArrivingStep::Entered(figure)
            | ArrivingStep::Halted(figure) => {
                glyph_effects::d20_bonus(game, state, figure, why);
                (Rule::Falls, figure, game.rolled.d20, 1, purpose::FALL)
            }
        };
        let (seat, subject) = (state.figure(figure).controller, Some(u16::from(figure.0)));
        RollRequest::one(rule, DiceGroup { seat, die, count, purpose, subject })
    }

    fn worth(self, Now { game, state }: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        let counts = match self {
            ArrivingStep::Fall(_, _, None) => game.hazard_faces().is_skull(face),
            ArrivingStep::Fall(figure, _, Some(least)) => {
                lives_through(game, state, figure, face, least)
            }
            ArrivingStep::TerrainDie(figure) => destroys(game, state, figure, face + 1),
            ArrivingStep::TreasureDie(figure) => treasure::is_safe(game, state, figure, face),
            _ => return Worth::Distinct,
        };
        Worth::Adds(u64::from(counts))
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        change.pop();
        let (game, state, events) = change.parts();
        match self {
            ArrivingStep::Fall(figure, _, survive) => {
                resolve_fall(game, state, figure, survive, faces, events);
            }
            ArrivingStep::TerrainDie(figure) => {
                resolve_terrain(game, state, figure, faces[0] + 1, events);
            }
            ArrivingStep::TreasureDie(figure) => {
                treasure::resolve(game, state, figure, faces, events);
            }
            _ => {}
        }
    }
}

/// A figure arrives where it was moving to, and may fall (HS-4.1.12).
fn arrive<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    Arrival { figure, to, trail, drop, cost, way }: Arrival,
    events: &mut O,
) {
    state.steps.pop();
    let from = state.spaces(figure);
    if from.is_none() && (way != Way::Put || !state.is_living(figure)) {
        return;
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
        state.push(ArrivingStep::Fall(figure, fall.dice, fall.d20_survive));
    }
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
    state.push(ArrivingStep::Entered(figure));
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
fn resolve_fall<O: Observe<Event>>(
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
fn entered(game: &HeroScape, state: &mut State, figure: FigureId) {
    state.steps.pop();
    let Some(spaces) = state.spaces(figure) else { return };
    let walker = Walker { figure, lead: spaces.lead, trail: spaces.trail(), points: 0, road: 0 };
    let stops = walker.stop(game, state).is_some();
    state.push(ArrivingStep::Halted(figure));
    let here = deadly_row(game, state, figure).is_some();
    let moves = state.turn.moving.is_some_and(|moving| moving.figure == figure);
    if here && (walker.trail.is_none() || stops || !moves) {
        if let Some(moving) = state.turn.moving.as_mut().filter(|_| moves) {
            moving.tested = true;
        }
        state.push(ArrivingStep::TerrainDie(figure));
    }
}

/// A figure that has lived through the ground it entered turns up the glyph there and may have to
/// stop.
fn halted<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) {
    state.steps.pop();
    let Some(spaces) = state.spaces(figure) else { return };
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
}

/// What terrain's die does.
fn resolve_terrain<O: Observe<Event>>(
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
