//! A formation's action: its test, what it then does in order, and its end (EA-2.5 to EA-2.8).

use super::assault::AssaultStep;
use super::morale::MoraleStep;
use super::movement::{MoveKind, MoveStep};
use super::ruin::RuinStep;
use super::shooting::ShootStep;
use super::{Ask, Flow, Play, Step};
use crate::action::{Action, Order, Way};
use crate::catalog::{Traits, UnitType};
use crate::event::Event;
use crate::game::{EaHeresy, one_roll, shown};
use crate::rule::Rule;
use crate::state::{Acting, FormationNo, Stance, State, UnitNo, UnitSet, Whereabouts};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

/// A formation's action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivateStep {
    /// Its test.
    Test {
        /// Which formation.
        formation: FormationNo,
        /// What it is to do.
        order: Order,
        /// Whether it makes a road move.
        road: bool,
        /// The formation a commander brings along.
        with: Option<FormationNo>,
        /// Whether the side has just acted (EA-2.5).
        retained: bool,
    },
    /// A failed test may be rolled again by a supreme commander.
    Again {
        /// Which formation.
        formation: FormationNo,
        /// What it is to do.
        order: Order,
        /// Whether it makes a road move.
        road: bool,
        /// The formation a commander brings along.
        with: Option<FormationNo>,
        /// Whether the side has just acted.
        retained: bool,
        /// Whether its player chose to; before that he is asked.
        rolling: bool,
    },
    /// One of several ways is chosen: marshal and hold.
    Choose(FormationNo),
    /// A formation on overwatch may make its step.
    Step(FormationNo),
    /// All is done.
    Finish {
        /// Which formation.
        formation: FormationNo,
        /// Whether the side had retained the initiative for it.
        retained: bool,
    },
}

impl ActivateStep {
    fn step(self) -> Step {
        Step::Activate(self)
    }
}

impl EaHeresy {
    /// Begins an action: pops up skimmers and tests.
    pub(crate) fn activate<O: Observe<Event>>(
        &self,
        state: &mut State,
        test: ActivateStep,
        pop_up: &[UnitNo],
        out: &mut O,
    ) {
        for unit in pop_up {
            state.unit_mut(*unit).popped_up = true;
            out.tell(|| Event::PoppedUp { unit: *unit });
        }
        let ActivateStep::Test { formation, order, road, retained, .. } = test else { return };
        let needs = self.test_needs(state, formation);
        out.tell(|| Event::Activated { formation, order, road, needs, retained });
        state.push_step(test.step());
    }

    /// What a formation's test needs (EA-2.6).
    fn test_needs(&self, _: &State, formation: FormationNo) -> i16 {
        i16::from(self.sheets[formation.index()].initiative)
    }

    /// The modifiers of a test (EA-2.6, EA-5.9.3).
    fn test_modifier<E: Explain<Rule>>(
        &self,
        state: &State,
        formation: FormationNo,
        (order, road, retained): (Order, bool, bool),
        with: Option<FormationNo>,
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
        let marked = state.formation(formation).markers > 0
            || with.is_some_and(|with| state.formation(with).markers > 0);
        if marked {
            add(Rule::ActionTest, edition.test_blast_marker, "it has a blast marker");
        }
        if retained && !self.formation_has(state, formation, Traits::PRESCIENCE) {
            add(Rule::RetainingTheInitiative, edition.test_retaining, "retaining the initiative");
        }
        if road {
            add(Rule::RoadMove, edition.test_road_move, "a road move");
        }
        for (rule, amount, says) in self.army_test_modifiers(formation, order) {
            add(rule, amount, &says);
        }
        if self.breaks_down(state, formation) {
            add(Rule::SystemBreakdown, -1, "below half of its damage capacity");
        }
        sum
    }

    /// Whether a formation's test may fail at all.
    fn may_fail(&self, needs: i16, modifier: i16) -> bool {
        self.edition.test_natural_one_fails || 1 + modifier < needs
    }

