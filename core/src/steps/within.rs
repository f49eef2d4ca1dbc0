//! Steps of something larger that is under way: each is handed what that holds.

use crate::dice::{DiceGroup, Face, RollRequest, Worth};
use crate::game::{Listing, Observe};
use crate::ruling::{Explain, Verdict};
use crate::seat::Seat;
use crate::steps::{Ask, Change, Flow, Now, Play, Stepped};

/// A family of steps within something larger, such as an attack, whose state keeps it once for all of them. They are
/// handed it, so that none has to say what it does without; [`Play`] follows, with methods of the same names.
///
/// It lasts while a step within it lies in the stack. While a step changes it, it is off the state: what others ask of the
/// state meanwhile, they ask of the stack.
pub trait Within<G: Stepped>: Copy {
    /// What is under way.
    type Whole;

    /// Where a state keeps it.
    fn whole(state: &G::State) -> &Option<Self::Whole>;

    /// The same, to be changed.
    fn whole_mut(state: &mut G::State) -> &mut Option<Self::Whole>;

    /// Whether a step of the stack is one within it.
    fn is_within(step: &G::Step) -> bool;

    /// Goes on, or says that it waits; by default it waits.
    fn advance(
        self,
        _change: &mut Change<G, impl Observe<G::Event>>,
        _whole: &mut Self::Whole,
    ) -> Flow {
        Flow::Wait
    }

    /// What it waits for; by default dice.
    fn ask(self, _now: Now<G>, _whole: &Self::Whole) -> Ask<G::Rule> {
        Ask::Roll
    }

    /// The answers there are; by default none, for steps that only roll.
    fn legal(
        self,
        _now: Now<G>,
        _whole: &Self::Whole,
        _seat: Seat,
        _into: &mut Vec<G::Action>,
    ) -> Listing {
        Listing::Complete
    }

    /// Whether an answer is legal; by default, whether it is listed.
    fn check(
        self,
        now: Now<G>,
        _whole: &Self::Whole,
        seat: Seat,
        action: &G::Action,
        why: &mut impl Explain<G::Rule>,
    ) -> Verdict<G::Rule> {
        self.check_listed(now, seat, action, why)
    }

    /// Carries out an answer.
    fn apply(
        self,
        _change: &mut Change<G, impl Observe<G::Event>>,
        _whole: &mut Self::Whole,
        _seat: Seat,
        _action: &G::Action,
    ) {
    }

    /// The dice it waits for.
    fn request(
        self,
        _now: Now<G>,
        _whole: &Self::Whole,
        _why: &mut impl Explain<G::Rule>,
    ) -> RollRequest<G::Rule> {
        RollRequest::of(G::TURNS, Default::default())
    }

    /// What a face of them counts for.
    fn worth(self, _now: Now<G>, _whole: &Self::Whole, _group: &DiceGroup, _face: Face) -> Worth {
        Worth::Distinct
    }

    /// Takes their faces.
    fn resolve(
        self,
        _change: &mut Change<G, impl Observe<G::Event>>,
        _whole: &mut Self::Whole,
        _faces: &[Face],
    ) {
    }
}

/// Lets a step change what it is within, which is off the state meanwhile, and is gone with the last step within it.
fn changed<G: Stepped, S: Within<G>, O: Observe<G::Event>, R>(
    change: &mut Change<G, O>,
    does: impl FnOnce(&mut Change<G, O>, &mut S::Whole) -> R,
) -> Option<R> {
    let mut whole = S::whole_mut(change.state).take()?;
    let done = does(change, &mut whole);
    let lasts = G::steps(change.state).iter().any(S::is_within);
    *S::whole_mut(change.state) = lasts.then_some(whole);
    Some(done)
}

/// A step within what is not under way is moot; nothing else has to be said of it.
impl<G: Stepped, S: Within<G>> Play<G> for S {
    fn is_moot(self, now: Now<G>) -> bool {
        S::whole(now.state).is_none()
    }

    fn advance(self, change: &mut Change<G, impl Observe<G::Event>>) -> Flow {
        let advance =
            changed::<G, S, _, _>(change, |change, whole| Within::advance(self, change, whole));
        advance.unwrap_or(Flow::On)
    }

    fn ask(self, now: Now<G>) -> Ask<G::Rule> {
        S::whole(now.state).as_ref().map_or(Ask::Roll, |whole| Within::ask(self, now, whole))
    }

    fn legal(self, now: Now<G>, seat: Seat, into: &mut Vec<G::Action>) -> Listing {
        let whole = S::whole(now.state).as_ref();
        whole.map_or(Listing::Complete, |whole| Within::legal(self, now, whole, seat, into))
    }

    fn check(
        self,
        now: Now<G>,
        seat: Seat,
        action: &G::Action,
        why: &mut impl Explain<G::Rule>,
    ) -> Verdict<G::Rule> {
        match S::whole(now.state) {
            Some(whole) => Within::check(self, now, whole, seat, action, why),
            None => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(self, change: &mut Change<G, impl Observe<G::Event>>, seat: Seat, action: &G::Action) {
        changed::<G, S, _, _>(change, |change, whole| {
            Within::apply(self, change, whole, seat, action);
        });
    }

    fn request(self, now: Now<G>, why: &mut impl Explain<G::Rule>) -> RollRequest<G::Rule> {
        match S::whole(now.state) {
            Some(whole) => Within::request(self, now, whole, why),
            None => RollRequest::of(G::TURNS, Default::default()),
        }
    }

    fn worth(self, now: Now<G>, group: &DiceGroup, face: Face) -> Worth {
        let whole = S::whole(now.state).as_ref();
        whole.map_or(Worth::Distinct, |whole| Within::worth(self, now, whole, group, face))
    }

    fn resolve(self, change: &mut Change<G, impl Observe<G::Event>>, faces: &[Face]) {
        changed::<G, S, _, _>(change, |change, whole| {
            Within::resolve(self, change, whole, faces);
        });
    }
}
