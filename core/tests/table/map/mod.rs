//! Maps of tables are laid, drawn and changed.

mod drawing;
mod form;
mod picture;
