//! Actions read as people type them.

use super::cursor::{Cursor, Parsed};
use crate::action::{Action, Blow, BlowTarget, Deployed, Order, UnitMove, Way};
use crate::catalog::Traits;
use crate::game::EaHeresy;
use crate::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use crate::steps::setup::slots;
use crate::steps::turn::TurnStep;
use crate::steps::{Step, Subject, setup};
use crate::units;
use crate::victory;
use crate::words::{names, parse_amendment, parse_fire, parse_moves, say_action, say_choice};
use umpire_core::command::{few, goes_on};
use umpire_core::data::suggest;
use umpire_core::game::{Game, Pending};
use umpire_core::host::Slip;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::table::{Facing, Point};

/// First words of what may be typed.
pub(super) const STARTS: [&str; 21] = [
    "pass",
    "yes",
    "no",
    "done",
    "go first",
    "go second",
    "move",
    "shoot",
    "regroup",
    "engage",
    "pick",
    "tie",
    "strike",
    "support",
    "spirit",
    "place",
    "deploy",
    "rally",
    "share",
    "all",
    "hold",
];

/// Reads an action; a slip says what was expected and what was probably meant.
pub(crate) fn parse_action(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    text: &str,
) -> Parsed<Action> {
    let read = read_action(game, state, seat, text).map_err(|slip| {
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        let said: Vec<String> =
            legal.iter().map(|action| say_action::action_words(game, state, action)).collect();
        let is_formation = names::typed_formation(game, &mut Cursor::new(text)).is_ok();
        let more = goes_on(text, said.iter().map(String::as_str));
        more.filter(|_| !is_formation).unwrap_or(slip)
    });
    match (&read, state.steps.last()) {
        // At a referee's table most of what is typed changes the position.
        (Err(_), Some(Step::Turn(TurnStep::Free))) => {
            parse_amendment::parse_change(game, state, text).map_or_else(Err, |_| read)
        }
        _ => read,
    }
}

fn read_action(game: &EaHeresy, state: &State, seat: Seat, text: &str) -> Parsed<Action> {
    let mut cursor = Cursor::new(text);
    let plain = |cursor: &Cursor, action: Action| cursor.finish(action);
    if cursor.eat("go first") {
        return plain(&cursor, Action::GoFirst(true));
    }
    if cursor.eat_any(&["go second", "let them go first"]) {
        return plain(&cursor, Action::GoFirst(false));
    }
    if cursor.eat_any(&["pass", "no"]) {
        return plain(&cursor, Action::Pass);
    }
    if cursor.eat_any(&["yes", "accept"]) {
        return plain(&cursor, Action::Accept);
    }
    if cursor.eat_any(&["done", "end move", "stop moving"]) {
        return plain(&cursor, Action::Done);
    }
    for (word, way) in [("move", Way::Move), ("shoot", Way::Shoot), ("regroup", Way::Regroup)] {
        let mut ahead = cursor.clone();
        if ahead.eat(word) && ahead.done() {
            return Ok(Action::Choose(way));
        }
    }
    let acting = asked_formation(game, state);
    let own = acting.map_or(Vec::new(), |formation| names::all_of(state, formation));
    match cursor.peek() {
        Some("shoot" | "fire") => {
            cursor.eat_any(&["shoot at", "fire at", "shoot", "fire"]);
            if cursor.done() {
                return Err(which_enemy(game, state, seat, "shoot"));
            }
            return parse_fire::parse_fire(game, state, seat, cursor);
        }
        Some("engage") => {
            cursor.eat("engage");
            if cursor.done() {
                return Err(which_enemy(game, state, seat, "engage"));
            }
            return parse_engage(game, cursor);
        }
        Some("pick") => return parse_pick(game, state, &own, cursor),
        Some("tie") => return parse_tie(game, state, &own, cursor),
        Some("strike") => return parse_strike(game, state, &own, cursor),
        Some("place") => return parse_place(game, state, &own, cursor),
        Some("deploy") => return parse_deploy(game, state, seat, cursor),
        Some("rally") => {
            cursor.eat("rally");
            let formation = names::typed_formation(game, &mut cursor)?;
            return plain(&cursor, Action::Rally(formation));
        }
        Some("support") => {
            cursor.eat("support");
            cursor.eat("with");
            let formation = names::typed_formation(game, &mut cursor)?;
            return plain(&cursor, Action::Support(formation));
        }
        Some("mark") => {
            cursor.eat("mark");
            let formation = names::typed_formation(game, &mut cursor)?;
            return plain(&cursor, Action::Mark(formation));
        }
        Some("spirit") => {
            cursor.eat("spirit");
            cursor.eat("of");
            let formation = names::typed_formation(game, &mut cursor)?;
            return plain(&cursor, Action::Spirit(formation));
        }
        Some("share") => {
            cursor.eat("share");
            let usage = || Slip::new("expected `share MARKERS SHIELDS`, as `share 3 1`");
            let small = |number: i32| u8::try_from(number).map_err(|_| usage());
            let markers = small(cursor.number().ok_or_else(usage)?)?;
            let shields = small(cursor.number().unwrap_or(0))?;
            return plain(&cursor, Action::Share { markers, shields });
        }
        _ => {}
    }
    parse_order_or_moves(game, state, seat, acting, &own, (text, cursor))
}

