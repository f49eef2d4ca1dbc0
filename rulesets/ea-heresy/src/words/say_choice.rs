//! Questions of the rules to a seat, and what dice are rolled for.

use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, PieceNo, State, UnitNo};
use crate::steps::Step;
use crate::steps::activate::ActivateStep;
use crate::steps::morale::MoraleStep;
use crate::steps::movement::MoveStep;
use crate::steps::setup::SetupStep;
use crate::steps::turn::TurnStep;
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;

impl EaHeresy {
    /// A question to a seat.
    pub(crate) fn choice_words(&self, state: &State, choice: &Choice<Rule>) -> String {
        let who: Vec<String> = choice.seats.iter().map(|seat| self.seat_word(seat)).collect();
        let who = who.join(" and ");
        let formation = |it: FormationNo| self.formation_word(it);
        match state.steps.last() {
            Some(Step::Setup(SetupStep::Spirit(side))) => {
                let side = self.seat_word(*side);
                format!(
                    "{who}, which of the formations that cost most breaks the spirit of {side}?"
                )
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
                let left = self.left_to_move(state, *it);
                format!("{who}, move {} ({left})", formation(*it))
            }
            Some(Step::Movement(MoveStep::Split { formation: it, .. })) => {
                let it = formation(*it);
                format!("{who}, {it} is out of coherency: name a unit of the part that stays")
            }
            Some(Step::Overwatch(_)) => {
                let subject = choice.subject.map(|it| formation(FormationNo(it.min(255) as u8)));
                let name = subject.unwrap_or_else(|| "a formation on overwatch".into());
                format!("{who}, does {name} shoot from overwatch?")
            }
            Some(Step::Shooting(_)) => match self.asked_formation(state) {
                Some(it) => format!("{who}, whom does {} shoot at?", formation(it)),
                None => format!("{who}, whom to shoot at?"),
            },
            Some(Step::Harm(_)) => format!("{who}, who is hit?"),
            Some(Step::Ruin(_)) => format!("{who}, put down {}", self.subject_word(state, choice)),
            Some(Step::Morale(MoraleStep::Rally { .. })) => {
                format!("{who}, which formation rallies?")
            }
            Some(Step::Morale(MoraleStep::Share { amount, .. })) => {
                format!("{who}, share {amount} between blast markers and shields")
            }
            Some(Step::Morale(MoraleStep::RallyTest { .. })) => {
                format!("{who}, roll the failed rally again?")
            }
            _ => {
                let words = self.rule_words(choice.about).unwrap_or_default();
                let subject = choice
                    .subject
                    .map_or(String::new(), |_| format!(" ({})", self.subject_word(state, choice)));
                format!("{who}: {words}{subject}")
            }
        }
    }

    /// What a choice is about, where the step does not say: a unit, most often.
    fn subject_word(&self, state: &State, choice: &Choice<Rule>) -> String {
        let of_formation = choice.about == Rule::AssaultTarget
            || matches!(state.steps.last(), Some(Step::Activate(_) | Step::Morale(_)));
        let of_piece = choice.about == Rule::TiedOccupants;
        match choice.subject {
            Some(number) if of_formation && usize::from(number) < state.formations.len() => {
                self.formation_word(FormationNo(number as u8))
            }
            Some(number) if of_piece && usize::from(number) < self.board.pieces.len() => {
                self.piece_word(PieceNo(number as u8))
            }
            Some(number) if usize::from(number) < state.units.len() => {
                self.unit_word(UnitNo(number as u8))
            }
            Some(number) if usize::from(number) < self.board.pieces.len() => {
                self.piece_word(PieceNo(number as u8))
            }
            _ => "it".to_string(),
        }
    }

    fn left_to_move(&self, state: &State, formation: FormationNo) -> String {
        let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.has(*unit));
        let names: Vec<String> = state
            .members(formation)
            .filter(|unit| !moved(unit))
            .map(|unit| {
                let name = self.unit_word(unit);
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
    pub(crate) fn group_words(&self, state: &State, group: &DiceGroup) -> String {
        let who = self.seat_word(group.seat);
        let subject = group.subject.map(usize::from);
        let unit =
            subject.filter(|at| *at < state.units.len()).map(|at| self.unit_word(UnitNo(at as u8)));
        let acting = state.acting.map(|acting| self.formation_word(acting.formation));
        let formation = |it: FormationNo| self.formation_word(it);
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
                let name = unit.or(acting).unwrap_or(who);
                format!("to hit by {name}, kind {}", u16::from(group.purpose) + 1)
            }
            Some(Step::Harm(_)) => match unit {
                Some(name) => format!("{name} saves or suffers"),
                None => format!("{who} saves or suffers"),
            },
            Some(Step::Assault(_)) => match self.swing_words(state, group) {
                Some(words) => format!("{words} of {who}"),
                None => format!("result of the assault for {who}"),
            },
            _ => format!("dice of {}", unit.unwrap_or(who)),
        }
    }
}
