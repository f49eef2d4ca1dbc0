//! What is typed is read, and what is said is read back.

mod ask;
mod hand;
mod newcomers;
mod typing;

use crate::staged::Staged;
use umpire_core::command::mistakes;
use umpire_core::game::Game;
use umpire_core::host::{Answer, Hosted};
use umpire_core::odds::Budget;
use umpire_core::scene::Shape;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};
use umpire_ea_heresy::position::action::{Action, Ending, Order};

const WOLVES: &str = "{name: wolves, units: {infantry: 3, carrier: 1}, initiative: 1, \
                      at: [[20, 20], [24, 20], [28, 20], [24, 25]]}";
const ORKS: &str = "{name: orks, units: {infantry: 2}, from: [20, 80]}";
const KEEP: &str = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [40, 18, 46, 24]}\n  \
                    - {terrain: road, line: {points: [[0, 40], [60, 40], [60, 80]], width: 4}}";

fn read(staged: &Staged, text: &str) -> Action {
    let read = staged.game.parse(&staged.state, Seat(0), text);
    read.unwrap_or_else(|slip| panic!("{text}: {slip}"))
}

fn slip(staged: &Staged, text: &str) -> String {
    let read = staged.game.parse(&staged.state, Seat(0), text);
    read.expect_err("it is wrong").to_string()
}

#[test]
fn orders_are_read_and_slips_suggest() {
    let staged = Staged::of(&[WOLVES], &[ORKS], KEEP);
    for order in [Order::Advance, Order::SustainedFire, Order::Engage] {
        let action = read(&staged, &format!("Wolves {}", order.name()));
        assert!(matches!(action, Action::Activate { order: found, .. } if found == order));
    }
    assert!(matches!(read(&staged, "wolves engage orks"), Action::Activate { .. }));
    assert!(slip(&staged, "wolfes advance").contains("did you mean `wolves advance`"));
    assert!(slip(&staged, "shoot orcs").contains("did you mean `orks`"));
    assert!(slip(&staged, "wolves").contains("say what `wolves` does: `wolves advance`"));
}

#[test]
fn moves_are_read_in_many_ways_and_said_in_one() {
    let mut staged = Staged::of(&[WOLVES], &[ORKS], KEEP);
    staged.act(&read(&staged, "wolves advance"));
    while staged.groups() == [1] {
        staged.roll(&[6]);
    }
    let ways =
        ["2 to (24, 30)", "wolves 2 10 N", "2 10 90", "2 10cm north", "infantry 2 to (24,30)"];
    for way in ways {
        let Action::Move(moves) = read(&staged, way) else { panic!("{way}") };
        assert_eq!(moves[0].path, [Point::new(24 * CM, 30 * CM)], "{way}");
        assert_eq!(moves[0].unit, staged.unit("wolves 2"));
    }
    let Action::Move(all) = read(&staged, "all 5 N") else { panic!("moves") };
    assert_eq!(all.len(), 4);
    assert_eq!(all[0].unit, staged.unit("wolves 4"), "those ahead go first");
    let Action::Move(two) = read(&staged, "1 hold; 3 enters keep; 2 boards carrier 1") else {
        panic!("moves")
    };
    assert_eq!(two[1].ends, Some(Ending::Enter(staged.piece("keep"))));
    assert_eq!(two[2].ends, Some(Ending::Embark(staged.unit("wolves 4"))));
    for text in ["2 via (20, 30) (21, 31.5) to (22, 32) facing 45 cautious", "1 hold facing 270"] {
        let action = read(&staged, text);
        let said = staged.game.say_action(&staged.state, Seat(0), &action);
        assert_eq!(read(&staged, &said), action, "{said}");
    }
    assert!(slip(&staged, "2 12").contains("as `12 NE`"));
    assert!(slip(&staged, "2 enters kepe").contains("did you mean `keep`"));
}

#[test]
fn whatever_is_listed_is_said_so_that_it_is_read_again() {
    let mut staged = Staged::of(&[WOLVES], &[ORKS], KEEP);
    let mut list = Vec::new();
    for _ in 0..40 {
        use umpire_core::game::Pending;
        match staged.game.pending(&staged.state, &mut umpire_core::ruling::Silent) {
            Pending::Over(_) => break,
            Pending::Roll(request) => {
                let faces = vec![3; request.dice()];
                staged.game.roll(&mut staged.state, &faces, &mut staged.told).expect("it fits");
            }
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("it asks");
                list.clear();
                staged.game.legal(&staged.state, seat, &mut list);
                for action in &list {
                    let said = staged.game.say_action(&staged.state, seat, action);
                    let read = staged.game.parse(&staged.state, seat, &said);
                    assert_eq!(read.as_ref(), Ok(action), "{said}");
                }
                let mistakes = mistakes(&staged.game, &staged.state, &list);
                assert_eq!(mistakes, Vec::<String>::new());
                let last = list.last().expect("somebody asked has an answer").clone();
                staged.act(&last);
            }
        }
        staged.game.scene(&staged.state);
        staged.game.facts(&staged.state);
    }
}

