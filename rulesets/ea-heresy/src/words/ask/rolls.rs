//! Exact odds of dice by themselves: tests of ground, and the roll that decides an assault.

use super::super::cursor::{Cursor, Parsed};
use super::cost::Cost;
use crate::position::action::Order;
use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::{MoveStep, Step};
use crate::position::{names, units};
use crate::rules::movement::ground;
use crate::steps;
use crate::steps::assault::result;
use crate::steps::movement::ground_test;
use crate::words::ask::{alike, cost, odds};
use crate::words::{ask, typed_names};
use umpire_core::command::counted;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Answer, Measured, Slip};
use umpire_core::odds::{Budget, Outcomes, Share};
use umpire_core::ruling::Ruling;

/// More than any side adds to its die.
const MOST: i32 = 1000;

/// `odds 3 v 1`: the higher of two dice and 3 against the higher of two and 1 (EA-8.7.1).
pub(super) fn answer_roll_off(
    game: &EaHeresy,
    state: &State,
    mut cursor: Cursor,
) -> Parsed<Answer> {
    let (own, between, other) = (cursor.number(), odds::eat_against(&mut cursor), cursor.number());
    let (Some(own), true, Some(other)) = (own, between, other) else {
        let says = "expected what each side adds to its die, as `odds 3 v 1`";
        return Err(Slip::new(says));
    };
    if own.abs() > MOST || other.abs() > MOST {
        return Err(Slip::new("no side adds so much to a die"));
    }
    let (own, other) = cursor.finish((own as i16, other as i16))?;
    let throws = result::bare_throws(game, state, [own, other]);
    let whole: u32 = throws.iter().sum();
    let ends: Outcomes<usize> =
        throws.iter().enumerate().map(|(at, part)| (at, Share::of(*part, whole))).collect();
    let words = |at: &usize| match at {
        0 => format!("the one with {own:+} wins"),
        1 => "a tie: another round".to_string(),
        _ => format!("the one with {other:+} wins"),
    };
    Ok(Answer {
        headline: format!(
            "the higher of two dice, {own:+} against {other:+} (EA-8.7.1): wins {}, loses {}",
            ends.chance(|at| *at == 0).percent(),
            ends.chance(|at| *at == 2).percent()
        ),
        rows: ends.rows(words),
        ..Answer::default()
    })
}

/// `odds reds crosses wood`: what the tests of a piece of ground cost whoever goes through it.
pub(super) fn answer_ground_odds(
    game: &EaHeresy,
    state: &State,
    mut cursor: Cursor,
    budget: &Budget,
) -> Parsed<Answer> {
    let mut ahead = cursor.clone();
    let whole =
        typed_names::typed_formation(game, &mut ahead).ok().filter(|_| ahead.eat("crosses"));
    let (units, name) = match whole {
        Some(formation) => {
            cursor = ahead;
            let stands = |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
            let units: Vec<UnitNo> = state.members(formation).filter(stands).collect();
            (units, units::formation_name(game, formation).to_string())
        }
        None => {
            let unit = typed_names::typed_unit(game, state, &[], &mut cursor)?;
            if !matches!(state.unit(unit).place, Whereabouts::Table(_)) {
                let says = format!("`{}` is not on the table", names::unit_word(game, unit));
                return Err(Slip::new(says));
            }
            if !cursor.eat("crosses") {
                return Err(Slip::new("expected `odds UNIT crosses GROUND`"));
            }
            (vec![unit], names::unit_word(game, unit))
        }
    };
    let piece = typed_names::typed_piece(game, &mut cursor)?;
    let cautious = cursor.eat_any(&["cautiously", "cautious", "carefully"]);
    cursor.finish(())?;
    ground_odds(game, state, (&units, &name), (piece, cautious), budget)
}

fn ground_odds(
    game: &EaHeresy,
    state: &State,
    (units, name): (&[UnitNo], &str),
    (piece, cautious): (PieceNo, bool),
    budget: &Budget,
) -> Parsed<Answer> {
    let ground = units::piece_name(game, piece);
    let testers: Vec<UnitNo> = units
        .iter()
        .copied()
        .filter(|unit| ground::ground_asks(game, state, *unit, piece, cautious))
        .collect();
    let Some(first) = testers.first().copied() else {
        let headline = format!("{name} tests for nothing in {ground}");
        return Ok(Answer { headline, yes: Some(false), ..Answer::default() });
    };
    // Tests of different units have nothing to do with each other.
    let mut all: Outcomes<(u32, u32)> = [((0, 0), Share::whole())].into_iter().collect();
    let mut alone = Vec::new();
    for unit in testers.iter().copied() {
        let own = one_test(game, state, unit, piece, cautious, budget)?;
        let told = own.told_as(|cost| {
            let points: u32 = cost.damage.iter().map(|(_, points)| u32::from(*points)).sum();
            (cost.lost.len() as u32, points)
        });
        let mut both = Outcomes::default();
        for ((lost, damage), share) in all.iter() {
            for ((more, points), other) in told.iter() {
                both.add((lost + more, damage + points), &share.times(other));
            }
        }
        all = both;
        alone.push((unit, own));
    }
    let walks = about_to_test(game, state, first, piece, cautious);
    let mut why = Ruling::default();
    game.pending(&walks, &mut why);
    let rule = game.cite(ground::test_rule(game, state, first, piece));
    let engines = testers.iter().any(|unit| units::model_of(game, state, *unit).is_war_engine());
    let words = |(lost, damage): &(u32, u32)| match engines {
        true => format!("{lost} lost, {damage} damage of war engines"),
        false => format!("{lost} lost"),
    };
    let lost = all.average(|(lost, _)| *lost);
    let mut means = vec![Measured::average("units lost", &lost)];
    if engines {
        let damage = all.average(|(_, damage)| *damage);
        means.push(Measured::average("damage of war engines", &damage));
    }
    let single = |(unit, own): &(UnitNo, Outcomes<Cost>)| {
        let share = own.chance(|cost| cost.lost.contains(*unit));
        Measured::chance(format!("{} is lost", names::unit_word(game, *unit)), &share)
    };
    let single: Vec<Measured> = alone.iter().map(single).collect();
    let how = if cautious { " cautiously" } else { "" };
    Ok(Answer {
        headline: format!(
            "{name} crosses {ground}{how} ({rule}): {} tested, {} lost on average",
            counted(testers.len(), "unit"),
            lost.number()
        ),
        ruling: ask::cited(game, why),
        rows: all.rows(words),
        means,
        alone: if single.len() > 1 { single } else { Vec::new() },
        ..Answer::default()
    })
}

/// The position in which a unit is about to test for a piece of ground.
fn about_to_test(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    cautious: bool,
) -> State {
    let formation = state.unit(unit).formation;
    let mut start = odds::about_to(game, state, formation, Order::Advance);
    steps::settle(game, &mut start, &mut Deaf);
    ground_test::begin_test(game, &mut start, unit, piece, cautious);
    start
}

fn one_test(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    cautious: bool,
    budget: &Budget,
) -> Parsed<Outcomes<Cost>> {
    let start = about_to_test(game, state, unit, piece, cautious);
    let busy = |step: &Step| matches!(step, Step::Harm(_) | Step::Movement(MoveStep::Test { .. }));
    let ends = alike::weigh(
        game,
        &start,
        budget,
        |state| !state.steps.iter().any(busy),
        |_, _| None,
        |end, alike| cost::cost(game, state, end, alike),
    )?;
    Ok(ends.into_iter().collect())
}
