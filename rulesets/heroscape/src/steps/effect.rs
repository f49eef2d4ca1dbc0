//! What powers do, one effect after the other, and the choices and dice that effects ask for.

use super::{Step, Way, casualty, occasion, placing, power, round, turn, walking};
use crate::abilities::{
    Boost, Deploy, Effect, Filter, Moment, Moves, Places, Revive, Spirit, To, Until,
};
use crate::action::Action;
use crate::event::{Event, Harm};
use crate::game::{HeroScape, both};
use crate::state::{
    CopyId, FigureId, LaidGlyph, Lasting, Occasion, On, Place, PowerRef, Printed, Run, State, What,
};
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::seat::Seat;

type Spaces = (SpaceId, Option<SpaceId>);

/// Whether any of a power's effects could do something now, as far as that can be told beforehand.
pub fn possible(game: &HeroScape, state: &State, source: FigureId, by: PowerRef) -> bool {
    let Some(trigger) = game.trigger(by) else { return false };
    let mut effects =
        trigger.then.iter().chain(trigger.from.iter().flat_map(|band| &band.then)).peekable();
    effects.peek().is_none()
        || effects.any(|effect| match effect {
            Effect::Revive(revive) => {
                power::revivable(game, state, source, revive).next().is_some()
            }
            Effect::Deploy(deploy) => {
                power::deployable(game, state, source, deploy).next().is_some()
            }
            Effect::Place(places) if places.to == To::Source && !places.beside_target => {
                let run = Run { by, ..trial(source, None) };
                !landings(game, state, &run, source, places).is_empty()
            }
            _ => true,
        })
}

/// A power as it would be under way, to look at what it could do.
fn trial(source: FigureId, target: Option<FigureId>) -> Run {
    Run {
        by: PowerRef::of_card(crate::catalog::CardId(0), u8::MAX),
        source,
        seat: Seat(0),
        target,
        others: crate::state::FigureSet::default(),
        subject: source,
        other: None,
        rolled: None,
        wounds: 0,
        band: None,
        next: 0,
        left: 0,
        done: crate::state::FigureSet::default(),
        space: None,
    }
}

/// The figure that an effect touches.
fn whom(run: &Run, to: To) -> Option<FigureId> {
    match to {
        To::Target => run.target.or(run.other).or(Some(run.source)),
        To::Source => Some(run.source),
        To::Subject => Some(run.subject),
        To::Other => run.other.or(run.target),
    }
}

/// The effect that is under way.
pub fn current<'g>(game: &'g HeroScape, state: &State) -> Option<(Run, &'g Effect)> {
    let run = state.runs.last()?.clone();
    let trigger = game.trigger(run.by)?;
    let effects = match run.band {
        None => &trigger.then,
        Some(at) => &trigger.from.get(usize::from(at))?.then,
    };
    let effect = effects.get(usize::from(run.next))?;
    Some((run, effect))
}

