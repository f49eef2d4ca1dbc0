//! Where units are, how far apart, what they are: the questions that every step asks of a position.

use crate::position::amendment::Answer;
use crate::position::area;
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::model::{Model, hits_promised};
use crate::position::state::{
    Body, Formation, FormationNo, PieceNo, State, Unit, UnitNo, Whereabouts,
};
use crate::tables::catalog::{Stronghold, Terrain, Traits};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::seat::Seat;
use umpire_core::table::{Base, Length, Point};

/// A unit's model.
pub fn model<'g>(game: &'g EaHeresy, unit: &Unit) -> &'g Model {
    &game.models[unit.model.index()]
}

/// The model of a unit by its number.
pub fn model_of<'g>(game: &'g EaHeresy, state: &State, unit: UnitNo) -> &'g Model {
    model(game, state.unit(unit))
}

/// Whether a unit has a special rule, by itself or by its army.
pub fn unit_has(game: &EaHeresy, state: &State, unit: UnitNo, traits: Traits) -> bool {
    let sheet = game.sheets.get(state.unit(unit).formation.index());
    let whole = sheet.map_or(Traits::NONE, |sheet| sheet.traits);
    whole.with(model_of(game, state, unit).traits).has(traits)
}

/// Whether every living unit of a formation has a special rule, by itself or by its army.
pub fn formation_has(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    traits: Traits,
) -> bool {
    let mut members = state.members(formation).peekable();
    members.peek().is_some() && members.all(|unit| unit_has(game, state, unit, traits))
}

/// Whether any living unit of a formation has a special rule, by itself or by its army.
pub fn formation_includes(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    traits: Traits,
) -> bool {
    state.members(formation).any(|unit| unit_has(game, state, unit, traits))
}

/// How many units a formation counts as (EA-1.7); a stronghold adds nothing (EA-1.7.1).
pub fn size(game: &EaHeresy, state: &State, formation: FormationNo) -> u16 {
    state.members(formation).map(|unit| u16::from(model_of(game, state, unit).counts_as)).sum()
}

/// The row of a piece's terrain; of a ruin's, once it is one.
pub fn terrain_of<'g>(game: &'g EaHeresy, state: &State, piece: PieceNo) -> &'g Terrain {
    let row = &game.terrain[game.board.piece(piece).terrain.index()];
    match row.becomes {
        Some(ruin) if is_ruined(game, state, piece) => &game.terrain[ruin.index()],
        _ => row,
    }
}

/// What a stronghold is as a unit; nothing for other ground and for ruins.
pub fn walls<'g>(game: &'g EaHeresy, state: &State, piece: PieceNo) -> Option<&'g Stronghold> {
    terrain_of(game, state, piece).stronghold.as_ref()
}

/// Whether a piece is a stronghold in ruins (EA-6.9.1).
pub fn is_ruined(game: &EaHeresy, state: &State, piece: PieceNo) -> bool {
    let capacity = game.terrain[game.board.piece(piece).terrain.index()].stronghold;
    let damage = state.stronghold(piece).map(|stronghold| stronghold.damage);
    matches!((capacity, damage), (Some(walls), Some(damage)) if damage >= walls.damage_capacity)
}

/// The base of a unit that stands on the table; a passenger's is its transport's.
pub fn base_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Base> {
    let unit = state.unit(state.carrier(unit));
    match unit.place {
        Whereabouts::Table(at) => Some(model(game, unit).base(at, unit.facing)),
        _ => None,
    }
}

/// What a unit takes up: its base, or the outline of the stronghold it is in.
pub fn area_of<'g>(game: &'g EaHeresy, state: &State, unit: UnitNo) -> Option<Area<'g>> {
    match state.unit(unit).place {
        Whereabouts::Inside(piece) => Some(Area::Outline(&game.board.piece(piece).outline)),
        _ => base_of(game, state, unit).map(Area::Base),
    }
}

/// What a body takes up.
pub fn area<'g>(game: &'g EaHeresy, state: &State, body: Body) -> Option<Area<'g>> {
    match body {
        Body::Unit(unit) => area_of(game, state, unit),
        Body::Stronghold(piece) => Some(Area::Outline(&game.board.piece(piece).outline)),
    }
}

/// The distance between two bodies, edge to edge, as measured; the judge's answers are about
/// single lengths, and [`within`] heeds them.
pub fn distance(game: &EaHeresy, state: &State, a: Body, b: Body) -> Option<Length> {
    let (from, to) = (area(game, state, a)?, area(game, state, b)?);
    Some(from.gap(&to))
}

