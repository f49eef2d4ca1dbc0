//! Bots that look ahead: in positions where one thing is sensible they do it.

use crate::searched::{asked, go_on};
use umpire_core::game::Game;
use umpire_core::host::{Hosted, choose};
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_ea_heresy::EaHeresy;
use umpire_heroscape::HeroScape;
use umpire_tests::{library, loaded};

/// What a bot does from the first position of a scenario, decision by decision, until somebody else is asked.
fn foreseen<G: Hosted>(given: &str, seat: Seat) -> Vec<String> {
    let opened = loaded::<G>(given);
    let (game, mut state) = (&opened.game, opened.game.start(&opened.setup).expect("it begins"));
    let mut said = Vec::new();
    for input in 0..60 {
        let by = asked(game, &state);
        if by.is_some_and(|by| by != seat) {
            break;
        }
        let action = by.and_then(|_| choose(game, &game.view(&state, seat), seat, 0, &mut |_| 0));
        said.extend(action.iter().map(|action| game.say_action(&state, seat, action)));
        go_on(game, &mut state, action.as_ref(), input);
    }
    said
}

/// Two terrains of three hold a win; five dice stand alone where the third is one step from its eighth face.
fn alone_on_seven(home: &str) -> String {
    format!(
        "
game: dragon-dice
edition: current
seats:
  A: {{terrains: {{home: swampland-city, frontier: coastland-tower}}}}
  B: {{terrains: {{home: wasteland-temple, frontier: highland-standing-stones}}}}
position:
  turn: A
  terrains: {{home A: swampland-city 3, home B: wasteland-temple {home}, frontier: coastland-tower 7}}
  armies:
    A: {{frontier: [2 oak, oak-lord, 2 oakling], home B: [pine, willow]}}
    B: {{home A: [firemaster, explorer, 2 firestarter]}}
"
    )
}

#[test]
fn a_terrain_that_stands_open_is_captured() {
    for home in ["4", "8 A"] {
        let said = foreseen::<DragonDice>(&alone_on_seven(home), Seat(0));
        let steps = ["march frontier", "maneuver", "up"];
        let follows = said.windows(3).any(|three| three == steps);
        assert!(follows, "home B on {home}: {said:?}");
    }
}

#[test]
fn a_stronghold_whose_occupants_are_charged_is_invaded() {
    let scenario = library().data.get("ea-heresy/scenarios/storm-the-keep.yaml");
    let said = foreseen::<EaHeresy>(&scenario.expect("it is shipped").text, Seat(0));
    assert!(said[0].contains("engage"), "{said:?}");
    assert!(said.iter().any(|said| said.contains("invades keep")), "{said:?}");
}

#[test]
fn whoever_guards_an_objective_far_from_any_enemy_watches() {
    let given = "
game: ea-heresy
size: [120, 180]
victory: battle_line
turn: 1
begins: {act: A}
objectives:
  - {at: [60, 20], half: near}
  - {at: [60, 160], half: far}
sides:
  A: {half: near, formations: [{name: reds, units: {infantry: 4}, from: [56, 20], step: [3, 0], facing: 90}]}
  B: {half: far, formations: [{name: blues, units: {infantry: 4}, from: [56, 160], step: [3, 0], facing: 270}]}
";
    let said = foreseen::<EaHeresy>(given, Seat(0));
    assert!(said[0].contains("overwatch"), "{said:?}");
}

#[test]
fn the_last_enemy_beside_a_flyer_is_struck_however_far_the_next_one_is() {
    let row = "g ".repeat(26);
    let rows: Vec<String> =
        (0..6).map(|number| format!("{}{row}", " ".repeat(number % 2))).collect();
    let given = format!(
        "
game: heroscape
battlefield:
  battlefield: flat
  levels:
    1: |
      {}
seats:
  A: {{cards: [mimring]}}
  B: {{cards: [blade-gruts, finn]}}
position:
  figures: {{mimring: A1 B1, blade-grut 1: C1, finn: Z6}}
  markers: {{A: {{1: mimring, 2: mimring, 3: mimring}}, B: {{1: finn, 2: finn, 3: finn}}}}
  turn: {{card: mimring}}
",
        rows.join("\n      ")
    );
    let said = foreseen::<HeroScape>(&given, Seat(0));
    assert!(said.iter().any(|said| said.contains("attacks blade-grut 1")), "{said:?}");
}

#[test]
fn whoever_has_no_ram_takes_the_ladder() {
    // Four Vikings at the foot of a ladder: the gate is nearer, and barred.
    let given = "
game: heroscape
battlefield: gatehouse
house_rules: [crenels]
goals:
  - reach: {zone: B, figures: 3, by: [A]}
  - survive: {rounds: 8, by: [B]}
conditions:
  doors: {G6: barred}
round_limit: 8
seats:
  A: {cards: [tarn-viking-warriors]}
  B: {cards: [thorgrim]}
position:
  figures: {tarn 1: K4, tarn 2: K3, tarn 3: J3, tarn 4: L3, thorgrim: F11}
  markers: {A: {1: tarn-viking-warriors, 2: tarn-viking-warriors, 3: tarn-viking-warriors}, B: {1: thorgrim, 2: thorgrim, 3: thorgrim}}
  turn: {card: tarn-viking-warriors}
";
    let said = foreseen::<HeroScape>(given, Seat(0));
    let climbs = said.iter().filter(|said| said.starts_with("move tarn") && said.contains("L5"));
    assert!(climbs.count() > 0, "{said:?}");
}

#[test]
fn of_cards_that_may_be_picked_none_looks_best() {
    let scenario = library().data.get("heroscape/scenarios/choosing-sides.yaml");
    let opened = loaded::<HeroScape>(&scenario.expect("it is shipped").text);
    let (game, mut state) = (&opened.game, opened.game.start(&opened.setup).expect("it begins"));
    while asked(game, &state).is_none() {
        go_on(game, &mut state, None, 1);
    }
    let seat = asked(game, &state).expect("somebody picks");
    let picked = |drawn: usize| choose(game, &game.view(&state, seat), seat, 0, &mut |_| drawn);
    let few: Vec<_> = (0..8).map(picked).collect();
    let mut cards = few.clone();
    cards.dedup();
    assert_eq!(cards.len(), 8, "each of eight is drawn: {few:?}");
}
