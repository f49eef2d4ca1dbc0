//! Placeholder.
use crate::{HeroScape, State, Amendment};
impl HeroScape { pub(crate) fn amendment_words(&self, _: &State, _: &Amendment) -> String { String::new() } }
