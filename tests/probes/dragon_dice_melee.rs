//! A probe of the contract: one melee of two small armies of different dice, after Dragon Dice.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{Dice, DiceGroup, Die, DieId, Face, FaceName, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::ruling::{Broken, Explain, Fact, Refusal, RuleId};
use umpire_core::seat::{Seat, Seats};

#[path = "dragon_dice_melee/checks.rs"]
mod checks;

macro_rules! rules {
    ($($name:ident = $id:literal),* $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        enum Rule { $($name),* }

        impl RuleId for Rule {
            fn id(self) -> &'static str {
                match self { $(Rule::$name => $id),* }
            }
        }
    };
}

rules! {
    Forces = "DD-3.1",
    Melee = "DD-7.1",
    CounterAttack = "DD-7.3",
    RollSteps = "DD-8.2",
    WholeUnits = "DD-8.12",
    IndividualSaves = "DD-8.13",
    MaximumOnOpponents = "DD-8.14",
    RerollingSais = "DD-8.19",
    Choke = "DD-9.SAI.choke",
}

/// What a face shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Icon {
    Id(u8),
    Melee(u8),
    Save(u8),
    Blank,
    /// That many melee, and the die is rolled again.
    Rend(u8),
    /// Kills that many health-worth of defenders whose save roll showed an ID.
    Choke(u8),
    /// That many health-worth of defenders save each alone or die; then the die is rolled again.
    DoubleStrike(u8),
}

use Icon::{Blank, DoubleStrike, Id, Melee, Rend, Save};

/// Name, health and faces of each kind of die.
const KINDS: [(&str, u8, [Icon; 6]); 5] = [
    ("recruit", 1, [Id(1), Melee(1), Melee(1), Save(1), Blank, Blank]),
    ("veteran", 2, [Id(2), Melee(2), Melee(1), Save(1), Save(2), Blank]),
    ("wolf", 3, [Id(3), Rend(3), Melee(2), Melee(3), Save(1), Save(2)]),
    ("vine", 4, [Id(4), Icon::Choke(4), Melee(4), Save(4), Blank, Blank]),
    ("bear", 4, [Id(4), DoubleStrike(4), Rend(4), Melee(4), Save(4), Blank]),
];

/// The most units on the table.
const UNITS: usize = 48;

/// Units by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
struct UnitSet(u64);

impl UnitSet {
    fn only(unit: u8) -> UnitSet {
        UnitSet(1 << unit)
    }
    fn iter(self) -> impl Iterator<Item = u8> {
        (0..64).filter(move |unit| self.0 & (1 << unit) != 0)
    }
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    fn without(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }
}

