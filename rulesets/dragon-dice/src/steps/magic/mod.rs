//! Magic: the roll, spells announced and resolved one by one, and magic from other rolls (DD-7.8 to DD-7.22).

pub(crate) mod aim;
pub(crate) mod announce;
pub(crate) mod attune;
pub(crate) mod dispel;
pub(crate) mod hazards;
pub(crate) mod made;
pub(crate) mod negation;
pub(crate) mod resolve;
#[doc(hidden)]
pub mod summon;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::magic::{Casting, MagicStep, Picked};
use crate::position::stack::pick::Pick;
use crate::position::stack::purse::Purse;
use crate::position::state::State;
use crate::rules::magic::mana;
use crate::rules::roll;
use crate::steps::{Ask, death, trial};
use crate::tables::catalog::Element;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play};

impl MagicStep {
    /// Whether it is a part of one spell that takes effect, and not of the magic around it.
    pub(crate) fn is_part_of_a_spell(self) -> bool {
        matches!(
            self,
            MagicStep::Answer(_)
                | MagicStep::Answered(_)
                | MagicStep::Lower { .. }
                | MagicStep::Save { .. }
                | MagicStep::Summon { .. }
                | MagicStep::Exhumed { .. }
        )
    }
}

/// Begins a magic action.
pub(crate) fn begin_magic<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    _: &mut O,
) {
    let outer = state.casting.take();
    state.casting = Some(Casting::new(army, false, Purse::default(), outer));
    state.steps.push(Step::Magic(MagicStep::Rolled));
    let kind = RollKind::Magic;
    let dice = roll::fall_for(game, state, army, kind, roll::rollable(game, state, army));
    state.throw(game, [Roll::new(kind, army, dice)]);
}

/// Spends the magic of Cantrip icons, and of medallions, that a roll shows: all of it at once,
/// whichever of them acts first (DD-7.22).
pub(crate) fn begin_cantrip<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    number: u8,
    out: &mut O,
) {
    let Some(roll) = state.rolls.get_mut(usize::from(number)) else { return };
    let (army, waiting) = (roll.army, roll.waiting);
    let roll = &state.rolls[usize::from(number)];
    let purse = mana::cantrip_purse(game, state, roll);
    let acted = waiting.iter().filter(|die| mana::is_cantrip(game, state, roll, *die)).collect();
    state.rolls[usize::from(number)].waiting = waiting.without(acted);
    let amount = purse.total();
    out.tell(|| Event::MagicMade { army, amount });
    let outer = state.casting.take();
    state.casting = Some(Casting::new(army, true, purse, outer));
    state.steps.push(Step::Magic(MagicStep::Announce));
}

/// Dice were picked for a spell.
pub(crate) fn magic_picked<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    pick: Pick,
    picked: Picked,
    set: PieceSet,
    out: &mut O,
) {
    match picked {
        Picked::Promotion { unit, army } => {
            let gone = PieceSet::only(unit).and(state.units(army));
            if !gone.is_empty() && !set.is_empty() {
                death::exchange(state, army, gone, set, pick.rule, out);
            }
        }
        Picked::OutOfMire(army) => hazards::leave_in_mire(game, state, army, set, pick.rule, out),
    }
}

/// The magic roll is over: its dice lie, and what they gave can be spent.
fn after_magic_roll<O: Observe<Event>>(state: &mut State, out: &mut O) {
    state.rolls.pop();
    let Some(casting) = &state.casting else { return };
    let (army, amount) = (casting.army, casting.purse.total());
    out.tell(|| Event::MagicMade { army, amount });
    state.steps.push(Step::Magic(MagicStep::Announce));
}

