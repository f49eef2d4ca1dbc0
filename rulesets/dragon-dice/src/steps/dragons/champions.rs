//! Champions of the Eldarim: who may be rolled before the dragons, and what their logos do (DD-13.2, DD-13.3).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::dragons::{DragonAttack, DragonFight, Picked};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::rules::roll;
use crate::steps::dragons::rolling::CHAMPIONS;
use crate::steps::dragons::{riders, rolling};
use crate::steps::trial;
use crate::tables::catalog::effects::{Fate, Peril, Test};
use crate::tables::catalog::{Elements, Face as Shown, Icon, KindId, Mastery, SaiEffect, SaiId};
use crate::tables::rule::Rule;
use arrayvec::ArrayVec;
use umpire_core::dice::{DiceGroup, DiceGroups, Face, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// What a logo does to a dragon.
pub(super) fn mastery(game: &DragonDice, sai: SaiId) -> Option<Mastery> {
    let mut effects = game.catalog.sai(sai).uses.iter().flat_map(|used| &used.does);
    effects.find_map(|effect| match effect {
        SaiEffect::Master(mastery) => Some(*mastery),
        _ => None,
    })
}

/// What a champion's logo does to dragons; nothing for units without one.
fn champion(game: &DragonDice, kind: KindId) -> Option<Mastery> {
    let mut logos = game.catalog.kind(kind).faces().iter().filter_map(|face| face.sai());
    logos.find_map(|sai| mastery(game, sai))
}

/// Whether a face shows a logo that works before the dragons fall; others do nothing there.
fn early_logo(game: &DragonDice, shown: Shown) -> Option<SaiId> {
    let Icon::Sai(sai) = shown.icon else { return None };
    matches!(mastery(game, sai), Some(Mastery::Tame | Mastery::Slay)).then_some(sai)
}

/// Whether the army holds a unit that slays dragons of these elements (DD-11.2, DD-11.8).
pub(super) fn has_slayer(game: &DragonDice, state: &State, army: Army, elements: Elements) -> bool {
    let (force, units) = (state.roster.force(army.owner), state.units(army));
    force.kinds().iter().any(|(kind, set)| {
        let own = game.catalog.kind(*kind).elements;
        !set.and(units).is_empty()
            && (own == Elements::ALL || own.intersects(elements))
            && champion(game, *kind) == Some(Mastery::Slay)
    })
}

/// Whether breath of a dragon of these elements spares the army (DD-11.8).
pub(super) fn immune(game: &DragonDice, state: &State, army: Army, elements: Elements) -> bool {
    game.edition.slayer_immunity && has_slayer(game, state, army, elements)
}

/// Whether a unit may master a dragon: one of all elements any, another one that holds its own.
fn suits_dragon(game: &DragonDice, state: &State, army: Army, rider: u8, dragon: Piece) -> bool {
    let own = game.catalog.kind(state.roster.force(army.owner).kind(rider)).elements;
    own == Elements::ALL || own.intersects(aims::dragon_kind(game, state, dragon).elements)
}

/// Dragons that a champion may master: those that go for its army.
pub(super) fn masterable<'a>(
    game: &'a DragonDice,
    state: &'a State,
    fight: &'a DragonFight,
    rider: u8,
) -> impl Iterator<Item = Piece> + use<'a> {
    let suits = move |dragon: &Piece| suits_dragon(game, state, fight.army, rider, *dragon);
    let open = (0..fight.fighters.len()).filter(move |at| is_masterable(game, state, fight, *at));
    open.map(|at| fight.fighters[at].dragon).filter(suits)
}

/// Whether a dragon goes for the army, and no champion has mastered it.
fn is_masterable(game: &DragonDice, state: &State, fight: &DragonFight, at: usize) -> bool {
    !fight.fighters[at].mastered
        && aims::is_there(state, fight, at)
        && aims::goes_for_army(game, state, fight, at)
}

/// Offers the champions that may be rolled before the dragons (DD-11.2 step 1).
pub(super) fn champions_first(game: &DragonDice, state: &mut State, fight: &DragonFight) {
    let army = fight.army;
    let eligible = early_champions(game, state, fight);
    if eligible.is_empty() {
        return;
    }
    state.steps.push(Step::Pick(Pick {
        seat: army.owner,
        of: army,
        among: eligible,
        limit: Limit::CountUpTo(eligible.len() as u8),
        rule: Rule::ClassicChampions,
        then: Then::Dragons(Picked::Champions),
    }));
}

