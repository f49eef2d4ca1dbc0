//! Open tables: shapes, distances, moves, sight and maps.

mod base;
mod battlefield;
mod coherency;
mod contact;
mod convex;
mod crossing;
mod distance;
mod exact;
mod facing;
mod hull;
mod index;
mod map;
mod obstacles;
mod outline;
mod place;
mod point;
mod reach;
mod rings;
mod sight;
mod slow;
mod straight;
mod strip;
mod swept;
mod turned;
mod unit;
mod wide;
