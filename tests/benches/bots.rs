//! Bots against each other: who wins the default scenarios, how often nothing comes of it, how long a battle takes.
//!
//! `cargo bench --bench bots -- [GAMES] [GAME]`: a thousand battles of each game unless told otherwise. With `mcts:PLAYOUTSp`
//! bots that search, with so many playouts for each decision, meet greedy ones instead, seats swapped every other battle.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use umpire_core::data::Source;
use umpire_core::dice::Face;
use umpire_core::game::{Outcome, Pending};
use umpire_core::host::{Hosted, choose, search};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::splitmix;
use umpire_dragon_dice::DragonDice;
use umpire_ea_heresy::EaHeresy;
use umpire_heroscape::HeroScape;
use umpire_skirmish::Skirmish;
use umpire_tests::{library, loaded};

/// Inputs after which a battle counts as one without an end.
const LIMIT: usize = 20_000;

/// What is looked for in a game's events.
trait Watched: Hosted {
    /// What may take turns, of both sides: cards, formations. Empty where nothing can be left out.
    fn troops(_: &Self::State) -> BTreeSet<u16> {
        BTreeSet::new()
    }
    /// What takes a turn by this event.
    fn used(_: &Self::Event) -> Option<u16> {
        None
    }
    /// Attacks announced in these events, and those of them that can harm nobody but friends.
    fn attacks(&self, after: &Self::State, events: &[Self::Event]) -> (usize, usize);
}

impl Watched for HeroScape {
    fn troops(state: &Self::State) -> BTreeSet<u16> {
        (0..state.copies.len() as u16).collect()
    }

    fn used(event: &Self::Event) -> Option<u16> {
        match event {
            umpire_heroscape::Event::TurnBegins { copy, .. } => Some(u16::from(copy.0)),
            _ => None,
        }
    }

    fn attacks(&self, after: &Self::State, events: &[Self::Event]) -> (usize, usize) {
        use umpire_heroscape::Event::{Affected, AttackAnnounced};
        let announced = events.iter().find_map(|event| match event {
            AttackAnnounced { attacker, target, .. } => Some((*attacker, *target)),
            _ => None,
        });
        let Some((attacker, target)) = announced else { return (0, 0) };
        let affected = events.iter().filter_map(|event| match event {
            Affected { figure } => Some(*figure),
            _ => None,
        });
        let mut victims: Vec<_> = affected.collect();
        if victims.is_empty() {
            victims.push(target);
        }
        let harmless = victims.iter().all(|victim| !self.enemies(after, attacker, *victim));
        (1, usize::from(harmless))
    }
}

impl Watched for DragonDice {
    fn attacks(&self, _: &Self::State, events: &[Self::Event]) -> (usize, usize) {
        let mut counted = (0, 0);
        for event in events {
            if let umpire_dragon_dice::position::event::Event::Attacked {
                attacker, target, ..
            } = event
            {
                counted.0 += 1;
                counted.1 += usize::from(attacker.owner == target.owner);
            }
        }
        counted
    }
}

impl Watched for EaHeresy {
    fn troops(state: &Self::State) -> BTreeSet<u16> {
        (0..state.formations.len() as u16).collect()
    }

    fn used(event: &Self::Event) -> Option<u16> {
        match event {
            umpire_ea_heresy::position::event::Event::Activated { formation, .. } => {
                Some(formation.index() as u16)
            }
            _ => None,
        }
    }

    fn attacks(&self, _: &Self::State, events: &[Self::Event]) -> (usize, usize) {
        use umpire_ea_heresy::position::event::Event::{Assaulted, Shot};
        (events.iter().filter(|event| matches!(event, Assaulted { .. } | Shot { .. })).count(), 0)
    }
}

impl Watched for Skirmish {
    fn attacks(&self, _: &Self::State, _: &[Self::Event]) -> (usize, usize) {
        (0, 0)
    }
}

/// How a seat decides.
#[derive(Clone, Copy, PartialEq)]
enum Mind {
    Greedy,
    Random,
    /// With so many playouts.
    Search(usize),
}

