//! Blast markers, breaking and withdrawing, regrouping, rallying (EA-2.9, EA-9, EA-10).

use super::movement::{MoveKind, MoveStep};
use super::ruin::RuinStep;
use super::{Ask, Flow, Play, Step};
use crate::action::{Action, Order};
use crate::catalog::Traits;
use crate::edition::BrokenWhen;
use crate::event::Event;
use crate::game::{EaHeresy, one_roll, shown};
use crate::rule::Rule;
use crate::state::{Body, FormationNo, Stance, State, UnitNo, Whereabouts};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Silent};
use umpire_core::seat::Seat;

/// Breaking, withdrawing, regrouping, rallying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoraleStep {
    /// A formation withdraws, with so many moves left (EA-9.4).
    Withdraw {
        /// Which.
        formation: FormationNo,
        /// Moves left.
        left: u8,
    },
    /// Two dice to regroup (EA-2.9).
    Regroup {
        /// Which.
        formation: FormationNo,
    },
    /// What they removed is shared between blast markers and shields.
    Share {
        /// Which.
        formation: FormationNo,
        /// How much there is to share.
        amount: u8,
    },
    /// A side picks a formation to rally (EA-10.1).
    Rally {
        /// Which side.
        seat: Seat,
    },
    /// Its test.
    RallyTest {
        /// Which formation.
        formation: FormationNo,
        /// Whether it is the roll of a supreme commander; before that he is asked.
        again: Again,
    },
}

/// How far a re-roll has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// The first roll.
    First,
    /// It failed; the player is asked.
    Asking,
    /// He rolls again.
    Rolling,
}

impl MoraleStep {
    fn step(self) -> Step {
        Step::Morale(self)
    }
}

