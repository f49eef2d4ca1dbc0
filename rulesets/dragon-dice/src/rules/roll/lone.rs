//! What faces count for where nothing is asked but what rolls come to, and choices are the first listed.

use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Sort};
use crate::position::roll::Roll;
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::state::State;
use crate::rules::icons::alone::{Doubles, Given};
use crate::rules::icons::deeds::Deed;
use crate::rules::icons::{alone, deeds, doubling, falling_again};
use crate::rules::magic::mana::Made;
use crate::rules::magic::negation;
use crate::rules::roll::changes::Conversion;
use crate::rules::roll::packing::{Counters, Faces, Weighed, packed};
use crate::rules::roll::{changes, tally};
use crate::rules::species::{watching, works};
use crate::tables::catalog::{Counted, Face, KindId};
use smallvec::SmallVec;

/// A die's faces, as far as they bear on the total.
struct Die {
    number: u8,
    faces: Vec<Side>,
}

/// One face of a die.
struct Side {
    /// Results of its own that are no IDs.
    plain: u16,
    ids: u16,
    /// Results that count as the type from the first.
    first: u16,
    /// What doubling its unit adds: for what it shows itself, and for its icon.
    twice: (u16, u16),
    /// Whether an ability looks at what it comes to in the end.
    watched: bool,
    /// What comes after all doubling.
    after: u16,
    given: Given,
}

/// What changes a total in a way that is no sum, so that its parts have to be told apart.
#[derive(Debug, Clone, Copy, Default)]
struct Changes {
    /// Something takes from normal results, or halves them.
    lessens: bool,
    /// Something takes from, or doubles, what counts as the type from the first.
    first: bool,
    /// All results count twice.
    double: bool,
    /// ID results count twice.
    double_ids: bool,
    /// How many effects on units double their results, by different rules.
    twice: usize,
}

impl Changes {
    /// Whether the total is a sum over all dice of what each gives: one doubling at most counts, and
    /// that of all results outdoes others.
    fn is_sum(self) -> bool {
        let two = self.twice + usize::from(self.double_ids) > 1 && !self.double;
        !(self.lessens || self.first || two)
    }
}

/// The dice of one roll, and how their faces make its total.
pub struct Lone {
    dice: Vec<Die>,
    changes: Changes,
    /// Dice that are doubled whatever falls.
    doubled: PieceSet,
    /// Whom icons double.
    doubles: Option<Doubles>,
    /// Whom an effect doubles after them: the first of these that is left.
    offered: Vec<u8>,
    /// Whether an icon may change what others roll.
    pub bears_on_others: bool,
    /// Whether the game may end within the roll, if icons of one kind and of another are shown.
    may_end: bool,
    /// What faces do to the fight besides, each once.
    deeds: Vec<Deed>,
}

