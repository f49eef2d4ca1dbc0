//! What powers do, one effect after the other, and the choices and dice that effects ask for: a room for each kind of effect.

mod cards;
mod ground;
mod lasting;
mod markers;
mod moving;
mod placement;
mod returning;
mod wounds;

use crate::rules::activation;
use crate::rules::roaming::{budget, movers};
use crate::rules::run::effect_of;
use crate::steps::purpose;
use crate::tables::rule::{OF_POWERS, Rule};
pub use cards::take_control;
pub use ground::lift_glyph;
pub use moving::approached;
pub use placement::stays;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::ruling::{Broken, Explain};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

use super::{handed::handed, placing, power, turn};
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, PowerRef, Run, State};
use crate::position::step::EffectStep;
use crate::tables::abilities::{Effect, To, Trigger};
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;

/// A step of an effect, with the power that has it; the effect that this has come to, unless that was its last.
#[derive(Clone, Copy)]
struct AtEffect<'g> {
    step: EffectStep,
    run: Run,
    effect: Option<&'g Effect>,
}

fn found<'g>(step: EffectStep, game: &'g HeroScape, state: &State) -> Option<AtEffect<'g>> {
    state.runs.last().map(|run| AtEffect { step, run: *run, effect: effect_of(game, run) })
}

handed!(EffectStep, found);

impl Play<HeroScape> for AtEffect<'_> {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match (self.step, self.effect) {
            (EffectStep::ThrownDie(figure, ..), _) if state.spaces(figure).is_none() => {
                state.steps.pop();
                Flow::On
            }
            (EffectStep::MarkerDie(..) | EffectStep::ThrownDie(..), _) => Flow::Wait,
            (EffectStep::Move, Some(Effect::Move(moves))) => {
                moving::settle(game, state, &self.run, moves, events)
            }
            _ => Flow::Choose,
        }
    }

    fn ask(self, _: Now<HeroScape>) -> Ask<Rule> {
        match self.step {
            EffectStep::MarkerDie(..) | EffectStep::ThrownDie(..) => Ask::Roll,
            // Which markers lie where is for their owner alone to know.
            EffectStep::Marker => power::asked(&self.run).sealed(),
            _ => power::asked(&self.run),
        }
    }

    fn legal(self, now: Now<HeroScape>, _: Seat, into: &mut Vec<Action>) -> Listing {
        if let Some(effect) = self.effect {
            legal(now.game, now.state, (self.step, &self.run, effect), into);
        }
        if self.step == EffectStep::Move { Listing::Candidates } else { Listing::Complete }
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        let moves = self.step == EffectStep::Move;
        let on_the_way = moves.then(|| turn::check_on_the_way(now.game, now.state, action, why));
        match on_the_way.flatten() {
            Some(verdict) => verdict,
            None if moves && *action == Action::Pass => Ok(()),
            None => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        let AtEffect { step, run, effect } = self;
        let (game, state, events) = change.parts();
        match (step, effect, action) {
            (EffectStep::Move, Some(Effect::Move(moves)), Action::Pass) => {
                moving::finish(game, state, &run, moves, events);
            }
            (_, _, Action::Pass) => decline(state, step, effect),
            (EffectStep::Move, ..) => turn::go(change, action),
            (_, Some(effect), Action::Place(figure, space, trail)) => {
                let to = (*space, *trail).into();
                come_to(change, (step, &run, effect), *figure, to);
            }
            (_, Some(effect), Action::Pick(figure)) => {
                wounds::pick(game, state, (&run, effect), *figure, events);
            }
            (_, Some(effect), Action::Give(to)) => give(game, state, (&run, effect), *to, events),
            (_, Some(effect), Action::Lay(space)) => {
                ground::lay(game, state, (&run, effect), *space, events);
            }
            (_, _, Action::Shift(marker, to)) => markers::shift(state, &run, *marker, *to, events),
            _ => {}
        }
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let Now { game, state } = now;
        let one = |figure: FigureId, seat| {
            let (die, purpose, subject) = (game.rolled.d20, purpose::POWER, figure.0.into());
            let group = DiceGroup { seat, die, count: 1, purpose, subject: Some(subject) };
            RollRequest::one(OF_POWERS, group)
        };
        match self.step {
            EffectStep::MarkerDie(figure, Some(of)) => {
                // Who saw the number would know which of them is gone.
                let keeper = state.keeper(of);
                one(figure, keeper).secret_to(keeper)
            }
            EffectStep::MarkerDie(figure, None) => one(figure, self.run.seat),
            EffectStep::ThrownDie(figure, ..) => {
                power::added(game, state, &self.run, why);
                one(figure, self.run.seat)
            }
            _ => RollRequest::of(OF_POWERS, Default::default()),
        }
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, events) = change.parts();
        match self.step {
            EffectStep::MarkerDie(figure, of) => {
                markers::resolve_pick(game, state, (figure, of), faces[0] + 1, events);
            }
            EffectStep::ThrownDie(figure, at, wounds) => {
                let thrown = (figure, at, wounds);
                placement::resolve_thrown(game, state, &self.run, thrown, faces, events);
            }
            _ => {}
        }
    }
}

