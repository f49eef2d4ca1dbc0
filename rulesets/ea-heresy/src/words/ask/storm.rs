//! Exact odds of an assault, from the charge to the dice of its result.

use super::super::cursor::Parsed;
use super::odds::{LIMIT, WHOSE, rows_of};
use crate::action::{Action, Ending, Order, UnitMove};
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::steps::Step;
use crate::steps::assault::AssaultStep;
use crate::steps::movement::{MoveKind, MoveStep};
use std::collections::BTreeMap;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::{Share, enumerate};
use umpire_core::ruling::{Ruling, Silent};
use umpire_core::seat::Seat;

/// Decisions on the way to the first dice of an assault.
const PATIENCE: usize = 400;
/// Less than this apart, two values are one: floats are summed in any order.
const NEARLY: f64 = 1e-9;
/// Answers that are tried out where the best or the worst is asked for.
const TRIED: usize = 8;

/// How chargers go in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Approach {
    /// Into contact, and against the walls of a stronghold.
    Contact,
    /// Into strongholds where they may.
    Invading,
    /// Near enough for a firefight, and no nearer.
    Outside,
}

/// An assault that is asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Storm {
    /// Who engages.
    pub formation: FormationNo,
    /// Who is engaged.
    pub target: FormationNo,
    /// How the chargers go in.
    pub approach: Approach,
    /// How choices before the dice are made; those after them are the first listed.
    pub assume: Assume,
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

impl Fought {
    /// How likely the engaging side wins, less how likely the other does.
    fn balance(&self) -> f64 {
        let [a, _, b, _] = self.throws;
        let whole: u32 = self.throws.iter().sum();
        (f64::from(a) - f64::from(b)) / f64::from(whole.max(1))
    }
}

type Ends = Vec<(Fought, Share)>;

