//! Icons that strike or guard a whole army of the roller's choice.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::roll::kinds::Change;
use crate::position::stack::Step;
use crate::position::stack::icons::{Acting, Aim, Picked, RollIcon};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::icons::acting;
use crate::steps::icons::{act, strike};
use crate::steps::{death, trial};
use crate::tables::catalog::effects::Test;
use crate::tables::catalog::{Opposing, SaiEffect, Types};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

impl Aim {
    fn effect(self, game: &DragonDice, state: &State) -> Option<SaiEffect> {
        let roll = state.rolls.get(usize::from(self.acting.roll))?;
        acting::effects(game, roll, self.acting.sai).nth(self.effect.into()).cloned()
    }

    /// The armies that may be picked.
    pub(super) fn armies(self, game: &DragonDice, state: &State) -> Vec<Army> {
        match self.effect(game, state) {
            Some(effect) => icon_aims(state, self.acting, &effect),
            None => Vec::new(),
        }
    }

    pub(super) fn take<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        army: Army,
        out: &mut O,
    ) {
        if let Some(effect) = self.effect(game, state) {
            aimed(game, state, self.acting, &effect, army, out);
        }
    }
}

/// The armies at which an effect may be aimed.
fn icon_aims(state: &State, acting: Acting, effect: &SaiEffect) -> Vec<Army> {
    let own = acting.army(state);
    match effect {
        SaiEffect::Protect => state.armies(own.owner).collect(),
        SaiEffect::Subtract { army: Opposing::AnyTerrain, .. } => {
            // From Reserves no icon reaches the terrains.
            let places = state.terrains().filter(|_| own.place != Place::RESERVE);
            places
                .flat_map(|place| state.armies_at(place))
                .filter(|army| army.owner != own.owner)
                .collect()
        }
        _ => acting::opposing_here(state, own),
    }
}

/// Aims an effect at an army; its owner is asked where there are several.
pub(super) fn aim<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    number: u8,
    effect: &SaiEffect,
    out: &mut O,
) {
    match icon_aims(state, acting, effect).as_slice() {
        [] => {}
        [only] => aimed(game, state, acting, effect, *only, out),
        _ => {
            let aim = Aim { acting, effect: number };
            state.steps.push(RollIcon::Aim(aim).into());
        }
    }
}

fn aimed<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    acting: Acting,
    effect: &SaiEffect,
    army: Army,
    out: &mut O,
) {
    let (rule, by) = (acting.rule(), acting.army(state).owner);
    let ends = Ends::TurnStart(by);
    match effect {
        SaiEffect::Subtract { .. } => {
            let roll = &state.rolls[usize::from(acting.roll)];
            let begun = |effect: &SaiEffect| match effect {
                SaiEffect::Subtract { types, rolls, amount, lasting: true, .. } => {
                    let types =
                        types.iter().fold(Types(0), |all, kind| all.with(Types::only(*kind)));
                    let change = Change::Subtract(acting.amount(*amount).min(255) as u8);
                    let does = Lasting::Modify { rolls: *rolls, types, change };
                    Some(Effect { rule, by, on: On::Army(army), does, ends })
                }
                _ => None,
            };
            for effect in acting::effects(game, roll, acting.sai).filter_map(begun) {
                act::start(state, effect, out);
            }
        }
        SaiEffect::HalveAll => {
            act::modify(state, (rule, by), On::Army(army), Change::Halve, ends, out);
        }
        SaiEffect::Protect => {
            let does = Lasting::Hidden;
            act::start(state, Effect { rule, by, on: On::Army(army), does, ends }, out);
        }
        SaiEffect::Damage { amount, bury, bury_dragonkin, .. } => {
            let damage = acting.amount(*amount);
            scorch(state, army, damage, (*bury, *bury_dragonkin, by), rule, out);
        }
        _ => strike::strike_at(state, acting, effect, army),
    }
}

/// Damage without save that acts on its own (DD-7.21): how its dead escape being buried,
/// whether Dragonkin are buried, and who struck.
pub(super) fn scorch<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    damage: u16,
    (bury, dragonkin, by): (Option<Test>, bool, Seat),
    rule: Rule,
    out: &mut O,
) {
    out.tell(|| Event::Damage { army, damage, sum: None, rule });
    state.steps.push(Step::Pick(Pick {
        seat: army.owner,
        of: army,
        among: state.units(army),
        limit: Limit::Most(damage),
        rule,
        then: Then::Icon(Picked::Burnt { bury, dragonkin, by }),
    }));
}

/// Units absorb damage of an icon that says what becomes of those it kills.
pub(super) fn burn<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    set: PieceSet,
    (bury, dragonkin, by): (Option<Test>, bool, Seat),
    rule: Rule,
    out: &mut O,
) {
    use crate::tables::catalog::effects::{Fate, Peril};
    let peril = Peril { test: Test::None, fate: Fate::Killed, on_id: None, bury };
    trial::suffer(game, state, of, set, Danger { peril, by }, Fate::Killed, rule, out);
    if dragonkin {
        let pooled = state.dragonkin(of.owner, set).and(state.at(of.owner, Place::POOL));
        death::bring(state, of.owner, pooled, Place::BURIED, rule, out);
    }
}
