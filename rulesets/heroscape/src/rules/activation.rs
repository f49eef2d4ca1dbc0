//! Which figures a turn of a card may use, and how many (HS-3.4.1).

use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, FigureSet, On, State, What};
use crate::tables::abilities::{Ability, Power};
use crate::tables::edition::CommonActivation;

/// The figures of the turn's card that stand on the battlefield.
pub fn servants<'s>(
    game: &'s HeroScape,
    state: &'s State,
    copy: CopyId,
) -> impl Iterator<Item = FigureId> + 's {
    state
        .all_figures()
        .filter(move |(id, _)| game.serves(state, copy, *id) && state.spaces(*id).is_some())
        .map(|(id, _)| id)
}

/// The figures of a figure's card that the turn may use with it, itself included.
pub fn servants_of<'s>(
    game: &'s HeroScape,
    state: &'s State,
    figure: FigureId,
) -> impl Iterator<Item = FigureId> + 's {
    servants(game, state, state.figure(figure).copy)
}

/// Whether a figure may join those the turn has activated (HS-3.4.1).
pub fn may_join(game: &HeroScape, state: &State, figure: FigureId, attacks: bool) -> bool {
    let Some(copy) = state.turn.copy else { return false };
    if is_idle(game, state, figure) {
        return false;
    }
    let (used, most) = activated(game, state, copy, attacks);
    used.contains(figure) || used.len() < most
}

/// Whether figures that attack together may all join those the turn has activated; outside turns they may.
pub fn may_join_together(game: &HeroScape, state: &State, figures: FigureSet) -> bool {
    let Some(copy) = state.turn.copy else { return true };
    let (used, most) = activated(game, state, copy, true);
    used.union(figures).len() <= most && !figures.iter().any(|id| is_idle(game, state, id))
}

/// Whether a power leaves a figure out of the turn that it gives.
pub fn is_idle(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    !state.lasting.is_empty() && game.lasting_of(state, figure).any(|what| *what == What::Idle)
}

/// How many figures a turn of a card may move, and how many may attack; and whether those that attack
/// may be others than those that moved.
pub fn activations(game: &HeroScape, state: &State, copy: CopyId) -> (usize, usize, bool) {
    let printed = usize::from(game.card_of(state, copy).figures);
    let rolled = state.lasting.iter().find_map(|lasting| match (lasting.on, lasting.what) {
        (On::Copy(on), What::Activations(count)) if game.matches(state, on, copy) => Some(count),
        _ => None,
    });
    if let Some(count) = rolled {
        return (count.into(), count.into(), false);
    }
    if state.copy(copy).negated {
        return (printed, printed, false);
    }
    let card = game.card_of(state, copy);
    let mut powers = card.abilities.iter().filter(|_| card.has(Ability::Activation));
    let own = powers.find_map(|power| match power {
        Power::Activation(own) => Some((own.moves.into(), own.attacks.into(), true)),
        _ => None,
    });
    own.unwrap_or((printed, printed, false))
}

/// The figures that count as activated, to move or to attack, and how many may be.
fn activated(game: &HeroScape, state: &State, copy: CopyId, attacks: bool) -> (FigureSet, usize) {
    let turn = &state.turn;
    let (moves, strikes, apart) = activations(game, state, copy);
    let most = if attacks { strikes } else { moves };
    let used: FigureSet = match game.edition.common_activation {
        _ if apart && attacks => turn.attackers,
        _ if apart => turn.moved,
        CommonActivation::OneSet => turn.moved.union(turn.attackers).union(turn.acted),
        CommonActivation::PerAction if attacks => turn.attackers,
        CommonActivation::PerAction => turn.moved,
    };
    (used, most)
}
