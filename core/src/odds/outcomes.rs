//! What odds come to: outcomes with their shares, averages over them, and one thing looked at alone.

use super::Share;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Every outcome with its exact share of all, in order; equal outcomes are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes<K: Ord>(BTreeMap<K, Share>);

impl<K: Ord> Default for Outcomes<K> {
    fn default() -> Outcomes<K> {
        Outcomes(BTreeMap::new())
    }
}

impl<K: Ord> FromIterator<(K, Share)> for Outcomes<K> {
    fn from_iter<I: IntoIterator<Item = (K, Share)>>(ends: I) -> Outcomes<K> {
        let mut outcomes = Outcomes::default();
        ends.into_iter().for_each(|(outcome, share)| outcomes.add(outcome, &share));
        outcomes
    }
}

impl<K: Ord> Outcomes<K> {
    /// Adds to an outcome's share.
    pub fn add(&mut self, outcome: K, share: &Share) {
        self.0.entry(outcome).or_default().add(share);
    }

    /// The outcomes in order, each with its share.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &Share)> {
        self.0.iter()
    }

    /// How many outcomes differ.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The share of the outcomes that are so, whatever else they are: one thing looked at alone.
    pub fn chance(&self, is_so: impl Fn(&K) -> bool) -> Share {
        self.average(|outcome| u32::from(is_so(outcome)))
    }

    /// A number that outcomes have, on average. A share too, though it may be more than 1.
    pub fn average(&self, number: impl Fn(&K) -> u32) -> Share {
        let one = BigUint::from(1u8);
        let mut sum = Share::default();
        for (outcome, share) in &self.0 {
            match number(outcome) {
                0 => {}
                times => sum.add(&share.part(&times.into(), &one)),
            }
        }
        sum
    }

    /// The outcomes told in less detail: those that are then alike are one.
    pub fn told_as<L: Ord>(&self, told: impl Fn(&K) -> L) -> Outcomes<L> {
        let mut outcomes = Outcomes::default();
        self.0.iter().for_each(|(outcome, share)| outcomes.add(told(outcome), share));
        outcomes
    }

    /// The outcomes as a table: what happens, how likely, exactly how likely.
    pub fn rows(&self, words: impl Fn(&K) -> String) -> Vec<Vec<String>> {
        let mut rows = vec![["outcome", "chance", "exactly"].map(String::from).to_vec()];
        let row =
            |(outcome, share): (&K, &Share)| vec![words(outcome), share.percent(), share.exactly()];
        rows.extend(self.0.iter().map(row));
        rows
    }
}
