//! Zones of control: whose bind a mover, and whether a way keeps clear of them (EA-3.4).

use super::trip::{Plan, PlanLeg, Trip};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::{area, units};
use crate::tables::catalog::Traits;
use smallvec::SmallVec;
use umpire_core::seat::Seat;
use umpire_core::table::{self, Base, Bounds, Leg, Length, SLACK};

/// A zone that binds a mover.
#[derive(Debug, Clone)]
pub(crate) struct Zone<'a> {
    /// Whose it is; a held stronghold has one of its own (EA-6.4.4).
    pub of: Body,
    /// How far it reaches.
    pub reach: Length,
    /// What it surrounds.
    pub area: Area<'a>,
    /// Whether the formation is being engaged by the mover's.
    pub engaged: bool,
}

impl Zone<'_> {
    /// Whether a base is in it; the zone is closed (EA-3.4.1).
    pub(crate) fn holds(&self, base: &Base) -> bool {
        match &self.area {
            Area::Base(other) => table::within(base, other, self.reach),
            Area::Outline(outline) => table::within_outline(base, outline, self.reach),
        }
    }

    fn gap(&self, base: &Base) -> Length {
        match &self.area {
            Area::Base(other) => table::gap(base, other),
            Area::Outline(outline) => table::gap_to_outline(base, outline),
        }
    }

    fn touches(&self, base: &Base) -> bool {
        match &self.area {
            Area::Base(other) => table::touch(base, other),
            Area::Outline(outline) => table::within_outline(base, outline, 0),
        }
    }

    fn first_in(&self, leg: Leg) -> Option<Length> {
        match &self.area {
            Area::Base(other) => table::first_within(leg, other, self.reach),
            Area::Outline(outline) => table::first_within_outline(leg, outline, self.reach),
        }
    }

    fn never_nearer(&self, leg: Leg) -> bool {
        match &self.area {
            Area::Base(other) => table::never_nearer(leg, other),
            Area::Outline(outline) => table::never_nearer_outline(leg, outline),
        }
    }
}

/// Where a way offends against a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Offence {
    /// Which of the zones.
    pub zone: usize,
    /// On which leg.
    pub leg: usize,
    /// How far on that leg.
    pub travelled: Length,
    /// Whether it started in the zone and came nearer.
    pub nearer: bool,
}

/// How a way stands to the zones around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Course {
    /// The first offence, where no charge excuses it.
    pub offence: Option<Offence>,
    /// Whom the way charges, so that no zone binds its end (EA-3.4.7).
    pub charging: Option<Body>,
    /// Units in whose zones it started.
    pub started: UnitSet,
    /// A zone it started in and is still in at its end.
    pub still_in: Option<usize>,
}

/// The zones that bind a side's moves of a kind (EA-3.4.6), on the whole table or near bounds.
/// `mover` ignores the formations it charges where it infiltrates (EA-3.4.5).
pub(crate) fn live_zones<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    mover: UnitNo,
    kind: MoveKind,
    near: Option<Bounds>,
) -> Vec<Zone<'a>> {
    if kind == MoveKind::Withdraw && game.edition.withdrawal_crosses_enemies {
        return Vec::new();
    }
    let infiltrates =
        kind == MoveKind::Charge && units::unit_has(game, state, mover, Traits::INFILTRATORS);
    let ignores = |formation: FormationNo| {
        infiltrates && is_engaged(state, formation)
            || kind == MoveKind::CounterCharge && is_in_assault(state, formation)
    };
    zones_of(game, state, state.owner(mover).opponent(), near, ignores)
}

/// The zones that units and strongholds of a side have (EA-3.4.6), but for formations that a
/// mover ignores, on the whole table or near bounds.
pub(crate) fn zones_of<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    side: Seat,
    near: Option<Bounds>,
    ignores: impl Fn(FormationNo) -> bool,
) -> Vec<Zone<'a>> {
    let mut zones = Vec::new();
    let dead =
        |formation: FormationNo| state.formation(formation).broken && !game.edition.broken_zoc;
    for (number, unit) in state.units.iter().enumerate() {
        let Whereabouts::Table(at) = unit.place else { continue };
        if state.formation(unit.formation).owner != side || dead(unit.formation) {
            continue;
        }
        let (model, number) = (units::model(game, unit), UnitNo(number as u16));
        let reach = units::zone_reach(game, state, number);
        let far = near.is_some_and(|near| !near.wider(reach + model.reach + SLACK + 1).holds(at));
        if far || model.is_aircraft() || ignores(unit.formation) {
            continue;
        }
        let of = Body::Unit(number);
        if !is_contacted(game, state, side, of) {
            let area = Area::Base(model.base(at, unit.facing));
            let engaged = is_engaged(state, unit.formation);
            zones.push(Zone { of, reach, area, engaged });
        }
    }
    add_stronghold_zones(game, state, side, near, &|it| ignores(it) || dead(it), &mut zones);
    zones
}

