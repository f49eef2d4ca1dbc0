//! Ground on a way: where dangerous and difficult ground asks for a die, and which faces fail (EA-5.1, EA-5.2).

use crate::position::action::UnitMove;
use crate::position::game::EaHeresy;
use crate::position::state::{PieceNo, State, Stopped, UnitNo};
use crate::position::step::{MoveKind, TestDie};
use crate::position::units;
use crate::rules::movement::trip::{Plan, PlanLeg, Trip};
use crate::rules::rolls::shown;
use crate::rules::standing;
use crate::tables::catalog::{Ground, Traits};
use crate::tables::rule::Rule;
use umpire_core::dice::Face;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table;
use umpire_core::table::Length;

/// A test of ground on a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroundTest {
    /// For which piece.
    pub piece: PieceNo,
    /// On which leg of the way.
    pub leg: usize,
    /// How far on that leg.
    pub travelled: Length,
}

impl Trip<'_> {
    /// The first test that a way asks for; cautious units skip those of difficult ground.
    pub(crate) fn first_test(&self, plan: &Plan, cautious: bool) -> Option<GroundTest> {
        let cautious = cautious || self.stopped.is_some_and(|stopped| stopped.cautious);
        let stays = plan.length == 0 && !plan.placed;
        if self.around.rough.is_empty() || stays {
            return None;
        }
        let asks = |piece: &PieceNo| {
            !self.stopped.is_some_and(|stopped| stopped.tested.contains(*piece))
                && ground_asks(self.game, self.state, self.unit, *piece, cautious)
        };
        let test = |piece: PieceNo| {
            let (leg, travelled) = self.meets_ground(plan, piece)?;
            Some(GroundTest { piece, leg, travelled })
        };
        let tests = self.around.rough.iter().copied().filter(asks).filter_map(test);
        tests.min_by_key(|test| (test.leg, test.travelled, test.piece))
    }

    /// Tells, before a way is gone, which ground tests its unit first, and what fails. Only for who listens: it holds in
    /// any case.
    pub(crate) fn warn_of_test<E: Explain<Rule>>(
        &self,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let plan = self.plan(way);
        let Some(test) = plan.and_then(|plan| self.first_test(&plan, way.cautious)) else {
            return Ok(());
        };
        let (game, state, piece) = (self.game, self.state, test.piece);
        let rule = test_rule(game, state, self.unit, piece);
        why.need(rule, true, || {
            let (unit, name) = (units::unit_name(game, self.unit), &game.board.piece(piece).name);
            let fails = said_failure(game, state, self.unit, piece);
            let slowly = match rule {
                Rule::DifficultTerrain => "; `cautious`, at speed 5, it would not test",
                _ => "",
            };
            let words = format!("`{unit}` tests for `{name}` on its way: {fails}{slowly}");
            Fact::warning(words)
        })
    }

    /// Where a way first comes under the effects of a piece (EA-1.6.3, EA-5.1.2): its leg, and how
    /// far on it.
    fn meets_ground(&self, plan: &Plan, piece: PieceNo) -> Option<(usize, Length)> {
        if self.flies && !self.row(piece).effects.skimmers_test {
            let outline = &self.game.board.piece(piece).outline;
            let at_start = self.stopped.is_none_or(|stopped| stopped.travelled == 0);
            let begins = at_start && self.model.has(Traits::SKIMMER);
            let at = plan.first().centre();
            if (begins || plan.placed) && outline.holds(at) && !standing::on_road_at(self.game, at)
            {
                return Some((0, 0));
            }
            let at = plan.end.centre();
            let last = plan.legs.len() - 1;
            let lands = outline.holds(at) && !standing::on_road_at(self.game, at);
            return lands.then_some((last, plan.legs[last].length));
        }
        let first = |(number, leg): (usize, &PlanLeg)| {
            self.first_on(leg, piece).map(|travelled| (number, travelled))
        };
        plan.legs.iter().enumerate().find_map(first)
    }

    /// How far on a leg its middle first is in a piece and on no road (EA-1.6.4).
    pub(crate) fn first_on(&self, leg: &PlanLeg, piece: PieceNo) -> Option<Length> {
        let outline = &self.game.board.piece(piece).outline;
        if !outline.bounds().meets(leg.leg().bounds()) {
            return None;
        }
        let from = leg.base.centre();
        let crossings = table::centre_crossings(from, leg.to, outline);
        let mut inside = outline.holds(from).then_some(0);
        let mut stretches: smallvec::SmallVec<[(Length, Length); 4]> = Default::default();
        for crossing in crossings {
            match (crossing.inwards, inside) {
                (true, _) => inside = Some(crossing.travelled),
                (false, Some(since)) => {
                    stretches.push((since, crossing.travelled));
                    inside = None;
                }
                (false, None) => {}
            }
        }
        if let Some(since) = inside {
            stretches.push((since, leg.length));
        }
        let off_road = self.off_road(leg);
        let shared = |(low, high): &(Length, Length)| {
            // Where ground and road begin at one place, the unit never was on the ground.
            let meet = |from: Length, to: Length| from.max(*low) < to.min(*high) || leg.length == 0;
            let part = off_road.iter().find(|(from, to)| meet(*from, *to))?;
            Some(part.0.max(*low))
        };
        stretches.iter().filter_map(shared).min()
    }
}

