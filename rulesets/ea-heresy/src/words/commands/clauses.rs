//! What may be said in a slot that takes several clauses, in any order: how units move, how is shot, where formations start.

/// The word of the noun in help, and its clauses with what they mean.
pub(super) const CLAUSES: &[(&str, &[(&str, &str)])] = &[
    (
        "WAY",
        &[
            ("WAY: to (x, y)", "a place, in centimetres from the corner"),
            ("WAY: 12 NE", "so far in a direction, or by degrees from east"),
            ("WAY: via (x, y) (x, y) to (x, y)", "round something, by places on the way"),
            (
                "WAY: to (x, y) facing 90",
                "where it looks then: N, NE and so on, or degrees from east",
            ),
            ("WAY: to (x, y) cautious", "5 cm over difficult ground, without a test"),
            ("WAY: to (x, y) along the road", "by roads alone"),
            ("WAY: enters STRONGHOLD | boards UNIT | leaves to (x, y)", "into and out of things"),
            ("WAY: charges UNIT | invades STRONGHOLD", "a charge"),
            ("WAY: hold", "it stays"),
        ],
    ),
    (
        "MANNER",
        &[
            ("MANNER: with UNIT gun 1 at, ..", "with some weapons alone, by AP, AT or AA"),
            ("MANNER: indirect", "barrages over what is in the way, as sustained fire"),
            ("MANNER: templates (x, y) (x, y)", "where the templates of a barrage lie"),
        ],
    ),
    ("BLOWS", &[("BLOWS: UNIT cc N ff N [at STRONGHOLD | inside STRONGHOLD]; ..", "dice of each")]),
    (
        "START",
        &[
            ("START: at (x, y)", "in a row from there, or a place for each with commas between"),
            ("START: in STRONGHOLD | aboard UNIT", "or in something"),
        ],
    ),
];
