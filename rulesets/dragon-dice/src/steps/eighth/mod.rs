//! Icons of captured eighth faces: what each does in its phase, and what a capture asks (section 14).

pub(crate) mod icons;
pub(crate) mod royalty;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::eighth::EighthStep;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::eighth_faces;
use crate::steps::{Ask, death, turn};
use crate::tables::catalog::EighthPower;
use crate::tables::rule::Rule;
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play};

/// What follows from a capture: a Castle is named, a second capture may win.
pub(crate) fn after_capture<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    place: Place,
    out: &mut O,
) {
    turn::check_capture(game, state, out);
    if state.over.is_none() && eighth_faces::declares(game, state, place).is_some() {
        state.steps.push(Step::Eighth(EighthStep::Declare(place)));
    }
}

fn marchers(state: &State, place: Place) -> Army {
    Army { owner: state.marching, place }
}

/// The power of a face that an icon's step is about.
fn acting<'g>(
    game: &'g DragonDice,
    state: &State,
    place: Place,
    power: u8,
) -> Option<(Rule, &'g EighthPower)> {
    eighth_faces::powers_of(game, state, marchers(state, place)).nth(power.into())
}

/// Terrains whose icon can act now and has not.
fn open_icons_of_terrains(
    game: &DragonDice,
    state: &State,
    done: u8,
) -> impl Iterator<Item = Place> {
    state.terrains().filter(move |place| {
        let army = marchers(state, *place);
        done & 1 << place.0 == 0
            && state.holds(army)
            && eighth_faces::powers_of(game, state, army)
                .any(|(rule, power)| icons::icon_can_act(game, state, army, rule, power))
    })
}

fn begin_icon(game: &DragonDice, state: &mut State, place: Place, done: u8) {
    state.replace_step(Step::Eighth(EighthStep::Order { done: done | 1 << place.0 }));
    let count = eighth_faces::powers_of(game, state, marchers(state, place)).count() as u8;
    for power in (0..count).rev() {
        state.steps.push(Step::Eighth(EighthStep::Act { place, power }));
    }
}

