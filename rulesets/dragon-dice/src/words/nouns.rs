//! What commands name: seats, places, armies, dice, spells and what they are aimed at.

use crate::position::action::{Cast, Target};
use crate::position::game::DragonDice;
use crate::position::lasting::Effect;
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::position::stack::dragons::Blast;
use crate::position::state::State;
use crate::tables::catalog::{AbilityId, Counted, EighthId, Element, Elements, SaiId, SpellId};
use crate::words::asked::{kinds_among, own_seat};
use crate::words::read_names::{Parsed, after, plain};
use crate::words::{announced, asked, commands, read_dice, read_names, say_effect};
use umpire_core::data::suggest;
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

umpire_core::nouns! {
    /// What a command may name.
    pub enum Thing, Noun {
        /// A player.
        Seat(Seat) = "seat",
        /// A place.
        Place(Place) = "place",
        /// An army of anybody.
        Army(Army) = "army",
        /// An army of whoever speaks, by its place.
        Own(Own) = "own-army",
        /// An army that is attacked.
        Enemy(Enemy) = "enemy",
        /// One die of anybody.
        Piece(Piece) = "die",
        /// Dice of one player.
        Dice(Dice) = "dice",
        /// Dice that stand alone, as an answer.
        Picked(Picked) = "picked-dice",
        /// A dead unit of one's own.
        Fallen(Fallen) = "dead-unit",
        /// A minor terrain of one's own that is not in play.
        Minor(Minor) = "minor-terrain",
        /// An element.
        Element(Element) = "element",
        /// An eighth face.
        EighthFace(EighthId) = "eighth-face",
        /// Who holds something, if anybody.
        Holder(Option<Seat>) = "seat|none",
        /// An eighth face, if any.
        Named(Option<EighthId>) = "eighth-face|none",
        /// A face of a die.
        Face(FaceName) = "face",
        /// A spell, and how often it is cast.
        Spells(Spells) = "spell",
        /// At what a spell is aimed.
        Target(Target) = "target",
        /// How many results count as which type.
        Numbers([u8; 5]) = "numbers",
        /// A special action icon.
        Icon(SaiId) = "icon",
        /// An ability of a species.
        Ability(AbilityId) = "ability",
        /// A breath of dragons.
        Breath(Blast) = "breath",
        /// A number.
        Number(u8) = "number",
        /// On what something lasts.
        Bearer(Bearer) = "bearer",
        /// Something that lasts.
        Lasting(Lasting) = "effect",
        /// A spell that is announced and waits to take effect.
        Announced(Announced) = "announced-spell",
        /// What an army does on its march.
        Deed(Deed) = "deed",
    }
}

/// Words that stand behind dice in a line, and in no name of a die.
const ENDS_OF_DICE: [&str; 6] = ["from", "to", "for", "campaign", "horde", "terrain"];

/// An army of whoever speaks, called by its place alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Own(pub Army);

/// An army that is attacked; called by its owner alone where it lies at the march under way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Enemy(pub Army);

/// Dice as they are typed; which they are shows only in what the whole line asks of them.
#[derive(Debug, Clone)]
pub struct Dice {
    /// As typed or said.
    pub words: String,
    /// Which, where they are said.
    pub pieces: Vec<Piece>,
}

impl Dice {
    /// Dice of a player, in words.
    pub fn of(state: &State, owner: Seat, set: PieceSet, words: String) -> Dice {
        let numbers = state.seated(owner).then(|| set.iter()).into_iter().flatten();
        Dice { words, pieces: numbers.map(|number| Piece { owner, number }).collect() }
    }
}

/// By their words, whosever they are: what was typed is compared with what is said.
impl PartialEq for Dice {
    fn eq(&self, other: &Dice) -> bool {
        plain(&self.words) == plain(&other.words)
    }
}

/// Dice that stand alone, where dice are picked.
#[derive(Debug, Clone, PartialEq)]
pub struct Picked(pub String);

/// A unit in the dead unit area, or a dragonkin in the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fallen(pub Piece);

/// A minor terrain in the pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Minor(pub Piece);

/// The name or the number of a face.
#[derive(Debug, Clone, PartialEq)]
pub struct FaceName(pub String);

/// A spell, and how often it is cast at one target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spells {
    /// Which.
    pub spell: SpellId,
    /// How often.
    pub times: u8,
}

