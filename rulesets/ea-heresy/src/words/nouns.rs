//! What commands name: formations, units, places, and what a clause of several words says of them.

use super::asked;
use super::cursor::{Cursor, Parsed};
use crate::position::action::{Blow, BlowTarget, Order, Target};
use crate::position::game::EaHeresy;
use crate::position::names;
use crate::position::names::said_place;
use crate::position::state::{Body, FormationNo, PieceNo, Stance, State, UnitNo};
use crate::rules::deployment;
use crate::words::typed_names;
use umpire_core::command::{Noun as _, few};
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;
use umpire_core::table::{Facing, Length, Point, said};

umpire_core::nouns! {
    /// What a command may name.
    pub enum Thing, Noun {
        /// A formation.
        Formation(FormationNo) = "formation",
        /// Several formations.
        Formations(Formations) = "formations",
        /// A unit; a number alone counts in the formation that is asked about.
        Unit(UnitNo) = "unit",
        /// Several units, or none.
        Units(Units) = "units",
        /// A unit or a stronghold.
        Body(Body) = "unit|stronghold",
        /// A stronghold, in ruins or not.
        Stronghold(PieceNo) = "stronghold",
        /// What is shot at.
        Target(Target) = "target",
        /// A side.
        Side(Seat) = "side",
        /// What a formation does in its action.
        Order(Order) = "order",
        /// A place on the table.
        Place(Point) = "place",
        /// Where a unit looks.
        Direction(Facing) = "direction",
        /// How a unit moves, and how others after it do.
        Way(Way) = "way",
        /// How several units move.
        Moves(Moves) = "moves",
        /// How is shot: with what, where templates lie.
        Manner(Manner) = "manner",
        /// Where a formation starts.
        Start(Start) = "start",
        /// What is said of an order behind its name.
        Clauses(Clauses) = "clauses",
        /// Who of those inside is tied to which invader.
        Ties(Ties) = "ties",
        /// How attacks are divided.
        Blows(Blows) = "blows",
        /// What a formation did this turn.
        Stance(Stance) = "stance",
        /// Whether something is so.
        Answer(bool) = "yes|no",
        /// Centimetres.
        Distance(Distance) = "length-in-cm",
        /// A number.
        Number(u8) = "number",
    }
}

/// Formations, joined by `and`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formations(pub Vec<FormationNo>);

/// Units, joined by commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Units(pub Vec<UnitNo>);

/// Clauses that say how a unit moves, in any order; what they mean depends on who moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// As typed or said.
    pub words: String,
    /// Where it ends, in the words by which a hand points there.
    pub to: Option<String>,
}

/// Moves of several units, joined by `;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// As typed or said.
    pub words: String,
    /// Whom they all charge or the middle of where they end, in the words by which a hand points there.
    pub to: Option<String>,
}

/// Clauses that say how is shot, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manner(pub String);

/// One place for a whole formation or one for each of its units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// As typed or said.
    pub words: String,
    /// The first of them, in the words by which a hand points there.
    pub to: Option<String>,
}

/// Clauses that say how an order is carried out, in any order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clauses(pub String);

/// Occupants, each with the invader that it is tied to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ties(pub Vec<(UnitNo, UnitNo)>);

/// How units strike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blows(pub Vec<Blow>);

/// A length on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance(pub Length);

/// What a formation did this turn, in a word; [`stance_words`] says it with its order.
const STANCES: [(&str, Stance); 5] = [
    ("ready", Stance::Ready),
    ("acted", Stance::Acted(Order::Advance)),
    ("overwatch", Stance::Overwatch { acted: true }),
    ("waiting", Stance::Overwatch { acted: false }),
    ("lost", Stance::Lost),
];

