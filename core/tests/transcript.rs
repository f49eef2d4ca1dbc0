//! Tests of records: nothing in one can be changed without being noticed, and what is left out of one for a seat is no fault.

use serde_json::json;
use umpire_core::data::Files;
use umpire_core::seat::Seat;
use umpire_core::transcript::{Broken, FORMAT, FaceSource, Header, Input, Sealed, Transcript};

fn header() -> Header {
    Header {
        format: FORMAT,
        version: "1".into(),
        ruleset: "duel".into(),
        edition: "first".into(),
        house_rules: Vec::new(),
        data: "tables".into(),
        setup: json!({}),
        scenario: String::new(),
        sources: Files::default(),
        players: vec!["human".into()],
        seed: Some(1 << 100),
        seed_seal: None,
        secret: None,
    }
}

/// A record with decisions, dice, a digest, something that waits, and an end.
fn record() -> Transcript {
    let mut record = Transcript::new(header());
    record.keep_secret("letters");
    let sealed = |seat| Sealed::new(Seat(seat), json!({ "order": seat }), format!("salt {seat}"));
    record.push(Input::Act { seat: Seat(0), action: json!("go") }, None);
    record.push(Input::Together(vec![sealed(0), sealed(1)]), Some("digest".into()));
    record.push(Input::Roll { faces: vec![1, 2], source: FaceSource::Seeded }, None);
    record.waiting.push(sealed(1));
    record.close("last".into());
    record
}

#[test]
fn a_record_hangs_together_and_comes_back_from_json() {
    let record = record();
    assert_eq!(record.verify(), Ok(()));
    let text = serde_json::to_string(&record).expect("records are JSON");
    assert_eq!(serde_json::from_str::<Transcript>(&text).expect("it is a record"), record);
    assert!(text.contains(&format!("\"seed\":\"{}\"", 1_u128 << 100)), "{text}");
}

/// What is changed, how, and where the record then no longer hangs together.
type Tampering = (&'static str, fn(&mut Transcript), Broken);

#[test]
fn every_change_is_noticed() {
    let tampered: [Tampering; 15] = [
        ("the seed", |r| r.header.seed = Some(5), Broken::Seed),
        ("the seed left out", |r| r.header.seed = None, Broken::Seed),
        ("the secret", |r| r.header.secret = Some("x".into()), Broken::Seed),
        (
            "the secret left out, and the seed changed",
            |r| (r.header.secret, r.header.seed) = (None, Some(5)),
            Broken::Seed,
        ),
        (
            "the secret and the seed left out, but not the digests",
            |r| (r.header.secret, r.header.seed) = (None, None),
            Broken::Line(2),
        ),
        (
            "all secrets left out but the last digest",
            |r| {
                *r = Transcript { digest: Some("x".into()), ..r.seen_by(Seat(0), false) };
            },
            Broken::End,
        ),
        ("a player", |r| r.header.players.clear(), Broken::Line(1)),
        ("a digest", |r| r.entries[1].digest = Some("x".into()), Broken::Line(2)),
        ("a digest left out", |r| r.entries[1].digest = None, Broken::Line(2)),
        (
            "a digest and its seal",
            |r| {
                (r.entries[1].digest, r.entries[1].seal) = (None, None);
            },
            Broken::Line(2),
        ),
        (
            "faces",
            |r| {
                r.entries[2].input = Input::Roll { faces: vec![3, 2], source: FaceSource::Seeded };
            },
            Broken::Line(3),
        ),
        ("a cut tail", |r| drop(r.entries.pop()), Broken::End),
        (
            "what waits",
            |r| {
                r.waiting[0] = Sealed::new(Seat(1), json!({ "order": 2 }), "salt");
            },
            Broken::End,
        ),
        ("what waits left out", |r| r.waiting.clear(), Broken::End),
        ("the last digest", |r| r.digest = Some("x".into()), Broken::End),
    ];
    for (what, change, broken) in tampered {
        let mut record = record();
        change(&mut record);
        assert_eq!(record.verify(), Err(broken), "{what}");
    }
}

#[test]
fn a_seat_sees_no_seed_no_digest_and_no_seal_of_another() {
    let seen = record().seen_by(Seat(0), false);
    assert_eq!(seen.verify(), Ok(()), "what is left out is no fault");
    assert!(seen.is_closed() && !record().is_closed());
    let text = serde_json::to_string(&seen).expect("records are JSON");
    let secrets =
        ["\"digest\"", "letters", "last", "salt 1", "\"order\":1", &(1_u128 << 100).to_string()];
    for secret in secrets {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    assert!(text.contains("salt 0"), "its own stand open: {text}");
    let all = record().seen_by(Seat(0), true);
    assert_eq!(all, record());
}

#[test]
fn records_without_a_secret_are_read_as_they_were() {
    let mut old = Transcript::new(header());
    old.push(Input::Note("hm".into()), Some("digest".into()));
    old.close("last".into());
    assert_eq!((old.verify(), old.end.clone()), (Ok(()), None));
    old.entries[0].digest = None;
    assert_eq!(old.verify(), Ok(()));
}
