//! Questions answered: the odds of an attack or a roll, who can be attacked, what dice and spells are.

use super::read_names::{Parsed, after, plain};
use super::say::{roll_word, total_words};
use crate::action::Action;
use crate::catalog::{Counted, KindId};
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, Place};
use crate::roll::{Roll, RollKind};
use crate::rule::Rule;
use crate::state::State;
use crate::steps::Step;
use crate::steps::march::MarchStep;
use std::collections::BTreeMap;
use umpire_core::data::suggest;
use umpire_core::game::{Deaf, Game, Observe, Pending};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::{Share, enumerate_told};
use umpire_core::ruling::{Ruling, Silent};
use umpire_core::seat::Seat;

/// Positions weighed before odds are given up.
const ODDS_LIMIT: usize = 200_000;

const VERBS: [&str; 5] = ["odds", "targets", "where", "die", "spell"];

/// What is kept of an attack that is weighed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Struck {
    target: Army,
    damage: Option<u16>,
    /// Units of the target that icons took before damage was dealt.
    lost: u8,
}

impl Observe<Event> for Struck {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.damage.is_some() {
            return;
        }
        match event() {
            Event::Damage { army, damage, .. } if army == self.target => self.damage = Some(damage),
            Event::Moved { owner, pieces, from, .. }
                if owner == self.target.owner && from == self.target.place =>
            {
                self.lost = self.lost.saturating_add(pieces.len() as u8);
            }
            _ => {}
        }
    }
}

/// What is kept of a roll that is weighed: its totals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Totals(Option<[u16; 5]>);

impl Observe<Event> for Totals {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.0.is_none()
            && let Event::Total { total, .. } = event()
        {
            self.0 = Some(total);
        }
    }
}

impl DragonDice {
    pub(super) fn answer_question(
        &self,
        state: &State,
        seat: Option<Seat>,
        text: &str,
    ) -> Parsed<Answer> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let (verb, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        match verb {
            "odds" => self.answer_odds(state, rest),
            "targets" => self.answer_targets(state, rest),
            "where" => self.answer_where(state, seat.unwrap_or(state.marching), rest),
            "die" => self.answer_die(rest),
            "spell" => self.answer_spell(rest),
            "los" | "reach" => Err(Slip::new(
                "Dragon Dice has no lines of sight and no distances; ask odds, targets, where, die or spell",
            )),
            _ => Err(Slip::new(format!("`{verb}` is no question")).meant(suggest(verb, VERBS))),
        }
    }

    /// An army that stands.
    fn standing_army(&self, state: &State, text: &str) -> Parsed<Army> {
        let army = self.read_army(state, None, text)?;
        let there = state.exists(army) && army.place.in_play();
        let nobody = || Slip::new(format!("there is no army {}", self.army_word(state, army)));
        if there { Ok(army) } else { Err(nobody()) }
    }

    fn answer_odds(&self, state: &State, rest: &str) -> Parsed<Answer> {
        let (rest, assume) = Assume::taken_off(rest)?;
        if let Some((army, kind)) = rest.split_once(" rolls ") {
            let army = self.standing_army(state, army)?;
            return self.roll_odds(state, army, read_roll(kind)?, assume);
        }
        for (word, with) in [("melee", Counted::Melee), ("missile", Counted::Missile)] {
            let split = rest.split_once(&format!(" {word} "));
            let split = split.or_else(|| rest.split_once(&format!(" {word}s ")));
            if let Some((attacker, target)) = split {
                let attacker = self.standing_army(state, attacker)?;
                let near = (with == Counted::Melee).then_some(attacker.place);
                let target = self.read_army(state, near, target)?;
                self.standing_army(state, &self.army_word(state, target))?;
                return self.attack_odds(state, attacker, with, target, assume);
            }
        }
        Err(Slip::new("expected `odds ARMY melee ARMY` or `odds ARMY rolls save`"))
    }

    /// The position as it would be if that army were about to act.
    fn about_to_act(&self, state: &State, army: Army) -> State {
        let mut start = state.clone();
        start.steps.clear();
        start.rolls.clear();
        (start.fight, start.dragons, start.casting, start.assembling) = Default::default();
        start.over = None;
        start.marching = army.owner;
        start.steps.push(Step::March(MarchStep::Act(army.place)));
        start
    }

