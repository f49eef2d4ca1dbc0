//! Exact odds of dice by themselves: tests of ground, and the roll that decides an assault.

use super::super::cursor::{Cursor, Parsed};
use super::cost::Cost;
use crate::action::Order;
use crate::game::EaHeresy;
use crate::state::{PieceNo, State, UnitNo, Whereabouts};
use crate::steps::Step;
use crate::steps::movement::MoveStep;
use crate::words::names::count;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Answer, Measured, Slip};
use umpire_core::odds::{Budget, Outcomes, Share};
use umpire_core::ruling::Ruling;

/// More than any side adds to its die.
const MOST: i32 = 1000;

impl EaHeresy {
    /// `odds 3 v 1`: the higher of two dice and 3 against the higher of two and 1 (EA-8.7.1).
    pub(super) fn answer_roll_off(&self, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
        let (own, between, other) =
            (cursor.number(), Self::eat_against(&mut cursor), cursor.number());
        let (Some(own), true, Some(other)) = (own, between, other) else {
            let says = "expected what each side adds to its die, as `odds 3 v 1`";
            return Err(Slip::new(says));
        };
        if own.abs() > MOST || other.abs() > MOST {
            return Err(Slip::new("no side adds so much to a die"));
        }
        let (own, other) = cursor.finish((own as i16, other as i16))?;
        let throws = self.bare_throws(state, [own, other]);
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
        &self,
        state: &State,
        mut cursor: Cursor,
        budget: &Budget,
    ) -> Parsed<Answer> {
        let mut ahead = cursor.clone();
        let whole = self.typed_formation(&mut ahead).ok().filter(|_| ahead.eat("crosses"));
        let (units, name) = match whole {
            Some(formation) => {
                cursor = ahead;
                let stands =
                    |unit: &UnitNo| matches!(state.unit(*unit).place, Whereabouts::Table(_));
                let units: Vec<UnitNo> = state.members(formation).filter(stands).collect();
                (units, self.formation_name(formation).to_string())
            }
            None => {
                let unit = self.typed_unit(state, &[], &mut cursor)?;
                if !matches!(state.unit(unit).place, Whereabouts::Table(_)) {
                    let says = format!("`{}` is not on the table", self.unit_word(unit));
                    return Err(Slip::new(says));
                }
                if !cursor.eat("crosses") {
                    return Err(Slip::new("expected `odds UNIT crosses GROUND`"));
                }
                (vec![unit], self.unit_word(unit))
            }
        };
        let piece = self.typed_piece(&mut cursor)?;
        let cautious = cursor.eat_any(&["cautiously", "cautious", "carefully"]);
        cursor.finish(())?;
        self.ground_odds(state, (&units, &name), (piece, cautious), budget)
    }

    fn ground_odds(
        &self,
        state: &State,
        (units, name): (&[UnitNo], &str),
        (piece, cautious): (PieceNo, bool),
        budget: &Budget,
    ) -> Parsed<Answer> {
        let ground = self.piece_name(piece);
        let testers: Vec<UnitNo> = units
            .iter()
            .copied()
            .filter(|unit| self.ground_asks(state, *unit, piece, cautious))
            .collect();
        let Some(first) = testers.first().copied() else {
            let headline = format!("{name} tests for nothing in {ground}");
            return Ok(Answer { headline, yes: Some(false), ..Answer::default() });
        };
        // Tests of different units have nothing to do with each other.
        let mut all: Outcomes<(u32, u32)> = [((0, 0), Share::whole())].into_iter().collect();
        let mut alone = Vec::new();
        for unit in testers.iter().copied() {
            let own = self.one_test(state, unit, piece, cautious, budget)?;
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
        let walks = self.about_to_test(state, first, piece, cautious);
        let mut why = Ruling::default();
        self.pending(&walks, &mut why);
        let rule = self.cite(self.test_rule(state, first, piece));
        let engines = testers.iter().any(|unit| self.model_of(state, *unit).is_war_engine());
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
            let share = own.chance(|cost| cost.lost.has(*unit));
            Measured::chance(format!("{} is lost", self.unit_word(*unit)), &share)
        };
        let single: Vec<Measured> = alone.iter().map(single).collect();
        let how = if cautious { " cautiously" } else { "" };
        Ok(Answer {
            headline: format!(
                "{name} crosses {ground}{how} ({rule}): {} tested, {} lost on average",
                count(testers.len() as i64, "unit"),
                lost.number()
            ),
            ruling: self.cited(why),
            rows: all.rows(words),
            means,
            alone: if single.len() > 1 { single } else { Vec::new() },
            ..Answer::default()
        })
    }

    /// The position in which a unit is about to test for a piece of ground.
    fn about_to_test(&self, state: &State, unit: UnitNo, piece: PieceNo, cautious: bool) -> State {
        let formation = state.unit(unit).formation;
        let mut start = self.about_to(state, formation, Order::Advance);
        self.settle(&mut start, &mut Deaf);
        self.begin_test(&mut start, unit, piece, cautious);
        start
    }

    fn one_test(
        &self,
        state: &State,
        unit: UnitNo,
        piece: PieceNo,
        cautious: bool,
        budget: &Budget,
    ) -> Parsed<Outcomes<Cost>> {
        let start = self.about_to_test(state, unit, piece, cautious);
        let busy =
            |step: &Step| matches!(step, Step::Harm(_) | Step::Movement(MoveStep::Test { .. }));
        let ends = self.weigh(
            &start,
            budget,
            |state| !state.steps.iter().any(busy),
            |_, _| None,
            |end, alike| self.cost(state, end, alike),
        )?;
        Ok(ends.into_iter().collect())
    }
}
