//! Spells are announced: which an army can pay for, and why it may not cast one (DD-7.8 to DD-7.16).

use crate::position::action::{Action, Cast, Target};
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place};
use crate::position::stack::magic::{Casting, CastingStep};
use crate::position::stack::purse::Purse;
use crate::position::state::State;
use crate::rules::magic::dice;
use crate::rules::magic::purse::{Demand, Taken, Wanted};
use crate::steps::magic::aim;
use crate::tables::catalog::{Element, SpeciesId, Spell, SpellElement};
use crate::tables::edition::{MagicDoubling, ReserveSpells};
use crate::tables::facts::spells;
use crate::tables::facts::spells::SpellRow;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};

/// What magic a spell takes, paid with an element where it may be any.
fn demand(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    (made_of, species): (SpellElement, Option<SpeciesId>),
    element: Option<Element>,
) -> Demand {
    let of = match (made_of, element) {
        (SpellElement::Of(own), _) => Wanted::Element(own),
        (SpellElement::Mixed, _) => Wanted::Anything,
        (SpellElement::Elemental, Some(element)) => Wanted::Element(element),
        (SpellElement::Elemental, None) => Wanted::Ivory,
    };
    let items = species.is_some() && !dice::units_of(game, state, casting.army, species).is_empty();
    Demand { of, species, items }
}

/// What the spells announced take.
fn taken(game: &DragonDice, state: &State, casting: &Casting) -> Taken {
    let mut taken = Taken::new();
    for cast in &casting.announced {
        let spell = game.catalog.spell(cast.spell);
        let demand =
            self::demand(game, state, casting, (spell.element, spell.species), cast.element);
        let cost = u16::from(spell.cost) * u16::from(cast.times);
        match taken.iter_mut().find(|(known, _)| *known == demand) {
            Some((_, sum)) => *sum += cost,
            None => taken.push((demand, cost)),
        }
    }
    taken
}

/// Whether an army in Reserves may cast a spell (DD-7.12).
fn reserves_allow(game: &DragonDice, casting: &Casting, spell: &Spell) -> bool {
    casting.army.place != Place::RESERVE || spells::in_reserves(&game.edition, spell)
}

/// Lists castings of spells of one row, each target once with each element that can pay.
fn casts_of(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    funds: &mut Funds,
    row: &SpellRow,
    into: &mut Vec<Action>,
) {
    let open = u16::from(row.cost) <= funds.left
        && row.species.is_none_or(|species| funds.made_for(species))
        && (!casting.cantrip || row.cantrip)
        && (row.in_reserves || casting.army.place != Place::RESERVE);
    if !open {
        return;
    }
    let elements: &[Option<Element>] = match row.element {
        SpellElement::Elemental => &PAYING,
        _ => &[None],
    };
    for element in elements {
        let demand = self::demand(game, state, casting, (row.element, row.species), *element);
        let most = funds.room(&casting.purse, &demand) / u16::from(row.cost);
        if most > 0 {
            let cast = Cast { spell: row.id, element: *element, times: 1, at: Target::Own };
            aim::spell_targets(
                game,
                state,
                casting,
                &funds.armies,
                cast,
                most.min(255) as u8,
                into,
            );
        }
    }
}

/// What a listing of spells may spend.
fn funds(game: &DragonDice, state: &State, casting: &Casting) -> Funds {
    let taken = self::taken(game, state, casting);
    let spent: u16 = taken.iter().map(|(_, cost)| *cost).sum();
    let left = casting.purse.most().saturating_sub(spent);
    let makers = casting.purse.makers();
    let caster = casting.army.owner;
    let armies = state.from_seat(caster).flat_map(|seat| state.armies(seat)).collect();
    Funds { taken, left, makers, rooms: SmallVec::new(), armies }
}

/// How much of each element the magic left can be spent as, beside what the spells announced take.
pub(crate) fn left_by_element(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
) -> Vec<(Element, u16)> {
    let taken = self::taken(game, state, casting);
    let room = |element: Element| {
        let demand = Demand { of: Wanted::Element(element), species: None, items: false };
        (element, casting.purse.room(&taken, &demand))
    };
    Element::ALL.map(room).into_iter().filter(|(_, left)| *left > 0).collect()
}

/// Lists castings that the magic left pays for.
pub(super) fn casts(game: &DragonDice, state: &State, casting: &Casting, into: &mut Vec<Action>) {
    let mut funds = self::funds(game, state, casting);
    for row in &game.spells.rows {
        casts_of(game, state, casting, &mut funds, row, into);
    }
}

/// Whether any spell can be cast with the magic left.
pub(super) fn can_cast(game: &DragonDice, state: &State, casting: &Casting) -> bool {
    let mut funds = self::funds(game, state, casting);
    let mut found = Vec::new();
    game.spells.rows.iter().any(|row| {
        casts_of(game, state, casting, &mut funds, row, &mut found);
        !found.is_empty()
    })
}

