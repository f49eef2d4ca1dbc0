//! Boards of squares: their eight directions, how far they lie apart, which of them a line passes; laid as a [`Plan`].

mod board;
mod corners;
mod direction;

pub use board::{Board, SquareId};
pub use direction::Direction;

use crate::plan;

/// A board of squares, written in letters.
///
/// ```
/// use umpire_core::data::{Source, read};
/// use umpire_core::plan::{Ground, PlanForm, Stop, WallsForm};
/// use umpire_core::square::Plan;
///
/// #[derive(serde::Deserialize)]
/// struct Form {
///     ground: Vec<Ground>,
///     board: PlanForm,
///     walls: WallsForm,
/// }
/// let text = "
/// ground:
/// - {id: floor, letter: ., colour: '#d9d2c0'}
/// - {id: door, letter: d, colour: '#8a5a2b', impassable: true, blocks_sight: true}
/// board:
/// - . . .
/// - . . .
/// walls:
/// - B1-B2 e door
/// ";
/// let form = read::<Form>(&Source::new("room.yaml", text)).unwrap();
/// let mut plan: Plan = form.value.board.lay(&form.value.ground, "board", &form.places).unwrap();
/// form.value.walls.build(&mut plan, "walls", &form.places, &mut Vec::new());
/// let [a1, b1, c1] = ["A1", "B1", "C1"].map(|name| plan.named(name).unwrap());
/// assert_eq!(plan.hidden_by(a1, c1), Some(Stop::Between(b1, c1)));
/// assert_eq!(plan.said(Stop::Between(b1, c1)), "the door between B1 and C1");
/// // Somebody opens it.
/// plan.build(b1, c1, None);
/// assert_eq!(plan.hidden_by(a1, c1), None);
/// // The way round the end of the wall that is left cuts its corner, where a game minds that.
/// let c2 = plan.named("C2").unwrap();
/// assert_eq!(plan.cut_corner(b1, c2, |_| false), Some(Stop::Between(plan.named("B2").unwrap(), c2)));
/// ```
pub type Plan = plan::Plan<Board>;
/// Where something can go on it.
pub type Ways = plan::Ways<Board>;
/// Something that stands on it.
pub type Token = plan::Token<Board>;
