//! Units and formations in pictures: on the table, in strongholds, aboard, and beside the table where they wait.

use crate::position::board::Spot;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State, UnitNo, Whereabouts};
use crate::position::{names, units};
use crate::words::ask::unit;
use crate::words::scene::middle_of;
use crate::words::{scene, scene_labels};
use std::collections::BTreeMap;
use umpire_core::command::counted;
use umpire_core::scene::{Badge, Layer, Paint, Scene, Shape, Thing, seat_colour};
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point};

/// How far apart units stand that wait, and their lines.
const PITCH: f32 = 3.2;
const LINE: f32 = 7.0;
/// Radius of a unit that is not on the table.
const SMALL: f32 = 1.15;
/// Units in a line inside a stronghold.
const ABREAST: usize = 4;

fn text(at: Spot, size: f32, words: String, colour: &str) -> Shape {
    Shape::Text { at, size, words, colour: colour.to_string() }
}

/// Every living unit, wherever it is, with a label for each formation.
pub(crate) fn draw_units(game: &EaHeresy, state: &State, scene: &mut Scene) {
    let waiting = self::waiting(game, state);
    let mut places: BTreeMap<UnitNo, (Spot, f32)> = BTreeMap::new();
    for unit in state.all_units() {
        if let Some(at) = drawn_at_spot(game, state, unit, &waiting) {
            let radius = match state.unit(unit).place {
                Whereabouts::Table(_) => {
                    units::model_of(game, state, unit).reach as f32 / CM as f32
                }
                _ => SMALL,
            };
            places.insert(unit, (at, radius));
        }
    }
    scene_labels::draw_labels(game, state, &places, scene);
    for (unit, (at, _)) in places {
        let thing = unit_thing(game, state, unit);
        let thing = Thing { id: scene.unused(&thing.id), ..thing };
        scene.thing(thing, |shapes| draw_unit(game, state, unit, at, shapes));
    }
}

/// Places beside the table for units that are not on it: the first side's along the near edge.
fn waiting(game: &EaHeresy, state: &State) -> BTreeMap<UnitNo, Spot> {
    let far = game.board.spot(Point::new(game.board.size.x, 0));
    let mut places = BTreeMap::new();
    for side in Seat::SIDES {
        let (mut x, mut line) = (PITCH, 1.0);
        for formation in state.all_formations() {
            let off = |unit: &UnitNo| state.unit(*unit).place == Whereabouts::Off;
            let off: Vec<UnitNo> = state.members(formation).filter(off).collect();
            if off.is_empty() || state.formation(formation).owner != side {
                continue;
            }
            let of_units = off.len() as f32 * PITCH;
            let wide = of_units.max(scene_labels::label_size(game, state, formation).0);
            if x > PITCH && x + wide > far.0 {
                (x, line) = (PITCH, line + 1.0);
            }
            let left = x + (wide - of_units) / 2.0;
            for (at, unit) in off.into_iter().enumerate() {
                let out = line * LINE - 1.0;
                let y = if side == Seat(0) { far.1 + out } else { -out + 2.0 };
                places.insert(unit, (left + at as f32 * PITCH, y));
            }
            x += wide + PITCH;
        }
    }
    places
}

/// Where a unit is drawn; those destroyed are not.
fn drawn_at_spot(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    waiting: &BTreeMap<UnitNo, Spot>,
) -> Option<Spot> {
    match state.unit(unit).place {
        Whereabouts::Table(at) => Some(game.board.spot(at)),
        Whereabouts::Inside(piece) => {
            let rank = state.occupants(piece).position(|other| other == unit)?;
            let (column, line) = (rank % ABREAST, rank / ABREAST);
            let (x, y) = game.board.spot(middle_of(&game.board.piece(piece).outline));
            let left = (ABREAST - 1) as f32 / 2.0;
            Some((x + (column as f32 - left) * 2.4, y + 3.9 + line as f32 * 2.4))
        }
        Whereabouts::Aboard(transport) => {
            let rank = state.passengers(transport).position(|other| other == unit)?;
            let wreck = || state.wrecks.iter().find(|wreck| wreck.transport == transport);
            // A transport is not aboard another.
            let (x, y) = match state.unit(transport).place {
                Whereabouts::Table(at) => game.board.spot(at),
                Whereabouts::Destroyed => game.board.spot(wreck()?.at),
                _ => *waiting.get(&transport)?,
            };
            Some((x + 1.8 + rank as f32 * 2.2, y + 1.6))
        }
        Whereabouts::Off => waiting.get(&unit).copied(),
        Whereabouts::Destroyed => None,
    }
}

