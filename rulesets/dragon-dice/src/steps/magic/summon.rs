//! Dragons come to a terrain by magic: which answer, and from where (DD-13.1).

use crate::position::action::{Action, Cast};
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Piece, PieceSet, Place, Sort};
use crate::position::stack::magic::Summoning;
use crate::position::state::State;
use crate::steps::death;
use crate::tables::catalog::{Element, Nature, Spell, SpellEffect, What};
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// The dragons that magic of an element (ivory, if nothing) can bring to a terrain: from a pool
/// those that hold it, and all in which there is ivory; from another terrain those that hold it.
/// White Dragons answer to nothing but the spell for them.
pub fn summonable<'a>(
    game: &'a DragonDice,
    state: &'a State,
    to: Place,
    element: Option<Element>,
    white: bool,
) -> impl Iterator<Item = Piece> + use<'a> {
    let forces = state.roster.forces().iter().zip(0..);
    let all = forces.flat_map(|(force, seat)| {
        let dragons = force.of_sort(Sort::Dragon).iter();
        dragons.map(move |number| Piece { owner: Seat(seat), number })
    });
    all.filter(move |dragon| answers(game, state, *dragon, to, element, white))
}

fn answers(
    game: &DragonDice,
    state: &State,
    dragon: Piece,
    to: Place,
    element: Option<Element>,
    white: bool,
) -> bool {
    let from = state.place_of(dragon);
    let pooled = from == Place::POOL;
    if from == to || !(pooled || from.as_terrain().is_some()) {
        return false;
    }
    let kind = game.catalog.kind(state.roster.force(dragon.owner).kind(dragon.number));
    let What::Dragon { nature, .. } = kind.what else { return false };
    let holds = element.is_some_and(|element| kind.elements.contains(element));
    match nature {
        Nature::White => white,
        _ if white => false,
        Nature::Elemental | Nature::Hybrid => holds,
        Nature::Ivory => pooled,
        Nature::IvoryHybrid => pooled || holds,
    }
}

/// A spell for a dragon needs one that can come.
pub(super) fn check_summoning<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    cast: &Cast,
    to: Place,
    spell: &Spell,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let summons = spell.effects.iter().find_map(|effect| match effect {
        SpellEffect::SummonDragon { white } => Some(*white),
        _ => None,
    });
    let Some(white) = summons else { return Ok(()) };
    let open = summonable(game, state, to, cast.element, white).next().is_some();
    why.require(Rule::SummoningDragons, open, || {
        Fact::says("no dragon that answers to this magic lies in a pool or at another terrain")
            .held("a dragon answers to this magic")
    })
}

/// Lists the dragons that can come, one of each kind from each place.
pub(super) fn list_summonable(
    game: &DragonDice,
    state: &State,
    Summoning { to, element, white, .. }: Summoning,
    into: &mut Vec<Action>,
) {
    let mut seen = Vec::new();
    for dragon in summonable(game, state, to, element, white) {
        let kind = state.roster.force(dragon.owner).kind(dragon.number);
        let like = (dragon.owner, kind, state.place_of(dragon));
        if !seen.contains(&like) {
            seen.push(like);
            into.push(Action::Choose(dragon));
        }
    }
}

pub(super) fn check_dragon<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    dragon: Piece,
    Summoning { to, element, white, rule }: Summoning,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let force = state.seated(dragon.owner).then(|| state.roster.force(dragon.owner));
    let is_dragon = force.is_some_and(|force| force.of_sort(Sort::Dragon).contains(dragon.number));
    why.need(rule, is_dragon, || Fact::says("a dragon is chosen here"))?;
    let answers = self::answers(game, state, dragon, to, element, white);
    why.require(Rule::SummoningDragons, answers, || {
        Fact::says("this dragon does not answer to that magic from where it is")
            .held("the dragon answers to that magic")
    })
}

/// Goes on where no dragon can come, or only one.
pub(super) fn summon_only<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    summoning: Summoning,
    out: &mut O,
) -> Flow {
    let mut list = Vec::new();
    list_summonable(game, state, summoning, &mut list);
    match list.as_slice() {
        [Action::Choose(dragon)] => {
            let dragon = *dragon;
            state.steps.pop();
            bring_dragon(state, dragon, summoning, out);
            Flow::On
        }
        [] => {
            state.steps.pop();
            Flow::On
        }
        _ => Flow::Wait,
    }
}

/// A dragon comes to a terrain.
pub(super) fn bring_dragon<O: Observe<Event>>(
    state: &mut State,
    dragon: Piece,
    Summoning { to, rule, .. }: Summoning,
    out: &mut O,
) {
    death::bring(state, dragon.owner, PieceSet::only(dragon.number), to, rule, out);
}
