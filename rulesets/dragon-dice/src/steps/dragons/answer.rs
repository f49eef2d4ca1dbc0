//! The army's answer: treasures, its roll, the dragons it kills, damage, and what it earns (DD-11.1).

use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::dragons::{Aim, DragonAttack, DragonFight, DragonStep, Picked};
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::promotion::Budget;
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::rules::magic::dice;
use crate::rules::species::works;
use crate::rules::{effects, roll};
use crate::steps::dragons::{champions, rolling};
use crate::steps::{death, fight, promote};
use crate::tables::catalog::{AbilityEffect, Counted, Elements, Nature, What};
use crate::tables::edition::Form;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::steps::Flow;

/// Each treasure shown to the army may promote a unit (DD-10.2).
pub(super) fn treasures(state: &mut State, fight: &mut DragonFight) {
    for fighter in &mut fight.fighters {
        for _ in 0..std::mem::take(&mut fighter.treasures) {
            promote::offer_promotion(state, fight.army, Budget::One, Rule::DragonFaces);
        }
    }
}

/// Dragonkin that the dragons of this attack keep from rolling (DD-16.6).
fn afraid(game: &DragonDice, state: &State, fight: &DragonFight) -> PieceSet {
    let army = fight.army;
    let dragonkin = state.dragonkin(army.owner, state.units(army));
    if dragonkin.is_empty() {
        return PieceSet::NONE;
    }
    let (mut elements, mut all) = (Elements::NONE, false);
    for fighter in fight.fighters.iter().filter(|f| f.aim != Aim::Idle) {
        let kind = aims::dragon_kind(game, state, fighter.dragon);
        elements = elements.union(kind.elements);
        all |= matches!(
            kind.what,
            What::Dragon { nature: Nature::Ivory | Nature::IvoryHybrid | Nature::White, .. }
        );
    }
    let force = state.roster.force(army.owner);
    let fears =
        |unit: &u8| all || game.catalog.kind(force.kind(*unit)).elements.intersects(elements);
    dragonkin.iter().filter(fears).collect()
}

/// Whether any dragon goes for the army.
fn is_attacked(fight: &DragonFight) -> bool {
    fight.fighters.iter().any(|fighter| fighter.aim == Aim::Army)
}

/// Whether a dragon goes for the army and is still there (DD-8.6).
fn attacks_army(state: &State, fight: &DragonFight, at: usize) -> bool {
    fight.fighters[at].aim == Aim::Army && aims::is_there(state, fight, at)
}

/// Lets the army get ready to answer: dragons that stand by it add what they dealt to its
/// melee, and Dragonkin that Eldarim hearten are picked where not all can be.
pub(super) fn prepare_answer(game: &DragonDice, state: &mut State, fight: &mut DragonFight) {
    let army = fight.army;
    let attacked = (0..fight.fighters.len()).any(|at| attacks_army(state, fight, at));
    if !attacked || !state.exists(army) {
        return;
    }
    let allies = fight.fighters.iter().filter(|fighter| fighter.aim == Aim::Ally);
    fight.melee = allies.fold(0u16, |sum, fighter| sum.saturating_add(fighter.damage));
    state.steps.push(DragonAttack::Strike.into());
    if let Some(pick) = hearten(game, state, fight) {
        state.steps.push(Step::Pick(pick));
    }
}

/// Lets Eldarim hearten all Dragonkin that they can, or gives the pick of those that are.
///
/// Ruling: it is up to the Eldarim's health, so any Dragonkin within it may be picked (DD-8.14). All that could
/// be are heartened without a question where none of them stands in the way of another.
fn hearten(game: &DragonDice, state: &State, fight: &mut DragonFight) -> Option<Pick> {
    let (army, afraid) = (fight.army, afraid(game, state, fight));
    if afraid.is_empty() {
        return None;
    }
    let unafraid = |effect: &AbilityEffect| *effect == AbilityEffect::DragonkinUnafraid;
    let heartened = (0..).zip(&game.catalog.abilities).find(|(_, a)| unafraid(&a.effect));
    let (id, ability) = heartened?;
    let force = state.roster.force(army.owner);
    let hearteners = dice::units_of(game, state, army, Some(ability.species));
    let health = force.total_health(hearteners) as u16;
    if health == 0 || !works::ability_works(game, state, army, ability.species, unafraid) {
        return None;
    }
    let among: PieceSet =
        afraid.iter().filter(|one| u16::from(force.health(*one)) <= health).collect();
    if force.total_health(among) <= health.into() {
        fight.unafraid = among;
        return None;
    }
    Some(Pick {
        seat: army.owner,
        of: army,
        among,
        limit: Limit::UpTo(health),
        rule: Rule::Ability(crate::tables::catalog::AbilityId(id)),
        then: Then::Dragons(Picked::Unafraid),
    })
}

