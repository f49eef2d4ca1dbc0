//! A game of hidden markers and cards: who attacks turns both over, and whoever holds cards may answer with one.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use umpire_core::command::{Row, Vocabulary};
use umpire_core::data::{DataError, Files, Source};
use umpire_core::dice::{Dice, DiceGroup, Die, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::host::{Hosted, Loaded, Slip};
use umpire_core::numbers::{Kind, below};
use umpire_core::pieces::{Hand, Piece, PieceId, Pieces, Secret, deal};
use umpire_core::row;
use umpire_core::ruleset::Row as Kinds;
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::scene::Scene;
use umpire_core::seat::{Seat, Seats};

umpire_core::rules! {
    pub enum Rule {
        // What a marker is its side alone knows until it fights.
        Markers = "AMB-1",
        // The sides take turns: one marker that is no decoy attacks another side's, or the side passes.
        Turns = "AMB-2",
        // Who is attacked may answer with a card, which is laid aside: a dodge ends the attack.
        Cards = "AMB-3",
        // A die of at most the strength of whoever attacks removes the target; a decoy is removed at once.
        Fight = "AMB-4",
        // A side without raiders has lost; after twelve turns nobody has won.
        End = "AMB-5",
        // The judge may turn a marker over.
        JudgesWord = "AMB-6",
    }
}

/// What a marker may be, and how strong it is.
#[derive(Deserialize)]
pub struct Trooper(String, u8);

impl Kinds for Trooper {
    fn id(&self) -> &str {
        &self.0
    }
}

pub static KINDS: LazyLock<[Trooper; 3]> = LazyLock::new(|| {
    [("decoy", 0), ("guard", 2), ("raider", 4)].map(|(id, strength)| Trooper(id.into(), strength))
});
const DECOY: u8 = 0;
const RAIDER: u8 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    Bluff,
    Dodge,
}

impl Card {
    const ALL: [Card; 2] = [Card::Bluff, Card::Dodge];

