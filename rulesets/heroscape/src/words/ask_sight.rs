//! Who sees whom, and how far apart: figures, or spaces on which a figure is imagined.

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::names;
use crate::position::state::{CopyId, Fielded, Figure, FigureId, Place, State};
use crate::rules::{fitting, sight};
use crate::tables::catalog::{CardId, Size};
use crate::tables::rule::Rule;
use crate::words::{ask, draw, likely, nouns};
use umpire_core::command::counted;
use umpire_core::data::suggest;
use umpire_core::hex::SpaceId;
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::seat::Seat;

/// One end of a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Figure(FigureId),
    Space(SpaceId),
}

/// Answers `los A B`, each a figure or a space, with `as CARD` for figures imagined on spaces.
pub(super) fn answer_sight(game: &HeroScape, state: &State, rest: &str) -> Result<Answer, Slip> {
    let (rest, card) = match rest.split_once(" as ") {
        Some((before, after)) => {
            let (card, after) = card_before(game, after)?;
            (format!("{before} {after}"), Some(card))
        }
        None => (rest.to_string(), None),
    };
    let ends = two_ends(game, state, rest.trim_end())?;
    if ends.0 == ends.1 {
        return Err(Slip::new("two different figures or spaces are needed"));
    }
    let named = card.is_some();
    let card = card.unwrap_or_else(|| likeliest_card(game, state, ends));
    let mut table = state.clone();
    let (from, a) = stand_in(game, &mut table, ends.0, card)?;
    let (to, b) = stand_in(game, &mut table, ends.1, card)?;
    let imagined = table.figures.len() > state.figures.len();
    let mut answer = sight_between(game, &table, (from, to), (a, b));
    if imagined {
        let printed = game.catalog.card(card);
        let (id, size, height) = (&printed.id, printed.size.name(), printed.height);
        let other = if named { "" } else { "; `as CARD` imagines another" };
        let what = format!("with figures of {id} imagined there: {size} {height}{other}");
        answer.headline += &format!(" ({what})");
    }
    Ok(answer)
}

fn sight_between(
    game: &HeroScape,
    state: &State,
    (from, to): (FigureId, FigureId),
    (a, b): (String, String),
) -> Answer {
    let clear = sight::sees(game, state, from, to, Part::HitZone);
    let any = sight::sees(game, state, from, to, Part::Any);
    let mut ruling: Ruling<Rule> = Ruling::default();
    let fact = |part| sight::sight_fact_of(game, state, (from, to), part, (a.clone(), b.clone()));
    let mut hit_zone = fact(Part::HitZone);
    if let Some((place, away)) = where_it_would_see(game, state, from, to).filter(|_| !clear) {
        let away = counted(away, "space");
        hit_zone = hit_zone.remedy(format!("from {place}, {away} away, {a} would see {b}"));
    }
    let _ = ruling.require(Rule::LineOfSight, clear, || hit_zone.clone());
    if any != clear {
        // Only the line that decides is drawn: another beside it would seem to say the contrary.
        // Nor may its words: attacks want a hit zone, powers with clear sight any part.
        let undrawn = || {
            let fact = fact(Part::Any);
            let of_powers = |says: &String| format!("for powers with clear sight, {says}");
            let (says, held) = (of_powers(&fact.says), fact.held.as_ref().map(of_powers));
            Fact { shapes: Vec::new(), says, held, ..fact }
        };
        let _ = ruling.require(Rule::ClearSight, any, undrawn);
    }
    if game.adjacent(state, from, to) {
        ruling.modifier(Rule::AdjacentSight, 0, || {
            "they are adjacent, so attacks need no line of sight".to_string()
        });
    }
    let far = game
        .range(state, from, to)
        .map_or("out of range".to_string(), |range| format!("{} apart", counted(range, "space")));
    let sees = if clear { "sees" } else { "does not see" };
    let mut scene = draw::draw(game, state);
    scene.shapes.extend(hit_zone.shapes.clone());
    Answer {
        headline: format!("{a} {sees} {b}, {far}"),
        yes: Some(clear),
        ruling: Some(ruling.cited(|rule| game.cite_rule(*rule))),
        scene: Some(scene),
        ..Answer::default()
    }
}

/// How many spaces away a place from which a figure would see is looked for.
const SEARCH: u16 = 3;

/// The nearest space on which a figure would stand and see another, and how many spaces away it is; whether it may go there is
/// not asked.
fn where_it_would_see(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    to: FigureId,
) -> Option<(String, u16)> {
    let board = &game.ground.board;
    let start = board.hex_of(state.spaces(from)?.lead);
    let away = |space: &SpaceId| board.hex_of(*space).distance(start);
    let mut near: Vec<SpaceId> =
        board.space_ids().filter(|space| (1..=SEARCH).contains(&away(space))).collect();
    near.sort_by_key(away);
    let mut moved = state.clone();
    let place = near.into_iter().find(|space| {
        let stands = fitting::standing_at(game, state, from, *space);
        stands.is_some_and(|stands| {
            moved.put(from, stands);
            sight::sees(game, &moved, from, to, Part::HitZone)
        })
    })?;
    Some((game.ground.name(place), away(&place)))
}

