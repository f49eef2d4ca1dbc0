//! Shooting: target and volleys, hits, allocation, saves, blast markers (EA-7).
//!
//! Fire of weapons and a barrage are two passes (EA-7.6.2); in each dice are rolled, plain hits are
//! allotted and saved, then those of macro-weapons (EA-7.6.1).

mod aim;
mod allot;
mod barrage;
mod candidates;
mod check;
mod cover;
mod crossfire;
mod dice;
mod markers;

#[cfg(test)]
mod tests;

pub use cover::{Cause, Cover};
pub use dice::{Attack, Modifiers};

use super::harm::HarmStep;
use super::{Ask, Flow, Play, Step};
use crate::action::{Action, Fire, Target, Volley};
use crate::catalog::{D6, WeaponFlags};
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Against, Body, FormationNo, HitPool, Stance, State, UnitNo, UnitSet};
use aim::Aim;
use allot::Next;
use dice::Covers;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, MAX_GROUPS, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::table::Length;

/// Shooting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShootStep {
    /// The formation chooses a target, or does not shoot.
    Choose {
        /// Who shoots.
        formation: FormationNo,
        /// Whether it shoots from overwatch, with no modifier of an action.
        reaction: bool,
    },
    /// The target's owner says who hides at vehicles (EA-5.7).
    Hide,
    /// The next pass begins, or shooting ends.
    Pass,
    /// Dice to hit.
    Roll,
    /// Hits are allotted.
    Allot {
        /// Whether it is those of macro-weapons.
        last: bool,
    },
}

/// Shooting in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Firing {
    /// Who shoots.
    pub formation: FormationNo,
    /// Whether from overwatch.
    pub reaction: bool,
    /// What is still to be fired, and at whom.
    pub fire: Fire,
    /// Every unit that fires.
    pub firers: UnitSet,
    /// Infantry of the target that hides at vehicles.
    pub hiding: UnitSet,
    /// Whether the target is caught in a crossfire.
    pub crossfire: bool,
    /// Dice of the pass.
    pub attacks: Vec<Attack>,
    /// The target's bodies in the order in which hits are allotted, and how far they are.
    pub order: Vec<(Body, Length)>,
    /// Hits still to be allotted.
    pub pools: Vec<HitPool>,
    /// Who took plain hits in this pass.
    pub struck: Vec<Body>,
}

impl ShootStep {
    fn step(self) -> Step {
        Step::Shooting(self)
    }

    /// Whether nothing has been fired yet.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self, ShootStep::Choose { .. })
    }
}

impl EaHeresy {
    /// Whether a formation still shoots: it is not broken, and there is something to shoot at.
    fn still_shoots(&self, state: &State, formation: FormationNo, reaction: bool) -> bool {
        !state.formation(formation).broken && self.has_target(state, formation, reaction)
    }

