//! A server that is killed at any moment loses nothing that it said it took, every table plays again, and nobody is sent a secret.

use crate::{kills, program};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use ureq::Agent;

/// How often it is killed; more often where `UMPIRE_TEST_KILLS` says so.
const KILLS: u64 = 12;
/// What is played in turn: against a bot, and two people with secrets from each other.
const BATTLES: [(&str, [&str; 2]); 4] = [
    ("skirmish", ["here", "random"]),
    ("training-day", ["here", "friend"]),
    ("heroscape", ["here", "random"]),
    ("dragon-dice", ["here", "random"]),
];

/// A server of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(store: &Path) -> Server {
        let mut child = Command::new(program())
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

fn get(path: &str) -> Option<String> {
    agent().get(path).call().ok()?.body_mut().read_to_string().ok()
}

fn post(path: &str, body: &Value) -> Option<(u16, Value)> {
    let mut answer = agent().post(path).send_json(body).ok()?;
    Some((answer.status().as_u16(), answer.body_mut().read_json().ok()?))
}

/// Somebody at a table: their link, everything they were ever sent, and what they decided in secret.
#[derive(Default)]
struct Guest {
    key: String,
    sent: Mutex<Vec<String>>,
    secrets: Mutex<Vec<String>>,
}

impl Guest {
    fn hears(&self, sent: String) {
        self.sent.lock().expect("what was sent").push(sent);
    }

    fn was_sent(&self, words: &str) -> bool {
        self.sent.lock().expect("what was sent").iter().any(|sent| sent.contains(words))
    }
}

/// A table that is played over many servers.
struct Table {
    path: String,
    battle: &'static str,
    /// Those who decide; a spectator last.
    guests: Vec<Arc<Guest>>,
    /// How many lines of the record were accepted.
    accepted: AtomicU64,
    /// Whose secret decision was accepted last, after how many lines.
    waits: Mutex<Option<(u64, u64)>>,
    over: AtomicBool,
}

impl Table {
    fn open(address: &str, number: u64) -> Table {
        let (battle, players) = BATTLES[number as usize % BATTLES.len()];
        let new = json!({ "battle": battle, "players": players, "seed": number });
        let (status, seated) = post(&format!("{address}/api/tables"), &new).expect("an answer");
        assert_eq!(status, 201, "{seated}");
        let text = |value: &Value| value.as_str().expect("text").to_string();
        let guest = |link: &Value| Arc::new(Guest { key: text(&link["key"]), ..Guest::default() });
        let guests = seated["links"].as_array().expect("links").iter().map(guest).collect();
        Table {
            path: format!("/api/tables/{}", text(&seated["table"])),
            battle,
            guests,
            accepted: AtomicU64::new(0),
            waits: Mutex::default(),
            over: AtomicBool::new(false),
        }
    }

    fn at(&self, address: &str, guest: &Guest, what: &str) -> String {
        format!("{address}{}/{what}?key={}", self.path, guest.key)
    }

    fn view(&self, address: &str, guest: &Guest) -> Option<Value> {
        let body = get(&self.at(address, guest, "view"))?;
        let view = serde_json::from_str(&body).ok()?;
        guest.hears(body);
        Some(view)
    }

    /// What a server that began again has of it: everything that was accepted.
    fn is_whole(&self, address: &str) {
        let view = self.view(address, &self.guests[0]).expect("a view");
        let found = view["after"].as_u64().unwrap_or_else(|| panic!("{}: {view}", self.battle));
        let before = self.accepted.fetch_max(found, Ordering::SeqCst);
        assert!(
            found >= before,
            "{}: {before} lines were accepted, {found} are there",
            self.battle
        );
        if let Some((seat, _)) = self.waits.lock().expect("who waits").filter(|it| it.1 == found) {
            let decided = view["decided"].as_array().expect("decisions");
            let is_in = decided.iter().any(|one| one["seat"] == seat);
            assert!(is_in, "the secret decision of {seat} was accepted, and is gone: {view}");
        }
    }

