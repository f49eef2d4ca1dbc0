//! Shooting, with numbers worked out by hand.

use crate::staged::Staged;
use umpire_core::game::{Game, Pending};
use umpire_core::ruling::{Node, Ruling};
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};
use umpire_ea_heresy::position::action::{Action, Fire, Target, UnitMove, Value, Volley, Way};
use umpire_ea_heresy::position::event::Event;
use umpire_ea_heresy::position::state::{Body, UnitSet};
use umpire_ea_heresy::rules::blast_markers;
use umpire_ea_heresy::rules::shooting::cover;
use umpire_ea_heresy::steps::shooting::candidates;
use umpire_ea_heresy::tables::rule::Rule;

/// The wolves hold and are about to shoot, with no modifier of an action.
fn shooting(a: &[&str], b: &[&str], more: &str) -> Staged {
    let more = format!("begins: {{order: {{formation: wolves, order: hold}}}}\n{more}");
    let mut staged = Staged::of(a, b, &more);
    if staged.asked().1 == Rule::Hold {
        staged.act(&Action::Choose(Way::Shoot));
    }
    staged
}

/// The wolves' usual fire at a formation.
fn fire_at(staged: &Staged, name: &str) -> Fire {
    let target = Target::Formation(staged.formation(name));
    let wolves = staged.formation("wolves");
    candidates::default_fire(&staged.game, &staged.state, wolves, target, false)
        .expect("they may fire")
}

fn shoot(staged: &mut Staged, name: &str) {
    let fire = fire_at(staged, name);
    staged.act(&Action::Shoot(fire));
}

fn markers(staged: &Staged, name: &str) -> u8 {
    staged.state.formation(staged.formation(name)).markers
}

fn alive(staged: &Staged, name: &str) -> usize {
    staged.state.members(staged.formation(name)).count()
}

/// What the dice asked for need.
fn needs(staged: &mut Staged, dice: &[u8]) -> i16 {
    staged.roll(dice);
    let told = staged.told.iter().find_map(|event| match event {
        Event::Hit { needs, .. } => Some(*needs),
        _ => None,
    });
    told.expect("dice to hit were rolled")
}

#[test]
fn three_rifles_hit_on_four_the_nearest_die_first_and_markers_follow() {
    let mut staged = shooting(
        &["{name: wolves, units: {infantry: 3}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 3}, at: [[20, 40], [24, 42], [28, 44]]}"],
        "",
    );
    shoot(&mut staged, "orks");
    assert_eq!(markers(&staged, "orks"), 1);
    assert_eq!(staged.groups(), [3]);
    staged.roll(&[4, 3, 6]);
    assert_eq!(staged.groups(), [1, 1]);
    let allotted: Vec<Body> = staged
        .told
        .iter()
        .filter_map(|event| match event {
            Event::Allotted { on, .. } => Some(*on),
            _ => None,
        })
        .collect();
    let (first, second) = (staged.unit("orks 1"), staged.unit("orks 2"));
    assert_eq!(allotted, [Body::Unit(first), Body::Unit(second)]);
    staged.roll(&[5, 4]);
    assert!(staged.state.unit(first).alive() && !staged.state.unit(second).alive());
    assert_eq!(markers(&staged, "orks"), 2, "one for the fire, one for the loss");
    assert!(staged.state.firing.is_none() && staged.state.toll == Default::default());
}

#[test]
fn a_target_thirty_one_away_is_out_of_range_and_the_numbers_say_so() {
    let staged = shooting(
        &["{name: wolves, units: {infantry: 1}, from: [20, 20]}"],
        &[
            "{name: orks, units: {infantry: 2}, at: [[20, 53], [24, 54]]}",
            "{name: near, units: {infantry: 1}, from: [30, 40]}",
        ],
        "",
    );
    let volley = Volley {
        unit: staged.unit("wolves"),
        mount: 0,
        mode: 0,
        value: Value::Ap,
        open_only: false,
        count: None,
    };
    let fire = Fire {
        target: Target::Formation(staged.formation("orks")),
        volleys: vec![volley],
        templates: vec![],
        indirect: false,
    };
    let ruling = staged.ruling(&Action::Shoot(fire));
    assert_eq!(ruling.broken, [Rule::WhoMayShoot]);
    let remedy = &ruling.remedies()[0].says;
    assert_eq!(remedy, "`shoot near`");
}

