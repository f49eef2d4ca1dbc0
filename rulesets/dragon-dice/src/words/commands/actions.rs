//! What players type, and what each line means.

use crate::position::action::{Action, Cast, Target};
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::state::State;
use crate::tables::catalog::Counted;
use crate::words::asked::{Answering, Question};
use crate::words::nouns::{
    Announced, Deed, Dice, Enemy, FaceName, Fallen, Minor, Own, Picked, Spells, Thing,
};
use crate::words::{asked, commands, read_dice, say};
use umpire_core::command::{Row, few};
use umpire_core::game::Game;
use umpire_core::host::Slip;
use umpire_core::row;
use umpire_core::seat::Seat;

type Slots = umpire_core::command::Slots<Thing>;

type Read = Result<Action, Slip>;

pub(crate) static ACTIONS: &[Row<DragonDice, Action>] = &[
    row!("march {marcher:own-army}" | "march from {marcher:own-army}" | "march to {marcher:own-army}" => by march, said by marched,
        "this army marches (`home A`, `frontier`, `reserve`)"),
    row!("maneuver" | "maneuvre" => by |_, _, _, _| Ok(Action::Maneuver), said by is_maneuver, "the army maneuvers"),
    row!("up" | "u" | "turn up" => = Action::Turn { up: true }, "the terrain turns up, after a maneuver"),
    row!("down" | "d" | "turn down" => = Action::Turn { up: false }, "it turns down"),
    row!("attack {enemy}" => by attack, ""),
    row!("melee {enemy}" => by melee, said by is_melee, "a melee attack"),
    row!("missile {enemy}" | "shoot {enemy}" => by missile, said by is_missile, "a missile attack: `missile B at home B`"),
    row!("magic" => by |_, _, _, _| Ok(Action::Magic), said by is_magic, "a magic action"),
    row!("counter" | "counter-attack" | "counter-maneuver" | "oppose" | "strike back"
        => by counter, said by is_counter, "strike back, or counter a maneuver"),
    row!("yes" | "y" | "accept" => by yes, said by is_yes, "take what is offered"),
    row!("end" => by end, said by is_end, "no more moves, no more spells (`done`)"),
    row!("pass" | "no" | "n" | "skip" | "decline" | "let go" => by pass, said by is_pass, "do not (`no`)"),
    row!("no maneuver" => by no_maneuver, ""),
    row!("done" => by pass, "the same; to other questions no"),
    row!("take {dice}" | "kill {dice}" => by take, said by taken,
        "pick dice: `take 2 oakling, oak`, `take oakling showing save`, `take nothing`"),
    row!("first" | "go first" | "choose first" | "first turn" | "take first turn" | "choose first turn" => = Action::First { first: true }, "take the first turn"),
    row!("choose frontier" | "pick frontier" | "frontier" => = Action::First { first: false },
        "choose the Frontier instead"),
    row!("frontier of {seat}" | "frontier {seat}" => Action::Frontier(seat), "whose proposed Frontier stands"),
    row!("choose {die}" | "pick {die}" => Action::Choose(die),
        "pick one die of anybody: `choose B red-drake at frontier`"),
    row!("cast {spell} [on {target}] [with {element}]" => by cast, said is_cast,
        "at an army, a place, a die, `DICE of ARMY`, `DIE to PLACE`; twice: `cast 2 SPELL`"),
    row!("move {reserves:dice} [from {from:place}] to {to:place}" => by shift, said by is_move, "from the reserve"),
    row!("retreat {standing:dice} [from {from:place}] [to {to:place}]" => by shift, said by is_retreat, "to the reserve"),
    row!("fly {standing:dice} from {from:place} to {to:place}" => by shift, said by is_flight, "from terrain to terrain"),
    row!("exchange {out:dice} for {back:dice}" | "promote {out:dice} for {back:dice}" | "exchange {out:dice} with {back:dice}" | "promote {out:dice} to {back:dice}"
        => by exchange, said by is_exchange, "units for others"),
    row!("recruit {fallen:dead-unit}" => by recruit, said by is_recruit, "a unit comes back"),
    row!("resolve {announced:announced-spell}" | "{announced:announced-spell}" => by next_spell, ""),
    row!("resolve {icon}" => Action::Resolve(icon), "this special icon acts next"),
    row!("split {numbers}" => Action::Split(numbers), "what IDs count as: `split 4 melee 2 save`"),
    row!("bring {minor:minor-terrain}" => by bring, said by is_bring, "a minor terrain comes into play"),
    row!("keep" => Action::Keep, "the minor terrain keeps its face"),
    row!("roll" => Action::RollMinor, "it is rolled"),
    row!("bury" => Action::Bury, "it is buried"),
    row!("face {face}" => by turn_to, said by is_turned_to, "turn the die to this face"),
    row!("name {face:eighth-face}" => Action::Name(face), "what a castle counts as"),
    row!("go {place}" | "go to {place}" => Action::Go(place), "a place that is asked for"),
    row!("player {seat}" => Action::Player(seat), "a player"),
    row!("element {element}" | "{element}" => Action::Element(element), "an element"),
    row!("army {army}" => Action::Army(army), "an army"),
    row!("army" => by aim_at_army, said by is_aim, "what a dragon goes for, where it may be an army"),
    row!("breathe {breath}" | "breath {breath}" => Action::Breathe(breath), "which breath strikes next"),
    row!("use {ability} at {marcher:own-army}" => by use_ability, said by is_use, "an ability of a species"),
    row!("way {number}" => by way, said is_way, "in which of its ways an icon acts"),
    row!("home {home:dice}; [campaign {campaign:dice};] [horde {horde:dice};] [terrain {number}]"
        | "home {home:dice}; [horde {horde:dice};] [campaign {campaign:dice};] [terrain {number}]"
        | "home {home:dice}; [terrain {number};] [campaign {campaign:dice};] [horde {horde:dice}]"
        | "campaign {campaign:dice}; home {home:dice}; [horde {horde:dice};] [terrain {number}]"
        | "assemble home {home:dice}; [campaign {campaign:dice};] [horde {horde:dice};] [terrain {number}]"
        => by assemble, said by is_assembly, "divide the force before the game; what is left is the horde"),
    // Dice alone, where dice are picked.
    row!("{picked:picked-dice}" => by take_picked, ""),
];

