//! Real dice at a table over HTTP: told by each who rolls, rolled by the table for one of them, put right where they were told wrongly.

use super::guests::{folder, opened, server};
use axum::http::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn each_tells_their_own_dice_of_a_roll_that_both_make() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = json!({ "battle": "training-day", "players": ["here", "friend"], "dice": "typed" });
    let guests = opened(&server, new).await;
    let [one, other, watch] = &guests[..] else { panic!("three links") };
    let refused = |put: Value, says: &'static str| async move {
        let (status, fault) = one.put(put).await;
        assert_ne!(status, StatusCode::OK);
        assert!(fault["says"].to_string().contains(says), "{fault}");
    };
    refused(json!({ "faces": [3, 3], "seat": 0 }), "1 dice of A are needed, 2 given").await;
    refused(json!({ "faces": [20], "seat": 0 }), "a die of 20 faces has no face 20").await;
    refused(json!({ "faces": [3], "seat": 7 }), "are asked for now").await;
    assert_eq!(watch.put(json!({ "faces": [3], "seat": 0 })).await.0, StatusCode::FORBIDDEN);
    for face in [3, 13] {
        let (status, done) = one.put(json!({ "faces": [face], "seat": 0 })).await;
        assert_eq!((status, &done["after"]), (StatusCode::OK, &json!(0)), "{done}");
        // What A told last lies there for all to see.
        let groups = other.view().await["asked"]["groups"].clone();
        assert_eq!((&groups[0]["lies"], &groups[1]["lies"]), (&json!([face]), &json!([])));
    }
    let (status, fault) = other.put(json!({ "faces": [19], "seat": 0 })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(fault["says"].to_string().contains("A told these dice"), "{fault}");
    let (status, done) = other.put(json!({ "faces": [6], "seat": 1 })).await;
    assert_eq!((status, &done["after"]), (StatusCode::OK, &json!(1)), "{done}");
    let log = one.settled().await["log"].to_string();
    assert!(log.contains("14") && log.contains("7"), "{log}");
}

#[tokio::test]
async fn the_table_rolls_for_one_and_leaves_what_another_tells() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new = || json!({ "battle": "training-day", "players": ["here", "friend"], "dice": "typed", "seed": 5 });
    for tells_first in [true, false] {
        let guests = opened(&server, new()).await;
        let [one, other, watch] = &guests[..] else { panic!("three links") };
        assert_eq!(watch.line("roll").await.0, StatusCode::FORBIDDEN);
        if !tells_first {
            assert_eq!(other.line("roll").await.0, StatusCode::OK);
            let groups = one.view().await["asked"]["groups"].clone();
            assert_eq!(groups[0]["lies"], json!([]), "nobody rolled for A");
            assert_eq!(groups[1]["lies"].as_array().map(Vec::len), Some(1), "{groups}");
        }
        let (status, _) = one.put(json!({ "faces": [13], "seat": 0 })).await;
        assert_eq!(status, StatusCode::OK);
        if tells_first {
            assert_eq!(other.line("roll").await.0, StatusCode::OK);
        }
        let view = one.settled().await;
        assert!(view["log"].to_string().contains("A rolls 14"), "what A told counts: {view}");
        let noted = view["notes"].to_string();
        assert!(noted.contains("the table rolled the dice of B"), "{noted}");
    }
    // Where nobody tells theirs, all fall as the seed has them.
    let guests = opened(&server, new()).await;
    assert_eq!(guests[0].line("roll").await.0, StatusCode::OK);
    assert_eq!(guests[1].line("roll").await.0, StatusCode::OK);
    let view = guests[0].settled().await;
    assert!(!view["notes"].to_string().contains("the table rolled"), "{view}");
}

#[tokio::test]
async fn dice_that_were_told_wrongly_are_put_right_by_consent() {
    let folder = folder();
    let server = server(folder.path()).await;
    let new =
        json!({ "battle": "duel-on-the-hill", "players": ["here", "friend"], "dice": "typed" });
    for agrees in [false, true] {
        let guests = opened(&server, new.clone()).await;
        let [one, other, watch] = &guests[..] else { panic!("three links") };
        assert_eq!(one.line("marro 1 attacks finn").await.0, StatusCode::OK);
        let (status, fault) = one.line("correct 1 marro 2 attacks finn").await;
        assert_eq!(status, StatusCode::FORBIDDEN);
        assert!(fault["says"].to_string().contains("take them back instead"), "{fault}");
        assert_eq!(one.line("sss").await.0, StatusCode::OK);
        assert_eq!(watch.line("correct 2 sbb").await.0, StatusCode::FORBIDDEN);
        // What cannot be carried out is not asked of anybody.
        assert_eq!(one.line("correct 2 sb").await.0, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(one.view().await["proposal"].is_null());
        assert_eq!(one.line("correct 2 sbb because one lay askew").await.0, StatusCode::OK);
        let asked = other.view().await["proposal"].clone();
        assert_eq!(asked["corrects"], json!({ "line": 2, "says": "sbb" }), "{asked}");
        assert_eq!((&asked["says"], &asked["waits_for"]), (&json!("one lay askew"), &json!([1])));
        assert_eq!(one.put(json!({ "consent": true })).await.0, StatusCode::FORBIDDEN);
        assert_eq!(other.put(json!({ "consent": agrees })).await.0, StatusCode::OK);
        let view = one.view().await;
        let fell = view["log"][1]["says"].to_string();
        assert_eq!(fell.contains("blank"), agrees, "{fell}");
        match agrees {
            true => assert_eq!(view["corrections"][0]["because"], json!("one lay askew"), "{view}"),
            false => assert_eq!(view["declined"]["corrects"], json!(true), "{view}"),
        }
    }
}
