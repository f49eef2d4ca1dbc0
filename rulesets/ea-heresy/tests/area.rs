//! The nearest of an area is found as if every distance were measured.

use crate::staged::Staged;
use umpire_core::table::{CM, Length, Point};
use umpire_core::testing::splitmix;
use umpire_ea_heresy::position::area;
use umpire_ea_heresy::position::state::{Body, Whereabouts};
use umpire_ea_heresy::position::units;

#[test]
fn the_nearest_is_the_first_of_the_least_distances_measured() {
    let wolves = "{name: wolves, units: {infantry: 6}}";
    let tanks = "{name: tanks, units: {tank: 4, carrier: 2}}";
    let keep = "pieces:\n  - {name: keep, terrain: medium_stronghold, rect: [40, 30, 52, 40]}";
    let Staged { game, mut state, .. } = Staged::of(&[wolves], &[tanks], keep);
    let keep = game.board.named("keep").expect("it stands there");
    let mut die = splitmix(7);
    for _ in 0..200 {
        for unit in state.all_units() {
            let mut along = |length: Length| die(length as u32 / 500) as Length * 500;
            let at = Point::new(along(90 * CM), along(60 * CM));
            state.unit_mut(unit).place = match die(8) {
                0 => Whereabouts::Inside(keep),
                1 => Whereabouts::Off,
                _ => Whereabouts::Table(at),
            };
        }
        for from in state.all_units().map(Body::Unit) {
            let others = || state.all_units().map(Body::Unit).filter(|body| *body != from);
            let measured = others()
                .filter_map(|body| Some((body, units::distance(&game, &state, from, body)?)))
                .min_by_key(|(_, gap)| *gap);
            assert_eq!(area::nearest(&game, &state, from, others()), measured);
        }
    }
}
