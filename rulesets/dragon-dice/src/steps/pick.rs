//! Somebody picks dice: who absorbs damage, who is struck, who moves (DD-8.12, DD-8.14).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::PieceSet;
use crate::position::stack::Step;
use crate::position::stack::pick::{Pick, Then};
use crate::position::state::State;
use crate::steps::{Ask, death, dragons, icons, magic, species, trial};
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

/// How many sets are listed at most.
const MOST_LISTED: usize = 256;

impl Play<DragonDice> for Pick {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        let there = state.at(self.of.owner, self.of.place);
        if !self.among.within(there) {
            let among = self.among.and(there);
            state.replace_step(Step::Pick(Pick { among, ..self }));
            return Flow::On;
        }
        match self.only(game, state) {
            Some(set) => {
                state.steps.pop();
                take(game, state, self, set, out);
                Flow::On
            }
            None => Flow::Wait,
        }
    }

    fn ask(self, _: Now<DragonDice>) -> Ask {
        Ask::seat(self.seat, self.rule)
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        let mut sets = Vec::new();
        let listing = self.sets(game, state, MOST_LISTED, &mut sets);
        into.extend(sets.into_iter().map(Action::Take));
        listing
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Action::Take(set) = action else {
            return why.need(self.rule, false, || Fact::says("dice are picked here"));
        };
        why.need(self.rule, set.within(self.among), || {
            Fact::says("only dice in question are picked")
        })?;
        self.check_limit(game, state, *set, why, |fact| {
            let mut sets = Vec::new();
            self.sets(game, state, 1, &mut sets);
            match sets.first() {
                Some(set) => fact.instead("a pick that fits", &Action::Take(*set)),
                None => fact,
            }
        })
    }

    fn apply(self, change: &mut Change<DragonDice, impl Observe<Event>>, _: Seat, action: &Action) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        if let Action::Take(set) = action {
            take(game, state, self, *set, out);
        }
    }
}

/// Does with the dice picked what they were picked for.
fn take<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    pick: Pick,
    set: PieceSet,
    out: &mut O,
) {
    if set.is_empty() && !pick.then.minds_none() {
        return;
    }
    let Pick { of, rule, .. } = pick;
    match pick.then {
        Then::Die { after_save } => death::kill(game, state, of, set, rule, after_save, out),
        Then::Endanger(danger) => trial::endanger(game, state, of, set, danger, rule, out),
        Then::Move(journey) => icons::go(state, of, set, journey, out),
        Then::Bury => death::bury(game, state, of.owner, set, rule, out),
        Then::Return(army) => death::bring(state, of.owner, set, army.place, rule, out),
        Then::Magic(picked) => magic::magic_picked(game, state, pick, picked, set, out),
        Then::Dragons(picked) => dragons::dragons_picked(game, state, pick, picked, set, out),
        Then::Icon(picked) => icons::icon_picked(game, state, pick, picked, set, out),
        Then::Species(picked) => species::species_picked(state, pick, picked, set, out),
    }
}

impl Then {
    /// Whether it matters that nothing was picked.
    fn minds_none(self) -> bool {
        matches!(self, Then::Magic(_) | Then::Dragons(_) | Then::Icon(_) | Then::Species(_))
    }
}
