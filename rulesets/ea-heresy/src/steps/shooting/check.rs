//! Whether fire is legal, and on what grounds: target, weapons, suppression, range, arc, sight (EA-7.1 to EA-7.3).

use crate::position::action::{Action, Fire, Target, Value, Volley};
use crate::position::game::EaHeresy;
use crate::position::model::Gun;
use crate::position::state::{Body, FormationNo, State, UnitSet, Whereabouts};
use crate::position::step::{ShootStep, Step};
use crate::position::{names, units};
use crate::rules::shooting::aim::{Aim, number};
use crate::rules::shooting::{aim, barrage, cover, dice, weapons};
use crate::rules::sight;
use crate::steps::shooting::candidates;
use crate::tables::catalog::{Arc, Mode, WeaponFlags};
use crate::tables::rule::Rule;
use std::num::NonZeroU8;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{Length, Sight, said};

/// More volleys than any formation has.
const MOST_VOLLEYS: usize = 2000;

/// Whether a formation may fire so.
pub(crate) fn check_fire<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    fire: &Fire,
    reaction: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_fire_target(game, state, formation, fire.target, why)?;
    check_weapons(game, state, formation, fire, why)?;
    let aim = Aim::new(game, state, formation, fire.target);
    let could_be_indirect = candidates::may_fire_indirectly(state, reaction);
    why.require(Rule::IndirectFire, !fire.indirect || could_be_indirect, || {
        let held = if fire.indirect { "this is sustained fire" } else { "this fire is direct" };
        let fact = Fact::says("only sustained fire may be indirect").held(held);
        let mut direct = fire.clone();
        direct.indirect = false;
        let legal = is_legal_fire(game, state, formation, &direct, reaction);
        if fire.indirect && !could_be_indirect && legal {
            fact.instead("fire directly", &Action::Shoot(direct))
        } else {
            fact
        }
    })?;
    check_suppression(game, &aim, fire, reaction, why)?;
    for volley in &fire.volleys {
        check_volley(game, &aim, (fire, reaction), volley, why)?;
    }
    barrage::check_templates(game, &aim, fire, why)
}

/// Whether fire is legal, without an explanation.
fn is_legal_fire(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    fire: &Fire,
    reaction: bool,
) -> bool {
    let silent = &mut umpire_core::ruling::Silent;
    check_fire(game, state, formation, fire, reaction, silent).is_ok()
}

fn check_fire_target<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    target: Target,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let owner = state.formation(formation).owner;
    match target {
        Target::Formation(other) => {
            let known = other.index() < state.formations.len();
            why.need(Rule::OneTarget, known, || Fact::says("there is no such formation"))?;
            let name = units::formation_name(game, other);
            why.need(Rule::OneTarget, state.formation(other).owner != owner, || {
                Fact::says(format!("`{name}` is of the same side"))
                    .held(format!("`{name}` is an enemy formation"))
            })?;
            let some = !aim::target_bodies(game, state, target).is_empty();
            why.need(Rule::OneTarget, some, || {
                Fact::says(format!("nothing of `{name}` that can be hit is on the table"))
                    .held(format!("`{name}` is on the table"))
            })
        }
        Target::Stronghold(piece) => {
            let neutral = candidates::is_neutral_target(game, state, piece);
            why.need(Rule::NeutralStrongholdTarget, neutral, || {
                let name = units::piece_name(game, piece).to_string();
                let says = match state.strongholds.iter().find(|it| it.piece == piece) {
                    Some(_) if state.holder(piece).is_some() => {
                        format!("`{name}` is held: shoot at a formation in it")
                    }
                    _ => format!("`{name}` is no intact stronghold"),
                };
                Fact::says(says).held(format!("nobody holds `{name}`"))
            })
        }
    }
}

