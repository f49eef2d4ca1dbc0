//! Who sees whom: what raised viewers see over, what hides, what Towering ground stops; lines are core's.

use crate::position::amendment::Answer;
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::known_sights::{Question, Stand};
use crate::position::state::{Body, PieceNo, State, Unit, UnitNo, Whereabouts};
use crate::position::units::{area, base_of, is_ruined, model_of, terrain_of};
use crate::tables::catalog;
use crate::tables::catalog::{Towering, Traits, UnitType};
use crate::tables::edition::{HillFeatureTowering, SeeOverMetric};
use smallvec::SmallVec;
use umpire_core::table::{
    self, Base, Bearing, Between, BlockedBy, Class, EdgePart, FINE, Field, Length, Obscured,
    Outline, Point, Side, Sight, SightRules, coarse,
};

/// Gaps this near to each other count as equal where someone sees over a piece: a tenth of a millimetre, in steps of
/// the fine grid.
const TIE: i64 = 10 * FINE;

/// One of two who look at each other.
#[derive(Debug, Clone, Copy)]
pub struct Looker<'a> {
    /// What of it looks and is seen.
    pub area: table::Body<'a>,
    /// Elevated (EA-4.5.7).
    pub high: bool,
    /// An aircraft in the air: it sees and is seen over everything (EA-4.8).
    pub airborne: bool,
    /// Towering itself, or Support Craft: hidden by Towering pieces alone, never by one as near to both.
    pub towering: bool,
    /// The pieces that never block it.
    pub own: &'a [u16],
}

/// Two who look at each other by the rules of an edition.
#[derive(Clone, Copy)]
pub struct Looks<'a> {
    /// The one asked about first; where one shoots, the shooter.
    pub first: Looker<'a>,
    /// The other one.
    pub second: Looker<'a>,
    /// How deep lines go into ground that blocks by area (EA-4.4).
    pub depth: Length,
    /// To what of a piece distances are measured (EA-4.5.6).
    pub see_over: SeeOverMetric,
    /// Whether a hill hides what lies close under it (EA-4.6.2).
    pub dead_ground: bool,
    /// Whether nobody sees over a piece.
    pub towers: &'a dyn Fn(u16) -> bool,
}

impl SightRules for Looks<'_> {
    fn depth(&self) -> Length {
        self.depth
    }

    fn bearing(&self, between: &Between) -> Bearing {
        let stands_on = self.stand_on(between.number());
        if stands_on != [false; 2] && !self.is_dead_ground(between, stands_on) {
            return Bearing::Ignored;
        }
        if !self.first.high && !self.second.high {
            return Bearing::Blocks;
        }
        if (self.towers)(between.number()) {
            return if stands_on == [false; 2] { Bearing::Blocks } else { Bearing::Ignored };
        }
        let Some((raised, lower)) = self.raised_and_lower() else { return Bearing::Overseen };
        let Some((near, far)) = self.gaps_over(between, raised, lower) else {
            return Bearing::Ignored;
        };
        if far > 0 && far > near + TIE + 1 {
            Bearing::Overseen
        } else if far > 0 && (far - near).abs() <= TIE + 1 {
            Bearing::Hides
        } else {
            Bearing::Blocks
        }
    }
}

impl Looks<'_> {
    fn airborne(&self) -> bool {
        self.first.airborne || self.second.airborne
    }

    /// Which of the two is raised and which is not; nothing where both are, or neither.
    fn raised_and_lower(&self) -> Option<(Side, Side)> {
        match (self.first.high, self.second.high) {
            (true, false) => Some((Side::First, Side::Second)),
            (false, true) => Some((Side::Second, Side::First)),
            _ => None,
        }
    }

    fn stand_on(&self, piece: u16) -> [bool; 2] {
        [&self.first, &self.second].map(|looker| looker.own.contains(&piece))
    }

    /// Whether a hill may hide what lies close under it from the one who stands on it (EA-4.6.2).
    fn is_dead_ground(&self, between: &Between, stands_on: [bool; 2]) -> bool {
        let [on, other] =
            if stands_on[0] { [&self.first, &self.second] } else { [&self.second, &self.first] };
        let one_stands_on_it = stands_on[0] != stands_on[1];
        self.dead_ground
            && between.piece().class == Class::Solid
            && one_stands_on_it
            && on.high
            && !other.high
    }

    /// How far a piece is from the raised one of the two and from the lower (EA-4.5.2, EA-4.5.6); nothing where no part
    /// of it lies between them.
    fn gaps_over(&self, between: &Between, raised: Side, lower: Side) -> Option<(i64, i64)> {
        let part = match self.see_over {
            SeeOverMetric::AlongLine => EdgePart::Between,
            SeeOverMetric::Shortest => EdgePart::Whole,
        };
        let near = match self.stand_on(between.number()) {
            [false, false] => between.gap(raised, part)?,
            _ => between.gap_to_rim(raised)?,
        };
        Some((near, between.gap(lower, part)?))
    }

    /// How far a piece is from the raised one and from the lower, rounded down; nothing where not exactly one is raised,
    /// or no part of the piece lies between them.
    pub fn lengths_over(&self, ground: &Field, piece: u16) -> Option<(Length, Length)> {
        let (raised, lower) = self.raised_and_lower()?;
        let (near, far) =
            ground.measured(self.first.area, self.second.area, piece, |between| {
                self.gaps_over(between, raised, lower)
            })??;
        Some((coarse(near), coarse(far)))
    }
}