/// The thing that somebody means by a text. A judge who changes the position speaks of no formation in particular.
pub(super) fn read(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    noun: Noun,
    text: &str,
) -> Parsed<Thing> {
    let own = if seat == Seat::JUDGE { Vec::new() } else { asked::own_units(game, state) };
    if text.is_empty() {
        return Err(Slip::asking(format!("which {}?", noun.word())));
    }
    let mut cursor = Cursor::new(text);
    let cursor = &mut cursor;
    let words = || text.to_lowercase();
    let thing = match noun {
        Noun::Formation => typed_names::typed_formation(game, cursor)?.into(),
        Noun::Formations => {
            let named = |cursor: &mut Cursor| typed_names::typed_formation(game, cursor);
            Formations(listed_in(cursor, &[",", "and"], named)?).into()
        }
        Noun::Unit => {
            let unit = typed_names::typed_unit(game, state, &own, cursor)?;
            typed_names::eat_lone_number(game, state, unit, cursor);
            unit.into()
        }
        Noun::Units if cursor.eat("none") => Units(Vec::new()).into(),
        Noun::Units => {
            let named = |cursor: &mut Cursor| typed_names::typed_unit(game, state, &own, cursor);
            Units(listed_in(cursor, &[",", "and"], named)?).into()
        }
        Noun::Body => {
            let body = typed_names::typed_body(game, state, &own, cursor)?;
            if let Body::Unit(unit) = body {
                typed_names::eat_lone_number(game, state, unit, cursor);
            }
            body.into()
        }
        Noun::Stronghold => typed_names::typed_stronghold(game, cursor)?.into(),
        Noun::Target => typed_names::typed_target(game, cursor)?.into(),
        Noun::Side => typed_names::typed_seat(game, cursor)?.into(),
        Noun::Order => typed_order(cursor)?.into(),
        Noun::Place => {
            let usage = || Slip::new(format!("`{text}` is no place, expected one as `(84.5, 60)`"));
            cursor.spot().ok_or_else(usage)?.into()
        }
        Noun::Direction => {
            let slip = || Slip::new("expected a direction, as `facing NE` or `facing 45`");
            cursor.direction().ok_or_else(slip)?.into()
        }
        Noun::Way => return Ok(Way { words: words(), to: None }.into()),
        Noun::Moves if text.contains(';') => {
            return Ok(Moves { words: words(), to: None }.into());
        }
        Noun::Moves => return Err(Slip::new("several moves are joined by `;`")),
        Noun::Manner => return Ok(Manner(words()).into()),
        Noun::Start
            if ["at", "in", "aboard"].map(Some).contains(&cursor.peek())
                || cursor.clone().spot().is_some() =>
        {
            return Ok(Start { words: words(), to: None }.into());
        }
        Noun::Start => {
            return Err(Slip::new("expected `at (x, y)`, `in STRONGHOLD` or `aboard UNIT`"));
        }
        Noun::Clauses => return Ok(Clauses(words()).into()),
        Noun::Ties => Ties(typed_ties(game, state, &own, cursor)?).into(),
        Noun::Blows => return Ok(Blows(typed_blows(game, state, &own, cursor)?).into()),
        Noun::Stance => typed_stance(cursor)?.into(),
        Noun::Answer => typed_answer(cursor)?.into(),
        Noun::Distance => {
            let slip = || Slip::new(format!("`{text}` is no length in centimetres"));
            Distance(cursor.length().ok_or_else(slip)?).into()
        }
        Noun::Number => {
            let number = cursor.number().and_then(|number| u8::try_from(number).ok());
            let slip = || Slip::new(format!("`{text}` is no number up to 255"));
            number.ok_or_else(slip)?.into()
        }
    };
    cursor.finish(thing)
}

/// Things behind each other, with one of these words between two.
pub(super) fn listed_in<T>(
    cursor: &mut Cursor,
    between: &[&str],
    read: impl Fn(&mut Cursor) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut things = vec![read(cursor)?];
    while cursor.eat_any(between) {
        things.push(read(cursor)?);
    }
    Ok(things)
}

fn typed_order(cursor: &mut Cursor) -> Parsed<Order> {
    let word = cursor.peek().unwrap_or_default().to_string();
    Order::typed(cursor).ok_or_else(|| no_order(&word, "a formation"))
}

/// The slip for a word that is no order, with the one that was probably meant.
pub(super) fn no_order(word: &str, whose: &str) -> Slip {
    let orders = || Order::ALL.into_iter().map(Order::name);
    let all = orders().collect::<Vec<_>>().join(", ");
    let says = format!("`{word}` is no action of {whose}, which may {all}");
    Slip::new(says).meant(suggest(word, orders()))
}

fn typed_ties(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    cursor: &mut Cursor,
) -> Parsed<Vec<(UnitNo, UnitNo)>> {
    if cursor.eat_any(&["nobody", "none"]) {
        return Ok(Vec::new());
    }
    listed_in(cursor, &[",", "and", ";"], |cursor| {
        let occupant = typed_names::typed_unit(game, state, own, cursor)?;
        if !cursor.eat("to") {
            return Err(Slip::new("expected `tie OCCUPANT to INVADER`"));
        }
        Ok((occupant, typed_names::typed_unit(game, state, own, cursor)?))
    })
}

