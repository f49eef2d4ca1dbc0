//! Actions as they would be typed.

use crate::action::{Action, Cast, Target};
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place};
use crate::roll::RollStep;
use crate::state::State;
use crate::steps::Step;
use crate::steps::dragons::DragonStep;
use crate::steps::march::MarchStep;
use crate::words;
use crate::words::{names, say};
use umpire_core::game::{Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

/// What a hand is asked to pick.
const AN_ARMY: &str = "an army";
const A_DIE: &str = "a die";
const WHO_GOES: &str = "the die that goes";
const WHO_COMES: &str = "the die that comes";
const A_PLAYER: &str = "a player";
const THE_TARGET: &str = "the target";
const WHERE_TO: &str = "where to";
const WHAT_TO_DO: &str = "what to do";
const AN_ELEMENT: &str = "an element";
const A_FACE: &str = "a face";
const A_SPELL: &str = "a spell";
const AN_ICON: &str = "an icon";
const AN_ABILITY: &str = "an ability";

/// The dice that a bare list of dice is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub owner: Seat,
    pub among: PieceSet,
    /// The roll whose faces tell dice apart.
    pub roll: Option<u8>,
}

/// The dice in question when a seat answers.
pub(super) fn in_question(state: &State, seat: Seat) -> Question {
    let owner = if state.seated(seat) { seat } else { state.marching };
    match state.steps.last() {
        Some(Step::Pick(pick)) => Question { owner: pick.of.owner, among: pick.among, roll: None },
        Some(Step::Roll(RollStep::Offer { roll: number, .. })) => {
            match state.rolls.get(usize::from(*number)) {
                Some(roll) => {
                    Question { owner: roll.army.owner, among: roll.dice, roll: Some(*number) }
                }
                None => Question { owner, among: PieceSet::ALL, roll: None },
            }
        }
        _ => Question { owner, among: PieceSet::ALL, roll: None },
    }
}

/// The place of the march in progress.
pub(super) fn marching_from(state: &State) -> Option<Place> {
    match state.steps.last() {
        Some(Step::March(MarchStep::Act(place) | MarchStep::Maneuver(place))) => Some(*place),
        _ => state.fight.as_ref().map(|fight| fight.attacker.place),
    }
}