impl FromIterator<u8> for UnitSet {
    fn from_iter<I: IntoIterator<Item = u8>>(units: I) -> UnitSet {
        UnitSet(units.into_iter().fold(0, |set, unit| set | 1 << unit))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Unit {
    owner: Seat,
    kind: u8,
    dead: bool,
}

/// What is being done, the innermost last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Step {
    /// The target decides whether to strike back.
    Counter,
    /// The attacker's army rolls.
    Attack,
    /// Faces of the tray that re-roll their die are worked off in roll order.
    Rerolling,
    /// One die is rolled again.
    Reroll(u8),
    /// The attacker picks whom a double strike hits.
    Struck(u8),
    /// Each of these saves alone.
    StruckSave(UnitSet),
    /// The defender's army rolls.
    Saves,
    /// The attacker picks whom Choke kills among those whose ID lies in the tray.
    Choke,
    /// The totals are compared.
    Damage,
    /// The defender picks who absorbs the damage.
    Casualties(u8),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    units: ArrayVec<Unit, UNITS>,
    attacker: Seat,
    steps: ArrayVec<Step, 6>,
    /// Faces that a later step reads, in roll order.
    tray: ArrayVec<(u8, Face), UNITS>,
    melee: u8,
    saves: u8,
    choke: u8,
    conceded: Seats,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Action {
    /// These units are the ones taken.
    Take(UnitSet),
    /// Whether to strike back.
    Counter(bool),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
enum Event {
    Melee(Seat, u8),
    Saves(Seat, u8),
    Rerolled(u8),
    Damage(Seat, u8),
    Died(u8, Rule),
    Counter(Seat, bool),
}

/// What a set of units is picked for: who picks, among whom, how much health, by which rule.
struct Pick {
    seat: Seat,
    among: UnitSet,
    health: u8,
    rule: Rule,
}

fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl State {
    fn army(&self, seat: Seat) -> UnitSet {
        let lives = |(_, unit): &(u8, &Unit)| unit.owner == seat && !unit.dead;
        (0..).zip(&self.units).filter(lives).map(|(number, _)| number).collect()
    }

    fn defenders(&self) -> UnitSet {
        self.army(other(self.attacker))
    }

    fn icon(&self, unit: u8, face: Face) -> Icon {
        KINDS[usize::from(self.units[usize::from(unit)].kind)].2[usize::from(face)]
    }

    fn health(&self, unit: u8) -> u8 {
        KINDS[usize::from(self.units[usize::from(unit)].kind)].1
    }

    fn total_health(&self, units: UnitSet) -> u8 {
        units.iter().map(|unit| self.health(unit)).sum()
    }

    /// Whose dice fall now, by whom, and for what rule.
    fn rolling(&self) -> Option<(UnitSet, Seat, Rule)> {
        let (attacker, defender) = (self.attacker, other(self.attacker));
        match *self.steps.last()? {
            Step::Attack => Some((self.army(attacker), attacker, Rule::Melee)),
            Step::Reroll(unit) => Some((UnitSet::only(unit), attacker, Rule::RerollingSais)),
            Step::StruckSave(units) => Some((units, defender, Rule::IndividualSaves)),
            Step::Saves => Some((self.defenders(), defender, Rule::Melee)),
            _ => None,
        }
    }

    fn pick(&self) -> Option<Pick> {
        let (attacker, defender) = (self.attacker, other(self.attacker));
        let all = self.defenders();
        let rule = Rule::MaximumOnOpponents;
        match *self.steps.last()? {
            Step::Struck(health) => Some(Pick { seat: attacker, among: all, health, rule }),
            Step::Choke => {
                let among = self.tray.iter().map(|(unit, _)| *unit).collect();
                Some(Pick { seat: attacker, among, health: self.choke, rule })
            }
            Step::Casualties(health) => {
                Some(Pick { seat: defender, among: all, health, rule: Rule::WholeUnits })
            }
            _ => None,
        }
    }

    /// The most health of whole units of the pick that its health allows.
    fn most(&self, pick: &Pick) -> u8 {
        let sums = pick.among.iter().fold(1u128, |sums, unit| sums | sums << self.health(unit));
        let within = sums & (u128::MAX >> (127 - pick.health.min(127)));
        127 - within.leading_zeros() as u8
    }

    /// Every maximal set of the pick.
    fn maximal_sets(&self, pick: &Pick) -> Vec<UnitSet> {
        let units: ArrayVec<u8, UNITS> = pick.among.iter().collect();
        let mut found = Vec::new();
        let mut open = vec![(0, UnitSet::default(), self.most(pick))];
        while let Some((at, taken, left)) = open.pop() {
            if left == 0 {
                found.push(taken);
            } else if let Some(unit) = units.get(at) {
                open.push((at + 1, taken, left));
                if let Some(left) = left.checked_sub(self.health(*unit)) {
                    open.push((at + 1, UnitSet(taken.0 | 1 << unit), left));
                }
            }
        }
        found
    }

    /// The set to take where all maximal sets come to the same.
    fn only_set(&self, pick: &Pick) -> Option<UnitSet> {
        let kinds = |set: &UnitSet| {
            let mut kinds: ArrayVec<u8, UNITS> =
                set.iter().map(|unit| self.units[usize::from(unit)].kind).collect();
            kinds.sort_unstable();
            kinds
        };
        let sets = self.maximal_sets(pick);
        let first = kinds(sets.first()?);
        sets.iter().all(|set| kinds(set) == first).then(|| sets[0])
    }

    fn kill<O: Observe<Event>>(&mut self, units: UnitSet, rule: Rule, out: &mut O) {
        for unit in units.iter() {
            self.units[usize::from(unit)].dead = true;
            out.tell(|| Event::Died(unit, rule));
        }
    }

    fn count_melee(&mut self, unit: u8, face: Face) {
        match self.icon(unit, face) {
            Id(n) | Melee(n) => self.melee = self.melee.saturating_add(n),
            Icon::Choke(n) => self.choke += n,
            Rend(n) => {
                self.melee = self.melee.saturating_add(n);
                self.tray.push((unit, face));
            }
            DoubleStrike(_) => self.tray.push((unit, face)),
            Save(_) | Blank => {}
        }
    }

    fn count_save(&mut self, unit: u8, face: Face) {
        match self.icon(unit, face) {
            Id(n) => {
                self.saves += n;
                if self.choke > 0 {
                    self.tray.push((unit, face));
                }
            }
            Save(n) => self.saves += n,
            _ => {}
        }
    }

    fn take<O: Observe<Event>>(&mut self, units: UnitSet, out: &mut O) {
        match self.steps.pop() {
            Some(Step::Struck(_)) if !units.is_empty() => self.steps.push(Step::StruckSave(units)),
            Some(Step::Choke) => {
                for (unit, face) in std::mem::take(&mut self.tray) {
                    if let (true, Id(n)) = (units.0 & 1 << unit != 0, self.icon(unit, face)) {
                        self.saves -= n;
                    }
                }
                self.choke = 0;
                self.kill(units, Rule::Choke, out);
            }
            Some(Step::Casualties(_)) => self.kill(units, Rule::WholeUnits, out),
            _ => {}
        }
    }

    /// Goes on until somebody must answer.
    fn settle<O: Observe<Event>>(&mut self, out: &mut O) {
        while let Some(step) = self.steps.last().copied() {
            let alone = self.defenders().is_empty();
            match step {
                Step::Counter | Step::Attack | Step::Reroll(_) if alone => drop(self.steps.pop()),
                Step::Counter | Step::Attack | Step::Reroll(_) | Step::StruckSave(_) => return,
                Step::Rerolling => match self.tray.pop_at(0) {
                    None => drop(self.steps.pop()),
                    Some((unit, face)) => {
                        self.steps.push(Step::Reroll(unit));
                        if let DoubleStrike(health) = self.icon(unit, face) {
                            self.steps.push(Step::Struck(health));
                        }
                    }
                },
                Step::Struck(_) | Step::Choke | Step::Casualties(_) => {
                    match self.pick().and_then(|pick| self.only_set(&pick)) {
                        Some(units) => self.take(units, out),
                        None => return,
                    }
                }
                Step::Saves => {
                    if !alone && self.melee > 0 {
                        return;
                    }
                    self.steps.pop();
                    (self.melee, self.choke) = (0, 0);
                }
                Step::Damage => {
                    let (melee, saves) = (self.melee, self.saves);
                    (self.melee, self.saves, self.choke) = (0, 0, 0);
                    let damage = melee.saturating_sub(saves);
                    let defender = other(self.attacker);
                    out.tell(|| Event::Saves(defender, saves));
                    out.tell(|| Event::Damage(defender, damage));
                    self.steps.pop();
                    self.steps.push(Step::Casualties(damage));
                }
            }
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Setup {
    /// Kinds of each army's units.
    armies: [Vec<u8>; 2],
}

struct MeleeGame {
    dice: Dice,
}

impl MeleeGame {
    fn new() -> MeleeGame {
        let face = |icon: &Icon| FaceName { name: format!("{icon:?}"), short: Vec::new() };
        let die = |(name, _, faces): &(&str, u8, [Icon; 6])| Die {
            name: name.to_string(),
            faces: faces.iter().map(face).collect(),
        };
        MeleeGame { dice: Dice(KINDS.iter().map(die).collect()) }
    }
}

impl Game for MeleeGame {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = (u8, bool);
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        let refuse = |says: &str| vec![Refusal::at(Rule::Forces, "armies", says)];
        let mut units = ArrayVec::new();
        for (seat, army) in (0..).map(Seat).zip(&setup.armies) {
            for kind in army {
                let unit = Unit { owner: seat, kind: *kind, dead: false };
                units.try_push(unit).map_err(|_| refuse("too many units"))?;
            }
        }
        let steps = ArrayVec::from_iter([Step::Counter, Step::Attack]);
        let state = State {
            units,
            attacker: Seat(0),
            steps,
            tray: ArrayVec::new(),
            melee: 0,
            saves: 0,
            choke: 0,
            conceded: Seats::NONE,
        };
        if setup.armies.iter().any(Vec::is_empty) {
            return Err(refuse("an army has no unit"));
        }
        self.sound(&state).map(|()| state)
    }

    fn sound(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let known = state.units.iter().all(|unit| usize::from(unit.kind) < KINDS.len());
        let refuse = |says: &str| Err(vec![Refusal::at(Rule::Forces, "armies", says)]);
        if !known {
            return refuse("there is no such die");
        }
        let health =
            |seat| state.army(seat).iter().map(|u| u32::from(state.health(u))).sum::<u32>();
        if health(Seat(0)).max(health(Seat(1))) > 120 {
            return refuse("an army has more than 120 health");
        }
        Ok(())
    }

    fn players(&self, _: &State) -> u8 {
        2
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, _: &mut E) -> Pending<Rule> {
        if let Some((units, seat, because)) = state.rolling() {
            let group = |unit: u8| DiceGroup {
                seat,
                die: DieId(state.units[usize::from(unit)].kind.into()),
                count: 1,
                purpose: 0,
                subject: Some(unit.into()),
            };
            return Pending::Roll(RollRequest {
                because,
                groups: units.iter().map(group).collect(),
                spare: 0,
            });
        }
        let (seat, about) = match (state.pick(), state.steps.last()) {
            (Some(pick), _) => (pick.seat, pick.rule),
            (None, Some(_)) => (other(state.attacker), Rule::CounterAttack),
            (None, None) => {
                let alive =
                    |seat: &Seat| !state.army(*seat).is_empty() && !state.conceded.contains(*seat);
                let winners: Seats = Seats::first_of(2).iter().filter(alive).collect();
                let winners = if winners.len() == 1 { winners } else { Seats::NONE };
                return Pending::Over(Outcome { winners });
            }
        };
        Pending::Choice(Choice { seats: Seats::only(seat), about, subject: None, sealed: false })
    }

    fn legal(&self, state: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        match state.pick() {
            Some(pick) => into.extend(state.maximal_sets(&pick).into_iter().map(Action::Take)),
            None => into.extend([Action::Counter(true), Action::Counter(false)]),
        }
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        match action {
            Action::Counter(_) => {
                let asked = state.steps.last() == Some(&Step::Counter);
                let asked = asked && seat == other(state.attacker);
                why.need(Rule::CounterAttack, asked, || Fact::says("this army may strike back now"))
            }
            Action::Take(units) => {
                let pick = state.pick().filter(|pick| pick.seat == seat);
                let asked = || Fact::says("this seat picks units now");
                why.need(Rule::RollSteps, pick.is_some(), asked)?;
                let pick = pick.ok_or(Broken(Rule::RollSteps))?;
                let there = units.without(pick.among).is_empty();
                why.need(pick.rule, there, || Fact::says("only units in question are picked"))?;
                let (found, most) = (state.total_health(*units), state.most(&pick));
                why.require(pick.rule, found == most, || {
                    let instead = Action::Take(state.maximal_sets(&pick)[0]);
                    Fact::says("the health picked is the most that whole units can make up")
                        .compared(found, most)
                        .instead("a set that makes it up", &instead)
                })
            }
        }
    }

    fn apply<O: Observe<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    ) {
        match action {
            Action::Take(units) => state.take(*units, out),
            Action::Counter(yes) => {
                out.tell(|| Event::Counter(seat, *yes));
                state.steps.pop();
                if *yes {
                    state.attacker = seat;
                    state.steps.push(Step::Attack);
                }
            }
        }
        state.settle(out);
    }

    fn worth(&self, state: &State, group: &DiceGroup, face: Face) -> Worth {
        let Some(unit) = group.subject else { return Worth::Distinct };
        match (state.steps.last(), state.icon(unit as u8, face)) {
            (Some(Step::StruckSave(_)), icon) => {
                Worth::Each(matches!(icon, Id(_) | Save(_)).into())
            }
            (Some(Step::Saves), Id(_)) if state.choke > 0 => Worth::Each(face),
            (Some(Step::Saves), Id(n) | Save(n)) => Worth::Adds(n.into()),
            (Some(Step::Saves), _) => Worth::Adds(0),
            (_, Id(n) | Melee(n)) => Worth::Adds(n.into()),
            (_, Icon::Choke(n)) => Worth::Adds(u64::from(n) << 8),
            (_, Rend(_) | DoubleStrike(_)) => Worth::Each(face),
            (_, Save(_) | Blank) => Worth::Adds(0),
        }
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], out: &mut O) {
        let (Some((units, seat, _)), Some(step)) = (state.rolling(), state.steps.pop()) else {
            return;
        };
        if step == Step::Attack {
            state.steps.extend([Step::Saves, Step::Rerolling]);
        } else if step == Step::Saves {
            state.steps.push(Step::Damage);
            if state.choke > 0 {
                state.steps.push(Step::Choke);
            }
        }
        for (unit, face) in units.iter().zip(faces) {
            match step {
                Step::Saves => state.count_save(unit, *face),
                Step::StruckSave(_) => {
                    if !matches!(state.icon(unit, *face), Id(_) | Save(_)) {
                        state.kill(UnitSet::only(unit), Rule::IndividualSaves, out);
                    }
                }
                _ => state.count_melee(unit, *face),
            }
        }
        match step {
            Step::Attack => out.tell(|| Event::Melee(seat, state.melee)),
            Step::Reroll(unit) => {
                out.tell(|| Event::Rerolled(unit));
                out.tell(|| Event::Melee(seat, state.melee));
            }
            _ => {}
        }
        state.settle(out);
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        (unit, dead): &(u8, bool),
        _: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let none = || vec![Refusal::at(Rule::Forces, "", "there is no such unit")];
        state.units.get_mut(usize::from(*unit)).ok_or_else(none)?.dead = *dead;
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, _: &mut O) {
        if let Stop::Concede(seat) = stop {
            state.conceded = Seats::only(seat);
        }
        state.steps.clear();
        state.tray.clear();
    }

    fn view(&self, state: &State, _: Seat) -> State {
        state.clone()
    }

    fn audible(&self, _: &State, _: &Event, _: Seat) -> bool {
        true
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Melee(..) | Event::Saves(..) | Event::Damage(..) => Rule::Melee,
            Event::Rerolled(_) => Rule::RerollingSais,
            Event::Died(_, rule) => *rule,
            Event::Counter(..) => Rule::CounterAttack,
        }
    }

    fn clock(&self, _: &State) -> u32 {
        0
    }
}
