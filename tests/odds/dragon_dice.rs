//! Dragon Dice: whole attacks and armies' rolls by classes of faces, beside every face one by one.

use std::collections::BTreeMap;
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Observe, Pending};
use umpire_core::host::{Hosted, Loaded};
use umpire_core::odds::{Budget, Outcomes, Share, classes, enumerate, enumerate_told};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::Action;
use umpire_dragon_dice::position::event::Event;
use umpire_dragon_dice::position::pieces::{Army, Place};
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::catalog::{Counted, Icon, KindId};
use umpire_tests::{army_against_a_dragon, loaded};

/// What comes of an attack: the health of both armies.
type Ends = BTreeMap<(u32, u32), Share>;

/// A melee attack that has just been announced at the Frontier.
fn announced(attackers: &str, target: &str) -> (DragonDice, State) {
    announced_with(Counted::Melee, attackers, target)
}

/// Armies that meet at the Frontier, which shows an action.
fn met(with: Counted, attackers: &str, target: &str) -> (DragonDice, State) {
    let face = if with == Counted::Melee { 7 } else { 4 };
    let text = format!(
        "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  \
         armies: {{A: {{frontier: [{attackers}]}}, B: {{frontier: [{target}]}}}}\n  \
         terrains: {{frontier: swampland-city {face}}}\n  action: frontier\n"
    );
    let Loaded { game, setup, .. } = loaded::<DragonDice>(&text);
    let state = game.start(&setup).expect("the position is sound");
    (game, state)
}

/// An attack that has just been announced at the Frontier.
fn announced_with(with: Counted, attackers: &str, target: &str) -> (DragonDice, State) {
    let (game, mut state) = met(with, attackers, target);
    let target = Army { owner: Seat(1), place: Place::terrain(2) };
    let attack = Action::Attack { with, target };
    let acted = game.act(&mut state, Seat(0), &attack, &mut Deaf);
    acted.expect("the terrain shows that action, and the armies meet there");
    (game, state)
}

/// The first of what is legal: strike back where one may.
fn first_of(game: &DragonDice, state: &State, seat: Seat) -> Option<Action> {
    let mut listed = Vec::new();
    game.legal(state, seat, &mut listed);
    listed.first().copied()
}

fn healths(state: &State) -> (u32, u32) {
    let place = Place::terrain(2);
    let of = |owner| state.health(Army { owner, place });
    (of(Seat(0)), of(Seat(1)))
}

/// Every face of every die by itself.
fn one_by_one(game: &DragonDice, state: &State, share: &Share, ends: &mut Ends) {
    if state.fight.is_none() {
        return ends.entry(healths(state)).or_default().add(share);
    }
    match game.pending(state, &mut Silent) {
        Pending::Over(_) => ends.entry(healths(state)).or_default().add(share),
        Pending::Choice(choice) => {
            let seat = choice.seats.first().expect("somebody is asked");
            let action = first_of(game, state, seat).expect("there is an answer");
            let mut after = state.clone();
            game.act(&mut after, seat, &action, &mut Deaf).expect("it is legal");
            one_by_one(game, &after, share, ends);
        }
        Pending::Roll(request) => {
            let dice = request.groups.iter().flat_map(|group| vec![group.die; group.count.into()]);
            let sides: Vec<u8> = dice.map(|die| game.dice().faces(die)).collect();
            let rolls: u32 = sides.iter().map(|sides| u32::from(*sides)).product();
            let part = share.part(&1u8.into(), &rolls.into());
            for mut roll in 0..rolls {
                let face = |sides: &u8| {
                    let face = (roll % u32::from(*sides)) as Face;
                    roll /= u32::from(*sides);
                    face
                };
                let faces: Vec<Face> = sides.iter().map(face).collect();
                let mut after = state.clone();
                game.resolve(&mut after, &faces, &mut Deaf);
                one_by_one(game, &after, &part, ends);
            }
        }
    }
}

