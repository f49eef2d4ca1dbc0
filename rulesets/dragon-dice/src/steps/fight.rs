//! Melee and missile attacks: the attack roll, saves, damage, and striking back (DD-7.1 to DD-7.7).

use crate::position::action::Action;
use crate::position::event::{AttackSum, Event, Skipped};
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::fight::{Fight, FightStep};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::roll::changes;
use crate::rules::species::volley;
use crate::rules::{effects, items, roll};
use crate::steps::Ask;
use crate::steps::species::fights;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Within};

/// Begins an attack.
pub(crate) fn attack<O: Observe<Event>>(
    state: &mut State,
    with: Counted,
    attacker: Army,
    target: Army,
    out: &mut O,
) {
    out.tell(|| Event::Attacked { with, attacker, target, counter: false });
    state.fight = Some(Fight::new(with, attacker, target, false));
    for step in
        [FightStep::End, FightStep::Counter, FightStep::Damage, FightStep::Save, FightStep::Strike]
    {
        state.steps.push(Step::Fight(step));
    }
}

fn damage<O: Observe<Event>>(game: &DragonDice, state: &mut State, fight: &Fight, out: &mut O) {
    let piercing = fight.piercing.min(fight.results);
    let rolled = fight.saves.saturating_sub(fight.spell_saves);
    let left = (fight.results - piercing).saturating_sub(rolled) + piercing;
    let damage = left.saturating_sub(fight.spell_saves) + fight.unsaved;
    let rule = match fight.with {
        Counted::Melee => Rule::MeleeAction,
        _ => Rule::MissileAction,
    };
    out.tell(|| {
        let saved = (fight.results + fight.unsaved).saturating_sub(damage);
        let sum =
            AttackSum { with: fight.with, results: fight.results, saved, unsaved: fight.unsaved };
        Event::Damage { army: fight.target, damage, sum: Some(sum), rule }
    });
    let back = fight.back.saturating_sub(changes::spell_saves(game, state, fight.attacker));
    if fight.back > 0 {
        let (army, rule) = (fight.attacker, Rule::AttackDamageTotal);
        out.tell(|| Event::Damage { army, damage: back, sum: None, rule });
    }
    absorb(state, fight.attacker, back, false, out);
    absorb(state, fight.target, damage, fight.save_rolled, out);
}

/// Lets an army absorb damage by whole units, picked by its owner (DD-8.12).
pub(crate) fn absorb<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    damage: u16,
    after_save: bool,
    _: &mut O,
) {
    if damage == 0 || !state.exists(army) {
        return;
    }
    state.steps.push(Step::Pick(losses(state, army, damage, after_save)));
}

/// The pick of units by which an army absorbs damage.
pub(crate) fn losses(state: &State, army: Army, damage: u16, after_save: bool) -> Pick {
    Pick {
        seat: army.owner,
        of: army,
        among: state.units(army),
        limit: Limit::Most(damage),
        rule: Rule::MaximalLosses,
        then: Then::Die { after_save },
    }
}

/// Whether the target of an attack may strike back.
pub(crate) fn may_counter(game: &DragonDice, state: &State, fight: &Fight) -> bool {
    let able = !fight.counter
        && !fight.no_counter
        && !fight.charge
        && state.exists(fight.target)
        && state.exists(fight.attacker)
        && !items::unbarred(game, state, fight.target, fight.no_counter_units).is_empty();
    match fight.with {
        Counted::Melee => able && !effects::only_saves(state, fight.target),
        _ => able && volley::may_volley(game, state, fight),
    }
}

impl Within<DragonDice> for FightStep {
    type Whole = Fight;

    fn whole(state: &State) -> &Option<Fight> {
        &state.fight
    }

    fn whole_mut(state: &mut State) -> &mut Option<Fight> {
        &mut state.fight
    }

    fn is_within(step: &Step) -> bool {
        matches!(step, Step::Fight(_))
    }

