//! Assaults staged by hand, and random ones that come to an end.

mod tie;

use crate::staged::Staged;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;
use umpire_core::table::{CM, Point};
use umpire_core::testing::splitmix;
use umpire_ea_heresy::position::action::{Action, Blow, BlowTarget, Ending, UnitMove};
use umpire_ea_heresy::position::event::Event;
use umpire_ea_heresy::position::state::{Against, HitKind, UnitNo, UnitSet, Whereabouts};
use umpire_ea_heresy::position::step::{Aim, Assault, AssaultStep, AttackDice, Pool, Step, Wave};
use umpire_ea_heresy::position::units;
use umpire_ea_heresy::rules::assault::{counter_charge, melee, strikes};
use umpire_ea_heresy::steps::assault::attack_dice;
use umpire_ea_heresy::tables::rule::Rule;

/// A side of formations against another, the first to engage.
fn engaged(a: &[&str], b: &[&str], more: &str) -> Staged {
    let more = format!("begins: {{order: {{formation: wolves, order: engage}}}}\n{more}");
    Staged::of(a, b, &more)
}

/// Plays at random until the battle is over or so many inputs are made; every listed action must
/// pass.
fn play(staged: &mut Staged, seed: u64, inputs: usize) -> usize {
    let mut die = splitmix(seed);
    let mut random = move |below: usize| die(below as u32) as usize;
    for made in 0..inputs {
        match staged.game.pending(&staged.state, &mut Silent) {
            Pending::Over(_) => return made,
            Pending::Roll(request) => {
                let faces: Vec<u8> = (0..request.dice()).map(|_| random(6) as u8 + 1).collect();
                staged.roll(&faces);
            }
            Pending::Choice(choice) => {
                let seat = choice.seats.first().expect("somebody is asked");
                let mut listed = Vec::new();
                staged.game.legal(&staged.state, seat, &mut listed);
                assert!(!listed.is_empty(), "{choice:?} {:?}", staged.state.steps);
                if let Some(Step::Assault(_) | Step::Ruin(_)) = staged.state.steps.last() {
                    for action in &listed {
                        let checked = staged.game.check(&staged.state, seat, action, &mut Silent);
                        assert!(checked.is_ok(), "{action:?} {checked:?}");
                    }
                }
                let action = listed[random(listed.len())].clone();
                staged.act(&action);
            }
        }
        if staged.state.steps.iter().all(|step| !matches!(step, Step::Assault(_))) {
            assert_eq!(staged.state.assault, None);
        }
    }
    inputs
}

#[test]
fn random_assaults_come_to_an_end() {
    let keep = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [20, 40, 28, 48]}";
    for seed in 0..30 {
        let mut staged = engaged(
            &[
                "{name: wolves, units: {infantry: 4, tank: 1}, from: [14, 30], step: [4, 0]}",
                "{name: bears, units: {infantry: 2}, from: [50, 40]}",
            ],
            &[
                "{name: orks, units: {infantry: 3}, in: keep}",
                "{name: goblins, units: {infantry: 3}, from: [32, 44], step: [3, 0]}",
            ],
            keep,
        );
        play(&mut staged, seed, 300);
    }
}

#[test]
fn random_assaults_of_engines_and_skimmers_come_to_an_end() {
    let keep = "edition: head-2026-04\npieces:\n  - {name: keep, terrain: small_stronghold, rect: [20, 40, 28, 48]}\nstrongholds: {keep: {damage: 3}}";
    for seed in 100..120 {
        let mut staged = engaged(
            &[
                "{name: wolves, units: {nimble_tank: 2, grav_tank: 2, titan: 1}, at: [[18, 30], [22, 30], [26, 30], [30, 30], [14, 24]]}",
                "{name: bears, units: {heavy_infantry: 2, jumpers: 2}, from: [34, 28], step: [3, 0]}",
            ],
            &[
                "{name: orks, units: {veterans: 3, assault_infantry: 1}, in: keep}",
                "{name: goblins, units: {daemons: 2, ion_tank: 1}, from: [32, 44], step: [4, 0], markers: 1}",
            ],
            keep,
        );
        play(&mut staged, seed, 300);
    }
}

const KEEP: &str = "pieces:\n  - {name: keep, terrain: small_stronghold, rect: [20, 40, 28, 48]}";

fn cm(x: i32, y: i32) -> Point {
    Point::new(x * CM, y * CM)
}

