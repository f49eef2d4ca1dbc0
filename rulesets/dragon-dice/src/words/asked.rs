//! What is asked now: the dice in question, the army that acts, the die that is turned.

use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::Roll;
use crate::position::stack::Step;
use crate::position::stack::dragons::{DragonAttack, DragonStep};
use crate::position::stack::magic::{CastingStep, MagicStep};
use crate::position::stack::march::MarchStep;
use crate::position::stack::roll::RollStep;
use crate::position::state::State;
use crate::rules::marching;
use umpire_core::seat::Seat;

/// The dice that a bare list of dice is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub owner: Seat,
    pub among: PieceSet,
    /// The roll whose faces tell dice apart.
    pub roll: Option<u8>,
}

/// Whose things are meant where nobody is named: those of whoever speaks, or of whose turn it is.
pub(super) fn own_seat(state: &State, seat: Seat) -> Seat {
    if state.seated(seat) { seat } else { state.marching }
}

/// The dice in question when a seat answers.
pub(super) fn in_question(state: &State, seat: Seat) -> Question {
    let owner = own_seat(state, seat);
    match state.steps.last() {
        Some(Step::Pick(pick)) => {
            let is_it = |roll: &Roll| roll.army == pick.of && !roll.faces.is_empty();
            let roll = state.rolls.iter().rposition(is_it).map(|number| number as u8);
            Question { owner: pick.of.owner, among: pick.among, roll }
        }
        Some(Step::Roll(RollStep::Offer { roll: number, .. })) => {
            match state.rolls.get(usize::from(*number)) {
                Some(roll) => {
                    Question { owner: roll.army.owner, among: roll.dice, roll: Some(*number) }
                }
                None => Question { owner, among: PieceSet::ALL, roll: None },
            }
        }
        _ => Question { owner, among: PieceSet::ALL, roll: None },
    }
}

/// Whether dice are picked, so that a bare list of them is an answer.
pub(super) fn is_picking(state: &State) -> bool {
    matches!(state.steps.last(), Some(Step::Pick(_) | Step::Roll(_)))
}

/// Whether as much is done as a player likes, until they say that it is enough.
pub(super) fn goes_on_until_done(state: &State) -> bool {
    matches!(
        state.steps.last(),
        Some(Step::Reserves(_) | Step::Magic(MagicStep::Casting(CastingStep::Announce)))
    )
}

/// Whether it is asked what a dragon goes for.
pub(super) fn is_aiming(state: &State) -> bool {
    matches!(state.steps.last(), Some(Step::Dragons(DragonStep::Attack(DragonAttack::Aim { .. }))))
}

/// Whether it is asked for an answer in kind, to an attack or a maneuver.
pub(super) fn is_countered(state: &State) -> bool {
    matches!(state.steps.last(), Some(Step::Fight(_) | Step::March(MarchStep::Oppose { .. })))
}

/// An army that is asked whether it does something, and what its two answers are called.
pub(super) struct Answering {
    pub army: Army,
    pub does: &'static str,
    pub does_not: &'static str,
}

/// The army that a seat answers for, where it is asked whether the army maneuvers, counters or strikes back.
pub(super) fn answering(state: &State, seat: Seat) -> Option<Answering> {
    let (army, does, does_not) = match state.steps.last()? {
        Step::March(MarchStep::Maneuver(place)) => {
            (marching::marcher(state, *place), "maneuver", "no maneuver")
        }
        Step::March(MarchStep::Oppose { place, .. }) if state.seated(seat) => {
            (Army { owner: seat, place: *place }, "counter-maneuver", "let go")
        }
        Step::Fight(_) => (state.fight.as_ref()?.target, "strike back", "let go"),
        _ => return None,
    };
    Some(Answering { army, does, does_not })
}

/// The place of the march in progress.
pub(super) fn marching_from(state: &State) -> Option<Place> {
    match state.steps.last() {
        Some(Step::March(MarchStep::Act(place) | MarchStep::Maneuver(place))) => Some(*place),
        _ => state.fight.as_ref().map(|fight| fight.attacker.place),
    }
}

/// The die that is turned to a face: the minor terrain beside the army on its march.
pub(super) fn turning(state: &State) -> Option<(Army, u8)> {
    let Some(Step::Minor(step)) = state.steps.last() else { return None };
    let army = Army { owner: state.marching, place: step.place() };
    state.minor(army).map(|die| (army, die))
}

/// All dice of a player that lie where the first of a set lies.
pub(super) fn together(state: &State, owner: Seat, set: PieceSet) -> PieceSet {
    match set.first() {
        Some(number) if state.seated(owner) => {
            state.at(owner, state.place_of(Piece { owner, number }))
        }
        _ => PieceSet::ALL,
    }
}

/// The kinds of a player's dice of which some are among these.
pub(super) fn kinds_among(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
) -> Vec<String> {
    if !state.seated(owner) {
        return Vec::new();
    }
    let kinds = state.roster.force(owner).kinds().iter();
    let there = kinds.filter(|(_, set)| !set.and(among).is_empty());
    there.map(|(kind, _)| game.catalog.kind(*kind).id.clone()).collect()
}

/// A list of dice; a single die of a roll that others of its kind share is told by its face.
pub(super) fn taken_words(game: &DragonDice, state: &State, seat: Seat, set: PieceSet) -> String {
    let Question { owner, among, roll } = in_question(state, seat);
    if let (Some(roll), Some(die), 1) = (roll, set.first(), set.len())
        && let Some(words) = showing_words(game, state, roll, die)
    {
        return words;
    }
    names::exact_words(game, state, owner, among, set)
}

/// `oakling showing save`, for the first die of a kind in a roll with that face.
fn showing_words(game: &DragonDice, state: &State, roll: u8, die: u8) -> Option<String> {
    let roll = state.rolls.get(usize::from(roll))?;
    let force = state.roster.force(roll.army.owner);
    let (kind, face) = (force.kind(die), roll.face(die)?);
    let alike = roll.shown().find(|(other, shown)| {
        force.kind(*other) == kind && names::same_face(game, kind, *shown, face)
    });
    let name = game.catalog.dice.get(kind.die()).face_name(face);
    (alike?.0 == die).then(|| format!("{} showing {name}", game.catalog.kind(kind).id))
}
