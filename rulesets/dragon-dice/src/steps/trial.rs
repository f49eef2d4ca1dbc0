//! Units roll alone: to escape what aims at them, or to escape being buried (DD-8.10, DD-8.13).

use crate::position::event::{Event, Skipped};
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, Lasting, On};
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::trial::{About, Danger, Trial};
use crate::position::state::State;
use crate::rules::species::works;
use crate::rules::{effects, items, roll};
use crate::steps::death;
use crate::steps::icons::strike;
use crate::tables::catalog::effects::{Fate, Peril, RollKind, Test};
use crate::tables::catalog::{Counted, Face as Shown, Icon, Kind, SaiEffect};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

impl Trial {
    fn test(self) -> Test {
        match self.about {
            About::Danger(danger) => danger.peril.test,
            About::Burial(test) => test,
        }
    }
}

/// How a unit's lone roll came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Escaped,
    Failed,
    ShowedId,
}

/// How many results of a type a unit has when it rolls alone: what its face gives, and automatic saves
/// (DD-8.7, DD-8.10, DD-17.1).
pub(crate) fn lone_results(
    game: &DragonDice,
    state: &State,
    of: Army,
    unit: u8,
    shown: Shown,
    wanted: Counted,
) -> u16 {
    let automatic = match wanted {
        Counted::Save => automatic_saves(game, state, of.owner, unit, shown),
        _ => 0,
    };
    face_results(game, state, of, unit, shown, wanted) + automatic
}

/// Saves that a unit makes whenever it is rolled, whatever it shows but its Belly (DD-16.6).
pub(crate) fn automatic_saves(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    unit: u8,
    shown: Shown,
) -> u16 {
    let kind = game.catalog.kind(state.roster.force(owner).kind(unit));
    if game.icons.is_belly(shown) { 0 } else { kind.automatic_saves.into() }
}

/// How many results of a type a unit's face gives when it rolls alone.
pub(crate) fn face_results(
    game: &DragonDice,
    state: &State,
    of: Army,
    unit: u8,
    shown: Shown,
    wanted: Counted,
) -> u16 {
    let kind = game.catalog.kind(state.roster.force(of.owner).kind(unit));
    let counts = |from| counts_alone(game, state, of, kind, from, wanted);
    match shown.icon {
        Icon::Id => shown.count.into(),
        Icon::Plain(icon) if counts(icon) => shown.count.into(),
        Icon::Sai(sai) => {
            let effects = game.catalog.sai(sai).alone(wanted);
            let given = effects.map(|effect| given_alone(effect, shown.count, wanted, &counts));
            given.max().unwrap_or(0).max(game.icons.as_id(kind, sai, RollKind::Individual))
        }
        _ => 0,
    }
}

/// Whether results of a type count as those that a unit rolls for alone.
fn counts_alone(
    game: &DragonDice,
    state: &State,
    of: Army,
    kind: &Kind,
    from: Counted,
    wanted: Counted,
) -> bool {
    let shot_at = || {
        let fight = state.fight.as_ref();
        fight.is_some_and(|fight| fight.with == Counted::Missile) && !state.spends_magic()
    };
    let roll = match wanted {
        Counted::Save if shot_at() => RollKind::SaveMissile,
        Counted::Save => RollKind::SaveOther,
        _ => RollKind::Individual,
    };
    from == wanted
        || works::lone_conversions(game, state, of, roll).any(|(species, types, to)| {
            to == wanted && types.contains(from) && kind.species() == Some(species)
        })
}

