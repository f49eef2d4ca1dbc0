//! The tutorial game played once by a scripted seed, every event with its rule.
//!
//! Read `game.rs` beside this file first: it is a whole game on the contract, step by step.

mod game;

use game::{Duel, Setup};
use umpire_core::game::{Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::{RuleId, Silent};

fn main() {
    let duel = Duel::new();
    let mut state = duel.start(&Setup { lives: [3, 3] }).expect("three lives each are allowed");
    let mut number = 1u32;
    let mut die = |below: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) % below
    };
    loop {
        let mut events = Vec::new();
        match duel.pending(&state, &mut Silent) {
            Pending::Over(outcome) => {
                println!("over: {} won", outcome.winners.len());
                return;
            }
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("somebody is asked");
                let mut actions = Vec::new();
                duel.legal(&state, seat, &mut actions);
                let action = actions[die(actions.len() as u32) as usize];
                println!("{}: {}", duel.seat_name(seat), duel.say_action(&state, seat, &action));
                duel.act(&mut state, seat, &action, &mut events).expect("it was listed");
            }
            Pending::Roll(request) => {
                let faces: Vec<u8> = (0..request.dice()).map(|_| die(6) as u8).collect();
                duel.roll(&mut state, &faces, &mut events).expect("the faces fit");
            }
        }
        for event in &events {
            let says = duel.say_event(&state, event).unwrap_or_default();
            println!("  {says} ({})", duel.because(event).id());
        }
    }
}
