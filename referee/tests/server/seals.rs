//! What is for one seat alone: its sealed decision, what it may do with what others may not know, changes that only it hears of.

use super::guests::{Guest, folder, get, offers, opened, server};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// A battle in which A, after the initiative, may move order markers that are secret.
const ORDERS: &str = "game: heroscape
battlefield:
  battlefield: field
  levels:
    1: g g g g g g
seats:
  A: {cards: [admiral-ej-1m, dorim, krug]}
  B: {cards: [finn]}
position:
  figures: {admiral-ej-1m: A1, dorim: B1, krug: C1 D1, finn: F1}
";

async fn before_orders(server: &axum::Router, judge: bool) -> Vec<Guest<'_>> {
    let new = json!({
        "battle": "orders", "scenario": ORDERS, "players": ["here", "friend"], "dice": "typed",
        "judge": judge,
    });
    opened(server, new).await
}

async fn at_orders(server: &axum::Router, judge: bool) -> Vec<Guest<'_>> {
    let guests = before_orders(server, judge).await;
    let (one, other) = (&guests[0], &guests[1]);
    for (guest, line) in [
        (one, "markers admiral-ej-1m, admiral-ej-1m, krug, admiral-ej-1m"),
        (other, "markers finn, finn, finn, finn"),
        (one, "20/1"),
        (one, "use admiral's orders with admiral-ej-1m"),
    ] {
        let (status, done) = guest.line(line).await;
        assert_eq!(status, StatusCode::OK, "{line}: {done}");
    }
    guests
}

#[tokio::test]
async fn what_a_seat_may_do_with_its_secrets_is_told_nobody_else() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = at_orders(&server, false).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    let own = one.ask("list").await.1.to_string();
    assert!(own.contains("shift 1 to dorim"), "{own}");
    for guest in [other, watch] {
        let list = guest.ask("list").await.1.to_string();
        assert!(!list.contains("shift 1"), "{list}");
        let forms = guest.complete("A: shift ").await.1.to_string();
        assert!(!forms.contains("shift 1 to dorim"), "{forms}");
        // What is legal for A and what is not are told alike.
        let ruled = async |line: &str| guest.ask(line).await.1["yes"].clone();
        assert_eq!(ruled("A: shift 1 to dorim").await, ruled("A: shift 3 to dorim").await);
    }
    assert_eq!(one.line("shift 1 to dorim").await.0, StatusCode::OK);
    for guest in [other, watch] {
        let log = guest.view().await["log"].to_string();
        assert!(!log.contains("shift 1"), "{log}");
        let record = get(&server, &guest.path("record")).await.1;
        let record = String::from_utf8_lossy(&record).into_owned();
        let last = record.lines().rfind(|line| line.contains("\"seat\":0")).expect("A's line");
        assert!(!last.contains("opened"), "{last}");
    }
}

#[tokio::test]
async fn a_sealed_decision_is_taken_back_by_whoever_made_it() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = before_orders(&server, false).await;
    let (one, other) = (&guests[0], &guests[1]);
    let markers = "markers admiral-ej-1m, admiral-ej-1m, krug, admiral-ej-1m";
    assert_eq!(one.line(markers).await.0, StatusCode::OK);
    let decided = async || one.view().await["decided"].as_array().map_or(0, Vec::len);
    // Nothing of the other's was put in: they would take A's back.
    let counted = one.view().await["counted"].clone();
    let (_, done) = other.put(json!({ "keep": counted })).await;
    assert!(done["says"].as_str().is_some_and(|says| says.contains("asked")), "{done}");
    assert_eq!(decided().await, 1, "A's decision stands until A agrees");
    assert_eq!(one.put(json!({ "consent": false })).await.0, StatusCode::OK);
    // Their own they take back as they like.
    assert_eq!(one.line("undo").await.0, StatusCode::OK);
    assert_eq!(decided().await, 0);
    assert_eq!(one.line(markers).await.0, StatusCode::OK);
    assert_eq!(other.line("markers finn, finn, finn, finn").await.0, StatusCode::OK);
    assert_eq!(one.view().await["asked"]["kind"], "roll");
}