    /// Begins fire: weapons are used up, the target comes under fire (EA-7.4).
    pub(crate) fn open_fire<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        reaction: bool,
        fire: &Fire,
        out: &mut O,
    ) {
        let target = fire.target;
        let rule = if reaction { Rule::Overwatch } else { Rule::ShootingSequence };
        out.tell(|| Event::Shot { formation, target, volleys: fire.volleys.clone(), rule });
        for at in &fire.templates {
            out.tell(|| Event::Template { at: *at });
        }
        for volley in &fire.volleys {
            self.use_up(state, volley);
        }
        let firers: UnitSet = fire.volleys.iter().map(|volley| volley.unit).collect();
        let bodies = self.target_bodies(state, target);
        let caught = self.crossfire(state, formation, &firers, &bodies);
        if let Some((from, other)) = caught {
            out.tell(|| Event::Noted {
                rule: Rule::Crossfire,
                says: format!(
                    "`{}` and `{}` catch the target in a crossfire",
                    self.unit_name(from),
                    self.unit_name(other)
                ),
            });
        }
        let could = self.could_hide(state, &bodies);
        let hiding = self.hiding(state, &could);
        state.toll = Default::default();
        state.firing = Some(Firing {
            formation,
            reaction,
            fire: fire.clone(),
            firers,
            hiding,
            crossfire: caught.is_some(),
            attacks: Vec::new(),
            order: Vec::new(),
            pools: Vec::new(),
            struck: Vec::new(),
        });
        state.replace_step(ShootStep::Pass.step());
        if hiding.len() < could.len() && self.hiding_matters(state, &could) {
            state.push_step(ShootStep::Hide.step());
        }
        if let Target::Formation(target) = target {
            self.lay_markers(state, target, 1, Rule::BlastMarkers, out);
        }
    }

    /// Marks weapons that fire but once, or not two turns running (EA-7.13).
    fn use_up(&self, state: &mut State, volley: &Volley) {
        let Some((_, mode)) = self.mode_of(state, volley) else { return };
        let flags = mode.flags;
        let unit = state.unit_mut(volley.unit);
        if flags.has(WeaponFlags::SINGLE_SHOT) && volley.mount < 16 {
            unit.spent |= 1 << volley.mount;
        }
        if flags.has(WeaponFlags::SLOW) && volley.mount < 8 {
            unit.slow |= 1 << volley.mount;
        }
    }

    /// Whether it can matter who hides at vehicles: somebody who might is in no other cover, and
    /// some weapon heeds cover.
    fn hiding_matters(&self, state: &State, could: &[UnitNo]) -> bool {
        let Some(firing) = &state.firing else { return false };
        let heeds = firing.fire.volleys.iter().any(|volley| {
            self.mode_of(state, volley)
                .is_some_and(|(_, mode)| !mode.flags.has(WeaponFlags::IGNORE_COVER))
        });
        heeds && could.iter().any(|unit| !self.own_cover(state, *unit).in_cover())
    }

    /// The next pass: the dice of weapons of the kind that was declared first.
    fn next_pass<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        let Some(mut firing) = state.firing.take() else {
            state.steps.pop();
            return;
        };
        let barrage =
            |volley: &Volley| self.mode_of(state, volley).is_some_and(|(_, mode)| mode.barrage > 0);
        let Some(first) = firing.fire.volleys.first().map(barrage) else {
            self.end_fire(state, &firing, out);
            return;
        };
        let (now, later): (Vec<Volley>, Vec<Volley>) =
            firing.fire.volleys.iter().copied().partition(|volley| barrage(volley) == first);
        let aim = Aim::new(self, state, firing.formation, firing.fire.target);
        let mut covers = Covers::new(self, state, firing.firers, firing.hiding);
        firing.attacks = if first {
            self.barrage_attacks(&aim, &mut covers, &now, &firing.fire, firing.reaction)
        } else {
            self.direct_attacks(&aim, &mut covers, &now, (firing.fire.indirect, firing.reaction))
        };
        let firers: UnitSet = now.iter().map(|volley| volley.unit).collect();
        let wanted = |body: &Body| firing.attacks.iter().any(|it| it.reaches.contains(body));
        firing.order = (0..aim.bodies.len())
            .filter(|at| wanted(&aim.bodies[*at]))
            .map(|at| (aim.bodies[at], aim.nearest_to(at, &firers)))
            .collect();
        firing.order.sort_by_key(|(body, gap)| (*gap, *body));
        if first && let Target::Formation(target) = firing.fire.target {
            let extra = self.barrage_row(state, &now).map_or(0, |row| row.extra_blast_markers);
            super::harm::tally(&mut state.toll.markers, target, extra);
        }
        for attack in firing.attacks.iter().filter(|attack| attack.needs > 9) {
            let (value, needs) = (attack.value, i16::from(attack.needs));
            let rule = Rule::BeyondSix;
            out.tell(|| Event::Hit { value, needs, faces: Vec::new(), hits: 0, rule });
        }
        firing.fire.volleys = later;
        state.firing = Some(firing);
        state.replace_step(ShootStep::Roll.step());
    }

    /// Blast markers for what was done, then those who have too many break (EA-7.4).
    fn end_fire<O: Observe<Event>>(&self, state: &mut State, firing: &Firing, out: &mut O) {
        state.steps.pop();
        let toll = std::mem::take(&mut state.toll);
        let mut marked: Vec<FormationNo> = Vec::new();
        let mut lay = |state: &mut State, formation: FormationNo, count: u8, rule, out: &mut O| {
            self.lay_markers(state, formation, count, rule, out);
            marked.push(formation);
        };
        for (formation, count) in toll.markers {
            lay(state, formation, count, Rule::BlastMarkers, out);
        }
        for (piece, count) in toll.wall_markers {
            for (formation, share) in self.share_markers(state, piece, count) {
                lay(state, formation, share, Rule::StrongholdDamageMarkers, out);
            }
        }
        if let Target::Formation(target) = firing.fire.target {
            let hurt = !toll.walls.is_empty() || !toll.damage.is_empty() || !toll.lost.is_empty();
            let extra = u8::from(firing.crossfire && hurt);
            lay(state, target, extra, Rule::Crossfire, out);
        }
        marked.sort_unstable();
        marked.dedup();
        for formation in marked {
            if state.members(formation).next().is_some() {
                self.check_broken(state, formation, out);
            }
        }
    }

    /// Hits of the dice become pools that can be allotted.
    fn pool_hits(&self, state: &mut State) {
        let Some(mut firing) = state.firing.take() else { return };
        let shooter = state.formation(firing.formation).owner;
        for attack in std::mem::take(&mut firing.attacks) {
            if attack.hits == 0 {
                continue;
            }
            let sniper = attack.kind.flags.has(WeaponFlags::SNIPER);
            firing.pools.push(HitPool {
                kind: attack.kind,
                hits: attack.hits,
                reaches: attack.reaches,
                picked_by: sniper.then_some(shooter),
            });
        }
        state.firing = Some(firing);
        state.replace_step(ShootStep::Allot { last: false }.step());
    }

    /// Allots hits until all are allotted or somebody has to pick; then they are saved.
    fn allot<O: Observe<Event>>(&self, state: &mut State, last: bool, out: &mut O) -> Flow {
        loop {
            let next = match &state.firing {
                Some(firing) => self.next_hit(state, firing, last),
                None => Next::Done,
            };
            match next {
                Next::Give(pool, body) => self.give_hit(state, pool, body),
                Next::Ask(..) => return Flow::Wait,
                Next::Done => break,
            }
        }
        self.tell_allotted(state, last, out);
        if last && let Some(firing) = &mut state.firing {
            firing.pools.clear();
            firing.struck.clear();
            firing.order.clear();
        }
        let then = if last { ShootStep::Pass } else { ShootStep::Allot { last: true } };
        state.replace_step(then.step());
        if !state.wounds.is_empty() {
            state.push_step(Step::Harm(HarmStep::Begin));
        }
        Flow::On
    }

    /// The dice that fall next: first all plain ones, then those of sixes (EA-7.5.2).
    fn falling(firing: &Firing) -> impl Iterator<Item = (usize, &Attack, u8, u8)> {
        let plain = firing.attacks.iter().any(|attack| attack.dice > 0);
        let dice = move |(at, attack): (usize, &'_ Attack)| {
            let (count, needs) = if plain {
                (attack.dice, attack.needs.min(6))
            } else {
                (attack.sixes, attack.needs.saturating_sub(3).max(2))
            };
            (at, count, needs)
        };
        firing
            .attacks
            .iter()
            .enumerate()
            .map(move |(at, attack)| {
                let (at, count, needs) = dice((at, attack));
                (at, attack, count, needs)
            })
            .filter(|(_, _, count, _)| *count > 0)
            .take(MAX_GROUPS)
    }

    fn hit_words(&self, rule: Rule) -> String {
        match rule {
            Rule::Double => "after a double".into(),
            Rule::Marshal => "marshalling".into(),
            Rule::SustainedFire => "sustained fire".into(),
            Rule::InCover => "the target is in cover".into(),
            Rule::OverwatchCover => "the target waits on overwatch".into(),
            Rule::VehiclesAsCover => "the target hides at a vehicle".into(),
            Rule::HullDown => "the target is hull down".into(),
            Rule::Special(id) => self.catalog.special(id).name.clone(),
            _ => "to hit".into(),
        }
    }

    /// The sets of infantry that may hide at vehicles, as far as they are worth listing.
    fn hiding_choices(&self, state: &State) -> Vec<Vec<UnitNo>> {
        let Some(firing) = &state.firing else { return Vec::new() };
        let bodies = self.target_bodies(state, firing.fire.target);
        let mut could = self.could_hide(state, &bodies);
        let mut choices: Vec<Vec<UnitNo>> = Vec::new();
        for _ in 0..could.len().min(6) {
            let set: Vec<UnitNo> = self.hiding(state, &could).iter().collect();
            if !choices.contains(&set) {
                choices.push(set);
            }
            could.rotate_left(1);
        }
        choices
    }
}

