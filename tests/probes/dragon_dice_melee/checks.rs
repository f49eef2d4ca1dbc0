//! What the probe must do: melees worked out by hand, exact odds, complete lists, random play.

use super::*;
use std::collections::{BTreeMap, HashSet};
use umpire_core::game::Deaf;
use umpire_core::odds::{Share, classes, enumerate, enumerate_told, raw_rolls};
use umpire_core::ruling::Silent;
use umpire_core::testing::{
    random_game, rules_hold_in_random_play, splitmix, views_wait_for_the_same,
};

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const RECRUIT: u8 = 0;
const VETERAN: u8 = 1;
const WOLF: u8 = 2;
const VINE: u8 = 3;
const BEAR: u8 = 4;

struct Table {
    game: MeleeGame,
    state: State,
}

impl Table {
    fn new(a: &[u8], b: &[u8]) -> Table {
        let game = MeleeGame::new();
        let state = game.start(&Setup { armies: [a.to_vec(), b.to_vec()] }).expect("sound armies");
        Table { game, state }
    }

    fn roll(&mut self, faces: &[Face]) -> Vec<Event> {
        let mut events = Vec::new();
        self.game.roll(&mut self.state, faces, &mut events).expect("the faces fit");
        events
    }

    fn act(&mut self, seat: Seat, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        self.game.act(&mut self.state, seat, &action, &mut events).expect("a legal action");
        events
    }

    fn request(&self) -> RollRequest<Rule> {
        match self.game.pending(&self.state, &mut Silent) {
            Pending::Roll(request) => request,
            other => panic!("no roll is pending: {other:?}"),
        }
    }

    fn subjects(&self) -> Vec<u16> {
        self.request().groups.iter().filter_map(|group| group.subject).collect()
    }

