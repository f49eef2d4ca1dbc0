//! Attacks of random small armies: what is told alike, and every bound, beside odds that tell all apart.

use crate::tables::catalog::files;
use crate::words::{loaded, try_loaded};
use std::collections::BTreeMap;
use std::hash::Hash;
use umpire_core::dice::{RollRequest, Worth};
use umpire_core::host::Assume;
use umpire_core::odds::{Bounds, Budget, NoOdds, Outlook, Share, enumerate_coarsely};
use umpire_core::seat::Seat;
use umpire_core::testing::{Die, splitmix};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::names;
use umpire_dragon_dice::position::pieces::{Army, Place};
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::catalog::{Catalog, Counted, Kind};
use umpire_dragon_dice::tables::rule::Rule;
use umpire_dragon_dice::words::alike::Asks;
use umpire_dragon_dice::words::attack::{Battle, Struck, add_times};
use umpire_dragon_dice::words::told::Mean;
use umpire_dragon_dice::words::{ask, attack};

const A: Army = Army { owner: Seat(0), place: Place(2) };
const B: Army = Army { owner: Seat(1), place: Place(2) };

/// Units of one people, several of a kind more often than not.
fn army(catalog: &Catalog, (count, kinds): (usize, usize), die: Die) -> String {
    let units = catalog.kinds.iter().filter(|kind| kind.is_unit() && kind.species().is_some());
    let units: Vec<&Kind> = units.collect();
    let species = units[die(units.len() as u32) as usize].species();
    let own: Vec<&&Kind> = units.iter().filter(|kind| kind.species() == species).collect();
    let picked: Vec<&str> =
        (0..kinds).map(|_| own[die(own.len() as u32) as usize].id.as_str()).collect();
    let of = |number: usize| picked[number % kinds];
    (0..count).map(of).collect::<Vec<_>>().join(", ")
}

fn position(own: &str, target: &str) -> String {
    format!(
        "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  \
         terrains: {{frontier: swampland-city 7}}\n  armies:\n    \
         A: {{frontier: [{own}], reserve: [oak]}}\n    B: {{frontier: [{target}], reserve: [oak]}}\n"
    )
}

/// Every face by itself, but those on which a die falls again without end.
fn apart(_: &State, request: &RollRequest<Rule>, outlook: &mut Outlook, _: &mut Struck) {
    for group in 0..request.groups.len() {
        outlook.recount(group, |_, worth| match worth {
            Worth::Again(_) => worth,
            _ => Worth::Distinct,
        });
    }
}

/// Damage, units taken and what comes back, each with its share.
type Ends = BTreeMap<((u16, u8), Option<u16>), Share>;

fn told_apart(battle: &Battle, asks: Asks) -> Result<Ends, NoOdds> {
    told_apart_as(battle, asks, |told| {
        let back = told.answers.then(|| told.back.unwrap_or(0));
        ((told.damage.unwrap_or(0), told.lost), back)
    })
}

/// What is made of each end, with its share.
fn told_apart_as<K: Ord + Hash>(
    battle: &Battle,
    asks: Asks,
    measure: impl Fn(&Struck) -> K,
) -> Result<BTreeMap<K, Share>, NoOdds> {
    let played = enumerate_coarsely(
        battle.game,
        &battle.start,
        Bounds { budget: battle.budget, positions: 20_000, leave_rest: true },
        |state, told: &Struck| told.is_over(state, asks),
        |state, seat| ask::assumed(battle.game, state, seat, A.owner, Assume::First),
        apart,
        battle.told(asks),
        |_, told, _| measure(told),
    )?;
    Ok(played.ends.into_iter().collect())
}

fn met(
    data: &umpire_core::data::Files,
    catalog: &Catalog,
    number: u64,
) -> Option<(DragonDice, State, Counted)> {
    let mut die = splitmix(number);
    let size = |die: Die| [(1, 1), (2, 1), (2, 2), (3, 1)][die(4) as usize];
    let own = size(&mut die);
    let own = army(catalog, own, &mut die);
    let target = size(&mut die);
    let target = army(catalog, target, &mut die);
    let with = if die(3) == 0 { Counted::Missile } else { Counted::Melee };
    let (game, state) = try_loaded(data, &position(&own, &target)).ok()?;
    let both = state.exists(A) && state.exists(B);
    both.then_some((game, state, with))
}

fn catalog() -> (umpire_core::data::Files, std::sync::Arc<Catalog>) {
    (files(), loaded(&position("oakling", "oakling")).0.catalog.clone())
}

fn mean(ends: &Ends, number: impl Fn(&((u16, u8), Option<u16>)) -> u16) -> Share {
    let mut sum = Share::default();
    ends.iter().for_each(|(end, share)| add_times(&mut sum, share, number(end)));
    sum
}

