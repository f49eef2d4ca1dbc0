//! Facts of a position by name, for tests and programs.

use crate::position::game::DragonDice;
use crate::position::lasting::On;
use crate::position::names;
use crate::position::pieces::{Army, Place, Sort};
use crate::position::stack::Step;
use crate::position::stack::setup::Muster;
use crate::position::stack::turn::TurnStep;
use crate::position::state::State;
use crate::words::{commands, say, say_effect};
use std::collections::BTreeMap;
use umpire_core::seat::Seat;

type Facts = BTreeMap<String, String>;

/// Every fact: `A frontier`, `terrain frontier`, `effect 1`, `turn`, `phase`, and so on.
pub(super) fn list_facts(game: &DragonDice, state: &State) -> Facts {
    let mut facts = BTreeMap::new();
    for seat in (0..state.players()).map(Seat) {
        facts_of_dice(game, state, seat, &mut facts);
    }
    facts_of_terrains(game, state, &mut facts);
    facts.extend(of_assembling(game, state));
    facts_of_effects(game, state, &mut facts);
    facts_of_play(game, state, &mut facts);
    facts
}

fn facts_of_dice(game: &DragonDice, state: &State, seat: Seat, facts: &mut Facts) {
    let name = names::seat_word(game, seat);
    let places = state.terrains().chain((Place::RESERVE.0..Place::COUNT as u8).map(Place));
    let force = state.roster.force(seat);
    let mut health = 0;
    for place in places {
        let there = state.at(seat, place);
        let at = names::place_word(game, state, place);
        let army = Army { owner: seat, place };
        let beside = if place.as_terrain().is_some() {
            force.of_sort(Sort::Dragon).with(force.of_sort(Sort::Minor))
        } else {
            crate::position::pieces::PieceSet::NONE
        };
        let dice = there.without(beside);
        facts.insert(format!("{name} {at}"), sorted_words(game, state, seat, dice));
        if place.in_play() {
            let of_army = state.health(army);
            health += of_army;
            facts.insert(format!("{name} {at}.health"), of_army.to_string());
        }
        if let (Some(number), Some(minor)) = (place.as_terrain(), state.minor(army)) {
            let face = state.sides[seat.index()].minor_faces[usize::from(number)];
            let shown = say::minor_word(game, state, army, face.saturating_sub(1));
            facts.insert(format!("minor {name} {at}"), shown);
            let kind = names::kind_word(game, state, seat, minor).to_string();
            facts.insert(format!("minor {name} {at}.die"), kind);
        }
    }
    facts.insert(format!("{name}.health"), health.to_string());
    let held = state.grounds.iter().filter(|ground| ground.holder == Some(seat)).count();
    facts.insert(format!("{name}.captured"), held.to_string());
    facts.insert(format!("{name}.conceded"), state.conceded.contains(seat).to_string());
}

/// What players brought whose division is still secret, as far as this view shows them.
pub(super) fn undivided(state: &State) -> impl Iterator<Item = (Seat, Muster)> {
    let secret = state.assembling.as_ref().is_some_and(|assembling| !assembling.revealed);
    let seats = (0..state.players()).map(Seat).filter(move |_| secret);
    let seen = seats.filter(move |seat| !state.roster.force(*seat).members().is_empty());
    seen.filter_map(move |seat| Some((seat, state.muster(seat)?)))
}

/// The terrain dice that somebody divides by, and those that are proposed once all lies open.
pub(super) fn of_assembling(game: &DragonDice, state: &State) -> Facts {
    let mut facts = Facts::new();
    let die = |kind| game.catalog.kind(kind).id.clone();
    for (seat, muster) in undivided(state) {
        let name = names::seat_word(game, seat);
        for (number, kind) in (1..).zip(muster.terrains) {
            facts.insert(format!("{name} terrain {number}"), die(kind));
        }
    }
    let open = state.assembling.as_ref().is_some_and(|assembling| assembling.revealed);
    for seat in (0..state.players()).map(Seat).filter(|_| open) {
        let Some(muster) = state.muster(seat) else { continue };
        let name = names::seat_word(game, seat);
        facts.insert(format!("frontier proposed by {name}"), die(muster.proposed()));
    }
    facts
}