    fn attack_odds(
        &self,
        state: &State,
        attacker: Army,
        with: Counted,
        target: Army,
        assume: Assume,
    ) -> Parsed<Answer> {
        if attacker.owner == target.owner {
            return Err(Slip::new("an army attacks an opponent's"));
        }
        let mut start = self.about_to_act(state, attacker);
        let action = Action::Attack { with, target };
        let legal = self.ruling(&start, attacker.owner, &action).holds();
        self.apply(&mut start, attacker.owner, &action, &mut Deaf);
        let mut why: Ruling<Rule> = Ruling::default();
        if let Pending::Over(_) = self.pending(&start, &mut why) {
            return Err(Slip::new("there is nothing to roll"));
        }
        let told = Struck { target, damage: None, lost: 0 };
        let ends = enumerate_told(
            self,
            &start,
            ODDS_LIMIT,
            |state, told: &Struck| told.damage.is_some() || state.fight.is_none(),
            |state, seat| self.assumed(state, seat, attacker.owner, assume),
            told,
            |_, told| (told.damage.unwrap_or(0), told.lost),
        );
        let ends = ends.map_err(|e| Slip::new(e.to_string()))?;
        let mut sorted: BTreeMap<(u16, u8), Share> = BTreeMap::new();
        for (key, share) in ends {
            sorted.entry(key).or_default().add(&share);
        }
        let mean: f64 =
            sorted.iter().map(|((damage, _), share)| f64::from(*damage) * share.as_f64()).sum();
        let words = |(damage, lost): &(u16, u8)| match lost {
            0 => format!("{damage} damage"),
            _ => format!("{damage} damage, {lost} taken by icons"),
        };
        let said: Vec<(String, &Share)> =
            sorted.iter().map(|(key, share)| (words(key), share)).collect();
        let note = if legal { "" } else { " (not legal now)" };
        let (one, other) = (self.army_word(state, attacker), self.army_word(state, target));
        let (verb, policy) = (with.name(), assume.says("whoever rolls first"));
        Ok(Answer {
            headline: format!(
                "{one} {verb} {other}{note}: {mean:.2} damage on average; choices on the way: {policy}"
            ),
            yes: None,
            ruling: Some(why.cited(|rule| self.cite(*rule))),
            rows: table_of(&said, true),
            ..Answer::default()
        })
    }

    fn roll_odds(
        &self,
        state: &State,
        army: Army,
        kind: RollKind,
        assume: Assume,
    ) -> Parsed<Answer> {
        let mut start = self.about_to_act(state, army);
        start.steps.clear();
        let dice = self.rollable(&start, army);
        if dice.is_empty() {
            return Err(Slip::new("no unit of the army may be rolled now"));
        }
        start.throw([Roll::new(kind, army, dice)]);
        let mut why: Ruling<Rule> = Ruling::default();
        self.pending(&start, &mut why);
        let ends = enumerate_told(
            self,
            &start,
            ODDS_LIMIT,
            |_, told: &Totals| told.0.is_some(),
            |state, seat| self.assumed(state, seat, army.owner, assume),
            Totals::default(),
            |_, told| told.0.unwrap_or_default(),
        );
        let ends = ends.map_err(|e| Slip::new(e.to_string()))?;
        let mut sorted: BTreeMap<[u16; 5], Share> = BTreeMap::new();
        for (key, share) in ends {
            sorted.entry(key).or_default().add(&share);
        }
        let said: Vec<(String, &Share)> =
            sorted.iter().map(|(total, share)| (total_words(kind, total), share)).collect();
        let means: Vec<String> = kind
            .counts()
            .iter()
            .map(|counted| {
                let mean: f64 = sorted
                    .iter()
                    .map(|(total, share)| f64::from(total[counted.index()]) * share.as_f64())
                    .sum();
                format!("{mean:.2} {}", counted.name())
            })
            .collect();
        let (word, policy) = (roll_word(kind), assume.says("whoever rolls first"));
        let who = self.army_word(state, army);
        Ok(Answer {
            headline: format!(
                "{who} rolls {word}: {} on average; choices on the way: {policy}",
                means.join(", ")
            ),
            yes: None,
            ruling: Some(why.cited(|rule| self.cite(*rule))),
            rows: table_of(&said, kind.counts().single().is_some()),
            ..Answer::default()
        })
    }

    fn assumed(&self, state: &State, seat: Seat, side: Seat, assume: Assume) -> Option<Action> {
        assume.answer(self, state, seat, |action| {
            let mut after = state.clone();
            self.apply(&mut after, seat, action, &mut Deaf);
            self.weigh(&after, side)
        })
    }

    /// Whom an army may attack, with what, and why not.
    fn answer_targets(&self, state: &State, rest: &str) -> Parsed<Answer> {
        let army = self.standing_army(state, rest)?;
        let start = self.about_to_act(state, army);
        let mut rows = vec![["with", "target", "may", "because"].map(String::from).to_vec()];
        let mut open = 0;
        for with in [Counted::Melee, Counted::Missile] {
            for place in (0..=Place::RESERVE.0).map(Place) {
                for target in state.others(army.owner).map(|owner| Army { owner, place }) {
                    if !state.exists(target) || (with == Counted::Melee && place != army.place) {
                        continue;
                    }
                    let action = Action::Attack { with, target };
                    let broken = self.check(&start, army.owner, &action, &mut Silent).err();
                    open += usize::from(broken.is_none());
                    let because = broken.map_or(String::new(), |broken| self.rule_name(broken.0));
                    let word = self.army_word(state, target);
                    let may = if broken.is_none() { "yes" } else { "no" };
                    rows.push(vec![with.name().into(), word, may.into(), because]);
                }
            }
        }
        let headline = format!("{} may make {open} attacks now", self.army_word(state, army));
        Ok(Answer { headline, rows, ..Answer::default() })
    }

