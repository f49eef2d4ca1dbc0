//! Before the first turn: armies in secret, order of play, places, distances (section 4).

pub(crate) mod distance;
#[doc(hidden)]
pub mod divide;
pub(crate) mod imagine;
pub(crate) mod order;
pub(crate) mod placing;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::Place;
use crate::position::setup::{Refusals, Setup};
use crate::position::stack::Step;
use crate::position::stack::setup::{Assembling, Muster, SetupStep};
use crate::position::state::{Side, State};
use crate::position::{names, setup};
use crate::rules::force;
use crate::steps;
use crate::steps::{Ask, turn};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Deaf, Listing, Observe};
use umpire_core::ruling::{Explain, Refusal, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play, Within};

/// A game before its first turn, or every limit of section 3 that a force breaks.
pub(crate) fn muster(game: &DragonDice, setup: &Setup) -> Result<State, Refusals> {
    let mut refusals = Refusals::new();
    let brought = force::brought(game, setup, &mut refusals);
    // Limits hang on the total, which an unknown die of the first force may leave open.
    let Some(total) = force::agreed_total(game, setup, &brought) else { return Err(refusals) };
    let (mut forces, mut sides, mut musters) = (Vec::new(), Vec::new(), Vec::new());
    let mut done = Seats::NONE;
    for (seat, one) in (0..).map(Seat).zip(&brought) {
        let dice = one.tagged();
        force::check_force(game, one, total, brought.len(), &mut refusals);
        let (force, tags) = setup::force_of(game, &dice, total);
        let mut side = Side::default();
        let armies = [tags[0], tags[1], tags[2]];
        let fighting = armies.iter().fold(tags[3], |all, set| all.with(*set));
        side.places[usize::from(Place::OUT.0)] = fighting;
        side.places[usize::from(Place::POOL.0)] = tags[4];
        if one.divided {
            done = done.with(seat);
        }
        musters.push(Muster { terrains: one.terrains, home_die: 0, armies });
        forces.push(force);
        sides.push(side);
    }
    let mut state = State::fresh(forces, sides);
    let (revealed, chooser) = (false, None);
    state.assembling = Some(Assembling { done, revealed, musters, chooser });
    for (seat, one) in (0..).map(Seat).zip(&brought) {
        check_division(game, &state, seat, one, &mut refusals);
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    state.steps.push(Step::Setup(SetupStep::Divide));
    steps::settle(game, &mut state, &mut Deaf);
    Ok(state)
}

/// Faults of armies that the setup divides; an undivided force must be divisible.
fn check_division(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    brought: &crate::rules::force::Brought,
    refusals: &mut Refusals,
) {
    let Some(muster) = state.muster(seat) else { return };
    let name = names::name_of(game, seat);
    if brought.divided {
        for check in divide::division_checks(game, state, seat, 0, &muster.armies) {
            let mends = |army: usize| brought.unknown.0[army] > 0;
            if !check.holds && !check.mended_in.is_some_and(mends) {
                let place = format!("seats.{name}.{}", check.field);
                refusals.push(Refusal::at(check.rule, place, check.says));
            }
        }
    } else if brought.unknown.0[3] == 0 && !divide::divisible(game, state, seat) {
        let most = state.roster.force(seat).total / 2;
        let says = format!(
            "no way was found to divide the force of {name} into three armies of at most {most} points with a unit in each"
        );
        refusals.push(Refusal::at(Rule::ArmySplit, format!("seats.{name}.force"), says));
    }
}

/// A player gives up before the first turn.
pub(crate) fn withdraw_from_setup<O: Observe<Event>>(state: &mut State, _: Seat, out: &mut O) {
    let left: Seats =
        state.from_seat(Seat(0)).filter(|seat| !state.conceded.contains(*seat)).collect();
    if left.len() <= 1 {
        turn::over(state, left, Rule::LastPlayer, out);
        return;
    }
    // Places in the order that hang on a roll of theirs are rolled for again.
    let rolling = state.steps.iter().any(|step| {
        matches!(step, Step::Setup(SetupStep::Compare { .. } | SetupStep::First { .. }))
    });
    if rolling {
        state.break_off(out);
        state.steps.clear();
        let order = SetupStep::Order { among: left, first: None };
        state.steps.push(Step::Setup(order));
    }
}

/// The players who are still in the game, in seat order.
pub(crate) fn remaining(state: &State) -> Seats {
    state.from_seat(Seat(0)).filter(|seat| !state.conceded.contains(*seat)).collect()
}

impl Within<DragonDice> for SetupStep {
    type Whole = Assembling;

    fn whole(state: &State) -> &Option<Assembling> {
        &state.assembling
    }

    fn whole_mut(state: &mut State) -> &mut Option<Assembling> {
        &mut state.assembling
    }

    fn is_within(step: &Step) -> bool {
        matches!(step, Step::Setup(_))
    }

    fn advance(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        assembling: &mut Assembling,
    ) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            SetupStep::Divide => divide::reveal_forces(state, assembling, out),
            SetupStep::Order { among, first } => {
                order::roll_order(game, state, assembling, among, first)
            }
            SetupStep::Compare { among, first } => {
                order::compare_order(game, state, among, first, out)
            }
            SetupStep::First { .. } => Flow::Wait,
            SetupStep::Frontier(chooser) => order::only_frontier(state, assembling, chooser, out),
            SetupStep::Horde(seat) => placing::place_horde(state, assembling, seat, out),
            SetupStep::Campaign(seat) => placing::place_campaign(state, assembling, seat, out),
            SetupStep::Distances(left) => distance::measure(state, left),
        }
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>, assembling: &Assembling) -> Ask {
        match self {
            SetupStep::Divide => Ask::Choice(Choice {
                seats: assembling.dividing(state),
                about: Rule::ArmySplit,
                subject: None,
                sealed: true,
            }),
            SetupStep::First { best, .. } => Ask::seat(best, Rule::FirstTurnOrFrontier),
            SetupStep::Frontier(chooser) => Ask::seat(chooser, Rule::FirstTurnOrFrontier),
            SetupStep::Horde(seat) | SetupStep::Campaign(seat) => Ask::seat(seat, Rule::Placement),
            SetupStep::Order { .. } | SetupStep::Compare { .. } | SetupStep::Distances(_) => {
                Ask::Roll
            }
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        assembling: &Assembling,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            SetupStep::Divide => {
                into.extend(divide::divisions(game, state, seat));
                return Listing::Candidates;
            }
            SetupStep::First { .. } => {
                into.extend([Action::First { first: true }, Action::First { first: false }]);
            }
            SetupStep::Frontier(_) => into.extend(order::proposals(assembling)),
            SetupStep::Horde(seat) => {
                into.extend(placing::horde_places(state, seat).map(Action::Go));
            }
            SetupStep::Campaign(seat) => {
                into.extend(placing::campaign_places(state, seat).map(Action::Go));
            }
            SetupStep::Order { .. } | SetupStep::Compare { .. } | SetupStep::Distances(_) => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        _: &Assembling,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (SetupStep::Divide, action) => divide::check_divide(game, state, seat, action, why),
            (SetupStep::Horde(seat), Action::Go(place)) => {
                placing::check_horde(state, seat, *place, why)
            }
            (SetupStep::Campaign(seat), Action::Go(place)) => {
                placing::check_campaign(state, seat, *place, why)
            }
            _ => self.check_listed(Now { game, state }, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        assembling: &mut Assembling,
        seat: Seat,
        action: &Action,
    ) {
        let (_, state, out) = change.parts();
        match (self, *action) {
            (SetupStep::Divide, Action::Assemble { home_die, home, campaign }) => {
                let all = divide::to_divide(state, seat);
                divide::divide(assembling, (seat, all), home_die, home, campaign);
            }
            (SetupStep::First { best, second }, Action::First { first }) => {
                order::take_first(state, best, second, first, out);
            }
            (SetupStep::Frontier(chooser), Action::Frontier(of)) => {
                order::choose_frontier(state, assembling, chooser, of, out);
            }
            (SetupStep::Horde(seat), Action::Go(place)) => {
                placing::set_horde(state, assembling, seat, place, out);
            }
            (SetupStep::Campaign(seat), Action::Go(place)) => {
                placing::set_campaign(state, assembling, seat, place, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        assembling: &Assembling,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        match self {
            SetupStep::Distances(left) => distance::distance_dice(state, assembling, left),
            _ => RollRequest::of(Rule::OrderOfPlay, Default::default()),
        }
    }

    fn worth(self, _: Now<DragonDice>, _: &Assembling, _: &DiceGroup, face: Face) -> Worth {
        Worth::Each(distance::shown(face).unwrap_or(8))
    }

    fn resolve(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        _: &mut Assembling,
        faces: &[Face],
    ) {
        let (_, state, out) = change.parts();
        if let SetupStep::Distances(left) = self {
            distance::set_distances(state, left, faces, out);
        }
    }
}
