//! The table as a picture.

use crate::game::DragonDice;
use crate::state::State;
use umpire_core::scene::Scene;

impl DragonDice {
    pub(super) fn picture(&self, _: &State) -> Scene {
        Scene::default()
    }
}