    fn name(self) -> &'static str {
        match self {
            Card::Bluff => "bluff",
            Card::Dodge => "dodge",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marker {
    pub side: Seat,
    pub kind: Secret<u8>,
    stands: bool,
}

impl Piece for Marker {
    const MARKER: Option<&'static str> = Some("marker");

    fn side(&self) -> Seat {
        self.side
    }

    fn kind(&self) -> Option<usize> {
        self.kind.known().map(|kind| usize::from(*kind))
    }

    fn stands(&self) -> bool {
        self.stands
    }

    fn has_acted(&self) -> bool {
        false
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Attack { marker: PieceId, target: PieceId },
    Play(Card),
    Pass,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub marker: PieceId,
}

umpire_core::nouns! {
    pub enum Thing, Noun {
        Marker(PieceId) = "marker",
        Card(Card) = "card",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub markers: Pieces<Marker>,
    pub hands: [Hand<Card>; 2],
    turn: u8,
    /// An attack, and whether it was answered: then its die falls.
    attack: Option<(PieceId, PieceId, bool)>,
    over: Option<Outcome>,
}

/// What happened. What turns over has two names in one input: an event carries the one it had.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Event {
    Attacked(String, String),
    Turned(PieceId, String),
    Played(Seat, Card),
    Passed(Seat),
    Fell(Face),
    Removed(PieceId),
    Over(Seats),
}

/// What an author may get wrong, for the contract to find.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mistake {
    /// Only whoever holds a dodge is asked for an answer.
    AsksHolders,
    /// A decoy is passed over when it is attacked, unseen.
    SparesDecoys,
}

pub struct Ambush {
    dice: Dice,
    mistake: Option<Mistake>,
}

pub fn ambush(mistake: Option<Mistake>) -> Ambush {
    Ambush { dice: Dice(vec![Die::numbered("d6", 6)]), mistake }
}

const TURNS: u8 = 12;
const FIGHT: DieId = DieId(0);

impl Ambush {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn asked(state: &State) -> Seat {
        match state.attack {
            Some((_, target, _)) => state.markers[target].side,
            None => Seat(state.turn % 2),
        }
    }

    /// What a marker is; what is not known is taken for a guard.
    fn kind(state: &State, id: PieceId) -> u8 {
        state.markers[id].kind.known().copied().unwrap_or(1)
    }

    fn name(state: &State, id: PieceId) -> String {
        state.markers.name(id, &*KINDS)
    }

    fn turn_over(state: &mut State, id: PieceId, out: &mut impl Observe<Event>) {
        if !state.markers[id].kind.is_open() {
            let had = format!("marker of {}", state.markers[id].side.lettered());
            state.markers[id].kind.turn_over();
            out.tell(|| Event::Turned(id, had));
        }
    }

    fn remove(state: &mut State, id: PieceId, out: &mut impl Observe<Event>) {
        state.markers[id].stands = false;
        out.tell(|| Event::Removed(id));
    }

    fn next_turn(state: &mut State, out: &mut impl Observe<Event>) {
        (state.attack, state.turn) = (None, state.turn + 1);
        // That a side has no raider left is known to all once none of its markers that stand is hidden.
        let may_raid = |seat: &Seat| {
            state.markers.standing(*seat).any(|id| {
                let kind = &state.markers[id].kind;
                !kind.is_open() || kind.known() == Some(&RAIDER)
            })
        };
        let left: Seats = Seat::SIDES.into_iter().filter(may_raid).collect();
        let winners = if left == Seats::first_of(2) { Seats::NONE } else { left };
        if winners != Seats::NONE || state.turn >= TURNS {
            state.over = Some(Outcome { winners });
            out.tell(|| Event::Over(winners));
        }
    }
}

impl Game for Ambush {
    type Setup = ();
    type State = State;
    type Action = Action;
    type Amendment = Turn;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, (): &()) -> Result<State, Vec<Refusal<Rule>>> {
        let marker =
            |side, kind| Marker { side: Seat(side), kind: Secret::Own(kind), stands: true };
        let both = [0, 1].into_iter().flat_map(|side| [2, 0, 1].map(|kind| marker(side, kind)));
        let hands = [Card::ALL.into_iter().collect(), [Card::Bluff; 2].into_iter().collect()];
        Ok(State { markers: both.collect(), hands, turn: 0, attack: None, over: None })
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        let fault = |says| Err(vec![Refusal::at(Rule::Markers, "markers", says)]);
        let is_marker = |marker: &Marker| {
            marker.side.index() < 2 && marker.kind.known().is_none_or(|kind| *kind <= RAIDER)
        };
        match state.markers.iter().all(is_marker) && state.markers.len() == 6 {
            true => Ok(()),
            false => fault("there are six markers of known kinds"),
        }
    }

    fn dice(&self) -> &Dice {
        &self.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, _: &mut E) -> Pending<Rule> {
        let choice = |about| {
            let seats = Seats::only(Ambush::asked(state));
            Pending::Choice(Choice { seats, about, subject: None, sealed: false })
        };
        match (state.over, state.attack) {
            (Some(outcome), _) => Pending::Over(outcome),
            (None, None) => choice(Rule::Turns),
            (None, Some((_, _, false))) => choice(Rule::Cards),
            (None, Some((marker, _, true))) => {
                let dice = state.markers.dice(marker, FIGHT, 1);
                Pending::Roll(RollRequest::one(Rule::Fight, dice))
            }
        }
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        if state.attack.is_some() {
            let hand = &state.hands[seat.index()];
            let cards = Card::ALL.into_iter().filter(|card| hand.may_hold(card));
            into.extend(cards.map(Action::Play));
        } else {
            let able = state.markers.standing(seat).filter(|id| Ambush::kind(state, *id) != DECOY);
            into.extend(able.flat_map(|marker| {
                state.markers.enemies(marker).map(move |target| Action::Attack { marker, target })
            }));
        }
        into.push(Action::Pass);
        Listing::Complete
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let waits = state.over.is_none() && !matches!(state.attack, Some((_, _, true)));
        let asked = waits && seat == Ambush::asked(state);
        why.need(Rule::Turns, asked, || Fact::says("it is another's turn"))?;
        let (answers, markers) = (state.attack.is_some(), &state.markers);
        match action {
            Action::Pass => Ok(()),
            Action::Play(card) => {
                let holds = answers && state.hands[seat.index()].may_hold(card);
                why.need(Rule::Cards, holds, || Fact::says(format!("no {} in answer", card.name())))
            }
            Action::Attack { marker, target } => {
                let stand = markers[*marker].stands && markers[*target].stands;
                let own = markers[*marker].side == seat && markers[*target].side != seat;
                why.need(Rule::Turns, !answers && stand && own, || {
                    Fact::says("one's own marker attacks one of another side")
                })?;
                let able = Ambush::kind(state, *marker) != DECOY;
                why.need(Rule::Turns, able, || Fact::says("a decoy attacks nobody"))
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
        match (action, state.attack) {
            (Action::Attack { marker, target }, _) => {
                let (marker, target) = (*marker, *target);
                let name = |id| format!("marker of {}", state.markers[id].side.lettered());
                out.tell(|| Event::Attacked(name(marker), name(target)));
                if self.is(Mistake::SparesDecoys) && Ambush::kind(state, target) == DECOY {
                    return Ambush::next_turn(state, out);
                }
                Ambush::turn_over(state, marker, out);
                let hand = &state.hands[state.markers[target].side.index()];
                let is_asked = match self.is(Mistake::AsksHolders) {
                    true => hand.holds(&Card::Dodge),
                    false => hand.count() > 0,
                };
                state.attack = Some((marker, target, !is_asked));
                if !is_asked {
                    self.hit(state, out);
                }
            }
            (Action::Play(card), _) => {
                state.hands[seat.index()].take(card);
                out.tell(|| Event::Played(seat, *card));
                match card {
                    Card::Dodge => Ambush::next_turn(state, out),
                    Card::Bluff => self.hit(state, out),
                }
            }
            (Action::Pass, Some(_)) => {
                out.tell(|| Event::Passed(seat));
                self.hit(state, out);
            }
            (Action::Pass, None) => {
                out.tell(|| Event::Passed(seat));
                Ambush::next_turn(state, out);
            }
        }
    }

    fn worth(&self, _: &State, _: &DiceGroup, face: Face) -> Worth {
        Worth::Each(face)
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], out: &mut O) {
        let Some((marker, target, _)) = state.attack else { return };
        out.tell(|| Event::Fell(faces[0] + 1));
        if faces[0] < KINDS[usize::from(Ambush::kind(state, marker))].1 {
            Ambush::remove(state, target, out);
        }
        Ambush::next_turn(state, out);
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Turn,
        out: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        Ambush::turn_over(state, change.marker, out);
        Ok(())
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, _: Stop, out: &mut O) {
        state.over = Some(Outcome { winners: Seats::NONE });
        out.tell(|| Event::Over(Seats::NONE));
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        for marker in seen.markers.iter_mut() {
            marker.kind = marker.kind.seen(marker.side == seat);
        }
        for side in Seat::SIDES {
            seen.hands[side.index()] = state.hands[side.index()].seen(side == seat);
        }
        seen
    }

    fn because(&self, event: &Event) -> Rule {
        match event {
            Event::Attacked(..) | Event::Passed(_) => Rule::Turns,
            Event::Turned(..) => Rule::Markers,
            Event::Played(..) => Rule::Cards,
            Event::Fell(_) | Event::Removed(_) => Rule::Fight,
            Event::Over(_) => Rule::End,
        }
    }

    fn clock(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn range(&self, state: &State, (kind, _): Kind) -> Option<RangeInclusive<i64>> {
        (kind == "PieceId").then(|| below(state.markers.len()))?
    }
}

impl Ambush {
    /// The target is turned over: a decoy is removed, at anything else the die falls.
    fn hit(&self, state: &mut State, out: &mut impl Observe<Event>) {
        let Some((marker, target, _)) = state.attack else { return };
        Ambush::turn_over(state, target, out);
        if state.markers[target].kind.known() == Some(&DECOY) {
            Ambush::remove(state, target, out);
            return Ambush::next_turn(state, out);
        }
        state.attack = Some((marker, target, true));
    }
}

impl Vocabulary for Ambush {
    type Thing = Thing;
    type Noun = Noun;

    fn actions() -> &'static [Row<Ambush, Action>] {
        &[
            row!("{marker} attacks {target:marker}" => Action::Attack { marker, target }, "fight"),
            row!("play {card}" => Action::Play(card), "answer with it"),
            row!("pass" => Action::Pass, "do nothing"),
        ]
    }

    fn amendments() -> &'static [Row<Ambush, Turn>] {
        &[row!("turn {marker}" => Turn { marker }, "turn it over")]
    }

    fn thing(&self, state: &State, _: Seat, noun: Noun, text: &str) -> Result<Thing, Slip> {
        match noun {
            Noun::Marker => state.markers.names("marker", &*KINDS).find(text).map(Thing::Marker),
            Noun::Card => {
                let named = Card::ALL.into_iter().find(|card| card.name() == text);
                named.map(Thing::Card).ok_or_else(|| Slip::new(format!("`{text}` is no card")))
            }
        }
    }

    fn say_thing(&self, state: &State, thing: &Thing) -> String {
        match thing {
            Thing::Marker(id) => Ambush::name(state, *id),
            Thing::Card(card) => card.name().to_string(),
        }
    }

    fn things(&self, _: &State, _: Seat, _: Noun) -> Option<Vec<String>> {
        None
    }
}

impl Hosted for Ambush {
    const NAME: &'static str = "ambush";

