//! Actions read as people type them.

use super::read_names::{Parsed, after, plain};
use crate::action::{Action, Cast, Target};
use crate::catalog::{AbilityId, Counted, EighthId, Element, Elements, SaiId, SpellId};
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place};
use crate::state::State;
use crate::steps::Step;
use crate::steps::dragons::DragonStep;
use crate::steps::magic::MagicStep;
use crate::words::{missing, names, read_names, say_action};
use umpire_core::command::{few, goes_on};
use umpire_core::data::suggest;
use umpire_core::game::Game;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

const VERBS: [&str; 35] = [
    "pass", "yes", "no", "march", "maneuver", "up", "down", "melee", "missile", "magic", "counter",
    "take", "choose", "go", "player", "element", "name", "move", "retreat", "fly", "exchange",
    "recruit", "cast", "split", "resolve", "bring", "keep", "roll", "bury", "face", "first",
    "frontier", "home", "done", "breathe",
];

/// Reads an action: a line that the game itself would write, or the same more freely.
pub(super) fn read_action(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    text: &str,
) -> Parsed<Action> {
    let wanted = plain(text);
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let written = |action: &&Action| plain(&say_action::typed(game, state, seat, action)) == wanted;
    if let Some(action) = legal.iter().find(written) {
        return Ok(*action);
    }
    let read = read_freely(game, state, seat, text);
    match read {
        // What means no where nothing has to be taken is the same as taking nothing.
        Ok(Action::Pass) if !legal.contains(&Action::Pass) => {
            let nothing = Action::Take(PieceSet::NONE);
            Ok(if legal.contains(&nothing) { nothing } else { Action::Pass })
        }
        Ok(Action::Take(set)) if set.is_empty() && legal.contains(&Action::Pass) => {
            Ok(Action::Pass)
        }
        Ok(Action::Cast(cast)) if cast.at == Target::Own => {
            let asked = missing::aimed_back(game, state, &cast, &legal);
            asked.map_or(Ok(Action::Cast(cast)), Err)
        }
        Err(slip) if slip.suggestions.is_empty() => {
            let said: Vec<String> =
                legal.iter().map(|action| say_action::typed(game, state, seat, action)).collect();
            if let Some(slip) = goes_on(text, said.iter().map(String::as_str)) {
                return Err(slip);
            }
            let meant = suggest(text.trim(), said.iter().map(String::as_str));
            Err(slip.meant(meant))
        }
        read => read,
    }
}

