//! Questions of the rules to a seat, and what dice are rolled for.

use crate::position::action::{Action, Order};
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo};
use crate::position::step::{
    ActivateStep, AssaultStep, FireStep, HarmStep, MoraleStep, MoveKind, MoveStep, SetupStep,
    ShootStep, Step, Subject, TargetStep, TurnStep,
};
use crate::position::{names, units};
use crate::rules::deployment;
use crate::steps::assault::attack_dice;
use crate::steps::setup::slots;
use crate::steps::{movement, shooting};
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use crate::words::{commands, hand, say};
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Choice, Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::said;

/// At most so many answers are told to whoever typed none.
const MOST_ANSWERS: usize = 3;

/// A question, without whom it is put to.
pub(crate) fn choice_words(game: &EaHeresy, state: &State, choice: &Choice<Rule>) -> String {
    let formation = |it: FormationNo| names::formation_word(game, it);
    match state.steps.last() {
        Some(Step::Setup(SetupStep::Spirit(side))) => {
            let side = names::seat_word(game, *side);
            format!("which of the formations that cost most breaks the spirit of {side} when lost?")
        }
        Some(Step::Setup(SetupStep::Next(side))) => put_down_words(game, state, *side),
        Some(Step::Setup(_)) => "put down a formation".to_string(),
        Some(Step::Turn(TurnStep::First(_))) => "who goes first?".to_string(),
        Some(Step::Turn(TurnStep::Act { retain: true, .. })) => {
            "act with one more formation at -1, or pass?".to_string()
        }
        Some(Step::Turn(TurnStep::Act { .. })) => "which formation acts, and how?".to_string(),
        Some(Step::Turn(TurnStep::Free)) => "judge as you like".to_string(),
        Some(Step::Activate(ActivateStep::Choose(it))) => {
            format!("what does {} do?", formation(*it))
        }
        Some(Step::Activate(ActivateStep::Step(it))) => {
            format!("does {} move a little before it waits?", formation(*it))
        }
        Some(Step::Activate(ActivateStep::Again { .. })) => {
            "roll the failed test again?".to_string()
        }
        Some(Step::Movement(
            step @ (MoveStep::Go { formation: it, .. } | MoveStep::Begin { formation: it, .. }),
        )) => {
            let left = movement::left_to_move(game, state, *it);
            let which = which_move(game, state, *step);
            let apart = movement::apart::first_apart_words(game, state, step.of());
            let apart = apart.map_or(String::new(), |words| format!("; {words}"));
            let (_, kind) = step.of();
            let far = hand::far_together(game, state).filter(|_| kind != MoveKind::Action);
            let far = far.map_or(String::new(), |far| format!(", up to {} cm", said(far)));
            format!("{} {}{which}{far} ({left}){apart}", verb_of(kind), formation(*it))
        }
        Some(Step::Movement(MoveStep::Split { formation: it, .. })) => {
            let it = formation(*it);
            format!("{it} is out of coherency: name a unit of the part that stays")
        }
        Some(Step::Overwatch(_)) => {
            format!("does {} shoot from overwatch?", subject_word(game, choice))
        }
        Some(Step::Shooting(ShootStep::Target(TargetStep::Choose { formation: it, .. }))) => {
            format!("whom does {} shoot at?", formation(*it))
        }
        Some(Step::Shooting(ShootStep::Fire(FireStep::Hide))) => {
            format!("which units of {} hide at vehicles?", subject_word(game, choice))
        }
        Some(Step::Shooting(_) | Step::Assault(AssaultStep::Allot { .. })) => {
            "who takes the next hit?".to_string()
        }
        Some(Step::Assault(AssaultStep::Begin { formation: it })) => {
            format!("whom does {} engage?", formation(*it))
        }
        Some(Step::Assault(AssaultStep::Tie { .. })) => {
            let walls = subject_word(game, choice);
            format!("which of those inside {walls} are tied to invaders?")
        }
        Some(Step::Assault(AssaultStep::Strike { .. })) => {
            "how are the attacks divided? `strike as usual` uses all there are".to_string()
        }
        Some(Step::Assault(AssaultStep::Support { .. })) => {
            "which formation supports next? `pass` where none does".to_string()
        }
        Some(Step::Harm(_) | Step::Ruin(_)) => {
            format!("put down {}", subject_word(game, choice))
        }
        Some(Step::Morale(MoraleStep::Rally { .. })) => "which formation rallies?".to_string(),
        Some(Step::Morale(MoraleStep::Divide { .. })) => {
            let walls = subject_word(game, choice);
            format!("who takes the next blast marker of {walls}?")
        }
        Some(Step::Morale(MoraleStep::Share { amount, .. })) => {
            format!("share {amount} between blast markers and shields")
        }
        Some(Step::Morale(MoraleStep::Raise { left, .. })) => match left {
            1 => "whose void shield rises?".to_string(),
            left => format!("whose void shield rises next, of {left}?"),
        },
        Some(Step::Morale(MoraleStep::RallyTest { .. })) => {
            "roll the failed rally again?".to_string()
        }
        _ => {
            let words = say::rule_words(game, choice.about).unwrap_or_default();
            let subject = choice
                .subject
                .map_or(String::new(), |_| format!(" ({})", subject_word(game, choice)));
            format!("{words}{subject}")
        }
    }
}

