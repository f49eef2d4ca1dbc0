//! Shooting: who may be shot at, what dice hit and what dice save.

use super::sight::{cover, sees, sight};
use crate::position::{Action, PieceId, Table};
use crate::tables::{Cover, Rule, Verdict, Weapon};
use umpire_core::ruling::{Explain, Fact, Silent, Target};
use umpire_core::table::{Base, gap, inches, within};

/// The weapons of a shot with their numbers: those that reach; all, where the judge lets it pass that none does.
pub fn weapons<'c>(
    t: Table<'c>,
    (shooter, target): (PieceId, PieceId),
) -> Vec<(usize, &'c Weapon)> {
    let (from, foe) = (t.base(shooter), t.base(target));
    let all = t.unit(shooter).weapons.iter().enumerate();
    let ranged = |(_, weapon): &(usize, &'c Weapon)| weapon.range.is_some();
    let reaches = |(_, weapon): &(usize, &'c Weapon)| {
        weapon.range.is_some_and(|range| within(&from, &foe, inches(range)))
    };
    let reaching: Vec<(usize, &Weapon)> = all.clone().filter(reaches).collect();
    if reaching.is_empty() { all.filter(ranged).collect() } else { reaching }
}

/// Whether a figure of that base may shoot at another.
pub fn check(
    t: Table,
    (shooter, from): (PieceId, &Base),
    target: PieceId,
    why: &mut impl Explain<Rule>,
) -> Verdict {
    let farthest = t.unit(shooter).weapons.iter().filter_map(|weapon| weapon.range).max();
    why.need(Rule::Shot, farthest.is_some(), || {
        let (armed, unarmed) = ("has something to shoot with", "has nothing to shoot with");
        Fact::that(t.name(shooter), armed, unarmed)
    })?;
    let (name, foe) = (|id| t.name(id), t.base(target));
    let instead = |fact: Fact| {
        let may = |target: &PieceId| check(t, (shooter, from), *target, &mut Silent).is_ok();
        let Some(target) = t.figures.enemies(shooter).find(may) else { return fact };
        let (figure, to) = (shooter, from.centre());
        let action = match t.base(shooter) == *from {
            true => Action::Shoot { figure, target },
            false => Action::AdvanceAndShoot { figure, to, target },
        };
        fact.instead(format!("shoot {}", name(target)), &action)
    };
    let reach = inches(farthest.unwrap_or(0));
    why.require(Rule::Range, within(from, &foe, reach), || {
        let [apart, reach] = t.game.field.about_both(gap(from, &foe), reach);
        let far = format!("{} is {apart} away", name(target));
        instead(Fact::says(format!("{far}, {reach} is the farthest")).held(far))
    })?;
    let friends = t.foes_in_contact(target, &foe).filter(|friend| *friend != shooter);
    let in_contact = t.foes_in_contact(shooter, from).chain(friends).next();
    why.require(Rule::NoShotsInMelee, in_contact.is_none(), || {
        let met = in_contact.map_or("nobody".to_string(), name);
        let says = format!("{met} is in contact: no shots out of a melee or into one");
        instead(Fact::says(says).held("neither is in contact with an enemy"))
    })?;
    why.require(Rule::Sight, sees(t, (shooter, from), target), || {
        let hides = |ground: &str| format!("{ground} hides {} altogether", name(target));
        instead(t.game.field.fact_of_sight(&sight(t, from, target), hides))
    })
}

/// What dice must show: six always does it, one never.
fn possible(needed: Target<impl Explain<Rule>>) -> u8 {
    needed.within(Rule::SixAlwaysOneNever, 2..=6, |asked, possible| {
        format!("{asked}+ is {possible}+: six always does it, one never")
    })
}

/// What dice must show to hit with a shot.
pub fn to_hit(t: Table, (shooter, target): (PieceId, PieceId), why: &mut impl Explain<Rule>) -> u8 {
    let (from, edition) = (t.base(shooter), &t.game.edition);
    let mut needed = Target::new(t.unit(shooter).quality, why);
    let long = inches(edition.long_range);
    if !within(&from, &t.base(target), long) {
        let less = -i32::from(edition.long_range_penalty);
        needed
            .modify(Rule::LongRange, less, || format!("farther than {}", t.game.field.about(long)));
    }
    if edition.cover == Cover::ToHit {
        cover_helps(t, (shooter, target), -1, &mut needed);
    }
    possible(needed)
}

/// What dice must show to save from a weapon.
pub fn to_save(
    t: Table,
    (attacker, target): (PieceId, PieceId),
    (weapon, is_shot): (usize, bool),
    why: &mut impl Explain<Rule>,
) -> u8 {
    let weapon = &t.unit(attacker).weapons[weapon];
    let mut needed = Target::new(t.unit(target).defense, why);
    needed.modify(Rule::Piercing, -i32::from(weapon.piercing), || weapon.name.clone());
    if is_shot && t.game.edition.cover == Cover::Defense {
        cover_helps(t, (attacker, target), 1, &mut needed);
    }
    possible(needed)
}

/// Changes a roll where a target is in cover from a shooter.
fn cover_helps(
    t: Table,
    (shooter, target): (PieceId, PieceId),
    by: i32,
    needed: &mut Target<impl Explain<Rule>>,
) {
    let from = t.base(shooter);
    let Some(piece) = cover(t, (shooter, &from), target) else { return };
    let piece = t.game.field.called(piece);
    needed.tell(Rule::Cover, || format!("{} is in cover of {piece}", t.name(target)));
    needed.modify(Rule::CoverHelps, by, || "cover".to_string());
}
