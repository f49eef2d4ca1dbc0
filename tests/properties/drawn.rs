//! Armies and maps drawn at random: bots play every position to its end, and the record as it is saved replays.

use crate::{grounds, maps, muster};
use std::ops::Range;
use umpire::bots::{Bots, Player};
use umpire::dice_source::{seeded, seeded_faces};
use umpire::save;
use umpire_core::data::Source;
use umpire_core::host::{Asked, Ruleset, Table};
use umpire_core::ruleset::GameTables;
use umpire_core::seat::Seat;
use umpire_core::session::Replaying;
use umpire_core::testing::{Die, splitmix};
use umpire_core::transcript::FaceSource;
use umpire_dragon_dice::tables::catalog::Catalog as DragonDice;
use umpire_ea_heresy::tables::catalog::Catalog as EaHeresy;
use umpire_heroscape::tables::catalog::Catalog as HeroScape;
use umpire_tests::{faults_in_lines, library};

/// Inputs after which a game that goes on is one without an end.
const LONG: usize = 50_000;

/// Draws of one position that may be refused before one is accepted.
const DRAWS: u64 = 50;

#[test]
fn drawn_heroscape_ends_and_replays() {
    let catalog = HeroScape::read(&library().data).expect("the tables are without fault");
    play_all("heroscape", 40, &|number, die| maps::position(&catalog, number, die));
}

#[test]
fn drawn_dragon_dice_ends_and_replays() {
    let catalog = DragonDice::read(&library().data).expect("the tables are without fault");
    play_all("dragon-dice", 8, &|number, die| muster::position(&catalog, number, die));
}

#[test]
fn drawn_ea_heresy_ends_and_replays() {
    let catalog = EaHeresy::read(&library().data).expect("the tables are without fault");
    play_all("ea-heresy", 30, &|number, die| grounds::position(&catalog, number, die));
}

/// Numbers of the positions: a few, or as many as `UMPIRE_DRAWN` says, or those of its range `17..20`.
fn numbers(few: u64) -> Range<u64> {
    let number = |text: &str| text.trim().parse().expect("`UMPIRE_DRAWN` is a number or a range");
    match std::env::var("UMPIRE_DRAWN") {
        Err(_) => 0..few,
        Ok(text) => match text.split_once("..") {
            Some((from, to)) => number(from)..number(to),
            None => 0..number(&text),
        },
    }
}

fn play_all(game: &str, few: u64, draw: &dyn Fn(u64, Die) -> String) {
    let ruleset = library().ruleset(game).expect("the game is known");
    let numbers = numbers(few);
    let positions = numbers.end.saturating_sub(numbers.start);
    let (mut refused, mut inputs, mut longest) = (0, 0, (0, 0));
    for number in numbers {
        let (text, draws) = accepted(ruleset, number, draw);
        refused += draws - 1;
        let played = play(ruleset, &text, number);
        println!("{game}: position {number}, {played} inputs");
        inputs += played;
        longest = longest.max((played, number));
    }
    let (most, number) = longest;
    println!(
        "{game}: {positions} positions, {refused} draws refused, {inputs} inputs, all ended, \
         the longest after {most} (position {number})"
    );
    assert!(refused <= positions.max(10), "{game}: {refused} draws for {positions} are refused");
}

/// The first draw of a position that the game accepts, and how many were drawn.
fn accepted(
    ruleset: &dyn Ruleset,
    number: u64,
    draw: &dyn Fn(u64, Die) -> String,
) -> (String, u64) {
    let mut refused = String::new();
    for attempt in 0..DRAWS {
        let text = draw(number, &mut splitmix(number * DRAWS + attempt));
        let scenario = Source::new("drawn.yaml", &text);
        let faults = ruleset.check_file(&library().data, &scenario);
        if faults.is_empty() {
            return (text, attempt + 1);
        }
        refused = format!("{}\n{text}", faults_in_lines(&faults));
    }
    panic!("position {number} is refused however it is drawn:\n{refused}");
}

/// Plays a position to its end and its record again; says after how many inputs it ended.
fn play(ruleset: &dyn Ruleset, text: &str, number: u64) -> usize {
    let scenario = Source::new("drawn.yaml", text);
    let opened = ruleset.open(&library().data, &scenario, &[], Some(number.into()));
    let mut table = match opened {
        Ok(opened) => opened.table,
        Err(faults) => panic!("{number} is accepted and does not open: {faults:?}\n{text}"),
    };
    table.keep_secret("drawn");
    let bots = Bots::new(number.into());
    while go_on(&mut *table, &bots, number) {
        assert!(table.counted() < LONG, "position {number} never ends:\n{text}");
    }
    let mut file = Vec::new();
    save::write(&table.saved(), &mut file).expect("memory takes it");
    let record = save::read(&file).expect("what is written is read");
    assert_eq!(record, table.saved(), "position {number} is read as it was written:\n{text}");
    match ruleset.replay(&library().data, &record, Replaying::whole(&seeded)) {
        Ok(Ok(again)) => assert_eq!(again.digest(), table.digest(), "position {number}:\n{text}"),
        Ok(Err(differs)) => panic!("the record of position {number} differs: {differs}\n{text}"),
        Err(faults) => panic!("the record of position {number} has faults: {faults:?}\n{text}"),
    }
    table.counted()
}

/// Goes on by one decision or roll, as `umpire play` does: a random and a greedy player by turns of
/// the table. False once the game is over.
fn go_on(table: &mut dyn Table, bots: &Bots, number: u64) -> bool {
    match table.pending() {
        Asked::Over(_) => return false,
        Asked::Roll { groups, .. } => {
            let faces = seeded_faces(number.into(), table.counted(), &groups);
            let rolled = table.roll(&faces, FaceSource::Seeded, "salt");
            assert!(rolled.is_ok(), "position {number}: dice are refused: {rolled:?}");
        }
        Asked::Choice { seats, says, .. } => {
            let seat = seats.first().expect("somebody is asked");
            let greedy = (number + u64::from(seat.0)).is_multiple_of(2);
            let player = if greedy { Player::Greedy } else { Player::Random };
            let decided = bots.decide(table, seat, player).map(|action| take(table, seat, &action));
            // What a player foresees with what it may see can be refused; what is listed cannot.
            if decided != Some(true) {
                let drawn = bots.draw(table, seat).map(|action| take(table, seat, &action));
                assert_eq!(drawn, Some(true), "position {number}, asked of {seat:?}: {says}");
            }
        }
    }
    true
}

fn take(table: &mut dyn Table, seat: Seat, action: &serde_json::Value) -> bool {
    match seat {
        Seat::JUDGE => table.answer(action, "drawn").is_ok(),
        seat => table.act(seat, action, "salt").is_ok(),
    }
}
