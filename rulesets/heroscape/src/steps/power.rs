//! Powers being carried out: used in a turn or at a moment, rolled for, effect by effect to the end.

mod roll;

use super::{effect, handed::handed, occasion, turn};
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{
    CopyId, FigureId, FigureSet, Place, PowerRef, Run, State, Used, What,
};
use crate::position::step::{CasualtyStep, OccasionStep, PowerStep, Step};
use crate::rules::holds::Parties;
use crate::rules::{activation, holds};
use crate::tables::abilities::{
    Band, Deploy, Effect, Moment, Once, Power, Revive, Summary, Trigger,
};
use crate::tables::rule::{OF_POWERS, Rule};
pub use roll::{added, only_number, others_add};
use roll::{counts, dice_of, request, resolve};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

/// A step of a power under way, and the power.
#[derive(Clone, Copy)]
struct AtPower {
    step: PowerStep,
    run: Run,
}

fn found(step: PowerStep, _: &HeroScape, state: &State) -> Option<AtPower> {
    state.runs.last().map(|run| AtPower { step, run: *run })
}

handed!(PowerStep, found);

impl Play<HeroScape> for AtPower {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        match self.step {
            PowerStep::Run => {
                let (game, state, events) = change.parts();
                proceed(game, state, &self.run, events);
                Flow::On
            }
            PowerStep::Dice => Flow::Wait,
            PowerStep::Target => Flow::Choose,
        }
    }

    fn ask(self, _: Now<HeroScape>) -> Ask<Rule> {
        if self.step == PowerStep::Target { asked(&self.run) } else { Ask::Roll }
    }

    fn legal(self, now: Now<HeroScape>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let targets = further_targets(now.game, now.state, &self.run);
        into.extend(targets.into_iter().map(Action::Pick));
        into.push(Action::Pass);
        Listing::Complete
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        change.pop();
        match action {
            Action::Pick(figure) => take_target(change.state, *figure),
            _ => end(change.state),
        }
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        request(now.game, now.state, &self.run, why)
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        match counts(now.game, &self.run, face) {
            Some(counts) => Worth::Adds(u64::from(counts)),
            None => Worth::Distinct,
        }
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, events) = change.parts();
        resolve(game, state, &self.run, faces, events);
    }
}

/// The choice of whoever decides for a power.
pub(super) fn asked(run: &Run) -> Ask<Rule> {
    Ask::about(run.seat, OF_POWERS, run.source.0.into())
}

/// Lists the powers that figures of the turn's card may use in it now.
pub fn legal_in_turn(game: &HeroScape, state: &State, copy: CopyId, into: &mut Vec<Action>) {
    let card = game.card_of(state, copy);
    let lent = glyphs::glyphs_lend(game, state, Summary::has_turn_windows);
    if !card.summary.has_turn_windows() && state.gifts.is_empty() && !lent {
        return;
    }
    for figure in activation::servants(game, state, copy) {
        for (power, ability) in game.powers_of(state, figure) {
            let Power::Trigger(trigger) = ability else { continue };
            if !trigger.when.is_turn_window() {
                continue;
            }
            if check_window(game, state, figure, power, trigger, &mut Silent).is_ok() {
                occasion::list(game, state, figure, power, trigger, None, into);
            }
        }
    }
}

/// Judges the use of a power in a turn.
pub fn check_in_turn<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    power: PowerRef,
    on: Option<FigureId>,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    match game.trigger(power) {
        // The card's own power, or each figure's: whoever is activated.
        Some(trigger) if trigger.by_card || trigger.each => {
            turn::check_of_card(game, state, figure, false, why)?;
        }
        _ => turn::check_actor(game, state, figure, false, why)?,
    }
    let known = game.powers_of(state, figure).any(|(at, _)| at == power);
    let trigger = game.trigger(power).filter(|_| known);
    why.need(OF_POWERS, trigger.is_some(), || {
        Fact::says(format!("{} has no such power", game.figure_name(state, figure)))
    })?;
    let Some(trigger) = trigger else { return Err(Broken(OF_POWERS)) };
    check_window(game, state, figure, power, trigger, why)?;
    let all = occasion::targets(game, state, figure, trigger, None);
    let fits = match (&all, on) {
        (None, None) => true,
        (Some(_), None) => trigger.on_all,
        (Some(all), Some(on)) => !trigger.on_all && all.contains(&on),
        (None, Some(_)) => false,
    };
    why.need(OF_POWERS, fits, || {
        let name = game.power_name(power);
        match on {
            Some(on) if on.index() < state.figures.len() => {
                let on = game.figure_name(state, on);
                Fact::says(format!("{name} cannot be used on {on}"))
            }
            _ => Fact::says(format!("{name} needs a figure to be used on")),
        }
    })
}