/// `tacticals advance ..`, or moves of units.
fn parse_order_or_moves(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    acting: Option<FormationNo>,
    own: &[UnitNo],
    (text, mut cursor): (&str, Cursor),
) -> Parsed<Action> {
    cursor.eat("move");
    let is_move = matches!(state.steps.last(), Some(Step::Movement(_)));
    if is_move && cursor.peek() == Some("hold") && text.trim().eq_ignore_ascii_case("hold") {
        let says = "`done` ends the move; `2 hold` lets one unit stay where it is";
        return Err(Slip::new(says));
    }
    let mut ahead = cursor.clone();
    if let Ok(formation) = names::typed_formation(game, &mut ahead) {
        let goes = ["at", "in", "aboard", "("].map(Some).contains(&ahead.peek());
        if goes && matches!(state.steps.last(), Some(Step::Setup(_))) {
            return parse_deploy(game, state, seat, cursor);
        }
        let named = ahead.clone();
        let order = Order::typed(&mut ahead);
        match order {
            // While somebody moves it is told that they do.
            Some(order)
                if !is_move
                    || acting != Some(formation)
                    || ahead.done() && order != Order::Hold =>
            {
                return parse_activation(game, state, formation, order, ahead);
            }
            None if !is_move && ahead.done() => {
                let name = names::formation_word(game, formation);
                let says = format!("say what `{name}` does, as `{name} advance`");
                return Err(Slip::new(says));
            }
            None if !is_move
                && names::typed_unit(game, state, own, &mut cursor.clone()).is_err() =>
            {
                let name = names::formation_word(game, formation);
                let word = ahead.rest().split(' ').next().unwrap_or("").to_string();
                let orders = || Order::ALL.into_iter().map(Order::name);
                let near = suggest(&word, orders()).map(|order| format!("{name} {order}"));
                let all = orders().collect::<Vec<_>>().join(", ");
                let says = format!("`{word}` is no action of `{name}`, which may {all}");
                return Err(Slip::new(says).meant(near));
            }
            _ if acting == Some(formation)
                && !ahead.done()
                && order.is_some_and(|order| order != Order::Hold || own.len() > 1) =>
            {
                // A unit charges whom it touches; the other orders say nothing of a way.
                let way = if order == Some(Order::Engage) { &named } else { &ahead };
                return parse_moves::parse_moves(game, state, own, way, true);
            }
            _ => {}
        }
        // `wolves hold`, `wolves 12 NE` of a formation of one unit is its unit's move.
        if is_move && acting == Some(formation) && own.len() > 1 {
            let mut unit = cursor.clone();
            if names::typed_unit(game, state, own, &mut unit).is_err() {
                return parse_moves::parse_moves(game, state, own, &ahead, true);
            }
        }
    }
    let mut named = cursor.clone();
    let all = named.peek() == Some("all");
    if all && !is_move {
        let asked = say_choice::asked_words(game, state, seat);
        let asked = asked.map_or(String::new(), |asked| format!(": {asked}"));
        return Err(Slip::new(format!("no formation is moving{asked}")));
    }
    if all || names::typed_unit(game, state, own, &mut named).is_ok() {
        return parse_moves::parse_moves(game, state, own, &cursor, false);
    }
    let whole = cursor.rest();
    let known = game.sheets.iter().map(|sheet| sheet.name.as_str()).chain(STARTS);
    let first = whole.split(' ').next().unwrap_or("");
    let near = suggest(&whole, known.clone()).or_else(|| suggest(first, known));
    let shown: String = text.trim().chars().take(60).collect();
    let says = match say_choice::asked_words(game, state, seat) {
        Some(asked) => format!("`{shown}` is no action: {asked}"),
        None => format!("`{shown}` is no action, type `help`"),
    };
    // A word that is one, but no answer now, is not suggested for itself.
    Err(Slip::new(says).meant(near.filter(|near| !near.eq_ignore_ascii_case(&shown))))
}

