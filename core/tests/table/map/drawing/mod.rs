//! What strokes of a hand change in a map.

mod parts;
