//! Attacks carried out: announced, rolled, resolved to the end, one at a time (HS-7.5).

mod legality;

pub use legality::{affected, check, check_special, legal, legal_free};

use crate::abilities::{Against, Blow, Power, attack_modifiers, defense_modifiers};
use crate::action::Aim;
use crate::edition::ForgottenBonus;
use crate::event::{Event, Harm};
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{Attack, Attacked, FigureId, FigureSet, State};
use crate::steps::{Step, casualty, purpose, turn};
use legality::{affected_by, attacks_of, special_of};
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};

/// Announces a normal attack (HS-7.5.1).
pub fn announce<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attacker: FigureId,
    target: FigureId,
    events: &mut O,
) {
    let affected = [target].into_iter().collect();
    begin(
        game,
        state,
        Attack {
            attacker,
            target,
            special: None,
            affected,
            defender: None,
            skulls: None,
            dice: None,
            stood: state.spaces(attacker).unwrap_or_default(),
        },
        events,
    );
}

/// Announces a special attack.
pub fn announce_special<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attacker: FigureId,
    power: u8,
    aim: Aim,
    events: &mut O,
) {
    let Some(special) = special_of(game, state, attacker, power) else { return };
    let affected = affected_by(game, state, attacker, special, aim);
    let target = match aim {
        Aim::Figure(target) => target,
        _ => affected.iter().next().unwrap_or(attacker),
    };
    let special = Some(power);
    begin(
        game,
        state,
        Attack {
            attacker,
            target,
            special,
            affected,
            defender: None,
            skulls: None,
            dice: None,
            stood: state.spaces(attacker).unwrap_or_default(),
        },
        events,
    );
}

fn begin<O: Observe<Event>>(game: &HeroScape, state: &mut State, attack: Attack, events: &mut O) {
    let Attack { attacker, target, special, affected, .. } = attack;
    if state.step() == Some(Step::Turn) {
        state.turn.attacking = true;
        state.turn.attackers.insert(attacker);
        state.turn.attacks.push(Attacked { figure: attacker, target, special });
        state.steps.push(Step::NextDefender);
        turn::end_move(game, state);
    } else {
        state.steps.push(Step::NextDefender);
    }
    events.tell(|| Event::AttackAnnounced { attacker, target, special });
    if special.is_some() {
        for figure in affected.iter() {
            events.tell(|| Event::Affected { figure });
        }
    }
    let others = affected.iter().filter(|figure| ![attacker, target].contains(figure));
    for figure in [attacker, target].into_iter().chain(others) {
        let deferred = &game.card(state, figure).deferred;
        for (power, _) in deferred.iter().enumerate().filter(|(_, power)| power.attacks) {
            let card = state.copy(state.figure(figure).copy).card;
            events.tell(|| Event::PowerDeferred { card, power: power as u8 });
        }
    }
    state.attack = Some(attack);
}

fn shared(game: &HeroScape, state: &State, attack: &Attack) -> bool {
    let special = attack.special.and_then(|at| special_of(game, state, attack.attacker, at));
    special.is_some_and(|special| special.shared_roll)
}

/// Chooses who defends next, or ends the attack; asks where the attacker has a choice (HS-7.7.3).
pub fn next_defender<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    events: &mut O,
) -> bool {
    let Some(mut attack) = state.attack.clone() else {
        state.steps.pop();
        return true;
    };
    let gone: Vec<FigureId> =
        attack.affected.iter().filter(|figure| state.spaces(*figure).is_none()).collect();
    gone.into_iter().for_each(|figure| attack.affected.remove(figure));
    if attack.defender.is_some_and(|defender| !attack.affected.contains(defender)) {
        attack.defender = None;
        if !shared(game, state, &attack) {
            attack.skulls = None;
        }
    }
    let attacker_gone = state.spaces(attack.attacker).is_none() && attack.skulls.is_none();
    if attacker_gone && !attack.affected.is_empty() {
        let (attacker, defenders) = (attack.attacker, attack.affected.len() as u8);
        events.tell(|| Event::CutShort { attacker, defenders });
    }
    if attack.affected.is_empty() || attacker_gone {
        state.attack = None;
        state.steps.pop();
        return true;
    }
    let shared = shared(game, state, &attack);
    if shared && attack.skulls.is_none() {
        state.steps.push(Step::AttackDice);
    } else if shared && attack.skulls == Some(0) {
        // A shared roll without skulls spares all defense rolls (HS-7.7.6).
        for defender in attack.affected.iter() {
            events.tell(|| Event::NoDefense { defender });
        }
        attack.affected = FigureSet::default();
    } else if let Some(defender) = attack.defender.or_else(|| only(attack.affected)) {
        attack.defender = Some(defender);
        state.steps.push(if attack.skulls.is_none() {
            Step::AttackDice
        } else {
            Step::DefenseDice
        });
    } else {
        state.attack = Some(attack);
        return false;
    }
    state.attack = Some(attack);
    true
}

fn only(affected: FigureSet) -> Option<FigureId> {
    (affected.len() == 1).then(|| affected.iter().next()).flatten()
}

fn blow(state: &State, attack: &Attack) -> Blow {
    let made = attacks_of(state, attack.attacker).count();
    Blow {
        attacker: attack.attacker,
        defender: attack.defender.unwrap_or(attack.target),
        special: attack.special,
        further: made > 1,
    }
}

/// The attack dice, with what they are made of.
pub fn attack_request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    why: &mut E,
) -> RollRequest<Rule> {
    let Some(attack) = &state.attack else {
        return RollRequest { because: Rule::AttackSteps, groups: Default::default(), spare: 0 };
    };
    let dice = attack_modifiers(game, state, blow(state, attack), why);
    let base = match attack.special {
        None => game.card(state, attack.attacker).attack,
        Some(_) => dice,
    };
    let dice = by_the_judge(attack, dice, why);
    dice_request(game, state, attack.attacker, (dice, base), purpose::ATTACK)
}

