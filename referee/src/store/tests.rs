//! The store keeps what it is given, in a file and, where `UMPIRE_TEST_POSTGRES` names one, in a database.

use super::{Addition, Kept, Pulse, Rematch, Store, Unstored, record};
use serde_json::json;
use std::slice;
use umpire_core::seat::Seat;
use umpire_core::transcript::{Entry, Input, Sealed};

fn kept() -> Kept {
    let header = json!({
        "format": 1, "version": "0", "ruleset": "duel", "edition": "first", "data": "", "setup": {},
    });
    let header = serde_json::from_value(header).expect("a header");
    Kept { transcript: record(header, Vec::new(), Vec::new()), settings: "{}".into(), revision: 0 }
}

fn entry(number: usize) -> Entry {
    let input = Input::Note(format!("it's line \"{number}\" ü"));
    Entry { number, input, chain: String::new(), digest: None, seal: None }
}

fn fresh_name() -> String {
    format!("t{:032x}", rand::random::<u128>())
}

async fn keeps_tables(store: &Store) {
    let (table, hash) = (fresh_name(), fresh_name());
    let entrances = [(hash.clone(), "role".to_string())];
    store.begin(&table, &kept(), &entrances).await.expect("a table begun");
    assert_eq!(store.table(&table).await, Ok(kept()));
    let entrance = store.entrance(&hash).await.expect("an entrance");
    assert_eq!((entrance.table, entrance.role), (table.clone(), "role".into()));
    assert_eq!(store.entrance("no such hash").await, Err(Unstored::Unknown));
    assert_eq!(store.table("no such table").await, Err(Unstored::Unknown));

    let waiting = [Sealed::new(Seat(1), json!({"rock": 1}), "salt")];
    let entries = [entry(1), entry(2)];
    let first = Addition { table: &table, revision: 0, entries: &entries, waiting: &waiting };
    assert_eq!(store.add(first).await, Ok(1));
    let found = store.table(&table).await.expect("the table");
    assert_eq!((found.transcript.entries, found.revision), (entries.to_vec(), 1));
    assert_eq!(found.transcript.waiting, waiting);

    // Whoever did not see that is refused, and nothing of theirs stays.
    let late = [entry(3)];
    let again = Addition { table: &table, revision: 0, entries: &late, waiting: &[] };
    assert_eq!(store.add(again).await, Err(Unstored::Overtaken));
    let twice = Addition { table: &table, revision: 1, entries: &entries, waiting: &[] };
    assert_eq!(store.add(twice).await, Err(Unstored::Overtaken));
    let found = store.table(&table).await.expect("the table");
    assert_eq!((found.transcript.entries.len(), found.transcript.waiting.len()), (2, 1));
    assert_eq!(
        store.pulse(&table).await,
        Ok(Pulse { revision: 1, said: 0, named: 0, fought_again: false })
    );

    // What is said stands beside the record, the last of it.
    for words in ["one", "it's two", "three"] {
        assert_eq!(store.say(&table, words, 2).await, Ok(()));
    }
    let two = || (2, "it's two".to_string());
    assert_eq!(store.said(&table, 0).await, Ok(vec![two(), (3, "three".to_string())]));
    assert_eq!(store.said(&table, 2).await, Ok(vec![(3, "three".to_string())]));
    assert_eq!(
        store.pulse(&table).await,
        Ok(Pulse { revision: 1, said: 3, named: 0, fought_again: false })
    );

    // Whoever sits there has the name that was given last.
    assert_eq!(store.names(&table).await, Ok((0, Vec::new())));
    for (seat, name) in [(0, "Anna"), (1, "it's Ben"), (0, "Anne")] {
        assert_eq!(store.name(&table, seat, name).await, Ok(()));
    }
    let names = vec![(1, "it's Ben".to_string()), (0, "Anne".to_string())];
    assert_eq!(store.names(&table).await, Ok((3, names)));
    assert_eq!(
        store.pulse(&table).await,
        Ok(Pulse { revision: 1, said: 3, named: 3, fought_again: false })
    );
    assert_eq!(store.pulse("no such table").await, Err(Unstored::Unknown));

    // Of two rematches the first stands, and nothing of the other.
    let (again, late, let_in) = (fresh_name(), fresh_name(), (fresh_name(), "role".to_string()));
    assert_eq!(store.rematch(&table).await, Ok(None));
    let of = (table.as_str(), "it's swapped");
    assert_eq!(store.begin_rematch(of, &again, &kept(), &[]).await, Ok(()));
    let begun = store.begin_rematch(of, &late, &kept(), slice::from_ref(&let_in)).await;
    assert_eq!(begun, Err(Unstored::Overtaken));
    assert_eq!(store.entrance(&let_in.0).await, Err(Unstored::Unknown));
    assert_eq!(store.table(&late).await, Err(Unstored::Unknown));
    let found = Rematch { table: again.clone(), how: "it's swapped".into() };
    assert_eq!(store.rematch(&table).await, Ok(Some(found)));
    assert_eq!(store.pulse(&table).await.map(|pulse| pulse.fought_again), Ok(true));
    assert_eq!(store.let_in(&again, &let_in).await, Ok(()));
    assert_eq!(store.entrance(&let_in.0).await.map(|entrance| entrance.table), Ok(again));
}

