//! Odds that tell less apart come to the same as odds that tell all apart.

use crate::staged::Staged;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use umpire_core::dice::RollRequest;
use umpire_core::game::{Deaf, Game as _};
use umpire_core::host::{Assume, Hosted as _};
use umpire_core::odds::{
    Bounds, Budget, Lumping, NoOdds, Outcomes, Outlook, Share, enumerate_coarsely,
};
use umpire_core::seat::Seat;
use umpire_core::testing::{Die, splitmix};
use umpire_ea_heresy::EaHeresy;
use umpire_ea_heresy::position::action::Order;
use umpire_ea_heresy::position::state::{State, UnitNo, Whereabouts};
use umpire_ea_heresy::position::units;
use umpire_ea_heresy::steps;
use umpire_ea_heresy::steps::assault::result;
use umpire_ea_heresy::tables::rule::Rule;
use umpire_ea_heresy::words::ask::alike::{Alike, Lumped};
use umpire_ea_heresy::words::ask::charges::Approach;
use umpire_ea_heresy::words::ask::storm::{Storm, is_decided};
use umpire_ea_heresy::words::ask::{odds, storm};

/// Units with blows of every kind: plain, first strikes, macro-weapons, titan killers, several dice.
const KINDS: [&str; 13] = [
    "guard",
    "infantry",
    "assault_infantry",
    "charge_infantry",
    "melta_infantry",
    "lance_infantry",
    "daemons",
    "heavy_infantry",
    "tank",
    "titan_hunter_tank",
    "super_heavy_tank",
    "cavalry",
    "jumpers",
];
/// Positions after which all that is told apart is too much for a test.
const MOST: usize = 6_000;

/// A storm of a stronghold, or a charge in the open; now and then by infantry in its carriers, or of weapons
/// that disrupt against a broken formation.
fn drawn(die: Die) -> String {
    let kind = |die: Die| KINDS[die(KINDS.len() as u32) as usize];
    let (size, to) = [("small", 46), ("medium", 50), ("large", 58)][die(3) as usize];
    let held = die(4) > 0;
    let carried = |name: &str, x: u32, y: u32| {
        let aboard = [1, 1, 2].map(|carrier| format!("aboard {name} {carrier}")).join(", ");
        format!("units: {{carrier: 2, infantry: 3}}, at: [[{x}, {y}], [{}, {y}], {aboard}]", x + 4)
    };
    let broken = die(5) == 0;
    let reds = match die(6) {
        _ if broken => {
            let units = format!("nemesis_destroyer_squad: {}", 1 + die(2));
            format!("units: {{{units}}}, from: [38, 34], step: [3.2, 0], facing: 90")
        }
        0 => carried("reds", 38, 34),
        _ => {
            let units = format!("{}: {}, {}: {}", kind(die), 1 + die(3), kind(die), 1 + die(2));
            format!("units: {{{units}}}, from: [38, 34], step: [3.2, 0], facing: 90")
        }
    };
    let blues = match die(4) {
        _ if held => format!("units: {{{}: {}}}, in: keep", KINDS[die(8) as usize], 2 + die(3)),
        _ if broken => {
            let units = format!("{}: {}, shield_engine: 1", kind(die), 1 + die(2));
            format!("units: {{{units}}}, from: [40, 40], step: [4, 0], broken: true")
        }
        0 => carried("blues", 40, 40),
        _ => format!("units: {{{}: {}}}, from: [40, 40], step: [4, 0]", kind(die), 1 + die(3)),
    };
    let deep = to - 2;
    let pieces = match held {
        true => format!(
            "pieces: [{{name: keep, terrain: {size}_stronghold, rect: [40, 40, {to}, {deep}]}}]\n"
        ),
        false => String::new(),
    };
    format!(
        "scenario: storm\nsize: [120, 120]\nvictory: last_stand\nturn: 1\nbegins: {{act: A}}\n\
         {pieces}sides:\n  A:\n    formations:\n      - {{name: reds, {reds}}}\n  \
         B:\n    formations:\n      - {{name: blues, {blues}}}\n"
    )
}

/// Units lost by either side, damage of walls and war engines, and the throws that decide.
type Came = ([usize; 2], Vec<u8>, [u32; 3]);

/// Dice that are asked for.
type Request = RollRequest<Rule>;

