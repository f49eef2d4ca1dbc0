//! Every statement of the rulebook that code enforces or asks a judge about, in book order.