#[test]
fn an_attack_by_classes_is_the_attack_face_by_face() {
    // Plain icons; smite and counter, which pass saves by; monsters with ten faces; icons that aim.
    for (attackers, target) in [
        ("oakling, willowling", "watcher"),
        ("oak-lord", "guardian, watcher"),
        ("lady-nereid", "oak-lord"),
        ("unicorn", "guardian"),
        ("darktree", "watcher"),
        ("redwood", "oakling"),
    ] {
        let (game, state) = announced(attackers, target);
        let over = |state: &State| state.fight.is_none();
        let policy = |state: &State, seat| first_of(&game, state, seat);
        let classed = enumerate(&game, &state, 100_000, over, policy, healths);
        let classed = classed.unwrap_or_else(|no| panic!("{attackers} against {target}: {no}"));
        let classed: Ends = classed.into_iter().collect();
        let mut counted = Ends::new();
        one_by_one(&game, &state, &Share::whole(), &mut counted);
        assert!(counted.len() > 1, "{attackers} against {target}: something may happen");
        assert_eq!(classed.len(), counted.len(), "{attackers} against {target}");
        for (end, share) in counted {
            let (by_class, by_face) = (classed[&end].in_lowest_terms(), share.in_lowest_terms());
            assert_eq!(by_class, by_face, "{attackers} against {target}: health {end:?}");
        }
    }
}

/// What the attack roll came to, and how many units it took before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Roll {
    came_to: Option<u16>,
    taken: u8,
}

impl Observe<Event> for Roll {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::Total { total, .. } if self.came_to.is_none() => {
                self.came_to = Some(total.iter().sum());
            }
            Event::Moved { pieces, .. } => self.taken += pieces.len() as u8,
            _ => {}
        }
    }
}

/// Every face of every die by itself, down to ways of which there are fewer than one in so many.
fn rolled_face_by_face(
    game: &DragonDice,
    (state, heard): (&State, Roll),
    share: &Share,
    least: f64,
    (ends, left): (&mut BTreeMap<Roll, Share>, &mut Share),
) {
    if heard.came_to.is_some() {
        return ends.entry(heard).or_default().add(share);
    }
    if share.as_f64() < least {
        return left.add(share);
    }
    match game.pending(state, &mut Silent) {
        Pending::Over(_) => unreachable!("the roll comes to something first"),
        Pending::Choice(choice) => {
            let seat = choice.seats.first().expect("somebody is asked");
            let action = first_of(game, state, seat).expect("there is an answer");
            let (mut after, mut heard) = (state.clone(), heard);
            game.act(&mut after, seat, &action, &mut heard).expect("it is legal");
            rolled_face_by_face(game, (&after, heard), share, least, (ends, left));
        }
        Pending::Roll(request) => {
            let dice = request.groups.iter().flat_map(|group| vec![group.die; group.count.into()]);
            let sides: Vec<u8> = dice.map(|die| game.dice().faces(die)).collect();
            let rolls: u32 = sides.iter().map(|sides| u32::from(*sides)).product();
            let part = share.part(&1u8.into(), &rolls.into());
            for mut roll in 0..rolls {
                let face = |sides: &u8| {
                    let face = (roll % u32::from(*sides)) as Face;
                    roll /= u32::from(*sides);
                    face
                };
                let faces: Vec<Face> = sides.iter().map(face).collect();
                let (mut after, mut heard) = (state.clone(), heard);
                game.resolve(&mut after, &faces, &mut heard);
                rolled_face_by_face(game, (&after, heard), &part, least, (ends, left));
            }
        }
    }
}

