//! What is said can be typed, dice are read as they lie, and odds are those worked out by hand.

mod answers;
mod attack;
mod before_dice;
mod half_typed;
mod told;
mod totals;

use crate::tables::catalog::files;
use umpire_core::command::mistakes;
use umpire_core::data::{Files, Source};
use umpire_core::dice::read_faces;
use umpire_core::game::{Deaf, Game, Listing, Pending};
use umpire_core::host::{Hosted, Loaded};
use umpire_core::odds::Budget;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::splitmix;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::names;
use umpire_dragon_dice::position::pieces::{Army, PieceSet, Place};
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::catalog::Counted;
use umpire_dragon_dice::words::{read_dice, read_names};

const POSITION: &str = "
game: dragon-dice
scenario: words
says: a position for words
edition: current
seats:
  A: {}
  B: {}
position:
  turn: A
  terrains:
    home A: {die: highland-city, face: 3}
    home B: {die: coastland-tower, face: 4}
    frontier: {die: swampland-temple, face: 7}
  armies:
    A: {frontier: [2 oakling, oak, nymph], home A: [pine], dead: [oakling], reserve: [dryad]}
    B: {frontier: [oakling], home B: [oak, oakling, willowling]}
";

pub fn loaded(text: &str) -> (DragonDice, State) {
    try_loaded(&files(), text).unwrap_or_else(|faults| panic!("{faults}"))
}

pub fn try_loaded(data: &Files, text: &str) -> Result<(DragonDice, State), String> {
    let source = Source::new("words.yaml", text);
    let loaded =
        <DragonDice as Hosted>::load(data, &source).map_err(|faults| format!("{faults:?}"))?;
    let Loaded { game, setup, .. } = loaded;
    let state = game.start(&setup).map_err(|refusals| format!("{refusals:?}"))?;
    Ok((game, state))
}

fn act(game: &DragonDice, state: &mut State, seat: u8, text: &str) {
    let action = game.parse(state, Seat(seat), text).expect("it can be typed");
    game.act(state, Seat(seat), &action, &mut Deaf).expect("it is legal");
}

#[test]
fn names_are_read_in_many_ways() {
    let (game, state) = loaded(POSITION);
    let a = Seat(0);
    for text in ["frontier", "Frontier", "swampland temple", "the frontier"] {
        assert_eq!(read_names::read_place(&game, &state, a, text), Ok(state.frontier()), "{text}");
    }
    for text in ["home", "home A", "A's home", "home of a", "highland-city"] {
        assert_eq!(read_names::read_place(&game, &state, a, text), Ok(Place::terrain(0)), "{text}");
    }
    let army = Army { owner: Seat(1), place: Place::terrain(1) };
    for text in ["B at home B", "b home", "B's army at home", "b coastland-tower"] {
        assert_eq!(read_names::read_army(&game, &state, None, text), Ok(army), "{text}");
    }
    let slip = read_names::read_place(&game, &state, a, "fronteer").unwrap_err();
    assert_eq!(slip.suggestions, ["frontier"]);
}

#[test]
fn dice_are_counted_or_numbered() {
    let (game, state) = loaded(POSITION);
    let a = Seat(0);
    let frontier = state.at(a, state.frontier());
    let both = read_dice::read_dice(&game, &state, a, frontier, "2 oaklings and oak")
        .expect("they are there");
    assert_eq!(both.len(), 3);
    assert_eq!(names::exact_words(&game, &state, a, frontier, both), "2 oakling, oak");
    let oaklings: Vec<u8> =
        both.iter().filter(|die| names::kind_word(&game, &state, a, *die) == "oakling").collect();
    let second = PieceSet::only(oaklings[1]);
    let words = names::exact_words(&game, &state, a, frontier, second);
    assert_eq!(read_dice::read_dice(&game, &state, a, frontier, &words), Ok(second));
    assert!(words.starts_with("oakling "), "{words}");
    assert_eq!(read_dice::read_dice(&game, &state, a, frontier, "nym").map(PieceSet::len), Ok(1));
    let slip = read_dice::read_dice(&game, &state, a, frontier, "3 oakling").unwrap_err();
    assert_eq!(slip.says, "3 `oakling` meant, 2 there");
    let slip = read_dice::read_dice(&game, &state, a, frontier, "nimph").unwrap_err();
    assert_eq!(slip.to_string(), "there is no die `nimph` in question, did you mean `nymph`?");
}

