//! The editor over HTTP: files of one folder drawn on, asked about, saved, and never overwritten unseen.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tower::ServiceExt;
use umpire::library::Library;
use umpire::serve::{App, Hall, Serving, Webhooks, Workshop, lobby, router};
use umpire::store::Store;

const FIELD: &str = "# A field to draw on.\nbattlefield: field # its name\nlevels:\n  1: |\n    g g g g\n     g g g g\n    g g g g\n\n# one tree\nobstacles:\n  - {kind: tree_10, at: B2} # the old one\n";

/// An editor of a folder, or of one file in it.
async fn editor(folder: &Path, open: &Path) -> Router {
    let library = Arc::new(Library::embedded());
    let place = folder.join("tables.db");
    let store = Store::open(place.to_str().expect("a path in letters")).await.expect("a store");
    let workshop = Workshop::new(Arc::clone(&library), open).expect("a folder").counting_all();
    let battles = lobby(&library);
    let hall = Hall::new(library, store, Webhooks::new(Vec::new()));
    let serving = Serving::new(hall, battles, App::default(), Vec::new());
    router(serving, Some(Arc::new(workshop)))
}

async fn asked(
    server: &Router,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> (StatusCode, Value) {
    let request = Request::builder().method(method).uri(path);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    answered(server, request.body(body).expect("a request")).await
}

async fn answered(server: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let answer = server.clone().oneshot(request).await.expect("an answer");
    let status = answer.status();
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("field.yaml"), FIELD).expect("a file");
    folder
}

#[tokio::test]
async fn a_stroke_changes_its_lines_and_no_others() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let (_, home) = asked(&server, "GET", "/api/edit", None).await;
    assert_eq!(home["files"][0]["path"], "field.yaml");
    assert_eq!(
        (&home["files"][0]["game"], &home["files"][0]["faults"]),
        (&json!("heroscape"), &json!(0))
    );
    let (_, file) = asked(&server, "GET", "/api/edit/file?path=field.yaml", None).await;
    let stroke = json!({ "tool": "tile:water", "points": [[0.0, 0.0]] });
    let body = json!({ "path": "field.yaml", "text": file["text"], "stroke": stroke });
    let (status, drawn) = asked(&server, "POST", "/api/edit/stroke", Some(body)).await;
    assert_eq!(status, StatusCode::OK, "{drawn}");
    assert_eq!(drawn["text"], FIELD.replacen("    g g g g\n", "    w g g g\n", 1));
    assert!(drawn["sketch"]["faults"].as_array().is_some_and(Vec::is_empty), "{drawn}");
    let remove = json!({ "tool": "remove", "field": "obstacles[0]" });
    let body = json!({ "path": "field.yaml", "text": file["text"], "stroke": remove });
    let (_, drawn) = asked(&server, "POST", "/api/edit/stroke", Some(body)).await;
    let text = drawn["text"].as_str().expect("a text");
    assert!(text.contains("# one tree") && !text.contains("tree_10"), "{text}");
}

