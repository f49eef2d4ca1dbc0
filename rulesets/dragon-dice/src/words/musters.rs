//! What players brought and has no place yet, part by part, as it is called.

use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{PieceSet, Place};
use crate::position::state::State;
use crate::words::read_names::{after, plain};
use umpire_core::seat::Seat;

/// Dice of a player that have no place yet.
pub(super) struct Muster {
    pub owner: Seat,
    /// What it is of a force, such as `home army`.
    pub says: &'static str,
    /// What it is called: `the home army of A`.
    pub word: String,
    pub dice: PieceSet,
}

/// The armies of whoever has divided a force, and what is not divided.
pub(super) fn musters(game: &DragonDice, state: &State) -> Vec<Muster> {
    let mut found = Vec::new();
    for owner in (0..state.players()).map(Seat) {
        let name = names::seat_word(game, owner);
        let mut left = state.at(owner, Place::OUT);
        let armies = state.muster(owner).map_or([PieceSet::NONE; 3], |muster| muster.armies);
        for (says, army) in ["home army", "campaign army", "horde army"].into_iter().zip(armies) {
            let dice = army.and(left);
            left = left.without(dice);
            found.push(Muster { owner, says, word: format!("the {says} of {name}"), dice });
        }
        let word = format!("the force of {name}");
        found.push(Muster { owner, says: "to divide", word, dice: left });
    }
    found.retain(|muster| !muster.dice.is_empty());
    found
}

/// The one that words name.
pub(super) fn named(game: &DragonDice, state: &State, text: &str) -> Option<Muster> {
    let bare = |text: &str| {
        let text = plain(text);
        after(&text, "the").unwrap_or(&text).to_string()
    };
    let wanted = bare(text);
    musters(game, state).into_iter().find(|muster| bare(&muster.word) == wanted)
}
