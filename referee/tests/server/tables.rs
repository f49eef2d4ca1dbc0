//! Tables over HTTP: opened, played, refused, taken back, found again, and never told to whom they are secret.

use super::guests::{Guest, answer, folder, get, offers, opened, post, server, server_at};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;
use umpire::library::Library;
use umpire::serve::interface;

#[tokio::test]
async fn a_link_is_a_code_that_a_phone_reads_unless_it_is_too_long() {
    let folder = folder();
    let server = server(folder.path()).await;
    let (status, picture) = get(&server, "/api/qr.svg?of=http%3A%2F%2F10.0.0.7%2Ft%2Fa%2Fb").await;
    assert_eq!(status, StatusCode::OK);
    let picture = String::from_utf8(picture.to_vec()).expect("a picture in letters");
    assert!(picture.contains("<svg") && picture.contains("<path"), "{picture}");
    let long = format!("/api/qr.svg?of={}", "a".repeat(301));
    assert_eq!(get(&server, &long).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn every_battle_of_the_lobby_is_played_by_what_is_offered() {
    let folder = folder();
    let server = server(folder.path()).await;
    let (_, body) = get(&server, "/api/lobby").await;
    let lobby: Value = serde_json::from_slice(&body).expect("a lobby");
    let games = lobby["games"].as_array().expect("games");
    assert_eq!(games.len(), Library::embedded().rulesets.len());
    for game in games {
        assert_eq!(game["battles"][0]["name"], game["name"], "the first goes by the game's name");
        for battle in game["battles"].as_array().expect("battles") {
            let new = json!({ "battle": battle["name"], "seed": 5 });
            let guests = opened(&server, new).await;
            for _ in 0..12 {
                let view = guests[0].settled().await;
                if view["asked"]["kind"] == "over" {
                    break;
                }
                assert_eq!(view["yours"], true, "{}: {}", battle["name"], view["asked"]);
                let offered = offers(&view);
                assert!(!offered.is_empty(), "{}: {}", battle["name"], view["asked"]);
                let (status, done) = guests[0].line(&offered[0]).await;
                assert_eq!(status, StatusCode::OK, "{}: {done}", battle["name"]);
            }
        }
    }
}

#[tokio::test]
async fn an_attack_is_told_with_its_odds_before_and_its_ruling_after() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "here"], "dice": "typed" });
    let guests = opened(&server, new).await;
    let one = &guests[0];
    let (_, ruling) = one.ask("marro 3 attacks finn").await;
    assert_eq!((&ruling["yes"], &ruling["instead"]), (&json!(false), &json!([])), "{ruling}");
    assert!(ruling["grounds"][0].as_str().is_some_and(|it| it.contains("HS-7.2.1")), "{ruling}");
    let (_, odds) = one.ask("odds marro 1 attacks finn").await;
    assert_eq!(odds["rows"][2][0], "finn 1 wounded", "{odds}");
    let (status, refused) = one.line("marro 3 attacks finn").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused["may_be_overruled"] == true, "{refused}");
    one.line("marro 1 attacks finn").await;
    let asked = one.view().await["asked"].clone();
    assert_eq!((&asked["kind"], &asked["groups"][0]["count"]), (&json!("roll"), &json!(3)));
    let skull = asked["groups"][0]["faces"].as_array().expect("faces");
    let at = |name: &str| skull.iter().position(|face| face == name).expect("a face");
    let first = vec![at("skull"); 3];
    let shields = asked["groups"].as_array().expect("groups")[1..]
        .iter()
        .map(|group| group["count"].as_u64().expect("a count"))
        .sum::<u64>();
    let mut faces = first;
    faces.extend(vec![at("blank"); shields as usize]);
    let (status, done) = one.put(json!({ "faces": faces })).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let view = one.settled().await;
    let log = view["log"].as_array().expect("a log");
    let told: Vec<&Value> = log.iter().flat_map(|line| line["told"].as_array()).flatten().collect();
    let hit = told.iter().any(|told| told["rule"] == "HS-7.5.4");
    let waits = view["asked"]["kind"] == "roll";
    assert!(hit || waits, "{log:?}");
}

#[tokio::test]
async fn who_may_not_is_refused() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "seed": 1 });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    let action = offers(&one.view().await)[0].clone();
    assert!(offers(&other.view().await).is_empty() && offers(&watch.view().await).is_empty());
    for guest in [other, watch] {
        assert_eq!(guest.line(&format!("A: {action}")).await.0, StatusCode::FORBIDDEN);
    }
    assert_ne!(other.line(&action).await.0, StatusCode::OK);
    let (status, says) = one.line("overrule marro 3 attacks finn because I say so").await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{says}");
    for wrong in ["", "0", &other.key[1..], "' OR 1=1 --"] {
        let wrong =
            Guest { server: &server, table: one.table.clone(), key: wrong.replace(' ', "%20") };
        assert_eq!(get(&server, &wrong.path("view")).await.0, StatusCode::NOT_FOUND);
    }
    let elsewhere = opened(&server, json!({ "battle": "skirmish" })).await;
    let path = format!("/api/tables/{}/view?key={}", elsewhere[0].table, one.key);
    assert_eq!(get(&server, &path).await.0, StatusCode::NOT_FOUND);
    // A stale number: somebody else put something in meanwhile.
    let (status, fault) = one.put(json!({ "after": 99, "line": action })).await;
    assert_eq!(status, StatusCode::CONFLICT, "{fault}");
    assert_eq!(one.view().await["counted"], 0);
}