impl EaHeresy {
    /// Puts blast markers on a formation and sees whether it breaks (EA-9.1, EA-9.3).
    pub(crate) fn mark<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        count: u8,
        rule: Rule,
        out: &mut O,
    ) {
        if count == 0 || state.members(formation).next().is_none() {
            return;
        }
        let record = state.formation_mut(formation);
        record.markers = record.markers.saturating_add(count);
        let now = record.markers;
        out.tell(|| Event::Marked { formation, change: count as i8, now, rule });
        if state.formation(formation).broken {
            self.lose_broken(state, formation, out);
        } else {
            self.check_broken(state, formation, out);
        }
    }

    /// How many blast markers a formation bears before it breaks (EA-9.3).
    pub(crate) fn bears(&self, state: &State, formation: FormationNo) -> u16 {
        let size = self.size(state, formation);
        let units = if self.formation_has(state, formation, Traits::KNOW_NO_FEAR) {
            2 * size
        } else {
            size
        };
        match self.edition.broken_when {
            BrokenWhen::AsManyAsUnits => units.saturating_sub(1),
            BrokenWhen::MoreThanUnits => units,
        }
    }

    /// Breaks a formation that has more markers than it bears; in an assault only its end breaks.
    pub(crate) fn check_broken<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        let record = state.formation(formation);
        if !record.broken && u16::from(record.markers) > self.bears(state, formation) {
            self.break_formation(state, formation, Rule::Breaking, out);
        }
    }

    /// Breaks a formation; it withdraws as soon as nothing else is in progress (EA-9.3.1).
    pub(crate) fn break_formation<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        rule: Rule,
        out: &mut O,
    ) {
        let watches = matches!(state.formation(formation).stance, Stance::Overwatch { .. });
        let record = state.formation_mut(formation);
        (record.broken, record.markers) = (true, 0);
        if watches {
            record.stance = Stance::Acted(Order::Overwatch);
        }
        out.tell(|| Event::Broke { formation, rule });
        if !state.breaking.contains(&formation) {
            state.breaking.push(formation);
        }
    }

    /// Markers of a broken formation kill units without a save (EA-9.3.2, EA-9.5).
    fn lose_broken<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        let slow = self.formation_has(state, formation, Traits::KNOW_NO_FEAR)
            || self.formation_has(state, formation, Traits::DAUNTLESS);
        let each = if slow { 2 } else { 1 };
        while state.formation(formation).markers >= each {
            state.formation_mut(formation).markers -= each;
            let Some(unit) = self.nearest_to_enemy(state, formation) else { break };
            self.destroy(state, unit, Rule::BrokenFormations, out);
        }
        if state.members(formation).next().is_none() {
            state.formation_mut(formation).markers = 0;
        }
    }

    /// The unit of a formation nearest to an enemy that markers and hack-downs may take.
    pub(crate) fn nearest_to_enemy(&self, state: &State, formation: FormationNo) -> Option<UnitNo> {
        let owner = state.formation(formation).owner;
        let away = |unit: &UnitNo| {
            let nearest = self.nearest_enemy(state, owner, Body::Unit(*unit), |_| true);
            (nearest.map_or(i32::MAX, |(_, distance)| distance), *unit)
        };
        state
            .members(formation)
            .filter(|unit| !self.unit_has(state, *unit, Traits::FEARLESS))
            .min_by_key(away)
    }

    /// Takes blast markers off.
    pub(crate) fn unmark<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        count: u8,
        rule: Rule,
        out: &mut O,
    ) {
        let record = state.formation_mut(formation);
        let count = count.min(record.markers);
        record.markers -= count;
        let now = record.markers;
        if count > 0 {
            out.tell(|| Event::Marked { formation, change: -(count as i8), now, rule });
        }
    }

    /// Looks after what follows from a change: formations gone, broken ones that withdraw.
    pub(crate) fn tidy<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        self.tidy_wrecks(state);
        if state.breaking.is_empty() {
            return;
        }
        let busy = |step: &Step| {
            matches!(step, Step::Harm(_) | Step::Ruin(_))
                || matches!(step, Step::Assault(step) if step.is_fighting())
                || matches!(step, Step::Shooting(step) if !step.is_choice())
        };
        if state.steps.iter().any(busy) || state.moving.is_some() {
            return;
        }
        let formation = state.breaking[0];
        if state.members(formation).any(|unit| self.is_in_ruin(state, unit)) {
            state.push_step(Step::Ruin(RuinStep::Flee { formation }));
            return;
        }
        state.breaking.remove(0);
        if state.members(formation).next().is_none() {
            return;
        }
        let ponderous =
            state.members(formation).any(|unit| self.unit_has(state, unit, Traits::PONDEROUS));
        let left = if ponderous { 1 } else { 2 };
        let _ = out;
        state.push_step(MoraleStep::Withdraw { formation, left }.step());
    }

    /// Destroys units that end a withdrawal too near an enemy (EA-9.4).
    fn check_withdrawn<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        let owner = state.formation(formation).owner;
        let mut lost = Vec::new();
        for unit in state.members(formation) {
            if !matches!(state.unit(unit).place, Whereabouts::Table(_) | Whereabouts::Inside(_)) {
                continue;
            }
            let brave = self.model_of(state, unit).traits.any(Traits::FEARLESS | Traits::STEADFAST);
            let danger = if brave {
                self.edition.steadfast_withdraw_danger
            } else {
                self.edition.withdraw_danger
            };
            let mut enemies = self.units_of(state, State::foe(owner));
            if enemies.any(|enemy| self.within(state, Body::Unit(unit), Body::Unit(enemy), danger))
            {
                lost.push(unit);
            }
        }
        for unit in lost {
            self.destroy(state, unit, Rule::Withdrawal, out);
        }
    }

    /// How many leaders help a formation to lose its markers.
    fn leaders(&self, state: &State, formation: FormationNo) -> u8 {
        let leads = |unit: &UnitNo| self.unit_has(state, *unit, Traits::LEADER);
        state.members(formation).filter(leads).count() as u8
    }

    /// Shields of a formation that are down and may rise again.
    fn shields_down(&self, state: &State, formation: FormationNo) -> u8 {
        state
            .members(formation)
            .filter(|unit| self.model_of(state, *unit).void_shields > 0)
            .map(|unit| state.unit(unit).shields_down)
            .sum()
    }

    /// Raises shields of a formation, the unit with most down first (EA-11.3).
    fn raise_shields<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        count: u8,
        out: &mut O,
    ) {
        for _ in 0..count {
            let most = state
                .members(formation)
                .filter(|unit| self.model_of(state, *unit).void_shields > 0)
                .max_by_key(|unit| (state.unit(*unit).shields_down, std::cmp::Reverse(*unit)));
            let Some(unit) = most.filter(|unit| state.unit(*unit).shields_down > 0) else { return };
            state.unit_mut(unit).shields_down -= 1;
            out.tell(|| Event::ShieldsRose { unit, count: 1, rule: Rule::VoidShields });
        }
    }

    /// One shield of each engine comes back for nothing in the end phase (EA-11.3).
    pub(crate) fn repair_shields<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        for unit in state.all_units() {
            let down = state.unit(unit).shields_down;
            if down > 0 && state.unit(unit).alive() && self.model_of(state, unit).void_shields > 0 {
                state.unit_mut(unit).shields_down -= 1;
                out.tell(|| Event::ShieldsRose { unit, count: 1, rule: Rule::VoidShields });
            }
        }
    }

    fn regrouped<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        faces: &[Face],
        out: &mut O,
    ) {
        let best = faces.iter().map(|face| face + 1).max().unwrap_or(0);
        let leaders = self.leaders(state, formation);
        out.tell(|| Event::Regrouped { formation, faces: faces.to_vec(), removes: best + leaders });
        state.steps.pop();
        self.unmark(state, formation, leaders, Rule::Regroup, out);
        let (markers, shields) =
            (state.formation(formation).markers, self.shields_down(state, formation));
        if shields > 0 && markers > 0 && markers + shields > best {
            state.push_step(MoraleStep::Share { formation, amount: best }.step());
            return;
        }
        self.unmark(state, formation, best, Rule::Regroup, out);
        self.raise_shields(state, formation, best.saturating_sub(markers), out);
    }

    /// Whether a formation is still to rally in this end phase (EA-10.1).
    fn wants_rally(&self, state: &State, formation: FormationNo) -> bool {
        let record = state.formation(formation);
        !record.rallied
            && (record.broken || record.markers > 0)
            && state.members(formation).next().is_some()
    }

    /// The formations of a side that are still to rally.
    fn waiting_to_rally(&self, state: &State, seat: Seat) -> Vec<FormationNo> {
        let own = |it: &FormationNo| state.formation(*it).owner == seat;
        let wants = |it: &FormationNo| self.wants_rally(state, *it);
        state.all_formations().filter(own).filter(wants).collect()
    }

    /// The modifiers of a rally (EA-10.2).
    fn rally_modifier<E: Explain<Rule>>(
        &self,
        state: &State,
        formation: FormationNo,
        why: &mut E,
    ) -> i16 {
        let edition = &self.edition;
        let mut sum = 0;
        let mut add = |rule: Rule, amount: i8, says: &str| {
            if amount != 0 {
                why.modifier(rule, amount.into(), || says.to_string());
                sum += i16::from(amount);
            }
        };
        if state.formation(formation).broken {
            add(Rule::RallyTest, edition.rally_broken, "it is broken");
        }
        if self.enemy_near(state, formation) {
            add(Rule::RallyTest, edition.rally_enemy_near, "an enemy is near");
        }
        if self.wholly_in_enemy_half(state, formation)
            && !self.formation_has(state, formation, Traits::VANGUARD)
        {
            add(Rule::RallyTest, edition.rally_in_enemy_half, "all of it is in the enemy's half");
        }
        if self.wholly_sheltered(state, formation) {
            add(Rule::RallyTest, edition.rally_sheltered, "all of it is sheltered");
        }
        let sheet = &self.sheets[formation.index()];
        let character =
            state.members(formation).any(|unit| !self.model_of(state, unit).characters.is_empty());
        for id in &sheet.army_rules {
            let special = self.catalog.special(*id);
            add(Rule::Special(*id), special.tests.rally, &special.name);
            if character {
                add(Rule::Special(*id), special.tests.rally_with_character, &special.name);
            }
        }
        sum
    }

    fn enemy_near(&self, state: &State, formation: FormationNo) -> bool {
        let owner = state.formation(formation).owner;
        let length = self.edition.rally_enemy;
        let counts = |enemy: &UnitNo| {
            self.edition.rally_counts_broken_enemies || !self.formation(state, *enemy).broken
        };
        let enemies: Vec<UnitNo> = self.units_of(state, State::foe(owner)).filter(counts).collect();
        state.members(formation).any(|unit| {
            let from = Body::Unit(unit);
            enemies.iter().any(|enemy| self.within(state, from, Body::Unit(*enemy), length))
        })
    }

    fn wholly_in_enemy_half(&self, state: &State, formation: FormationNo) -> bool {
        let own = self.sides[state.formation(formation).owner.index()].half;
        let place = |unit: UnitNo| match self.area_of(state, unit)? {
            crate::units::Area::Base(base) => Some(base.centre()),
            crate::units::Area::Outline(outline) => {
                let bounds = outline.bounds();
                let (low, high) = (bounds.low, bounds.high);
                Some(umpire_core::table::Point::new((low.x + high.x) / 2, (low.y + high.y) / 2))
            }
        };
        let mut places = state.members(formation).filter_map(place).peekable();
        places.peek().is_some() && places.all(|at| self.board.half_of(at) != own)
    }

    fn wholly_sheltered(&self, state: &State, formation: FormationNo) -> bool {
        let sheltered = |unit: UnitNo| match state.unit(unit).place {
            Whereabouts::Inside(_) => true,
            Whereabouts::Aboard(transport) => self.model_of(state, transport).is_war_engine(),
            _ => false,
        };
        let mut members = state.members(formation).peekable();
        members.peek().is_some() && members.all(sheltered)
    }

    /// What a successful rally does (EA-10.3).
    fn rally<O: Observe<Event>>(&self, state: &mut State, formation: FormationNo, out: &mut O) {
        if state.formation(formation).broken {
            let size = self.size(state, formation).min(100) as u8;
            let record = state.formation_mut(formation);
            (record.broken, record.markers) = (false, size);
            out.tell(|| Event::Marked {
                formation,
                change: size as i8,
                now: size,
                rule: Rule::Rallied,
            });
            if self.formation_has(state, formation, Traits::KNOW_NO_FEAR) {
                let leaders = self.leaders(state, formation);
                self.unmark(state, formation, leaders, Rule::Rallied, out);
                return;
            }
        }
        let half = state.formation(formation).markers.div_ceil(2);
        let leaders = self.leaders(state, formation);
        self.unmark(state, formation, half + leaders, Rule::Rallied, out);
    }
}

