//! The contract each ruleset fulfils: what it waits for, what is legal, what happens.

use crate::dice::{BadRoll, Dice, DiceGroup, Face, RollRequest, Worth, fits};
use crate::numbers::Kind;
use crate::ruling::{Broken, Explain, Refusal, RuleId, Ruling, Silent};
use crate::seat::{Seat, Seats};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// Whom events are told to. A deaf observer builds none.
pub trait Observe<E> {
    /// Tells one event; the closure runs only if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> E);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Deaf;

impl<E> Observe<E> for Deaf {
    #[inline(always)]
    fn tell(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Observe<E> for Vec<E> {
    fn tell(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}

/// What a game waits for.
#[allow(clippy::large_enum_variant)] // A request lies on the stack, so that asking allocates nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pending<R> {
    /// Somebody decides.
    Choice(Choice<R>),
    /// Dice fall.
    Roll(RollRequest<R>),
    /// Nobody is asked any more.
    Over(Outcome),
}

/// A decision that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Choice<R> {
    /// Who decides. With several seats each decides once, in secret, and all decisions are
    /// carried out together in seat order.
    pub seats: Seats,
    /// The rule that asks.
    pub about: R,
    /// What it is about (a unit's number), where it is about one thing.
    pub subject: Option<u16>,
    /// Whether others must not see the decision when it is made.
    pub sealed: bool,
}

impl<R> Choice<R> {
    /// Whether nobody may know what the others decide before it is carried out.
    pub fn is_secret(&self) -> bool {
        self.sealed || self.seats.len() > 1
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody in a draw, several where they share the victory.
    pub winners: Seats,
}

impl Outcome {
    /// What it is worth to a seat: 1 to whoever won, -1 to whoever lost, 0 in a draw.
    pub fn payoff(self, seat: Seat) -> f64 {
        match (self.winners.is_empty(), self.winners.contains(seat)) {
            (true, _) => 0.0,
            (false, true) => 1.0,
            (false, false) => -1.0,
        }
    }
}

/// Whether a list of actions is all there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Whatever is not listed is refused.
    Complete,
    /// The ones worth considering; others may be legal.
    Candidates,
}

/// An end that comes from the table and not from the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// One seat gives up.
    Concede(Seat),
    /// All agree on a draw.
    Draw,
    /// The time is up; the rules say who is ahead.
    Time,
}

impl Stop {
    /// Who wins a game between two that ends so, where `ahead` says who is ahead.
    ///
    /// ```
    /// # use umpire_core::{Seat, Seats, Stop};
    /// assert_eq!(Stop::Concede(Seat(0)).winners(|| Seats::NONE), Seats::only(Seat(1)));
    /// assert_eq!(Stop::Time.winners(|| Seats::only(Seat(0))), Seats::only(Seat(0)));
    /// ```
    pub fn winners(self, ahead: impl FnOnce() -> Seats) -> Seats {
        match self {
            Stop::Concede(seat) => Seats::first_of(2).without(seat),
            Stop::Draw => Seats::NONE,
            Stop::Time => ahead(),
        }
    }
}

/// The rules of a game. `self` holds what never changes in a game: edition, tables, battlefield.
///
/// # Invariants
///
/// The checks of `umpire_core::testing` state them; every ruleset calls them from its tests. Several sessions may share one game, in
/// several threads.
pub trait Game: Sized + Send + Sync {
    /// What a game starts from; may be wrong.
    type Setup: Clone + Debug + Send + Serialize + DeserializeOwned;
    /// A position; cannot be wrong. Equal positions are equal states.
    type State: Clone + Debug + Send + Eq + Hash + Serialize + DeserializeOwned;
    /// What a player or the judge may decide.
    type Action: Clone + Debug + Send + PartialEq + Serialize + DeserializeOwned;
    /// A change of the position by the judge.
    type Amendment: Clone + Debug + Send + PartialEq + Serialize + DeserializeOwned;
    /// What happened.
    type Event: Clone + Debug + Send + PartialEq + Serialize;
    /// The statements of the rulebook that code enforces.
    type Rule: RuleId + Serialize;

    /// The only gate to a state: a new game, or any position; refuses with every reason.
    fn start(&self, setup: &Self::Setup) -> Result<Self::State, Vec<Refusal<Self::Rule>>>;

    /// The invariants: the gate of positions and amendments.
    fn check_invariants(&self, state: &Self::State) -> Result<(), Vec<Refusal<Self::Rule>>>;

    /// How many players sit at the table; by default two.
    fn players(&self, _state: &Self::State) -> u8 {
        2
    }

    /// The dice that requests name.
    fn dice(&self) -> &Dice;

    /// What the game waits for; `why` hears each modifier of the dice asked for.
    fn pending<E: Explain<Self::Rule>>(
        &self,
        state: &Self::State,
        why: &mut E,
    ) -> Pending<Self::Rule>;

    /// Lists the actions of a seat that is asked, and says whether these are all. A ruleset must not ask a question whose
    /// complete list holds one answer: it carries that answer out itself ([`Flow::Choose`](crate::steps::Flow::Choose)). It may where the
    /// decision is sealed, or where others do not see all that the seat sees, for what is not asked tells them something. `testing::holds_in_random_play` checks this.
    fn legal(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Action>) -> Listing;

    /// Whether an action is legal, and on what grounds.
    fn check<E: Explain<Self::Rule>>(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
        why: &mut E,
    ) -> Result<(), Broken<Self::Rule>>;

