//! Attacks carried out: announced, rolled, resolved to the end, one at a time (HS-7.5).

mod counting;
mod legality;
mod lob;

pub use counting::worth;
pub use legality::{affected, check, check_special, legal, legal_free, others};

use crate::abilities::{Against, AllSkulls, Blow, Moment, Power, SpecialAttack, Until};
use crate::abilities::{attack_modifiers, defense_modifiers};
use crate::action::Aim;
use crate::edition::ForgottenBonus;
use crate::event::{Event, Harm};
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{Attack, Attacked, FigureId, FigureSet, Lasting, Occasion, On, State, What};
use crate::steps::{Step, casualty, occasion, placing, purpose, turn};
use counting::{Side, rules_for};
use legality::{affected_by, attacks_of, joiners};
pub(in crate::steps) use legality::{check_attacker, special_of};
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
    begin(game, state, new_attack(state, attacker, target, None, affected), events);
}

fn new_attack(
    state: &State,
    attacker: FigureId,
    target: FigureId,
    special: Option<u8>,
    affected: FigureSet,
) -> Attack {
    Attack {
        attacker,
        target,
        special,
        affected,
        defender: None,
        skulls: None,
        dice: None,
        plain_skulls: 0,
        symbols: 0,
        rolled: 0,
        joined: FigureSet::default(),
        chosen: None,
        shields: None,
        met: false,
        avoided: false,
        wounded: false,
        destroyed: false,
        to_add: 0,
        rerolled: false,
        stood: state.spaces(attacker).unwrap_or_default(),
    }
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
        Aim::Figure(target) | Aim::FigureLine(target, _) => target,
        _ => affected.iter().next().unwrap_or(attacker),
    };
    if special.once_a_game {
        state.figures[attacker.index()].spent |= 1 << (power % 8);
        let copy = state.figure(attacker).copy;
        state.copies[copy.index()].used_in_game |= 1 << (24 + power % 8);
    }
    let mut attack = new_attack(state, attacker, target, Some(power), affected);
    if let Some(count) = special.joined {
        let others = joiners(game, state, attacker, target, special);
        for figure in others.into_iter().take(usize::from(count).saturating_sub(1)) {
            state.turn.attackers.insert(figure);
            attack.joined.insert(figure);
            events.tell(|| Event::Joined { figure });
        }
    }
    attack.to_add = special.others;
    begin(game, state, attack, events);
}

fn begin<O: Observe<Event>>(game: &HeroScape, state: &mut State, attack: Attack, events: &mut O) {
    let Attack { attacker, target, special, affected, .. } = attack;
    let in_turn = state.step() == Some(Step::Turn);
    uncloak(state, attacker);
    state.steps.push(Step::NextDefender);
    if in_turn {
        state.turn.attacking = true;
        state.turn.attackers.insert(attacker);
        let beside = game.adjacent_figures(state, target).into_iter().collect();
        state.turn.attacks.push(Attacked { beside, ..Attacked::new(attacker, target, special) });
        turn::end_move(game, state);
    }
    events.tell(|| Event::AttackAnnounced { attacker, target, special });
    if special.is_some() {
        for figure in affected.iter() {
            events.tell(|| Event::Affected { figure });
        }
    }
    let others = affected.iter().filter(|figure| ![attacker, target].contains(figure));
    for figure in [attacker, target].into_iter().chain(others) {
        for (power, _) in game.card(state, figure).unbuilt() {
            let card = state.copy(state.figure(figure).copy).card;
            events.tell(|| Event::PowerDeferred { card, power });
        }
    }
    state.attack = Some(attack);
    let moment = |moment, subject, other| {
        let mut occasion = Occasion::of(moment, subject);
        (occasion.other, occasion.special) = (Some(other), special);
        occasion
    };
    if game.has_moment(state, Moment::Attacks) {
        occasion::raise(game, state, moment(Moment::Attacks, attacker, target), events);
    }
    if game.has_moment(state, Moment::Targeted) {
        occasion::raise(game, state, moment(Moment::Targeted, target, attacker), events);
    }
}

fn special<'g>(game: &'g HeroScape, state: &State, attack: &Attack) -> Option<&'g SpecialAttack> {
    attack.special.and_then(|at| special_of(game, state, attack.attacker, at))
}