/// An army, a terrain or a player on which something lasts, in the words in which positions state it.
#[derive(Debug, Clone, PartialEq)]
pub struct Bearer(pub String);

/// Something that lasts; called by its number in the list of what does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lasting(pub Effect);

/// A spell that is announced; called by its number in the order in which they were, or by its name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Announced(pub Cast);

/// What an army does on its march, in a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deed(pub &'static str);

/// The thing that somebody means by a text.
pub(super) fn read(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    noun: Noun,
    text: &str,
) -> Parsed<Thing> {
    let own = own_seat(state, seat);
    let lying = |at: Place| if state.seated(own) { state.at(own, at) } else { PieceSet::NONE };
    let one = |among: PieceSet| {
        let number = read_dice::read_one(game, state, own, among, text)?;
        Ok(Piece { owner: own, number })
    };
    Ok(match noun {
        Noun::Seat => read_names::read_seat(game, state, text)?.into(),
        Noun::Place => read_names::read_place(game, state, own, text)?.into(),
        Noun::Army => read_names::read_army(game, state, None, text)?.into(),
        Noun::Own => {
            let place = read_names::read_place(game, state, own, text)?;
            Own(Army { owner: own, place }).into()
        }
        Noun::Enemy => Enemy(read_names::read_enemy(game, state, own, text)?).into(),
        Noun::Piece => read_dice::read_piece(game, state, own, text)?.into(),
        // A list of dice ends where a word tells what becomes of them.
        Noun::Dice if plain(text).split(' ').any(|word| ENDS_OF_DICE.contains(&word)) => {
            return Err(Slip::new(format!("`{text}` is no list of dice")));
        }
        Noun::Dice => Dice { words: text.to_string(), pieces: Vec::new() }.into(),
        Noun::Picked => picked(game, state, seat, text)?.into(),
        Noun::Fallen => {
            let pooled = state.seated(own).then(|| state.dragonkin(own, lying(Place::POOL)));
            Fallen(one(lying(Place::DEAD).with(pooled.unwrap_or(PieceSet::NONE)))?).into()
        }
        Noun::Minor => Minor(one(lying(Place::POOL))?).into(),
        Noun::Element => read_names::read_element(&text.to_lowercase())?.into(),
        Noun::EighthFace => read_eighth_face(game, text)?.into(),
        Noun::Holder if is_none(text) => None::<Seat>.into(),
        Noun::Holder => Some(read_names::read_seat(game, state, text)?).into(),
        Noun::Named if is_none(text) => None::<EighthId>.into(),
        Noun::Named => Some(read_eighth_face(game, text)?).into(),
        Noun::Face => FaceName(text.to_lowercase()).into(),
        Noun::Spells => {
            let counted = text.split_once(' ').and_then(|(many, name)| Some((times(many)?, name)));
            let counted = counted
                .or_else(|| text.rsplit_once(' ').and_then(|(it, many)| Some((times(many)?, it))));
            let (times, name) = counted.unwrap_or((1, text));
            Spells { spell: read_names::read_spell(game, name)?, times }.into()
        }
        Noun::Target => read_names::read_target(game, state, own, &text.to_lowercase())?.into(),
        Noun::Numbers => read_numbers(&text.to_lowercase())?.into(),
        Noun::Icon => {
            let rows = game.catalog.sais.iter();
            let rows = rows.map(|sai| (sai.id.as_str(), sai.name.as_str()));
            SaiId(read_names::read_row("icon", rows, text)? as u8).into()
        }
        Noun::Ability => {
            let rows = game.catalog.abilities.iter();
            let rows = rows.map(|ability| (ability.id.as_str(), ability.name.as_str()));
            AbilityId(read_names::read_row("ability", rows, text)? as u8).into()
        }
        Noun::Breath => read_breath(state, &text.to_lowercase())?.into(),
        Noun::Number => {
            let number = text.parse::<u8>();
            number.map_err(|_| Slip::new(format!("`{text}` is no number")))?.into()
        }
        Noun::Bearer => Bearer(read_bearer(game, state, text)?).into(),
        Noun::Lasting => Lasting(read_lasting(game, state, text)?).into(),
        Noun::Announced => Announced(announced::read_announced(game, state, own, text)?).into(),
        Noun::Deed => return Err(Slip::new("what an army does is typed by its word")),
    })
}

