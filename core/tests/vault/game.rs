//! A vault on squares: two thieves go by ways of their own over trapdoors, open doors or break them with dice of symbols, and look for the exit.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use umpire_core::command::{Names, Row, Vocabulary};
use umpire_core::data::{DataError, Files, Places, Source, read};
use umpire_core::dice::{Dice, DiceGroup, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::host::{Hosted, Loaded, RosterEntry, Slip};
use umpire_core::numbers::Kind;
use umpire_core::plan::{Changes, Ground, GroundId, NoWay, PlanForm, WallId, WallsForm, Way};
use umpire_core::row;
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::scene::Scene;
use umpire_core::seat::{Seat, Seats};
use umpire_core::square::{Plan, SquareId, Token};

umpire_core::rules! {
    pub enum Rule {
        // A thief goes up to four steps, by any way, and cuts no corner.
        Moving = "VLT-1",
        // Whoever comes over a trapdoor stops there; it stays open, and the next goes round.
        Trapdoor = "VLT-2",
        // A thief beside a door opens or shuts it.
        Doors = "VLT-3",
        // A locked door is broken where two dice show an axe; a crowbar counts as both.
        Breaking = "VLT-4",
        // Who stands on the exit has won; after twenty turns nobody has.
        End = "VLT-5",
        // The judge may put a thief elsewhere.
        JudgesWord = "VLT-6",
    }
}

umpire_core::symbols! {
    /// A die that breaks doors.
    pub enum Breaks = "break" {
        2 Axe = "axe" "a",
        1 Crowbar = "crowbar" "c",
        3 Nothing = "nothing" "n",
    }
}

impl Breaks {
    fn blows(self) -> u64 {
        match self {
            Breaks::Axe => 1,
            Breaks::Crowbar => 2,
            Breaks::Nothing => 0,
        }
    }
}

umpire_core::nouns! {
    pub enum Thing, Noun {
        Thief(Seat) = "thief",
        Square(SquareId) = "square",
        Squares(Vec<SquareId>) = "squares",
        Door(WallId) = "door",
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Move { to: SquareId },
    Round { to: SquareId, via: Vec<SquareId> },
    Open(WallId),
    Shut(WallId),
    Break(WallId),
    Wait,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Put {
    pub thief: Seat,
    pub at: SquareId,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub thieves: [SquareId; 2],
    pub changes: Changes<SquareId>,
    turn: u8,
    breaking: Option<WallId>,
    over: Option<Outcome>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    Went(Seat, SquareId),
    Fell(Seat, SquareId),
    Stands(WallId),
    Holds(WallId),
    Waited(Seat),
    Over(Seats),
}

/// The most steps of a move.
const SPEED: u32 = 4;
const TURNS: u8 = 20;

pub struct Vault {
    plan: Plan,
    dice: Dice,
    start: [SquareId; 2],
    pit: GroundId,
    door: GroundId,
    open: GroundId,
}

#[derive(Deserialize)]
struct Form {
    ground: Vec<Ground>,
    board: PlanForm,
    walls: WallsForm,
    thieves: [String; 2],
}

const GROUND: &str = "ground:
- {id: floor, letter: ., colour: '#d9d2c0'}
- {id: rock, letter: '#', colour: '#7d7d78', impassable: true, blocks_sight: true}
- {id: trapdoor, letter: t, colour: '#b09a70'}
- {id: pit, letter: p, colour: '#303030', impassable: true, state_of: trapdoor}
- {id: exit, letter: x, colour: '#a9c27a'}
- {id: wall, letter: '|', colour: '#404040', impassable: true, blocks_sight: true}
- {id: door, letter: d, colour: '#8a5a2b', impassable: true, blocks_sight: true}
- {id: open door, letter: o, colour: '#c09a6b', state_of: door}
- {id: locked door, letter: k, colour: '#5a3a1b', impassable: true, blocks_sight: true, state_of: door}
";

/// The vault of these rows and walls, with the thieves on these squares.
pub fn vault(rows: &[&str], walls: &[&str], thieves: [&str; 2]) -> Vault {
    let lines = |lines: &[&str]| -> String {
        lines.iter().map(|line| format!("\n- '{line}'")).collect::<String>() + "\n"
    };
    let (rows, walls, [one, other]) = (lines(rows), lines(walls), thieves);
    let text = format!("{GROUND}board:{rows}walls:{walls}thieves: [{one}, {other}]\n");
    let form = read::<Form>(&Source::new("vault.yaml", text)).expect("it has the form of a vault");
    built(&form.value, &form.places).expect("a sound vault")
}

fn built(form: &Form, places: &Places) -> Result<Vault, Vec<DataError>> {
    let mut plan: Plan = form.board.lay(&form.ground, "board", places)?;
    let mut faults = Vec::new();
    form.walls.build(&mut plan, "walls", places, &mut faults);
    let kind = |name| plan.kind_called(name).expect("a row of the table");
    let (pit, door, open) = (kind("pit"), kind("door"), kind("open door"));
    let start = [0, 1].map(|at| plan.named(&form.thieves[at]).expect("a square of the vault"));
    let dice = Dice(vec![Breaks::die()]);
    if faults.is_empty() { Ok(Vault { plan, dice, start, pit, door, open }) } else { Err(faults) }
}

impl Vault {
    pub fn plan(&self, state: &State) -> Arc<Plan> {
        self.plan.with(&state.changes)
    }

    fn seat(state: &State) -> Seat {
        Seat(state.turn % 2)
    }

    /// The steps from a square to one beside it, for whoever's turn it is.
    fn step<'a>(
        plan: &'a Plan,
        state: &'a State,
    ) -> impl Fn(SquareId, SquareId) -> Option<u32> + 'a {
        let taken =
            |square: SquareId| plan.ground_of(square).impassable || state.thieves.contains(&square);
        move |from, to| (!taken(to) && plan.cut_corner(from, to, |_| false).is_none()).then_some(1)
    }

    /// The way that an action leads.
    fn way(&self, state: &State, action: &Action) -> Result<Way<SquareId>, NoWay<SquareId>> {
        let (plan, from) = (self.plan(state), state.thieves[Vault::seat(state).index()]);
        let step = Vault::step(&plan, state);
        let by = match action {
            Action::Move { to } => vec![*to],
            Action::Round { to, via } => [&via[..], &[*to]].concat(),
            _ => Vec::new(),
        };
        plan.way_by(from, &by, SPEED, step)
    }

    fn end(state: &mut State, winners: Seats, out: &mut impl Observe<Event>) {
        state.over = Some(Outcome { winners });
        state.breaking = None;
        out.tell(|| Event::Over(winners));
    }

    fn pass(&self, state: &mut State, out: &mut impl Observe<Event>) {
        let plan = self.plan(state);
        let on_exit = |seat: &Seat| plan.ground_of(state.thieves[seat.index()]).id == "exit";
        let there: Seats = Seat::SIDES.into_iter().filter(on_exit).collect();
        state.turn += 1;
        if !there.is_empty() || state.turn >= TURNS {
            Vault::end(state, there, out);
        }
    }
}

impl Game for Vault {
    type Setup = ();
    type State = State;
    type Action = Action;
    type Amendment = Put;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, (): &()) -> Result<State, Vec<Refusal<Rule>>> {
        let (thieves, changes) = (self.start, Changes::default());
        Ok(State { thieves, changes, turn: 0, breaking: None, over: None })
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let fault = |says| Err(vec![Refusal::at(Rule::JudgesWord, "thieves", says)]);
        if !self.plan.takes(&state.changes) {
            return fault("there is no such board");
        }
        let plan = self.plan(state);
        let solid = |square: &SquareId| plan.ground_of(*square).impassable;
        match state.thieves {
            thieves if thieves.iter().any(solid) => fault("nobody stands in rock or in a pit"),
            [one, other] if one == other => fault("one stands there already"),
            _ => Ok(()),
        }
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, _: &mut E) -> Pending<Rule> {
        let seat = Vault::seat(state);
        match (state.over, state.breaking) {
            (Some(outcome), _) => Pending::Over(outcome),
            (None, Some(_)) => {
                let group = DiceGroup { seat, die: DieId(0), count: 2, purpose: 0, subject: None };
                Pending::Roll(RollRequest::one(Rule::Breaking, group))
            }
            (None, None) => {
                let seats = Seats::only(seat);
                let about = Rule::Moving;
                Pending::Choice(Choice { seats, about, subject: None, sealed: false })
            }
        }
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        let (plan, from) = (self.plan(state), state.thieves[seat.index()]);
        let ways = plan.ways(from, SPEED, Vault::step(&plan, state));
        into.extend(ways.iter().map(|(to, _)| Action::Move { to }));
        // Of all the ways round there are some.
        let round = plan.neighbours(from).flat_map(|via| {
            let round = move |(to, _)| Action::Round { to, via: vec![via] };
            ways.iter().map(round)
        });
        into.extend(round.filter(|action| self.way(state, action).is_ok()));
        let near = plan.walls_called("door").filter(|door| {
            let (one, other) = plan.ends(*door);
            from == one || from == other
        });
        into.extend(near.filter_map(|door| match plan.stands(door)?.id.as_str() {
            "door" => Some(Action::Open(door)),
            "open door" => Some(Action::Shut(door)),
            _ => Some(Action::Break(door)),
        }));
        into.push(Action::Wait);
        Listing::Candidates
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let asked = state.over.is_none() && state.breaking.is_none() && seat == Vault::seat(state);
        why.need(Rule::Moving, asked, || Fact::says("it is another's turn"))?;
        let (plan, here) = (self.plan(state), state.thieves[seat.index()]);
        let (door, kind) = match action {
            Action::Wait => return Ok(()),
            Action::Move { .. } | Action::Round { .. } => {
                let way = self.way(state, action);
                return why.need(Rule::Moving, way.is_ok(), || match way {
                    Ok(way) => Fact::says(format!("{} steps", way.steps)),
                    Err(NoWay::Barred(at)) => {
                        Fact::says(format!("no way leads to {}", plan.name(at)))
                    }
                    Err(NoWay::Far(at, steps)) => {
                        Fact::says(format!("{} is {steps} steps away", plan.name(at)))
                            .at_most(steps, SPEED)
                    }
                    Err(NoWay::Here(at)) => {
                        Fact::says(format!("it stands on {} already", plan.name(at)))
                    }
                });
            }
            Action::Open(door) => (*door, "door"),
            Action::Shut(door) => (*door, "open door"),
            Action::Break(door) => (*door, "locked door"),
        };
        let (name, ends) = (|| plan.wall_name(door), plan.ends(door));
        let near = here == ends.0 || here == ends.1;
        why.need(Rule::Doors, near, || Fact::says(format!("{} is not beside it", name())))?;
        let stands = plan.stands(door).map_or("gone", |row| &row.id);
        why.need(Rule::Doors, stands == kind, || Fact::says(format!("{}: {stands}", name())))
    }

    fn apply<O: Observe<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        out: &mut O,
    ) {
        match action {
            Action::Move { .. } | Action::Round { .. } => {
                let way = self.way(state, action).map_or(Vec::new(), |way| way.places);
                let plan = self.plan(state);
                let falls = way[1..].iter().position(|at| plan.ground_of(*at).id == "trapdoor");
                let end = way[falls.map_or(way.len() - 1, |at| at + 1)];
                // Who fell climbs out on the side where it came from.
                let stays = falls.map_or(end, |at| way[at]);
                state.thieves[seat.index()] = stays;
                out.tell(|| Event::Went(seat, stays));
                if falls.is_some() {
                    state.changes.lay(&self.plan, end, self.pit);
                    out.tell(|| Event::Fell(seat, end));
                }
            }
            Action::Open(door) | Action::Shut(door) => {
                let opens = matches!(action, Action::Open(_));
                let kind = if opens { self.open } else { self.door };
                state.changes.build(&self.plan, *door, Some(kind));
                out.tell(|| Event::Stands(*door));
            }
            Action::Break(door) => {
                state.breaking = Some(*door);
                return;
            }
            Action::Wait => out.tell(|| Event::Waited(seat)),
        }
        self.pass(state, out);
    }

    fn worth(&self, _: &State, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(Breaks::of(face).blows())
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], out: &mut O) {
        let Some(door) = state.breaking.take() else { return };
        let breaks = Breaks::shown(faces).map(Breaks::blows).sum::<u64>() >= 2;
        if breaks {
            state.changes.build(&self.plan, door, None);
        }
        out.tell(|| if breaks { Event::Stands(door) } else { Event::Holds(door) });
        self.pass(state, out);
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Put,
        out: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        let mut changed = state.clone();
        let none = || vec![Refusal::at(Rule::JudgesWord, "", "there is no such thief")];
        *changed.thieves.get_mut(change.thief.index()).ok_or_else(none)? = change.at;
        self.check_invariants(&changed).map(|()| *state = changed)?;
        out.tell(|| Event::Went(change.thief, change.at));
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, _: Stop, out: &mut O) {
        Vault::end(state, Seats::NONE, out);
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Went(..) | Event::Waited(_) => Rule::Moving,
            Event::Fell(..) => Rule::Trapdoor,
            Event::Stands(_) => Rule::Doors,
            Event::Holds(_) => Rule::Breaking,
            Event::Over(_) => Rule::End,
        }
    }

    fn clock(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn range(&self, _: &State, kind: Kind) -> Option<RangeInclusive<i64>> {
        self.plan.range(kind)
    }
}

