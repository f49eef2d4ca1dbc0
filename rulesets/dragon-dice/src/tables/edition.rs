//! What differs between printings: the named fields of an edition.

umpire_core::choices! {
    /// The current or the classic form of a table or procedure.
    Form {
        /// As the current rules have it.
        Current,
        /// As the classic rules have it.
        Classic,
    }
    /// How many magic users a force may hold (DD-3.4).
    MagicUserCap {
        /// Any number.
        None,
        /// Half of the total, rounded down.
        Half,
    }
    /// Whether an advanced terrain may be a Home Terrain (DD-3.7).
    AdvancedHome {
        /// It may not.
        Refused,
        /// It may.
        Allowed,
    }
    /// Whether special icons count in the roll for order of play (DD-4.3, DD-4.4).
    OrderRollSais {
        /// Those that make maneuver do.
        Counted,
        /// None does.
        Ignored,
    }
    /// When a minor terrain may be brought in (DD-6.4).
    MinorEntry {
        /// In place of the maneuver step.
        InsteadOfManeuver,
        /// Instead of turning the die after an unopposed maneuver.
        OnUnopposedManeuver,
    }
    /// What Amazons in Reserves do (DD-6.2, DD-6.11).
    ReserveAmazons {
        /// They cast ivory magic.
        CastIvory,
        /// They fire missiles and cast nothing.
        FireMissiles,
    }
    /// What missiles reach (DD-7.5, DD-7.6).
    MissileReach {
        /// Every terrain, but not from one Home Terrain to another.
        NotHomeToHome,
        /// The same terrain and adjacent ones.
        Adjacent,
    }
    /// Which spells a Reserve Army may cast (DD-7.12).
    ReserveSpells {
        /// Those marked for it.
        Flagged,
        /// Those of a list, and only on what is the caster's own.
        ListedOnOwn,
    }
    /// Whether IDs may double magic (DD-7.10).
    MagicDoubling {
        /// They may not.
        None,
        /// In elements that unit and terrain both hold.
        Native,
    }
    /// What a captured eighth face doubles (DD-14.2, DD-14.3).
    CaptureDoubles {
        /// ID results.
        Ids,
        /// Maneuver and save results.
        ManeuverAndSaves,
    }
    /// When the targets of dragons are revealed (DD-11.10).
    DragonTargets {
        /// Before the dragons are rolled.
        RevealedBefore,
        /// After.
        RevealedAfter,
    }
    /// Whether a dragon that a champion tamed attacks (DD-11.9).
    TamedDragons {
        /// It does not attack its master's army.
        MasterSpared,
        /// It rolls against an army only if its master, an opponent of that army, wishes.
        MasterDecides,
    }
    /// What breath does to a dragon (DD-12.4).
    BreathOnDragon {
        /// It damages it, and the breathing dragon rolls again.
        DamageAndReroll,
        /// It takes away its automatic saves.
        RemovesSaves,
    }
    /// What breath a hybrid has (DD-12.1, DD-12.8).
    HybridBreath {
        /// One breath with the effects of both elements.
        BothEffects,
        /// One breath of each element.
        OneEach,
    }
    /// What of a White Dragon doubles (DD-10.5, DD-10.7).
    WhiteDamage {
        /// Claws, Jaws, Tail, Wing and Treasure.
        ClawsJawsTailWingTreasure,
        /// Damage only.
        DamageOnly,
    }
    /// What breath a White Dragon has (DD-12.6).
    WhiteBreath {
        /// One that strikes ten, with the effects of the terrain's elements.
        TenOnce,
        /// One breath of each element of the terrain.
        OnePerElement,
    }
    /// Which elements Undead hold (DD-2.2).
    UndeadElements {
        /// Death.
        Death,
        /// Death and ivory.
        DeathAndIvory,
    }
}

umpire_core::edition! {
    /// The named fields of an edition; the rule of each stands in the data beside its value
    /// (`editions/current.yaml`).
    pub struct Edition, EditionFields {
        undead_elements: UndeadElements,
        magic_user_cap: MagicUserCap,
        white_dragon_slots: u8 where 1..=10,
        advanced_home: AdvancedHome,
        single_species_armies: bool,
        order_roll_sais: OrderRollSais,
        phases: Form,
        minor_entry: MinorEntry,
        reserve_amazons: ReserveAmazons,
        missile_reach: MissileReach,
        reserve_spells: ReserveSpells,
        magic_doubling: MagicDoubling,
        eighth_faces: Form,
        capture_doubles: CaptureDoubles,
        dragon_sequence: Form,
        dragon_targets: DragonTargets,
        eldarim_first: bool,
        slayer_immunity: bool,
        tamed_dragons: TamedDragons,
        white_damage: WhiteDamage,
        breath: Form,
        breath_on_dragon: BreathOnDragon,
        hybrid_breath: HybridBreath,
        white_breath: WhiteBreath,
        victory_hold_turns: u8 where 0..=20,
        idle_turns_limit: u16 where 2..=10000,
        turns_limit: u16 where 2..=10000,
        sais_from: Form,
        spell_costs_from: Form,
        species_abilities_from: Form,
        logos_from: Form,
    }
    check check_fields
}

/// Names the fields whose values the engine cannot use.
pub fn check_fields(fields: &EditionFields, fault: &mut dyn FnMut(&str, String)) {
    let not_written = [("sais_from", fields.sais_from), ("logos_from", fields.logos_from)];
    for (name, form) in not_written {
        if form == Some(Form::Classic) {
            fault(name, "no source gives the classic ones, so only `current` is built".into());
        }
    }
}
