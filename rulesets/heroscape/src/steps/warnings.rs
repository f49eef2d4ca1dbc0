//! What a legal move may cost, told before it is made: dice of enemies who are left, falls, deadly ground (HS-4.4.3, HS-4.3.1).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, FigureSet, State};
use crate::rules::engagement::{leaves_freely, left_by};
use crate::rules::hazards::{deadly_to, ends_on_deadly_ground, enters_deadly_ground, fall_to};
use crate::rules::walker::Walker;
use crate::rules::{glyph_effects, held};
use crate::tables::abilities::Ability;
use crate::tables::rule::Rule;
use umpire_core::command::counted;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Explain, Fact, Silent};

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
    for (at, to) in path.iter().enumerate() {
        let Some(passage) = game.ground.passage(walker.lead, *to) else { return };
        let next = walker.after(game, state, *to, walker.cost_now(game, state, passage));
        for enemy in left_by(game, state, figure, walker.stands(), next.stands(), false).iter() {
            left.insert(enemy);
        }
        if let Some(fall) = fall_to(game, state, figure, *to, passage.drop) {
            let place = game.ground.name(*to);
            let bonus = glyph_effects::d20_bonus(game, state, figure, &mut Silent);
            let risk = match fall.d20_survive {
                Some(least) => {
                    format!("it lives on {} or more of a d20", (i32::from(least) - bonus).max(1))
                }
                None => format!("a skull of {} is a wound", counted(fall.dice, "die")),
            };
            let levels = counted(passage.drop, "level");
            warn(Rule::Falls, format!("it falls {levels} to {place}: {risk}"), why);
        }
        if enters_deadly_ground(game, state, &next) {
            warn_of_ground(game, state, figure, next.stands(), why);
        }
        walker = next;
        let goes_on = at + 1 < path.len();
        let holder = || held::holds_at(game, state, figure, walker.stands(), true);
        if let Some(by) = goes_on.then(holder).flatten() {
            let (by, place) = (game.figure_name(state, by), game.ground.name(*to));
            let says = format!("{by} ends the move at {place}");
            warn(Rule::Ability(Ability::Hold), says, why);
            break;
        }
    }
    if ends_on_deadly_ground(game, state, &walker) {
        warn_of_ground(game, state, figure, walker.stands(), why);
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
    let (from, landing) = (state.spaces(figure).unwrap_or_default(), Footprint::ends(to, trail));
    warn_of_ground(game, state, figure, landing, why);
    let left = left_by(game, state, figure, from, landing, true);
    warn_of_enemies(game, state, figure, &left, true, why);
}

/// Warns of ground that may destroy a figure on these spaces, where it is such.
fn warn_of_ground<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    spaces: Footprint,
    why: &mut E,
) {
    let Some(row) = deadly_to(game, state, figure, spaces) else { return };
    let (name, place) = (game.figure_name(state, figure), game.ground.name(spaces.lead));
    warn(Rule::Terrain(row), format!("the ground at {place} may destroy {name}"), why);
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
    let _ = why.require(rule, true, || Fact::warning(says));
}
