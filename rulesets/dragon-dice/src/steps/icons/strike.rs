//! Icons that strike units: who is picked, how they answer, and what follows.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::fight::Fight;
use crate::position::stack::icons::{
    Acting, Answer, Blow, Converted, FightIcon, Picked, RollIcon, Spread,
};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::icons::acting;
use crate::rules::roll::changes::Conversion;
use crate::rules::roll::part;
use crate::rules::{effects, roll};
use crate::steps::icons::{act, aimed, all_of};
use crate::steps::trial::TRIAL;
use crate::steps::{Ask, death, trial};
use crate::tables::catalog::effects::{Fate, Peril, Test};
use crate::tables::catalog::{Counted, Icon, SaiEffect, UnitAnswer, Victims};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::steps::Flow;

impl Spread {
    pub(super) fn go_on(self, _: &DragonDice, state: &mut State) {
        let Spread { of, unit, danger, rule } = self;
        let left = state.units(of);
        // Who was exchanged, or was kept from the dead, did not die (DD-8.13, DD-18.4).
        if death::killed_health(state, of.owner, unit) > 0 && !left.is_empty() {
            let then = Then::Icon(Picked::Spread(danger));
            let limit = Limit::One;
            let pick = Pick { seat: of.owner, of, among: left, limit, rule, then };
            state.steps.push(Step::Pick(pick));
        }
    }
}

impl Converted {
    pub(super) fn finish(self, state: &mut State) {
        let health = u16::from(death::killed_health(state, self.of.owner, self.units));
        if health > 0 {
            act::offer_return(state, self.army.owner, health, self.army, self.rule);
        }
    }
}

impl Answer {
    pub(super) fn advance<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        out: &mut O,
    ) -> Flow {
        if !state.at(self.of.owner, self.of.place).contains(self.unit) {
            state.steps.pop();
            return Flow::On;
        }
        let unit = Piece { owner: self.of.owner, number: self.unit };
        let for_saves = self.blow.answer != UnitAnswer::Melee;
        if self.shown.is_none() && !trial::may_roll_alone(state, unit, for_saves) {
            state.steps.pop();
            self.settle(game, state, 0, 0, out);
            return Flow::On;
        }
        Flow::Wait
    }

    pub(super) fn ask(self) -> Ask {
        match self.shown {
            None => Ask::Roll,
            Some(_) => Ask::seat(self.of.owner, Rule::CombinationRolls),
        }
    }

    pub(super) fn request(self, state: &State) -> RollRequest<Rule> {
        let seat = self.of.owner;
        let die = state.roster.force(seat).kind(self.unit).die();
        let subject = Some(Piece { owner: seat, number: self.unit }.subject());
        let group = DiceGroup { seat, die, count: 1, purpose: TRIAL, subject };
        RollRequest::one(self.rule, group)
    }

    /// Saves that the unit makes whatever it shows, once it is rolled.
    fn automatic(self, game: &DragonDice, state: &State, face: Face) -> u16 {
        let shown = roll::shows(game, state, self.of.owner, self.unit, face);
        trial::automatic_saves(game, state, self.of.owner, self.unit, shown)
    }

    /// Whether the owner says as what a face counts: it gives saves or melee, not both.
    fn is_open(self, game: &DragonDice, state: &State, face: Face) -> bool {
        let shown = roll::shows(game, state, self.of.owner, self.unit, face);
        let (saves, melee) = self.gives(game, state, face);
        let types = (Counted::Save, Counted::Melee);
        let both = trial::gives_both(game, state, self.of, self.unit, shown, types);
        saves > 0 && melee > 0 && !both
    }

    /// Saves and melee that a face gives.
    fn gives(self, game: &DragonDice, state: &State, face: Face) -> (u16, u16) {
        let shown = roll::shows(game, state, self.of.owner, self.unit, face);
        let of = |wanted| trial::face_results(game, state, self.of, self.unit, shown, wanted);
        let barred = effects::only_saves(state, self.of);
        (of(Counted::Save), if barred { 0 } else { of(Counted::Melee) })
    }

    pub(super) fn fell<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        face: Face,
        out: &mut O,
    ) {
        state.steps.pop();
        let Answer { of, unit, rule, .. } = self;
        let units = PieceSet::only(unit);
        state.end_gazes(of.owner, units);
        let (saves, melee) = self.gives(game, state, face);
        let automatic = self.automatic(game, state, face);
        let escaped = PieceSet::NONE;
        out.tell(|| Event::Tried { of, units, escaped, faces: vec![face], rule });
        match self.blow.answer {
            UnitAnswer::Saves => self.settle(game, state, saves + automatic, 0, out),
            UnitAnswer::Melee => self.settle(game, state, 0, melee, out),
            UnitAnswer::SavesAndMelee if self.is_open(game, state, face) => {
                let shown = Some(face);
                state.steps.push(RollIcon::Answer(Answer { shown, ..self }).into());
            }
            UnitAnswer::SavesAndMelee => self.settle(game, state, saves + automatic, melee, out),
        }
    }

    pub(super) fn list(self, game: &DragonDice, state: &State, into: &mut Vec<Action>) {
        let Some(face) = self.shown else { return };
        let shown = roll::shows(game, state, self.of.owner, self.unit, face);
        let (saves, melee) = self.gives(game, state, face);
        if shown.icon != Icon::Id {
            into.push(Action::Split(all_of(Counted::Save, saves)));
            into.push(Action::Split(all_of(Counted::Melee, melee)));
            return;
        }
        for given in 0..=melee {
            let mut split = all_of(Counted::Melee, given);
            split[Counted::Save.index()] = (melee - given).min(255) as u8;
            into.push(Action::Split(split));
        }
    }

    pub(super) fn split<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        split: [u8; 5],
        out: &mut O,
    ) {
        let part = |kind: Counted| u16::from(split[kind.index()]);
        let automatic = self.shown.map_or(0, |face| self.automatic(game, state, face));
        let (saves, melee) = (part(Counted::Save) + automatic, part(Counted::Melee));
        self.settle(game, state, saves, melee, out);
    }

    /// What the damage does to the unit, and its melee to the die that struck.
    fn settle<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        saves: u16,
        melee: u16,
        out: &mut O,
    ) {
        let Answer { of, unit, blow, rule, .. } = self;
        let damage = blow.damage.saturating_sub(saves);
        out.tell(|| Event::Damage { army: of, damage, sum: None, rule });
        let from = Army { owner: blow.striker.owner, place: blow.from };
        let striker = PieceSet::only(blow.striker.number).and(state.units(from));
        let health = state.roster.force(from.owner).total_health(striker);
        if melee > 0 && !striker.is_empty() {
            out.tell(|| Event::Damage { army: from, damage: melee, sum: None, rule });
            if u32::from(melee) >= health {
                death::kill(game, state, from, striker, rule, false, out);
            }
        }
        if damage >= u16::from(state.roster.force(of.owner).health(unit)) {
            let (test, fate) = (Test::None, Fate::Killed);
            let peril = Peril { test, fate, on_id: None, bury: blow.bury };
            let danger = Danger { peril, by: from.owner };
            trial::suffer(game, state, of, PieceSet::only(unit), danger, fate, rule, out);
        }
    }
}

