//! A player's turn: what may be done in it, what is listed, and how it ends (HS-3.3.2).

use crate::position::action::{Action, Aim, Path};
use crate::position::event::{Event, Harm};
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, Occasion, On, PowerRef, State, Turn, What};
use crate::position::step::{ArrivingStep, EffectStep, Step, TurnStep};
use crate::rules::activation::{activations, may_join, servants};
use crate::rules::walker::Walker;
use crate::rules::{flights, hazards, held, reach, roaming};
use crate::steps::{
    attack, casualty, doors, flight, movement, occasion, power, round, treasure, walking, warnings,
};
use crate::tables::abilities::{Moment, Until};
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::game::{Listing, Observe};
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

impl Play<HeroScape> for TurnStep {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        settle(game, state, events)
    }

    fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
        let turn = &now.state.turn;
        let about = if turn.attacking { Rule::WhoMayAttack } else { Rule::TurnSequence };
        Ask::seat(turn.seat, about)
    }

    fn legal(self, now: Now<HeroScape>, _: Seat, into: &mut Vec<Action>) -> Listing {
        legal(now.game, now.state, into)
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        let Now { game, state } = now;
        if attack::is_announcement(action) {
            check_before_attacking(game, state, why)?;
        }
        match action {
            Action::Attack { attacker, target } => {
                attack::check(game, state, *attacker, *target, why)
            }
            Action::Special { attacker, power, aim } => {
                attack::check_special(game, state, *attacker, *power, *aim, why)
            }
            Action::AttackDoor { attacker, power, door } => {
                doors::check_attack(game, state, (*attacker, *power, *door), why)
            }
            Action::Door(door, change) => {
                doors::check_change(game, state, seat, (*door, *change), why)
            }
            Action::Use { figure, power, on } => {
                power::check_in_turn(game, state, *figure, *power, *on, why)
            }
            Action::FinishMoving => why.need(Rule::TurnSequence, !state.turn.attacking, || {
                Fact::says("moving is over already")
            }),
            Action::EndTurn => check_forced_attacks(game, state, why),
            _ => match check_on_the_way(game, state, action, why) {
                Some(verdict) => verdict,
                None => self.check_listed(now, seat, action, why),
            },
        }
    }

    fn apply(
        self,
        change: &mut Change<HeroScape, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, events) = change.parts();
        match action {
            Action::Door(door, to) => doors::change(state, seat, *door, *to, events),
            Action::Use { figure, power, on } => {
                power::begin(game, state, *figure, *power, *on, events);
            }
            Action::FinishMoving => finish_moving(game, state, events),
            Action::EndTurn => finish(game, state, events),
            _ if attack::is_announcement(action) => attack::announce_any(change, action),
            _ => go(change, action),
        }
    }
}

/// Judges what a figure does on its way, in a turn or where a power moves it; nothing for other actions.
pub fn check_on_the_way<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    action: &Action,
    why: &mut E,
) -> Option<Result<(), Broken<Rule>>> {
    Some(match action {
        Action::Move { figure, turned, path } => {
            check_walk(game, state, (*figure, *turned), path, why)
        }
        Action::Fly { figure, to, trail } => check_flight(game, state, *figure, (*to, *trail), why),
        Action::PickUp(figure) => treasure::check_pick_up(game, state, *figure, why),
        Action::PutDown(figure, glyph) => {
            treasure::check_put_down(game, state, *figure, *glyph, why)
        }
        _ => return None,
    })
}

/// Carries out what a figure does on its way.
pub fn go(change: &mut Change<HeroScape, impl Observe<Event>>, action: &Action) {
    let (game, state, events) = change.parts();
    match action {
        Action::Move { figure, turned, path } => {
            // The die for the ground under the figure that moved before falls first.
            if let Some(die) = walking::begin(game, state, *figure, *turned) {
                state.onward = path.clone();
                state.steps.push(die);
            } else {
                walking::walk(game, state, *figure, path, true, events);
            }
        }
        Action::Fly { figure, to, trail } => {
            let die = walking::begin(game, state, *figure, false);
            walking::fly(game, state, *figure, (*to, *trail), events);
            state.steps.extend(die);
        }
        Action::PickUp(figure) => treasure::pick_up(game, state, *figure, events),
        Action::PutDown(figure, glyph) => treasure::put_down(game, state, *figure, *glyph, events),
        _ => {}
    }
}

