//! Icons of eighth faces, from their tables to what players are offered.

use crate::staged::{FRONTIER, Staged};
use umpire_core::game::Outcome;
use umpire_core::seat::{Seat, Seats};
use umpire_dragon_dice::position::pieces::Place;
use umpire_dragon_dice::tables::rule::Rule;

#[test]
fn a_city_recruits_or_promotes_once() {
    let position = "phase: eighth_face
terrains: {frontier: coastland-city 8 A}
armies:
  A: {frontier: [oakling], home A: [nymph], dead: [oakling, naiad]}
  B: {home B: [thug]}";
    let mut staged = Staged::new(position);
    assert_eq!(staged.asked(), (Seat(0), Rule::City));
    assert_eq!(staged.answers().len(), 3, "{:?}", staged.answers());
    assert_eq!(staged.refusal("recruit naiad"), Rule::Recruiting);
    staged.say("exchange oakling for naiad");
    assert_eq!(staged.lies(0, FRONTIER), ["naiad"]);
    assert_eq!(staged.asked().1, Rule::Marches);
}

#[test]
fn a_temple_has_another_player_bury() {
    let position = "phase: eighth_face
terrains: {frontier: coastland-temple 8 A}
armies:
  A: {frontier: [oakling]}
  B: {home B: [thug], dead: [mugger, pelter]}";
    let mut staged = Staged::new(position);
    assert_eq!(staged.asked(), (Seat(0), Rule::Temple));
    staged.say("player B");
    assert_eq!(staged.asked(), (Seat(1), Rule::Temple));
    staged.say("take pelter");
    assert_eq!(staged.lies(1, Place::BURIED), ["pelter"]);
    assert_eq!(staged.lies(1, Place::DEAD), ["mugger"]);
}

#[test]
fn a_grove_must_act_if_it_can() {
    let grove = |buried: &str| {
        format!(
            "phase: eighth_face
terrains: {{frontier: coastland-grove 8 A}}
armies:
  A: {{frontier: [oakling], buried: [water-sight-stone]}}
  B: {{home B: [thug], buried: [{buried}]}}"
        )
    };
    let mut staged = Staged::new(&grove("mugger"));
    assert_eq!(staged.asked(), (Seat(0), Rule::Grove));
    assert_eq!(staged.refusal("pass"), Rule::Grove);
    assert_eq!(staged.answers().len(), 2, "{:?}", staged.answers());
    staged.say("choose B mugger");
    assert_eq!(staged.lies(1, Place::DEAD), ["mugger"]);
    // Another player's Dragonkin stays, so the item is all there is to move.
    let staged = Staged::new(&grove("fire-dragonfoal"));
    assert_eq!(staged.asked().1, Rule::Marches);
    assert_eq!(staged.lies(0, FRONTIER), ["oakling", "water-sight-stone"]);
}

#[test]
fn a_lair_brings_dragons_that_match_it() {
    let lair = |edition| {
        let dragons = "dragons: [red-drake, yellow-drake, blue-drake, white-drake, ivory-wyrm, blue-ivory-drake]";
        let seats = format!("A: {{{dragons}}}\n  B: {{}}");
        let position = "phase: eighth_face
terrains: {frontier: highland-dragons-lair 8 A}
armies:
  A: {frontier: [oakling]}
  B: {home B: [thug]}";
        Staged::of(edition, &seats, position)
    };
    let staged = lair("current");
    assert_eq!(staged.asked(), (Seat(0), Rule::DragonsLair));
    // Passing, red, yellow, ivory, and blue with ivory.
    assert_eq!(staged.answers().len(), 5, "{:?}", staged.answers());
    assert_eq!(staged.refusal("choose A white-drake"), Rule::DragonsLair);
    let mut staged = lair("classic");
    assert_eq!(staged.asked(), (Seat(0), Rule::ClassicDragonsLair));
    // Passing, red, yellow and white.
    assert_eq!(staged.answers().len(), 4, "{:?}", staged.answers());
    staged.say("choose A white-drake");
    assert_eq!(staged.answers().len(), 3);
    staged.say("go home B");
    assert_eq!(staged.lies(0, Place(1)), ["white-drake"]);
}

#[test]
fn a_castle_is_named_unless_its_capture_has_won() {
    let position = "maneuver: frontier
terrains: {home A: coastland-city 5, frontier: highland-castle 7}
armies:
  A: {home A: [nymph], frontier: [oakling]}
  B: {home B: [thug]}";
    let mut staged = Staged::new(position);
    staged.say("maneuver");
    staged.say("up");
    assert_eq!(staged.asked(), (Seat(0), Rule::Castle));
    assert_eq!(staged.answers().len(), 4);
    assert_eq!(staged.refusal("name grove"), Rule::Castle);
    staged.say("name tower");
    let named = staged.state.grounds[2].named.map(|eighth| &staged.game.catalog.eighth(eighth).id);
    assert_eq!(named.map(String::as_str), Some("tower"));
    assert_eq!(staged.state.over, None);

    let second = position.replace("coastland-city 5", "coastland-city 8 A");
    let mut staged = Staged::new(&second);
    staged.say("maneuver");
    staged.say("up");
    let winners = Seats::only(Seat(0));
    assert_eq!(staged.state.over, Some(Outcome { winners }));
}

#[test]
fn both_icons_of_a_classic_player_act_in_their_order() {
    let position = "phase: eighth_face
terrains: {home A: coastland-city 8 A, frontier: coastland-grove 8 A}
armies:
  A: {home A: [nymph], frontier: [oakling], dead: [willowling], buried: [pineling]}
  B: {home B: [thug]}";
    let mut staged = Staged::of("classic", "A: {}\n  B: {}", position);
    assert_eq!(staged.asked(), (Seat(0), Rule::EighthFaceTiming));
    assert_eq!(staged.answers().len(), 2);
    staged.say("go frontier");
    // The Grove moved the one buried unit by itself; the City may recruit it now.
    assert_eq!(staged.lies(0, Place::BURIED), [] as [&str; 0]);
    assert_eq!(staged.asked(), (Seat(0), Rule::ClassicCity));
    staged.say("recruit pineling");
    assert_eq!(staged.lies(0, Place(0)), ["nymph", "pineling"]);
}

#[test]
fn a_royalty_die_recruits_or_promotes() {
    let position = "phase: royalty
armies:
  A: {home A: [nymph, king], dead: [willowling, naiad]}
  B: {home B: [thug]}";
    let seats = "A: {}\n  B: {}\nhouse_rules: [king]";
    let mut staged = Staged::of("classic", seats, position);
    assert_eq!(staged.asked(), (Seat(0), Rule::RoyaltyDie));
    assert_eq!(staged.answers().len(), 3, "{:?}", staged.answers());
    staged.say("recruit willowling");
    assert_eq!(staged.asked().1, Rule::Marches);
    assert_eq!(staged.lies(0, Place(0)), ["king", "nymph", "willowling"]);
}
