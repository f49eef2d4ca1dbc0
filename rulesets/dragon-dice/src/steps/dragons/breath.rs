//! Breath at an army: which breaths there are, whom they strike, what they leave behind (section 12).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, PieceSet};
use crate::position::roll::kinds::Change;
use crate::position::stack::Step;
use crate::position::stack::dragons::{Aim, Blast, DragonAttack, DragonFight, Picked};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::rules::elements;
use crate::steps::dragons::{IVORY, champions};
use crate::steps::trial;
use crate::tables::catalog::effects::{Fate, Lasting as Leaves, Peril, Test};
use crate::tables::catalog::{Breath, BreathTable, Element, Elements, Nature, Types, What};
use crate::tables::edition::{Form, HybridBreath, WhiteBreath};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::RuleId;
use umpire_core::steps::Flow;

fn breaths(game: &DragonDice) -> &BreathTable {
    match game.edition.breath {
        Form::Current => &game.catalog.breath_current,
        Form::Classic => &game.catalog.breath_classic,
    }
}

/// The rows of the table that a breath of these elements is made of.
fn rows(game: &DragonDice, elements: Elements) -> SmallVec<[&Breath; 5]> {
    match elements {
        IVORY => SmallVec::from_iter([breaths(game).of(None)]),
        some => some.iter().map(|element| breaths(game).of(Some(element))).collect(),
    }
}

fn row_rule(row: &Breath) -> Rule {
    let named = Rule::ALL.iter().copied().find(|rule| rule.id() == row.rule);
    named.unwrap_or(Rule::Breath)
}

/// What befalls units a breath strikes: the hardest of what its elements do.
fn peril(game: &DragonDice, elements: Elements) -> Peril {
    let rows = self::rows(game, elements);
    let saved = rows.iter().all(|row| row.peril.test != Test::None);
    let first = rows.first().map(|row| row.peril);
    let none = Peril { test: Test::None, fate: Fate::Killed, on_id: None, bury: None };
    let test = if saved { first.map_or(Test::None, |peril| peril.test) } else { Test::None };
    let bury = rows.iter().find_map(|row| row.peril.bury);
    Peril { test, bury, ..first.unwrap_or(none) }
}

/// Breaths of one dragon (DD-12.1, DD-12.6, DD-12.8).
fn dragon_blasts(game: &DragonDice, state: &State, fight: &DragonFight, at: usize) -> Vec<Blast> {
    let kind = aims::dragon_kind(game, state, fight.fighters[at].dragon);
    let health = |elements| rows(game, elements).iter().map(|row| row.health).max();
    let whole = |elements: Elements, times: u8| Blast {
        elements,
        health: health(elements).unwrap_or(0).saturating_mul(times),
    };
    let each = |elements: Elements| {
        let single = |element: Element| whole(Elements::of(element), 1);
        elements.iter().map(single).collect()
    };
    let here = elements::terrain_elements(game, state, fight.place);
    match kind.what {
        What::Dragon { nature: Nature::White, .. } => match game.edition.white_breath {
            WhiteBreath::TenOnce => vec![whole(here, 2)],
            WhiteBreath::OnePerElement => each(here),
        },
        What::Dragon { nature: Nature::Ivory, .. } => vec![whole(IVORY, 1)],
        _ => match game.edition.hybrid_breath {
            HybridBreath::BothEffects => vec![whole(kind.elements, 1)],
            HybridBreath::OneEach => each(kind.elements),
        },
    }
}

