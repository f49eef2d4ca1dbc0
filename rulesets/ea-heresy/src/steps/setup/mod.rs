//! Before the first turn: formations are deployed by turns, in a zone or as garrisons (EA-13.6).

pub(crate) mod slots;

use crate::position::action::{Action, Deployed};
use crate::position::area::Area;
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, Stance, State, UnitNo, UnitSet, Whereabouts};
use crate::position::step::{SetupStep, Step};
use crate::position::{names, units};
use crate::rules::{deployment, shelter, standing};
use crate::steps::harm::damage;
use crate::steps::{Ask, Change, Flow, Now, Play};
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;
use umpire_core::table::{self, Length, Point};

/// How far a legal place is looked for.
const SEARCH: Length = 60 * table::CM;

fn check_spirit<E: Explain<Rule>>(
    game: &EaHeresy,
    side: Seat,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let equal = &game.sides[side.index()].equal;
    let known = matches!(action, Action::Spirit(formation) if equal.contains(formation));
    why.need(Rule::BreakTheirSpiritTarget, known, || {
        let names: Vec<String> = equal.iter().map(|it| names::formation_word(game, *it)).collect();
        let side = names::seat_word(game, side);
        let says = format!("choose one of those of {side} that cost most: {}", names.join(", "));
        match equal.first() {
            Some(first) => {
                let first_says = format!("`spirit {}`", names::formation_word(game, *first));
                Fact::says(says).instead(first_says, &Action::Spirit(*first))
            }
            None => Fact::says(says),
        }
    })
}

fn check_deployment<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    (formation, places, overwatch): (FormationNo, &[Deployed], bool),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let waits = deployment::undeployed(state, seat).any(|it| it == formation);
    why.need(Rule::Garrisons, waits, || {
        Fact::says("this is no formation of this side that waits to be put down")
    })?;
    let units: Vec<UnitNo> = state.members(formation).collect();
    why.need(Rule::Garrisons, units.len() == places.len(), || {
        let name = units::formation_name(game, formation);
        let fact = match places.len() {
            0 => Fact::says(format!("say where `{name}` goes")),
            given => Fact::says(format!("{} units of `{name}` need a place each", units.len()))
                .exactly(given as i64, units.len() as i64),
        };
        match slots::short_deployment(game, state, seat, formation) {
            Some((short, action)) => {
                let rest = match units.len() {
                    1 => "",
                    _ => ", one place for all: the others stand in a row to its right",
                };
                fact.instead(format!("`{short}`{rest}"), &action)
            }
            None => fact,
        }
    })?;
    let mut after = state.clone();
    for (unit, place) in units.iter().zip(places) {
        check_place(game, &after, *unit, *place, why)?;
        put(&mut after, *unit, *place);
    }
    let zone = deployment::deployment_zone(game, state, formation);
    let garrisons = deployment::may_garrison(game, state, formation);
    let areas = || units.iter().filter_map(|it| Some((*it, units::area_of(game, &after, *it)?)));
    // One unit near an objective makes a garrison of all; the others stay in their half.
    let holds = garrisons
        && areas().any(|(_, area)| deployment::near_own_objective(game, state, seat, &area));
    let fits = |area: &Area| {
        let bounds = area.bounds();
        zone.holds(bounds.low) && zone.holds(bounds.high)
            || holds && deployment::is_in_own_half(game, seat, area)
    };
    let outside = areas().find(|(_, area)| !fits(area)).map(|(unit, _)| unit);
    why.require(Rule::Garrisons, outside.is_none(), || {
        let unit = outside.map_or("?", |unit| units::unit_name(game, unit));
        let depth = table::said(deployment::deployment_depth(game, state, formation));
        let fact = Fact::says(match (garrisons, holds) {
            (_, true) => format!("`{unit}` is not in its own half, and a garrison is"),
            (true, false) => format!(
                "`{unit}` is not within {depth} cm of its table edge, and no unit is near an objective of its own half"
            ),
            (false, false) => format!("`{unit}` is not within {depth} cm of its table edge"),
        })
        .held("every unit is in its deployment zone, or is of a garrison of its own half");
        match outside.map(|unit| (unit, after.unit(unit).place, after.unit(unit).facing)) {
            Some((unit, Whereabouts::Table(at), facing)) => {
                let fits = |at| deployment::in_zone(zone, units::model_of(game, state, unit).base(at, facing));
                with_place(game, fact, &after, unit, (at, facing), &fits)
            }
            _ => fact,
        }
    })?;
    why.require(Rule::Garrisons, !overwatch || holds, || {
        let fact = Fact::says(if garrisons {
            "it holds no objective of its own half, and only garrisons may start on overwatch"
        } else {
            "only garrisons may start on overwatch"
        });
        fact.held("it is a garrison, or does not start on overwatch")
    })?;
    why.require(Rule::Garrisons, !overwatch || deployment::may_watch(game, state, seat), || {
        let most = game.edition.garrisons_on_overwatch;
        Fact::says(format!("no more than {most} garrisons of a side start on overwatch"))
            .held("its side has few enough garrisons on overwatch")
    })?;
    let cut = standing::cut_off(game, &after, &units);
    why.require(Rule::Coherency, cut.is_none(), || {
        let unit = cut.map_or("?", |unit| units::unit_name(game, unit));
        let fact = Fact::says(format!("`{unit}` is out of coherency with its formation"))
            .held("the formation is in coherency");
        match cut.map(|unit| (unit, after.unit(unit).place, after.unit(unit).facing)) {
            Some((unit, Whereabouts::Table(at), facing)) => {
                let reach = units::coherency_of(game, &after, unit);
                let others = units.iter().filter(|other| **other != unit);
                let areas: Vec<_> =
                    others.filter_map(|other| units::area_of(game, &after, *other)).collect();
                let fits = |at| {
                    let base = units::model_of(game, state, unit).base(at, facing);
                    let own = Area::Base(base);
                    areas.iter().any(|area| own.within(area, reach))
                };
                with_place(game, fact, &after, unit, (at, facing), &fits)
            }
            _ => fact,
        }
    })
}

