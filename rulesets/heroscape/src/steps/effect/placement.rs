//! Figures that effects put, throw, swap and gather without a move.

use super::{Spaces, whom};
use crate::position::event::{Event, Harm};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::{FigureId, LaidGlyph, Run, State};
use crate::position::step::{Arrival, ArrivingStep, EffectStep, Way};
use crate::rules::walker::Walker;
use crate::rules::{fitting, glyph_effects, hazards, held, holds, sight};
use crate::steps::{arriving, casualty, power, walking};
use crate::tables::abilities::{Filter, Places};
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::Silent;

/// The figure that an effect may put somewhere now, if there is a place for it.
pub(super) fn placeable(
    game: &HeroScape,
    state: &State,
    run: &Run,
    places: &Places,
) -> Option<FigureId> {
    let figure = whom(run, places.to).filter(|id| state.spaces(*id).is_some())?;
    // Nobody is beside a figure that did not outlive its move.
    if places.after_move && (run.done.is_empty() || state.spaces(run.source).is_none()) {
        return None;
    }
    let held = stays(game, state, figure);
    (!held && lands(game, state, run, figure, places, |_| true)).then_some(figure)
}

/// Whether a figure stays where it is whatever a power would do with it, its own included: another's power keeps it there, or a
/// glyph, or its base (HS-4.2.9).
pub fn stays(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.spaces(figure).is_some_and(Footprint::is_rooted)
        || held::held_by(game, state, figure).is_some()
        || held::rooted(game, state, figure).is_some()
}

/// Where a power may put a figure.
pub(super) fn landings(
    game: &HeroScape,
    state: &State,
    run: &Run,
    figure: FigureId,
    places: &Places,
) -> Vec<Spaces> {
    let mut found = Vec::new();
    lands(game, state, run, figure, places, |to| {
        found.push(to);
        false
    });
    found
}

/// Goes through where a power may put a figure, until one place will do.
fn lands(
    game: &HeroScape,
    state: &State,
    run: &Run,
    figure: FigureId,
    places: &Places,
    mut each: impl FnMut(Spaces) -> bool,
) -> bool {
    let anchor = if places.beside_target { run.target.or(run.other) } else { Some(run.source) };
    let Some(anchor) = anchor else { return false };
    let Some(from) = game.stands(state, anchor) else { return false };
    // A figure's lead is off the anchor by no more than the spaces it stands on.
    let reach = places.adjacent.then(|| u16::from(game.card(state, figure).spaces));
    let hex = |space| game.ground.board.hex_of(space);
    let near = |space| {
        reach.is_none_or(|reach| from.spaces().any(|end| hex(end).distance(hex(space)) <= reach))
    };
    let mut seen = places.in_sight.then(|| state.clone());
    spots_where(game, state, figure, near, |to| {
        let will_do = allows(game, state, (anchor, from), figure, to, places)
            && places.by_like_glyph.is_none_or(|far| is_by_like_glyph(game, state, run, to, far))
            && seen.as_mut().is_none_or(|tried| {
                tried.put(figure, to);
                sight::sees(game, tried, run.source, figure, Part::Any)
            });
        will_do && each(to)
    })
}

/// Whether a place is on another glyph of the kind that lends the power, or beside one and on its level, and that glyph not too far.
fn is_by_like_glyph(game: &HeroScape, state: &State, run: &Run, to: Spaces, far: u16) -> bool {
    let Some((own, kind)) = state.spaces(run.source).map(|its| its.lead).zip(run.by.glyph()) else {
        return false;
    };
    let like = |laid: &&LaidGlyph| {
        laid.kind == Some(kind)
            && laid.face_up
            && laid.space != own
            && game.space_range(own, laid.space).is_some_and(|range| range <= far)
    };
    state.glyphs.iter().filter(like).any(|laid| {
        game.ground.level(to.lead) == game.ground.level(laid.space)
            && (to.lead == laid.space
                || game.space_range(to.lead, laid.space).is_some_and(|range| range <= 1))
    })
}

/// Every footprint that a figure fits on.
pub(super) fn spots(game: &HeroScape, state: &State, figure: FigureId) -> Vec<Spaces> {
    let mut found = Vec::new();
    spots_where(
        game,
        state,
        figure,
        |_| true,
        |to| {
            found.push(to);
            false
        },
    );
    found
}

