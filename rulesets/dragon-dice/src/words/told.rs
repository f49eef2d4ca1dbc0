//! Odds of rolls that may grow without end: outcomes as tables, the greatest of them as one row.

use std::collections::BTreeMap;
use umpire_core::host::Measured;
use umpire_core::odds::{Outcomes, Played, Share};

/// Less than this is shown as 0.00 %, so that rows of rolls without end may be told as one.
const FAINT: f64 = 0.000_05;

/// An average: known exactly or of a sample, or between bounds.
#[derive(Debug, Clone)]
pub enum Mean {
    /// Exactly, or of a sample.
    Known(Share),
    /// Surely between these.
    Between {
        /// It is no less.
        least: f64,
        /// It is no more.
        most: f64,
    },
}

impl Mean {
    /// Whether bounds say so little that a sample says more.
    pub fn is_wide(&self) -> bool {
        match self {
            Mean::Known(_) => false,
            Mean::Between { least, most } => most - least > 1.0 + 0.25 * least,
        }
    }

    /// Whether it surely is nothing.
    pub fn is_none(&self) -> bool {
        match self {
            Mean::Known(share) => share.is_nothing(),
            Mean::Between { most, .. } => *most == 0.0,
        }
    }

    /// It as a number of an answer.
    pub fn measured(&self, of: &str) -> Measured {
        match self {
            Mean::Known(share) => Measured::average(of, share),
            Mean::Between { least, most } => Measured::between(of, *least, *most),
        }
    }

    /// It in words, of what it is a number, and how well it is known.
    pub fn says(&self, of: &str) -> String {
        match self {
            Mean::Known(share) => match share.plays() {
                None => format!("{} {of}, exactly", share.number()),
                Some(plays) => format!("{} {of}, sampled ({plays} plays)", share.number()),
            },
            Mean::Between { .. } => format!("{} {of}", self.measured(of).says),
        }
    }
}

/// Outcomes with a size, of which those beyond what was followed stand for all that come to more.
pub struct Told<K: Ord> {
    /// Those that are exact, and those beyond.
    pub exact: Outcomes<K>,
    pub beyond: Outcomes<K>,
    rest: Share,
}

impl<K: Ord + Clone> Told<K> {
    pub fn of(played: Played<(K, bool)>) -> Told<K> {
        let (mut exact, mut beyond) = (Outcomes::default(), Outcomes::default());
        for ((key, is_beyond), share) in played.ends {
            if is_beyond {
                beyond.add(key, &share)
            } else {
                exact.add(key, &share)
            };
        }
        Told { exact, beyond, rest: played.rest }
    }

    /// The outcomes of two things that have nothing to do with each other, side by side.
    pub fn beside<L: Ord + Clone, M: Ord + Clone>(
        &self,
        other: &Told<L>,
        joined: impl Fn(&K, &L) -> M,
    ) -> Told<M> {
        let (mut exact, mut beyond) = (Outcomes::default(), Outcomes::default());
        let mut rest = self.rest.clone();
        for (own, share, far) in self.each() {
            rest.add(&share.times(&other.rest));
            for (others, its, further) in other.each() {
                let into = if far || further { &mut beyond } else { &mut exact };
                into.add(joined(own, others), &share.times(its));
            }
        }
        Told { exact, beyond, rest }
    }

    /// Whether all was followed to its end.
    pub fn is_whole(&self) -> bool {
        self.rest.is_nothing()
    }

    /// Each outcome with its share, and whether it lies beyond what was followed.
    fn each(&self) -> impl Iterator<Item = (&K, &Share, bool)> {
        let exact = self.exact.iter().map(|(key, share)| (key, share, false));
        exact.chain(self.beyond.iter().map(|(key, share)| (key, share, true)))
    }

    /// A number on average. What lies beyond counts as little as it may, which is less than anybody sees.
    pub fn average(&self, number: impl Fn(&K) -> u32) -> Share {
        let mut sum = self.exact.average(&number);
        sum.add(&self.beyond.average(&number));
        sum
    }

