//! Special action icons: which act by themselves, which ask, and what each does (section 9).

pub(crate) mod act;
mod aimed;
pub(crate) mod alone;
pub(crate) mod deeds;
pub(crate) mod delayed;
mod dragons;
mod giving;
mod items;
pub(crate) mod offers;
pub(crate) mod order;
mod relic;
pub(crate) mod strike;
mod table;
mod travel;

pub(crate) use alone::{Doubles, Given};
pub(crate) use deeds::Deed;
pub(crate) use giving::{Way, may_do_anything};
pub(crate) use table::IconTable;

use super::pick::Pick;
use super::{Ask, Change, Flow, Now, Play};
use crate::action::Action;
use crate::catalog::Counted;
use crate::catalog::effects::Test;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place};
use crate::roll::Types;
use crate::rule::Rule;
use crate::state::State;
use crate::steps::trial::Danger;
use crate::steps::{death, trial};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

/// A step that a special icon asks for. Rolls are named by their place among those in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IconStep {
    /// One of several ways is picked.
    Way(giving::Way),
    /// Results are given to types of a combination roll (DD-8.9).
    Share(giving::Share),
    /// What is left of X after promotions becomes saves.
    Grown(giving::Grown),
    /// An army is picked.
    Aim(aimed::Aim),
    /// The attacker picks which of the icons that waited for the saves strikes next.
    Delayed {
        /// The save roll.
        roll: u8,
    },
    /// After a death another unit faces the same.
    Spread(strike::Spread),
    /// The health killed may come back from the striker's dead.
    Converted(strike::Converted),
    /// One unit answers damage.
    Answer(strike::Answer),
    /// Units rolled for the attacker have fallen.
    Charmed,
    /// A die may go elsewhere.
    Travel(travel::Travel),
    /// A dragon is picked.
    Dragon(dragons::Quarry),
    /// A dragon is given a terrain.
    Land(dragons::Landing),
    /// A Silver Medallion brings something back.
    Silver {
        /// Its army.
        army: Army,
        /// By which icon.
        rule: Rule,
    },
    /// An Elemental Relic rolls units again, recruits and promotes.
    Relic(relic::Relic),
    /// A unit that holds others by its gaze may be left out of a roll.
    Rest {
        /// Which roll.
        roll: u8,
        /// Which die.
        die: u8,
    },
}

/// For what an icon had dice picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// They show IDs in this roll and are struck; they give it nothing.
    Struck {
        /// The save roll.
        roll: u8,
        /// In what way.
        danger: Danger,
    },
    /// They are rolled again in this roll.
    Again {
        /// Which roll.
        roll: u8,
    },
    /// It faces a danger that spreads.
    Spread(Danger),
    /// They face a danger; the health killed may come back to this army.
    Converted {
        /// Which danger.
        danger: Danger,
        /// Whose dead return.
        army: Army,
    },
    /// It takes damage and may answer.
    Hurt(strike::Blow),
    /// Its results in the attack turn back on it.
    TurnedBack {
        /// The save roll.
        roll: u8,
    },
    /// Its results of these types count twice in this roll.
    Twice {
        /// Which roll.
        roll: u8,
        /// Of which types.
        types: Types,
    },
    /// They absorb damage without save.
    Burnt {
        /// How those killed escape being buried.
        bury: Option<Test>,
        /// Whether Dragonkin killed are buried.
        dragonkin: bool,
        /// Who struck.
        by: Seat,
    },
    /// They go along with a die.
    Along {
        /// Which die.
        die: u8,
        /// Where to.
        to: Place,
    },
}

/// Where dice that an icon or spell moves are going.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Journey {
    /// By which rule.
    pub rule: Rule,
    /// Where to.
    pub to: Place,
}

impl Picked {
    /// Tells dice of a pick apart that are of one kind but dealt different damage.
    pub(crate) fn key(self, state: &State, die: u8) -> u16 {
        match self {
            Picked::TurnedBack { .. } => state.fight.as_ref().map_or(0, |fight| {
                let dealt = fight.dealt.iter().find(|(striker, _)| *striker == die);
                dealt.map_or(0, |(_, dealt)| *dealt)
            }),
            _ => 0,
        }
    }
}

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
fn all_of(kind: Counted, amount: u16) -> [u8; 5] {
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
