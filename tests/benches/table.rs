//! Sight on open tables beside the crates `geo` and `parry2d`, on the same work.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use geo::{BoundingRect, Intersects};
use parry2d::math::Vector;
use parry2d::query::{Ray, RayCast};
use parry2d::shape::Polyline;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use umpire_core::table::{
    Base, CM, Class, Facing, Field, Footprint, Outline, Piece, PlainSight, Point,
};

const CORNERS: i32 = 12;
const WIDE: i32 = 180 * CM;
const TALL: i32 = 120 * CM;

/// Pieces of twelve corners each, 2 to 5 cm from their middle, hollow at their sides as often as not.
fn outlines(rng: &mut ChaCha8Rng, count: usize) -> Vec<Outline> {
    let mut found = Vec::new();
    while found.len() < count {
        let middle = Point::new(rng.random_range(0..WIDE), rng.random_range(0..TALL));
        let corner = |at: i32, reach: i32| middle.ahead(Facing::degrees(360 * at / CORNERS), reach);
        let corners = (0..CORNERS).map(|at| corner(at, rng.random_range(2 * CM..5 * CM)));
        found.extend(Outline::new(corners.collect()));
    }
    found
}

fn open_place(rng: &mut ChaCha8Rng, outlines: &[Outline], room: i32) -> Point {
    loop {
        let place = Point::new(rng.random_range(0..WIDE), rng.random_range(0..TALL));
        let near = |outline: &Outline| outline.bounds().wider(room).holds(place);
        let free = |outline: &Outline| !near(outline) || (room == 0 && !outline.holds(place));
        if outlines.iter().all(free) {
            return place;
        }
    }
}

fn coordinate(place: Point) -> geo::Coord<f64> {
    geo::Coord { x: f64::from(place.x), y: f64::from(place.y) }
}

fn vector(place: Point) -> Vector {
    Vector::new(place.x as f32 / 1000.0, place.y as f32 / 1000.0)
}

fn segments(criterion: &mut Criterion) {
    for count in [30, 200] {
        let mut rng = ChaCha8Rng::seed_from_u64(count as u64);
        let outlines = outlines(&mut rng, count);
        let pieces = outlines.iter().map(|outline| Piece::new(outline.clone(), Class::Complete));
        let field = Field::new(pieces.collect());
        let pairs: Vec<(Point, Point)> = (0..10_000)
            .map(|_| (open_place(&mut rng, &outlines, 0), open_place(&mut rng, &outlines, 0)))
            .collect();

        let polygons: Vec<(geo::Rect<f64>, geo::Polygon<f64>)> = outlines
            .iter()
            .map(|outline| {
                let ring = outline.corners().iter().map(|place| coordinate(*place)).collect();
                let polygon = geo::Polygon::new(geo::LineString::new(ring), Vec::new());
                (polygon.bounding_rect().expect("it has corners"), polygon)
            })
            .collect();
        let by_geo = |a: Point, b: Point| {
            let line = geo::Line::new(coordinate(a), coordinate(b));
            let bounds = line.bounding_rect();
            !polygons
                .iter()
                .any(|(rect, polygon)| rect.intersects(&bounds) && polygon.intersects(&line))
        };
        let corners = outlines.iter().flat_map(|outline| outline.corners().iter());
        let corners: Vec<Vector> = corners.map(|place| vector(*place)).collect();
        let ring = |at: u32| (0..CORNERS as u32).map(move |corner| (at, corner));
        let next = |(at, corner): (u32, u32)| {
            let first = at * CORNERS as u32;
            [first + corner, first + (corner + 1) % CORNERS as u32]
        };
        let edges = (0..count as u32).flat_map(ring).map(next).collect();
        let polyline = Polyline::new(corners, Some(edges));
        let by_parry = |a: Point, b: Point| {
            let ray = Ray::new(vector(a), vector(b) - vector(a));
            !polyline.intersects_local_ray(&ray, 1.0)
        };
        let ours = |a: Point, b: Point| field.segment_clear(a, b);
        let clear = |sees: &dyn Fn(Point, Point) -> bool| {
            pairs.iter().filter(|(a, b)| sees(*a, *b)).count()
        };
        println!(
            "{count} pieces, 10000 segments clear: umpire {}, geo {}, parry2d {}",
            clear(&ours),
            clear(&by_geo),
            clear(&by_parry)
        );
        let mut group = criterion.benchmark_group(format!("segment sight, {count} pieces"));
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function("umpire", |bench| bench.iter(|| black_box(clear(&ours))));
        group.bench_function("geo", |bench| bench.iter(|| black_box(clear(&by_geo))));
        group.bench_function("parry2d", |bench| bench.iter(|| black_box(clear(&by_parry))));
        group.finish();
    }
}

fn bases(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("base to base, 40 pieces");
    for (name, class, room) in [
        ("complete, bases in the open", Class::Complete, 1500),
        ("area, bases anywhere", Class::Area, -CM),
    ] {
        let mut rng = ChaCha8Rng::seed_from_u64(40);
        let outlines = outlines(&mut rng, 40);
        let pieces = outlines.iter().map(|outline| Piece::new(outline.clone(), class));
        let field = Field::new(pieces.collect());
        let rules = PlainSight { depth: 10 * CM };
        let bases: Vec<Base> = (0..200)
            .map(|at| {
                let corners = [12, 16, 24][at % 3];
                let radius = rng.random_range(CM / 2..3 * CM / 2);
                let place = if room < 0 {
                    Point::new(rng.random_range(0..WIDE), rng.random_range(0..TALL))
                } else {
                    open_place(&mut rng, &outlines, room)
                };
                Footprint::Disc { radius, corners }.at(place, Facing::default())
            })
            .collect();
        let pairs: Vec<(usize, usize)> =
            (0..4000).map(|_| (rng.random_range(0..200), rng.random_range(0..200))).collect();
        let seen = || {
            let sees = |(a, b): &&(usize, usize)| field.sees(&bases[*a], &bases[*b], &rules);
            pairs.iter().filter(sees).count()
        };
        println!("base to base, {name}: {} of {} seen", seen(), pairs.len());
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function(BenchmarkId::new("umpire", name), |bench| {
            bench.iter(|| black_box(seen()));
        });
    }
    group.finish();
}

criterion_group!(benches, segments, bases);
criterion_main!(benches);
