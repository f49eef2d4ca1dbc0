//! The ways among which the roller of an icon picks, in words.

use crate::position::game::DragonDice;
use crate::position::stack::Step;
use crate::position::stack::icons::{Acting, IconStep, RollIcon, Way};
use crate::position::state::State;
use crate::tables::catalog::{Counted, Multiplied, SaiEffect};

/// The ways of an icon as they are typed, each with what it does: `way 1 (4 save and 4 damage back)`.
pub(super) fn ways_words(game: &DragonDice, state: &State, way: Way) -> Vec<String> {
    let words = |(number, effect): (u8, &SaiEffect)| {
        let does = effect_words(way.acting, effect);
        let does = does.map_or(String::new(), |does| format!(" ({does})"));
        format!("way {}{does}", number + 1)
    };
    way.ways(game, state).into_iter().map(words).collect()
}

/// What the icon that acts does in one of its ways.
pub(super) fn way_meaning(game: &DragonDice, state: &State, number: u8) -> Option<String> {
    let Some(Step::Icon(IconStep::Roll(RollIcon::Way(way)))) = state.steps.last() else {
        return None;
    };
    let ways = way.ways(game, state);
    let (_, effect) = ways.into_iter().find(|(own, _)| *own == number)?;
    effect_words(way.acting, effect)
}

/// What an effect of an icon does; nothing of effects among which nobody picks.
fn effect_words(acting: Acting, effect: &SaiEffect) -> Option<String> {
    let results = |amount: u16, types: &[Counted]| {
        let each: Vec<String> =
            types.iter().map(|kind| format!("{amount} {}", kind.name())).collect();
        each.join(" and ")
    };
    let named =
        |types: &[Counted]| types.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" and ");
    Some(match effect {
        SaiEffect::Add { types, amount } => results(acting.amount(*amount), types),
        SaiEffect::DamageBack { amount } => {
            format!("{} damage to whoever attacks", acting.amount(*amount))
        }
        SaiEffect::ReturnDead { health } => {
            format!("up to {} health of the dead return", acting.amount(*health))
        }
        SaiEffect::Multiply { types, who: Multiplied::One } => {
            format!("{} of one unit counts twice", named(types))
        }
        SaiEffect::Multiply { types, who: Multiplied::Species } => {
            format!("{} of its species counts twice", named(types))
        }
        SaiEffect::MoveItem => "it moves, with one unit that can carry it".to_string(),
        SaiEffect::Reroll => "the die is rolled again".to_string(),
        SaiEffect::All(parts) => {
            let parts = parts.iter().map(|part| effect_words(acting, part));
            parts.collect::<Option<Vec<_>>>()?.join(" and ")
        }
        _ => return None,
    })
}
