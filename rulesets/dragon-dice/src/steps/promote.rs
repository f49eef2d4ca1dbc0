//! Promotions: units exchanged at once for larger ones of their species (DD-18.1, DD-18.2).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::promotion::{Budget, Promotion};
use crate::position::state::State;
use crate::steps::{Ask, death};
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

impl Budget {
    /// How much health one unit may gain.
    fn gain(self) -> u8 {
        match self {
            Budget::One | Budget::AsMany => 1,
            Budget::Health(health) => health,
        }
    }

    /// How many units at most.
    fn units(self) -> u32 {
        match self {
            Budget::One => 1,
            Budget::AsMany => u32::MAX,
            Budget::Health(health) => health.into(),
        }
    }
}

/// Units that may leave and units that may come, paired off one to one.
struct Pairing<'a> {
    out: Vec<u8>,
    back: Vec<u8>,
    fits: &'a dyn Fn(u8, u8) -> bool,
}

impl<'a> Pairing<'a> {
    fn of(out: PieceSet, back: PieceSet, fits: &'a dyn Fn(u8, u8) -> bool) -> Pairing<'a> {
        Pairing { out: out.iter().collect(), back: back.iter().collect(), fits }
    }

    /// Whether all who come can be paired off.
    fn is_whole(&self) -> bool {
        self.most().iter().all(Option::is_some)
    }

    /// The most pairs there are: for each unit that comes, the place of the one that leaves.
    fn most(&self) -> Vec<Option<usize>> {
        let mut taken = vec![None; self.back.len()];
        for at in 0..self.out.len() {
            let mut seen = vec![false; self.back.len()];
            self.place(at, &mut taken, &mut seen);
        }
        taken
    }

    fn place(&self, at: usize, taken: &mut Vec<Option<usize>>, seen: &mut Vec<bool>) -> bool {
        for to in 0..self.back.len() {
            if seen[to] || !(self.fits)(self.out[at], self.back[to]) {
                continue;
            }
            seen[to] = true;
            let free = match taken[to] {
                None => true,
                Some(other) => self.place(other, taken, seen),
            };
            if free {
                taken[to] = Some(at);
                return true;
            }
        }
        false
    }
}

/// Offers promotions to the owner of an army; nobody is asked where none is possible.
pub(crate) fn offer_promotion(state: &mut State, army: Army, budget: Budget, rule: Rule) {
    state.steps.push(Step::Promote(Promotion { army, budget, rule }));
}

impl Promotion {
    /// Where units come from: the DUA, for Dragonkin the Summoning Pool (DD-18.1).
    fn larger(self, state: &State) -> PieceSet {
        let owner = self.army.owner;
        let dead = state.units_at(owner, Place::DEAD);
        let pool = state.units_at(owner, Place::POOL);
        dead.without(state.dragonkin(owner, dead)).with(state.dragonkin(owner, pool))
    }

    /// Whether two units are of one species.
    fn is_kin(self, game: &DragonDice, state: &State, out: u8, back: u8) -> bool {
        let force = state.roster.force(self.army.owner);
        let species = |unit: u8| game.catalog.kind(force.kind(unit)).species();
        species(out) == species(back)
    }

    /// Whether one unit may be exchanged for the other, as far as the two of them go.
    fn fits(self, game: &DragonDice, state: &State, out: u8, back: u8) -> bool {
        let force = state.roster.force(self.army.owner);
        let gain = force.health(back).saturating_sub(force.health(out));
        (1..=self.budget.gain()).contains(&gain) && self.is_kin(game, state, out, back)
    }

    /// Pairs of which each comes to something else: a unit that leaves and one that comes.
    fn pairs(self, game: &DragonDice, state: &State) -> Vec<(u8, u8)> {
        let one_each = |set| state.one_each(game, self.army.owner, set);
        let (units, larger) = (one_each(state.units(self.army)), one_each(self.larger(state)));
        let mut pairs = Vec::new();
        for out in units.iter() {
            for back in larger.iter() {
                if self.fits(game, state, out, back) {
                    pairs.push((out, back));
                }
            }
        }
        pairs
    }

