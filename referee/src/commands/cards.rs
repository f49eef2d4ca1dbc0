//! `umpire cards`: what is on a card, unit or die, and which of its powers are built.

use crate::command_line::Shared;
use crate::console::{Console, Screen, strong};
use crate::library::Library;
use crate::trouble::Trouble;
use crate::words::show_rows;
use clap::Args;
use std::io;
use umpire_core::command::Names;
use umpire_core::command::counted;
use umpire_core::data::suggest;
use umpire_core::host::{Built, CardEntry};

/// Say what is on a card, unit or die: its numbers, its powers, and which of those are built.
#[derive(Debug, Args)]
pub struct Cards {
    /// The game.
    #[arg(value_name = "GAME")]
    game: String,
    /// A card, or words in its name or kind; all of them if none is given.
    #[arg(value_name = "CARD")]
    name: Vec<String>,
    /// Only powers that no code keeps, a line each: its players keep those themselves.
    #[arg(long)]
    unbuilt: bool,
}

impl Cards {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        let ruleset = library.ruleset(&self.game)?;
        let all = ruleset.cards(&library.data);
        let all = all.map_err(|faults| Trouble::Faults(library.located(faults)))?;
        let name = self.name.join(" ");
        let mut found = named(all.iter(), &name);
        if found.is_empty() && !name.is_empty() {
            let known = all.iter().flat_map(|card| [card.name.as_str(), card.title.as_str()]);
            let near = suggest(&name, known);
            let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
            return Err(Trouble::Failed(format!("no card `{name}` in {}{near}", ruleset.name())));
        }
        let asked = found.len();
        if self.unbuilt {
            found.retain(|card| card.unbuilt().next().is_some());
        }
        if shared.json {
            console.out.json(&found)?;
            return Ok(0);
        }
        match found.as_slice() {
            many if self.unbuilt => show_unbuilt(&mut console.out, many, asked)?,
            [one] => show_whole(&mut console.out, one)?,
            many => show_list(&mut console.out, many)?,
        }
        Ok(0)
    }
}

/// The card of that name, or the only one in whose name it is; or else all whose names or kind hold every word.
pub(crate) fn named<'c>(
    all: impl Iterator<Item = &'c CardEntry>,
    name: &str,
) -> Vec<&'c CardEntry> {
    let all: Vec<&CardEntry> = all.collect();
    let is_it = |known: &str| !name.is_empty() && known.eq_ignore_ascii_case(name);
    let called = || all.iter().find(|card| is_it(&card.name));
    if let Some(card) = called().or_else(|| all.iter().find(|card| is_it(&card.title))) {
        return vec![card];
    }
    let mut names = Names::of("card");
    for (at, card) in all.iter().enumerate() {
        names.add(card.name.as_str(), at);
        names.also(&card.title, at);
    }
    if let Ok(at) = names.find(name) {
        return vec![all[at]];
    }
    let holds = |card: &CardEntry| name.split_whitespace().all(|word| card.holds(word));
    all.into_iter().filter(|card| holds(card)).collect()
}

pub(crate) fn show_whole(screen: &mut Screen, card: &CardEntry) -> io::Result<()> {
    let head = strong(format!("{} ({})", card.title, card.name));
    screen.words(head.then(format!(": {}", card.says)))?;
    screen.words(format!("  {}", numbers(card)))?;
    for power in &card.powers {
        let rule = match power.rule.as_str() {
            "" => String::new(),
            rule => format!(" ({rule})"),
        };
        let built = if power.built { "built" } else { "not built" };
        screen.words(format!("  {built}: {}: {}{rule}", power.name, power.says))?;
    }
    if card.unbuilt().next().is_some() {
        screen.words("  what is not built its players keep themselves")?;
    }
    match card.source.as_str() {
        "" => Ok(()),
        source => screen.words(format!("source: {source}")),
    }
}

fn numbers(card: &CardEntry) -> String {
    let each = card.numbers.iter().map(|(what, number)| format!("{what} {number}"));
    each.collect::<Vec<_>>().join(", ")
}

fn show_list(screen: &mut Screen, cards: &[&CardEntry]) -> io::Result<()> {
    let mut rows =
        vec![["card", "what it is", "numbers", "powers built"].map(String::from).to_vec()];
    for card in cards {
        let kept = card.powers.len() - card.unbuilt().count();
        let built = match card.powers.len() {
            0 => "it has none".to_string(),
            all => format!("{kept} of {all}"),
        };
        rows.push(vec![card.name.clone(), card.says.clone(), numbers(card), built]);
    }
    show_rows(screen, &rows)?;
    screen.words(summary(cards))
}

/// How many cards play as printed.
fn summary(cards: &[&CardEntry]) -> String {
    let count = |built: Built| cards.iter().filter(|card| card.built() == built).count();
    format!(
        "{}: {} with all their powers, {} with some, {} with their numbers alone",
        counted(cards.len(), "card"),
        count(Built::All),
        count(Built::Partly),
        count(Built::NumbersOnly)
    )
}

/// Powers that no code keeps, of so many cards that were looked through.
fn show_unbuilt(screen: &mut Screen, cards: &[&CardEntry], asked: usize) -> io::Result<()> {
    if cards.is_empty() {
        return screen.words(format!("every power of {} is built", counted(asked, "card")));
    }
    let mut rows = vec![["card", "power", "what it does"].map(String::from).to_vec()];
    for card in cards {
        let row = |power: &umpire_core::host::PowerEntry| {
            vec![card.name.clone(), power.name.clone(), power.says.clone()]
        };
        rows.extend(card.unbuilt().map(row));
    }
    let powers = counted(rows.len() - 1, "power");
    show_rows(screen, &rows)?;
    screen.words(format!("{powers} not built, of {} out of {asked}", counted(cards.len(), "card")))
}