fn check_window<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    power: PowerRef,
    trigger: &Trigger,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let turn = &state.turn;
    let name = || game.power_name(power);
    let (open, says) = match trigger.when {
        Moment::BeforeMoving => {
            let by_all = trigger.by_card || trigger.each;
            let begun = if by_all { !turn.moved.is_empty() } else { turn.moved.contains(figure) };
            (!turn.attacking && !begun, "is used before moving")
        }
        Moment::InsteadOfMoving => {
            (!turn.attacking && !turn.moved.contains(figure), "is used instead of the normal move")
        }
        Moment::WhileMoving => {
            (!turn.attacking && turn::may_move(game, state, figure), "is used while moving")
        }
        Moment::AfterMoving => {
            // Once any figure attacks, what stands between moving and attacking is over for all (HS-3.3.2).
            let attacked = !turn.attackers.is_empty();
            (turn.attacking && !attacked, "is used after moving and before attacking")
        }
        Moment::Moved => {
            let another = turn.moving.is_some_and(|moving| moving.figure != figure);
            let open = !turn.attacking && !another && turn.moved.contains(figure);
            (open, "is used when the figure has moved, at once")
        }
        Moment::InsteadOfAttacking => {
            (turn.attacking && !turn.attackers.contains(figure), "is used instead of attacking")
        }
        _ => (false, "is used at another moment"),
    };
    let instead = trigger.when == Moment::InsteadOfAttacking;
    let rule = if instead { Rule::PowersInsteadOfAttacking } else { OF_POWERS };
    why.need(rule, open && !trigger.must, || {
        let fact = Fact::says(format!("{} {says}", name()));
        let finish = matches!(trigger.when, Moment::AfterMoving | Moment::InsteadOfAttacking);
        if finish && !turn.attacking { fact.remedy("finish moving first") } else { fact }
    })?;
    let attacks = trigger.when == Moment::InsteadOfAttacking;
    let may = match trigger {
        Trigger { by_card: true, .. } => true,
        Trigger { each: true, .. } => !activation::is_idle(game, state, figure),
        _ => activation::may_join(game, state, figure, attacks),
    };
    why.need(Rule::CommonActivation, may, || {
        Fact::says("this turn has activated all figures it may")
    })?;
    let barred = attacks && may_not_attack(game, state, figure);
    why.need(OF_POWERS, !barred, || Fact::says("a power keeps it from attacking this turn"))?;
    let within = occasion::is_within_uses(game, state, figure, power, trigger);
    why.need(OF_POWERS, within, || {
        let often = match trigger.once {
            Some(Once::Game) => "once a game",
            Some(Once::Round) => "once a round",
            _ => "once a turn",
        };
        Fact::says(format!("{} is used {often}", name()))
    })?;
    let first = activation::servants_of(game, state, figure).next();
    why.need(OF_POWERS, !trigger.by_card || first == Some(figure), || {
        Fact::says(format!("{} is used once for all figures of the card", name()))
    })?;
    let held = holds::holds_all(game, state, Parties::alone(figure), &trigger.only_if);
    why.need(OF_POWERS, held, || Fact::says(format!("what {} asks for does not hold", name())))?;
    let some = occasion::targets(game, state, figure, trigger, None);
    why.need(OF_POWERS, some.is_none_or(|all| !all.is_empty()), || {
        Fact::says(format!("there is nobody on whom {} could be used", name()))
    })?;
    let possible = effect::possible(game, state, figure, power);
    why.need(OF_POWERS, possible, || Fact::says(format!("{} would do nothing now", name())))
}

/// Whether something keeps a figure from attacking in this turn.
pub fn may_not_attack(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    game.lasting_of(state, figure).any(|what| *what == What::NoAttack)
}

/// Begins to carry out a power.
pub fn begin<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    source: FigureId,
    by: PowerRef,
    on: Option<FigureId>,
    events: &mut O,
) {
    let Some(trigger) = game.trigger(by) else { return };
    let moment = state
        .occasions
        .last()
        .filter(|_| state.step() == Some(Step::Occasion(OccasionStep::Powers)))
        .cloned();
    let all = occasion::targets(game, state, source, trigger, moment.as_ref());
    occasion::note(state, source, by);
    let seat = state.figure(source).controller;
    let mut others = FigureSet::default();
    let mut target = on;
    if trigger.on_all {
        others = all.unwrap_or_default().into_iter().collect();
        target = others.iter().next();
        if let Some(first) = target {
            others.remove(first);
        }
    } else if trigger.on_other {
        target = all.and_then(|all| all.first().copied());
    }
    spend(game, state, source, (by, target), trigger);
    if let Some(kind) =
        by.glyph().filter(|kind| glyphs::glyph(game, *kind).is_some_and(|one| one.spent))
    {
        state.give_up(source, kind);
    }
    let in_turn = moment.is_none();
    let die = if in_turn { take_its_place(game, state, source, trigger) } else { None };
    events.tell(|| Event::PowerUsed { figure: source, by, on: target });
    let (subject, other, wounds) = match &moment {
        Some(moment) => (moment.subject, moment.other, moment.wounds),
        None => (source, None, 0),
    };
    state.runs.push(Run {
        by,
        source,
        seat,
        target,
        others,
        subject,
        other,
        rolled: None,
        wounds,
        band: None,
        next: 0,
        left: 0,
        done: FigureSet::default(),
        space: None,
    });
    state.push(PowerStep::Run);
    state.steps.extend(die);
}

