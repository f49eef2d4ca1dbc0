//! Why the shooting of a formation is skipped: what kept the weapon that came closest to a shot (EA-7.1 to EA-7.3).

use crate::position::action::{Fire, Value, Volley};
use crate::position::amendment::{Amendment, Answer, Answered};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::model::Gun;
use crate::position::state::{Body, FormationNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::units;
use crate::rules::shooting::aim::Aim;
use crate::rules::shooting::{aim, barrage, weapons};
use crate::steps::shooting::{candidates, check};
use crate::tables::catalog::WeaponFlags;
use crate::tables::rule::Rule;
use std::cmp::Reverse;
use umpire_core::game::Observe;
use umpire_core::host::Hosted;
use umpire_core::ruling::{Fact, Node, Ruling};
use umpire_core::table::{CM, Length};

/// A range that is short by no more may be long enough by another measure: a centimetre.
const NEARLY: i64 = CM as i64;

/// How close a volley comes to a shot: how many of range, arc and sight hold in turn, and by how
/// much the range fails; more is closer.
type Closeness = (u8, Reverse<Length>);

/// Tells why a formation does not shoot; nothing of one that is gone.
pub(super) fn tell_no_fire<O: Observe<Event>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    reaction: bool,
    out: &mut O,
) {
    if state.members(formation).next().is_none() {
        return;
    }
    out.tell(|| {
        let (rule, why) = no_fire(game, state, formation, reaction);
        let says = format!("`{}` does not shoot: {why}", units::formation_name(game, formation));
        Event::Noted { rule, says }
    });
}

fn no_fire(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    reaction: bool,
) -> (Rule, String) {
    if state.formation(formation).broken {
        return (Rule::BrokenFormations, "it is broken".into());
    }
    let (mut armed, mut targets) = (false, false);
    let mut best: Option<(Closeness, Fire)> = None;
    for target in candidates::fire_targets(state, formation) {
        let aim = Aim::new(game, state, formation, target);
        armed |= !aim.firers.is_empty();
        targets |= !aim.bodies.is_empty();
        let nearest = closest_volley(game, &aim, reaction, |_| true);
        let Some((close, volley, indirect)) = nearest else { continue };
        if best.as_ref().is_some_and(|(other, _)| *other >= close) {
            continue;
        }
        let mut fire = Fire { target, volleys: vec![volley], templates: Vec::new(), indirect };
        fire.templates = barrage::default_templates(game, state, &aim, &fire);
        best = Some((close, fire));
    }
    let Some((_, fire)) = best else {
        return match (targets, armed) {
            (false, _) => (Rule::OneTarget, "no enemy that can be hit is on the table".into()),
            (_, false) => (Rule::WhoMayShoot, "none of its units on the table has a weapon".into()),
            _ => (Rule::ToHit, "none of its weapons can hurt an enemy on the table".into()),
        };
    };
    let failed = first_fault(game, state, formation, &fire, reaction).map(|(rule, fact)| {
        let otherwise = measured_otherwise(game, state, formation, &fire, &fact);
        (rule, fact.says + &otherwise.unwrap_or_default())
    });
    failed.unwrap_or((Rule::WhoMayShoot, "none of its weapons can hit an enemy".into()))
}

/// The first premise of fire that fails.
fn first_fault(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    fire: &Fire,
    reaction: bool,
) -> Option<(Rule, Fact)> {
    let mut why = Ruling::default();
    let _ = check::check_fire(game, state, formation, fire, reaction, &mut why);
    why.nodes.into_iter().find_map(|node| match node {
        Node::Premise { rule, holds: false, fact, .. } => Some((rule, fact)),
        _ => None,
    })
}

/// The units of a formation on the table that do not take part in its fire though it is all that may, each with why.
pub(crate) fn silent_units(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    fire: &Fire,
    reaction: bool,
) -> Vec<(Rule, String)> {
    let aim = Aim::new(game, state, formation, fire.target);
    let wanted: UnitSet = fire.volleys.iter().map(|volley| volley.unit).collect();
    let suppressed = aim.suppressed(&wanted, fire.indirect);
    let why = |unit: UnitNo| {
        if suppressed.contains(unit) {
            return Some((Rule::Suppression, "a blast marker suppresses it".to_string()));
        }
        let closest = closest_volley(game, &aim, reaction, |firer| firer == unit);
        let Some((_, volley, indirect)) = closest else {
            return Some((Rule::WhoMayShoot, "it has no weapon that hurts this target".into()));
        };
        let alone = Fire { volleys: vec![volley], templates: Vec::new(), indirect, ..*fire };
        let (rule, fact) = first_fault(game, state, formation, &alone, reaction)?;
        Some((rule, fact.says))
    };
    let stands = |unit: &UnitNo| {
        matches!(state.unit(*unit).place, Whereabouts::Table(_) | Whereabouts::Inside(_))
    };
    let silent = state.members(formation).filter(|unit| stands(unit) && !wanted.contains(*unit));
    let words = |unit: UnitNo| {
        let (rule, why) = why(unit)?;
        Some((rule, format!("`{}` does not fire: {why}", units::unit_name(game, unit))))
    };
    silent.filter_map(words).collect()
}

