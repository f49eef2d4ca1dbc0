//! Effects on army cards: who controls them, turns they are given, markers and words on them.

use super::lasting::last;
use super::markers::strip_all;
use super::{changed, opponents, whom};
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::{CopyId, FigureId, On, PowerRef, Printed, Run, State, What};
use crate::rules::{activation, sight};
use crate::steps::{round, treasure};
use crate::tables::abilities::{Effect, Spirit, To, Until};
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
        Effect::Control {} => {
            if let Some(figure) = whom(run, To::Target) {
                take_over(game, state, state.figure(figure).copy, run.seat, events);
            }
        }
        Effect::Turn { within, in_sight } => {
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
                let Some(copy) = game.card_for_turn(state, copy) else { return };
                if within.is_some() || *in_sight {
                    leave_out_far(game, state, run, copy, *within);
                }
                if !game.card_of(state, copy).is_squad() {
                    leave_out_others(game, state, run, copy, figure);
                }
                events.tell(|| Event::TurnGiven { by, copy });
                round::begin_turn(game, state, copy, false, events);
            }
        }
        Effect::LastAttack {} => {
            let raised = run.target.filter(|id| state.spaces(*id).is_some());
            if let Some(figure) = raised {
                let copy = state.figure(figure).copy;
                leave_out_others(game, state, run, copy, figure);
                events.tell(|| Event::TurnGiven { by, copy });
                round::begin_turn(game, state, copy, false, events);
                state.turn.attacking = true;
            }
        }
        Effect::AnotherTurn {} => {
            let copy = state.figure(run.source).copy;
            if state.turn.copy.is_some() {
                state.turn.another = true;
            } else if let Some(copy) = game.card_for_turn(state, copy) {
                round::begin_turn(game, state, copy, false, events);
            }
        }
        Effect::SitOut {} => {
            if let Some(figure) = run.target {
                last(state, run, On::Figure(figure), What::Idle, Until::Turn);
            }
        }
        Effect::Counters(change) => {
            let copy = state.figure(run.source).copy;
            let mut made = state.turn.attacks.iter().rev();
            let made = made.find(|made| made.figure == run.source && change.per_attacked);
            let times = made.map_or(1, |made| 1 + i16::from(made.others));
            let its = &mut state.copies[copy.index()];
            let most = i16::from(change.max.unwrap_or(99));
            let now = i16::from(its.counters);
            let then = (now + i16::from(change.count) * times).clamp(0, most.max(now));
            its.counters = then as u8;
            changed(by, events, || {
                format!("{} power markers on {}", then, game.copy_name(state, copy))
            });
        }
        Effect::EndTurn {} => {
            if let Some(figure) = whom(run, To::Target) {
                end_turn_of(game, state, run, figure, events);
            }
        }
        Effect::Choose {} => {
            if let Some(target) = run.target {
                let (copy, chosen) = (state.figure(run.source).copy, state.figure(target).copy);
                state.copies[copy.index()].chosen = Some(chosen);
                changed(by, events, || {
                    let (a, b) = (game.copy_name(state, copy), game.copy_name(state, chosen));
                    format!("{a} chooses {b}")
                });
            }
        }
        Effect::Negate {} => {
            if let Some(target) = run.target {
                let copy = state.figure(target).copy;
                state.copies[copy.index()].negated = true;
                changed(by, events, || {
                    format!("all powers of {} are negated", game.copy_name(state, copy))
                });
            }
        }
        Effect::Become(words) => {
            if let Some(figure) = whom(run, To::Target) {
                let copy = state.figure(figure).copy;
                state.copies[copy.index()].becomes = Some(by);
                changed(by, events, || {
                    let given = [&words.species, &words.class, &words.personality];
                    let given: Vec<&str> =
                        given.into_iter().filter_map(|word| word.as_deref()).collect();
                    format!("{} is {} from now on", game.copy_name(state, copy), given.join(", "))
                });
            }
        }
        Effect::Spirit(spirit) => {
            enter_card(game, state, run, spirit, events);
        }
        Effect::Activate {} => {
            let copy = state.figure(run.source).copy;
            let its = &mut state.copies[copy.index()];
            if its.markers >> 3 & 1 == 0 {
                // Whether the X lies there is the owner's secret until it is turned up.
                events.tell(|| Event::PowerFails { by });
                return;
            }
            its.active = true;
            its.shown |= its.markers & 8;
            changed(by, events, || "works for the rest of the round".to_string());
        }
        Effect::GiveAway(give) => {
            if let [only] = opponents(game, state, run.seat).as_slice() {
                give_away(game, state, run, *only, give.turn_only, events);
            }
        }
        _ => {}
    }
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

/// Ends a figure's turn: that of a squad goes on with its other figures.
fn end_turn_of<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    figure: FigureId,
    events: &mut O,
) {
    let copy = state.figure(figure).copy;
    let acts = |id: &FigureId| *id != figure && !activation::is_idle(game, state, *id);
    let others = activation::servants(game, state, copy).any(|id| acts(&id));
    if game.card_of(state, copy).is_squad() && others {
        last(state, run, On::Figure(figure), What::Idle, Until::Turn);
        changed(run.by, events, || format!("{} does no more", game.figure_name(state, figure)));
    } else if state.turn.copy.is_some_and(|acting| game.serves(state, acting, figure)) {
        state.turn.ending = true;
    }
}

/// Gives a card to a seat for good: no order marker stays on it, and no ancient artifact that the army has already (HS-6.2.5).
fn take_over<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    copy: CopyId,
    seat: Seat,
    events: &mut O,
) {
    strip_all(state, copy, events);
    take_control(state, copy, seat);
    events.tell(|| Event::ControlTaken { copy, seat });
    treasure::drop_doubles(game, state, copy, events);
}

/// Figures of a card that a power's source does not see, or that stand too far from it, take no part in the turn it gives.
fn leave_out_far(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    copy: CopyId,
    spaces: Option<u16>,
) {
    let near = |id| match spaces {
        Some(spaces) => sight::within_clear_sight(game, state, run.source, id, spaces),
        None => sight::sees(game, state, run.source, id, Part::Any),
    };
    let far: Vec<FigureId> = activation::servants(game, state, copy)
        .filter(|id| *id != run.source && !near(*id))
        .collect();
    for figure in far {
        last(state, run, On::Figure(figure), What::Idle, Until::Turn);
    }
}

/// Leaves all other heroes of a common card out of a turn that a power gives to one of them.
fn leave_out_others(game: &HeroScape, state: &mut State, run: &Run, copy: CopyId, own: FigureId) {
    let others: Vec<FigureId> =
        activation::servants(game, state, copy).filter(|id| *id != own).collect();
    for figure in others {
        last(state, run, On::Figure(figure), What::Idle, Until::Turn);
    }
}

pub(super) fn give_away<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    to: Seat,
    turn_only: bool,
    events: &mut O,
) {
    let copy = state.figure(run.source).copy;
    if !turn_only {
        take_over(game, state, copy, to, events);
        return;
    }
    let owner = state.copy(copy).controller;
    last(state, run, On::Copy(copy), What::Borrowed(owner), Until::Turn);
    take_control(state, copy, to);
    events.tell(|| Event::ControlTaken { copy, seat: to });
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
