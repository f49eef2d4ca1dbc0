//! Shots and strikes: the dice to hit, then the dice against the hits.

use super::morale::Morale;
use super::{State, Step, Throw};
use crate::position::{Event, FigureId, Position};
use crate::rules::{melee, morale, shooting};
use crate::tables::{Catalog, MOST_WEAPONS, Rule, Weapon};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};

/// A figure rolls to hit another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hits {
    pub attacker: FigureId,
    pub target: FigureId,
    pub is_shot: bool,
    pub is_back: bool,
}

/// A figure rolls against the hits of each weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Saves {
    pub attacker: FigureId,
    pub target: FigureId,
    pub is_shot: bool,
    pub hits: [u8; MOST_WEAPONS],
}

impl Hits {
    fn rule(&self) -> Rule {
        match (self.is_shot, self.is_back) {
            (true, _) => Rule::Shot,
            (false, false) => Rule::Strike,
            (false, true) => Rule::StrikeBack,
        }
    }

    fn weapons<'c>(&self, c: &'c Catalog, p: &Position) -> Vec<(usize, &'c Weapon)> {
        let from = p.base(c, self.attacker);
        match self.is_shot {
            true => shooting::weapons(c, p, (self.attacker, &from), self.target),
            false => melee::weapons(c, p, self.attacker),
        }
    }

    fn needed<E: Explain<Rule>>(&self, c: &Catalog, p: &Position, why: &mut E) -> u8 {
        match self.is_shot {
            true => shooting::to_hit(c, p, (self.attacker, self.target), why),
            false => melee::to_hit(c, p, self.attacker, why),
        }
    }
}

impl Throw for Hits {
    fn ask<E: Explain<Rule>>(&self, c: &Catalog, p: &Position, why: &mut E) -> RollRequest<Rule> {
        let group = |(number, weapon): (usize, &Weapon)| {
            dice(p, self.attacker, weapon.attacks, number)
        };
        let groups = self.weapons(c, p).into_iter().map(group).collect();
        self.needed(c, p, why);
        RollRequest { because: self.rule(), groups, spare: 0 }
    }

    fn worth(&self, c: &Catalog, p: &Position, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(face + 1 >= self.needed(c, p, &mut Silent)))
    }

    fn resolve<O: Observe<Event>>(
        &self,
        c: &Catalog,
        s: &mut State,
        dealt: &[(DiceGroup, &[Face])],
        out: &mut O,
    ) {
        let needed = self.needed(c, &s.position, &mut Silent);
        let Hits { attacker, target, is_shot, .. } = *self;
        let mut hits = [0; MOST_WEAPONS];
        for (group, faces) in dealt {
            hits[usize::from(group.purpose)] = showing(faces, needed);
        }
        let all = hits.iter().sum();
        let dice = dealt.iter().map(|(group, _)| group.count).sum();
        out.tell(|| Event::Hit { figure: attacker, target, hits: all, dice, rule: self.rule() });
        s.position.figure_mut(attacker).tired |= !is_shot;
        if all > 0 {
            s.steps.push(Step::Saves(Saves { attacker, target, is_shot, hits }));
        }
    }
}

impl Saves {
    fn needed<E: Explain<Rule>>(&self, c: &Catalog, p: &Position, weapon: u8, why: &mut E) -> u8 {
        let weapon = (usize::from(weapon), self.is_shot);
        shooting::to_save(c, p, (self.attacker, self.target), weapon, why)
    }
}

impl Throw for Saves {
    fn ask<E: Explain<Rule>>(&self, c: &Catalog, p: &Position, why: &mut E) -> RollRequest<Rule> {
        let hits = self.hits.iter().enumerate().filter(|(_, hits)| **hits > 0);
        let group = |(weapon, hits): (usize, &u8)| {
            self.needed(c, p, weapon as u8, why);
            dice(p, self.target, *hits, weapon)
        };
        let groups = hits.map(group).collect();
        RollRequest { because: Rule::Defense, groups, spare: 0 }
    }

    fn worth(&self, c: &Catalog, p: &Position, group: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(face + 1 >= self.needed(c, p, group.purpose, &mut Silent)))
    }

    fn resolve<O: Observe<Event>>(
        &self,
        c: &Catalog,
        s: &mut State,
        dealt: &[(DiceGroup, &[Face])],
        out: &mut O,
    ) {
        let (p, figure) = (&mut s.position, self.target);
        let saved = |(group, faces): &(DiceGroup, &[Face])| {
            showing(faces, self.needed(c, p, group.purpose, &mut Silent))
        };
        let saved: u8 = dealt.iter().map(saved).sum();
        let hits: u8 = self.hits.iter().sum();
        out.tell(|| Event::Saved { figure, saved, hits });
        if saved == hits {
            return;
        }
        let lost = hits - saved;
        out.tell(|| Event::Hurt { figure, lost });
        let all = p.unit(c, figure).toughness;
        let own = p.figure_mut(figure);
        own.lost = own.lost.saturating_add(lost);
        if own.lost >= all {
            own.remove();
            out.tell(|| Event::Removed { figure, rule: Rule::Losses });
        }
        let (rule, tests) = morale::tests_after(c, p, figure);
        s.steps.push(Step::Morale(Morale { tests, is_hurt: rule == Rule::HurtFiguresTest }));
    }
}

/// Dice of a figure for one of its weapons, or for what one of them has hit.
fn dice(p: &Position, of: FigureId, count: u8, weapon: usize) -> DiceGroup {
    let (seat, subject) = (p.figure(of).side, Some(of.0.into()));
    DiceGroup { seat, die: DieId(0), count, purpose: weapon as u8, subject }
}

/// How many faces show a number or more.
fn showing(faces: &[Face], needed: u8) -> u8 {
    faces.iter().filter(|face| **face + 1 >= needed).count() as u8
}
