//! The turn: the strategy roll, actions by turns, the end phase (EA-2).

use crate::position::action::{Action, Order, Way};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State};
use crate::position::step::{ActivateStep, MoraleStep, Step, TurnStep};
use crate::position::units;
use crate::rules::movement::length;
use crate::rules::rolls::{dice, shown};
use crate::rules::{actions, initiative};
use crate::steps::activate::{checks, test};
use crate::steps::morale::rally;
use crate::steps::movement::candidates;
use crate::steps::{Ask, Change, Flow, Now, Play, free, scoring};
use crate::tables::rule::Rule;
use std::cell::OnceCell;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;

impl TurnStep {
    fn step(self) -> Step {
        Step::Turn(self)
    }
}

/// Begins the next turn.
pub(crate) fn next_turn<O: Observe<Event>>(state: &mut State, out: &mut O) {
    state.turn = state.turn.saturating_add(1);
    out.tell(|| Event::TurnBegan { turn: state.turn });
    for formation in &mut state.formations {
        (formation.tried, formation.rallied) = (false, false);
        formation.stance = match formation.stance {
            Stance::Overwatch { .. } => Stance::Overwatch { acted: false },
            _ => Stance::Ready,
        };
    }
    for unit in &mut state.units {
        unit.slow = unit.slow.aged();
        unit.rerolled = false;
    }
    state.push_step(TurnStep::Strategy { again: false }.step());
}

fn settle_strategy<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    totals: [i16; 2],
    again: bool,
    out: &mut O,
) {
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => Some(Seat(0)),
        std::cmp::Ordering::Less => Some(Seat(1)),
        std::cmp::Ordering::Equal if again => None,
        std::cmp::Ordering::Equal => initiative::strategy_draw(game, state),
    };
    out.tell(|| Event::Strategy { totals, winner });
    match winner {
        Some(seat) => {
            state.initiative = seat;
            state.replace_step(TurnStep::First(seat).step());
        }
        None => state.replace_step(TurnStep::Strategy { again: true }.step()),
    }
}

/// Hands the turn on after an action (EA-2.4, EA-2.5).
pub(crate) fn after_action(state: &mut State, seat: Seat, retained: bool) {
    let foe = seat.opponent();
    let foe_ready = initiative::ready(state, foe).next().is_some();
    let own_ready = initiative::ready(state, seat).next().is_some();
    let next = match (own_ready, foe_ready) {
        (false, false) => TurnStep::End,
        (true, false) => TurnStep::Act { seat, retain: false },
        (true, true) if !retained => TurnStep::Act { seat, retain: true },
        _ => TurnStep::Act { seat: foe, retain: false },
    };
    state.replace_step(next.step());
}

fn check_activation<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    (formation, order, road): (FormationNo, Order, bool),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_may_act(game, state, seat, formation, why)?;
    check_order(
        game,
        formation,
        order,
        &|| candidates::has_to_leave_zones(game, state, formation),
        why,
    )?;
    if E::LISTENS && order == Order::Engage && !length::could_engage(game, state, formation) {
        why.require(Rule::Engage, true, || {
            let name = units::formation_name(game, formation);
            let says = format!("no enemy is so near that `{name}` could fight it this turn");
            Fact::warning(says)
        })?;
    }
    if road { check_road_order(game, state, formation, order, why) } else { Ok(()) }
}

/// Whether a formation may take an action at all now (EA-2.4).
fn check_may_act<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    formation: FormationNo,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let known = formation.index() < state.formations.len();
    why.need(Rule::Formations, known, || {
        Fact::says("there is no such formation").held("this is a formation of the battle")
    })?;
    let name = || units::formation_name(game, formation).to_string();
    let own = state.formation(formation).owner == seat;
    why.need(Rule::ActionPhase, own, || {
        let side = game.side_name(seat);
        Fact::says(format!("`{}` is not {side}'s", name()))
            .held(format!("`{}` is {side}'s", name()))
    })?;
    let record = state.formation(formation);
    why.require(Rule::ActionPhase, !record.broken, || {
        Fact::says(format!("`{}` is broken and takes no action", name()))
            .held(format!("`{}` is not broken", name()))
    })?;
    why.require(Rule::RuinEndsActivation, record.stance != Stance::Lost, || {
        Fact::says(format!("`{}` lost its action when its stronghold fell", name()))
            .held("no stronghold fell on it this turn")
    })?;
    let free =
        matches!(record.stance, Stance::Ready | Stance::Lost | Stance::Overwatch { acted: false });
    why.require(Rule::ActionPhase, free, || {
        Fact::says(format!("`{}` has acted this turn", name()))
            .held(format!("`{}` has not acted this turn", name()))
    })?;
    why.need(Rule::Formations, units::on_table(state, formation), || {
        Fact::says(format!("`{}` is not on the table", name()))
            .held(format!("`{}` is on the table", name()))
    })
}