/// How likely units fell, where that is known.
type Fell = Option<Vec<(BigUint, BigUint)>>;

fn weighed(
    game: &EaHeresy,
    start: &State,
    lumping: impl Lumping<EaHeresy, Alike>,
) -> Result<(Outcomes<Came>, Fell), NoOdds> {
    let bounds = Bounds { budget: &Budget::default(), positions: MOST, leave_rest: false };
    let lost = |state: &State, unit: UnitNo| !state.unit(unit).alive();
    let played = enumerate_coarsely(
        game,
        start,
        bounds,
        |state, _: &Alike| state.assault.is_none() || is_decided(state),
        |state, seat| Assume::First.answer(game, state, seat, |_| 0.0),
        lumping,
        Alike::default(),
        |end, alike, _| {
            let of = |seat: u8| {
                let all = start.all_units().filter(|unit| start.owner(*unit) == Seat(seat));
                all.filter(|unit| lost(end, *unit)).count()
            };
            let walls = end.strongholds.iter().map(|it| it.damage);
            let worn = walls.chain(end.units.iter().map(|unit| unit.damage)).collect();
            let chances: Vec<Option<(BigUint, BigUint)>> = start
                .all_units()
                .map(|unit| {
                    let chance = alike.chance_of(unit, |unit| lost(end, unit))?;
                    Some(chance.in_lowest_terms())
                })
                .collect();
            let throws = match end.assault {
                Some(_) => result::result_throws(game, end),
                None => [0; 3],
            };
            (([of(0), of(1)], worn, throws), chances)
        },
    )?;
    let mut fell: Vec<Option<Share>> = vec![Some(Share::default()); start.units.len()];
    let mut came: Outcomes<Came> = Outcomes::default();
    for ((end, chances), share) in played.ends {
        for (sum, chance) in fell.iter_mut().zip(&chances) {
            *sum = sum.take().zip(chance.as_ref()).map(|(mut sum, (part, whole))| {
                sum.add(&share.part(part, whole));
                sum
            });
        }
        came.add(end, &share);
    }
    let fell = fell.into_iter().map(|share| share.map(|it| it.in_lowest_terms())).collect();
    Ok((came, fell))
}

fn in_lowest_terms(all: &Outcomes<Came>) -> BTreeMap<Came, (BigUint, BigUint)> {
    all.iter().map(|(came, share)| (came.clone(), share.in_lowest_terms())).collect()
}

#[test]
fn less_told_apart_comes_to_the_same() {
    let (mut compared, mut told) = (0, 0);
    for number in 0.. {
        if compared == 40 {
            break;
        }
        let mut die = splitmix(number);
        let text = drawn(&mut die);
        if !Staged::faults(&text).is_empty() {
            continue;
        }
        let staged = Staged::new(&text);
        let game = &staged.game;
        let approach = [Approach::Contact, Approach::Invading, Approach::Outside][die(3) as usize];
        let (formation, target) = (staged.formation("reds"), staged.formation("blues"));
        let storm = Storm { formation, target, approach, as_if: true, assume: Assume::First };
        let mut start = odds::about_to(game, &staged.state, formation, Order::Engage);
        steps::settle(game, &mut start, &mut Deaf);
        if storm::run_to_dice(game, &mut start, storm, &Budget::default()).is_err() {
            continue;
        }
        let nothing = |_: &State, _: &Request, _: &mut Outlook, _: &mut Alike| {};
        let Ok((all, each)) = weighed(game, &start, nothing) else { continue };
        for blurs in [false, true] {
            let mut of_rolls = Lumped { game, blurs };
            let whole =
                |state: &State, request: &Request, outlook: &mut Outlook, alike: &mut Alike| {
                    of_rolls.coarsen(state, request, outlook, alike);
                };
            let in_parts = weighed(game, &start, Lumped { game, blurs });
            for few in [weighed(game, &start, whole), in_parts] {
                let (few, alone) = few.expect("fewer than all");
                let place = format!("{number}: blurs {blurs}, {approach:?}\n{text}");
                assert_eq!(in_lowest_terms(&few), in_lowest_terms(&all), "{place}");
                if let Some(alone) = alone {
                    assert_eq!(Some(alone), each, "{place}");
                    told += 1;
                }
            }
        }
        compared += 1;
    }
    assert!(told > 2 * compared, "chances of single units are told: {told} of {compared}");
}

