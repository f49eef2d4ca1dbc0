//! Like dice of which each counts or does not: in how many ways so many count.

use super::Weight;

/// How many rolls of the dice show 0, 1, 2 and more of the good faces, of dice with so many good and bad ones each.
pub fn successes<W: Weight>(dice: u8, good: u32, bad: u32) -> Vec<W> {
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
