//! Dragon attacks with hand-made positions: what the books say of each, and random play to the end.

mod answer;

use crate::tables::catalog::catalog;
use std::sync::{Arc, OnceLock};
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::ruling::{RuleId, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::event::Event;
use umpire_dragon_dice::position::lasting::{Effect, Ends, Lasting, On};
use umpire_dragon_dice::position::pieces::{Army, Force, Member, Piece, PieceSet, Place, Roster};
use umpire_dragon_dice::position::setup;
use umpire_dragon_dice::position::stack::Step;
use umpire_dragon_dice::position::stack::dragons::*;
use umpire_dragon_dice::position::stack::reserves::ReservesStep;
use umpire_dragon_dice::position::state::{Ground, Side, State};
use umpire_dragon_dice::rules::dragons::aims;
use umpire_dragon_dice::steps;
use umpire_dragon_dice::tables::catalog::Catalog;
use umpire_dragon_dice::tables::rule::Rule;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const FRONTIER: Place = Place(2);

/// A table at which the Dragon Attack phase of A has just begun.
struct Table {
    game: DragonDice,
    state: State,
    told: Vec<Event>,
}

type Dice<'a> = (Seat, u8, &'a str, Place);

impl Table {
    fn new(edition: &str, frontier: &str, dice: &[Dice]) -> Table {
        Table::with(edition, frontier, dice, &[])
    }

    /// Riders: a unit and a dragon of the dice, by their places in the list.
    fn with(
        edition: &str,
        frontier: &str,
        dice: &[Dice],
        riders: &[(usize, usize, bool)],
    ) -> Table {
        static CATALOG: OnceLock<Arc<Catalog>> = OnceLock::new();
        let catalog = CATALOG.get_or_init(catalog).clone();
        let names = vec!["A".to_string(), "B".to_string()];
        let rules = catalog.editions[edition].clone();
        let game =
            DragonDice::new(catalog.kept_to(&rules).into(), rules, edition.to_string(), names);
        let mut members: [Vec<Member>; 2] = Default::default();
        let mut sides = [Side::default(); 2];
        let mut pieces = Vec::new();
        let elsewhere = (B, 1, "willow", Place(1));
        for (seat, count, name, place) in dice.iter().chain([&elsewhere]) {
            let kind = game.catalog.kind_named(name).unwrap_or_else(|| panic!("no die `{name}`"));
            let sort = setup::sort(&game, kind).expect("it lies in a force");
            let health = game.catalog.kind(kind).health;
            let own = &mut members[seat.index()];
            pieces.push(Piece { owner: *seat, number: own.len() as u8 });
            for _ in 0..*count {
                let only = PieceSet::only(own.len() as u8);
                own.push(Member { kind, sort, health });
                let at = &mut sides[seat.index()].places[usize::from(place.0)];
                *at = at.with(only);
            }
        }
        let ground = |name: &str| Ground {
            kind: game.catalog.kind_named(name).expect("there is such a terrain"),
            face: 3,
            holder: None,
            named: None,
            held: 0,
        };
        let forces = members.map(|members| Force::new(members, 24));
        let rider = |(unit, dragon, controlled): &(usize, usize, bool)| Effect {
            rule: Rule::MasteringDragons,
            by: pieces[*unit].owner,
            on: On::Pieces(pieces[*dragon].owner, PieceSet::only(pieces[*dragon].number)),
            does: Lasting::Ridden { rider: pieces[*unit].number, controlled: *controlled },
            ends: Ends::Never,
        };
        let mut state = State {
            roster: Roster::new(forces.into()),
            sides: sides.into_iter().collect(),
            grounds: ["highland-city", "swampland-tower", frontier]
                .map(ground)
                .into_iter()
                .collect(),
            effects: riders.iter().map(rider).collect(),
            turn: 1,
            marching: A,
            marched: 0,
            idle: 0,
            steps: vec![Step::Reserves(ReservesStep::Retreat), DragonPhase::Phase.into()],
            rolls: Vec::new(),
            fight: None,
            dragons: None,
            casting: None,
            assembling: None,
            conceded: Seats::NONE,
            over: None,
            stirred: Default::default(),
        };
        let mut told = Vec::new();
        steps::settle(&game, &mut state, &mut told);
        Table { game, state, told }
    }

