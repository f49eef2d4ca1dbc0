//! Dragon dice: which fall, what their faces deal, and what dragons do to each other (DD-10.2 to DD-10.8).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Piece, PieceSet, Place};
use crate::position::stack::dragons::{Aim, DragonAttack, DragonFight, Fighter, Rolling};
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::rules::roll;
use crate::steps::death;
use crate::tables::catalog::{DragonFace, Icon, KindId};
use crate::tables::edition::{BreathOnDragon, WhiteDamage};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, DiceGroups, Face, Worth};
use umpire_core::game::Observe;
use umpire_core::steps::Flow;

/// The purpose of attacking dragons' dice.
pub const DRAGONS: u8 = 102;

/// The purpose of champions' dice that fall before the dragons.
pub const CHAMPIONS: u8 = 103;

/// The purpose of a slain White Dragon's die.
pub const SLAIN: u8 = 104;

/// What a face deals (DD-10.2); nothing for those that deal in another way.
fn face_damage(face: DragonFace) -> u16 {
    match face {
        DragonFace::Jaws => 12,
        DragonFace::Claw => 6,
        DragonFace::Wing => 5,
        DragonFace::Tail => 3,
        DragonFace::Breath | DragonFace::Belly | DragonFace::Treasure => 0,
    }
}

/// What breath deals to a dragon where it damages it (DD-12.4).
const BREATH_DAMAGE: u16 = 5;

/// More than any army has health; what a dragon deals beyond it is not counted.
const MOST_DAMAGE: u16 = 999;

/// Readies the dragons that fall next.
pub(super) fn call_dragons(state: &mut State, fight: &mut DragonFight, rolling: Rolling) {
    for fighter in &mut fight.fighters {
        fighter.again = !fighter.gone
            && match (rolling, fighter.aim) {
                (_, Aim::Open | Aim::Hidden | Aim::Idle) => false,
                (Rolling::All, _) => true,
                (Rolling::AtArmy, aim) => matches!(aim, Aim::Army | Aim::Ally),
                (Rolling::AtDragons, aim) => matches!(aim, Aim::Dragon(_)),
            };
    }
    state.steps.push(DragonAttack::Throw.into());
}

fn falling<'a>(state: &'a State, fight: &'a DragonFight) -> impl Iterator<Item = usize> + use<'a> {
    let falls = |at: &usize| fight.fighters[*at].again && aims::is_there(state, fight, *at);
    (0..fight.fighters.len()).filter(falls)
}

pub(super) fn ready_to_throw(state: &mut State, fight: &DragonFight) -> Flow {
    if falling(state, fight).next().is_some() {
        return Flow::Wait;
    }
    state.steps.pop();
    Flow::On
}

pub(super) fn dragon_groups(state: &State, fight: &DragonFight) -> DiceGroups {
    let group = |at: usize| {
        let dragon = fight.fighters[at].dragon;
        let die = state.roster.force(dragon.owner).kind(dragon.number).die();
        let (seat, subject) = (dragon.owner, Some(dragon.subject()));
        DiceGroup { seat, die, count: 1, purpose: DRAGONS, subject }
    };
    falling(state, fight).map(group).collect()
}

/// Faces of one icon are alike, whichever of them shows.
pub(super) fn dragon_worth(game: &DragonDice, group: &DiceGroup, face: Face) -> Worth {
    match game.catalog.kind(KindId(group.die.0)).face(face).icon {
        Icon::Dragon(face) => Worth::Each(face as u8),
        _ => Worth::Each(u8::MAX),
    }
}

pub(super) fn shows_jaws(game: &DragonDice, state: &State, dragon: Piece, face: Face) -> bool {
    let icon = roll::shows(game, state, dragon.owner, dragon.number, face).icon;
    icon == Icon::Dragon(DragonFace::Jaws)
}

/// Takes the faces of dragons; those that fall again do so in another throw.
pub(super) fn dragons_fall<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    faces: &[Face],
    out: &mut O,
) {
    let falling: Vec<usize> = self::falling(state, fight).collect();
    let place = fight.place;
    let fell = falling.iter().zip(faces);
    out.tell(|| Event::DragonsThrown {
        place,
        dragons: fell.map(|(at, face)| (fight.fighters[*at].dragon, *face)).collect(),
    });
    let mut again = false;
    for (at, face) in falling.into_iter().zip(faces) {
        let fighter = &mut fight.fighters[at];
        *fighter = after_face(game, state, *fighter, *face);
        again |= fighter.again;
    }
    if again {
        state.steps.push(DragonAttack::Throw.into());
    }
}