    /// Carries out an action whose `need`s all hold. A broken `require` it survives.
    fn apply<O: Observe<Self::Event>>(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        events: &mut O,
    );

    /// What one face of a die of that group counts for in the pending roll.
    fn worth(&self, state: &Self::State, group: &DiceGroup, face: Face) -> Worth;

    /// Carries out a roll; the faces fit the request.
    fn resolve<O: Observe<Self::Event>>(
        &self,
        state: &mut Self::State,
        faces: &[Face],
        events: &mut O,
    );

    /// Changes the position by the judge's word; the result is sound, or nothing changes.
    fn amend<O: Observe<Self::Event>>(
        &self,
        state: &mut Self::State,
        change: &Self::Amendment,
        events: &mut O,
    ) -> Result<(), Vec<Refusal<Self::Rule>>>;

    /// Ends the game, or one seat's part in it, by the table's word.
    fn stop<O: Observe<Self::Event>>(&self, state: &mut Self::State, stop: Stop, events: &mut O);

    /// What a seat may know: a state like any other, with unknowns masked. What stands for an unknown must be nothing that could be known, or
    /// nobody is seen to learn it. By default all of it: a game that hides something says so here and in [`Game::audible`].
    ///
    /// Whatever a seat reads is worked out on its view: questions and dice in words, lines of the log, the picture, facts, odds. Bots
    /// play on it, so that everything has to work on it as on any state: an unknown is taken for something, never for impossible.
    /// [`Seat::NOBODY`] is whoever only looks on.
    fn view(&self, state: &Self::State, _seat: Seat) -> Self::State {
        state.clone()
    }

    /// Whether a seat hears an event; by default everybody hears all. `state` is the one after the input that caused
    /// it.
    fn audible(&self, _state: &Self::State, _event: &Self::Event, _seat: Seat) -> bool {
        true
    }

    /// The rule behind an event.
    fn because(&self, event: &Self::Event) -> Self::Rule;

    /// A number that grows whenever a turn ends: where digests are taken and undo may stop.
    fn clock(&self, state: &Self::State) -> u32;

    /// What is left of an action that was cut off when somebody had to answer; nothing where it
    /// was carried out, or can go on no longer. `now` may be several inputs after `before`.
    fn rest(
        &self,
        _before: &Self::State,
        _action: &Self::Action,
        _now: &Self::State,
    ) -> Option<Self::Action> {
        None
    }

    /// Which numbers of a kind mean something in an action or an amendment, such as how many figures
    /// there are; nothing where any does. Seats are known.
    ///
    /// What comes from a record or a program is checked against it before anything is asked of it.
    fn range(&self, _: &Self::State, _: Kind) -> Option<RangeInclusive<i64>> {
        None
    }

    /// The rule's id with the row of the table it speaks of, where it has one.
    fn cite(&self, rule: Self::Rule) -> String {
        rule.id().to_string()
    }

    /// Checks an action and carries it out; a refused one leaves the state untouched.
    #[inline]
    fn act<O: Observe<Self::Event>>(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        events: &mut O,
    ) -> Result<(), Broken<Self::Rule>> {
        self.check(state, seat, action, &mut Silent)?;
        self.apply(state, seat, action, events);
        Ok(())
    }

    /// Carries out an action past the rules it breaks and names them; a broken `need` refuses it,
    /// and so does an invariant that the position would no longer keep.
    fn overrule<O: Observe<Self::Event>>(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        events: &mut O,
    ) -> Result<Vec<Self::Rule>, Broken<Self::Rule>> {
        let mut ruling = Ruling::default();
        self.check(state, seat, action, &mut ruling)?;
        let mut after = state.clone();
        self.apply(&mut after, seat, action, &mut Deaf);
        if let Err(refusals) = self.check_invariants(&after)
            && let Some(refusal) = refusals.first()
        {
            return Err(Broken(refusal.rule));
        }
        self.apply(state, seat, action, events);
        Ok(ruling.broken)
    }

    /// Takes faces for the pending roll; unfit ones leave the state untouched.
    #[inline]
    fn roll<O: Observe<Self::Event>>(
        &self,
        state: &mut Self::State,
        faces: &[Face],
        events: &mut O,
    ) -> Result<(), BadRoll> {
        let Pending::Roll(request) = self.pending(state, &mut Silent) else {
            return Err(BadRoll::NotAsked);
        };
        fits(self.dice(), &request, faces)?;
        self.resolve(state, faces, events);
        Ok(())
    }

    /// The whole ruling on an action: every premise, with what it rests on. What could be done instead is told where that
    /// would pass as a whole, whatever else is broken.
    fn ruling(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Ruling<Self::Rule> {
        let mut ruling = Ruling::default();
        if let Err(Broken(rule)) = self.check(state, seat, action, &mut ruling)
            && ruling.broken.is_empty()
        {
            ruling.broken.push(rule);
        }
        let passes = |instead: &serde_json::Value| {
            let instead = serde_json::from_value::<Self::Action>(instead.clone());
            instead.is_ok_and(|instead| self.check(state, seat, &instead, &mut Silent).is_ok())
        };
        ruling.with_facts(|fact| {
            let action = fact.remedy.as_ref().and_then(|remedy| remedy.action.as_ref());
            if action.is_some_and(|action| !passes(action)) {
                fact.remedy = None;
            }
        })
    }
}
