//! A decision and its ground: premises with rules, numbers and geometry, heard or not heard.

mod fact;
mod lines;
mod target;

pub use fact::{Fact, Remedy};
pub use lines::times;
pub use target::Target;

use crate::scene::Shape;
use serde::Serialize;
use std::fmt::Debug;
use std::hash::Hash;

/// A rule that code enforces: an enum of each ruleset, in the order of its book.
pub trait RuleId: Copy + Eq + Ord + Hash + Debug + Send + 'static {
    /// The stable number in the rule index, such as `HS-7.6.1`.
    fn id(self) -> &'static str;
}

/// The one word of a silent refusal: which rule forbids it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken<R>(pub R);

/// What a check comes to: the rule that forbids it, if any does.
pub type Verdict<R> = Result<(), Broken<R>>;

/// Who listens to a check. A silent listener compiles to the bare test.
///
/// `need` is a premise without which an action means nothing: both kinds stop there, and no judge
/// sets it aside. `require` is a rule: a silent check stops, a listening one records it and goes
/// on, and a judge may set it aside.
pub trait Explain<R: RuleId>: Sized {
    /// Whether premises are recorded.
    const LISTENS: bool;

    /// Whether premises are recorded: what is said only then need not be worked out otherwise.
    fn listens(&self) -> bool {
        Self::LISTENS
    }

    /// Records one finished node.
    fn note(&mut self, node: Node<R>);
    /// Opens a group of premises.
    fn open(&mut self, rule: R, says: String);
    /// Closes the innermost group; says whether it held.
    fn close(&mut self, holds: bool);
    /// How many rules have been found broken so far.
    fn broken(&self) -> usize;
    /// Counts a rule as broken.
    fn blame(&mut self, rule: R);

    /// A premise without which the action means nothing.
    #[inline(always)]
    fn need(&mut self, rule: R, holds: bool, fact: impl FnOnce() -> Fact) -> Result<(), Broken<R>> {
        if Self::LISTENS {
            self.note(Node::Premise { rule, verb: Verb::Need, holds, fact: fact() });
            if !holds {
                self.blame(rule);
            }
        }
        if holds { Ok(()) } else { Err(Broken(rule)) }
    }

    /// A rule.
    #[inline(always)]
    fn require(
        &mut self,
        rule: R,
        holds: bool,
        fact: impl FnOnce() -> Fact,
    ) -> Result<(), Broken<R>> {
        if Self::LISTENS {
            self.note(Node::Premise { rule, verb: Verb::Require, holds, fact: fact() });
            if !holds {
                self.blame(rule);
            }
            return Ok(());
        }
        if holds { Ok(()) } else { Err(Broken(rule)) }
    }

    /// Premises that belong together, told as one.
    #[inline(always)]
    fn all(
        &mut self,
        rule: R,
        says: impl FnOnce() -> String,
        premises: impl FnOnce(&mut Self) -> Result<(), Broken<R>>,
    ) -> Result<(), Broken<R>> {
        if !Self::LISTENS {
            return premises(self);
        }
        self.open(rule, says());
        let before = self.broken();
        let answer = premises(self);
        let held = answer.is_ok() && self.broken() == before;
        self.close(held);
        answer
    }

    /// What a rule says here, where it decides nothing.
    #[inline(always)]
    fn tell(&mut self, rule: R, says: impl FnOnce() -> String) {
        if Self::LISTENS {
            self.note(Node::Told { rule, says: says(), law: None });
        }
    }

    /// A number that goes into a sum, and the rule it comes from.
    #[inline(always)]
    fn modifier(&mut self, rule: R, amount: i32, says: impl FnOnce() -> String) {
        if Self::LISTENS {
            self.note(Node::Modifier { rule, amount, says: says() });
        }
    }
}

/// Hears nothing; a check with it is the bare test.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl<R: RuleId> Explain<R> for Silent {
    const LISTENS: bool = false;
    #[inline(always)]
    fn note(&mut self, _: Node<R>) {}
    #[inline(always)]
    fn open(&mut self, _: R, _: String) {}
    #[inline(always)]
    fn close(&mut self, _: bool) {}
    #[inline(always)]
    fn broken(&self) -> usize {
        0
    }
    #[inline(always)]
    fn blame(&mut self, _: R) {}
}

/// The two verbs of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Without it the action means nothing.
    Need,
    /// A rule, which a judge may set aside.
    Require,
}

/// One step of a ruling.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Node<R> {
    /// A premise and whether it holds.
    Premise {
        /// The rule it comes from.
        rule: R,
        /// Whether a judge may set it aside.
        verb: Verb,
        /// Whether it holds.
        holds: bool,
        /// What it rests on.
        fact: Fact,
    },
    /// A summand of a number.
    Modifier {
        /// The rule it comes from.
        rule: R,
        /// How much it adds (or takes, if negative).
        amount: i32,
        /// Why, in a player's words.
        says: String,
    },
    /// What decides nothing: what counts in a roll, what came of one.
    Told {
        /// The rule it comes from.
        rule: R,
        /// What is told, in a player's words.
        says: String,
        /// What the rule says, for whoever wants every ground.
        #[serde(skip_serializing_if = "Option::is_none")]
        law: Option<String>,
    },
    /// Parts told as one.
    Group {
        /// The rule that joins them.
        rule: R,
        /// What they decide together.
        says: String,
        /// Whether the whole holds.
        holds: bool,
        /// The parts, in the order they were weighed.
        nodes: Vec<Node<R>>,
    },
}

