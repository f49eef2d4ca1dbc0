//! Sides of a scenario put on its board: units with names and places, objectives, what comes first.

use super::battlefield::{Rows, near_piece, said_spot};
use super::force::{Muster, Raised, Recruit};
use super::form::{BeginsRow, FormationRow, PlaceRow, ScenarioFile, SideRow};
use super::{FormationSheet, SideSheet};
use crate::catalog::{Catalog, Cost, Traits};
use crate::game::EaHeresy;
use crate::model::Model;
use crate::position::{Begins, Setup};
use crate::state::{
    Formation, FormationNo, ModelNo, Objective, PieceNo, Side, Stance, State, Stronghold, Unit,
    UnitNo, Whereabouts,
};
use umpire_core::data::{DataError, Places};
use umpire_core::seat::Seat;
use umpire_core::table::{CM, Facing, Point, said};

/// The most units, or formations, that numbers can tell apart.
const MOST: usize = 255;

/// Which field of the file each part of a setup comes from.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldsOfSetup {
    units: Vec<String>,
    formations: Vec<String>,
    objectives: Vec<String>,
    strongholds: Vec<String>,
}

impl FieldsOfSetup {
    /// The field of a refusal's place, such as `units[3]`.
    pub fn of(&self, place: &str) -> String {
        let number = |list: &[String], rest: &str| {
            let at = rest.strip_suffix(']')?.parse::<usize>().ok()?;
            list.get(at).cloned()
        };
        let lists = [
            ("units[", &self.units),
            ("formations[", &self.formations),
            ("objectives[", &self.objectives),
            ("strongholds[", &self.strongholds),
        ];
        let found =
            lists.iter().find_map(|(prefix, list)| number(list, place.strip_prefix(prefix)?));
        found.unwrap_or_else(|| "sides".to_string())
    }
}

/// Faults of forces alone, where the battlefield is not sound.
pub(super) fn check_forces(
    file: &ScenarioFile,
    places: &Places,
    catalog: &Catalog,
) -> Vec<DataError> {
    let mut faults = Vec::new();
    for (name, side) in &file.sides {
        let mut muster = Muster::new(catalog, places, &format!("sides.{name}"), side);
        for (at, row) in side.formations.iter().enumerate() {
            muster.raise(at, row);
        }
        faults.extend(muster.faults);
    }
    faults
}

/// Puts the sides of a scenario on the board.
pub(super) fn place(
    mut game: EaHeresy,
    file: &ScenarioFile,
    places: &Places,
    rows: &[Rows],
) -> Result<super::Assembled, Vec<DataError>> {
    let mut placing = Placing {
        file,
        places,
        faults: Vec::new(),
        fields: FieldsOfSetup::default(),
        rows: Vec::new(),
        units: Vec::new(),
        formations: Vec::new(),
    };
    if file.sides.len() != 2 {
        let problem = format!("a battle has two sides, found {}", file.sides.len());
        return Err(vec![places.fault("sides", problem)]);
    }
    let strict = file
        .check_forces
        .unwrap_or(matches!(file.begins, Some(BeginsRow::Deployment)) && !game.free);
    for (seat, (name, side)) in file.sides.iter().enumerate() {
        placing.side(&mut game, Seat(seat as u8), name, side, strict);
    }
    if placing.units.len() > MOST || placing.formations.len() > MOST {
        let (units, formations) = (placing.units.len(), placing.formations.len());
        let problem = format!(
            "a battle has at most {MOST} units and as many formations, found {units} and {formations}"
        );
        placing.faults.push(places.fault("sides", problem));
        return Err(placing.faults);
    }
    if game.sides[0].half == game.sides[1].half {
        let field = format!("sides.{}", file.sides[1].0);
        placing.faults.push(places.fault(&field, "both sides have the same half of the table"));
    }
    placing.put_units(&game);
    placing.break_spirits(&mut game);
    let setup = placing.setup(&game, rows);
    if file.urban_assault && setup.strongholds.is_empty() {
        let problem = "the main scenario has strongholds, and this table has none \
                       as EA-13.3 says (EA-6.1.2)";
        placing.faults.push(places.fault("urban_assault", problem));
    }
    if file.urban_assault {
        super::objectives::check_strongholds(&game, &setup.objectives, &mut |problem| {
            placing.faults.push(places.fault("urban_assault", problem));
        });
    }
    super::objectives::check_objectives(
        &game.terrain,
        &game.board,
        rows,
        strict,
        &mut placing.faults,
    );
    if placing.faults.is_empty() {
        placing.check_coherency(&game, &setup);
    }
    let fields = placing.fields;
    if placing.faults.is_empty() { Ok((game, setup, fields)) } else { Err(placing.faults) }
}

