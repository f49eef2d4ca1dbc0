//! Species abilities: where they work, and what they come to (section 17).

pub(crate) mod volley;
pub(crate) mod watching;
pub mod works;
