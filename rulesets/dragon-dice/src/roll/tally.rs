//! Makes a number of what dice show: steps 5 to 10, each change with its rule (DD-8.2 to DD-8.5).

use super::changes::{Conversion, Modifier, is_given};
use super::{Change, CountedBy, Roll, RollKind, Types};
use crate::action::Action;
use crate::catalog::{Counted, Face, Icon, Kind};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{PieceSet, Sort};
use crate::roll;
use crate::roll::changes;
use crate::rule::Rule;
use crate::state::State;
use crate::steps::icons::strike;
use crate::steps::species::{fights, works};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::game::{Listing, Observe};

/// One line of the trace of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TallyLine {
    /// Step 5: what normal icons give.
    Icons,
    /// Step 5: what IDs give.
    Ids,
    /// Step 6: what is taken away.
    Subtracted,
    /// Step 7: what halving takes away.
    Halved,
    /// Step 8: what special icons give.
    Specials,
    /// Step 9: what doubling adds.
    Doubled,
    /// Step 10: what spells and automatic results add.
    Added,
    /// Step 10: results that count as this type.
    CountedAs,
}

/// What the normal faces of a roll come to.
#[derive(Debug, Clone, Default)]
struct Faces {
    icons: [u16; 5],
    ids: u16,
    /// How many of them are of Dragonkin.
    dragonkin_ids: u16,
    /// Results that count as a type, by which rule.
    counted_as: SmallVec<[(Rule, Counted, u16); 2]>,
    automatic: u16,
    /// Results of other types that count as each from the first.
    first: [u16; 5],
}

