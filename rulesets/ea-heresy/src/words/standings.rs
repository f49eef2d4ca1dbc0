//! How things stand: the turn, goals, formations with their units, strongholds and who is inside, objectives.

use super::nouns::stance_words;
use crate::position::game::{EaHeresy, Victory};
use crate::position::names::said_place;
use crate::position::state::{
    FormationNo, PieceNo, Stance, State, Stronghold, UnitNo, Whereabouts,
};
use crate::position::step::{MoraleStep, SetupStep, Step, TurnStep};
use crate::position::{names, units};
use crate::rules::{shelter, victory};
use crate::tables::rule::Rule;
use umpire_core::command::counted;
use umpire_core::host::{Phase, Standing};
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;

/// What `status` tells.
pub(crate) fn list_standings(game: &EaHeresy, state: &State) -> Vec<Standing> {
    let mut all = vec![turn_standing(game, state)];
    for seat in Seat::SIDES {
        for it in state.all_formations().filter(|it| state.formation(*it).owner == seat) {
            all.push(formation_standing(game, state, it));
        }
    }
    all.extend(state.strongholds.iter().map(|it| stronghold_standing(game, state, it)));
    for (at, objective) in state.objectives.iter().enumerate() {
        let standing = Standing::of("objectives", format!("objective {}", at + 1))
            .says(format!("at {}", said_place(objective.at)))
            .says(held_words(game, state, at))
            .says_if(objective.blitz, || {
                format!("blitz objective of {}", names::seat_word(game, objective.side))
            });
        all.push(standing);
    }
    for seat in Seat::SIDES {
        let units = state.all_units().filter(|unit| state.owner(*unit) == seat);
        all.extend(units.map(|unit| lone_standing(game, state, unit).part()));
    }
    all
}

fn turn_standing(game: &EaHeresy, state: &State) -> Standing {
    let name = format!("turn {}", state.turn);
    let when = if state.turn > 0 { name.clone() } else { String::new() };
    let standing = Standing::of("the battle", name.as_str()).tells_when(when).also("turn");
    let mut standing = standing.tells_phase(phase_of(state));
    if let Some(acting) = state.acting {
        let (name, order) = (names::formation_word(game, acting.formation), acting.order.name());
        standing = standing.says(format!("{name} acts: {order}"));
    }
    let scored = state.sides.iter().any(|side| side.points > 0);
    for seat in Seat::SIDES {
        let (name, goals) = (names::seat_word(game, seat), victory::goals(game, state, seat));
        let points = state.sides[seat.index()].points;
        let points = match scored || game.victory == Victory::FireTheBeacons {
            true => format!(" and {}", counted(points, "victory point")),
            false => String::new(),
        };
        standing = standing.says(format!("{name} has {}{points}", counted(goals, "goal")));
    }
    standing
}

/// The phase that is under way: an assault with all that happens in it, else the innermost step that tells it.
fn phase_of(state: &State) -> Option<Phase> {
    let phase = |says: &str, rule: Rule| Some(Phase::of(says, rule.id()));
    if state.steps.iter().any(|step| matches!(step, Step::Assault(_))) {
        return phase("assault", Rule::AssaultSteps);
    }
    state.steps.iter().rev().find_map(|step| match step {
        Step::Setup(SetupStep::Spirit(_)) => {
            phase("break their spirit", Rule::BreakTheirSpiritTarget)
        }
        Step::Setup(_) => phase("deployment", Rule::Garrisons),
        Step::Turn(TurnStep::Strategy { .. } | TurnStep::First(_)) => {
            phase("strategy roll", Rule::StrategyRoll)
        }
        Step::Overwatch(_) => phase("overwatch", Rule::OverwatchAction),
        Step::Shooting(_) => phase("shooting", Rule::OneTarget),
        Step::Movement(_) => phase("moving", Rule::Moves),
        Step::Activate(_) => phase("an order", Rule::Actions),
        Step::Turn(TurnStep::Act { .. }) => phase("actions", Rule::ActionPhase),
        Step::Morale(MoraleStep::Rally { .. } | MoraleStep::RallyTest { .. }) => {
            phase("rallying", Rule::RallyOrder)
        }
        Step::Turn(TurnStep::End | TurnStep::Close) => phase("end phase", Rule::EndPhase),
        _ => None,
    })
}

/// Whose an objective is; where it always is somebody's, also whether they control it.
fn held_words(game: &EaHeresy, state: &State, at: usize) -> String {
    let by = Seat::SIDES.into_iter().find(|it| victory::controls(game, state, *it, at));
    let held = names::seat_word(game, state.objectives[at].held);
    match by {
        Some(seat) => format!("controlled by {}", names::seat_word(game, seat)),
        None if game.victory == Victory::FireTheBeacons => {
            format!("belongs to {held}, controlled by nobody while the enemy is near it")
        }
        None => "controlled by nobody".to_string(),
    }
}

fn formation_standing(game: &EaHeresy, state: &State, it: FormationNo) -> Standing {
    let units: Vec<UnitNo> = state.members(it).collect();
    let group = format!("formations of {}", names::seat_word(game, state.formation(it).owner));
    let mut standing =
        Standing::of(group, names::formation_word(game, it)).owned_by(state.formation(it).owner);
    for unit in names::all_of(state, it) {
        standing = with_cards(game, state, unit, standing);
    }
    for words in condition_of(game, state, it) {
        standing = standing.says(words);
    }
    for unit in units {
        let says = unit_standing(game, state, unit).says.join(", ");
        standing = standing.closely(format!("{}: {says}", names::unit_word(game, unit)));
    }
    standing
}

