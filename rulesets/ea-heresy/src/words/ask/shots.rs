//! Exact odds of fire, under an order: the dice to hit, the saves and the damage together (EA-7).

use super::super::cursor::Parsed;
use super::cost::Cost;
use super::odds::WHOSE;
use crate::position::action::{Action, Order, Target};
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State};
use crate::position::step::{ActivateStep, ShootStep, Step, TargetStep};
use crate::position::units;
use crate::steps::shooting::{self, candidates, skipped};
use crate::tables::rule::Rule;
use crate::words::ask;
use crate::words::ask::{alike, cost, odds};
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Assume, Measured, Slip};
use umpire_core::odds::{Budget, Outcomes};
use umpire_core::ruling::{Explain as _, Ruling};

/// What a formation does while it shoots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Under {
    /// It carries an order out.
    Order(Order),
    /// It answers a move, from overwatch.
    Overwatch,
}

impl Under {
    /// What it does now; an advance where it does nothing.
    pub fn now(state: &State, formation: FormationNo) -> Under {
        let answers = |step: &Step| {
            matches!(step, Step::Shooting(ShootStep::Target(TargetStep::Choose { formation: it, reaction: true }))
                if *it == formation)
        };
        let watches = matches!(state.formation(formation).stance, Stance::Overwatch { .. });
        let tested = state.steps.iter().find_map(|step| match step {
            Step::Activate(
                ActivateStep::Test { formation: it, order, .. }
                | ActivateStep::Again { formation: it, order, .. },
            ) if *it == formation => Some(*order),
            _ => None,
        });
        let acting = state.acting.filter(|acting| acting.formation == formation);
        match acting.map(|acting| acting.order).or(tested) {
            _ if state.steps.iter().any(answers) => Under::Overwatch,
            Some(Order::Overwatch) => Under::Overwatch,
            Some(Order::March | Order::Engage) => Under::Order(Order::Advance),
            Some(order) => Under::Order(order),
            None if watches => Under::Overwatch,
            None => Under::Order(Order::Advance),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Under::Order(order) => order.name(),
            Under::Overwatch => Order::Overwatch.name(),
        }
    }
}

/// Fire that is asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shot {
    /// Who shoots.
    pub formation: FormationNo,
    /// At whom.
    pub target: Target,
    /// While doing what.
    pub under: Under,
    /// How choices on the way are made.
    pub assume: Assume,
}

/// What fire came to.
type Shelled = (Cost, bool);

/// The position in which a formation is about to shoot.
pub(super) fn about_to_shoot(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    under: Under,
) -> State {
    let mut start = match under {
        Under::Order(order) => odds::about_to(game, state, formation, order),
        Under::Overwatch => odds::at_rest(state, formation),
    };
    start
        .steps
        .retain(|step| matches!(step, Step::Turn(_) | Step::Activate(ActivateStep::Finish { .. })));
    let reaction = under == Under::Overwatch;
    start.push_step(TargetStep::Choose { formation, reaction }.into());
    start
}

/// The odds of fire: of just this fire, as it could be opened now, or of all that could be brought to bear.
pub(super) fn fire_odds(
    game: &EaHeresy,
    state: &State,
    (shot, fire): (Shot, Option<&Action>),
    budget: &Budget,
) -> Parsed<Answer> {
    let side = state.formation(shot.formation).owner;
    let (own, at) = (units::formation_name(game, shot.formation), shot.target);
    let name = target_name(game, at);
    let (mut start, fire) = match fire {
        Some(fire) => (state.clone(), fire.clone()),
        None => {
            let start = about_to_shoot(game, state, shot.formation, shot.under);
            let reaction = shot.under == Under::Overwatch;
            let usual = candidates::default_fire(game, &start, shot.formation, at, reaction);
            let says = || {
                let tells = format!("at the prompt `fire {own} at {name}` tells why");
                Slip::new(format!("nothing of {name} can be hit from there: {tells}"))
            };
            (start, usual.map(Action::Shoot).ok_or_else(says)?)
        }
    };
    let silent = silent_units(game, &start, shot, &fire);
    game.act(&mut start, side, &fire, &mut Deaf)
        .map_err(|_| Slip::new("this fire is not legal now"))?;
    let why = fire_grounds(game, &start, silent);
    let busy = |step: &Step| matches!(step, Step::Shooting(_) | Step::Harm(_));
    let broken =
        |end: &State| breakable(state, at).is_some_and(|target| end.formation(target).broken);
    let ends = alike::weigh(
        game,
        &start,
        budget,
        |state| !state.steps.iter().any(busy),
        |state, seat| odds::assumed(game, state, seat, side, shot.assume),
        |end, alike| (cost::cost(game, state, end, alike), broken(end)),
    )?;
    Ok(fire_answer(game, state, shot, &ends.into_iter().collect(), why))
}

