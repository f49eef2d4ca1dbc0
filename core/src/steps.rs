//! A game as a stack of small steps, each of which asks somebody, waits for dice or goes on by itself.
//!
//! What is under way is a stack in the state: the innermost step is its last. A family of steps is one
//! implementation of [`Play`]; [`steps!`](crate::steps!) joins the families of a game into one enum, and
//! [`played_by_steps!`](crate::played_by_steps!) makes of the stack the part of [`Game`] that all such games share.
//!
//! A step is small and `Copy` and holds what it is about. Since everything between two answers is a stack of them, a
//! game can be saved, shown and taken back anywhere.

mod within;

pub use within::Within;

use crate::command::all_of;
use crate::dice::{DiceGroup, Face, RollRequest, Worth};
use crate::game::{Choice, Game, Listing, Observe, Outcome, Pending};
use crate::host::Hosted;
use crate::ruling::{Explain, Fact, Silent, Verdict};
use crate::seat::{Seat, Seats};
use std::ops::Deref;

/// Whether a step goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The stack has changed; look at its top again.
    On,
    /// Somebody must answer, or dice must fall.
    Wait,
    /// One seat must answer, unless nothing is left to decide: a lone answer is carried out, and where there is none the step is
    /// taken off. That is so only where all answers are listed.
    Choose,
}

/// What a waiting step asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask<R> {
    /// Dice.
    Roll,
    /// A decision.
    Choice(Choice<R>),
}

impl<R> Ask<R> {
    /// A decision of one seat.
    pub fn seat(seat: Seat, about: R) -> Ask<R> {
        Ask::seats(Seats::only(seat), about)
    }

    /// A decision of several seats, each by itself.
    pub fn seats(seats: Seats, about: R) -> Ask<R> {
        Ask::Choice(Choice { seats, about, subject: None, sealed: false })
    }

    /// A decision of one seat about one thing, by its number.
    pub fn about(seat: Seat, about: R, subject: u16) -> Ask<R> {
        Ask::seat(seat, about).of(Some(subject))
    }

    /// The same about one thing, by its number, where there is one.
    #[must_use]
    pub fn of(self, subject: Option<u16>) -> Ask<R> {
        match self {
            Ask::Roll => Ask::Roll,
            Ask::Choice(choice) => Ask::Choice(Choice { subject, ..choice }),
        }
    }

    /// The same, kept from others until it is carried out.
    #[must_use]
    pub fn sealed(self) -> Ask<R> {
        match self {
            Ask::Roll => Ask::Roll,
            Ask::Choice(choice) => Ask::Choice(Choice { sealed: true, ..choice }),
        }
    }
}

/// A game as it stands: what a step looks at.
pub struct Now<'a, G: Game> {
    /// The game, with its tables.
    pub game: &'a G,
    /// What has come of it so far.
    pub state: &'a G::State,
}

impl<G: Game> Clone for Now<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Now<'_, G> {}

/// A change under way: what a step changes, and who hears of it.
pub struct Change<'a, G: Game, O> {
    /// The game, with its tables.
    pub game: &'a G,
    /// What is changed.
    pub state: &'a mut G::State,
    /// Who hears what happens.
    pub out: &'a mut O,
}

impl<'a, G: Game, O: Observe<G::Event>> Change<'a, G, O> {
    /// A change of a state.
    pub fn of(game: &'a G, state: &'a mut G::State, out: &'a mut O) -> Change<'a, G, O> {
        Change { game, state, out }
    }

    /// The game as it stands within the change.
    pub fn now(&self) -> Now<'_, G> {
        Now { game: self.game, state: self.state }
    }

    /// The game, its state and who hears, each by itself.
    pub fn parts(&mut self) -> (&'a G, &mut G::State, &mut O) {
        (self.game, self.state, self.out)
    }

    /// Tells what has happened; the closure runs only if somebody listens.
    pub fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.out.tell(event);
    }
}

impl<G: Stepped, O> Change<'_, G, O> {
    /// Puts a step on top of the stack: it comes before what is waited for now.
    pub fn push(&mut self, step: impl Into<G::Step>) {
        G::steps_mut(self.state).push(step.into());
    }

    /// Takes the innermost step off.
    pub fn pop(&mut self) {
        G::steps_mut(self.state).pop();
    }

    /// Puts a step in the place of the innermost.
    pub fn replace(&mut self, step: impl Into<G::Step>) {
        self.pop();
        self.push(step);
    }
}

/// What steps are stacked in, the innermost last.
pub trait Stack<S>: Deref<Target = [S]> {
    /// Puts one on top.
    fn push(&mut self, step: S);

