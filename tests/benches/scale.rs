//! What battles of growing size take: seconds, and memory at its peak, for each kind of question.
//!
//! `cargo bench --bench scale -- [GAME]`: every game unless told otherwise; each row doubles the one before.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;
use umpire_core::game::{Deaf, Pending};
use umpire_core::host::{Hosted, choose};
use umpire_core::odds::Budget;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::testing::{random_game, splitmix};
use umpire_dragon_dice::DragonDice;
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::position::state::Body;
use umpire_heroscape::HeroScape;
use umpire_heroscape::position::known::Part;
use umpire_heroscape::rules::sight;
use umpire_tests::loaded;

/// The memory of this program at its peak, in megabytes, where the system tells it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// One row: what was done at which size, how long it took, and the peak of memory meanwhile.
fn row<T>(what: &str, size: &str, work: impl FnOnce() -> (T, String)) -> T {
    // Lets the system count the peak anew; where it does not, the peak is that since the start.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let begun = Instant::now();
    let (done, says) = work();
    let seconds = begun.elapsed().as_secs_f64();
    let memory = peak().map_or("?".to_string(), |megabytes| megabytes.to_string());
    println!("  {what:<8} {size:<26} {seconds:>9.4} s {memory:>6} MB   {says}");
    black_box(done)
}

fn load<G: Hosted>(size: &str, text: &str) -> (G, G::State) {
    row("load", size, || {
        let loaded = loaded::<G>(text);
        let state = loaded.game.start(&loaded.setup).expect("it can be played");
        ((loaded.game, state), String::new())
    })
}

fn ask<G: Hosted>(what: &str, size: &str, game: &G, state: &G::State, question: &str) {
    row(what, size, || {
        let answer = game.ask(state, None, question, &Budget::default());
        let answer = answer.unwrap_or_else(|slip| panic!("{question}: {slip:?}"));
        ((), answer.headline)
    });
}

/// Bots that look ahead play until a clock of the game has gone so far, or so many inputs.
fn greedy<G: Hosted>(size: &str, game: &G, start: &G::State, clocks: u32, inputs: usize) {
    row("greedy", size, || {
        let (mut rolls, mut draws) = (splitmix(1), splitmix(2));
        let (mut state, mut taken) = (start.clone(), 0);
        let until = game.clock(start) + clocks;
        while taken < inputs && game.clock(&state) < until {
            match game.pending(&state, &mut Silent) {
                Pending::Over(_) => break,
                Pending::Roll(request) => {
                    let mut faces = Vec::new();
                    for group in &request.groups {
                        let sides = u32::from(game.dice().faces(group.die));
                        faces.extend((0..group.count).map(|_| rolls(sides) as u8));
                    }
                    game.resolve(&mut state, &faces, &mut Deaf);
                }
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().expect("somebody is asked");
                    decide(game, &mut state, seat, &mut |count| draws(count as u32) as usize);
                }
            }
            taken += 1;
        }
        ((), format!("{taken} inputs"))
    });
}

fn decide<G: Hosted>(
    game: &G,
    state: &mut G::State,
    seat: Seat,
    die: &mut dyn FnMut(usize) -> usize,
) {
    let view = game.view(state, seat);
    let foreseen = if seat == Seat::JUDGE { None } else { choose(game, &view, seat, 0, die) };
    let action = foreseen.unwrap_or_else(|| {
        let mut actions = Vec::new();
        game.legal(state, seat, &mut actions);
        actions.swap_remove(die(actions.len()))
    });
    game.act(state, seat, &action, &mut Deaf).expect("what is listed may be done");
}

