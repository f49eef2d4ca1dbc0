//! How actions and amendments are typed, a row each.

use crate::position::{Action, Amendment};
use crate::tables::Skirmish;
use umpire_core::command::Row;
use umpire_core::row;

/// What players type.
pub const ACTIONS: &[Row<Skirmish, Action>] = &[
    row!("{figure} deploys at {to:place}" | "deploy {figure} at {to:place}" | "place {figure} at {to:place}" | "put {figure} at {to:place}" | "{figure} at {to:place}" => Action::Deploy { figure, to }, "place it in your zone"),
    row!("{figure} holds" | "hold {figure}" | "{figure} waits" => Action::Hold { figure }, "act without moving or shooting"),
    row!("{figure} shoots {target:figure}" | "{figure} shoots at {target:figure}" | "shoot {target:figure} with {figure}" | "{figure} holds and shoots {target:figure}" | "{figure} holds and shoots at {target:figure}" => Action::Shoot { figure, target }, "shoot without moving"),
    row!("{figure} advances to {to:place}" | "advance {figure} to {to:place}" | "move {figure} to {to:place}" | "{figure} moves to {to:place}" => Action::Advance { figure, to }, "move straight, up to its speed"),
    row!("{figure} advances to {to:place} and shoots {target:figure}" | "{figure} advances to {to:place} and shoots at {target:figure}" | "{figure} advances to {to:place} shoots {target:figure}" => Action::AdvanceAndShoot { figure, to, target }, "move, then shoot"),
    row!("{figure} rushes to {to:place}" | "rush {figure} to {to:place}" => Action::Rush { figure, to }, "move straight, up to twice its speed"),
    row!("{figure} charges {target:figure}" | "{figure} charges against {target:figure}" | "charge {target:figure} with {figure}" => Action::Charge { figure, target }, "move into contact, up to twice its speed, and strike"),
    row!("{figure} recovers" | "recover {figure}" => Action::Recover { figure }, "spend a pinned figure's activation"),
];

/// What the judge types.
pub const AMENDMENTS: &[Row<Skirmish, Amendment>] = &[
    row!("place {figure} at {to:place}" | "put {figure} at {to:place}" | "{figure} at {to:place}" => Amendment::Place { figure, to }, "put it there"),
    row!("remove {figure}" | "{figure} is removed" => Amendment::Remove { figure }, "take it off the table"),
    row!("lost {figure} {lost:number}" | "{figure} lost {lost:number}" => Amendment::Hurt { figure, lost }, "how many hits it has taken"),
    row!("pin {figure}" => Amendment::Pin { figure }, "it is pinned"),
    row!("free {figure}" => Amendment::Free { figure }, "it is not pinned"),
    row!("give {objective} to {side}" => Amendment::Give { objective, side }, "who holds it"),
    row!("give {objective} to nobody" | "give {objective} to none" => Amendment::Leave { objective }, "nobody holds it"),
];
