//! Attacks carried out: announced, rolled, resolved to the end, one at a time (HS-7.5).

mod damage;
mod legality;
mod lob;
mod rolling;

use crate::position::action::{Action, Aim};
use crate::position::event::{Event, Harm};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{
    Attack, Attacked, FigureId, FigureSet, Lasting, Occasion, On, State, What,
};
use crate::position::step::{Arrival, ArrivingStep, AttackStep, DoorAttack, Step, TurnStep, Way};
use crate::rules::blow::{Blow, shared, special, special_of, spreads, targeted};
use crate::rules::counting::{self, Side, rules_for};
use crate::rules::fitting;
use crate::steps::doors;
use crate::steps::handed::handed;
use crate::steps::{casualty, effect, occasion, turn};
use crate::tables::abilities::{Ability, AllSkulls, Moment, Until};
use crate::tables::rule::Rule;
pub use damage::{inflict, settle_blow};
pub(crate) use legality::misaimed;
pub use legality::{affected, check, check_special, legal, legal_free, others};
use legality::{affected_by, joiners};
pub(in crate::steps) use legality::{check_attacker, check_further, check_special_on_door};
pub use rolling::{defense_to_come, request, roller};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

/// A step of an attack, and the attack.
#[derive(Clone, Copy)]
struct AtAttack {
    step: AttackStep,
    attack: Attack,
}

fn found(step: AttackStep, _: &HeroScape, state: &State) -> Option<AtAttack> {
    state.attack.map(|attack| AtAttack { step, attack })
}

handed!(AttackStep, found);

