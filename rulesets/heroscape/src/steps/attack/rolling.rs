//! The dice of an attack and its defense: how many, what was rolled, rolled once more.

use super::damage::settle_blow;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{Attack, FigureId, FigureSet, PowerRef, State};
use crate::position::step::{AttackStep, Reroll};
use crate::rules::blow::{Blow, special};
use crate::rules::counting;
use crate::rules::counting::{Side, rules_for};
use crate::rules::dice::{attack_modifiers, defense_modifiers};
use crate::steps::purpose;
use crate::tables::edition::ForgottenBonus;
use crate::tables::rule::Rule;
use std::cmp::Reverse;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};
use umpire_core::steps::Flow;

/// The dice of an attack, or those of its defense, with what they are made of.
pub fn request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attack: &Attack,
    side: Side,
    why: &mut E,
) -> RollRequest<Rule> {
    let blow = Blow::of(state, attack);
    let ((dice, base), roller, die, purpose) = match side {
        Side::Attack => {
            let dice = attack_modifiers(game, state, blow, why);
            let printed = game.card(state, attack.attacker).attack;
            let base = if attack.special.is_none() { printed } else { dice };
            let die = counting::attack_die(game, state, blow);
            ((dice, base), attack.attacker, die, purpose::ATTACK)
        }
        Side::Defense => {
            let dice = defense_modifiers(game, state, blow, why);
            let base = game.card(state, blow.defender).defense;
            let die = counting::defense_die(game, state, blow);
            ((dice, base), blow.defender, die, purpose::DEFENSE)
        }
    };
    let dice = by_the_judge(attack, dice, why);
    dice_request(game, state, roller, (dice, base), die, purpose)
}

/// Whom attack dice are rolled at, and how many dice the first of them then defends with.
pub fn defense_to_come(game: &HeroScape, state: &State) -> Option<(FigureSet, u8)> {
    let attack = state.attack.as_ref()?;
    let dice = defense_modifiers(game, state, Blow::of(state, attack), &mut Silent);
    Some((attack.affected, dice.clamp(0, 255) as u8))
}

/// The number of dice, or the one that a judge has said (HS-7.5.9).
fn by_the_judge<E: Explain<Rule>>(attack: &Attack, dice: i32, why: &mut E) -> i32 {
    let Some(said) = attack.dice.map(i32::from).filter(|said| *said != dice) else { return dice };
    why.modifier(Rule::DiceAsked, said - dice, || "by the judge's word".to_string());
    said
}

fn dice_request(
    game: &HeroScape,
    state: &State,
    roller: FigureId,
    (dice, base): (i32, i32),
    die: umpire_core::dice::DieId,
    purpose: u8,
) -> RollRequest<Rule> {
    let extra = (dice - base).clamp(0, 255) as u8;
    let lost = game.edition.forgotten_bonus == ForgottenBonus::Lost;
    let group = DiceGroup {
        seat: state.figure(roller).controller,
        die,
        count: dice.clamp(0, 255) as u8,
        purpose,
        subject: Some(u16::from(roller.0)),
    };
    let mut request = RollRequest::one(Rule::AttackSteps, group);
    request.spare = if lost { extra } else { 0 };
    request
}

/// How many dice an attack asks for now.
fn dice_due(game: &HeroScape, state: &State, attack: &Attack, side: Side) -> usize {
    request(game, state, attack, side, &mut Silent).dice()
}

/// Rolls of no dice are not asked for.
pub fn settle_dice<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attack: Attack,
    side: Side,
    events: &mut O,
) -> Flow {
    let is_gone = |figure: FigureId| state.spaces(figure).is_none();
    let unmade = side == Side::Attack && is_gone(attack.attacker);
    if unmade || attack.defender.is_some_and(is_gone) {
        state.steps.pop();
        state.attack = Some(Attack { dice: None, ..attack });
        return Flow::On;
    }
    if dice_due(game, state, &attack, side) > 0 {
        return Flow::Wait;
    }
    resolve(game, state, attack, side, &[], events);
    Flow::On
}

