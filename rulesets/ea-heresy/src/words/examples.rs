//! Lines that work as they stand at a referee's table: for whoever sits down there first.

use crate::action::{Action, Order};
use crate::game::EaHeresy;
use crate::names::said_place;
use crate::state::{State, UnitNo, Whereabouts};
use crate::{names, standing, units};
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Length, Point};

/// How far a free place is looked for.
const SEARCH: Length = 60 * CM;

/// Whom a referee finds at the table, and how to put them down.
pub fn greeting(game: &EaHeresy, state: &State) -> Vec<String> {
    let has = |seat: Seat| {
        let units = names::known_units(game, state, Some(seat));
        format!("{} has {units}", game.side_name(seat))
    };
    let sides = Seat::SIDES.map(has).join("; ");
    let names = Seat::SIDES.map(|seat| state.all_units().find(|unit| state.owner(*unit) == seat));
    let ask = match names {
        [Some(one), Some(other)] => {
            let [one, other] = [one, other].map(|unit| names::unit_word(game, unit));
            format!(", `los {one} {other}` then tells who sees whom")
        }
        _ => String::new(),
    };
    let line = examples(game, state).into_iter().next();
    let line = line.map(|line| format!("`{line}` puts a unit there{ask}; `list` shows more"));
    std::iter::once(sides).chain(line).collect()
}

/// Lines that may be typed now: some put units down, then some ask.
pub(crate) fn examples(game: &EaHeresy, state: &State) -> Vec<String> {
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
    let at_hand = |seat: Seat| {
        let on_table = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
        units::units_of(state, seat).find(on_table)
    };
    let (own, foe) = (at_hand(Seat(0)), at_hand(Seat(1)));
    if lines.is_empty()
        && let Some(unit) = own.or(foe)
        && let Some(at) = free_place(game, &after, unit)
    {
        lines.push(format!("place {} at {}", names::unit_word(game, unit), said_place(at)));
    }
    if let Some(unit) = own.or(foe) {
        let formation = names::formation_word(game, state.unit(unit).formation);
        lines.push(format!("markers {formation} 1"));
        lines.push(format!("unit {}", names::unit_word(game, unit)));
        lines.push(format!("where {}", names::unit_word(game, unit)));
    }
    if let (Some(own), Some(foe)) = (own, foe) {
        let [a, b] = [own, foe].map(|unit| names::unit_word(game, unit));
        let [one, two] =
            [own, foe].map(|unit| names::formation_word(game, state.unit(unit).formation));
        lines.push(format!("range {a} {b}"));
        lines.push(format!("fire {one} at {two}"));
        lines.push(format!("los {a} {b}"));
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
    let put = examples(game, state).into_iter().find(|line| line.starts_with("place "));
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
