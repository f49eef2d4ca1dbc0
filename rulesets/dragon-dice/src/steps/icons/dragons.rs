//! Icons that bring or move dragons, and those that act on dragons which attack.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Piece, PieceSet, Place, Sort};
use crate::position::stack::icons::{Acting, Landing, Quarry, RollIcon};
use crate::position::state::State;
use crate::steps::death;
use crate::steps::dragons::icons;
use crate::tables::catalog::{Nature, SaiEffect, What};
use umpire_core::game::Observe;
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

impl Quarry {
    fn dragons(self, game: &DragonDice, state: &State) -> Vec<Piece> {
        let forces = state.roster.forces().iter().zip(0..);
        let all = forces.flat_map(|(force, seat)| {
            let owner = Seat(seat);
            let there = (0..Place::COUNT as u8).map(Place).filter(|place| {
                place.as_terrain().is_some() || (self.summons && *place == Place::POOL)
            });
            let lying = there.fold(PieceSet::NONE, |all, place| all.with(state.at(owner, place)));
            let dragons = lying.and(force.of_sort(Sort::Dragon)).iter();
            dragons.map(move |number| Piece { owner, number })
        });
        all.filter(|dragon| {
            let kind = game.catalog.kind(state.roster.force(dragon.owner).kind(dragon.number));
            let What::Dragon { nature, .. } = kind.what else { return false };
            let holds = kind.elements.intersects(self.elements);
            match nature {
                Nature::White => !self.summons && holds,
                Nature::Ivory => self.summons && state.place_of(*dragon) == Place::POOL,
                Nature::Elemental | Nature::Hybrid | Nature::IvoryHybrid => holds,
            }
        })
        .collect()
    }

    pub(super) fn advance<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        out: &mut O,
    ) -> Flow {
        if !self.dragons(game, state).is_empty() {
            return Flow::Wait;
        }
        state.steps.pop();
        out.tell(|| Event::Nothing { seat: self.army.owner, rule: self.rule });
        Flow::On
    }

    pub(super) fn list(self, game: &DragonDice, state: &State, into: &mut Vec<Action>) {
        into.push(Action::Pass);
        into.extend(self.dragons(game, state).into_iter().map(Action::Choose));
    }

    pub(super) fn take<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        dragon: Piece,
        out: &mut O,
    ) {
        let landing = Landing { seat: self.army.owner, dragon, rule: self.rule };
        let mut goals = landing.goals(state);
        match (goals.next(), goals.next()) {
            (Some(only), None) => landing.go(game, state, only, out),
            (Some(_), _) => state.steps.push(RollIcon::Land(landing).into()),
            _ => {}
        }
    }
}

impl Landing {
    fn goals(self, state: &State) -> impl Iterator<Item = Place> + use<> {
        let from = state.place_of(self.dragon);
        state.terrains().filter(move |place| *place != from)
    }

    pub(super) fn list(self, state: &State, into: &mut Vec<Action>) {
        into.extend(self.goals(state).map(Action::Go));
    }

    pub(super) fn go<O: Observe<Event>>(
        self,
        _: &DragonDice,
        state: &mut State,
        to: Place,
        out: &mut O,
    ) {
        let Landing { dragon, rule, .. } = self;
        death::bring(state, dragon.owner, PieceSet::only(dragon.number), to, rule, out);
    }
}

/// An icon acts on dragons: those that attack, or any on the table.
pub(super) fn at_dragon(game: &DragonDice, state: &mut State, acting: Acting, effect: &SaiEffect) {
    if icons::dragon_icon(game, state, acting.roll, acting.sai, acting.dice, effect) {
        return;
    }
    let army = acting.army(state);
    let kind = game.catalog.kind(state.roster.force(army.owner).kind(acting.die()));
    let summons = matches!(effect, SaiEffect::SummonDragon);
    let quarry = Quarry { army, elements: kind.elements, summons, rule: acting.rule() };
    state.steps.push(RollIcon::Dragon(quarry).into());
}
