//! Hidden markers and cards: what each is called by whoever knows it and by whoever does not, what may be behind a view, and who is asked.

mod game;

use game::{Action, Ambush, Card, KINDS, Mistake, ambush};
use std::panic::{AssertUnwindSafe, catch_unwind};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::pieces::{PieceId, Secret, deal};
use umpire_core::ruling::Silent;
use umpire_core::seat::{Seat, Seats};
use umpire_core::testing::{holds_in_random_play, replays_and_undoes, splitmix};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn play(game: &Ambush, seed: u64) -> bool {
    holds_in_random_play(game, &(), &mut splitmix(seed), 60).ended
}

#[test]
fn a_game_of_markers_and_cards_keeps_the_contract() {
    for seed in 0..40 {
        assert!(play(&ambush(None), seed), "twelve turns end it");
        assert!(replays_and_undoes(|| ambush(None), &(), &mut splitmix(seed), 60) > 1);
    }
}

#[test]
fn the_contract_finds_who_is_asked_for_what_it_holds() {
    for (mistake, says) in [
        (Mistake::AsksHolders, "learns a secret by who is asked"),
        (Mistake::SparesDecoys, "learns a secret by who is asked"),
    ] {
        let game = ambush(Some(mistake));
        let failed =
            (0..40).find_map(|seed| catch_unwind(AssertUnwindSafe(|| play(&game, seed))).err());
        let told = failed.and_then(|told| told.downcast::<String>().ok());
        let told = told.unwrap_or_else(|| panic!("{mistake:?} is not found"));
        assert!(told.contains(says), "{mistake:?}: {told}");
    }
}

#[test]
fn a_marker_is_called_by_its_kind_by_whoever_knows_it() {
    let game = ambush(None);
    let mut state = game.start(&()).expect("six markers");
    let name =
        |state: &game::State, seat, id| game.view(state, seat).markers.name(PieceId(id), &*KINDS);
    let mark =
        |state: &game::State, seat, id| game.view(state, seat).markers.mark(PieceId(id), &*KINDS);
    assert_eq!((name(&state, A, 0), name(&state, B, 0)), ("raider a1".into(), "marker a1".into()));
    assert_eq!((mark(&state, A, 4), mark(&state, B, 4)), ("b2?".into(), "b2d".into()));
    for (seat, known) in [(A, true), (B, false), (Seat::NOBODY, false)] {
        let names = game.view(&state, seat).markers.names("marker", &*KINDS);
        assert_eq!(names.find("raider a1").is_ok(), known);
        assert!(names.find("marker a1").is_ok() && names.find("A1").is_ok());
    }
    let (marker, target) = (PieceId(0), PieceId(4));
    game.apply(&mut state, A, &Action::Attack { marker, target }, &mut Deaf);
    assert_eq!((name(&state, B, 0), mark(&state, B, 0)), ("raider a1".into(), "a1r".into()));
    let Pending::Choice(choice) = game.pending(&state, &mut Silent) else { panic!("B is asked") };
    assert_eq!(choice.seats, Seats::only(B), "though it holds bluffs alone");
    game.apply(&mut state, B, &Action::Play(Card::Bluff), &mut Deaf);
    assert_eq!(name(&state, A, 4), "decoy b2");
    assert_eq!(state.hands[1].count(), 1);
    assert!(!state.markers[PieceId(4)].kind.eq(&Secret::Unknown));
}

#[test]
fn what_is_dealt_is_what_is_left_of_all() {
    let mut secrets = [Secret::Open(2), Secret::Unknown, Secret::Own(1), Secret::Unknown];
    let rest = deal(&mut secrets, [1, 2, 3, 3, 4], &mut splitmix(7));
    let mut dealt: Vec<u8> = secrets.iter().filter_map(Secret::known).copied().collect();
    assert!(secrets[1..].iter().all(|secret| matches!(secret, Secret::Own(_))));
    dealt.extend(rest);
    dealt.sort_unstable();
    assert_eq!(dealt, [1, 2, 3, 3, 4]);
    let mut more = [Secret::Unknown, Secret::Unknown];
    assert_eq!(deal(&mut more, [5], &mut splitmix(7)), Vec::<u8>::new());
    assert_eq!(more, [Secret::Own(5), Secret::Unknown], "too few for all");
}
