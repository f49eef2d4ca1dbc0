//! What changes the number of a roll's results, and what counts as another type (DD-8.3 to DD-8.9).

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Lasting};
use crate::position::names;
use crate::position::pieces::{Army, Place};
use crate::position::roll::Roll;
use crate::position::roll::given::CountedBy;
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::state::State;
use crate::rules::magic::{mana, negation};
use crate::rules::species::works;
use crate::rules::{eighth_faces, minor_terrains, roll};
use crate::tables::catalog::{Counted, Icon, MinorEffect, SpeciesId, Types};
use crate::tables::edition::CaptureDoubles;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::ruling::Explain;

/// A change of the number of results, with where it comes from.
pub(crate) type Modifier = (Rule, Types, Change);

/// Results that count as another type in a roll: whose dice, from which types, to which, and whether
/// they do so from the first.
pub(crate) type Conversion = (Rule, Bearers, Types, Counted, bool);

/// The dice whose results count as another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bearers {
    /// Units of a species.
    Species(SpeciesId),
    /// Units, no items.
    Units,
    /// All dice of the army.
    Dice,
}

impl Bearers {
    fn of_effect(species: Option<SpeciesId>) -> Bearers {
        species.map_or(Bearers::Units, Bearers::Species)
    }

    /// Whether a die is among them; items have no species.
    fn hold(self, species: Option<SpeciesId>) -> bool {
        match self {
            Bearers::Species(own) => species == Some(own),
            Bearers::Units => species.is_some(),
            Bearers::Dice => true,
        }
    }
}

/// Whether a change goes to one of several types, as the owner of the roll likes.
pub(crate) fn is_given((_, types, change): &Modifier) -> bool {
    matches!(change, Change::Subtract(_) | Change::Add(_)) && types.single().is_none()
}

/// Results that may count as others: the rule, from which type, to which, and how many at most.
pub(crate) type Choosable = (Rule, Counted, Types, u16);

/// Every change that effects, terrains and minor terrains make to a roll.
pub(crate) fn modifiers(game: &DragonDice, state: &State, roll: &Roll) -> SmallVec<[Modifier; 8]> {
    let counts = roll.kind.counts();
    let mut found: SmallVec<[Modifier; 8]> = SmallVec::new();
    if roll.kind == RollKind::Order || roll::is_of_charmed(state, roll) {
        return found;
    }
    for effect in state.effects_on(roll.army) {
        if let Lasting::Modify { rolls, types, change } = effect.does
            && roll.kind.is_among(rolls)
            && !types.and(counts).is_empty()
            && !eighth_faces::shielded(game, state, effect, roll.army)
        {
            found.push((effect.rule, types.and(counts), change));
        }
    }
    attackers_modifiers(state, roll, &mut found);
    if state.minor(roll.army).is_some() {
        minor_modifiers(game, state, roll, &mut found);
    }
    if state.holds(roll.army) {
        let both = Types::only(Counted::Maneuver).with(Types::only(Counted::Save)).and(counts);
        match game.edition.capture_doubles {
            CaptureDoubles::Ids => {
                found.push((Rule::CaptureAdvantages, counts, Change::DoubleIds));
            }
            CaptureDoubles::ManeuverAndSaves if !both.is_empty() => {
                found.push((Rule::ClassicCaptureDoubling, both, Change::Double));
            }
            CaptureDoubles::ManeuverAndSaves => {}
        }
    }
    found
}

/// What lies on the target of an attack and changes the attack roll (Wall of Fog).
fn attackers_modifiers(state: &State, roll: &Roll, into: &mut SmallVec<[Modifier; 8]>) {
    let Some(fight) = state.fight.as_ref().filter(|fight| fight.attacker == roll.army) else {
        return;
    };
    for effect in state.effects_on(fight.target) {
        if let Lasting::ModifyAttackers { rolls, types, change } = effect.does
            && roll.kind.is_among(rolls)
            && !types.and(roll.kind.counts()).is_empty()
        {
            into.push((effect.rule, types.and(roll.kind.counts()), change));
        }
    }
}

