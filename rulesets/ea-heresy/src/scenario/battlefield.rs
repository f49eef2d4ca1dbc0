//! Battlefields read from files: pieces of ground with their outlines, hills, strongholds, sight.

use super::several;
use crate::position::board::{Board, Ground, MAX_STRONGHOLDS};
use crate::position::state::PieceNo;
use crate::tables::catalog::battlefield_rows::{ObjectiveRow, PieceRow, Spot};
use crate::tables::catalog::{Catalog, Sight, TableName, Terrain, TerrainId};
use crate::tables::edition::Edition;
use umpire_core::data::Spoiled;
use umpire_core::data::{DataError, Places, suggest};
use umpire_core::table::{
    self, CM, Class, Field, Footprint, MOST_CORNERS, Outline, OutlineFault, Piece, Point, crosses,
    said,
};

/// The most pieces of a board.
const MOST_PIECES: usize = 1000;

/// The most corners of all pieces of a board: sides of pieces are compared with one another.
const MOST_IN_ALL: usize = 4000;

/// Rows of ground and objectives of one file.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub pieces: &'a [PieceRow],
    pub objectives: &'a [ObjectiveRow],
    pub places: &'a Places,
    pub spoiled: &'a Spoiled,
}

/// Whether a list as it was read has fewer rows than in the file, so that numbers do not fit.
pub(super) fn lost_rows(places: &Places, list: &str, read: usize) -> bool {
    places.is_written(&format!("{list}[{read}]"))
}

/// What boards are read with.
pub(super) struct Reader<'a> {
    pub catalog: &'a Catalog,
    pub edition: &'a Edition,
    /// The rows of the edition; those that a map gives a class of sight come after them.
    pub terrain: Vec<Terrain>,
    pub faults: Vec<DataError>,
}

