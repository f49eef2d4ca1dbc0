//! Whom an assault is against, who invades, and who may counter-charge (EA-8.2 to EA-8.4, EA-8.8).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::{AssaultStep, MoveKind, MoveStep};
use crate::position::units;
use crate::rules::assault::{counter_charge, engagement, melee};
use crate::steps::assault::{Flow, Step, aftermath};
use crate::steps::movement::run;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{Length, said};

pub(super) fn begin_assault<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) -> Flow {
    let able = !state.formation(formation).broken && units::on_table(state, formation);
    let targets: Vec<FormationNo> = engagement::assailable(game, state, formation).collect();
    match targets[..] {
        [only] if able => engage(state, formation, &[only], out),
        [_, ..] if able => return Flow::Wait,
        _ => drop(state.steps.pop()),
    }
    Flow::On
}

/// Formations near enough to be engaged, each alone and with those it is intermingled with;
/// the nearest where none is near enough.
pub(super) fn list_engage(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    into: &mut Vec<Action>,
) {
    let speed = state.members(formation).map(|unit| units::model_of(game, state, unit).speed).max();
    let reach = 2 * speed.unwrap_or(0) + game.edition.blitz_bonus + game.edition.firefight;
    let all: Vec<FormationNo> = engagement::assailable(game, state, formation).collect();
    let gap = |it: &FormationNo| {
        engagement::formation_gap(game, state, formation, *it).unwrap_or(Length::MAX)
    };
    let mut near: Vec<(Length, FormationNo)> = all.iter().map(|it| (gap(it), *it)).collect();
    near.sort_unstable();
    let reached = near.iter().filter(|(gap, _)| *gap <= reach).count().clamp(1, 6);
    for (_, target) in near.iter().take(reached) {
        into.push(Action::Engage(vec![*target]));
        let cluster = engagement::cluster(game, state, *target, &all);
        if cluster.len() > 1 {
            into.push(Action::Engage(cluster));
        }
    }
}

pub(super) fn check_engage<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    whom: &[FormationNo],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Some(first) = whom.first().copied() else {
        return why.need(Rule::AssaultTarget, false, || {
            Fact::says("an assault is against some enemy formation")
        });
    };
    for (at, target) in whom.iter().enumerate() {
        let fits = engagement::assailable(game, state, formation).any(|it| it == *target)
            && !whom[..at].contains(target);
        why.need(Rule::AssaultTarget, fits, || {
            Fact::says(format!(
                "`{}` is no other enemy formation on the table",
                units::formation_name(game, *target)
            ))
            .held("it is an enemy formation on the table")
        })?;
    }
    let cluster = engagement::cluster(game, state, first, whom);
    for target in &whom[1..] {
        why.require(Rule::AssaultTarget, cluster.contains(target), || {
            let gaps = whom.iter().filter(|it| *it != target);
            let gap =
                gaps.filter_map(|it| engagement::formation_gap(game, state, *it, *target)).min();
            Fact::says(format!(
                "`{}` is {} cm from the others; formations within {} cm are engaged as one",
                units::formation_name(game, *target),
                said(gap.unwrap_or(0)),
                said(game.edition.intermingled)
            ))
            .held("they are intermingled")
            .instead("engage the first alone", &Action::Engage(vec![first]))
        })?;
    }
    Ok(())
}

/// The assault is declared: the charge begins.
pub(super) fn engage<O: Observe<Event>>(
    state: &mut State,
    formation: FormationNo,
    whom: &[FormationNo],
    out: &mut O,
) {
    let with = state.acting.and_then(|acting| acting.with);
    let mut attackers = vec![formation];
    attackers.extend(with);
    let foe = state.formation(formation).owner.opponent();
    let mut walls = Vec::new();
    for target in whom {
        for piece in units::strongholds_of(state, *target) {
            if !walls.contains(&(piece, foe)) {
                walls.push((piece, foe));
            }
        }
    }
    let assault = crate::position::step::Assault {
        attackers: attackers.clone(),
        defenders: whom.to_vec(),
        walls,
        ..Default::default()
    };
    state.assault = Some(assault);
    out.tell(|| Event::Assaulted { by: formation, against: whom.to_vec() });
    state.replace_step(AssaultStep::Charged.step());
    for formation in attackers.into_iter().rev() {
        let kind = MoveKind::Charge;
        state.push_step(Step::Movement(MoveStep::Begin { formation, kind }));
    }
}

/// Sees whether the charge came near enough for an assault (EA-8.3).
pub(super) fn after_charge<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) -> Flow {
    let mut assault = state.assault.take().unwrap_or_default();
    let seat = assault.attackers.first().map(|first| state.formation(*first).owner);
    assault.attackers.retain(|it| !state.formation(*it).broken && units::on_table(state, *it));
    assault.defenders.retain(|it| units::on_table(state, *it));
    let invaded = !assault.invaders.is_empty();
    let nobody = if assault.attackers.is_empty() {
        Some("no unbroken formation is left to attack")
    } else if assault.defenders.is_empty() {
        Some("nobody is left to be attacked")
    } else {
        None
    };
    state.assault = Some(assault);
    join_walls(state);
    if nobody.is_none() && engagement::has_come_near(game, state) {
        state.replace_step(AssaultStep::Tie { at: 0 }.step());
        return Flow::On;
    }
    let rule = Rule::ChargeMove;
    let says = nobody.unwrap_or("no unit is near enough for an assault");
    out.tell(|| Event::Noted { rule, says: says.into() });
    match seat {
        Some(seat) if invaded => {
            let winner = seat.opponent();
            state.replace_step(AssaultStep::Leave { winner }.step());
        }
        _ => {
            state.assault = None;
            state.steps.pop();
        }
    }
    Flow::On
}

