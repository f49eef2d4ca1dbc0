//! Elemental Relics: units of an element are rolled again, recruited or promoted.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::PieceSet;
use crate::position::stack::icons::{Acting, Relic, RollIcon};
use crate::position::state::State;
use crate::rules::raising::Raise;
use crate::rules::{raising, roll};
use crate::steps::icons::offers;
use crate::steps::raise;
use crate::tables::catalog::{Element, SaiEffect, SaiId};
use umpire_core::game::Observe;
use umpire_core::steps::Flow;

impl Relic {
    fn matching(self, game: &DragonDice, state: &State, set: PieceSet) -> PieceSet {
        let force = state.roster.force(self.army.owner);
        let fits = |unit: &u8| {
            let elements = game.catalog.kind(force.kind(*unit)).elements;
            self.element.is_none_or(|element| elements.contains(element))
        };
        set.without(self.touched).iter().filter(fits).collect()
    }

    /// Units of the roll that may be rolled again.
    fn again(self, game: &DragonDice, state: &State) -> PieceSet {
        let Some(roll) = state.rolls.get(usize::from(self.roll)) else { return PieceSet::NONE };
        let units = roll.dice.and(state.units(self.army));
        let force = state.roster.force(self.army.owner);
        let small = |unit: &u8| force.health(*unit) <= self.left;
        self.matching(game, state, units).iter().filter(small).collect()
    }

    fn raises(self, game: &DragonDice, state: &State, into: &mut Vec<Action>) {
        let Relic { army, rule, left: health, touched, .. } = self;
        let raise = Raise { army, species: None, health, touched, rule };
        let mut all = Vec::new();
        raising::raises(game, state, raise, &mut all);
        let touches = |set: PieceSet| self.matching(game, state, set) == set;
        into.extend(all.into_iter().filter(|action| touches(raising::touched_by(action))));
    }

    pub(super) fn list(self, game: &DragonDice, state: &State, into: &mut Vec<Action>) {
        into.push(Action::Pass);
        let Some(roll) = state.rolls.get(usize::from(self.roll)) else { return };
        let force = state.roster.force(self.army.owner);
        let mut seen = Vec::new();
        for die in self.again(game, state).iter() {
            let like = (force.kind(die), roll.face(die));
            if !seen.contains(&like) {
                seen.push(like);
                into.push(Action::Take(PieceSet::only(die)));
            }
        }
        self.raises(game, state, into);
    }

    pub(super) fn advance(self, game: &DragonDice, state: &mut State) -> Flow {
        let mut list = Vec::new();
        self.list(game, state, &mut list);
        if self.left > 0 && list.len() > 1 {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    pub(super) fn take<O: Observe<Event>>(
        self,
        _: &DragonDice,
        state: &mut State,
        action: Action,
        out: &mut O,
    ) {
        let owner = self.army.owner;
        let force = state.roster.force(owner);
        let (cost, touched) = match action {
            Action::Take(set) => (force.total_health(set).min(255) as u8, set),
            Action::Recruit(_) | Action::Exchange { .. } => {
                (raising::raised_health(state, owner, &action), raising::touched_by(&action))
            }
            _ => {
                out.tell(|| Event::Declined { seat: owner, rule: self.rule });
                return;
            }
        };
        let left = self.left.saturating_sub(cost);
        let touched = self.touched.with(touched);
        state.steps.push(RollIcon::Relic(Relic { left, touched, ..self }).into());
        match action {
            Action::Take(set) => offers::several_again(state, self.roll, set),
            action => raise::raise(state, self.army, &action, self.rule, out),
        }
    }
}

/// Lets an Elemental Relic act; relics that show the same element cancel each other.
pub(super) fn offer_relic<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    element: Option<Element>,
    out: &mut O,
) {
    let roll = &state.rolls[usize::from(acting.roll)];
    let army = roll.army;
    // The logo is like every element.
    let same = |(die, face): &(u8, u8)| {
        let sai = roll::shows(game, state, army.owner, *die, *face).sai();
        let other = sai.and_then(|sai| relic_of(game, sai));
        other.is_some_and(|other| other == element || other.is_none() || element.is_none())
    };
    let (rule, left) = (acting.rule(), acting.count.min(255) as u8);
    if roll.shown().filter(same).count() > 1 {
        out.tell(|| Event::Nothing { seat: army.owner, rule });
        return;
    }
    let touched = PieceSet::NONE;
    let relic = Relic { roll: acting.roll, army, rule, element, left, touched };
    state.steps.push(RollIcon::Relic(relic).into());
}

/// The element of a relic's icon, none for its logo; nothing for other icons.
fn relic_of(game: &DragonDice, sai: SaiId) -> Option<Option<Element>> {
    let mut effects = game.catalog.sai(sai).uses.iter().flat_map(|used| &used.does);
    effects.find_map(|effect| match effect {
        SaiEffect::ElementalRelic { element } => Some(*element),
        _ => None,
    })
}