/// Carries out an effect; says whether the power goes on at once.
pub fn carry_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    effect: &Effect,
    events: &mut O,
) -> bool {
    let by = run.by;
    match effect {
        Effect::Wound(wounds) => {
            power::next_effect(state);
            if let Some(figure) = whom(run, wounds.to) {
                casualty::harm(game, state, figure, wounds.count, Harm::Power(by), events);
            }
        }
        Effect::WoundEach { count, who } => {
            power::next_effect(state);
            let all: Vec<FigureId> = on_board(state)
                .filter(|id| *id != run.source && game.meets(state, run.source, *id, who))
                .collect();
            for figure in all {
                casualty::harm(game, state, figure, *count, Harm::Power(by), events);
            }
        }
        Effect::Sacrifice(filter) => {
            if run.left > 0 || picks(game, state, run, filter).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerPick);
                return false;
            }
        }
        Effect::WoundPerSkull { to } => {
            power::next_effect(state);
            let wounds = run.rolled.unwrap_or(0).clamp(0, 50) as u8;
            if let Some(figure) = whom(run, *to) {
                casualty::harm(game, state, figure, wounds, Harm::Power(by), events);
            }
        }
        Effect::Destroy { to } => {
            power::next_effect(state);
            if let Some(figure) = whom(run, *to).filter(|id| state.spaces(*id).is_some()) {
                casualty::kill(game, state, figure, Harm::Power(by), events);
            }
        }
        Effect::Heal(wounds) => {
            power::next_effect(state);
            heal(state, whom(run, wounds.to), wounds.count, events);
        }
        Effect::HealAll { to } => {
            power::next_effect(state);
            heal(state, whom(run, *to), u8::MAX, events);
        }
        Effect::IgnoreWounds { count } => {
            power::next_effect(state);
            let below = state.occasions.last_mut();
            if let Some(occasion) = below {
                let figure = occasion.subject;
                let wounds = count.map_or(occasion.wounds, |count| occasion.wounds.min(count));
                occasion.wounds -= wounds;
                events.tell(|| Event::WoundsIgnored { figure, wounds });
            }
        }
        Effect::NoDamage {} => {
            power::next_effect(state);
            if let Some(attack) = &mut state.attack {
                attack.avoided = true;
            }
        }
        Effect::Boost(boost) => {
            power::next_effect(state);
            lift(game, state, run, boost, events);
        }
        Effect::NoDefense {} => {
            power::next_effect(state);
            if let Some(figure) = whom(run, To::Target) {
                last(state, run, On::Figure(figure), What::NoDefense(run.source), Until::Turn);
                changed(state, by, events, || {
                    format!("{} rolls no defense dice against it", game.figure_name(state, figure))
                });
            }
        }
        Effect::MostDefense { dice, .. } => {
            power::next_effect(state);
            last(state, run, On::Figure(run.source), What::MostDefense(*dice), Until::Turn);
            changed(state, by, events, || format!("whom it attacks rolls at most {dice} dice"));
        }
        Effect::Control {} => {
            power::next_effect(state);
            if let Some(figure) = whom(run, To::Target) {
                let copy = state.figure(figure).copy;
                strip_all(state, copy, events);
                take_control(state, copy, run.seat);
                let seat = run.seat;
                events.tell(|| Event::ControlTaken { copy, seat });
            }
        }
        Effect::Turn { within } => {
            power::next_effect(state);
            let target = whom(run, To::Target).filter(|id| state.is_living(*id));
            if let Some(figure) = target {
                let copy = state.figure(figure).copy;
                let owner = state.copy(copy).controller;
                if owner != run.seat {
                    take_control(state, copy, run.seat);
                    last(state, run, On::Copy(copy), What::Borrowed(owner), Until::Turn);
                    let seat = run.seat;
                    events.tell(|| Event::ControlTaken { copy, seat });
                }
                if let Some(spaces) = within {
                    leave_out_far(game, state, run, copy, *spaces);
                }
                if !game.card_of(state, copy).is_squad() {
                    leave_out_others(game, state, run, copy, figure);
                }
                if game.in_play(state, copy) {
                    events.tell(|| Event::TurnGiven { by, copy });
                    round::begin_turn(game, state, copy, false, events);
                }
            }
        }
        Effect::AnotherTurn {} => {
            power::next_effect(state);
            let copy = state.figure(run.source).copy;
            if state.turn.copy.is_some() {
                state.turn.another = true;
            } else if game.in_play(state, copy) {
                round::begin_turn(game, state, copy, false, events);
            }
        }
        Effect::AnotherAttack {} => {
            power::next_effect(state);
            last(state, run, On::Figure(run.source), What::MoreAttacks(1), Until::Turn);
            changed(state, by, events, || {
                format!("{} may attack once more", game.figure_name(state, run.source))
            });
        }
        Effect::GiveAway(give) => {
            let opponents = opponents(state, run.seat);
            match opponents.as_slice() {
                [] => power::next_effect(state),
                [only] => {
                    power::next_effect(state);
                    give_away(state, run, *only, give.turn_only, events);
                }
                _ => {
                    state.steps.push(Step::PowerSeat);
                    return false;
                }
            }
        }
        Effect::StripMarkers { count, to } => return strip(game, state, run, *count, *to, events),
        Effect::Move(moves) => {
            if movers(game, state, run, moves).is_empty() || budget(run, moves) == Some(0) {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerMove);
                return false;
            }
        }
        Effect::Place(places) => {
            let figure = whom(run, places.to).filter(|id| state.spaces(*id).is_some());
            let held = figure.is_some_and(|figure| {
                figure != run.source && game.held_by(state, figure).is_some()
            });
            match figure.filter(|_| !held) {
                Some(figure) if !landings(game, state, run, figure, places).is_empty() => {
                    state.steps.push(Step::PowerPlace(figure));
                    return false;
                }
                _ => power::next_effect(state),
            }
        }
        Effect::Gather { who, count } => {
            let most = count.unwrap_or(run.wounds);
            if run.left >= most || gatherings(game, state, run, who).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerGather);
                return false;
            }
        }
        Effect::TakeSpace {} => {
            power::next_effect(state);
            take_space(game, state, run, events);
        }
        Effect::MoveGlyph { .. } => {
            if lays(game, state, run, effect).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerSpace);
                return false;
            }
        }
        Effect::Swap {} => {
            power::next_effect(state);
            swap(game, state, run, events);
        }
        Effect::Revive(revive) => {
            let most = revive.count.unwrap_or(1);
            if run.left >= most || revivals(game, state, run, revive).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerRevive);
                return false;
            }
        }
        Effect::Deploy(deploy) => return put_out(game, state, run, deploy, events),
        Effect::Counters(change) => {
            power::next_effect(state);
            let copy = state.figure(run.source).copy;
            let its = &mut state.copies[copy.index()];
            let most = i16::from(change.max.unwrap_or(99));
            let now = i16::from(its.counters);
            let then = (now + i16::from(change.count)).clamp(0, most.max(now));
            its.counters = then as u8;
            changed(state, by, events, || {
                format!("{} power markers on {}", then, game.copy_name(state, copy))
            });
        }
        Effect::EndTurn {} => {
            power::next_effect(state);
            state.turn.ending = true;
        }
        Effect::NoAttack {} => {
            power::next_effect(state);
            let copy = state.figure(run.source).copy;
            last(state, run, On::Copy(copy), What::NoAttack, Until::Turn);
            changed(state, by, events, || "no figure of the card attacks this turn".to_string());
        }
        Effect::Unseen(unseen) => {
            power::next_effect(state);
            let what = What::Unseen {
                until_moved: unseen.until_moved,
                while_unengaged: unseen.while_unengaged,
            };
            let who: Vec<FigureId> = match &unseen.who {
                None => vec![run.source],
                Some(filter) => on_board(state)
                    .filter(|id| game.meets(state, run.source, *id, filter))
                    .collect(),
            };
            for figure in &who {
                last(state, run, On::Figure(*figure), what, unseen.until);
            }
            changed(state, by, events, || {
                let names: Vec<_> = who.iter().map(|id| game.figure_name(state, *id)).collect();
                format!("{} cannot be seen", names.join(" and "))
            });
        }
        Effect::Choose {} => {
            power::next_effect(state);
            if let Some(target) = run.target {
                let (copy, chosen) = (state.figure(run.source).copy, state.figure(target).copy);
                state.copies[copy.index()].chosen = Some(chosen);
                changed(state, by, events, || {
                    let (a, b) = (game.copy_name(state, copy), game.copy_name(state, chosen));
                    format!("{a} chooses {b}")
                });
            }
        }
        Effect::Negate {} => {
            power::next_effect(state);
            if let Some(target) = run.target {
                let copy = state.figure(target).copy;
                state.copies[copy.index()].negated = true;
                changed(state, by, events, || {
                    format!("all powers of {} are negated", game.copy_name(state, copy))
                });
            }
        }
        Effect::Become(_) => {
            power::next_effect(state);
            if let Some(figure) = whom(run, To::Target) {
                let copy = state.figure(figure).copy;
                state.copies[copy.index()].becomes = Some(by);
                changed(state, by, events, || {
                    format!("{} is of other words now", game.copy_name(state, copy))
                });
            }
        }
        Effect::Spirit(spirit) => {
            power::next_effect(state);
            enter_card(game, state, run, spirit, events);
        }
        Effect::WoundChosen(filter) => {
            let wounds = run.rolled.unwrap_or(0).clamp(0, 50) as u8;
            if run.left >= wounds || picks(game, state, run, filter).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerPick);
                return false;
            }
        }
        Effect::OpponentWoundsOwn {} => {
            let opponents = opponents(state, state.figure(run.source).controller);
            match opponents.as_slice() {
                [] => power::next_effect(state),
                [only] if !opponents.contains(&run.seat) => {
                    let only = *only;
                    power::set(state, |run| run.seat = only);
                }
                _ if !opponents.contains(&run.seat) => {
                    state.steps.push(Step::PowerSeat);
                    return false;
                }
                _ if run.left > 0 || own_figures(state, run.seat).is_empty() => {
                    power::next_effect(state);
                }
                _ => {
                    state.steps.push(Step::PowerPick);
                    return false;
                }
            }
        }
        Effect::MoreWounds(count) => {
            power::next_effect(state);
            last(state, run, On::Figure(run.source), What::MoreWounds(*count), Until::Attack);
            changed(state, by, events, || format!("its wounds are {count} more"));
        }
        Effect::ReturnFallen { at } => return return_fallen(game, state, run, *at),
        Effect::LiftGlyph {} => {
            power::next_effect(state);
            let space = run.space.or_else(|| state.spaces(run.source).map(|(lead, _)| lead));
            if let Some(space) = space {
                lift_glyph(state, space, events);
            }
        }
        Effect::AttackAllAdjacent {} => {
            power::next_effect(state);
            let adjacent = game.adjacent_figures(state, run.source);
            last(state, run, On::Figure(run.source), What::AttackAll, Until::Turn);
            let more = adjacent.len().saturating_sub(1) as u8;
            last(state, run, On::Figure(run.source), What::MoreAttacks(more), Until::Turn);
            changed(state, by, events, || {
                format!("{} attacks all adjacent figures", game.figure_name(state, run.source))
            });
        }
        Effect::RollAgain {} => {
            let alive = whom(run, To::Target).is_some_and(|id| state.spaces(id).is_some());
            if alive {
                power::set(state, |run| {
                    (run.rolled, run.band, run.next, run.left) = (None, None, 0, 0);
                    run.done = Default::default();
                });
            } else {
                power::next_effect(state);
            }
        }
        Effect::Activate {} => {
            power::next_effect(state);
            let copy = state.figure(run.source).copy;
            let its = &mut state.copies[copy.index()];
            if its.markers >> 3 & 1 == 0 {
                // Whether the X lies there is the owner's secret until it is turned up.
                events.tell(|| Event::PowerFails { by });
                return true;
            }
            its.active = true;
            its.shown |= its.markers & 8;
            changed(state, by, events, || "works for the rest of the round".to_string());
        }
        Effect::Activations(count) => {
            power::next_effect(state);
            let copy = state.figure(run.source).copy;
            last(state, run, On::Copy(copy), What::Activations(*count), Until::Turn);
            changed(state, by, events, || format!("{count} figures may move and attack"));
        }
        Effect::CannotBeTargeted {} => {
            power::next_effect(state);
            last(state, run, On::Figure(run.subject), What::Untargetable, Until::Turn);
            if let Some(attack) = &mut state.attack {
                attack.avoided = true;
            }
        }
        Effect::LayGlyph { .. } | Effect::LayTile { .. } | Effect::LiftAnother {} => {
            if lays(game, state, run, effect).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerSpace);
                return false;
            }
        }
        Effect::MoveMarkers(filter) => {
            if shifts(game, state, run, filter).is_empty() {
                power::next_effect(state);
            } else {
                state.steps.push(Step::PowerMarker);
                return false;
            }
        }
    }
    true
}

