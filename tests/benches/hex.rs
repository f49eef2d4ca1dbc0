//! Hex sight, ways and reach beside the crates `hexx` and `pathfinding`, on the same work.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use umpire_core::hex::{
    Board, BoardBuilder, Body, Hex, HexId, Line, Point, Prism, Reach, Scene, Side, Width, hex_clear,
};

const SIZE: i16 = 100;

/// A flat rectangle of 100 x 100 hexes; ids run by row and column.
fn plain() -> Board {
    let mut builder = BoardBuilder::new();
    for row in 0..SIZE {
        for column in 0..SIZE {
            builder.tile(Hex::from_offset(column, row), 1, 0, true);
        }
    }
    builder.build().expect("one tile on each hex")
}

fn theirs(hex: Hex) -> hexx::Hex {
    hexx::hex(i32::from(hex.q), i32::from(hex.r))
}

/// The id a hex of `plain` has, worked out as a user of another crate would.
fn index_of(hex: hexx::Hex) -> Option<usize> {
    let (row, column) = (hex.y, hex.x + (hex.y - (hex.y & 1)) / 2);
    let inside = (0..i32::from(SIZE)).contains(&row) && (0..i32::from(SIZE)).contains(&column);
    inside.then(|| (row * i32::from(SIZE) + column) as usize)
}

fn pairs(rng: &mut ChaCha8Rng, count: usize, free: impl Fn(u32) -> bool) -> Vec<(HexId, HexId)> {
    let mut pick = || loop {
        let id = rng.random_range(0..10_000u32);
        if free(id) {
            return HexId(id);
        }
    };
    (0..count).map(|_| (pick(), pick())).collect()
}

fn flat_sight(criterion: &mut Criterion) {
    let board = plain();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let blocked: Vec<bool> = (0..10_000).map(|_| rng.random_bool(0.1)).collect();
    let pairs = pairs(&mut rng, 200_000, |id| !blocked[id as usize]);
    let ours = |from, to| hex_clear(&board, from, to, &|hex: HexId| blocked[hex.index()]);
    let peer = |from: hexx::Hex, to: hexx::Hex| {
        from.line_to(to).all(|hex| !index_of(hex).is_some_and(|index| blocked[index]))
    };
    let hexes: Vec<_> =
        pairs.iter().map(|&(from, to)| (theirs(board.hex(from)), theirs(board.hex(to)))).collect();
    let count = |sees: &mut dyn Iterator<Item = bool>| sees.filter(|&sees| sees).count();
    println!(
        "flat sight, 200000 pairs: umpire {} clear, {} asymmetric; hexx {} clear, {} asymmetric; {} agree",
        count(&mut pairs.iter().map(|&(a, b)| ours(a, b))),
        count(&mut pairs.iter().map(|&(a, b)| ours(a, b) != ours(b, a))),
        count(&mut hexes.iter().map(|&(a, b)| peer(a, b))),
        count(&mut hexes.iter().map(|&(a, b)| peer(a, b) != peer(b, a))),
        count(&mut pairs.iter().zip(&hexes).map(|(&(a, b), &(c, d))| ours(a, b) == peer(c, d))),
    );
    let mut group = criterion.benchmark_group("flat sight, 100x100, 10 % blocked");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("umpire", |bench| {
        bench.iter(|| pairs.iter().filter(|&&(from, to)| ours(from, to)).count());
    });
    group.bench_function("hexx", |bench| {
        bench.iter(|| hexes.iter().filter(|&&(from, to)| peer(from, to)).count());
    });
    group.finish();
}

