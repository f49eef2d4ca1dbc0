//! A table in memory: who looks at it, and what each of them is shown.

use super::locked;
use crate::serve::live::{Live, Past, only_adds};
use crate::serve::problem::Problem;
use crate::serve::role::Role;
use crate::serve::webhooks::News;
use crate::serve::wire::{Brief, Card, ChangeEntry, PictureSent, StockEntry, View};
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;
use umpire_core::seat::Seat;
use umpire_core::transcript::Transcript;

/// How long a table is kept twice for whoever asks.
const ASKED: Duration = Duration::from_secs(60);

/// How often a store that others write to is asked, however many look at a table.
const PULSE: Duration = Duration::from_secs(1);

/// How long a table is kept at which nobody is.
const FORGOTTEN: Duration = Duration::from_secs(300);

/// Questions that wait at a table, of those who play or of those who look on.
const MOST_WAITING: usize = 12;

/// A table in memory.
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    pub(super) live: Mutex<Live>,
    /// The same table played again, where questions are answered without keeping anybody from playing; and when somebody
    /// asked last.
    pub(super) copy: Mutex<Option<(Instant, Live)>>,
    /// What spectators of a delayed table see: after how many inputs, made when there were how many lines.
    pub(super) delayed: Mutex<Option<(usize, usize, Live)>>,
    /// What the table's webhook was told last.
    pub(super) told: Mutex<Option<News>>,
    changed: watch::Sender<u64>,
    present: Mutex<HashMap<u8, usize>>,
    /// Whether somebody already carries out what waits for no person.
    pub(super) moving: AtomicBool,
    /// Questions of those who play, and of those who look on: one of each is worked on, so that neither wait long for the others, nor other
    /// tables for them.
    asking: [Arc<Semaphore>; 2],
    waiting: [Semaphore; 2],
    /// When somebody entered last.
    entered: Mutex<Instant>,
    pub(super) gone: AtomicBool,
    /// When the store was last asked whether another process wrote to it.
    pulse: Mutex<Option<Instant>>,
}

/// What was sent to a socket last.
#[derive(Default)]
pub struct Sent {
    picture: Arc<PictureSent>,
    /// Lines of the record; none, where lines sent later need not follow from them.
    entries: Option<usize>,
    counted: usize,
}

impl Room {
    /// A table that was fetched.
    pub(super) fn of(table: &str, live: Live) -> Room {
        Room {
            id: table.to_string(),
            told: Mutex::new(live.news(table)),
            live: Mutex::new(live),
            copy: Mutex::default(),
            delayed: Mutex::default(),
            changed: watch::Sender::new(0),
            present: Mutex::default(),
            moving: AtomicBool::new(false),
            gone: AtomicBool::new(false),
            asking: [Arc::new(Semaphore::new(1)), Arc::new(Semaphore::new(1))],
            waiting: [Semaphore::new(MOST_WAITING), Semaphore::new(MOST_WAITING)],
            entered: Mutex::new(Instant::now()),
            pulse: Mutex::default(),
        }
    }

