//! The rules of HeroScape on Umpire.

pub mod battlefield;
pub mod virtualscape;
