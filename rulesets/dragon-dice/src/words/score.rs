//! How good a position looks to a seat, for players who look only a little ahead.

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Lasting, On};
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::roll::kinds::Change;
use crate::position::stack::Step;
use crate::position::stack::magic::{CastingStep, MagicStep};
use crate::position::stack::march::MarchStep;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::{actions, roll};
use crate::tables::catalog::{Counted, Icon};
use umpire_core::game::{Deaf, Game};
use umpire_core::seat::Seat;

/// Points a win is worth; no position comes near.
const WON: f64 = 10_000.0;

/// Points a captured terrain is worth; a second one wins.
const CAPTURED: f64 = 25.0;

/// Points a player without units in play is behind.
const GONE: f64 = 200.0;

/// Whether a maneuver is under way whose end is a few answers off: only there shows what it was good for.
pub(super) fn looks_through(view: &State) -> bool {
    matches!(
        view.steps.last(),
        Some(Step::March(
            MarchStep::Maneuver(_) | MarchStep::Oppose { .. } | MarchStep::Turn { .. }
        ))
    )
}

/// One's own strength and prospects, less the strength of the strongest opponent.
pub(super) fn weigh(game: &DragonDice, view: &State, seat: Seat) -> f64 {
    if let Some(outcome) = view.over {
        return WON * outcome.payoff(seat);
    }
    if let (Some(Step::Magic(MagicStep::Casting(CastingStep::Announce))), Some(casting)) =
        (view.steps.last(), &view.casting)
        && !casting.announced.is_empty()
    {
        // Spells announced are worth what they come to.
        let mut after = view.clone();
        game.apply(&mut after, casting.army.owner, &Action::Pass, &mut Deaf);
        if after.steps.last() != view.steps.last() {
            return weigh(game, &after, seat);
        }
    }
    let strength = |seat| self::strength(game, view, seat) - doomed(view, seat) + purse(view, seat);
    let others = (0..view.players()).map(Seat).filter(|other| *other != seat);
    let strongest = others.map(strength).fold(-WON, f64::max);
    let effects: f64 = view.effects.iter().map(|e| effect_value(view, e, seat)).sum();
    let side = if view.marching == seat { 1.0 } else { -1.0 };
    strength(seat) - strongest + effects + side * underway(game, view) + brawl(game, view, seat)
}

fn strength(game: &DragonDice, view: &State, seat: Seat) -> f64 {
    let force = view.roster.force(seat);
    let at = |place| f64::from(force.total_health(view.units_at(seat, place)));
    let mut strength = at(Place::RESERVE) * 0.8 - at(Place::BURIED) * 0.3;
    let mut in_play = at(Place::RESERVE);
    let mut items = view.at(seat, Place::RESERVE).and(force.of_sort(Sort::Item)).len();
    for place in view.terrains() {
        let health = at(place);
        if health > 0.0 {
            in_play += health;
            strength += health + standing(game, view, Army { owner: seat, place });
            items += view.at(seat, place).and(force.of_sort(Sort::Item)).len();
        }
    }
    for ground in view.grounds.iter().filter(|ground| ground.holder == Some(seat)) {
        strength += CAPTURED + f64::from(ground.held);
    }
    let gone = if in_play == 0.0 { GONE } else { 0.0 };
    strength + 0.8 * f64::from(items) - gone
}

