//! What dragons go for, and who rides them.

pub mod aims;
pub(crate) mod riding;
