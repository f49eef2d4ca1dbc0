//! The steps of the game: what each waits for, what is legal in it, what comes of it.

pub(crate) mod amend;
pub mod arriving;
mod asking;
pub mod attack;
pub mod basic;
pub mod casualty;
pub mod doors;
pub mod draft;
pub mod effect;
pub mod flight;
pub mod goals;
mod judging;
pub mod leaving;
pub mod movement;
pub mod occasion;
pub mod placing;
pub mod power;
pub mod round;
pub mod start;
pub mod treasure;
pub mod turn;
pub mod walking;
pub mod warnings;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::step::Step;
pub use asking::{pending, worth};
pub use judging::{check, holds, legal};
use umpire_core::dice::{DiceGroup, DieId, Face};
use umpire_core::game::{Observe, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

/// What a group of dice is for; the number in [`DiceGroup::purpose`].
pub mod purpose {
    /// Attack dice.
    pub const ATTACK: u8 = 0;
    /// Defense dice.
    pub const DEFENSE: u8 = 1;
    /// Initiative, or the order of placing.
    pub const INITIATIVE: u8 = 2;
    /// Against a figure leaving an engagement.
    pub const LEAVING: u8 = 3;
    /// A fall.
    pub const FALL: u8 = 4;
    /// Terrain that was entered.
    pub const ENTERING: u8 = 5;
    /// Terrain at the end of the round.
    pub const ROUND_END: u8 = 6;
    /// A power.
    pub const POWER: u8 = 7;
    /// The defense of a door.
    pub const DOOR: u8 = 8;
}

/// Carries out an action.
pub fn apply<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    action: &Action,
    events: &mut O,
) {
    carry_out(game, state, seat, action, events);
    settle(game, state, events);
}

