//! Odds of an attack, and of the counter-attack that may answer it: exactly, by bounds, or sampled.

use super::odds::{LIMIT, Side, slip};
use super::read_names::Parsed;
use super::told::Told;
use crate::action::Action;
use crate::catalog::Counted;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::Army;
use crate::rule::Rule;
use crate::state::State;
use crate::steps::Step;
use crate::steps::fight::{Fight, FightStep};
use umpire_core::game::{Deaf, Game, Observe, Pending};
use umpire_core::host::{Answer, Assume, Measured, Slip};
use umpire_core::odds::{Bounds, Budget, NoOdds, Played, Share, enumerate_bounded};
use umpire_core::ruling::Ruling;

/// Positions weighed of a counter-attack together with the attack before it.
const BOTH: usize = 8_000;

/// What is kept of an attack that is weighed, and of its answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Struck {
    attacker: Army,
    target: Army,
    damage: Option<u16>,
    /// Units of the target that icons took before damage was dealt.
    lost: u8,
    /// Whether the target strikes back.
    answers: bool,
    /// What that comes to.
    back: Option<u16>,
}

impl Observe<Event> for Struck {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.back.is_some() {
            return;
        }
        match event() {
            Event::Attacked { counter: true, .. } => self.answers = true,
            // Icons that burn on the way are no part of what an attack comes to.
            Event::Damage { army, damage, rule: Rule::MeleeAction | Rule::MissileAction } => {
                if self.answers && army == self.attacker {
                    self.back = Some(damage);
                } else if self.damage.is_none() && army == self.target {
                    self.damage = Some(damage);
                }
            }
            Event::Moved { owner, pieces, from, .. }
                if self.damage.is_none()
                    && owner == self.target.owner
                    && from == self.target.place =>
            {
                self.lost = self.lost.saturating_add(pieces.len() as u8);
            }
            _ => {}
        }
    }
}

/// What a counter-attack comes to: damage, where there is one.
type Back = Option<u16>;

/// What is known of a counter-attack.
pub(super) enum Counter {
    /// There is none.
    None,
    /// Its damage on average, exact or sampled.
    Told(Share),
    /// Its damage on average where the target has lost nothing, and where it has lost the most that the
    /// attack can take, so much health, as far as that is known.
    Between(Share, Option<Share>, u16),
}

impl Counter {
    /// What is said of it.
    fn told(&self, target: &str) -> Vec<Measured> {
        let of = |more: String| format!("damage of the counter-attack{more}");
        match self {
            Counter::None => Vec::new(),
            Counter::Told(mean) => vec![Measured::average(of(String::new()), mean)],
            Counter::Between(most, least, health) => {
                let unhurt = format!(", if {target} has lost nothing");
                let hurt = format!(", if {target} has lost the most it can, {health} health");
                let least = least.iter().map(|least| Measured::average(of(hurt.clone()), least));
                [Measured::average(of(unhurt), most)].into_iter().chain(least).collect()
            }
        }
    }
}

/// An attack that is asked about.
struct Battle<'a> {
    game: &'a DragonDice,
    start: State,
    attacker: Army,
    target: Army,
    with: Counted,
    assume: Assume,
    budget: &'a Budget<'a>,
}

/// Damage and units taken by icons; and what comes back.
type Ends = Played<(((u16, u8), Back), bool)>;

