//! Questions answered: who can be attacked, where dice lie, what dice and spells are.

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::stack::turn::TurnStep;
use crate::position::state::State;
use crate::tables::catalog::{Counted, KindId};
use crate::words::read_names::{Parsed, after, plain};
use crate::words::{QUESTIONS, asked, odds, read_dice, read_names, score, terms};
use umpire_core::command::few;
use umpire_core::data::suggest;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

const VERBS: [&str; 5] = ["odds", "targets", "where", "die", "spell"];

pub(super) fn answer_question(
    game: &DragonDice,
    state: &State,
    seat: Option<Seat>,
    text: &str,
    budget: &Budget,
) -> Parsed<Answer> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let (verb, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
    let own = seat.unwrap_or(state.marching);
    if rest.is_empty()
        && let Some(slip) = asked_back(game, state, own, verb)
    {
        return Err(slip);
    }
    match verb {
        "odds" => odds::answer_odds(game, state, rest, budget),
        "targets" => answer_targets(game, state, rest),
        "where" => answer_where(game, state, own, rest),
        "die" => answer_die(game, rest),
        "spell" => answer_spell(game, rest),
        "los" | "reach" => Err(Slip::new(
            "Dragon Dice has no lines of sight and no distances: `odds` may be asked, and at the prompt `targets`, `where`, `die` and `spell`",
        )),
        _ => Err(Slip::new(format!("`{verb}` is no question")).meant(suggest(verb, VERBS))),
    }
}

/// The slip for a question that lacks its last word, with the few that there are.
fn asked_back(game: &DragonDice, state: &State, own: Seat, verb: &str) -> Option<Slip> {
    let (what, known) = match verb {
        "targets" => ("army", names::army_words(game, state, |owner| owner == own)),
        "where" => ("die", asked::kinds_among(game, state, own, PieceSet::ALL)),
        _ => return None,
    };
    let usage = QUESTIONS.iter().find(|question| question.verb() == verb)?.usage;
    let known = few(known.iter().map(String::as_str));
    Some(Slip::new(format!("`{verb}` which {what}? {known} (`{usage}`)")))
}

/// An army that stands.
pub(super) fn standing_army(game: &DragonDice, state: &State, text: &str) -> Parsed<Army> {
    let army = read_names::read_army(game, state, None, text)?;
    let there = state.exists(army) && army.place.in_play();
    let nobody = || Slip::new(format!("there is no army {}", names::army_word(game, state, army)));
    if there { Ok(army) } else { Err(nobody()) }
}

/// The position as it would be if that army were about to act.
pub fn about_to_act(state: &State, army: Army) -> State {
    let mut start = state.clone();
    start.steps.clear();
    start.rolls.clear();
    (start.fight, start.dragons, start.casting, start.assembling) = Default::default();
    start.over = None;
    start.marching = army.owner;
    start.steps.push(Step::March(MarchStep::Act(army.place)));
    start
}

/// What a seat answers by what is assumed of it, by its value to a side.
pub fn assumed(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    side: Seat,
    assume: Assume,
) -> Option<Action> {
    if let (Assume::First, Some(Step::Pick(pick))) = (assume, state.steps.last()) {
        // Of hundreds that may be listed one is wanted.
        let mut sets = Vec::new();
        pick.sets(game, state, 1, &mut sets);
        return sets.first().copied().map(Action::Take);
    }
    assume.answer(game, state, seat, |action| {
        let mut after = state.clone();
        game.apply(&mut after, seat, action, &mut Deaf);
        score::weigh(game, &after, side)
    })
}

/// Whom an army may attack, with what, and why not.
fn answer_targets(game: &DragonDice, state: &State, rest: &str) -> Parsed<Answer> {
    let army = standing_army(game, state, rest)?;
    let start = about_to_act(state, army);
    let mut rows = vec![["with", "target", "may", "because"].map(String::from).to_vec()];
    let mut open = 0;
    for with in [Counted::Melee, Counted::Missile] {
        for place in (0..=Place::RESERVE.0).map(Place) {
            for target in state.others(army.owner).map(|owner| Army { owner, place }) {
                if !state.exists(target) || (with == Counted::Melee && place != army.place) {
                    continue;
                }
                let action = Action::Attack { with, target };
                let broken = game.check(&start, army.owner, &action, &mut Silent).err();
                open += usize::from(broken.is_none());
                let because =
                    broken.map_or(String::new(), |broken| names::rule_name(game, broken.0));
                let word = names::army_word(game, state, target);
                let may = if broken.is_none() { "yes" } else { "no" };
                rows.push(vec![with.name().into(), word, may.into(), because]);
            }
        }
    }
    let word = names::army_word(game, state, army);
    let attacks = match open {
        0 => "no attack".to_string(),
        1 => "1 attack".to_string(),
        _ => format!("{open} attacks"),
    };
    let headline = match why_no_attack(game, state, army) {
        None => format!("{word} may make {attacks} now"),
        Some(why) => {
            rows[0][2] = "could".to_string();
            format!("{word} may not attack now: {why}; in a march it could make {attacks}")
        }
    };
    Ok(Answer { headline, rows, ..Answer::default() })
}

