//! What may be done now, as `list` tells it: all of it, those with a word in them, or in short, each kind once.

use super::{Done, Sitting};
use serde_json::json;
use umpire_core::command::counted;
use umpire_core::game::Listing;
use umpire_core::host::{Asked, AskedGroup, Listed, UsageKind};
use umpire_core::seat::{Seat, Seats};

/// Lines that are shown as examples where nothing is listed.
const MOST_EXAMPLES: usize = 20;

/// Lines of which each is told where nobody asked for all.
const MOST_LISTED: usize = 30;

/// Lines that are alike but for what they are about.
struct Kind<'l> {
    says: String,
    first: &'l str,
    count: usize,
}

impl Sitting<'_, '_> {
    /// What may be done; of much each kind with its number, unless `words` asks for `all` or names what stands in it. What not
    /// all at the screen know of is told where whoever asks reads it `alone`.
    pub(super) fn list(&mut self, seat: Option<Seat>, words: &str, alone: bool) -> Done {
        let asked = match self.asked_here() {
            Asked::Choice { seats, .. } => seats,
            Asked::Roll { groups, .. } => return self.list_dice(&groups),
            Asked::Over(_) => return self.complain("nobody is asked to decide now", &[]),
        };
        let seats: Vec<Seat> = match seat {
            Some(seat) => vec![seat],
            None => asked.iter().collect(),
        };
        let seen = if alone { None } else { self.seen_by_all() };
        for seat in seats {
            if !self.settings.free && !asked.contains(seat) {
                self.tell_not_asked(seat, asked)?;
                continue;
            }
            let (listing, mut actions) = match self.settings.free {
                true => self.table.offered(seat),
                false => self.table.legal(seat),
            };
            // Whoever asks for some of it hears what a hand on a board could pick, too; others what of it is of no kind listed.
            if listing == Listing::Candidates && !self.settings.free {
                let offered = self.table.offered(seat).1;
                let of_some = !words.is_empty() && !words.eq("all");
                let more = if of_some { offered } else { of_other_kinds(&actions, offered) };
                actions.extend(more);
            }
            let may = !actions.is_empty();
            if let Some(seen) = &seen {
                actions = self.known_to_all(&**seen, seat, actions);
            }
            if actions.is_empty() && may {
                let how = self.how_to_list(seat);
                self.tell_note(&how)?;
                continue;
            }
            // Words that stand so in some line mean those lines: `bolt 1` no `bolt 2 advances to 30 1`.
            let holds = |action: &Listed| stands_in(&action.says, words);
            let exact = words.contains(' ') && actions.iter().any(holds);
            actions.retain(|action| if exact { holds(action) } else { names(&action.says, words) });
            if self.settings.json {
                let value =
                    json!({ "seat": self.name(seat), "listing": listing, "legal": actions });
                self.console.out.json(&value)?;
                continue;
            }
            if actions.is_empty() && !words.is_empty() {
                let says = format!("nothing that may be done now has `{words}` in it: see `list`");
                self.complain(&says, &[])?;
                continue;
            }
            let mut told: Vec<&Listed> = Vec::new();
            for action in &actions {
                if told.iter().all(|known| known.says != action.says) {
                    told.push(action);
                }
            }
            if told.len() > MOST_LISTED && words.is_empty() {
                self.list_kinds(seat, &told)?;
            } else {
                for action in told {
                    let line = format!("      {}: {}", self.name(seat), action.says);
                    self.console.out.words(line)?;
                }
            }
            if actions.is_empty() && self.settings.free {
                self.list_examples(seat)?;
            }
            if listing == Listing::Candidates {
                self.tell_note("others may be legal: `why ACTION` tells")?;
            }
            // Told whether or not anything was left out: that it was would tell what is hidden.
            if seen.is_some() {
                let name = self.name(seat);
                self.tell_note(&format!("`{name}: list` shows it with what {name} alone knows"))?;
            }
        }
        Ok(())
    }

    /// The same for the seat that asks by name, all of it, which is wiped off a screen that others look at.
    pub(super) fn list_for(&mut self, seat: Seat, words: &str) -> Done {
        let hides = self.seen_by_all().is_some();
        self.list(Some(seat), words, true)?;
        if hides { self.wipe(seat) } else { Ok(()) }
    }

    /// Says to somebody who asks what they may do that it is not they who decide.
    fn tell_not_asked(&mut self, seat: Seat, asked: Seats) -> Done {
        if self.settings.json {
            let none: [Listed; 0] = [];
            let listing = Listing::Complete;
            let value = json!({ "seat": self.name(seat), "listing": listing, "legal": none });
            return Ok(self.console.out.json(&value)?);
        }
        let (name, others) = (self.name(seat), self.names(asked));
        self.tell_note(&format!("nothing is asked of {name} now, but of {others}"))
    }