#[test]
fn attacks_of_random_armies_are_those_of_every_face_told_apart() {
    let (data, catalog) = catalog();
    let (mut compared, mut struck, mut answered, mut by_icons) = (0, 0, 0, 0);
    for number in 0..400 {
        let Some((game, state, with)) = met(&data, &catalog, number) else { continue };
        let budget = Budget::default();
        let battle = attack::battle(
            &game,
            ask::about_to_act(&state, A),
            (A, B),
            with,
            (Assume::First, &budget),
        );
        let words = || format!("{number}: {:?} {:?}", names::army_word(&game, &state, A), with);
        let Ok(expected) = told_apart(&battle, Asks::Damage) else { continue };
        let told = battle.played(&battle.start, (&budget, 20_000), Asks::Damage);
        let told = told.unwrap_or_else(|no| panic!("{}: {no}", words()));
        let mut by_end = Ends::new();
        for ((end, _), share) in told.ends {
            by_end.entry(end).or_default().add(&share);
        }
        for (end, share) in &expected {
            let own = by_end.get(end).cloned().unwrap_or_default();
            let differ = (own.as_f64() - share.as_f64()).abs();
            assert!(
                differ < 1e-9,
                "{end:?}: {} not {} of {}",
                own.as_f64(),
                share.as_f64(),
                words()
            );
        }
        compared += 1;
        struck += usize::from(expected.keys().any(|((_, lost), _)| *lost > 0));
        let icons = told_apart_as(&battle, Asks::Icons, |told| told.by_icons.unwrap_or(0));
        if let (Ok(icons), Ok(Some(told))) = (icons, battle.struck_by_icons()) {
            let mut sum = Share::default();
            icons.iter().for_each(|(damage, share)| add_times(&mut sum, share, *damage));
            let (sum, told) = (sum.as_f64(), told.as_f64());
            assert!((told - sum).abs() < 1e-9, "{told} {sum} {}", words());
            assert!(sum == 0.0 || !battle.icons_that_strike_back().is_empty(), "{}", words());
            by_icons += usize::from(sum > 0.0);
        }
        let Ok(expected) = told_apart(&battle, Asks::Back) else { continue };
        let back = mean(&expected, |(_, back)| back.unwrap_or(0)).as_f64();
        match battle.back_bounded().expect("it can be told") {
            None => assert!(back == 0.0, "{}", words()),
            Some(Mean::Known(told)) => {
                assert!(
                    (told.as_f64() - back).abs() < 1e-9,
                    "{} {back} {}",
                    told.as_f64(),
                    words()
                );
                answered += 1;
            }
            Some(Mean::Between { least, most }) => {
                assert!(least <= back + 1e-9 && back <= most + 1e-9, "{}", words());
            }
        }
    }
    let enough = compared > 150 && struck > 20 && answered > 50 && by_icons > 4;
    assert!(enough, "{compared} {struck} {answered} {by_icons}");
}

#[test]
fn bounds_hold_however_little_is_followed() {
    let (data, catalog) = catalog();
    let (mut bounded, mut useful) = (0, 0);
    for number in 400..800 {
        let Some((game, state, with)) = met(&data, &catalog, number) else { continue };
        let budget = Budget::default();
        let mut battle = attack::battle(
            &game,
            ask::about_to_act(&state, A),
            (A, B),
            with,
            (Assume::First, &budget),
        );
        let exact = battle.played(&battle.start, (&budget, 20_000), Asks::Damage);
        let (Ok(exact), Ok(back)) = (exact, battle.back_bounded()) else { continue };
        let ends: Vec<_> = exact.ends.into_iter().map(|((end, _), share)| (end, share)).collect();
        let mut by_end = Ends::new();
        ends.into_iter().for_each(|(end, share)| by_end.entry(end).or_default().add(&share));
        let damage = mean(&by_end, |((damage, _), _)| *damage).as_f64();
        let taken = mean(&by_end, |((_, lost), _)| (*lost).into()).as_f64();
        for followed in [0, 3, 20, 200] {
            battle.followed = followed;
            let words = || format!("{number}, {followed} of {:?}", battle.start.units(A));
            let holds = |mean: &Mean, value: f64, what: &str| match mean {
                Mean::Known(told) => {
                    let told = told.as_f64();
                    assert!((told - value).abs() < 1e-9, "{what} {told} {value}: {}", words());
                    0
                }
                Mean::Between { least, most } => {
                    let within = *least <= value + 1e-9 && value <= most + 1e-9;
                    assert!(within, "{what} {value} not in {least} to {most}: {}", words());
                    1
                }
            };
            if let Some((_, told, lost)) = battle.first_bounded().expect("it can be told") {
                bounded += holds(&told, damage, "damage") + holds(&lost, taken, "taken");
                useful += usize::from(!told.is_wide());
            }
            if let (Some(told), Some(Mean::Known(back))) =
                (battle.back_bounded().expect("as before"), &back)
            {
                bounded += holds(&told, back.as_f64(), "back");
            }
        }
    }
    assert!(bounded > 200 && useful > 100, "{bounded} {useful}");
}
