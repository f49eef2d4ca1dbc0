//! Scratch.
use umpire_core::data::{Files, Source};
use umpire_core::host::Hosted;
use umpire_core::testing::*;
use umpire_heroscape::HeroScape;
fn main() {
    let mut files = Files::default();
    fn walk(dir: &std::path::Path, root: &std::path::Path, files: &mut Files) {
        for e in std::fs::read_dir(dir).unwrap() {
            let p = e.unwrap().path();
            if p.is_dir() {
                walk(&p, root, files)
            } else if p.extension().is_some_and(|x| x == "yaml") {
                files.insert(
                    p.strip_prefix(root).unwrap().to_str().unwrap(),
                    std::fs::read_to_string(&p).unwrap(),
                );
            }
        }
    }
    walk("data".as_ref(), "data".as_ref(), &mut files);
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let source = Source::new(path, text);
    let loaded = match HeroScape::load(&files, &source) {
        Ok(l) => l,
        Err(e) => {
            for f in e {
                println!("{}", f.show());
            }
            return;
        }
    };
    let (a, b): (u64, u64) = (
        std::env::args().nth(2).unwrap().parse().unwrap(),
        std::env::args().nth(3).unwrap().parse().unwrap(),
    );
    let mode = std::env::args().nth(4).unwrap_or_default();
    if mode == "fast" {
        use umpire_core::Game;
        let first = loaded.game.start(&loaded.setup).unwrap();
        let mut scratch = vec![];
        let mut inputs = 0;
        let mut sum = 0u64;
        let t = std::time::Instant::now();
        for seed in a..b {
            let mut s = first.clone();
            let n = random_game(&loaded.game, &mut s, &mut scratch, splitmix(seed), 200000);
            inputs += n;
            sum = sum.wrapping_mul(31).wrapping_add(n as u64);
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "{} games, {} inputs, {:.0} inputs/s, {:.1} games/s {sum}",
            b - a,
            inputs,
            inputs as f64 / e,
            (b - a) as f64 / e
        );
        return;
    }
    for seed in a..b {
        let mut die = splitmix(seed);
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            holds_in_random_play(&loaded.game, &loaded.setup, &mut die, 5000)
        }));
        match r {
            Ok(c) => {
                if seed % 10 == 0 {
                    println!("{seed} {c:?}")
                }
            }
            Err(_) => {
                println!("SEED {seed}");
                return;
            }
        }
        if seed % 5 == 0 {
            let l = loaded.game.clone();
            let n = replays_and_undoes(|| l.clone(), &loaded.setup, &mut splitmix(seed), 600);
            println!("replayed {n}");
        }
    }
}