/// One unit of the formation that is asked goes to a place.
fn goes(staged: &mut Staged, name: &str, at: Point, ends: Option<Ending>) {
    let unit = staged.unit(name);
    let way = UnitMove { unit, path: vec![at], facing: None, cautious: false, ends };
    staged.act(&Action::Move(vec![way]));
}

/// Ends moves as long as moves are asked for.
fn done(staged: &mut Staged) {
    while let Some(Step::Movement(_)) = staged.state.steps.last() {
        staged.act(&Action::Done);
    }
}

/// What each side counts, by what it is told.
fn counted(staged: &Staged, seat: u8) -> Vec<(i8, &'static str)> {
    let told = staged.told.iter().filter_map(|event| match event {
        Event::Counted { seat: of, amount, says, .. } if of.0 == seat => Some((*amount, *says)),
        _ => None,
    });
    told.collect()
}

fn totals(staged: &Staged) -> Option<[i16; 2]> {
    staged.told.iter().find_map(|event| match event {
        Event::Resolved { totals, .. } => Some(*totals),
        _ => None,
    })
}

#[test]
fn two_charge_two_and_the_better_total_wins() {
    let mut staged = engaged(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20], step: [4, 0]}"],
        &["{name: orks, units: {infantry: 2}, from: [20, 30], step: [4, 0]}"],
        "",
    );
    goes(&mut staged, "wolves 1", cm(20, 28), None);
    goes(&mut staged, "wolves 2", cm(24, 28), None);
    done(&mut staged);
    assert_eq!(staged.groups(), [2, 2], "close combat of both sides at once");
    staged.roll(&[4, 1, 4, 3]);
    assert_eq!(staged.groups(), [1, 1], "a save each, both alike");
    staged.roll(&[1, 5]);
    staged.roll(&[3, 2, 3, 1]);
    assert_eq!(
        counted(&staged, 0),
        [(1, "what it has inflicted"), (1, "more units"), (1, "no blast markers")]
    );
    assert_eq!(counted(&staged, 1), [(1, "no blast markers")]);
    assert_eq!(totals(&staged), Some([6, 4]));
    let orks = staged.formation("orks");
    assert_eq!(staged.state.members(orks).count(), 0, "hacked down");
    assert_eq!(staged.state.assault, None);
    assert_eq!(staged.state.formation(staged.formation("wolves")).markers, 0);
}

/// `wolves` go at the keep that `orks` hold; the first of them invade.
fn stormed(orks: &str, wolves: u8, invaders: u8, more: &str) -> Staged {
    let attackers =
        format!("{{name: wolves, units: {{infantry: {wolves}}}, from: [12, 33], step: [3, 0]}}");
    let mut staged = engaged(&[&attackers], &[orks], &format!("{KEEP}\n{more}"));
    let keep = staged.piece("keep");
    for unit in 1..=wolves {
        let at = Point::new(21 * CM + i32::from((unit - 1) % 4) * 2 * CM, 39 * CM);
        let ends = (unit <= invaders).then_some(Ending::Invade(keep));
        goes(&mut staged, &format!("wolves {unit}"), at, ends);
    }
    done(&mut staged);
    staged
}

#[test]
fn an_invader_ties_one_or_two_occupants() {
    let orks = "{name: orks, units: {infantry: 5}, in: keep}";
    let staged = stormed(orks, 2, 2, "");
    assert_eq!(staged.asked(), (Seat(1), Rule::TiedOccupants));
    let pair = |ork: &str, wolf: &str| (staged.unit(ork), staged.unit(wolf));
    let all = [
        pair("orks 1", "wolves 1"),
        pair("orks 2", "wolves 2"),
        pair("orks 3", "wolves 1"),
        pair("orks 4", "wolves 2"),
        pair("orks 5", "wolves 2"),
    ];
    for count in 0..=5 {
        let ruling = staged.ruling(&Action::Tie(all[..count].to_vec()));
        assert_eq!(ruling.holds(), (2..=4).contains(&count), "{count}");
        assert!(ruling.broken.iter().all(|rule| *rule == Rule::TiedOccupants));
    }
}

