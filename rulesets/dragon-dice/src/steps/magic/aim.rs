//! At what spells are aimed: the targets there are, and why one may not be aimed at.

use crate::position::action::{Action, Cast, Target};
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::position::stack::magic::Casting;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::magic::dice;
use crate::rules::species::works;
use crate::rules::{effects, eighth_faces};
use crate::steps::magic::{announce, resolve, summon};
use crate::tables::catalog::effects::Fate;
use crate::tables::catalog::{
    Element, Elements, Kind, Spell, SpellEffect, SpellElement, SpellTarget,
};
use crate::tables::edition::UndeadElements;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;

/// How many castings on one target, and sets of units, are listed at most.
const MOST_TIMES: u8 = 3;

const MOST_SETS: usize = 12;

/// Lists castings like one of the targets there are, none of them more often than `most`.
/// The armies are all there are, in turn order from the caster on.
pub(super) fn spell_targets(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    armies: &[Army],
    cast: Cast,
    most: u8,
    into: &mut Vec<Action>,
) {
    let spell = game.catalog.spell(cast.spell);
    let caster = casting.army.owner;
    let most_times = if spell.cumulative { most.min(MOST_TIMES) } else { 1 };
    let mut fits = |at: Target, times: u8| {
        let cast = Cast { at, times, ..cast };
        let holds =
            times <= most && check_spell_target(game, state, casting, &cast, &mut Silent).is_ok();
        if holds {
            into.push(Action::Cast(cast));
        }
        holds
    };
    let mut often = |at: Target| (1..=most_times).filter(|times| fits(at, *times)).count() > 0;
    let armies = || armies.iter().copied();
    let own = || armies().filter(|army| army.owner == caster);
    match spell.target {
        SpellTarget::OpposingArmy | SpellTarget::AnyArmy | SpellTarget::ArmyWithSpecies => {
            for army in armies() {
                often(Target::Army(army));
            }
        }
        SpellTarget::Terrain { .. } => {
            for place in state.terrains() {
                often(Target::Terrain(place));
            }
        }
        SpellTarget::OwnDeadArea => {
            often(Target::Own);
        }
        SpellTarget::OpposingUnit => {
            for army in armies().filter(|army| army.owner != caster) {
                one_of_each_kind(game, state, army, |piece| often(Target::Piece(piece)));
            }
        }
        SpellTarget::OwnDragonkin | SpellTarget::OwnSpeciesUnit => {
            for army in own() {
                one_of_each_kind(game, state, army, |piece| often(Target::Piece(piece)));
            }
        }
        SpellTarget::OwnDead { .. }
        | SpellTarget::OwnPooledDragonkin { .. }
        | SpellTarget::OwnBuriedMinor => {
            let of = Army { owner: caster, place: area(spell) };
            let force = state.roster.force(caster);
            let unit = spell.target != SpellTarget::OwnBuriedMinor;
            one_of_each_kind(game, state, of, |piece| {
                let times = if unit { force.health(piece.number).max(1) } else { 1 };
                fits(Target::Piece(piece), times)
            });
        }
        SpellTarget::Units { .. } | SpellTarget::OpposingDead { .. } => {
            let all = state.from_seat(caster).flat_map(|owner| {
                (0..=Place::DEAD.0).map(move |place| Army { owner, place: Place(place) })
            });
            for of in all {
                for times in 1..=most_times {
                    for units in sets_to_aim_at(game, state, casting, spell, of, times) {
                        fits(Target::Units { of, units }, times);
                    }
                }
            }
        }
        SpellTarget::OwnUnit => {
            // They join units of their owner at another terrain.
            let places = || own().map(|army| army.place).filter(|at| *at != Place::RESERVE);
            for of in own().filter(|army| army.place != Place::RESERVE) {
                for to in places().filter(|to| *to != of.place) {
                    let sent = |piece| Target::Sent { piece, to };
                    one_of_each_kind(game, state, of, |piece| fits(sent(piece), 1));
                }
            }
        }
        SpellTarget::OwnUnits { count } => {
            for of in own() {
                let all = dice::units_of(game, state, of, spell.species);
                for to in state.terrains() {
                    for number in 1..=u32::from(count).min(all.len()) {
                        fits(Target::SentUnits { of, units: all.lowest(number), to }, 1);
                    }
                }
            }
        }
    }
}

/// Offers one die of each kind at a place, and of those that something tells apart one each: the first
/// that is taken.
fn one_of_each_kind(
    game: &DragonDice,
    state: &State,
    of: Army,
    mut takes: impl FnMut(Piece) -> bool,
) {
    let Army { owner, place } = of;
    let there = state.at(owner, place);
    for (_, set) in state.roster.force(owner).kinds() {
        let mut left = set.and(there);
        while let Some(first) = left.first() {
            let like = state.alike(game, owner, first, left);
            left = left.without(like);
            like.iter().any(|number| takes(Piece { owner, number }));
        }
    }
}

