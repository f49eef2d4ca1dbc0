//! Coherency at the end of a move: which part of a formation stays, and what is lost (EA-1.5).

use super::candidates::way_to;
use super::{MoveKind, MoveStep, Step};
use crate::action::UnitMove;
use crate::area::Area;
use crate::catalog::Traits;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State, UnitNo, Whereabouts};
use smallvec::SmallVec;
use std::cmp::Reverse;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, CM, Length, Point, said};

/// How far from its end a better one is looked for.
const SEARCH: Length = 40 * CM;

/// Units by their numbers.
pub(crate) type Units = SmallVec<[UnitNo; 16]>;

impl EaHeresy {
    /// The parts of a formation that are each a chain (EA-1.5.4), by their lowest numbers; units
    /// off the table do not count.
    pub(crate) fn parts(&self, state: &State, formation: FormationNo) -> Vec<Units> {
        let units: Units = state
            .members(formation)
            .filter(|unit| state.unit(*unit).place != Whereabouts::Off)
            .collect();
        if units.len() < 2 {
            return vec![units];
        }
        let reach: SmallVec<[Length; 16]> =
            units.iter().map(|unit| self.coherency_of(state, *unit)).collect();
        let areas: Vec<_> = units.iter().map(|unit| self.area_of(state, *unit)).collect();
        let linked = |a: usize, b: usize| match (&areas[a], &areas[b]) {
            (Some(from), Some(to)) => from.within(to, reach[a].max(reach[b])),
            _ => false,
        };
        let part = |part: Vec<usize>| part.into_iter().map(|at| units[at]).collect();
        table::chains(units.len(), linked).into_iter().map(part).collect()
    }

    /// The units of a part that have no other of it within their own distance (EA-1.5.4).
    fn strays(&self, state: &State, part: &Units) -> Units {
        if part.len() < 2 {
            return Units::new();
        }
        let near = |unit: UnitNo, other: UnitNo| {
            let reach = self.coherency_of(state, unit);
            match (self.area_of(state, unit), self.area_of(state, other)) {
                (Some(from), Some(to)) => from.within(&to, reach),
                _ => false,
            }
        };
        let alone = |unit: &UnitNo| !part.iter().any(|other| other != unit && near(*unit, *other));
        part.iter().copied().filter(alone).collect()
    }

    /// Whether all units of a formation are in coherency.
    pub(crate) fn is_coherent(&self, state: &State, formation: FormationNo) -> bool {
        let parts = self.parts(state, formation);
        parts.len() < 2 && self.strays(state, &parts[0]).is_empty()
    }

    /// What stays of a part: units without another of it within their own distance are taken off, as often as there are
    /// any; somebody always stays.
    fn kept_of(&self, state: &State, mut part: Units) -> Units {
        loop {
            let strays = self.strays(state, &part);
            if strays.is_empty() {
                return part;
            }
            part.retain(|unit| !strays.contains(unit));
            if part.is_empty() {
                return strays.into_iter().take(1).collect();
            }
        }
    }

    /// The units of a formation that are lost where a part of it stays, and what stays.
    fn torn(&self, state: &State, formation: FormationNo, part: Units) -> (Units, Units) {
        let kept = self.kept_of(state, part);
        let lost =
            |unit: &UnitNo| state.unit(*unit).place != Whereabouts::Off && !kept.contains(unit);
        (state.members(formation).filter(lost).collect(), kept)
    }

    /// The largest part of a formation.
    fn largest_part(&self, state: &State, formation: FormationNo) -> Units {
        let parts = self.parts(state, formation).into_iter().enumerate();
        let largest = parts.max_by_key(|(at, part)| (part.len(), Reverse(*at)));
        largest.map_or_else(Units::new, |(_, part)| part)
    }

    /// Tells, before a move ends, who would be lost by it (EA-1.5.3): `before` it and `after` it,
    /// with the ways by which it would end. Only for who listens: it holds in any case.
    pub(super) fn warn_of_strays<E: Explain<Rule>>(
        &self,
        (before, after): (&State, &State),
        (formation, kind): (FormationNo, MoveKind),
        ways: &[UnitMove],
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if kind == MoveKind::CounterCharge {
            return Ok(()); // Units come together again after the assault (EA-8.4).
        }
        let part = self.largest_part(after, formation);
        let (strays, kept) = self.torn(after, formation, part);
        if strays.is_empty() {
            return why.need(Rule::Coherency, true, || {
                Fact::says("").held("the formation is in coherency")
            });
        }
        why.need(Rule::OutOfCoherency, true, || {
            let name = self.formation_name(formation);
            let mut words =
                format!("`{name}` comes apart, and all but one part of it is destroyed: ");
            words += &self.strays_words(after, &strays, &kept);
            let place = strays.iter().find_map(|unit| {
                let place = self.nearer((before, after), kind, (*unit, &kept), ways)?;
                Some((self.unit_name(*unit), place))
            });
            if let Some((unit, place)) = place {
                let (x, y) = (said(place.x), said(place.y));
                words.push_str(&format!("; in coherency would be `{unit} to ({x}, {y})`"));
            }
            Fact::says(words.clone()).held(words).warning()
        })
    }