    /// The outcomes as a table, the greatest of rolls without end as one row. Where they ascend each row has the chance of its
    /// size or more too, whatever other numbers it has.
    pub fn rows(
        &self,
        size: impl Fn(&K) -> u16,
        words: impl Fn(&K) -> String,
        more: &str,
        ascending: bool,
    ) -> Vec<Vec<String>> {
        let mut told: Vec<(u16, String, Share)> = Vec::new();
        let cut = self.cut(&size);
        let mut greatest = Share::default();
        for (key, share) in self.exact.iter() {
            if cut.is_some_and(|cut| size(key) >= cut) {
                greatest.add(share);
            } else {
                told.push((size(key), words(key), share.clone()));
            }
        }
        self.beyond.iter().for_each(|(_, share)| greatest.add(share));
        if let Some(cut) = cut {
            told.push((cut, format!("{cut} or more {more}"), greatest));
        }
        let rows: Vec<(String, Share)> =
            told.iter().map(|(_, words, share)| (words.clone(), share.clone())).collect();
        let mut rows = self.table(&rows);
        if ascending {
            let alike = told.windows(2).any(|two| two[0].0 == two[1].0);
            let head = if alike { format!("or more {more}") } else { "or more".to_string() };
            let of_row = std::iter::once(head).chain(self.or_more(&told));
            let with_rest = of_row.chain([String::new()]);
            rows.iter_mut().zip(with_rest).for_each(|(row, cell)| row.insert(2, cell));
        }
        rows
    }

    /// How likely each outcome's size or more is; of what was not followed nobody knows its size.
    fn or_more(&self, told: &[(u16, String, Share)]) -> Vec<String> {
        let mut sum = Share::default();
        let mut cells = Vec::with_capacity(told.len());
        for alike in told.chunk_by(|one, other| one.0 == other.0).rev() {
            alike.iter().for_each(|(.., share)| sum.add(share));
            let cell = match self.rest.is_nothing() {
                true => sum.percent(),
                false => format!("at least {}", sum.percent_with(&Share::default())[0]),
            };
            cells.extend(std::iter::repeat_n(cell, alike.len()));
        }
        cells.reverse();
        cells
    }

    /// Outcomes with their chance, and what was not followed to its end: that may be any of them.
    pub fn table(&self, outcomes: &[(String, Share)]) -> Vec<Vec<String>> {
        let rest = &self.rest;
        let known = if rest.is_nothing() { "exactly" } else { "bounds" };
        let mut rows = vec![["outcome", "chance", known].map(String::from).to_vec()];
        for (words, share) in outcomes {
            let [chance, known] = match rest.is_nothing() {
                true => [share.percent(), share.exactly()],
                false => {
                    let [least, most] = share.percent_with(rest);
                    [format!("at least {least}"), format!("at most {most}")]
                }
            };
            rows.push(vec![words.clone(), chance, known]);
        }
        if !rest.is_nothing() {
            rows.push(vec!["not followed to the end".to_string(), rest.percent(), rest.exactly()]);
        }
        rows
    }

    /// How likely something is, as a number beside the outcomes.
    pub fn chance(&self, of: impl Into<String>, share: &Share) -> Measured {
        match self.rest.is_nothing() {
            true => Measured::chance(of, share),
            false => Measured::chance_between(of, share, &self.rest),
        }
    }

    /// From what size on outcomes are told as one: where they are faint, and where those beyond begin.
    fn cut(&self, size: &impl Fn(&K) -> u16) -> Option<u16> {
        let certain = self.beyond.iter().map(|(key, _)| size(key)).min()?;
        let mut sizes: BTreeMap<u16, f64> = BTreeMap::new();
        for (key, share) in self.exact.iter().chain(self.beyond.iter()) {
            *sizes.entry(size(key)).or_default() += share.as_f64();
        }
        let mut left = 0.0;
        let faint = sizes.iter().rev().take_while(|(_, share)| {
            left += **share;
            left < FAINT
        });
        let faint = faint.last().map_or(u16::MAX, |(size, _)| *size);
        Some(faint.min(certain))
    }

    /// The chance of each value of one number, whatever the others are: one that grows without end, or
    /// one that is what it is beyond too.
    pub fn alone(
        &self,
        number: impl Fn(&K) -> u16,
        grows: bool,
        words: impl Fn(u16) -> String,
    ) -> Vec<Measured> {
        let cut = if grows { self.cut(&number) } else { None };
        let mut all = self.exact.told_as(&number);
        self.beyond.iter().for_each(|(key, share)| all.add(number(key), share));
        let below = |(value, _): &(&u16, &Share)| cut.is_none_or(|cut| **value < cut);
        all.iter().filter(below).map(|(value, share)| self.chance(words(*value), share)).collect()
    }
}
