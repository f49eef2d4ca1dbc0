//! A ruling as lines of text, what decided it first.

use super::{Fact, Node, Ruling};

/// Grounds that are told at most where those that follow are rules in their own words.
const MOST_HELD: usize = 6;

impl Ruling<String> {
    /// The ruling as lines, what decided it first, at most `depth` levels deep.
    ///
    /// A ruling that holds lists its premises as they were weighed, those first that say something of the case; of rules
    /// in their own words a few, and how many more hold, unless `depth` is above 3. One that does not hold lists what
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
    let holding = || {
        let told = nodes.iter().filter(|node| everything && !first(node));
        told.filter(|node| !nodes.iter().any(|other| says_more(other, node)))
    };
    // What is said of the case comes before rules in their own words, of which few are told unless all are wanted.
    let of_case = holding().filter(|node| depth > 3 || !node.is_general());
    let general = holding().filter(|node| depth <= 3 && node.is_general());
    let (begun, mut told) = (into.len(), 0);
    let mut left_out = Vec::new();
    for node in failing.chain(of_case).chain(general) {
        let before = into.len();
        let often = nodes.iter().filter(|other| *other == node).count();
        write_node(node, (level, depth, everything), often, into);
        // A ground that several premises share is told once, and so is a summand, with how often it is added.
        let once = matches!(node, Node::Premise { .. } | Node::Modifier { .. });
        let again = once
            && into.len() > before
            && into[begun..before].windows(into.len() - before).any(|told| told == &into[before..]);
        if again {
            into.truncate(before);
        } else if depth <= 3 && node.is_general() && told >= MOST_HELD {
            let lines = into.split_off(before);
            if !left_out.contains(&lines) {
                left_out.push(lines);
            }
        } else {
            told += usize::from(into.len() > before);
        }
    }
    if !left_out.is_empty() {
        into.push(format!("{}and {} more that hold", "  ".repeat(level), left_out.len()));
    }
}

/// Whether a premise says with numbers what another says without: one of the two is enough.
fn says_more(one: &Node<String>, other: &Node<String>) -> bool {
    match (one, other) {
        (
            Node::Premise { rule: a, holds: true, fact: more, .. },
            Node::Premise { rule: b, holds: true, fact: less, .. },
        ) => {
            let numbers = |fact: &Fact| !fact.numbers().is_empty();
            a == b && more.says == less.says && numbers(more) && !numbers(less)
        }
        _ => false,
    }
}

/// How often a summand is added, where it is more than once: `, 3 times`.
pub fn times(often: usize) -> String {
    if often > 1 { format!(", {often} times") } else { String::new() }
}

fn write_node(
    node: &Node<String>,
    (level, depth, everything): (usize, usize, bool),
    often: usize,
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
            let numbers = fact.numbers();
            into.push(format!("{indent}{mark}: {}{numbers} ({rule})", fact.says));
            if let (false, Some(remedy)) = (*holds, &fact.remedy) {
                let instead = format!("instead: {}", remedy.says);
                // One change may mend several premises.
                if !into.iter().any(|told| told.trim_start() == instead) {
                    into.push(format!("{indent}  {instead}"));
                }
            }
        }
        Node::Modifier { rule, amount: 0, says } => into.push(format!("{indent}{says} ({rule})")),
        Node::Modifier { rule, amount, says } => {
            into.push(format!("{indent}{amount:+}: {says}{} ({rule})", times(often)));
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
        Node::Group { rule, says, holds, nodes } => {
            let mark = if *holds { "yes" } else { "no" };
            into.push(format!("{indent}{mark}: {says}: ({rule})"));
            write_nodes(nodes, everything, level + 1, depth, into);
        }
    }
}
