//! Shooting: who may be shot at, what dice hit and what dice save.

use super::sight::{cover, sees, sight};
use crate::position::{Action, FigureId, Position};
use crate::tables::{Cover, Rule, Skirmish, Verdict, Weapon, inches};
use umpire_core::ruling::{Explain, Fact, Silent};
use umpire_core::table::{Base, Sight, gap, within};

/// The weapons of a shot with their numbers: those that reach; all, where the judge lets it pass that none does.
pub fn weapons<'c>(
    game: &'c Skirmish,
    p: &Position,
    (shooter, target): (FigureId, FigureId),
) -> Vec<(usize, &'c Weapon)> {
    let (from, foe) = (p.base(game, shooter), p.base(game, target));
    let all = p.unit(game, shooter).weapons.iter().enumerate();
    let ranged = |(_, weapon): &(usize, &'c Weapon)| weapon.range.is_some();
    let reaches = |(_, weapon): &(usize, &'c Weapon)| {
        weapon.range.is_some_and(|range| within(&from, &foe, inches(range)))
    };
    let reaching: Vec<(usize, &Weapon)> = all.clone().filter(reaches).collect();
    if reaching.is_empty() { all.filter(ranged).collect() } else { reaching }
}

/// Whether a figure of that base may shoot at another.
pub fn check<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (shooter, from): (FigureId, &Base),
    target: FigureId,
    why: &mut E,
) -> Verdict {
    let farthest = p.unit(game, shooter).weapons.iter().filter_map(|weapon| weapon.range).max();
    why.need(Rule::Shot, farthest.is_some(), || {
        Fact::says(format!("{} has nothing to shoot with", p.name(game, shooter)))
    })?;
    let (name, foe) = (|id| p.name(game, id), p.base(game, target));
    let is_first = why.broken() == 0;
    let instead = |fact: Fact| {
        let may = |target: &FigureId| check(game, p, (shooter, from), *target, &mut Silent).is_ok();
        let Some(target) = p.enemies(shooter).find(may).filter(|_| is_first) else { return fact };
        let (figure, to) = (shooter, from.centre());
        let action = match p.base(game, shooter) == *from {
            true => Action::Shoot { figure, target },
            false => Action::AdvanceAndShoot { figure, to, target },
        };
        fact.instead(format!("shoot {}", name(target)), &action)
    };
    let reach = inches(farthest.unwrap_or(0));
    why.require(Rule::Range, within(from, &foe, reach), || {
        let (apart, reach) = (game.map.about(gap(from, &foe)), game.map.about(reach));
        instead(Fact::says(format!("{} is {apart} away, {reach} is the farthest", name(target))))
    })?;
    let in_contact = p.foe_in_contact(game, shooter, from).or_else(|| {
        let met = p.foe_in_contact(game, target, &foe);
        met.filter(|friend| *friend != shooter)
    });
    why.require(Rule::NoShotsInMelee, in_contact.is_none(), || {
        let met = in_contact.map_or("nobody".to_string(), name);
        instead(Fact::says(format!("{met} is in contact: no shots out of a melee or into one")))
    })?;
    why.require(Rule::Sight, sees(game, p, from, target), || match sight(game, p, from, target) {
        Sight::Clear { .. } => Fact::says(format!("{} is seen", name(target))),
        Sight::Blocked { by, .. } => {
            let by = game.piece(by);
            instead(Fact::says(format!("{by} hides {} altogether", name(target))))
        }
    })
}

/// A number dice must show: six always does it, one never.
fn needed<E: Explain<Rule>>(base: u8, changes: i32, why: &mut E) -> u8 {
    let asked = i32::from(base) - changes;
    let possible = asked.clamp(2, 6);
    if possible != asked {
        let says = || format!("{asked}+ is {possible}+: six always does it, one never");
        why.modifier(Rule::SixAlwaysOneNever, asked - possible, says);
    }
    possible as u8
}

/// What dice must show to hit with a shot.
pub fn to_hit<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (shooter, target): (FigureId, FigureId),
    why: &mut E,
) -> u8 {
    let from = p.base(game, shooter);
    let mut changes = 0;
    let long = inches(game.edition.long_range);
    if game.edition.long_range_penalty > 0 && !within(&from, &p.base(game, target), long) {
        changes -= i32::from(game.edition.long_range_penalty);
        why.modifier(Rule::LongRange, changes, || format!("farther than {}", game.map.about(long)));
    }
    if game.edition.cover == Cover::ToHit {
        changes -= in_cover(game, p, (shooter, target), -1, why);
    }
    needed(p.unit(game, shooter).quality, changes, why)
}

/// What dice must show to save from a weapon.
pub fn to_save<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (attacker, target): (FigureId, FigureId),
    (weapon, is_shot): (usize, bool),
    why: &mut E,
) -> u8 {
    let weapon = &p.unit(game, attacker).weapons[weapon];
    let mut changes = -i32::from(weapon.piercing);
    if changes != 0 {
        why.modifier(Rule::Piercing, changes, || weapon.name.clone());
    }
    if is_shot && game.edition.cover == Cover::Defense {
        changes += in_cover(game, p, (attacker, target), 1, why);
    }
    needed(p.unit(game, target).defense, changes, why)
}

/// 1 where a target is in cover from a shooter; told as the modifier it is to the roll.
fn in_cover<E: Explain<Rule>>(
    game: &Skirmish,
    p: &Position,
    (shooter, target): (FigureId, FigureId),
    told: i32,
    why: &mut E,
) -> i32 {
    let from = p.base(game, shooter);
    let Some(piece) = cover(game, p, &from, target) else { return 0 };
    let says = || {
        let name = game.piece(piece);
        format!("{} is in cover of {name}", p.name(game, target))
    };
    why.tell(Rule::Cover, says);
    why.modifier(Rule::CoverHelps, told, || "cover".to_string());
    1
}
