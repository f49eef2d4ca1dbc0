//! A straight move of a base: what it costs, what stops it, the nearest place that would do, places worth going to.

use super::base::{Base, Footprint};
use super::contact::{contacts_outwards, in_contact};
use super::crossing::{Stretch, centre_stretches};
use super::distance::{SLACK, within};
use super::facing::Facing;
use super::obstacles::{Area, Obstacles};
use super::outline::Outline;
use super::place::{in_steps_of, nearest_legal};
use super::point::{Bounds, Length, Point};
use super::swept::Leg;
use super::unit::Unit;
use smallvec::SmallVec;

/// A base that goes straight to some place, without turning: what is in its way, each with a label by which the
/// game knows it.
#[derive(Debug, Clone)]
pub struct Straight<'a, K> {
    base: &'a Base,
    table: Bounds,
    most: Length,
    labels: Vec<K>,
    closed: Obstacles,
    slow: Vec<&'a Outline>,
    grain: Length,
}

/// What is to be said of one straight move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged<K> {
    /// How long it is, rounded up.
    pub length: Length,
    /// What it costs: its length, and that on slow ground once more.
    pub cost: Length,
    /// The most it may cost.
    pub most: Length,
    /// Where its middle is on slow ground.
    pub slow: SmallVec<[Stretch; 4]>,
    /// What stops it first, and after which length.
    pub stop: Option<(Length, K)>,
    /// Whether the base would stand wholly on the table.
    pub on_table: bool,
}

/// What a straight move has to keep to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Premise<K> {
    /// The whole base stays on the table.
    OnTable,
    /// Nothing is in its way; else what is, and after which length.
    Free(Option<(Length, K)>),
    /// It costs no more than it may.
    NearEnough {
        /// What it costs.
        cost: Length,
        /// How much of it is on slow ground.
        slow: Length,
        /// The most it may cost.
        most: Length,
    },
}

impl<K> Premise<K> {
    /// The premise in words; `stands` says of what is in the way that it is there, `ground` what the slow ground is.
    pub fn says(
        &self,
        unit: Unit,
        stands: impl Fn(&K) -> String,
        ground: impl FnOnce() -> String,
    ) -> String {
        let said = |length: Length| format!("{}{}", unit.about(length), unit.mark());
        match self {
            Premise::OnTable => "the whole base stays on the table".to_string(),
            Premise::Free(None) => "nothing is in the way".to_string(),
            Premise::Free(Some((after, what))) => {
                format!("{} after {}", stands(what), said(*after))
            }
            Premise::NearEnough { cost, slow, most } => {
                let [cost, most] = match *cost > *most + SLACK {
                    true => unit.about_both(*cost, *most).map(|length| length + unit.mark()),
                    false => [*cost, *most].map(said),
                };
                let slow = match slow {
                    0 => String::new(),
                    slow => format!(", {} of it in {} counts twice", said(*slow), ground()),
                };
                format!("it takes {cost}{slow}; {most} is the most")
            }
        }
    }
}

impl<K> Premise<K> {
    /// Whether the way is too far for slow ground alone: it would be near enough without.
    pub const fn is_slowed_down(&self) -> bool {
        matches!(self, Premise::NearEnough { cost, slow, most } if *slow > 0 && *cost - *slow <= *most)
    }
}

impl<K: Copy> Judged<K> {
    /// What it has to keep to, in the order in which a player would look, and whether it does.
    pub fn premises(&self) -> [(Premise<K>, bool); 3] {
        let (cost, slow, most) = (self.cost, self.cost - self.length, self.most);
        [
            (Premise::OnTable, self.on_table),
            (Premise::Free(self.stop), self.stop.is_none()),
            (Premise::NearEnough { cost, slow, most }, self.is_near_enough()),
        ]
    }
}

impl<K> Judged<K> {
    /// Whether it costs no more than it may, with [`SLACK`].
    pub const fn is_near_enough(&self) -> bool {
        self.cost <= self.most + SLACK
    }

    /// Whether nothing speaks against it.
    pub const fn fits(&self) -> bool {
        self.on_table && self.stop.is_none() && self.is_near_enough()
    }
}

impl<'a, K: Copy> Straight<'a, K> {
    /// A base on a table, that may go `most` far.
    pub fn new(base: &'a Base, table: Bounds, most: Length) -> Straight<'a, K> {
        let closed = Obstacles::new(Vec::new());
        Straight { base, table, most, labels: Vec::new(), closed, slow: Vec::new(), grain: 1 }
    }

    /// With what it may not come into.
    #[must_use]
    pub fn closed(mut self, areas: impl IntoIterator<Item = (K, Area)>) -> Straight<'a, K> {
        let (labels, areas) = areas.into_iter().unzip();
        (self.labels, self.closed) = (labels, Obstacles::new(areas));
        self
    }

    /// With ground on which every length counts twice.
    #[must_use]
    pub fn slow(mut self, ground: impl IntoIterator<Item = &'a Outline>) -> Straight<'a, K> {
        self.slow = ground.into_iter().collect();
        self
    }

    /// With places that are offered in whole multiples of a length, where there are such.
    #[must_use]
    pub fn in_steps_of(mut self, grain: Length) -> Straight<'a, K> {
        self.grain = grain.max(1);
        self
    }

    /// Where its middle is.
    pub fn start(&self) -> Point {
        self.base.centre()
    }

    /// The most a move may cost.
    pub const fn most(&self) -> Length {
        self.most
    }

