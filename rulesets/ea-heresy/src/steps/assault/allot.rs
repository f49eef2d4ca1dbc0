//! Hits of an assault are allotted by their victims' owner, the nearest first (EA-7.6, EA-8.8.14).

use super::swings::Aim;
use super::{Ask, AssaultStep, Flow, Step, Wave};
use crate::action::Action;
use crate::catalog::{Traits, WeaponFlags};
use crate::edition::AssaultCounts;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{
    Body, FormationNo, HitKind, Saving, State, UnitNo, UnitSet, Whereabouts, Wound,
};
use crate::steps::harm::{HarmStep, tally};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// Hits of one kind, by units of one side, still to be allotted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// Who struck.
    pub seat: Seat,
    /// What may be struck.
    pub aim: Aim,
    /// What the hits are like.
    pub kind: HitKind,
    /// The units that struck.
    pub units: UnitSet,
    /// How many hits are left.
    pub hits: u8,
    /// Whom they may be allotted to, with the distance from the nearest striker.
    pub reaches: Vec<(Body, Length)>,
}

impl Pool {
    /// Whether its hits come in the second pass (EA-7.6.1).
    fn is_late(&self) -> bool {
        self.kind.flags.has(WeaponFlags::MACRO) || self.kind.titan_killer > 0
    }
}

impl EaHeresy {
    /// Finds whom the hits of a pool may be allotted to.
    pub(super) fn aim(&self, state: &State, pool: &mut Pool) {
        let foe = State::foe(pool.seat);
        let exposed = self.exposed(state, foe);
        let strikers = pool.units;
        let bodies: SmallVec<[Body; 16]> = match pool.aim {
            Aim::Walls(piece) => SmallVec::from_slice(&[Body::Stronghold(piece)]),
            Aim::Inside(piece) => {
                let (invaders, occupants) = self.inside(state, piece);
                let struck = strikers.iter().next().is_some_and(|unit| state.invades(unit));
                let victims = if struck { occupants } else { invaders };
                victims.into_iter().map(Body::Unit).collect()
            }
            Aim::Fire => {
                let hit =
                    |body: &Body| strikers.iter().any(|unit| self.fires_at(state, unit, *body));
                exposed.into_iter().filter(hit).collect()
            }
            Aim::Touched | Aim::Beyond => {
                let gripped: SmallVec<[UnitNo; 16]> =
                    strikers.iter().flat_map(|unit| self.gripped_units(state, unit)).collect();
                let beyond = pool.aim == Aim::Beyond;
                let hit = |body: &Body| match body {
                    Body::Unit(unit) if gripped.contains(unit) => true,
                    Body::Unit(_) if beyond => {
                        strikers.iter().any(|unit| self.fires_at(state, unit, *body))
                    }
                    _ => false,
                };
                exposed.into_iter().filter(hit).collect()
            }
        };
        let inside = matches!(pool.aim, Aim::Inside(_) | Aim::Walls(_));
        let gap = |body: &Body| {
            if inside {
                return 0;
            }
            let gaps =
                strikers.iter().filter_map(|unit| self.distance(state, Body::Unit(unit), *body));
            gaps.min().unwrap_or(0)
        };
        pool.reaches = bodies.iter().map(|body| (*body, gap(body))).collect();
    }

    /// Whether a body can still take hits.
    fn takes_hits(&self, state: &State, body: Body) -> bool {
        match body {
            Body::Unit(unit) => state.unit(unit).alive(),
            Body::Stronghold(piece) => !self.is_ruined(state, piece),
        }
    }

    /// How many hits a body takes before the next is hit: a war engine's damage capacity.
    fn takes(&self, state: &State, body: Body) -> u8 {
        match body {
            Body::Unit(unit) => {
                let model = self.model_of(state, unit);
                if model.is_war_engine() { model.damage_capacity } else { 1 }
            }
            Body::Stronghold(piece) => self.walls(state, piece).map_or(1, |it| it.damage_capacity),
        }
        .max(1)
    }

    /// The pool whose hits are allotted now, with those who may take the next: the least hit, in
    /// the second pass survivors of the first, then the nearest.
    fn next_victims(&self, state: &State, late: bool) -> Option<(usize, SmallVec<[Body; 16]>)> {
        let assault = state.assault.as_ref()?;
        for (at, pool) in assault.pools.iter().enumerate() {
            if pool.hits == 0 || pool.is_late() != late {
                continue;
            }
            let hits = |body: Body| {
                let wounds = state.wounds.iter().filter(|wound| wound.on == body);
                wounds.fold(0_u8, |sum, wound| sum.saturating_add(wound.hits))
            };
            let order = |body: Body, gap: Length| {
                let survived = matches!(body, Body::Unit(unit) if assault.struck.has(unit));
                (hits(body) / self.takes(state, body), late && !survived, gap)
            };
            let standing = pool.reaches.iter().filter(|(body, _)| self.takes_hits(state, *body));
            let keyed: SmallVec<[_; 16]> =
                standing.map(|(body, gap)| (order(*body, *gap), *body)).collect();
            let Some(first) = keyed.iter().map(|(key, _)| *key).min() else { continue };
            let equal = keyed.iter().filter(|(key, _)| *key == first).map(|(_, body)| *body);
            return Some((at, equal.collect()));
        }
        None
    }

