//! The tables of a server: found again, played on, each on its own.

mod opening;
mod room;
#[cfg(test)]
mod tests;

pub use room::{Room, Sent};

use super::live::{Live, Names, Past, Rematch, printed};
use super::problem::Problem;
use super::role::{Role, hash_of};
use super::webhooks::{News, Webhooks};
use super::wire::{Ask, Done, Put, Reply, View};
use crate::console;
use crate::library::Library;
use crate::store::{Store, Unstored};
use axum::http::StatusCode;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// Tables that are kept in memory; of more, those nobody looks at are let go.
const MOST_ROOMS: usize = 2_000;
/// Links that are remembered without asking the store.
const MOST_ENTRANCES: usize = 20_000;
/// Questions that are worked on at once.
const MOST_QUESTIONS: usize = 2;
/// Bots that think for a while at once; others decide as those do who look a step ahead.
const MOST_PONDERS: usize = 4;
/// Earlier moments that are played again at once.
const MOST_LOOKS_BACK: usize = 2;
/// Words that are kept of what is said at a table.
pub const MOST_SAID: usize = 200;
/// How often those who look on are shown what bots do; what comes between is in the log.
const SHOWN: Duration = Duration::from_millis(150);

/// The tables of a server.
pub struct Hall {
    /// The games.
    pub library: Arc<Library>,
    store: Store,
    webhooks: Webhooks,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Tables that are being fetched: each once, and none waits for another.
    fetching: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    entrances: Mutex<HashMap<String, (String, Role)>>,
    questions: Arc<Semaphore>,
    /// Bots that think for a while, so many at once.
    ponders: Semaphore,
    /// Earlier moments that are looked at, so many at once.
    looks_back: Semaphore,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A table that a panic left behind is let go, and played again from the store.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs what takes a while beside the sockets.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the server failed at this: nothing was done",
        ))
    })
}

/// Somebody who carries out what waits for no person: where that ends in a panic, the table is let go.
struct Moving<'a> {
    hall: &'a Hall,
    room: &'a Room,
}

impl Drop for Moving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.hall.forget(self.room);
            self.room.moving.store(false, Ordering::SeqCst);
        }
    }
}

impl Hall {
    /// The tables of a store.
    pub fn new(library: Arc<Library>, store: Store, webhooks: Webhooks) -> Arc<Hall> {
        Arc::new(Hall {
            library,
            store,
            webhooks,
            rooms: Mutex::default(),
            fetching: Mutex::default(),
            entrances: Mutex::default(),
            questions: Arc::new(Semaphore::new(MOST_QUESTIONS)),
            ponders: Semaphore::new(MOST_PONDERS),
            looks_back: Semaphore::new(MOST_LOOKS_BACK),
        })
    }

    /// The table a link leads to, and as whom.
    ///
    /// # Errors
    /// Where it leads nowhere.
    pub async fn enter(
        self: &Arc<Hall>,
        table: &str,
        key: &str,
    ) -> Result<(Arc<Room>, Role), Problem> {
        let hash = hash_of(key);
        let known = locked(&self.entrances).get(&hash).cloned();
        let (leads_to, role) = match known {
            Some(known) => known,
            None => {
                let entrance = self.store.entrance(&hash).await?;
                let role: Role = serde_json::from_str(&entrance.role)
                    .map_err(|fault| Problem::says(format!("this link is damaged: {fault}")))?;
                let mut entrances = locked(&self.entrances);
                if entrances.len() >= MOST_ENTRANCES {
                    entrances.clear();
                }
                entrances.insert(hash, (entrance.table.clone(), role.clone()));
                (entrance.table, role)
            }
        };
        if leads_to != table {
            return Err(Unstored::Unknown.into());
        }
        let room = self.room(table).await?;
        room.mark_entered();
        Ok((room, role))
    }

    /// Lets tables go at which nobody was for a while: they are stored, and fetched again.
    pub fn let_go(&self) {
        let is_kept =
            |room: &Arc<Room>| room.is_in_use() || room.is_fresh() || Arc::strong_count(room) > 1;
        locked(&self.rooms).retain(|_, room| is_kept(room));
    }

    async fn room(self: &Arc<Hall>, table: &str) -> Result<Arc<Room>, Problem> {
        let known = || locked(&self.rooms).get(table).cloned();
        if let Some(room) = known() {
            return Ok(room);
        }
        let own = {
            let mut fetching = locked(&self.fetching);
            fetching.retain(|_, own| Arc::strong_count(own) > 1);
            Arc::clone(fetching.entry(table.to_string()).or_default())
        };
        let _one = own.lock().await;
        if let Some(room) = known() {
            return Ok(room);
        }
        let kept = self.store.table(table).await?;
        let said = self.store.said(table, 0).await?;
        let names = self.names(table).await?;
        let rematch = self.store.rematch(table).await?.map(Rematch::of).transpose()?;
        let library = Arc::clone(&self.library);
        let live = aside(move || {
            let mut live = Live::of(library, kept)?;
            live.hear(&said);
            live.hear_names(names);
            live.hear_rematch(rematch);
            Ok(live)
        });
        let room = Arc::new(Room::of(table, live.await?));
        let mut rooms = locked(&self.rooms);
        if rooms.len() >= MOST_ROOMS {
            rooms.retain(|_, room| room.is_in_use());
        }
        rooms.insert(table.to_string(), Arc::clone(&room));
        drop(rooms);
        // What waited for a bot when the server ended goes on.
        self.go_on(&room);
        Ok(room)
    }