/// How a judge who measures less may say so, where a range is short by next to nothing.
fn measured_otherwise(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    fire: &Fire,
    fact: &Fact,
) -> Option<String> {
    let (found, needed) = fact.found.zip(fact.needed).filter(|_| fact.lengths)?;
    if !(1..=NEARLY).contains(&(found - needed)) {
        return None;
    }
    let volley = fire.volleys.first()?;
    let (_, mode) = weapons::mode_of(game, state, volley)?;
    let aim = Aim::new(game, state, formation, fire.target);
    let firer = aim.place_of(volley.unit)?;
    let hurt = |at: &usize| aim::hurts(game, state, mode, volley.value, aim.bodies[*at]);
    let nearest = (0..aim.bodies.len()).filter(hurt).min_by_key(|at| aim.gap(firer, *at))?;
    let says = Answer::Within { length: needed as Length, yes: true };
    let (from, to) = (Body::Unit(volley.unit), aim.bodies[nearest]);
    let answer = Amendment::Answer(Answered { from, to, says });
    let line = game.say_amendment(state, &answer);
    let before = "who measures less says so when both stand, before the move ends";
    Some(format!("; {before}: `amend {line} because REASON`"))
}

/// Of all volleys of some units that could hurt something of a target the one that comes closest to a shot,
/// and whether it is indirect.
fn closest_volley(
    game: &EaHeresy,
    aim: &Aim,
    reaction: bool,
    of: impl Fn(UnitNo) -> bool,
) -> Option<(Closeness, Volley, bool)> {
    let state = aim.state();
    let mut best: Option<(Closeness, Volley, bool)> = None;
    for (firer, unit) in aim.firers.iter().enumerate().filter(|(_, unit)| of(**unit)) {
        for (mount, gun) in units::model_of(game, state, *unit).guns.iter().enumerate() {
            for at in 0..gun.modes.len() {
                for value in [Value::Ap, Value::At, Value::Aa, Value::Walls] {
                    let (mount, mode) = (mount as u8, at as u8);
                    let (unit, open_only, count) = (*unit, false, None);
                    let volley = Volley { unit, mount, mode, value, open_only, count };
                    for indirect in [false, true] {
                        let allowed = !indirect || candidates::may_fire_indirectly(state, reaction);
                        let how = (gun, at, value, indirect);
                        let close = allowed.then(|| closeness(game, aim, firer, how)).flatten();
                        let Some(close) = close else { continue };
                        if best.as_ref().is_none_or(|(other, ..)| close > *other) {
                            best = Some((close, volley, indirect));
                        }
                    }
                }
            }
        }
    }
    best
}

/// How close one mode comes to a shot; nothing where it hurts nothing of the target.
fn closeness(
    game: &EaHeresy,
    aim: &Aim,
    firer: usize,
    (gun, at, value, indirect): (&Gun, usize, Value, bool),
) -> Option<Closeness> {
    let mode = &gun.modes[at];
    let unusual = indirect && !mode.flags.has(WeaponFlags::INDIRECT)
        || mode.barrage > 0 && value != Value::Ap;
    let hurt = |body: &usize| aim::hurts(game, aim.state(), mode, value, aim.bodies[*body]);
    let short = |body: usize| {
        Reverse(aim.gap(firer, body).saturating_sub(aim::reach_of(mode, indirect)).max(0))
    };
    let close = |body: usize| {
        let held = if !aim.reaches(firer, mode, indirect, body) {
            0
        } else if !aim.in_arc(firer, body, gun.mount.arc) {
            1
        } else if !indirect && !aim.sees(firer, body) {
            2
        } else {
            3
        };
        (held, short(body))
    };
    (0..aim.bodies.len()).filter(|body| !unusual && hurt(body)).map(close).max()
}
