//! The tables of a server: opened, found again, played on, each on its own.

use super::live::{Live, Past, Settings, only_adds, replayed};
use super::problem::Problem;
use super::role::{Role, fresh_key, hash_of};
use super::webhooks::{News, Webhooks};
use super::wire::{Ask, Done, Link, NewTable, PictureSent, Put, Reply, Seated, View};
use crate::bots::Player;
use crate::commands::play::{fresh_seed, secret};
use crate::library::Library;
use crate::opening::Opening;
use crate::store::{Kept, Store, Unstored};
use axum::http::StatusCode;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};
use umpire_core::data::Source;
use umpire_core::host::Table;
use umpire_core::seat::Seat;
use umpire_core::transcript::Transcript;

/// Tables that are kept in memory; of more, those nobody looks at are let go.
const MOST_ROOMS: usize = 2_000;
/// Links that are remembered without asking the store.
const MOST_ENTRANCES: usize = 20_000;
/// Questions that are worked on at once.
const MOST_QUESTIONS: usize = 2;
/// Bots that think for a while at once; others decide as those do who look a step ahead.
const MOST_PONDERS: usize = 4;
/// How often those who look on are shown what bots do; what comes between is in the log.
const SHOWN: Duration = Duration::from_millis(150);
/// Bytes of a scenario that is sent in.
const LONGEST_SCENARIO: usize = 256 * 1024;

/// The tables of a server.
pub struct Hall {
    /// The games.
    pub library: Arc<Library>,
    store: Store,
    webhooks: Webhooks,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// One table at a time is fetched from the store.
    fetching: tokio::sync::Mutex<()>,
    entrances: Mutex<HashMap<String, (String, Role)>>,
    questions: Semaphore,
    /// Bots that think for a while, so many at once.
    ponders: Semaphore,
}

/// A table in memory.
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    live: Mutex<Live>,
    /// The same table played again, where questions are answered without keeping anybody from playing.
    copy: Mutex<Option<Live>>,
    /// What spectators of a delayed table see: after how many inputs, made when there were how many lines.
    delayed: Mutex<Option<(usize, usize, Live)>>,
    /// What the table's webhook was told last.
    told: Mutex<Option<News>>,
    changed: watch::Sender<u64>,
    present: Mutex<HashMap<u8, usize>>,
    /// Whether somebody already carries out what waits for no person.
    moving: AtomicBool,
    gone: AtomicBool,
}

/// What was sent to a socket last.
#[derive(Default)]
pub struct Sent {
    picture: Arc<PictureSent>,
    /// Lines of the record; none, where lines sent later need not follow from them.
    entries: Option<usize>,
    counted: usize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panic left behind is played again from the store.
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

impl Hall {
    /// The tables of a store.
    pub fn new(library: Arc<Library>, store: Store, webhooks: Webhooks) -> Arc<Hall> {
        Arc::new(Hall {
            library,
            store,
            webhooks,
            rooms: Mutex::default(),
            fetching: tokio::sync::Mutex::default(),
            entrances: Mutex::default(),
            questions: Semaphore::new(MOST_QUESTIONS),
            ponders: Semaphore::new(MOST_PONDERS),
        })
    }

    /// Opens a table.
    ///
    /// # Errors
    /// Where there is no such battle, or its file has faults.
    pub async fn open(self: &Arc<Hall>, new: NewTable) -> Result<Seated, Problem> {
        let hall = Arc::clone(self);
        let (table, settings, roles) = aside(move || hall.laid(&new)).await?;
        self.keep(table.transcript().clone(), settings, roles).await
    }

