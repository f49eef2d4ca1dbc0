//! Dice of powers: what is rolled, what is added to it, what the faces count for.

use super::{band_of, set};
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Run, State};
use crate::rules::holds::Parties;
use crate::rules::{glyph_effects, holds};
use crate::steps::purpose;
use crate::tables::abilities::{Ability, Effect, Modifier, Power, Roll, To, Wounds};
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::ruling::{Explain, Silent};

/// What the text of a power says of its roll, if anything.
fn roll_of<'g>(game: &'g HeroScape, run: &Run) -> Option<&'g Roll> {
    game.trigger(run.by)?.roll.as_ref()
}

/// The dice that the power under way asks for.
pub(super) fn request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    run: &Run,
    why: &mut E,
) -> RollRequest<Rule> {
    let roll = roll_of(game, run);
    if by_number(roll) {
        roll_bonus(game, state, run, why);
    }
    let (die, count) = dice_of(game, run, roll);
    let group = DiceGroup {
        seat: run.seat,
        die,
        count,
        purpose: purpose::POWER,
        subject: Some(u16::from(run.source.0)),
    };
    RollRequest::one(OF_POWERS, group)
}

pub(super) fn dice_of(game: &HeroScape, run: &Run, roll: Option<&Roll>) -> (DieId, u8) {
    match roll {
        Some(Roll { valkyrie: Some(count), .. }) => (game.rolled.valkyrie, *count),
        Some(Roll { skulls: Some(count), .. }) => (game.rolled.attack, *count),
        Some(Roll { skulls_per_wound: true, .. }) => (game.rolled.attack, run.wounds),
        _ => (game.rolled.d20, 1),
    }
}

/// Whether a face of the power's dice counts, for those that are counted and not read.
pub(super) fn counts(game: &HeroScape, run: &Run, face: Face) -> Option<bool> {
    let roll = roll_of(game, run)?;
    if by_number(Some(roll)) {
        None
    } else if roll.valkyrie.is_some() {
        Some(game.valkyrie_faces().is_symbol(face))
    } else {
        Some(game.attack_faces().is_skull(face))
    }
}

/// Whether what a power rolls is a number, to which others may add.
fn by_number(roll: Option<&Roll>) -> bool {
    roll.is_none_or(|roll| {
        roll.valkyrie.is_none() && roll.skulls.is_none() && !roll.skulls_per_wound
    })
}

/// The number from which on something comes of the power's die, where there is only one.
pub fn only_number(game: &HeroScape, state: &State) -> Option<i32> {
    let trigger = state.runs.last().and_then(|run| game.trigger(run.by));
    let trigger = trigger.filter(|trigger| by_number(trigger.roll.as_ref()))?;
    match trigger.from.as_slice() {
        [band] => Some(band.at),
        _ => None,
    }
}

/// Takes what the power's dice show.
pub(super) fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    faces: &[Face],
    events: &mut O,
) {
    let counted = faces.iter().filter(|face| counts(game, run, **face) == Some(true)).count();
    let by_number = by_number(roll_of(game, run));
    let rolled = if by_number { faces.first().map_or(0, |face| face + 1) } else { counted as u8 };
    let mut total = i32::from(rolled);
    if by_number {
        total += roll_bonus(game, state, run, &mut Silent);
    }
    let total = total.clamp(-100, 100) as i16;
    let (figure, by) = (run.source, run.by);
    state.steps.pop();
    set(state, |run| run.rolled = Some(total));
    events.tell(|| Event::PowerRolled { figure, by, rolled, total });
}

/// What a power's own text and others' powers and glyphs add to its roll of the twenty-sided die.
fn roll_bonus<E: Explain<Rule>>(game: &HeroScape, state: &State, run: &Run, why: &mut E) -> i32 {
    let mut sum = added(game, state, run, why);
    let figure = if run.subject == run.source { run.source } else { run.subject };
    let parties = Parties {
        source: run.source,
        figure,
        opponent: run.other.or(run.target),
        special: None,
        wounds: run.wounds,
        ..Parties::alone(figure)
    };
    for plus in roll_of(game, run).iter().flat_map(|roll| &roll.plus) {
        if holds::holds_all(game, state, parties, &plus.when) {
            let times =
                plus.per.as_ref().map_or(1, |count| holds::count(game, state, parties, count));
            let adds = plus.add * times;
            sum += adds;
            if adds != 0 {
                why.modifier(OF_POWERS, adds, || game.power_name(run.by));
            }
        }
    }
    sum
}

/// What others' powers and glyphs add to a roll of the twenty-sided die that a power under way makes besides its own.
pub fn added<E: Explain<Rule>>(game: &HeroScape, state: &State, run: &Run, why: &mut E) -> i32 {
    let wanted = !endangers_friend(game, state, run);
    glyph_effects::d20_bonus(game, state, run.source, why)
        + others_add(game, state, run.source, (&game.power_name(run.by), wanted), why)
}

/// Whether a roll falls for a friend whom nobody chose, and the highest number harms it.
fn endangers_friend(game: &HeroScape, state: &State, run: &Run) -> bool {
    let friend = |id: FigureId| state.friends(run.seat, state.figure(id).controller);
    let Some(trigger) = game.trigger(run.by).filter(|trigger| trigger.on_all) else { return false };
    if !run.target.is_some_and(friend) {
        return false;
    }
    let best = Run { rolled: Some(i16::MAX), ..*run };
    let band = band_of(game, state, &best, &trigger.from);
    let band = band.and_then(|at| trigger.from.get(usize::from(at)));
    let harms = |effect: &Effect| {
        matches!(
            effect,
            Effect::Wound(Wounds { to: To::Target, .. }) | Effect::Destroy { to: To::Target }
        )
    };
    band.is_some_and(|band| band.then.iter().any(harms))
}

/// What powers add to a figure's roll of the twenty-sided die for a power, or for something else, of that name; with what only
/// may be added if that is wanted.
pub fn others_add<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    roller: FigureId,
    (name, wanted): (&str, bool),
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    let for_it = |modifier: &Modifier| {
        modifier.roll != 0
            && (wanted || !modifier.may)
            && (modifier.roll_for.is_empty()
                || modifier
                    .roll_for
                    .iter()
                    .any(|known| name.to_lowercase().starts_with(&known.to_lowercase())))
    };
    for (source, _) in state.all_figures() {
        if state.spaces(source).is_none() {
            continue;
        }
        for (at, power) in game.powers_where(state, source, |its| its.has(Ability::Modifier)) {
            let Power::Modifier(modifier) = power else { continue };
            if !for_it(modifier) {
                continue;
            }
            let reaches = match &modifier.of {
                Some(filter) => holds::meets(game, state, source, roller, filter),
                None => source == roller,
            };
            if reaches && holds::holds_all(game, state, Parties::alone(source), &modifier.when) {
                sum += modifier.roll;
                why.modifier(Rule::Ability(Ability::Modifier), modifier.roll, || {
                    format!("{} of {}", game.power_name(at), game.figure_name(state, source))
                });
            }
        }
    }
    sum
}
