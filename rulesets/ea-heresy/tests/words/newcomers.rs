//! What people are told who do not know the words: what is missing, what is asked, how things stand.

use crate::staged::{Staged, text_of};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Hosted, Question, Shows};
use umpire_core::odds::Budget;
use umpire_core::ruling::Silent;
use umpire_core::scene::Shape;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};
use umpire_ea_heresy::position::action::Action;
use umpire_ea_heresy::position::state::Whereabouts;

const REDS: &str = "{name: reds, units: {infantry: 3}, initiative: 1, from: [20, 20]}";
const GIANT: &str = "{name: giant, units: {titan: 1}, initiative: 1, at: [[60, 20]]}";
const BLUES: &str = "{name: blues, units: {infantry: 3}, from: [20, 80]}";
const KEEP: &str = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [40, 18, 46, 24]}\n  \
                    - {terrain: woods, rect: [80, 30, 90, 40]}";

fn table() -> Staged {
    Staged::of(&[REDS, GIANT], &[BLUES], KEEP)
}

fn read(staged: &Staged, text: &str) -> Action {
    let read = staged.game.parse(&staged.state, Seat(0), text);
    read.unwrap_or_else(|slip| panic!("{text}: {slip}"))
}

fn slip(staged: &Staged, text: &str) -> String {
    let read = staged.game.parse(&staged.state, staged.asked().0, text);
    read.expect_err(text).to_string()
}

/// What is wrong with a change of the position.
fn unchanged(staged: &Staged, text: &str) -> String {
    let read = staged.game.parse_amendment(&staged.state, text);
    read.expect_err(text).to_string()
}

/// The judge changes the position.
fn amend(staged: &mut Staged, text: &str) {
    let change = staged.game.parse_amendment(&staged.state, text);
    let change = change.unwrap_or_else(|slip| panic!("{text}: {slip}"));
    staged.game.amend(&mut staged.state, &change, &mut Deaf).expect("it is sound");
}

/// Begins an order; its test is passed.
fn order(staged: &mut Staged, text: &str) {
    staged.act(&read(staged, text));
    while staged.groups() == [1] {
        staged.roll(&[6]);
    }
}

/// What `status` tells of a thing, with what is told of it alone.
fn status(staged: &Staged, name: &str) -> String {
    let all = staged.game.standings(&staged.state);
    let found = all.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("no {name}"));
    found.says.iter().chain(&found.closely).cloned().collect::<Vec<_>>().join(", ")
}

fn asked(staged: &Staged) -> String {
    match staged.game.pending(&staged.state, &mut Silent) {
        Pending::Choice(choice) => staged.game.say_choice(&staged.state, &choice),
        other => panic!("nobody is asked: {other:?}"),
    }
}

fn rolled_for(staged: &Staged) -> Vec<String> {
    match staged.game.pending(&staged.state, &mut Silent) {
        Pending::Roll(request) => {
            let groups = request.groups.iter();
            groups.map(|group| staged.game.say_group(&staged.state, group)).collect()
        }
        other => panic!("no dice are rolled: {other:?}"),
    }
}

#[test]
fn the_last_word_of_a_change_is_asked_for_not_guessed() {
    let staged = table();
    for (text, says) in [
        (
            "sees reds 1, blues 2",
            "`sees reds 1, blues 2` yes or no? (`sees reds 1, blues 2 yes`, \
             `sees reds 1, blues 2 no`)",
        ),
        (
            "range reds 1 blues 1 30",
            "`range reds 1 blues 1 30` yes or no? (`range reds 1 blues 1 30 yes`, \
             `range reds 1 blues 1 30 no`)",
        ),
        (
            "range reds 1 blues 1",
            "`range reds 1 blues 1` which length in cm? \
             (`range UNIT|STRONGHOLD, UNIT|STRONGHOLD LENGTH-IN-CM YES|NO`)",
        ),
        ("broken reds", "`broken reds` yes or no? (`broken reds yes`, `broken reds no`)"),
    ] {
        assert_eq!(unchanged(&staged, text), says);
    }
    let unknown = "there is no unit `nosuch`, there are reds 1 to 3, giant, blues 1 to 3";
    assert_eq!(unchanged(&staged, "damage nosuch 2"), unknown);
    let says = "an objective belongs to one of A, B; who controls it follows from who is near it";
    assert_eq!(unchanged(&staged, "objective 2 nobody"), says);
}

