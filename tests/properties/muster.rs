//! Dragon Dice positions drawn at random: every species, items, dragons, Dragonkin, Eldarim, minor terrains.

use std::fmt::Write;
use umpire_core::testing::Die;
use umpire_dragon_dice::tables::catalog::{Catalog, Kind, What};

/// Seats of a position, in turn order.
const SEATS: [&str; 4] = ["A", "B", "C", "D"];
/// Parts of a turn in which a position may begin.
const PHASES: [&str; 7] =
    ["start", "eighth_face", "dragons", "species", "first_march", "second_march", "reinforce"];
/// Units of each player.
const UNITS: u32 = 11;

/// A scenario whose position is drawn; its number decides about edition, players and species.
pub fn position(catalog: &Catalog, number: u64, die: Die) -> String {
    let players = 2 + (number % 3) as usize;
    let edition = if number.is_multiple_of(2) { "current" } else { "classic" };
    let mut text = format!("game: dragon-dice\nedition: {edition}\nseats:\n");
    let dragons = of_kind(catalog, Kind::is_dragon);
    let minors = of_kind(catalog, |kind| matches!(kind.what, What::Minor { .. }));
    let dragonkin = of_species(catalog, "dragonkin");
    for seat in &SEATS[..players] {
        let (dragon, minor) = (one(&dragons, die), one(&minors, die));
        let (first, second) = (one(&dragonkin, die), one(&dragonkin, die));
        line(
            &mut text,
            &format!(
                "  {seat}: {{dragons: [{dragon}], minor_terrains: [{minor}], dragonkin: [{first}, {second}]}}"
            ),
        );
    }
    let turn = SEATS[die(players as u32) as usize];
    let phase = PHASES[die(PHASES.len() as u32) as usize];
    line(&mut text, &format!("position:\n  turn: {turn}\n  phase: {phase}\n  terrains:"));
    let terrains = of_kind(catalog, |kind| matches!(kind.what, What::Terrain { .. }));
    for (at, place) in places(players).iter().enumerate() {
        // Everybody has an army at home, so whose home it is may hold it; no minor terrain lies there then.
        let face = 1 + die(9);
        let shown = match SEATS[..players].get(at) {
            Some(seat) if face >= 8 => format!("8 {seat}"),
            _ => face.min(7).to_string(),
        };
        line(&mut text, &format!("    {place}: {} {shown}", one(&terrains, die)));
    }
    line(&mut text, "  armies:");
    for (at, seat) in SEATS[..players].iter().enumerate() {
        let species = (number as usize * players + at) % peoples(catalog).len();
        armies(catalog, (at, species), players, die, &mut text, seat);
    }
    line(&mut text, "  minor_terrains:");
    for seat in &SEATS[..players] {
        let (home, holds) = (format!("    home {seat}: "), format!(" 8 {seat}"));
        let held = text.lines().any(|line| line.starts_with(&home) && line.ends_with(&holds));
        let minor = format!("home {seat}: {} {}", one(&minors, die), 1 + die(8));
        let minor = if held { String::new() } else { minor };
        line(&mut text, &format!("    {seat}: {{{minor}}}"));
    }
    let owner = SEATS[die(players as u32) as usize];
    let (first, second) = (one(&dragons, die), one(&dragons, die));
    line(&mut text, &format!("  dragons: {{frontier: [{owner} {first}, A {second}]}}"));
    text
}

/// The armies of one seat, by place.
fn armies(
    catalog: &Catalog,
    (at, species): (usize, usize),
    players: usize,
    die: Die,
    text: &mut String,
    seat: &str,
) {
    let people = peoples(catalog)[species];
    let units = of_species(catalog, people);
    let places = places(players);
    let mut laid: Vec<Vec<String>> = vec![Vec::new(); places.len() + 3];
    laid[at].push(one(&units, die));
    for _ in 1..UNITS {
        let place = die(laid.len() as u32 + 3) as usize % laid.len();
        laid[place].push(one(&units, die));
    }
    laid[at].extend(carried(catalog, people, die));
    laid[at].push(one(&of_species(catalog, "eldarim"), die));
    laid[players].push(one(&of_species(catalog, "dragonkin"), die));
    laid[players].push(one(&units, die));
    let words = places.iter().map(String::as_str).chain(["reserve", "dead", "buried"]);
    let lists: Vec<String> =
        words.zip(&laid).map(|(place, dice)| format!("{place}: [{}]", dice.join(", "))).collect();
    line(text, &format!("    {seat}: {{{}}}", lists.join(", ")));
}

/// An item that units of a people carry.
fn carried(catalog: &Catalog, people: &str, die: Die) -> Option<String> {
    let id = catalog.species_named(people)?;
    let elements = catalog.species(id).elements?;
    let fits = |kind: &Kind| kind.is_item() && elements.contains_all(kind.elements);
    Some(one(&of_kind(catalog, fits), die))
}

fn places(players: usize) -> Vec<String> {
    let homes = SEATS[..players].iter().map(|seat| format!("home {seat}"));
    homes.chain(["frontier".to_string()]).collect()
}

/// Species that are no champions and come in no pool.
fn peoples(catalog: &Catalog) -> Vec<&str> {
    let all = catalog.species.iter().map(|species| species.id.as_str());
    all.filter(|id| !["eldarim", "dragonkin"].contains(id)).collect()
}

fn of_species<'a>(catalog: &'a Catalog, species: &str) -> Vec<&'a str> {
    let species = catalog.species_named(species);
    of_kind(catalog, |kind| kind.is_unit() && kind.species() == species)
}

fn of_kind(catalog: &Catalog, is_it: impl Fn(&Kind) -> bool) -> Vec<&str> {
    catalog.kinds.iter().filter(|kind| is_it(kind)).map(|kind| kind.id.as_str()).collect()
}

fn one(of: &[&str], die: Die) -> String {
    of[die(of.len() as u32) as usize].to_string()
}

fn line(text: &mut String, words: &str) {
    writeln!(text, "{words}").expect("text grows");
}