/// Whether no power has to be used before anybody attacks.
fn check_before_attacking<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let at = Moment::AfterMoving;
    let forced = !state.turn.attacking && occasion::forced(game, state, at).is_some();
    why.need(Rule::TurnSequence, !forced, || {
        Fact::says("a power has to be used after moving, before any attack")
            .remedy("finish moving first")
    })
}

/// Premises that every action of a turn's figure rests on.
pub fn check_actor<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    attacks: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_of_card(game, state, figure, attacks, why)?;
    let Some(copy) = state.turn.copy else { return Ok(()) };
    why.require(Rule::CommonActivation, may_join(game, state, figure, attacks), || {
        let (moves, strikes, _) = activations(game, state, copy);
        let most = if attacks { strikes } else { moves };
        Fact::says(format!("this turn has activated all {most} figures it may"))
    })
}

/// Whether a figure is one of those that the turn's card may use.
pub fn check_of_card<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    attacks: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let placed = figure.index() < state.figures.len() && state.spaces(figure).is_some();
    why.need(Rule::FigureProperties, placed, || {
        Fact::says("this figure is not on the battlefield")
    })?;
    let Some(copy) = state.turn.copy else { return Ok(()) };
    let rule = if attacks { Rule::WhoMayAttack } else { Rule::OnlyRevealedCardActs };
    why.require(rule, game.serves(state, copy, figure), || {
        let (name, card) = (game.figure_name(state, figure), game.copy_name(state, copy));
        Fact::says(format!("{name} is not of the revealed card {card}"))
    })
}

/// Judges a walk, with what it risks.
fn check_walk<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (figure, turned): (FigureId, bool),
    path: &[SpaceId],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let broken = why.broken();
    movement::check_move(game, state, figure, turned, path, why)?;
    if E::LISTENS && why.broken() == broken {
        warnings::warn_of_walk(game, state, (figure, turned), path, why);
    }
    Ok(())
}

/// Judges a flight, with what it risks.
fn check_flight<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    to: (SpaceId, Option<SpaceId>),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let broken = why.broken();
    flight::check_flight(game, state, figure, to, why)?;
    if E::LISTENS && why.broken() == broken {
        warnings::warn_of_flight(game, state, figure, to, why);
    }
    Ok(())
}

/// Whether nobody is left whom a power makes a figure attack.
fn check_forced_attacks<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let forced =
        |figure: &FigureId| game.lasting_of(state, *figure).any(|what| *what == What::AttackAll);
    let acting = state.turn.copy.filter(|_| !state.lasting.is_empty()).into_iter();
    let acting = acting.flat_map(|copy| servants(game, state, copy));
    let mut left = acting.filter(forced).flat_map(|figure| {
        let near = game.adjacent_figures(state, figure).into_iter();
        near.filter(move |target| attack::check(game, state, figure, *target, &mut Silent).is_ok())
            .map(move |target| (figure, target))
    });
    let first = left.next();
    why.require(OF_POWERS, first.is_none(), || {
        let name = |id| game.figure_name(state, id);
        let (figure, target) = first.map_or_else(Default::default, |(a, b)| (name(a), name(b)));
        Fact::says(format!("{figure} has to attack {target} too"))
            .remedy(format!("{figure} attacks {target}"))
    })
}

/// Lists steps and flights of one hex, finishing, attacks once moving is over, and ending.
fn legal(game: &HeroScape, state: &State, into: &mut Vec<Action>) -> Listing {
    let Some(copy) = state.turn.copy else { return Listing::Candidates };
    power::legal_in_turn(game, state, copy, into);
    if state.turn.attacking {
        attack::legal(game, state, copy, into);
    } else {
        for figure in servants(game, state, copy) {
            legal_steps(game, state, figure, into);
        }
        into.push(Action::FinishMoving);
    }
    doors::legal_changes(game, state, state.turn.seat, into);
    treasure::legal(game, state, into);
    if check_forced_attacks(game, state, &mut Silent).is_ok() {
        into.push(Action::EndTurn);
    }
    Listing::Candidates
}

