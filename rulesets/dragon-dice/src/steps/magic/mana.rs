//! Magic as a roll made it: of which elements, by whom, and how much of it a spell can still have.

use crate::catalog::{
    AbilityId, Counted, EighthPower, Element, Elements, Face, Icon, Kind, SaiEffect, SpeciesId,
    What,
};
use crate::edition::{MagicDoubling, ReserveAmazons, UndeadElements};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, Place, Sort};
use crate::roll;
use crate::roll::{Change, Roll, changes};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::eighth::powers;
use crate::steps::magic;
use crate::steps::magic::attune;
use crate::steps::species::works;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;

/// Some magic, all of it alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mana {
    /// Each point may be of any of these.
    pub elements: Elements,
    /// Each point may be ivory.
    pub ivory: bool,
    /// Who made it.
    pub by: Maker,
    /// What it was rolled with.
    pub with: With,
    /// A point spent as one of these counts for two (DD-7.10); none, where nothing doubles.
    pub doubling: Elements,
    /// How many points.
    pub amount: u16,
}

/// Who made magic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    /// Units of a species.
    Units(SpeciesId),
    /// Items, whose magic serves every species of the army (DD-16.1).
    Items,
    /// Something that is bound to no species.
    Anybody,
}

/// What magic was rolled with; what steps 6 and 7 take away comes off icons first, IDs next, and
/// never off the rest (DD-8.2, DD-8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// Plain icons.
    Icons,
    /// IDs.
    Ids,
    /// Special icons and abilities.
    Specials,
}

/// The magic of an army that may be spent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Purse {
    mana: Vec<Mana>,
    /// How much of the magic of icons, and of that of IDs, is left after steps 6 and 7.
    left: [u16; 2],
}

/// What magic a spell takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// Of which element.
    pub of: Wanted,
    /// Of which species.
    pub species: Option<SpeciesId>,
    /// Whether items of the army make magic for that species.
    pub items: bool,
}

/// Of what magic must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Of one element.
    Element(Element),
    /// Ivory.
    Ivory,
    /// Of whatever kind.
    Anything,
}

impl Mana {
    fn serves(&self, demand: &Demand) -> bool {
        let colour = match demand.of {
            Wanted::Element(element) => self.elements.contains(element),
            Wanted::Ivory => self.ivory,
            Wanted::Anything => true,
        };
        let maker = match (demand.species, self.by) {
            (None, _) | (_, Maker::Anybody) => true,
            (Some(species), Maker::Units(own)) => own == species,
            (Some(_), Maker::Items) => demand.items,
        };
        colour && maker
    }

    /// The wants that it serves, as bits: those taken already, and the one asked for after them.
    fn served(&self, taken: &[(Demand, u16)], wanted: &Demand) -> u32 {
        let all = taken.iter().map(|(demand, _)| demand).chain([wanted]);
        all.zip(0..).map(|(demand, at)| u32::from(self.serves(demand)) << at).sum()
    }

    /// Whether each of its points counts twice, whatever it is spent as.
    fn doubles_whole(&self) -> bool {
        let doubling = self.doubling;
        !self.ivory && !doubling.is_empty() && doubling.contains_all(self.elements)
    }

    /// Whether it brings magic with it by the ability of who made it: units that rolled magic other than of IDs.
    fn brings_more(&self, game: &DragonDice) -> bool {
        let adding = game.species.adding;
        self.with != With::Ids && adding.is_some_and(|(_, of)| self.by == Maker::Units(of))
    }

    /// What it is where all of its points count twice, if they may.
    fn doubled(&self) -> Option<Mana> {
        let (elements, ivory, with) = (self.doubling, false, With::Specials);
        let amount = 2 * self.amount;
        (!elements.is_empty()).then_some(Mana { elements, ivory, with, amount, ..*self })
    }
}

/// Announced spells by what they take; more kinds than this are not spent in one action.
pub type Taken = SmallVec<[(Demand, u16); 8]>;

const MOST_DEMANDS: usize = 16;