/// What a seat may do now.
fn legal(game: &DragonDice, state: &State, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    legal
}

fn march(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Own(army) = slots.get("marcher")?;
    Ok(Action::March(army.place))
}

fn marched(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::March(place) = *action else { return None };
    let owner = asked::own_seat(state, seat);
    Some(Slots::of([("marcher", Own(Army { owner, place }).into())]))
}

fn melee(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Enemy(target) = slots.get("enemy")?;
    Ok(Action::Attack { with: Counted::Melee, target })
}

fn missile(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Enemy(target) = slots.get("enemy")?;
    Ok(Action::Attack { with: Counted::Missile, target })
}

/// The attack that may be made on an enemy, where there is but one way to make it.
fn attack(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let Enemy(enemy) = slots.get("enemy")?;
    let mut legal = legal(game, state, seat);
    let is_it = |it: &Action| matches!(it, Action::Attack { target, .. } if *target == enemy);
    legal.retain(is_it);
    match legal.as_slice() {
        [only] => Ok(*only),
        // What is not legal is judged, and its ruling says why not.
        [] => {
            let near = asked::marching_from(state) == Some(enemy.place);
            let with = if near { Counted::Melee } else { Counted::Missile };
            Ok(Action::Attack { with, target: enemy })
        }
        _ => {
            let name = names::army_word(game, state, enemy);
            Err(Slip::new(format!("with what: `melee {name}` or `missile {name}`?")))
        }
    }
}

fn is_melee(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    attacked(state, seat, action, Counted::Melee)
}

fn is_missile(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    attacked(state, seat, action, Counted::Missile)
}

