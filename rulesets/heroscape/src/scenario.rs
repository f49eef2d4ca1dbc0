//! Scenario files: edition, house rules, battlefield, armies, position; read into a game.

use crate::position::game::{EditionDice, Goals, HeroScape};
use crate::position::ground::Ground;
use crate::position::known::KnownAnswers;
use crate::position::setup::{PositionSetup, SeatSetup, Setup};
use crate::position::terms::{self, ConditionsFile, DraftFile, GoalFile, Names};
use crate::tables::battlefield::{self, Known, Pieces};
use crate::tables::catalog::{CardId, Catalog};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire_core::command::few;
use umpire_core::data::{DataError, Files, Source, Tree, in_order};
use umpire_core::host::Loaded;
use umpire_core::ruleset::{FileKind, GameTables, Opening, kind_of};

/// What scenarios of HeroScape say beyond what all scenarios say.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// A name, or a battlefield written out.
    #[schemars(schema_with = "battlefield::named_or_written")]
    battlefield: Value,
    /// The round after which points are counted.
    #[serde(default)]
    round_limit: Option<u8>,
    /// The most points of an army.
    #[serde(default)]
    point_limit: Option<u32>,
    /// Armies are picked, card by card; cards that seats have from the start count.
    #[serde(default)]
    draft: Option<DraftFile>,
    /// Other ways of winning than to be left.
    #[serde(default)]
    goals: Vec<GoalFile>,
    /// What is otherwise than in the book.
    #[serde(default)]
    conditions: ConditionsFile,
    /// The basic game: no markers, no powers, and one wound destroys.
    #[serde(default)]
    basic: bool,
    /// Seats in clockwise order, by name.
    #[serde(deserialize_with = "in_order")]
    #[schemars(with = "BTreeMap<String, SeatSetup>")]
    seats: Vec<(String, SeatSetup)>,
    /// A position; without one armies are placed first.
    #[serde(default)]
    position: Option<PositionSetup>,
}

/// A scenario on its way to a game.
type Written<'a> = Opening<'a, HeroScape>;

/// Whether a file is a table of army cards.
pub fn is_cards(source: &Source) -> bool {
    let tree = Tree::parse(source);
    kind_of(source) == FileKind::Other && tree.is_ok_and(|tree| tree.fields().eq(["cards"]))
}

/// The faults of a table of army cards, read in the place of the one of its name, or beside all others.
pub fn check_cards(data: &Files, file: &Source) -> Vec<DataError> {
    let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
    let known = format!("heroscape/cards/{name}");
    // A new one is read last, so that what is there twice is told of it.
    let path = if data.get(&known).is_some() { known } else { format!("heroscape/cards/~{name}") };
    let mut whole = data.clone();
    whole.insert(path.as_str(), file.text.as_str());
    let faults = Catalog::read(&whole).err().unwrap_or_default();
    let own = faults.into_iter().filter(|fault| fault.file == path);
    own.map(|fault| DataError { file: file.path.clone(), ..fault }).collect()
}

/// Reads the tables and a scenario, or a bare battlefield on which the default armies meet.
pub fn load(data: &Files, source: &Source) -> Result<Loaded<HeroScape>, Vec<DataError>> {
    let pieces = Pieces::of_tables(data)?;
    let opening = Written::read(data, source)?;
    let catalog = Catalog::read_with(data, opening.house_files())?;
    assemble(catalog, pieces, opening)
}

/// Makes a game of a scenario that was read.
fn assemble(
    mut catalog: Arc<Catalog>,
    pieces: Pieces,
    mut opening: Written<'_>,
) -> Result<Loaded<HeroScape>, Vec<DataError>> {
    let edition = opening.edition(&catalog);
    let file = opening.body.clone();
    let bare = opening.bare_battlefield();
    let field = match bare {
        Some(source) => Some(source.clone()),
        None => field_source(&mut opening),
    };
    let known = Known::of_tables(&catalog, pieces);
    let ground = field.and_then(|field| {
        let built = battlefield::from_source(&field, &known).and_then(|(model, at)| {
            let glyph = |id: &str| catalog.glyph_named(id);
            Ground::build(&model, &catalog.terrain, &known.pieces, &glyph, &at)
        });
        opening.keep(built)
    });
    let (Some(mut edition), Some(mut ground)) = (edition, ground) else {
        unknown_cards(&catalog, &mut opening);
        return Err(opening.into_faults());
    };
    let is_free = opening.head.free_table;
    let Some(rolled) = EditionDice::of(&catalog, &edition) else {
        opening.fault("edition", "its dice are not in the table of dice");
        return Err(opening.into_faults());
    };
    if ground.zones.is_empty() && file.position.is_none() && !is_free {
        ground.add_start_zones();
    }
    let setup = setup_of(&file, &ground, bare.is_some());
    let mut names = Names {
        catalog: &catalog,
        ground: &ground,
        setup: &setup,
        last_round: file.round_limit,
        fielded: fielded(&catalog, &file, &setup, is_free),
        places: &opening.places,
        faults: Vec::new(),
    };
    let draft = file.draft.as_ref().filter(|_| file.position.is_none() && !is_free);
    let draft = draft.map(|draft| names.draft(draft));
    let list = names.goals(&file.goals);
    let conditions = names.conditions(&file.conditions);
    let of_names = names.faults;
    let is_named = of_names.is_empty();
    opening.told(of_names);
    let zones = setup.seats.iter().enumerate();
    let zones: Vec<char> =
        zones.map(|(at, (_, seat))| seat.zone.unwrap_or_else(|| lettered(at))).collect();
    if file.round_limit == Some(0) {
        opening.fault("round_limit", "a battle lasts a round at least");
    }
    if file.position.is_none() && !is_free {
        check_armies(&setup, &zones, &ground, &mut opening);
    }
    if !is_named {
        unknown_cards(&catalog, &mut opening);
        return Err(opening.into_faults());
    }
    file.conditions.lay_over(&mut ground, &catalog);
    file.conditions.strip(&mut catalog);
    if file.basic {
        terms::make_basic(&mut catalog);
        let own = opening.head.fields.pass_engaged_friend;
        edition.pass_engaged_friend =
            own.unwrap_or(edition.pass_engaged_friend || edition.basic_pass_engaged_friend);
    }
    let game = HeroScape {
        edition,
        edition_name: opening.edition_name(),
        goals: Goals {
            round_limit: file.round_limit,
            point_limit: file.point_limit,
            point_limits: setup.seats.iter().map(|(_, seat)| seat.point_limit).collect(),
            list,
        },
        zones,
        draft,
        basic: file.basic,
        conditions,
        rolled,
        seat_names: setup.seats.iter().map(|(name, _)| name.clone()).collect(),
        free_table: is_free,
        known: KnownAnswers::default(),
        catalog,
        ground,
    };
    let mut warnings = game.ground.warnings.clone();
    let seats = setup.clone();
    opening.finish(Some((game, setup)), |game, _| {
        warnings.extend(deferred_powers(game, &seats));
        warnings
    })
}