impl<R> Node<R> {
    /// Whether this step stands in the way.
    pub fn fails(&self) -> bool {
        match self {
            Node::Premise { holds, .. } | Node::Group { holds, .. } => !holds,
            Node::Modifier { .. } | Node::Told { .. } => false,
        }
    }

    /// Whether it tells of a loss that follows though nothing stands in the way.
    fn warns(&self) -> bool {
        matches!(self, Node::Premise { holds: true, fact, .. } if fact.warns)
    }

    /// Whether it holds, and is told in a rule's own words.
    fn is_general(&self) -> bool {
        matches!(self, Node::Premise { holds: true, fact, .. }
            if fact.general && fact.found.is_none() && !fact.warns)
    }

    /// Whether it neither holds nor fails.
    pub fn is_told(&self) -> bool {
        matches!(self, Node::Modifier { .. } | Node::Told { .. })
    }

    fn cite<S>(&self, name: &impl Fn(&R) -> S) -> Node<S> {
        match self {
            Node::Premise { rule, verb, holds, fact } => {
                Node::Premise { rule: name(rule), verb: *verb, holds: *holds, fact: fact.clone() }
            }
            Node::Modifier { rule, amount, says } => {
                Node::Modifier { rule: name(rule), amount: *amount, says: says.clone() }
            }
            Node::Told { rule, says, law } => {
                Node::Told { rule: name(rule), says: says.clone(), law: law.clone() }
            }
            Node::Group { rule, says, holds, nodes } => Node::Group {
                rule: name(rule),
                says: says.clone(),
                holds: *holds,
                nodes: nodes.iter().map(|node| node.cite(name)).collect(),
            },
        }
    }
}

/// Everything a listening check heard.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ruling<R> {
    /// The steps in the order they were weighed.
    pub nodes: Vec<Node<R>>,
    /// The rules that stand in the way; none means yes.
    pub broken: Vec<R>,
    #[serde(skip)]
    groups: Vec<(R, String, Vec<Node<R>>)>,
}

impl<R> Default for Ruling<R> {
    fn default() -> Self {
        Ruling { nodes: Vec::new(), broken: Vec::new(), groups: Vec::new() }
    }
}

impl<R: RuleId> Explain<R> for Ruling<R> {
    const LISTENS: bool = true;

    fn note(&mut self, node: Node<R>) {
        match self.groups.last_mut() {
            Some((.., nodes)) => nodes.push(node),
            None => self.nodes.push(node),
        }
    }
    fn open(&mut self, rule: R, says: String) {
        self.groups.push((rule, says, Vec::new()));
    }
    fn close(&mut self, holds: bool) {
        if let Some((rule, says, nodes)) = self.groups.pop() {
            self.note(Node::Group { rule, says, holds, nodes });
        }
    }
    fn broken(&self) -> usize {
        self.broken.len()
    }
    fn blame(&mut self, rule: R) {
        self.broken.push(rule);
    }
}

impl<R> Ruling<R> {
    /// Whether nothing stands in the way.
    pub fn holds(&self) -> bool {
        self.broken.is_empty()
    }

    /// The same ruling with its rules named as in the rule index.
    pub fn cited<S>(&self, name: impl Fn(&R) -> S) -> Ruling<S> {
        Ruling {
            nodes: self.nodes.iter().map(|node| node.cite(&name)).collect(),
            broken: self.broken.iter().map(&name).collect(),
            groups: Vec::new(),
        }
    }

    /// A ruling of what was told and decides nothing.
    pub fn told(nodes: impl IntoIterator<Item = Node<R>>) -> Ruling<R> {
        Ruling { nodes: nodes.into_iter().collect(), ..Ruling::default() }
    }

    /// Whether nothing stands in the way without which the action means nothing: only rules do, which a judge may set aside.
    pub fn means_something(&self) -> bool {
        fn none_needed<R>(nodes: &[Node<R>]) -> bool {
            nodes.iter().filter(|node| node.fails()).all(|node| match node {
                Node::Premise { verb, .. } => *verb == Verb::Require,
                Node::Group { nodes, .. } => none_needed(nodes),
                Node::Modifier { .. } | Node::Told { .. } => true,
            })
        }
        none_needed(&self.nodes)
    }

    /// Whether it only tells, and says neither yes nor no.
    pub fn only_tells(&self) -> bool {
        fn tells<R>(nodes: &[Node<R>]) -> bool {
            nodes.iter().all(|node| match node {
                Node::Group { nodes, .. } => tells(nodes),
                node => node.is_told(),
            })
        }
        tells(&self.nodes)
    }

