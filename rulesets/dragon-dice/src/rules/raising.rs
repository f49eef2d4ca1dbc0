//! Whom a recruitment or promotion may bring (DD-18.1 to DD-18.4).

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::state::State;
use crate::rules::species::works;
use crate::tables::catalog::SpeciesId;
use crate::tables::rule::Rule;
use std::ops::RangeInclusive;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

/// Who may be recruited or promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raise {
    /// To which army, or in it.
    pub army: Army,
    /// Units of this species alone.
    pub species: Option<SpeciesId>,
    /// How much health may be gained at once.
    pub health: u8,
    /// Units that were brought or exchanged by the same: they are not touched twice.
    pub touched: PieceSet,
    /// By which rule.
    pub rule: Rule,
}

impl Raise {
    /// One small unit, or a promotion by one health.
    pub(crate) fn one(army: Army, species: Option<SpeciesId>, rule: Rule) -> Raise {
        Raise { army, species, health: 1, touched: PieceSet::NONE, rule }
    }
}

/// Units to which a unit may be promoted by so much health at once (DD-18.1, DD-18.2).
pub(crate) fn successors(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    unit: u8,
    gains: RangeInclusive<u8>,
) -> PieceSet {
    let force = state.roster.force(owner);
    let from = state.promoted_from(owner, PieceSet::only(unit));
    let sizes = gains.map(|gain| force.health(unit).saturating_add(gain));
    let larger = sizes.fold(PieceSet::NONE, |all, size| all.with(force.of_health(size)));
    let there = larger.and(state.units_at(owner, from));
    works::of_species(game, state, owner, there, game.catalog.kind(force.kind(unit)).species())
}

/// Lists who may be recruited or promoted.
pub(crate) fn raises(game: &DragonDice, state: &State, raise: Raise, into: &mut Vec<Action>) {
    let Raise { army, species, health, touched, .. } = raise;
    let owner = army.owner;
    if health == 0 {
        return;
    }
    let fresh =
        |set: PieceSet| works::of_species(game, state, owner, set.without(touched), species);
    let recruits = fresh(recruits(state, owner));
    into.extend(state.one_each(game, owner, recruits).iter().map(Action::Recruit));
    let units = fresh(state.units(army));
    for unit in state.one_each(game, owner, units).iter() {
        let larger = successors(game, state, owner, unit, 1..=health).without(touched);
        let exchange =
            |other| Action::Exchange { out: PieceSet::only(unit), back: PieceSet::only(other) };
        into.extend(state.one_each(game, owner, larger).iter().map(exchange));
    }
}

/// Whether anybody may be recruited or promoted.
pub(crate) fn can_raise(game: &DragonDice, state: &State, raise: Raise) -> bool {
    let mut list = Vec::new();
    raises(game, state, raise, &mut list);
    !list.is_empty()
}

/// How much health an answer gains.
pub(crate) fn raised_health(state: &State, owner: Seat, action: &Action) -> u8 {
    let force = state.roster.force(owner);
    match action {
        Action::Recruit(_) => 1,
        Action::Exchange { out, back } => {
            let gained = force.total_health(*back).saturating_sub(force.total_health(*out));
            gained.min(255) as u8
        }
        _ => 0,
    }
}

/// The units that an answer brings or exchanges.
pub(crate) fn touched_by(action: &Action) -> PieceSet {
    match action {
        Action::Recruit(unit) => PieceSet::only(*unit),
        Action::Exchange { out, back } => out.with(*back),
        _ => PieceSet::NONE,
    }
}

/// Whether somebody may be recruited or promoted so.
pub(crate) fn check_raise<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    raise: Raise,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Raise { army, species, health, touched, rule } = raise;
    let owner = army.owner;
    let force = state.roster.force(owner);
    why.need(Rule::Promotion, touched_by(action).and(touched).is_empty(), || {
        Fact::says("all this happens at once: no unit is brought or exchanged twice over")
    })?;
    let of_species = |set: PieceSet| works::of_species(game, state, owner, set, species) == set;
    let own_species = || {
        let name = species.map_or("unit", |species| &game.catalog.species(species).name);
        Fact::says(format!("only a {name} is recruited or promoted by this"))
    };
    match *action {
        Action::Recruit(unit) => {
            let only = PieceSet::only(unit);
            let dead = only.within(state.units_at(owner, Place::DEAD)) && !only.is_empty();
            why.need(Rule::Recruiting, dead, || {
                Fact::says("the unit is not in your Dead Unit Area")
                    .held("the unit is in your Dead Unit Area")
            })?;
            why.require(Rule::Recruiting, force.health(unit) == 1, || {
                Fact::says("only a small unit is recruited").exactly(force.health(unit), 1)
            })?;
            why.require(rule, of_species(only), own_species)
        }
        Action::Exchange { out, back } => {
            let pair = out.len() == 1 && back.len() == 1;
            why.need(rule, pair, || Fact::says("one unit is promoted to one larger unit"))?;
            why.need(rule, out.within(state.units(army)), || {
                Fact::says("the unit is not in this army").held("the unit is in this army")
            })?;
            let from = state.promoted_from(owner, out);
            why.need(Rule::Promotion, back.within(state.units_at(owner, from)), || {
                Fact::says("the larger unit is not where promotions come from")
                    .held("the larger unit waits to be brought back")
            })?;
            why.require(rule, of_species(out), own_species)?;
            let gained = force.total_health(back) as i64 - force.total_health(out) as i64;
            let kin = |set: PieceSet| {
                set.first().and_then(|unit| game.catalog.kind(force.kind(unit)).species())
            };
            why.require(Rule::Promotion, kin(out) == kin(back), || {
                Fact::says("a unit is promoted to one of its own species")
            })?;
            why.require(Rule::Promotion, (1..=health.into()).contains(&gained), || {
                let says = "a promotion gains one point of health, or what is left to gain";
                let fact = Fact::says(says);
                if gained < 1 { fact.at_least(gained, 1) } else { fact.at_most(gained, health) }
            })
        }
        _ => why.need(rule, false, || {
            Fact::says("a unit is recruited or promoted here, or nothing is done")
        }),
    }
}

/// Small units that may be recruited (DD-18.3).
pub(crate) fn recruits(state: &State, owner: Seat) -> PieceSet {
    let force = state.roster.force(owner);
    let dead = state.units_at(owner, Place::DEAD);
    dead.and(force.of_health(1)).without(state.dragonkin(owner, dead))
}
