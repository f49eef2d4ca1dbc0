//! An index of areas by their bounds, so that only what is near need be asked.

use super::point::Bounds;

/// Areas numbered in the order given.
#[derive(Debug, Clone, Default)]
pub struct Index {
    areas: Vec<Bounds>,
}

impl Index {
    /// An index of areas by their bounds.
    pub fn new(areas: &[Bounds]) -> Index {
        Index { areas: areas.to_vec() }
    }

    /// The numbers of the areas whose bounds meet the given ones, each once.
    pub fn query(&self, bounds: Bounds) -> impl Iterator<Item = usize> + '_ {
        let near = move |(number, area): (usize, &Bounds)| area.meets(bounds).then_some(number);
        self.areas.iter().enumerate().filter_map(near)
    }
}
