//! Shooting read as people type it: at whom, with what, where templates lie.

use super::cursor::{Cursor, Parsed};
use crate::position::action::{Fire, Target, Value, Volley};
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{Body, State, UnitNo, Whereabouts};
use crate::position::{called, names, units};
use crate::rules::shooting::aim::Aim;
use crate::rules::shooting::{aim, weapons};
use crate::steps::shooting::candidates;
use crate::tables::catalog::{Mode, WeaponFlags};
use crate::words::{asked, typed_names};
use std::num::NonZeroU8;
use umpire_core::host::Slip;

/// A formation that is to shoot, as far as its fire is read.
struct Shooter<'a> {
    game: &'a EaHeresy,
    state: &'a State,
    target: Target,
    /// Its units.
    own: Vec<UnitNo>,
    /// What of it can hit what; nothing where nobody is asked.
    aim: Option<Aim<'a>>,
}

/// `[with ..] [ap | at | walls] [templates (x, y) ..] [indirect] [open only]` at a target.
pub(super) fn parse_fire(
    game: &EaHeresy,
    state: &State,
    target: Target,
    mut cursor: Cursor,
) -> Parsed<Fire> {
    let own = asked::own_units(game, state);
    let formation = asked::asked_formation(game, state);
    let aim = formation.map(|formation| Aim::new(game, state, formation, target));
    let shooter = Shooter { game, state, target, own, aim };
    let mut fire = shooter.usual_fire();
    let (mut value, mut open_only) = (None, None);
    while !cursor.done() {
        if cursor.eat("with") {
            fire.volleys = shooter.typed_volleys(&mut cursor)?;
            let lays = |volley: &Volley| {
                weapons::mode_of(game, state, volley).is_some_and(|(_, mode)| mode.barrage > 0)
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
        volley.value = value.map_or(volley.value, |value| shooter.meant_value(volley, value));
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

impl Shooter<'_> {
    /// The usual fire at the target, or every gun where there is none, so that a ruling says why.
    fn usual_fire(&self) -> Fire {
        let (game, state, target) = (self.game, self.state, self.target);
        let usual = candidates::asked_to_shoot(state).and_then(|(formation, reaction)| {
            candidates::default_fire(game, state, formation, target, reaction)
        });
        usual.unwrap_or_else(|| {
            let alive = self.own.iter().filter(|unit| state.unit(**unit).alive());
            let volleys = alive.flat_map(|unit| self.guns_of(*unit)).collect();
            Fire { target, volleys, templates: Vec::new(), indirect: false }
        })
    }

    /// The first mode of every gun of a unit, by the value that fits the target.
    fn guns_of(&self, unit: UnitNo) -> Vec<Volley> {
        let guns = units::model_of(self.game, self.state, unit).guns.len();
        let volley = |mount: usize| {
            let (mount, open_only) = (mount as u8, false);
            let any = Volley { unit, mount, mode: 0, value: Value::At, open_only, count: None };
            Volley { value: self.usual_value(&any), ..any }
        };
        (0..guns).map(volley).collect()
    }

    /// The value with which a weapon hits the target best from where it is; where it hits nothing,
    /// the one that fits the target.
    fn usual_value(&self, volley: &Volley) -> Value {
        let Some((gun, mode)) = weapons::mode_of(self.game, self.state, volley) else {
            return Value::At;
        };
        let best = self.aim.as_ref().and_then(|aim| {
            let firer = aim.place_of(volley.unit)?;
            let best = |indirect| candidates::best_value(aim, firer, (gun, mode), indirect);
            let behind = || mode.flags.has(WeaponFlags::INDIRECT).then(|| best(true)).flatten();
            best(false).or_else(behind)
        });
        best.unwrap_or_else(|| self.fitting_value(mode))
    }

    /// AP against infantry where the mode has it, else AT.
    fn fitting_value(&self, mode: &Mode) -> Value {
        let soft = match self.target {
            Target::Formation(formation) => self.state.members(formation).any(|unit| {
                let inside = matches!(self.state.unit(unit).place, Whereabouts::Inside(_));
                units::model_of(self.game, self.state, unit).is_infantry() && !inside
            }),
            Target::Stronghold(_) => false,
        };
        if mode.ap > 0 && (soft || mode.at == 0) {
            Value::Ap
        } else if mode.at == 0 && mode.aa > 0 {
            Value::Aa
        } else {
            Value::At
        }
    }

    /// A value as it is meant: AP at walls, of a weapon that may use it on them, where it hits
    /// nothing else of the target (EA-6.7.2).
    fn meant_value(&self, volley: &Volley, value: Value) -> Value {
        let found = weapons::mode_of(self.game, self.state, volley);
        let bodies = aim::target_bodies(self.game, self.state, self.target);
        let hurts = |value: Value| {
            let hurt = |body: &Body| {
                found.is_some_and(|(_, mode)| aim::hurts(self.game, self.state, mode, value, *body))
            };
            bodies.iter().any(hurt)
        };
        let at_walls = value == Value::Ap && !hurts(Value::Ap) && hurts(Value::Walls);
        if at_walls { Value::Walls } else { value }
    }

    /// Units with their guns: `2 gun 1 AT, 3, wolves 4 missile launcher only 1 AP`.
    fn typed_volleys(&self, cursor: &mut Cursor) -> Parsed<Vec<Volley>> {
        let (game, state) = (self.game, self.state);
        let mut volleys = Vec::new();
        if cursor.eat("nothing") {
            return Ok(volleys);
        }
        loop {
            let mut ahead = cursor.clone();
            if let Ok(unit) = typed_names::typed_unit(game, state, &self.own, &mut ahead) {
                *cursor = ahead;
                volleys.extend(self.typed_guns(unit, cursor)?);
            } else {
                // A weapon alone: of every unit of the formation that has it.
                let before = volleys.len();
                for unit in self.own.iter().filter(|unit| state.unit(**unit).alive()) {
                    let mut this = cursor.clone();
                    if let Some(mount) = typed_weapon(game, state, *unit, &mut this) {
                        volleys.extend(self.guns_of(*unit).get(mount));
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
    fn typed_guns(&self, unit: UnitNo, cursor: &mut Cursor) -> Parsed<Vec<Volley>> {
        let (game, state) = (self.game, self.state);
        let all = self.guns_of(unit);
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
                volley.value = self.usual_value(volley);
            }
        }
        if cursor.eat("only") {
            let number = cursor.number().and_then(|number| u8::try_from(number).ok());
            let count = number.and_then(NonZeroU8::new);
            let count =
                count.ok_or_else(|| Slip::new("expected how many weapons fire: `only 1`"))?;
            chosen.iter_mut().for_each(|volley| volley.count = Some(count));
        }
        if let Some(value) = typed_value(cursor) {
            chosen.iter_mut().for_each(|it| it.value = self.meant_value(it, value));
        }
        if cursor.eat("open") {
            chosen.iter_mut().for_each(|volley| volley.open_only = true);
        }
        Ok(chosen)
    }
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
