//! Magic from hand-made positions: what a roll makes, what may be cast, and what spells do.

use super::mana::{Demand, Wanted};
use super::*;
use crate::action::{Cast, Target};
use crate::catalog::effects::RollKinds;
use crate::catalog::{Catalog, Element, KindId, SpellId};
use crate::pieces::{Force, Member, Roster};
use crate::roll::Change;
use crate::state::{Effect, Ends, Ground, Lasting, On, Side};
use crate::steps::march::MarchStep;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::ruling::{Ruling, Silent};
use umpire_core::testing::splitmix;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const HOME_A: Place = Place(0);
const HOME_B: Place = Place(1);
const FRONTIER: Place = Place(2);

struct Table {
    game: DragonDice,
    state: State,
}

type Dice<'a> = &'a [(&'a str, Place)];

impl Table {
    /// Two players' dice, three terrains with their faces; the first player chooses an army to march.
    fn new(edition: &str, sides: [Dice; 2], grounds: [(&str, u8); 3]) -> Table {
        let catalog =
            Catalog::read(&crate::catalog::tests::files()).expect("the shipped tables read");
        let rules = catalog.editions[edition].clone();
        let names = vec!["a".to_string(), "b".to_string()];
        let game = DragonDice::new(catalog, rules, edition.to_string(), names);
        let kind = |id: &str| game.catalog.kind_named(id).unwrap_or_else(|| panic!("no `{id}`"));
        let force = |dice: Dice| {
            let member = |(id, _): &(&str, Place)| {
                let kind = kind(id);
                let sort = game.sort(kind).expect("a die of a force");
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
        };
        Table { game, state }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Vec<Event> {
        let mut events = Vec::new();
        let done = self.game.act(&mut self.state, seat, &action, &mut events);
        done.unwrap_or_else(|refusal| panic!("{action:?} is refused: {refusal:?}"));
        events
    }

    fn roll(&mut self, faces: &[Face]) -> Vec<Event> {
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
    assert_eq!(table.refused(table.cast("hailstorm", own)), ["DD-7.8.hailstorm"]);
    assert_eq!(table.refused(table.cast("hailstorm", foe)), [] as [&str; 0]);
    assert_eq!(table.refused(table.cast("deluge", Target::Terrain(HOME_A))), [] as [&str; 0]);
    let strike = table.cast("lightning-strike", unit(B, 0));
    assert_eq!(table.refused(Cast { times: 2, ..strike }), ["DD-7.8", "DD-7.8", "DD-7.15"]);
}
