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
use crate::position::pieces::{Army, PieceSet};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::magic::{
    Casting, CastingStep, HazardStep, MagicStep, Picked, Summoning,
};
use crate::position::stack::pick::Pick;
use crate::position::stack::purse::Purse;
use crate::position::state::State;
use crate::rules::magic::mana;
use crate::rules::roll;
use crate::steps::{Ask, death, trial};
use crate::tables::catalog::Element;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play, Within};

impl MagicStep {
    /// Whether it is a part of one spell that takes effect, and not of the magic around it.
    pub(crate) fn is_part_of_a_spell(self) -> bool {
        matches!(
            self,
            MagicStep::Hazard(HazardStep::Answer(_) | HazardStep::Answered(_))
                | MagicStep::Casting(
                    CastingStep::Lower { .. }
                        | CastingStep::Save { .. }
                        | CastingStep::Summon(_)
                        | CastingStep::Exhumed { .. }
                )
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
    state.steps.push(CastingStep::Rolled.into());
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
    state.steps.push(CastingStep::Announce.into());
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
fn after_magic_roll<O: Observe<Event>>(state: &mut State, casting: &Casting, out: &mut O) {
    state.rolls.pop();
    let (army, amount) = (casting.army, casting.purse.total());
    out.tell(|| Event::MagicMade { army, amount });
    state.steps.push(CastingStep::Announce.into());
}

impl Within<DragonDice> for CastingStep {
    type Whole = Casting;

    fn whole(state: &State) -> &Option<Casting> {
        &state.casting
    }

    fn whole_mut(state: &mut State) -> &mut Option<Casting> {
        &mut state.casting
    }

    fn is_within(step: &Step) -> bool {
        matches!(step, Step::Magic(MagicStep::Casting(_)))
    }

    fn advance(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        casting: &mut Casting,
    ) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            CastingStep::Announce => {
                if announce::can_cast(game, state, casting) {
                    return Flow::Wait;
                }
                state.steps.pop();
                announce::end_announcing(game, state, casting, out);
                return Flow::On;
            }
            CastingStep::MayDispel(_) | CastingStep::Attune(_) => return Flow::Wait,
            CastingStep::Recolour { element, .. } => {
                let mut open = Vec::new();
                attune::list_recolouring(game, state, casting, element, &mut open);
                if !open.is_empty() {
                    return Flow::Wait;
                }
            }
            CastingStep::Dispelling(piece) if state.place_of(piece).in_play() => return Flow::Wait,
            CastingStep::Save { piece, damage, rule, .. } if state.place_of(piece).in_play() => {
                if trial::may_roll_alone(state, piece, true) {
                    return Flow::Wait;
                }
                state.steps.pop();
                resolve::unit_damage(game, state, piece, damage, rule, out);
                return Flow::On;
            }
            CastingStep::Resolve => return resolve::resolve_next(game, state, casting, out),
            CastingStep::Summon(summoning) => {
                return summon::summon_only(game, state, summoning, out);
            }
            _ => {}
        }
        state.steps.pop();
        match self {
            CastingStep::Rolled => after_magic_roll(state, casting, out),
            CastingStep::Negated { roll, rule } => negation::negate(game, state, roll, rule, out),
            CastingStep::Dispel => dispel::offer_dispelling(game, state, casting),
            CastingStep::End => match casting.outer.take() {
                Some(outer) => *casting = *outer,
                None => resolve::end_with_armies(state, out),
            },
            CastingStep::Lower { place, rule } => hazards::lower(state, casting, place, rule, out),
            CastingStep::Exhumed { owner, units, rule } => {
                resolve::exhumed(state, casting.army, owner, units, rule)
            }
            _ => {}
        }
        Flow::On
    }

    fn ask(self, _: Now<DragonDice>, casting: &Casting) -> Ask {
        let caster = casting.army.owner;
        match self {
            CastingStep::Announce if casting.cantrip => Ask::seat(caster, Rule::CantripMagic),
            CastingStep::MayDispel(piece) => {
                Ask::about(piece.owner, Rule::Dispelling, piece.subject())
            }
            CastingStep::Summon(Summoning { rule, .. })
            | CastingStep::Attune(rule)
            | CastingStep::Recolour { rule, .. } => Ask::seat(caster, rule),
            CastingStep::Dispelling(_) | CastingStep::Save { .. } => Ask::Roll,
            _ => Ask::seat(caster, Rule::MagicAction),
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        casting: &Casting,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            CastingStep::Announce => {
                into.push(Action::Pass);
                announce::casts(game, state, casting, into);
                return Listing::Candidates;
            }
            CastingStep::MayDispel(_) => into.extend([Action::Accept, Action::Pass]),
            CastingStep::Attune(_) => into.extend(Element::ALL.map(Action::Element)),
            CastingStep::Recolour { element, .. } => {
                into.push(Action::Pass);
                attune::list_recolouring(game, state, casting, element, into);
            }
            CastingStep::Resolve => {
                into.extend(casting.announced.iter().copied().map(Action::Cast));
            }
            CastingStep::Summon(summoning) => {
                summon::list_summonable(game, state, summoning, into);
                return Listing::Candidates;
            }
            _ => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        now: Now<DragonDice>,
        casting: &Casting,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Now { game, state } = now;
        match (self, action) {
            (CastingStep::Announce, Action::Pass) => Ok(()),
            (CastingStep::Announce, Action::Cast(cast)) => {
                announce::check_cast(game, state, casting, cast, why)
            }
            (CastingStep::Summon(summoning), Action::Choose(dragon)) => {
                summon::check_dragon(game, state, *dragon, summoning, why)
            }
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        casting: &mut Casting,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        match (self, action) {
            (CastingStep::Announce, Action::Cast(cast)) => {
                announce::announce(casting, *cast, out);
                return;
            }
            (CastingStep::Resolve, Action::Cast(cast)) => {
                resolve::resolve_one(game, state, casting, *cast, out);
                return;
            }
            _ => {}
        }
        state.steps.pop();
        match (self, action) {
            (CastingStep::Announce, _) => announce::end_announcing(game, state, casting, out),
            (CastingStep::Attune(rule), Action::Element(element)) => {
                attune::attune(state, casting, *element, rule, out);
            }
            (CastingStep::Recolour { element, rule }, Action::Take(set)) => {
                attune::recolour(game, state, casting, *set, (element, rule), out);
            }
            (CastingStep::MayDispel(piece), Action::Accept) => {
                out.tell(|| Event::Accepted { seat, rule: Rule::Dispelling });
                state.steps.push(CastingStep::Dispelling(piece).into());
            }
            (CastingStep::MayDispel(_), _) => {
                out.tell(|| Event::Declined { seat, rule: Rule::Dispelling });
            }
            (CastingStep::Summon(summoning), Action::Choose(dragon)) => {
                summon::bring_dragon(state, *dragon, summoning, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &Casting,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (piece, rule) = match self {
            CastingStep::Dispelling(piece) => (piece, Rule::Dispelling),
            CastingStep::Save { piece, rule, .. } => (piece, rule),
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

    fn worth(
        self,
        Now { game, state }: Now<DragonDice>,
        _: &Casting,
        _: &DiceGroup,
        face: Face,
    ) -> Worth {
        match self {
            CastingStep::Dispelling(piece) => {
                Worth::Each(dispel::dispels(game, state, piece, face).into())
            }
            CastingStep::Save { piece, .. } => {
                Worth::Each(resolve::unit_saves(game, state, piece, face).min(255) as u8)
            }
            _ => Worth::Distinct,
        }
    }

    fn resolve(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        casting: &mut Casting,
        faces: &[Face],
    ) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        let Some(face) = faces.first().copied() else { return };
        if let CastingStep::Dispelling(piece) | CastingStep::Save { piece, .. } = self {
            state.end_gazes(piece.owner, PieceSet::only(piece.number));
        }
        match self {
            CastingStep::Dispelling(piece) => {
                dispel::dispel(game, state, casting, piece, face, out);
            }
            CastingStep::Save { piece, damage, when_saved, rule } => {
                let (how, by) = ((damage, when_saved), casting.army.owner);
                resolve::unit_saved(game, state, piece, face, how, (rule, by), out);
            }
            _ => {}
        }
    }
}
