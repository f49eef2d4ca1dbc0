//! Dice that are rolled at the prompt: those that are asked for, from the seed, or any others.

use super::{Done, Sitting};
use crate::free_dice;
use umpire_core::host::Asked;

impl Sitting<'_, '_> {
    /// Dice from the seed: those that are asked for, or any others.
    pub(super) fn roll_drawn(&mut self, what: &str) -> Done {
        if what.is_empty() {
            return match self.table.pending() {
                Asked::Roll { groups, .. } => self.roll_seeded(&groups),
                _ => {
                    let die = self.table.dice().0.first().map_or("DIE", |die| die.name.as_str());
                    let says = format!("no dice are asked for now: `roll 2 {die}` rolls others");
                    self.complain(&says, &[])
                }
            };
        }
        let number = self.table.counted() as u64 * 1000 + self.free_rolls;
        match free_dice::rolled(&*self.table, (self.settings.seed, number), what) {
            Ok(says) => {
                self.free_rolls += 1;
                self.table.note(&says);
                self.tell_note(&says)
            }
            Err(says) => self.complain(&says, &[]),
        }
    }
}