#[test]
fn enough_invaders_pin_all_and_four_may_invade_a_small_one() {
    let orks = "{name: orks, units: {infantry: 2}, in: keep}";
    let staged = stormed(orks, 3, 3, "");
    let tied = staged.state.assault.as_ref().map(|assault| assault.tied.len());
    assert_eq!(tied, Some(2), "tied without a question");
    assert_eq!(staged.groups(), [3, 2]);
    let orks: Vec<UnitNo> = staged.state.members(staged.formation("orks")).collect();
    for ork in orks {
        let kept = counter_charge::kept_from_counter_charge(&staged.game, &staged.state, ork);
        assert_eq!(kept, Some(Rule::UntiedCounterCharge));
    }
    let full = stormed("{name: orks, units: {infantry: 8}, in: keep}", 4, 4, "");
    assert_eq!(full.asked().1, Rule::TiedOccupants, "a full one takes four invaders");
}

#[test]
fn invaders_strike_those_inside_who_save_on_three() {
    let orks = "{name: orks, units: {infantry: 2}, in: keep}";
    let mut staged = stormed(orks, 3, 3, "");
    staged.roll(&[4, 4, 4, 3, 3]);
    assert_eq!(staged.groups(), [2, 1], "three hits on two occupants");
    staged.roll(&[3, 2, 3]);
    let keep = staged.piece("keep");
    assert_eq!(staged.state.stronghold(keep).map(|it| it.damage), Some(0));
    let alive = |name: &str| staged.state.unit(staged.unit(name)).alive();
    assert!(!alive("orks 1") && alive("orks 2"), "a 3 saves, a 2 does not");
}

#[test]
fn those_who_touch_the_walls_strike_them_or_spare_them() {
    let orks = "{name: orks, units: {infantry: 2}, in: keep}";
    let mut staged = stormed(orks, 2, 0, "");
    assert_eq!(staged.asked(), (Seat(0), Rule::AssaultAttacks));
    let keep = staged.piece("keep");
    let spare = Blow {
        unit: staged.unit("wolves 1"),
        close_combat: 0,
        firefight: 0,
        at: BlowTarget::Stronghold(keep),
    };
    staged.act(&Action::Strike(vec![spare]));
    assert_eq!(staged.groups(), [1, 2], "one withholds its attack, two occupants fire");
    staged.roll(&[4, 1, 1]);
    assert_eq!(staged.groups(), [1], "the walls save");
    staged.roll(&[4]).roll(&[4]).roll(&[5]);
    assert_eq!(staged.state.stronghold(keep).map(|it| it.damage), Some(1));
    staged.roll(&[1, 1, 6, 6]);
    assert_eq!(counted(&staged, 0), [(1, "what it has inflicted"), (1, "no blast markers")]);
    assert_eq!(
        counted(&staged, 1),
        [(1, "more units"), (1, "more than twice as many units"), (1, "no blast markers")],
        "two and the walls' four are six against two"
    );
}

#[test]
fn a_ruin_hits_all_inside_and_lets_the_survivors_out() {
    let orks = "{name: orks, units: {infantry: 3}, in: keep}";
    let mut staged = stormed(orks, 3, 1, "strongholds: {keep: {damage: 3}}");
    let pairs = vec![(staged.unit("orks 1"), staged.unit("wolves 1"))];
    staged.act(&Action::Tie(pairs));
    done(&mut staged);
    staged.act(&Action::Strike(Vec::new()));
    assert_eq!(staged.groups(), [1, 2, 1, 2]);
    staged.roll(&[1, 4, 1, 1, 1, 1]);
    staged.roll(&[4]).roll(&[4]);
    let keep = staged.piece("keep");
    assert!(units::is_ruined(&staged.game, &staged.state, keep), "{:?}", staged.told);
    assert!(staged.told.iter().any(|event| matches!(event, Event::Ruined { .. })));
    assert_eq!(staged.groups(), [1, 1, 1, 1], "every unit inside saves, the invader too");
    staged.roll(&[4, 3, 3, 4]);
    let alive = |name: &str| staged.state.unit(staged.unit(name)).alive();
    assert!(alive("wolves 1") && alive("orks 3"), "5+ saves on a 4");
    assert!(!alive("orks 1") && !alive("orks 2"), "and not on a 3");
    let inflicted = staged.state.assault.as_ref().map(|assault| assault.inflicted);
    assert_eq!(inflicted, Some([3, 0]), "a point of the walls and two occupants");
    staged.roll(&[6, 6, 1, 1]);
    assert_eq!(totals(&staged), Some([12, 2]), "no walls left to count");
    assert_eq!(staged.state.members(staged.formation("orks")).count(), 0);
    assert_eq!(staged.asked(), (Seat(0), Rule::WinnerOfAssault));
    while staged.asked().1 != Rule::SurvivorsLeave {
        staged.act(&Action::Done);
    }
    let unit = staged.unit("wolves 1");
    let put = |x: i32| Action::Place { unit, at: Point::new(x, 44 * CM), facing: None };
    let beyond = staged.ruling(&put(34 * CM + 100));
    assert_eq!(beyond.broken, [Rule::SurvivorsLeave], "5.1 from the outline");
    staged.act(&put(34 * CM));
    assert!(staged.state.ruins.is_empty() && staged.state.assault.is_none());
}