/// A fault of a place with the nearest place where a unit may stand and `fits` holds.
fn with_place(
    game: &EaHeresy,
    fact: Fact,
    state: &State,
    unit: UnitNo,
    place: (Point, table::Facing),
    fits: &dyn Fn(Point) -> bool,
) -> Fact {
    match standing::nearest_stand(game, state, unit, place, SEARCH, fits) {
        Some(at) => {
            let (x, y) = (table::said(at.x), table::said(at.y));
            fact.remedy(format!("put `{}` at ({x}, {y})", units::unit_name(game, unit)))
        }
        None => fact,
    }
}

fn check_place<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    place: Deployed,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let name = || units::unit_name(game, unit).to_string();
    match place {
        Deployed::At(at, facing) => {
            let near = game.board.bounds().wider(100 * table::CM).holds(at);
            why.need(Rule::Board, near, || Fact::says("this place is far off the table"))?;
            let obstacle = standing::obstacle(game, state, unit, (at, facing), &UnitSet::default());
            let rule = obstacle.map_or(Rule::Bases, |obstacle| obstacle.rule());
            why.require(rule, obstacle.is_none(), || {
                let words = obstacle.map_or(String::new(), |it| standing::obstacle_words(game, it));
                let fact = Fact::says(format!("`{}` cannot stand there: {words}", name()))
                    .held(format!("`{}` can stand there", name()));
                if obstacle.is_none() {
                    return fact;
                }
                let zone = deployment::deployment_zone(game, state, state.unit(unit).formation);
                let fits = |at| {
                    deployment::in_zone(zone, units::model_of(game, state, unit).base(at, facing))
                };
                with_place(game, fact, state, unit, (at, facing), &fits)
            })
        }
        Deployed::In(piece) => {
            let known = piece.index() < game.board.pieces.len();
            let walls = known && units::walls(game, state, piece).is_some();
            why.need(Rule::Stronghold, walls, || Fact::says("this is no stronghold"))?;
            let spearhead = units::unit_has(game, state, unit, Traits::SPEARHEAD);
            why.require(Rule::SpearheadAndSiegeEngine, !spearhead, || {
                Fact::says("a spearhead is not put down in a stronghold").held("it is no spearhead")
            })?;
            shelter::check_room(game, state, unit, piece, why)
        }
        Deployed::On(transport) => {
            let own = transport.index() < state.units.len()
                && state.unit(transport).formation == state.unit(unit).formation
                && transport != unit;
            why.need(Rule::Transport, own, || Fact::says("this is no transport of its own"))?;
            shelter::check_ride(game, state, unit, transport, why)
        }
    }
}

/// Puts a unit where it is deployed.
pub(crate) fn put(state: &mut State, unit: UnitNo, place: Deployed) {
    let place = match place {
        Deployed::At(at, facing) => {
            state.unit_mut(unit).facing = facing;
            Whereabouts::Table(at)
        }
        Deployed::In(piece) => Whereabouts::Inside(piece),
        Deployed::On(transport) => Whereabouts::Aboard(transport),
    };
    state.put(unit, place);
}