/// What a formation does by a move, as a player is told to do it.
fn verb_of(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Action | MoveKind::OverwatchStep => "move",
        MoveKind::Charge => "charge with",
        MoveKind::CounterCharge => "counter-charge with",
        MoveKind::Withdraw => "withdraw",
        MoveKind::Consolidate => "consolidate",
    }
}

/// Which formation is put down, and how many others may be instead.
fn put_down_words(game: &EaHeresy, state: &State, side: Seat) -> String {
    let mut waiting = deployment::undeployed(state, side);
    let next = waiting.next().map_or(String::new(), |it| names::formation_word(game, it));
    match waiting.count() {
        0 => format!("put down a formation: {next}, the last"),
        1 => format!("put down a formation: {next}, or the other"),
        others => format!("put down a formation: {next}, or one of {others} others"),
    }
}

/// What the rules ask a seat, and how it may be answered: every answer where they are few.
pub(crate) fn asked_words(game: &EaHeresy, state: &State, seat: Seat) -> Option<String> {
    let Pending::Choice(choice) = game.pending(state, &mut Silent) else { return None };
    if !choice.seats.contains(seat) {
        return None;
    }
    let question = choice_words(game, state, &choice);
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let said = |action: &Action| format!("`{}`", commands::action_words(game, state, action));
    let typed = match &legal[..] {
        [] => return Some(question),
        all if all.len() <= MOST_ANSWERS => all.iter().map(said).collect::<Vec<_>>().join(", "),
        all => match example(game, state, seat) {
            Some(line) => format!("such as `{line}`; `list` tells all"),
            None => format!("such as {}; `list` tells all", said(&all[0])),
        },
    };
    Some(format!("{question} ({typed})"))
}

/// What a choice is about.
fn subject_word(game: &EaHeresy, choice: &Choice<Rule>) -> String {
    match choice.subject.and_then(Subject::numbered) {
        Some(Subject::Unit(unit)) => names::unit_word(game, unit),
        Some(Subject::Formation(formation)) => names::formation_word(game, formation),
        Some(Subject::Piece(piece)) => names::piece_word(game, piece),
        None => "it".to_string(),
    }
}

/// Which of several moves of an action or a withdrawal it is.
fn which_move(game: &EaHeresy, state: &State, step: MoveStep) -> String {
    let (formation, kind) = step.of();
    let later = |it: &Step| match it {
        Step::Movement(later @ MoveStep::Begin { .. }) => {
            usize::from(later.of() == (formation, kind))
        }
        Step::Morale(MoraleStep::Withdraw { formation: it, left }) if *it == formation => {
            usize::from(*left)
        }
        _ => 0,
    };
    let below = state.steps.len().saturating_sub(1);
    let later: usize = state.steps[..below].iter().map(later).sum();
    let order = state.acting.filter(|acting| acting.formation == formation);
    let slow = |unit| units::unit_has(game, state, unit, Traits::PONDEROUS);
    let all = match (kind, order.map(|acting| acting.order)) {
        (MoveKind::Action, Some(Order::March)) => 3,
        (MoveKind::Action, Some(Order::Double)) => 2,
        (MoveKind::Withdraw, _) if !state.members(formation).all(slow) => 2,
        _ => 1,
    };
    match all > 1 && later < all {
        true => format!(", move {} of {all}", all - later),
        false => String::new(),
    }
}