/// What must be so for volleys to mean anything, and whether their weapons are loaded.
fn check_weapons<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    fire: &Fire,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let rule = Rule::WhoMayShoot;
    let some = !fire.volleys.is_empty() && fire.volleys.len() <= MOST_VOLLEYS;
    why.need(rule, some, || {
        let name = units::formation_name(game, formation);
        let armed = |unit| !units::model_of(game, state, unit).guns.is_empty();
        let says = match state.members(formation).any(armed) {
            true => "no weapon fires".to_string(),
            false => format!("`{name}` has no weapon that shoots"),
        };
        Fact::says(says).held("some weapon fires")
    })?;
    for (at, volley) in fire.volleys.iter().enumerate() {
        let found = weapons::mode_of(game, state, volley);
        why.need(rule, found.is_some(), || Fact::says("there is no such weapon"))?;
        let Some((gun, mode)) = found else { return Ok(()) };
        let record = state.unit(volley.unit);
        let name = || format!("`{}`", units::unit_name(game, volley.unit));
        let weapon = || format!("`{}`", game.catalog.weapon(gun.mount.weapon).name);
        let own = record.formation == formation && record.alive();
        why.need(rule, own, || {
            Fact::says(format!("{} is not of the formation that shoots", name()))
                .held(format!("{} is of the formation", name()))
        })?;
        let able = mode.barrage > 0 && volley.value != Value::Aa || number(mode, volley.value) > 0;
        why.need(value_rule(volley.value), able, || {
            let says = if volley.value == Value::Walls {
                format!(
                    "{} may not use AP on a stronghold: it needs Ignore Cover, Siege or BP",
                    weapon()
                )
            } else {
                format!("{} has no such value", weapon())
            };
            Fact::says(says).held(format!("{} has that value", weapon()))
        })?;
        let loaded = weapons::loaded(state, volley.unit, volley.mount, (gun, mode));
        let same = |other: &&Volley| {
            (other.unit, other.mount) == (volley.unit, volley.mount)
                && (other.mode == volley.mode || game.catalog.weapon(gun.mount.weapon).any_mode)
        };
        let all = fire.volleys[..=at].iter().filter(same);
        let fired: u16 =
            all.map(|other| u16::from(other.count.map_or(loaded, NonZeroU8::get))).sum();
        let has = gun.mount.count;
        why.need(rule, fired <= has.into(), || {
            let says = match has {
                1 => format!("{} of {} fires twice", weapon(), name()),
                _ => format!("{fired} {} of {} would fire, it has {has}", weapon(), name()),
            };
            let fact = Fact::says(says).held(format!("{} of {} fires once", weapon(), name()));
            if has > 1 {
                fact.remedy("say how many fire each way, as in `only 1 at`")
            } else {
                fact
            }
        })?;
        let out = matches!(record.place, Whereabouts::Table(_) | Whereabouts::Inside(_));
        why.require(rule, out, || {
            Fact::says(format!("{} is not on the table", name()))
                .held(format!("{} is on the table", name()))
        })?;
        why.require(Rule::SlowAndSingleShot, loaded > 0 && fired <= loaded.into(), || {
            let says = if loaded > 0 {
                format!("only {loaded} {} of {} can fire now", weapon(), name())
            } else if mode.flags.has(WeaponFlags::SINGLE_SHOT) {
                format!("{} of {} has fired its only shot", weapon(), name())
            } else {
                let when = if state.unit(volley.unit).slow.of(volley.mount) > 0 {
                    "this turn"
                } else {
                    "last turn"
                };
                format!("{} of {} fired {when} and reloads", weapon(), name())
            };
            Fact::says(says).held(format!("{} of {} is loaded", weapon(), name()))
        })?;
    }
    Ok(())
}

fn check_suppression<E: Explain<Rule>>(
    game: &EaHeresy,
    aim: &Aim,
    fire: &Fire,
    reaction: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let state = aim.state();
    let wanted: UnitSet = fire.volleys.iter().map(|volley| volley.unit).collect();
    let silent = aim.suppressed(&wanted, fire.indirect);
    let kept = wanted.iter().find(|unit| silent.contains(*unit));
    why.require(Rule::Suppression, kept.is_none(), || {
        let markers = state.formation(aim.formation).markers;
        let silenced = match silent.len() {
            1 => "1 unit".to_string(),
            count => format!("{count} units"),
        };
        let marked = match markers {
            1 => "1 blast marker suppresses".to_string(),
            count => format!("{count} blast markers suppress"),
        };
        let says = match kept {
            Some(unit) => format!(
                "{marked} {silenced}, `{}` among them: it is {} cm \
                     from the target, and the farthest are suppressed first",
                units::unit_name(game, unit),
                said(aim.place_of(unit).map_or(0, |firer| aim.nearest(firer)))
            ),
            None => String::new(),
        };
        let held = format!("{marked} {silenced}, none that fires");
        let fact = Fact::says(says).held(held);
        let mut less = fire.clone();
        less.volleys.retain(|volley| !silent.contains(volley.unit));
        let legal = kept.is_some()
            && !less.volleys.is_empty()
            && is_legal_fire(game, state, aim.formation, &less, reaction);
        if legal {
            fact.instead("leave the suppressed units out", &Action::Shoot(less))
        } else {
            fact
        }
    })
}

