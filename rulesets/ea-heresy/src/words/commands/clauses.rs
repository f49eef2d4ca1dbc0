//! What may be said in the clauses of a command that come in any order: of moves, of fire, of where formations start.

/// A form and its meaning each, for help.
pub(super) const CLAUSES: &[(&str, &str)] = &[
    ("UNIT to (x, y)", "move a unit"),
    ("UNIT via (x, y) (x, y) to (x, y)", "a way round something, by places on it"),
    ("UNIT to (x, y) facing 90", "where it looks then: N, NE and so on, or degrees from east"),
    ("UNIT to (x, y) cautious", "5 cm over difficult ground, without a test"),
    ("UNIT to (x, y) along the road", "by roads alone"),
    ("UNIT 12 NE", "move a unit so far in a direction, or by degrees from east"),
    ("UNIT enters STRONGHOLD | boards UNIT | leaves to (x, y)", "into and out of things"),
    ("UNIT charges UNIT | invades STRONGHOLD", "a charge"),
    ("UNIT hold", "a unit stays"),
    ("shoot TARGET with UNIT gun 1 at, ..", "with some weapons alone, by AP, AT or AA"),
    ("shoot TARGET indirect", "barrages over what is in the way, as sustained fire"),
    ("shoot TARGET templates (x, y) (x, y)", "where the templates of a barrage lie"),
    ("strike UNIT cc N ff N [at STRONGHOLD | inside STRONGHOLD]; ..", "divide attacks"),
    ("deploy FORMATION at (x, y)", "in a row from there, or a place for each"),
    ("deploy FORMATION in STRONGHOLD | deploy FORMATION at (x, y) on overwatch", "or so"),
];
