//! How things stand: the turn, each player's cards and figures, glyphs, and powers that are not built.

use super::nouns::MARKERS;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Place, State};
use crate::position::step::{BasicStep, DraftStep, PlacingStep, RoundStep, Step};
use crate::position::{glyphs, structures};
use crate::steps::draft;
use crate::tables::rule::Rule;
use crate::words::{draw, say};
use umpire_core::command::counted;
use umpire_core::host::{Phase, Standing};
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;

/// What `status` tells, of what the viewer of a state may know.
pub(crate) fn list_standings(game: &HeroScape, state: &State) -> Vec<Standing> {
    let mut all = vec![turn_standing(game, state)];
    for (at, goal) in (0u8..).zip(&game.goals.list) {
        let by: Vec<_> = goal.by.iter().map(|seat| game.seat_word(seat)).collect();
        let mut standing = Standing::of("goals", format!("goal {}", at + 1));
        standing = standing.says(say::goal_words(game, at)).says(format!("for {}", by.join(", ")));
        let tally = state.tallies.get(usize::from(at)).filter(|tally| tally.rounds > 0);
        if let Some(tally) = tally {
            let seats: Vec<_> = tally.seats.iter().map(|seat| game.seat_word(seat)).collect();
            standing = standing.says(format!("held by {}: {}", seats.join(" and "), tally.rounds));
        }
        if let Some(seats) = crate::steps::goals::holders(state, goal) {
            let seats: Vec<_> = seats.iter().map(|seat| game.seat_word(seat)).collect();
            standing = standing.closely(format!("now of {}", seats.join(" and ")));
        }
        all.push(standing);
    }
    for seat in (0..state.seats()).map(Seat) {
        let word = game.seat_word(seat);
        for (id, copy) in state.all_copies() {
            if copy.controller == seat {
                all.push(card_standing(game, state, id, format!("cards of {word}")));
            }
        }
        for (id, figure) in state.all_figures() {
            if figure.controller == seat {
                all.push(figure_standing(game, state, id, format!("figures of {word}")));
            }
        }
    }
    for (at, door) in (0u8..).zip(&state.doors) {
        let how = match (structures::is_broken(game, state, at), door.open, door.barred) {
            (true, ..) => "broken",
            (_, true, _) => "open",
            (.., true) => "shut and barred",
            _ => "shut",
        };
        let name = format!("door at {}", structures::door_name(game, at));
        let life = game.ground.doorways.get(usize::from(at)).map_or(0, |doorway| doorway.door.life);
        let wounds = format!("{} of {life} wounds", door.wounds);
        all.push(Standing::of("doors", name).says(how).says(wounds));
    }
    for glyph in &state.glyphs {
        let kind = glyph.kind.filter(|_| glyph.face_up);
        let unread = if glyph.treasure { "a treasure, face down" } else { "unknown" };
        let known = kind.and_then(|kind| glyphs::glyph(game, kind));
        let name = known.map_or(unread, |glyph| glyph.id.as_str());
        let at = game.ground.name(glyph.space);
        let standing = Standing::of("glyphs", format!("glyph at {at}")).says(name);
        all.push(match known {
            Some(glyph) => standing.closely(glyph.says.clone()),
            None => standing,
        });
    }
    all
}

fn turn_standing(game: &HeroScape, state: &State) -> Standing {
    let name = match state.round {
        0 => "the game".to_string(),
        round => format!("round {round}"),
    };
    let when = match crate::steps::draft::is_under_way(state) {
        true => "the draft".to_string(),
        false if state.round > 0 => name.clone(),
        false => String::new(),
    };
    let standing = Standing::of("the game", name).also("turn").also("round");
    let mut standing = standing.tells_when(when).tells_phase(phase_of(state));
    standing = match state.turn.copy {
        Some(copy) => standing.says(format!(
            "turn of {} with {}",
            game.seat_word(state.turn.seat),
            game.copy_name(state, copy)
        )),
        None => standing,
    };
    for seat in (0..state.seats()).map(Seat) {
        if crate::steps::draft::is_under_way(state) {
            standing = standing.says(drafted_words(game, state, seat));
            continue;
        }
        let points = crate::steps::round::points(game, state, seat);
        standing = standing.says(format!("{} has {points} points left", game.seat_word(seat)));
        if crate::steps::goals::are_counted(game) {
            let score = state.scores.get(seat.index()).copied().unwrap_or(0);
            standing = standing.says(format!("{} has scored {score}", game.seat_word(seat)));
        }
    }
    standing
}

/// Picks of a draft that are told ahead.
const PICKS_AHEAD: usize = 4;