/// Who of the formation does not fire, and why.
fn silent_units(
    game: &EaHeresy,
    start: &State,
    shot: Shot,
    action: &Action,
) -> Vec<(Rule, String)> {
    let Action::Shoot(fire) = action else { return Vec::new() };
    let reaction = shot.under == Under::Overwatch;
    skipped::silent_units(game, start, shot.formation, fire, reaction)
}

/// What the dice that fire begins with are and need, then who does not fire.
fn fire_grounds(game: &EaHeresy, start: &State, silent: Vec<(Rule, String)>) -> Ruling<Rule> {
    let mut why: Ruling<Rule> = Ruling::default();
    if let Pending::Roll(request) = game.pending(start, &mut why) {
        // Dice at different units that need the same are one line.
        let mut told: Vec<(String, &DiceGroup, Option<u32>)> = Vec::new();
        for group in &request.groups {
            let needed = shooting::needed_words(game, start, group).unwrap_or_default();
            match told.iter_mut().find(|(known, ..)| *known == needed) {
                Some((_, first, all)) => {
                    *all = Some(all.unwrap_or(first.count.into()) + u32::from(group.count));
                }
                None => told.push((needed, group, None)),
            }
        }
        for (needed, group, all) in told {
            why.tell(request.because, || match all {
                None => format!("{}: {needed}", odds::dice_of(game, start, group)),
                Some(all) => format!("{all} {}: {needed}", game.dice().get(group.die).name),
            });
        }
    }
    for (rule, words) in silent {
        why.tell(rule, || words);
    }
    why
}

/// The formation that fire may break: the target, unless it is broken already.
fn breakable(state: &State, target: Target) -> Option<FormationNo> {
    match target {
        Target::Formation(target) => Some(target).filter(|it| !state.formation(*it).broken),
        Target::Stronghold(_) => None,
    }
}

fn target_name(game: &EaHeresy, target: Target) -> &str {
    match target {
        Target::Formation(target) => units::formation_name(game, target),
        Target::Stronghold(piece) => units::piece_name(game, piece),
    }
}

fn fire_answer(
    game: &EaHeresy,
    state: &State,
    shot: Shot,
    ends: &Outcomes<Shelled>,
    why: Ruling<Rule>,
) -> Answer {
    let foe = state.formation(shot.formation).owner.opponent();
    let name = target_name(game, shot.target);
    let costs = ends.told_as(|(cost, _)| cost.clone());
    let breaks = ends.chance(|(_, broken)| *broken);
    let words = |(cost, broken): &Shelled| {
        let broken = if *broken { ", and it breaks" } else { "" };
        format!("{}{broken}", cost::cost_words(game, state, cost, foe))
    };
    // First the fewest lost; the same words are one row.
    let told = ends.told_as(|end| {
        let (lost, damage) = (end.0.lost.len(), end.0.damage.iter().map(|it| it.1).sum::<u8>());
        (lost, damage, end.1, words(end))
    });
    let lost = costs.average(|cost| cost::lost_of(state, cost, foe));
    let (a, under) = (units::formation_name(game, shot.formation), shot.under.name());
    let mut means = vec![Measured::average("units lost", &lost)];
    means.extend(cost::mean_damage(game, &costs));
    let may_break = breakable(state, shot.target).is_some();
    let more = may_break.then(|| (format!("{name} breaks"), breaks.clone()));
    let breaks =
        if may_break { format!(", breaks it {}", breaks.percent()) } else { String::new() };
    Answer {
        headline: format!(
            "{a} shoots {name} ({under}): {} units lost on average{breaks}; whoever has to \
                 choose on the way {}",
            lost.number(),
            shot.assume.says(WHOSE)
        ),
        ruling: ask::cited(game, why),
        rows: told.rows(|(.., words)| words.clone()),
        means,
        alone: cost::alone(game, state, &costs, more),
        ..Answer::default()
    }
}