#[test]
fn amendments_are_said_so_that_they_are_read_again() {
    let staged = Staged::of(&[WOLVES], &[ORKS], KEEP);
    let typed = [
        "place wolves 1 at (30.5, 31) facing 90",
        "place wolves 1 in keep",
        "place wolves 1 aboard wolves 4",
        "place wolves 1 off",
        "place wolves 1 destroyed",
        "damage keep 2",
        "shields wolves 4 1",
        "markers wolves 3",
        "broken orks yes",
        "stance orks acted march",
        "pop up wolves 4",
        "points A 3",
        "sees wolves 1, keep no",
        "range wolves 1, orks 2 30 yes",
        "ruin keep",
    ];
    for text in typed {
        let change = staged.game.parse_amendment(&staged.state, text);
        let change = change.unwrap_or_else(|slip| panic!("{text}: {slip}"));
        assert_eq!(staged.game.say_amendment(&staged.state, &change), text);
    }
    let change = staged.game.parse_amendment(&staged.state, "marker wolves 3").expect("markers");
    assert_eq!(staged.game.say_amendment(&staged.state, &change), "markers wolves 3");
    let slip = staged.game.parse_amendment(&staged.state, "markrs wolves 3").expect_err("a slip");
    assert!(slip.to_string().contains("did you mean `markers wolves 3`"), "{slip}");
}

#[test]
fn questions_are_answered_with_pictures() {
    let staged = Staged::of(&[WOLVES], &[ORKS], KEEP);
    let ask = |text: &str| {
        let answer = staged.game.ask(&staged.state, None, text, &Budget::default());
        answer.unwrap_or_else(|slip| panic!("{text}: {slip}"))
    };
    assert_eq!(ask("los wolves 1 orks 1").yes, Some(true));
    assert_eq!(
        ask("range wolves 1 to orks 1").headline,
        "wolves 1 and orks 1 are 58 cm apart, base edge to base edge"
    );
    assert!(ask("where (42, 20)").headline.ends_with("keep"));
    assert_eq!(ask("where (2, 2)").headline, "(2, 2): open ground");
    assert!(ask("reach wolves 1").scene.is_some());
    assert_eq!(ask("zones B").rows.len(), 3);
    assert!(ask("unit wolves 4").headline.contains("Carrier"));
    assert_eq!(ask("cover wolves 1 from orks").yes, Some(false));
    ask("fire wolves at orks");
    let slip = staged
        .game
        .ask(&staged.state, None, "loss wolves 1 orks 1", &Budget::default())
        .expect_err("a slip");
    assert!(slip.to_string().contains("did you mean `los`"));
}

#[test]
fn reach_tells_where_ground_would_be_tested_and_how_far_one_comes_without() {
    let woods = "pieces:\n  - {name: copse, terrain: woods, rect: [30, 10, 60, 40]}";
    let staged = Staged::of(&[WOLVES], &[ORKS], woods);
    let ask = |text: &str| {
        let answer = staged.game.ask(&staged.state, None, text, &Budget::default());
        answer.unwrap_or_else(|slip| panic!("{text}: {slip}"))
    };
    let carrier = ask("reach wolves 4");
    assert_eq!(carrier.rows[1], ["copse", "a 1 hits it"]);
    assert!(carrier.headline.ends_with("of them without a test of ground"), "{}", carrier.headline);
    let rings = |answer: &Answer, title: &str| {
        let scene = answer.scene.as_ref().expect("a picture");
        let titled = |shape: &&Shape| matches!(shape, Shape::Polygon { paint, .. } if paint.title.as_deref() == Some(title));
        scene.shapes.iter().filter(titled).count()
    };
    let careful = "reach without a test of ground";
    assert!(rings(&carrier, "reach") > 0 && rings(&carrier, careful) > 0);
    // Infantry goes through woods as it likes.
    let foot = ask("reach wolves 1");
    assert_eq!((foot.rows.len(), rings(&foot, careful)), (0, 0));
}
