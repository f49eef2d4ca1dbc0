//! What may be typed, by topics: shared by the prompt and the browser's line.

use crate::dice_source::read_typed;
use crate::prompt::{self, Command, Topic};
use serde::Serialize;
use serde_json::Value;
use umpire_core::data::suggest;
use umpire_core::dice::Dice;
use umpire_core::host::{Asked, Slip, Table, Usage, UsageKind};
use umpire_core::seat::Seat;

/// A topic at a table, with what the game adds to it.
#[derive(Debug, Serialize)]
pub struct Page {
    /// What it is asked for by: `help judge`.
    pub name: &'static str,
    /// What it is about.
    pub says: &'static str,
    /// Forms of lines and what they mean.
    pub lines: Vec<(String, String)>,
}

/// What it is asked for by: `help play`.
const PLAY: &str = "play";

/// All topics at a table, the game's own first.
pub fn pages(table: &dyn Table) -> Vec<Page> {
    let usages = table.usages();
    prompt::TOPICS.iter().map(|topic| page(table, topic, &usages)).collect()
}

fn page(table: &dyn Table, topic: &Topic, usages: &[Usage]) -> Page {
    let row = |form: &str, says: &str| (form.to_string(), says.to_string());
    let of = |kind| usages.iter().filter(move |usage| usage.kind == kind);
    let of = |kind| of(kind).map(|usage| row(&usage.form, &usage.says));
    let own = topic.lines.iter().map(|(form, says)| row(form, says));
    let lines = match topic.name {
        "actions" => of(UsageKind::Action).chain(own).collect(),
        "questions" => {
            let asked = table.questions().iter().map(|asked| row(asked.usage, asked.says));
            asked.chain(own).collect()
        }
        "changes" => of(UsageKind::Amendment).chain(own).collect(),
        // A game that tells itself how its dice are typed has a line for them.
        "dice" => {
            let faces: Vec<_> = of(UsageKind::Faces).collect();
            let general = Some(faces_of(table.dice())).filter(|_| faces.is_empty());
            faces.into_iter().chain(general).chain(own).collect()
        }
        _ => own.collect(),
    };
    Page { name: topic.name, says: topic.says, lines }
}

/// How dice are typed in a game that does not tell it itself, by faces of its first die.
fn faces_of(dice: &Dice) -> (String, String) {
    let die = dice.0.first();
    let face = |face: usize| die.map_or(String::new(), |die| die.face_name(face as u8).to_string());
    let last = die.map_or(0, |die| die.faces.len().saturating_sub(1));
    let (one, other) = (face(0), face(last));
    let says = format!("dice as they lie; `{one} {other} / {one}` types two rolls on one line");
    (format!("{one} {other}"), says)
}

/// What `help play` tells: how the game is won, and how a turn goes.
pub fn guide(table: &dyn Table) -> Option<Page> {
    let guide = table.guide()?;
    let aim = ("aim".to_string(), guide.aim.clone());
    let course = (1..).zip(&guide.course).map(|(step, says)| (step.to_string(), says.clone()));
    Some(Page {
        name: PLAY,
        says: "how it is played",
        lines: std::iter::once(aim).chain(course).collect(),
    })
}

