//! What need not be told apart where rolls and attacks are weighed: faces that come to the same, units of one kind.

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, On};
use crate::position::pieces::PieceSet;
use crate::position::roll::Roll;
use crate::position::stack::Step;
use crate::position::stack::death::DeathStep;
use crate::position::stack::fight::{Fight, FightStep};
use crate::position::stack::roll::RollStep;
use crate::position::state::State;
use crate::rules::icons::deeds::Deed;
use crate::rules::roll::lone;
use crate::rules::roll::lone::Lone;
use crate::rules::roll::packing::{Faces, Weighed, packed};
use crate::tables::rule::Rule;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use umpire_core::dice::{Face, RollRequest, Worth};
use umpire_core::odds::{Lumping, Outlook};
use umpire_core::seat::Seat;

/// What a question is about, besides which nothing has to be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// What rolls come to.
    Totals,
    /// What an attack comes to.
    Damage,
    /// What an attack comes to at nobody.
    Strength,
    /// What comes back.
    Back,
    /// What icons strike back within an attack.
    Icons,
}

/// Lets faces count for what they give to totals, and to the fight if there is one, and for nothing
/// else; and lets units of one kind stand for one another. Where the first answer is given to every
/// question.
pub struct Alike<'a> {
    game: &'a DragonDice,
    plainly: bool,
    asks: Asks,
    /// Where everybody stood at first.
    start: &'a State,
    /// The one roll that falls, where icons of it double.
    doubling: Option<Rc<Fallen>>,
    /// Rolls met before, by their positions without numbers that do not bear on them.
    known: FxHashMap<(State, u8), Option<Rc<Fallen>>>,
}

/// How a roll comes about, and what its faces count for where it has no cases.
struct Fallen {
    lone: Lone,
    worth: Vec<Faces>,
}

