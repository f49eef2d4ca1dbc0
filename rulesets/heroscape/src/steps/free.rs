//! A referee's table: figures attack as they are told, all else the judge changes (HS-U.1).

use super::attack;
use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::step::FreeStep;
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Now, Play};

impl Play<HeroScape> for FreeStep {
    fn ask(self, _: Now<HeroScape>) -> Ask<Rule> {
        Ask::seat(Seat::JUDGE, Rule::LookingRound)
    }

    fn legal(self, now: Now<HeroScape>, _: Seat, into: &mut Vec<Action>) -> Listing {
        attack::legal_free(now.game, now.state, into)
    }

    fn check(
        self,
        Now { game, state }: Now<HeroScape>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        match action {
            Action::EndTurn => Ok(()),
            Action::Attack { attacker, target } => {
                attack::check(game, state, *attacker, *target, why)
            }
            Action::Special { attacker, power, aim } => {
                attack::check_special(game, state, *attacker, *power, *aim, why)
            }
            _ => why.need(Rule::LookingRound, false, || {
                let says = "at a referee's table figures attack, and all else the judge changes";
                Fact::says(says)
                    .remedy("`place FIGURE at SPACE` puts one down, `help changes` has more")
            }),
        }
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        attack::announce_any(change, action);
    }
}