fn shared(game: &HeroScape, state: &State, attack: &Attack) -> bool {
    special(game, state, attack).is_some_and(|special| special.shared_roll)
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
    if attack.avoided && attack.skulls.is_none() {
        // A power took the target out of the attack before any dice.
        attack.affected.remove(attack.target);
        attack.avoided = false;
    }
    let gone: Vec<FigureId> =
        attack.affected.iter().filter(|figure| state.spaces(*figure).is_none()).collect();
    gone.into_iter().for_each(|figure| attack.affected.remove(figure));
    if attack.defender.is_some_and(|defender| !attack.affected.contains(defender)) {
        attack.defender = None;
        attack.met = false;
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
        finish(game, state, &attack, events);
        return true;
    }
    let kind = special(game, state, &attack);
    let least = kind.and_then(|special| Some((special.least_dice?, special)));
    if attack.skulls.is_none() && attack.to_add > 0 {
        if others(game, state, &attack).is_empty() {
            attack.to_add = 0;
        } else {
            state.attack = Some(attack);
            state.steps.push(Step::AttackOthers);
            return false;
        }
    }
    if let (None, None, Some(_)) = (attack.chosen, attack.skulls, least) {
        state.attack = Some(attack);
        state.steps.push(Step::DiceCount);
        return false;
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
        if attack.skulls.is_none() {
            state.steps.push(Step::AttackDice);
        } else {
            return face_attack(game, state, attack, defender, events);
        }
    } else {
        state.attack = Some(attack);
        return false;
    }
    state.attack = Some(attack);
    true
}

/// Skulls have been rolled against a defender: first come powers of the attacked, then the defense dice.
fn face_attack<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    defender: FigureId,
    events: &mut O,
) -> bool {
    if attack.avoided {
        events.tell(|| Event::DamageAvoided { figure: defender });
        attack.avoided = false;
        attack.met = false;
        attack.affected.remove(defender);
        attack.defender = None;
        if !shared(game, state, &attack) {
            attack.skulls = None;
        }
        state.attack = Some(attack);
        return true;
    }
    let skulls = attack.skulls.unwrap_or(0);
    if !attack.met && skulls > 0 && game.has_moment(state, Moment::Attacked) {
        let mut met = Occasion::of(Moment::Attacked, defender);
        (met.other, met.special) = (Some(attack.attacker), attack.special);
        met.wounds = skulls;
        state.attack = Some(attack);
        occasion::raise(game, state, met, events);
        return true;
    }
    let blow = blow(state, &attack);
    let rules = rules_for(game, state, Side::Attack, blow);
    let all_skulls = skulls > 0 && attack.skulls_all();
    state.attack = Some(attack);
    match rules.all_skulls.filter(|_| all_skulls) {
        None => state.steps.push(Step::DefenseDice),
        Some(AllSkulls::NoDefense) => {
            events.tell(|| Event::DiceCounted {
                figure: defender,
                by: rules.by,
                skulls,
                shields: 0,
            });
            settle_blow(game, state, 0, 0, events);
        }
        Some(AllSkulls::Destroys) => {
            events.tell(|| Event::DiceCounted {
                figure: defender,
                by: rules.by,
                skulls,
                shields: 0,
            });
            let life = game.card(state, defender).life;
            let most = life.saturating_sub(state.figure(defender).wounds).max(skulls);
            if let Some(attack) = &mut state.attack {
                attack.skulls = Some(most);
            }
            settle_blow(game, state, 0, 0, events);
        }
    }
    true
}

impl Attack {
    /// Whether every attack die showed a skull.
    fn skulls_all(&self) -> bool {
        self.rolled > 0 && self.plain_skulls >= self.rolled
    }
}

/// Ends an attack: notes what came of it, and raises what follows it.
fn finish<O: Observe<Event>>(game: &HeroScape, state: &mut State, attack: &Attack, events: &mut O) {
    state.attack = None;
    state.steps.pop();
    state.lasting.retain(|lasting| lasting.until != Until::Attack);
    let attacker = attack.attacker;
    if let Some(made) = state.turn.attacks.iter_mut().rev().find(|made| made.figure == attacker) {
        made.wounded |= attack.wounded;
        made.destroyed |= attack.destroyed;
    }
    if special(game, state, attack).is_some_and(|special| special.pounce) {
        pounce(game, state, attack, events);
    }
    if game.has_moment(state, Moment::AfterAttacking) && state.spaces(attacker).is_some() {
        let mut after = Occasion::of(Moment::AfterAttacking, attacker);
        (after.other, after.special) = (Some(attack.target), attack.special);
        occasion::raise(game, state, after, events);
    }
}