impl<'a> Alike<'a> {
    /// The same for a question; `plainly` where nothing but what rolls come to can bear on the answer.
    pub fn new(game: &'a DragonDice, start: &'a State, asks: Asks, plainly: bool) -> Alike<'a> {
        Alike { game, plainly, asks, start, doubling: None, known: FxHashMap::default() }
    }

    /// How the total of one roll comes about.
    fn lone(&mut self, state: &State, number: u8) -> Option<Rc<Fallen>> {
        let mut bare = state.clone();
        bare.steps.clear();
        if let Some(fight) = &mut bare.fight {
            (fight.results, fight.saves, fight.spell_saves) = Default::default();
            (fight.unsaved, fight.piercing, fight.back) = Default::default();
        }
        if let Some(roll) = bare.rolls.get_mut(usize::from(number)) {
            roll.faces.clear();
            (roll.waiting, roll.dropped, roll.offers) = Default::default();
            (roll.specials, roll.by_icons) = Default::default();
        }
        let (game, asks) = (self.game, self.asks);
        let fallen = |(bare, number): &(State, u8)| {
            let mut lone = lone::lone(game, bare, *number)?;
            let over = bare.fight.as_ref().is_some_and(|fight| match asks {
                Asks::Totals | Asks::Icons => false,
                Asks::Damage | Asks::Strength => true,
                Asks::Back => fight.counter,
            });
            if over {
                lone.forget(|deed| deed == Deed::Back);
            }
            if asks == Asks::Strength {
                lone.forget(|deed| deed != Deed::Unsaved);
            }
            let worth = if lone.cases().is_none() { lone.worth(0) } else { Vec::new() };
            Some(Rc::new(Fallen { lone, worth }))
        };
        self.known.entry((bare, number)).or_insert_with_key(fallen).clone()
    }

    /// How the totals of all rolls that fall now come about, where none bears on another.
    fn all_lone(&mut self, state: &State) -> Option<Vec<Rc<Fallen>>> {
        let Some(Step::Roll(RollStep::Throw(from))) = state.steps.last() else { return None };
        let all = (*from..state.rolls.len() as u8).map(|number| self.lone(state, number));
        let all: Vec<Rc<Fallen>> = all.collect::<Option<_>>()?;
        let plain = |one: &Lone| one.cases().is_none() && !one.bears_on_others;
        (all.len() == 1 || all.iter().all(|one| plain(&one.lone))).then_some(all)
    }

    /// Lets a die that falls again by itself count for what it gives.
    fn again(&mut self, state: &State, outlook: &mut Outlook) {
        let Some(Step::Roll(RollStep::Again { roll, die })) = state.steps.last() else { return };
        let dice = state.rolls.get(usize::from(*roll)).map(|roll| roll.dice);
        let place = dice.filter(|dice| dice.contains(*die)).map(|dice| dice.rank(*die));
        let (Some(place), Some(fallen)) = (place, self.lone(state, *roll)) else { return };
        if let Some(worth) = fallen.worth.get(place) {
            outlook.recount(0, |face, own| worth.get(usize::from(face)).copied().unwrap_or(own));
        }
    }

    /// Counts how many units of a kind come to what in rolls that units make each for itself: which of
    /// them is all one.
    fn each_for_itself(&self, state: &State, request: &RollRequest<Rule>, outlook: &mut Outlook) {
        let (of, units) = match state.steps.last() {
            Some(Step::Trial(trial)) => (trial.of, trial.units),
            Some(Step::Death(DeathStep::Roll { of, units, .. })) => (*of, *units),
            _ => return,
        };
        let force = state.roster.force(of.owner);
        let mut dice: Vec<Vec<Weighed>> = Vec::new();
        let mut kinds = 0;
        for (number, group) in request.groups.iter().enumerate() {
            let mut seen: Vec<u8> = Vec::new();
            let mut faces: Vec<Option<usize>> = Vec::new();
            outlook.recount(number, |_, worth| {
                let Worth::Each(outcome) = worth else {
                    faces.push(None);
                    return worth;
                };
                let known = seen.iter().position(|known| *known == outcome);
                faces.push(Some(known.unwrap_or_else(|| {
                    seen.push(outcome);
                    seen.len() - 1
                })));
                worth
            });
            let own = force.kinds().iter().find(|(kind, _)| kind.die() == group.die);
            let set = own.map_or(PieceSet::NONE, |(_, set)| set.and(units));
            let alike = interchangeable(state, of.owner, set);
            let weighed = |face: &Option<usize>| match face {
                Some(outcome) if alike => {
                    let mut counters: smallvec::SmallVec<[u16; 8]> = Default::default();
                    counters.resize(kinds + seen.len(), 0);
                    if *outcome > 0 {
                        counters[kinds + outcome - 1] = 1;
                    }
                    Weighed::Adds(counters)
                }
                _ => Weighed::Apart,
            };
            let of_die: Vec<Weighed> = faces.iter().map(weighed).collect();
            dice.extend(std::iter::repeat_n(of_die, group.count.into()));
            kinds += seen.len();
        }
        let packed = packed(&dice);
        let mut from = 0;
        for (number, group) in request.groups.iter().enumerate() {
            if let Some(worth) = packed.get(from) {
                outlook.recount(number, |face, own| match worth.get(usize::from(face)) {
                    Some(Worth::Each(_)) | None => own,
                    Some(counts) => *counts,
                });
            }
            from += usize::from(group.count);
        }
    }
}

/// Whether dice of one kind are one another's equals: nothing in the position names some of them alone.
fn interchangeable(state: &State, owner: Seat, set: PieceSet) -> bool {
    let splits = |named: PieceSet| {
        let part = named.and(set);
        !part.is_empty() && part != set
    };
    let by_effects = state.effects.iter().any(|effect| match effect.on {
        On::Pieces(seat, named) => seat == owner && splits(named),
        _ => false,
    });
    let rolled = state.rolls.iter().any(|roll| {
        let own = roll.army.owner == owner && !roll.faces.is_empty();
        own && !roll.dice.and(set).is_empty()
    });
    let fights = state.fight.iter().any(|fight| {
        let charmed = splits(fight.charmed) || splits(fight.charmed_before);
        let barred = splits(fight.no_counter_units) || charmed;
        let dealt = fight.dealt.iter().map(|(die, _)| PieceSet::only(*die));
        let waiting = fight.delayed.iter().map(|delayed| delayed.dice);
        let strikes = fight.attacker.owner == owner;
        barred || (strikes && dealt.chain(waiting).any(splits))
    });
    !(by_effects || rolled || fights)
}

/// Lets dice count for this much, from that place on.
fn recount(outlook: &mut Outlook, from: usize, worth: &[Faces]) {
    for (at, of_die) in (from..).zip(worth) {
        outlook.recount(at, |face, own| of_die.get(usize::from(face)).copied().unwrap_or(own));
    }
}

