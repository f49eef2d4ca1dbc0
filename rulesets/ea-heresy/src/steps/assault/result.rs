//! The result of an assault: two dice, what adds to them, and what the loser suffers (EA-8.7, EA-8.9).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo, Whereabouts, Wound};
use crate::position::step::{AssaultStep, HarmStep};
use crate::position::units::Dearness;
use crate::position::{area, units};
use crate::rules::assault::{melee, modifiers};
use crate::rules::rolls::dice;
use crate::steps::assault::{Flow, Step, allot, charge};
use crate::steps::harm::damage;
use crate::steps::morale::markers;
use crate::steps::shooting;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::dice::{Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::odds::classes;
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// How many of all throws for the result the first seat wins, nobody does, the second does.
pub fn result_throws(game: &EaHeresy, state: &State) -> [u32; 3] {
    throws_with(game, state, modifiers::totals(game, state))
}

/// The same for a roll that nothing bears on but what each side adds.
pub(crate) fn bare_throws(game: &EaHeresy, state: &State, adds: [i16; 2]) -> [u32; 3] {
    let mut start = state.clone();
    start.forget_everything_begun();
    start.push_step(AssaultStep::Result.step());
    throws_with(game, &start, adds)
}

fn throws_with(game: &EaHeresy, state: &State, adds: [i16; 2]) -> [u32; 3] {
    let request = request_result(game, state, &mut Silent);
    let mut throws = [0; 3];
    for (faces, count) in classes::<_, u128>(game, state, &request) {
        let place = match modifiers::decided(adds, &faces).1 {
            Some(Seat(0)) => 0,
            None => 1,
            Some(_) => 2,
        };
        throws[place] += count as u32;
    }
    throws
}

/// A side with nobody left loses; if neither has, nobody wins.
pub(super) fn advance_result<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) -> Flow {
    let attacker = state.attacking_seat();
    let defender = attacker.opponent();
    let alive =
        [attacker, defender].map(|seat| melee::fighters(game, state, seat).next().is_some());
    let winner = match alive {
        [true, true] => return Flow::Wait,
        [true, false] => attacker,
        [false, true] => defender,
        [false, false] => {
            let says = "nobody of either side is left".to_string();
            out.tell(|| Event::Noted { rule: Rule::AssaultResult, says });
            state.steps.pop();
            mark_others(game, state, out);
            state.assault = None;
            return Flow::On;
        }
    };
    let says = format!("nobody of {} is left", game.side_name(winner.opponent()));
    out.tell(|| Event::Noted { rule: Rule::AssaultResult, says });
    state.melee().again = true;
    state.replace_step(AssaultStep::Fallen { winner }.step());
    Flow::On
}

pub(super) fn request_result<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    why: &mut E,
) -> RollRequest<Rule> {
    let seats = Seat::SIDES;
    if E::LISTENS {
        for seat in seats {
            let name = game.side_name(seat);
            for (rule, amount, says) in modifiers::conditions(game, state, seat) {
                why.modifier(rule, amount.into(), || format!("{name}: {says}"));
            }
        }
    }
    let groups = seats.map(|seat| dice(seat, 2, 0)).into_iter().collect();
    RollRequest::of(Rule::AssaultRoll, groups)
}

pub(super) fn resolve_result<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    faces: &[Face],
    out: &mut O,
) {
    let rolled = modifiers::of_both(faces);
    let (totals, winner) = modifiers::decided(modifiers::totals(game, state), faces);
    for seat in Seat::SIDES {
        for (rule, amount, says) in modifiers::conditions(game, state, seat) {
            out.tell(|| Event::Counted { seat, amount, rule, says });
        }
    }
    out.tell(|| Event::Resolved { dice: rolled.map(<[Face]>::to_vec), totals, winner });
    let assault = state.melee();
    assault.again = true;
    match winner {
        None => {
            assault.tied = Default::default();
            assault.orders.clear();
            assault.supported.clear();
            charge::hold_emptied_walls(game, state, out);
            state.replace_step(AssaultStep::Tie { at: 0 }.step());
        }
        Some(winner) => {
            let difference = (totals[0] - totals[1]).unsigned_abs();
            state.replace_step(AssaultStep::Fallen { winner }.step());
            hack_down(game, state, winner.opponent(), difference, out);
        }
    }
}

