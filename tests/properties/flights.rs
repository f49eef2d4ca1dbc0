//! Flights of HeroScape on random boards with gaps, against a plain count of hexes from each end.

use std::collections::{BTreeMap, VecDeque};
use umpire_core::game::Game;
use umpire_core::hex::{HexId, Side, SpaceId};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::splitmix;
use umpire_heroscape::HeroScape;
use umpire_heroscape::position::action::Action;
use umpire_heroscape::position::state::{FigureId, State};
use umpire_heroscape::rules::reach;
use umpire_tests::loaded;

const COLUMNS: usize = 14;
const ROWS: usize = 12;

/// A board of that many holes in a hundred hexes, hillocks, two glyphs, and a flier of A in its
/// middle that is about to move.
fn scenario(die: &mut impl FnMut(u32) -> u32, holes: u32, card: &str, at: &str) -> String {
    let mut levels = [String::new(), String::new()];
    for row in 0..ROWS {
        for level in &mut levels {
            *level += if row % 2 == 0 { "      " } else { "       " };
        }
        for column in 0..COLUMNS {
            let kept = row == 5 && (5..=8).contains(&column);
            let hole = !kept && die(100) < holes;
            levels[0] += if hole { ". " } else { "g " };
            levels[1] += if hole || kept || die(5) > 0 { ". " } else { "r " };
        }
        levels.iter_mut().for_each(|level| level.push('\n'));
    }
    let [low, high] = levels;
    format!(
        "game: heroscape\nedition: annihilation\nbattlefield:\n  battlefield: gaps\n  \
         legend: {{g: grass, r: rock}}\n  levels:\n    1: |\n{low}    2: |\n{high}  glyphs:\n    \
         - {{at: F6, kind: astrid, face: up}}\n    - {{at: I6, kind: gerda, face: up}}\n\
         seats:\n  A: {{cards: [{card}]}}\n  B: {{cards: [finn]}}\n\
         position:\n  figures: {{{card}: {{at: {at}}}}}\n  turn: {{card: {card}}}\n"
    )
}

/// Hexes entered from one to each other, over none that is closed but the first.
fn counted(game: &HeroScape, from: HexId, closed: &[HexId]) -> BTreeMap<HexId, u16> {
    let board = &game.ground.board;
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut open = VecDeque::from([from]);
    while let Some(hex) = open.pop_front() {
        if hex != from && closed.contains(&hex) {
            continue;
        }
        for next in Side::ALL.into_iter().filter_map(|side| board.neighbour(hex, side)) {
            if !steps.contains_key(&next) {
                steps.insert(next, steps[&hex] + 1);
                open.push_back(next);
            }
        }
    }
    steps
}

type Landing = (SpaceId, Option<SpaceId>, i16);

/// Every landing that the rules allow, with what it costs.
fn plainly(game: &HeroScape, state: &State, flier: FigureId) -> Vec<Landing> {
    let board = &game.ground.board;
    let hex = |space: SpaceId| board.space(space).hex;
    let stands = state.spaces(flier).expect("it stands in the middle");
    let (lead, trail) = (stands.lead, stands.trail());
    let stops = game.edition.flyer_stops_on_glyph;
    let glyphs: Vec<HexId> = state.glyphs.iter().map(|laid| hex(laid.space)).collect();
    let closed: &[HexId] = if stops { &glyphs } else { &[] };
    let from = std::iter::once(lead).chain(trail);
    let from: Vec<_> = from.map(|end| (end, counted(game, hex(end), closed))).collect();
    let mut landings = Vec::new();
    for to in board.space_ids() {
        let beside: Vec<Option<SpaceId>> = match trail {
            None => vec![None],
            Some(_) => board.neighbours(to).map(|(_, behind)| Some(behind)).collect(),
        };
        for behind in beside {
            let fly = Action::Fly { figure: flier, to, trail: behind };
            if game.check(state, Seat(0), &fly, &mut Silent).is_err() {
                continue;
            }
            let costs = from.iter().filter_map(|(end, steps)| match behind {
                None => steps.get(&hex(to)).copied(),
                Some(behind) if behind == *end => Some(1),
                Some(behind) if closed.contains(&hex(behind)) => None,
                Some(behind) => steps.get(&hex(behind)).map(|steps| steps + 1),
            });
            let cost = costs.min().expect("a legal flight has a way");
            landings.push((to, behind, cost.max(1) as i16));
        }
    }
    landings
}

#[test]
fn flights_lead_where_the_rules_allow_and_cost_what_a_plain_count_says() {
    for seed in 0..24 {
        let mut die = splitmix(seed);
        let (card, at) = [("nilfheim", "G6 H6"), ("raelin", "G6")][seed as usize % 2];
        let text = scenario(&mut die, 10 * (seed as u32 % 5), card, at);
        let mut loaded = loaded::<HeroScape>(&text);
        loaded.game.edition.flyer_stops_on_glyph = seed % 3 == 0;
        let state = loaded.game.start(&loaded.setup).expect("it can be played");
        let flights = reach::flights(&loaded.game, &state, FigureId(0)).into_iter();
        let found: Vec<Landing> = flights.map(|way| (way.lead, way.trail, way.cost)).collect();
        assert!(!found.is_empty(), "{text}");
        assert_eq!(found, plainly(&loaded.game, &state, FigureId(0)), "{text}");
    }
}