struct Placing<'a> {
    file: &'a ScenarioFile,
    places: &'a Places,
    faults: Vec<DataError>,
    fields: FieldsOfSetup,
    /// The row of each formation, with its path.
    rows: Vec<(&'a FormationRow, String)>,
    units: Vec<Unit>,
    formations: Vec<Formation>,
}

impl<'a> Placing<'a> {
    fn side(
        &mut self,
        game: &mut EaHeresy,
        seat: Seat,
        name: &str,
        side: &'a SideRow,
        strict: bool,
    ) {
        let field = format!("sides.{name}");
        let mut muster = Muster::new(&game.catalog, self.places, &field, side);
        let rules = muster.army_rules(&side.rules);
        let raised: Vec<Option<Raised>> =
            side.formations.iter().enumerate().map(|(at, row)| muster.raise(at, row)).collect();
        if strict && raised.iter().all(Option::is_some) {
            muster.check_force(&raised);
        }
        let army = muster.army;
        self.faults.append(&mut muster.faults);
        let total = raised.iter().flatten().fold(Cost::default(), |sum, it| sum.plus(it.cost));
        let number = |points: i16| points.clamp(0, 255) as u8;
        let half = side.half.map_or(seat.0, |half| half.number());
        game.sides[seat.index()] = SideSheet {
            name: name.trim().to_string(),
            strategy: side
                .strategy
                .or(army.map(|army| game.catalog.army(army).strategy))
                .unwrap_or(3),
            titan_points: side.titan_points.unwrap_or(number(total.titan)),
            ally_points: side.ally_points.unwrap_or(number(total.ally)),
            half,
            spirit: Vec::new(),
        };
        for (at, raised) in raised.into_iter().enumerate() {
            let Some(raised) = raised else { continue };
            let row = &side.formations[at];
            let field = format!("{field}.formations[{at}]");
            self.formation(game, seat, row, raised, &rules, field);
        }
    }

    fn formation(
        &mut self,
        game: &mut EaHeresy,
        seat: Seat,
        row: &'a FormationRow,
        raised: Raised,
        rules: &[crate::catalog::SpecialId],
        field: String,
    ) {
        let name = row.name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let named = |sheet: &FormationSheet| sheet.name == name;
        let place = format!("{field}.name");
        if name.is_empty() || game.sheets.iter().any(named) {
            let problem = format!("each formation has a name of its own, found `{name}` again");
            self.faults.push(self.places.fault(&place, problem));
        } else if game.board.named(&name).is_some() {
            let problem = format!("a piece of ground is called `{name}` too");
            self.faults.push(self.places.fault(&place, problem));
        }
        let formation = FormationNo(self.formations.len().min(MOST) as u8);
        for (at, recruit) in raised.units.iter().enumerate() {
            let handle = match raised.units.len() {
                1 => name.clone(),
                _ => format!("{name} {}", at + 1),
            };
            game.unit_names.push(handle);
            self.fields.units.push(field_of_unit(row, &field, at));
            let facing = row.facing.unwrap_or(looks(game.sides[seat.index()].half));
            self.units.push(Unit {
                model: model_no(game, recruit),
                formation,
                place: Whereabouts::Off,
                facing: Facing::degrees(facing),
                damage: 0,
                shields_down: 0,
                popped_up: false,
                spent: 0,
                slow: 0,
            });
        }
        self.formations.push(Formation {
            owner: seat,
            markers: row.markers,
            broken: row.broken,
            stance: row.stance.map_or(Stance::Ready, |stance| stance.stance()),
            tried: row.rallied,
            rallied: row.rallied,
        });
        game.sheets.push(FormationSheet {
            name,
            initiative: raised.initiative,
            detachment: raised.detachment,
            cost: raised.cost.total().max(0) as u16,
            army_rules: rules.to_vec(),
            garrison: row.garrison.unwrap_or(true),
        });
        self.fields.formations.push(field.clone());
        self.rows.push((row, field));
    }