#[tokio::test]
async fn what_is_no_request_is_told_so() {
    let folder = folder();
    let server = server(folder.path()).await;
    let bad = StatusCode::UNPROCESSABLE_ENTITY;
    let cases = [
        (json!({ "battle": "../../etc/passwd" }), "no battle"),
        (json!({ "battle": "Cargo.toml" }), "no battle"),
        (json!({ "battle": "heroscape", "players": ["me"] }), "none of here"),
        (json!({ "battle": "heroscape", "players": vec!["here"; 9] }), "9 players"),
        (json!({ "battle": "heroscape", "dice": "loaded" }), "loaded"),
        (json!({ "battle": "x", "scenario": "game: heroscape\nseats: {A: 3}\n" }), "fault"),
        (json!({ "battle": "x", "scenario": "\u{0}{{{" }), ""),
        (json!({ "scenario": "x".repeat(300_000) }), "bytes"),
        (json!({ "batle": "heroscape" }), "unknown field"),
    ];
    for (new, says) in cases {
        let (status, fault) = post(&server, "/api/tables", &new).await;
        let told = fault["says"].as_str().unwrap_or_default();
        assert!(status == bad && told.contains(says), "{new}: {status} {fault}");
    }
    let huge = Request::post("/api/tables").header(header::CONTENT_TYPE, "application/json");
    let huge = huge.body(Body::from(vec![b' '; 100 << 20])).expect("a request");
    assert_eq!(answer(&server, huge).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let strange = Request::post("/api/tables").header(header::HOST, "127.0.0.1:8017");
    let strange = strange.header(header::ORIGIN, "http://elsewhere.example");
    let strange = strange.body(Body::from("{}")).expect("a request");
    assert_eq!(answer(&server, strange).await.0, StatusCode::FORBIDDEN);
    let upload =
        Request::post("/api/tables/upload").body(Body::from("no game")).expect("a request");
    let (status, fault) = answer(&server, upload).await;
    assert_eq!(status, bad, "{}", String::from_utf8_lossy(&fault));
    for path in ["/../Cargo.toml", "/assets/..%2f..%2fCargo.toml", "/nothing"] {
        assert_eq!(get(&server, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

/// Two tables alike but for what one seat decided in secret: what goes over the wire to anybody else is alike too.
#[tokio::test]
async fn nobody_is_sent_what_they_may_not_know() {
    let folder = folder();
    let server = server(folder.path()).await;
    let mut seen: Vec<Vec<String>> = Vec::new();
    for choice in [0, 1] {
        let new = json!({ "battle": "training-day", "players": ["here", "friend"], "seed": 3 });
        let guests = opened(&server, new).await;
        let [one, other, watch] = &guests[..] else { panic!("three links") };
        let mut views = Vec::new();
        let mut own = Vec::new();
        let mut decided = false;
        for _ in 0..60 {
            let view = one.settled().await;
            let sealed = view["asked"]["sealed"] == true;
            if decided && !sealed {
                // Markers are opened one by one as turns are taken: up to there nobody knows.
                break;
            }
            let (mine, theirs) = (offers(&view), offers(&other.view().await));
            if sealed && !mine.is_empty() {
                // How many markers lie on a card everybody sees; which they are nobody does.
                let cards = |line: &str| {
                    let mut cards: Vec<String> =
                        line.replace(',', "").split(' ').map(String::from).collect();
                    cards.sort();
                    cards
                };
                let alike = mine.iter().enumerate().find_map(|(at, one)| {
                    let later = mine[at + 1..].iter();
                    Some([one, later.into_iter().find(|other| cards(one) == cards(other))?])
                });
                let line = alike.expect("two that look alike")[choice].clone();
                let (status, done) = one.line(&line).await;
                assert_eq!(status, StatusCode::OK, "{done}");
                own.push(line);
                decided = true;
            } else {
                let (guest, line) =
                    if mine.is_empty() { (other, &theirs[0]) } else { (one, &mine[0]) };
                assert_eq!(guest.line(line).await.0, StatusCode::OK);
            }
            for guest in [other, watch] {
                let view = guest.settled().await.to_string();
                views.push(view.replace(&guest.table, "TABLE"));
                let record = get(&server, &guest.path("record")).await.1;
                let record = String::from_utf8_lossy(&record).into_owned();
                let theirs = record.split("{\"seat\":0").skip(1);
                let open =
                    |rest: &str| rest.split('}').next().is_some_and(|it| it.contains("opened"));
                assert!(!theirs.into_iter().any(open), "a seal is open: {record}");
                assert!(!record.contains("\"seed\":3"), "the seed is told: {record}");
            }
        }
        assert!(decided, "nothing was decided in secret");
        seen.push(views);
        seen.push(own);
    }
    assert_ne!(seen[1], seen[3], "both decided alike");
    assert_eq!(seen[0].len(), seen[2].len());
    for (one, other) in seen[0].iter().zip(&seen[2]) {
        assert_eq!(one, other);
    }
}

#[tokio::test]
async fn a_server_that_begins_again_goes_on_where_it_was() {
    let folder = folder();
    let (table, key, before) = {
        let server = server(folder.path()).await;
        let mut guests = opened(&server, json!({ "battle": "heroscape", "seed": 2 })).await;
        for _ in 0..10 {
            let view = guests[0].settled().await;
            guests[0].line(&offers(&view)[0]).await;
        }
        guests[0].settled().await;
        assert_eq!(guests[0].line("undo").await.0, StatusCode::OK);
        let before = guests[0].settled().await;
        let guest = guests.swap_remove(0);
        (guest.table, guest.key, before)
    };
    let server = server(folder.path()).await;
    let guest = Guest { server: &server, table, key };
    assert_eq!(guest.settled().await, before);
    // What was taken back is put in again all the same.
    assert_eq!(guest.line("redo").await.0, StatusCode::OK);
    let after = guest.settled().await;
    assert!(after["counted"].as_u64() > before["counted"].as_u64());
    assert_eq!(after["may_redo"], false);
}

#[tokio::test]
async fn where_others_play_what_was_taken_back_is_played_anew() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"] });
    let one = opened(&server, new).await.swap_remove(0);
    assert_eq!(one.line("finish moving").await.0, StatusCode::OK);
    assert_eq!(one.line("undo").await.0, StatusCode::OK);
    assert_eq!(one.view().await["may_redo"], false);
    assert_eq!(one.line("redo").await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn dice_that_were_asked_for_are_asked_for_again() {
    let folder = folder();
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "here"], "dice": "typed" });
    let (table, key, before) = {
        let server = server(folder.path()).await;
        let one = opened(&server, new).await.swap_remove(0);
        assert_eq!(one.line("marro 1 attacks finn").await.0, StatusCode::OK);
        let before = one.view().await;
        assert_eq!(before["asked"]["kind"], "roll");
        (one.table, one.key, before)
    };
    let server = server(folder.path()).await;
    let one = Guest { server: &server, table, key };
    assert_eq!(one.view().await, before);
    let (status, done) = one.put(json!({ "after": before["after"], "line": "3s" })).await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

/// Two servers over the same tables: whoever is late is told so, and then sees what happened.
async fn share_tables(place: &str) {
    let (one, other) = (server_at(place).await, server_at(place).await);
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "here"], "seed": 4 });
    let here = opened(&one, new).await.swap_remove(0);
    let there = Guest { server: &other, table: here.table.clone(), key: here.key.clone() };
    assert_eq!(there.view().await, here.view().await);
    let first = offers(&here.view().await)[0].clone();
    assert_eq!(here.line(&first).await.0, StatusCode::OK);
    let (status, fault) = there.line(&first).await;
    assert_eq!(status, StatusCode::CONFLICT, "{fault}");
    assert_eq!(there.settled().await, here.settled().await);
    let next = offers(&there.view().await)[0].clone();
    assert_eq!(there.line(&next).await.0, StatusCode::OK);
}

#[tokio::test]
async fn two_servers_share_a_file() {
    let folder = folder();
    share_tables(folder.path().join("shared.db").to_str().expect("a path in letters")).await;
}

#[tokio::test]
async fn two_servers_share_a_database() {
    let Ok(place) = std::env::var("UMPIRE_TEST_POSTGRES") else { return };
    share_tables(&place).await;
}

#[tokio::test]
async fn moves_are_taken_back_freely_or_with_consent() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "seed": 4 });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    let first = offers(&one.view().await)[0].clone();
    one.line(&first).await;
    // Nothing was learned since: it is free.
    assert_eq!(one.line("undo").await.0, StatusCode::OK);
    let view = one.view().await;
    assert_eq!((&view["counted"], &view["undone"][0]["keep"]), (&json!(0), &json!(0)));
    let undone = view["undone"][0]["lines"][0]["says"].as_str().expect("a line");
    assert!(undone.contains(&first), "what is taken back stays to be seen: {undone}");
    one.line("marro 1 attacks finn").await;
    let after = one.settled().await;
    assert!(after["counted"].as_u64() > Some(1), "dice fell: {}", after["counted"]);
    one.put(json!({ "keep": 0 })).await;
    let view = other.view().await;
    let because = view["proposal"]["because"].as_str().expect("a proposal");
    assert!(because.contains("dice fell"), "{because}");
    assert_eq!(watch.put(json!({ "consent": true })).await.0, StatusCode::FORBIDDEN);
    assert_eq!(other.put(json!({ "consent": false })).await.0, StatusCode::OK);
    assert_eq!(one.view().await["counted"], after["counted"]);
    one.put(json!({ "keep": 0 })).await;
    assert_eq!(other.put(json!({ "consent": true })).await.0, StatusCode::OK);
    let view = one.view().await;
    assert_eq!((&view["counted"], &view["proposal"]), (&json!(0), &Value::Null));
}