/// Dice by kind in the order of the alphabet: `2 oakling, oak`; `none` where there are none.
fn sorted_words(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    set: crate::position::pieces::PieceSet,
) -> String {
    if set.is_empty() {
        return "none".to_string();
    }
    let words = names::dice_words(game, state, seat, set);
    let name =
        |word: &str| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_string();
    let mut parts: Vec<&str> = words.split(", ").collect();
    parts.sort_by_key(|part| name(part));
    parts.join(", ")
}

fn facts_of_terrains(game: &DragonDice, state: &State, facts: &mut Facts) {
    for place in state.terrains() {
        let Some(ground) = state.ground(place) else { continue };
        let at = format!("terrain {}", names::place_word(game, state, place));
        let none = || "none".to_string();
        facts.insert(at.clone(), ground.face.to_string());
        facts.insert(format!("{at}.die"), game.catalog.kind(ground.kind).id.clone());
        facts.insert(format!("{at}.shows"), say::shown_word(game, state, place, ground.face));
        let holder = ground.holder.map_or_else(none, |seat| names::seat_word(game, seat));
        facts.insert(format!("{at}.holder"), holder);
        let named = ground.named.map_or_else(none, |face| game.catalog.eighth(face).id.clone());
        facts.insert(format!("{at}.named"), named);
        facts.insert(format!("{at}.held"), ground.held.to_string());
        let mut dragons: Vec<String> = state
            .dragons_at(place)
            .map(|piece| {
                let kind = names::kind_word(game, state, piece.owner, piece.number);
                format!("{} {kind}", names::seat_word(game, piece.owner))
            })
            .collect();
        dragons.sort();
        let dragons = if dragons.is_empty() { none() } else { dragons.join(", ") };
        facts.insert(format!("dragons {}", names::place_word(game, state, place)), dragons);
    }
}

fn facts_of_effects(game: &DragonDice, state: &State, facts: &mut Facts) {
    let mut on: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (number, effect) in (1..).zip(&state.effects) {
        facts.insert(format!("effect {number}"), say_effect::effect_words(game, state, effect));
        let lies = match effect.on {
            On::Army(army) => {
                let (seat, place) = (names::seat_word(game, army.owner), army.place);
                format!("{seat} {}", names::place_word(game, state, place))
            }
            On::Terrain(number) => names::place_word(game, state, Place::terrain(number)),
            On::Pieces(owner, set) => {
                format!(
                    "{} {}",
                    names::seat_word(game, owner),
                    names::dice_words(game, state, owner, set)
                )
            }
            On::Player(seat) => names::seat_word(game, seat),
        };
        on.entry(lies).or_default().push(names::rule_name(game, effect.rule).to_lowercase());
    }
    for (lies, mut names) in on {
        names.sort();
        facts.insert(format!("effects {lies}"), names.join(", "));
    }
    facts.insert("effects".to_string(), state.effects.len().to_string());
}

fn facts_of_play(game: &DragonDice, state: &State, facts: &mut Facts) {
    let mut fact = |name: &str, value: String| facts.insert(name.to_string(), value);
    fact("turn", state.turn.to_string());
    fact("turn.seat", names::seat_word(game, state.marching));
    fact("phase", phase_word(state).to_string());
    fact("step", step_word(state).to_string());
    let marched: Vec<String> = (0..=Place::RESERVE.0)
        .filter(|place| state.marched & 1 << place != 0)
        .map(|place| names::place_word(game, state, Place(place)))
        .collect();
    fact("marched", if marched.is_empty() { "none".into() } else { marched.join(", ") });
    if let Some(fight) = &state.fight {
        fact("fight", fight.with.name().to_string());
        fact("fight.attacker", names::army_word(game, state, fight.attacker));
        fact("fight.target", names::army_word(game, state, fight.target));
        fact("fight.counter", fight.counter.to_string());
        fact("fight.results", fight.results.to_string());
        fact("fight.saves", fight.saves.to_string());
    }
    if let Some(casting) = &state.casting {
        fact("magic", casting.purse.total().to_string());
        fact("magic.army", names::army_word(game, state, casting.army));
        let spells: Vec<String> =
            casting.announced.iter().map(|cast| commands::cast_words(game, state, cast)).collect();
        fact("magic.announced", if spells.is_empty() { "none".into() } else { spells.join("; ") });
    }
    for (number, roll) in (1..).zip(&state.rolls) {
        fact(&format!("roll {number}"), names::roll_word(roll.kind).to_string());
        let faces: Vec<u8> = roll.faces.iter().copied().collect();
        let shown = say::faces_words(game, state, roll.army.owner, roll.dice, &faces);
        fact(&format!("roll {number}.shows"), shown);
    }
    let over = match &state.over {
        None => "no".to_string(),
        Some(outcome) if outcome.winners.is_empty() => "drawn".to_string(),
        Some(outcome) => {
            let names: Vec<String> =
                outcome.winners.iter().map(|seat| names::seat_word(game, seat)).collect();
            names.join(", ")
        }
    };
    fact("over", over);
}

