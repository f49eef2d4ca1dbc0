//! Questions of places: where a unit can go, what ground lies somewhere, zones, what a unit is.

use super::super::cursor::{Cursor, Parsed};
use crate::position::action::UnitMove;
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::step::{MoveKind, MoveStep, Step};
use crate::position::{names, units};
use crate::rules::movement::{ground, length, zones};
use crate::rules::{standing, victory};
use crate::steps::movement::candidates;
use crate::tables::catalog::Cell;
use crate::tables::rule::Rule;
use crate::words::ask::sight;
use crate::words::{ask, hand, scene, typed_names};
use std::cell::RefCell;
use std::collections::BTreeSet;
use umpire_core::command::counted;
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Ruling};
use umpire_core::scene::{Paint, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Ground, Point, Reach, said};

/// Ground as one unit crosses it in an ordinary move, leg by leg.
struct Walk<'a> {
    game: &'a EaHeresy,
    state: &'a State,
    unit: UnitNo,
    /// Whether it goes only where no ground asks for a test.
    safely: bool,
    /// What asked for one.
    tested: RefCell<BTreeSet<PieceNo>>,
}

impl Ground for Walk<'_> {
    fn stands(&self, at: Point) -> bool {
        let facing = self.state.unit(self.unit).facing;
        standing::obstacle(self.game, self.state, self.unit, (at, facing), &UnitSet::default())
            .is_none()
    }

    fn passes(&self, from: Point, to: Point) -> bool {
        let mut moved = self.state.clone();
        moved.unit_mut(self.unit).place = Whereabouts::Table(from);
        let facing = Some(self.state.unit(self.unit).facing);
        let way = UnitMove { path: vec![to], facing, ..UnitMove::stays(self.unit) };
        if !candidates::is_legal(self.game, &moved, MoveKind::Action, &way) {
            return false;
        }
        let piece = match self.safely {
            true => ground::tested_for(self.game, &moved, MoveKind::Action, &way),
            false => None,
        };
        self.tested.borrow_mut().extend(piece);
        piece.is_none()
    }
}

/// Degrees between two corners of a rim.
const RIM_STEP: usize = 5;

/// The rims of what units reach straight in the move under way, to lie over the board; none for who does not move now.
fn rims(game: &EaHeresy, state: &State, units: impl IntoIterator<Item = UnitNo>) -> Vec<Shape> {
    let Some(Step::Movement(MoveStep::Go { kind, .. })) = state.steps.last() else {
        return Vec::new();
    };
    let left = hand::left_in_move(game, state);
    let rim = |unit: UnitNo| {
        let Whereabouts::Table(at) = state.unit(unit).place else { return None };
        let rim = candidates::straight_rim(game, state, (unit, at), *kind, RIM_STEP);
        let points = rim.into_iter().map(|at| game.board.spot(at)).collect();
        Some(Shape::Polygon { points, paint: Paint::stroked("#8a6d00", 0.25).titled("reach") })
    };
    units.into_iter().filter(|unit| left.contains(unit)).filter_map(rim).collect()
}

/// How far the units of a formation that moves reach.
fn reach_of_formation(game: &EaHeresy, state: &State, formation: FormationNo) -> Answer {
    let name = names::formation_word(game, formation);
    let over = rims(game, state, state.members(formation));
    let headline = match over.len() {
        0 => format!("{name} does not move now; `reach {name} 1` tells of a unit"),
        many => format!("{} of {name} may go now, each as far as drawn", counted(many, "unit")),
    };
    let mut scene = scene::draw(game, state);
    scene.shapes.extend(over.iter().cloned());
    Answer { headline, scene: Some(scene), over, ..Answer::default() }
}

