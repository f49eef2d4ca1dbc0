//! Who sees whom: the points and bodies of figures, handed to the geometry (HS-7.4.4).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::{Bodies, Part, SightAsked};
use crate::position::state::{FigureId, Lasting, State, What};
use crate::position::structures;
use crate::tables::catalog::{MOST_SPACES, Size};
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use umpire_core::hex::{Blocker, Body, Line, Point, Scene, Side, Sight, SpaceId};
use umpire_core::ruling::Fact;
use umpire_core::scene::Shape;

/// The points one looks from, one above each space.
type From = ArrayVec<Point, MOST_SPACES>;
/// The points of all spaces, each with ten heights of seven points.
type To = ArrayVec<Point, { MOST_SPACES * 70 }>;

/// How far a shut door reaches from the row of hexes that its arch stands on, in hundredths.
const DOOR_RADIUS: u8 = 85;

/// Whether one figure's Target Point sees a part of another. Figures not on the battlefield
/// see nothing.
pub fn sees(game: &HeroScape, state: &State, from: FigureId, to: FigureId, part: Part) -> bool {
    if let Some(ruled) = by_eye(state, from, to) {
        return ruled;
    }
    if part == Part::HitZone && has_no_hit_zone(game, state, to) {
        return false;
    }
    let (Some(stands), Some(stood)) = (state.spaces(from), state.spaces(to)) else {
        return false;
    };
    let bodies = bodies_between(game, state, from, Goal::Figure(to));
    // Mostly the first line is clear, which is found sooner than what is remembered.
    let aim = game.edition.hit_fractions.first();
    let aim = aim.map(|fraction| middle(game, state, to, stood.lead, *fraction));
    let first = aim.map(|aim| Line::new(target_point(game, state, from, stands.lead), aim));
    let scene = Scene::new(&game.ground.board, &bodies);
    if first.is_some_and(|line| scene.is_clear(line)) {
        return true;
    }
    let (looking, seen) = (game.card(state, from), game.card(state, to));
    let asked = SightAsked {
        from: (stands, looking.height),
        to: (stood, seen.height, seen.size),
        part,
        bodies: bodies.clone(),
    };
    game.known.sights.answer(asked, || {
        let Some((eyes, points)) = self::points(game, state, from, to, part) else { return false };
        scene.can_see(&eyes, &points)
            || sight_from_mark(game, state, from, &bodies, &points).is_some()
    })
}

/// Whether a power has taken a figure's Hit Zone out of sight.
pub fn has_no_hit_zone(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    !state.lasting.is_empty() && hidden_by(game, state, figure).is_some()
}

/// What takes a figure's Hit Zone out of sight.
fn hidden_by<'s>(game: &'s HeroScape, state: &'s State, figure: FigureId) -> Option<&'s Lasting> {
    game.lastings_of(state, figure).find(|lasting| match lasting.what {
        What::Unseen { while_unengaged, .. } => !while_unengaged || !game.is_engaged(state, figure),
        What::Cloaked => true,
        _ => false,
    })
}

/// A clear line from a mark on a wall beside the figure's inner side: the middle of that side, at
/// the wall's top, the wall itself left out (HS-5.7.1).
fn sight_from_mark(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    bodies: &[Body],
    points: &[Point],
) -> Option<Line> {
    let board = &game.ground.board;
    for space in state.spaces(from).into_iter().flat_map(Footprint::spaces) {
        let hex = board.hex_of(space);
        for side in Side::ALL {
            let Some(edge) = game.ground.edge(space, side) else { continue };
            if game.ground.edge_kind(edge).marks != Some(edge.height_here) {
                continue;
            }
            let spared = [(hex, side)];
            let scene = Scene { board, bodies, spared_edges: &spared };
            let mark = Point::centre(hex, i32::from(edge.top()) * 20).towards_side(side, 60);
            let lines = points.iter().map(|point| Line::new(mark, *point));
            if let Some(line) = lines.into_iter().find(|line| scene.is_clear(*line)) {
                return Some(line);
            }
        }
    }
    None
}

/// Whether a figure is within so many clear-sight spaces of another (HS-7.3.1).
pub fn within_clear_sight(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    to: FigureId,
    spaces: u16,
) -> bool {
    game.range(state, from, to).is_some_and(|range| range <= spaces)
        && sees(game, state, from, to, Part::Any)
}