/// Takes the faces of the attack dice, or of the defense dice.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attack: Attack,
    side: Side,
    faces: &[Face],
    events: &mut O,
) {
    forgone(game, state, (&attack, side), faces.len(), events);
    state.steps.pop();
    match side {
        Side::Attack => resolve_attack(game, state, attack, faces, events),
        Side::Defense => resolve_defense(game, state, attack, faces, events),
    }
}

/// Counts the skulls of the attack dice.
fn resolve_attack<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    faces: &[Face],
    events: &mut O,
) {
    let blow = Blow::of(state, &attack);
    let rolled = counting::read(game, state, blow, Side::Attack, faces);
    let dice = faces.len() as u8;
    let attacker = attack.attacker;
    events.tell(|| Event::AttackRolled { attacker, skulls: rolled.plain, dice });
    attack.dice = None;
    (attack.plain_skulls, attack.symbols, attack.rolled) = (rolled.plain, rolled.symbols, dice);
    state.attack = Some(attack);
    let blanks = dice - rolled.plain - rolled.symbols.min(dice - rolled.plain);
    offer_reroll(game, state, (attack, Side::Attack), blanks, None, events);
}

/// What the skulls rolled count for.
fn count_skulls<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    events: &mut O,
) {
    let blow = Blow::of(state, &attack);
    let rules = rules_for(game, state, Side::Attack, blow);
    let symbols = if rules.valkyrie { attack.symbols } else { 0 };
    let plain = attack.plain_skulls + symbols;
    let skulls = plain.saturating_mul(1 + rules.more).saturating_add(rules.automatic);
    if skulls != attack.plain_skulls {
        let (figure, by) = (attack.attacker, rules.by);
        events.tell(|| Event::DiceCounted { figure, by, skulls, shields: 0 });
    }
    attack.skulls = Some(skulls);
    state.attack = Some(attack);
    let (attacker, plain, dice, symbols) =
        (attack.attacker, attack.plain_skulls, attack.rolled, attack.symbols);
    if let Some(made) = state.turn.attacks.iter_mut().rev().find(|made| made.figure == attacker) {
        (made.skulls, made.dice, made.symbols) = (plain, dice, symbols);
    }
}

/// Tells of dice that their owner left unrolled (HS-7.5.9).
fn forgone<O: Observe<Event>>(
    game: &HeroScape,
    state: &State,
    (attack, side): (&Attack, Side),
    rolled: usize,
    events: &mut O,
) {
    if game.edition.forgotten_bonus != ForgottenBonus::Lost {
        return;
    }
    let figure = roller(attack, side);
    let dice = dice_due(game, state, attack, side).saturating_sub(rolled) as u8;
    if dice > 0 {
        events.tell(|| Event::Forgone { figure, dice });
    }
}

/// Counts the shields and settles the attack on this defender (HS-7.5.3, HS-7.5.4).
fn resolve_defense<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    faces: &[Face],
    events: &mut O,
) {
    let blow = Blow::of(state, &attack);
    let rolled = counting::read(game, state, blow, Side::Defense, faces);
    let defender = blow.defender;
    let dice = faces.len() as u8;
    events.tell(|| Event::DefenseRolled { defender, shields: rolled.plain, dice });
    let rules = rules_for(game, state, Side::Defense, blow);
    attack.dice = None;
    state.attack = Some(attack);
    let symbols = if rules.valkyrie { rolled.symbols } else { 0 };
    let blanks = dice.saturating_sub(rolled.plain + symbols);
    if blanks > 0 && !rules.rerolls.is_empty() {
        attack.shields = Some(rolled.plain + symbols);
        state.attack = Some(attack);
        offer_reroll(game, state, (attack, Side::Defense), blanks, None, events);
        return;
    }
    settle_blow(game, state, attack, (rolled.plain, symbols), events);
}

/// Asks about the next power that lets dice be rolled once more, if any of those left show nothing that counts, or goes on.
fn offer_reroll<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (attack, side): (Attack, Side),
    blanks: u8,
    after: Option<PowerRef>,
    events: &mut O,
) {
    if blanks == 0 {
        return go_on(game, state, attack, side, events);
    }
    let rules = rules_for(game, state, side, Blow::of(state, &attack));
    let place = |dice: u8, by: PowerRef| (Reverse(dice), by);
    let asked = after.map(|by| place(counting::dice_of_reroll(game, side, by), by));
    let mut next = rules.rerolls.iter();
    let next = next.find(|(dice, by)| asked.is_none_or(|asked| place(*dice, *by) > asked));
    match next {
        Some((most, by)) => {
            let (dice, by) = (blanks.min(*most), *by);
            let attack = side == Side::Attack;
            state.push(AttackStep::Reroll(Reroll { attack, dice, blanks, by }));
        }
        None => go_on(game, state, attack, side, events),
    }
}