/// A table of two with a judge, at which the first has rolled dice that are typed.
async fn after_dice(server: &Router) -> Vec<Guest<'_>> {
    let new = json!({
        "battle": "duel-on-the-hill", "players": ["here", "friend"], "dice": "typed", "judge": true,
    });
    let guests = opened(server, new).await;
    for line in ["marro 1 attacks finn", "skull skull skull"] {
        let (status, fault) = guests[0].line(line).await;
        assert_eq!(status, StatusCode::OK, "{fault}");
    }
    guests
}

#[tokio::test]
async fn why_something_is_proposed_is_said_with_it_or_afterwards() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = after_dice(&server).await;
    let [one, other, judge, watch] = &guests[..] else { panic!("four links") };
    let says = async |guest: &Guest<'_>| guest.view().await["proposal"]["says"].clone();
    for proposes in [json!({ "keep": 0 }), json!({ "line": "undo" }), json!({ "line": "draw" })] {
        let mut put = proposes.clone();
        assert_eq!(one.put(put.clone()).await.0, StatusCode::OK);
        assert_eq!(says(other).await, Value::Null);
        let of = one.view().await["proposal"]["number"].clone();
        let why = json!({ "proposal": of, "because": " one was cocked " });
        for guest in [other, judge, watch] {
            assert_eq!(guest.put(why.clone()).await.0, StatusCode::FORBIDDEN);
        }
        assert_eq!(one.put(why.clone()).await.0, StatusCode::OK);
        for guest in &guests {
            assert_eq!(says(guest).await, "one was cocked");
        }
        put["because"] = json!("it fell off the table");
        assert_eq!(one.put(put.clone()).await.0, StatusCode::OK);
        assert_eq!(says(other).await, "it fell off the table");
        // What is proposed now is another.
        assert_eq!(one.put(why).await.0, StatusCode::CONFLICT);
        put["because"] = json!("  ");
        assert_eq!(one.put(put).await.0, StatusCode::OK);
        assert_eq!(says(other).await, Value::Null);
    }
    let empty = json!({ "proposal": one.view().await["proposal"]["number"], "because": " " });
    assert_eq!(one.put(empty).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    // None of it stands in the record.
    let view = one.view().await;
    assert_eq!((&view["after"], &view["notes"]), (&json!(2), &json!([])));
}

