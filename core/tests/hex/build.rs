//! Boards that are built of pieces: their surfaces, and every fault of them.

use umpire_core::hex::{
    BoardBuilder, BoardFault, BoardWarning, EdgePiece, Hex, HexId, Level, Prism, Side, SpaceId,
    Width,
};

const HERE: Hex = Hex::new(0, 0);

fn surfaces(builder: &BoardBuilder) -> Vec<(Level, u16, Option<Level>)> {
    let board = builder.build().expect("no fault");
    let space = |id| *board.space(id);
    board.space_ids().map(space).map(|s| (s.level, s.kind, s.underside)).collect()
}

fn prism(base: Level, height: Level) -> Prism {
    Prism { base, height, width: Width::FULL, kind: 0, stands: false }
}

#[test]
fn only_the_top_of_a_stack_can_be_stood_on() {
    let mut builder = BoardBuilder::new();
    builder.tile(HERE, 1, 3, true).tile(HERE, 2, 4, true);
    assert_eq!(surfaces(&builder), [(2, 4, None)]);
    // A thin tile adds no level and hides the tile under it.
    builder.tile(HERE, 3, 9, false);
    assert_eq!(surfaces(&builder), [(2, 9, None)]);
    let mut water = BoardBuilder::new();
    assert_eq!(surfaces(water.tile(HERE, 1, 9, false)), [(0, 9, None)]);
}

#[test]
fn an_overhang_gives_a_second_space_and_a_warning() {
    let mut builder = BoardBuilder::new();
    builder.tile(HERE, 1, 0, true).tile(HERE, 6, 1, true).tile(HERE, 7, 1, true);
    assert_eq!(surfaces(&builder), [(1, 0, Some(5)), (7, 1, None)]);
    let board = builder.build().expect("an overhang is no fault");
    assert_eq!(board.warnings(), [BoardWarning::TileInTheAir { hex: HERE, layer: 6 }]);
    assert_eq!(board.ground(HexId(0)), [(0, 1), (5, 7)]);
    assert_eq!(board.space_named("A1/7"), Some(SpaceId(1)));
    assert_eq!(board.space_named("A1"), None);
}

#[test]
fn ledges_are_surfaces_in_the_air() {
    let mut builder = BoardBuilder::new();
    builder.tile(HERE, 1, 3, true).tile(HERE, 6, 4, true);
    for level in 1..=6 {
        builder.ledge(HERE, level, 7);
    }
    // The first lies in a tile's surface, the last too, and that at level 5 within the tile above.
    let expected =
        [(1, 3, Some(5)), (2, 7, Some(5)), (3, 7, Some(5)), (4, 7, Some(5)), (6, 4, None)];
    assert_eq!(surfaces(&builder), expected);
    let board = builder.build().expect("ledges are no fault");
    assert_eq!(board.solids(HexId(0)), [(0, 1), (5, 6)]);
    let fault = BoardFault::Ledge { hex: HERE, level: -1 };
    assert_eq!(builder.ledge(HERE, -1, 7).build().map(|_| ()), Err(vec![fault]));
}

#[test]
fn an_obstacle_takes_its_hex_unless_a_tile_lies_on_top() {
    let mut builder = BoardBuilder::new();
    builder.tile(HERE, 1, 0, true).obstacle(HERE, prism(1, 9));
    assert_eq!(surfaces(&builder), []);
    builder.tile(HERE, 11, 5, true);
    assert_eq!(surfaces(&builder), [(11, 5, None)]);
    let board = builder.build().expect("no fault");
    assert_eq!(board.solids(HexId(0)), [(0, 11)]);
    assert_eq!(board.ground(HexId(0)), [(0, 1), (10, 11)]);
    assert_eq!(board.warnings(), []);
    // An arch leaves the passage below it.
    let mut arch = BoardBuilder::new();
    arch.tile(HERE, 1, 0, true).obstacle(HERE, prism(8, 2));
    assert_eq!(surfaces(&arch), [(1, 0, Some(8))]);
}

#[test]
fn every_fault_is_named() {
    let mut builder = BoardBuilder::new();
    let far = Hex::new(20_000, 0);
    let piece = EdgePiece { base: 0, height_here: 1, height_beyond: 2, kind: 0 };
    builder.tile(HERE, 2, 0, true).tile(HERE, 2, 1, false).tile(HERE, 0, 0, true);
    builder.tile(far, 1, 0, true).obstacle(HERE, prism(2, 3)).obstacle(HERE, prism(4, 3));
    builder.obstacle(HERE, prism(4, -1));
    let width = Width { numerator: 4, denominator: 3 };
    builder.obstacle(HERE, Prism { width, ..prism(0, 1) });
    builder.edge(HERE, Side::East, piece).edge(HERE.step(Side::East), Side::West, piece);
    builder.edge(Hex::new(9, 9), Side::West, piece);
    let faults = builder.build().expect_err("many faults");
    assert_eq!(
        faults,
        [
            BoardFault::TwoTiles { hex: HERE, layer: 2 },
            BoardFault::Layer { hex: HERE, layer: 0 },
            BoardFault::Coordinates { hex: far },
            BoardFault::TwoObstacles { hex: HERE, level: 4 },
            BoardFault::ObstacleHeight { hex: HERE, base: 4, height: -1 },
            BoardFault::ObstacleWidth { hex: HERE, numerator: 4, denominator: 3 },
            BoardFault::TwoEdges { hex: HERE.step(Side::East), side: Side::West },
            BoardFault::LooseEdge { hex: Hex::new(8, 9), side: Side::East },
        ]
    );
    assert_eq!(faults[0].to_string(), "hex 0,0: two tiles in layer 2");
}

#[test]
fn a_board_too_large_is_refused() {
    let mut builder = BoardBuilder::new();
    builder.tile(Hex::new(-9_000, 9_000), 1, 0, true).tile(Hex::new(9_000, -9_000), 1, 0, true);
    assert!(matches!(builder.build().err().as_deref(), Some([BoardFault::TooSpread { .. }])));
    let mut tower = BoardBuilder::new();
    for layer in 1..=10_000 {
        for q in 0..41 {
            tower.tile(Hex::new(q, 0), layer, 0, layer % 2 == 0);
        }
    }
    assert!(matches!(tower.build().err().as_deref(), Some([BoardFault::TooManySpaces { .. }])));
    assert_eq!(BoardBuilder::new().build().map(|board| board.spaces()), Ok(0));
}
