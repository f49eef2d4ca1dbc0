//! Terrains, areas, armies and dice in pictures: each a thing that a hand may point at.

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, On};
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::state::State;
use crate::tables::catalog::{Element, Icon, Kind};
use crate::words::musters::musters;
use crate::words::{say, say_effect};
use umpire_core::scene::{Badge, Layer, Paint, Scene, Shape, Thing, seat_colour};
use umpire_core::seat::Seat;

/// Width of a terrain die, height of an empty area, and what lies between two of them, in plan units.
pub(super) const DIE: f32 = 3.2;

pub(super) const AREA: f32 = 1.6;

pub(super) const GAP: f32 = 0.6;

/// Width of a die of an army, and with what lies between two.
const SMALL: f32 = 1.2;

const PITCH: f32 = 1.8;

/// Dice in a line, and the height of one with the names below it.
const IN_LINE: usize = 10;

const LINE: f32 = 2.0;

/// The fewest dice that a box has room for.
const FEWEST: usize = 2;

/// Width of what is written before the dice of an army.
const NAME: f32 = 3.0;

/// How wide a letter is, beside its height.
const LETTER: f32 = 0.54;

const INK: &str = "#1c1c1c";

/// Dice that lie together: under what name, what is written before them, of what they are a part.
struct Group {
    word: String,
    says: String,
    whole: Option<String>,
    owner: Seat,
    dice: PieceSet,
    badges: Vec<Badge>,
}

/// A terrain die with what it shows.
pub(super) fn draw_terrain(
    game: &DragonDice,
    state: &State,
    place: Place,
    top: f32,
    scene: &mut Scene,
) {
    let Some(ground) = state.ground(place) else { return };
    let kind = game.catalog.kind(ground.kind);
    let (face, shown) = (ground.face, say::shown_word(game, state, place, ground.face));
    let word = names::place_word(game, state, place);
    let held = ground.holder.map(|seat| format!(", captured by {}", names::seat_word(game, seat)));
    let named = ground.named.map(|face| format!(" as {}", game.catalog.eighth(face).id));
    let (held, named) = (held.unwrap_or_default(), named.unwrap_or_default());
    let faces: Vec<String> =
        (1..=8).map(|face| say::shown_word(game, state, place, face)).collect();
    let thing = Thing {
        words: format!(
            "{word}: {}, shows {face}, {shown}{named}{held}; its faces: {}",
            kind.id,
            faces.join(", ")
        ),
        id: word.clone(),
        owner: ground.holder,
        card: Some(kind.id.clone()),
        badges: badges(game, state, |on| place.as_terrain().map(On::Terrain) == Some(on)),
        ..Thing::default()
    };
    scene.thing(thing, |shapes| {
        shapes.extend(halves(kind, (0.0, top), DIE));
        let middle = DIE / 2.0;
        shapes.push(text((middle, top + 0.95), 1.3, &face.to_string(), INK));
        let shown = format!("{shown}{named}");
        shapes.push(text((middle, top + 1.95), fitting(&shown, 0.6, DIE - 0.4), &shown, INK));
        shapes.push(text((middle, top + 2.7), fitting(&word, 0.55, DIE - 0.5), &word, INK));
        let (colour, width) = ground.holder.map_or(("#404040", 0.06), |it| (seat_colour(it), 0.25));
        let (points, paint) = (rounded((0.0, top), DIE), Paint::stroked(colour, width));
        shapes.push(Shape::Polygon { points, paint });
    });
}

/// An area beside the terrains, whether or not anything lies in it.
pub(super) fn draw_area(
    game: &DragonDice,
    state: &State,
    place: Place,
    top: f32,
    scene: &mut Scene,
) {
    let word = names::place_word(game, state, place);
    let many = |seat: Seat| state.at(seat, place).len();
    let many: u32 = (0..state.players()).map(Seat).map(many).sum();
    let words = match many {
        0 => format!("{word}: empty"),
        1 => format!("{word}: 1 die"),
        _ => format!("{word}: {many} dice"),
    };
    scene.thing(Thing { id: word.clone(), words, ..Thing::default() }, |shapes| {
        let paint = Paint::filled("#f0ecdf", "#b9b09a", 0.05);
        let points = rectangle((0.0, top), (DIE, AREA));
        shapes.push(Shape::Polygon { points, paint });
        shapes.push(text((DIE / 2.0, top + AREA / 2.0), 0.65, &word, "#303030"));
    });
}

