//! Tables opened: a battle of the lobby, a scenario or a record of one's own, an earlier moment of another table.

use super::{Hall, Room, aside, locked};
use crate::bots::Player;
use crate::commands::play::{fresh_seed, secret};
use crate::dice_source::seeded;
use crate::opening::Opening;
use crate::serve::editor::Workshop;
use crate::serve::live::{Rematch, Settings, printed, replayed};
use crate::serve::lobby;
use crate::serve::problem::Problem;
use crate::serve::role::{Role, fresh_key, hash_of};
use crate::serve::wire::{Again, Brought, Link, NewTable, Seated};
use crate::store::Kept;
use std::sync::Arc;
use std::time::{Duration, Instant};
use umpire_core::data::Source;
use umpire_core::host::Table;
use umpire_core::seat::Seat;
use umpire_core::session::Replaying;
use umpire_core::transcript::Transcript;

/// Bytes of a scenario that is sent in.
const LONGEST_SCENARIO: usize = 256 * 1024;
/// How long a record that somebody brings may take to be played again, while others wait for the machine.
const LONGEST_REPLAY: Duration = Duration::from_secs(30);

/// Who gets a link, in words, and to what.
type Roles = Vec<(String, Role)>;

/// A table that is not kept yet.
type Laid = (Box<dyn Table>, Settings, Roles, Vec<String>);

impl Hall {
    /// Opens a table; where a folder is edited here, a scenario of it may name what lies beside it.
    ///
    /// # Errors
    /// Where there is no such battle, or its file has faults.
    pub async fn open(
        self: &Arc<Hall>,
        new: NewTable,
        workshop: Option<Arc<Workshop>>,
    ) -> Result<Seated, Problem> {
        let hall = Arc::clone(self);
        let laid = aside(move || hall.laid(&new, workshop.as_deref()));
        let (table, settings, roles, names) = laid.await?;
        self.keep(table.transcript().clone(), settings, roles, names).await
    }

    /// Reads a scenario that somebody brings: of which game it is, and for whom.
    ///
    /// # Errors
    /// Where its file has faults.
    pub async fn read(
        self: &Arc<Hall>,
        new: NewTable,
        workshop: Option<Arc<Workshop>>,
    ) -> Result<Brought, Problem> {
        let hall = Arc::clone(self);
        aside(move || {
            let opening = hall.found(&new, workshop.as_deref())?;
            let game = opening.ruleset.title().to_string();
            let titles = lobby::titles(&hall.library, opening.ruleset);
            let battle = lobby::battle(new.battle, &opening.scenario, &opening, &titles)?;
            let points = lobby::usual_muster(&opening);
            Ok(Brought { game, battle, points })
        })
        .await
    }

