//! Dice that do not bear on one another: the ends of each part weighed by themselves, then played together.

use super::classes::Faces;
use super::enumerate::{At, NoOdds, Open, Run, Shared};
use super::lumping::Parts;
use super::{Share, Table};
use crate::dice::Face;
use crate::game::{Game, Observe, Pending};
use crate::ruling::Silent;
use std::hash::Hash;
use std::rc::Rc;

/// The dice of one part on the way to a position: one way that leads there stands for all.
#[derive(Debug)]
pub(super) struct Thrown {
    pub stage: u8,
    /// The faces of the part, group by group.
    pub faces: Faces,
    pub before: Option<Rc<Thrown>>,
}

impl Parts {
    /// Each part once.
    fn each(&self) -> Vec<u8> {
        let mut each = self.of.to_vec();
        each.sort_unstable();
        each.dedup();
        each
    }
}

/// A position that dice of one part lead to: what was heard, the dice, and the share.
struct Led<O> {
    told: O,
    thrown: Option<Rc<Thrown>>,
    share: Share,
}

/// The dice of several parts, to be played together.
struct Together<O> {
    told: O,
    thrown: Vec<Option<Rc<Thrown>>>,
    share: Share,
}

impl<G: Game, O: Observe<G::Event> + Clone + Hash + Eq> Run<'_, G, O> {
    /// What all parts of a roll and of those after it lead to, with shares; nothing where parts bear on one
    /// another after all.
    pub fn apart(&mut self, at: &At<G, O>, parts: &Parts) -> Result<Option<Shared<G, O>>, NoOdds> {
        let each = parts.each();
        if !parts.begin || each.len() < 2 {
            return Ok(None);
        }
        let mut all: Vec<Together<O>> = Vec::new();
        for part in &each {
            let ends = match self.ends_of(at, *part) {
                Err(NoOdds::Astray) => return Ok(None),
                ends => ends?,
            };
            if all.len().saturating_mul(ends.len()) > self.bounds.positions {
                return Err(self.too_many());
            }
            let alone = |end: &Led<O>| Together {
                told: end.told.clone(),
                thrown: vec![end.thrown.clone()],
                share: end.share.clone(),
            };
            let with = |one: &Together<O>, end: &Led<O>| Together {
                told: self.lumping.joined(&one.told, &end.told),
                thrown: one.thrown.iter().chain([&end.thrown]).cloned().collect(),
                share: one.share.times(&end.share),
            };
            all = match all.is_empty() {
                true => ends.iter().map(alone).collect(),
                false => all.iter().flat_map(|one| ends.iter().map(|end| with(one, end))).collect(),
            };
        }
        let mut led = Vec::with_capacity(all.len());
        for Together { told, thrown, share } in all {
            self.count(led.len())?;
            let Some(mut after) = self.together(at, &each, &thrown)? else { return Ok(None) };
            after.told = told;
            led.push((after, share));
        }
        Ok(Some(led))
    }

    /// Where the dice of one part lead, those of the others all at their first face.
    fn ends_of(&mut self, at: &At<G, O>, part: u8) -> Result<Vec<Led<O>>, NoOdds> {
        let mut open: Open<G, O> = Table::default();
        open.insert(Box::new(at.clone()), Share::whole());
        let mut ends: Table<At<G, ()>, Vec<(O, Share)>> = Table::default();
        let mut end = |at: &At<G, O>, share: &Share| {
            let At { state, told, beyond, thrown } = at.clone();
            let came = ends.entry(At { state, told: (), beyond, thrown }).or_default();
            match came.iter_mut().find(|(known, _)| *known == told) {
                Some((_, known)) => known.add(share),
                None => came.push((told, share.clone())),
            }
        };
        self.only = Some(part);
        let mut played = Ok(());
        while !open.is_empty() {
            match self.level(open, &mut end) {
                Ok(next) => open = next,
                Err(no) => {
                    (played, open) = (Err(no), Table::default());
                }
            }
        }
        self.only = None;
        played?;
        let mut led = Vec::new();
        for (At { state, thrown, .. }, came) in ends {
            let mixed = self.lumping.mixed(&state, &came);
            let came = match mixed {
                Some(told) => {
                    let mut sum = Share::default();
                    came.iter().for_each(|(_, share)| sum.add(share));
                    vec![(told, sum)]
                }
                None => came,
            };
            let end = |(told, share)| Led { told, thrown: thrown.clone(), share };
            led.extend(came.into_iter().map(end));
        }
        Ok(led)
    }

    /// The position after these dice of all parts; nothing if the rules ask for others.
    fn together(
        &mut self,
        at: &At<G, O>,
        each: &[u8],
        thrown: &[Option<Rc<Thrown>>],
    ) -> Result<Option<At<G, O>>, NoOdds> {
        // The dice of each part, the last first.
        let mut left: Vec<Vec<&Thrown>> = thrown.iter().map(|last| way(last.as_deref())).collect();
        let mut at = at.clone();
        while !(self.stop)(&at.state, &at.told) {
            let request = match self.game.pending(&at.state, &mut Silent) {
                Pending::Over(_) => break,
                Pending::Choice(choice) => {
                    at = self.decided(&at, &choice)?;
                    continue;
                }
                Pending::Roll(request) => request,
            };
            let Some(parts) = self.lumping.parts(&at.state, &request) else { break };
            let mut faces: Vec<&[Face]> = Vec::with_capacity(left.len());
            for last in &mut left {
                let now = last.pop_if(|it| it.stage == parts.stage);
                faces.push(now.map_or(&[], |it| &it.faces));
            }
            let mut shown = Faces::new();
            for (group, part) in request.groups.iter().zip(&parts.of) {
                let from = each.iter().position(|one| one == part).map(|at| &mut faces[at]);
                let Some((own, rest)) =
                    from.as_deref().and_then(|faces| faces.split_at_checked(group.count.into()))
                else {
                    return Ok(None);
                };
                shown.extend_from_slice(own);
                from.into_iter().for_each(|faces| *faces = rest);
            }
            if faces.iter().any(|faces| !faces.is_empty()) {
                return Ok(None);
            }
            self.game.resolve(&mut at.state, &shown, &mut at.told);
        }
        Ok(left.iter().all(Vec::is_empty).then_some(at))
    }
}

/// The dice on the way, the last first.
fn way(last: Option<&Thrown>) -> Vec<&Thrown> {
    std::iter::successors(last, |it| it.before.as_deref()).collect()
}
