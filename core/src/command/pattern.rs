//! Patterns of commands, taken apart into words and slots.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A word that is typed as it is.
    Word(&'static str),
    /// A place for a thing.
    Slot {
        /// What the action calls it.
        name: &'static str,
        /// What kind of thing it is.
        noun: &'static str,
        /// What parts it from what follows, a comma or the like; it need not be typed.
        mark: &'static str,
    },
}

/// A pattern taken apart.
pub(super) struct Parsed {
    /// The pattern cut at its brackets: whether each piece may be left out, and its parts.
    pub pieces: Vec<(bool, Vec<Part>)>,
    /// Every form in which it may be typed: what stands in brackets is there or not, the fullest form first.
    pub forms: Vec<Vec<Part>>,
}

thread_local! {
    /// What was taken apart before, by where it stands: every line that is read is held against every pattern.
    static PARSED: RefCell<FxHashMap<(*const u8, usize), Rc<Parsed>>> = RefCell::default();
}

/// A pattern taken apart, once.
pub(super) fn parsed(pattern: &'static str) -> Rc<Parsed> {
    let key = (pattern.as_ptr(), pattern.len());
    PARSED.with_borrow_mut(|known| {
        let made = || {
            let pieces: Vec<_> = pieces(pattern).map(|(may, it)| (may, it.collect())).collect();
            let forms = forms(&pieces);
            Rc::new(Parsed { pieces, forms })
        };
        known.entry(key).or_insert_with(made).clone()
    })
}

/// The parts of a pattern, in order, with those in brackets.
pub(super) fn parts(pattern: &'static str) -> impl Iterator<Item = Part> {
    pieces(pattern).flat_map(|(_, piece)| piece)
}

fn forms(pieces: &[(bool, Vec<Part>)]) -> Vec<Vec<Part>> {
    let mut forms = vec![Vec::new()];
    for (optional, piece) in pieces {
        let without = if *optional { forms.clone() } else { Vec::new() };
        forms.iter_mut().for_each(|form: &mut Vec<Part>| form.extend(piece));
        forms.extend(without);
    }
    forms
}

fn pieces(pattern: &'static str) -> impl Iterator<Item = (bool, impl Iterator<Item = Part>)> {
    let pieces = pattern.split('[').flat_map(|from| match from.split_once(']') {
        Some((piece, rest)) => [Some((true, piece)), Some((false, rest))],
        None => [Some((false, from)), None],
    });
    pieces.flatten().map(|(optional, piece)| (optional, piece.split_ascii_whitespace().map(part)))
}

fn part(word: &'static str) -> Part {
    match word.strip_prefix('{').and_then(|slot| slot.split_once('}')) {
        Some((slot, mark)) => {
            let (name, noun) = slot.split_once(':').unwrap_or((slot, slot));
            Part::Slot { name, noun, mark }
        }
        None => Part::Word(word),
    }
}

/// How a row is typed, for help, by its first pattern: `FIGURE attacks FIGURE`, `sees UNIT, UNIT`.
pub(super) fn usage(patterns: &[&'static str]) -> String {
    patterns.first().map_or(String::new(), |pattern| usage_of(pattern))
}

/// A pattern with its nouns in capitals: `cast SPELL [on TARGET]`.
pub(super) fn usage_of(pattern: &'static str) -> String {
    let word = |part| match part {
        Part::Word(word) => word.to_string(),
        Part::Slot { noun, mark, .. } => format!("{}{mark}", noun.to_uppercase()),
    };
    let piece = |(optional, piece): (bool, _)| {
        let words = Iterator::map(piece, word).collect::<Vec<_>>().join(" ");
        if optional { format!("[{words}]") } else { words }
    };
    let said: Vec<String> = pieces(pattern).map(piece).filter(|said| !said.is_empty()).collect();
    said.join(" ")
}

/// Whether a typed word is a word of a pattern: case counts for nothing, nor does the ending of a verb
/// (`attack`, `attacks`; `rush`, `rushes`), nor a colon.
pub(super) fn is_word(typed: &str, word: &str) -> bool {
    let typed = typed.strip_suffix(':').unwrap_or(typed);
    fn bare(word: &str) -> &str {
        word.strip_suffix(['s', 'S']).unwrap_or(word)
    }
    let hisses = || word.strip_suffix("es").is_some_and(|verb| typed.eq_ignore_ascii_case(verb));
    typed.eq_ignore_ascii_case(word)
        || (word.len() > 3 && (bare(typed).eq_ignore_ascii_case(bare(word)) || hisses()))
}

/// Stops the compiler where a pattern of a row has a slot that is no field of its action, or none for a field.
///
/// # Panics
/// While it is compiled, where slots and fields are not the same.
#[doc(hidden)]
pub const fn slots_are_fields(patterns: &[&str], fields: &[&str]) {
    let mut at = 0;
    while at < patterns.len() {
        let pattern = patterns[at].as_bytes();
        let (mut byte, mut slots) = (0, 0);
        while byte < pattern.len() {
            if pattern[byte] == b'{' {
                let mut field = 0;
                while field < fields.len() && !is_slot(pattern, byte + 1, fields[field].as_bytes())
                {
                    field += 1;
                }
                assert!(field < fields.len(), "a slot of the pattern is no field of the action");
                slots += 1;
            }
            byte += 1;
        }
        assert!(slots == fields.len(), "a field of the action has no slot in the pattern");
        at += 1;
    }
}

/// Whether a slot that begins there has that name.
const fn is_slot(pattern: &[u8], start: usize, name: &[u8]) -> bool {
    let end = start + name.len();
    if end >= pattern.len() || !matches!(pattern[end], b':' | b'}') {
        return false;
    }
    let mut at = 0;
    while at < name.len() && pattern[start + at] == name[at] {
        at += 1;
    }
    at == name.len()
}

/// Small words before a place, which people take for one another.
pub(super) fn is_where(word: &str) -> bool {
    ["at", "to", "on", "in"].contains(&word)
}

/// Small words that say nothing a slot does not say: they may be left out.
pub(super) fn may_be_left_out(word: &str) -> bool {
    ["at", "to", "on", "the", "with", "for", "by", "in"].contains(&word)
}
