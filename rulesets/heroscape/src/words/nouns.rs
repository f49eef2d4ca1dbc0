//! What commands name: figures, cards, spaces, and everything people may call them.

use crate::position::action::{Action, Aim, Path};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::names::spaces_words;
use crate::position::state::{CopyId, FigureId, PowerRef, State};
use crate::position::{names, structures};
use crate::rules::sight::side_word;
use crate::tables::catalog::{CardId, GlyphId};
use crate::words::{draw, likely, order_markers, stock};
use std::cell::LazyCell;
use umpire_core::command::{Names, few, unlike_any};
use umpire_core::game::Game;
use umpire_core::hex::Side;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

umpire_core::nouns! {
    /// Anything a command names.
    pub enum Thing, Noun {
        /// A figure.
        Figure(FigureId) = "figure",
        /// A fielded army card.
        Copy(CopyId) = "card",
        /// The cards of order markers 1, 2, 3 and X.
        Cards([CopyId; 4]) = "cards",
        /// One space, or the two of a long figure.
        Spot(Spot) = "space",
        /// Spaces in a row.
        Path(Path) = "path",
        /// A special attack of a figure.
        Power(Power) = "power",
        /// A power of a figure's card, by its name.
        Ability(Ability) = "ability",
        /// At what a special attack is aimed.
        Aim(Aim) = "aim",
        /// A door.
        Door(Door) = "door",
        /// A seat.
        Seat(Seat) = "seat",
        /// An order marker.
        Marker(Marker) = "marker",
        /// An army card of the tables.
        Card(CardId) = "army-card",
        /// A kind of glyph.
        Glyph(GlyphId) = "glyph",
        /// A number.
        Count(u8) = "number",
        /// A number of dice.
        Dice(DiceCount) = "dice",
        /// A fielded army card of a seat that is named beside it.
        CopyOfSeat(CopyOfSeat) = "card-of-seat",
        /// A side of a space.
        Toward(Toward) = "side",
    }
}

/// The spaces of a figure, that of its leading end first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot(pub Footprint);

/// A special attack as it is typed: by number or by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Power {
    /// Counted from 1.
    Numbered(u8),
    /// A part of its name.
    Named(String),
    /// A figure's, counted from 0.
    Of(FigureId, u8),
}

/// A power as it is typed, or as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ability {
    /// A part of its name.
    Named(String),
    /// The ability of a card.
    Known(PowerRef),
}

/// An order marker, 0 to 3 for 1, 2, 3 and X.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker(pub u8);

/// The first fielded army card of a name, whosever it is: the seat beside it says which is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyOfSeat(pub CopyId);

/// The side toward which a line goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toward(pub Side);

/// A door by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Door(pub u8);

/// So many dice, or so many more or fewer than are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceCount {
    /// Just so many.
    Just(u8),
    /// More, or fewer.
    More(i32),
}

/// The words of order markers.
pub(super) const MARKERS: [&str; 4] = ["1", "2", "3", "X"];
/// What is asked for when they are placed, one after the other.
pub(super) const MARKERS_ON: [&str; 4] =
    ["marker 1 on", "marker 2 on", "marker 3 on", "marker X on"];

