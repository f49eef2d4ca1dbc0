//! Questions to players, and what dice are rolled for, in words.

use super::say::roll_word;
use crate::action::Cast;
use crate::game::DragonDice;
use crate::pieces::{Army, MOST_PIECES, Piece, Place};
use crate::roll::{Change, RollKind, RollStep};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::Step;
use crate::steps::death::DeathStep;
use crate::steps::dragons::DragonStep;
use crate::steps::magic::MagicStep;
use crate::steps::march::MarchStep;
use crate::steps::pick::{Limit, Pick};
use crate::steps::reserves::ReservesStep;
use crate::steps::setup::SetupStep;
use crate::steps::turn::TurnStep;
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;
use umpire_core::seat::Seat;

impl DragonDice {
    /// What is asked; who is asked is told before it by whoever shows the question.
    pub(super) fn question_words(&self, state: &State, choice: &Choice<Rule>) -> String {
        let who: Vec<String> = choice.seats.iter().map(|seat| self.seat_word(seat)).collect();
        let asked = self.asked_words(state, choice);
        match asked.strip_prefix(&format!("{}: ", who.join(", "))) {
            Some(rest) => rest.to_string(),
            None => asked,
        }
    }

    fn asked_words(&self, state: &State, choice: &Choice<Rule>) -> String {
        let marcher = |place| self.army_word(state, Army { owner: state.marching, place });
        let who: Vec<String> = choice.seats.iter().map(|seat| self.seat_word(seat)).collect();
        let who = who.join(", ");
        match state.steps.last() {
            Some(Step::March(MarchStep::Choose { second })) => {
                let which = if *second { "second" } else { "first" };
                format!("{who}: which army makes the {which} march?")
            }
            Some(Step::March(MarchStep::Maneuver(place))) => {
                format!("does {} maneuver?", marcher(*place))
            }
            Some(Step::March(MarchStep::Oppose { place, .. })) => {
                format!("{who}: counter the maneuver of {}?", marcher(*place))
            }
            Some(Step::March(MarchStep::Turn { place, .. })) => {
                let face = state.ground(*place).map_or(0, |ground| ground.face);
                let (up, down) = (
                    self.shown_word(state, *place, (face + 1).min(8)),
                    self.shown_word(state, *place, face.saturating_sub(1).max(1)),
                );
                let place = self.place_word(state, *place);
                format!("{who}: {place} shows {face}, up ({up}) or down ({down})?")
            }
            Some(Step::March(MarchStep::Act(place))) => {
                let army = Army { owner: state.marching, place: *place };
                let allowed: Vec<&str> =
                    self.actions(state, army).iter().map(|action| action.name()).collect();
                format!("what does {} do: {}?", marcher(*place), allowed.join(", "))
            }
            Some(Step::Fight(_)) => match &state.fight {
                Some(fight) => format!("does {} strike back?", self.army_word(state, fight.target)),
                None => format!("{who}: strike back?"),
            },
            Some(Step::Pick(pick)) => self.pick_words(state, pick),
            Some(Step::Dragons(step)) => self.dragon_question(state, choice, *step),
            Some(Step::Roll(step)) => self.roll_question(state, &who, *step),
            Some(Step::Reserves(ReservesStep::Reinforce)) => {
                format!("{who}: which units go from the reserve to terrains?")
            }
            Some(Step::Reserves(ReservesStep::Retreat)) => {
                format!("{who}: which units retreat to the reserve?")
            }
            Some(Step::Setup(SetupStep::First { .. })) => {
                "the first turn (`first`) or the choice of the Frontier (`choose frontier`)?".into()
            }
            Some(Step::Setup(SetupStep::Frontier(_))) => self.frontier_question(state),
            Some(Step::Magic(MagicStep::Announce)) => self.magic_question(state),
            Some(Step::Turn(TurnStep::Free)) => {
                "a referee's table: `SEAT: march PLACE` lets an army march and act, `amend` changes \
                 the position".into()
            }
            _ => {
                let says = self.rule_words(choice.about);
                let says = says.map_or(String::new(), |says| format!(": {says}"));
                format!("{}{says}", self.rule_name(choice.about))
            }
        }
    }

