//! Special attacks as people type them: by their names, at whom or toward which side.

use super::Read;
use crate::position::action::{Action, Aim};
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State};
use crate::rules::blow;
use crate::rules::sight::side_word;
use crate::steps::{self, attack};
use crate::words::nouns::{self, Door, Power, Thing, Toward};
use umpire_core::command::Slots;
use umpire_core::hex::{Side, SpaceId};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

/// Who attacks, and with which special attack of theirs.
fn attack_of(game: &HeroScape, state: &State, slots: &Slots<Thing>) -> Read<(FigureId, u8)> {
    let attacker: FigureId = slots.get("figure")?;
    let power = nouns::power_or_slip(game, state, attacker, &slots.get::<Power>("power")?)?;
    Ok((attacker, power))
}

pub(super) fn special(
    game: &HeroScape,
    state: &State,
    _: Seat,
    slots: &Slots<Thing>,
) -> Read<Action> {
    let (attacker, power) = attack_of(game, state, slots)?;
    Ok(Action::Special { attacker, power, aim: slots.get("aim")? })
}

/// Along a line toward a side, from the space of the figure from which it may go.
pub(super) fn special_toward(
    game: &HeroScape,
    state: &State,
    _: Seat,
    slots: &Slots<Thing>,
) -> Read<Action> {
    let (attacker, power) = attack_of(game, state, slots)?;
    let Toward(side) = slots.get("side")?;
    toward(game, state, attacker, power, side)
}

fn toward(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    power: u8,
    side: Side,
) -> Read<Action> {
    let stands = state.spaces(attacker);
    let from: Vec<SpaceId> = stands.iter().flat_map(|stands| stands.spaces()).collect();
    let action = |from: &SpaceId| {
        let aim = Aim::Line(*from, side);
        Action::Special { attacker, power, aim }
    };
    let seat = who_decides(game, state, attacker);
    let may = |from: &&SpaceId| steps::holds(game, state, seat, &action(from));
    let open: Vec<SpaceId> = from.iter().filter(may).copied().collect();
    match (open.as_slice(), from.as_slice()) {
        ([only], _) | ([], [only, ..]) => Ok(action(only)),
        ([], []) => {
            let name = game.figure_name(state, attacker);
            Err(Slip::new(format!("{name} is not on the battlefield")))
        }
        (several, _) => {
            let word = side_word(side);
            let from =
                several.iter().map(|from| format!("`from {} {word}`", game.ground.name(*from)));
            let from: Vec<String> = from.collect();
            Err(Slip::new(format!("`{word}` from which space? {}", nouns::few_words(&from))))
        }
    }
}

/// Who decides what a figure does: whoever controls it, at a referee's table the judge.
fn who_decides(game: &HeroScape, state: &State, figure: FigureId) -> Seat {
    if game.free_table { Seat::JUDGE } else { state.figure(figure).controller }
}

/// A special attack by its name, which may end in what it is aimed at; the only aim that it may have where nothing is said.
pub(super) fn special_named(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    text: &str,
    on: Option<FigureId>,
) -> Option<Read<Action>> {
    let named = |name: &str| {
        nouns::power_or_slip(game, state, attacker, &Power::Named(name.to_string())).ok()
    };
    let Some(power) = named(text) else {
        let mut cuts = text.match_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
        return cuts.find_map(|(name, rest)| {
            let power = named(name)?;
            if let Some(side) = nouns::side_named(rest) {
                return Some(toward(game, state, attacker, power, side));
            }
            let aim = nouns::aim_or_slip(game, state, rest).ok()?;
            Some(Ok(Action::Special { attacker, power, aim }))
        });
    };
    if let Some(target) = on {
        return Some(Ok(Action::Special { attacker, power, aim: Aim::Figure(target) }));
    }
    let seat = who_decides(game, state, attacker);
    let stands = state.spaces(attacker);
    let lines = stands.iter().flat_map(|stands| stands.spaces());
    let lines = lines.flat_map(|from| Side::ALL.map(|side| Aim::Line(from, side)));
    let figures = state.all_figures().map(|(id, _)| id);
    let figures = figures.filter(|id| *id != attacker && state.spaces(*id).is_some());
    let figures = figures.flat_map(|id| {
        let beyond = Side::ALL.map(|side| Aim::FigureLine(id, side));
        [Aim::Figure(id)].into_iter().chain(beyond)
    });
    let aims = [Aim::Around].into_iter().chain(figures).chain(lines);
    let action = |aim: Aim| Action::Special { attacker, power, aim };
    let open: Vec<Aim> =
        aims.filter(|aim| steps::holds(game, state, seat, &action(*aim))).collect();
    if let [only] = open.as_slice() {
        return Some(Ok(action(*only)));
    }
    let name = game.figure_name(state, attacker);
    let uses = format!("{name} uses {}", nouns::special_word(game, state, attacker, power));
    let mut said: Vec<String> = open
        .iter()
        .map(|aim| format!("`{uses} {}`", nouns::thing_words(game, state, &Thing::Aim(*aim))))
        .collect();
    if said.is_empty() {
        let special = blow::special_of(game, state, attacker, power)?;
        let forms = [
            (Aim::Around, "around"),
            (Aim::Figure(attacker), "on FIGURE"),
            (Aim::FigureLine(attacker, Side::East), "on FIGURE SIDE"),
            (Aim::Line(SpaceId(0), Side::East), "from SPACE SIDE"),
        ];
        let forms = forms.into_iter().filter(|(aim, _)| attack::misaimed(special, *aim).is_none());
        said.extend(forms.map(|(_, form)| format!("`{uses} {form}`")));
    }
    Some(Err(Slip::new(format!("`{uses}` at what? {}", nouns::few_words(&said)))))
}

pub(super) fn specially(action: &Action) -> Option<Slots<Thing>> {
    let Action::Special { attacker, power, aim } = action else { return None };
    let power = Power::Of(*attacker, *power);
    Some(Slots::of([
        ("figure", (*attacker).into()),
        ("power", power.into()),
        ("aim", (*aim).into()),
    ]))
}

pub(super) fn special_on_door(
    game: &HeroScape,
    state: &State,
    _: Seat,
    slots: &Slots<Thing>,
) -> Read<Action> {
    let (attacker, power) = attack_of(game, state, slots)?;
    let Door(door) = slots.get("door")?;
    Ok(Action::AttackDoor { attacker, power: Some(power), door })
}

pub(super) fn door_attacked_specially(action: &Action) -> Option<Slots<Thing>> {
    let Action::AttackDoor { attacker, power: Some(power), door } = action else { return None };
    let power = Power::Of(*attacker, *power);
    Some(Slots::of([
        ("figure", (*attacker).into()),
        ("power", power.into()),
        ("door", Door(*door).into()),
    ]))
}
