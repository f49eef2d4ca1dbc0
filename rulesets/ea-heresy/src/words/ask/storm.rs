//! Exact odds of an assault, from the charge to the dice of its result.

use super::super::cursor::Parsed;
use super::alike::Alike;
use super::charges::Approach;
use super::cost::Cost;
use super::odds::WHOSE;
use crate::position::action::{Action, Order};
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State};
use crate::position::step::{AssaultStep, MoveKind, MoveStep, Step};
use crate::position::units;
use crate::rules::assault::engagement;
use crate::rules::movement::length;
use crate::steps;
use crate::steps::assault::result;
use crate::tables::rule::Rule;
use crate::words::ask;
use crate::words::ask::{alike, charges, cost, odds};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::{Budget, Outcomes};
use umpire_core::ruling::{Explain as _, Ruling, Silent};
use umpire_core::seat::Seat;
use umpire_core::table::said;

/// Decisions on the way to the first dice of an assault.
const PATIENCE: usize = 400;
/// Less than this apart, two values are one: floats are summed in any order.
const NEARLY: f64 = 1e-9;
/// Answers that are tried out where the best or the worst is asked for.
const TRIED: usize = 8;

/// An assault that is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Storm {
    /// Who engages.
    pub formation: FormationNo,
    /// Who is engaged.
    pub target: FormationNo,
    /// How the chargers go in.
    pub approach: Approach,
    /// Whether they are put in contact first, however far away they stand.
    pub as_if: bool,
    /// How choices before the dice are made; those after them are the first listed.
    pub assume: Assume,
}

/// What an assault has come to when its result is due.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Fought {
    /// Throws of the result by which the engaging side wins, another round follows, the other side
    /// wins; where no dice are due, 1 for how it came out, the last if nobody of either side is left.
    throws: [u32; 4],
    /// Whether a stronghold fell.
    ruined: bool,
    /// What both sides lost.
    cost: Cost,
}

impl Fought {
    /// How likely the engaging side wins, less how likely the other does.
    fn balance(&self) -> f64 {
        let [a, _, b, _] = self.throws;
        let whole: u32 = self.throws.iter().sum();
        (f64::from(a) - f64::from(b)) / f64::from(whole.max(1))
    }
}

type Ends = Outcomes<Fought>;

pub(super) fn assault_odds(
    game: &EaHeresy,
    state: &State,
    storm: Storm,
    budget: &Budget,
) -> Parsed<Answer> {
    let mut start = first_position(game, state, storm)?;
    if let Err(slip) = run_to_dice(game, &mut start, storm, budget) {
        return Err(match is_still_moving(&start) {
            true => Slip::new("dice fall on the way of the charge: ask again once they have"),
            false => why_out_of_reach(game, state, storm).unwrap_or(slip),
        });
    }
    let mut why: Ruling<Rule> = Ruling::default();
    if let Pending::Roll(request) = game.pending(&start, &mut why) {
        for group in &request.groups {
            why.tell(request.because, || odds::dice_of(game, &start, group));
        }
    }
    tell_what_follows(game, &start, storm, &mut why);
    let ends = weighed(game, &start, storm, budget)?;
    Ok(storm_answer(game, [state, &start], storm, &ends, why))
}

/// Tells the dice that fall after the first, up to those of the result with what stands for each side there, as they would be were
/// nobody lost: supporting fire decides many an assault.
fn tell_what_follows(game: &EaHeresy, start: &State, storm: Storm, why: &mut Ruling<Rule>) {
    let mut state = start.clone();
    for roll in 0..PATIENCE {
        match game.pending(&state, &mut Silent) {
            Pending::Roll(request) => {
                if roll > 0 {
                    game.pending(&state, why);
                    for group in &request.groups {
                        why.tell(request.because, || {
                            format!(
                                "then, were nobody lost: {}",
                                odds::dice_of(game, &state, group)
                            )
                        });
                    }
                }
                let result = state.steps.last() == Some(&AssaultStep::Result.step());
                let none = vec![0; request.dice()];
                if result || game.roll(&mut state, &none, &mut Deaf).is_err() {
                    return;
                }
            }
            Pending::Choice(choice) => {
                let seat = choice.seats.first();
                let answer = seat.and_then(|seat| plain_answer(game, &state, seat, storm));
                let Some((seat, action)) = seat.zip(answer) else { return };
                if game.act(&mut state, seat, &action, &mut Deaf).is_err() {
                    return;
                }
            }
            Pending::Over(_) => return,
        }
    }
}

