//! Questions of the rules to a seat, and what dice are rolled for.

use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State, UnitNo};
use crate::steps::activate::ActivateStep;
use crate::steps::assault::AssaultStep;
use crate::steps::assault::swings;
use crate::steps::harm::HarmStep;
use crate::steps::morale::MoraleStep;
use crate::steps::movement::{MoveKind, MoveStep};
use crate::steps::setup::{self, SetupStep, slots};
use crate::steps::shooting::{self, ShootStep};
use crate::steps::turn::TurnStep;
use crate::steps::{Step, Subject};
use crate::words::names;
use crate::words::say;
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;

/// A question to a seat.
pub(crate) fn choice_words(game: &EaHeresy, state: &State, choice: &Choice<Rule>) -> String {
    let who: Vec<String> = choice.seats.iter().map(|seat| names::seat_word(game, seat)).collect();
    let who = who.join(" and ");
    let formation = |it: FormationNo| names::formation_word(game, it);
    match state.steps.last() {
        Some(Step::Setup(SetupStep::Spirit(side))) => {
            let side = names::seat_word(game, *side);
            format!("{who}, which of the formations that cost most breaks the spirit of {side}?")
        }
        Some(Step::Setup(_)) => format!("{who}, put down a formation"),
        Some(Step::Turn(TurnStep::First(_))) => format!("{who}, who goes first?"),
        Some(Step::Turn(TurnStep::Act { retain: true, .. })) => {
            format!("{who}, act with one more formation at -1, or pass?")
        }
        Some(Step::Turn(TurnStep::Act { .. })) => {
            format!("{who}, which formation acts, and how?")
        }
        Some(Step::Turn(TurnStep::Free)) => "a referee's table: ask, or amend".to_string(),
        Some(Step::Activate(ActivateStep::Choose(it))) => {
            format!("{who}, what does {} do?", formation(*it))
        }
        Some(Step::Activate(ActivateStep::Step(it))) => {
            format!("{who}, does {} move a little before it waits?", formation(*it))
        }
        Some(Step::Activate(ActivateStep::Again { .. })) => {
            format!("{who}, roll the failed test again?")
        }
        Some(Step::Movement(
            MoveStep::Go { formation: it, .. } | MoveStep::Begin { formation: it, .. },
        )) => {
            let left = left_to_move(game, state, *it);
            format!("{who}, move {} ({left})", formation(*it))
        }
        Some(Step::Movement(MoveStep::Split { formation: it, .. })) => {
            let it = formation(*it);
            format!("{who}, {it} is out of coherency: name a unit of the part that stays")
        }
        Some(Step::Overwatch(_)) => {
            format!("{who}, does {} shoot from overwatch?", subject_word(game, choice))
        }
        Some(Step::Shooting(ShootStep::Choose { formation: it, .. })) => {
            format!("{who}, whom does {} shoot at?", formation(*it))
        }
        Some(Step::Shooting(ShootStep::Hide)) => {
            format!("{who}, which units of {} hide at vehicles?", subject_word(game, choice))
        }
        Some(Step::Shooting(_) | Step::Assault(AssaultStep::Allot { .. })) => {
            format!("{who}, who takes the next hit?")
        }
        Some(Step::Harm(_) | Step::Ruin(_)) => {
            format!("{who}, put down {}", subject_word(game, choice))
        }
        Some(Step::Morale(MoraleStep::Rally { .. })) => {
            format!("{who}, which formation rallies?")
        }
        Some(Step::Morale(MoraleStep::Divide { .. })) => {
            let walls = subject_word(game, choice);
            format!("{who}, who takes the next blast marker of {walls}?")
        }
        Some(Step::Morale(MoraleStep::Share { amount, .. })) => {
            format!("{who}, share {amount} between blast markers and shields")
        }
        Some(Step::Morale(MoraleStep::RallyTest { .. })) => {
            format!("{who}, roll the failed rally again?")
        }
        _ => {
            let words = say::rule_words(game, choice.about).unwrap_or_default();
            let subject = choice
                .subject
                .map_or(String::new(), |_| format!(" ({})", subject_word(game, choice)));
            format!("{who}: {words}{subject}")
        }
    }
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

/// Who of a formation has not moved, in words.
pub(crate) fn left_to_move(game: &EaHeresy, state: &State, formation: FormationNo) -> String {
    let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.has(*unit));
    let names: Vec<String> = state
        .members(formation)
        .filter(|unit| !moved(unit))
        .map(|unit| {
            let name = names::unit_word(game, unit);
            name.rsplit(' ').next().map_or(name.clone(), String::from)
        })
        .collect();
    match names.len() {
        0 => "all have moved".to_string(),
        1 => format!("{} is left", names[0]),
        _ => format!("{} are left", names.join(", ")),
    }
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
        )) => format!("action test of {} to {}", formation(*it), order.name()),
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
        Some(Step::Assault(_)) => match swings::swing_words(game, state, group) {
            Some(words) => format!("{words} of {who}"),
            None => format!("result of the assault for {who}"),
        },
        _ => format!("dice of {}", unit.unwrap_or(who)),
    }
}
