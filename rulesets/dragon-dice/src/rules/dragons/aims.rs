//! What a dragon goes for: other dragons, or the army (DD-11.2 to DD-11.10).

use crate::position::game::DragonDice;
use crate::position::pieces::Piece;
use crate::position::stack::dragons::{Aim, Aiming, DragonFight};
use crate::position::state::State;
use crate::rules::dragons::riding;
use crate::tables::catalog::{Kind, Nature, What};
use crate::tables::edition::TamedDragons;
use smallvec::SmallVec;
use umpire_core::seat::{Seat, Seats};

pub(crate) type Aims = SmallVec<[Aim; 8]>;

/// Whether a dragon goes for another by the table (DD-11.4).
fn preys_on(attacker: &Kind, other: &Kind) -> bool {
    let (What::Dragon { nature: from, .. }, What::Dragon { nature: to, .. }) =
        (attacker.what, other.what)
    else {
        return false;
    };
    let (own, its) = (attacker.elements, other.elements);
    match (from, to) {
        (Nature::Ivory | Nature::IvoryHybrid, _) | (_, Nature::Ivory) => false,
        (Nature::White, to) => to != Nature::White,
        (_, Nature::White) => true,
        (_, Nature::IvoryHybrid) => !own.intersects(its),
        (Nature::Elemental, Nature::Elemental) | (Nature::Hybrid, Nature::Hybrid) => own != its,
        (Nature::Elemental, Nature::Hybrid) | (Nature::Hybrid, Nature::Elemental) => true,
    }
}

/// The kind of a dragon.
pub(crate) fn dragon_kind<'g>(game: &'g DragonDice, state: &State, dragon: Piece) -> &'g Kind {
    game.catalog.kind(state.roster.force(dragon.owner).kind(dragon.number))
}

/// Whether a dragon of a fight is still there.
pub(crate) fn is_there(state: &State, fight: &DragonFight, at: usize) -> bool {
    let fighter = &fight.fighters[at];
    !fighter.gone && state.at(fighter.dragon.owner, fight.place).contains(fighter.dragon.number)
}

/// The dragons that one goes for by the table.
fn prey<'a>(
    game: &'a DragonDice,
    state: &'a State,
    fight: &'a DragonFight,
    at: usize,
) -> impl Iterator<Item = usize> + use<'a> {
    let own = dragon_kind(game, state, fight.fighters[at].dragon);
    (0..fight.fighters.len()).filter(move |other| {
        *other != at
            && is_there(state, fight, *other)
            && preys_on(own, dragon_kind(game, state, fight.fighters[*other].dragon))
    })
}

/// Whether a dragon goes for the army: by what is decided, or else by the table.
pub(crate) fn goes_for_army(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    at: usize,
) -> bool {
    match fight.fighters[at].aim {
        Aim::Army => true,
        Aim::Open => {
            is_there(state, fight, at) && aims(game, state, fight, at).contains(&Aim::Army)
        }
        _ => false,
    }
}

/// What a dragon may go for.
fn aims(game: &DragonDice, state: &State, fight: &DragonFight, at: usize) -> Aims {
    let dragon = fight.fighters[at].dragon;
    let prey: Aims = self::prey(game, state, fight, at).map(|to| Aim::Dragon(to as u8)).collect();
    let own = |aim: Aim| if prey.is_empty() { Aims::from_iter([aim]) } else { prey.clone() };
    match riding::ridden(state, dragon) {
        Some((by, _, true)) => {
            let others =
                (0..fight.fighters.len()).filter(|to| *to != at && is_there(state, fight, *to));
            let mut aims: Aims = others.map(|to| Aim::Dragon(to as u8)).collect();
            aims.push(Aim::Idle);
            if by != fight.army.owner {
                aims.push(Aim::Army);
            } else if others_attack(game, state, fight, by) {
                aims.push(Aim::Ally);
            }
            aims
        }
        Some((by, ..)) if by == fight.army.owner => own(Aim::Idle),
        Some(_) if game.edition.tamed_dragons == TamedDragons::MasterDecides => {
            let mut aims = own(Aim::Army);
            if prey.is_empty() {
                aims.push(Aim::Idle);
            }
            aims
        }
        _ => own(Aim::Army),
    }
}