/// `wolves 1 cc 2 ff 1 at keep; ...`.
fn typed_blows(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    cursor: &mut Cursor,
) -> Parsed<Vec<Blow>> {
    let usage =
        || Slip::new("expected `strike UNIT cc N ff N [at STRONGHOLD | inside STRONGHOLD]`");
    let mut blows = Vec::new();
    for mut part in cursor.split(&[";", ","]) {
        let unit = typed_names::typed_unit(game, state, own, &mut part)?;
        let mut blow = Blow { unit, close_combat: 0, firefight: 0, at: BlowTarget::Enemy };
        while !part.done() {
            let small = |part: &mut Cursor| {
                part.number().and_then(|number| u8::try_from(number).ok()).ok_or_else(usage)
            };
            if part.eat("cc") {
                blow.close_combat = small(&mut part)?;
            } else if part.eat("ff") {
                blow.firefight = small(&mut part)?;
            } else if part.eat_any(&["at the enemy", "at enemy"]) {
                blow.at = BlowTarget::Enemy;
            } else if part.eat_any(&["inside", "at inside"]) {
                blow.at = BlowTarget::Inside(typed_names::typed_stronghold(game, &mut part)?);
            } else if part.eat("at") {
                blow.at = BlowTarget::Stronghold(typed_names::typed_stronghold(game, &mut part)?);
            } else {
                return Err(usage());
            }
        }
        blows.push(blow);
    }
    Ok(blows)
}

fn typed_stance(cursor: &mut Cursor) -> Parsed<Stance> {
    let known = || STANCES.iter().map(|(word, _)| *word);
    let Some((_, stance)) = STANCES.iter().find(|(word, _)| cursor.eat(word)) else {
        let found = cursor.peek().unwrap_or("nothing");
        let all = known().collect::<Vec<_>>().join(", ");
        let says = format!("expected one of {all}, found `{found}`");
        return Err(Slip::new(says).meant(suggest(found, known())));
    };
    Ok(match *stance {
        Stance::Acted(usual) => Stance::Acted(Order::typed(cursor).unwrap_or(usual)),
        other => other,
    })
}

fn typed_answer(cursor: &mut Cursor) -> Parsed<bool> {
    if cursor.eat_any(&["yes", "true"]) {
        return Ok(true);
    }
    if cursor.eat_any(&["no", "false"]) {
        return Ok(false);
    }
    Err(Slip::new(format!("expected `yes` or `no`, found `{}`", cursor.rest())))
}

/// A thing as it would be typed.
pub(super) fn said_thing(game: &EaHeresy, thing: &Thing) -> String {
    let unit = |unit: &UnitNo| names::unit_word(game, *unit);
    let formation = |it: &FormationNo| names::formation_word(game, *it);
    let joined = |names: Vec<String>, between: &str| names.join(between);
    match thing {
        Thing::Formation(it) => formation(it),
        Thing::Formations(Formations(all)) => joined(all.iter().map(formation).collect(), " and "),
        Thing::Unit(it) => unit(it),
        Thing::Units(Units(none)) if none.is_empty() => "none".to_string(),
        Thing::Units(Units(all)) => joined(all.iter().map(unit).collect(), ", "),
        Thing::Body(body) => names::body_word(game, *body),
        Thing::Stronghold(piece) => names::piece_word(game, *piece),
        Thing::Target(target) => names::target_word(game, *target),
        Thing::Side(seat) => names::seat_word(game, *seat),
        Thing::Order(order) => order.name().to_string(),
        Thing::Place(at) => said_place(*at),
        Thing::Direction(facing) => facing.to_degrees().to_string(),
        Thing::Way(Way { words, .. })
        | Thing::Moves(Moves { words, .. })
        | Thing::Manner(Manner(words))
        | Thing::Start(Start { words, .. })
        | Thing::Clauses(Clauses(words)) => words.clone(),
        Thing::Ties(Ties(none)) if none.is_empty() => "nobody".to_string(),
        Thing::Ties(Ties(ties)) => {
            let tie = |(one, other): &(UnitNo, UnitNo)| format!("{} to {}", unit(one), unit(other));
            joined(ties.iter().map(tie).collect(), ", ")
        }
        Thing::Blows(Blows(blows)) => {
            joined(blows.iter().map(|blow| blow_words(game, blow)).collect(), "; ")
        }
        Thing::Stance(stance) => stance_words(*stance),
        Thing::Answer(true) => "yes".to_string(),
        Thing::Answer(false) => "no".to_string(),
        Thing::Distance(Distance(length)) => said(*length).to_string(),
        Thing::Number(number) => number.to_string(),
    }
}

fn blow_words(game: &EaHeresy, blow: &Blow) -> String {
    let at = match blow.at {
        BlowTarget::Enemy => String::new(),
        BlowTarget::Stronghold(piece) => format!(" at {}", names::piece_word(game, piece)),
        BlowTarget::Inside(piece) => format!(" inside {}", names::piece_word(game, piece)),
    };
    let name = names::unit_word(game, blow.unit);
    format!("{name} cc {} ff {}{at}", blow.close_combat, blow.firefight)
}

