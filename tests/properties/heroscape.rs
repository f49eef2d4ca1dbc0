//! HeroScape in random games, on every battlefield, edition and kind of army.

use std::collections::BTreeSet;
use std::fmt::Write;
use umpire_core::game::{Game, Listing};
use umpire_core::host::{Hosted, Loaded};
use umpire_core::seat::Seat;
use umpire_core::testing::{
    equal_faces_lead_to_equal_positions, holds_in_random_play, picks_are_drawn, random_game,
    replays_and_undoes, splitmix,
};
use umpire_heroscape::HeroScape;
use umpire_heroscape::position::state::{Place, State};
use umpire_heroscape::position::step::{CasualtyStep, RoundStep, Step};
use umpire_heroscape::tables::catalog::Kind;
use umpire_tests::{library, loaded};

/// A game to play at random: who meets whom, where, under which edition.
struct Meeting {
    name: &'static str,
    edition: &'static str,
    /// A battlefield of `data/`, or the lines of one written out.
    battlefield: String,
    /// Armies in the order of seats, with their teams.
    armies: &'static [(u8, &'static [&'static str])],
    /// More lines of the scenario.
    more: &'static str,
}

const ANNIHILATION: &str = "annihilation";
const SECOND: &str = "second";
const FIRST: &str = "first";

/// A pool of deadly and slow ground between two zones, with glyphs of which three lie hidden.
const HAZARDS: &str = "
    battlefield: hazards
    legend: {g: grass, w: water, L: molten_lava, f: lava_field, n: snow, i: ice, b: bog, h: shadow, R: road}
    levels:
      1: |
        g g g w L f g g g
         g g n i f h g g g
        g g n g b b w g g
         R R R R R R R R R
        g g g L w n i g g
         g g h f b g g g g
      2: |
        . . g . . . . . .
         . . . . . . . . .
        . . . . . . . . .
         . . . . . . . . .
        . . . . . . . g .
         . . . . . . . . .
    start: |
      A A . . . . . B B
       A A . . . . . B B
      A A . . . . . B B
       A A . . . . . B B
      A A . . . . . B B
       A A . . . . . B B
    glyphs:
      - {at: D3, kind: astrid, face: up}
      - {at: E3, kind: gerda, face: hidden}
      - {at: C6, kind: ivor, face: hidden}
      - {at: F6, kind: valda, face: hidden}
";

/// Cliffs of twelve levels, where falls are deadly and great height counts.
fn cliffs() -> String {
    let mut text = String::from(
        "
    battlefield: cliffs
    legend: {g: grass, r: rock, w: water}
    start: |
      A A A . B B
       A A . B B B
      A A . . B B
       A A . . B B
    levels:
      1: |
        g g g g g g
         g g g g g g
        g g w w g g
         g g g g g g
",
    );
    for level in 2..=12 {
        let top = if level < 12 { "r" } else { "." };
        let rows = format!("        . . {top} r . .\n         . . r {top} . .\n");
        write!(text, "      {level}: |\n{rows}").expect("text grows");
    }
    text
}

/// Three zones round a hill.
const THREE_ZONES: &str = "
    battlefield: three-zones
    legend: {g: grass, s: sand}
    levels:
      1: |
        g g g g g g g
         g g g g g g g
        g g g g g g g
         g g g g g g g
        g g g g g g g
      2: |
        . . . . . . .
         . . s s . . .
        . . s s s . .
         . . s s . . .
        . . . . . . .
    start: |
      A A A . B B B
       A A . . . B B
      . . . . . . .
       . . . . . . .
      . C C C C . .
";

const FOUR_ZONES: &str = "
    battlefield: four-zones
    legend: {g: grass}
    levels:
      1: |
        g g g g g g g
         g g g g g g g
        g g g g g g g
         g g g g g g g
        g g g g g g g
    start: |
      A A A . B B B
       A A . . . B B
      . . . . . . .
       C C . . D D .
      C C C . D D D
";

fn meetings() -> Vec<Meeting> {
    let meeting = |name, edition, battlefield: &str, armies| Meeting {
        name,
        edition,
        battlefield: battlefield.to_string(),
        armies,
        more: "",
    };
    vec![
        meeting(
            "commons in copies",
            ANNIHILATION,
            "training-ground",
            &[
                (0, &["blade-gruts", "blade-gruts", "blade-gruts"]),
                (1, &["deathreavers", "deathreavers", "arrow-gruts"]),
            ],
        ),
        meeting(
            "more figures than spaces",
            SECOND,
            "training-ground",
            &[
                (0, &["deathreavers", "deathreavers", "deathreavers", "grok-riders"]),
                (1, &["heavy-gruts", "heavy-gruts", "finn", "swog-rider", "swog-rider"]),
            ],
        ),
        meeting(
            "flyers on two spaces",
            ANNIHILATION,
            "twin-hills",
            &[(0, &["charos", "nilfheim", "theracus"]), (1, &["braxas", "mimring", "su-bak-na"])],
        ),
        meeting(
            "squads of several lives",
            SECOND,
            "twin-hills",
            &[
                (0, &["frostclaw-paladins", "feral-troll", "feral-troll"]),
                (1, &["frostclaw-paladins", "ogre-pulverizer", "wyvern"]),
            ],
        ),
        meeting(
            "special attacks",
            ANNIHILATION,
            "old-road",
            &[
                (0, &["deathwalker-9000", "jotun", "shurrak", "major-q10"]),
                (1, &["zelrig", "hulk", "white-wyrmling", "rhogar"]),
            ],
        ),
        meeting(
            "counter strikes and auras",
            FIRST,
            "old-road",
            &[
                (0, &["izumi-samurai", "tagawa-samurai-archers", "raelin", "finn"]),
                (1, &["kozuke-samurai", "gurei-oni", "captain-america", "grimnak"]),
            ],
        ),
        meeting(
            "ways of moving",
            ANNIHILATION,
            "old-road",
            &[
                (0, &["phantom-knights", "kita", "iron-man", "marrden-hounds"]),
                (1, &["shades-of-bleakwoode", "ninjas-of-the-northern-wind", "migol", "concan"]),
            ],
        ),
        meeting(
            "hazards and glyphs",
            ANNIHILATION,
            HAZARDS,
            &[
                (0, &["fire-elemental", "water-elemental", "marro-warriors", "charos"]),
                (1, &["deathreavers", "obsidian-guards", "syvarris", "swog-rider"]),
            ],
        ),
        meeting(
            "hazards and glyphs of old",
            FIRST,
            HAZARDS,
            &[
                (0, &["krav-maga-agents", "venoc-vipers", "grimnak"]),
                (1, &["zettian-guards", "tarn-viking-warriors", "fen-hydra"]),
            ],
        ),
        meeting(
            "cliffs",
            SECOND,
            &cliffs(),
            &[
                (0, &["marro-warriors", "raelin", "axegrinders-of-burning-forge"]),
                (1, &["deathreavers", "knaves-of-the-silver-scimitar"]),
            ],
        ),
        meeting(
            "three seats",
            ANNIHILATION,
            THREE_ZONES,
            &[
                (0, &["marro-warriors", "finn"]),
                (1, &["knaves-of-the-silver-scimitar", "theracus"]),
                (2, &["blade-gruts", "blade-gruts"]),
            ],
        ),
        meeting(
            "two teams of two",
            SECOND,
            FOUR_ZONES,
            &[
                (0, &["finn", "tarn-viking-warriors"]),
                (1, &["marro-warriors", "isamu"]),
                (0, &["raelin", "sentinels-of-jandar"]),
                (1, &["blade-gruts", "grimnak"]),
            ],
        ),
        meeting(
            "six seats",
            ANNIHILATION,
            "six-camps",
            &[
                (0, &["finn", "isamu"]),
                (1, &["marro-warriors"]),
                (2, &["blade-gruts"]),
                (3, &["raelin"]),
                (4, &["thorgrim", "kita"]),
                (5, &["izumi-samurai"]),
            ],
        ),
        meeting(
            "a gate and ladders",
            ANNIHILATION,
            "gatehouse",
            &[
                (0, &["deathreavers", "grimnak", "raelin", "white-wyrmling"]),
                (1, &["marro-warriors", "kita", "blade-gruts"]),
            ],
        ),
        Meeting {
            more: "basic: true\n",
            ..meeting(
                "the basic game of three",
                ANNIHILATION,
                THREE_ZONES,
                &[
                    (0, &["marro-warriors", "finn"]),
                    (1, &["mimring", "zettian-guards"]),
                    (2, &["blade-gruts", "blade-gruts"]),
                ],
            )
        },
        Meeting {
            more: "fields: {forgotten_bonus: lost, common_activation: per_action}\n",
            ..meeting(
                "bonuses forgotten",
                ANNIHILATION,
                "twin-hills",
                &[
                    (0, &["tarn-viking-warriors", "arrow-gruts", "arrow-gruts"]),
                    (1, &["knaves-of-the-silver-scimitar", "blade-gruts", "blade-gruts"]),
                ],
            )
        },
    ]
}

impl Meeting {
    fn scenario(&self) -> String {
        let mut text = format!("game: heroscape\nedition: {}\nround_limit: 4\n", self.edition);
        text.push_str(self.more);
        let field = if self.battlefield.contains('\n') {
            self.battlefield.trim_end().to_string()
        } else {
            format!(" {}", self.battlefield)
        };
        writeln!(text, "battlefield:{field}\nseats:").expect("text grows");
        for (seat, (team, cards)) in ["A", "B", "C", "D", "E", "F"].iter().zip(self.armies) {
            let cards = cards.join(", ");
            writeln!(text, "  {seat}: {{team: {team}, cards: [{cards}]}}").expect("text grows");
        }
        text
    }

