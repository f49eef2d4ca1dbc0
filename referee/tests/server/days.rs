//! A game over days: a table waits as long as its people do, over servers that end and begin, and days leave no trace in it.

use super::guests::{Guest, folder, get, offers, opened, reached, server};
use axum::http::StatusCode;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Time goes by: the clock is the test's.
async fn wait(days: u32) {
    tokio::time::pause();
    tokio::time::advance(DAY * days).await;
    tokio::time::resume();
}

/// The first offer of whoever is asked, put in.
async fn moves(guests: &[Guest<'_>]) -> Value {
    let view = guests[0].settled().await;
    let asked = view["asked"]["seats"][0].as_u64().expect("a seat") as usize;
    let view = guests[asked].settled().await;
    let line = &offers(&view)[0];
    let (status, done) = guests[asked].put(json!({ "after": view["after"], "line": line })).await;
    assert_eq!(status, StatusCode::OK, "`{line}`: {done}");
    guests[asked].settled().await
}

/// What a table is, apart from its name and who is there now.
fn itself(mut view: Value) -> Value {
    view["table"] = Value::Null;
    view["role"] = Value::Null;
    for seat in view["seats"].as_array_mut().expect("seats") {
        seat["present"] = Value::Null;
    }
    view
}

#[tokio::test]
async fn days_between_moves_are_as_if_there_were_none() {
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "seed": 4 });

    // The same game in one sitting.
    let sitting = folder();
    let at_once = server(sitting.path()).await;
    let guests = opened(&at_once, new.clone()).await;
    for _ in 0..9 {
        moves(&guests).await;
    }
    let expected = [guests[0].settled().await, guests[1].settled().await].map(itself);

    // The same over three servers and seven weeks.
    let folder = folder();
    let (table, keys) = {
        let server = server(folder.path()).await;
        let guests = opened(&server, new).await;
        let address = reached(&server).await;
        let to = format!("ws://{address}{}", guests[1].path("live"));
        let (mut looks, _) = tokio_tungstenite::connect_async(to).await.expect("a socket");
        let first = looks.next().await.expect("a frame").expect("a view");
        assert!(first.to_text().expect("text").contains("\"after\":0"));
        for _ in 0..3 {
            moves(&guests).await;
            wait(3).await;
        }
        // Whoever looked on all the time still hears of what happens.
        let before = guests[0].settled().await["after"].as_u64();
        let mut heard = None;
        while heard < before {
            let frame = looks.next().await.expect("a socket").expect("a frame");
            let view =
                frame.to_text().ok().and_then(|text| serde_json::from_str::<Value>(text).ok());
            heard = view.and_then(|view| view["after"].as_u64()).or(heard);
        }
        let keys: Vec<String> = guests.iter().map(|guest| guest.key.clone()).collect();
        (guests[0].table.clone(), keys)
    };
    let mut known = 3;
    for _ in 0..2 {
        // Nobody is there, and no server either.
        wait(14).await;
        let server = server(folder.path()).await;
        wait(5).await;
        let guests: Vec<Guest> = keys
            .iter()
            .map(|key| Guest { server: &server, table: table.clone(), key: key.clone() })
            .collect();
        // Each comes back by their link, to where it was.
        for guest in &guests {
            let (status, _) = get(&server, &format!("/plain/{table}/{}", guest.key)).await;
            assert_eq!(status, StatusCode::OK);
            let view = guest.settled().await;
            let decisions = view["log"].as_array().expect("a log").iter();
            let decisions = decisions.filter(|line| line["by"].is_number()).count();
            assert_eq!(decisions, known);
        }
        for _ in 0..3 {
            moves(&guests).await;
            wait(1).await;
            known += 1;
        }
    }
    let server = server(folder.path()).await;
    for (at, key) in keys.iter().take(2).enumerate() {
        let guest = Guest { server: &server, table: table.clone(), key: key.clone() };
        assert_eq!(itself(guest.settled().await), expected[at]);
    }
}
