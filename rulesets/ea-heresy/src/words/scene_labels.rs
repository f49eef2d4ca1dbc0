//! Labels of formations in pictures: legible where the whole table is shown, beside units and not on them.

use crate::position::board::Spot;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State, UnitNo};
use crate::position::{names, units};
use crate::tables::catalog::UnitType;
use crate::words::scene::middle_of;
use crate::words::{scene, scene_units};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use umpire_core::command::counted;
use umpire_core::scene::{Drawing, Layer, Paint, Scene, Shape, Symbol, Thing, seat_colour};
use umpire_core::table::CM;

/// How many letters stand above each other from one edge of a table to the other, along its longer side.
const LETTERS_ALONG: f32 = 75.0;
/// How wide a letter is, beside its height.
const WIDE: f32 = 0.55;
/// How far a label is farther away at each try, in its own heights, and how often that is tried.
const TRIES: [f32; 3] = [0.0, 1.0, 2.2];
/// What it costs to cover a square centimetre, in centimetres of distance.
const COVERING: f32 = 40.0;

/// What a label is filled with: of a formation that may still act, that is on overwatch, and that has acted.
const READY: &str = "#f7f3e6";
const WATCHING: &str = "#f4e3a8";
const DONE: &str = "#d3cfc2";

/// A rectangle of a picture: left, top, right, low.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room(pub f32, pub f32, pub f32, pub f32);

impl Room {
    pub fn around((x, y): Spot, half_width: f32, half_height: f32) -> Room {
        Room(x - half_width, y - half_height, x + half_width, y + half_height)
    }

    pub fn covers(self, other: Room) -> f32 {
        let wide = self.2.min(other.2) - self.0.max(other.0);
        let high = self.3.min(other.3) - self.1.max(other.1);
        wide.max(0.0) * high.max(0.0)
    }
}

/// The middle of a label of a size near one of some discs, where it covers least; among those that cover as little the
/// nearest to the top of them.
pub fn spot_for(discs: &[(Spot, f32)], (wide, high): (f32, f32), taken: &[Room]) -> Spot {
    let top = discs.iter().map(|((_, y), _)| *y).fold(f32::MAX, f32::min);
    let middle = discs.iter().map(|((x, _), _)| x).sum::<f32>() / discs.len().max(1) as f32;
    let gap = high / 8.0;
    let mut best = ((middle, top), f32::MAX);
    let most = discs.iter().map(|(_, radius)| *radius).fold(0.0, f32::max);
    for ((x, y), radius) in discs.iter().copied().chain([((middle, top), most)]) {
        for away in TRIES {
            let up = radius + gap + high * (0.5 + away);
            let aside = radius + gap + wide / 2.0 + high * away;
            for at in [(x, y - up), (x, y + up), (x + aside, y), (x - aside, y)] {
                let own = Room::around(at, wide / 2.0, high / 2.0);
                let covered: f32 = taken.iter().map(|other| own.covers(*other)).sum();
                let distance = (at.0 - middle).hypot(at.1 - top);
                let cost = covered * COVERING + distance;
                if cost < best.1 {
                    best = (at, cost);
                }
            }
        }
    }
    best.0
}

/// How high the letters of a label are.
fn letter_height(game: &EaHeresy) -> f32 {
    let longest = game.board.size.x.max(game.board.size.y) as f32 / CM as f32;
    (longest / LETTERS_ALONG).max(1.2)
}

/// What stands on the label of a formation: its name, blast markers, what it did.
fn label_words(game: &EaHeresy, state: &State, formation: FormationNo) -> String {
    let it = state.formation(formation);
    let mut words = names::formation_word(game, formation);
    if it.markers > 0 {
        words += &format!(" *{}", it.markers);
    }
    if it.broken {
        words += " broken";
    }
    if let Some((mark, _)) = scene_units::stance_badge(it.stance) {
        words += &format!(" {mark}");
    }
    match it.stance {
        Stance::Ready => {}
        Stance::Acted(order) => words += &format!(" ({})", order.name()),
        Stance::Overwatch { .. } => words += " (overwatch)",
        Stance::Lost => words += " (no action)",
    }
    words
}

/// Width and height of the label of a formation.
pub(crate) fn label_size(game: &EaHeresy, state: &State, formation: FormationNo) -> (f32, f32) {
    let letters = label_words(game, state, formation).chars().count() as f32;
    let letter = letter_height(game);
    let symbols = kinds_in(game, state, formation).len() as f32 * (Symbol::width(letter) + GAP);
    ((letters * WIDE + 0.8) * letter + symbols, letter * 1.4)
}

/// How far a symbol stands from what is beside it.
const GAP: f32 = 0.4;

