//! Which icon of a roll acts next: re-rolls first, then the rest in the roller's order (DD-8.2, DD-9.4).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Place};
use crate::position::roll::Roll;
use crate::position::stack::Step;
use crate::position::stack::icons::Acting;
use crate::position::stack::roll::RollStep;
use crate::position::state::State;
use crate::rules::icons::acting;
use crate::rules::roll;
use crate::rules::roll::worth;
use crate::steps::icons::act;
use crate::tables::catalog::{Mastery, Moment, SaiEffect, SaiId};
use smallvec::SmallVec;
use umpire_core::game::Observe;

/// Whether an effect belongs to step 3: a die falls again.
fn rolls_again(effect: &SaiEffect) -> bool {
    match effect {
        SaiEffect::Reroll | SaiEffect::ElementalRelic { .. } => true,
        SaiEffect::Choose(parts) | SaiEffect::All(parts) => parts.iter().any(rolls_again),
        _ => false,
    }
}

/// Whether dice that show the icon act one at a time instead of adding up (DD-8.15).
fn acts_singly(effect: &SaiEffect) -> bool {
    use crate::tables::catalog::{Opposing, Victims};
    match effect {
        SaiEffect::Target { units, .. } => {
            !matches!(units, Victims::Health(_) | Victims::ShowingId(_))
        }
        SaiEffect::Subtract { lasting, army, .. } => {
            *lasting && matches!(army, Opposing::Here | Opposing::AnyTerrain)
        }
        SaiEffect::Add { .. }
        | SaiEffect::AddEither { .. }
        | SaiEffect::AddAsked { .. }
        | SaiEffect::AddAsId { .. }
        | SaiEffect::AddCantrip { .. }
        | SaiEffect::AddMagicOfChoice { .. }
        | SaiEffect::Damage { .. }
        | SaiEffect::DamageBack { .. }
        | SaiEffect::ChillWind { .. }
        | SaiEffect::RerollDefenders { .. }
        | SaiEffect::NoCounter
        | SaiEffect::Charge
        | SaiEffect::LastingSaves { .. }
        | SaiEffect::NoAutomaticSaves
        | SaiEffect::Dispel
        | SaiEffect::RiseFromTheAshes
        | SaiEffect::WildGrowth
        | SaiEffect::ReturnDead { .. } => false,
        _ => true,
    }
}

/// Icons that wait, each with the dice that show it and their X together.
type Waiting = SmallVec<[Acting; 8]>;

fn waiting(game: &DragonDice, state: &State, number: u8) -> Waiting {
    let roll = &state.rolls[usize::from(number)];
    let mut found = Waiting::new();
    for (die, face) in roll.shown().filter(|(die, _)| roll.waiting.contains(*die)) {
        let face = roll::shows(game, state, roll.army.owner, die, face);
        let Some(sai) = face.sai() else { continue };
        let dice = PieceSet::only(die);
        match found.iter_mut().find(|known| known.sai == sai) {
            Some(known) => {
                known.dice = known.dice.with(dice);
                known.count += u16::from(face.count);
            }
            None => found.push(Acting { roll: number, sai, dice, count: face.count.into() }),
        }
    }
    found
}

/// Whether it does not matter when an icon acts in a roll, and nobody is asked when it does.
fn is_number(game: &DragonDice, roll: &Roll, sai: SaiId) -> bool {
    let counts = roll.kind.counts();
    acting::effects(game, roll, sai).all(|effect| match effect {
        SaiEffect::AddEither { types, .. } => {
            types.iter().filter(|kind| counts.contains(**kind)).count() <= 1
        }
        SaiEffect::Target { when, .. } => *when == Moment::AfterSaves,
        SaiEffect::Damage { bury, army, .. } => {
            bury.is_none() && *army == crate::tables::catalog::Opposing::Defender
        }
        SaiEffect::Subtract { lasting, .. } => !lasting,
        // Logos that work before the classic answer do nothing in it (DD-13.3).
        SaiEffect::Master(Mastery::Tame | Mastery::Slay) => game.edition.eldarim_first,
        SaiEffect::Add { .. }
        | SaiEffect::AddAsked { .. }
        | SaiEffect::AddAsId { .. }
        | SaiEffect::AddMagicOfChoice { .. }
        | SaiEffect::DamageBack { .. }
        | SaiEffect::RerollDefenders { .. }
        | SaiEffect::Hypnotise
        | SaiEffect::ChillWind { .. }
        | SaiEffect::Charge
        | SaiEffect::LastingSaves { .. }
        | SaiEffect::NoCounter
        | SaiEffect::NoAutomaticSaves => true,
        _ => false,
    })
}

