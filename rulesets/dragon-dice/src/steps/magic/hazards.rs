//! Armies answer magic with a roll: damage of spells, floods, Wall of Thorns, Mire.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::magic::{Answer, Casting, HazardStep, Picked};
use crate::position::stack::march::MarchStep;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::state::State;
use crate::rules::{effects, items, roll};
use crate::steps::{fight, march};
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Play};

impl Play<DragonDice> for HazardStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        state.steps.pop();
        match self {
            HazardStep::Answer(answer) => begin_answer(game, state, answer, out),
            HazardStep::Answered(answer) => spell_answered(state, answer, out),
            HazardStep::Mired { army, rule } => mired(game, state, army, rule),
            HazardStep::MireEnds(army) => mire_ends(state, army, out),
        }
        Flow::On
    }
}

/// An army rolls its answer; one that cannot roll takes everything.
fn begin_answer<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    answer: Answer,
    out: &mut O,
) {
    let held = state.casting.as_ref().is_some_and(|casting| casting.held_back);
    if !state.exists(answer.army) || (answer.damage == 0 && held) {
        return;
    }
    let all = roll::rollable(game, state, answer.army);
    let dice = match answer.kind.counts().contains(Counted::Save) {
        true => all.without(state.charmed(answer.army.owner)),
        false => all,
    };
    let barred = !answer.kind.counts().contains(Counted::Save);
    if barred && effects::only_saves(state, answer.army) {
        spell_strikes(state, answer, answer.damage, false, out);
        return;
    }
    state.steps.push(HazardStep::Answered(answer).into());
    // Under lightning a roll of saves and something else is one of saves alone (DD-12.10).
    let kind = match effects::only_saves(state, answer.army) {
        true => RollKind::SaveOther,
        false => answer.kind,
    };
    state.throw(game, [Roll::new(kind, answer.army, dice)]);
}

/// What is left of damage when an army has answered it, and whether it held the terrain.
fn spell_answered<O: Observe<Event>>(state: &mut State, answer: Answer, out: &mut O) {
    let Some(roll) = state.rolls.pop() else { return };
    let against = if answer.kind == RollKind::Thorns { Counted::Melee } else { Counted::Save };
    let maneuver = roll.total[Counted::Maneuver.index()];
    if answer.holds_with > 0
        && maneuver >= answer.holds_with.into()
        && let Some(casting) = &mut state.casting
    {
        casting.held_back = true;
    }
    let left = answer.damage.saturating_sub(roll.total[against.index()]);
    let saved = against == Counted::Save && !roll.dice.is_empty();
    spell_strikes(state, answer, left, saved, out);
}

fn spell_strikes<O: Observe<Event>>(
    state: &mut State,
    answer: Answer,
    damage: u16,
    after_save: bool,
    out: &mut O,
) {
    let Answer { army, rule, .. } = answer;
    if answer.damage > 0 {
        out.tell(|| Event::Damage { army, damage, sum: None, rule });
        fight::absorb(state, army, damage, after_save, out);
    }
}

/// Opponents at a terrain may keep it where it is (Flash Flood).
pub(super) fn ask_to_hold(
    state: &mut State,
    place: Place,
    caster: Seat,
    holds_with: u8,
    rule: Rule,
) {
    if lowered(state, place, rule) {
        return;
    }
    let armies: Vec<Army> = state.armies_at(place).filter(|army| army.owner != caster).collect();
    for army in armies.into_iter().rev() {
        let answer = Answer { army, kind: RollKind::Flood, damage: 0, holds_with, rule };
        state.steps.push(HazardStep::Answer(answer).into());
    }
}

/// Whether a terrain cannot go down by that spell: it did this turn, or is down (DD-14.12).
fn lowered(state: &State, place: Place, rule: Rule) -> bool {
    let Some(ground) = state.ground(place) else { return true };
    ground.face <= 1
        || state.effects.iter().any(|effect| {
            effect.rule == rule
                && effect.does == Lasting::Lowered
                && effect.on == On::Terrain(place.0)
        })
}