/// The same two, where Towering pieces alone count: what hides a Towering target.
#[derive(Clone, Copy)]
pub struct OnlyTowering<'a>(pub &'a Looks<'a>);

impl SightRules for OnlyTowering<'_> {
    fn depth(&self) -> Length {
        self.0.depth
    }

    fn bearing(&self, between: &Between) -> Bearing {
        match (self.0.towers)(between.number()) {
            true => self.0.bearing(between),
            false => Bearing::Ignored,
        }
    }
}

/// The field of sight as the strongholds stand now.
pub fn field<'g>(game: &'g EaHeresy, state: &State) -> &'g Field {
    game.board.field(|piece| is_ruined(game, state, piece))
}

/// Calls `f` with both bodies as they look at each other; nothing where one is not on the table.
fn with_looks<T>(
    game: &EaHeresy,
    state: &State,
    a: Body,
    b: Body,
    f: impl FnOnce(&Field, &Looks) -> T,
) -> Option<T> {
    let (from, to) = (area(game, state, a)?, area(game, state, b)?);
    let (own_a, own_b) = (own_pieces(game, state, a), own_pieces(game, state, b));
    let towers = |piece| towers(game, state, piece);
    let both = (looker(game, state, a, &from, &own_a), looker(game, state, b, &to, &own_b));
    let looks = looks(game, both, &towers);
    if !game.edition.we_blocks_los {
        return Some(f(field(game, state), &looks));
    }
    let mut pieces = field(game, state).pieces().to_vec();
    let engines = engines_besides(game, state, a, b).filter_map(|unit| {
        let corners = base_of(game, state, unit)?.corners().to_vec();
        Some(table::Piece::new(Outline::new(corners).ok()?, Class::Complete))
    });
    pieces.extend(engines);
    Some(f(&Field::new(pieces), &looks))
}

/// Two who look at each other by the edition of a game.
fn looks<'a>(
    game: &EaHeresy,
    (first, second): (Looker<'a>, Looker<'a>),
    towers: &'a dyn Fn(u16) -> bool,
) -> Looks<'a> {
    Looks {
        first,
        second,
        depth: game.edition.area_depth,
        see_over: game.edition.see_over_metric,
        dead_ground: game.edition.hill_dead_ground,
        towers,
    }
}

/// Whether two units on foot would see each other that stood with these bases on the table, and nobody else there.
pub(crate) fn bases_see(game: &EaHeresy, state: &State, from: &Base, to: &Base) -> bool {
    let own = [from, to].map(|base| hills_under(game, state, base.centre()));
    let look = |base, own| {
        let own: &SmallVec<[u16; 4]> = own;
        let area = table::Body::Base(base);
        Looker { area, high: !own.is_empty(), airborne: false, towering: false, own }
    };
    let towers = |piece| towers(game, state, piece);
    let looks = looks(game, (look(from, &own[0]), look(to, &own[1])), &towers);
    field(game, state).sees(looks.first.area, looks.second.area, &looks)
}

/// The hills that whoever stands at a place stands on (EA-4.6).
fn hills_under(game: &EaHeresy, state: &State, place: Point) -> SmallVec<[u16; 4]> {
    let hill = |piece: &PieceNo| terrain_of(game, state, *piece).sight == catalog::Sight::Hill;
    game.board.at(place).filter(hill).map(|piece| piece.0).collect()
}

fn looker<'a>(
    game: &EaHeresy,
    state: &State,
    body: Body,
    area: &'a Area,
    own: &'a [u16],
) -> Looker<'a> {
    let (airborne, towering) = match body {
        Body::Unit(unit) => {
            let model = model_of(game, state, unit);
            let tall = model.traits.any(Traits::TOWERING | Traits::SUPPORT_CRAFT);
            (model.is_aircraft(), tall || model.kind == UnitType::SupportCraft)
        }
        Body::Stronghold(piece) => (false, is_tall(game, state, piece)),
    };
    let high = is_elevated(game, state, body);
    Looker { area: area.body(), high, airborne, towering, own }
}

