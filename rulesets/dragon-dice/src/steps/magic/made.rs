//! The magic that a roll made, with what is more of it than the roll came to.

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::roll::Roll;
use crate::position::stack::purse::{Mana, Purse, With};
use crate::position::state::State;
use crate::rules::magic::mana;
use crate::rules::roll;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;

/// The magic that a magic roll made; what waits for an element to be named is not in it yet. What is more than
/// the roll came to is told.
pub(crate) fn purse<O: Observe<Event>>(
    game: &DragonDice,
    state: &State,
    roll: &Roll,
    out: &mut O,
) -> Purse {
    let army = roll.army;
    let (mut purse, mut boned) = (Purse::default(), None);
    for (die, shown) in roll.shown() {
        let Some(mana) = mana::mana_of(game, state, roll, die) else { continue };
        if mana::attunes(game, roll::shows(game, state, army.owner, die, shown)).is_some() {
            continue;
        }
        if mana.brings_more(game) {
            let so_far = boned.map_or(0, |bonus: Mana| bonus.amount);
            boned = Some(Mana { with: With::Specials, amount: so_far + 1, ..mana });
        }
        purse.add(mana);
    }
    let seat = army.owner;
    if let (Some(bonus), Some((id, most))) = (boned, mana::brought(game, state, army)) {
        let amount = bonus.amount.min(most);
        purse.add(Mana { amount, ..bonus });
        out.tell(|| Event::Noted { seat, rule: Rule::Ability(id), amount });
    }
    let (icons, ids) = (purse.made(With::Icons), purse.made(With::Ids));
    let amount = mana::reduce(game, state, roll, &mut purse, icons, ids);
    if amount > 0 {
        out.tell(|| Event::Noted { seat, rule: Rule::MagicDoubling, amount });
    }
    purse
}