    /// Whether it makes no difference which of two bodies is hit.
    fn alike(&self, state: &State, a: Body, b: Body) -> bool {
        let (Body::Unit(a), Body::Unit(b)) = (a, b) else { return false };
        let (one, other) = (state.unit(a), state.unit(b));
        let passengers = |unit: UnitNo| state.passengers(unit).next().is_some();
        (one.model, one.formation, one.damage, one.shields_down)
            == (other.model, other.formation, other.damage, other.shields_down)
            && self.cover_in_assault(state, a) == self.cover_in_assault(state, b)
            && !passengers(a)
            && !passengers(b)
    }

    pub(super) fn advance_allot<O: Observe<Event>>(
        &self,
        state: &mut State,
        wave: Wave,
        late: bool,
        out: &mut O,
    ) -> Flow {
        while let Some((at, victims)) = self.next_victims(state, late) {
            let hits = state.melee().pools[at].hits;
            let first = victims[0];
            let room: u16 = victims
                .iter()
                .map(|body| {
                    let takes = self.takes(state, *body);
                    let wounds = state.wounds.iter().filter(|wound| wound.on == *body);
                    let taken = wounds.fold(0_u8, |sum, wound| sum.saturating_add(wound.hits));
                    u16::from(takes - taken % takes)
                })
                .sum();
            let free = u16::from(hits) < room
                && victims.iter().any(|body| *body != first && !self.alike(state, first, *body));
            if free {
                return Flow::Wait;
            }
            self.allot_one(state, late, first, out);
        }
        if state.wounds.is_empty() {
            self.after_saves(state, wave, late);
        } else {
            state.toll = Default::default();
            state.replace_step(AssaultStep::Saved { wave, late }.step());
            state.push_step(Step::Harm(HarmStep::Begin));
        }
        Flow::On
    }

    pub(super) fn ask_allot(&self, state: &State, late: bool) -> Ask {
        let Some((at, victims)) = self.next_victims(state, late) else {
            return Ask::seat(Seat(0), Rule::Allocation);
        };
        let pool = state.assault.as_ref().and_then(|assault| assault.pools.get(at));
        let owner = pool.map_or(Seat(0), |pool| State::foe(pool.seat));
        Ask::about_bodies(state, owner, Rule::Allocation, &victims)
    }

    pub(super) fn list_victims(&self, state: &State, late: bool, into: &mut Vec<Action>) {
        if let Some((_, victims)) = self.next_victims(state, late) {
            into.extend(victims.into_iter().map(Action::Pick));
        }
    }

    pub(super) fn check_victim<E: Explain<Rule>>(
        &self,
        state: &State,
        late: bool,
        body: Body,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let Some((at, victims)) = self.next_victims(state, late) else { return Ok(()) };
        let assault = state.assault.as_ref();
        let pool = assault.and_then(|assault| assault.pools.get(at));
        let reached =
            pool.is_some_and(|pool| pool.reaches.iter().any(|(reached, _)| *reached == body));
        let (rule, says) = match pool.map(|pool| pool.aim) {
            Some(Aim::Fire) if self.is_inside_walls(state, body) => {
                (Rule::FirefightHitsStronghold, "firefight strikes the walls, not those inside")
            }
            Some(Aim::Inside(_)) => (Rule::OccupantsCover, "these hits strike those inside only"),
            _ => (Rule::Allocation, "these hits do not reach it"),
        };
        why.need(rule, reached, || Fact::says(says))?;
        why.require(Rule::Allocation, victims.contains(&body), || {
            let fact = Fact::says("another is nearer, or has taken fewer hits")
                .held("nobody nearer has taken fewer hits");
            match victims.first() {
                Some(first) => {
                    let name = self.body_name(*first);
                    fact.instead(format!("pick `{name}`"), &Action::Pick(*first))
                }
                None => fact,
            }
        })
    }

    fn is_inside_walls(&self, state: &State, body: Body) -> bool {
        match body {
            Body::Unit(unit) => unit.index() < state.units.len() && self.is_sheltered(state, unit),
            Body::Stronghold(_) => false,
        }
    }

