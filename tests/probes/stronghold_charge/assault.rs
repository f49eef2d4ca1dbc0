//! The assault: its dice, hits, ruin and result, one step after another.

use crate::position::*;
use umpire_core::dice::{Dice, DiceGroup, DiceGroups, Die, DieId};
use umpire_core::game::{Observe, Outcome};
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::{Seat, Seats};

impl Charge {
    pub fn new() -> Charge {
        Charge { dice: Dice(vec![Die::numbered("d6", 6)]) }
    }

    /// What each side adds to its higher die.
    pub fn modifiers<E: Explain<Rule>>(&self, state: &State, why: &mut E) -> [i32; 2] {
        let occupants = size(state.among(Among::Occupants));
        let building = if state.wall > 0 && occupants > 0 { CAPACITY } else { 0 };
        let sizes = [size(state.set(CHARGERS, |_| true)), occupants + building];
        [0, 1].map(|side| {
            let (own, other) = (sizes[side], sizes[1 - side]);
            let (markers, others) = (state.markers[side], state.markers[1 - side]);
            let parts = [
                (Rule::Damage, state.dealt[side].into(), "damage inflicted"),
                (Rule::Sizes, i32::from(own > other), "more units"),
                (Rule::Sizes, i32::from(own > 2 * other), "more than twice as many"),
                (Rule::Modifiers, i32::from(markers == 0), "no blast markers"),
                (Rule::Modifiers, i32::from(others > markers), "fewer blast markers"),
            ];
            let told = why.all(
                Rule::Modifiers,
                || format!("side {side}"),
                |why| {
                    let counted = parts.iter().filter(|(_, amount, _)| *amount != 0);
                    counted.for_each(|(rule, amount, says)| {
                        why.modifier(*rule, *amount, || (*says).into())
                    });
                    Ok(())
                },
            );
            debug_assert!(told.is_ok(), "numbers break no rule");
            parts.iter().map(|(_, amount, _)| amount).sum()
        })
    }

    pub fn groups(&self, state: &State) -> DiceGroups {
        let dice = |seat: usize, count: u8, purpose: u8, subject: Option<u8>| DiceGroup {
            seat: Seat(seat as u8),
            die: DieId(0),
            count,
            purpose,
            subject: subject.map(u16::from),
        };
        let own = |unit: u8, count| dice((unit > 4).into(), count, 0, Some(unit));
        let occupants = state.among(Among::Occupants);
        let all: DiceGroups = match state.steps.last() {
            Some(Step::Danger(unit)) => DiceGroups::from_iter([own(*unit, 1)]),
            Some(Step::Wall { dice: count, .. }) => {
                DiceGroups::from_iter([dice(1, *count, 0, None)])
            }
            Some(Step::Save(among)) => {
                bits(state.among(*among)).map(|u| own(u, state.hits[usize::from(u)])).collect()
            }
            Some(Step::Result) => (0..2).map(|seat| dice(seat, 2, 0, None)).collect(),
            Some(Step::Strike) => {
                let ruin = state.wall == 0;
                let touching = state.in_contact() & !state.invaders;
                let facing = state.outside() != 0;
                let strikers = [
                    (0, state.among(Among::Invaders)),
                    (0, touching),
                    (0, if ruin && occupants == 0 { 0 } else { state.shooting() }),
                    (1, occupants & state.tied),
                    (1, if facing { occupants & !state.tied } else { 0 }),
                ];
                let group = |(purpose, (seat, set)): (u8, (usize, u8))| {
                    dice(seat, size(set), purpose, None)
                };
                (0..).zip(strikers).map(group).collect()
            }
            _ => DiceGroups::new(),
        };
        all.into_iter().filter(|group| group.count > 0).collect()
    }

    /// What a die of the group must show.
    pub fn needed(&self, state: &State, group: &DiceGroup) -> u8 {
        match state.steps.last() {
            Some(Step::Strike) => [3, 3, 5, 4, 5][usize::from(group.purpose)],
            Some(Step::Wall { .. }) => 5,
            Some(Step::Danger(_)) => 2,
            Some(Step::Save(Among::Occupants)) if state.wall == 0 => 4,
            Some(Step::Save(Among::Inside | Among::Occupants)) => 3,
            _ => 4,
        }
    }

