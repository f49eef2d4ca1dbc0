//! What a person typed, word by word: names of several words, numbers, places, directions.

use umpire_core::host::Slip;
use umpire_core::table::{Facing, Length, Point};

/// The longest length that may be typed: ten metres.
const FARTHEST: Length = 1_000_000;

pub(super) type Parsed<T> = Result<T, Slip>;

/// Typed words with the place reached so far.
#[derive(Debug, Clone)]
pub(super) struct Cursor {
    words: Vec<String>,
    at: usize,
}

impl Cursor {
    /// Splits at blanks; brackets and commas are words of their own.
    pub fn new(text: &str) -> Cursor {
        let words = spaced(text).to_lowercase().split_whitespace().map(String::from).collect();
        Cursor { words, at: 0 }
    }

    pub fn done(&self) -> bool {
        self.at >= self.words.len()
    }

    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(String::as_str)
    }

    /// What is left, as one text.
    pub fn rest(&self) -> String {
        let rest: String = self.words[self.at.min(self.words.len())..].join(" ");
        rest.chars().take(60).collect()
    }

    /// All that is left, uncut.
    pub fn rest_of_words(&self) -> String {
        self.words[self.at.min(self.words.len())..].join(" ")
    }

    /// Takes these words if they come next.
    pub fn eat(&mut self, phrase: &str) -> bool {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        let next = self.words.get(self.at..self.at + wanted.len());
        let holds = next.is_some_and(|next| next.iter().zip(&wanted).all(|(a, b)| a == b));
        self.at += if holds { wanted.len() } else { 0 };
        holds
    }

    /// Takes the first of these phrases that comes next.
    pub fn eat_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.eat(phrase))
    }

    /// Takes the longest run of words that `find` knows as a name.
    pub fn name<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        let left = self.words.len() - self.at.min(self.words.len());
        for count in (1..=left.min(6)).rev() {
            if let Some(found) = find(&self.words[self.at..self.at + count].join(" ")) {
                self.at += count;
                return Some(found);
            }
        }
        None
    }

    /// A whole number.
    pub fn number(&mut self) -> Option<i32> {
        let number = self.peek()?.parse().ok()?;
        self.at += 1;
        Some(number)
    }

    /// Centimetres.
    pub fn length(&mut self) -> Option<Length> {
        let word = self.peek()?;
        let length = length_of(word.strip_suffix("cm").unwrap_or(word))?;
        self.at += 1;
        self.eat("cm");
        Some(length)
    }

    /// A place: `(84.5, 60)`.
    pub fn place(&mut self) -> Option<Point> {
        let before = self.at;
        let read = |cursor: &mut Cursor| {
            let open = cursor.eat("(");
            let x = cursor.length()?;
            let comma = cursor.eat(",");
            let y = cursor.length()?;
            (open == cursor.eat(")") && (open || comma)).then_some(Point::new(x, y))
        };
        let place = read(self);
        if place.is_none() {
            self.at = before;
        }
        place
    }

    /// A place where nothing else can come: `54 36` will do.
    pub fn spot(&mut self) -> Option<Point> {
        let before = self.at;
        let place = self.place();
        place.or_else(|| {
            let (x, y) = (self.length(), self.length());
            let place = x.zip(y).map(|(x, y)| Point::new(x, y));
            if place.is_none() {
                self.at = before;
            }
            place
        })
    }

    /// What is left up to the first word that can be no part of a name.
    pub fn name_like(&self) -> String {
        const ENDS: [&str; 12] =
            ["at", "to", "in", "aboard", "off", "via", "facing", "and", "(", ")", ",", ";"];
        let rest = &self.words[self.at.min(self.words.len())..];
        let words = rest.iter().take(4).take_while(|word| !ENDS.contains(&word.as_str()));
        words.cloned().collect::<Vec<_>>().join(" ")
    }

    /// As many places as come next, with or without commas between them.
    pub fn places(&mut self) -> Vec<Point> {
        let mut places = Vec::new();
        while let Some(place) = self.place() {
            places.push(place);
            let before = self.at;
            if self.eat(",") && self.peek() != Some("(") {
                self.at = before;
                break;
            }
        }
        places
    }

    /// A direction: `NE`, `north`, or degrees against the clock from the right.
    pub fn direction(&mut self) -> Option<Facing> {
        let word = self.peek()?;
        let named = DIRECTIONS.iter().find(|(names, _)| names.contains(&word));
        let degrees = match named {
            Some((_, degrees)) => *degrees,
            None => word.strip_suffix('°').unwrap_or(word).parse().ok()?,
        };
        self.at += 1;
        self.eat("degrees");
        Some(Facing::degrees(degrees))
    }

    /// `facing 90`, `facing NE`, where it comes next.
    pub fn facing(&mut self) -> Parsed<Option<Facing>> {
        if !self.eat("facing") {
            return Ok(None);
        }
        let slip = || Slip::new("expected a direction, as `facing NE` or `facing 45`");
        self.direction().map(Some).ok_or_else(slip)
    }

    /// Says that nothing may follow any more.
    pub fn finish<T>(&self, value: T) -> Parsed<T> {
        if self.done() {
            Ok(value)
        } else {
            Err(Slip::new(format!("`{}` means nothing here", self.rest())))
        }
    }

    /// The parts between these words.
    pub fn split(&self, separators: &[&str]) -> Vec<Cursor> {
        let rest = &self.words[self.at.min(self.words.len())..];
        let parts = rest.split(|word| separators.contains(&word.as_str()));
        parts.map(|words| Cursor { words: words.to_vec(), at: 0 }).collect()
    }

    /// The parts between commas that are not within brackets.
    pub fn items(&self) -> Vec<Cursor> {
        let mut parts = vec![Vec::new()];
        let mut depth = 0;
        for word in &self.words[self.at.min(self.words.len())..] {
            match word.as_str() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if word == "," && depth <= 0 {
                parts.push(Vec::new());
            } else if let Some(last) = parts.last_mut() {
                last.push(word.clone());
            }
        }
        let parts = parts.into_iter().filter(|words| !words.is_empty());
        parts.map(|words| Cursor { words, at: 0 }).collect()
    }
}

/// A line in which brackets, commas and semicolons are words of their own.
pub(super) fn spaced(line: &str) -> String {
    let mut spaced = String::with_capacity(line.len() + 16);
    for letter in line.chars() {
        match letter {
            '(' | '[' => spaced.push_str(" ( "),
            ')' | ']' => spaced.push_str(" ) "),
            ',' | ';' => spaced.extend([' ', letter, ' ']),
            letter => spaced.push(letter),
        }
    }
    spaced
}

/// Names of directions, in degrees against the clock; north is up the table.
const DIRECTIONS: [(&[&str], i32); 8] = [
    (&["e", "east"], 0),
    (&["ne", "northeast", "north-east"], 45),
    (&["n", "north"], 90),
    (&["nw", "northwest", "north-west"], 135),
    (&["w", "west"], 180),
    (&["sw", "southwest", "south-west"], 225),
    (&["s", "south"], 270),
    (&["se", "southeast", "south-east"], 315),
];

/// Centimetres with up to three decimals, exactly.
pub(super) fn length_of(word: &str) -> Option<Length> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    if whole.is_empty() || whole.len() > 4 || part.len() > 3 || !digits(whole) || !digits(part) {
        return None;
    }
    let thousandths: Length = format!("{part:0<3}").parse().ok()?;
    let length = whole.parse::<Length>().ok()? * 1000 + thousandths;
    let length = if negative { -length } else { length };
    (length.abs() <= FARTHEST).then_some(length)
}
