//! The powers that may or must be used at a moment: whose they are, whom they may be used on, how often.

use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{FigureId, Occasion, Place, PowerRef, State, Used};
use crate::rules::holds::Parties;
use crate::rules::{holds, roaming};
use crate::steps::{effect, power};
use crate::tables::abilities::{Effect, Moment, Once, Power, To, Trigger, Wounds};
use smallvec::SmallVec;

/// A power that may be used now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// Whose.
    pub source: FigureId,
    /// Which.
    pub by: PowerRef,
    /// Whether it must be used.
    pub must: bool,
}

/// The powers that may or must be used at a moment.
pub fn offers(game: &HeroScape, state: &State, occasion: &Occasion) -> SmallVec<[Offer; 4]> {
    let mut found = SmallVec::new();
    let moment = occasion.moment;
    let lent = glyphs::glyphs_lend(game, state, |its| its.has_moment(moment));
    for (source, figure) in state.all_figures() {
        let card = game.card(state, source);
        if !card.summary.has_moment(moment) && state.gifts.is_empty() && !lent {
            continue;
        }
        let present = match figure.place {
            Place::Board(..) => true,
            Place::Reserve | Place::Destroyed(_) => {
                moment.is_general() || source == occasion.subject
            }
            Place::LeftOut => false,
        };
        if !present || state.conceded.contains(figure.controller) {
            continue;
        }
        for (by, power) in game.powers_of(state, source) {
            let Power::Trigger(trigger) = power else { continue };
            if trigger.when != moment || (moment.passes_by_itself() && !trigger.must) {
                continue;
            }
            let done = |(user, used): &(FigureId, PowerRef)| {
                *used == by
                    && (*user == source
                        || (trigger.by_card && state.figure(*user).controller == figure.controller))
            };
            if occasion.done.iter().any(done) {
                continue;
            }
            // Of several that are alike one is offered at a time, so that words tell them apart.
            let alike = |offer: &Offer| {
                offer.source == source
                    && offer.by.on == by.on
                    && game.trigger(offer.by) == Some(trigger.as_ref())
            };
            if found.iter().any(alike) {
                continue;
            }
            if is_offered(game, state, occasion, source, by, trigger) {
                found.push(Offer { source, by, must: trigger.must });
            }
        }
    }
    found
}

fn is_offered(
    game: &HeroScape,
    state: &State,
    occasion: &Occasion,
    source: FigureId,
    by: PowerRef,
    trigger: &Trigger,
) -> bool {
    let its = state.figure(source);
    let moment = occasion.moment;
    let alive = matches!(its.place, Place::Board(..));
    let works_dead =
        if alive { true } else { works_off_board(trigger, its.place, source == occasion.subject) };
    // Of wounds that a power has ignored already there are none to do anything about.
    if !works_dead || (moment.is_of_wounds() && occasion.wounds == 0) {
        return false;
    }
    if moment == Moment::Moved && !trigger.any_move {
        return false;
    }
    let relates = match (&trigger.of, moment) {
        (None, moment) if moment.is_general() => {
            moment != Moment::TurnStart || its.controller == state.turn_seat()
        }
        (None, moment) if moment.is_of_card() || moment.passes_by_itself() => {
            let acting = state.figure(occasion.subject);
            game.matches(state, its.copy, acting.copy)
                && its.controller == acting.controller
                && (alive || source == occasion.subject)
        }
        (None, Moment::Approached) => occasion.other == Some(source),
        (None, _) if trigger.by_card => {
            let subject = state.figure(occasion.subject);
            game.matches(state, its.copy, subject.copy) && its.controller == subject.controller
        }
        (None, _) => source == occasion.subject,
        (Some(filter), Moment::Approached) => {
            occasion.other == Some(source)
                && holds::meets(game, state, source, occasion.subject, filter)
        }
        (Some(filter), _) => holds::meets(game, state, source, occasion.subject, filter),
    };
    if !relates {
        return false;
    }
    if trigger.by_card && !is_first_of_card(game, state, source, occasion) {
        return false;
    }
    if !is_within_uses(game, state, source, by, trigger) {
        return false;
    }
    let parties = parties(occasion, source);
    holds::holds_all(game, state, parties, &trigger.only_if)
        && !targets(game, state, source, trigger, Some(occasion)).is_some_and(|all| all.is_empty())
        && can_do_anything(game, state, (source, by), trigger, occasion.other)
}

