//! EA-Heresy: assaults, fire and tests of ground by classes of faces, beside every face one by one.

use num_bigint::BigUint;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Observe, Pending};
use umpire_core::host::{Hosted, Loaded};
use umpire_core::odds::{Budget, Share, enumerate_told};
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;
use umpire_ea_heresy::position::action::Action;
use umpire_ea_heresy::position::event::Event;
use umpire_ea_heresy::position::state::{FormationNo, State};
use umpire_ea_heresy::position::step::Step;
use umpire_ea_heresy::{EaHeresy, Rule};
use umpire_tests::{loaded, project, source};

/// A position from which dice are weighed.
struct Stand {
    game: EaHeresy,
    state: State,
}

impl Stand {
    /// A scenario in which these lines, such as `A: done`, have been typed.
    fn of(scenario: &str, typed: &[&str]) -> Stand {
        let text = format!("game: ea-heresy\nedition: head-2026-04\nsize: [100, 80]\n{scenario}");
        let Loaded { game, setup, .. } = loaded::<EaHeresy>(&text);
        let mut state = game.start(&setup).expect("the position is sound");
        for line in typed {
            let (seat, words) = line.split_once(": ").expect("a line names its seat");
            let seat = Seat(u8::from(seat == "B"));
            let action = game.parse(&state, seat, words);
            let action = action.unwrap_or_else(|slip| panic!("{line}: {slip:?}"));
            let acted = game.act(&mut state, seat, &action, &mut Deaf);
            acted.unwrap_or_else(|broken| panic!("{line}: {broken:?}"));
        }
        Stand { game, state }
    }

    fn rolls(&self, state: &State) -> bool {
        matches!(self.game.pending(state, &mut Silent), Pending::Roll(_))
    }
}

/// How an assault came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
enum Told {
    #[default]
    Nothing,
    /// Dice were rolled for the result, and this side won.
    Rolled(Option<Seat>),
    /// A side had nobody left.
    Alone,
}

impl Observe<Event> for Told {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::Resolved { winner, .. } => *self = Told::Rolled(winner),
            Event::Noted { rule: Rule::AssaultResult, .. } => *self = Told::Alone,
            _ => {}
        }
    }
}

/// Ends with their shares, in lowest terms.
type Ends<K> = BTreeMap<K, (BigUint, BigUint)>;

/// The first answer listed.
fn first_of(game: &EaHeresy, state: &State, seat: Seat) -> Option<Action> {
    let mut listed = Vec::new();
    game.legal(state, seat, &mut listed);
    listed.into_iter().next()
}

/// Every face of every die by itself; only positions that are equal in every field are joined.
fn face_by_face<K: Ord>(
    at: &Stand,
    over: impl Fn(&State, Told) -> bool,
    end: impl Fn(&State, Told) -> K,
) -> Ends<K> {
    let mut ends: BTreeMap<K, Share> = BTreeMap::new();
    let mut open = HashMap::from([((at.state.clone(), Told::Nothing), Share::whole())]);
    while !open.is_empty() {
        let mut next: HashMap<(State, Told), Share> = HashMap::new();
        for ((state, told), share) in open {
            let pending = at.game.pending(&state, &mut Silent);
            if over(&state, told) || matches!(pending, Pending::Over(_)) {
                ends.entry(end(&state, told)).or_default().add(&share);
                continue;
            }
            if let Pending::Choice(choice) = &pending {
                let seat = choice.seats.first().expect("somebody is asked");
                let action = first_of(&at.game, &state, seat).expect("there is an answer");
                let (mut state, mut told) = (state, told);
                at.game.act(&mut state, seat, &action, &mut told).expect("it is legal");
                next.entry((state, told)).or_default().add(&share);
                continue;
            }
            let Pending::Roll(request) = pending else { continue };
            let dice = request.dice() as u32;
            let part = share.part(&1u8.into(), &6u32.pow(dice).into());
            for number in 0..6u32.pow(dice) {
                let faces: Vec<Face> =
                    (0..dice).map(|die| (number / 6u32.pow(die) % 6) as Face).collect();
                let (mut after, mut told) = (state.clone(), told);
                at.game.resolve(&mut after, &faces, &mut told);
                next.entry((after, told)).or_default().add(&part);
            }
        }
        open = next;
    }
    ends.into_iter().map(|(end, share)| (end, share.in_lowest_terms())).collect()
}

