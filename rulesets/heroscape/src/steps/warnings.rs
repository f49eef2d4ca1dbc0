//! What a legal move may cost, told before it is made: dice of enemies who are left, falls (HS-4.4.3, HS-4.3.1).

use super::arriving::fall_to;
use super::movement::Walker;
use super::walking::{leaves_freely, left_by};
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{FigureId, FigureSet, State};
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Explain, Fact};

/// Warns of what a walk that is legal brings on its way.
pub fn warn_of_walk<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (figure, turned): (FigureId, bool),
    path: &[SpaceId],
    why: &mut E,
) {
    let mut walker = Walker::of(game, state, figure, turned);
    let mut left = FigureSet::default();
    for to in path {
        let Some(passage) = game.ground.passage(walker.lead, *to) else { return };
        let next = walker.after(game, *to, walker.cost_now(game, state, passage));
        for enemy in left_by(game, state, figure, walker.stands(), next.stands(), false).iter() {
            left.insert(enemy);
        }
        if let Some(fall) = fall_to(game, state, figure, *to, passage.drop) {
            let place = game.ground.name(*to);
            let risk = match fall.d20_survive {
                Some(least) => format!("it lives on {least} or more of a d20"),
                None => format!("{} dice are rolled, a skull is a wound", fall.dice),
            };
            warn(Rule::Falls, format!("it falls {} levels to {place}: {risk}", passage.drop), why);
        }
        walker = next;
    }
    warn_of_enemies(game, state, figure, &left, false, why);
}

/// Warns of what a flight that is legal brings.
pub fn warn_of_flight<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
    why: &mut E,
) {
    let from = state.spaces(figure).unwrap_or_default();
    let left = left_by(game, state, figure, from, Footprint::ends(to, trail), true);
    warn_of_enemies(game, state, figure, &left, true, why);
}

fn warn_of_enemies<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    left: &FigureSet,
    flying: bool,
    why: &mut E,
) {
    if left.is_empty() || leaves_freely(game, state, figure, flying).is_some() {
        return;
    }
    let names: Vec<String> = left.iter().map(|enemy| game.figure_name(state, enemy)).collect();
    let each = if names.len() == 1 { "which may roll" } else { "each of which may roll" };
    let (name, left) = (game.figure_name(state, figure), names.join(" and "));
    let says = format!("{name} leaves {left}, {each} against it: a skull is a wound");
    warn(Rule::LeavingEngagement, says, why);
}

fn warn<E: Explain<Rule>>(rule: Rule, says: String, why: &mut E) {
    // A warning stands in nobody's way.
    let _ = why.require(rule, true, || Fact::says(says.clone()).held(says).warning());
}