/// Whether nobody sees over a piece of the ground: it is Towering, or a feature on a hill (EA-4.6.1, EA-4.7); a war
/// engine in the way is not.
fn towers(game: &EaHeresy, state: &State, number: u16) -> bool {
    let piece = PieceNo(number);
    if piece.index() >= game.board.pieces.len() {
        return false;
    }
    let is_feature = |piece: PieceNo| {
        let sight = terrain_of(game, state, piece).sight;
        matches!(sight, catalog::Sight::Area | catalog::Sight::Complete)
    };
    let bears_a_feature = || match game.edition.hill_feature_towering {
        HillFeatureTowering::Feature => false,
        HillFeatureTowering::WholeHill => {
            let bears =
                |other: PieceNo| game.board.piece(other).on == Some(piece) && is_feature(other);
            game.board.all().any(bears)
        }
    };
    terrain_of(game, state, piece).towering == Towering::Yes
        || game.board.piece(piece).on.is_some() && is_feature(piece)
        || bears_a_feature()
}

/// Whether a body is elevated (EA-4.5.7): popped up, Support Craft, Towering, on a hill.
pub fn is_elevated(game: &EaHeresy, state: &State, body: Body) -> bool {
    match body {
        Body::Unit(unit) => {
            let on_hill = match state.unit(unit).place {
                Whereabouts::Table(at) => !hills_under(game, state, at).is_empty(),
                Whereabouts::Inside(piece) => {
                    game.board.piece(piece).on.is_some()
                        || game.edition.sh_towering_elevates_occupants
                            && is_tall(game, state, piece)
                }
                _ => false,
            };
            let model = model_of(game, state, unit);
            state.unit(unit).popped_up
                || model.kind == UnitType::SupportCraft
                || model.traits.any(Traits::SUPPORT_CRAFT | Traits::TOWERING)
                || on_hill
        }
        Body::Stronghold(piece) => {
            is_tall(game, state, piece) || game.board.piece(piece).on.is_some()
        }
    }
}

/// Whether a piece is Towering (EA-4.7), as a feature on a hill too (EA-4.6.1).
pub fn is_tall(game: &EaHeresy, state: &State, piece: PieceNo) -> bool {
    let row = terrain_of(game, state, piece);
    row.towering == Towering::Yes
        || game.board.piece(piece).on.is_some() && row.sight != catalog::Sight::None
}

/// The pieces that never block a body's lines: the hills it is on, the stronghold it is in or
/// is, and the hill under that (EA-4.6, EA-6.5.2, EA-6.5.5).
pub(crate) fn own_pieces(game: &EaHeresy, state: &State, body: Body) -> SmallVec<[u16; 4]> {
    let with_hill = |piece: PieceNo| {
        let under = game.board.piece(piece).on;
        std::iter::once(piece).chain(under).map(|piece| piece.0).collect()
    };
    match body {
        Body::Stronghold(piece) => with_hill(piece),
        Body::Unit(unit) => match state.unit(state.carrier(unit)).place {
            Whereabouts::Inside(piece) => with_hill(piece),
            Whereabouts::Table(at) => hills_under(game, state, at),
            _ => SmallVec::new(),
        },
    }
}

/// War engines that stand in the way of sight where the edition says so (EA-4.1.2).
fn engines_besides<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    a: Body,
    b: Body,
) -> impl Iterator<Item = UnitNo> + 'a {
    state.all_units().filter(move |unit| {
        let model = model_of(game, state, *unit);
        model.kind == UnitType::WarEngine
            && matches!(state.unit(*unit).place, Whereabouts::Table(_))
            && ![a, b].contains(&Body::Unit(*unit))
    })
}

/// The war engine that a number beyond those of the board's pieces means between two bodies.
pub(crate) fn engine_between(
    game: &EaHeresy,
    state: &State,
    a: Body,
    b: Body,
    number: u16,
) -> Option<UnitNo> {
    let beyond = usize::from(number).checked_sub(game.board.pieces.len())?;
    engines_besides(game, state, a, b).nth(beyond)
}

/// Whether two bodies see each other (EA-4.1); the judge's word counts.
pub fn sees(game: &EaHeresy, state: &State, a: Body, b: Body) -> bool {
    if let Some(answer) = judged_sight(state, a, b) {
        return answer;
    }
    let see = || {
        with_looks(game, state, a, b, |ground, looks| {
            looks.airborne() || ground.sees(looks.first.area, looks.second.area, looks)
        })
        .unwrap_or(false)
    };
    match sight_question(game, state, a, b) {
        Some(question) => game.known_sights.seen.answer(question, see),
        None => see(),
    }
}

/// What sight between two bodies hangs on; nothing where units stand in its way too, so that an
/// answer holds for one position alone.
fn sight_question(game: &EaHeresy, state: &State, a: Body, b: Body) -> Option<Question> {
    if game.edition.we_blocks_los {
        return None;
    }
    Some((ruins(game, state), stand(state, a)?, stand(state, b)?))
}

