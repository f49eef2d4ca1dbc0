//! Odds with units that stand for one another: which of them are lost is told by chance, not outcome by outcome.

use super::super::cursor::Parsed;
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{
    Body, FormationNo, HitKind, ModelNo, PieceNo, Saving, State, UnitNo, UnitSet, Whereabouts,
};
use crate::position::step::{AssaultStep, HarmStep, Pool, Step, Wave};
use crate::position::units;
use crate::rules::assault::supporting_fire;
use crate::tables::catalog::WeaponFlags;
use crate::tables::rule::Rule;
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
pub struct Alike {
    sets: SmallVec<[UnitSet; 2]>,
    /// Such sets before ways that came to the same became one.
    before: Vec<Before>,
    /// Whether later hits went by the order of units, so that no longer each was as likely.
    blurred: bool,
}

/// Units of which some fell on several ways, as many on each.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Before {
    /// How likely each fell.
    fell: Vec<(UnitNo, (BigUint, BigUint))>,
    /// Those that stand for the others now: any of the units is as likely to be one of them.
    left: UnitSet,
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
        let Some((before, (part, whole))) = self.known(unit) else {
            return Some(self.chance_now(unit, lost));
        };
        let mut chance = Share::of(part.clone(), whole.clone());
        if let Some(first) = before.left.iter().next() {
            let set = self.set_of(first);
            if before.left.iter().any(|other| self.set_of(other) != set) {
                return None;
            }
            let left = Share::of(whole - part, whole.clone());
            chance.add(&left.times(&self.chance_now(first, lost)));
        }
        Some(chance)
    }

    /// How likely a unit is among the lost that was in no set before.
    fn chance_now(&self, unit: UnitNo, lost: impl Fn(UnitNo) -> bool) -> Share {
        match self.sets.iter().find(|set| set.contains(unit)) {
            Some(set) => Share::of(set.iter().filter(|one| lost(*one)).count(), set.len()),
            None => Share::of(u8::from(lost(unit)), 1u8),
        }
    }

    /// The set that a unit was in before, and how likely it fell then.
    fn known(&self, unit: UnitNo) -> Option<(&Before, &(BigUint, BigUint))> {
        self.before.iter().find_map(|before| {
            let (_, chance) = before.fell.iter().find(|(known, _)| *known == unit)?;
            Some((before, chance))
        })
    }

    /// Which set a unit is in.
    fn set_of(&self, unit: UnitNo) -> Option<usize> {
        self.sets.iter().position(|set| set.contains(unit))
    }
}

/// What odds do not tell apart.
pub struct Lumped<'a> {
    pub game: &'a EaHeresy,
    /// Units too that later hits tell apart, though not what these come to.
    pub blurs: bool,
}

