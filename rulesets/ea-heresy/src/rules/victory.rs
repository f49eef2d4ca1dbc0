//! Objectives, goals, and how a battle is won (EA-13.8 to EA-13.12).

use crate::position::game::{EaHeresy, Victory};
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::{area, units};
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::Point;

/// The goals of a battle (EA-13.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The objective on the enemy's table edge.
    Blitzkrieg,
    /// The enemy's most costly formation is destroyed.
    BreakTheirSpirit,
    /// All three objectives in one's own half.
    DefendTheFlag,
    /// Two objectives in the enemy's half.
    TakeAndHold,
    /// No unbroken enemy formation in one's own half.
    TheyShallNotPass,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 5] = [
        Goal::Blitzkrieg,
        Goal::BreakTheirSpirit,
        Goal::DefendTheFlag,
        Goal::TakeAndHold,
        Goal::TheyShallNotPass,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Blitzkrieg => "Blitzkrieg",
            Goal::BreakTheirSpirit => "Break Their Spirit",
            Goal::DefendTheFlag => "Defend the Flag",
            Goal::TakeAndHold => "Take and Hold",
            Goal::TheyShallNotPass => "They Shall Not Pass",
        }
    }
}

/// Whether a side has a unit that counts near an objective (EA-13.9).
pub(crate) fn near_objective(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    objective: usize,
    rallied: bool,
) -> bool {
    let at = state.objectives[objective].at;
    let counts = |unit: &UnitNo| {
        let formation = units::formation(state, *unit);
        !formation.broken && (rallied || !formation.rallied) && !units::flies(game, state, *unit)
    };
    units::units_of(state, seat)
        .filter(counts)
        .any(|unit| area::near_place(game, state, unit, at, game.edition.objective))
}

/// Who controls an objective (EA-13.9, EA-13.12): nobody while it is contested.
pub fn controls(game: &EaHeresy, state: &State, seat: Seat, objective: usize) -> bool {
    let beacons = game.victory == Victory::FireTheBeacons;
    let own = near_objective(game, state, seat, objective, beacons);
    let foe = near_objective(game, state, seat.opponent(), objective, beacons);
    if beacons { state.objectives[objective].held == seat && !foe } else { own && !foe }
}

/// The formations whose loss breaks a side's spirit (EA-13.5): of those that cost the same, the
/// one that the other side chose, or the first.
pub(crate) fn spirit_of<'g>(
    game: &'g EaHeresy,
    state: &State,
    seat: Seat,
) -> impl Iterator<Item = FormationNo> + 'g {
    let sheet = &game.sides[seat.index()];
    let chosen = state.sides[seat.index()].spirit.or(sheet.equal.first().copied());
    sheet.spirit.iter().copied().chain(chosen)
}

/// Whether a side has reached a goal now.
pub fn reached(game: &EaHeresy, state: &State, seat: Seat, goal: Goal) -> bool {
    let foe = seat.opponent();
    let controlled = |side: Seat, blitz: Option<bool>| {
        (0..state.objectives.len())
            .filter(|at| state.objectives[*at].side == side)
            .filter(|at| blitz.is_none_or(|blitz| state.objectives[*at].blitz == blitz))
            .filter(|at| controls(game, state, seat, *at))
            .count()
    };
    let own = state.objectives.iter().filter(|it| it.side == seat).count();
    match goal {
        Goal::Blitzkrieg => controlled(foe, Some(true)) > 0,
        Goal::BreakTheirSpirit => {
            spirit_of(game, state, foe).any(|formation| state.members(formation).next().is_none())
        }
        Goal::DefendTheFlag => own > 0 && controlled(seat, None) == own,
        Goal::TakeAndHold => controlled(foe, None) >= 2,
        Goal::TheyShallNotPass => !units::units_of(state, foe).any(|unit| {
            !units::formation(state, unit).broken
                && !units::flies(game, state, unit)
                && center_of(game, state, unit)
                    .is_some_and(|at| game.board.half_of(at) == game.sides[seat.index()].half)
        }),
    }
}

/// The middle of what a unit takes up.
pub(crate) fn center_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Point> {
    match state.unit(unit).place {
        Whereabouts::Inside(piece) => Some(game.board.piece(piece).outline.bounds().middle()),
        _ => units::middle_of(state, unit),
    }
}

