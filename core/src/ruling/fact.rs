//! What a premise rests on: words, numbers, geometry, and what would change it.

use crate::scene::Shape;
use crate::table::{Length, said};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The nearest change that would make a refused action legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remedy {
    /// The change, in a player's words.
    pub says: String,
    /// The action to take instead, where the remedy is one; it passes `check` as it stands.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub action: Option<serde_json::Value>,
}

/// What a premise rests on: words, values, geometry, and what would change it.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Fact {
    /// The ground in a player's words.
    pub says: String,
    /// The ground where the premise holds, if other words fit then; else the rule's own are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<String>,
    /// Whether it is told in the rule's own words: nothing of this case is said.
    #[serde(skip)]
    pub general: bool,
    /// The value found, where the premise compares numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<i64>,
    /// The value the rule asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<i64>,
    /// Whether that is the most that would do, not the least.
    #[serde(skip)]
    pub is_limit: bool,
    /// Whether both are lengths on an open table, in thousandths of a centimetre.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lengths: bool,
    /// Whether it tells of a loss that follows though the premise holds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub warns: bool,
    /// The nearest change that would satisfy it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<Remedy>,
    /// Lines and places to draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
}

impl Fact {
    /// A fact that is only words.
    pub fn says(words: impl Into<String>) -> Fact {
        Fact { says: words.into(), ..Fact::default() }
    }

    /// That something is so, and in which words it is not.
    ///
    /// ```
    /// # use umpire_core::Fact;
    /// let fact = Fact::that("bob", "is ready", "has acted");
    /// // As it is told where the premise does not hold, and where it does.
    /// assert_eq!((&*fact.says, fact.held.as_deref()), ("bob has acted", Some("bob is ready")));
    /// ```
    pub fn that(subject: impl Display, is: &str, is_not: &str) -> Fact {
        Fact::says(format!("{subject} {is_not}")).held(format!("{subject} {is}"))
    }

    /// A warning: what follows though the premise holds, and whoever acts should know first.
    pub fn warning(words: impl Into<String>) -> Fact {
        let says = words.into();
        Fact { held: Some(says.clone()), says, warns: true, ..Fact::default() }
    }

    /// Adds the words that are told where the premise holds.
    #[must_use]
    pub fn held(mut self, words: impl Into<String>) -> Fact {
        self.held = Some(words.into());
        self
    }

    /// Adds the number that was found, and the least that would do.
    #[must_use]
    pub fn at_least(self, found: impl Into<i64>, needed: impl Into<i64>) -> Fact {
        Fact { found: Some(found.into()), needed: Some(needed.into()), ..self }
    }

    /// Adds the number that was found, and the only one that would do.
    #[must_use]
    pub fn exactly(self, found: impl Into<i64>, needed: impl Into<i64>) -> Fact {
        self.at_least(found, needed)
    }

    /// Adds the number that was found, and the most that would do.
    #[must_use]
    pub fn at_most(self, found: impl Into<i64>, limit: impl Into<i64>) -> Fact {
        Fact { is_limit: true, ..self.at_least(found, limit) }
    }

    /// The numbers compared are lengths on an open table, told in centimetres.
    #[must_use]
    pub fn in_lengths(self) -> Fact {
        Fact { lengths: true, ..self }
    }

    /// The numbers compared, where the words do not have them already: ` [3, needed 4]`, ` [7, limit 6]`.
    pub(super) fn numbers(&self) -> String {
        let (Some(found), Some(needed)) = (self.found, self.needed) else { return String::new() };
        let word = if self.is_limit { "limit" } else { "needed" };
        if !self.lengths {
            return format!(" [{found}, {word} {needed}]");
        }
        let shown = |length: i64| format!("{} cm", said(length as Length));
        let told = |length: i64| self.says.contains(&shown(length));
        if told(found) && (needed == 0 || told(needed)) {
            return String::new();
        }
        format!(" [{}, {word} {}]", shown(found), shown(needed))
    }

    /// Adds what would make it hold.
    #[must_use]
    pub fn remedy(mut self, says: impl Into<String>) -> Fact {
        self.remedy = Some(Remedy { says: says.into(), action: None });
        self
    }

    /// Adds an action that would be legal instead. Rulings leave it out where it would not be legal as a whole, so it has to mend
    /// whatever else is broken, too.
    #[must_use]
    pub fn instead<A: Serialize>(mut self, says: impl Into<String>, action: &A) -> Fact {
        let action = serde_json::to_value(action).ok();
        self.remedy = Some(Remedy { says: says.into(), action });
        self
    }

    /// Adds geometry to draw.
    #[must_use]
    pub fn drawn(mut self, shapes: impl IntoIterator<Item = Shape>) -> Fact {
        self.shapes.extend(shapes);
        self
    }
}
