//! Odds of an ordinary attack in closed form; the rules themselves, run under every outcome, agree with it.

use crate::game::HeroScape;
use umpire_core::dice::DieId;
use umpire_core::odds::Weight;

impl HeroScape {
    /// How many of all rolls of so many attack and defense dice inflict 0, 1, 2 and more wounds.
    ///
    /// The last number is that of `attack` wounds; all add up to the number of rolls, which the
    /// weight has to hold: see [`umpire_core::odds::fits_u128`].
    ///
    /// Rules: [`Rule::SkullsAgainstShields`](crate::Rule::SkullsAgainstShields),
    /// [`Rule::UnblockedSkulls`](crate::Rule::UnblockedSkulls).
    pub fn wound_ways<W: Weight>(&self, attack: u8, defense: u8) -> Vec<W> {
        let sides = |die: DieId| u32::from(self.catalog.dice.dice.faces(die));
        let skulls = self.attack_faces().skulls.count_ones();
        let shields = self.defense_faces().shields.count_ones();
        let shown = successes::<W>(attack, skulls, sides(self.rolled.attack) - skulls);
        let blocked = successes::<W>(defense, shields, sides(self.rolled.defense) - shields);
        let mut ways = vec![W::from(0); shown.len()];
        for (skulls, hit) in shown.iter().enumerate() {
            for (shields, saved) in blocked.iter().enumerate() {
                ways[skulls.saturating_sub(shields)].add(&hit.times(saved));
            }
        }
        ways
    }
}

/// How many rolls of the dice show 0, 1, 2 and more of the good faces.
fn successes<W: Weight>(dice: u8, good: u32, bad: u32) -> Vec<W> {
    let (good, bad) = (W::from(good), W::from(bad));
    let mut ways = Vec::with_capacity(usize::from(dice) + 1);
    ways.push(W::from(1));
    for _ in 0..dice {
        ways.push(W::from(0));
        for shown in (0..ways.len()).rev() {
            let mut sum = ways[shown].times(&bad);
            if shown > 0 {
                sum.add(&ways[shown - 1].times(&good));
            }
            ways[shown] = sum;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::successes;

    #[test]
    fn successes_are_binomial() {
        assert_eq!(successes::<u128>(0, 3, 3), [1]);
        assert_eq!(successes::<u128>(2, 2, 4), [16, 16, 4], "two dice of two shields");
        assert_eq!(successes::<u128>(3, 3, 3), [27, 81, 81, 27]);
        assert_eq!(successes::<u128>(10, 3, 3)[5], 252 * 3u128.pow(10));
    }
}
