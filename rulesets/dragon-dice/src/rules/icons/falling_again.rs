//! Which single dice of a roll may be rolled again, and by which rule.

use crate::position::game::DragonDice;
use crate::position::lasting::Lasting;
use crate::position::pieces::PieceSet;
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::rules::icons::acting;
use crate::rules::species::works;
use crate::rules::{eighth_faces, roll};
use crate::tables::catalog::AbilityEffect;
use crate::tables::rule::Rule;
use umpire_core::seat::Seat;

/// The bits of `Roll::offers`: which offers have been made.
pub(crate) const VORTEX: u8 = 1;

pub(crate) const GROWTH: u8 = 2;

/// Offers of spells are counted above the bits.
const SPELLS: u8 = 16;

/// A spell by which the roll's owner may have a unit rolled again, if one is left.
pub(crate) fn spell_offer(state: &State, roll: &Roll) -> Option<(u8, Seat, Rule)> {
    let barred = roll.kind.counts_maneuver() || state.effects.is_empty();
    if barred || roll::is_of_charmed(state, roll) {
        return None;
    }
    let made = usize::from(roll.offers / SPELLS);
    let mut spells = state.effects_on(roll.army).filter(|effect| effect.does == Lasting::Reroll);
    let next = spells.nth(made).filter(|_| made < 15)?;
    Some((SPELLS, roll.army.owner, next.rule))
}

/// Dice that show no special icon and may be rolled again once, all together (Rapid Growth).
pub(crate) fn plain_again(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
) -> Option<(Rule, PieceSet)> {
    if !matches!(roll.kind, RollKind::CounterManeuver) {
        return None;
    }
    let force = state.roster.force(roll.army.owner);
    let species = |die: u8| game.catalog.kind(force.kind(die)).species();
    let mut rule = None;
    let mut among = PieceSet::NONE;
    for (die, face) in roll.shown() {
        let Some(own) = species(die) else { continue };
        let found = works::ability_at(game, state, roll.army, own, |effect| {
            *effect == AbilityEffect::RerollPlain
        });
        if let Some(ability) = found
            && roll::shows(game, state, roll.army.owner, die, face).sai().is_none()
        {
            rule = Some(Rule::Ability(ability));
            among = among.with(PieceSet::only(die));
        }
    }
    rule.map(|rule| (rule, among))
}

/// Whether dice of a kind of roll may be rolled again together by an ability of its army.
pub(crate) fn may_roll_plain_again(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let force = state.roster.force(roll.army.owner);
    matches!(roll.kind, RollKind::CounterManeuver)
        && force.kinds().iter().any(|(kind, set)| {
            let species = game.catalog.kind(*kind).species();
            let works = |species| {
                works::ability_works(game, state, roll.army, species, |effect| {
                    *effect == AbilityEffect::RerollPlain
                })
            };
            !set.and(roll.dice).is_empty() && species.is_some_and(works)
        })
}

/// Whether later steps look at which die of a roll showed what.
pub(crate) fn looks_at_dice(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let doubles = |effect: &crate::position::lasting::Effect| match effect.does {
        Lasting::DoubleOne { types } => !types.and(roll.kind.counts()).is_empty(),
        Lasting::Reroll => !roll.kind.counts_maneuver(),
        _ => false,
    };
    let kinds = state.roster.force(roll.army.owner).kinds_of(roll.dice);
    state.is_awaited(roll)
        || eighth_faces::vortex(game, state, roll).is_some()
        || game.icons.any_looks(kinds)
        || acting::is_turned_back(game, state, roll)
        || works::doubled_by_ability(game, state, roll).is_some()
        || may_roll_plain_again(game, state, roll)
        || state.effects_on(roll.army).any(doubles)
}
