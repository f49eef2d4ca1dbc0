//! What places, armies, dice and rules are called; the same words are read back when they are typed.

use crate::position::action::{Action, Cast, Target};
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Piece, PieceSet};
use crate::position::state::State;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use crate::words::asked;
use crate::words::asked::Question;
use umpire_core::command;
use umpire_core::command::Vocabulary;
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;

/// The armies on the table of those players, each as it would be typed.
pub(super) fn army_words(
    game: &DragonDice,
    state: &State,
    of: impl Fn(Seat) -> bool,
) -> Vec<String> {
    let seats = (0..state.players()).map(Seat).filter(|seat| of(*seat));
    let armies = seats.flat_map(|owner| state.armies(owner));
    armies.map(|army| names::army_word(game, state, army)).collect()
}

/// The id of a die's kind.
pub fn kind_word<'g>(game: &'g DragonDice, state: &State, owner: Seat, die: u8) -> &'g str {
    let known = state.seated(owner) && usize::from(die) < state.roster.force(owner).members().len();
    if !known {
        return "?";
    }
    &game.catalog.kind(state.roster.force(owner).kind(die)).id
}

/// Dice of a player by kind and number: `2 oakling, oak`; `nothing` where there are none.
pub(crate) fn dice_words(game: &DragonDice, state: &State, owner: Seat, set: PieceSet) -> String {
    if !state.seated(owner) {
        return "nothing".to_string();
    }
    let mut words = Vec::new();
    for (kind, all) in state.roster.force(owner).kinds() {
        let count = set.and(*all).len();
        let id = &game.catalog.kind(*kind).id;
        match count {
            0 => {}
            1 => words.push(id.clone()),
            _ => words.push(format!("{count} {id}")),
        }
    }
    if words.is_empty() { "nothing".to_string() } else { words.join(", ") }
}

/// Dice as they are typed where `among` is in question: counted where the first ones are meant,
/// otherwise by their number among the dice of that kind (`oakling 3`).
pub fn exact_words(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    set: PieceSet,
) -> String {
    if !state.seated(owner) || set.is_empty() {
        return "nothing".to_string();
    }
    let mut words = Vec::new();
    for (kind, all) in state.roster.force(owner).kinds() {
        let wanted = set.and(*all);
        let id = &game.catalog.kind(*kind).id;
        let count = wanted.len();
        if count == 0 {
            continue;
        }
        let first: PieceSet =
            in_order(state, owner, among.and(*all)).take(count as usize).collect();
        if first == wanted {
            words.push(if count == 1 { id.clone() } else { format!("{count} {id}") });
            continue;
        }
        for die in wanted.iter() {
            words.push(format!("{id} {}", number_of(state, owner, die)));
        }
    }
    words.join(", ")
}

/// Dice in the order in which a count takes them: those that are held by nothing first.
pub(super) fn in_order(
    state: &State,
    owner: Seat,
    set: PieceSet,
) -> impl Iterator<Item = u8> + use<> {
    let held = state.held(owner, false);
    set.without(held).iter().chain(set.and(held).iter())
}

/// The number of a die among those of its kind in its owner's force, from 1.
pub(super) fn number_of(state: &State, owner: Seat, die: u8) -> u32 {
    let kinds = state.roster.force(owner).kinds();
    let own = kinds.iter().find(|(_, set)| set.contains(die));
    own.map_or(1, |(_, set)| set.iter().take_while(|other| *other <= die).count() as u32)
}

/// One die of anybody: `A red-drake`, `A red-drake at frontier`, `A red-drake 2`.
pub(crate) fn piece_word(game: &DragonDice, state: &State, piece: Piece) -> String {
    let Piece { owner, number } = piece;
    let (seat, kind) = (names::seat_word(game, owner), kind_word(game, state, owner, number));
    if !state.seated(owner) {
        return format!("{seat} {kind}");
    }
    let kinds = state.roster.force(owner).kinds();
    let all = kinds.iter().find(|(_, set)| set.contains(number));
    let all = all.map_or(PieceSet::NONE, |(_, set)| *set);
    if all.len() < 2 {
        return format!("{seat} {kind}");
    }
    let place = state.place_of(piece);
    if in_order(state, owner, all.and(state.at(owner, place))).next() == Some(number) {
        let preposition = if place.as_terrain().is_some() { "at" } else { "in" };
        return format!("{seat} {kind} {preposition} {}", names::place_word(game, state, place));
    }
    format!("{seat} {kind} {}", number_of(state, owner, number))
}

