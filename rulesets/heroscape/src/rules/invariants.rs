//! The invariants of a position: what no input, scenario or judge may break.

use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Place, State};
use crate::position::step::{Arrival, ArrivingStep, CasualtyStep, Step};
use crate::tables::rule::Rule;
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seat;

/// Whether a position can be one; every reason why not.
pub fn check(game: &HeroScape, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
    let mut refusals = Vec::new();
    check_figures(game, state, &mut refusals);
    check_cards(game, state, &mut refusals);
    for one in &state.carried {
        if state.spaces(one.figure).is_none() {
            let says = format!(
                "{} carries a treasure and stands nowhere",
                game.figure_name(state, one.figure)
            );
            refusals.push(Refusal::at(Rule::TreasureGlyphs, "", says));
        }
    }
    let passing = (!state.onward.is_empty()
        || state
            .steps
            .iter()
            .any(|step| matches!(step, Step::Arriving(ArrivingStep::Arrive(Arrival { .. })))))
    .then(|| state.turn.moving.map(|moving| moving.figure))
    .flatten();
    if !state.occupants_agree(passing) {
        refusals.push(Refusal::at(Rule::PassingFigures, "", "two figures stand on one space"));
    }
    if refusals.is_empty() { Ok(()) } else { Err(refusals) }
}

fn check_figures(game: &HeroScape, state: &State, refusals: &mut Vec<Refusal<Rule>>) {
    for (id, figure) in state.all_figures() {
        let name = || game.figure_name(state, id);
        let card = game.card(state, id);
        let mut refuse = |rule, says: String| refusals.push(Refusal::at(rule, "", says));
        if state.is_living(id) && figure.wounds > card.most_wounds() {
            refuse(Rule::WoundMarkerPlaces, card.too_many_wounds(&name(), figure.wounds));
        } else if !state.is_living(id) && figure.wounds > 0 {
            let says = format!("{} does not live and can have no wounds", name());
            refuse(Rule::WoundMarkerPlaces, says);
        }
        if figure.controller.0 >= state.seats() || figure.owner.0 >= state.seats() {
            refuse(Rule::Terms, format!("{} belongs to no seat", name()));
        }
        let Place::Board(spaces) = figure.place else { continue };
        let known = spaces.spaces().all(|space| space.index() < game.ground.board.spaces());
        if !known || spaces.count() != card.spaces {
            refuse(Rule::PlacingTwoSpaces, format!("{} stands on too few spaces", name()));
        }
    }
}

fn check_cards(game: &HeroScape, state: &State, refusals: &mut Vec<Refusal<Rule>>) {
    for seat in (0..state.seats()).map(Seat) {
        let mut seen = 0u8;
        let kept = state.all_copies().filter(|(id, _)| state.keeper(*id) == seat);
        for (_, copy) in kept {
            if seen & copy.markers != 0 {
                let says = "an order marker lies on two cards";
                refusals.push(Refusal::at(Rule::OrderMarkersPlaced, "", says));
            }
            seen |= copy.markers;
        }
    }
    for (id, copy) in state.all_copies() {
        let pending =
            |figure: FigureId| state.steps.contains(&Step::Casualty(CasualtyStep::Lay(figure)));
        let gone = state.all_figures().filter(|(figure, its)| match its.place {
            Place::Destroyed(on) => on == id && !pending(*figure),
            _ => false,
        });
        let (gone, figures) = (gone.count(), game.card_of(state, id).figures);
        if gone != usize::from(copy.casualties) || gone > usize::from(figures) {
            let name = game.copy_name(state, id);
            let says = format!("{name} counts {} casualties, {gone} lie on it", copy.casualties);
            refusals.push(Refusal::at(Rule::CommonCardCount, "", says));
        }
        if copy.shown & !copy.markers != 0 {
            let says = "a marker is shown that lies nowhere";
            refusals.push(Refusal::at(Rule::HiddenMarkers, "", says));
        }
    }
}
