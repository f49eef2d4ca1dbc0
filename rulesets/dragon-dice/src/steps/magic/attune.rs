//! Items that make magic of an element their roller names, and recolour the magic of one unit.

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::PieceSet;
use crate::position::roll::Roll;
use crate::position::stack::magic::{Attuning, Casting, CastingStep};
use crate::position::stack::purse::Mana;
use crate::position::state::State;
use crate::rules::magic::mana;
use crate::tables::catalog::{Counted, Element, Elements, Icon};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// What of a magic roll waits until an element is named.
pub(super) fn attuning(game: &DragonDice, state: &State, roll: &Roll) -> Attuning {
    let force = state.roster.force(roll.army.owner);
    let mut attuning = Attuning::default();
    if !game.icons.any_attunes(force.kinds_of(roll.dice)) {
        return attuning;
    }
    let counting = roll.counting(state);
    for (die, shown) in roll.shown().filter(|(die, _)| counting.contains(*die)) {
        let face = game.catalog.kind(force.kind(die)).face(shown);
        if let (Some(sai), Some(mana)) =
            (mana::attunes(game, face), mana::mana_of(game, state, roll, die))
        {
            attuning.waiting.push((sai, mana));
        } else if face.icon == Icon::Plain(Counted::Magic) && force.units().contains(die) {
            attuning.plain = attuning.plain.with(PieceSet::only(die));
        }
    }
    if attuning.waiting.is_empty() { Attuning::default() } else { attuning }
}

/// Asks for the next element, while the dice still lie.
pub(super) fn next_attuning(state: &mut State, casting: &Casting) -> bool {
    let Some((sai, _)) = casting.attuning.waiting.last() else { return false };
    state.steps.push(CastingStep::Attune(Rule::Sai(*sai)).into());
    true
}

/// The element is named.
pub(super) fn attune<O: Observe<Event>>(
    state: &mut State,
    casting: &mut Casting,
    element: Element,
    rule: Rule,
    out: &mut O,
) {
    let Some((_, mana)) = casting.attuning.waiting.pop() else { return };
    let (army, amount) = (casting.army, mana.amount);
    casting.purse.add(Mana { elements: Elements::of(element), ivory: false, ..mana });
    out.tell(|| Event::Noted { seat: army.owner, rule, amount });
    state.steps.push(CastingStep::Recolour { element, rule }.into());
}

/// Lists units whose plain magic could take an element it does not have, one of each kind.
pub(super) fn list_recolouring(
    game: &DragonDice,
    state: &State,
    casting: &Casting,
    element: Element,
    into: &mut Vec<Action>,
) {
    let Some(roll) = state.rolls.last() else { return };
    let mut seen: Vec<Mana> = Vec::new();
    for die in casting.attuning.plain.iter() {
        let Some(mana) = mana::mana_of(game, state, roll, die) else { continue };
        if !mana.elements.contains(element) && !seen.contains(&mana) {
            seen.push(mana);
            into.push(Action::Take(PieceSet::only(die)));
        }
    }
}

/// The plain magic of one unit may be of that element too.
pub(super) fn recolour<O: Observe<Event>>(
    game: &DragonDice,
    state: &State,
    casting: &mut Casting,
    set: PieceSet,
    (element, rule): (Element, Rule),
    out: &mut O,
) {
    let (Some(die), Some(roll)) = (set.first(), state.rolls.last()) else { return };
    let Some(mana) = mana::mana_of(game, state, roll, die) else { return };
    let seat = roll.army.owner;
    casting.attuning.plain = casting.attuning.plain.without(set);
    casting.purse.remove(mana);
    let elements = mana.elements.union(Elements::of(element));
    casting.purse.add(Mana { elements, ..mana });
    out.tell(|| Event::Chosen { seat, rule, die });
}
