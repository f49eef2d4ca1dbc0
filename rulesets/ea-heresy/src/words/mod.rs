//! What is said to people, and what they type.

mod said;
