//! Dice that nobody asked for, rolled from the seed at the prompt: `roll 3d6`.

use crate::dice_source::{Purpose, Stream};
use umpire_core::data::suggest;
use umpire_core::host::Table;

/// Kinds of dice that are named where none of the game is meant.
const FEW_DICE: usize = 12;

/// Rolls dice of a table's game as somebody names them, from its seed and a number that no other such roll has: `3 d6: 1 4 4`.
///
/// # Errors
/// Where no dice are meant, or too many, in words.
pub fn rolled(
    table: &dyn Table,
    (seed, number): (u128, u64),
    what: &str,
) -> Result<String, String> {
    let dice = table.dice();
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
        return Err(format!("1 to 100 dice are rolled: `roll 2 {}`", found.name));
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
        return Err(says);
    };
    let mut stream = Stream::new(seed, Purpose::Free, number);
    let mut roll = || found.face_name(stream.die(found.faces.len() as u32) as u8);
    let faces: Vec<&str> = (0..count).map(|_| roll()).collect();
    Ok(format!("{count} {}: {}", found.name, faces.join(" ")))
}
