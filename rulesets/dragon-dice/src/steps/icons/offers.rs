//! What players may do about single dice of a roll: roll them again, double them, leave them out.

use super::{IconStep, Picked};
use crate::catalog::AbilityEffect;
use crate::game::DragonDice;
use crate::items;
use crate::pieces::PieceSet;
use crate::roll;
use crate::roll::{Roll, RollKind, RollStep, Types};
use crate::rule::Rule;
use crate::state::{Lasting, On, State};
use crate::steps::Step;
use crate::steps::eighth::powers;
use crate::steps::icons::{giving, strike};
use crate::steps::pick::{Limit, Pick, Then};
use crate::steps::species::works;
use umpire_core::seat::Seat;

/// The bits of `Roll::offers`: which offers have been made.
const VORTEX: u8 = 1;
const GROWTH: u8 = 2;
const DOUBLING: u8 = 4;
const REST: u8 = 8;
/// Offers of spells are counted above the bits.
const SPELLS: u8 = 16;

impl State {
    /// Dice of a player that may not even be rolled alone: held, or under a gaze.
    pub(crate) fn unrollable(&self, owner: Seat) -> PieceSet {
        let mut found = PieceSet::NONE;
        for effect in &self.effects {
            if let (
                On::Pieces(seat, set),
                Lasting::Held { rooted: true } | Lasting::Hypnotised { .. },
            ) = (effect.on, effect.does)
                && seat == owner
            {
                found = found.with(set);
            }
        }
        found
    }

    /// Dice of a player whose gaze holds others.
    fn gazers(&self, owner: Seat) -> PieceSet {
        let gazers = self.effects.iter().filter_map(|effect| match effect.does {
            Lasting::Hypnotised { gazer } if effect.by == owner => Some(gazer),
            _ => None,
        });
        gazers.collect()
    }

    /// The rule by which a player's unit holds others by its gaze.
    pub(super) fn gaze_rule(&self, owner: Seat) -> Option<Rule> {
        self.effects.iter().find_map(|effect| match effect.does {
            Lasting::Hypnotised { .. } if effect.by == owner => Some(effect.rule),
            _ => None,
        })
    }

    /// Ends gazes of dice that leave, die or are rolled, and stuns of units that leave.
    pub(crate) fn end_gazes(&mut self, owner: Seat, gazers: PieceSet) {
        self.effects.retain(|effect| {
            !matches!(effect.does, Lasting::Hypnotised { gazer }
                if effect.by == owner && gazers.contains(gazer))
        });
    }

    /// Ends what a unit shakes off when it leaves its place.
    pub(crate) fn shake_off(&mut self, owner: Seat, leaving: PieceSet) {
        self.end_gazes(owner, leaving);
        let stuns = |does: Lasting| does == Lasting::Held { rooted: false };
        let mut changed = false;
        for effect in &mut self.effects {
            if let On::Pieces(seat, set) = effect.on
                && seat == owner
                && stuns(effect.does)
                && !set.and(leaving).is_empty()
            {
                effect.on = On::Pieces(seat, set.without(leaving));
                changed = true;
            }
        }
        if changed {
            self.effects.retain(
                |effect| !matches!(effect.on, On::Pieces(_, set) if stuns(effect.does) && set.is_empty()),
            );
            self.effects.sort_unstable();
        }
    }
}

/// Offers to leave out of rolls that are about to fall a unit whose gaze would end; says whether
/// somebody is asked.
pub(crate) fn offer_rest(state: &mut State, from: u8) -> bool {
    if state.effects.is_empty() {
        return false;
    }
    for number in from..state.rolls.len() as u8 {
        let roll = &state.rolls[usize::from(number)];
        let gazers = state.gazers(roll.army.owner).and(roll.dice);
        if roll.offers & REST == 0
            && let Some(die) = gazers.first()
        {
            if gazers.len() == 1 {
                state.rolls[usize::from(number)].offers |= REST;
            }
            state.steps.push(Step::Icon(IconStep::Rest { roll: number, die }));
            return true;
        }
    }
    false
}

/// Leaves a unit out of a roll that is about to fall, with the items that nobody else carries.
pub(super) fn rest(game: &DragonDice, state: &mut State, number: u8, die: u8) {
    let Some(roll) = state.rolls.get(usize::from(number)) else { return };
    let dice = roll.dice.without(PieceSet::only(die));
    let dice = items::borne(game, state, roll.army, dice);
    state.rolls[usize::from(number)].dice = dice;
}

/// Lets a unit fall with the others: its gaze is over, and nobody is asked about it again.
pub(super) fn fall(state: &mut State, number: u8, die: u8) {
    let Some(owner) = state.rolls.get(usize::from(number)).map(|roll| roll.army.owner) else {
        return;
    };
    state.end_gazes(owner, PieceSet::only(die));
}

/// Ends the gazes of dice that fall.
pub(crate) fn gazers_fall(state: &mut State, number: u8) {
    if !state.effects.is_empty() {
        let (owner, dice) = {
            let roll = &state.rolls[usize::from(number)];
            (roll.army.owner, roll.dice)
        };
        state.end_gazes(owner, dice);
    }
}

