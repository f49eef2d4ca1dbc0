//! Odds of what may be done now, asked in the words in which it is done.

use crate::words::{act, loaded};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Hosted};
use umpire_core::odds::Budget;
use umpire_core::ruling::Silent;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::catalog::{Counted, Face, Icon};

/// One die against another at the frontier, each with another elsewhere.
pub fn met(phase: &str, own: &str, other: &str, more: &str) -> (DragonDice, State) {
    loaded(&format!(
        "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  {phase}: frontier\n  \
         terrains: {{frontier: coastland-city 6}}\n  armies:\n    \
         A: {{frontier: [{own}], home A: [soldier]}}\n    \
         B: {{frontier: [{other}], home B: [soldier]}}\n{more}"
    ))
}

fn odds(game: &DragonDice, state: &State, line: &str) -> Answer {
    let answer = game.ask(state, None, &format!("odds {line}"), &Budget::default());
    answer.unwrap_or_else(|slip| panic!("{line}: {slip}"))
}

/// Each outcome with its exact chance.
fn chances(answer: &Answer) -> Vec<(&str, &str)> {
    let rows = answer.rows.iter().skip(1);
    rows.map(|row| (row[0].as_str(), row.last().expect("it has cells").as_str())).collect()
}

fn means(answer: &Answer) -> Vec<(&str, &str)> {
    answer.means.iter().map(|mean| (mean.of.as_str(), mean.exactly.as_str())).collect()
}

#[test]
fn a_maneuver_has_odds_before_its_dice() {
    // A sentry maneuvers 1 on three faces of six: who maneuvers falls short in a quarter of cases.
    let (game, mut state) = met("maneuver", "sentry", "sentry", "");
    let answer = odds(&game, &state, "maneuver");
    let expected = [("succeeds, countered by B", "3/4"), ("fails, countered by B", "1/4")];
    assert_eq!(chances(&answer), expected);
    assert_eq!(
        means(&answer),
        [("A at frontier, maneuver", "1/2"), ("B at frontier, maneuver", "1/2")]
    );
    act(&game, &mut state, 0, "maneuver");
    assert_eq!(chances(&odds(&game, &state, "counter")), expected);
}

#[test]
fn a_maneuver_without_dice_says_what_comes_of_it() {
    let struck =
        "  effects:\n    - {rule: DD-12.10, on: A frontier, does: only_saves, ends: start A}\n";
    let (game, state) = met("maneuver", "sentry", "sentry", struck);
    let answer = odds(&game, &state, "maneuver");
    assert!(answer.headline.contains("fails if it is countered"), "{}", answer.headline);
    let (game, state) =
        met("maneuver", "sentry", "sentry", &struck.replace("A frontier", "B frontier"));
    let answer = odds(&game, &state, "maneuver");
    assert!(answer.headline.contains("nobody can counter it (DD-6.4)"), "{}", answer.headline);
}

#[test]
fn magic_has_odds_before_its_dice() {
    let position = "game: dragon-dice\nseats: {A: {}, B: {}}\nposition:\n  action: frontier\n  \
                    terrains: {frontier: coastland-city 1}\n  armies:\n    \
                    A: {frontier: [wizard], home A: [soldier]}\n    B: {home B: [soldier]}\n";
    let (game, state) = loaded(position);
    let answer = odds(&game, &state, "magic");
    assert_eq!(answer.rows, odds(&game, &state, "A at frontier rolls magic").rows);
    assert!(answer.means[0].value > 0.0, "{}", answer.headline);
}

#[test]
fn an_attack_tells_both_rolls_and_the_health_it_takes() {
    // Footman: 1 melee on 3 faces, 2 on 1. Warrior, of 2 health: 2 saves on 2 faces. Only 2 damage takes it.
    let (game, state) = met("action", "footman", "warrior", "");
    let answer = odds(&game, &state, "melee B");
    let means = means(&answer);
    for told in [
        ("damage", "5/9"),
        ("health of the units it takes", "2/9"),
        ("A at frontier, melee", "5/6"),
        ("B at frontier, save", "2/3"),
    ] {
        assert!(means.contains(&told), "{told:?}: {means:?}");
    }
    // Bare dice stand in no fight, and are told the same.
    assert_eq!(odds(&game, &state, "footman melee warrior").means.len(), answer.means.len());
}

#[test]
fn a_counter_attack_has_odds_before_its_dice() {
    let (game, mut state) = met("action", "footman", "warrior", "");
    act(&game, &mut state, 0, "melee B");
    // An attack of nothing is answered all the same.
    while let Pending::Roll(request) = game.pending(&state, &mut Silent) {
        let faces =
            vec![nothing(&game); request.groups.iter().map(|it| usize::from(it.count)).sum()];
        game.roll(&mut state, &faces, &mut Deaf).expect("the faces fit");
    }
    let answer = odds(&game, &state, "counter");
    let bare = odds(&game, &state, "warrior melee footman");
    assert_eq!(answer.rows, bare.rows);
    assert!(
        !answer.means.iter().any(|mean| mean.of.contains("counter-attack")),
        "{:?}",
        answer.means
    );
}

/// The number of the footman's face that gives no melee.
fn nothing(game: &DragonDice) -> u8 {
    let footman =
        game.catalog.kinds.iter().position(|kind| kind.id == "footman").expect("it is known");
    let faces = game.catalog.kinds[footman].faces();
    let melee = |face: &Face| matches!(face.icon, Icon::Id | Icon::Plain(Counted::Melee));
    faces.iter().position(|face| !melee(face)).expect("it has one") as u8
}
