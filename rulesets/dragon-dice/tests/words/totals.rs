//! Totals told of random small armies are those of odds that tell everything apart.

use crate::tables::catalog::files;
use crate::words::{loaded, try_loaded};
use std::collections::BTreeMap;
use umpire_core::dice::{RollRequest, Worth};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::odds::{Bounds, Budget, FAR, Lumping, NoOdds, Outlook, Share, enumerate_coarsely};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::{Die, splitmix};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::pieces::{Army, Place};
use umpire_dragon_dice::position::roll::kinds::RollKind;
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::rules::roll::lone;
use umpire_dragon_dice::tables::catalog::{Catalog, Counted, Kind, What};
use umpire_dragon_dice::tables::rule::Rule;
use umpire_dragon_dice::words::alike::{Alike, Asks};
use umpire_dragon_dice::words::odds;
use umpire_dragon_dice::words::totals::Totals;

/// Rolls that count one type.
const KINDS: [RollKind; 9] = [
    RollKind::Melee,
    RollKind::Missile,
    RollKind::Magic,
    RollKind::Counter,
    RollKind::Maneuver,
    RollKind::CounterManeuver,
    RollKind::SaveMelee,
    RollKind::SaveMissile,
    RollKind::SaveOther,
];

fn one<'a>(kinds: &[&'a Kind], die: Die) -> &'a str {
    &kinds[die(kinds.len() as u32) as usize].id
}

/// Dice of some sort.
fn of(catalog: &Catalog, is_it: impl Fn(&Kind) -> bool) -> Vec<&Kind> {
    catalog.kinds.iter().filter(|kind| is_it(kind)).collect()
}

/// A small army at the Frontier, with others around it and dead to return; `negated` where others there take
/// from its magic.
fn position(catalog: &Catalog, negated: bool, die: Die) -> String {
    let terrains = of(catalog, |kind| matches!(kind.what, What::Terrain { .. }));
    let species: Vec<_> = of(catalog, Kind::is_unit).iter().map(|kind| kind.species()).collect();
    let species = species[die(species.len() as u32) as usize];
    let units = of(catalog, |kind| kind.is_unit() && kind.species() == species);
    let icons = |kind: &Kind| kind.faces().iter().any(|face| face.sai().is_some());
    let rich = of(catalog, |kind| kind.is_unit() && kind.species() == species && icons(kind));
    let items = of(catalog, Kind::is_item);
    let all = of(catalog, Kind::is_unit);
    let doubles =
        |kind: &Kind| ["flying-carpet", "elephant-folk"].iter().any(|id| kind.id.ends_with(id));
    let doubling = of(catalog, doubles);
    let mut army = vec![one(&rich, die).to_string(), one(&units, die).to_string()];
    match die(4) {
        0 => army.push(one(&items, die).to_string()),
        1 => army.push(one(&all, die).to_string()),
        2 => army.push(one(&doubling, die).to_string()),
        _ => army.push(one(&rich, die).to_string()),
    }
    if die(3) == 0 {
        army.push(army[0].clone());
    }
    let edition = if die(2) == 0 { "current" } else { "classic" };
    let face = 1 + die(9);
    let shown = if face >= 8 { "8 A".to_string() } else { face.to_string() };
    let elsewhere = if die(2) == 0 { ", home B: [oak]" } else { "" };
    let (negating, fallen) = if negated { (", magi", ", dead: [2 magi]") } else { ("", "") };
    format!(
        "game: dragon-dice\nedition: {edition}\nseats: {{A: {{dragons: [red-drake]}}, B: {{}}}}\nposition:\n  \
         terrains: {{frontier: {} {shown}}}\n  armies:\n    \
         A: {{frontier: [{}], dead: [{}, {}], reserve: [oakling]}}\n    \
         B: {{frontier: [oakling, bowman{negating}]{elsewhere}{fallen}}}\n",
        one(&terrains, die),
        army.join(", "),
        one(&units, die),
        one(&units, die),
    )
}

/// Begins up to three spells on the army.
fn begun(game: &DragonDice, state: &mut State, die: Die) -> usize {
    let spells = &game.catalog.spells;
    let mut begun = 0;
    for _ in 0..die(4) {
        let spell = &spells[die(spells.len() as u32) as usize].id;
        let by = ["A", "B"][die(2) as usize];
        let Ok(change) =
            game.parse_amendment(state, &format!("begin {spell} on A at frontier by {by}"))
        else {
            continue;
        };
        begun += usize::from(game.amend(state, &change, &mut Deaf).is_ok());
    }
    begun
}

fn first_of(game: &DragonDice, state: &State, seat: Seat) -> Option<Action> {
    let mut listed = Vec::new();
    game.legal(state, seat, &mut listed);
    listed.first().copied()
}