/// Step 3: offers that dice of a roll be rolled again by what is no icon; says whether somebody
/// is asked.
pub(crate) fn offer_reroll(game: &DragonDice, state: &mut State, number: u8) -> bool {
    let at = usize::from(number);
    let roll = &state.rolls[at];
    let units = roll.dice.and(state.roster.force(roll.army.owner).units());
    if units.is_empty() || roll.faces.is_empty() {
        return false;
    }
    let offers = roll.offers;
    let offer = match powers::vortex(game, state, roll) {
        Some((seat, rule)) if offers & VORTEX == 0 => Some((VORTEX, seat, rule)),
        _ => spell_offer(state, roll),
    };
    if let Some((bit, seat, rule)) = offer {
        state.rolls[at].offers += bit;
        state.steps.push(Step::Roll(RollStep::Offer { roll: number, seat, rule }));
        return true;
    }
    if offers & GROWTH == 0
        && let Some((rule, among)) = plain_again(game, state, roll)
    {
        let (seat, of) = (roll.army.owner, roll.army);
        let then = Then::Icon(Picked::Again { roll: number });
        let limit = Limit::CountUpTo(among.len().min(255) as u8);
        state.rolls[at].offers |= GROWTH;
        state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
        return true;
    }
    false
}

/// A spell by which the roll's owner may have a unit rolled again, if one is left.
fn spell_offer(state: &State, roll: &Roll) -> Option<(u8, Seat, Rule)> {
    let barred = roll.kind.counts_maneuver() || state.effects.is_empty();
    if barred || strike::is_of_charmed(state, roll) {
        return None;
    }
    let made = usize::from(roll.offers / SPELLS);
    let mut spells = state.effects_on(roll.army).filter(|effect| effect.does == Lasting::Reroll);
    let next = spells.nth(made).filter(|_| made < 15)?;
    Some((SPELLS, roll.army.owner, next.rule))
}

/// Dice that show no special icon and may be rolled again once, all together (Rapid Growth).
fn plain_again(game: &DragonDice, state: &State, roll: &Roll) -> Option<(Rule, PieceSet)> {
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

/// By which rule the owner of a roll may double results of single units: of which types, and of how
/// many units.
fn offered_doubling(state: &State, roll: &Roll) -> Option<(Rule, Types, u8)> {
    if state.effects.is_empty() || strike::is_of_charmed(state, roll) {
        return None;
    }
    let counts = roll.kind.counts();
    let mut effects = state.effects_on(roll.army).filter_map(|effect| match effect.does {
        Lasting::DoubleOne { types } => Some((effect.rule, types.and(counts))),
        _ => None,
    });
    let (rule, types) = effects.next().filter(|(_, types)| !types.is_empty())?;
    Some((rule, types, 1 + effects.count().min(254) as u8))
}

/// Offers to double one unit's results for each effect that lets the owner do so; says whether
/// somebody is asked.
pub(crate) fn offer_doubling(state: &mut State, number: u8) -> bool {
    let at = usize::from(number);
    let roll = &state.rolls[at];
    if roll.offers & DOUBLING != 0 || roll.faces.is_empty() {
        return false;
    }
    let Some((rule, types, times)) = offered_doubling(state, roll) else { return false };
    let force = state.roster.force(roll.army.owner);
    let among = roll.dice.and(force.units()).without(roll.doubled_in(types));
    let pick = giving::pick_to_double(roll, number, (rule, types), Limit::CountUpTo(times), among);
    state.rolls[at].offers |= DOUBLING;
    state.steps.push(Step::Pick(pick));
    true
}

/// The units that an effect doubles where those listed first are picked: the first in this order that
/// no icon has doubled. Nothing where it depends on what they show.
pub(crate) fn doubled_by_offer(game: &DragonDice, state: &State, number: u8) -> Option<Vec<u8>> {
    let roll = &state.rolls[usize::from(number)];
    match offered_doubling(state, roll) {
        None => Some(Vec::new()),
        Some((rule, types, 1)) => Some(giving::first_to_double(game, state, number, (rule, types))),
        Some(_) => None,
    }
}

/// Whether later steps look at which die of a roll showed what.
pub(crate) fn looks_at_dice(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let doubles = |effect: &crate::state::Effect| match effect.does {
        Lasting::DoubleOne { types } => !types.and(roll.kind.counts()).is_empty(),
        Lasting::Reroll => !roll.kind.counts_maneuver(),
        _ => false,
    };
    let kinds = state.roster.force(roll.army.owner).kinds_of(roll.dice);
    state.is_awaited(roll)
        || powers::vortex(game, state, roll).is_some()
        || game.icons.any_looks(kinds)
        || strike::is_turned_back(game, state, roll)
        || works::doubled_by_ability(game, state, roll).is_some()
        || may_roll_plain_again(game, state, roll)
        || state.effects_on(roll.army).any(doubles)
}

/// Dice of a roll fall again, all at once.
pub(super) fn several_again(state: &mut State, number: u8, dice: PieceSet) {
    let Some(roll) = state.rolls.get_mut(usize::from(number)) else { return };
    let dice = dice.and(roll.dice);
    roll.waiting = roll.waiting.without(dice);
    if !dice.is_empty() {
        state.steps.push(Step::Roll(RollStep::Several { roll: number, dice }));
    }
}

impl Roll {
    /// The dice whose results of some of these types count twice.
    pub(crate) fn doubled_in(&self, types: Types) -> PieceSet {
        let own = self.doubled.iter().filter(|(_, of, _)| !of.and(types).is_empty());
        own.fold(PieceSet::NONE, |all, (_, _, set)| all.with(*set))
    }
}