/// The position from which an assault is weighed: the one at hand where it has begun, so that who has
/// moved, invaded or fallen counts; else one in which it is about to begin.
fn first_position(game: &EaHeresy, state: &State, storm: Storm) -> Parsed<State> {
    let Storm { formation, target, .. } = storm;
    let is_declared = |step: &Step| *step == AssaultStep::Begin { formation }.step();
    let Some(assault) = &state.assault else {
        if state.steps.last().is_some_and(is_declared) {
            return Ok(state.clone());
        }
        return Ok(about_to_engage(game, state, formation));
    };
    if !(assault.attackers.contains(&formation) && assault.defenders.contains(&target)) {
        let Some(fights) = [formation, target].into_iter().find(|it| assault.has(*it)) else {
            return Ok(about_to_engage(game, state, formation));
        };
        let first = |side: &[FormationNo]| side.first().copied().unwrap_or(fights);
        let [fights, a, b] = [fights, first(&assault.attackers), first(&assault.defenders)]
            .map(|it| units::formation_name(game, it));
        let says =
            format!("`{fights}` is in an assault: `odds {a} engages {b}` weighs it as it stands");
        return Err(Slip::new(says));
    }
    if state.steps.iter().any(|step| is_decided_by(step) && *step != AssaultStep::Result.step()) {
        return Err(Slip::new("this assault is over but for what follows from its result"));
    }
    let charges = |step: &Step| matches!(step, Step::Movement(it) if it.of().1 == MoveKind::Charge);
    let charging = state.steps.iter().any(charges);
    let nobody_moved = || state.moving.is_none_or(|moving| !moving.went && moving.moved.is_empty());
    let too_late = match storm.as_if {
        true => !charging || !nobody_moved(),
        false => !charging && storm.approach != Approach::Contact,
    };
    if too_late {
        let [a, b] = [formation, target].map(|it| units::formation_name(game, it));
        let says =
            format!("the charge has been made: `odds {a} engages {b}` weighs it as it stands");
        return Err(Slip::new(says));
    }
    Ok(state.clone())
}

/// The position with nothing else in progress in which a formation says whom it engages.
fn about_to_engage(game: &EaHeresy, state: &State, formation: FormationNo) -> State {
    let mut start = odds::about_to(game, state, formation, Order::Engage);
    steps::settle(game, &mut start, &mut Deaf);
    start
}

/// Whether a charge or a counter-charge goes on.
fn is_still_moving(state: &State) -> bool {
    state.steps.iter().any(|step| matches!(step, Step::Movement(_)))
}

/// Whether somebody may still counter-charge.
fn may_still_counter_charge(state: &State) -> bool {
    let before = |step: &Step| {
        matches!(
            step,
            Step::Assault(
                AssaultStep::Charged | AssaultStep::Tie { .. } | AssaultStep::CounterCharge
            )
        )
    };
    is_still_moving(state) || state.steps.iter().any(before)
}

/// How far off whoever is engaged is, and how far the others come; nothing where that is not what stands in the way.
fn why_out_of_reach(game: &EaHeresy, state: &State, storm: Storm) -> Option<Slip> {
    let (a, b) =
        (units::formation_name(game, storm.formation), units::formation_name(game, storm.target));
    let off = [(storm.formation, a), (storm.target, b)];
    if let Some((_, name)) = off.into_iter().find(|(it, _)| !units::on_table(state, *it)) {
        return Some(Slip::new(format!("`{name}` is not on the table")));
    }
    let gap = engagement::formation_gap(game, state, storm.formation, storm.target)?;
    let goes = |unit| length::allowance(game, state, unit, MoveKind::Charge);
    let far = state.members(storm.formation).map(goes).max()?;
    let as_if = match storm.as_if || state.assault.is_some() {
        true => String::new(),
        false => format!("; `odds {a} engages {b} as if in contact` weighs it all the same"),
    };
    Some(Slip::new(format!(
        "this charge reaches nobody: `{b}` is {} cm from `{a}`, who may charge {} cm and fight from {} cm{as_if}",
        said(gap),
        said(far),
        said(game.edition.firefight)
    )))
}