/// Notes the use, and takes what it costs.
fn spend(
    game: &HeroScape,
    state: &mut State,
    source: FigureId,
    (by, on): (PowerRef, Option<FigureId>),
    trigger: &Trigger,
) {
    let copy = state.figure(source).copy;
    let bit = by.bit();
    let alike: Vec<_> =
        state.all_copies().map(|(id, _)| id).filter(|id| game.matches(state, copy, *id)).collect();
    match trigger.once {
        Some(Once::Game) => match by.glyph() {
            Some(_) => glyphs::use_up(state, source, by),
            None => state.copies[copy.index()].used_in_game |= bit,
        },
        Some(Once::Round) => {
            let marked = if trigger.by_card { alike.clone() } else { vec![copy] };
            marked.into_iter().for_each(|id| state.copies[id.index()].used_in_round |= bit);
        }
        _ => {}
    }
    let mut costs = trigger.costs;
    for id in alike {
        let paid = costs.min(state.copies[id.index()].counters);
        state.copies[id.index()].counters -= paid;
        costs -= paid;
    }
    let power = game.power_number(by);
    state.turn.used.push(Used { figure: source, power, by, on });
}

/// What a power replaces in a turn is done: the move, or the attack; a move that it comes at the end of is over. Who uses one joins
/// those that the turn activates (HS-3.4.1), unless it is the card's own or each figure's. Says what the end of a move brings first.
fn take_its_place(
    game: &HeroScape,
    state: &mut State,
    source: FigureId,
    trigger: &Trigger,
) -> Option<Step> {
    if !trigger.by_card && !trigger.each {
        state.turn.acted.insert(source);
    }
    match trigger.when {
        Moment::InsteadOfMoving => {
            state.turn.moved.insert(source);
            return turn::end_move(game, state);
        }
        Moment::Moved if state.turn.moving.is_some_and(|moving| moving.figure == source) => {
            return turn::end_move(game, state);
        }
        Moment::InsteadOfAttacking if trigger.by_card => {
            let all: Vec<FigureId> = activation::servants_of(game, state, source).collect();
            state.turn.attackers.extend(all);
        }
        Moment::InsteadOfAttacking => {
            state.turn.attackers.insert(source);
        }
        _ => {}
    }
    None
}

/// Whether the ground destroyed who had moved before the power that comes of the move began.
fn is_cut_off(state: &State, run: &Run, trigger: &Trigger) -> bool {
    let begins = run.rolled.is_none() && run.band.is_none() && (run.next, run.left) == (0, 0);
    begins && trigger.when == Moment::Moved && state.spaces(run.source).is_none()
}

/// Goes on with the power under way: rolls, does its effects, takes the next target, ends.
fn proceed<O: Observe<Event>>(game: &HeroScape, state: &mut State, run: &Run, events: &mut O) {
    let trigger = game.trigger(run.by);
    let Some(trigger) = trigger.filter(|trigger| !is_cut_off(state, run, trigger)) else {
        end(state);
        return;
    };
    if run.rolled.is_none() && trigger.roll.is_some() {
        let (_, count) = dice_of(game, run, trigger.roll.as_ref());
        if count == 0 {
            set(state, |run| run.rolled = Some(0));
        } else {
            state.push(PowerStep::Dice);
        }
        return;
    }
    let effects: &[Effect] = match run.band {
        None => &trigger.then,
        Some(at) => trigger.from.get(usize::from(at)).map_or(&[], |band| &band.then),
    };
    if let Some(effect) = effects.get(usize::from(run.next)) {
        effect::carry_out(game, state, run, effect, events);
        return;
    }
    if run.band.is_none()
        && let Some(at) = band_of(game, state, run, &trigger.from)
    {
        set(state, |run| (run.band, run.next, run.left) = (Some(at), 0, 0));
        return;
    }
    if run.band.is_none() && !trigger.from.is_empty() {
        events.tell(|| Event::PowerFails { by: run.by });
    }
    // The next target, if the power is used on several.
    let mut others = run.others;
    while let Some(next) = others.iter().next() {
        others.remove(next);
        if state.spaces(next).is_some() {
            set(state, |run| {
                run.target = Some(next);
                run.others = others;
                if !trigger.one_roll {
                    run.rolled = None;
                }
                (run.band, run.next, run.left) = (None, 0, 0);
            });
            return;
        }
    }
    let most = if trigger.up_to_wounds { run.wounds } else { trigger.up_to };
    let more = !trigger.on_all && run.done.len() + 1 < usize::from(most);
    if more && !further_targets(game, state, run).is_empty() {
        state.push(PowerStep::Target);
        return;
    }
    end(state);
}

