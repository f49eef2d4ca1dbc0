//! Cover of what is shot at: ground, overwatch, vehicles, hull down, and the save it gives (EA-5.4 to EA-5.8).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, PieceNo, Stance, State, UnitNo, UnitSet, Whereabouts};
use crate::position::units;
use crate::rules::sight;
use crate::tables::catalog::{Sight, Traits, UnitType};
use crate::tables::edition::{HullDown, OverwatchCover};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::table::{Length, Outline};

/// Why a body is in cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// It is in ground that gives cover (EA-5.5).
    Ground(PieceNo),
    /// It waits on overwatch (EA-5.6).
    Overwatch,
    /// It hides at a vehicle (EA-5.7).
    Vehicle,
    /// It is in ground that blocks sight (EA-5.8).
    Inside(PieceNo),
    /// It is partly hidden from those who fire (EA-5.8, EA-4.11), or they see each other only over
    /// ground as near to one as to the other (EA-4.5.2).
    Behind,
}

/// The cover of a body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cover {
    /// Its cover save n+; 0 for none.
    pub save: u8,
    /// Why it is in cover; none where it is not.
    pub causes: SmallVec<[Cause; 4]>,
}

impl Cover {
    /// Whether it is harder to hit.
    pub fn in_cover(&self) -> bool {
        !self.causes.is_empty()
    }
}

impl Cause {
    /// Its rule.
    pub fn rule(self) -> Rule {
        match self {
            Cause::Ground(_) => Rule::InCover,
            Cause::Overwatch => Rule::OverwatchCover,
            Cause::Vehicle => Rule::VehiclesAsCover,
            Cause::Inside(_) | Cause::Behind => Rule::HullDown,
        }
    }
}

/// The cover of a body against the units that fire at it and see it. `hiding` are the units that
/// claim the cover of vehicles; being hidden in part counts only where `obscured` says so (EA-7.11).
pub fn cover(
    game: &EaHeresy,
    state: &State,
    body: Body,
    firers: impl FnOnce() -> UnitSet,
    hiding: &UnitSet,
    obscured: bool,
) -> Cover {
    let mut cover = match body {
        Body::Unit(unit) => own_cover(game, state, unit),
        Body::Stronghold(_) => Cover::default(),
    };
    if let Body::Unit(unit) = body
        && hiding.contains(unit)
    {
        cover.causes.push(Cause::Vehicle);
    }
    if !cover.in_cover() && obscured && is_behind(game, state, body, &firers()) {
        cover.causes.push(Cause::Behind);
    }
    cover
}

/// What a cause of cover is, in words.
pub fn cover_words(game: &EaHeresy, cause: Cause) -> String {
    match cause {
        Cause::Ground(piece) => format!("in `{}`", units::piece_name(game, piece)),
        Cause::Overwatch => "on overwatch".to_string(),
        Cause::Vehicle => "hiding at a vehicle".to_string(),
        Cause::Inside(piece) => format!("hull down in `{}`", units::piece_name(game, piece)),
        Cause::Behind => "partly hidden".to_string(),
    }
}

/// Whether a unit is hidden by nothing but Towering ground (EA-4.10).
fn is_tall_unit(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let model = units::model_of(game, state, unit);
    model.kind == UnitType::SupportCraft
        || model.traits.any(Traits::TOWERING | Traits::SUPPORT_CRAFT)
}

/// The cover of a unit that does not depend on who fires, but for vehicles: ground and overwatch.
pub fn own_cover(game: &EaHeresy, state: &State, unit: UnitNo) -> Cover {
    let mut cover = Cover::default();
    let model = units::model_of(game, state, unit);
    let on_table = matches!(state.unit(unit).place, Whereabouts::Table(_));
    if !on_table || model.is_aircraft() || is_tall_unit(game, state, unit) {
        return cover;
    }
    let foot = is_foot(game, state, unit);
    let pieces = units::pieces_under(game, state, unit);
    let better = |old: u8, new: u8| if old == 0 || new > 0 && new < old { new } else { old };
    for &piece in &pieces {
        let row = units::terrain_of(game, state, piece);
        if shelters(game, state, unit, piece) {
            let save = if foot { row.cover_save } else { row.effects.vehicle_cover_save };
            cover.save = better(cover.save, save);
            cover.causes.push(Cause::Ground(piece));
        } else if matches!(row.sight, Sight::Area | Sight::Complete) {
            cover.causes.push(Cause::Inside(piece));
        }
    }
    let waits = matches!(units::formation(state, unit).stance, Stance::Overwatch { .. });
    let open = || pieces.iter().all(|piece| units::terrain_of(game, state, *piece).open);
    let everywhere = game.edition.overwatch_cover == OverwatchCover::Everywhere;
    if foot && waits && (everywhere || open()) {
        cover.save = better(cover.save, game.edition.overwatch_cover_save);
        cover.causes.push(Cause::Overwatch);
    }
    cover
}

/// Whether a unit takes cover as infantry does: Mounted infantry does not (EA-1.9).
pub(crate) fn is_foot(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let model = units::model_of(game, state, unit);
    model.kind == UnitType::Infantry && !model.has(Traits::MOUNTED)
}

/// Whether a unit has what ground gives to those in it: it shelters such units, and this one
/// finds room.
pub(crate) fn shelters(game: &EaHeresy, state: &State, unit: UnitNo, piece: PieceNo) -> bool {
    is_sheltered_by(game, state, unit, piece) && finds_room(game, state, unit, piece)
}

/// Whether ground shelters units such as this one (EA-5.4, EA-5.5, EA-5.12).
fn is_sheltered_by(game: &EaHeresy, state: &State, unit: UnitNo, piece: PieceNo) -> bool {
    let row = units::terrain_of(game, state, piece);
    if is_foot(game, state, unit) {
        row.cover_save > 0
    } else {
        row.in_cover[units::model_of(game, state, unit).column as usize]
    }
}

