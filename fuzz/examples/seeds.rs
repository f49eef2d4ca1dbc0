//! Writes what fuzzing starts from, each in the folder of its target.

use std::error::Error;
use std::fs;
use std::path::Path;
use umpire_fuzz::seeds::seeds;

/// Random games of each game.
const GAMES: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for seed in seeds(&here.join(".."), GAMES)? {
        let folder = here.join("corpus").join(&seed.target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(&seed.name), &seed.bytes)?;
    }
    Ok(())
}