impl Reader<'_> {
    /// The board of all rows that are pieces, and the names of those that are not; `None` where no
    /// board can be made of them.
    pub fn board(
        &mut self,
        name: &str,
        size: Point,
        files: &[Rows],
    ) -> Option<(Board, Vec<String>)> {
        if self.has_too_many(files) {
            return None;
        }
        let mut pieces: Vec<Ground> = Vec::new();
        let mut from: Vec<(&PieceRow, &Places, String)> = Vec::new();
        let mut lost = Vec::new();
        for file in files {
            let is_cut = lost_rows(file.places, "pieces", file.pieces.len());
            for (at, row) in file.pieces.iter().enumerate() {
                let field = format!("pieces[{at}]");
                let ground = if is_cut || file.spoiled.has(&field) {
                    None
                } else {
                    self.ground(row, file.places, &field, &pieces)
                };
                let Some(ground) = ground else {
                    let name = row.name.clone().unwrap_or_else(|| row.terrain.replace('_', " "));
                    lost.push(name.trim().to_lowercase());
                    continue;
                };
                self.check_on_table(&ground, size, file.places, &field);
                pieces.push(ground);
                from.push((row, file.places, field));
            }
        }
        if !self.check_corners(&pieces, &from) {
            return None;
        }
        for (at, (row, places, field)) in from.iter().enumerate() {
            if let Some(hill) = &row.on_hill
                && !lost.iter().any(|name| name.eq_ignore_ascii_case(hill.trim()))
            {
                pieces[at].on = self.hill(hill, at, &pieces, places, field);
            }
            self.check_steep(row, &pieces[at].outline, places, field);
        }
        if !self.check_strongholds(&pieces, &from) {
            return None;
        }
        merge(&mut pieces, &from.iter().map(|(row, ..)| row.merge).collect::<Vec<_>>());
        Some((finish(name, size, pieces, &self.terrain), lost))
    }

    /// Whether the files have more rows of ground than a board has pieces.
    fn has_too_many(&mut self, files: &[Rows]) -> bool {
        let found: usize = files.iter().map(|file| file.pieces.len()).sum();
        if found <= MOST_PIECES {
            return false;
        }
        let mut left = MOST_PIECES;
        for file in files {
            if let Some(after) = left.checked_sub(file.pieces.len()) {
                left = after;
                continue;
            }
            let problem =
                format!("a table has at most {MOST_PIECES} pieces of ground, found {found}");
            self.faults.push(file.places.fault(&format!("pieces[{left}]"), problem));
            break;
        }
        true
    }

    /// Whether the pieces together have few enough corners.
    fn check_corners(&mut self, pieces: &[Ground], from: &[(&PieceRow, &Places, String)]) -> bool {
        let mut found = 0;
        for (piece, (_, places, field)) in pieces.iter().zip(from) {
            found += piece.outline.corners().len();
            if found > MOST_IN_ALL {
                let problem = format!("the pieces of a table have at most {MOST_IN_ALL} corners");
                self.faults.push(places.fault(field, problem));
                return false;
            }
        }
        true
    }

    fn ground(
        &mut self,
        row: &PieceRow,
        places: &Places,
        field: &str,
        before: &[Ground],
    ) -> Option<Ground> {
        let terrain = match self.catalog.terrain_named(self.edition, &row.terrain) {
            Ok(terrain) => Some(self.with_sight(terrain, row, places, field)),
            Err(not) => {
                let fault = places.fault(&format!("{field}.terrain"), not.because);
                self.faults.push(DataError { suggestion: not.suggestion, ..fault });
                None
            }
        };
        let named = |name: &str| before.iter().any(|piece| piece.name.eq_ignore_ascii_case(name));
        let name = match &row.name {
            Some(name) => {
                if named(name) {
                    let problem = format!("a second piece is called `{name}`");
                    self.faults.push(places.fault(&format!("{field}.name"), problem));
                }
                name.trim().to_lowercase()
            }
            None => {
                let plain = row.terrain.replace('_', " ");
                let numbered = (2..).map(|number| format!("{plain} {number}"));
                let mut names = std::iter::once(plain.clone()).chain(numbered);
                names.find(|name| !named(name)).unwrap_or(plain)
            }
        };
        let outline = self.outline(row, places, field)?;
        let most = terrain.and_then(|id| self.terrain[id.index()].effects.at_most);
        let bounds = outline.bounds();
        let longest = (bounds.high.x - bounds.low.x).max(bounds.high.y - bounds.low.y);
        if let Some(most) = most.filter(|most| longest > *most) {
            let problem = format!(
                "`{name}` is {} cm long, and {} cm is the most (EA-5.12)",
                said(longest),
                said(most)
            );
            self.faults.push(places.fault(field, problem));
        }
        let steep = row.steep.iter().map(|[a, b]| (a.0, b.0)).collect();
        Some(Ground { name, terrain: terrain?, outline, on: None, steep, merged: 0 })
    }

    /// A row with the class of sight that the map gives it (EA-5.11).
    fn with_sight(
        &mut self,
        terrain: TerrainId,
        row: &PieceRow,
        places: &Places,
        field: &str,
    ) -> TerrainId {
        let Some(sight) = row.sight else { return terrain };
        let whole = &self.terrain[terrain.index()];
        if whole.table != TableName::Netea {
            let problem = format!(
                "the row `{}` says itself how it blocks sight; maps say it of rows of NetEA's \
                 table (EA-5.11)",
                whole.key
            );
            self.faults.push(places.fault(&format!("{field}.sight"), problem));
            return terrain;
        }
        let given = Terrain { sight, ..whole.clone() };
        let at = self.terrain.iter().position(|known| *known == given).unwrap_or_else(|| {
            self.terrain.push(given);
            self.terrain.len() - 1
        });
        TerrainId(at as u8)
    }

    fn outline(&mut self, row: &PieceRow, places: &Places, field: &str) -> Option<Outline> {
        let forms = [
            ("outline", !row.outline.is_empty()),
            ("rect", row.rect.is_some()),
            ("line", row.line.is_some()),
            ("disc", row.disc.is_some()),
        ];
        let none = "expected one of `outline`, `rect`, `line` and `disc`";
        let none = forms.iter().all(|(_, given)| !given).then(|| none.to_string());
        if let Some(problem) = several(&forms).or(none) {
            self.faults.push(places.fault(field, problem));
            return None;
        }
        let (made, of) = if let Some([x1, y1, x2, y2]) = row.rect {
            let (low, high) = (Point::new(x1.0, y1.0), Point::new(x2.0, y2.0));
            if low.x == high.x || low.y == high.y {
                let problem = "the corners of a rectangle differ in x and in y";
                self.faults.push(places.fault(&format!("{field}.rect"), problem));
                return None;
            }
            (Outline::rectangle(low, high), "rect")
        } else if let Some(line) = &row.line {
            let points: Vec<Point> = line.points.iter().map(|spot| spot.0).collect();
            if points.len() < 2 || line.width.0 <= 0 {
                let problem = "a line needs two places at least, and a width above 0";
                self.faults.push(places.fault(&format!("{field}.line"), problem));
                return None;
            }
            (Outline::of_line(&points, line.width.0), "line")
        } else if let Some(disc) = &row.disc {
            if disc.radius.0 <= 0 {
                let problem = "a disc needs a radius above 0";
                self.faults.push(places.fault(&format!("{field}.disc.radius"), problem));
                return None;
            }
            let shape = Footprint::Disc { radius: disc.radius.0, corners: 24 };
            (Outline::new(shape.at(disc.at.0, Default::default()).corners().to_vec()), "disc")
        } else {
            (Outline::new(row.outline.iter().map(|spot| spot.0).collect()), "outline")
        };
        match made {
            Ok(outline) => Some(outline),
            Err(fault) => {
                let corner = match fault {
                    OutlineFault::Degenerate(at) | OutlineFault::TooFar(at) => Some(at),
                    OutlineFault::SelfCrossing(_, second) => Some(second),
                    OutlineFault::TooMany(_) => Some(MOST_CORNERS),
                    OutlineFault::TooFew => None,
                };
                let place = match corner {
                    Some(at) if of == "outline" => format!("{field}.outline[{at}]"),
                    _ => format!("{field}.{of}"),
                };
                let problem = match of {
                    "outline" => outline_words(&fault, &row.outline),
                    _ => fault.to_string(),
                };
                self.faults.push(places.fault(&place, problem));
                None
            }
        }
    }

    fn check_on_table(&mut self, ground: &Ground, size: Point, places: &Places, field: &str) {
        let bounds = ground.outline.bounds();
        let outside = bounds.high.x < 0
            || bounds.high.y < 0
            || bounds.low.x > size.x
            || bounds.low.y > size.y;
        let over = bounds.low.x < 0
            || bounds.low.y < 0
            || bounds.high.x > size.x
            || bounds.high.y > size.y;
        let stronghold = self.terrain[ground.terrain.index()].stronghold.is_some();
        if outside || stronghold && over {
            let (x, y) = (said(size.x), said(size.y));
            let name = &ground.name;
            let problem = format!("`{name}` does not lie on the table of {x} x {y} cm");
            self.faults.push(places.fault(field, problem));
        }
    }

    /// The hill a feature stands on (EA-4.6.1): the feature lies within its outline.
    fn hill(
        &mut self,
        name: &str,
        feature: usize,
        pieces: &[Ground],
        places: &Places,
        field: &str,
    ) -> Option<PieceNo> {
        let field = format!("{field}.on_hill");
        let is_hill = |piece: &Ground| self.terrain[piece.terrain.index()].sight == Sight::Hill;
        let found = pieces.iter().position(|piece| piece.name.eq_ignore_ascii_case(name.trim()));
        let Some(hill) = found.filter(|at| is_hill(&pieces[*at])) else {
            let hills =
                pieces.iter().filter(|piece| is_hill(piece)).map(|piece| piece.name.as_str());
            self.faults.push(places.unknown(&field, "hill", name, hills));
            return None;
        };
        if !lies_within(&pieces[feature].outline, &pieces[hill].outline) {
            let problem = format!(
                "`{}` does not lie within the outline of `{}` (EA-4.6.1)",
                pieces[feature].name, pieces[hill].name
            );
            self.faults.push(places.fault(&field, problem));
        }
        Some(PieceNo(hill as u16))
    }

    /// Steep sides run from corner to corner of the outline (EA-5.10).
    fn check_steep(&mut self, row: &PieceRow, outline: &Outline, places: &Places, field: &str) {
        let sides = outline.corners().len();
        if row.steep.len() > sides {
            let problem = format!("the piece has {sides} sides, found {}", row.steep.len());
            return self.faults.push(places.fault(&format!("{field}.steep[{sides}]"), problem));
        }
        for (at, ends) in row.steep.iter().enumerate() {
            for (end, spot) in ends.iter().enumerate() {
                if outline.corners().contains(&spot.0) {
                    continue;
                }
                let place = format!("{field}.steep[{at}][{end}]");
                let problem = format!("{} is no corner of the piece (EA-5.10)", said_spot(spot.0));
                let near = outline.corners().iter().min_by_key(|corner| corner.square_to(spot.0));
                let fault = places.fault(&place, problem);
                let suggestion = near.map(|corner| said_spot(*corner));
                self.faults.push(DataError { suggestion, ..fault });
            }
        }
    }

    /// No stronghold stands in another; false where there are more than sight is prepared for.
    fn check_strongholds(
        &mut self,
        pieces: &[Ground],
        from: &[(&PieceRow, &Places, String)],
    ) -> bool {
        let walls = |at: &usize| self.terrain[pieces[*at].terrain.index()].stronghold.is_some();
        let strongholds: Vec<usize> = (0..pieces.len()).filter(walls).collect();
        if let Some(one_more) = strongholds.get(MAX_STRONGHOLDS) {
            let (_, places, field) = &from[*one_more];
            let problem = format!(
                "a table has at most {MAX_STRONGHOLDS} strongholds, found {}",
                strongholds.len()
            );
            self.faults.push(places.fault(field, problem));
        }
        for (number, second) in strongholds.iter().enumerate() {
            for first in &strongholds[..number] {
                let (a, b) = (&pieces[*first], &pieces[*second]);
                if overlap(&a.outline, &b.outline) {
                    let (_, places, field) = &from[*second];
                    let problem = format!("`{}` stands in `{}`", b.name, a.name);
                    self.faults.push(places.fault(field, problem));
                }
            }
        }
        strongholds.len() <= MAX_STRONGHOLDS
    }
}

