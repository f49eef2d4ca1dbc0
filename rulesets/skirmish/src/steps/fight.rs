//! Shots and strikes: the dice to hit, then the dice against the hits.

use super::morale::Morale;
use super::{State, Step, dice, replace, showing};
use crate::position::{Event, FigureId, Position};
use crate::rules::{melee, morale, shooting};
use crate::tables::{MOST_WEAPONS, Rule, Skirmish};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};
use umpire_core::steps::{Ask, Flow, Play};

/// One figure against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub attacker: FigureId,
    pub target: FigureId,
    pub is_shot: bool,
    pub is_back: bool,
}

/// A figure rolls to hit another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hits(pub Fight);

/// A figure rolls against the hits of each weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Saves {
    pub fight: Fight,
    pub hits: [u8; MOST_WEAPONS],
}

impl Fight {
    /// It goes on while both stand.
    fn advance(self, state: &mut State) -> Flow {
        if [self.attacker, self.target].iter().all(|id| state.position.figure(*id).stands()) {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    fn rule(self) -> Rule {
        match self {
            Fight { is_shot: true, .. } => Rule::Shot,
            Fight { is_back: true, .. } => Rule::StrikeBack,
            _ => Rule::Strike,
        }
    }

    fn to_hit<E: Explain<Rule>>(self, game: &Skirmish, p: &Position, why: &mut E) -> u8 {
        match self.is_shot {
            true => shooting::to_hit(game, p, (self.attacker, self.target), why),
            false => melee::to_hit(game, p, self.attacker, why),
        }
    }

    fn to_save<E: Explain<Rule>>(
        self,
        game: &Skirmish,
        p: &Position,
        weapon: u8,
        why: &mut E,
    ) -> u8 {
        let weapon = (usize::from(weapon), self.is_shot);
        shooting::to_save(game, p, (self.attacker, self.target), weapon, why)
    }
}

impl Play<Skirmish> for Hits {
    fn advance<O: Observe<Event>>(self, _: &Skirmish, state: &mut State, _: &mut O) -> Flow {
        self.0.advance(state)
    }

    fn ask(self, _: &Skirmish, _: &State) -> Ask<Rule> {
        Ask::Roll
    }

    fn request<E: Explain<Rule>>(
        self,
        game: &Skirmish,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        let (Hits(fight), p) = (self, &state.position);
        let from = p.base(game, fight.attacker);
        let weapons = match fight.is_shot {
            true => shooting::weapons(game, p, (fight.attacker, &from), fight.target),
            false => melee::weapons(game, p, fight.attacker),
        };
        let weapons = weapons.into_iter();
        let groups = weapons.map(|(at, weapon)| dice(p, fight.attacker, weapon.attacks, at as u8));
        fight.to_hit(game, p, why);
        RollRequest { because: fight.rule(), groups: groups.collect(), spare: 0 }
    }

    fn worth(self, game: &Skirmish, state: &State, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(face + 1 >= self.0.to_hit(game, &state.position, &mut Silent)))
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &Skirmish,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let Hits(fight) = self;
        let needed = fight.to_hit(game, &state.position, &mut Silent);
        let mut hits = [0; MOST_WEAPONS];
        for (group, faces) in self.request(game, state, &mut Silent).dealt(faces) {
            hits[usize::from(group.purpose)] = showing(faces, needed);
        }
        let (figure, target, dice, all) =
            (fight.attacker, fight.target, faces.len() as u8, hits.iter().sum());
        out.tell(|| Event::Hit { figure, target, hits: all, dice, rule: fight.rule() });
        state.position.figure_mut(figure).tired |= !fight.is_shot;
        match all {
            0 => drop(state.steps.pop()),
            _ => replace(state, Step::Saves(Saves { fight, hits })),
        }
    }
}

impl Play<Skirmish> for Saves {
    fn advance<O: Observe<Event>>(self, _: &Skirmish, state: &mut State, _: &mut O) -> Flow {
        self.fight.advance(state)
    }

    fn ask(self, _: &Skirmish, _: &State) -> Ask<Rule> {
        Ask::Roll
    }

    fn request<E: Explain<Rule>>(
        self,
        game: &Skirmish,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        let (fight, p) = (self.fight, &state.position);
        let group = |(weapon, hits)| {
            fight.to_save(game, p, weapon, why);
            dice(p, fight.target, hits, weapon)
        };
        let groups = (0..).zip(self.hits).filter(|(_, hits)| *hits > 0).map(group).collect();
        RollRequest { because: Rule::Defense, groups, spare: 0 }
    }

    fn worth(self, game: &Skirmish, state: &State, group: &DiceGroup, face: Face) -> Worth {
        let needed = self.fight.to_save(game, &state.position, group.purpose, &mut Silent);
        Worth::Adds(u64::from(face + 1 >= needed))
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &Skirmish,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let mut saved = 0;
        for (group, faces) in self.request(game, state, &mut Silent).dealt(faces) {
            let weapon = group.purpose;
            saved += showing(faces, self.fight.to_save(game, &state.position, weapon, &mut Silent));
        }
        let (figure, hits) = (self.fight.target, faces.len() as u8);
        out.tell(|| Event::Saved { figure, saved, hits });
        state.steps.pop();
        if saved < hits {
            lose(game, state, figure, hits - saved, out);
        }
    }
}

/// A figure loses hits; it or others of its side may have to test.
fn lose<O: Observe<Event>>(
    game: &Skirmish,
    state: &mut State,
    figure: FigureId,
    lost: u8,
    out: &mut O,
) {
    let p = &mut state.position;
    out.tell(|| Event::Hurt { figure, lost });
    let toughness = p.unit(game, figure).toughness;
    let own = p.figure_mut(figure);
    own.lost = own.lost.saturating_add(lost);
    if own.lost >= toughness {
        own.remove();
        out.tell(|| Event::Removed { figure, rule: Rule::Losses });
    }
    let (rule, tests) = morale::tests_after(game, p, figure);
    state.steps.push(Step::Morale(Morale { tests, is_hurt: rule == Rule::HurtFiguresTest }));
}