#[tokio::test]
async fn faults_stand_where_they_are_in_the_text_and_on_the_map() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let look = |text: String| json!({ "path": "field.yaml", "text": text });
    let text = FIELD.replace("tree_10", "tree_1O").replacen("     g g g g", "     g g X g", 1);
    let (_, sketch) = asked(&server, "POST", "/api/edit/look", Some(look(text))).await;
    let faults = sketch["faults"].as_array().expect("faults");
    let places: Vec<_> =
        faults.iter().map(|fault| (fault["line"].as_u64(), fault["column"].as_u64())).collect();
    assert_eq!(places, [(Some(6), Some(10)), (Some(11), Some(12))], "{sketch}");
    assert!(faults.iter().all(|fault| fault["at"].is_array()), "{faults:?}");
    assert_eq!(faults[1]["suggestion"], "tree_10");
    assert!(sketch["scene"]["things"].as_array().is_some_and(|things| things.len() > 11));
    let (status, sketch) =
        asked(&server, "POST", "/api/edit/look", Some(look("levels: [1".into()))).await;
    assert_eq!((status, &sketch["scene"]), (StatusCode::OK, &Value::Null));
    assert_eq!(sketch["faults"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn what_somebody_else_saved_is_never_overwritten_unseen() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let (_, file) = asked(&server, "GET", "/api/edit/file?path=field.yaml", None).await;
    let save =
        |text: &str, stamp: &Value| json!({ "path": "field.yaml", "text": text, "stamp": stamp });
    let mine = FIELD.replace("its name", "my name");
    let (status, saved) =
        asked(&server, "PUT", "/api/edit/file", Some(save(&mine, &file["stamp"]))).await;
    assert_eq!(status, StatusCode::OK, "{saved}");
    let theirs = FIELD.replace("its name", "their name");
    std::fs::write(folder.path().join("field.yaml"), &theirs).expect("a file");
    let (status, conflict) =
        asked(&server, "PUT", "/api/edit/file", Some(save(FIELD, &saved["stamp"]))).await;
    assert_eq!((status, conflict["text"].as_str()), (StatusCode::CONFLICT, Some(theirs.as_str())));
    let kept = std::fs::read_to_string(folder.path().join("field.yaml")).expect("a file");
    assert_eq!(kept, theirs);
    let (status, _) =
        asked(&server, "PUT", "/api/edit/file", Some(save(FIELD, &conflict["stamp"]))).await;
    assert_eq!(status, StatusCode::OK);
    let (status, _) =
        asked(&server, "PUT", "/api/edit/file", Some(save(&mine, &Value::Null))).await;
    assert_eq!(status, StatusCode::CONFLICT, "a new file took the place of an old one");
}

#[tokio::test]
async fn nothing_outside_the_folder_is_read_or_written() {
    let outside = folder();
    let inside = outside.path().join("maps");
    std::fs::create_dir(&inside).expect("a folder");
    std::os::unix::fs::symlink(outside.path(), inside.join("out")).expect("a link");
    let made = outside.path().join("made.yaml");
    std::os::unix::fs::symlink(&made, inside.join("dangling.yaml")).expect("a link");
    let server = editor(outside.path(), &inside).await;
    for path in [
        "../field.yaml",
        "/etc/passwd",
        "out/field.yaml",
        "dangling.yaml",
        "a/../../field.yaml",
        "field.txt",
        ".hidden.yaml",
        "",
    ] {
        let body = json!({ "path": path, "text": "a: 1\n", "stamp": null });
        let (status, _) = asked(&server, "PUT", "/api/edit/file", Some(body)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        let path = path.replace('/', "%2F");
        let (status, _) = asked(&server, "GET", &format!("/api/edit/file?path={path}"), None).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    let body = json!({ "path": "../out.yaml", "text": "a: 1\n", "stamp": null });
    let (_, fault) = asked(&server, "PUT", "/api/edit/file", Some(body)).await;
    let says = fault["says"].as_str().expect("words");
    assert!(says.contains("none leads out of it"), "{says}");
    let (_, fault) = asked(&server, "GET", "/api/edit/file?path=gone.yaml", None).await;
    assert_eq!(fault["says"], "there is no `gone.yaml` in this folder");
    let kept = std::fs::read_to_string(outside.path().join("field.yaml")).expect("a file");
    assert_eq!(kept, FIELD);
    assert!(!made.exists(), "a link that leads nowhere yet was followed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_save_what_both_opened_one_is_told_of_the_other() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    for round in 0..8 {
        let (_, file) = asked(&server, "GET", "/api/edit/file?path=field.yaml", None).await;
        let save = |who: &str| {
            let text = format!("{FIELD}# {who} {round}\n");
            let body = json!({ "path": "field.yaml", "text": text, "stamp": file["stamp"] });
            let server = server.clone();
            tokio::spawn(async move { asked(&server, "PUT", "/api/edit/file", Some(body)).await.0 })
        };
        let (one, other) = (save("one"), save("other"));
        let mut came = [one.await.expect("an answer"), other.await.expect("an answer")];
        came.sort();
        assert_eq!(came, [StatusCode::OK, StatusCode::CONFLICT]);
    }
}

#[tokio::test]
async fn a_scenario_names_the_battlefield_beside_it_and_is_played_and_printed() {
    const SCENARIO: &str = "game: heroscape\nscenario: mine\nedition: annihilation\nbattlefield: field\n\
                            seats:\n  A: {cards: [finn]}\n  B: {cards: [thorgrim]}\n\
                            position:\n  figures: {finn: A1, thorgrim: D3}\n  turn: {card: finn}\n";
    let folder = folder();
    std::fs::write(folder.path().join("mine.yaml"), SCENARIO).expect("a file");
    std::fs::create_dir(folder.path().join(".hidden")).expect("a folder");
    std::fs::write(folder.path().join(".hidden/ci.yaml"), "on: push\n").expect("a file");
    let server = editor(folder.path(), folder.path()).await;
    let (_, home) = asked(&server, "GET", "/api/edit", None).await;
    let listed = home["files"].as_array().into_iter().flatten();
    let listed: Vec<&str> = listed.filter_map(|file| file["path"].as_str()).collect();
    assert_eq!(listed, ["field.yaml", "mine.yaml"]);
    let look = json!({ "path": "mine.yaml", "text": SCENARIO });
    let (_, sketch) = asked(&server, "POST", "/api/edit/look", Some(look)).await;
    assert_eq!(sketch["faults"], json!([]));
    let play = json!({ "battle": "mine", "scenario": SCENARIO, "path": "mine.yaml" });
    let (status, seated) = asked(&server, "POST", "/api/tables", Some(play)).await;
    assert_eq!(status, StatusCode::CREATED, "{seated}");
    let alone = json!({ "battle": "mine", "scenario": SCENARIO });
    let (status, _) = asked(&server, "POST", "/api/tables", Some(alone)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let print = json!({
        "path": "mine.yaml", "text": SCENARIO, "form": "svg", "paper": "a4", "sheets": "whole",
    });
    let (status, says) = asked(&server, "POST", "/api/edit/print", Some(print)).await;
    assert_eq!(status, StatusCode::OK, "{says}");
}

#[tokio::test]
async fn units_held_over_the_map_are_judged_by_the_rules_as_the_text_is() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let (_, sketch) = asked(
        &server,
        "POST",
        "/api/edit/look",
        Some(json!({ "path": "field.yaml", "text": FIELD })),
    )
    .await;
    let unit = sketch["units"][0]["name"].as_str().expect("a unit").to_string();
    let ask = |text: &str| {
        let held = json!([{ "unit": unit, "seat": 0, "at": [0.0, 0.0] }]);
        json!({ "path": "field.yaml", "text": text, "held": held, "line": "reach UNIT" })
    };
    let (status, reply) = asked(&server, "POST", "/api/edit/ask", Some(ask(FIELD))).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    let places = reply["rows"].as_array().map_or(0, Vec::len);
    let smaller = FIELD.replacen("    g g g g\n\n", "    . . . .\n\n", 1);
    let (_, fewer) = asked(&server, "POST", "/api/edit/ask", Some(ask(&smaller))).await;
    assert!(fewer["rows"].as_array().map_or(0, Vec::len) < places, "{fewer}");
    assert!(reply["shapes"].as_array().is_some_and(|shapes| !shapes.is_empty()));
    let (status, _) = asked(&server, "POST", "/api/edit/ask", Some(ask("levels: [1"))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    // A unit that was chosen by its own name is answered of by it, whatever its pieces are called.
    let squad = json!([{ "unit": "marro-warriors", "seat": 0, "at": [0.0, 0.0] }]);
    let squad = json!({ "path": "field.yaml", "text": FIELD, "held": squad, "line": "reach UNIT" });
    let (status, reply) = asked(&server, "POST", "/api/edit/ask", Some(squad)).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    let headline = reply["headline"].as_str().expect("words");
    assert!(headline.contains("(marro-warriors)"), "{headline}");
    let rule = |id: &str| json!({ "path": "field.yaml", "text": "levels: [1", "held": [], "line": format!("rule {id}") });
    let (status, reply) = asked(&server, "POST", "/api/edit/ask", Some(rule("HS-7.6.1"))).await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    assert!(reply["headline"].as_str().is_some_and(|says| says.starts_with("HS-7.6.1")), "{reply}");
    let (status, _) = asked(&server, "POST", "/api/edit/ask", Some(rule("HS-99"))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn whatever_unit_comes_first_reaches_something_on_a_new_field_of_every_game() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    for (game, middle) in
        [("heroscape", [1.7, 1.5]), ("ea-heresy", [90.0, 60.0]), ("skirmish", [24.0, 24.0])]
    {
        let begin = json!({ "game": game, "kind": "battlefield" });
        let (_, fresh) = asked(&server, "POST", "/api/edit/fresh", Some(begin)).await;
        let (path, mut text) = (fresh["path"].clone(), fresh["text"].clone());
        if game == "heroscape" {
            text = json!(FIELD);
        }
        let look = json!({ "path": path, "text": text });
        let (_, sketch) = asked(&server, "POST", "/api/edit/look", Some(look)).await;
        let held = json!([{ "unit": sketch["units"][0]["name"], "seat": 0, "at": middle }]);
        let question = sketch["questions"]
            .as_array()
            .and_then(|all| all.iter().find(|it| it["name"] == "reach"));
        let line = &question.expect("reach can be asked")["line"];
        let ask = json!({ "path": path, "text": text, "held": held, "line": line });
        let (status, reply) = asked(&server, "POST", "/api/edit/ask", Some(ask)).await;
        assert_eq!(status, StatusCode::OK, "{game}: {reply}");
        assert!(
            reply["shapes"].as_array().is_some_and(|shapes| !shapes.is_empty()),
            "{game}: {reply}"
        );
    }
}

#[tokio::test]
async fn a_file_begins_empty_at_random_as_house_rules_or_as_a_copy_and_is_without_faults_but_for_what_is_to_be_drawn()
 {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let (_, home) = asked(&server, "GET", "/api/edit", None).await;
    let fresh = home["fresh"].as_array().expect("what can be begun");
    let kinds = |game: &str| -> BTreeSet<(String, bool)> {
        let of_game = fresh.iter().filter(|it| it["game"] == game);
        of_game.map(|it| (it["kind"].as_str().unwrap_or("").into(), it["of"].is_null())).collect()
    };
    for (kind, empty) in
        [("battlefield", true), ("random_battlefield", true), ("house_rules", true)]
    {
        assert!(kinds("heroscape").contains(&(kind.into(), empty)), "{kind}");
    }
    assert!(!kinds("dragon-dice").contains(&("battlefield".into(), true)), "it has no ground");
    for begun in fresh {
        let begin = json!({ "game": begun["game"], "kind": begun["kind"], "of": begun["of"] });
        let (status, file) = asked(&server, "POST", "/api/edit/fresh", Some(begin)).await;
        assert_eq!(status, StatusCode::OK, "{begun}: {file}");
        assert!(file["stamp"].is_null() && file["game"] == begun["game"], "{file}");
        let look = json!({ "path": file["path"], "text": file["text"] });
        let (_, sketch) = asked(&server, "POST", "/api/edit/look", Some(look)).await;
        let kind = begun["kind"].as_str().unwrap_or("").trim_start_matches("random_");
        assert_eq!(sketch["kind"], kind, "{begun}");
        // On an empty battlefield nobody can stand yet.
        let empty = begun["kind"] == "battlefield" && begun["of"].is_null();
        assert!(empty || sketch["faults"] == json!([]), "{begun}: {}", sketch["faults"]);
    }
    let no = json!({ "game": "heroscape", "kind": "scenario", "of": "no-such" });
    let (status, fault) = asked(&server, "POST", "/api/edit/fresh", Some(no)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(fault["says"].as_str().is_some_and(|says| says.contains("no-such")), "{fault}");
}

#[tokio::test]
async fn maps_of_other_programs_in_the_folder_or_sent_open_as_new_battlefields() {
    let folder = folder();
    let library = Library::embedded();
    let gate = library.data.get("heroscape/battlefields/gatehouse.yaml").expect("a battlefield");
    let game = library.ruleset("heroscape").expect("a game");
    let map = game.export_map(&library.data, &gate, "hsc").expect("a map").bytes;
    std::fs::write(folder.path().join("gate.yaml"), &gate.text).expect("written");
    std::fs::write(folder.path().join("gate.hsc"), &map).expect("written");
    std::fs::write(folder.path().join("package.json"), "{}").expect("written");
    let server = editor(folder.path(), folder.path()).await;
    let (_, home) = asked(&server, "GET", "/api/edit", None).await;
    assert_eq!(home["maps"], json!(["gate.hsc", "package.json"]));
    let (status, file) = asked(&server, "GET", "/api/edit/file?path=gate.hsc", None).await;
    assert_eq!(
        (status, &file["path"], &file["stamp"]),
        (StatusCode::OK, &json!("gate-2.yaml"), &json!(null))
    );
    let (status, fault) = asked(&server, "GET", "/api/edit/file?path=package.json", None).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
    for outside in ["../gate.hsc", "/gate.hsc", ".git/x.hsc"] {
        let path = format!("/api/edit/file?path={outside}");
        let (status, _) = asked(&server, "GET", &path, None).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{outside}");
    }
    let send = Request::builder().method("POST").uri("/api/edit/import?path=sent.hsc");
    let (status, sent) = answered(&server, send.body(Body::from(map)).expect("a request")).await;
    assert_eq!((status, &sent["path"]), (StatusCode::OK, &json!("sent.yaml")), "{sent}");
    assert_eq!(sent["text"], file["text"]);
    // And goes out again, as each form that its sketch names.
    let look = json!({ "path": sent["path"], "text": sent["text"] });
    let (_, sketch) = asked(&server, "POST", "/api/edit/look", Some(look)).await;
    assert_eq!(sketch["exports"], json!(["hsc", "json", "link"]));
    for form in ["hsc", "json", "link"] {
        let export = json!({ "path": sent["path"], "text": sent["text"], "form": form });
        let (status, made) = asked(&server, "POST", "/api/edit/export", Some(export)).await;
        assert_eq!(status, StatusCode::OK, "{form}: {made}");
        let bytes: Vec<u8> = serde_json::from_value(made["bytes"].clone()).expect("bytes");
        let path = format!("/api/edit/import?path=back.{form}");
        let send = Request::builder().method("POST").uri(path).body(Body::from(bytes));
        let (status, back) = answered(&server, send.expect("a request")).await;
        assert_eq!((status, &back["kind"]), (StatusCode::OK, &json!("battlefield")), "{back}");
    }
}

#[tokio::test]
async fn a_folder_may_be_called_like_a_game_and_a_table_of_pieces_is_no_battlefield() {
    let folder = folder();
    let own = folder.path().join("heroscape");
    std::fs::create_dir(&own).expect("a folder");
    std::fs::write(own.join("field.yaml"), FIELD.replace(" g ", " q ")).expect("written");
    let pieces = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/heroscape/pieces.yaml");
    std::fs::copy(pieces, own.join("pieces.yaml")).expect("copied");
    let server = editor(folder.path(), folder.path()).await;
    let (_, home) = asked(&server, "GET", "/api/edit", None).await;
    let about = |path: &str| {
        let files = home["files"].as_array().expect("files");
        files.iter().find(|it| it["path"] == path).cloned().unwrap_or_default()
    };
    let field = about("heroscape/field.yaml");
    assert_eq!(field["kind"], "battlefield");
    assert!(field["faults"].as_u64().is_some_and(|faults| faults > 0), "{field}");
    let pieces = about("heroscape/pieces.yaml");
    assert_eq!((&pieces["kind"], &pieces["faults"]), (&json!("table"), &json!(0)));
}

#[tokio::test]
async fn a_map_is_printed_as_it_is_in_the_editor_or_its_faults_are_told() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let print = |text: &str, form: &str, sheets: &str| json!({ "path": "field.yaml", "text": text, "form": form, "sheets": sheets, "paper": "a4" });
    for (form, sheets, begins) in [
        ("pdf", "whole", "%PDF"),
        ("pdf", "levels", "%PDF"),
        ("pdf", "tiled", "%PDF"),
        ("svg", "whole", "<svg"),
    ] {
        let request = Request::builder().method("POST").uri("/api/edit/print");
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let body = Body::from(print(FIELD, form, sheets).to_string());
        let answer = server.clone().oneshot(request.body(body).expect("a request")).await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), StatusCode::OK, "{form}, {sheets}");
        let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
        assert!(bytes.starts_with(begins.as_bytes()), "{form}, {sheets}");
        // Nobody fields an army on a bare map.
        assert!(form != "svg" || !String::from_utf8_lossy(&bytes).contains("not placed yet"));
    }
    for (text, form, sheets, says) in [
        ("battlefield: field\nlevels: {1: q}\n", "pdf", "whole", "unknown tile `q`"),
        (FIELD, "png", "tiled", "they need a pdf"),
        (FIELD, "gif", "whole", "no form to print in"),
    ] {
        let (status, fault) =
            asked(&server, "POST", "/api/edit/print", Some(print(text, form, sheets))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fault}");
        assert!(fault.to_string().contains(says), "{fault}");
    }
}

#[tokio::test]
async fn a_server_without_an_editor_serves_no_files() {
    let folder = folder();
    let library = Arc::new(Library::embedded());
    let store =
        Store::open(folder.path().join("t.db").to_str().expect("letters")).await.expect("a store");
    let battles = lobby(&library);
    let hall = Hall::new(library, store, Webhooks::new(Vec::new()));
    let server = router(Serving::new(hall, battles, App::default(), Vec::new()), None);
    let (status, _) = asked(&server, "GET", "/api/edit", None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

const TERRAIN: &str = include_str!("../../../data/heroscape/terrain.yaml");
const HOUSE: &str = "# Ours.\nhouse_rules: club # of Tuesdays\nsays: water is shallow\n";

#[tokio::test]
async fn tables_open_as_forms_and_an_edit_is_a_patch() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let form =
        |text: &str, row: Option<&str>| json!({ "path": "terrain.yaml", "text": text, "row": row });
    let (status, shown) =
        asked(&server, "POST", "/api/edit/form", Some(form(TERRAIN, Some("tiles[0]")))).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["form"]["kind"], "terrain");
    let fields = shown["form"]["row"]["fields"].as_array().expect("fields");
    let cost = fields.iter().find(|field| field["name"] == "enter_cost").expect("the field");
    let range = json!("a whole number from 0 to 20");
    assert_eq!((&cost["range"], &cost["default"]), (&range, &json!("1")));
    assert!(cost["says"].as_str().is_some_and(|says| says.contains("movement points")), "{cost}");
    let rule = shown["form"]["row"]["rules"][0].as_str().expect("a rule");
    assert!(shown["rules"][rule]["source"].is_string(), "{shown}");
    let write = json!({ "do": "write", "field": "tiles[0].enter_cost", "value": "3" });
    let body = json!({ "path": "terrain.yaml", "text": TERRAIN, "row": "tiles[0]", "edit": write });
    let (status, done) = asked(&server, "POST", "/api/edit/form/edit", Some(body)).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let text = done["text"].as_str().expect("a text");
    let changed: Vec<_> =
        text.lines().zip(TERRAIN.lines()).filter(|(new, old)| new != old).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].0.contains("enter_cost: 3") && changed[0].0.contains("id: grass"));
    // What is wrong stands at its field.
    let wrong = text.replace("enter_cost: 3", "enter_cost: many");
    let (_, shown) =
        asked(&server, "POST", "/api/edit/form", Some(form(&wrong, Some("tiles[0]")))).await;
    let told = &shown["faults"]["tiles[0].enter_cost"][0];
    assert!(told.as_str().is_some_and(|says| says.contains("whole number")), "{shown}");
    // Battlefields are drawn.
    let field = json!({ "path": "field.yaml", "text": FIELD });
    let (_, none) = asked(&server, "POST", "/api/edit/form", Some(field)).await;
    assert_eq!(none, Value::Null);
}

#[tokio::test]
async fn house_rules_say_what_they_would_change() {
    let folder = folder();
    let server = editor(folder.path(), folder.path()).await;
    let write = json!({ "do": "write", "field": "terrain.tiles.water.stop", "value": "false" });
    let row = "terrain.tiles.water";
    let body = json!({ "path": "club.yaml", "text": HOUSE, "row": row, "edit": write });
    let (status, done) = asked(&server, "POST", "/api/edit/form/edit", Some(body)).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let text = done["text"].as_str().expect("a text");
    assert_eq!(text, format!("{HOUSE}terrain:\n  tiles:\n    water: {{stop: false}}\n"));
    let held = json!([{ "unit": "finn", "seat": 0, "at": [0.0, 0.0] }]);
    let wet = FIELD.replacen("     g g g g", "     w w w w", 1);
    std::fs::write(folder.path().join("field.yaml"), wet).expect("a file");
    let compare = json!({ "path": "club.yaml", "text": text, "on": "field.yaml", "held": held, "line": "reach UNIT" });
    let (status, told) = asked(&server, "POST", "/api/edit/effects/ask", Some(compare)).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let differing = told["differing"].as_array().expect("rows");
    assert!(
        differing.iter().any(|row| row["name"].as_str().is_some_and(|name| name.starts_with("A3"))),
        "{told}"
    );
    assert_ne!(told["before"]["headline"], told["after"]["headline"]);
    let faulty = json!({ "path": "club.yaml", "text": text.replace("stop", "stopp"), "within": 1 });
    let (status, told) = asked(&server, "POST", "/api/edit/effects", Some(faulty)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
}
