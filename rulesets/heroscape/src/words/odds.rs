//! Odds of an ordinary attack in closed form; the rules themselves, run under every outcome, agree with it.

use crate::position::game::HeroScape;
use umpire_core::dice::DieId;
use umpire_core::odds::{Weight, successes};

/// How many of all rolls of so many attack and defense dice inflict 0, 1, 2 and more wounds.
///
/// The last number is that of `attack` wounds; all add up to the number of rolls, which the
/// weight has to hold: see [`umpire_core::odds::fits_u128`].
///
/// Rules: [`Rule::SkullsAgainstShields`](crate::tables::rule::Rule::SkullsAgainstShields),
/// [`Rule::UnblockedSkulls`](crate::tables::rule::Rule::UnblockedSkulls).
pub fn wound_ways<W: Weight>(game: &HeroScape, attack: u8, defense: u8) -> Vec<W> {
    let sides = |die: DieId| u32::from(game.catalog.dice.dice.faces(die));
    let skulls = game.attack_faces().skulls.count_ones();
    let shields = game.defense_faces().shields.count_ones();
    let shown = successes::<W>(attack, skulls, sides(game.rolled.attack) - skulls);
    let blocked = successes::<W>(defense, shields, sides(game.rolled.defense) - shields);
    let mut ways = vec![W::from(0); shown.len()];
    // Rolls with at least as many shields as skulls are counted together.
    let mut as_many = W::from(0);
    for shields in (0..blocked.len()).rev() {
        as_many.add(&blocked[shields]);
        if let Some(hit) = shown.get(shields) {
            ways[0].add(&hit.times(&as_many));
        }
        for (wounds, hit) in (1..).zip(shown.iter().skip(shields + 1)) {
            ways[wounds].add(&hit.times(&blocked[shields]));
        }
    }
    ways
}