#[test]
fn whatever_is_said_can_be_typed() {
    let (game, start) = loaded(POSITION);
    let mut said = 0;
    for seed in 0..12 {
        let mut state = start.clone();
        let mut die = splitmix(seed);
        for _ in 0..150 {
            match game.pending(&state, &mut Silent) {
                Pending::Over(_) => break,
                Pending::Roll(request) => {
                    let mut faces = Vec::new();
                    for group in &request.groups {
                        let sides = u32::from(game.dice().faces(group.die));
                        faces.extend((0..group.count).map(|_| die(sides) as u8));
                        assert!(!game.say_group(&state, group).is_empty());
                    }
                    game.roll(&mut state, &faces, &mut Deaf).expect("the faces fit");
                }
                Pending::Choice(choice) => {
                    assert!(!game.say_choice(&state, &choice).is_empty());
                    let seat = choice.seats.first().expect("somebody is asked");
                    let mut actions = Vec::new();
                    game.legal(&state, seat, &mut actions);
                    for action in &actions {
                        let text = game.say_action(&state, seat, action);
                        let read = game.parse(&state, seat, &text);
                        assert_eq!(read, Ok(*action), "{text}");
                        said += 1;
                    }
                    let chosen = actions[die(actions.len() as u32) as usize];
                    game.act(&mut state, seat, &chosen, &mut Deaf).expect("it is listed");
                }
            }
        }
    }
    assert!(said > 2000, "{said}");
}

#[test]
fn every_action_has_a_row() {
    let (game, state) = loaded(POSITION);
    let mut actions = Vec::new();
    game.legal(&state, Seat(0), &mut actions);
    assert_eq!(mistakes(&game, &state, &actions), Vec::<String>::new());
}

#[test]
fn a_march_is_typed_freely() {
    let (game, mut state) = loaded(POSITION);
    for text in ["march frontier", "no", "melee on b"] {
        act(&game, &mut state, 0, text);
    }
    let fight = state.fight.as_ref().expect("an attack is under way");
    assert_eq!((fight.with, fight.target.owner), (Counted::Melee, Seat(1)));
    let Pending::Roll(request) = game.pending(&state, &mut Silent) else { panic!("dice fall") };
    // Oakling: id, melee x4, 2 save; Oak: id, 2 melee x4, 4 save; Nymph: id, save, melee x2, ...
    let whole = read_faces(game.dice(), &request, "oakling: 2m; nymph: id; oak: m");
    let ordered = read_faces(game.dice(), &request, "mm / m / i");
    assert_eq!(whole, ordered);
    let mut events = Vec::new();
    game.roll(&mut state, &whole.expect("they fit"), &mut events).expect("they fit");
    let said: Vec<String> =
        events.iter().filter_map(|event| game.say_event(&state, event)).collect();
    assert_eq!(
        said[..4],
        [
            "A at frontier rolls melee: oakling: melee melee; oak: 2-melee; nymph: id",
            "A melee: 4 from icons",
            "A melee: +1 from IDs",
            "A at frontier: 5 melee",
        ]
    );
    let offered = game.complete(&state, Seat(1), "oakl");
    assert_eq!(offered, ["oakling: "]);
    assert_eq!(game.complete(&state, Seat(1), "oakling: s"), ["oakling: 2-save"]);
}