    /// The same ruling with each premise that holds told in words that fit: its own, or the rule's.
    #[must_use]
    pub fn worded(mut self, rule_says: impl Fn(&R) -> Option<String>) -> Ruling<R> {
        fn word<R>(nodes: &mut [Node<R>], rule_says: &impl Fn(&R) -> Option<String>) {
            for node in nodes {
                match node {
                    Node::Premise { rule, holds: true, fact, .. } => {
                        if let Some(says) = fact.held.take() {
                            fact.says = says;
                        } else if let Some(says) = rule_says(rule) {
                            (fact.says, fact.general) = (says, true);
                        }
                    }
                    Node::Group { nodes, .. } => word(nodes, rule_says),
                    _ => {}
                }
            }
        }
        word(&mut self.nodes, &rule_says);
        self
    }

    /// The same ruling with nothing but what stands in the way, and the numbers that go into sums.
    #[must_use]
    pub fn against(mut self) -> Ruling<R> {
        fn keep<R>(nodes: &mut Vec<Node<R>>) {
            nodes.retain_mut(|node| match node {
                Node::Group { nodes, holds: false, .. } => {
                    keep(nodes);
                    true
                }
                node => node.is_told() || node.fails(),
            });
        }
        keep(&mut self.nodes);
        self
    }

    /// The same ruling with the fact of each premise that stands in the way changed: where what was judged is not what
    /// may be done now, another remedy fits.
    #[must_use]
    pub fn with_facts(mut self, change: impl Fn(&mut Fact)) -> Ruling<R> {
        fn each<R>(nodes: &mut [Node<R>], change: &impl Fn(&mut Fact)) {
            for node in nodes {
                match node {
                    Node::Premise { holds: false, fact, .. } => change(fact),
                    Node::Group { nodes, .. } => each(nodes, change),
                    _ => {}
                }
            }
        }
        each(&mut self.nodes, &change);
        self
    }

    /// What follows though nothing stands in the way, each with its rule.
    pub fn warnings(&self) -> Vec<(&R, &str)> {
        fn collect<'a, R>(nodes: &'a [Node<R>], into: &mut Vec<(&'a R, &'a str)>) {
            for node in nodes {
                match node {
                    Node::Premise { rule, holds: true, fact, .. } if fact.warns => {
                        into.push((rule, fact.held.as_deref().unwrap_or(&fact.says)));
                    }
                    Node::Group { nodes, .. } => collect(nodes, into),
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.nodes, &mut found);
        found
    }

    /// The remedies of what stands in the way, the nearest first.
    pub fn remedies(&self) -> Vec<&Remedy> {
        fn collect<'a, R>(nodes: &'a [Node<R>], into: &mut Vec<&'a Remedy>) {
            for node in nodes.iter().filter(|node| node.fails()) {
                match node {
                    Node::Premise { fact, .. } => into.extend(&fact.remedy),
                    Node::Group { nodes, .. } => collect(nodes, into),
                    Node::Modifier { .. } | Node::Told { .. } => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.nodes, &mut found);
        found
    }

    /// Words behind an action whose odds are told though something stands in its way: what does; nothing where it is legal.
    pub fn were_it_legal(&self) -> String {
        fn first<R>(nodes: &[Node<R>]) -> Option<&str> {
            nodes.iter().filter(|node| node.fails()).find_map(|node| match node {
                Node::Premise { fact, .. } => Some(fact.says.as_str()),
                Node::Group { nodes, says, .. } => first(nodes).or(Some(says)),
                Node::Modifier { .. } | Node::Told { .. } => None,
            })
        }
        match (self.holds(), first(&self.nodes)) {
            (true, _) => String::new(),
            (false, Some(says)) => format!(", were it legal now ({says})"),
            (false, None) => ", were it legal now".to_string(),
        }
    }

    /// All geometry of the ruling.
    pub fn shapes(&self) -> Vec<Shape> {
        fn collect<R>(nodes: &[Node<R>], into: &mut Vec<Shape>) {
            for node in nodes {
                match node {
                    Node::Premise { fact, .. } => into.extend(fact.shapes.iter().cloned()),
                    Node::Group { nodes, .. } => collect(nodes, into),
                    Node::Modifier { .. } | Node::Told { .. } => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.nodes, &mut found);
        found
    }
}

/// Why a position, a setup or an amendment is not accepted, with its place in what was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal<R> {
    /// The rule that refuses it.
    pub rule: R,
    /// What is wrong, in a player's words.
    pub says: String,
    /// The field of the setup, such as `seats.A.cards[2]`; empty where there is none.
    pub place: String,
}

impl<R> Refusal<R> {
    /// A refusal of the field at `place`.
    pub fn at(rule: R, place: impl Into<String>, says: impl Into<String>) -> Refusal<R> {
        Refusal { rule, says: says.into(), place: place.into() }
    }
}

impl<R: RuleId> Refusal<R> {
    /// It in words, with its rule.
    pub fn told(&self) -> String {
        format!("{} ({})", self.says, self.rule.id())
    }
}