/// Saves that spells make for an army whether it rolls or not.
pub(crate) fn spell_saves(game: &DragonDice, state: &State, army: Army) -> u16 {
    let saves =
        state.effects_on(army).filter(|effect| !eighth_faces::shielded(game, state, effect, army));
    saves
        .map(|effect| match (effect.rule, effect.does) {
            (Rule::Spell(_), Lasting::Modify { types, change: Change::Add(by), .. })
                if types == Types::only(Counted::Save) =>
            {
                by.into()
            }
            _ => 0,
        })
        .sum()
}

fn minor_modifiers(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    into: &mut SmallVec<[Modifier; 8]>,
) {
    let counts = roll.kind.counts();
    for (rule, effect) in minor_terrains::minor_effects(game, state, roll.army) {
        match effect {
            MinorEffect::DoubleIds(kind) if counts.contains(kind) => {
                into.push((rule, Types::only(kind), Change::DoubleIds));
            }
            MinorEffect::Halve(kind) if counts.contains(kind) => {
                into.push((rule, Types::only(kind), Change::Halve));
            }
            _ => {}
        }
    }
}

/// Tells a listener what a roll that is still to fall counts, and what changes its number.
pub(crate) fn explain_roll<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    why: &mut E,
) {
    if !E::LISTENS {
        return;
    }
    let about = || {
        let (army, kind) = (names::army_word(game, state, roll.army), names::roll_word(roll.kind));
        let counts: Vec<&str> = roll.kind.counts().iter().map(Counted::name).collect();
        format!("{army}, {kind}: {} and IDs count", counts.join(", "))
    };
    let _: Result<(), _> = why.all(Rule::RollSteps, about, |why| {
        explain_changes(game, state, roll, why);
        explain_conversions(game, state, roll, why);
        Ok(())
    });
}

/// What counts as another type than the dice show.
fn explain_conversions<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    why: &mut E,
) {
    for (rule, bearers, from, to, first) in conversions(game, state, roll) {
        let from: Vec<&str> = from.iter().map(Counted::name).collect();
        let whose = match bearers {
            Bearers::Species(species) => format!(" of {}", game.catalog.species(species).name),
            Bearers::Units => " of units".to_string(),
            Bearers::Dice => String::new(),
        };
        why.tell(rule, || format!("{}{whose} counts as {}", from.join(" or "), to.name()));
        if first {
            let says = "it is taken from and doubled as both are";
            why.tell(Rule::ClassicSpeciesAbilities, || says.to_string());
        }
    }
}

fn explain_changes<E: Explain<Rule>>(game: &DragonDice, state: &State, roll: &Roll, why: &mut E) {
    for kind in Counted::ALL {
        let taken = roll.taken[kind.index()];
        if taken > 0 {
            let rule = roll.taken_by.unwrap_or(Rule::OneDivisorOneMultiplier);
            let says = || format!("{taken} {} fewer", kind.name());
            why.modifier(rule, -i32::from(taken), says);
        }
    }
    for (rule, types, change) in modifiers(game, state, roll) {
        let words: Vec<&str> = types.iter().map(Counted::name).collect();
        let words = words.join(" or ");
        let (amount, says) = match change {
            Change::Subtract(n) => (-i32::from(n), format!("{n} {words} fewer")),
            Change::Halve => (0, format!("{words} results are halved")),
            Change::Add(n) => (n.into(), format!("{n} {words} more")),
            Change::DoubleIds => (0, format!("ID results count twice for {words}")),
            Change::Double => (0, format!("{words} results count twice")),
        };
        if !types.is_empty() {
            why.modifier(rule, amount, || says);
        }
    }
    if E::LISTENS && roll.kind == RollKind::Magic {
        mana::explain_magic(game, state, roll, why);
        negation::explain_negation(game, state, roll, why);
    }
    if let Some(rule) = ignores_ids(state, roll) {
        why.modifier(rule, 0, || "ID results give nothing".to_string());
    }
}

/// The rule by which ID results give nothing in this roll.
pub(crate) fn ignores_ids(state: &State, roll: &Roll) -> Option<Rule> {
    let ignored = state.effects_on(roll.army).find(|e| e.does == Lasting::IgnoreIds);
    if let Some(effect) = ignored.filter(|_| !roll::is_of_charmed(state, roll)) {
        return Some(effect.rule);
    }
    tower_drops_ids(state, roll)
}