    /// Whether it was let go: whoever looks at it has to enter again.
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::SeqCst)
    }

    pub(super) fn is_in_use(&self) -> bool {
        self.changed.receiver_count() > 0 || self.moving.load(Ordering::SeqCst)
    }

    /// Somebody came in by their link.
    pub(super) fn mark_entered(&self) {
        *locked(&self.entered) = Instant::now();
    }

    /// Whether somebody was here lately.
    pub(super) fn is_fresh(&self) -> bool {
        locked(&self.entered).elapsed() < FORGOTTEN
    }

    /// Waits until it is somebody's turn to ask.
    ///
    /// # Errors
    /// Where too many ask already.
    pub(super) async fn turn_to_ask(&self, role: &Role) -> Result<OwnedSemaphorePermit, Problem> {
        let of = usize::from(role.looks_on());
        let _waits = self.waiting[of].try_acquire().map_err(|_| {
            let says = "too many questions of this table wait already: ask again in a moment";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, says)
        })?;
        let turn = Arc::clone(&self.asking[of]).acquire_owned().await;
        turn.map_err(|_| Problem::says("the server ends"))
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
    pub(super) fn changes(&self) {
        self.changed.send_modify(|change| *change += 1);
    }

    /// Lets go of what is kept of views for those who look on at the same moment, and of the copy that answers questions
    /// where nobody asks any.
    pub fn tidy(&self) {
        // Whoever is at work at the table forgets them anyway.
        if let Ok(live) = self.live.try_lock() {
            live.forget_views();
        }
        if let Ok(mut copy) = self.copy.try_lock()
            && copy.as_ref().is_some_and(|(asked, _)| asked.elapsed() >= ASKED)
        {
            *copy = None;
        }
    }

    /// Whether nobody asked the store for a while; whoever is told so asks it.
    pub(super) fn take_pulse(&self) -> bool {
        let mut pulse = locked(&self.pulse);
        let due = pulse.is_none_or(|last| last.elapsed() >= PULSE);
        if due {
            *pulse = Some(Instant::now());
        }
        due
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
            None => {
                // What is kept is for those who look on; whoever looks once is none of them.
                let is_kept = live.keeps_views();
                let view = live.view(&self.id, role, &present);
                if !is_kept {
                    live.forget_views();
                }
                Ok(view)
            }
            Some(at) => {
                let (after, counted) =
                    (live.table().transcript().entries.len(), live.table().counted());
                // Who sees no later than that learns nothing of it either: not what is said or was taken back since.
                let delayed = live.delayed_to(role);
                let past = if delayed.is_some() { live.shortened(at)? } else { live.past() };
                drop(live);
                let past = if delayed.is_some() { past.now()? } else { past.at(at)? };
                let mut view = past.view(&self.id, role, &present);
                (view.at, view.after, view.counted) = match delayed {
                    Some(to) => (at, to, to),
                    None => (at, after, counted),
                };
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
                let shown = look(&live, from);
                live.count_shown(self.changed.receiver_count());
                shown
            }
        };
        sent.picture = picture;
        // The lines of a delayed table have numbers of their own.
        (sent.entries, sent.counted) = ((!is_delayed).then_some(view.after), view.counted);
        Ok(view)
    }

    /// Looks at the table with the eyes of somebody who does not see it as it is; nothing for whoever does.
    pub(super) fn delayed<T>(
        &self,
        role: &Role,
        look: impl FnOnce(&Live) -> T,
    ) -> Option<Result<T, Problem>> {
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

    /// What a referee may put down; nothing for whoever is none.
    pub fn stock(&self, role: &Role) -> Vec<StockEntry> {
        locked(&self.live).stock(role)
    }

    /// The cards, units or dice of the game.
    pub fn cards(&self) -> Vec<Card> {
        locked(&self.live).cards()
    }

    /// How far the table is, as somebody may know.
    ///
    /// # Errors
    /// Where the record no longer comes of the rules.
    pub fn brief(&self, role: &Role) -> Result<Brief, Problem> {
        let brief = |live: &Live| live.brief(role);
        self.delayed(role, brief).unwrap_or_else(|| Ok(brief(&locked(&self.live))))
    }

    /// How a referee may change the position, and which of that may be about a name; nothing for whoever is none.
    pub fn ways_to_change(&self, role: &Role, about: &str) -> Vec<ChangeEntry> {
        locked(&self.live).changes(role, about)
    }

    /// The record as somebody may have it.
    ///
    /// # Errors
    /// Where it no longer comes of the rules.
    pub fn record(&self, role: &Role) -> Result<Transcript, Problem> {
        let delayed = self.delayed(role, |live| live.record(role));
        delayed.map_or_else(|| locked(&self.live).record(role), |record| record?)
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
