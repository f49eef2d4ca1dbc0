//! What icons do in a fight beside results, as far as it matters which of them are shown.

use crate::position::game::DragonDice;
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::icons::Acting;
use crate::position::state::State;
use crate::rules::icons::{acting, alone};
use crate::rules::roll;
use crate::rules::roll::tally::Normal;
use crate::rules::species::watching;
use crate::tables::catalog::effects::Amount;
use crate::tables::catalog::{Face, Icon, KindId, Opposing, SaiEffect, SaiId, UnitAnswer, Victims};
use smallvec::SmallVec;

/// Something of which the rest of a fight hangs on how much of it a roll shows, and on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deed {
    /// Damage that no save reduces.
    Unsaved,
    /// Damage to whoever attacks.
    Back,
    /// Saves that are taken away.
    FewerSaves,
    /// IDs among the magic of a magic action that count twice.
    DoubledIds,
    /// How many dice let an ability add to that magic.
    MoreMagic,
    /// Results of units whose abilities look at single dice.
    Watched,
    /// ID results among them, where such may count twice.
    WatchedIds,
    /// The X of an icon whose dice act together.
    Together(SaiId),
    /// How many dice show an icon with that X: it is all one in which order they act.
    Each(SaiId, u8),
    /// How many dice of a kind show an icon: they act one after another, in the order of the dice.
    Of(KindId, Icon, u8),
    /// How many dice of a kind show their ID, where icons wait that strike those.
    Id(KindId),
    /// It matters which die shows it.
    Apart,
}

impl Deed {
    /// Whether dice that show it act one after another, and it matters in which order.
    pub fn is_singly(self) -> bool {
        matches!(self, Deed::Of(..))
    }
}

/// How much of what a face does.
pub(crate) type Deeds = SmallVec<[(Deed, u16); 2]>;

/// Whether what follows from a roll in a fight hangs on which die shows what, in a way that is no
/// number of faces.
pub(crate) fn hangs_on_dice(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let Some(fight) = &state.fight else { return false };
    let chosen = |sai: SaiId| {
        let uses = game.catalog.sai(sai).uses.iter().flat_map(|used| &used.does);
        uses.into_iter().any(|effect| matches!(effect, SaiEffect::RerollDefenders { .. }))
    };
    acting::is_turned_back(game, state, roll)
        || (state.is_awaited(roll) && fight.delayed.iter().any(|delayed| chosen(delayed.sai)))
}

/// What an effect of an icon does to the fight; nothing where that cannot be said.
pub(crate) fn add_deed(
    state: &State,
    acting: Acting,
    effect: &SaiEffect,
    deeds: &mut Deeds,
) -> Option<()> {
    let roll = state.rolls.get(usize::from(acting.roll))?;
    let sai = acting.sai;
    let each = || Deed::Each(sai, acting.count.min(255) as u8);
    let singly = || {
        let kind = state.roster.force(roll.army.owner).kind(acting.die());
        Deed::Of(kind, Icon::Sai(sai), acting.count.min(255) as u8)
    };
    let together = |amount: Amount| match amount {
        Amount::X => (Deed::Together(sai), acting.count),
        Amount::Fixed(_) => (each(), 1),
    };
    let deed = match effect {
        SaiEffect::Damage { army: Opposing::Here, amount, .. }
        | SaiEffect::Damage { bury: Some(_), amount, .. } => together(*amount),
        SaiEffect::Damage { amount, .. } => (Deed::Unsaved, acting.amount(*amount)),
        SaiEffect::DamageBack { amount } => (Deed::Back, acting.amount(*amount)),
        SaiEffect::Subtract { lasting: false, army, amount, .. } if *army != Opposing::Counter => {
            (Deed::FewerSaves, acting.amount(*amount))
        }
        SaiEffect::Target { units, .. } => match units {
            Victims::Health(amount) | Victims::ShowingId(amount) => together(*amount),
            Victims::One | Victims::OneShowingId | Victims::OneHere => (each(), 1),
        },
        SaiEffect::RerollDefenders { health } => together(*health),
        SaiEffect::DamageUnit { answer: UnitAnswer::Saves, .. } => (singly(), 1),
        SaiEffect::DamageUnit { .. } => (Deed::Apart, 1),
        SaiEffect::Hypnotise => (singly(), 1),
        SaiEffect::Subtract { lasting: true, .. }
        | SaiEffect::HalveAll
        | SaiEffect::Protect
        | SaiEffect::ChillWind { .. }
        | SaiEffect::NoCounter
        | SaiEffect::TurnBack => (each(), 1),
        SaiEffect::Charge => return (roll.kind != RollKind::Melee).then_some(()),
        _ => return Some(()),
    };
    deeds.push(deed);
    Some(())
}

/// What of a face is looked at once the roll has fallen: IDs for which icons wait, results of units
/// whose abilities look at single dice.
pub(crate) fn add_looks(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    (die, face, own): (u8, Face, &Normal),
    given: &mut alone::Given,
) {
    if state.fight.is_none() {
        return;
    }
    let kind = state.roster.force(roll.army.owner).kind(die);
    if face.icon == Icon::Id && state.is_awaited(roll) {
        given.deeds.push((Deed::Id(kind), 1));
    }
    let species = game.catalog.kind(kind).species();
    if species.is_none() || watching::watched(game, state, roll) != species {
        return;
    }
    if face.sai().is_some() && roll::acts(game, roll.kind, face.icon) {
        given.deeds.push((Deed::Apart, 1));
        return;
    }
    let of = |kind| own.of(kind).0 + own.last(kind);
    let all = roll.kind.counts().iter().map(of).sum::<u16>() + own.ids;
    if all > 0 {
        given.deeds.push((Deed::Watched, all));
    }
    if own.ids > 0 && watching::heeds_ids(game, state, roll) {
        given.deeds.push((Deed::WatchedIds, own.ids));
    }
}
