//! HeroScape with armies drawn from all cards: games keep the contract to their end, and every power comes up.
//!
//! `UMPIRE_POWERS=10000` plays so many games instead of a few, asks that every power came up, and prints how often.
//! `UMPIRE_MAPS=FOLDER` has some of them on the maps of other programs in a folder, beside those that are shipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;
use umpire_core::data::Source;
use umpire_core::dice::Face;
use umpire_core::game::{Game, Pending};
use umpire_core::hex::SpaceId;
use umpire_core::host::{Ruleset, Spot};
use umpire_core::odds::Budget;
use umpire_core::ruling::{Node, Ruling};
use umpire_core::testing::{holds_in_random_play, splitmix};
use umpire_heroscape::abilities::Power;
use umpire_heroscape::catalog::{ArmyCard, GlyphId};
use umpire_heroscape::ground::GlyphLaid;
use umpire_heroscape::rule::Rule;
use umpire_heroscape::state::{FigureId, PowerRef, Printed};
use umpire_heroscape::{Action, Event, HeroScape, Setup, State};
use umpire_tests::{library, loaded};

/// Battlefields that the armies meet on.
const FIELDS: [&str; 3] = ["old-road", "training-ground", "twin-hills"];
/// Inputs after which a game is cut off: random players dawdle.
const LONG: usize = 6_000;
/// Games of the ordinary run.
const FEW: u64 = 24;

/// How often each power came up: by card and name.
type Tally = BTreeMap<(String, String), u64>;

/// Two armies of random cards of 400 to 1,000 points, half of them of one kind, where they meet, and the game.
fn meeting(seed: u64) -> (HeroScape, Setup) {
    let mut die = splitmix(seed);
    let catalog = umpire_heroscape::catalog::Catalog::read(&library().data).expect("the tables");
    let points = 400 + die(601);
    let mut text = String::from("game: heroscape\nround_limit: 8\n");
    let at = die(3 * FIELDS.len() as u32) as usize;
    match FIELDS.get(at) {
        Some(field) => writeln!(text, "battlefield: {field}"),
        None if at % 2 == 0 => write!(text, "{}", patchwork(&mut die)),
        None => write!(text, "{}", IMPORTED[die(IMPORTED.len() as u32) as usize]),
    }
    .expect("text grows");
    text += "seats:\n";
    for seat in ["A", "B"] {
        let mut army: Vec<&ArmyCard> = Vec::new();
        let (mut left, of_a_kind) = (points, die(2) == 0);
        for _ in 0..400 {
            let card = &catalog.cards[die(catalog.cards.len() as u32) as usize];
            let figures: usize = army.iter().map(|card| usize::from(card.figures)).sum();
            let again = army.iter().any(|other| other.id == card.id);
            let may = !again || card.shares_casualties();
            let akin = army.first().is_none_or(|first| {
                let words = |card: &ArmyCard| {
                    [card.species.clone(), card.class.clone(), card.personality.clone()]
                };
                first.general == card.general
                    && words(first).iter().zip(words(card)).any(|(one, other)| *one == other)
            });
            if card.points <= left && may && figures < 40 && (akin || !of_a_kind) {
                left -= card.points;
                army.push(card);
            }
        }
        let ids: Vec<&str> = army.iter().map(|card| card.id.as_str()).collect();
        let _ = writeln!(text, "  {seat}: {{cards: [{}]}}", ids.join(", "));
    }
    let loaded = loaded::<HeroScape>(&text);
    let mut game = loaded.game;
    lay_glyphs(&mut game, &mut die);
    (game, loaded.setup)
}

/// Maps of other programs as battlefields in a scenario: shipped ones that went out and came back in, and those of a
/// folder.
static IMPORTED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let game = library().ruleset("heroscape").expect("the game");
    let data = &library().data;
    let mut maps: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, form) in [("gatehouse", "hsc"), ("twin-hills", "json"), ("old-road", "link")] {
        let field =
            data.get(&format!("heroscape/battlefields/{name}.yaml")).expect("a battlefield");
        maps.push((name.into(), game.export_map(data, &field, form).expect("a map").bytes));
    }
    if let Some(folder) = std::env::var_os("UMPIRE_MAPS").map(PathBuf::from) {
        let entries = std::fs::read_dir(&folder).expect("a folder of maps").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "hsc" || end == "json"));
        paths.sort();
        assert!(!paths.is_empty(), "no maps in `{}`", folder.display());
        maps.extend(
            paths
                .iter()
                .map(|path| (path.display().to_string(), std::fs::read(path).expect("a map"))),
        );
    }
    maps.iter().map(|(name, bytes)| in_scenario(game, name, bytes)).collect()
});

