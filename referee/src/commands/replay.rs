//! `umpire replay`: plays a record again and verifies every hash of it.

use crate::command_line::Shared;
use crate::commands::play::replayed;
use crate::console::{Console, bad, good, strong};
use crate::library::Library;
use crate::save::{doubts, load};
use crate::signing::is_signed_well;
use crate::trouble::Trouble;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use umpire_core::command::counted;
use umpire_core::host::Table;
use umpire_core::session::Differs;
use umpire_core::transcript::Transcript;

/// Play a saved game again and verify it, hash for hash.
#[derive(Debug, Args)]
pub struct Replay {
    /// The saved game.
    #[arg(value_name = "TRANSCRIPT")]
    transcript: PathBuf,
    /// Stop after line N of the record and show the table.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Print every line of the game.
    #[arg(long)]
    log: bool,
}

impl Replay {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let transcript = load(&self.transcript)?;
        if is_signed_well(&transcript) == Some(false) {
            return differs("the signature is not that of this record", &[], shared, console);
        }
        if transcript.is_closed() {
            return say_closed(&transcript, shared, console);
        }
        let mut doubts = doubts(&transcript, &library.data);
        let lines = transcript.entries.len();
        if let Some(to) = self.to.filter(|to| *to > lines) {
            let has = counted(lines, "line");
            doubts.push(format!("there is no line {to}: the record has {has}, told to its end"));
        }
        if !shared.json {
            doubts.iter().try_for_each(|doubt| console.out.line(format!("note: {doubt}")))?;
        }
        match replayed(&transcript, self.to, library, console)? {
            Ok(table) => {
                self.show(shared, &*table, console)?;
                let finished = self.to.is_some() || transcript.digest.is_some();
                say_same(self.to, &doubts, shared, &transcript, &*table, console)?;
                if !finished && !shared.json {
                    let says = "unfinished: the record has no last digest, it was cut off or its game goes on";
                    console.out.line(bad(says))?;
                }
                Ok(u8::from(!finished))
            }
            Err(stopped @ Differs::Stopped(_)) => Err(Trouble::Failed(stopped.to_string())),
            Err(differs) => self::differs(&differs.to_string(), &doubts, shared, console),
        }
    }

    fn show(
        &self,
        shared: &Shared,
        table: &dyn Table,
        console: &mut Console,
    ) -> Result<(), Trouble> {
        let from = match self.log {
            true => 0,
            false if self.to.is_some() => table.counted().saturating_sub(1),
            false => table.counted(),
        };
        for line in table.log(from) {
            if shared.json {
                console.out.json(&line)?;
                continue;
            }
            let head = strong(format!("{:>4}  {}", line.number, line.says));
            console.out.line(head)?;
            for told in line.told.iter().filter(|told| !told.says.is_empty()) {
                console.out.line(format!("        {} ({})", told.says, told.rule))?;
            }
        }
        if self.to.is_some() && !shared.json {
            console.out.scene(&table.scene(None))?;
        }
        Ok(())
    }
}

/// Says that the record is not what was played.
fn differs(
    says: &str,
    doubts: &[String],
    shared: &Shared,
    console: &mut Console,
) -> Result<u8, Trouble> {
    if shared.json {
        console.out.json(&json!({ "same": false, "says": says, "notes": doubts }))?;
    } else {
        console.out.line(bad(says))?;
    }
    Ok(1)
}

/// Verifies a record of which something is sealed for the reader, as far as that goes.
fn say_closed(
    transcript: &Transcript,
    shared: &Shared,
    console: &mut Console,
) -> Result<u8, Trouble> {
    if let Err(broken) = transcript.verify() {
        return differs(&format!("the record is damaged: {broken}"), &[], shared, console);
    }
    let lines = transcript.entries.len();
    if shared.json {
        console.out.json(&json!({ "linked": true, "sealed": true, "lines": lines }))?;
        return Ok(0);
    }
    let lines = counted(lines, "line");
    console.out.line(format!(
        "{lines} linked; decisions are sealed in it, so it cannot be played again"
    ))?;
    Ok(0)
}

fn say_same(
    to: Option<usize>,
    doubts: &[String],
    shared: &Shared,
    transcript: &Transcript,
    table: &dyn Table,
    console: &mut Console,
) -> Result<(), Trouble> {
    let (lines, digests) = (transcript.entries.len(), transcript.entries.iter());
    let lines = to.map_or(lines, |to| lines.min(to));
    let digests = digests.take(lines).filter(|entry| entry.digest.is_some()).count();
    let digest = table.digest();
    if shared.json {
        return Ok(console.out.json(&json!({
            "same": true, "finished": transcript.digest.is_some(), "lines": lines,
            "positions": digests, "digest": digest, "signed": transcript.signed.as_ref().map(|it| &it.key), "notes": doubts, "facts": table.facts(), "asks": table.pending(),
        }))?);
    }
    let words = good("the same");
    let (lines, digests) = (counted(lines, "line"), counted(digests, "position"));
    let whole = format!("{lines} linked, {digests} compared, ending at {digest}");
    console.out.line(words.then(format!(": {whole}")))?;
    if let Some(signed) = &transcript.signed {
        console.out.line(format!("signed by key {}", signed.key))?;
    }
    Ok(())
}