/// Extra hits of the loser, one for each point of difference, on those nearest the enemy first
/// (EA-8.9), of those equally near on the one that its owner misses least. They take no save.
fn hack_down<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    loser: Seat,
    difference: u16,
    out: &mut O,
) {
    let Some(assault) = &state.assault else { return };
    let side = assault.side(state, loser);
    let hardy = |it: &FormationNo| {
        units::formation_has(game, state, *it, Traits::KNOW_NO_FEAR)
            || units::formation_has(game, state, *it, Traits::DAUNTLESS)
    };
    let alive = |it: &&FormationNo| state.members(**it).next().is_some();
    let halves = side.iter().filter(alive).all(hardy);
    let mut left = if halves { difference / 2 } else { difference };
    let foes: SmallVec<[UnitNo; 16]> = melee::fighters(game, state, loser.opponent()).collect();
    let gap = |unit: UnitNo| {
        let nearest = area::gap_to_nearest(game, state, Body::Unit(unit), foes.iter().copied());
        nearest.unwrap_or(Length::MAX)
    };
    let mut victims: Vec<(Length, Dearness, UnitNo)> = melee::fighters(game, state, loser)
        .filter(|unit| !units::unit_has(game, state, *unit, Traits::FEARLESS))
        .map(|unit| (gap(unit), units::dearness(game, state, unit), unit))
        .collect();
    victims.sort_unstable();
    let mut wounds = Vec::new();
    for (.., unit) in victims {
        let capacity = units::model_of(game, state, unit).damage_capacity;
        let room = capacity.saturating_sub(state.unit(unit).damage).max(1);
        let hits = left.min(room.into()) as u8;
        if hits == 0 {
            break;
        }
        left -= u16::from(hits);
        let on = Body::Unit(unit);
        out.tell(|| Event::Allotted { on, hits, rule: Rule::LoserOfAssault });
        wounds.push(Wound::mortal(on, hits));
    }
    if !wounds.is_empty() {
        state.wounds = wounds;
        state.toll = Default::default();
        state.push_step(Step::Harm(HarmStep::Begin));
    }
}

/// The loser breaks, with what follows for its supporters and the winner (EA-8.9, EA-8.10).
pub(super) fn after_hack_downs<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    winner: Seat,
    out: &mut O,
) -> Flow {
    state.toll = Default::default();
    let Some(assault) = state.assault.clone() else {
        state.steps.pop();
        return Flow::On;
    };
    for formation in assault.side(state, winner.opponent()).iter().copied() {
        lose_assault(game, state, formation, out);
    }
    let each = game.edition.assault_losers_supporters;
    for formation in assault.supporters.iter().copied() {
        if state.formation(formation).owner != winner {
            markers::mark(game, state, formation, each, Rule::SupportersOfTheLoser, out);
        }
    }
    for formation in assault.side(state, winner).iter().copied() {
        let casualties = allot::casualties(state, formation);
        markers::mark(game, state, formation, casualties, Rule::WinnerOfAssault, out);
    }
    state.replace_step(AssaultStep::Leave { winner }.step());
    mark_others(game, state, out);
    Flow::On
}

/// Blast markers that come whoever won: for casualties of those who took no part (EA-6.9.6), for
/// strongholds (EA-6.6.2); and who has too many since blows fell breaks.
fn mark_others<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    let Some(assault) = state.assault.clone() else { return };
    for (formation, points) in assault.suffered.iter().copied() {
        if !assault.has(formation) {
            markers::mark(game, state, formation, points, Rule::RuinCasualtyMarkers, out);
        }
    }
    for formation in assault.shaken.iter().copied() {
        markers::check_broken(game, state, formation, out);
    }
    for (piece, points) in assault.cracked.iter().rev().copied() {
        shooting::markers::divide_markers(state, piece, points);
    }
}

/// What losing does to a formation: one already broken is destroyed, others break (EA-8.9).
fn lose_assault<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    let broken = state.formation(formation).broken;
    for unit in state.members(formation).collect::<Vec<_>>() {
        let model = units::model_of(game, state, unit);
        let doomed = broken || model.has(Traits::DAEMONIC);
        let there = state.unit(unit).place != Whereabouts::Off && state.unit(unit).alive();
        if doomed && there && !model.has(Traits::FEARLESS) {
            damage::destroy(state, unit, Rule::LoserOfAssault, out);
        }
    }
    if state.members(formation).next().is_some() {
        markers::break_formation(game, state, formation, Rule::LoserOfAssault, out);
    }
}
