//! The probe's game: one formation charges a stronghold, and the assault that follows.

use crate::geometry::{Point, Rect, after, length};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{Dice, DiceGroup, Die, DieId, Face, MAX_GROUPS, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::ruling::{Broken, Explain, Fact, Refusal, RuleId, Silent};
use umpire_core::scene::{Paint, Shape};
use umpire_core::seat::{Seat, Seats};

const OUTLINE: Rect = Rect::new([-5000, 5000], [-5000, 5000]);
const MOUNTAIN: Rect = Rect::new([1000, 3000], [-14_000, -11_000]);
const TOXIC: Rect = Rect::new([-3000, -1000], [-12_000, -10_000]);
const STARTS: [i32; 5] = [-4000, -2000, 2000, 4000, 6000];
const CHARGERS: u8 = 0b0001_1111;
const OCCUPANTS: u8 = 0b1110_0000;
const SPEED: u32 = 15_000;
const RANGE: u32 = 15_000;
const ZONE: u32 = 5000;
const CAPACITY: u8 = 4;
const TABLE: i32 = 100_000;

macro_rules! rules {
    ($($name:ident $id:literal)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Rule { $($name),* }
        impl RuleId for Rule {
            fn id(self) -> &'static str {
                match self { $(Rule::$name => $id),* }
            }
        }
    };
}

rules! {
    Speed "EA-3.1" Zone "EA-3.4.7" Dangerous "EA-5.1" Impassable "EA-5.3" Wall "EA-6.1.4"
    Stops "EA-6.3.1" Ruin "EA-6.9.1" RuinHits "EA-6.9.2" Allocation "EA-7.6" Armour "EA-7.7"
    ChargeMove "EA-8.3" Attacks "EA-8.5" Result "EA-8.7.1" Modifiers "EA-8.7.2" Sizes "EA-8.7.3"
    Invade "EA-8.8.4" Cover "EA-8.8.5" Tie "EA-8.8.7" Damage "EA-8.8.12"
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    pub markers: [u8; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub at: Point,
    pub alive: bool,
    gone: u32,
    legs: u8,
    tested: bool,
    moved: bool,
    sees: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Among {
    Inside,
    Occupants,
    Invaders,
    Outside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Charge,
    Danger(u8),
    Invade,
    Tie,
    Strike,
    Wall { dice: u8, again: bool },
    Allot(Among, u8),
    Save(Among),
    Result,
}

/// Sets of units are bits: 0 to 4 the chargers of seat 0, 5 to 7 the occupants of seat 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub units: ArrayVec<Unit, 8>,
    pub wall: u8,
    invaders: u8,
    tied: u8,
    hits: [u8; 8],
    pub dealt: [u8; 2],
    fallen_on_the_way: u8,
    markers: [u8; 2],
    pub steps: ArrayVec<Step, 8>,
    pub ended: Option<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    pub unit: u8,
    pub legs: ArrayVec<Point, 4>,
}

/// A charge not named for a unit lets it hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    Charge(Vec<Path>),
    Invade(u8),
    Tie(u8),
    Allot(u8),
}

impl Action {
    /// The set of units a choice names; a charge names paths.
    fn chosen(&self) -> u8 {
        match self {
            Action::Charge(_) => 0,
            Action::Invade(set) | Action::Tie(set) | Action::Allot(set) => *set,
        }
    }
}

/// The judge says whether a unit sees the stronghold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Amendment {
    Sees(u8, bool),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    Moved(u8, Point),
    Tested(u8, bool),
    Hits(u8, u8),
    Fell(u8, Rule),
    Cracked(u8),
    Ruined,
    Totals([i32; 2]),
    Ended(Seats),
}

pub struct Charge {
    dice: Dice,
}

fn bits(set: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |bit| set & 1 << bit != 0)
}

fn size(set: u8) -> u8 {
    set.count_ones() as u8
}

fn subsets(of: u8, sizes: std::ops::RangeInclusive<u8>) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(move |set| set & !of == 0 && sizes.contains(&size(*set)))
}