fn on_board(state: &State) -> impl Iterator<Item = FigureId> {
    state.all_figures().map(|(id, _)| id).filter(|id| state.spaces(*id).is_some())
}

fn changed<O: Observe<Event>>(
    _: &State,
    by: PowerRef,
    events: &mut O,
    words: impl FnOnce() -> String,
) {
    events.tell(|| Event::Changed { by, words: words() });
}

/// Makes something last.
fn last(state: &mut State, run: &Run, on: On, what: What, until: Until) {
    let lasting = Lasting { on, what, until, seat: run.seat, by: Some(run.by) };
    state.lasting.push(lasting);
}

fn heal<O: Observe<Event>>(state: &mut State, figure: Option<FigureId>, most: u8, events: &mut O) {
    let Some(figure) = figure.filter(|id| state.is_living(*id)) else { return };
    let wounds = state.figure(figure).wounds.min(most);
    if wounds > 0 {
        state.figures[figure.index()].wounds -= wounds;
        events.tell(|| Event::Healed { figure, wounds });
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
    changed(state, run.by, events, || {
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

/// Makes a seat the controller of a card and of its figures.
pub fn take_control(state: &mut State, copy: CopyId, seat: Seat) {
    state.copies[copy.index()].controller = seat;
    for figure in &mut state.figures {
        if figure.copy == copy {
            figure.controller = seat;
        }
    }
}

fn strip_all<O: Observe<Event>>(state: &mut State, copy: CopyId, events: &mut O) {
    let its = &mut state.copies[copy.index()];
    let count = its.marker_count();
    (its.markers, its.shown, its.hidden) = (0, 0, 0);
    if count > 0 {
        events.tell(|| Event::MarkersRemoved { copy, count });
    }
}

/// Figures of a card that stand too far from a power's source take no part in the turn it gives.
fn leave_out_far(game: &HeroScape, state: &mut State, run: &Run, copy: CopyId, spaces: u16) {
    let far: Vec<FigureId> = turn::servants(game, state, copy)
        .filter(|id| *id != run.source && !game.within_clear_sight(state, run.source, *id, spaces))
        .collect();
    for figure in far {
        last(state, run, On::Figure(figure), What::Idle, Until::Turn);
    }
}

/// Leaves all other heroes of a common card out of a turn that a power gives to one of them.
fn leave_out_others(game: &HeroScape, state: &mut State, run: &Run, copy: CopyId, own: FigureId) {
    let others: Vec<FigureId> = turn::servants(game, state, copy).filter(|id| *id != own).collect();
    for figure in others {
        last(state, run, On::Figure(figure), What::Idle, Until::Turn);
    }
}

/// The living figures that a power may put next to its source, and where.
fn gatherings(game: &HeroScape, state: &State, run: &Run, who: &Filter) -> Vec<(FigureId, Spaces)> {
    let places = Places { adjacent: true, ..Places::default() };
    let mut found = Vec::new();
    for figure in on_board(state) {
        let fits = figure != run.source
            && !run.done.contains(figure)
            && game.meets(state, run.source, figure, who)
            && game.held_by(state, figure).is_none();
        if fits {
            let all = landings(game, state, run, figure, &places);
            found.extend(all.into_iter().map(|to| (figure, to)));
        }
    }
    found
}

/// Puts a figure next to the power's source.
pub fn gather<O: Observe<Event>>(
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
    arrive(game, state, figure, to, 0, false, events);
}

/// The source goes onto the space of the figure it destroyed; where that lives, its move is over.
fn take_space<O: Observe<Event>>(game: &HeroScape, state: &mut State, run: &Run, events: &mut O) {
    let victim = run.target.and_then(|target| {
        state.fallen_at.filter(|(fallen, ..)| *fallen == target && state.spaces(target).is_none())
    });
    let own = state.spaces(run.source);
    match (victim, own) {
        (Some((_, lead, _)), Some((old, trail))) => {
            let free = state.occupant(lead).is_none();
            let beside = game.ground.side(lead, old).is_some();
            if free && (trail.is_none() || beside) {
                let to = (lead, trail.map(|_| old));
                arrive(game, state, run.source, to, 0, false, events);
            }
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

fn opponents(state: &State, seat: Seat) -> Vec<Seat> {
    let others = (0..state.seats()).map(Seat);
    others
        .filter(|other| !state.friends(seat, *other) && !state.conceded.contains(*other))
        .collect()
}

fn give_away<O: Observe<Event>>(
    state: &mut State,
    run: &Run,
    to: Seat,
    turn_only: bool,
    events: &mut O,
) {
    let copy = state.figure(run.source).copy;
    let owner = state.copy(copy).controller;
    if turn_only {
        last(state, run, On::Copy(copy), What::Borrowed(owner), Until::Turn);
    } else {
        strip_all(state, copy, events);
    }
    take_control(state, copy, to);
    events.tell(|| Event::ControlTaken { copy, seat: to });
}

/// The seat that a power's card goes to is chosen.
pub fn give<O: Observe<Event>>(game: &HeroScape, state: &mut State, to: Seat, events: &mut O) {
    match current(game, state) {
        Some((run, Effect::GiveAway(give))) => {
            state.steps.pop();
            power::next_effect(state);
            give_away(state, &run, to, give.turn_only, events);
        }
        Some((_, Effect::OpponentWoundsOwn {})) => {
            state.steps.pop();
            power::set(state, |run| run.seat = to);
        }
        _ => {}
    }
}

/// The figures of a seat on the battlefield.
fn own_figures(state: &State, seat: Seat) -> Vec<FigureId> {
    on_board(state).filter(|id| state.figure(*id).controller == seat).collect()
}

/// Takes the glyph off a space.
pub fn lift_glyph<O: Observe<Event>>(state: &mut State, space: SpaceId, events: &mut O) {
    let lifted = state.glyphs.iter().find(|laid| laid.space == space).and_then(|laid| laid.kind);
    state.glyphs.retain(|laid| laid.space != space);
    if let Some(glyph) = lifted {
        events.tell(|| Event::GlyphGone { glyph });
    }
}

/// Seats that a card may go to.
pub fn seats(game: &HeroScape, state: &State) -> Vec<Seat> {
    current(game, state).map_or_else(Vec::new, |(run, _)| opponents(state, run.seat))
}

/// The cards whose markers go with a figure: where an opponent has several copies of a common card, all of them.
fn marked_copies(game: &HeroScape, state: &State, figure: FigureId) -> Vec<CopyId> {
    let own = state.figure(figure).copy;
    let alike = state.all_copies().filter(|(id, _)| game.matches(state, own, *id));
    alike.map(|(id, _)| id).collect()
}

fn strip<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    count: Option<u8>,
    to: To,
    events: &mut O,
) -> bool {
    let Some(figure) = whom(run, to) else {
        power::next_effect(state);
        return true;
    };
    let copies = marked_copies(game, state, figure);
    let Some(count) = count else {
        power::next_effect(state);
        copies.into_iter().for_each(|copy| strip_all(state, copy, events));
        return true;
    };
    let hidden: u8 = copies.iter().map(|copy| state.copy(*copy).unrevealed()).sum();
    if run.left >= count || hidden == 0 {
        power::next_effect(state);
        return true;
    }
    if hidden == 1 {
        remove_unrevealed(game, state, figure, 0, events);
        power::set(state, |run| run.left += 1);
        return true;
    }
    state.steps.push(Step::PowerPickDie(figure));
    false
}

/// Takes away the n-th unrevealed marker of a figure's cards.
fn remove_unrevealed<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    nth: u8,
    events: &mut O,
) {
    let mut left = nth;
    for copy in marked_copies(game, state, figure) {
        let its = &mut state.copies[copy.index()];
        for marker in 0..4 {
            let bit = 1u8 << marker;
            if its.markers & !its.shown & bit == 0 {
                continue;
            }
            if left == 0 {
                its.markers &= !bit;
                events.tell(|| Event::MarkersRemoved { copy, count: 1 });
                return;
            }
            left -= 1;
        }
        if its.hidden > 0 {
            // In a view nobody knows which; one fewer lies there.
            if left < its.hidden {
                its.hidden -= 1;
                events.tell(|| Event::MarkersRemoved { copy, count: 1 });
                return;
            }
            left -= its.hidden;
        }
    }
}

/// Which of several unrevealed markers goes: the number rolled says, in as many equal parts as there are; a number
/// that is left over is rolled again.
pub fn resolve_pick<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    rolled: u8,
    events: &mut O,
) {
    let copies = marked_copies(game, state, figure);
    let hidden: u8 = copies.iter().map(|copy| state.copy(*copy).unrevealed()).sum();
    let part = 20 / hidden.max(1);
    let nth = rolled.saturating_sub(1) / part.max(1);
    if nth >= hidden {
        return;
    }
    state.steps.pop();
    remove_unrevealed(game, state, figure, nth, events);
    power::set(state, |run| run.left += 1);
}

/// The figures that a power may move now.
pub fn movers(game: &HeroScape, state: &State, run: &Run, moves: &Moves) -> Vec<FigureId> {
    // Of a filter all may move where no number is given, else the one figure.
    let all = if moves.who.is_some() { u8::MAX } else { 1 };
    let most = usize::from(moves.figures.unwrap_or(all));
    let moving = state.turn.moving.map(|moving| moving.figure);
    let begun = run.done;
    let may_begin = begun.len() < most;
    let may = |id: &FigureId| {
        (moving == Some(*id) && begun.contains(*id)) || (!begun.contains(*id) && may_begin)
    };
    let by_then = |id: &FigureId| {
        moves.once_each
            && !begun.contains(*id)
            && state.turn.used.iter().any(|used| used.by == run.by && used.on == Some(*id))
    };
    let free = |id: &FigureId| game.held_by(state, *id).is_none() && !by_then(id);
    if let Some(filter) = &moves.who {
        return on_board(state)
            .filter(may)
            .filter(|id| begun.contains(*id) || game.meets(state, run.source, *id, filter))
            .filter(free)
            .collect();
    }
    let one = if moves.target {
        run.target
    } else if moves.subject {
        Some(run.subject)
    } else {
        Some(run.source)
    };
    let one = one.filter(|id| state.spaces(*id).is_some());
    one.into_iter().filter(may).filter(free).collect()
}

/// Points that a power's move gives; the figure's own Move where nothing is said.
pub fn budget(run: &Run, moves: &Moves) -> Option<i16> {
    if moves.as_rolled {
        return Some(run.rolled.unwrap_or(0).max(0));
    }
    moves.spaces.map(i16::from)
}

/// Ends the moves that a power gives.
pub fn finish_moves<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let Some((run, Effect::Move(moves))) = current(game, state) else { return };
    state.steps.pop();
    power::next_effect(state);
    turn::end_move(game, state);
    let failed = moves.ends_unengaged && game.is_engaged(state, run.subject);
    if failed && let Some(attack) = &mut state.attack {
        attack.avoided = false;
        events.tell(|| Event::PowerFails { by: run.by });
    }
}

/// Where a power may put a figure.
pub fn landings(
    game: &HeroScape,
    state: &State,
    run: &Run,
    figure: FigureId,
    places: &Places,
) -> Vec<Spaces> {
    let anchor = if places.beside_target { run.target.or(run.other) } else { Some(run.source) };
    let Some(anchor) = anchor else { return Vec::new() };
    let Some(from) = game.stands(state, anchor) else { return Vec::new() };
    let mut found = Vec::new();
    for to in spots(game, state, figure) {
        if allows(game, state, (anchor, from), figure, to, places) {
            found.push(to);
        }
    }
    if let Some(far) = places.by_like_glyph {
        let Some((own, kind)) = state.spaces(run.source).map(|(lead, _)| lead).zip(run.by.glyph())
        else {
            return Vec::new();
        };
        let like = |laid: &&LaidGlyph| {
            laid.kind == Some(kind)
                && laid.face_up
                && laid.space != own
                && game.space_range(own, laid.space).is_some_and(|range| range <= far)
        };
        let beside = |lead: SpaceId| {
            state.glyphs.iter().filter(like).any(|laid| {
                game.ground.level(lead) == game.ground.level(laid.space)
                    && (lead == laid.space
                        || game.space_range(lead, laid.space).is_some_and(|range| range <= 1))
            })
        };
        found.retain(|(lead, _)| beside(*lead));
    }
    if places.in_sight {
        let mut tried = state.clone();
        found.retain(|(lead, trail)| {
            tried.put(figure, *lead, *trail);
            game.sees(&tried, run.source, figure, crate::sight::Part::Any)
        });
    }
    found
}

/// Every pair of spaces, or single space, that a figure fits on.
fn spots(game: &HeroScape, state: &State, figure: FigureId) -> Vec<Spaces> {
    let double = game.card(state, figure).spaces >= 2;
    let mut found = Vec::new();
    for space in game.ground.board.space_ids() {
        if state.occupant(space).is_some_and(|other| other != figure)
            || game.shut_to(state, figure, space).is_some()
        {
            continue;
        }
        if !double {
            if placing::fits(game, state, figure, (space, None)) {
                found.push((space, None));
            }
            continue;
        }
        for (_, trail) in game.ground.board.neighbours(space) {
            if placing::fits(game, state, figure, (space, Some(trail))) {
                found.push((space, Some(trail)));
            }
        }
    }
    found
}

fn allows(
    game: &HeroScape,
    state: &State,
    (anchor, from): (FigureId, Spaces),
    figure: FigureId,
    to: Spaces,
    places: &Places,
) -> bool {
    let (level, base) = (game.ground.level(to.0), game.ground.level(from.0));
    let top = base + game.card(state, anchor).height;
    if state.spaces(figure).is_some_and(|(lead, _)| lead == to.0) {
        return false;
    }
    if (places.same_level && level != base)
        || places.above.is_some_and(|above| level > top + above)
        || places.below.is_some_and(|below| level < base - below)
    {
        return false;
    }
    let stood = state.spaces(figure).map(|(lead, _)| game.ground.level(lead));
    if let (Some(levels), Some(stood)) = (places.own_levels, stood)
        && (level - stood).abs() > levels
    {
        return false;
    }
    if places.not_higher && stood.is_some_and(|stood| level > stood) {
        return false;
    }
    let heights = (game.card(state, anchor).height, game.card(state, figure).height);
    let beside = || both(from).any(|a| both(to).any(|b| game.spaces_adjacent(a, b, heights)));
    if places.adjacent && !beside() {
        return false;
    }
    if let Some(spaces) = places.spaces {
        let near =
            both(from).flat_map(|a| both(to).filter_map(move |b| game.space_range(a, b))).min();
        if near.is_none_or(|near| near > spaces) {
            return false;
        }
    }
    let ground = |words: &[String]| both(to).any(|space| game.is_ground(state, space, words));
    (places.on.is_empty() || ground(&places.on))
        && (places.not_on.is_empty() || !ground(&places.not_on))
        && (places.beside.is_empty() || game.is_beside(to, &places.beside))
}

/// Puts a figure where its power's controller chose.
pub fn put<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    let Some((run, Effect::Place(places))) = current(game, state) else { return };
    state.steps.pop();
    power::next_effect(state);
    let level = |space| game.ground.level(space);
    let stood = state.spaces(figure).map(|(lead, _)| level(lead));
    if let Some(thrown) = places.thrown {
        let top = state
            .spaces(run.source)
            .map_or(0, |(lead, _)| level(lead) + game.card(state, run.source).height);
        let soft = level(to.0) > top || game.ground.at(to.0).fall_safe;
        if !soft {
            state.steps.push(Step::Thrown(figure, thrown.at, thrown.wounds));
        }
    }
    let fliers_fall = places.falls && !game.can_fly(state, figure);
    let drop = if fliers_fall { stood.map_or(0, |stood| stood - level(to.0)) } else { 0 };
    arrive(game, state, figure, to, drop, places.leaves, events);
}

/// Puts a figure on spaces as if it arrived there; those it leaves may strike where it says so.
fn arrive<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    (to, trail): Spaces,
    drop: i16,
    leaves: bool,
    events: &mut O,
) {
    state.steps.push(Step::Arrive { figure, to, trail, drop, cost: 0, way: Way::Put });
    if leaves {
        walking::leave(game, state, figure, (to, trail), true, events);
    }
}

/// What a throw's die does.
pub fn resolve_thrown<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (figure, at, wounds): (FigureId, u8, u8),
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let by = state.runs.last().map(|run| run.by);
    let rolled = faces.first().map_or(0, |face| face + 1);
    if let Some(by) = by {
        let total = rolled.into();
        events.tell(|| Event::PowerRolled { figure, by, rolled, total });
        if rolled >= at {
            casualty::harm(game, state, figure, wounds, Harm::Power(by), events);
        }
    }
}