fn parse_activation(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    order: Order,
    mut cursor: Cursor,
) -> Parsed<Action> {
    let own = names::all_of(state, formation);
    let (mut road, mut with, mut pop_up) = (false, None, Vec::new());
    loop {
        if cursor.eat_any(&["by road", "along the road", "on the road"]) {
            road = true;
        } else if cursor.eat_any(&["with", "together with"]) {
            with = Some(names::typed_formation(game, &mut cursor)?);
        } else if cursor.eat_any(&["pop up", "popping up"]) {
            if cursor.eat("all") || cursor.done() {
                let flies = |unit: &UnitNo| {
                    matches!(state.unit(*unit).place, Whereabouts::Table(_))
                        && units::unit_has(game, state, *unit, Traits::SKIMMER)
                };
                let members = || state.members(formation);
                pop_up = members().filter(flies).collect();
                if pop_up.is_empty() {
                    pop_up = members().collect(); // Each of them is told why not.
                }
            } else {
                while let Ok(unit) = names::typed_unit(game, state, &own, &mut cursor) {
                    pop_up.push(unit);
                    cursor.eat_any(&[",", "and"]);
                }
            }
        } else if order == Order::Engage && !cursor.done() {
            // The target is asked for when the test has been passed; its name is checked now.
            parse_engage(game, cursor)?;
            return Ok(Action::Activate { formation, order, road, with, pop_up });
        } else {
            return cursor.finish(Action::Activate { formation, order, road, with, pop_up });
        }
    }
}

/// Asks for a formation of the enemy on the table.
fn which_enemy(game: &EaHeresy, state: &State, seat: Seat, verb: &str) -> Slip {
    let foes = state.all_formations().filter(|it| {
        let formation = state.formation(*it);
        formation.owner != seat && state.members(*it).next().is_some()
    });
    let foes: Vec<String> = foes.map(|it| names::formation_word(game, it)).collect();
    let few = few(foes.iter().map(String::as_str));
    Slip::new(format!("which formation? {few} (`{verb} FORMATION`)"))
}

fn parse_engage(game: &EaHeresy, mut cursor: Cursor) -> Parsed<Action> {
    let mut targets = Vec::new();
    loop {
        targets.push(names::typed_formation(game, &mut cursor)?);
        if !cursor.eat_any(&[",", "and"]) {
            return cursor.finish(Action::Engage(targets));
        }
    }
}

