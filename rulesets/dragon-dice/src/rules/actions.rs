//! Which actions an army may take, and whom its attacks reach (DD-6.9, DD-7.5, DD-7.6).

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place};
use crate::position::state::State;
use crate::rules::magic::dice;
use crate::rules::{effects, eighth_faces, minor_terrains, roll};
use crate::tables::catalog::{Counted, Icon, Types};
use crate::tables::edition::{Form, MissileReach};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

/// Which actions the place and what the army holds there allow, targets apart (DD-6.9).
pub(crate) fn actions(game: &DragonDice, state: &State, army: Army) -> Types {
    let Some(ground) = state.ground(army.place) else {
        return dice::reserve_actions(game, state, army);
    };
    let shown = game.catalog.kind(ground.kind).face(ground.face.saturating_sub(1));
    match (shown.icon, ground.holder) {
        (Icon::Action(action), _) => {
            Types::only(action).with(minor_terrains::minor_actions(game, state, army))
        }
        (_, Some(holder)) if holder == army.owner => Types::only(Counted::Melee)
            .with(Types::only(Counted::Missile))
            .with(Types::only(Counted::Magic)),
        _ => Types::only(Counted::Melee),
    }
}

/// Where missiles of an army reach (DD-7.5, DD-7.6, DD-14.16, DD-14.24).
pub(crate) fn in_reach<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    target: Army,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let tower = eighth_faces::missiles_anywhere(game, state, army);
    if target.place == Place::RESERVE {
        let reached = tower == Some(crate::tables::catalog::ReservesReach::NonId);
        return why.require(Rule::AttackingReserves, reached, || {
            Fact::says("a Reserve Army is out of reach of missiles")
                .held("a Tower reaches Reserve Armies")
        });
    }
    if tower.is_some() {
        return Ok(());
    }
    if army.place == Place::RESERVE {
        return Ok(());
    }
    let near =
        army.place == target.place || !state.is_home(army.place) || !state.is_home(target.place);
    let rule = match game.edition.missile_reach {
        MissileReach::NotHomeToHome => Rule::MissileReach,
        MissileReach::Adjacent => Rule::ClassicMissileReach,
    };
    why.require(rule, near, || {
        Fact::says("missiles do not fly from one Home Terrain to another")
            .held("the target stands at the same terrain or an adjacent one")
            .remedy("shoot at the same terrain or the Frontier")
    })
}

fn check_attack<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    with: Counted,
    target: Army,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let about = if with == Counted::Melee { Rule::MeleeAction } else { Rule::MissileAction };
    let physical = matches!(with, Counted::Melee | Counted::Missile);
    why.need(about, physical, || {
        Fact::says("armies attack with melee or missiles")
            .held(format!("an army may attack with {}", with.name()))
    })?;
    let there = state.seated(target.owner) && state.exists(target);
    why.need(about, there, || {
        Fact::says("there is no army there").held("there is an army to attack")
    })?;
    why.need(about, target.owner != army.owner, || {
        Fact::says("the target is an opponent's").held("it is an opponent's")
    })?;
    check_able(game, state, army, about, why)?;
    check_action(game, state, army, with, why)?;
    if with == Counted::Melee {
        return why.require(Rule::MeleeAction, target.place == army.place, || {
            Fact::says("melee reaches only armies at the same terrain")
                .held("both armies stand at the same terrain")
        });
    }
    in_reach(game, state, army, target, why)?;
    let hidden = effects::hidden(state, target, army.owner);
    let rule = hidden.unwrap_or(Rule::MissileAction);
    why.require(rule, hidden.is_none(), || {
        Fact::says("the army is hidden from missiles").held("the army may be aimed at")
    })
}

fn check_able<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    about: Rule,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(about, !roll::rollable(game, state, army).is_empty(), || {
        Fact::says("no unit of the army may be rolled now")
            .held("the army has units that may be rolled")
    })
}

fn check_action<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    action: Counted,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let allowed = actions(game, state, army);
    let held_against = state
        .ground(army.place)
        .is_some_and(|ground| ground.holder.is_some_and(|holder| holder != army.owner));
    let rule = match (army.place == Place::RESERVE, held_against) {
        (true, _) => Rule::ReserveMarch,
        (false, true) => match game.edition.eighth_faces {
            Form::Current => Rule::CaptureAdvantages,
            Form::Classic => Rule::ClassicCaptureDoubling,
        },
        (false, false) => Rule::ActionShown,
    };
    why.require(rule, allowed.contains(action), || {
        let words: Vec<&str> = allowed.iter().map(Counted::name).collect();
        let words = if words.is_empty() { "none".into() } else { words.join(" or ") };
        let says = format!("the actions open here: {words}");
        Fact::says(says.clone()).held(says)
    })?;
    let barred = effects::only_saves(state, army);
    why.require(Rule::Lightning, !barred, || {
        Fact::says("struck by lightning, the army makes only save rolls").held("the army may roll")
    })
}

/// Whether an army may take an action, were it the moment for it.
pub(crate) fn check_act<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    match action {
        Action::Attack { with, target } => check_attack(game, state, army, *with, *target, why),
        _ => {
            check_able(game, state, army, Rule::MagicAction, why)?;
            check_action(game, state, army, Counted::Magic, why)
        }
    }
}

/// Attacks on armies that an army may attack with an action.
fn targets(
    game: &DragonDice,
    state: &State,
    army: Army,
    with: Counted,
) -> impl Iterator<Item = Action> {
    let places = match with {
        Counted::Melee => army.place.0..army.place.0 + 1,
        _ => 0..Place::RESERVE.0 + 1,
    };
    let others = move |place| state.others(army.owner).map(move |owner| Army { owner, place });
    let able = move |target: &Army| {
        state.exists(*target) && check_attack(game, state, army, with, *target, &mut Silent).is_ok()
    };
    let attack = move |target| Action::Attack { with, target };
    places.map(Place).flat_map(others).filter(able).map(attack)
}

/// The actions an army may take, passing apart.
pub(crate) fn options(
    game: &DragonDice,
    state: &State,
    army: Army,
) -> impl Iterator<Item = Action> {
    let allowed = actions(game, state, army);
    let magic = allowed.contains(Counted::Magic)
        && !effects::only_saves(state, army)
        && !roll::rollable(game, state, army).is_empty();
    [Counted::Melee, Counted::Missile]
        .into_iter()
        .filter(move |with| allowed.contains(*with))
        .flat_map(move |with| targets(game, state, army, with))
        .chain(magic.then_some(Action::Magic))
}

/// Whether an army may take any action.
pub(crate) fn may_act(game: &DragonDice, state: &State, army: Army) -> bool {
    options(game, state, army).next().is_some()
}