fn swap<O: Observe<Event>>(game: &HeroScape, state: &mut State, run: &Run, events: &mut O) {
    let one = run.source;
    let Some(other) = run.target.or(run.other) else { return };
    let (Some(a), Some(b)) = (state.spaces(one), state.spaces(other)) else { return };
    let held = |id| game.held_by(state, id).is_some();
    let same_shape = a.1.is_some() == b.1.is_some();
    let room = |space: SpaceId, figure| {
        game.ground.room(space).is_none_or(|room| room >= game.card(state, figure).height)
    };
    if !same_shape || held(one) || held(other) || !room(b.0, one) || !room(a.0, other) {
        events.tell(|| Event::PowerFails { by: run.by });
        return;
    }
    state.lift(one);
    state.put(other, a.0, a.1);
    state.put(one, b.0, b.1);
    events.tell(|| Event::Swapped { one, other });
}

/// The figures that may come back, and where.
pub fn revivals(
    game: &HeroScape,
    state: &State,
    run: &Run,
    revive: &Revive,
) -> Vec<(FigureId, Spaces)> {
    let mut found: Vec<(FigureId, Spaces)> = Vec::new();
    let mut cards: Vec<CopyId> = Vec::new();
    for figure in power::revivable(game, state, run.source, revive) {
        let copy = state.figure(figure).copy;
        // Figures of one card are alike: the first stands for all.
        if cards.iter().any(|known| game.matches(state, *known, copy)) {
            continue;
        }
        cards.push(copy);
        for to in revival_spots(game, state, run, figure, revive) {
            found.push((figure, to));
        }
    }
    found
}

