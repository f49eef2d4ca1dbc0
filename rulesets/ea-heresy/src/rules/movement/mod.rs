//! Moves: who may move, how far, under which zones, over which ground (EA-3, EA-5).

pub(crate) mod ground;
pub(crate) mod length;
pub(crate) mod movers;
pub(crate) mod trip;
pub(crate) mod zones;