fn early_champions(game: &DragonDice, state: &State, fight: &DragonFight) -> PieceSet {
    let force = state.roster.force(fight.army.owner);
    let early = |unit: &u8| {
        matches!(champion(game, force.kind(*unit)), Some(Mastery::Tame | Mastery::Slay))
    };
    let attackers: ArrayVec<Piece, 128> = (0..fight.fighters.len())
        .filter(|at| aims::goes_for_army(game, state, fight, *at))
        .map(|at| fight.fighters[at].dragon)
        .take(128)
        .collect();
    let suits =
        |unit: &u8| attackers.iter().any(|one| suits_dragon(game, state, fight.army, *unit, *one));
    let units = roll::rollable(game, state, fight.army).and(force.units());
    units.iter().filter(early).filter(suits).collect()
}

pub(super) fn champion_groups(state: &State, seat: Seat, dice: PieceSet) -> DiceGroups {
    let groups = state.roster.force(seat).kinds().iter().filter_map(|(kind, set)| {
        let (die, count) = (kind.die(), set.and(dice).len() as u8);
        let group = DiceGroup { seat, die, count, purpose: CHAMPIONS, subject: None };
        (count > 0).then_some(group)
    });
    groups.collect()
}

pub(super) fn champion_worth(game: &DragonDice, group: &DiceGroup, face: Face) -> Worth {
    let shown = game.catalog.kind(KindId(group.die.0)).face(face);
    Worth::Each(early_logo(game, shown).is_some().into())
}

/// Champions have fallen: each that shows its logo picks a dragon.
pub(super) fn champions_fall<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    dice: PieceSet,
    faces: &[Face],
    out: &mut O,
) {
    let kind = RollKind::Dragon;
    out.tell(|| Event::Thrown { kind, army, dice, faces: faces.to_vec() });
    let shown: Vec<(u8, Face)> = dice.iter().zip(faces.iter().copied()).collect();
    for (rider, face) in shown.into_iter().rev() {
        let shown = roll::shows(game, state, army.owner, rider, face);
        if let Some(sai) = early_logo(game, shown) {
            state.steps.push(DragonAttack::Master { rider, sai }.into());
        }
    }
}

pub(super) fn may_master(
    game: &DragonDice,
    state: &mut State,
    fight: &DragonFight,
    rider: u8,
) -> Flow {
    let there = state.units(fight.army).contains(rider);
    if there && masterable(game, state, fight, rider).next().is_some() {
        return Flow::Wait;
    }
    state.steps.pop();
    Flow::On
}

pub(super) fn check_mastery<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    (rider, sai): (u8, SaiId),
    target: Piece,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let number = fight.number(target);
    let attacks = number.is_some_and(|at| is_masterable(game, state, fight, at));
    why.need(Rule::Sai(sai), attacks, || {
        Fact::says("this is not a dragon that attacks the army").held("it attacks the army")
    })?;
    let suits = suits_dragon(game, state, fight.army, rider, target);
    why.require(Rule::MasteringDragons, suits, || {
        Fact::says("the dragon does not hold the champion's element")
            .held("the champion may master dragons of this element")
    })
}

/// A champion masters a dragon: what the dragon did besides breathing is ignored (DD-13.2).
pub(super) fn master_dragon<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    (rider, sai): (u8, SaiId),
    dragon: Piece,
    out: &mut O,
) {
    let Some(mastery) = self::mastery(game, sai) else { return };
    let Some(at) = fight.number(dragon) else { return };
    let (army, fighter) = (fight.army, &mut fight.fighters[at]);
    (fighter.mastered, fighter.damage) = (true, 0);
    let (seat, rule) = (army.owner, Rule::Sai(sai));
    let white = aims::dragon_kind(game, state, dragon).is_white_dragon();
    if mastery == Mastery::Slay {
        rolling::dragon_goes(state, fight, at, Place::OUT, rule, out);
        if white {
            state.steps.push(DragonAttack::SlainWhite { dragon, slayer: rider }.into());
        }
        return;
    }
    riders::release(state, dragon, seat, rider, out);
    let effect = Effect {
        rule,
        by: seat,
        on: On::Pieces(dragon.owner, PieceSet::only(dragon.number)),
        does: Lasting::Ridden { rider, controlled: mastery == Mastery::Control },
        ends: if white { Ends::TurnStart(seat) } else { Ends::Never },
    };
    state.add_effect(effect);
    out.tell(|| Event::Began { effect });
}

/// A slain White Dragon falls once more: its Jaws bury the slayer.
pub(super) fn slain_white_falls<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    (dragon, slayer): (Piece, u8),
    faces: &[Face],
    out: &mut O,
) {
    let Some(face) = faces.first().copied() else { return };
    let place = army.place;
    out.tell(|| Event::DragonsThrown { place, dragons: vec![(dragon, face)] });
    if !rolling::shows_jaws(game, state, dragon, face) {
        return;
    }
    let bury = Some(Test::None);
    let peril = Peril { test: Test::None, fate: Fate::Killed, on_id: None, bury };
    let danger = Danger { peril, by: dragon.owner };
    let units = PieceSet::only(slayer).and(state.units(army));
    trial::endanger(game, state, army, units, danger, Rule::MasteringDragons, out);
}
