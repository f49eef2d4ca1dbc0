//! A game as a stack of small steps, each of which asks somebody, waits for dice or goes on by itself.
//!
//! What is under way is a stack in the state: the innermost step is its last. A family of steps is one
//! implementation of [`Play`]; [`steps!`](crate::steps!) joins the families of a game into one enum, and
//! [`played_by_steps!`](crate::played_by_steps!) makes of the stack the part of [`Game`](crate::game::Game) that all such games share.
//!
//! A step is small and `Copy` and holds what it is about. Since everything between two answers is a stack of them, a
//! game can be saved, shown and taken back anywhere.

use crate::dice::{DiceGroup, Face, RollRequest, Worth};
use crate::game::{Choice, Listing, Observe, Outcome, Pending};
use crate::host::Hosted;
use crate::ruling::{Broken, Explain, Fact, Silent};
use crate::seat::{Seat, Seats};

/// Whether a step goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The stack has changed; look at its top again.
    On,
    /// Somebody must answer, or dice must fall.
    Wait,
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
        let subject = Some(subject);
        Ask::Choice(Choice { seats: Seats::only(seat), about, subject, sealed: false })
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

/// A game whose state holds a stack of steps.
pub trait Stepped: Hosted {
    /// The families of steps.
    type Step: Play<Self>;

    /// The rule of taking turns: cited where somebody acts who is not asked.
    const TURNS: Self::Rule;

    /// The innermost step.
    fn step(state: &Self::State) -> Option<Self::Step>;

    /// How the game ended, once it has.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// What follows from a change before the next step is looked at; says whether the game ends by it.
    fn between<O: Observe<Self::Event>>(&self, _state: &mut Self::State, _out: &mut O) -> bool {
        false
    }

    /// Begins what comes when nothing is under way, such as the next turn.
    fn next<O: Observe<Self::Event>>(&self, state: &mut Self::State, out: &mut O);

    /// Forgets everything that is under way, once the game is over.
    fn forget(state: &mut Self::State);

    /// Whether a seat may act though nobody asks it, as at a referee's table.
    fn may_always(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }
}

/// A family of steps. In `apply` and `resolve` the step is still the top of the stack and takes itself off. Answers are
/// listed and judged only while [`Play::ask`] is a choice, and dice are requested only while it is [`Ask::Roll`]; `advance`
/// returns [`Flow::Wait`] where either is due.
pub trait Play<G: Stepped>: Copy {
    /// Goes on, or says that it waits; by default it waits.
    fn advance<O: Observe<G::Event>>(self, _game: &G, _state: &mut G::State, _out: &mut O) -> Flow {
        Flow::Wait
    }

    /// What it waits for; by default dice.
    fn ask(self, _game: &G, _state: &G::State) -> Ask<G::Rule> {
        Ask::Roll
    }

    /// The answers there are; by default none, for steps that only roll.
    fn legal(self, _: &G, _: &G::State, _: Seat, _: &mut Vec<G::Action>) -> Listing {
        Listing::Complete
    }

    /// Whether an answer is legal; by default, whether it is listed.
    fn check<E: Explain<G::Rule>>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        why: &mut E,
    ) -> Result<(), Broken<G::Rule>> {
        self.check_listed(game, state, seat, action, why)
    }

    /// Whether an answer is listed, by the rule that asks: what `check` comes to where a step has nothing to add.
    fn check_listed<E: Explain<G::Rule>>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        why: &mut E,
    ) -> Result<(), Broken<G::Rule>> {
        let mut listed = Vec::new();
        self.legal(game, state, seat, &mut listed);
        let about = match self.ask(game, state) {
            Ask::Choice(choice) => choice.about,
            Ask::Roll => G::TURNS,
        };
        why.need(about, listed.contains(action), || no_answer(game, state, seat))
    }

    /// Carries out an answer.
    fn apply<O: Observe<G::Event>>(
        self,
        _: &G,
        _: &mut G::State,
        _: Seat,
        _: &G::Action,
        _: &mut O,
    ) {
    }

    /// The dice it waits for.
    fn request<E: Explain<G::Rule>>(self, _: &G, _: &G::State, _: &mut E) -> RollRequest<G::Rule> {
        RollRequest::of(G::TURNS, Default::default())
    }

    /// What a face of them counts for.
    fn worth(self, _: &G, _: &G::State, _: &DiceGroup, _: Face) -> Worth {
        Worth::Distinct
    }

    /// Takes their faces.
    fn resolve<O: Observe<G::Event>>(self, _: &G, _: &mut G::State, _: &[Face], _: &mut O) {}
}