/// An icon strikes units of the defender: the roller picks them, the most it may (DD-8.14).
pub(super) fn strike<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    number: u8,
    effect: &SaiEffect,
    out: &mut O,
) {
    if let SaiEffect::Target { units: Victims::OneHere, .. } = effect {
        return aimed::aim(game, state, acting, number, effect, out);
    }
    let Some(fight) = &state.fight else { return };
    let (target, attacker) = (fight.target, fight.attacker);
    let own = acting.army(state);
    let rule = acting.rule();
    let pick = |of: Army, among, limit, then| {
        Step::Pick(Pick { seat: own.owner, of, among, limit, rule, then })
    };
    let step = match effect {
        SaiEffect::Target { not_reserves: true, .. } if target.place == Place::RESERVE => {
            return;
        }
        SaiEffect::Target { units, peril, spreads, returns_dead, .. } => {
            let danger = Danger { peril: *peril, by: own.owner };
            let then = match (spreads, returns_dead) {
                (true, _) => Then::Icon(Picked::Spread(danger)),
                (_, true) => Then::Icon(Picked::Converted { danger, army: own }),
                _ => Then::Endanger(danger),
            };
            let limit = match units {
                Victims::Health(amount) => Limit::Most(acting.amount(*amount)),
                _ => Limit::One,
            };
            let among = match peril.fate {
                Fate::Charmed => state.units(target).without(fight.charmed),
                // Who cannot leave is not among those that surely must.
                Fate::Reserves if peril.test == Test::None => {
                    state.able_to_leave(target.owner, state.units(target))
                }
                _ => state.units(target),
            };
            pick(target, among, limit, then)
        }
        SaiEffect::DamageUnit { amount, answer, bury } => {
            let striker = Piece { owner: own.owner, number: acting.die() };
            let (damage, from) = (acting.amount(*amount), own.place);
            let blow = Blow { damage, striker, from, answer: *answer, bury: *bury };
            pick(target, state.units(target), Limit::One, Then::Icon(Picked::Hurt(blow)))
        }
        SaiEffect::TurnBack => {
            let dealt: PieceSet = fight.dealt.iter().map(|(die, _)| *die).collect();
            let then = Then::Icon(Picked::TurnedBack { roll: acting.roll });
            pick(attacker, dealt.and(state.units(attacker)), Limit::One, then)
        }
        _ => return,
    };
    if matches!(step, Step::Pick(Pick { among, .. }) if !among.is_empty()) {
        state.steps.push(step);
    }
}