pub(super) fn typed(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> String {
    let place = |place: &Place| names::place_word(game, state, *place);
    let own = |die: u8, among: PieceSet| {
        let owner = in_question(state, seat).owner;
        let among = if among.is_empty() { PieceSet::ALL } else { among };
        names::exact_words(game, state, owner, among, PieceSet::only(die))
    };
    let lying = |at: Place| {
        let owner = in_question(state, seat).owner;
        if state.seated(owner) { state.at(owner, at) } else { PieceSet::NONE }
    };
    match action {
        Action::Pass => "pass".to_string(),
        Action::Accept => match state.steps.last() {
            Some(Step::Dragons(DragonStep::Aim { .. })) => "army".to_string(),
            Some(Step::Fight(_) | Step::March(MarchStep::Oppose { .. })) => "counter".into(),
            _ => "yes".to_string(),
        },
        Action::March(from) => format!("march {}", place(from)),
        Action::Maneuver => "maneuver".to_string(),
        Action::Turn { up: true } => "up".to_string(),
        Action::Turn { up: false } => "down".to_string(),
        Action::Attack { with, target } if Some(target.place) == marching_from(state) => {
            format!("{} {}", with.name(), words::seat_word(game, target.owner))
        }
        Action::Attack { with, target } => {
            format!("{} {}", with.name(), names::army_word(game, state, *target))
        }
        Action::Magic => "magic".to_string(),
        Action::Take(set) => format!("take {}", taken_words(game, state, seat, *set)),
        Action::Choose(piece) => format!("choose {}", names::piece_word(game, state, *piece)),
        Action::Go(to) => format!("go {}", place(to)),
        Action::Player(seat) => format!("player {}", words::seat_word(game, *seat)),
        Action::Element(element) => format!("element {}", element.name()),
        Action::Name(eighth) => match game.catalog.eighth_faces.get(eighth.index()) {
            Some(face) => format!("name {}", face.id),
            None => "name ?".to_string(),
        },
        Action::Move { pieces, from, to } => move_words(game, state, seat, *pieces, *from, *to),
        Action::Exchange { out, back } => {
            let Question { owner, among, .. } = in_question(state, seat);
            let (out, back) = (
                names::exact_words(
                    game,
                    state,
                    owner,
                    among.and(together(state, owner, *out)),
                    *out,
                ),
                names::exact_words(game, state, owner, together(state, owner, *back), *back),
            );
            format!("exchange {out} for {back}")
        }
        Action::Recruit(die) => {
            let Question { owner, .. } = in_question(state, seat);
            let only = PieceSet::only(*die);
            format!("recruit {}", own(*die, together(state, owner, only)))
        }
        Action::Cast(cast) => format!("cast {}", cast_words(game, state, cast)),
        Action::Split(split) => format!("split {}", names::split_words(split)),
        Action::Resolve(sai) => match game.catalog.sais.get(sai.index()) {
            Some(sai) => format!("resolve {}", sai.id),
            None => "resolve ?".to_string(),
        },
        Action::Bring(die) => format!("bring {}", own(*die, lying(Place::POOL))),
        Action::Keep => "keep".to_string(),
        Action::RollMinor => "roll".to_string(),
        Action::Bury => "bury".to_string(),
        Action::Face(face) => format!("face {}", turned_word(game, state, *face)),
        Action::Assemble { home_die, home, campaign } => {
            let Question { owner, among, .. } = in_question(state, seat);
            let rest = among.without(*home);
            let home = names::exact_words(game, state, owner, among, *home);
            let campaign = names::exact_words(game, state, owner, rest, *campaign);
            format!("home {home}; campaign {campaign}; terrain {}", home_die + 1)
        }
        Action::First { first: true } => "first".to_string(),
        Action::First { first: false } => "choose frontier".to_string(),
        Action::Frontier(seat) => format!("frontier of {}", words::seat_word(game, *seat)),
        Action::Breathe(blast) => format!("breathe {} {}", blast.health, blast.elements),
        Action::Use { ability, at } => match game.catalog.abilities.get(ability.index()) {
            Some(ability) => format!("use {} at {}", ability.id, place(at)),
            None => "use ?".to_string(),
        },
        Action::Army(army) => format!("army {}", names::army_word(game, state, *army)),
        Action::Way(number) => format!("way {}", number.saturating_add(1)),
    }
}

/// Who answers: the one seat that is asked, or whose turn it is.
fn asked_seat(game: &DragonDice, state: &State) -> Seat {
    match game.pending(state, &mut Silent) {
        Pending::Choice(choice) if choice.seats.len() == 1 => choice.seats.first(),
        _ => None,
    }
    .unwrap_or(state.marching)
}

/// The things an action is about, as a hand would pick them: who acts, with what, on what; dice by their numbers. Each comes
/// with words that go on after `pick`.
pub(crate) fn action_picks(
    game: &DragonDice,
    state: &State,
    action: &Action,
) -> Vec<(&'static str, String)> {
    let seat = asked_seat(game, state);
    let asked = in_question(state, seat).owner;
    let place = |slot: &'static str, place: Place| (slot, names::place_word(game, state, place));
    let army = |slot: &'static str, army: Army| (slot, names::army_word(game, state, army));
    let die =
        |owner: Seat, number: u8| (A_DIE, names::die_word(game, state, Piece { owner, number }));
    let dice = |owner: Seat, set: PieceSet| -> Vec<_> {
        match state.seated(owner) {
            true => set.iter().map(|number| die(owner, number)).collect(),
            false => Vec::new(),
        }
    };
    let acts = || {
        let place = marching_from(state)?;
        Some(army(AN_ARMY, Army { owner: seat, place }))
    };
    let named = |slot: &'static str, name: Option<&String>| {
        vec![(slot, name.map_or("?".to_string(), String::clone))]
    };
    match action {
        Action::March(from) => vec![army(AN_ARMY, Army { owner: seat, place: *from })],
        Action::Attack { with, target } => {
            let with = (WHAT_TO_DO, with.name().to_string());
            acts().into_iter().chain([with, army(THE_TARGET, *target)]).collect()
        }
        Action::Magic => acts().into_iter().chain([(WHAT_TO_DO, "magic".to_string())]).collect(),
        Action::Take(set) => dice(asked, *set),
        Action::Choose(piece) => vec![die(piece.owner, piece.number)],
        Action::Go(to) => vec![place(WHERE_TO, *to)],
        Action::Player(seat) | Action::Frontier(seat) => {
            vec![(A_PLAYER, words::seat_word(game, *seat))]
        }
        Action::Element(element) => vec![(AN_ELEMENT, element.name().to_string())],
        Action::Name(eighth) => {
            let face = game.catalog.eighth_faces.get(eighth.index());
            named(A_FACE, face.map(|face| &face.id))
        }
        Action::Move { pieces, to, .. } => {
            [dice(seat, *pieces), vec![place(WHERE_TO, *to)]].concat()
        }
        Action::Exchange { out, back } => {
            let named = |slot: &'static str, set: PieceSet| {
                dice(asked, set).into_iter().map(move |(_, die)| (slot, die))
            };
            named(WHO_GOES, *out).chain(named(WHO_COMES, *back)).collect()
        }
        Action::Recruit(number) | Action::Bring(number) => dice(asked, PieceSet::only(*number)),
        Action::Cast(cast) => {
            let spell = game.catalog.spells.get(cast.spell.index());
            let mut picks = named(A_SPELL, spell.map(|spell| &spell.id));
            match cast.at {
                Target::Army(at) => picks.push(army(THE_TARGET, at)),
                Target::Terrain(at) => picks.push(place(THE_TARGET, at)),
                Target::Piece(piece) => picks.push(die(piece.owner, piece.number)),
                Target::Units { of, units } => picks.extend(dice(of.owner, units)),
                Target::Sent { piece, to } => {
                    picks.extend([die(piece.owner, piece.number), place(WHERE_TO, to)]);
                }
                Target::SentUnits { of, units, to } => {
                    picks.extend(dice(of.owner, units));
                    picks.push(place(WHERE_TO, to));
                }
                Target::Own => {}
            }
            picks.extend(cast.element.map(|with| (AN_ELEMENT, with.name().to_string())));
            picks
        }
        Action::Resolve(sai) => {
            named(AN_ICON, game.catalog.sais.get(sai.index()).map(|sai| &sai.id))
        }
        Action::Use { ability, at } => {
            let ability = game.catalog.abilities.get(ability.index());
            let mut picks = named(AN_ABILITY, ability.map(|ability| &ability.id));
            picks.push(army(AN_ARMY, Army { owner: seat, place: *at }));
            picks
        }
        Action::Army(at) => vec![army(AN_ARMY, *at)],
        Action::Face(face) => vec![(A_FACE, turned_word(game, state, *face))],
        Action::Pass
        | Action::Accept
        | Action::Maneuver
        | Action::Turn { .. }
        | Action::Split(_)
        | Action::Keep
        | Action::RollMinor
        | Action::Bury
        | Action::Assemble { .. }
        | Action::First { .. }
        | Action::Breathe(_)
        | Action::Way(_) => Vec::new(),
    }
}

