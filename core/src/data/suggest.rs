//! The known word that a mistaken one was probably meant to be.

/// A word that was cut short has so many letters at least.
const SHORTEST: usize = 3;
/// Words longer than this are no slip of the pen.
const LONGEST: usize = 64;

/// The nearest of the known words, or none if nothing is near.
///
/// Case, spaces, `-` and `_` count for nothing; otherwise one slip in three characters is allowed. What is near nothing, and is
/// how just one of them begins, is that one cut short.
pub fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let word = bare(word);
    let near = nearest(&word, &mut known.iter().copied(), |length| (length / 3).max(1));
    near.or_else(|| cut_short(&word, &known))
}

/// The only one of the known words that begins so.
fn cut_short<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    if word.chars().count() < SHORTEST {
        return None;
    }
    let mut whole = known.iter().filter(|name| bare(name).starts_with(word));
    let first = whole.next()?;
    whole.all(|other| other == first).then_some(*first)
}

/// The same with one slip more, of words that begin alike: `boar` for `bore`. For names of which there are few.
pub fn suggest_far<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = bare(word);
    let first = word.chars().next()?;
    let mut alike = known.into_iter().filter(|name| bare(name).starts_with(first));
    nearest(&word, &mut alike, |length| if length > 3 { length / 3 + 1 } else { 1 })
}

fn nearest<'a>(
    word: &str,
    known: &mut dyn Iterator<Item = &'a str>,
    allowed: fn(usize) -> usize,
) -> Option<&'a str> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let length = word.chars().count();
    let allowed = allowed(length);
    known
        .filter(|name| name.len() <= LONGEST)
        .filter_map(|name| {
            let bare_name = bare(name);
            let near = bare_name.chars().count().abs_diff(length) <= allowed;
            let distance = near.then(|| strsim::osa_distance(word, &bare_name))?;
            let longest = length.max(bare_name.chars().count());
            // Of two letters one is half the word.
            let wholly_other = distance >= longest || (distance > 0 && longest <= 2);
            (distance <= allowed && !wholly_other).then_some((distance, name))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

fn bare(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}
