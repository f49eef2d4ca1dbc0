//! What is being done, as data: a stack of small steps, each of which asks, rolls or goes on by itself.

pub mod death;
pub mod dragons;
pub mod eighth;
pub mod fight;
pub mod icons;
pub mod magic;
pub mod march;
pub mod minor;
pub mod pick;
pub mod promotion;
pub mod purse;
pub mod reserves;
pub mod roll;
pub mod setup;
pub mod species;
pub mod trial;
pub mod turn;

use crate::position::game::DragonDice;
use crate::position::stack::roll::RollStep;

umpire_core::steps! {
    /// One step; the innermost is the last of the stack.
    pub enum Step of DragonDice {
        /// Before the first turn.
        Setup(setup::SetupStep),
        /// Phases of a turn.
        Turn(turn::TurnStep),
        /// A march.
        March(march::MarchStep),
        /// Minor terrains.
        Minor(minor::MinorStep),
        /// Icons of eighth faces.
        Eighth(eighth::EighthStep),
        /// Species abilities.
        Species(species::SpeciesStep),
        /// An attack.
        Fight(fight::FightStep),
        /// Magic and its spells.
        Magic(magic::MagicStep),
        /// Dragons.
        Dragons(dragons::DragonStep),
        /// An army's roll.
        Roll(RollStep),
        /// What special action icons ask for.
        Icon(icons::IconStep),
        /// Dice are picked.
        Pick(pick::Pick),
        /// Units roll alone.
        Trial(trial::Trial),
        /// Units die, are buried, come back.
        Death(death::DeathStep),
        /// Reinforcing and retreating.
        Reserves(reserves::ReservesStep),
        /// Units are promoted.
        Promote(promotion::Promotion),
    }
}
