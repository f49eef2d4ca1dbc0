//! Harm, with numbers worked out by hand.
