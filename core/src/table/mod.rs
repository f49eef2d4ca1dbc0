//! Open tables: bases and terrain outlines in 0.001 cm, and exact questions about them.

mod base;
mod exact;
mod facing;
mod outline;
mod point;
mod sight;

pub use base::{Base, Footprint, MAX_CORNERS};
pub use exact::{Place, crosses, in_polygon, orientation, touches};
pub use facing::Facing;
pub use outline::{Outline, OutlineFault};
pub use point::{Bounds, CM, Length, Point, said};
pub use sight::{
    BlockedBy, Body, Class, FeatureTall, Field, Obscured, Overseen, Party, Piece, SeeOver, Sight,
    SightRules,
};
