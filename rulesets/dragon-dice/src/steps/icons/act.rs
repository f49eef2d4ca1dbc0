//! What icons do, effect by effect.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::stack::Step;
use crate::position::stack::fight::Delayed;
use crate::position::stack::icons::{Acting, Company, Grown, RollIcon, Share, Travel, Way};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::promotion::Budget;
use crate::position::state::State;
use crate::rules::icons::acting;
use crate::rules::roll::changes;
use crate::steps::icons::{aimed, dragons, giving, relic, strike};
use crate::steps::{army_roll, magic, promote};
use crate::tables::catalog::effects::Amount;
use crate::tables::catalog::{Counted, Moment, Opposing, SaiEffect, Types};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// Carries out effects of an icon. A die that is rolled again falls after all else (DD-8.19).
pub(super) fn perform<'a, O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    effects: impl Iterator<Item = &'a SaiEffect> + Clone,
    out: &mut O,
) {
    let falls = |effect: &SaiEffect| matches!(effect, SaiEffect::Reroll);
    let here = state.rolls[usize::from(acting.roll)].army.place;
    let lies_still =
        |effect: &SaiEffect| matches!(effect, SaiEffect::SummonDragon) && here == Place::RESERVE;
    if effects.clone().any(falls) && !effects.clone().any(lies_still) {
        for die in acting.dice.iter() {
            army_roll::again(state, acting.roll, die);
        }
    }
    let mut aimed = false;
    for (number, effect) in (0..).zip(effects) {
        // Several changes to one army are one aim.
        let aims = matches!(effect, SaiEffect::Subtract { lasting: true, .. });
        if !(aims && aimed) {
            act(game, state, acting, number, effect, out);
        }
        aimed |= aims;
    }
}