    /// The most units that one health more each makes room for.
    fn most(self, game: &DragonDice, state: &State) -> (PieceSet, PieceSet) {
        let single = Promotion { budget: Budget::AsMany, ..self };
        let fits = |out, back| single.fits(game, state, out, back);
        let pairing = Pairing::of(state.units(self.army), self.larger(state), &fits);
        let (mut out, mut back) = (PieceSet::NONE, PieceSet::NONE);
        for (come, gone) in pairing.back.iter().zip(pairing.most()) {
            if let Some(gone) = gone
                && out.len() < self.budget.units()
            {
                out = out.with(PieceSet::only(pairing.out[gone]));
                back = back.with(PieceSet::only(*come));
            }
        }
        (out, back)
    }
}

impl Play<DragonDice> for Promotion {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, _) = change.parts();
        if self.pairs(game, state).is_empty() {
            state.steps.pop();
            return Flow::On;
        }
        Flow::Wait
    }

    fn ask(self, _: Now<DragonDice>) -> Ask {
        Ask::seat(self.army.owner, self.rule)
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        into.push(Action::Pass);
        let (out, back) = self.most(game, state);
        if out.len() > 1 {
            into.push(Action::Exchange { out, back });
        }
        let single = |(out, back)| (PieceSet::only(out), PieceSet::only(back));
        let pairs = self.pairs(game, state).into_iter().map(single);
        into.extend(pairs.map(|(out, back)| Action::Exchange { out, back }));
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Action::Exchange { out, back } = *action else {
            return why.need(self.rule, *action == Action::Pass, || {
                Fact::says("units are promoted here, or none is")
            });
        };
        let mine = !out.is_empty() && out.within(state.units(self.army));
        why.need(self.rule, mine, || Fact::says("only units of this army are promoted"))?;
        let there = back.within(self.larger(state));
        why.need(Rule::Promotion, there, || {
            Fact::says("the larger units are not all in the Dead Unit Area")
                .held("the larger units lie in the Dead Unit Area")
                .remedy("pick units from the Dead Unit Area; Dragonkin come from the pool")
        })?;
        why.need(Rule::Promotion, out.len() == back.len(), || {
            Fact::says("as many units come as go").exactly(back.len(), out.len())
        })?;
        let kin = |out, back| self.is_kin(game, state, out, back);
        why.require(Rule::Promotion, Pairing::of(out, back, &kin).is_whole(), || {
            Fact::says("a unit is promoted to one of its own species")
                .held("each unit gives way to one of its species")
        })?;
        let fits = |out, back| self.fits(game, state, out, back);
        why.require(Rule::Promotion, Pairing::of(out, back, &fits).is_whole(), || {
            let larger = match self.budget.gain() {
                1 => "one health larger".to_string(),
                most => format!("up to {most} health larger"),
            };
            Fact::says(format!("a unit is promoted to one that is {larger}"))
                .held("each unit gives way to a larger one of its species")
        })?;
        let force = state.roster.force(self.army.owner);
        match self.budget {
            Budget::One => why.require(self.rule, out.len() == 1, || {
                Fact::says("one unit is promoted").exactly(out.len(), 1u32)
            }),
            Budget::AsMany => Ok(()),
            Budget::Health(most) => {
                let gain = force.total_health(back).saturating_sub(force.total_health(out));
                why.require(Rule::WildGrowthCost, gain <= most.into(), || {
                    Fact::says("promotions cost the health gained").at_most(gain, most)
                })
            }
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (_, state, out) = change.parts();
        state.steps.pop();
        match *action {
            Action::Exchange { out: gone, back } => {
                let larger = back.and(self.larger(state));
                let gone = gone.and(state.units(self.army));
                death::exchange(state, self.army, gone, larger, self.rule, out);
            }
            _ => out.tell(|| Event::Declined { seat, rule: self.rule }),
        }
    }
}