    /// Whose proposed Frontier is taken, with each die that is proposed.
    fn frontier_question(&self, state: &State) -> String {
        let seats = (0..state.players()).map(Seat);
        let proposed = seats.filter_map(|seat| {
            let die = &self.catalog.kind(state.muster(seat)?.proposed()).id;
            Some(format!("`frontier of {}` ({die})", self.seat_word(seat)))
        });
        let proposed: Vec<String> = proposed.collect();
        format!("whose proposed Frontier is it: {}?", proposed.join(" or "))
    }

    /// How much magic is left for spells.
    fn magic_question(&self, state: &State) -> String {
        let Some(casting) = &state.casting else { return "which spells?".to_string() };
        let cost =
            |cast: &Cast| u16::from(self.catalog.spell(cast.spell).cost) * u16::from(cast.times);
        let spent: u16 = casting.announced.iter().map(cost).sum();
        let (army, most) = (self.army_word(state, casting.army), casting.purse.most());
        let left = match spent {
            0 => format!("{most} magic to spend"),
            _ => format!("{} of {most} magic left to spend", most.saturating_sub(spent)),
        };
        let only = if casting.cantrip { " on cantrips" } else { "" };
        format!("{army}: {left}{only}; `cast SPELL on TARGET`, `done` resolves what is announced")
    }

    /// What a step of a dragon attack asks.
    fn dragon_question(&self, state: &State, choice: &Choice<Rule>, step: DragonStep) -> String {
        let who: Vec<String> = choice.seats.iter().map(|seat| self.seat_word(seat)).collect();
        let who = who.join(", ");
        match step {
            DragonStep::Terrains { .. } => {
                format!("{who}: at which terrain do dragons attack next?")
            }
            DragonStep::Aim { whose, .. } => {
                let dragon = |seat| {
                    let dragon = self.aiming(state, whose, seat);
                    dragon.map(|dragon| self.piece_word(state, dragon))
                };
                let dragons: Vec<String> = choice.seats.iter().filter_map(dragon).collect();
                format!("{who}: what does {} go for?", dragons.join(", "))
            }
            DragonStep::Master { .. } => {
                format!("{who}: which dragon does {} act on?", self.rule_name(choice.about))
            }
            DragonStep::Behead { .. } | DragonStep::TurnBack { .. } => {
                format!("{who}: which dragon does {} strike?", self.rule_name(choice.about))
            }
            DragonStep::Breath => format!("{who}: which breath strikes next?"),
            DragonStep::Assign => {
                let (melee, missile) =
                    state.dragons.as_ref().map_or((0, 0), |fight| (fight.melee, fight.missile));
                format!("{who}: which dragon do {melee} melee and {missile} missile kill?")
            }
            _ => self.rule_name(choice.about),
        }
    }

    /// `B: choose which units of B at frontier it is: 4 health together, or the most below that which whole units make,
    /// of 2 oakling, oak (maximal losses)`.
    fn pick_words(&self, state: &State, pick: &Pick) -> String {
        let (who, army) = (self.seat_word(pick.seat), self.army_word(state, pick.of));
        let among = self.dice_words(state, pick.of.owner, pick.among);
        let rule = self.rule_name(pick.rule);
        let limit = match pick.limit {
            Limit::Most(health) => {
                return format!(
                    "{who}: choose which units of {army} it is: {health} health together, or the most below that \
                     which whole units make, of {among} ({rule})"
                );
            }
            Limit::UpTo(health) => format!("up to {health} health"),
            Limit::One => "one".to_string(),
            Limit::OneOrNone => "one or none".to_string(),
            Limit::Count(count) => format!("{count}"),
            Limit::CountUpTo(count) => format!("up to {count}"),
        };
        format!("{who}: take {limit} of {army}, among {among} ({rule})")
    }

