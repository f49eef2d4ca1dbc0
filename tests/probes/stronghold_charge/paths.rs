//! The charge move: whether a path is legal, what is legal instead, and the walk itself.

use crate::geometry::{Point, after, length};
use crate::position::*;
use arrayvec::ArrayVec;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::scene::{Paint, Shape};

impl Charge {
    pub fn check_charge<E: Explain<Rule>>(
        &self,
        state: &State,
        paths: &[Path],
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let mut free = state.set(CHARGERS, |unit| !unit.moved);
        for path in paths {
            let bit = 1u8.checked_shl(path.unit.into()).unwrap_or(0);
            let on_table = |p: &Point| p.x.abs().max(p.y.abs()) <= TABLE;
            let known = free & bit != 0 && !path.legs.is_empty() && path.legs.iter().all(on_table);
            why.need(Rule::ChargeMove, known, || {
                Fact::says("one path on the table for each unit")
            })?;
            free &= !bit;
            self.check_path(state, path, why, || self.mended(state, paths))?;
        }
        Ok(())
    }

    pub fn check_path<E: Explain<Rule>>(
        &self,
        state: &State,
        path: &Path,
        why: &mut E,
        mended: impl Fn() -> Action,
    ) -> Result<(), Broken<Rule>> {
        let unit = &state.units[usize::from(path.unit)];
        let from = std::iter::once(&unit.at).chain(&path.legs);
        let legs = || from.clone().zip(&path.legs).map(|(a, b)| (*a, *b));
        let long = unit.gone + legs().map(|(a, b)| length(a, b)).sum::<u32>();
        let fact = |says: String| {
            let points = from.clone().map(|p| (p.x as f32, p.y as f32)).collect();
            let line = Shape::Line { points, paint: Paint::stroked("#c00000", 100.0) };
            Fact::says(says).drawn([line]).instead("the nearest way in, or hold", &mended())
        };
        why.require(Rule::Speed, long <= SPEED, || {
            fact(format!("unit {} moves at most its speed", path.unit)).compared(long, SPEED)
        })?;
        let clear = !legs().any(|(a, b)| MOUNTAIN.entered(a, b).is_some());
        why.require(Rule::Impassable, clear, || fact("the mountain is impassable".into()))?;
        let stops = !legs().any(|(a, b)| OUTLINE.entered(a, b).is_some());
        why.require(Rule::Stops, stops, || fact("whoever enters stops at the outline".into()))?;
        let touches = path.legs.last().is_some_and(|end| OUTLINE.within(*end, 0));
        let away = || !legs().any(|(a, b)| OUTLINE.passes_within(a, b, ZONE));
        why.require(Rule::Zone, touches || away(), || {
            fact("who enters the stronghold's zone goes to contact".into())
        })
    }

    /// The paths with each illegal one replaced by the way in, or left out.
    pub fn mended(&self, state: &State, paths: &[Path]) -> Action {
        let mend = |path: &Path| match self.passes(state, path) {
            true => Some(path.clone()),
            false => self.way_in(state, path.unit),
        };
        Action::Charge(paths.iter().filter_map(mend).collect())
    }

    pub fn passes(&self, state: &State, path: &Path) -> bool {
        self.check_path(state, path, &mut Silent, || Action::Charge(Vec::new())).is_ok()
    }

    /// The shortest legal path to contact by at most one corner of the mountain.
    pub fn way_in(&self, state: &State, unit: u8) -> Option<Path> {
        let at = state.units[usize::from(unit)].at;
        let direct = ArrayVec::from_iter([OUTLINE.nearest(at)]);
        let round = MOUNTAIN.corners().map(|c| ArrayVec::from_iter([c, OUTLINE.nearest(c)]));
        let all = std::iter::once(direct).chain(round).map(|legs| Path { unit, legs });
        let long = |path: &Path| {
            let from = std::iter::once(&at).chain(&path.legs);
            from.zip(&path.legs).map(|(a, b)| length(*a, *b)).sum::<u32>()
        };
        all.filter(|path| self.passes(state, path)).min_by_key(long)
    }

    /// Walks until a unit enters toxic ground; says whether the charge went through.
    pub fn walk<O: Observe<Event>>(
        &self,
        state: &mut State,
        paths: &[Path],
        events: &mut O,
    ) -> bool {
        for Path { unit: id, legs } in paths {
            let unit = &mut state.units[usize::from(*id)];
            for leg in legs {
                let entered = TOXIC.entered(unit.at, *leg).filter(|_| !unit.tested);
                let end = entered.map_or(*leg, |fraction| after(unit.at, *leg, fraction));
                unit.gone += length(unit.at, end);
                unit.at = end;
                if entered.is_some() {
                    unit.tested = true;
                    events.tell(|| Event::Moved(*id, end));
                    state.steps.push(Step::Danger(*id));
                    return false;
                }
                unit.legs += 1;
            }
            unit.moved = true;
            unit.sees = None;
            events.tell(|| Event::Moved(*id, unit.at));
        }
        true
    }
}
