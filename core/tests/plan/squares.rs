//! Boards of squares written in letters: lines between squares, walls, doors that open, ways, the likeness.

use super::laid_of;
use proptest::prelude::*;
use umpire_core::plan::Stop;
use umpire_core::scene::{Corner, Room, Span};
use umpire_core::seat::Seat;
use umpire_core::square::{Direction, Plan, SquareId, Token};

fn laid(rows: &[&str], walls: &[&str]) -> Plan {
    laid_of(rows, walls).expect("a board without faults")
}

fn at(plan: &Plan, name: &str) -> SquareId {
    plan.named(name).unwrap_or_else(|| panic!("there is a square {name}"))
}

/// What hides one square from another, in words.
fn hidden(plan: &Plan, from: &str, to: &str) -> Option<String> {
    plan.hidden_by(at(plan, from), at(plan, to)).map(|stop| plan.said(stop))
}

#[test]
fn squares_have_names_distances_and_directions() {
    let plan = laid(&[". w .", ". # .3", ". . _ ."], &[]);
    assert_eq!(plan.places().len(), 9, "three in a row of three, and one beyond a gap");
    assert!(plan.named("C3").is_none(), "no square lies where `_` stands");
    let [a1, b2, c1, d3] = ["A1", "B2", "C1", "D3"].map(|name| at(&plan, name));
    assert_eq!((plan.name(d3), plan.level(at(&plan, "c2"))), ("D3".to_string(), 3));
    assert_eq!((plan.distance(a1, d3), plan.board.orthogonal_distance(a1, d3)), (3, 5));
    assert_eq!(plan.board.direction(a1, b2), Some(Direction::SouthEast));
    assert_eq!(plan.board.direction(a1, c1), None);
    assert_eq!(plan.ahead(b2, Direction::NorthEast), Some(c1));
    assert_eq!(plan.neighbours(b2).count(), 7);
    let beside = plan.board.beside_corner(a1, b2);
    assert_eq!(beside, [Some(at(&plan, "B1")), Some(at(&plan, "A2"))]);
    assert_eq!(plan.board.beside_corner(a1, at(&plan, "B1")), [None, None]);
}

#[test]
fn directions_turn_and_are_read_by_any_name() {
    for direction in Direction::ALL {
        assert_eq!(direction.clockwise().counterclockwise(), direction);
        assert_eq!(direction.opposite().opposite(), direction);
        assert_eq!(Direction::named(&direction.name().to_uppercase()), Some(direction));
        let ((east, south), (west, north)) = (direction.step(), direction.opposite().step());
        assert_eq!((east + west, south + north), (0, 0));
    }
    assert_eq!(Direction::named(" North-East "), Some(Direction::NorthEast));
    assert_eq!(Direction::East.clockwise(), Direction::SouthEast);
    assert_eq!(Direction::named("up"), None);
}

#[test]
fn a_line_is_stopped_by_what_it_passes_through() {
    let plan = laid(&[". . . .", ". # . .", ". . . ."], &[]);
    assert_eq!(hidden(&plan, "A2", "D2").as_deref(), Some("the rock on B2"));
    assert_eq!(hidden(&plan, "A1", "D3").as_deref(), Some("the rock on B2"));
    assert_eq!(hidden(&plan, "A1", "B2"), None, "what is looked at hides nothing");
    assert_eq!(hidden(&plan, "B2", "D2"), None, "nor does where one looks from");
    assert_eq!(hidden(&plan, "A3", "C1").as_deref(), Some("the rock on B2"));
    assert_eq!(hidden(&plan, "A2", "B1"), None, "one square beside a corner hides nothing");
    assert_eq!(hidden(&plan, "A1", "A1"), None);
    let walled = laid(&[". . ."], &["A1 e wall"]);
    let said = Some("the wall between A1 and B1".to_string());
    assert_eq!([hidden(&walled, "A1", "C1"), hidden(&walled, "C1", "A1")], [said.clone(), said]);
}

#[test]
fn past_a_corner_a_line_goes_where_one_way_round_is_free() {
    let both = laid(&[". #", "# ."], &[]);
    assert_eq!(hidden(&both, "A1", "B2").as_deref(), Some("the rock on B1"));
    let open = |walls: &[&str]| hidden(&laid(&[". .", ". ."], walls), "A1", "B2").is_none();
    assert!(open(&["A1 e rock"]) && open(&["A1 s rock"]) && open(&["A2 e rock"]));
    assert!(open(&["A1 e rock", "B1 s rock"]), "round by A2");
    assert!(!open(&["A1 e rock", "A1 s rock"]), "shut in");
    assert!(!open(&["A1 e rock", "A2 e rock"]), "one wall straight on");
    assert!(!open(&["B1 s rock", "A1 s rock"]));
    assert!(open(&["A1-A2 e window"]), "one sees through a window");
}

