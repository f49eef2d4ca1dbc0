//! Shooting, with numbers worked out by hand.