/// The part of a round that is under way, by the innermost step that tells it.
fn phase_of(state: &State) -> Option<Phase> {
    let phase = |says: &str, rule: Rule| Some(Phase::of(says, rule.id()));
    state.steps.iter().rev().find_map(|step| match step {
        Step::Placing(PlacingStep::Roll(_)) => phase("who places first", Rule::PlacingOrder),
        Step::Placing(PlacingStep::Place(..)) => phase("placing figures", Rule::StartZones),
        Step::Draft(DraftStep::Roll(_)) => phase("who picks first", Rule::ArmySources),
        Step::Draft(DraftStep::Pick { .. }) => {
            let next = draft::ahead(state).take(PICKS_AHEAD).collect();
            let phase = Phase::of("picking a card", draft::order_rule(state).id());
            Some(Phase { next, ..phase })
        }
        Step::Draft(DraftStep::Place(_)) => {
            let next = draft::ahead(state).take(PICKS_AHEAD).collect();
            let phase = Phase::of("placing its figures", Rule::DraftedFiguresPlaced.id());
            Some(Phase { next, ..phase })
        }
        Step::Basic(BasicStep::Roll(_)) => phase("who begins", Rule::BasicGame),
        Step::Basic(BasicStep::Card(_)) => phase("choosing a card", Rule::BasicGame),
        Step::Round(RoundStep::Markers(_)) => phase("order markers", Rule::OrderMarkersPlaced),
        Step::Round(RoundStep::Initiative(_)) => phase("initiative", Rule::Initiative),
        Step::Round(RoundStep::BeginTurn(..)) => phase("before moving", Rule::TurnSequence),
        Step::Turn(_) if state.turn.attacking => phase("attacking", Rule::WhoMayAttack),
        Step::Turn(_) => phase("moving", Rule::TurnSequence),
        Step::Round(RoundStep::End(_) | RoundStep::Hazards(_)) => {
            phase("the end of the round", Rule::RoundSequence)
        }
        _ => None,
    })
}

/// What a seat has picked in a draft, and what it may pick yet.
fn drafted_words(game: &HeroScape, state: &State, seat: Seat) -> String {
    let spent = crate::steps::draft::spent(game, state, seat);
    let left = crate::steps::draft::left(game, state, seat);
    format!("{} has picked {spent} points, {left} are left", game.seat_word(seat))
}

fn card_standing(game: &HeroScape, state: &State, id: CopyId, group: String) -> Standing {
    let (copy, card) = (state.copy(id), game.card_of(state, id));
    let markers: Vec<&str> =
        (0..4).filter(|at| copy.markers >> at & 1 == 1).map(|at| MARKERS[at]).collect();
    let of_card = |its: FigureId| state.figure(its).copy == id;
    let waiting = state
        .all_figures()
        .filter(|(its, figure)| of_card(*its) && matches!(figure.place, Place::Reserve));
    let waiting = waiting.count();
    let mut standing = Standing::of(group, game.copy_name(state, id))
        .owned_by(copy.controller)
        .card(card.id.as_str())
        .also(card.name.as_str())
        .says_if(state.turn.copy == Some(id), || "takes the turn".to_string())
        .says_if(!markers.is_empty(), || format!("marker {}", markers.join(" ")))
        .says_if(copy.hidden > 0, || format!("{} hidden", counted(copy.hidden, "marker")))
        .says_if(copy.casualties > 0, || {
            format!("{} of {} figures lost", copy.casualties, card.figures)
        })
        .says_if(waiting > 0 && card.figures > 1, || format!("{waiting} not placed yet"))
        .says_if(!game.in_play(state, id), || "out of play".to_string());
    for (_, power) in card.unbuilt() {
        standing =
            standing.says(format!("{} is not built", power.name)).closely(card.says_unbuilt(power));
    }
    for power in card.powers.iter().filter(|power| power.is_left_out) {
        standing = standing.closely(format!("{} is left out by this scenario", power.name));
    }
    standing.closely(super::card::card_numbers(card))
}

/// How a figure stands.
pub(super) fn figure_standing(
    game: &HeroScape,
    state: &State,
    id: FigureId,
    group: String,
) -> Standing {
    let (figure, card) = (state.figure(id), game.card(state, id));
    let at = match figure.place {
        Place::Board(spaces) => {
            let names: Vec<String> = spaces.spaces().map(|space| game.ground.name(space)).collect();
            format!("at {}", names.join(" "))
        }
        Place::Reserve => "not placed yet".to_string(),
        Place::LeftOut => "left out".to_string(),
        Place::Destroyed(_) => "destroyed".to_string(),
    };
    let engaged: Vec<String> = match state.spaces(id) {
        Some(_) => game
            .engaged_with(state, id)
            .iter()
            .map(|other| game.figure_name(state, *other))
            .collect(),
        None => Vec::new(),
    };
    let mut standing = Standing::of(group, game.figure_name(state, id))
        .owned_by(figure.controller)
        .part_of(game.copy_name(state, figure.copy))
        .card(card.id.as_str())
        .also(draw::mark(game, state, id))
        .also(card.name.as_str())
        .says(at)
        .says_if(figure.wounds > 0, || format!("{} of {} wounds", figure.wounds, card.life))
        .says_if(!engaged.is_empty(), || format!("engaged with {}", engaged.join(", ")));
    for glyph in state.carried_by(id).filter_map(|kind| glyphs::glyph(game, kind)) {
        standing = standing.says(format!("carries {}", glyph.name)).closely(glyph.says.clone());
    }
    if let Place::Board(Footprint { lead, .. }) = figure.place {
        let tile = &game.catalog.terrain.tiles[usize::from(game.tile_at(state, lead).row)];
        standing = standing.closely(format!("on {}, level {}", tile.id, game.ground.level(lead)));
    }
    if figure.wounds == 0 && !matches!(figure.place, Place::Destroyed(_)) {
        standing = standing.closely(format!("unhurt, Life {}", card.life));
    }
    standing.closely(format!("card {}", game.copy_name(state, figure.copy)))
}