impl Play<EaHeresy> for SetupStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, _) = change.parts();
        let seat = match self {
            SetupStep::Spirit(seat) => {
                if deployment::asks_for_spirit(game, state, seat) {
                    return Flow::Wait;
                }
                let next = match seat {
                    Seat(0) => SetupStep::Spirit(Seat(1)),
                    _ => SetupStep::Deploy,
                };
                state.replace_step(Step::Setup(next));
                return Flow::On;
            }
            SetupStep::Deploy => {
                let second = game.sides[1].strategy > game.sides[0].strategy;
                if second { Seat(1) } else { Seat(0) }
            }
            SetupStep::Next(seat) => seat,
        };
        let foe = seat.opponent();
        if deployment::undeployed(state, seat).next().is_some() {
            state.replace_step(Step::Setup(SetupStep::Next(seat)));
            return Flow::Wait;
        }
        if deployment::undeployed(state, foe).next().is_some() {
            state.replace_step(Step::Setup(SetupStep::Next(foe)));
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: Now<EaHeresy>) -> Ask {
        match self {
            SetupStep::Next(seat) => Ask::seat(seat, Rule::Garrisons),
            SetupStep::Spirit(side) => Ask::seat(side.opponent(), Rule::BreakTheirSpiritTarget),
            SetupStep::Deploy => Ask::Roll,
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        if let SetupStep::Spirit(side) = self {
            into.extend(game.sides[side.index()].equal.iter().copied().map(Action::Spirit));
            return Listing::Complete;
        }
        if let Some(formation) = deployment::undeployed(state, seat).next() {
            slots::list_deployments(game, state, seat, formation, into);
        }
        if into.is_empty() {
            into.push(Action::Pass);
        }
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        if let SetupStep::Spirit(side) = self {
            return check_spirit(game, side, action, why);
        }
        match action {
            Action::Deploy { formation, places, overwatch } => {
                check_deployment(game, state, seat, (*formation, places, *overwatch), why)
            }
            Action::Pass => {
                let mut found = Vec::new();
                if let Some(formation) = deployment::undeployed(state, seat).next() {
                    slots::list_deployments(game, state, seat, formation, &mut found);
                }
                why.need(Rule::Garrisons, found.is_empty(), || {
                    Fact::says("a formation that can be put down has to be")
                })
            }
            _ => why.need(Rule::Garrisons, false, || {
                let fact = no_answer(game, state, seat);
                let waits = deployment::undeployed(state, seat).next();
                match waits.and_then(|it| slots::short_deployment(game, state, seat, it)) {
                    Some((short, action)) => fact.instead(format!("`{short}`"), &action),
                    None => fact,
                }
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
        if let (SetupStep::Spirit(side), Action::Spirit(formation)) = (self, action) {
            state.sides[side.index()].spirit = Some(*formation);
            let rule = Rule::BreakTheirSpiritTarget;
            out.tell(|| {
                let (name, side) =
                    (names::formation_word(game, *formation), names::seat_word(game, side));
                Event::Noted {
                    rule,
                    says: format!("the loss of {name} breaks the spirit of {side}"),
                }
            });
            return;
        }
        match action {
            Action::Deploy { formation, places, overwatch } => {
                let units: Vec<UnitNo> = state.members(*formation).collect();
                for (unit, place) in units.into_iter().zip(places) {
                    put(state, unit, *place);
                    let (from, to) = (Whereabouts::Off, state.unit(unit).place);
                    let rule = Rule::Garrisons;
                    out.tell(|| Event::Moved { unit, from, to, length: 0, rule });
                }
                if *overwatch {
                    state.formation_mut(*formation).stance = Stance::Overwatch { acted: false };
                    let (formation, rule) = (*formation, Rule::Garrisons);
                    out.tell(|| Event::Watch { formation, on: true, rule });
                }
            }
            _ => {
                // Nothing of it finds room: it stays out of the battle.
                let waiting = deployment::undeployed(state, seat).next();
                if let Some(formation) = waiting {
                    for unit in state.members(formation).collect::<Vec<_>>() {
                        damage::destroy(state, unit, Rule::Garrisons, out);
                    }
                }
            }
        }
        state.replace_step(Step::Setup(SetupStep::Next(seat.opponent())));
    }
}