fn revival_spots(
    game: &HeroScape,
    state: &State,
    run: &Run,
    figure: FigureId,
    revive: &Revive,
) -> Vec<Spaces> {
    if revive.in_its_place {
        let stood = state.occasions.last().and_then(|occasion| occasion.stood);
        let stood = stood.filter(|stood| placing::fits(game, state, figure, *stood));
        return stood.into_iter().collect();
    }
    let anchors: Vec<FigureId> = if revive.beside_any {
        let seat = state.figure(run.source).controller;
        on_board(state).filter(|id| state.figure(*id).controller == seat).collect()
    } else {
        vec![run.source]
    };
    let places = Places {
        adjacent: revive.within.is_none(),
        spaces: revive.within,
        in_sight: revive.within.is_some(),
        same_level: revive.same_level,
        ..Places::default()
    };
    let mut found = Vec::new();
    for anchor in anchors {
        for to in landings(game, state, &trial(anchor, None), figure, &places) {
            if !found.contains(&to) {
                found.push(to);
            }
        }
    }
    found
}

/// Brings a figure back, by its controller's choice.
pub fn bring_back<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    let Some((run, effect)) = current(game, state) else { return };
    state.steps.pop();
    let no_attack = match effect {
        Effect::Revive(revive) => {
            power::set(state, |run| run.left += 1);
            revive.no_attack
        }
        _ => false,
    };
    if let Place::Destroyed(copy) = state.figure(figure).place {
        game.take_off_card(state, copy);
    }
    state.figures[figure.index()].wounds = 0;
    state.figures[figure.index()].place = Place::Reserve;
    if no_attack {
        last(state, &run, On::Figure(figure), What::NoAttack, Until::Turn);
    }
    events.tell(|| Event::Returned { figure, to: to.0 });
    arrive(game, state, figure, to, 0, false, events);
}