#[test]
fn the_name_may_come_first_in_a_change() {
    let staged = table();
    for (text, says) in [
        ("reds markers 2", "markers reds 2"),
        ("reds broken yes", "broken reds yes"),
        ("reds are broken no", "broken reds no"),
        ("keep damage 2", "damage keep 2"),
        ("giant damage 1", "damage giant 1"),
        ("reds acted march", "stance reds acted march"),
        ("reds stance overwatch", "stance reds overwatch"),
        ("reds 1 sees blues 2 no", "sees reds 1, blues 2 no"),
        ("reds 1 range blues 2 30 no", "range reds 1, blues 2 30 no"),
        ("reds 1 pops up", "pop up reds 1"),
        ("reds 1 is destroyed", "place reds 1 destroyed"),
        ("A points 3", "points A 3"),
        ("keep is ruined", "ruin keep"),
        ("reds 1 in keep", "place reds 1 in keep"),
        ("reds 1 in keep facing 90", "place reds 1 in keep facing 90"),
        ("put down reds 1 off", "place reds 1 off"),
        ("reds are ready", "stance reds ready"),
        ("giant has shields 1", "shields giant 1"),
        ("reds has markers 2", "markers reds 2"),
        ("A has points 3", "points A 3"),
        ("sees reds 1 to blues 1 yes", "sees reds 1, blues 1 yes"),
    ] {
        let change = staged.game.parse_amendment(&staged.state, text);
        let change = change.unwrap_or_else(|slip| panic!("{text}: {slip}"));
        assert_eq!(staged.game.say_amendment(&staged.state, &change), says, "{text}");
    }
    let near = unchanged(&staged, "reds markrs 2");
    assert!(near.ends_with("did you mean `reds markers`?"), "{near}");
    let unknown = unchanged(&staged, "reds xyzzy 2");
    assert!(
        unknown.starts_with("`xyzzy 2` is nothing that `reds` does: `reds markers NUMBER`"),
        "{unknown}"
    );
    let unknown = unchanged(&staged, "xyzzy 2");
    assert!(unknown.contains("one begins with place, put, destroy, damage, shields"), "{unknown}");
}

#[test]
fn clauses_of_an_order_come_in_any_order() {
    let staged = table();
    for (text, says) in [
        ("reds march by road with giant", "reds march with giant by road"),
        ("reds march together with giant along the road", "reds march with giant by road"),
        ("reds engage with giant blues", "reds engage with giant"),
        ("reds advance pop up", "reds advance pop up reds 1, reds 2, reds 3"),
        ("reds advance popping up 2 and 3", "reds advance pop up reds 2, reds 3"),
        (
            "reds march pop up all by road with giant",
            "reds march with giant by road pop up reds 1, reds 2, reds 3",
        ),
    ] {
        assert_eq!(staged.game.say_action(&staged.state, Seat(0), &read(&staged, text)), says);
    }
    let behind = slip(&staged, "reds advance 5 N");
    assert_eq!(behind, "`5 n` means nothing behind `advance`");
    let long = format!("reds advance pop up {}", "a with ".repeat(500));
    assert!(staged.game.parse(&staged.state, Seat(0), &long).is_err());
}

#[test]
fn what_names_one_unit_moves_no_others() {
    let mut staged = table();
    order(&mut staged, "reds advance");
    let half = slip(&staged, "reds 2 10");
    assert!(half.starts_with("expected a direction after the length"), "{half}");
    assert_eq!(read(&staged, "reds advance 5 N"), read(&staged, "all 5 N"));
    let asked = "move reds (1, 2, 3 are left) (such as `all 15 N`; `list` tells all)";
    assert!(slip(&staged, "giant").ends_with(asked), "{}", slip(&staged, "giant"));
}

#[test]
fn a_missing_piece_of_ground_is_asked_for() {
    let mut staged = table();
    assert_eq!(unchanged(&staged, "ruin"), "`ruin` which stronghold? keep (`ruin STRONGHOLD`)");
    assert_eq!(unchanged(&staged, "ruin woods"), "`woods` is no stronghold; there is keep");
    let odds = staged.game.ask(&staged.state, None, "odds reds crosses", &Default::default());
    let says = odds.expect_err("no ground is named").to_string();
    assert_eq!(says, "which piece of ground? keep, woods");
    order(&mut staged, "reds advance");
    assert_eq!(slip(&staged, "2 enters"), "which stronghold? keep");
}