    /// Gives every unit its place, damage and the like.
    fn put_units(&mut self, game: &EaHeresy) {
        let rows = std::mem::take(&mut self.rows);
        for (number, (row, field)) in rows.iter().enumerate() {
            let own: Vec<UnitNo> = (0..self.units.len())
                .filter(|at| self.units[*at].formation.index() == number)
                .map(|at| UnitNo(at as u8))
                .collect();
            self.put_formation(game, row, field, &own);
            self.suffer(game, row, field, &own);
        }
        self.rows = rows;
    }

    fn put_formation(&mut self, game: &EaHeresy, row: &FormationRow, field: &str, own: &[UnitNo]) {
        let ways = usize::from(!row.at.is_empty())
            + usize::from(row.inside.is_some())
            + usize::from(row.aboard.is_some())
            + usize::from(row.from.is_some());
        if ways > 1 {
            let problem = "expected one of `at`, `from`, `in` and `aboard`";
            self.faults.push(self.places.fault(field, problem));
            return;
        }
        if let Some(from) = row.from {
            let step = row.step.map_or(Point::new(4 * CM, 0), |step| step.0);
            for (at, unit) in own.iter().enumerate() {
                let by = Point::new(step.x * at as i32, step.y * at as i32);
                self.units[unit.index()].place = Whereabouts::Table(from.0.plus(by));
            }
        }
        if let Some(piece) = &row.inside {
            let place = self.inside(game, piece, &format!("{field}.in"));
            own.iter().for_each(|unit| self.units[unit.index()].place = place);
        }
        if let Some(transport) = &row.aboard {
            let place = self.aboard(game, transport, &format!("{field}.aboard"), own);
            for unit in own.iter().filter(|unit| place != Whereabouts::Aboard(**unit)) {
                self.units[unit.index()].place = place;
            }
        }
        if !row.at.is_empty() && row.at.len() != own.len() {
            let problem =
                format!("the formation has {} units, found {} places", own.len(), row.at.len());
            self.faults.push(self.places.fault(&format!("{field}.at"), problem));
        }
        for (at, (unit, place)) in own.iter().zip(&row.at).enumerate() {
            let field = format!("{field}.at[{at}]");
            let (place, facing) = match place {
                PlaceRow::At(at, facing) => (Whereabouts::Table(*at), *facing),
                PlaceRow::Words(words) => (self.place_words(game, words, &field, own), None),
            };
            let unit = &mut self.units[unit.index()];
            unit.place = place;
            unit.facing = facing.map_or(unit.facing, Facing::degrees);
        }
    }

    fn place_words(
        &mut self,
        game: &EaHeresy,
        words: &str,
        field: &str,
        own: &[UnitNo],
    ) -> Whereabouts {
        let words = words.trim();
        if let Some(piece) = words.strip_prefix("in ") {
            return self.inside(game, piece, field);
        }
        if let Some(transport) = words.strip_prefix("aboard ") {
            return self.aboard(game, transport, field, own);
        }
        match words {
            "off" => Whereabouts::Off,
            "destroyed" => Whereabouts::Destroyed,
            _ => {
                let known = ["in STRONGHOLD", "aboard UNIT", "off", "destroyed"];
                self.faults.push(self.places.unknown(field, "place", words, known));
                Whereabouts::Off
            }
        }
    }

    fn inside(&mut self, game: &EaHeresy, name: &str, field: &str) -> Whereabouts {
        match game.board.named(name.trim()) {
            Some(piece) => Whereabouts::Inside(piece),
            None => {
                let problem = format!("unknown stronghold `{}`", name.trim());
                let fault = self.places.fault(field, problem);
                let suggestion = near_piece(&game.board, name);
                self.faults.push(DataError { suggestion, ..fault });
                Whereabouts::Off
            }
        }
    }