    /// Takes the innermost off.
    fn pop(&mut self) -> Option<S>;

    /// Takes all off.
    fn clear(&mut self);
}

macro_rules! stacks {
    ($($(#[$doc:meta])* [$($most:tt)*] $stack:ty;)+) => {
        $($(#[$doc])* impl<S, $($most)*> Stack<S> for $stack {
            fn push(&mut self, step: S) {
                self.push(step);
            }

            fn pop(&mut self) -> Option<S> {
                self.pop()
            }

            fn clear(&mut self) {
                self.clear();
            }
        })+
    };
}

stacks! {
    [] Vec<S>;
    /// No more than `MOST` at once, which lie in the state itself; one more is a fault of the game, and panics.
    [const MOST: usize] arrayvec::ArrayVec<S, MOST>;
}

/// A game whose state holds a stack of steps.
pub trait Stepped: Hosted {
    /// The families of steps.
    type Step: Play<Self> + Copy;

    /// What they are stacked in: a `Vec`, or an `ArrayVec` where a state is copied often.
    type Stack: Stack<Self::Step>;

    /// The rule of taking turns: cited where somebody acts who is not asked.
    const TURNS: Self::Rule;

    /// What has to be done, the innermost last.
    fn steps(state: &Self::State) -> &Self::Stack;

    /// The same, to be changed.
    fn steps_mut(state: &mut Self::State) -> &mut Self::Stack;

    /// How the game ended, once it has.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// What follows from a change before the next step is looked at; says whether the game ends by it.
    fn between(_change: &mut Change<Self, impl Observe<Self::Event>>) -> bool {
        false
    }

    /// Begins what comes when nothing is under way, such as the next turn.
    fn next(change: &mut Change<Self, impl Observe<Self::Event>>);

    /// Forgets everything that is under way, once the game is over; by default the steps.
    fn forget(state: &mut Self::State) {
        Self::steps_mut(state).clear();
    }

    /// Whether a seat may act though nobody asks it, as at a referee's table.
    fn may_always(_now: Now<Self>, _seat: Seat) -> bool {
        false
    }
}

/// A family of steps. In `apply` and `resolve` the step is still the top of the stack and takes itself off. Answers are
/// listed and judged only while [`Play::ask`] is a choice, and dice are requested only while it is [`Ask::Roll`]; `advance`
/// returns [`Flow::Wait`] where either is due.
pub trait Play<G: Stepped>: Clone {
    /// Whether what it is about is gone, such as a figure that an earlier step removed: it is taken off without a word.
    #[allow(clippy::wrong_self_convention)] // What lies in a stack is `Copy`.
    fn is_moot(self, _now: Now<G>) -> bool {
        false
    }

    /// Goes on, or says that it waits; by default it waits.
    fn advance(self, _change: &mut Change<G, impl Observe<G::Event>>) -> Flow {
        Flow::Wait
    }

    /// What it waits for; by default dice.
    fn ask(self, _now: Now<G>) -> Ask<G::Rule> {
        Ask::Roll
    }

    /// The answers there are; by default none, for steps that only roll.
    fn legal(self, _now: Now<G>, _seat: Seat, _into: &mut Vec<G::Action>) -> Listing {
        Listing::Complete
    }

    /// Whether an answer is legal; by default, whether it is listed.
    fn check(
        self,
        now: Now<G>,
        seat: Seat,
        action: &G::Action,
        why: &mut impl Explain<G::Rule>,
    ) -> Verdict<G::Rule> {
        self.check_listed(now, seat, action, why)
    }

    /// Whether an answer is listed, by the rule that asks: what `check` comes to where a step has nothing to add.
    fn check_listed(
        self,
        now: Now<G>,
        seat: Seat,
        action: &G::Action,
        why: &mut impl Explain<G::Rule>,
    ) -> Verdict<G::Rule> {
        let mut listed = Vec::new();
        self.clone().legal(now, seat, &mut listed);
        let about = match self.ask(now) {
            Ask::Choice(choice) => choice.about,
            Ask::Roll => G::TURNS,
        };
        why.need(about, listed.contains(action), || no_answer(now.game, now.state, seat))
    }

    /// Carries out an answer.
    fn apply(self, _: &mut Change<G, impl Observe<G::Event>>, _: Seat, _: &G::Action) {}

    /// The dice it waits for.
    fn request(self, _now: Now<G>, _why: &mut impl Explain<G::Rule>) -> RollRequest<G::Rule> {
        RollRequest::of(G::TURNS, Default::default())
    }

    /// What a face of them counts for.
    fn worth(self, _now: Now<G>, _group: &DiceGroup, _face: Face) -> Worth {
        Worth::Distinct
    }

    /// Takes their faces.
    fn resolve(self, _: &mut Change<G, impl Observe<G::Event>>, _faces: &[Face]) {}
}

/// What the innermost step waits for.
pub fn pending<G: Stepped>(
    game: &G,
    state: &G::State,
    why: &mut impl Explain<G::Rule>,
) -> Pending<G::Rule> {
    let Some(step) = G::steps(state).last().copied() else {
        return Pending::Over(G::outcome(state).unwrap_or(Outcome { winners: Seats::NONE }));
    };
    let now = Now { game, state };
    match step.ask(now) {
        Ask::Roll => Pending::Roll(step.request(now, why)),
        Ask::Choice(choice) => Pending::Choice(choice),
    }
}

/// Whether an action is legal: somebody is asked, this seat is, and the step has nothing against it.
///
/// # Errors
/// The rule that forbids it.
pub fn check<G: Stepped>(
    game: &G,
    state: &G::State,
    seat: Seat,
    action: &G::Action,
    why: &mut impl Explain<G::Rule>,
) -> Verdict<G::Rule> {
    let Some(step) = G::steps(state).last().copied() else {
        return why.need(G::TURNS, false, || Fact::says("the game is over"));
    };
    let now = Now { game, state };
    let ask = step.ask(now);
    let (seats, about) = match &ask {
        Ask::Choice(Choice { seats, about, .. }) => (*seats, *about),
        Ask::Roll => (Seats::NONE, step.request(now, &mut Silent).because),
    };
    why.need(about, G::may_always(now, seat) || seats.contains(seat), || {
        Fact::says(not_asked(now, step, seats, seat)).held("this seat is asked")
    })?;
    step.check(now, seat, action, why)
}

/// Whom a step asks, or which dice it waits for, told to somebody else.
fn not_asked<G: Stepped>(now: Now<G>, step: G::Step, asked: Seats, seat: Seat) -> String {
    if asked.is_empty() {
        return match step.request(now, &mut Silent).dice() {
            1 => "1 die has to fall before anybody decides".to_string(),
            dice => format!("{dice} dice have to fall before anybody decides"),
        };
    }
    let asked: Vec<_> = asked.iter().map(|seat| now.game.seat_name(seat)).collect();
    let word = now.game.seat_name(seat);
    format!("it is for {} to decide, not for {word}", all_of(&asked, "and"))
}

/// At most so many answers are told to whoever gave none.
const FEW: usize = 3;
/// So many are looked at for one that shows how they are typed.
const MOST_LOOKED_AT: usize = 32;

/// Why something is no answer: the question that is open, and how it is answered, as typed.
pub fn no_answer<G: Hosted>(game: &G, state: &G::State, seat: Seat) -> Fact {
    let mut listed = Vec::new();
    game.legal(state, seat, &mut listed);
    let fact = match game.pending(state, &mut Silent) {
        Pending::Choice(choice) => {
            let question = game.say_choice(state, &choice);
            Fact::says(format!("this is not among the answers to what is asked: {question}"))
        }
        _ => Fact::says("nobody is asked now"),
    };
    let fact = fact.held("this answers what is asked");
    // Of many, `pass` shows nobody how the others are typed.
    let names_something = |(typed, _): &&(String, &G::Action)| typed.contains(' ');
    let mut ways: Vec<(String, &G::Action)> = Vec::new();
    for action in listed.iter().take(MOST_LOOKED_AT) {
        if ways.len() > FEW && ways.iter().any(|way| names_something(&way)) {
            break;
        }
        let typed = format!("`{}`", game.say_action(state, seat, action));
        if ways.iter().all(|(known, _)| *known != typed) {
            ways.push((typed, action));
        }
    }
    let shown = ways.iter().find(names_something).or(ways.first());
    let Some((first, action)) = shown else { return fact };
    let says = match ways.len() {
        1..=FEW => {
            let typed: Vec<&String> = ways.iter().map(|(typed, _)| typed).collect();
            all_of(&typed, "or")
        }
        _ => format!("{first}, or another of those that `list` tells"),
    };
    fact.instead(says, action)
}

/// Goes on until somebody must answer, dice must fall, or the game is over.
pub fn settle<G: Stepped>(game: &G, state: &mut G::State, out: &mut impl Observe<G::Event>) {
    let change = &mut Change { game, state, out };
    loop {
        if G::outcome(change.state).is_some() || G::between(change) {
            G::forget(change.state);
            return;
        }
        let flow = match G::steps(change.state).last().copied() {
            None => {
                G::next(change);
                Flow::On
            }
            Some(step) if step.is_moot(change.now()) => {
                change.pop();
                Flow::On
            }
            Some(step) => step.advance(change),
        };
        if flow == Flow::Wait || (flow == Flow::Choose && !forced(change)) {
            return;
        }
    }
}

/// Whether the innermost step leaves nothing to decide: its lone answer is carried out, or the step is taken off.
fn forced<G: Stepped>(change: &mut Change<G, impl Observe<G::Event>>) -> bool {
    let now = change.now();
    let Some(step) = G::steps(now.state).last().copied() else { return true };
    let Ask::Choice(choice) = step.ask(now) else { return false };
    let Some(seat) = choice.seats.first() else { return false };
    let mut answers = Vec::new();
    let listing = step.legal(now, seat, &mut answers);
    match (answers.as_slice(), listing) {
        ([], Listing::Complete) => change.pop(),
        ([only], Listing::Complete) => step.apply(change, seat, only),
        _ => return false,
    }
    true
}

/// The answers that the innermost step lists.
pub fn legal<G: Stepped>(
    game: &G,
    state: &G::State,
    seat: Seat,
    into: &mut Vec<G::Action>,
) -> Listing {
    match G::steps(state).last().copied() {
        Some(step) => step.legal(Now { game, state }, seat, into),
        None => Listing::Complete,
    }
}

/// Carries out an answer, and goes on.
pub fn apply<G: Stepped>(
    game: &G,
    state: &mut G::State,
    seat: Seat,
    action: &G::Action,
    out: &mut impl Observe<G::Event>,
) {
    if let Some(step) = G::steps(state).last().copied() {
        step.apply(&mut Change::of(game, state, out), seat, action);
        settle(game, state, out);
    }
}

/// What a face counts for in the roll that is waited for.
pub fn worth<G: Stepped>(game: &G, state: &G::State, group: &DiceGroup, face: Face) -> Worth {
    match G::steps(state).last().copied() {
        Some(step) => step.worth(Now { game, state }, group, face),
        None => Worth::Distinct,
    }
}

/// Takes the faces of the roll that is waited for, and goes on.
pub fn resolve<G: Stepped>(
    game: &G,
    state: &mut G::State,
    faces: &[Face],
    out: &mut impl Observe<G::Event>,
) {
    if let Some(step) = G::steps(state).last().copied() {
        step.resolve(&mut Change::of(game, state, out), faces);
        settle(game, state, out);
    }
}

/// Joins families of steps into the one enum of a game's steps, and declares those that are given with what they hold:
/// `steps! { /// What is waited for. pub enum Step of MyGame { /// A side acts. Turn, /// Dice fall. Attack { /// Whose. figure: PieceId } } }`.
///
/// `Turn` declares a struct without fields, `Attack { .. }` one with those, which are public; `Promotion(other::Promotion)` takes one that is
/// declared elsewhere and derives `Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize`. Each implements
/// [`Play`](crate::steps::Play). The crate depends on `serde`.
#[macro_export]
macro_rules! steps {
    (
        $(#[$doc:meta])* $vis:vis enum $step:ident of $game:ty {
            $($(#[$what:meta])* $family:ident $(($type:ty))? $({ $($fields:tt)* })?),+ $(,)?
        }
    ) => {
        $($crate::steps! { @family $vis [$(#[$what])*] $family $(($type))? $({ $($fields)* })? })+

        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        $(#[$doc])*
        $vis enum $step {
            $($(#[$what])* $family($crate::steps! { @type $family $(($type))? }),)+
        }

        $(impl From<$crate::steps! { @type $family $(($type))? }> for $step {
            fn from(step: $crate::steps! { @type $family $(($type))? }) -> $step {
                $step::$family(step)
            }
        })+

        impl $crate::steps::Play<$game> for $step {
            fn is_moot(self, now: $crate::steps::Now<$game>) -> bool {
                match self { $($step::$family(it) => $crate::steps::Play::is_moot(it, now),)+ }
            }

            fn advance(
                self,
                change: &mut $crate::steps::Change<$game, impl $crate::Observe<<$game as $crate::Game>::Event>>,
            ) -> $crate::steps::Flow {
                match self { $($step::$family(it) => $crate::steps::Play::advance(it, change),)+ }
            }

            fn ask(
                self,
                now: $crate::steps::Now<$game>,
            ) -> $crate::steps::Ask<<$game as $crate::Game>::Rule> {
                match self { $($step::$family(it) => $crate::steps::Play::ask(it, now),)+ }
            }

            fn legal(
                self,
                now: $crate::steps::Now<$game>,
                seat: $crate::Seat,
                into: &mut Vec<<$game as $crate::Game>::Action>,
            ) -> $crate::Listing {
                match self { $($step::$family(it) => $crate::steps::Play::legal(it, now, seat, into),)+ }
            }

            fn check(
                self,
                now: $crate::steps::Now<$game>,
                seat: $crate::Seat,
                action: &<$game as $crate::Game>::Action,
                why: &mut impl $crate::Explain<<$game as $crate::Game>::Rule>,
            ) -> $crate::ruling::Verdict<<$game as $crate::Game>::Rule> {
                match self { $($step::$family(it) => $crate::steps::Play::check(it, now, seat, action, why),)+ }
            }

            fn apply(
                self,
                change: &mut $crate::steps::Change<$game, impl $crate::Observe<<$game as $crate::Game>::Event>>,
                seat: $crate::Seat,
                action: &<$game as $crate::Game>::Action,
            ) {
                match self { $($step::$family(it) => $crate::steps::Play::apply(it, change, seat, action),)+ }
            }

            fn request(
                self,
                now: $crate::steps::Now<$game>,
                why: &mut impl $crate::Explain<<$game as $crate::Game>::Rule>,
            ) -> $crate::RollRequest<<$game as $crate::Game>::Rule> {
                match self { $($step::$family(it) => $crate::steps::Play::request(it, now, why),)+ }
            }

            fn worth(
                self,
                now: $crate::steps::Now<$game>,
                group: &$crate::DiceGroup,
                face: $crate::Face,
            ) -> $crate::Worth {
                match self { $($step::$family(it) => $crate::steps::Play::worth(it, now, group, face),)+ }
            }

            fn resolve(
                self,
                change: &mut $crate::steps::Change<$game, impl $crate::Observe<<$game as $crate::Game>::Event>>,
                faces: &[$crate::Face],
            ) {
                match self { $($step::$family(it) => $crate::steps::Play::resolve(it, change, faces),)+ }
            }
        }
    };
    (@type $family:ident ($type:ty)) => { $type };
    (@type $family:ident) => { $family };
    (@family $vis:vis [$($what:tt)*] $family:ident ($type:ty)) => {};
    (@family $vis:vis [$($what:tt)*] $family:ident) => {
        $($what)*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        $vis struct $family;
    };
    (@family $vis:vis [$($what:tt)*] $family:ident {
        $($(#[$about:meta])* $field:ident: $held:ty),* $(,)?
    }) => {
        $($what)*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        $vis struct $family {
            $($(#[$about])* pub $field: $held,)*
        }
    };
}

/// The methods of [`Game`](crate::game::Game) that follow from a stack of steps: `pending`, `legal`, `check`, `apply`, `worth`
/// and `resolve`. Left to write: `start`, `check_invariants`, `dice`, `amend`, `stop`, `because`, `clock`, and `view`, `audible`, `range`
/// where needed.
#[macro_export]
macro_rules! played_by_steps {
    () => {
        fn pending<E: $crate::Explain<Self::Rule>>(
            &self,
            state: &Self::State,
            why: &mut E,
        ) -> $crate::Pending<Self::Rule> {
            $crate::steps::pending(self, state, why)
        }

        fn legal(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            into: &mut Vec<Self::Action>,
        ) -> $crate::Listing {
            $crate::steps::legal(self, state, seat, into)
        }

        fn check<E: $crate::Explain<Self::Rule>>(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            action: &Self::Action,
            why: &mut E,
        ) -> Result<(), $crate::Broken<Self::Rule>> {
            $crate::steps::check(self, state, seat, action, why)
        }

        fn apply<O: $crate::Observe<Self::Event>>(
            &self,
            state: &mut Self::State,
            seat: $crate::Seat,
            action: &Self::Action,
            events: &mut O,
        ) {
            $crate::steps::apply(self, state, seat, action, events);
        }

        fn worth(
            &self,
            state: &Self::State,
            group: &$crate::DiceGroup,
            face: $crate::Face,
        ) -> $crate::Worth {
            $crate::steps::worth(self, state, group, face)
        }

        fn resolve<O: $crate::Observe<Self::Event>>(
            &self,
            state: &mut Self::State,
            faces: &[$crate::Face],
            events: &mut O,
        ) {
            $crate::steps::resolve(self, state, faces, events);
        }
    };
}
