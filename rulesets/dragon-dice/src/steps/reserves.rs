//! The Reserves Phase: units come from the Reserve Area to terrains, then go back to it (DD-19.1).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Place, Sort};
use crate::position::stack::Step;
use crate::position::stack::reserves::ReservesStep;
use crate::position::state::State;
use crate::rules::items;
use crate::steps::dragons::riders;
use crate::steps::magic::resolve;
use crate::steps::species::flight;
use crate::steps::{Ask, death};
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

impl ReservesStep {
    /// Units that went from one terrain to another in this step.
    fn flown(self) -> PieceSet {
        match self {
            ReservesStep::Flown(units) => units,
            _ => PieceSet::NONE,
        }
    }
}

/// Units of the marching player that may leave a place.
fn leavers(state: &State, from: Place) -> PieceSet {
    state.able_to_leave(state.marching, state.units_at(state.marching, from))
}

/// Units with the items of their place that they can carry.
pub(crate) fn laden(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    units: PieceSet,
    from: Place,
) -> PieceSet {
    let items = state.at(seat, from).and(state.roster.force(seat).of_sort(Sort::Item));
    units.with(items::carried(game, state, seat, units, items))
}

/// Retreats of one unit of each kind from each terrain, for a hand that picks: [`Play::legal`] lists whole armies alone, so that
/// there is little to weigh.
pub fn single_retreats(game: &DragonDice, state: &State, seat: Seat, into: &mut Vec<Action>) {
    let Some(Step::Reserves(step)) = state.steps.last() else { return };
    if *step == ReservesStep::Reinforce || seat != state.marching {
        return;
    }
    let to = Place::RESERVE;
    for from in state.terrains() {
        let units = leavers(state, from);
        let each = state.one_each(game, seat, units);
        let each = each.iter().map(|one| laden(game, state, seat, PieceSet::only(one), from));
        into.extend(each.map(|pieces| Action::Move { pieces, from, to }));
    }
}

impl Play<DragonDice> for ReservesStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (_, state, out) = change.parts();
        let seat = state.marching;
        let any = match self {
            ReservesStep::Reinforce => !state.units_at(seat, Place::RESERVE).is_empty(),
            ReservesStep::Retreat | ReservesStep::Flown(_) => {
                state.terrains().any(|place| !leavers(state, place).is_empty())
            }
        };
        if any {
            return Flow::Wait;
        }
        state.steps.pop();
        resolve::end_with_armies(state, out);
        Flow::On
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        Ask::seat(state.marching, Rule::ReservesPhase)
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        into.push(Action::Pass);
        match self {
            ReservesStep::Reinforce => {
                let from = Place::RESERVE;
                let units = leavers(state, from);
                if units.is_empty() {
                    return Listing::Candidates;
                }
                let all = laden(game, state, seat, units, from);
                // Everybody, or one unit of each kind.
                let each = match units != all || units.len() > 1 {
                    true => state.one_each(game, seat, units),
                    false => PieceSet::NONE,
                };
                for to in state.terrains() {
                    into.push(Action::Move { pieces: all, from, to });
                    let alone = each.iter().map(PieceSet::only);
                    alone.for_each(|pieces| into.push(Action::Move { pieces, from, to }));
                }
            }
            ReservesStep::Retreat | ReservesStep::Flown(_) => {
                for from in state.terrains() {
                    let units = leavers(state, from);
                    if !units.is_empty() {
                        let pieces = laden(game, state, seat, units, from);
                        into.push(Action::Move { pieces, from, to: Place::RESERVE });
                    }
                }
                flight::flights(game, state, seat, self.flown(), into);
                riders::rides(game, state, seat, into);
            }
        }
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Action::Move { pieces, from, to } = *action else {
            return why.need(Rule::ReservesPhase, *action == Action::Pass, || {
                Fact::says("units move here, or nothing more is done")
            });
        };
        let there = pieces.within(state.at(seat, from)) && !pieces.is_empty();
        why.need(Rule::ReservesPhase, there, || Fact::says("not all of these dice are there"))?;
        let terrain = |place: Place| state.ground(place).is_some();
        let direction = match self {
            ReservesStep::Reinforce => from == Place::RESERVE && terrain(to),
            ReservesStep::Retreat | ReservesStep::Flown(_) => terrain(from) && to == Place::RESERVE,
        };
        if self != ReservesStep::Reinforce && terrain(from) && terrain(to) {
            if riders::holds_rider(state, seat, pieces) {
                return riders::check_ride(game, state, seat, pieces, from, to, why);
            }
            return flight::check_flight(game, state, seat, pieces, self.flown(), from, to, why);
        }
        why.need(Rule::ReservesPhase, direction, || {
            Fact::says(match self {
                ReservesStep::Reinforce => "reinforcements go from the Reserve Area to a terrain",
                _ => "retreats go from a terrain to the Reserve Area",
            })
        })?;
        let force = state.roster.force(seat);
        let kinds = force.units().with(force.of_sort(Sort::Item));
        why.need(Rule::ReservesPhase, pieces.within(kinds), || {
            Fact::says("only units and items move")
        })?;
        let bound = state.bound_by(seat, pieces.and(force.units()));
        why.require(bound.unwrap_or(Rule::ReservesPhase), bound.is_none(), || {
            let says = match bound {
                Some(Rule::Dragonkin) => "a Dragonkin cannot leave its terrain",
                _ => "a unit is held and cannot leave",
            };
            Fact::says(says).held("every unit may leave")
        })?;
        check_carried(game, state, seat, pieces, why)
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (_, state, out) = change.parts();
        match *action {
            Action::Move { pieces, to, .. } => {
                if self != ReservesStep::Reinforce && to.as_terrain().is_some() {
                    let units = pieces.and(state.roster.force(seat).units());
                    let flown = ReservesStep::Flown(self.flown().with(units));
                    state.replace_step(Step::Reserves(flown));
                }
                riders::ride_along(state, seat, pieces, to, out);
                death::bring(state, seat, pieces, to, Rule::ReservesPhase, out);
            }
            _ => {
                state.steps.pop();
                out.tell(|| Event::Declined { seat, rule: Rule::ReservesPhase });
                resolve::end_with_armies(state, out);
            }
        }
    }
}

/// Items move only with a unit that can carry them (DD-16.3).
pub(crate) fn check_carried<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    pieces: PieceSet,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let force = state.roster.force(seat);
    let items = pieces.and(force.of_sort(Sort::Item));
    if items.is_empty() {
        return Ok(());
    }
    let carried = items::can_carry(game, state, seat, pieces.and(force.units()), items);
    why.require(Rule::MovingItems, carried, || {
        Fact::says("items move only with units that can carry them")
            .held("units that can carry the items move with them")
    })
}
