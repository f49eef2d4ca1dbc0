//! Special action icons: which act by themselves, which ask, and what each does (section 9).

pub(crate) mod act;
pub(crate) mod aimed;
pub(crate) mod delayed;
pub(crate) mod dragons;
pub(crate) mod giving;
pub(crate) mod items;
pub(crate) mod offers;
pub(crate) mod order;
pub(crate) mod relic;
pub(crate) mod strike;
pub(crate) mod travel;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet};
use crate::position::stack::icons::{IconStep, Journey, Picked};
use crate::position::stack::pick::Pick;
use crate::position::state::State;
use crate::steps::{Ask, death, trial};
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

/// Dice set out on a journey.
pub(crate) fn go<O: Observe<Event>>(
    state: &mut State,
    of: Army,
    set: PieceSet,
    journey: Journey,
    out: &mut O,
) {
    death::bring(state, of.owner, set, journey.to, journey.rule, out);
}

/// Dice were picked for an icon.
pub(crate) fn icon_picked<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    pick: Pick,
    picked: Picked,
    set: PieceSet,
    out: &mut O,
) {
    let Pick { of, rule, .. } = pick;
    match picked {
        Picked::Struck { roll, danger } => {
            if let Some(roll) = state.rolls.get_mut(usize::from(roll)) {
                roll.dropped = roll.dropped.with(set);
            }
            trial::endanger(game, state, of, set, danger, rule, out);
        }
        Picked::Again { roll } => offers::several_again(state, roll, set),
        Picked::Spread(danger) => strike::spread(game, state, of, set, danger, rule, out),
        Picked::Converted { danger, army } => {
            strike::convert(game, state, of, set, danger, army, rule, out);
        }
        Picked::Hurt(blow) => strike::hurt(state, of, set, blow, rule),
        Picked::TurnedBack { roll } => strike::turned_back(state, of, set, roll, rule, out),
        Picked::Twice { roll, types } => {
            if let Some(roll) = state.rolls.get_mut(usize::from(roll))
                && !set.is_empty()
            {
                roll.doubled.push((rule, types, set));
            }
        }
        Picked::Burnt { bury, dragonkin, by } => {
            aimed::burn(game, state, of, set, (bury, dragonkin, by), rule, out);
        }
        Picked::Along { die, to } => travel::depart(game, state, of, die, set, to, rule, out),
    }
}

/// The share of a result that is all of one type.
pub(crate) fn all_of(kind: Counted, amount: u16) -> [u8; 5] {
    let mut split = [0; 5];
    split[kind.index()] = amount.min(255) as u8;
    split
}

