//! The judge's changes of the position (DESIGN: place, wounds, markers, whose turn), gated by the invariants.

use crate::position::action::{Amendment, DoorChange};
use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{Carried, CopyId, Figure, FigureId, On, Place, State, What};
use crate::position::step::{
    Arrival, ArrivingStep, AttackStep, BasicStep, CasualtyStep, DraftStep, LeavingStep, RoundStep,
    Step,
};
use crate::position::{army, glyphs, structures};
use crate::rules::{fitting, glyph_effects, invariants};
use crate::steps::{effect, round, turn, walking};
use crate::tables::abilities::Until;
use crate::tables::rule::Rule;
use umpire_core::game::{Deaf, Observe};
use umpire_core::hex::SpaceId;
use umpire_core::host::Hosted;
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};

/// More dice than any attack or defense has.
const MOST_DICE: u8 = 50;

type Refusals = Vec<Refusal<Rule>>;

fn no(rule: Rule, says: impl Into<String>) -> Refusals {
    vec![Refusal::at(rule, "", says)]
}

/// Carries out an amendment; the position is sound afterwards, or as it was.
pub fn change<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    change: &Amendment,
    events: &mut O,
) -> Result<(), Refusals> {
    if state.ended.is_some() {
        return Err(no(Rule::Victory, "the game is over"));
    }
    let mut changed = state.clone();
    carry_out(game, &mut changed, change)?;
    invariants::check(game, &changed)?;
    let only = match change {
        Amendment::Marker(seat, ..) => Some(*seat),
        _ => None,
    };
    events.tell(|| Event::Amended { words: game.say_amendment(state, change), only });
    if let Amendment::Glyph(space, Some(_)) = change
        && let Some(figure) = who_turned_up(state, *space)
    {
        walking::turn_up_glyph(game, &mut changed, figure, *space, events);
    }
    if let Amendment::Field(_, card) = change {
        for (power, _) in game.catalog.card(*card).unbuilt() {
            events.tell(|| Event::PowerDeferred { card: *card, power });
        }
    }
    umpire_core::steps::settle(game, &mut changed, events);
    *state = changed;
    Ok(())
}

/// Who has turned up a glyph of which nobody knew what it is, and has it do what it does once the judge says which (HS-6.1.1).
fn who_turned_up(state: &State, space: SpaceId) -> Option<FigureId> {
    let unknown = state.glyph_on(space).filter(|laid| laid.kind.is_none())?;
    glyphs::holder(state, unknown)
}

