//! Species abilities in staged positions.

use crate::staged::{FRONTIER, Staged};
use umpire_core::seat::Seat;
use umpire_core::testing::{rules_hold_in_random_play, splitmix};
use umpire_dragon_dice::position::event::Event;
use umpire_dragon_dice::position::pieces::Place;
use umpire_dragon_dice::rules::items;
use umpire_dragon_dice::tables::rule::Rule;

fn ability(staged: &Staged, id: &str) -> Rule {
    Rule::Ability(staged.game.catalog.ability_named(id).expect("it is a row"))
}

#[test]
fn each_feral_army_grows_once() {
    let position = "phase: species
terrains: {frontier: highland-city 3, home A: feyland-city 3, home B: coastland-city 2}
armies:
  A: {frontier: [lynx-folk], home A: [lynx-folk], home B: [hound-folk], dead: [weasel-folk, horse-folk]}
  B: {home B: [thug]}";
    let mut staged = Staged::new(position);
    // Earth at the Frontier and air at B's Home, but neither at A's own.
    assert_eq!(staged.asked(), (Seat(0), Rule::SpeciesAbilitiesPhase));
    assert_eq!(staged.answers().len(), 3, "{:?}", staged.answers());
    staged.say("use feralization at frontier");
    assert_eq!(staged.asked().1, ability(&staged, "feralization"));
    staged.say("exchange lynx-folk for horse-folk");
    // A single army is left, and it is asked at once.
    assert_eq!(staged.asked().1, ability(&staged, "feralization"));
    staged.say("recruit lynx-folk");
    assert_eq!(staged.lies(0, Place(1)), ["hound-folk", "lynx-folk"]);
    assert_eq!(staged.asked().1, Rule::Marches);
}

#[test]
fn handlers_bring_no_more_dragonkin_than_they_master() {
    let position = "phase: species
terrains: {frontier: highland-city 3}
armies:
  A: {frontier: [fire-morehl-racer, fire-dragonfoal]}
  B: {home B: [thug]}";
    let seats = "A: {dragonkin: [2 fire-dragonfoal, water-dragonfoal, earth-dragonmount]}\n  B: {}";
    let mut staged = Staged::of("current", seats, position);
    assert_eq!(staged.asked().1, ability(&staged, "dragonkin-handlers"));
    // Pass, the fire Dragonfoal, or the earth Dragonmount for the one there.
    assert_eq!(staged.answers().len(), 3, "{:?}", staged.answers());
    staged.say("recruit fire-dragonfoal");
    assert_eq!(staged.lies(0, FRONTIER).len(), 3);
    assert_eq!(staged.asked().1, Rule::Marches);
}

#[test]
fn frostwings_leave_their_graves() {
    let position = "phase: species
terrains: {frontier: coastland-city 3}
armies:
  A: {frontier: [bear-master], buried: [bear-master, oakling]}
  B: {home B: [thug]}";
    let position = position.replace("bear-master", FROSTWING);
    let mut staged = Staged::new(&position);
    assert_eq!(staged.asked().1, ability(&staged, "winter-s-fortitude"));
    assert_eq!(staged.answers().len(), 2);
    staged.say(&staged.answers()[1].clone());
    assert_eq!(staged.lies(0, Place::DEAD), [FROSTWING]);
}

/// A small Frostwing.
const FROSTWING: &str = "assaulter";

#[test]
fn stalkers_grow_by_what_they_kill_in_reserves() {
    let position = "phase: species
armies:
  A: {frontier: [ravager], dead: [warmonger, annihilator]}
  B: {home B: [thug], reserve: [wolf-rider, thug]}";
    let seats = "A: {}\n  B: {}\ntotal: 24";
    let mut staged = Staged::of("current", seats, position);
    assert_eq!(staged.asked().1, ability(&staged, "mutate"));
    staged.say("player B");
    // Two Stalkers lie dead, but a force of 24 points strikes one unit.
    assert_eq!(staged.answers().len(), 2, "{:?}", staged.answers());
    staged.say("take wolf-rider");
    staged.roll(&[1]);
    assert_eq!(staged.lies(1, Place::DEAD), ["wolf-rider"]);
    // Two health: a recruit and a promotion.
    staged.say("recruit warmonger");
    staged.say("exchange ravager for annihilator");
    assert_eq!(staged.lies(0, FRONTIER), ["annihilator", "warmonger"]);
    assert_eq!(staged.lies(0, Place::DEAD), ["ravager"]);
    assert_eq!(staged.asked().1, Rule::Marches);
}