#[test]
fn cover_takes_one_off_and_the_open_may_be_aimed_at_alone() {
    let mut staged = shooting(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 2}, at: [[20, 40], [20, 44]]}"],
        "pieces:\n  - {terrain: crater, rect: [15, 38, 25, 42]}",
    );
    let mut fire = fire_at(&staged, "orks");
    let mut both = shooting(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 2}, at: [[20, 40], [20, 44]]}"],
        "pieces:\n  - {terrain: crater, rect: [15, 38, 25, 42]}",
    );
    both.act(&Action::Shoot(fire.clone()));
    assert_eq!(needs(&mut both, &[5, 4]), 5);
    assert_eq!(both.groups(), [1]);
    both.roll(&[4]);
    assert_eq!(alive(&both, "orks"), 2, "a crater saves on 4+");

    fire.volleys.iter_mut().for_each(|volley| volley.open_only = true);
    staged.act(&Action::Shoot(fire));
    assert_eq!(needs(&mut staged, &[4, 3]), 4);
    staged.roll(&[4]);
    assert_eq!(alive(&staged, "orks"), 1, "the one in the open dies behind");
    assert!(staged.state.unit(staged.unit("orks 1")).alive());
}

#[test]
fn blast_markers_suppress_the_farthest() {
    let staged = shooting(
        &["{name: wolves, units: {infantry: 3}, markers: 1, at: [[20, 20], [20, 17], [20, 14]]}"],
        &["{name: orks, units: {infantry: 1}, from: [20, 40]}"],
        "",
    );
    let fire = fire_at(&staged, "orks");
    assert_eq!(fire.volleys.len(), 2);
    let ruling = staged.ruling(&Action::Shoot(fire.clone()));
    let weighed = ruling.nodes.iter().find_map(|node| match node {
        Node::Premise { rule: Rule::Suppression, fact, .. } => Some(fact),
        _ => None,
    });
    let fact = weighed.expect("suppression is weighed");
    assert_eq!(fact.held.as_deref(), Some("1 blast marker suppresses 1 unit, none that fires"));
    assert_eq!((fact.found, fact.needed), (None, None), "no numbers of a limit that it is past");
    let mut all = fire.clone();
    let third = staged.unit("wolves 3");
    all.volleys.push(Volley { unit: third, ..all.volleys[0] });
    let ruling = staged.ruling(&Action::Shoot(all));
    assert_eq!(ruling.broken, [Rule::Suppression]);
    let instead = ruling.remedies()[0].action.clone().expect("an action");
    let instead: Action = serde_json::from_value(instead).expect("it is one");
    assert_eq!(instead, Action::Shoot(fire));
}

#[test]
fn two_infantry_hide_at_a_tank_and_their_owner_says_which() {
    let orks = "{name: orks, units: {tank: 1, infantry: 3}, facing: 270, \
                at: [[40, 40], [38, 40], [42, 40], [40, 42.6]]}";
    let wolves = "{name: wolves, units: {infantry: 2}, at: [[40, 20], [43, 20]]}";
    let mut staged = shooting(&[wolves], &[orks], "");
    let fire = fire_at(&staged, "orks");
    assert!(fire.volleys.iter().all(|volley| volley.value == Value::Ap));
    staged.act(&Action::Shoot(fire));
    assert_eq!(staged.asked(), (Seat(1), Rule::VehiclesAsCover));
    let hide = |a: &str, b: &str| Action::PickUnits(vec![staged.unit(a), staged.unit(b)]);
    let pick = hide("orks 2", "orks 4");
    let three = Action::PickUnits(
        ["orks 2", "orks 3", "orks 4"].iter().map(|name| staged.unit(name)).collect(),
    );
    assert_eq!(staged.ruling(&three).broken, [Rule::VehiclesAsCover]);
    staged.act(&pick);
    assert_eq!(needs(&mut staged, &[4, 5]), 5);
}

