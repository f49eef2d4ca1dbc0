//! What may be taken back, and what was learned since.

use umpire_core::host::Table;
use umpire_core::seat::Seat;
use umpire_core::transcript::Input;

/// How many inputs counted before the last that one of those seats put in; dice that were typed were put in by a
/// person, and so was everything at a table where `anything` is theirs.
pub fn last_put_in(
    table: &dyn Table,
    anything: bool,
    typed_dice: bool,
    theirs: &dyn Fn(Seat) -> bool,
) -> Option<usize> {
    let entries = &table.transcript().entries;
    let by_person = |number: usize| match entries.get(number - 1).map(|entry| &entry.input) {
        _ if anything => true,
        Some(Input::Act { seat, .. }) => theirs(*seat),
        Some(Input::Together(sealed)) => sealed.iter().any(|one| theirs(one.seat)),
        Some(Input::Roll { .. }) => typed_dice,
        Some(_) => true,
        None => false,
    };
    let numbers: Vec<usize> = table.log(0).iter().map(|line| line.number).collect();
    numbers.iter().rposition(|number| by_person(*number))
}

/// Why whoever decides for `theirs` may not take back on their own to the position after `keep` inputs: what others
/// did since, or what everybody learned.
pub fn learned_since(
    table: &dyn Table,
    keep: usize,
    theirs: &dyn Fn(Seat) -> bool,
) -> Option<String> {
    let entries = &table.transcript().entries;
    table.log(keep).iter().find_map(|line| match &entries.get(line.number - 1)?.input {
        Input::Roll { .. } => Some(format!("dice fell since (line {})", line.number)),
        Input::Together(_) => Some(format!("secrets were opened since (line {})", line.number)),
        Input::Act { seat, .. } if theirs(*seat) => None,
        _ => Some(format!("others decided since (line {}: {})", line.number, line.says)),
    })
}
