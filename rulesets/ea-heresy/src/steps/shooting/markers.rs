//! Blast markers of shooting, and how those on a stronghold are shared by who is inside (EA-9.1, EA-6.6).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, PieceNo, State};
use crate::position::step::{MoraleStep, Step};
use crate::rules::blast_markers;
use crate::steps::harm::tally;
use crate::steps::morale::markers;
use crate::steps::{Flow, assault};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// Puts blast markers on a formation without asking yet whether it breaks; one that is broken
/// already suffers at once (EA-7.4, EA-9.3.2).
pub(crate) fn lay_markers<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    count: u8,
    rule: Rule,
    out: &mut O,
) {
    if count == 0 || state.members(formation).next().is_none() {
        return;
    }
    if state.formation(formation).broken {
        markers::mark(game, state, formation, count, rule, out);
        return;
    }
    let record = state.formation_mut(formation);
    record.markers = record.markers.saturating_add(count);
    let (now, change) = (record.markers, i16::from(count));
    out.tell(|| Event::Marked { formation, change, now, rule });
}

/// Lets blast markers on a stronghold fall on the formations inside, one at a time; those of
/// equal markers and size are their owner's to choose from (EA-6.6.2 to EA-6.6.4). An empty one
/// takes none (EA-6.6.5).
pub(crate) fn divide_markers(state: &mut State, piece: PieceNo, count: u8) {
    if count > 0 && !blast_markers::bearers(state, piece).is_empty() {
        state.push_step(Step::Morale(MoraleStep::Divide { piece, left: count }));
    }
}

/// Hands markers out as far as nobody has to choose; then puts them where they fell.
pub(crate) fn advance_divide<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (piece, left): (PieceNo, u8),
    out: &mut O,
) -> Flow {
    for left in (1..=left).rev() {
        let next = blast_markers::neediest(game, state, piece, &state.toll.shares);
        let Some(first) = next.first().copied() else { break };
        if next.len() > usize::from(left) {
            state.replace_step(Step::Morale(MoraleStep::Divide { piece, left }));
            return Flow::Wait;
        }
        tally(&mut state.toll.shares, first, 1);
    }
    state.steps.pop();
    // While a formation shoots, nobody breaks before all markers lie (EA-7.4).
    let fires = state.steps.iter().any(|step| matches!(step, Step::Shooting(_)));
    let strikes =
        state.steps.iter().any(|step| matches!(step, Step::Assault(step) if step.is_striking()));
    let rule = Rule::StrongholdDamageMarkers;
    for (formation, share) in std::mem::take(&mut state.toll.shares) {
        if fires {
            lay_markers(game, state, formation, share, rule, out);
        } else if strikes {
            assault::shake(game, state, formation, share, rule, out);
        } else {
            markers::mark(game, state, formation, share, rule, out);
        }
    }
    Flow::On
}
