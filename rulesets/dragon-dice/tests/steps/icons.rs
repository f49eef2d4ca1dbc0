//! Special icons from hand-made positions: who is struck, what counts, who goes where.

use crate::steps::magic::{Dice, Table};
use umpire_core::dice::Face;
use umpire_core::game::{Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::event::Event;
use umpire_dragon_dice::position::pieces::{Army, PieceSet, Place};
use umpire_dragon_dice::position::roll::kinds::RollKind;
use umpire_dragon_dice::position::stack::Step;
use umpire_dragon_dice::tables::catalog::Counted;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const HOME_A: Place = Place(0);
const HOME_B: Place = Place(1);
const FRONTIER: Place = Place(2);

/// Both players' dice; every terrain shows melee, and each has a unit at home besides.
fn table(own: Dice, others: Dice) -> Table {
    let first: Vec<_> = own.iter().copied().chain([("mugger", HOME_A)]).collect();
    let second: Vec<_> = others.iter().copied().chain([("mugger", HOME_B)]).collect();
    let grounds = [("coastland-city", 6), ("coastland-city", 6), ("coastland-city", 6)];
    Table::new("current", [&first, &second], grounds)
}

/// The first player's army at the Frontier attacks, and these faces fall.
fn melee(table: &mut Table, faces: &[Face]) -> Vec<Event> {
    table.act(A, Action::March(FRONTIER));
    table.act(A, Action::Pass);
    let target = Army { owner: B, place: FRONTIER };
    table.act(A, Action::Attack { with: Counted::Melee, target });
    table.roll(faces)
}

fn set(dice: &[u8]) -> PieceSet {
    dice.iter().copied().collect()
}

fn asked(table: &Table) -> String {
    match table.game.pending(&table.state, &mut Silent) {
        Pending::Choice(choice) => table.game.cite(choice.about),
        Pending::Roll(request) => {
            let dice: u32 = request.groups.iter().map(|group| u32::from(group.count)).sum();
            format!("{dice} dice, {}", table.game.cite(request.because))
        }
        Pending::Over(_) => "over".to_string(),
    }
}

fn legal(table: &Table, seat: Seat) -> Vec<Action> {
    let mut list = Vec::new();
    table.game.legal(&table.state, seat, &mut list);
    list
}

/// What a roll of a kind came to, of a type.
fn total(events: &[Event], of: RollKind, counted: Counted) -> Option<u16> {
    events.iter().rev().find_map(|event| match event {
        Event::Total { kind, total, .. } if *kind == of => Some(total[counted.index()]),
        _ => None,
    })
}

#[test]
fn a_double_strike_is_over_before_its_die_falls_again() {
    let mut table = table(
        &[("strangle-vine", FRONTIER)],
        &[("thug", FRONTIER), ("thug", FRONTIER), ("thug", FRONTIER), ("marauder", FRONTIER)],
    );
    melee(&mut table, &[2]);
    // Four health-worth: the marauder with one thug; three thugs would be less than the most.
    assert!(asked(&table).starts_with("2 dice, DD-9.SAI.double-strike"), "{}", asked(&table));
    table.roll(&[0, 1]);
    assert_eq!(table.state.at(B, Place::DEAD), set(&[3]));
    assert!(asked(&table).starts_with("1 dice"), "{}", asked(&table));
    let events = table.roll(&[8]);
    assert_eq!(total(&events, RollKind::Melee, Counted::Melee), None, "the rend falls again");
    let events = table.roll(&[1]);
    assert_eq!(total(&events, RollKind::Melee, Counted::Melee), Some(8));
}

#[test]
fn choke_kills_units_that_show_ids_and_takes_their_saves() {
    let thugs = [("thug", FRONTIER); 3];
    let mut table = table(&[("strangle-vine", FRONTIER), ("oak", FRONTIER)], &thugs);
    melee(&mut table, &[4, 1]);
    let events = table.roll(&[0, 1, 1]);
    assert_eq!(total(&events, RollKind::SaveMelee, Counted::Save), Some(2));
    assert_eq!(table.state.at(B, FRONTIER), set(&[1, 2]));
    assert_eq!(table.state.at(B, Place::DEAD), set(&[0]));
}

#[test]
fn a_gaze_holds_until_the_gazer_leaves() {
    let thugs = [("thug", FRONTIER); 3];
    let mut table = table(&[("leviathan", FRONTIER), ("fighter", FRONTIER)], &thugs);
    melee(&mut table, &[7, 1]);
    let events = table.roll(&[0, 0, 2]);
    assert_eq!(total(&events, RollKind::SaveMelee, Counted::Save), Some(0));
    assert_eq!(table.state.held(B, false), set(&[0, 1]));
    assert_eq!(table.state.held(B, true), set(&[]), "they may leave");
    table.act(B, Action::Take(set(&[2])));
    assert!(table.state.fight.is_none(), "nobody is left to strike back");
    table.state.shift(A, set(&[0]), Place::RESERVE);
    assert!(table.state.held(B, false).is_empty());
}

#[test]
fn a_coiled_unit_splits_what_it_rolls_and_strikes_back() {
    let mut table = table(&[("ormyrr", FRONTIER)], &[("behemoth", FRONTIER)]);
    melee(&mut table, &[5]);
    assert!(asked(&table).starts_with("1 dice, DD-9.SAI.coil"), "{}", asked(&table));
    table.roll(&[0]);
    let splits = legal(&table, B);
    assert_eq!(splits.len(), 5, "4 results, 0 to 4 of them melee: {splits:?}");
    table.act(B, Action::Split([4, 0, 0, 0, 0]));
    assert_eq!(table.state.at(A, Place::DEAD), set(&[0]));
    assert_eq!(table.state.at(B, Place::DEAD), set(&[0]));
}

#[test]
fn a_trumpet_doubles_what_its_species_rolled() {
    let mut table = table(
        &[("elephant-folk", FRONTIER), ("lynx-folk", FRONTIER), ("oak", FRONTIER)],
        &[("behemoth", FRONTIER)],
    );
    let events = melee(&mut table, &[6, 5, 1]);
    assert_eq!(total(&events, RollKind::Melee, Counted::Melee), Some(2 * 2 + 2));
}

#[test]
fn a_charge_counts_maneuver_and_is_answered_in_one_roll() {
    let behemoths = [("behemoth", FRONTIER), ("behemoth", FRONTIER), ("behemoth", FRONTIER)];
    let mut table = table(
        &behemoths,
        &[("cutthroat", FRONTIER), ("cutthroat", FRONTIER), ("cutthroat", FRONTIER)],
    );
    // A charge, 4 maneuver, and a trample: 4 maneuver with 4 melee.
    let events = melee(&mut table, &[7, 3, 6]);
    assert_eq!(total(&events, RollKind::Melee, Counted::Melee), Some(12));
    let events = table.roll(&[2, 3, 1]);
    assert_eq!(total(&events, RollKind::Charged, Counted::Melee), Some(4));
    assert_eq!(total(&events, RollKind::Charged, Counted::Save), Some(2));
    assert_eq!(table.state.at(A, Place::DEAD).len(), 1, "4 melee kill one of 4 health");
    assert!(table.state.at(B, FRONTIER).is_empty(), "12 - 2 is more than 6 health");
}

#[test]
fn bash_turns_back_what_one_unit_dealt() {
    let mut table =
        table(&[("cutthroat", FRONTIER), ("cutthroat", FRONTIER)], &[("behemoth", FRONTIER)]);
    melee(&mut table, &[2, 0]);
    assert!(asked(&table).starts_with("1 dice"), "{}", asked(&table));
    table.roll(&[2]);
    assert!(asked(&table).starts_with("1 dice, DD-9.SAI.bash"), "{}", asked(&table));
    let events = table.roll(&[3]);
    assert_eq!(total(&events, RollKind::SaveMelee, Counted::Save), Some(2));
    assert_eq!(table.state.at(A, Place::DEAD).len(), 1, "2 damage, no save");
    assert_eq!(table.state.at(B, FRONTIER), set(&[0]));
}

#[test]
fn a_teleport_takes_three_health_along() {
    let mut table = table(
        &[("unicorn", FRONTIER), ("oak", FRONTIER), ("oak", FRONTIER), ("oakling", FRONTIER)],
        &[("behemoth", FRONTIER)],
    );
    melee(&mut table, &[3, 1, 1, 1]);
    table.act(A, Action::Go(HOME_A));
    let pick = table.state.steps.last().copied();
    assert!(matches!(pick, Some(Step::Pick(pick)) if pick.among == set(&[1, 2, 3])), "{pick:?}");
    table.act(A, Action::Take(set(&[1, 3])));
    assert_eq!(table.state.at(A, FRONTIER), set(&[2]));
    assert!(set(&[0, 1, 3]).within(table.state.at(A, HOME_A)));
    // The oak that stayed gives its 2 melee; those that left before step 5 give nothing (DD-8.6).
    assert_eq!(table.state.fight.as_ref().map(|fight| fight.results), Some(2));
}

#[test]
fn wild_growth_pays_for_promotions_and_saves_with_the_rest() {
    let mut table = table(
        &[("oak", FRONTIER)],
        &[("noble-willow", FRONTIER), ("oakling", FRONTIER), ("oak", Place::DEAD)],
    );
    melee(&mut table, &[1]);
    table.roll(&[2, 1]);
    let (out, back) = (set(&[1]), set(&[2]));
    let mut events = table.act(B, Action::Exchange { out, back });
    while total(&events, RollKind::SaveMelee, Counted::Save).is_none() {
        events = table.act(B, Action::Pass);
    }
    assert_eq!(total(&events, RollKind::SaveMelee, Counted::Save), Some(3));
}

#[test]
fn a_vortex_rolls_a_smite_away() {
    let mut table = table(&[("oak-lord", FRONTIER)], &[("behemoth", FRONTIER)]);
    let vortex = table.game.catalog.kind_named("coastland-vortex").expect("it is shipped");
    let ground = &mut table.state.grounds[2];
    (ground.kind, ground.face, ground.holder) = (vortex, 8, Some(A));
    melee(&mut table, &[2]);
    assert!(asked(&table).contains("DD-14.20"), "{}", asked(&table));
    table.act(A, Action::Take(set(&[0])));
    let events = table.roll(&[1]);
    assert_eq!(total(&events, RollKind::Melee, Counted::Melee), Some(3));
    assert_eq!(table.state.fight.as_ref().map(|fight| fight.unsaved), Some(0));
}
