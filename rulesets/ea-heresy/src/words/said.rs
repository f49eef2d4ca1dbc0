//! Words for events, actions, questions and changes of the position.

use crate::amend::Amendment;
use crate::game::EaHeresy;
use crate::state::State;

impl EaHeresy {
    /// A change of the position, in the judge's words.
    pub(crate) fn amendment_words(&self, _: &State, change: &Amendment) -> String {
        format!("{change:?}")
    }
}
