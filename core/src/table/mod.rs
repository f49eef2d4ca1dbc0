//! Open tables: bases and terrain outlines in 0.001 cm, and exact questions about them.

mod apart;
mod base;
mod battlefield;
mod coherency;
mod contact;
#[doc(hidden)]
pub mod convex;
mod crossing;
mod distance;
mod exact;
mod facing;
mod heading;
#[doc(hidden)]
pub mod hull;
mod index;
mod map;
#[doc(hidden)]
pub mod motion;
mod obstacles;
mod outline;
#[doc(hidden)]
mod place;
mod point;
mod reach;
#[doc(hidden)]
pub mod rings;
#[doc(hidden)]
pub mod sight;
mod straight;
mod strip;
mod swept;
mod unit;
#[doc(hidden)]
pub mod wide;

pub use base::{Base, Footprint, MAX_CORNERS};
pub use battlefield::{
    Battlefield, Deployment, DeploymentRules, Fan, Hindrance, Obstacle, Placed, Stand, SurveyedFor,
    WayRules, Ways,
};
pub use coherency::chains;
pub use contact::{contacts_around, in_contact, in_contact_with_outline};
pub use crossing::{
    Crossing, Stretch, centre_crossings, centre_stays_in, centre_stretches, inside_stretches,
};
pub use distance::{
    SLACK, gap, gap_between_outlines, gap_to_outline, inside_meets_segment, nearest_places,
    overlap, overlaps_outline, segment_meets_hull, touch, within, within_outline, within_outlines,
};
pub use exact::{Place, crosses, in_polygon, orientation, touches};
pub use facing::Facing;
pub use heading::Heading;
pub use hull::hull;
pub use index::Index;
pub use map::{
    GroundAsked, GroundEffect, GroundKind, Laid, Map, MapForm, MapKit, MapSource, Objective,
    ObjectiveId, ObjectivesForm, OutlineForm, Strewn, StrewnShape, Terrain, Token, scene_of,
    scene_with,
};
pub use obstacles::{Area, Mover, Obstacles, Stop};
pub use outline::{MOST_CORNERS, Outline, OutlineFault};
pub use place::{compass, nearest_legal, places_towards, winds};
pub use point::{Bounds, CM, FARTHEST, Length, Point, Vector, said};
pub use reach::{Ground, Reach};
pub use sight::{
    Bearing, Between, BlockedBy, Body, Class, EdgePart, FINE, Field, Obscured, Piece, PlainSight,
    Side, Sight, SightRules, coarse,
};
pub use straight::{Judged, Premise, Straight};
pub use swept::{
    Leg, contact_on_way, crosses_line, ever_within, first_within, first_within_outline, gap_after,
    gap_after_to_outline, meets_inside, meets_line, nearest_on, nearest_on_outline, never_nearer,
    never_nearer_outline, overlaps_on_way, path_length,
};
pub use unit::{Decimal, Unit, inches};