impl Vocabulary for Vault {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Vault, Action>] {
        &[
            row!("to {to:square} via {via:squares}" => Action::Round { to, via }, "go by these"),
            row!("to {to:square}" => Action::Move { to }, "go the shortest way"),
            row!("open {door}" => Action::Open(door), "a door beside you"),
            row!("shut {door}" => Action::Shut(door), "a door beside you"),
            row!("break {door}" => Action::Break(door), "a locked door beside you"),
            row!("wait" => Action::Wait, "do nothing"),
        ]
    }

    fn amendments() -> &'static [Row<Vault, Put>] {
        &[row!("put {thief} at {at:square}" => Put { thief, at }, "elsewhere")]
    }

    fn thing(&self, state: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        let none = |word: &str| Slip::new(format!("`{text}` is no {word}"));
        match noun {
            Noun::Thief => {
                let mut seats = Names::of("thief");
                Seat::SIDES.into_iter().for_each(|seat| seats.add(seat.lettered(), seat));
                seats.find(text).map(Thing::Thief)
            }
            Noun::Square => self.plan.named(text).map(Thing::Square).ok_or_else(|| none("square")),
            Noun::Squares => {
                let squares = self.plan.several_named(text).map(Thing::Squares);
                squares.ok_or_else(|| none("squares, as `B1, C2` are"))
            }
            Noun::Door => {
                let (plan, mut doors) = (self.plan(state), Names::of("door"));
                plan.walls_called("door").for_each(|door| doors.add(plan.wall_name(door), door));
                doors.find(text).map(Thing::Door)
            }
        }
    }

    fn say_thing(&self, _: &State, thing: &Thing) -> String {
        match thing {
            Thing::Thief(seat) => seat.lettered(),
            Thing::Square(square) => self.plan.name(*square),
            Thing::Squares(squares) => self.plan.names(squares),
            Thing::Door(door) => self.plan.wall_name(*door),
        }
    }

    fn pointed_at(&self, state: &State, thing: &Thing) -> Vec<String> {
        match thing {
            Thing::Squares(squares) => squares.iter().map(|at| self.plan.name(*at)).collect(),
            _ => vec![self.say_thing(state, thing)],
        }
    }

    fn things(&self, _: &State, _: Seat, _: Noun) -> Option<Vec<String>> {
        None
    }
}

