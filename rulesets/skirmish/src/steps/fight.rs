//! Shots and strikes: a figure rolls to hit another, which then rolls against the hits.

use super::morale::Morale;
use super::{State, Step, dice, replace};
use crate::position::{Event, Piece, PieceId, Table};
use crate::rules::{melee, morale, shooting};
use crate::tables::{MOST_WEAPONS, Rule, Skirmish};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{showing, shows};
use umpire_core::steps::{Flow, Play};
use umpire_core::{DiceGroup, Explain, Face, Observe, RollRequest, Silent, Worth};

/// One figure against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub attacker: PieceId,
    pub target: PieceId,
    pub is_shot: bool,
    pub is_back: bool,
    /// The hits of each weapon, once they are rolled.
    pub hits: Option<[u8; MOST_WEAPONS]>,
}

impl Fight {
    fn rule(self) -> Rule {
        match self {
            Fight { hits: Some(_), .. } => Rule::Defense,
            Fight { is_shot: true, .. } => Rule::Shot,
            Fight { is_back: true, .. } => Rule::StrikeBack,
            _ => Rule::Strike,
        }
    }

    /// What dice must show, to hit or to save from a weapon.
    fn needed(self, t: Table, weapon: u8, why: &mut impl Explain<Rule>) -> u8 {
        let pair = (self.attacker, self.target);
        match (self.hits, self.is_shot) {
            (Some(_), is_shot) => shooting::to_save(t, pair, (weapon.into(), is_shot), why),
            (None, true) => shooting::to_hit(t, pair, why),
            (None, false) => melee::to_hit(t, self.attacker, why),
        }
    }

    /// What the target saves a hit of some dice on.
    pub fn saved_on(self, t: Table, group: &DiceGroup) -> u8 {
        let saving = Fight { hits: Some([0; MOST_WEAPONS]), ..self };
        saving.needed(t, group.purpose, &mut Silent)
    }

    /// Takes the hits that were rolled, by weapon.
    fn hit<O: Observe<Event>>(
        self,
        state: &mut State,
        hits: [u8; MOST_WEAPONS],
        dice: u8,
        out: &mut O,
    ) {
        let (figure, target, all) = (self.attacker, self.target, hits.iter().sum());
        out.tell(|| Event::Hit { figure, target, hits: all, dice, rule: self.rule() });
        state.position.figures[figure].tired |= !self.is_shot;
        match all {
            0 => drop(state.steps.pop()),
            _ => replace(state, Step::Fight(Fight { hits: Some(hits), ..self })),
        }
    }

    /// The target loses what it has not saved; it or others of its side may have to test.
    fn lose<O: Observe<Event>>(self, game: &Skirmish, state: &mut State, lost: u8, out: &mut O) {
        let figure = self.target;
        out.tell(|| Event::Hurt { figure, lost });
        let toughness = state.on(game).unit(figure).toughness;
        let own = &mut state.position.figures[figure];
        own.lost = own.lost.saturating_add(lost);
        if own.lost >= toughness {
            own.remove();
            out.tell(|| Event::Removed { figure, rule: Rule::Losses });
        }
        let (rule, tests) = morale::tests_after(state.on(game), figure);
        state.steps.push(Step::Morale(Morale { tests, is_hurt: rule == Rule::HurtFiguresTest }));
    }
}

impl Play<Skirmish> for Fight {
    fn advance<O: Observe<Event>>(self, _: &Skirmish, state: &mut State, _: &mut O) -> Flow {
        if [self.attacker, self.target].iter().all(|id| state.position.figures[*id].stands()) {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    fn request<E: Explain<Rule>>(
        self,
        game: &Skirmish,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        let (p, t) = (&state.position, state.on(game));
        let Some(hits) = self.hits else {
            self.needed(t, 0, why);
            let weapons = match self.is_shot {
                true => shooting::weapons(t, (self.attacker, self.target)),
                false => melee::weapons(t, self.attacker),
            };
            let weapons = weapons.into_iter();
            let groups = weapons.map(|(at, row)| dice(p, self.attacker, row.attacks, at as u8));
            return RollRequest::of(self.rule(), groups.collect());
        };
        let group = |(weapon, hits)| {
            self.needed(t, weapon, why);
            dice(p, self.target, hits, weapon)
        };
        let groups = (0..).zip(hits).filter(|(_, hits)| *hits > 0).map(group).collect();
        RollRequest::of(self.rule(), groups)
    }

    fn worth(self, game: &Skirmish, state: &State, group: &DiceGroup, face: Face) -> Worth {
        let needed = self.needed(state.on(game), group.purpose, &mut Silent);
        Worth::Adds(shows(face, needed).into())
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &Skirmish,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let mut shown = [0; MOST_WEAPONS];
        for (group, faces) in self.request(game, state, &mut Silent).dealt(faces) {
            let needed = self.needed(state.on(game), group.purpose, &mut Silent);
            shown[usize::from(group.purpose)] = showing(faces, needed);
        }
        let dice = faces.len() as u8;
        if self.hits.is_none() {
            return self.hit(state, shown, dice, out);
        }
        let (figure, saved) = (self.target, shown.iter().sum());
        out.tell(|| Event::Saved { figure, saved, hits: dice });
        state.steps.pop();
        if saved < dice {
            self.lose(game, state, dice - saved, out);
        }
    }
}
