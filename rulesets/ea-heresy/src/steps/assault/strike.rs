//! How each unit strikes: close combat or firefight, at whom, and what may be withheld (EA-8.5).

use crate::position::action::{Action, Blow, BlowTarget};
use crate::position::game::EaHeresy;
use crate::position::state::{State, UnitNo};
use crate::position::step::AssaultStep;
use crate::position::units;
use crate::rules::assault::strikes::{Blows, Means};
use crate::rules::assault::{melee, strikes};
use crate::steps::assault::Flow;
use crate::tables::rule::Rule;
use smallvec::smallvec;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

pub(super) fn advance_strike(game: &EaHeresy, state: &mut State, seat: Seat) -> Flow {
    let asks = melee::fighters(game, state, seat)
        .any(|unit| strikes::chooses(&strikes::means(game, state, unit)));
    if asks {
        return Flow::Wait;
    }
    after_strike(state, seat);
    Flow::On
}

pub(super) fn after_strike(state: &mut State, seat: Seat) {
    let next = if seat == state.attacking_seat() {
        AssaultStep::Strike { seat: seat.opponent() }
    } else {
        AssaultStep::Roll(crate::position::step::Wave::First)
    };
    state.replace_step(next.step());
}

/// As hard as can be; and, where it differs: sparing strongholds, at strongholds, all in close
/// combat or as little as may be, skimmers off the ground.
pub(super) fn list_strikes(game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) {
    into.push(Action::Strike(Vec::new()));
    let all: Vec<(UnitNo, Means)> = melee::fighters(game, state, seat)
        .map(|unit| (unit, strikes::means(game, state, unit)))
        .filter(|(_, means)| strikes::chooses(means))
        .collect();
    let enemy = BlowTarget::Enemy;
    let mut variant = |blow: &dyn Fn(UnitNo, &Means) -> Option<Blows>| {
        let blows = all.iter().filter_map(|(unit, means)| blow(*unit, means));
        let blows: Vec<Blow> = blows.flatten().collect();
        if !blows.is_empty() && !into.contains(&Action::Strike(blows.clone())) {
            into.push(Action::Strike(blows));
        }
    };
    variant(&|unit, means| {
        let only_walls = !means.aims.contains(&enemy);
        (means.spares && only_walls).then(|| {
            let at = means.aims.first().copied().unwrap_or(enemy);
            smallvec![Blow { unit, close_combat: 0, firefight: 0, at }]
        })
    });
    variant(&|unit, means| {
        let at = *means.aims.get(1)?;
        Some(strikes::shared(
            means,
            Blow { at, ..strikes::plain_blow(game, state, unit, means) },
            1,
        ))
    });
    variant(&|unit, means| {
        let at = *means.aims.first()?;
        let shares = means.least > 0 && means.fire > 0;
        let blow = Blow { unit, close_combat: means.close, firefight: 0, at };
        shares.then(|| strikes::shared(means, blow, 0))
    });
    variant(&|unit, means| {
        let at = *means.aims.first()?;
        let shares = means.least > 0 && means.fire > 0;
        let firefight = means.plain - means.least;
        let close_combat = means.least.saturating_add(means.close_extra);
        shares.then(|| strikes::shared(means, Blow { unit, close_combat, firefight, at }, 0))
    });
    variant(&|unit, means| {
        let lifts_off = means.lifts_off && means.fire > 0;
        let blow = Blow { unit, close_combat: 0, firefight: means.fire, at: enemy };
        lifts_off.then(|| smallvec![blow])
    });
}

pub(super) fn check_strike<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    blows: &[Blow],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    for (at, blow) in blows.iter().enumerate() {
        let mut before = blows[..at].iter().filter(|other| other.unit == blow.unit);
        let fights = melee::fighters(game, state, seat).any(|unit| unit == blow.unit);
        let engine = fights && units::model_of(game, state, blow.unit).is_war_engine();
        let once = before.all(|other| engine && other.at != blow.at);
        why.need(Rule::AssaultAttacks, fights && once, || {
            let name = units::unit_name(game, blow.unit);
            let each = if engine { " for each it strikes at" } else { "" };
            Fact::says(format!("`{name}` is no unit of this side in the assault, named once{each}"))
        })?;
    }
    for (at, blow) in blows.iter().enumerate() {
        if blows[..at].iter().all(|other| other.unit != blow.unit) {
            let own: Blows = blows.iter().filter(|it| it.unit == blow.unit).copied().collect();
            check_blows(game, state, blow.unit, &own, why)?;
        }
    }
    Ok(())
}

