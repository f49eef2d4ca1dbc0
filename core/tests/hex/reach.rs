//! What a search reaches, against repeated relaxation.

use proptest::prelude::*;
use umpire_core::hex::Reach;

type Edges = Vec<(u32, u32, u32)>;

fn search(edges: &Edges, nodes: usize, budget: u32) -> Reach {
    let mut reach = Reach::new();
    reach.search(nodes, 0, budget, |node, _, steps| {
        for &(_, to, cost) in edges.iter().filter(|edge| edge.0 == node) {
            steps.to(to, cost);
        }
    });
    reach
}

/// Bellman and Ford's method: relax every edge until nothing changes.
fn relaxed(edges: &Edges, nodes: usize) -> Vec<Option<u32>> {
    let mut costs = vec![None; nodes];
    costs[0] = Some(0);
    for _ in 0..nodes {
        for &(from, to, cost) in edges {
            let through = costs[from as usize].map(|spent: u32| spent + cost);
            let best = &mut costs[to as usize];
            *best = best.iter().copied().chain(through).min();
        }
    }
    costs
}

#[test]
fn the_dearer_first_step_may_be_the_cheaper_way() {
    let reach = search(&vec![(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 0), (3, 4, 90)], 6, 99);
    assert_eq!(reach.cost_to(1), Some(2));
    assert_eq!(reach.path_to(4), [0, 2, 1, 3, 4]);
    assert_eq!(reach.cost_to(4), Some(92));
    assert_eq!(reach.cost_to(5), None);
    assert!(reach.path_to(5).is_empty());
    assert_eq!(reach.reached().collect::<Vec<_>>(), [0, 2, 1, 3, 4]);
}

#[test]
fn nothing_past_the_budget_is_reached() {
    let reach = search(&vec![(0, 1, 3), (1, 2, 1), (0, 9, 1), (1, 2, u32::MAX)], 3, 3);
    assert_eq!(reach.reached().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(search(&Vec::new(), 0, 3).reached().len(), 0);
}

#[test]
fn a_search_forgets_the_one_before() {
    let mut reach = Reach::new();
    reach.search(3, 0, 9, |node, _, steps| steps.to(node + 1, 1));
    reach.search(3, 2, 9, |_, _, _| {});
    assert_eq!((reach.cost_to(1), reach.cost_to(2)), (None, Some(0)));
}

fn graph() -> impl Strategy<Value = (Edges, Vec<u32>)> {
    let cost = prop_oneof![0..4u32, 0..300u32];
    let edges = prop::collection::vec((0..12u32, 0..12u32, cost), 0..50);
    (edges, prop::collection::vec(0..5u32, 12))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn costs_are_those_of_repeated_relaxation((edges, slack) in graph(), budget in 0..400u32) {
        let costs = relaxed(&edges, 12);
        let reach = search(&edges, 12, budget);
        let spent: Vec<u32> = reach.reached().filter_map(|node| reach.cost_to(node)).collect();
        prop_assert!(spent.is_sorted());
        for node in 0..12 {
            let expected = costs[node as usize].filter(|&cost| cost <= budget);
            prop_assert_eq!(reach.cost_to(node), expected);
        }
        // Cost to node 11 from everywhere, less some slack, never overestimates.
        let back: Edges = edges.iter().map(|&(a, b, cost)| (11 - b, 11 - a, cost)).collect();
        let left = relaxed(&back, 12);
        let mut reach = Reach::new();
        let found = reach.search_to(
            12,
            0,
            11,
            |node| left[11 - node as usize].unwrap_or(9).saturating_sub(slack[node as usize]),
            |node, _, steps| {
                edges.iter().filter(|edge| edge.0 == node).for_each(|edge| steps.to(edge.1, edge.2));
            },
        );
        prop_assert_eq!(found, costs[11]);
    }
}
