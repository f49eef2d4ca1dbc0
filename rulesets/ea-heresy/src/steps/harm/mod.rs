//! Harm: hits are saved, damage is done, criticals are rolled; shared by all that hurts (EA-7.7, EA-11.2).
//!
//! Whoever hurts fills `state.wounds`, clears `state.toll` and pushes `HarmStep::Begin`; when the
//! step is gone, `state.toll` says what the wounds did. A wound goes through the stages with its
//! `hits` still to be dealt with and its `through`, which the stage did not stop.

pub(crate) mod damage;
pub(crate) mod stages;
pub(crate) mod wreck;

pub(crate) use stages::tally;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::model::titan_killer_dice;
use crate::position::state::{Body, State, Wound};
use crate::position::step::{HarmStep, Step};
use crate::rules::rolls::shown;
use crate::rules::saves;
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about};
use crate::tables::catalog::{D6, WeaponFlags};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Verdict};
use umpire_core::seat::Seat;

impl HarmStep {
    fn step(self) -> Step {
        Step::Harm(self)
    }

    /// The stage that follows.
    fn next(self) -> HarmStep {
        match self {
            HarmStep::Begin => HarmStep::Titan,
            HarmStep::Titan => HarmStep::Field,
            HarmStep::Field => HarmStep::Shock,
            HarmStep::Shock => HarmStep::Save,
            HarmStep::Save => HarmStep::Again,
            HarmStep::Again => HarmStep::Last,
            HarmStep::Last => HarmStep::Damage,
            HarmStep::Damage => HarmStep::Critical,
            HarmStep::Critical | HarmStep::After | HarmStep::Place { .. } => HarmStep::After,
        }
    }

    /// Its place among the stages that have dice; nothing for others.
    pub(crate) fn order_of_dice(self) -> Option<u8> {
        match self {
            HarmStep::Titan => Some(0),
            HarmStep::Field => Some(1),
            HarmStep::Shock => Some(2),
            HarmStep::Save => Some(3),
            HarmStep::Again => Some(4),
            HarmStep::Last => Some(5),
            HarmStep::Critical => Some(6),
            _ => None,
        }
    }

    /// The rule of its dice.
    fn rule(self) -> Rule {
        match self {
            HarmStep::Titan | HarmStep::Damage | HarmStep::Critical => Rule::DamageAndCriticals,
            HarmStep::Field => Rule::OtherShields,
            HarmStep::Shock => Rule::Disrupt,
            _ => Rule::Saves,
        }
    }

    /// What a wound's dice need in this stage; nothing where it rolls none. Where no number has to
    /// be reached it is 0.
    pub(crate) fn needs(self, game: &EaHeresy, state: &State, wound: &Wound) -> Option<u8> {
        if wound.hits == 0 {
            return None;
        }
        let hide = saves::hide(game, state, wound.on)?;
        match self {
            HarmStep::Titan => {
                (hide.engine && titan_killer_dice(wound.kind.titan_killer).is_some()).then_some(0)
            }
            HarmStep::Field => saves::field(&hide, wound),
            HarmStep::Shock => wound.kind.flags.has(WeaponFlags::SHOCK_PULSE).then_some(0),
            HarmStep::Save => saves::best(&game.edition, &hide, wound).map(|(needs, _)| needs),
            HarmStep::Again => saves::again(&hide, wound),
            HarmStep::Last => saves::invulnerable(&hide, wound),
            HarmStep::Critical => {
                damage::matters(state, &hide, wound.on).then(|| damage::critical_on(wound))
            }
            _ => None,
        }
    }

    /// The wounds that roll in this stage, the first of them, with what they need.
    pub(crate) fn rolling<'a>(
        self,
        game: &'a EaHeresy,
        state: &'a State,
    ) -> impl Iterator<Item = (usize, &'a Wound, u8)> + 'a {
        let wounds = state.wounds.iter().enumerate();
        wounds.filter_map(move |(at, wound)| Some((at, wound, self.needs(game, state, wound)?)))
    }
}

impl Play<EaHeresy> for HarmStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            HarmStep::Begin => {
                stages::weigh_graviton(game, state);
                state.replace_step(self.next().step());
                Flow::On
            }
            HarmStep::Titan
            | HarmStep::Field
            | HarmStep::Shock
            | HarmStep::Save
            | HarmStep::Again
            | HarmStep::Last
            | HarmStep::Critical => {
                if self.rolling(game, state).next().is_some() {
                    return Flow::Wait;
                }
                stages::close_stage(game, state, self, out);
                state.replace_step(self.next().step());
                Flow::On
            }
            HarmStep::Damage => {
                state.replace_step(self.next().step());
                damage::do_damage(game, state, out);
                Flow::On
            }
            HarmStep::After => damage::after_harm(game, state, out),
            HarmStep::Place { .. } => Flow::Wait,
        }
    }

    fn ask(self, Now { state, .. }: Now<EaHeresy>) -> Ask {
        match self {
            HarmStep::Place { unit } => {
                ask_about(state.owner(unit), Rule::TransportDestroyed, unit)
            }
            _ => Ask::Roll,
        }
    }

    fn legal(self, Now { game, state }: Now<EaHeresy>, _: Seat, into: &mut Vec<Action>) -> Listing {
        if let HarmStep::Place { unit } = self {
            into.extend(wreck::wreck_exits(game, state, unit));
        }
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        wreck::check_wreck_exit(game, state, self, action, why)
    }

    fn apply(self, change: &mut Change<EaHeresy, impl Observe<Event>>, _: Seat, action: &Action) {
        let (_, state, out) = change.parts();
        wreck::leave_wreck(state, action, out);
    }

    fn request(
        self,
        Now { game, state }: Now<EaHeresy>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let mut request = RollRequest::of(self.rule(), Default::default());
        for (purpose, (_, wound, needs)) in self.rolling(game, state).enumerate() {
            let seat = saves::hide(game, state, wound.on).map_or(Seat(0), |hide| hide.seat);
            let subject = match wound.on {
                Body::Unit(unit) => Some(unit.0),
                Body::Stronghold(_) => None,
            };
            let purpose = purpose as u8;
            request.groups.push(DiceGroup { seat, die: D6, count: wound.hits, purpose, subject });
            saves::tell_save(game, state, self, wound, needs, why);
        }
        request
    }

    fn worth(self, Now { game, state }: Now<EaHeresy>, group: &DiceGroup, face: Face) -> Worth {
        let Some((_, wound, needs)) = self.rolling(game, state).nth(group.purpose.into()) else {
            return Worth::Distinct;
        };
        let number = face + 1;
        match self {
            HarmStep::Titan => {
                let damage = titan_killer_dice(wound.kind.titan_killer)
                    .map_or(1, |dice| dice.damage(number));
                match damage {
                    1..=8 => Worth::Adds(1 << (8 * (damage - 1))),
                    _ => Worth::Each(damage),
                }
            }
            HarmStep::Shock => Worth::Adds(number.into()),
            _ => Worth::Adds((shown(face) >= i16::from(needs)).into()),
        }
    }

    fn resolve(self, change: &mut Change<EaHeresy, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        let rolling: Vec<(usize, u8)> =
            self.rolling(game, state).map(|(at, _, needs)| (at, needs)).collect();
        let mut left = faces;
        for (at, needs) in rolling {
            let wound = state.wounds[at];
            let (own, rest) = left.split_at(left.len().min(wound.hits.into()));
            left = rest;
            stages::rolled(game, state, self, at, needs, own, out);
        }
    }
}
