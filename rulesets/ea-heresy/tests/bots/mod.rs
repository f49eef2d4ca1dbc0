//! Tests of how the bots weigh a position.

mod appraisal;
