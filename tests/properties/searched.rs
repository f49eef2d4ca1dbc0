//! Bots that search: the same draws find the same, what is hidden changes nothing, a win at hand is taken, limits are kept.

use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Found, Hosted, Limits, choose, search};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::splitmix;
use umpire_dragon_dice::DragonDice;
use umpire_ea_heresy::EaHeresy;
use umpire_heroscape::HeroScape;
use umpire_skirmish::Skirmish;
use umpire_tests::{library, loaded};

const FEW: Limits = Limits { decisions: 2, inputs: 20, nodes: 40, ..Limits::USUAL };

fn found<G: Hosted>(
    game: &G,
    state: &G::State,
    seat: Seat,
    (limits, playouts, seed): (&Limits, usize, u64),
) -> Option<Found<G::Action>> {
    let view = game.view(state, seat);
    search(game, &view, seat, limits, &mut |done| done < playouts, &mut splitmix(seed))
}

/// Whoever is asked, if anybody decides.
pub(crate) fn asked<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.pending(state, &mut Silent) {
        Pending::Choice(choice) => choice.seats.first(),
        _ => None,
    }
}

/// Puts in dice, or an action of the seat asked.
pub(crate) fn go_on<G: Game>(
    game: &G,
    state: &mut G::State,
    action: Option<&G::Action>,
    seed: u64,
) {
    let mut die = splitmix(seed);
    match (game.pending(state, &mut Silent), action) {
        (Pending::Roll(request), _) => {
            let sides = |die: umpire_core::DieId| u32::from(game.dice().faces(die));
            let groups = request.groups.iter();
            let faces = groups.flat_map(|group| (0..group.count).map(|_| sides(group.die)));
            let faces: Vec<u8> = faces.map(|sides| die(sides) as u8).collect();
            game.resolve(state, &faces, &mut Deaf);
        }
        (Pending::Choice(choice), Some(action)) => {
            let seat = choice.seats.first().expect("somebody is asked");
            assert!(game.act(state, seat, action, &mut Deaf).is_ok(), "{action:?} may be done");
        }
        _ => {}
    }
}

/// Plays so many decisions of bots that search from the first position, each searched twice; says how many had a choice.
fn searched_twice<G: Hosted>(decisions: usize) -> usize {
    let path = format!("{}/scenarios/default.yaml", G::NAME);
    let scenario = library().data.get(&path).expect("it is shipped");
    let game = loaded::<G>(&scenario.text);
    let mut state = game.game.start(&game.setup).expect("it begins");
    let (game, mut chosen, mut left) = (game.game, 0, decisions);
    for seed in 0.. {
        let Some(seat) = asked(&game, &state) else {
            go_on(&game, &mut state, None, seed);
            continue;
        };
        if left == 0 {
            break;
        }
        left -= 1;
        let (one, other) = (
            found(&game, &state, seat, (&FEW, 6, seed)).expect("something may be done"),
            found(&game, &state, seat, (&FEW, 6, seed)).expect("something may be done"),
        );
        assert_eq!(one, other, "{}: the same draws find the same", G::NAME);
        assert!(one.nodes <= FEW.nodes && one.playouts <= 6);
        chosen += usize::from(one.playouts == 6);
        go_on(&game, &mut state, Some(&one.action), seed);
    }
    chosen
}

#[test]
fn the_same_draws_find_the_same_in_every_game() {
    assert!(searched_twice::<HeroScape>(6) > 2);
    assert!(searched_twice::<DragonDice>(12) > 4);
    assert!(searched_twice::<Skirmish>(2) > 1);
    assert!(searched_twice::<EaHeresy>(3) > 1);
}

#[test]
fn a_search_keeps_to_its_nodes() {
    let scenario = library().data.get("dragon-dice/scenarios/default.yaml").expect("it is shipped");
    let opened = loaded::<DragonDice>(&scenario.text);
    let (game, mut state) = (&opened.game, opened.game.start(&opened.setup).expect("it begins"));
    let seat = (0..).find_map(|seed| {
        go_on(game, &mut state, None, seed);
        asked(game, &state)
    });
    let seat = seat.expect("somebody is asked");
    for most in [0, 1, 5, 30] {
        let limits = Limits { nodes: most, ..Limits::USUAL };
        let found = found(game, &state, seat, (&limits, 80, 7)).expect("something may be done");
        assert_eq!(found.playouts, 80);
        assert!(found.nodes <= most.max(1), "{} nodes, {most} are the most", found.nodes);
        assert!(most != 5 || found.nodes == most, "{} nodes of {most} are used", found.nodes);
    }
}