fn read_freely(game: &DragonDice, state: &State, seat: Seat, text: &str) -> Parsed<Action> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if let Some(action) = one_word(state, &line) {
        return Ok(action);
    }
    let (verb, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
    if rest.is_empty()
        && let Some(slip) = missing::asked_back(game, state, seat, verb)
    {
        return Err(slip);
    }
    let own = if state.seated(seat) { seat } else { state.marching };
    match verb {
        "march" => Ok(Action::March(read_names::read_place(game, state, own, rest)?)),
        "turn" if rest == "up" || rest == "down" => Ok(Action::Turn { up: rest == "up" }),
        "melee" | "missile" | "missiles" => read_attack(game, state, own, verb, rest),
        "take" | "kill" => read_take(game, state, seat, rest),
        "choose" | "pick" if rest == "frontier" => Ok(Action::First { first: false }),
        "choose" | "pick" => Ok(Action::Choose(read_names::read_piece(game, state, own, rest)?)),
        "go" => {
            let place = after(rest, "to").unwrap_or(rest);
            Ok(Action::Go(read_names::read_place(game, state, own, place)?))
        }
        "player" => Ok(Action::Player(read_names::read_seat(game, state, rest)?)),
        "element" => Ok(Action::Element(read_element(rest)?)),
        "breathe" | "breath" => read_breath(state, rest),
        "name" => {
            let rows = game.catalog.eighth_faces.iter();
            let rows = rows.map(|face| (face.id.as_str(), face.name.as_str()));
            let at = read_names::read_row("eighth face", rows, rest)?;
            Ok(Action::Name(EighthId(at as u8)))
        }
        "move" | "retreat" | "fly" => read_move(game, state, own, verb, rest),
        "exchange" | "promote" => read_exchange(game, state, own, rest),
        "recruit" => {
            let dead = match state.seated(own) {
                true => {
                    let pooled = state.dragonkin(own, state.at(own, Place::POOL));
                    state.at(own, Place::DEAD).with(pooled)
                }
                false => PieceSet::NONE,
            };
            Ok(Action::Recruit(read_one(game, state, own, dead, rest)?))
        }
        "bring" => {
            let pool = if state.seated(own) { state.at(own, Place::POOL) } else { PieceSet::NONE };
            Ok(Action::Bring(read_one(game, state, own, pool, rest)?))
        }
        "cast" => read_cast(game, state, own, rest),
        "split" => read_split(rest),
        "resolve" => {
            let rows = game.catalog.sais.iter();
            let rows = rows.map(|sai| (sai.id.as_str(), sai.name.as_str()));
            Ok(Action::Resolve(SaiId(read_names::read_row("icon", rows, rest)? as u8)))
        }
        "face" => read_face(game, state, rest),
        "frontier" => {
            let name = after(rest, "of").unwrap_or(rest);
            Ok(Action::Frontier(read_names::read_seat(game, state, name)?))
        }
        "use" => {
            let (name, at) = rest.rsplit_once(" at ").unwrap_or((rest, ""));
            let rows = game.catalog.abilities.iter();
            let rows = rows.map(|ability| (ability.id.as_str(), ability.name.as_str()));
            let ability = AbilityId(read_names::read_row("ability", rows, name)? as u8);
            Ok(Action::Use { ability, at: read_names::read_place(game, state, own, at)? })
        }
        "army" => Ok(Action::Army(read_names::read_army(game, state, None, rest)?)),
        "way" => read_way(rest),
        "home" | "assemble" => read_assembly(game, state, seat, &line),
        "end" => Err(Slip::new("nothing that `end` ends is under way").meant(Some("pass"))),
        _ => read_bare(game, state, seat, text),
    }
}

/// A line without a verb: dice where dice are picked, an element elsewhere.
fn read_bare(game: &DragonDice, state: &State, seat: Seat, text: &str) -> Parsed<Action> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (line, slip) = (text.to_lowercase(), no_action(&text));
    if matches!(state.steps.last(), Some(Step::Pick(_) | Step::Roll(_))) {
        let is_verb = !slip.suggestions.is_empty();
        let unlike_dice = |other: &Slip| is_verb && other.suggestions.is_empty();
        return read_take(game, state, seat, &line)
            .map_err(|other| if unlike_dice(&other) { slip } else { other });
    }
    read_element(&line).map(Action::Element).map_err(|_| slip)
}

/// The slip for a line that begins with no verb; with the verb that was probably meant it is told whole.
fn no_action(text: &str) -> Slip {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let meant = suggest(&verb.to_lowercase(), VERBS).map(|near| format!("{near} {rest}"));
    let shown: String = text.chars().take(40).collect();
    Slip::new(format!("`{shown}` is no action, type `help`"))
        .meant(meant.map(|line| line.trim().to_string()))
}

fn read_attack(
    game: &DragonDice,
    state: &State,
    own: Seat,
    verb: &str,
    rest: &str,
) -> Parsed<Action> {
    let with = if verb == "melee" { Counted::Melee } else { Counted::Missile };
    let rest = ["on", "against", "at"].iter().find_map(|word| after(rest, word)).unwrap_or(rest);
    let named = read_names::read_army(game, state, say_action::marching_from(state), rest);
    let target = named.or_else(|slip| match read_names::read_place(game, state, own, rest) {
        Ok(place) => opposing_army(game, state, own, place),
        Err(_) => Err(slip),
    })?;
    Ok(Action::Attack { with, target })
}

/// The one army of an opponent at a place.
fn opposing_army(game: &DragonDice, state: &State, own: Seat, place: Place) -> Parsed<Army> {
    let armies = state.others(own).map(|owner| Army { owner, place });
    let armies: Vec<Army> = armies.filter(|army| state.exists(*army)).collect();
    let says = |army: &Army| names::army_word(game, state, *army);
    match armies.as_slice() {
        [one] => Ok(*one),
        [] => {
            let place = names::place_word(game, state, place);
            Err(Slip::new(format!("no army of an opponent is at `{place}`")))
        }
        several => {
            let said: Vec<String> = several.iter().map(says).collect();
            Err(Slip::new(format!("which army? {}", few(said.iter().map(String::as_str)))))
        }
    }
}