impl State {
    fn set(&self, of: u8, holds: impl Fn(&Unit) -> bool) -> u8 {
        let units = self.units.iter().enumerate();
        of & units.filter(|(_, u)| u.alive && holds(u)).fold(0, |set, (at, _)| set | 1 << at)
    }

    fn in_contact(&self) -> u8 {
        self.set(CHARGERS, |unit| self.wall > 0 && OUTLINE.within(unit.at, 0))
    }

    /// Chargers that take part from outside: in range of the outline.
    fn outside(&self) -> u8 {
        self.set(CHARGERS, |unit| OUTLINE.within(unit.at, RANGE)) & !self.invaders
    }

    fn shooting(&self) -> u8 {
        let sees = |unit: &Unit| {
            let clear = || MOUNTAIN.entered(unit.at, OUTLINE.nearest(unit.at)).is_none();
            unit.sees.unwrap_or_else(clear)
        };
        self.outside() & !self.in_contact() & self.set(CHARGERS, sees)
    }

    fn among(&self, among: Among) -> u8 {
        let all = self.set(u8::MAX, |_| true);
        match among {
            Among::Inside => all & (OCCUPANTS | self.invaders),
            Among::Occupants => all & OCCUPANTS,
            Among::Invaders => all & self.invaders,
            Among::Outside => self.outside(),
        }
    }

    /// How many occupants may be tied.
    fn tie_bounds(&self) -> std::ops::RangeInclusive<u8> {
        let invaders = size(self.among(Among::Invaders));
        let occupants = size(self.among(Among::Occupants));
        occupants.min(invaders)..=occupants.min(2 * invaders)
    }

    /// The answers to the pending choice where they can all be listed.
    fn answers(&self) -> Vec<Action> {
        match self.steps.last() {
            Some(Step::Invade) => {
                subsets(self.in_contact(), 0..=CAPACITY).map(Action::Invade).collect()
            }
            Some(Step::Tie) => {
                subsets(self.among(Among::Occupants), self.tie_bounds()).map(Action::Tie).collect()
            }
            Some(Step::Allot(among, hits)) => {
                let targets = self.among(*among);
                let more = hits % size(targets).max(1);
                subsets(targets, more..=more).map(Action::Allot).collect()
            }
            _ => Vec::new(),
        }
    }

    fn asked(&self) -> Option<(Seat, Rule, Option<u16>)> {
        Some(match *self.steps.last()? {
            Step::Charge => (Seat(0), Rule::ChargeMove, None),
            Step::Invade => (Seat(0), Rule::Invade, None),
            Step::Tie => (Seat(1), Rule::Tie, None),
            Step::Allot(among, hits) => {
                (Seat(u8::from(among == Among::Occupants)), Rule::Allocation, Some(hits.into()))
            }
            _ => return None,
        })
    }

    fn wound(&mut self, unit: u8) {
        self.units[usize::from(unit)].alive = false;
        self.dealt[usize::from(unit < 5)] += 1;
    }
}

impl Charge {
    pub fn new() -> Charge {
        Charge { dice: Dice(vec![Die::numbered("d6", 6)]) }
    }

    /// What each side adds to its higher die.
    pub fn modifiers<E: Explain<Rule>>(&self, state: &State, why: &mut E) -> [i32; 2] {
        let occupants = size(state.among(Among::Occupants));
        let building = if state.wall > 0 && occupants > 0 { CAPACITY } else { 0 };
        let sizes = [size(state.set(CHARGERS, |_| true)), occupants + building];
        [0, 1].map(|side| {
            let (own, other) = (sizes[side], sizes[1 - side]);
            let (markers, others) = (state.markers[side], state.markers[1 - side]);
            let parts = [
                (Rule::Damage, state.dealt[side].into(), "damage inflicted"),
                (Rule::Sizes, i32::from(own > other), "more units"),
                (Rule::Sizes, i32::from(own > 2 * other), "more than twice as many"),
                (Rule::Modifiers, i32::from(markers == 0), "no blast markers"),
                (Rule::Modifiers, i32::from(others > markers), "fewer blast markers"),
            ];
            let told = why.all(
                Rule::Modifiers,
                || format!("side {side}"),
                |why| {
                    let counted = parts.iter().filter(|(_, amount, _)| *amount != 0);
                    counted.for_each(|(rule, amount, says)| {
                        why.modifier(*rule, *amount, || (*says).into())
                    });
                    Ok(())
                },
            );
            debug_assert!(told.is_ok(), "numbers break no rule");
            parts.iter().map(|(_, amount, _)| amount).sum()
        })
    }