/// Whether a spell may be announced.
pub(super) fn check_cast<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    cast: &Cast,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let known = cast.spell.index() < game.catalog.spells.len();
    why.need(Rule::MagicAction, known, || Fact::says("there is no such spell"))?;
    let spell = game.catalog.spell(cast.spell);
    why.need(Rule::Spell(cast.spell), spell.deferred.is_none(), || {
        Fact::says(format!("nobody carries out `{}` here", spell.name))
    })?;
    let paid = spell.element == SpellElement::Elemental || cast.element.is_none();
    why.need(Rule::Spell(cast.spell), paid, || {
        Fact::says("only an elemental spell lets its caster name the element")
    })?;
    why.need(Rule::MagicAction, cast.times > 0, || Fact::says("it is cast at least once"))?;
    why.require(Rule::CantripMagic, !casting.cantrip || spell.cantrip, || {
        Fact::says("magic outside a magic action buys only spells marked Cantrip")
            .held("Cantrip magic buys it")
    })?;
    why.require(Rule::ReserveSpells, reserves_allow(game, casting, spell), || {
        Fact::says(format!("`{}` is not cast from Reserves", spell.name))
            .held("it may be cast from where the army is")
            .remedy("cast it from an army at a terrain")
    })?;
    check_cost(game, state, casting, cast, spell, why)?;
    aim::check_spell_target(game, state, casting, cast, why)
}

/// Whether the magic left pays for it: enough at all, of its element, of its species.
fn check_cost<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    cast: &Cast,
    spell: &Spell,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let taken = self::taken(game, state, casting);
    let cost = u16::from(spell.cost) * u16::from(cast.times);
    let demand = self::demand(game, state, casting, (spell.element, spell.species), cast.element);
    let any = casting.purse.room(&taken, &Demand { of: Wanted::Anything, species: None, ..demand });
    why.require(Rule::MagicAction, any >= cost, || {
        Fact::says("there is not so much magic left").at_least(any, cost)
    })?;
    if any < cost {
        return Ok(());
    }
    let colours = match game.edition.magic_doubling {
        MagicDoubling::None => Rule::AssigningMagic,
        MagicDoubling::Native => Rule::ClassicMagicColours,
    };
    let coloured = casting.purse.room(&taken, &Demand { species: None, ..demand });
    why.require(colours, coloured >= cost, || {
        let of = match demand.of {
            Wanted::Element(element) => format!("{} magic", element.name()),
            Wanted::Ivory => "ivory magic".to_string(),
            Wanted::Anything => "magic".to_string(),
        };
        Fact::says(format!("there is not so much {of} left")).at_least(coloured, cost)
    })?;
    let Some(species) = spell.species.filter(|_| coloured >= cost) else { return Ok(()) };
    let own = casting.purse.room(&taken, &demand);
    why.require(Rule::AssigningMagic, own >= cost, || {
        let name = &game.catalog.species(species).name;
        Fact::says(format!("`{}` takes magic made by {name}", spell.name)).at_least(own, cost)
    })
}

/// A spell is announced; castings on one target stand together (DD-7.15).
pub(super) fn announce<O: Observe<Event>>(casting: &mut Casting, cast: Cast, out: &mut O) {
    let seat = casting.army.owner;
    out.tell(|| Event::Announced { seat, cast });
    let same = |known: &&mut Cast| Cast { times: cast.times, ..**known } == cast;
    match casting.announced.iter_mut().find(same) {
        Some(known) => known.times = known.times.saturating_add(cast.times),
        None => casting.announced.push(cast),
    }
}

/// Nothing more is announced: magic that is left is lost (DD-7.16).
pub(super) fn end_announcing<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    casting: &mut Casting,
    out: &mut O,
) {
    state.steps.push(CastingStep::End.into());
    let spent: u16 = taken(game, state, casting).iter().map(|(_, cost)| *cost).sum();
    let (seat, amount) = (casting.army.owner, casting.purse.most().saturating_sub(spent));
    if amount > 0 {
        out.tell(|| Event::Noted { seat, rule: Rule::UnusedMagic, amount });
    }
    casting.purse = Default::default();
    if !casting.announced.is_empty() {
        state.steps.push(CastingStep::Resolve.into());
        state.steps.push(CastingStep::Dispel.into());
    }
}

/// Whether the classic rules hold for what a Reserve Army may aim at.
pub(super) fn own_only(game: &DragonDice, casting: &Casting) -> bool {
    casting.army.place == Place::RESERVE
        && game.edition.reserve_spells == ReserveSpells::ListedOnOwn
}

/// What a listing of spells may spend.
struct Funds {
    taken: Taken,
    /// No spell that costs more can be paid.
    left: u16,
    /// How much of what is wanted can be had, for each want that has been asked for.
    rooms: SmallVec<[(Demand, u16); 16]>,
    /// Species that some of the magic might serve, as bits.
    makers: u64,
    /// Every army, the caster's first.
    armies: SmallVec<[Army; 16]>,
}

impl Funds {
    #[inline]
    fn made_for(&self, species: SpeciesId) -> bool {
        self.makers >> (species.index() & 63) & 1 == 1
    }

    fn room(&mut self, purse: &Purse, demand: &Demand) -> u16 {
        if let Some((_, room)) = self.rooms.iter().find(|(known, _)| known == demand) {
            return *room;
        }
        let room = if purse.serves(demand) { purse.room(&self.taken, demand) } else { 0 };
        self.rooms.push((*demand, room));
        room
    }
}

/// With what an elemental spell is paid: an element, or ivory.
const PAYING: [Option<Element>; 6] = [
    Some(Element::Air),
    Some(Element::Death),
    Some(Element::Earth),
    Some(Element::Fire),
    Some(Element::Water),
    None,
];
