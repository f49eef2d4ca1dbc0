//! Parts are joined through others.

use umpire_core::table::chains;

#[test]
fn parts_are_joined_through_others() {
    let links = [(0, 3), (1, 4), (3, 5)];
    let parts = chains(6, |a, b| links.contains(&(a, b)));
    assert_eq!(parts, [vec![0, 3, 5], vec![1, 4], vec![2]]);
    assert_eq!(chains(0, |_, _| true), Vec::<Vec<usize>>::new());
}