/// What it is worth to stand where one stands: how near the terrain is to its eighth face, how
/// well the army fights by the action shown, and beside which dragons.
fn standing(game: &DragonDice, view: &State, army: Army) -> f64 {
    let Some(ground) = view.ground(army.place) else { return 0.0 };
    let own = f64::from(view.health(army));
    let opposing = opposing_health(view, army);
    let mut worth = 0.0;
    if ground.holder != Some(army.owner) {
        // Near the eighth face counts for whoever can turn the die there: the larger army.
        let near = f64::from(ground.face.min(8)) / 8.0;
        // The longer nothing comes of the game, the more it counts.
        let haste = 1.0 + f64::from(view.idle) / 8.0 + f64::from(view.turn) / 60.0;
        worth += 9.0 * haste * near * near * own / (own + opposing).max(1.0);
    }
    let shown = game.catalog.kind(ground.kind).face(ground.face.saturating_sub(1));
    if let Icon::Action(action) = shown.icon
        && (action != Counted::Melee || opposing > 0.0)
    {
        worth += 0.15 * promise(game, view, army, view.units(army), action);
    }
    let dragon = |owner| if owner == army.owner { 1.0 } else { 2.5 };
    worth - view.dragons_at(army.place).map(|piece| dragon(piece.owner)).sum::<f64>()
}

/// The results of a type that units of an army may be expected to roll, roughly.
fn promise(game: &DragonDice, view: &State, army: Army, units: PieceSet, action: Counted) -> f64 {
    let mut sum = 0.0;
    for (kind, set) in view.roster.force(army.owner).kinds() {
        let count = set.and(units).len();
        if count > 0 {
            let kind = game.catalog.kind(*kind);
            let counts = |icon: Icon| match icon {
                Icon::Id | Icon::Sai(_) => true,
                icon => icon == Icon::Plain(action),
            };
            let shown = kind.faces().iter().filter(|face| counts(face.icon));
            let results: u32 = shown.map(|face| u32::from(face.count)).sum();
            sum += f64::from(count * results) / f64::from(kind.sides.max(1));
        }
    }
    sum
}

/// What an army may expect to do to another with an action.
fn damage_expected(
    game: &DragonDice,
    view: &State,
    army: Army,
    target: Army,
    with: Counted,
) -> f64 {
    let struck = promise(game, view, army, roll::rollable(game, view, army), with);
    let saved = promise(game, view, target, roll::rollable(game, view, target), Counted::Save);
    // Even an even match costs something, by the spread of the dice.
    let left = (struck - saved).max(0.15 * struck);
    left.min(f64::from(view.health(target)))
}

/// What the march under way promises whoever marches.
fn underway(game: &DragonDice, view: &State) -> f64 {
    let owner = view.marching;
    let acting = view.steps.iter().rev().find_map(|step| match step {
        Step::March(MarchStep::Act(place)) => Some(*place),
        _ => None,
    });
    let Some(place) = acting else { return 0.0 };
    let turning = matches!(
        view.steps.last(),
        Some(Step::March(MarchStep::Oppose { .. } | MarchStep::Compare { .. }) | Step::Roll(_))
    );
    let army = Army { owner, place };
    let own_capture = view.holds(army);
    let maneuvered = match (turning && view.fight.is_none(), own_capture) {
        (true, true) => -5.0,
        (true, false) => 0.5,
        _ => 0.0,
    };
    0.5 * prospects(game, view, army) + maneuvered
}

/// The best an army can do with the actions open to it.
fn prospects(game: &DragonDice, view: &State, army: Army) -> f64 {
    let open = actions::actions(game, view, army);
    let mut best: f64 = 0.0;
    if open.contains(Counted::Magic) {
        best = 0.3 * promise(game, view, army, roll::rollable(game, view, army), Counted::Magic);
    }
    for with in [Counted::Melee, Counted::Missile] {
        if !open.contains(with) {
            continue;
        }
        for target in within_reach(game, view, army, with) {
            best = best.max(damage_expected(game, view, army, target, with));
        }
    }
    best
}

fn within_reach(game: &DragonDice, view: &State, army: Army, with: Counted) -> Vec<Army> {
    let places = if with == Counted::Melee { army.place.0..=army.place.0 } else { 0..=4 };
    let silent = &mut umpire_core::ruling::Silent;
    places
        .map(Place)
        .flat_map(|place| view.others(army.owner).map(move |owner| Army { owner, place }))
        .filter(|target| view.exists(*target))
        .filter(|target| {
            with == Counted::Melee || actions::in_reach(game, view, army, *target, silent).is_ok()
        })
        .collect()
}