/// A die of anybody with its number, as pictures name it: `A oakling 3`.
pub(crate) fn die_word(game: &DragonDice, state: &State, piece: Piece) -> String {
    let Piece { owner, number } = piece;
    let kind = kind_word(game, state, owner, number);
    format!("{} {kind} {}", names::seat_word(game, owner), number_of(state, owner, number))
}

/// The name of a rule: of a row of a table its own, otherwise that of the rule index.
pub(crate) fn rule_name(game: &DragonDice, rule: Rule) -> String {
    match rule {
        Rule::Sai(sai) => game.catalog.sai(sai).name.clone(),
        Rule::Spell(spell) => game.catalog.spell(spell).name.clone(),
        Rule::Ability(ability) => game.catalog.ability(ability).name.clone(),
        rule => {
            let entry = game.catalog.rules.get(rule.id());
            entry.map_or(rule.id().to_string(), |entry| entry.name.replace('_', " "))
        }
    }
}

/// Counts by type in words: `4 melee, 2 save`; `nothing` for none.
pub(super) fn split_words(split: &[u8; 5]) -> String {
    let parts: Vec<String> = Counted::ALL
        .iter()
        .filter(|kind| split[kind.index()] > 0)
        .map(|kind| format!("{} {}", split[kind.index()], kind.name()))
        .collect();
    if parts.is_empty() { "nothing".to_string() } else { parts.join(" ") }
}

/// A list of dice; a single die of a roll that others of its kind share is told by its face.
pub(super) fn taken_words(game: &DragonDice, state: &State, seat: Seat, set: PieceSet) -> String {
    let Question { owner, among, roll } = asked::in_question(state, seat);
    if let (Some(roll), Some(die), 1) = (roll, set.first(), set.len())
        && let Some(words) = showing_words(game, state, roll, die)
    {
        return words;
    }
    exact_words(game, state, owner, among, set)
}

/// `oakling showing save`, for the first die of a kind in a roll with that face.
fn showing_words(game: &DragonDice, state: &State, roll: u8, die: u8) -> Option<String> {
    let roll = state.rolls.get(usize::from(roll))?;
    let force = state.roster.force(roll.army.owner);
    let (kind, face) = (force.kind(die), roll.face(die)?);
    let alike = roll
        .shown()
        .find(|(other, shown)| force.kind(*other) == kind && same_face(game, kind, *shown, face));
    let name = game.catalog.dice.get(kind.die()).face_name(face);
    (alike?.0 == die).then(|| format!("{} showing {name}", game.catalog.kind(kind).id))
}

/// Whether two faces of a kind look alike.
pub(super) fn same_face(
    game: &DragonDice,
    kind: crate::tables::catalog::KindId,
    one: u8,
    other: u8,
) -> bool {
    let die = game.catalog.dice.get(kind.die());
    die.face_name(one) == die.face_name(other)
}

/// A spell with its number, aim and element: `2 wind-walk on A at frontier with air`.
pub(crate) fn cast_words(game: &DragonDice, state: &State, cast: &Cast) -> String {
    let line = command::say(game, state, Seat::JUDGE, DragonDice::actions(), &Action::Cast(*cast));
    line.split_once(' ').map_or(String::new(), |(_, spell)| spell.to_string())
}

/// At what a spell is aimed; nothing for one of the caster's own.
pub(super) fn target_words(game: &DragonDice, state: &State, target: &Target) -> String {
    match *target {
        Target::Army(army) => names::army_word(game, state, army),
        Target::Terrain(place) => names::place_word(game, state, place),
        Target::Piece(piece) => piece_word(game, state, piece),
        Target::Units { of, units } => {
            let there = if state.seated(of.owner) { state.at(of.owner, of.place) } else { units };
            let dice = exact_words(game, state, of.owner, there, units);
            format!("{dice} of {}", names::army_word(game, state, of))
        }
        // Where it has gone there already it is not told as lying there.
        Target::Sent { piece, to } if state.seated(piece.owner) && state.place_of(piece) == to => {
            let (seat, kind) = (
                names::seat_word(game, piece.owner),
                kind_word(game, state, piece.owner, piece.number),
            );
            format!("{seat} {kind} to {}", names::place_word(game, state, to))
        }
        Target::Sent { piece, to } => {
            format!("{} to {}", piece_word(game, state, piece), names::place_word(game, state, to))
        }
        Target::SentUnits { of, units, to } => {
            let dice = target_words(game, state, &Target::Units { of, units });
            format!("{dice} to {}", names::place_word(game, state, to))
        }
        Target::Own => String::new(),
    }
}