/// Who acts stands beside the target, as a hand points at both.
fn attacked(state: &State, seat: Seat, action: &Action, wanted: Counted) -> Option<Slots> {
    let Action::Attack { with, target } = *action else { return None };
    let deed = Deed(with.name());
    let enemy = ("enemy", Enemy(target).into());
    (with == wanted).then(|| match acting(state, seat) {
        Some(army) => Slots::of([("army", army.into()), ("deed", deed.into()), enemy]),
        None => Slots::of([("deed", deed.into()), enemy]),
    })
}

/// What an army does, beside the army itself, as a hand points at both.
fn deed(army: Option<Army>, word: &'static str) -> Slots {
    let deed = ("deed", Deed(word).into());
    match army {
        Some(army) => Slots::of([("army", army.into()), deed]),
        None => Slots::of([deed]),
    }
}

/// The army of the march in progress.
fn acting(state: &State, seat: Seat) -> Option<Army> {
    let place = asked::marching_from(state)?;
    Some(Army { owner: asked::own_seat(state, seat), place })
}

fn is_magic(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    (*action == Action::Magic).then(|| deed(acting(state, seat), Counted::Magic.name()))
}

fn is_maneuver(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    (*action == Action::Maneuver).then(|| deed(acting(state, seat), "maneuver"))
}

fn counter(_: &DragonDice, state: &State, _: Seat, _: &Slots) -> Read {
    let nothing = || Slip::new("nothing is there to be countered now");
    if asked::is_countered(state) { Ok(Action::Accept) } else { Err(nothing()) }
}

fn is_counter(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let is_it = *action == Action::Accept && asked::is_countered(state);
    is_it.then(|| match asked::answering(state, seat) {
        Some(Answering { army, does, .. }) => deed(Some(army), does),
        None => Slots::of([]),
    })
}

/// `army` alone is an answer where it is asked what a dragon goes for.
fn aim_at_army(game: &DragonDice, state: &State, _: Seat, _: &Slots) -> Read {
    if asked::is_aiming(state) {
        return Ok(Action::Accept);
    }
    let known = names::army_words(game, state, |_| true);
    let known = few(known.iter().map(String::as_str));
    Err(Slip::new(format!("`army` which army? {known} (`army ARMY`)")))
}

fn is_aim(_: &DragonDice, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    (*action == Action::Accept && asked::is_aiming(state)).then(|| Slots::of([]))
}

fn is_yes(_: &DragonDice, _: &State, _: Seat, action: &Action) -> Option<Slots> {
    (*action == Action::Accept).then(|| Slots::of([]))
}

/// Asked whether an army maneuvers, yes is that it does.
fn yes(_: &DragonDice, state: &State, _: Seat, _: &Slots) -> Read {
    Ok(match state.steps.last() {
        Some(Step::March(MarchStep::Maneuver(_))) => Action::Maneuver,
        _ => Action::Accept,
    })
}

/// What means no where nothing has to be taken is the same as taking nothing.
fn pass(game: &DragonDice, state: &State, seat: Seat, _: &Slots) -> Read {
    let legal = legal(game, state, seat);
    let nothing = Action::Take(PieceSet::NONE);
    let is_taking = !legal.contains(&Action::Pass) && legal.contains(&nothing);
    Ok(if is_taking { nothing } else { Action::Pass })
}

fn no_maneuver(_: &DragonDice, state: &State, _: Seat, _: &Slots) -> Read {
    match state.steps.last() {
        Some(Step::March(MarchStep::Maneuver(_))) => Ok(Action::Pass),
        _ => Err(Slip::new("no maneuver is asked about now")),
    }
}

fn is_pass(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    (*action == Action::Pass).then(|| match asked::answering(state, seat) {
        Some(Answering { army, does_not, .. }) => deed(Some(army), does_not),
        None => Slots::of([]),
    })
}

fn end(_: &DragonDice, state: &State, _: Seat, _: &Slots) -> Read {
    let nothing = || Slip::new("nothing that `end` ends is under way").meant(Some("pass"));
    if asked::goes_on_until_done(state) { Ok(Action::Pass) } else { Err(nothing()) }
}

