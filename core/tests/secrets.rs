//! Dice under cups: what one seat alone may know is told nobody else, by dice, questions, lines, a judge's word and the record.

mod game;

use game::{Cups, Mistake, Turn, cups, cups_with};
use std::panic::{AssertUnwindSafe, catch_unwind};
use umpire_core::host::{Asked, Line, Table};
use umpire_core::seat::Seat;
use umpire_core::session::{Replaying, Session};
use umpire_core::testing::{header, holds_in_random_play, replays_and_undoes, splitmix};
use umpire_core::transcript::{FaceSource, Input};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn session() -> Session<Cups> {
    let setup = serde_json::Value::Null;
    Session::new(cups(), header("cups", setup)).expect("a sound setup")
}

fn rolled() -> Session<Cups> {
    let mut session = session();
    for (face, salt) in [(4, "salt of A"), (1, "salt of B")] {
        Session::roll(&mut session, &[face], FaceSource::Typed, salt).expect("a face of six");
    }
    session
}

/// What a seat reads of the last line.
fn last(session: &Session<Cups>, seat: Seat) -> Line {
    let lines = session.log_seen_by(Some(seat), session.len() - 1);
    let line = lines.into_iter().next().expect("a line");
    line.heard(|known_by| match seat {
        Seat::NOBODY => [A, B].into_iter().all(|seat| known_by.contains(seat)),
        seat => known_by.contains(seat),
    })
}

#[test]
fn a_game_with_secret_dice_keeps_the_contract() {
    for seed in 0..40 {
        let checked = holds_in_random_play(&cups(), &(), &mut splitmix(seed), 40);
        assert!(checked.ended);
        assert!(replays_and_undoes(cups, &(), &mut splitmix(seed), 40) > 1);
    }
}

#[test]
fn the_contract_finds_what_an_author_gets_wrong() {
    for (mistake, says) in [
        (Mistake::Open, "does not see what fell in the open"),
        (Mistake::Overheard, "sees or hears what falls in secret"),
        (Mistake::Told, "hears a secret"),
        (Mistake::Asked, "sees no reason for these dice"),
        (Mistake::Ruled, "a ruling tells Seat(0) a secret"),
        (Mistake::Sought, "learns a secret by who is asked"),
        (Mistake::Worth, "count for the same by `worth` and lead to other positions"),
    ] {
        let game = cups_with(Some(mistake));
        let play = |seed| holds_in_random_play(&game, &(), &mut splitmix(seed), 40);
        let failed = (0..40).find_map(|seed| catch_unwind(AssertUnwindSafe(|| play(seed))).err());
        let told = failed.and_then(|told| told.downcast::<String>().ok());
        let told = told.unwrap_or_else(|| panic!("{mistake:?} is not found"));
        assert!(told.contains(says), "{mistake:?}: {told}");
    }
}

#[test]
fn dice_that_one_seat_may_know_are_sealed_and_told_it_alone() {
    let session = rolled();
    let inputs: Vec<&Input> = session.counted().map(|(counted, _)| &counted.input).collect();
    assert!(inputs.iter().all(|input| matches!(input, Input::SecretRoll { .. })));
    assert_eq!(inputs[0].fallen(), Some((vec![4], FaceSource::Typed)));
    let own = last(&session, B);
    assert_eq!(
        (own.says.as_str(), own.told[0].says.as_str()),
        ("B rolls in secret: 2", "B's die shows 2")
    );
    for other in [A, Seat::NOBODY] {
        let read = last(&session, other);
        assert_eq!((read.says.as_str(), read.told.len()), ("B rolls in secret", 0));
    }
    let record = session.saved();
    assert_eq!(record.verify(), Ok(()));
    let seen = record.seen_by(B, false);
    assert_eq!(seen.verify(), Ok(()));
    assert!(seen.is_closed() && seen.entries[0].input.fallen().is_none());
    assert_eq!(seen.entries[1].input.fallen(), Some((vec![1], FaceSource::Typed)));
    let text = serde_json::to_string(&seen).expect("records are JSON");
    assert!(!text.contains("salt of A") && text.contains("salt of B"), "{text}");
    // Another's secret dice are not put in open, nor one's own for others.
    let mut again = self::session();
    again.put_again(inputs[0]).expect("as it was rolled");
    assert!(again.put_again(inputs[0]).is_err(), "B's die is asked for");
    assert!(again.put_again(&seen.entries[0].input).is_err(), "it is not opened");
}

#[test]
fn a_secret_roll_is_put_right_in_secret() {
    let mut session = rolled();
    Table::correct(&mut session, 1, "6").expect("a face");
    assert_eq!(session.state().cups, [6, 2]);
    let record = session.saved();
    let text = serde_json::to_string(&record.seen_by(B, false)).expect("records are JSON");
    assert!(!text.contains("salt of A"), "{text}");
    assert!(Table::correct(&mut session, 1, "7").is_err());
}

#[test]
fn a_question_is_put_to_each_in_words_of_what_they_see() {
    let session = rolled();
    let says = |viewer| match session.pending_seen_by(viewer) {
        Asked::Choice { says, .. } => says,
        other => panic!("A is asked, not {other:?}"),
    };
    assert_eq!(says(None), "with 5 against 2: claim or pass");
    assert_eq!(says(Some(A)), "with 5 against 0: claim or pass");
    assert_eq!(says(Some(B)), "with 0 against 2: claim or pass");
    assert_eq!(says(Some(Seat::NOBODY)), "with 0 against 0: claim or pass");
}

#[test]
fn a_judges_word_is_read_by_those_whose_sight_it_changed() {
    let mut session = rolled();
    assert!(!session.withholds(A) && !session.withholds(B) && !session.withholds(Seat::NOBODY));
    session.amend(&Turn { seat: A, shows: 1 }, "it fell off the table").expect("a change");
    assert_eq!(last(&session, A).says, "judge: turn A to 1 (it fell off the table)");
    for other in [B, Seat::NOBODY] {
        assert_eq!(last(&session, other).says, "judge: a change that others know of");
        assert!(session.withholds(other));
    }
    assert!(!session.withholds(A));
    session.undo(2).expect("an input");
    assert!(session.withholds(B), "it stays in the record");
    let replaying = Replaying::whole(&|_, _, _| Vec::new());
    let again = Session::replay(cups(), &session.saved(), replaying, None);
    assert!(again.is_ok_and(|again| again.withholds(B) && !again.withholds(A)));
}

#[test]
fn dice_of_what_nobody_leads_are_nobodys() {
    let mut session = rolled();
    let show = Table::parse(&session, A, "show 5").expect("an action");
    Table::act(&mut session, A, &show, "").expect("A's die is a five");
    let Asked::Roll { groups, .. } = session.pending() else { panic!("a die is asked for") };
    let names = groups.iter().map(|group| session.seat_name(group.seat));
    assert_eq!(names.collect::<Vec<_>>(), ["nobody"]);
    assert_eq!(
        (session.seat_name(A), session.seat_name(Seat::JUDGE)),
        ("A".into(), "judge".into())
    );
}