/// Whether a dragon that this player's army has not tamed goes for the army.
fn others_attack(game: &DragonDice, state: &State, fight: &DragonFight, by: Seat) -> bool {
    (0..fight.fighters.len()).any(|at| {
        let rider = riding::ridden(state, fight.fighters[at].dragon);
        is_there(state, fight, at)
            && rider.is_none_or(|(seat, ..)| seat != by)
            && prey(game, state, fight, at).next().is_none()
    })
}

/// Who decides what a dragon goes for.
fn decider(state: &State, fight: &DragonFight, at: usize, aims: &[Aim]) -> Seat {
    let dragon = fight.fighters[at].dragon;
    match riding::ridden(state, dragon) {
        Some((by, _, true)) => by,
        Some((by, ..)) if aims.contains(&Aim::Idle) => by,
        _ => dragon.owner,
    }
}

/// Dragons whose aims are open, with what is open to them.
pub(crate) fn open<'a>(
    game: &'a DragonDice,
    state: &'a State,
    fight: &'a DragonFight,
    whose: Aiming,
) -> impl Iterator<Item = (usize, Seat, Aims)> + use<'a> {
    (0..fight.fighters.len()).filter_map(move |at| {
        let open = fight.fighters[at].aim == Aim::Open && is_there(state, fight, at);
        let aims = open.then(|| self::aims(game, state, fight, at))?;
        let beside = |aim: &Aim| matches!(aim, Aim::Army | Aim::Idle | Aim::Ally);
        let asked = whose == Aiming::All || aims.iter().any(beside);
        asked.then(|| (at, decider(state, fight, at, &aims), aims))
    })
}

/// The dragon a seat is asked about, with what it may go for.
pub(crate) fn open_to(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    whose: Aiming,
    seat: Seat,
) -> Option<(usize, Aims)> {
    let mut open = open(game, state, fight, whose).filter(|(_, by, _)| *by == seat);
    open.next().map(|(at, _, aims)| (at, aims))
}

/// The dragon a seat is asked about.
pub(crate) fn aiming(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    whose: Aiming,
    seat: Seat,
) -> Option<Piece> {
    let (at, _) = open_to(game, state, fight, whose, seat)?;
    Some(fight.fighters[at].dragon)
}

pub(crate) fn asked(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    whose: Aiming,
    answered: Seats,
) -> Seats {
    let seats = open(game, state, fight, whose).map(|(_, by, _)| by);
    seats.filter(|seat| !answered.contains(*seat)).collect()
}

/// Hides from a seat what others' dragons go for, until it is laid open (DD-11.10).
pub fn hide_aims(state: &mut State, seat: Seat) {
    let Some(fight) = state.dragons.as_ref().filter(|fight| !fight.revealed) else { return };
    let theirs = |at: &usize| {
        let fighter = &fight.fighters[*at];
        let (by, controlled) = match riding::ridden(state, fighter.dragon) {
            Some((by, _, true)) => (by, true),
            _ => (fighter.dragon.owner, false),
        };
        // Whoever controls a dragon may send it at the army too, or hold it back.
        let decided = match fighter.aim {
            Aim::Dragon(_) => true,
            Aim::Army | Aim::Ally | Aim::Idle => controlled,
            Aim::Open | Aim::Hidden => false,
        };
        by != seat && decided
    };
    let hidden: SmallVec<[usize; 8]> = (0..fight.fighters.len()).filter(theirs).collect();
    if let Some(fight) = &mut state.dragons {
        for at in hidden {
            fight.fighters[at].aim = Aim::Hidden;
        }
    }
}