    /// What may be typed where nobody's turn it is: whole lines where the game has some, or what the judge may change.
    fn list_examples(&mut self, seat: Seat) -> Done {
        let offered = self.table.complete(seat, "");
        let lines: Vec<String> = if offered.iter().any(|line| line.contains(' ')) {
            offered
        } else {
            let usages = self.table.usages().into_iter();
            let changes = usages.filter(|usage| usage.kind == UsageKind::Amendment);
            changes.map(|usage| format!("{}: {}", usage.form, usage.says)).collect()
        };
        for line in lines.iter().take(MOST_EXAMPLES) {
            self.console.out.words(format!("      {line}"))?;
        }
        self.tell_note("nobody's turn it is: these are examples, `help` lists the rest")
    }

    /// Each kind of what may be done with its number: those that differ in more than their first thing told apart, as
    /// long as they are not many themselves.
    fn list_kinds(&mut self, seat: Seat, told: &[&Listed]) -> Done {
        let by_first = kinds(told, 1);
        let found = if by_first.len() > MOST_LISTED { kinds(told, 0) } else { by_first };
        let name = self.name(seat);
        for kind in found.iter().take(MOST_LISTED) {
            let line = match kind.count {
                1 => format!("      {name}: {}", kind.first),
                count => format!("      {name}: {} ({count}, such as `{}`)", kind.says, kind.first),
            };
            self.console.out.words(line)?;
        }
        let more = match found.len().saturating_sub(MOST_LISTED) {
            0 => String::new(),
            more => format!(", and {} more", counted(more, "kind")),
        };
        let word = told.first().and_then(|first| first.about.first());
        let word = word.map_or("WORD", |(_, thing)| thing.as_str());
        let says = format!("{} in all{more}: `list all` tells each, ", told.len());
        self.tell_note(&format!("{says}`list {word}` those with a word in them"))
    }

    /// The dice that are asked for, each kind with its faces and how they are typed in short.
    fn list_dice(&mut self, groups: &[AskedGroup]) -> Done {
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "dice": groups }))?);
        }
        for group in groups {
            let die = self.table.dice().named(&group.die);
            let faces =
                die.into_iter().flat_map(|die| die.faces.iter().map(|face| die.typed(face)));
            let mut faces: Vec<String> = faces.collect();
            faces.dedup();
            let (name, dice) = (self.name(group.seat), &group.die);
            let says = format!(
                "      {name}: {} {dice}, {}: {}",
                group.count,
                group.says,
                faces.join(" ")
            );
            self.console.out.words(says)?;
        }
        Ok(())
    }
}

/// Whether words stand in a line as they were typed, one behind the other.
fn stands_in(says: &str, typed: &str) -> bool {
    let (says, typed) = (says.to_lowercase(), typed.to_lowercase());
    let (known, wanted) = (parts(&says), parts(&typed));
    !wanted.is_empty() && known.windows(wanted.len()).any(|some| some == wanted.as_slice())
}

/// Whether every word that was typed begins one of a line; `all` is in each.
pub fn names(says: &str, typed: &str) -> bool {
    let (says, typed) = (says.to_lowercase(), typed.to_lowercase());
    let known = parts(&says);
    let holds = |word: &&str| known.iter().any(|known| begins(known, word));
    typed == "all" || parts(&typed).iter().all(holds)
}

/// The words of a line, without what joins them.
fn parts(says: &str) -> Vec<&str> {
    let joins = |letter: char| !letter.is_alphanumeric() && letter != '.';
    says.split(joins).filter(|word| !word.is_empty()).collect()
}

/// Whether a word begins with what was typed; a number is meant whole.
fn begins(known: &str, typed: &str) -> bool {
    if typed.parse::<f64>().is_ok() { known == typed } else { known.starts_with(typed) }
}

/// Those of some lines that are like none of those listed, whatever they are about.
fn of_other_kinds(listed: &[Listed], lines: Vec<Listed>) -> Vec<Listed> {
    let listed: Vec<&Listed> = listed.iter().collect();
    let known = kinds(&listed, 0).into_iter();
    let known: Vec<String> = known.map(|it| it.says.trim_end_matches("..").to_string()).collect();
    let is_known = |says: &str| known.iter().any(|known| says.starts_with(known.as_str()));
    let is_other = |line: &Listed| kinds(&[line], 0).iter().all(|kind| !is_known(&kind.says));
    lines.into_iter().filter(is_other).collect()
}

/// Lines by what stands in them besides the things they are about, the first `kept` of which count too.
fn kinds<'l>(told: &[&'l Listed], kept: usize) -> Vec<Kind<'l>> {
    let mut kinds: Vec<Kind> = Vec::new();
    for action in told {
        let mut says = action.says.clone();
        let mut from = 0;
        for (number, (_, thing)) in action.about.iter().enumerate() {
            let Some(at) = says[from..].find(thing.as_str()).map(|at| at + from) else { continue };
            from = at + thing.len();
            if number >= kept {
                says.replace_range(at..from, "..");
                from = at + 2;
            }
        }
        match kinds.iter_mut().find(|kind| kind.says == says) {
            Some(kind) => kind.count += 1,
            None => kinds.push(Kind { says, first: &action.says, count: 1 }),
        }
    }
    kinds
}