    /// Lets a table go: it is fetched from the store again.
    fn forget(&self, room: &Room) {
        let mut rooms = locked(&self.rooms);
        if rooms.get(&room.id).is_some_and(|known| std::ptr::eq(&**known, room)) {
            rooms.remove(&room.id);
        }
        drop(rooms);
        room.gone.store(true, Ordering::SeqCst);
        room.changes();
    }

    /// Takes an input, and answers when it is stored.
    ///
    /// # Errors
    /// Where it is refused, came too late, or cannot be stored.
    pub async fn put(
        self: &Arc<Hall>,
        room: &Arc<Room>,
        role: Role,
        put: Put,
    ) -> Result<Done, Problem> {
        // Never locked where sockets are served: whoever holds it may wait for what is stored, and that for them.
        let (here, who, line) = (Arc::clone(room), role.clone(), put.clone());
        let asks = aside(move || {
            let live = locked(&here.live);
            // Whoever sees the table later is told how far it was then.
            let entries = live.table().transcript().entries.len();
            let after = live.delayed_to(&who).unwrap_or(entries);
            Ok(live.asked_in(&who, &line).map(|ask| (ask, after)))
        });
        if let Some((ask, after)) = asks.await? {
            let answer = Some(self.ask(room, role, ask).await?);
            return Ok(Done { answer, after, ..Done::default() });
        }
        let (hall, here) = (Arc::clone(self), Arc::clone(room));
        let done = aside(move || {
            let mut live = locked(&here.live);
            // Whoever waited for this while it was let go would go on from what was never stored.
            if here.is_gone() {
                return Err(Problem::stale());
            }
            if let Some(words) = &put.chat {
                return hall.say(&here, &mut live, &role, words);
            }
            if let Some(name) = &put.name {
                return hall.name(&here, &mut live, &role, (put.seat, name));
            }
            let done = live.put(&role, &put)?;
            hall.store_now(&here, &mut live)?;
            Ok(done)
        });
        let done = done.await;
        if done.as_ref().is_err_and(|it| it.status == StatusCode::INTERNAL_SERVER_ERROR) {
            self.forget(room);
        }
        let done = done?;
        self.go_on(room);
        Ok(done)
    }

    /// Everything that somebody may know, or of an earlier moment.
    ///
    /// # Errors
    /// Where there was no such moment.
    pub async fn view(
        &self,
        room: &Arc<Room>,
        role: Role,
        at: Option<usize>,
    ) -> Result<View, Problem> {
        let room = Arc::clone(room);
        let ends = |_| Problem::says("the server ends");
        let _turn = match at {
            Some(_) => Some(self.looks_back.acquire().await.map_err(ends)?),
            None => None,
        };
        aside(move || room.view(&role, at)).await
    }

    /// Says something at a table, and answers when it is stored.
    fn say(&self, room: &Room, live: &mut Live, role: &Role, words: &str) -> Result<Done, Problem> {
        let said = live.said(role, words)?;
        let kept = Handle::current().block_on(async {
            self.store.say(&room.id, &said, MOST_SAID as i64).await?;
            // Others may have said something elsewhere meanwhile.
            self.store.said(&room.id, live.heard()).await
        });
        live.hear(&kept?);
        Ok(Done { after: live.table().transcript().entries.len(), ..Done::default() })
    }

    /// Keeps what somebody at a table is called, and answers when it is stored.
    fn name(
        &self,
        room: &Room,
        live: &mut Live,
        role: &Role,
        (seat, name): (Option<u8>, &str),
    ) -> Result<Done, Problem> {
        let (name, seats) = (printed(name)?, live.named_by(role, seat)?);
        let kept = Handle::current().block_on(async {
            for seat in seats {
                self.store.name(&room.id, seat, &name).await?;
            }
            self.names(&room.id).await
        });
        live.hear_names(kept?);
        Ok(Done { after: live.table().transcript().entries.len(), ..Done::default() })
    }

    /// What those at a table are called, as it is kept.
    async fn names(&self, table: &str) -> Result<Names, Unstored> {
        let (given, all) = self.store.names(table).await?;
        Ok(Names { given, all })
    }

    /// Stores what is new at a table; where that fails, nothing of it happened.
    fn store_now(&self, room: &Room, live: &mut Live) -> Result<(), Problem> {
        let Some(addition) = live.unstored(&room.id) else { return Ok(()) };
        match Handle::current().block_on(self.store.add(addition)) {
            Ok(revision) => {
                live.mark_stored(revision);
                Ok(())
            }
            Err(unstored) => {
                self.forget(room);
                Err(unstored.into())
            }
        }
    }

