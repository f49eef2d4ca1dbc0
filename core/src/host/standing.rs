//! How things stand: what a player asks about everything on the table, or about one thing by its name.

use super::{Answer, Slip};
use crate::command::Names;
use crate::seat::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// How one thing stands: a figure, an army, a building, a card, the turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Standing {
    /// Among what it is told, such as `figures of A`.
    pub group: String,
    /// What it is called.
    pub name: String,
    /// What else people call it.
    #[serde(skip)]
    pub also: Vec<String>,
    /// What is told of it, the most important first.
    pub says: Vec<String>,
    /// What is told of it where it alone is asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closely: Vec<String>,
    /// Whether it is left out where everything is told: a part of something that stands there.
    #[serde(skip)]
    pub is_part: bool,
    /// Whose it is, where it is part of an army.
    #[serde(skip)]
    pub owner: Option<Seat>,
    /// The name of what it is a part of, as it stands among the rest of the army: the card of a figure, the formation of a
    /// unit.
    #[serde(skip)]
    pub part_of: Option<String>,
    /// How far the game is, where it tells that: `round 3 of 4`, `the draft`.
    #[serde(skip)]
    pub when: String,
    /// The part of a turn that is under way, where it tells that.
    #[serde(skip)]
    pub phase: Option<Phase>,
    /// What it is: its cards, units or dice, each once, by their names in the tables of the game.
    #[serde(skip)]
    pub cards: Vec<String>,
}

/// The part of a turn that is under way.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Phase {
    /// What people call it, in a word or two: `moving`, `initiative`.
    pub says: String,
    /// The rule that tells how it goes, by its id.
    pub rule: String,
    /// Whose turn comes after the present one, in order, where that is not plain: of those who pick from one pile.
    pub next: Vec<Seat>,
}

impl Phase {
    /// A part of a turn by its name and its rule.
    pub fn of(says: impl Into<String>, rule: impl Into<String>) -> Phase {
        Phase { says: says.into(), rule: rule.into(), next: Vec::new() }
    }
}

impl Standing {
    /// Nothing told of a thing yet.
    pub fn of(group: impl Into<String>, name: impl Into<String>) -> Standing {
        Standing { group: group.into(), name: name.into(), ..Standing::default() }
    }

    /// With something told.
    #[must_use]
    pub fn says(mut self, words: impl Into<String>) -> Standing {
        self.says.push(words.into());
        self
    }

    /// With something told, where it is so.
    #[must_use]
    pub fn says_if(self, is_so: bool, words: impl FnOnce() -> String) -> Standing {
        if is_so { self.says(words()) } else { self }
    }

    /// With something told where it alone is asked about.
    #[must_use]
    pub fn closely(mut self, words: impl Into<String>) -> Standing {
        self.closely.push(words.into());
        self
    }

    /// As what tells how far the game is: in these words, where there is room for no more.
    #[must_use]
    pub fn tells_when(mut self, words: impl Into<String>) -> Standing {
        self.when = words.into();
        self
    }

    /// As what tells which part of a turn is under way, if any is.
    #[must_use]
    pub fn tells_phase(self, phase: Option<Phase>) -> Standing {
        Standing { phase, ..self }
    }

    /// As a part of something else that is told.
    #[must_use]
    pub fn part(self) -> Standing {
        Standing { is_part: true, ..self }
    }

    /// As something of a seat's army.
    #[must_use]
    pub fn owned_by(self, seat: Seat) -> Standing {
        Standing { owner: Some(seat), ..self }
    }

    /// As a part of something else of the army, by its name; of what goes by its own name it is none.
    #[must_use]
    pub fn part_of(self, whole: impl Into<String>) -> Standing {
        let part_of = Some(whole.into()).filter(|whole| *whole != self.name);
        Standing { part_of, ..self }
    }

    /// With a card, unit or die that it is, by its name in the tables of the game; each is told once.
    #[must_use]
    pub fn card(mut self, name: impl Into<String>) -> Standing {
        let name = name.into();
        if !name.is_empty() && !self.cards.contains(&name) {
            self.cards.push(name);
        }
        self
    }