    /// The scenario of a table that is asked for.
    fn found(&self, new: &NewTable, workshop: Option<&Workshop>) -> Result<Opening<'_>, Problem> {
        let library = &*self.library;
        let found = match &new.scenario {
            Some(text) if text.len() > LONGEST_SCENARIO => {
                let says =
                    format!("a scenario of {} bytes, {LONGEST_SCENARIO} are the most", text.len());
                return Err(Problem::says(says));
            }
            Some(text) if let Some((shop, path)) = workshop.zip(new.path.as_ref()) => {
                Opening::of_draft(library, shop.draft(path, text))?
            }
            Some(text) => {
                let name = if new.battle.is_empty() { "scenario" } else { &new.battle };
                let name: String =
                    name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
                Opening::of_text(library, Source::new(format!("{name}.yaml"), text.as_str()))?
            }
            None if let (Some(_), Some(field)) =
                (new.muster, lobby::field(library, &new.battle)) =>
            {
                field
            }
            // A name that is not in the data would be looked for on disk.
            None if lobby::is_battle(library, &new.battle) => {
                Opening::find(library, Some(&new.battle))?
            }
            None => {
                return Err(Problem::says(format!("there is no battle `{}` here", new.battle)));
            }
        };
        Ok(match new.muster {
            Some(points) => lobby::mustered(found, points)?,
            None => found,
        })
    }

    /// A table as it is asked for, how it is played, and who may come.
    fn laid(&self, new: &NewTable, workshop: Option<&Workshop>) -> Result<Laid, Problem> {
        self.set_up(self.found(new, workshop)?, new)
    }

    /// A table of a scenario that was found.
    fn set_up(&self, mut opening: Opening<'_>, new: &NewTable) -> Result<Laid, Problem> {
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
        let names = new.names.iter().zip(&players).map(|(name, player)| {
            let named = Player::named(player) == Some(Player::Human);
            printed(if named { name } else { "" })
        });
        let names = names.collect::<Result<Vec<String>, Problem>>()?;
        let seed = new.seed.map_or_else(fresh_seed, u128::from);
        let opened = opening.open(&players, (!typed).then_some(seed))?;
        let mut table = opened.table;
        table.keep_secret(&secret(None));
        let (seed, mut warnings) = (seed.to_string(), opened.warnings);
        if new.seed.is_some() && !typed && roles.len() > 1 {
            let says = "whoever opened this table chose its seed, and may know how its dice fall";
            warnings.push(says.to_string());
        }
        let delayed = new.delayed;
        let settings = Settings { players, typed, seed, warnings, delayed, webhook };
        Ok((table, settings, roles, names))
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
            let begun = Instant::now();
            let goes_on = &|_| begun.elapsed() < LONGEST_REPLAY;
            let how = Replaying { goes_on, ..Replaying::whole(&seeded) };
            let table = replayed(&hall.library, &transcript, how)?;
            let settings = settings_of(&transcript);
            let role = whole_role(&settings, table.is_free());
            Ok((transcript, settings, vec![("you".to_string(), role)]))
        });
        let (transcript, settings, roles) = laid.await?;
        self.keep(transcript, settings, roles, Vec::new()).await
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
        self.keep(transcript, settings, roles, Vec::new()).await
    }

    /// A new table of the same battle, when it is over: everybody where they sat, or each on the next seat. Where others
    /// played in it, whoever asks after the first sits down with them.
    ///
    /// # Errors
    /// Where the battle is not over, or whoever asks first plays nobody in it.
    pub async fn again(
        self: &Arc<Hall>,
        room: Arc<Room>,
        role: Role,
        again: Again,
    ) -> Result<Seated, Problem> {
        if let Some(rematch) = self.rematch(&room).await? {
            return self.sit_down(&room, &rematch, &role).await;
        }
        let (hall, here, who) = (Arc::clone(self), Arc::clone(&room), role.clone());
        let laid = aside(move || {
            let live = locked(&here.live);
            let with_others = live.plays_with_others(&who);
            let (draft, new) = live.again(&who, again.swap)?;
            drop(live);
            Ok((hall.set_up(Opening::of_draft(&hall.library, draft)?, &new)?, with_others))
        });
        let ((table, settings, roles, names), with_others) = laid.await?;
        let how = Rematch { table: String::new(), swap: again.swap, by: role.seats.clone() };
        let transcript = table.transcript().clone();
        // Whoever plays alone opens as many as they like.
        let of = with_others.then_some((&*room, &how));
        let opened = self.keep_new(of, transcript, settings, roles, names).await;
        match (opened, self.rematch(&room).await?) {
            // Somebody else was quicker.
            (Err(_), Some(rematch)) => self.sit_down(&room, &rematch, &role).await,
            (opened, _) => opened,
        }
    }

    /// Where the battle of a table is fought once more, as the store knows; those who are there hear of it.
    pub(super) async fn rematch(&self, room: &Arc<Room>) -> Result<Option<Rematch>, Problem> {
        let kept = self.store.rematch(&room.id).await?;
        let rematch = kept.map(Rematch::of).transpose()?;
        let (heard, here) = (rematch.clone(), Arc::clone(room));
        aside(move || {
            let mut live = locked(&here.live);
            if live.is_fought_again() != heard.is_some() {
                live.hear_rematch(heard);
                drop(live);
                here.changes();
            }
            Ok(())
        })
        .await?;
        Ok(rematch)
    }

    /// A link of somebody's own to a rematch.
    async fn sit_down(
        &self,
        room: &Arc<Room>,
        rematch: &Rematch,
        role: &Role,
    ) -> Result<Seated, Problem> {
        let here = Arc::clone(room);
        let seats = aside(move || Ok(locked(&here.live).settings().players.len() as u8)).await?;
        let (link, entrance) = way_in(&rematch.table, "you", &rematch.role(role, seats));
        self.store.let_in(&rematch.table, &entrance).await?;
        Ok(Seated { table: rematch.table.clone(), links: vec![link] })
    }

    async fn keep(
        self: &Arc<Hall>,
        transcript: Transcript,
        settings: Settings,
        roles: Roles,
        names: Vec<String>,
    ) -> Result<Seated, Problem> {
        self.keep_new(None, transcript, settings, roles, names).await
    }

    /// Keeps a new table, which may be the rematch of another.
    async fn keep_new(
        self: &Arc<Hall>,
        of: Option<(&Room, &Rematch)>,
        transcript: Transcript,
        settings: Settings,
        mut roles: Roles,
        names: Vec<String>,
    ) -> Result<Seated, Problem> {
        let table = fresh_key()[..16].to_string();
        roles.push(("spectators".into(), Role::spectator()));
        let mut links = Vec::new();
        let mut entrances = Vec::new();
        for (whose, role) in roles {
            let (link, entrance) = way_in(&table, &whose, &role);
            links.push(link);
            entrances.push(entrance);
        }
        let settings = serde_json::to_string(&settings).expect("settings are written as JSON");
        let kept = Kept { transcript, settings, revision: 0 };
        match of {
            None => self.store.begin(&table, &kept, &entrances).await?,
            Some((room, how)) => {
                let how = serde_json::to_string(how).expect("a rematch is written as JSON");
                let of = (room.id.as_str(), how.as_str());
                self.store.begin_rematch(of, &table, &kept, &entrances).await?;
            }
        }
        for (seat, name) in (0..).zip(&names).filter(|(_, name)| !name.is_empty()) {
            self.store.name(&table, seat, name).await?;
        }
        let room = self.room(&table).await?;
        self.go_on(&room);
        Ok(Seated { table, links })
    }
}

