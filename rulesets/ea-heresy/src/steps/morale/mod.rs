//! Blast markers, breaking and withdrawing, regrouping, rallying (EA-2.9, EA-9, EA-10).

pub(crate) mod markers;
pub(crate) mod rally;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo};
use crate::position::step::{Again, MoraleStep, MoveKind, MoveStep, Step};
use crate::rules::rolls::{one_roll, shown};
use crate::rules::{action_test, blast_markers, rallying};
use crate::steps::activate::test;
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about, shooting};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::Seat;

impl MoraleStep {
    fn step(self) -> Step {
        Step::Morale(self)
    }
}

impl Play<EaHeresy> for MoraleStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            MoraleStep::Withdraw { formation, left } => {
                let gone = state.members(formation).next().is_none();
                if left == 0 || gone {
                    state.steps.pop();
                    markers::check_withdrawn(game, state, formation, out);
                } else {
                    state.replace_step(MoraleStep::Withdraw { formation, left: left - 1 }.step());
                    let step = MoveStep::Begin { formation, kind: MoveKind::Withdraw };
                    state.push_step(Step::Movement(step));
                }
                Flow::On
            }
            MoraleStep::Regroup { formation } => {
                let record = state.formation(formation);
                let idle = record.broken
                    || record.markers == 0 && rallying::shields_down(game, state, formation) == 0
                    || state.members(formation).next().is_none();
                if idle {
                    state.steps.pop();
                    return Flow::On;
                }
                Flow::Wait
            }
            MoraleStep::Rally { seat } => {
                let waiting = rallying::waiting_to_rally(state, seat);
                let foe = seat.opponent();
                match waiting[..] {
                    [] if rallying::waiting_to_rally(state, foe).is_empty() => {
                        state.steps.pop();
                        Flow::On
                    }
                    [] => {
                        state.replace_step(MoraleStep::Rally { seat: foe }.step());
                        Flow::On
                    }
                    [only] => {
                        rally::begin_rally(state, seat, only);
                        Flow::On
                    }
                    _ => Flow::Wait,
                }
            }
            MoraleStep::Divide { piece, left } => {
                shooting::markers::advance_divide(game, state, (piece, left), out)
            }
            MoraleStep::Raise { formation, left } => {
                rally::advance_raise(game, state, (formation, left), out)
            }
            MoraleStep::Share { .. } | MoraleStep::RallyTest { .. } => Flow::Wait,
        }
    }

    fn ask(self, Now { state, .. }: Now<EaHeresy>) -> Ask {
        let about = |formation: FormationNo, rule: Rule| {
            ask_about(state.formation(formation).owner, rule, formation)
        };
        match self {
            MoraleStep::Divide { piece, .. } => {
                let owner = state.holder(piece).unwrap_or(Seat(0));
                ask_about(owner, Rule::MarkerSplit, piece)
            }
            MoraleStep::Share { formation, .. } | MoraleStep::Raise { formation, .. } => {
                about(formation, Rule::Regroup)
            }
            MoraleStep::Rally { seat } => Ask::seat(seat, Rule::RallyOrder),
            MoraleStep::RallyTest { formation, again: Again::Asking } => {
                about(formation, Rule::RallyTest)
            }
            _ => Ask::Roll,
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            MoraleStep::Share { formation, amount } => {
                let markers = state.formation(formation).markers.min(amount);
                let shields = rallying::shields_down(game, state, formation);
                into.extend((0..=markers).rev().filter_map(|markers| {
                    let shields_raised = (amount - markers).min(shields);
                    (markers + shields_raised == amount.min(markers + shields))
                        .then_some(Action::Share { markers, shields: shields_raised })
                }));
            }
            MoraleStep::Raise { formation, .. } => {
                let engines = rallying::with_shields_down(game, state, formation);
                into.extend(engines.map(|unit| Action::Pick(Body::Unit(unit))));
            }
            MoraleStep::Divide { piece, .. } => {
                let next = blast_markers::neediest(game, state, piece, &state.toll.shares);
                into.extend(next.into_iter().map(Action::Mark));
            }
            MoraleStep::Rally { .. } => {
                into.extend(rallying::waiting_to_rally(state, seat).into_iter().map(Action::Rally));
            }
            MoraleStep::RallyTest { again: Again::Asking, .. } => {
                into.extend([Action::Accept, Action::Pass]);
            }
            _ => {}
        }
        Listing::Complete
    }

    fn apply(self, change: &mut Change<EaHeresy, impl Observe<Event>>, _: Seat, action: &Action) {
        let (game, state, out) = change.parts();
        match (self, action) {
            (MoraleStep::Share { formation, .. }, Action::Share { markers, shields }) => {
                state.steps.pop();
                markers::unmark(state, formation, *markers, Rule::Regroup, out);
                rally::raise_shields(state, formation, *shields);
            }
            (MoraleStep::Raise { formation, left }, Action::Pick(Body::Unit(unit))) => {
                rally::raise_shield(state, *unit, out);
                let left = left.saturating_sub(1);
                state.replace_step(MoraleStep::Raise { formation, left }.step());
            }
            (MoraleStep::Divide { piece, left }, Action::Mark(formation)) => {
                crate::steps::harm::tally(&mut state.toll.shares, *formation, 1);
                let left = left.saturating_sub(1);
                state.replace_step(MoraleStep::Divide { piece, left }.step());
            }
            (MoraleStep::Rally { seat }, Action::Rally(formation)) => {
                rally::begin_rally(state, seat, *formation);
            }
            (MoraleStep::RallyTest { formation, .. }, Action::Accept) => {
                test::reroll(game, state, formation, out);
                let again = Again::Rolling;
                state.replace_step(MoraleStep::RallyTest { formation, again }.step());
            }
            (MoraleStep::RallyTest { formation, .. }, _) => {
                rally::fail_rally(game, state, formation)
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, state }: Now<EaHeresy>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        match self {
            MoraleStep::Regroup { formation } => {
                one_roll(Rule::Regroup, state.formation(formation).owner, 2)
            }
            MoraleStep::RallyTest { formation, .. } => {
                rallying::rally_modifier(game, state, formation, why);
                one_roll(Rule::RallyTest, state.formation(formation).owner, 1)
            }
            _ => one_roll(Rule::Turn, Seat(0), 0),
        }
    }

    fn worth(self, Now { game, state }: Now<EaHeresy>, _: &DiceGroup, face: Face) -> Worth {
        match self {
            MoraleStep::Regroup { .. } => Worth::Highest(face),
            MoraleStep::RallyTest { formation, .. } => {
                let modifier = rallying::rally_modifier(game, state, formation, &mut Silent);
                let needs = i16::from(game.sheets[formation.index()].initiative);
                Worth::Each(u8::from(shown(face) + modifier >= needs))
            }
            _ => Worth::Distinct,
        }
    }

    fn resolve(self, change: &mut Change<EaHeresy, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        match self {
            MoraleStep::Regroup { formation } => {
                rally::regrouped(game, state, formation, faces, out)
            }
            MoraleStep::RallyTest { formation, again } => {
                let modifier = rallying::rally_modifier(game, state, formation, &mut Silent);
                let needs = i16::from(game.sheets[formation.index()].initiative);
                let die = faces[0];
                let passed = shown(die) + modifier >= needs;
                out.tell(|| Event::Rallied { formation, die, modifier, passed });
                if passed {
                    state.steps.pop();
                    rally::rally(game, state, formation, out);
                } else if again == Again::First && action_test::may_reroll(game, state, formation) {
                    let again = Again::Asking;
                    state.replace_step(MoraleStep::RallyTest { formation, again }.step());
                } else {
                    rally::fail_rally(game, state, formation);
                }
            }
            _ => {}
        }
    }
}
