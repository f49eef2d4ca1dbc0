//! Dying units that are exchanged for dead ones instead: Stepped Damage, Accelerated Growth (DD-18.4).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Lasting, On};
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::icons::{IconStep, RollIcon};
use crate::position::stack::species::SpeciesStep;
use crate::position::stack::trial::About;
use crate::position::state::State;
use crate::rules::species::works;
use crate::steps::death;
use crate::tables::catalog::{AbilityEffect, SpellEffect};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};

/// Offers exchanges that keep dying units from the DUA; says whether somebody is asked.
pub(crate) fn offer_exchange(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    dying: PieceSet,
    rule: Rule,
) -> bool {
    let pool = state.units_at(of.owner, Place::DEAD);
    if pool.is_empty() || replacing_rule(game, state, of, dying, pool).is_none() {
        return false;
    }
    state.steps.push(Step::Species(SpeciesStep::Replace { of, dying, pool, rule }));
    true
}

/// The rule by which any of the units may be exchanged.
pub(super) fn replacing_rule(
    game: &DragonDice,
    state: &State,
    of: Army,
    dying: PieceSet,
    pool: PieceSet,
) -> Option<Rule> {
    let each = state.one_each(game, of.owner, dying);
    each.iter().find_map(|unit| replacements(game, state, of, unit, pool).first().map(|it| it.0))
}

/// Dead units that may come for a dying one, with the rule of each group.
fn replacements(
    game: &DragonDice,
    state: &State,
    of: Army,
    unit: u8,
    pool: PieceSet,
) -> Vec<(Rule, PieceSet)> {
    let force = state.roster.force(of.owner);
    let Some(species) = game.catalog.kind(force.kind(unit)).species() else {
        return Vec::new();
    };
    let health = force.health(unit);
    let mut found = Vec::new();
    let mut add = |rule, sizes: PieceSet| {
        let fits = works::of_species(game, state, of.owner, pool.and(sizes), Some(species));
        if !fits.is_empty() {
            found.push((rule, fits));
        }
    };
    let steps_down = |effect: &AbilityEffect| *effect == AbilityEffect::StepDown;
    if let Some(ability) = works::ability_at(game, state, of, species, steps_down) {
        let smaller = (1..health).fold(PieceSet::NONE, |all, size| all.with(force.of_health(size)));
        add(Rule::Ability(ability), smaller);
    }
    for effect in &state.effects {
        let (On::Player(owner), Lasting::AcceleratedGrowth, Rule::Spell(spell)) =
            (effect.on, effect.does, effect.rule)
        else {
            continue;
        };
        let spell = game.catalog.spell(spell);
        if owner != of.owner || spell.species.is_some_and(|own| own != species) {
            continue;
        }
        for does in &spell.effects {
            if let SpellEffect::ExchangeDying { least, with } = does
                && health >= *least
            {
                add(effect.rule, force.of_health(*with));
            }
        }
    }
    found
}

pub(super) fn list_replacements(
    game: &DragonDice,
    state: &State,
    of: Army,
    dying: PieceSet,
    pool: PieceSet,
    into: &mut Vec<Action>,
) {
    for unit in state.one_each(game, of.owner, dying).iter() {
        let groups = replacements(game, state, of, unit, pool);
        let all = groups.iter().fold(PieceSet::NONE, |all, (_, set)| all.with(*set));
        into.extend(state.one_each(game, of.owner, all).iter().map(|other| Action::Exchange {
            out: PieceSet::only(unit),
            back: PieceSet::only(other),
        }));
    }
}

pub(super) fn check_replacement<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    of: Army,
    dying: PieceSet,
    pool: PieceSet,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Action::Exchange { out, back } = *action else { return Ok(()) };
    let pair = out.len() == 1 && back.len() == 1;
    let there = pair && out.within(dying) && back.within(pool);
    why.need(Rule::Exchange, there, || {
        Fact::says("one dying unit is exchanged for one that was dead before")
    })?;
    let groups = out.first().map(|unit| replacements(game, state, of, unit, pool));
    let groups = groups.unwrap_or_default();
    let rule = replacing_rule(game, state, of, dying, pool).unwrap_or(Rule::Exchange);
    why.require(rule, groups.iter().any(|(_, set)| back.within(*set)), || {
        Fact::says("the dead unit may not come for this one: it is not smaller, or not its like")
    })
}

pub(super) fn replace_dying<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    step: SpeciesStep,
    action: &Action,
    events: &mut O,
) {
    state.steps.pop();
    let SpeciesStep::Replace { of, dying, pool, rule } = step else { return };
    let Action::Exchange { out, back } = *action else {
        events.tell(|| Event::Declined { seat: of.owner, rule: Rule::Exchange });
        death::die(game, state, of, dying, rule, events);
        return;
    };
    let groups = out.first().map(|unit| replacements(game, state, of, unit, pool));
    let groups = groups.unwrap_or_default();
    let by = groups.iter().find(|(_, set)| back.within(*set)).map(|(rule, _)| *rule);
    death::exchange(state, of, out, back, by.unwrap_or(Rule::Exchange), events);
    spare(state, of, out);
    let (dying, pool) = (dying.without(out), pool.without(back));
    if !dying.is_empty() {
        state.steps.push(Step::Species(SpeciesStep::Replace { of, dying, pool, rule }));
    }
}

/// Exchanged units were not killed: what waits for the killed forgets them (DD-18.4).
fn spare(state: &mut State, of: Army, units: PieceSet) {
    for step in &mut state.steps {
        match step {
            Step::Trial(trial)
                if trial.of.owner == of.owner && matches!(trial.about, About::Burial(_)) =>
            {
                trial.units = trial.units.without(units);
            }
            Step::Species(SpeciesStep::Grow { struck, .. }) => {
                if let Some(own) = struck.get_mut(of.owner.index()) {
                    *own = own.without(units);
                }
            }
            Step::Icon(IconStep::Roll(RollIcon::Spread(spread))) if spread.of.owner == of.owner => {
                spread.unit = spread.unit.without(units);
            }
            Step::Icon(IconStep::Roll(RollIcon::Converted(converted)))
                if converted.of.owner == of.owner =>
            {
                converted.units = converted.units.without(units);
            }
            _ => {}
        }
    }
}