fn ways(criterion: &mut Criterion) {
    let board = &plain();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let costs: Vec<u32> = (0..10_000).map(|_| rng.random_range(1..=5)).collect();
    let pairs = pairs(&mut rng, 32, |_| true);
    let mut reach = Reach::new();
    let mut ours = |(from, to): (HexId, HexId)| {
        let goal = board.hex(to);
        let found = reach.search_to(
            board.hexes(),
            from.0,
            to.0,
            |node| u32::from(board.hex(HexId(node)).distance(goal)),
            |node, _, steps| {
                for side in Side::ALL {
                    if let Some(next) = board.neighbour(HexId(node), side) {
                        steps.to(next.0, costs[next.index()]);
                    }
                }
            },
        );
        (found.unwrap_or(0), reach.path_to(to.0).len())
    };
    let with_pathfinding = |(from, to): (HexId, HexId)| {
        let goal = board.hex(to);
        let found = pathfinding::directed::astar::astar(
            &from,
            |&hex| {
                let next = Side::ALL.into_iter().filter_map(move |side| board.neighbour(hex, side));
                next.map(|next| (next, costs[next.index()])).collect::<Vec<_>>()
            },
            |&hex| u32::from(board.hex(hex).distance(goal)),
            |&hex| hex == to,
        );
        found.map_or((0, 0), |(path, cost)| (cost, path.len()))
    };
    let with_hexx = |(from, to): (HexId, HexId)| {
        let (from, to) = (theirs(board.hex(from)), theirs(board.hex(to)));
        let path = hexx::algorithms::a_star(from, to, |_, hex| index_of(hex).map(|at| costs[at]));
        let path = path.unwrap_or_default();
        let cost = path.iter().skip(1).filter_map(|&hex| index_of(hex)).map(|at| costs[at]).sum();
        (cost, path.len())
    };
    let sum = |of: &mut dyn FnMut((HexId, HexId)) -> (u32, usize)| {
        pairs.iter().map(|&pair| of(pair).0).sum::<u32>()
    };
    println!(
        "ways, 32 pairs, summed cost: umpire {}, pathfinding {}, hexx {}",
        sum(&mut ours),
        sum(&mut { with_pathfinding }),
        sum(&mut { with_hexx })
    );
    let mut group = criterion.benchmark_group("weighted A*, 100x100");
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("umpire", |bench| {
        bench.iter(|| pairs.iter().map(|&pair| ours(pair).1).sum::<usize>());
    });
    group.bench_function("pathfinding", |bench| {
        bench.iter(|| pairs.iter().map(|&pair| with_pathfinding(pair).1).sum::<usize>());
    });
    group.bench_function("hexx", |bench| {
        bench.iter(|| pairs.iter().map(|&pair| with_hexx(pair).1).sum::<usize>());
    });
    group.finish();
}

fn fields(criterion: &mut Criterion) {
    let board = &plain();
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let costs: Vec<u32> = (0..10_000).map(|_| rng.random_range(1..=3)).collect();
    let starts: Vec<HexId> =
        (0..16).map(|_| HexId(rng.random_range(20..80) * 100 + rng.random_range(20..80))).collect();
    let mut reach = Reach::new();
    let mut ours = |start: HexId| {
        reach.search(board.hexes(), start.0, 8, |node, _, steps| {
            for side in Side::ALL {
                if let Some(next) = board.neighbour(HexId(node), side) {
                    steps.to(next.0, costs[next.index()]);
                }
            }
        });
        reach.reached().len()
    };
    let with_pathfinding = |start: HexId| {
        let step = |hex: &HexId| {
            let hex = *hex;
            let next = Side::ALL.into_iter().filter_map(|side| board.neighbour(hex, side));
            next.map(|next| (next, costs[next.index()])).collect::<Vec<_>>()
        };
        pathfinding::directed::dijkstra::dijkstra_reach(&start, step)
            .take_while(|found| found.total_cost <= 8)
            .count()
    };
    let with_hexx = |start: HexId| {
        let cost = |hex| index_of(hex).map(|at| costs[at] - 1);
        hexx::algorithms::field_of_movement(theirs(board.hex(start)), 8, cost).len()
    };
    let (mut one, mut two, mut three) = (0, 0, 0);
    for &start in &starts {
        one += ours(start);
        two += with_pathfinding(start);
        three += with_hexx(start);
    }
    println!("reach, 16 starts, hexes reached: umpire {one}, pathfinding {two}, hexx {three}");
    let mut group = criterion.benchmark_group("reach, budget 8");
    group.throughput(Throughput::Elements(starts.len() as u64));
    group.bench_function("umpire", |bench| {
        bench.iter(|| starts.iter().map(|&start| ours(start)).sum::<usize>());
    });
    group.bench_function("pathfinding", |bench| {
        bench.iter(|| starts.iter().map(|&start| with_pathfinding(start)).sum::<usize>());
    });
    group.bench_function("hexx", |bench| {
        bench.iter(|| starts.iter().map(|&start| with_hexx(start)).sum::<usize>());
    });
    group.finish();
}

