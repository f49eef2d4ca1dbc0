//! Ranges and neighbours on a board, against repeated relaxation.

use proptest::prelude::*;
use umpire_core::hex::{Board, BoardBuilder, EdgePiece, Hex, HexId, Side};

fn flat(hexes: &[Hex]) -> Board {
    let mut builder = BoardBuilder::new();
    for &hex in hexes {
        builder.tile(hex, 1, 0, true);
    }
    builder.build().expect("each hex has one tile")
}

#[test]
fn range_goes_round_gaps() {
    // A ring of six about a hole, and one hex apart.
    let centre = Hex::new(0, 0);
    let mut hexes = Side::ALL.map(|side| centre.step(side)).to_vec();
    hexes.push(Hex::new(9, 9));
    let board = flat(&hexes);
    let id = |q, r| board.hex_id(Hex::new(q, r)).expect("a hex of the ring");
    assert_eq!(board.range(id(1, 0), id(-1, 0)), Some(3));
    assert_eq!(board.range(id(1, 0), id(0, 1)), Some(1));
    assert_eq!(board.range(id(1, 0), id(1, 0)), Some(0));
    assert_eq!(board.range(id(1, 0), id(9, 9)), None);
    assert_eq!(board.hex_id(centre), None);
}

#[test]
fn all_spaces_of_a_neighbouring_hex_neighbour() {
    let mut builder = BoardBuilder::new();
    let (here, there) = (Hex::new(0, 0), Hex::new(1, -1));
    builder.tile(here, 1, 0, true).tile(there, 1, 0, true).tile(there, 9, 0, true);
    builder.edge(
        here,
        Side::NorthEast,
        EdgePiece { base: 1, height_here: 2, height_beyond: 3, kind: 5 },
    );
    let board = builder.build().expect("no fault");
    let start = board.space_at(here, 1).expect("a tile lies there");
    let next: Vec<_> =
        board.neighbours(start).map(|(side, id)| (side, board.space(id).level)).collect();
    assert_eq!(next, [(Side::NorthEast, 1), (Side::NorthEast, 9)]);
    // The northern hex lies in an odd row: the origin is the even row above it.
    assert_eq!(board.space_named("A2"), None);
    assert_eq!(board.name_of(start), "A3/1");
    assert_eq!(board.space_named(&board.name_of(start)), Some(start));
    let there = board.hex_id(there).expect("on the board");
    let seen = board.edge(there, Side::SouthWest).expect("the wall between");
    assert_eq!((seen.height_here, seen.height_beyond, seen.top()), (3, 2, 4));
    assert_eq!(board.edge_at(here.step(Side::East), Side::West), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn ranges_are_those_of_repeated_relaxation(
        hexes in prop::collection::btree_set((-4..4i16, -4..4i16), 1..50)
    ) {
        let hexes: Vec<Hex> = hexes.into_iter().map(|(q, r)| Hex::new(q, r)).collect();
        let board = flat(&hexes);
        let mut steps = vec![None; board.hexes()];
        steps[0] = Some(0);
        for _ in 0..board.hexes() {
            for id in board.hex_ids() {
                let beside = Side::ALL.into_iter().filter_map(|side| board.neighbour(id, side));
                let best = beside.filter_map(|next| steps[next.index()]).min();
                let through = best.map(|steps: u16| steps + 1);
                steps[id.index()] = steps[id.index()].into_iter().chain(through).min();
            }
        }
        // So many hexes far off that distances are searched for, not looked up.
        let far = (0..2_100).map(|q| Hex::new(q, 40));
        let large = flat(&hexes.iter().copied().chain(far).collect::<Vec<_>>());
        let in_large = |id| large.hex_id(board.hex(id)).expect("a hex of both boards");
        for id in board.hex_ids() {
            prop_assert_eq!(board.range(HexId(0), id), steps[id.index()]);
            prop_assert_eq!(board.range(id, HexId(0)), steps[id.index()]);
            let searched = large.range(in_large(HexId(0)), in_large(id));
            prop_assert_eq!(searched, steps[id.index()]);
            prop_assert_eq!(board.origin().parse(&board.hex_name(board.hex(id))), Some(board.hex(id)));
        }
    }
}