/// Whether a volley hits something: type, range, arc and sight, each by itself where it fails.
fn check_volley<E: Explain<Rule>>(
    game: &EaHeresy,
    aim: &Aim,
    (fire, reaction): (&Fire, bool),
    volley: &Volley,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let state = aim.state();
    let Some(firer) = aim.place_of(volley.unit) else { return Ok(()) };
    let Some((gun, mode)) = weapons::mode_of(game, state, volley) else { return Ok(()) };
    let indirect = fire.indirect && mode.flags.has(WeaponFlags::INDIRECT);
    let all: Vec<usize> = (0..aim.bodies.len()).collect();
    let hurt = keep(&all, |at| aim::hurts(game, state, mode, volley.value, aim.bodies[at]));
    let weapon = || {
        format!(
            "`{}` of `{}`",
            game.catalog.weapon(gun.mount.weapon).name,
            units::unit_name(game, volley.unit)
        )
    };
    let rule = value_rule(volley.value);
    why.require(rule, !hurt.is_empty(), || {
        Fact::says(format!("{} hits nothing of the target with that value", weapon()))
            .held(format!("{} can hurt what it fires at", weapon()))
    })?;
    if !E::LISTENS {
        let hits = hurt.iter().any(|at| {
            aim.hits(firer, (gun, mode), volley.value, indirect, *at)
                && (!volley.open_only || !plainly_covered(game, aim, fire, *at, indirect))
        });
        return why.require(Rule::WhoMayShoot, hits, || Fact::says(""));
    }
    if hurt.is_empty() {
        return Ok(());
    }
    let near = keep(&hurt, |at| aim.reaches(firer, mode, indirect, at));
    // What else may be done is said once.
    let first = fire.volleys.first() == Some(volley);
    let indirectly = (indirect, reaction);
    tell_range(game, aim, (firer, gun, mode, first), indirectly, (&hurt, &near), why)?;
    let fronted = keep(&near, |at| aim.in_arc(firer, at, gun.mount.arc));
    why.require(Rule::WhoMayShoot, near.is_empty() || !fronted.is_empty(), || {
        Fact::says(format!("nothing in range lies in {} of {}", arc_words(gun), weapon()))
            .held(format!("{} points at the target", weapon()))
            .remedy("turn the unit when it moves")
    })?;
    let seen = keep(&fronted, |at| indirect || aim.sees(firer, at));
    if !indirect {
        tell_sight(game, aim, firer, &fronted, &seen, why)?;
    }
    let open = keep(&seen, |at| !plainly_covered(game, aim, fire, at, indirect));
    why.require(Rule::IgnoringUnitsInCover, !volley.open_only || !open.is_empty(), || {
        let fact = Fact::says("all that it may hit is in cover").held("something is in the open");
        let mut all = fire.clone();
        all.volleys.iter_mut().for_each(|it| it.open_only = false);
        if volley.open_only && open.is_empty() {
            fact.remedy("fire at those in cover too")
        } else {
            fact
        }
    })
}

/// The rule that lets a value hit what it hits.
fn value_rule(value: Value) -> Rule {
    if value == Value::Walls { Rule::ShootingAtStronghold } else { Rule::ToHit }
}

/// Whether a body is in cover as far as can be said before its owner has chosen who hides at
/// vehicles.
fn plainly_covered(game: &EaHeresy, aim: &Aim, fire: &Fire, body: usize, indirect: bool) -> bool {
    let (body, hiding) = (aim.bodies[body], UnitSet::default());
    let firers = || dice::strikers(game, aim, &fire.volleys, (fire.indirect, &[]), body);
    cover::cover(game, aim.state(), body, firers, &hiding, !indirect).in_cover()
}