    fn groups(&self, state: &State) -> ArrayVec<DiceGroup, MAX_GROUPS> {
        let dice = |seat: usize, count: u8, purpose: u8, subject: Option<u8>| DiceGroup {
            seat: Seat(seat as u8),
            die: DieId(0),
            count,
            purpose,
            subject: subject.map(u16::from),
        };
        let own = |unit: u8, count| dice((unit > 4).into(), count, 0, Some(unit));
        let occupants = state.among(Among::Occupants);
        let all = match state.steps.last() {
            Some(Step::Danger(unit)) => ArrayVec::from_iter([own(*unit, 1)]),
            Some(Step::Wall { dice: count, .. }) => ArrayVec::from_iter([dice(1, *count, 0, None)]),
            Some(Step::Save(among)) => {
                bits(state.among(*among)).map(|u| own(u, state.hits[usize::from(u)])).collect()
            }
            Some(Step::Result) => (0..2).map(|seat| dice(seat, 2, 0, None)).collect(),
            Some(Step::Strike) => {
                let ruin = state.wall == 0;
                let touching = state.in_contact() & !state.invaders;
                let facing = state.outside() != 0;
                let strikers = [
                    (0, state.among(Among::Invaders)),
                    (0, touching),
                    (0, if ruin && occupants == 0 { 0 } else { state.shooting() }),
                    (1, occupants & state.tied),
                    (1, if facing { occupants & !state.tied } else { 0 }),
                ];
                let group = |(purpose, (seat, set)): (u8, (usize, u8))| {
                    dice(seat, size(set), purpose, None)
                };
                (0..).zip(strikers).map(group).collect()
            }
            _ => ArrayVec::<DiceGroup, MAX_GROUPS>::new(),
        };
        all.into_iter().filter(|group| group.count > 0).collect()
    }

    /// What a die of the group must show.
    fn needed(&self, state: &State, group: &DiceGroup) -> u8 {
        match state.steps.last() {
            Some(Step::Strike) => [3, 3, 5, 4, 5][usize::from(group.purpose)],
            Some(Step::Wall { .. }) => 5,
            Some(Step::Danger(_)) => 2,
            Some(Step::Save(Among::Occupants)) if state.wall == 0 => 4,
            Some(Step::Save(Among::Inside | Among::Occupants)) => 3,
            _ => 4,
        }
    }

    fn check_charge<E: Explain<Rule>>(
        &self,
        state: &State,
        paths: &[Path],
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let mut free = state.set(CHARGERS, |unit| !unit.moved);
        for path in paths {
            let bit = 1u8.checked_shl(path.unit.into()).unwrap_or(0);
            let on_table = |p: &Point| p.x.abs().max(p.y.abs()) <= TABLE;
            let known = free & bit != 0 && !path.legs.is_empty() && path.legs.iter().all(on_table);
            why.need(Rule::ChargeMove, known, || {
                Fact::says("one path on the table for each unit")
            })?;
            free &= !bit;
            self.check_path(state, path, why, || self.mended(state, paths))?;
        }
        Ok(())
    }