#[test]
fn who_is_put_in_contact_strikes_and_nobody_is_torn_off() {
    let mut touching = 0;
    for (number, kind) in KINDS.iter().enumerate() {
        let step = if kind.starts_with("super_heavy") { "8" } else { "3.2" };
        // Walls that nobody holds stand beside those who are charged, and nobody hides in them.
        let text = format!(
            "scenario: far\nsize: [120, 120]\nvictory: last_stand\nturn: 1\nbegins: {{act: A}}\n\
             pieces: [{{name: keep, terrain: medium_stronghold, rect: [44, 92, 54, 100]}}]\nsides:\n  A:\n    \
             formations:\n      - {{name: reds, units: {{{kind}: 5}}, from: [20, 10], step: [{step}, 0], facing: 90}}\n  \
             B:\n    formations:\n      - {{name: blues, units: {{infantry: {}}}, from: [40, 104], step: [4, 0]}}\n",
            1 + number % 6
        );
        let staged = Staged::new(&text);
        let game = &staged.game;
        let (formation, target) = (staged.formation("reds"), staged.formation("blues"));
        let assume = Assume::First;
        let storm = Storm { formation, target, approach: Approach::Contact, as_if: true, assume };
        let mut start = odds::about_to(game, &staged.state, formation, Order::Engage);
        steps::settle(game, &mut start, &mut Deaf);
        storm::run_to_dice(game, &mut start, storm, &Budget::default()).expect("it comes to blows");
        let all: Vec<UnitNo> = start.members(formation).collect();
        assert_eq!(all.len(), 5, "{text}");
        let inside = |unit: &UnitNo| matches!(start.unit(*unit).place, Whereabouts::Inside(_));
        assert!(!all.iter().any(inside), "{text}");
        let touches = |unit: &&UnitNo| {
            start.members(target).any(|foe| units::in_contact(game, &start, **unit, foe))
        };
        let touched = all.iter().filter(touches).count();
        assert!(touched > 0, "{text}");
        touching += touched;
    }
    assert!(touching > 4 * KINDS.len(), "{touching}");
}

#[test]
fn odds_of_an_assault_under_way_are_not_asked_of_another_one() {
    let mut staged = Staged::new(
        "size: [100, 100]\nvictory: last_stand\nturn: 1\n\
         begins: {order: {formation: reds, order: engage}}\nsides:\n  A:\n    formations:\n      \
         - {name: reds, units: {infantry: 1}, at: [[50, 27]]}\n      \
         - {name: greens, units: {infantry: 1}, at: [[90, 27]]}\n  B:\n    formations:\n      \
         - {name: blues, units: {infantry: 1}, at: [[50, 40]]}\n      \
         - {name: greys, units: {infantry: 1}, at: [[90, 40]]}\n",
    );
    let ask = |staged: &Staged, text: &str| {
        let answer = staged.game.ask(&staged.state, None, text, &Budget::default());
        answer.map(|answer| answer.headline).map_err(|slip| slip.to_string())
    };
    let act = |staged: &mut Staged, seat: Seat, text: &str| {
        let action = staged.game.parse(&staged.state, seat, text).expect("it is read");
        staged.game.act(&mut staged.state, seat, &action, &mut Deaf).expect("it is legal");
    };
    act(&mut staged, Seat(0), "engage blues");
    ask(&staged, "odds reds engages blues as if in contact").expect("nobody has moved");
    act(&mut staged, Seat(0), "reds holds");
    act(&mut staged, Seat(1), "done");
    for text in ["odds reds engages blues outside", "odds reds engages blues as if in contact"] {
        let says = ask(&staged, text).expect_err("the charge is over");
        assert!(says.contains("`odds reds engages blues` weighs it as it stands"), "{says}");
    }
    for text in ["odds blues engages reds", "odds reds engages greys", "odds greens engages blues"]
    {
        let says = ask(&staged, text).expect_err("they fight");
        assert!(says.contains("is in an assault: `odds reds engages blues`"), "{says}");
    }
    let says = ask(&staged, "odds greens engages greys outside").expect("they do not fight");
    assert!(says.starts_with("greens engages greys from outside: wins"), "{says}");
    let says = ask(&staged, "odds reds engages blues").expect("it is asked");
    assert!(says.starts_with("reds engages blues as it stands: wins "), "{says}");
}