fn read_take(game: &DragonDice, state: &State, seat: Seat, rest: &str) -> Parsed<Action> {
    let question = say_action::in_question(state, seat);
    if let (Some(roll), Some((name, face))) = (question.roll, rest.split_once(" showing ")) {
        return read_showing(game, state, roll, name, face);
    }
    let set = read_names::read_dice(game, state, question.owner, question.among, rest)?;
    Ok(Action::Take(set))
}

/// The first die of a kind in a roll that shows a face.
fn read_showing(
    game: &DragonDice,
    state: &State,
    roll: u8,
    name: &str,
    face: &str,
) -> Parsed<Action> {
    let nothing = || Slip::new(format!("no `{name}` of this roll shows `{face}`"));
    let roll = state.rolls.get(usize::from(roll)).ok_or_else(nothing)?;
    let one = read_names::read_dice(game, state, roll.army.owner, roll.dice, name)?;
    let force = state.roster.force(roll.army.owner);
    let kind = force.kind(one.first().ok_or_else(nothing)?);
    let die = game.catalog.dice.get(kind.die());
    if let [_, _, ..] = die.readings(face).as_slice() {
        let readings = die.readings(face).join(" or ");
        return Err(Slip::new(format!("`{face}` of {} may be {readings}: say which", die.name)));
    }
    let face = die.face_named(face).ok_or_else(nothing)?;
    let die = roll.shown().find(|(die, shown)| {
        force.kind(*die) == kind && say_action::same_face(game, kind, *shown, face)
    });
    Ok(Action::Take(PieceSet::only(die.ok_or_else(nothing)?.0)))
}

fn read_one(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    among: PieceSet,
    text: &str,
) -> Parsed<u8> {
    let set = read_names::read_dice(game, state, owner, among, text)?;
    match (set.first(), set.len()) {
        (Some(die), 1) => Ok(die),
        _ => Err(Slip::new(format!("one die is named here, not `{text}`"))),
    }
}

/// `move DICE to PLACE`, `retreat DICE from PLACE`, `fly DICE from PLACE to PLACE`.
fn read_move(
    game: &DragonDice,
    state: &State,
    own: Seat,
    verb: &str,
    rest: &str,
) -> Parsed<Action> {
    if !state.seated(own) {
        return Err(Slip::new("whose dice move is not known"));
    }
    let (rest, to) = match rest.split_once(" to ") {
        Some((rest, to)) => (rest, read_names::read_place(game, state, own, to)?),
        None => (rest, Place::RESERVE),
    };
    let (dice, from) = match rest.split_once(" from ") {
        Some((dice, from)) => (dice, read_names::read_place(game, state, own, from)?),
        None if verb == "retreat" || to == Place::RESERVE => {
            return Err(Slip::new("expected `retreat DICE from PLACE`"));
        }
        None => (rest, Place::RESERVE),
    };
    let force = state.roster.force(own);
    let movable = force.units().with(force.of_sort(crate::pieces::Sort::Item));
    let among = state.at(own, from).and(movable);
    let pieces = read_names::read_dice(game, state, own, among, dice)?;
    Ok(Action::Move { pieces, from, to })
}

fn read_exchange(game: &DragonDice, state: &State, own: Seat, rest: &str) -> Parsed<Action> {
    let usage = || Slip::new("expected `exchange DICE for DICE`");
    let (out, back) = rest.split_once(" for ").ok_or_else(usage)?;
    if !state.seated(own) {
        return Err(usage());
    }
    let (mut in_play, mut elsewhere) = (PieceSet::NONE, PieceSet::NONE);
    for place in (0..Place::COUNT as u8).map(Place) {
        let set = state.at(own, place);
        if place.in_play() {
            in_play = in_play.with(set);
        } else {
            elsewhere = elsewhere.with(set);
        }
    }
    let dead = state.at(own, Place::DEAD);
    let out = read_names::read_dice(game, state, own, in_play, out)
        .or_else(|_| read_names::read_dice(game, state, own, PieceSet::ALL, out))?;
    let back = read_names::read_dice(game, state, own, dead, back)
        .or_else(|_| read_names::read_dice(game, state, own, elsewhere, back))?;
    Ok(Action::Exchange { out, back })
}

