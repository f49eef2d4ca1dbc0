//! Shooting: target and volleys, hits, allocation, saves, blast markers (EA-7).
//!
//! Fire of weapons and a barrage are two passes (EA-7.6.2); in each dice are rolled, plain hits are
//! allotted and saved, then those of macro-weapons (EA-7.6.1).

pub(crate) mod allot;
#[doc(hidden)]
pub mod candidates;
pub(crate) mod check;
pub(crate) mod fire;
pub(crate) mod markers;
pub(crate) mod skipped;

use crate::position::action::{Action, Target};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Against, Body, State, UnitNo, UnitSet};
use crate::position::step::{FireStep, Firing, ShootStep, Step, TargetStep};
use crate::position::units;
use crate::rules::shooting::{aim, cover, dice};
use crate::steps::{Ask, Change, Flow, Now, Play, Within, about_bodies, ask_about};
use crate::tables::catalog::D6;
use crate::tables::rule::Rule;
use allot::Next;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth, showing, shows};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;

/// Whom a group of dice to hit is rolled at, and what saves they will have where all have the same.
pub(crate) fn whom_at(game: &EaHeresy, state: &State, group: &DiceGroup) -> Option<String> {
    let firing = state.firing.as_ref()?;
    let (_, attack, ..) = fire::falling(firing).nth(usize::from(group.purpose))?;
    let target = match attack.reaches[..] {
        [body] => units::body_name(game, body),
        _ => match firing.fire.target {
            Target::Formation(target) => units::formation_name(game, target),
            Target::Stronghold(piece) => units::piece_name(game, piece),
        },
    };
    let saves = allot::saves_against(game, state, attack, firing.crossfire);
    let caught = if firing.crossfire { ", in a crossfire" } else { "" };
    let saves = saves.map_or(String::new(), |saves| format!(" ({saves}{caught})"));
    // What tells one of several groups from the others.
    let differ = fire::falling(firing).any(|(_, other, ..)| other.modifiers != attack.modifiers);
    let modifiers = attack.modifiers.iter().filter(|_| differ);
    let modifiers =
        modifiers.map(|(rule, amount)| format!(", {amount:+} {}", fire::hit_words(game, *rule)));
    Some(format!("{target}{saves}{}", modifiers.collect::<String>()))
}

/// What a group of dice to hit needs, and what makes that: `5+ hits (AP 4+, -1: the target is in cover)`.
pub(crate) fn needed_words(game: &EaHeresy, state: &State, group: &DiceGroup) -> Option<String> {
    let firing = state.firing.as_ref()?;
    let (_, attack, ..) = fire::falling(firing).nth(usize::from(group.purpose))?;
    let hits = match attack.needs {
        needs @ 7.. => format!("6 and then {}+ hits", needs - 3),
        needs => format!("{needs}+ hits"),
    };
    // A die always needs 2, so that what it would need without a modifier is not known then.
    let bare = i16::from(attack.needs) + dice::sum(&attack.modifiers);
    let value = attack.value.name();
    let value = if attack.needs > 2 { format!("{value} {bare}+") } else { value.to_string() };
    let words =
        |(rule, amount): &(Rule, i8)| format!(", {amount:+}: {}", fire::hit_words(game, *rule));
    let modifiers: String = attack.modifiers.iter().map(words).collect();
    Some(format!("{hits} ({value}{modifiers})"))
}

impl ShootStep {
    /// Whether nothing has been fired yet.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self, ShootStep::Target(_))
    }
}