/// What counts as something else in this roll (DD-8.5, DD-17.4).
pub(crate) fn conversions(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
) -> SmallVec<[Conversion; 4]> {
    let mut found: SmallVec<[Conversion; 4]> = SmallVec::new();
    if roll.kind == RollKind::Order {
        return found;
    }
    let counts = roll.kind.counts();
    for (rule, species, from, to, first) in works::abilities_in(game, state, roll) {
        if counts.contains(to) {
            found.push((rule, Bearers::Species(species), from, to, first));
        }
    }
    if roll::is_of_charmed(state, roll) {
        return found;
    }
    for effect in state.effects_on(roll.army) {
        if let Lasting::CountsAs { species, from, to, rolls } = effect.does
            && roll.kind.is_among(rolls)
            && let Some(to) = to.and(counts).single()
        {
            found.push((effect.rule, Bearers::of_effect(species), from, to, false));
        }
    }
    if roll.kind == RollKind::Melee
        && let Some(fight) = state.fight.as_ref().filter(|fight| fight.charge)
        && fight.attacker == roll.army
    {
        let from = Types::only(Counted::Maneuver);
        found.push((game.icons.charging(), Bearers::Dice, from, Counted::Melee, false));
    }
    found
}

/// The type as which a result on a die counts in a roll: its own, or another (DD-8.5).
pub(crate) fn counts_for(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    shown: Counted,
) -> Option<Counted> {
    counted_by(game, state, roll, die, shown).map(|(to, _)| to)
}

/// The same with what it counts by.
pub(crate) fn counted_by(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    die: u8,
    shown: Counted,
) -> Option<(Counted, CountedBy)> {
    if roll.kind.counts().contains(shown) {
        return Some((shown, CountedBy::Themselves));
    }
    let kind = game.catalog.kind(state.roster.force(roll.army.owner).kind(die));
    let (rule, to, first) = converted(&conversions(game, state, roll), kind.species(), shown)?;
    Some((to, if first { CountedBy::First(rule) } else { CountedBy::Last(rule) }))
}

/// The type as which results of a die count instead of the one it shows.
pub(crate) fn converted(
    conversions: &[Conversion],
    species: Option<SpeciesId>,
    shown: Counted,
) -> Option<(Rule, Counted, bool)> {
    let fits = |(_, bearers, from, ..): &&Conversion| from.contains(shown) && bearers.hold(species);
    conversions.iter().find(fits).map(|(rule, _, _, to, first)| (*rule, *to, *first))
}

/// What takes from results that count as another type from the first: changes of what they were.
pub(crate) fn taken_from_the_first(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    conversions: &[Conversion],
) -> SmallVec<[(Rule, Counted, u8); 2]> {
    let mut found = SmallVec::new();
    for (_, _, from, to, _) in conversions.iter().filter(|(.., first)| *first) {
        for effect in state.effects_on(roll.army) {
            if let Lasting::Modify { rolls, types, change: Change::Subtract(by) } = effect.does
                && roll.kind.is_among(rolls)
                && types.and(roll.kind.counts()).is_empty()
                && !types.and(*from).is_empty()
                && !eighth_faces::shielded(game, state, effect, roll.army)
            {
                found.push((effect.rule, *to, by));
            }
        }
    }
    found
}

/// Whether what results were from the first doubles where the army stands: an eighth face that
/// doubles their type (DD-14.3).
pub(crate) fn doubled_from_the_first(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    conversions: &[Conversion],
) -> bool {
    let both = Types::only(Counted::Maneuver).with(Types::only(Counted::Save));
    game.edition.capture_doubles == CaptureDoubles::ManeuverAndSaves
        && state.holds(roll.army)
        && conversions.iter().any(|(_, _, from, to, first)| {
            *first && !from.and(both).is_empty() && !both.contains(*to)
        })
}

/// The next results that the owner of a combination roll may count as another type it counts: the rule,
/// from which type to which, and how many at most (DD-17.4).
pub(crate) fn to_convert(game: &DragonDice, state: &State, number: u8) -> Option<Choosable> {
    let roll = &state.rolls[usize::from(number)];
    let open = open_conversions(game, state, roll);
    let decided = |rule: Rule, from: Counted| {
        roll.converted.iter().any(|(by, of, _)| (*by, *of) == (rule, from))
    };
    open.iter().filter(|(rule, _, from, _)| !decided(*rule, *from)).find_map(|one| {
        let (rule, _, from, to) = *one;
        let most = left_to_convert(game, state, roll, &open, *one);
        (most > 0).then_some((rule, from, to, most.min(255)))
    })
}

