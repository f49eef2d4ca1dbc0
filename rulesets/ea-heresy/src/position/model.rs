//! Models: a unit's profile together with the characters that joined it, ready for use in play.

use crate::tables::catalog::{
    Catalog, Column, Critical, Mode, Mount, Reach, TkDice, Traits, Transport, Unit, UnitId,
    UnitType, Weapon, WeaponFlags, WeaponId,
};
use umpire_core::table::{Base, Facing, Footprint, Length, Point};

/// One attack of close combat or firefight: dice with what follows a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// How many dice; those of the plain value come first.
    pub dice: u8,
    /// The weapon's rules; see `hit_rules`.
    pub flags: WeaponFlags,
    /// Titan killer; see [`crate::position::state::HitKind::titan_killer`].
    pub titan_killer: u8,
    /// Whether these are dice beside the plain ones (EA-8.5).
    pub extra: bool,
}

/// One weapon of a model that shoots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gun {
    /// The mount, as the catalog has it.
    pub mount: Mount,
    /// The weapon's modes that shoot.
    pub modes: Vec<Mode>,
    /// The longest range of them.
    pub range: Length,
}

/// A unit's profile with its characters (EA-1.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The unit.
    pub unit: UnitId,
    /// Characters that joined it.
    pub characters: Vec<UnitId>,
    /// What it is.
    pub kind: UnitType,
    /// Speed of one move.
    pub speed: Length,
    /// Armour save n+; 0 for none.
    pub armour: u8,
    /// Close combat n+; 0 for one that cannot.
    pub close_combat: u8,
    /// Firefight n+; 0 for one that cannot.
    pub firefight: u8,
    /// Damage it absorbs.
    pub damage_capacity: u8,
    /// How many units it counts as (EA-1.7).
    pub counts_as: u8,
    /// What a critical hit does.
    pub critical: Critical,
    /// Shields that are repaired.
    pub void_shields: u8,
    /// Shields that are not.
    pub construct_shields: u8,
    /// Invulnerable save n+; 0 for none.
    pub invulnerable: u8,
    /// Ion shield n+; 0 for none.
    pub ion_shield: u8,
    /// Dispersion field n+; 0 for none.
    pub dispersion: u8,
    /// Victory points for its destruction.
    pub god_machine: u8,
    /// Special rules, its own and its characters'.
    pub traits: Traits,
    /// What it carries.
    pub transport: Option<Transport>,
    /// Weapons that shoot, by mount.
    pub guns: Vec<Gun>,
    /// Close combat attacks, the plain ones first.
    pub close_attacks: Vec<Attack>,
    /// Firefight attacks, the plain ones first.
    pub fire_attacks: Vec<Attack>,
    /// Its base.
    pub footprint: Footprint,
    /// The farthest a corner of its base is from the middle.
    pub reach: Length,
    /// Its base at the origin, where it looks the same from every side.
    round: Option<Base>,
    /// Terrain column it moves by.
    pub column: Column,
}

impl Model {
    /// Shields of every kind, up or down.
    pub fn shields(&self) -> u8 {
        self.void_shields.saturating_add(self.construct_shields)
    }

    /// The model of a unit that characters joined.
    pub fn new(catalog: &Catalog, id: UnitId, characters: Vec<UnitId>) -> Model {
        Model::armed(catalog, id, characters, &[])
    }

