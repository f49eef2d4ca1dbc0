//! What the faces of a roll give of themselves, and what its owner may still give to a type (DD-8.2, DD-8.9).

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Sort};
use crate::position::roll::Roll;
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::state::State;
use crate::rules::roll;
use crate::rules::roll::changes;
use crate::rules::roll::changes::{Conversion, Modifier, is_given};
use crate::rules::species::works;
use crate::tables::catalog::{Counted, Face, Icon, Kind, Types};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::Listing;

/// What the normal faces of a roll come to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faces {
    pub(crate) icons: [u16; 5],
    pub(crate) ids: u16,
    /// How many of them are of Dragonkin.
    dragonkin_ids: u16,
    /// Results that count as a type, by which rule.
    pub(crate) counted_as: SmallVec<[(Rule, Counted, u16); 2]>,
    pub(crate) automatic: u16,
    /// Results of other types that count as each from the first.
    pub(crate) first: [u16; 5],
}

impl Faces {
    pub(crate) fn count_as(&mut self, rule: Rule, to: Counted, count: u16) {
        match self.counted_as.iter_mut().find(|known| (known.0, known.1) == (rule, to)) {
            Some((.., known)) => *known += count,
            None => self.counted_as.push((rule, to, count)),
        }
    }
}

/// As what an ID of a Dragonkin counts (DD-1.12).
const DRAGONKIN_IDS: Types = Types::only(Counted::Save)
    .with(Types::only(Counted::Maneuver))
    .with(Types::only(Counted::Melee));

/// What one face gives of itself, before anything changes it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Normal {
    /// Results of a type that the roll counts.
    pub icons: Option<(Counted, u16)>,
    pub ids: u16,
    /// Results that count as another type, by which rule.
    pub counted_as: Option<(Rule, Counted, u16)>,
    pub automatic: u16,
    /// Results that count as another type from the first.
    pub first: Option<(Counted, u16)>,
}

impl Normal {
    /// What of it is of a type before step 10: results that are no IDs, those that count as the type from
    /// the first among them, and ID results.
    pub fn of(&self, kind: Counted) -> (u16, u16) {
        let own = |of: Option<(Counted, u16)>| of.filter(|(own, _)| *own == kind);
        let amount = |of| own(of).map_or(0, |(_, amount)| amount);
        (amount(self.icons) + amount(self.first), self.ids)
    }

    /// What of it counts as a type in step 10.
    pub fn last(&self, kind: Counted) -> u16 {
        self.counted_as.filter(|(_, to, _)| *to == kind).map_or(0, |(.., amount)| amount)
    }
}

/// What a face of a die gives of itself; `no_ids` where ID results give nothing.
pub(crate) fn normal(
    game: &DragonDice,
    roll: RollKind,
    (kind, dragonkin): (&Kind, bool),
    face: Face,
    conversions: &[Conversion],
    no_ids: bool,
) -> Normal {
    let counts = roll.counts();
    let count = u16::from(face.count);
    let mut normal = Normal::default();
    match face.icon {
        Icon::Plain(shown) if counts.contains(shown) => normal.icons = Some((shown, count)),
        Icon::Plain(shown) => match changes::converted(conversions, kind.species(), shown) {
            Some((_, to, true)) => normal.first = Some((to, count)),
            Some((rule, to, false)) => normal.counted_as = Some((rule, to, count)),
            None => {}
        },
        Icon::Sai(sai) if !no_ids && roll::acts(game, roll, face.icon) => {
            normal.ids = game.icons.as_id(kind, sai, roll.icons());
        }
        Icon::Id if no_ids => {}
        Icon::Id if !dragonkin || !DRAGONKIN_IDS.and(counts).is_empty() => normal.ids = count,
        _ => {}
    }
    if dragonkin && !game.icons.is_belly(face) {
        normal.automatic = kind.automatic_saves.into();
    }
    normal
}

pub(crate) fn faces(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    conversions: &[Conversion],
) -> Faces {
    let force = state.roster.force(roll.army.owner);
    let dragonkin = force.of_sort(Sort::Dragonkin);
    let no_ids = changes::ignores_ids(state, roll).is_some();
    let mut faces = Faces::default();
    let counting = roll.counting(state);
    for (die, face) in roll.shown().filter(|(die, _)| counting.contains(*die)) {
        let kind = game.catalog.kind(force.kind(die));
        let of = (kind, dragonkin.contains(die));
        let own = normal(game, roll.kind, of, kind.face(face), conversions, no_ids);
        if let Some((shown, count)) = own.icons {
            faces.icons[shown.index()] += count;
        }
        if let Some((to, count)) = own.first {
            faces.first[to.index()] += count;
        }
        if let Some((rule, to, count)) = own.counted_as {
            faces.count_as(rule, to, count);
        }
        faces.ids += own.ids;
        if of.1 {
            faces.dragonkin_ids += own.ids;
        }
        faces.automatic += own.automatic;
    }
    faces
}

/// ID results that a combination roll has to give out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ids {
    /// How many there are.
    pub all: u16,
    /// How many of them are of Dragonkin.
    dragonkin: u16,
}