    /// Carries an order out: pushes what it consists of.
    pub(crate) fn begin_order<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        order: Order,
        (road, with, retained): (bool, Option<FormationNo>, bool),
        out: &mut O,
    ) {
        if let Stance::Overwatch { .. } = state.formation(formation).stance {
            out.tell(|| Event::Watch { formation, on: false, rule: Rule::Overwatch });
        }
        state.formation_mut(formation).stance = Stance::Acted(order);
        if let Some(with) = with {
            state.formation_mut(with).stance = Stance::Acted(order);
        }
        let entered = UnitSet::default();
        state.acting = Some(Acting { formation, order, road, entered, with });
        state.push_step(ActivateStep::Finish { formation, retained }.step());
        let moves = |state: &mut State, count: usize| {
            for _ in 0..count {
                let step = MoveStep::Begin { formation, kind: MoveKind::Action };
                state.push_step(Step::Movement(step));
            }
        };
        let shoot = Step::Shooting(ShootStep::Choose { formation, reaction: false });
        match order {
            Order::Advance => {
                state.push_step(shoot);
                moves(state, 1);
            }
            Order::Double => {
                state.push_step(shoot);
                moves(state, 2);
            }
            Order::March => moves(state, 3),
            Order::SustainedFire => state.push_step(shoot),
            Order::Engage => state.push_step(Step::Assault(AssaultStep::Begin { formation })),
            Order::Marshal => {
                state.push_step(Step::Morale(MoraleStep::Regroup { formation }));
                state.push_step(ActivateStep::Choose(formation).step());
            }
            Order::Overwatch => {
                state.formation_mut(formation).stance = Stance::Overwatch { acted: true };
                out.tell(|| Event::Watch { formation, on: true, rule: Rule::OverwatchAction });
                state.push_step(ActivateStep::Step(formation).step());
            }
            Order::Hold => state.push_step(ActivateStep::Choose(formation).step()),
        }
    }

    /// What follows a test.
    fn after_test<O: Observe<Event>>(
        &self,
        state: &mut State,
        step: ActivateStep,
        passed: bool,
        out: &mut O,
    ) {
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = step
        else {
            return;
        };
        state.steps.pop();
        if passed {
            self.begin_order(state, formation, order, (road, with, retained), out);
            return;
        }
        self.mark(state, formation, 1, Rule::FailedTest, out);
        if let Some(with) = with {
            self.mark(state, with, 1, Rule::CombinedAssault, out);
        }
        if state.formation(formation).broken {
            state.formation_mut(formation).stance = Stance::Acted(Order::Hold);
            state.push_step(ActivateStep::Finish { formation, retained }.step());
        } else {
            self.begin_order(state, formation, Order::Hold, (false, None, retained), out);
        }
    }

    /// The ways that a hold or a marshal action leaves (EA-2.8.5, EA-2.8.8).
    fn ways(&self, state: &State, formation: FormationNo) -> Vec<Way> {
        let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
        let bound = self.orders_bound(state, formation);
        let mut ways = vec![Way::Move];
        if !bound {
            ways.push(Way::Shoot);
            if hold {
                ways.push(Way::Regroup);
            }
        } else if !self.could_leave_zones(state, formation) {
            ways.push(Way::Shoot);
        }
        ways
    }

    /// Skimmers that may pop up with an order (EA-3.7).
    pub(crate) fn check_pop_up<E: Explain<Rule>>(
        &self,
        state: &State,
        formation: FormationNo,
        order: Order,
        pop_up: &[UnitNo],
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if pop_up.is_empty() {
            return Ok(());
        }
        let fits = !matches!(order, Order::SustainedFire | Order::Marshal);
        why.require(Rule::PopUp, fits, || {
            Fact::says("nobody pops up for sustained fire or a marshal action")
                .held("skimmers may pop up for this action")
        })?;
        for unit in pop_up {
            let known = unit.index() < state.units.len();
            why.need(Rule::Formations, known, || Fact::says("there is no such unit"))?;
            let own = state.unit(*unit).formation == formation && state.unit(*unit).alive();
            why.need(Rule::PopUp, own, || {
                Fact::says(format!("`{}` is not of this formation", self.unit_name(*unit)))
            })?;
            let skims = self.unit_has(state, *unit, Traits::SKIMMER);
            why.need(Rule::PopUp, skims, || {
                Fact::says(format!("`{}` is no skimmer", self.unit_name(*unit)))
            })?;
        }
        Ok(())
    }

    /// Whether a commander may bring another formation along (EA-8.2.1).
    pub(crate) fn check_combined<E: Explain<Rule>>(
        &self,
        state: &State,
        formation: FormationNo,
        order: Order,
        with: Option<FormationNo>,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let Some(with) = with else { return Ok(()) };
        let known = with.index() < state.formations.len() && with != formation;
        why.need(Rule::CombinedAssault, known, || Fact::says("there is no such other formation"))?;
        let engages = order == Order::Engage;
        why.require(Rule::CombinedAssault, engages, || {
            Fact::says("a commander brings another formation along to engage only")
                .held("they are to engage")
        })?;
        let own = state.formation(with).owner == state.formation(formation).owner;
        let name = || self.formation_name(with).to_string();
        why.require(Rule::CombinedAssault, own && self.may_act(state, with), || {
            Fact::says(format!("`{}` may not act", name())).held(format!("`{}` may act", name()))
        })?;
        let commander =
            state.members(formation).find(|unit| self.unit_has(state, *unit, Traits::COMMANDER));
        why.require(Rule::CombinedAssault, commander.is_some(), || {
            Fact::says(format!("`{}` has no commander", self.formation_name(formation)))
                .held("it has a commander")
        })?;
        let near = commander.is_some_and(|commander| {
            use crate::state::Body;
            let from = Body::Unit(commander);
            state
                .members(with)
                .any(|unit| self.within(state, from, Body::Unit(unit), self.edition.commander))
        });
        why.require(Rule::CombinedAssault, near, || {
            let length = umpire_core::table::said(self.edition.commander);
            Fact::says(format!("no unit of `{}` is within {length} cm of the commander", name()))
                .held("a unit of it is near enough to the commander")
        })
    }

    /// Whether every war engine of a formation that breaks down is below half (EA-11.6).
    pub(crate) fn breaks_down(&self, state: &State, formation: FormationNo) -> bool {
        state.members(formation).any(|unit| {
            let model = self.model_of(state, unit);
            let left = model.damage_capacity.saturating_sub(state.unit(unit).damage);
            model.has(Traits::SYSTEM_BREAKDOWN) && 2 * left < model.damage_capacity
        })
    }

    /// A living supreme commander of a side who has not helped this turn.
    pub(crate) fn may_reroll(&self, state: &State, formation: FormationNo) -> bool {
        let seat = state.formation(formation).owner;
        !state.sides[seat.index()].rerolled
            && self
                .units_of(state, seat)
                .any(|unit| self.unit_has(state, unit, Traits::SUPREME_COMMANDER))
    }

    /// What army rules add to a test, with their rule.
    fn army_test_modifiers(
        &self,
        formation: FormationNo,
        order: Order,
    ) -> impl Iterator<Item = (Rule, i8, String)> + '_ {
        let sheet = &self.sheets[formation.index()];
        sheet.army_rules.iter().filter_map(move |id| {
            let special = self.catalog.special(*id);
            let tests = &special.tests;
            let amount = match order {
                Order::Advance => tests.advance,
                Order::Engage => tests.engage,
                Order::Double => tests.double,
                Order::March => tests.march,
                Order::Marshal => tests.marshal,
                Order::Overwatch => tests.overwatch,
                Order::SustainedFire => tests.sustained_fire,
                Order::Hold => 0,
            };
            (amount != 0).then(|| (Rule::Special(*id), amount, special.name.clone()))
        })
    }
}

