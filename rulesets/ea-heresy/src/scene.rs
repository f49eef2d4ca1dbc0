//! The table as a picture and as a coarse map for a terminal: ground, bases, zones, markers.

use crate::catalog::Sight;
use crate::game::EaHeresy;
use crate::state::{FormationNo, PieceNo, Stance, State, UnitNo, Whereabouts};
use umpire_core::scene::{Paint, Scene, Shape, Span};
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Point, said};

/// Colours of the sides.
const SEATS: [&str; 2] = ["#b03030", "#2f5fb3"];
/// Width of a cell of the terminal's map, and its height, which letters have twice as high.
const CELL: (i32, i32) = (3 * CM, 6 * CM);

impl EaHeresy {
    /// A place in the picture's units: centimetres, y down.
    pub(crate) fn plan(&self, at: Point) -> (f32, f32) {
        let scale = CM as f32;
        (at.x as f32 / scale, (self.board.size.y - at.y) as f32 / scale)
    }

    fn outline(&self, corners: &[Point]) -> Vec<(f32, f32)> {
        corners.iter().map(|corner| self.plan(*corner)).collect()
    }

    /// A line of sight, whole where it is free.
    pub(crate) fn sight_line(&self, from: Point, to: Point, free: bool) -> Shape {
        let mut paint = Paint::stroked(if free { "#1f8f3f" } else { "#c03020" }, 0.25);
        paint.dashed = !free;
        Shape::Line { points: vec![self.plan(from), self.plan(to)], paint }
    }

    /// A mark at a place, such as where a line is blocked.
    pub(crate) fn spot(&self, at: Point, title: &str) -> Shape {
        let paint = Paint::filled("#c03020", "#ffffff", 0.1).titled(title);
        Shape::Circle { centre: self.plan(at), radius: 0.5, paint }
    }

    /// The whole table.
    pub(crate) fn draw(&self, state: &State) -> Scene {
        let mut shapes = Vec::new();
        let size = self.board.size;
        let corners = [Point::default(), Point::new(size.x, 0), size, Point::new(0, size.y)];
        let points = self.outline(&corners);
        shapes.push(Shape::Polygon { points, paint: Paint::filled("#e9e4d0", "#4a4a42", 0.3) });
        for piece in self.board.all() {
            self.draw_piece(state, piece, &mut shapes);
        }
        for (number, objective) in state.objectives.iter().enumerate() {
            self.draw_objective(number, objective.at, objective.held, objective.blitz, &mut shapes);
        }
        for unit in state.all_units() {
            self.draw_zone(state, unit, &mut shapes);
        }
        for unit in state.all_units() {
            self.draw_unit(state, unit, &mut shapes);
        }
        Scene { shapes, lines: self.lines(state) }
    }

    fn draw_piece(&self, state: &State, piece: PieceNo, shapes: &mut Vec<Shape>) {
        let ground = self.board.piece(piece);
        let row = self.terrain_of(state, piece);
        let colour = match (self.walls(state, piece).is_some(), row.sight) {
            (true, _) => "#8d8578",
            (_, Sight::Complete) => "#6d6a66",
            (_, Sight::Hill) => "#cdbd8a",
            (_, Sight::Area) => "#8fae77",
            (_, Sight::None) if row.road => "#cfc6b4",
            (_, Sight::None) => "#b9c9cf",
        };
        let title = format!("{}: {}", ground.name, row.name);
        let points = self.outline(ground.outline.corners());
        let paint = Paint::filled(colour, "#4a4a42", 0.12).titled(title);
        shapes.push(Shape::Polygon { points, paint });
        for (a, b) in &ground.steep {
            let paint = Paint::stroked("#6b3f1d", 0.5).titled("a steep side");
            shapes.push(Shape::Line { points: self.outline(&[*a, *b]), paint });
        }
        if row.road {
            return;
        }
        let bounds = ground.outline.bounds();
        let middle =
            Point::new((bounds.low.x + bounds.high.x) / 2, (bounds.low.y + bounds.high.y) / 2);
        let mut words = ground.name.clone();
        if let Some(holder) = state.holder(piece) {
            let inside = state.occupants(piece).count();
            words = format!("{words} ({}: {inside} inside)", self.side_name(holder));
            let paint = Paint::stroked(SEATS[holder.index().min(1)], 0.4);
            let points = self.outline(ground.outline.corners());
            shapes.push(Shape::Polygon { points, paint });
        }
        if let Some(stronghold) = state.stronghold(piece).filter(|it| it.damage > 0) {
            words = format!("{words}, {} damage", stronghold.damage);
        }
        let at = self.plan(middle);
        shapes.push(Shape::Text { at, size: 1.6, words, colour: "#2f2f2a".to_string() });
    }