/// The dice at a place, player by player; tells how high they are drawn.
pub(super) fn draw_armies(
    game: &DragonDice,
    state: &State,
    place: Place,
    top: f32,
    scene: &mut Scene,
) -> f32 {
    let group = |owner: Seat| {
        let army = Army { owner, place };
        let health = state.health(army);
        let says = if place.in_play() { format!("health {health}") } else { String::new() };
        let mut badges = self::badges(game, state, |on| on == On::Army(army));
        if owner == state.marching && place.in_play() && state.marched & (1 << place.0) != 0 {
            let words = "has marched this turn".to_string();
            badges.push(Badge { mark: "marched".to_string(), words });
        }
        Group {
            word: names::army_word(game, state, army),
            says,
            whole: Some(names::place_word(game, state, place)),
            owner,
            dice: state.at(owner, place),
            badges,
        }
    };
    let groups = (0..state.players()).map(Seat).map(group);
    draw_groups(game, state, groups.filter(|group| !group.dice.is_empty()), top, scene)
}

/// What players brought and has no place yet: armies where they are divided; tells how high it is drawn.
pub(super) fn draw_musters(game: &DragonDice, state: &State, top: f32, scene: &mut Scene) -> f32 {
    let groups = musters(game, state).into_iter().map(|muster| Group {
        word: muster.word,
        says: muster.says.to_string(),
        whole: None,
        owner: muster.owner,
        dice: muster.dice,
        badges: Vec::new(),
    });
    let height = draw_groups(game, state, groups, top, scene);
    if height > 0.0 { height + GAP } else { 0.0 }
}

/// Groups beside each other as far as there is room, the rest below; tells how high they are drawn.
fn draw_groups(
    game: &DragonDice,
    state: &State,
    groups: impl Iterator<Item = Group>,
    top: f32,
    scene: &mut Scene,
) -> f32 {
    let far = wide(IN_LINE);
    let (mut left, mut above, mut height) = (0.0, 0.0, 0.0_f32);
    for group in groups {
        let dice = group.dice.len() as usize;
        let size = (wide(dice.clamp(FEWEST, IN_LINE)), dice.div_ceil(IN_LINE) as f32 * LINE);
        if left > 0.0 && left + size.0 > far {
            (left, above) = (0.0, height);
        }
        draw_group(game, state, &group, (DIE + 0.4 + left, top + above), size, scene);
        left += size.0 + 0.3;
        height = height.max(above + size.1);
    }
    height
}

fn draw_group(
    game: &DragonDice,
    state: &State,
    group: &Group,
    (left, top): (f32, f32),
    (width, height): (f32, f32),
    scene: &mut Scene,
) {
    let (owner, says) = (group.owner, group.says.as_str());
    let colour = seat_colour(owner);
    let told = if says.is_empty() { String::new() } else { format!(", {says}") };
    let thing = Thing {
        id: group.word.clone(),
        words: format!("{}: {} dice{told}", group.word, group.dice.len()),
        owner: Some(owner),
        part_of: group.whole.clone(),
        badges: group.badges.clone(),
        ..Thing::default()
    };
    let marks: Vec<&str> = group.badges.iter().map(|badge| badge.mark.as_str()).collect();
    let marks = marks.join(", ");
    scene.thing(thing, |shapes| {
        let paint = Paint::filled("#fbf9f2", colour, 0.07);
        let points = rectangle((left, top), (width, height - 0.12));
        shapes.push(Shape::Polygon { points, paint });
        let (middle, room) = (left + NAME / 2.0, NAME - 0.4);
        let name = names::seat_word(game, owner);
        shapes.push(text((middle, top + 0.6), fitting(&name, 0.7, room), &name, colour));
        shapes.push(text((middle, top + 1.2), fitting(says, 0.45, room), says, colour));
        shapes.push(text((middle, top + 1.62), fitting(&marks, 0.36, room), &marks, INK));
    });
    for (at, number) in group.dice.iter().enumerate() {
        let (column, line) = ((at % IN_LINE) as f32, (at / IN_LINE) as f32);
        let corner = (left + NAME + 0.3 + column * PITCH, top + 0.15 + line * LINE);
        draw_die(game, state, Piece { owner, number }, &group.word, corner, scene);
    }
}

