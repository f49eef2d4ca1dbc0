//! Which actions each step allows: all of them listed, or one judged.

use super::asking::pending;
use super::{
    attack, basic, casualty, doors, draft, effect, occasion, placing, power, round, treasure, turn,
};
use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::position::step::Step;
use crate::tables::abilities::Moment;
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Pending};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;

/// Lists what a seat may do.
pub fn legal(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    match state.step() {
        None | Some(Step::FreeTable) => attack::legal_free(game, state, into),
        Some(Step::Placing(..)) => placing::legal(game, state, seat, into),
        Some(Step::Draft { .. }) => draft::legal(game, state, seat, into),
        Some(Step::Drafted(_)) => placing::legal(game, state, seat, into),
        Some(Step::BasicTurn(_)) => {
            into.extend(game.cards_in_play(state, seat).map(Action::Take));
            Listing::Complete
        }
        Some(Step::Markers(_)) => round::legal_markers(game, state, seat, into),
        Some(Step::Turn) => turn::legal(game, state, into),
        Some(Step::Leaving) => {
            into.extend([Action::Strike(true), Action::Strike(false)]);
            Listing::Complete
        }
        Some(Step::NextDefender) => {
            let affected = state.attack.iter().flat_map(|attack| attack.affected.iter());
            into.extend(affected.map(Action::Defend));
            Listing::Complete
        }
        Some(Step::Occasion) => {
            occasion::legal(game, state, seat, into);
            Listing::Complete
        }
        Some(step) if step.is_choice_of_power() => {
            effect::legal(game, state, into);
            if step == Step::PowerMove { Listing::Candidates } else { Listing::Complete }
        }
        Some(Step::AttackOthers) => {
            let attack = state.attack.iter();
            let others = attack.flat_map(|attack| attack::others(game, state, attack));
            into.extend(others.map(Action::Pick));
            into.push(Action::Pass);
            Listing::Complete
        }
        Some(Step::DiceCount) => {
            into.extend(attack::dice_counts(game, state).map(Action::Dice));
            Listing::Complete
        }
        Some(Step::Reroll { .. }) => {
            into.extend([Action::Reroll(true), Action::Reroll(false)]);
            Listing::Complete
        }
        Some(Step::Casualty(figure)) => {
            into.extend(casualty::options(game, state, figure).into_iter().map(Action::Casualty));
            Listing::Complete
        }
        Some(_) => Listing::Complete,
    }
}

