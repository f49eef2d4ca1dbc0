//! What an edition, house rules and a scenario choose where a rule leaves it open: fields, with the rules that comments beside them name.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use umpire_core::data::{Files, Source, Tree, Written};
use umpire_core::rule_index::RuleIndex;
use umpire_core::schema::comments::{comments, words_of};

/// The most editions that one starts from, one like the other.
const DEEPEST: usize = 8;

/// A field of an edition as it is played by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chosen {
    /// The field.
    pub field: String,
    /// Its value, as it is written.
    pub value: String,
    /// Why so, in the words beside it; empty where there are none.
    pub says: String,
    /// The rules it decides.
    #[serde(skip)]
    rules: Vec<String>,
}

/// The fields of an edition, and of what is laid over it, that decide something in a rule.
#[derive(Debug, Clone, Default)]
pub struct Choices(Vec<Chosen>);

impl Choices {
    /// Those of an edition of a game, with the fields of `over` laid over it, the first first: house rules, a scenario.
    pub fn of(
        data: &Files,
        game: &str,
        index: &RuleIndex,
        edition: &str,
        over: &[Source],
    ) -> Choices {
        let editions: BTreeMap<String, (Source, Written)> = data
            .under(&format!("{game}/editions"))
            .filter_map(|file| {
                let whole = Tree::parse(&file).ok()?.written();
                let name = whole.at("edition.name")?.as_word()?.to_string();
                Some((name, (file, whole)))
            })
            .collect();
        let mut chain = Vec::new();
        let mut next = Some(edition.to_string());
        while let Some((file, whole)) = next.take().and_then(|name| editions.get(&name))
            && chain.len() < DEEPEST
        {
            next = whole.at("edition.like").and_then(|it| it.as_word()).map(String::from);
            chain.push((file.clone(), whole.clone()));
        }
        chain.reverse();
        let over =
            over.iter().filter_map(|file| Some((file.clone(), Tree::parse(file).ok()?.written())));
        chain.extend(over);
        // A comment in any edition tells which rule a field decides.
        let ids: BTreeSet<&str> = index.rules.iter().map(|rule| rule.id.as_str()).collect();
        let mut rules: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (file, _) in editions.values() {
            for (field, says) in comments(&file.text) {
                let named = words_of(&says).filter(|word| ids.contains(word)).map(String::from);
                rules.entry(field).or_default().extend(named);
            }
        }
        let mut found: BTreeMap<String, Chosen> = BTreeMap::new();
        for (file, whole) in chain {
            let Some(Written::Row(fields)) = whole.field("fields") else { continue };
            let says: BTreeMap<String, String> = comments(&file.text).into_iter().collect();
            for (field, value) in fields {
                let says = says.get(field).map_or(String::new(), |says| reason(says).to_string());
                let rules = rules.get(field).cloned().unwrap_or_default();
                let value = value.to_string();
                found.insert(field.clone(), Chosen { field: field.clone(), value, says, rules });
            }
        }
        Choices(found.into_values().collect())
    }

    /// Those that decide something in a rule.
    pub fn in_rule<'c>(&'c self, id: &'c str) -> impl Iterator<Item = &'c Chosen> {
        self.0.iter().filter(move |one| one.rules.iter().any(|rule| rule == id))
    }
}

/// What a comment says beside the rules that it begins with; nothing of one that lists the values there are.
fn reason(says: &str) -> &str {
    if says.contains(" | ") {
        return "";
    }
    says.split_once(". ").filter(|(first, _)| first.contains('-')).map_or("", |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDITIONS: [(&str, &str); 2] = [
        (
            "g/editions/first.yaml",
            "edition: {name: first, says: a}\nfields:\n  # G-1.1. It was so on the table.\n  range: 6\n  # G-1.2, G-1.3.\n  dice: {attack: 2}\n",
        ),
        (
            "g/editions/second.yaml",
            "edition: {name: second, says: b, like: first}\nfields:\n  range: 8\n",
        ),
    ];

    fn index() -> RuleIndex {
        let rule = |id: &str| {
            format!(
                "- {{id: {id}, name: rule of {id}, says: s, source: {{book: b, tag: t}}, status: enforced}}\n"
            )
        };
        let rules: String = ["G-1.1", "G-1.2", "G-1.3"].map(rule).concat();
        let text = format!("books: {{b: B}}\nrules:\n{rules}");
        RuleIndex::read(&Source::new("g/rules.yaml", text)).expect("an index")
    }

    fn told(edition: &str, over: &[&str], id: &str) -> Vec<String> {
        let data = Files::from_pairs(EDITIONS);
        let over: Vec<Source> = over.iter().map(|text| Source::new("over", *text)).collect();
        let choices = Choices::of(&data, "g", &index(), edition, &over);
        let line = |one: &Chosen| format!("{}: {} ({})", one.field, one.value, one.says);
        choices.in_rule(id).map(line).collect()
    }

    #[test]
    fn a_rule_is_told_with_what_the_edition_chooses_and_why() {
        assert_eq!(told("first", &[], "G-1.1"), ["range: 6 (It was so on the table.)"]);
        assert_eq!(told("first", &[], "G-1.3"), ["dice: {attack: 2} ()"]);
        assert!(told("first", &[], "G-1.4").is_empty());
    }

    #[test]
    fn what_is_laid_over_an_edition_counts() {
        assert_eq!(told("second", &[], "G-1.1"), ["range: 8 ()"]);
        let (house, scenario) = ("house_rules: h\nfields: {range: 10}", "fields: {range: 12}");
        assert_eq!(told("second", &[house], "G-1.1"), ["range: 10 ()"]);
        assert_eq!(told("second", &[house, scenario], "G-1.1"), ["range: 12 ()"]);
    }
}