/// A place as people write it: `[12.5, 30]`.
pub(super) fn said_spot(at: Point) -> String {
    format!("[{}, {}]", said(at.x), said(at.y))
}

/// Why corners make no outline, with the places of those that do not fit.
fn outline_words(fault: &OutlineFault, corners: &[Spot]) -> String {
    let corner = |at: usize| said_spot(corners[at % corners.len()].0);
    let side = |at: usize| format!("{} to {}", corner(at), corner(at + 1));
    match *fault {
        OutlineFault::SelfCrossing(first, second) => {
            let (first, second) = (side(first), side(second));
            format!("the outline crosses itself: the side {second} meets the side {first}")
        }
        OutlineFault::Degenerate(at) => {
            format!("the corner {} lies on the side before or after it", corner(at))
        }
        OutlineFault::TooFew | OutlineFault::TooMany(_) | OutlineFault::TooFar(_) => {
            fault.to_string()
        }
    }
}

/// Whether every part of an outline lies in another.
fn lies_within(inner: &Outline, outer: &Outline) -> bool {
    inner.corners().iter().all(|corner| outer.holds(*corner)) && !edges_cross(inner, outer)
}

fn edges_cross(a: &Outline, b: &Outline) -> bool {
    a.edges().any(|(from, to)| b.edges().any(|(c, d)| crosses(from, to, c, d)))
}

