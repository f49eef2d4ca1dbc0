//! Forces divided in secret into Home, Campaign and Horde Army (DD-3.7, DD-3.10 to DD-3.12).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::setup::{Assembling, Muster, SetupStep};
use crate::position::state::{Ground, State};
use crate::rules::{force, items};
use crate::steps::setup;
use crate::tables::catalog::What;
use crate::tables::edition::AdvancedHome;
use crate::tables::rule::Rule;
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::Flow;

/// What the armies are called, in the order of a muster.
const ARMIES: [&str; 3] = ["home", "campaign", "horde"];

/// How many ways to continue are looked at for one proposed division.
const LOOKED_AT: u32 = 4000;

/// One limit of a division, and whether it is kept.
pub(crate) struct Check {
    pub rule: Rule,
    pub holds: bool,
    /// What is wrong where it is not.
    pub says: String,
    /// The field of a seat's setup it is about.
    pub field: String,
    /// The army to which one more unit might mend it.
    pub mended_in: Option<usize>,
}

/// A division being put together: the armies, and the dice not yet dealt.
struct Dealing<'a> {
    game: &'a DragonDice,
    state: &'a State,
    seat: Seat,
    order: [usize; 3],
    most: u16,
    left: u32,
}

/// Units and items that a player divides.
pub(crate) fn to_divide(state: &State, seat: Seat) -> PieceSet {
    state.at(seat, Place::OUT)
}

fn points_in(game: &DragonDice, state: &State, seat: Seat, set: PieceSet) -> u16 {
    let force = state.roster.force(seat);
    force::points_of(game, set.iter().map(|die| force.kind(die)))
}

/// Every limit of a division.
pub(crate) fn division_checks(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    home_die: u8,
    armies: &[PieceSet; 3],
) -> Vec<Check> {
    let force = state.roster.force(seat);
    let most = force.total / 2;
    let mut checks = Vec::new();
    let mut add = |rule, field: String, mended_in, holds, says| {
        checks.push(Check { rule, holds, says, field, mended_in });
    };
    for (army, (name, set)) in ARMIES.into_iter().zip(armies).enumerate() {
        let field = format!("armies.{name}");
        let units = set.and(force.units());
        add(
            Rule::ArmySplit,
            field.clone(),
            Some(army),
            !units.is_empty(),
            format!("the {name} army has no unit, and each army needs one"),
        );
        let points = points_in(game, state, seat, *set);
        add(
            Rule::ArmySplit,
            field.clone(),
            None,
            points <= most,
            format!("the {name} army has {points} points, and at most {most} are allowed"),
        );
        let carried = items::can_carry(game, state, seat, units, set.without(force.units()));
        add(
            Rule::ItemsNeedCarriers,
            field.clone(),
            Some(army),
            carried,
            format!("the {name} army has items that its units cannot carry"),
        );
        if game.edition.single_species_armies && name != "horde" {
            let mut species =
                units.iter().map(|unit| game.catalog.kind(force.kind(unit)).species());
            let first = species.next();
            add(
                Rule::SingleSpeciesArmies,
                field,
                None,
                species.all(|one| Some(one) == first),
                format!("the {name} army is of more than one species"),
            );
        }
    }
    let home = state.muster(seat).map(|muster| muster.terrains[usize::from(home_die != 0)]);
    let advanced = home
        .map(|kind| game.catalog.kind(kind))
        .filter(|kind| matches!(kind.what, What::Terrain { advanced: true, .. }));
    let refused = game.edition.advanced_home == AdvancedHome::Refused;
    add(
        Rule::AdvancedTerrains,
        "terrains.home".to_string(),
        None,
        !(refused && advanced.is_some()),
        format!(
            "{} is an advanced terrain, and those stand only at the Frontier",
            advanced.map_or("it", |kind| kind.name.as_str())
        ),
    );
    checks
}

/// Whether the limits of armies leave any way to divide a force, whatever the terrain dice.
pub(crate) fn divisible(game: &DragonDice, state: &State, seat: Seat) -> bool {
    let (order, most) = ([0, 1, 2], state.roster.force(seat).total / 2);
    Dealing { game, state, seat, order, most, left: LOOKED_AT }.deal().is_some()
}

/// Divisions worth proposing: balanced ones, each army in each place.
pub fn divisions(game: &DragonDice, state: &State, seat: Seat) -> Vec<Action> {
    let mut found = Vec::new();
    if state.muster(seat).is_none() {
        return found;
    }
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [1, 0, 2], [2, 0, 1]];
    for order in orders {
        let most = state.roster.force(seat).total / 2;
        let mut dealing = Dealing { game, state, seat, order, most, left: LOOKED_AT };
        let Some(armies) = dealing.deal() else { continue };
        for home_die in 0..2 {
            let action = Action::Assemble { home_die, home: armies[0], campaign: armies[1] };
            let checks = division_checks(game, state, seat, home_die, &armies);
            if checks.iter().all(|check| check.holds) && !found.contains(&action) {
                found.push(action);
            }
        }
    }
    found
}

