//! An attack too rich to weigh whole: its likeliest outcomes followed, and what is left open bounded.
//!
//! What an attack deals is never more than its results and what no save reduces, and of what is not
//! followed so far that even these are unknown they are together never more than the greatest that the
//! whole army rolls against nobody: of so much of all rolls, those that come to the most.

use crate::position::lasting::Lasting;
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::fight::{Fight, FightStep};
use crate::position::state::State;
use crate::steps;
use crate::tables::catalog::effects::Fate;
use crate::tables::catalog::{Counted, Multiplied, SaiEffect};
use crate::words::alike::Asks;
use crate::words::ask;
use crate::words::attack::{Battle, Ends, First, Struck, WEIGHED, add_times, first_of, known};
use crate::words::told::{Mean, Told};
use umpire_core::game::Deaf;
use umpire_core::host::Assume;
use umpire_core::odds::{Budget, Likeliest, NoOdds, Outcomes, Reached, Share, enumerate_likeliest};

/// What share of an attack that is left open may be play that goes round and round.
pub(super) const FAINT: f64 = 1e-9;

/// Positions weighed of what an army rolls against nobody.
const STRENGTHS: usize = 4_000;

/// How far an attack was followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Followed {
    reached: Reached,
    /// What it came to; of what stays open, the most that it can come to as far as that is known.
    damage: Option<u16>,
    lost: u8,
    /// Units that icons may still take.
    more: u8,
}

/// Shares of what is known, and of what is not.
#[derive(Default)]
pub(super) struct Sums {
    /// What surely comes to so much on average.
    least: Share,
    /// What else it may come to, of what is followed so far that there is a limit to it.
    more: Share,
    /// How much is open of which nothing is known.
    pub open: f64,
    /// How much is open in all.
    pub left: f64,
}

impl Sums {
    pub fn add(&mut self, end: &Followed, share: &Share) {
        match (end.damage, end.reached) {
            (Some(most), Reached::Open) => {
                add_times(&mut self.more, share, most);
                self.left += some(share);
            }
            (Some(damage), _) => add_times(&mut self.least, share, damage),
            (None, Reached::Open) => self.add_open(share),
            (None, _) => {}
        }
    }

    /// Adds a share of which nothing is known.
    pub fn add_open(&mut self, share: &Share) {
        self.open += some(share);
        self.left += some(share);
    }

    /// The mean, where what is open and unknown comes to so much at most.
    pub fn mean(self, unknown: f64) -> Mean {
        if self.left == 0.0 {
            return Mean::Known(self.least);
        }
        let least = self.least.as_f64();
        let most = least + self.more.as_f64() + unknown;
        Mean::Between { least, most }
    }
}

/// A share as a number: however little it is, it is something.
fn some(share: &Share) -> f64 {
    share.as_f64().max(f64::MIN_POSITIVE)
}