/// The figures that a power's circumstances speak of at a moment.
pub fn parties(occasion: &Occasion, source: FigureId) -> Parties {
    let of_source = occasion.moment.is_general()
        || occasion.moment.is_of_card()
        || occasion.moment.passes_by_itself();
    let (figure, opponent) = match occasion.moment {
        Moment::Approached => (source, Some(occasion.subject)),
        _ if of_source => (source, occasion.other),
        _ => (occasion.subject, occasion.other),
    };
    Parties {
        source,
        figure,
        opponent,
        special: occasion.special,
        wounds: occasion.wounds,
        moment: Some(occasion.moment),
        in_attack: is_of_attack(occasion),
    }
}

/// Whether a moment is one of an attack, and not of leaving dice or of what a power does.
fn is_of_attack(occasion: &Occasion) -> bool {
    match occasion.moment {
        Moment::WoundedLeaving | Moment::InflictsLeaving | Moment::WoundedOtherwise => false,
        Moment::Destroys => occasion.harm.is_none(),
        Moment::Dying | Moment::Destroyed => occasion.other.is_some(),
        _ => true,
    }
}

/// Whether a power works while its figure is not on the battlefield: those that bring figures there,
/// and those of its own end.
fn works_off_board(trigger: &Trigger, place: Place, is_subject: bool) -> bool {
    let mut effects = trigger.effects();
    match place {
        Place::Reserve => {
            effects.any(|effect| matches!(effect, Effect::Deploy(_) | Effect::Choose {}))
                || trigger.when == Moment::GameStart
        }
        Place::Destroyed(_) if is_subject => match trigger.when {
            // It has attacked, though it did not outlive that: what comes of it for others.
            Moment::AfterAttacking => effects.any(|effect| {
                matches!(effect, Effect::NoAttack { .. })
                    || matches!(effect, Effect::Boost(boost) if boost.army)
            }),
            when => when == Moment::Destroyed,
        },
        Place::Destroyed(_) => {
            effects.any(|effect| matches!(effect, Effect::Revive(revive) if revive.who.is_none()))
        }
        _ => false,
    }
}

/// Whether an effect that a power is for has anything to work on.
fn can_do_anything(
    game: &HeroScape,
    state: &State,
    (source, by): (FigureId, PowerRef),
    trigger: &Trigger,
    other: Option<FigureId>,
) -> bool {
    let gone = |to: To| {
        let of_other = to == To::Other || (to == To::Target && trigger.on.is_none());
        of_other && other.is_some_and(|other| state.spaces(other).is_none())
    };
    let mut effects = trigger.effects().peekable();
    effects.peek().is_none()
        || effects.any(|effect| match effect {
            Effect::Revive(revive) => {
                power::revivable(game, state, (source, by), revive).next().is_some()
            }
            Effect::Deploy(deploy) => {
                power::deployable(game, state, source, deploy).next().is_some()
            }
            Effect::Move(moves) => {
                roaming::has_points_left(state, moves)
                    && !(moves.is_of_source() && effect::stays(game, state, source))
            }
            Effect::Heal(Wounds { to: To::Source, .. }) | Effect::HealAll { to: To::Source } => {
                trigger.must || state.figure(source).wounds > 0
            }
            Effect::Wound(Wounds { to, .. })
            | Effect::WoundPerSkull { to }
            | Effect::Destroy { to } => !gone(*to),
            // Whoever borrowed the card has but the one turn with it.
            Effect::AnotherTurn {} => {
                let its = state.figure(source);
                state.keeper(its.copy) == its.controller
            }
            // It is nothing by itself.
            Effect::RollAgain {} => false,
            // Which markers lie there is for their owner alone: all may know only that some do.
            Effect::Activate {} | Effect::MoveMarkers(_) => {
                state.copy(state.figure(source).copy).unrevealed() > 0
            }
            _ => true,
        })
}

