//! Steps are written in saved games by names of their own, and read back as the same.

use umpire_core::hex::SpaceId;
use umpire_core::{Seat, Seats};
use umpire_heroscape::position::footprint::Rest;
use umpire_heroscape::position::state::{CopyId, FigureId, PowerRef};
use umpire_heroscape::position::step::{
    Arrival, ArrivingStep, AttackStep, BasicStep, BlowStep, CasualtyStep, DoorAttack, DoorStep,
    DraftStep, EffectStep, FreeStep, LeavingStep, OccasionStep, PlacingStep, PowerStep, Reroll,
    RoundStep, Step, TurnStep, Way,
};
use umpire_heroscape::tables::catalog::CardId;

/// One step of each kind, with what its name is in a saved game.
fn all() -> Vec<(Step, &'static str)> {
    let (seat, seats) = (Seat(1), Seats::only(Seat(1)));
    let (figure, copy) = (FigureId(3), CopyId(2));
    let arrival = Arrival {
        figure,
        to: SpaceId(7),
        trail: Rest::default(),
        drop: 2,
        cost: 1,
        way: Way::Walks,
    };
    let again = Reroll { attack: true, dice: 2, blanks: 1, by: PowerRef::of_card(CardId(4), 1) };
    let attack = DoorAttack { attacker: figure, power: Some(1), door: 0 };
    vec![
        (FreeStep::FreeTable.into(), "free_table"),
        (PlacingStep::Roll(seats).into(), "placing_roll"),
        (PlacingStep::Place(seat, 1).into(), "placing"),
        (DraftStep::Roll(seats).into(), "draft_roll"),
        (DraftStep::Pick { first: seat, pick: 3, out: seats }.into(), "draft"),
        (DraftStep::Place(seat).into(), "drafted"),
        (BasicStep::Roll(seats).into(), "basic_roll"),
        (BasicStep::Card(seat).into(), "basic_turn"),
        (RoundStep::Markers(seats).into(), "markers"),
        (RoundStep::Initiative(seats).into(), "initiative"),
        (RoundStep::NextTurn.into(), "next_turn"),
        (RoundStep::BeginTurn(copy, 1).into(), "begin_turn"),
        (RoundStep::End(0).into(), "round_end"),
        (RoundStep::Hazards(0).into(), "round_dice"),
        (TurnStep::Turn.into(), "turn"),
        (ArrivingStep::Arrive(arrival).into(), "arrive"),
        (ArrivingStep::Fall(figure, 3, None).into(), "fall"),
        (ArrivingStep::Entered(figure).into(), "entered"),
        (ArrivingStep::Halted(figure).into(), "halted"),
        (ArrivingStep::TerrainDie(figure).into(), "enter_die"),
        (ArrivingStep::TreasureDie(figure).into(), "treasure_die"),
        (LeavingStep::Decide.into(), "leaving"),
        (LeavingStep::Dice.into(), "leaving_dice"),
        (AttackStep::NextDefender.into(), "next_defender"),
        (AttackStep::Others.into(), "attack_others"),
        (AttackStep::DiceCount.into(), "dice_count"),
        (AttackStep::AttackDice.into(), "attack_dice"),
        (AttackStep::DefenseDice.into(), "defense_dice"),
        (AttackStep::Reroll(again).into(), "reroll"),
        (AttackStep::RerollDice(again).into(), "reroll_dice"),
        (BlowStep::After(2).into(), "after_blow"),
        (DoorStep::Attack(attack).into(), "door_attack"),
        (DoorStep::Defense { attack, skulls: 2 }.into(), "door_defense"),
        (CasualtyStep::Lay(figure).into(), "casualty"),
        (CasualtyStep::Killed(figure, FigureId(4)).into(), "killed"),
        (OccasionStep::Powers.into(), "occasion"),
        (OccasionStep::Order(seats).into(), "power_order"),
        (PowerStep::Run.into(), "run"),
        (PowerStep::Dice.into(), "power_dice"),
        (PowerStep::Target.into(), "power_target"),
        (EffectStep::Place(figure).into(), "power_place"),
        (EffectStep::Move.into(), "power_move"),
        (EffectStep::Pick.into(), "power_pick"),
        (EffectStep::Revive.into(), "power_revive"),
        (EffectStep::Gather.into(), "power_gather"),
        (EffectStep::Deploy.into(), "power_deploy"),
        (EffectStep::Seat.into(), "power_seat"),
        (EffectStep::Space.into(), "power_space"),
        (EffectStep::Marker.into(), "power_marker"),
        (EffectStep::MarkerDie(figure, Some(copy)).into(), "power_pick_die"),
        (EffectStep::ThrownDie(figure, 11, 2).into(), "thrown"),
    ]
}

#[test]
fn steps_are_written_by_their_names_and_read_back() {
    for (step, name) in all() {
        let written = serde_json::to_value(step).expect("a step is plain data");
        let of_object = written.as_object().and_then(|fields| fields.keys().next());
        let found = written.as_str().or(of_object.map(String::as_str));
        assert_eq!(found, Some(name), "{step:?} is written as {written}");
        let read: Step = serde_json::from_value(written).expect("what was written is read");
        assert_eq!(read, step);
    }
}