#[tokio::test]
async fn a_file_keeps_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("odd name? 100% #1.db");
    let path = path.to_str().expect("a path in letters");
    let store = Store::open(path).await.expect("a store");
    keeps_tables(&store).await;
    assert!(folder.path().join("odd name? 100% #1.db").is_file());
    let table = fresh_name();
    store.begin(&table, &kept(), &[]).await.expect("a table begun");
    drop(store);
    let store = Store::open(path).await.expect("the store again");
    assert_eq!(store.table(&table).await, Ok(kept()));
}

#[tokio::test]
async fn all_that_is_said_at_once_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("said.db");
    let path = path.to_str().expect("a path in letters");
    let table = fresh_name();
    let mut speakers = tokio::task::JoinSet::new();
    for speaker in 0..4 {
        let (store, table) = (Store::open(path).await.expect("a store"), table.clone());
        speakers.spawn(async move {
            for number in 0..10 {
                let words = format!("{speaker} says {number}");
                assert_eq!(store.say(&table, &words, 100).await, Ok(()));
            }
        });
    }
    speakers.join_all().await;
    let store = Store::open(path).await.expect("the store again");
    let said = store.said(&table, 0).await.expect("all of it");
    let numbers: Vec<i64> = said.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_database_keeps_tables() {
    let Ok(place) = std::env::var("UMPIRE_TEST_POSTGRES") else { return };
    keeps_tables(&Store::open(&place).await.expect("a store")).await;
}

#[tokio::test]
async fn what_is_answered_is_kept_though_the_disk_was_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("full.db");
    let path = path.to_str().expect("a path in letters");
    let (store, tables) = (Store::open(path).await.expect("a store"), [fresh_name(), fresh_name()]);
    for table in &tables {
        store.begin(table, &kept(), &[]).await.expect("a table begun");
    }
    let mut answered = [0, 0];
    let mut add = async |at: usize| {
        let line = Entry { input: Input::Note("x".repeat(2000)), ..entry(answered[at] + 1) };
        let (revision, entries) = (answered[at] as i64, [line]);
        let addition = Addition { table: &tables[at], revision, entries: &entries, waiting: &[] };
        let is_kept = store.add(addition).await.is_ok();
        answered[at] += usize::from(is_kept);
        is_kept
    };
    store.limit("PRAGMA max_page_count = 40").await;
    let mut tries = 0;
    while add(0).await {
        tries += 1;
        assert!(tries < 1000, "the disk becomes full");
    }
    for at in [1, 0, 1] {
        add(at).await;
    }
    store.limit("PRAGMA max_page_count = 100000").await;
    for at in [0, 1, 0, 1] {
        assert!(add(at).await, "there is room again");
    }
    let later = fresh_name();
    store.begin(&later, &kept(), &[]).await.expect("another table");
    assert_eq!(store.say(&later, "is there room?", 9).await, Ok(()));
    drop(store);
    let store = Store::open(path).await.expect("the store again");
    for (table, answered) in tables.iter().zip(answered) {
        let found = store.table(table).await.expect("the table");
        assert_eq!(found.transcript.entries.len(), answered);
    }
    assert_eq!(
        store.pulse(&later).await,
        Ok(Pulse { revision: 0, said: 1, named: 0, fought_again: false })
    );
}

#[tokio::test]
async fn what_is_no_store_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.db");
    std::fs::write(&path, "this is no database, whatever its name says, not even a short one")
        .expect("a file");
    let refused = Store::open(path.to_str().expect("a path")).await;
    assert!(matches!(refused, Err(Unstored::Failed(_))), "{refused:?}");
}