/// Puts a figure where the power that brings it there lets it come.
fn come_to(
    change: &mut Change<HeroScape, impl Observe<Event>>,
    (step, run, effect): (EffectStep, &Run, &Effect),
    figure: FigureId,
    to: Spaces,
) {
    let (game, state, events) = change.parts();
    match (step, effect) {
        (EffectStep::Place(_), Effect::Place(places)) => {
            placement::put(game, state, (run, places), figure, to, events);
        }
        (EffectStep::Revive, _) => {
            returning::bring_back(game, state, (run, effect), figure, to, events);
        }
        (EffectStep::Gather, _) => placement::gather(game, state, figure, to, events),
        (EffectStep::Deploy, _) => returning::deploy(game, state, figure, to, events),
        _ => {}
    }
}

/// Where a figure stands: its space, and the other one of a figure of two.
type Spaces = Footprint;

/// Whether any of a power's effects could do something now, as far as that can be told beforehand.
pub fn possible(game: &HeroScape, state: &State, source: FigureId, by: PowerRef) -> bool {
    let Some(trigger) = game.trigger(by) else { return false };
    let mut effects = trigger.effects().peekable();
    effects.peek().is_none()
        || effects.any(|effect| match effect {
            Effect::Revive(revive) => {
                power::revivable(game, state, (source, by), revive).next().is_some()
            }
            Effect::Deploy(deploy) => {
                power::deployable(game, state, source, deploy).next().is_some()
            }
            Effect::Move(moves) if moves.ends_engaged => {
                moving::reaches_enemy(game, state, (source, by), moves)
            }
            Effect::Move(moves) if moves.is_of_source() => !stays(game, state, source),
            // It comes of the move, and this is what the move costs.
            Effect::Place(places) if places.after_move => false,
            Effect::Boost(boost) if boost.is_price() => false,
            Effect::Place(places) if places.to == To::Source && !places.beside_target => {
                let run = Run { by, ..trial(source, None) };
                !stays(game, state, source)
                    && !placement::landings(game, state, &run, source, places).is_empty()
            }
            _ => true,
        })
}