/// What a formation did this turn, as amendments and facts say it.
pub(super) fn stance_words(stance: Stance) -> String {
    match stance {
        Stance::Acted(order) => format!("acted {}", order.name()),
        other => STANCES
            .iter()
            .find(|(_, known)| *known == other)
            .map_or(String::new(), |(word, _)| word.to_string()),
    }
}

/// What a hand points at for a thing: units and formations one by one.
pub(super) fn pointed_at(game: &EaHeresy, thing: &Thing) -> Vec<String> {
    let unit = |unit: &UnitNo| names::unit_word(game, *unit);
    match thing {
        Thing::Formations(Formations(all)) => {
            all.iter().map(|it| names::formation_word(game, *it)).collect()
        }
        Thing::Units(Units(all)) => all.iter().map(unit).collect(),
        Thing::Ties(Ties(ties)) => {
            ties.iter().flat_map(|(one, other)| [unit(one), unit(other)]).collect()
        }
        Thing::Way(Way { to, .. })
        | Thing::Moves(Moves { to, .. })
        | Thing::Start(Start { to, .. }) => to.iter().cloned().collect(),
        Thing::Manner(_)
        | Thing::Clauses(_)
        | Thing::Blows(_)
        | Thing::Number(_)
        | Thing::Direction(_) => Vec::new(),
        thing => vec![said_thing(game, thing)],
    }
}

/// What could be typed for a noun, where it can be listed; of units those first that are asked about.
pub(super) fn listed(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    noun: Noun,
) -> Option<Vec<String>> {
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    let formations = || state.all_formations().map(|it| names::formation_word(game, it));
    let strongholds = || {
        let all = game.board.all().filter(|piece| names::is_stronghold(game, *piece));
        all.map(|piece| names::piece_word(game, piece))
    };
    let units = || {
        let own = if seat == Seat::JUDGE { Vec::new() } else { asked::own_units(game, state) };
        let others = state.all_units().filter(|unit| !own.contains(unit)).collect::<Vec<_>>();
        let all = own.into_iter().chain(others).filter(|unit| state.unit(*unit).alive());
        all.map(|unit| names::unit_word(game, unit)).collect::<Vec<_>>()
    };
    Some(match noun {
        Noun::Formation => formations().collect(),
        Noun::Formations => enemies(game, state, seat),
        Noun::Unit | Noun::Units => units(),
        Noun::Body => units().into_iter().chain(strongholds()).collect(),
        Noun::Stronghold => strongholds().collect(),
        Noun::Target => enemies(game, state, seat).into_iter().chain(strongholds()).collect(),
        Noun::Side => game.sides.iter().map(|side| side.name.clone()).collect(),
        Noun::Order => Order::ALL.map(|order| order.name().to_string()).into(),
        Noun::Stance => STANCES.map(|(word, _)| word.to_string()).into(),
        Noun::Answer => words(&["yes", "no"]),
        Noun::Clauses => words(&["by road", "pop up all"]),
        Noun::Way => words(&["12 NE", "hold"]),
        Noun::Place
        | Noun::Direction
        | Noun::Moves
        | Noun::Manner
        | Noun::Start
        | Noun::Ties
        | Noun::Blows
        | Noun::Distance
        | Noun::Number => return None,
    })
}

/// Formations of the enemy of which somebody is left.
fn enemies(game: &EaHeresy, state: &State, seat: Seat) -> Vec<String> {
    let is_foe = |it: &FormationNo| {
        state.formation(*it).owner != seat && state.members(*it).next().is_some()
    };
    let foes = state.all_formations().filter(is_foe);
    foes.map(|it| names::formation_word(game, it)).collect()
}

/// What could be typed for a slot: formations of whoever speaks, that may still do it.
pub(super) fn likely(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    (slot, noun): (&str, Noun),
) -> Option<Vec<String>> {
    let own = |it: &FormationNo| seat == Seat::JUDGE || state.formation(*it).owner == seat;
    let formations = |all: Vec<FormationNo>| {
        Some(all.into_iter().map(|it| names::formation_word(game, it)).collect())
    };
    match (slot, noun) {
        ("deployed", _) => formations(deployment::undeployed(state, seat).collect()),
        ("foe", Noun::Formation) => Some(enemies(game, state, seat)),
        ("formation", Noun::Formation) => formations(state.all_formations().filter(own).collect()),
        _ => listed(game, state, seat, noun),
    }
}

/// Sides that may hold an objective: always one of them.
pub(super) fn no_holder(game: &EaHeresy) -> Slip {
    let sides = few(game.sides.iter().map(|side| side.name.as_str()));
    Slip::new(format!(
        "an objective belongs to one of {sides}; who controls it follows from who is near it"
    ))
}