/// Rolls for the next destroyed figure, or lets the one that was rolled for come back.
fn return_fallen(game: &HeroScape, state: &mut State, run: &Run, least: u8) -> bool {
    let fallen = |id: &FigureId| {
        let its = state.figure(*id);
        matches!(its.place, Place::Destroyed(_)) && !state.conceded.contains(its.controller)
    };
    if let (Some(rolled), Some(figure)) = (run.rolled, run.target) {
        let owner = state.figure(figure).controller;
        let returns = rolled >= i16::from(least)
            && fallen(&figure)
            && placing::any_fits(game, state, owner, &[figure]);
        power::set(state, |run| run.rolled = None);
        if returns {
            power::set(state, |run| run.seat = owner);
            state.steps.push(Step::PowerRevive);
            return false;
        }
        return true;
    }
    let next = state.all_figures().map(|(id, _)| id).filter(|id| id.0 >= run.left).find(fallen);
    match next {
        None => {
            power::next_effect(state);
            true
        }
        Some(figure) => {
            let roller = state.figure(run.source).controller;
            power::set(state, |run| {
                run.target = Some(figure);
                run.left = figure.0.saturating_add(1);
                run.seat = roller;
            });
            state.steps.push(Step::PowerDice);
            false
        }
    }
}

/// Where the next figure in reserve may be put.
pub fn deployments(
    game: &HeroScape,
    state: &State,
    run: &Run,
    deploy: &Deploy,
) -> Vec<(FigureId, Spaces)> {
    let Some(figure) = power::deployable(game, state, run.source, deploy).next() else {
        return Vec::new();
    };
    let places =
        Places { spaces: deploy.within, in_sight: deploy.within.is_some(), ..Places::default() };
    let all = match deploy.within {
        Some(_) => landings(game, state, run, figure, &places),
        None => spots(game, state, figure),
    };
    let lonely =
        |to: &Spaces| !deploy.apart || game.adjacent_to_spaces(state, figure, *to).is_empty();
    let bare =
        |to: &Spaces| !deploy.off_glyphs || both(*to).all(|space| state.glyph_on(space).is_none());
    all.into_iter().filter(lonely).filter(bare).map(|to| (figure, to)).collect()
}

