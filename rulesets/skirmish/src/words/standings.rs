//! How things stand: the round, each side's figures, who holds what; and what a referee may put down.

use crate::position::{Figure, PieceId, Post, Table};
use crate::tables::{Unit, Weapon};
use umpire_core::command::counted;
use umpire_core::host::{CardEntry, PowerEntry, Standing, Stock};
use umpire_core::seat::Seat;

/// What `status` tells.
pub fn standings(t: Table) -> Vec<Standing> {
    let rounds = t.game.edition.rounds;
    let mut all = vec![
        Standing::of("the game", format!("round {}", t.round))
            .also("round")
            .says(format!("of {rounds}")),
    ];
    for side in Seat::SIDES {
        all.extend(t.figures.of(side).map(|id| figure(t, side, id)));
    }
    for (objective, held) in t.game.field.objectives.iter().zip(&t.held) {
        let holder = held
            .map_or("held by nobody".to_string(), |side| format!("held by {}", side.lettered()));
        let at = t.game.field.unit.about_place(objective.at);
        let standing = Standing::of("objectives", objective.name.as_str());
        all.push(standing.says(holder).says(format!("at {at}")));
    }
    all
}

fn figure(t: Table, side: Seat, id: PieceId) -> Standing {
    let (Figure { post, lost, acted, tired, pinned, .. }, unit) = (t.figures[id], t.unit(id));
    let at = match post {
        Post::At(at) => format!("at {}", t.game.field.unit.about_place(at)),
        Post::Waiting => "not deployed yet".to_string(),
        Post::Gone => "gone".to_string(),
    };
    let mut standing = Standing::of(format!("figures of {}", side.lettered()), t.name(id))
        .also(unit.name.as_str())
        .says(at)
        .says_if(lost > 0, || format!("{lost} of {} lost", unit.toughness))
        .says_if(pinned, || "pinned".to_string())
        .says_if(acted, || "has acted".to_string())
        .says_if(tired, || "tired".to_string())
        .closely(numbers(unit));
    for weapon in &unit.weapons {
        standing = standing.closely(armed(weapon));
    }
    standing
}

/// What a referee may put down: every figure.
pub fn stock(t: Table) -> Vec<Stock> {
    let figure = |id| {
        let (Figure { side, post, .. }, unit, name) = (t.figures[id], t.unit(id), t.name(id));
        let line = format!("place {name} at");
        Stock {
            says: format!("{}: {}", unit.name, numbers(unit)),
            is_down: matches!(post, Post::At(_)),
            asks: format!("status {name}"),
            ..Stock::placed(format!("figures of {}", side.lettered()), name, line)
        }
    };
    t.figures.ids().map(figure).collect()
}

/// Every kind of figure, with its numbers and weapons.
pub fn cards(units: &[Unit]) -> Vec<CardEntry> {
    let card = |unit: &Unit| CardEntry {
        name: unit.id.clone(),
        title: unit.name.clone(),
        says: format!("of {}", unit.warband),
        numbers: [
            ("points", unit.points.to_string()),
            ("quality", format!("{}+", unit.quality)),
            ("defense", format!("{}+", unit.defense)),
            ("toughness", unit.toughness.to_string()),
            ("speed", format!("{}\"", unit.speed)),
        ]
        .map(|(what, number)| (what.to_string(), number))
        .into(),
        powers: unit.weapons.iter().map(carried).collect(),
        source: String::new(),
    };
    units.iter().map(card).collect()
}

/// A weapon as one of the things a figure can do.
fn carried(weapon: &Weapon) -> PowerEntry {
    let told = armed(weapon);
    let says = told.strip_prefix(&format!("{}: ", weapon.name)).unwrap_or(&told).to_string();
    PowerEntry { name: weapon.name.clone(), says, built: true, rule: String::new() }
}

/// What dice must show for a figure, and how far it goes.
pub fn numbers(unit: &Unit) -> String {
    let Unit { quality, defense, speed, .. } = unit;
    format!("quality {quality}+, defense {defense}+, speed {speed}\"")
}

/// A weapon with its numbers.
pub fn armed(weapon: &Weapon) -> String {
    let Weapon { name, attacks, piercing, .. } = weapon;
    let range = weapon.range.map_or("melee".to_string(), |range| format!("{range}\""));
    format!("{name}: {range}, {}, piercing {piercing}", counted(*attacks, "attack"))
}