/// Gathers the breaths at the army: those of one colour are one in the classic rules (DD-12.5).
pub(super) fn gather_blasts<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    out: &mut O,
) {
    let mut blasts: Vec<Blast> = Vec::new();
    for (at, fighter) in fight.fighters.iter().enumerate() {
        if fighter.aim != Aim::Army || !fighter.breath || !aims::is_there(state, fight, at) {
            continue;
        }
        if champions::immune(
            game,
            state,
            fight.army,
            aims::dragon_kind(game, state, fighter.dragon).elements,
        ) {
            let (seat, rule) = (fight.army.owner, Rule::BreathImmunity);
            out.tell(|| Event::Noted { seat, rule, amount: 1 });
            continue;
        }
        for blast in dragon_blasts(game, state, fight, at) {
            let known = blasts.iter_mut().find(|known| known.elements == blast.elements);
            match known.filter(|_| game.edition.breath == Form::Classic) {
                Some(known) => known.health = known.health.saturating_add(blast.health),
                None => blasts.push(blast),
            }
        }
    }
    blasts.sort_unstable();
    fight.blasts = blasts;
    state.steps.push(DragonAttack::Breath.into());
}

/// Lets the next breath strike, unless the marching player picks which.
pub(super) fn next_blast(game: &DragonDice, state: &mut State, fight: &mut DragonFight) -> Flow {
    let first = fight.blasts.first().copied().filter(|_| state.exists(fight.army));
    let Some(first) = first else {
        state.steps.pop();
        fight.blasts.clear();
        return Flow::On;
    };
    let terms = |blast: &Blast| (blast.health, peril(game, blast.elements));
    if fight.blasts.iter().any(|blast| terms(blast) != terms(&first)) {
        return Flow::Wait;
    }
    self::blast(game, state, fight, first);
    Flow::On
}

pub(super) fn list_blasts(fight: &DragonFight, into: &mut Vec<Action>) {
    let mut blasts = fight.blasts.clone();
    blasts.dedup();
    into.extend(blasts.into_iter().map(Action::Breathe));
}

/// A breath strikes: the army's owner picks the units (DD-12.7, DD-12.9).
pub(super) fn blast(game: &DragonDice, state: &mut State, fight: &mut DragonFight, blast: Blast) {
    let Some(at) = fight.blasts.iter().position(|known| *known == blast) else { return };
    fight.blasts.remove(at);
    let army = fight.army;
    let rule = match game.edition.breath {
        Form::Current => Rule::BreathVictims,
        Form::Classic => Rule::ChoosingTheStruck,
    };
    state.steps.push(DragonAttack::Aftermath(blast).into());
    state.steps.push(Step::Pick(Pick {
        seat: army.owner,
        of: army,
        among: state.units(army),
        limit: Limit::Most(blast.health.into()),
        rule,
        then: Then::Dragons(Picked::Struck(blast)),
    }));
}

pub(super) fn blast_strikes<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    struck: PieceSet,
    blast: Blast,
    out: &mut O,
) {
    let danger = Danger { peril: peril(game, blast.elements), by: army.owner };
    let rule = rows(game, blast.elements).first().map_or(Rule::Breath, |r| row_rule(r));
    trial::endanger(game, state, army, struck, danger, rule, out);
}

/// What a breath does to the army until the beginning of its owner's next turn (DD-12.2).
pub(super) fn aftermath<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    blast: Blast,
    out: &mut O,
) {
    if !state.exists(army) {
        return;
    }
    for row in rows(game, blast.elements) {
        let Some(leaves) = row.lasting else { continue };
        let does = match leaves {
            Leaves::Halve(counted) => Lasting::Modify {
                rolls: crate::tables::catalog::effects::RollKinds::ARMY,
                types: Types::only(counted),
                change: Change::Halve,
            },
            Leaves::IgnoreIds => Lasting::IgnoreIds,
            Leaves::OnlySaves => Lasting::OnlySaves,
        };
        let (rule, on) = (row_rule(row), On::Army(army));
        let ends = Ends::TurnStart(army.owner);
        let effect = Effect { rule, by: army.owner, on, does, ends };
        let lasts = |known: &Effect| (known.on, known.does, known.ends) == (on, does, ends);
        if !state.effects.iter().any(lasts) {
            state.add_effect(effect);
            out.tell(|| Event::Began { effect });
        }
    }
}
