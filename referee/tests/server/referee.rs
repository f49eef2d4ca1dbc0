//! A referee's table over HTTP: what may be put down, what is offered where nobody's turn it is, rulings, notes.

use super::guests::{Guest, folder, get, offers, opened, server};
use axum::http::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn a_referee_puts_things_down_asks_and_rules() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "referee": true });
    let guests = opened(&server, new).await;
    let judge = &guests[0];
    assert_eq!(judge.view().await["asked"]["kind"], "free");
    let (status, done) = judge.line("wounds finn 2").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let (status, answer) = judge.ask("los marro 1 finn").await;
    assert!(status == StatusCode::OK && answer["yes"].is_boolean(), "{answer}");
    let line = "overrule marro 3 attacks finn because the tape says so";
    let (status, done) = judge.line(line).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let (status, done) = judge.line("undo").await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

#[tokio::test]
async fn the_judge_plays_no_side_and_concedes_nothing() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "judge": true });
    let guests = opened(&server, new).await;
    let [one, _, judge, _] = &guests[..] else { panic!("four links") };
    for line in ["concede judge", "judge: concede"] {
        let (status, fault) = judge.line(line).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{line}: {fault}");
        assert!(fault.to_string().contains("the judge plays no side"), "{line}: {fault}");
    }
    assert_eq!(one.view().await["after"], 0);
    assert_eq!(judge.line("concede A").await.0, StatusCode::FORBIDDEN);
    assert_eq!(one.line("concede").await.0, StatusCode::OK);
}

#[tokio::test]
async fn two_may_judge_a_referees_table() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "referee": true, "judge": true });
    let guests = opened(&server, new).await;
    for judge in &guests[..2] {
        assert_eq!(judge.view().await["role"]["judge"], true);
        let (status, done) = judge.line("wounds finn 2").await;
        assert_eq!(status, StatusCode::OK, "{done}");
        judge.line("undo").await;
    }
    assert_eq!(guests[2].view().await["role"]["judge"], false);
}

#[tokio::test]
async fn a_referee_is_told_which_changes_may_be_of_what_is_looked_at() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "duel-on-the-hill", "referee": true })).await;
    let changes = async |guest: &Guest<'_>, about: &str| -> Vec<Value> {
        let path = format!("{}&about={about}", guest.path("changes"));
        serde_json::from_slice(&get(&server, &path).await.1).expect("a list")
    };
    let fitting = |all: &[Value]| -> Vec<String> {
        let fits = all.iter().filter(|change| change["fits"] == true);
        fits.map(|change| change["usage"].as_str().expect("a form").to_string()).collect()
    };
    let of_finn = fitting(&changes(&guests[0], "finn").await);
    for form in ["place FIGURE at SPACE", "wounds FIGURE NUMBER", "destroy FIGURE", "turn CARD"] {
        assert!(of_finn.iter().any(|one| one == form), "{form}: {of_finn:?}");
    }
    let strange = |form: &&String| {
        ["door", "field", "dice", "glyph", "marker"].iter().any(|it| form.contains(it))
    };
    assert_eq!(of_finn.iter().find(strange), None, "{of_finn:?}");
    assert!(fitting(&changes(&guests[0], "").await).is_empty());
    assert!(changes(&guests[1], "finn").await.is_empty(), "who looks on changes nothing");
}

#[tokio::test]
async fn one_unit_that_is_left_to_move_is_not_told_by_a_number_alone() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "ea-heresy", "players": ["here", "here"], "seed": 7 });
    let one = &opened(&server, new).await[0];
    for _ in 0..400 {
        let view = one.settled().await;
        let says = view["asked"]["says"].as_str().unwrap_or_default().to_string();
        assert!(!says.contains(" is left)"), "{says}");
        if says.contains("has not moved yet") {
            let (_, name) = says.split_once("(only ").expect("a name");
            assert!(name.starts_with(char::is_alphabetic), "{says}");
            return;
        }
        // One of several goes where it may, so that others are left.
        let offered = offers(&view);
        let alone = offered.iter().find(|line| line.contains(" to (") && !line.contains("; "));
        let (status, done) = one.line(alone.unwrap_or(&offered[0])).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    panic!("nobody was left alone");
}

