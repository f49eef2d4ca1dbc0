//! `umpire play`: a refereed game between persons and bots.

use crate::bots::{PLAYERS, Player};
use crate::command_line::Shared;
use crate::console::{Console, strong};
use crate::dice_source::{DiceFrom, Purpose, Stream, seeded};
use crate::library::Library;
use crate::opening::{Opening, names_in};
use crate::patience::LONGEST;
use crate::program;
use crate::save::{doubts, load};
use crate::session::{Ending, Settings, Sitting, salt};
use crate::trouble::Trouble;
use crate::watch::Watch;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use umpire_core::command::counted;
use umpire_core::data::{Files, Tree};
use umpire_core::host::{Asked, Table};
use umpire_core::seat::Seat;
use umpire_core::session::{Differs, Replaying};
use umpire_core::transcript::{Transcript, seed_value};

/// Play a game, with every roll and ruling named by its rule. Without arguments two bots play.
///
/// Lines may be piped in instead of typed: each is echoed, `#` starts a comment, errors name the line. When the
/// input ends before the game does, the game is saved if it has a file, what it waits for is said, and the exit
/// code is 0.
#[derive(Debug, Args)]
pub struct Play {
    /// A scenario file, or the name of one in the data (`--list` tells them).
    #[arg(value_name = "SCENARIO")]
    scenario: Option<String>,
    /// List what can be played: every scenario and battlefield of every game.
    #[arg(long)]
    list: bool,
    /// The edition to play by, in place of the scenario's own.
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    edition: Option<String>,
    /// Who decides for a seat: human, random, greedy (the default), or one that searches for each decision: mcts:SECONDS,
    /// or mcts:PLAYOUTSp (`mcts:200p`) for so many playouts, which repeats exactly. May be given for each seat.
    #[arg(long = "seat", value_name = "NAME=PLAYER")]
    seats: Vec<String>,
    /// Where dice come from: `typed`, as they fall on your table, or `seed:N`. With `typed:N` bots and `roll` draw from seed N; with
    /// `typed` from one that nobody knows, or, where lines are piped in, from seed 1, so that the same lines give the same game.
    #[arg(long, value_name = "typed|seed:N")]
    dice: Option<String>,
    /// The same as `--dice seed:N`.
    #[arg(long, value_name = "N", conflicts_with = "dice")]
    seed: Option<u128>,
    /// Save the game here, input by input: whatever is answered is written.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with = "scenario")]
    resume: Option<PathBuf>,
    /// Watch the scenario's file, its battlefield and its house rules: what is saved is checked, and the game goes on
    /// under it, on record; or it is refused, with the reason.
    #[arg(long, conflicts_with = "resume")]
    watch: bool,
    /// Whether the board is drawn at the start of each round (default: on a terminal).
    #[arg(long, value_enum)]
    show: Option<Show>,
    /// How what bots do is told to whoever plays against them; `log` tells all of it at any time.
    #[arg(long, value_enum, default_value_t = Tell::Short)]
    tell: Tell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tell {
    /// What it came to.
    Short,
    /// Everything, with every rule.
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Show {
    None,
    Board,
}

/// The seed of bots and of `roll` where dice are typed in a file of lines and no other is given: the same lines give the same game.
const TYPED_SEED: u128 = 1;

/// The seed of bots and of `roll` where dice are typed and no other is given: at a terminal one that nobody knows.
fn typed_seed() -> u128 {
    match io::stdin().is_terminal() {
        true => fresh_seed(),
        false => TYPED_SEED,
    }
}

/// A game that is about to begin or go on.
pub(super) struct Start {
    pub table: Box<dyn Table>,
    pub players: Vec<Player>,
    pub dice: DiceFrom,
    pub seed: u128,
    pub notes: Vec<String>,
    pub watch: Option<Watch>,
}

impl Play {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        if self.list {
            return list(shared, library, console);
        }
        let start = match &self.resume {
            Some(path) => self.resumed(path, library, console)?,
            None => self.fresh(library)?,
        };
        let board = match self.show {
            Some(show) => show == Show::Board,
            None => console.out.terminal,
        };
        greet(&start, shared, console)?;
        let settings = Settings {
            players: start.players,
            dice: start.dice,
            seed: start.seed,
            save: self.save.clone(),
            board,
            short: self.tell == Tell::Short,
            json: shared.json,
            free: false,
        };
        let mut sitting = Sitting::new(start.table, library, settings, console);
        if let Some(watch) = start.watch {
            sitting = sitting.watching(watch);
        }
        let ending = sitting.run()?;
        Ok(u8::from(ending == Ending::Interrupted))
    }

    fn fresh(&self, library: &Library) -> Result<Start, Trouble> {
        let opening = Opening::find(library, self.scenario.as_deref())?;
        let opening = opening.under(self.edition.as_deref())?;
        let seats = opening.look()?.seats();
        let players = self.players(&seats, None)?;
        let (dice, seed) = self.dice(None)?;
        let names: Vec<String> = players.iter().map(|player| player.name()).collect();
        let opened = opening.open(&names, (dice == DiceFrom::Seed).then_some(seed))?;
        let mut table = opened.table;
        in_turns(&*table, self.scenario.as_deref().unwrap_or_default())?;
        let is_given = self.dice.is_some() || self.seed.is_some();
        table.keep_secret(&secret(is_given.then_some(seed)));
        let mut notes = opened.warnings;
        let watch = self.watched(&opening, table.sources())?;
        notes.extend(watch.as_ref().map(|watch| format!("watches {}", watch.names().join(", "))));
        Ok(Start { table, players, dice, seed, notes, watch })
    }

    /// The files of the game that are watched.
    fn watched(&self, opening: &Opening, sources: &Files) -> Result<Option<Watch>, Trouble> {
        if !self.watch {
            return Ok(None);
        }
        let path = self.scenario.as_deref().map(Path::new).filter(|path| path.is_file());
        let path = path.ok_or_else(|| {
            Trouble::Misuse(
                "`--watch` watches files: name a scenario or battlefield on disk".into(),
            )
        })?;
        Ok(Some(opening.watch(path, sources)))
    }

    fn resumed(
        &self,
        path: &Path,
        library: &Library,
        console: &mut Console,
    ) -> Result<Start, Trouble> {
        let (table, notes) = resumed((path, self.save.as_deref()), library, console)?;
        in_turns(&*table, &format!("--resume {}", path.display()))?;
        let transcript = table.transcript();
        let players = self.players(&table.seats(), Some(&transcript.header.players))?;
        let (dice, seed) = self.dice(Some(transcript))?;
        let begun = transcript.header.seed.filter(|_| dice == DiceFrom::Seed);
        if begun.is_some_and(|begun| begun != seed) {
            let says = "the dice of this game come from the seed it was begun with: leave out `--dice` and `--seed`";
            return Err(Trouble::Misuse(says.into()));
        }
        Ok(Start { table, players, dice, seed, notes, watch: None })
    }

    fn players(
        &self,
        seats: &[(Seat, String)],
        recorded: Option<&[String]>,
    ) -> Result<Vec<Player>, Trouble> {
        let known = |at: usize| Player::named(recorded?.get(at)?);
        let mut players: Vec<Player> =
            (0..seats.len()).map(|at| known(at).unwrap_or(Player::Greedy)).collect();
        for given in &self.seats {
            let usage = || format!("expected `--seat NAME={PLAYERS}`, found `{given}`");
            let (name, player) = given.split_once('=').ok_or_else(|| Trouble::Misuse(usage()))?;
            let player = Player::named(player).ok_or_else(|| Trouble::Misuse(usage()))?;
            let at = seats.iter().position(|(_, known)| known.eq_ignore_ascii_case(name.trim()));
            let at = at.ok_or_else(|| {
                let names: Vec<&str> = seats.iter().map(|(_, name)| name.as_str()).collect();
                Trouble::Misuse(format!("no seat `{name}`, there are {}", names.join(", ")))
            })?;
            players[at] = player;
        }
        Ok(players)
    }

    /// Who rolls, and the seed of dice and bots. A record without a seed had typed dice.
    fn dice(&self, recorded: Option<&Transcript>) -> Result<(DiceFrom, u128), Trouble> {
        let known = recorded.map(|transcript| transcript.header.seed);
        if let Some(seed) = self.seed {
            return Ok((DiceFrom::Seed, seed));
        }
        let Some(text) = self.dice.as_deref() else {
            return Ok(match known {
                None => (DiceFrom::Seed, fresh_seed()),
                Some(Some(seed)) => (DiceFrom::Seed, seed),
                Some(None) => (DiceFrom::Typed, typed_seed()),
            });
        };
        let (source, number) = match text.split_once(':') {
            Some((source, number)) => (source, number.parse().ok()),
            None => (text, (text == "typed").then(typed_seed)),
        };
        let usage = "expected `--dice typed`, `--dice typed:N` or `--dice seed:N`";
        let misuse = || Trouble::Misuse(format!("{usage}, found `{text}`"));
        let number = number.ok_or_else(misuse)?;
        match source {
            "typed" => Ok((DiceFrom::Typed, number)),
            "seed" => Ok((DiceFrom::Seed, number)),
            _ => Err(misuse()),
        }
    }
}

/// A record played again, up to a line where one is named; Ctrl-C ends it.
///
/// # Errors
/// As [`Library::replay`].
pub(super) fn replayed(
    transcript: &Transcript,
    to: Option<usize>,
    library: &Library,
    console: &mut Console,
) -> Result<Result<Box<dyn Table>, Differs>, Trouble> {
    let waiting = console.waiting(LONGEST);
    let goes_on = &|lines: usize| waiting.goes_on(lines, "lines played again");
    library.replay(transcript, Replaying { to, seeded: &seeded, goes_on })
}

/// A saved game with what is to be said of it, and of where it goes on being saved.
///
/// # Errors
/// Where it cannot be read, what is on record no longer comes of it, or the person stopped it.
pub(super) fn resumed(
    (path, save): (&Path, Option<&Path>),
    library: &Library,
    console: &mut Console,
) -> Result<(Box<dyn Table>, Vec<String>), Trouble> {
    let transcript = load(path)?;
    let replayed = replayed(&transcript, None, library, console)?;
    let mut notes = doubts(&transcript, &library.data);
    let table = replayed.map_err(|differs| {
        let doubts: String = notes.iter().map(|doubt| format!(" ({doubt})")).collect();
        Trouble::Failed(format!("`{}`: {differs}{doubts}", path.display()))
    })?;
    if !notes.is_empty() {
        notes.push("it goes on all the same: replayed, the game is the same".into());
    }
    notes.push(format!("goes on after {}", counted(table.counted(), "input")));
    if let (None, false) = (save, matches!(table.pending(), Asked::Over(_))) {
        notes.push("what follows is not saved: `--save FILE` names a file".into());
    }
    Ok((table, notes))
}

/// Every scenario of every game in a line, and its battlefields.
fn list(shared: &Shared, library: &Library, console: &mut Console) -> Result<u8, Trouble> {
    for ruleset in &library.rulesets {
        let game = ruleset.name();
        let says = |name: &String| {
            let file = if name == game { "default" } else { name.as_str() };
            let source = library.data.get(&format!("{game}/scenarios/{file}.yaml"));
            let tree = source.and_then(|source| Tree::parse(&source).ok());
            let says = tree.as_ref().and_then(|tree| tree.word("says")).unwrap_or_default();
            (name.clone(), says.to_string())
        };
        let scenarios: Vec<_> = names_in(library, *ruleset, "scenarios").iter().map(says).collect();
        let battlefields = names_in(library, *ruleset, "battlefields");
        if shared.json {
            let scenarios: Vec<_> = scenarios
                .iter()
                .map(|(name, says)| json!({ "name": name, "says": says }))
                .collect();
            let title = ruleset.title();
            console.out.json(&json!({
                "game": game, "title": title, "scenarios": scenarios, "battlefields": battlefields,
            }))?;
            continue;
        }
        console.out.words(strong(ruleset.title()))?;
        let widest = scenarios.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, says) in &scenarios {
            console.out.words(format!("  {name:<widest$}  {says}"))?;
        }
        if !battlefields.is_empty() {
            let names = battlefields.join(", ");
            console.out.words(format!("  battlefields, played by the usual forces: {names}"))?;
        }
    }
    Ok(0)
}