/// What the judge said they saw, if they did and neither has moved since.
pub fn by_eye(state: &State, from: FigureId, to: FigureId) -> Option<bool> {
    let seen = state.eyes.iter().rev().find(|seen| seen.from == from && seen.to == to)?;
    Some(seen.clear)
}

/// The whole answer: the clear line, or what stops each.
pub fn sight(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    to: FigureId,
    part: Part,
) -> Option<Sight> {
    let (eyes, points) = self::points(game, state, from, to, part)?;
    let bodies = bodies_between(game, state, from, Goal::Figure(to));
    let sight = Scene::new(&game.ground.board, &bodies).sees(&eyes, &points);
    let mark = || sight_from_mark(game, state, from, &bodies, &points).map(Sight::Clear);
    Some(match sight {
        Sight::Clear(line) => Sight::Clear(line),
        blocked => mark().unwrap_or(blocked),
    })
}

fn points(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    to: FigureId,
    part: Part,
) -> Option<(From, To)> {
    let (a, b) = (state.spaces(from)?, state.spaces(to)?);
    let eyes = a.spaces().map(|space| target_point(game, state, from, space)).collect();
    let mut points = To::new();
    for space in b.spaces() {
        zone_points(game, state, to, space, part, &mut points);
    }
    Some((eyes, points))
}

/// The point over the middle of a figure's space at some fraction of its height, in hundredths.
fn middle(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    space: SpaceId,
    fraction: u8,
) -> Point {
    let height = i32::from(game.card(state, figure).height) * i32::from(fraction) / 5;
    let up = i32::from(game.ground.level(space)) * 20 + height;
    Point::centre(game.ground.board.hex_of(space), up)
}

fn target_point(game: &HeroScape, state: &State, figure: FigureId, space: SpaceId) -> Point {
    middle(game, state, figure, space, game.edition.target_point_fraction)
}

fn zone_points(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    space: SpaceId,
    part: Part,
    into: &mut To,
) {
    let card = game.card(state, figure);
    let fortieths = i32::from(radius(game, card.size)) / 5;
    let extra: &[u8] = if part == Part::Any { &game.edition.clear_sight_fractions } else { &[] };
    for fraction in game.edition.hit_fractions.iter().chain(extra) {
        let centre = middle(game, state, figure, space, *fraction);
        let ring = Side::ALL.map(|side| centre.towards_corner(side, fortieths));
        for point in std::iter::once(centre).chain(ring) {
            // The edition's lists are checked to hold no more heights than fit.
            let _ = into.try_push(point);
        }
    }
}

fn radius(game: &HeroScape, size: Size) -> u8 {
    let radius = &game.edition.body_radius;
    match size {
        Size::Small => radius.small,
        Size::Medium => radius.medium,
        Size::Large => radius.large,
        Size::Huge => radius.huge,
    }
}

/// What a figure looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Figure(FigureId),
    Door(u8),
}

/// The bodies that could stand between a figure and what it looks at.
fn bodies_between(game: &HeroScape, state: &State, from: FigureId, to: Goal) -> Bodies {
    let mut bodies = Bodies::new();
    if game.edition.figures_block_sight {
        figures_between(game, state, from, to, &mut bodies);
    }
    let others = shut_doors(game, state).filter(|(door, _)| to != Goal::Door(*door));
    bodies.extend(others.map(|(_, body)| body));
    bodies
}

/// The doors that are shut, each as a body that fills its doorway.
fn shut_doors<'s>(game: &'s HeroScape, state: &'s State) -> impl Iterator<Item = (u8, Body)> + 's {
    let doorways = (0u8..).zip(&game.ground.doorways);
    doorways.filter(|(door, _)| structures::is_shut(game, state, *door)).map(|(door, doorway)| {
        let (bottom, top) = (doorway.base, doorway.base + doorway.height);
        // From post to post, so that no crack stays open beside it.
        let along = doorway.inside[0].counterclockwise();
        let ends = (doorway.hex.step(along), doorway.hex.step(along.opposite()));
        (door, Body { ends, radius_hundredths: DOOR_RADIUS, bottom, top })
    })
}