/// How far two units are from each other, or what they are in.
pub(crate) fn gap(game: &EaHeresy, state: &State, a: UnitNo, b: UnitNo) -> Option<Length> {
    Some(area_of(game, state, a)?.gap(&area_of(game, state, b)?))
}

/// Whether two bodies are within a length; the judge's word counts.
pub fn within(game: &EaHeresy, state: &State, a: Body, b: Body, length: Length) -> bool {
    if let Some(answer) = judged_range(state, a, b, length) {
        return answer;
    }
    area::measured_within(game, state, a, b, length)
}

/// Whether two units are in base contact. Occupants touch what touches their stronghold.
pub fn in_contact(game: &EaHeresy, state: &State, a: UnitNo, b: UnitNo) -> bool {
    area::measured_within(game, state, Body::Unit(a), Body::Unit(b), 0)
}

/// Whether a unit flies in for one mission. It is gone after its action (EA-12.2), so it holds no
/// ground and threatens nobody there (EA-13.12).
pub(crate) fn flies(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    model_of(game, state, unit).is_aircraft()
}

/// How a unit is called.
pub fn unit_name(game: &EaHeresy, unit: UnitNo) -> &str {
    game.unit_names.get(unit.index()).map_or("?", String::as_str)
}

/// How a formation is called.
pub fn formation_name(game: &EaHeresy, formation: FormationNo) -> &str {
    game.sheets.get(formation.index()).map_or("?", |sheet| &sheet.name)
}

/// How a piece of ground is called.
pub fn piece_name(game: &EaHeresy, piece: PieceNo) -> &str {
    game.board.pieces.get(piece.index()).map_or("?", |piece| &piece.name)
}

/// How a body is called.
pub fn body_name(game: &EaHeresy, body: Body) -> &str {
    match body {
        Body::Unit(unit) => unit_name(game, unit),
        Body::Stronghold(piece) => piece_name(game, piece),
    }
}

/// The strongholds that are part of a formation (EA-6.6.1), each once: it has units inside that do
/// not invade there (EA-8.8.3).
pub fn strongholds_of(state: &State, formation: FormationNo) -> SmallVec<[PieceNo; 4]> {
    let mut pieces = SmallVec::new();
    for unit in state.members(formation).filter(|unit| !state.invades(*unit)) {
        if let Whereabouts::Inside(piece) = state.unit(unit).place
            && !pieces.contains(&piece)
        {
            pieces.push(piece);
        }
    }
    pieces
}

/// The formations with units in a stronghold (EA-6.2.5), each once.
pub fn formations_in(state: &State, piece: PieceNo) -> SmallVec<[FormationNo; 4]> {
    formations_of(state, state.occupants(piece))
}

/// The formations that a stronghold is part of (EA-6.6.1), each once: not those of its invaders.
pub(crate) fn garrison(state: &State, piece: PieceNo) -> SmallVec<[FormationNo; 4]> {
    formations_of(state, state.occupants(piece).filter(|unit| !state.invades(*unit)))
}

/// The formations of units, each once.
fn formations_of(state: &State, units: impl Iterator<Item = UnitNo>) -> SmallVec<[FormationNo; 4]> {
    let mut formations = SmallVec::new();
    for unit in units {
        let formation = state.unit(unit).formation;
        if !formations.contains(&formation) {
            formations.push(formation);
        }
    }
    formations
}

/// The pieces that a unit's middle lies in or on (EA-1.6.3); none for one inside a stronghold.
pub fn pieces_under(game: &EaHeresy, state: &State, unit: UnitNo) -> SmallVec<[PieceNo; 4]> {
    match state.unit(unit).place {
        Whereabouts::Table(at) => game.board.at(at).collect(),
        _ => SmallVec::new(),
    }
}

/// Whether a formation may act or shoot at all: it has a living unit on the table.
pub fn on_table(state: &State, formation: FormationNo) -> bool {
    state.members(formation).any(|unit| match state.unit(state.carrier(unit)).place {
        Whereabouts::Table(_) => true,
        Whereabouts::Inside(_) => state.carrier(unit) == unit,
        _ => false,
    })
}