/// A piece and those that count as one with it (EA-4.4.2).
pub(crate) fn tested_with(game: &EaHeresy, piece: PieceNo) -> impl Iterator<Item = PieceNo> + '_ {
    let merged = game.board.piece(piece).merged;
    let same = move |other: &PieceNo| {
        *other == piece || merged != 0 && game.board.piece(*other).merged == merged
    };
    game.board.all().filter(same)
}

/// Whether a piece of ground asks a unit for a test when it comes under it.
pub(crate) fn ground_asks(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    cautious: bool,
) -> bool {
    let model = units::model_of(game, state, unit);
    match units::terrain_of(game, state, piece).ground(model.column) {
        Ground::Dangerous => true,
        Ground::Difficult => !model.has(Traits::WALKER) && !cautious,
        _ => false,
    }
}

/// The rule of a piece's test for a unit.
pub(crate) fn test_rule(game: &EaHeresy, state: &State, unit: UnitNo, piece: PieceNo) -> Rule {
    match units::terrain_of(game, state, piece).ground(units::model_of(game, state, unit).column) {
        Ground::Difficult => Rule::DifficultTerrain,
        _ => Rule::DangerousTerrain,
    }
}

/// The piece that a way makes its unit test for first.
pub(crate) fn tested_for(
    game: &EaHeresy,
    state: &State,
    kind: MoveKind,
    way: &UnitMove,
) -> Option<PieceNo> {
    let trip = Trip::of(game, state, kind, way);
    let plan = trip.plan(way)?;
    trip.first_test(&plan, way.cautious).map(|test| test.piece)
}

/// What fails a test for a piece, and what comes of it: `a 1 hits it`.
pub(crate) fn said_failure(game: &EaHeresy, state: &State, unit: UnitNo, piece: PieceNo) -> String {
    let faces = |up_to: i16| match up_to {
        ..=1 => "a 1".to_string(),
        _ => format!("1 to {up_to}"),
    };
    let fails = faces(fails_up_to(game, state, piece));
    match second_up_to(game, state, unit, piece) {
        Some(second) => format!("{fails} fails, and {} on a second die hits it", faces(second)),
        None => format!("{fails} hits it"),
    }
}

/// Faces of the die that fail: 1 to this.
fn fails_up_to(game: &EaHeresy, state: &State, piece: PieceNo) -> i16 {
    i16::from(units::terrain_of(game, state, piece).effects.fails_on.unwrap_or(1))
}

/// Faces of the second die that bring a hit: 1 to this; nothing where there is none.
pub(crate) fn second_up_to(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
) -> Option<i16> {
    let effects = &units::terrain_of(game, state, piece).effects;
    match test_rule(game, state, unit, piece) {
        Rule::DifficultTerrain => Some(i16::from(effects.then_hits_on.unwrap_or(3))),
        _ => effects.then_hits_on.map(i16::from),
    }
}

/// Whether a failed die is rolled again: dangerous ground, by walkers and careful units.
pub(crate) fn rerolls(game: &EaHeresy, state: &State, stopped: &Stopped, piece: PieceNo) -> bool {
    let walker = units::unit_has(game, state, stopped.unit, Traits::WALKER);
    let effects = &units::terrain_of(game, state, piece).effects;
    test_rule(game, state, stopped.unit, piece) == Rule::DangerousTerrain
        && (stopped.cautious || walker && effects.walker_rerolls)
}

/// Whether a die of a test is bad.
pub(crate) fn test_fails(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    piece: PieceNo,
    (die, face): (TestDie, Face),
) -> bool {
    let up_to = match die {
        TestDie::First | TestDie::Again => fails_up_to(game, state, piece),
        TestDie::Second => second_up_to(game, state, unit, piece).unwrap_or(6),
    };
    shown(face) <= up_to
}