    /// A table as it is asked for, how it is played, and who may come.
    fn laid(&self, new: &NewTable) -> Result<Laid, Problem> {
        let library = &*self.library;
        let mut opening = match &new.scenario {
            Some(text) if text.len() > LONGEST_SCENARIO => {
                let says =
                    format!("a scenario of {} bytes, {LONGEST_SCENARIO} are the most", text.len());
                return Err(Problem::says(says));
            }
            Some(text) => {
                let name = if new.battle.is_empty() { "scenario" } else { &new.battle };
                let name: String =
                    name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
                Opening::of_text(library, Source::new(format!("{name}.yaml"), text.as_str()))?
            }
            // A name that is not in the data would be looked for on disk.
            None if super::lobby::is_battle(library, &new.battle) => {
                Opening::find(library, Some(&new.battle))?
            }
            None => {
                return Err(Problem::says(format!("there is no battle `{}` here", new.battle)));
            }
        };
        if new.referee {
            opening.scenario = opening.ruleset.at_free_table(&opening.scenario);
        }
        let webhook = new.webhook.clone().filter(|address| !address.is_empty());
        webhook.iter().try_for_each(|address| self.webhooks.check(address))?;
        let typed = match new.dice.as_str() {
            "" | "seeded" => false,
            "typed" => true,
            other => {
                let says = format!("`{other}` is neither `seeded` nor `typed` dice");
                return Err(Problem::says(says));
            }
        };
        let seats = opening.look()?.seats();
        let (players, roles) = seated(new, &seats)?;
        let seed = new.seed.map_or_else(fresh_seed, u128::from);
        let opened = opening.open(&players, (!typed).then_some(seed))?;
        let mut table = opened.table;
        table.keep_secret(&secret(None));
        let (seed, warnings) = (seed.to_string(), opened.warnings);
        let delayed = new.delayed;
        let settings = Settings { players, typed, seed, warnings, delayed, webhook };
        Ok((table, settings, roles))
    }

    /// Takes in a record that was saved elsewhere; whoever brings it decides for all persons in it.
    ///
    /// # Errors
    /// Where it is none, or no longer comes of the rules.
    pub async fn take_in(self: &Arc<Hall>, bytes: Vec<u8>) -> Result<Seated, Problem> {
        let hall = Arc::clone(self);
        let laid = aside(move || {
            let says = |says: String| Problem::says(format!("this file {says}"));
            let mut transcript = crate::save::read(&bytes).map_err(says)?;
            (transcript.digest, transcript.end, transcript.signed) = (None, None, None);
            let table = replayed(&hall.library, &transcript, None)?;
            let settings = settings_of(&transcript);
            let role = whole_role(&settings, table.is_free());
            Ok((transcript, settings, vec![("you".to_string(), role)]))
        });
        let (transcript, settings, roles) = laid.await?;
        self.keep(transcript, settings, roles).await
    }

    /// A new table that goes on from a moment of another.
    ///
    /// # Errors
    /// Where there is no such moment, or others' secrets are in it.
    pub async fn go_on_from(
        self: &Arc<Hall>,
        room: Arc<Room>,
        role: Role,
        at: usize,
    ) -> Result<Seated, Problem> {
        let laid = aside(move || {
            let live = locked(&room.live);
            live.may_go_on(&role)?;
            let (past, free) = (live.shortened(at)?, live.table().is_free());
            let settings = Settings { webhook: None, ..live.settings().clone() };
            let role = whole_role(&settings, free);
            Ok((past.into_transcript(), settings, vec![("you".to_string(), role)]))
        });
        let (transcript, settings, roles) = laid.await?;
        self.keep(transcript, settings, roles).await
    }

    async fn keep(
        self: &Arc<Hall>,
        transcript: Transcript,
        settings: Settings,
        mut roles: Roles,
    ) -> Result<Seated, Problem> {
        let table = fresh_key()[..16].to_string();
        roles.push(("spectators".into(), Role::spectator()));
        let mut links = Vec::new();
        let mut entrances = Vec::new();
        for (whose, role) in roles {
            let key = fresh_key();
            let written = serde_json::to_string(&role).unwrap_or_default();
            entrances.push((hash_of(&key), written));
            let path = format!("/t/{table}/{key}");
            links.push(Link { whose, key, path });
        }
        let settings = serde_json::to_string(&settings).unwrap_or_default();
        let kept = Kept { transcript, settings, revision: 0 };
        self.store.begin(&table, &kept, &entrances).await?;
        let room = self.room(&table).await?;
        self.go_on(&room);
        Ok(Seated { table, links })
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
                let role: Role = serde_json::from_str(&entrance.role).unwrap_or_default();
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
        Ok((self.room(table).await?, role))
    }

