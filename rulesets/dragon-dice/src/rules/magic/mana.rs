//! Magic as a roll makes it: of which elements, by whom, and what lessens or doubles it.

use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place, Sort};
use crate::position::roll::Roll;
use crate::position::roll::kinds::Change;
use crate::position::stack::purse::{Maker, Mana, Purse, With};
use crate::position::state::State;
use crate::rules::magic::dice;
use crate::rules::roll::changes;
use crate::rules::species::works;
use crate::rules::{eighth_faces, elements, roll};
use crate::tables::catalog::effects::RollKind;
use crate::tables::catalog::{
    AbilityId, Counted, EighthPower, Element, Elements, Face, Icon, Kind, SaiEffect, SaiId,
    SpeciesId, What,
};
use crate::tables::edition::{MagicDoubling, ReserveAmazons, UndeadElements};
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;

/// What a die's magic is like.
struct Colours {
    elements: Elements,
    ivory: bool,
    by: Maker,
    doubling: Elements,
}

/// What the magic of a kind of die in an army is like (DD-7.9, DD-7.10, DD-7.19, DD-14.14).
fn colours(game: &DragonDice, state: &State, army: Army, kind: &Kind) -> Colours {
    let Some(species) = kind.species() else {
        let ivory = kind.elements.is_empty();
        let doubling = self::doubling(game, state, army, kind.elements, None);
        return Colours { elements: kind.elements, ivory, by: Maker::Items, doubling };
    };
    let mut elements = kind.elements;
    if Some(species) == works::amazons(game) {
        elements = elements::elements_at(game, state, army);
    }
    let classic_undead = game.edition.undead_elements == UndeadElements::DeathAndIvory
        && game.species.undead == Some(species);
    let ivory = elements.is_empty() || classic_undead;
    let doubling = self::doubling(game, state, army, elements, Some(species));
    if let Some((_, more)) = eighth_faces::converts_magic(game, state, army) {
        elements = elements.union(more);
    }
    Colours { elements, ivory, by: Maker::Units(species), doubling }
}

/// As what elements IDs of a die count twice (DD-7.10, DD-7.13, DD-14.27).
fn doubling(
    game: &DragonDice,
    state: &State,
    army: Army,
    own: Elements,
    species: Option<SpeciesId>,
) -> Elements {
    let barred = game.edition.magic_doubling == MagicDoubling::None
        || army.place == Place::RESERVE
        || eighth_faces::no_magic_doubling(game, state, army.place).is_some();
    if barred {
        return Elements::NONE;
    }
    let negating = game.species.negating.map(|(_, of)| of);
    let needs_stones = species.is_some() && [works::amazons(game), negating].contains(&species);
    if needs_stones && !has_stones(game, state, army.place) {
        return Elements::NONE;
    }
    own.intersection(elements::terrain_elements(game, state, army.place))
}

/// Whether the eighth face of a terrain is one of Standing Stones, showing or not.
fn has_stones(game: &DragonDice, state: &State, place: Place) -> bool {
    let Some(ground) = state.ground(place) else { return false };
    let eighth = ground.named.or(match game.catalog.kind(ground.kind).what {
        What::Terrain { eighth, .. } => Some(eighth),
        _ => None,
    });
    let rows = eighth.map(|eighth| &game.catalog.eighth(eighth).classic);
    rows.is_some_and(|rows| rows.iter().any(|row| row.does == EighthPower::ConvertMagic))
}

/// What a face gives in magic, and with what it is rolled.
fn magic_on(game: &DragonDice, army: Army, kind: &Kind, face: Face) -> Option<(With, u16)> {
    let count = u16::from(face.count);
    let as_id = |sai| game.icons.as_id(kind, sai, crate::tables::catalog::effects::RollKind::Magic);
    match face.icon {
        Icon::Sai(sai) if as_id(sai) > 0 => Some((With::Ids, as_id(sai))),
        Icon::Plain(Counted::Magic) => Some((With::Icons, count)),
        Icon::Id => Some((With::Ids, count)),
        Icon::Sai(sai) => {
            let effects =
                game.catalog.sai(sai).in_roll(crate::tables::catalog::effects::RollKind::Magic);
            let amounts = effects.map(|effect| match effect {
                SaiEffect::Add { types, amount } | SaiEffect::AddEither { types, amount, .. }
                    if types.contains(&Counted::Magic) =>
                {
                    amount.of(face.count)
                }
                SaiEffect::AddMagicOfChoice { amount, .. } => amount.of(face.count),
                SaiEffect::SummonDragon if army.place == Place::RESERVE => face.count,
                _ => 0,
            });
            let sum: u16 = amounts.map(u16::from).sum();
            (sum > 0).then_some((With::Specials, sum))
        }
        _ => None,
    }
}