/// The cards that may come into play; nothing where more may, by a draft or a referee's hand.
fn fielded(
    catalog: &Catalog,
    file: &ScenarioFile,
    setup: &Setup,
    is_free: bool,
) -> Option<Vec<CardId>> {
    if file.draft.is_some() || is_free {
        return None;
    }
    let armies = setup.seats.iter().flat_map(|(_, seat)| &seat.cards);
    let all = armies.chain(file.conditions.reinforcing());
    Some(all.filter_map(|id| catalog.card_named(id)).collect())
}

/// The letter of the start zone of a seat, where it names none.
fn lettered(seat: usize) -> char {
    char::from(b'A' + (seat % 26) as u8)
}

/// Every card of an army that there is not, where nobody can be put on a battlefield.
fn unknown_cards(catalog: &Catalog, opening: &mut Written<'_>) {
    let known = || catalog.cards.iter().map(|card| card.id.as_str());
    for (name, seat) in opening.body.seats.clone() {
        for (at, id) in seat.cards.iter().enumerate() {
            if catalog.card_named(id).is_none() {
                let place = format!("seats.{name}.cards[{at}]");
                let fault = opening.places.unknown(&place, "card", id, known());
                opening.told([fault]);
            }
        }
    }
}

/// Every seat that has no army to place, or nowhere to place it.
fn check_armies(setup: &Setup, zones: &[char], ground: &Ground, opening: &mut Written<'_>) {
    let has_zone = |letter: &char| ground.zones.iter().any(|(known, _)| known == letter);
    for ((name, seat), zone) in setup.seats.iter().zip(zones) {
        if seat.cards.is_empty() && opening.body.draft.is_none() {
            let place = format!("seats.{name}.cards");
            opening.fault(&place, format!("{name} has no card, and no `draft` to pick one in"));
        }
        let mut teammates = setup
            .seats
            .iter()
            .zip(zones)
            .filter(|((_, other), _)| seat.team.is_some() && other.team == seat.team);
        if !has_zone(zone) && !teammates.any(|(_, zone)| has_zone(zone)) {
            let known: Vec<String> =
                ground.zones.iter().map(|(zone, _)| zone.to_string()).collect();
            let known = few(known.iter().map(String::as_str));
            let field = if seat.zone.is_some() { ".zone" } else { "" };
            let problem =
                format!("the battlefield has no start zone `{zone}` for {name}; it has {known}");
            opening.fault(&format!("seats.{name}{field}"), problem);
        }
    }
}

fn setup_of(file: &ScenarioFile, ground: &Ground, bare: bool) -> Setup {
    let seats = file.seats.iter().cloned();
    // A bare battlefield has as many of the default armies as it has start zones.
    let zones = if bare { ground.zones.len().max(1) } else { usize::MAX };
    let mut seats: Vec<(String, SeatSetup)> = seats.take(zones).collect();
    if bare {
        // Zones may go by other letters than the default armies' seats.
        for ((at, (_, seat)), (zone, _)) in seats.iter_mut().enumerate().zip(&ground.zones) {
            seat.zone = Some(*zone).filter(|zone| *zone != lettered(at));
        }
    }
    Setup { seats, position: file.position.clone() }
}

/// The file of the battlefield, or the part of the scenario that it is written out in.
fn field_source(opening: &mut Written<'_>) -> Option<Source> {
    match opening.body.battlefield.clone() {
        Value::String(name) => opening.file("battlefield", "battlefield", "battlefields", &name),
        Value::Object(_) => Some(opening.places.block("battlefield")),
        _ => {
            let problem = "expected the name of a battlefield, or one written out";
            opening.fault("battlefield", problem);
            None
        }
    }
}

/// Powers fielded that no code enforces (HS-7.7.8).
fn deferred_powers(game: &HeroScape, setup: &Setup) -> Vec<String> {
    let mut said = BTreeMap::new();
    for (_, seat) in &setup.seats {
        for id in &seat.cards {
            let Some(card) = game.catalog.card_named(id) else { continue };
            let card = game.catalog.card(card);
            for (_, power) in card.unbuilt() {
                said.insert(format!("{} (HS-7.7.8)", card.says_unbuilt(power)), ());
            }
        }
    }
    said.into_keys().collect()
}