impl Play<EaHeresy> for TargetStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        let TargetStep::Choose { formation, reaction } = self;
        if fire::still_shoots(game, state, formation, reaction) {
            return Flow::Wait;
        }
        skipped::tell_no_fire(game, state, formation, reaction, out);
        state.steps.pop();
        Flow::On
    }

    fn ask(self, Now { state, .. }: Now<EaHeresy>) -> Ask {
        let TargetStep::Choose { formation, reaction } = self;
        let rule = if reaction { Rule::Overwatch } else { Rule::OneTarget };
        ask_about(state.formation(formation).owner, rule, formation)
    }

    fn legal(self, Now { game, state }: Now<EaHeresy>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let TargetStep::Choose { formation, reaction } = self;
        into.push(Action::Pass);
        candidates::fires(game, state, formation, reaction, into);
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let TargetStep::Choose { formation, reaction } = self;
        match action {
            Action::Pass => Ok(()),
            Action::Shoot(fire) => check::check_fire(game, state, formation, fire, reaction, why),
            _ => why.need(Rule::OneTarget, false, || {
                let name = units::formation_name(game, formation);
                Fact::says(format!("`{name}` shoots now, or does not"))
                    .instead("`shoot TARGET`, or `pass`", &Action::Pass)
            }),
        }
    }

    fn apply(
        self,
        change: &mut Change<EaHeresy, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        let TargetStep::Choose { formation, reaction } = self;
        if let Action::Shoot(fire) = action {
            fire::open_fire(game, state, formation, reaction, fire, out);
        } else {
            state.steps.pop();
            out.tell(|| Event::Passed { seat, rule: Rule::OneTarget });
        }
    }
}

impl Within<EaHeresy> for FireStep {
    type Whole = Firing;

    fn whole(state: &State) -> &Option<Firing> {
        &state.firing
    }

    fn whole_mut(state: &mut State) -> &mut Option<Firing> {
        &mut state.firing
    }

    fn is_within(step: &Step) -> bool {
        matches!(step, Step::Shooting(ShootStep::Fire(_)))
    }