/// Whether what a power does to a figure can be done to it: it can be moved and there is room for it where the power does no
/// more than that, the source finds room beside whom it is put beside, can step where it would take a space, and another figure
/// of its card can take the turn that the target sits out.
pub fn may_be_used_on(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    target: FigureId,
    trigger: &Trigger,
) -> bool {
    let takes_space = trigger.effects().any(|effect| matches!(effect, Effect::TakeSpace {}));
    let fits = !takes_space || placement::could_replace(game, state, source, target);
    let run = trial(source, Some(target));
    let mut effects = trigger.effects().peekable();
    let does = effects.peek().is_none()
        || effects.any(|effect| match effect {
            Effect::Place(places) if places.to == To::Target && !places.after_move => {
                placement::placeable(game, state, &run, places).is_some()
            }
            Effect::Move(moves) if moves.target => !stays(game, state, target),
            Effect::Swap {} => placement::may_swap(game, state, source, target),
            _ => true,
        });
    fits && does
        && trigger.then.iter().all(|effect| match effect {
            Effect::Place(places) if places.to == To::Source && places.beside_target => {
                placement::placeable(game, state, &run, places).is_some()
            }
            Effect::SitOut {} => {
                activation::servants_of(game, state, source).any(|other| other != target)
            }
            _ => true,
        })
}

/// Whether a power that rolls again has whom to roll for: its target, or any figure of its card where it is used once for all.
fn rolls_again(game: &HeroScape, state: &State, run: &Run) -> bool {
    let stands = |id| state.spaces(id).is_some();
    let by_card = game.trigger(run.by).is_some_and(|trigger| trigger.by_card);
    match whom(run, To::Target) {
        Some(figure) if figure == run.source && by_card => {
            activation::servants_of(game, state, figure).next().is_some()
        }
        figure => figure.is_some_and(stands),
    }
}

/// A power as it would be under way, to look at what it could do.
fn trial(source: FigureId, target: Option<FigureId>) -> Run {
    Run {
        by: PowerRef::of_card(crate::tables::catalog::CardId(0), u8::MAX),
        source,
        seat: Seat(0),
        target,
        others: crate::position::state::FigureSet::default(),
        subject: source,
        other: None,
        rolled: None,
        wounds: 0,
        band: None,
        next: 0,
        left: 0,
        done: crate::position::state::FigureSet::default(),
        space: None,
    }
}

/// The figure that an effect touches.
fn whom(run: &Run, to: To) -> Option<FigureId> {
    match to {
        To::Target => run.target.or(run.other).or(Some(run.source)),
        To::Source => Some(run.source),
        To::Subject => Some(run.subject),
        To::Other => run.other.or(run.target),
    }
}

