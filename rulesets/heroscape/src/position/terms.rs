//! What a scenario says of its own: a draft, how it is won, and what is otherwise than in the book, as written and as played.

use crate::position::ground::Ground;
use crate::position::setup::Setup;
use crate::tables::abilities::{Ability, Power};
use crate::tables::catalog::{CardId, Catalog};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use umpire_core::data::{DataError, Places};
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// The most goals of a scenario.
pub const MAX_GOALS: usize = 8;

/// A draft as it is written (HS-2.1.4).
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftFile {
    /// The most points of an army.
    points: u32,
    /// The cards that may be picked; by default all.
    #[serde(default)]
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    cards: Vec<String>,
    /// The sets whose cards may be picked; by default all.
    #[serde(default)]
    sets: Vec<String>,
    /// Whether cards that players have made may be picked too, where none are listed.
    #[serde(default)]
    fan_cards: bool,
    /// Whether a unique card may be picked by one player only.
    #[serde(default)]
    once: bool,
    /// Whether who could pick may pass, and so be done.
    #[serde(default)]
    may_pass: bool,
}

/// A draft as it is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The most points of an army.
    pub points: u32,
    /// The cards that may be picked, sorted.
    pub pool: Vec<CardId>,
    /// Whether a unique card may be picked by one player only.
    pub once: bool,
    /// Whether who could pick may pass.
    pub may_pass: bool,
}

/// Spaces that a goal is about.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Somewhere {
    /// Names of spaces, such as `F5 G5`.
    spaces: String,
    /// The letter of a start zone.
    zone: Option<char>,
    /// The card whose figures count; by default any.
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    card: Option<String>,
    /// The seats that may do it; by default all.
    by: Vec<String>,
    /// Figures that are needed; by default one.
    figures: Option<u8>,
    /// Rounds in a row at whose end it has to be so; by default one.
    rounds: Option<u8>,
    /// Points at the end of each round; by default one.
    points: Option<u32>,
}

/// A card that somebody wants destroyed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slain {
    /// The card.
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    card: String,
    /// The seats that win by it; by default all enemies of its owner.
    #[serde(default)]
    by: Vec<String>,
}

/// A round that somebody has to outlive.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outlived {
    /// The round at whose end it is done.
    rounds: u8,
    /// The card of which a figure has to live; by default any.
    #[serde(default)]
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    card: Option<String>,
    /// The seats that win by it.
    by: Vec<String>,
}

/// A way of winning as it is written (HS-8.1.1).
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GoalFile {
    /// Figures that come to some spaces win at once.
    Reach(Somewhere),
    /// Who alone stands there at the end of so many rounds wins.
    Hold(Somewhere),
    /// Who alone stands there at the end of a round has points; they decide after the last round.
    Score(Somewhere),
    /// Who destroys every figure of a card wins at once: of several teams that may, the one whose figure destroyed the last.
    Slay(Slain),
    /// Who has a figure left after so many rounds wins.
    Survive(Outlived),
}

/// What a goal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// So many figures on its spaces, at once.
    Reach(u8),
    /// On its spaces alone, so many rounds in a row.
    Hold(u8),
    /// On its spaces alone: so many points a round.
    Score(u32),
    /// Every figure of its card destroyed.
    Slay,
    /// A figure left after that round.
    Survive(u8),
}

/// A way of winning as it is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// What it asks for.
    pub aim: Aim,
    /// The spaces it is about.
    pub spaces: Vec<SpaceId>,
    /// What those spaces are called.
    pub place: String,
    /// The card it is about.
    pub card: Option<CardId>,
    /// Who may win by it.
    pub by: Seats,
}

/// More on a seat's rolls for initiative.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InitiativeFile {
    /// The seat.
    seat: String,
    /// What is added.
    add: i8,
    /// The round in which it is; by default every round.
    #[serde(default)]
    round: Option<u8>,
}

/// Cards that join an army later.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementFile {
    /// The seat.
    seat: String,
    /// The round at whose beginning they are placed on the start zone.
    round: u8,
    /// The cards.
    #[schemars(extend("x-names" = "cards/*#/cards/*/id"))]
    cards: Vec<String>,
}