/// Nobody plays at a referee's table: it is sat down at.
fn in_turns(table: &dyn Table, how: &str) -> Result<(), Trouble> {
    if table.is_free() {
        let sit = format!("`{} table {how}`", program::name());
        let says = format!("this is a referee's table, where nobody's turn it is: {sit}");
        return Err(Trouble::Misuse(says));
    }
    Ok(())
}

/// A seed that nobody can guess.
pub(crate) fn fresh_seed() -> u128 {
    rand::random()
}

/// Letters for the seals of a record: nobody can guess them, unless they come from a seed that
/// somebody gave, so that the same seed gives the same record.
pub(crate) fn secret(given: Option<u128>) -> String {
    match given {
        Some(seed) => {
            let mut stream = Stream::new(seed, Purpose::Secret, 0);
            (0..32).map(|_| char::from_digit(stream.die(16), 16).unwrap_or('0')).collect()
        }
        None => salt(),
    }
}

fn greet(start: &Start, shared: &Shared, console: &mut Console) -> Result<(), Trouble> {
    let header = &start.table.transcript().header;
    let seats = start.table.seats();
    if shared.json {
        let names: Vec<_> = seats.iter().map(|(_, name)| name).collect();
        let players: Vec<_> = start.players.iter().map(|player| player.name()).collect();
        return Ok(console.out.json(&serde_json::json!({
            "game": header.ruleset, "edition": header.edition, "scenario": header.scenario,
            "house_rules": header.house_rules, "seats": names, "players": players,
            "seed": seed_value(start.seed), "notes": start.notes,
        }))?);
    }
    let edition = format!("{}, edition {}, {}", header.ruleset, header.edition, header.scenario);
    console.out.words(strong(edition))?;
    if !header.house_rules.is_empty() {
        console.out.words(format!("house rules: {}", header.house_rules.join(", ")))?;
    }
    let sits =
        |((_, name), player): (&(Seat, String), &Player)| format!("{name} {}", player.name());
    let sits: Vec<String> = seats.iter().zip(&start.players).map(sits).collect();
    let dice = match start.dice {
        DiceFrom::Seed => format!("dice from seed {0}: `--dice seed:{0}` repeats them", start.seed),
        DiceFrom::Typed if start.seed == TYPED_SEED => "dice are typed as they fall".to_string(),
        DiceFrom::Typed => {
            let drawn = "`roll` and bots draw from seed";
            format!("dice are typed as they fall; {drawn} {}", start.seed)
        }
    };
    console.out.words(format!("{}; {dice}", sits.join(", ")))?;
    start.notes.iter().try_for_each(|note| console.out.words(format!("note: {note}")))?;
    Ok(())
}