/// How many results are given to types, all types together.
pub(crate) fn sum_of(parts: &[u8; 5]) -> u16 {
    parts.iter().map(|part| u16::from(*part)).sum()
}

/// How many results may count as another type by one conversion, where those that count by others no
/// longer can: whichever of them are counted with it, all together have no more than their dice show.
fn left_to_convert(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    open: &[Open],
    (_, own, from, _): Open,
) -> u16 {
    let earlier = roll.converted.iter().filter(|(_, of, _)| *of == from);
    let earlier: SmallVec<[(Bearers, u16); 4]> = earlier
        .filter_map(|(rule, of, parts)| {
            let known = open.iter().find(|(by, _, from, _)| (by, from) == (rule, of));
            known.map(|(_, bearers, ..)| (*bearers, sum_of(parts)))
        })
        .collect();
    let left = |subset: u32| {
        let with = earlier.iter().zip(0..).filter(move |(_, at)| subset >> at & 1 == 1);
        let moved: u16 = with.clone().map(|((_, moved), _)| *moved).sum();
        let holds =
            |species| own.hold(species) || with.clone().any(|((other, _), _)| other.hold(species));
        results_of(game, state, roll, from, holds).saturating_sub(moved)
    };
    (0..1 << earlier.len()).map(left).min().unwrap_or(0)
}

/// How many results of a type the dice of some species show and their special icons gave.
fn results_of(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    from: Counted,
    holds: impl Fn(Option<SpeciesId>) -> bool,
) -> u16 {
    let force = state.roster.force(roll.army.owner);
    let counting = roll.counting(state);
    let shown = roll.shown().filter(|(die, _)| counting.contains(*die));
    let plain = shown.map(|(die, face)| {
        let kind = game.catalog.kind(force.kind(die));
        let shown = kind.face(face);
        let counts = shown.icon == Icon::Plain(from) && holds(kind.species());
        if counts { u16::from(shown.count) } else { 0 }
    });
    let given = roll.by_icons.iter().filter(|one| {
        let species = || game.catalog.kind(force.kind(one.die)).species();
        one.counted == from && one.by == CountedBy::Themselves && holds(species())
    });
    plain.sum::<u16>() + given.map(|one| one.amount).sum::<u16>()
}

/// What the owner of a combination roll may count as another type: by which rule, whose results, of
/// which type, and as which.
type Open = (Rule, Bearers, Counted, Types);

/// Everything that the owner of a combination roll may count as another type, by each rule once.
fn open_conversions(game: &DragonDice, state: &State, roll: &Roll) -> SmallVec<[Open; 4]> {
    let counts = roll.kind.counts();
    let mut found: SmallVec<[Open; 4]> = SmallVec::new();
    if !counts.several() {
        return found;
    }
    // What the roll counts itself may go over; and what effects let count as one of several.
    let both = |(rule, bearers, from, to, _): &Conversion| {
        let one = from.single().filter(|from| from != to && counts.contains(*from))?;
        Some((*rule, *bearers, one, Types::only(*to)))
    };
    let several = |effect: &Effect| match effect.does {
        Lasting::CountsAs { species, from, to, rolls }
            if roll.kind.is_among(rolls) && to.and(counts).several() =>
        {
            Some((effect.rule, Bearers::of_effect(species), from.single()?, to.and(counts)))
        }
        _ => None,
    };
    let own = conversions(game, state, roll);
    for one in own.iter().filter_map(both).chain(state.effects_on(roll.army).filter_map(several)) {
        if !found.iter().any(|known| (known.0, known.2) == (one.0, one.2)) {
            found.push(one);
        }
    }
    found
}

/// Whether ID results give nothing in a missile roll at a Reserve Army (DD-14.16).
pub(crate) fn tower_drops_ids(state: &State, roll: &Roll) -> Option<Rule> {
    let fight = state.fight.as_ref()?;
    let at_reserves = roll.kind == RollKind::Missile && fight.target.place == Place::RESERVE;
    (at_reserves && fight.attacker == roll.army).then_some(Rule::Tower)
}