fn act<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    number: u8,
    effect: &SaiEffect,
    out: &mut O,
) {
    let army = acting.army(state);
    let rule = acting.rule();
    let results = matches!(effect, SaiEffect::Add { .. } | SaiEffect::AddEither { .. });
    let roll = state.rolls.get(usize::from(acting.roll));
    let alone = roll.is_some_and(|roll| acting::counts_results_alone(state, roll));
    if let (true, SaiEffect::Choose(ways)) = (alone, effect) {
        if let Some(way) = ways.iter().find(|way| acting::gives_results(way)) {
            act(game, state, acting, number, way, out);
        }
        return;
    }
    if alone && !results {
        return;
    }
    // Ruling: nobody is attacked in a roll against a Wall of Thorns, so nobody is struck (DD-8.17).
    let thorns = roll.is_some_and(|roll| roll.kind == RollKind::Thorns);
    if thorns && acting::strikes_another(effect) {
        return;
    }
    match effect {
        SaiEffect::Add { types, amount } => give(game, state, acting, types, *amount),
        SaiEffect::AddEither { types, amount, split } => {
            give_either(game, state, acting, types, *amount, *split);
        }
        SaiEffect::AddMagicOfChoice { amount, .. } => {
            give(game, state, acting, &[Counted::Magic], *amount);
        }
        SaiEffect::AddCantrip { .. } => {
            magic::begin_cantrip(game, state, acting.roll, out);
        }
        SaiEffect::Choose(ways) => Way::offer(game, state, acting, ways, out),
        SaiEffect::All(parts) => perform(game, state, acting, parts.iter(), out),
        SaiEffect::Damage { army: Opposing::Here, .. }
        | SaiEffect::Subtract { lasting: true, .. }
        | SaiEffect::HalveAll
        | SaiEffect::Protect => aimed::aim(game, state, acting, number, effect, out),
        SaiEffect::Damage { amount, bury: Some(test), .. } => {
            if let Some(target) = state.fight.as_ref().map(|fight| fight.target) {
                let damage = acting.amount(*amount);
                let how = (Some(*test), false, army.owner);
                aimed::scorch(state, target, damage, how, rule, out);
            }
        }
        SaiEffect::Damage { .. }
        | SaiEffect::DamageBack { .. }
        | SaiEffect::Subtract { .. }
        | SaiEffect::NoCounter
        | SaiEffect::Charge => alter_fight(state, acting, effect),
        SaiEffect::ChillWind { amount } => {
            let by = amount.saturating_mul(acting.dice.len() as u8);
            if let Some(place) = army.place.as_terrain() {
                let on = On::Terrain(place);
                let change = Change::Subtract(by);
                modify(state, (rule, army.owner), on, change, Ends::Maneuvered, out);
            }
        }
        SaiEffect::LastingSaves { amount } => {
            let change = Change::Add(acting.amount(*amount).min(255) as u8);
            let types = Types::only(Counted::Save);
            let rolls = crate::tables::catalog::effects::RollKinds::ARMY;
            let does = Lasting::Modify { rolls, types, change };
            let ends = Ends::TurnStart(army.owner);
            let effect = Effect { rule, by: army.owner, on: On::Army(army), does, ends };
            start(state, effect, out);
        }
        SaiEffect::Target { when: Moment::Now, .. }
        | SaiEffect::DamageUnit { .. }
        | SaiEffect::TurnBack => strike::strike(game, state, acting, number, effect, out),
        SaiEffect::Target { .. } | SaiEffect::RerollDefenders { .. } | SaiEffect::Hypnotise => {
            // Each die waits for itself: it may leave, and some strike one by one.
            for die in acting.dice.iter() {
                let (sai, count) = (acting.sai, acting.shown(game, state, die));
                if let Some(fight) = &mut state.fight {
                    fight.delayed.push(Delayed { sai, count, dice: PieceSet::only(die) });
                }
            }
        }
        SaiEffect::Multiply { types, who } => {
            giving::multiply(game, state, acting, types, *who);
        }
        SaiEffect::MoveUnits { health } => {
            offer_travel(state, acting, Company::Units(*health));
        }
        SaiEffect::MoveSelf => offer_travel(state, acting, Company::Alone),
        SaiEffect::MoveItem => offer_travel(state, acting, Company::Carrier),
        SaiEffect::WildGrowth => {
            let amount = acting.count;
            let before = state.health(army) as u16;
            let grown = Grown { acting, amount, before };
            state.steps.push(RollIcon::Grown(grown).into());
            let budget = Budget::Health(amount.min(255) as u8);
            promote::offer_promotion(state, army, budget, rule);
        }
        SaiEffect::ReturnDead { health } => {
            let health = acting.amount(*health);
            offer_return(state, army.owner, health, army, rule);
        }
        SaiEffect::SummonDragon if army.place == Place::RESERVE => {
            give(game, state, acting, &[Counted::Magic], Amount::X);
        }
        SaiEffect::SummonDragon
        | SaiEffect::MoveDragon
        | SaiEffect::KillJaws { .. }
        | SaiEffect::TurnBackDragon
        | SaiEffect::Master(_) => dragons::at_dragon(game, state, acting, effect),
        SaiEffect::SilverMedallion => {
            state.steps.push(RollIcon::Silver { army, rule }.into());
        }
        SaiEffect::ElementalRelic { element } => {
            relic::offer_relic(game, state, acting, *element, out);
        }
        // Rolled again before; counted with the faces; asked for by the magic or the death itself.
        SaiEffect::Reroll
        | SaiEffect::AddAsked { .. }
        | SaiEffect::AddAsId { .. }
        | SaiEffect::NoAutomaticSaves
        | SaiEffect::Dispel
        | SaiEffect::RiseFromTheAshes => {}
    }
}