#[test]
fn rolls_without_end_are_the_rolls_face_by_face() {
    // Rend, alone and twice and beside an icon that strikes; Tail; Bullseye at one that saves and at two.
    for (with, attackers, target, exact_below) in [
        (Counted::Melee, "bear-master", "oak", 20),
        (Counted::Melee, "2 bear-master", "oak", 12),
        (Counted::Melee, "bear-master, tiger-folk", "watcher", 0),
        (Counted::Missile, "crack-shot", "oak", 0),
        (Counted::Missile, "crack-shot", "2 oakling", 0),
    ] {
        let (game, state) = announced_with(with, attackers, target);
        let solved = enumerate_told(
            &game,
            &state,
            100_000,
            |_, heard: &Roll| heard.came_to.is_some(),
            |state, seat| first_of(&game, state, seat),
            Roll::default(),
            |_, heard| *heard,
        );
        let solved = solved.unwrap_or_else(|no| panic!("{attackers} at {target}: {no}"));
        let solved: BTreeMap<Roll, Share> = solved.into_iter().collect();
        let mut whole = Share::default();
        solved.values().for_each(|share| whole.add(share));
        assert_eq!(whole.in_lowest_terms(), (1u8.into(), 1u8.into()), "{attackers} at {target}");
        let (mut counted, mut left) = (BTreeMap::new(), Share::default());
        let start = (&state, Roll::default());
        let least = 6f64.powi(-9) * 0.99;
        rolled_face_by_face(&game, start, &Share::whole(), least, (&mut counted, &mut left));
        assert!(left.as_f64() < 0.001, "{attackers} at {target}: {} left", left.as_f64());
        for (end, share) in &counted {
            let words = format!("{attackers} at {target}: {end:?}");
            let own = &solved[end];
            let more = own.as_f64() - share.as_f64();
            assert!((-1e-12..=left.as_f64() + 1e-12).contains(&more), "{words}: {more}");
            if end.came_to < Some(exact_below) {
                assert_eq!(own.in_lowest_terms(), share.in_lowest_terms(), "{words}");
            }
        }
    }
}

/// What the first army's roll came to, whoever else rolls before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct OwnTotal(Option<u16>);

impl Observe<Event> for OwnTotal {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Event::Total { army, total, .. } = event()
            && army.owner == Seat(0)
        {
            self.0 = Some(total.iter().sum());
        }
    }
}

#[test]
fn the_total_told_of_a_roll_is_what_the_rules_roll_in_an_attack() {
    let (game, _) = announced("oak", "oak");
    let kinds = game.catalog.kinds.iter().filter(|kind| kind.species().is_some());
    let mut compared = 0;
    for (kind, with) in kinds.flat_map(|kind| [(kind, Counted::Melee), (kind, Counted::Missile)]) {
        // Who is charmed rolls for the attacker, and a charge counts maneuver: both take a fight.
        let in_fights = |face: &umpire_dragon_dice::tables::catalog::Face| {
            face.sai().is_some_and(|sai| ["charm", "charge"].contains(&&*game.catalog.sai(sai).id))
        };
        if kind.faces().iter().any(in_fights) {
            continue;
        }
        let army = format!("{}, bowman", kind.id);
        let (game, state) = announced_with(with, &army, "oak");
        let solved = enumerate_told(
            &game,
            &state,
            2_000,
            |_, heard: &OwnTotal| heard.0.is_some(),
            |state, seat| first_of(&game, state, seat),
            OwnTotal::default(),
            |_, heard| heard.0.unwrap_or(0),
        );
        let Ok(solved) = solved else { continue };
        let solved: Outcomes<u16> = solved.into_iter().collect();
        let mean = solved.average(|came_to| (*came_to).into());
        let (game, state) = met(with, &army, "oak");
        let question = format!("odds A at frontier rolls {}", with.name());
        let answer = game.ask(&state, None, &question, &Budget::default());
        let answer = answer.unwrap_or_else(|slip| panic!("{question}: {slip}"));
        assert_eq!(answer.means[0].exactly, mean.fraction(), "{army} rolls {}", with.name());
        compared += 1;
    }
    assert!(compared > 300, "{compared} rolls were compared");
}