/// The figures that could still attack an enemy in this turn.
pub fn who_could_attack(game: &HeroScape, state: &State) -> Vec<FigureId> {
    let Some(copy) = state.turn.copy else { return Vec::new() };
    let mut attacks = Vec::new();
    attack::legal(game, state, copy, &mut attacks);
    let mut who: Vec<FigureId> = Vec::new();
    for attack in attacks {
        let (Action::Attack { attacker, target }
        | Action::Special { attacker, aim: Aim::Figure(target), .. }) = attack
        else {
            continue;
        };
        if game.enemies(state, attacker, target) && !who.contains(&attacker) {
            who.push(attacker);
        }
    }
    who
}

/// Whether a figure may begin or go on moving now.
pub fn may_move(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let turn = &state.turn;
    let current = turn.moving.as_ref().is_some_and(|m| m.figure == figure);
    let open = if current {
        turn.moving.as_ref().is_some_and(|moving| !moving.stopped)
    } else {
        !turn.moved.contains(figure)
    };
    open && may_join(game, state, figure, false)
        && held::check_free(game, state, figure, &mut Silent).is_ok()
}

pub(super) fn legal_steps(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    into: &mut Vec<Action>,
) {
    let free = if state.step() == Some(Step::Turn(TurnStep::Turn)) {
        may_move(game, state, figure)
    } else {
        held::check_free(game, state, figure, &mut Silent).is_ok()
    };
    if !free || state.turn.moving.is_some_and(|moving| moving.figure == figure && moving.stopped) {
        return;
    }
    let roam = roaming::roam(game, state);
    let Some(spaces) = state.spaces(figure) else { return };
    let bound = roam.filter(|roam| roam.ends_engaged || roam.ends_unengaged);
    let leaps = roam.is_some_and(|roam| roam.leap.is_some());
    let walks_by_power = !leaps && state.step() == Some(Step::Effect(EffectStep::Move));
    let list_ways = |into: &mut Vec<Action>| {
        let ways = reach::walks(game, state, figure).into_iter();
        into.extend(ways.map(|way| Action::Move { figure, turned: way.turned, path: way.path }));
    };
    if bound.is_some() && walks_by_power {
        // Where it may end is not told by its next step: whole ways are listed.
        list_ways(into);
    }
    let before = into.len();
    for turned in [false, true] {
        if (turned && spaces.trail().is_none()) || bound.is_some() || leaps {
            break;
        }
        let walker = Walker::of(game, state, figure, turned);
        for to in game.ground.ways(walker.lead) {
            if walker.may_end_after(game, state, to, &mut Silent)
                && roaming::may_roam_to(
                    game,
                    state,
                    roam,
                    figure,
                    Footprint::ends(to, walker.trail.map(|_| walker.lead)),
                )
            {
                let path = Path::from_iter([to]);
                into.push(Action::Move { figure, turned, path });
            }
        }
    }
    if flights::flies(game, state, figure) {
        let far = if roam.is_some() { i16::MAX } else { 1 };
        flights::flights(game, state, figure, far, |to, trail, _| {
            if roaming::may_roam_to(game, state, roam, figure, Footprint::ends(to, trail))
                && flights::may_leap(game, state, figure, to)
            {
                into.push(Action::Fly { figure, to, trail });
            }
        });
    }
    if bound.is_none() && walks_by_power && into.len() == before {
        // No next step may be its last, but it may go through others, or over a space of another level.
        list_ways(into);
    }
}

/// Ends a figure's move. Terrain under one that came to rest half on it brings a die, which falls before all that follows the
/// move: whoever ends the move pushes it last.
pub fn end_move(game: &HeroScape, state: &mut State) -> Option<Step> {
    let moving = state.turn.moving.take()?;
    let rolls = !moving.tested && hazards::half_on_deadly(game, state, moving.figure);
    rolls.then_some(Step::Arriving(ArrivingStep::TerrainDie(moving.figure)))
}

/// Ends the moving part of the turn; what powers force after it comes at once.
pub fn finish_moving<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let die = end_move(game, state);
    state.turn.attacking = true;
    raise_window(game, state, Moment::AfterMoving, events);
    state.steps.extend(die);
}

