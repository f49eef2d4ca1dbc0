//! Tests of minor terrains: how they come into play, are turned and are buried.

use crate::staged::{FRONTIER, Staged};
use umpire_core::seat::Seat;
use umpire_dragon_dice::position::pieces::Place;
use umpire_dragon_dice::rules::species::works;
use umpire_dragon_dice::tables::rule::Rule;

fn march(pool: &str, minors: &str) -> Staged {
    let seats = format!("A: {{minor_terrains: [{pool}]}}\n  B: {{}}");
    let position = format!(
        "terrains: {{frontier: coastland-city 7}}
minor_terrains: {{A: {{{minors}}}}}
armies:
  A: {{frontier: [2 oakling]}}
  B: {{home B: [thug], frontier: [thug]}}"
    );
    Staged::of("current", &seats, &position)
}

#[test]
fn one_comes_in_in_place_of_the_maneuver() {
    let mut staged = march("wasteland-knoll, highland-knoll, deadland-village", "");
    staged.say("march frontier");
    assert_eq!(staged.refusal("bring highland-knoll"), Rule::BringingMinorTerrain);
    assert_eq!(staged.answers().len(), 4, "{:?}", staged.answers());
    staged.say("bring wasteland-knoll");
    // Face 3 of a Knoll is its second missile face.
    staged.roll(&[3]);
    assert_eq!(staged.asked(), (Seat(0), Rule::ActionShown));
    // The terrain gives melee, the minor terrain missiles: at B here and at B's Home.
    assert_eq!(staged.answers().len(), 4, "{:?}", staged.answers());
    assert_eq!(staged.refusal("magic"), Rule::ActionShown);
}

#[test]
fn keeping_its_face_costs_the_maneuver() {
    let mut staged = march("coastland-woods", "frontier: coastland-knoll 2");
    staged.say("march frontier");
    assert_eq!(staged.asked(), (Seat(0), Rule::KeepOrRoll));
    assert_eq!(staged.refusal("maneuver"), Rule::KeepOrRoll);
    assert_eq!(staged.refusal("bring coastland-woods"), Rule::OneMinorTerrain);
    staged.say("keep");
    assert_eq!(staged.refusal("maneuver"), Rule::KeepOrRoll);
}

#[test]
fn a_rolled_id_is_turned_to_an_action() {
    let mut staged = march("coastland-woods", "frontier: coastland-knoll 2");
    staged.say("march frontier");
    staged.say("roll");
    staged.roll(&[0]);
    assert_eq!(staged.asked(), (Seat(0), Rule::MinorId));
    assert_eq!(staged.answers().len(), 3);
    assert_eq!(staged.refusal("face 7"), Rule::MinorId);
    staged.say(&staged.answers()[1].clone());
    assert_eq!(staged.asked().1, Rule::ManeuverAnnounced);
    staged.say("bury");
    assert_eq!(staged.lies(0, Place::BURIED), ["coastland-knoll"]);
    assert_eq!(staged.asked().1, Rule::ActionShown);
}

#[test]
fn a_disaster_is_buried_before_any_choice() {
    let mut staged = march("coastland-woods", "frontier: coastland-knoll 8");
    staged.say("march frontier");
    assert_eq!(staged.lies(0, Place::BURIED), ["coastland-knoll"]);
    assert_eq!(staged.asked().1, Rule::ManeuverAnnounced);
    assert_eq!(staged.refusal("keep"), Rule::DisasterIsBuried);
    staged.say("bring coastland-woods");
    // A flanked army stays so until its next march.
    staged.roll(&[7]);
    assert_eq!(staged.lies(0, FRONTIER), ["coastland-woods", "oakling", "oakling"]);
}

#[test]
fn deadlands_count_as_dead_units() {
    for (total, parts) in [(24, 1), (25, 2), (48, 2), (49, 3)] {
        let position = "minor_terrains: {A: {frontier: deadland-knoll 2}}
armies:
  A: {frontier: [zombie]}
  B: {home B: [thug]}";
        let seats = format!("A: {{}}\n  B: {{}}\ntotal: {total}");
        let staged = Staged::of("current", &seats, position);
        let id = staged.game.catalog.ability_named("bone-magic").expect("it is a row");
        let ability = staged.game.catalog.ability(id);
        assert_eq!(works::dead_for(&staged.game, &staged.state, Seat(0), ability), parts);
    }
}
