//! What the faces of attack and defense dice count for, with the rules of dice that powers bring.

use crate::position::game::HeroScape;
use crate::position::state::{Attack, FigureId, PowerRef, State};
use crate::position::step::{AttackStep, Reroll};
use crate::rules::blow::Blow;
use crate::rules::holds;
use crate::rules::holds::Parties;
use crate::tables::abilities::{Ability, Again, AllSkulls, DiceRule, Power, Summary};
use smallvec::SmallVec;
use std::cmp::Reverse;
use umpire_core::dice::{DieId, Face, Worth};

/// Whose dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The attacker's.
    Attack,
    /// The defender's.
    Defense,
}

/// All rules of dice that touch a roll, put together.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// What each skull or shield counts for beyond one.
    pub more: u8,
    /// Skulls or shields added.
    pub automatic: u8,
    /// Whether Valkyrie dice are rolled, whose symbol counts.
    pub valkyrie: bool,
    /// What nothing but skulls does.
    pub all_skulls: Option<AllSkulls>,
    /// Whether one shield blocks all.
    pub one_blocks: bool,
    /// With a shield, the most wounds taken.
    pub one_leaves: Option<u8>,
    /// Whether the defender's excess shields wound the attacker.
    pub excess_wound: bool,
    /// The powers that let dice be rolled once more, and how many; those of most dice first.
    pub rerolls: SmallVec<[(u8, PowerRef); 2]>,
    /// A power that makes it so.
    pub by: Option<PowerRef>,
}

impl Rules {
    /// Adds a power that lets dice be rolled once more; several sources of one power are asked about once.
    fn may_reroll(&mut self, dice: u8, by: PowerRef) {
        if dice > 0 && self.rerolls.iter().all(|(_, known)| *known != by) {
            self.rerolls.push((dice, by));
        }
    }
}

/// The rules of dice that touch one side's roll.
pub fn rules_for(game: &HeroScape, state: &State, side: Side, blow: Blow) -> Rules {
    let (roller, opponent) = match side {
        Side::Attack => (blow.attacker, blow.defender),
        Side::Defense => (blow.defender, blow.attacker),
    };
    let mut rules = Rules::default();
    let mut add = |source: FigureId, at: PowerRef, rule: &DiceRule| {
        let reaches = match &rule.of {
            None => source == roller,
            Some(filter) => holds::meets(game, state, source, roller, filter),
        };
        let kind = match blow.special {
            None => !rule.special_only,
            Some(_) => !rule.normal_only,
        };
        let fits = kind
            && rule
                .against
                .as_ref()
                .is_none_or(|filter| holds::meets(game, state, source, opponent, filter));
        let parties = Parties {
            source,
            figure: roller,
            opponent: Some(opponent),
            special: blow.special,
            ..Parties::alone(roller)
        };
        if !reaches || !fits || !holds::holds_all(game, state, parties, &rule.when) {
            return;
        }
        let power = game.power_number(at);
        let spent = rule.once_a_turn
            && state.turn.used.iter().any(|used| used.by.on == at.on && used.power == power);
        let touches = match side {
            Side::Attack => {
                rules.more += rule.more_per_skull;
                rules.automatic += rule.skulls;
                rules.valkyrie |= rule.valkyrie_attack;
                rules.all_skulls = rules.all_skulls.or(rule.all_skulls);
                rules.excess_wound |= rule.excess_shields_wound;
                let reroll = if spent { 0 } else { rule.reroll_blanks };
                rules.may_reroll(reroll, at);
                rule.more_per_skull > 0
                    || rule.skulls > 0
                    || rule.valkyrie_attack
                    || rule.all_skulls.is_some()
                    || reroll > 0
            }
            Side::Defense => {
                rules.more += rule.more_per_shield;
                rules.automatic += rule.shields;
                rules.valkyrie |= rule.valkyrie_defense;
                rules.one_blocks |= rule.one_shield_blocks;
                rules.one_leaves = match (rules.one_leaves, rule.one_shield_leaves) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
                let reroll = if spent { 0 } else { rule.reroll_no_shields };
                rules.may_reroll(reroll, at);
                rule.more_per_shield > 0
                    || rule.shields > 0
                    || rule.valkyrie_defense
                    || rule.one_shield_blocks
                    || rule.one_shield_leaves.is_some()
                    || reroll > 0
            }
        };
        if touches {
            rules.by = Some(at);
        }
    };
    for (at, power) in game.powers_where(state, roller, |its| its.has(Ability::DiceRule)) {
        if let Power::DiceRule(rule) = power
            && rule.of.is_none()
        {
            add(roller, at, rule);
        }
    }
    let aura = |its: &Summary| its.has_aura(Ability::DiceRule);
    if game.any_in_play(state, aura) {
        for (source, _) in state.all_figures() {
            if state.spaces(source).is_none() || !game.may_have(state, source, aura) {
                continue;
            }
            for (at, power) in game.powers_of(state, source) {
                if let Power::DiceRule(rule) = power
                    && rule.of.is_some()
                {
                    add(source, at, rule);
                }
            }
        }
    }
    rules.rerolls.sort_by_key(|(dice, by)| (Reverse(*dice), *by));
    rules
}

