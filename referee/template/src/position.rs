//! What a game starts from, what a position is, what players and the judge may do, what happens.

use crate::steps::Step;
use crate::tables::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire_core::seat::{Seat, Seats};
use umpire_core::{Outcome, Refusal};

/// What a game starts from; may be wrong.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// How high each climber stands, in steps.
    pub heights: [u8; 2],
    /// How much strength each has left; as much as can be, where nothing is said.
    pub stamina: Option<[u8; 2]>,
    /// The round.
    pub round: Option<u16>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// What is under way; the innermost step is the last.
    pub steps: Vec<Step>,
    /// How high each climber stands, in steps.
    pub heights: [u8; 2],
    /// How much strength each has left.
    pub stamina: [u8; 2],
    /// The round, from 1.
    pub round: u16,
    /// How many turns have ended.
    pub turns: u32,
    /// How the game ended.
    pub over: Option<Outcome>,
}

impl State {
    /// Whose turn comes next.
    pub fn next_seat(&self) -> Seat {
        Seat((self.turns % 2) as u8)
    }

    /// Who stands highest; nobody where both stand alike.
    pub fn ahead(&self) -> Seats {
        match self.heights[0].cmp(&self.heights[1]) {
            std::cmp::Ordering::Less => Seats::only(Seat(1)),
            std::cmp::Ordering::Equal => Seats::NONE,
            std::cmp::Ordering::Greater => Seats::only(Seat(0)),
        }
    }

    /// Every reason why there is no such position.
    pub fn faults(&self, most_stamina: u8, summit: u8) -> Vec<Refusal<Rule>> {
        let mut found = Vec::new();
        for at in 0..2 {
            if self.heights[at] > summit || (self.over.is_none() && self.heights[at] == summit) {
                let says = format!("{} steps, and the summit is {summit}", self.heights[at]);
                found.push(Refusal::at(Rule::Summit, format!("heights[{at}]"), says));
            }
            if self.stamina[at] > most_stamina {
                let says = format!("{} stamina, {most_stamina} is the most", self.stamina[at]);
                found.push(Refusal::at(Rule::Stamina, format!("stamina[{at}]"), says));
            }
        }
        found
    }
}

/// What a player may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Climbs with so many dice.
    Climb(u8),
    /// Gets their breath back.
    Rest,
}

/// What the judge may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amendment {
    /// Puts a climber on a step.
    Height(Seat, u8),
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    Round(u16),
    /// Somebody climbs so many steps.
    Climbed(Seat, u8),
    /// Somebody slips so many steps.
    Slipped(Seat, u8),
    /// Somebody rests.
    Rested(Seat),
    /// The judge puts somebody on a step.
    Put(Seat, u8),
    /// The game is over, by that rule.
    Over(Seats, Rule),
}

impl Event {
    /// The rule behind it.
    pub fn rule(&self) -> Rule {
        match self {
            Event::Round(_) => Rule::Turns,
            Event::Climbed(..) => Rule::Climbing,
            Event::Slipped(..) => Rule::Slipping,
            Event::Rested(_) => Rule::Resting,
            Event::Put(..) => Rule::JudgesWord,
            Event::Over(_, rule) => *rule,
        }
    }
}