/// The ends by classes of faces, after a look whether they are those of every face one by one.
fn weighed<K: Ord + Hash + Debug>(
    at: &Stand,
    over: impl Fn(&State, Told) -> bool,
    end: impl Fn(&State, Told) -> K,
) -> Ends<K> {
    let counted = face_by_face(at, &over, &end);
    let policy = |state: &State, seat| first_of(&at.game, state, seat);
    let stop = |state: &State, told: &Told| over(state, *told);
    let measure = |state: &State, told: &Told| end(state, *told);
    let told = Told::Nothing;
    let classed = enumerate_told(&at.game, &at.state, 100_000, stop, policy, told, measure);
    let classed = classed.expect("there are few outcomes").into_iter();
    let classed: Ends<K> = classed.map(|(end, share)| (end, share.in_lowest_terms())).collect();
    assert!(counted.len() > 1, "something may happen");
    assert_eq!(classed, counted, "by classes, and face by face");
    classed
}

/// The share of all ends for which something holds.
fn share_of<K>(ends: &Ends<K>, holds: impl Fn(&K) -> bool) -> (BigUint, BigUint) {
    let mut sum = Share::default();
    for (_, (part, whole)) in ends.iter().filter(|(end, _)| holds(end)) {
        sum.add(&Share::of(part.clone(), whole.clone()));
    }
    sum.in_lowest_terms()
}

fn fraction(part: u32, whole: u32) -> (BigUint, BigUint) {
    Share::of(part, whole).in_lowest_terms()
}

/// How an assault ends: who won, units left of both sides after the loser's extra hits, damage to
/// the first stronghold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Fought {
    winner: Option<Seat>,
    left: [usize; 2],
    walls: u8,
}

fn fought(state: &State, told: Told) -> Fought {
    let left = [0, 1].map(|formation| state.members(FormationNo(formation)).count());
    let winner = match (told, left) {
        (Told::Rolled(winner), _) => winner,
        (_, [0, 0]) => None,
        (_, [left, _]) => Some(Seat(u8::from(left == 0))),
    };
    let walls = state.strongholds.first().map_or(0, |stronghold| stronghold.damage);
    Fought { winner, left, walls }
}

fn assault(scenario: &str, typed: &[&str]) -> Ends<Fought> {
    let over = |_: &State, told| told != Told::Nothing;
    weighed(&Stand::of(scenario, typed), over, fought)
}

/// Of 1296 throws of two dice a side, how many the first side wins, ties and loses with that lead.
fn result_rolls(lead: i32) -> [u32; 3] {
    // The higher of two dice is 1 in one throw of 36, 2 in three, and so on.
    let mut throws = [0; 3];
    for (own, other) in (1..=6).flat_map(|own| (1..=6).map(move |other| (own, other))) {
        let place = 1 - (own + lead - other).signum();
        throws[place as usize] += ((2 * own - 1) * (2 * other - 1)) as u32;
    }
    throws
}

/// Shares of an assault's winners by hand: each unit of either side is lost in so many of so many
/// cases, and `lead` says what the first side is ahead by when so many are lost.
fn by_hand(
    units: [u32; 2],
    lost: [(u32, u32); 2],
    lead: impl Fn([i32; 2]) -> i32,
) -> [(BigUint, BigUint); 3] {
    let ways = |side: usize, dead: u32| {
        let (units, (dies, of)) = (units[side], lost[side]);
        let chosen = (0..dead).fold(1, |product, at| product * (units - at) / (at + 1));
        chosen * dies.pow(dead) * (of - dies).pow(units - dead)
    };
    let mut sums = [0; 3];
    for (a, b) in (0..=units[0]).flat_map(|a| (0..=units[1]).map(move |b| (a, b))) {
        let throws = match (a == units[0], b == units[1]) {
            (true, true) => [0, 1296, 0],
            (true, false) => [0, 0, 1296],
            (false, true) => [1296, 0, 0],
            _ => result_rolls(lead([a as i32, b as i32])),
        };
        for (sum, throws) in sums.iter_mut().zip(throws) {
            *sum += ways(0, a) * ways(1, b) * throws;
        }
    }
    let whole = lost[0].1.pow(units[0]) * lost[1].1.pow(units[1]) * 1296;
    assert_eq!(sums.iter().sum::<u32>(), whole);
    sums.map(|sum| fraction(sum, whole))
}

/// Shares of the first side winning, of nobody, and of the second.
fn winners(ends: &Ends<Fought>) -> [(BigUint, BigUint); 3] {
    [Some(Seat(0)), None, Some(Seat(1))].map(|seat| share_of(ends, |end| end.winner == seat))
}

/// What more units than the other side are worth (EA-8.7.2).
fn more_units(own: i32, other: i32) -> i32 {
    i32::from(own > other) + i32::from(own > 2 * other)
}

