//! What fuzzing starts from: files, records and typed games of this project, and inputs of random games.

use super::{default_of, library};
use std::error::Error;
use std::fs;
use std::path::Path;
use umpire::files::{read_folder, tables_under};
use umpire_core::host::{Asked, Table};
use umpire_core::seat::Seat;
use umpire_core::transcript::FaceSource;

/// Bytes to start from.
pub struct Seed {
    /// The target they are for, as it stands in `fuzz_targets`.
    pub target: String,
    /// What they are called.
    pub name: String,
    /// They themselves.
    pub bytes: Vec<u8>,
}

/// Inputs of one random game.
const INPUTS: usize = 60;

/// All there is to start from in the project whose folder is named, with so many random games of each game.
///
/// # Errors
/// Where a file cannot be read.
pub fn seeds(project: &Path, games: u64) -> Result<Vec<Seed>, Box<dyn Error>> {
    let mut seeds = Seeds(Vec::new());
    for folder in ["scenarios", "battlefields", "house_rules"] {
        for game in &library().rulesets {
            let from = project.join("data").join(game.name()).join(folder);
            for path in tables_under(&from).unwrap_or_default() {
                let game = game.name();
                let text = format!("game: {game}\n{}", fs::read_to_string(&path)?);
                // A second `game:` would be a fault.
                let text = match text.matches("game:").count() {
                    0 | 1 => text,
                    _ => text[text.find('\n').unwrap_or(0) + 1..].into(),
                };
                seeds.keep("files", format!("{game}-{folder}-{}", name(&path)), text);
            }
        }
    }
    for source in library().data.under("").filter(|source| source.text.len() < 20_000) {
        let text = format!("# {}\n{}", source.path, source.text);
        seeds.keep("tables", source.path.replace('/', "-"), text);
    }
    let scenarios = read_folder(&project.join("tests/scenarios")).map_err(|e| e.to_string())?;
    for source in scenarios.under("") {
        seeds.keep("conformance", source.path.replace('/', "-"), source.text.as_bytes());
        seeds.keep_lines_of(&source.path, &source.text);
    }
    let mut records: Vec<_> =
        fs::read_dir(project.join("tests/transcripts"))?.collect::<Result<_, _>>()?;
    records.sort_by_key(fs::DirEntry::path);
    for path in records.iter().map(fs::DirEntry::path) {
        seeds.keep("records", name(&path), fs::read(&path)?);
    }
    for game in &library().rulesets {
        for seed in 0..games {
            seeds.keep_random_game(game.name(), seed)?;
        }
    }
    for path in tables_under(&project.join("data").join("heroscape").join("battlefields"))? {
        let stroke = r#"{"tool": "tile:water", "points": [[0.0, 0.0], [1.5, 1.0]]}"#;
        seeds.keep("strokes", name(&path), format!("{stroke}\n{}", fs::read_to_string(&path)?));
    }
    seeds.keep("maps", "small", map());
    Ok(seeds.0)
}

fn name(path: &Path) -> String {
    path.file_name().map_or(String::new(), |name| name.to_string_lossy().into())
}

struct Seeds(Vec<Seed>);

impl Seeds {
    fn keep(
        &mut self,
        target: impl Into<String>,
        name: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) {
        let (target, name, bytes) = (target.into(), name.into(), bytes.into());
        self.0.push(Seed { target, name, bytes });
    }

    /// The typed words of a conformance scenario, as lines.
    fn keep_lines_of(&mut self, path: &str, text: &str) {
        let Some(game) = path.split('/').next() else { return };
        let words = text.lines().filter_map(|line| {
            let (verb, words) = line.trim().trim_start_matches("- ").split_once(": ")?;
            let words = words.trim().trim_matches('"');
            match verb {
                "do" | "roll" => Some(words.to_string()),
                "ask" => {
                    Some(words.trim_start_matches("{question: ").trim_matches('"').to_string())
                }
                "overrule" | "amend" => Some(format!("{verb} {words} because")),
                _ => None,
            }
        });
        let lines = words.collect::<Vec<_>>().join("\n");
        self.keep(format!("typed_{}", game.replace('-', "_")), path.replace('/', "-"), lines);
    }

    /// A game at random: its actions in JSON, in words, and its record.
    fn keep_random_game(&mut self, game: &str, seed: u64) -> Result<(), Box<dyn Error>> {
        let ruleset = library().ruleset(game).map_err(|e| e.to_string())?;
        let opened = ruleset.open(&library().data, &default_of(game), &[], None);
        let mut table = opened.map_err(|_| "the default opens")?.table;
        let (mut values, mut lines) = (vec![game.to_string()], Vec::new());
        let mut state = seed;
        for _ in 0..INPUTS {
            if !go_on(&mut *table, &mut state, &mut values, &mut lines) {
                break;
            }
        }
        let mut record = Vec::new();
        umpire::save::write(table.transcript(), &mut record)?;
        let name = format!("{game}-{seed}");
        self.keep("records", &name, record);
        self.keep("inputs", &name, values.join("\n"));
        self.keep(format!("typed_{}", game.replace('-', "_")), name, lines.join("\n"));
        Ok(())
    }
}

/// One input; `state` is the state of the generator.
fn go_on(
    table: &mut dyn Table,
    state: &mut u64,
    values: &mut Vec<String>,
    lines: &mut Vec<String>,
) -> bool {
    let mut below = |most: usize| {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % most.max(1)
    };
    match table.pending() {
        Asked::Over(_) => false,
        Asked::Roll { groups, .. } => {
            let faces = groups.iter().flat_map(|group| vec![group.faces; group.count.into()]);
            let faces: Vec<u8> = faces.map(|sides| below(sides.into()) as u8).collect();
            values.push(format!("{faces:?}"));
            lines.push(table.say_faces(&faces));
            table.roll(&faces, FaceSource::Typed, "salt").is_ok()
        }
        Asked::Choice { seats, .. } => {
            let seat = seats.first().unwrap_or(Seat(0));
            let Some(action) = table.nth_legal(seat, &mut below) else { return false };
            values.push(action.to_string());
            lines.push(table.say_action(seat, &action));
            match seat {
                Seat::JUDGE => table.answer(&action, "at random").is_ok(),
                seat => table.act(seat, &action, "salt").is_ok(),
            }
        }
    }
}

/// A map of the oldest form with a tile, a wall, an obstacle, a glyph and a start space.
fn map() -> Vec<u8> {
    let records = [
        [1024, 0, 9, 10],
        [12_004, 1, 12, 10],
        [13_001, 0, 9, 10],
        [14_063, 0, 9, 11],
        [15_001, 0, 10, 11],
    ];
    let mut bytes = 0.0001f64.to_le_bytes().to_vec();
    bytes.extend((records.len() as i32).to_le_bytes());
    for (layer, [code, place @ ..]) in records.iter().enumerate() {
        bytes.extend(i32::to_le_bytes(*code));
        bytes.extend(0.0001f64.to_le_bytes());
        bytes.extend(place.iter().flat_map(|number: &i32| number.to_le_bytes()));
        bytes.extend((layer.min(1) as i32).to_le_bytes());
    }
    bytes
}
