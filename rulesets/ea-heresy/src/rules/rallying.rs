//! Regrouping and rallying: who is still to, who helps, what bears on the test (EA-2.9, EA-10).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::victory;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

/// How many leaders help a formation to lose its markers.
pub(crate) fn leaders(game: &EaHeresy, state: &State, formation: FormationNo) -> u8 {
    let leads = |unit: &UnitNo| units::unit_has(game, state, *unit, Traits::LEADER);
    state.members(formation).filter(leads).count() as u8
}

/// Units of a formation with shields down that may rise again.
pub(crate) fn with_shields_down<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    formation: FormationNo,
) -> impl Iterator<Item = UnitNo> + 'a {
    state.members(formation).filter(|unit| {
        units::model_of(game, state, *unit).void_shields > 0 && state.unit(*unit).shields_down > 0
    })
}

/// Shields of a formation that are down and may rise again.
pub(crate) fn shields_down(game: &EaHeresy, state: &State, formation: FormationNo) -> u8 {
    with_shields_down(game, state, formation)
        .map(|unit| state.unit(unit).shields_down)
        .fold(0, u8::saturating_add)
}

/// Whether a formation is still to rally in this end phase (EA-10.1).
pub(crate) fn wants_rally(state: &State, formation: FormationNo) -> bool {
    let record = state.formation(formation);
    !record.tried
        && (record.broken || record.markers > 0)
        && state.members(formation).next().is_some()
}

/// The formations of a side that are still to rally.
pub(crate) fn waiting_to_rally(state: &State, seat: Seat) -> Vec<FormationNo> {
    let own = |it: &FormationNo| state.formation(*it).owner == seat;
    let wants = |it: &FormationNo| wants_rally(state, *it);
    state.all_formations().filter(own).filter(wants).collect()
}

/// The modifiers of a rally (EA-10.2).
pub(crate) fn rally_modifier<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    why: &mut E,
) -> i16 {
    let edition = &game.edition;
    let mut sum = 0;
    let mut add = |rule: Rule, amount: i8, says: &str| {
        if amount != 0 {
            why.modifier(rule, amount.into(), || says.to_string());
            sum += i16::from(amount);
        }
    };
    if state.formation(formation).broken {
        add(Rule::RallyTest, edition.rally_broken, "it is broken");
    }
    if enemy_near(game, state, formation) {
        add(Rule::RallyTest, edition.rally_enemy_near, "an enemy is near");
    }
    if wholly_in_enemy_half(game, state, formation)
        && !units::formation_includes(game, state, formation, Traits::VANGUARD)
    {
        add(Rule::RallyTest, edition.rally_in_enemy_half, "all of it is in the enemy's half");
    }
    if wholly_sheltered(game, state, formation) {
        add(Rule::RallyTest, edition.rally_sheltered, "all of it is sheltered");
    }
    let sheet = &game.sheets[formation.index()];
    let character = state
        .members(formation)
        .any(|unit| !units::model_of(game, state, unit).characters.is_empty());
    for id in &sheet.army_rules {
        let special = game.catalog.special(*id);
        add(Rule::Special(*id), special.tests.rally, &special.name);
        if character {
            add(Rule::Special(*id), special.tests.rally_with_character, &special.name);
        }
    }
    sum
}

fn enemy_near(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let owner = state.formation(formation).owner;
    let length = game.edition.rally_enemy;
    let counts = |enemy: &UnitNo| {
        let broken = units::formation(state, *enemy).broken;
        let counted = game.edition.rally_counts_broken_enemies || !broken;
        counted && !units::flies(game, state, *enemy)
    };
    let enemies: Vec<UnitNo> = units::units_of(state, owner.opponent()).filter(counts).collect();
    state.members(formation).any(|unit| {
        let from = Body::Unit(unit);
        enemies.iter().any(|enemy| units::within(game, state, from, Body::Unit(*enemy), length))
    })
}

fn wholly_in_enemy_half(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let own = game.sides[state.formation(formation).owner.index()].half;
    let place = |unit: UnitNo| victory::center_of(game, state, unit);
    let mut places = state.members(formation).filter_map(place).peekable();
    places.peek().is_some() && places.all(|at| game.board.half_of(at) != own)
}

fn wholly_sheltered(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let sheltered = |unit: UnitNo| match state.unit(unit).place {
        Whereabouts::Inside(_) => true,
        Whereabouts::Aboard(transport) => units::model_of(game, state, transport).is_war_engine(),
        _ => false,
    };
    let mut members = state.members(formation).peekable();
    members.peek().is_some() && members.all(sheltered)
}