#[test]
fn dying_undead_step_down() {
    let position = "action: frontier
terrains: {frontier: coastland-city 7}
armies:
  A: {frontier: [2 oak]}
  B: {home B: [thug], frontier: [wight, zombie], dead: [skeleton]}";
    let mut staged = Staged::new(position);
    staged.say("melee B");
    // Four melee against no save: the Wight and the Zombie both die.
    staged.roll(&[1, 2]);
    staged.roll(&[2, 2]);
    assert_eq!(staged.damage(), [4]);
    assert_eq!(staged.asked(), (Seat(1), ability(&staged, "stepped-damage")));
    // The Zombie is small: nothing is smaller.
    assert_eq!(staged.answers().len(), 2, "{:?}", staged.answers());
    staged.say("exchange wight for skeleton");
    assert_eq!(staged.lies(1, FRONTIER), ["skeleton"]);
    assert_eq!(staged.lies(1, Place::DEAD), ["wight", "zombie"]);
}

#[test]
fn foul_stench_keeps_units_from_striking_back() {
    let position = "action: frontier
terrains: {frontier: coastland-city 7}
armies:
  A: {frontier: [cutthroat], dead: [thug]}
  B: {home B: [nymph], frontier: [oakling, nymph]}";
    let mut staged = Staged::new(position);
    staged.say("melee B");
    // A save face: no melee, so no save roll either.
    staged.roll(&[1]);
    assert_eq!(staged.asked(), (Seat(1), ability(&staged, "foul-stench")));
    staged.say("take nymph");
    staged.say("counter");
    staged.roll(&[1]);
}

#[test]
fn cursed_bullets_pass_plain_saves() {
    let position = "action: frontier
terrains: {frontier: coastland-city 3}
armies:
  A: {frontier: [fusilier, pineling], dead: [2 scout]}
  B: {home B: [thug], frontier: [2 oak]}";
    let mut staged = Staged::new(position);
    staged.say("missile B");
    // Two missiles of the Fusilier, both cursed, and two of the Pineling.
    staged.roll(&[2, 5]);
    // Eight saves stop the plain two.
    staged.roll(&[5, 5]);
    assert_eq!(staged.damage(), [2]);
}

#[test]
fn scorching_touch_burns_the_attacker() {
    let position = "action: frontier
terrains: {frontier: feyland-city 7}
armies:
  A: {frontier: [2 oak, 2 nymph]}
  B: {home B: [thug], frontier: [dragonne-tender, dragonne-rider]}";
    let mut staged = Staged::new(position);
    staged.say("melee B");
    staged.roll(&[1, 2, 4, 4]);
    // One and two saves: three damage back, and one of four comes through.
    staged.roll(&[2, 2]);
    let noted = staged.told.iter().any(|event| {
        matches!(event, Event::Noted { amount: 3, rule, .. } if *rule == ability(&staged, "scorching-touch"))
    });
    assert!(noted);
    assert_eq!(staged.damage()[0], 1);
}

#[test]
fn firewalkers_fly_between_air_terrains_once() {
    let position = "phase: retreat
terrains: {home A: wasteland-city 3, frontier: coastland-city 3, home B: feyland-city 2}
armies:
  A: {home A: [2 guardian], frontier: [explorer], home B: [explorer]}
  B: {home B: [thug]}";
    let mut staged = Staged::new(position);
    let fly = ability(&staged, "air-flight");
    assert_eq!(staged.refusal("move explorer from home B to home A"), fly);
    staged.say("move guardian from home A to frontier");
    assert_eq!(staged.lies(0, FRONTIER), ["explorer", "guardian"]);
    assert_eq!(staged.refusal("move guardian from frontier to home A"), fly);
    staged.say("move explorer from frontier to home A");
}

