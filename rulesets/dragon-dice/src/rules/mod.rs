//! Rules as functions of tables and position: they tell what holds, and change nothing.

pub(crate) mod actions;
pub(crate) mod alike;
pub mod dragons;
pub(crate) mod effects;
pub(crate) mod eighth_faces;
pub(crate) mod elements;
pub mod force;
pub(crate) mod icons;
pub(crate) mod invariants;
pub mod items;
pub mod magic;
pub(crate) mod marching;
pub(crate) mod minor_terrains;
pub(crate) mod picks;
pub(crate) mod raising;
pub mod roll;
pub mod species;
pub(crate) mod standing;
pub(crate) mod view;