impl Ids {
    /// Whether they may be given out so: those of Dragonkin count as fewer types (DD-1.12).
    pub fn may_be(self, split: &[u8; 5]) -> bool {
        let others = Counted::ALL.iter().filter(|kind| !DRAGONKIN_IDS.contains(**kind));
        let others: u16 = others.map(|kind| u16::from(split[kind.index()])).sum();
        others + self.dragonkin <= self.all
    }
}

/// The ID results of a roll.
pub(crate) fn id_results(game: &DragonDice, state: &State, roll: &Roll) -> Ids {
    let Faces { ids: all, dragonkin_ids: dragonkin, .. } = faces(game, state, roll, &[]);
    Ids { all, dragonkin }
}

/// Lists the ways to give out the ID results of a roll.
pub(crate) fn id_splits(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    into: &mut Vec<Action>,
) -> Listing {
    let ids = id_results(game, state, roll);
    let mut all = Vec::new();
    let listing = splits(roll.kind.counts(), ids.all, &mut all);
    all.retain(|action| !matches!(action, Action::Split(split) if !ids.may_be(split)));
    into.append(&mut all);
    listing
}

/// Whether the owner has to say what IDs count as: in combination rolls that show any.
pub(crate) fn must_split_ids(game: &DragonDice, state: &State, number: u8) -> bool {
    let roll = &state.rolls[usize::from(number)];
    roll.id_split.is_none()
        && roll.kind.counts().single().is_none()
        && !roll.faces.is_empty()
        && id_results(game, state, roll).all > 0
}

/// The next change of several types of a combination roll that is still to be given to one of
/// them, with the types it may go to: where it takes results away, those that have any (DD-8.9).
pub(crate) fn to_give(game: &DragonDice, state: &State, number: u8) -> Option<(Modifier, Types)> {
    let roll = &state.rolls[usize::from(number)];
    if roll.kind.counts().single().is_some() || roll.faces.is_empty() {
        return None;
    }
    let modifiers = changes::modifiers(game, state, roll);
    let next = *modifiers.iter().filter(|one| is_given(one)).nth(roll.given.len())?;
    let (_, types, change) = next;
    let faces = self::faces(game, state, roll, &[]);
    let some = types.iter().filter(|kind| {
        let ids = roll.id_split.map_or(0, |split| split[kind.index()].into());
        faces.icons[kind.index()] + ids > taken_so_far(roll, &modifiers, *kind)
    });
    let some = some.fold(Types::default(), |all, kind| all.with(Types::only(kind)));
    let narrow = matches!(change, Change::Subtract(_)) && !some.is_empty();
    Some((next, if narrow { some } else { types }))
}

/// What changes take from a type in step 6, as far as it is known which they are, and what counts as
/// another type as its owner likes.
fn taken_so_far(roll: &Roll, modifiers: &[Modifier], kind: Counted) -> u16 {
    let by = |(.., change): &Modifier| match change {
        Change::Subtract(by) => u16::from(*by),
        _ => 0,
    };
    let fixed = modifiers.iter().filter(|one| !is_given(one) && one.1.contains(kind));
    let given = modifiers.iter().filter(|one| is_given(one)).zip(&roll.given);
    let given = given.filter(|(_, to)| **to == kind).map(|(one, _)| one);
    let moved = roll.converted.iter().filter(|(_, from, _)| *from == kind);
    let moved: u16 = moved.map(|(.., parts)| changes::sum_of(parts)).sum();
    roll.taken[kind.index()] + moved + fixed.chain(given).map(by).sum::<u16>()
}

/// The units of which effects double results of a type, by each rule: each is a multiplier of its own (DD-8.3).
pub(crate) fn doubled_units(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    kind: Counted,
) -> SmallVec<[(Rule, PieceSet); 2]> {
    let mut found: SmallVec<[(Rule, PieceSet); 2]> = SmallVec::new();
    let by_ability = works::doubled_by_ability(game, state, roll);
    let all = roll.doubled.iter().copied().chain(by_ability);
    for (rule, _, dice) in all.filter(|(_, types, _)| types.contains(kind)) {
        let dice = dice.and(roll.counting(state));
        match found.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, known)) => *known = known.with(dice),
            None => found.push((rule, dice)),
        }
    }
    found
}

/// Lists the ways to give results to the types of a combination roll.
pub(crate) fn splits(types: Types, amount: u16, into: &mut Vec<Action>) -> Listing {
    let kinds: SmallVec<[Counted; 5]> = types.iter().collect();
    let amount = amount.min(255) as u8;
    if amount > 12 || kinds.len() > 3 {
        for kind in &kinds {
            let mut split = [0; 5];
            split[kind.index()] = amount;
            into.push(Action::Split(split));
        }
        return Listing::Candidates;
    }
    for first in 0..=amount {
        for second in 0..=amount - first {
            let rest = amount - first - second;
            if kinds.len() == 2 && rest > 0 {
                continue;
            }
            let mut split = [0; 5];
            for (kind, part) in kinds.iter().zip([first, second, rest]) {
                split[kind.index()] = part;
            }
            into.push(Action::Split(split));
        }
    }
    Listing::Complete
}