/// What a text names.
pub(super) fn thing_named(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    noun: Noun,
    text: &str,
) -> Result<Thing, Slip> {
    Ok(match noun {
        Noun::Figure => figure_or_slip(game, state, text)?.into(),
        Noun::Copy => copy_or_slip(game, state, Some(seat), text)?.into(),
        Noun::CopyOfSeat => CopyOfSeat(copy_or_slip(game, state, None, text)?).into(),
        Noun::Cards => order_markers::cards_or_slip(game, state, seat, text)?.into(),
        Noun::Spot => spot_or_slip(game, text)
            .map_err(|slip| likely::nearby(game, state, seat, text, slip))?
            .into(),
        Noun::Path => path_or_slip(game, text)?.into(),
        Noun::Power => power(text).into(),
        Noun::Ability => Ability::Named(text.to_string()).into(),
        Noun::Aim => aim_or_slip(game, state, text)?.into(),
        Noun::Door => {
            let mut names = Names::of("door");
            for door in 0..state.doors.len() as u8 {
                names.add(structures::door_name(game, door), Door(door));
            }
            names.find(text)?.into()
        }
        Noun::Seat => seat_or_slip(game, text)?.into(),
        Noun::Marker => {
            let known = MARKERS.iter().position(|known| known.eq_ignore_ascii_case(text));
            let slip = || Slip::new(format!("there is no marker `{text}`; there is 1, 2, 3, X"));
            Marker(known.ok_or_else(slip)? as u8).into()
        }
        Noun::Card => {
            let mut names = Names::of("army card");
            for (at, card) in game.catalog.cards.iter().enumerate() {
                names.add(card.id.as_str(), CardId(at as u16));
                names.also(&card.name, CardId(at as u16));
            }
            names.find(text)?.into()
        }
        Noun::Glyph => {
            let mut names = Names::of("glyph");
            for (at, glyph) in game.catalog.glyphs.iter().enumerate() {
                names.add(glyph.id.as_str(), GlyphId(at as u16));
            }
            names.find(text)?.into()
        }
        Noun::Count => {
            let number: u8 = text
                .parse()
                .map_err(|_| Slip::new(format!("`{text}` is no number from 0 to 255")))?;
            number.into()
        }
        Noun::Dice => dice_count(text)?.into(),
        Noun::Toward => side_or_slip(text)?.into(),
    })
}

/// A thing as it would be typed.
pub(super) fn thing_words(game: &HeroScape, state: &State, thing: &Thing) -> String {
    match thing {
        Thing::Figure(figure) => figure_word(game, state, *figure),
        Thing::Copy(copy) | Thing::CopyOfSeat(CopyOfSeat(copy)) => copy_word(game, state, *copy),
        Thing::Cards(on) => {
            on.iter().map(|copy| copy_word(game, state, *copy)).collect::<Vec<_>>().join(", ")
        }
        Thing::Spot(Spot(spaces)) => spaces_words(game, *spaces),
        Thing::Path(path) => {
            path.iter().map(|space| game.ground.name(*space)).collect::<Vec<_>>().join(" ")
        }
        Thing::Power(Power::Numbered(number)) => number.to_string(),
        Thing::Power(Power::Of(figure, power)) => special_word(game, state, *figure, *power),
        Thing::Power(Power::Named(name)) | Thing::Ability(Ability::Named(name)) => name.clone(),
        Thing::Ability(Ability::Known(at)) => game.power_name(*at).to_lowercase(),
        Thing::Aim(Aim::Figure(target)) => format!("on {}", figure_word(game, state, *target)),
        Thing::Aim(Aim::FigureLine(target, side)) => {
            format!("on {} {}", figure_word(game, state, *target), side_word(*side))
        }
        Thing::Aim(Aim::Around) => "around".to_string(),
        Thing::Aim(Aim::Line(from, side)) => {
            format!("from {} {}", game.ground.name(*from), side_word(*side))
        }
        Thing::Door(Door(door)) => structures::door_name(game, *door),
        Thing::Seat(seat) => game.seat_word(*seat),
        Thing::Marker(Marker(marker)) => {
            MARKERS.get(usize::from(*marker)).unwrap_or(&"?").to_string()
        }
        Thing::Card(card) => {
            let card = game.catalog.cards.get(usize::from(card.0));
            card.map_or("?".to_string(), |card| card.id.clone())
        }
        Thing::Glyph(glyph) => {
            let glyph = game.catalog.glyphs.get(usize::from(glyph.0));
            glyph.map_or("?".to_string(), |glyph| glyph.id.clone())
        }
        Thing::Count(number) => number.to_string(),
        Thing::Dice(DiceCount::Just(dice)) => dice.to_string(),
        Thing::Dice(DiceCount::More(dice)) => format!("{dice:+}"),
        Thing::Toward(Toward(side)) => side_word(*side).to_string(),
    }
}