/// How the total of a roll comes about, and in a fight what its icons do besides; nothing where that
/// is not made of what each die gives.
pub fn lone(game: &DragonDice, state: &State, number: u8) -> Option<Lone> {
    let roll = state.rolls.get(usize::from(number))?;
    let wanted = roll.kind.counts().single()?;
    let for_magic = matches!(roll.kind, RollKind::Magic | RollKind::Negation);
    if state.dragons.is_some()
        || (state.casting.is_some() && !for_magic)
        || deeds::hangs_on_dice(game, state, roll)
    {
        return None;
    }
    if falling_again::may_roll_plain_again(game, state, roll) {
        return None;
    }
    let offered = doubling::doubled_by_offer(game, state, number)?;
    let conversions = changes::conversions(game, state, roll);
    let doubled =
        works::doubled_by_ability(game, state, roll).map_or(PieceSet::NONE, |(.., of)| of);
    let dice = roll.dice.iter().map(|die| die_alone(game, state, number, die, &conversions));
    let dice: Vec<Die> = dice.collect::<Option<_>>()?;
    let given = || dice.iter().flat_map(|die| &die.faces).map(|side| &side.given);
    let may_end = given().any(|one| one.may_end) && given().any(|one| one.interrupts);
    let bears_on_others = given().any(|one| one.bears_on_others);
    let takes = given().any(|one| one.taken > 0);
    let (changes, doubles) = (Changes::default(), None);
    let mut deeds: Vec<Deed> = Vec::new();
    for (deed, _) in given().flat_map(|one| &one.deeds).filter(|(deed, _)| *deed != Deed::Apart) {
        if !deeds.contains(deed) {
            deeds.push(*deed);
        }
    }
    // What changes numbers finds room before what strikes units.
    deeds.sort_unstable();
    let mut lone =
        Lone { dice, changes, doubled, doubles, offered, bears_on_others, may_end, deeds };
    for Side { given, .. } in lone.dice.iter().flat_map(|die| &die.faces) {
        match (&given.doubles, &lone.doubles) {
            (Some(one), Some(known)) if one != known => return None,
            (Some(one), None) => lone.doubles = Some(one.clone()),
            _ => {}
        }
    }
    // Dice that are dropped may be those that are doubled.
    if state.is_awaited(roll) && lone.doubles.is_some() {
        return None;
    }
    lone.changes = changes_of(game, state, roll, wanted, &conversions);
    lone.changes.lessens |= takes;
    lone.changes.twice = lone.doubled(0).len();
    if state.casting.is_some() && !lone.is_sum_of_magic(game, state, roll) {
        return None;
    }
    Some(lone)
}

/// Whether a roll is that of a magic action, of which the magic to spend is asked and not the total.
fn is_cast(state: &State, roll: &Roll) -> bool {
    state.casting.is_some() && roll.kind == RollKind::Magic
}

fn changes_of(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    wanted: Counted,
    conversions: &[Conversion],
) -> Changes {
    let mut changes = Changes {
        lessens: roll.taken[wanted.index()] > 0,
        first: !changes::taken_from_the_first(game, state, roll, conversions).is_empty()
            || changes::doubled_from_the_first(game, state, roll, conversions),
        ..Changes::default()
    };
    for (_, types, change) in changes::modifiers(game, state, roll) {
        match change {
            _ if !types.contains(wanted) => {}
            Change::Subtract(_) | Change::Halve => changes.lessens = true,
            Change::Double => changes.double = true,
            Change::DoubleIds => changes.double_ids = true,
            Change::Add(_) => {}
        }
    }
    changes
}

fn die_alone(
    game: &DragonDice,
    state: &State,
    number: u8,
    die: u8,
    conversions: &[Conversion],
) -> Option<Die> {
    let roll = &state.rolls[usize::from(number)];
    let wanted = roll.kind.counts().single()?;
    let force = state.roster.force(roll.army.owner);
    let kind: KindId = force.kind(die);
    let kind = game.catalog.kind(kind);
    let of = (kind, force.of_sort(Sort::Dragonkin).contains(die));
    let no_ids = changes::ignores_ids(state, roll).is_some();
    let multiplied = watching::heeds_multiplied(game, state, roll);
    let side = |face: &Face| {
        let mut given = alone::given_alone(game, state, number, die, *face)?;
        if is_cast(state, roll) {
            return Some(Side::of_magic(Made::by(game, state, roll, die, *face), given));
        }
        let own = tally::normal(game, roll.kind, of, *face, conversions, no_ids);
        deeds::add_looks(game, state, roll, (die, *face, &own), &mut given);
        let (plain, ids) = own.of(wanted);
        let automatic = if wanted == Counted::Save { own.automatic } else { 0 };
        let after = own.last(wanted) + automatic + given.counted_as + given.added;
        let watched = multiplied && given.deeds.iter().any(|(deed, _)| *deed == Deed::Watched);
        Some(Side {
            plain: own.icons.map_or(0, |(_, count)| count),
            ids: own.ids,
            first: own.first.map_or(0, |(_, count)| count),
            twice: (plain + ids, given.special),
            watched,
            after,
            given,
        })
    };
    let mut faces: Vec<Side> = kind.faces().iter().map(side).collect::<Option<_>>()?;
    // Dice of one kind are told apart where the order in which they act is.
    let singly = |side: &&mut Side| side.given.deeds.iter().any(|(deed, _)| deed.is_singly());
    if faces.iter_mut().filter(singly).count() > 1 {
        let apart = |side: &mut Side| side.given.deeds = [(Deed::Apart, 1)].into_iter().collect();
        faces.iter_mut().filter(singly).for_each(apart);
    }
    Some(Die { number: die, faces })
}