    fn asked(&self) -> (Seats, Rule) {
        match self.game.pending(&self.state, &mut Silent) {
            Pending::Choice(choice) => (choice.seats, choice.about),
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        self.game.legal(&self.state, seat, &mut actions);
        actions
    }
}

fn take(units: &[u8]) -> Action {
    Action::Take(units.iter().copied().collect())
}

#[test]
fn a_whole_melee_with_a_rend_a_choice_of_casualties_and_a_counter_attack() {
    let mut table = Table::new(&[VETERAN, WOLF], &[RECRUIT, VETERAN, RECRUIT]);
    assert_eq!(table.subjects(), [0, 1]);
    assert_eq!(table.roll(&[2, 1]), [Event::Melee(A, 4)]);
    assert_eq!((table.subjects(), table.request().because), (vec![1], Rule::RerollingSais));
    assert_eq!(table.roll(&[5]), [Event::Rerolled(1), Event::Melee(A, 4)]);
    assert_eq!(table.subjects(), [2, 3, 4]);
    assert_eq!(table.roll(&[3, 5, 3]), [Event::Saves(B, 2), Event::Damage(B, 2)]);

    assert_eq!(table.asked(), (Seats::only(B), Rule::WholeUnits));
    assert_eq!(table.legal(B), [take(&[2, 4]), take(&[3])]);
    let before = table.state.clone();
    let short = take(&[2]);
    assert_eq!(
        table.game.act(&mut table.state, B, &short, &mut Deaf),
        Err(Broken(Rule::WholeUnits))
    );
    assert_eq!(table.state, before);
    let ruling = table.game.ruling(&table.state, B, &short);
    assert_eq!(ruling.broken, [Rule::WholeUnits]);
    assert_eq!(Rule::WholeUnits.id(), "DD-8.12");
    let remedy = ruling.remedies()[0].action.clone().expect("an action instead");
    let instead: Action = serde_json::from_value(remedy).expect("an action");
    assert_eq!(instead, take(&[2, 4]));
    assert!(table.game.check(&table.state, B, &instead, &mut Silent).is_ok());
    let stranger = table.game.check(&table.state, A, &instead, &mut Silent);
    assert_eq!(stranger, Err(Broken(Rule::RollSteps)));

    assert_eq!(table.act(B, take(&[3])), [Event::Died(3, Rule::WholeUnits)]);
    assert_eq!(table.asked(), (Seats::only(B), Rule::CounterAttack));
    assert_eq!(table.act(B, Action::Counter(true)), [Event::Counter(B, true)]);
    assert_eq!(table.subjects(), [2, 4]);
    assert_eq!(table.roll(&[0, 1]), [Event::Melee(B, 2)]);
    // One damage is too little for a veteran of 2 health: it is lost, and nobody strikes again.
    assert_eq!(table.roll(&[5, 4]), [Event::Saves(A, 1), Event::Damage(A, 1)]);
    let over = Pending::Over(Outcome { winners: Seats::NONE });
    assert_eq!(table.game.pending(&table.state, &mut Silent), over);
    assert_eq!(table.state.army(A), UnitSet(0b00011));
    assert_eq!(table.state.army(B), UnitSet(0b10100));
}

#[test]
fn no_melee_no_save_roll_and_the_dead_do_not_strike_back() {
    let mut table = Table::new(&[VINE], &[RECRUIT]);
    assert_eq!(table.roll(&[1]), [Event::Melee(A, 0)]);
    assert_eq!(table.asked(), (Seats::only(B), Rule::CounterAttack));
    let mut table = Table::new(&[WOLF], &[RECRUIT, RECRUIT]);
    table.roll(&[3]);
    let told = table.roll(&[4, 4]);
    assert_eq!(told[2..], [2, 1].map(|u| Event::Died(3 - u, Rule::WholeUnits)));
    let over = Pending::Over(Outcome { winners: Seats::only(A) });
    assert_eq!(table.game.pending(&table.state, &mut Silent), over);
}

#[test]
fn a_double_strike_is_worked_off_before_its_die_is_rolled_again() {
    let mut table = Table::new(&[BEAR, WOLF], &[RECRUIT, VETERAN, VETERAN, WOLF]);
    assert_eq!(table.roll(&[1, 1]), [Event::Melee(A, 3)]);
    assert_eq!(table.asked(), (Seats::only(A), Rule::MaximumOnOpponents));
    assert_eq!(table.legal(A), [take(&[2, 5]), take(&[3, 4])]);
    let fewer = table.game.check(&table.state, A, &take(&[3]), &mut Silent);
    assert_eq!(fewer, Err(Broken(Rule::MaximumOnOpponents)));
    assert_eq!(table.act(A, take(&[2, 5])), []);
    assert_eq!(table.subjects(), [2, 5]);
    assert_eq!(table.roll(&[4, 4]), [Event::Died(2, Rule::IndividualSaves)]);
    assert_eq!(table.subjects(), [0]);
    assert_eq!(table.roll(&[2]), [Event::Rerolled(0), Event::Melee(A, 7)]);
    assert_eq!(table.subjects(), [1], "the wolf's rend came first");
    table.roll(&[4]);
    assert_eq!(table.subjects(), [0], "a rend on a re-roll re-rolls again");
    table.roll(&[5]);
    assert_eq!(table.subjects(), [3, 4, 5]);
    assert!(table.state.tray.is_empty());
}

#[test]
fn choke_kills_units_showing_an_id_and_takes_their_saves() {
    let mut table = Table::new(&[VINE, VETERAN], &[RECRUIT, WOLF, RECRUIT, VETERAN]);
    table.roll(&[1, 1]);
    let mut two_ids = Table { game: MeleeGame::new(), state: table.state.clone() };
    table.roll(&[0, 0, 0, 0]);
    assert_eq!(table.asked(), (Seats::only(A), Rule::MaximumOnOpponents));
    assert_eq!(table.legal(A), [take(&[2, 3]), take(&[2, 4, 5]), take(&[3, 4])]);
    let told = table.act(A, take(&[2, 3]));
    let dead = [2, 3].map(|unit| Event::Died(unit, Rule::Choke));
    assert_eq!(told, [&dead[..], &[Event::Saves(B, 3), Event::Damage(B, 0)]].concat());
    assert!(table.state.tray.is_empty() && table.state.choke == 0);
    // Where the four health cover all IDs shown, nobody is asked.
    let told = two_ids.roll(&[4, 0, 4, 4]);
    let dead = Event::Died(3, Rule::Choke);
    assert_eq!(told, [dead, Event::Saves(B, 2), Event::Damage(B, 0)]);
}

#[test]
fn equal_positions_reached_by_different_rolls_are_equal() {
    let ways: [&[&[Face]]; 4] = [&[&[1, 2]], &[&[0, 2]], &[&[4, 3]], &[&[5, 1], &[4]]];
    let mut reached = HashSet::new();
    for way in ways {
        let mut table = Table::new(&[RECRUIT, WOLF], &[RECRUIT]);
        way.iter().for_each(|faces| drop(table.roll(faces)));
        assert_eq!(table.state.melee, 3);
        reached.insert(table.state);
    }
    assert_eq!(reached.len(), 1);
}

/// What faces of a kind count for, read from the table and not from the rules.
fn by_hand(kind: u8, face: usize, attack: bool) -> (u32, bool) {
    match (KINDS[usize::from(kind)].2[face], attack) {
        (Id(n), _) | (Melee(n), true) | (Save(n), false) => (n.into(), false),
        (Icon::Choke(_), true) => (0, true),
        _ => (0, false),
    }
}

#[test]
fn joint_odds_of_melee_and_saves_equal_all_raw_rolls() {
    let (attack, defence) = ([VETERAN, RECRUIT, RECRUIT], [RECRUIT, VETERAN]);
    let table = Table::new(&attack, &defence);
    let mut exact: BTreeMap<(u8, Option<u8>), u128> = BTreeMap::new();
    let request = table.request();
    for (faces, weight) in classes::<_, u128>(&table.game, &table.state, &request) {
        let mut after = Table { game: MeleeGame::new(), state: table.state.clone() };
        after.roll(&faces);
        let melee = after.state.melee;
        if melee == 0 {
            *exact.entry((0, None)).or_default() += weight * 36;
            continue;
        }
        let request = after.request();
        for (faces, times) in classes::<_, u128>(&after.game, &after.state, &request) {
            let mut events = Vec::new();
            after.game.roll(&mut after.state.clone(), &faces, &mut events).expect("they fit");
            let Event::Saves(B, saves) = events[0] else { panic!("no saves: {events:?}") };
            *exact.entry((melee, Some(saves))).or_default() += weight * times;
        }
    }
    let mut raw: BTreeMap<(u8, Option<u8>), u128> = BTreeMap::new();
    for number in 0..6usize.pow(5) {
        let face = |die: u32| number / 6usize.pow(die) % 6;
        let melee: u32 = (0..3).map(|d| by_hand(attack[d as usize], face(d), true).0).sum();
        let saves: u32 = (0..2).map(|d| by_hand(defence[d as usize], face(3 + d), false).0).sum();
        let saves = (melee > 0).then_some(saves as u8);
        *raw.entry((melee as u8, saves)).or_default() += 1;
    }
    assert_eq!(exact, raw);
    assert_eq!(exact.values().sum::<u128>(), 7776);
    // Three of the six faces of each attacking die show no melee.
    assert_eq!(exact[&(0, None)], 27 * 36);
}

#[test]
fn twenty_four_different_dice_are_weighed_as_one_army() {
    let kinds = [[RECRUIT; 8], [VETERAN; 8], [VINE; 8]].concat();
    let table = Table::new(&kinds, &[RECRUIT]);
    assert_eq!(table.request().groups.len(), 24);
    let mut exact: BTreeMap<(u8, u8), u128> = BTreeMap::new();
    for (faces, weight) in classes::<_, u128>(&table.game, &table.state, &table.request()) {
        let mut state = table.state.clone();
        (0..).zip(faces).for_each(|(unit, face)| state.count_melee(unit, face));
        let known = exact.insert((state.melee, state.choke), weight);
        assert_eq!(known, None, "each sum is one class");
    }
    let mut folded: BTreeMap<(u8, u8), u128> = BTreeMap::from([((0, 0), 1)]);
    for kind in kinds {
        let mut next = BTreeMap::new();
        for ((melee, choke), weight) in folded {
            for face in 0..6 {
                let (more, chokes) = by_hand(kind, face, true);
                let key = (melee + more as u8, choke + 4 * u8::from(chokes));
                *next.entry(key).or_default() += weight;
            }
        }
        folded = next;
    }
    assert_eq!(exact, folded);
    assert_eq!(exact.values().sum::<u128>(), 6u128.pow(24));
    assert_eq!(exact[&(0, 0)], 3u128.pow(24));
}

#[test]
fn an_endless_chain_of_rends_has_exact_odds() {
    let table = Table::new(&[WOLF], &[RECRUIT]);
    let stop = |state: &State| matches!(state.steps.last(), Some(Step::Saves | Step::Counter));
    let nobody = |_: &State, _: Seat| None;
    let odds = enumerate(&table.game, &table.state, 1000, stop, nobody, |state| state.melee);
    let odds: BTreeMap<u8, Share> = odds.expect("few positions").into_iter().collect();
    let share = |melee: u8| odds[&melee].in_lowest_terms();
    assert_eq!(share(0), (1u8.into(), 3u8.into()), "two saves and no rend");
    assert_eq!(share(3), (7u8.into(), 18u8.into()), "an ID or three melee, or a rend and a save");
    assert_eq!(share(8), (1u8.into(), 216u8.into()), "two rends and two melee");
    let mut sum = Share::default();
    odds.values().for_each(|share| sum.add(share));
    assert_eq!(sum.in_lowest_terms(), (1u8.into(), 1u8.into()));
}

/// What the melee and the saves of an attack came to, as told.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Came {
    melee: u8,
    saves: Option<u8>,
}