#[tokio::test]
async fn who_did_not_agree_and_why_is_told_until_something_else_is_proposed_or_counts() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = after_dice(&server).await;
    let [one, other, judge, watch] = &guests[..] else { panic!("four links") };
    let declined = async |guest: &Guest<'_>| guest.view().await["declined"].clone();
    let proposes = async |put: Value| {
        assert_eq!(one.put(put).await.0, StatusCode::OK);
        assert_eq!(declined(other).await, Value::Null);
        one.view().await["proposal"]["number"].clone()
    };
    let number = proposes(json!({ "keep": 0 })).await;
    assert_eq!(
        other.put(json!({ "consent": false, "because": "it lay flat" })).await.0,
        StatusCode::OK
    );
    for (guest, yours) in [(one, false), (other, true), (judge, false), (watch, false)] {
        let told = json!({
            "number": number, "by": "A", "draw": false, "corrects": false, "who": "B", "yours": yours,
            "withdrawn": false, "went_on": false, "because": "it lay flat",
        });
        assert_eq!(declined(guest).await, told);
    }
    // Words are no move.
    assert_eq!(other.line("note well").await.0, StatusCode::OK);
    assert_eq!(declined(one).await["number"], number);
    proposes(json!({ "line": "draw" })).await;
    assert_eq!(judge.put(json!({ "consent": false })).await.0, StatusCode::OK);
    let told = declined(one).await;
    assert_eq!((&told["who"], &told["draw"]), (&json!("the judge"), &json!(true)));
    assert_eq!((&told["because"], &declined(judge).await["yours"]), (&Value::Null, &json!(true)));
    proposes(json!({ "keep": 0 })).await;
    assert_eq!(one.put(json!({ "consent": false })).await.0, StatusCode::OK);
    let told = declined(other).await;
    assert_eq!((&told["who"], &told["withdrawn"]), (&json!("A"), &json!(true)));
    // Who plays on instead of answering did not agree either, and whoever proposed it reads that.
    proposes(json!({ "keep": 0 })).await;
    let (status, fault) = other.line("shield shield blank blank").await;
    assert_eq!(status, StatusCode::OK, "{fault}");
    assert_eq!(one.view().await["proposal"], Value::Null);
    let told = declined(one).await;
    assert_eq!((&told["who"], &told["went_on"]), (&json!("B"), &json!(true)));
    // Nor is anything left of one that was agreed to.
    proposes(json!({ "keep": 0 })).await;
    assert_eq!(other.put(json!({ "consent": true })).await.0, StatusCode::OK);
    assert_eq!(declined(one).await, Value::Null);
}