    fn advance(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut Fight,
    ) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            FightStep::Strike => {
                let kind = match (fight.with, fight.counter) {
                    (Counted::Melee, false) => RollKind::Melee,
                    (Counted::Melee, true) => RollKind::Counter,
                    (_, false) => RollKind::Missile,
                    (_, true) => RollKind::Volley,
                };
                let army = fight.attacker;
                let dice = striking(game, state, fight, kind);
                state.replace_step(Step::Fight(FightStep::Struck));
                state.throw(game, [Roll::new(kind, army, dice)]);
                Flow::On
            }
            FightStep::Struck => {
                fight.results += state.rolls.pop().map_or(0, |roll| roll.result());
                state.steps.pop();
                Flow::On
            }
            FightStep::Save => {
                let (army, saved) = (fight.target, fight.results > 0 || fight.charge);
                let dice = roll::rollable(game, state, army).without(fight.charmed);
                if !saved || !state.exists(army) {
                    if state.exists(army) {
                        let rule = Rule::NoSaveWithoutDamage;
                        out.tell(|| Event::Skipped { skipped: Skipped::SaveRoll, army, rule });
                    }
                    state.steps.pop();
                    fights::after_saves(game, state, fight);
                    return Flow::On;
                }
                // Ruling: the melee of the one roll against a Charge is the counter-attack, which a
                // Surprise forbids.
                let strikes_back = fight.charge && !fight.no_counter;
                let kind = match (fight.with, strikes_back) {
                    (Counted::Melee, true) if !effects::only_saves(state, army) => {
                        RollKind::Charged
                    }
                    (Counted::Melee, _) => RollKind::SaveMelee,
                    _ => RollKind::SaveMissile,
                };
                let mut roll = Roll::new(kind, army, dice);
                roll.taken[Counted::Save.index()] = fight.fewer_saves;
                roll.taken_by = fight.fewer_saves_by;
                state.replace_step(Step::Fight(FightStep::Saved));
                state.throw(game, [roll]);
                Flow::On
            }
            FightStep::Saved => {
                if let Some(roll) = state.rolls.pop() {
                    fight.saves = roll.total[Counted::Save.index()];
                    fight.save_rolled = !roll.dice.is_empty();
                    fight.spell_saves = roll.spell_saves;
                    if fight.charge {
                        fight.back += roll.total[Counted::Melee.index()];
                    }
                }
                state.steps.pop();
                fights::after_saves(game, state, fight);
                Flow::On
            }
            FightStep::Damage => {
                state.steps.pop();
                damage(game, state, fight, out);
                Flow::On
            }
            FightStep::Counter => {
                if may_counter(game, state, fight) {
                    return Flow::Wait;
                }
                let (army, rule) = (fight.target, Rule::NoCounterWhenWipedOut);
                if fight.with == Counted::Melee && !state.exists(army) {
                    out.tell(|| Event::Skipped { skipped: Skipped::CounterAttack, army, rule });
                }
                state.steps.pop();
                Flow::On
            }
            FightStep::End => {
                state.steps.pop();
                Flow::On
            }
        }
    }

    fn ask(self, _: Now<DragonDice>, fight: &Fight) -> Ask {
        Ask::seat(fight.target.owner, Rule::CounterAttack)
    }

    fn legal(self, _: Now<DragonDice>, _: &Fight, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.extend([Action::Accept, Action::Pass]);
        Listing::Complete
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut Fight,
        _: Seat,
        action: &Action,
    ) {
        let (_, state, out) = change.parts();
        state.steps.pop();
        let Fight { with, attacker: target, target: attacker, no_counter_units, charmed, .. } =
            *fight;
        if *action == Action::Accept {
            out.tell(|| Event::Attacked { with, attacker, target, counter: true });
            let new = Fight::new(with, attacker, target, true);
            *fight = Fight { no_counter_units, charmed_before: charmed, ..new };
            for step in [FightStep::Damage, FightStep::Save, FightStep::Strike] {
                state.steps.push(Step::Fight(step));
            }
        } else {
            out.tell(|| Event::Declined { seat: attacker.owner, rule: Rule::CounterAttack });
        }
    }
}

/// Who rolls in an attack.
fn striking(game: &DragonDice, state: &State, fight: &Fight, kind: RollKind) -> PieceSet {
    let all = items::unbarred(game, state, fight.attacker, fight.no_counter_units);
    roll::fall_for(game, state, fight.attacker, kind, all)
}