    fn roll_question(&self, state: &State, who: &str, step: RollStep) -> String {
        match step {
            RollStep::Offer { roll, rule, .. } => {
                let shown = state.rolls.get(usize::from(roll)).map_or(String::new(), |roll| {
                    let faces: Vec<u8> = roll.faces.iter().copied().collect();
                    self.faces_words(state, roll.army.owner, roll.dice, &faces)
                });
                format!("{who}: roll one unit again ({})? {shown}", self.rule_name(rule))
            }
            RollStep::Order { .. } => format!("{who}: which icon acts next?"),
            RollStep::SplitIds { roll } => {
                let found = state.rolls.get(usize::from(roll));
                let ids = found.map_or(0, |roll| self.id_results(state, roll));
                let kinds: Vec<&str> = found
                    .map(|roll| roll.kind.counts().iter().map(|kind| kind.name()).collect())
                    .unwrap_or_default();
                format!("{who}: {ids} from IDs count as what: {}?", kinds.join(", "))
            }
            RollStep::Convert { roll } => match self.to_convert(state, roll) {
                Some((rule, from, to, most)) => {
                    let to = to.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ");
                    let (rule, from) = (self.rule_name(rule), from.name());
                    format!("{who}: how many of {most} {from} count as {to} ({rule})?")
                }
                None => format!("{who}: how many count as another type?"),
            },
            RollStep::Give { roll } => match self.to_give(state, roll) {
                Some(((rule, _, change), types)) => {
                    let kinds: Vec<&str> = types.iter().map(|kind| kind.name()).collect();
                    let (rule, kinds) = (self.rule_name(rule), kinds.join(" or "));
                    match change {
                        Change::Subtract(by) => format!("{who}: {rule} takes {by} from {kinds}?"),
                        Change::Add(by) => format!("{who}: {rule} adds {by} to {kinds}?"),
                        _ => format!("{who}: {rule} goes to {kinds}?"),
                    }
                }
                None => format!("{who}: which type does it go to?"),
            },
            _ => format!("{who}: dice are rolled"),
        }
    }

    /// An army, or a player's dice where they lie together and are none: `B's dead`.
    pub(super) fn group_word(&self, state: &State, army: Army) -> String {
        match army.place {
            Place::DEAD => format!("{}'s dead", self.seat_word(army.owner)),
            Place::BURIED => format!("{}'s buried", self.seat_word(army.owner)),
            _ => self.army_word(state, army),
        }
    }

    /// What a group of dice is rolled for: `melee of A at frontier`, `oakling escapes Smother`.
    pub(super) fn purpose_words(&self, state: &State, group: &DiceGroup) -> String {
        let piece = group.subject.map(|subject| Piece {
            owner: Seat((subject / MOST_PIECES as u16) as u8),
            number: (subject % MOST_PIECES as u16) as u8,
        });
        let who = match piece {
            Some(piece) => self.piece_word(state, piece),
            None => self.seat_word(group.seat),
        };
        match state.steps.last() {
            Some(Step::Roll(_)) => {
                let kind = RollKind::ALL.get(usize::from(group.purpose));
                let army =
                    state.rolls.iter().rev().find(|roll| {
                        roll.army.owner == group.seat && roll.kind as u8 == group.purpose
                    });
                let army = army.map_or(who.clone(), |roll| self.army_word(state, roll.army));
                let word = kind.map_or("dice", |kind| roll_word(*kind));
                match piece {
                    Some(_) => format!("{who} again, {word}"),
                    None => format!("{army}, {word}"),
                }
            }
            Some(Step::Trial(trial)) => {
                let who = self.group_word(state, trial.of);
                format!("{who}, against {}", self.rule_name(trial.rule))
            }
            Some(Step::Death(DeathStep::Roll { of, .. })) => {
                format!("dying, {}: what may save them", self.group_word(state, *of))
            }
            Some(Step::Dragons(DragonStep::ChampionRoll { .. })) => format!("champions of {who}"),
            Some(Step::Dragons(_)) => format!("dragon {who}"),
            Some(Step::Setup(_)) => {
                let place = group.subject.map(|number| Place::terrain(number as u8));
                let place = place.map_or(who, |place| self.place_word(state, place));
                format!("starting distance of {place}")
            }
            _ => who,
        }
    }
}