impl Hosted for Vault {
    const NAME: &'static str = "vault";

    fn load(_: &Files, scenario: &Source) -> Result<Loaded<Vault>, Vec<DataError>> {
        let form = read::<Form>(scenario)?;
        Ok(Loaded {
            game: built(&form.value, &form.places)?,
            setup: (),
            edition: "only".into(),
            house_rules: Vec::new(),
            scenario: scenario.path.clone(),
            sources: Files::default(),
            warnings: Vec::new(),
        })
    }

    fn say_event(&self, state: &State, event: &Event) -> Option<String> {
        let plan = self.plan(state);
        Some(match event {
            Event::Went(seat, at) => format!("{} goes to {}", seat.lettered(), plan.name(*at)),
            Event::Fell(seat, at) => {
                format!("{} finds a pit on {}", seat.lettered(), plan.name(*at))
            }
            Event::Stands(door) => {
                let stands = plan.stands(*door).map_or("broken", |row| &row.id);
                format!("{} is now: {stands}", plan.wall_name(*door))
            }
            Event::Holds(door) => format!("{} holds", plan.wall_name(*door)),
            Event::Waited(seat) => format!("{} waits", seat.lettered()),
            Event::Over(winners) => match winners.first() {
                Some(seat) => format!("{} is out", seat.lettered()),
                None => "nobody is out".to_string(),
            },
        })
    }