    fn check_path<E: Explain<Rule>>(
        &self,
        state: &State,
        path: &Path,
        why: &mut E,
        mended: impl Fn() -> Action,
    ) -> Result<(), Broken<Rule>> {
        let unit = &state.units[usize::from(path.unit)];
        let from = std::iter::once(&unit.at).chain(&path.legs);
        let legs = || from.clone().zip(&path.legs).map(|(a, b)| (*a, *b));
        let long = unit.gone + legs().map(|(a, b)| length(a, b)).sum::<u32>();
        let fact = |says: String| {
            let points = from.clone().map(|p| (p.x as f32, p.y as f32)).collect();
            let line = Shape::Line { points, paint: Paint::stroked("#c00000", 100.0) };
            Fact::says(says).drawn([line]).instead("the nearest way in, or hold", &mended())
        };
        why.require(Rule::Speed, long <= SPEED, || {
            fact(format!("unit {} moves at most its speed", path.unit)).compared(long, SPEED)
        })?;
        let clear = !legs().any(|(a, b)| MOUNTAIN.entered(a, b).is_some());
        why.require(Rule::Impassable, clear, || fact("the mountain is impassable".into()))?;
        let stops = !legs().any(|(a, b)| OUTLINE.entered(a, b).is_some());
        why.require(Rule::Stops, stops, || fact("whoever enters stops at the outline".into()))?;
        let touches = path.legs.last().is_some_and(|end| OUTLINE.within(*end, 0));
        let away = || !legs().any(|(a, b)| OUTLINE.passes_within(a, b, ZONE));
        why.require(Rule::Zone, touches || away(), || {
            fact("who enters the stronghold's zone goes to contact".into())
        })
    }

    /// The paths with each illegal one replaced by the way in, or left out.
    fn mended(&self, state: &State, paths: &[Path]) -> Action {
        let mend = |path: &Path| match self.passes(state, path) {
            true => Some(path.clone()),
            false => self.way_in(state, path.unit),
        };
        Action::Charge(paths.iter().filter_map(mend).collect())
    }

    fn passes(&self, state: &State, path: &Path) -> bool {
        self.check_path(state, path, &mut Silent, || Action::Charge(Vec::new())).is_ok()
    }

    /// The shortest legal path to contact by at most one corner of the mountain.
    fn way_in(&self, state: &State, unit: u8) -> Option<Path> {
        let at = state.units[usize::from(unit)].at;
        let direct = ArrayVec::from_iter([OUTLINE.nearest(at)]);
        let round = MOUNTAIN.corners().map(|c| ArrayVec::from_iter([c, OUTLINE.nearest(c)]));
        let all = std::iter::once(direct).chain(round).map(|legs| Path { unit, legs });
        let long = |path: &Path| {
            let from = std::iter::once(&at).chain(&path.legs);
            from.zip(&path.legs).map(|(a, b)| length(*a, *b)).sum::<u32>()
        };
        all.filter(|path| self.passes(state, path)).min_by_key(long)
    }

    /// Walks until a unit enters toxic ground; says whether the charge went through.
    fn walk<O: Observe<Event>>(&self, state: &mut State, paths: &[Path], events: &mut O) -> bool {
        for Path { unit: id, legs } in paths {
            let unit = &mut state.units[usize::from(*id)];
            for leg in legs {
                let entered = TOXIC.entered(unit.at, *leg).filter(|_| !unit.tested);
                let end = entered.map_or(*leg, |fraction| after(unit.at, *leg, fraction));
                unit.gone += length(unit.at, end);
                unit.at = end;
                if entered.is_some() {
                    unit.tested = true;
                    events.tell(|| Event::Moved(*id, end));
                    state.steps.push(Step::Danger(*id));
                    return false;
                }
                unit.legs += 1;
            }
            unit.moved = true;
            unit.sees = None;
            events.tell(|| Event::Moved(*id, unit.at));
        }
        true
    }

    fn engage<O: Observe<Event>>(&self, state: &mut State, events: &mut O) {
        state.steps.pop();
        for unit in &mut state.units {
            (unit.gone, unit.legs, unit.tested, unit.moved) = (0, 0, false, false);
        }
        match state.outside() {
            0 => self.end(state, Seats::NONE, events),
            _ => state.steps.extend([Step::Strike, Step::Tie, Step::Invade]),
        }
    }

    fn end<O: Observe<Event>>(&self, state: &mut State, winners: Seats, events: &mut O) {
        state.steps.clear();
        state.ended = Some(Outcome { winners });
        events.tell(|| Event::Ended(winners));
    }