/// Living units of a side that are on the table, inside strongholds and transports too.
pub fn units_of<'a>(state: &'a State, seat: Seat) -> impl Iterator<Item = UnitNo> + 'a {
    state.all_units().filter(move |unit| {
        state.owner(*unit) == seat
            && !matches!(state.unit(*unit).place, Whereabouts::Off | Whereabouts::Destroyed)
    })
}

/// What the judge measured between two bodies, if that decides a length.
pub(crate) fn judged_range(state: &State, a: Body, b: Body, length: Length) -> Option<bool> {
    state.answers.iter().rev().find_map(|answered| match answered.says {
        Answer::Within { length: about, yes }
            if answered.is_about(a, b) && (about == length || (about < length) == yes) =>
        {
            Some(yes)
        }
        _ => None,
    })
}

/// How far a unit's zone of control reaches (EA-3.4, EA-1.5.2).
pub fn zone_reach(game: &EaHeresy, state: &State, unit: UnitNo) -> Length {
    if unit_has(game, state, unit, Traits::SCOUT) {
        game.edition.scout_zone_of_control
    } else {
        game.edition.zone_of_control
    }
}

/// How far apart units of a formation may be: a unit's own distance (EA-1.5, EA-1.5.1, EA-1.5.2).
pub fn coherency_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Length {
    let model = model_of(game, state, unit);
    if model.has(Traits::SCOUT) {
        game.edition.scout_coherency
    } else if model.has(Traits::SKIRMISHER) {
        game.edition.skirmisher_coherency
    } else if model.is_war_engine() {
        game.edition.coherency * Length::from(model.damage_capacity)
    } else {
        game.edition.coherency
    }
}

/// The nearest enemy of a side to a body, and how far it is.
pub fn nearest_enemy(
    game: &EaHeresy,
    state: &State,
    of: Seat,
    from: Body,
    counts: impl Fn(UnitNo) -> bool,
) -> Option<(UnitNo, Length)> {
    let enemies = units_of(state, of.opponent()).filter(|unit| counts(*unit));
    match area::nearest(game, state, from, enemies.map(Body::Unit))? {
        (Body::Unit(unit), gap) => Some((unit, gap)),
        (Body::Stronghold(_), _) => None,
    }
}

/// How much a unit would be missed: the least is given first where a rule takes one of several and
/// its owner is not asked. In this order: whether its loss counts as one, whether it leads or
/// carries others, how many units it counts as, and how many hits its blows promise.
pub(crate) type Dearness = (bool, bool, u8, u16);

/// How much a unit would be missed by its owner.
pub(crate) fn dearness(game: &EaHeresy, state: &State, unit: UnitNo) -> Dearness {
    const LEADING: Traits = Traits::LEADER
        .with(Traits::COMMANDER)
        .with(Traits::SUPREME_COMMANDER)
        .with(Traits::INSPIRING)
        .with(Traits::PRIMARCH);
    let model = model_of(game, state, unit);
    let leads = !model.characters.is_empty() || model.traits.any(LEADING);
    let carries = state.passengers(unit).next().is_some();
    let promised = hits_promised(&model.close_attacks, model.close_combat)
        .saturating_add(hits_promised(&model.fire_attacks, model.firefight));
    let counts = !unit_has(game, state, unit, Traits::EXPENDABLE);
    (counts, leads || carries, model.counts_as, promised)
}

/// Who owns the formation, and its record.
pub fn formation(state: &State, unit: UnitNo) -> &Formation {
    state.formation(state.unit(unit).formation)
}

/// The rule that an order is.
pub fn order_rule(order: crate::position::action::Order) -> Rule {
    use crate::position::action::Order;
    match order {
        Order::Advance => Rule::Advance,
        Order::Engage => Rule::Engage,
        Order::Double => Rule::Double,
        Order::March => Rule::March,
        Order::Marshal => Rule::Marshal,
        Order::Overwatch => Rule::OverwatchAction,
        Order::SustainedFire => Rule::SustainedFire,
        Order::Hold => Rule::Hold,
    }
}

/// Where the middle of a unit is, if its base is on the table.
pub fn middle_of(state: &State, unit: UnitNo) -> Option<Point> {
    match state.unit(state.carrier(unit)).place {
        Whereabouts::Table(at) => Some(at),
        _ => None,
    }
}

/// The rule of a special rule by its key.
pub(crate) fn special_rule(game: &EaHeresy, key: &str, otherwise: Rule) -> Rule {
    game.catalog.special_named(key).map_or(otherwise, Rule::Special)
}
