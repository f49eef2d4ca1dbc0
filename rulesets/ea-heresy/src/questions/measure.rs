//! How far, where to, and on what ground.

use crate::catalog::Ground as Cell;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, State, UnitNo, UnitSet, Whereabouts};
use crate::steps::movement::MoveKind;
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::scene::{Paint, Shape};
use umpire_core::table::{CM, Facing, Ground, Point, Reach, said};

/// Ground as one unit crosses it in an ordinary move.
struct Walk<'a> {
    game: &'a EaHeresy,
    state: &'a State,
    unit: UnitNo,
    facing: Facing,
}

impl Walk<'_> {
    /// The state with the unit at a place, about to move on.
    fn at(&self, place: Point) -> State {
        let mut moved = self.state.clone();
        moved.unit_mut(self.unit).place = Whereabouts::Table(place);
        moved
    }
}

impl Ground for Walk<'_> {
    fn stands(&self, at: Point) -> bool {
        let none = UnitSet::default();
        self.game.obstacle(self.state, self.unit, (at, self.facing), &none).is_none()
    }

    fn passes(&self, from: Point, to: Point) -> bool {
        let way = crate::action::UnitMove {
            unit: self.unit,
            path: vec![to],
            facing: Some(self.facing),
            cautious: false,
            ends: None,
        };
        self.game.is_legal(&self.at(from), MoveKind::Action, &way)
    }
}

impl EaHeresy {
    pub(super) fn answer_range(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let (from, to) = self.two_bodies(rest)?;
        self.on_table_or_slip(state, from)?;
        self.on_table_or_slip(state, to)?;
        let range = self.distance(state, from, to).unwrap_or(0);
        let (a, b) = (self.body_name(from), self.body_name(to));
        let mut ruling: Ruling<Rule> = Ruling::default();
        let _ = ruling.require(Rule::Measuring, true, || {
            Fact::says("measured from base edge to base edge, nearest points")
        });
        Ok(Answer {
            headline: format!("{a} and {b} are {} cm apart", said(range)),
            yes: None,
            ruling: Some(ruling.cited(|rule| self.catalog.cite(*rule))),
            rows: Vec::new(),
            scene: Some(self.draw(state)),
        })
    }

    pub(super) fn answer_reach(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let body = self.body_or_slip(rest)?;
        let Body::Unit(unit) = body else {
            return Err(Slip::new("a stronghold does not move"));
        };
        let Whereabouts::Table(start) = state.unit(unit).place else {
            return Err(Slip::new(format!("`{}` is not on the table", self.unit_name(unit))));
        };
        let mut alone = state.clone();
        alone.moving = None;
        let length = self.allowance(&alone, unit, MoveKind::Action);
        let facing = state.unit(unit).facing;
        let walk = Walk { game: self, state: &alone, unit, facing };
        let reach = Reach::new(&walk, start, length, CM);
        let mut scene = self.draw(state);
        for ring in reach.rings() {
            let points = ring.into_iter().map(|corner| self.plan(corner)).collect();
            let paint = Paint::stroked("#c9a400", 0.4).titled("can be reached in one move");
            scene.shapes.push(Shape::Polygon { points, paint });
        }
        let mut rows = vec![["ground", "to it"].map(String::from).to_vec()];
        let column = self.model_of(state, unit).column;
        for piece in self.board.all() {
            let row = self.terrain_of(state, piece);
            let what = match row.ground(column) {
                Cell::Free => continue,
                Cell::Difficult => "difficult: a test on entering",
                Cell::Dangerous => "dangerous: a test on entering",
                Cell::Impassable => "impassable",
                Cell::Stronghold => "may be entered by those it has room for",
            };
            let near = reach
                .places()
                .any(|(at, _)| self.board.piece(piece).outline.bounds().wider(2 * CM).holds(at));
            if near {
                rows.push(vec![self.piece_name(piece).to_string(), what.to_string()]);
            }
        }
        if rows.len() == 1 {
            rows.clear();
        }
        let name = self.unit_name(unit);
        let cells = reach.places().count();
        let mut ruling: Ruling<Rule> = Ruling::default();
        let _ = ruling.require(Rule::Moves, true, || {
            let says = format!("one move of {} cm", said(length));
            Fact::says(says.clone()).held(says)
        });
        Ok(Answer {
            headline: format!(
                "{name} moves {} cm and can come to about {cells} square centimetres",
                said(length)
            ),
            yes: None,
            ruling: Some(ruling.cited(|rule| self.catalog.cite(*rule))),
            rows,
            scene: Some(scene),
        })
    }

    pub(super) fn answer_where(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let body = self.body_or_slip(rest)?;
        let Body::Unit(unit) = body else {
            return Err(Slip::new(format!("`{}` is ground itself", self.body_name(body))));
        };
        self.on_table_or_slip(state, body)?;
        let name = self.unit_name(unit);
        let mut ruling: Ruling<Rule> = Ruling::default();
        let pieces = self.pieces_under(state, unit);
        for piece in &pieces {
            let row = self.terrain_of(state, *piece);
            let says = format!("in `{}`, {}", self.piece_name(*piece), row.name);
            let _ =
                ruling.require(Rule::Terrain(row.id), true, || Fact::says(says.clone()).held(says));
        }
        let owner = state.owner(unit);
        for enemy in self.units_of(state, State::foe(owner)) {
            let reach = self.zone_reach(state, enemy);
            if self.within(state, body, Body::Unit(enemy), reach) {
                let says = format!(
                    "within {} cm of {}, in its zone of control",
                    said(reach),
                    self.unit_name(enemy)
                );
                let _ = ruling
                    .require(Rule::ZoneOfControl, true, || Fact::says(says.clone()).held(says));
            }
        }
        let place = match state.unit(unit).place {
            Whereabouts::Table(at) => format!("at ({}, {})", said(at.x), said(at.y)),
            Whereabouts::Inside(piece) => format!("in {}", self.piece_name(piece)),
            Whereabouts::Aboard(transport) => format!("aboard {}", self.unit_name(transport)),
            Whereabouts::Off | Whereabouts::Destroyed => "off the table".to_string(),
        };
        let open = if pieces.is_empty() { ", in the open" } else { "" };
        Ok(Answer {
            headline: format!("{name} is {place}{open}"),
            yes: None,
            ruling: Some(ruling.cited(|rule| self.catalog.cite(*rule))),
            rows: Vec::new(),
            scene: Some(self.draw(state)),
        })
    }
}