    /// Rolls the dice asked for, by the names of their faces in the order of the request.
    fn roll(&mut self, faces: &[&str]) -> &mut Table {
        let Pending::Roll(request) = self.game.pending(&self.state, &mut Silent) else {
            panic!("no dice are asked for, but {:?}", self.state.steps.last());
        };
        let dice = request.groups.iter().flat_map(|group| vec![group.die; group.count.into()]);
        let shown: Vec<Face> = dice
            .zip(faces)
            .map(|(die, name)| {
                let die = self.game.dice().get(die);
                die.face_named(name).unwrap_or_else(|| panic!("{} has no {name}", die.name))
            })
            .collect();
        self.game.roll(&mut self.state, &shown, &mut self.told).expect("the faces fit");
        self
    }

    fn act(&mut self, seat: Seat, action: Action) -> &mut Table {
        let done = self.game.act(&mut self.state, seat, &action, &mut self.told);
        assert!(done.is_ok(), "{action:?} is refused: {done:?} at {:?}", self.state.steps.last());
        self
    }

    fn refused(&mut self, seat: Seat, action: Action) -> &'static str {
        let broken = self.game.check(&self.state, seat, &action, &mut Silent);
        broken.expect_err("it is refused").0.id()
    }

    fn asked(&self) -> Option<Choice> {
        match self.game.pending(&self.state, &mut Silent) {
            Pending::Choice(choice) => Some(choice),
            _ => None,
        }
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut into = Vec::new();
        self.game.legal(&self.state, seat, &mut into);
        into
    }

    fn count(&self, seat: Seat, place: Place) -> u32 {
        self.state.at(seat, place).len()
    }

    fn is_over(&self) -> bool {
        self.state.dragons.is_none()
            && self.state.steps.last() == Some(&Step::Reserves(ReservesStep::Retreat))
    }

    /// The damage the army took, where it was told.
    fn damage(&self) -> Option<u16> {
        self.told.iter().find_map(|event| match event {
            Event::Damage { damage, .. } => Some(*damage),
            _ => None,
        })
    }

    fn lasting(&self) -> Vec<Lasting> {
        self.state.effects.iter().map(|effect| effect.does).collect()
    }
}

type Choice = umpire_core::game::Choice<Rule>;

fn piece(owner: Seat, number: u8) -> Piece {
    Piece { owner, number }
}

#[test]
fn a_claw_meets_the_saves_and_ten_melee_kill() {
    for (melee, alive) in [(9, 1), (10, 0)] {
        let army = [(A, 5, "oak", FRONTIER), (B, 1, "red-drake", FRONTIER)];
        let mut table = Table::new("current", "flatland-city", &army);
        table.roll(&["claw"]);
        let ids = if melee == 10 { "id" } else { "save4" };
        table.roll(&["melee2", "melee2", "melee2", "melee2", ids]);
        if melee == 10 {
            table.act(A, Action::Split([2, 0, 0, 0, 0]));
        }
        let damage = if melee == 10 { 6 } else { 2 };
        assert_eq!(table.damage(), Some(damage));
        assert_eq!(table.count(B, FRONTIER), alive);
        assert_eq!(table.count(B, Place::POOL), 1 - alive);
        assert_eq!(table.count(A, Place::DEAD), u32::from(damage / 2));
        assert!(table.is_over());
    }
}

#[test]
fn five_melee_kill_a_dragon_on_its_belly() {
    let army = [(A, 3, "oak", FRONTIER), (B, 1, "red-drake", FRONTIER)];
    let mut table = Table::new("classic", "flatland-city", &army);
    table.roll(&["belly"]).roll(&["melee2", "melee2", "melee2"]);
    assert_eq!((table.damage(), table.count(B, Place::POOL)), (Some(0), 1));
}

