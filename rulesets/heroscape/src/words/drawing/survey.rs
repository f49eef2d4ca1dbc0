//! A battlefield as a graph of spaces: steps and sight of one typical figure under the rules.

use super::held::holding;
use super::{Sheet, middle};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::rules::{reach, sight};
use crate::steps::{placing, start};
use crate::tables::catalog::{ArmyCard, Size};
use crate::words::{End, ask_sight, say};
use std::collections::BTreeMap;
use umpire_core::data::{Files, Source};
use umpire_core::hex::SpaceId;
use umpire_core::host::{HeldAt, Loaded, Spot, Survey, pairs};
use umpire_core::odds::Budget;
use umpire_core::seat::Seat;

/// A table on a battlefield where one typical figure stands: of medium size, and without powers.
pub fn typical_table(data: &Files, file: &Source) -> Result<Source, String> {
    let sheet = Sheet::read(data, file).ok_or("the battlefield cannot be read")?;
    let plain = |card: &&ArmyCard| {
        card.size == Size::Medium && card.height == 5 && card.spaces == 1 && card.moves == 5
    };
    let cards = &sheet.catalog.cards;
    let simple = |card: &&ArmyCard| plain(card) && card.abilities.is_empty() && card.figures == 1;
    let card = cards
        .iter()
        .find(simple)
        .or_else(|| cards.iter().find(plain))
        .ok_or("no card to ask with")?;
    let spaces = sheet.field.spaces(&sheet.known.pieces, &|kind| sheet.known.is_fluid(kind));
    let first = spaces.keys().next().ok_or("the battlefield has no spaces yet")?;
    let held = HeldAt { unit: card.id.clone(), seat: 0, at: middle(first.hex) };
    let (table, _) = holding(data, file, &[held])?;
    Ok(table)
}

/// What the rules say of a battlefield, for the figure of a table where one stands alone; and of its usual battle, where
/// there is one, whom it has no room for.
pub fn survey(
    table: &Loaded<HeroScape>,
    usual: Option<&Loaded<HeroScape>>,
    budget: &Budget,
) -> Result<Survey, String> {
    let game = &table.game;
    let mut state = start::begin(game, &table.setup)
        .map_err(|refused| refused.first().map_or(String::new(), |refusal| refusal.says.clone()))?;
    let figure = state.all_figures().next().map(|(id, _)| id).ok_or("no figure to ask with")?;
    let card = state.copy(state.figure(figure).copy).card;
    let all: Vec<SpaceId> = game.ground.board.space_ids().collect();
    let number: BTreeMap<SpaceId, u32> = (0..).zip(&all).map(|(at, space)| (*space, at)).collect();
    let spot = |space: &SpaceId| {
        let hex = game.ground.board.hex_of(*space);
        let at = hex.drawn();
        Spot { name: game.ground.name(*space), at }
    };
    let mut steps = Vec::new();
    for (from, space) in (0..).zip(&all) {
        state.put(figure, Footprint::one(*space));
        for way in reach::walks(game, &state, figure).into_iter().filter(|way| way.path.len() == 1)
        {
            steps.push((from, number[&way.lead], u32::try_from(way.cost).unwrap_or(0)));
        }
    }
    let mut looks = Vec::new();
    let mut lookers = state.clone();
    if all.len() > 1 {
        lookers.put(figure, Footprint::one(all[0]));
        let (other, _) = ask_sight::stand_in(game, &mut lookers, End::Space(all[1]), card)
            .map_err(|slip| slip.says)?;
        for (from, to) in pairs(all.len()) {
            if !budget.goes_on(looks.len()) {
                break;
            }
            lookers.put(other, Footprint::one(all[to]));
            lookers.put(figure, Footprint::one(all[from]));
            let sees = sight::sees(game, &lookers, figure, other, Part::HitZone);
            looks.push((from as u32, to as u32, sees));
        }
    }
    let usual = usual.and_then(|it| Some((start::begin(&it.game, &it.setup).ok()?, &it.game)));
    let lacking = usual.iter().flat_map(|(state, game)| {
        let seats = (0..state.seats()).map(Seat);
        seats.filter_map(|seat| {
            let few = say::few_words(placing::too_few(game, state, seat)?);
            Some(format!("{} of the usual battle has {few}", game.seat_word(seat)))
        })
    });
    let lacking = lacking.collect();
    let zone = |(seat, spaces): &(char, Vec<SpaceId>)| {
        (seat.to_string(), spaces.iter().filter_map(|space| number.get(space).copied()).collect())
    };
    let goal = |glyph: &crate::position::ground::GlyphLaid| {
        let at = number.get(&glyph.space)?;
        Some((format!("glyph at {}", game.ground.name(glyph.space)), *at))
    };
    let card = game.catalog.card(card);
    Ok(Survey {
        spots: all.iter().map(spot).collect(),
        steps,
        per_turn: u32::try_from(card.moves).unwrap_or(5),
        mover: format!(
            "a {} figure of height {} that moves {}",
            card.size.name(),
            card.height,
            card.moves
        ),
        looks,
        starts: game.ground.zones.iter().map(zone).collect(),
        goals: game.ground.glyphs.iter().filter_map(goal).collect(),
        lacking,
    })
}
