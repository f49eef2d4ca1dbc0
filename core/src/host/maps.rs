//! What a ruleset says of maps: files for other programs, lists of parts, sheets to build by.

use crate::scene::Scene;
use serde::Serialize;

/// A map in another program's form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the map the form cannot say, one thing a line.
    pub lost: Vec<String>,
}

/// So many of one part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What people call it.
    pub name: String,
    /// What it is made of or what kind of thing it is.
    pub kind: String,
    /// Places of the map it covers.
    pub size: usize,
    /// How many.
    pub count: usize,
}

/// The parts a map is built of, and the boxes they come in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Parts {
    /// Every part, by kind and size.
    pub parts: Vec<Part>,
    /// Boxes that together hold them, each with how many of it.
    pub boxes: Vec<(String, usize)>,
    /// Parts that no box of known contents holds.
    pub in_no_box: Vec<Part>,
    /// Parts that the boxes one owns do not hold; nothing where nobody said what is owned.
    pub missing: Option<Vec<Part>>,
    /// What should be known of these lists.
    pub notes: Vec<String>,
}

/// A page to build a map by.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// The picture, in the plan units of the game's other pictures.
    pub scene: Scene,
}
