//! What the abilities of a card or glyph come to, told by one look: most have nothing of what is asked for.

use super::{Ability, Moment, Number, Power};

/// What is among the abilities that a card or glyph prints, a bit for each sort.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    kinds: u32,
    moments: u64,
    turn_windows: bool,
    numbers: u8,
    auras: u32,
    aura_numbers: u8,
}

impl Summary {
    /// Of abilities in a row.
    pub fn of(abilities: &[Power]) -> Summary {
        let mut all = Summary::default();
        for power in abilities {
            let kind = 1 << power.ability() as u32;
            all.kinds |= kind;
            let aura = power.is_aura();
            all.auras |= if aura { kind } else { 0 };
            match power {
                Power::Trigger(trigger) => {
                    all.moments |= 1 << trigger.when as u64;
                    all.turn_windows |= trigger.when.is_turn_window();
                }
                Power::Modifier(modifier) => {
                    let changed = Number::ALL.into_iter().filter(|one| one.of(modifier) != 0);
                    let bits = changed.fold(0, |all, one| all | 1 << one as u8);
                    *(if aura { &mut all.aura_numbers } else { &mut all.numbers }) |= bits;
                }
                _ => {}
            }
        }
        all
    }

    /// Whether any of them is of that kind.
    #[inline]
    pub fn has(&self, kind: Ability) -> bool {
        self.kinds >> kind as u32 & 1 == 1
    }

    /// Whether a trigger of them waits to be used in a part of a turn.
    #[inline]
    pub fn has_turn_windows(&self) -> bool {
        self.turn_windows
    }

    /// Whether a trigger of them has that moment.
    #[inline]
    pub fn has_moment(&self, moment: Moment) -> bool {
        self.moments >> moment as u64 & 1 == 1
    }

    /// Whether a modifier of them changes that number of who has it.
    #[inline]
    pub fn changes(&self, number: Number) -> bool {
        self.numbers >> number as u8 & 1 == 1
    }

    /// Whether any of that kind reaches beyond who has it.
    #[inline]
    pub fn has_aura(&self, kind: Ability) -> bool {
        self.auras >> kind as u32 & 1 == 1
    }

    /// Whether a modifier of them changes that number of others.
    #[inline]
    pub fn changes_for_others(&self, number: Number) -> bool {
        self.aura_numbers >> number as u8 & 1 == 1
    }
}
