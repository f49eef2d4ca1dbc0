//! The dice that are asked for, in a phrase for each purpose; purposes that are alike but for what they are about are one.

use umpire_core::dice::Dice;
use umpire_core::host::AskedGroup;
use umpire_core::ruling::Node;

/// The most words in which purposes that are told as one may differ.
const MOST_OWN_WORDS: usize = 3;
/// So many purposes that differ are told as one.
const FEW: usize = 3;

/// One phrase for all the dice that one seat rolls for one purpose, or for purposes that differ by a name.
pub(super) fn phrases(
    groups: &[AskedGroup],
    dice: &Dice,
    name: impl Fn(&AskedGroup) -> String,
) -> Vec<String> {
    let mut phrases = Vec::new();
    for alike in groups.chunk_by(|a, b| (a.seat, &a.needs) == (b.seat, &b.needs)) {
        let says: Vec<&str> = alike.iter().map(|group| group.says.as_str()).collect();
        let first = &alike[0];
        let even = alike.iter().all(|it| (&it.die, it.count) == (&first.die, first.count));
        let needs = first.needs.as_ref().map_or(String::new(), |needs| {
            let letter = letter_of(dice, &first.die, needs);
            format!(", {needs}{} counts", letter.map_or(String::new(), |it| format!(" ({it})")))
        });
        if let Some(purpose) = folded(&says).filter(|_| even) {
            let dice = format!("{} times {} {}", alike.len(), first.count, first.die);
            phrases.push(format!("{} rolls {dice}: {purpose}{needs}", name(first)));
            continue;
        }
        for same in alike.chunk_by(|a, b| a.says == b.says) {
            let dice: Vec<String> =
                same.iter().map(|group| format!("{} {}", group.count, group.die)).collect();
            let dice = dice.join(", ");
            phrases.push(format!("{} rolls {dice}: {}{needs}", name(first), same[0].says));
        }
    }
    phrases
}

/// What a face is typed by, where that is no beginning of its name: a shield is no `s`, since a skull is.
fn letter_of<'d>(dice: &'d Dice, die: &str, face: &str) -> Option<&'d str> {
    let die = dice.named(die)?;
    let face = &die.faces[usize::from(die.face_named(face)?)];
    let short = face.short.first()?;
    (!face.name.starts_with(short.as_str())).then_some(short)
}

/// Several sentences as one that lists in its midst what differs; nothing where they differ in more.
fn folded(says: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = says.iter().map(|it| it.split(' ').collect()).collect();
    let each_is_other = says.iter().enumerate().all(|(at, it)| !says[..at].contains(it));
    let (first, others) = words.split_first().filter(|_| says.len() >= FEW && each_is_other)?;
    let shortest = words.iter().map(Vec::len).min()?;
    let same = |at: &usize| others.iter().all(|it| it[*at] == first[*at]);
    let before = (0..shortest).take_while(same).count();
    let last = |it: &Vec<&str>, at: usize| it[it.len() - 1 - at].to_string();
    let same = |at: &usize| others.iter().all(|it| last(it, *at) == last(first, *at));
    let after = (0..shortest - before).take_while(same).count();
    let own: Vec<String> = words.iter().map(|it| it[before..it.len() - after].join(" ")).collect();
    let short = |it: &String| !it.is_empty() && it.split(' ').count() <= MOST_OWN_WORDS;
    if before == 0 || !own.iter().all(short) {
        return None;
    }
    // What hangs at each name stands once behind all.
    let bare = |it: &String| it.trim_end_matches(',').to_string();
    let comma = if own.iter().all(|it| it.ends_with(',')) { "," } else { "" };
    let own: Vec<String> = own.iter().map(bare).collect();
    let (head, tail) = (first[..before].join(" "), first[first.len() - after..].join(" "));
    Some(format!("{head} {}{comma} {tail}", in_short(&own)).trim_end().to_string())
}

/// Names in a row; numbers that follow one another by the first and the last.
fn in_short(own: &[String]) -> String {
    let number = |it: &String| it.parse::<u32>().ok();
    let follows = |pair: &[String]| {
        number(&pair[0])
            .zip(number(&pair[1]))
            .is_some_and(|(one, next)| one.checked_add(1) == Some(next))
    };
    match own {
        [first, .., last] if own.windows(2).all(follows) => format!("{first} to {last}"),
        _ => own.join(", "),
    }
}

/// All modifiers of a ruling, in the order in which they were first weighed, and how often each was.
pub(super) fn modifiers(nodes: &[Node<String>]) -> Vec<((i32, &str, &str), usize)> {
    fn collect<'n>(nodes: &'n [Node<String>], found: &mut Vec<((i32, &'n str, &'n str), usize)>) {
        for node in nodes {
            match node {
                Node::Modifier { rule, amount, says } => {
                    let one = (*amount, says.as_str(), rule.as_str());
                    match found.iter_mut().find(|(known, _)| *known == one) {
                        Some((_, often)) => *often += 1,
                        None => found.push((one, 1)),
                    }
                }
                Node::Group { nodes, .. } => collect(nodes, found),
                Node::Premise { .. } | Node::Told { .. } => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(nodes, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_by_a_name_is_one_sentence() {
        let guards = ["save of guards 1, 4+", "save of guards 2, 4+", "save of guards 3, 4+"];
        assert_eq!(folded(&guards).as_deref(), Some("save of guards 1 to 3, 4+"));
        let hits =
            ["to hit guards 1 (save 4+)", "to hit guards 2 (save 4+)", "to hit guards 3 (save 4+)"];
        assert_eq!(folded(&hits).as_deref(), Some("to hit guards 1 to 3 (save 4+)"));
        let some = ["save of reds 1", "save of reds 4", "save of keep"];
        assert_eq!(folded(&some).as_deref(), Some("save of reds 1, reds 4, keep"));
        assert_eq!(folded(&some[..2]), None, "two are told each");
        assert_eq!(folded(&["the hits of A", "the hits of A", "the hits of A"]), None);
        let twice = ["save of guards 1", "save of guards 1", "save of guards 2"];
        assert_eq!(folded(&twice), None, "what is the same is joined otherwise");
        assert_eq!(folded(&["morale of reds", "save of reds", "strategy of A"]), None);
    }
}