/// How many of a formation are left, what it suffered, did, and is in.
fn condition_of(game: &EaHeresy, state: &State, it: FormationNo) -> Vec<String> {
    let formation = state.formation(it);
    let units: Vec<UnitNo> = state.members(it).collect();
    let all = counted(names::all_of(state, it).len(), "unit");
    let mut says = vec![format!("{} of {all} alive", units.len())];
    if formation.markers > 0 {
        says.push(counted(formation.markers, "blast marker"));
    }
    let waits = units.iter().all(|unit| state.unit(*unit).place == Whereabouts::Off);
    let ready = formation.stance == Stance::Ready;
    says.extend(match formation.broken {
        true => Some("broken".to_string()),
        false if waits && ready => None,
        false => Some(stance_words(formation.stance)),
    });
    says.extend(elsewhere_words(game, state, it));
    says
}

/// Where a formation is beside on the open table: not there, or in strongholds.
pub(crate) fn elsewhere_words(game: &EaHeresy, state: &State, it: FormationNo) -> Vec<String> {
    let is_off = |unit: &UnitNo| state.unit(*unit).place == Whereabouts::Off;
    let (off, all) = (state.members(it).filter(is_off).count(), state.members(it).count());
    let before = state.steps.iter().any(|step| matches!(step, Step::Setup(_)));
    let off = match off {
        0 => None,
        off if off < all => Some(format!("{off} off the table")),
        _ if before => Some("not deployed yet".to_string()),
        _ => Some("off the table".to_string()),
    };
    off.into_iter().chain(inside_words(game, state, it)).collect()
}

/// Which strongholds a formation is in, and how many of it where not all are.
fn inside_words(game: &EaHeresy, state: &State, it: FormationNo) -> Vec<String> {
    let all = state.members(it).count();
    let words = |piece: PieceNo| {
        let is_in = |unit: &UnitNo| state.unit(*unit).place == Whereabouts::Inside(piece);
        let name = names::piece_word(game, piece);
        match state.members(it).filter(is_in).count() {
            inside if inside == all => format!("in {name}"),
            inside => format!("{inside} of them in {name}"),
        }
    };
    units::strongholds_of(state, it).into_iter().map(words).collect()
}

/// A unit where it alone is asked about: what it is, and how its formation stands.
fn lone_standing(game: &EaHeresy, state: &State, it: UnitNo) -> Standing {
    let (model, formation) = (units::model_of(game, state, it), state.unit(it).formation);
    let standing = unit_standing(game, state, it).closely(format!(
        "{}, of {}",
        game.catalog.unit(model.unit).name,
        {
            let says = condition_of(game, state, formation).join(", ");
            format!("{} ({says})", names::formation_word(game, formation))
        }
    ));
    let standing = match model.damage_capacity {
        0 | 1 => standing,
        all => standing.closely(format!("{} of {all} damage", state.unit(it).damage)),
    };
    standing.closely(format!("`unit {}` tells what it carries", names::unit_word(game, it)))
}

fn unit_standing(game: &EaHeresy, state: &State, it: UnitNo) -> Standing {
    let unit = state.unit(it);
    let model = units::model(game, unit);
    let shields = model.shields();
    let pieces = units::pieces_under(game, state, it);
    let ground: Vec<String> = pieces.iter().map(|piece| names::piece_word(game, *piece)).collect();
    let group = format!("units of {}", names::seat_word(game, state.owner(it)));
    let standing = Standing::of(group, names::unit_word(game, it))
        .owned_by(state.owner(it))
        .part_of(names::formation_word(game, unit.formation));
    with_cards(game, state, it, standing)
        .says(names::whereabouts_words(game, unit.place))
        .says_if(unit.damage > 0, || format!("{} damage", unit.damage))
        .says_if(shields > 0, || {
            let up = shields.saturating_sub(unit.shields_down);
            format!("{up} of {} up", counted(shields, "shield"))
        })
        .says_if(unit.popped_up, || "popped up".to_string())
        .says_if(!ground.is_empty(), || format!("in {}", ground.join(", ")))
}

/// With the rows of the lists that a unit is, its characters included.
fn with_cards(game: &EaHeresy, state: &State, it: UnitNo, standing: Standing) -> Standing {
    let model = units::model_of(game, state, it);
    let rows = [model.unit].into_iter().chain(model.characters.iter().copied());
    rows.fold(standing, |standing, row| standing.card(game.catalog.unit(row).key.as_str()))
}

fn stronghold_standing(game: &EaHeresy, state: &State, it: &Stronghold) -> Standing {
    let piece = it.piece;
    let standing = Standing::of("strongholds", names::piece_word(game, piece));
    if units::is_ruined(game, state, piece) {
        return standing.says("in ruins"); // It holds nobody any more.
    }
    let capacity = units::walls(game, state, piece).map_or(0, |walls| walls.damage_capacity);
    let (used, room) = shelter::room_in(game, state, piece);
    let inside: Vec<String> =
        state.occupants(piece).map(|unit| names::unit_word(game, unit)).collect();
    let holder = state.holder(piece).map(|seat| names::seat_word(game, seat));
    standing
        .says(format!("{} of {capacity} damage", it.damage))
        .says(holder.map_or("held by nobody".to_string(), |seat| format!("held by {seat}")))
        .says(format!("{} of {} free", room.saturating_sub(used), counted(room, "space")))
        .says_if(!inside.is_empty(), || format!("inside: {}", inside.join(", ")))
}