/// Carries out an effect, or asks what it leaves open.
pub fn carry_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    run: &Run,
    effect: &Effect,
    events: &mut O,
) {
    // These come back to themselves until they are done.
    match effect {
        Effect::StripMarkers { count, to } => {
            return markers::strip(game, state, run, *count, *to, events);
        }
        Effect::OpponentWoundsOwn {} => return wounds::opponent_wounds_own(game, state, run),
        Effect::ReturnFallen { at } => return returning::return_fallen(game, state, run, *at),
        Effect::RollAgain {} if rolls_again(game, state, run) => {
            power::set(state, |run| {
                (run.rolled, run.band, run.next, run.left) = (None, None, 0, 0);
                run.done = Default::default();
            });
            return;
        }
        _ => {}
    }
    if let Some(step) = choice(game, state, run, effect) {
        state.push(step);
        return;
    }
    // The power goes on behind what an effect may begin: turns, moments of other powers.
    power::next_effect(state);
    match effect {
        Effect::Wound(_)
        | Effect::WoundEach { .. }
        | Effect::WoundPerSkull { .. }
        | Effect::Destroy { .. }
        | Effect::Heal(_)
        | Effect::HealAll { .. }
        | Effect::IgnoreWounds { .. }
        | Effect::NoDamage {} => wounds::carry_out(game, state, run, effect, events),
        Effect::Boost(_)
        | Effect::NoDefense {}
        | Effect::MostDefense { .. }
        | Effect::AnotherAttack {}
        | Effect::NoAttack { .. }
        | Effect::Unseen(_)
        | Effect::Cloak {}
        | Effect::MoreWounds(_)
        | Effect::AttackAllAdjacent {}
        | Effect::Activations(_)
        | Effect::CannotBeTargeted {} => lasting::carry_out(game, state, run, effect, events),
        Effect::Control {}
        | Effect::Turn { .. }
        | Effect::SitOut {}
        | Effect::AnotherTurn {}
        | Effect::LastAttack {}
        | Effect::GiveAway(_)
        | Effect::Counters(_)
        | Effect::EndTurn {}
        | Effect::Choose {}
        | Effect::Negate {}
        | Effect::Become(_)
        | Effect::Spirit(_)
        | Effect::Activate {} => cards::carry_out(game, state, run, effect, events),
        Effect::TakeSpace {} => placement::take_space(game, state, run, events),
        Effect::Swap {} => placement::swap(game, state, run, events),
        Effect::Deploy(deploy) => returning::finish_deployment(game, state, run, deploy, events),
        Effect::LiftGlyph {} => {
            let space = run.space.or_else(|| state.spaces(run.source).map(|its| its.lead));
            if let Some(space) = space {
                lift_glyph(state, space, events);
            }
        }
        Effect::Move(moves) => moving::judge_end(game, state, run, moves, events),
        Effect::Place(places) if places.may || places.after_move => {
            events.tell(|| Event::PowerFails { by: run.by });
            power::end(state);
        }
        // There was nothing to choose, or it has been chosen.
        Effect::Sacrifice(_)
        | Effect::WoundChosen(_)
        | Effect::Place(_)
        | Effect::Gather { .. }
        | Effect::Revive(_)
        | Effect::MoveGlyph { .. }
        | Effect::LayGlyph { .. }
        | Effect::LayTile { .. }
        | Effect::LiftAnother {}
        | Effect::MoveMarkers(_) => {}
        Effect::StripMarkers { .. }
        | Effect::OpponentWoundsOwn {}
        | Effect::ReturnFallen { .. }
        | Effect::RollAgain {} => {}
    }
}

/// What somebody has to choose before the power goes on.
fn choice(game: &HeroScape, state: &State, run: &Run, effect: &Effect) -> Option<EffectStep> {
    match effect {
        Effect::Sacrifice(filter) => {
            let may = run.left == 0 && !wounds::picks(game, state, run, filter).is_empty();
            may.then_some(EffectStep::Pick)
        }
        Effect::WoundChosen(filter) => {
            wounds::may_choose(game, state, run, filter).then_some(EffectStep::Pick)
        }
        Effect::GiveAway(_) => {
            (opponents(game, state, run.seat).len() > 1).then_some(EffectStep::Seat)
        }
        Effect::Move(moves) => {
            let may =
                budget(state, run, moves) != Some(0) && !movers(game, state, run, moves).is_empty();
            may.then_some(EffectStep::Move)
        }
        Effect::Place(places) => {
            placement::placeable(game, state, run, places).map(EffectStep::Place)
        }
        Effect::Gather { who, count } => {
            placement::may_gather(game, state, run, who, *count).then_some(EffectStep::Gather)
        }
        Effect::Revive(revive) => {
            returning::may_revive(game, state, run, revive).then_some(EffectStep::Revive)
        }
        Effect::Deploy(deploy) => {
            let any = !returning::deployments(game, state, run, deploy).is_empty();
            any.then_some(EffectStep::Deploy)
        }
        Effect::MoveGlyph { .. }
        | Effect::LayGlyph { .. }
        | Effect::LayTile { .. }
        | Effect::LiftAnother {} => {
            (!ground::lays(game, state, run, effect).is_empty()).then_some(EffectStep::Space)
        }
        Effect::MoveMarkers(filter) => {
            (!markers::shifts(game, state, run, filter).is_empty()).then_some(EffectStep::Marker)
        }
        _ => None,
    }
}

fn changed<O: Observe<Event>>(by: PowerRef, events: &mut O, words: impl FnOnce() -> String) {
    events.tell(|| Event::Changed { by, words: words() });
}