/// An attacker that pounced takes its victim's space, or is destroyed.
fn pounce<O: Observe<Event>>(game: &HeroScape, state: &mut State, attack: &Attack, events: &mut O) {
    let attacker = attack.attacker;
    if state.spaces(attacker).is_none() {
        return;
    }
    if !attack.destroyed {
        casualty::kill(game, state, attacker, Harm::Attack, events);
        return;
    }
    let fallen = state.fallen_at.filter(|(figure, ..)| *figure == attack.target);
    let stood = fallen.map(|(_, lead, rest)| Footprint::from((lead, rest)));
    let to = stood.map(|stood| match game.card(state, attacker).spaces {
        1 => Footprint::one(stood.lead),
        _ => stood,
    });
    if let Some(to) = to.filter(|to| placing::fits(game, state, attacker, *to)) {
        let (figure, to, trail) = (attacker, to.lead, to.rest);
        let way = crate::steps::Way::Put;
        state.steps.push(Step::Arrive { figure, to, trail, drop: 0, cost: 0, way });
    }
}

/// Ends what hides a figure until it attacks.
pub fn uncloak(state: &mut State, attacker: FigureId) {
    let hides = |one: &Lasting| one.on == On::Figure(attacker) && one.what == What::Cloaked;
    state.lasting.retain(|one| !hides(one));
}

fn only(affected: FigureSet) -> Option<FigureId> {
    (affected.len() == 1).then(|| affected.iter().next()).flatten()
}

pub(super) fn blow(state: &State, attack: &Attack) -> Blow {
    let made = attacks_of(state, attack.attacker).count();
    Blow {
        attacker: attack.attacker,
        defender: attack.defender.unwrap_or(attack.target),
        special: attack.special,
        further: made > 1,
        chosen: attack.chosen,
        before: made.saturating_sub(1) as u8,
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
    let blow = blow(state, attack);
    let dice = attack_modifiers(game, state, blow, why);
    let base = match attack.special {
        None => game.card(state, attack.attacker).attack,
        Some(_) => dice,
    };
    let dice = by_the_judge(attack, dice, why);
    let die = counting::attack_die(game, state, blow);
    dice_request(game, state, attack.attacker, (dice, base), die, purpose::ATTACK)
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
    let blow = blow(state, attack);
    let dice = defense_modifiers(game, state, blow, why);
    let base = game.card(state, defender).defense;
    let dice = by_the_judge(attack, dice, why);
    let die = counting::defense_die(game, state, blow);
    dice_request(game, state, defender, (dice, base), die, purpose::DEFENSE)
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
    let Some(attack) = state.attack.clone() else { return };
    let blow = blow(state, &attack);
    let rolled = counting::read(game, state, blow, Side::Attack, faces);
    let dice = faces.len() as u8;
    let attacker = attack.attacker;
    events.tell(|| Event::AttackRolled { attacker, skulls: rolled.plain, dice });
    if let Some(attack) = &mut state.attack {
        attack.dice = None;
        (attack.plain_skulls, attack.symbols, attack.rolled) = (rolled.plain, rolled.symbols, dice);
    }
    let rules = rules_for(game, state, Side::Attack, blow);
    let again = (dice - rolled.plain - rolled.symbols.min(dice - rolled.plain)).min(rules.reroll);
    if again > 0 && !attack.rerolled {
        state.steps.push(Step::Reroll { attack: true, dice: again });
        return;
    }
    count_skulls(game, state, events);
}

/// What the skulls rolled count for.
pub fn count_skulls<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let Some(attack) = state.attack.clone() else { return };
    let blow = blow(state, &attack);
    let rules = rules_for(game, state, Side::Attack, blow);
    let symbols = if rules.valkyrie { attack.symbols } else { 0 };
    let plain = attack.plain_skulls + symbols;
    let skulls = plain.saturating_mul(1 + rules.more).saturating_add(rules.automatic);
    if skulls != attack.plain_skulls {
        let (figure, by) = (attack.attacker, rules.by);
        events.tell(|| Event::DiceCounted { figure, by, skulls, shields: 0 });
    }
    let Some(attack) = &mut state.attack else { return };
    attack.skulls = Some(skulls);
    let (attacker, plain, dice, symbols) =
        (attack.attacker, attack.plain_skulls, attack.rolled, attack.symbols);
    if let Some(made) = state.turn.attacks.iter_mut().rev().find(|made| made.figure == attacker) {
        (made.skulls, made.dice, made.symbols) = (plain, dice, symbols);
    }
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
    let Some(attack) = state.attack.clone() else { return };
    let blow = blow(state, &attack);
    let rolled = counting::read(game, state, blow, Side::Defense, faces);
    let defender = blow.defender;
    let dice = faces.len() as u8;
    events.tell(|| Event::DefenseRolled { defender, shields: rolled.plain, dice });
    let rules = rules_for(game, state, Side::Defense, blow);
    if let Some(attack) = &mut state.attack {
        attack.dice = None;
    }
    let symbols = if rules.valkyrie { rolled.symbols } else { 0 };
    let again = dice.saturating_sub(rolled.plain + symbols).min(rules.reroll);
    if again > 0 {
        if let Some(attack) = &mut state.attack {
            attack.shields = Some(rolled.plain + symbols);
        }
        state.steps.push(Step::Reroll { attack: false, dice: again });
        return;
    }
    settle_blow(game, state, rolled.plain, symbols, events);
}

