//! The arguments of the program, and which command they call.

use crate::commands::map::{LONGEST as LONGEST_LINK, is_link};
use crate::commands::{
    cards, check, effects, export, key, los, map, new, odds, play, reach, replay, rules, scenario,
    schema, table, terrain,
};
use crate::console::Console;
use crate::library::Library;
use crate::trouble::Trouble;
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use umpire_core::host::LONGEST_LINE;
use umpire_core::printable::is_unprintable;

/// Play and judge tabletop miniatures games under their real rules.
#[derive(Debug, Parser)]
#[command(name = "umpire", version, propagate_version = true)]
#[command(
    after_help = "Exit code 0: yes, or done. 1: no, or faults found. 2: the command makes no sense."
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shared: Shared,
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub struct Shared {
    /// Read the tables of the games from this folder instead of the ones built in.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print JSON for programs to read, a value a line.
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Table(table::TableArgs),
    Replay(replay::Replay),
    Export(export::Export),
    Key(key::Key),
    Scenario(scenario::Scenario),
    Check(check::Check),
    Effects(effects::Effects),
    Schema(schema::Schema),
    Rules(rules::Rules),
    Terrain(terrain::Terrain),
    Cards(cards::Cards),
    Los(los::Los),
    Reach(reach::Reach),
    Odds(odds::Odds),
    Map(map::Map),
    New(new::New),
    #[cfg(feature = "serve")]
    Serve(crate::serve::Serve),
    #[cfg(feature = "serve")]
    Edit(crate::serve::Edit),
}

/// Runs the program and returns its exit code.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    library: &Library,
    console: &mut Console,
) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let line = match CommandLine::try_parse_from(&arguments) {
        Ok(line) => line,
        Err(usage) if usage.use_stderr() && is_json(&arguments) => {
            let says = usage.render().to_string();
            let trouble = Trouble::Misuse(says.trim_start_matches("error: ").trim_end().into());
            // Nothing more can be done if even the error cannot be printed.
            let _ = trouble.report(&mut console.out, true).and_then(|()| console.out.flush());
            return trouble.code();
        }
        Err(usage) => return say_usage(&usage, &arguments, console),
    };
    let json = line.shared.json;
    let called = short(&arguments).and_then(|()| call(&line, library, console));
    let done = called.and_then(|code| {
        console.out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        Err(trouble) => {
            // Nothing more can be done if even the error cannot be printed.
            let _ = console.out.flush();
            let screen = if json { &mut console.out } else { &mut console.err };
            let _ = trouble.report(screen, json).and_then(|()| screen.flush());
            trouble.code()
        }
    }
}

fn call(line: &CommandLine, library: &Library, console: &mut Console) -> Result<u8, Trouble> {
    let read;
    let library = match &line.shared.data {
        Some(folder) => {
            read = library.with_data(folder)?;
            &read
        }
        None => library,
    };
    let shared = &line.shared;
    match &line.command {
        Command::Play(play) => play.run(shared, library, console),
        Command::Table(table) => table.run(shared, library, console),
        Command::Replay(replay) => replay.run(shared, library, console),
        Command::Export(export) => export.run(shared, library, console),
        Command::Key(key) => key.run(shared, console),
        Command::Scenario(scenario) => scenario.run(shared, library, console),
        Command::Check(check) => check.run(shared, library, console),
        Command::Effects(effects) => effects.run(shared, library, console),
        Command::Schema(schema) => schema.run(shared, library, console),
        Command::Rules(rules) => rules.run(shared, library, console),
        Command::Terrain(terrain) => terrain.run(shared, library, console),
        Command::Cards(cards) => cards.run(shared, library, console),
        Command::Los(los) => los.run(shared, library, console),
        Command::Reach(reach) => reach.run(shared, library, console),
        Command::Odds(odds) => odds.run(shared, library, console),
        Command::Map(map) => map.run(shared, library, console),
        Command::New(new) => new.run(shared, library, console),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve.run(shared, library, console),
        #[cfg(feature = "serve")]
        Command::Edit(edit) => edit.run(shared, library, console),
    }
}

/// Refuses words that are longer than a line may be; the link of a map may be longer, for the whole map is in it.
fn short(arguments: &[OsString]) -> Result<(), Trouble> {
    let most = |word: &OsString| match word.to_str().is_some_and(is_link) {
        true => LONGEST_LINK,
        false => LONGEST_LINE,
    };
    match arguments.iter().find(|word| word.len() > most(word)) {
        None => Ok(()),
        Some(word) => Err(Trouble::Misuse(format!(
            "an argument of {} bytes, {} are the most",
            word.len(),
            most(word)
        ))),
    }
}

/// Whether what comes of it is for a program to read.
fn is_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|word| *word != "--").any(|word| word == "--json")
}

fn say_usage(usage: &clap::Error, arguments: &[OsString], console: &mut Console) -> u8 {
    let asked_for = !usage.use_stderr();
    let screen = if asked_for { &mut console.out } else { &mut console.err };
    let text = usage.render();
    // The usage repeats arguments as they are: only where they are plain it may bring its own colours.
    let plain = |word: &OsString| word.to_str().is_some_and(|word| !word.contains(is_unprintable));
    let said = match screen.colour && arguments.iter().all(plain) {
        true => screen.own_text(&text.ansi().to_string()),
        false => screen.text(&text.to_string()),
    };
    // A reader that went away needs no usage.
    let _ = said.and_then(|()| screen.flush());
    if asked_for { 0 } else { 2 }
}