/// What is said of an assault that was asked about in the first position, and is weighed from the other.
fn storm_answer(
    game: &EaHeresy,
    [state, start]: [&State; 2],
    storm: Storm,
    ends: &Ends,
    why: Ruling<Rule>,
) -> Answer {
    let (a, b) =
        (units::formation_name(game, storm.formation), units::formation_name(game, storm.target));
    let assault = start.assault.as_ref();
    let under_way = state.assault.as_ref().is_some_and(|it| it.has(storm.formation));
    let mut results: Outcomes<(usize, bool)> = Outcomes::default();
    for (Fought { throws, ruined, .. }, share) in ends.iter() {
        let whole = throws.iter().sum::<u32>().into();
        for (place, throws) in throws.iter().enumerate().filter(|(_, count)| **count > 0) {
            results.add((place, *ruined), &share.part(&(*throws).into(), &whole));
        }
    }
    let words = |(place, ruined): &(usize, bool)| {
        let who = match place {
            0 => format!("{a} wins"),
            1 => "a tie: another round".to_string(),
            2 => format!("{b} wins"),
            _ => "nobody of either side is left".to_string(),
        };
        if *ruined { format!("{who}, a stronghold falls") } else { who }
    };
    let costs = ends.told_as(|end| end.cost.clone());
    let side = start.formation(storm.formation).owner;
    let lost = |side| costs.average(|cost| cost::lost_of(start, cost, side)).number();
    let tie = results.chance(|(place, _)| *place == 1);
    let tie = match tie.as_f64() {
        0.0 => String::new(),
        _ => format!(", {} are ties, whose further rounds are not weighed", tie.percent()),
    };
    let choices = match storm.assume {
        Assume::First if under_way && !may_still_counter_charge(state) => {
            "choices are the first listed".to_string()
        }
        Assume::First => "nobody counter-charges, other choices are the first listed".to_string(),
        assume => format!(
            "whoever has to choose before the dice {}, of up to {TRIED} answers tried",
            assume.says(WHOSE)
        ),
    };
    let others = |all: Option<&Vec<FormationNo>>, named: FormationNo| -> String {
        let others = all.into_iter().flatten().filter(|it| **it != named);
        others.map(|it| format!(" with {}", units::formation_name(game, *it))).collect()
    };
    let with = others(assault.map(|it| &it.attackers), storm.formation);
    let beside = others(assault.map(|it| &it.defenders), storm.target);
    let (stands, losses) = match under_way {
        true => (" as it stands", "losses from now to the result"),
        false => ("", "losses before the result"),
    };
    let round = if assault.is_some_and(|it| it.again) { "this round" } else { "the first round" };
    let as_if = if storm.as_if { " as if in contact" } else { "" };
    let how = match storm.approach {
        Approach::Contact => "",
        Approach::Invading => " invading",
        Approach::Outside => " from outside",
    };
    let mut means = vec![
        cost::mean_lost(game, start, &costs, side),
        cost::mean_lost(game, start, &costs, side.opponent()),
    ];
    means.extend(cost::mean_damage(game, &costs));
    Answer {
        headline: format!(
            "{a}{with} engages {b}{beside}{stands}{as_if}{how}: wins {} in {round}{tie}; {losses} \
                 {} to {} on average; {choices}",
            results.chance(|(place, _)| *place == 0).percent(),
            lost(side),
            lost(side.opponent()),
        ),
        ruling: ask::cited(game, why),
        rows: results.rows(words),
        means,
        alone: cost::alone(game, start, &costs, None),
        ..Answer::default()
    }
}

/// Answers every choice up to the first dice of the blows.
pub fn run_to_dice(
    game: &EaHeresy,
    start: &mut State,
    storm: Storm,
    budget: &Budget,
) -> Parsed<()> {
    for _ in 0..PATIENCE {
        let Pending::Choice(choice) = game.pending(start, &mut Silent) else { break };
        let Some(seat) = choice.seats.first() else { break };
        if start.assault.is_none() && start.acting.is_none() {
            return Err(Slip::new("this charge reaches nobody"));
        }
        if let Some(Step::Movement(MoveStep::Go { formation, kind: MoveKind::Charge })) =
            start.steps.last().copied()
            && storm.as_if
            && start.moving.is_some_and(|moving| moving.moved.is_empty())
        {
            let stay = storm.approach == Approach::Contact;
            charges::put_in_contact(game, start, formation, stay);
        }
        let action = match storm.assume {
            Assume::First => plain_answer(game, start, seat, storm),
            _ => tried_answer(game, start, seat, storm, budget),
        };
        let Some(action) = action else { break };
        if game.act(start, seat, &action, &mut Deaf).is_err() {
            break;
        }
    }
    let reaches = start.assault.is_some()
        && !is_still_moving(start)
        && matches!(start.steps.last(), Some(Step::Assault(_) | Step::Harm(_) | Step::Ruin(_)));
    if !reaches {
        return Err(Slip::new("this charge reaches nobody"));
    }
    Ok(())
}