impl Observe<Event> for Came {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::Melee(_, melee) => self.melee = melee,
            Event::Saves(_, saves) => self.saves = Some(saves),
            _ => {}
        }
    }
}

#[test]
fn what_was_told_on_the_way_is_measured_though_the_position_forgets_it() {
    let table = Table::new(&[VETERAN], &[VETERAN, RECRUIT]);
    let told = Came::default();
    let stop = |_: &State, came: &Came| came.saves.is_some();
    let first = |state: &State, seat: Seat| {
        let mut actions = Vec::new();
        table.game.legal(state, seat, &mut actions);
        (actions[0] == Action::Counter(true)).then_some(Action::Counter(false))
    };
    let measure = |_: &State, came: &Came| (came.melee, came.saves);
    let odds = enumerate_told(&table.game, &table.state, 1000, stop, first, told, measure);
    let odds: BTreeMap<_, Share> = odds.expect("few positions").into_iter().collect();
    let share = |melee: u8, saves: Option<u8>| odds[&(melee, saves)].in_lowest_terms();
    // The attacker shows two melee on 2 faces, one on 1, none on 3. The defenders save 2 on two
    // faces and 1 on one, and 1 on two faces.
    assert_eq!(share(0, None), (1u8.into(), 2u8.into()), "nobody rolls saves against nothing");
    assert_eq!(share(2, Some(3)), (1u8.into(), 27u8.into()), "2/6 of 2/6 * 2/6");
    assert_eq!(share(1, Some(0)), (1u8.into(), 18u8.into()), "1/6 of 3/6 * 4/6");
    assert_eq!(odds.len(), 1 + 2 * 4);
    let mut sum = Share::default();
    odds.values().for_each(|share| sum.add(share));
    assert_eq!(sum.in_lowest_terms(), (1u8.into(), 1u8.into()));
}

