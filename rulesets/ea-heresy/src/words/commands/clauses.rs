//! What may be said in a slot that takes several clauses, in any order: how units move, how is shot, where formations start.

/// The word of the noun in help, and its clauses with what they mean.
pub(super) const CLAUSES: &[(&str, &[(&str, &str)])] = &[
    (
        "CLAUSES",
        &[
            ("FORMATION engage with FORMATION", "two assault together, by their commander"),
            ("FORMATION march by road", "over roads alone"),
            ("FORMATION advance pop up all", "with skimmers up, all or those named"),
        ],
    ),
    (
        "WAY",
        &[
            ("UNIT to (x, y)", "to a place, in centimetres from the corner"),
            ("UNIT 12 NE", "so far in a direction, or by degrees from east"),
            ("UNIT via (x, y) (x, y) to (x, y)", "round something, by places on the way"),
            (
                "UNIT to (x, y) facing 90",
                "where it looks then: N, NE and so on, or degrees from east",
            ),
            ("UNIT to (x, y) cautious", "5 cm over difficult ground, without a test"),
            ("UNIT to (x, y) along the road", "by roads alone"),
            ("UNIT enters STRONGHOLD | boards UNIT | leaves to (x, y)", "into and out of things"),
            (
                "UNIT charges UNIT | UNIT invades STRONGHOLD",
                "a charge, to the nearest free place in contact; `all charge FORMATION` for all",
            ),
            ("UNIT hold", "it stays"),
        ],
    ),
    (
        "MANNER",
        &[
            (
                "shoot TARGET with UNIT gun 1 [only 1] AT, ..",
                "with some weapons alone, by AP, AT or AA (`walls`: AP at a stronghold)",
            ),
            ("shoot TARGET indirect", "barrages over what is in the way, as sustained fire"),
            ("shoot TARGET templates (x, y) (x, y)", "where the templates of a barrage lie"),
        ],
    ),
    ("BLOWS", &[("strike UNIT cc N ff N [at STRONGHOLD | inside STRONGHOLD]; ..", "dice of each")]),
    (
        "START",
        &[
            (
                "deploy FORMATION at (x, y)",
                "in a row from there, or a place for each with commas between",
            ),
            ("deploy FORMATION in STRONGHOLD", "or in something"),
            ("deploy FORMATION at (x, y) on overwatch", "a garrison that waits"),
        ],
    ),
];
