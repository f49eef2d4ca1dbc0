//! What may be taken back, what was learned since, and what came of a correction.

use crate::prompt::{Back, split_seat};
use umpire_core::command::counted;
use umpire_core::host::Table;
use umpire_core::seat::Seat;
use umpire_core::session::{Corrected, Refused};
use umpire_core::transcript::Input;

/// Whose inputs somebody takes back.
pub struct Theirs<'a> {
    /// The seats they decide for.
    pub seats: &'a dyn Fn(Seat) -> bool,
    /// Whether everything was put in by them: at a referee's table, and for a judge.
    pub anything: bool,
    /// Whether dice are typed, by a person therefore.
    pub typed_dice: bool,
}

impl Theirs<'_> {
    /// How many inputs still count, if they take back so far.
    ///
    /// # Errors
    /// Where there is nothing to take back, in words.
    pub fn how_far(&self, table: &dyn Table, back: Back) -> Result<usize, String> {
        let keep = match back {
            Back::Last(number) => {
                // A decision that is still sealed is the last one.
                let sealed = usize::from(table.decided().iter().any(self.seats));
                match number.checked_sub(sealed) {
                    Some(0) if sealed > 0 => Some(table.counted()),
                    Some(before) => self.put_in(table, before),
                    None => None,
                }
            }
            // The turn of their own last input, not what a bot did after it.
            Back::Turn => self.last_put_in(table).map(|at| table.turn_start_of(at)),
            Back::To(0) => Some(0),
            Back::To(number) => table.before_line(number).map(|before| before + 1),
        };
        keep.ok_or_else(|| match back {
            Back::To(number) => {
                format!("line {number} is not an input that counts; `log` shows those that do")
            }
            _ => "there is nothing of yours to take back".into(),
        })
    }

    /// How many inputs counted before the last of theirs.
    fn last_put_in(&self, table: &dyn Table) -> Option<usize> {
        self.put_in(table, 1)
    }

    /// How many inputs counted before the last so many of theirs; the first is 1.
    fn put_in(&self, table: &dyn Table, last: usize) -> Option<usize> {
        let entries = &table.transcript().entries;
        let by_them = |number: usize| match entries.get(number - 1).map(|entry| &entry.input) {
            _ if self.anything => true,
            Some(Input::Act { seat, .. }) => (self.seats)(*seat),
            Some(Input::Together(sealed)) => sealed.iter().any(|one| (self.seats)(one.seat)),
            Some(input) if input.is_roll() => self.typed_dice,
            Some(_) => true,
            None => false,
        };
        let numbers: Vec<usize> = table.log(0).iter().map(|line| line.number).collect();
        let theirs = (0..numbers.len()).rev().filter(|at| by_them(numbers[*at]));
        theirs.take(last).last().filter(|_| last > 0)
    }
}

/// What was taken back and may be put in again, as long as nothing else is put in.
#[derive(Debug, Clone, Default)]
pub struct TakenBack {
    /// How many entries the record had when it was taken back last.
    entries: usize,
    /// The inputs, the latest last taken back.
    inputs: Vec<Vec<Input>>,
}

impl TakenBack {
    /// Whether there is something to be put in again.
    pub fn is_there(&self, table: &dyn Table) -> bool {
        !self.inputs.is_empty() && self.entries == table.transcript().entries.len()
    }

    /// Remembers the inputs that count from number `keep` on, before they are taken back.
    pub fn remember(&mut self, table: &dyn Table, keep: usize) {
        if !self.is_there(table) {
            self.inputs.clear();
        }
        let all = table.counted();
        if let Some(record) = table.begun_again(all).filter(|_| keep < all) {
            let inputs = record.entries.into_iter().skip(keep);
            self.inputs.push(inputs.map(|entry| entry.input).collect());
        }
    }

    /// What was remembered is taken back: the record has so many entries now.
    pub fn mark_taken(&mut self, entries: usize) {
        self.entries = entries;
    }

    /// Puts in again what was taken back last; says how many inputs that were.
    ///
    /// # Errors
    /// Where there is nothing to be put in again, or it is refused.
    pub fn put_again(&mut self, table: &mut dyn Table) -> Result<String, Refused> {
        if !self.is_there(table) {
            self.inputs.clear();
        }
        let Some(inputs) = self.inputs.pop() else {
            let says = "nothing was taken back, or something else was put in since";
            return Err(Refused::Senseless(says.into()));
        };
        let put = inputs.iter().try_for_each(|input| table.put_again(input));
        if put.is_err() {
            self.inputs.clear();
        }
        self.entries = table.transcript().entries.len();
        put.map(|()| format!("{} put in again", counted(inputs.len(), "input")))
    }
}

