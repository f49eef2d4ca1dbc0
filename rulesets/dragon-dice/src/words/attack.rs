//! Odds of an attack, and of the counter-attack that may answer it: exactly, by bounds, or sampled.

mod back;
mod bounds;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::Army;
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::steps::fight;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use crate::words::alike::{Alike, Asks};
use crate::words::odds::{Side, slip};
use crate::words::read_names::Parsed;
use crate::words::told::{Mean, Told};
use crate::words::{ask, odds};
use umpire_core::game::{Deaf, Game, Observe, Pending};
use umpire_core::host::{Answer, Assume, Measured, Slip};
use umpire_core::odds::{Bounds, Budget, NoOdds, Played, Share, enumerate_coarsely};
use umpire_core::ruling::{Explain as _, Ruling};

/// Positions weighed of an attack whose odds may be solved whole.
pub(crate) const WEIGHED: usize = 20_000;

/// Outcomes of rolls that are followed of what is too much to weigh.
const FOLLOWED: usize = 120_000;

/// What is kept of an attack that is weighed, and of its answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Struck {
    pub attacker: Army,
    pub target: Army,
    pub damage: Option<u16>,
    /// Whether nothing is asked but what comes back.
    pub only_back: bool,
    /// Units of the target that icons took before damage was dealt.
    pub lost: u8,
    /// Whether the target strikes back.
    pub answers: bool,
    /// What that comes to.
    pub back: Option<u16>,
    /// What icons strike back before it; nothing where that is not asked.
    pub by_icons: Option<u16>,
}

impl Observe<Event> for Struck {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.back.is_some() {
            return;
        }
        match event() {
            Event::Attacked { counter: true, .. } => self.answers = true,
            // Icons that burn on the way are no part of what an attack comes to.
            Event::Damage {
                army, damage, rule: Rule::MeleeAction | Rule::MissileAction, ..
            } => {
                if self.answers && army == self.attacker {
                    self.back = Some(damage);
                } else if !self.only_back && self.damage.is_none() && army == self.target {
                    self.damage = Some(damage);
                }
            }
            Event::Damage { army, damage, rule: Rule::AttackDamageTotal, .. }
                if !self.answers && army == self.attacker =>
            {
                self.by_icons = self.by_icons.map(|known| known.saturating_add(damage));
            }
            Event::Moved { owner, pieces, from, .. }
                if !self.only_back
                    && self.damage.is_none()
                    && owner == self.target.owner
                    && from == self.target.place =>
            {
                self.lost = self.lost.saturating_add(pieces.len() as u8);
            }
            _ => {}
        }
    }
}

/// An attack that is asked about.
pub struct Battle<'a> {
    pub game: &'a DragonDice,
    pub start: State,
    pub attacker: Army,
    pub target: Army,
    pub with: Counted,
    pub assume: Assume,
    pub budget: &'a Budget<'a>,
    /// Outcomes of rolls that are followed of what is too much to weigh.
    pub followed: usize,
}

/// Damage and units taken by icons; and what comes back, where the target strikes back.
pub(crate) type Ends = Played<(((u16, u8), Option<u16>), bool)>;

/// What is known of an attack: how likely what is, its damage, and units taken by icons.
pub(crate) type First = (Told<(u16, u8)>, Mean, Mean);

/// What is known of an attack, and of the counter-attack.
struct Odds {
    /// How likely what is.
    told: Told<(u16, u8)>,
    /// A sample and bounds, where bounds alone say little.
    damage: Vec<Mean>,
    /// Units taken by icons.
    taken: Vec<Mean>,
    /// The damage of the counter-attack; nothing where there is none.
    back: Vec<Mean>,
}