type Ends = BTreeMap<(Vec<[u16; 5]>, bool), Share>;

fn weighed(
    game: &DragonDice,
    start: &State,
    armies: &[Army],
    positions: usize,
    lumping: impl Lumping<DragonDice, Totals>,
) -> Result<Ends, NoOdds> {
    let played = enumerate_coarsely(
        game,
        start,
        Bounds { budget: &Budget::default(), positions, leave_rest: true },
        |_, told: &Totals| told.found.iter().all(Option::is_some),
        |state, seat| first_of(game, state, seat),
        lumping,
        Totals::of(armies),
        |_, told, beyond| ((0..armies.len()).map(|at| told.total(at)).collect(), beyond),
    )?;
    Ok(played.ends.into_iter().collect())
}

/// Every face by itself, but those on which a die falls again without end.
fn apart(_: &State, request: &RollRequest<Rule>, outlook: &mut Outlook, _: &mut Totals) {
    for group in 0..request.groups.len() {
        outlook.recount(group, |_, worth| match worth {
            Worth::Again(_) => worth,
            _ => Worth::Distinct,
        });
    }
}

#[test]
fn totals_of_random_armies_are_those_of_every_face_told_apart() {
    let (mut compared, mut fused, mut doubling, mut spelled, mut taken) = (0, 0, 0, 0, 0);
    let (game, _) = loaded(&position_of_nobody());
    let (catalog, data) = (game.catalog.clone(), files());
    for number in 0..400 {
        let mut die = splitmix(number);
        let negated = number % 2 == 0;
        let text = position(&catalog, negated, &mut die);
        let Ok((game, mut state)) = try_loaded(&data, &text) else { continue };
        let spells = begun(&game, &mut state, &mut die);
        let army = Army { owner: Seat(0), place: Place::terrain(2) };
        let kind = KINDS[die(KINDS.len() as u32) as usize];
        let Ok(start) = odds::about_to_roll(&game, &state, &[(army, kind)]) else { continue };
        let lone = lone::lone(&game, &start, 0);
        fused += usize::from(lone.is_some());
        doubling += usize::from(lone.is_some_and(|lone| lone.cases().is_some()));
        let Ok(expected) = weighed(&game, &start, &[army], 60_000, apart) else { continue };
        let told =
            weighed(&game, &start, &[army], 60_000, Alike::new(&game, &start, Asks::Totals, true));
        let told = told.unwrap_or_else(|no| panic!("{number}: {no}\n{text}"));
        let words = || format!("{number}, {kind:?}, effects {:?}\n{text}", state.effects);
        assert_alike(&told, &expected, &words);
        compared += 1;
        spelled += usize::from(spells > 0);
        taken += usize::from(negated && kind == RollKind::Magic);
    }
    println!(
        "{compared} compared, {fused} fused, {doubling} with doubling icons, {spelled} under spells, \
         {taken} with magic taken away"
    );
    assert!(compared > 250 && fused > 250 && doubling > 20 && spelled > 50 && taken > 10);
}

#[test]
fn saves_against_an_attack_that_has_fallen_are_those_of_every_face_told_apart() {
    let (mut compared, mut more) = (0, 0);
    let (game, _) = loaded(&position_of_nobody());
    let (catalog, data) = (game.catalog.clone(), files());
    for number in 0..300 {
        let mut die = splitmix(number);
        let text = position(&catalog, false, &mut die)
            .replace("  terrains:", "  action: frontier\n  terrains:");
        let text = text.replace(
            "oakling, bowman",
            ["advocate, death-mithril-shield", "behemoth", "2 advocate, 2 death-mithril-shield"]
                [die(3) as usize],
        );
        let Ok((game, mut state)) = try_loaded(&data, &text) else { continue };
        let [a, b] = [Seat(0), Seat(1)].map(|owner| Army { owner, place: Place::terrain(2) });
        let saves = [(b, RollKind::SaveMelee)];
        let Ok(before) = odds::about_to_roll(&game, &state, &saves) else { continue };
        let attack = Action::Attack { with: Counted::Melee, target: b };
        if game.act(&mut state, a.owner, &attack, &mut Deaf).is_err() {
            continue;
        }
        while let Pending::Roll(request) = game.pending(&state, &mut Silent) {
            if state.rolls.last().is_some_and(|roll| roll.army == b) {
                break;
            }
            let faces: Vec<_> = request
                .groups
                .iter()
                .flat_map(|group| std::iter::repeat_n(group.die, group.count.into()))
                .map(|kind| die(game.dice().faces(kind).into()) as u8)
                .collect();
            game.roll(&mut state, &faces, &mut Deaf).expect("such dice fall");
        }
        let Ok(start) = odds::about_to_roll(&game, &state, &saves) else { continue };
        if start != state {
            continue;
        }
        let Ok(expected) = weighed(&game, &start, &[b], 60_000, apart) else { continue };
        let alike = Alike::new(&game, &start, Asks::Totals, true);
        let told = weighed(&game, &start, &[b], 60_000, alike);
        let told = told.unwrap_or_else(|no| panic!("{number}: {no}\n{text}"));
        assert_alike(&told, &expected, &|| format!("{number}\n{text}"));
        compared += 1;
        let Ok(outside) = weighed(&game, &before, &[b], 60_000, apart) else { continue };
        let chance = |ends: &Ends, end| ends.get(end).map_or(0.0, Share::as_f64);
        let differs = |end| (chance(&outside, end) - chance(&expected, end)).abs() > 1e-9;
        more += usize::from(expected.keys().any(differs));
    }
    assert!(
        compared > 50 && more > 10,
        "{compared} compared, {more} differ from saves outside of a fight"
    );
}

