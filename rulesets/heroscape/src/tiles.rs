//! What the tile of a space does as the game stands: its own, or one that a power laid there.

use crate::game::HeroScape;
use crate::ground::SpaceRules;
use crate::state::State;
use umpire_core::hex::SpaceId;

impl HeroScape {
    /// What the tile of a space does now. What is built on a space or stands beside it no tile changes:
    /// that is asked of [`crate::ground::Ground::at`].
    #[inline]
    pub fn tile_at(&self, state: &State, space: SpaceId) -> &SpaceRules {
        self.ground.tile_at(&state.laid_tiles, space)
    }
}