/// Whether a figure sees some part of a door.
pub fn sees_door(game: &HeroScape, state: &State, from: FigureId, door: u8) -> bool {
    let doorway = game.ground.doorways.get(usize::from(door));
    let (Some(spaces), Some(doorway)) = (state.spaces(from), doorway) else { return false };
    let eyes: From = spaces.spaces().map(|space| target_point(game, state, from, space)).collect();
    let mut points = To::new();
    for fraction in [20, 50, 80] {
        let up = i32::from(doorway.base) * 20 + i32::from(doorway.height) * fraction / 5;
        let centre = Point::centre(doorway.hex, up);
        let sides = crate::position::structures::passages(doorway);
        points.extend(sides.map(|side| centre.towards_side(side, 40)));
    }
    let bodies = bodies_between(game, state, from, Goal::Door(door));
    Scene::new(&game.ground.board, &bodies).can_see(&eyes, &points)
}

fn figures_between(game: &HeroScape, state: &State, from: FigureId, to: Goal, bodies: &mut Bodies) {
    let near = corridor(game, state, from, to);
    for (id, _) in state.all_figures() {
        if id == from || Goal::Figure(id) == to {
            continue;
        }
        let Some(spaces) = state.spaces(id) else { continue };
        let inside = |space: SpaceId| {
            let hex = game.ground.board.hex_of(space);
            (near.0..=near.1).contains(&hex.q) && (near.2..=near.3).contains(&hex.r)
        };
        if spaces.spaces().any(inside) {
            bodies.extend(bodies_of(game, state, id));
        }
    }
}

/// The body of a figure: one between its ends; of a base of many spaces one between every two that neighbour, which leave
/// no gap as the rows between centres lie nearer than a body's radius.
fn bodies_of<'s>(
    game: &'s HeroScape,
    state: &'s State,
    figure: FigureId,
) -> impl Iterator<Item = Body> + 's {
    let card = game.card(state, figure);
    let radius_hundredths = radius(game, card.size);
    let hex = |space| game.ground.board.hex_of(space);
    state.spaces(figure).into_iter().flat_map(move |spaces| {
        let bottom = game.ground.level(spaces.lead);
        let many = spaces.is_rooted();
        let single = (!many).then(|| (spaces.lead, spaces.trail().unwrap_or(spaces.lead)));
        let all = many.then_some(spaces).into_iter().flat_map(Footprint::spaces);
        let pairs = all.flat_map(move |one| {
            let others = spaces.spaces().filter(move |other| *other > one);
            let near = others.filter(move |other| hex(one).distance(hex(*other)) == 1);
            near.map(move |other| (one, other))
        });
        single.into_iter().chain(pairs).map(move |(one, other)| {
            let ends = (hex(one), hex(other));
            Body { ends, radius_hundredths, bottom, top: bottom + card.height }
        })
    })
}

/// Lowest and highest q and r that a line between a figure and its goal, or a body beside it, may have.
fn corridor(game: &HeroScape, state: &State, from: FigureId, to: Goal) -> (i16, i16, i16, i16) {
    let (figure, door) = match to {
        Goal::Figure(figure) => (Some(figure), None),
        Goal::Door(door) => (None, game.ground.doorways.get(usize::from(door))),
    };
    let figures = std::iter::once(from).chain(figure);
    let spaces = figures.filter_map(|figure| state.spaces(figure)).flat_map(Footprint::spaces);
    let hexes = spaces.map(|space| game.ground.board.hex_of(space));
    let none = (i16::MAX, i16::MIN, i16::MAX, i16::MIN);
    hexes.chain(door.map(|doorway| doorway.hex)).fold(none, |bounds, hex| {
        (
            bounds.0.min(hex.q - 1),
            bounds.1.max(hex.q + 1),
            bounds.2.min(hex.r - 1),
            bounds.3.max(hex.r + 1),
        )
    })
}

/// What decides whether one figure sees another, with the line drawn.
pub fn sight_fact(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    to: FigureId,
    part: Part,
) -> Fact {
    let names = (game.figure_name(state, from), game.figure_name(state, to));
    sight_fact_of(game, state, (from, to), part, names)
}