/// `2 wind-walk on A at frontier with air`.
fn read_cast(game: &DragonDice, state: &State, own: Seat, rest: &str) -> Parsed<Action> {
    let (rest, element) = match rest.rsplit_once(" with ") {
        Some((rest, element)) => (rest, Some(read_element(element)?)),
        None => (rest, None),
    };
    let (name, at) = rest.split_once(" on ").unwrap_or((rest, ""));
    let (times, name) = match name.split_once(' ') {
        Some((number, name)) if number.parse::<u8>().is_ok() => (number.parse().unwrap_or(1), name),
        _ => (1, name),
    };
    let spell = read_spell(game, name)?;
    let at = read_target(game, state, own, at)?;
    Ok(Action::Cast(Cast { spell, element, times, at }))
}

/// Reads the name of a spell; of those whose effect no source tells it says so (DD-7.12).
pub(super) fn read_spell(game: &DragonDice, name: &str) -> Parsed<SpellId> {
    let known = |row: &str| plain(row) == plain(name);
    let unknown = game.catalog.unknown_spells.iter();
    if let Some(row) = unknown.clone().find(|row| known(&row.id) || known(&row.name)) {
        let says = "stands on the classic list, but no source says what it costs or does";
        return Err(Slip::new(format!("`{}` {says} (DD-7.12)", row.name)));
    }
    let rows = game.catalog.spells.iter();
    let rows = rows.map(|spell| (spell.id.as_str(), spell.name.as_str()));
    Ok(SpellId(read_names::read_row("spell", rows, name)? as u8))
}

fn read_target(game: &DragonDice, state: &State, own: Seat, text: &str) -> Parsed<Target> {
    if text.is_empty() {
        return Ok(Target::Own);
    }
    if let Some((sent, to)) = text.rsplit_once(" to ")
        && let Ok(to) = read_names::read_place(game, state, own, to)
        && let Ok(Target::Units { of, units }) = read_target(game, state, own, sent)
    {
        return Ok(Target::SentUnits { of, units, to });
    }
    if let Some((dice, army)) = text.split_once(" of ")
        && let Ok(of) = read_names::read_army(game, state, None, army)
        && state.seated(of.owner)
    {
        let units =
            read_names::read_dice(game, state, of.owner, state.at(of.owner, of.place), dice)?;
        return Ok(Target::Units { of, units });
    }
    if let Some((piece, to)) = text.rsplit_once(" to ")
        && let Ok(to) = read_names::read_place(game, state, own, to)
    {
        return Ok(Target::Sent { piece: read_names::read_piece(game, state, own, piece)?, to });
    }
    if let Ok(place) = read_names::read_place(game, state, own, text) {
        return Ok(Target::Terrain(place));
    }
    match (
        read_names::read_army(game, state, None, text),
        read_names::read_piece(game, state, own, text),
    ) {
        (Ok(army), _) => Ok(Target::Army(army)),
        (_, Ok(piece)) => Ok(Target::Piece(piece)),
        (Err(slip), Err(_)) => Err(slip),
    }
}

/// A number of a face, or the name of a face of the minor terrain in question.
fn read_face(game: &DragonDice, state: &State, rest: &str) -> Parsed<Action> {
    if let Some(number) = rest.parse::<u8>().ok().and_then(|number| number.checked_sub(1)) {
        return Ok(Action::Face(number));
    }
    let Some((army, die)) = say_action::turning(state) else {
        return Err(Slip::new(format!("there is no face `{rest}`")));
    };
    let kind = state.roster.force(army.owner).kind(die);
    let die = game.catalog.dice.get(kind.die());
    die.face_named(rest).map(Action::Face).ok_or_else(|| {
        let meant = suggest(rest, die.faces.iter().map(|face| face.name.as_str()));
        Slip::new(format!("there is no face `{rest}`")).meant(meant)
    })
}