/// Goes through the footprints that a figure fits on, its leading end on one of the spaces wanted, until one will do. Nobody is put
/// on a rung, which is entered step by step (HS-5.8.4); who stands on one may be left there.
fn spots_where(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    wanted: impl Fn(SpaceId) -> bool,
    mut each: impl FnMut(Spaces) -> bool,
) -> bool {
    let card = game.card(state, figure);
    game.ground.board.space_ids().filter(|space| wanted(*space)).any(|space| {
        let other = state.occupant(space);
        let rung = game.ground.at(space).rung && other != Some(figure);
        let open = !rung
            && other.is_none_or(|other| other == figure)
            && glyph_effects::shut_to(game, state, figure, space).is_none();
        open && fitting::footprints(game, card, space, |to| {
            fitting::fits(game, state, figure, to) && each(to)
        })
    })
}

fn allows(
    game: &HeroScape,
    state: &State,
    (anchor, from): (FigureId, Spaces),
    figure: FigureId,
    to: Spaces,
    places: &Places,
) -> bool {
    let (level, base) = (game.ground.level(to.lead), game.ground.level(from.lead));
    let top = base + game.card(state, anchor).height;
    if let Some(its) = state.spaces(figure).filter(|its| its.lead == to.lead)
        && !(places.may_stay && its == to)
    {
        return false;
    }
    if (places.same_level && level != base)
        || places.above.is_some_and(|above| level > top + above)
        || places.below.is_some_and(|below| level < base - below)
    {
        return false;
    }
    let stood = state.spaces(figure).map(|its| game.ground.level(its.lead));
    if let (Some(levels), Some(stood)) = (places.own_levels, stood)
        && (level - stood).abs() > levels
    {
        return false;
    }
    if places.not_higher && stood.is_some_and(|stood| level > stood) {
        return false;
    }
    let heights = (game.card(state, anchor).height, game.card(state, figure).height);
    let beside = || from.spaces().any(|a| to.spaces().any(|b| game.spaces_adjacent(a, b, heights)));
    if places.adjacent && !beside() {
        return false;
    }
    if let Some(spaces) = places.spaces {
        let near = from
            .spaces()
            .flat_map(|a| to.spaces().filter_map(move |b| game.space_range(a, b)))
            .min();
        if near.is_none_or(|near| near > spaces) {
            return false;
        }
    }
    let ground =
        |words: &[String]| to.spaces().any(|space| holds::is_ground(game, state, space, words));
    (places.on.is_empty() || ground(&places.on))
        && (places.not_on.is_empty() || !ground(&places.not_on))
        && (places.beside.is_empty()
            || state
                .spaces(figure)
                .is_some_and(|own| holds::share_obstacle(game, (own, to), &places.beside)))
}

/// Puts a figure where its power's controller chose.
pub(super) fn put<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (run, places): (&Run, &Places),
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    state.steps.pop();
    power::next_effect(state);
    if state.spaces(figure) == Some(to) {
        return;
    }
    let level = |space| game.ground.level(space);
    let stood = state.spaces(figure).map(|its| level(its.lead));
    if let Some(thrown) = places.thrown {
        let top = state
            .spaces(run.source)
            .map_or(0, |its| level(its.lead) + game.card(state, run.source).height);
        let soft = level(to.lead) > top || hazards::is_soft(game, state, to.lead);
        if !soft {
            state.push(EffectStep::ThrownDie(figure, thrown.at, thrown.wounds));
        }
    }
    let fliers_fall = places.falls && !holds::can_fly(game, state, figure);
    let drop = if fliers_fall { stood.map_or(0, |stood| stood - level(to.lead)) } else { 0 };
    let leaves = match places {
        Places { is_move: true, .. } => Some(Way::Walks),
        Places { leaves: true, .. } => Some(Way::Put),
        _ => None,
    };
    arrive(game, state, figure, to, drop, leaves, events);
}

/// Puts a figure on spaces as if it arrived there; those it leaves may strike where it is said how it leaves them (HS-4.4.7).
pub(super) fn arrive<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    spaces: Spaces,
    drop: i16,
    leaves: Option<Way>,
    events: &mut O,
) {
    let Footprint { lead: to, rest: trail } = spaces;
    let way = leaves.unwrap_or(Way::Put);
    state.push(ArrivingStep::Arrive(Arrival { figure, to, trail, drop, cost: 0, way }));
    if leaves.is_some() {
        walking::leave(game, state, figure, spaces, way, events);
    }
}

/// What a throw's die does.
pub(super) fn resolve_thrown<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    (figure, at, wounds): (FigureId, u8, u8),
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let by = run.by;
    let rolled = faces.first().map_or(0, |face| face + 1);
    let total = i32::from(rolled) + power::added(game, state, run, &mut Silent);
    let total = total.clamp(-100, 100) as i16;
    events.tell(|| Event::PowerRolled { figure, by, rolled, total });
    if total >= i16::from(at) {
        casualty::harm(game, state, figure, wounds, Harm::Power(by), events);
    }
}

