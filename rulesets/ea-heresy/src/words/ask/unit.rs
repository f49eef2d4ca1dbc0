//! What a unit is, carries and has suffered.

use super::super::cursor::{Cursor, Parsed};
use crate::position::game::EaHeresy;
use crate::position::model::{Gun, Model};
use crate::position::state::{Body, Stance, State, UnitNo};
use crate::position::{names, units};
use crate::tables::catalog::{Arc, Critical, Mode, Reach, TkDice};
use crate::words::{scene, typed_names};
use umpire_core::command::counted;
use umpire_core::host::Answer;
use umpire_core::table::said;

/// What a unit is.
pub(super) fn answer_unit(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
    let unit = typed_names::typed_unit(game, state, &[], &mut cursor)?;
    cursor.finish(())?;
    let model = units::model_of(game, state, unit);
    let mut rows = vec![["what", "is"].map(String::from).to_vec()];
    let mut put = |what: &str, is: String| rows.push(vec![what.to_string(), is]);
    put("type", model.kind.short().to_string());
    put("speed", format!("{} cm", said(model.speed)));
    put("armour", save(model.armour));
    put("close combat", save(model.close_combat));
    put("firefight", save(model.firefight));
    if model.damage_capacity > 1 {
        let left = model.damage_capacity.saturating_sub(state.unit(unit).damage);
        put("damage capacity", format!("{left} of {}", model.damage_capacity));
        put("critical hit", critical_words(model.critical));
    }
    let rules = special_words(state, unit, model);
    if !rules.is_empty() {
        put("special rules", rules.join(", "));
    }
    let characters: Vec<&str> =
        model.characters.iter().map(|id| game.catalog.unit(*id).name.as_str()).collect();
    if !characters.is_empty() {
        put("characters", characters.join(", "));
    }
    for (at, gun) in model.guns.iter().enumerate() {
        put(&format!("gun {}", at + 1), gun_words(game, gun));
    }
    for (what, is) in condition_words(state, unit) {
        put(what, is);
    }
    let deferred = &game.catalog.unit(model.unit).deferred;
    if !deferred.is_empty() {
        put("not kept", deferred.join(", "));
    }
    let place = names::whereabouts_words(game, state.unit(unit).place);
    let name = &game.catalog.unit(model.unit).name;
    let headline = format!("{}: {name}, {place}", names::unit_word(game, unit));
    let scene = units::area(game, state, Body::Unit(unit)).map(|_| scene::draw(game, state));
    Ok(Answer { headline, rows, scene, ..Answer::default() })
}

/// Special rules, those with a number first.
fn special_words(state: &State, unit: UnitNo, model: &Model) -> Vec<String> {
    let down = state.unit(unit).shields_down;
    let shields = |name: &str, all: u8| match all {
        0 => None,
        all => Some(format!("{name} ({}) of which {} are up", all, all.saturating_sub(down))),
    };
    let saves = [
        ("invulnerable save", model.invulnerable),
        ("ion shield", model.ion_shield),
        ("dispersion field", model.dispersion),
    ];
    let saves =
        saves.into_iter().filter(|(_, at)| *at > 0).map(|(name, at)| format!("{name} {at}+"));
    let god = (model.god_machine > 0).then(|| format!("god machine ({})", model.god_machine));
    let transport = model.transport.map(|it| {
        let more = match (it.bulky, it.vehicles) {
            (true, true) => ", bulky and vehicles too",
            (true, false) => ", bulky too",
            (false, true) => ", vehicles too",
            (false, false) => "",
        };
        let aboard = state.passengers(unit).count() as i64;
        format!("transport ({}{more}), {} aboard", it.spaces, counted(aboard, "unit"))
    });
    let traits = model.traits.keys().map(|key| key.replace('_', " "));
    shields("void shields", model.void_shields)
        .into_iter()
        .chain(shields("construct shields", model.construct_shields))
        .chain(saves)
        .chain(god)
        .chain(transport)
        .chain(traits)
        .collect()
}

