//! What lasts, in words: where it lies, what it does, when it ends.

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::names;
use crate::position::pieces::Place;
use crate::position::roll::kinds::Change;
use crate::position::state::State;
use crate::tables::catalog::{Counted, Types};

/// `Blizzard on frontier by A: 3 melee fewer, until A's next turn begins`.
pub(crate) fn effect_words(game: &DragonDice, state: &State, effect: &Effect) -> String {
    let on = on_words(game, state, effect.on);
    let (rule, by) = (names::rule_name(game, effect.rule), names::seat_word(game, effect.by));
    let does = lasting_words(game, effect.does);
    let ends = match effect.ends {
        Ends::TurnStart(seat) => {
            format!(", until {}'s turn begins", names::seat_word(game, seat))
        }
        Ends::TurnEnd(seat, 0) => {
            format!(", until {}'s turn ends", names::seat_word(game, seat))
        }
        Ends::TurnEnd(seat, later) => {
            format!(", until {}'s turn ends, {later} turns later", names::seat_word(game, seat))
        }
        Ends::Turned => ", until the terrain turns".to_string(),
        Ends::Maneuvered => ", until the terrain is maneuvered".to_string(),
        Ends::Never => String::new(),
    };
    format!("{rule} on {on} by {by}: {does}{ends}")
}

/// On what something lies.
pub(super) fn on_words(game: &DragonDice, state: &State, on: On) -> String {
    match on {
        On::Army(army) => names::army_word(game, state, army),
        On::Terrain(number) => names::place_word(game, state, Place::terrain(number)),
        On::Pieces(owner, set) => {
            format!(
                "{}'s {}",
                names::seat_word(game, owner),
                names::dice_words(game, state, owner, set)
            )
        }
        On::Player(seat) => names::seat_word(game, seat),
    }
}

fn lasting_words(game: &DragonDice, does: Lasting) -> String {
    match does {
        Lasting::Modify { types, change, .. } => change_words(types, change),
        Lasting::ModifyAttackers { types, change, .. } => {
            format!("attackers: {}", change_words(types, change))
        }
        Lasting::IgnoreIds => "IDs give nothing".to_string(),
        Lasting::OnlySaves => "only save rolls are made".to_string(),
        Lasting::Held { rooted: true } => "neither rolled nor moved".to_string(),
        Lasting::Held { rooted: false } => "not rolled".to_string(),
        Lasting::Hidden => "not to be aimed at by missiles or spells".to_string(),
        Lasting::Reroll => "one unit of a roll may be rolled again".to_string(),
        Lasting::CountsAs { species, from, to, .. } => {
            let (from, to) = (type_words(from), type_words(to));
            let of = species.map_or(String::new(), |species| {
                format!(" of {}", game.catalog.species(species).name)
            });
            format!("{from}{of} counts as {to}")
        }
        Lasting::DoubleOne { types } => {
            format!("the {} of one unit may be doubled", type_words(types))
        }
        Lasting::TiesToDefender => "tied maneuvers fail".to_string(),
        Lasting::OpenGrave => "units killed after saves go to the reserve".to_string(),
        Lasting::SoiledGround => "units killed there save or are buried".to_string(),
        Lasting::AcceleratedGrowth => "a dying unit may be exchanged for a small one".to_string(),
        Lasting::Thorns { damage } => format!("whoever turns it takes {damage} damage"),
        Lasting::Mire => "only as much health as is maneuvered may be rolled".to_string(),
        Lasting::AddElement(element) => format!("holds {} too", element.name()),
        Lasting::NoAutomaticSaves => "no automatic saves".to_string(),
        Lasting::Ridden { controlled: false, .. } => "tamed".to_string(),
        Lasting::Ridden { controlled: true, .. } => "controlled".to_string(),
        Lasting::Rode => "rides no further this turn".to_string(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn type_words(types: Types) -> String {
    let words: Vec<&str> = types.iter().map(Counted::name).collect();
    words.join(" and ")
}

fn change_words(types: Types, change: Change) -> String {
    let types = type_words(types);
    match change {
        Change::Subtract(by) => format!("{by} {types} fewer"),
        Change::Halve => format!("{types} halved"),
        Change::Add(by) => format!("{by} {types} more"),
        Change::Double => format!("{types} doubled"),
        Change::DoubleIds => format!("IDs doubled for {types}"),
    }
}
