//! Turns: their phases in both editions, what expires when, and how the game ends (sections 5, 19).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::Ends;
use crate::position::pieces::{Place, Sort};
use crate::position::setup::Phase;
use crate::position::stack::Step;
use crate::position::stack::dragons::DragonPhase;
use crate::position::stack::eighth::EighthStep;
use crate::position::stack::march::MarchStep;
use crate::position::stack::reserves::ReservesStep;
use crate::position::stack::species::SpeciesStep;
use crate::position::stack::turn::TurnStep;
use crate::position::state::{State, Stirred};
use crate::rules::{items, marching, standing};
use crate::steps::dragons::riders;
use crate::steps::magic::resolve;
use crate::steps::{Ask, death, march, minor};
use crate::tables::edition::Form;
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe, Outcome};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play};

/// Begins the next player's turn.
pub(crate) fn next_turn<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) {
    if state.turn > 0 {
        state.marching = state.others(state.marching).next().unwrap_or(state.marching);
    }
    begin_turn(game, state, out);
}

/// Begins what a turn goes through from a phase on, the last first (DD-5.1, DD-5.2).
pub(crate) fn begin_phases(game: &DragonDice, state: &mut State, from: Phase) {
    let early = match game.edition.phases {
        Form::Current => [Phase::Species, Phase::Dragons, Phase::EighthFace, Phase::Royalty],
        Form::Classic => [Phase::Dragons, Phase::Royalty, Phase::EighthFace, Phase::Species],
    };
    let late = [Phase::Retreat, Phase::Reinforce, Phase::SecondMarch, Phase::FirstMarch];
    state.steps.push(Step::Turn(TurnStep::ExpireAtEnd));
    for phase in late.into_iter().chain(early) {
        if let Some(step) = phase_step(game, phase) {
            state.steps.push(step);
        }
        if phase == from {
            break;
        }
    }
}

/// The step a phase begins with, where the edition has the phase.
fn phase_step(game: &DragonDice, phase: Phase) -> Option<Step> {
    let march = |second| Step::March(MarchStep::Choose { second });
    match phase {
        Phase::Retreat => Some(Step::Reserves(ReservesStep::Retreat)),
        Phase::Reinforce => Some(Step::Reserves(ReservesStep::Reinforce)),
        Phase::SecondMarch => Some(march(true)),
        Phase::FirstMarch => Some(march(false)),
        Phase::Species => Some(Step::Species(SpeciesStep::Phase)),
        Phase::Dragons => Some(DragonPhase::Phase.into()),
        Phase::EighthFace => Some(Step::Eighth(EighthStep::Phase)),
        Phase::Royalty if game.edition.phases == Form::Current => None,
        Phase::Royalty => Some(Step::Eighth(EighthStep::Royalty)),
        Phase::Start | Phase::Free => None,
    }
}

/// Begins the turn of whoever marches now.
pub(crate) fn begin_turn<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) {
    state.turn = state.turn.saturating_add(1);
    state.idle = state.idle.saturating_add(1);
    state.marched = 0;
    let (seat, turn) = (state.marching, state.turn);
    out.tell(|| Event::TurnBegan { seat, turn });
    let limited = !state.at_free_table();
    if limited && state.idle > game.edition.idle_turns_limit {
        over(state, Seats::NONE, Rule::IdleDraw, out);
        return;
    }
    if limited && state.turn > game.edition.turns_limit {
        let winners = standing::ahead(state);
        over(state, winners, Rule::TurnsLimit, out);
        return;
    }
    count_holding(game, state, out);
    if standing::in_play(state, seat) {
        begin_phases(game, state, Phase::Start);
    } else {
        state.steps.push(Step::Turn(TurnStep::ExpireAtEnd));
    }
    state.steps.push(Step::Turn(TurnStep::Expire));
}

/// Counts the turn starts terrains have been held through (DD-19.4).
fn count_holding<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) {
    let seat = state.marching;
    let needed = game.edition.victory_hold_turns;
    let mut long = 0;
    for ground in state.grounds.iter_mut().filter(|ground| ground.holder == Some(seat)) {
        ground.held = ground.held.saturating_add(1).min(needed);
        long += u8::from(needed > 0 && ground.held >= needed);
    }
    if long >= 2 && !state.at_free_table() {
        over(state, Seats::only(seat), Rule::VictoryByHolding, out);
    }
}

/// A terrain was captured: a second one wins at once where nothing has to be held (DD-19.3).
pub(crate) fn check_capture<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) {
    let seat = state.marching;
    let held = state.grounds.iter().filter(|ground| ground.holder == Some(seat)).count();
    if game.edition.victory_hold_turns == 0 && held >= 2 && !state.at_free_table() {
        over(state, Seats::only(seat), Rule::VictoryByCapture, out);
    }
}

pub(crate) fn over<O: Observe<Event>>(state: &mut State, winners: Seats, rule: Rule, out: &mut O) {
    let outcome = Outcome { winners };
    state.over = Some(outcome);
    out.tell(|| Event::Over { outcome, rule });
}