/// Who rolls the attacker's dice, or the defender's.
pub fn roller(attack: &Attack, side: Side) -> FigureId {
    match side {
        Side::Attack => attack.attacker,
        Side::Defense => attack.defender.unwrap_or(attack.target),
    }
}

/// The dice that are rolled once more.
pub fn reroll_request(
    game: &HeroScape,
    state: &State,
    attack: &Attack,
    asked: Reroll,
) -> RollRequest<Rule> {
    let blow = Blow::of(state, attack);
    let (die, purpose) = match asked.side() {
        Side::Attack => (counting::attack_die(game, state, blow), purpose::ATTACK),
        Side::Defense => (counting::defense_die(game, state, blow), purpose::DEFENSE),
    };
    let roller = roller(attack, asked.side());
    let seat = state.figure(roller).controller;
    let subject = Some(u16::from(roller.0));
    let because = Rule::Ability(crate::tables::abilities::Ability::DiceRule);
    RollRequest::one(because, DiceGroup { seat, die, count: asked.dice, purpose, subject })
}

/// Rolls once more what may be rolled once more, or lets it stand.
pub fn reroll<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (attack, asked): (Attack, Reroll),
    again: bool,
    events: &mut O,
) {
    let Reroll { dice, blanks, by, .. } = asked;
    state.steps.pop();
    if again {
        // A re-roll of once a turn is used up.
        let (figure, power) = (roller(&attack, asked.side()), game.power_number(by));
        state.turn.used.push(crate::position::state::Used { figure, power, by, on: None });
        events.tell(|| Event::Rerolled { figure, dice, by: Some(by) });
        state.push(AttackStep::RerollDice(asked));
    } else {
        offer_reroll(game, state, (attack, asked.side()), blanks, Some(by), events);
    }
}

fn go_on<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attack: Attack,
    side: Side,
    events: &mut O,
) {
    match side {
        Side::Attack => count_skulls(game, state, attack, events),
        Side::Defense => {
            settle_blow(game, state, attack, (attack.shields.unwrap_or(0), 0), events);
        }
    }
}

/// Adds what the dice rolled once more show.
pub fn resolve_reroll<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (mut attack, asked): (Attack, Reroll),
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let (side, blow) = (asked.side(), Blow::of(state, &attack));
    let read = counting::read(game, state, blow, side, faces);
    let counted = match side {
        Side::Attack => {
            attack.plain_skulls += read.plain;
            attack.symbols += read.symbols;
            read.plain + read.symbols
        }
        Side::Defense => {
            let valkyrie = rules_for(game, state, side, blow).valkyrie;
            let symbols = if valkyrie { read.symbols } else { 0 };
            attack.shields = Some(attack.shields.unwrap_or(0) + read.plain + symbols);
            read.plain + symbols
        }
    };
    state.attack = Some(attack);
    let left = asked.blanks.saturating_sub(counted);
    offer_reroll(game, state, (attack, side), left, Some(asked.by), events);
}

/// The numbers of dice that the attacker may choose among.
pub fn dice_counts(
    game: &HeroScape,
    state: &State,
    attack: &Attack,
) -> std::ops::RangeInclusive<u8> {
    let Some(special) = special(game, state, attack) else { return 1..=1 };
    let left = special.pool.map_or(u8::MAX, |pool| pool.saturating_sub(state.turn.pool_spent));
    let least = special.least_dice.unwrap_or(1);
    least..=special.dice.min(left).max(least)
}

/// Sets how many dice the attack rolls.
pub fn choose_dice(state: &mut State, attack: Attack, dice: u8) {
    state.steps.pop();
    state.turn.pool_spent = state.turn.pool_spent.saturating_add(dice);
    state.attack = Some(Attack { chosen: Some(dice), ..attack });
}