/// Whether ground that shelters only so many units has room for this one: the first
/// by their numbers.
fn finds_room(game: &EaHeresy, state: &State, unit: UnitNo, piece: PieceNo) -> bool {
    let effects = &units::terrain_of(game, state, piece).effects;
    let by_length = effects
        .centimetres_for_each
        .filter(|each| *each > 0)
        .map(|each| (length_of(&game.board.piece(piece).outline) / each).max(1) as usize);
    let Some(room) = effects.capacity.map(usize::from).or(by_length) else { return true };
    let outline = &game.board.piece(piece).outline;
    let before = state.all_units().take_while(|other| *other != unit).filter(|other| {
        let Whereabouts::Table(at) = state.unit(*other).place else { return false };
        is_sheltered_by(game, state, *other, piece) && outline.holds(at)
    });
    before.count() < room
}

/// Whether a body is hull down behind ground, as all who fire at it see it, or as one does (EA-5.8).
fn is_behind(game: &EaHeresy, state: &State, body: Body, firers: &UnitSet) -> bool {
    let flies = |body: Body| match body {
        Body::Unit(unit) => units::model_of(game, state, unit).is_aircraft(),
        Body::Stronghold(_) => false,
    };
    if flies(body) || firers.is_empty() {
        return false;
    }
    let tall = matches!(body, Body::Unit(unit) if is_tall_unit(game, state, unit));
    let hidden = |firer: UnitNo| {
        let from = Body::Unit(firer);
        !flies(from)
            && (sight::obscured(game, state, from, body).is_some()
                || !tall && sight::sight_tied(game, state, from, body))
    };
    let mut firing = firers.iter();
    match game.edition.hull_down {
        HullDown::All => firing.all(hidden),
        HullDown::Any => firing.any(hidden),
    }
}

/// The vehicles of its side that a unit of infantry touches and may hide at, by their numbers
/// (EA-5.7).
fn shields_touched(game: &EaHeresy, state: &State, unit: UnitNo) -> SmallVec<[UnitNo; 4]> {
    let mut found = SmallVec::new();
    let Some(own) = units::base_of(game, state, unit) else { return found };
    let bounds = own.bounds().wider(2);
    for vehicle in units::units_of(state, state.owner(unit)) {
        let Whereabouts::Table(at) = state.unit(vehicle).place else { continue };
        let model = units::model_of(game, state, vehicle);
        let shelters = matches!(model.kind, UnitType::ArmouredVehicle | UnitType::WarEngine)
            && !model.has(Traits::SUPPORT_CRAFT)
            && !state.unit(vehicle).popped_up;
        if !shelters {
            continue;
        }
        let reach = model.reach + 1;
        let near = bounds.wider(reach).holds(at);
        if near && units::in_contact(game, state, unit, vehicle) {
            found.push(vehicle);
        }
    }
    found
}

/// Infantry of the target that touches vehicles, and so could hide at them.
pub(crate) fn could_hide(game: &EaHeresy, state: &State, bodies: &[Body]) -> Vec<UnitNo> {
    let units = bodies.iter().filter_map(|body| match body {
        Body::Unit(unit) => Some(*unit),
        Body::Stronghold(_) => None,
    });
    units
        .filter(|unit| is_foot(game, state, *unit))
        .filter(|unit| !shields_touched(game, state, *unit).is_empty())
        .collect()
}

/// As many of these units as find room at the vehicles they touch, the first ones first: two at
/// a vehicle, two for each point of damage capacity at a war engine (EA-5.7).
pub(crate) fn hiding(game: &EaHeresy, state: &State, units: &[UnitNo]) -> UnitSet {
    let mut taken: Vec<(UnitNo, UnitNo)> = Vec::new();
    let touched: Vec<_> = units.iter().map(|unit| shields_touched(game, state, *unit)).collect();
    for at in 0..units.len() {
        find_shield(game, state, units, &touched, at, &mut taken, &mut UnitSet::default());
    }
    taken.into_iter().map(|(unit, _)| unit).collect()
}

/// Finds a vehicle for one unit, moving others to other vehicles where that makes room.
fn find_shield(
    game: &EaHeresy,
    state: &State,
    units: &[UnitNo],
    touched: &[SmallVec<[UnitNo; 4]>],
    at: usize,
    taken: &mut Vec<(UnitNo, UnitNo)>,
    tried: &mut UnitSet,
) -> bool {
    for &vehicle in &touched[at] {
        if !tried.insert(vehicle) {
            continue;
        }
        let model = units::model_of(game, state, vehicle);
        let room = 2 * usize::from(model.counts_as);
        let here: Vec<usize> =
            (0..taken.len()).filter(|place| taken[*place].1 == vehicle).collect();
        if here.len() < room {
            taken.push((units[at], vehicle));
            return true;
        }
        for place in here {
            let (other, _) = taken[place];
            let Some(other_at) = units.iter().position(|unit| *unit == other) else { continue };
            taken.remove(place);
            if find_shield(game, state, units, touched, other_at, taken, tried) {
                taken.push((units[at], vehicle));
                return true;
            }
            taken.insert(place, (other, vehicle));
        }
    }
    false
}

/// How long a narrow piece is: half of its circumference without its two short sides.
fn length_of(outline: &Outline) -> Length {
    let sides: Vec<Length> = outline.edges().map(|(a, b)| a.distance_to(b)).collect();
    let whole: Length = sides.iter().sum();
    let short = sides.iter().min().copied().unwrap_or(0);
    whole / 2 - short
}