/// Wolves around the keep, in an assault with the orks inside.
fn around(wolves: usize) -> Staged {
    let ring = ["[21, 39]", "[23, 39]", "[25, 39]", "[27, 39]", "[21, 49]", "[23, 49]", "[25, 49]"];
    let at: Vec<&str> = ring.iter().copied().chain(["[27, 49]"]).take(wolves).collect();
    let at = at.join(", ");
    let attackers =
        format!("{{name: wolves, units: {{infantry: {wolves}}}, at: [{at}], scattered: true}}");
    let mut staged =
        Staged::of(&[&attackers], &["{name: orks, units: {infantry: 2}, in: keep}"], KEEP);
    staged.state.assault = Some(Assault {
        attackers: vec![staged.formation("wolves")],
        defenders: vec![staged.formation("orks")],
        walls: vec![(staged.piece("keep"), Seat(1))],
        ..Assault::default()
    });
    staged
}

#[test]
fn two_in_contact_for_each_point_of_damage_capacity_surround_a_stronghold() {
    let (seven, eight) = (around(7), around(8));
    let orks = seven.unit("orks 1");
    assert_eq!(counter_charge::kept_from_counter_charge(&seven.game, &seven.state, orks), None);
    let kept =
        counter_charge::kept_from_counter_charge(&eight.game, &eight.state, eight.unit("orks 1"));
    assert_eq!(kept, Some(Rule::SurroundedStronghold));
}

#[test]
fn firefight_from_outside_strikes_the_walls_and_those_outside_only() {
    let mut staged = engaged(
        &["{name: wolves, units: {infantry: 3}, from: [21, 20], step: [3, 0]}"],
        &["{name: orks, units: {infantry: 3}, at: [in keep, in keep, [24, 51]]}"],
        KEEP,
    );
    staged.act(&Action::Done);
    assert!(staged.state.assault.is_none(), "20 cm away nobody is near enough");
    let mut staged = engaged(
        &["{name: wolves, units: {infantry: 3}, from: [21, 29], step: [3, 0]}"],
        &["{name: orks, units: {infantry: 3}, in: keep}"],
        KEEP,
    );
    done(&mut staged);
    assert_eq!(staged.asked(), (Seat(0), Rule::AssaultAttacks), "they may spare the walls");
    staged.act(&Action::Strike(Vec::new()));
    assert_eq!(staged.groups(), [3, 3], "all fire");
    staged.roll(&[6, 1, 1, 1, 1, 1]);
    let keep = staged.piece("keep");
    assert!(
        staged
            .state
            .wounds
            .iter()
            .all(|wound| wound.on == umpire_ea_heresy::position::state::Body::Stronghold(keep))
    );
    assert_eq!(staged.state.wounds.len(), 1);
}