#[tokio::test]
async fn a_judges_change_that_one_seat_may_know_is_told_that_seat_alone() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = before_orders(&server, true).await;
    let judge = &guests[2];
    let markers = "markers admiral-ej-1m, admiral-ej-1m, krug, admiral-ej-1m";
    assert_eq!(guests[0].line(markers).await.0, StatusCode::OK);
    assert_eq!(guests[1].line("markers finn, finn, finn, finn").await.0, StatusCode::OK);
    let (status, done) = judge.line("amend marker A 2 on dorim because it slipped").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let log = async |guest: &Guest<'_>| guest.view().await["log"].to_string();
    assert!(log(&guests[0]).await.contains("dorim"));
    assert!(log(judge).await.contains("dorim"));
    let others = log(&guests[1]).await;
    assert!(
        !others.contains("dorim") && others.contains("a change that others know of"),
        "{others}"
    );
    let before = guests[1].view().await["counted"].as_u64().unwrap_or(0) - 1;
    let (_, done) = guests[1].put(json!({ "keep": before })).await;
    assert!(done["says"].as_str().is_some_and(|says| says.contains("asked")), "{done}");
    for guest in &guests {
        let proposal = guest.view().await["proposal"].to_string();
        assert!(proposal.contains("since") && !proposal.contains("dorim"), "{proposal}");
    }
    // What another proposes meanwhile is not what was agreed to.
    let other = json!({ "consent": true, "proposal": 7 });
    assert_eq!(judge.put(other).await.0, StatusCode::CONFLICT);
    let no = json!({ "consent": false, "proposal": guests[1].view().await["proposal"]["number"] });
    assert_eq!(guests[1].put(no).await.0, StatusCode::OK);
    assert_eq!(get(&server, &guests[1].path("record")).await.0, StatusCode::FORBIDDEN);
    assert_eq!(get(&server, &guests[0].path("record")).await.0, StatusCode::OK);
    // It stays in the record when it no longer counts.
    assert_eq!(judge.line("undo").await.0, StatusCode::OK);
    assert_eq!(get(&server, &guests[1].path("record")).await.0, StatusCode::FORBIDDEN);
    assert!(!guests[1].view().await["undone"].to_string().contains("dorim"));
    assert!(guests[0].view().await["undone"].to_string().contains("dorim"));
}

#[tokio::test]
async fn a_secret_decision_that_the_judge_lets_through_stays_one() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = at_orders(&server, true).await;
    let judge = &guests[2];
    let (status, done) = judge.line("overrule A: shift 1 to dorim because A meant it").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let log = async |guest: &Guest<'_>| guest.view().await["log"].to_string();
    assert!(log(&guests[0]).await.contains("shift 1 to dorim"));
    let others = log(&guests[1]).await;
    assert!(!others.contains("shift 1"), "{others}");
    assert_eq!(get(&server, &guests[1].path("record")).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_record_of_what_lies_face_down_is_had_when_the_game_is_over() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "glyph", "scenario": GLYPH, "players": ["here", "friend"] });
    let guests = opened(&server, new).await;
    for guest in &guests {
        let (status, says) = get(&server, &guest.path("record")).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
        assert!(String::from_utf8_lossy(&says).contains("when the game is over"));
    }
    for (guest, line) in [(0, "concede"), (1, "concede")] {
        guests[guest].line(line).await;
    }
    let (status, record) = get(&server, &guests[1].path("record")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(String::from_utf8_lossy(&record).contains("astrid"));
}