/// Whether two figures may change places: neither has to stay, and each fits where the other stands.
pub(super) fn may_swap(game: &HeroScape, state: &State, one: FigureId, other: FigureId) -> bool {
    let (Some(a), Some(b)) = (state.spaces(one), state.spaces(other)) else { return false };
    let takes = |figure, space: SpaceId| {
        let height = game.card(state, figure).height;
        !stays(game, state, figure)
            && game.ground.room(space).is_none_or(|room| room >= height)
            && glyph_effects::shut_to(game, state, figure, space).is_none()
    };
    a.count() == b.count() && takes(one, b.lead) && takes(other, a.lead)
}

pub(super) fn swap<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    events: &mut O,
) {
    let one = run.source;
    let Some(other) = run.target.or(run.other) else { return };
    let (Some(a), Some(b)) = (state.spaces(one), state.spaces(other)) else { return };
    if !may_swap(game, state, one, other) {
        events.tell(|| Event::PowerFails { by: run.by });
        return;
    }
    let left = [(other, a.lead), (one, b.lead)]
        .map(|(figure, to)| (figure, arriving::left_behind(game, state, figure, to)));
    state.lift(one);
    state.put(other, a);
    state.put(one, b);
    events.tell(|| Event::Swapped { one, other });
    for (figure, left) in left {
        arriving::stand(state, figure);
        arriving::suffer(game, state, figure, left, events);
    }
}

/// Whether a power may put another figure next to its source.
pub(super) fn may_gather(
    game: &HeroScape,
    state: &State,
    run: &Run,
    who: &Filter,
    count: Option<u8>,
) -> bool {
    run.left < count.unwrap_or(run.wounds) && !gatherings(game, state, run, who).is_empty()
}

/// The living figures that a power may put next to its source, and where.
pub(super) fn gatherings(
    game: &HeroScape,
    state: &State,
    run: &Run,
    who: &Filter,
) -> Vec<(FigureId, Spaces)> {
    let places = Places { adjacent: true, ..Places::default() };
    let mut found = Vec::new();
    for figure in state.on_board() {
        let fits = figure != run.source
            && !run.done.contains(figure)
            && holds::meets(game, state, run.source, figure, who)
            && !stays(game, state, figure);
        if fits {
            let all = landings(game, state, run, figure, &places);
            found.extend(all.into_iter().map(|to| (figure, to)));
        }
    }
    found
}

/// Puts a figure next to the power's source.
pub(super) fn gather<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    state.steps.pop();
    power::set(state, |run| {
        run.left += 1;
        run.done.insert(figure);
    });
    arrive(game, state, figure, to, 0, None, events);
}

/// Whether a figure could step onto the space of another and end its move there, if that were gone.
pub(super) fn could_replace(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    other: FigureId,
) -> bool {
    let Some(stood) = state.spaces(other) else { return false };
    let mut without = state.clone();
    without.lift(other);
    turned_onto(game, &without, figure, stood.lead).is_some()
}

/// Whether a figure leads with its other end as it steps onto a space beside it to end its move there (HS-4.2.5); nothing where it
/// may not, or has not the points for it (HS-4.1.2).
fn turned_onto(game: &HeroScape, state: &State, figure: FigureId, to: SpaceId) -> Option<bool> {
    let double = state.spaces(figure)?.trail().is_some();
    let mut turns = [false, true].into_iter().filter(|turned| !turned || double);
    turns.find(|turned| {
        let walker = Walker::of(game, state, figure, *turned);
        walker.may_end_after(game, state, to, &mut Silent)
    })
}

/// The source steps onto the space of the figure it destroyed, as a part of its move; where that lives, its move is over.
pub(super) fn take_space<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    events: &mut O,
) {
    let victim = run.target.filter(|target| state.spaces(*target).is_none());
    match victim.and_then(|victim| state.fallen(victim)) {
        Some(fallen) => {
            let (source, to) = (run.source, fallen.stood.lead);
            let Some(turned) = turned_onto(game, state, source, to) else { return };
            let die = walking::begin(game, state, source, turned);
            let walker = Walker::of(game, state, source, turned);
            if let Some(passage) = game.ground.passage(walker.lead, to) {
                walking::step(game, state, &walker, passage, events);
            }
            state.steps.extend(die);
        }
        _ => {
            if let Some(moving) =
                state.turn.moving.as_mut().filter(|moving| moving.figure == run.source)
            {
                moving.stopped = true;
            }
            state.turn.moved.insert(run.source);
        }
    }
}