    /// The same with weapons chosen for its hard points (see [`Unit::armament`]).
    pub fn armed(
        catalog: &Catalog,
        id: UnitId,
        characters: Vec<UnitId>,
        chosen: &[WeaponId],
    ) -> Model {
        let unit = catalog.unit(id);
        let all = || std::iter::once(unit).chain(characters.iter().map(|id| catalog.unit(*id)));
        let mut traits = all().fold(Traits::NONE, |sum, unit| sum.with(unit.traits));
        if traits.has(Traits::PRIMARCH) {
            traits |= Traits::SUPREME_COMMANDER;
        }
        if traits.has(Traits::SUPREME_COMMANDER) {
            traits |= Traits::COMMANDER | Traits::LEADER;
        }
        let others = characters.iter().flat_map(|id| catalog.unit(*id).armament(&[]));
        let mounts: Vec<Mount> = unit.armament(chosen).into_iter().chain(others).collect();
        let best = |of: fn(&Unit) -> u8| all().map(of).filter(|save| *save > 0).min().unwrap_or(0);
        let armour = if traits.has(Traits::BIONICS) && unit.kind == UnitType::Infantry {
            3
        } else {
            unit.armour
        };
        Model {
            unit: id,
            kind: unit.kind,
            speed: unit.speed,
            armour,
            close_combat: unit.close_combat,
            firefight: unit.firefight,
            damage_capacity: unit.damage_capacity.max(1),
            counts_as: unit.counts_as(),
            critical: unit.critical,
            void_shields: unit.void_shields,
            construct_shields: unit.construct_shields,
            invulnerable: best(|unit| unit.invulnerable),
            ion_shield: best(|unit| unit.ion_shield),
            dispersion: best(|unit| unit.dispersion),
            god_machine: unit.god_machine,
            traits,
            transport: unit.transport,
            guns: guns(catalog, &mounts),
            close_attacks: attacks(catalog, unit, &mounts, Reach::BaseContact),
            fire_attacks: attacks(catalog, unit, &mounts, Reach::SmallArms),
            footprint: footprint(unit),
            reach: footprint(unit).reach(),
            round: round(footprint(unit)),
            column: unit.column(),
            characters,
        }
    }

    /// Whether it has a special rule.
    pub fn has(&self, traits: Traits) -> bool {
        self.traits.has(traits)
    }

    /// Whether it is infantry, Mounted or not.
    pub fn is_infantry(&self) -> bool {
        self.kind == UnitType::Infantry
    }

    /// Whether it is worn down point by point (EA-11.1), as those are that have several points.
    pub(crate) fn is_worn_down(&self) -> bool {
        self.is_war_engine() || self.damage_capacity > 1
    }

    /// Whether it is a war engine.
    pub fn is_war_engine(&self) -> bool {
        matches!(
            self.kind,
            UnitType::WarEngine | UnitType::AircraftWarEngine | UnitType::SupportCraft
        )
    }

    /// Whether it flies in for one mission.
    pub fn is_aircraft(&self) -> bool {
        self.kind.is_aircraft()
    }

    /// Its base at a place.
    pub fn base(&self, at: Point, facing: Facing) -> Base {
        match &self.round {
            Some(base) => base.moved_to(at),
            None => self.footprint.at(at, facing),
        }
    }
}

fn guns(catalog: &Catalog, mounts: &[Mount]) -> Vec<Gun> {
    let gun = |mount: &Mount| {
        let weapon = catalog.weapon(mount.weapon);
        let shoots = |mode: &&Mode| matches!(mode.range, Reach::Range(_));
        let modes: Vec<Mode> = weapon.modes.iter().filter(shoots).copied().collect();
        let range = modes.iter().map(range_of).max().unwrap_or(0);
        Gun { mount: *mount, modes, range }
    };
    mounts.iter().map(gun).filter(|gun| !gun.modes.is_empty() && gun.mount.count > 0).collect()
}

fn range_of(mode: &Mode) -> Length {
    match mode.range {
        Reach::Range(range) => range,
        Reach::BaseContact | Reach::SmallArms => 0,
    }
}