    /// Tells, before a part of a formation is named as the one that stays, who is destroyed then (EA-1.5.3).
    pub(super) fn warn_of_choice<E: Explain<Rule>>(
        &self,
        state: &State,
        (formation, stays): (FormationNo, UnitNo),
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        why.need(Rule::OutOfCoherency, true, || {
            let mut parts = self.parts(state, formation).into_iter();
            let part = parts.find(|part| part.contains(&stays)).unwrap_or_default();
            let (strays, kept) = self.torn(state, formation, part);
            let words = format!("destroyed is then: {}", self.strays_words(state, &strays, &kept));
            Fact::says(words.clone()).held(words).warning()
        })
    }

    /// Units that are lost: how far away the first of them are, and the others by name.
    fn strays_words(&self, state: &State, strays: &Units, kept: &Units) -> String {
        const TOLD_CLOSELY: usize = 4;
        let near = strays.iter().take(TOLD_CLOSELY).map(|it| self.stray_words(state, *it, kept));
        let others = strays.iter().skip(TOLD_CLOSELY);
        let others = others.map(|unit| format!("`{}`", self.unit_name(*unit)));
        near.chain(others).collect::<Vec<_>>().join(", ")
    }

    fn stray_words(&self, state: &State, unit: UnitNo, kept: &Units) -> String {
        let own = self.area_of(state, unit);
        let gap = |other: &UnitNo| Some(own.as_ref()?.gap(&self.area_of(state, *other)?));
        let gap = kept.iter().filter_map(gap).min().unwrap_or(0);
        let (gap, reach) = (said(gap), said(self.coherency_of(state, unit)));
        format!("`{}` is {gap} cm from the rest and may be {reach} cm", self.unit_name(unit))
    }

    /// The place in coherency with others that is nearest to where a unit would end, if it can go
    /// there straight instead.
    fn nearer(
        &self,
        (before, after): (&State, &State),
        kind: MoveKind,
        (unit, kept): (UnitNo, &Units),
        ways: &[UnitMove],
    ) -> Option<Point> {
        let Whereabouts::Table(end) = after.unit(unit).place else { return None };
        let Whereabouts::Table(_) = before.unit(unit).place else { return None };
        ways.iter().find(|way| way.unit == unit)?;
        let mut start = after.clone();
        *start.unit_mut(unit) = *before.unit(unit);
        start.moving = before.moving;
        let facing = after.unit(unit).facing;
        let (model, reach) = (self.model_of(after, unit), self.coherency_of(after, unit));
        let areas: Vec<Area> = kept.iter().filter_map(|it| self.area_of(after, *it)).collect();
        let fits = |at: Point| {
            let own = Area::Base(model.base(at, facing));
            areas.iter().any(|area| own.within(area, reach))
                && self.is_legal(&start, kind, &way_to(unit, vec![at]))
        };
        self.nearest_stand(after, unit, (end, facing), SEARCH, &fits)
    }

    /// Ends a move in which units may have strayed: they are lost where only one part can stay, else
    /// its owner is asked which. Says whether he is.
    pub(super) fn settle_coherency<O: Observe<Event>>(
        &self,
        state: &mut State,
        (formation, kind): (FormationNo, MoveKind),
        out: &mut O,
    ) -> bool {
        let parts = self.parts(state, formation);
        if parts.len() > 1 {
            let split = MoveStep::Split { formation, kind };
            state.replace_step(Step::Movement(split));
            return true;
        }
        if let Some(part) = parts.first() {
            self.keep_part(state, formation, part.clone(), out);
        }
        false
    }

    /// The part of a formation that stays; all others of it are destroyed (EA-1.5.3).
    pub(super) fn keep_part<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        part: Units,
        out: &mut O,
    ) {
        let (lost, _) = self.torn(state, formation, part);
        let all_expendable = self.formation_has(state, formation, Traits::EXPENDABLE);
        let mut markers = 0_u8;
        for unit in lost {
            if !state.unit(unit).alive() {
                continue; // It went down with its transport.
            }
            if all_expendable || !self.unit_has(state, unit, Traits::EXPENDABLE) {
                markers = markers.saturating_add(1);
            }
            self.destroy(state, unit, Rule::OutOfCoherency, out);
        }
        if self.edition.out_of_coherency_bm {
            self.mark(state, formation, markers, Rule::OutOfCoherency, out);
        }
    }
}
