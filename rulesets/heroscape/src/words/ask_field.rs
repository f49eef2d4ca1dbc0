//! What a figure sees of the battlefield, and what the ground hides from it.

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::host::{Answer, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::scene::{Paint, Shape};

use super::ask_sight::End;
use crate::rules::sight;
use crate::words::{ask, ask_sight, draw, nouns};

/// So many spaces are told by name.
const MOST_NAMED: usize = 60;

/// Answers `sight FIGURE`: on which spaces it would see a figure like itself.
pub(super) fn answer_field(
    game: &HeroScape,
    state: &State,
    rest: &str,
    budget: &Budget,
) -> Result<Answer, Slip> {
    let figure = nouns::figure_or_slip(game, state, rest)?;
    ask::on_battlefield(game, state, figure)?;
    let card = state.copy(state.figure(figure).copy).card;
    let mut table = state.clone();
    let free = game.ground.board.space_ids().filter(|space| state.occupant(*space).is_none());
    let free: Vec<_> = free.collect();
    let Some(first) = free.first() else { return Err(Slip::new("no space is free")) };
    let (imagined, _) = ask_sight::stand_in(game, &mut table, End::Space(*first), card)?;
    let mut scene = draw::draw(game, state);
    let (mut seen, mut hidden) = (Vec::new(), Vec::new());
    let mut looked = 0;
    for space in &free {
        if !budget.goes_on(looked) {
            break;
        }
        looked += 1;
        table.put(imagined, Footprint::one(*space));
        let clear = sight::sees(game, &table, figure, imagined, Part::HitZone);
        if clear { &mut seen } else { &mut hidden }.push(game.ground.name(*space));
        let hex = game.ground.board.hex_of(*space);
        let centre = hex.drawn();
        let (radius, paint) = match clear {
            true => (0.26, Paint::filled("#fff3b0", "#8a6d00", 0.05)),
            false => (0.34, Paint::filled("#2b2b3a", "#2b2b3a", 0.02)),
        };
        scene.shapes.push(Shape::Circle { centre, radius, paint });
    }
    let name = game.figure_name(state, figure);
    let share = (100 * seen.len()).checked_div(looked).unwrap_or(0);
    let stopped = match looked < free.len() {
        true => format!("; only {looked} of {} spaces were looked at in time", free.len()),
        false => String::new(),
    };
    let headline =
        format!("{name} sees {} of {looked} free spaces, {share} %{stopped}", seen.len());
    let mut ruling: Ruling<Rule> = Ruling::default();
    let _ = ruling.require(Rule::LineOfSight, true, || Fact::says("for a figure like itself"));
    // The fewer tell as much as the others.
    let (head, fewer) = match seen.len() < hidden.len() {
        true => ("it sees", seen),
        false => ("hidden from it", hidden),
    };
    let rows = match fewer.is_empty() {
        true => Vec::new(),
        false => vec![vec![head.to_string()], vec![some_of(&fewer)]],
    };
    Ok(Answer {
        headline,
        rows,
        pictured: "light marks are seen, dark ones are hidden".to_string(),
        ruling: Some(ruling.cited(|rule| game.cite_rule(*rule))),
        scene: Some(scene),
        ..Answer::default()
    })
}

/// The names of spaces, as many as are read; of more how many they are.
fn some_of(names: &[String]) -> String {
    let told = names.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
    match names.len().saturating_sub(MOST_NAMED) {
        0 => told,
        more => format!("{told} and {more} more"),
    }
}