/// What the innermost step waits for.
pub fn pending<G: Stepped, E: Explain<G::Rule>>(
    game: &G,
    state: &G::State,
    why: &mut E,
) -> Pending<G::Rule> {
    let Some(step) = G::step(state) else {
        return Pending::Over(G::outcome(state).unwrap_or(Outcome { winners: Seats::NONE }));
    };
    match step.ask(game, state) {
        Ask::Roll => Pending::Roll(step.request(game, state, why)),
        Ask::Choice(choice) => Pending::Choice(choice),
    }
}

/// Whether an action is legal: somebody is asked, this seat is, and the step has nothing against it.
///
/// # Errors
/// The rule that forbids it.
pub fn check<G: Stepped, E: Explain<G::Rule>>(
    game: &G,
    state: &G::State,
    seat: Seat,
    action: &G::Action,
    why: &mut E,
) -> Result<(), Broken<G::Rule>> {
    let Some(step) = G::step(state) else {
        return why.need(G::TURNS, false, || Fact::says("the game is over"));
    };
    let (seats, about) = match step.ask(game, state) {
        Ask::Choice(Choice { seats, about, .. }) => (seats, about),
        Ask::Roll => (Seats::NONE, G::TURNS),
    };
    why.need(about, game.may_always(state, seat) || seats.contains(seat), || {
        Fact::says(match seats.first() {
            Some(asked) => format!("{} is asked now", game.seat_name(asked)),
            None => "dice are rolled now".to_string(),
        })
        .held("this seat is asked")
    })?;
    step.check(game, state, seat, action, why)
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
    let says = match ways.split_last() {
        Some(((last, _), before)) if (1..FEW).contains(&before.len()) => {
            let before: Vec<&str> = before.iter().map(|(typed, _)| typed.as_str()).collect();
            format!("{} or {last}", before.join(", "))
        }
        _ if ways.len() == 1 => first.clone(),
        _ => format!("{first}, or another of those that `list` tells"),
    };
    fact.instead(says, action)
}

/// Goes on until somebody must answer, dice must fall, or the game is over.
pub fn settle<G: Stepped, O: Observe<G::Event>>(game: &G, state: &mut G::State, out: &mut O) {
    loop {
        if G::outcome(state).is_some() || game.between(state, out) {
            G::forget(state);
            return;
        }
        let flow = match G::step(state) {
            None => {
                game.next(state, out);
                Flow::On
            }
            Some(step) => step.advance(game, state, out),
        };
        if flow == Flow::Wait {
            return;
        }
    }
}

