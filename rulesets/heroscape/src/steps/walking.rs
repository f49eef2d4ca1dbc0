//! Moves carried out: paths run until somebody must answer (HS-4.1.12).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::passages::Passage;
use crate::position::state::{FigureId, FigureSet, Leaving, Moving, Occasion, State, Used};
use crate::position::step::{Arrival, ArrivingStep, LeavingStep, Step, Way};
use crate::rules::engagement::{leaves_freely, left_by};
use crate::rules::flights::flight_cost;
use crate::rules::move_points::move_modifiers;
use crate::rules::walker::{Walker, road_bonus};
use crate::rules::{glyph_effects, roaming};
use crate::steps::{occasion, power, turn};
use crate::tables::abilities::Moment;
use crate::tables::catalog::{GlyphClass, GlyphEffect};
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seats;
use umpire_core::steps::{Change, Flow, Play};

/// Makes a figure the one that moves; another's move is over, and what it brings is to fall first.
pub fn begin(game: &HeroScape, state: &mut State, figure: FigureId, turned: bool) -> Option<Step> {
    let mut die = None;
    let own = state.turn.moving.filter(|moving| moving.figure == figure);
    let moving = own.unwrap_or_else(|| {
        die = turn::end_move(game, state);
        set_out(game, state, figure)
    });
    // A figure that was stopped goes on only if a judge lets it.
    let double = state.spaces(figure).is_some_and(|its| its.trail().is_some());
    state.turn.moving = Some(Moving { stopped: false, turned: turned && double, ..moving });
    die
}

/// The move of a figure that sets out, by itself or by the power that moves it.
fn set_out(game: &HeroScape, state: &mut State, figure: FigureId) -> Moving {
    let spaces = state.spaces(figure).unwrap_or_default();
    let roam = roaming::roam(game, state);
    let given = roam.and_then(|roam| roam.budget);
    let plus = roam.map_or(0, |roam| roam.plus);
    let own = || move_modifiers(game, state, figure, &mut Silent) + plus;
    let budget = given.unwrap_or_else(own);
    let on_road = if given.is_some() { 0 } else { road_bonus(game, state, spaces, budget) };
    if let Some(roam) = roam {
        power::set(state, |run| run.done.extend([figure]));
        // For powers that move nobody twice in a turn.
        let ((source, by), on) = (roam.by, Some(figure));
        let power = game.power_number(by);
        state.turn.used.push(Used { figure: source, power, by, on });
    } else {
        state.turn.moved.insert(figure);
    }
    Moving {
        figure,
        budget,
        spent: 0,
        road_bonus: on_road,
        stopped: false,
        held: false,
        turned: false,
        tested: false,
        leapt_from: roam.and_then(|roam| roam.leap).map(|_| game.ground.level(spaces.lead)),
    }
}

/// Walks along a path up to the first place where somebody must answer; where the figure may not
/// stop there, the rest is walked afterwards without asking.
///
/// A path that was judged (`announced`) goes past a stop only by a judge's word, and is then walked
/// on; where a figure walks on unasked, a stop ends it.
pub fn walk<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    path: &[SpaceId],
    announced: bool,
    events: &mut O,
) {
    let depth = state.steps.len();
    let roam = roaming::roam(game, state);
    for (at, to) in path.iter().enumerate() {
        if state.spaces(figure).is_none() {
            return;
        }
        let turned = state.turn.moving.is_some_and(|moving| moving.turned);
        let walker = Walker::of(game, state, figure, turned);
        // Legal ways consist of steps that the ground has.
        let Some(passage) = game.ground.passage(walker.lead, *to) else { return };
        let next = step(game, state, &walker, passage, events);
        let ends_here = next.may_end(game, state, &mut Silent).is_ok()
            && roaming::may_roam_to(game, state, roam, figure, next.stands());
        state.onward.clear();
        if !ends_here {
            let rest = path[at + 1..].iter().copied();
            state.onward.extend(rest.take(state.onward.capacity()));
        }
        // Runs what needs no answer; if a step is left, somebody must answer first.
        while state.steps.len() > depth {
            let Some(Step::Arriving(step)) = state.step() else { return };
            if step.advance(&mut Change::of(game, state, events)) == Flow::Wait {
                return;
            }
        }
        match &mut state.turn.moving {
            None => break,
            Some(moving) if moving.held => break,
            Some(moving) if moving.stopped && (!announced || at + 1 == path.len()) => break,
            Some(moving) => moving.stopped = false,
        }
    }
    state.onward.clear();
}

