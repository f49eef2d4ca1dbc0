//! What special icons of the army's answer do to dragons: behead, turn back, master (section 9).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Piece, PieceSet};
use crate::position::roll::given::CountedBy;
use crate::position::stack::Step;
use crate::position::stack::dragons::{Aim, DragonAttack, DragonFight, Fighter};
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::rules::roll;
use crate::steps::dragons::{answer, rolling};
use crate::tables::catalog::{Counted, Mastery, SaiEffect, SaiId};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::steps::Flow;

/// Lets an icon of the army's answer act on dragons, once for each of these dice that show it;
/// says whether that is what the effect does.
pub(crate) fn dragon_icon(
    game: &DragonDice,
    state: &mut State,
    roll: u8,
    sai: SaiId,
    dice: PieceSet,
    effect: &SaiEffect,
) -> bool {
    let step = |die| match effect {
        SaiEffect::KillJaws { .. } => Some(DragonAttack::Behead { roll, die }),
        SaiEffect::TurnBackDragon => Some(DragonAttack::TurnBack { roll, die }),
        SaiEffect::Master(Mastery::Tame | Mastery::Slay) if game.edition.eldarim_first => None,
        SaiEffect::Master(_) => Some(DragonAttack::Master { rider: die, sai }),
        _ => None,
    };
    if state.dragons.is_some() {
        let steps: Vec<Step> = dice.iter().filter_map(step).map(Step::from).collect();
        state.steps.extend(steps.into_iter().rev());
    }
    matches!(effect, SaiEffect::KillJaws { .. } | SaiEffect::TurnBackDragon | SaiEffect::Master(_))
}

/// The icon that a die of a roll shows.
fn shown_icon(game: &DragonDice, state: &State, roll: u8, die: u8) -> Option<(SaiId, u8)> {
    let roll = state.rolls.get(usize::from(roll))?;
    let face = roll::shows(game, state, roll.army.owner, die, roll.face(die)?);
    Some((face.sai()?, face.count))
}

/// The rule of the icon that a die of a roll shows.
pub(super) fn icon_rule(game: &DragonDice, state: &State, roll: u8, die: u8) -> Rule {
    shown_icon(game, state, roll, die).map_or(Rule::SpecialIcons, |(sai, _)| Rule::Sai(sai))
}

fn attackers<'a>(
    state: &'a State,
    fight: &'a DragonFight,
    fits: impl Fn(&Fighter) -> bool + 'a,
) -> impl Iterator<Item = Piece> + 'a {
    let attacks = move |(at, fighter): &(usize, &Fighter)| {
        fighter.aim == Aim::Army && fits(fighter) && aims::is_there(state, fight, *at)
    };
    fight.fighters.iter().enumerate().filter(attacks).map(|(_, fighter)| fighter.dragon)
}

/// Dragons that attack the army and show Jaws.
pub(super) fn dragons_showing_jaws<'a>(
    state: &'a State,
    fight: &'a DragonFight,
) -> impl Iterator<Item = Piece> + 'a {
    attackers(state, fight, |fighter| fighter.jaws)
}

/// Dragons that have damage for the army.
pub(super) fn dragons_that_dealt<'a>(
    state: &'a State,
    fight: &'a DragonFight,
) -> impl Iterator<Item = Piece> + 'a {
    attackers(state, fight, |fighter| fighter.damage > 0)
}

/// An icon of the army kills a dragon; what it dealt comes to nothing (DD-8.6).
pub(super) fn kill_dragon<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    dragon: Piece,
    rule: Rule,
    out: &mut O,
) {
    let Some(at) = fight.number(dragon) else { return };
    fight.fighters[at].damage = 0;
    answer::army_kills(game, state, fight, at, rule, out);
}

/// Kills the only dragon that shows Jaws, or gives results where there is none.
pub(super) fn behead<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    (roll, die): (u8, u8),
    out: &mut O,
) -> Flow {
    let mut jaws = dragons_showing_jaws(state, fight);
    let (first, second) = (jaws.next(), jaws.next());
    drop(jaws);
    if second.is_some() {
        return Flow::Wait;
    }
    state.steps.pop();
    match (first, shown_icon(game, state, roll, die)) {
        (Some(dragon), _) => {
            let rule = icon_rule(game, state, roll, die);
            kill_dragon(game, state, fight, dragon, rule, out);
        }
        (None, Some((sai, count))) => {
            let kind = state.rolls[usize::from(roll)].kind.icons();
            let effects: Vec<_> = game.catalog.sai(sai).in_roll(kind).cloned().collect();
            for effect in effects {
                if let SaiEffect::KillJaws { otherwise, amount } = effect {
                    let results = u16::from(amount.of(count));
                    let by = CountedBy::Themselves;
                    state.rolls[usize::from(roll)].give(die, otherwise, by, results);
                }
            }
        }
        (None, None) => {}
    }
    Flow::On
}

/// Turns back what the only dragon dealt that dealt any.
pub(super) fn turn_back<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    roll: u8,
    out: &mut O,
) -> Flow {
    let mut dealt = dragons_that_dealt(state, fight);
    let (first, second) = (dealt.next(), dealt.next());
    drop(dealt);
    if second.is_some() {
        return Flow::Wait;
    }
    state.steps.pop();
    if let Some(dragon) = first {
        turn_back_on(game, state, fight, roll, dragon, out);
    }
    Flow::On
}

/// A dragon takes back what it dealt, and the army gains as many saves.
pub(super) fn turn_back_on<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    roll: u8,
    dragon: Piece,
    out: &mut O,
) {
    let Some(at) = fight.number(dragon) else { return };
    let fighter = &mut fight.fighters[at];
    let damage = fighter.damage;
    fighter.turned = fighter.turned.saturating_add(damage);
    if let Some(roll) = state.rolls.get_mut(usize::from(roll)) {
        let saves = &mut roll.specials[Counted::Save.index()];
        *saves = saves.saturating_add(damage);
    }
    let saves = rolling::dragon_needs(game, state, fighter)
        - u16::from(aims::dragon_kind(game, state, dragon).health);
    let rule = Rule::DamageOnDragons;
    out.tell(|| Event::DragonDamage { dragon, damage, saves, rule });
}