/// Joins families of steps into the one enum of a game's steps: `steps! { /// What is waited for. pub enum Step of MyGame {
/// /// A side acts. Turn(Turn), /// Dice fall. Attack(Attack) } }`.
///
/// Each family implements [`Play`](crate::steps::Play) and derives `Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize,
/// Deserialize`; the crate depends on `serde`.
#[macro_export]
macro_rules! steps {
    (
        $(#[$doc:meta])* $vis:vis enum $step:ident of $game:ty {
            $($(#[$what:meta])* $family:ident($type:ty)),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        $vis enum $step {
            $($(#[$what])* $family($type),)+
        }

        impl $crate::steps::Play<$game> for $step {
            fn advance<O: $crate::Observe<<$game as $crate::Game>::Event>>(
                self,
                game: &$game,
                state: &mut <$game as $crate::Game>::State,
                out: &mut O,
            ) -> $crate::steps::Flow {
                match self { $($step::$family(it) => $crate::steps::Play::advance(it, game, state, out),)+ }
            }

            fn ask(
                self,
                game: &$game,
                state: &<$game as $crate::Game>::State,
            ) -> $crate::steps::Ask<<$game as $crate::Game>::Rule> {
                match self { $($step::$family(it) => $crate::steps::Play::ask(it, game, state),)+ }
            }

            fn legal(
                self,
                game: &$game,
                state: &<$game as $crate::Game>::State,
                seat: $crate::Seat,
                into: &mut Vec<<$game as $crate::Game>::Action>,
            ) -> $crate::Listing {
                match self { $($step::$family(it) => $crate::steps::Play::legal(it, game, state, seat, into),)+ }
            }

            fn check<E: $crate::Explain<<$game as $crate::Game>::Rule>>(
                self,
                game: &$game,
                state: &<$game as $crate::Game>::State,
                seat: $crate::Seat,
                action: &<$game as $crate::Game>::Action,
                why: &mut E,
            ) -> Result<(), $crate::Broken<<$game as $crate::Game>::Rule>> {
                match self { $($step::$family(it) => $crate::steps::Play::check(it, game, state, seat, action, why),)+ }
            }

            fn apply<O: $crate::Observe<<$game as $crate::Game>::Event>>(
                self,
                game: &$game,
                state: &mut <$game as $crate::Game>::State,
                seat: $crate::Seat,
                action: &<$game as $crate::Game>::Action,
                out: &mut O,
            ) {
                match self { $($step::$family(it) => $crate::steps::Play::apply(it, game, state, seat, action, out),)+ }
            }

            fn request<E: $crate::Explain<<$game as $crate::Game>::Rule>>(
                self,
                game: &$game,
                state: &<$game as $crate::Game>::State,
                why: &mut E,
            ) -> $crate::RollRequest<<$game as $crate::Game>::Rule> {
                match self { $($step::$family(it) => $crate::steps::Play::request(it, game, state, why),)+ }
            }

            fn worth(
                self,
                game: &$game,
                state: &<$game as $crate::Game>::State,
                group: &$crate::DiceGroup,
                face: $crate::Face,
            ) -> $crate::Worth {
                match self { $($step::$family(it) => $crate::steps::Play::worth(it, game, state, group, face),)+ }
            }

            fn resolve<O: $crate::Observe<<$game as $crate::Game>::Event>>(
                self,
                game: &$game,
                state: &mut <$game as $crate::Game>::State,
                faces: &[$crate::Face],
                out: &mut O,
            ) {
                match self { $($step::$family(it) => $crate::steps::Play::resolve(it, game, state, faces, out),)+ }
            }
        }
    };
}

/// The methods of [`Game`](crate::game::Game) that follow from a stack of steps: `pending`, `legal`, `check`, `apply`, `worth`
/// and `resolve`. Left to write: `start`, `sound`, `dice`, `amend`, `stop`, `because`, `clock`, and `view`, `audible`, `range`
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
            match <Self as $crate::steps::Stepped>::step(state) {
                Some(step) => $crate::steps::Play::legal(step, self, state, seat, into),
                None => $crate::Listing::Complete,
            }
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
            if let Some(step) = <Self as $crate::steps::Stepped>::step(state) {
                $crate::steps::Play::apply(step, self, state, seat, action, events);
                $crate::steps::settle(self, state, events);
            }
        }

        fn worth(
            &self,
            state: &Self::State,
            group: &$crate::DiceGroup,
            face: $crate::Face,
        ) -> $crate::Worth {
            match <Self as $crate::steps::Stepped>::step(state) {
                Some(step) => $crate::steps::Play::worth(step, self, state, group, face),
                None => $crate::Worth::Distinct,
            }
        }

        fn resolve<O: $crate::Observe<Self::Event>>(
            &self,
            state: &mut Self::State,
            faces: &[$crate::Face],
            events: &mut O,
        ) {
            if let Some(step) = <Self as $crate::steps::Stepped>::step(state) {
                $crate::steps::Play::resolve(step, self, state, faces, events);
                $crate::steps::settle(self, state, events);
            }
        }
    };
}
