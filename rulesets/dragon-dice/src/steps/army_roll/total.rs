//! Adds up an army's roll: steps 5 to 10, each change told with its rule (DD-8.2 to DD-8.5).

use crate::position::event::{Event, TallyLine};
use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Sort};
use crate::position::roll::Roll;
use crate::position::roll::given::CountedBy;
use crate::position::roll::kinds::Change;
use crate::position::state::State;
use crate::rules::roll::changes::{Conversion, Modifier, is_given};
use crate::rules::roll::tally::Faces;
use crate::rules::roll::{changes, tally};
use crate::steps::icons::strike;
use crate::steps::species::fights;
use crate::tables::catalog::{Counted, Types};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::Observe;

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
    let mut faces = tally::faces(game, state, roll, &conversions);
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

/// What an effect on units doubles of a type: normal results, results of icons, and its rule.
pub(crate) type Doubled = (u16, u16, Rule);

/// What each effect on units doubles of a type.
fn twice(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    kind: Counted,
    conversions: &[Conversion],
) -> SmallVec<[Doubled; 2]> {
    let doubled = tally::doubled_units(game, state, roll, kind);
    let force = state.roster.force(roll.army.owner);
    let dragonkin = force.of_sort(Sort::Dragonkin);
    let no_ids = || changes::ignores_ids(state, roll).is_some();
    let of_rule = |(rule, dice): (Rule, PieceSet)| {
        let (mut plain, mut ids, mut icons) = (0, 0, 0);
        for (die, face) in dice.iter().filter_map(|die| Some((die, roll.face(die)?))) {
            let own = game.catalog.kind(force.kind(die));
            let of = (own, dragonkin.contains(die));
            let own =
                tally::normal(game, roll.kind, of, own.face(face), conversions, no_ids()).of(kind);
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