#[test]
fn a_tail_falls_again_and_both_count_and_wings_fly_home() {
    let army = [(A, 4, "oak", FRONTIER), (B, 1, "red-drake", FRONTIER)];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["tail"]).roll(&["tail"]).roll(&["wing"]);
    table.roll(&["save4", "save4", "melee2", "melee2"]);
    assert_eq!(table.damage(), Some(3));
    assert_eq!(table.count(B, Place::POOL), 1, "it flew off");
    assert!(table.is_over());
}

#[test]
fn white_dragons_deal_double_and_need_fifteen() {
    let army = [(A, 8, "oak", FRONTIER), (B, 1, "white-drake", FRONTIER)];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["jaws"]);
    table.roll(&["melee2"; 8].map(|_| "melee2"));
    assert_eq!(table.damage(), Some(24));
    assert_eq!(table.count(B, Place::POOL), 1, "16 melee are enough");
}

#[test]
fn melee_and_missile_kill_different_dragons_and_the_army_picks_which() {
    let army = [
        (A, 6, "oak", FRONTIER),
        (A, 3, "pine", FRONTIER),
        (B, 1, "red-drake", FRONTIER),
        (B, 1, "red-wyrm", FRONTIER),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["claw", "claw"]);
    table.roll(&[
        "melee2", "melee2", "melee2", "melee2", "melee2", "save4", "missile3", "missile3", "save3",
    ]);
    assert_eq!(table.asked().map(|choice| choice.about.id()), Some("DD-10.4"));
    let both = vec![Action::Choose(piece(B, 0)), Action::Choose(piece(B, 1))];
    assert_eq!(table.legal(A), both);
    table.act(A, Action::Choose(piece(B, 1)));
    assert_eq!(table.damage(), Some(5), "12 less 7 saves");
    assert_eq!(table.count(B, Place::POOL), 1);
    assert!(table.state.at(B, FRONTIER).contains(0));
}

#[test]
fn breath_of_fire_kills_five_and_buries_who_does_not_save() {
    let army =
        [(A, 3, "oak", FRONTIER), (A, 3, "oakling", FRONTIER), (B, 1, "red-drake", FRONTIER)];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["breath"]);
    let choice = table.asked().expect("A picks whom it strikes");
    assert_eq!((choice.about.id(), choice.seats), ("DD-12.7", Seats::only(A)));
    let four = PieceSet::only(0).with(PieceSet::only(1));
    assert_eq!(table.refused(A, Action::Take(four)), "DD-12.7");
    table.act(A, Action::Take(four.with(PieceSet::only(3))));
    table.roll(&["save4", "melee2", "melee"]);
    assert_eq!((table.count(A, Place::DEAD), table.count(A, Place::BURIED)), (1, 2));
    table.roll(&["melee2", "melee", "melee"]);
    assert_eq!(table.damage(), Some(0));
}

#[test]
fn hybrid_breath_has_both_effects_once_in_the_current_rules() {
    let army = [(A, 6, "oak", FRONTIER), (B, 1, "black-blue-wyrm", FRONTIER)];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["breath"]);
    assert_eq!(table.count(A, Place::DEAD), 2, "of equal dice two are picked unasked");
    assert_eq!(table.lasting().len(), 2);
    assert!(table.lasting().contains(&Lasting::IgnoreIds));
}

#[test]
fn classic_hybrids_breathe_once_of_each_and_the_marching_player_orders() {
    let army = [(A, 9, "oak", FRONTIER), (B, 1, "blue-red-drake", FRONTIER)];
    let mut table = Table::new("classic", "flatland-city", &army);
    table.roll(&["breath"]);
    let blasts = table.legal(A);
    assert_eq!(blasts.len(), 2, "{blasts:?}");
    table.act(A, blasts[0]);
    let lightning = table.state.effects.iter().any(|e| e.does == Lasting::OnlySaves);
    if !lightning {
        let trial = table.game.pending(&table.state, &mut Silent);
        assert!(matches!(trial, Pending::Roll(_)), "struck units save");
    }
    table.roll(&["save4", "melee2"]);
    table.roll(&["melee2", "melee2"]);
    assert!(table.lasting().contains(&Lasting::OnlySaves));
    assert_eq!((table.count(A, Place::DEAD), table.count(A, Place::BURIED)), (1, 2));
    table.roll(&["melee2"; 6]);
    assert_eq!(table.count(B, FRONTIER), 1, "12 melee do not count under Lightning");
}