/// What is asked for by `help` and a word: how the game is played, a topic, all of them, or every line in which the word is typed.
///
/// # Errors
/// Nothing is typed so; what is.
pub fn about(table: &dyn Table, word: &str) -> Result<Vec<Page>, String> {
    let word = word.to_lowercase();
    if let Some(guide) = guide(table).filter(|guide| guide.name == word) {
        return Ok(vec![guide]);
    }
    let mut pages = pages(table);
    if word == "all" {
        return Ok(pages);
    }
    if let Some(at) = pages.iter().position(|page| page.name == word) {
        return Ok(vec![pages.swap_remove(at)]);
    }
    let words = |form: &str| {
        let words = form.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    let stem = |word: &str| word.trim_end_matches('s').to_string();
    // What says of a form how else it is typed stands in its meaning, between backticks.
    let typed = |(form, says): &(String, String)| {
        let quoted = says.split('`').skip(1).step_by(2);
        std::iter::once(form.as_str()).chain(quoted).flat_map(words).collect::<Vec<_>>()
    };
    let known: Vec<String> = pages.iter().flat_map(|page| &page.lines).flat_map(typed).collect();
    for page in &mut pages {
        page.lines.retain(|line| typed(line).iter().any(|one| stem(one) == stem(&word)));
    }
    pages.retain(|page| !page.lines.is_empty());
    if pages.is_empty() {
        let topics = prompt::TOPICS.iter().map(|topic| topic.name);
        let meant = suggest(&word, known.iter().map(String::as_str).chain(topics.clone()));
        let meant = meant.map_or(".".into(), |meant| format!(", did you mean `help {meant}`?"));
        let topics = topics.collect::<Vec<_>>().join(", ");
        return Err(format!(
            "nothing is typed with `{word}`{meant} There is help on {topics}, all"
        ));
    }
    Ok(pages)
}

/// Forms of changes that are shown as examples.
const FEW_CHANGES: usize = 4;

/// A change of the position as it is typed at a referee's table, and why it is made: a reason may follow, and need not.
pub fn change_at_table(table: &dyn Table, line: &str) -> Option<(Value, String)> {
    let (change, reason) = prompt::because(line);
    let change = table.parse_amendment(&change).ok()?;
    Some((change, if reason.is_empty() { "at the table".into() } else { reason }))
}

/// What a line comes to at a table where all of it is what is asked for, though it begins as a command does: dice that show a
/// save, an action that begins with `roll`, a change of the position called as what is looked up is, by somebody who may change it.
pub fn meant_at(table: &dyn Table, command: Command, line: &str, may_change: bool) -> Command {
    let line = prompt::without_comment(line).trim();
    let asked = table.pending();
    let is_it = match (&command, &asked) {
        (Command::Save(_), Asked::Roll { .. }) => read_typed(table, line).is_ok(),
        (Command::Roll(_), Asked::Choice { seats, .. }) => seats.iter().any(|seat| {
            let ruling = |action| table.ruling(seat, &action).is_ok_and(|ruling| ruling.holds());
            table.parse(seat, line).is_ok_and(ruling)
        }),
        (Command::LookUp(..), _) => may_change && is_change(table, line),
        _ => false,
    };
    if is_it { Command::Other(line.into()) } else { command }
}

/// How a question is asked, in all its forms; nothing where there is none of that verb.
pub fn forms_of(table: &dyn Table, verb: &str) -> Option<String> {
    let asked = table.questions().iter().filter(|asked| asked.verb() == verb);
    let forms: Vec<&str> = asked.map(|asked| asked.usage).collect();
    (!forms.is_empty()).then(|| format!("expected `{}`", forms.join("` or `")))
}

/// Whether a line that begins as a look-up does changes the position of a referee's table: `terrain frontier 8`.
pub fn is_change(table: &dyn Table, line: &str) -> bool {
    table.is_free() && change_at_table(table, line).is_some()
}

/// Why a line changes nothing, where it begins as a change of the position does and as no action does.
pub fn why_no_change(table: &dyn Table, line: &str) -> Option<Slip> {
    let word = line.split_whitespace().next()?.to_lowercase();
    let begins = |kind: UsageKind| {
        let usages = table.usages().into_iter().filter(move |usage| usage.kind == kind);
        usages.filter_map(|usage| usage.form.split(' ').next().map(String::from))
    };
    let is_change = begins(UsageKind::Amendment).any(|verb| verb == word);
    let is_action = begins(UsageKind::Action).any(|verb| verb == word);
    let change = || table.parse_amendment(&prompt::because(line).0);
    (is_change && !is_action).then(|| change().err()).flatten()
}

/// What a line means, if the rules leave that to the judge alone: whoever overrules or changes it answers it.
pub fn left_to_judge(table: &dyn Table, line: &str) -> Option<Value> {
    let value = table.parse(Seat::JUDGE, line).ok()?;
    table.seats().iter().any(|(seat, _)| table.is_judged(*seat, &value)).then_some(value)
}

/// What is missing of a judge's word that says nothing, or does not say why.
pub fn unfinished(table: &dyn Table, verb: &str, what: &str) -> String {
    if !what.is_empty() {
        return format!("the reason goes on record: `{verb} {what} because REASON`");
    }
    let changes = || {
        let usages = table.usages().into_iter();
        let changes = usages.filter(|usage| usage.kind == UsageKind::Amendment);
        let forms: Vec<String> =
            changes.take(FEW_CHANGES).map(|usage| format!("`{}`", usage.form)).collect();
        forms.join(", ")
    };
    match verb {
        "amend" => format!(
            "say what changes, and why: `amend CHANGE because REASON`, where a change is {} or another; `help changes` \
             tells all",
            changes()
        ),
        "overrule" => "say what is let through, and why: `overrule ACTION because REASON`".into(),
        _ => "say what is decided: `answer ACTION because REASON`".into(),
    }
}