/// What chargers do as they are said to; nobody counter-charges; else the first listed.
fn plain_answer(game: &EaHeresy, state: &State, seat: Seat, storm: Storm) -> Option<Action> {
    match state.steps.last() {
        Some(Step::Movement(MoveStep::Go { kind: MoveKind::Charge, .. })) => {
            charges::charge_of(game, state, storm.approach)
        }
        Some(Step::Movement(MoveStep::Go { kind: MoveKind::CounterCharge, .. })) => {
            Some(Action::Done)
        }
        _ => target_of(game, state, seat, storm.target),
    }
    .or_else(|| Assume::First.answer(game, state, seat, |_| 0.0))
}

/// The answer with which the assault, the rest of it answered plainly, goes best or worst for
/// whoever engages. The charge itself is as it was said.
fn tried_answer(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    storm: Storm,
    budget: &Budget,
) -> Option<Action> {
    let plain = plain_answer(game, state, seat, storm)?;
    let last = state.steps.last();
    let charging =
        matches!(last, Some(Step::Movement(MoveStep::Go { kind: MoveKind::Charge, .. })));
    if charging || matches!(plain, Action::Engage(_)) {
        return Some(plain);
    }
    let mut listed = vec![plain];
    let mut others = Vec::new();
    game.legal(state, seat, &mut others);
    others.retain(|action| *action != listed[0]);
    listed.extend(others.into_iter().take(TRIED - 1));
    if listed.len() < 2 {
        return listed.pop();
    }
    let rest = Storm { assume: Assume::First, ..storm };
    let value = |action: &Action| {
        let mut after = state.clone();
        game.act(&mut after, seat, action, &mut Deaf).ok()?;
        run_to_dice(game, &mut after, rest, budget).ok()?;
        let ends = weighed(game, &after, rest, budget).ok()?;
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
fn weighed(game: &EaHeresy, start: &State, storm: Storm, budget: &Budget) -> Parsed<Ends> {
    let ends = alike::weigh(
        game,
        start,
        budget,
        |state| state.assault.is_none() || is_decided(state),
        |state, seat| Assume::First.answer(game, state, seat, |_| 0.0),
        |end, alike| fought(game, start, end, storm.formation, alike),
    )?;
    Ok(ends.into_iter().collect())
}

/// What an assault came to; ends that differ in nothing else are one.
fn fought(
    game: &EaHeresy,
    before: &State,
    end: &State,
    formation: FormationNo,
    alike: &Alike,
) -> Fought {
    // Where no dice are due, who has anybody left on the table has won (EA-8.7).
    let fights = |formations: &[FormationNo]| {
        formations.iter().any(|formation| units::on_table(end, *formation))
    };
    let left = |seat: u8| {
        before.assault.as_ref().is_some_and(|fight| fights(fight.side(before, Seat(seat))))
    };
    let [a, tie, b, nobody] = match end.steps.last() {
        Some(Step::Assault(AssaultStep::Result)) => {
            let [a, tie, b] = result::result_throws(game, end);
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
        let walls = state.strongholds.iter().filter(|it| !units::is_ruined(game, state, it.piece));
        walls.count()
    };
    Fought {
        throws: if own { [a, tie, b, nobody] } else { [b, tie, a, nobody] },
        ruined: stands(end) < stands(before),
        cost: cost::cost(game, before, end, alike),
    }
}

/// The target that was named, where a target is asked for.
fn target_of(game: &EaHeresy, state: &State, seat: Seat, target: FormationNo) -> Option<Action> {
    let action = Action::Engage(vec![target]);
    game.check(state, seat, &action, &mut Silent).is_ok().then_some(action)
}

/// Whether nothing is left of an assault but its result, or what follows it.
pub fn is_decided(state: &State) -> bool {
    state.steps.iter().any(is_decided_by)
}

/// Whether a step is the result of an assault, or what follows it.
fn is_decided_by(step: &Step) -> bool {
    matches!(
        step,
        Step::Assault(
            AssaultStep::Result
                | AssaultStep::Fallen { .. }
                | AssaultStep::Leave { .. }
                | AssaultStep::Aftermath { .. }
        )
    )
}
