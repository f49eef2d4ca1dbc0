//! What goes over sockets: news for whoever looks on, and no byte of what they may not know.

use super::guests::{folder, reached, server};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use ureq::Agent;

/// Somebody who looks on, and every byte they were sent.
struct Guest {
    path: String,
    key: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    frames: Vec<String>,
}

async fn post(path: String, body: Value) -> (u16, Value) {
    let asked = tokio::task::spawn_blocking(move || {
        let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
        let mut answer = agent.post(&path).send_json(&body).expect("an answer");
        (answer.status().as_u16(), answer.body_mut().read_json().expect("JSON"))
    });
    asked.await.expect("an answer")
}

impl Guest {
    async fn put(&self, line: &str) -> (u16, Value) {
        let path = format!("{}/inputs?key={}", self.path, self.key);
        post(path, json!({ "line": line })).await
    }

    /// The next view that is not of less than so many lines.
    async fn next(&mut self, after: u64) -> Value {
        loop {
            let frame = self.socket.next().await.expect("a socket").expect("a frame");
            let Ok(text) = frame.into_text() else { continue };
            let Ok(view) = serde_json::from_str::<Value>(&text) else { continue };
            self.frames.push(text.to_string());
            let settled = view["asked"]["kind"] != "roll";
            if settled && view["after"].as_u64() >= Some(after) {
                return view;
            }
        }
    }
}

async fn served() -> (tempfile::TempDir, String) {
    let folder = folder();
    let address = reached(&server(folder.path()).await).await;
    (folder, format!("http://{address}"))
}

async fn opened(address: &str, new: Value) -> Vec<Guest> {
    let (status, seated) = post(format!("{address}/api/tables"), new).await;
    assert_eq!(status, 201, "{seated}");
    let text = |value: &Value| value.as_str().expect("text").to_string();
    let path = format!("{address}/api/tables/{}", text(&seated["table"]));
    let mut guests = Vec::new();
    for link in seated["links"].as_array().expect("links") {
        let key = text(&link["key"]);
        let to = format!("{}/live?key={key}", path.replacen("http", "ws", 1));
        let (socket, _) = tokio_tungstenite::connect_async(to).await.expect("a socket");
        guests.push(Guest { path: path.clone(), key, socket, frames: Vec::new() });
    }
    guests
}

#[tokio::test]
async fn no_frame_tells_a_secret() {
    let (_folder, address) = served().await;
    let new = json!({ "battle": "training-day", "players": ["here", "friend"], "seed": 3 });
    let mut guests = opened(&address, new).await;
    let (mut secrets, mut after) = (Vec::new(), 0);
    for _ in 0..24 {
        let mut views = Vec::new();
        for guest in &mut guests {
            views.push(guest.next(after).await);
        }
        let sealed = views[0]["asked"]["sealed"] == true;
        let line = |view: &Value| {
            let actions = view["offers"]["actions"].as_array().expect("offers");
            Some(actions.get(actions.len() / 2)?["says"].as_str()?.to_string())
        };
        let lines = views.iter().map(line);
        let Some((who, line)) = lines.enumerate().find_map(|(who, line)| Some((who, line?))) else {
            break;
        };
        let (status, done) = guests[who].put(&line).await;
        assert_eq!(status, 200, "{done}");
        // A secret decision is no line of the record until all are in.
        after = views[0]["after"].as_u64().expect("a number") + u64::from(!sealed);
        if sealed {
            secrets.push((who, line));
        }
    }
    assert!(secrets.len() >= 2, "nothing was decided in secret");
    for (who, secret) in &secrets {
        let written = serde_json::to_string(secret).expect("text");
        let sent = |guest: &Guest| guest.frames.iter().any(|frame| frame.contains(&written));
        for (at, guest) in guests.iter().enumerate() {
            assert_eq!(sent(guest), at == *who, "`{secret}` of {who}, sent to {at}");
            assert!(!guest.frames.iter().any(|frame| frame.contains("\"salt\"")));
        }
    }
}
