//! What each step waits for: choices, dice, and what faces count for.

use super::{
    attack, basic, doors, draft, leaving, occasion, placing, power, purpose, round, treasure,
};
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::step::Step;
use crate::rules::{counting, glyph_effects, hazards};
use crate::tables::abilities::Ability;
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Pending};
use umpire_core::ruling::Explain;
use umpire_core::seat::{Seat, Seats};

/// What the game waits for.
pub fn pending<E: Explain<Rule>>(game: &HeroScape, state: &State, why: &mut E) -> Pending<Rule> {
    if let Some(outcome) = state.ended {
        return Pending::Over(outcome);
    }
    let choice = |seats, about, subject: Option<FigureId>, sealed| {
        let subject = subject.map(|figure| u16::from(figure.0));
        Pending::Choice(Choice { seats, about, subject, sealed })
    };
    match state.step() {
        None | Some(Step::FreeTable) => {
            choice(Seats::only(Seat::JUDGE), Rule::LookingRound, None, false)
        }
        Some(Step::Placing(first, done)) => {
            let seat = placing::seat(state, first, done);
            choice(Seats::only(seat), Rule::StartZones, None, false)
        }
        Some(Step::Draft { first, pick, .. }) => {
            let seat = draft::picker(state.seats(), first, pick);
            choice(Seats::only(seat), draft::order_rule(state), None, false)
        }
        Some(Step::Drafted(seat)) => choice(Seats::only(seat), Rule::StartZones, None, false),
        Some(Step::BasicTurn(seat)) => choice(Seats::only(seat), Rule::BasicGame, None, false),
        Some(Step::Markers(waiting)) => choice(waiting, Rule::OrderMarkersPlaced, None, true),
        Some(Step::Turn) => {
            let about = if state.turn.attacking { Rule::WhoMayAttack } else { Rule::TurnSequence };
            choice(Seats::only(state.turn.seat), about, None, false)
        }
        Some(Step::Leaving) => {
            let waiting = state.leaving.as_ref();
            let seats = waiting.map_or(Seats::NONE, |leaving| leaving.undecided);
            let figure = waiting.map(|leaving| leaving.figure);
            choice(seats, Rule::LeavingEngagement, figure, false)
        }
        Some(Step::NextDefender) => {
            let attacker = state.attack.as_ref().map(|attack| attack.attacker);
            let seat = attacker.map_or(Seat(0), |figure| state.figure(figure).controller);
            choice(Seats::only(seat), Rule::SpecialAttackOrder, attacker, false)
        }
        Some(Step::Casualty(figure)) => {
            let seat = state.figure(figure).controller;
            choice(Seats::only(seat), Rule::CommonCasualties, Some(figure), false)
        }
        Some(Step::Occasion) => {
            let occasion = state.occasions.last();
            let seat = occasion.and_then(|occasion| occasion::asked(game, state, occasion));
            let subject = occasion.map(|occasion| occasion.subject);
            choice(Seats::only(seat.unwrap_or(Seat(0))), OF_POWERS, subject, false)
        }
        Some(step) if step.is_choice_of_power() => {
            let run = state.runs.last();
            let seat = run.map_or(Seat(0), |run| run.seat);
            let source = run.map(|run| run.source);
            // Which markers lie where is for their owner alone to know.
            let sealed = matches!(step, Step::PowerMarker);
            choice(Seats::only(seat), OF_POWERS, source, sealed)
        }
        Some(Step::AttackOthers | Step::DiceCount) => {
            let attacker = state.attack.as_ref().map(|attack| attack.attacker);
            let seat = attacker.map_or(Seat(0), |figure| state.figure(figure).controller);
            choice(Seats::only(seat), Rule::SpecialAttackShapes, attacker, false)
        }
        Some(Step::Reroll { attack, .. }) => {
            let roller = attack::roller(state, attack);
            let seat = roller.map_or(Seat(0), |figure| state.figure(figure).controller);
            choice(Seats::only(seat), Rule::Ability(Ability::DiceRule), roller, false)
        }
        Some(step) => Pending::Roll(request(game, state, step, why)),
    }
}

