//! Shots and strikes: a figure rolls to hit another, which then rolls against the hits.

use super::{Fight, Morale, dice};
use crate::position::{Event, Piece, Table};
use crate::rules::{melee, morale, shooting};
use crate::tables::{MOST_WEAPONS, Rule, Skirmish};
use umpire_core::dice::{showing, shows};
use umpire_core::steps::{Change, Now, Play};
use umpire_core::{DiceGroup, Explain, Face, Observe, RollRequest, Silent, Worth};

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
    fn hit(
        self,
        change: &mut Change<Skirmish, impl Observe<Event>>,
        hits: [u8; MOST_WEAPONS],
        dice: u8,
    ) {
        let (figure, target, all) = (self.attacker, self.target, hits.iter().sum());
        change.tell(|| Event::Hit { figure, target, hits: all, dice, rule: self.rule() });
        change.state.position.figures[figure].tired |= !self.is_shot;
        match all {
            0 => change.pop(),
            _ => change.replace(Fight { hits: Some(hits), ..self }),
        }
    }

    /// The target loses what it has not saved; it or others of its side may have to test.
    fn lose(self, change: &mut Change<Skirmish, impl Observe<Event>>, lost: u8) {
        let figure = self.target;
        change.tell(|| Event::Hurt { figure, lost });
        let toughness = change.state.on(change.game).unit(figure).toughness;
        let own = &mut change.state.position.figures[figure];
        own.lost = own.lost.saturating_add(lost);
        if own.lost >= toughness {
            own.remove();
            change.tell(|| Event::Removed { figure, rule: Rule::Losses });
        }
        let (rule, tests) = morale::tests_after(change.state.on(change.game), figure);
        change.push(Morale { tests, is_hurt: rule == Rule::HurtFiguresTest });
    }
}

impl Play<Skirmish> for Fight {
    fn is_moot(self, now: Now<Skirmish>) -> bool {
        let figures = &now.state.position.figures;
        [self.attacker, self.target].iter().any(|id| !figures[*id].stands())
    }

    fn request(self, now: Now<Skirmish>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let (p, t) = (&now.state.position, now.state.on(now.game));
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

    fn worth(self, now: Now<Skirmish>, group: &DiceGroup, face: Face) -> Worth {
        let needed = self.needed(now.state.on(now.game), group.purpose, &mut Silent);
        Worth::Adds(shows(face, needed).into())
    }

    fn resolve(self, change: &mut Change<Skirmish, impl Observe<Event>>, faces: &[Face]) {
        let mut shown = [0; MOST_WEAPONS];
        for (group, faces) in self.request(change.now(), &mut Silent).dealt(faces) {
            let t = change.state.on(change.game);
            let needed = self.needed(t, group.purpose, &mut Silent);
            shown[usize::from(group.purpose)] = showing(faces, needed);
        }
        let dice = faces.len() as u8;
        if self.hits.is_none() {
            return self.hit(change, shown, dice);
        }
        let (figure, saved) = (self.target, shown.iter().sum());
        change.tell(|| Event::Saved { figure, saved, hits: dice });
        change.pop();
        if saved < dice {
            self.lose(change, dice - saved);
        }
    }
}