#[tokio::test]
async fn a_reason_is_as_short_as_a_line_and_goes_where_it_is_read() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = after_dice(&server).await;
    let [one, other, judge, _] = &guests[..] else { panic!("four links") };
    let before = one.view().await;
    let long = json!({ "keep": 0, "because": "x".repeat(10_000) });
    assert_eq!(one.put(long).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    for put in
        [json!({ "line": "skull shield" }), json!({ "faces": [0, 0] }), json!({ "decide": true })]
    {
        let mut put = put;
        put["because"] = json!("so");
        let (status, fault) = other.put(put).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(fault["says"].to_string().contains("a reason goes with"), "{fault}");
    }
    assert_eq!(one.view().await, before);
    assert_eq!(one.put(json!({ "keep": 0 })).await.0, StatusCode::OK);
    let yes = json!({ "consent": true, "because": "so" });
    assert_eq!(other.put(yes).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(other.put(json!({ "consent": false })).await.0, StatusCode::OK);
    // A judge's word has its reason in the line or beside it.
    let bare = json!({ "line": "amend wounds finn 2" });
    assert_eq!(judge.put(bare.clone()).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let mut with = bare;
    with["because"] = json!("as it is on the table");
    assert_eq!(judge.put(with).await.0, StatusCode::OK);
    assert!(one.view().await["log"].to_string().contains("as it is on the table"));
}

#[tokio::test]
async fn a_corrected_line_has_why_beside_it_in_the_record() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = after_dice(&server).await;
    let [one, _, judge, _] = &guests[..] else { panic!("four links") };
    let line = "correct 2 skull skull blank";
    let refused = json!({ "line": "correct 2 nonsense", "because": "it lay aslant" });
    assert_ne!(judge.put(refused).await.0, StatusCode::OK);
    assert_eq!(judge.view().await["notes"], json!([]));
    let (status, done) = judge.put(json!({ "line": line, "because": "it lay aslant" })).await;
    assert_eq!((status, &done["after"]), (StatusCode::OK, &json!(4)), "{done}");
    let view = one.view().await;
    assert_eq!(view["corrections"][0]["because"], "it lay aslant");
    assert_eq!(view["corrections"][0]["line"], 2);
    let note = json!([{ "number": 4, "says": "judge: line 2: it lay aslant" }]);
    assert_eq!(view["notes"], note);
    // What is noted afterwards of something else is not why.
    assert_eq!(judge.line("correct 2 blank skull blank").await.0, StatusCode::OK);
    assert_eq!(judge.line("note line 1: well hit").await.0, StatusCode::OK);
    let view = one.view().await;
    assert_eq!(view["corrections"][1]["because"], Value::Null);
    assert_eq!(view["corrections"][0]["because"], "it lay aslant");
    // Played again by another server, it reads the same.
    let again = server_at(folder.path().join("tables.db").to_str().expect("letters")).await;
    let guest = Guest { server: &again, table: one.table.clone(), key: one.key.clone() };
    assert_eq!(guest.view().await["corrections"], view["corrections"]);
    // The reason may stand in the line as with any word of a judge.
    let (status, fault) = judge.line("correct 2 skull blank blank because I misread it").await;
    assert_eq!(status, StatusCode::OK, "{fault}");
    let view = judge.view().await;
    assert_eq!(view["corrections"][2]["because"], "I misread it");
}

#[tokio::test]
async fn a_game_goes_on_from_any_moment_and_travels_as_a_file() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "skirmish", "seed": 6 })).await;
    let one = &guests[0];
    for _ in 0..6 {
        let view = one.settled().await;
        one.line(&offers(&view)[0]).await;
    }
    let now = one.settled().await;
    let (status, earlier) = get(&server, &format!("{}&at=4", one.path("view"))).await;
    let earlier: Value = serde_json::from_slice(&earlier).expect("a view");
    assert_eq!((status, &earlier["at"]), (StatusCode::OK, &json!(4)));
    assert_ne!(earlier["scene"], now["scene"]);
    let (status, seated) = post(&server, &one.path("go-on"), &json!({ "at": 4 })).await;
    assert_eq!(status, StatusCode::CREATED, "{seated}");
    let text = |value: &Value| value.as_str().expect("text").to_string();
    let (table, key) = (text(&seated["table"]), text(&seated["links"][0]["key"]));
    let branch = Guest { server: &server, table, key };
    let view = branch.settled().await;
    assert_eq!(
        view["log"].as_array().map(|log| log[..4].to_vec()),
        earlier["log"].as_array().cloned()
    );
    assert_eq!(one.settled().await, now, "the first table is as it was");

    let (_, file) = get(&server, &one.path("record")).await;
    let upload = Request::post("/api/tables/upload").body(Body::from(file)).expect("a request");
    let (status, seated) = answer(&server, upload).await;
    assert_eq!(status, StatusCode::CREATED, "{}", String::from_utf8_lossy(&seated));
    let seated: Value = serde_json::from_slice(&seated).expect("links");
    let (table, key) = (text(&seated["table"]), text(&seated["links"][0]["key"]));
    let again = Guest { server: &server, table, key }.settled().await;
    assert_eq!((&again["log"], &again["scene"]), (&now["log"], &now["scene"]));
}