/// A dragon after one more face.
fn after_face(game: &DragonDice, state: &State, fighter: Fighter, face: Face) -> Fighter {
    let kind = aims::dragon_kind(game, state, fighter.dragon);
    let Icon::Dragon(face) = kind.face(face).icon else {
        return Fighter { again: false, ..fighter };
    };
    let times = if kind.is_white_dragon() { 2 } else { 1 };
    let mut after = Fighter { again: face == DragonFace::Tail, ..fighter };
    after.damage = (after.damage + times * face_damage(face)).min(MOST_DAMAGE);
    after.jaws = face == DragonFace::Jaws;
    match face {
        DragonFace::Belly => after.belly = true,
        DragonFace::Wing => after.wings = fighter.aim != Aim::Ally,
        DragonFace::Treasure if fighter.aim == Aim::Army => {
            after.treasures += match game.edition.white_damage {
                WhiteDamage::ClawsJawsTailWingTreasure => times as u8,
                WhiteDamage::DamageOnly => 1,
            };
        }
        DragonFace::Breath => match (fighter.aim, game.edition.breath_on_dragon) {
            (Aim::Dragon(_), BreathOnDragon::DamageAndReroll) => {
                after.damage = (after.damage + times * BREATH_DAMAGE).min(MOST_DAMAGE);
                after.again = true;
            }
            (Aim::Dragon(_), BreathOnDragon::RemovesSaves) | (Aim::Army, _) => {
                after.breath = true;
            }
            _ => {}
        },
        _ => {}
    }
    after
}

/// The automatic saves a dragon has in this attack (DD-10.4).
fn dragon_saves(game: &DragonDice, state: &State, fighter: &Fighter) -> u16 {
    let Piece { owner, number } = fighter.dragon;
    let lost = state.effects.iter().any(|effect| {
        effect.does == Lasting::NoAutomaticSaves
            && matches!(effect.on, On::Pieces(seat, set) if seat == owner && set.contains(number))
    });
    match fighter.belly || lost {
        true => 0,
        false => aims::dragon_kind(game, state, fighter.dragon).automatic_saves.into(),
    }
}

/// How much damage of one kind kills a dragon in this attack (DD-10.4).
pub(super) fn dragon_needs(game: &DragonDice, state: &State, fighter: &Fighter) -> u16 {
    let health = aims::dragon_kind(game, state, fighter.dragon).health;
    u16::from(health) + dragon_saves(game, state, fighter)
}

/// Dragons strike dragons: breaths take saves away, damage adds up; says who dies (DD-10.8).
pub(super) fn dragons_strike<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &DragonFight,
    out: &mut O,
) -> Vec<usize> {
    let fighters = &fight.fighters;
    let mut hurt = vec![0u16; fighters.len()];
    for fighter in fighters.iter().filter(|fighter| !fighter.mastered) {
        let Aim::Dragon(to) = fighter.aim else { continue };
        let Some(target) = fighters.get(usize::from(to)) else { continue };
        if fighter.breath {
            take_saves(state, target.dragon, fighter.dragon, out);
        }
        hurt[usize::from(to)] = hurt[usize::from(to)].saturating_add(fighter.damage);
    }
    let mut dying = Vec::new();
    for (at, (fighter, damage)) in fighters.iter().zip(hurt).enumerate() {
        if damage == 0 || fighter.gone {
            continue;
        }
        let (dragon, rule) = (fighter.dragon, Rule::DamageOnDragons);
        let saves = dragon_saves(game, state, fighter);
        out.tell(|| Event::DragonDamage { dragon, damage, saves, rule });
        if damage >= dragon_needs(game, state, fighter) {
            dying.push(at);
        }
    }
    dying
}

/// Breath takes a dragon's automatic saves away (DD-12.4).
fn take_saves<O: Observe<Event>>(state: &mut State, dragon: Piece, from: Piece, out: &mut O) {
    let effect = Effect {
        rule: Rule::BreathOnDragons,
        by: from.owner,
        on: On::Pieces(dragon.owner, PieceSet::only(dragon.number)),
        does: Lasting::NoAutomaticSaves,
        ends: Ends::TurnEnd(state.marching, 1),
    };
    let lasts = |known: &Effect| {
        (known.on, known.does, known.ends) == (effect.on, effect.does, effect.ends)
    };
    if !state.effects.iter().any(lasts) {
        state.add_effect(effect);
        out.tell(|| Event::Began { effect });
    }
}

/// Dragons that fought dragons die before the army answers (DD-11.2).
pub(super) fn duel<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    out: &mut O,
) {
    for at in dragons_strike(game, state, fight, out) {
        dragon_goes(state, fight, at, Place::POOL, Rule::DeadDragons, out);
    }
    for fighter in &mut fight.fighters {
        if let Aim::Dragon(_) = fighter.aim {
            (fighter.damage, fighter.breath) = (0, false);
        }
    }
}

/// A dragon of the fight leaves it, one that dies for its owner's pool (DD-18.6); its effects end.
pub(super) fn dragon_goes<O: Observe<Event>>(
    state: &mut State,
    fight: &mut DragonFight,
    at: usize,
    to: Place,
    rule: Rule,
    out: &mut O,
) {
    let fighter = &mut fight.fighters[at];
    let Piece { owner, number } = fighter.dragon;
    fighter.gone = true;
    let only = PieceSet::only(number).and(state.at(owner, fight.place));
    death::forget_single_effects(state, owner, only);
    death::bring(state, owner, only, to, rule, out);
}
