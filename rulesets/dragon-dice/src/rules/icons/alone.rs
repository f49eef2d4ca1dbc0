//! What icons give to the total of a roll, where the first answer is given to every question.

use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Place};
use crate::position::roll::Roll;
use crate::position::roll::given::CountedBy;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::icons::Acting;
use crate::position::state::State;
use crate::rules::icons::deeds::{Deed, Deeds};
use crate::rules::icons::{acting, deeds, doubling, ways};
use crate::rules::roll;
use crate::rules::roll::changes;
use crate::tables::catalog::effects::Amount;
use crate::tables::catalog::{Counted, Face, Multiplied, Opposing, SaiEffect, Types, Victims};

/// Whose results an icon doubles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Doubles {
    /// Those of all these dice.
    All(PieceSet),
    /// Those of one die for each icon, in this order.
    Next(Vec<u8>),
}

/// What an icon gives to the one type of results that a roll counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Given {
    /// Results of that type (step 8).
    pub special: u16,
    /// Those of them that are of other types and count as it from the first.
    pub first: u16,
    /// Results of other types that count as it (step 10).
    pub counted_as: u16,
    /// Results that are added for as long as an effect lasts.
    pub added: u16,
    /// Results that are taken away.
    pub taken: u16,
    /// Whether the die falls again.
    pub falls: bool,
    /// Whose results it doubles.
    pub doubles: Option<Doubles>,
    /// Whether it may leave nobody to play against: the game then ends before there is a total, if the
    /// roll is interrupted.
    pub may_end: bool,
    /// Whether it interrupts the roll: its owner could cast or promote.
    pub interrupts: bool,
    /// Whether it may change what other armies roll at the same time.
    pub bears_on_others: bool,
    /// What it does to the fight besides.
    pub deeds: Deeds,
}

/// What the icon on a face of a die gives to the total of a roll of one type, and what it does to the
/// fight if there is one. Who may move, cast or promote passes, which is listed first. Nothing
/// where that cannot be said.
pub(crate) fn given_alone(
    game: &DragonDice,
    state: &State,
    number: u8,
    die: u8,
    face: Face,
) -> Option<Given> {
    let roll = state.rolls.get(usize::from(number))?;
    let wanted = roll.kind.counts().single().filter(|_| roll.kind != RollKind::Order)?;
    let mut given = Given::default();
    let Some(sai) = face.sai().filter(|_| roll::acts(game, roll.kind, face.icon)) else {
        return Some(given);
    };
    let acting = Acting { roll: number, sai, dice: PieceSet::only(die), count: face.count.into() };
    let of = Of { state, roll, wanted, acting };
    for effect in acting::effects(game, roll, sai) {
        add_alone(game, &of, effect, &mut given)?;
    }
    let summons = |effect: &SaiEffect| matches!(effect, SaiEffect::SummonDragon);
    if roll.army.place == Place::RESERVE && acting::effects(game, roll, sai).any(summons) {
        given.falls = false;
    }
    let strikes = state.fight.as_ref().is_some_and(|fight| state.exists(fight.target));
    if given.falls && !given.deeds.is_empty() && !strikes {
        given.deeds.clear();
    }
    if given.falls && !given.deeds.is_empty() {
        // It strikes before its die falls again, which then falls by itself.
        given.falls = false;
        let kind = state.roster.force(roll.army.owner).kind(die);
        given.deeds = Deeds::from_iter([(Deed::Of(kind, face.icon, face.count), 1)]);
    }
    Some(given)
}