impl Lumping<EaHeresy, Alike> for Lumped<'_> {
    fn coarsen(
        &mut self,
        state: &State,
        _: &RollRequest<Rule>,
        outlook: &mut Outlook,
        alike: &mut Alike,
    ) {
        liken(self.game, state, outlook, alike, self.blurs);
    }

    /// What one side's blows come to does not bear on what the other's do, until strongholds fall.
    fn parts(&mut self, state: &State, request: &RollRequest<Rule>) -> Option<Parts> {
        let assault = state.assault.as_ref()?;
        if disrupts_broken(self.game, state) {
            return None;
        }
        let groups = request.groups.iter();
        match state.steps.last()? {
            Step::Assault(AssaultStep::Roll(Wave::Main)) => {
                let late = |it: &Pool| it.is_late(self.game, state);
                // A stronghold may fall between two passes (EA-7.6.1): what the second came to
                // without it says nothing then.
                let begin = assault.walls.is_empty() || !assault.pools.iter().any(late);
                Some(Parts { begin, stage: 0, of: groups.map(|group| group.seat.0).collect() })
            }
            Step::Harm(harm) => {
                let below = state.steps.iter().rev().nth(1);
                let Some(Step::Assault(AssaultStep::Saved { wave: Wave::Main, late })) = below
                else {
                    return None;
                };
                if assault.walls.iter().any(|(piece, _)| state.ruins.contains(piece)) {
                    return None;
                }
                let stage = 1 + harm.order_of_dice()? + if *late { 8 } else { 0 };
                let of = groups.map(|group| group.seat.opponent().0).collect();
                Some(Parts { begin: false, stage, of })
            }
            _ => None,
        }
    }

    fn mixed(&self, state: &State, told: &[(Alike, Share)]) -> Option<Alike> {
        if told.iter().any(|(alike, _)| alike.blurred || !alike.before.is_empty()) {
            return None;
        }
        let mut all = Share::default();
        told.iter().for_each(|(_, share)| all.add(share));
        // Sets that have units in common are of units that would stand for one another.
        let mut sets: Vec<UnitSet> = Vec::new();
        for set in told.iter().flat_map(|(alike, _)| &alike.sets) {
            let meets = |other: &mut UnitSet| other.iter().any(|unit| set.contains(unit));
            let met: Vec<UnitSet> = sets.extract_if(.., meets).collect();
            sets.push(met.iter().chain([set]).flat_map(|set| set.iter()).collect());
        }
        let before = |set: UnitSet| {
            let dead = |unit: UnitNo| !state.unit(unit).alive();
            let fell = |unit: UnitNo| {
                let mut fell = Share::default();
                for (alike, share) in told {
                    fell.add(&alike.chance_now(unit, dead).times(share));
                }
                (unit, fell.over(&all).in_lowest_terms())
            };
            let left = set.iter().filter(|unit| !dead(*unit)).collect();
            Before { fell: set.iter().map(fell).collect(), left }
        };
        let mut before: Vec<Before> = sets.into_iter().map(before).collect();
        before.sort_unstable();
        Some(Alike { before, ..Alike::default() })
    }

    fn joined(&self, one: &Alike, other: &Alike) -> Alike {
        let mut both = one.clone();
        both.sets.extend(other.sets.iter().filter(|set| !one.sets.contains(set)).copied());
        both.sets.sort_unstable();
        both.before.extend(other.before.iter().cloned());
        both.before.sort_unstable();
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
    /// The stronghold it is in, which may fall.
    inside: Option<PieceNo>,
    set: Option<usize>,
    /// What matters to hits and blows still to come, if any do: where it is, and whom it can meet.
    stands: Option<(Whereabouts, [bool; 3], Length)>,
}