impl Play<DragonDice> for MagicStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            MagicStep::Announce => {
                if state.casting.as_ref().is_some_and(|it| announce::can_cast(game, state, it)) {
                    return Flow::Wait;
                }
                state.steps.pop();
                announce::end_announcing(game, state, out);
                return Flow::On;
            }
            MagicStep::MayDispel(_) | MagicStep::Attune(_) => return Flow::Wait,
            MagicStep::Recolour { element, .. } => {
                let mut open = Vec::new();
                attune::list_recolouring(game, state, element, &mut open);
                if !open.is_empty() {
                    return Flow::Wait;
                }
            }
            MagicStep::Dispelling(piece) if state.place_of(piece).in_play() => return Flow::Wait,
            MagicStep::Save { piece, damage, rule, .. } if state.place_of(piece).in_play() => {
                if trial::may_roll_alone(state, piece, true) {
                    return Flow::Wait;
                }
                state.steps.pop();
                resolve::unit_damage(game, state, piece, damage, rule, out);
                return Flow::On;
            }
            MagicStep::Resolve => return resolve::resolve_next(game, state, out),
            MagicStep::Summon { .. } => return summon::summon_only(game, state, self, out),
            _ => {}
        }
        state.steps.pop();
        match self {
            MagicStep::Rolled => after_magic_roll(state, out),
            MagicStep::Negated { roll, rule } => negation::negate(game, state, roll, rule, out),
            MagicStep::Dispel => dispel::offer_dispelling(game, state),
            MagicStep::End => {
                state.casting = state.casting.take().and_then(|casting| casting.outer).map(|c| *c);
                if state.casting.is_none() {
                    resolve::end_with_armies(state, out);
                }
            }
            MagicStep::Answer(answer) => hazards::begin_answer(game, state, answer, out),
            MagicStep::Answered(answer) => hazards::spell_answered(state, answer, out),
            MagicStep::Lower { place, rule } => hazards::lower(state, place, rule, out),
            MagicStep::Exhumed { owner, units, rule } => {
                resolve::exhumed(state, owner, units, rule)
            }
            MagicStep::Mired { army, rule } => hazards::mired(game, state, army, rule),
            MagicStep::MireEnds(army) => hazards::mire_ends(state, army, out),
            _ => {}
        }
        Flow::On
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        let caster = state.casting.as_ref().map_or(state.marching, |casting| casting.army.owner);
        let one = |seat, about, piece: Piece| {
            Ask::Choice(Choice {
                seats: Seats::only(seat),
                about,
                subject: Some(piece.subject()),
                sealed: false,
            })
        };
        match self {
            MagicStep::Announce => match state.casting.as_ref().is_some_and(|c| c.cantrip) {
                true => Ask::seat(caster, Rule::CantripMagic),
                false => Ask::seat(caster, Rule::MagicAction),
            },
            MagicStep::MayDispel(piece) => one(piece.owner, Rule::Dispelling, piece),
            MagicStep::Summon { rule, .. }
            | MagicStep::Attune(rule)
            | MagicStep::Recolour { rule, .. } => Ask::seat(caster, rule),
            MagicStep::Dispelling(_) | MagicStep::Save { .. } => Ask::Roll,
            _ => Ask::seat(caster, Rule::MagicAction),
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            MagicStep::Announce => {
                into.push(Action::Pass);
                state.casting.iter().for_each(|it| announce::casts(game, state, it, into));
                return Listing::Candidates;
            }
            MagicStep::MayDispel(_) => into.extend([Action::Accept, Action::Pass]),
            MagicStep::Attune(_) => into.extend(Element::ALL.map(Action::Element)),
            MagicStep::Recolour { element, .. } => {
                into.push(Action::Pass);
                attune::list_recolouring(game, state, element, into);
            }
            MagicStep::Resolve => {
                let announced = state.casting.iter().flat_map(|casting| &casting.announced);
                into.extend(announced.copied().map(Action::Cast));
            }
            MagicStep::Summon { to, element, white, .. } => {
                summon::list_summonable(game, state, to, element, white, into);
                return Listing::Candidates;
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
        match (self, &state.casting, action) {
            (MagicStep::Announce, _, Action::Pass) => Ok(()),
            (MagicStep::Announce, Some(casting), Action::Cast(cast)) => {
                announce::check_cast(game, state, casting, cast, why)
            }
            (MagicStep::Summon { to, element, white, rule }, _, Action::Choose(dragon)) => {
                summon::check_dragon(game, state, *dragon, to, element, white, rule, why)
            }
            _ => self.check_listed(Now { game, state }, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        match (self, action) {
            (MagicStep::Announce, Action::Cast(cast)) => {
                if let Some(casting) = &mut state.casting {
                    announce::announce(casting, *cast, out);
                }
                return;
            }
            (MagicStep::Resolve, Action::Cast(cast)) => {
                resolve::resolve_one(game, state, *cast, out);
                return;
            }
            _ => {}
        }
        state.steps.pop();
        match (self, action) {
            (MagicStep::Announce, _) => announce::end_announcing(game, state, out),
            (MagicStep::Attune(rule), Action::Element(element)) => {
                attune::attune(state, *element, rule, out);
            }
            (MagicStep::Recolour { element, rule }, Action::Take(set)) => {
                attune::recolour(game, state, *set, element, rule, out);
            }
            (MagicStep::MayDispel(piece), Action::Accept) => {
                out.tell(|| Event::Accepted { seat, rule: Rule::Dispelling });
                state.steps.push(Step::Magic(MagicStep::Dispelling(piece)));
            }
            (MagicStep::MayDispel(_), _) => {
                out.tell(|| Event::Declined { seat, rule: Rule::Dispelling });
            }
            (MagicStep::Summon { to, rule, .. }, Action::Choose(dragon)) => {
                summon::bring_dragon(state, *dragon, to, rule, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (piece, rule) = match self {
            MagicStep::Dispelling(piece) => (piece, Rule::Dispelling),
            MagicStep::Save { piece, rule, .. } => (piece, rule),
            _ => {
                let groups = Default::default();
                return RollRequest::of(Rule::RollSteps, groups);
            }
        };
        let group = DiceGroup {
            seat: piece.owner,
            die: state.roster.force(piece.owner).kind(piece.number).die(),
            count: 1,
            purpose: trial::TRIAL,
            subject: Some(piece.subject()),
        };
        RollRequest::one(rule, group)
    }

    fn worth(self, Now { game, state }: Now<DragonDice>, _: &DiceGroup, face: Face) -> Worth {
        match self {
            MagicStep::Dispelling(piece) => {
                Worth::Each(dispel::dispels(game, state, piece, face).into())
            }
            MagicStep::Save { piece, .. } => {
                Worth::Each(resolve::unit_saves(game, state, piece, face).min(255) as u8)
            }
            _ => Worth::Distinct,
        }
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        let Some(face) = faces.first().copied() else { return };
        if let MagicStep::Dispelling(piece) | MagicStep::Save { piece, .. } = self {
            state.end_gazes(piece.owner, PieceSet::only(piece.number));
        }
        match self {
            MagicStep::Dispelling(piece) => dispel::dispel(game, state, piece, face, out),
            MagicStep::Save { piece, damage, when_saved, rule } => {
                resolve::unit_saved(game, state, piece, face, (damage, when_saved), rule, out);
            }
            _ => {}
        }
    }
}
