//! Dice of some who roll together, which lie on the table while the others' are still waited for.

use super::{Live, Moment};
use crate::commands::play::fresh_seed;
use crate::dice_source::seeded_faces;
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::Done;
use umpire_core::command::all_of;
use umpire_core::host::AskedGroup;
use umpire_core::seat::Seat;
use umpire_core::transcript::FaceSource;

/// What the dice of seats show that were told before those of the others; of one moment of a table alone.
#[derive(Debug, Default)]
pub(super) struct Laid {
    at: Option<Moment>,
    by: Vec<(Seat, Vec<u8>)>,
    /// Whose dice the table rolled.
    rolled: Vec<Seat>,
}

impl Laid {
    /// Lays dice of a seat, in place of those it laid before.
    fn lay(&mut self, now: Moment, seat: Seat, faces: Vec<u8>) {
        if self.at != Some(now) {
            *self = Laid { at: Some(now), ..Laid::default() };
        }
        self.by.retain(|(other, _)| *other != seat);
        self.rolled.retain(|other| *other != seat);
        self.by.push((seat, faces));
    }

    /// Whether dice of a seat lie there.
    fn has(&self, now: Moment, seat: Seat) -> bool {
        self.at == Some(now) && self.by.iter().any(|(other, _)| *other == seat)
    }

    /// What lies there, group by group; nothing where a group is still waited for.
    pub fn lies(&self, now: Moment, groups: &[AskedGroup]) -> Vec<Vec<u8>> {
        let mut left: Vec<(Seat, &[u8])> = match self.at == Some(now) {
            true => self.by.iter().map(|(seat, faces)| (*seat, &faces[..])).collect(),
            false => Vec::new(),
        };
        let mut taken = |group: &AskedGroup| {
            let (_, faces) = left.iter_mut().find(|(seat, _)| *seat == group.seat)?;
            let (own, rest) = faces.split_at_checked(group.count.into())?;
            *faces = rest;
            Some(own.to_vec())
        };
        groups.iter().map(|group| taken(group).unwrap_or_default()).collect()
    }
}

impl Live {
    /// Takes the dice of one of the seats that roll together; with the last of them they have fallen.
    ///
    /// # Errors
    /// Where others told them already, and where they are not the dice that are asked of the seat.
    pub(super) fn lay(
        &mut self,
        role: &Role,
        seat: Seat,
        faces: &[u8],
        groups: &[AskedGroup],
    ) -> Result<Done, Problem> {
        let now = self.moment();
        let name = self.name(seat);
        let own = || groups.iter().filter(|group| group.seat == seat);
        let dice: Vec<u8> = own().flat_map(|it| (0..it.count).map(|_| it.faces)).collect();
        if dice.is_empty() {
            return Err(Problem::says(format!("no dice of {name} are asked for now")));
        }
        if faces.len() != dice.len() {
            let (asked, told) = (dice.len(), faces.len());
            return Err(Problem::says(format!("{asked} dice of {name} are needed, {told} given")));
        }
        if let Some((face, sides)) = faces.iter().zip(&dice).find(|(face, sides)| face >= sides) {
            return Err(Problem::says(format!("a die of {sides} faces has no face {face}")));
        }
        let theirs = role.holds(seat) || role.judge || !self.is_person(seat);
        if !theirs && self.laid.has(now, seat) {
            return Err(Problem::forbidden(format!("{name} told these dice")));
        }
        self.laid.lay(now, seat, faces.to_vec());
        self.fall(role, groups)
    }

    /// Lets the table roll somebody's dice. Those that others tell lie where they told them, or are still waited for.
    ///
    /// # Errors
    /// As the table tells them.
    pub(super) fn roll_own(&mut self, role: &Role, groups: &[AskedGroup]) -> Result<Done, Problem> {
        let now = self.moment();
        let tells_own = |seat: Seat| self.is_person(seat) && !role.holds(seat) && !role.judge;
        let own = |group: &&AskedGroup| !tells_own(group.seat) && !self.laid.has(now, group.seat);
        if groups.iter().filter(own).count() == groups.len() {
            return self.roll_seeded(groups);
        }
        let (faces, _) = self.drawn(groups);
        let mut faces = faces.into_iter();
        let mut rolled: Vec<(Seat, Vec<u8>)> = Vec::new();
        for group in groups {
            let fell: Vec<u8> = faces.by_ref().take(group.count.into()).collect();
            if !own(&group) {
                continue;
            }
            match rolled.iter_mut().find(|(seat, _)| *seat == group.seat) {
                Some((_, before)) => before.extend(fell),
                None => rolled.push((group.seat, fell)),
            }
        }
        for (seat, faces) in rolled {
            self.laid.lay(now, seat, faces);
            self.laid.rolled.push(seat);
        }
        self.fall(role, groups)
    }

    /// The dice of all who roll together fall once those of each lie there.
    fn fall(&mut self, role: &Role, groups: &[AskedGroup]) -> Result<Done, Problem> {
        let lies = self.laid.lies(self.moment(), groups);
        let is_told =
            |(group, faces): (&AskedGroup, &Vec<u8>)| faces.len() == usize::from(group.count);
        if !groups.iter().zip(&lies).all(is_told) {
            return Ok(Done::default());
        }
        let rolled = std::mem::take(&mut self.laid.rolled);
        if !rolled.is_empty() && groups.iter().all(|group| rolled.contains(&group.seat)) {
            let (faces, source) = self.drawn(groups);
            if faces == lies.concat() {
                return self.faces(&faces, source);
            }
        }
        let done = self.fell(role, &lies.concat(), groups)?;
        if !rolled.is_empty() {
            let names: Vec<String> = rolled.iter().map(|seat| self.name(*seat)).collect();
            self.table.note(&format!("the table rolled the dice of {}", all_of(&names, "and")));
        }
        Ok(done)
    }

    /// What falls where the table rolls, and what that is drawn from.
    pub(super) fn drawn(&self, groups: &[AskedGroup]) -> (Vec<u8>, FaceSource) {
        // Whoever plays against others could have read the seed when the game was over.
        match self.is_read_by_others() {
            true => (seeded_faces(fresh_seed(), 0, groups), FaceSource::Drawn),
            false => (seeded_faces(self.seed, self.table.counted(), groups), FaceSource::Seeded),
        }
    }
}