/// The plain dice of a unit, then those of weapons with extra attacks (EA-8.5). Rules of a weapon
/// without extra attacks bear on the plain dice.
fn attacks(catalog: &Catalog, unit: &Unit, mounts: &[Mount], reach: Reach) -> Vec<Attack> {
    let mut plain =
        Attack { dice: unit.counts_as(), flags: WeaponFlags::NONE, titan_killer: 0, extra: false };
    let mut extra = Vec::new();
    for mount in mounts.iter().filter(|mount| mount.count > 0) {
        for mode in assault_modes(catalog.weapon(mount.weapon), reach) {
            let (flags, titan_killer) = hit_rules(mode);
            if mode.extra_attacks == 0 {
                plain.flags |= flags;
                plain.titan_killer = plain.titan_killer.max(titan_killer);
            } else {
                let dice = mode.extra_attacks.saturating_mul(mount.count);
                extra.push(Attack { dice, flags, titan_killer, extra: true });
            }
        }
    }
    extra.insert(0, plain);
    extra
}

/// The modes of a weapon that count at a reach in an assault.
///
/// Ruling: of alternatives it is the one with the most dice, then the greatest titan killer; nobody is
/// asked.
fn assault_modes(weapon: &Weapon, reach: Reach) -> impl Iterator<Item = &Mode> {
    let fits = move |mode: &&Mode| mode.range == reach;
    let all = weapon.modes.iter().filter(fits);
    let best = all.clone().max_by_key(|mode| {
        (mode.extra_attacks, titan_killer(mode), mode.flags.has(WeaponFlags::MACRO))
    });
    all.filter(move |mode| !weapon.any_mode || best == Some(*mode))
}

fn round(footprint: Footprint) -> Option<Base> {
    let round = matches!(footprint, Footprint::Disc { .. });
    round.then(|| footprint.at(Point::default(), Facing::default()))
}

fn footprint(unit: &Unit) -> Footprint {
    use crate::tables::catalog::Footprint as Row;
    match unit.base {
        Row::Disc { radius, corners } => Footprint::Disc { radius, corners },
        Row::Ellipse { long, wide, corners } => {
            Footprint::Ellipse { long: 2 * long, wide: 2 * wide, corners }
        }
        Row::Rectangle { long, wide } => Footprint::Rectangle { long, wide },
    }
}

/// The dice of attacks together.
pub fn dice_of<'a>(attacks: impl IntoIterator<Item = &'a Attack>) -> u8 {
    attacks.into_iter().fold(0, |sum, attack| sum.saturating_add(attack.dice))
}

/// The hits that attacks of a value promise, in sixths of one; none where it cannot strike so.
pub(crate) fn hits_promised(attacks: &[Attack], value: u8) -> u16 {
    let faces = if value == 0 { 0 } else { 7_u8.saturating_sub(value) };
    u16::from(dice_of(attacks)) * u16::from(faces)
}

/// The rules of a mode as its hits carry them, and its titan killer; a graviton weapon's counts
/// only where the hit proves to be a titan killer's.
pub(crate) fn hit_rules(mode: &Mode) -> (WeaponFlags, u8) {
    if mode.graviton == 0 && mode.graviton_dice.is_none() {
        return (mode.flags, titan_killer(mode));
    }
    let (titan_killer, titan_killer_dice) = (mode.graviton, mode.graviton_dice);
    let as_killer = Mode { titan_killer, titan_killer_dice, ..*mode };
    (mode.flags.with(WeaponFlags::GRAVITON), self::titan_killer(&as_killer))
}

/// A titan killer's damage as hits carry it: a number below 10, or a die as 10 + its sides and 10
/// more for each point that is added.
pub fn titan_killer(mode: &Mode) -> u8 {
    match mode.titan_killer_dice {
        None => mode.titan_killer.min(9),
        Some(dice) => (10 + 10 * dice.plus.min(20)).saturating_add(dice.sides.min(9)),
    }
}

/// The die that a titan killer's damage is rolled with, where it is one.
pub fn titan_killer_dice(carried: u8) -> Option<TkDice> {
    (carried >= 10).then(|| TkDice { sides: carried % 10, plus: carried / 10 - 1 })
}
