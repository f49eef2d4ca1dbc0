//! Positions that name a side or formation there is none of.

use crate::staged::Staged;
use umpire_core::game::Game;
use umpire_core::seat::Seat;
use umpire_ea_heresy::position::action::Order;
use umpire_ea_heresy::position::setup::*;
use umpire_ea_heresy::position::state::FormationNo;

#[test]
fn nothing_begins_with_a_side_or_formation_that_there_is_not() {
    let staged = Staged::of(
        &["{name: wolves, units: {infantry: 1}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 1}, from: [20, 60]}"],
        "",
    );
    let faults = |begins: Begins| {
        let setup = Setup { begins, ..staged.setup.clone() };
        staged.game.start(&setup).err().map(|refusals| refusals[0].place.clone())
    };
    let order =
        |number: u16| Begins::Order { formation: FormationNo(number), order: Order::Advance };
    let seat = |number: u8| Begins::Action { seat: Seat(number), retain: true };
    assert_eq!(faults(order(2)).as_deref(), Some("begins"));
    assert_eq!(faults(seat(2)).as_deref(), Some("begins"));
    assert_eq!((faults(order(1)), faults(seat(1))), (None, None));
}