/// An icon strikes one unit of an army that was picked.
pub(super) fn strike_at(state: &mut State, acting: Acting, effect: &SaiEffect, army: Army) {
    let SaiEffect::Target { peril, .. } = effect else { return };
    let seat = acting.army(state).owner;
    let (among, limit) = (state.units(army), Limit::One);
    let then = Then::Endanger(Danger { peril: *peril, by: seat });
    let pick = Pick { seat, of: army, among, limit, rule: acting.rule(), then };
    state.steps.push(Step::Pick(pick));
}

pub(super) fn spread<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    unit: PieceSet,
    danger: Danger,
    rule: Rule,
    out: &mut O,
) {
    if unit.is_empty() {
        return;
    }
    let spread = Spread { of, unit, danger, rule };
    state.steps.push(RollIcon::Spread(spread).into());
    trial::endanger(game, state, of, unit, danger, rule, out);
}

#[allow(clippy::too_many_arguments)] // Who, what and why are all needed, and nothing groups them.
pub(super) fn convert<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    danger: Danger,
    army: Army,
    rule: Rule,
    out: &mut O,
) {
    let converted = Converted { of, units, army, rule };
    state.steps.push(RollIcon::Converted(converted).into());
    trial::endanger(game, state, of, units, danger, rule, out);
}

pub(super) fn hurt(state: &mut State, of: Army, set: PieceSet, blow: Blow, rule: Rule) {
    if let Some(unit) = set.first() {
        let answer = Answer { of, unit, blow, rule, shown: None };
        state.steps.push(RollIcon::Answer(answer).into());
    }
}

/// What a unit dealt comes back to it, and the army it struck gains as many saves.
pub(super) fn turned_back<O: Observe<Event>>(
    state: &mut State,
    of: Army,
    set: PieceSet,
    number: u8,
    rule: Rule,
    _: &mut O,
) {
    let (Some(unit), Some(fight)) = (set.first(), &state.fight) else { return };
    let dealt = fight.dealt.iter().find(|(die, _)| *die == unit);
    let damage = dealt.map_or(0, |(_, dealt)| *dealt);
    let Some(roll) = state.rolls.get_mut(usize::from(number)) else { return };
    roll.specials[Counted::Save.index()] += damage;
    let (from, striker) = (roll.army.place, Piece { owner: roll.army.owner, number: 0 });
    let blow = Blow { damage, striker, from, answer: UnitAnswer::Saves, bury: None };
    hurt(state, of, set, blow, rule);
}

/// Remembers what each attacking unit dealt, where the target may turn it back: what each type came to, and
/// by which rule it was multiplied, are given. What is taken away comes off others first (DD-8.20).
pub(crate) fn remember_dealt(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    conversions: &[Conversion],
    (total, multiplied): (&[u16; 5], &[Option<Rule>; 5]),
) {
    let roll = &state.rolls[usize::from(number)];
    if !acting::is_turned_back(game, state, roll) {
        return;
    }
    let (kind, at) = (Counted::Melee, Counted::Melee.index());
    let units = state.roster.force(roll.army.owner).units();
    let twice = part::counted_twice(game, state, roll, kind, multiplied[at]);
    let dealt = |die: u8| {
        let (other, ids) = part::part_of(game, state, roll, die, (kind, twice), conversions);
        (die, (other + ids).min(total[at]))
    };
    let units = roll.counting(state).and(units);
    let dealt: Vec<(u8, u16)> = units.iter().map(dealt).filter(|(_, dealt)| *dealt > 0).collect();
    if let Some(fight) = &mut state.fight {
        fight.dealt = dealt;
    }
}

/// Units that do not save: their owner rolls them, and their melee adds to the attack. Under lightning
/// they make no such roll (DD-12.10).
pub(crate) fn charm<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    rule: Rule,
    out: &mut O,
) {
    let barred = effects::only_saves(state, of);
    let held = if barred { units } else { state.held(of.owner, false) };
    let Some(fight) = &mut state.fight else { return };
    fight.charmed = fight.charmed.with(units);
    let kind = if fight.counter { RollKind::Counter } else { RollKind::Melee };
    out.tell(|| Event::Charmed { of, units, rule });
    let dice = units.without(held);
    if !dice.is_empty() {
        state.steps.push(FightIcon::Charmed.into());
        state.throw(game, [Roll::new(kind, of, dice)]);
    }
}

/// What charmed units rolled adds to the attack.
pub(super) fn charmed_fell(state: &mut State, fight: &mut Fight) {
    let results = state.rolls.pop().map_or(0, |roll| roll.result());
    fight.results += results;
}
