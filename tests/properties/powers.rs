//! HeroScape with armies drawn from all cards: games keep the contract to their end, and every power comes up.
//!
//! `UMPIRE_POWERS=10000` plays so many games instead of a few, asks that every power came up, and prints how often.
//! `UMPIRE_MAPS=FOLDER` has some of them on the maps of other programs in a folder, beside those that are shipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::LazyLock;
use umpire_core::data::Source;
use umpire_core::dice::Face;
use umpire_core::game::{Game, Pending};
use umpire_core::hex::SpaceId;
use umpire_core::host::{Ruleset, Spot};
use umpire_core::odds::Budget;
use umpire_core::ruleset::GameTables;
use umpire_core::ruling::{Node, Ruling, Silent};
use umpire_core::seat::Seat;
use umpire_core::testing::{holds_in_random_play, splitmix};
use umpire_heroscape::position::action::Path;
use umpire_heroscape::position::ground::GlyphLaid;
use umpire_heroscape::position::state::{FigureId, PowerRef, Printed};
use umpire_heroscape::rules::dice::range_modifiers;
use umpire_heroscape::rules::invariants;
use umpire_heroscape::rules::move_points::move_modifiers;
use umpire_heroscape::tables::abilities::Power;
use umpire_heroscape::tables::catalog::{ArmyCard, GlyphId, Rarity};
use umpire_heroscape::tables::rule::Rule;
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