#[tokio::test]
async fn a_referee_is_told_what_may_be_put_down_and_nobody_else_is() {
    let folder = folder();
    let server = server(folder.path()).await;
    for battle in ["heroscape", "ea-heresy", "dragon-dice", "skirmish"] {
        let guests = opened(&server, json!({ "battle": battle, "referee": true })).await;
        let [judge, watch] = &guests[..] else { panic!("two links") };
        let stock = async |guest: &Guest<'_>| -> Vec<Value> {
            serde_json::from_slice(&get(&server, &guest.path("stock")).await.1).expect("a list")
        };
        assert!(stock(watch).await.is_empty(), "{battle}");
        let all = stock(judge).await;
        let view = judge.view().await;
        let named = |layer: &str| {
            let things = view["scene"]["things"].as_array().expect("things").iter();
            let named = things.filter(|thing| thing["layer"] == layer);
            named.map(|thing| thing["id"].as_str().expect("a name")).collect::<Vec<_>>()
        };
        let entry = all.iter().find(|entry| entry["ways"][0]["aims"] == true);
        let entry = entry.unwrap_or_else(|| panic!("{battle}: nothing goes to a place"));
        let line = entry["ways"][0]["line"].as_str().expect("a line");
        // Where it may be somebody's turn, a change of the position has its reason.
        let change = |line: &str| match view["referee"] == true {
            true => line.to_string(),
            false => format!("amend {line} because the judge puts it so"),
        };
        // Where a hand points, or at what: whichever the game knows.
        let mut downs = Vec::new();
        for at in [json!([10.0, 10.0]), json!([30.0, 30.0])] {
            downs.push(json!({ "line": change(line), "at": at }));
        }
        let grounds = named("ground").into_iter();
        downs.extend(grounds.map(|id| json!({ "line": change(&format!("{line} {id}")) })));
        let mut down = false;
        for put in downs {
            down = judge.put(put).await.0 == StatusCode::OK;
            if down {
                break;
            }
        }
        assert!(down, "{battle}: `{line}` goes nowhere");
        // Each is told in a line, and more of it on demand.
        for entry in all.iter().step_by(all.len() / 12 + 1) {
            let asks = entry["asks"].as_str().expect("a question");
            let told = asks.is_empty() || judge.ask(asks).await.0 == StatusCode::OK;
            assert!(told && entry["says"] != "", "{battle}: {entry}");
        }
        // What needs no place is put down at once.
        if let Some(way) =
            all.iter().map(|entry| &entry["ways"][0]).find(|way| way["aims"] == false)
        {
            let (status, done) = judge.line(&change(way["line"].as_str().expect("a line"))).await;
            assert_eq!(status, StatusCode::OK, "{battle}: {way} {done}");
        }
    }
}

#[tokio::test]
async fn nothing_is_offered_that_means_nothing_there() {
    let folder = folder();
    let server = server(folder.path()).await;
    for battle in ["heroscape", "duel-on-the-hill", "ea-heresy", "dragon-dice", "skirmish"] {
        let guests = opened(&server, json!({ "battle": battle, "referee": true })).await;
        let view = guests[0].view().await;
        assert_eq!(view["asked"]["kind"], "free", "{battle}");
        for line in offers(&view) {
            assert!(!line.contains("end turn") && !line.contains("pass"), "{battle}: `{line}`");
            let (_, ruling) = guests[0].ask(&line).await;
            assert_eq!(ruling["yes"], true, "{battle}: `{line}`: {ruling}");
        }
    }
}

#[tokio::test]
async fn figures_of_an_open_table_are_put_down_and_do_as_often_as_one_likes() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "skirmish", "referee": true, "seed": 3 })).await;
    let judge = &guests[0];
    assert!(offers(&judge.view().await).is_empty(), "nobody stands there yet");
    let (status, fault) = judge.line("bolt 1 advances to 24 20").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
    for line in ["place bolt 1 at 20 10", "place reed 1 at 28 10"] {
        let (status, done) = judge.line(line).await;
        assert_eq!(status, StatusCode::OK, "{line}: {done}");
    }
    let offered = offers(&judge.view().await);
    assert!(offered.iter().any(|line| line == "bolt 1 shoots reed 1"), "{offered:?}");
    // Once, and again: there are no rounds.
    for to in ["22 10", "23 10", "21 11"] {
        let (status, done) = judge.line(&format!("bolt 1 advances to {to}")).await;
        assert_eq!(status, StatusCode::OK, "{to}: {done}");
    }
    let (status, fault) = judge.line("bolt 1 holds").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
    // A shot asks for dice like any other, and the table goes on after it.
    let (status, done) = judge.line("bolt 1 shoots reed 1").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    while judge.view().await["asked"]["kind"] == "roll" {
        assert_eq!(judge.line("roll").await.0, StatusCode::OK);
    }
    let (_, odds) = judge.ask("odds bolt 1 charges boar").await;
    assert!(odds["says"].as_str().is_some_and(|it| it.contains("boar")), "{odds}");
    // Who has lost everybody has lost nothing.
    for line in ["place reed 1 at 28 11", "remove reed 1"] {
        assert_eq!(judge.line(line).await.0, StatusCode::OK, "{line}");
    }
    assert_eq!(judge.line("remove reed 1").await.0, StatusCode::UNPROCESSABLE_ENTITY, "it is gone");
    assert_eq!(judge.view().await["asked"]["kind"], "free");
    // A bare battlefield has two warbands beside it.
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../data/skirmish/battlefields/ferry-landing.yaml");
    let field = format!("game: skirmish\n{}", std::fs::read_to_string(path).expect("a field"));
    let new = json!({ "battle": "field", "scenario": field, "referee": true });
    let guests = opened(&server, new).await;
    let (status, done) = guests[0].line("place hedda at 24 24").await;
    assert_eq!(status, StatusCode::OK, "{done}");
}