/// Takes one step, as far as the dice of those that it leaves: paid for, and about to arrive. Says where that is.
pub(super) fn step<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    walker: &Walker,
    passage: &Passage,
    events: &mut O,
) -> Walker {
    let (figure, to) = (walker.figure, passage.to);
    let cost = walker.cost_now(game, state, passage);
    let next = walker.after(game, state, to, cost);
    pay(game, state, cost, game.tile_at(state, to).road);
    let (trail, drop) = (next.stands().rest, passage.drop);
    state.push(ArrivingStep::Arrive(Arrival { figure, to, trail, drop, cost, way: Way::Walks }));
    leave(game, state, figure, next.stands(), Way::Walks, events);
    next
}

/// Pays for a step or a flight; whoever leaves the road has no more of its bonus.
fn pay(game: &HeroScape, state: &mut State, cost: i16, on_road: bool) {
    if roaming::roam(game, state).is_some_and(|roam| roam.goes_on) {
        state.turn.roamed = state.turn.roamed.saturating_add(cost);
    }
    if let Some(moving) = &mut state.turn.moving {
        moving.spent += cost;
        if !on_road {
            moving.road_bonus = 0;
        }
    }
}

/// Flies to spaces.
pub fn fly<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
    events: &mut O,
) {
    let walker = Walker::of(game, state, figure, false);
    let cost = flight_cost(game, state, &walker, (to, trail)).unwrap_or(1);
    pay(game, state, cost, false);
    state.turn.flown.insert(figure);
    let landing = Footprint::ends(to, trail);
    let trail = landing.rest;
    state.push(ArrivingStep::Arrive(Arrival { figure, to, trail, drop: 0, cost, way: Way::Flies }));
    leave(game, state, figure, landing, Way::Flies, events);
}

/// Asks the enemies a figure leaves by going there: on foot those it is not beside any more, else all that it was beside
/// (HS-4.4.3, HS-4.4.5).
pub(super) fn leave<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    to: Footprint,
    way: Way,
    events: &mut O,
) {
    let Some(from) = state.spaces(figure) else { return };
    let enemies = left_by(game, state, figure, from, to, way != Way::Walks);
    if enemies.is_empty() {
        return;
    }
    if let Some(ability) = leaves_freely(game, state, figure, way == Way::Flies) {
        events.tell(|| Event::LeavesFreely { figure, ability });
        return;
    }
    for enemy in enemies.iter() {
        events.tell(|| Event::LeavesEngagement { figure, enemy });
    }
    let undecided: Seats = enemies.iter().map(|enemy| state.figure(enemy).controller).collect();
    let striking = FigureSet::default();
    state.leaving = Some(Leaving { figure, enemies, undecided, striking });
    state.push(LeavingStep::Decide);
}

/// Turns up the glyph on a space that a figure has entered, and tells what it does.
pub fn turn_up_glyph<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    space: SpaceId,
    events: &mut O,
) {
    let Some(at) = state.glyphs.iter().position(|laid| laid.space == space) else { return };
    let laid = state.glyphs[at];
    // A treasure stays as it lies until somebody picks it up (HS-6.2.2).
    if laid.treasure {
        return;
    }
    if glyph_effects::clears(game, state, figure, &laid) {
        super::effect::lift_glyph(state, space, events);
        return;
    }
    if !laid.face_up {
        state.glyphs[at].face_up = true;
        events.tell(|| Event::GlyphTurnedUp { space, glyph: laid.kind });
    }
    let Some(kind) = laid.kind else { return };
    let glyph = &game.catalog.glyphs[usize::from(kind.0)];
    if glyph.effect == GlyphEffect::Deferred {
        events.tell(|| Event::GlyphDeferred { glyph: kind });
    }
    if glyph.class == GlyphClass::Temporary || glyph.summary.has_moment(Moment::OnGlyph) {
        let mut occasion = Occasion::of(Moment::OnGlyph, figure);
        occasion.stood = Some(Footprint::one(space));
        occasion::raise(game, state, occasion, events);
    }
}

/// What is left of a walk that was cut off.
pub fn rest(before: &State, action: &Action, now: &State) -> Option<Action> {
    let Action::Move { figure, turned, path } = action else { return None };
    now.turn.moving.filter(|moving| moving.figure == *figure && !moving.stopped)?;
    if now.turn.moving.is_some_and(|moving| moving.turned) {
        return Some(action.clone());
    }
    let lead = now.spaces(*figure)?.lead;
    let start = before.spaces(*figure)?;
    let start = if *turned { start.trail()? } else { start.lead };
    let walked = path.iter().rposition(|space| *space == lead).map(|at| at + 1);
    let walked = walked.or((lead == start).then_some(0))?;
    let path: crate::position::action::Path = path[walked..].iter().copied().collect();
    (!path.is_empty()).then_some(Action::Move { figure: *figure, turned: false, path })
}