/// Skulls against shields, with what powers make of both, on the defender of now.
pub fn settle_blow<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    plain: u8,
    symbols: u8,
    events: &mut O,
) {
    let Some(mut attack) = state.attack.clone() else { return };
    let blow = blow(state, &attack);
    let rules = rules_for(game, state, Side::Defense, blow);
    let defender = attack.defender.take().unwrap_or(attack.target);
    let (attacker, skulls) = (attack.attacker, attack.skulls.unwrap_or(0));
    let rolled = plain + symbols;
    let mut shields = rolled.saturating_mul(1 + rules.more).saturating_add(rules.automatic);
    let defends = !blocked_by_all_skulls(game, state, &attack, blow);
    if !defends {
        shields = 0;
    }
    if shields > 0 && rules.one_blocks && rolled > 0 {
        shields = shields.max(skulls);
    }
    if let Some(most) = rules.one_leaves.filter(|_| rolled > 0) {
        shields = shields.max(skulls.saturating_sub(most));
    }
    if shields != plain {
        let by = rules.by;
        events.tell(|| Event::DiceCounted { figure: defender, by, skulls: 0, shields });
    }
    attack.affected.remove(defender);
    (attack.met, attack.shields) = (false, None);
    let special = attack.special;
    if !shared(game, state, &attack) {
        attack.skulls = None;
    }
    state.attack = Some(attack);
    let unblocked = skulls.saturating_sub(shields);
    if unblocked > 0 {
        events.tell(|| Event::Successful { attacker, defender, skulls, shields, unblocked });
    } else {
        events.tell(|| Event::Unsuccessful { attacker, defender, skulls, shields });
    }
    let mut hit = Occasion::of(Moment::Wounded, defender);
    (hit.other, hit.special, hit.wounds) = (Some(attacker), special, unblocked);
    if unblocked == 0 {
        after_blow(game, state, &hit, events);
        if special.is_none() {
            counter_strike(game, state, attacker, defender, shields - skulls, events);
        }
        let excess = shields - skulls;
        if rules_for(game, state, Side::Attack, blow).excess_wound && excess > 0 {
            strike_back(game, state, (defender, attacker), excess, events);
        }
        return;
    }
    let more = game.lasting_of(state, attacker).filter_map(|what| match what {
        What::MoreWounds(count) => Some(*count),
        _ => None,
    });
    hit.wounds = more.fold(hit.wounds, u8::saturating_add);
    if game.has_moment(state, Moment::Wounded) {
        occasion::raise(game, state, hit, events);
    } else {
        inflict(game, state, &hit, events);
    }
}

fn blocked_by_all_skulls(game: &HeroScape, state: &State, attack: &Attack, blow: Blow) -> bool {
    let rules = rules_for(game, state, Side::Attack, blow);
    rules.all_skulls.is_some() && attack.skulls_all() && attack.skulls.is_some_and(|n| n > 0)
}

