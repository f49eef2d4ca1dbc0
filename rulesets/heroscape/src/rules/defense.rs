//! Who rolls defense dice against whom, and how many at most.

use crate::position::game::HeroScape;
use crate::position::state::{Attack, FigureId, Lasting, State, What};
use crate::rules::blow::Blow;
use crate::rules::counting::{Side, rules_for};
use crate::rules::dice::no_defense;
use crate::rules::holds;
use crate::rules::holds::Parties;
use crate::tables::abilities::{Ability, AllSkulls, Effect, Forbid, Power};

/// Whether a defender rolls no defense dice against an attacker, by a power or by where it stands.
pub fn rolls_no_defense(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    defender: FigureId,
    special: Option<u8>,
) -> bool {
    let opponent = Some(attacker);
    let parties = Parties { opponent, special, ..Parties::alone(defender) };
    let kept = game
        .lasting_of(state, defender)
        .any(|what| matches!(what, What::NoDefense(by) if *by == attacker));
    let mut powers = game.powers_where(state, defender, |its| its.has(Ability::Forbid));
    kept || powers.any(|(_, power)| match power {
        Power::Forbid(Forbid::DefenseDice(when)) => holds::holds_all(game, state, parties, when),
        _ => false,
    })
}

/// The most defense dice that a power leaves to whom a figure attacks.
pub fn most_defense(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    defender: FigureId,
) -> Option<u8> {
    let of_attacker =
        state.lasting.iter().filter(|lasting| game.lasts_on(state, lasting, attacker));
    let touches = |lasting: &&Lasting| {
        let filter = lasting.by.and_then(|by| game.trigger(by)).and_then(|trigger| {
            trigger.effects().find_map(|effect| match effect {
                Effect::MostDefense { of, .. } => of.as_ref(),
                _ => None,
            })
        });
        filter.is_none_or(|filter| holds::meets(game, state, attacker, defender, filter))
    };
    let dice = of_attacker.filter(touches).filter_map(|lasting| match lasting.what {
        What::MostDefense(most) => Some(most),
        _ => None,
    });
    dice.min()
}

/// Whether the attack under way let a defender roll defense dice.
pub fn let_defend(game: &HeroScape, state: &State, defender: FigureId) -> bool {
    state.attack.as_ref().is_none_or(|attack| {
        let blow = Blow { defender, ..Blow::of(state, attack) };
        rolls_defense(game, state, attack, blow)
    })
}

/// Whether the defender may roll defense dice at all: without, it has no shields and nothing follows a roll of them.
pub fn rolls_defense(game: &HeroScape, state: &State, attack: &Attack, blow: Blow) -> bool {
    let rules = rules_for(game, state, Side::Attack, blow);
    let barred = rules.all_skulls.is_some() && attack.skulls_all();
    !barred && no_defense(game, state, blow).is_none()
}

/// Whether skulls on all dice destroy the defender, whom no power against wounds saves then: it receives none.
pub fn destroys_outright(game: &HeroScape, state: &State, attack: &Attack, blow: Blow) -> bool {
    let rules = rules_for(game, state, Side::Attack, blow);
    rules.all_skulls == Some(AllSkulls::Destroys) && attack.skulls_all()
}
