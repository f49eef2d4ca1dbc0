//! Odds with units that stand for one another: which of them are lost is told by chance, not outcome by outcome.

use super::super::cursor::Parsed;
use crate::action::Action;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{
    Body, FormationNo, HitKind, ModelNo, Saving, State, UnitNo, UnitSet, Whereabouts,
};
use crate::steps::Step;
use crate::steps::assault::{AssaultStep, Pool, Wave};
use crate::steps::harm::HarmStep;
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::hash::Hash;
use umpire_core::dice::RollRequest;
use umpire_core::game::Observe;
use umpire_core::host::Slip;
use umpire_core::odds::{
    Bounds, Budget, Lumping, NoOdds, Outlook, Parts, Share, enumerate_coarsely,
};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// Positions weighed before odds are given up.
const LIMIT: usize = 60_000;
/// Positions weighed with every unit told apart that later hits tell apart.
const TOLD_APART: usize = 20_000;

/// Units that saved against the same hits together, so that each of a set was as likely to fall.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Alike {
    sets: SmallVec<[UnitSet; 2]>,
    /// How likely units fell that were in such sets, where ways that came to the same are one.
    fell: Vec<(UnitNo, (BigUint, BigUint))>,
    /// Whether later hits went by the order of units, so that no longer each was as likely.
    blurred: bool,
}

impl Observe<Event> for Alike {
    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}

impl Alike {
    /// How likely a unit is among the lost; nothing where that is not known.
    pub fn chance_of(&self, unit: UnitNo, lost: impl Fn(UnitNo) -> bool) -> Option<Share> {
        if self.blurred {
            return None;
        }
        if let Some((_, (part, whole))) = self.fell.iter().find(|(known, _)| *known == unit) {
            return Some(Share::of(part.clone(), whole.clone()));
        }
        Some(match self.sets.iter().find(|set| set.has(unit)) {
            Some(set) => Share::of(set.iter().filter(|one| lost(*one)).count(), set.len()),
            None => Share::of(u8::from(lost(unit)), 1u8),
        })
    }

    /// Which set a unit is in.
    fn set_of(&self, unit: UnitNo) -> Option<usize> {
        self.sets.iter().position(|set| set.has(unit))
    }
}

/// What odds do not tell apart.
struct Lumped<'a> {
    game: &'a EaHeresy,
    /// Units too that later hits tell apart, though not what these come to.
    blurs: bool,
}

impl Lumping<EaHeresy, Alike> for Lumped<'_> {
    fn coarsen(
        &mut self,
        state: &State,
        _: &RollRequest<Rule>,
        outlook: &mut Outlook,
        alike: &mut Alike,
    ) {
        self.game.liken(state, outlook, alike, self.blurs);
    }

    /// What one side's blows come to does not bear on what the other's do, until all are saved.
    fn parts(&mut self, state: &State, request: &RollRequest<Rule>) -> Option<Parts> {
        let groups = request.groups.iter();
        match state.steps.last()? {
            Step::Assault(AssaultStep::Roll(Wave::Main)) => {
                let of = groups.map(|group| group.seat.0).collect();
                Some(Parts { begin: true, stage: 0, of })
            }
            Step::Harm(harm) => {
                let below = state.steps.iter().rev().nth(1);
                let Some(Step::Assault(AssaultStep::Saved { wave: Wave::Main, late })) = below
                else {
                    return None;
                };
                // A stronghold that falls hurts both sides' units inside.
                let walls = &state.assault.as_ref()?.walls;
                if walls.iter().any(|(piece, _)| self.game.is_ruined(state, *piece)) {
                    return None;
                }
                let stage = 1 + harm.order_of_dice()? + if *late { 8 } else { 0 };
                let of = groups.map(|group| State::foe(group.seat).0).collect();
                Some(Parts { begin: false, stage, of })
            }
            _ => None,
        }
    }

    fn mixed(&self, state: &State, told: &[(Alike, Share)]) -> Option<Alike> {
        if told.iter().any(|(alike, _)| alike.blurred) {
            return None;
        }
        let mut all = Share::default();
        told.iter().for_each(|(_, share)| all.add(share));
        let mut units = UnitSet::default();
        for (alike, _) in told {
            let sets = alike.sets.iter().flat_map(|set| set.iter());
            for unit in sets.chain(alike.fell.iter().map(|(unit, _)| *unit)) {
                units.add(unit);
            }
        }
        let fell = |unit: UnitNo| {
            let mut fell = Share::default();
            for (alike, share) in told {
                let chance = alike.chance_of(unit, |unit| !state.unit(unit).alive())?;
                fell.add(&chance.times(share));
            }
            Some((unit, fell.over(&all).in_lowest_terms()))
        };
        let fell = units.iter().map(fell).collect::<Option<_>>()?;
        Some(Alike { fell, ..Alike::default() })
    }

    fn joined(&self, one: &Alike, other: &Alike) -> Alike {
        let mut both = one.clone();
        both.sets.extend(other.sets.iter().filter(|set| !one.sets.contains(set)).copied());
        both.sets.sort_unstable();
        both.fell.extend(other.fell.iter().cloned());
        both.fell.sort_unstable();
        both.blurred |= other.blurred;
        both
    }
}

/// What two units have in common that stand for one another: the odds ask no more of them.
#[derive(PartialEq)]
struct Likeness {
    needs: u8,
    /// Its hits: their kind, how many, how many came through, what bears on saves.
    wounds: SmallVec<[(HitKind, u8, u8, Saving); 2]>,
    model: ModelNo,
    formation: FormationNo,
    shields_down: u8,
    involved: bool,
    set: Option<usize>,
    /// What matters to hits and blows still to come, if any do: where it is, and whom it can meet.
    stands: Option<(Whereabouts, [bool; 3], Length)>,
}