#[test]
fn walls_bar_the_way_and_doors_open() {
    let mut plan = laid(&[". . .", ". . .", "# # #"], &["A1-A2 e rock"]);
    let step = |_, _| Some(1);
    let [a1, b1, a2, b2] = ["A1", "B1", "A2", "B2"].map(|name| at(&plan, name));
    assert_eq!(plan.ways(a1, 9, step).steps_to(b1), Some(4), "round by the rocks, a step each");
    assert_eq!(plan.barred_by(a1, b2), Some(Stop::Between(a2, b2)), "no way past the corner");
    plan.build(b2, a2, None);
    assert_eq!(plan.ways(a1, 9, step).steps_to(b1), Some(2), "the door is open");
    assert_eq!(plan.barred_by(a1, b2), None, "and round it a corner");
    let kind = plan.kind_called("window").expect("there is such a row");
    plan.build(a2, b2, Some(kind));
    assert_eq!(plan.wall(a2, b2).map(|wall| wall.id.as_str()), Some("window"));
    assert!(plan.barred_by(a2, b2).is_some() && plan.hidden_by(a2, b2).is_none());
    // Ground changes as well, and only on the copy.
    let before = plan.clone();
    plan.lay(b1, plan.kind_called("rock").expect("there is such a row"));
    assert_eq!(
        (before.ground_of(b1).id.as_str(), plan.ground_of(b1).id.as_str()),
        ("grass", "rock")
    );
}

#[test]
fn a_step_by_a_corner_cuts_it_where_something_is_beside() {
    let plan = laid(&[". . .", ". . .", ". # ."], &["A1 e wall", "C1 s window"]);
    let free = |_| false;
    let cut = |from, to| plan.cut_corner(at(&plan, from), at(&plan, to), free);
    let said = |from, to| cut(from, to).map(|stop| plan.said(stop));
    assert_eq!(said("A1", "B2").as_deref(), Some("the wall between A1 and B1"));
    assert_eq!(said("B2", "A1"), said("A1", "B2"));
    assert_eq!(said("A2", "B1").as_deref(), Some("the wall between A1 and B1"));
    assert_eq!(said("B1", "C2").as_deref(), Some("the window between C1 and C2"));
    assert_eq!(said("A2", "B3"), None, "what one comes to is not beside the corner");
    assert_eq!(said("C2", "B3"), None);
    assert_eq!(said("A3", "B2").as_deref(), Some("the rock on B3"));
    assert_eq!(said("A1", "A2"), None, "by a side there is no corner");
    let [b1, b2, c2] = ["B1", "B2", "C2"].map(|name| at(&plan, name));
    let blocked = plan.cut_corner(b1, c2, |square| square == b2);
    assert_eq!(blocked, Some(Stop::At(b2)), "somebody stands there");
    assert!(plan.touch(b1, b2) && !plan.touch(at(&plan, "A1"), b1));
    assert!(plan.touch(at(&plan, "A1"), b2), "round by A2");
    assert!(!plan.touch(b1, at(&plan, "B3")));
}

#[test]
fn what_is_wrong_with_a_wall_is_told_at_its_line() {
    let rows = [". .", ". ."];
    let faults = |walls: &[&str]| laid_of::<umpire_core::square::Board>(&rows, walls).err();
    let said = |walls: &[&str]| faults(walls).unwrap_or_default().join("; ");
    for (wall, says) in [
        ("A1", "`A1` is no wall, as `C1-C4 e wall` is, or `C4/D4 door`"),
        ("A1 rock", "`A1 rock` is no wall"),
        ("A1/B2 rock", "`A1/B2` are no two squares side by side"),
        ("A1 e grass", "grass between places does nothing"),
        ("A1 e brick", "unknown kind of ground `brick`"),
        ("A9 e rock", "there is no square `A9`"),
        ("A1-B2 e rock", "`A1-B2` lie neither in a row nor in a column"),
        ("A1 up rock", "`up` is no side of a square"),
        ("A1 se rock", "A1 shares no side with what lies to the se"),
        ("B1 e rock", "B1 has nothing beside it to the e"),
    ] {
        let said = said(&["A1 e rock", wall]);
        assert!(said.contains(says) && said.contains("board.yaml:12"), "`{wall}`: {said}");
    }
}