/// The figures that a power under way may be used on next.
fn further_targets(game: &HeroScape, state: &State, run: &Run) -> Vec<FigureId> {
    let Some(trigger) = game.trigger(run.by) else { return Vec::new() };
    let all = occasion::targets(game, state, run.source, trigger, None).unwrap_or_default();
    let same_card =
        |one: FigureId, other: FigureId| state.figure(one).copy == state.figure(other).copy;
    let same_kind = |one: FigureId, other: FigureId| {
        state.copy(state.figure(one).copy).card == state.copy(state.figure(other).copy).card
    };
    let turns = trigger.then.iter().any(|effect| matches!(effect, Effect::Turn { .. }));
    all.into_iter()
        .filter(|id| {
            let used = run.done.iter().chain(run.target);
            used.into_iter().all(|known| {
                known != *id
                    && !(turns && same_card(known, *id))
                    && !(trigger.each_card_once && same_kind(known, *id))
            })
        })
        .collect()
}

/// Takes a further target.
fn take_target(state: &mut State, target: FigureId) {
    set(state, |run| {
        if let Some(last) = run.target {
            run.done.insert(last);
        }
        run.target = Some(target);
        (run.rolled, run.band, run.next, run.left) = (None, None, 0, 0);
    });
}

/// Of the bands that fit the target, the one with the highest number that the roll reaches.
fn band_of(game: &HeroScape, state: &State, run: &Run, bands: &[Band]) -> Option<u8> {
    let rolled = i32::from(run.rolled?);
    let fits = |band: &Band| {
        let on = band.on.as_ref().is_none_or(|filter| {
            run.target
                .or(run.other)
                .is_some_and(|target| holds::is_of(game, state, run.source, target, filter))
        });
        on && rolled >= band.at
    };
    (0u8..)
        .zip(bands)
        .filter(|(_, band)| fits(band))
        .max_by_key(|(_, band)| band.at)
        .map(|(at, _)| at)
}

/// Changes the power under way.
pub fn set(state: &mut State, change: impl FnOnce(&mut Run)) {
    if let Some(run) = state.runs.last_mut() {
        change(run);
    }
}

/// The effect under way is done.
pub fn next_effect(state: &mut State) {
    set(state, |run| {
        run.next += 1;
        run.left = 0;
    });
}

/// Ends the power under way.
pub fn end(state: &mut State) {
    state.runs.pop();
    if state.step() == Some(Step::Power(PowerStep::Run)) {
        state.steps.pop();
    }
}

/// Destroyed figures that a power may bring back.
pub fn revivable<'s>(
    game: &'s HeroScape,
    state: &'s State,
    (source, by): (FigureId, PowerRef),
    revive: &'s Revive,
) -> impl Iterator<Item = FigureId> + 's {
    let own = state.figure(source);
    let name = game.power_name(by);
    state.all_figures().filter_map(move |(id, its)| {
        let Place::Destroyed(_) = its.place else { return None };
        if its.controller != own.controller
            || state.steps.contains(&Step::Casualty(CasualtyStep::Lay(id)))
        {
            return None;
        }
        let wanted = match &revive.who {
            Some(filter) => holds::is_of(game, state, source, id, filter),
            None if game.card(state, source).is_squad() => game.matches(state, own.copy, its.copy),
            None => id == source,
        };
        let forbidden = game.card(state, id).abilities.iter().any(|power| match power {
            Power::Forbid(crate::tables::abilities::Forbid::Return(names)) => {
                names.iter().any(|known| known.eq_ignore_ascii_case(&name))
            }
            _ => false,
        });
        (wanted && !forbidden).then_some(id)
    })
}

/// Figures in reserve that a power may put on the battlefield.
pub fn deployable<'s>(
    game: &'s HeroScape,
    state: &'s State,
    source: FigureId,
    deploy: &'s Deploy,
) -> impl Iterator<Item = FigureId> + 's {
    let own = state.figure(source);
    state.all_figures().filter_map(move |(id, its)| {
        let of_card = match &deploy.card {
            Some(card) => game.card(state, id).id == *card,
            None => game.matches(state, own.copy, its.copy),
        };
        (its.place == Place::Reserve && its.controller == own.controller && of_card).then_some(id)
    })
}