impl Battle<'_> {
    /// The odds of the attack and of the counter-attack: exactly, else by bounds; and of a sample where
    /// bounds say little.
    fn odds(&self) -> Result<Odds, NoOdds> {
        let bounded = self.first_bounded()?;
        let mut back: Vec<Mean> = self.back_bounded()?.into_iter().collect();
        let little = bounded.as_ref().is_none_or(|(_, damage, _)| damage.is_wide());
        let back_little = back.iter().any(Mean::is_wide);
        let sampled = match (little, back_little) {
            (true, _) => self.sampled(self.budget)?,
            // All else is known better.
            (false, true) => self.sampled(&self.budget.aside())?,
            (false, false) => None,
        };
        let Some(both) = sampled else {
            let (told, damage, taken) = bounded.ok_or(NoOdds::TooMany(self.followed))?;
            return Ok(Odds { told, damage: vec![damage], taken: vec![taken], back });
        };
        if back_little {
            back.splice(0..0, back_of(&both).map(Mean::Known));
        }
        let (told, damage, taken) = known(Told::of(first_of(both)));
        Ok(match bounded {
            Some((told, damage, taken)) if !little => {
                Odds { told, damage: vec![damage], taken: vec![taken], back }
            }
            Some((_, surely, no_more)) => {
                let (damage, taken) = (vec![damage, surely], vec![taken, no_more]);
                Odds { told, damage, taken, back }
            }
            None => Odds { told, damage: vec![damage], taken: vec![taken], back },
        })
    }

    /// The health of the whole units that the damage takes, where it is known and icons take none (DD-8.12).
    fn health_taken(
        &self,
        told: &Told<(u16, u8)>,
        damage: &[Mean],
        taken: &[Mean],
    ) -> Option<Measured> {
        let known = matches!(damage, [Mean::Known(_)]) && taken.iter().all(Mean::is_none);
        let health = |damage: u16| {
            let losses = fight::losses(&self.start, self.target, damage, true);
            losses.most(self.game, &self.start)
        };
        let mean = || told.average(|(damage, _)| health(*damage));
        known.then(|| Measured::average("health of the units it takes", &mean()))
    }

    /// What both rolls come to on average, each by itself.
    fn rolled_apart(&self, state: &State, sides: &[Side]) -> impl Iterator<Item = Measured> {
        let is_counter = self.start.fight.as_ref().is_some_and(|fight| fight.counter);
        let kinds = match (self.with, is_counter) {
            (Counted::Melee, false) => [RollKind::Melee, RollKind::SaveMelee],
            (Counted::Melee, true) => [RollKind::Counter, RollKind::SaveMelee],
            (_, false) => [RollKind::Missile, RollKind::SaveMissile],
            (_, true) => [RollKind::Volley, RollKind::SaveMissile],
        };
        let start = ask::about_to_act(state, self.attacker);
        let asked = (self.assume, self.budget);
        let means = sides.iter().zip(kinds);
        let means = means.map(|(side, kind)| odds::average(self.game, &start, side, kind, asked));
        means.flatten().collect::<Vec<_>>().into_iter()
    }

    /// The ends of a sample of all, where one is wanted.
    fn sampled(&self, budget: &Budget) -> Result<Option<Ends>, NoOdds> {
        match self.played(&self.start, (budget, 0), Asks::Totals) {
            Ok(ends) => Ok(Some(ends)),
            Err(NoOdds::TooMany(_)) => Ok(None),
            Err(no) => Err(no),
        }
    }

    /// The ends of the attack, or of all with the counter-attack that follows.
    pub fn played(
        &self,
        start: &State,
        (budget, positions): (&Budget, usize),
        asks: Asks,
    ) -> Result<Ends, NoOdds> {
        enumerate_coarsely(
            self.game,
            start,
            Bounds { budget, positions, leave_rest: true },
            |state, told: &Struck| told.is_over(state, asks),
            |state, seat| ask::assumed(self.game, state, seat, self.attacker.owner, self.assume),
            self.alike(start, asks),
            self.told(asks),
            |_, told, beyond| {
                let back = told.answers.then(|| told.back.unwrap_or(0));
                (((told.damage.unwrap_or(0), told.lost), back), beyond)
            },
        )
    }

    fn alike<'a>(&'a self, start: &'a State, asks: Asks) -> Alike<'a> {
        Alike::new(self.game, start, asks, self.assume == Assume::First)
    }

    /// The attack as it begins, of which nothing has been heard.
    fn begun(&self, asks: Asks) -> (State, Struck, Share) {
        (self.start.clone(), self.told(asks), Share::whole())
    }

    pub fn told(&self, asks: Asks) -> Struck {
        let (attacker, target) = (self.attacker, self.target);
        let only_back = asks == Asks::Back;
        Struck {
            attacker,
            target,
            damage: None,
            only_back,
            lost: 0,
            answers: false,
            back: None,
            by_icons: (asks == Asks::Icons).then_some(0),
        }
    }
}

impl Struck {
    /// Whether all is heard that is asked.
    pub fn is_over(&self, state: &State, asks: Asks) -> bool {
        let over = match asks {
            Asks::Damage | Asks::Strength | Asks::Icons => &self.damage,
            Asks::Back | Asks::Totals => &self.back,
        };
        over.is_some() || state.fight.is_none()
    }
}

/// An attack of which all is known that is told.
pub(crate) fn known(told: Told<(u16, u8)>) -> First {
    let damage = Mean::Known(told.average(|(damage, _)| (*damage).into()));
    let taken = Mean::Known(told.average(|(_, lost)| (*lost).into()));
    (told, damage, taken)
}

/// The ends as far as the attack itself goes.
pub(crate) fn first_of(played: Ends) -> Played<((u16, u8), bool)> {
    let ends =
        played.ends.into_iter().map(|(((first, _), beyond), share)| ((first, beyond), share));
    Played { ends: ends.collect(), rest: played.rest }
}

/// The damage that comes back on average; nothing where nobody ever strikes back.
pub(crate) fn back_of(played: &Ends) -> Option<Share> {
    let mut mean = None;
    for (((_, back), _), share) in &played.ends {
        let Some(damage) = back else { continue };
        add_times(mean.get_or_insert_with(Share::default), share, *damage);
    }
    mean
}