impl Side {
    /// A face in a magic action: what it adds to the magic to spend.
    fn of_magic(made: Made, mut given: Given) -> Side {
        (given.special, given.first, given.counted_as, given.added) = (made.specials, 0, 0, 0);
        let deeds = [(Deed::DoubledIds, made.twice), (Deed::MoreMagic, made.brings_more.into())];
        given.deeds.extend(deeds.into_iter().filter(|(_, amount)| *amount > 0));
        Side {
            plain: made.icons,
            ids: made.ids,
            first: 0,
            twice: (0, 0),
            watched: false,
            after: 0,
            given,
        }
    }
}

impl Lone {
    /// Whether the magic to spend, or what is taken from it, is a sum of what the faces of this roll add; where
    /// others may take from it, the parts are told apart.
    fn is_sum_of_magic(&mut self, game: &DragonDice, state: &State, roll: &Roll) -> bool {
        let negated = is_cast(state, roll) && negation::is_negated(game, state, roll);
        self.changes.lessens |= negated;
        let sides = || self.dice.iter().flat_map(|die| &die.faces);
        // Magic is told once its roll is over, and a game that ends within the roll ends before.
        let may_end = is_cast(state, roll) && sides().any(|side| side.given.may_end);
        let doubles =
            |side: &Side| side.given.deeds.iter().any(|(deed, _)| *deed == Deed::DoubledIds);
        // A die that falls again leaves none of its magic behind.
        let lost = |side: &Side| side.given.falls && side.given.special > 0;
        // Which IDs are taken first hangs on which die is the first to show any.
        let in_order = self.changes.lessens && sides().any(doubles);
        let alone = !self.bears_on_others || (is_cast(state, roll) && !negated);
        let multiplied =
            self.doubles.is_some() || !self.offered.is_empty() || !self.doubled.is_empty();
        let sums = !is_cast(state, roll) || !(multiplied || sides().any(lost));
        self.may_end |= may_end;
        alone && !in_order && sums
    }

    /// Tells rolls apart no longer by how much of this they do.
    pub(crate) fn forget(&mut self, is_it: impl Fn(Deed) -> bool) {
        self.deeds.retain(|deed| !is_it(*deed));
    }

    /// How many cases outcomes fall in by the icons that double; nothing where none does.
    pub fn cases(&self) -> Option<usize> {
        let carriers = || {
            let doubles = |die: &&Die| die.faces.iter().any(|side| side.given.doubles.is_some());
            self.dice.iter().filter(doubles).count()
        };
        match self.doubles.as_ref()? {
            Doubles::All(_) => Some(2),
            Doubles::Next(order) => Some(carriers().min(order.len()) + 1),
        }
    }

    /// In which case dice fall, whose faces are given in their order.
    pub fn case_of(&self, faces: &[u8]) -> usize {
        let sides = self.dice.iter().zip(faces);
        let shown = sides.filter_map(|(die, face)| die.faces.get(usize::from(*face)));
        let doubling = shown.filter(|side| side.given.doubles.is_some()).count();
        self.cases().map_or(0, |cases| doubling.min(cases.saturating_sub(1)))
    }