fn parse_pick(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    mut cursor: Cursor,
) -> Parsed<Action> {
    cursor.eat("pick");
    if cursor.eat("units") {
        let mut units = Vec::new();
        if !cursor.eat("none") {
            loop {
                units.push(names::typed_unit(game, state, own, &mut cursor)?);
                if !cursor.eat_any(&[",", "and"]) {
                    break;
                }
            }
        }
        return cursor.finish(Action::PickUnits(units));
    }
    let body = names::typed_body(game, state, own, &mut cursor)?;
    cursor.finish(Action::Pick(body))
}

fn parse_tie(game: &EaHeresy, state: &State, own: &[UnitNo], mut cursor: Cursor) -> Parsed<Action> {
    cursor.eat("tie");
    if cursor.eat_any(&["nobody", "none"]) {
        return cursor.finish(Action::Tie(Vec::new()));
    }
    let mut ties = Vec::new();
    loop {
        let occupant = names::typed_unit(game, state, own, &mut cursor)?;
        if !cursor.eat("to") {
            return Err(Slip::new("expected `tie OCCUPANT to INVADER`"));
        }
        ties.push((occupant, names::typed_unit(game, state, own, &mut cursor)?));
        if !cursor.eat_any(&[",", "and", ";"]) {
            return cursor.finish(Action::Tie(ties));
        }
    }
}

/// `strike wolves 1 cc 2 ff 1 at keep; ...`.
fn parse_strike(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    mut cursor: Cursor,
) -> Parsed<Action> {
    cursor.eat("strike");
    if cursor.done() || cursor.eat_any(&["as usual", "as hard as possible"]) {
        return cursor.finish(Action::Strike(Vec::new()));
    }
    if cursor.eat_any(&["nothing", "with nothing"]) {
        let none =
            |unit: UnitNo| Blow { unit, close_combat: 0, firefight: 0, at: BlowTarget::Enemy };
        return cursor.finish(Action::Strike(own.iter().copied().map(none).collect()));
    }
    let usage =
        || Slip::new("expected `strike UNIT cc N ff N [at STRONGHOLD | inside STRONGHOLD]`");
    let mut blows = Vec::new();
    for mut part in cursor.split(&[";", ","]) {
        let unit = names::typed_unit(game, state, own, &mut part)?;
        let mut blow = Blow { unit, close_combat: 0, firefight: 0, at: BlowTarget::Enemy };
        while !part.done() {
            let small = |part: &mut Cursor| {
                part.number().and_then(|number| u8::try_from(number).ok()).ok_or_else(usage)
            };
            if part.eat("cc") {
                blow.close_combat = small(&mut part)?;
            } else if part.eat("ff") {
                blow.firefight = small(&mut part)?;
            } else if part.eat("at the enemy") || part.eat("at enemy") {
                blow.at = BlowTarget::Enemy;
            } else if part.eat_any(&["inside", "at inside"]) {
                blow.at = BlowTarget::Inside(names::typed_stronghold(game, &mut part)?);
            } else if part.eat("at") {
                blow.at = BlowTarget::Stronghold(names::typed_stronghold(game, &mut part)?);
            } else {
                return Err(usage());
            }
        }
        blows.push(blow);
    }
    Ok(Action::Strike(blows))
}

fn parse_place(
    game: &EaHeresy,
    state: &State,
    own: &[UnitNo],
    mut cursor: Cursor,
) -> Parsed<Action> {
    cursor.eat("place");
    let unit = names::typed_unit(game, state, own, &mut cursor)?;
    let usage = || Slip::new("expected `place UNIT at (x, y) [facing DEGREES]`");
    cursor.eat("at");
    let at = cursor.spot().ok_or_else(usage)?;
    let facing = typed_facing(&mut cursor)?;
    cursor.finish(Action::Place { unit, at, facing })
}

