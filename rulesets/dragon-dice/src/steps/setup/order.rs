//! Who goes first and who chooses the Frontier (DD-4.3 to DD-4.5).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Place};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::setup::{Assembling, SetupStep};
use crate::position::state::{Ground, State};
use crate::steps::setup;
use crate::tables::edition::OrderRollSais;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::Flow;

/// The rule of the order of play in this edition.
fn order_rule(game: &DragonDice) -> Rule {
    match game.edition.order_roll_sais {
        OrderRollSais::Counted => Rule::OrderOfPlay,
        OrderRollSais::Ignored => Rule::ClassicOrderOfPlay,
    }
}

/// Throws the Horde Armies of those among whom places are open.
pub(super) fn roll_order(
    game: &DragonDice,
    state: &mut State,
    assembling: &Assembling,
    among: Seats,
    first: Option<Seat>,
) -> Flow {
    let roll = |seat: Seat| {
        let muster = assembling.muster(seat)?;
        let army = Army { owner: seat, place: Place::OUT };
        Some(Roll::new(RollKind::Order, army, muster.horde()))
    };
    let rolls: Vec<Roll> = among.iter().filter_map(roll).collect();
    state.replace_step(Step::Setup(SetupStep::Compare { among, first }));
    state.throw(game, rolls);
    Flow::On
}

/// The highest takes first place, the next the second; those tied for a place that is still open
/// roll again among themselves.
pub(super) fn compare_order<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    among: Seats,
    first: Option<Seat>,
    out: &mut O,
) -> Flow {
    let from = state.rolls.len().saturating_sub(among.len());
    let results: Vec<(Seat, u16)> =
        state.rolls.drain(from..).map(|roll| (roll.army.owner, roll.result())).collect();
    let rule = order_rule(game);
    for (seat, result) in &results {
        out.tell(|| Event::Noted { seat: *seat, rule, amount: *result });
    }
    let highest = |without: Option<Seat>| -> Seats {
        let open = || results.iter().filter(|(seat, _)| Some(*seat) != without);
        let best = open().map(|(_, result)| *result).max();
        open().filter(|(_, result)| Some(*result) == best).map(|(seat, _)| *seat).collect()
    };
    let (best, second) = match first {
        Some(first) => (Seats::only(first), highest(None)),
        None => {
            let best = highest(None);
            (best, highest(best.first().filter(|_| best.len() == 1)))
        }
    };
    let tied = [best, second].into_iter().find(|those| those.len() > 1);
    if let Some(among) = tied {
        out.tell(|| Event::Tied { among, rule });
    }
    let next = match (best.first(), second.first()) {
        (Some(_), _) if best.len() > 1 => SetupStep::Order { among: best, first: None },
        (Some(best), Some(_)) if second.len() > 1 => {
            SetupStep::Order { among: second, first: Some(best) }
        }
        (Some(best), Some(second)) => SetupStep::First { best, second },
        _ => SetupStep::Divide,
    };
    state.replace_step(Step::Setup(next));
    Flow::On
}

pub(super) fn take_first<O: Observe<Event>>(
    state: &mut State,
    best: Seat,
    second: Seat,
    first: bool,
    out: &mut O,
) {
    let (goes_first, chooses) = if first { (best, second) } else { (second, best) };
    state.marching = goes_first;
    let rule = Rule::FirstTurnOrFrontier;
    out.tell(|| match first {
        true => Event::Accepted { seat: best, rule },
        false => Event::Declined { seat: best, rule },
    });
    state.replace_step(Step::Setup(SetupStep::Frontier(chooses)));
}

/// The proposed Frontiers, each die once.
pub(super) fn proposals(assembling: &Assembling) -> Vec<Action> {
    let mut seen = Vec::new();
    let mut found = Vec::new();
    for (seat, muster) in (0..).map(Seat).zip(&assembling.musters) {
        if !seen.contains(&muster.proposed()) {
            seen.push(muster.proposed());
            found.push(Action::Frontier(seat));
        }
    }
    found
}

/// Where all propose the same, nobody is asked.
pub(super) fn only_frontier<O: Observe<Event>>(
    state: &mut State,
    assembling: &mut Assembling,
    chooser: Seat,
    out: &mut O,
) -> Flow {
    let chooser = match state.conceded.contains(chooser) {
        true => setup::remaining(state).first().unwrap_or(chooser),
        false => chooser,
    };
    match proposals(assembling).as_slice() {
        [Action::Frontier(of)] => choose_frontier(state, assembling, chooser, *of, out),
        _ => {
            state.replace_step(Step::Setup(SetupStep::Frontier(chooser)));
            return Flow::Wait;
        }
    }
    Flow::On
}

pub(super) fn choose_frontier<O: Observe<Event>>(
    state: &mut State,
    assembling: &mut Assembling,
    chooser: Seat,
    of: Seat,
    out: &mut O,
) {
    let Some(muster) = assembling.muster(of) else { return };
    let kind = muster.proposed();
    if state.grounds.len() == usize::from(state.players()) {
        state.grounds.push(Ground::showing(kind, 1));
    }
    assembling.chooser = Some(chooser);
    out.tell(|| Event::FrontierStands { seat: chooser, of, kind });
    let first = match state.conceded.contains(state.marching) {
        true => setup::remaining(state).first().unwrap_or_default(),
        false => state.marching,
    };
    state.marching = first;
    state.replace_step(Step::Setup(SetupStep::Horde(first)));
}
