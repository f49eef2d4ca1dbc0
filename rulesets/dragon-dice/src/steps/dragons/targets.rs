//! Whom dragons go for is settled: what is forced, their owners' secret picks, and riders' wishes (DD-11.4 to DD-11.10).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::Piece;
use crate::position::stack::dragons::{Aim, Aiming, DragonAttack, DragonFight};
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::rules::dragons::aims::Aims;
use crate::steps::Ask;
use crate::tables::edition::{DragonTargets, Form};
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::{Choice, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::Flow;

/// Settles what needs no decision; waits while somebody has one.
pub(super) fn settle_aims(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    whose: Aiming,
    answered: Seats,
) -> Flow {
    let forced: SmallVec<[(usize, Aim); 8]> = aims::open(game, state, fight, whose)
        .filter(|(.., aims)| aims.len() == 1)
        .map(|(at, _, aims)| (at, aims[0]))
        .collect();
    for (at, aim) in forced {
        fight.fighters[at].aim = aim;
    }
    if !aims::asked(game, state, fight, whose, answered).is_empty() {
        return Flow::Wait;
    }
    if answered.is_empty() {
        state.steps.pop();
    } else {
        let answered = Seats::NONE;
        state.replace_step(DragonAttack::Aim { whose, answered }.into());
    }
    Flow::On
}

pub(super) fn ask_aims(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    whose: Aiming,
    answered: Seats,
) -> Ask {
    let seats = aims::asked(game, state, fight, whose, answered);
    let only = seats.first().filter(|_| seats.len() == 1);
    let subject =
        only.and_then(|seat| aims::aiming(game, state, fight, whose, seat)).map(Piece::subject);
    let about = match whose {
        Aiming::AtArmy => Rule::TamedDragons,
        Aiming::All => Rule::SecretTargets,
    };
    let late = game.edition.dragon_targets == DragonTargets::RevealedAfter;
    Ask::Choice(Choice { seats, about, subject, sealed: seats.len() > 1 || late })
}

pub(super) fn list_aims(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    whose: Aiming,
    seat: Seat,
    into: &mut Vec<Action>,
) {
    let aims = aims::open_to(game, state, fight, whose, seat).map(|(_, aims)| aims);
    into.extend(aims.unwrap_or_default().into_iter().map(|aim| match aim {
        Aim::Dragon(to) => Action::Choose(fight.fighters[usize::from(to)].dragon),
        Aim::Army | Aim::Ally => Action::Accept,
        Aim::Idle | Aim::Open | Aim::Hidden => Action::Pass,
    }));
}

pub(super) fn check_aim<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    open: Option<(usize, Aims)>,
    target: Piece,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let open = open.zip(fight.number(target));
    let open = open.filter(|((at, _), to)| to != at && aims::is_there(state, fight, *to));
    why.need(Rule::SecretTargets, open.is_some(), || {
        Fact::says("there is no other such dragon at this terrain")
            .held("there is such a dragon at this terrain")
    })?;
    let Some(((at, aims), to)) = open else { return Ok(()) };
    let fits = aims.contains(&Aim::Dragon(to as u8));
    let own = aims::dragon_kind(game, state, fight.fighters[at].dragon).elements;
    let its = aims::dragon_kind(game, state, target).elements;
    let rule = match game.edition.dragon_sequence {
        Form::Classic => Rule::ClassicDragonTargets,
        Form::Current if own == its => Rule::SameElementDragons,
        Form::Current => Rule::DragonTargets,
    };
    why.require(rule, fits, || {
        let fact = Fact::says(format!("a {own} dragon does not go for this {its} one"))
            .held(format!("a {own} dragon goes for this {its} one"));
        let other = aims.iter().find_map(|aim| match aim {
            Aim::Dragon(to) => Some(fight.fighters[usize::from(*to)].dragon),
            _ => None,
        });
        match other {
            Some(other) => fact.instead("a dragon it goes for", &Action::Choose(other)),
            None => fact,
        }
    })
}

pub(super) fn take_aim(
    game: &DragonDice,
    state: &State,
    fight: &mut DragonFight,
    whose: Aiming,
    seat: Seat,
    action: &Action,
) {
    let Some((at, aims)) = aims::open_to(game, state, fight, whose, seat) else { return };
    let aim = match *action {
        Action::Choose(dragon) => fight.number(dragon).map(|to| Aim::Dragon(to as u8)),
        Action::Accept => aims.iter().find(|aim| matches!(aim, Aim::Army | Aim::Ally)).copied(),
        _ => Some(Aim::Idle),
    };
    if let Some(aim) = aim {
        fight.fighters[at].aim = aim;
    }
}

/// Lays open what the dragons go for.
pub(super) fn reveal<O: Observe<Event>>(fight: &mut DragonFight, out: &mut O) {
    fight.revealed = true;
    for fighter in &fight.fighters {
        let at = match fighter.aim {
            Aim::Army => None,
            Aim::Dragon(to) => fight.fighters.get(usize::from(to)).map(|other| other.dragon),
            _ => continue,
        };
        out.tell(|| Event::DragonAims { dragon: fighter.dragon, at });
    }
}
