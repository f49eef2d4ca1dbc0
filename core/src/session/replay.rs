//! A record played again: line by line, as long as somebody waits, up to where it first differs.

use super::{Reader, Session};
use crate::dice::Face;
use crate::game::{Game, Pending};
use crate::ruling::Silent;
use crate::transcript::{Broken, FaceSource, Input, Transcript, digest};

/// Where a replay first differs from the record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Differs {
    /// The record itself was altered or damaged.
    #[error("the record is damaged: {0}")]
    Chain(Broken),
    /// The setup is refused.
    #[error("the setup is refused: {0}")]
    Setup(String),
    /// An input is no longer accepted.
    #[error("differs first at input {number}: {says}")]
    Input {
        /// The line.
        number: usize,
        /// Why.
        says: String,
    },
    /// Dice that are said to come from the seed do not.
    #[error("differs first at input {0}: these are not the dice of the seed")]
    Dice(usize),
    /// The position after an input is another.
    #[error("differs first at or shortly before input {0}: the position after it is another")]
    Position(usize),
    /// Whoever asked no longer waits.
    #[error("stopped before line {0} was played again")]
    Stopped(usize),
}

/// The faces of dice with so many sides each, as a seed has them after so many inputs that count.
pub type SeededFaces<'a> = &'a dyn Fn(u128, usize, &[u8]) -> Vec<Face>;

/// How a record is played again.
#[derive(Clone, Copy)]
pub struct Replaying<'a> {
    /// The line to stop after; nothing plays all of it.
    pub to: Option<usize>,
    /// What faces of a seed have to be.
    pub seeded: SeededFaces<'a>,
    /// Whether to go on, asked before each line with how many were played.
    pub goes_on: &'a dyn Fn(usize) -> bool,
}

impl<'a> Replaying<'a> {
    /// All of it, however long that takes.
    pub fn whole(seeded: SeededFaces<'a>) -> Replaying<'a> {
        Replaying { to: None, seeded, goes_on: &|_| true }
    }
}

impl<G: Game> Session<G> {
    /// Plays a record again, verifying every link, digest and seeded roll.
    ///
    /// # Errors
    /// Where it first differs, or where nobody waits for it any more.
    pub fn replay(
        game: G,
        transcript: &Transcript,
        Replaying { to, seeded, goes_on }: Replaying,
        reader: Option<Reader<G>>,
    ) -> Result<Session<G>, Differs> {
        transcript.verify().map_err(Differs::Chain)?;
        let mut session = Session::new(game, transcript.header.clone())
            .map_err(|faults| Differs::Setup(faults.join("; ")))?;
        session.reader = reader;
        let last = to.unwrap_or(usize::MAX);
        for entry in transcript.entries.iter().take_while(|entry| entry.number <= last) {
            if !goes_on(session.transcript.entries.len()) {
                return Err(Differs::Stopped(entry.number));
            }
            if !session.is_seeded(&entry.input, seeded) {
                return Err(Differs::Dice(entry.number));
            }
            session
                .put_again(&entry.input)
                .map_err(|refused| Differs::Input { number: entry.number, says: refused.says() })?;
            let now = || digest(session.state());
            if entry.digest.as_ref().is_some_and(|taken| *taken != now()) {
                return Err(Differs::Position(entry.number));
            }
        }
        let complete = session.transcript.entries.len() == transcript.entries.len();
        if complete {
            session.transcript.waiting = transcript.waiting.clone();
            let end = transcript.digest.as_ref();
            if end.is_some_and(|taken| *taken != digest(session.state())) {
                return Err(Differs::Position(transcript.entries.len()));
            }
        }
        Ok(session)
    }

    /// Whether faces that an input says come from the seed do, as far as the record tells the seed.
    fn is_seeded(&self, input: &Input, seeded: SeededFaces) -> bool {
        let (faces, seed) = match (input, input.fallen(), self.transcript.header.seed) {
            (_, Some((faces, FaceSource::Seeded)), Some(seed)) => (faces, seed),
            // What is put right was typed.
            (Input::Correct { input, .. }, ..) => {
                return input.fallen().is_none_or(|(_, source)| source != FaceSource::Seeded);
            }
            _ => return true,
        };
        let Pending::Roll(request) = self.game.pending(self.state(), &mut Silent) else {
            return true;
        };
        let sides: Vec<u8> = request.sides(self.game.dice()).collect();
        // Fewer than were asked for are another fault.
        faces.len() != sides.len() || faces == seeded(seed, self.len(), &sides)
    }
}
