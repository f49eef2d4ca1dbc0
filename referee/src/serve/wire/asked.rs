//! What a game waits for: decisions, dice, or nothing more.

use serde::Serialize;
use umpire_core::host::Asked;
use umpire_core::seat::{Seat, Seats};
use utoipa::ToSchema;

fn numbers(seats: Seats) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

/// What the game waits for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AskedFor {
    /// Somebody decides.
    Choice {
        /// Who has not decided yet.
        seats: Vec<u8>,
        /// The rule that asks.
        rule: String,
        /// The question.
        says: String,
        /// Whether others must not see the decision.
        sealed: bool,
    },
    /// Dice fall.
    Roll {
        /// The rule that asks.
        rule: String,
        /// The dice, in the order in which faces are given.
        groups: Vec<DiceAsked>,
        /// Where the numbers of dice come from, line by line.
        why: Vec<String>,
    },
    /// The game is over.
    Over {
        /// Who won; nobody in a draw.
        winners: Vec<u8>,
    },
    /// Nobody's turn it is.
    Free,
}

impl AskedFor {
    /// What is waited for, with the faces of dice as `faces` names them, and what of each group lies there already.
    pub(in crate::serve) fn of(
        asked: Asked,
        faces: impl Fn(&str) -> Vec<String>,
        name: impl Fn(Seat) -> String,
        mut lies: Vec<Vec<u8>>,
    ) -> AskedFor {
        match asked {
            Asked::Choice { seats, rule, says, sealed } => {
                AskedFor::Choice { seats: numbers(seats), rule, says, sealed }
            }
            Asked::Roll { rule, groups, why, .. } => AskedFor::Roll {
                rule,
                groups: groups
                    .into_iter()
                    .enumerate()
                    .map(|(at, group)| DiceAsked {
                        lies: lies.get_mut(at).map(std::mem::take).unwrap_or_default(),
                        seat: group.seat.0,
                        by: name(group.seat),
                        faces: faces(&group.die),
                        die: group.die,
                        count: group.count,
                        says: group.says,
                        needs: group.needs,
                    })
                    .collect(),
                why: why.lines(4),
            },
            Asked::Over(outcome) => AskedFor::Over { winners: numbers(outcome.winners) },
        }
    }
}

/// A decision that is in and still secret.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Decided {
    /// Whose.
    pub seat: u8,
    /// What it is, for whoever made it.
    pub says: Option<String>,
}

/// Dice of one kind that are asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DiceAsked {
    /// Who rolls.
    pub seat: u8,
    /// What they are called: a player, or nobody where nobody leads what is rolled for.
    pub by: String,
    /// Which die.
    pub die: String,
    /// How many.
    pub count: u8,
    /// What for.
    pub says: String,
    /// Which faces count, where all that count do so alike.
    pub needs: Option<String>,
    /// The names of its faces, in order.
    pub faces: Vec<String>,
    /// What lies there already, by the numbers of faces, while dice of others are waited for.
    pub lies: Vec<u8>,
}