    umpire_core::spoken_by_rows!();

    fn say_choice(&self, _: &State, choice: &Choice<Rule>) -> String {
        let seat = choice.seats.first().map_or(String::new(), Seat::lettered);
        format!("{seat}: go, open, shut, break, or wait")
    }

    fn say_group(&self, _: &State, group: &DiceGroup) -> String {
        format!("{} breaks a door", group.seat.lettered())
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        move |state| f64::from(state.thieves[seat.index()].0)
    }

    fn scene(&self, state: &State) -> Scene {
        let token = |seat: Seat| Token {
            at: state.thieves[seat.index()],
            name: seat.lettered(),
            mark: seat.lettered(),
            title: format!("thief of {}", seat.lettered()),
            owner: Some(seat),
            facing: None,
            badges: Vec::new(),
        };
        self.plan(state).scene(&Seat::SIDES.map(token))
    }

    fn roster(&self, state: &State) -> Vec<RosterEntry> {
        let plan = self.plan(state);
        let thief = |seat: Seat| {
            let at = Some(plan.name(state.thieves[seat.index()]));
            RosterEntry::of("thieves", seat.lettered()).placed(at, "gone")
        };
        let door = |door: WallId| {
            let is = plan.stands(door).map_or("broken", |row| &row.id);
            RosterEntry::of("doors", plan.wall_name(door)).word("is", is, is).fixed()
        };
        Seat::SIDES.map(thief).into_iter().chain(plan.walls_called("door").map(door)).collect()
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        self.roster(state).iter().flat_map(RosterEntry::facts).collect()
    }
}