pub(super) fn check_divide<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Action::Assemble { home_die, home, campaign } = *action else {
        return why.need(Rule::ArmySplit, false, || {
            Fact::says("the force is to be divided into armies now").held("this divides the force")
        });
    };
    let all = to_divide(state, seat);
    why.need(Rule::TerrainsInForce, home_die < 2, || {
        Fact::says("there are two terrain dice to choose from").held("the Home is one of two")
    })?;
    why.need(Rule::ArmySplit, home.with(campaign).within(all), || {
        Fact::says("the armies hold dice that are not units or items of the force")
            .held("the armies are made of the force's units and items")
    })?;
    why.need(Rule::ArmySplit, home.and(campaign).is_empty(), || {
        Fact::says("a die stands in two armies").held("each die stands in one army")
    })?;
    let armies = [home, campaign, all.without(home).without(campaign)];
    for check in division_checks(game, state, seat, home_die, &armies) {
        why.require(check.rule, check.holds, || {
            Fact::says(check.says).held(format!("{} is within its limits", check.field))
        })?;
    }
    Ok(())
}

/// A player divides all units and items of their force.
pub(crate) fn divide(
    assembling: &mut Assembling,
    (seat, all): (Seat, PieceSet),
    home_die: u8,
    home: PieceSet,
    campaign: PieceSet,
) {
    let Some(muster) = assembling.musters.get_mut(seat.index()) else { return };
    let (home, campaign) = (home.and(all), campaign.and(all).without(home));
    muster.home_die = home_die.min(1);
    muster.armies = [home, campaign, all.without(home).without(campaign)];
    assembling.done = assembling.done.with(seat);
}

/// Once all have divided their forces, everything lies open (DD-4.3).
pub(super) fn reveal_forces<O: Observe<Event>>(
    state: &mut State,
    assembling: &mut Assembling,
    out: &mut O,
) -> Flow {
    if !assembling.dividing(state).is_empty() {
        return Flow::Wait;
    }
    let among = setup::remaining(state);
    assembling.revealed = true;
    for (seat, muster) in (0..).map(Seat).zip(&assembling.musters) {
        let Muster { home_die, armies: [home, campaign, _], .. } = *muster;
        out.tell(|| Event::Assembled { seat, home_die, home, campaign });
        state.grounds.push(Ground::showing(muster.home(), 1));
    }
    state.replace_step(Step::Setup(SetupStep::Order { among, first: None }));
    Flow::On
}

impl Dealing<'_> {
    /// Deals units, greatest first, then items, always to the lightest army that may take them.
    fn deal(&mut self) -> Option<[PieceSet; 3]> {
        let force = self.state.roster.force(self.seat);
        let all = to_divide(self.state, self.seat);
        let mut units: Vec<u8> = all.and(force.units()).iter().collect();
        units.sort_by_key(|unit| std::cmp::Reverse(force.health(*unit)));
        let items = all.without(force.units()).iter();
        let dice: Vec<u8> = units.into_iter().chain(items).collect();
        let mut armies = [PieceSet::NONE; 3];
        self.place(&dice, &mut armies).then_some(armies)
    }

    fn place(&mut self, dice: &[u8], armies: &mut [PieceSet; 3]) -> bool {
        let Some((die, rest)) = dice.split_first() else {
            let checks = division_checks(self.game, self.state, self.seat, 0, armies);
            return checks.iter().all(|c| c.holds || c.rule == Rule::AdvancedTerrains);
        };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut order = self.order;
        order.sort_by_key(|army| points_in(self.game, self.state, self.seat, armies[*army]));
        for army in order {
            let before = armies[army];
            armies[army] = before.with(PieceSet::only(*die));
            if self.fits(armies[army], army) && self.place(rest, armies) {
                return true;
            }
            armies[army] = before;
        }
        false
    }

    fn fits(&self, army: PieceSet, number: usize) -> bool {
        let force = self.state.roster.force(self.seat);
        let units = army.and(force.units());
        let mixed = || {
            let mut species = units.iter().map(|u| self.game.catalog.kind(force.kind(u)).species());
            let first = species.next();
            species.any(|one| Some(one) != first)
        };
        let single = self.game.edition.single_species_armies && number < 2;
        points_in(self.game, self.state, self.seat, army) <= self.most
            && !(single && mixed())
            && items::can_carry(self.game, self.state, self.seat, units, army.without(units))
    }
}