/// `home DICE; campaign DICE; terrain 1`.
fn read_assembly(game: &DragonDice, state: &State, seat: Seat, line: &str) -> Parsed<Action> {
    let question = say_action::in_question(state, seat);
    let line = line.strip_prefix("assemble ").unwrap_or(line);
    let (mut home, mut campaign, mut home_die) = (PieceSet::NONE, PieceSet::NONE, 0);
    for part in line.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (word, rest) = part.split_once([' ', ':']).unwrap_or((part, ""));
        let used = home.with(campaign);
        let among = question.among.without(used);
        let read = || read_names::read_dice(game, state, question.owner, among, rest);
        match word.trim_end_matches(':') {
            "home" => home = read()?,
            "campaign" => campaign = read()?,
            "horde" => {}
            "terrain" => {
                home_die = match rest.trim() {
                    "1" => 0,
                    "2" => 1,
                    other => {
                        let says = format!("terrain 1 or terrain 2 is meant, not `{other}`");
                        return Err(Slip::new(says));
                    }
                }
            }
            _ => return Err(Slip::new("expected `home DICE; campaign DICE; terrain 1`")),
        }
    }
    Ok(Action::Assemble { home_die, home, campaign })
}

/// Whether as much is done as a player likes, until they say that it is enough.
fn goes_on_until_done(state: &State) -> bool {
    matches!(state.steps.last(), Some(Step::Reserves(_) | Step::Magic(MagicStep::Announce)))
}

/// Whether it is asked what a dragon goes for.
fn is_aiming(state: &State) -> bool {
    matches!(state.steps.last(), Some(Step::Dragons(DragonStep::Aim { .. })))
}

fn one_word(state: &State, line: &str) -> Option<Action> {
    Some(match line {
        "pass" | "no" | "n" | "done" | "skip" | "decline" | "let go" => Action::Pass,
        "end" if goes_on_until_done(state) => Action::Pass,
        "army" if is_aiming(state) => Action::Accept,
        "yes" | "y" | "accept" | "counter" | "counter-attack" | "counter-maneuver" | "oppose" => {
            Action::Accept
        }
        "maneuver" | "maneuvre" => Action::Maneuver,
        "up" | "u" => Action::Turn { up: true },
        "down" | "d" => Action::Turn { up: false },
        "magic" => Action::Magic,
        "keep" => Action::Keep,
        "roll" => Action::RollMinor,
        "bury" => Action::Bury,
        "first" | "go first" => Action::First { first: true },
        "frontier" => Action::First { first: false },
        _ => return None,
    })
}

/// `5 air+fire`; the health may be left out.
fn read_breath(state: &State, rest: &str) -> Parsed<Action> {
    let (health, elements) = match rest.split_once(' ') {
        Some((health, elements)) => (health.parse::<u8>().ok(), elements),
        None => (None, rest),
    };
    let elements = Elements::read(elements);
    let blasts = state.dragons.iter().flat_map(|fight| &fight.blasts);
    blasts
        .filter(|blast| elements == Some(blast.elements))
        .find(|blast| health.is_none_or(|health| health == blast.health))
        .map(|blast| Action::Breathe(*blast))
        .ok_or_else(|| Slip::new(format!("no breath here is `{rest}`")))
}

fn read_element(text: &str) -> Parsed<Element> {
    Element::ALL
        .into_iter()
        .find(|element| element.name() == text || element.colour() == text)
        .ok_or_else(|| {
            let known = Element::ALL.map(Element::name);
            Slip::new(format!("there is no element `{text}`")).meant(suggest(text, known))
        })
}

/// The number of a way, from 1.
fn read_way(text: &str) -> Parsed<Action> {
    let number = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
    let usage = || Slip::new("expected the number of a way, as `way 1`");
    Ok(Action::Way(number.ok_or_else(usage)?))
}

/// `4 melee 2 save`, or `nothing`.
fn read_split(text: &str) -> Parsed<Action> {
    let mut split = [0u8; 5];
    let usage = || Slip::new("expected numbers with types, as `split 4 melee 2 save`");
    let mut words = text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "nothing");
    while let Some(number) = words.next() {
        let number: u8 = number.parse().map_err(|_| usage())?;
        let word = words.next().ok_or_else(usage)?;
        let kind = Counted::named(word.trim_end_matches('s')).or(Counted::named(word));
        let kind = kind.ok_or_else(|| {
            let meant = suggest(word, Counted::ALL.map(Counted::name));
            Slip::new(format!("there is no type of result `{word}`")).meant(meant)
        })?;
        split[kind.index()] = split[kind.index()].saturating_add(number);
    }
    Ok(Action::Split(split))
}
