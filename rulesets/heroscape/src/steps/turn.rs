//! A player's turn: who may still act, what is listed, and how it ends (HS-3.3.2).

use crate::action::{Action, Path};
use crate::edition::CommonActivation;
use crate::event::Event;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{CopyId, FigureId, FigureSet, State, Turn};
use crate::steps::movement::Walker;
use crate::steps::{Step, arriving, attack, flight, movement, walking};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

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

/// Whether a figure may join those the turn has activated (HS-3.4.1).
pub fn may_join(game: &HeroScape, state: &State, figure: FigureId, attacks: bool) -> bool {
    let Some(copy) = state.turn.copy else { return false };
    let turn = &state.turn;
    let most = usize::from(game.card_of(state, copy).figures);
    let used: FigureSet = match game.edition.common_activation {
        CommonActivation::OneSet => turn.moved.iter().chain(turn.attackers.iter()).collect(),
        CommonActivation::PerAction if attacks => turn.attackers,
        CommonActivation::PerAction => turn.moved,
    };
    used.contains(figure) || used.len() < most
}

/// Premises that every action of a turn's figure rests on.
pub fn check_actor<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    attacks: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let placed = figure.index() < state.figures.len() && state.spaces(figure).is_some();
    why.need(Rule::FigureProperties, placed, || {
        Fact::says("this figure is not on the battlefield")
    })?;
    let Some(copy) = state.turn.copy else { return Ok(()) };
    let rule = if attacks { Rule::WhoMayAttack } else { Rule::OnlyRevealedCardActs };
    why.require(rule, game.serves(state, copy, figure), || {
        let (name, card) = (game.figure_name(state, figure), game.copy_name(state, copy));
        Fact::says(format!("{name} is not of the revealed card {card}"))
    })?;
    why.require(Rule::CommonActivation, may_join(game, state, figure, attacks), || {
        let most = game.card_of(state, copy).figures;
        Fact::says(format!("this turn has activated all {most} figures it may"))
    })
}

/// Whether moving, finishing and ending are legal.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    match action {
        Action::Move { figure, turned, path } => {
            movement::check_move(game, state, *figure, *turned, path, why)
        }
        Action::Fly { figure, to, trail } => {
            flight::check_flight(game, state, *figure, (*to, *trail), why)
        }
        Action::FinishMoving => why.need(Rule::TurnSequence, !state.turn.attacking, || {
            Fact::says("moving is over already")
        }),
        _ => Ok(()),
    }
}

/// Lists steps and flights of one hex, finishing, attacks once moving is over, and ending.
pub fn legal(game: &HeroScape, state: &State, into: &mut Vec<Action>) -> Listing {
    let Some(copy) = state.turn.copy else { return Listing::Candidates };
    if state.turn.attacking {
        attack::legal(game, state, copy, into);
    } else {
        for figure in servants(game, state, copy) {
            legal_steps(game, state, figure, into);
        }
        into.push(Action::FinishMoving);
    }
    into.push(Action::EndTurn);
    Listing::Candidates
}

/// Whether a figure may begin or go on moving now.
pub fn may_move(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let turn = &state.turn;
    let current = turn.moving.as_ref().is_some_and(|m| m.figure == figure);
    let open = if current {
        turn.moving.as_ref().is_some_and(|moving| !moving.stopped)
    } else {
        !turn.moved.contains(figure)
    };
    open && may_join(game, state, figure, false)
}

fn legal_steps(game: &HeroScape, state: &State, figure: FigureId, into: &mut Vec<Action>) {
    if !may_move(game, state, figure) {
        return;
    }
    let Some(spaces) = state.spaces(figure) else { return };
    for turned in [false, true] {
        if turned && spaces.1.is_none() {
            break;
        }
        let walker = Walker::of(game, state, figure, turned);
        for (_, to) in game.ground.board.neighbours(walker.lead) {
            if walker.may_end_after(game, state, to, &mut Silent) {
                let path = Path::from_iter([to]);
                into.push(Action::Move { figure, turned, path });
            }
        }
    }
    if flight::flies(game, state, figure) {
        flight::flights(game, state, figure, 1, |to, trail, _| {
            into.push(Action::Fly { figure, to, trail });
        });
    }
}

/// What the end of a figure's move brings: terrain under a figure that stopped half on it.
pub fn end_move(game: &HeroScape, state: &mut State) {
    let Some(moving) = state.turn.moving.take() else { return };
    if !moving.stopped && arriving::half_on_deadly(game, state, moving.figure) {
        state.steps.push(Step::EnterDie(moving.figure));
    }
}

/// Ends the turn at its player's word.
pub fn finish<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    if state.step() == Some(Step::Turn) && state.turn.moving.is_some() {
        end_move(game, state);
        if state.step() != Some(Step::Turn) {
            // The terrain's die falls first; the turn then has nothing left to do but end.
            let die = state.steps.pop();
            end(state, Rule::TurnEnds, events);
            state.steps.extend(die);
            return;
        }
    }
    end(state, Rule::TurnEnds, events);
}

fn end<O: Observe<Event>>(state: &mut State, because: Rule, events: &mut O) {
    let seat = state.turn.seat;
    state.steps.pop();
    state.turn = Turn::default();
    state.clock += 1;
    events.tell(|| Event::TurnEnds { seat, because });
}

/// Walks on where a figure may not stop, and ends the turn when nobody is left to act
/// (HS-3.3.5, HS-3.4.6).
pub fn settle<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) -> bool {
    let Some(copy) = state.turn.copy else {
        end(state, Rule::TurnEnds, events);
        return true;
    };
    if !state.onward.is_empty() {
        let path = std::mem::take(&mut state.onward);
        if let Some(moving) = state.turn.moving {
            walking::walk(game, state, moving.figure, &path, false, events);
            return true;
        }
    }
    if servants(game, state, copy).next().is_none() {
        end(state, Rule::ActingCardDies, events);
        return true;
    }
    false
}
