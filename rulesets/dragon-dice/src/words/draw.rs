//! The table as a picture: terrains with the face they show, armies beside them, areas below.

use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::state::State;
use crate::words::draw_dice::{AREA, DIE, GAP};
use crate::words::{draw_dice, facts, say, say_effect};
use umpire_core::scene::{Scene, Span, seat_colour};
use umpire_core::seat::Seat;

/// Words beside a terrain or in an area, of one player or of nobody.
type Row = (Option<Seat>, String);

pub(super) fn picture(game: &DragonDice, state: &State) -> Scene {
    let mut scene = Scene::default();
    scene.lines.push(vec![Span::plain(heading(game, state))]);
    let mut top = 0.0;
    for place in state.terrains() {
        let rows = rows_at(game, state, place);
        draw_dice::draw_terrain(game, state, place, top, &mut scene);
        write_terrain(game, state, place, &rows, &mut scene);
        top += draw_dice::draw_armies(game, state, place, top, &mut scene).max(DIE) + GAP;
    }
    if state.assembling.is_some() {
        top += draw_dice::draw_musters(game, state, top, &mut scene);
    }
    for place in [Place::RESERVE, Place::DEAD, Place::BURIED, Place::POOL] {
        let rows = rows_at(game, state, place);
        if !rows.is_empty() {
            let word = names::place_word(game, state, place);
            write_rows(&format!("{word:<10}"), &rows, &mut scene);
        }
        draw_dice::draw_area(game, state, place, top, &mut scene);
        top += draw_dice::draw_armies(game, state, place, top, &mut scene).max(AREA) + GAP;
    }
    for effect in &state.effects {
        scene.lines.push(vec![Span::plain(format!(
            "  {}",
            say_effect::effect_words(game, state, effect)
        ))]);
    }
    scene
}

fn heading(game: &DragonDice, state: &State) -> String {
    match &state.over {
        Some(outcome) if outcome.winners.is_empty() => "the game is drawn".to_string(),
        Some(outcome) => {
            let names: Vec<String> =
                outcome.winners.iter().map(|seat| names::seat_word(game, seat)).collect();
            format!("won by {}", names.join(", "))
        }
        None => {
            let seat = names::seat_word(game, state.marching);
            format!("turn {}, {seat}, {}", state.turn, facts::phase_said(state))
        }
    }
}

/// What lies at a place: each player's army, what is beside it, and dragons.
fn rows_at(game: &DragonDice, state: &State, place: Place) -> Vec<Row> {
    let mut rows = Vec::new();
    for seat in (0..state.players()).map(Seat) {
        let force = state.roster.force(seat);
        let mut there = state.at(seat, place);
        let army = Army { owner: seat, place };
        if let Some(number) = place.as_terrain() {
            there = there.without(force.of_sort(Sort::Dragon).with(force.of_sort(Sort::Minor)));
            let dragons = state.at(seat, place).and(force.of_sort(Sort::Dragon));
            if let Some(minor) = state.minor(army) {
                let face = state.sides[seat.index()].minor_faces[usize::from(number)];
                let kind = names::kind_word(game, state, seat, minor);
                let shown = say::minor_word(game, state, army, face.saturating_sub(1));
                let words = format!("{}'s {kind} shows {shown}", names::seat_word(game, seat));
                rows.push((Some(seat), words));
            }
            if dragons != PieceSet::NONE {
                let names = names::dice_words(game, state, seat, dragons);
                rows.push((
                    Some(seat),
                    format!("{}'s dragons: {names}", names::seat_word(game, seat)),
                ));
            }
        }
        if there.is_empty() {
            continue;
        }
        let health = state.health(army);
        let names = names::dice_words(game, state, seat, there);
        let words = format!("{}: {names} [{health}]", names::seat_word(game, seat));
        rows.push((Some(seat), words));
    }
    rows
}

fn write_terrain(game: &DragonDice, state: &State, place: Place, rows: &[Row], scene: &mut Scene) {
    let Some(ground) = state.ground(place) else { return };
    let (word, die) = (names::place_word(game, state, place), &game.catalog.kind(ground.kind).id);
    let shown = say::shown_word(game, state, place, ground.face);
    let holder = ground
        .holder
        .map_or(String::new(), |seat| format!(", held by {}", names::seat_word(game, seat)));
    let named =
        ground.named.map_or(String::new(), |face| format!(" as {}", game.catalog.eighth(face).id));
    let face = ground.face;
    let line = format!("{word:<10}{die}: {face} ({shown}{named}){holder}");
    scene.lines.push(vec![Span::plain(line)]);
    write_rows(&" ".repeat(10), rows, scene);
}

fn write_rows(first: &str, rows: &[Row], scene: &mut Scene) {
    for (at, (seat, words)) in rows.iter().enumerate() {
        let margin = if at == 0 { first.to_string() } else { " ".repeat(first.len()) };
        let colour = seat.map(|seat| seat_colour(seat).to_string());
        let span = Span { text: words.clone(), colour, ground: None };
        scene.lines.push(vec![Span::plain(margin), span]);
    }
}