/// Clears up after units that are gone, and ends the game when one player is left (DD-19.5).
pub(crate) fn ends<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) -> bool {
    if state.assembling.is_some() || !state.stirred.0 {
        return false;
    }
    state.stirred = Stirred(false);
    tidy(game, state, out);
    if state.dragons.is_some() || state.steps.last().is_some_and(|step| step.is_half_done()) {
        state.stirred = Stirred(true);
        return false;
    }
    let left: Seats =
        state.from_seat(Seat(0)).filter(|seat| standing::in_play(state, *seat)).collect();
    if left.len() > 1 || state.at_free_table() {
        return false;
    }
    over(state, left, Rule::LastPlayer, out);
    true
}

impl Step {
    /// Whether it belongs to an effect that is not fully resolved while the step is still to be done.
    fn is_half_done(&self) -> bool {
        match self {
            Step::Death(_) | Step::Trial(_) | Step::Pick(_) | Step::Roll(_) | Step::Icon(_) => true,
            Step::Species(step) => matches!(step, SpeciesStep::Replace { .. }),
            Step::Magic(step) => step.is_part_of_a_spell(),
            _ => false,
        }
    }
}

/// An army that is gone leaves its items, its minor terrain and its capture behind (DD-14.4,
/// DD-15.7, DD-16.1, DD-16.6).
pub(crate) fn tidy<O: Observe<Event>>(game: &DragonDice, state: &mut State, out: &mut O) {
    riders::part_riders(state, out);
    // While units come and go in one and the same step, an army may be there again at its end.
    if state.casting.is_none() && !matches!(state.steps.last(), Some(Step::Reserves(_))) {
        resolve::end_with_armies(state, out);
    }
    for seat in (0..state.players()).map(Seat) {
        let force = state.roster.force(seat);
        let bound = force.of_sort(Sort::Item).with(force.of_sort(Sort::Dragonkin));
        let bound = bound.with(force.of_sort(Sort::Minor));
        for place in Place::in_play_places() {
            let all = state.at(seat, place);
            if all.and(bound).is_empty() {
                continue;
            }
            let force = state.roster.force(seat);
            let items = all.and(force.of_sort(Sort::Item));
            let units = all.and(force.of_sort(Sort::Unit));
            if !units.is_empty() {
                let excess = items::excess(game, state, seat, units, items);
                if !excess.is_empty() {
                    death::bring(state, seat, excess, Place::BURIED, Rule::ItemLimits, out);
                }
                continue;
            }
            let dragonkin = all.and(force.of_sort(Sort::Dragonkin));
            let minors = all.and(force.of_sort(Sort::Minor));
            if !dragonkin.is_empty() {
                death::bring(state, seat, dragonkin, Place::POOL, Rule::Dragonkin, out);
            }
            if !items.is_empty() {
                death::bring(state, seat, items, Place::BURIED, Rule::ItemLimits, out);
            }
            if !minors.is_empty() {
                let army = crate::position::pieces::Army { owner: seat, place };
                minor::bury_minor(state, army, Rule::MinorOfGoneArmy, out);
            }
        }
    }
    for number in 0..state.grounds.len() as u8 {
        let ground = state.grounds[usize::from(number)];
        let place = Place::terrain(number);
        if let Some(owner) = ground.holder
            && !state.exists(crate::position::pieces::Army { owner, place })
        {
            march::turn_terrain(state, place, 7, Rule::LosingCapture, out);
        }
    }
}

fn expire<O: Observe<Event>>(state: &mut State, at_end: bool, out: &mut O) {
    if state.effects.is_empty() {
        return;
    }
    let seat = state.marching;
    for mut effect in std::mem::take(&mut state.effects) {
        let ended = match effect.ends {
            Ends::TurnStart(whose) => !at_end && whose == seat,
            Ends::TurnEnd(whose, later) if at_end && whose == seat => {
                effect.ends = Ends::TurnEnd(whose, later.saturating_sub(1));
                later == 0
            }
            _ => false,
        };
        if ended {
            out.tell(|| Event::Ended { effect });
        } else {
            state.add_effect(effect);
        }
    }
}

impl Play<DragonDice> for TurnStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (_, state, out) = change.parts();
        if self == TurnStep::Free {
            return Flow::Wait;
        }
        state.steps.pop();
        expire(state, self == TurnStep::ExpireAtEnd, out);
        Flow::On
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        match self {
            TurnStep::Free => Ask::seat(state.marching, Rule::JudgesWord),
            _ => Ask::seat(state.marching, Rule::EffectsExpire),
        }
    }

    fn legal(
        self,
        Now { state, .. }: Now<DragonDice>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        if self == TurnStep::Free && state.seated(seat) {
            into.extend(state.armies(seat).map(|army| Action::March(army.place)));
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { state, .. }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match action {
            Action::March(place) => marching::check_marcher(state, seat, *place, why),
            _ => why.need(Rule::JudgesWord, false, || {
                let fact = Fact::says("an army marches first, with `march PLACE`, and then acts");
                match state.armies(seat).next() {
                    Some(army) => fact.instead("let one march", &Action::March(army.place)),
                    None => fact,
                }
            }),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        if let (TurnStep::Free, Action::March(place)) = (self, action) {
            (state.marching, state.marched) = (seat, 0);
            march::begin_march(game, state, *place, false, out);
        }
    }
}