#[test]
fn odds_of_one_die_against_one_are_those_of_the_faces() {
    let text = POSITION.replace("2 oakling, oak, nymph", "oakling");
    let (game, state) = loaded(&text);
    // An Oakling strikes on 5 faces of 6 (4 melee, 1 ID) and another saves on 2 (2 save, 1 ID).
    let answer = game
        .ask(&state, None, "odds A at frontier melee B", &Budget::default())
        .expect("odds are told");
    assert_eq!(answer.rows[1][0], "0 damage");
    assert_eq!(answer.rows[1][3], "4/9");
    assert_eq!(answer.rows[2], ["1 damage", "55.56 %", "55.56 %", "5/9"].map(String::from));
    let answer = game
        .ask(&state, None, "odds A at frontier rolls melee", &Budget::default())
        .expect("odds are told");
    assert_eq!(answer.rows[2][3], "5/6");
}

#[test]
fn armies_that_have_no_place_yet_are_asked_about_as_they_are_called() {
    let text = std::fs::read_to_string("../../data/dragon-dice/scenarios/default.yaml");
    let (game, state) = loaded(&text.expect("the default scenario"));
    let ask = |question: &str| game.ask(&state, None, question, &Budget::default());
    let named = ask("odds the home army of A melee the home army of B").expect("odds are told");
    let listed = "odds oak-lord, pine, 2 hamadryad melee sentinel, watcher, sunburst, explorer";
    assert_eq!(named.rows, ask(listed).expect("odds are told").rows);
    assert!(named.headline.contains("the home army of A"), "{}", named.headline);
    let whole = "odds A's home army melee B";
    assert!(ask(whole).is_err(), "no army stands there");
}

#[test]
fn facts_say_where_everything_lies() {
    let (game, state) = loaded(POSITION);
    let facts = game.facts(&state);
    for (name, value) in [
        ("A frontier", "nymph, oak, 2 oakling"),
        ("A frontier.health", "5"),
        ("A dead", "oakling"),
        ("A reserve", "dryad"),
        ("B frontier", "oakling"),
        ("B buried", "none"),
        ("terrain frontier", "7"),
        ("terrain frontier.die", "swampland-temple"),
        ("terrain frontier.shows", "melee"),
        ("terrain frontier.holder", "none"),
        ("turn.seat", "A"),
        ("phase", "first march"),
        ("over", "no"),
    ] {
        assert_eq!(facts.get(name).map(String::as_str), Some(value), "{name}");
    }
    let lines: Vec<String> = game.scene(&state).plain_lines().collect();
    assert!(lines.iter().any(|line| line.contains("swampland-temple: 7 (melee)")), "{lines:#?}");
}

#[test]
fn changes_of_the_position_are_said_as_they_are_typed() {
    let (game, state) = loaded(POSITION);
    for text in [
        "put A oakling from frontier to dead",
        "put B oak, willowling from home B to reserve",
        "terrain frontier 5",
        "holder home A A",
        "held home B 1",
        "begin wind-walk on A at frontier by B",
        "turn B",
    ] {
        let change = game.parse_amendment(&state, text).expect("it can be typed");
        assert_eq!(game.say_amendment(&state, &change), text);
    }
    let mut changed = state.clone();
    let change = game.parse_amendment(&state, "begin Wind Walk on A frontier").expect("it is read");
    game.amend(&mut changed, &change, &mut Deaf).expect("it is sound");
    let ended = game.parse_amendment(&changed, "end wind walk").expect("it is read");
    game.amend(&mut changed, &ended, &mut Deaf).expect("it is sound");
    assert_eq!(changed.effects, state.effects);
    let slip = game.parse_amendment(&state, "holdr frontier A").unwrap_err();
    assert_eq!(slip.suggestions, ["holder frontier A"]);
}