#[tokio::test]
async fn who_sees_a_delayed_table_hears_nothing_of_the_present_at_an_earlier_moment() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({
        "battle": "skirmish", "players": ["here", "friend"], "seed": 6, "delayed": true,
    });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    for _ in 0..8 {
        let (mine, theirs) = (offers(&one.settled().await), offers(&other.settled().await));
        let (guest, line) = if mine.is_empty() { (other, &theirs[0]) } else { (one, &mine[0]) };
        assert_eq!(guest.line(line).await.0, StatusCode::OK);
    }
    one.put(json!({ "chat": "now I have you" })).await;
    assert_eq!(one.line("note he hesitates").await.0, StatusCode::OK);
    let to = watch.view().await["counted"].as_u64().expect("a number");
    assert!(to < one.view().await["counted"].as_u64().expect("a number"));
    let path = format!("{}&at={}", watch.path("view"), to.saturating_sub(1));
    let (status, body) = get(&server, &path).await;
    assert_eq!(status, StatusCode::OK);
    let view: Value = serde_json::from_slice(&body).expect("a view");
    assert_eq!((&view["chat"], &view["notes"]), (&json!([]), &json!([])));
    assert_eq!(view["counted"].as_u64(), Some(to), "no more is told than they may look at");
    // Nor by what is answered to a question, or to what nobody takes of them.
    assert_eq!(watch.line("status").await.1["after"].as_u64(), Some(to));
    for after in 0..20 {
        let put = json!({ "line": "hold", "after": after });
        assert_eq!(watch.put(put).await.0, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn a_game_that_goes_on_after_its_end_was_read_has_other_dice_than_its_seed() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "seed": 4 });
    let guests = opened(&server, new).await;
    let [one, other, _] = &guests[..] else { panic!("three links") };
    let warned = other.view().await["warnings"].to_string();
    assert!(warned.contains("chose its seed"), "{warned}");
    assert_eq!(one.line("concede").await.0, StatusCode::OK);
    let record = get(&server, &one.path("record")).await.1;
    assert!(String::from_utf8_lossy(&record).contains("\"seed\":4"), "it is over");
    // It is not free, and the other is told why.
    assert_eq!(one.line("undo").await.0, StatusCode::OK);
    let proposal = other.view().await["proposal"].clone();
    assert!(proposal.to_string().contains("its seed and what was decided"), "{proposal}");
    assert_eq!(other.put(json!({ "consent": true })).await.0, StatusCode::OK);
    let notes = other.view().await["notes"].to_string();
    assert!(notes.contains("dice are drawn afresh"), "{notes}");
    let (status, done) = one.line("marro 1 attacks finn").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    one.settled().await;
    let sources = async || {
        let record = get(&server, &one.path("record")).await.1;
        let record = String::from_utf8_lossy(&record).into_owned();
        (record.matches("\"drawn\"").count(), record.matches("\"seeded\"").count())
    };
    let (drawn, seeded) = sources().await;
    assert!(drawn > 0 && seeded == 0, "{drawn} drawn, {seeded} of the seed");
    // So it is after the server was ended and begun again.
    let server = super::guests::server(folder.path()).await;
    let one = Guest { server: &server, table: one.table.clone(), key: one.key.clone() };
    let offers = offers(&one.settled().await);
    assert!(!offers.is_empty());
    assert_eq!(one.line("concede").await.0, StatusCode::OK);
    let record = get(&server, &one.path("record")).await.1;
    assert!(!String::from_utf8_lossy(&record).contains("\"seeded\""));
}

#[tokio::test]
async fn what_was_corrected_is_told_to_all_as_they_read_it_before() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = before_orders(&server, true).await;
    let [one, other, judge, watch] = &guests[..] else { panic!("four links") };
    let markers = "markers admiral-ej-1m, admiral-ej-1m, krug, admiral-ej-1m";
    assert_eq!(one.line(markers).await.0, StatusCode::OK);
    assert_eq!(other.line("markers finn, finn, finn, finn").await.0, StatusCode::OK);
    let change = "amend marker A 2 on dorim because it slipped";
    assert_eq!(judge.line(change).await.0, StatusCode::OK);
    assert_eq!(one.line("20/1").await.0, StatusCode::OK);
    // Who looks at the log knows who had a part in what was decided in secret.
    assert_eq!(other.view().await["log"][0]["together"], json!([0, 1]));
    let corrections = async |guest: &Guest<'_>| guest.view().await["corrections"].clone();
    assert_eq!(corrections(other).await, json!([]));
    // What a seat may not know is not told by its correction either: to that seat nothing reads otherwise.
    let (status, done) = judge.line("correct 2 marker A 2 on krug").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert!(corrections(one).await.to_string().contains("dorim"));
    assert!(corrections(judge).await.to_string().contains("dorim"));
    for guest in [other, watch] {
        assert_eq!(corrections(guest).await, json!([]));
    }
    let (status, done) = judge.line("correct 3 2/19").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    for guest in &guests {
        let told = corrections(guest).await;
        let last = told.as_array().and_then(|all| all.last()).expect("a correction");
        assert_eq!((&last["number"], &last["were"][0]["number"]), (&json!(5), &json!(3)));
        assert_eq!(last["were"][0]["says"], "dice: 20 / 1", "{last}");
    }
}