/// The defense dice, with what they are made of.
pub fn defense_request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    why: &mut E,
) -> RollRequest<Rule> {
    let Some(attack) = &state.attack else {
        return RollRequest { because: Rule::AttackSteps, groups: Default::default(), spare: 0 };
    };
    let defender = attack.defender.unwrap_or(attack.target);
    let dice = defense_modifiers(game, state, blow(state, attack), why);
    let base = game.card(state, defender).defense;
    let dice = by_the_judge(attack, dice, why);
    dice_request(game, state, defender, (dice, base), purpose::DEFENSE)
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
    purpose: u8,
) -> RollRequest<Rule> {
    let die = if purpose == purpose::ATTACK { game.rolled.attack } else { game.rolled.defense };
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

/// How many dice the attack under way asks for now.
fn dice_due(game: &HeroScape, state: &State) -> usize {
    let request = if state.step() == Some(Step::AttackDice) {
        attack_request(game, state, &mut Silent)
    } else {
        defense_request(game, state, &mut Silent)
    };
    request.dice()
}

/// Rolls of no dice are not asked for.
pub fn settle_dice<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) -> bool {
    let Some(attack) = &state.attack else {
        state.steps.pop();
        return true;
    };
    let attacks = state.step() == Some(Step::AttackDice);
    let gone = state.spaces(attack.attacker).is_none() && attacks;
    let defender = attack.defender.unwrap_or(attack.target);
    if gone || (attack.defender.is_some() && state.spaces(defender).is_none()) {
        state.steps.pop();
        if let Some(attack) = &mut state.attack {
            attack.dice = None;
        }
        return true;
    }
    if dice_due(game, state) > 0 {
        return false;
    }
    if attacks {
        resolve_attack(game, state, &[], events);
    } else {
        resolve_defense(game, state, &[], events);
    }
    true
}

/// Counts the skulls of the attack dice.
pub fn resolve_attack<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    faces: &[Face],
    events: &mut O,
) {
    forgone(game, state, faces.len(), events);
    state.steps.pop();
    let counted = game.attack_faces();
    let skulls = faces.iter().filter(|face| counted.is_skull(**face)).count() as u8;
    let Some(attack) = &mut state.attack else { return };
    (attack.skulls, attack.dice) = (Some(skulls), None);
    let (attacker, dice) = (attack.attacker, faces.len() as u8);
    events.tell(|| Event::AttackRolled { attacker, skulls, dice });
}

/// Tells of dice that their owner left unrolled (HS-7.5.9).
fn forgone<O: Observe<Event>>(game: &HeroScape, state: &State, rolled: usize, events: &mut O) {
    if game.edition.forgotten_bonus != ForgottenBonus::Lost {
        return;
    }
    let Some(attack) = &state.attack else { return };
    let attacks = state.step() == Some(Step::AttackDice);
    let defender = attack.defender.unwrap_or(attack.target);
    let figure = if attacks { attack.attacker } else { defender };
    let dice = dice_due(game, state).saturating_sub(rolled) as u8;
    if dice > 0 {
        events.tell(|| Event::Forgone { figure, dice });
    }
}

/// Counts the shields and settles the attack on this defender (HS-7.5.3, HS-7.5.4).
pub fn resolve_defense<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    faces: &[Face],
    events: &mut O,
) {
    forgone(game, state, faces.len(), events);
    state.steps.pop();
    let counted = game.defense_faces();
    let shields = faces.iter().filter(|face| counted.is_shield(**face)).count() as u8;
    let Some(mut attack) = state.attack.clone() else { return };
    let defender = attack.defender.take().unwrap_or(attack.target);
    attack.dice = None;
    let (attacker, skulls) = (attack.attacker, attack.skulls.unwrap_or(0));
    events.tell(|| Event::DefenseRolled { defender, shields, dice: faces.len() as u8 });
    attack.affected.remove(defender);
    let special = attack.special;
    if !shared(game, state, &attack) {
        attack.skulls = None;
    }
    state.attack = Some(attack);
    if skulls > shields {
        let unblocked = skulls - shields;
        events.tell(|| Event::Successful { attacker, defender, skulls, shields, unblocked });
        casualty::harm(game, state, defender, unblocked, Harm::Attack, events);
    } else {
        events.tell(|| Event::Unsuccessful { attacker, defender, skulls, shields });
        if special.is_none() {
            counter_strike(game, state, attacker, defender, shields - skulls, events);
        }
    }
}

/// Shields beyond the skulls wound the attacker (HS-7.8.1).
fn counter_strike<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attacker: FigureId,
    defender: FigureId,
    excess: u8,
    events: &mut O,
) {
    if excess == 0 {
        return;
    }
    let adjacent = game.adjacent(state, attacker, defender);
    let class = &game.card(state, attacker).class;
    let mut immune = false;
    let strikes = game.card(state, defender).abilities.iter().any(|power| match power {
        Power::CounterStrike(counter) if (counter.against == Against::Adjacent) == adjacent => {
            let mut classes = counter.immune_class.iter();
            let spared = classes.any(|known| known.eq_ignore_ascii_case(class));
            immune |= spared;
            !spared
        }
        _ => false,
    });
    if immune && !strikes {
        events.tell(|| Event::CounterSpared { defender, attacker });
    }
    if strikes {
        events.tell(|| Event::CounterStruck { defender, attacker, wounds: excess });
        casualty::harm(game, state, attacker, excess, Harm::CounterStrike, events);
    }
}
