//! Armies: the cards of a game, whose they are on the table, picked on a battlefield, and fought with once more.

use super::guests::{folder, get, opened, post, server};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// What a list of things holds under a name.
fn named<'v>(list: &'v Value, name: &str) -> &'v Value {
    let mut found = list.as_array().expect("a list").iter().filter(|it| it["name"] == name);
    found.next().unwrap_or_else(|| panic!("no `{name}` in {list}"))
}

#[tokio::test]
async fn every_game_tells_the_cards_of_each_army() {
    let folder = folder();
    let server = server(folder.path()).await;
    let games = [
        ("heroscape", "tarn-viking-warriors", "Move"),
        ("dragon-dice", "A home A", "faces"),
        ("ea-heresy", "reds", "speed"),
        ("skirmish", "hedda", "quality"),
    ];
    for (game, troop, number) in games {
        let guests = opened(&server, json!({ "battle": game, "seed": 5 })).await;
        let view = guests[0].settled().await;
        let status = named(&view["status"], troop);
        assert_eq!(status["owner"], 0, "{game}: {status}");
        let (code, body) = get(&server, &guests[0].path("cards")).await;
        let cards: Value = serde_json::from_slice(&body).expect("cards");
        assert_eq!(code, StatusCode::OK);
        let card = status["cards"][0].as_str().expect("a card");
        let numbers = named(&cards, card)["numbers"].as_array().expect("numbers").clone();
        assert!(numbers.iter().any(|it| it["what"] == number), "{game}: {numbers:?}");
        let things = view["scene"]["things"].as_array().expect("things").iter();
        let mut pieces = things.filter(|thing| thing["layer"] == "pieces");
        assert!(
            pieces
                .all(|piece| named(&cards, piece["card"].as_str().unwrap_or_default())["title"]
                    != "")
        );
    }
}

#[tokio::test]
async fn two_pick_armies_on_a_battlefield_of_their_choice() {
    let folder = folder();
    let server = server(folder.path()).await;
    let (_, body) = get(&server, "/api/lobby").await;
    let lobby: Value = serde_json::from_slice(&body).expect("a lobby");
    let game = named(&lobby["games"], "heroscape");
    assert_eq!(game["points"], 400);
    let field = &named(&game["fields"], "training-ground")["name"];
    let new = json!({ "battle": field, "muster": 120, "players": ["here", "here"], "seed": 5 });
    let guests = opened(&server, new).await;
    let view = guests[0].settled().await;
    assert_eq!(view["title"], "own-armies-on-training-ground");
    assert!(view["asked"]["says"].as_str().is_some_and(|it| it.contains("120 points")), "{view}");
    let wrong = [
        (json!({ "battle": "two-hills", "muster": 120 }), "no battlefield alone"),
        (json!({ "battle": "../../x", "muster": 120 }), "no battle"),
        (json!({ "battle": "skirmish", "muster": 120 }), "no battlefield alone"),
    ];
    for (new, says) in wrong {
        let (status, fault) = post(&server, "/api/tables", &new).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{new}: {fault}");
        assert!(fault["says"].as_str().is_some_and(|it| it.contains(says)), "{new}: {fault}");
    }
}

#[tokio::test]
async fn how_far_a_game_is_it_tells_as_it_counts() {
    let folder = folder();
    let server = server(folder.path()).await;
    for (battle, when) in [
        ("duel-on-the-hill", "round 1"),
        ("skirmish", "round 1 of 4"),
        // The first turn is not begun.
        ("ea-heresy", ""),
    ] {
        let new = json!({ "battle": battle, "players": ["here", "friend"], "seed": 1 });
        let guests = opened(&server, new).await;
        let (_, brief) = get(&server, &guests[0].path("brief")).await;
        let brief: Value = serde_json::from_slice(&brief).expect("a brief");
        let view = guests[0].view().await;
        assert_eq!((&brief["when"], &view["when"]), (&json!(when), &json!(when)), "{battle}");
    }
}

#[tokio::test]
async fn a_battle_that_is_over_is_told_in_brief_and_fought_again_on_the_other_side() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "seed": 1 });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    let brief = async |guest: &super::guests::Guest<'_>| {
        let (_, body) = get(&server, &guest.path("brief")).await;
        serde_json::from_slice::<Value>(&body).expect("a brief")
    };
    let told = brief(one).await;
    assert_eq!((&told["over"], &told["yours"]), (&json!(false), &json!(true)), "{told}");
    assert_eq!(brief(other).await["waits_for"], json!(["A"]));
    let swap = json!({ "swap": true });
    assert_eq!(post(&server, &one.path("again"), &swap).await.0, StatusCode::FORBIDDEN);
    one.line("concede").await;
    let told = [brief(one).await, brief(other).await, brief(watch).await];
    let won: Vec<&Value> = told.iter().map(|told| &told["won"]).collect();
    assert_eq!(won, [&json!(false), &json!(true), &Value::Null], "{told:?}");
    assert!(told.iter().all(|told| told["over"] == true && told["winners"] == json!(["B"])));
    assert_eq!(post(&server, &watch.path("again"), &swap).await.0, StatusCode::FORBIDDEN);
    let (status, seated) = post(&server, &one.path("again"), &swap).await;
    assert_eq!(status, StatusCode::CREATED, "{seated}");
    let whose: Vec<&Value> =
        seated["links"].as_array().expect("links").iter().map(|link| &link["whose"]).collect();
    assert_eq!(whose, ["you", "A", "spectators"]);
    assert_ne!(seated["table"], json!(one.table));

    // The others hear of it, and sit down there whatever they ask for: each on the other side.
    let view = other.view().await;
    assert_eq!(view["rematch"], json!({ "by": "A", "swap": true }));
    for (guest, seats) in [(other, json!([0])), (watch, json!([])), (one, json!([1]))] {
        let (status, joined) = post(&server, &guest.path("again"), &json!({})).await;
        assert_eq!((status, &joined["table"]), (StatusCode::CREATED, &seated["table"]));
        let links = joined["links"].as_array().expect("links");
        assert_eq!(links.len(), 1);
        let at = format!(
            "/api/tables/{}/view?key={}",
            joined["table"].as_str().expect("a table"),
            links[0]["key"].as_str().expect("a key")
        );
        let (_, body) = get(&server, &at).await;
        let view: Value = serde_json::from_slice(&body).expect("a view");
        assert_eq!(view["role"]["seats"], seats);
    }
}

#[tokio::test]
async fn whoever_plays_alone_opens_as_many_rematches_as_they_like() {
    let folder = folder();
    let server = server(folder.path()).await;
    let guests = opened(&server, json!({ "battle": "duel-on-the-hill", "seed": 1 })).await;
    let alone = &guests[0];
    alone.line("concede").await;
    let (_, first) = post(&server, &alone.path("again"), &json!({})).await;
    let (status, second) = post(&server, &alone.path("again"), &json!({})).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_ne!(first["table"], second["table"]);
    assert_eq!(alone.view().await["rematch"], Value::Null);
}