/// The area in which the dice lie at which a spell aims.
fn area(spell: &Spell) -> Place {
    match spell.target {
        SpellTarget::OwnPooledDragonkin { .. } => Place::POOL,
        SpellTarget::OwnBuriedMinor => Place::BURIED,
        _ => Place::DEAD,
    }
}

/// Whether dice that fall to a spell go to Reserves.
fn drives_out(spell: &Spell) -> bool {
    spell.effects.iter().any(
        |effect| matches!(effect, SpellEffect::Endanger { peril } if peril.fate == Fate::Reserves),
    )
}

/// The units of one player at one place that a spell may strike together.
fn strikable(state: &State, spell: &Spell, of: Army) -> PieceSet {
    let units = state.units(of);
    match drives_out(spell) {
        true => state.able_to_leave(of.owner, units),
        false => units,
    }
}

/// The pick of units that a spell on several makes, before it is made.
fn aimed_pick(
    state: &State,
    casting: &Casting,
    spell: &Spell,
    of: Army,
    times: u8,
) -> Option<Pick> {
    let caster = casting.army.owner;
    let (health, opposing, dead) = match spell.target {
        SpellTarget::Units { health, opposing } => (health, opposing, false),
        SpellTarget::OpposingDead { health } => (health, true, true),
        _ => return None,
    };
    let placed = match dead {
        true => of.place == Place::DEAD,
        false => {
            of.place.as_terrain().is_some() || (of.place == Place::RESERVE && !drives_out(spell))
        }
    };
    if !placed || (opposing && of.owner == caster) {
        return None;
    }
    let health = u16::from(health) * u16::from(times);
    let own = of.owner == caster;
    Some(Pick {
        seat: caster,
        of,
        among: strikable(state, spell, of),
        limit: if own { Limit::UpTo(health) } else { Limit::Most(health) },
        rule: Rule::UpTo,
        then: Then::Bury,
    })
}

fn sets_to_aim_at(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    spell: &Spell,
    of: Army,
    times: u8,
) -> Vec<PieceSet> {
    let Some(pick) = aimed_pick(state, casting, spell, of, times) else {
        return Vec::new();
    };
    let mut sets = Vec::new();
    pick.sets(game, state, MOST_SETS, &mut sets);
    sets.retain(|set| !set.is_empty());
    sets
}

/// Whether a spell may be aimed there.
pub(super) fn check_spell_target<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    cast: &Cast,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let spell = game.catalog.spell(cast.spell);
    let rule = Rule::Spell(cast.spell);
    let aimed = fits_kind(game, state, casting, spell, cast);
    why.need(rule, aimed.is_ok(), || {
        Fact::says(aimed.err().unwrap_or_default()).held("it is aimed at what it may be")
    })?;
    let owner = target_owner(cast.at, casting.army.owner);
    let own = owner == Some(casting.army.owner);
    why.require(Rule::ReserveSpells, own || !announce::own_only(game, casting), || {
        Fact::says("from Reserves spells are cast on what is the caster's own")
            .held("from Reserves the caster aims at their own")
    })?;
    // Castings on one target are one bigger effect, whenever they were announced (DD-7.15).
    let again = |known: &&Cast| known.spell == cast.spell && known.at == cast.at;
    let announced = casting.announced.iter().filter(again).map(|known| known.times);
    let times = announced.fold(cast.times, u8::saturating_add);
    let whole = Cast { times, ..*cast };
    check_times(spell, times, why)?;
    check_protection(game, state, casting, cast, spell, why)?;
    check_rules(game, state, casting, &whole, spell, why)
}

/// Non-cumulative spells are cast once on a target (DD-7.15).
fn check_times<E: Explain<Rule>>(
    spell: &Spell,
    times: u8,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.require(Rule::CumulativeSpells, spell.cumulative || times <= 1, || {
        Fact::says(format!("castings of `{}` on one target do not add up", spell.name))
            .held("castings on one target add up")
            .at_most(times, 1)
    })
}

/// Whether an opponent's army is hidden, or spared by its eighth face.
fn check_protection<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    cast: &Cast,
    spell: &Spell,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let caster = casting.army.owner;
    let army = match cast.at {
        Target::Army(army) => army,
        Target::Piece(piece) => Army { owner: piece.owner, place: state.place_of(piece) },
        Target::Units { of, .. } => of,
        _ => return Ok(()),
    };
    if army.owner == caster || !army.place.in_play() {
        return Ok(());
    }
    let hidden = effects::hidden(state, army, caster);
    why.require(hidden.unwrap_or(Rule::MagicAction), hidden.is_none(), || {
        Fact::says("opponents cannot aim spells at this army").held("it may be aimed at")
    })?;
    let element = match (spell.element, cast.element) {
        (SpellElement::Of(element), _) => Some(element),
        (_, element) => element,
    };
    let spared =
        element.and_then(|element| eighth_faces::protected(game, state, army, element, caster));
    why.require(spared.unwrap_or(Rule::MagicAction), spared.is_none(), || {
        Fact::says("its eighth face spares this army opponents' magic of that element")
            .held("nothing spares the army that magic")
    })
}