    fn aboard(&mut self, game: &EaHeresy, name: &str, field: &str, own: &[UnitNo]) -> Whereabouts {
        let found = game.unit_called(&self.units, own, name);
        match found {
            Some(unit) => Whereabouts::Aboard(unit),
            None => {
                let known = game.unit_names.iter().map(String::as_str);
                self.faults.push(self.places.unknown(field, "unit", name, known));
                Whereabouts::Off
            }
        }
    }

    fn suffer(&mut self, game: &EaHeresy, row: &FormationRow, field: &str, own: &[UnitNo]) {
        let count = own.len();
        let numbered = |number: &str, field: String, faults: &mut Vec<DataError>| {
            let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let unit = at.and_then(|at| own.get(at).copied());
            if unit.is_none() {
                let problem = format!("the formation has units 1 to {count}, found {number}");
                faults.push(self.places.key_fault(&field, problem));
            }
            unit
        };
        for (number, points) in &row.damage {
            let field = format!("{field}.damage.{number}");
            if let Some(unit) = numbered(number, field, &mut self.faults) {
                self.units[unit.index()].damage = *points;
            }
        }
        for (number, down) in &row.shields_down {
            let field = format!("{field}.shields_down.{number}");
            if let Some(unit) = numbered(number, field, &mut self.faults) {
                self.units[unit.index()].shields_down = *down;
            }
        }
        for (at, number) in row.popped_up.iter().enumerate() {
            let field = format!("{field}.popped_up[{at}]");
            let Some(unit) = numbered(&number.to_string(), field.clone(), &mut self.faults) else {
                continue;
            };
            if game.model(&self.units[unit.index()]).has(Traits::SKIMMER) {
                self.units[unit.index()].popped_up = true;
            } else {
                let problem = format!("`{}` is no skimmer (EA-3.7)", game.unit_name(unit));
                self.faults.push(self.places.fault(&field, problem));
            }
        }
        for (at, number) in row.destroyed.iter().enumerate() {
            let field = format!("{field}.destroyed[{at}]");
            if let Some(unit) = numbered(&number.to_string(), field, &mut self.faults) {
                self.units[unit.index()].place = Whereabouts::Destroyed;
            }
        }
    }

    /// Names the formations whose loss breaks the spirit of each side (EA-13.5).
    fn break_spirits(&mut self, game: &mut EaHeresy) {
        for (seat, (name, side)) in self.file.sides.iter().enumerate() {
            let owned = |it: &FormationNo| self.formations[it.index()].owner.index() == seat;
            let own: Vec<FormationNo> =
                (0..self.formations.len()).map(|at| FormationNo(at as u8)).filter(owned).collect();
            let mut spirit: Vec<FormationNo> = Vec::new();
            for (at, wanted) in side.spirit.iter().enumerate() {
                let sheet = |it: &&FormationNo| {
                    game.sheets[it.index()].name.eq_ignore_ascii_case(wanted.trim())
                };
                match own.iter().find(sheet) {
                    Some(it) => spirit.push(*it),
                    None => {
                        let field = format!("sides.{name}.spirit[{at}]");
                        let known = own.iter().map(|it| game.sheets[it.index()].name.as_str());
                        self.faults.push(self.places.unknown(&field, "formation", wanted, known));
                    }
                }
            }
            if spirit.is_empty() {
                let cost = |it: &FormationNo| game.sheets[it.index()].cost;
                let dearest = own.iter().map(cost).max();
                spirit.extend(own.iter().find(|it| Some(cost(it)) == dearest));
            }
            let primarch = |it: &&FormationNo| {
                let mut units = self.units.iter().filter(|unit| unit.formation == **it);
                units.any(|unit| game.model(unit).has(Traits::PRIMARCH))
            };
            let more: Vec<FormationNo> =
                own.iter().filter(primarch).filter(|it| !spirit.contains(it)).copied().collect();
            spirit.extend(more);
            game.sides[seat].spirit = spirit;
        }
    }