#[test]
fn whoever_types_no_action_is_told_what_is_asked() {
    let mut staged = Staged::new(&text_of(&[REDS], &[BLUES], "turn: 0\nbegins: turn"));
    let dice: Vec<u8> = staged
        .groups()
        .iter()
        .zip([6, 1])
        .flat_map(|(count, face)| vec![face; usize::from(*count)])
        .collect();
    staged.roll(&dice);
    let answers = "who goes first? (`go first`, `go second`)";
    assert_eq!(slip(&staged, "advance"), format!("`advance` is no action: {answers}"));
    assert!(slip(&staged, "first").contains(answers));
    assert_eq!(slip(&staged, "all 12 NE"), format!("no formation is moving: {answers}"));
    let staged = table();
    let says = slip(&staged, "frobnicate");
    let words = "which formation acts, and how? (such as `reds advance`; `list` tells all)";
    assert!(says.contains(words), "{says}");
}

#[test]
fn each_move_of_a_march_is_counted_and_all_move_at_once() {
    let mut staged = table();
    order(&mut staged, "reds march");
    for number in 1..=3 {
        let says = format!("move reds, move {number} of 3 (1, 2, 3 are left)");
        assert_eq!(asked(&staged), says);
        let line = staged.game.example(&staged.state, Seat(0)).expect("all may move");
        assert_eq!(line, "all 15 N");
        staged.act(&read(&staged, &line));
    }
}

#[test]
fn one_move_is_not_counted() {
    let mut staged = table();
    order(&mut staged, "reds advance");
    assert_eq!(asked(&staged), "move reds (1, 2, 3 are left)");
}

#[test]
fn dice_to_hit_name_the_target_and_its_save() {
    let tanks = "{name: tanks, units: {tank: 2}, initiative: 1, from: [20, 60], facing: 90}";
    let mut staged =
        Staged::of(&[tanks], &[BLUES, "{name: towers, units: {tank: 1}, from: [30, 85]}"], "");
    order(&mut staged, "tanks sustained fire");
    staged.act(&read(&staged, "shoot towers"));
    let says = rolled_for(&staged);
    assert!(says[0].starts_with("to hit by tanks at towers (save: armour "), "{says:?}");
}

#[test]
fn status_tells_who_is_where_and_how() {
    let blues = "{name: blues, units: {infantry: 3}, from: [36, 28]}";
    let mut staged = Staged::of(&[REDS, GIANT], &[blues], KEEP);
    amend(&mut staged, "reds 1 in keep");
    assert_eq!(
        status(&staged, "reds").split(", reds 1:").next(),
        Some("3 of 3 units alive, ready, 1 of them in keep")
    );
    assert!(status(&staged, "keep").contains("held by A"));
    amend(&mut staged, "giant damage 1");
    let giant = status(&staged, "reds 2");
    assert!(
        giant.contains("Infantry, of reds (3 of 3 units alive, ready, 1 of them in keep)"),
        "{giant}"
    );
    amend(&mut staged, "points A 3");
    let turn = format!("turn {}", staged.state.turn);
    assert!(status(&staged, &turn).contains("and 3 victory points"));
    amend(&mut staged, "blues broken yes");
    let blues = status(&staged, "blues");
    assert!(
        blues.starts_with("3 of 3 units alive, broken,") && !blues.contains("ready"),
        "{blues}"
    );
    amend(&mut staged, "reds 1 at (20, 20)");
    amend(&mut staged, "ruin keep");
    assert_eq!(status(&staged, "keep"), "in ruins");
}

#[test]
fn formations_beneath_the_map_say_whose_they_are_and_where() {
    let mut staged = table();
    for unit in ["reds 1", "reds 2", "reds 3"] {
        amend(&mut staged, &format!("place {unit} in keep"));
    }
    let scene = staged.game.scene(&staged.state);
    let lines: Vec<String> = scene
        .lines
        .iter()
        .map(|line| line.iter().map(|span| span.text.as_str()).collect())
        .collect();
    assert!(lines.contains(&"reds of A: 3 units, in keep".to_string()), "{lines:?}");
    let legend: Vec<(&str, &str)> =
        scene.legend.iter().map(|sign| (sign.letters.as_str(), sign.words.as_str())).collect();
    assert!(legend.contains(&("g", "giant of A")) && legend.contains(&("B", "blues of B")));
    assert!(!legend.iter().any(|(letters, _)| *letters == "r"), "{legend:?}");
}

