//! Dragon Dice: whole attacks and armies' rolls by classes of faces, beside every face one by one.

use std::collections::BTreeMap;
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::odds::{Share, classes, enumerate};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::action::Action;
use umpire_dragon_dice::catalog::{Counted, Icon, KindId};
use umpire_dragon_dice::pieces::{Army, Place};
use umpire_dragon_dice::state::State;
use umpire_tests::{army_against_a_dragon, loaded};

/// What comes of an attack: the health of both armies.
type Ends = BTreeMap<(u32, u32), Share>;

/// A melee attack that has just been announced at the Frontier.
fn announced(attackers: &str, target: &str) -> (DragonDice, State) {
    let text = format!(
        "game: dragon-dice\nseats: {{A: {{}}, B: {{}}}}\nposition:\n  \
         armies: {{A: {{frontier: [{attackers}]}}, B: {{frontier: [{target}]}}}}\n  \
         terrains: {{frontier: swampland-city 7}}\n  action: frontier\n"
    );
    let loaded = loaded::<DragonDice>(&text);
    let mut state = loaded.game.start(&loaded.setup).expect("the position is sound");
    let target = Army { owner: Seat(1), place: Place::terrain(2) };
    let attack = Action::Attack { with: Counted::Melee, target };
    let acted = loaded.game.act(&mut state, Seat(0), &attack, &mut Deaf);
    acted.expect("face 7 of such a terrain is melee, and the armies meet there");
    (loaded.game, state)
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
