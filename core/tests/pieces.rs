//! Pieces of several sides: their names, whose they are, who acts next.

use serde::Deserialize;
use umpire_core::data::{Source, read};
use umpire_core::pieces::{Piece, PieceId, Pieces, Side, Sides};
use umpire_core::ruleset::Row;
use umpire_core::seat::{Seat, Seats};

#[derive(Deserialize)]
struct Kind(String);

impl Row for Kind {
    fn id(&self) -> &str {
        &self.0
    }
}

struct Man {
    side: Seat,
    kind: usize,
    stands: bool,
    acted: bool,
}

impl Piece for Man {
    fn side(&self) -> Seat {
        self.side
    }

    fn kind(&self) -> Option<usize> {
        Some(self.kind)
    }

    fn stands(&self) -> bool {
        self.stands
    }

    fn has_acted(&self) -> bool {
        self.acted
    }
}

/// Two spears and a bow of A, a spear and a king of B.
fn men() -> Pieces<Man> {
    let man = |(side, kind)| Man { side: Seat(side), kind, stands: true, acted: false };
    [(0, 0), (0, 0), (0, 1), (1, 0), (1, 2)].map(man).into_iter().collect()
}

fn kinds() -> [Kind; 3] {
    ["spear", "bow", "old king"].map(|name| Kind(name.to_string()))
}

fn numbers(ids: impl Iterator<Item = PieceId>) -> Vec<u8> {
    ids.map(|id| id.0).collect()
}

#[test]
fn pieces_of_one_kind_are_numbered_through_both_sides() {
    let (men, kinds) = (men(), kinds());
    let names: Vec<String> = men.ids().map(|id| men.name(id, &kinds)).collect();
    assert_eq!(names, ["spear 1", "spear 2", "bow", "spear 3", "old king"]);
    let marks: Vec<String> = men.ids().map(|id| men.mark(id, &kinds)).collect();
    assert_eq!(marks, ["s1", "s2", "b", "s3", "o"], "a word is no number");
    let alike = ["spear", "sling", "old king"].map(|name| Kind(name.to_string()));
    let marks: Vec<String> = men.ids().map(|id| men.mark(id, &alike)).collect();
    assert_eq!(marks, ["sp1", "sp2", "sl", "sp3", "o"], "two kinds that begin alike");
    let alike = ["ranger", "raider", "old king"].map(|name| Kind(name.to_string()));
    let marks: Vec<String> = men.ids().map(|id| men.mark(id, &alike)).collect();
    assert_eq!(marks, ["rn1", "rn2", "ri", "rn3", "o"], "by the first letter that differs");
    let known = men.names("man", &kinds);
    assert_eq!(known.find("Spear 3").ok(), Some(PieceId(3)));
    assert_eq!(known.find("king").ok(), Some(PieceId(4)));
    assert!(known.find("spear").is_err(), "which of three");
}

#[test]
fn who_stands_and_has_not_acted_is_ready() {
    let mut men = men();
    (men[PieceId(0)].acted, men[PieceId(3)].stands) = (true, false);
    assert_eq!(numbers(men.of(Seat(1))), [3, 4], "wherever they are");
    assert_eq!(numbers(men.standing(Seat(1))), [4]);
    assert_eq!(numbers(men.ready(Seat(0))), [1, 2]);
    assert_eq!(numbers(men.enemies(PieceId(4))), [0, 1, 2]);
    assert_eq!(numbers(men.others(PieceId(1))), [0, 2, 4]);
}

#[test]
fn sides_take_turns_as_long_as_somebody_is_ready() {
    let mut men = men();
    assert_eq!(men.next_to_act(Seat(1)), Some(Seat(1)));
    men.iter_mut().filter(|man| man.side == Seat(1)).for_each(|man| man.acted = true);
    assert_eq!(men.next_to_act(Seat(1)), Some(Seat(0)), "B has nobody left");
    men.iter_mut().for_each(|man| man.acted = true);
    assert_eq!(men.next_to_act(Seat(1)), None);
}

#[test]
fn there_are_as_many_pieces_as_numbers() {
    let man = |_| Man { side: Seat(0), kind: 0, stands: true, acted: false };
    let crowd: Pieces<Man> = (0..300).map(man).collect();
    assert_eq!((crowd.len(), crowd.ids().last()), (256, Some(PieceId(255))));
}