/// `deploy wolves at (10, 5) facing 90, in keep, aboard wolves 3 [on overwatch]`.
fn parse_deploy(game: &EaHeresy, state: &State, seat: Seat, mut cursor: Cursor) -> Parsed<Action> {
    cursor.eat("deploy");
    if cursor.done() {
        let waiting: Vec<FormationNo> = setup::undeployed(state, seat).collect();
        let names: Vec<String> =
            waiting.iter().map(|it| names::formation_word(game, *it)).collect();
        let mut short =
            waiting.iter().filter_map(|it| slots::short_deployment(game, state, seat, *it));
        let short = short.next().map_or("deploy FORMATION at (x, y)".into(), |(it, _)| it);
        let few = few(names.iter().map(String::as_str));
        return Err(Slip::new(format!("which formation? {few} (`{short}`)")));
    }
    let formation = names::typed_formation(game, &mut cursor)?;
    let own: Vec<UnitNo> = state.members(formation).collect();
    let mut text = cursor.rest_of_words();
    let overwatch = match text.strip_suffix("on overwatch") {
        Some(rest) => {
            text = rest.trim().to_string();
            true
        }
        None => false,
    };
    let mut places = Vec::new();
    for mut part in Cursor::new(&text).items() {
        let usual =
            own.get(places.len()).map_or(Facing::degrees(90), |unit| state.unit(*unit).facing);
        let place = if part.eat("in") {
            Deployed::In(names::typed_stronghold(game, &mut part)?)
        } else if part.eat("aboard") {
            Deployed::On(names::typed_unit(game, state, &own, &mut part)?)
        } else {
            part.eat("at");
            let usage = || Slip::new("expected `at (x, y)`, `in STRONGHOLD` or `aboard UNIT`");
            let at = part.spot().ok_or_else(usage)?;
            Deployed::At(at, typed_facing(&mut part)?.unwrap_or(usual))
        };
        places.push(part.finish(place)?);
    }
    if let [one] = places[..] {
        places = one.for_all(own.len());
    }
    Ok(Action::Deploy { formation, places, overwatch })
}

/// The formation that the pending choice is about.
pub(crate) fn asked_formation(game: &EaHeresy, state: &State) -> Option<FormationNo> {
    let known =
        |formation: FormationNo| (formation.index() < state.formations.len()).then_some(formation);
    if let Pending::Choice(choice) = game.pending(state, &mut Silent) {
        match choice.subject.and_then(Subject::numbered) {
            Some(Subject::Formation(formation)) => return known(formation),
            Some(Subject::Unit(unit)) if unit.index() < state.units.len() => {
                return Some(state.unit(unit).formation);
            }
            _ => {}
        }
    }
    state.acting.map(|acting| acting.formation)
}

/// A unit that stays where it is.
pub(crate) fn stays(unit: UnitNo) -> UnitMove {
    UnitMove { unit, path: Vec::new(), facing: None, cautious: false, ends: None }
}

/// Where a unit's middle is, or that of what it is in.
pub(super) fn spot_of(game: &EaHeresy, state: &State, unit: UnitNo) -> Option<Point> {
    match state.unit(unit).place {
        Whereabouts::Off | Whereabouts::Destroyed => None,
        _ => victory::center_of(game, state, unit),
    }
}

/// The body of a name: any unit, a formation of one unit, or a stronghold.
pub(super) fn body_called(game: &EaHeresy, state: &State, cursor: &mut Cursor) -> Parsed<Body> {
    names::typed_body(game, state, &[], cursor)
}

/// `facing 90`, `facing NE`, where it comes next.
pub(super) fn typed_facing(cursor: &mut Cursor) -> Parsed<Option<Facing>> {
    if !cursor.eat("facing") {
        return Ok(None);
    }
    let slip = || Slip::new("expected a direction, as `facing NE` or `facing 45`");
    cursor.direction().map(Some).ok_or_else(slip)
}