/// What came of one battle.
#[derive(Default)]
struct Battle {
    outcome: Option<Outcome>,
    inputs: usize,
    attacks: usize,
    on_friends: usize,
    unused: usize,
    /// Decisions that were searched, the seconds they took together, and the longest.
    searches: usize,
    searched: f64,
    longest: f64,
}

fn battle<G: Watched>(game: &G, start: &G::State, minds: [Mind; 2], seed: u64) -> Battle {
    let (mut rolls, mut draws) = (splitmix(2 * seed), splitmix(2 * seed + 1));
    let mut state = start.clone();
    let mut battle = Battle::default();
    let mut unused = G::troops(&state);
    let (mut faces, mut actions, mut events): (Vec<Face>, _, _) =
        (Vec::new(), Vec::new(), Vec::new());
    let (mut clock, mut begun) = (game.clock(&state), 0);
    while battle.inputs < LIMIT {
        events.clear();
        match game.pending(&state, &mut Silent) {
            Pending::Over(outcome) => {
                battle.outcome = Some(outcome);
                break;
            }
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("somebody is asked");
                let mind = if seat == Seat::JUDGE { Mind::Random } else { minds[seat.index()] };
                let foreseen = match mind {
                    Mind::Random => None,
                    Mind::Greedy => {
                        let view = game.view(&state, seat);
                        let die = &mut |count: usize| draws(count as u32) as usize;
                        choose(game, &view, seat, battle.inputs - begun, die)
                    }
                    Mind::Search(most) => {
                        let (view, since) = (game.view(&state, seat), Instant::now());
                        let goes_on = &mut |playouts| playouts < most;
                        let found = search(game, &view, seat, &G::SEARCH, goes_on, &mut draws);
                        if found.as_ref().is_some_and(|found| found.playouts > 0) {
                            let seconds = since.elapsed().as_secs_f64();
                            battle.searches += 1;
                            battle.searched += seconds;
                            battle.longest = battle.longest.max(seconds);
                        }
                        found.map(|found| found.action)
                    }
                };
                let action = foreseen.unwrap_or_else(|| {
                    actions.clear();
                    game.legal(&state, seat, &mut actions);
                    actions.swap_remove(draws(actions.len() as u32) as usize)
                });
                let acted = game.act(&mut state, seat, &action, &mut events);
                acted.unwrap_or_else(|_| panic!("{action:?} is refused"));
            }
            Pending::Roll(request) => {
                faces.clear();
                for group in &request.groups {
                    let sides = u32::from(game.dice().faces(group.die));
                    faces.extend((0..group.count).map(|_| rolls(sides) as Face));
                }
                game.resolve(&mut state, &faces, &mut events);
            }
        }
        battle.inputs += 1;
        for event in &events {
            if let Some(troop) = G::used(event) {
                unused.remove(&troop);
            }
        }
        let (attacks, on_friends) = game.attacks(&state, &events);
        battle.attacks += attacks;
        battle.on_friends += on_friends;
        if game.clock(&state) != clock {
            (clock, begun) = (game.clock(&state), battle.inputs);
        }
    }
    battle.unused = unused.len();
    battle
}

