//! Exact odds of an assault or of fire: the rules themselves under every outcome of their dice.

use super::super::cursor::{Cursor, Parsed};
use super::storm::{Approach, Storm};
use crate::action::{Action, Order, Target};
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State};
use crate::steps::Step;
use crate::steps::shooting::ShootStep;
use crate::steps::turn::TurnStep;
use std::collections::BTreeMap;
use umpire_core::data::suggest;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::{Share, enumerate};
use umpire_core::ruling::Ruling;
use umpire_core::seat::Seat;

/// Positions weighed before odds are given up.
pub(super) const LIMIT: usize = 400_000;
/// By whose value choices are made.
pub(super) const WHOSE: &str = "whoever is asked about first";

impl EaHeresy {
    pub(super) fn answer_odds(&self, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
        let formation = self.typed_formation(&mut cursor)?;
        let shoots = cursor.eat_any(&["shoots at", "shoots", "fires at", "shoot", "fire at"]);
        if !shoots && !cursor.eat_any(&["engages", "engage", "assaults", "charges"]) {
            let usage = "expected `odds FORMATION engages FORMATION` or `.. shoots FORMATION`";
            return Err(Slip::new(usage));
        }
        let target = self.typed_formation(&mut cursor)?;
        if state.formation(target).owner == state.formation(formation).owner {
            return Err(Slip::new("a formation fights the enemy's"));
        }
        let mut approach = Approach::Contact;
        let mut assume = Assume::First;
        while !cursor.done() {
            if cursor.eat_any(&["invading", "inside"]) {
                approach = Approach::Invading;
            } else if cursor.eat_any(&["from outside", "outside"]) {
                approach = Approach::Outside;
            } else if cursor.eat_any(&["in contact"]) {
                approach = Approach::Contact;
            } else if cursor.eat("--assume") {
                let word = cursor.peek().unwrap_or_default().to_string();
                assume = Assume::named(&word)?;
                cursor.eat(&word);
            } else {
                let says = format!("`{}` means nothing here", cursor.rest());
                let known = ["invading", "outside", "in contact"];
                return Err(Slip::new(says).meant(suggest(&cursor.rest(), known)));
            }
        }
        if shoots {
            self.fire_odds(state, formation, target, assume)
        } else {
            let storm = Storm { formation, target, approach, assume };
            self.assault_odds(state, storm)
        }
    }

    /// The position with nothing in progress and a formation about to carry an order out.
    pub(super) fn about_to(&self, state: &State, formation: FormationNo, order: Order) -> State {
        let mut start = state.clone();
        start.forget_everything_begun();
        start.over = None;
        let seat = state.formation(formation).owner;
        start.push_step(Step::Turn(TurnStep::Act { seat, retain: false }));
        let plain = (false, None, false);
        self.begin_order(&mut start, formation, order, plain, &mut Deaf);
        start
    }

    fn fire_odds(
        &self,
        state: &State,
        formation: FormationNo,
        target: FormationNo,
        assume: Assume,
    ) -> Parsed<Answer> {
        let side = state.formation(formation).owner;
        let mut start = self.about_to(state, formation, Order::Advance);
        start.steps.pop();
        start.steps.pop();
        let step = ShootStep::Choose { formation, reaction: false };
        start.push_step(Step::Shooting(step));
        let mut fires = Vec::new();
        self.legal(&start, side, &mut fires);
        let at = Target::Formation(target);
        let fire =
            fires.into_iter().find(|it| matches!(it, Action::Shoot(fire) if fire.target == at));
        let Some(fire) = fire else {
            return Err(Slip::new("nothing of it can be hit from there: ask `fire` why"));
        };
        self.act(&mut start, side, &fire, &mut Deaf)
            .map_err(|_| Slip::new("this fire is not legal now"))?;
        let mut why: Ruling<Rule> = Ruling::default();
        self.pending(&start, &mut why);
        let busy = |step: &Step| matches!(step, Step::Shooting(_) | Step::Harm(_));
        let losses = |end: &State| state.members(target).count() - end.members(target).count();
        let ends = enumerate(
            self,
            &start,
            LIMIT,
            |state| !state.steps.iter().any(busy),
            |state, seat| self.assumed(state, seat, side, assume),
            |end| (losses(end) as u8, end.formation(target).broken),
        );
        let ends = ends.map_err(|e| Slip::new(e.to_string()))?;
        let sums: BTreeMap<(u8, bool), Share> = ends.into_iter().collect();
        let mean = sums.iter().map(|((lost, _), share)| f64::from(*lost) * share.as_f64());
        let mean: f64 = mean.sum();
        let broken = sums.iter().filter(|((_, broken), _)| *broken);
        let breaks = broken.fold(0.0, |sum, (_, share)| sum + share.as_f64());
        let words = |(lost, broken): &(u8, bool)| {
            let broken = if *broken { ", and it breaks" } else { "" };
            format!("{lost} lost{broken}")
        };
        let rows: Vec<(String, &Share)> =
            sums.iter().map(|(key, share)| (words(key), share)).collect();
        let (a, b) = (self.formation_name(formation), self.formation_name(target));
        Ok(Answer {
            headline: format!(
                "{a} shoots {b}: {mean:.2} units lost on average, breaks it {:.2} %; choices on the \
                 way: {}",
                breaks * 100.0,
                assume.says(WHOSE)
            ),
            yes: None,
            ruling: self.cited(why),
            rows: rows_of(&rows),
            ..Answer::default()
        })
    }

    fn assumed(&self, state: &State, seat: Seat, side: Seat, assume: Assume) -> Option<Action> {
        assume.answer(self, state, seat, |action| {
            let mut after = state.clone();
            self.apply(&mut after, seat, action, &mut Deaf);
            self.score_view(&after, side)
        })
    }
}

pub(super) fn rows_of(outcomes: &[(String, &Share)]) -> Vec<Vec<String>> {
    let mut rows = vec![["outcome", "chance", "exactly"].map(String::from).to_vec()];
    for (words, share) in outcomes {
        let (part, whole) = share.in_lowest_terms();
        let exactly = format!("{part}/{whole}");
        let exactly = if exactly.len() > 40 { "a longer fraction".to_string() } else { exactly };
        rows.push(vec![words.clone(), format!("{:.2} %", share.as_f64() * 100.0), exactly]);
    }
    rows
}