#[test]
fn what_a_whole_formation_does_is_told_in_one_clause() {
    let mut staged = table();
    order(&mut staged, "reds advance");
    let short = |staged: &Staged, text: &str| {
        staged.game.say_shortly(&staged.state, Seat(0), &read(staged, text))
    };
    assert_eq!(short(&staged, "all 10 N").as_deref(), Some("reds: 3 move to around (24, 30)"));
    let two = short(&staged, "1 hold; 2 enters keep; 3 hold");
    assert_eq!(two.as_deref(), Some("reds: 2 hold, 1 enter keep"));
    assert_eq!(short(&staged, "1 10 N"), None);
}

#[test]
fn what_may_be_done_instead_is_said_once_and_can_be_typed() {
    let tanks = "{name: tanks, units: {tank: 3}, initiative: 1, from: [20, 20], facing: 90}";
    let near = "{name: near, units: {infantry: 1}, from: [20, 50]}";
    let far = "{name: far, units: {infantry: 1}, from: [20, 110]}";
    let mut staged = Staged::of(&[tanks], &[near, far], "");
    order(&mut staged, "tanks sustained fire");
    let ruling = staged.ruling(&read(&staged, "shoot far"));
    let remedies: Vec<&str> = ruling.remedies().iter().map(|it| it.says.as_str()).collect();
    assert_eq!(remedies, ["`shoot near`"]);

    let reds = "{name: reds, units: {infantry: 5}, initiative: 1, from: [29, 25], step: [2.2, 0]}";
    let blues = "{name: blues, units: {infantry: 2}, in: keep}";
    let keep = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [30, 28, 36, 34]}";
    let mut staged = Staged::of(&[reds], &[blues], keep);
    order(&mut staged, "reds engage");
    assert_eq!(staged.game.example(&staged.state, Seat(0)).as_deref(), Some("all charge blues"));
    let ruling = staged.ruling(&Action::Done);
    let says = ruling.remedies()[0].says.trim_matches('`').to_string();
    assert!(says.starts_with("reds 1 "), "{says}");
    assert!(staged.ruling(&read(&staged, &says)).holds(), "{says}");
}

#[test]
fn odds_of_fire_are_asked_in_the_words_in_which_it_is_opened() {
    let tanks = "{name: tanks, units: {tank: 2}, initiative: 1, from: [20, 60], facing: 90}";
    let mut staged =
        Staged::of(&[tanks], &[BLUES, "{name: towers, units: {tank: 1}, from: [30, 85]}"], "");
    order(&mut staged, "tanks sustained fire");
    let rows = |text: &str| {
        let answer = staged.game.ask(&staged.state, Some(Seat(0)), text, &Budget::default());
        answer.unwrap_or_else(|slip| panic!("{text}: {slip}")).rows
    };
    let all = rows("odds tanks shoots towers");
    assert_eq!(rows("odds shoot towers"), all);
    let fire = staged.game.say_action(&staged.state, Seat(0), &read(&staged, "shoot towers"));
    assert_eq!(rows(&format!("odds {fire}")), all);
}

#[test]
fn fire_is_asked_with_what_its_dice_need() {
    let tanks = "{name: tanks, units: {tank: 2}, initiative: 1, from: [20, 60], facing: 90}";
    let towers = "{name: towers, units: {tank: 1}, from: [30, 85]}";
    let staged = Staged::of(&[tanks], &[BLUES, towers], "");
    let answer = staged.game.ask(&staged.state, None, "fire tanks at towers", &Budget::default());
    let rows = answer.expect("it is asked").rows;
    assert_eq!(rows[0], ["dice", "for", "needed"]);
    assert!(rows[1][2].contains("+ hits (AT"), "{rows:?}");
    for text in ["fire tanks at towers", "tanks shoot towers", "tanks shoots at towers"] {
        let says = slip(&staged, text);
        assert!(says.starts_with("this is asked: `fire tanks at towers`"), "{text}: {says}");
    }
}

#[test]
fn a_charge_out_of_reach_is_told_how_far_it_would_be() {
    let staged = table();
    let answer =
        staged.game.ask(&staged.state, None, "odds reds engages blues", &Budget::default());
    let says = answer.expect_err("it is too far").to_string();
    assert!(says.starts_with("this charge reaches nobody: `blues` is "), "{says}");
    assert!(says.contains("who may charge 15 cm and fight from 15 cm"), "{says}");
}