impl Play for MoraleStep {
    fn advance<O: Observe<Event>>(self, game: &EaHeresy, state: &mut State, out: &mut O) -> Flow {
        match self {
            MoraleStep::Withdraw { formation, left } => {
                let gone = state.members(formation).next().is_none();
                if left == 0 || gone {
                    state.steps.pop();
                    game.check_withdrawn(state, formation, out);
                } else {
                    state.replace_step(MoraleStep::Withdraw { formation, left: left - 1 }.step());
                    let step = MoveStep::Begin { formation, kind: MoveKind::Withdraw };
                    state.push_step(Step::Movement(step));
                }
                Flow::On
            }
            MoraleStep::Regroup { formation } => {
                let record = state.formation(formation);
                let idle = record.broken
                    || record.markers == 0 && game.shields_down(state, formation) == 0
                    || state.members(formation).next().is_none();
                if idle {
                    state.steps.pop();
                    return Flow::On;
                }
                Flow::Wait
            }
            MoraleStep::Rally { seat } => {
                let waiting = game.waiting_to_rally(state, seat);
                let foe = State::foe(seat);
                match waiting[..] {
                    [] if game.waiting_to_rally(state, foe).is_empty() => {
                        state.steps.pop();
                        Flow::On
                    }
                    [] => {
                        state.replace_step(MoraleStep::Rally { seat: foe }.step());
                        Flow::On
                    }
                    [only] => {
                        game.begin_rally(state, seat, only);
                        Flow::On
                    }
                    _ => Flow::Wait,
                }
            }
            MoraleStep::Share { .. } | MoraleStep::RallyTest { .. } => Flow::Wait,
        }
    }