    /// Where dice of a kind lie.
    fn answer_where(&self, state: &State, own: Seat, rest: &str) -> Parsed<Answer> {
        let name = plain(rest);
        let mut rows = vec![["die", "number", "place"].map(String::from).to_vec()];
        for owner in (0..state.players()).map(Seat) {
            let seat = plain(&self.seat_word(owner));
            let wanted = after(&name, &seat).unwrap_or(&name);
            for (kind, set) in state.roster.force(owner).kinds() {
                let kind = self.catalog.kind(*kind);
                if plain(&kind.id) != wanted && plain(&kind.name) != wanted {
                    continue;
                }
                for number in set.iter() {
                    let place = state.place_of(Piece { owner, number });
                    let which = self.number_of(state, owner, number).to_string();
                    let die = format!("{} {}", self.seat_word(owner), kind.id);
                    rows.push(vec![die, which, self.place_word(state, place)]);
                }
            }
        }
        if rows.len() == 1 {
            // The slip of a die that nobody has says what was probably meant.
            self.read_piece(state, own, rest)?;
            return Err(Slip::new(format!("nobody has a `{rest}`")));
        }
        let headline = format!("{} of `{name}` in the game", rows.len() - 1);
        Ok(Answer { headline, rows, ..Answer::default() })
    }

    /// What is on a die.
    fn answer_die(&self, rest: &str) -> Parsed<Answer> {
        let kinds = self.catalog.kinds.iter();
        let kinds = kinds.map(|kind| (kind.id.as_str(), kind.name.as_str()));
        let at = self.read_row("die", kinds, rest)?;
        let kind = &self.catalog.kinds[at];
        let mut rows = vec![["field", "value"].map(String::from).to_vec()];
        let mut row = |field: &str, value: String| rows.push(vec![field.into(), value]);
        row("elements", kind.elements.to_string());
        if kind.health > 0 {
            row("health", kind.health.to_string());
        }
        if let Some(species) = kind.species() {
            row("species", self.catalog.species(species).name.clone());
        }
        if let Some(size) = kind.size() {
            row("size", size.name().to_string());
        }
        if kind.automatic_saves > 0 {
            row("automatic saves", kind.automatic_saves.to_string());
        }
        let die = self.catalog.dice.get(KindId(at as u16).die());
        for (number, face) in (1..).zip(&die.faces) {
            let shown = kind.face((number - 1) as u8);
            let says = match shown.sai() {
                Some(sai) => format!(": {}", self.catalog.sai(sai).says),
                None => String::new(),
            };
            row(&format!("face {number}"), format!("{}{says}", face.name));
        }
        let headline = format!("{}, {} faces", kind.name, kind.sides);
        Ok(Answer { headline, rows, ..Answer::default() })
    }

    fn answer_spell(&self, rest: &str) -> Parsed<Answer> {
        let spell = self.catalog.spell(self.read_spell(rest)?);
        let headline = format!("{}: {}", spell.name, spell.says);
        Ok(Answer { headline, ..Answer::default() })
    }
}

/// Rows of outcomes with their chance and, where they ascend, the chance of that or a later row.
fn table_of(outcomes: &[(String, &Share)], ascending: bool) -> Vec<Vec<String>> {
    let head = if ascending { "or more" } else { "" };
    let mut rows = vec![["outcome", "chance", head, "exactly"].map(String::from).to_vec()];
    let mut left: f64 = outcomes.iter().map(|(_, share)| share.as_f64()).sum();
    let percent = |chance: f64| format!("{:.2} %", chance * 100.0);
    for (words, share) in outcomes {
        let (part, whole) = share.in_lowest_terms();
        let more = percent(left.clamp(0.0, 1.0));
        rows.push(vec![words.clone(), percent(share.as_f64()), more, format!("{part}/{whole}")]);
        left -= share.as_f64();
    }
    if !ascending {
        rows.iter_mut().for_each(|row| {
            row.remove(2);
        });
    }
    rows
}

/// What an army may be asked to roll.
fn read_roll(word: &str) -> Parsed<RollKind> {
    let word = word.trim();
    let known = [
        ("melee", RollKind::Melee),
        ("counter", RollKind::Counter),
        ("missile", RollKind::Missile),
        ("magic", RollKind::Magic),
        ("save", RollKind::SaveMelee),
        ("saves", RollKind::SaveMelee),
        ("save missile", RollKind::SaveMissile),
        ("save other", RollKind::SaveOther),
        ("maneuver", RollKind::Maneuver),
        ("counter-maneuver", RollKind::CounterManeuver),
        ("dragon", RollKind::Dragon),
    ];
    let found = known.iter().find(|(name, _)| *name == word);
    found.map(|(_, kind)| *kind).ok_or_else(|| {
        let meant = suggest(word, known.iter().map(|(name, _)| *name));
        Slip::new(format!("`{word}` is not rolled")).meant(meant)
    })
}