/// What an effect of an icon gives to a unit that rolls alone; where it lets its owner choose, the most.
fn given_alone(
    effect: &SaiEffect,
    count: u8,
    wanted: Counted,
    counts: &dyn Fn(Counted) -> bool,
) -> u16 {
    match effect {
        SaiEffect::Add { types, amount } | SaiEffect::AddEither { types, amount, .. } => {
            let given = types.iter().any(|from| counts(*from));
            if given { amount.of(count).into() } else { 0 }
        }
        SaiEffect::AddAsked { amount } => amount.of(count).into(),
        SaiEffect::WildGrowth if wanted == Counted::Save => count.into(),
        SaiEffect::Choose(ways) => {
            let given = ways.iter().map(|way| given_alone(way, count, wanted, counts));
            given.max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// Whether a face gives results of two types at once to a unit that rolls alone for both, and not of one
/// or the other as its owner likes.
pub(crate) fn gives_both(
    game: &DragonDice,
    state: &State,
    of: Army,
    unit: u8,
    shown: Shown,
    (one, other): (Counted, Counted),
) -> bool {
    let kind = game.catalog.kind(state.roster.force(of.owner).kind(unit));
    let counts = |from, wanted| counts_alone(game, state, of, kind, from, wanted);
    let pairs = |types: &[Counted]| {
        types.iter().any(|from| {
            let rest = types.iter().filter(|rest| *rest != from);
            counts(*from, one) && rest.into_iter().any(|rest| counts(*rest, other))
        })
    };
    shown.sai().is_some_and(|sai| {
        let mut effects = game.catalog.sai(sai).alone(one);
        effects.any(|effect| matches!(effect, SaiEffect::Add { types, .. } if pairs(types)))
    })
}

fn outcome(game: &DragonDice, state: &State, trial: Trial, unit: u8, face: Face) -> Outcome {
    let shown = roll::shows(game, state, trial.of.owner, unit, face);
    let gives = |wanted| lone_results(game, state, trial.of, unit, shown, wanted) > 0;
    let escaped = match trial.test() {
        Test::None => false,
        Test::Save => gives(Counted::Save),
        Test::Maneuver => gives(Counted::Maneuver),
        Test::Melee => gives(Counted::Melee),
        Test::ShowId => shown.icon == Icon::Id,
        Test::ShowNoId => shown.icon != Icon::Id,
    };
    let on_id =
        matches!(trial.about, About::Danger(Danger { peril: Peril { on_id: Some(_), .. }, .. }));
    match (shown.icon, escaped) {
        (Icon::Id, _) if on_id => Outcome::ShowedId,
        (_, true) => Outcome::Escaped,
        (_, false) => Outcome::Failed,
    }
}

/// Puts units in danger: those who need not roll suffer at once.
pub(crate) fn endanger<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    danger: Danger,
    rule: Rule,
    out: &mut O,
) {
    if units.is_empty() {
        return;
    }
    out.tell(|| Event::Endangered { of, units, rule });
    let Peril { test, fate, on_id, .. } = danger.peril;
    if test == Test::None && on_id.is_none() {
        suffer(game, state, of, units, danger, fate, rule, out);
        return;
    }
    let unrolled = unrolled(state, of, units, matches!(test, Test::None | Test::Save));
    let (units, about) = (units.without(unrolled), About::Danger(danger));
    if !units.is_empty() {
        state.steps.push(Step::Trial(Trial { of, units, rule, about }));
    }
    // Ruling: who is not rolled does not escape; but where an ID harms, what is not rolled shows none.
    if test != Test::ShowNoId {
        suffer(game, state, of, unrolled, danger, fate, rule, out);
    } else if !unrolled.is_empty() {
        let skipped = Skipped::LoneRoll { units: unrolled };
        out.tell(|| Event::Skipped { skipped, army: of, rule });
    }
}

/// Those of some units that are not rolled alone, whatever asks for it: who is held fast or under a
/// gaze, and under lightning everybody whose roll is not for saves (DD-12.10).
///
/// Ruling: so it is with rolls that an effect on the unit asks for, and with those by which a dying unit
/// may yet escape (a Phoenix, Replanting). The dead are free of what held them: before they are buried
/// they are rolled.
pub(crate) fn unrolled(state: &State, of: Army, units: PieceSet, for_saves: bool) -> PieceSet {
    match !for_saves && effects::only_saves(state, of) {
        true => units,
        false => units.and(state.unrollable(of.owner)),
    }
}

/// Whether a unit is rolled alone where it is: see [`unrolled`].
pub(crate) fn may_roll_alone(state: &State, unit: Piece, for_saves: bool) -> bool {
    let of = Army { owner: unit.owner, place: state.place_of(unit) };
    unrolled(state, of, PieceSet::only(unit.number), for_saves).is_empty()
}

/// Lets a fate befall units.
#[allow(clippy::too_many_arguments)] // Who, what and why are all needed, and nothing groups them.
pub(crate) fn suffer<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    of: Army,
    units: PieceSet,
    danger: Danger,
    fate: Fate,
    rule: Rule,
    out: &mut O,
) {
    if units.is_empty() {
        return;
    }
    match fate {
        Fate::Killed => {
            if let Some(test) = danger.peril.bury {
                let about = About::Burial(test);
                // Killed Dragonkin lie in the pool, and may be buried from there (DD-16.6).
                let pooled = state.dragonkin(of.owner, units);
                let lie = [(units.without(pooled), Place::DEAD), (pooled, Place::POOL)];
                for (units, place) in lie.into_iter().filter(|(units, _)| !units.is_empty()) {
                    let of = Army { place, ..of };
                    state.steps.push(Step::Trial(Trial { of, units, rule, about }));
                }
            }
            death::kill(game, state, of, units, rule, false, out);
        }
        Fate::Reserves => {
            let units = state.able_to_leave(of.owner, units);
            if !units.is_empty() {
                let along = items::taken_along(game, state, of, units);
                death::bring(state, of.owner, units.with(along), Place::RESERVE, rule, out);
            }
        }
        Fate::Held | Fate::Stunned => {
            let does = Lasting::Held { rooted: fate == Fate::Held };
            let (by, ends) = (danger.by, Ends::TurnStart(danger.by));
            let on = On::Pieces(of.owner, units);
            state.add_effect(Effect { rule, by, on, does, ends });
            out.tell(|| Event::Held { of, units, rule });
        }
        Fate::Charmed => strike::charm(game, state, of, units, rule, out),
    }
}

impl Play<DragonDice> for Trial {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        let there = self.units.and(state.at(self.of.owner, self.of.place));
        if there != self.units {
            state.replace_step(Step::Trial(Trial { units: there, ..self }));
            return Flow::On;
        }
        if there.is_empty() {
            state.steps.pop();
            return Flow::On;
        }
        if let About::Burial(Test::None) = self.about {
            state.steps.pop();
            death::bury(game, state, self.of.owner, there, self.rule, out);
            return Flow::On;
        }
        Flow::Wait
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let force = state.roster.force(self.of.owner);
        let groups = force.kinds().iter().filter_map(|(kind, set)| {
            let count = set.and(self.units).len() as u8;
            let seat = self.of.owner;
            let group = DiceGroup { seat, die: kind.die(), count, purpose: TRIAL, subject: None };
            (count > 0).then_some(group)
        });
        RollRequest::of(self.rule, groups.collect())
    }

    fn worth(self, Now { game, state }: Now<DragonDice>, group: &DiceGroup, face: Face) -> Worth {
        let force = state.roster.force(self.of.owner);
        let unit = self.units.iter().find(|unit| force.kind(*unit).die() == group.die);
        let outcome = unit.map(|unit| self::outcome(game, state, self, unit, face));
        Worth::Each(outcome.map_or(0, |outcome| outcome as u8))
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        state.end_gazes(self.of.owner, self.units);
        let (mut failed, mut showed_id) = (PieceSet::NONE, PieceSet::NONE);
        for (unit, face) in self.units.iter().zip(faces) {
            match outcome(game, state, self, unit, *face) {
                Outcome::Escaped => {}
                Outcome::Failed => failed = failed.with(PieceSet::only(unit)),
                Outcome::ShowedId => showed_id = showed_id.with(PieceSet::only(unit)),
            }
        }
        let Trial { of, units, rule, about } = self;
        let escaped = units.without(failed).without(showed_id);
        out.tell(|| Event::Tried { of, units, escaped, faces: faces.to_vec(), rule });
        match about {
            About::Danger(danger) => {
                let fate = danger.peril.on_id.unwrap_or(danger.peril.fate);
                suffer(game, state, of, showed_id, danger, fate, rule, out);
                suffer(game, state, of, failed, danger, danger.peril.fate, rule, out);
            }
            About::Burial(_) => {
                death::bury(game, state, of.owner, failed.with(showed_id), rule, out)
            }
        }
    }
}

/// The purpose of dice that units roll alone.
pub const TRIAL: u8 = 100;