    /// Whether it is told among what a text names: `figures of A`, `figures`, `A`.
    fn is_among(&self, text: &str) -> bool {
        let (group, text) = (self.group.to_lowercase(), text.to_lowercase());
        let rest = group.strip_prefix(&text).or_else(|| group.strip_suffix(&text));
        match rest {
            Some("") => true,
            Some(rest) => rest.starts_with(' ') || rest.ends_with(' '),
            None => false,
        }
    }

    /// With another name.
    #[must_use]
    pub fn also(mut self, name: impl Into<String>) -> Standing {
        self.also.push(name.into());
        self
    }
}

/// How far a game is, by how things stand; empty where nothing tells it.
pub fn when(all: &[Standing]) -> &str {
    all.iter()
        .map(|standing| standing.when.as_str())
        .find(|when| !when.is_empty())
        .unwrap_or_default()
}

/// The part of a turn that is under way, by how things stand.
pub fn phase(all: &[Standing]) -> Option<&Phase> {
    all.iter().find_map(|standing| standing.phase.as_ref())
}

/// How things stand by the facts of a position, for a game that does not say it itself: `knight.lives: 1` is told of
/// `knight`.
pub fn of_facts(facts: &BTreeMap<String, String>) -> Vec<Standing> {
    let mut all: Vec<Standing> = Vec::new();
    for (fact, is) in facts {
        let (name, what) = fact.rsplit_once('.').unwrap_or((fact, ""));
        let words = format!("{what} {is}").trim_start().to_string();
        match all.iter_mut().find(|standing| standing.name == name) {
            Some(standing) => standing.says.push(words),
            None => all.push(Standing::of("", name).says(words)),
        }
    }
    all
}

/// A row of each, beside the first of a group what it is called.
fn by_groups<'s>(all: impl Iterator<Item = &'s Standing>) -> Vec<Vec<String>> {
    let mut rows = vec![["", "", "how it stands"].map(String::from).to_vec()];
    let mut before = None;
    for standing in all {
        let group = if before == Some(&standing.group) { "" } else { &standing.group };
        before = Some(&standing.group);
        rows.push(vec![group.to_string(), standing.name.clone(), standing.says.join(", ")]);
    }
    rows
}

/// The answer to `status`, or to `status THING`.
///
/// # Errors
/// Where nothing is called so.
pub fn status(all: &[Standing], text: &str) -> Result<Answer, Slip> {
    let text = text.trim();
    if text.is_empty() {
        let headline = "how things stand; `status THING` tells more of one".to_string();
        let rows = by_groups(all.iter().filter(|standing| !standing.is_part));
        return Ok(Answer { headline, rows, ..Answer::default() });
    }
    let called = |standing: &&Standing| {
        let mut names = std::iter::once(&standing.name).chain(&standing.also);
        names.any(|name| name.eq_ignore_ascii_case(text))
    };
    let mut found: Vec<&Standing> = all.iter().filter(called).collect();
    if found.is_empty() {
        let group: Vec<&Standing> =
            all.iter().filter(|standing| !standing.is_part && standing.is_among(text)).collect();
        if let Some(first) = group.first() {
            let headline = if group.iter().all(|it| it.group == first.group) {
                first.group.clone()
            } else {
                text.to_string()
            };
            return Ok(Answer {
                headline,
                rows: by_groups(group.into_iter()),
                ..Answer::default()
            });
        }
        let mut names = Names::of("thing");
        for (at, standing) in all.iter().enumerate() {
            names.add(standing.name.as_str(), at);
            standing.also.iter().for_each(|name| names.also(name, at));
        }
        found.push(&all[names.find(text)?]);
    }
    let mut rows = vec![["", ""].map(String::from).to_vec()];
    for standing in &found {
        let told = standing.says.iter().chain(&standing.closely);
        let mut name = format!("{} ({})", standing.name, standing.group);
        for words in told {
            rows.push(vec![std::mem::take(&mut name), words.clone()]);
        }
    }
    let headline = found.first().map_or("", |first| &first.name).to_string();
    Ok(Answer { headline, rows, ..Answer::default() })
}