impl Play<DragonDice> for EighthStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, _) = change.parts();
        match self {
            EighthStep::Phase => {
                state.replace_step(Step::Eighth(EighthStep::Order { done: 0 }));
                Flow::On
            }
            EighthStep::Royalty => {
                let left = royalty::crowns(game, state);
                state.replace_step(Step::Eighth(EighthStep::Crowns { left }));
                Flow::On
            }
            EighthStep::Order { done } => {
                let mut open = open_icons_of_terrains(game, state, done);
                match (open.next(), open.next()) {
                    (None, _) => {
                        drop(open);
                        state.steps.pop();
                        Flow::On
                    }
                    (Some(place), None) => {
                        drop(open);
                        begin_icon(game, state, place, done);
                        Flow::On
                    }
                    _ => Flow::Wait,
                }
            }
            EighthStep::Act { place, power } => {
                let army = marchers(state, place);
                let Some((rule, power)) = acting(game, state, place, power) else {
                    state.steps.pop();
                    return Flow::On;
                };
                if let EighthPower::Unbury { .. } = power {
                    return Flow::Choose;
                }
                let mut list = Vec::new();
                icons::icon_list(game, state, army, rule, power, &mut list);
                if !list.is_empty() {
                    return Flow::Wait;
                }
                state.steps.pop();
                Flow::On
            }
            EighthStep::Send { dragon, .. } => {
                if state.place_of(dragon) == Place::OUT {
                    state.steps.pop();
                    return Flow::On;
                }
                Flow::Wait
            }
            EighthStep::Declare(place) => {
                if state.holds(marchers(state, place))
                    && eighth_faces::names(game, state, place).next().is_some()
                {
                    return Flow::Wait;
                }
                state.steps.pop();
                Flow::On
            }
            EighthStep::Crowns { left } => royalty::next_crown(game, state, left),
            EighthStep::Crown(die) => royalty::advance_crown(game, state, die),
        }
    }

    fn ask(self, Now { game, state }: Now<DragonDice>) -> Ask {
        let (about, subject) = match self {
            EighthStep::Act { place, power } => {
                let rule = acting(game, state, place, power).map(|(rule, _)| rule);
                (rule.unwrap_or(Rule::EighthFaceChoice), Some(u16::from(place.0)))
            }
            EighthStep::Send { dragon, rule } => (rule, Some(dragon.subject())),
            EighthStep::Declare(place) => {
                let rule = eighth_faces::declares(game, state, place).map(|(rule, _)| rule);
                (rule.unwrap_or(Rule::Castle), Some(u16::from(place.0)))
            }
            EighthStep::Crowns { .. } | EighthStep::Royalty => (Rule::RoyaltyDie, None),
            EighthStep::Crown(number) => {
                (Rule::RoyaltyDie, Some(Piece { owner: state.marching, number }.subject()))
            }
            EighthStep::Phase | EighthStep::Order { .. } => (Rule::EighthFaceTiming, None),
        };
        Ask::Choice(Choice { seats: Seats::only(state.marching), about, subject, sealed: false })
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            EighthStep::Order { done } => {
                into.extend(open_icons_of_terrains(game, state, done).map(Action::Go));
            }
            EighthStep::Act { place, power } => {
                let army = marchers(state, place);
                if let Some((rule, power)) = acting(game, state, place, power) {
                    if !matches!(power, EighthPower::Unbury { .. }) {
                        into.push(Action::Pass);
                    }
                    icons::icon_list(game, state, army, rule, power, into);
                }
            }
            EighthStep::Send { dragon, .. } => {
                let from = state.place_of(dragon);
                let places = state.terrains().filter(|place| *place != from);
                into.extend(places.map(Action::Go));
            }
            EighthStep::Declare(place) => {
                into.extend(eighth_faces::names(game, state, place).map(Action::Name));
            }
            EighthStep::Crowns { left } => royalty::list_crowns(game, state, left, into),
            EighthStep::Crown(die) => royalty::list_crown(game, state, die, into),
            EighthStep::Phase | EighthStep::Royalty => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (EighthStep::Act { place, power }, _) => {
                let army = marchers(state, place);
                let Some((rule, power)) = acting(game, state, place, power) else { return Ok(()) };
                icons::check_icon(game, state, army, rule, power, action, why)
            }
            (EighthStep::Declare(place), Action::Name(eighth)) => {
                let known = eighth.index() < game.catalog.eighth_faces.len();
                why.need(Rule::Castle, known, || Fact::says("there is no such terrain"))?;
                let rule = eighth_faces::declares(game, state, place)
                    .map_or(Rule::Castle, |(rule, _)| rule);
                why.require(
                    rule,
                    eighth_faces::names(game, state, place).any(|name| name == *eighth),
                    || {
                        let names = eighth_faces::names(game, state, place);
                        let names: Vec<&str> =
                            names.map(|name| game.catalog.eighth(name).name.as_str()).collect();
                        Fact::says(format!("it may be named {}", names.join(", ")))
                    },
                )
            }
            (EighthStep::Crown(die), _) => royalty::check_crown(game, state, die, action, why),
            _ => self.check_listed(Now { game, state }, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        match (self, action) {
            (EighthStep::Order { done }, Action::Go(place)) => {
                begin_icon(game, state, *place, done);
                return;
            }
            (EighthStep::Act { place, power }, _) => {
                let army = marchers(state, place);
                let acting = self::acting(game, state, place, power);
                state.steps.pop();
                if let Some((rule, power)) = acting {
                    icons::act_of_icon(state, army, rule, power, action, out);
                }
                return;
            }
            (EighthStep::Crowns { left }, _) => {
                return royalty::pick_crown(state, left, action, out);
            }
            (EighthStep::Crown(die), _) => return royalty::act_of_crown(state, die, action, out),
            _ => {}
        }
        let rule = match self.ask(Now { game, state }) {
            Ask::Choice(Choice { about, .. }) => about,
            Ask::Roll => Rule::EighthFaceChoice,
        };
        state.steps.pop();
        match (self, action) {
            (EighthStep::Send { dragon, rule }, Action::Go(place)) => {
                let only = PieceSet::only(dragon.number);
                death::bring(state, dragon.owner, only, *place, rule, out);
            }
            (EighthStep::Declare(place), Action::Name(eighth)) => {
                if let Some(number) = place.as_terrain() {
                    state.grounds[usize::from(number)].named = Some(*eighth);
                    out.tell(|| Event::Accepted { seat, rule });
                    let eighth = *eighth;
                    out.tell(|| Event::Named { place, eighth });
                }
            }
            _ => {}
        }
    }
}

/// Lets another player bury one of their dead (DD-14.15).
pub(crate) fn burial(seat: Seat, among: PieceSet, rule: Rule) -> Step {
    let of = Army { owner: seat, place: Place::DEAD };
    Step::Pick(Pick { seat, of, among, limit: Limit::One, rule, then: Then::Bury })
}