    pub fn engage<O: Observe<Event>>(&self, state: &mut State, events: &mut O) {
        state.steps.pop();
        for unit in &mut state.units {
            (unit.gone, unit.legs, unit.tested, unit.moved) = (0, 0, false, false);
        }
        match state.outside() {
            0 => self.end(state, Seats::NONE, events),
            _ => state.steps.extend([Step::Strike, Step::Tie, Step::Invade]),
        }
    }

    pub fn end<O: Observe<Event>>(&self, state: &mut State, winners: Seats, events: &mut O) {
        state.steps.clear();
        state.ended = Some(Outcome { winners });
        events.tell(|| Event::Ended(winners));
    }

    /// Goes on until somebody must answer.
    pub fn settle<O: Observe<Event>>(&self, state: &mut State, events: &mut O) {
        while let Some(step) = state.steps.last().copied() {
            match step {
                Step::Charge if state.set(CHARGERS, |unit| !unit.moved) == 0 => {
                    self.engage(state, events);
                }
                Step::Charge | Step::Danger(_) => return,
                Step::Invade | Step::Tie | Step::Allot(..) => match state.answers().as_slice() {
                    [only] => self.decide(state, &only.clone()),
                    _ => return,
                },
                Step::Strike if self.groups(state).is_empty() => {
                    state.steps.pop();
                    state.steps.push(Step::Result);
                }
                Step::Result => match [CHARGERS, OCCUPANTS].map(|of| state.set(of, |_| true)) {
                    [0, 0] => self.end(state, Seats::NONE, events),
                    [0, _] => self.end(state, Seats::only(Seat(1)), events),
                    [_, 0] => self.end(state, Seats::only(Seat(0)), events),
                    _ => return,
                },
                _ if self.groups(state).is_empty() => drop(state.steps.pop()),
                _ => return,
            }
        }
    }

    pub fn decide(&self, state: &mut State, action: &Action) {
        let step = state.steps.pop();
        match (action, step) {
            (Action::Invade(set), _) => state.invaders = *set,
            (Action::Tie(set), _) => state.tied = *set,
            (Action::Allot(set), Some(Step::Allot(among, hits))) => {
                let targets = state.among(among);
                let each = hits / size(targets).max(1);
                for unit in bits(targets) {
                    state.hits[usize::from(unit)] = each + u8::from(set & 1 << unit != 0);
                }
                state.steps.push(Step::Save(among));
            }
            _ => {}
        }
    }

    pub fn strike<O: Observe<Event>>(&self, state: &mut State, hits: [u8; 5], events: &mut O) {
        (0..).zip(hits).for_each(|(group, hits)| events.tell(|| Event::Hits(group, hits)));
        let (wall, occupants) = match state.wall {
            0 => (0, hits[2]),
            _ => (hits[1] + hits[2], hits[0]),
        };
        state.steps.extend([
            Step::Result,
            Step::Allot(Among::Outside, hits[4]),
            Step::Allot(Among::Invaders, hits[3]),
            Step::Allot(Among::Occupants, occupants),
            Step::Wall { dice: wall, again: false },
        ]);
    }

    pub fn crack<O: Observe<Event>>(&self, state: &mut State, damage: u8, events: &mut O) {
        let lost = damage.min(state.wall);
        if lost == 0 {
            return;
        }
        state.wall -= lost;
        state.dealt[0] += lost;
        events.tell(|| Event::Cracked(state.wall));
        if state.wall == 0 {
            events.tell(|| Event::Ruined);
            for unit in bits(state.among(Among::Inside)) {
                state.hits[usize::from(unit)] = 1;
            }
            state.steps.push(Step::Save(Among::Inside));
        }
    }

    pub fn compare<O: Observe<Event>>(&self, state: &mut State, highest: [u8; 2], events: &mut O) {
        let modifiers = self.modifiers(state, &mut Silent);
        let totals = [0, 1].map(|side| i32::from(highest[side]) + modifiers[side]);
        events.tell(|| Event::Totals(totals));
        if totals[0] != totals[1] {
            let winner = Seat(u8::from(totals[1] > totals[0]));
            return self.end(state, Seats::only(winner), events);
        }
        let alive = state.set(u8::MAX, |_| true);
        state.invaders &= if state.wall == 0 { 0 } else { alive };
        state.tied = 0;
        state.steps.extend([Step::Strike, Step::Tie]);
    }
}
