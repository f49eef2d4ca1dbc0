//! Shooting read as people type it: at whom, with what, where templates lie.

use super::cursor::{Cursor, Parsed};
use super::names::said_place;
use crate::action::{Fire, Target, Value, Volley};
use crate::game::EaHeresy;
use crate::scenario::called;
use crate::state::{State, UnitNo, Whereabouts};
use crate::steps::shooting::candidates;
use crate::units;
use crate::words::{asked, names};
use std::num::NonZeroU8;
use umpire_core::host::Slip;

/// `[with ..] [ap | at] [templates (x, y) ..] [indirect] [open only]` at a target.
pub(super) fn parse_fire(
    game: &EaHeresy,
    state: &State,
    target: Target,
    mut cursor: Cursor,
) -> Parsed<Fire> {
    let own = asked::own_units(game, state);
    let mut fire = usual_fire(game, state, target, &own);
    let (mut value, mut open_only) = (None, None);
    while !cursor.done() {
        if cursor.eat("with") {
            fire.volleys = typed_volleys(game, state, &own, target, &mut cursor)?;
            let lays = |volley: &Volley| {
                candidates::mode_of(game, state, volley).is_some_and(|(_, mode)| mode.barrage > 0)
            };
            if !fire.volleys.iter().any(lays) {
                fire.templates.clear();
            }
        } else if cursor.eat_any(&["indirect", "indirectly"]) {
            fire.indirect = true;
        } else if cursor.eat("direct") {
            fire.indirect = false;
        } else if cursor.eat_any(&["templates", "template"]) {
            cursor.eat("at");
            fire.templates = cursor.places();
        } else if cursor.eat_any(&["open only", "in the open"]) {
            open_only = Some(true);
        } else if let Some(found) = typed_value(&mut cursor) {
            value = Some(found);
        } else {
            return cursor.finish(fire);
        }
    }
    for volley in &mut fire.volleys {
        volley.value = value.unwrap_or(volley.value);
        volley.open_only = open_only.unwrap_or(volley.open_only);
    }
    Ok(fire)
}

/// How is shot, as [`parse_fire`] reads it. Direct or indirect is stated always, as what is left out means whatever is
/// usual.
pub(super) fn manner_words(game: &EaHeresy, state: &State, fire: &Fire) -> String {
    let volleys: Vec<String> =
        fire.volleys.iter().map(|volley| volley_words(game, state, volley)).collect();
    let with = if volleys.is_empty() { "nothing".to_string() } else { volleys.join(", ") };
    let mut words = format!("with {with}");
    if !fire.templates.is_empty() {
        let places: Vec<String> = fire.templates.iter().map(|at| said_place(*at)).collect();
        words.push_str(&format!(" templates {}", places.join(" ")));
    }
    words.push_str(if fire.indirect { " indirect" } else { " direct" });
    words
}

fn volley_words(game: &EaHeresy, state: &State, volley: &Volley) -> String {
    let known = volley.unit.index() < state.units.len();
    let guns = if known { &units::model_of(game, state, volley.unit).guns[..] } else { &[] };
    let modes = guns.get(usize::from(volley.mount)).map_or(0, |gun| gun.modes.len());
    let mut words = names::unit_word(game, volley.unit);
    if guns.len() != 1 || volley.mount != 0 {
        words.push_str(&format!(" gun {}", u16::from(volley.mount) + 1));
    }
    if modes != 1 || volley.mode != 0 {
        words.push_str(&format!(" mode {}", u16::from(volley.mode) + 1));
    }
    if let Some(count) = volley.count {
        words.push_str(&format!(" only {count}"));
    }
    words.push_str(&format!(" {}", volley.value.name()));
    if volley.open_only {
        words.push_str(" open");
    }
    words
}

/// The usual fire at a target, or every gun where there is none, so that a ruling says why.
fn usual_fire(game: &EaHeresy, state: &State, target: Target, own: &[UnitNo]) -> Fire {
    let usual = candidates::asked_to_shoot(state).and_then(|(formation, reaction)| {
        candidates::default_fire(game, state, formation, target, reaction)
    });
    usual.unwrap_or_else(|| {
        let alive = own.iter().filter(|unit| state.unit(**unit).alive());
        let volleys = alive.flat_map(|unit| guns_of(game, state, *unit, target)).collect();
        Fire { target, volleys, templates: Vec::new(), indirect: false }
    })
}

/// The first mode of every gun of a unit, by the value that fits a target.
fn guns_of(game: &EaHeresy, state: &State, unit: UnitNo, target: Target) -> Vec<Volley> {
    let guns = &units::model_of(game, state, unit).guns;
    let volley = |mount: usize| {
        let value = usual_value(game, state, guns[mount].modes.first(), target);
        let (mount, open_only) = (mount as u8, false);
        Volley { unit, mount, mode: 0, value, open_only, count: None }
    };
    (0..guns.len()).map(volley).collect()
}