    /// What is to be said of the move to a place.
    pub fn judge(&self, to: Point) -> Judged<K> {
        let leg = Leg { base: self.base, to };
        let stop = self.closed.stop(leg).map(|stop| (stop.travelled, self.labels[stop.obstacle]));
        let (cost, slow) = self.cost(to);
        let on_table = self.is_on_table(to);
        Judged { length: leg.length(), cost, most: self.most, slow, stop, on_table }
    }

    /// Whether it may go to a place.
    pub fn may(&self, to: Point) -> bool {
        self.is_affordable(to, SLACK) && self.closed.let_pass(Leg { base: self.base, to })
    }

    /// The place nearest to one to which it may go, other than where it stands.
    pub fn nearest(&self, to: Point) -> Option<Point> {
        let start = self.base.centre();
        let ok = |at: Point| at != start && self.is_affordable(at, 0) && self.may(at);
        let found = nearest_legal(to, &ok, start.distance_to(to).saturating_add(self.grain))?;
        Some(self.in_steps(found, to))
    }

    /// The farthest place to which it may go on the straight way to another; nothing where it can't go at all.
    pub fn towards(&self, to: Point) -> Option<Point> {
        let leg = Leg { base: self.base, to };
        // Places on the way are rounded to the grid, so that one may be a little nearer than what is said of it.
        let (mut may, mut not) = (0, leg.length().min(self.most.saturating_add(2)) + 1);
        let (mut next, mut leap) = (self.roughly_reached(leg.middle(not - 1)).clamp(0, not - 1), 1);
        while not - may > 1 {
            let is_may = next <= may || self.is_affordable(leg.middle(next), 0);
            if is_may {
                may = may.max(next)
            } else {
                not = next
            }
            // From the guess on by leaps, as long as it is always the same; then by halves.
            let leapt = if is_may { may.saturating_add(leap) } else { not.saturating_sub(leap) };
            let inside = (may + 1..not).contains(&leapt);
            (next, leap) = if inside { (leapt, 2 * leap) } else { (may.midpoint(not), leap) };
        }
        let far = self.closed.farthest(Leg { base: self.base, to: leg.middle(may) });
        let place = self.in_steps(far, to);
        (place != self.base.centre()).then_some(place)
    }

    /// The farthest it may go in a direction, in whole steps; 0 where it can't go at all.
    pub fn farthest(&self, facing: Facing) -> Length {
        let ahead = |far: Length| self.start().ahead(facing, far);
        let Some(end) = self.towards(ahead(self.most)) else { return 0 };
        // The end is rounded to the grid, and may lie a little beside the way.
        let mut steps = (self.start().distance_to(end) + SLACK) / self.grain;
        while steps > 0 && !self.may(ahead(steps * self.grain)) {
            steps -= 1;
        }
        steps * self.grain
    }

    /// Where the base comes to stand in contact with another: the nearest place to which it may go; else, where there is
    /// none, the nearest that is free.
    pub fn into_contact(&self, shape: Footprint, facing: Facing, other: &Base) -> Option<Point> {
        let is_free = |at: &Point| {
            let there = self.base.moved_to(*at);
            self.is_on_table(*at) && self.closed.around(&there).next().is_none()
        };
        let free = || contacts_outwards(shape, facing, self.base.centre(), other).find(is_free);
        self.to_contact(shape, facing, other).or_else(free)
    }

    /// The nearest place in contact with another base to which it may go.
    pub fn to_contact(&self, shape: Footprint, facing: Facing, other: &Base) -> Option<Point> {
        if !within(self.base, other, self.most) {
            return None;
        }
        let start = self.base.centre();
        let nearest = in_contact(shape, facing, start, other);
        if nearest.is_some_and(|to| self.may(to)) {
            return nearest;
        }
        let is_too_far = |to: Point| Leg { base: self.base, to }.length() > self.most + SLACK;
        let around = contacts_outwards(shape, facing, start, other);
        around.take_while(|at| !is_too_far(*at)).find(|at| self.may(*at))
    }

    fn is_affordable(&self, to: Point, slack: Length) -> bool {
        self.is_on_table(to) && self.cost(to).0 <= self.most + slack
    }

    /// Whether the whole base would be on the table.
    pub(super) fn is_on_table(&self, to: Point) -> bool {
        let (bounds, by) = (self.base.bounds(), to - self.base.centre());
        self.table.holds(bounds.low + by) && self.table.holds(bounds.high + by)
    }

    fn cost(&self, to: Point) -> (Length, SmallVec<[Stretch; 4]>) {
        let leg = Leg { base: self.base, to };
        let way = Bounds::of(&[self.base.centre(), to]);
        if !self.slow.iter().any(|ground| ground.bounds().meets(way)) {
            return (leg.length(), SmallVec::new());
        }
        let slow = centre_stretches(self.base.centre(), to, self.slow.iter().copied());
        (leg.length() + slow.iter().map(|stretch| stretch.to - stretch.from).sum::<Length>(), slow)
    }

    /// How far it comes on its way to a place by what slow ground there costs, but for rounding.
    fn roughly_reached(&self, to: Point) -> Length {
        let (mut come, mut left) = (0, self.most);
        for stretch in self.cost(to).1 {
            let (before, on) = (stretch.from - come, stretch.to - stretch.from);
            if before >= left {
                break;
            }
            left -= before;
            if 2 * on >= left {
                return stretch.from + left / 2;
            }
            (come, left) = (stretch.to, left - 2 * on);
        }
        come.saturating_add(left)
    }

    /// The allowed place in whole steps next to an allowed one that is nearest to where one would go.
    fn in_steps(&self, found: Point, to: Point) -> Point {
        let start = self.base.centre();
        in_steps_of(self.grain, found, to, &|at| at != start && self.may(at))
    }
}
