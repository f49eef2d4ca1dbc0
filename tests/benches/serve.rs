//! A server under load: a thousand tables, two thousand who look on, bots and clicks.
//!
//! Tells how long an input takes, and how much memory a table. Not measured by criterion: it is one run, whose every
//! input counts.

use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use umpire::library::Library;
use umpire::serve::{App, Hall, Serving, Webhooks, lobby, router, runtime};
use umpire::store::Store;
use ureq::Agent;

const TABLES: usize = 1_000;
const SOCKETS: usize = 2_000;
/// Who click at once.
const CLICKERS: usize = 16;
const CLICKS: usize = 5_000;
/// As many tables' people click, each every ten seconds.
const PACED: usize = 3_000;
const RATE: u32 = 100;
const BATTLES: [&str; 4] = ["skirmish", "duel-on-the-hill", "dragon-dice", "heroscape"];

/// Somebody who plays a table.
struct Player {
    path: String,
    key: String,
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

fn get(agent: &Agent, path: &str) -> Value {
    agent.get(path).call().expect("an answer").body_mut().read_json().expect("JSON")
}

fn post(agent: &Agent, path: &str, body: &Value) -> (u16, Value) {
    let mut answer = agent.post(path).send_json(body).expect("an answer");
    (answer.status().as_u16(), answer.body_mut().read_json().expect("JSON"))
}

/// Memory of this process that is in use, in KB; nothing where the system does not tell.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn told(before: Option<u64>, when: &str) {
    if let Some((before, after)) = before.zip(memory()) {
        println!("memory: {} KB a table, {when}", after.saturating_sub(before) / TABLES as u64);
    }
}

fn opened(agent: &Agent, address: &str, number: usize) -> Player {
    let battle = BATTLES[number % BATTLES.len()];
    let new = json!({ "battle": battle, "seed": number, "players": ["here", "random"] });
    let (status, seated) = post(agent, &format!("{address}/api/tables"), &new);
    assert_eq!(status, 201, "{seated}");
    let text = |value: &Value| value.as_str().expect("text").to_string();
    let path = format!("{address}/api/tables/{}", text(&seated["table"]));
    Player { path, key: text(&seated["links"][0]["key"]) }
}

/// Looks, decides, and puts it in; how long the input took, where the table waited for it.
fn click(agent: &Agent, player: &Player) -> Option<Duration> {
    let view = get(agent, &format!("{}/view?key={}", player.path, player.key));
    let offers = view["offers"]["actions"].as_array()?;
    let offer = offers.get(offers.len() / 2)?;
    let put = json!({ "after": view["after"], "seat": offer["seat"], "line": offer["says"] });
    let begun = Instant::now();
    let (status, done) = post(agent, &format!("{}/inputs?key={}", player.path, player.key), &put);
    assert!(status == 200 || status == 409, "{put}: {done}");
    Some(begun.elapsed())
}

async fn look_on(address: String, frames: Arc<AtomicU64>, open: Arc<AtomicUsize>) {
    // The other ends are in this process, too: they keep little.
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let connected =
        tokio_tungstenite::connect_async_with_config(address, Some(config), false).await;
    let Ok((mut socket, _)) = connected else { return };
    open.fetch_add(1, Ordering::Relaxed);
    while let Some(Ok(message)) = socket.next().await {
        frames.fetch_add(message.len() as u64, Ordering::Relaxed);
    }
}

/// How long inputs took that were put in one after the other as fast as it goes, or so many a second; and how long all
/// took.
fn clicked(players: &[Player], clicks: usize, rate: Option<u32>) -> (Vec<Duration>, Duration) {
    let next = AtomicUsize::new(0);
    let begun = Instant::now();
    let took = std::thread::scope(|scope| {
        let clicker = || {
            let agent = agent();
            let mut took = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= clicks {
                    return took;
                }
                if let Some(rate) = rate {
                    let due = begun + Duration::from_secs(1) * number as u32 / rate;
                    std::thread::sleep(due.saturating_duration_since(Instant::now()));
                }
                took.extend(click(&agent, &players[number % players.len()]));
            }
        };
        let all: Vec<_> = (0..CLICKERS).map(|_| scope.spawn(clicker)).collect();
        all.into_iter().flat_map(|one| one.join().expect("a clicker")).collect()
    });
    (took, begun.elapsed())
}

fn main() {
    let runtime = runtime().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("tables.db");
    let address = runtime.block_on(async {
        let library = Arc::new(Library::embedded());
        let store = Store::open(place.to_str().expect("a path")).await.expect("a store");
        let battles = lobby(&library);
        let hall = Hall::new(library, store, Webhooks::new(Vec::new()));
        let serving = Serving::new(hall, battles, App::default(), Vec::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router(serving, None)).await });
        address
    });
    let first = agent();
    opened(&first, &address, 0);
    let before = memory();
    let begun = Instant::now();
    let players: Vec<Player> = (0..TABLES).map(|number| opened(&first, &address, number)).collect();
    println!("{TABLES} tables opened in {:.2?}", begun.elapsed());
    told(before, "of tables that were opened");
    let (frames, open) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicUsize::new(0)));
    for player in players.iter().cycle().take(SOCKETS) {
        let to = player.path.replacen("http", "ws", 1);
        let to = format!("{to}/live?key={}&frames=gzip", player.key);
        runtime.spawn(look_on(to, Arc::clone(&frames), Arc::clone(&open)));
    }
    while open.load(Ordering::Relaxed) < SOCKETS {
        std::thread::yield_now();
    }
    println!("{SOCKETS} sockets open after {:.2?}", begun.elapsed());
    told(before, "with sockets, and those who hold their other ends");
    for (clicks, rate) in [(PACED, Some(RATE)), (CLICKS, None)] {
        let (mut took, spent) = clicked(&players, clicks, rate);
        took.sort();
        let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize];
        let reached = took.len() as f64 / spent.as_secs_f64();
        match rate {
            Some(rate) => println!("{} inputs, {rate} clicks a second:", took.len()),
            None => println!("{} inputs, {reached:.0} a second, {CLICKERS} at once:", took.len()),
        }
        println!("  median {:.2?}, p99 {:.2?}, longest {:.2?}", at(0.5), at(0.99), at(1.0));
    }
    println!("sent to sockets: {} MB", frames.load(Ordering::Relaxed) / 1_000_000);
    told(before, "after all inputs");
}