    fn ask(self, _: &EaHeresy, state: &State) -> Ask {
        let about = |formation: FormationNo, rule: Rule| {
            Ask::about(state.formation(formation).owner, rule, formation.index())
        };
        match self {
            MoraleStep::Share { formation, .. } => about(formation, Rule::Regroup),
            MoraleStep::Rally { seat } => Ask::seat(seat, Rule::RallyOrder),
            MoraleStep::RallyTest { formation, again: Again::Asking } => {
                about(formation, Rule::RallyTest)
            }
            _ => Ask::Roll,
        }
    }

    fn legal(self, game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        match self {
            MoraleStep::Share { formation, amount } => {
                let markers = state.formation(formation).markers.min(amount);
                let shields = game.shields_down(state, formation);
                into.extend((0..=markers).rev().filter_map(|markers| {
                    let shields_raised = (amount - markers).min(shields);
                    (markers + shields_raised == amount.min(markers + shields))
                        .then_some(Action::Share { markers, shields: shields_raised })
                }));
            }
            MoraleStep::Rally { .. } => {
                into.extend(game.waiting_to_rally(state, seat).into_iter().map(Action::Rally));
            }
            MoraleStep::RallyTest { again: Again::Asking, .. } => {
                into.extend([Action::Accept, Action::Pass]);
            }
            _ => {}
        }
        Listing::Complete
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
            (MoraleStep::Share { formation, .. }, Action::Share { markers, shields }) => {
                state.steps.pop();
                game.unmark(state, formation, *markers, Rule::Regroup, out);
                game.raise_shields(state, formation, *shields, out);
            }
            (MoraleStep::Rally { seat }, Action::Rally(formation)) => {
                game.begin_rally(state, seat, *formation);
            }
            (MoraleStep::RallyTest { formation, .. }, Action::Accept) => {
                state.sides[seat.index()].rerolled = true;
                let again = Again::Rolling;
                state.replace_step(MoraleStep::RallyTest { formation, again }.step());
            }
            (MoraleStep::RallyTest { formation, .. }, _) => game.fail_rally(state, formation, out),
            _ => {}
        }
    }

    fn request<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        match self {
            MoraleStep::Regroup { formation } => {
                one_roll(Rule::Regroup, state.formation(formation).owner, 2)
            }
            MoraleStep::RallyTest { formation, .. } => {
                game.rally_modifier(state, formation, why);
                one_roll(Rule::RallyTest, state.formation(formation).owner, 1)
            }
            _ => one_roll(Rule::Turn, Seat(0), 0),
        }
    }

    fn worth(self, game: &EaHeresy, state: &State, _: &DiceGroup, face: Face) -> Worth {
        match self {
            MoraleStep::Regroup { .. } => Worth::Highest(face),
            MoraleStep::RallyTest { formation, .. } => {
                let modifier = game.rally_modifier(state, formation, &mut Silent);
                let needs = i16::from(game.sheets[formation.index()].initiative);
                Worth::Each(u8::from(shown(face) + modifier >= needs))
            }
            _ => Worth::Distinct,
        }
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &EaHeresy,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        match self {
            MoraleStep::Regroup { formation } => game.regrouped(state, formation, faces, out),
            MoraleStep::RallyTest { formation, again } => {
                let modifier = game.rally_modifier(state, formation, &mut Silent);
                let needs = i16::from(game.sheets[formation.index()].initiative);
                let die = faces[0];
                let passed = shown(die) + modifier >= needs;
                out.tell(|| Event::Rallied { formation, die, modifier, passed });
                if passed {
                    state.steps.pop();
                    game.rally(state, formation, out);
                } else if again == Again::First && game.may_reroll(state, formation) {
                    let again = Again::Asking;
                    state.replace_step(MoraleStep::RallyTest { formation, again }.step());
                } else {
                    game.fail_rally(state, formation, out);
                }
            }
            _ => {}
        }
    }
}

impl EaHeresy {
    fn begin_rally(&self, state: &mut State, seat: Seat, formation: FormationNo) {
        state.formation_mut(formation).rallied = true;
        state.replace_step(MoraleStep::Rally { seat: State::foe(seat) }.step());
        state.push_step(MoraleStep::RallyTest { formation, again: Again::First }.step());
    }

    /// A broken formation that fails to rally withdraws again (EA-10.4).
    fn fail_rally<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        state.steps.pop();
        let _ = out;
        if state.formation(formation).broken && self.on_table(state, formation) {
            state.push_step(MoraleStep::Withdraw { formation, left: 1 }.step());
        }
    }
}