/// Whether a formation may be given an order; `bound` says whether it has to leave a zone.
fn check_order<E: Explain<Rule>>(
    game: &EaHeresy,
    formation: FormationNo,
    order: Order,
    bound: &dyn Fn() -> bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::Hold, order != Order::Hold, || {
        Fact::says("a formation holds only after a failed test")
            .held("this is an action that a formation may choose")
    })?;
    let still = matches!(order, Order::SustainedFire | Order::Overwatch);
    why.require(Rule::StartingInZone, !still || !bound(), || {
        Fact::says(format!(
            "`{}` starts in an enemy's zone of control: it must engage or move away",
            units::formation_name(game, formation)
        ))
        .held("no unit of it has to leave an enemy's zone of control")
        .remedy("engage, or choose an action with a move")
    })
}

fn check_road_order<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    order: Order,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let row = actions::action_row(game, order, Way::Move);
    why.require(Rule::RoadMove, row.is_some_and(|row| row.road_move), || {
        let rows = game.catalog.actions.iter().filter(|row| row.road_move);
        let names: Vec<String> = rows.map(|row| row.name.to_lowercase()).collect();
        let names = match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "no action".to_string(),
        };
        Fact::says(format!("a road move goes with {names} only"))
            .held("a road move goes with this action")
    })?;
    let off = state.members(formation).find(|unit| !length::is_on_road(game, state, *unit));
    why.require(Rule::RoadMove, off.is_none(), || {
        let unit = off.map_or("?", |unit| units::unit_name(game, unit));
        Fact::says(format!("`{unit}` is not on a road")).held("every unit is on a road")
    })
}

