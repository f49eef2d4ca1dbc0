//! The outcomes of one request, as few as what its faces count for leaves distinct.

use super::sums::{Grid, Sums, whole};
use super::{Table, Weight};
use crate::dice::{DiceGroup, Face, RollRequest, Worth};
use crate::game::Game;
use crate::seat::Seat;
use smallvec::SmallVec;
use std::rc::Rc;

pub(super) type Faces = SmallVec<[Face; 32]>;

/// Every class of outcome of one request: faces that stand for it, and its number of raw rolls.
///
/// Faces that count for the same are one class, so ten dice that show hits or nothing are eleven
/// classes, not 6^10, and so are ten different dice of one seat and purpose. Where it matters which
/// die showed a face, each such die keeps its own. The weight has to hold the number of all raw rolls ([`raw_rolls`](super::raw_rolls)):
/// whole numbers of a fixed size wrap beyond it.
pub fn classes<G: Game, W: Weight>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
) -> Vec<(Faces, W)> {
    classes_up_to(game, state, request, usize::MAX).unwrap_or_default()
}

/// The same, or nothing if there are more than `most` classes: told before they are all built. The weight has to hold as much.
pub fn classes_up_to<G: Game, W: Weight>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
    most: usize,
) -> Option<Vec<(Faces, W)>> {
    outlook(game, state, request).classes(most)
}

/// All that the classes of a request hang on: for each group its seat and purpose, how many dice it
/// has, and what each face counts for. Requests of one outlook have the same classes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outlook(#[doc(hidden)] pub Vec<GroupOutlook>);

/// What the classes of one group hang on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GroupOutlook {
    pub seat: Seat,
    pub purpose: u8,
    pub count: u8,
    pub worth: SmallVec<[Worth; 12]>,
    /// Groups of one number, other than none, stand for one another.
    pub like: Option<u8>,
}

/// The outlook of a request in a position.
pub(super) fn outlook<G: Game>(
    game: &G,
    state: &G::State,
    request: &RollRequest<G::Rule>,
) -> Outlook {
    let group = |group: &DiceGroup| {
        let faces = 0..game.dice().faces(group.die);
        let worth = faces.map(|face| game.worth(state, group, face)).collect();
        let DiceGroup { seat, purpose, count, .. } = *group;
        GroupOutlook { seat, purpose, count, worth, like: None }
    };
    Outlook(request.groups.iter().map(group).collect())
}

/// Sums that fall together: whose, for what, of which dice.
struct Sum {
    seat: Seat,
    purpose: u8,
    slots: Vec<Slot>,
    like: Option<u8>,
}

impl Outlook {
    /// Says that groups of one number stand for one another: it is all one which of them shows what,
    /// as long as each shows what some of them showed. Each must be a sum of its own.
    pub fn liken(&mut self, group: usize, number: u8) {
        if let Some(group) = self.0.get_mut(group) {
            group.like = Some(number);
        }
    }

    /// Lets faces of a group count for something else, which tells fewer of them apart.
    pub fn recount(&mut self, group: usize, mut worth: impl FnMut(Face, Worth) -> Worth) {
        for (face, counts) in
            (0..).zip(self.0.get_mut(group).iter_mut().flat_map(|it| &mut it.worth))
        {
            *counts = worth(face, *counts);
        }
    }

    /// Makes every die a group of its own, in the order of faces: dice of one kind may then count for
    /// different things.
    pub fn singly(&mut self) {
        let one = |group: &GroupOutlook| GroupOutlook { count: 1, ..group.clone() };
        let each = |group: &GroupOutlook| vec![one(group); group.count.into()];
        self.0 = self.0.iter().flat_map(each).collect();
    }

    /// Every class, or nothing if there are more than `most`.
    pub(super) fn classes<W: Weight>(&self, most: usize) -> Option<Vec<(Faces, W)>> {
        W::classes_of(self, most, &|_| true)
    }
}

/// Every class of those faces of an outlook that are wanted, or nothing if there are more than `most`.
pub(super) fn of_outlook<W: Weight>(
    outlook: &Outlook,
    most: usize,
    wanted: &dyn Fn(Worth) -> bool,
) -> Option<Vec<(Faces, W)>> {
    let mut sums: Vec<Sum> = Vec::new();
    let mut place = 0;
    for GroupOutlook { seat, purpose, count, worth, like } in &outlook.0 {
        let kinds = Rc::new(Kinds::of(worth, wanted));
        let slots = (place..).take((*count).into()).map(|place| (place, kinds.clone()));
        match sums.iter_mut().find(|sum| (sum.seat, sum.purpose) == (*seat, *purpose)) {
            Some(sum) => sum.slots.extend(slots),
            None => sums.push(Sum {
                seat: *seat,
                purpose: *purpose,
                slots: slots.collect(),
                like: *like,
            }),
        }
        place += usize::from(*count);
    }
    joined(place, sums, most)
}

