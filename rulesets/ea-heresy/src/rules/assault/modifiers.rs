//! What each side adds to its dice for the result of an assault (EA-8.7).

use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, UnitNo};
use crate::position::step::Assault;
use crate::position::units;
use crate::rules::assault::melee;
use crate::rules::rolls::shown;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::dice::Face;
use umpire_core::seat::Seat;

/// One condition of the modifier table that holds for a side.
type Condition = (Rule, i8, &'static str);

/// The two dice of each side.
pub(crate) fn of_both(faces: &[Face]) -> [&[Face]; 2] {
    [0, 1].map(|seat| faces.get(2 * seat..2 * seat + 2).unwrap_or(&[]))
}

/// The higher die of each side with what it adds, and who wins by that.
pub(crate) fn decided(adds: [i16; 2], faces: &[Face]) -> ([i16; 2], Option<Seat>) {
    let rolled = of_both(faces);
    let highest = |seat: usize| rolled[seat].iter().copied().max().unwrap_or(0);
    let totals = [0, 1].map(|seat| shown(highest(seat)) + adds[seat]);
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Equal => None,
        order => Some(Seat(u8::from(order.is_lt()))),
    };
    (totals, winner)
}

/// How many units a side counts in the result (EA-8.7.3, EA-8.8.9).
fn headcount(game: &EaHeresy, state: &State, assault: &Assault, seat: Seat) -> u16 {
    let units = assault.side(state, seat).iter().flat_map(|it| state.members(*it));
    let count = |unit: UnitNo| {
        let model = units::model_of(game, state, unit);
        let times = if model.has(Traits::DAEMONIC) { 2 } else { 1 };
        times * u16::from(model.counts_as)
    };
    let walls = melee::standing_walls(game, state, seat).filter(|piece| {
        let (_, occupants) = melee::inside(state, *piece);
        occupants.iter().any(|unit| state.owner(*unit) == seat && assault.involved.contains(*unit))
    });
    let walls = walls.filter_map(|piece| units::walls(game, state, piece));
    units.map(count).sum::<u16>() + walls.map(|it| u16::from(it.damage_capacity)).sum::<u16>()
}

/// Blast markers of a side as its opponent counts them (EA-8.7.4).
fn weighed_markers(game: &EaHeresy, state: &State, side: &[FormationNo]) -> u16 {
    let weigh = |it: &FormationNo| {
        let record = state.formation(*it);
        // What waits for a second marker of the Dauntless is no marker it has (EA-9.3.1).
        let markers = if record.broken { 0 } else { u16::from(record.markers) };
        let fearless = units::formation_has(game, state, *it, Traits::KNOW_NO_FEAR);
        if fearless && markers > 0 { (markers / 2).max(1) } else { markers }
    };
    side.iter().map(weigh).sum()
}

/// Whether a side is broken, or has more blast markers than units (EA-8.7.2).
fn is_swamped(game: &EaHeresy, state: &State, side: &[FormationNo]) -> bool {
    let size: u16 = side.iter().map(|it| units::size(game, state, *it)).sum();
    let markers = weighed_markers(game, state, side);
    markers > size || !side.is_empty() && side.iter().all(|it| state.formation(*it).broken)
}

/// What a side adds to its higher die (EA-8.7.2).
pub(crate) fn conditions(game: &EaHeresy, state: &State, seat: Seat) -> SmallVec<[Condition; 8]> {
    let Some(assault) = &state.assault else { return SmallVec::new() };
    let edition = &game.edition;
    let foe = seat.opponent();
    let [own, other] = [seat, foe].map(|seat| headcount(game, state, assault, seat));
    let sides = [seat, foe].map(|seat| assault.side(state, seat));
    let [markers, theirs] = sides.map(|side| weighed_markers(game, state, side));
    let times = |each: i8, count: usize| {
        (i32::from(each) * count as i32).clamp(i8::MIN.into(), i8::MAX.into()) as i8
    };
    let inflicted = times(edition.assault_each, assault.inflicted[seat.index()].into());
    let inspiring = melee::fighters(game, state, seat)
        .filter(|unit| assault.involved.contains(*unit) && inspires(game, state, *unit))
        .count();
    let rows = [
        (Rule::AssaultModifiers, true, inflicted, "what it has inflicted"),
        (Rule::Outnumbering, own > other, edition.assault_more_units, "more units"),
        (
            Rule::Outnumbering,
            own > 2 * other,
            edition.assault_twice_the_units,
            "more than twice as many units",
        ),
        (
            Rule::AssaultModifiers,
            markers == 0,
            edition.assault_no_blast_markers,
            "no blast markers",
        ),
        (
            Rule::AssaultModifiers,
            theirs > markers,
            edition.assault_opponent_more_blast_markers,
            "the opponent has more blast markers",
        ),
        (
            Rule::AssaultModifiers,
            is_swamped(game, state, sides[1]),
            edition.assault_opponent_swamped,
            "the opponent is broken, or has more blast markers than units",
        ),
        (
            Rule::AssaultModifiers,
            true,
            times(edition.assault_inspiring, inspiring),
            "inspiring units",
        ),
    ];
    let held = rows.into_iter().filter(|(_, holds, amount, _)| *holds && *amount != 0);
    held.map(|(rule, _, amount, says)| (rule, amount, says)).collect()
}

/// Whether a unit is inspiring.
fn inspires(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    units::unit_has(game, state, unit, Traits::INSPIRING)
}

/// What the sides add altogether.
pub(crate) fn totals(game: &EaHeresy, state: &State) -> [i16; 2] {
    let added = |seat| conditions(game, state, seat).into_iter().map(|it| i16::from(it.1)).sum();
    [added(Seat(0)), added(Seat(1))]
}