/// What is otherwise than in the book, as it is written (HS-5.11.1, HS-8.1.3).
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ConditionsFile {
    /// Points for entering spaces of a tile, levels not counted.
    #[schemars(extend("x-suggests" = "terrain#/tiles/*/id"))]
    enter_cost: BTreeMap<String, i16>,
    /// Abilities that nobody has.
    without: Vec<Ability>,
    /// What is added to rolls for initiative.
    initiative: Vec<InitiativeFile>,
    /// Cards that come later.
    reinforcements: Vec<ReinforcementFile>,
    /// Doors that do not stand shut and unbarred at the start, by their hexes.
    doors: BTreeMap<String, DoorAt>,
}

/// How a door stands at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoorAt {
    /// It is open.
    Open,
    /// Its bar is down.
    Barred,
    /// It is gone.
    Broken,
}

/// What is otherwise than in the book, as it is played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Conditions {
    /// Seat, what is added to its rolls for initiative, and the round, if it is only one.
    pub initiative: Vec<(Seat, i16, Option<u8>)>,
    /// Seat, round and cards that are placed at its beginning.
    pub reinforcements: Vec<(Seat, u8, Vec<CardId>)>,
    /// Doors that do not stand shut and unbarred at the start.
    pub doors: Vec<(u8, DoorAt)>,
}

/// Looks names up in the tables and in the scenario, and keeps what is wrong with them.
pub struct Names<'a> {
    /// The tables.
    pub catalog: &'a Catalog,
    /// The battlefield.
    pub ground: &'a Ground,
    /// Who plays.
    pub setup: &'a Setup,
    /// The last round, where one is named.
    pub last_round: Option<u8>,
    /// The cards that may come into play; nothing where any may.
    pub fielded: Option<Vec<CardId>>,
    /// Where things stand in the file.
    pub places: &'a Places,
    /// What is wrong.
    pub faults: Vec<DataError>,
}