/// A new link to a table, and how it is kept.
fn way_in(table: &str, whose: &str, role: &Role) -> (Link, (String, String)) {
    let key = fresh_key();
    let written = serde_json::to_string(role).expect("a role is written as JSON");
    let entrance = (hash_of(&key), written);
    let path = format!("/t/{table}/{key}");
    (Link { whose: whose.to_string(), key, path }, entrance)
}

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
    let alone = own.seats.is_empty() && friends.is_empty();
    // Of dice that fall on a real table somebody has to say what they show, also where bots alone play.
    if new.referee || (new.dice == "typed" && alone) {
        own = Role { seats: Vec::new(), judge: true };
    }
    let mut roles = vec![("you".to_string(), own)];
    roles.extend(friends);
    if new.judge {
        roles.push(("judge".into(), Role { seats: Vec::new(), judge: true }));
    }
    Ok((players, roles))
}

/// How a record was played.
fn settings_of(transcript: &Transcript) -> Settings {
    let header = &transcript.header;
    let seed = header.seed.unwrap_or_else(fresh_seed).to_string();
    let typed = header.seed.is_none();
    // Whoever brings a record may have been at a table with other bots.
    let known = |name: &String| Player::named(name).unwrap_or(Player::Greedy).name();
    let players = header.players.iter().map(known).collect();
    Settings { players, typed, seed, ..Settings::default() }
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