fn carry_out(game: &HeroScape, state: &mut State, change: &Amendment) -> Result<(), Refusals> {
    match change {
        Amendment::Place(figure, lead, trail) => {
            amend_place(game, state, *figure, (*lead, *trail).into())
        }
        Amendment::Destroy(figure) => {
            self::known(state, *figure)?;
            if !state.is_living(*figure) {
                return Err(no(Rule::DestroyedFigureRemoved, "it is destroyed already"));
            }
            crate::steps::treasure::left_behind(game, state, *figure, &mut Deaf);
            state.lift(*figure);
            crate::steps::goals::note_fallen(game, state, *figure, None);
            let copy = crate::steps::casualty::options(game, state, *figure)[0];
            let its = &mut state.figures[figure.index()];
            (its.place, its.wounds) = (Place::Destroyed(copy), 0);
            state.copies[copy.index()].casualties += 1;
            forget_mover(state, *figure);
            Ok(())
        }
        Amendment::Wounds(figure, wounds) => {
            self::known(state, *figure)?;
            state.figures[figure.index()].wounds = *wounds;
            Ok(())
        }
        Amendment::Marker(seat, marker, copy) => amend_marker(state, *seat, *marker, *copy),
        Amendment::Dice(dice) => amend_dice(state, *dice),
        Amendment::Turn(copy) => amend_turn(game, state, *copy),
        Amendment::Glyph(space, kind) => {
            if space.index() >= game.ground.board.spaces() {
                return Err(no(Rule::BattlefieldSpaces, "there is no such space"));
            }
            let known = kind.is_none_or(|k| usize::from(k.0) < game.catalog.glyphs.len());
            if !known {
                return Err(no(Rule::GlyphList, "there is no such glyph"));
            }
            state.glyphs.retain(|glyph| glyph.space != *space);
            if kind.is_some() {
                if let Some((rule, says)) = glyph_effects::barred_from(game, state, *space) {
                    return Err(no(rule, says));
                }
                state.glyphs.push(glyphs::laid(game, *space, *kind, true));
            }
            Ok(())
        }
        Amendment::Carry(figure, kind) => {
            self::known(state, *figure)?;
            let Some(glyph) = kind else {
                state.carried.retain(|one| one.figure != *figure);
                return Ok(());
            };
            if glyphs::glyph(game, *glyph).is_none_or(|glyph| glyph.stops()) {
                return Err(no(Rule::TreasureGlyphs, "only treasures are carried"));
            }
            if state.spaces(*figure).is_none() {
                return Err(no(
                    Rule::TreasureGlyphs,
                    "who carries a treasure stands on the battlefield",
                ));
            }
            state.carried.push(Carried { figure: *figure, glyph: *glyph, used: false });
            Ok(())
        }
        Amendment::Control(figure, seat) => {
            self::known(state, *figure)?;
            if seat.0 >= state.seats() {
                return Err(no(Rule::Terms, "there is no such seat"));
            }
            if state.conceded.contains(*seat) {
                let says = format!("{} has given up", game.seat_word(*seat));
                return Err(no(Rule::Victory, says));
            }
            // Its card goes with it, and with that all its figures, but no markers (HS-7.8.4): no turn is taken with less.
            let copy = state.figure(*figure).copy;
            state
                .lasting
                .retain(|one| one.on != On::Copy(copy) || !matches!(one.what, What::Borrowed(_)));
            effect::take_control(state, copy, *seat);
            let held = &mut state.copies[copy.index()];
            (held.markers, held.shown, held.hidden) = (0, 0, 0);
            let its = |(_, figure): &(FigureId, &Figure)| figure.copy == copy;
            let figures: Vec<FigureId> =
                state.all_figures().filter(its).map(|(id, _)| id).collect();
            figures.into_iter().for_each(|figure| forget_striker(state, figure));
            Ok(())
        }
        Amendment::Door(door, change) => {
            let doorway = game.ground.doorways.get(usize::from(*door));
            let in_it = |space: &SpaceId| state.occupant(*space).is_some();
            let shuts = matches!(change, DoorChange::Shut | DoorChange::Bar);
            if shuts && doorway.is_some_and(|doorway| doorway.spaces.iter().any(in_it)) {
                return Err(no(Rule::CastleDoor, "somebody stands in the doorway"));
            }
            if doorway.is_none() || structures::is_broken(game, state, *door) {
                return Err(no(Rule::CastleDoor, "no door stands there"));
            }
            if let Some(its) = state.doors.get_mut(usize::from(*door)) {
                its.change(*change);
            }
            Ok(())
        }
        Amendment::DoorWounds(door, wounds) => {
            let Some(its) = state.doors.get_mut(usize::from(*door)) else {
                return Err(no(Rule::CastleDoor, "there is no such door"));
            };
            its.wounds = *wounds;
            if structures::is_broken(game, state, *door) {
                state.doors[usize::from(*door)].change(DoorChange::Open);
            }
            Ok(())
        }
        Amendment::Field(seat, card) => {
            let known = seat.0 < state.seats() && usize::from(card.0) < game.catalog.cards.len();
            if !known {
                return Err(no(Rule::ArmyCardProperties, "this card cannot be fielded"));
            }
            if !army::field_card(game, state, *seat, *card) {
                return Err(no(Rule::PlayerComponents, "no more figures fit a game"));
            }
            army::number(state, game);
            Ok(())
        }
    }
}

fn amend_dice(state: &mut State, dice: u8) -> Result<(), Refusals> {
    let rolls = matches!(
        state.step(),
        Some(Step::Attack(AttackStep::AttackDice | AttackStep::DefenseDice))
    );
    let Some(attack) = state.attack.as_mut().filter(|_| rolls) else {
        let says = "no attack or defense dice are asked for now";
        return Err(no(Rule::DiceAsked, says));
    };
    if dice > MOST_DICE {
        return Err(no(Rule::DiceAsked, format!("a roll has at most {MOST_DICE} dice")));
    }
    attack.dice = Some(dice);
    Ok(())
}

fn known(state: &State, figure: FigureId) -> Result<(), Refusals> {
    if figure.index() < state.figures.len() {
        return Ok(());
    }
    Err(no(Rule::FigureProperties, "there is no such figure"))
}

fn amend_place(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    spaces: Footprint,
) -> Result<(), Refusals> {
    self::known(state, figure)?;
    let known = spaces.spaces().all(|space| space.index() < game.ground.board.spaces());
    if !known || !fitting::fits(game, state, figure, spaces) {
        let says = match known {
            true => fitting::misfit(game, state, figure, spaces),
            false => "there is no such space".to_string(),
        };
        return Err(no(Rule::FigureMustFit, says));
    }
    let awaited = |space: SpaceId| {
        let arrives = |step: &Step| match step {
            Step::Arriving(ArrivingStep::Arrive(Arrival { figure: f, to, trail, .. })) => {
                *f != figure && Footprint::from((*to, *trail)).contains(space)
            }
            _ => false,
        };
        state.onward.contains(&space) || state.steps.iter().any(arrives)
    };
    if spaces.spaces().any(awaited) {
        return Err(no(Rule::PassingFigures, "a figure is about to arrive there"));
    }
    match state.figure(figure).place {
        // One that waits to go on a card is counted on none yet.
        Place::Destroyed(_) if state.steps.contains(&Step::Casualty(CasualtyStep::Lay(figure))) => {
        }
        Place::Destroyed(copy) => take_off_card(game, state, copy),
        _ => {}
    }
    state.steps.retain(|step| *step != Step::Casualty(CasualtyStep::Lay(figure)));
    state.put(figure, spaces);
    forget_mover(state, figure);
    Ok(())
}

