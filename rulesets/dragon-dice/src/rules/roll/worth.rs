//! What a face of a die counts for in a roll: which outcomes of a throw are alike.

use crate::position::game::DragonDice;
use crate::position::pieces::Sort;
use crate::position::roll::Roll;
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::state::State;
use crate::rules::icons::falling_again;
use crate::rules::magic::mana;
use crate::rules::roll;
use crate::rules::roll::changes;
use crate::rules::species::watching;
use crate::tables::catalog::{Counted, Icon, Kind, KindId, Opposing, SaiEffect};
use umpire_core::dice::{DiceGroup, Face, Worth};

/// What one face counts for in a roll that is thrown.
pub(crate) fn face_worth(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    group: &DiceGroup,
    face: Face,
) -> Worth {
    match worth_in_lanes(game, state, roll, group, face) {
        worth @ (Worth::Adds(_) | Worth::Again(_)) if comes_to_one_sum(game, state, roll) => {
            in_one_sum(worth)
        }
        worth => worth,
    }
}

/// Whether it is all one where the results of a roll come from: it falls alone and counts one
/// type, nothing takes results away or multiplies them, and icons give results and no more.
fn comes_to_one_sum(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let force = state.roster.force(roll.army.owner);
    let pure = |kind: &Kind| {
        let mut acting = kind.faces().iter().filter(|face| roll::acts(game, roll.kind, face.icon));
        acting.all(|face| {
            special_sum(game, roll, *face).is_some() || again_sum(game, roll, *face).is_some()
        })
    };
    is_plain_sum(game, state, roll)
        && force
            .kinds()
            .iter()
            .filter(|(_, set)| !set.and(roll.dice).is_empty())
            .all(|(kind, _)| pure(game.catalog.kind(*kind)))
}

/// The same with a counter for each source of results.
fn worth_in_lanes(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    group: &DiceGroup,
    face: Face,
) -> Worth {
    if falling_again::looks_at_dice(game, state, roll) {
        return Worth::Each(face);
    }
    let kind = game.catalog.kind(KindId(group.die.0));
    if roll.kind == RollKind::Magic {
        return Worth::Each(mana::magic_worth(kind, face));
    }
    lanes(game, state, roll, kind, face, |shown| {
        let sum = special_sum(game, roll, shown).map(Worth::Adds);
        sum.or_else(|| again_sum(game, roll, shown).map(Worth::Again))
    })
}

/// The counters of a face; `special` says what an icon that acts counts for, where it is a number.
fn lanes(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    kind: &Kind,
    face: Face,
    special: impl Fn(crate::tables::catalog::Face) -> Option<Worth>,
) -> Worth {
    let shown = kind.face(face);
    let counts = roll.kind.counts();
    let count = u64::from(shown.count);
    let automatic = match roll.kind.counts().contains(Counted::Save) && !game.icons.is_belly(shown)
    {
        true => u64::from(kind.automatic_saves) << 40,
        false => 0,
    };
    let own = kind.species();
    let watched = own.is_some() && watching::watched(game, state, roll) == own;
    let apart = if watched { count << 16 } else { 0 };
    // A roll of one type has the second counter for ID results among them.
    let heeds_ids =
        || watched && counts.single().is_some() && watching::heeds_ids(game, state, roll);
    let force = state.roster.force(roll.army.owner);
    let is_dragonkin = || {
        let mut dragonkin = roll.dice.and(force.of_sort(Sort::Dragonkin)).iter();
        dragonkin.any(|die| game.catalog.kind(force.kind(die)).id == kind.id)
    };
    match shown.icon {
        // Those of Dragonkin may be counted as fewer types than their neighbours' (DD-1.12).
        Icon::Id if counts.single().is_none() && is_dragonkin() => Worth::Each(face),
        Icon::Id if heeds_ids() => Worth::Adds(count << 32 | count << 8 | apart | automatic),
        Icon::Id => Worth::Adds(count << 32 | apart | automatic),
        Icon::Plain(t) if counts.contains(t) => {
            let lane = counts.iter().take_while(|other| *other != t).count();
            Worth::Adds(count << (8 * lane) | apart | automatic)
        }
        Icon::Plain(t) => {
            let conversions = changes::conversions(game, state, roll);
            match changes::converted(&conversions, kind.species(), t) {
                // Of several types it may count as another than its neighbours.
                Some(_) if counts.single().is_none() => Worth::Each(face),
                Some(_) => Worth::Adds(count << 24 | apart | automatic),
                None => Worth::Adds(automatic),
            }
        }
        icon if roll::acts(game, roll.kind, icon) => match special(shown).filter(|_| !watched) {
            Some(Worth::Adds(sum)) => Worth::Adds(sum | automatic),
            Some(worth) => worth,
            None => Worth::Each(face),
        },
        _ => Worth::Adds(automatic),
    }
}