impl Faces {
    fn count_as(&mut self, rule: Rule, to: Counted, count: u16) {
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

fn faces(game: &DragonDice, state: &State, roll: &Roll, conversions: &[Conversion]) -> Faces {
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

/// Steps 5 to 10: puts the totals into the roll and forgets its faces.
pub(crate) fn total<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) {
    let roll = &state.rolls[usize::from(number)];
    let conversions = changes::conversions(game, state, roll);
    let mut modifiers = changes::modifiers(game, state, roll);
    let several = modifiers.iter_mut().filter(|one| is_given(one));
    for ((_, types, _), given) in several.zip(&roll.given) {
        *types = Types::only(*given);
    }
    let mut faces = self::faces(game, state, roll, &conversions);
    let mut of_icons = [0; 5];
    for (rule, from, parts) in &roll.converted {
        for to in Counted::ALL.into_iter().filter(|to| parts[to.index()] > 0) {
            let moved = u16::from(parts[to.index()]);
            // Those of special icons last: nothing in steps 6 and 7 takes from them.
            let plain = moved.min(faces.icons[from.index()]);
            faces.icons[from.index()] -= plain;
            of_icons[from.index()] += moved - plain;
            faces.count_as(*rule, to, moved);
        }
    }
    let specials = state.rolls[usize::from(number)].specials.iter_mut();
    specials.zip(of_icons).for_each(|(given, moved)| *given = given.saturating_sub(moved));
    let roll = &state.rolls[usize::from(number)];
    let counts = roll.kind.counts();
    let first = First {
        rule: conversions.iter().find(|(.., first)| *first).map(|(rule, ..)| *rule),
        taken: changes::taken_from_the_first(game, state, roll, &conversions),
        doubled: changes::doubled_from_the_first(game, state, roll, &conversions),
    };
    let mut total = [0; 5];
    let (mut spell_saves, mut multiplied) = (0, [None; 5]);
    for kind in counts.iter() {
        let ids = match (counts.single(), roll.id_split) {
            (Some(_), _) => faces.ids,
            (None, split) => split.map_or(0, |split| split[kind.index()].into()),
        };
        let own = modifiers.iter().filter(|(_, types, _)| types.contains(kind));
        let twice = self::twice(game, state, roll, kind, &conversions);
        let sum = Sum { roll, kind, faces: &faces, ids, twice, first: &first };
        let (whole, added, by) = sum.up(own, out);
        (total[kind.index()], multiplied[kind.index()]) = (whole, by);
        if kind == Counted::Save {
            spell_saves = added;
        }
    }
    let came_to = (&total, &multiplied);
    strike::remember_dealt(game, state, number, &conversions, came_to);
    fights::heed_dice(game, state, number, &conversions, came_to, out);
    let roll = &mut state.rolls[usize::from(number)];
    (roll.total, roll.spell_saves) = (total, spell_saves);
    roll.faces.clear();
    (roll.waiting, roll.dropped, roll.doubled) = Default::default();
    (roll.specials, roll.by_icons, roll.taken) = Default::default();
    roll.given.clear();
    roll.converted.clear();
    (roll.id_split, roll.offers, roll.taken_by) = (None, 0, None);
    let (kind, army) = (roll.kind, roll.army);
    out.tell(|| Event::Total { kind, army, total });
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

/// What an effect on units doubles of a type: normal results, results of icons, and its rule.
type Doubled = (u16, u16, Rule);

/// What each effect on units doubles of a type.
fn twice(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    kind: Counted,
    conversions: &[Conversion],
) -> SmallVec<[Doubled; 2]> {
    let doubled = doubled_units(game, state, roll, kind);
    let force = state.roster.force(roll.army.owner);
    let dragonkin = force.of_sort(Sort::Dragonkin);
    let no_ids = || changes::ignores_ids(state, roll).is_some();
    let of_rule = |(rule, dice): (Rule, PieceSet)| {
        let (mut plain, mut ids, mut icons) = (0, 0, 0);
        for (die, face) in dice.iter().filter_map(|die| Some((die, roll.face(die)?))) {
            let own = game.catalog.kind(force.kind(die));
            let of = (own, dragonkin.contains(die));
            let own = normal(game, roll.kind, of, own.face(face), conversions, no_ids()).of(kind);
            (plain, ids) = (plain + own.0, ids + own.1);
            icons += roll.icon_results(die, kind);
        }
        // In a combination roll IDs of these units count first among those given to this type.
        let given = match (roll.kind.counts().single(), roll.id_split) {
            (None, Some(split)) => split[kind.index()].into(),
            (None, None) => 0,
            _ => ids,
        };
        (plain + ids.min(given), icons, rule)
    };
    doubled.into_iter().map(of_rule).collect()
}

/// Results that count as another type from the first: by which rule, and what else changes them.
struct First {
    rule: Option<Rule>,
    taken: SmallVec<[(Rule, Counted, u8); 2]>,
    doubled: bool,
}

/// The adding up of one type of results.
struct Sum<'a> {
    first: &'a First,
    roll: &'a Roll,
    kind: Counted,
    faces: &'a Faces,
    ids: u16,
    /// What effects on units double.
    twice: SmallVec<[Doubled; 2]>,
}

impl Sum<'_> {
    /// The total, how much of it spells added, and by which rule results were multiplied.
    fn up<'m, O: Observe<Event>>(
        &self,
        modifiers: impl Iterator<Item = &'m Modifier> + Clone,
        out: &mut O,
    ) -> (u16, u16, Option<Rule>) {
        let at = self.kind.index();
        let mut ids = self.ids;
        let mut first = self.faces.first[at];
        let mut total = self.faces.icons[at] + ids + first;
        let mut tell = |line, amount: u16, rule| {
            if amount > 0 {
                let (army, roll, counted) = (self.roll.army, self.roll.kind, self.kind);
                out.tell(|| Event::Tally { army, kind: roll, counted, line, amount, rule });
            }
        };
        tell(TallyLine::Icons, self.faces.icons[at], Rule::RollSteps);
        tell(TallyLine::Ids, ids, Rule::IdIcon);
        tell(TallyLine::CountedAs, first, self.first.rule.unwrap_or(Rule::ClassicSpeciesAbilities));
        for (rule, _, by) in self.first.taken.iter().filter(|(_, to, _)| *to == self.kind) {
            let taken = u16::from(*by).min(first);
            (first, total) = (first - taken, total - taken);
            tell(TallyLine::Subtracted, taken, *rule);
        }
        let mut less = |rule, by: u16, total: &mut u16, ids: &mut u16, line| {
            let taken = by.min(*total);
            *total -= taken;
            *ids = (*ids).min(*total);
            tell(line, taken, rule);
        };
        let taken = self.roll.taken[at];
        let by = self.roll.taken_by.unwrap_or(Rule::OneDivisorOneMultiplier);
        less(by, taken, &mut total, &mut ids, TallyLine::Subtracted);
        for (rule, _, change) in modifiers.clone() {
            if let Change::Subtract(by) = change {
                less(*rule, (*by).into(), &mut total, &mut ids, TallyLine::Subtracted);
            }
        }
        if let Some((rule, ..)) = modifiers.clone().find(|(.., change)| *change == Change::Halve) {
            let half = total - total / 2;
            less(*rule, half, &mut total, &mut ids, TallyLine::Halved);
        }
        let normal = total;
        let by_rules = self.roll.counted_by_rules(self.kind);
        let by_first = by_rules.iter().filter_map(|(by, amount)| match by {
            CountedBy::First(rule) => Some((*rule, *amount)),
            _ => None,
        });
        let first_icons: u16 = by_first.clone().map(|(_, amount)| amount).sum();
        total += self.roll.specials[at];
        let themselves = self.roll.specials[at].saturating_sub(first_icons);
        tell(TallyLine::Specials, themselves, Rule::RollSteps);
        by_first.for_each(|(rule, amount)| tell(TallyLine::CountedAs, amount, rule));
        let best = modifiers
            .clone()
            .filter_map(|(rule, _, change)| match change {
                Change::DoubleIds => Some((ids, *rule)),
                Change::Double => Some((total, *rule)),
                _ => None,
            })
            .max_by_key(|(gain, _)| *gain);
        // Effects on units double what is left of their results, and what their icons gave (DD-8.20).
        let units = self.twice.iter().map(|&(plain, icons, rule)| {
            (plain.min(normal) + icons.min(self.roll.specials[at]), rule)
        });
        let own = first.min(normal) + first_icons;
        let own = self.first.doubled.then_some((own, Rule::ClassicCaptureDoubling));
        let best = best.into_iter().chain(units).chain(own).max_by_key(|(gain, _)| *gain);
        if let Some((gain, rule)) = best {
            total += gain;
            tell(TallyLine::Doubled, gain, rule);
        }
        let mut added = 0;
        for (rule, _, change) in modifiers {
            if let Change::Add(by) = change {
                total += u16::from(*by);
                if matches!(rule, Rule::Spell(_)) {
                    added += u16::from(*by);
                }
                tell(TallyLine::Added, (*by).into(), *rule);
            }
        }
        if self.kind == Counted::Save {
            total += self.faces.automatic;
            tell(TallyLine::Added, self.faces.automatic, Rule::Dragonkin);
        }
        for (rule, kind, count) in &self.faces.counted_as {
            if *kind == self.kind {
                total += count;
                tell(TallyLine::CountedAs, *count, *rule);
            }
        }
        for (by, amount) in by_rules {
            if let CountedBy::Last(rule) = by {
                total += amount;
                tell(TallyLine::CountedAs, amount, rule);
            }
        }
        (total, added, best.map(|(_, rule)| rule))
    }
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