impl Names<'_> {
    fn fault(&mut self, place: &str, says: impl Into<String>) {
        let fault = self.places.fault(place, says.into());
        self.faults.push(fault);
    }

    fn card(&mut self, place: &str, id: &str) -> Option<CardId> {
        let found = self.catalog.card_named(id);
        if found.is_none() {
            let known = self.catalog.cards.iter().map(|card| card.id.as_str());
            let fault = self.places.unknown(place, "card", id, known);
            self.faults.push(fault);
        }
        found
    }

    /// A card that somebody has, or will have.
    fn fielded(&mut self, place: &str, id: &str) -> Option<CardId> {
        let card = self.card(place, id)?;
        if self.fielded.as_ref().is_some_and(|fielded| !fielded.contains(&card)) {
            self.fault(place, format!("nobody has `{id}` in this battle"));
        }
        Some(card)
    }

    /// Tells of a round that does not come.
    fn within(&mut self, place: &str, round: u8) {
        match self.last_round {
            _ if round == 0 => self.fault(place, "rounds are counted from 1"),
            Some(last) if round > last => {
                self.fault(place, format!("the battle ends with round {last}, found `{round}`"))
            }
            _ => {}
        }
    }

    fn seat(&mut self, place: &str, name: &str) -> Option<Seat> {
        let names = || self.setup.seats.iter().map(|(name, _)| name.as_str());
        let found = names().position(|known| known.eq_ignore_ascii_case(name));
        if found.is_none() {
            let fault = self.places.unknown(place, "seat", name, names());
            self.faults.push(fault);
        }
        found.map(|at| Seat(at as u8))
    }

    fn seats(&mut self, place: &str, names: &[String]) -> Seats {
        if names.is_empty() {
            return Seats::first_of(self.setup.seats.len() as u8);
        }
        let mut seats = Seats::NONE;
        for (at, name) in names.iter().enumerate() {
            if let Some(seat) = self.seat(&format!("{place}[{at}]"), name) {
                seats = seats.with(seat);
            }
        }
        seats
    }

    fn space(&self, name: &str) -> Option<SpaceId> {
        let board = &self.ground.board;
        board.space_named(name).or_else(|| {
            let hex = board.hex_id(board.origin().parse(name)?)?;
            let mut spaces = board.spaces_on(hex).iter().rev().copied();
            spaces.find(|space| !self.ground.at(*space).rung)
        })
    }

    /// The draft as it is played.
    pub fn draft(&mut self, file: &DraftFile) -> Draft {
        let listed: Vec<Option<CardId>> = file
            .cards
            .iter()
            .enumerate()
            .map(|(at, id)| self.card(&format!("draft.cards[{at}]"), id))
            .collect();
        for (at, set) in file.sets.iter().enumerate() {
            if !self.catalog.cards.iter().any(|card| card.set == *set) {
                let known = self.catalog.cards.iter().map(|card| card.set.as_str());
                let fault = self.places.unknown(&format!("draft.sets[{at}]"), "set", set, known);
                self.faults.push(fault);
            }
        }
        let pool = (0..self.catalog.cards.len() as u16).map(CardId).filter(|id| {
            let card = self.catalog.card(*id);
            (card.is_official() || file.fan_cards || !file.cards.is_empty())
                && (file.cards.is_empty() || listed.contains(&Some(*id)))
                && (file.sets.is_empty() || file.sets.contains(&card.set))
        });
        let pool: Vec<CardId> = pool.collect();
        if pool.is_empty() {
            self.fault("draft", "no card is left to be picked");
        }
        Draft { points: file.points, pool, once: file.once, may_pass: file.may_pass }
    }

    fn spaces(&mut self, place: &str, file: &Somewhere) -> (Vec<SpaceId>, String) {
        let mut spaces = Vec::new();
        for name in file.spaces.split([' ', ',']).filter(|name| !name.is_empty()) {
            match self.space(name) {
                Some(space) => spaces.push(space),
                None => {
                    self.fault(&format!("{place}.spaces"), format!("there is no space `{name}`"))
                }
            }
        }
        let mut called = file.spaces.clone();
        if let Some(letter) = file.zone {
            let zone = self.ground.zones.iter().find(|(known, _)| *known == letter);
            match zone {
                Some((_, zone)) => spaces.extend(zone),
                None => self.fault(&format!("{place}.zone"), format!("no start zone `{letter}`")),
            }
            let and = if called.is_empty() { "" } else { " and " };
            called = format!("{called}{and}the start zone of {letter}");
        }
        spaces.sort_unstable();
        spaces.dedup();
        if spaces.is_empty() {
            self.fault(place, "expected `spaces` or `zone`");
        }
        (spaces, called)
    }

    fn somewhere(&mut self, place: &str, file: &Somewhere, aim: Aim) -> Goal {
        let (spaces, called) = self.spaces(place, file);
        let card = file.card.as_deref();
        let card = card.and_then(|id| self.fielded(&format!("{place}.card"), id));
        let by = self.seats(&format!("{place}.by"), &file.by);
        let mut misplaced = |field: &str, given: bool, fits: bool| {
            if given && !fits {
                self.fault(&format!("{place}.{field}"), "this kind of goal has no such number");
            }
        };
        misplaced("figures", file.figures.is_some(), matches!(aim, Aim::Reach(_)));
        misplaced("rounds", file.rounds.is_some(), matches!(aim, Aim::Hold(_)));
        misplaced("points", file.points.is_some(), matches!(aim, Aim::Score(_)));
        if file.figures == Some(0) {
            self.fault(&format!("{place}.figures"), "a figure at least has to come there");
        }
        if let Some(rounds) = file.rounds {
            self.within(&format!("{place}.rounds"), rounds);
        }
        Goal { aim, spaces, place: called, card, by }
    }

    /// The goals as they are played.
    pub fn goals(&mut self, files: &[GoalFile]) -> Vec<Goal> {
        if files.len() > MAX_GOALS {
            self.fault("goals", format!("expected at most {MAX_GOALS} goals"));
        }
        let mut goals = Vec::new();
        for (at, file) in files.iter().enumerate() {
            let place = |kind: &str| format!("goals[{at}].{kind}");
            goals.push(match file {
                GoalFile::Reach(it) => {
                    let aim = Aim::Reach(it.figures.unwrap_or(1).max(1));
                    self.somewhere(&place("reach"), it, aim)
                }
                GoalFile::Hold(it) => {
                    let aim = Aim::Hold(it.rounds.unwrap_or(1).max(1));
                    self.somewhere(&place("hold"), it, aim)
                }
                GoalFile::Score(it) => {
                    let aim = Aim::Score(it.points.unwrap_or(1));
                    self.somewhere(&place("score"), it, aim)
                }
                GoalFile::Slay(it) => {
                    let card = self.fielded(&place("slay.card"), &it.card);
                    let by = self.seats(&place("slay.by"), &it.by);
                    Goal { aim: Aim::Slay, spaces: Vec::new(), place: String::new(), card, by }
                }
                GoalFile::Survive(it) => {
                    let card = it.card.as_deref();
                    let card = card.and_then(|id| self.fielded(&place("survive.card"), id));
                    self.within(&place("survive.rounds"), it.rounds);
                    let by = self.seats(&place("survive.by"), &it.by);
                    let aim = Aim::Survive(it.rounds);
                    Goal { aim, spaces: Vec::new(), place: String::new(), card, by }
                }
            });
        }
        goals.truncate(MAX_GOALS);
        goals
    }

    /// The conditions as they are played, but for those laid over tables and ground.
    pub fn conditions(&mut self, file: &ConditionsFile) -> Conditions {
        let mut conditions = Conditions::default();
        for (at, row) in file.initiative.iter().enumerate() {
            let seat = self.seat(&format!("conditions.initiative[{at}].seat"), &row.seat);
            if let Some(round) = row.round {
                self.within(&format!("conditions.initiative[{at}].round"), round);
            }
            let row = seat.map(|seat| (seat, i16::from(row.add), row.round));
            conditions.initiative.extend(row);
        }
        for (at, row) in file.reinforcements.iter().enumerate() {
            let place = format!("conditions.reinforcements[{at}]");
            let seat = self.seat(&format!("{place}.seat"), &row.seat);
            let mut cards = Vec::new();
            for (number, id) in row.cards.iter().enumerate() {
                let place = format!("{place}.cards[{number}]");
                cards.extend(self.card(&place, id));
            }
            match row.round {
                0 | 1 => self.fault(&format!("{place}.round"), "expected a round from 2"),
                round => self.within(&format!("{place}.round"), round),
            }
            conditions.reinforcements.extend(seat.map(|seat| (seat, row.round, cards)));
        }
        for (name, at) in &file.doors {
            let names: Vec<String> = {
                let doorways = self.ground.doorways.iter();
                doorways.map(|doorway| self.ground.board.hex_name(doorway.hex)).collect()
            };
            match names.iter().position(|known| known.eq_ignore_ascii_case(name)) {
                Some(door) => conditions.doors.push((door as u8, *at)),
                None => {
                    let place = format!("conditions.doors.{name}");
                    let known = names.iter().map(String::as_str);
                    let fault = self.places.unknown(&place, "door", name, known);
                    self.faults.push(fault);
                }
            }
        }
        for (kind, cost) in &file.enter_cost {
            let place = format!("conditions.enter_cost.{kind}");
            if self.catalog.terrain.tile_named(kind).is_none() {
                let known = self.catalog.terrain.tiles.iter().map(|tile| tile.id.as_str());
                let fault = self.places.unknown(&place, "tile", kind, known);
                self.faults.push(fault);
            }
            if !(0..=20).contains(cost) {
                self.fault(&place, format!("expected 0 to 20, found `{cost}`"));
            }
        }
        conditions
    }
}

