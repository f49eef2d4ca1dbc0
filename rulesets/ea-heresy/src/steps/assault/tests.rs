use super::*;
use crate::staged::Staged;
use umpire_core::game::{Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seats;

/// A side of formations against another, the first to engage.
fn engaged(a: &[&str], b: &[&str], more: &str) -> Staged {
    let more = format!("begins: {{order: {{formation: wolves, order: engage}}}}\n{more}");
    Staged::of(a, b, &more)
}

/// Plays at random until the battle is over or so many inputs are made; every listed action must
/// pass.
fn play(staged: &mut Staged, mut seed: u64, inputs: usize) -> usize {
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    for made in 0..inputs {
        match staged.game.pending(&staged.state, &mut Silent) {
            Pending::Over(_) => return made,
            Pending::Roll(request) => {
                let faces: Vec<u8> = (0..request.dice()).map(|_| random(6) as u8 + 1).collect();
                staged.roll(&faces);
            }
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("somebody is asked");
                let mut listed = Vec::new();
                staged.game.legal(&staged.state, seat, &mut listed);
                assert!(!listed.is_empty(), "{choice:?} {:?}", staged.state.steps);
                if let Some(Step::Assault(_) | Step::Ruin(_)) = staged.state.steps.last() {
                    for action in &listed {
                        let checked = staged.game.check(&staged.state, seat, action, &mut Silent);
                        assert!(checked.is_ok(), "{action:?} {checked:?}");
                    }
                }
                let action = listed[random(listed.len())].clone();
                staged.act(&action);
            }
        }
        if staged.state.steps.iter().all(|step| !matches!(step, Step::Assault(_))) {
            assert_eq!(staged.state.assault, None);
        }
    }
    inputs
}

#[test]
fn random_assaults_come_to_an_end() {
    let keep = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [20, 40, 28, 48]}";
    for seed in 0..30 {
        let mut staged = engaged(
            &[
                "{name: wolves, units: {infantry: 4, tank: 1}, from: [14, 30], step: [4, 0]}",
                "{name: bears, units: {infantry: 2}, from: [50, 40]}",
            ],
            &[
                "{name: orks, units: {infantry: 3}, in: keep}",
                "{name: goblins, units: {infantry: 3}, from: [32, 44], step: [3, 0]}",
            ],
            keep,
        );
        play(&mut staged, seed, 300);
    }
    let _ = Seats::NONE;
}
