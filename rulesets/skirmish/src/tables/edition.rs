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
        rounds: u8,
        cover: Cover,
        hurt_figures_that_fail: Failure,
        long_range: u8,
        long_range_penalty: u8,
        seize_range: u8,
    }
    check |fields, fault| {
        let mut within = |field: &str, value: Option<u8>, (least, most): (u8, u8)| {
            if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
                fault(field, format!("{value} is not {least} to {most}"));
            }
        };
        within("rounds", fields.rounds, (1, 20));
        within("seize_range", fields.seize_range, (1, 12));
        within("long_range_penalty", fields.long_range_penalty, (0, 3));
    }
}