#[test]
fn amazons_bury_a_minor_terrain_to_charge() {
    let position = "terrains: {frontier: coastland-city 7}
minor_terrains: {A: {frontier: coastland-knoll 3}}
armies:
  A: {frontier: [charioteer]}
  B: {home B: [thug], frontier: [2 oak]}";
    let mut staged = Staged::new(position);
    staged.say("march frontier");
    staged.say("use kukri-charge at frontier");
    assert_eq!(staged.lies(0, Place::BURIED), ["coastland-knoll"]);
    staged.say("melee B");
    // One maneuver counts as melee.
    staged.roll(&[2]);
    staged.roll(&[1, 1]);
    assert_eq!(staged.damage(), [1]);
}

#[test]
fn items_fall_with_their_carriers_and_excess_is_buried() {
    let position = "action: frontier
terrains: {frontier: coastland-city 7}
armies:
  A: {frontier: [2 oak]}
  B: {home B: [thug], frontier: [nymph, willowling, 3 water-sight-stone]}";
    let mut staged = Staged::new(position);
    staged.say("melee B");
    staged.roll(&[1, 5]);
    // Two damage, no save from dice or stones: both would die; a save from the Willowling spares one.
    staged.roll(&[1, 2, 0, 0, 0]);
    assert_eq!(staged.damage(), [0]);
    staged.say("pass");
    let army = staged.army(1, FRONTIER);
    let units = staged.only(1, "nymph");
    let items = items::items_rolled_with(&staged.game, &staged.state, army, units);
    assert_eq!(items.len(), 2, "a unit carries two pieces of equipment");
}

/// Three players whose species and terrains bring every ability and icon of this module into play.
const CROWDED: &str = "phase: start
terrains: {home A: flatland-grove 8 A, home B: wasteland-dragons-lair 8 B, home C: feyland-castle 7, frontier: swampland-temple 7}
minor_terrains: {A: {frontier: deadland-knoll 8}, B: {frontier: feyland-bridge 4}, C: {home C: wasteland-woods 1}}
dragons: {frontier: [A red-drake]}
armies:
  A: {home A: [lynx-folk, wight, cutthroat, air-sight-stone], frontier: [horse-folk, zombie, guardian, fire-trog-racer, earth-dragonfoal], home C: [explorer, 2 fusilier], reserve: [skeleton, thug], dead: [weasel-folk, ghoul, mugger, scout], buried: [wight, hound-folk]}
  B: {home B: [dragonne-rider, 2 ravager, singeman], frontier: [charioteer, javelineer, warmonger, water-sight-stone], home A: [hound-master, wolf-master], reserve: [bog-runner, advocate], dead: [striker, annihilator, attacker], buried: [apprentice, bladesman]}
  C: {home C: [oak, 2 nymph, king], frontier: [oak-lord, strangle-vine], home B: [willow, unicorn], reserve: [naiad], dead: [oakling, dryad], buried: [pineling]}";

#[test]
fn random_play_holds_to_the_contract() {
    for (edition, seeds) in [("current", 0..12), ("classic", 12..24)] {
        let seats = "A: {minor_terrains: [swampland-village, flatland-woods], dragonkin: [fire-dragonfoal, earth-dragonmount]}
  B: {minor_terrains: [deadland-woods], dragons: [blue-wyrm]}
  C: {minor_terrains: [feyland-knoll]}
house_rules: [king]";
        let staged = Staged::of(edition, seats, CROWDED);
        for seed in seeds {
            println!("{edition}, seed {seed}");
            rules_hold_in_random_play(&staged.game, &staged.setup, &mut splitmix(seed), 400);
        }
    }
}