fn is_end(_: &DragonDice, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    (*action == Action::Pass && asked::goes_on_until_done(state)).then(|| Slots::of([]))
}

fn take(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let Dice { words, .. } = slots.get("dice")?;
    take_named(game, state, seat, &words)
}

fn take_picked(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let Picked(words) = slots.get("picked")?;
    take_named(game, state, seat, &words)
}

/// Nothing taken where no is an answer is that answer; a march is not given up so, where no dice are picked.
fn take_named(game: &DragonDice, state: &State, seat: Seat, words: &str) -> Read {
    let set = read_dice::read_taken(game, state, seat, words)?;
    let marches = matches!(state.steps.last(), Some(Step::March(_)));
    let is_pass = !marches && set.is_empty() && legal(game, state, seat).contains(&Action::Pass);
    Ok(if is_pass { Action::Pass } else { Action::Take(set) })
}

fn taken(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Take(set) = *action else { return None };
    let owner = asked::in_question(state, seat).owner;
    let dice = Dice::of(state, owner, set, asked::taken_words(game, state, seat, set));
    Some(Slots::of([("dice", dice.into())]))
}

/// A spell without a target is one of the caster's own, if there are such; otherwise its targets are told.
fn cast(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let Spells { spell, times } = slots.get("spell")?;
    let (at, element) = (slots.optional("target"), slots.optional("element"));
    let cast = Cast { spell, element, times, at: at.unwrap_or(Target::Own) };
    if cast.at != Target::Own {
        return Ok(Action::Cast(cast));
    }
    let legal = legal(game, state, seat);
    let mut targets: Vec<String> = Vec::new();
    for action in legal {
        let Action::Cast(other) = action else { continue };
        let target = format!("`{}`", names::target_words(game, state, &other.at));
        if other.spell == spell && other.at != Target::Own && !targets.contains(&target) {
            targets.push(target);
        }
    }
    if targets.is_empty() {
        return Ok(Action::Cast(cast));
    }
    let (spell, known) =
        (commands::cast_words(game, state, &cast), few(targets.iter().map(String::as_str)));
    Err(Slip::new(format!("`cast {spell}` on which target? {known}")))
}

/// The announced spell that takes effect next.
fn next_spell(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Announced(cast) = slots.get("announced")?;
    Ok(Action::Cast(cast))
}

fn is_cast(action: &Action) -> Option<Slots> {
    let Action::Cast(Cast { spell, element, times, at }) = *action else { return None };
    let spell = ("spell", Spells { spell, times }.into());
    let (target, to) = (|| ("target", at.into()), |to: Place| ("to", to.into()));
    let slots = match (at, element) {
        (Target::Own, None) => Slots::of([spell]),
        (Target::Own, Some(with)) => Slots::of([spell, ("element", with.into())]),
        (Target::Sent { to: place, .. } | Target::SentUnits { to: place, .. }, None) => {
            Slots::of([spell, target(), to(place)])
        }
        (Target::Sent { to: place, .. } | Target::SentUnits { to: place, .. }, Some(with)) => {
            Slots::of([spell, target(), to(place), ("element", with.into())])
        }
        (_, None) => Slots::of([spell, target()]),
        (_, Some(with)) => Slots::of([spell, target(), ("element", with.into())]),
    };
    Some(slots)
}