/// Magic of which some points may count twice as something that not all it serves takes.
#[derive(Debug, Clone, Copy)]
struct Doubling {
    /// The wants that it serves, as bits.
    once: u32,
    /// Those that it serves where it counts twice.
    twice: u32,
    /// How many points.
    amount: i64,
}

impl Doubling {
    /// What it gives to a set of wants when so many of its points count twice.
    fn gives(self, set: u32, doubled: i64) -> i64 {
        let once = if self.once & set == 0 { 0 } else { self.amount - doubled };
        let twice = if self.twice & set == 0 { 0 } else { 2 * doubled };
        once + twice
    }

    /// The most it gives to a set of wants.
    fn most(self, set: u32) -> i64 {
        self.gives(set, 0).max(self.gives(set, self.amount))
    }
}

/// What the magic that serves a set of wants leaves beyond what its wants take.
#[derive(Debug, Clone, Copy)]
struct Left {
    /// The wants, as bits.
    set: u32,
    /// Whether what is asked for is among them: then it is what can be had at most, and else it must
    /// not fall short.
    for_wanted: bool,
    left: i64,
}

/// Finds the most that can be had however the doublings are divided: each in turn, from all of its
/// points down, as long as what the rest might still give lets it come to more.
fn most_room(doublings: &[Doubling], lefts: &[Left], best: &mut Option<i64>) {
    let mut bound = i64::MAX;
    for left in lefts {
        let most = left.left + doublings.iter().map(|one| one.most(left.set)).sum::<i64>();
        match left.for_wanted {
            true => bound = bound.min(most),
            false if most < 0 => return,
            false => {}
        }
    }
    let Some((one, rest)) = doublings.split_first() else {
        *best = (*best).max(Some(bound));
        return;
    };
    for doubled in (0..=one.amount).rev() {
        if best.is_some_and(|best| best >= bound) {
            return;
        }
        let given = |left: &Left| Left { left: left.left + one.gives(left.set, doubled), ..*left };
        let lefts: Vec<Left> = lefts.iter().map(given).collect();
        most_room(rest, &lefts, best);
    }
}

impl Purse {
    /// Puts magic to what is alike.
    pub fn add(&mut self, more: Mana) {
        if more.amount == 0 {
            return;
        }
        let alike = |mana: &&mut Mana| Mana { amount: more.amount, ..**mana } == more;
        match self.mana.iter_mut().find(alike) {
            Some(mana) => mana.amount += more.amount,
            None => self.mana.push(more),
        }
    }

    /// Takes magic from what is alike.
    pub fn remove(&mut self, less: Mana) {
        let alike = |mana: &&mut Mana| Mana { amount: less.amount, ..**mana } == less;
        if let Some(mana) = self.mana.iter_mut().find(alike) {
            mana.amount = mana.amount.saturating_sub(less.amount);
        }
        self.mana.retain(|mana| mana.amount > 0);
    }

    fn made(&self, with: With) -> u16 {
        self.mana.iter().filter(|mana| mana.with == with).map(|mana| mana.amount).sum()
    }

    /// All that can be spent, before points count for two.
    pub fn total(&self) -> u16 {
        self.left[0].min(self.made(With::Icons))
            + self.left[1].min(self.made(With::Ids))
            + self.made(With::Specials)
    }

    /// All that can be spent where everything doubles that may.
    pub fn most(&self) -> u16 {
        let doubling = self.mana.iter().filter(|mana| !mana.doubling.is_empty());
        self.total() + doubling.map(|mana| mana.amount).sum::<u16>()
    }

    /// Species that some of the magic might serve, its colour apart, as bits.
    pub fn makers(&self) -> u64 {
        self.mana.iter().fold(0, |all, mana| match mana.by {
            Maker::Units(species) => all | 1 << (species.index() & 63),
            Maker::Items | Maker::Anybody => u64::MAX,
        })
    }

    /// Whether any of the magic is such as is wanted.
    pub fn serves(&self, demand: &Demand) -> bool {
        self.mana.iter().any(|mana| mana.serves(demand))
    }