impl EaHeresy {
    pub(super) fn assault_odds(&self, state: &State, storm: Storm) -> Parsed<Answer> {
        let mut start = self.about_to(state, storm.formation, Order::Engage);
        self.settle(&mut start, &mut Deaf);
        self.run_to_dice(&mut start, storm)?;
        let mut why: Ruling<Rule> = Ruling::default();
        self.pending(&start, &mut why);
        let ends = self.weighed(&start, storm)?;
        let mut sums: BTreeMap<(usize, bool), Share> = BTreeMap::new();
        let mut losses = [0.0; 2];
        for (Fought { throws, ruined, lost }, share) in ends {
            for (sum, lost) in losses.iter_mut().zip(lost) {
                *sum += f64::from(lost) * share.as_f64();
            }
            let whole = throws.iter().sum::<u32>().into();
            for (place, throws) in throws.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                let part = share.part(&throws.into(), &whole);
                sums.entry((place, ruined)).or_default().add(&part);
            }
        }
        Ok(self.storm_answer(storm, &sums, losses, why))
    }

    fn storm_answer(
        &self,
        storm: Storm,
        sums: &BTreeMap<(usize, bool), Share>,
        [own, other]: [f64; 2],
        why: Ruling<Rule>,
    ) -> Answer {
        let (a, b) = (self.formation_name(storm.formation), self.formation_name(storm.target));
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
            shares.fold(0.0, |sum: f64, (_, share)| sum + share.as_f64()) * 100.0
        };
        let tie = match chance(1) {
            0.0 => String::new(),
            tie => format!(", {tie:.2} % are ties, whose further rounds are not weighed"),
        };
        let choices = match storm.assume {
            Assume::First => {
                "nobody counter-charges, other choices are the first listed".to_string()
            }
            assume => format!("choices before the dice: {}", assume.says(WHOSE)),
        };
        Answer {
            headline: format!(
                "{a} engages {b}: wins {:.2} % in the first round{tie}; losses before the result \
                 {own:.2} to {other:.2} on average; {choices}",
                chance(0),
            ),
            yes: None,
            ruling: self.cited(why),
            rows: rows_of(&rows),
            ..Answer::default()
        }
    }

    /// Answers every choice up to the first dice of the blows.
    fn run_to_dice(&self, start: &mut State, storm: Storm) -> Parsed<()> {
        for _ in 0..PATIENCE {
            let Pending::Choice(choice) = self.pending(start, &mut Silent) else { break };
            let Some(seat) = choice.seats.first() else { break };
            if start.assault.is_none() && start.acting.is_none() {
                return Err(Slip::new("this charge reaches nobody"));
            }
            let action = match storm.assume {
                Assume::First => self.plain_answer(start, seat, storm),
                _ => self.tried_answer(start, seat, storm),
            };
            let Some(action) = action else { break };
            if self.act(start, seat, &action, &mut Deaf).is_err() {
                break;
            }
        }
        let reaches = start.assault.is_some()
            && matches!(start.steps.last(), Some(Step::Assault(_) | Step::Harm(_) | Step::Ruin(_)));
        if !reaches {
            return Err(Slip::new("this charge reaches nobody"));
        }
        Ok(())
    }

    /// What chargers do as they are said to; nobody counter-charges; else the first listed.
    fn plain_answer(&self, state: &State, seat: Seat, storm: Storm) -> Option<Action> {
        match state.steps.last() {
            Some(Step::Movement(MoveStep::Go { kind: MoveKind::Charge, .. })) => {
                self.charge_of(state, storm.approach)
            }
            Some(Step::Movement(MoveStep::Go { kind: MoveKind::CounterCharge, .. })) => {
                Some(Action::Done)
            }
            _ => self.target_of(state, seat, storm.target),
        }
        .or_else(|| Assume::First.answer(self, state, seat, |_| 0.0))
    }

    /// The answer with which the assault, the rest of it answered plainly, goes best or worst for
    /// whoever engages. The charge itself is as it was said.
    fn tried_answer(&self, state: &State, seat: Seat, storm: Storm) -> Option<Action> {
        let plain = self.plain_answer(state, seat, storm)?;
        let last = state.steps.last();
        let charging =
            matches!(last, Some(Step::Movement(MoveStep::Go { kind: MoveKind::Charge, .. })));
        if charging || matches!(plain, Action::Engage(_)) {
            return Some(plain);
        }
        let mut listed = vec![plain];
        let mut others = Vec::new();
        self.legal(state, seat, &mut others);
        others.retain(|action| *action != listed[0]);
        listed.extend(others.into_iter().take(TRIED - 1));
        if listed.len() < 2 {
            return listed.pop();
        }
        let rest = Storm { assume: Assume::First, ..storm };
        let value = |action: &Action| {
            let mut after = state.clone();
            self.act(&mut after, seat, action, &mut Deaf).ok()?;
            self.run_to_dice(&mut after, rest).ok()?;
            let ends = self.weighed(&after, rest).ok()?;
            Some(ends.iter().map(|(end, share)| end.balance() * share.as_f64()).sum::<f64>())
        };
        let mut chosen: Option<(f64, Action)> = None;
        for action in listed {
            let Some(value) = value(&action) else { continue };
            let better = match (&chosen, storm.assume) {
                (None, _) => true,
                (Some((best, _)), Assume::Worst) => value < *best - NEARLY,
                (Some((best, _)), _) => value > *best + NEARLY,
            };
            if better {
                chosen = Some((value, action));
            }
        }
        chosen.map(|(_, action)| action)
    }

    /// What the blows of an assault come to, under every outcome of their dice.
    fn weighed(&self, start: &State, storm: Storm) -> Parsed<Ends> {
        let ends = enumerate(
            self,
            start,
            LIMIT,
            |state| state.assault.is_none() || is_decided(state),
            |state, seat| Assume::First.answer(self, state, seat, |_| 0.0),
            |end| self.fought(start, end, (storm.formation, storm.target)),
        );
        Ok(ends.map_err(|e| Slip::new(e.to_string()))?.into_iter().collect())
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
