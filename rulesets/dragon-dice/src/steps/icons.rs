//! Special action icons: which act by themselves, which ask, and what each does (section 9).

use super::fight::Delayed;
use super::pick::{Limit, Pick, Then};
use super::trial::Danger;
use super::{Ask, Flow, Play, Step};
use crate::action::Action;
use crate::catalog::{Counted, Moment, SaiEffect, SaiId, Victims};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet};
use crate::roll::Roll;
use crate::rule::Rule;
use crate::state::State;
use serde::{Deserialize, Serialize};
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;

/// A step that a special icon asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IconStep {
    /// Nothing yet.
    None,
}

/// For what an icon had dice picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// Nothing yet.
    None,
}

/// Where dice that an icon or spell moves are going.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Journey {
    /// By which rule.
    pub rule: Rule,
}

impl DragonDice {
    /// What an icon does in a roll.
    fn effects<'a>(&'a self, roll: &Roll, sai: SaiId) -> impl Iterator<Item = &'a SaiEffect> {
        self.catalog.sai(sai).in_roll(roll.kind.icons())
    }

    /// Icons of a roll that wait, with how many dice show each and their X together.
    fn waiting(&self, state: &State, roll: &Roll) -> Vec<(SaiId, PieceSet, u8)> {
        let mut found: Vec<(SaiId, PieceSet, u8)> = Vec::new();
        for (die, face) in roll.shown().filter(|(die, _)| roll.waiting.contains(*die)) {
            let face = self.shows(state, roll.army.owner, die, face);
            let Some(sai) = face.sai() else { continue };
            match found.iter_mut().find(|(known, ..)| *known == sai) {
                Some((_, dice, count)) => {
                    *dice = dice.with(PieceSet::only(die));
                    *count = count.saturating_add(face.count);
                }
                None => found.push((sai, PieceSet::only(die), face.count)),
            }
        }
        found
    }

    /// Whether an icon only gives numbers in a roll, so that nobody need be asked when it acts.
    fn is_number(&self, roll: &Roll, sai: SaiId) -> bool {
        self.effects(roll, sai).all(|effect| {
            matches!(
                effect,
                SaiEffect::Add { .. }
                    | SaiEffect::Damage { .. }
                    | SaiEffect::DamageBack { .. }
                    | SaiEffect::Subtract { lasting: false, .. }
                    | SaiEffect::NoCounter {}
                    | SaiEffect::NoAutomaticSaves {}
            )
        })
    }

    /// Icons that wait and of which the owner picks the next.
    pub(crate) fn open_icons(&self, state: &State, number: u8) -> impl Iterator<Item = SaiId> {
        let waiting = self.waiting(state, &state.rolls[usize::from(number)]);
        waiting.into_iter().map(|(sai, ..)| sai)
    }

    /// Step 4: lets the next icon act; says whether there was one.
    pub(crate) fn next_icon<O: Observe<Event>>(
        &self,
        state: &mut State,
        number: u8,
        out: &mut O,
    ) -> bool {
        let roll = &state.rolls[usize::from(number)];
        if roll.waiting.is_empty() {
            return false;
        }
        let waiting = self.waiting(state, roll);
        let next = waiting.iter().find(|(sai, ..)| self.is_number(roll, *sai)).or(
            match waiting.as_slice() {
                [only] => Some(only),
                _ => None,
            },
        );
        match next {
            Some((sai, ..)) => self.act_icon(state, number, *sai, out),
            None => state.steps.push(Step::Roll(crate::roll::RollStep::Order { roll: number })),
        }
        true
    }

    /// Lets every die that shows an icon act at once: they add up (DD-8.15).
    pub(crate) fn act_icon<O: Observe<Event>>(
        &self,
        state: &mut State,
        number: u8,
        sai: SaiId,
        out: &mut O,
    ) {
        let roll = &mut state.rolls[usize::from(number)];
        let found = self.waiting(state, &state.rolls[usize::from(number)]);
        let Some((_, dice, count)) = found.into_iter().find(|(known, ..)| *known == sai) else {
            return;
        };
        let roll = &mut state.rolls[usize::from(number)];
        roll.waiting = roll.waiting.without(dice);
        let (army, kind) = (roll.army, roll.kind);
        out.tell(|| Event::Icon { army, sai, count });
        for effect in self.catalog.sai(sai).in_roll(kind.icons()) {
            self.act(state, number, sai, count, effect, out);
        }
    }

    fn act<O: Observe<Event>>(
        &self,
        state: &mut State,
        number: u8,
        sai: SaiId,
        count: u8,
        effect: &SaiEffect,
        out: &mut O,
    ) {
        let at = usize::from(number);
        let counts = state.rolls[at].kind.counts();
        let by = state.rolls[at].army.owner;
        match effect {
            SaiEffect::Add { types, amount } => {
                for kind in types.iter().filter(|kind| counts.contains(**kind)) {
                    state.rolls[at].specials[kind.index()] += u16::from(amount.of(count));
                }
            }
            SaiEffect::Damage { amount, .. } => {
                if let Some(fight) = &mut state.fight {
                    fight.unsaved += u16::from(amount.of(count));
                }
            }
            SaiEffect::DamageBack { amount } => {
                if let Some(fight) = &mut state.fight {
                    fight.back += u16::from(amount.of(count));
                }
            }
            SaiEffect::Subtract { amount, lasting: false, .. } => {
                if let Some(fight) = &mut state.fight {
                    fight.fewer_saves += u16::from(amount.of(count));
                }
            }
            SaiEffect::NoCounter {} => {
                if let Some(fight) = &mut state.fight {
                    fight.no_counter = true;
                }
            }
            SaiEffect::Target { units, peril, when: Moment::Now, .. } => {
                let Some(target) = state.fight.as_ref().map(|fight| fight.target) else { return };
                let limit = match units {
                    Victims::Health(amount) => Limit::Most(amount.of(count).into()),
                    _ => Limit::One,
                };
                let danger = Danger { peril: *peril, by };
                state.steps.push(Step::Pick(Pick {
                    seat: by,
                    of: target,
                    among: state.units(target),
                    limit,
                    rule: Rule::Sai(sai),
                    then: Then::Endanger(danger),
                }));
            }
            SaiEffect::Target { when: Moment::AfterSaves, .. } => {
                if let Some(fight) = &mut state.fight {
                    let _ = fight.delayed.try_push(Delayed { sai, count });
                }
            }
            SaiEffect::AddCantrip { .. } => self.begin_cantrip(state, number, out),
            _ => {}
        }
    }

    /// Step 3: lets one icon act whose die is rolled again; says whether there was one.
    pub(crate) fn rerolling_icon<O: Observe<Event>>(
        &self,
        state: &mut State,
        number: u8,
        out: &mut O,
    ) -> bool {
        let at = usize::from(number);
        let roll = &state.rolls[at];
        if roll.waiting.is_empty() {
            return false;
        }
        let rerolls = |(die, face): &(u8, u8)| {
            let sai = self.shows(state, roll.army.owner, *die, *face).sai();
            roll.waiting.contains(*die)
                && sai.is_some_and(|sai| {
                    self.effects(roll, sai).any(|effect| matches!(effect, SaiEffect::Reroll {}))
                })
        };
        let Some((die, face)) = roll.shown().find(rerolls) else { return false };
        let face = self.shows(state, roll.army.owner, die, face);
        let (army, kind) = (roll.army, roll.kind);
        let Some(sai) = face.sai() else { return false };
        self.again(state, number, die);
        out.tell(|| Event::Icon { army, sai, count: face.count });
        for effect in self.catalog.sai(sai).in_roll(kind.icons()) {
            self.act(state, number, sai, face.count, effect, out);
        }
        true
    }

    /// Step 2: effects of the attacker that waited for the saves; says whether there was one.
    pub(crate) fn delayed_icons<O: Observe<Event>>(&self, _: &mut State, _: u8, _: &mut O) -> bool {
        false
    }

    /// Offers that a unit of a roll be rolled again (Vortex, Flashfire); says whether somebody is asked.
    pub(crate) fn offer_reroll(&self, _: &mut State, _: u8) -> bool {
        false
    }

    /// Whether later steps look at which die of a roll showed what.
    pub(crate) fn looks_at_dice(&self, _: &State, _: &Roll) -> bool {
        false
    }

    /// What an attack roll leads to before the saves.
    pub(crate) fn after_strike<O: Observe<Event>>(&self, _: &mut State, _: &mut O) {}

    /// Whether a face takes a Dragonkin's automatic saves away.
    pub(crate) fn is_belly(&self, face: crate::catalog::Face) -> bool {
        face.sai().is_some_and(|sai| self.belly == Some(sai))
    }

    /// Units that do not save and are rolled for the attacker.
    pub(crate) fn charm<O: Observe<Event>>(
        &self,
        state: &mut State,
        of: Army,
        units: PieceSet,
        rule: Rule,
        out: &mut O,
    ) {
        if let Some(fight) = &mut state.fight {
            fight.charmed = fight.charmed.with(units);
        }
        out.tell(|| Event::Held { of, units, rule });
    }

    /// Dice set out on a journey.
    pub(crate) fn go<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Army,
        _: PieceSet,
        _: Journey,
        _: &mut O,
    ) {
    }

    /// Dice were picked for an icon.
    pub(crate) fn icon_picked<O: Observe<Event>>(
        &self,
        _: &mut State,
        _: Pick,
        _: Picked,
        _: PieceSet,
        _: &mut O,
    ) {
    }
}

impl Play for IconStep {
    fn advance<O: Observe<Event>>(self, _: &DragonDice, state: &mut State, _: &mut O) -> Flow {
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &DragonDice, state: &State) -> Ask {
        Ask::seat(state.marching, Rule::IconOrder)
    }

    fn legal(self, _: &DragonDice, _: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.push(Action::Pass);
        Listing::Complete
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &DragonDice,
        state: &mut State,
        _: Seat,
        _: &Action,
        _: &mut O,
    ) {
        state.steps.pop();
    }
}