/// Icons that wait and of which the owner picks the next, in the order of the table: which dice show
/// them is all one.
pub(crate) fn open_icons(
    game: &DragonDice,
    state: &State,
    number: u8,
) -> impl Iterator<Item = SaiId> {
    let mut waiting = self::waiting(game, state, number);
    waiting.sort_by_key(|acting| acting.sai);
    waiting.into_iter().map(|acting| acting.sai)
}

/// Step 4: lets icons act; says whether there was one.
pub(crate) fn next_icon<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) -> bool {
    let roll = &state.rolls[usize::from(number)];
    if roll.waiting.is_empty() {
        return false;
    }
    let kind = roll.kind;
    let mut waiting = self::waiting(game, state, number);
    // A charge changes what others give, so it comes before them.
    let charges = |acting: &Acting| {
        let mut effects = game.catalog.sai(acting.sai).in_roll(kind.icons());
        !effects.any(|effect| matches!(effect, SaiEffect::Charge))
    };
    if waiting.len() > 1 {
        waiting.sort_by_key(charges);
    }
    waiting.retain(|acting| {
        let roll = &state.rolls[usize::from(acting.roll)];
        let number = roll::is_of_charmed(state, roll) || is_number(game, roll, acting.sai);
        if number {
            act_together(game, state, *acting, out);
        }
        !number
    });
    match waiting.as_slice() {
        [] => {}
        [only] => act_icon(game, state, number, only.sai, out),
        _ => state.steps.push(Step::Roll(RollStep::Order { roll: number })),
    }
    true
}

/// Lets an icon act: all dice that show it at once where they add up, else the first of them.
pub(crate) fn act_icon<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    sai: SaiId,
    out: &mut O,
) {
    let waiting = self::waiting(game, state, number);
    let Some(acting) = waiting.into_iter().find(|known| known.sai == sai) else { return };
    let roll = &state.rolls[usize::from(number)];
    let singly = acting::effects(game, roll, sai).any(acts_singly);
    let acting = if singly { first_of(game, state, acting) } else { acting };
    act_together(game, state, acting, out);
}

/// The first of the dice that show an icon.
fn first_of(game: &DragonDice, state: &State, acting: Acting) -> Acting {
    let roll = &state.rolls[usize::from(acting.roll)];
    let Some(die) = acting.dice.first() else { return acting };
    let face = roll.face(die).unwrap_or_default();
    let count = roll::shows(game, state, roll.army.owner, die, face).count.into();
    Acting { dice: PieceSet::only(die), count, ..acting }
}

/// Lets dice act together; those that have left the army do nothing any more (DD-8.6).
fn act_together<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    out: &mut O,
) {
    let roll = &mut state.rolls[usize::from(acting.roll)];
    roll.waiting = roll.waiting.without(acting.dice);
    let army = roll.army;
    let here = acting.dice.and(state.at(army.owner, army.place));
    let roll = &state.rolls[usize::from(acting.roll)];
    let left = acting.dice.without(here);
    let gone: u16 = left
        .iter()
        .filter_map(|die| Some(roll::shows(game, state, army.owner, die, roll.face(die)?).count))
        .map(u16::from)
        .sum();
    if here.is_empty() {
        return;
    }
    let acting = Acting { dice: here, count: acting.count.saturating_sub(gone), ..acting };
    let (sai, count) = (acting.sai, acting.count.min(255) as u8);
    out.tell(|| Event::Icon { army, sai, count });
    let effects = acting::effects(game, roll, acting.sai);
    act::perform(game, state, acting, effects, out);
}

/// Step 3: lets one icon act whose die is rolled again; says whether there was one. Those that give
/// results and no more come first, since they wait for nothing.
pub(crate) fn rerolling_icon<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) -> bool {
    let roll = &state.rolls[usize::from(number)];
    if roll.waiting.is_empty() {
        return false;
    }
    let rerolls = |(die, face): (u8, u8), plain: bool| {
        let face = roll::shows(game, state, roll.army.owner, die, face);
        let sai = face.sai().filter(|_| roll.waiting.contains(die))?;
        let comes_now = acting::effects(game, roll, sai).any(rolls_again)
            && (!plain || worth::again_sum(game, roll, face).is_some())
            && !(roll.army.place == Place::RESERVE && summons(game, roll, sai));
        let (dice, count) = (PieceSet::only(die), face.count.into());
        comes_now.then_some(Acting { roll: number, sai, dice, count })
    };
    let first = |plain| roll.shown().find_map(|shown| rerolls(shown, plain));
    let Some(acting) = first(true).or_else(|| first(false)) else { return false };
    act_together(game, state, acting, out);
    true
}

/// Whether an icon brings a dragon; in Reserves it gives magic and its die lies still.
fn summons(game: &DragonDice, roll: &Roll, sai: SaiId) -> bool {
    acting::effects(game, roll, sai).any(|effect| matches!(effect, SaiEffect::SummonDragon))
}