impl Battle<'_> {
    /// The odds of the attack, and what is known of the counter-attack.
    fn odds(&self) -> Result<(Told<(u16, u8)>, Counter), NoOdds> {
        let exact = self.budget.without_samples();
        let first = match self.played(&self.start, (&exact, LIMIT), false) {
            Ok(first) => Told::of(first_of(first)),
            Err(no @ NoOdds::TooMany(_)) => {
                // Sampled, the answer costs little more.
                let both = self.played(&self.start, (self.budget, BOTH), true);
                let both = both.map_err(|_| no)?;
                let counter = back_of(&both).map_or(Counter::None, Counter::Told);
                return Ok((Told::of(first_of(both)), counter));
            }
            Err(no) => return Err(no),
        };
        let most = self.most_taken(&first);
        let whole = self.answered((&exact, BOTH), 0);
        if whole.as_ref().is_ok_and(|whole| back_of(whole).is_none()) {
            return Ok((first, Counter::None));
        }
        let told = |both: &Ends| back_of(both).map_or(Counter::None, Counter::Told);
        // Bounds come first: they cost little, and the time for both rolls together may run out.
        let least = self.answered((&exact, BOTH), most);
        let least = least.ok().map(|least| back_of(&least).unwrap_or_default());
        let both = self.played(&self.start, (&exact, BOTH), true);
        let counter = match (both, whole.as_ref().ok().and_then(back_of)) {
            (Ok(both), _) => told(&both),
            (Err(_), Some(whole)) => Counter::Between(whole, least, most),
            // A sample, where one is wanted.
            (Err(_), None) => {
                let both = self.played(&self.start, (self.budget, BOTH), true);
                both.map_or(Counter::None, |both| told(&both))
            }
        };
        Ok((first, counter))
    }

    /// The ends of the attack, or of the counter-attack that follows.
    fn played(
        &self,
        start: &State,
        (budget, positions): (&Budget, usize),
        answered: bool,
    ) -> Result<Ends, NoOdds> {
        let (attacker, target) = (self.attacker, self.target);
        let told = Struck { attacker, target, damage: None, lost: 0, answers: false, back: None };
        enumerate_bounded(
            self.game,
            start,
            Bounds { budget, positions, leave_rest: true },
            |state, told: &Struck| {
                let ended = if answered { told.back.is_some() } else { told.damage.is_some() };
                ended || state.fight.is_none()
            },
            |state, seat| self.game.assumed(state, seat, attacker.owner, self.assume),
            told,
            |_, told, beyond| {
                let back = told.answers.then(|| told.back.unwrap_or(0));
                (((told.damage.unwrap_or(0), told.lost), back), beyond)
            },
        )
    }

    /// The same of the counter-attack alone, after an attack that dealt so much damage.
    fn answered(&self, within: (&Budget, usize), damage: u16) -> Result<Ends, NoOdds> {
        let mut start = self.start.clone();
        start.steps.clear();
        start.rolls.clear();
        let fight = Fight::new(self.with, self.attacker, self.target, false);
        start.fight = Some(Fight { results: damage, ..fight });
        for step in [FightStep::End, FightStep::Counter, FightStep::Damage] {
            start.steps.push(Step::Fight(step));
        }
        self.game.settle(&mut start, &mut Deaf);
        self.played(&start, within, true)
    }

    /// The most health that the attack can take from its target.
    fn most_taken(&self, first: &Told<(u16, u8)>) -> u16 {
        let health = self.start.health(self.target).min(u16::MAX.into()) as u16;
        let ends = || first.exact.iter().chain(first.beyond.iter()).map(|(end, _)| *end);
        if first.beyond.iter().next().is_some() || ends().any(|(_, lost)| lost > 0) {
            return health;
        }
        ends().map(|(damage, _)| damage).max().unwrap_or(0).min(health)
    }
}

/// The ends as far as the attack itself goes.
fn first_of(played: Ends) -> Played<((u16, u8), bool)> {
    let ends =
        played.ends.into_iter().map(|(((first, _), beyond), share)| ((first, beyond), share));
    Played { ends: ends.collect(), rest: played.rest }
}

/// The damage that comes back on average; nothing where nobody ever strikes back.
fn back_of(played: &Ends) -> Option<Share> {
    let one = 1u8.into();
    let mut mean = None;
    for (((_, back), _), share) in &played.ends {
        let Some(damage) = back else { continue };
        let mean = mean.get_or_insert_with(Share::default);
        if *damage > 0 {
            mean.add(&share.part(&(*damage).into(), &one));
        }
    }
    mean
}

impl DragonDice {
    pub(super) fn attack_odds(
        &self,
        state: &State,
        sides: &[Side],
        with: Counted,
        (assume, budget): (Assume, &Budget),
    ) -> Parsed<Answer> {
        let (attacker, target) = (sides[0].army, sides[1].army);
        if attacker.owner == target.owner {
            return Err(Slip::new("an army attacks an opponent's"));
        }
        let mut start = self.about_to_act(state, attacker);
        let action = Action::Attack { with, target };
        let legal = self.ruling(&start, attacker.owner, &action).holds();
        self.apply(&mut start, attacker.owner, &action, &mut Deaf);
        let mut why: Ruling<Rule> = Ruling::default();
        if let Pending::Over(_) = self.pending(&start, &mut why) {
            return Err(Slip::new("there is nothing to roll"));
        }
        let battle = Battle { game: self, start, attacker, target, with, assume, budget };
        let (told, counter) = battle.odds().map_err(slip)?;
        let words = |(damage, lost): &(u16, u8)| match lost {
            0 => format!("{damage} damage"),
            _ => format!("{damage} damage, {lost} taken by icons"),
        };
        let mean = told.average(|(damage, _)| (*damage).into());
        let taken = told.average(|(_, lost)| (*lost).into());
        let mut means = vec![Measured::average("damage", &mean)];
        let mut alone = Vec::new();
        if !taken.is_nothing() {
            means.push(Measured::average("units taken by icons", &taken));
            alone = told.alone(|(damage, _)| *damage, true, |damage| format!("{damage} damage"));
            alone.extend(told.alone(
                |(_, lost)| (*lost).into(),
                false,
                |lost| format!("{lost} taken by icons"),
            ));
        }
        means.extend(counter.told(&sides[1].says));
        let bare = sides[0].says != self.army_word(state, attacker);
        let note = if legal || bare { "" } else { " (not legal now)" };
        let (one, other, mean) = (&sides[0].says, &sides[1].says, mean.number());
        let (verb, policy) = (with.name(), assume.says("whoever rolls first"));
        Ok(Answer {
            headline: format!(
                "{one} {verb} {other}{note}: {mean} damage on average; choices on the way: {policy}"
            ),
            ruling: Some(why.cited(|rule| self.cite(*rule))),
            rows: told.rows(|(damage, _)| *damage, words, "damage", true),
            means,
            alone,
            ..Answer::default()
        })
    }
}

#[cfg(test)]
mod tests;
