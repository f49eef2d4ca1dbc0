//! What comes back after an attack: one counter-attack after another weighed, the likeliest first, and the rest bounded.

use super::bounds::{FAINT, Sums, greatest};
use super::{Asks, Battle, Struck, WEIGHED, back_of};
use crate::state::State;
use crate::words::told::Mean;
use umpire_core::odds::{Likeliest, Lumping, NoOdds, Reached, Share, enumerate_likeliest};

/// Counter-attacks that are weighed.
const COUNTERS: usize = 500;

/// Outcomes that are followed of all counter-attacks that are too much to weigh.
const OF_ALL: usize = 120_000;

/// Outcomes that are followed of one of them.
const OF_ONE: usize = 10_000;

/// How an attack ended, before anybody strikes back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Stood {
    /// The target is about to strike back.
    Answers(Box<State>),
    /// It does not.
    Quiet,
    /// That was not followed so far.
    Open,
}

impl Battle<'_> {
    /// What comes back on average, exactly or by bounds; nothing where nobody ever strikes back.
    pub(super) fn back_bounded(&self) -> Result<Option<Mean>, NoOdds> {
        let mut stood = self.stood()?;
        stood.sort_by(|(_, one), (_, other)| other.as_f64().total_cmp(&one.as_f64()));
        let mut sums = Sums::default();
        let open = stood.iter().filter(|(stood, _)| *stood == Stood::Open);
        open.for_each(|(_, share)| sums.open(share));
        if sums.left > 0.0 && sums.left < FAINT {
            // Play that goes round and round, which can be solved whole.
            let exact = self.budget.without_samples();
            if let Ok(whole) = self.played(&self.start, (&exact, WEIGHED), Asks::Back) {
                return Ok(back_of(&whole).map(Mean::Known));
            }
        }
        let (mut answers, mut grown) = (sums.left > 0.0, false);
        let mut weighing = Weighing::default();
        for (stood, share) in &stood {
            if let Stood::Answers(state) = stood {
                answers = true;
                grown |= self.has_grown(state);
                self.struck_back(state, share, (&mut weighing, &mut sums))?;
            }
        }
        if !answers {
            return Ok(None);
        }
        let unknown = if sums.open > 0.0 {
            let all = self.against_nobody((self.target, self.attacker), true)?;
            match all.filter(|_| !grown) {
                Some(all) => greatest(&all, sums.open),
                None => f64::INFINITY,
            }
        } else {
            0.0
        };
        Ok(Some(sums.mean(unknown)))
    }

    /// Adds what one counter-attack comes to: exactly, else as far as it is followed.
    fn struck_back(
        &self,
        state: &State,
        share: &Share,
        (weighing, sums): (&mut Weighing, &mut Sums),
    ) -> Result<(), NoOdds> {
        let told = Struck { answers: true, ..self.told(Asks::Back) };
        let lasts = self.budget.goes_on(weighing.done);
        let exact = self.budget.without_samples();
        if lasts && !weighing.too_much && weighing.done < COUNTERS {
            weighing.done += 1;
            match self.played_on(state, (&exact, WEIGHED), Asks::Back, told.clone()) {
                Ok(ends) => {
                    sums.least.add(&share.times(&back_of(&ends).unwrap_or_default()));
                    return Ok(());
                }
                Err(NoOdds::TooMany(_)) => weighing.too_much = true,
                Err(no) => return Err(no),
            }
        }
        let outcomes = OF_ONE.min(OF_ALL - weighing.followed);
        if !(lasts && weighing.too_much && outcomes > 0) {
            sums.open(share);
            return Ok(());
        }
        weighing.followed += outcomes;
        for (end, part) in self.followed(state, outcomes, Asks::Back, told)? {
            sums.add(&end, &share.times(&part));
        }
        Ok(())
    }

    /// How the attack ends, as far as that bears on what comes back.
    fn stood(&self) -> Result<Vec<(Stood, Share)>, NoOdds> {
        let budget = &self.budget.without_samples();
        let alike = self.alike(&self.start, Asks::Back);
        enumerate_likeliest(
            self.game,
            &self.start,
            Likeliest { budget, outcomes: self.followed },
            |_, told: &Struck| told.answers,
            |state, seat| self.game.assumed(state, seat, self.attacker.owner, self.assume),
            self.alike(&self.start, Asks::Back),
            self.told(Asks::Back),
            |state, told, reached| match reached {
                Reached::Open => Stood::Open,
                _ if told.answers => {
                    let mut state = state.clone();
                    Lumping::<_, Struck>::renamed(&alike, &mut state);
                    Stood::Answers(Box::new(state))
                }
                _ => Stood::Quiet,
            },
        )
    }
}

/// How many counter-attacks were looked at.
#[derive(Default)]
struct Weighing {
    /// So many were weighed.
    done: usize,
    /// One was too much to weigh, and no further one is tried.
    too_much: bool,
    /// Outcomes that were followed of such.
    followed: usize,
}
