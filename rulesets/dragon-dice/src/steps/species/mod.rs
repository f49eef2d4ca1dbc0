//! Species abilities: their phase, and those of marches, fights, deaths and retreats (section 17).

pub(crate) mod charges;
pub(crate) mod dying;
pub(crate) mod fights;
pub(crate) mod flight;
pub(crate) mod mutate;
pub(crate) mod phase;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::pick::Pick;
use crate::position::stack::species::{Picked, SpeciesStep};
use crate::position::state::State;
use crate::rules::raising;
use crate::rules::raising::Raise;
use crate::steps::{Ask, death, raise};
use crate::tables::rule::Rule;
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play};

/// Dice were picked for a species ability.
pub(crate) fn species_picked<O: Observe<Event>>(
    state: &mut State,
    pick: Pick,
    picked: Picked,
    set: PieceSet,
    out: &mut O,
) {
    match picked {
        Picked::Stunk => fights::stink(state, pick, set, out),
        Picked::Struck => mutate::mark(state, pick.of.owner, set),
    }
}

impl SpeciesStep {
    fn army(self, state: &State) -> Option<Army> {
        match self {
            SpeciesStep::Raise { place, .. }
            | SpeciesStep::Handle { place, .. }
            | SpeciesStep::Sprout { place, .. } => Some(Army { owner: state.marching, place }),
            SpeciesStep::Replace { of, .. } => Some(of),
            _ => None,
        }
    }

    fn may_pass(self) -> bool {
        match self {
            SpeciesStep::Phase => false,
            // Once it strikes it strikes as many as it may (DD-8.14).
            SpeciesStep::Target { struck, .. } => mutate::strikes_nobody(&struck),
            _ => true,
        }
    }

    /// Whether something may be answered but passing.
    fn has_answers(self, game: &DragonDice, state: &State) -> bool {
        let mut list = Vec::new();
        self.options(game, state, &mut list);
        !list.is_empty()
    }

    /// The answers, passing apart.
    fn options(self, game: &DragonDice, state: &State, into: &mut Vec<Action>) {
        match self {
            SpeciesStep::Phase => {}
            SpeciesStep::Order { done } => {
                let tasks = phase::phase_tasks(game, state, done);
                into.extend(
                    tasks.iter().map(|(ability, at)| Action::Use { ability: *ability, at: *at }),
                );
            }
            SpeciesStep::Raise { ability, place } => {
                raising::raises(game, state, phase::breeding(game, state, ability, place, 1), into);
            }
            SpeciesStep::Handle { ability, place } => {
                phase::list_handling(game, state, ability, place, into);
            }
            SpeciesStep::Exhume(ability) => {
                let owner = state.marching;
                let buried = phase::buried_of(game, state, owner, ability);
                let piece = |number| Action::Choose(Piece { owner, number });
                into.extend(state.one_each(game, owner, buried).iter().map(piece));
            }
            SpeciesStep::Target { struck, .. } => {
                into.extend(mutate::open_reserves(state, struck).map(Action::Player));
            }
            SpeciesStep::Grow { ability, struck } => {
                let left = mutate::killed(state, &struck);
                let armies = mutate::breeders(game, state, ability, left);
                into.extend(armies.map(|army| Action::Go(army.place)));
            }
            SpeciesStep::Sprout { ability, place, left, touched } => {
                let breeding = phase::breeding(game, state, ability, place, left);
                raising::raises(game, state, Raise { touched, ..breeding }, into);
            }
            SpeciesStep::Replace { of, dying, pool, .. } => {
                dying::list_replacements(game, state, of, dying, pool, into);
            }
        }
    }

    fn rule(self) -> Rule {
        match self {
            SpeciesStep::Phase | SpeciesStep::Order { .. } => Rule::SpeciesAbilitiesPhase,
            SpeciesStep::Raise { ability, .. }
            | SpeciesStep::Handle { ability, .. }
            | SpeciesStep::Exhume(ability)
            | SpeciesStep::Target { ability, .. }
            | SpeciesStep::Grow { ability, .. }
            | SpeciesStep::Sprout { ability, .. } => Rule::Ability(ability),
            SpeciesStep::Replace { .. } => Rule::Exchange,
        }
    }
}