    /// How many points of one kind can be had beside what is taken already.
    ///
    /// Points flow from what was made to what is wanted. By the theorem of the smallest cut as
    /// much can be had as every set of wants together leaves: the magic that serves any of them,
    /// less what the others of the set take.
    pub fn room(&self, taken: &[(Demand, u16)], wanted: &Demand) -> u16 {
        if taken.len() > MOST_DEMANDS {
            return 0;
        }
        let doubles = self.mana.iter().any(|mana| !mana.doubling.is_empty());
        if !doubles && taken.is_empty() {
            return self.serving(wanted);
        }
        let doublings = self.doublings(taken, wanted);
        let mut best = None;
        most_room(&doublings, &self.left_by(taken, wanted), &mut best);
        best.map_or(0, |room| room.clamp(0, u16::MAX.into()) as u16)
    }

    /// How much of all this magic serves, where nothing is taken yet.
    fn serving(&self, wanted: &Demand) -> u16 {
        let mut sums = [0u16; 3];
        for mana in self.mana.iter().filter(|mana| mana.serves(wanted)) {
            sums[mana.with as usize] += mana.amount;
        }
        sums[0].min(self.left[0]) + sums[1].min(self.left[1]) + sums[2]
    }

    /// Kinds of magic of which it has to be divided how much doubles: where a point that counts twice
    /// serves some of what the point serves, and not all.
    fn doublings(&self, taken: &[(Demand, u16)], wanted: &Demand) -> SmallVec<[Doubling; 4]> {
        let mut found: SmallVec<[Doubling; 4]> = SmallVec::new();
        for mana in &self.mana {
            let once = mana.served(taken, wanted);
            let twice = mana.doubled().map_or(0, |doubled| doubled.served(taken, wanted));
            if twice == 0 || twice == once {
                continue;
            }
            match found.iter_mut().find(|known| (known.once, known.twice) == (once, twice)) {
                Some(known) => known.amount += i64::from(mana.amount),
                None => found.push(Doubling { once, twice, amount: mana.amount.into() }),
            }
        }
        found
    }

    /// What each set of wants leaves, as far as no doubling has to be divided.
    fn left_by(&self, taken: &[(Demand, u16)], wanted: &Demand) -> Vec<Left> {
        let last = 1u32 << taken.len();
        let served = self.mana.iter().filter_map(|mana| {
            let once = mana.served(taken, wanted);
            let Some(doubled) = mana.doubled() else {
                return Some((once, mana.with, mana.amount));
            };
            match doubled.served(taken, wanted) {
                0 => Some((once, mana.with, mana.amount)),
                twice if twice == once => Some((once, doubled.with, doubled.amount)),
                _ => None,
            }
        });
        let served: SmallVec<[(u32, With, u16); 16]> = served.collect();
        let supply = |set: u32| {
            let mut sums = [0i64; 3];
            for (_, with, amount) in served.iter().filter(|(served, ..)| served & set != 0) {
                sums[*with as usize] += i64::from(*amount);
            }
            sums[0].min(self.left[0].into()) + sums[1].min(self.left[1].into()) + sums[2]
        };
        let left = |set: u32| {
            let parts = taken.iter().zip(0..).filter(|(_, at)| set >> at & 1 == 1);
            let need: i64 = parts.map(|((_, need), _)| i64::from(*need)).sum();
            [(set, false), (set | last, true)].map(|(set, for_wanted)| Left {
                set,
                for_wanted,
                left: supply(set) - need,
            })
        };
        (0..last).flat_map(left).collect()
    }

