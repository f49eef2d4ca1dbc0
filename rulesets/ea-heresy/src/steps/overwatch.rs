//! Overwatch: formations that wait may shoot after an enemy's move (EA-7.9).

use crate::position::action::{Action, Target};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State};
use crate::position::step::{OverwatchStep, Step};
use crate::position::units;
use crate::steps::shooting::{candidates, check, fire};
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about};
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;

impl OverwatchStep {
    fn after(self) -> OverwatchStep {
        let OverwatchStep::After { mover, next } = self;
        OverwatchStep::After { mover, next: next.saturating_add(1) }
    }
}

/// Whether a formation waits for that enemy and can shoot at it.
fn may_react(game: &EaHeresy, state: &State, formation: FormationNo, mover: FormationNo) -> bool {
    let record = state.formation(formation);
    matches!(record.stance, Stance::Overwatch { .. })
        && !record.broken
        && record.owner != state.formation(mover).owner
        && candidates::default_fire(game, state, formation, Target::Formation(mover), true)
            .is_some()
}

impl Play<EaHeresy> for OverwatchStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, _) = change.parts();
        let OverwatchStep::After { mover, next } = self;
        let gone = state.members(mover).next().is_none();
        let count = state.formations.len();
        let asked = (usize::from(next)..count)
            .map(|at| FormationNo(at as u16))
            .find(|formation| !gone && may_react(game, state, *formation, mover));
        match asked {
            None => {
                state.steps.pop();
                Flow::On
            }
            Some(formation) if formation.0 == next => Flow::Wait,
            Some(formation) => {
                let next = formation.0;
                state.replace_step(Step::Overwatch(OverwatchStep::After { mover, next }));
                Flow::Wait
            }
        }
    }

    fn ask(self, Now { state, .. }: Now<EaHeresy>) -> Ask {
        let OverwatchStep::After { mover, next } = self;
        let foe = state.formation(mover).owner.opponent();
        ask_about(foe, Rule::Overwatch, FormationNo(next))
    }

    fn legal(self, Now { game, state }: Now<EaHeresy>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let OverwatchStep::After { mover, next } = self;
        let fire = candidates::default_fire(
            game,
            state,
            FormationNo(next),
            Target::Formation(mover),
            true,
        );
        into.push(Action::Pass);
        into.extend(fire.map(Action::Shoot));
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let OverwatchStep::After { mover, next } = self;
        let name = || units::formation_name(game, mover).to_string();
        match action {
            Action::Pass | Action::Accept => Ok(()),
            Action::Shoot(fire) => {
                why.need(Rule::Overwatch, fire.target == Target::Formation(mover), || {
                    Fact::says(format!("only `{}`, which has just moved, may be shot at", name()))
                        .held(format!("`{}` has just moved", name()))
                })?;
                check::check_fire(game, state, FormationNo(next), fire, true, why)
            }
            _ => why.need(Rule::Overwatch, false, || {
                Fact::says(format!("shoot at `{}`, or let it go", name()))
                    .instead("`pass` lets it go", &Action::Pass)
            }),
        }
    }

    /// Its fire, the usual one where the player only accepts, ends its overwatch.
    fn apply(
        self,
        change: &mut Change<EaHeresy, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        let OverwatchStep::After { mover, next } = self;
        let formation = FormationNo(next);
        let target = Target::Formation(mover);
        let fire = match action {
            Action::Shoot(fire) => Some(fire.clone()),
            Action::Accept => candidates::default_fire(game, state, formation, target, true),
            _ => None,
        };
        state.replace_step(Step::Overwatch(self.after()));
        let Some(fire) = fire else {
            out.tell(|| Event::Passed { seat, rule: Rule::Overwatch });
            return;
        };
        fire::leave_overwatch(state, formation, out);
        state.push_step(Step::Overwatch(self.after()));
        fire::open_fire(game, state, formation, true, &fire, out);
    }
}