/// Dice that move: from the reserve, to it, or from terrain to terrain.
fn shift(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let own = asked::own_seat(state, seat);
    if !state.seated(own) {
        return Err(Slip::new("whose dice move is not known"));
    }
    let force = state.roster.force(own);
    let movable = force.units().with(force.of_sort(Sort::Item));
    let read = |dice: &Dice, from: Place| {
        read_dice::read_dice(game, state, own, state.at(own, from).and(movable), &dice.words)
    };
    let to = slots.optional("to").unwrap_or(Place::RESERVE);
    let (dice, from) = match (slots.optional::<Dice>("reserves"), slots.optional("from")) {
        (Some(dice), from) => (dice, from.unwrap_or(Place::RESERVE)),
        (None, Some(from)) => (slots.get("standing")?, from),
        (None, None) => {
            let dice: Dice = slots.get("standing")?;
            let there = state.terrains().filter(|from| read(&dice, *from).is_ok());
            match there.collect::<Vec<Place>>().as_slice() {
                [from] => (dice, *from),
                [] => {
                    read_dice::read_dice(game, state, own, movable, &dice.words)?;
                    return Err(Slip::new(format!("`{}` do not lie together", dice.words)));
                }
                several => {
                    let known = several.iter().map(|it| names::place_word(game, state, *it));
                    let known: Vec<String> = known.collect();
                    let (words, known) = (dice.words, few(known.iter().map(String::as_str)));
                    let says = format!(
                        "`retreat {words}` from which place? {known} (`retreat DICE from PLACE`)"
                    );
                    return Err(Slip::new(says));
                }
            }
        }
    };
    if from == to {
        return Err(Slip::new("the dice lie there already"));
    }
    let pieces = read(&dice, from)?;
    Ok(Action::Move { pieces, from, to })
}

fn is_move(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Move { pieces, from: Place::RESERVE, to } = *action else { return None };
    let dice = lying(game, state, seat, pieces, Place::RESERVE);
    Some(Slots::of([("reserves", dice.into()), ("to", to.into())]))
}

fn is_retreat(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Move { pieces, from, to: Place::RESERVE } = *action else { return None };
    let dice = lying(game, state, seat, pieces, from);
    let goal = ("goal", Place::RESERVE.into());
    Some(Slots::of([("standing", dice.into()), ("from", from.into()), goal]))
}

fn is_flight(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Move { pieces, from, to } = *action else { return None };
    let dice = lying(game, state, seat, pieces, from);
    Some(Slots::of([("standing", dice.into()), ("from", from.into()), ("to", to.into())]))
}

/// Dice of whoever moves them, among those of a place.
fn lying(game: &DragonDice, state: &State, seat: Seat, pieces: PieceSet, from: Place) -> Dice {
    let owner = asked::own_seat(state, seat);
    let among = if state.seated(owner) { state.at(owner, from) } else { PieceSet::NONE };
    let words = names::exact_words(game, state, owner, among, pieces);
    Dice::of(state, owner, pieces, words)
}

fn exchange(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let own = asked::own_seat(state, seat);
    if !state.seated(own) {
        return Err(Slip::new("whose dice are exchanged is not known"));
    }
    let (out, back): (Dice, Dice) = (slots.get("out")?, slots.get("back")?);
    // Of dice that go by the same name those are meant that may be exchanged.
    let said = Slots::of([("out", out.clone().into()), ("back", back.clone().into())]);
    let legal = legal(game, state, seat);
    let is_said = |action: &Action| is_exchange(game, state, seat, action).as_ref() == Some(&said);
    if let Some(action) = legal.iter().find(|action| is_said(action)) {
        return Ok(*action);
    }
    let places = (0..Place::COUNT as u8).map(Place);
    let lying = |in_play: bool| {
        let places = places.clone().filter(|place| place.in_play() == in_play);
        places.map(|place| state.at(own, place)).fold(PieceSet::NONE, PieceSet::with)
    };
    let read =
        |among: PieceSet, dice: &Dice| read_dice::read_dice(game, state, own, among, &dice.words);
    let dead = state.at(own, Place::DEAD);
    let out = read(lying(true), &out).or_else(|_| read(PieceSet::ALL, &out))?;
    let back = read(dead, &back).or_else(|_| read(lying(false), &back))?;
    Ok(Action::Exchange { out, back })
}

fn is_exchange(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Exchange { out, back } = *action else { return None };
    let Question { owner, among, .. } = asked::in_question(state, seat);
    let dice = |set: PieceSet, among: PieceSet| {
        let among = among.and(asked::together(state, owner, set));
        Dice::of(state, owner, set, names::exact_words(game, state, owner, among, set))
    };
    Some(Slots::of([("out", dice(out, among).into()), ("back", dice(back, PieceSet::ALL).into())]))
}