    fn setup(&mut self, game: &EaHeresy, rows: &[Rows]) -> Setup {
        let file = self.file;
        let side = Side { points: 0, broke_spirit: false, rerolled: false, conceded: false };
        let mut sides = [side; 2];
        for (name, points) in &file.points {
            match game.seat_called(name) {
                Some(seat) => sides[seat.index()].points = *points,
                None => {
                    let field = format!("points.{name}");
                    let known = game.sides.iter().map(|side| side.name.as_str());
                    self.faults.push(self.places.unknown_key(&field, "side", name, known));
                }
            }
        }
        let initiative = file.initiative.as_deref();
        let initiative = initiative.map_or(Seat(0), |name| self.seat(game, name, "initiative"));
        let (begins, turn) = self.begins(game);
        Setup {
            turn,
            units: self.units.clone(),
            formations: self.formations.clone(),
            strongholds: self.strongholds(game),
            objectives: self.objectives(game, rows),
            sides,
            initiative,
            begins,
        }
    }

    fn seat(&mut self, game: &EaHeresy, name: &str, field: &str) -> Seat {
        game.seat_called(name).unwrap_or_else(|| {
            let known = game.sides.iter().map(|side| side.name.as_str());
            self.faults.push(self.places.unknown(field, "side", name, known));
            Seat(0)
        })
    }

    fn begins(&mut self, game: &EaHeresy) -> (Begins, u8) {
        let turn = self.file.turn.unwrap_or(1).max(1);
        let before = turn - 1;
        if game.free {
            return (Begins::Free, turn);
        }
        let waits = |unit: &Unit| unit.place == Whereabouts::Off;
        match &self.file.begins {
            None if !self.units.is_empty() && self.units.iter().all(waits) => {
                (Begins::Deployment, before)
            }
            None => (Begins::Action { seat: Seat(0), retain: false }, turn),
            Some(BeginsRow::Deployment) => (Begins::Deployment, before),
            Some(BeginsRow::Turn) => (Begins::Turn, before),
            Some(BeginsRow::EndPhase) => (Begins::EndPhase, turn),
            Some(BeginsRow::Free) => (Begins::Free, turn),
            Some(BeginsRow::Act(side)) => {
                let seat = self.seat(game, side, "begins.act");
                (Begins::Action { seat, retain: false }, turn)
            }
            Some(BeginsRow::Retain(side)) => {
                let seat = self.seat(game, side, "begins.retain");
                (Begins::Action { seat, retain: true }, turn)
            }
            Some(BeginsRow::Order(order)) => {
                let name = &order.formation;
                let found = game.formation_called(name).unwrap_or_else(|| {
                    let known = game.sheets.iter().map(|sheet| sheet.name.as_str());
                    let field = "begins.order.formation";
                    self.faults.push(self.places.unknown(field, "formation", name, known));
                    FormationNo(0)
                });
                (Begins::Order { formation: found, order: order.order }, turn)
            }
        }
    }

    fn strongholds(&mut self, game: &EaHeresy) -> Vec<Stronghold> {
        let walls =
            |piece: PieceNo| game.terrain[game.board.piece(piece).terrain.index()].stronghold;
        let mut strongholds: Vec<Stronghold> = game
            .board
            .all()
            .filter(|piece| walls(*piece).is_some())
            .map(|piece| Stronghold { piece, damage: 0 })
            .collect();
        self.fields.strongholds = vec!["strongholds".to_string(); strongholds.len()];
        for (name, row) in &self.file.strongholds {
            let named =
                |it: &Stronghold| game.piece_name(it.piece).eq_ignore_ascii_case(name.trim());
            let field = format!("strongholds.{name}");
            let Some(at) = strongholds.iter().position(named) else {
                let known = strongholds.iter().map(|it| game.piece_name(it.piece));
                self.faults.push(self.places.unknown_key(&field, "stronghold", name, known));
                continue;
            };
            let capacity = walls(strongholds[at].piece).map_or(0, |walls| walls.damage_capacity);
            strongholds[at].damage = if row.ruined { capacity } else { row.damage };
            self.fields.strongholds[at] = field;
        }
        strongholds
    }

