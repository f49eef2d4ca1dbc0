//! Tests of the tables.

pub(crate) mod catalog;
