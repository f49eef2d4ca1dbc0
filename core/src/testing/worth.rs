//! Faces that count for the same lead to the same position: what grouping outcomes by class rests on.

use crate::dice::{DiceGroup, Face, RollRequest, Worth};
use crate::game::{Deaf, Game, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use crate::testing::properties::started;
use crate::testing::random::{Die, random_game, splitmix};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Throws compared of each roll.
const TRIES: usize = 6;

/// Plays a random game and exchanges, in every roll, some faces for others that count for the same.
/// Returns how many throws were compared.
///
/// # Panics
/// Where two throws of one class lead to different positions.
pub fn equal_faces_lead_to_equal_positions<G: Game>(
    game: &G,
    setup: &G::Setup,
    die: Die,
    limit: usize,
) -> usize {
    let mut state = started(game, setup);
    let (mut scratch, mut compared) = (Vec::new(), 0);
    for _ in 0..limit {
        if let Pending::Roll(request) = game.pending(&state, &mut Silent) {
            for _ in 0..TRIES {
                compared += usize::from(assert_equal_faces(game, &state, &request, die));
            }
        }
        if random_game(game, &mut state, &mut scratch, &mut *die, 1) == 0 {
            break;
        }
    }
    compared
}

/// Throws the dice asked for, and exchanges some faces for others that count for the same, if there are any: both lead to the same, or odds
/// would be wrong that take one for the other. Says whether two throws were compared.
pub(super) fn assert_equal_faces<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    die: Die,
) -> bool {
    let dice = one_by_one(&request.groups);
    let thrown: Vec<Face> = dice.iter().map(|of| any_face(game, of, die)).collect();
    let Some(other) = exchanged(game, state, &dice, &thrown, die) else { return false };
    let after = [&thrown, &other].map(|faces| thrown_to(game, state, faces));
    if let Err(parts) = grow_alike(game, after, die) {
        let [thrown, other] = [&thrown, &other].map(|faces| request.said(game.dice(), faces));
        panic!(
            "`{thrown}` and `{other}` count for the same by `worth` and lead to other positions: {parts}\n{request:?}"
        );
    }
    true
}

/// Inputs within which what was left of two throws must be used up.
const SOON: usize = 60;

/// Plays two positions on with the same inputs until they are one; says what is unlike if they ask
/// for different things, or never meet. Faces that wait for their turn may differ for a while.
fn grow_alike<G: Game>(game: &G, mut states: [G::State; 2], die: Die) -> Result<(), String> {
    let mut scratch = Vec::new();
    for _ in 0..SOON {
        let [one, other] = &states;
        if one == other {
            return Ok(());
        }
        let (here, there) = (game.pending(one, &mut Silent), game.pending(other, &mut Silent));
        if here != there {
            return Err(format!("{here:?} or {there:?}\n{}", differing(one, other)));
        }
        let seed = u64::from(die(u32::MAX));
        for state in &mut states {
            random_game(game, state, &mut scratch, splitmix(seed), 1);
        }
    }
    Err(differing(&states[0], &states[1]))
}

/// The parts of two positions that differ, one a line.
fn differing<S: Serialize>(one: &S, other: &S) -> String {
    let fields = |state: &S| match serde_json::to_value(state) {
        Ok(serde_json::Value::Object(fields)) => fields,
        other => panic!("a position is written field by field: {other:?}"),
    };
    let (one, other) = (fields(one), fields(other));
    let unlike = one.iter().filter(|(name, value)| other.get(*name) != Some(value));
    let lines = unlike.map(|(name, value)| format!("{name}: {value}\n  {}", other[name]));
    lines.collect::<Vec<_>>().join("\n")
}

/// Each die of a request, as a group of one.
fn one_by_one(groups: &[DiceGroup]) -> Vec<DiceGroup> {
    let dice = groups.iter().flat_map(|group| vec![*group; group.count.into()]);
    dice.collect()
}

fn any_face<G: Game>(game: &G, of: &DiceGroup, die: Die) -> Face {
    die(game.dice().faces(of.die).into()) as Face
}

fn thrown_to<G: Game>(game: &G, state: &G::State, faces: &[Face]) -> G::State {
    let mut after = state.clone();
    game.roll(&mut after, faces, &mut Deaf).expect("thrown faces fit the request");
    after
}

/// Another throw of the same class: one or two dice show other faces.
fn exchanged<G: Game>(
    game: &G,
    state: &G::State,
    dice: &[DiceGroup],
    thrown: &[Face],
    die: Die,
) -> Option<Vec<Face>> {
    let (first, second) = (die(dice.len() as u32) as usize, die(dice.len() as u32) as usize);
    let mut same = Vec::new();
    for one in 0..game.dice().faces(dice[first].die) {
        for two in 0..game.dice().faces(dice[second].die) {
            let mut other = thrown.to_vec();
            (other[first], other[second]) = (one as Face, two as Face);
            let whole = |faces: &[Face]| class(game, state, dice, faces, [first, second]);
            if other != thrown && whole(&other) == whole(thrown) {
                same.push(other);
            }
        }
    }
    let chosen = die(same.len() as u32) as usize;
    (!same.is_empty()).then(|| same.swap_remove(chosen))
}

/// What some dice of a throw count for.
#[derive(Debug, Default, PartialEq)]
struct Class {
    /// Sums and greatest numbers by seat and purpose.
    whole: BTreeMap<(Seat, u8), (u64, u8)>,
    /// Dice of which it matters what they show: their places, with number or face.
    kept: BTreeMap<usize, Worth>,
}

fn class<G: Game>(
    game: &G,
    state: &G::State,
    dice: &[DiceGroup],
    faces: &[Face],
    of: [usize; 2],
) -> Class {
    let mut class = Class::default();
    for at in BTreeSet::from(of) {
        let group = &dice[at];
        let (sum, highest) = class.whole.entry((group.seat, group.purpose)).or_default();
        match game.worth(state, group, faces[at]) {
            Worth::Adds(amount) => *sum += amount,
            Worth::Highest(amount) => *highest = amount.max(*highest),
            // A face that is like no other is told by its own number.
            Worth::Distinct => drop(class.kept.insert(at, Worth::Adds(faces[at].into()))),
            each @ (Worth::Each(_) | Worth::Again(_)) => drop(class.kept.insert(at, each)),
        }
    }
    class
}