/// Whether two outlines have more than edges in common.
fn overlap(a: &Outline, b: &Outline) -> bool {
    let inside = |inner: &Outline, outer: &Outline| {
        let middle = |(a, b): (Point, Point)| Point::new((a.x + b.x) / 2, (a.y + b.y) / 2);
        let strictly = |at: &Point| outer.place_of(*at) == table::Place::Inside;
        inner.corners().iter().any(strictly) || inner.edges().map(middle).any(|at| strictly(&at))
    };
    edges_cross(a, b) || inside(a, b) || inside(b, a) || a.corners() == b.corners()
}

/// Numbers the groups of pieces of one terrain that touch and count as one (EA-4.4.2).
fn merge(pieces: &mut [Ground], merged: &[bool]) {
    let linked = |a: usize, b: usize| {
        merged[a]
            && merged[b]
            && pieces[a].terrain == pieces[b].terrain
            && table::gap_between_outlines(&pieces[a].outline, &pieces[b].outline) == 0
    };
    let groups = table::chains(pieces.len(), linked);
    let groups = groups.into_iter().filter(|group| group.len() > 1);
    for (number, group) in groups.enumerate() {
        group.into_iter().for_each(|at| pieces[at].merged = number as u16 + 1);
    }
}

fn finish(name: &str, size: Point, pieces: Vec<Ground>, terrain: &[Terrain]) -> Board {
    let row = |id: TerrainId| &terrain[id.index()];
    let lower: Vec<PieceNo> = (0..pieces.len())
        .filter(|at| {
            let whole = row(pieces[*at].terrain);
            let ruin = whole.becomes.map(row);
            whole.stronghold.is_some() && ruin.is_some_and(|ruin| ruin.sight != whole.sight)
        })
        .map(|at| PieceNo(at as u16))
        .collect();
    let field = |set: usize| {
        let piece = |(at, ground): (usize, &Ground)| {
            let whole = row(ground.terrain);
            let bit = lower.iter().position(|piece| piece.index() == at);
            let ruined = bit.is_some_and(|bit| set >> bit & 1 == 1);
            let row = whole.becomes.filter(|_| ruined).map_or(whole, row);
            sight_piece(ground, row)
        };
        Field::new(pieces.iter().enumerate().map(piece).collect())
    };
    let fields = (0..1_usize << lower.len()).map(field).collect();
    Board { name: name.to_string(), size, pieces, lower, fields }
}

/// How a piece of ground bears on sight, by its row.
fn sight_piece(ground: &Ground, row: &Terrain) -> Piece {
    let class = match row.sight {
        Sight::None => Class::None,
        Sight::Area => Class::Area,
        Sight::Complete => Class::Complete,
        Sight::Hill => Class::Solid,
    };
    Piece { merged: ground.merged, ..Piece::new(ground.outline.clone(), class) }
}

/// The longest side of a table.
const LONGEST: i32 = 1000 * CM;

/// The size of a table; one that cannot be is told, and the largest stands for it.
pub(super) fn check_size(size: Point, places: &Places, faults: &mut Vec<DataError>) -> Point {
    let fits = |length: i32| (10 * CM..=LONGEST).contains(&length);
    if fits(size.x) && fits(size.y) {
        return size;
    }
    let problem = "a table is 10 to 1000 cm long and wide (EA-13.1)";
    faults.push(places.fault("size", problem));
    Point::new(LONGEST, LONGEST)
}

/// What was probably meant by the name of a piece.
pub(super) fn near_piece(board: &Board, name: &str) -> Option<String> {
    suggest(name, board.pieces.iter().map(|piece| piece.name.as_str())).map(String::from)
}
