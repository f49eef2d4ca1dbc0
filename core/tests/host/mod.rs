//! What a host makes of a game: lines told in short, how things stand, what bots look at first.

mod assume;
mod foresight;
mod held;
mod line;
mod search;
mod standing;
mod survey;
