//! What a file of a ruleset is goes by what stands in it.

mod file_kind;