/// Why it is not an army's moment to attack, where it is not.
fn why_no_attack(game: &DragonDice, state: &State, army: Army) -> Option<String> {
    let of = |owner: Seat, place: Place| names::army_word(game, state, Army { owner, place });
    let marched = 1 << army.place.0 & state.marched != 0;
    Some(match state.steps.last() {
        None => "the game is over".to_string(),
        Some(Step::Turn(TurnStep::Free)) => return None,
        _ if army.owner != state.marching => {
            format!("it is the turn of {}", names::seat_word(game, state.marching))
        }
        Some(Step::March(MarchStep::Act(place))) if *place == army.place => return None,
        Some(Step::March(
            MarchStep::Act(place)
            | MarchStep::Maneuver(place)
            | MarchStep::Oppose { place, .. }
            | MarchStep::Turn { place, .. },
        )) => match *place == army.place {
            true => "its maneuver comes first".to_string(),
            false => format!("{} marches", of(army.owner, *place)),
        },
        Some(Step::March(MarchStep::Choose { .. })) if !marched => {
            let place = names::place_word(game, state, army.place);
            format!("`march {place}` comes first")
        }
        _ if marched => "it has marched this turn".to_string(),
        _ => "something else is under way".to_string(),
    })
}

/// Where dice of a kind lie.
fn answer_where(game: &DragonDice, state: &State, own: Seat, rest: &str) -> Parsed<Answer> {
    let name = plain(rest);
    let mut rows = vec![["die", "number", "place"].map(String::from).to_vec()];
    for owner in (0..state.players()).map(Seat) {
        let seat = plain(&names::seat_word(game, owner));
        let wanted = after(&name, &seat).unwrap_or(&name);
        for (kind, set) in state.roster.force(owner).kinds() {
            let kind = game.catalog.kind(*kind);
            if plain(&kind.id) != wanted && plain(&kind.name) != wanted {
                continue;
            }
            for number in set.iter() {
                let place = state.place_of(Piece { owner, number });
                let which = names::number_of(state, owner, number).to_string();
                let die = format!("{} {}", names::seat_word(game, owner), kind.id);
                rows.push(vec![die, which, names::place_word(game, state, place)]);
            }
        }
    }
    if rows.len() == 1 {
        // The slip of a die that nobody has says what was probably meant.
        read_dice::read_piece(game, state, own, rest)?;
        return Err(Slip::new(format!("nobody has a `{rest}`")));
    }
    let headline = format!("{} of `{name}` in the game", rows.len() - 1);
    Ok(Answer { headline, rows, ..Answer::default() })
}

/// What is on a die.
fn answer_die(game: &DragonDice, rest: &str) -> Parsed<Answer> {
    let kinds = game.catalog.kinds.iter();
    let kinds = kinds.map(|kind| (kind.id.as_str(), kind.name.as_str()));
    let at = read_names::read_row("die", kinds, rest)?;
    let kind = &game.catalog.kinds[at];
    let mut rows = vec![["field", "value"].map(String::from).to_vec()];
    let mut row = |field: &str, value: String| rows.push(vec![field.into(), value]);
    row("elements", kind.elements.to_string());
    if kind.health > 0 {
        row("health", kind.health.to_string());
    }
    if let Some(species) = kind.species() {
        row("species", game.catalog.species(species).name.clone());
    }
    if let Some(size) = kind.size() {
        row("size", size.name().to_string());
    }
    if kind.automatic_saves > 0 {
        row("automatic saves", kind.automatic_saves.to_string());
    }
    let die = game.catalog.dice.get(KindId(at as u16).die());
    for (number, face) in (1..).zip(&die.faces) {
        let shown = kind.face((number - 1) as u8);
        let says = match shown.sai() {
            Some(sai) => format!(": {}", game.catalog.sai(sai).says),
            None => String::new(),
        };
        row(&format!("face {number}"), format!("{}{says}", face.name));
    }
    let headline = format!("{}, {} faces", kind.name, kind.sides);
    Ok(Answer { headline, rows, ..Answer::default() })
}

fn answer_spell(game: &DragonDice, rest: &str) -> Parsed<Answer> {
    let spell = game.catalog.spell(read_names::read_spell(game, rest)?);
    let headline = format!("{}: {}", spell.name, terms::spell_words(&game.catalog, spell));
    Ok(Answer { headline, ..Answer::default() })
}
