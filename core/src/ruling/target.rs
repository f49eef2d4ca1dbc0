//! A number that dice have to show, summed and told in one go: what is told of it cannot differ from what it comes to.

use super::{Explain, RuleId};
use std::ops::RangeInclusive;

/// A number that dice have to show or beat, under way: what changes it is told as it is taken in.
///
/// ```
/// use umpire_core::ruling::{Ruling, Target};
///
/// umpire_core::rules! {
///     /// A rule.
///     pub enum Rule {
///         Cover = "EX-1",
///         Aim = "EX-2",
///         OneNever = "EX-3",
///     }
/// }
/// let mut ruling: Ruling<Rule> = Ruling::default();
/// let mut target = Target::new(4, &mut ruling);
/// target.modify(Rule::Cover, -1, || "behind a wall".to_string());
/// target.modify(Rule::Aim, 0, || "what changes nothing is not told".to_string());
/// assert_eq!(target.within(Rule::OneNever, 2..=6, |_, _| String::new()), 5);
/// assert_eq!(ruling.nodes.len(), 1);
/// ```
#[derive(Debug)]
pub struct Target<'w, E> {
    number: i32,
    why: &'w mut E,
}

impl<'w, E> Target<'w, E> {
    /// The number without anything that changes it.
    pub fn new(number: u8, why: &'w mut E) -> Target<'w, E> {
        Target { number: number.into(), why }
    }

    /// Changes the roll: what helps is above 0, and lowers the number that has to be shown.
    pub fn modify<R: RuleId>(&mut self, rule: R, by: i32, says: impl FnOnce() -> String)
    where
        E: Explain<R>,
    {
        if by != 0 {
            self.why.modifier(rule, by, says);
            self.number -= by;
        }
    }

    /// Tells the ground of a change.
    pub fn tell<R: RuleId>(&mut self, rule: R, says: impl FnOnce() -> String)
    where
        E: Explain<R>,
    {
        self.why.tell(rule, says);
    }

    /// The number, which is no smaller and no greater than dice allow; that it would have been is told with what it would have been and
    /// what it is.
    pub fn within<R: RuleId>(
        self,
        rule: R,
        possible: RangeInclusive<u8>,
        says: impl FnOnce(i32, u8) -> String,
    ) -> u8
    where
        E: Explain<R>,
    {
        let (least, most) = (i32::from(*possible.start()), i32::from(*possible.end()));
        let number = self.number.clamp(least, most);
        if number != self.number {
            self.why.modifier(rule, self.number - number, || says(self.number, number as u8));
        }
        number as u8
    }
}