pub(crate) fn goals(game: &EaHeresy, state: &State, seat: Seat) -> u8 {
    Goal::ALL.into_iter().filter(|goal| reached(game, state, seat, *goal)).count() as u8
}

/// The last turn of the battle, where it has one.
pub(crate) fn last_turn(game: &EaHeresy) -> u8 {
    match game.victory {
        Victory::FireTheBeacons => game.edition.turns_of_beacons,
        Victory::Netea | Victory::BattleLine | Victory::LastStand => game.edition.turns,
    }
}

/// Whether somebody has two goals at least, and more than the other (EA-13.10).
pub(crate) fn leads(goals: [u8; 2]) -> bool {
    let lead = goals[0].abs_diff(goals[1]);
    lead >= 1 && goals[0].max(goals[1]) >= 2
}

/// What the scenario's table calls a result, and the battle points of leader and other
/// (EA-13.11, EA-13.12).
pub(crate) fn result_of(
    game: &EaHeresy,
    state: &State,
    points: [u8; 2],
) -> Option<(String, [u8; 2])> {
    let table = match game.victory {
        Victory::BattleLine => "battle_line",
        Victory::FireTheBeacons => "fire_the_beacons",
        Victory::Netea | Victory::LastStand => return None,
    };
    let (lead, most) = (points[0].abs_diff(points[1]), points[0].max(points[1]));
    let rows = game.catalog.results.get(table)?;
    let row = rows.iter().find(|row| lead >= row.lead && most >= row.at_least)?;
    let long = usize::from(state.turn).saturating_sub(3).min(row.score.len().checked_sub(1)?);
    Some((row.result.clone(), row.score[long]))
}

/// What a side has lost, in thousandths: destroyed units, a war engine by its damage capacity, and
/// half of those that live in broken formations; each its share of what its formation costs, or
/// one where some formation has no cost.
pub(crate) fn losses(game: &EaHeresy, state: &State, seat: Seat) -> u32 {
    let priced = are_priced(game);
    let of = |formation: FormationNo| {
        let (mut size, mut halves) = (0, 0);
        for unit in state.all_units() {
            if state.unit(unit).formation == formation {
                let counts = u32::from(units::model_of(game, state, unit).counts_as);
                size += counts;
                halves += match state.unit(unit).alive() {
                    false => 2 * counts,
                    true => counts * u32::from(state.formation(formation).broken),
                };
            }
        }
        let cost = match game.sheets[formation.index()].cost {
            Some(cost) if priced => u32::from(cost.max(0).unsigned_abs()),
            _ => size,
        };
        (500 * cost * halves).checked_div(size).unwrap_or(0)
    };
    let own = state.all_formations().filter(|it| state.formation(*it).owner == seat);
    own.map(of).sum()
}

/// Whether every formation has its cost.
pub(crate) fn are_priced(game: &EaHeresy) -> bool {
    game.sheets.iter().all(|sheet| sheet.cost.is_some())
}

/// Who is ahead by points, goals or living units, whichever the battle counts; where the goals of
/// NetEA do not win, by losses if the edition says so (EA-13.10). Nobody if equal.
pub(crate) fn ahead(game: &EaHeresy, state: &State) -> Seats {
    let netea = game.victory == Victory::Netea;
    let drawn = netea && !leads(Seat::SIDES.map(|seat| goals(game, state, seat)));
    let points = |seat: Seat| match game.victory {
        Victory::FireTheBeacons => i32::from(state.sides[seat.index()].points),
        Victory::Netea if drawn => 0,
        Victory::Netea | Victory::BattleLine => i32::from(goals(game, state, seat)),
        Victory::LastStand => units::units_of(state, seat).count() as i32,
    };
    let breaks_ties = drawn && game.edition.tiebreak_by_losses;
    let losses = |seat| if breaks_ties { self::losses(game, state, seat) } else { 0 };
    Seats::with_more(|seat| (points(seat), std::cmp::Reverse(losses(seat))))
}

/// Thousandths as people write them: `3`, `2.5`.
pub(crate) fn thousandths(number: u32) -> String {
    let text = format!("{}.{:03}", number / 1000, number % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