/// The dice with which the army answers.
fn answering(game: &DragonDice, state: &State, fight: &DragonFight) -> PieceSet {
    let afraid = self::afraid(game, state, fight).without(fight.unafraid);
    roll::rollable(game, state, fight.army).without(afraid)
}

/// The dice with which an army would answer: in the attack on it that is under way, else in one of all dragons
/// that are there. Where a pick of who is heartened is still to come, it is the first that is listed.
pub(crate) fn would_answer(game: &DragonDice, state: &State, army: Army) -> PieceSet {
    let picks = |step: &Step| match step {
        Step::Dragons(DragonStep::Attack(DragonAttack::Answer)) => true,
        Step::Pick(pick) => pick.then == Then::Dragons(Picked::Unafraid),
        _ => false,
    };
    let under_way = state.dragons.as_ref().filter(|fight| fight.army == army);
    let mut fight = under_way.cloned().unwrap_or_else(|| DragonFight::new(state, army));
    if (under_way.is_none() || state.steps.iter().any(picks))
        && let Some(pick) = hearten(game, state, &mut fight)
    {
        let mut sets = Vec::new();
        pick.sets(game, state, 1, &mut sets);
        fight.unafraid = sets.first().copied().unwrap_or(PieceSet::NONE);
    }
    answering(game, state, &fight)
}

/// What the army rolls: melee, missile and saves together, saves alone where breath allows no more.
pub(crate) fn answer_kind(state: &State, army: Army) -> RollKind {
    match effects::only_saves(state, army) {
        true => RollKind::SaveOther,
        false => RollKind::Dragon,
    }
}

/// The army rolls.
pub(super) fn throw_answer(game: &DragonDice, state: &mut State, fight: &DragonFight) {
    let army = fight.army;
    let (dice, kind) = (answering(game, state, fight), answer_kind(state, army));
    state.steps.push(DragonAttack::Answered.into());
    // What spells give counts though no dice fall (DD-8.11).
    state.throw(game, [Roll::new(kind, army, dice)]);
}

/// The army has rolled.
pub(super) fn answered(state: &mut State, fight: &mut DragonFight) {
    let Some(roll) = state.rolls.pop() else { return };
    fight.melee = fight.melee.saturating_add(roll.total[Counted::Melee.index()]);
    fight.missile = roll.total[Counted::Missile.index()];
    fight.saves = roll.total[Counted::Save.index()];
    fight.save_rolled = !roll.dice.is_empty();
}

/// Dragons the army's results may be aimed at: those that go for it.
fn aimed_at<'a>(
    game: &'a DragonDice,
    state: &'a State,
    fight: &'a DragonFight,
) -> impl Iterator<Item = usize> + use<'a> {
    (0..fight.fighters.len()).filter(move |at| {
        let fighter = &fight.fighters[*at];
        fighter.aim == Aim::Army
            && !fighter.mastered
            && !fighter.doomed
            && fighter.turned < rolling::dragon_needs(game, state, fighter)
            && aims::is_there(state, fight, *at)
    })
}

/// Whether melee and missile results kill the dragons doomed so far and these besides, each
/// by results of one type (DD-10.4).
fn kills(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    more: impl Iterator<Item = usize>,
) -> bool {
    let doomed = fight.fighters.iter().filter(|fighter| fighter.doomed);
    let more = more.map(|at| &fight.fighters[at]);
    let mut needs: Vec<u16> =
        doomed.chain(more).map(|fighter| rolling::dragon_needs(game, state, fighter)).collect();
    needs.sort_unstable_by(|a, b| b.cmp(a));
    split(&needs, fight.melee, fight.missile)
}

/// Dragons of which one more could be killed.
pub(super) fn killable(game: &DragonDice, state: &State, fight: &DragonFight) -> Vec<Piece> {
    let kills = |at: &usize| self::kills(game, state, fight, std::iter::once(*at));
    aimed_at(game, state, fight).filter(kills).map(|at| fight.fighters[at].dragon).collect()
}

/// Kills what can be killed without a choice; waits where not all of it can.
pub(super) fn settle_kills(game: &DragonDice, state: &mut State, fight: &mut DragonFight) -> Flow {
    // Ruling: the books let the army spread its results as it likes, but damage kills all it can
    // (DD-8.12). So results are used up to kill, and only which dragons die is asked.
    let killable = self::killable(game, state, fight);
    let numbers: Vec<usize> = killable.iter().filter_map(|one| fight.number(*one)).collect();
    if !numbers.is_empty() && !kills(game, state, fight, numbers.iter().copied()) {
        return Flow::Wait;
    }
    state.steps.pop();
    numbers.into_iter().for_each(|at| fight.fighters[at].doomed = true);
    Flow::On
}

