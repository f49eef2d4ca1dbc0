//! Steps of something under way, such as an attack: what it is lies beside the stack, and whoever plays the step is handed it here.

/// Plays a family of steps by what `$found` makes of one: the step together with what it is about, for which [`Play`] is written.
/// A step whose subject is gone is over, and nobody but this asks whether it is.
///
/// [`Play`]: umpire_core::steps::Play
macro_rules! handed {
    ($family:ty, $found:path) => {
        const _: () = {
            use crate::position::{action::Action, event::Event, game::HeroScape};
            use crate::tables::rule::Rule;
            use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
            use umpire_core::game::{Listing, Observe};
            use umpire_core::ruling::{Broken, Explain};
            use umpire_core::seat::Seat;
            use umpire_core::steps::{Ask, Change, Flow, Now, Play};

            impl Play<HeroScape> for $family {
                fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
                    match $found(self, change.game, change.state) {
                        Some(step) => step.advance(change),
                        None => {
                            change.pop();
                            Flow::On
                        }
                    }
                }

                fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
                    $found(self, now.game, now.state).map_or(Ask::Roll, |step| step.ask(now))
                }

                fn legal(self, now: Now<HeroScape>, seat: Seat, into: &mut Vec<Action>) -> Listing {
                    let step = $found(self, now.game, now.state);
                    step.map_or(Listing::Complete, |step| step.legal(now, seat, into))
                }

                fn check(
                    self,
                    now: Now<HeroScape>,
                    seat: Seat,
                    action: &Action,
                    why: &mut impl Explain<Rule>,
                ) -> Result<(), Broken<Rule>> {
                    match $found(self, now.game, now.state) {
                        Some(step) => step.check(now, seat, action, why),
                        None => self.check_listed(now, seat, action, why),
                    }
                }

                fn apply(
                    self,
                    change: &mut Change<HeroScape, impl Observe<Event>>,
                    seat: Seat,
                    action: &Action,
                ) {
                    if let Some(step) = $found(self, change.game, change.state) {
                        step.apply(change, seat, action);
                    }
                }

                fn request(
                    self,
                    now: Now<HeroScape>,
                    why: &mut impl Explain<Rule>,
                ) -> RollRequest<Rule> {
                    match $found(self, now.game, now.state) {
                        Some(step) => step.request(now, why),
                        None => RollRequest::of(Rule::TurnSequence, Default::default()),
                    }
                }

                fn worth(self, now: Now<HeroScape>, group: &DiceGroup, face: Face) -> Worth {
                    let step = $found(self, now.game, now.state);
                    step.map_or(Worth::Distinct, |step| step.worth(now, group, face))
                }

                fn resolve(
                    self,
                    change: &mut Change<HeroScape, impl Observe<Event>>,
                    faces: &[Face],
                ) {
                    if let Some(step) = $found(self, change.game, change.state) {
                        step.resolve(change, faces);
                    }
                }
            }
        };
    };
}

pub(super) use handed;