    fn draw_objective(
        &self,
        number: usize,
        at: Point,
        held: Seat,
        blitz: bool,
        shapes: &mut Vec<Shape>,
    ) {
        let colour = SEATS[held.index().min(1)];
        let name = if blitz { "blitz objective" } else { "objective" };
        let title = format!("{name} {}", number + 1);
        let paint = Paint::filled("#f4d03f", colour, 0.4).titled(title);
        shapes.push(Shape::Circle { centre: self.plan(at), radius: 1.2, paint });
        let words = (number + 1).to_string();
        let at = self.plan(at);
        shapes.push(Shape::Text { at, size: 1.4, words, colour: "#2f2f2a".to_string() });
    }

    fn draw_zone(&self, state: &State, unit: UnitNo, shapes: &mut Vec<Shape>) {
        let Some(at) = self.on_the_table(state, unit) else { return };
        let reach = self.zone_reach(state, unit) + self.model_of(state, unit).footprint.reach();
        let mut paint = Paint::stroked(SEATS[state.owner(unit).index().min(1)], 0.06);
        paint.dashed = true;
        let radius = reach as f32 / CM as f32;
        shapes.push(Shape::Circle { centre: self.plan(at), radius, paint });
    }

    fn draw_unit(&self, state: &State, unit: UnitNo, shapes: &mut Vec<Shape>) {
        let (Some(at), Some(base)) = (self.on_the_table(state, unit), self.base_of(state, unit))
        else {
            return;
        };
        let colour = SEATS[state.owner(unit).index().min(1)];
        let name = self.unit_name(unit);
        let title = format!("{name} at ({}, {})", said(at.x), said(at.y));
        let paint = Paint::filled(colour, "#ffffff", 0.1).titled(title);
        shapes.push(Shape::Polygon { points: self.outline(base.corners()), paint });
        let reach = self.model_of(state, unit).footprint.reach();
        let nose = at.plus(state.unit(unit).facing.turn(Point::new(reach, 0)));
        let paint = Paint::stroked("#ffffff", 0.15);
        shapes.push(Shape::Line { points: self.outline(&[at, nose]), paint });
        let (x, y) = self.plan(at);
        let words = name.to_string();
        let colour = "#1f1f1a".to_string();
        shapes.push(Shape::Text { at: (x, y + 2.2), size: 0.9, words, colour });
    }

    fn on_the_table(&self, state: &State, unit: UnitNo) -> Option<Point> {
        match state.unit(unit).place {
            Whereabouts::Table(at) => Some(at),
            _ => None,
        }
    }

    fn lines(&self, state: &State) -> Vec<Vec<Span>> {
        let mut lines = vec![vec![Span::plain(self.heading(state))]];
        lines.extend(self.map(state));
        for formation in state.all_formations() {
            lines.push(self.formation_line(state, formation));
        }
        for stronghold in &state.strongholds {
            lines.push(vec![Span::plain(self.stronghold_line(state, stronghold.piece))]);
        }
        lines
    }

    fn heading(&self, state: &State) -> String {
        match &state.over {
            Some(outcome) if outcome.winners.is_empty() => "the battle is drawn".to_string(),
            Some(outcome) => {
                let names: Vec<&str> =
                    outcome.winners.iter().map(|seat| self.side_name(seat)).collect();
                format!("won by {}", names.join(", "))
            }
            None if self.free => self.board.name.clone(),
            None => format!("turn {}, {}", state.turn, self.board.name),
        }
    }

