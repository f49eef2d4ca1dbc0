//! Icons of the attacker that wait until the defender has rolled saves (DD-8.2 step 2).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::PieceSet;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::fight::{Delayed, Fight, FightStep};
use crate::position::stack::icons::{FightIcon, Picked};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::trial::Danger;
use crate::position::state::State;
use crate::rules::roll;
use crate::steps::Ask;
use crate::steps::icons::strike;
use crate::tables::catalog::{Icon, Moment, SaiEffect, SaiId, Victims};
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Within};

/// Step 2: effects of the attacker that waited for the saves; says whether there was one.
pub(crate) fn delayed_icons(state: &mut State, number: u8) -> bool {
    let waits = state.is_awaited(&state.rolls[usize::from(number)]);
    if waits {
        state.steps.push(FightIcon::Delayed { roll: number }.into());
    }
    waits
}

impl Within<DragonDice> for FightIcon {
    type Whole = Fight;

    fn whole(state: &State) -> &Option<Fight> {
        &state.fight
    }

    fn whole_mut(state: &mut State) -> &mut Option<Fight> {
        &mut state.fight
    }

    fn is_within(step: &Step) -> bool {
        FightStep::is_within(step)
    }

    fn advance(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut Fight,
    ) -> Flow {
        let (game, state, out) = change.parts();
        match (self, fight.delayed_icons().as_slice()) {
            (FightIcon::Delayed { .. }, [_, _, ..]) => return Flow::Wait,
            (FightIcon::Delayed { roll }, [only]) => {
                state.steps.pop();
                strike_delayed(game, state, fight, roll, *only, out);
            }
            (FightIcon::Delayed { .. }, []) => drop(state.steps.pop()),
            (FightIcon::Charmed, _) => {
                state.steps.pop();
                strike::charmed_fell(state, fight);
            }
        }
        Flow::On
    }

    fn ask(self, _: Now<DragonDice>, fight: &Fight) -> Ask {
        Ask::seat(fight.attacker.owner, Rule::IconOrder)
    }

    fn legal(self, _: Now<DragonDice>, fight: &Fight, _: Seat, into: &mut Vec<Action>) -> Listing {
        into.extend(fight.delayed_icons().into_iter().map(Action::Resolve));
        Listing::Complete
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut Fight,
        _: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        if let (FightIcon::Delayed { roll }, Action::Resolve(sai)) = (self, action) {
            strike_delayed(game, state, fight, roll, *sai, out);
        }
    }
}

/// Lets one icon that waited strike: all dice that show it, or the first of them where each
/// strikes one unit.
fn strike_delayed<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut Fight,
    number: u8,
    sai: SaiId,
    out: &mut O,
) {
    let (army, counter) = (fight.attacker, fight.counter);
    let kind = match (fight.with, counter) {
        (crate::tables::catalog::Counted::Melee, false) => RollKind::Melee,
        (crate::tables::catalog::Counted::Melee, true) => RollKind::Counter,
        _ => RollKind::Missile,
    };
    let mut mine: Vec<Delayed> = Vec::new();
    let once = game
        .catalog
        .sai(sai)
        .in_roll(kind.icons())
        .any(|effect| matches!(effect, SaiEffect::Target { units: Victims::OneShowingId, .. }));
    fight.delayed.retain(|delayed| {
        let taken = delayed.sai == sai && (!once || mine.is_empty());
        if taken {
            mine.push(*delayed);
        }
        !taken
    });
    // A die that has left the army by now does nothing (DD-8.6).
    mine.retain(|delayed| delayed.dice.within(state.at(army.owner, army.place)));
    if mine.is_empty() {
        return;
    }
    let count = mine.iter().map(|delayed| u16::from(delayed.count)).sum::<u16>();
    let dice = mine.iter().fold(PieceSet::NONE, |dice, delayed| dice.with(delayed.dice));
    out.tell(|| Event::Icon { army, sai, count: count.min(255) as u8 });
    for effect in game.catalog.sai(sai).in_roll(kind.icons()) {
        match effect {
            SaiEffect::Target { units, peril, when: Moment::AfterSaves, .. } => {
                let limit = match units {
                    Victims::ShowingId(amount) | Victims::Health(amount) => {
                        Limit::Most(match amount {
                            crate::tables::catalog::effects::Amount::X => count,
                            fixed => u16::from(fixed.of(0)) * mine.len() as u16,
                        })
                    }
                    _ => Limit::One,
                };
                let danger = Danger { peril: *peril, by: army.owner };
                let then = Then::Icon(Picked::Struck { roll: number, danger });
                let among = showing_id(game, state, number);
                pick_defenders(state, army.owner, number, among, limit, Rule::Sai(sai), then);
            }
            SaiEffect::RerollDefenders { health } => {
                let roll = &state.rolls[usize::from(number)];
                let units = state.units(roll.army).and(roll.dice).without(roll.dropped);
                let limit = match health {
                    crate::tables::catalog::effects::Amount::X => count,
                    fixed => u16::from(fixed.of(0)) * mine.len() as u16,
                };
                let then = Then::Icon(Picked::Again { roll: number });
                let limit = Limit::Most(limit);
                pick_defenders(state, army.owner, number, units, limit, Rule::Sai(sai), then);
            }
            SaiEffect::Hypnotise => hypnotise(game, state, number, (army.owner, dice), sai, out),
            _ => {}
        }
    }
}

/// The attacker picks units that rolled saves.
fn pick_defenders(
    state: &mut State,
    seat: Seat,
    number: u8,
    among: PieceSet,
    limit: Limit,
    rule: Rule,
    then: Then,
) {
    let of = state.rolls[usize::from(number)].army;
    if !among.is_empty() {
        state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
    }
}

/// Units of a roll that show their IDs and still count.
fn showing_id(game: &DragonDice, state: &State, number: u8) -> PieceSet {
    let roll = &state.rolls[usize::from(number)];
    let owner = roll.army.owner;
    let ids = roll
        .shown()
        .filter(|(die, face)| roll::shows(game, state, owner, *die, *face).icon == Icon::Id);
    let ids: PieceSet = ids.map(|(die, _)| die).collect();
    ids.and(state.units(roll.army)).without(roll.dropped)
}

/// Every unit that shows its ID gives nothing, and is held while the gaze of any of these dice lasts.
fn hypnotise<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    (by, gazers): (Seat, PieceSet),
    sai: SaiId,
    out: &mut O,
) {
    let caught = showing_id(game, state, number);
    let roll = &mut state.rolls[usize::from(number)];
    roll.dropped = roll.dropped.with(caught);
    let of = roll.army;
    if caught.is_empty() {
        return;
    }
    let rule = Rule::Sai(sai);
    for gazer in gazers.iter() {
        let (on, does) = (On::Pieces(of.owner, caught), Lasting::Hypnotised { gazer });
        state.add_effect(Effect { rule, by, on, does, ends: Ends::TurnStart(by) });
    }
    out.tell(|| Event::Held { of, units: caught, rule });
}