/// Whether a total is the sum of what faces count for, wherever their results come from: nothing
/// takes results away or multiplies them.
fn is_plain_sum(game: &DragonDice, state: &State, roll: &Roll) -> bool {
    let force = state.roster.force(roll.army.owner);
    state.rolls.len() == 1
        && roll.kind.counts().single().is_some()
        && roll.taken == [0; 5]
        && roll.dice.and(force.of_sort(Sort::Dragonkin)).is_empty()
        && changes::ignores_ids(state, roll).is_none()
        && watching::watched(game, state, roll).is_none()
        && changes::modifiers(game, state, roll).iter().all(|(.., c)| matches!(c, Change::Add(_)))
        && !changes::conversions(game, state, roll).iter().any(|(.., first)| *first)
}

/// What a special icon adds before its die falls again, where it gives results of one type and no
/// more. In a combination roll only melee has a counter for it.
pub(crate) fn again_sum(
    game: &DragonDice,
    roll: &Roll,
    shown: crate::tables::catalog::Face,
) -> Option<u64> {
    let wanted = roll.kind.counts().single().unwrap_or(Counted::Melee);
    let (mut sum, mut falls) = (0, false);
    for effect in game.catalog.sai(shown.sai()?).in_roll(roll.kind.icons()) {
        match effect {
            SaiEffect::Add { types, amount } if types.iter().all(|kind| *kind == wanted) => {
                sum += u64::from(amount.of(shown.count)) << 48;
            }
            SaiEffect::Reroll => falls = true,
            _ => return None,
        }
    }
    falls.then_some(sum)
}

/// What a special icon adds up to, where it gives nothing but results of the one type a roll
/// counts, or damage that no save reduces.
fn special_sum(game: &DragonDice, roll: &Roll, shown: crate::tables::catalog::Face) -> Option<u64> {
    let wanted = roll.kind.counts().single()?;
    let mut sum = 0;
    for effect in game.catalog.sai(shown.sai()?).in_roll(roll.kind.icons()) {
        sum += match effect {
            SaiEffect::Add { types, amount } if types.iter().all(|kind| *kind == wanted) => {
                u64::from(amount.of(shown.count)) << 48
            }
            SaiEffect::Damage { amount, bury: None, bury_dragonkin: false, army }
                if *army == Opposing::Defender =>
            {
                u64::from(amount.of(shown.count)) << 56
            }
            _ => return None,
        };
    }
    Some(sum)
}

/// All counters as one, but for the damage that no save reduces.
fn in_one_sum(worth: Worth) -> Worth {
    let one = |lanes: u64| {
        let sum: u64 = (0..56).step_by(8).map(|lane| lanes >> lane & 0xff).sum();
        lanes >> 56 << 56 | sum
    };
    match worth {
        Worth::Adds(lanes) => Worth::Adds(one(lanes)),
        Worth::Again(lanes) => Worth::Again(one(lanes)),
        worth => worth,
    }
}