#[test]
fn a_formation_is_put_down_with_those_off_the_table() {
    let mut staged = table();
    for text in ["place reds 2 off", "place reds 3 off", "place reds at (30, 40)"] {
        amend(&mut staged, text);
    }
    let at = |name: &str| staged.state.unit(staged.unit(name)).place;
    assert_eq!(at("reds 1"), Whereabouts::Table(Point::new(30 * CM, 40 * CM)));
    for name in ["reds 2", "reds 3"] {
        let place = at(name);
        assert!(matches!(place, Whereabouts::Table(_)), "{name}: {place:?}");
    }
}

/// What an answer tells: its headline, its rows and its grounds.
fn answered(staged: &Staged, text: &str) -> String {
    let seat = Some(staged.asked().0);
    let answer = staged.game.ask(&staged.state, seat, text, &Budget::default());
    let answer = answer.unwrap_or_else(|slip| panic!("{text}: {slip}"));
    let rows = answer.rows.iter().map(|row| row.join(" | "));
    let grounds = answer.ruling.iter().flat_map(|ruling| ruling.lines(9));
    [answer.headline].into_iter().chain(rows).chain(grounds).collect::<Vec<_>>().join("\n")
}

#[test]
fn odds_of_an_order_are_those_of_its_test() {
    let reds = "{name: reds, units: {infantry: 3}, initiative: 3, markers: 1, from: [20, 20]}";
    let staged = Staged::of(&[reds], &[BLUES], "");
    let said = answered(&staged, "odds reds march");
    assert!(said.starts_with("reds march: needs 4+, 50.00 %;"), "{said}");
    assert!(said.contains("it obeys | 50.00 % | 1/2"), "{said}");
    assert!(said.contains("it has a blast marker"), "{said}");
}

#[test]
fn odds_of_strikes_are_those_of_the_assault_as_it_stands() {
    let reds = "{name: reds, units: {jumpers: 3}, initiative: 1, from: [38, 10]}";
    let mut staged = Staged::of(&[reds], &["{name: blues, units: {infantry: 3}, in: keep}"], KEEP);
    order(&mut staged, "reds engage");
    staged.act(&read(&staged, "all charge keep"));
    while !asked(&staged).contains("`strike as usual`") {
        staged.act(&Action::Done);
    }
    let said = answered(&staged, "odds strike as usual");
    assert!(said.starts_with("reds engages blues as it stands: wins "), "{said}");
    assert!(said.contains("blues wins | "), "{said}");
}

#[test]
fn odds_of_fire_tell_what_each_die_needs_and_who_is_silent() {
    let tanks = "{name: tanks, units: {tank: 2}, initiative: 1, at: [[20, 60], [25, 60]], \
                 facing: 90, markers: 1}";
    let towers = "{name: towers, units: {tank: 1}, from: [30, 85]}";
    let mut staged = Staged::of(&[tanks], &[towers], "");
    order(&mut staged, "tanks advance");
    staged.act(&Action::Done);
    let said = answered(&staged, "odds shoot towers");
    assert!(said.contains(" d6: to hit by tanks at towers"), "{said}");
    assert!(said.contains("+ hits (AT "), "{said}");
    assert!(said.contains("`tanks 1` does not fire: a blast marker suppresses it"), "{said}");
}

#[test]
fn a_unit_apart_is_told_of_at_its_move_and_warned_of_where_nobody_can_mend_it() {
    let mut staged = table();
    order(&mut staged, "reds march");
    let told = |staged: &Staged, text: &str| {
        let ruling = staged.ruling(&read(staged, text));
        assert!(ruling.holds(), "{text}");
        let warned = ruling.warnings().iter().map(|(_, words)| words.to_string()).collect();
        let worded = ruling.worded(|_| None);
        let lines: Vec<String> = worded.cited(|rule| format!("{rule:?}")).lines(9);
        (lines.join("\n"), warned)
    };
    let (lines, warned): (String, Vec<String>) = told(&staged, "1 15 S");
    let words = "cm from `reds 2`, the nearest of its formation: before `done` another has to come within 5 cm of it, or it is destroyed";
    assert!(lines.contains(words) && warned.is_empty(), "{lines}");
    staged.act(&read(&staged, "1 15 S"));
    assert!(asked(&staged).contains(words), "{}", asked(&staged));
    assert!(told(&staged, "2 15 S").1.is_empty());
    staged.act(&read(&staged, "2 15 N"));
    // Between the two the third cannot reach both.
    let (lines, warned) = told(&staged, "3 1 E");
    assert!(!warned.is_empty(), "{lines}");
}

