//! The invariants of battlefields and of pieces on them: numbers in their range, objectives apart, zones with room to deploy.

use super::{Battlefield, Placed};
use crate::numbers::{Kind, below};
use crate::pieces::Pieces;
use crate::ruling::{Refusal, RuleId};
use crate::seat::Seat;
use crate::table::map::Objective;
use crate::table::point::{FARTHEST, Length};
use std::ops::RangeInclusive;

impl Battlefield {
    /// Whether all pieces are of kinds that there are and of one of two sides, none farther away than anything may be: of others nothing can
    /// be asked.
    pub fn knows<P: Placed>(&self, pieces: &Pieces<P>) -> bool {
        pieces.iter().all(|piece| {
            self.kinds().contains(&piece.base())
                && Seat::SIDES.contains(&piece.side())
                && piece.at().is_none_or(|at| at.is_within(FARTHEST))
        })
    }

    /// The [`range`](crate::Game::range) of the numbers of a place, and of an objective; nothing of other numbers.
    pub fn range(&self, (name, _): Kind) -> Option<RangeInclusive<i64>> {
        match name {
            "Point" => Some((-FARTHEST).into()..=FARTHEST.into()),
            "ObjectiveId" => below(self.objectives.len()),
            _ => None,
        }
    }

    /// A refusal by a rule for each objective that is nearer to one before it than `least`, at its place in a map that stands under
    /// `at`, as `battlefield.`.
    pub fn faults_of_objectives<R: RuleId>(
        &self,
        rule: R,
        least: Length,
        at: &str,
    ) -> Vec<Refusal<R>> {
        let fault = |(number, one): (usize, &Objective)| {
            let apart = |other: &Objective| one.at.distance_to(other.at);
            let others = &self.objectives[..number];
            let other = others.iter().find(|other| apart(other) < least)?;
            let (apart, least) = (self.about(apart(other)), self.about(least));
            let says = format!("{} is {apart} from {}, {least} is the least", one.name, other.name);
            Some(Refusal::at(rule, format!("{at}objectives.{}", one.name), says))
        };
        self.objectives.iter().enumerate().filter_map(fault).collect()
    }

    /// A refusal by a rule for each zone in which neither of two sides could deploy: of no side, of one side alone, or without room for the
    /// smallest kind of piece while nobody stands there; at its place in a map that stands under `at`.
    ///
    /// ```
    /// # use umpire_core::data::Source;
    /// # use umpire_core::table::{Battlefield, Footprint, Map};
    /// umpire_core::rules! { pub enum Rule { Deployment = "G-1" } }
    /// let text = "battlefield: yard\nunit: inches\nsize: [24, 24]\ndeployment: {A: {rect: [0, 0, 24, 0.5]}}\n";
    /// let map = Map::read(&Source::new("yard.yaml", text), &[]).expect("a map");
    /// let faults = Battlefield::new(map, [Footprint::round(25)]).faults_of_zones(Rule::Deployment, "");
    /// let told: Vec<(&str, &str)> = faults.iter().map(|it| (&*it.place, &*it.says)).collect();
    /// let of_a = ("deployment.A", "no figure has room in the zone of A");
    /// assert_eq!(told, [of_a, ("deployment", "A has a zone and B has none")]);
    /// ```
    pub fn faults_of_zones<R: RuleId>(&self, rule: R, at: &str) -> Vec<Refusal<R>> {
        let mut faults = Vec::new();
        let mut wrong = |place: String, says: String| {
            faults.push(Refusal::at(rule, format!("{at}deployment{place}"), says));
        };
        let sides = Seat::SIDES.map(Seat::lettered);
        for (name, _) in self.zones.iter().filter(|(name, _)| !sides.contains(name)) {
            wrong(format!(".{name}"), format!("there is no side `{name}`, there are A and B"));
        }
        for (own, foe) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            let has_zone = |side: &String| self.zones.iter().any(|(name, _)| name == side);
            if !has_zone(own) && has_zone(foe) {
                wrong(String::new(), format!("{foe} has a zone and {own} has none"));
            } else if has_zone(own) && !self.has_room(own) {
                wrong(format!(".{own}"), format!("no figure has room in the zone of {own}"));
            }
        }
        faults
    }

    /// Whether the smallest piece there is can be deployed in a zone while nobody stands there.
    fn has_room(&self, side: &str) -> bool {
        let smallest = self.kinds().min_by_key(|kind| self.radius(*kind));
        smallest.is_none_or(|smallest| {
            let fits = |at| {
                let base = self.base_at(smallest, at);
                self.hindrance_of_ground(&base).is_none() && self.is_in_zone(side, &base)
            };
            self.room(side, &fits).is_some()
        })
    }
}
