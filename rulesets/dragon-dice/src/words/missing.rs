//! What a line that breaks off is asked for: the word that is missing, with the few that there are.

use super::{QUESTIONS, USAGES};
use crate::action::{Action, Cast, Target};
use crate::catalog::Element;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place, Sort};
use crate::state::State;
use crate::words;
use crate::words::{names, say_action};
use umpire_core::command::few;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// The slip for a verb that stands alone where a word has to follow; nothing for other words.
pub(super) fn asked_back(game: &DragonDice, state: &State, seat: Seat, verb: &str) -> Option<Slip> {
    let (what, known) = follows(game, state, seat, verb)?;
    let known = match known.is_empty() {
        true => String::new(),
        false => format!(" {}", few(known.iter().map(String::as_str))),
    };
    Some(Slip::new(format!("`{verb}` which {what}?{known}{}", form_words(verb))))
}

/// The slip for a spell without a target, with those at which it may be aimed; nothing where none is legal.
pub(super) fn aimed_back(
    game: &DragonDice,
    state: &State,
    cast: &Cast,
    legal: &[Action],
) -> Option<Slip> {
    let of = |action: &Action| match action {
        Action::Cast(other) if other.spell == cast.spell && other.at != Target::Own => {
            let bare = Cast { times: 1, element: None, ..*other };
            let said = say_action::cast_words(game, state, &bare);
            said.split_once(" on ").map(|(_, at)| format!("`{at}`"))
        }
        _ => None,
    };
    let mut targets: Vec<String> = Vec::new();
    for target in legal.iter().filter_map(of) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    let spell = say_action::cast_words(game, state, &Cast { at: Target::Own, ..*cast });
    let known = few(targets.iter().map(String::as_str));
    (!targets.is_empty()).then(|| Slip::new(format!("`cast {spell}` on which target? {known}")))
}

/// What is asked for behind a verb, and the few that there are; they are not told where they are too many.
fn follows(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    verb: &str,
) -> Option<(&'static str, Vec<String>)> {
    let own = if state.seated(seat) { seat } else { state.marching };
    let armies = |mine: bool| {
        let seats = (0..state.players()).map(Seat).filter(|owner| (*owner == own) == mine);
        let armies = seats.flat_map(|owner| state.armies(owner));
        armies.map(|army| names::army_word(game, state, army)).collect()
    };
    let dice = |set: PieceSet| kinds_among(game, state, own, set);
    let at = |place: Place| if state.seated(own) { state.at(own, place) } else { PieceSet::NONE };
    Some(match verb {
        "march" => ("place", places_of(game, state, state.armies(own))),
        "melee" | "missile" | "missiles" => ("army", armies(false)),
        "targets" => ("army", armies(true)),
        "take" | "kill" => {
            let asked = say_action::in_question(state, seat);
            ("dice", kinds_among(game, state, asked.owner, asked.among))
        }
        "retreat" | "fly" => {
            let standing = state.terrains().map(at).fold(PieceSet::NONE, PieceSet::with);
            ("dice", dice(standing))
        }
        "move" => ("dice", dice(at(Place::RESERVE))),
        "where" => ("die", dice(PieceSet::ALL)),
        "recruit" => ("die", or_none(dice(at(Place::DEAD)))),
        "bring" => {
            let minors = state.roster.force(own).of_sort(Sort::Minor);
            ("minor terrain", or_none(dice(at(Place::POOL).and(minors))))
        }
        "face" => ("face", faces_to_turn(game, state)),
        "element" => ("element", Element::ALL.map(|it| it.name().to_string()).into()),
        "player" => {
            let seats = (0..state.players()).map(Seat);
            ("player", seats.map(|seat| words::seat_word(game, seat)).collect())
        }
        "choose" | "pick" => ("die", Vec::new()),
        "exchange" | "promote" => ("dice", Vec::new()),
        "go" => ("place", Vec::new()),
        "army" => ("army", Vec::new()),
        "name" => ("face", Vec::new()),
        "cast" => ("spell", Vec::new()),
        "split" => ("numbers", Vec::new()),
        "resolve" => ("icon", Vec::new()),
        "use" => ("ability", Vec::new()),
        "way" => ("number", Vec::new()),
        "breathe" | "breath" => ("breath", Vec::new()),
        _ => return None,
    })
}

/// The kinds of a player's dice of which some are among these.
pub(super) fn kinds_among(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
) -> Vec<String> {
    if !state.seated(owner) {
        return Vec::new();
    }
    let kinds = state.roster.force(owner).kinds().iter();
    let there = kinds.filter(|(_, set)| !set.and(among).is_empty());
    there.map(|(kind, _)| game.catalog.kind(*kind).id.clone()).collect()
}

/// What is said of a list with nothing in it.
fn or_none(known: Vec<String>) -> Vec<String> {
    if known.is_empty() { vec!["there is none".to_string()] } else { known }
}

fn places_of(game: &DragonDice, state: &State, armies: impl Iterator<Item = Army>) -> Vec<String> {
    armies.map(|army| names::place_word(game, state, army.place)).collect()
}

/// The faces of the minor terrain that is being turned.
fn faces_to_turn(game: &DragonDice, state: &State) -> Vec<String> {
    let Some((army, die)) = say_action::turning(state) else { return Vec::new() };
    let kind = state.roster.force(army.owner).kind(die);
    let mut faces: Vec<String> = Vec::new();
    for face in &game.catalog.dice.get(kind.die()).faces {
        if !faces.contains(&face.name) {
            faces.push(face.name.clone());
        }
    }
    faces
}

/// How a verb is typed, in brackets: ` (`take DICE`)`.
fn form_words(verb: &str) -> String {
    let actions = USAGES.iter().map(|(form, _)| *form);
    let questions = QUESTIONS.iter().map(|question| question.usage);
    let begins = |form: &&str| form.split(' ').next() == Some(verb);
    let mut forms = actions.chain(questions).flat_map(|form| form.split(" | ")).filter(begins);
    forms.next().map_or(String::new(), |form| format!(" (`{form}`)"))
}