/// Armies that meet at the Frontier, as the rest of a position has it.
fn met_where(fields: &str, attackers: &str, target: &str, rest: &str) -> (DragonDice, State) {
    let text = format!(
        "game: dragon-dice\n{fields}seats: {{A: {{}}, B: {{}}}}\nposition:\n  action: frontier\n  \
         armies: {{A: {{frontier: [{attackers}]}}, B: {{frontier: [{target}]}}}}\n{rest}"
    );
    let Loaded { game, setup, .. } = loaded::<DragonDice>(&text);
    let state = game.start(&setup).expect("the position is sound");
    (game, state)
}

#[test]
fn the_total_told_of_a_roll_with_doubled_units_is_what_the_rules_roll() {
    let wilding = "  effects: [{spell: wilding, by: A, on: A frontier, ends: end A}]\n";
    let flat = "  terrains: {frontier: flatland-city 6}\n";
    let captured = "  terrains: {frontier: flatland-city 8 A}\n";
    let cases = [
        ("", "elephant-folk, leopard-folk, warrior", Counted::Melee, [flat, wilding]),
        ("", "leopard-folk, elephant-folk, spy", Counted::Melee, [captured, wilding]),
        ("", "fire-dragonmaster, soldier", Counted::Melee, [flat, wilding]),
    ];
    for (fields, army, with, rest) in cases {
        let (game, state) = met_where(fields, army, "3 oak", &rest.concat());
        let question = format!("odds A at frontier rolls {}", with.name());
        let answer = game.ask(&state, None, &question, &Budget::default());
        let answer = answer.unwrap_or_else(|slip| panic!("{army}: {question}: {slip}"));
        let target = Army { owner: Seat(1), place: Place::terrain(2) };
        let mut state = state;
        let acted = game.act(&mut state, Seat(0), &Action::Attack { with, target }, &mut Deaf);
        acted.unwrap_or_else(|no| panic!("{army}: {no:?}"));
        let solved = enumerate_told(
            &game,
            &state,
            100_000,
            |_, heard: &OwnTotal| heard.0.is_some(),
            |state, seat| first_of(&game, state, seat),
            OwnTotal::default(),
            |_, heard| heard.0.unwrap_or(0),
        );
        let solved = solved.unwrap_or_else(|no| panic!("{army}: {no}"));
        let solved: Outcomes<u16> = solved.into_iter().collect();
        let mean = solved.average(|came_to| (*came_to).into());
        assert_eq!(answer.means[0].exactly, mean.fraction(), "{army} with {rest:?}");
    }
}

/// The damage that the second army is told it takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Dealt(u16);

impl Observe<Event> for Dealt {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Event::Damage { army, damage, .. } = event()
            && army.owner == Seat(1)
        {
            self.0 += damage;
        }
    }
}

/// The damage of an attack on average, every face of every die by itself.
fn dealt_face_by_face(game: &DragonDice, state: &State, heard: Dealt) -> f64 {
    if state.fight.is_none() {
        return heard.0.into();
    }
    match game.pending(state, &mut Silent) {
        Pending::Over(_) => heard.0.into(),
        Pending::Choice(choice) => {
            let seat = choice.seats.first().expect("somebody is asked");
            let action = first_of(game, state, seat).expect("there is an answer");
            let (mut after, mut heard) = (state.clone(), heard);
            game.act(&mut after, seat, &action, &mut heard).expect("it is legal");
            dealt_face_by_face(game, &after, heard)
        }
        Pending::Roll(request) => {
            let dice = request.groups.iter().flat_map(|group| vec![group.die; group.count.into()]);
            let sides: Vec<u8> = dice.map(|die| game.dice().faces(die)).collect();
            let rolls: u32 = sides.iter().map(|sides| u32::from(*sides)).product();
            let of = |mut roll: u32| {
                let face = |sides: &u8| {
                    let face = (roll % u32::from(*sides)) as Face;
                    roll /= u32::from(*sides);
                    face
                };
                let faces: Vec<Face> = sides.iter().map(face).collect();
                let (mut after, mut heard) = (state.clone(), heard);
                game.resolve(&mut after, &faces, &mut heard);
                dealt_face_by_face(game, &after, heard)
            };
            (0..rolls).map(of).sum::<f64>() / f64::from(rolls)
        }
    }
}