    /// Goes on until somebody must answer.
    fn settle<O: Observe<Event>>(&self, state: &mut State, events: &mut O) {
        while let Some(step) = state.steps.last().copied() {
            match step {
                Step::Charge if state.set(CHARGERS, |unit| !unit.moved) == 0 => {
                    self.engage(state, events);
                }
                Step::Charge | Step::Danger(_) => return,
                Step::Invade | Step::Tie | Step::Allot(..) => match state.answers().as_slice() {
                    [only] => self.decide(state, &only.clone()),
                    _ => return,
                },
                Step::Strike if self.groups(state).is_empty() => {
                    state.steps.pop();
                    state.steps.push(Step::Result);
                }
                Step::Result => match [CHARGERS, OCCUPANTS].map(|of| state.set(of, |_| true)) {
                    [0, 0] => self.end(state, Seats::NONE, events),
                    [0, _] => self.end(state, Seats::only(Seat(1)), events),
                    [_, 0] => self.end(state, Seats::only(Seat(0)), events),
                    _ => return,
                },
                _ if self.groups(state).is_empty() => drop(state.steps.pop()),
                _ => return,
            }
        }
    }

    fn decide(&self, state: &mut State, action: &Action) {
        let step = state.steps.pop();
        match (action, step) {
            (Action::Invade(set), _) => state.invaders = *set,
            (Action::Tie(set), _) => state.tied = *set,
            (Action::Allot(set), Some(Step::Allot(among, hits))) => {
                let targets = state.among(among);
                let each = hits / size(targets).max(1);
                for unit in bits(targets) {
                    state.hits[usize::from(unit)] = each + u8::from(set & 1 << unit != 0);
                }
                state.steps.push(Step::Save(among));
            }
            _ => {}
        }
    }

    fn strike<O: Observe<Event>>(&self, state: &mut State, hits: [u8; 5], events: &mut O) {
        (0..).zip(hits).for_each(|(group, hits)| events.tell(|| Event::Hits(group, hits)));
        let (wall, occupants) = match state.wall {
            0 => (0, hits[2]),
            _ => (hits[1] + hits[2], hits[0]),
        };
        state.steps.extend([
            Step::Result,
            Step::Allot(Among::Outside, hits[4]),
            Step::Allot(Among::Invaders, hits[3]),
            Step::Allot(Among::Occupants, occupants),
            Step::Wall { dice: wall, again: false },
        ]);
    }

    fn crack<O: Observe<Event>>(&self, state: &mut State, damage: u8, events: &mut O) {
        let lost = damage.min(state.wall);
        if lost == 0 {
            return;
        }
        state.wall -= lost;
        state.dealt[0] += lost;
        events.tell(|| Event::Cracked(state.wall));
        if state.wall == 0 {
            events.tell(|| Event::Ruined);
            for unit in bits(state.among(Among::Inside)) {
                state.hits[usize::from(unit)] = 1;
            }
            state.steps.push(Step::Save(Among::Inside));
        }
    }

    fn compare<O: Observe<Event>>(&self, state: &mut State, highest: [u8; 2], events: &mut O) {
        let modifiers = self.modifiers(state, &mut Silent);
        let totals = [0, 1].map(|side| i32::from(highest[side]) + modifiers[side]);
        events.tell(|| Event::Totals(totals));
        if totals[0] != totals[1] {
            let winner = Seat(u8::from(totals[1] > totals[0]));
            return self.end(state, Seats::only(winner), events);
        }
        let alive = state.set(u8::MAX, |_| true);
        state.invaders &= if state.wall == 0 { 0 } else { alive };
        state.tied = 0;
        state.steps.extend([Step::Strike, Step::Tie]);
    }
}