/// A die: what it shows in a roll, otherwise its health; its faces are in its words.
fn draw_die(
    game: &DragonDice,
    state: &State,
    piece: Piece,
    group: &str,
    corner: (f32, f32),
    scene: &mut Scene,
) {
    let Piece { owner, number } = piece;
    let id = state.roster.force(owner).kind(number);
    let kind = game.catalog.kind(id);
    let faces: Vec<&str> =
        game.catalog.dice.get(id.die()).faces.iter().map(|face| face.name.as_str()).collect();
    let shown = face_up(game, state, piece);
    let mut numbers = String::new();
    if kind.health > 0 {
        numbers = format!(", health {}", kind.health);
    }
    if let Some(face) = kind.faces().iter().find(|face| face.icon == Icon::Id) {
        numbers += &format!(", its ID counts {}", face.count);
    }
    let shows = shown.as_ref().map_or(String::new(), |face| format!(", shows {face}"));
    let has = |on| matches!(on, On::Pieces(seat, set) if seat == owner && set.contains(number));
    let thing = Thing {
        id: names::die_word(game, state, piece),
        layer: Layer::Pieces,
        words: format!("{}, {group}{numbers}{shows}; its faces: {}", kind.name, faces.join(", ")),
        owner: Some(owner),
        part_of: Some(group.to_string()),
        card: Some(kind.id.clone()),
        badges: badges(game, state, has),
        heights: (0.0, SMALL),
        ..Thing::default()
    };
    scene.thing(thing, |shapes| {
        shapes.extend(halves(kind, corner, SMALL));
        let (colour, width) = (seat_colour(owner), if shown.is_some() { 0.14 } else { 0.07 });
        let points = rounded(corner, SMALL);
        shapes.push(Shape::Polygon { points, paint: Paint::stroked(colour, width) });
        let middle = (corner.0 + SMALL / 2.0, corner.1 + SMALL / 2.0);
        let size = if kind.health > 0 { kind.health.to_string() } else { "*".to_string() };
        match &shown {
            Some(face) => {
                shapes.push(text(middle, fitting(face, 0.5, SMALL - 0.2), face, INK));
                let low = (corner.0 + SMALL - 0.24, corner.1 + SMALL - 0.24);
                shapes.push(text(low, 0.28, &size, INK));
            }
            None => shapes.push(text(middle, 0.65, &size, INK)),
        }
        let name = (middle.0, corner.1 + SMALL + 0.26);
        shapes.push(text(name, fitting(&kind.id, 0.32, PITCH - 0.1), &kind.id, "#303030"));
    });
}

/// The face that a die shows in the last roll it fell in, or as a minor terrain.
fn face_up(game: &DragonDice, state: &State, piece: Piece) -> Option<String> {
    let Piece { owner, number } = piece;
    let rolled = state.rolls.iter().rev().filter(|roll| roll.army.owner == owner);
    let rolled = rolled.filter_map(|roll| roll.face(number)).next();
    let army = Army { owner, place: state.place_of(piece) };
    let minor = || {
        let terrain = usize::from(army.place.as_terrain()?);
        let is_it = state.minor(army) == Some(number);
        let face = state.sides[owner.index()].minor_faces[terrain].checked_sub(1)?;
        is_it.then_some(face)
    };
    Some(say::face_word(game, state, owner, number, rolled.or_else(minor)?))
}

/// What lasts on something, as badges.
fn badges(game: &DragonDice, state: &State, lies: impl Fn(On) -> bool) -> Vec<Badge> {
    let badge = |effect: &Effect| Badge {
        mark: names::rule_name(game, effect.rule).to_lowercase(),
        words: say_effect::effect_words(game, state, effect),
    };
    state.effects.iter().filter(|effect| lies(effect.on)).map(badge).collect()
}

/// How wide a box is with so many dice in a line.
fn wide(dice: usize) -> f32 {
    dice as f32 * PITCH + NAME + 0.1
}

fn paint_of(element: Element) -> &'static str {
    match element {
        Element::Air => "#8fbce6",
        Element::Death => "#9a9a9a",
        Element::Earth => "#e6d27a",
        Element::Fire => "#e68a7a",
        Element::Water => "#8fce9a",
    }
}

fn rectangle((left, top): (f32, f32), (width, height): (f32, f32)) -> Vec<(f32, f32)> {
    let (right, bottom) = (left + width, top + height);
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// A square with its corners cut.
fn rounded((left, top): (f32, f32), size: f32) -> Vec<(f32, f32)> {
    let (right, bottom, cut) = (left + size, top + size, size * 0.12);
    vec![
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
        (left, top + cut),
    ]
}

/// The colours of a die, side by side, within its cut corners.
fn halves(kind: &Kind, corner: (f32, f32), size: f32) -> Vec<Shape> {
    let mut colours: Vec<&str> = kind.elements.iter().map(paint_of).collect();
    if colours.is_empty() {
        colours.push("#e8e2d0");
    }
    let whole = rounded(corner, size);
    let half = |(at, colour): (usize, &&str)| {
        let part = size / colours.len() as f32;
        let (left, right) = (corner.0 + at as f32 * part, corner.0 + (at + 1) as f32 * part);
        let points = whole.iter().map(|(x, y)| (x.clamp(left, right), *y)).collect();
        Shape::Polygon { points, paint: Paint::filled(*colour, *colour, 0.0) }
    };
    colours.iter().enumerate().map(half).collect()
}

/// The height of letters with which words fit into a width, at most the one given.
fn fitting(words: &str, most: f32, width: f32) -> f32 {
    most.min(width / (words.chars().count().max(1) as f32 * LETTER))
}

fn text(at: (f32, f32), size: f32, words: &str, colour: &str) -> Shape {
    Shape::Text { at, size, words: words.to_string(), colour: colour.to_string() }
}