#[test]
fn a_war_engine_gives_each_it_touches_a_die_at_minus_one_for_infantry() {
    let mut staged = Staged::of(
        &["{name: titan, units: {titan: 1}, at: [[24, 30]]}"],
        &["{name: orks, units: {infantry: 2}, from: [22, 38], step: [4, 0]}"],
        "",
    );
    let (titan, orks) = (staged.unit("titan"), staged.formation("orks"));
    let model = units::model_of(&staged.game, &staged.state, titan).clone();
    let reach = model.base(cm(24, 30), Default::default()).bounds().high.y;
    for (ork, x) in [("orks 1", 23), ("orks 2", 25)] {
        let ork = staged.unit(ork);
        let at = Point::new(x * CM, reach + CM);
        staged.state.unit_mut(ork).place = Whereabouts::Table(at);
    }
    staged.state.assault = Some(Assault {
        attackers: vec![staged.formation("titan")],
        defenders: vec![orks],
        ..Assault::default()
    });
    let means = strikes::means(&staged.game, &staged.state, titan);
    let touched = melee::touched_units(&staged.game, &staged.state, titan).len() as u8;
    assert!(touched > 0, "{:?}", model.footprint);
    assert_eq!((means.plain, means.least, means.close), (6, touched, 6));
    assert_eq!(means.fire, 6 - touched);
    staged.state.push_step(AssaultStep::Roll(Wave::Main).step());
    assert_eq!(attack_dice::advance_roll(&staged.game, &mut staged.state, Wave::Main), Flow::Wait);
    let attack_dice = &staged.state.assault.as_ref().expect("in progress").attack_dice;
    let close = attack_dice.iter().find(|swing| swing.engine < 0).expect("against infantry");
    assert_eq!((close.needs, close.count), (5, touched));
}

#[test]
fn supporters_fire_after_the_main_attacks_and_bear_a_lost_assault() {
    let mut staged = engaged(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20], step: [4, 0]}"],
        &[
            "{name: orks, units: {infantry: 2}, from: [20, 30], step: [4, 0]}",
            "{name: goblins, units: {infantry: 3}, from: [20, 38], step: [4, 0], markers: 1}",
        ],
        "",
    );
    staged.act(&Action::Engage(vec![staged.formation("orks")]));
    goes(&mut staged, "wolves 1", cm(20, 28), None);
    goes(&mut staged, "wolves 2", cm(24, 28), None);
    done(&mut staged);
    staged.roll(&[1, 1, 1, 1]);
    assert_eq!(staged.groups(), [2], "the farthest goblin is suppressed");
    staged.roll(&[1, 1]);
    staged.roll(&[6, 6, 1, 1]);
    assert_eq!(totals(&staged), Some([7, 2]));
    let goblins = staged.formation("goblins");
    assert_eq!(staged.state.formation(goblins).markers, 2, "in a position to support");
}

#[test]
fn a_draw_is_fought_on() {
    let mut staged = engaged(
        &["{name: wolves, units: {infantry: 2}, from: [20, 20], step: [4, 0]}"],
        &["{name: orks, units: {infantry: 2}, from: [20, 30], step: [4, 0]}"],
        "",
    );
    goes(&mut staged, "wolves 1", cm(20, 28), None);
    goes(&mut staged, "wolves 2", cm(24, 28), None);
    done(&mut staged);
    staged.roll(&[1, 1, 1, 1]);
    staged.roll(&[3, 2, 3, 1]);
    assert_eq!(totals(&staged), Some([4, 4]));
    assert_eq!(staged.groups(), [2, 2], "the second round");
}

#[test]
fn a_hundred_kinds_of_dice_fall_in_one_roll() {
    let mut staged = engaged(
        &["{name: wolves, units: {infantry: 1}, from: [20, 20]}"],
        &["{name: orks, units: {infantry: 1}, from: [20, 30]}"],
        "",
    );
    goes(&mut staged, "wolves", cm(20, 28), None);
    let unit = staged.unit("wolves");
    let kind = HitKind {
        against: Against::Any,
        flags: Default::default(),
        titan_killer: 0,
        open_only: false,
        stronghold_only: false,
    };
    let units = UnitSet::from_iter([unit]);
    let (seat, aim) = (Seat(0), Aim::Touched);
    let pool = Pool { seat, aim, kind, units, hits: 0, reaches: Vec::new() };
    let swing = |number: u8| {
        let (pool, needs, count) = (0, 4, 1);
        AttackDice { seat, pool, needs, count, purpose: number, engine: 0, charge: 0, hunt: 0 }
    };
    let wave = Wave::Main;
    let assault = staged.state.melee();
    (assault.attack_dice, assault.pools) = ((0..100).map(swing).collect(), vec![pool]);
    staged.state.steps.clear();
    staged.state.push_step(AssaultStep::Roll(wave).step());
    assert_eq!(staged.groups().len(), 100, "all at once");
    attack_dice::resolve_dice(&staged.game, &mut staged.state, wave, &[5; 100], &mut Deaf);
    let assault = staged.state.melee();
    assert_eq!((assault.attack_dice.len(), assault.pools[0].hits), (0, 100));
}