/// Takes a destroyed figure off a card: off the begun one of matching cards, if one is begun
/// (HS-3.4.5); another of its kind then lies where it lay.
pub(crate) fn take_off_card(game: &HeroScape, state: &mut State, copy: CopyId) {
    let full = game.card_of(state, copy).figures;
    let shared = game.shares(state, copy);
    let begun = state.all_copies().find(|(id, fielded)| {
        shared && game.matches(state, copy, *id) && (1..full).contains(&fielded.casualties)
    });
    let from = begun.map_or(copy, |(id, _)| id);
    let other = state.figures.iter_mut().find(|its| its.place == Place::Destroyed(from));
    if let (true, Some(other)) = (from != copy, other) {
        other.place = Place::Destroyed(copy);
    }
    take_casualty(state, from);
}

fn take_casualty(state: &mut State, copy: CopyId) {
    let casualties = &mut state.copies[copy.index()].casualties;
    *casualties = casualties.saturating_sub(1);
}

/// What was under way for a figure that the judge moved or removed is over.
fn forget_mover(state: &mut State, figure: FigureId) {
    state.steps.retain(|step| !matches!(step, Step::Arriving(ArrivingStep::Arrive(Arrival { figure: f, .. })) if *f == figure));
    if let Some(moving) = state.turn.moving.as_mut().filter(|moving| moving.figure == figure) {
        moving.tested = false;
        state.onward.clear();
    }
    if state.leaving.as_ref().is_some_and(|leaving| leaving.figure == figure) {
        state.leaving = None;
        state
            .steps
            .retain(|step| !matches!(step, Step::Leaving(LeavingStep::Decide | LeavingStep::Dice)));
    }
    forget_striker(state, figure);
}

/// A figure that is not what was left any more strikes at nobody, and nobody is asked whether it does (HS-4.4.3).
fn forget_striker(state: &mut State, figure: FigureId) {
    let Some(leaving) = &mut state.leaving else { return };
    leaving.enemies.remove(figure);
    leaving.striking.remove(figure);
    let left = leaving.enemies.iter().map(|enemy| state.figures[enemy.index()].controller);
    let left: Seats = left.collect();
    leaving.undecided = leaving.undecided.iter().filter(|seat| left.contains(*seat)).collect();
}

fn amend_marker(
    state: &mut State,
    seat: Seat,
    marker: u8,
    copy: Option<CopyId>,
) -> Result<(), Refusals> {
    let own = copy.is_none_or(|copy| {
        copy.index() < state.copies.len() && state.copy(copy).controller == seat
    });
    if marker > 3 || !own || seat.0 >= state.seats() {
        return Err(no(Rule::OrderMarkersPlaced, "a marker 1, 2, 3 or X and a card of that seat"));
    }
    let bit = 1 << marker;
    let own = |held: &&crate::position::state::Fielded| held.controller == seat;
    let shown = state.copies.iter().filter(own).any(|held| held.shown & bit != 0);
    for held in state.copies.iter_mut().filter(|held| held.controller == seat) {
        held.markers &= !bit;
        held.shown &= !bit;
    }
    if let Some(copy) = copy {
        let held = &mut state.copies[copy.index()];
        held.markers |= bit;
        held.shown |= if shown { bit } else { 0 };
    }
    Ok(())
}

fn amend_turn(game: &HeroScape, state: &mut State, copy: CopyId) -> Result<(), Refusals> {
    let known = copy.index() < state.copies.len();
    let half = state
        .steps
        .iter()
        .any(|step| matches!(step, Step::Casualty(CasualtyStep::Lay(_)) | Step::Placing(_)));
    if !known || !game.in_play(state, copy) || half || state.round == 0 || game.free_table {
        return Err(no(Rule::TurnOrder, "a card in play is needed, and a round that has begun"));
    }
    // What a round waits for before its turns it waits for after this one.
    let before_turns = |step: &Step| {
        matches!(
            step,
            Step::Draft(DraftStep::Place(_))
                | Step::Round(RoundStep::Markers(_) | RoundStep::Initiative(_))
                | Step::Basic(BasicStep::Roll(_))
                | Step::Round(RoundStep::NextTurn)
        )
    };
    let waiting: Vec<Step> = state.steps.iter().copied().filter(before_turns).collect();
    crate::steps::clear(state);
    state.lasting.retain(|lasting| lasting.until != Until::Attack);
    turn::expire(game, state, &mut Deaf);
    round::lay_waiting(game, state, |_, _| true, &mut Deaf);
    state.steps.extend(waiting);
    if state.steps.is_empty() {
        state.push(RoundStep::NextTurn);
    }
    round::begin_turn(game, state, copy, true, &mut Deaf);
    Ok(())
}