/// What the attack in progress promises a seat, as far as its dice have not fallen.
fn brawl(game: &DragonDice, view: &State, seat: Seat) -> f64 {
    let Some(fight) = &view.fight else { return 0.0 };
    let dealt = view.steps.iter().any(
        |step| matches!(step, Step::Fight(step) if *step == crate::position::stack::fight::FightStep::Damage),
    );
    if !dealt {
        return 0.0;
    }
    let (attacker, target, with) = (fight.attacker, fight.target, fight.with);
    let mut worth = if fight.results > 0 {
        let units = roll::rollable(game, view, target);
        let saved = promise(game, view, target, units, Counted::Save);
        (f64::from(fight.results + fight.unsaved) - saved).max(0.0)
    } else {
        damage_expected(game, view, attacker, target, with)
    };
    if with == Counted::Melee && !fight.counter && !fight.no_counter {
        worth -= 0.7 * damage_expected(game, view, target, attacker, with);
    }
    match seat {
        seat if seat == attacker.owner => worth,
        seat if seat == target.owner => -worth,
        _ => 0.0,
    }
}

/// Magic that a player has to spend and has not.
fn purse(view: &State, seat: Seat) -> f64 {
    match (view.steps.last(), &view.casting) {
        (Some(Step::Magic(MagicStep::Casting(CastingStep::Announce))), Some(casting))
            if casting.army.owner == seat =>
        {
            0.2 * f64::from(casting.purse.total())
        }
        _ => 0.0,
    }
}

/// Health a player is about to lose by a pick that waits.
fn doomed(view: &State, seat: Seat) -> f64 {
    let lost = |step: &Step| match step {
        Step::Pick(Pick { of, among, limit, then: Then::Die { .. }, .. }) if of.owner == seat => {
            let there = view.roster.force(seat).total_health(*among);
            match limit {
                Limit::Most(health) | Limit::UpTo(health) => f64::from(there.min((*health).into())),
                _ => 1.0,
            }
        }
        _ => 0.0,
    };
    view.steps.iter().map(lost).sum()
}

fn opposing_health(view: &State, army: Army) -> f64 {
    let others = view.others(army.owner);
    others.map(|owner| f64::from(view.health(Army { owner, place: army.place }))).sum()
}

/// What an effect is worth to a seat: good on one's own, bad on others'.
fn effect_value(view: &State, effect: &Effect, seat: Seat) -> f64 {
    let good = match effect.does {
        Lasting::Modify { change: Change::Add(by), .. } => 0.3 * f64::from(by),
        Lasting::Modify { change: Change::Double | Change::DoubleIds, .. } => 1.0,
        Lasting::Modify { change: Change::Subtract(by), .. } => -0.3 * f64::from(by),
        Lasting::Modify { change: Change::Halve, .. } => -1.2,
        Lasting::IgnoreIds | Lasting::OnlySaves | Lasting::NoAutomaticSaves => -1.5,
        Lasting::Held { .. } | Lasting::Mire | Lasting::SoiledGround => -1.0,
        Lasting::TiesToDefender => -0.2,
        Lasting::Hidden | Lasting::OpenGrave | Lasting::AcceleratedGrowth => 1.0,
        Lasting::Reroll | Lasting::DoubleOne { .. } | Lasting::CountsAs { .. } => 0.8,
        _ => 0.0,
    };
    match effect.on {
        On::Army(Army { owner, .. }) | On::Pieces(owner, _) | On::Player(owner) => {
            if owner == seat { good } else { -good }
        }
        On::Terrain(number) => {
            let place = Place::terrain(number);
            let health = |owner| f64::from(view.health(Army { owner, place }));
            let all: f64 = (0..view.players()).map(|owner| health(Seat(owner))).sum();
            if all == 0.0 { 0.0 } else { good * (2.0 * health(seat) - all) / all }
        }
    }
}