impl Play<EaHeresy> for TurnStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            TurnStep::Strategy { .. } | TurnStep::First(_) | TurnStep::Free => Flow::Wait,
            TurnStep::Act { seat, .. } => {
                if initiative::ready(state, seat).next().is_some() {
                    return Flow::Wait;
                }
                let foe = seat.opponent();
                let next = if initiative::ready(state, foe).next().is_some() {
                    TurnStep::Act { seat: foe, retain: false }
                } else {
                    TurnStep::End
                };
                state.replace_step(next.step());
                Flow::On
            }
            TurnStep::End => {
                state.replace_step(TurnStep::Close.step());
                begin_end_phase(game, state, out);
                Flow::On
            }
            TurnStep::Close => {
                state.steps.pop();
                scoring::close_turn(game, state, out);
                Flow::On
            }
        }
    }

    fn ask(self, _: Now<EaHeresy>) -> Ask {
        match self {
            TurnStep::Strategy { .. } | TurnStep::End | TurnStep::Close => Ask::Roll,
            TurnStep::First(seat) => Ask::seat(seat, Rule::StrategyRoll),
            TurnStep::Act { seat, retain: false } => Ask::seat(seat, Rule::ActionPhase),
            TurnStep::Act { seat, retain: true } => Ask::seat(seat, Rule::RetainingTheInitiative),
            TurnStep::Free => Ask::seat(Seat::JUDGE, Rule::JudgesWord),
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            TurnStep::First(_) => into.extend([Action::GoFirst(true), Action::GoFirst(false)]),
            TurnStep::Act { retain, .. } => {
                if retain {
                    into.push(Action::Pass);
                }
                list_activations(game, state, seat, into);
                return Listing::Candidates;
            }
            _ => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (TurnStep::First(_), Action::GoFirst(_)) => Ok(()),
            (TurnStep::Act { retain, .. }, Action::Pass) => {
                why.need(Rule::ActionPhase, retain, || {
                    Fact::says("a side with a formation that may act has to act")
                })
            }
            (TurnStep::Act { .. }, Action::Activate { formation, order, road, with, pop_up }) => {
                check_activation(game, state, seat, (*formation, *order, *road), why)?;
                checks::check_pop_up(game, state, (*formation, *with), *order, pop_up, why)?;
                checks::check_combined(game, state, *formation, *order, *with, why)
            }
            (TurnStep::First(_), _) => why.need(Rule::StrategyRoll, false, || {
                Fact::says("say whether you go first or second")
                    .instead("`go first`", &Action::GoFirst(true))
            }),
            (TurnStep::Free, _) => why.need(Rule::ActionPhase, false, || {
                let instead = free::instead_of(game, state, action);
                Fact::says(format!("nobody's turn it is at a referee's table: {instead}"))
            }),
            (TurnStep::Act { retain: true, .. }, _) => why.need(Rule::ActionPhase, false, || {
                Fact::says("name a formation and what it is to do, or pass")
                    .instead("`pass` leaves it to the other side", &Action::Pass)
            }),
            _ => why.need(Rule::ActionPhase, false, || {
                let fact = no_answer(game, state, seat);
                Fact { says: "name a formation and what it is to do".into(), ..fact }
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
        match (self, action) {
            (TurnStep::First(winner), Action::GoFirst(first)) => {
                let seat = if *first { winner } else { winner.opponent() };
                out.tell(|| Event::GoesFirst { seat, rule: Rule::StrategyRoll });
                state.replace_step(TurnStep::Act { seat, retain: false }.step());
            }
            (TurnStep::Act { .. }, Action::Pass) => {
                out.tell(|| Event::Passed { seat, rule: Rule::RetainingTheInitiative });
                let foe = seat.opponent();
                state.replace_step(TurnStep::Act { seat: foe, retain: false }.step());
            }
            (
                TurnStep::Act { retain, .. },
                Action::Activate { formation, order, road, with, pop_up },
            ) => {
                let begin = ActivateStep::Test {
                    formation: *formation,
                    order: *order,
                    road: *road,
                    with: *with,
                    retained: retain,
                };
                test::activate(game, state, begin, pop_up, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, .. }: Now<EaHeresy>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let again = matches!(self, TurnStep::Strategy { again: true });
        if !again {
            for seat in Seat::SIDES {
                initiative::strategy_bonus(game, seat, why);
            }
        }
        let count = if again { 2 } else { game.edition.strategy_dice };
        let groups = Seat::SIDES.into_iter().map(|seat| dice(seat, count, 0)).collect();
        RollRequest::of(Rule::StrategyRoll, groups)
    }

    fn worth(self, _: Now<EaHeresy>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(face))
    }

    fn resolve(self, change: &mut Change<EaHeresy, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        let again = matches!(self, TurnStep::Strategy { again: true });
        let half = faces.len() / 2;
        let total = |seat: Seat, faces: &[Face]| {
            let bonus = if again { 0 } else { initiative::strategy_bonus(game, seat, &mut Silent) };
            faces.iter().map(|face| shown(*face)).sum::<i16>() + bonus
        };
        let totals = [total(Seat(0), &faces[..half]), total(Seat(1), &faces[half..])];
        settle_strategy(game, state, totals, again, out);
    }
}

/// Every formation of a side that may act with every order it may take.
fn list_activations(game: &EaHeresy, state: &State, seat: Seat, into: &mut Vec<Action>) {
    for formation in initiative::ready(state, seat) {
        let bound = OnceCell::new();
        let bound =
            || *bound.get_or_init(|| candidates::has_to_leave_zones(game, state, formation));
        for order in Order::ALL {
            if order == Order::Engage && !length::could_engage(game, state, formation) {
                continue;
            }
            if check_order(game, formation, order, &bound, &mut Silent).is_ok() {
                into.push(Action::Activate {
                    formation,
                    order,
                    road: false,
                    with: None,
                    pop_up: Vec::new(),
                });
            }
        }
    }
}

fn begin_end_phase<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    rally::repair_shields(game, state, out);
    if scoring::before_rally(game, state, out) {
        return;
    }
    let first = if game.sides[1].strategy > game.sides[0].strategy { Seat(1) } else { Seat(0) };
    state.push_step(Step::Morale(MoraleStep::Rally { seat: first }));
}