/// What a hand would point at for a thing: both spaces of a long figure, where a way ends, each card of order
/// markers, whom a special attack is aimed at.
pub(super) fn thing_picks(game: &HeroScape, state: &State, thing: &Thing) -> Vec<String> {
    match thing {
        Thing::Cards(on) => on.iter().map(|copy| copy_word(game, state, *copy)).collect(),
        Thing::Spot(Spot(spaces)) => spaces.spaces().map(|space| game.ground.name(space)).collect(),
        Thing::Door(Door(door)) => {
            let doorway = game.ground.doorways.get(usize::from(*door));
            let space = doorway.and_then(|doorway| doorway.spaces.first());
            vec![space.map_or_else(
                || structures::door_name(game, *door),
                |space| game.ground.name(*space),
            )]
        }
        Thing::Path(path) => path.last().map(|to| game.ground.name(*to)).into_iter().collect(),
        Thing::Aim(Aim::Figure(target)) => vec![figure_word(game, state, *target)],
        thing => vec![thing_words(game, state, thing)],
    }
}

/// What could be typed for a noun.
pub(super) fn things_words(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    noun: Noun,
) -> Option<Vec<String>> {
    let figures = || state.all_figures().map(|(id, _)| id);
    Some(match noun {
        Noun::Figure => {
            let (own, others): (Vec<FigureId>, Vec<FigureId>) = figures()
                .filter(|id| state.is_living(*id))
                .partition(|id| state.figure(*id).controller == seat);
            own.into_iter().chain(others).map(|id| game.figure_name(state, id)).collect()
        }
        Noun::Copy | Noun::CopyOfSeat => {
            state.all_copies().map(|(id, _)| game.copy_name(state, id)).collect()
        }
        Noun::Cards => order_markers::example_of_markers(game, state, seat).into_iter().collect(),
        Noun::Door => {
            (0..state.doors.len() as u8).map(|door| structures::door_name(game, door)).collect()
        }
        Noun::Seat => game.seat_names.clone(),
        Noun::Marker => MARKERS.map(String::from).to_vec(),
        Noun::Card => game.catalog.cards.iter().map(|card| card.id.clone()).collect(),
        Noun::Glyph => game.catalog.glyphs.iter().map(|glyph| glyph.id.clone()).collect(),
        Noun::Aim => ["around".to_string()]
            .into_iter()
            .chain(
                figures()
                    .filter(|id| state.spaces(*id).is_some())
                    .map(|id| format!("on {}", game.figure_name(state, id))),
            )
            .collect(),
        Noun::Ability => {
            let mut offered = Vec::new();
            game.legal(state, seat, &mut offered);
            let mut names: Vec<String> = Vec::new();
            for action in offered {
                let Action::Use { power, .. } = action else { continue };
                let name = game.power_name(power);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        }
        Noun::Toward => Side::ALL.map(|side| side_word(side).to_string()).into(),
        Noun::Power | Noun::Spot | Noun::Path | Noun::Count | Noun::Dice => return None,
    })
}

/// A figure's name, or its number where the game has no such figure.
pub(super) fn figure_word(game: &HeroScape, state: &State, id: FigureId) -> String {
    let known = id.index() < state.figures.len();
    if known { game.figure_name(state, id) } else { format!("figure #{}", id.0) }
}

/// A card's name, or its number where the game has no such card.
pub(super) fn copy_word(game: &HeroScape, state: &State, id: CopyId) -> String {
    let known = id.index() < state.copies.len();
    if known { game.copy_name(state, id) } else { format!("card #{}", id.0) }
}

/// The figure that a text names: by its name, its card's, what the board shows, `finn at B4`, or
/// `figure #N`. Those on the battlefield come before the dead and those in reserve.
pub(crate) fn figure_or_slip(
    game: &HeroScape,
    state: &State,
    text: &str,
) -> Result<FigureId, Slip> {
    let text = text.trim();
    if state.figures.is_empty() && crate::steps::draft::is_under_way(state) {
        return Err(Slip::new("there are no figures yet: `draft CARD` picks an army card"));
    }
    if let (true, Some(field)) = (state.figures.is_empty(), stock::field_words(game, text)) {
        return Err(Slip::new(format!("there are no figures yet: `{field}` fields an army card")));
    }
    let numbered = text.strip_prefix("figure #").and_then(|number| number.parse().ok());
    if let Some(id) = numbered.map(FigureId).filter(|id| id.index() < state.figures.len()) {
        return Ok(id);
    }
    // A name in full means just that figure, wherever it is.
    let mut figures = state.all_figures().map(|(id, _)| id);
    if let Some(id) = figures.find(|id| game.is_figure_name(state, *id, text)) {
        return Ok(id);
    }
    let stands = |(id, _): &(FigureId, &_)| state.spaces(*id).is_some();
    let there = names_of(game, state, state.all_figures().filter(stands).map(|(id, _)| id));
    let all = LazyCell::new(|| names_of(game, state, state.all_figures().map(|(id, _)| id)));
    // So does one of its names in full, of those that stand before others.
    if let Some(id) = there.exactly(text).or_else(|| all.exactly(text)) {
        return Ok(id);
    }
    let nearest = match there.find(text) {
        Ok(found) => return Ok(found),
        Err(slip) => slip,
    };
    let slip = match all.find(text) {
        Ok(found) => return Ok(found),
        // Of several it is the ones on the battlefield that were meant.
        Err(_) if nearest.suggestions.is_empty() && nearest.asks => nearest,
        Err(slip) => slip,
    };
    let (name, space) =
        text.rsplit_once(" at ").or_else(|| text.rsplit_once(" on ")).ok_or(slip)?;
    let found = figure_or_slip(game, state, name)?;
    let Spot(Footprint { lead: space, .. }) = spot_or_slip(game, space)?;
    match state.spaces(found) {
        Some(spaces) if spaces.contains(space) => Ok(found),
        Some(spaces) => Err(Slip::new(format!(
            "{} is at {}, not at {}",
            game.figure_name(state, found),
            spaces_words(game, spaces),
            game.ground.name(space)
        ))),
        None => {
            Err(Slip::new(format!("{} is not on the battlefield", game.figure_name(state, found))))
        }
    }
}

fn names_of(
    game: &HeroScape,
    state: &State,
    figures: impl Iterator<Item = FigureId>,
) -> Names<FigureId> {
    let mut names = Names::of("figure");
    for id in figures {
        let (its, card) = (state.figure(id), game.card(state, id));
        names.add(game.figure_name(state, id), id);
        names.also(&draw::mark(game, state, id), id);
        let number = if its.number == 0 { 1 } else { its.number };
        for word in [&card.figure, &card.id, &card.name] {
            names.also(&format!("{word} {number}"), id);
        }
    }
    names
}

/// The fielded card of that name: of a seat's copies the first where the number is left out; for the judge, who has no
/// cards, the only one; for nobody the first.
pub(crate) fn copy_or_slip(
    game: &HeroScape,
    state: &State,
    seat: Option<Seat>,
    text: &str,
) -> Result<CopyId, Slip> {
    let text = text.trim();
    let numbered = text.strip_prefix("card #").and_then(|number| number.parse().ok());
    if let Some(id) = numbered.map(CopyId).filter(|id| id.index() < state.copies.len()) {
        return Ok(id);
    }
    let is_own = |copy: CopyId| seat.is_none_or(|seat| state.copy(copy).controller == seat);
    let has_own = state.all_copies().any(|(id, _)| is_own(id));
    let mut names = Names::of("card");
    let mut own: Vec<(&str, CopyId)> = Vec::new();
    for (id, _) in state.all_copies() {
        let card = game.card_of(state, id);
        names.add(game.copy_name(state, id), id);
        // Where several are called so, the seat means its own, and its first.
        for word in [card.id.as_str(), card.name.as_str(), card.figure.as_str()] {
            let is_first = own.iter().all(|(known, known_id)| *known != word || *known_id == id);
            if !has_own || (is_own(id) && is_first) {
                own.push((word, id));
            }
        }
    }
    own.iter().for_each(|(word, id)| names.also(word, *id));
    names.find(text)
}

/// One space or two.
pub(super) fn spot_or_slip(game: &HeroScape, text: &str) -> Result<Spot, Slip> {
    names::spaces_named(game, text).map(Spot).map_err(Slip::new)
}

fn path_or_slip(game: &HeroScape, text: &str) -> Result<Path, Slip> {
    let mut path = Path::new();
    for space in text.split([' ', ',']).filter(|space| !space.is_empty()) {
        let space = names::space_named(game, space).map_err(Slip::new)?;
        path.try_push(space).map_err(|_| Slip::new("a move is shorter than this path"))?;
    }
    Ok(path)
}

/// A side by its name.
pub(super) fn side_named(text: &str) -> Option<Side> {
    let known = |known: &Side| side_word(*known).eq_ignore_ascii_case(text.trim());
    Side::ALL.into_iter().find(known)
}

fn side_or_slip(text: &str) -> Result<Toward, Slip> {
    let sides = || Side::ALL.map(side_word).join(", ");
    let slip = || Slip::new(format!("`{}` is no side; there is {}", text.trim(), sides()));
    side_named(text).map(Toward).ok_or_else(slip)
}

pub(super) fn aim_or_slip(game: &HeroScape, state: &State, text: &str) -> Result<Aim, Slip> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word.to_lowercase().as_str() {
        "around" => Ok(Aim::Around),
        "from" => {
            let sides = || Side::ALL.map(side_word);
            let usage =
                || Slip::new(format!("expected a space and a side of it: {}", sides().join(", ")));
            let (space, side) = rest.split_once(' ').ok_or_else(usage)?;
            let side = side_named(side).ok_or_else(usage)?;
            Ok(Aim::Line(names::space_named(game, space).map_err(Slip::new)?, side))
        }
        "on" | "against" => {
            // A line beyond the target has a side as its last word.
            let side =
                rest.rsplit_once(' ').and_then(|(name, last)| Some((name, side_named(last)?)));
            if let Some((name, side)) = side {
                return Ok(Aim::FigureLine(figure_or_slip(game, state, name)?, side));
            }
            Ok(Aim::Figure(figure_or_slip(game, state, rest)?))
        }
        side if side_named(side).is_some() => {
            let says = format!("`{word}` of which space? a line is aimed `from SPACE SIDE`");
            Err(Slip::new(says))
        }
        _ => Ok(Aim::Figure(figure_or_slip(game, state, text)?)),
    }
}

