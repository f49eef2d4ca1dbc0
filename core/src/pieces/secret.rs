//! What one side alone may know: what a marker stands for, which cards are in a hand, and what they may be taken for.

use serde::{Deserialize, Serialize};

/// Something that its side alone may know, until it is turned over.
///
/// The state of a game has it as [`Open`](Secret::Open) or [`Own`](Secret::Own); what others see of it is [`Unknown`](Secret::Unknown).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Secret<T> {
    /// All know it.
    Open(T),
    /// Its side alone knows it.
    Own(T),
    /// Whoever looks does not know it.
    #[default]
    Unknown,
}

impl<T> Secret<T> {
    /// What it is, where whoever looks knows it.
    pub fn known(&self) -> Option<&T> {
        match self {
            Secret::Open(known) | Secret::Own(known) => Some(known),
            Secret::Unknown => None,
        }
    }

    /// Whether all know it.
    pub fn is_open(&self) -> bool {
        matches!(self, Secret::Open(_))
    }
}

impl<T: Clone> Secret<T> {
    /// Turns it over; what is not known stays so.
    pub fn turn_over(&mut self) {
        if let Secret::Own(own) = self {
            *self = Secret::Open(own.clone());
        }
    }

    /// What its own side sees of it, or others.
    pub fn seen(&self, is_own: bool) -> Secret<T> {
        match self {
            Secret::Own(_) if !is_own => Secret::Unknown,
            seen => seen.clone(),
        }
    }
}

/// Cards of a side, which others only count. Two hands of the same cards are equal, however they came together.
///
/// ```
/// # use umpire_core::pieces::{Hand, deal};
/// let mut own: Hand<&str> = ["feint", "dodge"].into_iter().collect();
/// let mut seen = own.seen(false);
/// assert!(own.holds(&"dodge") && !seen.holds(&"dodge") && seen.may_hold(&"bluff"));
/// // It is played: all see it go, and whoever did not know it has one unknown card fewer.
/// assert!(own.take(&"dodge") && seen.take(&"dodge"));
/// assert_eq!((own.count(), seen.count()), (1, 1));
/// // What the other card may be, of all there are but the one that was played.
/// deal(seen.secrets(), ["feint", "bluff"], &mut |_| 1);
/// seen.sort();
/// assert!(seen.holds(&"bluff"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hand<C>(Vec<Secret<C>>);

impl<C> Default for Hand<C> {
    fn default() -> Hand<C> {
        Hand(Vec::new())
    }
}

impl<C: Ord> FromIterator<C> for Hand<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Hand<C> {
        let mut hand: Vec<_> = cards.into_iter().map(Secret::Own).collect();
        hand.sort();
        Hand(hand)
    }
}

impl<C: Clone + Ord> Hand<C> {
    /// How many cards there are; all know that.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The cards that whoever looks knows, each as often as it is there.
    pub fn known(&self) -> impl Iterator<Item = &C> {
        self.0.iter().filter_map(Secret::known)
    }

    /// Whether a card is known to be there.
    pub fn holds(&self, card: &C) -> bool {
        self.known().any(|held| held == card)
    }

    /// Whether a card is there for all that whoever looks knows. Who may play one in answer is asked where there are cards at all:
    /// whoever is asked only with the right one has told that it holds it.
    pub fn may_hold(&self, card: &C) -> bool {
        self.holds(card) || self.0.contains(&Secret::Unknown)
    }

    /// Takes up a card.
    pub fn add(&mut self, card: C) {
        self.0.push(Secret::Own(card));
        self.sort();
    }

    /// Takes out a card, or one that is not known in its place; says whether there was one.
    pub fn take(&mut self, card: &C) -> bool {
        let known = self.0.iter().position(|held| held.known() == Some(card));
        let at = known.or_else(|| self.0.iter().position(|held| *held == Secret::Unknown));
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// What its own side sees of it, or others.
    pub fn seen(&self, is_own: bool) -> Hand<C> {
        let mut seen: Vec<_> = self.0.iter().map(|card| card.seen(is_own)).collect();
        seen.sort();
        Hand(seen)
    }

    /// Its cards, for [`deal`]; [`Hand::sort`] comes after it.
    pub fn secrets(&mut self) -> impl Iterator<Item = &mut Secret<C>> {
        self.0.iter_mut()
    }

    /// Puts the cards in the order in which equal hands have them.
    pub fn sort(&mut self) {
        self.0.sort();
    }
}

/// Makes of all that is unknown something it may be: what is left of `all` without what is known, dealt at random. What is then left is the
/// rest, such as the cards of a pile, in no order that tells anything. Where there is too little, the last stay unknown.
///
/// For [`Hosted::sample`](crate::host::Hosted::sample); `secrets` are all places in which one of `all` can be, the open ones included.
pub fn deal<'s, T: Clone + PartialEq + 's>(
    secrets: impl IntoIterator<Item = &'s mut Secret<T>>,
    all: impl IntoIterator<Item = T>,
    die: &mut dyn FnMut(u32) -> u32,
) -> Vec<T> {
    let mut rest: Vec<T> = all.into_iter().collect();
    let mut unknown = Vec::new();
    for secret in secrets {
        match secret.known() {
            None => unknown.push(secret),
            Some(known) => {
                if let Some(at) = rest.iter().position(|one| one == known) {
                    rest.remove(at);
                }
            }
        }
    }
    for secret in unknown {
        if rest.is_empty() {
            break;
        }
        *secret = Secret::Own(rest.swap_remove(die(rest.len() as u32) as usize));
    }
    rest
}
