//! Sockets: whoever looks at a table is sent what they have not seen, as long as they look.

use super::hall::{Room, Sent};
use super::problem::Problem;
use super::role::Role;
use super::routes::Serving;
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::MissedTickBehavior;

/// Sockets that are open at once.
pub(super) const MOST_SOCKETS: usize = 10_000;
/// How long a frame may wait for whoever does not read.
const UNREAD: Duration = Duration::from_secs(20);
/// How often a socket is looked after: it is pinged, and other processes' inputs are noticed.
const LOOK: Duration = Duration::from_secs(2);
/// After so many looks a page gets a sign that it is still connected.
const LOOKS_A_SIGN: u32 = 8;
/// Bytes from which on a frame is packed: shorter ones gain nothing.
const WORTH_PACKING: usize = 800;

/// Whoever looks at a table as long as they do.
struct Looking {
    room: Arc<Room>,
    role: Role,
    _one_of_so_many: OwnedSemaphorePermit,
}

impl Drop for Looking {
    fn drop(&mut self) {
        self.room.comes(&self.role, false);
    }
}

/// What a socket asks for in its address.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    key: String,
    /// `gzip` where whoever looks unpacks frames.
    #[serde(default)]
    frames: String,
}

/// Opens a socket, and sends over it what the holder of the link may know, whenever it changes.
pub(super) async fn live(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(wanted): Query<Wanted>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let (room, role) = serving.hall.enter(&table, &wanted.key).await?;
    let packs = wanted.frames == "gzip";
    // Had before it is opened: one that breaks meanwhile gives it back.
    let one = Arc::clone(&serving.sockets).try_acquire_owned().map_err(|_| {
        let says = "too many look on already: try again later";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, says)
    })?;
    // Those who look on say nothing: what a socket keeps is little.
    let upgrade = upgrade.max_message_size(4096).read_buffer_size(4096).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        room.comes(&role, true);
        let looking = Looking { room, role, _one_of_so_many: one };
        show(&serving, &looking, packs, socket).await;
    }))
}

/// Sends whoever looks what they have not seen, whenever something changed.
async fn show(serving: &Serving, looking: &Looking, packs: bool, mut socket: WebSocket) {
    let (room, role) = (&looking.room, &looking.role);
    let mut changed = room.subscribe();
    let mut sent = Sent::default();
    let mut look = tokio::time::interval(LOOK);
    // Where time went by unseen, once is enough.
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    look.reset();
    let (mut news, mut looks) = (true, 0_u32);
    loop {
        if news {
            changed.mark_unchanged();
            let (here, who) = (Arc::clone(room), role.clone());
            let made = super::hall::aside(move || {
                let view = here.view_since(&who, &mut sent)?;
                let written = serde_json::to_string(&view).unwrap_or_default();
                Ok((framed(written, packs), sent))
            });
            let Ok((frame, kept)) = made.await else { return };
            sent = kept;
            let sending = socket.send(frame);
            if !matches!(tokio::time::timeout(UNREAD, sending).await, Ok(Ok(()))) {
                return;
            }
        }
        news = tokio::select! {
            change = changed.changed() => change.is_ok(),
            _ = look.tick() => {
                room.tidy();
                // Asking a database takes much room for a moment: a socket keeps none for it.
                let overtaken = Box::pin(serving.hall.is_overtaken(room)).await;
                looks += 1;
                // A page cannot see a ping: now and then it gets an empty text, and knows that it still hears.
                let ping = socket.send(match looks.is_multiple_of(LOOKS_A_SIGN) {
                    true => Message::Text(Utf8Bytes::default()),
                    false => Message::Ping(Bytes::new()),
                });
                if overtaken || !matches!(tokio::time::timeout(UNREAD, ping).await, Ok(Ok(()))) {
                    return;
                }
                false
            }
            said = socket.recv() => match said {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => false,
            },
        };
        if room.is_gone() {
            // They come again, and find the table as it is stored.
            return;
        }
    }
}

/// A view as it is sent. A socket keeps room for the largest frame it ever sent: a packed one is a tenth of it.
fn framed(written: String, packs: bool) -> Message {
    if !packs || written.len() < WORTH_PACKING {
        return Message::Text(written.into());
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let done = packed.write_all(written.as_bytes()).and_then(|()| packed.finish());
    done.map_or_else(|_| Message::Text(written.into()), |bytes| Message::Binary(bytes.into()))
}
