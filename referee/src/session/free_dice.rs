//! Dice that are rolled at the prompt: those that are asked for, from the seed, or any others.

use super::{Done, Sitting};
use crate::dice_source::{Purpose, Stream};
use umpire_core::data::suggest;
use umpire_core::host::Asked;

/// Kinds of dice that are named where none of the game is meant.
const FEW_DICE: usize = 12;

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
        let dice = self.table.dice();
        let first = || dice.0.first().map_or("DIE", |die| die.name.as_str());
        let (count, die) = match (what.split_once(' '), what.split_once(['d', 'D'])) {
            (Some((count, die)), _) => (count.parse().ok(), die.trim()),
            _ if let Ok(count) = what.parse() => (Some(count), first()),
            // `3d6` is how most people write it.
            (_, Some((count, _))) if let Ok(number) = count.parse() => {
                (Some(number), &what[count.len()..])
            }
            _ => (Some(1usize), what),
        };
        let found = dice.named(die);
        if let (Some(found), None | Some(0 | 101..)) = (found, count) {
            return self
                .complain(&format!("1 to 100 dice are rolled: `roll 2 {}`", found.name), &[]);
        }
        let (Some(count), Some(found)) = (count, found) else {
            let known = || dice.0.iter().map(|die| die.name.as_str());
            let meant = suggest(die, known());
            let few: Vec<&str> = known().take(FEW_DICE).collect();
            let more = match known().count() - few.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let says = match meant {
                Some(meant) => format!("no die `{die}`, did you mean `{meant}`?"),
                None => {
                    let few = few.join(", ");
                    format!("expected `roll 2 DIE`, with one of the dice {few}{more}")
                }
            };
            return self.complain(&says, &[]);
        };
        let number = self.table.counted() as u64 * 1000 + self.free_rolls;
        let mut stream = Stream::new(self.settings.seed, Purpose::Free, number);
        let mut roll = || found.face_name(stream.die(found.faces.len() as u32) as u8);
        let faces: Vec<&str> = (0..count).map(|_| roll()).collect();
        let says = format!("{count} {}: {}", found.name, faces.join(" "));
        self.free_rolls += 1;
        self.table.note(&says);
        self.tell_note(&says)
    }
}
