//! Magic from hand-made positions: what a roll makes, what may be cast, and what spells do.

use umpire_core::dice::Face;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruleset::GameTables;
use umpire_core::ruling::{Ruling, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_core::testing::splitmix;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::action::{Action, Cast, Target};
use umpire_dragon_dice::position::event::Event;
use umpire_dragon_dice::position::lasting::{Effect, Ends, Lasting, On};
use umpire_dragon_dice::position::pieces::{Army, Force, Member, Piece, PieceSet, Place, Roster};
use umpire_dragon_dice::position::roll::kinds::{Change, RollKind};
use umpire_dragon_dice::position::setup;
use umpire_dragon_dice::position::stack::Step;
use umpire_dragon_dice::position::stack::march::MarchStep;
use umpire_dragon_dice::position::stack::purse::{Maker, Mana, Purse, With};
use umpire_dragon_dice::position::state::{Ground, Side, State};
use umpire_dragon_dice::rules::magic::purse::{Demand, Wanted};
use umpire_dragon_dice::steps::magic::summon;
use umpire_dragon_dice::tables::catalog::Types;
use umpire_dragon_dice::tables::catalog::effects::RollKinds;
use umpire_dragon_dice::tables::catalog::{
    Catalog, Counted, Element, Elements, SpeciesId, SpellId,
};
use umpire_dragon_dice::tables::rule::Rule;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const HOME_A: Place = Place(0);
const HOME_B: Place = Place(1);
const FRONTIER: Place = Place(2);

pub struct Table {
    pub game: DragonDice,
    pub state: State,
}

pub type Dice<'a> = &'a [(&'a str, Place)];

impl Table {
    /// Two players' dice, three terrains with their faces; the first player chooses an army to march.
    pub fn new(edition: &str, sides: [Dice; 2], grounds: [(&str, u8); 3]) -> Table {
        let catalog =
            Catalog::read(&crate::tables::catalog::files()).expect("the shipped tables read");
        let rules = catalog.editions[edition].clone();
        let names = vec!["a".to_string(), "b".to_string()];
        let game =
            DragonDice::new(catalog.kept_to(&rules).into(), rules, edition.to_string(), names);
        let kind = |id: &str| game.catalog.kind_named(id).unwrap_or_else(|| panic!("no `{id}`"));
        let force = |dice: Dice| {
            let member = |(id, _): &(&str, Place)| {
                let kind = kind(id);
                let sort = setup::sort(&game, kind).expect("a die of a force");
                Member { kind, sort, health: game.catalog.kind(kind).health }
            };
            Force::new(dice.iter().map(member).collect(), 24)
        };
        let side = |dice: Dice| {
            let mut side = Side::default();
            for (number, (_, place)) in (0..).zip(dice) {
                let set = &mut side.places[usize::from(place.0)];
                *set = set.with(PieceSet::only(number));
            }
            side
        };
        let ground = |(id, face): (&str, u8)| {
            let holder = (face == 8).then_some(A);
            Ground { kind: kind(id), face, holder, named: None, held: 0 }
        };
        let state = State {
            roster: Roster::new(sides.map(force).into()),
            sides: sides.into_iter().map(side).collect(),
            grounds: grounds.into_iter().map(ground).collect(),
            effects: Vec::new(),
            turn: 1,
            marching: A,
            marched: 0,
            idle: 0,
            steps: vec![Step::March(MarchStep::Choose { second: false })],
            rolls: Vec::new(),
            fight: None,
            dragons: None,
            casting: None,
            assembling: None,
            conceded: Seats::NONE,
            over: None,
            stirred: Default::default(),
        };
        Table { game, state }
    }

    pub fn act(&mut self, seat: Seat, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        let done = self.game.act(&mut self.state, seat, &action, &mut events);
        done.unwrap_or_else(|refusal| panic!("{action:?} is refused: {refusal:?}"));
        events
    }

    pub fn roll(&mut self, faces: &[Face]) -> Vec<Event> {
        let mut events = Vec::new();
        self.game.roll(&mut self.state, faces, &mut events).expect("the faces fit");
        events
    }

    /// The army of the first player at a place takes a magic action, and these faces fall.
    fn magic(&mut self, place: Place, faces: &[Face]) {
        self.act(A, Action::March(place));
        if place.as_terrain().is_some() {
            self.act(A, Action::Pass);
        }
        self.act(A, Action::Magic);
        self.roll(faces);
    }

    fn spell(&self, id: &str) -> SpellId {
        self.game.catalog.spell_named(id).unwrap_or_else(|| panic!("no spell `{id}`"))
    }

    fn cast(&self, id: &str, at: Target) -> Cast {
        Cast { spell: self.spell(id), element: None, times: 1, at }
    }

    fn casts(&mut self, cast: Cast) {
        self.act(A, Action::Cast(cast));
    }

    /// The rules by which a cast is refused.
    fn refused(&self, cast: Cast) -> Vec<String> {
        let mut ruling = Ruling::default();
        let silent = self.game.check(&self.state, A, &Action::Cast(cast), &mut Silent);
        let _ = self.game.check(&self.state, A, &Action::Cast(cast), &mut ruling);
        assert_eq!(silent.is_ok(), ruling.holds(), "both checks agree");
        ruling.broken.iter().map(|rule| self.game.cite(*rule)).collect()
    }

    fn room(&self, of: Wanted) -> u16 {
        let casting = self.state.casting.as_ref().expect("magic is being spent");
        casting.purse.room(&[], &Demand { of, species: None, items: false })
    }

    fn at(&self, seat: Seat, place: Place) -> Vec<u8> {
        self.state.at(seat, place).iter().collect()
    }
}

fn army(owner: Seat, place: Place) -> Army {
    Army { owner, place }
}

fn unit(owner: Seat, number: u8) -> Target {
    Target::Piece(Piece { owner, number })
}

const PLAIN: [(&str, u8); 3] =
    [("coastland-city", 1), ("highland-city", 5), ("wasteland-tower", 5)];

/// A Conjurer (2 health, air and water): ID is 2; an Evoker is its small one.
fn coral(edition: &str) -> Table {
    let own = [("conjurer", HOME_A), ("enchanter", HOME_A), ("evoker", FRONTIER)];
    let other = [("trickster", HOME_A), ("hedge-wizard", HOME_B), ("death-mage", FRONTIER)];
    Table::new(edition, [&own, &other], PLAIN)
}

#[test]
fn magic_of_two_elements_is_split_result_by_result() {
    let mut table = coral("current");
    table.magic(HOME_A, &[0, 0]);
    assert_eq!(table.room(Wanted::Element(Element::Air)), 5);
    assert_eq!(table.room(Wanted::Element(Element::Water)), 5);
    assert_eq!(table.room(Wanted::Element(Element::Fire)), 0);
    assert_eq!(table.room(Wanted::Ivory), 0);
    table.casts(table.cast("hailstorm", Target::Army(army(B, HOME_A))));
    table.casts(table.cast("watery-double", Target::Army(army(A, HOME_A))));
    let third = table.cast("watery-double", Target::Army(army(A, FRONTIER)));
    assert_eq!(table.refused(third), ["DD-7.8"]);
}

/// Adds what lasts on a place, made by the second player.
fn lies(table: &mut Table, spell: &str, on: On, does: Lasting) {
    let rule = Rule::Spell(table.spell(spell));
    table.state.add_effect(Effect { rule, by: B, on, does, ends: Ends::TurnStart(B) });
}

#[test]
fn what_is_taken_from_magic_comes_off_icons_first() {
    let mut table = coral("current");
    let (rolls, types) = (RollKinds::ARMY, Types::only(Counted::Magic));
    let does = Lasting::Modify { rolls, types, change: Change::Subtract(4) };
    lies(&mut table, "magic-drain", On::Terrain(0), does);
    // The conjurer shows 3 magic, the enchanter its ID: 6 less 4, all of it ID.
    table.magic(HOME_A, &[2, 0]);
    assert_eq!(table.room(Wanted::Anything), 2);
}

#[test]
fn castings_on_one_target_add_up_to_one_bigger_effect() {
    let mut table = coral("current");
    table.magic(HOME_A, &[0, 2]);
    let cast = Cast { times: 3, ..table.cast("watery-double", Target::Army(army(A, HOME_A))) };
    table.casts(cast);
    // Nothing more can be bought: the spell takes effect at once.
    let [effect] = table.state.effects.as_slice() else { panic!("{:?}", table.state.effects) };
    let saves = Types::only(Counted::Save);
    let does = Lasting::Modify { rolls: RollKinds::ARMY, types: saves, change: Change::Add(3) };
    assert_eq!((effect.does, effect.ends), (does, Ends::TurnStart(A)));
    assert_eq!(effect.on, On::Army(army(A, HOME_A)));
    assert!(table.state.casting.is_none());
}

#[test]
fn each_refusal_names_its_rule() {
    let mut table = coral("current");
    table.magic(HOME_A, &[0, 2]);
    let own = Target::Army(army(A, HOME_A));
    let foe = Target::Army(army(B, HOME_A));
    assert_eq!(table.refused(table.cast("stone-skin", own)), ["DD-7.9"]);
    assert_eq!(table.refused(table.cast("fields-of-ice", Target::Terrain(HOME_A))), ["DD-7.9"]);
    assert_eq!(table.refused(Cast { times: 4, ..table.cast("watery-double", own) }), ["DD-7.8"]);
    assert_eq!(table.refused(table.cast("hailstorm", own)), ["DD-7.SPELL.hailstorm"]);
    assert_eq!(table.refused(table.cast("hailstorm", foe)), [] as [&str; 0]);
    assert_eq!(table.refused(table.cast("deluge", Target::Terrain(HOME_A))), [] as [&str; 0]);
    let strike = table.cast("lightning-strike", unit(B, 0));
    assert_eq!(table.refused(Cast { times: 2, ..strike }), ["DD-7.8", "DD-7.15"]);
}

#[test]
fn a_classic_id_counts_twice_as_an_element_of_unit_and_terrain() {
    let own = [("conjurer", FRONTIER), ("enchanter", FRONTIER)];
    let other = [("trickster", HOME_B)];
    let mut table =
        Table::new("classic", [&own, &other], [PLAIN[0], PLAIN[1], ("wasteland-tower", 1)]);
    table.magic(FRONTIER, &[0, 0]);
    // Five points of IDs; air, which the Wasteland holds, counts twice, water does not.
    let want = |of| Demand { of, species: None, items: false };
    let (air, water) = (Wanted::Element(Element::Air), Wanted::Element(Element::Water));
    assert_eq!((table.room(air), table.room(water)), (10, 5));
    let purse = &table.state.casting.as_ref().expect("magic").purse;
    assert_eq!(purse.room(&[(want(water), 4)], &want(air)), 2);
    assert_eq!(purse.room(&[(want(air), 3)], &want(water)), 3);
    assert_eq!(purse.room(&[(want(air), 10)], &want(water)), 0);
}

/// The most of the last want that magic comes to when every other want is met, by trying everything: for
/// each kind the wants it serves and those it serves twice, as bits, and its points.
fn most_by_trial(kinds: &[(u32, u32, u16)], needs: &mut [u16]) -> Option<u16> {
    let Some(((once, twice, points), rest)) = kinds.split_first() else {
        return needs.iter().all(|need| *need == 0).then_some(0);
    };
    let mut best = None;
    let doubled = if *twice == 0 { 0 } else { *points };
    for doubled in 0..=doubled {
        best = best.max(dealt(&[(*once, points - doubled), (*twice, 2 * doubled)], rest, needs, 0));
    }
    best
}

/// The same when these points are dealt out among the wants they serve, from one want on.
fn dealt(
    points: &[(u32, u16)],
    rest: &[(u32, u32, u16)],
    needs: &mut [u16],
    want: usize,
) -> Option<u16> {
    let Some(((served, left), others)) = points.split_first() else {
        return most_by_trial(rest, needs);
    };
    if want == needs.len() {
        let own = if served >> want & 1 == 1 { *left } else { 0 };
        return dealt(others, rest, needs, 0).map(|more| more + own);
    }
    let most = if served >> want & 1 == 1 { needs[want].min(*left) } else { 0 };
    let mut best = None;
    for spent in 0..=most {
        needs[want] -= spent;
        let mut points = points.to_vec();
        points[0].1 -= spent;
        best = best.max(dealt(&points, rest, needs, want + 1));
        needs[want] += spent;
    }
    best
}

#[test]
fn doubled_magic_comes_to_what_trying_every_division_finds() {
    let elements = [Element::Air, Element::Earth, Element::Fire];
    let mut die = splitmix(7);
    let (mut divided, mut short) = (0, 0);
    for _ in 0..600 {
        let (mut purse, mut made) = (Purse::default(), Vec::new());
        for number in 0..3 {
            let of = |bits: u32| {
                let own = elements.iter().zip(0..).filter(|(_, at)| bits >> at & 1 == 1);
                own.fold(Elements::NONE, |all, (one, _)| all.union(Elements::of(*one)))
            };
            let own = die(7) + 1;
            let (all, twice, amount) = (own, own & die(8), die(4) as u16);
            let by = Maker::Units(SpeciesId(number));
            let (elements, doubling, with) = (of(all), of(twice), With::Specials);
            purse.add(Mana { elements, ivory: false, by, with, doubling, amount });
            made.push((all, twice, amount));
        }
        let mut drawn = || (die(3), die(5) as u16);
        let wants: Vec<(u32, u16)> = (0..3).map(|_| drawn()).collect();
        let demand = |at: u32| {
            let of = Wanted::Element(elements[at as usize]);
            Demand { of, species: None, items: false }
        };
        let taken: Vec<(Demand, u16)> =
            wants[..2].iter().map(|(at, need)| (demand(*at), *need)).collect();
        let serves = |bits: u32| -> u32 {
            (0..).zip(&wants).map(|(want, (at, _))| (bits >> at & 1) << want).sum()
        };
        let kinds: Vec<(u32, u32, u16)> = made
            .iter()
            .map(|(all, twice, points)| (serves(*all), serves(*twice), *points))
            .collect();
        let mut needs: Vec<u16> = taken.iter().map(|(_, need)| *need).collect();
        let most = most_by_trial(&kinds, &mut needs);
        assert_eq!(
            purse.room(&taken, &demand(wants[2].0)),
            most.unwrap_or(0),
            "{made:?} {wants:?}"
        );
        divided += u32::from(kinds.iter().any(|(once, twice, _)| *twice != 0 && twice != once));
        short += u32::from(most.is_none());
    }
    assert!(divided > 100 && short > 20, "{divided} divided, {short} short");
}

#[test]
fn standing_stones_turn_magic_into_their_elements() {
    let own = [("hedge-wizard", HOME_A), ("conjurer", HOME_B)];
    let other = [("evoker", HOME_B)];
    let stones = [("coastland-standing-stones", 8), PLAIN[1], PLAIN[2]];
    let mut table = Table::new("current", [&own, &other], stones);
    // A captured face doubles the ID: 4 points, of death, earth, air or water.
    table.magic(HOME_A, &[0]);
    for (element, points) in [(Element::Death, 4), (Element::Water, 4), (Element::Fire, 0)] {
        assert_eq!(table.room(Wanted::Element(element)), points);
    }
    // Coral Elves alone make what Deluge takes, whatever element it has.
    assert_eq!(table.refused(table.cast("deluge", Target::Terrain(HOME_B))), ["DD-7.8"]);
    let deep = table.cast("blizzard", Target::Terrain(HOME_B));
    assert_eq!(table.refused(deep), ["DD-7.9"]);
}

#[test]
fn a_temple_spares_its_army_death_magic_and_nothing_else() {
    let own = [("trickster", HOME_A), ("hedge-wizard", HOME_A)];
    let other = [("evoker", FRONTIER), ("evoker", HOME_B)];
    let lands = [("coastland-temple", 1), ("highland-temple", 8), PLAIN[2]];
    let mut table = Table::new("current", [&own, &other], lands);
    table.state.grounds[1].holder = Some(B);
    table.magic(HOME_A, &[5, 2]);
    let palsy = |place| Target::Army(army(B, place));
    assert_eq!(table.refused(table.cast("palsy", palsy(HOME_B))), ["DD-14.15"]);
    assert_eq!(table.refused(table.cast("palsy", palsy(FRONTIER))), [] as [&str; 0]);
    assert_eq!(table.refused(table.cast("finger-of-death", unit(B, 1))), ["DD-14.15"]);
}

#[test]
fn reserves_cast_what_is_marked_for_it_and_amazons_cast_ivory() {
    let reserve = Place::RESERVE;
    let own =
        [("seer", reserve), ("seer", reserve), ("seer", Place::DEAD), ("trickster", Place::DEAD)];
    let other = [("evoker", HOME_B)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    table.magic(reserve, &[5, 5]);
    assert_eq!((table.room(Wanted::Ivory), table.room(Wanted::Element(Element::Air))), (4, 0));
    let hail = table.cast("hailstorm", Target::Army(army(B, HOME_B)));
    assert_eq!(table.refused(hail), ["DD-7.12", "DD-7.9"]);
    let raised = |number| table.refused(table.cast("resurrect-dead", unit(A, number)));
    assert_eq!(raised(2), [] as [&str; 0]);
    assert_eq!(raised(3), ["DD-7.SPELL.resurrect-dead"]);
    let mut classic = Table::new("classic", [&own, &other], PLAIN);
    classic.act(A, Action::March(Place::RESERVE));
    let mut open = Vec::new();
    classic.game.legal(&classic.state, A, &mut open);
    let target = army(B, HOME_B);
    let shot = Action::Attack { with: Counted::Missile, target };
    assert_eq!(open, [Action::Pass, shot]);
}

#[test]
fn frostwings_take_magic_away_before_it_is_totalled() {
    let own = [("conjurer", HOME_A)];
    let other = [("magus", HOME_A), ("apprentice", Place::DEAD), ("apprentice", Place::DEAD)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    table.magic(HOME_A, &[2]);
    // The Magus rolls 3 magic, of which the two dead Frostwings let 2 count.
    let events = table.roll(&[1]);
    assert!(events.iter().any(|event| matches!(event, Event::Noted { seat: B, amount: 2, .. })));
    assert!(events.contains(&Event::MagicMade { army: army(A, HOME_A), amount: 1 }));
}

#[test]
fn the_undead_add_magic_for_their_dead() {
    let own = [("apparition", HOME_A), ("heucuva", HOME_A), ("ghoul", Place::DEAD)];
    let mut table = Table::new("current", [&own, &[("evoker", HOME_B)]], PLAIN);
    table.magic(HOME_A, &[1, 1]);
    // 2 and 3 magic, and one more: two units rolled magic, one of their kind is dead.
    assert_eq!(table.room(Wanted::Element(Element::Death)), 6);
}

#[test]
fn a_hailstorm_is_met_by_saves_and_a_cantrip_helps_in_the_same_roll() {
    let own = [("conjurer", HOME_A)];
    let other = [("enchanter", HOME_B), ("evoker", FRONTIER)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    table.magic(HOME_A, &[2]);
    let storm = table.cast("hailstorm", Target::Army(army(B, HOME_B)));
    table.casts(storm);
    // The army saves with its Cantrip: 4 magic, of which Coral Elves buy two Watery Doubles.
    table.roll(&[5]);
    let Pending::Choice(choice) = table.game.pending(&table.state, &mut Silent) else {
        panic!("the Cantrip is to be spent");
    };
    assert_eq!((choice.seats, choice.about), (Seats::only(B), Rule::CantripMagic));
    let double = table.cast("watery-double", Target::Army(army(B, HOME_B)));
    let events = table.act(B, Action::Cast(Cast { times: 2, ..double }));
    let army = army(B, HOME_B);
    let saved = Event::Total { kind: RollKind::SaveOther, army, total: [0, 0, 0, 2, 0] };
    assert!(events.contains(&saved), "{events:?}");
    assert_eq!(table.at(B, HOME_B), [0]);
    assert!(table.state.casting.is_none());
}

#[test]
fn dispelled_magic_is_lost() {
    let own = [("hedge-wizard", HOME_A), ("trickster", HOME_A)];
    let other = [("unicorn", HOME_B), ("evoker", FRONTIER)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    table.magic(HOME_A, &[2, 5]);
    let curse = Cast { times: 2, ..table.cast("palsy", Target::Army(army(B, HOME_B))) };
    table.casts(curse);
    table.act(B, Action::Accept);
    let events = table.roll(&[4]);
    let (spell, rule) = (table.spell("palsy"), Rule::Dispelling);
    assert!(events.contains(&Event::Lost { seat: A, spell, rule }));
    assert!(table.state.effects.is_empty());
}

#[test]
fn a_flood_lowers_a_terrain_once_a_turn_unless_it_is_held() {
    let own = [("enchanter", HOME_A), ("conjurer", HOME_A)];
    let other = [("evoker", HOME_B), ("evoker", FRONTIER)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    table.magic(HOME_A, &[2, 2]);
    table.casts(table.cast("flash-flood", Target::Terrain(FRONTIER)));
    table.act(A, Action::Pass);
    assert_eq!(table.state.grounds[2].face, 5);
    let events = table.roll(&[3]);
    assert!(events.iter().any(|event| matches!(event, Event::Turned { from: 5, to: 4, .. })));
    let lowered = |effect: &Effect| effect.does == Lasting::Lowered;
    assert!(table.state.effects.iter().any(lowered));
}

#[test]
fn dragons_answer_to_magic_they_hold() {
    let own = [
        ("enchanter", HOME_A),
        ("enchanter", HOME_A),
        ("blue-drake", Place::POOL),
        ("ivory-drake", Place::POOL),
        ("red-drake", Place::POOL),
        ("white-drake", Place::POOL),
    ];
    let other = [("evoker", HOME_B), ("ivory-drake", FRONTIER), ("green-drake", FRONTIER)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    let state = &table.state;
    let brought = |element, white| -> Vec<(u8, u8)> {
        let dragons = summon::summonable(&table.game, state, HOME_B, element, white);
        dragons.map(|dragon| (dragon.owner.0, dragon.number)).collect()
    };
    assert_eq!(brought(Some(Element::Air), false), [(0, 2), (0, 3)]);
    assert_eq!(brought(Some(Element::Water), false), [(0, 3), (1, 2)]);
    assert_eq!(brought(None, false), [(0, 3)]);
    assert_eq!(brought(None, true), [(0, 5)]);
    table.magic(HOME_A, &[2, 2]);
    let summons = table.cast("summon-dragon", Target::Terrain(HOME_B));
    table.casts(Cast { element: Some(Element::Air), ..summons });
    table.act(A, Action::Choose(Piece { owner: A, number: 2 }));
    assert_eq!(table.at(A, HOME_B), [2]);
}

#[test]
fn the_dead_return_for_three_magic_a_point_of_health() {
    let own = [
        ("enchanter", HOME_A),
        ("enchanter", HOME_A),
        ("conjurer", Place::DEAD),
        ("trickster", Place::DEAD),
    ];
    let mut table = Table::new("current", [&own, &[("evoker", HOME_B)]], PLAIN);
    table.magic(HOME_A, &[2, 2]);
    let air = Some(Element::Air);
    let raise = |table: &Table, number, times| Cast {
        element: air,
        times,
        ..table.cast("resurrect-dead", unit(A, number))
    };
    assert_eq!(table.refused(raise(&table, 2, 1)), ["DD-7.SPELL.resurrect-dead"]);
    assert_eq!(table.refused(raise(&table, 3, 1)), ["DD-7.SPELL.resurrect-dead"]);
    table.casts(raise(&table, 2, 2));
    table.act(A, Action::Pass);
    assert_eq!(table.at(A, HOME_A), [0, 1, 2]);
}

#[test]
fn thorns_strike_whoever_maneuvers_and_mire_keeps_units_out() {
    let own = [("conjurer", HOME_A), ("enchanter", HOME_A)];
    let other = [("evoker", HOME_B)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    lies(&mut table, "wall-of-thorns", On::Terrain(0), Lasting::Thorns { damage: 6 });
    lies(&mut table, "mire", On::Terrain(0), Lasting::Mire);
    table.act(A, Action::March(HOME_A));
    // 2 maneuver: of 5 health, 2 may be rolled.
    table.roll(&[4, 1]);
    table.act(A, Action::Take([0].into_iter().collect()));
    assert_eq!(table.state.held(A, false), [1].into_iter().collect());
    table.act(A, Action::Maneuver);
    // The Conjurer alone rolls 2 melee against 6 damage: 4 left, and only 3 make a whole unit.
    table.roll(&[1]);
    assert_eq!(table.at(A, Place::DEAD), [1]);
    assert!(table.state.held(A, false).is_empty());
}

#[test]
fn fog_takes_missiles_from_those_who_shoot_into_it() {
    let own = [("magus", FRONTIER), ("magus", FRONTIER), ("magus", FRONTIER)];
    let other = [("evoker", HOME_B)];
    let mut table = Table::new("current", [&own, &other], PLAIN);
    table.state.grounds[2].face = 8;
    table.state.grounds[2].holder = Some(A);
    let (rolls, types) =
        ([umpire_dragon_dice::tables::catalog::effects::RollKind::Missile], Counted::Missile);
    let (rolls, types) = (rolls.into_iter().collect(), Types::only(types));
    let change = Change::Subtract(6);
    lies(
        &mut table,
        "wall-of-fog",
        On::Terrain(1),
        Lasting::ModifyAttackers { rolls, types, change },
    );
    table.act(A, Action::March(FRONTIER));
    table.act(A, Action::Pass);
    table.act(A, Action::Attack { with: Counted::Missile, target: army(B, HOME_B) });
    let events = table.roll(&[2, 2, 2]);
    let total = [0, 3, 0, 0, 0];
    assert!(events.contains(&Event::Total {
        army: army(A, FRONTIER),
        kind: RollKind::Missile,
        total
    }));
}

/// Mages of every people, their dead, dragons, Dragonkin and a buried minor terrain.
fn mages(first: Place, second: Place) -> Vec<(&'static str, Place)> {
    let armies = [
        (
            first,
            ["enchanter", "death-mage", "magi", "oracle", "lich", "eldar-dryad", "necromancer"],
        ),
        (second, ["conjurer", "hedge-wizard", "magus", "visionary", "heucuva", "dryad", "unicorn"]),
        (Place::RESERVE, ["evoker", "trickster", "seer", "ghoul", "adept", "sparker", "hamadryad"]),
        (Place::DEAD, ["evoker", "apprentice", "seer", "ghoul", "conjurer", "adept", "magus"]),
    ];
    let mut dice: Vec<_> =
        armies.into_iter().flat_map(|(place, ids)| ids.map(|id| (id, place))).collect();
    dice.extend([("blue-drake", Place::POOL), ("white-drake", Place::POOL)]);
    dice.push(("fire-dragonfoal", Place::POOL));
    dice
}

#[test]
fn magic_holds_in_random_play() {
    let (first, second) = (mages(HOME_A, FRONTIER), mages(HOME_B, HOME_A));
    let lands = [("coastland-standing-stones", 1), ("highland-temple", 1), ("wasteland-vortex", 1)];
    let mut cast = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let edition = ["current", "classic"][seed as usize % 2];
        let mut table = Table::new(edition, [&first, &second], lands);
        let mut die = splitmix(seed);
        let units = |state: &State| -> u32 {
            state.sides.iter().flat_map(|side| side.places).map(PieceSet::len).sum()
        };
        let all = units(&table.state);
        for _ in 0..400 {
            let Table { game, state } = &mut table;
            assert_eq!(units(state), all, "no die is lost");
            match game.pending(state, &mut Silent) {
                Pending::Over(_) => break,
                Pending::Roll(request) => {
                    let mut faces = Vec::new();
                    for group in &request.groups {
                        let sides = u32::from(game.dice().faces(group.die));
                        faces.extend((0..group.count).map(|_| die(sides) as Face));
                    }
                    assert!(!faces.is_empty(), "{request:?}");
                    game.resolve(state, &faces, &mut Deaf);
                }
                Pending::Choice(choice) => {
                    let seat = choice.seats.first().expect("somebody is asked");
                    let mut open = Vec::new();
                    game.legal(state, seat, &mut open);
                    assert!(!open.is_empty(), "{:?}", state.steps);
                    let action = open[die(open.len() as u32) as usize];
                    let mut ruling = Ruling::default();
                    let _ = game.check(state, seat, &action, &mut ruling);
                    let silent = game.check(state, seat, &action, &mut Silent);
                    assert!(ruling.holds() && silent.is_ok(), "{action:?}: {:?}", ruling.broken);
                    let text = game.say_action(state, seat, &action);
                    if let Action::Cast(spell) = action {
                        assert_eq!(game.parse(state, seat, &text).ok(), Some(action), "{text}");
                        cast.insert(spell.spell);
                    }
                    game.apply(state, seat, &action, &mut Deaf);
                }
            }
        }
    }
    assert!(cast.len() > 30, "only {} spells were cast", cast.len());
}