    fn objectives(&mut self, game: &EaHeresy, rows: &[Rows]) -> Vec<Objective> {
        let mut objectives = Vec::new();
        for (number, file) in rows.iter().enumerate() {
            for (at, row) in file.objectives.iter().enumerate() {
                let half = row.half.number();
                let side = Seat(u8::from(game.sides[0].half != half));
                let field = format!("objectives[{at}]");
                let held = match &row.held {
                    Some(name) => game.seat_called(name).unwrap_or_else(|| {
                        let known = game.sides.iter().map(|side| side.name.as_str());
                        let field = format!("{field}.held");
                        self.faults.push(file.places.unknown(&field, "side", name, known));
                        side
                    }),
                    None => side,
                };
                objectives.push(Objective { at: row.at.0, side, blitz: row.blitz, held });
                let is_own = number + 1 == rows.len();
                self.fields.objectives.push(if is_own { field } else { "battlefield".into() });
            }
        }
        objectives
    }

    /// No formation begins split (EA-1.5), unless the scenario says so.
    fn check_coherency(&mut self, game: &EaHeresy, setup: &Setup) {
        let state = EaHeresy::stated(setup);
        if game.check_sound(&state).is_err() {
            return; // Those faults come first, with their own words.
        }
        for (number, (row, field)) in self.rows.iter().enumerate() {
            if row.scattered {
                continue;
            }
            let formation = FormationNo(number as u8);
            let on_table = |unit: &UnitNo| game.area_of(&state, *unit).is_some();
            let units: Vec<UnitNo> = state.members(formation).filter(on_table).collect();
            let Some(alone) = game.cut_off(&state, &units) else { continue };
            let at = units.iter().position(|unit| *unit == alone).unwrap_or(0);
            let near = nearest_in_coherency(game, &state, alone, &units);
            let reach = said(game.coherency_of(&state, alone));
            let problem = format!(
                "`{}` is out of coherency with its formation, whose units stand within {reach} cm \
                 of each other unless it says `scattered: true` (EA-1.5)",
                game.unit_name(alone)
            );
            let number = self.units.iter().enumerate().filter(|(_, it)| it.formation == formation);
            let number = number.map(|(at, _)| at).position(|it| it == alone.index()).unwrap_or(at);
            let fault = self.places.fault(&field_of_unit(row, field, number), problem);
            self.faults.push(DataError { suggestion: near.map(said_spot), ..fault });
        }
    }
}

/// The nearest place at which a unit is in coherency with the others.
fn nearest_in_coherency(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    units: &[UnitNo],
) -> Option<Point> {
    let Whereabouts::Table(from) = state.unit(unit).place else { return None };
    let facing = state.unit(unit).facing;
    let reach = game.coherency_of(state, unit);
    let model = game.model_of(state, unit);
    let others: Vec<_> = units
        .iter()
        .filter(|other| **other != unit)
        .filter_map(|other| game.area_of(state, *other))
        .collect();
    let near = |at: Point| {
        let area = crate::area::Area::Base(model.base(at, facing));
        others.iter().any(|other| other.within(&area, reach))
    };
    game.nearest_stand(state, unit, (from, facing), 100 * CM, &near)
}

fn field_of_unit(row: &FormationRow, field: &str, at: usize) -> String {
    if row.at.is_empty() { field.to_string() } else { format!("{field}.at[{at}]") }
}

/// Towards the enemy's half.
fn looks(half: u8) -> i32 {
    if half == 0 { 90 } else { 270 }
}

/// The number of a model, the same for equal ones.
fn model_no(game: &mut EaHeresy, recruit: &Recruit) -> ModelNo {
    let model =
        Model::armed(&game.catalog, recruit.unit, recruit.characters.clone(), &recruit.weapons);
    let known = game.models.iter().position(|it| *it == model);
    let at = known.unwrap_or_else(|| {
        game.models.push(model);
        game.models.len() - 1
    });
    ModelNo(at as u16)
}
