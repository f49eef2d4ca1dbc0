//! The rules by name, and the fields in which editions differ.

umpire_core::rules! {
    /// Every rule; `data/new-game/rules.yaml` says what each means.
    pub enum Rule {
        Turns = "NG-1",
        Climbing = "NG-2",
        Stamina = "NG-3",
        Slipping = "NG-4",
        Resting = "NG-5",
        Summit = "NG-6",
        LastRound = "NG-7",
        JudgesWord = "NG-8",
    }
}

umpire_core::edition! {
    /// The values of an edition; `data/new-game/editions/standard.yaml` says what each is.
    pub struct Edition, Fields {
        needs: u8,
        slips_on: u8,
        summit: u8,
        rounds: u16,
        most_stamina: u8,
    }
    check check_fields
}

fn check_fields(fields: &Fields, fault: &mut dyn FnMut(&str, String)) {
    for (name, value, most) in [
        ("needs", fields.needs, 6),
        ("slips_on", fields.slips_on, 6),
        ("summit", fields.summit, 100),
        ("most_stamina", fields.most_stamina, 20),
    ] {
        if value.is_some_and(|value| value > most || (value == 0 && name != "slips_on")) {
            fault(name, format!("expected 1 to {most}"));
        }
    }
    if fields.rounds == Some(0) {
        fault("rounds", "expected at least one round".to_string());
    }
}
