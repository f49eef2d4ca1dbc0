//! Dice for who begins: initiative, and who places first (HS-3.2, HS-2.1.3).

use super::raise_general;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{PowerRef, State};
use crate::position::step::RoundStep;
use crate::rules::holds;
use crate::rules::holds::Parties;
use crate::steps::d20_group;
use crate::tables::abilities::{Ability, Moment, Number, Power};
use crate::tables::rule::Rule;
use umpire_core::dice::{Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::{Seat, Seats};

/// A d20 of each seat.
pub fn d20_for(game: &HeroScape, seats: Seats, because: Rule) -> RollRequest<Rule> {
    let groups = seats.iter().map(|seat| d20_group(seat, game.rolled.d20)).collect();
    RollRequest::of(because, groups)
}

/// What is added to a seat's initiative roll, in all (HS-3.2.1).
pub fn initiative_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    for (rule, glyph, space) in game.glyphs_for(state, seat) {
        if glyph.initiative != 0 {
            sum += glyph.initiative;
            why.modifier(rule, glyph.initiative, || {
                let word = game.seat_word(seat);
                format!("{word} holds the glyph at {}", game.ground.name(space))
            });
        }
    }
    let gift = i32::from(initiative_gift(game, state, seat));
    if gift != 0 {
        sum += gift;
        why.modifier(Rule::ScenarioOverrides, gift, || {
            format!("the scenario favours {}", game.seat_word(seat))
        });
    }
    sum + initiative_of_powers(game, state, seat, why)
}

/// What powers of a seat's figures add to its initiative.
fn initiative_of_powers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    let mut counted: Vec<PowerRef> = Vec::new();
    for (source, figure) in state.all_figures() {
        if figure.controller != seat || state.spaces(source).is_none() {
            continue;
        }
        for (at, power) in game.powers_where(state, source, |its| its.changes(Number::Initiative)) {
            let Power::Modifier(modifier) = power else { continue };
            if modifier.initiative == 0 || counted.contains(&at) {
                continue;
            }
            let parties = Parties::alone(source);
            if !holds::holds_all(game, state, parties, &modifier.when) {
                continue;
            }
            // Figures of one card count once.
            counted.push(at);
            let times =
                modifier.per.as_ref().map_or(1, |count| holds::count(game, state, parties, count));
            let adds = modifier.initiative * times;
            let adds = modifier.max.map_or(adds, |max| adds.min(max));
            if adds != 0 {
                sum += adds;
                why.modifier(Rule::Ability(Ability::Modifier), adds, || game.power_name(at));
            }
        }
    }
    sum
}

/// What the scenario adds to a seat's rolls for initiative in this round (HS-5.11.1).
fn initiative_gift(game: &HeroScape, state: &State, seat: Seat) -> i16 {
    let its = game.conditions.initiative.iter();
    its.filter(|(of, _, round)| *of == seat && round.is_none_or(|round| round == state.round))
        .map(|(_, add, _)| *add)
        .sum()
}

/// The seats with the highest number.
pub fn highest(rolled: &[(Seat, i16)]) -> Seats {
    let best = rolled.iter().map(|(_, total)| *total).max();
    rolled.iter().filter(|(_, total)| Some(*total) == best).map(|(seat, _)| *seat).collect()
}

/// What seats rolled with a d20 each.
pub fn d20s(seats: Seats, faces: &[Face]) -> Vec<(Seat, i16)> {
    seats.iter().zip(faces).map(|(seat, face)| (seat, i16::from(*face) + 1)).collect()
}

/// Who takes the first turn of the round; ties for the highest roll again.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seats: Seats,
    faces: &[Face],
    events: &mut O,
) {
    let mut rolled = Vec::new();
    for (seat, face) in seats.iter().zip(faces) {
        let added = initiative_modifiers(game, state, seat, &mut Silent);
        let total = i16::from(*face) + 1 + added.clamp(-1000, 1000) as i16;
        events.tell(|| Event::InitiativeRolled { seat, rolled: *face + 1, total });
        rolled.push((seat, total));
    }
    state.steps.pop();
    let best = highest(&rolled);
    if best.len() > 1 {
        events.tell(|| Event::InitiativeTied { seats: best });
        state.push(RoundStep::Initiative(best));
    } else if let Some(seat) = best.first() {
        state.first = seat;
        events.tell(|| Event::InitiativeWon { seat });
        raise_general(game, state, Moment::InitiativeRolled, events);
    }
}
