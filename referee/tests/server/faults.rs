//! What goes wrong at a server: it is told in one clear message, nothing accepted is lost, and no other table waits.

use super::guests::{Guest, answer, folder, get, offers, opened, post, server, server_at};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

const DUEL: &str = "duel-on-the-hill";

fn says(fault: &Value) -> &str {
    fault["says"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn an_unknown_table_and_a_link_of_another_are_told_alike() {
    let folder = folder();
    let server = server(folder.path()).await;
    let mine = opened(&server, json!({ "battle": DUEL })).await.swap_remove(0);
    let other = opened(&server, json!({ "battle": "skirmish" })).await.swap_remove(0);
    let at = |table: &str, key: &str| Guest {
        server: &server,
        table: table.to_string(),
        key: key.to_string(),
    };
    let wrong = [
        at("nowhere", &mine.key),
        at(&other.table, &mine.key),
        at(&mine.table, "guessed"),
        at("..%2f..", &mine.key),
    ];
    for guest in wrong {
        let (status, body) = get(&server, &guest.path("view")).await;
        let fault: Value = serde_json::from_slice(&body).expect("a fault");
        assert_eq!(status, StatusCode::NOT_FOUND, "{fault}");
        // Who guesses learns nothing of whether there is such a table.
        assert_eq!(says(&fault), "there is no such table, or this link does not lead to it");
        assert_eq!(guest.line("end turn").await.0, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn two_tabs_of_a_seat_do_not_decide_twice() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": DUEL, "players": ["here", "here"], "seed": 4 });
    let one = opened(&server, new).await.swap_remove(0);
    let other = Guest { server: &server, table: one.table.clone(), key: one.key.clone() };
    let (view, same) = (one.settled().await, other.settled().await);
    assert_eq!(view, same);
    let put = |view: &Value| json!({ "after": view["after"], "line": offers(view)[0] });
    let (status, done) = one.put(put(&view)).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    // The other tab has not heard of it yet, and answers the same question.
    let (status, fault) = other.put(put(&same)).await;
    assert_eq!(status, StatusCode::CONFLICT, "{fault}");
    assert!(says(&fault).contains("gone on meanwhile"), "{fault}");
    let now = other.settled().await;
    assert_eq!(now, one.settled().await);
    assert_eq!(other.put(put(&now)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn bodies_are_bounded() {
    let folder = folder();
    let server = server(folder.path()).await;
    let one = opened(&server, json!({ "battle": DUEL })).await.swap_remove(0);
    for path in ["/api/tables", "/api/tables/upload", &one.path("inputs"), &one.path("ask")] {
        let huge = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        let huge = huge.body(Body::from(vec![b' '; 100 << 20])).expect("a request");
        let (status, body) = answer(&server, huge).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        assert!(body.len() < 300, "{path}: {} bytes of answer", body.len());
    }
    let (status, fault) = one.line(&"x".repeat(100_000)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
}

#[tokio::test]
async fn markup_in_names_is_text() {
    let folder = folder();
    let server = server(folder.path()).await;
    let strange = "<img src=x onerror=alert(1)>";
    let scenario = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../data/heroscape/scenarios/duel-on-the-hill.yaml"
    ));
    let scenario = scenario.expect("a scenario");
    let lines = scenario.lines().map(|line| match line.starts_with("scenario:") {
        true => format!("scenario: \"{strange}\""),
        false => line.to_string(),
    });
    let scenario = lines.collect::<Vec<_>>().join("\n");
    let new = json!({ "battle": strange, "scenario": scenario });
    let one = opened(&server, new).await.swap_remove(0);
    let (status, _) = one.line(&format!("note {strange}")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(one.put(json!({ "chat": strange })).await.0, StatusCode::OK);
    let view = one.view().await;
    assert_eq!(view["title"], strange);
    assert_eq!(view["chat"][0]["words"], strange);
    let plain = format!("/plain/{}/{}", one.table, one.key);
    for path in [plain, one.path("picture.svg")] {
        let (status, page) = get(&server, &path).await;
        let page = String::from_utf8(page).expect("text");
        assert!(status == StatusCode::OK && !page.contains("<img src=x"), "{path}: {page}");
    }
}

#[tokio::test]
async fn what_is_said_outlives_the_server_and_is_no_part_of_the_record() {
    let folder = folder();
    let (table, key, before) = {
        let server = server(folder.path()).await;
        let new = json!({ "battle": DUEL, "players": ["here", "friend"], "seed": 4 });
        let guests = opened(&server, new).await;
        let [one, other, watch] = &guests[..] else { panic!("three links") };
        for (guest, words) in [(one, "good luck"), (other, "you too")] {
            assert_eq!(guest.put(json!({ "chat": words })).await.0, StatusCode::OK);
        }
        assert_eq!(one.put(json!({ "chat": "  " })).await.0, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(watch.put(json!({ "chat": "hello" })).await.0, StatusCode::FORBIDDEN);
        let record = get(&server, &one.path("record")).await.1;
        assert!(!String::from_utf8_lossy(&record).contains("good luck"));
        (one.table.clone(), one.key.clone(), one.view().await["chat"].clone())
    };
    assert_eq!(
        before,
        json!([{ "by": "A", "words": "good luck" }, { "by": "B", "words": "you too" }])
    );
    let server = server(folder.path()).await;
    let one = Guest { server: &server, table, key };
    assert_eq!(one.view().await["chat"], before);
    assert_eq!(one.put(json!({ "chat": "again" })).await.0, StatusCode::OK);
    assert_eq!(one.view().await["chat"][2]["words"], "again");
}

#[tokio::test]
async fn odds_of_what_has_none_are_an_empty_answer() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": DUEL, "players": ["here", "here"], "seed": 4 });
    let one = opened(&server, new).await.swap_remove(0);
    let ask = async |line: &str| {
        post(&server, &one.path("ask"), &json!({ "line": line, "or_nothing": true })).await
    };
    assert_eq!(one.ask("odds end turn").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, reply) = ask("odds end turn").await;
    assert_eq!(
        (status, &reply["headline"], &reply["rows"]),
        (StatusCode::OK, &json!(""), &json!([]))
    );
    let (_, reply) = ask("odds marro 1 attacks finn").await;
    assert_eq!(reply["rows"][2][0], "finn 1 wounded", "{reply}");
}

#[tokio::test]
async fn the_lobby_tells_where_webhooks_may_be() {
    let folder = folder();
    let server = server(folder.path()).await;
    let lobby: Value =
        serde_json::from_slice(&get(&server, "/api/lobby").await.1).expect("a lobby");
    assert_eq!(lobby["webhook_hosts"], json!(["127.0.0.1"]));
}

/// A server with a port, whose system keeps next to nothing of what is not read.
async fn served_narrowly(folder: &std::path::Path) -> (axum::Router, SocketAddr) {
    let server = server(folder).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_send_buffer_size(4096).expect("a narrow socket");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a port");
    let listener = socket.listen(64).expect("a listener");
    let address = listener.local_addr().expect("an address");
    let serving = server.clone();
    tokio::spawn(async move { axum::serve(listener, serving).await });
    (server, address)
}

#[tokio::test]
async fn nobody_waits_for_a_client_that_never_reads() {
    let folder = folder();
    let (server, address) = served_narrowly(folder.path()).await;
    let new = json!({ "battle": DUEL, "players": ["here", "friend"], "seed": 4 });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    let live = |guest: &Guest<'_>| format!("ws://{address}{}", guest.path("live"));

    // B opens a socket and never reads: not even the first frame has room on its way.
    let stuck = TcpSocket::new_v4().expect("a socket");
    stuck.set_recv_buffer_size(4096).expect("a narrow socket");
    let stuck = stuck.connect(address).await.expect("a connection");
    let (stuck, _) = tokio_tungstenite::client_async(live(other), stuck).await.expect("a socket");
    let (mut reads, _) =
        tokio_tungstenite::connect_async(live(watch)).await.expect("another socket");
    let mut next = async || loop {
        let frame = reads.next().await.expect("a socket").expect("a frame");
        if let Some(text) = frame.to_text().ok().filter(|text| text.starts_with('{')) {
            break serde_json::from_str::<Value>(text).expect("a view");
        }
    };
    let present = |view: &Value| view["seats"][1]["present"].as_u64();
    while present(&next().await) != Some(1) {}

    // The game goes on, and whoever reads hears of it.
    for _ in 0..6 {
        let view = one.settled().await;
        let lines = [offers(&view), offers(&other.view().await)].concat();
        let guest = if view["yours"] == true { one } else { other };
        let (status, done) = guest.line(&lines[0]).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        let after = view["after"].as_u64();
        while next().await["after"].as_u64() <= after {}
    }

    // After a while nobody waits for B any more.
    tokio::time::pause();
    tokio::time::advance(std::time::Duration::from_secs(30)).await;
    tokio::time::resume();
    while present(&next().await) != Some(0) {}
    drop(stuck);
}

/// A way to a database that can be cut.
async fn wire(to: String) -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (cut, is_cut) = watch::channel(false);
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            if *is_cut.borrow() {
                continue;
            }
            let (to, mut is_cut) = (to.clone(), is_cut.clone());
            tokio::spawn(async move {
                let Ok(mut far) = TcpStream::connect(to).await else { return };
                tokio::select! {
                    _ = copy_bidirectional(&mut near, &mut far) => {}
                    _ = is_cut.wait_for(|cut| *cut) => {}
                }
            });
        }
    });
    (address, cut)
}

#[tokio::test]
async fn a_database_that_is_gone_for_a_while_loses_nothing() {
    let Ok(place) = std::env::var("UMPIRE_TEST_POSTGRES") else { return };
    let (before, rest) = place.rsplit_once('@').expect("a user");
    let (host, name) = rest.split_once('/').expect("a database");
    let (address, cut) = wire(host.to_string()).await;
    let server = server_at(&format!("{before}@{address}/{name}")).await;
    let new = json!({ "battle": DUEL, "players": ["here", "here"], "seed": 4 });
    let one = opened(&server, new).await.swap_remove(0);
    let first = one.settled().await;
    assert_eq!(one.line(&offers(&first)[0]).await.0, StatusCode::OK);
    assert_eq!(one.put(json!({ "chat": "still there?" })).await.0, StatusCode::OK);
    let before = one.settled().await;

    cut.send_replace(true);
    for _ in 0..3 {
        let (status, fault) = one.line(&offers(&before)[0]).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{fault}");
        assert!(says(&fault).starts_with("nothing was done: the store"), "{fault}");
        assert!(says(&fault).ends_with("try again"), "{fault}");
    }
    let (status, fault) = post(&server, "/api/tables", &json!({ "battle": DUEL })).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{fault}");

    cut.send_replace(false);
    assert_eq!(one.settled().await, before, "nothing happened, and nothing is lost");
    let (status, done) =
        one.put(json!({ "after": before["after"], "line": offers(&before)[0] })).await;
    assert_eq!(status, StatusCode::OK, "{done}");
}
