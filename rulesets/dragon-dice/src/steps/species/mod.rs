//! Species abilities: their phase, and those of marches, fights, deaths and retreats (section 17).

pub(crate) mod charges;
pub(crate) mod dying;
pub(crate) mod fights;
pub(crate) mod flight;
mod mutate;
mod phase;
mod table;
#[doc(hidden)]
pub mod works;

pub(crate) use table::SpeciesTable;

use super::pick::Pick;
use super::{Ask, Change, Flow, Now, Play, Step};
use crate::action::Action;
use crate::catalog::AbilityId;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place};
use crate::rule::Rule;
use crate::state::{MOST_PLAYERS, State};
use crate::steps::raise::Raise;
use crate::steps::{death, raise};
use serde::{Deserialize, Serialize};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};

/// A step of species abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeciesStep {
    /// The phase of the turn for them (DD-5.1, DD-5.2).
    Phase,
    /// Which ability is used next in the phase.
    Order {
        /// What has been used or given up, as bits.
        done: u64,
    },
    /// An army recruits a small unit of the species or promotes one (Feralization).
    Raise {
        /// The ability.
        ability: AbilityId,
        /// Where the army is.
        place: Place,
    },
    /// An army brings a small Dragonkin or promotes one (Dragonkin Handlers).
    Handle {
        /// The ability.
        ability: AbilityId,
        /// Where the army is.
        place: Place,
    },
    /// A buried unit of the species goes to the DUA (Winter's Fortitude).
    Exhume(AbilityId),
    /// Whose Reserves are struck (Mutate).
    Target {
        /// The ability.
        ability: AbilityId,
        /// Whom it strikes so far.
        struck: Struck,
    },
    /// Which army grows by the health that was killed (Mutate).
    Grow {
        /// The ability.
        ability: AbilityId,
        /// Who was struck.
        struck: Struck,
    },
    /// An army recruits and promotes units of the species by so much health (Mutate).
    Sprout {
        /// The ability.
        ability: AbilityId,
        /// Where the army is.
        place: Place,
        /// How much health is left to gain.
        left: u8,
        /// Units that it has brought or exchanged: it all happens at once (DD-18.2).
        touched: PieceSet,
    },
    /// Dying units may be exchanged for dead ones (Stepped Damage, Accelerated Growth).
    Replace {
        /// Whose they are, and where.
        of: Army,
        /// Those whose owner has not decided.
        dying: PieceSet,
        /// Units that were dead before, and have not come back.
        pool: PieceSet,
        /// By which rule they die.
        rule: Rule,
    },
}

/// Units that an ability strikes, by seat.
pub(crate) type Struck = [PieceSet; MOST_PLAYERS];

/// For what a species ability had dice picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// They may not strike back (Foul Stench).
    Stunk,
    /// They are to save or die (Mutate).
    Struck,
}

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
                raise::raises(game, state, phase::breeding(game, state, ability, place, 1), into);
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
                raise::raises(game, state, Raise { touched, ..breeding }, into);
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
            (SpeciesStep::Raise { ability, place }, _) => raise::check_raise(
                game,
                state,
                phase::breeding(game, state, ability, place, 1),
                action,
                why,
            ),
            (SpeciesStep::Sprout { ability, place, left, touched }, _) => {
                let breeding = phase::breeding(game, state, ability, place, left);
                raise::check_raise(game, state, Raise { touched, ..breeding }, action, why)
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
                let left = left.saturating_sub(raise::raised_health(state, seat, action));
                if let Some(army) = army {
                    raise::raise(state, army, action, rule, out);
                }
                let touched = touched.with(raise::touched_by(action));
                let sprout = SpeciesStep::Sprout { ability, place, left, touched };
                state.steps.push(Step::Species(sprout));
            }
            _ => out.tell(|| Event::Declined { seat, rule }),
        }
    }
}
