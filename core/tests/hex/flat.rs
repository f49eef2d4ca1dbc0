//! Sight on a flat board is that of upright solids.

use proptest::prelude::*;
use umpire_core::hex::{Board, BoardBuilder, Hex, Line, Point, Scene, hex_clear};

/// A board of the columns given, two levels high where blocked.
fn board(columns: &[(Hex, bool)]) -> Board {
    let mut builder = BoardBuilder::new();
    for &(hex, blocked) in columns {
        builder.tile(hex, 1, 0, blocked);
    }
    builder.build().expect("each hex has one tile")
}

fn clear(board: &Board, from: Hex, to: Hex) -> bool {
    let id = |hex| board.hex_id(hex).expect("the hex is on the board");
    hex_clear(board, id(from), id(to), &|hex| !board.ground(hex).is_empty())
}

#[test]
fn a_line_along_a_side_needs_both_hexes_to_be_stopped() {
    let hexes = |one, two| {
        let hexes = [(0, 0, false), (1, 0, one), (0, 1, two), (1, 1, false)];
        board(&hexes.map(|(q, r, blocked)| (Hex::new(q, r), blocked)))
    };
    let (from, to) = (Hex::new(0, 0), Hex::new(1, 1));
    assert!(clear(&hexes(true, false), from, to));
    assert!(clear(&hexes(false, true), from, to));
    assert!(!clear(&hexes(true, true), from, to));
    assert!(clear(&hexes(true, true), from, from));
}

#[test]
fn a_row_is_stopped_by_a_hex_on_it() {
    let row = board(&[0, 1, 2, 3].map(|q| (Hex::new(q, 0), q == 2)));
    assert!(clear(&row, Hex::new(0, 0), Hex::new(2, 0)));
    assert!(!clear(&row, Hex::new(0, 0), Hex::new(3, 0)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_answer_is_that_of_upright_solids_and_the_same_both_ways(
        blocked in prop::collection::vec(prop::bool::weighted(0.15), 121)
    ) {
        let hexes: Vec<(Hex, bool)> = (0..121)
            .map(|n| (Hex::new(n % 11 - 5, n / 11 - 5), blocked[n as usize]))
            .collect();
        let board = board(&hexes);
        let from = Hex::new(blocked.iter().filter(|&&is| is).count() as i16 % 5 - 2, 1);
        for &(to, _) in &hexes {
            let ends: Vec<(Hex, bool)> = hexes
                .iter()
                .map(|&(hex, blocked)| (hex, blocked && hex != from && hex != to))
                .collect();
            let solids = self::board(&ends);
            let line = Line::new(Point::centre(from, 10), Point::centre(to, 10));
            let expected = Scene::new(&solids, &[]).is_clear(line);
            prop_assert_eq!(clear(&board, from, to), expected, "{:?} {:?}", from, to);
            prop_assert_eq!(clear(&board, to, from), expected);
        }
    }
}