impl Play for ActivateStep {
    fn advance<O: Observe<Event>>(self, game: &EaHeresy, state: &mut State, out: &mut O) -> Flow {
        match self {
            ActivateStep::Test { formation, order, road, with, retained } => {
                let chosen = (order, road, retained);
                let modifier = game.test_modifier(state, formation, chosen, with, &mut Silent);
                if game.may_fail(game.test_needs(state, formation), modifier) {
                    return Flow::Wait;
                }
                game.after_test(state, self, true, out);
                Flow::On
            }
            ActivateStep::Again { .. } => Flow::Wait,
            ActivateStep::Choose(formation) => {
                if state.formation(formation).broken {
                    state.steps.pop();
                    return Flow::On;
                }
                match game.ways(state, formation)[..] {
                    [only] => {
                        game.take_way(state, formation, only, out);
                        Flow::On
                    }
                    _ => Flow::Wait,
                }
            }
            ActivateStep::Step(formation) => {
                let moves = state.members(formation).any(|unit| {
                    matches!(state.unit(unit).place, Whereabouts::Table(_))
                        && game.model_of(state, unit).speed > 0
                });
                if moves && !state.formation(formation).broken && game.edition.overwatch_step > 0 {
                    return Flow::Wait;
                }
                state.steps.pop();
                Flow::On
            }
            ActivateStep::Finish { formation, retained } => {
                if let Some(piece) = state.ruins.first().copied() {
                    state.push_step(Step::Ruin(RuinStep::Exit { piece }));
                    return Flow::On;
                }
                state.steps.pop();
                let order = state.acting.map_or(Order::Hold, |acting| acting.order);
                out.tell(|| Event::Finished { formation, order });
                state.acting = None;
                for unit in state.members(formation).collect::<Vec<_>>() {
                    let watches =
                        matches!(state.formation(formation).stance, Stance::Overwatch { .. });
                    if game.model_of(state, unit).kind != UnitType::SupportCraft && !watches {
                        state.unit_mut(unit).popped_up = false;
                    }
                }
                game.after_completed_action(state, out);
                let seat = state.formation(formation).owner;
                game.after_action(state, seat, retained);
                Flow::On
            }
        }
    }