#[test]
fn reach_is_drawn_over_the_board_while_a_unit_may_move() {
    let mut staged = table();
    let over = |staged: &Staged, name: &str| {
        let text = format!(
            "{} {name}",
            Question::that_shows(Shows::Reach, umpire_ea_heresy::EaHeresy::QUESTIONS)
                .expect("it shows it")
        );
        let answer = staged.game.ask(&staged.state, None, &text, &Budget::default());
        answer.unwrap_or_else(|slip| panic!("{text}: {slip}")).over
    };
    assert!(over(&staged, "reds 1").is_empty(), "nobody moves");
    order(&mut staged, "reds advance");
    assert_eq!(over(&staged, "reds").len(), 3);
    let shapes = over(&staged, "reds 1");
    let [Shape::Polygon { points, .. }] = &shapes[..] else { panic!("{shapes:?}") };
    assert_eq!(points.len(), 72);
    let from = staged.game.drawn_at("(20, 20)").expect("a place");
    let far = |to: &(f32, f32)| (to.0 - from.0).hypot(to.1 - from.1);
    // To the south the edge of the table is nearer than the 15 cm it goes.
    assert!(points.iter().filter(|to| (far(to) - 15.0).abs() < 0.1).count() > 40, "{points:?}");
    assert!(points.iter().all(|to| far(to) < 15.1), "{points:?}");
    staged.act(&read(&staged, "1 hold"));
    assert!(over(&staged, "reds 1").is_empty(), "it has moved");
    assert!(over(&staged, "blues 1").is_empty(), "it is not its turn");
}

#[test]
fn the_game_tells_how_it_is_played() {
    let staged = table();
    assert!(staged.game.rules().is_some_and(|rules| rules.guide.is_some()));
}

/// A table before the battle: nothing is put down yet.
fn undeployed() -> Staged {
    let off = |name: &str| format!("{{name: {name}, units: {{infantry: 3}}, initiative: 1}}");
    let (reds, greens, blues) = (off("reds"), off("greens"), off("blues"));
    let mut staged = Staged::new(&text_of(&[&reds, &greens], &[&blues], "begins: deployment"));
    while asked(&staged).contains("spirit") {
        let first = staged.listed()[0].clone();
        staged.act(&first);
    }
    staged
}

#[test]
fn the_zone_of_whoever_deploys_is_drawn_while_they_do() {
    let mut staged = undeployed();
    let zones = |staged: &Staged| {
        let scene = staged.game.scene(&staged.state);
        let titles = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Polygon { paint, .. } => paint.title.clone(),
            _ => None,
        });
        titles.filter(|title| title.contains("the zone of")).collect::<Vec<_>>()
    };
    assert_eq!(zones(&staged), ["where reds is put down: the zone of A"]);
    for _ in 0..3 {
        let first = staged.listed()[0].clone();
        staged.act(&first);
    }
    assert_eq!(zones(&staged), Vec::<String>::new());
}

#[test]
fn any_formation_that_waits_may_be_picked_to_be_put_down() {
    let mut staged = undeployed();
    assert_eq!(asked(&staged), "put down a formation: reds, or the other");
    let mut offered = Vec::new();
    staged.game.offered(&staged.state, Seat(0), &mut offered);
    let of = |name: &str| {
        let wanted = staged.formation(name);
        offered.iter().find(
            |action| matches!(action, Action::Deploy { formation, .. } if *formation == wanted),
        )
    };
    assert!(of("reds").is_some());
    let greens = of("greens").expect("it waits too").clone();
    let short = staged.game.say_shortly(&staged.state, Seat(0), &greens).expect("it is long");
    assert!(short.starts_with("deploy greens around ("), "{short}");
    staged.act(&greens);
}

#[test]
fn strikes_are_said_in_dice() {
    let staged = table();
    let short = |text: &str| {
        let action = read(&staged, text);
        staged.game.say_shortly(&staged.state, Seat(0), &action).expect("it is long")
    };
    assert_eq!(short("strike reds 1 cc 2 ff 0"), "reds 1: 2 dice in close combat");
    assert_eq!(
        short("strike reds 1 cc 1 ff 0; reds 2 cc 0 ff 2"),
        "2 units: 1 die in close combat, 2 in the firefight"
    );
    assert_eq!(short("strike reds 1 cc 0 ff 0"), "reds 1: no dice");
}
