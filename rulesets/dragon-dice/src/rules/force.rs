//! What a force may hold: totals, dragons, terrains and the rest (DD-3.1 to DD-3.9).

use crate::position::game::DragonDice;
use crate::position::pieces::{MOST_PIECES, Sort};
use crate::position::setup::{Refusals, SeatSetup, Setup, Tagged};
use crate::position::{dice_list, setup};
use crate::tables::catalog::{KindId, What};
use crate::tables::edition::{AdvancedHome, Form, MagicUserCap};
use crate::tables::rule::Rule;
use umpire_core::ruling::Refusal;

/// What a seat brings, as kinds of dice.
pub(crate) struct Brought {
    /// The seat's name.
    pub name: String,
    /// The Home, Campaign and Horde Army, and what is still to be divided.
    pub armies: [Vec<KindId>; 4],
    /// Dragons, minor terrains, Dragonkin.
    pub pooled: [Vec<KindId>; 3],
    /// The Home die and the proposed Frontier.
    pub terrains: [KindId; 2],
    /// Whether the setup says how it is divided.
    pub divided: bool,
    /// Entries that name no die of their list, which might mend what is missing: of the armies and
    /// what is still to be divided, and of what is pooled.
    pub unknown: ([usize; 4], [usize; 3]),
}

impl Brought {
    /// Units and items.
    fn fighting(&self) -> impl Iterator<Item = KindId> {
        self.armies.iter().flatten().copied()
    }

    /// Whether the points of units and items are not all known.
    fn open_sum(&self) -> bool {
        self.unknown.0.iter().any(|unknown| *unknown > 0)
    }

    /// All dice: tags 0 to 2 by army, 3 undivided, 4 in the Summoning Pool.
    pub fn tagged(&self) -> Tagged {
        let armies = (0..)
            .zip(&self.armies)
            .flat_map(|(tag, dice)| dice.iter().map(move |kind| (*kind, tag)));
        armies.chain(self.pooled.iter().flatten().map(|kind| (*kind, 4))).collect()
    }
}

/// What dice add up to; of items that are cheaper as the second of a pair every other one (DD-3.3).
pub fn points_of(game: &DragonDice, dice: impl IntoIterator<Item = KindId>) -> u16 {
    let (mut sum, mut pairs) = (0u16, 0u16);
    for kind in dice {
        let kind = game.catalog.kind(kind);
        let second = kind.points_in_pair < kind.points && {
            pairs ^= 1;
            pairs == 0
        };
        let points = if second { kind.points_in_pair } else { kind.points };
        sum = sum.saturating_add(points.into());
    }
    sum
}

/// The dice of every seat by kind; says which words mean none, and what stands in a wrong list.
pub(crate) fn brought(game: &DragonDice, setup: &Setup, refusals: &mut Refusals) -> Vec<Brought> {
    let seats = setup.seats.iter();
    seats.map(|(name, seat)| brought_by(game, name, seat, refusals)).collect()
}

fn brought_by(
    game: &DragonDice,
    name: &str,
    seat: &crate::position::setup::SeatSetup,
    refusals: &mut Refusals,
) -> Brought {
    let mut list = |words: &[String], field: &str, rule: Rule, sorts: &[Sort]| {
        let field = format!("seats.{name}.{field}");
        let (mut dice, mut unknown) = (Tagged::new(), 0);
        for (at, entry) in words.iter().enumerate() {
            let one = std::slice::from_ref(entry);
            let before = (dice.len(), refusals.len());
            let place = format!("{field}[{at}]");
            dice_list::list_dice(game, one, 0, &place, &mut dice, refusals);
            for refusal in &mut refusals[before.1..] {
                refusal.place.clone_from(&place);
            }
            let wrong = dice[before.0..].iter().any(|(kind, _)| {
                setup::sort(game, *kind).is_none_or(|sort| !sorts.contains(&sort))
            });
            if wrong {
                let says = format!("`{entry}` does not belong in this list");
                refusals.push(Refusal::at(rule, place, says));
                dice.truncate(before.0);
            }
            unknown += usize::from(refusals.len() > before.1);
        }
        (dice.into_iter().map(|(kind, _)| kind).collect::<Vec<KindId>>(), unknown)
    };
    let units = [Sort::Unit, Sort::Item];
    let split = seat.armies.clone().unwrap_or_default();
    let listed = [
        list(&split.home, "armies.home", Rule::ArmySplit, &units),
        list(&split.campaign, "armies.campaign", Rule::ArmySplit, &units),
        list(&split.horde, "armies.horde", Rule::ArmySplit, &units),
        list(&seat.force, "force", Rule::ArmySplit, &units),
    ];
    let minors = [Sort::Minor];
    let pool = [
        list(&seat.dragons, "dragons", Rule::DragonsInForce, &[Sort::Dragon]),
        list(&seat.minor_terrains, "minor_terrains", Rule::MinorTerrainsInForce, &minors),
        list(&seat.dragonkin, "dragonkin", Rule::DragonkinInForce, &[Sort::Dragonkin]),
    ];
    let unknown = (listed.each_ref().map(|(_, at)| *at), pool.each_ref().map(|(_, at)| *at));
    let (armies, pooled) = (listed.map(|(dice, _)| dice), pool.map(|(dice, _)| dice));
    let terrains = terrain_pair(game, name, seat, refusals).unwrap_or([KindId(0); 2]);
    let mut refuse = |rule, place: String, says: String| {
        refusals.push(Refusal::at(rule, place, says));
    };
    if seat.terrains.is_none() {
        let says = format!("{name} brings no terrains, and two are needed: home and frontier");
        refuse(Rule::TerrainsInForce, format!("seats.{name}"), says);
    }
    let divided = seat.armies.is_some();
    if divided && !seat.force.is_empty() {
        let says = "dice stand in armies, or in a force that is divided in the game, not in both";
        refuse(Rule::ArmySplit, format!("seats.{name}.force"), says.to_string());
    }
    let count = armies.iter().chain(&pooled).map(Vec::len).sum::<usize>();
    if count > MOST_PIECES {
        let says = format!("a player has at most {MOST_PIECES} dice, found {count}");
        refuse(Rule::Terms, format!("seats.{name}"), says);
    }
    Brought { name: name.to_string(), armies, pooled, terrains, divided, unknown }
}