/// The dice that a rolling step asks for.
pub(super) fn request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    step: Step,
    why: &mut E,
) -> RollRequest<Rule> {
    let one = |because, seat, die, count, purpose, subject: FigureId| {
        let subject = Some(u16::from(subject.0));
        RollRequest::one(because, DiceGroup { seat, die, count, purpose, subject })
    };
    let own = |figure: FigureId| state.figure(figure).controller;
    match step {
        Step::PlacingRoll(seats) => round::d20_for(game, seats, Rule::PlacingOrder),
        Step::DraftRoll(seats) => round::d20_for(game, seats, Rule::ArmySources),
        Step::PowerOrder(seats) => {
            for seat in seats.iter() {
                glyph_effects::d20_bonus_of(game, state, seat, why);
            }
            round::d20_for(game, seats, Rule::SimultaneousPowers)
        }
        Step::BasicRoll(seats) => basic::request(game, seats),
        Step::Initiative(seats) => {
            for seat in seats.iter() {
                round::initiative_modifiers(game, state, seat, why);
            }
            round::d20_for(game, seats, Rule::Initiative)
        }
        Step::LeavingDice => leaving::request(game, state, why),
        Step::Fall(figure, dice, None) => {
            let hazard = game.rolled.hazard;
            one(Rule::Falls, own(figure), hazard, dice, purpose::FALL, figure)
        }
        Step::Fall(figure, _, Some(_)) => {
            glyph_effects::d20_bonus(game, state, figure, why);
            one(Rule::Falls, own(figure), game.rolled.d20, 1, purpose::FALL, figure)
        }
        Step::EnterDie(figure) => {
            glyph_effects::d20_bonus(game, state, figure, why);
            let row = hazards::deadly_row(game, state, figure).unwrap_or(0);
            let rule = Rule::Terrain(row);
            one(rule, own(figure), game.rolled.d20, 1, purpose::ENTERING, figure)
        }
        Step::TreasureDie(figure) => {
            treasure::added(game, state, figure, why);
            let rule = Rule::TreasureTraps;
            one(rule, own(figure), game.rolled.d20, 1, purpose::ENTERING, figure)
        }
        Step::RoundDice(from) => round::hazard_request(game, state, from),
        Step::PowerDice => power::request(game, state, why),
        Step::PowerPickDie(figure, Some(of)) => {
            let keeper = state.keeper(of);
            let request = one(OF_POWERS, keeper, game.rolled.d20, 1, purpose::POWER, figure);
            // Who saw the number would know which of them is gone.
            request.secret_to(keeper)
        }
        Step::PowerPickDie(figure, None) | Step::Thrown(figure, ..) => {
            if matches!(step, Step::Thrown(..)) {
                power::added(game, state, why);
            }
            let seat = state.runs.last().map_or(own(figure), |run| run.seat);
            one(OF_POWERS, seat, game.rolled.d20, 1, purpose::POWER, figure)
        }
        Step::RerollDice { attack, dice, .. } => attack::reroll_request(game, state, attack, dice),
        Step::DoorAttack { attacker, power, door } => {
            doors::attack_request(game, state, (attacker, power, door), why)
        }
        Step::DoorDefense { attacker, door, .. } => {
            doors::defense_request(game, state, (attacker, door), why)
        }
        _ => attack::request(game, state, step != Step::DefenseDice, why),
    }
}

/// What a face counts for in the pending roll.
pub fn worth(game: &HeroScape, state: &State, face: Face) -> Worth {
    let adds = |counts: bool| Worth::Adds(u64::from(counts));
    match state.step() {
        Some(Step::AttackDice | Step::DefenseDice | Step::RerollDice { .. }) => {
            counting::worth(game, state, face)
        }
        Some(Step::PowerDice) => match power::counts(game, state, face) {
            Some(counts) => adds(counts),
            None => Worth::Distinct,
        },
        Some(Step::DoorAttack { .. } | Step::BasicRoll(_)) => {
            adds(game.attack_faces().is_skull(face))
        }
        Some(Step::DoorDefense { .. }) => adds(game.defense_faces().is_shield(face)),
        Some(Step::LeavingDice | Step::Fall(_, _, None)) => {
            adds(game.hazard_faces().is_skull(face))
        }
        Some(Step::Fall(figure, _, Some(least))) => {
            adds(hazards::lives_through(game, state, figure, face, least))
        }
        Some(Step::TreasureDie(figure)) => adds(treasure::is_safe(game, state, figure, face)),
        Some(Step::RoundDice(_)) => Worth::Each(u8::from(game.hazard_faces().is_skull(face))),
        Some(Step::EnterDie(figure)) => adds(hazards::destroys(game, state, figure, face + 1)),
        _ => Worth::Distinct,
    }
}
