//! Games of bots and a referee's table that are killed at any moment: every line that was told is in their file, and goes on.

use crate::{kills, program};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use umpire::save;

/// How often each is killed; more often where `UMPIRE_TEST_KILLS` says so.
const KILLS: u64 = 6;
/// What is played in turn by bots.
const GAMES: [&str; 4] = ["skirmish", "heroscape", "dragon-dice", "ea-heresy"];

fn started(words: &[&str]) -> Child {
    let mut command = Command::new(program());
    command.args(words).arg("--json");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the program")
}

/// Kills a program once so many lines of the record were told; gives back the number of the last, and whether
/// it had come to an end by itself. `next` is what is typed after each.
fn killed_after(mut child: Child, lines: u64, mut next: impl FnMut() -> String) -> (u64, bool) {
    let mut typed = child.stdin.take().expect("what is typed");
    let said = BufReader::new(child.stdout.take().expect("what is said"));
    let (mut last, mut told) = (0, 0);
    let _ = typed.write_all(next().as_bytes());
    for line in said.lines() {
        let Ok(line) = line else { break };
        let line: Value = serde_json::from_str(&line).expect("a line of JSON");
        let Some(number) = line["number"].as_u64() else { continue };
        (last, told) = (number, told + 1);
        if told >= lines {
            break;
        }
        let _ = typed.write_all(next().as_bytes());
    }
    let over = told < lines;
    let _ = child.kill();
    child.wait().expect("it ended");
    (last, over)
}

/// How many lines the record holds, which replays.
fn lines_in(path: &Path) -> u64 {
    let record = save::load(path).expect("the record can be read");
    record.verify().expect("nothing in it is damaged");
    record.entries.len() as u64
}

#[test]
fn games_of_bots_that_are_killed_go_on_with_every_line_that_was_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut game, mut in_record, mut told) = (0, 0, 0);
    for kill in 0..kills(KILLS) {
        let path = folder.path().join(format!("{game}.umpire"));
        let save = path.to_str().expect("its name is text");
        let (battle, seed) = (GAMES[game % GAMES.len()], format!("seed:{game}"));
        let begun = ["play", battle, "--dice", &seed, "--seat", "A=random", "--seat", "B=greedy"];
        let child = match in_record {
            0 => started(&[&begun[..], &["--save", save]].concat()),
            _ => started(&["play", "--resume", save, "--save", save]),
        };
        let (last, over) = killed_after(child, 1 + kill * 5 % 17, String::new);
        let found = lines_in(&path);
        assert!(found >= last && found >= in_record, "{battle}: {found} of {last} lines told");
        told += found - in_record;
        in_record = found;
        if over || kill % 4 == 3 {
            (game, in_record) = (game + 1, 0);
        }
    }
    println!("{} kills of {} games, {told} lines, none lost", kills(KILLS), game + 1);
    assert!(told >= kills(KILLS), "only {told} lines were told");
}

#[test]
fn a_referees_table_that_is_killed_goes_on_with_every_change_that_was_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.umpire");
    let save = path.to_str().expect("its name is text");
    let (mut typed, mut in_record) = (0_u64, 0);
    for kill in 0..kills(KILLS) {
        let child = match kill {
            0 => started(&["table", "skirmish", "--save", save]),
            _ => started(&["table", "--resume", save, "--save", save]),
        };
        let (last, over) = killed_after(child, 1 + kill % 5, || {
            typed += 1;
            format!("place hedda at {} 24\n", if typed % 2 == 0 { 24 } else { 25 })
        });
        let found = lines_in(&path);
        assert!(!over && found >= last && last > in_record, "{found} of {last} changes told");
        in_record = found;
    }
    println!("{} kills of a table, {in_record} changes, none lost", kills(KILLS));
}