#[test]
fn a_firefight_in_the_open() {
    let scenario = "begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {formations: [{name: reds, units: {infantry: 1}, at: [[50, 27]]}]}\n  \
        B: {formations: [{name: blues, units: {infantry: 1}, at: [[50, 40]]}]}\n";
    let duel = assault(scenario, &["A: done", "B: done"]);
    // Either dies in 1/2 * 2/3 = 1/3 of all cases. If neither does, the dice are even: 505 of 1296
    // throws for each, 286 ties.
    let even = fraction(2 * 1296 + 4 * 505, 9 * 1296);
    let nobody = fraction(1296 + 4 * 286, 9 * 1296);
    assert_eq!(winners(&duel), [even.clone(), nobody, even]);
    assert_eq!(fraction(1153, 2916), winners(&duel)[0]);

    let scenario = "begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {formations: [{name: reds, units: {infantry: 2}, at: [[50, 27], [54, 27]], markers: 1}]}\n  \
        B: {formations: [{name: blues, units: {infantry: 2}, at: [[50, 40], [54, 40]]}]}\n";
    let pairs = assault(scenario, &["A: done", "B: done"]);
    let lead = |[a, b]: [i32; 2]| {
        let units = more_units(2 - a, 2 - b) - more_units(2 - b, 2 - a);
        // The second side has no marker, the first has more; and more than units only if none is left.
        b - a + units - 2
    };
    assert_eq!(winners(&pairs), by_hand([2, 2], [(1, 3), (1, 3)], lead));
}

#[test]
fn close_combat_in_the_open() {
    // First strikes kill before the others strike; the third fires past those who touch.
    let scenario = "begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {formations: [{name: reds, units: {assault_infantry: 2}, at: [[50, 34], [53, 34]]}]}\n  \
        B: {formations: [{name: blues, units: {guard: 2}, at: [[50, 40], [53, 40]], markers: 2}]}\n";
    let charge = "A: reds 1 charges blues 1; reds 2 charges blues 2";
    assault(scenario, &[charge]);
    // Dice of one pool that need different numbers: a devastating charge beside a plain one.
    let scenario = scenario.replace("{assault_infantry: 2}", "{charge_infantry: 1, infantry: 1}");
    assault(&scenario, &[charge]);
    let scenario = "begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {formations: [{name: reds, units: {heavy_infantry: 1, inspiring_infantry: 1}, at: [[50, 34], [53, 29]]}]}\n  \
        B: {formations: [{name: blues, units: {daemons: 1, conscripts: 2}, at: [[50, 40], [53, 40], [56, 40]]}]}\n";
    assault(scenario, &["A: reds 1 charges blues 1", "A: done"]);
}

#[test]
fn a_stronghold_from_outside() {
    let scenario = "pieces: [{name: keep, terrain: small_stronghold, rect: [40, 20, 50, 30]}]\n\
        begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {infantry: 2}, from: [43, 9], step: [3, 0], facing: 90}]}\n  \
        B: {army: training, formations: [{name: blues, units: {conscripts: 2}, in: keep}]}\n";
    let typed = ["A: all charges keep", "B: done", "A: strike as usual"];
    let stormed = assault(scenario, &typed);
    // A die hits on 4+ and gets past 5+ rolled twice in 2/9 of all cases.
    assert_eq!(share_of(&stormed, |end| end.walls == 0), fraction(49, 81));

    // Hits of the firefight go to the walls or to who stands beside them.
    let scenario = "pieces: [{name: keep, terrain: medium_stronghold, rect: [40, 20, 50, 45]}]\n\
        begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {infantry: 2}, from: [33, 29], step: [0, 3], facing: 0}]}\n  \
        B: {army: training, formations: [{name: blues, units: {infantry: 2}, at: [in keep, [36, 38.5]]}]}\n";
    let typed = ["A: done", "B: done", "A: strike as usual"];
    assault(scenario, &typed);
}

