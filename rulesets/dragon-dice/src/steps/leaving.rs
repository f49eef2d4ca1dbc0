//! Players who leave the game by the table's word.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::On;
use crate::position::pieces::{Army, Place};
use crate::position::stack::Step;
use crate::position::stack::dragons::DragonStep;
use crate::position::stack::eighth::EighthStep;
use crate::position::stack::magic::{HazardStep, MagicStep};
use crate::position::stack::march::MarchStep;
use crate::position::stack::species::SpeciesStep;
use crate::position::stack::turn::TurnStep;
use crate::position::state::State;
use crate::rules::standing;
use crate::steps::magic::hazards;
use crate::steps::{Ask, march, setup, turn};
use crate::tables::rule::Rule;
use std::iter;
use umpire_core::game::{Choice, Observe};
use umpire_core::ruling::Silent;
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Now, Play};

/// Takes a player's dice out of the game with what depends on them; what they had begun, or had to
/// answer, is broken off.
pub(crate) fn withdraw<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    seat: Seat,
    out: &mut O,
) {
    if state.over.is_some() {
        return;
    }
    if state.assembling.is_some() {
        setup::withdraw_from_setup(state, seat, out);
        return;
    }
    if state.marching == seat {
        state.break_off(out);
        state.clear_steps();
        state.steps.push(Step::Turn(TurnStep::ExpireAtEnd));
    } else if concerns(game, state, seat) {
        state.break_off(out);
        state.steps.retain(|step| belongs_to_turn(*step));
    }
    let count = state.roster.force(seat).members().len() as u8;
    state.shift(seat, (0..count).collect(), Place::OUT);
    state.match_minor_faces(seat);
    let held = |place: &Place| state.ground(*place).is_some_and(|g| g.holder == Some(seat));
    let held: Vec<Place> = state.terrains().filter(held).collect();
    for place in held {
        march::turn_terrain(state, place, 7, Rule::LosingCapture, out);
    }
    state.effects.retain(|effect| match effect.on {
        On::Army(Army { owner, .. }) | On::Pieces(owner, _) | On::Player(owner) => owner != seat,
        On::Terrain(_) => true,
    });
    turn::tidy(game, state, out);
    let left: Seats = state.from_seat(Seat(0)).filter(|s| standing::in_play(state, *s)).collect();
    if left.len() <= 1 && !state.at_free_table() {
        turn::over(state, left, Rule::LastPlayer, out);
    }
}

/// Whether a player is asked, rolls, attacks or is attacked just now, by armies, dragons or magic.
fn concerns(game: &DragonDice, state: &State, seat: Seat) -> bool {
    let now = Now { game, state };
    let asked = state.steps.last().is_some_and(|step| match step.ask(now) {
        Ask::Choice(Choice { seats, .. }) => seats.contains(seat),
        Ask::Roll => step.request(now, &mut Silent).groups.iter().any(|group| group.seat == seat),
    });
    let fights = state
        .fight
        .as_ref()
        .is_some_and(|fight| fight.attacker.owner == seat || fight.target.owner == seat);
    let rolls = state.rolls.iter().any(|roll| roll.army.owner == seat);
    let dragons = state.dragons.as_ref().is_some_and(|fight| {
        let mut fighters = fight.fighters.iter();
        fight.army.owner == seat || fighters.any(|fighter| fighter.dragon.owner == seat)
    });
    let mut casting = iter::successors(state.casting.as_ref(), |inner| inner.outer.as_deref());
    let casts = casting.any(|casting| {
        let mut aims = casting.announced.iter().map(|cast| cast.at.owner());
        casting.army.owner == seat || aims.any(|owner| owner == Some(seat))
    });
    asked || fights || rolls || dragons || casts
}

/// Whether a step is part of a turn, its phases and what is left of them, and not of something begun in it.
fn belongs_to_turn(step: Step) -> bool {
    matches!(
        step,
        Step::Turn(_)
            | Step::March(MarchStep::Choose { .. })
            | Step::Reserves(_)
            | Step::Dragons(DragonStep::Phase(_))
            | Step::Eighth(
                EighthStep::Phase
                    | EighthStep::Order { .. }
                    | EighthStep::Royalty
                    | EighthStep::Crowns { .. }
            )
            | Step::Species(SpeciesStep::Phase | SpeciesStep::Order { .. })
    )
}

impl State {
    /// Breaks off whatever is being done inside a phase or march, and what lasts as long as that.
    pub(crate) fn break_off<O: Observe<Event>>(&mut self, out: &mut O) {
        let mired = self.steps.iter().filter_map(|step| match step {
            Step::Magic(MagicStep::Hazard(HazardStep::MireEnds(army))) => Some(*army),
            _ => None,
        });
        for army in mired.collect::<Vec<_>>() {
            hazards::mire_ends(self, army, out);
        }
        self.rolls.clear();
        (self.fight, self.dragons, self.casting) = Default::default();
    }
}
