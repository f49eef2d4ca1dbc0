//! Sides of a scenario put on its board: units with names and places, objectives, what comes first.

mod bases;
mod begin;
mod coherency;
mod spirit;

use super::battlefield::{Rows, lost_rows};
use super::force::{Muster, Raised, Recruit};
use super::form::{BeginsRow, FormationRow, ScenarioFile, SideRow};
use crate::position::game::EaHeresy;
use crate::position::model::Model;
use crate::position::setup;
use crate::position::setup::Setup;
use crate::position::sheets::{FormationSheet, SideSheet};
use crate::position::state::{
    Formation, FormationNo, MOST_UNITS, ModelNo, Shots, Stance, State, Unit, UnitNo, Whereabouts,
};
use crate::rules::invariants;
use crate::tables::catalog::{Catalog, Cost, SpecialId, Traits};
use umpire_core::data::Spoiled;
use umpire_core::data::{DataError, Places};
use umpire_core::seat::Seat;
use umpire_core::table::Facing;

/// Which field of the file each part of a setup comes from.
#[derive(Debug, Clone, Default)]
struct FieldsOfSetup {
    units: Vec<String>,
    formations: Vec<String>,
    objectives: Vec<String>,
    strongholds: Vec<String>,
}

impl FieldsOfSetup {
    /// The field of a refusal's place, such as `units[3]`.
    fn of(&self, place: &str) -> String {
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

/// Faults of forces alone, where there is no battlefield to put them on.
pub(super) fn check_forces(
    file: &ScenarioFile,
    places: &Places,
    catalog: &Catalog,
    spoiled: &Spoiled,
) -> Vec<DataError> {
    let mut faults = Vec::new();
    for (name, side) in &file.sides {
        let field = format!("sides.{name}");
        let mut muster = Muster::new(catalog, places, &field, side);
        for (at, row) in side.formations.iter().enumerate() {
            if !spoiled.has(&format!("{field}.formations[{at}]")) {
                muster.raise(at, row);
            }
        }
        faults.extend(muster.faults);
    }
    faults
}

/// Puts the sides of a scenario on the board. The last of the rows are the scenario's own; of pieces
/// that are `lost` nothing is known but their names.
pub(super) fn place(
    mut game: EaHeresy,
    file: &ScenarioFile,
    rows: &[Rows],
    lost: Vec<String>,
) -> Result<super::Assembled, Vec<DataError>> {
    let Some(Rows { places, spoiled, .. }) = rows.last().copied() else { return Err(Vec::new()) };
    let mut placing = Placing {
        file,
        places,
        spoiled,
        lost,
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
    if placing.units.len() > MOST_UNITS || placing.formations.len() > MOST_UNITS {
        let (units, formations) = (placing.units.len(), placing.formations.len());
        let problem = format!(
            "a battle has at most {MOST_UNITS} units and as many formations, found {units} and {formations}"
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
    placing.check_position(&game, &setup);
    if placing.faults.is_empty() { Ok((game, setup)) } else { Err(placing.faults) }
}

struct Placing<'a> {
    file: &'a ScenarioFile,
    places: &'a Places,
    spoiled: &'a Spoiled,
    /// Names of pieces and formations that have faults of their own and are not there.
    lost: Vec<String>,
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
        let named = muster.named_rules(&side.rules);
        let list = format!("{field}.formations");
        let is_cut = lost_rows(self.places, &list, side.formations.len());
        let raise = |(at, row)| {
            let spoiled = is_cut || self.spoiled.has(&format!("{list}[{at}]"));
            if spoiled { None } else { muster.raise(at, row) }
        };
        let raised: Vec<Option<Raised>> = side.formations.iter().enumerate().map(raise).collect();
        if strict && raised.iter().all(Option::is_some) {
            muster.check_force(&raised);
        }
        let army = muster.army;
        let rules_of = |raised: &Raised| match side.rules.is_empty() {
            true => muster.listed_rules(raised),
            false => named.clone(),
        };
        let rules: Vec<Vec<SpecialId>> =
            raised.iter().map(|it| it.as_ref().map_or_else(Vec::new, rules_of)).collect();
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
            equal: Vec::new(),
        };
        for (at, raised) in raised.into_iter().enumerate() {
            let row = &side.formations[at];
            let Some(raised) = raised else {
                self.lost.push(row.name.trim().to_lowercase());
                continue;
            };
            let field = format!("{field}.formations[{at}]");
            self.formation(game, seat, row, (raised, &rules[at]), field);
        }
    }

    fn formation(
        &mut self,
        game: &mut EaHeresy,
        seat: Seat,
        row: &'a FormationRow,
        (raised, rules): (Raised, &[SpecialId]),
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
        let formation = FormationNo(self.formations.len().min(MOST_UNITS) as u16);
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
                spent: Shots::default(),
                slow: Shots::default(),
                rerolled: false,
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
            cost: raised.priced.then(|| raised.cost.total()),
            army_rules: rules.to_vec(),
            traits: rules.iter().fold(Traits::NONE, |sum, id| {
                let key = &game.catalog.special(*id).key;
                Traits::named(key).map_or(sum, |own| sum | own)
            }),
            garrison: row.garrison.unwrap_or(true),
        });
        self.fields.formations.push(field.clone());
        self.rows.push((row, field));
    }
}

impl Placing<'_> {
    /// Every unit, stronghold and formation that cannot be where it is, or as it is.
    fn check_position(&mut self, game: &EaHeresy, setup: &Setup) {
        let state = setup::stated(setup);
        let mut unsound = Vec::new();
        for refusal in invariants::check(game, &state).err().into_iter().flatten() {
            let field = self.place_of(&refusal.place, &state);
            self.faults.push(self.places.fault(&field, refusal.told()));
            let unit = refusal.place.strip_prefix("units[").and_then(|it| it.strip_suffix(']'));
            unsound.extend(unit.and_then(|number| number.parse().ok()).map(UnitNo));
        }
        self.check_coherency(game, &state, &unsound);
    }

    /// The field of a refusal's place; of a stronghold that the file does not state, whoever is in it.
    fn place_of(&self, place: &str, state: &State) -> String {
        let number = place.strip_prefix("strongholds[").and_then(|it| it.strip_suffix(']'));
        let stronghold = number.and_then(|it| state.strongholds.get(it.parse::<usize>().ok()?));
        let field = self.fields.of(place);
        match stronghold.and_then(|it| state.occupants(it.piece).last()) {
            Some(unit) if !self.places.is_written(&field) => {
                self.fields.units[unit.index()].clone()
            }
            _ => field,
        }
    }

    /// Whether a name is that of something, or of a unit of something, that was left out.
    fn is_lost(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        let unit_of = |lost: &String| {
            name.strip_prefix(lost.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.lost.iter().any(unit_of)
    }
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
