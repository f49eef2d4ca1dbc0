//! A server that is killed at any moment loses nothing that it said it took.
#![cfg(feature = "serve")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use ureq::Agent;

/// How often it is killed; more often where `UMPIRE_TEST_KILLS` says so.
const KILLS: u64 = 12;

/// A server of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(store: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_umpire"))
            .args(["serve", "--json", "--port", "0", "--db"])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut line = String::new();
        let said = child.stdout.take().expect("what it says");
        BufReader::new(said).read_line(&mut line).expect("a line");
        let says: Value = serde_json::from_str(&line).expect("JSON");
        let address =
            says["address"].as_str().expect("an address").trim_end_matches('/').to_string();
        Server { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // There is no gentler end in this test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

fn get(path: &str) -> Option<Value> {
    agent().get(path).call().ok()?.body_mut().read_json().ok()
}

fn post(path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut answer = agent().post(path).send_json(body).ok()?;
    Some((answer.status().as_u16(), answer.body_mut().read_json().ok()?))
}

/// Plays on until the server no longer answers, and remembers how many lines were accepted.
fn play(address: &str, path: &str, key: &str, accepted: &AtomicU64, over: &AtomicBool) {
    loop {
        let Some(view) = get(&format!("{address}{path}/view?key={key}")) else { return };
        if view["asked"]["kind"] == "over" {
            return over.store(true, Ordering::SeqCst);
        }
        let after = view["after"].as_u64().expect("a number");
        accepted.fetch_max(after, Ordering::SeqCst);
        let Some(offer) = view["offers"]["actions"].get(0) else { continue };
        let put = json!({ "after": after, "seat": offer["seat"], "line": offer["says"] });
        let Some((status, done)) = post(&format!("{address}{path}/inputs?key={key}"), &put) else {
            return;
        };
        match status {
            200 => drop(accepted.fetch_max(after + 1, Ordering::SeqCst)),
            409 => {}
            _ => panic!("{put}: {status} {done}"),
        }
    }
}

#[test]
fn nothing_accepted_is_lost_however_often_it_is_killed() {
    let kills =
        std::env::var("UMPIRE_TEST_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(KILLS);
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("tables.db");
    let mut table: Option<(String, String)> = None;
    let mut before = 0;
    for kill in 0..kills {
        let server = Server::start(&store);
        let (path, key) = table.take().unwrap_or_else(|| {
            let games = ["skirmish", "heroscape", "dragon-dice"];
            let game = games[kill as usize % games.len()];
            let new = json!({ "battle": game, "players": ["here", "random"], "seed": kill });
            let (status, seated) =
                post(&format!("{}/api/tables", server.address), &new).expect("an answer");
            assert_eq!(status, 201, "{seated}");
            before = 0;
            let text = |value: &Value| value.as_str().expect("text").to_string();
            (format!("/api/tables/{}", text(&seated["table"])), text(&seated["links"][0]["key"]))
        });
        let view = get(&format!("{}{path}/view?key={key}", server.address)).expect("a view");
        let found = view["after"].as_u64().unwrap_or_else(|| panic!("kill {kill}: {view}"));
        assert!(found >= before, "kill {kill}: {before} lines were accepted, {found} are there");
        let accepted = Arc::new(AtomicU64::new(found));
        let over = Arc::new(AtomicBool::new(false));
        let player = {
            let (address, path, key) = (server.address.clone(), path.clone(), key.clone());
            let (accepted, over) = (Arc::clone(&accepted), Arc::clone(&over));
            thread::spawn(move || play(&address, &path, &key, &accepted, &over))
        };
        let until = found + 1 + kill % 7;
        while accepted.load(Ordering::SeqCst) < until && !player.is_finished() {
            thread::yield_now();
        }
        drop(server);
        player.join().expect("a player");
        before = accepted.load(Ordering::SeqCst);
        table = (!over.load(Ordering::SeqCst)).then_some((path, key));
    }
}
