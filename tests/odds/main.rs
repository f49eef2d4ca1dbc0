//! Odds: the real rules under every outcome of their dice, beside a second way of counting.

mod dragon_dice;
mod ea_heresy;
mod heroscape;