fn put_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    deploy: &Deploy,
    events: &mut O,
) -> bool {
    if !deployments(game, state, run, deploy).is_empty() {
        state.steps.push(Step::PowerDeploy);
        return false;
    }
    power::next_effect(state);
    let left: Vec<FigureId> = power::deployable(game, state, run.source, deploy).collect();
    if deploy.or_destroyed {
        for figure in left {
            casualty::destroy(state, figure, Harm::Power(run.by), events);
        }
    }
    if deploy.then_turn && run.left > 0 {
        let card = deploy.card.as_deref();
        let copy = state.all_copies().map(|(id, _)| id).find(|id| {
            state.copy(*id).controller == run.seat
                && card.is_none_or(|card| game.card_of(state, *id).id == card)
        });
        if let Some(copy) = copy.filter(|copy| game.in_play(state, *copy)) {
            round::begin_turn(game, state, copy, false, events);
        }
    }
    true
}

/// Puts a figure out of reserve on spaces.
pub fn deploy<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    to: Spaces,
    events: &mut O,
) {
    state.steps.pop();
    power::set(state, |run| run.left += 1);
    arrive(game, state, figure, to, 0, false, events);
}

fn enter_card<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    spirit: &Spirit,
    events: &mut O,
) {
    let Some(target) = run.target else { return };
    let copy = state.figure(target).copy;
    let small = |number: i32| number.clamp(-100, 100) as i8;
    if spirit.attack != 0 || spirit.defense != 0 || spirit.moves != 0 {
        let what = What::Numbers {
            attack: small(spirit.attack),
            defense: small(spirit.defense),
            moves: small(spirit.moves.into()),
            range: 0,
        };
        last(state, run, On::Copy(copy), what, Until::Game);
    }
    if let Some(name) = &spirit.power {
        let Printed::Card(card) = run.by.on else { return };
        let card = game.catalog.card(card);
        for (at, number) in (0u8..).zip(&card.power_of) {
            let named = card.powers.get(usize::from(*number));
            if named.is_some_and(|power| power.name.eq_ignore_ascii_case(name)) {
                state.gifts.push((copy, PowerRef { on: run.by.on, at }));
            }
        }
    }
    let figure = run.source;
    events.tell(|| Event::SpiritJoins { figure, copy });
}

/// Whom the next wound of a power may go to.
pub fn picks(game: &HeroScape, state: &State, run: &Run, filter: &Filter) -> Vec<FigureId> {
    let from = run.target.unwrap_or(run.source);
    on_board(state)
        .filter(|id| {
            // Read from whom the power was used on, so that nearness counts from there.
            game.meets(state, from, *id, filter) && *id != from
        })
        .collect()
}

/// Gives the next wound of a power to a figure.
pub fn pick<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) {
    let Some((run, effect)) = current(game, state) else { return };
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

/// The spaces on which a power may lay a glyph or a tile.
pub fn lays(game: &HeroScape, state: &State, run: &Run, effect: &Effect) -> Vec<SpaceId> {
    if let Effect::MoveGlyph { spaces } = effect {
        return glyph_moves(game, state, run, *spaces);
    }
    if matches!(effect, Effect::LiftAnother {}) {
        let own = state.spaces(run.source).map(|(lead, _)| lead);
        let all = state.glyphs.iter().map(|laid| laid.space);
        return all.filter(|space| Some(*space) != own).collect();
    }
    let (far, glyph) = match effect {
        Effect::LayGlyph { spaces, .. } => (*spaces, true),
        Effect::LayTile { spaces, .. } => (*spaces, false),
        _ => return Vec::new(),
    };
    let Some(from) = state.spaces(run.source) else { return Vec::new() };
    let near = |space: SpaceId| {
        both(from).any(|own| {
            own == space || game.space_range(own, space).is_some_and(|range| range <= far)
        })
    };
    let free = |space: SpaceId| {
        let empty = state.occupant(space).is_none();
        let bare = state.glyph_on(space).is_none();
        let land = || game.is_ground(state, space, &["land".to_string()]);
        if glyph { empty && bare } else { bare && land() }
    };
    game.ground.board.space_ids().filter(|space| near(*space) && free(*space)).collect()
}

/// The spaces of glyphs that a power may move; once one is chosen, those it may come to.
fn glyph_moves(game: &HeroScape, state: &State, run: &Run, far: u16) -> Vec<SpaceId> {
    let Some(from) = state.spaces(run.source) else { return Vec::new() };
    let empty = |space: SpaceId| state.occupant(space).is_none();
    if run.space.is_some() {
        let beside = both(from).flat_map(|own| game.ground.board.neighbours(own));
        let level = game.ground.level(from.0);
        return beside
            .map(|(_, space)| space)
            .filter(|space| empty(*space) && state.glyph_on(*space).is_none())
            .filter(|space| game.ground.level(*space) == level)
            .collect();
    }
    let treasure = |kind: crate::catalog::GlyphId| {
        game.catalog.glyphs.get(usize::from(kind.0)).is_some_and(|glyph| !glyph.stops())
    };
    state
        .glyphs
        .iter()
        .filter(|laid| laid.kind.is_some_and(treasure) && empty(laid.space))
        .filter(|laid| {
            both(from).any(|own| game.space_range(own, laid.space).is_some_and(|n| n <= far))
        })
        .map(|laid| laid.space)
        .collect()
}

/// Lays what a power lays on a space.
pub fn lay<O: Observe<Event>>(game: &HeroScape, state: &mut State, space: SpaceId, events: &mut O) {
    let Some((run, effect)) = current(game, state) else { return };
    state.steps.pop();
    if matches!(effect, Effect::MoveGlyph { .. }) && run.space.is_none() {
        power::set(state, |run| run.space = Some(space));
        return;
    }
    power::next_effect(state);
    if let (Effect::MoveGlyph { .. }, Some(from)) = (effect, run.space) {
        for laid in state.glyphs.iter_mut().filter(|laid| laid.space == from) {
            laid.space = space;
        }
        changed(state, run.by, events, || {
            format!("the glyph comes to {}", game.ground.name(space))
        });
        return;
    }
    match effect {
        Effect::LayGlyph { glyph, .. } => {
            if let Some(kind) = game.catalog.glyph_named(glyph) {
                state.glyphs.push(game.laid(space, Some(kind), true));
                events.tell(|| Event::GlyphLaid { glyph: kind, space });
            }
        }
        Effect::LiftAnother {} => lift_glyph(state, space, events),
        Effect::LayTile { tile, .. } => {
            if let Some(row) = game.catalog.terrain.tile_named(tile) {
                state.laid_tiles.push((space, row as u16));
                changed(state, run.by, events, || format!("{tile} at {}", game.ground.name(space)));
            }
        }
        _ => {}
    }
}

/// The order markers that a power may move, and where to.
pub fn shifts(game: &HeroScape, state: &State, run: &Run, filter: &Filter) -> Vec<(u8, CopyId)> {
    let from = state.figure(run.source).copy;
    let held = state.copy(from).markers & !state.copy(from).shown;
    let to: Vec<CopyId> = game
        .cards_in_play(state, run.seat)
        .filter(|copy| *copy != from && game.card_meets(state, *copy, filter))
        .collect();
    (0..4u8)
        .filter(|marker| held >> marker & 1 == 1)
        .flat_map(|marker| to.iter().map(move |copy| (marker, *copy)))
        .collect()
}

/// Moves an order marker to another card.
pub fn shift<O: Observe<Event>>(state: &mut State, marker: u8, to: CopyId, events: &mut O) {
    let Some(run) = state.runs.last().cloned() else { return };
    state.steps.pop();
    let (from, bit) = (state.figure(run.source).copy, 1u8 << marker);
    state.copies[from.index()].markers &= !bit;
    state.copies[to.index()].markers |= bit;
    let seat = run.seat;
    events.tell(|| Event::MarkerMoved { seat, marker, to });
}

/// A choice that an effect offered is passed up.
pub fn decline<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    match state.step() {
        Some(Step::PowerMove) => finish_moves(game, state, events),
        Some(Step::PowerTarget) => {
            state.steps.pop();
            power::end(state);
        }
        _ => {
            state.steps.pop();
            power::next_effect(state);
        }
    }
}

