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
}

/// How many rolls of the dice show 0, 1, 2 and more of the good faces.
fn successes<W: Weight>(dice: u8, good: u32, bad: u32) -> Vec<W> {
    let dice = usize::from(dice);
    let (good, bad) = (powers::<W>(good, dice), powers::<W>(bad, dice));
    let choices = choices::<W>(dice);
    let ways =
        |(shown, choices): (usize, &W)| choices.times(&good[shown]).times(&bad[dice - shown]);
    choices.iter().enumerate().map(ways).collect()
}

/// The powers of a number from 0 to `most`.
fn powers<W: Weight>(number: u32, most: usize) -> Vec<W> {
    let number = W::from(number);
    let mut powers = vec![W::from(1)];
    while powers.len() <= most {
        powers.push(powers[powers.len() - 1].times(&number));
    }
    powers
}

/// In how many ways 0, 1, 2 and more of so many things can be chosen.
fn choices<W: Weight>(things: usize) -> Vec<W> {
    let mut choices = vec![W::from(1); things + 1];
    for row in 2..=things {
        for chosen in (1..row).rev() {
            let fewer = choices[chosen - 1].clone();
            choices[chosen].add(&fewer);
        }
    }
    choices
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