impl EaHeresy {
    /// Plays from `start` through all dice until `stop`; what `measure` makes of each end, and of which
    /// units stood for one another, with its share.
    pub(super) fn weigh<K: Hash + Eq>(
        &self,
        start: &State,
        budget: &Budget,
        mut stop: impl FnMut(&State) -> bool,
        mut policy: impl FnMut(&State, Seat) -> Option<Action>,
        measure: impl Fn(&State, &Alike) -> K,
    ) -> Parsed<Vec<(K, Share)>> {
        let mut played = |bounds: Bounds, blurs: bool| {
            enumerate_coarsely(
                self,
                start,
                bounds,
                |state, _: &Alike| stop(state),
                &mut policy,
                Lumped { game: self, blurs },
                Alike::default(),
                |end, alike, _| measure(end, alike),
            )
        };
        let apart =
            Bounds { budget: &budget.without_samples(), positions: TOLD_APART, leave_rest: false };
        let played = match played(apart, false) {
            Err(NoOdds::TooMany(_)) => {
                played(Bounds { budget, positions: LIMIT, leave_rest: false }, true)
            }
            played => played,
        };
        Ok(played.map_err(|no| Slip::new(no.to_string()))?.ends)
    }

    /// Says which dice for saves are those of units that stand for one another; with `blurs` also where
    /// later hits tell them apart, though not what these come to.
    fn liken(&self, state: &State, outlook: &mut Outlook, alike: &mut Alike, blurs: bool) {
        let Some(Step::Harm(stage)) = state.steps.last() else { return };
        if !matches!(stage, HarmStep::Save | HarmStep::Again | HarmStep::Last) {
            return;
        }
        let below = state.steps.iter().rev().find(|step| !matches!(step, Step::Harm(_)));
        let mut known: SmallVec<[(Likeness, UnitSet); 4]> = SmallVec::new();
        let last = [0, 1].map(|seat| self.is_last_harm(state, below, Seat(seat)));
        let likenesses: Vec<_> = self.likenesses(state, *stage, &last, alike).collect();
        let likenesses = likenesses.into_iter().filter(|it| blurs || it.2.stands.is_none());
        for (group, unit, likeness) in likenesses {
            let number = known.iter().position(|(one, _)| *one == likeness);
            let number = number.unwrap_or_else(|| {
                known.push((likeness, UnitSet::default()));
                known.len() - 1
            });
            known[number].1.add(unit);
            outlook.liken(group, number as u8);
        }
        for (likeness, set) in known {
            let seat = state.formation(likeness.formation).owner;
            if set.len() > 1 && likeness.set.is_none() {
                alike.sets.push(set);
            }
            alike.blurred |= set.len() > 1 && !last[seat.index()];
        }
        alike.sets.sort_unstable();
    }

    /// The dice of a stage that are for units of which others may be like, with what they have in
    /// common.
    fn likenesses<'a>(
        &'a self,
        state: &'a State,
        stage: HarmStep,
        last: &'a [bool; 2],
        alike: &'a Alike,
    ) -> impl Iterator<Item = (usize, UnitNo, Likeness)> + 'a {
        let rolling = stage.rolling(self, state).enumerate();
        rolling.filter_map(move |(group, (_, wound, needs))| {
            let Body::Unit(unit) = wound.on else { return None };
            let model = self.model_of(state, unit);
            let own = || state.wounds.iter().filter(|other| other.on == wound.on);
            let rolled = own().filter(|it| stage.needs(self, state, it).is_some());
            let alone = rolled.count() == 1 && state.passengers(unit).next().is_none();
            if !alone || model.is_war_engine() || model.damage_capacity > 1 {
                return None;
            }
            let record = state.unit(unit);
            let stands = match last[state.owner(unit).index()] {
                true => None,
                false => Some(self.stands_inside(state, unit)?),
            };
            let involved = state.assault.as_ref().is_some_and(|it| it.involved.has(unit));
            let (formation, shields_down) = (record.formation, record.shields_down);
            let set = alike.set_of(unit);
            let model = record.model;
            let wounds = own().map(|it| (it.kind, it.hits, it.through, it.saving)).collect();
            let likeness =
                Likeness { needs, wounds, model, formation, shields_down, involved, set, stands };
            Some((group, unit, likeness))
        })
    }

    /// What of a unit inside a stronghold bears on hits and blows to come; nothing for one outside,
    /// where its place does.
    fn stands_inside(
        &self,
        state: &State,
        unit: UnitNo,
    ) -> Option<(Whereabouts, [bool; 3], Length)> {
        let place = state.unit(unit).place;
        let assault = state.assault.as_ref()?;
        let sets = [assault.invaders, assault.tied, assault.struck].map(|set| set.has(unit));
        let gap = assault.front.iter().find(|(body, _)| *body == Body::Unit(unit));
        matches!(place, Whereabouts::Inside(_)).then_some((place, sets, gap.map_or(0, |it| it.1)))
    }

    /// Whether all that is left to ask of a side's units, once these saves are made, is how many
    /// fell.
    fn is_last_harm(&self, state: &State, below: Option<&Step>, seat: Seat) -> bool {
        match below {
            Some(Step::Assault(AssaultStep::Saved { wave: Wave::Main, late })) => {
                let Some(assault) = &state.assault else { return false };
                let late_hits = |it: &Pool| it.is_late() && it.seat != seat;
                let more = !late && assault.pools.iter().any(late_hits);
                !more && !self.anybody_supports(state)
            }
            Some(Step::Shooting(_)) => state.firing.as_ref().is_some_and(|firing| {
                firing.pools.iter().all(|it| it.hits == 0) && firing.fire.volleys.is_empty()
            }),
            _ => false,
        }
    }
}