/// A square plain with hills and a river, two armies of a dragon and so many squads near its middle.
fn plain(size: usize, squads: usize) -> String {
    let middle = size / 2;
    let mut grids = [String::new(), String::new(), String::new()];
    for row in 0..size {
        grids.iter_mut().for_each(|grid| *grid += &" ".repeat(4 + row % 2));
        for column in 0..size {
            let river = (middle - 1..=middle).contains(&column) && row % 6 != 2;
            let hill = (row / 5 + column / 4) % 3 == 0 && row % 5 > 0 && column % 4 > 1 && !river;
            let zone = row.abs_diff(middle) < 8 && !river && !hill;
            let seat = match column {
                at if zone && (middle - 11..middle - 5).contains(&at) => 'A',
                at if zone && (middle + 5..middle + 11).contains(&at) => 'B',
                _ => '.',
            };
            let cells = [if river { 'w' } else { 'g' }, if hill { 'r' } else { '.' }, seat];
            for (grid, cell) in grids.iter_mut().zip(cells) {
                grid.extend([cell, ' ']);
            }
        }
        grids.iter_mut().for_each(|grid| grid.push('\n'));
    }
    let [low, high, zones] = grids;
    let army = |dragon: &str, squad: &str| {
        std::iter::once(dragon)
            .chain(std::iter::repeat_n(squad, squads))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (a, b) = (army("nilfheim", "knights-of-weston"), army("mimring", "tagawa-samurai-archers"));
    format!(
        "game: heroscape\nedition: annihilation\nround_limit: 3\nbattlefield:\n  battlefield: plain\n  \
         legend: {{g: grass, r: rock, w: water}}\n  levels:\n   1: |\n{low}   2: |\n{high}  \
         start: |\n{zones}seats:\n  A: {{cards: [{a}]}}\n  B: {{cards: [{b}]}}\n"
    )
}

/// Plays at random until every figure stands.
fn placed(game: &HeroScape, state: &mut umpire_heroscape::position::state::State) {
    let (mut scratch, mut die) = (Vec::new(), splitmix(3));
    while state.round == 0 {
        random_game(game, state, &mut scratch, &mut die, 1);
    }
}

fn heroscape() {
    drop(loaded::<HeroScape>(&plain(25, 1))); // The tables are read once.
    println!("HeroScape: maps of so many by so many hexes");
    for (size, squads) in [(25, 1), (50, 2), (100, 3), (200, 6), (300, 12)] {
        let text = plain(size, squads);
        let (game, mut state) = load::<HeroScape>(&format!("{size} x {size}"), &text);
        placed(&game, &mut state);
        let size = format!("{size} x {size}, {} figures", state.figures.len());
        ask("reach", &size, &game, &state, "reach nilfheim");
        row("sight", &size, || {
            let all = || state.all_figures().map(|(id, _)| id);
            let pairs = all().flat_map(|from| all().map(move |to| (from, to)));
            let seen =
                pairs.filter(|(from, to)| sight::sees(&game, &state, *from, *to, Part::HitZone));
            let seen = seen.count();
            ((), format!("{seen} pairs see each other"))
        });
        row("picture", &size, || {
            let shapes = game.scene(&state).shapes.len();
            ((), format!("{shapes} shapes"))
        });
        greedy(&size, &game, &state, u32::MAX / 2, usize::MAX);
    }
}

/// Infantry, guards, heavies and tanks on two edges of a table that grows with them, ground between.
fn field(units: usize, pieces: usize) -> String {
    let companies = [
        ("infantry_company", 6, 3),
        ("guard_company", 8, 3),
        ("heavy_company", 4, 3),
        ("tank_company", 4, 5),
    ];
    let (wide, deep) = (180.max(units * 9 / 10).min(500), 120 + pieces / 4);
    let terrains = ["woods", "scrub", "ruin", "urban_area", "woods"];
    let columns = (pieces * 3).isqrt().max(1);
    let (across, along) =
        (wide as f64 / columns as f64, (deep - 70) as f64 / pieces.div_ceil(columns) as f64);
    let mut text = format!(
        "game: ea-heresy\nvictory: netea\nturn: 0\nbegins: turn\nsize: [{wide}, {deep}]\npieces:\n"
    );
    for at in 0..pieces {
        let (x, y) = ((at % columns) as f64 * across, 35.0 + (at / columns) as f64 * along);
        let terrain = terrains[at % terrains.len()];
        let (right, top) = (x + across * 0.6, y + along * 0.6);
        let _ = writeln!(
            text,
            "  - {{terrain: {terrain}, rect: [{x:.2}, {y:.2}, {right:.2}, {top:.2}]}}"
        );
    }
    text += &format!(
        "objectives:\n  - {{at: [{0}, 2], half: near, blitz: true}}\n  - {{at: [{0}, {1}], half: far, blitz: true}}\nsides:\n",
        wide / 2,
        deep - 2
    );
    for (side, far) in [("A", false), ("B", true)] {
        let half = if far { "far" } else { "near" };
        text += &format!("  {side}:\n    army: training\n    half: {half}\n    formations:\n");
        let (mut left, mut x, mut depth) = (units / 2, 4, 30);
        for number in 0.. {
            if left == 0 {
                break;
            }
            let (company, most, step) = companies[number % companies.len()];
            let (count, name) = (most.min(left), side.to_lowercase());
            if x + most * step > wide - 4 {
                (x, depth) = (4, depth - 5);
            }
            let y = if far { deep - depth } else { depth };
            let kind = ["infantry", "guard", "heavy_infantry", "tank"][number % companies.len()];
            let raised = match count == most {
                true => format!("detachment: {company}"),
                false => format!("units: {{{kind}: {count}}}"),
            };
            let _ = writeln!(
                text,
                "      - {{name: {name}{number}, {raised}, from: [{x}, {y}], step: [{step}, 0]}}"
            );
            (left, x) = (left - count, x + most * step + 4);
        }
    }
    text
}

fn ea_heresy() {
    drop(loaded::<EaHeresy>(&field(20, 1)));
    println!(
        "EA-Heresy: so many units of both sides on so many pieces of ground; greedy bots for one turn"
    );
    for (units, pieces) in [(62, 62), (125, 125), (250, 250), (500, 500), (1000, 1000)] {
        let size = format!("{units} units, {pieces} pieces");
        let (game, state) = load::<EaHeresy>(&size, &field(units / 2 * 2, pieces));
        row("sight", &size, || {
            let units: Vec<_> = state.all_units().map(Body::Unit).step_by(units / 60).collect();
            let pairs = units.iter().flat_map(|from| units.iter().map(move |to| (*from, *to)));
            let seen = pairs
                .filter(|(from, to)| {
                    umpire_ea_heresy::rules::sight::sees(&game, &state, *from, *to)
                })
                .count();
            ((), format!("{seen} of {} pairs see each other", units.len() * units.len()))
        });
        ask("reach", &size, &game, &state, "reach a0 1");
        greedy(&size, &game, &state, 1, usize::MAX);
    }
}

/// All that may be done, listed at each of many decisions of a game at random.
fn listings<G: Hosted>(size: &str, game: &G, start: &G::State) {
    row("listing", size, || {
        let (mut state, mut die) = (start.clone(), splitmix(4));
        let (mut actions, mut lists, mut longest) = (Vec::new(), 0, 0);
        for _ in 0..300 {
            if let Pending::Choice(choice) = game.pending(&state, &mut Silent) {
                let seat = choice.seats.first().expect("somebody is asked");
                actions.clear();
                game.legal(&state, seat, &mut actions);
                (lists, longest) = (lists + 1, longest.max(actions.len()));
            }
            random_game(game, &mut state, &mut actions, &mut die, 1);
        }
        ((), format!("{lists} lists, the longest of {longest} actions"))
    });
}

/// Two armies of so many small units each at the Frontier, one about to act there.
fn frontier(dice: usize) -> String {
    let army = |kinds: [&str; 4]| {
        let each = |at: usize| (dice + 3 - at) / 4;
        let rows = (0..4).map(|at| format!("{} {}", each(at), kinds[at]));
        rows.collect::<Vec<_>>().join(", ")
    };
    let a = army(["oakling", "willowling", "hamadryad", "pineling"]);
    let b = army(["guardian", "explorer", "sunburst", "firestarter"]);
    format!(
        "game: dragon-dice\nedition: current\nseats:\n  \
         A: {{terrains: {{home: swampland-city, frontier: coastland-tower}}}}\n  \
         B: {{terrains: {{home: wasteland-temple, frontier: highland-standing-stones}}}}\n\
         position:\n  turn: A\n  action: frontier\n  terrains: {{frontier: coastland-tower 8 A}}\n  \
         armies:\n    A: {{frontier: [{a}], home A: [oak]}}\n    B: {{frontier: [{b}], home B: [sentinel]}}\n"
    )
}

fn dragon_dice() {
    drop(loaded::<DragonDice>(&frontier(6)));
    println!("Dragon Dice: so many dice a side; greedy bots for ten turns");
    for dice in [6, 12, 24, 36] {
        let size = format!("{dice} dice");
        let (game, state) = load::<DragonDice>(&size, &frontier(dice));
        listings(&size, &game, &state);
        ask("odds", &size, &game, &state, "odds A frontier melee B frontier");
        greedy(&size, &game, &state, 10, 2_000);
    }
}

fn main() {
    let named = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let games = [
        (HeroScape::NAME, heroscape as fn()),
        (EaHeresy::NAME, ea_heresy),
        (DragonDice::NAME, dragon_dice),
    ];
    for (name, measure) in games {
        if named.as_deref().is_none_or(|wanted| wanted == name) {
            measure();
        }
    }
}