/// The classes of sums that fall together, over so many dice.
fn joined<W: Weight>(dice: usize, mut sums: Vec<Sum>, most: usize) -> Option<Vec<(Faces, W)>> {
    let mut all: Vec<(Faces, W)> = vec![(SmallVec::from_elem(0, dice), W::from(1))];
    while !sums.is_empty() {
        let first = sums.remove(0);
        let is_like = |sum: &mut Sum| first.like.is_some() && sum.like == first.like;
        let like = sums.extract_if(.., is_like).collect::<Vec<Sum>>();
        let one = sum_classes::<W>(&first.slots, most)?;
        let one = if like.is_empty() { one } else { multisets(&one, like.len() + 1, most)? };
        if all.len().saturating_mul(one.len()) > most {
            return None;
        }
        let slots = first.slots.iter().chain(like.iter().flat_map(|sum| &sum.slots));
        let places: Vec<usize> = slots.map(|(place, _)| *place).collect();
        let mut next = Vec::with_capacity(all.len() * one.len());
        for (faces, weight) in &all {
            for (shown, times) in &one {
                let mut joined = faces.clone();
                for (place, face) in places.iter().zip(shown) {
                    joined[*place] = *face;
                }
                next.push((joined, weight.times(times)));
            }
        }
        all = next;
    }
    Some(all)
}

/// The classes of so many like sums, each of which has the classes `one`, where it is all one which
/// of them shows what; nothing if there are more than `most`.
fn multisets<W: Weight>(
    one: &[(Faces, W)],
    members: usize,
    most: usize,
) -> Option<Vec<(Faces, W)>> {
    // Classes of some members after another: how many show it, in how many ways.
    let ways = binomials::<W>(members);
    let mut all: Vec<(usize, Faces, W)> = vec![(0, Faces::new(), W::from(1))];
    for (at, (shown, weight)) in one.iter().enumerate() {
        let last = at + 1 == one.len();
        let mut next = Vec::new();
        for (used, faces, rolls) in &all {
            let left = members - used;
            let (mut faces, mut power) = (faces.clone(), W::from(1));
            for (count, ways) in ways[left].iter().enumerate() {
                if !last || count == left {
                    let rolls = rolls.times(&power).times(ways);
                    next.push((used + count, faces.clone(), rolls));
                }
                faces.extend_from_slice(shown);
                power = power.times(weight);
            }
            if next.len() > most {
                return None;
            }
        }
        all = next;
    }
    Some(all.into_iter().map(|(_, faces, rolls)| (faces, rolls)).collect())
}

/// In how many ways some of so many can be chosen, up to that many (Pascal's triangle).
fn binomials<W: Weight>(most: usize) -> Vec<Vec<W>> {
    let mut rows = vec![vec![W::from(1)]];
    for n in 1..=most {
        let before: &Vec<W> = &rows[n - 1];
        let inner = before.windows(2).map(|pair| {
            let mut sum = pair[0].clone();
            sum.add(&pair[1]);
            sum
        });
        rows.push([W::from(1)].into_iter().chain(inner).chain([W::from(1)]).collect());
    }
    rows
}

/// A die of the request: its place among the faces, and its kinds of faces.
pub type Slot = (usize, Rc<Kinds>);

/// The faces of a die that count for different things, and how many faces count for each.
#[derive(Debug, Default)]
pub struct Kinds {
    /// Faces that add to a sum; `shown` names one of each kind.
    adding: Vec<(Worth, u32)>,
    shown: Vec<Face>,
    /// Faces of which it matters which die showed them, one of each kind.
    kept: Vec<(Worth, u32, Face)>,
}

impl Kinds {
    /// The faces of a die by what each counts for; those that are not wanted are left out.
    pub fn of(faces: &[Worth], wanted: impl Fn(Worth) -> bool) -> Kinds {
        let mut kinds = Kinds::default();
        for (face, counts) in (0..).zip(faces.iter().copied()).filter(|(_, worth)| wanted(*worth)) {
            if let Worth::Adds(_) | Worth::Highest(_) = counts {
                match kinds.adding.iter_mut().find(|(known, _)| *known == counts) {
                    Some((_, times)) => *times += 1,
                    None => {
                        kinds.adding.push((counts, 1));
                        kinds.shown.push(face);
                    }
                }
                continue;
            }
            let alike = |known: Worth| known == counts && counts != Worth::Distinct;
            match kinds.kept.iter_mut().find(|(known, ..)| alike(*known)) {
                Some((_, times, _)) => *times += 1,
                None => kinds.kept.push((counts, 1, face)),
            }
        }
        kinds
    }

    fn sides(&self) -> u32 {
        let kept = self.kept.iter().map(|(_, times, _)| times);
        self.adding.iter().map(|(_, times)| times).chain(kept).sum()
    }
}

/// The classes of dice whose counters add up: faces in the order of the slots, and raw rolls;
/// nothing if there are more than `most`.
pub fn sum_classes<W: Weight>(slots: &[Slot], most: usize) -> Option<Vec<(Faces, W)>> {
    match whole(slots.iter().map(|(_, kinds)| (1, kinds.sides()))) {
        Some(rolls) if u64::try_from(rolls).is_ok() => {
            Some(Weighing::<u64>::of(slots, most)?.classes(|rolls| W::of(rolls.into())))
        }
        Some(_) => Some(Weighing::<u128>::of(slots, most)?.classes(W::of)),
        None => Some(Weighing::<W>::of(slots, most)?.classes(|rolls| rolls)),
    }
}

