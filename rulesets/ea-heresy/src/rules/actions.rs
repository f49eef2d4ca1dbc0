//! Actions: the row of the table that an order is (EA-2.8).

use crate::position::action::{Order, Way};
use crate::position::game::EaHeresy;
use crate::tables::catalog::ActionRow;

/// The row of an action; a marshal or hold action is one of several, by the way that was chosen.
pub(crate) fn action_row(game: &EaHeresy, order: Order, way: Way) -> Option<&ActionRow> {
    let id = match (order, way) {
        (Order::Advance, _) => "advance",
        (Order::Engage, _) => "engage",
        (Order::Double, _) => "double",
        (Order::March, _) => "march",
        (Order::Overwatch, _) => "overwatch",
        (Order::SustainedFire, _) => "sustained_fire",
        (Order::Marshal, Way::Move) => "marshal_move",
        (Order::Marshal, _) => "marshal_shoot",
        (Order::Hold, Way::Move) => "hold_move",
        (Order::Hold, Way::Shoot) => "hold_shoot",
        (Order::Hold, Way::Regroup) => "hold_regroup",
    };
    game.catalog.actions.iter().find(|row| row.id == id)
}