    /// The dice that each rule doubles in a case: as many rules in every case.
    fn doubled(&self, case: usize) -> SmallVec<[PieceSet; 2]> {
        let by_icons = self.doubles.as_ref().map(|doubles| match doubles {
            Doubles::All(dice) if case > 0 => *dice,
            Doubles::Next(order) => order.iter().copied().take(case).collect(),
            Doubles::All(_) => PieceSet::NONE,
        });
        let free = |die: &&u8| !by_icons.is_some_and(|dice| dice.contains(**die));
        let offered = || self.offered.iter().find(free).copied().map(PieceSet::only);
        let offered = (!self.offered.is_empty()).then(|| offered().unwrap_or(PieceSet::NONE));
        let by_ability = (!self.doubled.is_empty()).then_some(self.doubled);
        [by_ability, by_icons, offered].into_iter().flatten().collect()
    }

    /// What the faces of each die count for, in the order of the dice, in one case.
    pub fn worth(&self, case: usize) -> Vec<Faces> {
        let doubled = self.doubled(case);
        let of_die = |die: &Die| -> Vec<Weighed> {
            let twice: SmallVec<[bool; 2]> =
                doubled.iter().map(|dice| dice.contains(die.number)).collect();
            die.faces.iter().map(|side| self.weighed(side, &twice)).collect()
        };
        packed(&self.dice.iter().map(of_die).collect::<Vec<_>>())
    }

    /// What a face counts for on a die that each of some rules doubles or does not.
    fn weighed(&self, side: &Side, twice: &[bool]) -> Weighed {
        let given = &side.given;
        let ends = self.may_end && (given.may_end || given.interrupts);
        if ends || given.deeds.iter().any(|(deed, _)| *deed == Deed::Apart) {
            return Weighed::Apart;
        }
        let twice = twice.iter().map(|twice| if *twice { side.twice } else { (0, 0) });
        let mut counters = self.parts(side, twice.clone());
        counters.extend(twice.map(|(normal, icon)| if side.watched { normal + icon } else { 0 }));
        counters.push(u16::from(given.doubles.is_some()));
        counters.push(given.taken);
        counters.extend(self.deeds.iter().map(|deed| {
            let own = given.deeds.iter().filter(|(own, _)| own == deed);
            own.map(|(_, amount)| amount).sum::<u16>()
        }));
        if given.falls { Weighed::Again(counters) } else { Weighed::Adds(counters) }
    }

    /// What a face adds to the total, or to the parts of which it is made; what each rule that doubles units
    /// doubles of it is given.
    fn parts(&self, side: &Side, twice: impl Iterator<Item = (u16, u16)>) -> Counters {
        let Changes { lessens, first, double, double_ids, .. } = self.changes;
        let (plain, ids, special) = (side.plain, side.ids, side.given.special);
        let all = plain + ids + side.first + special;
        let of_units = |(normal, icon): (u16, u16)| normal + icon;
        if self.changes.is_sum() {
            let gain = match (double, double_ids) {
                (true, _) => all,
                (_, true) => ids,
                _ => twice.map(of_units).sum(),
            };
            return Counters::from_slice(&[all + gain + side.after]);
        }
        if !lessens && !first {
            // The greatest of some sums.
            let by_ids = double_ids.then_some(ids);
            let gains = by_ids.into_iter().chain(twice.map(of_units));
            return gains.map(|gain| all + side.after + gain).collect();
        }
        let first_icons = side.given.first;
        let mut parts = [plain, ids, side.first, first_icons, special - first_icons, side.after];
        // Parts that are never looked at apart are one.
        let mut merge = |from: usize, into: usize, apart: bool| {
            if !apart {
                parts[into] += std::mem::take(&mut parts[from]);
            }
        };
        merge(1, 0, double_ids);
        merge(2, 0, first);
        merge(3, 4, first);
        merge(4, 5, double);
        let units = twice.flat_map(|(normal, icon)| [normal, icon]);
        parts.into_iter().chain(units).collect()
    }
}