impl Game for Charge {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        let unit = |at| Unit {
            at,
            alive: true,
            gone: 0,
            legs: 0,
            tested: false,
            moved: false,
            sees: None,
        };
        let outside = STARTS.map(|x| unit(Point { x, y: -19_000 }));
        let inside = [0; 3].map(|at| unit(Point { x: at, y: at }));
        let state = State {
            units: outside.into_iter().chain(inside).collect(),
            wall: CAPACITY,
            invaders: 0,
            tied: 0,
            hits: [0; 8],
            dealt: [0; 2],
            fallen_on_the_way: 0,
            markers: setup.markers,
            steps: ArrayVec::from_iter([Step::Charge]),
            ended: None,
        };
        self.sound(&state).map(|()| state)
    }

    fn sound(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let fallen = |of: u8| size(of) - size(state.set(of, |_| true));
        let inflicted = [
            CAPACITY.saturating_sub(state.wall) + fallen(OCCUPANTS),
            fallen(CHARGERS).saturating_sub(state.fallen_on_the_way),
        ];
        let counted = state.units.len() == 8 && inflicted == state.dealt;
        let says = "each loss counts once";
        if counted { Ok(()) } else { Err(vec![Refusal::at(Rule::Damage, "dealt", says)]) }
    }

    fn players(&self, _: &State) -> u8 {
        2
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, why: &mut E) -> Pending<Rule> {
        if let Some(outcome) = state.ended {
            return Pending::Over(outcome);
        }
        if let Some((seat, about, subject)) = state.asked() {
            return Pending::Choice(Choice {
                seats: Seats::only(seat),
                about,
                subject,
                sealed: false,
            });
        }
        let because = match state.steps.last() {
            Some(Step::Danger(_)) => Rule::Dangerous,
            Some(Step::Wall { .. }) => Rule::Wall,
            Some(Step::Save(Among::Inside)) => Rule::RuinHits,
            Some(Step::Save(_)) => Rule::Armour,
            Some(Step::Result) => {
                self.modifiers(state, why);
                Rule::Result
            }
            _ => Rule::Attacks,
        };
        Pending::Roll(RollRequest { because, groups: self.groups(state) })
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        if state.asked().is_none_or(|(asked, ..)| asked != seat) {
            return Listing::Complete;
        }
        if state.steps.last() != Some(&Step::Charge) {
            into.extend(state.answers());
            return Listing::Complete;
        }
        let free = bits(state.set(CHARGERS, |unit| !unit.moved));
        let ways: Vec<Path> = free.filter_map(|unit| self.way_in(state, unit)).collect();
        into.push(Action::Charge(Vec::new()));
        if ways.len() > 1 {
            into.push(Action::Charge(ways.clone()));
        }
        into.extend(ways.into_iter().map(|path| Action::Charge(vec![path])));
        Listing::Candidates
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let (asked, about, _) = state.asked().unwrap_or((Seat::JUDGE, Rule::ChargeMove, None));
        let step = state.steps.last().filter(|_| asked == seat);
        let (set, of, bounds) = match (step, action) {
            (Some(Step::Charge), Action::Charge(paths)) => {
                return self.check_charge(state, paths, why);
            }
            (Some(Step::Invade), Action::Invade(set)) => (*set, state.in_contact(), 0..=CAPACITY),
            (Some(Step::Tie), Action::Tie(set)) => {
                (*set, state.among(Among::Occupants), state.tie_bounds())
            }
            (Some(Step::Allot(among, hits)), Action::Allot(set)) => {
                let targets = state.among(*among);
                let more = hits % size(targets).max(1);
                (*set, targets, more..=more)
            }
            _ => return why.need(about, false, || Fact::says("something else is asked for")),
        };
        why.need(about, set & !of == 0, || Fact::says("the units named can be chosen"))?;
        let (low, high) = (*bounds.start(), *bounds.end());
        let nearest = if size(set) < low { low } else { high };
        why.require(about, bounds.contains(&size(set)), || {
            let answers = state.answers();
            let other = |answer: &&Action| size(answer.chosen() ^ set);
            let instead = answers.iter().min_by_key(other).unwrap_or(action);
            let fact = Fact::says("so many units may be named").compared(size(set), nearest);
            fact.instead("the nearest choice that is allowed", instead)
        })
    }

    fn apply<O: Observe<Event>>(
        &self,
        state: &mut State,
        _: Seat,
        action: &Action,
        events: &mut O,
    ) {
        match action {
            Action::Charge(paths) => {
                if self.walk(state, paths, events) {
                    self.engage(state, events);
                }
            }
            other => self.decide(state, other),
        }
        self.settle(state, events);
    }

    fn worth(&self, state: &State, group: usize, face: Face) -> Worth {
        match (state.steps.last(), self.groups(state).get(group)) {
            (Some(Step::Result), _) => Worth::Highest(face),
            (_, Some(group)) => Worth::Adds((face + 1 >= self.needed(state, group)).into()),
            _ => Worth::Distinct,
        }
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], events: &mut O) {
        let request = RollRequest { because: Rule::Attacks, groups: self.groups(state) };
        let passed = |(group, faces): (&DiceGroup, &[Face])| {
            let needed = self.needed(state, group);
            (*group, faces.iter().filter(|face| **face + 1 >= needed).count() as u8)
        };
        let passes: ArrayVec<(DiceGroup, u8), MAX_GROUPS> =
            request.dealt(faces).map(passed).collect();
        match state.steps.pop() {
            Some(Step::Danger(unit)) => {
                let safe = passes[0].1 == 1;
                events.tell(|| Event::Tested(unit, safe));
                if !safe {
                    state.units[usize::from(unit)].alive = false;
                    state.fallen_on_the_way += 1;
                    events.tell(|| Event::Fell(unit, Rule::Dangerous));
                }
            }
            Some(Step::Strike) => {
                let mut hits = [0; 5];
                passes.iter().for_each(|(group, hit)| hits[usize::from(group.purpose)] = *hit);
                self.strike(state, hits, events);
            }
            Some(Step::Wall { dice, again }) => {
                let failed = dice - passes[0].1;
                match again {
                    true => self.crack(state, failed, events),
                    false => state.steps.push(Step::Wall { dice: failed, again: true }),
                }
            }
            Some(Step::Save(among)) => {
                let rule = match among {
                    Among::Inside => Rule::RuinHits,
                    Among::Occupants if state.wall > 0 => Rule::Cover,
                    _ => Rule::Armour,
                };
                for (group, _) in passes.iter().filter(|(group, saved)| *saved < group.count) {
                    let unit = group.subject.map_or(0, |unit| unit as u8);
                    state.wound(unit);
                    events.tell(|| Event::Fell(unit, rule));
                }
                state.hits = [0; 8];
            }
            Some(Step::Result) => {
                let highest =
                    |side: usize| faces[2 * side..][..2].iter().fold(0, |a, b| a.max(b + 1));
                self.compare(state, [highest(0), highest(1)], events);
            }
            _ => {}
        }
        self.settle(state, events);
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        _: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let Amendment::Sees(unit, sees) = *change;
        let no_unit = || vec![Refusal::at(Rule::Attacks, "", "there is no such unit")];
        state.units.get_mut(usize::from(unit)).ok_or_else(no_unit)?.sees = Some(sees);
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        let winners = match stop {
            Stop::Concede(seat) => Seats::first_of(2).without(seat),
            Stop::Draw | Stop::Time => Seats::NONE,
        };
        self.end(state, winners, events);
    }

    fn view(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    fn audible(&self, _: &State, _: &Event, _: Seat) -> bool {
        true
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Moved(..) => Rule::ChargeMove,
            Event::Tested(..) => Rule::Dangerous,
            Event::Hits(..) => Rule::Attacks,
            Event::Fell(_, rule) => *rule,
            Event::Cracked(_) => Rule::Wall,
            Event::Ruined => Rule::Ruin,
            Event::Totals(_) | Event::Ended(_) => Rule::Result,
        }
    }

    fn clock(&self, _: &State) -> u32 {
        0
    }

    fn rest(&self, before: &State, action: &Action, now: &State) -> Option<Action> {
        let (Action::Charge(paths), Some(Step::Charge)) = (action, now.steps.last()) else {
            return None;
        };
        let left = |path: &Path| {
            let [was, is] = [before, now].map(|state| &state.units[usize::from(path.unit)]);
            let legs =
                path.legs.iter().skip(is.legs.saturating_sub(was.legs).into()).copied().collect();
            (is.alive && !is.moved).then_some(Path { unit: path.unit, legs })
        };
        let left: Vec<Path> = paths.iter().filter_map(left).collect();
        (!left.is_empty()).then_some(Action::Charge(left))
    }
}
