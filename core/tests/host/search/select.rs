//! Which action is promising to whoever decides.

use umpire_core::host::search::playout::End;
use umpire_core::host::search::select::Scale;
use umpire_core::host::search::tree::Tree;
use umpire_core::seat::Seat;

/// What two actions are worth to whoever decides, the first of which looks best at first sight, after each was taken ten
/// times and brought so much to whoever searches.
fn means(sums: [f64; 2], is_own: bool) -> [f64; 2] {
    let mut tree = Tree::new(1);
    let root = tree.add(Seat(1)).expect("there is room");
    tree.open(root, 0, vec![("best", 0.0), ("other", -2.0)]);
    let mut scale = Scale::default();
    for (edge, sum) in sums.into_iter().enumerate() {
        for _ in 0..10 {
            scale.tell(vec![(root, edge)], End::Decided(sum / 10.0), &mut tree);
        }
    }
    scale.settle(&mut tree);
    let node = tree.node(root);
    [0, 1].map(|at| scale.mean(node, &node.edges[at], (is_own, true, 4.0)))
}

#[test]
fn what_looks_best_to_whoever_decides_is_promising_to_them() {
    for is_own in [true, false] {
        let [best, other] = means([5.0, 5.0], is_own);
        assert!(best > other + 0.05, "{best} {other}, whoever decides");
    }
}

#[test]
fn others_do_what_brings_the_one_who_searches_least() {
    let [best, other] = means([9.0, 1.0], true);
    assert!(best > other + 0.4, "{best} {other}");
    let [best, other] = means([9.0, 1.0], false);
    assert!(other > best + 0.2, "{best} {other}");
}
