//! The steps of an army roll in their order: throw, delayed effects, re-rolls, icons, totals (DD-8.2).

pub(crate) mod total;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Piece, PieceSet};
use crate::position::roll::Roll;
use crate::position::stack::Step;
use crate::position::stack::roll::{RollStep, Stage};
use crate::position::state::State;
use crate::rules::roll::{changes, tally, worth};
use crate::rules::{items, roll};
use crate::steps::Ask;
use crate::steps::icons::{delayed, offers, order};
use crate::steps::magic::negation;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, DiceGroups, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play, no_answer};

impl State {
    /// Begins rolls that fall together; when all are done the step below finds their totals. Items
    /// fall only with a unit that carries them.
    pub(crate) fn throw(&mut self, game: &DragonDice, rolls: impl IntoIterator<Item = Roll>) {
        let from = self.rolls.len() as u8;
        for roll in rolls {
            let dice = items::borne(game, self, roll.army, roll.dice);
            self.rolls.push(Roll { dice, ..roll });
        }
        for roll in (from..self.rolls.len() as u8).rev() {
            self.steps.push(Step::Roll(RollStep::Work { roll, stage: Stage::Delayed }));
        }
        self.steps.push(Step::Roll(RollStep::Throw(from)));
    }

    fn roll(&self, number: u8) -> &Roll {
        &self.rolls[usize::from(number)]
    }

    fn roll_mut(&mut self, number: u8) -> &mut Roll {
        &mut self.rolls[usize::from(number)]
    }
}

/// Dice of a roll whose special icon acts in it and has not acted yet.
fn fresh(game: &DragonDice, state: &State, roll: &Roll) -> PieceSet {
    let acts = |(die, face): &(u8, u8)| {
        roll::acts(game, roll.kind, roll::shows(game, state, roll.army.owner, *die, *face).icon)
    };
    roll.shown().filter(acts).map(|(die, _)| die).collect()
}

/// Works off one stage; says whether somebody must answer first.
fn work<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    stage: Stage,
    out: &mut O,
) -> Flow {
    let next = |state: &mut State, stage| {
        state.steps.pop();
        state.steps.push(Step::Roll(RollStep::Work { roll: number, stage }));
        Flow::On
    };
    match stage {
        Stage::Delayed => {
            if delayed::delayed_icons(state, number) {
                return Flow::On;
            }
            next(state, Stage::Rerolls)
        }
        Stage::Rerolls => {
            if order::rerolling_icon(game, state, number, out)
                || offers::offer_reroll(game, state, number)
            {
                return Flow::On;
            }
            next(state, Stage::Specials)
        }
        Stage::Specials => {
            if order::next_icon(game, state, number, out) || offers::offer_doubling(state, number) {
                return Flow::On;
            }
            next(state, Stage::Totals)
        }
        Stage::Totals => {
            if tally::must_split_ids(game, state, number) {
                state.steps.push(Step::Roll(RollStep::SplitIds { roll: number }));
                return Flow::On;
            }
            if changes::to_convert(game, state, number).is_some() {
                state.steps.push(Step::Roll(RollStep::Convert { roll: number }));
                return Flow::On;
            }
            if let Some((_, types)) = tally::to_give(game, state, number) {
                match types.single() {
                    Some(only) => state.roll_mut(number).given.push(only),
                    None => state.steps.push(Step::Roll(RollStep::Give { roll: number })),
                }
                return Flow::On;
            }
            if negation::before_total(game, state, number, out) {
                return Flow::On;
            }
            total::total(game, state, number, out);
            state.steps.pop();
            Flow::On
        }
    }
}

/// Rolls a die of a roll again: its icon acts afresh, and the old face no longer counts.
pub(crate) fn again(state: &mut State, roll: u8, die: u8) {
    let waiting = state.roll(roll).waiting;
    state.roll_mut(roll).waiting = waiting.without(PieceSet::only(die));
    state.steps.push(Step::Roll(RollStep::Again { roll, die }));
}

/// A die shows another face, whose icon acts afresh.
fn falls_again<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    die: u8,
    face: Face,
    out: &mut O,
) {
    let (kind, army) = (state.roll(number).kind, state.roll(number).army);
    let acts = roll::acts(game, kind, roll::shows(game, state, army.owner, die, face).icon);
    let roll = state.roll_mut(number);
    let before = roll.face(die).unwrap_or_default();
    roll.set_face(die, face);
    if acts {
        roll.waiting = roll.waiting.with(PieceSet::only(die));
    }
    out.tell(|| Event::Again { kind, army, die, before, face });
}

