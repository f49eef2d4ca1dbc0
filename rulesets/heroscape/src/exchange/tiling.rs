//! Covers the hexes of one kind and layer with as few pieces as a short search finds.

use std::collections::{BTreeMap, BTreeSet};

use crate::battlefield::{Hex, Piece};

/// A piece put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid<'p> {
    /// Which.
    pub piece: &'p Piece,
    /// The hex it is placed by.
    pub hex: Hex,
    /// Sixths of a turn, clockwise: 0..=5.
    pub rotation: u8,
}

impl Laid<'_> {
    fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.piece.hexes(self.hex, self.rotation)
    }
}

/// Pieces up to this number are laid anew in parts once all are down.
const MOST_TO_IMPROVE: usize = 400;
/// How often every piece is tried with its neighbours.
const ROUNDS: usize = 3;

/// Pieces that cover each of the hexes once and no other, and the hexes that no piece fits on.
///
/// Equal questions have equal answers. `pieces` may come in any order; the larger are tried first.
pub fn cover<'p>(hexes: &BTreeSet<Hex>, pieces: &[&'p Piece]) -> (Vec<Laid<'p>>, Vec<Hex>) {
    let mut pieces = pieces.to_vec();
    pieces.sort_by_key(|piece| (std::cmp::Reverse(piece.footprints[0].len()), piece.code));
    let (mut laid, left) = best(hexes, &pieces);
    if laid.len() <= MOST_TO_IMPROVE {
        for _ in 0..ROUNDS {
            if !improve(&mut laid, &pieces) {
                break;
            }
        }
    }
    laid.sort_by_key(|laid| (laid.hex, laid.piece.code, laid.rotation));
    (laid, left)
}

/// The same with `most` of each piece in stock; hexes beyond that are left.
pub fn cover_within<'p>(
    hexes: &BTreeSet<Hex>,
    pieces: &[&'p Piece],
    most: impl Fn(&Piece) -> usize,
) -> (Vec<Laid<'p>>, BTreeSet<Hex>) {
    let mut pieces = pieces.to_vec();
    pieces.sort_by_key(|piece| (std::cmp::Reverse(piece.footprints[0].len()), piece.code));
    let order: Vec<Hex> = hexes.iter().copied().collect();
    let (laid, left) = greedy(hexes, &order, &pieces, most);
    (laid, left.into_iter().collect())
}

/// The best of several ways of reading the hexes.
fn best<'p>(hexes: &BTreeSet<Hex>, pieces: &[&'p Piece]) -> (Vec<Laid<'p>>, Vec<Hex>) {
    let rows: Vec<Hex> = hexes.iter().copied().collect();
    let sorted = |key: fn(&Hex) -> (i16, i16)| {
        let mut order = rows.clone();
        order.sort_by_key(key);
        order
    };
    let orders = [
        rows.clone(),
        sorted(|hex| (hex.column, hex.row)),
        sorted(|hex| (-hex.row, -hex.column)),
        sorted(|hex| (-hex.column, -hex.row)),
    ];
    let ways = orders.iter().map(|order| greedy(hexes, order, pieces, |_| usize::MAX));
    ways.min_by_key(|(laid, left)| (left.len(), laid.len())).unwrap_or_default()
}

/// Lays each kind of piece wherever it fits, the largest first.
fn greedy<'p>(
    hexes: &BTreeSet<Hex>,
    order: &[Hex],
    pieces: &[&'p Piece],
    most: impl Fn(&Piece) -> usize,
) -> (Vec<Laid<'p>>, Vec<Hex>) {
    let mut free = hexes.clone();
    let mut laid = Vec::new();
    for piece in pieces {
        let mut in_stock = most(piece);
        for &hex in order {
            if free.len() < piece.footprints[0].len() {
                break;
            }
            for rotation in 0..6 {
                if in_stock == 0 {
                    break;
                }
                let one = Laid { piece, hex, rotation };
                let mut seen = BTreeSet::new();
                if one.hexes().all(|hex| free.contains(&hex) && seen.insert(hex)) {
                    for hex in &seen {
                        free.remove(hex);
                    }
                    laid.push(one);
                    in_stock -= 1;
                }
            }
        }
    }
    (laid, free.into_iter().collect())
}

/// Takes up every piece with those that touch it and lays them anew where fewer would do.
fn improve<'p>(laid: &mut Vec<Laid<'p>>, pieces: &[&'p Piece]) -> bool {
    let mut improved = false;
    let mut at = 0;
    while at < laid.len() {
        let owners: BTreeMap<Hex, usize> = laid
            .iter()
            .enumerate()
            .flat_map(|(at, one)| one.hexes().map(move |hex| (hex, at)))
            .collect();
        let around = laid[at]
            .hexes()
            .flat_map(|hex| crate::battlefield::Side::ALL.map(|side| hex.across(side)));
        let mut taken: BTreeSet<usize> =
            around.filter_map(|hex| owners.get(&hex).copied()).collect();
        taken.insert(at);
        let hexes: BTreeSet<Hex> = taken.iter().flat_map(|at| laid[*at].hexes()).collect();
        let (anew, left) = best(&hexes, pieces);
        if left.is_empty() && anew.len() < taken.len() {
            let mut index = 0..;
            laid.retain(|_| !index.next().is_some_and(|at| taken.contains(&at)));
            laid.extend(anew);
            improved = true;
        }
        at += 1;
    }
    improved
}