/// Whether one unit may strike so.
fn check_blows<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    blows: &[Blow],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let means = strikes::means(game, state, unit);
    let (close_combat, firefight) = strikes::dice_of_blows(blows);
    let name = || units::unit_name(game, unit).to_string();
    let plain = || Action::Strike(strikes::plain_blows(game, state, unit, &means).to_vec());
    let as_usual = |fact: Fact| fact.instead("strike as hard as it can", &plain());
    let sheltered = melee::is_sheltered(game, state, unit);
    let held = state.assault.as_ref().is_some_and(|assault| {
        sheltered && (assault.tied.contains(unit) || assault.invaders.contains(unit))
    });
    why.require(Rule::TiedOccupants, !held || firefight == 0, || {
        as_usual(Fact::says(format!("`{}` fights inside, with close combat", name())))
            .held(format!("`{}` does not fire while it fights inside", name()))
    })?;
    let rule = if sheltered { Rule::OccupantsFight } else { Rule::AttackOrInvade };
    let aimed = |blow: &Blow| blow.close_combat == 0 || means.aims.contains(&blow.at);
    why.require(rule, blows.iter().all(aimed), || {
        let says = format!("`{}` touches nobody whom that close combat is meant for", name());
        as_usual(Fact::says(says)).held(format!("`{}` may strike there", name()))
    })?;
    let counts = [
        (close_combat, means.close, "dice of close combat"),
        (firefight, means.fire, "dice of firefight"),
    ];
    let war_engine = units::model_of(game, state, unit).is_war_engine();
    let dice = if war_engine { Rule::WarEngineAttacks } else { Rule::AssaultAttacks };
    for (found, most, what) in counts {
        why.require(dice, found <= most, || {
            as_usual(Fact::says(format!("`{}` has {most} {what}", name())))
                .held(format!("`{}` has so many {what}", name()))
                .at_most(i64::from(found), i64::from(most))
        })?;
    }
    let close = close_combat.saturating_sub(means.close_extra);
    let fire = firefight.saturating_sub(means.fire_extra);
    let shared = close.saturating_add(fire);
    why.require(dice, shared <= means.plain, || {
        as_usual(Fact::says(format!(
            "`{}` shares {} dice between close combat and firefight",
            name(),
            means.plain
        )))
        .held("no die is used twice")
        .at_most(i64::from(shared), i64::from(means.plain))
    })?;
    // Dice go where they are owed before others are used otherwise, and are at most forgone.
    let paid = strikes::paid(&means, blows);
    let otherwise = close_combat.saturating_add(fire).saturating_sub(paid);
    let free = (means.plain - means.least).saturating_add(close_combat - close);
    let enough = means.least == 0 || means.lifts_off || otherwise <= free;
    why.require(Rule::WarEngineAttacks, enough, || {
        let least = means.least;
        as_usual(Fact::says(format!("{least} of its dice go to those it touches")))
            .held("those it touches get a die each")
            .at_least(i64::from(paid), i64::from(least))
    })?;
    let usual = strikes::dice_of_blows(&strikes::plain_blows(game, state, unit, &means));
    let all = close_combat.saturating_add(firefight) >= usual.0.saturating_add(usual.1)
        || means.lifts_off && close_combat == 0 && firefight >= means.fire;
    why.require(Rule::ForgoingAttacks, means.spares || all, || {
        as_usual(Fact::says(format!(
            "`{}` may not withhold attacks: they do not endanger a stronghold",
            name()
        )))
        .held("it strikes with all it has, or spares a stronghold")
    })
}
