//! Random play of the bare position.
use umpire_core::data::Files;
use umpire_core::game::{Game, Observe};
use umpire_core::seat::Seat;
use umpire_core::testing::{random_game, splitmix};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::catalog::Catalog;
use umpire_dragon_dice::pieces::Place;
use umpire_dragon_dice::position::{Setup, SideSetup};
struct Print;
impl<E: std::fmt::Debug> Observe<E> for Print {
    fn tell(&mut self, e: impl FnOnce() -> E) {
        println!("{:?}", e());
    }
}
fn files() -> Files {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/dragon-dice");
    let mut files = Files::default();
    let mut open = vec![folder.clone()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|k| k == "yaml") {
                let inside = path.strip_prefix(&folder).unwrap();
                files.insert(
                    format!("dragon-dice/{}", inside.display()),
                    std::fs::read_to_string(&path).unwrap(),
                );
            }
        }
    }
    files
}
fn main() {
    let catalog = Catalog::read(&files()).unwrap();
    let edition = catalog.editions["current"].clone();
    let game = DragonDice::new(catalog, edition, "current".into(), vec!["A".into(), "B".into()]);
    let k = |id: &str| game.catalog.kind_named(id).unwrap_or_else(|| panic!("{id}"));
    let side = |me: u8, home: &[&str], camp: &[&str], horde: &[&str]| {
        let mut dice = Vec::new();
        for u in home {
            dice.push((k(u), Place(me)));
        }
        for u in camp {
            dice.push((k(u), Place(2)));
        }
        for u in horde {
            dice.push((k(u), Place(1 - me)));
        }
        SideSetup { dice }
    };
    let setup = Setup {
        sides: vec![
            side(
                0,
                &["oak", "oak", "oakling", "oakling", "pine"],
                &["oak-lord", "willowling", "pineling", "pine", "nymph"],
                &["naiad", "willow", "dryad", "hamadryad"],
            ),
            side(
                1,
                &["watcher", "watcher", "guardian", "guardian", "firemaster"],
                &["sentinel", "explorer", "firestarter", "firemaster", "shadowchaser"],
                &["nightsbane", "adventurer", "sunflare", "sunburst"],
            ),
        ],
        grounds: vec![
            (k("swampland-city"), 3),
            (k("wasteland-tower"), 4),
            (k("coastland-temple"), 5),
        ],
    };
    let start = game.start(&setup).unwrap();
    if std::env::args().nth(1).is_some() {
        let mut state = start.clone();
        let mut die = splitmix(7);
        for _ in 0..150 {
            match game.pending(&state, &mut umpire_core::ruling::Silent) {
                umpire_core::game::Pending::Over(o) => {
                    println!("over {o:?}");
                    break;
                }
                umpire_core::game::Pending::Choice(c) => {
                    let mut v = vec![];
                    let seat = c.seats.first().unwrap();
                    game.legal(&state, seat, &mut v);
                    let a = v[die(v.len() as u32) as usize];
                    println!("> {:?} {:?} of {} {:?}", seat, c.about, v.len(), a);
                    game.act(&mut state, seat, &a, &mut Print)
                        .map_err(|b| format!("{b:?}"))
                        .unwrap();
                }
                umpire_core::game::Pending::Roll(r) => {
                    let f: Vec<u8> = r
                        .groups
                        .iter()
                        .flat_map(|g| std::iter::repeat_n(game.dice().faces(g.die), g.count.into()))
                        .map(|n| die(n.into()) as u8)
                        .collect();
                    game.roll(&mut state, &f, &mut Print).unwrap();
                }
            }
        }
        return;
    }
    let mut scratch = Vec::new();
    let t = std::time::Instant::now();
    let (mut n, mut over, mut wins, mut turns) = (0usize, 0, [0; 3], 0usize);
    for seed in 0..5000 {
        let mut s = start.clone();
        n += random_game(&game, &mut s, &mut scratch, splitmix(seed), 100_000);
        turns += usize::from(s.turn);
        if let Some(o) = s.over {
            over += 1;
            wins[if o.winners.contains(Seat(0)) {
                0
            } else if o.winners.contains(Seat(1)) {
                1
            } else {
                2
            }] += 1;
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{n} inputs, {over} over {wins:?}, {:.1} inputs/game {:.1} turns, {:.2} M inputs/s",
        n as f64 / 5000.,
        turns as f64 / 5000.,
        n as f64 / e / 1e6
    );
}
