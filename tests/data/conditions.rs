//! What cards may say though none of the tables does: conditions on the attacker, Move 0, a table of cards by itself.

use umpire_core::data::{Files, Source};
use umpire_tests::{faults_in_lines, library, run_source};

/// The tables with other words in one file.
fn with(path: &str, from: &str, to: &str) -> Files {
    let mut data = library().data.clone();
    let text = data.get(path).unwrap_or_else(|| panic!("there is no `{path}`")).text;
    assert_eq!(text.matches(from).count(), 1, "`{path}` holds `{from}` once");
    data.insert(path, text.replacen(from, to, 1));
    data
}

/// Plays a scenario on the tables with other words in one file.
fn plays(change: (&str, &str, &str), scenario: &str) {
    let (path, from, to) = change;
    let scenario = Source::new("tests/scenarios/heroscape/conditions.yaml", scenario);
    let report = run_source(&scenario, &with(path, from, to));
    assert!(report.passed(), "{report:?}");
}

#[test]
fn who_may_be_attacked_only_from_near_may_depend_on_the_attacker() {
    let change = (
        "heroscape/cards/jandar.yaml",
        "{attack_only_adjacent: {opponents_only: true, if: [{beside: [glacier]}]}}",
        "{attack_only_adjacent: {opponents_only: true, if: [{opponent: {size: [medium]}}]}}",
    );
    plays(
        change,
        "
game: heroscape
uncited: [HS-7.7.8.attack_only_adjacent]
says: medium figures have to come near, a large one need not
given:
  battlefield:
    battlefield: field
    levels:
      1: |
        g g g g g g g g
         g g g g g g g g
  seats:
    A: {cards: [dzu-teh]}
    B: {cards: [marro-warriors, deathwalker-9000]}
  position:
    figures: {dzu-teh 1: A1, marro 1: E1, deathwalker-9000: E2}
    turn: {card: marro-warriors}
steps:
  - refused: {do: \"B: marro 1 attacks dzu-teh 1\", by: [HS-7.7.8.attack_only_adjacent]}
  - amend: {says: turn deathwalker-9000, reason: he is large}
  - do: \"B: deathwalker-9000 attacks dzu-teh 1\"
  - asks: {seats: [B], rule: HS-7.5.1}
",
    );
}

#[test]
fn defense_dice_may_be_forbidden_against_some_attackers() {
    let change = (
        "heroscape/cards/utgar.yaml",
        "{forbid: {defense_dice: [{on: [water]}]}}",
        "{forbid: {defense_dice: [{opponent: {kind: hero}}]}}",
    );
    plays(
        change,
        "
game: heroscape
uncited: [HS-7.7.8.forbid]
says: against a hero it rolls no defense dice, against a squad it does
given:
  battlefield:
    battlefield: field
    levels:
      1: g g g g
  seats:
    A: {cards: [finn, marro-warriors]}
    B: {cards: [fire-elemental]}
  position:
    figures: {finn: A1, fire-elemental: B1, marro 1: C1}
    turn: {card: marro-warriors}
steps:
  - do: \"A: marro 1 attacks fire-elemental\"
  - roll: sb
  - asks: {dice: [\"B: 4 combat\"]}
  - roll: hbbb
  - amend: {says: turn finn, reason: a hero}
  - do: \"A: finn attacks fire-elemental\"
  - roll: sbb
  - facts: {fire-elemental.at: dead}
",
    );
}

#[test]
fn the_road_adds_nothing_to_a_move_of_nothing() {
    let text = library().data.get("heroscape/cards/jandar.yaml").expect("the file is there").text;
    let card = &text[text.find("  - id: finn\n").expect("finn is there")..];
    let card = &card[..card.find("    move: 5").expect("he moves five") + "    move: 5".len()];
    let slow = card.replace("move: 5", "move: 0");
    plays(
        ("heroscape/cards/jandar.yaml", card, &slow),
        "
game: heroscape
rules: [HS-4.1.2]
says: who has no point of Move does not walk on the road either
given:
  battlefield:
    battlefield: road
    legend: {R: road}
    levels:
      1: R R R R R R
  seats:
    A: {cards: [finn]}
    B: {cards: [thorgrim]}
  position:
    figures: {finn: A1, thorgrim: F1}
    turn: {card: finn}
steps:
  - refused: {do: \"A: move finn by B1\", by: [HS-4.1.2]}
",
    );
}

#[test]
fn a_table_of_cards_is_checked_by_itself() {
    let heroscape = library().ruleset("heroscape").expect("the game is in this build");
    let check = |path: &str, text: &str| {
        let faults = heroscape.check_file(&library().data, &Source::new(path, text));
        faults_in_lines(&faults)
    };
    let path = "data/heroscape/cards/utgar.yaml";
    let text = library().data.get("heroscape/cards/utgar.yaml").expect("the file is there").text;
    assert_eq!(check(path, &text), "");
    // Under another name all its cards are there twice.
    assert!(check("club.yaml", &text).contains("`marro-hive` is already the id of the card"));
    let told = check(path, &text.replace("shape: six ", "shape: sixx "));
    assert!(told.starts_with(path) && told.contains("`pieces.yaml` has no shape `sixx`"), "{told}");
    let told = check(path, &text.replace("    spaces: 6\n", "    spaces: 4\n"));
    assert!(told.contains("expected 1, 2 or 6, found `4`"), "{told}");
}

#[test]
fn powers_name_powers_and_cards_that_there_are() {
    let heroscape = library().ruleset("heroscape").expect("the game is in this build");
    let path = "data/heroscape/cards/utgar.yaml";
    let text = library().data.get("heroscape/cards/utgar.yaml").expect("the file is there").text;
    let slips = [
        ("{not_used: Chomp}", "{not_used: Chopm}", "unknown power `Chopm`, did you mean `Chomp`?"),
        (
            "{special_attack: Venom Ray Special Attack}",
            "{special_attack: Venom Rain Special Attack}",
            "unknown special attack `Venom Rain Special Attack`, did you mean `Venom Ray Special Attack`?",
        ),
        ("roll_for: [Trap]", "roll_for: [Trop]", "unknown power `Trop`, did you mean `trap`?"),
        ("roll_for: [Unleashed Fury]", "roll_for: [Unleashd Fury]", "did you mean `Unleashed Fury"),
        ("cards: [cyprien]", "cards: [cyprian]", "unknown card `cyprian`, did you mean `cyprien"),
    ];
    for (right, wrong, says) in slips {
        let slip = text.replacen(right, wrong, 1);
        assert_ne!(slip, *text, "{right}");
        let told =
            faults_in_lines(&heroscape.check_file(&library().data, &Source::new(path, slip)));
        let line = 1 + text[..text.find(right).expect("it is there")].matches('\n').count();
        assert!(told.starts_with(&format!("{path}:{line}:")) && told.contains(says), "{told}");
    }
}