/// Plays from `start` through all dice until `stop`; what `measure` makes of each end, and of which
/// units stood for one another, with its share.
pub(super) fn weigh<K: Hash + Eq>(
    game: &EaHeresy,
    start: &State,
    budget: &Budget,
    mut stop: impl FnMut(&State) -> bool,
    mut policy: impl FnMut(&State, Seat) -> Option<Action>,
    measure: impl Fn(&State, &Alike) -> K,
) -> Parsed<Vec<(K, Share)>> {
    let mut played = |bounds: Bounds, blurs: bool| {
        enumerate_coarsely(
            game,
            start,
            bounds,
            |state, _: &Alike| stop(state),
            &mut policy,
            Lumped { game, blurs },
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
fn liken(game: &EaHeresy, state: &State, outlook: &mut Outlook, alike: &mut Alike, blurs: bool) {
    let Some(Step::Harm(stage)) = state.steps.last() else { return };
    if !matches!(stage, HarmStep::Save | HarmStep::Again | HarmStep::Last) {
        return;
    }
    let below = state.steps.iter().rev().find(|step| !matches!(step, Step::Harm(_)));
    let mut known: SmallVec<[(Likeness, UnitSet); 4]> = SmallVec::new();
    let last = [0, 1].map(|seat| is_last_harm(game, state, below, Seat(seat)));
    let likenesses: Vec<_> = self::likenesses(game, state, *stage, &last, alike).collect();
    let likenesses = likenesses.into_iter().filter(|it| blurs || it.2.stands.is_none());
    for (group, unit, likeness) in likenesses {
        let number = known.iter().position(|(one, _)| *one == likeness);
        let number = number.unwrap_or_else(|| {
            known.push((likeness, UnitSet::default()));
            known.len() - 1
        });
        known[number].1.insert(unit);
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
    game: &'a EaHeresy,
    state: &'a State,
    stage: HarmStep,
    last: &'a [bool; 2],
    alike: &'a Alike,
) -> impl Iterator<Item = (usize, UnitNo, Likeness)> + 'a {
    let rolling = stage.rolling(game, state).enumerate();
    rolling.filter_map(move |(group, (_, wound, needs))| {
        let Body::Unit(unit) = wound.on else { return None };
        let model = units::model_of(game, state, unit);
        let own = || state.wounds.iter().filter(|other| other.on == wound.on);
        let rolled = own().filter(|it| stage.needs(game, state, it).is_some());
        let alone = rolled.count() == 1 && state.passengers(unit).next().is_none();
        if !alone || model.is_worn_down() {
            return None;
        }
        let record = state.unit(unit);
        let stands = match last[state.owner(unit).index()] {
            true => None,
            false => Some(stands_inside(state, unit)?),
        };
        let involved = state.assault.as_ref().is_some_and(|it| it.involved.contains(unit));
        let (formation, shields_down) = (record.formation, record.shields_down);
        let inside = match record.place {
            Whereabouts::Inside(piece) => Some(piece),
            _ => None,
        };
        let set = alike.set_of(unit);
        let model = record.model;
        let wounds = own().map(|it| (it.kind, it.hits, it.through, it.saving)).collect();
        let likeness = Likeness {
            needs,
            wounds,
            model,
            formation,
            shields_down,
            involved,
            inside,
            set,
            stands,
        };
        Some((group, unit, likeness))
    })
}

/// Whether a broken formation fights against weapons that disrupt: their markers take those of it
/// that are then nearest to an enemy, and so what both sides lost bears on whom.
fn disrupts_broken(game: &EaHeresy, state: &State) -> bool {
    let Some(assault) = &state.assault else { return false };
    let broken = |it: FormationNo| assault.has(it) && state.formation(it).broken;
    let rules = WeaponFlags::DISRUPT | WeaponFlags::RAD | WeaponFlags::SHOCK_PULSE;
    let disrupts = |unit: UnitNo| {
        let model = units::model_of(game, state, unit);
        let mut attacks = model.close_attacks.iter().chain(&model.fire_attacks);
        assault.has(state.unit(unit).formation) && attacks.any(|attack| attack.flags.any(rules))
    };
    state.all_formations().any(broken) && state.all_units().any(disrupts)
}

/// What of a unit inside a stronghold bears on hits and blows to come; nothing for one outside,
/// where its place does.
fn stands_inside(state: &State, unit: UnitNo) -> Option<(Whereabouts, [bool; 3], Length)> {
    let place = state.unit(unit).place;
    let assault = state.assault.as_ref()?;
    let struck = assault.struck.contains(&Body::Unit(unit));
    let sets = [assault.invaders.contains(unit), assault.tied.contains(unit), struck];
    let gap = assault.front.iter().find(|(body, _)| *body == Body::Unit(unit));
    matches!(place, Whereabouts::Inside(_)).then_some((place, sets, gap.map_or(0, |it| it.1)))
}

/// Whether all that is left to ask of a side's units, once these saves are made, is how many
/// fell.
fn is_last_harm(game: &EaHeresy, state: &State, below: Option<&Step>, seat: Seat) -> bool {
    match below {
        Some(Step::Assault(AssaultStep::Saved { wave: Wave::Main, late })) => {
            let Some(assault) = &state.assault else { return false };
            if disrupts_broken(game, state) {
                return false;
            }
            let late_hits = |it: &Pool| it.seat != seat && it.is_late(game, state);
            let more = !late && assault.pools.iter().any(late_hits);
            !more && !supporting_fire::anybody_supports(game, state)
        }
        // Markers of a broken formation take who is then nearest to an enemy.
        Some(Step::Shooting(_)) if wounds_broken(state) => false,
        Some(Step::Shooting(_)) => state.firing.as_ref().is_some_and(|firing| {
            firing.pools.iter().all(|it| it.hits == 0) && firing.fire.volleys.is_empty()
        }),
        _ => false,
    }
}

/// Whether a unit of a broken formation is wounded.
fn wounds_broken(state: &State) -> bool {
    state.wounds.iter().any(|wound| match wound.on {
        Body::Unit(unit) => units::formation(state, unit).broken,
        Body::Stronghold(_) => false,
    })
}