impl Play for ShootStep {
    fn advance<O: Observe<Event>>(self, game: &EaHeresy, state: &mut State, out: &mut O) -> Flow {
        match self {
            ShootStep::Choose { formation, reaction } => {
                if game.still_shoots(state, formation, reaction) {
                    return Flow::Wait;
                }
                state.steps.pop();
                Flow::On
            }
            ShootStep::Hide => Flow::Wait,
            ShootStep::Pass => {
                game.next_pass(state, out);
                Flow::On
            }
            ShootStep::Roll => {
                let waits = |firing: &Firing| EaHeresy::falling(firing).next().is_some();
                if state.firing.as_ref().is_some_and(waits) {
                    return Flow::Wait;
                }
                game.pool_hits(state);
                Flow::On
            }
            ShootStep::Allot { last } => game.allot(state, last, out),
        }
    }

    fn ask(self, game: &EaHeresy, state: &State) -> Ask {
        match (self, &state.firing) {
            (ShootStep::Choose { formation, reaction }, _) => {
                let rule = if reaction { Rule::Overwatch } else { Rule::OneTarget };
                Ask::about(state.formation(formation).owner, rule, formation.index())
            }
            (ShootStep::Hide, Some(firing)) => {
                let owner = State::foe(state.formation(firing.formation).owner);
                Ask::seat(owner, Rule::VehiclesAsCover)
            }
            (ShootStep::Allot { last }, Some(firing)) => match game.next_hit(state, firing, last) {
                Next::Ask(seat, rule, _) => Ask::seat(seat, rule),
                _ => Ask::Roll,
            },
            _ => Ask::Roll,
        }
    }

