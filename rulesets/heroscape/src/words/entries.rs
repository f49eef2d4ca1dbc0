//! Rows of the tables as they are told: terrain with what it does, and army cards.

use crate::tables::catalog::{Catalog, Edge, Obstacle, Tile};
use crate::words::card;
use umpire_core::command::counted;
use umpire_core::host::{CardEntry, TerrainEntry};

/// Every row of the terrain tables.
pub(crate) fn terrain_entries(catalog: &Catalog) -> Vec<TerrainEntry> {
    let tiles = catalog.terrain.tiles.iter().map(tile_entry);
    let obstacles = catalog.terrain.obstacles.iter().map(obstacle_entry);
    let edges = catalog.terrain.edges.iter().map(edge_entry);
    tiles.chain(obstacles).chain(edges).collect()
}

/// Every army card.
pub(crate) fn card_entries(catalog: &Catalog) -> Vec<CardEntry> {
    catalog.cards.iter().map(card::card_entry).collect()
}

pub(crate) fn tile_entry(tile: &Tile) -> TerrainEntry {
    let rule = tile.rule.clone();
    let mut effects = Vec::new();
    let mut says = |words: String| effects.push((words, rule.clone()));
    if !tile.thick {
        says("adds no level to its stack".into());
    }
    says(format!("entering costs {}, levels risen come on top", points(tile.enter_cost)));
    for (mode, fields) in &tile.modes {
        if let Some(cost) = fields.enter_cost {
            says(format!("where a scenario declares it {mode}, entering costs {}", points(cost)));
        }
    }
    if tile.stop {
        says("ends the move of whoever enters".into());
    }
    if tile.fall_safe {
        says("landing on it is never a fall".into());
    }
    if tile.road {
        says(format!("a move wholly on it may spend {} more", points(tile.start_bonus_move)));
    }
    if let Some(enter) = &tile.on_enter {
        let (first, last) = enter.destroyed_on;
        says(format!("whoever ends a move here rolls {}: {first} to {last} destroys", enter.die));
    }
    if let Some(end) = &tile.on_round_end {
        says(format!(
            "at the end of the round figures here roll {}: a {} wounds",
            end.die, end.wound_on
        ));
    }
    for ability in &tile.immune {
        says(format!("{} spares a figure", ability.name()));
    }
    entry(&tile.id, "tile", effects, &tile.source)
}

pub(crate) fn obstacle_entry(row: &Obstacle) -> TerrainEntry {
    let heights: Vec<String> = row.heights.iter().map(ToString::to_string).collect();
    let mut effects = vec![
        ("nobody stands in it or walks through it; flyers pass over".to_string(), row.rule.clone()),
        (
            format!("stops sight up to {} levels above its base", heights.join("/")),
            row.rule.clone(),
        ),
    ];
    if let Some(opening) = row.doorway {
        let words = format!("a way through of {} levels in one of its hexes", opening.height);
        effects.push((words, row.rule.clone()));
    }
    if let Some(door) = &row.door {
        let words = format!(
            "a door shuts it: opened from beside it, barred from inside, broken by {} wounds, defense {}",
            door.life, door.defense
        );
        effects.push((words, row.rule.clone()));
    }
    if row.jungle {
        let words = "a small or medium figure beside it adds a defense die against attackers that are not adjacent";
        effects.push((words.to_string(), "HS-5.9.2".to_string()));
    }
    entry(&row.id, "obstacle", effects, &row.source)
}

pub(crate) fn edge_entry(row: &Edge) -> TerrainEntry {
    if !row.does_something() {
        let words = "does nothing yet: it bars no way and no sight, and nobody climbs by it; the judge keeps it";
        let effects = vec![(words.to_string(), row.rule.clone())];
        return entry(&row.id, "edge", effects, &row.source);
    }
    if row.rung.is_some() {
        let sizes: Vec<&str> = row.climbers.iter().map(|size| size.name()).collect();
        let rungs = format!("{} rungs, a level each, over the space it stands on", row.heights().0);
        let who = format!("{} figures of one space climb it, a point a rung", sizes.join(" and "));
        let effects = vec![(rungs, row.rule.clone()), (who, row.rule.clone())];
        return entry(&row.id, "edge", effects, &row.source);
    }
    let (inside, outside) = row.heights();
    let height = if inside == outside {
        format!("{inside} levels")
    } else {
        format!("{inside} levels inside, {outside} outside")
    };
    let mut effects =
        vec![(format!("a wall of {height} on the side between two hexes"), row.rule.clone())];
    let words =
        if row.climb { "a figure tall enough may climb over" } else { "nobody walks across" };
    effects.push((words.to_string(), row.rule.clone()));
    if row.cover_dice > 0 {
        let dice = row.cover_dice;
        let words = format!("adds {dice} to the defense of whoever stands behind it");
        effects.push((words, row.rule.clone()));
    }
    let sight = "stops sight, and adjacency of figures not tall enough";
    effects.push((sight.to_string(), row.rule.clone()));
    entry(&row.id, "edge", effects, &row.source)
}

fn points(number: i16) -> String {
    counted(number, "point")
}

fn entry(id: &str, kind: &str, effects: Vec<(String, String)>, source: &[String]) -> TerrainEntry {
    TerrainEntry { name: id.to_string(), kind: kind.to_string(), effects, source: source.join(" ") }
}