#[test]
fn an_invasion() {
    let scenario = "pieces: [{name: keep, terrain: small_stronghold, rect: [40, 20, 50, 30]}]\n\
        begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {infantry: 2}, from: [43, 10], step: [3, 0], facing: 90}]}\n  \
        B: {army: training, formations: [{name: blues, units: {conscripts: 2}, in: keep}]}\n";
    let invaded = assault(scenario, &["A: all invades keep"]);
    // Invaders hit on 4+ through cover saves of 3+, occupants on 6+ through armour of 5+.
    let lead = |[a, b]: [i32; 2]| {
        let (own, other) = (2 - a, 2 - b + 4);
        b - a + more_units(own, other) - more_units(other, own)
    };
    assert_eq!(winners(&invaded), by_hand([2, 2], [(1, 9), (1, 6)], lead));

    // One of two touches the walls: three occupants are tied or fire, the keep is hit too.
    let scenario = "pieces: [{name: keep, terrain: medium_stronghold, rect: [40, 20, 50, 30]}]\n\
        begins: {order: {formation: reds, order: engage}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {infantry: 2}, from: [43, 10], step: [3, 0], facing: 90}]}\n  \
        B: {army: training, formations: [{name: blues, units: {infantry: 2}, in: keep}]}\n";
    let typed = [
        "A: reds 1 invades keep; reds 2 charges keep",
        "B: tie blues 1 to reds 1",
        "B: done",
        "A: strike as usual",
    ];
    let both = assault(scenario, &typed);
    assert!(both.keys().any(|end| end.walls > 0 && end.left[1] < 2));
}

/// What fire leaves: units of the target, damage to its first, its markers, whether it is broken.
fn shot(scenario: &str, typed: &[&str]) -> Ends<(usize, u8, u8, bool)> {
    let busy = |step: &Step| matches!(step, Step::Shooting(_) | Step::Harm(_));
    let over = |state: &State, _| !state.steps.iter().any(busy);
    weighed(&Stand::of(scenario, typed), over, |state, _| {
        let target = FormationNo(1);
        let damage = state.members(target).next().map_or(0, |unit| state.unit(unit).damage);
        let record = state.formation(target);
        (state.members(target).count(), damage, record.markers, record.broken)
    })
}

#[test]
fn fire_at_units_in_cover() {
    let scenario = "pieces: [{terrain: crater, rect: [45, 25, 55, 35]}]\n\
        begins: {order: {formation: reds, order: marshal}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {infantry: 1}, at: [[50, 10]]}]}\n  \
        B: {army: training, formations: [{name: blues, units: {infantry: 1}, at: [[50, 30]]}, {name: greys, units: {guard: 1}, at: [[90, 70]]}]}\n";
    // Rifles need 4+, the marshal and the crater take 1 each: 6+, against a cover save of 4+.
    let sole = shot(scenario, &["A: shoot", "A: shoot blues"]);
    assert_eq!(share_of(&sole, |end| end.0 == 0), fraction(1, 12));

    let scenario = scenario.replace("marshal", "sustained_fire");
    let sole = shot(&scenario, &["A: shoot blues"]);
    assert_eq!(share_of(&sole, |end| end.0 == 0), fraction(1, 4));

    let scenario = "pieces: [{terrain: crater, rect: [45, 25, 55, 35]}]\n\
        begins: {order: {formation: reds, order: sustained_fire}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {infantry: 3}, from: [47, 10], step: [3, 0]}]}\n  \
        B: {army: training, formations: [{name: blues, units: {infantry: 3}, at: [[54, 30], [57, 30], [60, 30]]}, {name: greys, units: {guard: 1}, at: [[90, 70]]}]}\n";
    shot(scenario, &["A: shoot blues"]);
}

#[test]
fn fire_at_war_engines() {
    let scenario = "begins: {order: {formation: reds, order: sustained_fire}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {great_titan: 1}, at: [[50, 10]], facing: 90}]}\n  \
        B: {army: training, formations: [{name: blues, units: {scout_titan: 1}, at: [[50, 50]]}, {name: greys, units: {guard: 1}, at: [[90, 70]]}]}\n";
    shot(scenario, &["A: shoot blues with reds gun 1 at"]);
    // A titan killer's D3 against three points and armour that does not count.
    let scenario = scenario.replace("{scout_titan: 1}", "{super_heavy_tank: 1}");
    let tank = shot(&scenario, &["A: shoot blues with reds gun 1 at"]);
    // 5/6 hit; 3 points destroy it, 1 or 2 do with a critical hit: 1/6, 11/36.
    let ruined = 5 * (2 * 36 + 2 * 6 + 2 * 11);
    assert_eq!(share_of(&tank, |end| end.0 == 0), fraction(ruined, 6 * 6 * 36));
}

