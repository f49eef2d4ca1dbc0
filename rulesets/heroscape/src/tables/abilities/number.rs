//! The numbers of a figure that modifiers change.

use super::Modifier;

/// Which number of a figure is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// Attack dice of a normal attack.
    Attack,
    /// Defense dice.
    Defense,
    /// Range of normal attacks.
    Range,
    /// Move.
    Move,
    /// Initiative of its controller.
    Initiative,
    /// Dice against a figure that leaves it.
    Leaving,
    /// Levels of leaps.
    Leap,
}

impl Number {
    /// All of them.
    pub const ALL: [Number; 7] = [
        Number::Attack,
        Number::Defense,
        Number::Range,
        Number::Move,
        Number::Initiative,
        Number::Leaving,
        Number::Leap,
    ];

    /// What a modifier says that it adds, whatever else must hold.
    pub fn of(self, modifier: &Modifier) -> i32 {
        match self {
            Number::Attack => modifier.attack,
            Number::Defense => modifier.defense,
            Number::Range => modifier.range.into(),
            Number::Move => modifier.moves.into(),
            Number::Initiative => modifier.initiative,
            Number::Leaving => modifier.leaving_dice.into(),
            Number::Leap => modifier.leap.into(),
        }
    }
}