/// A short line that answers what a seat is asked, as a hand would: a formation at one place, all that move together.
pub(crate) fn example(game: &EaHeresy, state: &State, seat: Seat) -> Option<String> {
    match state.steps.last()? {
        Step::Setup(SetupStep::Next(_)) => {
            let mut waiting = deployment::undeployed(state, seat);
            let short = |it| slots::short_deployment(game, state, seat, it);
            waiting.find_map(short).map(|(line, _)| line)
        }
        Step::Movement(step @ MoveStep::Go { .. }) => together(game, state, seat, *step),
        _ => None,
    }
}

/// How all that are left to move may do so: at whom they charge, towards the enemy, or away where they withdraw.
fn together(game: &EaHeresy, state: &State, seat: Seat, step: MoveStep) -> Option<String> {
    let (_, kind) = step.of();
    let far = hand::far_together(game, state).filter(|far| *far > 0)?;
    let lines = match (kind, &state.assault) {
        (MoveKind::Charge, Some(assault)) => {
            let foes = assault.side(state, seat.opponent()).iter();
            foes.map(|it| format!("all charge {}", names::formation_word(game, *it))).collect()
        }
        (MoveKind::CounterCharge, _) => Vec::new(),
        _ => {
            let near = game.sides[seat.index()].half == 0;
            let ways = match near == (kind != MoveKind::Withdraw) {
                true => ["N", "E", "W", "S"],
                false => ["S", "W", "E", "N"],
            };
            ways.map(|way| format!("all {} {way}", said(far))).to_vec()
        }
    };
    lines.into_iter().find(|line| {
        let action = commands::moves(game, state, line);
        action.is_ok_and(|action| game.check(state, seat, &action, &mut Silent).is_ok())
    })
}

/// What a group of dice is rolled for.
pub(crate) fn group_words(game: &EaHeresy, state: &State, group: &DiceGroup) -> String {
    let who = names::seat_word(game, group.seat);
    let subject = group.subject.map(usize::from);
    let unit = subject
        .filter(|at| *at < state.units.len())
        .map(|at| names::unit_word(game, UnitNo(at as u16)));
    let acting = state.acting.map(|acting| names::formation_word(game, acting.formation));
    let formation = |it: FormationNo| names::formation_word(game, it);
    match state.steps.last() {
        Some(Step::Turn(_)) => format!("strategy roll of {who}"),
        Some(Step::Activate(
            ActivateStep::Test { formation: it, order, .. }
            | ActivateStep::Again { formation: it, order, .. },
        )) => format!("action test of {} to {}", formation(*it), order.to_do()),
        Some(Step::Morale(MoraleStep::Regroup { formation: it })) => {
            format!("regroup of {}", formation(*it))
        }
        Some(Step::Morale(MoraleStep::RallyTest { formation: it, .. })) => {
            format!("rally test of {}", formation(*it))
        }
        Some(Step::Movement(_)) => {
            format!("{} tests for the ground", unit.or(acting).unwrap_or(who))
        }
        Some(Step::Shooting(_)) => {
            let firer = state.firing.as_ref().map(|firing| formation(firing.formation));
            let target = shooting::whom_at(game, state, group).or(unit);
            let target = target.map_or(String::new(), |target| format!(" at {target}"));
            format!("to hit by {}{target}", firer.unwrap_or(who))
        }
        Some(Step::Harm(step)) => {
            let what = match step {
                HarmStep::Titan => "damage by titan killers on",
                HarmStep::Field => "dispersion field of",
                HarmStep::Shock => "shock pulse on",
                HarmStep::Again => "second save, for reinforced armour, of",
                HarmStep::Last => "invulnerable save of",
                HarmStep::Critical => "critical hit on",
                _ => "save of",
            };
            let rolling = step.rolling(game, state).nth(group.purpose.into());
            let body = rolling.map(|(_, wound, _)| names::body_word(game, wound.on));
            format!("{what} {}", body.or(unit).unwrap_or(who))
        }
        Some(Step::Assault(_)) => attack_dice::dice_words(game, state, (group, &who))
            .unwrap_or_else(|| format!("result of the assault for {who}")),
        _ => format!("dice of {}", unit.unwrap_or(who)),
    }
}