/// AP against infantry where the mode has it, else AT.
fn usual_value(
    game: &EaHeresy,
    state: &State,
    mode: Option<&crate::catalog::Mode>,
    target: Target,
) -> Value {
    let soft = match target {
        Target::Formation(formation) => state.members(formation).any(|unit| {
            let inside = matches!(state.unit(unit).place, Whereabouts::Inside(_));
            units::model_of(game, state, unit).is_infantry() && !inside
        }),
        Target::Stronghold(_) => false,
    };
    match mode {
        Some(mode) if mode.ap > 0 && (soft || mode.at == 0) => Value::Ap,
        Some(mode) if mode.at == 0 && mode.aa > 0 => Value::Aa,
        _ => Value::At,
    }
}

/// Units with their guns: `2 gun 1 AT, 3, wolves 4 missile launcher only 1 AP`.
fn typed_volleys(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    target: Target,
    cursor: &mut Cursor,
) -> Parsed<Vec<Volley>> {
    let mut volleys = Vec::new();
    if cursor.eat("nothing") {
        return Ok(volleys);
    }
    loop {
        let mut ahead = cursor.clone();
        if let Ok(unit) = names::typed_unit(game, state, own, &mut ahead) {
            *cursor = ahead;
            volleys.extend(typed_guns(game, state, unit, target, cursor)?);
        } else {
            // A weapon alone: of every unit of the formation that has it.
            let before = volleys.len();
            for unit in own.iter().filter(|unit| state.unit(**unit).alive()) {
                let mut this = cursor.clone();
                if let Some(mount) = typed_weapon(game, state, *unit, &mut this) {
                    let all = guns_of(game, state, *unit, target);
                    volleys.extend(all.get(mount));
                    ahead = this;
                }
            }
            if volleys.len() == before {
                return Err(Slip::new(format!(
                    "`{}` is no unit and no weapon of the formation",
                    cursor.rest()
                ))
                .meant(called::near_unit(game, &cursor.rest())));
            }
            *cursor = ahead;
        }
        if !cursor.eat_any(&[",", "and"]) {
            return Ok(volleys);
        }
    }
}

/// The guns of one unit, after its name.
fn typed_guns(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    target: Target,
    cursor: &mut Cursor,
) -> Parsed<Vec<Volley>> {
    let all = guns_of(game, state, unit, target);
    let count = all.len();
    let small = |number: i32, most: usize, what: &str| {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        at.filter(|at| *at < most.max(1)).ok_or_else(|| {
            let name = names::unit_word(game, unit);
            Slip::new(format!("`{name}` has {what}s 1 to {most}, found {number}"))
        })
    };
    let mount = if cursor.eat("gun") {
        let number = cursor.number().ok_or_else(|| Slip::new("expected `gun 1`"))?;
        Some(small(number, count, "gun")?)
    } else {
        typed_weapon(game, state, unit, cursor)
    };
    let mut chosen: Vec<Volley> = match mount {
        Some(mount) => all.get(mount).copied().into_iter().collect(),
        None => all,
    };
    if cursor.eat("mode") {
        let number = cursor.number().ok_or_else(|| Slip::new("expected `mode 1`"))?;
        let modes = |volley: &Volley| {
            let guns = &units::model_of(game, state, unit).guns;
            guns.get(usize::from(volley.mount)).map_or(0, |gun| gun.modes.len())
        };
        for volley in &mut chosen {
            volley.mode = small(number, modes(volley), "mode")? as u8;
        }
    }
    if cursor.eat("only") {
        let number = cursor.number().and_then(|number| u8::try_from(number).ok());
        let count = number.and_then(NonZeroU8::new);
        let count = count.ok_or_else(|| Slip::new("expected how many weapons fire: `only 1`"))?;
        chosen.iter_mut().for_each(|volley| volley.count = Some(count));
    }
    if let Some(value) = typed_value(cursor) {
        chosen.iter_mut().for_each(|volley| volley.value = value);
    }
    if cursor.eat("open") {
        chosen.iter_mut().for_each(|volley| volley.open_only = true);
    }
    Ok(chosen)
}

/// A weapon of a unit by its name.
fn typed_weapon(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    cursor: &mut Cursor,
) -> Option<usize> {
    let guns = &units::model_of(game, state, unit).guns;
    cursor.name(|name| {
        guns.iter().position(|gun| {
            let weapon = game.catalog.weapon(gun.mount.weapon);
            weapon.key.replace('_', " ") == name || weapon.name.eq_ignore_ascii_case(name)
        })
    })
}

fn typed_value(cursor: &mut Cursor) -> Option<Value> {
    [Value::Ap, Value::At, Value::Aa, Value::Walls]
        .into_iter()
        .find(|value| cursor.eat(&value.name().to_lowercase()))
}