#[test]
fn an_overwatching_formation_in_the_open_is_in_cover_and_saves_on_five() {
    let mut staged = shooting(
        &["{name: wolves, units: {infantry: 1}, from: [20, 20]}"],
        &["{name: orks, units: {field_gun: 2}, stance: overwatch, at: [[20, 40], [24, 42]]}"],
        "",
    );
    shoot(&mut staged, "orks");
    assert_eq!(needs(&mut staged, &[5]), 5);
    assert_eq!(staged.groups(), [1], "no armour, but the cover save");
    staged.roll(&[5]);
    assert_eq!(alive(&staged, "orks"), 2);
}

#[test]
fn a_seven_is_a_six_and_then_a_four() {
    let mut staged = shooting(
        &["{name: wolves, units: {titan_hunter_tank: 1}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 2}, at: [[20, 40], [23, 40]]}"],
        "pieces:\n  - {terrain: crater, rect: [15, 38, 25, 42]}",
    );
    // AP5+, -1 for a titan hunter against what is no war engine, -1 for cover: 7+.
    shoot(&mut staged, "orks");
    assert_eq!(needs(&mut staged, &[6]), 7);
    assert_eq!(staged.groups(), [1]);
    assert_eq!(needs(&mut staged, &[4]), 7);
    assert!(matches!(staged.told[0], Event::Hit { hits: 1, .. }));
}

#[test]
fn a_stronghold_saves_twice_and_its_damage_marks_those_inside() {
    let mut staged = shooting(
        &["{name: wolves, units: {light_tank: 2}, from: [20, 20], step: [5, 0]}"],
        &["{name: orks, units: {infantry: 6}, in: hold}"],
        "pieces:\n  - {name: hold, terrain: small_stronghold, rect: [18, 40, 26, 48]}",
    );
    shoot(&mut staged, "orks");
    assert_eq!(needs(&mut staged, &[4, 5]), 4);
    let hold = staged.piece("hold");
    assert_eq!(staged.groups(), [2]);
    staged.roll(&[2, 2]);
    assert_eq!(staged.groups(), [2], "reinforced armour");
    staged.roll(&[4, 5]);
    assert_eq!(staged.groups(), [1], "a critical die for the one point");
    staged.roll(&[6]);
    let damage = staged.state.stronghold(hold).expect("it is one").damage;
    assert_eq!(damage, 2, "the critical costs one more");
    assert_eq!(markers(&staged, "orks"), 3, "under fire, two points of damage");
}

#[test]
fn markers_on_a_shared_stronghold_level() {
    let staged = shooting(
        &["{name: wolves, units: {light_tank: 1}, from: [20, 20]}"],
        &[
            "{name: five, units: {infantry: 5}, in: hold, markers: 1}",
            "{name: three, units: {infantry: 3}, in: hold}",
        ],
        "pieces:\n  - {name: hold, terrain: small_stronghold, rect: [18, 40, 26, 48]}",
    );
    let (five, three) = (staged.formation("five"), staged.formation("three"));
    let hold = staged.piece("hold");
    let next = |shares: &[_]| blast_markers::neediest(&staged.game, &staged.state, hold, shares);
    assert_eq!(&next(&[])[..], [three], "it has fewest");
    assert_eq!(&next(&[(three, 1)])[..], [five], "the larger of equals");
    assert_eq!(&next(&[(three, 1), (five, 1)])[..], [three]);
}