    /// A body takes the next hit.
    pub(super) fn allot_one<O: Observe<Event>>(
        &self,
        state: &mut State,
        late: bool,
        body: Body,
        out: &mut O,
    ) {
        let Some((at, _)) = self.next_victims(state, late) else { return };
        let pool = &mut state.melee().pools[at];
        pool.hits -= 1;
        let (kind, aim) = (pool.kind, pool.aim);
        let support = matches!(
            state.steps.last(),
            Some(Step::Assault(AssaultStep::Allot { wave: Wave::Support(_), .. }))
        );
        let saving = self.saving_in_assault(state, body, aim, support);
        if let Body::Unit(unit) = body
            && !late
        {
            state.melee().struck.add(unit);
        }
        out.tell(|| Event::Allotted { on: body, hits: 1, rule: Rule::Allocation });
        let same =
            |wound: &&mut Wound| (wound.on, wound.kind, wound.saving) == (body, kind, saving);
        match state.wounds.iter_mut().find(same) {
            Some(wound) => wound.hits = wound.hits.saturating_add(1),
            None => state.wounds.push(Wound { on: body, kind, hits: 1, through: 0, saving }),
        }
    }

    /// What bears on the saves of a body hit in an assault.
    fn saving_in_assault(&self, state: &State, body: Body, aim: Aim, support: bool) -> Saving {
        let Body::Unit(unit) = body else { return Saving::default() };
        let flare = self.unit_has(state, unit, Traits::IONIC_FLARE_SHIELD);
        let cover = match (aim, state.unit(unit).place) {
            (Aim::Inside(_), Whereabouts::Inside(piece)) if !state.invades(unit) => {
                self.walls(state, piece).map_or(0, |walls| walls.inside_cover_save)
            }
            (Aim::Inside(_), _) => 0,
            _ => self.cover_in_assault(state, unit),
        };
        let fire = aim == Aim::Fire;
        let shields_work = fire && !support || !fire && flare;
        Saving { cover, shields_work, voids_work: fire, ..Saving::default() }
    }

    /// The cover save of a defender that has not counter-charged; 0 for none (EA-8.5.2).
    pub(super) fn cover_in_assault(&self, state: &State, unit: UnitNo) -> u8 {
        let Some(assault) = &state.assault else { return 0 };
        let defends = assault.defenders.contains(&state.unit(unit).formation);
        if !defends || assault.moved.has(unit) {
            return 0;
        }
        self.own_cover(state, unit).save
    }

    /// The saves of a pass are done: counts what was inflicted.
    pub(super) fn after_saves(&self, state: &mut State, wave: Wave, late: bool) -> Flow {
        self.count_toll(state);
        if !late {
            state.replace_step(AssaultStep::Allot { wave, late: true }.step());
        } else {
            let assault = state.melee();
            assault.pools.clear();
            assault.struck = UnitSet::default();
            self.after_wave(state, wave);
        }
        Flow::On
    }

    /// What follows when a wave has struck.
    pub(super) fn after_wave(&self, state: &mut State, wave: Wave) {
        let next = match wave {
            Wave::First => AssaultStep::Roll(Wave::Main),
            Wave::Main => AssaultStep::Support { seat: state.attacking_seat() },
            Wave::Support(formation) => {
                AssaultStep::Support { seat: state.formation(formation).owner }
            }
        };
        state.replace_step(next.step());
    }

    /// Adds what wounds did to what each side has inflicted and suffered (EA-8.7.2, EA-8.8.12).
    fn count_toll(&self, state: &mut State) {
        let toll = std::mem::take(&mut state.toll);
        let Some(mut assault) = state.assault.take() else { return };
        let mut inflict = |on: Seat, points: u8| {
            let sum = &mut assault.inflicted[State::foe(on).index()];
            *sum = sum.saturating_add(points.into());
        };
        let counts = self.edition.assault_counts;
        for (formation, points) in &toll.damage {
            if counts == AssaultCounts::Damage {
                inflict(state.formation(*formation).owner, *points);
            }
        }
        for unit in &toll.lost {
            if counts == AssaultCounts::Kills {
                inflict(state.owner(*unit), self.model_of(state, *unit).counts_as);
            }
        }
        for (piece, points) in &toll.walls {
            let owner = assault.walls.iter().find(|(wall, _)| wall == piece).map(|(_, seat)| *seat);
            if let Some(owner) = owner.filter(|_| counts == AssaultCounts::Damage) {
                inflict(owner, *points);
            }
        }
        for (formation, markers) in toll.markers {
            tally(&mut assault.suffered, formation, markers);
        }
        for (piece, markers) in toll.wall_markers {
            tally(&mut assault.cracked, piece, markers);
        }
        state.assault = Some(assault);
    }

    /// How many casualties a formation has suffered in the assault.
    pub(super) fn casualties(&self, state: &State, formation: FormationNo) -> u8 {
        let suffered = state.assault.iter().flat_map(|assault| &assault.suffered);
        let own = suffered.filter(|(of, _)| *of == formation);
        own.fold(0, |sum, (_, points)| sum.saturating_add(*points))
    }
}
