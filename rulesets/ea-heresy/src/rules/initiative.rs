//! Initiative: what the strategy roll of a side adds, and who may still act (EA-2.3, EA-2.4).

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State};
use crate::position::units;
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

/// Whether a formation may still act this turn (EA-2.4).
pub(crate) fn may_act(state: &State, formation: FormationNo) -> bool {
    let sheet = state.formation(formation);
    !sheet.broken
        && matches!(sheet.stance, Stance::Ready | Stance::Overwatch { acted: false })
        && units::on_table(state, formation)
}

/// The formations of a side that may still act.
pub(crate) fn ready<'a>(state: &'a State, seat: Seat) -> impl Iterator<Item = FormationNo> + 'a {
    state
        .all_formations()
        .filter(move |it| state.formation(*it).owner == seat && may_act(state, *it))
}

/// What the strategy roll of a side adds (EA-2.3, EA-2.3.1).
pub(crate) fn strategy_bonus<E: Explain<Rule>>(game: &EaHeresy, seat: Seat, why: &mut E) -> i16 {
    let (own, other) = (&game.sides[seat.index()], &game.sides[seat.opponent().index()]);
    let rating = i16::from(own.strategy);
    why.modifier(Rule::StrategyRoll, rating.into(), || format!("{}'s strategy rating", own.name));
    let fewer = own.titan_points < other.titan_points;
    let both = fewer && own.ally_points < other.ally_points;
    let more = game.edition.strategy_fewer_titan_and_ally_points;
    let (bonus, says) = if both && more != 0 {
        (more, "fewer titan and ally points")
    } else if fewer {
        (game.edition.strategy_fewer_titan_points, "fewer titan points")
    } else {
        return rating;
    };
    if bonus != 0 {
        why.modifier(Rule::FewerTitanPoints, bonus.into(), || format!("{} has {says}", own.name));
    }
    rating + i16::from(bonus)
}

/// Who wins where both totals are equal: by points in turn 1, then by a roll of equals; later
/// whoever lost the last roll.
pub(crate) fn strategy_draw(game: &EaHeresy, state: &State) -> Option<Seat> {
    if state.turn > 1 {
        return Some(state.initiative.opponent());
    }
    let [a, b] = &game.sides;
    let by = |a: u8, b: u8| match a.cmp(&b) {
        std::cmp::Ordering::Less => Some(Seat(0)),
        std::cmp::Ordering::Greater => Some(Seat(1)),
        std::cmp::Ordering::Equal => None,
    };
    by(a.titan_points, b.titan_points).or_else(|| {
        let allies = game.edition.strategy_draw_fewer_ally_points;
        if allies { by(a.ally_points, b.ally_points) } else { None }
    })
}