    /// Decides for whoever is asked, once; whether the server still answers.
    fn move_on(&self, address: &str) -> bool {
        for guest in &self.guests {
            let Some(view) = self.view(address, guest) else { return false };
            if view["asked"]["kind"] == "over" {
                self.over.store(true, Ordering::SeqCst);
                return false;
            }
            let after = view["after"].as_u64().expect("a number");
            self.accepted.fetch_max(after, Ordering::SeqCst);
            let Some(offer) = view["offers"]["actions"].get(0) else { continue };
            let line = offer["says"].as_str().expect("words");
            let put = json!({ "after": after, "seat": offer["seat"], "line": line });
            let Some((status, done)) = post(&self.at(address, guest, "inputs"), &put) else {
                return false;
            };
            match (status, view["asked"]["sealed"] == true) {
                // A secret decision is no line of the record until all are in.
                (200, true) => {
                    let seat = offer["seat"].as_u64().expect("a seat");
                    *self.waits.lock().expect("who waits") = Some((seat, after));
                    guest.secrets.lock().expect("secrets").push(line.to_string());
                }
                (200, false) => drop(self.accepted.fetch_max(after + 1, Ordering::SeqCst)),
                (409, _) => {}
                _ => panic!("{put}: {status} {done}"),
            }
        }
        true
    }

    /// No byte that anybody was sent is of another's secret or link.
    fn told_no_secret(&self) -> usize {
        for (at, guest) in self.guests.iter().enumerate() {
            for (other, whose) in self.guests.iter().enumerate().filter(|(other, _)| *other != at) {
                let secrets = whose.secrets.lock().expect("secrets").clone();
                for secret in secrets.iter().chain([&whose.key]) {
                    let written = serde_json::to_string(secret).expect("text");
                    assert!(!guest.was_sent(&written), "{written} of {other} was sent to {at}");
                }
            }
            assert!(!guest.was_sent("\"salt\""), "what opens seals was sent to {at}");
        }
        self.guests.iter().map(|guest| guest.sent.lock().expect("what was sent").len()).sum()
    }

    /// The record, as far as somebody alone at the table may have it, is what the rules make of it.
    fn plays_again(&self, address: &str, folder: &Path) {
        if self.guests.len() > 2 && !self.over.load(Ordering::SeqCst) {
            // Others' secrets are left out of what one may download: the server itself has played it again.
            return;
        }
        let record = get(&self.at(address, &self.guests[0], "record")).expect("a record");
        let file = folder.join("record.umpire");
        std::fs::write(&file, record).expect("a file");
        let replay = Command::new(program()).arg("replay").arg(&file).output().expect("a replay");
        let told = String::from_utf8_lossy(&replay.stderr);
        assert!(replay.status.success(), "{}: {told}", self.battle);
    }
}

/// Everything a server sends somebody as long as it lives.
fn listen(address: &str, table: &Arc<Table>, guest: &Arc<Guest>) -> JoinHandle<()> {
    let to = table.at(address, guest, "live").replacen("http", "ws", 1);
    let guest = Arc::clone(guest);
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let Ok((mut socket, _)) = tokio_tungstenite::connect_async(to).await else { return };
            while let Some(Ok(frame)) = socket.next().await {
                if let Ok(text) = frame.into_text() {
                    guest.hears(text.to_string());
                }
            }
        });
    })
}

#[test]
fn nothing_accepted_is_lost_however_often_it_is_killed() {
    let kills = kills(KILLS);
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("tables.db");
    let mut tables: Vec<Arc<Table>> = Vec::new();
    for kill in 0..kills {
        let server = Server::start(&store);
        let address = server.address.clone();
        let on = tables.last().filter(|it| !it.over.load(Ordering::SeqCst)).cloned();
        // No battle keeps the others from their turn.
        let table = on.filter(|_| kill % 5 != 0).unwrap_or_else(|| {
            tables.push(Arc::new(Table::open(&address, tables.len() as u64)));
            Arc::clone(tables.last().expect("a table"))
        });
        table.is_whole(&address);
        let ears: Vec<_> = table.guests.iter().map(|it| listen(&address, &table, it)).collect();
        let until = table.accepted.load(Ordering::SeqCst) + 1 + kill % 7;
        let player = {
            let (table, address) = (Arc::clone(&table), address.clone());
            thread::spawn(move || while table.move_on(&address) {})
        };
        while table.accepted.load(Ordering::SeqCst) < until && !player.is_finished() {
            thread::yield_now();
        }
        drop(server);
        player.join().expect("a player");
        ears.into_iter().for_each(|ear| ear.join().expect("an ear"));
    }
    let server = Server::start(&store);
    let (mut lines, mut sent, mut secrets) = (0, 0, 0);
    for table in &tables {
        table.is_whole(&server.address);
        table.plays_again(&server.address, folder.path());
        lines += table.accepted.load(Ordering::SeqCst);
        sent += table.told_no_secret();
        let count = |guest: &Arc<Guest>| guest.secrets.lock().expect("secrets").len();
        secrets += table.guests.iter().map(count).sum::<usize>();
    }
    println!(
        "{kills} kills, {} tables, {lines} lines accepted and found, {sent} frames and answers searched for {secrets} secrets",
        tables.len()
    );
}