/// What a body's lines of sight depend on; nothing for units in transports.
fn stand(state: &State, body: Body) -> Option<Stand> {
    match body {
        Body::Stronghold(piece) => Some(Stand::Walls(piece)),
        Body::Unit(number) => {
            let Unit { model, place, facing, popped_up, .. } = *state.unit(number);
            let stands = matches!(place, Whereabouts::Table(_) | Whereabouts::Inside(_));
            stands.then_some(Stand::Unit { model, place, facing, popped_up })
        }
    }
}

/// Which strongholds lie in ruins, by bit.
fn ruins(game: &EaHeresy, state: &State) -> u16 {
    let each = state.strongholds.iter().enumerate();
    each.map(|(bit, it)| u16::from(is_ruined(game, state, it.piece)) << bit).sum()
}

/// Whether two bodies see each other, with what shows it.
pub fn sight(game: &EaHeresy, state: &State, a: Body, b: Body) -> Option<Sight> {
    with_looks(game, state, a, b, |ground, looks| {
        let (a, b) = (looks.first.area, looks.second.area);
        if !looks.airborne() {
            return ground.sight(a, b, looks);
        }
        let corner = |body: table::Body| body.corners().first().copied().unwrap_or_default();
        Sight::Clear { line: (corner(a), corner(b)), hiding: Vec::new(), overseen: Vec::new() }
    })
}

/// How far a piece that is seen over is from the raised one of two bodies and from the other; nothing where both are
/// raised.
pub(crate) fn distances_over(
    game: &EaHeresy,
    state: &State,
    (a, b): (Body, Body),
    piece: u16,
) -> Option<(Length, Length)> {
    with_looks(game, state, a, b, |ground, looks| looks.lengths_over(ground, piece)).flatten()
}

/// Why a piece stops a line, as EA-4 has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// The line goes in and out again (EA-4.4).
    Through,
    /// The line is so long within it, rounded up, and ends or begins there (EA-4.4.1).
    Depth(Length),
    /// The line runs where this piece and another touch.
    Joint(u16),
    /// It is a hill on which neither of them stands (EA-4.6).
    Hill,
    /// It could be seen over, but is nearer to the lower one: first its distance from the raised one (EA-4.5.2).
    TooNear(Length, Length),
    /// It is Towering, so that the raised one does not see over it (EA-4.7).
    Towering,
}

/// Why a piece stops the lines between two bodies, from what core found.
pub(crate) fn why(
    game: &EaHeresy,
    state: &State,
    (a, b): (Body, Body),
    by: u16,
    found: BlockedBy,
) -> Option<Why> {
    with_looks(game, state, a, b, |ground, looks| {
        if let BlockedBy::Joint { with } = found {
            return Why::Joint(with);
        }
        let raised = looks.first.high || looks.second.high;
        let towers = (looks.towers)(by);
        match (found, looks.lengths_over(ground, by)) {
            (_, Some((near, far))) if far > 0 && !towers => Why::TooNear(near, far),
            (BlockedBy::Depth { found }, _) => Why::Depth(found),
            _ if raised && towers => Why::Towering,
            _ if ground
                .pieces()
                .get(usize::from(by))
                .is_some_and(|it| it.class == Class::Solid) =>
            {
                Why::Hill
            }
            _ => Why::Through,
        }
    })
}

/// A part of the target that the shooter does not see (EA-4.11).
pub fn obscured(game: &EaHeresy, state: &State, shooter: Body, target: Body) -> Option<Obscured> {
    let look = || {
        with_looks(game, state, shooter, target, |ground, looks| {
            if looks.airborne() {
                return None;
            }
            let (a, b) = (looks.first.area, looks.second.area);
            if !looks.second.towering {
                return ground.obscured(a, b, looks);
            }
            let hidden = ground.hidden(a, b, &OnlyTowering(looks))?;
            ground.sees(a, b, looks).then_some(hidden)
        })
        .flatten()
    };
    match sight_question(game, state, shooter, target) {
        Some(question) => game.known_sights.obscured.answer(question, look),
        None => look(),
    }
}

/// Whether the two see each other only over pieces as near to one as to the other (EA-4.5.2); never where the second is
/// hidden by Towering pieces alone.
pub fn sight_tied(game: &EaHeresy, state: &State, a: Body, b: Body) -> bool {
    with_looks(game, state, a, b, |ground, looks| {
        !looks.second.towering
            && !looks.airborne()
            && ground.sees_only_past_hiding(looks.first.area, looks.second.area, looks)
    })
    .unwrap_or(false)
}

fn judged_sight(state: &State, a: Body, b: Body) -> Option<bool> {
    state.answers.iter().rev().find_map(|answered| match answered.says {
        Answer::Sees(yes) if answered.is_about(a, b) => Some(yes),
        _ => None,
    })
}