/// Whether a face gives magic of whatever element.
fn of_any_element(game: &DragonDice, face: Face) -> bool {
    face.sai().is_some_and(|sai| {
        let mut effects =
            game.catalog.sai(sai).in_roll(crate::tables::catalog::effects::RollKind::Magic);
        effects.any(|effect| matches!(effect, SaiEffect::AddMagicOfChoice { .. }))
    })
}

/// The magic that a die of a magic roll shows, if it counts.
pub(crate) fn mana_of(game: &DragonDice, state: &State, roll: &Roll, die: u8) -> Option<Mana> {
    let face = roll::shows(game, state, roll.army.owner, die, roll.face(die)?);
    let counts = roll.counting(state).contains(die);
    if counts { mana_on(game, state, roll, die, face) } else { None }
}

/// The magic that a face of a die gives in a magic roll.
fn mana_on(game: &DragonDice, state: &State, roll: &Roll, die: u8, face: Face) -> Option<Mana> {
    let force = state.roster.force(roll.army.owner);
    let kind = game.catalog.kind(force.kind(die));
    let (with, amount) = magic_on(game, roll.army, kind, face)?;
    let no_ids = with == With::Ids && changes::ignores_ids(state, roll).is_some();
    if force.of_sort(Sort::Dragonkin).contains(die) || no_ids {
        return None;
    }
    let Colours { mut elements, mut ivory, by, mut doubling } =
        colours(game, state, roll.army, kind);
    if of_any_element(game, face) {
        (elements, ivory) = (Elements::ALL, false);
    }
    // Ruling: what counts as an ID is no ID that was rolled, and its points do not double (DD-7.10).
    if face.icon != Icon::Id {
        doubling = Elements::NONE;
    }
    Some(Mana { elements, ivory, by, with, doubling, amount })
}

/// What a face of a die adds to the magic that a magic roll makes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Made {
    /// By plain icons.
    pub icons: u16,
    /// By IDs.
    pub ids: u16,
    /// Those of them that count twice whatever they are spent as.
    pub twice: u16,
    /// By special icons.
    pub specials: u16,
    /// Whether an ability may add more for it.
    pub brings_more: bool,
}

impl Made {
    /// What a face of a die adds.
    pub fn by(game: &DragonDice, state: &State, roll: &Roll, die: u8, face: Face) -> Made {
        let Some(mana) = mana_on(game, state, roll, die, face) else { return Made::default() };
        let of = |with| if mana.with == with { mana.amount } else { 0 };
        Made {
            icons: of(With::Icons),
            ids: of(With::Ids),
            twice: if mana.doubles_whole() { of(With::Ids) } else { 0 },
            specials: of(With::Specials),
            brings_more: mana.brings_more(game) && brought(game, state, roll.army).is_some(),
        }
    }
}

/// How much magic an ability of the army's own may add, and by which rule.
pub(crate) fn brought(game: &DragonDice, state: &State, army: Army) -> Option<(AbilityId, u16)> {
    let (id, _) = game.species.adding?;
    let most = works::dead_for(game, state, army.owner, game.catalog.ability(id));
    (most > 0).then_some((id, most))
}

/// Tells a listener what makes more of the magic of a roll that is still to fall than its icons say.
pub(crate) fn explain_magic<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    why: &mut E,
) {
    let army = roll.army;
    if let Some((id, most)) = brought(game, state, army) {
        let species = game.catalog.ability(id).species;
        let units = dice::units_of(game, state, army, Some(species)).and(roll.dice);
        let species = &game.catalog.species(species).name;
        let says = || format!("1 more for each {species} with magic that is no ID, up to {most}");
        if !units.is_empty() {
            why.modifier(Rule::Ability(id), 0, says);
        }
    }
    let force = state.roster.force(army.owner);
    let rolled = force.kinds().iter().filter(|(_, set)| !set.and(roll.dice).is_empty());
    let doubling = rolled.fold(Elements::NONE, |all, (kind, _)| {
        all.union(colours(game, state, army, game.catalog.kind(*kind)).doubling)
    });
    if !doubling.is_empty() {
        let elements: Vec<&str> = doubling.iter().map(Element::name).collect();
        let elements = elements.join(" or ");
        why.modifier(Rule::MagicDoubling, 0, || format!("IDs count twice as {elements} magic"));
    }
}