/// A living unit as what a hand may point at.
fn unit_thing(game: &EaHeresy, state: &State, unit: UnitNo) -> Thing {
    let record = state.unit(unit);
    let (name, row) =
        (names::unit_word(game, unit), game.catalog.unit(units::model(game, record).unit));
    let formation = record.formation;
    let owner = state.owner(unit);
    let mut badges = Vec::new();
    let mut badge = |is: bool, mark: String, words: String| {
        if is {
            badges.push(Badge { mark, words });
        }
    };
    let damage = record.damage;
    badge(damage > 0, format!("-{damage}"), format!("damage {damage}"));
    let aboard = state.passengers(unit).count();
    badge(aboard > 0, format!("+{aboard}"), format!("{aboard} aboard"));
    badge(record.popped_up, "up".into(), "popped up".into());
    badges.extend(formation_badges(state, formation));
    let place = match record.place {
        Whereabouts::Table(_) => String::new(),
        Whereabouts::Off => ", not on the table".to_string(),
        place => format!(", {}", names::whereabouts_words(game, place)),
    };
    let told: Vec<&str> = badges.iter().map(|badge| badge.words.as_str()).collect();
    let told = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
    let (whose, numbers) =
        (names::seat_word(game, owner), unit::numbers_words(game, units::model(game, record)));
    Thing {
        words: format!("{name} of {whose}, {}{place}{told}; {numbers}", row.name),
        layer: Layer::Pieces,
        owner: Some(owner),
        part_of: Some(names::formation_word(game, formation)).filter(|whole| *whole != name),
        card: Some(row.key.clone()).filter(|key| !key.is_empty()),
        badges,
        heights: (0.0, 1.5),
        id: name,
        ..Thing::default()
    }
}

/// What a formation suffers, and whether it has acted or waits for it.
pub(crate) fn formation_badges(state: &State, formation: FormationNo) -> Vec<Badge> {
    let it = state.formation(formation);
    let broken = it.broken.then(|| ("broken".to_string(), "its formation is broken".into()));
    let markers = counted(it.markers, "blast marker");
    let markers = (it.markers > 0).then(|| (format!("*{}", it.markers), markers));
    let stance = stance_badge(it.stance).map(|(mark, words)| (mark.to_string(), words));
    let badge = |(mark, words): (String, String)| Badge { mark, words };
    broken.into_iter().chain(markers).chain(stance).map(badge).collect()
}

/// What a formation did this turn, in a letter and in words; nothing where it may still act.
pub(crate) fn stance_badge(stance: Stance) -> Option<(&'static str, String)> {
    match stance {
        Stance::Ready => None,
        Stance::Acted(_) => Some(("v", "has acted".to_string())),
        Stance::Overwatch { .. } => Some(("o", "on overwatch: may shoot at who moves".to_string())),
        Stance::Lost => Some(("v", "has lost its action".to_string())),
    }
}

fn draw_unit(game: &EaHeresy, state: &State, unit: UnitNo, spot: Spot, shapes: &mut Vec<Shape>) {
    let record = state.unit(unit);
    let row = game.catalog.unit(units::model(game, record).unit);
    let title = format!("{}: {}", names::unit_word(game, unit), row.name);
    let edge = if units::formation(state, unit).broken { "#000000" } else { "#ffffff" };
    let paint = Paint::filled(seat_colour(state.owner(unit)), edge, 0.12).titled(title);
    match (record.place, units::base_of(game, state, unit)) {
        (Whereabouts::Table(at), Some(base)) => {
            let points = base.corners().iter().map(|at| game.board.spot(*at)).collect();
            shapes.push(Shape::Polygon { points, paint });
            let ahead = |reach| at.ahead(record.facing, reach);
            let reach = units::model(game, record).reach;
            let points =
                [ahead(reach * 3 / 5), ahead(reach)].map(|at| game.board.spot(at)).to_vec();
            shapes.push(Shape::Line { points, paint: Paint::stroked("#ffffff", 0.25) });
        }
        _ => shapes.push(Shape::Circle { centre: spot, radius: SMALL, paint }),
    }
    shapes.push(text(spot, 1.1, scene::short_name(game, unit), "#ffffff"));
    let mut notes = Vec::new();
    if record.damage > 0 {
        notes.push(format!("-{}", record.damage));
    }
    if record.popped_up {
        notes.push("up".to_string());
    }
    let aboard = state.passengers(unit).count();
    if aboard > 0 {
        notes.push(format!("+{aboard}"));
    }
    if !notes.is_empty() {
        let below = (spot.0, spot.1 + 1.8);
        shapes.push(text(below, 1.2, notes.join(" "), "#7a1010"));
    }
}