    fn advance(
        self,
        change: &mut Change<EaHeresy, impl Observe<Event>>,
        firing: &mut Firing,
    ) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            FireStep::Hide => return Flow::Wait,
            FireStep::Pass => fire::next_pass(game, state, firing, out),
            FireStep::Roll if fire::falling(firing).next().is_some() => return Flow::Wait,
            FireStep::Roll => fire::pool_hits(state, firing),
            FireStep::Allot { last } => return fire::allot(game, state, firing, last, out),
            FireStep::Close => fire::close_fire(game, state, firing, out),
        }
        Flow::On
    }

    fn ask(self, Now { game, state }: Now<EaHeresy>, firing: &Firing) -> Ask {
        match self {
            FireStep::Hide => {
                let owner = state.formation(firing.formation).owner.opponent();
                match firing.fire.target {
                    Target::Formation(target) => ask_about(owner, Rule::VehiclesAsCover, target),
                    Target::Stronghold(_) => Ask::seat(owner, Rule::VehiclesAsCover),
                }
            }
            FireStep::Allot { last } => match allot::next_hit(game, state, firing, last) {
                Next::Ask(seat, rule, bodies) => about_bodies(state, seat, rule, &bodies),
                _ => Ask::Roll,
            },
            FireStep::Pass | FireStep::Roll | FireStep::Close => Ask::Roll,
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<EaHeresy>,
        firing: &Firing,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            FireStep::Hide => {
                let choices = fire::hiding_choices(game, state, firing);
                into.extend(choices.into_iter().map(Action::PickUnits));
                return Listing::Candidates;
            }
            FireStep::Allot { last } => {
                if let Next::Ask(_, _, bodies) = allot::next_hit(game, state, firing, last) {
                    into.extend(bodies.into_iter().map(Action::Pick));
                }
            }
            FireStep::Pass | FireStep::Roll | FireStep::Close => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        now: Now<EaHeresy>,
        firing: &Firing,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Now { game, state } = now;
        if let (FireStep::Hide, Action::PickUnits(units)) = (self, action) {
            let bodies = aim::target_bodies(game, state, firing.fire.target);
            let could = cover::could_hide(game, state, &bodies);
            let touch = units.iter().all(|unit| could.contains(unit));
            why.need(Rule::VehiclesAsCover, touch, || {
                Fact::says("only infantry of the target that touches a vehicle can hide at it")
                    .held("all of them touch vehicles")
            })?;
            let set: UnitSet = units.iter().copied().collect();
            let distinct: Vec<UnitNo> = set.iter().collect();
            let room = cover::hiding(game, state, &distinct).len();
            return why.require(Rule::VehiclesAsCover, room == set.len(), || {
                let says = format!("{room} of {} find room at vehicles", set.len());
                Fact::says(says.clone()).held(says).at_most(set.len() as i64, room as i64)
            });
        }
        let mut listed = Vec::new();
        Within::legal(self, now, firing, seat, &mut listed);
        let about = match Within::ask(self, now, firing) {
            Ask::Choice(Choice { about, .. }) => about,
            Ask::Roll => Rule::Allocation,
        };
        why.need(about, listed.contains(action), || {
            let fact = Fact::says("that is not among those equally near that may be picked");
            match listed.first() {
                Some(first) => fact.instead("pick one of them", first),
                None => fact,
            }
        })
    }

    fn apply(
        self,
        change: &mut Change<EaHeresy, impl Observe<Event>>,
        firing: &mut Firing,
        _: Seat,
        action: &Action,
    ) {
        let (game, state, _) = change.parts();
        match (self, action) {
            (FireStep::Hide, Action::PickUnits(units)) => {
                state.steps.pop();
                firing.hiding = units.iter().copied().collect();
            }
            (FireStep::Allot { last }, Action::Pick(body)) => {
                fire::picked(game, state, firing, last, *body);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, state }: Now<EaHeresy>,
        firing: &Firing,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let mut request = RollRequest::of(Rule::ToHit, Default::default());
        let seat = state.formation(firing.formation).owner;
        for (purpose, (_, attack, count, needs)) in fire::falling(firing).enumerate() {
            let subject = match (attack.reaches.len(), attack.reaches.first()) {
                (1, Some(Body::Unit(unit))) => Some(unit.0),
                _ => None,
            };
            let purpose = purpose as u8;
            request.groups.push(DiceGroup { seat, die: D6, count, purpose, subject });
            if why.listens() {
                let rule = if attack.needs > 6 { Rule::BeyondSix } else { Rule::ToHit };
                let value = match attack.kind.against {
                    Against::Personnel => "AP",
                    Against::Tank | Against::Any => "AT",
                    Against::Air => "AA",
                };
                let says = format!("{count} dice of {value} need {needs}+");
                let _ = why.require(rule, true, || Fact::says(says));
                for (rule, amount) in &attack.modifiers {
                    why.modifier(*rule, i32::from(*amount), || fire::hit_words(game, *rule));
                }
            }
        }
        request
    }

    fn worth(self, _: Now<EaHeresy>, firing: &Firing, group: &DiceGroup, face: Face) -> Worth {
        match fire::falling(firing).nth(group.purpose.into()) {
            Some((.., needs)) => Worth::Adds(shows(face, needs).into()),
            None => Worth::Distinct,
        }
    }

    fn resolve(
        self,
        change: &mut Change<EaHeresy, impl Observe<Event>>,
        firing: &mut Firing,
        faces: &[Face],
    ) {
        let (_, _, out) = change.parts();
        let falling: Vec<(usize, u8, u8)> =
            fire::falling(firing).map(|(at, _, count, needs)| (at, count, needs)).collect();
        let mut left = faces;
        for (at, count, needs) in falling {
            let (own, rest) = left.split_at(left.len().min(count.into()));
            left = rest;
            let attack = &mut firing.attacks[at];
            let reached = showing(own, needs);
            let first = attack.dice > 0;
            let hits = if first && attack.needs > 6 {
                attack.sixes = attack.sixes.saturating_add(reached);
                0
            } else {
                reached
            };
            if first {
                attack.dice = 0;
            } else {
                attack.sixes = 0;
            }
            attack.hits = attack.hits.saturating_add(hits);
            let (value, needs) = (attack.value, i16::from(attack.needs));
            let rule = if attack.needs > 6 { Rule::BeyondSix } else { Rule::ToHit };
            out.tell(|| Event::Hit { value, needs, faces: own.to_vec(), hits, rule });
        }
    }
}
