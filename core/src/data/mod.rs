//! Text in, typed tables out, and every mistake with its place.