/// How often, before or behind the name of a spell: `2`, `2x`, `x2`, `twice`.
fn times(word: &str) -> Option<u8> {
    match word.to_lowercase().as_str() {
        "once" => Some(1),
        "two" | "twice" => Some(2),
        "three" | "thrice" => Some(3),
        word => word.trim_matches('x').parse().ok(),
    }
}

fn is_none(text: &str) -> bool {
    ["none", "nobody"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn read_eighth_face(game: &DragonDice, text: &str) -> Parsed<EighthId> {
    let rows = game.catalog.eighth_faces.iter();
    let rows = rows.map(|face| (face.id.as_str(), face.name.as_str()));
    Ok(EighthId(read_names::read_row("eighth face", rows, text)? as u8))
}

/// Dice alone are an answer where dice are picked, if some are meant by them.
fn picked(game: &DragonDice, state: &State, seat: Seat, text: &str) -> Parsed<Picked> {
    if !asked::is_picking(state) {
        return Err(Slip::new("no dice are picked now"));
    }
    match read_dice::read_taken(game, state, seat, text) {
        Err(slip) if slip.suggestions.is_empty() => Err(slip),
        _ => Ok(Picked(text.to_string())),
    }
}

/// `5 air+fire`; the health may be left out.
fn read_breath(state: &State, text: &str) -> Parsed<Blast> {
    let (health, elements) = match text.split_once(' ') {
        Some((health, elements)) => (health.parse::<u8>().ok(), elements),
        None => (None, text),
    };
    let elements = Elements::read(elements);
    let blasts = state.dragons.iter().flat_map(|fight| &fight.blasts);
    blasts
        .filter(|blast| elements == Some(blast.elements))
        .find(|blast| health.is_none_or(|health| health == blast.health))
        .copied()
        .ok_or_else(|| Slip::new(format!("no breath here is `{text}`")))
}

/// `4 melee 2 save`, or `nothing`: how many results of each type, by the order of types.
fn read_numbers(text: &str) -> Parsed<[u8; 5]> {
    let mut numbers = [0u8; 5];
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
        numbers[kind.index()] = numbers[kind.index()].saturating_add(number);
    }
    Ok(numbers)
}

fn read_bearer(game: &DragonDice, state: &State, text: &str) -> Parsed<String> {
    if let Ok(place) = read_names::read_place(game, state, state.marching, text) {
        return Ok(names::place_word(game, state, place));
    }
    if let Ok(seat) = read_names::read_seat(game, state, text) {
        return Ok(names::seat_word(game, seat));
    }
    let army = read_names::read_army(game, state, None, text)?;
    let place = names::place_word(game, state, army.place);
    Ok(format!("{} {place}", names::seat_word(game, army.owner)))
}

/// A number of the list of what lasts, or the spell, for the first of it.
fn read_lasting(game: &DragonDice, state: &State, text: &str) -> Parsed<Effect> {
    let text = text.to_lowercase();
    let text = after(&text, "effect").unwrap_or(&text);
    let (number, rest) = text.split_once(' ').unwrap_or((text, ""));
    let number = number.parse::<usize>().ok();
    let number = number.filter(|_| rest.is_empty() || rest.starts_with('('));
    if let Some(effect) = number.and_then(|it| state.effects.get(it.checked_sub(1)?)) {
        return Ok(*effect);
    }
    let name = text.split(" on ").next().unwrap_or(text);
    let called = |effect: &&Effect| plain(&names::rule_name(game, effect.rule)) == plain(name);
    state.effects.iter().find(called).copied().ok_or_else(|| {
        if state.effects.is_empty() {
            return Slip::new("nothing lasts that could end");
        }
        let known: Vec<String> =
            state.effects.iter().map(|effect| names::rule_name(game, effect.rule)).collect();
        let meant = suggest(name, known.iter().map(String::as_str)).map(str::to_lowercase);
        Slip::new(format!("nothing called `{text}` lasts")).meant(meant)
    })
}

/// A thing as it would be typed.
pub(super) fn said(game: &DragonDice, state: &State, thing: &Thing) -> String {
    let own = |piece: Piece| {
        let only = PieceSet::only(piece.number);
        let among = asked::together(state, piece.owner, only);
        names::exact_words(game, state, piece.owner, among, only)
    };
    let row = |id: Option<&String>| id.map_or("?".to_string(), String::clone);
    match thing {
        Thing::Seat(seat) => names::seat_word(game, *seat),
        Thing::Place(place) => names::place_word(game, state, *place),
        Thing::Army(army) => names::army_word(game, state, *army),
        Thing::Own(Own(army)) => names::place_word(game, state, army.place),
        Thing::Enemy(Enemy(army)) if Some(army.place) == asked::marching_from(state) => {
            names::seat_word(game, army.owner)
        }
        Thing::Enemy(Enemy(army)) => names::army_word(game, state, *army),
        Thing::Piece(piece) => names::piece_word(game, state, *piece),
        Thing::Dice(Dice { words, .. })
        | Thing::Picked(Picked(words))
        | Thing::Face(FaceName(words))
        | Thing::Bearer(Bearer(words)) => words.clone(),
        Thing::Fallen(Fallen(piece)) | Thing::Minor(Minor(piece)) => own(*piece),
        Thing::Element(element) => element.name().to_string(),
        Thing::Holder(None) | Thing::Named(None) => "none".to_string(),
        Thing::Holder(Some(seat)) => names::seat_word(game, *seat),
        Thing::EighthFace(face) | Thing::Named(Some(face)) => {
            row(game.catalog.eighth_faces.get(face.index()).map(|face| &face.id))
        }
        Thing::Spells(Spells { spell, times }) => {
            let spell = row(game.catalog.spells.get(spell.index()).map(|spell| &spell.id));
            if *times == 1 { spell } else { format!("{times} {spell}") }
        }
        Thing::Target(target) => names::target_words(game, state, target),
        Thing::Numbers(numbers) => names::split_words(numbers),
        Thing::Announced(Announced(cast)) => commands::cast_words(game, state, cast),
        Thing::Icon(icon) => row(game.catalog.sais.get(icon.index()).map(|sai| &sai.id)),
        Thing::Ability(ability) => {
            row(game.catalog.abilities.get(ability.index()).map(|ability| &ability.id))
        }
        Thing::Breath(Blast { health, elements }) => format!("{health} {elements}"),
        Thing::Number(number) => number.to_string(),
        Thing::Lasting(Lasting(effect)) => {
            let words = say_effect::effect_words(game, state, effect);
            match state.effects.iter().position(|other| other == effect) {
                Some(at) => format!("{} ({words})", at + 1),
                None => words,
            }
        }
        Thing::Deed(Deed(word)) => word.to_string(),
    }
}

/// What a hand points at for a thing: dice one by one, with their numbers.
pub(super) fn pointed_at(game: &DragonDice, state: &State, thing: &Thing) -> Vec<String> {
    let die = |piece: &Piece| names::die_word(game, state, *piece);
    let dice = |of: Army, units: PieceSet| {
        let Dice { pieces, .. } = Dice::of(state, of.owner, units, String::new());
        pieces.iter().map(die).collect()
    };
    match thing {
        Thing::Own(Own(army)) | Thing::Enemy(Enemy(army)) => {
            vec![names::army_word(game, state, *army)]
        }
        Thing::Dice(Dice { pieces, .. }) => pieces.iter().map(die).collect(),
        Thing::Piece(piece) | Thing::Fallen(Fallen(piece)) | Thing::Minor(Minor(piece)) => {
            vec![die(piece)]
        }
        Thing::Target(Target::Piece(piece) | Target::Sent { piece, .. }) => vec![die(piece)],
        Thing::Target(Target::Units { of, units } | Target::SentUnits { of, units, .. }) => {
            dice(*of, *units)
        }
        Thing::Numbers(_) | Thing::Breath(_) | Thing::Number(_) => Vec::new(),
        thing => vec![said(game, state, thing)],
    }
}

/// What could be typed for a noun, where it can be listed.
pub(super) fn listed(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    noun: Noun,
) -> Option<Vec<String>> {
    let own = own_seat(state, seat);
    let lying = |at: Place| if state.seated(own) { state.at(own, at) } else { PieceSet::NONE };
    let places = |places: &mut dyn Iterator<Item = Place>| {
        places.map(|place| names::place_word(game, state, place)).collect()
    };
    let seats = || (0..state.players()).map(Seat);
    Some(match noun {
        Noun::Seat => seats().map(|seat| names::seat_word(game, seat)).collect(),
        Noun::Holder => {
            let seats = seats().map(|seat| names::seat_word(game, seat));
            seats.chain(["none".to_string()]).collect()
        }
        Noun::Place => {
            let piles = [Place::RESERVE, Place::DEAD, Place::BURIED, Place::POOL];
            places(&mut state.terrains().chain(piles))
        }
        Noun::Army => names::army_words(game, state, |_| true),
        Noun::Own => places(&mut state.armies(own).map(|army| army.place)),
        Noun::Enemy => {
            let enemies = state.others(own).flat_map(|owner| state.armies(owner));
            enemies.map(|army| said(game, state, &Enemy(army).into())).collect()
        }
        Noun::Dice => {
            let question = asked::in_question(state, seat);
            kinds_among(game, state, question.owner, question.among)
        }
        Noun::Fallen => kinds_among(game, state, own, lying(Place::DEAD)),
        Noun::Minor => {
            let minors = state.seated(own).then(|| state.roster.force(own).of_sort(Sort::Minor));
            let minors = minors.map_or(PieceSet::NONE, |minors| minors.and(lying(Place::POOL)));
            kinds_among(game, state, own, minors)
        }
        Noun::Element => Element::ALL.map(|element| element.name().to_string()).into(),
        Noun::EighthFace | Noun::Named => {
            game.catalog.eighth_faces.iter().map(|face| face.id.clone()).collect()
        }
        Noun::Face => faces_to_turn(game, state)?,
        Noun::Spells => game.catalog.spells.iter().map(|spell| spell.id.clone()).collect(),
        Noun::Breath => {
            let blasts = state.dragons.iter().flat_map(|fight| &fight.blasts);
            blasts.map(|blast| said(game, state, &(*blast).into())).collect()
        }
        Noun::Target | Noun::Bearer => {
            let armies = names::army_words(game, state, |_| true).into_iter();
            let places = state.terrains().map(|place| names::place_word(game, state, place));
            let seats = seats().map(|seat| names::seat_word(game, seat));
            let seats = seats.filter(|_| noun == Noun::Bearer);
            armies.chain(places).chain(seats).collect()
        }
        Noun::Lasting => {
            let effects = (1..).zip(&state.effects);
            let name = |effect: &Effect| names::rule_name(game, effect.rule);
            effects.map(|(number, effect)| format!("{number} ({})", name(effect))).collect()
        }
        Noun::Announced => {
            let announced = announced::to_resolve(state);
            announced.map(|cast| commands::cast_words(game, state, cast)).collect()
        }
        Noun::Piece
        | Noun::Picked
        | Noun::Numbers
        | Noun::Icon
        | Noun::Ability
        | Noun::Number
        | Noun::Deed => return None,
    })
}

/// What could be typed for a slot: dice that lie where those of the command do.
pub(super) fn likely(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    (slot, noun): (&str, Noun),
) -> Option<Vec<String>> {
    let own = own_seat(state, seat);
    let lying = |at: Place| if state.seated(own) { state.at(own, at) } else { PieceSet::NONE };
    let standing = || state.terrains().map(lying).fold(PieceSet::NONE, PieceSet::with);
    match slot {
        "reserves" => Some(kinds_among(game, state, own, lying(Place::RESERVE))),
        "standing" | "out" => Some(kinds_among(game, state, own, standing())),
        "back" => Some(kinds_among(game, state, own, lying(Place::DEAD))),
        "from" if seat != Seat::JUDGE => {
            let holds = |place: &Place| !lying(*place).is_empty();
            let terrains = state.terrains().filter(holds);
            Some(terrains.map(|place| names::place_word(game, state, place)).collect())
        }
        _ => listed(game, state, seat, noun),
    }
}

/// The faces of the minor terrain that is turned.
fn faces_to_turn(game: &DragonDice, state: &State) -> Option<Vec<String>> {
    let (army, die) = asked::turning(state)?;
    let kind = state.roster.force(army.owner).kind(die);
    let mut faces: Vec<String> = Vec::new();
    for face in &game.catalog.dice.get(kind.die()).faces {
        if !faces.contains(&face.name) {
            faces.push(face.name.clone());
        }
    }
    Some(faces)
}