    fn legal(self, game: &EaHeresy, state: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        match (self, &state.firing) {
            (ShootStep::Choose { formation, reaction }, _) => {
                into.push(Action::Pass);
                game.fires(state, formation, reaction, into);
                Listing::Candidates
            }
            (ShootStep::Hide, _) => {
                into.extend(game.hiding_choices(state).into_iter().map(Action::PickUnits));
                Listing::Candidates
            }
            (ShootStep::Allot { last }, Some(firing)) => {
                if let Next::Ask(_, _, bodies) = game.next_hit(state, firing, last) {
                    into.extend(bodies.into_iter().map(Action::Pick));
                }
                Listing::Complete
            }
            _ => Listing::Complete,
        }
    }

    fn check<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        match (self, action) {
            (ShootStep::Choose { .. }, Action::Pass) => Ok(()),
            (ShootStep::Choose { formation, reaction }, Action::Shoot(fire)) => {
                game.check_fire(state, formation, fire, reaction, why)
            }
            (ShootStep::Choose { .. }, _) => why.need(Rule::OneTarget, false, || {
                Fact::says("the formation shoots now, or does not").instead("do not", &Action::Pass)
            }),
            (ShootStep::Hide, Action::PickUnits(units)) => {
                let bodies =
                    state.firing.as_ref().map(|it| game.target_bodies(state, it.fire.target));
                let could = game.could_hide(state, &bodies.unwrap_or_default());
                let touch = units.iter().all(|unit| could.contains(unit));
                why.need(Rule::VehiclesAsCover, touch, || {
                    Fact::says("only infantry of the target that touches a vehicle can hide at it")
                        .held("all of them touch vehicles")
                })?;
                let set: UnitSet = units.iter().copied().collect();
                let distinct: Vec<UnitNo> = set.iter().collect();
                let room = game.hiding(state, &distinct).len();
                why.require(Rule::VehiclesAsCover, room == set.len(), || {
                    let says = format!("{room} of {} find room at vehicles", set.len());
                    Fact::says(says.clone()).held(says).compared(set.len() as i64, room as i64)
                })
            }
            _ => {
                let mut listed = Vec::new();
                self.legal(game, state, seat, &mut listed);
                let about = match self.ask(game, state) {
                    Ask::Choice { about, .. } => about,
                    Ask::Roll => Rule::Allocation,
                };
                why.need(about, listed.contains(action), || {
                    let fact =
                        Fact::says("that is not among those equally near that may be picked");
                    match listed.first() {
                        Some(first) => fact.instead("pick one of them", first),
                        None => fact,
                    }
                })
            }
        }
    }

    fn apply<O: Observe<Event>>(
        self,
        game: &EaHeresy,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    ) {
        match (self, action) {
            (ShootStep::Choose { formation, reaction }, Action::Shoot(fire)) => {
                game.open_fire(state, formation, reaction, fire, out);
            }
            (ShootStep::Choose { .. }, _) => {
                state.steps.pop();
                out.tell(|| Event::Passed { seat, rule: Rule::OneTarget });
            }
            (ShootStep::Hide, Action::PickUnits(units)) => {
                state.steps.pop();
                if let Some(firing) = &mut state.firing {
                    firing.hiding = units.iter().copied().collect();
                }
            }
            (ShootStep::Allot { last }, Action::Pick(body)) => {
                game.picked(state, last, *body);
            }
            _ => {}
        }
    }

    fn request<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        let mut request =
            RollRequest { because: Rule::ToHit, groups: Default::default(), spare: 0 };
        let Some(firing) = &state.firing else { return request };
        let seat = state.formation(firing.formation).owner;
        for (purpose, (_, attack, count, needs)) in EaHeresy::falling(firing).enumerate() {
            let subject = match (attack.reaches.len(), attack.reaches.first()) {
                (1, Some(Body::Unit(unit))) => Some(unit.0.into()),
                _ => None,
            };
            let purpose = purpose as u8;
            request.groups.push(DiceGroup { seat, die: D6, count, purpose, subject });
            if E::LISTENS {
                let rule = if attack.needs > 6 { Rule::BeyondSix } else { Rule::ToHit };
                let value = match attack.kind.against {
                    Against::Personnel => "AP",
                    Against::Tank | Against::Any => "AT",
                    Against::Air => "AA",
                };
                let says = format!("{count} dice of {value} need {needs}+");
                let _ = why.require(rule, true, || Fact::says(says));
                for (rule, amount) in &attack.modifiers {
                    why.modifier(*rule, i32::from(*amount), || game.hit_words(*rule));
                }
            }
        }
        request
    }

    fn worth(self, _: &EaHeresy, state: &State, group: &DiceGroup, face: Face) -> Worth {
        let Some(firing) = &state.firing else { return Worth::Distinct };
        match EaHeresy::falling(firing).nth(group.purpose.into()) {
            Some((.., needs)) => Worth::Adds((face + 1 >= needs).into()),
            None => Worth::Distinct,
        }
    }

    fn resolve<O: Observe<Event>>(
        self,
        _: &EaHeresy,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let Some(firing) = &mut state.firing else { return };
        let falling: Vec<(usize, u8, u8)> =
            EaHeresy::falling(firing).map(|(at, _, count, needs)| (at, count, needs)).collect();
        let mut left = faces;
        for (at, count, needs) in falling {
            let (own, rest) = left.split_at(left.len().min(count.into()));
            left = rest;
            let attack = &mut firing.attacks[at];
            let reached = own.iter().filter(|face| **face + 1 >= needs).count() as u8;
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

impl EaHeresy {
    /// Somebody picked who takes the next hit.
    fn picked(&self, state: &mut State, last: bool, body: Body) {
        let pool = state.firing.as_ref().and_then(|firing| {
            let fits = |pool: &HitPool| pool.hits > 0 && pool.reaches.contains(&body);
            match self.next_hit(state, firing, last) {
                Next::Ask(..) => self.pool_for(state, firing, body, last),
                _ => firing.pools.iter().position(fits),
            }
        });
        if let Some(pool) = pool {
            self.give_hit(state, pool, body);
        }
    }

    /// Takes a formation off overwatch once it has shot, or let its chance go for good.
    pub(crate) fn leave_overwatch<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        if let Stance::Overwatch { acted } = state.formation(formation).stance {
            let stance =
                if acted { Stance::Acted(crate::action::Order::Overwatch) } else { Stance::Ready };
            state.formation_mut(formation).stance = stance;
            out.tell(|| Event::Watch { formation, on: false, rule: Rule::Overwatch });
        }
    }
}
