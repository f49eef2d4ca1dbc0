//! What an answer does, for somebody who does not know its name: a maneuver, an attack, a spell, an icon, or no more of them.

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::Place;
use crate::position::stack::Step;
use crate::position::stack::magic::{CastingStep, MagicStep};
use crate::position::stack::march::MarchStep;
use crate::position::state::State;
use crate::rules::marching;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use crate::words::{rule_words, say, terms, ways};
use umpire_core::seat::Seats;

/// What an action does; nothing where the words in which it is typed say it.
pub(super) fn action_meaning(game: &DragonDice, state: &State, action: &Action) -> Option<String> {
    let rule = match action {
        Action::Pass => return no_meaning(game, state),
        Action::Maneuver => return maneuver_meaning(game, state),
        Action::Accept => return yes_meaning(game, state),
        Action::Way(number) => return ways::way_meaning(game, state, *number),
        Action::Attack { with: Counted::Melee, .. } => Rule::MeleeAction,
        Action::Attack { .. } => Rule::MissileAction,
        Action::Magic => Rule::MagicAction,
        Action::Cast(cast) => {
            let spell = game.catalog.spell(cast.spell);
            return Some(terms::casting_words(&game.catalog, spell, cast.times));
        }
        Action::Resolve(sai) => Rule::Sai(*sai),
        _ => return None,
    };
    let says = rule_words(game, rule)?;
    let named = ["melee: ", "missile: ", "magic: "].iter().find_map(|name| says.strip_prefix(name));
    Some(named.unwrap_or(&says).to_string())
}

/// What it comes to where an army does not do what it might, or no more of it.
fn no_meaning(game: &DragonDice, state: &State) -> Option<String> {
    Some(match state.steps.last()? {
        Step::March(MarchStep::Choose { .. }) => "no army makes this march".to_string(),
        Step::March(MarchStep::Maneuver(place)) => {
            let face = state.ground(*place)?.face;
            let shown = shown(game, state, *place, face);
            format!("the terrain stays at {shown}, and the army acts at once")
        }
        Step::March(MarchStep::Oppose { .. }) => {
            "the maneuver succeeds, unless somebody else counters it".to_string()
        }
        Step::March(MarchStep::Act(_)) => "the army does nothing: its march is over".to_string(),
        Step::Fight(_) => "nobody strikes back".to_string(),
        Step::Reserves(_) => "no more units move".to_string(),
        Step::Magic(MagicStep::Casting(CastingStep::Announce)) => {
            let announced = state.casting.as_ref().map_or(0, |casting| casting.announced.len());
            match announced {
                0 => "no spell is cast: the magic is lost".to_string(),
                _ => "what is cast takes effect; magic that is left is lost".to_string(),
            }
        }
        _ => return None,
    })
}

/// What a maneuver turns, and who may stand against it.
fn maneuver_meaning(game: &DragonDice, state: &State) -> Option<String> {
    let Some(Step::March(MarchStep::Maneuver(place))) = state.steps.last() else { return None };
    let face = state.ground(*place)?.face;
    let steps = [face + 1, face.saturating_sub(1)].into_iter().filter(|to| (1..=8).contains(to));
    let turned: Vec<String> = steps.map(|to| shown(game, state, *place, to)).collect();
    let opposing = marching::opposing(game, state, *place, Seats::NONE);
    let opposing: Vec<String> = opposing.map(|seat| names::seat_word(game, seat)).collect();
    let unless = match opposing.is_empty() {
        true => "; nobody can counter it".to_string(),
        false => format!(", unless {} counters it with a better roll", opposing.join(" or ")),
    };
    Some(format!("the terrain turns to {}{unless}", turned.join(" or ")))
}

/// What it comes to where an army counters a maneuver or strikes back.
fn yes_meaning(game: &DragonDice, state: &State) -> Option<String> {
    Some(match state.steps.last()? {
        Step::March(MarchStep::Oppose { place, .. }) => {
            let army = marching::marcher(state, *place);
            let needs = match marching::is_won(state, army, 0, 0) {
                true => "more than",
                false => "as many as",
            };
            let who = names::army_word(game, state, army);
            format!("both roll for maneuver: the terrain stays if yours is {needs} that of {who}")
        }
        Step::Fight(_) => {
            let fight = state.fight.as_ref()?;
            let who = names::army_word(game, state, fight.attacker);
            format!("roll {}; {who} rolls saves, and does not answer it", fight.with.name())
        }
        _ => return None,
    })
}

/// A face of a terrain by its number and what it shows: `6, missile`.
fn shown(game: &DragonDice, state: &State, place: Place, face: u8) -> String {
    format!("{face}, {}", say::shown_word(game, state, place, face))
}