/// The numbers of a unit in a line: speed, saves, what it fights and shoots with.
pub(crate) fn numbers_words(game: &EaHeresy, model: &Model) -> String {
    let above =
        |what: &str, number: u8, least: u8| (number > least).then(|| format!("{what} {number}"));
    let mut words = vec![
        format!("speed {} cm", said(model.speed)),
        format!("armour {}", save(model.armour)),
        format!("CC {}", save(model.close_combat)),
        format!("FF {}", save(model.firefight)),
    ];
    words.extend(above("damage capacity", model.damage_capacity, 1));
    words.extend(above("shields", model.shields(), 0));
    words.extend(model.guns.iter().map(|gun| {
        let name = &game.catalog.weapon(gun.mount.weapon).name;
        armed_words(gun.mount.count, name, &gun.modes)
    }));
    words.join(", ")
}

/// So many of a weapon, with what they do: `1 x Rifle (30 cm AP4+)`.
pub(crate) fn armed_words(count: u8, name: &str, modes: &[Mode]) -> String {
    let modes: Vec<String> = modes.iter().map(mode_words).collect();
    format!("{count} x {name} ({})", modes.join(", "))
}

fn gun_words(game: &EaHeresy, gun: &Gun) -> String {
    let weapon = game.catalog.weapon(gun.mount.weapon);
    let modes: Vec<String> = gun.modes.iter().map(mode_words).collect();
    let joint = if weapon.any_mode { " or " } else { " and " };
    let arc = match gun.mount.arc {
        Arc::All => "",
        Arc::FixedForward => ", 90 degrees to the front",
        Arc::Forward => ", 180 degrees to the front",
        Arc::Left => ", 180 degrees to the left",
        Arc::Right => ", 180 degrees to the right",
        Arc::Rear => ", 180 degrees to the rear",
    };
    format!("{} x {}: {}{arc}", gun.mount.count, weapon.name, modes.join(joint))
}

/// What is not as it was at the start: of the unit and of its formation.
fn condition_words(state: &State, unit: UnitNo) -> Vec<(&'static str, String)> {
    let (record, formation) = (state.unit(unit), units::formation(state, unit));
    let mut rows = Vec::new();
    if record.popped_up {
        rows.push(("popped up", "yes".to_string()));
    }
    if formation.markers > 0 {
        rows.push(("formation", counted(formation.markers, "blast marker")));
    }
    if formation.broken {
        rows.push(("formation", "broken".to_string()));
    }
    match formation.stance {
        Stance::Ready => {}
        Stance::Acted(order) => rows.push(("this turn", order.name().to_string())),
        Stance::Overwatch { .. } => rows.push(("formation", "on overwatch".to_string())),
        Stance::Lost => rows.push(("this turn", "lost its action".to_string())),
    }
    rows
}

fn save(number: u8) -> String {
    if number == 0 { "none".to_string() } else { format!("{number}+") }
}

fn critical_words(critical: Critical) -> String {
    match critical {
        Critical::None => "nothing more".to_string(),
        Critical::Damage(points) => format!("{points} more damage"),
        Critical::Destroyed => "destroys it".to_string(),
        Critical::DestroyedWithCargo => "destroys it with all aboard".to_string(),
    }
}

fn mode_words(mode: &Mode) -> String {
    let mut words = match mode.range {
        Reach::Range(range) => format!("{} cm", said(range)),
        Reach::BaseContact => "base contact".to_string(),
        Reach::SmallArms => "small arms".to_string(),
    };
    if mode.shots > 1 {
        words.push_str(&format!(" {}x", mode.shots));
    }
    for (name, value) in [("AP", mode.ap), ("AT", mode.at), ("AA", mode.aa)] {
        if value > 0 {
            words.push_str(&format!(" {name}{value}+"));
        }
    }
    if mode.barrage > 0 {
        words.push_str(&format!(" {} BP", mode.barrage));
    }
    let killers = [
        ("TK", mode.titan_killer, mode.titan_killer_dice),
        ("graviton", mode.graviton, mode.graviton_dice),
    ];
    for (name, fixed, dice) in killers {
        match dice {
            Some(TkDice { sides, plus: 0 }) => words.push_str(&format!(" {name}(D{sides})")),
            Some(TkDice { sides, plus }) => words.push_str(&format!(" {name}(D{sides}+{plus})")),
            None if fixed > 0 => words.push_str(&format!(" {name}({fixed})")),
            None => {}
        }
    }
    if mode.extra_attacks > 0 {
        words.push_str(&format!(" extra attacks +{}", mode.extra_attacks));
    }
    for key in mode.flags.keys() {
        words.push_str(&format!(" {}", key.replace('_', " ")));
    }
    words
}
