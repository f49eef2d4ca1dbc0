//! Regrouping and rallying: dice, modifiers, and what they take off (EA-2.9, EA-10).

use super::{Again, MoraleStep};
use crate::catalog::Traits;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

impl EaHeresy {
    /// How many leaders help a formation to lose its markers.
    pub(super) fn leaders(&self, state: &State, formation: FormationNo) -> u8 {
        let leads = |unit: &UnitNo| self.unit_has(state, *unit, Traits::LEADER);
        state.members(formation).filter(leads).count() as u8
    }

    /// Shields of a formation that are down and may rise again.
    pub(super) fn shields_down(&self, state: &State, formation: FormationNo) -> u8 {
        state
            .members(formation)
            .filter(|unit| self.model_of(state, *unit).void_shields > 0)
            .map(|unit| state.unit(unit).shields_down)
            .fold(0, u8::saturating_add)
    }

    /// Raises shields of a formation, the unit with most down first (EA-11.3).
    pub(super) fn raise_shields<O: Observe<Event>>(
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

    pub(super) fn regrouped<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        faces: &[Face],
        out: &mut O,
    ) {
        let best = faces.iter().map(|face| face + 1).max().unwrap_or(0);
        let leaders = self.leaders(state, formation);
        let removes = best.saturating_add(leaders);
        out.tell(|| Event::Regrouped { formation, faces: faces.to_vec(), removes });
        state.steps.pop();
        self.unmark(state, formation, leaders, Rule::Regroup, out);
        let (markers, shields) =
            (state.formation(formation).markers, self.shields_down(state, formation));
        if shields > 0 && markers > 0 && markers.saturating_add(shields) > best {
            state.push_step(MoraleStep::Share { formation, amount: best }.step());
            return;
        }
        self.unmark(state, formation, best, Rule::Regroup, out);
        self.raise_shields(state, formation, best.saturating_sub(markers), out);
    }

    /// Whether a formation is still to rally in this end phase (EA-10.1).
    pub(super) fn wants_rally(&self, state: &State, formation: FormationNo) -> bool {
        let record = state.formation(formation);
        !record.tried
            && (record.broken || record.markers > 0)
            && state.members(formation).next().is_some()
    }

    /// The formations of a side that are still to rally.
    pub(super) fn waiting_to_rally(&self, state: &State, seat: Seat) -> Vec<FormationNo> {
        let own = |it: &FormationNo| state.formation(*it).owner == seat;
        let wants = |it: &FormationNo| self.wants_rally(state, *it);
        state.all_formations().filter(own).filter(wants).collect()
    }

    /// The modifiers of a rally (EA-10.2).
    pub(super) fn rally_modifier<E: Explain<Rule>>(
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
        let place = |unit: UnitNo| self.center_of(state, unit);
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
    pub(super) fn rally<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        state.formation_mut(formation).rallied = true;
        if state.formation(formation).broken {
            let size = self.size(state, formation).min(100) as u8;
            let record = state.formation_mut(formation);
            (record.broken, record.markers) = (false, size);
            out.tell(|| Event::Marked {
                formation,
                change: size.into(),
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
        self.unmark(state, formation, half.saturating_add(leaders), Rule::Rallied, out);
    }

    pub(super) fn begin_rally(&self, state: &mut State, seat: Seat, formation: FormationNo) {
        state.formation_mut(formation).tried = true;
        state.replace_step(MoraleStep::Rally { seat: State::foe(seat) }.step());
        state.push_step(MoraleStep::RallyTest { formation, again: Again::First }.step());
    }

    /// A broken formation that fails to rally withdraws again (EA-10.4).
    pub(super) fn fail_rally<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        out: &mut O,
    ) {
        state.steps.pop();
        let _ = out;
        if state.formation(formation).broken && self.on_table(state, formation) {
            self.begin_withdrawal(state, formation);
        }
    }
}
