//! What a seat may not know is told to it by nothing: the properties of games that hide something.

use crate::dice::{Face, RollRequest};
use crate::game::{Deaf, Game, Pending};
use crate::host::Hosted;
use crate::ruling::{Ruling, Silent};
use crate::seat::{Seat, Seats};
use crate::testing::random::Die;

/// Puts something in, and says whether it could be.
pub(super) type PutIn<'a, G> =
    &'a dyn Fn(&mut <G as Game>::State, &mut Vec<<G as Game>::Event>) -> bool;

/// Two positions that a seat cannot tell apart: the one of the game, and one that it may take it for.
pub(super) struct Worlds<'a, G: Hosted> {
    game: &'a G,
    state: &'a G::State,
    imagined: G::State,
    seat: Seat,
}

impl<'a, G: Hosted> Worlds<'a, G> {
    /// Imagines the position of which a seat sees a part; nothing where it sees all of it.
    pub(super) fn of(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        die: Die,
    ) -> Option<Worlds<'a, G>> {
        let view = game.view(state, seat);
        (view != *state).then(|| Worlds { game, state, imagined: game.sample(&view, die), seat })
    }

    /// Whether something can be done, how it is read and why not is ruled by what the seat sees: whatever it tries tells it no more.
    pub(super) fn assert_ruled_alike(&self, actions: &[&G::Action]) {
        let Worlds { game, state, imagined, seat } = self;
        for action in actions {
            let [here, there] = [state, &imagined].map(|state| game.ruling(state, *seat, action));
            assert!(here == there, "a ruling tells {seat:?} a secret: {here:?}\nor {there:?}");
            let [here, there] =
                [state, &imagined].map(|state| game.say_action(state, *seat, action));
            assert!(here == there, "{seat:?} reads a secret in its own action: {here}, or {there}");
        }
    }

    /// What happens by an input that can be put in here and there is told to the seat alike, as long as what it does not know lies hidden:
    /// events tell no more than the view does. What is used up by the input, such as what was decided in secret, may be told by it.
    /// Nor does who is asked next tell more than the events: a card that may be played in answer is asked for of whoever holds cards, not of
    /// whoever holds that one.
    pub(super) fn assert_told_alike(&self, put_in: PutIn<G>) {
        let Worlds { game, state, imagined, seat } = self;
        let carried = [state, &imagined].map(|state| {
            let (mut after, mut told) = (G::State::clone(state), Vec::new());
            let is_done = put_in(&mut after, &mut told);
            told.retain(|event| game.audible(&after, event, *seat));
            is_done.then_some((after, told))
        });
        let [Some((here, told)), Some((there, told_there))] = carried else { return };
        let is_told_alike = told == told_there;
        if here != there && game.view(&here, *seat) == game.view(&there, *seat) {
            assert!(
                is_told_alike,
                "{seat:?} hears a secret: {told:?}\nor {told_there:?}\n\
                 and may not know it by what it sees afterwards; what is told and no longer matters stands in the state \
                 as long as something else lies hidden there"
            );
        }
        // While some of several have decided in secret, a seat is not asked yet what comes of it: it takes them for undecided.
        let is_one_question = asked(*game, state) == asked(*game, imagined);
        let asked = [&here, &there].map(|after| asked(*game, after));
        if let [Some(asked), Some(asked_there)] = asked {
            assert!(
                !is_told_alike || !is_one_question || asked == asked_there,
                "{seat:?} learns a secret by who is asked: {asked:?}\nor {asked_there:?}"
            );
        }
    }
}

/// Who answers or rolls now, and by which rule; nothing where the game is over and the cups are lifted.
fn asked<G: Game>(game: &G, state: &G::State) -> Option<(Seats, G::Rule)> {
    match game.pending(state, &mut Silent) {
        Pending::Choice(choice) => Some((choice.seats, choice.about)),
        Pending::Roll(request) => {
            Some((request.groups.iter().map(|group| group.seat).collect(), request.because))
        }
        Pending::Over(_) => None,
    }
}

/// Of dice that one seat alone may know others see and hear the same, whatever falls; what falls in the open decides nothing that somebody
/// does not see, for who saw the dice knows it.
pub(super) fn assert_falls_as_known<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    falls: [&[Face]; 2],
) {
    let secret_to = request.secret_to;
    let [one, another] = falls.map(|faces| {
        let (mut after, mut told) = (state.clone(), Vec::new());
        game.roll(&mut after, faces, &mut told).expect("thrown faces fit the request");
        (after, told)
    });
    for other in seats(game, state).filter(|other| Some(*other) != secret_to) {
        let [seen, otherwise] = [&one, &another].map(|(after, _)| game.view(after, other));
        if secret_to.is_none() {
            let is_hidden = one.0 != another.0 && seen == otherwise;
            assert!(
                !is_hidden,
                "{other:?} does not see what fell in the open, {request:?}: `secret_to` says so"
            );
            continue;
        }
        let heard = |(after, told): &(G::State, Vec<G::Event>)| {
            told.iter()
                .filter(|event| game.audible(after, event, other))
                .cloned()
                .collect::<Vec<_>>()
        };
        let is_alike = seen == otherwise && heard(&one) == heard(&another);
        assert!(is_alike, "{other:?} sees or hears what falls in secret");
    }
}

/// Who rolls how many dice of which kind is told to all: it hangs on nothing that somebody does not see.
pub(super) fn assert_asked_alike<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
) {
    let dice = |request: &RollRequest<G::Rule>| -> Vec<_> {
        request.groups.iter().map(|group| (group.seat, group.die, group.count)).collect()
    };
    for seat in seats(game, state) {
        let seen = match game.pending(&game.view(state, seat), &mut Silent) {
            Pending::Roll(seen) => dice(&seen),
            _ => Vec::new(),
        };
        assert!(seen == dice(request), "{seat:?} sees no reason for these dice: {request:?}");
    }
}

/// Carries actions out on what a seat sees, as bots and odds do: nothing may break, whatever it does not know; and what others see
/// of the position explains its dice and questions.
pub(super) fn assert_plays_on_view<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    actions: &[&G::Action],
) {
    let view = game.view(state, seat);
    for action in actions {
        let mut after = view.clone();
        game.apply(&mut after, seat, action, &mut Deaf);
        game.pending(&after, &mut Silent);
    }
    for other in others(game, state, seat) {
        game.pending(&game.view(state, other), &mut Ruling::default());
    }
}

/// All who play, and whoever only looks on.
pub(super) fn seats<G: Game>(game: &G, state: &G::State) -> impl Iterator<Item = Seat> {
    (0..game.players(state)).map(Seat).chain([Seat::NOBODY])
}

/// All who play and whoever only looks on, but for one seat.
pub(super) fn others<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
) -> impl Iterator<Item = Seat> {
    seats(game, state).filter(move |other| *other != seat)
}