/// How many dice a power lets one side roll once more.
pub fn dice_of_reroll(game: &HeroScape, side: Side, by: PowerRef) -> u8 {
    match (game.power(by), side) {
        (Some(Power::DiceRule(rule)), Side::Attack) => rule.reroll_blanks,
        (Some(Power::DiceRule(rule)), Side::Defense) => rule.reroll_no_shields,
        _ => 0,
    }
}

/// Whether a special attack is made with Valkyrie dice for its own symbols.
fn has_symbols(game: &HeroScape, state: &State, blow: Blow) -> bool {
    let card = game.card(state, blow.attacker);
    let special = blow.special.and_then(|at| game.specials(card).nth(at.into()));
    special.is_some_and(|special| special.again == Some(Again::Symbol))
}

/// The die of an attack.
pub fn attack_die(game: &HeroScape, state: &State, blow: Blow) -> DieId {
    let valkyrie =
        has_symbols(game, state, blow) || rules_for(game, state, Side::Attack, blow).valkyrie;
    if valkyrie { game.rolled.valkyrie } else { game.rolled.attack }
}

/// The die of a defense.
pub fn defense_die(game: &HeroScape, state: &State, blow: Blow) -> DieId {
    let valkyrie = rules_for(game, state, Side::Defense, blow).valkyrie;
    if valkyrie { game.rolled.valkyrie } else { game.rolled.defense }
}

/// Skulls or shields on dice, and Valkyrie symbols.
#[derive(Debug, Clone, Copy, Default)]
pub struct Read {
    /// Skulls, or shields.
    pub plain: u8,
    /// Symbols.
    pub symbols: u8,
}

/// Reads the dice of one side.
pub fn read(game: &HeroScape, state: &State, blow: Blow, side: Side, faces: &[Face]) -> Read {
    let die = match side {
        Side::Attack => attack_die(game, state, blow),
        Side::Defense => defense_die(game, state, blow),
    };
    let counted = game.catalog.dice.faces(die);
    let mut found = Read::default();
    for face in faces {
        let plain = match side {
            Side::Attack => counted.is_skull(*face),
            Side::Defense => counted.is_shield(*face),
        };
        found.plain += u8::from(plain);
        found.symbols += u8::from(counted.is_symbol(*face));
    }
    found
}

impl AttackStep {
    /// Whose dice fall.
    pub fn side(self) -> Side {
        match self {
            AttackStep::AttackDice => Side::Attack,
            AttackStep::Reroll(asked) | AttackStep::RerollDice(asked) => asked.side(),
            _ => Side::Defense,
        }
    }
}

impl Reroll {
    /// Whose dice they are.
    pub fn side(self) -> Side {
        if self.attack { Side::Attack } else { Side::Defense }
    }
}

/// What a face counts for in the attack or defense roll under way; symbols are counted apart.
pub fn worth(game: &HeroScape, state: &State, attack: &Attack, side: Side, face: Face) -> Worth {
    let blow = Blow::of(state, attack);
    let die = match side {
        Side::Attack => attack_die(game, state, blow),
        Side::Defense => defense_die(game, state, blow),
    };
    let counted = game.catalog.dice.faces(die);
    let plain = match side {
        Side::Attack => counted.is_skull(face),
        Side::Defense => counted.is_shield(face),
    };
    Worth::Adds(u64::from(plain) + (u64::from(counted.is_symbol(face)) << 16))
}
