//! Looks for a unit's way out of the zones it stands in: straight, into a stronghold, round a bend (EA-3.4.3).

use super::candidates::{heading, way_to};
use super::scout::Scout;
use crate::position::action::UnitMove;
use crate::position::state::Body;
use crate::rules::movement::trip::PlanLeg;
use crate::rules::movement::zones::Zone;
use umpire_core::table::{self, Base, CM, Facing, Ground, Length, Point, Reach};

/// Into how many steps the farthest way is cut where bends are looked for.
const STEPS: Length = 16;

impl Scout<'_> {
    /// Whether a way ends outside all zones or charges, and is legal.
    pub(super) fn gets_out(&self, way: &UnitMove) -> bool {
        let Some(plan) = self.trip.plan(way) else { return false };
        let course = self.trip.course(&plan, None);
        course.offence.is_none()
            && (course.still_in.is_none() || course.charging.is_some())
            && self.trip.allows(way)
    }

    /// Straight ways of a few lengths: of most units one of the first is the way out.
    pub(super) fn far_way_out(&self) -> Option<UnitMove> {
        let zones = &self.trip.around.zones;
        let nearest = zones.iter().map(|zone| zone.reach).max().unwrap_or(0);
        let lengths = [self.allowance, self.allowance.min(2 * nearest), self.allowance / 2];
        let ring = (0..16).map(|at| at * 45 / 2);
        let mut ends = lengths
            .into_iter()
            .flat_map(|length| ring.clone().map(move |degrees| (degrees, length)));
        ends.find_map(|(degrees, length)| self.straight_out(degrees, length))
    }

    /// Into a stronghold, which counts as out (EA-6.4.5).
    pub(super) fn way_in(&self) -> Option<UnitMove> {
        let mut ways = Vec::new();
        self.enter_strongholds(1, &mut ways);
        ways.pop()
    }

    /// Straight, in each direction just as far as the zones reach.
    pub(super) fn short_way_out(&self) -> Option<UnitMove> {
        let start = self.start_base();
        let zones = &self.trip.around.zones;
        let held: Vec<&Zone> = zones.iter().filter(|zone| zone.holds(&start)).collect();
        let ring = (0..32).map(|at| at * 45 / 4);
        amid(self.start, &held).into_iter().chain(ring).find_map(|degrees| {
            let clear = |length: Length| {
                let base = start.moved_to(heading(self.start, degrees, length));
                !held.iter().any(|zone| zone.holds(&base))
            };
            if !clear(self.allowance) {
                return None;
            }
            let (mut no, mut yes) = (0, self.allowance);
            while yes - no > 1 {
                let middle = no.midpoint(yes);
                if clear(middle) { yes = middle } else { no = middle }
            }
            let more = yes.midpoint(self.allowance);
            [yes, more].into_iter().find_map(|length| self.straight_out(degrees, length))
        })
    }

    /// Round corners, where the unit can get anywhere at all.
    pub(super) fn bent_way_out(&self) -> Option<UnitMove> {
        let cell = (self.allowance / STEPS).max(CM);
        let reach = Reach::new(self, self.start, self.allowance, cell);
        let mut places: Vec<(Length, Point)> = reach
            .places()
            .filter(|(at, _)| *at != self.start)
            .map(|(at, cost)| (cost, at))
            .collect();
        places.sort_unstable();
        places.into_iter().find_map(|(_, at)| {
            let mut path = reach.path_to(self, at)?;
            path.remove(0);
            Some(way_to(self.trip.unit, path)).filter(|way| self.gets_out(way))
        })
    }

    fn straight_out(&self, degrees: i32, length: Length) -> Option<UnitMove> {
        let way = way_to(self.trip.unit, vec![heading(self.start, degrees, length)]);
        Some(way).filter(|way| self.gets_out(way))
    }

    fn start_base(&self) -> Base {
        let facing = self.trip.state.unit(self.trip.unit).facing;
        self.trip.model.base(self.start, facing)
    }

    /// Whether it could come straight into contact with an enemy in whose zone it stands.
    pub(super) fn could_charge(&self) -> bool {
        let start = self.start_base();
        let fits = |way: UnitMove| {
            self.trip.plan(&way).is_some_and(|plan| {
                plan.length <= self.allowance
                    && self.trip.block(&plan).is_none()
                    && self.trip.end_obstacle(&plan.end).is_none()
            })
        };
        let touches = |zone: &Zone| match zone.of {
            Body::Unit(enemy) => self.contact_with(enemy).is_some_and(fits),
            Body::Stronghold(piece) => self.to_walls(piece).is_some_and(fits),
        };
        self.allowance > 0
            && self.trip.around.zones.iter().any(|zone| zone.holds(&start) && touches(zone))
    }
}

impl Ground for Scout<'_> {
    /// Outside all zones; whether it fits there is asked of a whole way.
    fn stands(&self, at: Point) -> bool {
        let base = self.start_base().moved_to(at);
        !self.trip.around.zones.iter().any(|zone| zone.holds(&base))
    }

    fn passes(&self, from: Point, to: Point) -> bool {
        let base = self.start_base().moved_to(from);
        let leg = PlanLeg { length: table::path_length(&[from, to]), base, to };
        self.trip.is_free(&leg) && self.trip.keeps_out(&leg)
    }
}

/// The direction that leads away from all of some zones at once, in degrees, where there is one.
fn amid(at: Point, zones: &[&Zone]) -> Option<i32> {
    let away = |zone: &&Zone| {
        Facing::from_to(zone.area.middle(), at).map(|facing| i32::from(facing.to_degrees()))
    };
    let mut all = zones.iter().filter_map(away);
    let first = all.next()?;
    let (mut low, mut high) = (-90, 90);
    for degrees in all {
        let turned = (degrees - first + 180).rem_euclid(360) - 180;
        (low, high) = (low.max(turned - 90), high.min(turned + 90));
    }
    (low <= high).then(|| first + (low + high) / 2)
}