/// Takes back to the position after `keep` inputs, which may be put in `again`; says what is gone.
///
/// # Errors
/// Where there is nothing to take back.
pub fn take_back(
    table: &mut dyn Table,
    keep: usize,
    again: &mut TakenBack,
) -> Result<String, Refused> {
    let all = table.counted();
    again.remember(table, keep);
    // What waits sealed goes first: it counts as no input.
    let waits = !table.decided().is_empty();
    let mut taken = if waits { table.undo(all) } else { Ok(()) };
    if keep < all || !waits {
        taken = table.undo(keep);
    }
    again.mark_taken(table.transcript().entries.len());
    let gone = match all.saturating_sub(keep) {
        0 => "what was decided in secret".to_string(),
        inputs => counted(inputs, "input"),
    };
    taken.map(|()| format!("{gone} taken back"))
}

/// What came of a correction, in sentences: what stands, and what no longer does; `name` tells who sits where.
pub fn corrected_words(
    number: usize,
    corrected: Corrected,
    name: impl Fn(Seat) -> String,
) -> Vec<String> {
    let kept = counted(corrected.kept, "later input");
    let stands = format!("line {number} corrected; {kept} carried out again");
    let gone = corrected.because.map(|because| {
        let lines: Vec<String> = corrected.dropped.iter().map(ToString::to_string).collect();
        format!("no longer standing: {}, because {because}", lines.join(", "))
    });
    let again = corrected.forgotten.iter().map(|seat| name(*seat)).collect::<Vec<_>>();
    let again = (!again.is_empty())
        .then(|| format!("{} decides anew: what was sealed no longer stands", again.join(" and ")));
    std::iter::once(stands).chain(gone).chain(again).collect()
}

/// Why whoever decides for `theirs` may not take back on their own to the position after `keep` inputs: what others
/// did since, or what was learned, by everybody or by them alone.
pub fn learned_since(
    table: &dyn Table,
    keep: usize,
    theirs: &dyn Fn(Seat) -> bool,
) -> Option<String> {
    let entries = &table.transcript().entries;
    // All at the table read it.
    let lines = table.log_seen_by(Some(Seat::NOBODY), keep);
    let told = lines.iter().find_map(|line| match &entries.get(line.number - 1)?.input {
        input if input.is_roll() => Some(format!("dice fell since (line {})", line.number)),
        Input::Together(sealed) if sealed.iter().all(|one| theirs(one.seat)) => None,
        Input::Together(_) => Some(format!("secrets were opened since (line {})", line.number)),
        Input::Act { seat, .. } if theirs(*seat) => None,
        // What a judge changed not everybody may know.
        _ if line.judges => Some(format!("the judge decided since (line {})", line.number)),
        _ => Some(format!("others decided since (line {}: {})", line.number, line.says)),
    });
    told.or_else(|| {
        let seen =
            hidden_seen_since(table, keep, theirs).find_map(|input| lines.get(input - keep))?;
        Some(format!("something hidden was seen since (line {})", seen.number))
    })
}

/// The inputs after the first `keep` by which one of `theirs` learned what had been hidden from it.
pub fn hidden_seen_since<'t>(
    table: &'t dyn Table,
    keep: usize,
    theirs: &'t dyn Fn(Seat) -> bool,
) -> impl Iterator<Item = usize> + 't {
    let seats: Vec<Seat> = table.seats().into_iter().map(|(seat, _)| seat).collect();
    let learns = move |seat: &Seat, input| theirs(*seat) && table.learned(input, *seat).is_some();
    (keep..table.counted()).filter(move |input| seats.iter().any(|seat| learns(seat, *input)))
}

/// A correction of a line, and why it is made: what was put in with a reason of its own is corrected with that.
pub fn reasoned<'t>(table: &dyn Table, number: usize, text: &'t str) -> (&'t str, Option<String>) {
    let entry = table.transcript().entries.get(number.wrapping_sub(1));
    let has_reason = matches!(
        entry.map(|entry| &entry.input),
        Some(
            Input::Overrule { .. } | Input::Amend { .. } | Input::Answer { .. } | Input::Lay { .. }
        )
    );
    match text.split_once(" because ").map(|(words, why)| (words.trim(), why.trim())) {
        Some((words, why)) if !has_reason && !why.is_empty() => (words, Some(why.to_string())),
        _ => (text, None),
    }
}

/// The words of the note that says why a line was corrected: it stands in the record right after the correction, for every
/// reader of a record to find.
pub fn why_corrected(by: &str, line: usize, because: &str) -> String {
    format!("{by}{}{because}", beside_line(line))
}

/// What stands in such a note between who corrected a line and why.
pub fn beside_line(line: usize) -> String {
    format!(": line {line}: ")
}

/// The words of a correction of a line: whose they are counts where that was decided in secret, by several perhaps.
pub fn correction_of<'t>(table: &dyn Table, number: usize, text: &'t str) -> &'t str {
    let entry = table.transcript().entries.get(number.wrapping_sub(1));
    match entry.map(|entry| &entry.input) {
        Some(Input::Together(_)) => text,
        _ => split_seat(&table.seats(), text).1,
    }
}