/// Outcomes of dice, one die after another.
struct Weighing<'a, N> {
    slots: &'a [Slot],
    grid: Grid,
    stages: Vec<Stage<N>>,
    branches: Vec<Branch<N>>,
}

/// Sums of some of the dice.
struct Stage<N> {
    sums: Sums<N>,
    count: usize,
    dice: SmallVec<[u16; 32]>,
    /// For each place of a sum, faces of those dice that come to it.
    shown: Vec<Face>,
}

impl<N: Weight> Stage<N> {
    fn nothing() -> Stage<N> {
        Stage { sums: Sums::nothing(), count: 1, dice: SmallVec::new(), shown: Vec::new() }
    }

    /// The same dice and one more.
    fn with(&self, grid: &mut Grid, die: usize, kinds: &Kinds) -> Stage<N> {
        let steps = grid.steps(&kinds.adding);
        let (sums, ways) = grid.roll_traced(&self.sums, &steps);
        let (few, many) = (self.dice.len(), self.dice.len() + 1);
        let mut shown = vec![0; sums.places() * many];
        let mut count = 0;
        for (row, cell, _) in sums.each() {
            let (before, face) = ways.back(&self.sums, &sums, row, cell);
            let place = sums.place(row, cell) * many;
            shown[place..place + few].copy_from_slice(&self.shown[before * few..][..few]);
            shown[place + few] = kinds.shown[face];
            count += 1;
        }
        let mut dice = self.dice.clone();
        dice.push(die as u16);
        Stage { sums, count, dice, shown }
    }

    /// Fills in the faces that come to the sum at that place.
    fn show(&self, place: usize, faces: &mut [Face]) {
        let shown = &self.shown[place * self.dice.len()..];
        for (die, face) in self.dice.iter().zip(shown) {
            faces[usize::from(*die)] = *face;
        }
    }
}

/// Outcomes with the same faces on the dice where it matters which die shows what.
#[derive(Clone)]
struct Branch<N> {
    /// The stage that has the sums of all other dice.
    stage: usize,
    faces: Faces,
    /// Raw rolls of the dice that do not add up.
    rolls: N,
}

impl<'a, N: Weight> Weighing<'a, N> {
    fn of(slots: &'a [Slot], most: usize) -> Option<Weighing<'a, N>> {
        let grid = Grid::of(slots.iter().map(|(_, kinds)| (1, &kinds.adding[..])));
        let faces = SmallVec::from_elem(0, slots.len());
        let mut weighing = Weighing {
            slots,
            grid,
            stages: vec![Stage::nothing()],
            branches: vec![Branch { stage: 0, faces, rolls: N::from(1) }],
        };
        let mut order: Vec<usize> = (0..slots.len()).collect();
        let grid = &weighing.grid;
        order.sort_by_cached_key(|die| {
            let kinds = &slots[*die].1;
            (kinds.kept.len(), grid.reach(&kinds.adding))
        });
        for die in order {
            weighing.roll(die);
            let counts = weighing.branches.iter().map(|branch| weighing.stages[branch.stage].count);
            if counts.sum::<usize>() > most {
                return None;
            }
        }
        Some(weighing)
    }

    fn roll(&mut self, die: usize) {
        let kinds = &*self.slots[die].1;
        let mut stages = std::mem::take(&mut self.stages);
        let before = stages.len();
        let mut rolled: Table<usize, usize> = Table::default();
        let mut next = Vec::with_capacity(self.branches.len() * (kinds.kept.len() + 1));
        for branch in std::mem::take(&mut self.branches) {
            for (_, times, face) in &kinds.kept {
                let mut kept = branch.clone();
                kept.faces[die] = *face;
                kept.rolls = kept.rolls.times(&N::from(*times));
                next.push(kept);
            }
            if !kinds.adding.is_empty() {
                let stage = *rolled.entry(branch.stage).or_insert_with(|| {
                    stages.push(stages[branch.stage].with(&mut self.grid, die, kinds));
                    stages.len() - 1
                });
                next.push(Branch { stage, ..branch });
            }
        }
        if kinds.kept.is_empty() {
            // Every branch went on to a new stage.
            next.iter_mut().for_each(|branch| branch.stage -= before);
            stages.drain(..before);
        }
        (self.stages, self.branches) = (stages, next);
    }

    fn classes<W>(&self, widen: impl Fn(N) -> W) -> Vec<(Faces, W)> {
        let counts = self.branches.iter().map(|branch| self.stages[branch.stage].count);
        let mut all = Vec::with_capacity(counts.sum());
        for branch in &self.branches {
            let stage = &self.stages[branch.stage];
            for (row, cell, rolls) in stage.sums.each() {
                let mut faces = branch.faces.clone();
                stage.show(stage.sums.place(row, cell), &mut faces);
                all.push((faces, widen(rolls.times(&branch.rolls))));
            }
        }
        all
    }
}