/// Units of one people, together of that health, with an item for each fifth of them.
fn army_of(catalog: &Catalog, people: usize, health: u32, die: Die) -> Vec<String> {
    let units = of(catalog, Kind::is_unit);
    let species = units[people % units.len()].species();
    let units = of(catalog, |kind| kind.is_unit() && kind.species() == species);
    let elements = species.and_then(|species| catalog.species(species).elements);
    let fits = |kind: &Kind| {
        kind.is_item() && elements.is_some_and(|elements| elements.contains_all(kind.elements))
    };
    let items = of(catalog, fits);
    let (mut army, mut left, mut carried) = (Vec::new(), health, 0);
    while left > 0 {
        let unit = units[die(units.len() as u32) as usize];
        if u32::from(unit.health) > left {
            continue;
        }
        left -= u32::from(unit.health);
        army.push(unit.id.clone());
        if army.len() > 5 * (carried + 1) && !items.is_empty() {
            carried += 1;
            army.push(one(&items, die).to_string());
        }
    }
    army
}

#[test]
fn any_roll_of_sixty_health_is_weighed_whole() {
    let (game, _) = loaded(&position_of_nobody());
    let (catalog, data) = (game.catalog.clone(), files());
    let (mut rolls, mut armies) = (0, 0);
    for number in 0..36 {
        let mut die = splitmix(number);
        let army = army_of(&catalog, number as usize * 13, 60, &mut die).join(", ");
        let shown = ["3", "7", "8 A"][die(3) as usize];
        let text = format!(
            "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  \
             terrains: {{frontier: highland-city {shown}}}\n  armies:\n    \
             A: {{frontier: [{army}], dead: [oak]}}\n    B: {{frontier: [oakling], home B: [oak]}}\n",
        );
        let Ok((game, mut state)) = try_loaded(&data, &text) else { continue };
        begun(&game, &mut state, &mut die);
        armies += 1;
        let army = Army { owner: Seat(0), place: Place::terrain(2) };
        for kind in [RollKind::Melee, RollKind::Missile, RollKind::Magic, RollKind::SaveMelee] {
            let Ok(start) = odds::about_to_roll(&game, &state, &[(army, kind)]) else { continue };
            let told = weighed(
                &game,
                &start,
                &[army],
                60_000,
                Alike::new(&game, &start, Asks::Totals, true),
            );
            let told =
                told.unwrap_or_else(|no| panic!("{kind:?}, {no}: {:?}\n{text}", state.effects));
            let mut whole = Share::default();
            told.values().for_each(|share| whole.add(share));
            assert!((whole.as_f64() - 1.0).abs() < 1e-9);
            rolls += 1;
        }
    }
    assert!(armies > 20 && rolls > 80, "{rolls} rolls of {armies} armies");
}

fn assert_alike(told: &Ends, expected: &Ends, words: &dyn Fn() -> String) {
    for (end, share) in expected {
        // Greatest outcomes stand for all beyond, and doubled dice come to them sooner.
        let near = end.0.iter().flatten().all(|amount| u32::from(*amount) < FAR / 2);
        if end.1 || !near {
            continue;
        }
        let own = told.get(end).cloned().unwrap_or_default();
        assert_eq!(own.in_lowest_terms(), share.in_lowest_terms(), "{end:?} of {}", words());
    }
    let mut whole = Share::default();
    told.values().for_each(|share| whole.add(share));
    assert!((whole.as_f64() - 1.0).abs() < 1e-9, "{} in all of {}", whole.as_f64(), words());
}

fn position_of_nobody() -> String {
    "game: dragon-dice\nseats: {A: {}, B: {}}\nposition:\n  armies: {A: {frontier: [oak]}, B: {frontier: [oak]}}\n"
        .to_string()
}