/// Two ends named one after the other, with `to` or `and` between if one likes.
fn two_ends(game: &HeroScape, state: &State, text: &str) -> Result<(End, End), Slip> {
    for word in [" to ", " and ", " sees ", ","] {
        if let Some((a, b)) = text.split_once(word) {
            return Ok((end_or_slip(game, state, a)?, end_or_slip(game, state, b)?));
        }
    }
    let blanks = text.match_indices(' ').map(|(at, _)| at);
    // Where the first is one, what is wrong is the second.
    let mut second_is = None;
    for at in blanks {
        let (a, b) = (&text[..at], &text[at + 1..]);
        match (end_or_slip(game, state, a), end_or_slip(game, state, b)) {
            (Ok(a), Ok(b)) => return Ok((a, b)),
            (Ok(_), Err(slip)) => second_is = Some(slip),
            (Err(_), _) => {}
        }
    }
    if let Some(slip) = second_is {
        return Err(slip);
    }
    let first = text.split(' ').next().unwrap_or(text);
    end_or_slip(game, state, first)?;
    Err(Slip::new("expected two figures or spaces, as `los finn marro 2` or `los A1 F7`"))
}

fn end_or_slip(game: &HeroScape, state: &State, name: &str) -> Result<End, Slip> {
    let name = name.trim();
    if names::figure_named(game, state, name).is_none()
        && let Ok(space) = names::space_named(game, name)
    {
        return Ok(End::Space(space));
    }
    let figure = nouns::figure_or_slip(game, state, name);
    figure.map(End::Figure).map_err(|slip| likely::no_space(game, name).unwrap_or(slip))
}

/// The card that words begin with, and what is left of them: the other end may stand behind it.
fn card_before<'t>(game: &HeroScape, words: &'t str) -> Result<(CardId, &'t str), Slip> {
    let ends = words.match_indices(' ').map(|(at, _)| at).rev();
    let parted = std::iter::once(words.len()).chain(ends).find_map(|at| {
        let card = game.catalog.card_named(&words[..at])?;
        Some((card, words[at..].trim_start()))
    });
    parted.map_or_else(|| imagined_card(game, words).map(|card| (card, "")), Ok)
}

fn imagined_card(game: &HeroScape, name: &str) -> Result<CardId, Slip> {
    let known = || game.catalog.cards.iter().map(|card| card.id.as_str());
    let named = game.catalog.card_named(name);
    named.ok_or_else(|| {
        Slip::new(format!("there is no card `{name}`")).meant(suggest(name, known()))
    })
}

/// The card of a figure imagined on an empty space: the one at the other end, else any of medium
/// Height.
fn likeliest_card(game: &HeroScape, state: &State, ends: (End, End)) -> CardId {
    let there = |end: End| match end {
        End::Figure(figure) => Some(figure),
        End::Space(space) => state.occupant(space),
    };
    let card = |figure| state.copy(state.figure(figure).copy).card;
    // One that never moves comes to no other space.
    let moves = |card: &CardId| game.catalog.card(*card).spaces <= 2;
    let other = there(ends.0).or_else(|| there(ends.1)).map(card).filter(moves);
    if let Some(card) = other {
        return card;
    }
    let medium = |card: &crate::tables::catalog::ArmyCard| {
        card.size == Size::Medium && card.height == 5 && card.spaces == 1
    };
    let at = game.catalog.cards.iter().position(medium).unwrap_or(0);
    CardId(at as u16)
}

/// The figure at an end, imagined where nobody stands, and what it is called.
pub(crate) fn stand_in(
    game: &HeroScape,
    table: &mut State,
    end: End,
    card: CardId,
) -> Result<(FigureId, String), Slip> {
    let space = match end {
        End::Figure(figure) => {
            ask::on_battlefield(game, table, figure)?;
            return Ok((figure, game.figure_name(table, figure)));
        }
        End::Space(space) => space,
    };
    let place = game.ground.name(space);
    if let Some(figure) = table.occupant(space) {
        return Ok((figure, format!("{} at {place}", game.figure_name(table, figure))));
    }
    let (copy, figure) = (CopyId(table.copies.len() as u8), table.figures.len() as u8);
    let (owner, controller) = (Seat(0), Seat(0));
    table.copies.push(Fielded::new(card, owner));
    let imagined =
        Figure { copy, number: 0, owner, controller, wounds: 0, spent: 0, place: Place::Reserve };
    table.figures.push(imagined);
    let mut stands = Footprint::one(space);
    if game.catalog.card(card).spaces > 2 {
        fitting::footprints(game, game.catalog.card(card), space, |to| {
            stands = to;
            true
        });
    }
    table.put(FigureId(figure), stands);
    Ok((FigureId(figure), place))
}