/// The same for figures that are called otherwise.
pub(crate) fn sight_fact_of(
    game: &HeroScape,
    state: &State,
    (from, to): (FigureId, FigureId),
    part: Part,
    (a, b): (String, String),
) -> Fact {
    if let Some(clear) = by_eye(state, from, to) {
        let says = if clear { "sees" } else { "does not see" };
        let says = format!("the judge ruled by eye that {a} {says} {b}");
        return Fact::says(says.clone()).held(says);
    }
    if let Some(hidden) = hidden_by(game, state, to).filter(|_| part == Part::HitZone) {
        let power = hidden.by.map_or(String::new(), |by| format!(": {}", game.power_name(by)));
        return Fact::says(format!("{b} has no Hit Zone that could be seen{power}"));
    }
    match sight(game, state, from, to, part) {
        None => Fact::says(format!("{a} and {b} are not both on the battlefield")),
        Some(Sight::Clear(line)) => {
            let says = format!("{a} sees {b}: {}", say_line(line));
            Fact::says(says.clone()).held(says).drawn([drawn(line, true)])
        }
        Some(Sight::Blocked { lines }) => {
            let bodies = blocker_names(game, state, from, to);
            let first = lines.first();
            let in_the_way = first.map_or(String::new(), |(_, hit)| {
                say_blocker(game, &hit.blocker, &bodies, lines.len())
            });
            let fact = Fact::says(format!("{a} does not see {b}: {in_the_way}"));
            fact.drawn(first.map(|(line, _)| drawn(*line, false)))
        }
    }
}

fn say_line(line: Line) -> String {
    let level = |up: i32| format!("{:.2}", f64::from(up) / 20.0);
    format!("a clear line from level {} to level {}", level(line.from.up), level(line.to.up))
}

fn blocker_names(game: &HeroScape, state: &State, from: FigureId, to: FigureId) -> Vec<String> {
    let near = corridor(game, state, from, Goal::Figure(to));
    let board = &game.ground.board;
    let inside = |space: SpaceId| {
        let hex = board.hex_of(space);
        (near.0..=near.1).contains(&hex.q) && (near.2..=near.3).contains(&hex.r)
    };
    state
        .all_figures()
        .filter(|(id, _)| *id != from && *id != to && game.edition.figures_block_sight)
        .filter(|(id, _)| state.spaces(*id).into_iter().flat_map(Footprint::spaces).any(inside))
        .flat_map(|(id, _)| bodies_of(game, state, id).map(move |_| game.figure_name(state, id)))
        .chain(
            shut_doors(game, state)
                .map(|(at, _)| format!("the door at {}", structures::door_name(game, at))),
        )
        .collect()
}

fn say_blocker(game: &HeroScape, blocker: &Blocker, bodies: &[String], lines: usize) -> String {
    let board = &game.ground.board;
    let what = match blocker {
        Blocker::Ground(hex) => {
            let level = board.hex_id(*hex).map_or(0, |id| board.highest(id));
            format!("the ground at {} (level {level})", board.hex_name(*hex))
        }
        Blocker::Obstacle(hex) => {
            let kind = board.hex_id(*hex).and_then(|id| board.obstacle(id));
            let name = kind.map_or("an obstacle", |prism| {
                game.catalog.terrain.obstacles[usize::from(prism.kind)].id.as_str()
            });
            format!("{name} at {}", board.hex_name(*hex))
        }
        Blocker::Edge(hex, side) => {
            let kind = board.edge_at(*hex, *side);
            let name = kind.map_or("a wall", |edge| {
                game.catalog.terrain.edges[usize::from(edge.kind)].id.as_str()
            });
            format!("{name} on the {} side of {}", side_word(*side), board.hex_name(*hex))
        }
        Blocker::Body(at) => bodies.get(*at).cloned().unwrap_or_default(),
    };
    format!("{what} is in the way, and each of {lines} lines is stopped")
}

/// The word for a side of a hex.
pub fn side_word(side: Side) -> &'static str {
    match side {
        Side::East => "east",
        Side::NorthEast => "north-east",
        Side::NorthWest => "north-west",
        Side::West => "west",
        Side::SouthWest => "south-west",
        Side::SouthEast => "south-east",
    }
}

fn drawn(line: Line, clear: bool) -> Shape {
    let at = |point: Point| umpire_core::hex::drawn(point.q as f32 / 120.0, point.r as f32 / 120.0);
    Shape::sight(at(line.from), at(line.to), 0.08, clear)
}

/// The rule behind a sight verdict.
pub const SIGHT: Rule = Rule::LineOfSight;