#[test]
fn void_shields_take_hits_before_anything_and_bring_no_markers() {
    let mut staged = shooting(
        &["{name: wolves, units: {light_tank: 6}, from: [20, 20], step: [4, 0]}"],
        &["{name: titans, units: {titan: 1}, from: [30, 50]}"],
        "",
    );
    shoot(&mut staged, "titans");
    assert_eq!(needs(&mut staged, &[4, 4, 4, 4, 4, 1]), 4);
    let titan = staged.unit("titans");
    assert_eq!(staged.state.unit(titan).shields_down, 4);
    assert_eq!(staged.groups(), [1], "four of five hits are stopped");
    staged.roll(&[3]);
    staged.roll(&[3]);
    staged.roll(&[5]);
    assert_eq!(staged.state.unit(titan).damage, 1);
    assert_eq!(markers(&staged, "titans"), 2);
}

#[test]
fn a_crossfire_worsens_saves_and_brings_a_marker() {
    let mut staged = shooting(
        &[
            "{name: wolves, units: {infantry: 1}, from: [20, 20]}",
            "{name: bears, units: {infantry: 1}, from: [20, 60]}",
        ],
        &["{name: orks, units: {infantry: 4}, at: [[20, 40], [23, 40], [26, 40], [29, 40]]}"],
        "",
    );
    shoot(&mut staged, "orks");
    assert!(staged.state.firing.as_ref().expect("they fire").crossfire);
    staged.roll(&[6]);
    staged.roll(&[5]);
    assert_eq!(alive(&staged, "orks"), 3, "5+ has become 6+");
    assert_eq!(markers(&staged, "orks"), 3);
}

#[test]
fn a_barrage_attacks_each_unit_under_its_template() {
    let mut staged = shooting(
        &["{name: wolves, units: {rocket_carrier: 2}, from: [20, 10], step: [4, 0]}"],
        &[
            "{name: orks, units: {infantry: 3, tank: 1}, at: [[20, 40], [23, 40], [26, 40], [60, 40]], scattered: true}",
        ],
        "",
    );
    // Six points: two templates, AP4+ and AT5+, one more blast marker.
    let fire = fire_at(&staged, "orks");
    assert_eq!(fire.templates.len(), 1, "a second template would cover nobody");
    let mut poor = fire.clone();
    poor.templates = vec![Point::new(60 * CM, 40 * CM)];
    assert!(staged.ruling(&Action::Shoot(poor)).broken.contains(&Rule::Barrage));
    staged.act(&Action::Shoot(fire));
    assert_eq!(staged.groups(), [1, 1, 1]);
    staged.roll(&[4, 3, 2]);
    staged.roll(&[1]);
    assert_eq!(alive(&staged, "orks"), 3);
    assert_eq!(markers(&staged, "orks"), 3, "under fire, the table's, a loss");
}

#[test]
fn macro_hits_are_allotted_after_the_others_are_saved() {
    let mut staged = shooting(
        &["{name: wolves, units: {infantry: 1, fusion_infantry: 1}, from: [20, 20], step: [3, 0]}"],
        &["{name: orks, units: {infantry: 2}, at: [[20, 30], [24, 33]]}"],
        "",
    );
    shoot(&mut staged, "orks");
    assert_eq!(staged.groups(), [1, 1]);
    staged.roll(&[4, 4]);
    assert_eq!(staged.groups(), [1], "the plain hit is saved first");
    staged.roll(&[5]);
    assert_eq!(alive(&staged, "orks"), 1, "the survivor takes the macro hit, and has no save");
    assert!(!staged.state.unit(staged.unit("orks 1")).alive());
}