impl Battle<'_> {
    /// What the attack comes to, exactly or by bounds; nothing where there are none.
    pub fn first_bounded(&self) -> Result<Option<First>, NoOdds> {
        let ends = self.followed([self.begun(Asks::Damage)], Asks::Damage)?;
        let (mut sums, mut taken, mut more) = (Sums::default(), Share::default(), Share::default());
        for (end, share) in &ends {
            sums.add(end, share);
            add_times(&mut taken, share, end.lost.into());
            add_times(&mut more, share, end.more.into());
        }
        let (open, left) = (sums.open, sums.left);
        if left > 0.0 && left < FAINT {
            // Play that goes round and round, which can be solved whole.
            let exact = self.budget.without_samples();
            if let Ok(whole) = self.played(&self.start, (&exact, WEIGHED), Asks::Damage) {
                return Ok(Some(known(Told::of(first_of(whole)))));
            }
        }
        if left > 0.0 && self.assume != Assume::First {
            return Ok(None);
        }
        let unknown = if open > 0.0 {
            let own = (self.attacker, self.target);
            match self.against_nobody(own, false)? {
                Some(all) => greatest(&all, open),
                None => return Ok(None),
            }
        } else {
            0.0
        };
        let damage = sums.mean(unknown);
        let taken = match left > 0.0 {
            true => {
                let least = taken.as_f64();
                Mean::Between { least, most: least + more.as_f64() }
            }
            false => Mean::Known(taken),
        };
        let followed = ends.iter().filter(|(end, _)| end.reached != Reached::Open);
        let followed = followed.map(|(end, share)| {
            let first = (end.damage.unwrap_or(0), end.lost);
            (((first, None), end.reached == Reached::Beyond), share.clone())
        });
        let mut rest = Share::default();
        let open = ends.iter().filter(|(end, _)| end.reached == Reached::Open);
        open.for_each(|(_, share)| rest.add(share));
        let told = Told::of(first_of(Ends { ends: followed.collect(), rest }));
        Ok(Some((told, damage, taken)))
    }

    /// The likeliest ways of an attack, or of counter-attacks, each with its share.
    pub(super) fn followed(
        &self,
        starts: impl IntoIterator<Item = (State, Struck, Share)>,
        asks: Asks,
    ) -> Result<Vec<(Followed, Share)>, NoOdds> {
        let budget = &self.budget.without_samples();
        enumerate_likeliest(
            self.game,
            starts,
            Likeliest { budget, outcomes: self.followed },
            |state, told: &Struck| told.is_over(state, asks),
            |state, seat| ask::assumed(self.game, state, seat, self.attacker.owner, self.assume),
            self.alike(&self.start, asks),
            |state, told, reached| self.end(state, told, (asks, reached)),
        )
    }

    fn end(&self, state: &State, told: &Struck, (asks, reached): (Asks, Reached)) -> Followed {
        let known = if asks == Asks::Damage { told.damage } else { told.back };
        let fight = state.fight.as_ref();
        let fight = fight.filter(|fight| fight.counter == (asks == Asks::Back));
        let strikes =
            |step: &Step| matches!(step, Step::Fight(FightStep::Strike | FightStep::Struck));
        let struck = fight.filter(|_| !state.steps.iter().any(strikes));
        let most = struck.map(|fight| fight.results + fight.unsaved);
        let open = reached == Reached::Open;
        // Icons may strike while their roll goes on, and once the target has rolled its saves.
        let strike_on = open
            && struck.is_none_or(|fight| !fight.delayed.is_empty() || !fight.charmed.is_empty());
        let left = state.units(self.target).len() as u8;
        let damage = if open { most } else { known.or((asks == Asks::Damage).then_some(0)) };
        Followed {
            reached,
            damage,
            lost: told.lost,
            more: if strike_on && asks == Asks::Damage { left } else { 0 },
        }
    }

    /// Whether the target has more units of a kind than at first.
    pub(super) fn has_grown(&self, state: &State) -> bool {
        let (now, first) = (state.units(self.target), self.start.units(self.target));
        let kinds = state.roster.force(self.target.owner).kinds();
        kinds.iter().any(|(_, kind)| now.and(*kind).len() > first.and(*kind).len())
    }

    /// What an army rolls against another that is not there: results, and what no save reduces.
    /// Nothing where an army, or less of it, may come to more than that.
    pub(super) fn against_nobody(
        &self,
        (own, other): (Army, Army),
        counter: bool,
    ) -> Result<Option<Outcomes<u16>>, NoOdds> {
        let kind = match (self.with, counter) {
            (Counted::Melee, false) => RollKind::Melee,
            (Counted::Melee, true) => RollKind::Counter,
            (_, false) => RollKind::Missile,
            (_, true) => RollKind::Volley,
        };
        if self.assume != Assume::First || !self.adds_up(own, other, kind, counter) {
            return Ok(None);
        }
        let mut start = self.start.clone();
        start.steps.clear();
        start.rolls.clear();
        start.fight = Some(Fight::new(self.with, own, other, counter));
        for step in [FightStep::End, FightStep::Damage, FightStep::Save, FightStep::Strike] {
            start.steps.push(Step::Fight(step));
        }
        let away = start.at(other.owner, other.place);
        start.shift(other.owner, away, Place::RESERVE);
        steps::settle(self.game, &mut start, &mut Deaf);
        let battle = Battle { start: start.clone(), attacker: own, target: other, ..*self };
        // It costs little, and without it nothing is known of what is left open.
        match battle.played(&start, (&Budget::default(), STRENGTHS), Asks::Strength) {
            Ok(played) => {
                let ends = played.ends.into_iter();
                Ok(Some(ends.map(|((((damage, _), _), _), share)| (damage, share)).collect()))
            }
            Err(NoOdds::TooMany(_)) => Ok(None),
            Err(no) => Err(no),
        }
    }

    /// Whether each die adds what it shows and nothing else, so that fewer of them come to no more, and
    /// nobody else rolls for the army.
    fn adds_up(&self, own: Army, other: Army, kind: RollKind, part: bool) -> bool {
        let force = self.start.roster.force(own.owner);
        let there = self.start.at(own.owner, own.place);
        let kinds = force.kinds().iter().filter(|(_, set)| !set.and(there).is_empty());
        let catalog = &self.game.catalog;
        let sais = kinds.flat_map(|(kind, _)| catalog.kind(*kind).faces());
        let mut effects = sais
            .filter_map(|face| face.sai())
            .flat_map(|sai| catalog.sai(sai).in_roll(kind.icons()));
        let of_one = effects.any(|effect| match effect {
            SaiEffect::Target { peril, .. } => peril.fate == Fate::Charmed,
            SaiEffect::Multiply { who: Multiplied::One, .. } | SaiEffect::ChillWind { .. } => part,
            SaiEffect::Charge => kind == RollKind::Melee,
            _ => false,
        });
        let of_effects = self.start.effects.iter().any(|effect| {
            matches!(effect.does, Lasting::DoubleOne { .. } | Lasting::AcceleratedGrowth) && part
        });
        let armies = self.start.exists(own) && self.start.exists(other);
        armies && there != PieceSet::NONE && !of_one && !of_effects
    }
}

/// What so much of all outcomes come to together at most.
pub(super) fn greatest(all: &Outcomes<u16>, share: f64) -> f64 {
    let (mut left, mut sum) = (share, 0.0);
    for (amount, own) in all.iter().rev() {
        let part = own.as_f64().min(left);
        sum += part * f64::from(*amount);
        left -= part;
        if left <= 0.0 {
            break;
        }
    }
    sum
}