impl<O: Clone> Lumping<DragonDice, O> for Alike<'_> {
    fn coarsen(
        &mut self,
        state: &State,
        request: &RollRequest<Rule>,
        outlook: &mut Outlook,
        _: &mut O,
    ) {
        self.doubling = None;
        if !self.plainly {
            return;
        }
        self.again(state, outlook);
        self.each_for_itself(state, request, outlook);
        let Some(mut all) = self.all_lone(state) else { return };
        outlook.singly();
        if all.iter().all(|one| one.lone.cases().is_none()) {
            let mut place = 0;
            for one in &all {
                recount(outlook, place, &one.worth);
                place += one.worth.len();
            }
        } else {
            self.doubling = all.pop();
        }
    }

    fn in_case(
        &mut self,
        _: &State,
        _: &RollRequest<Rule>,
        case: usize,
        outlook: &mut Outlook,
    ) -> bool {
        let Some(Fallen { lone, .. }) = self.doubling.as_deref() else { return false };
        let there = lone.cases().is_some_and(|cases| case < cases);
        if there {
            recount(outlook, 0, &lone.worth(case));
        }
        there
    }

    fn falls_in(&mut self, _: &State, _: &RollRequest<Rule>, case: usize, faces: &[Face]) -> bool {
        self.doubling.as_ref().is_some_and(|one| one.lone.case_of(faces) == case)
    }

    fn joined(&self, one: &O, _: &O) -> O {
        one.clone()
    }

    fn renamed(&self, state: &mut State) {
        if !self.plainly || names_dice(state) {
            return;
        }
        if self.asks == Asks::Back {
            self.forget_strikers(state);
        }
        rename(state);
    }
}

impl Alike<'_> {
    /// Who has struck back is all one once it is known for how much.
    fn forget_strikers(&self, state: &mut State) {
        let Some(fight) = state.fight.as_ref().filter(|fight| fight.counter) else { return };
        let owner = fight.attacker.owner.index();
        let strikes =
            |step: &Step| matches!(step, Step::Fight(FightStep::Strike | FightStep::Struck));
        if state.exists(fight.attacker) && !state.steps.iter().any(strikes) {
            state.sides[owner] = self.start.sides[owner];
        }
    }
}

/// Lets the lowest dice of each kind be those of the first place that has any of the kind: positions that
/// differ in nothing but which of them is where become one. Only between rolls, while nothing names
/// single dice.
fn rename(state: &mut State) {
    for owner in (0..state.players()).map(Seat) {
        let force = state.roster.force(owner);
        let kinds = force.kinds().iter().map(|(_, set)| *set).filter(|set| set.len() > 1);
        for kind in kinds.collect::<Vec<_>>() {
            let before = state.sides[owner.index()].places;
            let there = |roll: &Roll| before[usize::from(roll.army.place.0)].and(kind);
            let whole = |roll: &Roll| {
                let own = roll.dice.and(kind);
                roll.army.owner != owner || own.is_empty() || own == there(roll)
            };
            // Where some of the kind fall and some do not they keep their names.
            if !state.rolls.iter().all(whole) {
                continue;
            }
            let mut left = kind;
            let places = &mut state.sides[owner.index()].places;
            for place in places.iter_mut() {
                let count = place.and(kind).len();
                if count > 0 {
                    let lowest = left.lowest(count);
                    left = left.without(lowest);
                    *place = place.without(kind).with(lowest);
                }
            }
            let after = *places;
            for roll in state.rolls.iter_mut().filter(|roll| roll.army.owner == owner) {
                if !roll.dice.and(kind).is_empty() {
                    let now = after[usize::from(roll.army.place.0)].and(kind);
                    roll.dice = roll.dice.without(kind).with(now);
                }
            }
        }
    }
}

/// Whether something in a position names single dice.
fn names_dice(state: &State) -> bool {
    let between = |step: &Step| {
        let rolls = |step: &RollStep| matches!(step, RollStep::Throw(_) | RollStep::Work { .. });
        match step {
            Step::Fight(_) | Step::March(_) | Step::Turn(_) => true,
            Step::Roll(step) => rolls(step),
            _ => false,
        }
    };
    let fallen = |roll: &Roll| !(roll.faces.is_empty() && roll.doubled.is_empty());
    let lasts = |effect: &Effect| matches!(effect.on, On::Pieces(..)) || effect.names_a_die();
    let fight = |fight: &Fight| {
        let waits = !fight.delayed.is_empty() || !fight.dealt.is_empty();
        let charmed = !fight.charmed.is_empty() || !fight.charmed_before.is_empty();
        waits || charmed || !fight.no_counter_units.is_empty()
    };
    !state.steps.iter().all(between)
        || state.rolls.iter().any(fallen)
        || state.effects.iter().any(lasts)
        || state.fight.iter().any(fight)
}
