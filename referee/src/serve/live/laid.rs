//! Dice of some who roll together, which lie on the table while the others' are still waited for.

use super::{Live, Moment};
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::wire::Done;
use umpire_core::host::AskedGroup;
use umpire_core::seat::Seat;

/// What the dice of seats show that were told before those of the others; of one moment of a table alone.
#[derive(Debug, Default)]
pub(super) struct Laid {
    at: Option<Moment>,
    by: Vec<(Seat, Vec<u8>)>,
}

impl Laid {
    /// Lays dice of a seat, in place of those it laid before.
    fn lay(&mut self, now: Moment, seat: Seat, faces: Vec<u8>) {
        if self.at != Some(now) {
            *self = Laid { at: Some(now), by: Vec::new() };
        }
        self.by.retain(|(other, _)| *other != seat);
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
        let lies = self.laid.lies(now, groups);
        match groups.iter().zip(&lies).all(|(group, faces)| faces.len() == usize::from(group.count))
        {
            true => self.fell(role, &lies.concat(), groups),
            false => Ok(Done::default()),
        }
    }
}
