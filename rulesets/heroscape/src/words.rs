//! Placeholder.
use crate::{Amendment, HeroScape, State};
impl HeroScape {
    pub(crate) fn amendment_words(&self, _: &State, _: &Amendment) -> String {
        String::new()
    }
}