/// A hilly board of 24 x 18 hexes with trees, and twenty figures.
fn hills(rng: &mut ChaCha8Rng) -> (Board, Vec<Body>) {
    let mut builder = BoardBuilder::new();
    for row in 0..18 {
        for column in 0..24 {
            let hex = Hex::from_offset(column, row);
            let hill = 6.0 - (f64::from(column - 12).hypot(f64::from(row - 9))) / 1.5;
            let level = 1 + (hill.max(0.0) as i16) + rng.random_range(0..2);
            for layer in 1..=level {
                builder.tile(hex, layer, 0, true);
            }
            if rng.random_bool(0.04) {
                let width = Width::new(3, 4).unwrap_or(Width::FULL);
                builder
                    .obstacle(hex, Prism { base: level, height: 9, width, kind: 0, stands: false });
            }
        }
    }
    let board = builder.build().expect("one pile on each hex");
    let bodies = (0..20).map(|_| {
        let space =
            *board.space(umpire_core::hex::SpaceId(rng.random_range(0..board.spaces() as u32)));
        let hex = board.hex(space.hex);
        Body { ends: (hex, hex), radius_hundredths: 45, bottom: space.level, top: space.level + 5 }
    });
    let bodies = bodies.collect();
    (board, bodies)
}

/// The middle and six points about it, at four heights, as one figure of height 5 shows another.
fn zone(body: &Body) -> Vec<Point> {
    let mut points = Vec::new();
    for part in [85, 70, 50, 30] {
        let centre = Point::centre(body.ends.0, 20 * i32::from(body.bottom) + part);
        points.push(centre);
        points.extend(Side::ALL.map(|side| centre.towards_corner(side, 9)));
    }
    points
}

fn solid_sight(criterion: &mut Criterion) {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (board, bodies) = hills(&mut rng);
    let mut work = Vec::new();
    for (index, from) in bodies.iter().enumerate() {
        for (other, to) in bodies.iter().enumerate().filter(|&(other, _)| other != index) {
            let between: Vec<Body> = (0..bodies.len())
                .filter(|&third| third != index && third != other)
                .map(|third| bodies[third])
                .collect();
            let eye = [Point::centre(from.ends.0, 20 * i32::from(from.bottom) + 85)];
            work.push((eye, zone(to), between));
        }
    }
    let seen =
        work.iter().filter(|(eye, zone, bodies)| Scene::new(&board, bodies).can_see(eye, zone));
    println!("solid sight, {} pairs of figures: {} see", work.len(), seen.count());
    let mut group = criterion.benchmark_group("solid sight, 24x18 hills, 20 figures");
    group.throughput(Throughput::Elements(work.len() as u64));
    group.bench_function("figure to figure", |bench| {
        bench.iter(|| {
            let sees = |(eye, zone, bodies): &&([Point; 1], Vec<Point>, Vec<Body>)| {
                Scene::new(&board, bodies).can_see(eye, zone)
            };
            work.iter().filter(sees).count()
        });
    });
    group.bench_function("centre to centre", |bench| {
        bench.iter(|| {
            let clear = |(eye, zone, bodies): &&([Point; 1], Vec<Point>, Vec<Body>)| {
                Scene::new(&board, bodies).is_clear(black_box(Line::new(eye[0], zone[0])))
            };
            work.iter().filter(clear).count()
        });
    });
    group.finish();
}

fn brief() -> Criterion {
    Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .sample_size(10)
}

criterion_group! { name = hex; config = brief(); targets = flat_sight, ways, fields, solid_sight }
criterion_main!(hex);