/// Whether a figure speaks for its card: the first on the battlefield, or the moment's own.
fn is_first_of_card(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    occasion: &Occasion,
) -> bool {
    let own = state.figure(source).copy;
    let alike = |id: FigureId| {
        let its = state.figure(id);
        game.matches(state, own, its.copy) && its.controller == state.figure(source).controller
    };
    let on_board =
        state.all_figures().map(|(id, _)| id).find(|id| alike(*id) && state.spaces(*id).is_some());
    match on_board {
        Some(first) => first == source,
        None => {
            let first = state.all_figures().map(|(id, _)| id).find(|id| alike(*id));
            first == Some(source) || source == occasion.subject
        }
    }
}

/// Whether a power has not been used as often as it may.
pub fn is_within_uses(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    by: PowerRef,
    trigger: &Trigger,
) -> bool {
    let copy = state.copy(state.figure(source).copy);
    let bit = by.bit();
    let counters: u32 = state
        .all_copies()
        .filter(|(id, _)| game.matches(state, state.figure(source).copy, *id))
        .map(|(_, copy)| u32::from(copy.counters))
        .sum();
    if u32::from(trigger.costs) > counters {
        return false;
    }
    match trigger.once {
        Some(Once::Game) => match by.glyph() {
            Some(_) => glyphs::is_unused(state, source, by),
            None => copy.used_in_game & bit == 0,
        },
        Some(Once::Round) => copy.used_in_round & bit == 0,
        Some(Once::Turn | Once::First) => !used_this_turn(game, state, source, by, trigger),
        None => {
            trigger.repeats
                || !trigger.when.is_turn_window()
                || !used_this_turn(game, state, source, by, trigger)
        }
    }
}

fn used_this_turn(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    by: PowerRef,
    trigger: &Trigger,
) -> bool {
    let power = game.power_number(by);
    state.turn.used.iter().any(|used: &Used| {
        used.power == power
            && used.by.on == by.on
            && game.trigger(used.by).is_some_and(|other| other.when == trigger.when)
            && (used.figure == source || trigger.by_card)
    })
}

/// Whom a power may be used on; nothing where it is used on nobody.
pub fn targets(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    trigger: &Trigger,
    occasion: Option<&Occasion>,
) -> Option<Vec<FigureId>> {
    if trigger.on_other {
        let other = match trigger.when {
            Moment::Approached => occasion.map(|occasion| occasion.subject),
            _ => occasion.and_then(|occasion| occasion.other),
        };
        let again = |id: FigureId| {
            trigger.once_per_target
                && state
                    .turn
                    .used
                    .iter()
                    .any(|used| used.on == Some(id) && game.trigger(used.by) == Some(trigger))
        };
        let found = other.filter(|other| {
            state.spaces(*other).is_some()
                && !again(*other)
                && trigger
                    .on
                    .as_ref()
                    .is_none_or(|on| holds::meets(game, state, source, *other, on))
                && effect::may_be_used_on(game, state, source, *other, trigger)
        });
        return Some(found.into_iter().collect());
    }
    let filter = trigger.on.as_ref()?;
    let figures = state.all_figures().map(|(id, _)| id);
    let again = |id: FigureId| {
        trigger.once_per_target
            && state
                .turn
                .used
                .iter()
                .any(|used| used.on == Some(id) && game.trigger(used.by) == Some(trigger))
    };
    // A card is in play with its figures in reserve too (HS-7.5.5).
    let by_card = trigger
        .then
        .iter()
        .any(|effect| matches!(effect, Effect::Spirit(_) | Effect::Become(_) | Effect::Choose {}));
    let reserve = |id: FigureId| by_card && state.figure(id).place == Place::Reserve;
    let other = occasion.and_then(|occasion| occasion.other).filter(|_| trigger.except_other);
    let in_play = figures.filter(|id| state.spaces(*id).is_some() || reserve(*id));
    let open = in_play.filter(|id| !again(*id) && Some(*id) != other);
    let meeting = open.filter(|id| holds::meets(game, state, source, *id, filter));
    Some(meeting.filter(|id| effect::may_be_used_on(game, state, source, *id, trigger)).collect())
}
