//! What is not stored did not happen, and what is said at a table is kept beside its record.

use super::*;
use crate::store::Store;
use serde_json::json;
use std::path::Path;

fn line(line: &str) -> Put {
    Put { line: Some(line.into()), ..Put::default() }
}

async fn hall_at(place: &Path) -> Arc<Hall> {
    let store = Store::open(place.to_str().expect("a path in letters")).await.expect("a store");
    Hall::new(Arc::new(Library::embedded()), store, Webhooks::new(Vec::new()))
}

#[tokio::test]
async fn what_could_not_be_stored_is_not_stored_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tables.db");
    let hall = hall_at(&place).await;
    let new = r#"{ "battle": "duel-on-the-hill", "players": ["here", "here"], "dice": "typed" }"#;
    let seated = hall.open(serde_json::from_str(new).expect("a table"), None).await.expect("links");
    let key = &seated.links[0].key;
    let (room, role) = hall.enter(&seated.table, key).await.expect("a room");

    let disk =
        sqlx::AnyPool::connect(&format!("sqlite://{}", place.display())).await.expect("the file");
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
    let done = hall.put(&room, role.clone(), attack()).await.expect("stored");
    assert_eq!(done.after, 1);
    assert_eq!(room.view(&role, None).expect("a view").after, 1);
}

#[tokio::test]
async fn a_table_is_kept_twice_only_while_somebody_asks() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall_at(&folder.path().join("tables.db")).await;
    let new = r#"{ "battle": "duel-on-the-hill", "players": ["here", "here"] }"#;
    let seated = hall.open(serde_json::from_str(new).expect("a table"), None).await.expect("links");
    let (room, role) = hall.enter(&seated.table, &seated.links[0].key).await.expect("a room");
    let ask = async || {
        let ask = serde_json::from_str(r#"{ "line": "los marro 1 finn" }"#).expect("a question");
        hall.ask(&room, role.clone(), ask).await.expect("an answer")
    };
    let is_kept = || {
        room.tidy();
        locked(&room.copy).is_some()
    };
    let wait = async |seconds| {
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(seconds)).await;
        tokio::time::resume();
    };
    assert!(!is_kept());
    let first = ask().await;
    wait(40).await;
    assert!(is_kept());
    assert_eq!(ask().await.headline, first.headline);
    wait(40).await;
    assert!(is_kept(), "somebody asked meanwhile");
    wait(40).await;
    assert!(!is_kept());
    assert_eq!(ask().await.headline, first.headline);
}

#[tokio::test]
async fn dice_of_the_seed_are_typed_by_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall_at(&folder.path().join("tables.db")).await;
    let new = r#"{ "battle": "duel-on-the-hill", "players": ["here", "friend"], "seed": 4 }"#;
    let seated = hall.open(serde_json::from_str(new).expect("a table"), None).await.expect("links");
    let (room, role) = hall.enter(&seated.table, &seated.links[0].key).await.expect("a room");
    // As long as the table is held, the seed does not roll.
    let mut live = locked(&room.live);
    live.put(&role, &line("marro 1 attacks finn")).expect("it is legal");
    let refused = live.put(&role, &line("3s")).expect_err("the seed rolls");
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_part_of_a_turn_that_is_under_way_is_told_with_its_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = hall_at(&folder.path().join("tables.db")).await;
    let sit = async |battle: &str| {
        let new = json!({ "battle": battle, "players": ["here", "here"], "dice": "typed" });
        let new = serde_json::from_value(new).expect("a table");
        let seated = hall.open(new, None).await.expect("links");
        hall.enter(&seated.table, &seated.links[0].key).await.expect("a room")
    };
    let told = |(room, role): &(Arc<Room>, Role)| {
        let phase = room.view(role, None).expect("a view").phase.expect("a phase");
        (phase.says, phase.rule, phase.next)
    };
    let of = |says: &str, rule: &str| (says.to_string(), rule.to_string(), Vec::new());
    assert_eq!(told(&sit("duel-on-the-hill").await), of("moving", "HS-3.3.2"));
    assert_eq!(told(&sit("ea-heresy").await), of("break their spirit", "EA-13.5"));
    assert_eq!(told(&sit("skirmish").await), of("deployment", "SK-1.3"));

    // Of a draft also whose picks come next.
    let draft = sit("choosing-sides").await;
    let put = async |words: &str| {
        hall.put(&draft.0, draft.1.clone(), line(words)).await.expect("it is put in");
        told(&draft)
    };
    assert_eq!(told(&draft), of("who picks first", "HS-2.1.2"));
    let picks = ("picking a card".to_string(), "HS-2.1.4".to_string(), vec![1, 1, 0, 1]);
    assert_eq!(put("20 1").await, picks);
    let card = draft.0.view(&draft.1, None).expect("a view").offers.actions.remove(0).says;
    let places = ("placing its figures".to_string(), "HS-2.1.7".to_string(), vec![1, 1, 0, 1]);
    assert_eq!(put(&card).await, places);
}

#[tokio::test]
async fn who_sits_there_is_named_beside_their_seat_and_found_so_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tables.db");
    let hall = hall_at(&place).await;
    let new = r#"{ "battle": "duel-on-the-hill", "players": ["here", "friend"], "names": ["Anna", "Ben"] }"#;
    let seated = hall.open(serde_json::from_str(new).expect("a table"), None).await.expect("links");
    let enter = async |hall: &Arc<Hall>, link: usize| {
        hall.enter(&seated.table, &seated.links[link].key).await
    };
    let called = |(room, role): &(Arc<Room>, Role)| {
        let seats = room.view(role, None).expect("a view").seats.into_iter();
        seats.map(|seat| seat.called.unwrap_or_default()).collect::<Vec<_>>()
    };
    let friend = enter(&hall, 1).await.expect("a room");
    assert_eq!(called(&friend), ["Anna", "Ben"]);

    let name = |name: &str| Put { name: Some(name.into()), ..Put::default() };
    let put = async |name: Put| hall.put(&friend.0, friend.1.clone(), name).await;
    put(name(" Ben  B. ")).await.expect("another name");
    assert_eq!(called(&friend), ["Anna", "Ben B."]);
    let long = put(name(&"n".repeat(25))).await.expect_err("it is too long");
    assert!(long.fault.says.contains("24 are the most"), "{}", long.fault.says);
    let others = put(Put { seat: Some(0), ..name("Zoe") }).await.expect_err("another's seat");
    assert_eq!(others.status, StatusCode::FORBIDDEN);
    let (room, role) = enter(&hall, 2).await.expect("a room");
    assert!(hall.put(&room, role, name("Zoe")).await.is_err(), "spectators sit nowhere");
    // What is said is said by that name.
    put(Put { chat: Some("hello".into()), ..Put::default() }).await.expect("it is said");
    assert_eq!(friend.0.view(&friend.1, None).expect("a view").chat[0].by, "Ben B. (B)");

    let later = hall_at(&place).await;
    assert_eq!(called(&enter(&later, 0).await.expect("a room")), ["Anna", "Ben B."]);
    put(name("")).await.expect("no name");
    assert_eq!(called(&friend), ["Anna", ""]);
}
