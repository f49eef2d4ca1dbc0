//! The part of a roll's total that a die has: what it shows, what its icons gave, and what doubling added (DD-8.20).

use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Sort};
use crate::position::roll::Roll;
use crate::position::roll::given::CountedBy;
use crate::position::roll::kinds::Change;
use crate::position::state::State;
use crate::rules::roll::changes::{Conversion, Modifier};
use crate::rules::roll::{changes, tally};
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;

/// What counts twice as a type in a roll.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Twice {
    /// Nothing.
    Nothing,
    /// ID results.
    Ids,
    /// All but what counts as the type in the end.
    All,
    /// What these units show, and what their icons give.
    Units(PieceSet),
}

/// What counts twice as a type in a roll that a rule has multiplied.
pub(crate) fn counted_twice(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    kind: Counted,
    multiplied: Option<Rule>,
) -> Twice {
    let Some(rule) = multiplied else { return Twice::Nothing };
    let units = tally::doubled_units(game, state, roll, kind);
    if let Some((_, units)) = units.iter().find(|(by, _)| *by == rule) {
        return Twice::Units(*units);
    }
    let modifiers = changes::modifiers(game, state, roll);
    let by = |(by, types, _): &&Modifier| *by == rule && types.contains(kind);
    let twice = modifiers.iter().filter(by).find_map(|(.., change)| match change {
        Change::DoubleIds => Some(Twice::Ids),
        Change::Double => Some(Twice::All),
        _ => None,
    });
    twice.unwrap_or(Twice::Nothing)
}

/// Results of a type that a die has a part in: those that are no IDs, and those that are.
pub(crate) fn part_of(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    (kind, twice): (Counted, Twice),
    conversions: &[Conversion],
) -> (u16, u16) {
    let force = state.roster.force(roll.army.owner);
    let no_ids = changes::ignores_ids(state, roll).is_some();
    let face = roll.face(die).filter(|_| roll.counting(state).contains(die));
    let own = face.map(|face| {
        let own = game.catalog.kind(force.kind(die));
        let of = (own, force.of_sort(Sort::Dragonkin).contains(die));
        tally::normal(game, roll.kind, of, own.face(face), conversions, no_ids)
    });
    let own = own.unwrap_or_default();
    let (plain, ids) = own.of(kind);
    let plain = plain + roll.icon_results(die, kind);
    let last = |by: CountedBy| matches!(by, CountedBy::Last(_));
    let by_icons = roll.by_icons_of(die).filter(|one| one.counted == kind && last(one.by));
    let last = own.last(kind) + by_icons.map(|one| one.amount).sum::<u16>();
    let (more, more_ids) = match twice {
        Twice::Ids => (0, ids),
        Twice::All => (plain, ids),
        Twice::Units(units) if units.contains(die) => (plain, ids),
        Twice::Units(_) | Twice::Nothing => (0, 0),
    };
    (plain + more + last, ids + more_ids)
}