#[tokio::test]
async fn a_bot_may_decide_in_ones_place() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "heroscape", "seed": 6 })).await;
    for _ in 0..12 {
        let view = guests[0].settled().await;
        let (status, done) = guests[0].put(json!({ "after": view["after"], "decide": true })).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    assert!(guests[0].view().await["counted"].as_u64() >= Some(12));
    assert_eq!(guests[1].put(json!({ "decide": true })).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_place_pointed_at_is_judged_and_taken() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "skirmish", "seed": 6 })).await;
    let one = &guests[0];
    let view = one.settled().await;
    let offer = &view["offers"]["actions"][0];
    let pick = offer["about"].as_array().expect("picks").last().expect("a pick");
    let at = pick["at"].as_array().expect("a place of the picture");
    let ask = async |at: Value| {
        post(&server, &one.path("ask"), &json!({ "line": offer["says"], "at": at })).await.1
    };
    assert_eq!(ask(json!(at)).await["headline"], offer["says"]);
    // A little beside what was listed is judged as well, and the far side of the table is refused.
    let beside = ask(json!([at[0].as_f64().expect("x") + 0.3, at[1]])).await;
    assert_eq!(beside["yes"], true, "{beside}");
    assert_eq!(ask(json!([24, 24])).await["yes"], false);
    let (status, done) = one.line(beside["headline"].as_str().expect("an action")).await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

#[tokio::test]
async fn a_formation_goes_together_where_a_hand_points() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "ea-heresy", "seed": 6 })).await;
    let one = &guests[0];
    let several = |offer: &&Value| offer["says"].as_str().expect("words").matches('(').count() > 2;
    let mut view = one.settled().await;
    let offer = loop {
        let actions = view["offers"]["actions"].as_array().expect("offers");
        if let Some(found) = actions.iter().find(several) {
            break found.clone();
        }
        one.line(&offers(&view)[0]).await;
        view = one.settled().await;
    };
    let pick = offer["about"].as_array().expect("picks").iter().find(|pick| !pick["at"].is_null());
    let at = pick.expect("a place")["at"].clone();
    let beside = json!([at[0].as_f64().expect("x") + 3.0, at[1]]);
    let body = json!({ "line": offer["says"], "at": beside });
    let (_, ruling) = post(&server, &one.path("ask"), &body).await;
    assert_eq!(ruling["yes"], true, "{ruling}");
    // It is shown where every unit will stand.
    let stand = ruling["after"].as_array().expect("shapes").iter();
    let several = offer["says"].as_str().expect("words").matches(" at (").count();
    assert!(stand.filter(|shape| shape["kind"] == "circle").count() >= several, "{ruling}");
    let (status, done) = one.line(ruling["headline"].as_str().expect("an action")).await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

/// The first action listed at a table in which a bot decides for everybody that is of a kind, and who sits there.
async fn first_offered<'s>(
    server: &'s Router,
    battle: &str,
    kind: impl Fn(&str) -> bool,
) -> (Guest<'s>, String) {
    let new = json!({ "battle": battle, "players": ["here", "here"], "seed": 6 });
    let one = opened(server, new).await.swap_remove(0);
    for _ in 0..80 {
        let view = one.settled().await;
        if let Some(found) = offers(&view).into_iter().find(|says| kind(says)) {
            return (one, found);
        }
        let (status, done) = one.put(json!({ "after": view["after"], "decide": true })).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    panic!("no such action was offered in `{battle}`")
}

#[tokio::test]
async fn the_way_of_a_move_is_drawn_before_it_is_done() {
    let folder = folder();
    let server = server(folder.path()).await;
    type Kind = fn(&str) -> bool;
    // How many ways of how many corners: a walk by three spaces begins where the figure stands.
    let cases: [(&str, Kind, usize, usize); 4] = [
        ("heroscape", |says| says.starts_with("move ") && says.matches('/').count() == 3, 1, 4),
        ("skirmish", |says| says.contains(" advances to "), 1, 2),
        ("ea-heresy", |says| says.matches(" to (").count() == 2, 2, 2),
        ("skirmish", |says| says.ends_with(" holds"), 0, 0),
    ];
    for (battle, kind, ways, corners) in cases {
        let (one, says) = first_offered(&server, battle, kind).await;
        let (_, ruling) = post(&server, &one.path("ask"), &json!({ "line": says })).await;
        assert_eq!(ruling["yes"], true, "{ruling}");
        let drawn = ruling["shapes"].as_array().expect("shapes").iter();
        let lines: Vec<_> = drawn.filter(|shape| shape["kind"] == "line").collect();
        assert_eq!(lines.len(), ways, "{says}: {ruling}");
        for line in lines {
            assert_eq!(line["points"].as_array().map(Vec::len), Some(corners), "{says}: {line}");
        }
    }
}

#[tokio::test]
async fn spectators_of_a_delayed_table_see_turns_that_are_over() {
    let folder = folder();
    let server = server(folder.path()).await;
    let players = ["here", "here"];
    let new = json!({ "battle": "skirmish", "players": players, "seed": 6, "delayed": true });
    let guests = opened(&server, new).await;
    let [one, watch] = &guests[..] else { panic!("two links") };
    let mut known = std::collections::BTreeMap::new();
    let mut latest = 0;
    for _ in 0..40 {
        let view = one.settled().await;
        let now = view["counted"].as_u64().expect("a number");
        known.insert(now, view["status"].clone());
        if view["asked"]["kind"] == "over" {
            break;
        }
        let seen = watch.view().await;
        let at = seen["counted"].as_u64().expect("a number");
        assert!(at < now || now == 0, "{at} of {now}");
        // What they see is what there was when as many inputs counted.
        assert!(known.get(&at).is_none_or(|status| *status == seen["status"]), "{at}");
        if at < now {
            let path = format!("{}&at={now}", watch.path("view"));
            assert_eq!(get(&server, &path).await.0, StatusCode::FORBIDDEN);
            let record = get(&server, &watch.path("record")).await.1;
            let lines = String::from_utf8_lossy(&record).matches("\"number\":").count();
            assert_eq!(lines as u64, at);
        }
        latest = at;
        let (status, done) = one.line(&offers(&view)[0]).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    assert!(latest > 0, "no turn ended");
}

#[tokio::test]
async fn a_decision_in_secret_is_seen_by_whoever_made_it() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "training-day", "players": ["here", "friend"], "seed": 3 });
    let guests = opened(&server, new).await;
    let [one, other, _] = &guests[..] else { panic!("three links") };
    let decided = loop {
        let view = one.settled().await;
        if view["asked"]["sealed"] == true {
            let line = offers(&view)[0].clone();
            one.line(&line).await;
            break line;
        }
        let mine = offers(&view);
        let theirs = offers(&other.view().await);
        let (guest, lines) = if mine.is_empty() { (other, theirs) } else { (one, mine) };
        assert_eq!(guest.line(&lines[0]).await.0, StatusCode::OK);
    };
    let own = json!([{ "seat": 0, "says": decided }]);
    let others = json!([{ "seat": 0, "says": null }]);
    assert_eq!((&one.view().await["decided"], &other.view().await["decided"]), (&own, &others));
}

