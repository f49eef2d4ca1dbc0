//! What an attack does to one defender: wounds, counter strikes, and what follows a blow.

use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::state::{Attack, FigureId, Occasion, State, What};
use crate::position::step::BlowStep;
use crate::rules::blow::{Blow, shared};
use crate::rules::counting::{Side, rules_for};
use crate::rules::defense::{destroys_outright, let_defend, rolls_defense};
use crate::rules::holds;
use crate::steps::handed::handed;
use crate::steps::{casualty, occasion};
use crate::tables::abilities::{Ability, Against, Moment, Power};
use umpire_core::game::Observe;
use umpire_core::steps::{Change, Flow, Play};

/// Skulls against shields, with what powers make of both, on the defender of now.
pub fn settle_blow<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    mut attack: Attack,
    (plain, symbols): (u8, u8),
    events: &mut O,
) {
    let blow = Blow::of(state, &attack);
    let rules = rules_for(game, state, Side::Defense, blow);
    let defender = attack.defender.take().unwrap_or(attack.target);
    let (attacker, skulls) = (attack.attacker, attack.skulls.unwrap_or(0));
    let rolled = plain + symbols;
    let mut shields = rolled.saturating_mul(1 + rules.more).saturating_add(rules.automatic);
    if !rolls_defense(game, state, &attack, blow) {
        shields = 0;
    }
    if shields > 0 && rules.one_blocks && rolled > 0 {
        shields = shields.max(skulls);
    }
    let most = rules.one_leaves.filter(|_| rolled > 0);
    if let Some(most) = most {
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
    hit.most = most;
    if unblocked == 0 {
        push_after_blow(game, state, &hit, events);
        let excess = shields - skulls;
        // A shield strikes once, however many powers make it strike.
        let strikes = (special.is_none()
            && excess > 0
            && counter_strikes(game, state, attacker, defender, events))
            || rules_for(game, state, Side::Attack, blow).excess_wound;
        if strikes && excess > 0 {
            strike_back(game, state, (defender, attacker), excess, events);
        }
        return;
    }
    let more = game.lasting_of(state, attacker).filter_map(|what| match what {
        What::MoreWounds(count) => Some(*count),
        _ => None,
    });
    hit.wounds = more.fold(hit.wounds, u8::saturating_add).min(most.unwrap_or(u8::MAX));
    if destroys_outright(game, state, &attack, blow) {
        land(game, state, &hit, true, events);
    } else if game.has_moment(state, Moment::Wounded) {
        occasion::raise(game, state, hit, events);
    } else {
        inflict(game, state, &hit, events);
    }
}

/// The wounds that are left after powers of the wounded take effect.
pub fn inflict<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    hit: &Occasion,
    events: &mut O,
) {
    land(game, state, hit, false, events);
}

/// What a blow does to the defender: its wounds, or its end whatever wounds it could still take.
fn land<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    hit: &Occasion,
    outright: bool,
    events: &mut O,
) {
    let (defender, wounds) = (hit.subject, hit.wounds);
    let stood = state.spaces(defender);
    if wounds > 0 {
        let figure = state.figure(defender);
        let life = game.card(state, defender).life.saturating_sub(figure.wounds);
        let taken = wounds.min(life);
        state.turn.inflicted.push((defender, taken));
    }
    let mut hit = hit.clone();
    hit.stood = stood;
    hit.most = hit.most.map(|most| most.saturating_sub(wounds));
    push_after_blow(game, state, &hit, events);
    if outright {
        casualty::kill(game, state, defender, Harm::Attack, events);
    } else {
        casualty::take(game, state, defender, wounds, Harm::Attack, events);
    }
    if let Some(attack) = &mut state.attack
        && wounds > 0
    {
        attack.wounded = true;
        attack.destroyed |= !matches!(
            state.figures[defender.index()].place,
            crate::position::state::Place::Board(..)
        );
    }
}

/// Puts on the stack what follows a blow, below what the wounds themselves bring.
fn push_after_blow<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    hit: &Occasion,
    _: &mut O,
) {
    let follows = [
        Moment::Inflicts,
        Moment::Survived,
        Moment::Destroys,
        Moment::Defended,
        Moment::DefendedWell,
        Moment::Struck,
    ];
    if follows.iter().any(|moment| game.has_moment(state, *moment)) {
        state.blows.push(hit.clone());
        state.push(BlowStep::After(0));
    }
}

/// What follows a blow, and the blow.
#[derive(Clone)]
struct AtBlow {
    stage: u8,
    hit: Occasion,
}

fn found(BlowStep::After(stage): BlowStep, _: &HeroScape, state: &State) -> Option<AtBlow> {
    state.blows.last().map(|hit| AtBlow { stage, hit: hit.clone() })
}

handed!(BlowStep, found);

impl Play<HeroScape> for AtBlow {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        after_blow(game, state, self.stage, &self.hit, events);
        Flow::On
    }
}

/// Goes through the moments that follow a blow, one after the other.
fn after_blow<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    stage: u8,
    hit: &Occasion,
    events: &mut O,
) {
    state.replace(BlowStep::After(stage + 1));
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
        2 if let_defend(game, state, defender) => {
            occasion::raise(game, state, by_defender(Moment::Defended), events);
        }
        3 if hit.wounds == 0 => {
            occasion::raise(game, state, by_defender(Moment::DefendedWell), events);
        }
        4 if hit.wounds > 0 => {
            occasion::raise(game, state, by_defender(Moment::Struck), events);
        }
        0..=4 => {}
        _ => {
            state.blows.pop();
            state.steps.pop();
        }
    }
}

/// Whether a power makes shields beyond the skulls strike the attacker (HS-7.8.1); tells of one who is spared.
fn counter_strikes<O: Observe<Event>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    defender: FigureId,
    events: &mut O,
) -> bool {
    let adjacent = game.adjacent(state, attacker, defender);
    let mut immune = false;
    let mut strikes = false;
    for (source, _) in state.all_figures() {
        if source != defender && state.spaces(source).is_none() {
            continue;
        }
        for (_, power) in game.powers_where(state, source, |its| its.has(Ability::CounterStrike)) {
            let Power::CounterStrike(counter) = power else { continue };
            let reaches = match &counter.of {
                None => source == defender,
                Some(filter) => holds::meets(game, state, source, defender, filter),
            };
            let side = match counter.against {
                Against::Adjacent => adjacent,
                Against::NotAdjacent => !adjacent,
                Against::Any => true,
            };
            if !reaches || !side {
                continue;
            }
            let copy = state.figure(attacker).copy;
            let spared = holds::is_of_class(game, state, copy, &counter.immune_class);
            immune |= spared;
            strikes |= !spared;
        }
    }
    if immune && !strikes {
        events.tell(|| Event::CounterSpared { defender, attacker });
    }
    strikes
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
