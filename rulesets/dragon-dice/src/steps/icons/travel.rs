//! Icons that move units: how far, with whom, and which items go along.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::position::stack::Step;
use crate::position::stack::icons::{Company, Picked, Travel};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::items;
use crate::steps::death;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::steps::Flow;

impl Travel {
    /// The die that travels.
    pub fn piece(self) -> Piece {
        Piece { owner: self.army.owner, number: self.die }
    }

    fn goals(self, state: &State) -> impl Iterator<Item = Place> {
        let reserve = (!matches!(self.with, Company::Units(_))).then_some(Place::RESERVE);
        state.terrains().chain(reserve).filter(move |place| *place != self.army.place)
    }

    pub(super) fn advance(self, game: &DragonDice, state: &mut State) -> Flow {
        let here = state.at(self.army.owner, self.army.place);
        let carried = self.with != Company::Carrier || !self.carriers(game, state).is_empty();
        if here.contains(self.die) && carried {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    /// Units that can carry the item and may leave.
    fn carriers(self, game: &DragonDice, state: &State) -> PieceSet {
        let owner = self.army.owner;
        let item = PieceSet::only(self.die);
        let free = state.units(self.army).without(state.held(owner, true));
        free.iter()
            .filter(|unit| items::can_carry(game, state, owner, PieceSet::only(*unit), item))
            .collect()
    }

    pub(super) fn list(self, state: &State, into: &mut Vec<Action>) {
        into.push(Action::Pass);
        into.extend(self.goals(state).map(Action::Go));
    }

    pub(super) fn go<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        to: Place,
        out: &mut O,
    ) {
        let Travel { army, die, rule, .. } = self;
        let owner = army.owner;
        let (limit, among) = match self.with {
            Company::Alone => {
                depart(game, state, army, die, PieceSet::NONE, to, rule, out);
                return;
            }
            Company::Units(health) => {
                let bound = state.roster.force(owner).of_sort(Sort::Dragonkin);
                let bound = bound.with(state.held(owner, true)).with(PieceSet::only(die));
                (Limit::UpTo(health.into()), state.units(army).without(bound))
            }
            Company::Carrier => (Limit::One, self.carriers(game, state)),
        };
        let then = Then::Icon(Picked::Along { die, to });
        state.steps.push(Step::Pick(Pick { seat: owner, of: army, among, limit, rule, then }));
    }
}

/// A die leaves with others. Items that nobody who stays can carry go along where they can be
/// carried (DD-16.3).
#[allow(clippy::too_many_arguments)] // Who, whence and whither are all needed.
pub(super) fn depart<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    from: Army,
    die: u8,
    with: PieceSet,
    to: Place,
    rule: Rule,
    out: &mut O,
) {
    let owner = from.owner;
    let here = state.at(owner, from.place);
    let going = with.with(PieceSet::only(die)).and(here);
    if going.is_empty() {
        return;
    }
    let along = items::taken_along(game, state, from, going);
    death::bring(state, owner, going.with(along), to, rule, out);
}