/// A glyph face down beside a figure.
const GLYPH: &str = "game: heroscape
battlefield:
  battlefield: row
  levels: {1: g g g g g g}
  glyphs: [{at: A1, kind: astrid, face: hidden}]
seats:
  A: {cards: [finn]}
  B: {cards: [thorgrim]}
position:
  figures: {finn: B1, thorgrim: F1}
  turn: {card: finn}
";

#[tokio::test]
async fn what_was_hidden_and_seen_is_taken_back_with_the_consent_of_others() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "glyph", "scenario": GLYPH, "players": ["here", "friend"] });
    let guests = opened(&server, new).await;
    let (one, other) = (&guests[0], &guests[1]);
    let counted = async || one.view().await["counted"].clone();
    // Whoever goes where nothing is hidden has learned nothing.
    assert_eq!(one.line("finn moves to C1").await.0, StatusCode::OK);
    assert_eq!(one.line("undo").await.0, StatusCode::OK);
    assert_eq!(counted().await, 0);
    assert_eq!(one.line("finn moves to A1").await.0, StatusCode::OK);
    assert!(one.view().await["log"].to_string().contains("is turned up: astrid"));
    let (_, done) = one.line("undo").await;
    assert!(done["says"].as_str().is_some_and(|says| says.contains("asked")), "{done}");
    assert_eq!(counted().await, 1);
    let proposal = other.view().await["proposal"].clone();
    assert_eq!(proposal["because"], "something hidden was seen since (line 3)", "{proposal}");
    assert_eq!(other.put(json!({ "consent": true })).await.0, StatusCode::OK);
    assert_eq!(counted().await, 0);
}

#[tokio::test]
async fn a_judge_puts_one_sealed_decision_right_and_nobody_else_reads_it() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = before_orders(&server, true).await;
    let [one, other, judge, watch] = &guests[..] else { panic!("four links") };
    let markers = "markers admiral-ej-1m, admiral-ej-1m, krug, admiral-ej-1m";
    assert_eq!(one.line(markers).await.0, StatusCode::OK);
    assert_eq!(other.line("markers finn, finn, finn, finn").await.0, StatusCode::OK);
    assert_eq!(one.line("20/1").await.0, StatusCode::OK);
    let new = "markers admiral-ej-1m, krug, admiral-ej-1m, admiral-ej-1m";
    let (status, fault) = judge.line(&format!("correct 1 {new}")).await;
    let says = fault["says"].to_string();
    assert!(
        status == StatusCode::UNPROCESSABLE_ENTITY && says.contains("whose decision"),
        "{fault}"
    );
    let before = [other.view().await, watch.view().await];
    let (status, done) = judge.line(&format!("correct 1 A: {new}")).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert!(done["says"].to_string().contains("1 later input carried out again"), "{done}");
    assert!(one.view().await["log"].to_string().contains("2 on krug"));
    for (guest, before) in [other, watch].into_iter().zip(before) {
        let view = guest.view().await;
        assert_eq!((&view["log"], &view["scene"]), (&before["log"], &before["scene"]));
        assert_eq!(view["corrections"], json!([]));
        let record = get(&server, &guest.path("record")).await.1;
        let record = String::from_utf8_lossy(&record).into_owned();
        let theirs = record.split("{\"seat\":0").skip(1);
        let open = |rest: &str| rest.split('}').next().is_some_and(|it| it.contains("opened"));
        assert!(!theirs.into_iter().any(open), "a seal is open: {record}");
    }
}