#[test]
fn two_classic_breaths_of_one_colour_are_one_of_ten() {
    let army = [(A, 6, "oak", FRONTIER), (B, 2, "black-drake", FRONTIER)];
    let mut table = Table::new("classic", "flatland-city", &army);
    table.roll(&["breath", "breath"]);
    assert_eq!(table.count(A, Place::DEAD), 5);
    assert_eq!(table.lasting(), vec![Lasting::IgnoreIds]);
}

#[test]
fn white_breath_follows_the_terrain() {
    let army = [(A, 9, "oak", FRONTIER), (B, 1, "white-drake", FRONTIER)];
    let mut table = Table::new("current", "highland-tower", &army);
    table.roll(&["breath"]);
    let Pending::Roll(request) = table.game.pending(&table.state, &mut Silent) else {
        panic!("those killed save against burial")
    };
    assert_eq!(request.dice(), 5, "ten health-worth of oaks");
    table.roll(&["save4"; 5]);
    assert_eq!(table.lasting().len(), 1, "earth halves maneuver");
}

#[test]
fn dragons_of_different_colours_fight_each_other_and_spare_the_army() {
    let army =
        [(A, 4, "oak", FRONTIER), (A, 1, "red-drake", FRONTIER), (B, 1, "blue-drake", FRONTIER)];
    let mut current = Table::new("current", "flatland-city", &army);
    current.roll(&["breath", "claw"]).roll(&["claw"]);
    assert_eq!(current.damage(), None);
    assert_eq!(current.count(B, Place::POOL), 1, "5 by breath and 6 by claw: 11");
    assert!(current.is_over());
    let mut classic = Table::new("classic", "flatland-city", &army);
    classic.roll(&["breath", "claw"]);
    assert_eq!(classic.count(B, Place::POOL), 0, "breath deals nothing");
    assert_eq!(classic.lasting(), vec![Lasting::NoAutomaticSaves]);
    assert!(classic.is_over());
}

#[test]
fn owners_of_several_prey_name_targets_in_secret() {
    let army = [
        (A, 4, "oak", FRONTIER),
        (A, 1, "red-drake", FRONTIER),
        (B, 1, "blue-drake", FRONTIER),
        (B, 1, "green-drake", FRONTIER),
    ];
    let mut table = Table::new("classic", "flatland-city", &army);
    let choice = table.asked().expect("targets are named");
    assert_eq!((choice.seats.len(), choice.sealed), (2, true));
    assert_eq!(table.refused(B, Action::Choose(piece(B, 0))), "DD-11.10", "not itself");
    let red = piece(A, 4);
    let (blue, green) = (piece(B, 0), piece(B, 1));
    table.act(A, Action::Choose(blue)).act(B, Action::Choose(red));
    let mut seen = table.state.clone();
    aims::hide_aims(&mut seen, B);
    let aim = |state: &State| state.dragons.as_ref().map(|fight| fight.fighters[0].aim);
    assert_eq!((aim(&seen), aim(&table.state)), (Some(Aim::Hidden), Some(Aim::Dragon(1))));
    let next = table.asked().expect("B has another dragon");
    assert_eq!(next.seats, Seats::only(B));
    assert!(!table.told.iter().any(|event| matches!(event, Event::DragonAims { .. })));
    table.act(B, Action::Choose(blue)).roll(&["claw", "claw", "claw"]);
    let aims = table.told.iter().filter(|event| matches!(event, Event::DragonAims { .. }));
    assert_eq!(aims.count(), 3);
    assert_eq!(table.count(B, Place::POOL), 1, "blue took 12");
    assert!(!table.state.at(B, Place::POOL).and(PieceSet::only(green.number)).contains(1));
}

