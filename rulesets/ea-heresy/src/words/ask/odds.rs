//! Exact odds of an assault or of fire: the rules themselves under every outcome of their dice.

use super::super::cursor::{Cursor, Parsed};
use crate::action::{Action, Ending, Order, Target, UnitMove};
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::steps::Step;
use crate::steps::assault::AssaultStep;
use crate::steps::movement::{MoveKind, MoveStep};
use crate::steps::shooting::ShootStep;
use crate::steps::turn::TurnStep;
use std::collections::BTreeMap;
use umpire_core::data::suggest;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::{Share, enumerate};
use umpire_core::ruling::{Ruling, Silent};
use umpire_core::seat::Seat;

/// Positions weighed before odds are given up.
const LIMIT: usize = 400_000;
/// Decisions on the way to the first dice of an assault.
const PATIENCE: usize = 400;
/// By whose value choices are made.
const WHOSE: &str = "whoever is asked about first";

/// How chargers go in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Approach {
    /// Into contact, and against the walls of a stronghold.
    Contact,
    /// Into strongholds where they may.
    Invading,
    /// Near enough for a firefight, and no nearer.
    Outside,
}

/// What an assault has come to when its result is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Fought {
    /// Throws of the result by which the engaging side wins, another round follows, the other side
    /// wins; where no dice are due, 1 for how it came out, the last if nobody is left.
    throws: [u32; 4],
    /// Whether a stronghold fell.
    ruined: bool,
    /// Units lost by who engages and who is engaged.
    lost: [u8; 2],
}

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
            self.assault_odds(state, (formation, target), approach, assume)
        }
    }

    /// The position with nothing in progress and a formation about to carry an order out.
    fn about_to(&self, state: &State, formation: FormationNo, order: Order) -> State {
        let mut start = state.clone();
        start.forget_everything_begun();
        start.over = None;
        let seat = state.formation(formation).owner;
        start.push_step(Step::Turn(TurnStep::Act { seat, retain: false }));
        let plain = (false, None, false);
        self.begin_order(&mut start, formation, order, plain, &mut Deaf);
        start
    }

    fn assault_odds(
        &self,
        state: &State,
        (formation, target): (FormationNo, FormationNo),
        approach: Approach,
        assume: Assume,
    ) -> Parsed<Answer> {
        let side = state.formation(formation).owner;
        let mut start = self.about_to(state, formation, Order::Engage);
        self.settle(&mut start, &mut Deaf);
        for _ in 0..PATIENCE {
            let Pending::Choice(choice) = self.pending(&start, &mut Silent) else { break };
            let Some(seat) = choice.seats.first() else { break };
            if start.assault.is_none() && start.acting.is_none() {
                return Err(Slip::new("this charge reaches nobody"));
            }
            let charging = matches!(
                start.steps.last(),
                Some(Step::Movement(MoveStep::Go { kind: MoveKind::Charge, .. }))
            );
            let action = if charging {
                self.charge_of(&start, approach)
            } else {
                self.target_of(&start, seat, target)
            };
            let action = action.or_else(|| self.assumed(&start, seat, side, assume));
            let Some(action) = action else { break };
            if self.act(&mut start, seat, &action, &mut Deaf).is_err() {
                break;
            }
        }
        if start.assault.is_none() {
            return Err(Slip::new("this charge comes to no assault"));
        }
        let mut why: Ruling<Rule> = Ruling::default();
        self.pending(&start, &mut why);
        let ends = enumerate(
            self,
            &start,
            LIMIT,
            |state| state.assault.is_none() || is_decided(state),
            |state, seat| self.assumed(state, seat, side, assume),
            |end| self.fought(&start, end, (formation, target)),
        );
        let ends = ends.map_err(|e| Slip::new(e.to_string()))?;
        let mut sums: BTreeMap<(usize, bool), Share> = BTreeMap::new();
        let (mut own, mut other) = (0.0, 0.0);
        for (Fought { throws, ruined, lost }, share) in ends {
            own += f64::from(lost[0]) * share.as_f64();
            other += f64::from(lost[1]) * share.as_f64();
            let whole = throws.iter().sum::<u32>().into();
            for (place, throws) in throws.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                let part = share.part(&throws.into(), &whole);
                sums.entry((place, ruined)).or_default().add(&part);
            }
        }
        let (a, b) = (self.formation_name(formation), self.formation_name(target));
        let words = |(place, ruined): &(usize, bool)| {
            let who = match place {
                0 => format!("{a} wins"),
                1 => "a tie: another round".to_string(),
                2 => format!("{b} wins"),
                _ => "nobody is left".to_string(),
            };
            if *ruined { format!("{who}, a stronghold falls") } else { who }
        };
        let rows: Vec<(String, &Share)> =
            sums.iter().map(|(key, share)| (words(key), share)).collect();
        let chance = |of: usize| {
            let shares = sums.iter().filter(|((place, _), _)| *place == of);
            shares.fold(0.0, |sum, (_, share)| sum + share.as_f64()) * 100.0
        };
        let tie = match chance(1) {
            0.0 => String::new(),
            tie => format!(", {tie:.2} % are ties, whose further rounds are not weighed"),
        };
        Ok(Answer {
            headline: format!(
                "{a} engages {b}: wins {:.2} % in the first round{tie}; losses before the result \
                 {own:.2} to {other:.2} on average; choices on the way: {}",
                chance(0),
                assume.says(WHOSE)
            ),
            yes: None,
            ruling: self.cited(why),
            rows: rows_of(&rows),
            scene: None,
        })
    }

    /// What an assault came to; ends that differ in nothing else are one.
    fn fought(
        &self,
        before: &State,
        end: &State,
        (formation, target): (FormationNo, FormationNo),
    ) -> Fought {
        // Where no dice are due, who has anybody left has won.
        let lives = |formations: &[FormationNo]| {
            formations.iter().any(|formation| end.members(*formation).next().is_some())
        };
        let left = |seat: u8| {
            before.assault.as_ref().is_some_and(|fight| lives(fight.side(before, Seat(seat))))
        };
        let [a, tie, b, nobody] = match end.steps.last() {
            Some(Step::Assault(AssaultStep::Result)) => {
                let [a, tie, b] = self.result_throws(end);
                [a, tie, b, 0]
            }
            _ => match [left(0), left(1)] {
                [true, false] => [1, 0, 0, 0],
                [false, true] => [0, 0, 1, 0],
                _ => [0, 0, 0, 1],
            },
        };
        let own = before.formation(formation).owner == Seat(0);
        let stands = |state: &State| {
            let walls = state.strongholds.iter().filter(|it| !self.is_ruined(state, it.piece));
            walls.count()
        };
        let lost = |of: FormationNo| (before.members(of).count() - end.members(of).count()) as u8;
        Fought {
            throws: if own { [a, tie, b, nobody] } else { [b, tie, a, nobody] },
            ruined: stands(end) < stands(before),
            lost: [formation, target].map(lost),
        }
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
            scene: None,
        })
    }

    /// The target that was named, where a target is asked for.
    fn target_of(&self, state: &State, seat: Seat, target: FormationNo) -> Option<Action> {
        let action = Action::Engage(vec![target]);
        self.check(state, seat, &action, &mut Silent).is_ok().then_some(action)
    }

    /// The next charger's move, by how they are to go in.
    fn charge_of(&self, state: &State, approach: Approach) -> Option<Action> {
        let Some(Step::Movement(MoveStep::Go { formation, kind })) = state.steps.last().copied()
        else {
            return None;
        };
        let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.has(*unit));
        let next = state
            .members(formation)
            .find(|unit| !moved(unit) && matches!(state.unit(*unit).place, Whereabouts::Table(_)));
        let Some(unit) = next else { return Some(Action::Done) };
        let mut ways = Vec::new();
        self.unit_candidates(state, unit, kind, &mut ways);
        let best = ways.into_iter().max_by_key(|way| self.fits(state, way, approach))?;
        Some(Action::Move(vec![best]))
    }

    /// How well a charger's way fits how they are to go in; nearer is better among equals.
    fn fits(&self, state: &State, way: &UnitMove, approach: Approach) -> (bool, bool, i32) {
        let invades = matches!(way.ends, Some(Ending::Invade(_)));
        let mut after = state.clone();
        if let (Some(end), None) = (way.path.last(), way.ends) {
            after.unit_mut(way.unit).place = Whereabouts::Table(*end);
        }
        let owner = state.owner(way.unit);
        let body = crate::state::Body::Unit(way.unit);
        let away = self.nearest_enemy(&after, owner, body, |_| true).map_or(i32::MAX, |(_, d)| d);
        let touches = away <= umpire_core::table::SLACK;
        match approach {
            Approach::Invading => (invades, touches, -away),
            Approach::Contact => (!invades, touches, -away),
            Approach::Outside => {
                let near = away <= self.edition.firefight;
                (!invades && !touches, near, if near { away } else { -away })
            }
        }
    }

    fn assumed(&self, state: &State, seat: Seat, side: Seat, assume: Assume) -> Option<Action> {
        assume.answer(self, state, seat, |action| {
            let mut after = state.clone();
            self.apply(&mut after, seat, action, &mut Deaf);
            self.score_view(&after, side)
        })
    }
}

/// Whether nothing is left of an assault but its result, or what follows it.
fn is_decided(state: &State) -> bool {
    let decided = |step: &Step| {
        matches!(
            step,
            Step::Assault(
                AssaultStep::Result
                    | AssaultStep::Fallen { .. }
                    | AssaultStep::Leave { .. }
                    | AssaultStep::Aftermath { .. }
            )
        )
    };
    state.steps.iter().any(decided)
}

fn rows_of(outcomes: &[(String, &Share)]) -> Vec<Vec<String>> {
    let mut rows = vec![["outcome", "chance", "exactly"].map(String::from).to_vec()];
    for (words, share) in outcomes {
        let (part, whole) = share.in_lowest_terms();
        let exactly = format!("{part}/{whole}");
        let exactly = if exactly.len() > 40 { "a longer fraction".to_string() } else { exactly };
        rows.push(vec![words.clone(), format!("{:.2} %", share.as_f64() * 100.0), exactly]);
    }
    rows
}
