//! Who can be engaged: formations near enough, and those that are intermingled with them (EA-8.2, EA-8.3).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo};
use crate::position::{area, units};
use crate::rules::assault::melee;
use crate::rules::sight;
use umpire_core::table::Length;

/// Enemy formations that can be engaged at all: on the table, and not flying.
pub(crate) fn assailable<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    formation: FormationNo,
) -> impl Iterator<Item = FormationNo> + 'a {
    let owner = state.formation(formation).owner;
    state.all_formations().filter(move |it| {
        state.formation(*it).owner != owner
            && state.members(*it).any(|unit| {
                units::area_of(game, state, unit).is_some()
                    && !units::model_of(game, state, unit).is_aircraft()
            })
    })
}

/// The nearest distance between units of two formations.
pub(crate) fn formation_gap(
    game: &EaHeresy,
    state: &State,
    a: FormationNo,
    b: FormationNo,
) -> Option<Length> {
    let gap = |unit| area::gap_to_nearest(game, state, Body::Unit(unit), state.members(b));
    state.members(a).filter_map(gap).min()
}

fn intermingled(game: &EaHeresy, state: &State, a: FormationNo, b: FormationNo) -> bool {
    state.members(a).any(|one| {
        state.members(b).any(|other| {
            let (one, other) = (Body::Unit(one), Body::Unit(other));
            units::within(game, state, one, other, game.edition.intermingled)
        })
    })
}

/// A formation with all that it is intermingled with, directly or through others (EA-8.2).
pub(crate) fn cluster(
    game: &EaHeresy,
    state: &State,
    of: FormationNo,
    among: &[FormationNo],
) -> Vec<FormationNo> {
    let mut cluster = vec![of];
    let mut at = 0;
    while at < cluster.len() {
        for other in among {
            if !cluster.contains(other) && intermingled(game, state, cluster[at], *other) {
                cluster.push(*other);
            }
        }
        at += 1;
    }
    cluster
}

/// Whether a unit of the attackers is near enough to one of the target (EA-8.3, EA-8.3.2).
pub(crate) fn has_come_near(game: &EaHeresy, state: &State) -> bool {
    let attacker = state.attacking_seat();
    let foes: Vec<UnitNo> = melee::fighters(game, state, attacker.opponent()).collect();
    let reach = game.edition.firefight;
    melee::fighters(game, state, attacker).any(|unit| {
        foes.iter().any(|foe| {
            let (from, to) = (Body::Unit(unit), Body::Unit(*foe));
            units::within(game, state, from, to, reach)
                && (!game.edition.engage_requires_los || sight::sees(game, state, from, to))
        })
    })
}