#[test]
fn a_controlled_dragon_is_held_back_in_secret_too() {
    let army = [
        (A, 1, "fire-dragonzealot", FRONTIER),
        (B, 1, "red-drake", FRONTIER),
        (B, 1, "blue-drake", FRONTIER),
        (B, 1, "green-drake", FRONTIER),
    ];
    let mut table = Table::with("current", "flatland-city", &army, &[(0, 1, true)]);
    let choice = table.asked().expect("targets are named");
    assert_eq!((choice.seats.len(), choice.sealed), (2, true));
    table.act(A, Action::Pass);
    let aim = |seat: Seat| {
        let mut seen = table.state.clone();
        aims::hide_aims(&mut seen, seat);
        let fighters = seen.dragons.map(|fight| fight.fighters).expect("dragons attack");
        fighters.iter().find(|fighter| fighter.dragon == piece(B, 0)).map(|fighter| fighter.aim)
    };
    assert_eq!((aim(A), aim(B)), (Some(Aim::Idle), Some(Aim::Hidden)));
}

#[test]
fn same_colours_do_not_fight_and_the_refusal_says_so() {
    let army = [
        (A, 4, "oak", FRONTIER),
        (A, 1, "red-drake", FRONTIER),
        (B, 1, "red-wyrm", FRONTIER),
        (B, 1, "blue-drake", FRONTIER),
        (B, 1, "green-drake", FRONTIER),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    assert_eq!(table.refused(A, Action::Choose(piece(B, 0))), "DD-11.5");
}

#[test]
fn ivory_goes_for_the_army_whatever_else_is_there() {
    let army = [
        (A, 4, "oak", FRONTIER),
        (A, 1, "red-drake", FRONTIER),
        (B, 1, "green-ivory-drake", FRONTIER),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["jaws", "claw"]);
    table.roll(&["melee2"; 4]);
    assert_eq!(table.damage(), Some(6), "red goes for the ivory hybrid");
    assert_eq!(table.count(B, Place::POOL), 1);
}

#[test]
fn treasure_promotes_and_so_does_a_kill() {
    let army = [
        (A, 5, "oak", FRONTIER),
        (A, 1, "oak-lord", Place::DEAD),
        (A, 1, "lady-nereid", Place::DEAD),
        (B, 1, "red-wyrm", FRONTIER),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["treasure"]);
    assert_eq!(table.asked().map(|choice| choice.about.id()), Some("DD-10.2"));
    let two = |set: [u8; 2]| set.into_iter().collect::<PieceSet>();
    let both = Action::Exchange { out: two([0, 1]), back: two([5, 6]) };
    assert_eq!(table.refused(A, both), "DD-10.2");
    table.act(A, Action::Pass).roll(&["melee2"; 5]);
    assert_eq!(table.asked().map(|choice| choice.about.id()), Some("DD-18.2"));
    assert!(table.legal(A).contains(&both), "{:?}", table.legal(A));
    table.act(A, both);
    assert_eq!(table.count(A, Place::DEAD), 2);
    assert_eq!(table.state.health(Army { owner: A, place: FRONTIER }), 12);
}

#[test]
fn classic_champions_fall_before_the_dragons() {
    let army = [
        (A, 4, "oak", FRONTIER),
        (A, 1, "fire-dragonmaster", FRONTIER),
        (A, 1, "air-dragonhunter", FRONTIER),
        (B, 1, "red-drake", FRONTIER),
    ];
    let mut table = Table::new("classic", "flatland-city", &army);
    assert_eq!(table.legal(A).len(), 2, "the air hunter is not offered");
    table.act(A, Action::Take(PieceSet::only(4))).roll(&["logo-dragonlord-dragonmaster"]);
    table.act(A, Action::Choose(piece(B, 0)));
    assert!(table.is_over(), "tamed, it does not attack: {:?}", table.state.steps);
    let ridden = Lasting::Ridden { rider: 4, controlled: false };
    assert_eq!(table.lasting(), vec![ridden]);
    let to = Place(0);
    let ride = Action::Move { pieces: PieceSet::only(4), from: FRONTIER, to };
    table.act(A, ride);
    assert!(table.state.at(B, to).contains(0) && table.state.at(A, to).contains(4));
    assert!(table.lasting().contains(&ridden) && !table.legal(A).contains(&ride));
    let back = Action::Move { pieces: PieceSet::only(4), from: to, to: Place::RESERVE };
    table.act(A, back);
    assert!(!table.lasting().contains(&ridden), "they have parted");
}

#[test]
fn a_slain_dragon_leaves_the_game_and_nobody_promotes() {
    let army = [
        (A, 1, "dragonslayer", FRONTIER),
        (A, 4, "oak", FRONTIER),
        (A, 1, "oak-lord", Place::DEAD),
        (B, 1, "white-drake", FRONTIER),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["jaws"]);
    table.roll(&["logo-dragonslayer-dragonhunter", "melee2", "melee2", "melee2", "melee2"]);
    table.act(A, Action::Choose(piece(B, 0)));
    assert_eq!(table.count(B, Place::OUT), 1);
    table.roll(&["jaws"]);
    assert_eq!(table.count(A, Place::BURIED), 1, "the slayer is buried");
    assert_eq!(table.damage(), Some(0));
    assert!(table.is_over());
}

#[test]
fn a_dragonslayer_keeps_breath_off_in_the_classic_rules() {
    let army = [
        (A, 1, "dragonslayer", FRONTIER),
        (A, 4, "oak", FRONTIER),
        (B, 1, "green-drake", FRONTIER),
    ];
    let mut table = Table::new("classic", "flatland-city", &army);
    table.act(A, Action::Take(PieceSet::NONE)).roll(&["breath"]);
    assert_eq!((table.count(A, Place::DEAD), table.lasting()), (0, Vec::new()));
}

#[test]
fn a_controlled_dragon_is_held_back_sent_or_stands_by_the_army() {
    let army = [
        (A, 1, "fire-dragonzealot", FRONTIER),
        (A, 4, "oak", FRONTIER),
        (B, 1, "red-drake", FRONTIER),
        (B, 1, "ivory-drake", FRONTIER),
    ];
    let riders = [(0, 2, true)];
    let mut table = Table::with("current", "flatland-city", &army, &riders);
    let ivory = Action::Choose(piece(B, 1));
    assert_eq!(table.legal(A), vec![ivory, Action::Pass, Action::Accept]);
    table.act(A, Action::Accept).roll(&["jaws", "claw"]);
    table.roll(&["4-save", "melee2", "melee2", "melee2", "melee2"]);
    assert_eq!(table.damage(), Some(2));
    assert!(table.state.at(B, Place::POOL).contains(1), "8 melee and 12 from Jaws");
}

#[test]
fn a_master_decides_whether_its_dragon_attacks_in_the_classic_rules() {
    let army = [
        (A, 4, "oak", FRONTIER),
        (B, 1, "fire-dragonmaster", FRONTIER),
        (B, 1, "red-drake", FRONTIER),
    ];
    let mut table = Table::with("classic", "flatland-city", &army, &[(1, 2, false)]);
    let choice = table.asked().expect("B is asked");
    assert_eq!((choice.about.id(), choice.seats), ("DD-11.9", Seats::only(B)));
    table.act(B, Action::Pass);
    assert!(table.is_over());
}

#[test]
fn dragonkin_do_not_roll_against_their_own_element() {
    let army = [
        (A, 2, "oak", FRONTIER),
        (A, 1, "fire-dragonfoal", FRONTIER),
        (A, 1, "water-dragonfoal", FRONTIER),
        (B, 1, "red-drake", FRONTIER),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    table.roll(&["claw"]);
    let Pending::Roll(request) = table.game.pending(&table.state, &mut Silent) else {
        panic!("the army answers")
    };
    assert_eq!(request.dice(), 3, "two oaks and the foal of water");
}

#[test]
fn terrains_are_taken_in_the_order_the_marching_player_likes() {
    let army = [
        (A, 4, "oak", FRONTIER),
        (A, 4, "oak", Place(0)),
        (B, 1, "red-drake", FRONTIER),
        (B, 1, "blue-drake", Place(0)),
        (B, 1, "blue-wyrm", Place(1)),
    ];
    let mut table = Table::new("current", "flatland-city", &army);
    assert_eq!(table.legal(A), vec![Action::Go(Place(0)), Action::Go(FRONTIER)]);
    assert_eq!(table.refused(A, Action::Pass), "DD-5.4");
    table.act(A, Action::Go(FRONTIER)).roll(&["belly"]).roll(&["save4"; 4]);
    table.roll(&["belly"]).roll(&["save4"; 4]);
    assert!(table.is_over());
}

/// A small generator of numbers, so that a failing case can be found again by its seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// How many random attacks are played.
const SEEDS: u64 = 100;

#[test]
fn random_dragon_attacks_end_and_lose_no_die() {
    let names = [
        "red-drake",
        "blue-wyrm",
        "white-drake",
        "ivory-wyrm",
        "green-ivory-drake",
        "black-red-wyrm",
        "blue-green-drake",
        "black-drake",
        "white-wyrm",
        "green-yellow-wyrm",
    ];
    let units = [
        "oak",
        "oakling",
        "pine",
        "lady-nereid",
        "strangle-vine",
        "redwood",
        "dragonlord",
        "fire-dragonhunter",
        "dragoncrusader",
        "dragonslayer",
        "air-dragonzealot",
        "water-dragonmaster",
        "fire-dragonfoal",
        "air-dragonhero",
    ];
    for seed in 0..SEEDS {
        let mut numbers = Numbers(seed * 7919 + 1);
        let mut dice: Vec<Dice> = Vec::new();
        for seat in [A, B] {
            for _ in 0..3 {
                dice.push((seat, 1, names[numbers.below(names.len())], FRONTIER));
            }
            for _ in 0..4 {
                let count = 1 + numbers.below(3) as u8;
                dice.push((seat, count, units[numbers.below(units.len())], FRONTIER));
            }
            dice.push((seat, 2, "oak-lord", Place::DEAD));
        }
        dice.push((A, 1, "oak", FRONTIER));
        dice.push((B, 1, "oak", Place(1)));
        let edition = ["current", "classic"][seed as usize % 2];
        let riders: Vec<(usize, usize, bool)> = [(3, 0, true), (10, 1, false), (11, 8, true)]
            .into_iter()
            .filter(|(unit, ..)| seed % 3 == 0 && !dice[*unit].2.ends_with("drake"))
            .collect();
        let mut table = Table::with(edition, "feyland-grove", &dice, &riders);
        let total = |state: &State, seat: Seat| -> u32 {
            state.sides[seat.index()].places.iter().map(|set| set.len()).sum()
        };
        let before = (total(&table.state, A), total(&table.state, B));
        for step in 0..2000 {
            if table.state.over.is_some() || table.state.dragons.is_none() {
                break;
            }
            assert!(step < 1999, "seed {seed} does not end: {:?}", table.state.steps);
            match table.game.pending(&table.state, &mut Silent) {
                Pending::Roll(request) => {
                    assert!(request.dice() > 0);
                    let faces: Vec<Face> = request
                        .groups
                        .iter()
                        .flat_map(|g| (0..g.count).map(|_| g.die).collect::<Vec<_>>())
                        .map(|die| numbers.below(table.game.dice().faces(die).into()) as Face)
                        .collect();
                    table.game.roll(&mut table.state, &faces, &mut Deaf).expect("they fit");
                }
                Pending::Choice(choice) => {
                    for seat in choice.seats.iter() {
                        let legal = table.legal(seat);
                        assert!(!legal.is_empty(), "seed {seed}: {:?}", table.state.steps.last());
                        let mut seen = table.state.clone();
                        aims::hide_aims(&mut seen, seat);
                        let mut same = Vec::new();
                        table.game.legal(&seen, seat, &mut same);
                        assert_eq!(legal, same);
                        let asked = choice.sealed || legal.len() > 1;
                        let single = matches!(table.state.steps.last(), Some(Step::Dragons(_)));
                        assert!(asked || !single, "one answer is not asked: {legal:?}");
                        for action in &legal {
                            let fits = table.game.check(&table.state, seat, action, &mut Silent);
                            assert!(fits.is_ok(), "{action:?} {:?}", table.state.steps.last());
                        }
                        let action = legal[numbers.below(legal.len())];
                        table.act(seat, action);
                    }
                }
                Pending::Over(_) => break,
            }
            assert_eq!(before, (total(&table.state, A), total(&table.state, B)), "seed {seed}");
        }
    }
}