#[tokio::test]
async fn a_webhook_is_told_who_is_waited_for() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new =
        |to: &str| json!({ "battle": "skirmish", "players": ["here", "friend"], "webhook": to });
    let (status, says) = post(&server, "/api/tables", &new("https://example.org/hook")).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{says}");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let to = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let guests = opened(&server, new(&to)).await;
    let view = guests[0].settled().await;
    let first = view["asked"]["seats"][0].as_u64().expect("a seat");
    let (guest, other) = if first == 0 { (0, "B") } else { (1, "A") };
    for _ in 0..30 {
        let view = guests[guest].settled().await;
        let lines = offers(&view);
        let Some(line) = lines.first() else { break };
        guests[guest].line(line).await;
    }
    let (stream, _) = listener.accept().await.expect("a call");
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("waits_for") {
        stream.readable().await.expect("a stream");
        let mut some = [0; 4096];
        match stream.try_read(&mut some) {
            Ok(0) => break,
            Ok(read) => heard.extend_from_slice(&some[..read]),
            Err(_) => {}
        }
    }
    let heard = String::from_utf8_lossy(&heard).into_owned();
    assert!(heard.starts_with("POST /hook") && heard.contains(other), "{heard}");
    drop(stream);
}

#[tokio::test]
async fn an_earlier_moment_is_as_it_was_corrected() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "here"], "dice": "typed" });
    let guests = opened(&server, new).await;
    let one = &guests[0];
    one.line("marro 1 attacks finn").await;
    let dice = |view: &Value| view["asked"]["groups"][0]["count"].as_u64().expect("dice") as usize;
    let attack = one.view().await;
    one.line(&vec!["skull"; dice(&attack)].join(" ")).await;
    let defence = one.view().await;
    one.line(&vec!["blank"; dice(&defence)].join(" ")).await;
    let before = one.view().await;
    assert_eq!(before["counted"], 3, "{}", before["asked"]);
    let (status, done) = one.line("end turn").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let shields = vec!["shield"; dice(&defence)].join(" ");
    let (status, done) = one.line(&format!("correct 3 {shields}")).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let wounds = |of: &Value| of.to_string().contains("wound");
    // Questions are asked of the table as it stands, and a game goes on from what was put right.
    let (_, earlier) = get(&server, &format!("{}&at=3", one.path("view"))).await;
    let earlier: Value = serde_json::from_slice(&earlier).expect("a view");
    assert!(wounds(&before["status"]) && !wounds(&earlier["status"]), "{earlier}");
    let (_, said) = one.ask("status finn").await;
    assert!(!wounds(&said), "{said}");
    let (status, seated) = post(&server, &one.path("go-on"), &json!({ "at": 3 })).await;
    assert_eq!(status, StatusCode::CREATED, "{seated}");
    let text = |value: &Value| value.as_str().expect("text").to_string();
    let (table, key) = (text(&seated["table"]), text(&seated["links"][0]["key"]));
    let branch = Guest { server: &server, table, key }.view().await;
    assert_eq!((&branch["status"], &branch["counted"]), (&earlier["status"], &json!(3)));
}

