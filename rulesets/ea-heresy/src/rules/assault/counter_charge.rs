//! Counter charges: who makes none, and toward whom the others go (EA-8.4).

use crate::position::game::EaHeresy;
use crate::position::state::{Body, State, UnitNo, Whereabouts};
use crate::position::units;
use crate::rules::assault::{melee, walls};
use crate::rules::ruins;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::table::{Length, SLACK};

/// The rule by which a unit makes no counter-charge, if there is one: it has no move at all,
/// or is kept from it.
pub(crate) fn stands_still(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Rule> {
    let still = units::model_of(game, state, unit).speed <= 0;
    still.then_some(Rule::UnitStatistics).or_else(|| kept_from_counter_charge(game, state, unit))
}

/// The rule that keeps a unit from counter-charging, if one does (EA-6.9.3, EA-8.4, EA-8.8.3,
/// EA-8.8.7, EA-8.8.8).
pub fn kept_from_counter_charge(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Rule> {
    let assault = state.assault.as_ref()?;
    if !assault.has(state.unit(unit).formation) {
        return Some(Rule::CounterCharge);
    }
    match state.unit(unit).place {
        Whereabouts::Inside(_) if ruins::is_in_ruin(game, state, unit) => {
            Some(Rule::SurvivorsLeave)
        }
        Whereabouts::Inside(_) if state.invades(unit) => Some(Rule::AttackOrInvade),
        Whereabouts::Inside(piece) => {
            let (invaders, engaged) = melee::inside(state, piece);
            if !invaders.is_empty() && invaders.len() >= engaged.len() {
                Some(Rule::UntiedCounterCharge)
            } else if assault.tied.contains(unit) {
                Some(Rule::TiedOccupants)
            } else if walls::surrounded(game, state, piece) {
                Some(Rule::SurroundedStronghold)
            } else {
                None
            }
        }
        Whereabouts::Off | Whereabouts::Destroyed => Some(Rule::CounterCharge),
        _ => held_in_contact(game, state, unit).map(|_| Rule::CounterCharge),
    }
}

/// An enemy of the assault that touches a unit outside walls.
fn held_in_contact(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<UnitNo> {
    let foe = state.owner(unit).opponent();
    melee::fighters(game, state, foe).find(|foe| {
        !melee::is_sheltered(game, state, *foe) && units::in_contact(game, state, unit, *foe)
    })
}

/// Why a unit may not counter-charge, for the rule that keeps it from it.
pub(crate) fn kept_words(game: &EaHeresy, state: &State, unit: UnitNo, rule: Rule) -> String {
    let name = units::unit_name(game, unit);
    let walls = match state.unit(unit).place {
        Whereabouts::Inside(piece) => units::piece_name(game, piece),
        _ => "?",
    };
    match rule {
        Rule::SurvivorsLeave => ruins::waiting_words(game, unit),
        Rule::AttackOrInvade => format!("`{name}` has invaded `{walls}` and fights inside"),
        Rule::UntiedCounterCharge => format!("invaders tie everybody in `{walls}`"),
        Rule::TiedOccupants => format!("`{name}` fights invaders"),
        Rule::SurroundedStronghold => format!("`{walls}` is completely surrounded"),
        Rule::UnitStatistics => format!("`{name}` does not move"),
        _ => match held_in_contact(game, state, unit) {
            Some(by) => format!("`{name}` is in contact with `{}`", units::unit_name(game, by)),
            None => format!("`{name}` takes no part in the assault"),
        },
    }
}

/// The enemies that a unit may counter-charge toward (EA-8.4): the nearest of the formations in
/// the assault that nobody touches yet, and the nearest of all; those equally near alike.
pub(crate) fn counter_charge_goals(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
) -> SmallVec<[UnitNo; 2]> {
    let owner = state.owner(unit);
    let engaging = |enemy: UnitNo| {
        let formation = state.unit(enemy).formation;
        state.assault.as_ref().is_some_and(|it| it.has(formation))
    };
    let busy = |enemy: UnitNo| {
        units::units_of(state, owner).any(|own| units::in_contact(game, state, own, enemy))
    };
    let from = Body::Unit(unit);
    let apart =
        |enemy: UnitNo| Some((units::distance(game, state, from, Body::Unit(enemy))?, enemy));
    let enemies: Vec<(Length, UnitNo)> =
        units::units_of(state, owner.opponent()).filter_map(apart).collect();
    let nearest = |counts: &dyn Fn(UnitNo) -> bool| {
        let all = enemies.iter().filter(|(_, enemy)| counts(*enemy));
        all.clone().map(|(away, _)| *away).min().map(|least| {
            let near: SmallVec<[UnitNo; 2]> =
                all.filter(|(away, _)| *away <= least + SLACK).map(|(_, it)| *it).collect();
            near
        })
    };
    let free = nearest(&|enemy| engaging(enemy) && !busy(enemy));
    let mut goals = SmallVec::new();
    for enemy in free.into_iter().chain(nearest(&|_| true)).flatten() {
        if !goals.contains(&enemy) {
            goals.push(enemy);
        }
    }
    goals
}
