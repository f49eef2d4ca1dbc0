//! Schemas of files take up comments and names.

mod comments;
mod names;