#[test]
fn classes_of_every_kind_of_roll_are_all_its_outcomes() {
    let mut table = Table::new(&[BEAR, VINE, WOLF], &[RECRUIT, VETERAN, VETERAN, WOLF]);
    let weigh = |table: &Table| {
        let all = classes::<_, u128>(&table.game, &table.state, &table.request());
        let sum: u128 = all.iter().map(|(_, weight)| weight).sum();
        assert_eq!(sum, raw_rolls::<_, u128>(table.game.dice(), &table.request()));
        all.len()
    };
    weigh(&table);
    table.roll(&[1, 1, 3]);
    table.act(A, take(&[3, 6]));
    assert_eq!(weigh(&table), 4, "each of two dice saves or does not");
    table.roll(&[3, 4]);
    weigh(&table);
    table.roll(&[5]);
    weigh(&table);
    assert_eq!(table.subjects(), [3, 4, 5, 6]);
}

#[test]
fn lists_are_complete_and_nothing_is_lost_or_created() {
    let mut asked = 0;
    for seed in 0..150 {
        let mut die = splitmix(seed);
        let mut kinds = || (0..1 + die(4)).map(|_| die(5) as u8).collect::<Vec<u8>>();
        let armies = [kinds(), kinds()];
        let mut table = Table::new(&armies[0], &armies[1]);
        let mut scratch = Vec::new();
        while random_game(&table.game, &mut table.state, &mut scratch, &mut die, 1) == 1 {
            let owned = |seat: Seat| {
                let mine = table.state.units.iter().filter(move |unit| unit.owner == seat);
                mine.map(|unit| unit.kind).collect::<Vec<u8>>()
            };
            assert_eq!([owned(A), owned(B)], armies);
            let Pending::Choice(choice) = table.game.pending(&table.state, &mut Silent) else {
                continue;
            };
            let seat = choice.seats.first().expect("somebody is asked");
            let listed = table.legal(seat);
            assert!(listed.len() > 1, "a choice with one answer is not asked");
            let every = (0..1 << table.state.units.len()).map(|set| Action::Take(UnitSet(set)));
            for action in every.chain([Action::Counter(true), Action::Counter(false)]) {
                let verdict = table.game.check(&table.state, seat, &action, &mut Silent);
                let ruling = table.game.ruling(&table.state, seat, &action);
                assert_eq!(verdict.is_ok(), listed.contains(&action), "{action:?}");
                assert_eq!(verdict.is_ok(), ruling.holds(), "{action:?}");
            }
            asked += 1;
        }
        let over = table.game.pending(&table.state, &mut Silent);
        assert!(matches!(over, Pending::Over(_)), "a melee ends: {over:?}");
    }
    assert!(asked > 100, "{asked} choices looked at");
}

#[test]
fn the_contract_holds_without_words_to_play_it_in() {
    let game = MeleeGame::new();
    let mut checked = 0;
    for seed in 0..60 {
        let mut die = splitmix(seed);
        let mut kinds = || (0..1 + die(4)).map(|_| die(5) as u8).collect::<Vec<u8>>();
        let setup = Setup { armies: [kinds(), kinds()] };
        let run = rules_hold_in_random_play(&game, &setup, &mut die, 500);
        assert!(run.ended, "a melee ends: {run:?}");
        checked += run.legal;
        assert!(views_wait_for_the_same(&game, &setup, &mut die, 500) < 500);
    }
    assert!(checked > 50, "{checked} legal actions looked at");
}