    /// Takes points of IDs away until so many are left.
    fn trim_ids(&mut self, left: u16) {
        let mut over = self.made(With::Ids).saturating_sub(left);
        for mana in self.mana.iter_mut().rev().filter(|mana| mana.with == With::Ids) {
            let gone = over.min(mana.amount);
            mana.amount -= gone;
            over -= gone;
        }
        self.mana.retain(|mana| mana.amount > 0);
    }
}

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
        elements = works::elements_at(game, state, army);
    }
    let classic_undead = game.edition.undead_elements == UndeadElements::DeathAndIvory
        && game.species.undead == Some(species);
    let ivory = elements.is_empty() || classic_undead;
    let doubling = self::doubling(game, state, army, elements, Some(species));
    if let Some((_, more)) = powers::converts_magic(game, state, army) {
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
        || powers::no_magic_doubling(game, state, army.place).is_some();
    if barred {
        return Elements::NONE;
    }
    let negating = game.species.negating.map(|(_, of)| of);
    let needs_stones = species.is_some() && [works::amazons(game), negating].contains(&species);
    if needs_stones && !has_stones(game, state, army.place) {
        return Elements::NONE;
    }
    own.intersection(works::terrain_elements(game, state, army.place))
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
    let as_id = |sai| game.icons.as_id(kind, sai, crate::catalog::effects::RollKind::Magic);
    match face.icon {
        Icon::Sai(sai) if as_id(sai) > 0 => Some((With::Ids, as_id(sai))),
        Icon::Plain(Counted::Magic) => Some((With::Icons, count)),
        Icon::Id => Some((With::Ids, count)),
        Icon::Sai(sai) => {
            let effects = game.catalog.sai(sai).in_roll(crate::catalog::effects::RollKind::Magic);
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
        let mut effects = game.catalog.sai(sai).in_roll(crate::catalog::effects::RollKind::Magic);
        effects.any(|effect| matches!(effect, SaiEffect::AddMagicOfChoice { .. }))
    })
}

/// The magic that a die of a magic roll shows, if it counts.
pub(super) fn mana_of(game: &DragonDice, state: &State, roll: &Roll, die: u8) -> Option<Mana> {
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
fn brought(game: &DragonDice, state: &State, army: Army) -> Option<(AbilityId, u16)> {
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
        let units = magic::units_of(game, state, army, Some(species)).and(roll.dice);
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

/// The magic that a magic roll made; what waits for an element to be named is not in it yet. What is more than
/// the roll came to is told.
pub(super) fn purse<O: Observe<Event>>(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    out: &mut O,
) -> Purse {
    let army = roll.army;
    let (mut purse, mut boned) = (Purse::default(), None);
    for (die, shown) in roll.shown() {
        let Some(mana) = mana_of(game, state, roll, die) else { continue };
        if attune::attunes(game, roll::shows(game, state, army.owner, die, shown)).is_some() {
            continue;
        }
        if mana.brings_more(game) {
            let so_far = boned.map_or(0, |bonus: Mana| bonus.amount);
            boned = Some(Mana { with: With::Specials, amount: so_far + 1, ..mana });
        }
        purse.add(mana);
    }
    let seat = army.owner;
    if let (Some(bonus), Some((id, most))) = (boned, brought(game, state, army)) {
        let amount = bonus.amount.min(most);
        purse.add(Mana { amount, ..bonus });
        out.tell(|| Event::Noted { seat, rule: Rule::Ability(id), amount });
    }
    let (icons, ids) = (purse.made(With::Icons), purse.made(With::Ids));
    let amount = reduce(game, state, roll, &mut purse, icons, ids);
    if amount > 0 {
        out.tell(|| Event::Noted { seat, rule: Rule::MagicDoubling, amount });
    }
    purse
}

/// Steps 6, 7 and 9 of a magic roll (DD-8.2); gives how much more there is as IDs count twice where the army
/// stands (DD-7.10).
fn reduce(
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
pub(super) fn cantrip_purse(game: &DragonDice, state: &State, roll: &Roll) -> Purse {
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
pub(super) fn is_cantrip(game: &DragonDice, state: &State, roll: &Roll, die: u8) -> bool {
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
pub(super) fn amazons_shoot(game: &DragonDice, army: Army) -> bool {
    army.place == Place::RESERVE && game.edition.reserve_amazons == ReserveAmazons::FireMissiles
}