#[test]
fn whoever_looks_ahead_beats_whoever_does_not() {
    let (game, start) = loaded(POSITION);
    let mut won = 0;
    for seed in 0..8 {
        let mut state = start.clone();
        let mut die = splitmix(seed);
        let clever = Seat((seed % 2) as u8);
        for _ in 0..1500 {
            match game.pending(&state, &mut Silent) {
                Pending::Over(_) => break,
                Pending::Roll(request) => {
                    let mut faces = Vec::new();
                    for group in &request.groups {
                        let sides = u32::from(game.dice().faces(group.die));
                        faces.extend((0..group.count).map(|_| die(sides) as u8));
                    }
                    game.roll(&mut state, &faces, &mut Deaf).expect("the faces fit");
                }
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().expect("somebody is asked");
                    let mut actions = Vec::new();
                    game.legal(&state, seat, &mut actions);
                    let drawn = actions[die(actions.len() as u32) as usize];
                    let view = game.view(&state, seat);
                    let mut draw = |count: usize| die(count as u32) as usize;
                    let foreseen = (seat == clever)
                        .then(|| umpire_core::host::choose(&game, &view, seat, 0, &mut draw));
                    let chosen = foreseen.flatten().unwrap_or(drawn);
                    game.act(&mut state, seat, &chosen, &mut Deaf).expect("it is listed");
                }
            }
        }
        let ahead = state.over.map_or(game.appraise(&state, clever)(&state) > 0.0, |outcome| {
            outcome.winners.contains(clever) && outcome.winners.len() == 1
        });
        won += usize::from(ahead);
    }
    assert!(won >= 6, "{won} of 8 won");
}

#[test]
fn dice_are_named_with_commas_or_without_where_that_is_plain() {
    let (game, state) = loaded(POSITION);
    let among = state.at(Seat(0), state.frontier());
    let read = |text: &str| read_dice::read_dice(&game, &state, Seat(0), among, text);
    let with_commas = read("oak, 2 oakling, nymph").expect("they are there");
    for text in ["oak 2 oakling nymph", "2 oakling nymph oak", "2 Oakling + oak nymph", "all"] {
        assert_eq!(read(text), Ok(with_commas), "{text}");
    }
    assert_eq!(read("nym oak"), read("nymph, oak"));
    let slip = read("oak nmph").expect_err("there is no such die");
    assert_eq!(slip.to_string(), "there is no die `nmph` in question, did you mean `nymph`?");
    assert!(read(&"oak ".repeat(40)).is_err());
}

#[test]
fn odds_of_an_army_add_up_to_its_faces() {
    let army = "[unicorn, willow, dryad, oakling, oak-lord, pine]";
    let (game, state) = loaded(&POSITION.replace("[2 oakling, oak, nymph]", army));
    let question = "odds A at frontier rolls melee";
    let answer = game.ask(&state, None, question, &Budget::default()).expect("odds are told");
    // 16/10 + 5/6 + 4/6 + 5/6 + 9/6 + 2/6 faces: IDs, melee, the Unicorn's Trample and Counter; the
    // Oak Lord's Smite is damage and no melee.
    assert!(answer.headline.contains(": 5.77 melee on average"), "{}", answer.headline);
    let answer =
        game.ask(&state, None, "targets A at frontier", &Budget::default()).expect("it stands");
    assert_eq!(answer.rows[1], ["melee", "B at frontier", "yes", ""].map(String::from));
    let slip =
        game.ask(&state, None, "odds A at frontier missile B", &Budget::default()).unwrap_err();
    assert!(slip.says.contains("which army of B? B at home B, B at frontier"), "{slip:?}");
}

/// An army of these units at the Frontier, about to act, and two Magi of the other player there.
fn about_to_act(army: &str, dead: &str, more: &str) -> String {
    format!(
        "game: dragon-dice\nedition: classic\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  action: frontier\n  \
         terrains: {{frontier: wasteland-city 1}}\n  armies:\n    A: {{frontier: [{army}], home A: [soldier]}}\n    \
         B: {{frontier: [2 magi], home B: [soldier], dead: [{dead}]}}\n{more}"
    )
}

