//! Units roll alone: to escape what aims at them, or to escape being buried (DD-8.10, DD-8.13).

use super::{Flow, Play, Step};
use crate::catalog::effects::{Fate, Peril, RollKind, Test};
use crate::catalog::{Counted, Face as Shown, Icon, SaiEffect};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place, Sort};
use crate::roll;
use crate::rule::Rule;
use crate::state::{Effect, Ends, Lasting, On, State};
use crate::steps::icons::strike;
use crate::steps::species::works;
use crate::steps::{death, march};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

/// What endangers units, and who made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Danger {
    /// How they escape, and what befalls them if not.
    pub peril: Peril,
    /// Whose icon, spell or dragon it is.
    pub by: Seat,
}

/// Units of one army that roll alone, each for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trial {
    /// Whose they are, and where.
    pub of: Army,
    /// Which.
    pub units: PieceSet,
    /// By which rule.
    pub rule: Rule,
    /// What it is about.
    pub about: About,
}

/// What units roll for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// To escape a danger.
    Danger(Danger),
    /// To escape being buried, once killed.
    Burial(Test),
}

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

/// How many results of a type a unit's face gives when it rolls alone (DD-8.7, DD-8.10, DD-17.1).
pub(crate) fn lone_results(
    game: &DragonDice,
    state: &State,
    of: Army,
    unit: u8,
    shown: Shown,
    wanted: Counted,
) -> u16 {
    let count = u16::from(shown.count);
    let kind = game.catalog.kind(state.roster.force(of.owner).kind(unit));
    let roll = match wanted {
        Counted::Save => RollKind::SaveOther,
        _ => RollKind::Individual,
    };
    let converts = |from: Counted| {
        let species = kind.species();
        works::lone_conversions(game, state, of, roll)
            .any(|(of, types, to)| to == wanted && types.contains(from) && species == Some(of))
    };
    let automatic = if wanted == Counted::Save && !game.icons.is_belly(shown) {
        u16::from(kind.automatic_saves)
    } else {
        0
    };
    let rolled = match shown.icon {
        Icon::Id => count,
        Icon::Plain(icon) if icon == wanted || converts(icon) => count,
        Icon::Sai(sai) => {
            let rolls = [roll, RollKind::Individual];
            let effects = game
                .catalog
                .sai(sai)
                .uses
                .iter()
                .filter(|used| rolls.iter().any(|roll| used.rolls.contains(*roll)));
            effects
                .flat_map(|used| &used.does)
                .map(|effect| match effect {
                    SaiEffect::Add { types, amount }
                    | SaiEffect::AddEither { types, amount, .. } => {
                        let counts =
                            types.contains(&wanted) || types.iter().any(|shown| converts(*shown));
                        if counts { amount.of(shown.count).into() } else { 0 }
                    }
                    SaiEffect::AddAsked { amount } => amount.of(shown.count).into(),
                    _ => 0,
                })
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    };
    rolled + automatic
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
    // Under lightning a roll that is not for saves fails unrolled (DD-12.10).
    let barred = !matches!(danger.peril.test, Test::None | Test::Save);
    let barred = barred && march::only_saves(state, of);
    if barred || (danger.peril.test == Test::None && danger.peril.on_id.is_none()) {
        suffer(game, state, of, units, danger, danger.peril.fate, rule, out);
    } else {
        // Who may not be rolled at all cannot escape.
        let helpless = units.and(state.unrollable(of.owner));
        let (units, about) = (units.without(helpless), About::Danger(danger));
        if !units.is_empty() {
            state.steps.push(Step::Trial(Trial { of, units, rule, about }));
        }
        suffer(game, state, of, helpless, danger, danger.peril.fate, rule, out);
    }
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
        Fate::Reserves => death::bring(state, of.owner, units, Place::RESERVE, rule, out),
        Fate::Held | Fate::Stunned => {
            let does = Lasting::Held { rooted: fate == Fate::Held };
            let (by, ends) = (danger.by, Ends::TurnStart(danger.by));
            let on = On::Pieces(of.owner, units);
            state.add_effect(Effect { rule, by, on, does, ends });
            out.tell(|| Event::Held { of, units, rule });
        }
        Fate::Charmed => strike::charm(state, of, units, rule, out),
    }
}

impl Play<DragonDice> for Trial {
    fn advance<O: Observe<Event>>(self, game: &DragonDice, state: &mut State, out: &mut O) -> Flow {
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

    fn request<E: Explain<Rule>>(
        self,
        _: &DragonDice,
        state: &State,
        _: &mut E,
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

    fn worth(self, game: &DragonDice, state: &State, group: &DiceGroup, face: Face) -> Worth {
        let force = state.roster.force(self.of.owner);
        let unit = self.units.iter().find(|unit| force.kind(*unit).die() == group.die);
        let outcome = unit.map(|unit| self::outcome(game, state, self, unit, face));
        Worth::Each(outcome.map_or(0, |outcome| outcome as u8))
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        state.steps.pop();
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

impl State {
    /// The units of a set that are Dragonkin.
    pub(crate) fn dragonkin(&self, owner: Seat, set: PieceSet) -> PieceSet {
        set.and(self.roster.force(owner).of_sort(Sort::Dragonkin))
    }
}
