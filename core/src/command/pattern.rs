//! Patterns of commands, taken apart into words and slots.

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
    /// Words that may be left out, and that nothing else tells of, stand before this.
    Said(&'static str),
}

/// A pattern cut at its brackets.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// As it stands in the pattern.
    pub text: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
}

impl Piece {
    /// Its words and slots.
    pub(super) fn parts(self) -> impl Iterator<Item = Part> {
        self.text.split_whitespace().map(part)
    }

    /// Its words, where it may be left out and no slot tells whether it is there.
    pub(super) fn said(self) -> Option<&'static str> {
        (self.optional && !self.text.contains('{')).then_some(self.text)
    }
}

/// The parts of a pattern, in order, with those in brackets.
pub(super) fn parts(pattern: &'static str) -> impl Iterator<Item = Part> {
    pieces(pattern).flat_map(Piece::parts)
}

/// Every form in which a pattern may be typed: what stands in brackets is there or not, the fullest form first.
pub(super) fn forms(pattern: &'static str) -> Vec<Vec<Part>> {
    let mut forms = vec![Vec::new()];
    for piece in pieces(pattern) {
        let parts: Vec<Part> = piece.parts().chain(piece.said().map(Part::Said)).collect();
        let without = if piece.optional { forms.clone() } else { Vec::new() };
        forms.iter_mut().for_each(|form: &mut Vec<Part>| form.extend(&parts));
        forms.extend(without);
    }
    forms
}

/// The pieces of a pattern, in order.
pub(super) fn pieces(pattern: &'static str) -> impl Iterator<Item = Piece> {
    let pieces = pattern.split(['[', ']']).enumerate();
    pieces.map(|(number, text)| Piece { text: text.trim(), optional: number % 2 == 1 })
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
        Part::Said(_) => String::new(),
    };
    let piece = |piece: Piece| {
        let words = piece.parts().map(word).collect::<Vec<_>>().join(" ");
        if piece.optional { format!("[{words}]") } else { words }
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

/// Small words before a place, which people take for one another.
pub(super) fn is_where(word: &str) -> bool {
    ["at", "to", "on", "in"].contains(&word)
}

/// Small words that say nothing a slot does not say: they may be left out.
pub(super) fn may_be_left_out(word: &str) -> bool {
    ["at", "to", "on", "the", "with", "for", "by", "in"].contains(&word)
}