#[test]
fn overwatch_shoots_once_after_a_move_without_modifiers() {
    let mut staged = Staged::of(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 2}, stance: overwatch, from: [20, 45], step: [3, 0]}"],
        "begins: {order: {formation: wolves, order: advance}}",
    );
    let step = UnitMove {
        unit: staged.unit("wolves 1"),
        path: vec![Point::new(20 * CM, 22 * CM)],
        facing: None,
        cautious: false,
        ends: None,
    };
    staged.act(&Action::Move(vec![step]));
    if staged.asked() == (Seat(0), Rule::Moves) {
        staged.act(&Action::Done);
    }
    assert_eq!(staged.asked(), (Seat(1), Rule::Overwatch));
    let listed = staged.listed();
    assert!(matches!(listed[..], [Action::Pass, Action::Shoot(_)]), "{listed:?}");
    staged.act(&listed[1]);
    assert_eq!(needs(&mut staged, &[1, 1]), 4);
    let stance = staged.state.formation(staged.formation("orks")).stance;
    assert_eq!(
        stance,
        umpire_ea_heresy::position::state::Stance::Acted(
            umpire_ea_heresy::position::action::Order::Overwatch
        )
    );
    assert_eq!(staged.asked(), (Seat(0), Rule::OneTarget));
}

#[test]
fn hull_down_asks_every_unit_that_fires() {
    let staged = shooting(
        &["{name: wolves, units: {light_tank: 2}, scattered: true, at: [[10, 40], [14, 14]]}"],
        &["{name: orks, units: {tank: 2}, at: [[50, 40], [54, 44]]}"],
        "pieces:\n  - {name: hold, terrain: small_stronghold, rect: [40, 40.5, 42, 60]}\n  - {terrain: woods, rect: [52, 42, 60, 50]}",
    );
    let ork = |name: &str| Body::Unit(staged.unit(name));
    let set = |names: &[&str]| -> UnitSet { names.iter().map(|name| staged.unit(name)).collect() };
    let none = UnitSet::default();
    let cover = |ork: Body, firers: &UnitSet| {
        cover::cover(&staged.game, &staged.state, ork, || *firers, &none, true).in_cover()
    };
    assert!(cover(ork("orks 1"), &set(&["wolves 1"])), "partly behind the stronghold");
    assert!(!cover(ork("orks 1"), &set(&["wolves 2"])));
    assert!(!cover(ork("orks 1"), &set(&["wolves 1", "wolves 2"])));
    assert!(cover(ork("orks 2"), &set(&["wolves 2"])), "in the woods");
}

#[test]
fn the_ruling_of_a_roll_tells_its_modifiers() {
    let mut staged = shooting(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 1}, from: [20, 40]}"],
        "pieces:\n  - {terrain: crater, rect: [15, 38, 25, 42]}",
    );
    shoot(&mut staged, "orks");
    let mut why = Ruling::default();
    let pending = staged.game.pending(&staged.state, &mut why);
    assert!(matches!(pending, Pending::Roll(_)));
    let lines = why.cited(|rule| staged.game.cite(*rule)).lines(9);
    assert_eq!(
        lines,
        ["yes: 2 dice of AP need 5+ (EA-7.5)", "-1: the target is in cover (EA-5.5)"]
    );
}

#[test]
fn random_fights_keep_the_contract() {
    use umpire_core::testing::{rules_hold_in_random_play, splitmix};
    let staged = Staged::of(
        &[
            "{name: wolves, units: {infantry: 4, carrier: 2}, from: [40, 40], step: [3, 0]}",
            "{name: guns, units: {howitzer_battery: 2, rocket_carrier: 1}, from: [70, 30], step: [4, 0]}",
            "{name: titans, units: {titan: 1}, from: [90, 40]}",
        ],
        &[
            "{name: orks, units: {infantry: 4, tank: 2}, from: [40, 70], step: [3, 0]}",
            "{name: snipes, units: {snipers: 3}, from: [70, 70], step: [3, 0]}",
            "{name: holders, units: {infantry: 4}, in: hold}",
        ],
        "pieces:\n  - {name: hold, terrain: small_stronghold, rect: [90, 60, 98, 68]}\n  - {terrain: woods, rect: [50, 50, 60, 60]}\nturn: 1",
    );
    for seed in 0..6 {
        let mut die = splitmix(seed);
        let checked = rules_hold_in_random_play(&staged.game, &staged.setup, &mut die, 150);
        let looked = [checked.legal, checked.refused, checked.rolls];
        assert!(looked.iter().all(|count| *count > 10), "{looked:?}");
    }
}