/// Where a unit can go in one plain move; of a formation that moves, where each of its units can go.
pub(super) fn answer_reach(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
    let unit = match typed_names::typed_unit(game, state, &[], &mut cursor) {
        Ok(unit) => unit,
        Err(slip) => {
            let formation = typed_names::typed_formation(game, &mut cursor).map_err(|_| slip)?;
            return cursor.finish(reach_of_formation(game, state, formation));
        }
    };
    let speed = length::allowance(game, state, unit, MoveKind::Action).min(200 * CM);
    cursor.finish(())?;
    let name = names::unit_word(game, unit);
    let Whereabouts::Table(at) = state.unit(unit).place else {
        return Err(Slip::new(format!("`{name}` does not stand on the table by itself")));
    };
    let mut alone = state.clone();
    alone.moving = None;
    let walk =
        |safely: bool| Walk { game, state: &alone, unit, safely, tested: RefCell::default() };
    let reach = Reach::new(&walk(false), at, speed, CM);
    let farthest = reach.places().map(|(_, cost)| cost).max().unwrap_or(0);
    let mut scene = scene::draw(game, state);
    let mut draw = |reach: &Reach, colour: &str, title: &str| {
        for ring in reach.rings() {
            let points = ring.iter().map(|at| game.board.spot(*at)).collect();
            let paint = Paint { dashed: true, ..Paint::stroked(colour, 0.25) };
            scene.shapes.push(Shape::Polygon { points, paint: paint.titled(title) });
        }
    };
    let (with_care, tested) =
        match game.board.all().any(|piece| ground::ground_asks(game, &alone, unit, piece, false)) {
            true => {
                let walk = walk(true);
                let reach = Reach::new(&walk, at, speed, CM);
                (Some(reach), walk.tested.into_inner())
            }
            false => (None, BTreeSet::new()),
        };
    let with_care = with_care.filter(|_| !tested.is_empty());
    draw(&reach, if with_care.is_some() { "#b3402e" } else { "#8a6d00" }, "reach");
    if let Some(with_care) = &with_care {
        draw(with_care, "#8a6d00", "reach without a test of ground");
    }
    let mut ruling: Ruling<Rule> = Ruling::default();
    ruling.modifier(Rule::Moves, 0, || format!("one move of {} cm", said(speed)));
    let area = |reach: &Reach| {
        let cell = i64::from(reach.cell());
        reach.places().count() as i64 * cell * cell / 1_000_000
    };
    let farthest = said(if farthest + CM >= speed { speed } else { farthest });
    let mut headline = format!(
        "{name} can end a plain move anywhere in about {} square centimetres, up to {farthest} cm away",
        area(&reach)
    );
    let mut rows = Vec::new();
    if let Some(with_care) = &with_care {
        headline += &format!("; in about {} of them without a test of ground", area(with_care));
        rows.push(["ground", "test"].map(String::from).to_vec());
    }
    for piece in tested {
        let failure = ground::said_failure(game, &alone, unit, piece);
        let word = names::piece_word(game, piece);
        ruling.modifier(ground::test_rule(game, &alone, unit, piece), 0, || {
            format!("{word}: {failure}")
        });
        rows.push(vec![word.clone(), failure.clone()]);
    }
    Ok(Answer {
        headline,
        yes: None,
        ruling: ask::cited(game, ruling),
        rows,
        scene: Some(scene),
        over: rims(game, state, [unit]),
        ..Answer::default()
    })
}

/// Zones of control of one side or both.
pub(super) fn answer_zones(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
    let seat = if cursor.done() { None } else { Some(typed_names::typed_seat(game, &mut cursor)?) };
    cursor.finish(())?;
    let mut rows = vec![["unit", "zone"].map(String::from).to_vec()];
    for side in Seat::SIDES.into_iter().filter(|it| seat.is_none_or(|seat| seat == *it)) {
        for zone in zones::zones_of(game, state, side, None, |_| false) {
            let reach = said(zone.reach);
            rows.push(match zone.of {
                Body::Unit(unit) => vec![names::unit_word(game, unit), format!("{reach} cm")],
                Body::Stronghold(piece) => {
                    vec![names::piece_word(game, piece), format!("{reach} cm from its walls")]
                }
            });
        }
    }
    let zones = counted(rows.len() - 1, "zone");
    let scene = Some(scene::draw(game, state));
    Ok(Answer { headline: format!("{zones} of control"), rows, scene, ..Answer::default() })
}

/// What ground lies at a place, or under a unit.
pub(super) fn answer_where(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
    let at = match cursor.spot() {
        Some(at) => at,
        None => {
            let unit = typed_names::typed_body(game, state, &[], &mut cursor)
                .and_then(|it| sight::unit_of(game, it))?;
            let on_table = victory::center_of(game, state, unit);
            on_table.ok_or_else(|| Slip::new("expected a place, as `where (84.5, 60)`"))?
        }
    };
    cursor.finish(())?;
    let mut rows = Vec::new();
    let mut ruling: Ruling<Rule> = Ruling::default();
    let pieces: Vec<_> = game.board.at(at).collect();
    if !pieces.is_empty() {
        let head = ["piece", "terrain", "infantry", "vehicles", "war engines", "sight", "towering"];
        rows.push(head.map(String::from).to_vec());
    }
    for piece in &pieces {
        let row = units::terrain_of(game, state, *piece);
        let mut cells = vec![names::piece_word(game, *piece), row.name.clone()];
        cells.extend(Cell::ALL.iter().map(|cell| row.cell(*cell)));
        rows.push(cells);
        ruling.modifier(Rule::Terrain(row.id), 0, || row.name.clone());
    }
    let names: Vec<String> = pieces.iter().map(|piece| names::piece_word(game, *piece)).collect();
    let what = match (game.board.bounds().holds(at), names.is_empty()) {
        (false, _) => "off the table".to_string(),
        (true, true) => "open ground".to_string(),
        (true, false) => names.join(" and "),
    };
    let headline = format!("{}: {what}", said_place(at));
    Ok(Answer { headline, rows, ruling: ask::cited(game, ruling), ..Answer::default() })
}