/// Carries out an action, and leaves what follows of itself to [`settle`].
fn carry_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    action: &Action,
    events: &mut O,
) {
    match action {
        Action::Place(figure, space, trail)
            if matches!(state.step(), Some(Step::PowerPlace(_))) =>
        {
            effect::put(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Place(figure, space, trail) if state.step() == Some(Step::PowerRevive) => {
            effect::bring_back(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Place(figure, space, trail) if state.step() == Some(Step::PowerGather) => {
            effect::gather(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Place(figure, space, trail) if state.step() == Some(Step::PowerDeploy) => {
            effect::deploy(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Use { figure, power, on } => {
            power::begin(game, state, *figure, *power, *on, events);
        }
        Action::Pass if state.step() == Some(Step::Occasion) => occasion::pass(state, seat),
        Action::Pass if state.step() == Some(Step::AttackOthers) => {
            state.steps.pop();
            if let Some(attack) = &mut state.attack {
                attack.to_add = 0;
            }
        }
        Action::Pass if matches!(state.step(), Some(Step::Draft { .. })) => {
            draft::pass(state, seat, events);
        }
        Action::Pass => effect::decline(game, state, events),
        Action::Pick(figure) => match state.step() {
            Some(Step::AttackOthers) => attack::add_other(game, state, *figure, events),
            Some(Step::PowerTarget) => power::take_target(state, *figure),
            _ => effect::pick(game, state, *figure, events),
        },
        Action::Lay(space) => effect::lay(game, state, *space, events),
        Action::Give(to) => effect::give(game, state, *to, events),
        Action::Shift(marker, to) => effect::shift(state, *marker, *to, events),
        Action::Dice(dice) => attack::choose_dice(state, *dice),
        Action::Reroll(again) => attack::reroll(game, state, *again, events),
        Action::Place(figure, space, trail) => {
            placing::apply(state, *figure, (*space, *trail).into(), events);
        }
        Action::Draft(card) => draft::pick(game, state, seat, *card, events),
        Action::Take(copy) => {
            state.steps.pop();
            round::begin_turn(game, state, *copy, false, events);
        }
        Action::Markers(on) => round::apply_markers(state, seat, on, events),
        Action::Move { figure, turned, path } => {
            // The die for the ground under the figure that moved before falls first.
            if let Some(die) = walking::begin(game, state, *figure, *turned) {
                state.onward = path.clone();
                state.steps.push(die);
            } else {
                walking::walk(game, state, *figure, path, true, events);
            }
        }
        Action::Fly { figure, to, trail } => {
            let die = walking::begin(game, state, *figure, false);
            walking::fly(game, state, *figure, (*to, *trail), events);
            state.steps.extend(die);
        }
        Action::PickUp(figure) => treasure::pick_up(game, state, *figure, events),
        Action::PutDown(figure, glyph) => {
            treasure::put_down(game, state, *figure, *glyph, events);
        }
        Action::FinishMoving => turn::finish_moving(game, state, events),
        Action::Attack { attacker, target } => {
            attack::announce(game, state, *attacker, *target, events);
        }
        Action::Special { attacker, power, aim } => {
            attack::announce_special(game, state, *attacker, *power, *aim, events);
        }
        Action::Door(door, change) => doors::change(state, seat, *door, *change, events),
        Action::AttackDoor { attacker, power, door } => {
            doors::announce(game, state, (*attacker, *power, *door), events);
        }
        Action::EndTurn if state.turn.copy.is_none() => {}
        Action::EndTurn => turn::finish(game, state, events),
        Action::Strike(rolls) => leaving::decide(state, seat, *rolls, events),
        Action::Defend(figure) => {
            if let Some(attack) = &mut state.attack {
                attack.defender = Some(*figure);
            }
        }
        Action::Casualty(copy) => {
            if let Some(Step::Casualty(figure)) = state.step() {
                state.steps.pop();
                casualty::lay(game, state, figure, *copy, events);
            }
        }
        Action::Sight { from, to, clear } => {
            let (from, to, clear) = (*from, *to, *clear);
            state.eyes.retain(|seen| (seen.from, seen.to) != (from, to));
            state.eyes.push(crate::position::state::Seen { from, to, clear });
            events.tell(|| Event::SightRuled { from, to, clear });
        }
    }
}

/// The only answer to a choice that a power asks for, if there is but one: it is not asked.
fn only_answer(game: &HeroScape, state: &State) -> Option<(Seat, Action)> {
    let step = state.step()?;
    let beside = matches!(step, Step::Occasion | Step::AttackOthers | Step::DiceCount);
    if !beside && !step.is_choice_of_power() {
        return None;
    }
    let Pending::Choice(choice) = pending(game, state, &mut Silent) else { return None };
    let seat = choice.seats.first()?;
    let mut answers = Vec::new();
    legal(game, state, seat, &mut answers);
    if answers.len() > 1 {
        return None;
    }
    Some((seat, answers.pop().unwrap_or(Action::Pass)))
}

/// Carries out a roll.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    faces: &[Face],
    events: &mut O,
) {
    let Some(step) = state.step() else { return };
    match step {
        Step::PlacingRoll(seats) | Step::DraftRoll(seats) => {
            round::resolve_placing(state, seats, faces, events);
        }
        Step::PowerOrder(seats) => occasion::resolve_order(game, state, seats, faces, events),
        Step::BasicRoll(seats) => basic::resolve(game, state, seats, faces, events),
        Step::Initiative(seats) => round::resolve_initiative(game, state, seats, faces, events),
        Step::LeavingDice => leaving::resolve(game, state, faces, events),
        Step::Fall(figure, _, survive) => {
            state.steps.pop();
            arriving::resolve_fall(game, state, figure, survive, faces, events);
        }
        Step::EnterDie(figure) => {
            state.steps.pop();
            arriving::resolve_enter(game, state, figure, faces[0] + 1, events);
        }
        Step::TreasureDie(figure) => {
            state.steps.pop();
            treasure::resolve(game, state, figure, faces, events);
        }
        Step::AttackDice | Step::DefenseDice => attack::resolve(game, state, faces, events),
        Step::PowerDice => power::resolve(game, state, faces, events),
        Step::PowerPickDie(figure, of) => {
            effect::resolve_pick(game, state, (figure, of), faces[0] + 1, events);
        }
        Step::Thrown(figure, at, wounds) => {
            effect::resolve_thrown(game, state, (figure, at, wounds), faces, events);
        }
        Step::RerollDice { .. } => attack::resolve_reroll(game, state, faces, events),
        Step::DoorAttack { .. } => doors::resolve_attack(game, state, faces, events),
        Step::DoorDefense { .. } => doors::resolve_defense(game, state, faces, events),
        Step::RoundDice(from) => round::resolve_hazards(game, state, from, faces, events),
        _ => {}
    }
    settle(game, state, events);
}

/// Does what nobody has to decide or roll for, until somebody must answer.
pub fn settle<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    // Each pass takes a step off the stack, shortens a path or begins a turn of a bounded round.
    loop {
        if state.ended.is_none() {
            round::test_victory(game, state, events);
            goals::test(game, state, events);
        }
        if state.ended.is_some() {
            clear(state);
            return;
        }
        let Some(step) = state.step() else { return };
        let goes_on = match step {
            Step::Placing(first, done) => placing::settle(game, state, first, done, events),
            Step::Markers(waiting) => round::settle_markers(game, state, waiting, events),
            Step::Draft { first, pick, out } => {
                draft::settle(game, state, (first, pick, out), events)
            }
            Step::Drafted(seat) => draft::settle_placing(game, state, seat, events),
            Step::NextTurn => round::next_turn(game, state, events),
            Step::Turn => turn::settle(game, state, events),
            Step::Arrive { .. } => arriving::arrive(game, state, step, events),
            Step::Leaving => leaving::settle(state),
            Step::LeavingDice => leaving::settle_dice(state),
            Step::Fall(figure, ..)
            | Step::EnterDie(figure)
            | Step::TreasureDie(figure)
            | Step::Thrown(figure, ..) => drop_if_gone(state, figure),
            Step::BeginTurn(copy, stage) => round::settle_begin(game, state, copy, stage, events),
            Step::Killed(killer, victim) => casualty::killed(game, state, (killer, victim), events),
            Step::Occasion => occasion::settle(game, state, events),
            Step::Run => power::proceed(game, state, events),
            Step::PowerMove => turn::settle_power_move(game, state, events),
            Step::AfterBlow(stage) => attack::settle_after_blow(game, state, stage, events),
            Step::Entered(figure) => arriving::entered(game, state, figure),
            Step::Halted(figure) => arriving::halted(game, state, figure, events),
            Step::NextDefender => attack::next_defender(game, state, events),
            Step::AttackDice | Step::DefenseDice => attack::settle_dice(game, state, events),
            Step::DoorAttack { .. } | Step::DoorDefense { .. } => {
                doors::settle(game, state, events)
            }
            Step::Casualty(figure) => casualty::settle(game, state, figure, events),
            Step::RoundEnd(from) => round::end(game, state, from, events),
            _ => false,
        };
        if goes_on {
            continue;
        }
        match only_answer(game, state) {
            Some((seat, action)) => carry_out(game, state, seat, &action, events),
            None => return,
        }
    }
}

/// Takes the step off the stack if the figure it is about is no longer on the battlefield.
fn drop_if_gone(state: &mut State, figure: FigureId) -> bool {
    let gone = state.spaces(figure).is_none();
    if gone {
        state.steps.pop();
    }
    gone
}

/// Whether a draft is under way.
pub fn is_drafting(state: &State) -> bool {
    state.steps.iter().any(|step| matches!(step, Step::Draft { .. } | Step::DraftRoll(_)))
}

/// Forgets what was under way.
pub fn clear(state: &mut State) {
    state.steps.clear();
    state.attack = None;
    state.leaving = None;
    state.onward.clear();
    state.runs.clear();
    state.occasions.clear();
    state.blows.clear();
    state.turn = crate::position::state::Turn::default();
}

/// One d20 of a seat.
pub fn d20_group(seat: Seat, die: DieId) -> DiceGroup {
    DiceGroup { seat, die, count: 1, purpose: purpose::INITIATIVE, subject: None }
}