/// Lowers a terrain a step, once a turn for each such spell.
pub(super) fn lower<O: Observe<Event>>(
    state: &mut State,
    casting: &mut Casting,
    place: Place,
    rule: Rule,
    out: &mut O,
) {
    let held = std::mem::take(&mut casting.held_back);
    if held || lowered(state, place, rule) {
        return;
    }
    let (by, on) = (state.marching, On::Terrain(place.0));
    let ends = Ends::TurnEnd(by, 0);
    state.add_effect(Effect { rule, by, on, does: Lasting::Lowered, ends });
    let face = state.ground(place).map_or(2, |ground| ground.face);
    march::turn_terrain(state, place, face - 1, rule, out);
}

/// What happens after a maneuver (Wall of Thorns).
pub(crate) fn after_maneuver<O: Observe<Event>>(state: &mut State, army: Army, _: &mut O) {
    let (mut damage, mut from) = (0, None);
    for effect in state.effects_on(army) {
        if let Lasting::Thorns { damage: more } = effect.does {
            damage += u16::from(more);
            from = from.or(Some(effect.rule));
        }
    }
    if let Some(rule) = from {
        let answer = Answer { army, kind: RollKind::Thorns, damage, holds_with: 0, rule };
        state.steps.push(HazardStep::Answer(answer).into());
    }
}

/// What happens when a march begins at a terrain (Mire).
pub(crate) fn march_begins<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    _: &mut O,
) {
    let mire = state.effects_on(army).find(|effect| effect.does == Lasting::Mire);
    let Some(rule) = mire.map(|effect| effect.rule) else { return };
    let dice = roll::rollable(game, state, army);
    if dice.is_empty() || effects::only_saves(state, army) {
        return;
    }
    let act = Step::March(MarchStep::Act(army.place));
    let below = state.steps.iter().rposition(|step| *step == act).unwrap_or(0);
    state.steps.insert(below, HazardStep::MireEnds(army).into());
    state.steps.push(HazardStep::Mired { army, rule }.into());
    state.throw(game, [Roll::new(RollKind::Mire, army, dice)]);
}

/// Only as much health as the roll gave may be rolled: the owner picks which.
fn mired(game: &DragonDice, state: &mut State, army: Army, rule: Rule) {
    let Some(result) = state.rolls.pop().map(|roll| roll.result()) else { return };
    let force = state.roster.force(army.owner);
    let among = roll::rollable(game, state, army).and(force.units());
    if u32::from(result) >= force.total_health(among) {
        return;
    }
    let then = Then::Magic(Picked::OutOfMire(army));
    let (seat, of, limit) = (army.owner, army, Limit::UpTo(result));
    state.steps.push(Step::Pick(Pick { seat, of, among, limit, rule, then }));
}

/// All but these units, and the items they can carry, stay out of the march.
pub(super) fn leave_in_mire<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    units: PieceSet,
    rule: Rule,
    out: &mut O,
) {
    let all = roll::rollable(game, state, army);
    let items = all.and(state.roster.force(army.owner).of_sort(Sort::Item));
    let carried = items::carried(game, state, army.owner, units, items);
    let left = all.without(units).without(carried);
    let (on, does) = (On::Pieces(army.owner, left), Lasting::Held { rooted: false });
    state.add_effect(Effect { rule, by: army.owner, on, does, ends: Ends::Never });
    out.tell(|| Event::Held { of: army, units: left, rule });
}

/// Units that the mire kept may be rolled again.
pub(crate) fn mire_ends<O: Observe<Event>>(state: &mut State, army: Army, out: &mut O) {
    let mired = |effect: &Effect| {
        let own = matches!(effect.on, On::Pieces(seat, _) if seat == army.owner);
        own && effect.ends == Ends::Never && effect.does == Lasting::Held { rooted: false }
    };
    let effects = std::mem::take(&mut state.effects);
    let (over, left): (Vec<Effect>, Vec<Effect>) = effects.into_iter().partition(mired);
    state.effects = left;
    for effect in over {
        out.tell(|| Event::Ended { effect });
    }
}