impl ConditionsFile {
    /// The cards that come later.
    pub fn reinforcing(&self) -> impl Iterator<Item = &String> {
        self.reinforcements.iter().flat_map(|row| &row.cards)
    }

    /// Lays dearer ground over the battlefield.
    pub fn lay_over(&self, ground: &mut Ground, catalog: &Catalog) {
        for (kind, cost) in &self.enter_cost {
            let Some(kind) = catalog.terrain.tile_named(kind) else { continue };
            // Also where a power lays such a tile during the game.
            let tiles = ground.rules.iter_mut().chain(&mut ground.laid);
            for rules in tiles.filter(|rules| usize::from(rules.row) == kind) {
                rules.enter_cost = *cost;
            }
        }
    }

    /// Takes the abilities that nobody has from all cards, and from glyphs that lend them.
    pub fn strip(&self, catalog: &mut Arc<Catalog>) {
        if self.without.is_empty() {
            return;
        }
        let catalog = Arc::make_mut(catalog);
        let stays = |power: &Power| !self.without.contains(&power.ability());
        catalog.cards.iter_mut().for_each(|card| card.keep(stays));
        catalog.glyphs.iter_mut().for_each(|glyph| glyph.keep(stays));
    }
}

/// The cards as the basic game has them: no powers, and one wound destroys (HS-2.4.1).
pub fn make_basic(catalog: &mut Arc<Catalog>) {
    for card in &mut Arc::make_mut(catalog).cards {
        card.powers.clear();
        card.keep(|_| false);
        card.life = 1;
    }
}
