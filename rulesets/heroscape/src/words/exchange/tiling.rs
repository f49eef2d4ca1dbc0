//! Covers the hexes of one kind and layer with as few pieces as a short search finds.

use std::collections::{BTreeMap, BTreeSet};

use crate::tables::battlefield::{Hex, Piece};

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

/// How often a stock is tried on a map.
const TRIES: u64 = 48;
/// Placements that are weighed in all tries together, about.
const MOST_WEIGHED: usize = 400_000;

/// What a stock covers of several layers: pieces and what is left, layer by layer.
pub type Covered<'p> = Vec<(Vec<Laid<'p>>, BTreeSet<Hex>)>;

/// Covers layers of one kind from one stock, with `most` of each piece in it, so that as few hexes as a search finds
/// are left: the largest pieces first, each where it lies closest to rims and to other pieces.
pub fn cover_from_stock<'p>(
    layers: &[&BTreeSet<Hex>],
    pieces: &[&'p Piece],
    most: impl Fn(&Piece) -> usize,
) -> Covered<'p> {
    let mut pieces: Vec<&'p Piece> =
        pieces.iter().copied().filter(|piece| most(piece) > 0).collect();
    pieces.sort_by_key(|piece| (std::cmp::Reverse(piece.footprints[0].len()), piece.code));
    let fits: Vec<Vec<Fit<'p>>> = pieces.iter().map(|piece| fits(layers, piece)).collect();
    let weighed = fits.iter().zip(&pieces).map(|(fits, piece)| fits.len() * most(piece).min(64));
    let tries = (MOST_WEIGHED / weighed.sum::<usize>().max(1)).clamp(1, TRIES as usize);
    let mut best: Option<(usize, Covered)> = None;
    for seed in 0..tries as u64 {
        let free = layers.iter().map(|hexes| (*hexes).clone()).collect();
        let mut packing = Packing { free, laid: vec![Vec::new(); layers.len()], seed };
        for (piece, fits) in pieces.iter().zip(&fits) {
            packing.lay(fits.clone(), most(piece));
        }
        let left = packing.free.iter().map(BTreeSet::len).sum();
        if best.as_ref().is_none_or(|(least, _)| left < *least) {
            best = Some((left, packing.laid.into_iter().zip(packing.free).collect()));
        }
        if left == 0 {
            break;
        }
    }
    best.map(|(_, covered)| covered).unwrap_or_default()
}

/// A place where a piece would lie, in a layer.
#[derive(Clone)]
struct Fit<'p> {
    layer: usize,
    hexes: Vec<Hex>,
    laid: Laid<'p>,
}

fn fits<'p>(layers: &[&BTreeSet<Hex>], piece: &'p Piece) -> Vec<Fit<'p>> {
    let mut found = BTreeMap::new();
    for (layer, whole) in layers.iter().enumerate() {
        for hex in whole.iter() {
            for rotation in 0..6 {
                let laid = Laid { piece, hex: *hex, rotation };
                let mut hexes: Vec<Hex> = laid.hexes().collect();
                hexes.sort_unstable();
                hexes.dedup();
                if hexes.len() == piece.footprints[0].len()
                    && hexes.iter().all(|it| whole.contains(it))
                {
                    found.entry((layer, hexes)).or_insert(laid);
                }
            }
        }
    }
    found.into_iter().map(|((layer, hexes), laid)| Fit { layer, hexes, laid }).collect()
}

/// Layers while pieces are laid on them.
struct Packing<'p> {
    free: Vec<BTreeSet<Hex>>,
    laid: Vec<Vec<Laid<'p>>>,
    /// Decides among places that are about as good; equal seeds decide alike.
    seed: u64,
}

impl<'p> Packing<'p> {
    fn lay(&mut self, mut fits: Vec<Fit<'p>>, most: usize) {
        for _ in 0..most {
            fits.retain(|fit| fit.hexes.iter().all(|hex| self.free[fit.layer].contains(hex)));
            let close = |at: usize| self.closeness(&fits[at]) + self.chance(at, &fits[at]);
            let Some(at) = (0..fits.len()).max_by_key(|at| (close(*at), std::cmp::Reverse(*at)))
            else {
                break;
            };
            let Fit { layer, hexes, laid } = fits.swap_remove(at);
            for hex in &hexes {
                self.free[layer].remove(hex);
            }
            self.laid[layer].push(laid);
        }
    }

    /// How many of the sides of a piece meet no free hex, in quarters.
    fn closeness(&self, fit: &Fit) -> u64 {
        let around = fit
            .hexes
            .iter()
            .flat_map(|hex| crate::tables::battlefield::Side::ALL.map(|side| hex.across(side)));
        let closed = around.filter(|hex| {
            !self.free[fit.layer].contains(hex) && fit.hexes.binary_search(hex).is_err()
        });
        4 * closed.count() as u64
    }

    /// Up to two sides and a half, six for the largest pieces, in quarters.
    fn chance(&self, at: usize, fit: &Fit) -> u64 {
        let mut mixed = (self.seed << 32) ^ (at as u64) ^ ((fit.hexes.len() as u64) << 20);
        for _ in 0..3 {
            mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31);
        }
        mixed % if fit.hexes.len() > 7 { 24 } else { 10 }
    }
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
    let ways = orders.iter().map(|order| greedy(hexes, order, pieces));
    ways.min_by_key(|(laid, left)| (left.len(), laid.len())).unwrap_or_default()
}

/// Lays each kind of piece wherever it fits, the largest first.
fn greedy<'p>(
    hexes: &BTreeSet<Hex>,
    order: &[Hex],
    pieces: &[&'p Piece],
) -> (Vec<Laid<'p>>, Vec<Hex>) {
    let mut free = hexes.clone();
    let mut laid = Vec::new();
    for piece in pieces {
        for &hex in order {
            if free.len() < piece.footprints[0].len() {
                break;
            }
            for rotation in 0..6 {
                let one = Laid { piece, hex, rotation };
                let mut seen = BTreeSet::new();
                if one.hexes().all(|hex| free.contains(&hex) && seen.insert(hex)) {
                    for hex in &seen {
                        free.remove(hex);
                    }
                    laid.push(one);
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
            .flat_map(|hex| crate::tables::battlefield::Side::ALL.map(|side| hex.across(side)));
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
