//! Exact shares of all outcomes: fractions of whole numbers.

use super::Weight;
use num_bigint::BigUint;
use num_integer::Integer as _;

/// A fraction longer than this says nothing to a reader.
const LONGEST_FRACTION: usize = 40;

/// An exact share of all outcomes: a fraction of whole numbers. Or, where all outcomes were too many,
/// a share of a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    part: BigUint,
    whole: BigUint,
    /// Of how many plays it is a share; 0 where it is exact.
    plays: u32,
}

impl Default for Share {
    fn default() -> Share {
        Share { part: BigUint::ZERO, whole: BigUint::from(1u8), plays: 0 }
    }
}

impl Share {
    /// Everything.
    pub fn whole() -> Share {
        Share { part: BigUint::from(1u8), whole: BigUint::from(1u8), plays: 0 }
    }

    /// The fraction `part / whole`; `whole` is not 0.
    pub fn of(part: impl Into<BigUint>, whole: impl Into<BigUint>) -> Share {
        Share { part: part.into(), whole: whole.into(), plays: 0 }
    }

    /// So many of all plays of a sample.
    pub fn sampled(count: u32, plays: u32) -> Share {
        Share { plays, ..Share::of(count, plays.max(1)) }
    }

    /// That fraction of this share.
    #[must_use]
    pub fn part(&self, part: &BigUint, whole: &BigUint) -> Share {
        Share { part: &self.part * part, whole: &self.whole * whole, plays: self.plays }
    }

    /// That share of another: how likely both are that have nothing to do with each other.
    #[must_use]
    pub fn times(&self, other: &Share) -> Share {
        let plays = self.plays.max(other.plays);
        Share { plays, ..self.part(&other.part, &other.whole) }
    }

    /// How likely it is where the other is sure; that one is not nothing.
    #[must_use]
    pub fn over(&self, other: &Share) -> Share {
        let plays = self.plays.max(other.plays);
        Share { plays, ..self.part(&other.whole, &other.part) }
    }

    /// Adds another share.
    pub fn add(&mut self, other: &Share) {
        self.plays = self.plays.max(other.plays);
        if self.whole == other.whole {
            self.part += &other.part;
        } else if (&self.whole % &other.whole) == BigUint::ZERO {
            self.part += &other.part * (&self.whole / &other.whole);
        } else if (&other.whole % &self.whole) == BigUint::ZERO {
            self.part = &self.part * (&other.whole / &self.whole) + &other.part;
            self.whole = other.whole.clone();
        } else {
            let common = self.whole.gcd(&other.whole);
            let (own, more) = (&other.whole / &common, &self.whole / &common);
            self.part = &self.part * &own + &other.part * more;
            self.whole = &self.whole * own;
        }
    }

    /// The sum of a series in which a share comes back again and again: this share of the rest. Nothing
    /// where all comes back.
    pub(super) fn without_returns(&self, returns: &Share) -> Option<Share> {
        if returns.part >= returns.whole {
            return None;
        }
        Some(self.part(&returns.whole, &(&returns.whole - &returns.part)))
    }

    /// The same fraction in lowest terms.
    pub(super) fn reduced(&self) -> Share {
        let common = self.part.gcd(&self.whole);
        Share { part: &self.part / &common, whole: &self.whole / common, plays: self.plays }
    }

    /// Whether it is nothing.
    pub fn is_nothing(&self) -> bool {
        self.part == BigUint::ZERO
    }

    /// The share as a number from 0 to 1, for display.
    pub fn as_f64(&self) -> f64 {
        self.part.share_of(&self.whole)
    }

    /// The share as a fraction in lowest terms, such as `5/36`.
    pub fn in_lowest_terms(&self) -> (BigUint, BigUint) {
        let lowest = self.reduced();
        (lowest.part, lowest.whole)
    }

    /// The share as people read it, such as `13.89 %`: rounded from the exact fraction, a half upwards, so that the same fraction
    /// reads the same however it was reckoned.
    pub fn percent(&self) -> String {
        format!("{} %", self.with_two_places(100))
    }

    /// The share as a number, such as `1.17`: for averages.
    pub fn number(&self) -> String {
        self.with_two_places(1)
    }

    /// So many times the share, with two decimal places.
    fn with_two_places(&self, times: u32) -> String {
        in_hundredths(&((&self.part * (200 * times) + &self.whole) / (&self.whole * 2u8)))
    }

    /// In percent no less and no more than this, where a rest that was not followed to its end may belong to it: rounded away
    /// from one another, so that what is said is true; of a sample 19 times in 20.
    #[must_use]
    pub fn percent_with(&self, rest: &Share) -> [String; 2] {
        const WHOLE: u32 = 10_000;
        let mut most = self.clone();
        most.add(rest);
        let hundredths = if most.plays == 0 {
            let up = &most.part * WHOLE + &most.whole - 1u8;
            [&self.part * WHOLE / &self.whole, up / &most.whole]
        } else {
            let (low, high) = (self.interval().0, most.interval().1);
            let whole = f64::from(WHOLE);
            [(low * whole).floor(), (high * whole).ceil()].map(|it| BigUint::from(it as u32))
        };
        hundredths.map(|hundredths| format!("{} %", in_hundredths(&hundredths)))
    }

    /// How exactly it is known: the fraction in lowest terms, or between what chances a sample says that
    /// it lies, 19 times in 20.
    pub fn exactly(&self) -> String {
        if self.plays == 0 {
            return self.fraction();
        }
        let (low, high) = self.interval();
        format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
    }

    /// Of how many plays it is a share, where it was sampled.
    pub fn plays(&self) -> Option<u32> {
        (self.plays > 0).then_some(self.plays)
    }

    /// Between what chances the share of all outcomes lies, 19 times in 20: where this is the share of a
    /// sample, by the score interval (Wilson 1927); else it and nothing else.
    pub fn interval(&self) -> (f64, f64) {
        const SQUARE: f64 = 1.96 * 1.96;
        let (p, n) = (self.as_f64(), f64::from(self.plays));
        if self.plays == 0 {
            return (p, p);
        }
        let middle = (p + SQUARE / (2.0 * n)) / (1.0 + SQUARE / n);
        let half = (SQUARE * (p * (1.0 - p) / n + SQUARE / (4.0 * n * n))).max(0.0).sqrt();
        let half = half / (1.0 + SQUARE / n);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// The share as a fraction in lowest terms in words, such as `5/36`; where it would fill a line,
    /// that it does.
    pub fn fraction(&self) -> String {
        let (part, whole) = self.in_lowest_terms();
        let words = if part == BigUint::ZERO { "0/1".into() } else { format!("{part}/{whole}") };
        if words.len() > LONGEST_FRACTION { "a longer fraction".into() } else { words }
    }
}

/// A number of hundredths, such as `1.17`.
fn in_hundredths(hundredths: &BigUint) -> String {
    let (before, after) = (hundredths / 100u8, hundredths % 100u8);
    format!("{before}.{after:0>2}")
}