#[test]
fn fire_that_leaves_markers_and_fire_at_walls() {
    let scenario = "begins: {order: {formation: reds, order: sustained_fire}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {pulse_infantry: 2}, at: [[50, 10], [53, 10]]}]}\n  \
        B: {army: training, formations: [{name: blues, units: {infantry: 9}, from: [45, 30], step: [3, 0]}, {name: greys, units: {guard: 1}, at: [[90, 70]]}]}\n";
    let markers = shot(scenario, &["A: shoot blues"]);
    // Each of two dice hits on 3+ and leaves as many markers as a further die shows, beside the
    // one of a formation that is shot at.
    assert_eq!(share_of(&markers, |end| end.2 == 1), fraction(1, 9));
    let scenario = "pieces: [{name: keep, terrain: small_stronghold, rect: [40, 20, 50, 30]}]\n\
        begins: {order: {formation: reds, order: sustained_fire}}\nsides:\n  \
        A: {army: training, formations: [{name: reds, units: {siege_tank: 2}, at: [[43, 5], [47, 5]], facing: 90}]}\n  \
        B: {army: training, formations: [{name: blues, units: {infantry: 3}, in: keep}, {name: greys, units: {guard: 1}, at: [[90, 70]]}]}\n";
    let stand = Stand::of(scenario, &["A: shoot blues"]);
    let busy = |step: &Step| matches!(step, Step::Shooting(_) | Step::Harm(_));
    let over = |state: &State, _| !state.steps.iter().any(busy);
    weighed(&stand, over, |state, _| {
        (state.strongholds[0].damage, state.formation(FormationNo(1)).markers)
    });
}

#[test]
fn tests_of_ground() {
    let test = |terrain: &str, unit: &str, typed: &str| {
        let scenario = format!(
            "pieces: [{{name: ground, terrain: {terrain}, rect: [40, 30, 60, 70]}}]\n\
             begins: {{order: {{formation: reds, order: advance}}}}\nsides:\n  \
             A: {{formations: [{{name: reds, units: {{{unit}: 1}}, from: [38, 50], facing: 0}}]}}\n  \
             B: {{formations: [{{name: blues, units: {{guard: 1}}, from: [90, 70]}}]}}\n"
        );
        let stand = Stand::of(&scenario, &[typed]);
        let over = |state: &State, _| !stand.rolls(state);
        weighed(&stand, over, |state, _| (state.units[0].alive(), state.units[0].damage))
    };
    let dead = |ends: &Ends<(bool, u8)>| share_of(ends, |(alive, _)| !alive);
    let (far, near) = ("A: reds to (44, 50)", "A: reds to (43, 50) cautious");
    assert_eq!(dead(&test("woods", "light_tank", far)), fraction(1, 6));
    assert_eq!(dead(&test("woods", "light_tank", near)), fraction(1, 36));
    assert_eq!(dead(&test("woods", "walker_tank", far)), fraction(1, 36));
    assert_eq!(dead(&test("scrub", "light_tank", far)), fraction(1, 12));
    // A war engine loses a point, and is destroyed by a critical hit.
    let engine = test("woods", "super_heavy_tank", far);
    assert_eq!(dead(&engine), fraction(1, 36));
    assert_eq!(share_of(&engine, |(_, damage)| *damage == 1), fraction(5, 36));
}

/// The rows that `odds` tells of the shipped storm: outcome, chance, the same as a fraction.
fn storm(how: &str) -> Vec<String> {
    let path = project().join("data/ea-heresy/scenarios/storm-the-keep.yaml");
    let Loaded { game, setup, .. } = loaded::<EaHeresy>(&source(&path).expect("it is there").text);
    let state = game.start(&setup).expect("the position is sound");
    let answer =
        game.ask(&state, None, &format!("odds stormers engages guards {how}"), &Budget::default());
    let answer = answer.expect("the storm can be weighed");
    assert!(answer.headline.contains("ties, whose further rounds are not weighed"));
    answer.rows.iter().skip(1).map(|row| row.join(" | ")).collect()
}

#[test]
fn the_storm_of_the_keep() {
    let invading = [
        "stormers wins | 66.56 % | 14800335341949925/22236242266222092",
        "a tie: another round | 10.21 % | 27238578037478579/266834907194665104",
        "guards wins | 23.23 % | 61992305053787425/266834907194665104",
    ];
    assert_eq!(storm("invading"), invading);
    let outside = [
        "stormers wins | 26.10 % | 15924781031425/61004779879896",
        "stormers wins, a stronghold falls | 0.60 % | 1239568810492/205891132094649",
        "a tie: another round | 14.80 % | 18053945342429/122009559759792",
        "a tie: another round, a stronghold falls | 0.00 % | 7341392944/205891132094649",
        "guards wins | 58.49 % | 71365735288529/122009559759792",
        "guards wins, a stronghold falls | 0.00 % | 2374845412/205891132094649",
    ];
    assert_eq!(storm("outside"), outside);
    let chances: Vec<String> =
        storm("").iter().map(|row| row.split(" | ").nth(1).unwrap_or_default().into()).collect();
    assert_eq!(chances, ["33.18 %", "40.06 %", "8.97 %", "0.21 %", "17.52 %", "0.07 %"]);
}