#[test]
fn what_counts_in_a_roll_is_what_gives_anything_in_it() {
    let text = about_to_act("fire-morehl-sorcerer, mammoth-rider, gryphon", "magi", "");
    let (game, mut state) = loaded(&text);
    let counting = |state: &State| match game.pending(state, &mut Silent) {
        Pending::Roll(request) => request
            .groups
            .iter()
            .map(|group| Hosted::counting(&game, state, group).expect("it is an army's roll"))
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    act(&game, &mut state, 0, "magic");
    let words = counting(&state);
    // Fly and Trample give nothing in a magic roll, and a Sorcerer's Cantrip does.
    assert!(words[0].contains("cantrip"), "{words:?}");
    assert!(
        words.iter().all(|words| !words.contains("fly") && !words.contains("trample")),
        "{words:?}"
    );
    let (game, mut state) = loaded(&text.replace("wasteland-city 1", "wasteland-city 6"));
    act(&game, &mut state, 0, "melee B");
    let words = counting(&state);
    assert!(words[0].contains("trample") && !words[0].contains("fly"), "{words:?}");
}

#[test]
fn magic_beside_magic_is_each_what_may_be_spent() {
    // One dead lets the two Magi take no more than one from each roll.
    let (game, state) = loaded(&about_to_act("wizard", "magi", ""));
    let ask = |text: &str| game.ask(&state, None, text, &Budget::default()).expect(text);
    let alone = ask("odds A at frontier rolls magic");
    let beside = ask("odds A at frontier rolls magic against B at frontier");
    assert_eq!(alone.means[0].says, beside.means[0].says);
    let bare = ask("odds wizard rolls magic");
    assert!(alone.means[0].value < bare.means[0].value, "{:?}, {:?}", alone.means, bare.means);
    assert!(alone.means[0].value > bare.means[0].value - 1.0);
}

#[test]
fn no_odds_are_told_of_rolls_that_lightning_bars() {
    let struck =
        "  effects:\n    - {rule: DD-12.10, on: A frontier, does: only_saves, ends: start A}\n";
    let (game, state) = loaded(&about_to_act("2 soldier", "magi", struck));
    let ask = |text: &str| game.ask(&state, None, text, &Budget::default());
    for text in [
        "odds A at frontier rolls melee",
        "odds A at frontier rolls magic",
        "odds A at frontier rolls maneuver against B at frontier",
        "odds B at frontier rolls maneuver against A at frontier",
    ] {
        let slip = ask(text).unwrap_err();
        assert!(
            slip.says.contains("only save rolls") && slip.says.contains("DD-12.10"),
            "{slip:?}"
        );
    }
    let answer = ask("odds A at frontier rolls dragon").expect("saves are rolled");
    assert!(answer.headline.contains("rolls saves: "), "{}", answer.headline);
    let saves = ask("odds A at frontier rolls save other").expect("saves are rolled");
    assert_eq!(answer.rows, saves.rows);
}

#[test]
fn odds_of_an_attack_are_asked_in_the_words_in_which_it_is_made() {
    let (game, mut state) = loaded(POSITION);
    act(&game, &mut state, 0, "march frontier");
    act(&game, &mut state, 0, "pass");
    let rows = |text: &str| game.ask(&state, None, text, &Budget::default()).expect(text).rows;
    assert_eq!(rows("odds melee B"), rows("odds A at frontier melee B"));
}

#[test]
fn a_hand_is_offered_single_units_that_retreat() {
    let (game, state) = loaded(&POSITION.replace("  turn: A", "  turn: A\n  phase: retreat"));
    let said = |list: &dyn Fn(&mut Vec<Action>) -> Listing| {
        let mut actions = Vec::new();
        let _ = list(&mut actions);
        actions.iter().map(|it| game.say_action(&state, Seat(0), it)).collect::<Vec<_>>()
    };
    let legal = said(&|into| game.legal(&state, Seat(0), into));
    let offered = said(&|into| game.offered(&state, Seat(0), into));
    assert!(legal.iter().all(|line| offered.contains(line)), "{offered:?}");
    for line in ["retreat nymph from frontier", "retreat oak from frontier"] {
        assert!(
            offered.contains(&line.to_string()) && !legal.contains(&line.to_string()),
            "{offered:?}"
        );
    }
}

#[test]
fn the_game_says_how_it_is_played() {
    let (game, _) = loaded(POSITION);
    let guide = game.rules().and_then(|index| index.guide.as_ref()).expect("it has a guide");
    assert!(guide.aim.contains("two terrains"), "{}", guide.aim);
}