/// Raises what powers force at a moment of the turn.
fn raise_window<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    moment: Moment,
    events: &mut O,
) {
    if let Some(occasion) = occasion::forced(game, state, moment) {
        occasion::raise(game, state, occasion, events);
    }
}

/// Raises what powers force before a turn's figures move.
pub fn begun<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    raise_window(game, state, Moment::BeforeMoving, events);
}

/// Ends the turn at its player's word.
pub fn finish<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    if state.step() == Some(Step::Turn(TurnStep::Turn))
        && !state.turn.attacking
        && occasion::forced(game, state, Moment::AfterMoving).is_some()
    {
        state.turn.ending = true;
        finish_moving(game, state, events);
        return;
    }
    // The terrain's die falls first; the turn then has nothing left to do but end.
    let die =
        if state.step() == Some(Step::Turn(TurnStep::Turn)) { end_move(game, state) } else { None };
    end(game, state, Rule::TurnEnds, events);
    state.steps.extend(die);
}

fn end<O: Observe<Event>>(game: &HeroScape, state: &mut State, because: Rule, events: &mut O) {
    let seat = state.turn.seat;
    state.steps.pop();
    let copy = state.turn.copy.take();
    let another = std::mem::take(&mut state.turn.another);
    state.clock += 1;
    events.tell(|| Event::TurnEnds { seat, because });
    expire(game, state, events);
    let Some(copy) = copy else {
        state.turn = Turn::default();
        return;
    };
    // Who borrowed the card has no other turn with it: it has gone back by now.
    let its_own = state.copy(copy).controller == seat;
    if another
        && its_own
        && let Some(copy) = game.card_for_turn(state, copy)
    {
        round::begin_turn(game, state, copy, false, events);
        return;
    }
    let any = || {
        let mut figures = state.all_figures().map(|(id, _)| id);
        figures.find(|id| game.serves(state, copy, *id))
    };
    let subject = servants(game, state, copy).next().or_else(any);
    match subject.filter(|_| game.has_moment(state, Moment::AfterTurn)) {
        Some(subject) => {
            let mut after = Occasion::of(Moment::AfterTurn, subject);
            // Whoever has a borrowed card back has taken no turn with it: what may follow one is not theirs.
            let controller = state.copy(copy).controller;
            if controller != seat {
                after.passed = after.passed.with(controller);
            }
            occasion::raise(game, state, after, events);
        }
        None => state.turn = Turn::default(),
    }
}

/// Ends what lasts as long as a turn; who came back for it is destroyed again.
pub fn expire<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let revenants = revenants(state);
    round::expire(state, |lasting| lasting.until == Until::Turn, events);
    for (figure, negated, by) in revenants {
        let own = state.figure(figure).copy;
        state.copies[own.index()].negated = negated;
        if state.spaces(figure).is_some() {
            casualty::kill(game, state, figure, Harm::Power(by), events);
        }
    }
}

/// Figures that were brought back for one attack, whether their powers were negated before, and by which power.
fn revenants(state: &State) -> Vec<(FigureId, bool, PowerRef)> {
    let brought = state.lasting.iter().filter_map(|one| match (one.on, one.what) {
        (On::Figure(figure), What::Revenant { negated }) => Some((figure, negated, one.by?)),
        _ => None,
    });
    brought.collect()
}

/// Walks on where a figure may not stop.
pub(super) fn walk_on<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    events: &mut O,
) -> bool {
    if state.onward.is_empty() {
        return false;
    }
    let path = std::mem::take(&mut state.onward);
    let Some(moving) = state.turn.moving else { return false };
    walking::walk(game, state, moving.figure, &path, false, events);
    true
}

/// Walks on where a figure may not stop, and ends the turn when nobody is left to act
/// (HS-3.3.5, HS-3.4.6).
fn settle<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) -> Flow {
    // Nothing is under way but the turn itself.
    state.fallen_before.clear();
    let Some(copy) = state.turn.copy else {
        end(game, state, Rule::TurnEnds, events);
        return Flow::On;
    };
    if walk_on(game, state, events) {
        return Flow::On;
    }
    if servants(game, state, copy).next().is_none() {
        end(game, state, Rule::ActingCardDies, events);
        return Flow::On;
    }
    if state.turn.ending {
        finish(game, state, events);
        return Flow::On;
    }
    Flow::Wait
}