#[test]
fn whoever_has_more_is_ahead_and_nobody_of_equals() {
    assert_eq!(Seats::with_more(|side| [3, 2][side.index()]), Seats::only(Seat(0)));
    assert_eq!(Seats::with_more(|side| [2, 3][side.index()]), Seats::only(Seat(1)));
    assert_eq!(Seats::with_more(|_| 2), Seats::NONE);
    assert_eq!(Seat::SIDES.map(Seat::opponent), [Seat(1), Seat(0)]);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Muster {
    sides: Sides<String>,
    #[serde(default)]
    turn: Side,
}

#[test]
fn pieces_of_both_sides_are_read_with_their_places_and_no_others() {
    let text = "sides:\n  B: [spear]\n  A: [bow, spear]\n  C: [king]\nturn: B\n";
    let muster = read::<Muster>(&Source::new("muster.yaml", text)).expect("it can be read");
    let mut faults = Vec::new();
    let all = muster.value.sides.each("sides", &muster.places, &mut faults);
    let told: Vec<(Seat, &str, &str)> =
        all.iter().map(|(side, field, kind)| (*side, field.as_str(), kind.as_str())).collect();
    let (a, b) = (Seat(0), Seat(1));
    let expected =
        [(b, "sides.B[0]", "spear"), (a, "sides.A[0]", "bow"), (a, "sides.A[1]", "spear")];
    assert_eq!(told, expected);
    assert_eq!(Seat::from(muster.value.turn), b);
    let [fault] = &faults[..] else { panic!("one fault, not {faults:?}") };
    assert_eq!((fault.line, fault.column), (4, 3));
    assert_eq!(fault.problem, "there is no side `C`, there are A and B");
    let wrong = read::<Muster>(&Source::new("muster.yaml", "sides: {}\nturn: C\n"));
    let faults = wrong.err().expect("there is no side C");
    assert_eq!(faults[0].problem, "expected one of `A`, `B`, found `C`");
}

#[test]
fn there_are_no_more_pieces_than_numbers() {
    let text = format!("sides:\n  A: [bow]\n  B: [{}king]\n", "spear, ".repeat(260));
    let muster = read::<Muster>(&Source::new("muster.yaml", text)).expect("it can be read");
    let mut faults = Vec::new();
    let all = muster.value.sides.each("sides", &muster.places, &mut faults);
    assert_eq!((all.len(), faults.len()), (256, 1));
    assert_eq!(faults[0].field, "sides.B[255]");
    assert_eq!(faults[0].problem, "262 pieces, 256 are the most of all sides");
}

#[test]
fn the_schema_of_both_sides_has_those_two() {
    let schema = schemars::schema_for!(Sides<String>);
    assert_eq!(schema.get("additionalProperties"), Some(&serde_json::Value::Bool(false)));
    let sides = schema.get("properties").and_then(|sides| sides.as_object()).expect("sides");
    assert_eq!(sides.keys().collect::<Vec<_>>(), ["A", "B"]);
}

#[test]
fn three_sides_take_turns_round_the_table_and_all_others_are_enemies() {
    let man = |side| Man { side, kind: 0, stands: true, acted: false };
    let sides = [Seat(2), Seat(0), Seat::NOBODY, Seat(1)];
    let mut men: Pieces<Man> = sides.map(man).into_iter().collect();
    assert_eq!(numbers(men.enemies(PieceId(1))), [0, 2, 3], "nobody's pieces as well");
    assert_eq!(men.next_to_act(Seat(1)), Some(Seat(1)));
    men[PieceId(3)].acted = true;
    assert_eq!(men.next_to_act(Seat(1)), Some(Seat(2)));
    men[PieceId(0)].acted = true;
    assert_eq!(men.next_to_act(Seat(1)), Some(Seat(0)), "round to the first");
    men[PieceId(1)].acted = true;
    assert_eq!(men.next_to_act(Seat(1)), None, "nobody is not asked");
    assert_eq!(Seat::NOBODY.lettered(), "nobody");
    let points = [4, 7, 7];
    let most = Seats::first_of(3).with_most(|seat| points[seat.index()]);
    assert_eq!(most, Seats::only(Seat(1)).with(Seat(2)), "both who have as much");
    assert_eq!(Seats::NONE.with_most(|_| 1), Seats::NONE);
}

#[derive(Deserialize)]
struct Melee {
    sides: Sides<String, 4>,
    turn: Side<4>,
}

#[test]
fn a_game_of_four_reads_as_many_sides_as_are_written() {
    let melee = |text: &str| read::<Melee>(&Source::new("melee.yaml", text));
    let four = melee("sides: {A: [bow], C: [bow, king]}\nturn: C\n").expect("it can be read").value;
    assert_eq!((four.sides.count(), Seat::from(four.turn)), (3, Seat(2)));
    let one = melee("sides: {A: [bow]}\nturn: A\n").expect("it can be read");
    assert_eq!(one.value.sides.count(), 2, "two at least");
    let more = melee("sides: {E: [bow]}\nturn: A\n").expect("it can be read");
    let mut faults = Vec::new();
    more.value.sides.each("sides", &more.places, &mut faults);
    assert_eq!(faults[0].problem, "there is no side `E`, there are A, B, C and D");
    let mut faults = Vec::new();
    let listed = four.sides.each_of(2, "cards", &more.places, &mut faults);
    assert_eq!(listed.len(), 1, "C is not among two");
    assert_eq!(faults[0].problem, "there is no side `C`, there are A and B");
    assert_eq!(Sides::<String>::default().count(), 2);
    let faults = melee("sides: {}\nturn: E\n").err().expect("there is no side E");
    assert_eq!(faults[0].problem, "expected one of `A`, `B`, `C`, `D`, found `E`");
    let schema = schemars::schema_for!(Side<4>);
    assert_eq!(schema.get("enum"), Some(&serde_json::json!(["A", "B", "C", "D"])));
}