/// Takes into the assault the strongholds that are part of its formations by now (EA-6.6.1). One
/// that is in it already goes over to whoever holds it: what it suffered before counts as it did
/// (EA-8.8.9).
pub(super) fn join_walls(state: &mut State) {
    let Some(assault) = &state.assault else { return };
    let mut walls = assault.walls.clone();
    for formation in assault.attackers.iter().chain(&assault.defenders) {
        let owner = state.formation(*formation).owner;
        for piece in units::strongholds_of(state, *formation) {
            match walls.iter_mut().find(|(wall, _)| *wall == piece) {
                Some((_, side)) => *side = owner,
                None => walls.push((piece, owner)),
            }
        }
    }
    state.melee().walls = walls;
}

/// A charging unit invades a stronghold (EA-8.8.3): it is inside from now on.
pub(crate) fn note_invader<O: Observe<Event>>(
    state: &mut State,
    unit: UnitNo,
    piece: PieceNo,
    out: &mut O,
) {
    run::go_inside(state, unit, piece);
    state.melee().invaders.insert(unit);
    out.tell(|| Event::Invaded { unit, piece });
}

/// Invaders of strongholds in which nobody is left to fight hold these from now on, where they may
/// stay: they are occupants like others, who fire out of walls that are their side's.
///
/// Ruling: it is so when the next round begins; until then the walls are part of the formation that
/// held them (EA-8.8.9).
pub(super) fn hold_emptied_walls<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) {
    let invaders = state.melee().invaders;
    let held: Vec<(UnitNo, PieceNo)> = invaders
        .iter()
        .filter_map(|unit| match state.unit(unit).place {
            Whereabouts::Inside(piece) => Some((unit, piece)),
            _ => None,
        })
        .filter(|(unit, piece)| aftermath::may_stay(game, state, state.owner(*unit), *piece))
        .collect();
    for (unit, piece) in held {
        state.melee().invaders.remove(unit);
        out.tell(|| {
            let (name, walls) = (units::unit_name(game, unit), units::piece_name(game, piece));
            let says = format!("`{name}` holds `{walls}`, where nobody is left to fight it");
            Event::Noted { rule: Rule::OccupantsFight, says }
        });
    }
    join_walls(state);
}

pub(super) fn begin_counter_charge<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) -> Flow {
    let attacker = state.attacking_seat();
    let defenders: Vec<UnitNo> = melee::fighters(game, state, attacker.opponent()).collect();
    let stood = defenders.iter().map(|unit| (*unit, state.unit(*unit).place)).collect();
    let assault = state.melee();
    assault.stood = stood;
    let mut moving = assault.defenders.clone();
    if assault.again {
        moving.splice(0..0, assault.attackers.clone());
    }
    let (able, kept): (Vec<FormationNo>, Vec<FormationNo>) =
        moving.iter().copied().partition(|formation| {
            let mut members = state.members(*formation);
            members.any(|unit| counter_charge::stands_still(game, state, unit).is_none())
        });
    for formation in kept {
        tell_no_counter_charge(game, state, formation, out);
    }
    state.replace_step(AssaultStep::CounterCharged.step());
    for formation in able.into_iter().rev() {
        let kind = MoveKind::CounterCharge;
        state.push_step(Step::Movement(MoveStep::Begin { formation, kind }));
    }
    Flow::On
}

/// Tells what keeps every unit of a formation from counter-charging; nothing of one that is
/// gone.
fn tell_no_counter_charge<O: Observe<Event>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    out: &mut O,
) {
    let mut kept = state
        .members(formation)
        .filter_map(|unit| Some((unit, counter_charge::stands_still(game, state, unit)?)))
        .peekable();
    let Some(rule) = kept.peek().map(|(_, rule)| *rule) else { return };
    out.tell(|| {
        let mut grounds: Vec<String> = Vec::new();
        for (unit, rule) in kept {
            let ground = counter_charge::kept_words(game, state, unit, rule);
            if !grounds.contains(&ground) {
                grounds.push(ground);
            }
        }
        let name = units::formation_name(game, formation);
        let says = format!("`{name}` does not counter-charge: {}", grounds.join(", "));
        Event::Noted { rule, says }
    });
}

pub(super) fn after_counter_charge(state: &mut State) -> Flow {
    let assault = state.assault.take().unwrap_or_default();
    let moved = assault.stood.iter().filter(|(unit, place)| state.unit(*unit).place != *place);
    let moved: Vec<UnitNo> = moved.map(|(unit, _)| *unit).collect();
    let assault = state.assault.insert(assault);
    assault.stood.clear();
    for unit in moved {
        assault.moved.insert(unit);
    }
    join_walls(state);
    let seat = state.attacking_seat();
    state.replace_step(AssaultStep::Strike { seat }.step());
    Flow::On
}