/// Whether an action is legal, and on what grounds.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if let Action::Sight { from, to, .. } = action {
        return check_eye(state, seat, *from, *to, why);
    }
    let attacks = matches!(
        action,
        Action::Attack { .. } | Action::Special { .. } | Action::AttackDoor { .. }
    );
    if attacks {
        why.need(Rule::OneAttackAtATime, state.attack.is_none(), || {
            Fact::says("the attack under way has to be settled first")
        })?;
    }
    if attacks && state.step() == Some(Step::Turn) && !state.turn.attacking {
        let forced = occasion::forces(game, state, Moment::AfterMoving);
        why.need(Rule::TurnSequence, !forced, || {
            Fact::says("a power has to be used after moving, before any attack")
                .remedy("finish moving first")
        })?;
    }
    let (asked, rule) = match pending(game, state, &mut Silent) {
        Pending::Choice(choice) => (Some(choice), choice.about),
        Pending::Roll(request) => (None, request.because),
        Pending::Over(_) => (None, Rule::Victory),
    };
    why.need(rule, asked.is_some_and(|choice| choice.seats.contains(seat)), || {
        not_asked(game, state, seat)
    })?;
    match (action, state.step()) {
        (Action::Draft(card), Some(Step::Draft { .. })) => {
            draft::check(game, state, seat, *card, why)
        }
        (Action::Pass, Some(Step::Draft { .. })) => draft::check_pass(game, why),
        (Action::Take(copy), Some(Step::BasicTurn(_))) => {
            basic::check(game, state, seat, *copy, why)
        }
        (Action::Place(figure, space, trail), Some(Step::Placing(..) | Step::Drafted(_))) => {
            placing::check(game, state, seat, *figure, (*space, *trail).into(), why)
        }
        (Action::Markers(on), Some(Step::Markers(_))) => {
            round::check_markers(game, state, seat, on, why)
        }
        (Action::EndTurn, Some(Step::FreeTable) | None) => Ok(()),
        (Action::Strike(_), Some(Step::Leaving)) => Ok(()),
        (Action::Defend(figure), Some(Step::NextDefender)) => {
            let affected = state.attack.as_ref().is_some_and(|a| a.affected.contains(*figure));
            why.need(Rule::SpecialAttackOrder, affected, || {
                Fact::says("only figures affected by the attack defend against it")
            })
        }
        (Action::Casualty(copy), Some(Step::Casualty(figure))) => {
            casualty::check(game, state, figure, *copy, why)
        }
        (Action::Attack { attacker, target }, Some(Step::Turn | Step::FreeTable) | None) => {
            attack::check(game, state, *attacker, *target, why)
        }
        (Action::Special { attacker, power, aim }, Some(Step::Turn | Step::FreeTable) | None) => {
            attack::check_special(game, state, *attacker, *power, *aim, why)
        }
        (Action::Door(door, change), Some(Step::Turn)) => {
            doors::check_change(game, state, seat, (*door, *change), why)
        }
        (Action::AttackDoor { attacker, power, door }, Some(Step::Turn)) => {
            doors::check_attack(game, state, (*attacker, *power, *door), why)
        }
        (
            Action::Move { .. } | Action::Fly { .. } | Action::FinishMoving | Action::EndTurn,
            Some(Step::Turn),
        ) => turn::check(game, state, action, why),
        (Action::Move { .. } | Action::Fly { .. }, Some(Step::PowerMove)) => {
            turn::check(game, state, action, why)
        }
        (Action::PickUp(figure), Some(Step::Turn | Step::PowerMove)) => {
            treasure::check_pick_up(game, state, *figure, why)
        }
        (Action::PutDown(figure, glyph), Some(Step::Turn | Step::PowerMove)) => {
            treasure::check_put_down(game, state, *figure, *glyph, why)
        }
        (Action::Use { figure, power, on }, Some(Step::Turn)) => {
            power::check_in_turn(game, state, *figure, *power, *on, why)
        }
        (Action::Use { .. } | Action::Pass, Some(Step::Occasion)) => {
            occasion::check(game, state, action, why)
        }
        (Action::Pass, Some(Step::PowerMove)) => Ok(()),
        (_, Some(Step::FreeTable) | None) => why.need(rule, false, || {
            let says = "at a referee's table figures attack, and all else the judge changes";
            Fact::says(says)
                .remedy("`place FIGURE at SPACE` puts one down, `help changes` has more")
        }),
        (
            Action::Pass
            | Action::Pick(_)
            | Action::Lay(_)
            | Action::Give(_)
            | Action::Shift(..)
            | Action::Place(..)
            | Action::Dice(_)
            | Action::Reroll(_),
            Some(_),
        ) => {
            let mut listed = Vec::new();
            legal(game, state, seat, &mut listed);
            why.need(rule, listed.contains(action), || no_answer(game, state, seat))
        }
        _ => {
            why.need(rule, false, || no_answer(game, state, seat))?;
            Err(Broken(rule))
        }
    }
}

fn not_asked(game: &HeroScape, state: &State, seat: Seat) -> Fact {
    let word = game.seat_word(seat);
    match pending(game, state, &mut Silent) {
        Pending::Over(_) => Fact::says("the game is over"),
        Pending::Roll(request) => {
            let dice = match request.dice() {
                1 => "1 die has".to_string(),
                dice => format!("{dice} dice have"),
            };
            Fact::says(format!("{dice} to fall before anybody decides"))
        }
        Pending::Choice(choice) => {
            let asked: Vec<_> = choice.seats.iter().map(|seat| game.seat_word(seat)).collect();
            Fact::says(format!("it is for {} to decide, not for {word}", asked.join(" and ")))
        }
    }
}

fn check_eye<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    from: FigureId,
    to: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::SightDisputes, seat == Seat::JUDGE && state.ended.is_none(), || {
        Fact::says("only the judge rules on sight by eye, while the game lasts")
    })?;
    let known = |figure: FigureId| figure.index() < state.figures.len();
    let placed = known(from) && known(to) && from != to;
    let placed = placed && state.spaces(from).is_some() && state.spaces(to).is_some();
    why.need(Rule::SightDisputes, placed, || {
        Fact::says("two different figures on the battlefield are needed")
    })
}

/// Whether an action is legal, for remedies that name another one.
pub fn holds(game: &HeroScape, state: &State, seat: Seat, action: &Action) -> bool {
    check(game, state, seat, action, &mut Silent).is_ok()
}