    /// Carries out what waits for no person, until somebody has to decide.
    fn go_on(self: &Arc<Hall>, room: &Arc<Room>) {
        if room.moving.swap(true, Ordering::SeqCst) {
            room.changes();
            return;
        }
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        tokio::task::spawn_blocking(move || {
            let _moving = Moving { hall: &hall, room: &room };
            let mut shown = Instant::now();
            loop {
                let mut live = locked(&room.live);
                let mut decided = None;
                if let Some((moment, past)) = live.pondered() {
                    drop(live);
                    // Nobody who looks on waits for a bot that thinks, nor for what came before.
                    room.changes();
                    shown = Instant::now();
                    decided = hall.pondered(past);
                    live = locked(&room.live);
                    if !live.is_still(moment) {
                        continue;
                    }
                }
                let moved = match room.is_gone() {
                    true => Ok(false),
                    false => live.step(decided.as_ref()),
                };
                let moved = moved.unwrap_or_else(|problem| {
                    console::log(&format!("table {}: {}", room.id, problem.fault.says));
                    live.fails(&problem);
                    false
                });
                if !moved || hall.store_now(&room, &mut live).is_err() {
                    hall.tell_news(&room, &live);
                    // Said while nobody else can put anything in.
                    room.moving.store(false, Ordering::SeqCst);
                    drop(live);
                    room.changes();
                    return;
                }
                drop(live);
                if shown.elapsed() >= SHOWN {
                    room.changes();
                    shown = Instant::now();
                }
            }
        });
    }

    /// What a bot comes to that thinks for a while; nothing where too many think already.
    fn pondered(&self, past: Past) -> Option<Value> {
        let _turn = self.ponders.try_acquire().ok()?;
        past.now().ok()?.ponder()
    }

    /// Tells a table's webhook what is waited for, where that is news.
    fn tell_news(&self, room: &Room, live: &Live) {
        let Some((address, news)) = live.settings().webhook.as_ref().zip(live.news(&room.id))
        else {
            return;
        };
        let mut told = locked(&room.told);
        let alike = |old: &News| (&old.says, old.over) == (&news.says, news.over);
        if !room.is_gone() && !told.as_ref().is_some_and(alike) {
            *told = Some(news.clone());
            self.webhooks.tell(address, news);
        }
    }

    /// Answers a question on a copy of the table.
    ///
    /// # Errors
    /// Where it means nothing, or too many ask at once.
    pub async fn ask(&self, room: &Arc<Room>, role: Role, ask: Ask) -> Result<Reply, Problem> {
        // Its own turn first, so that of each table one waits for others.
        let own = room.turn_to_ask(&role).await?;
        let turn = Arc::clone(&self.questions).acquire_owned().await;
        let turn = turn.map_err(|_| Problem::says("the server ends"))?;
        let room = Arc::clone(room);
        aside(move || {
            // It is kept until the answer is worked out, though nobody may wait for it any more.
            let _turns = (own, turn);
            if let Some(answer) = room.delayed(&role, |live| live.ask(&role, &ask)) {
                return answer?;
            }
            let mut copy = locked(&room.copy);
            let live = locked(&room.live);
            let fits = copy.as_ref().is_some_and(|(_, copy)| copy.revision() == live.revision());
            let past = (!fits).then(|| live.past());
            drop(live);
            if let Some(past) = past {
                *copy = Some((tokio::time::Instant::now(), past.now()?));
            }
            let none = || Problem::says("there is no table");
            let (asked, copy) = copy.as_mut().ok_or_else(none)?;
            *asked = tokio::time::Instant::now();
            copy.ask(&role, &ask)
        })
        .await
    }

    /// Whether another process wrote to the table meanwhile; it is then fetched again. What was said there is heard.
    pub async fn is_overtaken(&self, room: &Arc<Room>) -> bool {
        if !room.take_pulse() {
            return false;
        }
        let now = async || {
            let room = Arc::clone(room);
            let now = aside(move || {
                let live = locked(&room.live);
                Ok((live.revision(), live.heard(), live.names().given, live.is_fought_again()))
            });
            now.await.unwrap_or_default()
        };
        let (here, heard, given, known) = now().await;
        let Ok(there) = self.store.pulse(&room.id).await else { return false };
        if there.said > heard
            && let Ok(said) = self.store.said(&room.id, heard).await
        {
            let listens = Arc::clone(room);
            let hear = aside(move || {
                locked(&listens.live).hear(&said);
                Ok(())
            });
            let _ = hear.await;
            room.changes();
        }
        if there.named > given
            && let Ok(names) = self.names(&room.id).await
        {
            let listens = Arc::clone(room);
            let hear = aside(move || {
                locked(&listens.live).hear_names(names);
                Ok(())
            });
            let _ = hear.await;
            room.changes();
        }
        if there.fought_again && !known {
            let _ = self.rematch(room).await;
        }
        if there.revision > here && now().await.0 == here {
            self.forget(room);
            return true;
        }
        false
    }

    /// The hosts that webhooks may be at.
    pub fn webhook_hosts(&self) -> Vec<String> {
        self.webhooks.hosts().to_vec()
    }
}