/// The wounds that are left after powers of the wounded take effect.
pub fn inflict<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    hit: &Occasion,
    events: &mut O,
) {
    let (defender, wounds) = (hit.subject, hit.wounds);
    let stood = state.spaces(defender);
    if wounds > 0 {
        let figure = state.figure(defender);
        let life = game.card(state, defender).life.saturating_sub(figure.wounds);
        let taken = wounds.min(life);
        state.turn.inflicted.push((defender, taken));
        if let Some(attack) = &mut state.attack {
            attack.wounded = true;
        }
    }
    let mut hit = hit.clone();
    hit.stood = stood;
    after_blow(game, state, &hit, events);
    casualty::take(game, state, defender, wounds, Harm::Attack, events);
    if let Some(attack) = &mut state.attack
        && wounds > 0
    {
        attack.destroyed |=
            !matches!(state.figures[defender.index()].place, crate::state::Place::Board(..));
    }
}

/// Puts on the stack what follows a blow, below what the wounds themselves bring.
fn after_blow<O: Observe<Event>>(game: &HeroScape, state: &mut State, hit: &Occasion, _: &mut O) {
    let follows = [
        Moment::Inflicts,
        Moment::Survived,
        Moment::Destroys,
        Moment::Defended,
        Moment::DefendedWell,
    ];
    if follows.iter().any(|moment| game.has_moment(state, *moment)) {
        state.blows.push(hit.clone());
        state.steps.push(Step::AfterBlow(0));
    }
}

/// Goes through the moments that follow a blow, one after the other.
pub fn settle_after_blow<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    stage: u8,
    events: &mut O,
) -> bool {
    let Some(hit) = state.blows.last().cloned() else {
        state.steps.pop();
        return true;
    };
    if let Some(Step::AfterBlow(stage)) = state.steps.last_mut() {
        *stage += 1;
    }
    let (defender, attacker) = (hit.subject, hit.other.unwrap_or(hit.subject));
    let alive = state.spaces(defender).is_some();
    let by_attacker = |moment| {
        let mut occasion = Occasion::of(moment, attacker);
        (occasion.other, occasion.special) = (Some(defender), hit.special);
        (occasion.wounds, occasion.stood) = (hit.wounds, hit.stood);
        occasion
    };
    let by_defender = |moment| {
        let mut occasion = Occasion::of(moment, defender);
        (occasion.other, occasion.special) = (Some(attacker), hit.special);
        (occasion.wounds, occasion.stood) = (hit.wounds, hit.stood);
        occasion
    };
    match stage {
        0 if hit.wounds > 0 => {
            occasion::raise(game, state, by_attacker(Moment::Inflicts), events);
        }
        1 if alive => occasion::raise(game, state, by_attacker(Moment::Survived), events),
        1 => {
            if let Some(attack) = &mut state.attack {
                attack.destroyed = true;
            }
            occasion::raise(game, state, by_attacker(Moment::Destroys), events);
        }
        2 => occasion::raise(game, state, by_defender(Moment::Defended), events),
        3 if hit.wounds == 0 => {
            occasion::raise(game, state, by_defender(Moment::DefendedWell), events);
        }
        0..=3 => {}
        _ => {
            state.blows.pop();
            state.steps.pop();
        }
    }
    true
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
    let mut strikes = false;
    for (source, _) in state.all_figures() {
        if source != defender
            && (state.spaces(source).is_none() || !game.card(state, source).has_auras)
        {
            continue;
        }
        for (_, power) in game.powers_of(state, source) {
            let Power::CounterStrike(counter) = power else { continue };
            let reaches = match &counter.of {
                None => source == defender,
                Some(filter) => game.meets(state, source, defender, filter),
            };
            let side = match counter.against {
                Against::Adjacent => adjacent,
                Against::NotAdjacent => !adjacent,
                Against::Any => true,
            };
            if !reaches || !side {
                continue;
            }
            let mut classes = counter.immune_class.iter();
            let spared = classes.any(|known| known.eq_ignore_ascii_case(class));
            immune |= spared;
            strikes |= !spared;
        }
    }
    if immune && !strikes {
        events.tell(|| Event::CounterSpared { defender, attacker });
    }
    if strikes {
        strike_back(game, state, (defender, attacker), excess, events);
    }
}

/// Shields that were left over wound the attacker.
fn strike_back<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (defender, attacker): (FigureId, FigureId),
    excess: u8,
    events: &mut O,
) {
    events.tell(|| Event::CounterStruck { defender, attacker, wounds: excess });
    casualty::harm(game, state, attacker, excess, Harm::CounterStrike, events);
}