/// Whether what it is aimed at is of the kind the spell asks for; the reason if not.
fn fits_kind(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    spell: &Spell,
    cast: &Cast,
) -> Result<(), &'static str> {
    let caster = casting.army.owner;
    let says = |holds: bool, words| if holds { Ok(()) } else { Err(words) };
    let army = |army: Army| state.seated(army.owner) && army.place.in_play() && state.exists(army);
    let die = |piece: Piece| {
        state.seated(piece.owner)
            && usize::from(piece.number) < state.roster.force(piece.owner).members().len()
    };
    let own = |piece: Piece| die(piece) && piece.owner == caster;
    let unit =
        |piece: Piece| die(piece) && state.roster.force(piece.owner).units().contains(piece.number);
    match (spell.target, cast.at) {
        (SpellTarget::OpposingArmy, Target::Army(at)) => {
            says(army(at) && at.owner != caster, "it is aimed at an army of an opponent")
        }
        (SpellTarget::AnyArmy, Target::Army(at)) => says(army(at), "there is no such army"),
        (SpellTarget::ArmyWithSpecies, Target::Army(at)) => {
            let there = army(at) && !dice::units_of(game, state, at, spell.species).is_empty();
            says(there, "it is aimed at an army with units of its species")
        }
        (SpellTarget::OpposingUnit, Target::Piece(at)) => {
            let there = unit(at) && at.owner != caster && state.place_of(at).in_play();
            says(there, "it is aimed at a unit of an opponent")
        }
        (
            SpellTarget::Units { .. } | SpellTarget::OpposingDead { .. },
            Target::Units { of, units },
        ) => {
            let pick = (state.seated(of.owner) && usize::from(of.place.0) < Place::COUNT)
                .then(|| aimed_pick(state, casting, spell, of, cast.times))
                .flatten();
            let there = pick.is_some_and(|pick| !units.is_empty() && units.within(pick.among));
            says(there, "it is aimed at units of one player that it can strike there")
        }
        (SpellTarget::OwnUnit, Target::Sent { piece, to }) => {
            let there = own(piece) && unit(piece) && state.place_of(piece).as_terrain().is_some();
            says(there && state.ground(to).is_some(), "it moves a unit of one's own at a terrain")
        }
        (SpellTarget::OwnUnits { .. }, Target::SentUnits { of, units, to }) => {
            let there = of.owner == caster
                && of.place.as_terrain().is_some()
                && state.ground(to).is_some()
                && !units.is_empty()
                && units.within(dice::units_of(game, state, of, spell.species));
            says(there, "it moves units of one's own, of its species, at a terrain")
        }
        (SpellTarget::Terrain { .. }, Target::Terrain(place)) => {
            says(state.ground(place).is_some(), "there is no such terrain")
        }
        (SpellTarget::OwnDeadArea, Target::Own) => Ok(()),
        (
            SpellTarget::OwnDead { .. }
            | SpellTarget::OwnPooledDragonkin { .. }
            | SpellTarget::OwnBuriedMinor,
            Target::Piece(at),
        ) => {
            let sort = match spell.target {
                SpellTarget::OwnDead { .. } => Sort::Unit,
                SpellTarget::OwnPooledDragonkin { .. } => Sort::Dragonkin,
                _ => Sort::Minor,
            };
            let there = own(at)
                && state.place_of(at) == area(spell)
                && state.roster.force(caster).of_sort(sort).contains(at.number);
            says(there, "no such die of the caster lies there")
        }
        (SpellTarget::OwnDragonkin, Target::Piece(at)) => {
            let kin =
                own(at) && state.roster.force(caster).of_sort(Sort::Dragonkin).contains(at.number);
            says(kin && state.place_of(at).in_play(), "it is aimed at a Dragonkin of one's own")
        }
        (SpellTarget::OwnSpeciesUnit, Target::Piece(at)) => {
            let there = own(at) && state.place_of(at).in_play();
            let of = there && kind_of(game, state, at).species() == spell.species;
            says(of, "it is aimed at a unit of one's own, of its species")
        }
        (_, Target::Own) => Err("it is aimed at something: `cast SPELL on TARGET`"),
        _ => Err("it is not aimed at such a thing"),
    }
}