fn add_alone(game: &DragonDice, of: &Of, effect: &SaiEffect, given: &mut Given) -> Option<()> {
    let Of { state, roll, wanted, acting } = *of;
    if acting::counts_results_alone(state, roll) {
        match effect {
            SaiEffect::Add { .. } | SaiEffect::AddEither { .. } | SaiEffect::Reroll => {}
            SaiEffect::Choose(ways) => {
                let way = ways.iter().find(|way| acting::gives_results(way));
                return way.map_or(Some(()), |way| add_alone(game, of, way, given));
            }
            _ => return Some(()),
        }
    }
    if state.fight.is_some() {
        deeds::add_deed(state, acting, effect, &mut given.deeds)?;
    }
    match effect {
        SaiEffect::Add { types, amount } => {
            types.iter().for_each(|kind| add_result(game, of, *kind, *amount, given));
        }
        SaiEffect::AddEither { types, amount, .. } => {
            let counts = |kind: &&Counted| {
                **kind == wanted
                    || changes::counts_for(game, state, roll, acting.die(), **kind).is_some()
            };
            let own = types.iter().find(|kind| **kind == wanted);
            let kind = own.or_else(|| types.iter().find(counts));
            kind.into_iter().for_each(|kind| add_result(game, of, *kind, *amount, given));
        }
        SaiEffect::AddMagicOfChoice { amount, .. } => {
            add_result(game, of, Counted::Magic, *amount, given);
        }
        SaiEffect::SummonDragon if roll.army.place == Place::RESERVE => {
            add_result(game, of, Counted::Magic, Amount::X, given);
        }
        SaiEffect::WildGrowth => {
            given.interrupts = true;
            if wanted == Counted::Save {
                given.special += acting.count;
            }
        }
        SaiEffect::AddCantrip { .. } => given.interrupts = true,
        SaiEffect::LastingSaves { amount } if wanted == Counted::Save => {
            given.added += acting.amount(*amount);
        }
        SaiEffect::ChillWind { amount } => {
            given.bears_on_others = true;
            if roll.army.place.as_terrain().is_some() {
                given.taken += u16::from(*amount);
            }
        }
        SaiEffect::Choose(ways) => {
            let first = ways::open_ways(game, state, acting, ways).next();
            first.map_or(Some(()), |way| add_alone(game, of, way, given))?;
        }
        SaiEffect::All(parts) => {
            parts.iter().try_for_each(|part| add_alone(game, of, part, given))?;
        }
        SaiEffect::Reroll => given.falls = true,
        SaiEffect::Multiply { types, who } => {
            if types.contains(&wanted) {
                given.doubles = Some(doubles(game, of, *who));
            }
        }
        SaiEffect::Damage { army: Opposing::Here, .. } => {
            given.bears_on_others = true;
            given.may_end |= acting::opposing_here(state, roll.army).iter().any(|army| {
                let mut others = state.armies(army.owner).filter(|other| other != army);
                others.next().is_none()
            });
        }
        SaiEffect::Target { units: Victims::OneHere, peril, .. } => {
            use crate::tables::catalog::effects::Fate;
            given.bears_on_others = true;
            if peril.fate != Fate::Held && state.fight.is_none() {
                return None;
            }
        }
        SaiEffect::Subtract { lasting: true, .. }
        | SaiEffect::Subtract { army: Opposing::Counter, .. }
        | SaiEffect::HalveAll => given.bears_on_others = true,
        // These need a fight, a dragon that attacks or a roll of their own; or whoever might do
        // more passes; or what they do is no result.
        SaiEffect::AddAsked { .. }
        | SaiEffect::AddAsId { .. }
        | SaiEffect::Damage { .. }
        | SaiEffect::DamageBack { .. }
        | SaiEffect::Subtract { .. }
        | SaiEffect::Target { .. }
        | SaiEffect::DamageUnit { .. }
        | SaiEffect::TurnBack
        | SaiEffect::TurnBackDragon
        | SaiEffect::KillJaws { .. }
        | SaiEffect::RerollDefenders { .. }
        | SaiEffect::Hypnotise
        | SaiEffect::NoCounter
        | SaiEffect::Charge
        | SaiEffect::MoveUnits { .. }
        | SaiEffect::MoveSelf
        | SaiEffect::MoveItem
        | SaiEffect::LastingSaves { .. }
        | SaiEffect::Protect
        | SaiEffect::NoAutomaticSaves
        | SaiEffect::Dispel
        | SaiEffect::RiseFromTheAshes
        | SaiEffect::ReturnDead { .. }
        | SaiEffect::SummonDragon
        | SaiEffect::MoveDragon
        | SaiEffect::ElementalRelic { .. }
        | SaiEffect::SilverMedallion => {}
        SaiEffect::Master(_) => return state.dragons.is_none().then_some(()),
    }
    Some(())
}

/// Results of one type: of the one that is counted, or as far as they count as it.
fn add_result(game: &DragonDice, of: &Of, kind: Counted, amount: Amount, given: &mut Given) {
    let amount = of.acting.amount(amount);
    match changes::counted_by(game, of.state, of.roll, of.acting.die(), kind) {
        Some((_, CountedBy::Themselves)) => given.special += amount,
        Some((_, CountedBy::First(_))) => {
            (given.special, given.first) = (given.special + amount, given.first + amount);
        }
        Some((_, CountedBy::Last(_))) => given.counted_as += amount,
        None => {}
    }
}

fn doubles(game: &DragonDice, of: &Of, who: Multiplied) -> Doubles {
    let force = of.state.roster.force(of.roll.army.owner);
    match who {
        Multiplied::Species => {
            let species = game.catalog.kind(force.kind(of.acting.die())).species();
            Doubles::All(doubling::like(game, of.state, of.roll, species))
        }
        Multiplied::One => {
            let by = (of.acting.rule(), Types::only(of.wanted));
            Doubles::Next(doubling::first_to_double(game, of.state, of.acting.roll, by))
        }
    }
}

/// An icon of a roll, and what the roll counts.
#[derive(Clone, Copy)]
struct Of<'a> {
    state: &'a State,
    roll: &'a Roll,
    wanted: Counted,
    acting: Acting,
}
