//! Lines that begin as one thing and are another, and what the prompt of a real table has and a web table has as well.

use super::guests::{folder, offers, opened, server};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// A figure that chooses how many of its dice each attack rolls.
const SHARED_DICE: &str = "game: heroscape
battlefield:
  battlefield: field
  levels:
    1: |
      g g g g g
       g g g g g
seats:
  A: {cards: [major-q9]}
  B: {cards: [krug, finn]}
position:
  figures: {major-q9: A1 B1, krug: D1 E1, finn: C2}
  turn: {card: major-q9}
";

#[tokio::test]
async fn an_action_that_begins_with_roll_is_no_command() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({
        "battle": "dice", "scenario": SHARED_DICE, "players": ["here", "here"], "dice": "typed",
    });
    let one = opened(&server, new).await.swap_remove(0);
    assert_eq!(one.line("major-q9 uses 1 on krug").await.0, StatusCode::OK);
    let offered = offers(&one.view().await);
    assert_eq!(offered, ["roll 1 dice", "roll 2 dice", "roll 3 dice"]);
    let (status, done) = one.line(&offered[2]).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let asked = one.view().await["asked"].clone();
    assert_eq!((&asked["kind"], &asked["groups"][0]["count"]), (&json!("roll"), &json!(3)));
}

#[tokio::test]
async fn whoever_gives_up_is_named_rightly_or_not_at_all() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"] });
    let one = opened(&server, new).await.swap_remove(0);
    let (status, fault) = one.line("concede blu").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(fault["says"], "no seat `blu`, there are A, B");
    assert_ne!(one.view().await["asked"]["kind"], "over");
    assert_eq!(one.line("concede").await.0, StatusCode::OK);
    assert_eq!(one.view().await["asked"]["kind"], "over");
}

#[tokio::test]
async fn players_agree_to_a_draw() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"] });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    for agrees in [false, true] {
        assert_eq!(one.line("draw").await.0, StatusCode::OK);
        let proposal = other.view().await["proposal"].clone();
        assert_eq!((&proposal["draw"], &proposal["waits_for"]), (&json!(true), &json!([1])));
        assert_eq!(watch.put(json!({ "consent": true })).await.0, StatusCode::FORBIDDEN);
        assert_eq!(one.put(json!({ "consent": true })).await.0, StatusCode::FORBIDDEN);
        assert_eq!(other.put(json!({ "consent": agrees })).await.0, StatusCode::OK);
        let view = one.view().await;
        assert_eq!(view["proposal"], Value::Null);
        assert_eq!(view["asked"]["kind"] == "over", agrees);
    }
}

#[tokio::test]
async fn any_dice_are_rolled_at_a_referees_table() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests =
        opened(&server, json!({ "battle": "ea-heresy", "referee": true, "seed": 3 })).await;
    let (status, done) = guests[0].line("roll 3d6").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let says = done["says"].as_str().expect("words");
    assert!(says.starts_with("3 d6: "), "{says}");
    let notes = guests[1].view().await["notes"].to_string();
    assert!(notes.contains(says), "everybody reads it: {notes}");
    let again = guests[0].line("roll 3d6").await.1;
    assert_ne!(again["says"], Value::Null);
    assert_eq!(guests[0].line("roll 3 pebbles").await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn what_is_written_into_the_record_is_no_longer_than_a_line() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"] });
    let one = opened(&server, new).await.swap_remove(0);
    let long = "x".repeat(10_000);
    assert_eq!(one.line(&format!("note {long}")).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(one.line("note short").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_question_that_is_put_in_is_answered_and_changes_nothing() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"] });
    let one = opened(&server, new).await.swap_remove(0);
    let (status, done) = one.line("odds marro 1 attacks finn").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(done["answer"], one.ask("odds marro 1 attacks finn").await.1);
    assert_eq!(done["after"], 0);
}

/// One unit that saves, of which a face is called as what keeps a game is.
const ONE_SAVE: &str = "game: dragon-dice
seats: {A: {}, B: {}}
position:
  action: frontier
  armies: {A: {frontier: [bowman]}, B: {frontier: [crossbowman], home B: [bowman]}}
  terrains: {frontier: coastland-city 6}
";

#[tokio::test]
async fn a_die_that_shows_a_save_is_typed_as_one() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({
        "battle": "one save", "scenario": ONE_SAVE, "players": ["here", "here"], "dice": "typed",
    });
    let one = opened(&server, new).await.swap_remove(0);
    for line in ["melee B", "melee"] {
        let (status, done) = one.line(line).await;
        assert_eq!(status, StatusCode::OK, "{line}: {done}");
    }
    let before = one.view().await["counted"].as_u64();
    let (status, done) = one.line("save").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert!(one.view().await["counted"].as_u64() > before, "the die fell: {done}");
}
