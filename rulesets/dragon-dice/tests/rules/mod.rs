//! Tests of rules as functions.

mod roll;