/// The opponents of a seat that are in: nothing goes to who is out (HS-8.1.5).
fn opponents(game: &HeroScape, state: &State, seat: Seat) -> Vec<Seat> {
    game.seats_in(state).iter().filter(|other| !state.friends(seat, *other)).collect()
}

/// The seat that a power's card goes to is chosen.
fn give<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (run, effect): (&Run, &Effect),
    to: Seat,
    events: &mut O,
) {
    match effect {
        Effect::GiveAway(give) => {
            state.steps.pop();
            power::next_effect(state);
            cards::give_away(game, state, run, to, give.turn_only, events);
        }
        Effect::OpponentWoundsOwn {} => {
            state.steps.pop();
            power::set(state, |run| run.seat = to);
        }
        _ => {}
    }
}

/// A choice that an effect offered is passed up.
fn decline(state: &mut State, step: EffectStep, effect: Option<&Effect>) {
    state.steps.pop();
    match (step, effect) {
        (EffectStep::Place(_), Some(Effect::Place(places))) if places.may => power::end(state),
        _ => power::next_effect(state),
    }
}

/// Lists the answers to the choice that an effect asks for.
fn legal(
    game: &HeroScape,
    state: &State,
    (step, run, effect): (EffectStep, &Run, &Effect),
    into: &mut Vec<Action>,
) {
    match (step, effect) {
        (EffectStep::Place(figure), Effect::Place(places)) => {
            let all = placement::landings(game, state, run, figure, places);
            into.extend(all.into_iter().map(|to| Action::Place(figure, to.lead, to.rest)));
            into.extend(places.may.then_some(Action::Pass));
        }
        (EffectStep::Revive, Effect::Revive(revive)) => {
            let all = returning::revivals(game, state, run, revive).into_iter();
            into.extend(all.map(|(figure, to)| Action::Place(figure, to.lead, to.rest)));
            into.extend(revive.may.then_some(Action::Pass));
        }
        (EffectStep::Revive, Effect::ReturnFallen { .. }) => {
            let Some(figure) = run.target else { return };
            placing::list(game, state, run.seat, figure, into);
        }
        (EffectStep::Gather, Effect::Gather { who, .. }) => {
            let all = placement::gatherings(game, state, run, who).into_iter();
            into.extend(all.map(|(figure, to)| Action::Place(figure, to.lead, to.rest)));
            into.push(Action::Pass);
        }
        (EffectStep::Deploy, Effect::Deploy(deploy)) => {
            let all = returning::deployments(game, state, run, deploy).into_iter();
            into.extend(all.map(|(figure, to)| Action::Place(figure, to.lead, to.rest)));
            into.extend((deploy.may && run.left == 0).then_some(Action::Pass));
        }
        (EffectStep::Pick, Effect::WoundChosen(filter) | Effect::Sacrifice(filter)) => {
            into.extend(wounds::picks(game, state, run, filter).into_iter().map(Action::Pick));
            into.push(Action::Pass);
        }
        (EffectStep::Pick, Effect::OpponentWoundsOwn {}) => {
            into.extend(wounds::own_figures(state, run.seat).into_iter().map(Action::Pick));
        }
        (EffectStep::Seat, _) => {
            into.extend(opponents(game, state, run.seat).into_iter().map(Action::Give));
        }
        (EffectStep::Space, effect) => {
            into.extend(ground::lays(game, state, run, effect).into_iter().map(Action::Lay));
            into.push(Action::Pass);
        }
        (EffectStep::Marker, Effect::MoveMarkers(filter)) => {
            let all = markers::shifts(game, state, run, filter).into_iter();
            into.extend(all.map(|(marker, copy)| Action::Shift(marker, copy)));
            into.push(Action::Pass);
        }
        (EffectStep::Move, Effect::Move(moves)) => {
            moving::legal(game, state, run, moves, into);
        }
        _ => {}
    }
}
