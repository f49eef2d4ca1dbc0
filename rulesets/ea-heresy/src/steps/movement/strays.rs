//! Coherency at the end of a move: which part of a formation stays, and what is lost (EA-1.5).

use super::candidates::way_to;
use crate::position::action::UnitMove;
use crate::position::area::Area;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::{MoveKind, MoveStep};
use crate::position::units;
use crate::rules::coherency::Units;
use crate::rules::{coherency, standing};
use crate::steps::harm::damage;
use crate::steps::morale::markers;
use crate::steps::movement::{Step, candidates};
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{CM, Length, Point, said};

/// How far from its end a better one is looked for.
const SEARCH: Length = 40 * CM;

/// Tells, before a move ends, who would be lost by it (EA-1.5.3): `before` it and `after` it,
/// with the ways by which it would end. Only for who listens: it holds in any case.
pub(crate) fn warn_of_strays<E: Explain<Rule>>(
    game: &EaHeresy,
    (before, after): (&State, &State),
    (formation, kind): (FormationNo, MoveKind),
    ways: &[UnitMove],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if coherency::is_excused(game, after, (formation, kind)) {
        return Ok(());
    }
    let part = coherency::largest_part(game, after, formation);
    let (strays, kept) = coherency::torn(game, after, formation, part);
    if strays.is_empty() {
        return why
            .need(Rule::Coherency, true, || Fact::says("").held("the formation is in coherency"));
    }
    why.need(Rule::OutOfCoherency, true, || {
        let name = units::formation_name(game, formation);
        let mut words = format!("`{name}` comes apart, and all but one part of it is destroyed: ");
        words += &strays_words(game, after, &strays, &kept);
        let place = strays.iter().find_map(|unit| {
            let place = nearer(game, (before, after), kind, (*unit, &kept), ways)?;
            Some((units::unit_name(game, *unit), place))
        });
        if let Some((unit, place)) = place {
            let (x, y) = (said(place.x), said(place.y));
            words.push_str(&format!("; in coherency would be `{unit} to ({x}, {y})`"));
        }
        Fact::warning(words)
    })
}

/// Tells, before a part of a formation is named as the one that stays, who is destroyed then (EA-1.5.3).
pub(crate) fn warn_of_choice<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    (formation, stays): (FormationNo, UnitNo),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::OutOfCoherency, true, || {
        let mut parts = coherency::parts(game, state, formation).into_iter();
        let part = parts.find(|part| part.contains(&stays)).unwrap_or_default();
        let (strays, kept) = coherency::torn(game, state, formation, part);
        let words = format!("destroyed is then: {}", strays_words(game, state, &strays, &kept));
        Fact::warning(words)
    })
}

/// Units that are lost: how far away the first of them are, and the others by name.
fn strays_words(game: &EaHeresy, state: &State, strays: &Units, kept: &Units) -> String {
    const TOLD_CLOSELY: usize = 4;
    let near = strays.iter().take(TOLD_CLOSELY).map(|it| stray_words(game, state, *it, kept));
    let others = strays.iter().skip(TOLD_CLOSELY);
    let others = others.map(|unit| format!("`{}`", units::unit_name(game, *unit)));
    near.chain(others).collect::<Vec<_>>().join(", ")
}

fn stray_words(game: &EaHeresy, state: &State, unit: UnitNo, kept: &Units) -> String {
    let gap = |other: &UnitNo| units::gap(game, state, unit, *other);
    let gap = kept.iter().filter_map(gap).min().unwrap_or(0);
    let (gap, reach) = (said(gap), said(units::coherency_of(game, state, unit)));
    format!("`{}` is {gap} cm from the rest and may be {reach} cm", units::unit_name(game, unit))
}

/// The place in coherency with others that is nearest to where a unit would end, if it can go
/// there straight instead.
fn nearer(
    game: &EaHeresy,
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
    let (model, reach) =
        (units::model_of(game, after, unit), units::coherency_of(game, after, unit));
    let areas: Vec<Area> = kept.iter().filter_map(|it| units::area_of(game, after, *it)).collect();
    let fits = |at: Point| {
        let own = Area::Base(model.base(at, facing));
        areas.iter().any(|area| own.within(area, reach))
            && candidates::is_legal(game, &start, kind, &way_to(unit, vec![at]))
    };
    standing::nearest_stand(game, after, unit, (end, facing), SEARCH, &fits)
}

/// Ends a move in which units may have strayed: they are lost where only one part can stay, else
/// its owner is asked which. Says whether he is.
pub(crate) fn settle_coherency<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, kind): (FormationNo, MoveKind),
    out: &mut O,
) -> bool {
    let parts = coherency::parts(game, state, formation);
    if parts.len() > 1 {
        let split = MoveStep::Split { formation, kind };
        state.replace_step(Step::Movement(split));
        return true;
    }
    if let Some(part) = parts.first() {
        keep_part(game, state, formation, part.clone(), out);
    }
    false
}

/// The part of a formation that stays; all others of it are destroyed (EA-1.5.3).
pub(crate) fn keep_part<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    part: Units,
    out: &mut O,
) {
    let (lost, _) = coherency::torn(game, state, formation, part);
    let all_expendable = units::formation_has(game, state, formation, Traits::EXPENDABLE);
    let mut markers = 0_u8;
    for unit in lost {
        if !state.unit(unit).alive() {
            continue; // It went down with its transport.
        }
        if all_expendable || !units::unit_has(game, state, unit, Traits::EXPENDABLE) {
            markers = markers.saturating_add(1);
        }
        damage::destroy(state, unit, Rule::OutOfCoherency, out);
    }
    if game.edition.out_of_coherency_bm {
        markers::mark(game, state, formation, markers, Rule::OutOfCoherency, out);
    }
}
