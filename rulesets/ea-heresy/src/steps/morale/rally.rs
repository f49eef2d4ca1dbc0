//! Regrouping and rallying: markers come off, shields rise, formations come together again (EA-2.9, EA-10).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo};
use crate::position::step::{Again, MoraleStep};
use crate::position::units;
use crate::rules::rallying;
use crate::steps::Flow;
use crate::steps::morale::markers;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;

/// Raises shields of a formation (EA-11.3).
pub(super) fn raise_shields(state: &mut State, formation: FormationNo, count: u8) {
    if count > 0 {
        state.push_step(MoraleStep::Raise { formation, left: count }.step());
    }
}

/// Raises a shield of a unit.
pub(super) fn raise_shield<O: Observe<Event>>(state: &mut State, unit: UnitNo, out: &mut O) {
    state.unit_mut(unit).shields_down -= 1;
    out.tell(|| Event::ShieldsRose { unit, count: 1, rule: Rule::VoidShields });
}

/// Raises shields as far as nobody has to choose whose.
pub(super) fn advance_raise<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, left): (FormationNo, u8),
    out: &mut O,
) -> Flow {
    let engines: Vec<UnitNo> = rallying::with_shields_down(game, state, formation).collect();
    if engines.len() > 1 && left > 0 && left < rallying::shields_down(game, state, formation) {
        return Flow::Wait;
    }
    state.steps.pop();
    let mut left = left;
    for unit in engines {
        let count = left.min(state.unit(unit).shields_down);
        (0..count).for_each(|_| raise_shield(state, unit, out));
        left -= count;
    }
    Flow::On
}

/// One shield of each engine comes back for nothing in the end phase (EA-11.3).
pub(crate) fn repair_shields<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    for unit in state.all_units() {
        let down = state.unit(unit).shields_down;
        if down > 0
            && state.unit(unit).alive()
            && units::model_of(game, state, unit).void_shields > 0
        {
            raise_shield(state, unit, out);
        }
    }
}

pub(super) fn regrouped<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    faces: &[Face],
    out: &mut O,
) {
    let best = faces.iter().map(|face| face + 1).max().unwrap_or(0);
    let leaders = rallying::leaders(game, state, formation);
    let removes = best.saturating_add(leaders);
    out.tell(|| Event::Regrouped { formation, faces: faces.to_vec(), removes });
    state.steps.pop();
    markers::unmark(state, formation, leaders, Rule::Regroup, out);
    let (markers, shields) =
        (state.formation(formation).markers, rallying::shields_down(game, state, formation));
    if shields > 0 && markers > 0 && markers.saturating_add(shields) > best {
        state.push_step(MoraleStep::Share { formation, amount: best }.step());
        return;
    }
    markers::unmark(state, formation, best, Rule::Regroup, out);
    raise_shields(state, formation, best.saturating_sub(markers));
}

/// What a successful rally does (EA-10.3).
pub(super) fn rally<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    state.formation_mut(formation).rallied = true;
    if state.formation(formation).broken {
        let size = units::size(game, state, formation).min(100) as u8;
        let record = state.formation_mut(formation);
        (record.broken, record.markers) = (false, size);
        out.tell(|| Event::Marked {
            formation,
            change: size.into(),
            now: size,
            rule: Rule::Rallied,
        });
        if units::formation_has(game, state, formation, Traits::KNOW_NO_FEAR) {
            let leaders = rallying::leaders(game, state, formation);
            markers::unmark(state, formation, leaders, Rule::Rallied, out);
            return;
        }
    }
    let half = state.formation(formation).markers.div_ceil(2);
    let leaders = rallying::leaders(game, state, formation);
    markers::unmark(state, formation, half.saturating_add(leaders), Rule::Rallied, out);
}

pub(super) fn begin_rally(state: &mut State, seat: Seat, formation: FormationNo) {
    state.formation_mut(formation).tried = true;
    state.replace_step(MoraleStep::Rally { seat: seat.opponent() }.step());
    state.push_step(MoraleStep::RallyTest { formation, again: Again::First }.step());
}

/// A broken formation that fails to rally withdraws again (EA-10.4).
pub(super) fn fail_rally(game: &EaHeresy, state: &mut State, formation: FormationNo) {
    state.steps.pop();
    if state.formation(formation).broken && units::on_table(state, formation) {
        markers::begin_withdrawal(game, state, formation);
    }
}