pub(super) fn check_kill<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    target: Piece,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let aimed = aimed_at(game, state, fight).find(|at| fight.fighters[*at].dragon == target);
    why.need(Rule::DamageOnDragons, aimed.is_some(), || {
        Fact::says("this is not a dragon that attacks the army").held("it attacks the army")
    })?;
    let Some(at) = aimed else { return Ok(()) };
    let kills = self::kills(game, state, fight, std::iter::once(at));
    why.require(Rule::KillingDragons, kills, || {
        let needed = rolling::dragon_needs(game, state, &fight.fighters[at]);
        let (melee, missile) = (fight.melee, fight.missile);
        let fact = Fact::says(format!(
            "{melee} melee and {missile} missile results do not kill it as well: it takes \
                 {needed} of one type"
        ))
        .held(format!("{needed} results of one type are left for it"));
        match killable(game, state, fight).first() {
            Some(other) => {
                fact.instead("a dragon they kill", &crate::position::action::Action::Choose(*other))
            }
            None => fact,
        }
    })
}

pub(super) fn doom(fight: &mut DragonFight, target: Piece) {
    if let Some(at) = fight.number(target) {
        fight.fighters[at].doomed = true;
    }
}

/// Damage lands both ways at once (DD-10.6, DD-10.9).
pub(super) fn land<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    out: &mut O,
) {
    let struck = match game.edition.dragon_sequence {
        Form::Current => rolling::dragons_strike(game, state, fight, out),
        Form::Classic => Vec::new(),
    };
    let (army, saves) = (fight.army, fight.saves);
    let attackers = (0..fight.fighters.len()).filter(|at| attacks_army(state, fight, *at));
    let dealt = attackers.fold(0u16, |sum, at| sum.saturating_add(fight.fighters[at].damage));
    let damage = dealt.saturating_sub(saves);
    if is_attacked(fight) && state.exists(army) {
        out.tell(|| Event::Damage { army, damage, sum: None, rule: Rule::DamageOfDragons });
    }
    let killed: Vec<usize> = (0..fight.fighters.len())
        .filter(|at| {
            let fighter = &fight.fighters[*at];
            let turned =
                fighter.turned > 0 && fighter.turned >= rolling::dragon_needs(game, state, fighter);
            (fighter.doomed || turned) && aims::is_there(state, fight, *at)
        })
        .collect();
    for at in killed {
        army_kills(game, state, fight, at, Rule::DeadDragons, out);
    }
    for at in struck {
        if !fight.fighters[at].gone {
            rolling::dragon_goes(state, fight, at, Place::POOL, Rule::DeadDragons, out);
        }
    }
    fight::absorb(state, army, damage, fight.save_rolled, out);
}

/// The army kills a dragon, which may let it promote.
pub(super) fn army_kills<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &mut DragonFight,
    at: usize,
    rule: Rule,
    out: &mut O,
) {
    let elements = aims::dragon_kind(game, state, fight.fighters[at].dragon).elements;
    fight.promotes |= match game.edition.dragon_sequence {
        Form::Current => true,
        Form::Classic => !champions::has_slayer(game, state, fight.army, elements),
    };
    rolling::dragon_goes(state, fight, at, Place::POOL, rule, out);
}

/// The army may promote as many units as possible (DD-18.2).
pub(super) fn promote_for_dragons(state: &mut State, fight: &DragonFight) {
    if fight.promotes && state.exists(fight.army) {
        promote::offer_promotion(state, fight.army, Budget::AsMany, Rule::PromotingMany);
    }
}

/// Dragons that showed Wings and live fly off, and the attack is over (DD-10.2).
pub(super) fn leave<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    fight: &DragonFight,
    out: &mut O,
) {
    // Where no dragon attacks the army, the classic sequence ends with step 5 (DD-11.6).
    if game.edition.dragon_sequence == Form::Classic && !is_attacked(fight) {
        return;
    }
    for fighter in fight.fighters.iter().filter(|fighter| fighter.wings && !fighter.gone) {
        let Piece { owner, number } = fighter.dragon;
        let dragons = state.roster.force(owner).of_sort(Sort::Dragon);
        let only = PieceSet::only(number).and(state.at(owner, fight.place)).and(dragons);
        death::bring(state, owner, only, Place::POOL, Rule::DragonFaces, out);
    }
}

/// Whether each need can be met out of one of two sums; needs come largest first.
pub fn split(needs: &[u16], melee: u16, missile: u16) -> bool {
    let Some((need, rest)) = needs.split_first() else { return true };
    let total: u32 = needs.iter().map(|need| u32::from(*need)).sum();
    if total > u32::from(melee) + u32::from(missile) {
        return false;
    }
    if total <= u32::from(melee.max(missile)) {
        return true;
    }
    (*need <= melee && split(rest, melee - need, missile))
        || (*need <= missile && melee != missile && split(rest, melee, missile - need))
}