/// A map with start zones of ours: its leftmost and its rightmost places.
fn in_scenario(game: &dyn Ruleset, name: &str, bytes: &[u8]) -> String {
    /// Places of each zone: as many as the largest army has figures, and room for bases of several spaces.
    const ROOM: usize = 80;
    let data = &library().data;
    let (text, _) =
        game.import_map(data, "map", bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut kept = String::new();
    let mut start = false;
    for line in text.lines() {
        start = if line.starts_with([' ', '#']) { start } else { line.starts_with("start:") };
        if !start {
            let _ = writeln!(kept, "{line}");
        }
    }
    let field = Source::new("map.yaml", kept.clone());
    let survey = game.survey(data, &field, &Budget::default());
    let mut spots = survey.unwrap_or_else(|why| panic!("{name}: {why}")).spots;
    // Of those above one another the lowest: rungs of a ladder are no places to begin on.
    let mut hexes = BTreeSet::new();
    spots.retain(|spot| {
        let hex = spot.name.split_once('/').map_or(spot.name.as_str(), |(hex, _)| hex);
        hexes.insert(hex.to_string())
    });
    spots.sort_by(|one, other| one.at.0.total_cmp(&other.at.0));
    let zones = |spots: &[Spot]| {
        let named = |spots: &[Spot]| {
            spots.iter().map(|spot| spot.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        let room = ROOM.min(spots.len() / 3);
        let (left, right) = (named(&spots[..room]), named(&spots[spots.len() - room..]));
        format!("start:\n  A: {{spaces: {left}}}\n  B: {{spaces: {right}}}\n")
    };
    // Nobody begins on what an obstacle fills.
    loop {
        let field = Source::new("map.yaml", format!("{kept}{}", zones(&spots)));
        let faults = game.check_file(data, &field);
        let before = spots.len();
        spots.retain(|spot| {
            !faults.iter().any(|fault| fault.problem.split(' ').next() == Some(&spot.name))
        });
        if spots.len() == before {
            break;
        }
    }
    let zones = zones(&spots);
    let mut inside = String::from("battlefield:\n");
    for line in kept.lines().chain(zones.lines()) {
        let _ = writeln!(inside, "  {line}");
    }
    inside
}

/// A battlefield of patches of every ground, with hills, palms and ice, and grass to begin on.
fn patchwork(die: &mut impl FnMut(u32) -> u32) -> String {
    const GROUND: &[u8] = b"gggkkiwwqqhhllomdx";
    /// Where palms and a glacier stand: E4, H7, F6.
    const STANDING: [(usize, usize); 3] = [(3, 4), (6, 7), (5, 5)];
    let mut levels = [String::new(), String::new()];
    let mut start = String::new();
    for row in 0..10 {
        let indent = " ".repeat(6 + row % 2);
        let (mut low, mut high, mut zone) = (Vec::new(), Vec::new(), Vec::new());
        for column in 0..12 {
            let begins = !(2..10).contains(&column) || STANDING.contains(&(row, column));
            let ground = GROUND[die(GROUND.len() as u32) as usize] as char;
            low.push(if begins { 'g' } else { ground });
            high.push(if !begins && die(6) == 0 { 'r' } else { '.' });
            zone.push(match column {
                0 | 1 => 'A',
                10 | 11 => 'B',
                _ => '.',
            });
        }
        let line = |row: &[char]| {
            let words: Vec<String> = row.iter().map(ToString::to_string).collect();
            format!("{indent}{}\n", words.join(" "))
        };
        levels[0] += &line(&low);
        levels[1] += &line(&high);
        start += &line(&zone);
    }
    let [low, high] = levels;
    format!(
        "battlefield:\n  battlefield: patchwork\n  legend: {{g: grass, r: rock, k: snow, i: ice, w: water, q: swamp_water, h: shadow, \
         l: lava_field, o: molten_lava, m: swamp, d: dungeon, x: road}}\n  levels:\n    1: |\n{low}    2: |\n{high}  \
         start: |\n{start}  obstacles: [{{kind: palm_14, at: E4}}, {{kind: palm_15, at: H7}}, {{kind: glacier_1, at: F6}}]\n"
    )
}

/// Lays a dozen glyphs of any kind, some face down.
fn lay_glyphs(game: &mut HeroScape, die: &mut impl FnMut(u32) -> u32) {
    let (kinds, spaces) = (game.catalog.glyphs.len() as u32, game.ground.board.spaces() as u32);
    let ground = &mut game.ground;
    for _ in 0..12 {
        let space = SpaceId(die(spaces));
        let kind = Some(GlyphId(die(kinds) as u16));
        if ground.glyphs.iter().all(|laid| laid.space != space) {
            ground.glyphs.push(GlyphLaid { space, kind, face_up: die(2) == 0 });
        }
    }
}

/// What prints a power, and its name there.
fn name(game: &HeroScape, at: PowerRef) -> (String, String) {
    let printed = match at.on {
        Printed::Card(card) => &game.catalog.card(card).id,
        Printed::Glyph(glyph) => &game.catalog.glyphs[usize::from(glyph.0)].id,
    };
    (printed.clone(), game.power_name(at))
}

/// Notes the powers that a figure's card has of a kind.
fn note(
    game: &HeroScape,
    state: &State,
    tally: &mut Tally,
    figure: FigureId,
    which: impl Fn(&Power) -> bool,
) {
    for (at, power) in game.powers_of(state, figure) {
        if which(power) {
            *tally.entry(name(game, at)).or_default() += 1;
        }
    }
}

fn note_event(game: &HeroScape, state: &State, tally: &mut Tally, event: &Event) {
    match event {
        Event::PowerUsed { by, .. } => *tally.entry(name(game, *by)).or_default() += 1,
        Event::DiceCounted { by: Some(by), .. } => {
            *tally.entry(name(game, *by)).or_default() += 1;
        }
        Event::Rerolled { .. } => {}
        Event::AttackAnnounced { attacker, target, special } => {
            let card = game.card(state, *attacker);
            let named = special.and_then(|at| game.specials(card).nth(at.into()));
            note(game, state, tally, *attacker, |power| match power {
                Power::SpecialAttack(own) => named.is_some_and(|named| named.name == own.name),
                Power::ExtraAttacks(_) => true,
                Power::Forbid(_) | Power::Activation(_) => true,
                _ => false,
            });
            note(game, state, tally, *target, |power| {
                matches!(power, Power::AttackOnlyAdjacent(_) | Power::Challenge {})
            });
        }
        Event::CounterStruck { defender, attacker, .. } => {
            for (source, _) in state.all_figures() {
                if source == *defender || game.adjacent(state, source, *defender) {
                    note(game, state, tally, source, |power| {
                        matches!(power, Power::CounterStrike(_))
                    });
                }
            }
            note(
                game,
                state,
                tally,
                *attacker,
                |power| matches!(power, Power::DiceRule(rule) if rule.excess_shields_wound),
            );
        }
        Event::Flew { figure, .. } => note(game, state, tally, *figure, |power| {
            matches!(power, Power::Flying {} | Power::StealthFlying {})
        }),
        Event::Moved { figure, .. } => note(game, state, tally, *figure, |power| {
            matches!(
                power,
                Power::Climb { .. }
                    | Power::GhostWalk {}
                    | Power::SnowEase {}
                    | Power::Activation(_)
            )
        }),
        Event::LeavesFreely { figure, .. } => {
            note(game, state, tally, *figure, |power| matches!(power, Power::Disengage {}));
        }
        Event::Spared { figure, .. } => note(game, state, tally, *figure, |power| {
            matches!(power, Power::WaterNoStop {} | Power::LavaResistant {} | Power::Freezes {})
        }),
        Event::Held { by, .. } => {
            note(game, state, tally, *by, |power| matches!(power, Power::Hold(_)));
        }
        _ => {}
    }
}

/// Plays one game by random hands that like powers, and notes what came up.
fn play(game: &HeroScape, setup: &Setup, seed: u64, tally: &mut Tally) -> bool {
    let mut die = splitmix(seed ^ 0x5eed);
    let mut state = game.start(setup).expect("the armies may meet");
    let mut actions = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..LONG {
        events.clear();
        let mut why = Ruling::default();
        match game.pending(&state, &mut why) {
            Pending::Over(_) => return true,
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("somebody is asked");
                actions.clear();
                game.legal(&state, seat, &mut actions);
                assert!(!actions.is_empty(), "seed {seed}: nothing is legal at {:?}", state.step());
                let powers: Vec<usize> = (0..actions.len())
                    .filter(|at| {
                        matches!(
                            actions[*at],
                            Action::Use { .. }
                                | Action::Special { .. }
                                | Action::Attack { .. }
                                | Action::Place(..)
                                | Action::Pick(_)
                                | Action::PickUp(_)
                                | Action::Lay(_)
                        )
                    })
                    .collect();
                let at = match powers.len() as u32 {
                    0 => die(actions.len() as u32) as usize,
                    count if die(4) > 0 => powers[die(count) as usize],
                    _ => die(actions.len() as u32) as usize,
                };
                let action = actions[at].clone();
                let done = game.act(&mut state, seat, &action, &mut events);
                assert!(done.is_ok(), "seed {seed}: listed but refused: {action:?}");
            }
            Pending::Roll(request) => {
                for node in &why.nodes {
                    let Node::Modifier { rule: Rule::Ability(_) | Rule::Glyph(_), says, .. } = node
                    else {
                        continue;
                    };
                    for (figure, _) in state.all_figures() {
                        let told = |power: &Power| {
                            matches!(
                                power,
                                Power::Modifier(_) | Power::SpecialAttack(_) | Power::Forbid(_)
                            )
                        };
                        for (at, power) in game.powers_of(&state, figure) {
                            if told(power) && says.starts_with(&game.power_name(at)) {
                                tally.entry(name(game, at)).or_insert(1);
                            }
                        }
                    }
                }
                let sides = |die_id: umpire_core::dice::DieId| {
                    game.dice().0[usize::from(die_id.0)].faces.len() as u32
                };
                let mut faces: Vec<Face> = Vec::new();
                for group in &request.groups {
                    for _ in 0..group.count {
                        faces.push(die(sides(group.die)) as Face);
                    }
                }
                let done = game.roll(&mut state, &faces, &mut events);
                assert!(done.is_ok(), "seed {seed}: a roll is refused");
            }
        }
        for event in &events {
            note_event(game, &state, tally, event);
        }
        let sound = game.sound_position(&state);
        assert!(sound.is_ok(), "seed {seed}: {sound:?}");
    }
    false
}

#[test]
fn armies_of_all_cards_keep_the_contract() {
    for seed in 0..FEW {
        println!("seed {seed}");
        let (game, setup) = meeting(seed);
        holds_in_random_play(&game, &setup, &mut splitmix(seed), 1_500);
    }
}

#[test]
fn every_power_comes_up() {
    let asked = std::env::var("UMPIRE_POWERS").ok();
    let games = asked.as_deref().map_or(FEW, |text| text.parse().expect("a number of games"));
    let hands = std::thread::available_parallelism().map_or(1, |hands| hands.get() as u64);
    let share = |hand: u64| {
        let (mut tally, mut ended) = (Tally::new(), 0);
        for seed in (hand..games).step_by(hands as usize) {
            let (game, setup) = meeting(seed);
            ended += u64::from(play(&game, &setup, seed, &mut tally));
        }
        (tally, ended)
    };
    let (mut tally, mut ended) = (Tally::new(), 0);
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..hands).map(|hand| scope.spawn(move || share(hand))).collect();
        for hand in hands {
            let (its, over) = hand.join().expect("no hand fails");
            ended += over;
            for (power, times) in its {
                *tally.entry(power).or_default() += times;
            }
        }
    });
    let (game, _) = meeting(0);
    let mut missing = Vec::new();
    let cards = game.catalog.cards.iter();
    let cards = cards.flat_map(|card| card.powers.iter().map(|power| (&card.id, &power.name)));
    let glyphs = game.catalog.glyphs.iter().filter(|glyph| !glyph.abilities.is_empty());
    for (id, power) in cards.chain(glyphs.map(|glyph| (&glyph.id, &glyph.name))) {
        match tally.get(&(id.clone(), power.clone())) {
            None => missing.push(format!("{id}: {power}")),
            Some(times) if asked.is_some() => println!("{times:>8} {id}: {power}"),
            Some(_) => {}
        }
    }
    println!("{games} games, {ended} ended, {} powers came up, not: {missing:#?}", tally.len());
    assert!(tally.len() > 100, "only {} powers came up", tally.len());
    // Rare ones come up in very many games alone.
    assert!(games < 10_000 || missing.is_empty(), "{} powers never came up", missing.len());
}
