//! The attack under way as its dice see it: who strikes whom, with what, and what came before it in the turn.

use crate::position::game::HeroScape;
use crate::position::state::{Attack, Attacked, FigureId, State};
use crate::tables::abilities::{Shape, SpecialAttack};

/// An attack, as far as dice depend on it.
#[derive(Debug, Clone, Copy)]
pub struct Blow {
    /// Who attacks.
    pub attacker: FigureId,
    /// Who defends.
    pub defender: FigureId,
    /// Which special attack; none for a normal one.
    pub special: Option<u8>,
    /// Whether it is one of the attacker's further attacks of this turn.
    pub further: bool,
    /// Dice that the attacker has chosen to roll, where its power lets it.
    pub chosen: Option<u8>,
    /// How many of this special attack came before in this turn.
    pub before: u8,
}

impl Blow {
    /// The one under way: who of an attack defends now, or would first.
    pub fn of(state: &State, attack: &Attack) -> Blow {
        let made = attacks_of(state, attack.attacker).count();
        Blow {
            attacker: attack.attacker,
            defender: attack.defender.unwrap_or(attack.target),
            special: attack.special,
            further: made > 1,
            chosen: attack.chosen,
            before: made.saturating_sub(1) as u8,
        }
    }
}

/// The attacks a figure has made in this turn.
pub fn attacks_of(state: &State, figure: FigureId) -> impl Iterator<Item = &Attacked> {
    state.turn.attacks.iter().filter(move |attacked| attacked.figure == figure)
}

/// A special attack of a figure, by its number among those of its card.
pub fn special_of<'g>(
    game: &'g HeroScape,
    state: &State,
    figure: FigureId,
    at: u8,
) -> Option<&'g SpecialAttack> {
    game.specials(game.card(state, figure)).nth(at.into())
}

/// The special attack that is under way, if it is one.
pub fn special<'g>(
    game: &'g HeroScape,
    state: &State,
    attack: &Attack,
) -> Option<&'g SpecialAttack> {
    attack.special.and_then(|at| special_of(game, state, attack.attacker, at))
}

/// Whom an attack was aimed at; nobody where it goes along a line or all round, for whom that affects nobody chose (HS-7.7.4).
pub fn targeted(game: &HeroScape, state: &State, attack: &Attack) -> Option<FigureId> {
    let aimed = special(game, state, attack).is_none_or(|special| special.shape.targets());
    aimed.then_some(attack.target)
}

/// Whether an attack is rolled once for all whom it affects.
pub fn shared(game: &HeroScape, state: &State, attack: &Attack) -> bool {
    special(game, state, attack).is_some_and(|special| special.shared_roll)
}

/// Whether the skulls of an attack are shared out among those around a figure.
pub fn spreads(game: &HeroScape, state: &State, attack: &Attack) -> bool {
    special(game, state, attack).is_some_and(|special| special.shape == Shape::SkullsAround)
}

/// Whether the skulls of the attack under way are shared out among those around a figure.
pub fn shares_out(game: &HeroScape, state: &State) -> bool {
    state.attack.as_ref().is_some_and(|attack| spreads(game, state, attack))
}
