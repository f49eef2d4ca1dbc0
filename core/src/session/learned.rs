//! What a seat learned by an input that its own view of the position did not tell it.

use super::Session;
use crate::game::Game;
use crate::seat::Seat;

impl<G: Game> Session<G> {
    /// What a seat learned by an input, from 0 among those that count, that had been hidden from it: nothing where its view of the
    /// position before, carried on by the same input, gives its view of the position after and tells it the same; else the events it
    /// heard that were told otherwise there, or not at all. Where the input could not be carried out on its view, these are all it
    /// heard.
    ///
    /// Dice and what others decided in the open are no part of it: whoever may carry on from a view has them.
    pub fn learned(&self, input: usize, seat: Seat) -> Option<Vec<&G::Event>> {
        let before = self.states.get(input)?;
        let (after, told) = (self.states.get(input + 1)?, self.told.get(input)?);
        let game = &self.game;
        let mut heard: Vec<&G::Event> =
            told.iter().filter(|event| game.audible(after, event, seat)).collect();
        let carried = self.carry_out(&game.view(before, seat), &self.counted.get(input)?.input);
        let Ok((foreseen, mut told)) = carried else { return Some(heard) };
        told.retain(|event| game.audible(&foreseen, event, seat));
        let sees_more = game.view(&foreseen, seat) != game.view(after, seat);
        if !sees_more && heard.iter().copied().eq(&told) {
            return None;
        }
        heard.retain(|event| match told.iter().position(|one| one == *event) {
            Some(at) => {
                told.swap_remove(at);
                false
            }
            None => true,
        });
        Some(heard)
    }
}