#[test]
fn walls_stand_in_the_likeness_and_the_picture() {
    let plan = laid(&[". w .", ". . .2"], &["A1 e wall", "B1 s window", "C2/C1 wall"]);
    let token = Token {
        at: at(&plan, "A2"),
        name: "guard".to_string(),
        mark: "g".to_string(),
        title: "guard of B".to_string(),
        owner: Some(Seat(1)),
        facing: Some(Direction::North),
        badges: Vec::new(),
    };
    let scene = plan.scene(&[token]);
    let lines: Vec<String> = scene.plain_lines().map(|line| line.trim_end().to_string()).collect();
    assert_eq!(lines, ["   A    B    C", "1  .   |w    .", "        oooo ----", "2  g↑   .    .2"]);
    let legend: Vec<&str> = scene.legend.iter().map(|sign| sign.words.as_str()).collect();
    assert_eq!(legend, ["grass", "woods", "window", "wall", "guard of B"]);
    let wall =
        scene.things.iter().find(|thing| thing.id == "wall A1/B1").expect("a wall is a thing");
    assert_eq!(wall.words, "the wall between A1 and B1");
    assert_eq!(plan.between_named("b1/a1"), Some((at(&plan, "A1"), at(&plan, "B1"))));
    assert_eq!([plan.between_named("A1/B2"), plan.between_named("A1")], [None, None]);
    // A chart is drawn in the squares, and leaves walls as they are.
    let heights = scene.charts.iter().find(|chart| chart.name == "heights").expect("heights");
    let (lines, _) = scene.charted_lines(heights);
    let text = |line: &Vec<Span>| line.iter().map(|span| span.text.as_str()).collect::<String>();
    let lines: Vec<String> = lines.iter().map(|line| text(line).trim_end().to_string()).collect();
    assert_eq!(lines, ["   A    B    C", "1  1   |1    1", "        oooo ----", "2  1    1    2"]);
    // A part of the board has the letters of its columns.
    let (part, _) = scene.part(Room { columns: 9, lines: 24 }, Corner { column: 5, row: 0 });
    assert_eq!(text(&part[0]).trim_end(), "   B");
    // Whoever points at a line of letters points at the square drawn there.
    let grid = scene.grid.as_ref().expect("letters lie in a grid");
    assert_eq!((grid.cell, grid.rows.clone()), (5, 1..4));
    let middle = plan.middle(at(&plan, "A2")).1;
    let row = (middle - grid.origin.1) / grid.step.1;
    assert!((2.0..4.0).contains(&row), "its letters, or the line above them: {row}");
}

/// Whether the line between two squares is stopped, by fractions: where along it does it lie in the inside of a square that blocks, and
/// does it meet a corner between two?
fn stopped(blocked: &[(i64, i64)], (x, y): (i64, i64), (to_x, to_y): (i64, i64)) -> bool {
    let (dx, dy) = (to_x - x, to_y - y);
    let whole = 2 * dx.abs().max(1) * dy.abs().max(1);
    // The part of the way, in parts of `whole`, in which one coordinate lies strictly within a square.
    let within = |from: i64, way: i64, square: i64| -> Option<(i64, i64)> {
        if way == 0 {
            return (from == square).then_some((0, whole));
        }
        let part = |bound: i64| bound * whole / (2 * way);
        let (one, other) = (part(2 * (square - from) - 1), part(2 * (square - from) + 1));
        Some((one.min(other), one.max(other)))
    };
    let is_end = |square: (i64, i64)| square == (x, y) || square == (to_x, to_y);
    let solid = |square: (i64, i64)| blocked.contains(&square) && !is_end(square);
    let passes = |square: (i64, i64)| {
        let spans = within(x, dx, square.0).zip(within(y, dy, square.1));
        spans.is_some_and(|((a, b), (c, d))| a.max(c).max(0) < b.min(d).min(whole))
    };
    if blocked.iter().any(|square| solid(*square) && passes(*square)) {
        return true;
    }
    let (east, south) = (dx.signum(), dy.signum());
    // A corner lies on the line where both coordinates meet a side at once.
    (0..dx.abs()).flat_map(|a| (0..dy.abs()).map(move |b| (a, b))).any(|(a, b)| {
        let meets = (2 * a + 1) * dy.abs() == (2 * b + 1) * dx.abs();
        let (column, row) = (x + a * east, y + b * south);
        meets && solid((column + east, row)) && solid((column, row + south))
    })
}

proptest! {
    #[test]
    fn lines_are_stopped_as_fractions_tell(
        rocks in prop::collection::vec(any::<bool>(), 64),
        from in 0usize..64,
        to in 0usize..64,
    ) {
        let letter = |rock: &bool| if *rock { "# " } else { ". " };
        let rows: Vec<String> = rocks.chunks(8).map(|row| row.iter().map(letter).collect()).collect();
        let plan = laid(&rows.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
        let cell = |at: usize| ((at % 8) as i64, (at / 8) as i64);
        let blocked: Vec<_> = (0..64).filter(|at| rocks[*at]).map(cell).collect();
        let id = |at: usize| SquareId(at as u32);
        let hides = plan.hidden_by(id(from), id(to));
        prop_assert_eq!(hides.is_some(), stopped(&blocked, cell(from), cell(to)));
        prop_assert_eq!(hides.is_some(), plan.hidden_by(id(to), id(from)).is_some());
    }
}