/// Adds so many times a share.
pub fn add_times(sum: &mut Share, share: &Share, times: u16) {
    if times > 0 {
        sum.add(&share.part(&times.into(), &1u8.into()));
    }
}

/// An attack by an army that is about to act.
pub fn battle<'a>(
    game: &'a DragonDice,
    mut start: State,
    (attacker, target): (Army, Army),
    with: Counted,
    (assume, budget): (Assume, &'a Budget),
) -> Battle<'a> {
    let action = Action::Attack { with, target };
    game.apply(&mut start, attacker.owner, &action, &mut Deaf);
    let (game, followed) = (game, FOLLOWED);
    Battle { game, start, attacker, target, with, assume, budget, followed }
}

pub(super) fn attack_odds(
    game: &DragonDice,
    state: &State,
    sides: &[Side],
    with: Counted,
    (assume, budget): (Assume, &Budget),
) -> Parsed<Answer> {
    let (attacker, target) = (sides[0].army, sides[1].army);
    if attacker.owner == target.owner {
        return Err(Slip::new("an army attacks an opponent's"));
    }
    let start = ask::about_to_act(state, attacker);
    let ruling = game.ruling(&start, attacker.owner, &Action::Attack { with, target });
    let battle = self::battle(game, start, (attacker, target), with, (assume, budget));
    let bare = sides[0].says != names::army_word(game, state, attacker);
    let note = if bare { String::new() } else { ruling.were_it_legal() };
    told_of(&battle, state, sides, &note)
}

/// The odds of a counter-attack that the target of the attack under way is asked about.
pub(super) fn counter_odds(
    game: &DragonDice,
    state: &State,
    sides: &[Side],
    with: Counted,
    (assume, budget): (Assume, &Budget),
) -> Parsed<Answer> {
    let (attacker, target) = (sides[0].army, sides[1].army);
    let mut start = state.clone();
    game.apply(&mut start, attacker.owner, &Action::Accept, &mut Deaf);
    let followed = FOLLOWED;
    let battle = Battle { game, start, attacker, target, with, assume, budget, followed };
    told_of(&battle, state, sides, "")
}

/// What is told of an attack that is about to be rolled.
fn told_of(battle: &Battle, state: &State, sides: &[Side], note: &str) -> Parsed<Answer> {
    let Battle { game, with, assume, .. } = *battle;
    let mut why: Ruling<Rule> = Ruling::default();
    if let Pending::Over(_) = game.pending(&battle.start, &mut why) {
        return Err(Slip::new("there is nothing to roll"));
    }
    let Odds { told, damage, taken, back } = battle.odds().map_err(slip)?;
    let words = |(damage, lost): &(u16, u8)| match lost {
        0 => format!("{damage} damage"),
        _ => format!("{damage} damage, {lost} taken by icons"),
    };
    let all = |means: &[Mean], of: &str| -> Vec<Measured> {
        let number = means.iter().enumerate();
        let of = |at: usize| if at == 0 { of.to_string() } else { format!("{of}, surely") };
        number.map(|(at, mean)| mean.measured(&of(at))).collect()
    };
    let mut means = all(&damage, "damage");
    let mut alone = Vec::new();
    if !taken.iter().all(Mean::is_none) {
        means.extend(all(&taken, "units taken by icons"));
        alone = told.alone(|(damage, _)| *damage, true, |damage| format!("{damage} damage"));
        alone.extend(told.alone(
            |(_, lost)| (*lost).into(),
            false,
            |lost| format!("{lost} taken by icons"),
        ));
    }
    means.extend(all(&back, "damage of the counter-attack"));
    let icons = battle.icons_that_strike_back();
    if !icons.is_empty() {
        match battle.struck_by_icons().map_err(slip)? {
            Some(mean) => means.push(Measured::average("damage that icons strike back", &mean)),
            None => icons.iter().for_each(|sai| {
                let name = &game.catalog.sai(*sai).name;
                why.tell(Rule::Sai(*sai), || {
                    format!("without the damage that {name} strikes back")
                });
            }),
        }
    }
    means.extend(battle.health_taken(&told, &damage, &taken));
    means.extend(battle.rolled_apart(state, sides));
    let mean: Vec<String> = damage.iter().map(|mean| mean.says("damage on average")).collect();
    let (one, other, mean) = (&sides[0].says, &sides[1].says, mean.join(", surely "));
    let (verb, policy) = (with.name(), assume.says("whoever rolls first"));
    Ok(Answer {
        headline: format!(
            "{one} {verb} {other}{note}: {mean}; whoever has to choose on the way {policy}"
        ),
        ruling: Some(why.cited(|rule| game.cite(*rule))),
        rows: told.rows(|(damage, _)| *damage, words, "damage", true),
        means,
        alone,
        ..Answer::default()
    })
}