    fn load(_: &Files, scenario: &Source) -> Result<Loaded<Ambush>, Vec<DataError>> {
        Ok(Loaded {
            game: ambush(None),
            setup: (),
            edition: "only".into(),
            house_rules: Vec::new(),
            scenario: scenario.path.clone(),
            sources: Files::default(),
            warnings: Vec::new(),
        })
    }

    fn say_event(&self, state: &State, event: &Event) -> Option<String> {
        let name = |id: &PieceId| Ambush::name(state, *id);
        Some(match event {
            Event::Attacked(one, other) => format!("a {one} attacks a {other}"),
            Event::Turned(id, had) => format!("a {had} is turned: {}", name(id)),
            Event::Played(seat, card) => format!("{} plays {}", seat.lettered(), card.name()),
            Event::Passed(seat) => format!("{} passes", seat.lettered()),
            Event::Fell(shows) => format!("the die shows {shows}"),
            Event::Removed(id) => format!("{} is removed", name(id)),
            Event::Over(winners) => match winners.first() {
                Some(seat) => format!("{} wins", seat.lettered()),
                None => "nobody wins".to_string(),
            },
        })
    }

    umpire_core::spoken_by_rows!();

    fn say_choice(&self, _: &State, choice: &Choice<Rule>) -> String {
        match choice.about {
            Rule::Cards => "answer with a card, or pass".to_string(),
            _ => "attack, or pass".to_string(),
        }
    }