    fn load(&self) -> Loaded<HeroScape> {
        loaded(&self.scenario())
    }
}

/// The longest random game of four rounds, with room to spare.
const LONG: usize = 20_000;

#[test]
fn the_contract_holds_in_random_games() {
    let (mut legal, mut refused, mut rolls, mut overruled) = (0, 0, 0, 0);
    for meeting in meetings() {
        let loaded = meeting.load();
        for seed in 0..SEEDS {
            println!("{}, seed {seed}", meeting.name);
            let mut die = splitmix(seed);
            let checked = holds_in_random_play(&loaded.game, &loaded.setup, &mut die, LONG);
            assert!(checked.ended, "a game of four rounds ends");
            legal += checked.legal;
            refused += checked.refused;
            rolls += checked.rolls;
            overruled += checked.overruled;
        }
    }
    let looked = [legal, refused, rolls, overruled];
    assert!(looked.iter().all(|count| *count > 100), "little was looked at: {looked:?}");
}

/// Games of each meeting whose every step is checked.
const SEEDS: u64 = 8;

#[test]
fn the_contract_holds_in_shipped_scenarios() {
    let shipped = || library().data.under("heroscape/scenarios");
    assert!(shipped().count() >= 4, "a default and one for each battlefield");
    for scenario in shipped() {
        let loaded: Loaded<HeroScape> = umpire_tests::loaded(&scenario.text);
        for seed in 100..103 {
            println!("{}, seed {seed}", scenario.path);
            let mut die = splitmix(seed);
            let checked = holds_in_random_play(&loaded.game, &loaded.setup, &mut die, LONG);
            assert!(checked.ended, "a game of few rounds ends");
        }
    }
}

#[test]
fn what_a_hand_picks_is_drawn() {
    let slots = ["a figure", "the target", "where to"];
    let of_meeting = |(seed, meeting): (u64, Meeting)| {
        println!("{}, seed {seed}", meeting.name);
        let Loaded { game, setup, .. } = meeting.load();
        picks_are_drawn(&game, &setup, &mut splitmix(seed), 150, Some(&slots))
    };
    let looked: usize = (0..).zip(meetings()).map(of_meeting).sum();
    assert!(looked > 1000, "only {looked} names were looked for");
}

#[test]
fn order_markers_are_picked_one_after_the_other() {
    let slots = ["marker 1 on", "marker 2 on", "marker 3 on", "marker X on"];
    for meeting in meetings().into_iter().filter(|meeting| !meeting.more.contains("basic")) {
        let Loaded { game, setup, .. } = meeting.load();
        let mut state = game.start(&setup).expect("a sound meeting");
        let (mut scratch, mut die) = (Vec::new(), splitmix(1));
        while !matches!(state.step(), Some(Step::Round(RoundStep::Markers(_)))) {
            let went = random_game(&game, &mut state, &mut scratch, &mut die, 1);
            assert_eq!(went, 1, "{}: markers are asked for", meeting.name);
        }
        for seat in (0..state.seats()).map(Seat) {
            let cards: BTreeSet<String> =
                game.cards_in_play(&state, seat).map(|card| game.copy_name(&state, card)).collect();
            let mut actions = Vec::new();
            let listing = game.offered(&state, seat, &mut actions);
            let mut ways = BTreeSet::new();
            for action in &actions {
                let (asked, picks): (Vec<_>, Vec<_>) =
                    game.about(&state, action).into_iter().unzip();
                assert_eq!(asked, slots, "{}: each marker by itself", meeting.name);
                ways.insert(picks);
            }
            let whole = cards.len().pow(4);
            assert!(ways.len() == whole || listing == Listing::Candidates, "{}", meeting.name);
            for at in 0..3 {
                let reached: BTreeSet<&String> = ways.iter().map(|picks| &picks[at]).collect();
                assert_eq!(reached.len(), cards.len(), "{}: on every card", meeting.name);
            }
        }
    }
}

#[test]
fn records_replay_and_take_back() {
    for meeting in meetings() {
        let loaded = meeting.load();
        for seed in 200..206 {
            println!("{}, seed {seed}", meeting.name);
            let mut die = splitmix(seed);
            let load = || loaded.game.clone();
            let counted = replays_and_undoes(load, &loaded.setup, &mut die, 400);
            assert!(counted > 50, "only {counted} inputs counted");
        }
    }
}

#[test]
fn faces_that_count_for_the_same_are_alike() {
    let mut compared = 0;
    for meeting in meetings() {
        let Loaded { game, setup, .. } = meeting.load();
        for seed in 400..404 {
            println!("{}, seed {seed}", meeting.name);
            let mut die = splitmix(seed);
            compared += equal_faces_lead_to_equal_positions(&game, &setup, &mut die, LONG);
        }
    }
    assert!(compared > 5_000, "only {compared} throws were compared");
}

#[test]
fn nothing_is_created_or_lost() {
    let mut scratch = Vec::new();
    for meeting in meetings() {
        let Loaded { game, setup, .. } = meeting.load();
        for seed in 300..320 {
            let mut die = splitmix(seed);
            let start = game.start(&setup).expect("the armies may meet");
            let mut state = start.clone();
            for input in 0.. {
                if random_game(&game, &mut state, &mut scratch, &mut die, 1) == 0 {
                    break;
                }
                let place = || format!("{}, seed {seed}, input {input}", meeting.name);
                assert!(input < LONG, "{}: it does not end", place());
                assert_counts(&game, &start, &state, &place);
            }
        }
    }
}

fn assert_counts(game: &HeroScape, start: &State, state: &State, place: &dyn Fn() -> String) {
    assert_eq!(state.figures.len(), start.figures.len(), "{}: figures", place());
    assert_eq!(state.copies.len(), start.copies.len(), "{}: cards", place());
    let mut stands_on = std::collections::BTreeMap::new();
    let mut casualties = vec![0; state.copies.len()];
    for ((id, figure), (_, before)) in state.all_figures().zip(start.all_figures()) {
        let card = game.card(state, id);
        assert_eq!((figure.owner, figure.copy), (before.owner, before.copy), "{}", place());
        match figure.place {
            Place::Board(spaces) => {
                assert!(figure.wounds < card.life, "{}: a figure lives on its wounds", place());
                assert_eq!(spaces.count(), card.spaces, "{}: its spaces", place());
                if state.turn.moving.is_some_and(|moving| moving.figure == id) {
                    continue; // It may be passing over a friend.
                }
                for space in spaces.spaces() {
                    let other = stands_on.insert(space, id);
                    assert_eq!(other, None, "{}: two figures on one space", place());
                }
            }
            Place::Destroyed(on) => {
                let (on, own) = (state.copy(on).card, state.copy(figure.copy).card);
                assert_eq!(on, own, "{}: it lies on a card of its own kind", place());
            }
            Place::Reserve | Place::LeftOut => {}
        }
        if let Place::Destroyed(on) = figure.place
            && !state.steps.contains(&Step::Casualty(CasualtyStep::Lay(id)))
        {
            casualties[on.index()] += 1;
        }
        let single = card.kind == Kind::Squad && card.life == 1;
        assert!(!single || figure.wounds == 0, "{}: a wound marker on one Life", place());
    }
    let counted: Vec<u8> = state.copies.iter().map(|copy| copy.casualties).collect();
    assert_eq!(counted, casualties, "{}: figures on their cards", place());
    for seat in (0..state.seats()).map(umpire_core::Seat) {
        let own = state.copies.iter().filter(|copy| copy.controller == seat);
        let all = own.fold(0u8, |all, copy| {
            assert_eq!(all & copy.markers, 0, "{}: a marker lies on two cards", place());
            assert_eq!(copy.shown & !copy.markers, 0, "{}: only its markers show", place());
            all | copy.markers
        });
        assert!(all < 16, "{}: four markers a player", place());
    }
}

#[test]
fn a_few_hundred_random_games_end() {
    let mut scratch = Vec::new();
    let mut inputs = 0;
    for meeting in meetings() {
        let Loaded { game, setup, .. } = meeting.load();
        let start = game.start(&setup).expect("the armies may meet");
        for seed in 1000..1030 {
            let mut state = start.clone();
            let played = random_game(&game, &mut state, &mut scratch, splitmix(seed), LONG);
            assert!(state.ended.is_some(), "{}, seed {seed}: it does not end", meeting.name);
            inputs += played;
        }
    }
    assert!(inputs > 10_000, "only {inputs} inputs");
}
