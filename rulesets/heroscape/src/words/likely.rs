//! What is likely meant where a command lacks a thing or names a space that is not there.

use super::nouns::{Noun, Thing};
use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::names;
use crate::position::state::{FigureId, State};
use crate::position::step::{DraftStep, PlacingStep, Step};
use crate::rules::reach;
use crate::steps::placing;
use crate::words::nouns;
use umpire_core::command::Slots;
use umpire_core::game::Game;
use umpire_core::hex::{Hex, Origin, SpaceId, parse_hex};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// What could be typed for a slot of a command: for the target of an attack the others on the
/// battlefield, enemies first, for the end of a move the spaces it reaches.
pub(super) fn likely_words(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    (slot, noun): (&str, Noun),
    before: &Slots<Thing>,
) -> Option<Vec<String>> {
    let figure = |slot: &str| match before.named(slot) {
        Some(Thing::Figure(figure)) => Some(*figure),
        _ => None,
    };
    let is_target = slot == "target" && before.named("ability").is_none();
    let by = figure("attacker").or_else(|| figure("figure"));
    let own = by.filter(|id| id.index() < state.figures.len());
    let side = own.map_or(seat, |id| state.figure(id).controller);
    let foe = |id: &FigureId| !state.friends(side, state.figure(*id).controller);
    // Friends may be attacked too.
    let others = || {
        let all = state.all_figures().map(|(id, _)| id);
        let others = all.filter(|id| state.spaces(*id).is_some() && Some(*id) != own);
        let (foes, friends): (Vec<FigureId>, Vec<FigureId>) = others.partition(foe);
        foes.into_iter().chain(friends).map(|id| game.figure_name(state, id))
    };
    match (noun, own) {
        (Noun::Figure, _) if is_target => Some(others().collect()),
        (Noun::Aim, own) => {
            let legal = own.map_or(Vec::new(), |id| aims_of(game, state, seat, id));
            let on = others().map(|name| format!("on {name}"));
            let any = || ["around".to_string()].into_iter().chain(on).collect();
            Some(if legal.is_empty() { any() } else { legal })
        }
        (Noun::Spot | Noun::Path, Some(id)) => Some(reached_words(game, state, id)),
        _ => nouns::things_words(game, state, seat, noun),
    }
}

/// At what the special attacks of a figure may be aimed now.
fn aims_of(game: &HeroScape, state: &State, seat: Seat, attacker: FigureId) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let aims = legal.into_iter().filter_map(|action| match action {
        Action::Special { attacker: other, aim, .. } if other == attacker => Some(Thing::Aim(aim)),
        _ => None,
    });
    let mut words: Vec<String> = Vec::new();
    for aim in aims.map(|aim| nouns::thing_words(game, state, &aim)) {
        if !words.contains(&aim) {
            words.push(aim);
        }
    }
    words
}

/// The spaces that a figure's legal moves lead to, the farthest from it first.
pub(super) fn reached_words(game: &HeroScape, state: &State, figure: FigureId) -> Vec<String> {
    let Some(from) = state.spaces(figure) else { return Vec::new() };
    let hex = |space: SpaceId| game.ground.board.hex_of(space);
    let mut to: Vec<SpaceId> =
        reach::ways(game, state, figure).iter().map(|way| way.lead).collect();
    to.retain(|space| *space != from.lead);
    to.sort_by_key(|space| (std::cmp::Reverse(hex(*space).distance(hex(from.lead))), *space));
    to.dedup();
    to.into_iter().map(|space| game.ground.name(space)).collect()
}

/// A slip where a figure stands already on the space that it is to move to.
pub(super) fn moves_at_all(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
) -> Result<(), Slip> {
    let here = state.spaces(figure).filter(|here| here.lead == to);
    if !here.is_some_and(|here| trail.is_none() || trail == here.trail()) {
        return Ok(());
    }
    let (to, name) = (game.ground.name(to), game.figure_name(state, figure));
    let other = match reached_words(game, state, figure).first() {
        Some(other) => format!("move it elsewhere, as `move {name} to {other}`"),
        None => "it reaches no other space now".to_string(),
    };
    Err(Slip::new(format!("{name} stands at {to} already: {other}")))
}

/// A slip of a space that is not there, with those nearest to it: where figures are placed, of the start zone.
pub(super) fn nearby(game: &HeroScape, state: &State, seat: Seat, text: &str, slip: Slip) -> Slip {
    let board = &game.ground.board;
    let Some(hex) = board.origin().parse(text.trim()) else { return slip };
    let places = matches!(
        state.step(),
        Some(Step::Placing(PlacingStep::Place(..)) | Step::Draft(DraftStep::Place(_)))
    );
    if places && let Some(figure) = placing::first_waiting(game, state, seat) {
        let free = placing::start_spaces(game, state, seat, figure, hex);
        let free: Vec<String> = free.into_iter().map(|to| names::spaces_words(game, to)).collect();
        if !free.is_empty() {
            let zone = "in the start zone are free";
            let says = format!("{}; {zone} {}", slip.says, free.join(", "));
            return Slip::new(format!("{says} (`board start zones` shows them all)"));
        }
    }
    told_near(game, hex, &slip.says).map_or(slip, Slip::new)
}

/// Letters of the longest name of a column.
const LONGEST_COLUMN: usize = 2;

/// The slip for what is written as a space and is none of the battlefield.
pub(super) fn no_space(game: &HeroScape, text: &str) -> Option<Slip> {
    let hex = game.ground.board.origin().parse(text.trim())?;
    let letters = text.trim().chars().filter(char::is_ascii_alphabetic).count();
    let says = format!("there is no space `{}`", text.trim().to_uppercase());
    told_near(game, hex, &says).filter(|_| letters <= LONGEST_COLUMN).map(Slip::new)
}

/// What is said of a space that is not there, with the nearest, and how columns and rows are called.
fn told_near(game: &HeroScape, hex: Hex, says: &str) -> Option<String> {
    let board = &game.ground.board;
    let all = || (0..board.spaces()).map(|at| SpaceId(at as u32));
    // Of those equally near the one straight up or down a column or along a row is meant.
    let (wanted_column, wanted_row) = hex.to_offset();
    let near = all().min_by_key(|space| {
        let here = board.hex_of(*space);
        let (column, row) = here.to_offset();
        let (aside, along) = (column.abs_diff(wanted_column), row.abs_diff(wanted_row));
        (here.distance(hex), aside.min(along))
    })?;
    let names = all().filter_map(|space| parse_hex(&board.hex_name(board.hex_of(space))));
    let (columns, rows): (Vec<i32>, Vec<i32>) = names.unzip();
    let corner = |column: Option<&i32>, row: Option<&i32>| {
        let (column, row) = (i16::try_from(*column?).ok()?, i16::try_from(*row?).ok()?);
        Some(Origin::default().name(Hex::from_offset(column, row)))
    };
    let first = corner(columns.iter().min(), rows.iter().min())?;
    let last = corner(columns.iter().max(), rows.iter().max())?;
    let near = game.ground.name(near);
    Some(format!("{says}; the nearest is {near}, and all are from {first} to {last}"))
}
