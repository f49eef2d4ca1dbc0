//! Rulings are told in few lines.

mod lines;