/// The phase as people read it: at a referee's table no turn is played.
pub(super) fn phase_said(state: &State) -> &'static str {
    match state.steps.last() {
        Some(Step::Turn(TurnStep::Free)) if state.over.is_none() => "a referee's table",
        _ => phase_word(state),
    }
}

/// The phase of the turn, by the outermost step that tells.
pub(super) fn phase_word(state: &State) -> &'static str {
    use crate::position::stack::march::MarchStep;
    use crate::position::stack::reserves::ReservesStep;
    if state.over.is_some() {
        return "over";
    }
    // What is still to come lies below what is being done.
    let comes = |wanted: fn(&Step) -> bool| state.steps.iter().any(wanted);
    let first = comes(|step| matches!(step, Step::March(MarchStep::Choose { second: false })));
    let second = comes(|step| matches!(step, Step::March(MarchStep::Choose { second: true })));
    let reinforce = comes(|step| matches!(step, Step::Reserves(ReservesStep::Reinforce)));
    let retreat = comes(|step| matches!(step, Step::Reserves(ReservesStep::Retreat)));
    let top = |wanted: fn(&Step) -> bool| state.steps.last().is_some_and(wanted);
    if comes(|step| matches!(step, Step::Setup(_))) {
        return "set-up";
    }
    if top(|step| matches!(step, Step::Turn(TurnStep::Free))) {
        return "none";
    }
    if first {
        let march = top(|step| matches!(step, Step::March(MarchStep::Choose { .. })));
        return if march { "first march" } else { early_phase(state) };
    }
    if second {
        let march = top(|step| matches!(step, Step::March(MarchStep::Choose { .. })));
        return if march { "second march" } else { "first march" };
    }
    if reinforce {
        let reserves = top(|step| matches!(step, Step::Reserves(_)));
        return if reserves { "reinforcements" } else { "second march" };
    }
    if retreat { "retreats" } else { "turn end" }
}

/// Phases before the marches.
fn early_phase(state: &State) -> &'static str {
    use crate::position::stack::eighth::EighthStep;
    let comes = |wanted: fn(&Step) -> bool| state.steps.iter().any(wanted);
    let found = state.steps.iter().rev().find_map(|step| match step {
        Step::Dragons(_) => Some("dragons"),
        Step::Eighth(EighthStep::Royalty) => Some("royalty"),
        Step::Eighth(_) => Some("eighth faces"),
        Step::Species(_) => Some("species abilities"),
        _ => None,
    });
    if comes(|step| matches!(step, Step::Turn(TurnStep::Expire))) {
        return "effects expire";
    }
    found.unwrap_or("before the marches")
}

/// The family of the innermost step.
fn step_word(state: &State) -> &'static str {
    match state.steps.last() {
        None => "none",
        Some(Step::Setup(_)) => "set-up",
        Some(Step::Turn(_)) => "turn",
        Some(Step::March(_)) => "march",
        Some(Step::Minor(_)) => "minor terrain",
        Some(Step::Eighth(_)) => "eighth face",
        Some(Step::Species(_)) => "species ability",
        Some(Step::Fight(_)) => "fight",
        Some(Step::Magic(_)) => "magic",
        Some(Step::Dragons(_)) => "dragons",
        Some(Step::Roll(_)) => "roll",
        Some(Step::Icon(_)) => "icon",
        Some(Step::Pick(_)) => "pick",
        Some(Step::Trial(_)) => "trial",
        Some(Step::Death(_)) => "death",
        Some(Step::Promote(_)) => "promotion",
        Some(Step::Reserves(_)) => "reserves",
    }
}