    async fn room(self: &Arc<Hall>, table: &str) -> Result<Arc<Room>, Problem> {
        let known = || locked(&self.rooms).get(table).cloned();
        if let Some(room) = known() {
            return Ok(room);
        }
        let _one = self.fetching.lock().await;
        if let Some(room) = known() {
            return Ok(room);
        }
        let kept = self.store.table(table).await?;
        let library = Arc::clone(&self.library);
        let live = aside(move || Live::of(library, kept)).await?;
        let told = Mutex::new(live.news(table));
        let room = Arc::new(Room {
            id: table.to_string(),
            live: Mutex::new(live),
            copy: Mutex::default(),
            delayed: Mutex::default(),
            told,
            changed: watch::Sender::new(0),
            present: Mutex::default(),
            moving: AtomicBool::new(false),
            gone: AtomicBool::new(false),
        });
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
        let (hall, here) = (Arc::clone(self), Arc::clone(room));
        let done = aside(move || {
            let mut live = locked(&here.live);
            // Whoever waited for this while it was let go would go on from what was never stored.
            if here.is_gone() {
                return Err(Problem::stale());
            }
            let done = live.put(&role, &put)?;
            hall.store_now(&here, &mut live)?;
            Ok(done)
        });
        let done = done.await?;
        self.go_on(room);
        Ok(done)
    }