fn recruit(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Fallen(Piece { number, .. }) = slots.get("fallen")?;
    Ok(Action::Recruit(number))
}

fn is_recruit(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Recruit(number) = *action else { return None };
    let owner = asked::in_question(state, seat).owner;
    Some(Slots::of([("fallen", Fallen(Piece { owner, number }).into())]))
}

fn bring(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Minor(Piece { number, .. }) = slots.get("minor")?;
    Ok(Action::Bring(number))
}

fn is_bring(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Bring(number) = *action else { return None };
    let owner = asked::in_question(state, seat).owner;
    Some(Slots::of([("minor", Minor(Piece { owner, number }).into())]))
}

/// A face by its number, or by its name where a minor terrain is turned.
fn turn_to(game: &DragonDice, state: &State, _: Seat, slots: &Slots) -> Read {
    let FaceName(face) = slots.get("face")?;
    if let Some(number) = face.parse::<u8>().ok().and_then(|number| number.checked_sub(1)) {
        return Ok(Action::Face(number));
    }
    match asked::turning(state) {
        Some((army, die)) => {
            let minor = Piece { owner: army.owner, number: die };
            read_dice::read_face(game, state, minor, &face).map(Action::Face)
        }
        None => Err(Slip::new(format!("there is no face `{face}`"))),
    }
}

fn is_turned_to(game: &DragonDice, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Face(face) = *action else { return None };
    let word = match asked::turning(state) {
        Some((army, die)) => say::face_word(game, state, army.owner, die, face),
        None => (u16::from(face) + 1).to_string(),
    };
    Some(Slots::of([("face", FaceName(word).into())]))
}

fn use_ability(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let Own(Army { place: at, .. }) = slots.get("marcher")?;
    Ok(Action::Use { ability: slots.get("ability")?, at })
}

fn is_use(_: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Use { ability, at: place } = *action else { return None };
    let own = Own(Army { owner: asked::own_seat(state, seat), place });
    Some(Slots::of([("ability", ability.into()), ("marcher", own.into())]))
}

/// The number of a way, from 1.
fn way(_: &DragonDice, _: &State, _: Seat, slots: &Slots) -> Read {
    let number = slots.get::<u8>("number")?.checked_sub(1);
    number.map(Action::Way).ok_or_else(|| Slip::new("ways are counted from 1"))
}

fn is_way(action: &Action) -> Option<Slots> {
    let Action::Way(number) = *action else { return None };
    Some(Slots::of([("number", number.saturating_add(1).into())]))
}

/// What is in neither army is the Horde; who tells it names dice that are left.
fn assemble(game: &DragonDice, state: &State, seat: Seat, slots: &Slots) -> Read {
    let Question { owner, among, .. } = asked::in_question(state, seat);
    let read = |slot: &str, among: PieceSet| match slots.optional::<Dice>(slot) {
        Some(Dice { words, .. }) => read_dice::read_dice(game, state, owner, among, &words),
        None => Ok(PieceSet::NONE),
    };
    let home = read("home", among)?;
    let campaign = read("campaign", among.without(home))?;
    read("horde", among.without(home).without(campaign))?;
    let home_die = match slots.optional::<u8>("number") {
        None | Some(1) => 0,
        Some(2) => 1,
        Some(other) => {
            let says = format!("terrain 1 or terrain 2 is meant, not `{other}`");
            return Err(Slip::new(says));
        }
    };
    Ok(Action::Assemble { home_die, home, campaign })
}

fn is_assembly(game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Option<Slots> {
    let Action::Assemble { home_die, home, campaign } = *action else { return None };
    let Question { owner, among, .. } = asked::in_question(state, seat);
    // No hand divides a force die by die.
    let dice = |set: PieceSet, among: PieceSet| Dice {
        words: names::exact_words(game, state, owner, among, set),
        pieces: Vec::new(),
    };
    Some(Slots::of([
        ("home", dice(home, among).into()),
        ("campaign", dice(campaign, among.without(home)).into()),
        ("number", (home_die + 1).into()),
    ]))
}