/// The die that is turned to a face: the minor terrain beside the army on its march.
pub(super) fn turning(state: &State) -> Option<(Army, u8)> {
    let Some(Step::Minor(step)) = state.steps.last() else { return None };
    let army = Army { owner: state.marching, place: step.place() };
    state.minor(army).map(|die| (army, die))
}

fn turned_word(game: &DragonDice, state: &State, face: u8) -> String {
    match turning(state) {
        Some((army, die)) => say::face_word(game, state, army.owner, die, face),
        None => (u16::from(face) + 1).to_string(),
    }
}

/// All dice of a player that lie where the first of a set lies.
pub(super) fn together(state: &State, owner: Seat, set: PieceSet) -> PieceSet {
    match set.first() {
        Some(number) if state.seated(owner) => {
            state.at(owner, state.place_of(Piece { owner, number }))
        }
        _ => PieceSet::ALL,
    }
}

/// A list of dice; a single die of a roll that others of its kind share is told by its face.
fn taken_words(game: &DragonDice, state: &State, seat: Seat, set: PieceSet) -> String {
    let Question { owner, among, roll } = in_question(state, seat);
    if let (Some(roll), Some(die), 1) = (roll, set.first(), set.len())
        && let Some(words) = showing_words(game, state, roll, die)
    {
        return words;
    }
    names::exact_words(game, state, owner, among, set)
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
    kind: crate::catalog::KindId,
    one: u8,
    other: u8,
) -> bool {
    let die = game.catalog.dice.get(kind.die());
    die.face_name(one) == die.face_name(other)
}

fn move_words(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    pieces: PieceSet,
    from: Place,
    to: Place,
) -> String {
    let owner = if state.seated(seat) { seat } else { state.marching };
    let dice = names::exact_words(game, state, owner, state.at(owner, from), pieces);
    let (source, goal) = (names::place_word(game, state, from), names::place_word(game, state, to));
    match (from, to) {
        (Place::RESERVE, _) => format!("move {dice} to {goal}"),
        (_, Place::RESERVE) => format!("retreat {dice} from {source}"),
        _ => format!("fly {dice} from {source} to {goal}"),
    }
}

/// A spell with its number, aim and element: `2 wind-walk on A at frontier with air`.
pub(super) fn cast_words(game: &DragonDice, state: &State, cast: &Cast) -> String {
    let spell = game.catalog.spells.get(cast.spell.index()).map_or("?", |spell| &spell.id);
    let times = if cast.times == 1 { String::new() } else { format!("{} ", cast.times) };
    let at = target_words(game, state, cast);
    let element = cast.element.map_or(String::new(), |with| format!(" with {}", with.name()));
    format!("{times}{spell}{at}{element}")
}

fn target_words(game: &DragonDice, state: &State, cast: &Cast) -> String {
    match &cast.at {
        Target::Army(army) => format!(" on {}", names::army_word(game, state, *army)),
        Target::Terrain(place) => format!(" on {}", names::place_word(game, state, *place)),
        Target::Piece(piece) => format!(" on {}", names::piece_word(game, state, *piece)),
        Target::Units { of: Army { owner, place }, units } => {
            let there = if state.seated(*owner) { state.at(*owner, *place) } else { *units };
            let dice = names::exact_words(game, state, *owner, there, *units);
            let army = names::army_word(game, state, Army { owner: *owner, place: *place });
            format!(" on {dice} of {army}")
        }
        Target::Sent { piece, to } => {
            let goal = names::place_word(game, state, *to);
            format!(" on {} to {goal}", names::piece_word(game, state, *piece))
        }
        Target::SentUnits { of, units, to } => {
            let sent = Cast { at: Target::Units { of: *of, units: *units }, ..*cast };
            let (dice, goal) =
                (target_words(game, state, &sent), names::place_word(game, state, *to));
            format!("{dice} to {goal}")
        }
        Target::Own => String::new(),
    }
}