impl Play<HeroScape> for AtAttack {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let AtAttack { step, attack } = self;
        let (game, state, events) = change.parts();
        match step {
            AttackStep::NextDefender => next_defender(game, state, attack, events),
            AttackStep::Others | AttackStep::DiceCount => Flow::Choose,
            AttackStep::AttackDice | AttackStep::DefenseDice => {
                rolling::settle_dice(game, state, attack, step.side(), events)
            }
            AttackStep::Reroll(_) | AttackStep::RerollDice(_) => Flow::Wait,
        }
    }

    fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
        let AtAttack { step, attack } = self;
        let (figure, about) = match step {
            AttackStep::NextDefender => (attack.attacker, Rule::SpecialAttackOrder),
            AttackStep::Others | AttackStep::DiceCount => {
                (attack.attacker, Rule::SpecialAttackShapes)
            }
            AttackStep::Reroll(asked) => {
                (roller(&attack, asked.side()), Rule::Ability(Ability::DiceRule))
            }
            _ => return Ask::Roll,
        };
        Ask::about(now.state.figure(figure).controller, about, figure.0.into())
    }

    fn legal(
        self,
        Now { game, state }: Now<HeroScape>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        let AtAttack { step, attack } = self;
        match step {
            AttackStep::NextDefender => into.extend(attack.affected.iter().map(Action::Defend)),
            AttackStep::Others => {
                into.extend(others(game, state, &attack).into_iter().map(Action::Pick));
                into.push(Action::Pass);
            }
            AttackStep::DiceCount => {
                into.extend(rolling::dice_counts(game, state, &attack).map(Action::Dice));
            }
            AttackStep::Reroll(_) => into.extend([Action::Reroll(true), Action::Reroll(false)]),
            _ => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        match (self.step, action) {
            (AttackStep::NextDefender, Action::Defend(figure)) => {
                let affected = self.attack.affected.contains(*figure);
                why.need(Rule::SpecialAttackOrder, affected, || {
                    Fact::says("only figures affected by the attack defend against it")
                })
            }
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        let AtAttack { step, attack } = self;
        let (game, state, events) = change.parts();
        match (step, action) {
            (_, Action::Defend(figure)) => {
                state.attack = Some(Attack { defender: Some(*figure), ..attack });
            }
            (_, Action::Pick(figure)) => add_other(game, state, attack, *figure, events),
            (_, Action::Pass) => {
                state.steps.pop();
                state.attack = Some(Attack { to_add: 0, ..attack });
            }
            (_, Action::Dice(dice)) => rolling::choose_dice(state, attack, *dice),
            (AttackStep::Reroll(asked), Action::Reroll(again)) => {
                rolling::reroll(game, state, (attack, asked), *again, events);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, state }: Now<HeroScape>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        match self.step {
            AttackStep::RerollDice(asked) => {
                rolling::reroll_request(game, state, &self.attack, asked)
            }
            step => request(game, state, &self.attack, step.side(), why),
        }
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        counting::worth(now.game, now.state, &self.attack, self.step.side(), face)
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let AtAttack { step, attack } = self;
        let (game, state, events) = change.parts();
        match step {
            AttackStep::RerollDice(asked) => {
                rolling::resolve_reroll(game, state, (attack, asked), faces, events);
            }
            _ => rolling::resolve(game, state, attack, step.side(), faces, events),
        }
    }
}

/// Whether an action announces an attack.
pub fn is_announcement(action: &Action) -> bool {
    matches!(action, Action::Attack { .. } | Action::Special { .. } | Action::AttackDoor { .. })
}

/// Announces whatever attack an action is.
pub fn announce_any(change: &mut Change<HeroScape, impl Observe<Event>>, action: &Action) {
    let (game, state, events) = change.parts();
    match *action {
        Action::Attack { attacker, target } => announce(game, state, attacker, target, events),
        Action::Special { attacker, power, aim } => {
            announce_special(game, state, attacker, power, aim, events);
        }
        Action::AttackDoor { attacker, power, door } => {
            doors::announce(game, state, DoorAttack { attacker, power, door }, events);
        }
        _ => {}
    }
}

/// Announces a normal attack (HS-7.5.1).
fn announce<O: Observe<Event>>(
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
        taken: FigureSet::default(),
        stood: state.spaces(attacker).unwrap_or_default(),
    }
}

/// Announces a special attack.
fn announce_special<O: Observe<Event>>(
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
    spend_special(game, state, attacker, power);
    let mut attack = new_attack(state, attacker, target, Some(power), affected);
    if let Some(count) = special.joined {
        let others = joiners(game, state, (attacker, target), power, special);
        for figure in others.into_iter().take(usize::from(count).saturating_sub(1)) {
            state.turn.attackers.insert(figure);
            attack.joined.insert(figure);
            events.tell(|| Event::Joined { figure });
        }
    }
    attack.to_add = special.others;
    begin(game, state, attack, events);
}

/// Notes the use of a special attack that is made once a game.
pub fn spend_special(game: &HeroScape, state: &mut State, attacker: FigureId, power: u8) {
    let special = special_of(game, state, attacker, power);
    if special.is_some_and(|special| special.once_a_game) {
        state.figures[attacker.index()].spent |= 1 << (power % 8);
        let copy = state.figure(attacker).copy;
        state.copies[copy.index()].used_in_game |= 1 << (24 + power % 8);
    }
}

fn begin<O: Observe<Event>>(game: &HeroScape, state: &mut State, attack: Attack, events: &mut O) {
    let Attack { attacker, target, special, affected, .. } = attack;
    let in_turn = state.step() == Some(Step::Turn(TurnStep::Turn));
    let die = if in_turn { turn::end_move(game, state) } else { None };
    uncloak(state, attacker);
    state.push(AttackStep::NextDefender);
    // Where skulls are shared out, who is affected shows as they are.
    let affected = if spreads(game, state, &attack) { FigureSet::default() } else { affected };
    if in_turn {
        state.turn.attacking = true;
        state.turn.attackers.insert(attacker);
        let beside = game.adjacent_figures(state, target).into_iter().collect();
        let others = affected.len().saturating_sub(1) as u8;
        let made = Attacked::new(attacker, target, special);
        state.turn.attacks.push(Attacked { beside, others, ..made });
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
        (occasion.other, occasion.special) = (other, special);
        occasion
    };
    let targeted = targeted(game, state, &attack);
    if game.has_moment(state, Moment::Attacks) {
        occasion::raise(game, state, moment(Moment::Attacks, attacker, targeted), events);
    }
    if let Some(target) = targeted.filter(|_| game.has_moment(state, Moment::Targeted)) {
        occasion::raise(game, state, moment(Moment::Targeted, target, Some(attacker)), events);
    }
    state.steps.extend(die);
}

/// Chooses who defends next, or ends the attack; asks where the attacker has a choice (HS-7.7.3).
fn next_defender<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    events: &mut O,
) -> Flow {
    if attack.avoided && attack.skulls.is_none() {
        // A power took the target out of the attack before any dice.
        let figure = attack.target;
        if attack.affected.contains(figure) {
            events.tell(|| Event::DamageAvoided { figure });
        }
        attack.affected.remove(figure);
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
    let spreads = spreads(game, state, &attack);
    let rolled = attack.skulls.is_some() || (spreads && attack.rolled > 0);
    if spreads && rolled && attack.defender.is_none() {
        attack.to_add = attack.skulls.take().unwrap_or(attack.to_add);
        attack.affected = match special(game, state, &attack) {
            Some(special) if attack.to_add > 0 => {
                let aim = Aim::Figure(attack.target);
                affected_by(game, state, attack.attacker, special, aim)
            }
            _ => FigureSet::default(),
        };
    }
    let attacker_gone = state.spaces(attack.attacker).is_none() && !rolled;
    if attacker_gone && !attack.affected.is_empty() {
        let (attacker, defenders) = (attack.attacker, attack.affected.len() as u8);
        events.tell(|| Event::CutShort { attacker, defenders });
    }
    if attack.affected.is_empty() || attacker_gone {
        finish(game, state, &attack, events);
        return Flow::On;
    }
    let kind = special(game, state, &attack);
    let least = kind.and_then(|special| Some((special.least_dice?, special)));
    if attack.skulls.is_none() && attack.to_add > 0 {
        if others(game, state, &attack).is_empty() {
            attack.to_add = 0;
        } else {
            state.attack = Some(attack);
            state.push(AttackStep::Others);
            return Flow::On;
        }
    }
    if let (None, None, Some(_)) = (attack.chosen, attack.skulls, least) {
        state.attack = Some(attack);
        state.push(AttackStep::DiceCount);
        return Flow::On;
    }
    let shared = shared(game, state, &attack);
    if (shared || spreads) && attack.skulls.is_none() {
        state.push(AttackStep::AttackDice);
    } else if shared && attack.skulls == Some(0) {
        // A shared roll without skulls spares all defense rolls (HS-7.7.6).
        let unhurt = std::mem::take(&mut attack.affected);
        state.attack = Some(attack);
        for defender in unhurt.iter() {
            events.tell(|| Event::NoDefense { defender });
            let mut well = Occasion::of(Moment::DefendedWell, defender);
            (well.other, well.special) = (Some(attack.attacker), attack.special);
            occasion::raise(game, state, well, events);
        }
        return Flow::On;
    } else if let Some(defender) = attack.defender.or_else(|| only(attack.affected)) {
        attack.defender = Some(defender);
        if attack.skulls.is_none() {
            state.push(AttackStep::AttackDice);
        } else {
            face_attack(game, state, attack, defender, events);
            return Flow::On;
        }
    } else {
        state.attack = Some(attack);
        return Flow::Wait;
    }
    state.attack = Some(attack);
    Flow::On
}

/// Skulls have been rolled against a defender: first come powers of the attacked, then the defense dice.
fn face_attack<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    defender: FigureId,
    events: &mut O,
) {
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
        return;
    }
    let skulls = attack.skulls.unwrap_or(0);
    if !attack.met && skulls > 0 && game.has_moment(state, Moment::Attacked) {
        let mut met = Occasion::of(Moment::Attacked, defender);
        (met.other, met.special) = (Some(attack.attacker), attack.special);
        met.wounds = skulls;
        state.attack = Some(attack);
        occasion::raise(game, state, met, events);
        return;
    }
    let blow = Blow::of(state, &attack);
    let rules = rules_for(game, state, Side::Attack, blow);
    let all_skulls = skulls > 0 && attack.skulls_all();
    state.attack = Some(attack);
    match rules.all_skulls.filter(|_| all_skulls) {
        None => state.push(AttackStep::DefenseDice),
        Some(AllSkulls::NoDefense) => {
            events.tell(|| Event::DiceCounted {
                figure: defender,
                by: rules.by,
                skulls,
                shields: 0,
            });
            settle_blow(game, state, attack, (0, 0), events);
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
            attack.skulls = Some(most);
            state.attack = Some(attack);
            settle_blow(game, state, attack, (0, 0), events);
        }
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
    let kind = special(game, state, attack);
    if kind.is_some_and(|special| special.pounce) {
        pounce(game, state, attack, events);
    }
    if kind.is_some_and(|special| special.destroys_target) {
        let card = state.copy(state.figure(attacker).copy).card;
        let by = attack.special.and_then(|number| game.special_ref(card, number));
        let harm = by.map_or(Harm::Attack, Harm::Power);
        casualty::kill(game, state, attack.target, harm, events);
    }
    if game.has_moment(state, Moment::AfterAttacking) {
        let mut after = Occasion::of(Moment::AfterAttacking, attacker);
        (after.other, after.special) = (targeted(game, state, attack), attack.special);
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
    let stood = state.fallen(attack.target).map(|fallen| fallen.stood);
    let to = stood.map(|stood| match game.card(state, attacker).spaces {
        1 => Footprint::one(stood.lead),
        _ => stood,
    });
    let lands = |to: &Footprint| {
        !effect::stays(game, state, attacker) && fitting::fits(game, state, attacker, *to)
    };
    if let Some(to) = to.filter(lands) {
        let (figure, to, trail) = (attacker, to.lead, to.rest);
        let way = Way::Put;
        state.push(ArrivingStep::Arrive(Arrival { figure, to, trail, drop: 0, cost: 0, way }));
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

/// Adds a figure to those that the attack affects; where its skulls are shared out, it faces one of them now.
fn add_other<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    figure: FigureId,
    events: &mut O,
) {
    state.steps.pop();
    attack.affected.insert(figure);
    attack.to_add = attack.to_add.saturating_sub(1);
    if spreads(game, state, &attack) {
        attack.taken.insert(figure);
        (attack.defender, attack.skulls) = (Some(figure), Some(1));
    }
    state.attack = Some(attack);
    if let Some(made) = state.turn.attacks.last_mut() {
        made.others = made.others.saturating_add(1);
    }
    events.tell(|| Event::Affected { figure });
}