/// Raises the moment of a figure that has come next to others which were not beside it before.
pub fn approached<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    before: &[FigureId],
    events: &mut O,
) {
    for near in game.adjacent_figures(state, figure) {
        if !before.contains(&near) && game.card(state, near).has_moment(Moment::Approached) {
            let mut occasion = Occasion::of(Moment::Approached, figure);
            occasion.other = Some(near);
            occasion::raise(game, state, occasion, events);
        }
    }
}

/// Lists the answers to the choice that an effect asks for.
pub fn legal(game: &HeroScape, state: &State, into: &mut Vec<Action>) {
    let Some((run, effect)) = current(game, state) else {
        if state.step() == Some(Step::PowerTarget) {
            into.extend(power::further_targets(game, state).into_iter().map(Action::Pick));
            into.push(Action::Pass);
        }
        return;
    };
    match (state.step(), effect) {
        (Some(Step::PowerTarget), _) => {
            into.extend(power::further_targets(game, state).into_iter().map(Action::Pick));
            into.push(Action::Pass);
        }
        (Some(Step::PowerPlace(figure)), Effect::Place(places)) => {
            let all = landings(game, state, &run, figure, places);
            into.extend(all.into_iter().map(|(lead, trail)| Action::Place(figure, lead, trail)));
        }
        (Some(Step::PowerRevive), Effect::Revive(revive)) => {
            let all = revivals(game, state, &run, revive).into_iter();
            into.extend(all.map(|(figure, (lead, trail))| Action::Place(figure, lead, trail)));
            into.push(Action::Pass);
        }
        (Some(Step::PowerRevive), Effect::ReturnFallen { .. }) => {
            let Some(figure) = run.target else { return };
            placing::list(game, state, run.seat, figure, into);
        }
        (Some(Step::PowerGather), Effect::Gather { who, .. }) => {
            let all = gatherings(game, state, &run, who).into_iter();
            into.extend(all.map(|(figure, (lead, trail))| Action::Place(figure, lead, trail)));
            into.push(Action::Pass);
        }
        (Some(Step::PowerDeploy), Effect::Deploy(deploy)) => {
            let all = deployments(game, state, &run, deploy).into_iter();
            into.extend(all.map(|(figure, (lead, trail))| Action::Place(figure, lead, trail)));
        }
        (Some(Step::PowerPick), Effect::WoundChosen(filter) | Effect::Sacrifice(filter)) => {
            into.extend(picks(game, state, &run, filter).into_iter().map(Action::Pick));
            into.push(Action::Pass);
        }
        (Some(Step::PowerPick), Effect::OpponentWoundsOwn {}) => {
            into.extend(own_figures(state, run.seat).into_iter().map(Action::Pick));
        }
        (Some(Step::PowerSeat), _) => {
            into.extend(opponents(state, run.seat).into_iter().map(Action::Give));
        }
        (Some(Step::PowerSpace), effect) => {
            into.extend(lays(game, state, &run, effect).into_iter().map(Action::Lay));
            into.push(Action::Pass);
        }
        (Some(Step::PowerMarker), Effect::MoveMarkers(filter)) => {
            let all = shifts(game, state, &run, filter).into_iter();
            into.extend(all.map(|(marker, copy)| Action::Shift(marker, copy)));
            into.push(Action::Pass);
        }
        (Some(Step::PowerMove), Effect::Move(moves)) => {
            for figure in movers(game, state, &run, moves) {
                turn::legal_steps(game, state, figure, into);
            }
            into.push(Action::Pass);
        }
        _ => {}
    }
}