#[tokio::test]
async fn a_correction_is_told_with_the_words_that_stood_before_and_found_again() {
    let folder = folder();
    let place = folder.path().join("tables.db").display().to_string();
    let new = json!({
        "battle": "duel-on-the-hill", "players": ["here", "friend"], "dice": "typed", "judge": true,
    });
    let (table, key, told) = {
        let server = server_at(&place).await;
        let guests = opened(&server, new).await;
        let [one, other, judge, watch] = &guests[..] else { panic!("four links") };
        one.line("marro 1 attacks finn").await;
        let dice =
            |view: &Value| view["asked"]["groups"][0]["count"].as_u64().unwrap_or(0) as usize;
        assert_eq!(one.line("skull skull skull").await.0, StatusCode::OK);
        let blanks = vec!["blank"; dice(&other.view().await)].join(" ");
        assert_eq!(other.line(&blanks).await.0, StatusCode::OK);
        assert_eq!(one.line("end turn").await.0, StatusCode::OK);
        assert_eq!(judge.line("correct 2 skull blank blank").await.0, StatusCode::OK);
        for guest in [one, other, watch] {
            let told = guest.view().await["corrections"].clone();
            let were = told[0]["were"].as_array().expect("lines");
            assert_eq!(told[0]["number"], 5, "{told}");
            assert_eq!(were[0]["says"], "dice: skull skull skull", "{told}");
            // What came of it reads otherwise, too: it was three wounds.
            assert_eq!(were[1]["number"], 3, "{told}");
            assert_eq!(were.len(), 2, "{told}");
        }
        (other.table.clone(), other.key.clone(), other.view().await["corrections"].clone())
    };
    let server = server_at(&place).await;
    let other = Guest { server: &server, table, key };
    assert_eq!(other.view().await["corrections"], told);
    // What is taken back is told as that, and no longer as corrected.
    let (status, done) = other.put(json!({ "keep": 1 })).await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

#[tokio::test]
async fn a_scenario_of_ones_own_says_its_game_and_who_sits_there_before_it_is_opened() {
    let folder = folder();
    let server = server(folder.path()).await;
    let text = include_str!("../../../data/heroscape/scenarios/six-banners.yaml");
    let new = json!({ "battle": "mine", "scenario": text });
    let (status, brought) = post(&server, "/api/scenarios", &new).await;
    assert_eq!(status, StatusCode::OK, "{brought}");
    assert_eq!(brought["game"], "HeroScape");
    assert_eq!(brought["battle"]["seats"], json!(["A", "B", "C", "D", "E", "F"]));
    assert_eq!(brought["battle"]["title"], "six-banners");
    let armies = |battle: &Value| battle["armies"].as_array().expect("armies").clone();
    assert_eq!(armies(&brought["battle"]), vec![json!(""); 6], "armies are chosen first");
    let (_, body) = get(&server, "/api/lobby").await;
    let lobby: Value = serde_json::from_slice(&body).expect("a lobby");
    let battles = |game: usize| lobby["games"][game]["battles"].as_array().expect("battles").iter();
    let of = |name: &str| {
        let found = (0..4).flat_map(battles).find(|battle| battle["name"] == name);
        armies(found.expect("a battle"))
    };
    let printed = [json!("Marro Warriors"), json!("Finn the Viking Champion")];
    assert_eq!(of("duel-on-the-hill"), printed);
    assert_eq!(of("ea-heresy")[0], "reds, guards, heavies, panzers, jumpers and 1 more");
    let dice = of("dragon-dice")[0].as_str().expect("words").to_string();
    assert!(dice.starts_with("Green Wyrm, Oak Lord, Pine"), "{dice}");
    let new = json!({ "battle": "mine", "scenario": "game: heroscape\nseats: [" });
    let (status, fault) = post(&server, "/api/scenarios", &new).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
}

#[tokio::test]
async fn real_dice_of_bots_alone_are_typed_by_whoever_opened_the_table() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "heroscape", "players": ["greedy", "greedy"], "dice": "typed" });
    let guests = opened(&server, new).await;
    let view = guests[0].settled().await;
    assert_eq!((&view["asked"]["kind"], &view["yours"]), (&json!("roll"), &json!(true)), "{view}");
    assert_eq!((&view["role"]["judge"], &view["role"]["seats"]), (&json!(true), &json!([])));
    let (status, done) = guests[0].line("18 3").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(guests[1].view().await["yours"], false, "who looks on types nothing");
}

#[tokio::test]
async fn a_plain_page_needs_no_scripts() {
    let folder = folder();
    let server = server(folder.path()).await;
    let (status, page) = get(&server, "/plain").await;
    let page = String::from_utf8(page).expect("text");
    assert!(status == StatusCode::OK && page.contains("Play duel-on-the-hill"), "{page}");
    let form = Request::post("/plain/new")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("battle=duel-on-the-hill"))
        .expect("a request");
    let response = server.clone().oneshot(form).await.expect("an answer");
    let to = response.headers()[header::LOCATION].to_str().expect("a path").to_string();
    let look = async |path: &str| String::from_utf8(get(&server, path).await.1).expect("text");
    assert!(look(&to).await.contains("marro 1"));
    let form = Request::post(&to)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("line=note+%3Cb%3Ebold%3C%2Fb%3E+attacks"))
        .expect("a request");
    assert_eq!(answer(&server, form).await.0, StatusCode::OK);
    let form = Request::post(&to)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("line=%3Cscript%3Ealert(1)%3C%2Fscript%3E"))
        .expect("a request");
    let (_, page) = answer(&server, form).await;
    let page = String::from_utf8(page).expect("text");
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
}

/// The file from which the app's types are made is what the server says of itself. `umpire serve --openapi` prints it.
#[test]
fn the_interface_is_the_one_the_app_was_made_for() {
    let told = interface().to_pretty_json().expect("JSON");
    let kept = include_str!("../../web/openapi.json");
    assert_eq!(kept.trim_end(), told, "`umpire serve --openapi > referee/web/openapi.json`");
}