/// The zones of strongholds that a side holds (EA-6.4.4).
fn add_stronghold_zones<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    side: Seat,
    near: Option<Bounds>,
    idle: &dyn Fn(FormationNo) -> bool,
    zones: &mut Vec<Zone<'a>>,
) {
    let reach = game.edition.zone_of_control;
    for stronghold in &state.strongholds {
        let outline = &game.board.piece(stronghold.piece).outline;
        let far = near.is_some_and(|near| !near.wider(reach + SLACK + 1).meets(outline.bounds()));
        if far || units::walls(game, state, stronghold.piece).is_none() {
            continue;
        }
        let inside = units::formations_in(state, stronghold.piece);
        let mut holders = inside.iter().filter(|it| state.formation(**it).owner == side);
        if holders.clone().all(|formation| idle(*formation)) {
            continue;
        }
        let of = Body::Stronghold(stronghold.piece);
        if !is_contacted(game, state, side, of) {
            let area = Area::Outline(outline);
            let engaged = holders.any(|formation| is_engaged(state, *formation));
            zones.push(Zone { of, reach, area, engaged });
        }
    }
}

/// Whether a formation is being engaged.
pub(crate) fn is_engaged(state: &State, formation: FormationNo) -> bool {
    state.assault.as_ref().is_some_and(|assault| assault.defenders.contains(&formation))
}

fn is_in_assault(state: &State, formation: FormationNo) -> bool {
    state.assault.as_ref().is_some_and(|assault| {
        assault.attackers.contains(&formation) || assault.defenders.contains(&formation)
    })
}

/// Whether chargers touch a body of a side, which then has no zone (EA-3.4.2); a war engine and a
/// stronghold lose theirs to as many as their starting damage capacity. Invaders are chargers
/// that touched it (EA-6.4.4, EA-8.8.14).
fn is_contacted(game: &EaHeresy, state: &State, side: Seat, of: Body) -> bool {
    let Some(assault) = &state.assault else { return false };
    if state.attacking_seat() == side {
        return false; // They are the chargers.
    }
    let needed = match of {
        Body::Unit(unit) => units::model_of(game, state, unit).counts_as,
        Body::Stronghold(piece) => {
            units::walls(game, state, piece).map_or(1, |walls| walls.damage_capacity)
        }
    };
    let touches = |charger: UnitNo| match (state.unit(charger).place, of) {
        (Whereabouts::Table(_), _) => {
            area::measured_within(game, state, Body::Unit(charger), of, 0)
        }
        (Whereabouts::Inside(inside), Body::Stronghold(piece)) => {
            inside == piece && assault.invaders.contains(charger)
        }
        _ => false,
    };
    let chargers = assault.attackers.iter().flat_map(|it| state.members(*it));
    let touching: u16 = chargers
        .filter(|charger| touches(*charger))
        .map(|charger| u16::from(units::model_of(game, state, charger).counts_as))
        .sum();
    touching >= u16::from(needed.max(1))
}

/// The enemies whom a formation's charge may be against: living units of the engaged
/// formations, by their number.
pub(crate) fn charge_targets(state: &State) -> SmallVec<[UnitNo; 16]> {
    let Some(assault) = &state.assault else { return SmallVec::new() };
    let engaged = |unit: &UnitNo| assault.defenders.contains(&state.unit(*unit).formation);
    state.all_units().filter(|unit| state.unit(*unit).alive() && engaged(unit)).collect()
}

/// The strongholds that those hold who are engaged.
pub(crate) fn held_by_engaged(state: &State) -> impl Iterator<Item = PieceNo> + '_ {
    let pieces = state.strongholds.iter().map(|stronghold| stronghold.piece);
    pieces.filter(|piece| {
        units::formations_in(state, *piece).iter().any(|formation| is_engaged(state, *formation))
    })
}

/// Whether a unit on the table stands in an enemy's live zone (EA-3.4.3, EA-6.4.2).
pub(crate) fn stands_in_enemy_zone(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    zone_it_stands_in(game, state, unit, MoveKind::Action).is_some()
}

/// The live zone that a unit on the table stands in, as its body.
pub(crate) fn zone_it_stands_in(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    kind: MoveKind,
) -> Option<Body> {
    let Whereabouts::Table(at) = state.unit(unit).place else { return None };
    let reach = units::model_of(game, state, unit).reach;
    let near = Bounds { low: at, high: at }.wider(reach);
    let zones = live_zones(game, state, unit, kind, Some(near));
    if zones.is_empty() {
        return None;
    }
    let base = units::base_of(game, state, unit)?;
    zones.iter().find(|zone| zone.holds(&base)).map(|zone| zone.of)
}