/// Steps 6, 7 and 9 of a magic roll (DD-8.2); gives how much more there is as IDs count twice where the army
/// stands (DD-7.10).
pub(crate) fn reduce(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    purse: &mut Purse,
    icons: u16,
    ids: u16,
) -> u16 {
    let modifiers = changes::modifiers(game, state, roll);
    let mut left = icons + ids;
    left = left.saturating_sub(roll.taken[Counted::Magic.index()]);
    for (.., change) in &modifiers {
        if let Change::Subtract(by) = change {
            left = left.saturating_sub((*by).into());
        }
    }
    if modifiers.iter().any(|(.., change)| *change == Change::Halve) {
        left /= 2;
    }
    let ids_left = ids.min(left);
    purse.trim_ids(if game.edition.magic_doubling == MagicDoubling::None { ids } else { ids_left });
    let doubled = modifiers.iter().any(|(.., change)| *change == Change::DoubleIds);
    let times = if doubled { 2 } else { 1 };
    let mut more = 0;
    for mana in purse.mana.iter_mut().filter(|mana| mana.with == With::Ids) {
        mana.amount *= times;
        if mana.doubles_whole() {
            more += mana.amount;
            mana.amount *= 2;
            mana.doubling = Elements::NONE;
        }
    }
    purse.left = [left - ids_left, ids_left * times];
    if game.edition.magic_doubling == MagicDoubling::Native {
        purse.left[1] = u16::MAX;
    }
    more
}

/// The magic that Cantrip icons of a roll gave, and magic of a medallion that buys any of them
/// (DD-7.22).
pub(crate) fn cantrip_purse(game: &DragonDice, state: &State, roll: &Roll) -> Purse {
    let force = state.roster.force(roll.army.owner);
    let mut purse = Purse::default();
    let counting = roll.counting(state);
    for (die, shown) in roll.shown().filter(|(die, _)| counting.contains(*die)) {
        let kind = game.catalog.kind(force.kind(die));
        let face = kind.face(shown);
        let Some(sai) = face.sai() else { continue };
        for effect in game.catalog.sai(sai).in_roll(roll.kind.icons()) {
            let SaiEffect::AddCantrip { amount, any_spell } = effect else { continue };
            let colours = self::colours(game, state, roll.army, kind);
            let (elements, ivory, by) = match any_spell {
                true => (Elements::ALL, true, Maker::Anybody),
                false => (colours.elements, colours.ivory, colours.by),
            };
            let (with, doubling) = (With::Specials, Elements::NONE);
            let amount = amount.of(face.count).into();
            purse.add(Mana { elements, ivory, by, with, doubling, amount });
        }
    }
    purse
}

/// Whether a die of a roll shows magic that buys only Cantrip spells.
pub(crate) fn is_cantrip(game: &DragonDice, state: &State, roll: &Roll, die: u8) -> bool {
    let Some(shown) = roll.face(die) else { return false };
    let sai = roll::shows(game, state, roll.army.owner, die, shown).sai();
    sai.is_some_and(|sai| {
        let mut effects = game.catalog.sai(sai).in_roll(roll.kind.icons());
        effects.any(|effect| matches!(effect, SaiEffect::AddCantrip { .. }))
    })
}

/// A number for a face in a magic roll: faces of one number give the same.
pub(crate) fn magic_worth(kind: &Kind, face: umpire_core::dice::Face) -> u8 {
    let shown = kind.face(face);
    let tells = match shown.icon {
        Icon::Plain(icon) => icon == Counted::Magic,
        _ => true,
    };
    let first = kind.faces().iter().position(|other| *other == shown);
    match tells {
        true => first.map_or(0, |at| at as u8 + 1),
        false => 0,
    }
}

/// Whether Amazons of an army in Reserves stay out of its magic (DD-6.11).
pub(crate) fn amazons_shoot(game: &DragonDice, army: Army) -> bool {
    army.place == Place::RESERVE && game.edition.reserve_amazons == ReserveAmazons::FireMissiles
}

/// The icon by which a face gives magic of an element to be named.
pub(crate) fn attunes(game: &DragonDice, face: crate::tables::catalog::Face) -> Option<SaiId> {
    let named = |effect: &SaiEffect| {
        matches!(effect, SaiEffect::AddMagicOfChoice { recolour_unit: true, .. })
    };
    face.sai().filter(|sai| game.catalog.sai(*sai).in_roll(RollKind::Magic).any(named))
}
