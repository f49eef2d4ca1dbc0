//! The rules in which editions differ, as named fields.

umpire_core::choices! {
    /// How cover helps whoever is in it.
    Cover {
        /// One more on each die of defense.
        Defense,
        /// One less on each die to hit.
        ToHit,
    }
    /// What becomes of a hurt figure that fails its test.
    Failure {
        /// It loses its next activation.
        Pinned,
        /// It leaves the table.
        Routed,
    }
}

umpire_core::edition! {
    /// The choices of an edition.
    pub struct Edition, EditionFields {
        rounds: u8 where 1..=20,
        cover: Cover,
        hurt_figures_that_fail: Failure,
        long_range: u8,
        long_range_penalty: u8 where 0..=3,
        seize_range: u8 where 1..=12,
    }
}