fn tell_range<E: Explain<Rule>>(
    game: &EaHeresy,
    aim: &Aim,
    (firer, gun, mode, first): (usize, &Gun, &Mode, bool),
    (indirect, reaction): (bool, bool),
    (from, near): (&[usize], &[usize]),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let reach = aim::reach_of(mode, indirect);
    let by_gap = |at: &&usize| aim.gap(firer, **at);
    let nearest = near.iter().min_by_key(by_gap).or(from.iter().min_by_key(by_gap));
    let gap: Length = nearest.map_or(0, |at| aim.gap(firer, *at));
    let least = game.edition.indirect_min_range;
    let too_near = indirect && gap < least && near.is_empty();
    let rule = if too_near { Rule::IndirectFire } else { Rule::WhoMayShoot };
    why.require(rule, !near.is_empty(), || {
        let name = nearest.map_or("the target", |at| units::body_name(game, aim.bodies[*at]));
        let weapon = &game.catalog.weapon(gun.mount.weapon).name;
        let unit = units::unit_name(game, aim.firers[firer]);
        let limit = if too_near { least } else { reach };
        let bodies = nearest.map(|at| (Body::Unit(aim.firers[firer]), aim.bodies[*at]));
        let judged = bodies.and_then(|(a, b)| units::judged_range(aim.state(), a, b, reach));
        if let Some(within) = judged.filter(|_| !too_near) {
            let within = if within { "within" } else { "not within" };
            let says = format!(
                "the judge ruled that `{name}` is {within} {} cm of `{unit}` (EA-U.1)",
                said(reach)
            );
            return Fact::says(says.clone()).held(says);
        }
        let words = if too_near { "indirect fire has to be as far as" } else { "reaches" };
        let says = format!(
            "`{name}` is {} cm from `{unit}`, `{weapon}` {words} {} cm",
            said(gap),
            said(limit)
        );
        let fact = Fact::says(says.clone()).held(says).at_most(gap, limit).in_lengths();
        match near.is_empty() && !too_near && first {
            true => out_of_range(game, aim, reaction, fact, gap.saturating_sub(reach)),
            false => fact,
        }
    })
}

/// What may be done where a target is too far off by a length: shoot at another, or pass, where it is too late to move.
fn out_of_range(game: &EaHeresy, aim: &Aim, reaction: bool, fact: Fact, by: Length) -> Fact {
    let state = aim.state();
    let now = matches!(
        state.steps.last(),
        Some(Step::Shooting(ShootStep::Target(_)) | Step::Overwatch(_))
    );
    if !now {
        return fact.remedy(format!("come {} cm nearer", said(by)));
    }
    let mut fires = Vec::new();
    candidates::fires(game, state, aim.formation, reaction, &mut fires);
    match fires.first() {
        Some(Action::Shoot(fire)) => {
            let target = names::target_word(game, fire.target);
            fact.instead(format!("`shoot {target}`"), &fires[0])
        }
        _ => fact.instead(format!("`pass`: it is {} cm too far", said(by)), &Action::Pass),
    }
}

fn tell_sight<E: Explain<Rule>>(
    game: &EaHeresy,
    aim: &Aim,
    firer: usize,
    from: &[usize],
    seen: &[usize],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.require(Rule::LineOfSight, from.is_empty() || !seen.is_empty(), || {
        let unit = aim.firers[firer];
        let Some(&at) = seen.first().or(from.first()) else {
            return Fact::says("nothing is in range").held("nothing is in range");
        };
        let body = aim.bodies[at];
        let (name, other) = (units::unit_name(game, unit), units::body_name(game, body));
        match sight::sight(game, aim.state(), Body::Unit(unit), body) {
            Some(Sight::Clear { line, .. }) => {
                let says = format!("`{name}` sees `{other}`");
                Fact::says(says.clone()).held(says).drawn(game.board.sight_line(line, None))
            }
            Some(Sight::Blocked { by, line, at, .. }) => {
                let piece = game.board.pieces.get(usize::from(by));
                let what = piece.map_or("ground", |piece| &piece.name);
                let says = format!("`{name}` does not see `{other}`: `{what}` is in the way");
                Fact::says(says)
                    .held(format!("`{name}` sees `{other}`"))
                    .drawn(game.board.sight_line(line, Some(at)))
            }
            None => Fact::says(format!("`{name}` does not see `{other}`")),
        }
    })
}

fn keep(from: &[usize], holds: impl Fn(usize) -> bool) -> Vec<usize> {
    from.iter().copied().filter(|at| holds(*at)).collect()
}

fn arc_words(gun: &Gun) -> &'static str {
    match gun.mount.arc {
        Arc::All => "the arc",
        Arc::FixedForward => "the 90 degrees to the front",
        Arc::Forward => "the 180 degrees to the front",
        Arc::Left => "the 180 degrees to the left",
        Arc::Right => "the 180 degrees to the right",
        Arc::Rear => "the 180 degrees to the rear",
    }
}
