//! Icons of the attacker that wait until the defender has rolled saves (DD-8.2 step 2).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::PieceSet;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::fight::Delayed;
use crate::position::stack::icons::{IconStep, Picked};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::roll;
use crate::tables::catalog::{Icon, Moment, SaiEffect, SaiId, Victims};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// Step 2: effects of the attacker that waited for the saves; says whether there was one.
pub(crate) fn delayed_icons<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) -> bool {
    if state.fight.is_none() || !state.is_awaited(&state.rolls[usize::from(number)]) {
        return false;
    }
    match state.delayed().as_slice() {
        [] => return false,
        [only] => strike_delayed(game, state, number, *only, out),
        _ => state.steps.push(Step::Icon(IconStep::Delayed { roll: number })),
    }
    true
}

/// Lets one icon that waited strike: all dice that show it, or the first of them where each
/// strikes one unit.
pub(super) fn strike_delayed<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    sai: SaiId,
    out: &mut O,
) {
    let Some(fight) = &mut state.fight else { return };
    let (army, counter) = (fight.attacker, fight.counter);
    let kind = match (fight.with, counter) {
        (crate::tables::catalog::Counted::Melee, false) => RollKind::Melee,
        (crate::tables::catalog::Counted::Melee, true) => RollKind::Counter,
        _ => RollKind::Missile,
    };
    let mut mine: Vec<Delayed> = Vec::new();
    let once = game
        .catalog
        .sai(sai)
        .in_roll(kind.icons())
        .any(|effect| matches!(effect, SaiEffect::Target { units: Victims::OneShowingId, .. }));
    fight.delayed.retain(|delayed| {
        let taken = delayed.sai == sai && (!once || mine.is_empty());
        if taken {
            mine.push(*delayed);
        }
        !taken
    });
    // A die that has left the army by now does nothing (DD-8.6).
    mine.retain(|delayed| delayed.dice.within(state.at(army.owner, army.place)));
    if mine.is_empty() {
        return;
    }
    let count = mine.iter().map(|delayed| u16::from(delayed.count)).sum::<u16>();
    let dice = mine.iter().fold(PieceSet::NONE, |dice, delayed| dice.with(delayed.dice));
    out.tell(|| Event::Icon { army, sai, count: count.min(255) as u8 });
    for effect in game.catalog.sai(sai).in_roll(kind.icons()) {
        match effect {
            SaiEffect::Target { units, peril, when: Moment::AfterSaves, .. } => {
                let limit = match units {
                    Victims::ShowingId(amount) | Victims::Health(amount) => {
                        Limit::Most(match amount {
                            crate::tables::catalog::effects::Amount::X => count,
                            fixed => u16::from(fixed.of(0)) * mine.len() as u16,
                        })
                    }
                    _ => Limit::One,
                };
                let danger = Danger { peril: *peril, by: army.owner };
                let then = Then::Icon(Picked::Struck { roll: number, danger });
                let among = showing_id(game, state, number);
                pick_defenders(state, number, among, limit, Rule::Sai(sai), then);
            }
            SaiEffect::RerollDefenders { health } => {
                let roll = &state.rolls[usize::from(number)];
                let units = state.units(roll.army).and(roll.dice).without(roll.dropped);
                let limit = match health {
                    crate::tables::catalog::effects::Amount::X => count,
                    fixed => u16::from(fixed.of(0)) * mine.len() as u16,
                };
                let then = Then::Icon(Picked::Again { roll: number });
                let limit = Limit::Most(limit);
                pick_defenders(state, number, units, limit, Rule::Sai(sai), then);
            }
            SaiEffect::Hypnotise => hypnotise(game, state, number, dice, sai, out),
            _ => {}
        }
    }
}

/// The attacker picks units that rolled saves.
fn pick_defenders(
    state: &mut State,
    number: u8,
    among: PieceSet,
    limit: Limit,
    rule: Rule,
    then: Then,
) {
    let of = state.rolls[usize::from(number)].army;
    let Some(seat) = state.fight.as_ref().map(|fight| fight.attacker.owner) else { return };
    if !among.is_empty() {
        state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
    }
}

/// Units of a roll that show their IDs and still count.
fn showing_id(game: &DragonDice, state: &State, number: u8) -> PieceSet {
    let roll = &state.rolls[usize::from(number)];
    let owner = roll.army.owner;
    let ids = roll
        .shown()
        .filter(|(die, face)| roll::shows(game, state, owner, *die, *face).icon == Icon::Id);
    let ids: PieceSet = ids.map(|(die, _)| die).collect();
    ids.and(state.units(roll.army)).without(roll.dropped)
}

/// Every unit that shows its ID gives nothing, and is held while the gaze of any of these dice lasts.
fn hypnotise<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    gazers: PieceSet,
    sai: SaiId,
    out: &mut O,
) {
    let caught = showing_id(game, state, number);
    let roll = &mut state.rolls[usize::from(number)];
    roll.dropped = roll.dropped.with(caught);
    let of = roll.army;
    let Some(by) = state.fight.as_ref().map(|fight| fight.attacker.owner) else { return };
    if caught.is_empty() {
        return;
    }
    let rule = Rule::Sai(sai);
    for gazer in gazers.iter() {
        let (on, does) = (On::Pieces(of.owner, caught), Lasting::Hypnotised { gazer });
        state.add_effect(Effect { rule, by, on, does, ends: Ends::TurnStart(by) });
    }
    out.tell(|| Event::Held { of, units: caught, rule });
}