/// Step 8: gives results of each type the roll counts; the rest may count as another (DD-8.5).
pub(super) fn give(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    types: &[Counted],
    amount: Amount,
) {
    for die in acting.dice.iter() {
        let given = amount.of(acting.shown(game, state, die)).into();
        for kind in types {
            let roll = &state.rolls[usize::from(acting.roll)];
            if let Some((to, by)) = changes::counted_by(game, state, roll, die, *kind) {
                state.rolls[usize::from(acting.roll)].give(die, to, by, given);
            }
        }
    }
}

fn give_either(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    types: &[Counted],
    amount: Amount,
    split: bool,
) {
    let counts = state.rolls[usize::from(acting.roll)].kind.counts();
    let own: Types = types.iter().map(|kind| Types::only(*kind)).fold(Types(0), Types::with);
    let open = own.and(counts);
    match open.single() {
        Some(kind) => give(game, state, acting, &[kind], amount),
        None if open.is_empty() => {
            for die in acting.dice.iter() {
                let roll = &state.rolls[usize::from(acting.roll)];
                let counts =
                    |kind: &&Counted| changes::counts_for(game, state, roll, die, **kind).is_some();
                if let Some(kind) = types.iter().find(counts) {
                    let dice = PieceSet::only(die);
                    give(game, state, Acting { dice, ..acting }, &[*kind], amount);
                }
            }
        }
        None => {
            let share =
                Share { acting, each: amount, amount: acting.amount(amount), types: open, split };
            state.steps.push(RollIcon::Share(share).into());
        }
    }
}

/// Changes what the attack in progress comes to.
fn alter_fight(state: &mut State, acting: Acting, effect: &SaiEffect) {
    if let SaiEffect::Subtract { types, amount, army: Opposing::Counter, .. } = effect {
        for roll in &mut state.rolls[usize::from(acting.roll)..] {
            if roll.kind == RollKind::CounterManeuver {
                types.iter().for_each(|kind| {
                    roll.taken[kind.index()] += acting.amount(*amount);
                });
                roll.taken_by = Some(acting.rule());
            }
        }
        return;
    }
    let Some(fight) = &mut state.fight else { return };
    match effect {
        SaiEffect::Damage { amount, .. } => fight.unsaved += acting.amount(*amount),
        SaiEffect::DamageBack { amount } => fight.back += acting.amount(*amount),
        SaiEffect::Subtract { amount, .. } => {
            let rule = acting.rule();
            let same = fight.fewer_saves_by.is_none_or(|known| known == rule);
            fight.fewer_saves += acting.amount(*amount);
            fight.fewer_saves_by = Some(if same { rule } else { Rule::SpecialIcons });
        }
        SaiEffect::NoCounter => fight.no_counter = true,
        SaiEffect::Charge => fight.charge = true,
        _ => {}
    }
}

/// Begins something that lasts.
pub(super) fn start<O: Observe<Event>>(state: &mut State, effect: Effect, out: &mut O) {
    state.add_effect(effect);
    out.tell(|| Event::Began { effect });
}

/// Begins a change to every type of result of all army rolls.
pub(super) fn modify<O: Observe<Event>>(
    state: &mut State,
    (rule, by): (Rule, Seat),
    on: On,
    change: Change,
    ends: Ends,
    out: &mut O,
) {
    let rolls = crate::tables::catalog::effects::RollKinds::ARMY;
    let does = Lasting::Modify { rolls, types: Types::ALL, change };
    start(state, Effect { rule, by, on, does, ends }, out);
}

/// Dead units of a player may return to an army of theirs, together up to this health.
pub(super) fn offer_return(state: &mut State, seat: Seat, health: u16, army: Army, rule: Rule) {
    let of = Army { owner: seat, place: Place::DEAD };
    let among = state.units(of);
    let (limit, then) = (Limit::UpTo(health), Then::Return(army));
    state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
}

fn offer_travel(state: &mut State, acting: Acting, with: Company) {
    let (army, rule) = (acting.army(state), acting.rule());
    for die in acting.dice.iter() {
        let travel = Travel { army, die, with, rule };
        state.steps.push(RollIcon::Travel(travel).into());
    }
}