#[test]
fn cursed_bullets_in_odds_are_those_of_play() {
    let rest = |terrain: &str| format!("  terrains: {{frontier: coastland-city {terrain}}}\n");
    let cases = [
        ("spy, scout", "8 A"),
        ("spy, pine", "8 A"),
        ("spy, scout, fire-flying-carpet", "3"),
        ("spy, pine, fire-flying-carpet", "3"),
        ("spy, pine", "3"),
    ];
    for (army, terrain) in cases {
        let dead = format!("{army}], dead: [2 scout");
        let (game, state) = met_where("total: 24\n", &dead, "wight", &rest(terrain));
        let question = "odds A at frontier missile B at frontier";
        let answer = game.ask(&state, None, question, &Budget::default());
        let answer = answer.unwrap_or_else(|slip| panic!("{army}: {slip}"));
        let told = answer.means.iter().find(|mean| mean.of.contains("damage"));
        let told = told.unwrap_or_else(|| panic!("{army}: {:?}", answer.means));
        let target = Army { owner: Seat(1), place: Place::terrain(2) };
        let attack = Action::Attack { with: Counted::Missile, target };
        let mut after = state.clone();
        game.act(&mut after, Seat(0), &attack, &mut Deaf).expect("they meet there");
        let counted = dealt_face_by_face(&game, &after, Dealt::default());
        let (told, words) = (told.value, format!("{army} at a terrain that shows {terrain}"));
        assert!((told - counted).abs() < 1e-9, "{words}: {told}, and by faces {counted}");
    }
}

/// IDs, melee, missile and save icons of faces, as printed.
type Icons = [u32; 4];

fn add(sum: &mut Icons, game: &DragonDice, die: KindId, face: Face) {
    let kind = game.catalog.kind(die);
    let shown = kind.face(face);
    let lane = match shown.icon {
        Icon::Id => 0,
        Icon::Plain(Counted::Melee) => 1,
        Icon::Plain(Counted::Missile) => 2,
        Icon::Plain(Counted::Save) => 3,
        _ => return,
    };
    sum[lane] += u32::from(shown.count);
}

#[test]
fn an_armys_joint_roll_is_the_table_of_its_dice() {
    let (game, state) = army_against_a_dragon(1);
    let Pending::Roll(request) = game.pending(&state, &mut Silent) else {
        panic!("the army answers the dragon");
    };
    let dice: Vec<KindId> = request.groups.iter().map(|group| KindId(group.die.0)).collect();
    assert_eq!((dice.len(), request.dice()), (8, 8), "eight dice of eight kinds");
    let mut table: BTreeMap<Icons, u128> = BTreeMap::from([(Icons::default(), 1)]);
    for die in &dice {
        let mut next = BTreeMap::new();
        for (sum, rolls) in &table {
            for face in 0..game.catalog.kind(*die).sides {
                let mut sum = *sum;
                add(&mut sum, &game, *die, face as Face);
                *next.entry(sum).or_default() += rolls;
            }
        }
        table = next;
    }
    let mut by_class: BTreeMap<Icons, u128> = BTreeMap::new();
    for (faces, rolls) in classes::<_, u128>(&game, &state, &request) {
        let mut sum = Icons::default();
        dice.iter().zip(&faces).for_each(|(die, face)| add(&mut sum, &game, *die, *face));
        assert!(by_class.insert(sum, rolls).is_none(), "{sum:?} are two classes");
    }
    assert_eq!(by_class, table);
    assert_eq!(by_class.values().sum::<u128>(), 6u128.pow(8));
}