    fn say_group(&self, state: &State, group: &DiceGroup) -> String {
        let marker = PieceId::of_dice(group).unwrap_or_default();
        format!("{} attacks", Ambush::name(state, marker))
    }

    fn sample(&self, view: &State, die: &mut dyn FnMut(u32) -> u32) -> State {
        let mut whole = view.clone();
        for side in Seat::SIDES {
            let own = whole.markers.iter_mut().filter(|marker| marker.side == side);
            deal(own.map(|marker| &mut marker.kind), [2, 0, 1], die);
            // Which cards a side was given nobody else knows: any may be there.
            let count = whole.hands[side.index()].count();
            let all = Card::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, count));
            deal(whole.hands[side.index()].secrets(), all, die);
            whole.hands[side.index()].sort();
        }
        whole
    }

    fn appraise<'g>(&'g self, _: &'g State, seat: Seat) -> impl Fn(&State) -> f64 + 'g {
        move |state| state.markers.standing(seat).count() as f64
    }

    fn scene(&self, _: &State) -> Scene {
        Scene::default()
    }

    fn facts(&self, state: &State) -> BTreeMap<String, String> {
        let known = |id: PieceId| (Ambush::name(state, id), state.markers[id].stands.to_string());
        let cards = |side: Seat| {
            let known = state.hands[side.index()].known().map(|card| card.name());
            (format!("cards of {}", side.lettered()), known.collect::<Vec<_>>().join(", "))
        };
        state.markers.ids().map(known).chain(Seat::SIDES.into_iter().map(cards)).collect()
    }
}
