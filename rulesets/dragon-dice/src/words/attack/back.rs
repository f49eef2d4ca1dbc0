//! What comes back after an attack: how it leaves both armies, and from there all counter-attacks together.

use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::tables::catalog::{Counted, SaiEffect, SaiId};
use crate::words::alike::Asks;
use crate::words::ask;
use crate::words::attack::bounds::{FAINT, Sums, greatest};
use crate::words::attack::{Battle, Struck, WEIGHED, back_of};
use crate::words::told::{Mean, Told};
use umpire_core::odds::{
    Bounds, Likeliest, Lumping, NoOdds, Reached, Share, enumerate_coarsely, enumerate_likeliest,
};

/// How an attack leaves both armies, before anybody strikes back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Left {
    /// The target is about to strike back.
    Answers(Box<State>),
    /// It does not.
    Quiet,
    /// That was not followed so far.
    Open,
}

impl Battle<'_> {
    /// What comes back on average, exactly or by bounds; nothing where nobody ever strikes back.
    pub fn back_bounded(&self) -> Result<Option<Mean>, NoOdds> {
        let (mut sums, mut answers, mut grown) = (Sums::default(), Vec::new(), false);
        for (left, share) in self.left()? {
            match left {
                Left::Answers(state) => {
                    grown |= self.has_grown(&state);
                    let told = Struck { answers: true, ..self.told(Asks::Back) };
                    answers.push((*state, told, share));
                }
                Left::Quiet => {}
                Left::Open => sums.add_open(&share),
            }
        }
        if answers.is_empty() && sums.left == 0.0 {
            return Ok(None);
        }
        for (end, share) in self.followed(answers, Asks::Back)? {
            sums.add(&end, &share);
        }
        if sums.left > 0.0 && sums.left < FAINT {
            // Play that goes round and round, which can be solved whole.
            let exact = self.budget.without_samples();
            if let Ok(whole) = self.played(&self.start, (&exact, WEIGHED), Asks::Back) {
                return Ok(back_of(&whole).map(Mean::Known));
            }
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

    /// Icons of both armies by which the target may strike back within the attack itself (DD-7.21).
    pub fn icons_that_strike_back(&self) -> Vec<SaiId> {
        let (struck, saves) = match self.with {
            Counted::Melee => (RollKind::Melee, RollKind::SaveMelee),
            _ => (RollKind::Missile, RollKind::SaveMissile),
        };
        let mut found = Vec::new();
        for (army, kind) in [(self.attacker, struck), (self.target, saves)] {
            let there = self.start.at(army.owner, army.place);
            let kinds = self.start.roster.force(army.owner).kinds().iter();
            let kinds = kinds.filter(|(_, set)| !set.and(there).is_empty());
            let faces = kinds.flat_map(|(kind, _)| self.game.catalog.kind(*kind).faces());
            for sai in faces.filter_map(|face| face.sai()) {
                let mut does = self.game.catalog.sai(sai).in_roll(kind.icons());
                if does.any(SaiEffect::strikes_back) && !found.contains(&sai) {
                    found.push(sai);
                }
            }
        }
        found
    }

    /// What these come to on average; nothing where that is too much to weigh.
    pub fn struck_by_icons(&self) -> Result<Option<Share>, NoOdds> {
        let asks = Asks::Icons;
        let played = enumerate_coarsely(
            self.game,
            &self.start,
            Bounds { budget: &self.budget.without_samples(), positions: WEIGHED, leave_rest: true },
            |state, told: &Struck| told.is_over(state, asks),
            |state, seat| ask::assumed(self.game, state, seat, self.attacker.owner, self.assume),
            self.alike(&self.start, asks),
            self.told(asks),
            |_, told, beyond| (told.by_icons.unwrap_or(0), beyond),
        );
        match played {
            Ok(played) => Ok(Some(Told::of(played).average(|damage| (*damage).into()))),
            Err(NoOdds::TooMany(_)) => Ok(None),
            Err(no) => Err(no),
        }
    }

    /// How the attack leaves both armies, as far as that bears on what comes back.
    fn left(&self) -> Result<Vec<(Left, Share)>, NoOdds> {
        let budget = &self.budget.without_samples();
        let alike = self.alike(&self.start, Asks::Back);
        enumerate_likeliest(
            self.game,
            [self.begun(Asks::Back)],
            Likeliest { budget, outcomes: self.followed },
            |_, told: &Struck| told.answers,
            |state, seat| ask::assumed(self.game, state, seat, self.attacker.owner, self.assume),
            self.alike(&self.start, Asks::Back),
            |state, told, reached| match reached {
                Reached::Open => Left::Open,
                _ if told.answers => {
                    let mut state = state.clone();
                    Lumping::<_, Struck>::renamed(&alike, &mut state);
                    Left::Answers(Box::new(state))
                }
                _ => Left::Quiet,
            },
        )
    }
}