/// Two armies of random cards of 400 to 1,000 points, where they meet, and the game. Half of them are about one card, a
/// quarter are of one kind; all are about the card that is to lead, where one is.
fn meeting(seed: u64, leads: Option<&str>) -> (HeroScape, Setup) {
    let mut die = splitmix(seed);
    let catalog =
        umpire_heroscape::tables::catalog::Catalog::read(&library().data).expect("the tables");
    let points = 400 + die(601);
    let mut text = String::from("game: heroscape\nround_limit: 8\n");
    let at = die(4 * FIELDS.len() as u32) as usize;
    match FIELDS.get(at) {
        _ if leads.is_some() => write!(text, "{}", patchwork(&mut die, true)),
        Some(field) => writeln!(text, "battlefield: {field}"),
        None if !at.is_multiple_of(3) => write!(text, "{}", patchwork(&mut die, at % 3 == 1)),
        None => write!(text, "{}", IMPORTED[die(IMPORTED.len() as u32) as usize]),
    }
    .expect("text grows");
    text += "seats:\n";
    // Most powers are about others: half of the armies are those of which the powers of one card speak.
    let drawn = &catalog.cards[die(catalog.cards.len() as u32) as usize];
    let named = leads.and_then(|leads| catalog.cards.iter().find(|card| card.id == leads));
    let lead = named.unwrap_or(drawn);
    let speaks = format!("{:?}", lead.powers);
    let spoken_of = |card: &ArmyCard| {
        let words = [&card.species, &card.class, &card.personality, &card.general, &card.id];
        let named = card.powers.iter().map(|power| &power.name);
        let mut words = words.into_iter().chain(named);
        words.any(|word| !word.is_empty() && speaks.contains(&format!("{word:?}")))
    };
    let most = if named.is_some() { 5 } else { 16 };
    for seat in ["A", "B"] {
        let mut army: Vec<&ArmyCard> = Vec::new();
        let (mut left, mut which) = (points, die(4));
        if named.is_some() {
            // Whoever it is against may be anybody.
            which = if seat == "A" || die(2) == 0 { 0 } else { 3 };
        }
        for attempt in 0..400 {
            let drawn = &catalog.cards[die(catalog.cards.len() as u32) as usize];
            let again = lead.rarity != Rarity::Unique && attempt % 4 == 0;
            let leads = (attempt == 0 && seat == "A" || again) && which < 2;
            let card = if leads { lead } else { drawn };
            let figures: usize = army.iter().map(|card| usize::from(card.figures)).sum();
            let again = army.iter().any(|other| other.id == card.id);
            let may = !again || card.rarity != Rarity::Unique;
            let akin = army.first().is_none_or(|first| {
                let words = |card: &ArmyCard| {
                    [card.species.clone(), card.class.clone(), card.personality.clone()]
                };
                first.general == card.general
                    && words(first).iter().zip(words(card)).any(|(one, other)| *one == other)
            });
            let fits = match which {
                0 | 1 => card.id == lead.id || spoken_of(card),
                2 => akin,
                _ => true,
            };
            if card.points <= left && may && figures < 40 && army.len() < most && fits {
                left -= card.points;
                army.push(card);
            }
        }
        if army.is_empty() {
            army.push(lead);
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

/// A battlefield of patches of every ground, of much lava or of much water, with hills, palms and ice, and grass to
/// begin on; a small one lets armies meet at once.
fn patchwork(die: &mut impl FnMut(u32) -> u32, small: bool) -> String {
    const GROUND: [&[u8]; 3] = [b"gggkkiwwqqhhllomdx", b"glloo", b"gwwqqh"];
    /// Where palms and a glacier stand: E4, E7, F6.
    const STANDING: [(usize, usize); 3] = [(3, 4), (6, 4), (5, 5)];
    let columns = if small { 9 } else { 12 };
    let ground = GROUND[die(GROUND.len() as u32) as usize];
    let mut levels = [String::new(), String::new()];
    let mut start = String::new();
    for row in 0..10 {
        let indent = " ".repeat(6 + row % 2);
        let (mut low, mut high, mut zone) = (Vec::new(), Vec::new(), Vec::new());
        for column in 0..columns {
            let begins = !(2..columns - 2).contains(&column) || STANDING.contains(&(row, column));
            let tile = ground[die(ground.len() as u32) as usize] as char;
            low.push(if begins { 'g' } else { tile });
            high.push(if !begins && die(6) == 0 { 'r' } else { '.' });
            zone.push(match column {
                0 | 1 => 'A',
                _ if column >= columns - 2 => 'B',
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
         start: |\n{start}  obstacles: [{{kind: palm_14, at: E4}}, {{kind: palm_15, at: E7}}, {{kind: glacier_1, at: F6}}]\n"
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
        Event::Rerolled { by: Some(by), .. } => {
            *tally.entry(name(game, *by)).or_default() += 1;
        }
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

/// Notes the powers whose modifiers a ruling names.
fn note_modifiers(game: &HeroScape, state: &State, tally: &mut Tally, why: &Ruling<Rule>) {
    for node in &why.nodes {
        let Node::Modifier { says, .. } = node else { continue };
        let told = |power: &Power| {
            matches!(power, Power::Modifier(_) | Power::SpecialAttack(_) | Power::Forbid(_))
        };
        for (figure, _) in state.all_figures() {
            for (at, power) in game.powers_of(state, figure) {
                if told(power) && says.starts_with(&game.power_name(at)) {
                    tally.entry(name(game, at)).or_insert(1);
                }
            }
        }
    }
}

/// A way of several steps in place of the one that is listed, now and then: where a base of two spaces cannot stand
/// half on a lower level, it comes to the next level in no other way.
fn longer(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    listed: &Action,
    die: &mut impl FnMut(u32) -> u32,
) -> Option<Action> {
    let Action::Move { figure, .. } = *listed else { return None };
    let its = state.spaces(figure).filter(|_| die(2) == 0)?;
    let turned = die(2) == 0;
    let mut at = if turned { its.trail()? } else { its.lead };
    let mut path = Path::new();
    for _ in 0..2 + die(3) {
        let beside: Vec<SpaceId> =
            game.ground.board.neighbours(at).map(|(_, space)| space).collect();
        at = *beside.get(die(beside.len().max(1) as u32) as usize)?;
        path.push(at);
    }
    let action = Action::Move { figure, turned, path };
    game.check(state, seat, &action, &mut Silent).is_ok().then_some(action)
}

/// What makes up the numbers that an action goes by, before it is done.
fn numbers(game: &HeroScape, state: &State, action: &Action) -> Ruling<Rule> {
    let mut why = Ruling::default();
    match action {
        Action::Move { figure, .. } => {
            move_modifiers(game, state, *figure, &mut why);
        }
        Action::Attack { attacker, target, .. } => {
            range_modifiers(game, state, *attacker, Some(*target), &mut why);
        }
        _ => {}
    }
    why
}

/// Plays one game by random hands that like powers, and next to them to move, and notes what came up.
fn play(game: &HeroScape, setup: &Setup, seed: u64, tally: &mut Tally) -> bool {
    let mut die = splitmix(seed ^ 0x5eed);
    let mut state = game.start(setup).expect("the armies may meet");
    let mut actions = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    let mut waiting: Vec<FigureId> = state
        .all_figures()
        .map(|(figure, _)| figure)
        .filter(|figure| {
            game.powers_of(&state, *figure).any(|(_, power)| matches!(power, Power::Reserve {}))
        })
        .collect();
    for _ in 0..LONG {
        waiting.retain(|figure| {
            let waits = state.spaces(*figure).is_none();
            if !waits {
                note(game, &state, tally, *figure, |power| matches!(power, Power::Reserve {}));
            }
            waits
        });
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
                let walks: Vec<usize> = (0..actions.len())
                    .filter(|at| matches!(actions[*at], Action::Move { .. }))
                    .collect();
                let at = match (powers.len() as u32, walks.len() as u32) {
                    (1.., _) if die(4) > 0 => powers[die(powers.len() as u32) as usize],
                    (_, 1..) if die(4) > 0 => walks[die(walks.len() as u32) as usize],
                    _ => die(actions.len() as u32) as usize,
                };
                let listed = &actions[at];
                let action = longer(game, &state, seat, listed, &mut die);
                let action = action.unwrap_or_else(|| listed.clone());
                note_modifiers(game, &state, tally, &numbers(game, &state, &action));
                let done = game.act(&mut state, seat, &action, &mut events);
                assert!(done.is_ok(), "seed {seed}: listed but refused: {action:?}");
            }
            Pending::Roll(request) => {
                note_modifiers(game, &state, tally, &why);
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
        let sound = invariants::check(game, &state);
        assert!(sound.is_ok(), "seed {seed}: {sound:?}");
    }
    false
}

/// Plays games by as many hands as there are, about cards that are to lead in turn, and tells what came up and how many
/// were played to their end.
fn played(seeds: Range<u64>, leads: &[String]) -> (Tally, u64) {
    let hands = std::thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let share = |hand: u64| {
        let (mut tally, mut ended) = (Tally::new(), 0);
        for seed in seeds.clone().skip(hand as usize).step_by(hands as usize) {
            if seeds.end > FEW && seed.is_multiple_of(500) {
                eprintln!("game {seed}");
            }
            let lead = leads.get(seed as usize % leads.len().max(1)).map(String::as_str);
            let (game, setup) = meeting(seed, lead);
            ended += u64::from(play(&game, &setup, seed, &mut tally));
        }
        (tally, ended)
    };
    let (mut tally, mut ended) = (Tally::new(), 0);
    std::thread::scope(|scope| {
        let share = &share;
        let hands: Vec<_> = (0..hands).map(|hand| scope.spawn(move || share(hand))).collect();
        for hand in hands {
            let (its, over) = hand.join().expect("no hand fails");
            ended += over;
            for (power, times) in its {
                *tally.entry(power).or_default() += times;
            }
        }
    });
    (tally, ended)
}

/// The powers of cards and glyphs that did not come up: by card and name.
fn missing(tally: &Tally) -> Vec<(String, String)> {
    let (game, _) = meeting(0, None);
    let cards = game.catalog.cards.iter();
    let cards = cards.flat_map(|card| card.powers.iter().map(|power| (&card.id, &power.name)));
    let glyphs = game.catalog.glyphs.iter().filter(|glyph| !glyph.abilities.is_empty());
    let all = cards.chain(glyphs.map(|glyph| (&glyph.id, &glyph.name)));
    let all = all.map(|(id, power)| (id.clone(), power.clone()));
    all.filter(|power| !tally.contains_key(power)).collect()
}

#[test]
fn armies_of_all_cards_keep_the_contract() {
    for seed in 0..FEW {
        println!("seed {seed}");
        let (game, setup) = meeting(seed, None);
        holds_in_random_play(&game, &setup, &mut splitmix(seed), 1_500);
    }
}

#[test]
fn every_power_comes_up() {
    let asked = std::env::var("UMPIRE_POWERS").ok();
    let games = asked.as_deref().map_or(FEW, |text| text.parse().expect("a number of games"));
    let (mut tally, mut ended) = (Tally::new(), 0);
    // The last half of the games is about cards with a power that did not come up so far.
    let tenth = games / 10;
    let ends = [games - 5 * tenth, games - 4 * tenth, games - 2 * tenth, games];
    let begins = [0, ends[0], ends[1], ends[2]];
    for seeds in begins.into_iter().zip(ends).map(|(from, to)| from..to) {
        let leads: Vec<String> = match seeds.start {
            0 => Vec::new(),
            _ => missing(&tally).into_iter().map(|(card, _)| card).collect(),
        };
        let (more, over) = played(seeds, &leads);
        ended += over;
        for (power, times) in more {
            *tally.entry(power).or_default() += times;
        }
    }
    if asked.is_some() {
        tally.iter().for_each(|((id, power), times)| println!("{times:>8} {id}: {power}"));
    }
    let missing = missing(&tally);
    println!("{games} games, {ended} ended, {} powers came up, not: {missing:#?}", tally.len());
    assert!(tally.len() > 100, "only {} powers came up", tally.len());
    // Rare ones come up in very many games alone.
    assert!(games < 10_000 || missing.is_empty(), "{} powers never came up", missing.len());
}
