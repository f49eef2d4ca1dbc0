//! Coherency at the end of a move: which part of a formation stays, and what is lost (EA-1.5).

use super::MoveStep;
use super::{MoveKind, Step};
use crate::catalog::Traits;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State, UnitNo, Whereabouts};
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::table::{self, Length};

/// Units by their numbers.
pub(super) type Units = SmallVec<[UnitNo; 16]>;

impl EaHeresy {
    /// The parts of a formation that are each a chain (EA-1.5.4), by their lowest numbers; units
    /// off the table do not count.
    pub(super) fn parts(&self, state: &State, formation: FormationNo) -> Vec<Units> {
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
    pub(super) fn is_coherent(&self, state: &State, formation: FormationNo) -> bool {
        let parts = self.parts(state, formation);
        parts.len() < 2 && self.strays(state, &parts[0]).is_empty()
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
        mut part: Units,
        out: &mut O,
    ) {
        loop {
            let strays = self.strays(state, &part);
            if strays.is_empty() {
                break;
            }
            part.retain(|unit| !strays.contains(unit));
            if part.is_empty() {
                part.extend(strays.first().copied());
                break;
            }
        }
        let lost: Units = state
            .members(formation)
            .filter(|unit| state.unit(*unit).place != Whereabouts::Off && !part.contains(unit))
            .collect();
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