#[tokio::test]
async fn a_note_stands_in_everybodys_log() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({
        "battle": "duel-on-the-hill", "players": ["here", "friend"], "judge": true, "seed": 4
    });
    let guests = opened(&server, new).await;
    assert_eq!(guests[0].line(&offers(&guests[0].view().await)[0]).await.0, StatusCode::OK);
    guests[0].settled().await;
    for guest in &guests {
        let role = guest.view().await["role"].clone();
        let words = format!("said by {}", role["says"].as_str().expect("a role"));
        let (status, done) = guest.line(&format!("note {words}")).await;
        let may = role["judge"] == true || role["seats"] != json!([]);
        assert_eq!(status == StatusCode::OK, may, "{done}");
        let says = done["says"].as_str().expect("words");
        assert!(!may || says.contains("everybody"), "{says}");
    }
    let mut seen = Vec::new();
    for guest in &guests {
        let view = guest.view().await;
        let lines = view["log"].as_array().expect("a log").iter();
        let last = lines.filter_map(|line| line["number"].as_u64()).max();
        let notes = view["notes"].as_array().expect("notes");
        assert!(notes.iter().all(|note| note["number"].as_u64() > last), "{view}");
        seen.push(notes.iter().map(|note| note["says"].clone()).collect::<Vec<_>>());
        let plain = get(&server, &format!("/plain/{}/{}", guest.table, guest.key)).await.1;
        assert!(String::from_utf8_lossy(&plain).contains("A: said by A"));
    }
    let all = json!(["A: said by A", "B: said by B", "judge: said by judge"]);
    assert!(seen.iter().all(|notes| json!(notes) == all), "{seen:?}");
}

#[tokio::test]
async fn a_judge_lets_through_and_writes_down_what_players_say() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({
        "battle": "duel-on-the-hill", "players": ["here", "friend"], "judge": true, "dice": "typed"
    });
    let guests = opened(&server, new).await;
    let mut judge = None;
    for guest in &guests {
        judge = judge.or((guest.view().await["role"]["judge"] == true).then_some(guest));
    }
    let judge = judge.expect("a link for the judge");
    let (status, fault) = judge.line("marro 3 attacks finn").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
    assert!(fault["says"].as_str().is_some_and(|says| says.contains("`A: ACTION`")), "{fault}");
    let (_, lines) = judge.complete("A: marro 1 att").await;
    let all = lines.as_array().expect("lines");
    assert!(all.contains(&json!("A: marro 1 attacks")), "{lines}");
    let overruled = "overrule marro 3 attacks finn because the tape says so";
    let (status, done) = judge.line(overruled).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    // Everybody reads which rule was set aside.
    for guest in &guests {
        assert_eq!(guest.view().await["log"][0]["against"], json!(["HS-7.2.1"]));
    }
    assert_eq!(judge.line("undo").await.0, StatusCode::OK);
    let (status, done) = judge.line("A: marro 1 attacks finn").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(judge.view().await["asked"]["kind"], "roll");
    // What the judge put in for others is told, and what they put in themselves is not.
    assert_eq!(guests[0].line("skull skull blank").await.0, StatusCode::OK);
    assert_eq!(judge.line("shield blank blank blank").await.0, StatusCode::OK);
    let view = guests[0].view().await;
    let entered = |n: usize| view["log"][n]["entered"] == true;
    assert_eq!([0, 1, 2].map(entered), [true, false, true], "{}", view["log"]);
    assert_eq!(view["notes"], json!([]));
}