    fn ask(self, _: &EaHeresy, state: &State) -> Ask {
        let about = |formation: FormationNo, rule: Rule| {
            Ask::about(state.formation(formation).owner, rule, formation.index())
        };
        match self {
            ActivateStep::Test { .. }
            | ActivateStep::Again { rolling: true, .. }
            | ActivateStep::Finish { .. } => Ask::Roll,
            ActivateStep::Again { formation, .. } => about(formation, Rule::ActionTest),
            ActivateStep::Choose(formation) => {
                let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
                about(formation, if hold { Rule::Hold } else { Rule::Marshal })
            }
            ActivateStep::Step(formation) => about(formation, Rule::OverwatchAction),
        }
    }

    fn legal(
        self,
        game: &EaHeresy,
        state: &State,
        _: umpire_core::seat::Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            ActivateStep::Again { rolling: false, .. } | ActivateStep::Step(_) => {
                into.extend([Action::Accept, Action::Pass]);
            }
            ActivateStep::Choose(formation) => {
                into.extend(game.ways(state, formation).into_iter().map(Action::Choose));
            }
            _ => {}
        }
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        self,
        game: &EaHeresy,
        state: &State,
        seat: umpire_core::seat::Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if let (ActivateStep::Choose(formation), Action::Choose(way)) = (self, action) {
            let Ask::Choice { about, .. } = self.ask(game, state) else { return Ok(()) };
            let offered = game.ways(state, formation).contains(way);
            let bound = game.orders_bound(state, formation);
            why.require(Rule::StartingInZone, offered || !bound, || {
                Fact::says("it starts in an enemy's zone of control, so it has to move out")
                    .held("no unit of it is bound by an enemy's zone of control")
                    .instead("move", &Action::Choose(Way::Move))
            })?;
            return why.need(about, offered || bound, || {
                Fact::says("this action leaves only a move or shooting")
                    .held("this action leaves that way")
            });
        }
        let mut listed = Vec::new();
        self.legal(game, state, seat, &mut listed);
        why.need(Rule::ActionPhase, listed.contains(action), || {
            let fact = Fact::says("this is not among what may be answered here");
            match listed.first() {
                Some(first) => fact.instead("one of the listed answers", first),
                None => fact,
            }
        })
    }

    fn apply<O: Observe<Event>>(
        self,
        game: &EaHeresy,
        state: &mut State,
        seat: umpire_core::seat::Seat,
        action: &Action,
        out: &mut O,
    ) {
        match (self, action) {
            (
                ActivateStep::Again { formation, order, road, with, retained, .. },
                Action::Accept,
            ) => {
                state.sides[seat.index()].rerolled = true;
                let rolling = true;
                let again = ActivateStep::Again { formation, order, road, with, retained, rolling };
                state.replace_step(again.step());
            }
            (ActivateStep::Again { .. }, _) => game.after_test(state, self, false, out),
            (ActivateStep::Choose(formation), Action::Choose(way)) => {
                game.take_way(state, formation, *way, out);
            }
            (ActivateStep::Step(formation), Action::Accept) => {
                let step = MoveStep::Begin { formation, kind: MoveKind::OverwatchStep };
                state.replace_step(Step::Movement(step));
            }
            (ActivateStep::Step(_), _) => {
                state.steps.pop();
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
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = self
        else {
            return one_roll(Rule::ActionTest, umpire_core::seat::Seat(0), 0);
        };
        game.test_modifier(state, formation, (order, road, retained), with, why);
        one_roll(Rule::ActionTest, state.formation(formation).owner, 1)
    }

    fn worth(self, game: &EaHeresy, state: &State, _: &DiceGroup, face: Face) -> Worth {
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = self
        else {
            return Worth::Distinct;
        };
        let chosen = (order, road, retained);
        let modifier = game.test_modifier(state, formation, chosen, with, &mut Silent);
        let needs = game.test_needs(state, formation);
        Worth::Each(u8::from(game.passes(shown(face), modifier, needs)))
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &EaHeresy,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        let (ActivateStep::Test { formation, order, road, with, retained }
        | ActivateStep::Again { formation, order, road, with, retained, .. }) = self
        else {
            return;
        };
        let chosen = (order, road, retained);
        let modifier = game.test_modifier(state, formation, chosen, with, &mut Silent);
        let die = faces[0];
        let passed = game.passes(shown(die), modifier, game.test_needs(state, formation));
        out.tell(|| Event::Tested { formation, die, modifier, passed });
        let first = matches!(self, ActivateStep::Test { .. });
        if !passed && first && game.may_reroll(state, formation) {
            let rolling = false;
            let again = ActivateStep::Again { formation, order, road, with, retained, rolling };
            state.replace_step(again.step());
            return;
        }
        game.after_test(state, self, passed, out);
    }
}

impl EaHeresy {
    fn passes(&self, shown: i16, modifier: i16, needs: i16) -> bool {
        shown + modifier >= needs && !(shown == 1 && self.edition.test_natural_one_fails)
    }

    fn take_way<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        way: Way,
        out: &mut O,
    ) {
        state.steps.pop();
        let hold = state.acting.is_none_or(|acting| acting.order == Order::Hold);
        let rule = if hold { Rule::Hold } else { Rule::Marshal };
        out.tell(|| Event::Chose { formation, way, rule });
        state.push_step(match way {
            Way::Move => Step::Movement(MoveStep::Begin { formation, kind: MoveKind::Action }),
            Way::Shoot => Step::Shooting(ShootStep::Choose { formation, reaction: false }),
            Way::Regroup => Step::Morale(MoraleStep::Regroup { formation }),
        });
    }
}