    /// Stores what is new at a table; where that fails, nothing of it happened.
    fn store_now(&self, room: &Room, live: &mut Live) -> Result<(), Problem> {
        let Some(addition) = live.unstored(&room.id) else { return Ok(()) };
        match Handle::current().block_on(self.store.add(addition)) {
            Ok(revision) => {
                live.is_stored(revision);
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
            let mut shown = Instant::now();
            loop {
                let mut live = locked(&room.live);
                let mut decided = None;
                if let Some((moment, past)) = live.pondered() {
                    drop(live);
                    // Nobody who looks on waits for a bot that thinks.
                    decided = hall.pondered(past);
                    live = locked(&room.live);
                    if !live.is_still(moment) {
                        continue;
                    }
                }
                let step = |live: &mut Live| live.step(decided.as_ref());
                let moved = !room.is_gone() && step(&mut live).is_ok_and(|moved| moved);
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
        let _turn = self.questions.acquire().await.map_err(|_| Problem::says("the server ends"))?;
        let room = Arc::clone(room);
        aside(move || {
            if let Some(answer) = room.delayed(&role, |live| live.ask(&role, &ask)) {
                return answer?;
            }
            let mut copy = locked(&room.copy);
            let live = locked(&room.live);
            let fits = copy.as_ref().is_some_and(|copy| copy.revision() == live.revision());
            let past = (!fits).then(|| live.past());
            drop(live);
            if let Some(past) = past {
                *copy = Some(past.now()?);
            }
            let copy = copy.as_ref().ok_or_else(|| Problem::says("there is no table"))?;
            copy.ask(&role, &ask)
        })
        .await
    }

    /// Whether another process wrote to the table meanwhile; it is then fetched again.
    pub async fn is_overtaken(&self, room: &Room) -> bool {
        if !self.store.is_shared() {
            return false;
        }
        let here = locked(&room.live).revision();
        let moved = self.store.revision(&room.id).await.is_ok_and(|there| there > here);
        if moved && locked(&room.live).revision() == here {
            self.forget(room);
            return true;
        }
        false
    }
}

impl Room {
    /// Whether it was let go: whoever looks at it has to enter again.
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::SeqCst)
    }

    fn is_in_use(&self) -> bool {
        self.changed.receiver_count() > 0 || self.moving.load(Ordering::SeqCst)
    }

    /// Hears whenever something changes.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Somebody came to look, or went.
    pub fn comes(&self, role: &Role, comes: bool) {
        let mut present = locked(&self.present);
        for seat in &role.seats {
            let count = present.entry(*seat).or_default();
            *count = if comes { *count + 1 } else { count.saturating_sub(1) };
        }
        drop(present);
        self.changes();
    }

    /// Lets those who look on know that something changed.
    fn changes(&self) {
        self.changed.send_modify(|change| *change += 1);
    }

    /// Lets go of what is kept of views for those who look on at the same moment.
    pub fn forget_views(&self) {
        // Whoever is at work at the table forgets them anyway.
        if let Ok(live) = self.live.try_lock() {
            live.forget_views();
        }
    }

    /// Everything that somebody may know, or of an earlier moment.
    ///
    /// # Errors
    /// Where there was no such moment.
    pub fn view(&self, role: &Role, at: Option<usize>) -> Result<View, Problem> {
        let present = self.presence();
        if at.is_none()
            && let Some(view) = self.delayed(role, |live| live.view(&self.id, role, &present))
        {
            return view;
        }
        let live = locked(&self.live);
        if at.zip(live.delayed_to(role)).is_some_and(|(at, to)| at > to) {
            return Err(Problem::forbidden("spectators of this table see turns that are over"));
        }
        match at.filter(|at| *at != live.table().counted()) {
            None => Ok(live.view(&self.id, role, &present)),
            Some(at) => {
                let (after, counted) =
                    (live.table().transcript().entries.len(), live.table().counted());
                let past = live.past();
                drop(live);
                let mut view = past.at(at)?.view(&self.id, role, &present);
                (view.at, view.after, view.counted) = (at, after, counted);
                (view.yours, view.rest, view.offers) = (false, None, Default::default());
                Ok(view)
            }
        }
    }

    /// What somebody may know and was not sent before.
    ///
    /// # Errors
    /// Where the record no longer comes of the rules.
    pub fn view_since(&self, role: &Role, sent: &mut Sent) -> Result<View, Problem> {
        let (present, before) = (self.presence(), std::mem::take(&mut sent.picture));
        let look =
            |live: &Live, from: usize| live.view_since(&self.id, role, &present, from, &before);
        let delayed = self.delayed(role, |live| look(live, 0));
        let is_delayed = delayed.is_some();
        let (view, picture) = match delayed {
            Some(view) => view?,
            None => {
                let live = locked(&self.live);
                let transcript = live.table().transcript();
                let adds = sent.entries.is_some_and(|entries| only_adds(transcript, entries));
                let from = if adds { sent.counted } else { 0 };
                look(&live, from)
            }
        };
        sent.picture = picture;
        // The lines of a delayed table have numbers of their own.
        (sent.entries, sent.counted) = ((!is_delayed).then_some(view.after), view.counted);
        Ok(view)
    }

    /// Looks at the table with the eyes of somebody who does not see it as it is; nothing for whoever does.
    fn delayed<T>(&self, role: &Role, look: impl FnOnce(&Live) -> T) -> Option<Result<T, Problem>> {
        locked(&self.live).delayed_to(role)?;
        // Taken first, so that nobody who plays waits for what spectators have played again.
        let mut delayed = locked(&self.delayed);
        let live = locked(&self.live);
        let to = live.delayed_to(role)?;
        let transcript = live.table().transcript();
        let fits =
            |(at, lines, _): &(usize, usize, Live)| *at == to && only_adds(transcript, *lines);
        if !delayed.as_ref().is_some_and(fits) {
            let (lines, shortened) = (transcript.entries.len(), live.shortened(to));
            drop(live);
            match shortened.and_then(Past::now) {
                Ok(live) => *delayed = Some((to, lines, live)),
                Err(problem) => return Some(Err(problem)),
            }
        } else {
            drop(live);
        }
        delayed.as_ref().map(|(_, _, live)| Ok(look(live)))
    }

    fn presence(&self) -> impl Fn(Seat) -> usize {
        let present = locked(&self.present).clone();
        move |seat| present.get(&seat.0).copied().unwrap_or(0)
    }

    /// Lines that could follow what is typed.
    pub fn complete(&self, role: &Role, line: &str) -> Vec<String> {
        let delayed = self.delayed(role, |live| live.complete(role, line));
        let lines = delayed.map(Result::unwrap_or_default);
        lines.unwrap_or_else(|| locked(&self.live).complete(role, line))
    }

    /// The record as somebody may have it.
    ///
    /// # Errors
    /// Where it no longer comes of the rules.
    pub fn record(&self, role: &Role) -> Result<Transcript, Problem> {
        let delayed = self.delayed(role, |live| live.record(role));
        delayed.unwrap_or_else(|| Ok(locked(&self.live).record(role)))
    }

    /// The picture as somebody may see it, as SVG.
    ///
    /// # Errors
    /// Where the record no longer comes of the rules.
    pub fn picture(&self, role: &Role) -> Result<String, Problem> {
        let drawn = |live: &Live| live.table().scene(live.viewer(role)).to_svg();
        self.delayed(role, drawn).unwrap_or_else(|| Ok(drawn(&locked(&self.live))))
    }
}

/// Who gets a link, in words, and to what.
type Roles = Vec<(String, Role)>;

/// A table that is not kept yet.
type Laid = (Box<dyn Table>, Settings, Roles);

/// Who sits where, and who gets a link.
fn seated(new: &NewTable, seats: &[(Seat, String)]) -> Result<(Vec<String>, Roles), Problem> {
    if new.players.len() > seats.len() {
        let says = format!("{} players for {} seats", new.players.len(), seats.len());
        return Err(Problem::says(says));
    }
    let mut players = Vec::new();
    let mut own = Role::default();
    let mut friends = Vec::new();
    for (at, (seat, name)) in seats.iter().enumerate() {
        let usual = if at == 0 && new.players.is_empty() { "here" } else { "greedy" };
        let player = new.players.get(at).map_or(usual, String::as_str);
        let human = Player::Human.name();
        let may_sit = |bot: Player| bot != Player::Human && bot == bot.shared();
        match player {
            "here" => own.seats.push(seat.0),
            "friend" => {
                friends.push((name.clone(), Role { seats: vec![seat.0], judge: false }));
            }
            bot if Player::named(bot).is_some_and(may_sit) => {}
            other => {
                let says = format!(
                    "`{other}` is none of here, friend, greedy, random, mcts:SECONDS (up to 5) and mcts:PLAYOUTSp (up to 200p)"
                );
                return Err(Problem::says(says));
            }
        }
        let bot = !matches!(player, "here" | "friend");
        players.push(if bot { player.to_string() } else { human.clone() });
    }
    if new.referee {
        own = Role { seats: Vec::new(), judge: true };
    }
    let mut roles = vec![("you".to_string(), own)];
    roles.extend(friends);
    if new.judge && !new.referee {
        roles.push(("judge".into(), Role { seats: Vec::new(), judge: true }));
    }
    Ok((players, roles))
}

/// How a record was played.
fn settings_of(transcript: &Transcript) -> Settings {
    let header = &transcript.header;
    let seed = header.seed.unwrap_or_else(fresh_seed).to_string();
    let typed = header.seed.is_none();
    Settings { players: header.players.clone(), typed, seed, ..Settings::default() }
}

/// Whoever decides for all persons of a table; of a referee's table, and of one that only bots played, the judge.
fn whole_role(settings: &Settings, free: bool) -> Role {
    let human = |(at, name): (usize, &String)| {
        (Player::named(name) == Some(Player::Human)).then_some(at as u8)
    };
    let seats: Vec<u8> = settings.players.iter().enumerate().filter_map(human).collect();
    match free || seats.is_empty() {
        true => Role { seats: Vec::new(), judge: true },
        false => Role { seats, judge: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: &str) -> Put {
        Put { line: Some(line.into()), ..Put::default() }
    }

    #[tokio::test]
    async fn what_could_not_be_stored_is_not_stored_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("tables.db");
        let place = place.to_str().expect("a path in letters");
        let store = Store::open(place).await.expect("a store");
        let library = Arc::new(Library::embedded());
        let hall = Hall::new(library, store, Webhooks::new(Vec::new()));
        let new =
            r#"{ "battle": "duel-on-the-hill", "players": ["here", "here"], "dice": "typed" }"#;
        let seated = hall.open(serde_json::from_str(new).expect("a table")).await.expect("links");
        let key = &seated.links[0].key;
        let (room, role) = hall.enter(&seated.table, key).await.expect("a room");

        let disk = sqlx::AnyPool::connect(&format!("sqlite://{place}")).await.expect("the file");
        let full =
            "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'full'); END";
        sqlx::query(full).execute(&disk).await.expect("a disk that is full");
        let attack = || line("marro 1 attacks finn");
        assert!(hall.put(&room, role.clone(), attack()).await.is_err());
        sqlx::query("DROP TRIGGER full").execute(&disk).await.expect("room on the disk");

        // Whoever waited for the table meanwhile is told that it went on without them.
        let late = hall.put(&room, role.clone(), line("note late")).await.expect_err("stale");
        assert_eq!(late.status, StatusCode::CONFLICT);
        let (room, role) = hall.enter(&seated.table, key).await.expect("the table again");
        assert_eq!(room.view(&role, None).expect("a view").after, 0);
        hall.put(&room, role.clone(), attack()).await.expect("stored");
        assert_eq!(room.view(&role, None).expect("a view").after, 1);
    }
}
