//! A formation's action: its test, what it then does in order, and its end (EA-2.5 to EA-2.8).

pub(crate) mod checks;
pub(crate) mod orders;
pub(crate) mod test;

use crate::position::action::{Action, Order, Way};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance};
use crate::position::step::{ActivateStep, MoveKind, MoveStep, RuinStep, Step};
use crate::rules::action_test;
use crate::rules::movement::movers;
use crate::rules::rolls::{one_roll, shown};
use crate::steps::shooting::fire;
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about, scoring, turn};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Silent, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;

impl ActivateStep {
    pub(super) fn step(self) -> Step {
        Step::Activate(self)
    }
}

impl Play<EaHeresy> for ActivateStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            ActivateStep::Test { formation, order, road, with, retained } => {
                let gone = state.members(formation).next().is_none();
                if gone || state.formation(formation).broken {
                    // Fire from overwatch at those who popped up ended the action (EA-7.9).
                    state.formation_mut(formation).stance = Stance::Acted(order);
                    state.replace_step(ActivateStep::Finish { formation, retained }.step());
                    test::stay_behind(game, state, with);
                    return Flow::On;
                }
                let chosen = (order, road, retained);
                let modifier =
                    action_test::test_modifier(game, state, formation, chosen, with, &mut Silent);
                if action_test::may_fail(game, action_test::test_needs(game, formation), modifier) {
                    return Flow::Wait;
                }
                orders::after_test(game, state, self, true, out);
                Flow::On
            }
            ActivateStep::Again { .. } => Flow::Wait,
            ActivateStep::Choose(formation) => {
                if state.formation(formation).broken {
                    state.steps.pop();
                    return Flow::On;
                }
                match orders::ways(game, state, formation)[..] {
                    [only] => {
                        orders::take_way(game, state, formation, only, out);
                        Flow::On
                    }
                    _ => Flow::Wait,
                }
            }
            ActivateStep::Step(formation) => {
                let moves = state
                    .members(formation)
                    .any(|unit| movers::may_move(game, state, unit, MoveKind::OverwatchStep));
                if moves && !state.formation(formation).broken && game.edition.overwatch_step > 0 {
                    return Flow::Wait;
                }
                state.steps.pop();
                Flow::On
            }
            ActivateStep::Finish { formation, retained } => {
                if let Some(piece) = state.ruins.first().copied() {
                    state.push_step(Step::Ruin(RuinStep::Exit { piece }));
                    return Flow::On;
                }
                state.steps.pop();
                let order = state.acting.map_or(Order::Hold, |acting| acting.order);
                out.tell(|| Event::Finished { formation, order });
                let with = state.acting.take().and_then(|acting| acting.with);
                for acted in [formation].into_iter().chain(with) {
                    if !matches!(state.formation(acted).stance, Stance::Overwatch { .. }) {
                        fire::pop_down(game, state, acted);
                    }
                }
                scoring::after_completed_action(game, state, out);
                let seat = state.formation(formation).owner;
                turn::after_action(state, seat, retained);
                Flow::On
            }
        }
    }

    fn ask(self, Now { state, .. }: Now<EaHeresy>) -> Ask {
        let about = |formation: FormationNo, rule: Rule| {
            ask_about(state.formation(formation).owner, rule, formation)
        };
        match self {
            ActivateStep::Test { .. }
            | ActivateStep::Again { rolling: true, .. }
            | ActivateStep::Finish { .. } => Ask::Roll,
            ActivateStep::Again { formation, .. } => about(formation, Rule::ActionTest),
            ActivateStep::Choose(formation) => {
                let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
                about(formation, if hold { Rule::Hold } else { Rule::Marshal })
            }
            ActivateStep::Step(formation) => about(formation, Rule::OverwatchAction),
        }
    }

    fn legal(self, Now { game, state }: Now<EaHeresy>, _: Seat, into: &mut Vec<Action>) -> Listing {
        match self {
            ActivateStep::Again { rolling: false, .. } | ActivateStep::Step(_) => {
                into.extend([Action::Accept, Action::Pass]);
            }
            ActivateStep::Choose(formation) => {
                into.extend(orders::ways(game, state, formation).into_iter().map(Action::Choose));
            }
            _ => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        if let (ActivateStep::Choose(formation), Action::Choose(way)) = (self, action) {
            let Ask::Choice(Choice { about, .. }) = self.ask(Now { game, state }) else {
                return Ok(());
            };
            let ways = orders::ways(game, state, formation);
            let (offered, bound) = (ways.contains(way), ways[..] == [Way::Move]);
            why.require(Rule::StartingInZone, offered || !bound, || {
                Fact::says("it starts in an enemy's zone of control, so it has to move out")
                    .held("no unit of it is bound by an enemy's zone of control")
                    .instead("move", &Action::Choose(Way::Move))
            })?;
            return why.need(about, offered || bound, || {
                Fact::says("this action leaves only a move or shooting")
                    .held("this action leaves that way")
            });
        }
        let mut listed = Vec::new();
        self.legal(Now { game, state }, seat, &mut listed);
        why.need(Rule::ActionPhase, listed.contains(action), || no_answer(game, state, seat))
    }

    fn apply(self, change: &mut Change<EaHeresy, impl Observe<Event>>, _: Seat, action: &Action) {
        let (game, state, out) = change.parts();
        match (self, action) {
            (
                ActivateStep::Again { formation, order, road, with, retained, .. },
                Action::Accept,
            ) => {
                test::reroll(game, state, formation, out);
                let rolling = true;
                let again = ActivateStep::Again { formation, order, road, with, retained, rolling };
                state.replace_step(again.step());
            }
            (ActivateStep::Again { .. }, _) => orders::after_test(game, state, self, false, out),
            (ActivateStep::Choose(formation), Action::Choose(way)) => {
                orders::take_way(game, state, formation, *way, out);
            }
            (ActivateStep::Step(formation), Action::Accept) => {
                let step = MoveStep::Begin { formation, kind: MoveKind::OverwatchStep };
                state.replace_step(Step::Movement(step));
            }
            (ActivateStep::Step(_), _) => {
                state.steps.pop();
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, state }: Now<EaHeresy>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = self
        else {
            return one_roll(Rule::ActionTest, umpire_core::seat::Seat(0), 0);
        };
        action_test::test_modifier(game, state, formation, (order, road, retained), with, why);
        one_roll(Rule::ActionTest, state.formation(formation).owner, 1)
    }

    fn worth(self, Now { game, state }: Now<EaHeresy>, _: &DiceGroup, face: Face) -> Worth {
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = self
        else {
            return Worth::Distinct;
        };
        let chosen = (order, road, retained);
        let modifier =
            action_test::test_modifier(game, state, formation, chosen, with, &mut Silent);
        let needs = action_test::test_needs(game, formation);
        Worth::Each(u8::from(action_test::passes(game, shown(face), modifier, needs)))
    }

    fn resolve(self, change: &mut Change<EaHeresy, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = self
        else {
            return;
        };
        let chosen = (order, road, retained);
        let modifier =
            action_test::test_modifier(game, state, formation, chosen, with, &mut Silent);
        let die = faces[0];
        let passed = action_test::passes(
            game,
            shown(die),
            modifier,
            action_test::test_needs(game, formation),
        );
        out.tell(|| Event::Tested { formation, die, modifier, passed });
        let first = matches!(self, ActivateStep::Test { .. });
        if !passed && first && action_test::may_reroll(game, state, formation) {
            let rolling = false;
            let again = ActivateStep::Again { formation, order, road, with, retained, rolling };
            state.replace_step(again.step());
            return;
        }
        orders::after_test(game, state, self, passed, out);
    }
}