impl Play<DragonDice> for SpeciesStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            SpeciesStep::Phase => {
                state.replace_step(Step::Species(SpeciesStep::Order { done: 0 }));
                return Flow::On;
            }
            SpeciesStep::Order { done } => {
                match phase::phase_tasks(game, state, done).as_slice() {
                    [] => drop(state.steps.pop()),
                    [(ability, at)] => phase::begin_task(game, state, done, *ability, *at),
                    _ => return Flow::Wait,
                }
                return Flow::On;
            }
            SpeciesStep::Target { ability, struck } if !mutate::strikes_nobody(&struck) => {
                return mutate::go_on(game, state, ability, struck, out);
            }
            SpeciesStep::Grow { ability, struck } => {
                return mutate::advance_growth(game, state, ability, struck);
            }
            _ => {}
        }
        if self.has_answers(game, state) {
            return Flow::Wait;
        }
        state.steps.pop();
        if let SpeciesStep::Replace { of, dying, rule, .. } = self {
            death::die(game, state, of, dying, rule, out);
        }
        Flow::On
    }

    fn ask(self, Now { game, state }: Now<DragonDice>) -> Ask {
        let (seat, about) = match self {
            SpeciesStep::Replace { of, dying, pool, .. } => {
                let rule = dying::replacing_rule(game, state, of, dying, pool);
                (of.owner, rule.unwrap_or(Rule::Exchange))
            }
            _ => (state.marching, self.rule()),
        };
        let subject = self.army(state).map(|army| u16::from(army.place.0));
        Ask::Choice(Choice { seats: Seats::only(seat), about, subject, sealed: false })
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        if self.may_pass() {
            into.push(Action::Pass);
        }
        self.options(game, state, into);
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (_, Action::Pass) if self.may_pass() => Ok(()),
            (SpeciesStep::Raise { ability, place }, _) => raising::check_raise(
                game,
                state,
                phase::breeding(game, state, ability, place, 1),
                action,
                why,
            ),
            (SpeciesStep::Sprout { ability, place, left, touched }, _) => {
                let breeding = phase::breeding(game, state, ability, place, left);
                raising::check_raise(game, state, Raise { touched, ..breeding }, action, why)
            }
            (SpeciesStep::Handle { ability, place }, _) => {
                phase::check_handling(game, state, ability, place, action, why)
            }
            (SpeciesStep::Exhume(ability), Action::Choose(piece)) => {
                let buried = state.units_at(state.marching, Place::BURIED);
                let own = piece.owner == state.marching && buried.contains(piece.number);
                why.need(self.rule(), own, || {
                    Fact::says("the unit is not in your Buried Unit Area")
                })?;
                let of = phase::buried_of(game, state, state.marching, ability);
                why.require(self.rule(), of.contains(piece.number), || {
                    let species = game.catalog.ability(ability).species;
                    let name = &game.catalog.species(species).name;
                    Fact::says(format!("only a unit of the {name} comes back by this"))
                })
            }
            (SpeciesStep::Replace { of, dying, pool, .. }, Action::Exchange { .. }) => {
                dying::check_replacement(game, state, of, dying, pool, action, why)
            }
            _ => self.check_listed(Now { game, state }, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        let rule = self.rule();
        match (self, *action) {
            (SpeciesStep::Order { done }, Action::Use { ability, at }) => {
                phase::begin_task(game, state, done, ability, at);
                return;
            }
            (SpeciesStep::Replace { .. }, _) => {
                dying::replace_dying(game, state, self, action, out);
                return;
            }
            _ => {}
        }
        let army = self.army(state);
        state.steps.pop();
        match (self, *action) {
            (SpeciesStep::Raise { .. } | SpeciesStep::Handle { .. }, _) => {
                if let Some(army) = army {
                    raise::raise(state, army, action, rule, out);
                }
            }
            (SpeciesStep::Exhume(_), Action::Choose(piece)) => {
                let only = PieceSet::only(piece.number);
                death::bring(state, piece.owner, only, Place::DEAD, rule, out);
            }
            (SpeciesStep::Target { ability, struck }, Action::Player(other)) => {
                out.tell(|| Event::Accepted { seat, rule });
                state.steps.push(Step::Species(self));
                mutate::aim_at_reserves(game, state, ability, struck, other);
            }
            (SpeciesStep::Grow { ability, struck }, Action::Go(place)) => {
                let left = mutate::killed(state, &struck);
                let touched = PieceSet::NONE;
                let sprout = SpeciesStep::Sprout { ability, place, left, touched };
                state.steps.push(Step::Species(sprout));
            }
            (
                SpeciesStep::Sprout { ability, place, left, touched },
                Action::Recruit(_) | Action::Exchange { .. },
            ) => {
                let left = left.saturating_sub(raising::raised_health(state, seat, action));
                if let Some(army) = army {
                    raise::raise(state, army, action, rule, out);
                }
                let touched = touched.with(raising::touched_by(action));
                let sprout = SpeciesStep::Sprout { ability, place, left, touched };
                state.steps.push(Step::Species(sprout));
            }
            _ => out.tell(|| Event::Declined { seat, rule }),
        }
    }
}
