//! The probe's game on the contract: one formation charges a stronghold.

use crate::geometry::Point;
use crate::position::*;
use arrayvec::ArrayVec;
use umpire_core::dice::{Dice, DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Pending, Stop};
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::seat::{Seat, Seats};

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
        Pending::Roll(RollRequest { because, groups: self.groups(state), spare: 0 })
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

    fn worth(&self, state: &State, group: &DiceGroup, face: Face) -> Worth {
        match state.steps.last() {
            Some(Step::Result) => Worth::Highest(face),
            _ => Worth::Adds((face + 1 >= self.needed(state, group)).into()),
        }
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], events: &mut O) {
        let request = RollRequest { because: Rule::Attacks, groups: self.groups(state), spare: 0 };
        let passed = |(group, faces): (&DiceGroup, &[Face])| {
            let needed = self.needed(state, group);
            (*group, faces.iter().filter(|face| **face + 1 >= needed).count() as u8)
        };
        let passes: ArrayVec<(DiceGroup, u8), 96> = request.dealt(faces).map(passed).collect();
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