/// The terrains that a seat brings, home and frontier, where it says which; what is not known is refused.
pub(crate) fn terrain_pair(
    game: &DragonDice,
    name: &str,
    seat: &SeatSetup,
    refusals: &mut Refusals,
) -> Option<[KindId; 2]> {
    let pair = seat.terrains.as_ref()?;
    let words = [(&pair.home, "home"), (&pair.frontier, "frontier")];
    Some(words.map(|(word, field)| {
        dice_list::terrain_of_word(game, word).unwrap_or_else(|says| {
            let place = format!("seats.{name}.terrains.{field}");
            refusals.push(Refusal::at(Rule::TerrainsInForce, place, says));
            KindId(0)
        })
    }))
}

/// The total that the players agreed on, by default what the first brings, where that is known.
pub(crate) fn agreed_total(game: &DragonDice, setup: &Setup, brought: &[Brought]) -> Option<u16> {
    let first = || {
        let first = brought.first().filter(|one| !one.open_sum())?;
        Some(points_of(game, first.fighting()))
    };
    setup.total.or_else(first)
}

/// Every limit that one force breaks, whatever its unknown dice are.
pub(crate) fn check_force(
    game: &DragonDice,
    brought: &Brought,
    total: u16,
    players: usize,
    refusals: &mut Refusals,
) {
    let name = &brought.name;
    let mut refuse = |rule, field: &str, says: String| {
        let place = format!("seats.{name}.{field}");
        refusals.push(Refusal::at(rule, place, says));
    };
    let field = if brought.divided { "armies" } else { "force" };
    let sum = points_of(game, brought.fighting());
    if sum > total || (sum < total && !brought.open_sum()) {
        let (rule, unit) = match game.edition.phases {
            Form::Current => (Rule::PointTotal, "points"),
            Form::Classic => (Rule::ClassicHealthTotal, "health points"),
        };
        let says = format!("{name} brings {sum} {unit}, and {total} are agreed");
        refuse(rule, field, says);
    }
    if game.edition.magic_user_cap == MagicUserCap::Half {
        let magical = brought.fighting().filter(|kind| game.catalog.kind(*kind).magical);
        let users: u16 = magical.map(|k| u16::from(game.catalog.kind(k).points)).sum();
        let most = total / 2;
        if users > most {
            let says = format!("{users} points can make magic, and at most {most} may");
            refuse(Rule::MagicUserCap, field, says);
        }
    }
    let [dragons, minors, dragonkin] = &brought.pooled;
    let [more_dragons, more_minors, _] = brought.unknown.1;
    let slots = |kind: &KindId| match game.catalog.kind(*kind).is_white_dragon() {
        true => u16::from(game.edition.white_dragon_slots),
        false => 1,
    };
    let (slots, needed) =
        (dragons.iter().map(slots).fold(0, u16::saturating_add), total.div_ceil(24));
    let open = more_dragons > 0;
    if slots > needed || (slots < needed && !open) {
        let says = format!(
            "{name} brings dragons for {slots}, and {needed} are brought with {total} points"
        );
        refuse(Rule::DragonsInForce, "dragons", says);
    }
    let most = players + 2;
    let brings = minors.len() + more_minors;
    if brings > most {
        let says = format!("{name} brings {brings} minor terrains, at most {most}");
        refuse(Rule::MinorTerrainsInForce, "minor_terrains", says);
    }
    let kin: u16 = dragonkin.iter().map(|k| u16::from(game.catalog.kind(*k).health)).sum();
    let most = total / 3;
    if kin > most {
        let says = format!("{name} brings {kin} health of Dragonkin, at most {most}");
        refuse(Rule::DragonkinInForce, "dragonkin", says);
    }
    let advanced =
        |kind: KindId| matches!(game.catalog.kind(kind).what, What::Terrain { advanced: true, .. });
    let both = brought.terrains.iter().all(|kind| advanced(*kind));
    if game.edition.advanced_home == AdvancedHome::Refused && both && !brought.divided {
        let says = "both terrains are advanced, and those stand only at the Frontier";
        refuse(Rule::AdvancedTerrains, "terrains", says.to_string());
    }
}

/// The limits of forces for a position whose dice lie where it says.
pub(crate) fn check_forces(game: &DragonDice, setup: &Setup, refusals: &mut Refusals) {
    let mut found = Refusals::new();
    let brought = self::brought(game, setup, &mut found);
    let total = agreed_total(game, setup, &brought);
    for (one, total) in brought.iter().zip(total.into_iter().cycle()) {
        check_force(game, one, total, brought.len(), refusals);
    }
    refusals.append(&mut found);
}