/// Who rolls the attacker's dice, or the defender's, of the attack under way.
pub fn roller(state: &State, attack: bool) -> Option<FigureId> {
    let under_way = state.attack.as_ref()?;
    let defender = under_way.defender.unwrap_or(under_way.target);
    Some(if attack { under_way.attacker } else { defender })
}

/// The dice that are rolled once more.
pub fn reroll_request(
    game: &HeroScape,
    state: &State,
    attack: bool,
    dice: u8,
) -> RollRequest<Rule> {
    let Some(roller) = roller(state, attack) else {
        return RollRequest { because: Rule::AttackSteps, groups: Default::default(), spare: 0 };
    };
    let die = if attack { game.rolled.attack } else { game.rolled.defense };
    let purpose = if attack { purpose::ATTACK } else { purpose::DEFENSE };
    let seat = state.figure(roller).controller;
    let subject = Some(u16::from(roller.0));
    let because = Rule::Ability(crate::abilities::Ability::DiceRule);
    RollRequest::one(because, DiceGroup { seat, die, count: dice, purpose, subject })
}

/// Rolls once more what may be rolled once more, or lets it stand.
pub fn reroll<O: Observe<Event>>(game: &HeroScape, state: &mut State, again: bool, events: &mut O) {
    let Some(Step::Reroll { attack, dice }) = state.step() else { return };
    state.steps.pop();
    if again {
        note_reroll(game, state, attack);
        if let Some(figure) = roller(state, attack) {
            events.tell(|| Event::Rerolled { figure, dice });
        }
        state.steps.push(Step::RerollDice { attack, dice });
    } else {
        go_on(game, state, attack, events);
    }
}

/// A re-roll of once a turn is used up.
fn note_reroll(game: &HeroScape, state: &mut State, attack: bool) {
    let Some(under_way) = state.attack.clone() else { return };
    let side = if attack { Side::Attack } else { Side::Defense };
    let rules = rules_for(game, state, side, blow(state, &under_way));
    if let (Some(by), Some(figure)) = (rules.by, roller(state, attack)) {
        let power = game.power_number(by);
        state.turn.used.push(crate::state::Used { figure, power, by, on: None });
    }
}

fn go_on<O: Observe<Event>>(game: &HeroScape, state: &mut State, attack: bool, events: &mut O) {
    if attack {
        count_skulls(game, state, events);
    } else {
        let shields = state.attack.as_ref().and_then(|attack| attack.shields).unwrap_or(0);
        settle_blow(game, state, shields, 0, events);
    }
}

/// Adds what the dice rolled once more show.
pub fn resolve_reroll<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attack: bool,
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let counted = if attack { game.attack_faces() } else { game.defense_faces() };
    let good = |face: &&Face| {
        if attack { counted.is_skull(**face) } else { counted.is_shield(**face) }
    };
    let more = faces.iter().filter(good).count() as u8;
    if let Some(under_way) = &mut state.attack {
        if attack {
            under_way.plain_skulls += more;
        } else {
            under_way.shields = Some(under_way.shields.unwrap_or(0) + more);
        }
    }
    go_on(game, state, attack, events);
}

/// The numbers of dice that the attacker may choose among.
pub fn dice_counts(game: &HeroScape, state: &State) -> std::ops::RangeInclusive<u8> {
    let kind = state.attack.as_ref().and_then(|attack| special(game, state, attack));
    let Some(special) = kind else { return 1..=1 };
    let left = special.pool.map_or(u8::MAX, |pool| pool.saturating_sub(state.turn.pool_spent));
    let least = special.least_dice.unwrap_or(1);
    least..=special.dice.min(left).max(least)
}

/// Sets how many dice the attack rolls.
pub fn choose_dice(state: &mut State, dice: u8) {
    state.steps.pop();
    state.turn.pool_spent = state.turn.pool_spent.saturating_add(dice);
    if let Some(attack) = &mut state.attack {
        attack.chosen = Some(dice);
    }
}

/// Adds a figure to those that the attack affects.
pub fn add_other<O: Observe<Event>>(state: &mut State, figure: FigureId, events: &mut O) {
    state.steps.pop();
    if let Some(attack) = &mut state.attack {
        attack.affected.insert(figure);
        attack.to_add = attack.to_add.saturating_sub(1);
    }
    events.tell(|| Event::Affected { figure });
}