    /// A letter for each formation, ground in signs; the far edge on top.
    fn map(&self, state: &State) -> Vec<Vec<Span>> {
        let (columns, rows) =
            (self.board.size.x.div_euclid(CELL.0) + 1, self.board.size.y.div_euclid(CELL.1) + 1);
        let row = |row: i32| {
            let cell = |column: i32| self.cell(state, column, rows - 1 - row);
            (0..columns).map(cell).collect::<Vec<Span>>()
        };
        (0..rows).map(row).collect()
    }

    fn cell(&self, state: &State, column: i32, row: i32) -> Span {
        let low = Point::new(column * CELL.0, row * CELL.1);
        let holds = |at: Point| {
            (low.x..low.x + CELL.0).contains(&at.x) && (low.y..low.y + CELL.1).contains(&at.y)
        };
        let unit =
            state.all_units().find(|unit| self.on_the_table(state, *unit).is_some_and(holds));
        if let Some(unit) = unit {
            let colour = SEATS[state.owner(unit).index().min(1)].to_string();
            let text = letter(state.unit(unit).formation).to_string();
            return Span { text, colour: Some(colour), ground: None };
        }
        if state.objectives.iter().any(|objective| holds(objective.at)) {
            return Span { text: "*".into(), colour: Some("#c9a400".into()), ground: None };
        }
        let middle = low.plus(Point::new(CELL.0 / 2, CELL.1 / 2));
        let sign = self.board.at(middle).last().map_or(".", |piece| {
            let row = self.terrain_of(state, piece);
            match (self.walls(state, piece).is_some(), row.sight) {
                (true, _) => "H",
                (_, Sight::Complete) => "#",
                (_, Sight::Hill) => "^",
                (_, Sight::Area) => "%",
                (_, Sight::None) if row.road => "=",
                (_, Sight::None) => "~",
            }
        });
        Span::plain(sign)
    }

    fn formation_line(&self, state: &State, formation: FormationNo) -> Vec<Span> {
        let record = state.formation(formation);
        let alive = state.members(formation).count();
        let mut words =
            format!("{} of {}: ", self.formation_name(formation), self.side_name(record.owner));
        words.push_str(&match alive {
            0 => "gone".to_string(),
            1 => "1 unit".to_string(),
            more => format!("{more} units"),
        });
        if record.markers > 0 {
            words.push_str(&format!(", {} BM", record.markers));
        }
        if record.broken {
            words.push_str(", broken");
        }
        match record.stance {
            Stance::Ready => {}
            Stance::Acted(_) => words.push_str(", has acted"),
            Stance::Overwatch { .. } => words.push_str(", on overwatch"),
            Stance::Lost => words.push_str(", lost its action"),
        }
        let colour = Some(SEATS[record.owner.index().min(1)].to_string());
        let sign = Span { text: format!("{} ", letter(formation)), colour, ground: None };
        vec![sign, Span::plain(words)]
    }

    /// A stronghold with its owner's marker, its occupants and what lies beside it (EA-6.3.2).
    fn stronghold_line(&self, state: &State, piece: PieceNo) -> String {
        let name = self.piece_name(piece);
        if self.is_ruined(state, piece) {
            return format!("{name}: in ruins");
        }
        let damage = state.stronghold(piece).map_or(0, |stronghold| stronghold.damage);
        let capacity = self.walls(state, piece).map_or(0, |walls| walls.damage_capacity);
        let left = capacity.saturating_sub(damage);
        let Some(holder) = state.holder(piece) else {
            return format!("{name}: nobody's, DC {left} of {capacity}");
        };
        let inside: Vec<&str> = state.occupants(piece).map(|unit| self.unit_name(unit)).collect();
        format!(
            "{name}: {}'s, DC {left} of {capacity}; inside: {}",
            self.side_name(holder),
            inside.join(", ")
        )
    }
}

/// The letter of a formation on the terminal's map.
fn letter(formation: FormationNo) -> char {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    char::from(letters[formation.index() % letters.len()])
}
