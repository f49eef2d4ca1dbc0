//! A decision and its ground: premises with rules, numbers and geometry, heard or not heard.

use crate::scene::Shape;
use crate::table::{Length, said};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// A rule that code enforces: an enum of each ruleset, in the order of its book.
pub trait RuleId: Copy + Eq + Ord + Hash + Debug + 'static {
    /// The stable number in the rule index, such as `HS-7.6.1`.
    fn id(self) -> &'static str;
}

/// The one word of a silent refusal: which rule forbids it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken<R>(pub R);

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
    /// The value found, where the premise compares numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<i64>,
    /// The value the rule asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<i64>,
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

    /// Adds the words that are told where the premise holds.
    #[must_use]
    pub fn held(mut self, words: impl Into<String>) -> Fact {
        self.held = Some(words.into());
        self
    }

    /// Adds the two numbers that were compared.
    #[must_use]
    pub fn compared(mut self, found: impl Into<i64>, needed: impl Into<i64>) -> Fact {
        self.found = Some(found.into());
        self.needed = Some(needed.into());
        self
    }

    /// Adds the two lengths that were compared, told in centimetres.
    #[must_use]
    pub fn measured(self, found: Length, needed: Length) -> Fact {
        Fact { lengths: true, ..self.compared(found, needed) }
    }

    /// Makes it a warning: legal, but whoever does it should know first.
    #[must_use]
    pub fn warning(mut self) -> Fact {
        self.warns = true;
        self
    }

    /// The numbers compared, where the words do not have them already. `needed` is the least that
    /// would do, `limit` the most.
    fn numbers(&self, holds: bool) -> String {
        let (Some(found), Some(needed)) = (self.found, self.needed) else { return String::new() };
        let at_least = match found.cmp(&needed) {
            std::cmp::Ordering::Less => !holds,
            std::cmp::Ordering::Equal => !self.lengths,
            std::cmp::Ordering::Greater => holds,
        };
        let word = if at_least { "needed" } else { "limit" };
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

    /// Adds an action that would be legal instead.
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

/// One of several ways in which a premise may hold.
pub type Branch<'a, E, R> = &'a dyn Fn(&mut E) -> Result<(), Broken<R>>;

/// Who listens to a check. A silent listener compiles to the bare test.
///
/// `need` is a premise without which an action means nothing: both kinds stop there, and no judge
/// sets it aside. `require` is a rule: a silent check stops, a listening one records it and goes
/// on, and a judge may set it aside.
pub trait Explain<R: RuleId>: Sized {
    /// Whether premises are recorded.
    const LISTENS: bool;

    /// Records one finished node.
    fn note(&mut self, node: Node<R>);
    /// Opens a group of premises.
    fn open(&mut self, rule: R, join: Join, says: String);
    /// Closes the innermost group; says whether it held.
    fn close(&mut self, holds: bool);
    /// How many rules have been found broken so far.
    fn broken(&self) -> usize;
    /// Forgets rules found broken since `mark`: they belonged to branches of an `any` that held.
    fn forget(&mut self, mark: usize);
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

    /// At least one branch must hold; what failed in a branch then breaks nothing.
    #[inline(always)]
    fn any<const N: usize>(
        &mut self,
        rule: R,
        says: impl FnOnce() -> String,
        branches: [Branch<'_, Self, R>; N],
    ) -> Result<(), Broken<R>> {
        if !Self::LISTENS {
            let held = branches.iter().any(|branch| branch(self).is_ok());
            return if held { Ok(()) } else { Err(Broken(rule)) };
        }
        self.open(rule, Join::Any, says());
        let mark = self.broken();
        let mut held = false;
        for branch in branches {
            let before = self.broken();
            let answered = branch(self).is_ok();
            held |= answered && self.broken() == before;
        }
        self.forget(mark);
        self.close(held);
        if !held {
            self.blame(rule);
        }
        Ok(())
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
        self.open(rule, Join::All, says());
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
    fn open(&mut self, _: R, _: Join, _: String) {}
    #[inline(always)]
    fn close(&mut self, _: bool) {}
    #[inline(always)]
    fn broken(&self) -> usize {
        0
    }
    #[inline(always)]
    fn forget(&mut self, _: usize) {}
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

/// How the parts of a group make up the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// Each part must hold.
    All,
    /// One part is enough.
    Any,
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
        /// How they are joined.
        join: Join,
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
            Node::Group { rule, join, says, holds, nodes } => Node::Group {
                rule: name(rule),
                join: *join,
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
    groups: Vec<(R, Join, String, Vec<Node<R>>)>,
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
    fn open(&mut self, rule: R, join: Join, says: String) {
        self.groups.push((rule, join, says, Vec::new()));
    }
    fn close(&mut self, holds: bool) {
        if let Some((rule, join, says, nodes)) = self.groups.pop() {
            self.note(Node::Group { rule, join, says, holds, nodes });
        }
    }
    fn broken(&self) -> usize {
        self.broken.len()
    }
    fn forget(&mut self, mark: usize) {
        self.broken.truncate(mark);
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
                        if let Some(says) = fact.held.take().or_else(|| rule_says(rule)) {
                            fact.says = says;
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

impl Ruling<String> {
    /// The ruling as lines, what decided it first, at most `depth` levels deep.
    ///
    /// A ruling that holds lists its premises as they were weighed; one that does not lists what
    /// stands in the way, and the rest only where `depth` is above 3.
    pub fn lines(&self, depth: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let everything = depth > 3;
        write_nodes(&self.nodes, self.holds() || everything, 0, depth, &mut lines);
        lines
    }
}

fn write_nodes(
    nodes: &[Node<String>],
    everything: bool,
    level: usize,
    depth: usize,
    into: &mut Vec<String>,
) {
    if level >= depth {
        return;
    }
    let first = |node: &&Node<String>| node.fails() || node.warns();
    let failing = nodes.iter().filter(first);
    let holding = nodes.iter().filter(|node| everything && !first(node));
    let begun = into.len();
    for node in failing.chain(holding) {
        let before = into.len();
        write_node(node, everything, level, depth, into);
        // A ground that several premises share is told once; summands that are alike add up.
        let again = matches!(node, Node::Premise { .. })
            && into.len() > before
            && into[begun..before].windows(into.len() - before).any(|told| told == &into[before..]);
        if again {
            into.truncate(before);
        }
    }
}

fn write_node(
    node: &Node<String>,
    everything: bool,
    level: usize,
    depth: usize,
    into: &mut Vec<String>,
) {
    let indent = "  ".repeat(level);
    match node {
        Node::Premise { holds: true, fact, .. } if fact.says.is_empty() => {}
        Node::Premise { rule, holds, fact, .. } => {
            let mark = match holds {
                true if fact.warns => "mind",
                true => "yes",
                false => "no",
            };
            let numbers = fact.numbers(*holds);
            into.push(format!("{indent}{mark}: {}{numbers} ({rule})", fact.says));
            if let (false, Some(remedy)) = (*holds, &fact.remedy) {
                into.push(format!("{indent}  instead: {}", remedy.says));
            }
        }
        Node::Modifier { rule, amount: 0, says } => into.push(format!("{indent}{says} ({rule})")),
        Node::Modifier { rule, amount, says } => {
            into.push(format!("{indent}{amount:+}: {says} ({rule})"));
        }
        Node::Told { rule, says, law } => {
            into.push(format!("{indent}{says} ({rule})"));
            let law = law.iter().filter(|_| depth > 3);
            into.extend(law.map(|law| format!("{indent}  {law}")));
        }
        Node::Group { rule, says, nodes, .. } if nodes.iter().all(Node::is_told) => {
            let colon = if nodes.is_empty() { "" } else { ":" };
            into.push(format!("{indent}{says} ({rule}){colon}"));
            write_nodes(nodes, true, level + 1, depth, into);
        }
        Node::Group { rule, join, says, holds, nodes } => {
            let mark = if *holds { "yes" } else { "no" };
            let joined = if *join == Join::Any && !holds { ", none of these:" } else { ":" };
            into.push(format!("{indent}{mark}: {says}{joined} ({rule})"));
            let inner = everything || (*join == Join::Any && !holds);
            write_nodes(nodes, inner, level + 1, depth, into);
        }
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
