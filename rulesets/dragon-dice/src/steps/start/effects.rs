//! What lasts in a position that is stated directly: by which rule, on what, until when.

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, On};
use crate::position::pieces::PieceSet;
use crate::position::setup::EffectSetup;
use crate::position::state::State;
use crate::position::{dice_list, names};
use crate::steps::magic::resolve::lasting;
use crate::tables::catalog::SpellTarget;
use crate::tables::rule::Rule;
use umpire_core::data::suggest;
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;

/// Adds the effects that an entry states, or says what is wrong with it.
pub(crate) fn add_stated(
    game: &DragonDice,
    state: &mut State,
    stated: &EffectSetup,
) -> Result<(), String> {
    let by = match &stated.by {
        Some(name) => names::seat_of_word(game, name)?,
        None => state.marching,
    };
    let rule = stated_rule(game, stated)?;
    let on = stated_target(game, state, stated)?;
    let ends = match &stated.ends {
        Some(words) => ends_of_words(game, words)?,
        None => Ends::TurnStart(by),
    };
    let times = stated.times.unwrap_or(1);
    if times == 0 {
        return Err("`times` is 1 at least: what was cast no time does not last".to_string());
    }
    let does = match (stated.does, rule) {
        (Some(does), _) => vec![(does, times)],
        (None, Rule::Spell(spell)) => {
            let spell = game.catalog.spell(spell);
            let effects = spell.effects.iter();
            effects.filter_map(|effect| lasting(spell, effect, times)).collect()
        }
        (None, _) => Vec::new(),
    };
    if does.is_empty() {
        return Err(match rule {
            Rule::Spell(spell) => {
                let name = &game.catalog.spell(spell).name;
                format!("{name} does not last, so nothing of it can begin")
            }
            _ => "what it `does` is to be stated".into(),
        });
    }
    if let (Rule::Spell(spell), None) = (rule, &stated.does) {
        let spell = game.catalog.spell(spell);
        if let Some(kind) = miscast(spell.target, on, by) {
            return Err(format!("{} is cast on {kind}, and not on `{}`", spell.name, stated.on));
        }
    }
    for (does, copies) in does {
        for _ in 0..copies {
            state.add_effect(Effect { rule, by, on, does, ends });
        }
    }
    Ok(())
}

fn stated_rule(game: &DragonDice, stated: &EffectSetup) -> Result<Rule, String> {
    let unknown = |kind: &str, name: &str, near: Option<&str>| {
        let near = near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
        format!("unknown {kind} `{name}`{near}")
    };
    match (&stated.spell, &stated.icon, &stated.ability, &stated.rule) {
        (Some(name), None, None, None) => {
            let spell = game.catalog.spell_named(name);
            let near = || suggest(name, game.catalog.spells.iter().map(|s| s.id.as_str()));
            spell.map(Rule::Spell).ok_or_else(|| unknown("spell", name, near()))
        }
        (None, Some(name), None, None) => {
            let sai = game.catalog.sai_named(name);
            let near = || suggest(name, game.catalog.sais.iter().map(|s| s.id.as_str()));
            sai.map(Rule::Sai).ok_or_else(|| unknown("icon", name, near()))
        }
        (None, None, Some(name), None) => {
            let ability = game.catalog.ability_named(name);
            let near = || suggest(name, game.catalog.abilities.iter().map(|a| a.id.as_str()));
            ability.map(Rule::Ability).ok_or_else(|| unknown("ability", name, near()))
        }
        (None, None, None, Some(id)) => {
            let rule = Rule::ALL.iter().find(|rule| rule.id() == id);
            rule.copied().ok_or_else(|| unknown("rule", id, None))
        }
        _ => Err("one of `spell`, `icon`, `ability` and `rule` says where it is from".into()),
    }
}

fn stated_target(game: &DragonDice, state: &State, stated: &EffectSetup) -> Result<On, String> {
    if !stated.units.is_empty() {
        let army = names::army_of_word(game, &stated.on)?;
        let mut left = state.at(army.owner, army.place);
        let mut set = PieceSet::NONE;
        for words in &stated.units {
            let (count, kind) = dice_list::dice_of_word(game, words)?;
            let force = state.roster.force(army.owner);
            let like: PieceSet = left.iter().filter(|n| force.kind(*n) == kind).collect();
            let taken = like.lowest(count as u32);
            if (taken.len() as usize) < count {
                return Err(format!("there are not so many at {}: `{words}`", stated.on));
            }
            left = left.without(taken);
            set = set.with(taken);
        }
        return Ok(On::Pieces(army.owner, set));
    }
    if let Some(seat) = names::seat_named(game, &stated.on) {
        return Ok(On::Player(seat));
    }
    if let Some(number) = names::place_named(game, &stated.on, None).and_then(|at| at.as_terrain())
    {
        return Ok(On::Terrain(number));
    }
    names::army_of_word(game, &stated.on).map(On::Army)
}

/// On what a lasting spell is cast, where that is something else.
fn miscast(target: SpellTarget, on: On, by: Seat) -> Option<&'static str> {
    let (kind, fits) = match target {
        SpellTarget::OpposingArmy => {
            ("an opposing army", matches!(on, On::Army(army) if army.owner != by))
        }
        SpellTarget::AnyArmy | SpellTarget::ArmyWithSpecies => {
            ("an army", matches!(on, On::Army(_)))
        }
        SpellTarget::Terrain { .. } => ("a terrain", matches!(on, On::Terrain(_))),
        SpellTarget::OwnDeadArea => ("a player's Dead Unit Area", matches!(on, On::Player(_))),
        _ => return None,
    };
    (!fits).then_some(kind)
}

fn ends_of_words(game: &DragonDice, words: &str) -> Result<Ends, String> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    match parts.as_slice() {
        ["never"] => Ok(Ends::Never),
        ["turned"] => Ok(Ends::Turned),
        ["maneuvered"] => Ok(Ends::Maneuvered),
        ["start", seat] => Ok(Ends::TurnStart(names::seat_of_word(game, seat)?)),
        ["end", seat] => Ok(Ends::TurnEnd(names::seat_of_word(game, seat)?, 0)),
        ["end", seat, later] => {
            let later = later.parse().map_err(|_| format!("`{later}` is no number"))?;
            Ok(Ends::TurnEnd(names::seat_of_word(game, seat)?, later))
        }
        _ => Err(format!(
            "expected `start SEAT`, `end SEAT`, `end SEAT TURNS`, `turned`, `maneuvered` or `never`, found `{words}`"
        )),
    }
}

/// Seats as a position counts them.
pub(crate) fn next_seat(seat: Seat, players: u8) -> Seat {
    Seat((seat.0 + 1) % players.max(1))
}