pub(super) fn seat_or_slip(game: &HeroScape, text: &str) -> Result<Seat, Slip> {
    let mut names = Names::of("seat");
    for (name, seat) in game.seat_names.iter().zip((0..).map(Seat)) {
        names.add(name.as_str(), seat);
    }
    names.find(text)
}

/// The number, from 0, of the special attack of a figure that a text names.
pub(super) fn power_or_slip(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    power: &Power,
) -> Result<u8, Slip> {
    let specials: Vec<&str> =
        game.specials(game.card(state, figure)).map(|special| special.name.as_str()).collect();
    let wanted = match power {
        Power::Numbered(number) => return Ok(number.saturating_sub(1)),
        Power::Of(_, number) => return Ok(*number),
        Power::Named(wanted) => wanted,
    };
    let lower = wanted.to_lowercase();
    let holds = specials.iter().position(|name| name.to_lowercase().contains(&lower));
    holds.map(|at| at as u8).ok_or_else(|| match specials.len() {
        0 => Slip::new(format!("{} has no special attack", game.figure_name(state, figure))),
        _ => unlike_any("special attack", wanted, specials.iter().copied()),
    })
}

/// How a special attack is typed: what its name says beside "special attack", or its number where that names none.
pub(super) fn special_word(game: &HeroScape, state: &State, figure: FigureId, power: u8) -> String {
    let number = || power.saturating_add(1).to_string();
    if figure.index() >= state.figures.len() {
        return number();
    }
    let special = game.specials(game.card(state, figure)).nth(usize::from(power));
    let Some(special) = special else { return number() };
    let name = special.name.to_lowercase();
    let short = name.strip_suffix("special attack").unwrap_or(&name).trim();
    let named = Power::Named(short.to_string());
    match power_or_slip(game, state, figure, &named) {
        Ok(found) if found == power && !short.is_empty() => short.to_string(),
        _ => number(),
    }
}

fn power(text: &str) -> Power {
    match text.parse() {
        Ok(number) if number > 0 => Power::Numbered(number),
        _ => Power::Named(text.to_string()),
    }
}

fn dice_count(text: &str) -> Result<DiceCount, Slip> {
    let usage = || Slip::new("expected `dice N`, `dice +N` or `dice -N`");
    match text.starts_with(['+', '-']) {
        true => text.parse().map(DiceCount::More).map_err(|_| usage()),
        false => text.parse().map(DiceCount::Just).map_err(|_| usage()),
    }
}

/// A few names in a line.
pub(super) fn few_words(names: &[String]) -> String {
    few(names.iter().map(String::as_str))
}