/// Lets searches decide for a seat until the game is over; who won.
fn ended<G: Hosted>(given: &str, seat: Seat, decisions: usize) -> Vec<Seat> {
    let opened = loaded::<G>(given);
    let (game, mut state) = (&opened.game, opened.game.start(&opened.setup).expect("it begins"));
    for seed in 0..decisions as u64 {
        if let Pending::Over(outcome) = game.pending(&state, &mut Silent) {
            return outcome.winners.iter().collect();
        }
        assert_eq!(asked(game, &state), Some(seat), "nobody else decides");
        let found = found(game, &state, seat, (&Limits::default(), 30, seed));
        let action = found.expect("something may be done").action;
        go_on(game, &mut state, Some(&action), seed);
    }
    panic!("{decisions} decisions do not end it");
}

#[test]
fn the_last_figure_takes_the_objective_that_wins() {
    let given = "
game: skirmish
battlefield:
  unit: inches
  size: [48, 48]
  objectives: {ford: [10, 12], mill: [40, 38], hill: [24, 24]}
sides:
  A: [hedda, tolman]
  B: [boar, reed]
position:
  round: 4
  turn: A
  objectives: {ford: A, hill: B}
  figures:
    hedda: {at: [30, 38]}
    tolman: {at: [10, 40], acted: true}
    boar: {at: [24, 10], acted: true}
    reed: {at: [38, 20], acted: true}
";
    assert_eq!(ended::<Skirmish>(given, Seat(0), 2), [Seat(0)]);
}

#[test]
fn the_last_formation_goes_where_it_wins() {
    let given = "
game: ea-heresy
edition: head-2026-04
victory: battle_line
turn: 4
begins: {act: A}
objectives:
  - {at: [90, 1], half: near, blitz: true}
  - {at: [40, 30], half: near}
  - {at: [140, 30], half: near}
  - {at: [90, 119], half: far, blitz: true}
  - {at: [40, 90], half: far}
  - {at: [140, 90], half: far}
sides:
  A: {half: near, strategy: 3, formations: [{name: reds, units: {infantry: 1}, initiative: 1, at: [[90, 92]]}]}
  B: {half: far, strategy: 2, formations: [{name: blues, units: {infantry: 1}, initiative: 1, at: [[20, 20]], stance: acted}]}
";
    assert_eq!(ended::<EaHeresy>(given, Seat(0), 12), [Seat(0)]);
}

#[test]
fn what_the_other_side_answers_counts() {
    // Whoever leaves the ford for the mill holds as much as B until B acts: then B has two of three.
    let given = "
game: skirmish
battlefield:
  unit: inches
  size: [48, 48]
  objectives: {ford: [10, 12], mill: [17, 3], hill: [40, 38]}
sides:
  A: [hedda, tolman]
  B: [boar, reed]
position:
  round: 4
  turn: A
  objectives: {ford: A, hill: B}
  figures:
    hedda: {at: [30, 6], acted: true}
    tolman: {at: [10, 12]}
    boar: {at: [40, 20], acted: true}
    reed: {at: [10, 24]}
";
    let opened = loaded::<Skirmish>(given);
    let (game, state) = (&opened.game, opened.game.start(&opened.setup).expect("it begins"));
    let greedy = choose(game, &state, Seat(0), 0, &mut |_| 0).expect("something may be done");
    let [greedy, searched] = [greedy, {
        let found = found(game, &state, Seat(0), (&Limits::default(), 400, 5));
        found.expect("something may be done").action
    }]
    .map(|action| game.say_action(&state, Seat(0), &action));
    let is_at_ford = |said: &str| {
        let mut numbers = said.split(' ').filter_map(|word| word.parse::<f64>().ok());
        match (numbers.next(), numbers.next()) {
            (Some(x), Some(y)) => (x - 10.0).hypot(y - 12.0) < 3.5,
            _ => true,
        }
    };
    assert!(!is_at_ford(&greedy), "who looks one step ahead takes the mill: {greedy}");
    assert!(is_at_ford(&searched), "who searches stays: {searched}");
}

#[test]
fn order_markers_are_placed_for_the_turns_to_come() {
    // Finn can get nowhere, and his enemy comes into reach with marker 1: what marker 2 is good for shows a turn later.
    let given = "
game: heroscape
battlefield:
  battlefield: field
  levels:
    1: |
      g g g g g g g g g g . . . . g
       g g g g g g g g g g . . . . g
seats:
  A: {cards: [finn, tarn-viking-warriors]}
  B: {cards: [thorgrim]}
position:
  figures: {finn: O1, thorgrim: J1, tarn 1: A1, tarn 2: A2, tarn 3: B1, tarn 4: B2}
";
    let opened = loaded::<HeroScape>(given);
    let (game, state) = (&opened.game, opened.game.start(&opened.setup).expect("it begins"));
    for seed in 0..6 {
        let found = found(game, &state, Seat(0), (&HeroScape::SEARCH, 300, seed));
        let said = game.say_action(&state, Seat(0), &found.expect("something may be done").action);
        let to_come = "markers tarn-viking-warriors, tarn-viking-warriors, ";
        assert!(said.starts_with(to_come), "{seed}: {said}");
    }
}
