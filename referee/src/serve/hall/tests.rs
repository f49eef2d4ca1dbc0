//! What is not stored did not happen, and what is said at a table is kept beside its record.

use super::*;
use crate::store::Store;

fn line(line: &str) -> Put {
    Put { line: Some(line.into()), ..Put::default() }
}

#[tokio::test]
async fn what_could_not_be_stored_is_not_stored_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tables.db");
    let place = place.to_str().expect("a path in letters");
    let store = Store::open(place).await.expect("a store");
    let library = Arc::new(Library::embedded());
    let hall = Hall::new(library, store, Webhooks::new(Vec::new()));
    let new = r#"{ "battle": "duel-on-the-hill", "players": ["here", "here"], "dice": "typed" }"#;
    let seated = hall.open(serde_json::from_str(new).expect("a table")).await.expect("links");
    let key = &seated.links[0].key;
    let (room, role) = hall.enter(&seated.table, key).await.expect("a room");

    let disk = sqlx::AnyPool::connect(&format!("sqlite://{place}")).await.expect("the file");
    let full =
        "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'full'); END";
    sqlx::query(full).execute(&disk).await.expect("a disk that is full");
    let attack = || line("marro 1 attacks finn");
    assert!(hall.put(&room, role.clone(), attack()).await.is_err());
    sqlx::query("DROP TRIGGER full").execute(&disk).await.expect("room on the disk");

    // Whoever waited for the table meanwhile is told that it went on without them.
    let late = hall.put(&room, role.clone(), line("note late")).await.expect_err("stale");
    assert_eq!(late.status, StatusCode::CONFLICT);
    let (room, role) = hall.enter(&seated.table, key).await.expect("the table again");
    assert_eq!(room.view(&role, None).expect("a view").after, 0);
    hall.put(&room, role.clone(), attack()).await.expect("stored");
    assert_eq!(room.view(&role, None).expect("a view").after, 1);
}