impl Play<DragonDice> for RollStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            RollStep::Throw(from) => {
                let rolls = &state.rolls[usize::from(from)..];
                if rolls.iter().all(|roll| roll.dice.is_empty()) {
                    state.steps.pop();
                    return Flow::On;
                }
                if offers::offer_rest(state, from) {
                    return Flow::On;
                }
                Flow::Wait
            }
            RollStep::Work { roll, stage } => work(game, state, roll, stage, out),
            RollStep::Again { .. }
            | RollStep::Several { .. }
            | RollStep::Offer { .. }
            | RollStep::Order { .. }
            | RollStep::SplitIds { .. }
            | RollStep::Convert { .. }
            | RollStep::Give { .. } => Flow::Wait,
        }
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        match self {
            RollStep::Throw(_)
            | RollStep::Again { .. }
            | RollStep::Several { .. }
            | RollStep::Work { .. } => Ask::Roll,
            RollStep::Offer { seat, rule, .. } => Ask::seat(seat, rule),
            RollStep::Order { roll } => Ask::seat(state.roll(roll).army.owner, Rule::IconOrder),
            RollStep::Convert { roll } => {
                Ask::seat(state.roll(roll).army.owner, Rule::CountingIsOptional)
            }
            RollStep::SplitIds { roll } | RollStep::Give { roll } => {
                Ask::seat(state.roll(roll).army.owner, Rule::CombinationRolls)
            }
        }
    }

    fn request(
        self,
        Now { game, state }: Now<DragonDice>,
        why: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (from, because) = match self {
            RollStep::Again { roll, die } => {
                let roll = state.roll(roll);
                let seat = roll.army.owner;
                let group = DiceGroup {
                    seat,
                    die: state.roster.force(seat).kind(die).die(),
                    count: 1,
                    purpose: roll.kind as u8,
                    subject: Some(Piece { owner: seat, number: die }.subject()),
                };
                return RollRequest::one(Rule::RollSteps, group);
            }
            RollStep::Several { roll, dice } => {
                let again = Roll::new(state.roll(roll).kind, state.roll(roll).army, dice);
                let groups = roll::groups(state, &again).collect();
                return RollRequest::of(Rule::RollSteps, groups);
            }
            RollStep::Throw(from) => (from, Rule::RollSteps),
            _ => (state.rolls.len() as u8, Rule::RollSteps),
        };
        let mut groups = DiceGroups::new();
        for roll in &state.rolls[usize::from(from)..] {
            changes::explain_roll(game, state, roll, why);
            groups.extend(roll::groups(state, roll));
        }
        RollRequest::of(because, groups)
    }

    fn worth(self, Now { game, state }: Now<DragonDice>, group: &DiceGroup, face: Face) -> Worth {
        let roll = match self {
            RollStep::Throw(from) => state.rolls[usize::from(from)..]
                .iter()
                .find(|roll| roll.army.owner == group.seat && roll.kind as u8 == group.purpose),
            RollStep::Again { roll, .. } | RollStep::Several { roll, .. } => Some(state.roll(roll)),
            _ => None,
        };
        roll.map_or(Worth::Distinct, |roll| worth::face_worth(game, state, roll, group, face))
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        match self {
            RollStep::Throw(from) => {
                let mut left = faces;
                for number in usize::from(from)..state.rolls.len() {
                    let count = state.rolls[number].dice.len() as usize;
                    let (own, rest) = left.split_at(left.len().min(count));
                    left = rest;
                    state.rolls[number].faces = own.iter().copied().collect();
                    let waiting = fresh(game, state, &state.rolls[number]);
                    state.rolls[number].waiting = waiting;
                    offers::gazers_fall(state, number as u8);
                    let roll = &state.rolls[number];
                    out.tell(|| Event::Thrown {
                        kind: roll.kind,
                        army: roll.army,
                        dice: roll.dice,
                        faces: roll.faces.to_vec(),
                    });
                }
            }
            RollStep::Again { roll, die } => {
                if let Some(face) = faces.first() {
                    falls_again(game, state, roll, die, *face, out);
                }
            }
            RollStep::Several { roll, dice } => {
                for (die, face) in dice.iter().zip(faces) {
                    falls_again(game, state, roll, die, *face, out);
                }
            }
            _ => {}
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            RollStep::Offer { roll, .. } => {
                let roll = state.roll(roll);
                into.push(Action::Pass);
                let force = state.roster.force(roll.army.owner);
                let mut seen = Vec::new();
                for (die, face) in roll.shown() {
                    let like = (force.kind(die), face);
                    if force.units().contains(die) && !seen.contains(&like) {
                        seen.push(like);
                        into.push(Action::Take(PieceSet::only(die)));
                    }
                }
            }
            RollStep::Order { roll } => {
                into.extend(order::open_icons(game, state, roll).map(Action::Resolve));
            }
            RollStep::SplitIds { roll } => {
                let shown = state.roll(roll);
                return tally::id_splits(game, state, shown, into);
            }
            RollStep::Convert { roll } => {
                into.push(Action::Pass);
                if let Some((_, _, to, most)) = changes::to_convert(game, state, roll) {
                    for kind in to.iter() {
                        let counts = 1..=most as u8;
                        into.extend(counts.map(|count| Action::Split(kind.beside(count))));
                    }
                    if to.several() {
                        return Listing::Candidates;
                    }
                }
            }
            RollStep::Give { roll } => {
                if let Some(((.., change), types)) = tally::to_give(game, state, roll) {
                    into.extend(types.iter().map(|kind| Action::Split(change.on(kind))));
                }
            }
            _ => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (RollStep::Offer { .. }, Action::Pass) => Ok(()),
            (RollStep::Offer { roll, rule, .. }, Action::Take(set)) => {
                let roll = state.roll(roll);
                let units = state.roster.force(roll.army.owner).units().and(roll.dice);
                why.need(rule, set.len() == 1 && set.within(units), || {
                    Fact::says("one unit of this roll is rolled again")
                })
            }
            (RollStep::Order { roll }, Action::Resolve(sai)) => {
                let open = order::open_icons(game, state, roll).any(|open| open == *sai);
                why.need(Rule::IconOrder, open, || Fact::says("this icon is still to act"))
            }
            (RollStep::Convert { .. }, Action::Pass) => Ok(()),
            (RollStep::Convert { roll }, Action::Split(split)) => {
                let Some((rule, from, to, most)) = changes::to_convert(game, state, roll) else {
                    return why.need(self.rule(), false, || no_answer(game, state, seat));
                };
                let kinds = crate::tables::catalog::Counted::ALL.iter();
                let mut kinds = kinds.filter(|kind| split[kind.index()] > 0);
                why.need(rule, kinds.all(|kind| to.contains(*kind)), || {
                    let to = to.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ");
                    Fact::says(format!(
                        "{} counts as {to} by this, and as nothing else",
                        from.name()
                    ))
                })?;
                let sum = changes::sum_of(split);
                why.need(Rule::CountingIsOptional, sum <= most, || {
                    Fact::says("only results that were rolled count as the other type")
                        .at_most(sum, most)
                })
            }
            (RollStep::Give { roll }, Action::Split(split)) => {
                let fits =
                    tally::to_give(game, state, roll).is_some_and(|((.., change), types)| {
                        types.iter().any(|kind| change.on(kind) == *split)
                    });
                why.need(Rule::CombinationRolls, fits, || {
                    Fact::says(
                        "the whole change goes to one type, one that has results if it takes",
                    )
                })
            }
            (RollStep::SplitIds { roll }, Action::Split(split)) => {
                let ids = tally::id_results(game, state, state.roll(roll));
                let counts = state.roll(roll).kind.counts();
                let sum: u16 = split.iter().map(|part| u16::from(*part)).sum();
                let fits = crate::tables::catalog::Counted::ALL
                    .iter()
                    .all(|kind| counts.contains(*kind) || split[kind.index()] == 0);
                why.need(Rule::CombinationRolls, fits, || {
                    Fact::says("IDs count as types of result that this roll counts")
                })?;
                why.need(Rule::CombinationRolls, sum == ids.all, || {
                    Fact::says("all ID results are given to a type").exactly(sum, ids.all)
                })?;
                why.require(Rule::DragonkinId, ids.may_be(split), || {
                    let says = "the ID of a Dragonkin counts as save, maneuver or melee";
                    Fact::says(says).held(says)
                })
            }
            (_, _) => why.need(self.rule(), false, || no_answer(game, state, seat)),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        match (self, action) {
            (RollStep::Offer { roll, rule, .. }, Action::Take(set)) => {
                if let Some(die) = set.first() {
                    out.tell(|| Event::Chosen { seat, rule, die });
                    again(state, roll, die);
                }
            }
            (RollStep::Order { roll }, Action::Resolve(sai)) => {
                order::act_icon(game, state, roll, *sai, out);
            }
            (RollStep::Convert { roll }, Action::Pass) => {
                convert(game, state, roll, [0; 5]);
            }
            (RollStep::Convert { roll }, Action::Split(split)) => {
                convert(game, state, roll, *split);
            }
            (RollStep::Give { roll }, Action::Split(split)) => {
                let kinds = crate::tables::catalog::Counted::ALL.into_iter();
                let given = kinds.zip(split).find(|(_, amount)| **amount > 0);
                if let Some((kind, _)) = given {
                    state.roll_mut(roll).given.push(kind);
                }
            }
            (RollStep::SplitIds { roll }, Action::Split(split)) => {
                state.roll_mut(roll).id_split = Some(*split);
            }
            _ => {}
        }
    }
}

impl RollStep {
    fn rule(self) -> Rule {
        match self {
            RollStep::Offer { rule, .. } => rule,
            RollStep::Order { .. } => Rule::IconOrder,
            RollStep::SplitIds { .. } | RollStep::Give { .. } => Rule::CombinationRolls,
            RollStep::Convert { .. } => Rule::CountingIsOptional,
            _ => Rule::RollSteps,
        }
    }
}

/// Settles how many results count as each other type by the conversion that is asked for.
pub(super) fn convert(game: &DragonDice, state: &mut State, number: u8, parts: [u8; 5]) {
    if let Some((rule, from, ..)) = changes::to_convert(game, state, number) {
        state.rolls[usize::from(number)].converted.push((rule, from, parts));
    }
}