/// A stronghold's enemies may be near: zones that reach it bind nobody who goes in (EA-6.4.5).
fn reaches_piece(game: &EaHeresy, zone: &Zone, piece: PieceNo) -> bool {
    zone.area.within(&Area::Outline(&game.board.piece(piece).outline), zone.reach)
}

impl Trip<'_> {
    /// How a way stands to the zones around it; `enters` is the stronghold at its end.
    pub(crate) fn course(&self, plan: &Plan, enters: Option<PieceNo>) -> Course {
        let zones = &self.around.zones;
        let mut course = Course::default();
        if zones.is_empty() {
            return course;
        }
        let bound: SmallVec<[bool; 8]> = zones
            .iter()
            .map(|zone| enters.is_none_or(|piece| !reaches_piece(self.game, zone, piece)))
            .collect();
        let start = plan.first();
        let mut leaving: SmallVec<[bool; 8]> = zones
            .iter()
            .map(|zone| match (&self.stopped, zone.of) {
                (Some(stopped), Body::Unit(unit)) => stopped.leaving.contains(unit),
                _ => !plan.disembarks && zone.holds(start),
            })
            .collect();
        for (zone, leaves) in zones.iter().zip(&leaving) {
            if let (Body::Unit(unit), true) = (zone.of, leaves) {
                course.started.insert(unit);
            }
        }
        let committed = self.stopped.and_then(|stopped| stopped.charging);
        let closing = match committed {
            Some(body) => zones
                .iter()
                .find(|zone| zone.of == body && zone.touches(&plan.end))
                .map(|zone| zone.of),
            None => self.closes(plan, start, None),
        };
        if closing.is_some() {
            course.charging = closing;
            return course;
        }
        let offence = self.first_offence(plan, &bound, &mut leaving);
        if let Some(offence) = offence {
            let leg = Leg { base: &plan.legs[offence.leg].base, to: plan.legs[offence.leg].to };
            course.charging = self.closes(plan, &leg.after(offence.travelled), Some(offence.zone));
            if course.charging.is_none() {
                course.offence = Some(offence);
            }
        }
        if course.charging.is_none() {
            course.still_in = leaving.iter().position(|leaves| *leaves);
        }
        course
    }

    /// Whom a charge that is at a place goes on to: the nearest of those in whose zones that is,
    /// where the way ends in contact with it (EA-3.4.7). The zone entered there holds it, however
    /// the place is rounded to the grid.
    fn closes(&self, plan: &Plan, at: &Base, entered: Option<usize>) -> Option<Body> {
        if self.kind != MoveKind::Charge {
            return None;
        }
        let holders: SmallVec<[(&Zone, Length); 4]> = self
            .around
            .zones
            .iter()
            .enumerate()
            .filter(|(number, zone)| entered == Some(*number) || zone.holds(at))
            .map(|(_, zone)| (zone, zone.gap(at)))
            .collect();
        let nearest = holders.iter().map(|(_, gap)| *gap).min()?;
        holders
            .iter()
            .filter(|(zone, gap)| *gap <= nearest + SLACK && zone.engaged)
            .find(|(zone, _)| zone.touches(&plan.end))
            .map(|(zone, _)| zone.of)
    }

    /// Whether a leg comes into no zone, and no nearer to what has the zones it begins in.
    pub(crate) fn keeps_out(&self, leg: &PlanLeg) -> bool {
        let sliding = leg.leg();
        self.around.zones.iter().all(|zone| match zone.holds(&leg.base) {
            true => zone.never_nearer(sliding),
            false => zone.first_in(sliding).is_none(),
        })
    }

    /// The first place of a way that EA-3.4.4 forbids outside charges.
    fn first_offence(&self, plan: &Plan, bound: &[bool], leaving: &mut [bool]) -> Option<Offence> {
        for (number, leg) in plan.legs.iter().enumerate() {
            let sliding = Leg { base: &leg.base, to: leg.to };
            let mut first: Option<Offence> = None;
            for (at, zone) in self.around.zones.iter().enumerate() {
                let travelled = if !bound[at] {
                    None
                } else if leaving[at] {
                    (!zone.never_nearer(sliding)).then_some(0)
                } else {
                    zone.first_in(sliding)
                };
                if let Some(travelled) = travelled
                    && first.is_none_or(|first| travelled < first.travelled)
                {
                    first = Some(Offence { zone: at, leg: number, travelled, nearer: leaving[at] });
                }
            }
            if first.is_some() {
                return first;
            }
            let end = sliding.end();
            for (at, zone) in self.around.zones.iter().enumerate() {
                leaving[at] = leaving[at] && zone.holds(&end);
            }
        }
        let into = (0..self.around.zones.len())
            .find(|at| bound[*at] && !leaving[*at] && self.around.zones[*at].holds(&plan.end))?;
        let leg = plan.legs.len() - 1;
        let travelled = plan.legs[leg].length;
        Some(Offence { zone: into, leg, travelled, nearer: false })
    }
}
