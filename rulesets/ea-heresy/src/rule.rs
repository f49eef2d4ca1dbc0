//! Every statement of the specification that code enforces or asks a judge about, in book order.