/// A scenario, and the same with the two sides' forces exchanged.
fn both_ways<G: Hosted>(scenario: &str) -> [(G, G::State); 2] {
    let named: serde_yaml::Value = serde_yaml::from_str(scenario).expect("it is read by tests");
    let mut swapped = named.clone();
    let sides = if named.get("sides").is_some() { "sides" } else { "seats" };
    let half = |value: &serde_yaml::Value, side: &str| value[sides][side].get("half").cloned();
    for (side, other) in [("A", "B"), ("B", "A")] {
        swapped[sides][side] = named[sides][other].clone();
        if let Some(half) = half(&named, side) {
            swapped[sides][side]["half"] = half;
        }
    }
    [named, swapped].map(|scenario| {
        let text = serde_yaml::to_string(&scenario).expect("it was read");
        let loaded = loaded::<G>(&text);
        let start = loaded.game.start(&loaded.setup).expect("shipped scenarios can be played");
        (loaded.game, start)
    })
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Greedy against greedy, sides swapped, then greedy against random.
fn measure<G: Watched>(name: &str, scenario: &str, games: usize) {
    let ways = both_ways::<G>(scenario);
    let troops = G::troops(&ways[0].1).len() * games;
    let (mut seats, mut forces, mut drawn, mut endless) = ([0, 0], [0, 0], 0, 0);
    let (mut inputs, mut attacks, mut on_friends, mut unused) = (0, 0, 0, 0);
    let mut longest = 0.0_f64;
    let begun = Instant::now();
    for number in 0..games {
        let (game, start) = &ways[number % 2];
        let since = Instant::now();
        let battle = battle(game, start, [Mind::Greedy; 2], number as u64);
        longest = longest.max(since.elapsed().as_secs_f64());
        inputs += battle.inputs;
        attacks += battle.attacks;
        on_friends += battle.on_friends;
        unused += battle.unused;
        match battle.outcome.map(|outcome| (outcome.winners.len(), outcome.winners.first())) {
            Some((1, Some(winner))) => {
                seats[winner.index()] += 1;
                forces[winner.index() ^ (number % 2)] += 1;
            }
            Some(_) => drawn += 1,
            None => endless += 1,
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let against = games.div_ceil(5);
    let mut beaten = 0;
    for number in 0..against {
        let (game, start) = &ways[number / 2 % 2];
        let greedy = number % 2;
        let mut minds = [Mind::Random; 2];
        minds[greedy] = Mind::Greedy;
        let battle = battle(game, start, minds, (games + number) as u64);
        let winners = battle.outcome.map(|outcome| outcome.winners);
        beaten +=
            usize::from(winners.is_some_and(|w| w.len() == 1 && w.contains(Seat(greedy as u8))));
    }
    println!("{name}: {games} battles of greedy bots, sides swapped every other");
    println!(
        "  won by seat A {:.1} %, by seat B {:.1} %",
        percent(seats[0], games),
        percent(seats[1], games)
    );
    println!(
        "  won by the first force {:.1} %, by the second {:.1} %",
        percent(forces[0], games),
        percent(forces[1], games)
    );
    println!(
        "  drawn {:.1} %, without an end {:.1} %",
        percent(drawn, games),
        percent(endless, games)
    );
    println!(
        "  {:.1} inputs and {:.1} attacks a battle; {on_friends} of {attacks} attacks could harm friends alone",
        inputs as f64 / games as f64,
        attacks as f64 / games as f64,
    );
    if troops > 0 {
        println!(
            "  {:.2} % of cards or formations took no turn in a battle",
            percent(unused, troops)
        );
    }
    println!("  {:.4} s a battle, the longest {longest:.1} s", seconds / games as f64);
    println!("  greedy beat random in {:.1} % of {against}", percent(beaten, against));
}

/// Bots that search against greedy ones, who sits where swapped every other battle: one battle a core at a time. Every
/// battle has its own seed, so that the sums do not depend on how many cores there are; the seconds do.
fn contest<G: Watched + Sync>(scenario: &str, games: usize, playouts: usize)
where
    G::State: Sync,
{
    let opened = loaded::<G>(scenario);
    let start = opened.game.start(&opened.setup).expect("shipped scenarios can be played");
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let play = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return;
            }
            let seat = Seat((number % 2) as u8);
            let mut minds = [Mind::Greedy; 2];
            minds[seat.index()] = Mind::Search(playouts);
            let battle = battle(&opened.game, &start, minds, number as u64);
            let mut tally = tally.lock().expect("no battle panics");
            tally.add(&battle, seat);
            eprintln!("  {} {tally} of {games}", G::TITLE);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(play);
        }
    });
    let tally = tally.into_inner().expect("no battle panics");
    println!(
        "{}, default: mcts:{playouts}p {tally} of {games} against greedy ({:.1} %); {:.0} ms a decision, the longest {:.0}",
        G::TITLE,
        percent(tally.won, games),
        1e3 * tally.searched / tally.searches.max(1) as f64,
        1e3 * tally.longest,
    );
}