/// The kind of a die.
fn kind_of<'g>(game: &'g DragonDice, state: &State, piece: Piece) -> &'g Kind {
    game.catalog.kind(state.roster.force(piece.owner).kind(piece.number))
}

/// What each kind of target asks for beside being there.
fn check_rules<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    cast: &Cast,
    spell: &Spell,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let rule = Rule::Spell(cast.spell);
    let caster = casting.army.owner;
    match (spell.target, cast.at) {
        (_, Target::Units { of, units }) => {
            match aimed_pick(state, casting, spell, of, cast.times) {
                Some(pick) => pick.check_limit(game, state, units, why, |fact| fact),
                None => Ok(()),
            }
        }
        (SpellTarget::Terrain { eighth }, Target::Terrain(place)) => {
            let face = state.ground(place).map_or(0, |ground| ground.face);
            why.require(rule, eighth || face != 8, || {
                Fact::says("a terrain that shows its eighth face is spared")
                    .held("the terrain does not show its eighth face")
            })?;
            summon::check_summoning(game, state, cast, place, spell, why)
        }
        (SpellTarget::OwnUnit, Target::Sent { piece, to }) => {
            let from = Army { owner: caster, place: state.place_of(piece) };
            let to = Army { owner: caster, place: to };
            let only = PieceSet::only(piece.number);
            check_move(state, from, only, (to, state.exists(to)), rule, why)
        }
        (SpellTarget::OwnUnits { count }, Target::SentUnits { of, units, to }) => {
            let most = u32::from(count) * u32::from(cast.times);
            why.require(rule, units.len() <= most, || {
                Fact::says("so many units move at most").at_most(units.len(), most)
            })?;
            let to = Army { owner: caster, place: to };
            let there = !dice::units_of(game, state, to, spell.species).is_empty();
            check_move(state, of, units, (to, there), rule, why)
        }
        (
            SpellTarget::OwnDead { health } | SpellTarget::OwnPooledDragonkin { health },
            Target::Piece(at),
        ) => {
            check_element(game, state, cast, at, why)?;
            let size = state.roster.force(caster).health(at.number);
            let paid = u16::from(health) * u16::from(cast.times);
            why.require(rule, paid == u16::from(size), || {
                Fact::says("it is cast as often as the unit has health").exactly(paid, size)
            })
        }
        (SpellTarget::OwnDragonkin | SpellTarget::OwnSpeciesUnit, Target::Piece(at)) => {
            check_element(game, state, cast, at, why)?;
            let open = !resolve::promotions_by(game, state, at, cast.times).is_empty();
            why.require(Rule::Promotion, open, || {
                Fact::says("no unit lies ready to which it could be promoted")
                    .held("a larger unit lies ready")
            })
        }
        _ => Ok(()),
    }
}

/// Whether units may move to another terrain with a spell.
fn check_move<E: Explain<Rule>>(
    state: &State,
    from: Army,
    units: PieceSet,
    (to, joins): (Army, bool),
    rule: Rule,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.require(rule, joins && from.place != to.place, || {
        Fact::says("nobody whom they could join is at that other terrain")
            .held("they join units of their owner at another terrain")
    })?;
    let bound = state.bound_by(from.owner, units);
    why.require(bound.unwrap_or(Rule::Dragonkin), bound.is_none(), || {
        Fact::says("a die among these cannot leave its terrain").held("all of them may leave")
    })
}

/// Whether a unit holds the element that pays for an elemental spell on it.
fn check_element<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    cast: &Cast,
    at: Piece,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let kind = kind_of(game, state, at);
    why.require(Rule::Spell(cast.spell), matches_magic(game, kind, cast.element), || {
        Fact::says(format!("{} does not hold the element that is paid with", kind.name))
            .held("it holds the element that is paid with")
    })
}

/// Whether a unit answers to magic of an element, or to ivory.
fn matches_magic(game: &DragonDice, kind: &Kind, element: Option<Element>) -> bool {
    let amazon = kind.species().is_some() && kind.species() == works::amazons(game);
    let undead = game.edition.undead_elements == UndeadElements::DeathAndIvory
        && kind.species().is_some()
        && kind.species() == game.species.undead;
    let ivory = kind.elements == Elements::NONE || undead;
    amazon || element.map_or(ivory, |element| kind.elements.contains(element))
}

/// Whose target it is, where it is somebody's.
pub(super) fn target_owner(target: Target, caster: Seat) -> Option<Seat> {
    match target {
        Target::Army(army) => Some(army.owner),
        Target::Piece(piece) | Target::Sent { piece, .. } => Some(piece.owner),
        Target::Units { of, .. } | Target::SentUnits { of, .. } => Some(of.owner),
        Target::Terrain(_) => None,
        Target::Own => Some(caster),
    }
}
