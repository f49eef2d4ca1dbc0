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
use crate::position::stack::icons::{Journey, Picked, RollIcon};
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

impl Play<DragonDice> for RollIcon {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            RollIcon::Way(_) | RollIcon::Share(_) | RollIcon::Aim(_) => Flow::Wait,
            RollIcon::Rest { .. } | RollIcon::Land(_) => Flow::Wait,
            RollIcon::Grown(grown) => {
                state.steps.pop();
                grown.finish(game, state);
                Flow::On
            }
            RollIcon::Spread(spread) => {
                state.steps.pop();
                spread.go_on(game, state);
                Flow::On
            }
            RollIcon::Converted(converted) => {
                state.steps.pop();
                converted.finish(state);
                Flow::On
            }
            RollIcon::Answer(answer) => answer.advance(game, state, out),
            RollIcon::Travel(travel) => travel.advance(game, state),
            RollIcon::Dragon(quarry) => quarry.advance(game, state, out),
            RollIcon::Silver { army, .. } => items::silver_advance(game, state, army),
            RollIcon::Relic(relic) => relic.advance(game, state),
        }
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        let owner = |roll: u8| {
            let roll = state.rolls.get(usize::from(roll));
            roll.map_or(state.marching, |roll| roll.army.owner)
        };
        match self {
            RollIcon::Way(way) => Ask::seat(owner(way.acting.roll), way.acting.rule()),
            RollIcon::Share(share) => Ask::seat(owner(share.acting.roll), share.acting.rule()),
            RollIcon::Aim(aim) => Ask::seat(owner(aim.acting.roll), aim.acting.rule()),
            RollIcon::Answer(answer) => answer.ask(),
            RollIcon::Travel(travel) => Ask::Choice(Choice {
                seats: umpire_core::seat::Seats::only(travel.army.owner),
                about: travel.rule,
                subject: Some(travel.piece().subject()),
                sealed: false,
            }),
            RollIcon::Dragon(quarry) => Ask::seat(quarry.army.owner, quarry.rule),
            RollIcon::Land(landing) => Ask::seat(landing.seat, landing.rule),
            RollIcon::Silver { army, rule } => Ask::seat(army.owner, rule),
            RollIcon::Relic(relic) => Ask::seat(owner(relic.roll), relic.rule),
            RollIcon::Rest { roll, .. } => {
                let seat = owner(roll);
                Ask::seat(seat, state.gaze_rule(seat).unwrap_or(Rule::SpecialIcons))
            }
            RollIcon::Grown(_) | RollIcon::Spread(_) | RollIcon::Converted(_) => {
                Ask::seat(state.marching, Rule::SpecialIcons)
            }
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            RollIcon::Way(way) => way.list(game, state, into),
            RollIcon::Share(share) => return share.list(into),
            RollIcon::Aim(aim) => {
                into.extend(aim.armies(game, state).into_iter().map(Action::Army));
            }
            RollIcon::Answer(answer) => answer.list(game, state, into),
            RollIcon::Travel(travel) => travel.list(state, into),
            RollIcon::Dragon(quarry) => quarry.list(game, state, into),
            RollIcon::Land(landing) => landing.list(state, into),
            RollIcon::Silver { army, .. } => items::silver_list(game, state, army, into),
            RollIcon::Relic(relic) => relic.list(game, state, into),
            RollIcon::Rest { .. } => into.extend([Action::Accept, Action::Pass]),
            RollIcon::Grown(_) | RollIcon::Spread(_) | RollIcon::Converted(_) => {}
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
            (RollIcon::Way(way), Action::Way(number)) => way.take(game, state, number, out),
            (RollIcon::Share(share), Action::Split(split)) => share.take(game, state, split),
            (RollIcon::Aim(aim), Action::Army(army)) => aim.take(game, state, army, out),
            (RollIcon::Answer(answer), Action::Split(split)) => {
                answer.split(game, state, split, out);
            }
            (RollIcon::Travel(travel), Action::Go(to)) => travel.go(game, state, to, out),
            (RollIcon::Dragon(quarry), Action::Choose(dragon)) => {
                quarry.take(game, state, dragon, out);
            }
            (RollIcon::Land(landing), Action::Go(to)) => landing.go(game, state, to, out),
            (RollIcon::Silver { army, rule }, action) => {
                items::silver(state, army, rule, action, out);
            }
            (RollIcon::Relic(relic), action) => relic.take(game, state, action, out),
            (RollIcon::Rest { roll, die }, Action::Accept) => {
                offers::rest(game, state, roll, die);
                out.tell(|| Event::Accepted { seat, rule: Rule::SpecialIcons });
            }
            (RollIcon::Rest { roll, die }, _) => offers::fall(state, roll, die),
            (RollIcon::Travel(travel), _) => {
                out.tell(|| Event::Declined { seat, rule: travel.rule });
            }
            (RollIcon::Dragon(quarry), _) => {
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
            RollIcon::Answer(answer) => answer.request(state),
            _ => RollRequest::of(Rule::RollSteps, Default::default()),
        }
    }

    fn worth(self, _: Now<DragonDice>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Each(face)
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        if let (RollIcon::Answer(answer), Some(face)) = (self, faces.first()) {
            answer.fell(game, state, *face, out);
        }
    }
}
