//! Arriving: falls, deadly ground, glyphs turned up, and what ends a move (HS-4.1.10, HS-4.3).

use crate::abilities::{Ability, Moment, Power, frozen};
use crate::edition::Fall;
use crate::event::{Event, Harm};
use crate::footprint::{Footprint, Rest};
use crate::game::HeroScape;
use crate::glyphs;
use crate::rule::Rule;
use crate::state::{FigureId, On, PowerRef, State, What};
use crate::steps::movement::Walker;
use crate::steps::{Step, Way, casualty, power};
use smallvec::SmallVec;
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Silent;

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

/// The fall of a figure that comes down to a space on foot, if it is one (HS-4.3.1).
pub fn fall_to(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    to: SpaceId,
    drop: i16,
) -> Option<Fall> {
    let over = drop - game.climb_height(state, figure);
    if is_soft(game, state, to) {
        return None;
    }
    fall_over(game, over)
}

/// The fall of so many levels beyond the Height of who falls, if it is one.
pub fn fall_over(game: &HeroScape, over: i16) -> Option<Fall> {
    let bands = game.edition.falls.iter().filter(|fall| over >= fall.over);
    bands.max_by_key(|fall| fall.over).copied()
}

/// Whether nobody who comes down on a space is hurt by that (HS-4.3.2); water is not soft while it is frozen.
pub fn is_soft(game: &HeroScape, state: &State, to: SpaceId) -> bool {
    game.tile_at(state, to).fall_safe && !frozen::is_frozen(game, state, to)
}

/// Whether a face of the twenty-sided die lets a figure live through a fall, with what its side adds to it.
pub fn lives_through(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    face: Face,
    least: u8,
) -> bool {
    i32::from(face) + 1 + glyphs::d20_bonus(game, state, figure, &mut Silent) >= i32::from(least)
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

/// The row of terrain that a figure has to roll for, where it stands.
pub fn deadly_row(game: &HeroScape, state: &State, figure: FigureId) -> Option<u16> {
    deadly_to(game, state, figure, state.spaces(figure)?)
}

/// The row of terrain that it would have to roll for on those spaces.
pub fn deadly_to(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    spaces: Footprint,
) -> Option<u16> {
    if game.has(state, figure, Ability::LavaResistant) {
        return None;
    }
    deadly_ground(game, state, spaces)
}

/// The row of terrain that destroys, on the first of some spaces that has one.
fn deadly_ground(game: &HeroScape, state: &State, spaces: Footprint) -> Option<u16> {
    let mut tiles = spaces.spaces().map(|space| game.tile_at(state, space));
    tiles.find(|tile| tile.destroys.is_some()).map(|tile| tile.row)
}

/// Whether a number destroys a figure where it stands.
pub fn destroys(game: &HeroScape, state: &State, figure: FigureId, number: u8) -> bool {
    let number = i32::from(number) + glyphs::d20_bonus(game, state, figure, &mut Silent);
    let number = number.clamp(0, u8::MAX.into()) as u8;
    let spaces = state.spaces(figure).into_iter().flat_map(Footprint::spaces);
    let mut ranges = spaces.filter_map(|space| game.tile_at(state, space).destroys);
    ranges.any(|(first, last)| (first..=last).contains(&number))
}

/// Whether a figure on two spaces stands on terrain that kills without having been stopped by it.
pub fn half_on_deadly(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.spaces(figure).is_some_and(|its| its.trail().is_some())
        && deadly_row(game, state, figure).is_some()
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
    let holder = game.holds_at(state, figure, spaces, true);
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