impl Play<DragonDice> for IconStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            IconStep::Way(_) | IconStep::Share(_) | IconStep::Aim(_) => Flow::Wait,
            IconStep::Rest { .. } | IconStep::Land(_) => Flow::Wait,
            IconStep::Grown(grown) => {
                state.steps.pop();
                grown.finish(game, state);
                Flow::On
            }
            IconStep::Delayed { .. } => Flow::Wait,
            IconStep::Spread(spread) => {
                state.steps.pop();
                spread.go_on(game, state);
                Flow::On
            }
            IconStep::Converted(converted) => {
                state.steps.pop();
                converted.finish(state);
                Flow::On
            }
            IconStep::Answer(answer) => answer.advance(game, state, out),
            IconStep::Charmed => {
                state.steps.pop();
                strike::charmed_fell(state);
                Flow::On
            }
            IconStep::Travel(travel) => travel.advance(game, state),
            IconStep::Dragon(quarry) => quarry.advance(game, state, out),
            IconStep::Silver { army, .. } => items::silver_advance(game, state, army),
            IconStep::Relic(relic) => relic.advance(game, state),
        }
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        let owner = |roll: u8| {
            let roll = state.rolls.get(usize::from(roll));
            roll.map_or(state.marching, |roll| roll.army.owner)
        };
        match self {
            IconStep::Way(way) => Ask::seat(owner(way.acting.roll), way.acting.rule()),
            IconStep::Share(share) => Ask::seat(owner(share.acting.roll), share.acting.rule()),
            IconStep::Aim(aim) => Ask::seat(owner(aim.acting.roll), aim.acting.rule()),
            IconStep::Delayed { .. } => {
                let fight = state.fight.as_ref();
                let seat = fight.map_or(state.marching, |fight| fight.attacker.owner);
                Ask::seat(seat, Rule::IconOrder)
            }
            IconStep::Answer(answer) => answer.ask(),
            IconStep::Travel(travel) => Ask::Choice(Choice {
                seats: umpire_core::seat::Seats::only(travel.army.owner),
                about: travel.rule,
                subject: Some(travel.piece().subject()),
                sealed: false,
            }),
            IconStep::Dragon(quarry) => Ask::seat(quarry.army.owner, quarry.rule),
            IconStep::Land(landing) => Ask::seat(landing.seat, landing.rule),
            IconStep::Silver { army, rule } => Ask::seat(army.owner, rule),
            IconStep::Relic(relic) => Ask::seat(owner(relic.roll), relic.rule),
            IconStep::Rest { roll, .. } => {
                let seat = owner(roll);
                Ask::seat(seat, state.gaze_rule(seat).unwrap_or(Rule::SpecialIcons))
            }
            IconStep::Grown(_)
            | IconStep::Spread(_)
            | IconStep::Converted(_)
            | IconStep::Charmed => Ask::seat(state.marching, Rule::SpecialIcons),
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            IconStep::Way(way) => way.list(game, state, into),
            IconStep::Share(share) => return share.list(into),
            IconStep::Aim(aim) => {
                into.extend(aim.armies(game, state).into_iter().map(Action::Army));
            }
            IconStep::Delayed { .. } => {
                into.extend(state.delayed().into_iter().map(Action::Resolve));
            }
            IconStep::Answer(answer) => answer.list(game, state, into),
            IconStep::Travel(travel) => travel.list(state, into),
            IconStep::Dragon(quarry) => quarry.list(game, state, into),
            IconStep::Land(landing) => landing.list(state, into),
            IconStep::Silver { army, .. } => items::silver_list(game, state, army, into),
            IconStep::Relic(relic) => relic.list(game, state, into),
            IconStep::Rest { .. } => into.extend([Action::Accept, Action::Pass]),
            IconStep::Grown(_)
            | IconStep::Spread(_)
            | IconStep::Converted(_)
            | IconStep::Charmed => {}
        }
        Listing::Complete
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        match (self, *action) {
            (IconStep::Way(way), Action::Way(number)) => way.take(game, state, number, out),
            (IconStep::Share(share), Action::Split(split)) => share.take(game, state, split),
            (IconStep::Aim(aim), Action::Army(army)) => aim.take(game, state, army, out),
            (IconStep::Delayed { roll }, Action::Resolve(sai)) => {
                delayed::strike_delayed(game, state, roll, sai, out);
            }
            (IconStep::Answer(answer), Action::Split(split)) => {
                answer.split(game, state, split, out);
            }
            (IconStep::Travel(travel), Action::Go(to)) => travel.go(game, state, to, out),
            (IconStep::Dragon(quarry), Action::Choose(dragon)) => {
                quarry.take(game, state, dragon, out);
            }
            (IconStep::Land(landing), Action::Go(to)) => landing.go(game, state, to, out),
            (IconStep::Silver { army, rule }, action) => {
                items::silver(state, army, rule, action, out);
            }
            (IconStep::Relic(relic), action) => relic.take(game, state, action, out),
            (IconStep::Rest { roll, die }, Action::Accept) => {
                offers::rest(game, state, roll, die);
                out.tell(|| Event::Accepted { seat, rule: Rule::SpecialIcons });
            }
            (IconStep::Rest { roll, die }, _) => offers::fall(state, roll, die),
            (IconStep::Travel(travel), _) => {
                out.tell(|| Event::Declined { seat, rule: travel.rule });
            }
            (IconStep::Dragon(quarry), _) => {
                out.tell(|| Event::Declined { seat, rule: quarry.rule });
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        match self {
            IconStep::Answer(answer) => answer.request(state),
            _ => RollRequest::of(Rule::RollSteps, Default::default()),
        }
    }

    fn worth(self, _: Now<DragonDice>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Each(face)
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        if let (IconStep::Answer(answer), Some(face)) = (self, faces.first()) {
            answer.fell(game, state, *face, out);
        }
    }
}
