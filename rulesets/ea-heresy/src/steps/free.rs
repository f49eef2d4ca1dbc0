//! A referee's table, where nobody's turn it is: what may be typed there instead of an action.

use crate::position::action::{Action, Order};
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{State, UnitNo, Whereabouts};
use crate::position::{names, units};
use crate::rules::standing;
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Length, Point};

/// How far a free place is looked for.
const SEARCH: Length = 60 * CM;

/// A unit of a side on the table, the first of them.
pub(crate) fn at_hand(state: &State, seat: Seat) -> Option<UnitNo> {
    let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
    units::units_of(state, seat).find(on_table)
}

/// Lines that put units down: one of each formation that is off the table, or else one that stands there already.
pub(crate) fn placings(game: &EaHeresy, state: &State) -> Vec<String> {
    let mut after = state.clone();
    let mut lines = Vec::new();
    for formation in state.all_formations() {
        let off = |unit: &UnitNo| after.unit(*unit).place == Whereabouts::Off;
        let Some(unit) = names::all_of(state, formation).into_iter().find(off) else { continue };
        if let Some(at) = free_place(game, &after, unit) {
            after.unit_mut(unit).place = Whereabouts::Table(at);
            lines.push(format!("place {} at {}", names::unit_word(game, unit), said_place(at)));
        }
    }
    if lines.is_empty()
        && let Some(unit) = at_hand(state, Seat(0)).or_else(|| at_hand(state, Seat(1)))
        && let Some(at) = free_place(game, &after, unit)
    {
        lines.push(format!("place {} at {}", names::unit_word(game, unit), said_place(at)));
    }
    lines
}

/// What may be typed at a referee's table, where nobody acts, with what is at hand.
pub(crate) fn instead_of(game: &EaHeresy, state: &State, action: &Action) -> String {
    let of = |seat: Seat| {
        let mut own = state.all_formations().filter(|it| state.formation(*it).owner == seat);
        own.find(|it| units::on_table(state, *it))
    };
    let named = match action {
        Action::Activate { formation, order, .. } => Some((*formation, *order)),
        _ => None,
    };
    let named =
        named.filter(|(it, _)| it.index() < state.formations.len() && units::on_table(state, *it));
    let anybody = || Some((of(Seat(0)).or_else(|| of(Seat(1)))?, Order::Advance));
    let mut asks = Vec::new();
    if let Some((own, order)) = named.or_else(anybody) {
        let a = names::formation_word(game, own);
        if let Some(foe) = of(state.formation(own).owner.opponent()) {
            let b = names::formation_word(game, foe);
            asks.push(match order {
                Order::Engage => format!("`odds {a} engages {b} as if in contact`"),
                _ => format!("`odds {a} shoots {b}`"),
            });
            asks.push(format!("`fire {a} at {b}`"));
        }
        let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
        let reach = state.members(own).find(on_table);
        asks.extend(reach.map(|unit| format!("`reach {}`", names::unit_word(game, unit))));
    }
    let put = placings(game, state).into_iter().next();
    let put = put.map(|line| format!("units are put down, as `{line}`"));
    let asks = (!asks.is_empty()).then(|| format!("questions are asked, as {}", asks.join(", ")));
    let parts: Vec<String> = asks.into_iter().chain(put).collect();
    format!("{}; `roll 2 d6` rolls dice, `help` tells more", parts.join(", "))
}

/// A free place on whole centimetres near the middle of the table, on the unit's own half.
fn free_place(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Point> {
    let high = game.board.bounds().high;
    let seat = state.owner(unit);
    let quarter = if game.sides[seat.index()].half == 0 { 1 } else { 3 };
    let whole = |length: Length| length / CM * CM;
    let from = Point::new(whole(high.x / 2), whole(high.y / 4 * quarter));
    let facing = state.unit(unit).facing;
    let free = |at: Point| {
        let at = Point::new(whole(at.x), whole(at.y));
        standing::obstacle(game, state, unit, (at, facing), &Default::default()).is_none()
    };
    let at = umpire_core::table::nearest_legal(from, &free, SEARCH)?;
    Some(Point::new(whole(at.x), whole(at.y)))
}
