//! Wrecks: those aboard a destroyed transport save, and its survivors are put down near it (EA-3.5.1).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{
    Against, Body, HitKind, Saving, State, UnitNo, UnitSet, Whereabouts, Wound, Wreck,
};
use crate::position::step::{HarmStep, Step};
use crate::position::units;
use crate::rules::standing;
use crate::steps::harm::damage;
use crate::steps::{Flow, ruin};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, Base, Facing, Point, said};

/// Begins harm for wrecks that nobody looks after.
pub(crate) fn tidy_wrecks(state: &mut State) {
    let looked_after = || state.steps.iter().any(|step| matches!(step, Step::Harm(_)));
    if !state.wrecks.is_empty() && !looked_after() {
        state.push_step(HarmStep::After.step());
    }
}

/// Hits those aboard wrecks, or asks for a place for one that came out; else harm is over.
pub(super) fn go_on_with_wrecks<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    out: &mut O,
) -> Flow {
    let Some(wreck) = state.wrecks.first().copied() else {
        state.steps.pop();
        return Flow::On;
    };
    let aboard: Vec<UnitNo> = state.passengers(wreck.transport).collect();
    if !wreck.hit {
        state.wrecks[0].hit = true;
        for unit in aboard {
            out.tell(|| Event::Allotted {
                on: Body::Unit(unit),
                hits: 1,
                rule: Rule::TransportDestroyed,
            });
            state.wounds.push(wreck_wound(game, unit));
        }
        state.replace_step(HarmStep::Begin.step());
        return Flow::On;
    }
    let Some(unit) = aboard.first().copied() else {
        state.wrecks.remove(0);
        return Flow::On;
    };
    match wreck_exits(game, state, unit)[..] {
        [] => damage::lose_unsaved(game, state, unit, Rule::TransportDestroyed, out),
        [ref only] => leave_wreck(state, &only.clone(), out),
        _ => state.replace_step(HarmStep::Place { unit }.step()),
    }
    Flow::On
}

/// A wreck's hit on one aboard: armour, or the cover save if that is better.
fn wreck_wound(game: &EaHeresy, unit: UnitNo) -> Wound {
    let kind = HitKind {
        against: Against::Any,
        flags: Default::default(),
        titan_killer: 0,
        open_only: false,
        stronghold_only: false,
    };
    let saving = Saving { cover: game.edition.transport_wreck_save, ..Saving::default() };
    Wound { on: Body::Unit(unit), kind, hits: 1, through: 0, saving }
}

/// The wreck that a unit is to come out of.
fn wreck_of(state: &State, unit: UnitNo) -> Option<Wreck> {
    let Whereabouts::Aboard(transport) = state.unit(unit).place else { return None };
    state.wrecks.iter().find(|wreck| wreck.transport == transport).copied()
}

fn wreck_base(game: &EaHeresy, state: &State, wreck: Wreck) -> Base {
    units::model_of(game, state, wreck.transport).base(wreck.at, state.unit(wreck.transport).facing)
}

/// A few places for a unit that comes out of a wreck.
pub(super) fn wreck_exits(game: &EaHeresy, state: &State, unit: UnitNo) -> Vec<Action> {
    let Some(wreck) = wreck_of(state, unit) else { return Vec::new() };
    let base = wreck_base(game, state, wreck);
    let (facing, model) = (state.unit(unit).facing, units::model_of(game, state, unit));
    let reach = game.edition.disembark;
    let near = |at: Point| table::within(&model.base(at, facing), &base, reach);
    let away = units::model_of(game, state, wreck.transport).reach + model.reach;
    let mut spots: Vec<Point> = Vec::new();
    let mut add = |from: Point| {
        let spot = standing::nearest_stand(game, state, unit, (from, facing), reach, &near);
        spots.extend(spot.filter(|spot| !spots.contains(spot)));
    };
    add(wreck.at);
    for turn in 0..6 {
        add(wreck.at.ahead(Facing::degrees(60 * turn), away));
    }
    spots.iter().map(|at| Action::Place { unit, at: *at, facing: None }).collect()
}

/// Whether a unit may be put down there.
pub(super) fn check_wreck_exit<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    step: HarmStep,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let rule = Rule::TransportDestroyed;
    let asked = match (step, action) {
        (HarmStep::Place { unit: asked }, Action::Place { unit, at, facing }) if asked == *unit => {
            Some((*unit, *at, facing.unwrap_or(state.unit(asked).facing)))
        }
        _ => None,
    };
    let wreck = asked.and_then(|(unit, ..)| wreck_of(state, unit));
    why.need(rule, wreck.is_some(), || {
        Fact::says("a unit that came out of a wreck is to be put down now")
            .held("this unit is to be put down")
    })?;
    let (Some((unit, at, facing)), Some(wreck)) = (asked, wreck) else { return Ok(()) };
    let known = game.board.bounds().holds(at);
    why.need(Rule::Board, known, || Fact::says("that place is not on the table"))?;
    let base = units::model_of(game, state, unit).base(at, facing);
    let from = wreck_base(game, state, wreck);
    let reach = game.edition.disembark;
    let near = table::within(&base, &from, reach);
    let nearest = || wreck_exits(game, state, unit).into_iter().next();
    why.require(rule, near, || {
        let gap = table::gap(&base, &from);
        let says = format!(
            "it would be {} cm from the wreck, and may be {} cm away",
            said(gap),
            said(reach)
        );
        let fact = Fact::says(says.clone()).held(says).at_most(gap, reach).in_lengths();
        match nearest().filter(|_| !near) {
            Some(place) => fact.instead("put it down beside the wreck", &place),
            None => fact,
        }
    })?;
    let obstacle = standing::obstacle(game, state, unit, (at, facing), &UnitSet::default());
    let obstacle_rule = obstacle.map_or(Rule::Bases, |obstacle| obstacle.rule());
    why.require(obstacle_rule, obstacle.is_none(), || {
        let words = obstacle.map_or_else(String::new, |it| standing::obstacle_words(game, it));
        let fact = Fact::says(words).held("its base fits there");
        match nearest().filter(|_| obstacle.is_some()) {
            Some(place) => fact.instead("put it down beside the wreck", &place),
            None => fact,
        }
    })
}

/// A unit comes out of a wreck.
pub(super) fn leave_wreck<O: Observe<Event>>(state: &mut State, action: &Action, out: &mut O) {
    let Action::Place { unit, at, facing } = *action else { return };
    ruin::put_out(state, unit, (at, facing), Rule::TransportDestroyed, out);
    // Coming out is its whole move, as it is out of a transport that still drives (EA-3.5).
    if let Some(moving) = &mut state.moving {
        moving.moved.insert(unit);
        moving.boarded.insert(unit);
    }
    state.replace_step(HarmStep::After.step());
}