/// How bots that search fared in the battles so far.
#[derive(Default)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
    searches: usize,
    searched: f64,
    longest: f64,
}

impl Tally {
    /// One more battle, in which who sits at `seat` searched. A battle without an end counts as drawn.
    fn add(&mut self, battle: &Battle, seat: Seat) {
        let winners = battle.outcome.as_ref().map(|outcome| &outcome.winners);
        match winners {
            Some(winners) if winners.len() == 1 && winners.contains(seat) => self.won += 1,
            Some(winners) if winners.len() == 1 => self.lost += 1,
            _ => self.drawn += 1,
        }
        self.searches += battle.searches;
        self.searched += battle.searched;
        self.longest = self.longest.max(battle.longest);
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "won {}, drew {} and lost {}", self.won, self.drawn, self.lost)
    }
}

/// The default armies on a map of 600 spaces: plain ground with hills, woods of rock and a river.
fn large_map() -> String {
    let scenario = default_scenario(HeroScape::NAME);
    let mut levels = [String::new(), String::new()];
    for row in 0..24 {
        let cells = (0..25).map(|column| {
            let river = (11..13).contains(&column) && row % 6 != 2;
            let hill = (row / 3 + column / 4) % 3 == 0 && row % 3 != 0 && column % 4 > 1 && !river;
            [if river { "w" } else { "g" }, if hill { "r" } else { "." }]
        });
        let cells: Vec<[&str; 2]> = cells.collect();
        for (at, level) in levels.iter_mut().enumerate() {
            let line: Vec<&str> = cells.iter().map(|cell| cell[at]).collect();
            let indent = " ".repeat(row % 2);
            *level += &format!("      {indent}{}\n", line.join(" "));
        }
    }
    let [low, high] = levels;
    let field = format!(
        "battlefield:\n  battlefield: wide-plain\n  legend: {{g: grass, r: rock, w: water}}\n  \
         levels:\n    1: |\n{low}    2: |\n{high}"
    );
    scenario.replace("battlefield: twin-hills\n", &field)
}

fn default_scenario(game: &str) -> String {
    let path = format!("{game}/scenarios/default.yaml");
    let Source { text, .. } = library().data.get(&path).expect("it is shipped");
    text
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let playouts = |word: &String| word.strip_prefix("mcts:")?.strip_suffix('p')?.parse().ok();
    let games = words.iter().find_map(|word| word.parse().ok());
    let mut named = words.iter().filter(|word| !word.starts_with("mcts:"));
    let named = named.find(|word| word.parse::<usize>().is_err());
    let wanted = |name: &str| named.is_none_or(|word| word == name);
    if let Some(playouts) = words.iter().find_map(playouts) {
        let games = games.unwrap_or(200);
        if wanted(HeroScape::NAME) {
            contest::<HeroScape>(&default_scenario(HeroScape::NAME), games, playouts);
        }
        if wanted(DragonDice::NAME) {
            contest::<DragonDice>(&default_scenario(DragonDice::NAME), games, playouts);
        }
        if wanted(EaHeresy::NAME) {
            contest::<EaHeresy>(&default_scenario(EaHeresy::NAME), games, playouts);
        }
        if wanted(Skirmish::NAME) {
            contest::<Skirmish>(&default_scenario(Skirmish::NAME), games, playouts);
        }
        return;
    }
    let games = games.unwrap_or(1_000);
    if wanted(HeroScape::NAME) {
        measure::<HeroScape>("HeroScape, default", &default_scenario(HeroScape::NAME), games);
        measure::<HeroScape>("HeroScape, 600 spaces", &large_map(), games.div_ceil(50));
    }
    if wanted(DragonDice::NAME) {
        measure::<DragonDice>("Dragon Dice, default", &default_scenario(DragonDice::NAME), games);
    }
    if wanted(EaHeresy::NAME) {
        measure::<EaHeresy>("EA-Heresy, default", &default_scenario(EaHeresy::NAME), games);
    }
}