/// The symbol of a type of unit, with what it stands for; characters are no models of their own.
fn symbol_of(kind: UnitType) -> Option<(Symbol, &'static str)> {
    Some(match kind {
        UnitType::Infantry => (Symbol::Infantry, "infantry"),
        UnitType::LightVehicle => (Symbol::Light, "light vehicles"),
        UnitType::ArmouredVehicle => (Symbol::Armour, "armoured vehicles"),
        UnitType::WarEngine => (Symbol::Heavy, "war engines"),
        UnitType::Aircraft | UnitType::AircraftWarEngine | UnitType::AircraftLightVehicle => {
            (Symbol::Aircraft, "aircraft")
        }
        UnitType::SupportCraft => (Symbol::Hovering, "support craft"),
        UnitType::Spacecraft => (Symbol::Spacecraft, "spacecraft"),
        UnitType::Character => return None,
    })
}

/// What a formation consists of: the two kinds of which it has most, those first.
fn kinds_in(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
) -> SmallVec<[(Symbol, &'static str); 4]> {
    let mut counted: SmallVec<[(u16, (Symbol, &str)); 4]> = SmallVec::new();
    for unit in state.members(formation) {
        let kind = game.catalog.unit(units::model(game, state.unit(unit)).unit).kind;
        let Some(symbol) = symbol_of(kind) else { continue };
        match counted.iter_mut().find(|(_, known)| *known == symbol) {
            Some((count, _)) => *count += 1,
            None => counted.push((1, symbol)),
        }
    }
    counted.sort_by_key(|(count, symbol)| (Reverse(*count), *symbol));
    counted.into_iter().take(2).map(|(_, symbol)| symbol).collect()
}

/// A label for each formation of which units are drawn.
pub(crate) fn draw_labels(
    game: &EaHeresy,
    state: &State,
    places: &BTreeMap<UnitNo, (Spot, f32)>,
    scene: &mut Scene,
) {
    let bases = places.values().map(|(at, radius)| Room::around(*at, *radius, *radius));
    // Names and damage of strongholds stand in their middles.
    let names = game.board.all().filter(|piece| names::is_stronghold(game, *piece)).map(|piece| {
        let (x, y) = game.board.spot(middle_of(&game.board.piece(piece).outline));
        Room(x - 4.0, y - 2.7, x + 4.0, y + 2.5)
    });
    let mut taken: Vec<Room> = bases.chain(names).collect();
    for formation in state.all_formations() {
        let units = state.members(formation).filter_map(|unit| places.get(&unit)).copied();
        let units: Vec<(Spot, f32)> = units.collect();
        if units.is_empty() {
            continue;
        }
        let size = label_size(game, state, formation);
        let at = spot_for(&units, size, &taken);
        taken.push(Room::around(at, size.0 / 2.0, size.1 / 2.0));
        draw_label(game, state, formation, (at, size), scene);
    }
}

/// A label; a formation of one unit goes by that, and its label is no thing of its own.
fn draw_label(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    (at, (wide, high)): (Spot, (f32, f32)),
    scene: &mut Scene,
) {
    let (name, owner) = (names::formation_word(game, formation), state.formation(formation).owner);
    let words = label_words(game, state, formation);
    let condition = scene::condition(game, state, formation);
    let told = if condition.is_empty() { name.clone() } else { condition };
    let Room(left, top, right, low) = Room::around(at, wide / 2.0, high / 2.0);
    let (size, colour) = (letter_height(game), seat_colour(owner));
    let title = told.clone();
    let fill = match state.formation(formation).stance {
        Stance::Ready => READY,
        Stance::Overwatch { .. } => WATCHING,
        Stance::Acted(_) | Stance::Lost => DONE,
    };
    let kinds = kinds_in(game, state, formation);
    let names_of_kinds: Vec<&str> = kinds.iter().map(|(_, kind)| *kind).collect();
    let of = match names_of_kinds[..] {
        [] => String::new(),
        _ => format!(" of {}", names_of_kinds.join(" and ")),
    };
    let mut drawn: SmallVec<[(&str, (usize, usize)); 4]> = SmallVec::new();
    let draw = |shapes: &mut Vec<Shape>| {
        let points = vec![(left, top), (right, top), (right, low), (left, low)];
        let paint = Paint::filled(fill, colour, 0.14).titled(title);
        shapes.push(Shape::Polygon { points, paint });
        let mut from = left + GAP;
        for (symbol, kind) in &kinds {
            let first = shapes.len();
            let wide = Symbol::width(size);
            shapes.extend(symbol.shapes((from + wide / 2.0, at.1), size, colour));
            drawn.push((*kind, (first, shapes.len())));
            from += wide + GAP;
        }
        let at = ((from + right) / 2.0, at.1);
        shapes.push(Shape::Text { at, size, words, colour: colour.to_string() });
    };
    if state.members(formation).any(|unit| names::unit_word(game, unit) == name) {
        draw(&mut scene.shapes);
    } else {
        let alive = counted(state.members(formation).count(), "unit");
        let whose = names::seat_word(game, owner);
        let thing = Thing {
            id: scene.unused(&name),
            layer: Layer::Marks,
            words: format!("formation {told} of {whose}, {alive}{of}"),
            owner: Some(owner),
            badges: scene_units::formation_badges(state, formation),
            ..Thing::default()
        };
        scene.thing(thing, draw);
    }
    for (kind, shapes) in drawn {
        scene.charted("symbols", Drawing::Shapes, kind).shapes.push(shapes);
    }
}
