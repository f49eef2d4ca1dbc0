//! Questions to players, and what dice are rolled for, in words.

use crate::position::action::Cast;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::names::roll_word;
use crate::position::pieces::{Army, MOST_PIECES, Piece, Place};
use crate::position::roll::Roll;
use crate::position::roll::kinds::{Change, RollKind};
use crate::position::stack::Step;
use crate::position::stack::death::DeathStep;
use crate::position::stack::dragons::{DragonAttack, DragonFight, DragonStep};
use crate::position::stack::fight::Fight;
use crate::position::stack::icons::{IconStep, RollIcon};
use crate::position::stack::magic::{Casting, CastingStep, MagicStep};
use crate::position::stack::march::MarchStep;
use crate::position::stack::pick::{Limit, Pick, Then};
use crate::position::stack::reserves::ReservesStep;
use crate::position::stack::roll::RollStep;
use crate::position::stack::setup::SetupStep;
use crate::position::stack::turn::TurnStep;
use crate::position::state::State;
use crate::rules::actions;
use crate::rules::dragons::aims;
use crate::rules::icons::ways::may_do_anything;
use crate::rules::roll::{acts, changes, tally};
use crate::steps::magic::announce;
use crate::tables::catalog::Icon;
use crate::tables::rule::Rule;
use crate::words;
use crate::words::{commands, facts, say, ways};
use umpire_core::dice::DiceGroup;
use umpire_core::game::Choice;
use umpire_core::seat::Seat;

/// What is asked; who is asked is told before it by whoever shows the question.
pub(super) fn question_words(game: &DragonDice, state: &State, choice: &Choice<Rule>) -> String {
    let who: Vec<String> = choice.seats.iter().map(|seat| names::seat_word(game, seat)).collect();
    let asked = asked_words(game, state, choice);
    match asked.strip_prefix(&format!("{}: ", who.join(", "))) {
        Some(rest) => rest.to_string(),
        None => asked,
    }
}

fn asked_words(game: &DragonDice, state: &State, choice: &Choice<Rule>) -> String {
    let marcher = |place| names::army_word(game, state, Army { owner: state.marching, place });
    let who: Vec<String> = choice.seats.iter().map(|seat| names::seat_word(game, seat)).collect();
    let who = who.join(", ");
    let State { fight, dragons, casting, .. } = state;
    match (state.steps.last(), fight, dragons, casting) {
        (Some(Step::March(MarchStep::Choose { second })), ..) => {
            let which = if *second { "second" } else { "first" };
            format!("{who}: which army makes the {which} march?")
        }
        (Some(Step::March(MarchStep::Maneuver(place))), ..) => {
            format!("does {} maneuver?", marcher(*place))
        }
        (Some(Step::March(MarchStep::Oppose { place, .. })), ..) => {
            format!("{who}: counter the maneuver of {}?", marcher(*place))
        }
        (Some(Step::March(MarchStep::Turn { place, .. })), ..) => {
            let face = state.ground(*place).map_or(0, |ground| ground.face);
            let turned = |number: u8| {
                format!("to {number}, {}", say::shown_word(game, state, *place, number))
            };
            let (up, down) = (turned((face + 1).min(8)), turned(face.saturating_sub(1).max(1)));
            let place = names::place_word(game, state, *place);
            format!("{who}: {place} shows {face}, up ({up}) or down ({down})?")
        }
        (Some(Step::March(MarchStep::Act(place))), ..) => {
            let army = Army { owner: state.marching, place: *place };
            let allowed: Vec<&str> =
                actions::actions(game, state, army).iter().map(|action| action.name()).collect();
            format!("what does {} do: {}?", marcher(*place), allowed.join(", "))
        }
        (Some(Step::Fight(_)), Some(fight), ..) => {
            format!("does {} strike back?", names::army_word(game, state, fight.target))
        }
        (Some(Step::Pick(pick)), ..) => pick_words(game, state, pick),
        (Some(Step::Icon(IconStep::Roll(RollIcon::Way(way)))), ..) => {
            let ways = ways::ways_words(game, state, *way).join(" or ");
            format!("{who}: what does {} do: {ways}?", names::rule_name(game, choice.about))
        }
        (Some(Step::Dragons(DragonStep::Phase(_))), ..) => {
            format!("{who}: at which terrain do dragons attack next?")
        }
        (Some(Step::Dragons(DragonStep::Attack(step))), _, Some(fight), _) => {
            dragon_question(game, state, fight, choice, *step)
        }
        (Some(Step::Roll(step)), ..) => roll_question(game, state, &who, *step),
        (Some(Step::Reserves(ReservesStep::Reinforce)), ..) => {
            format!("{who}: which units go from the reserve to terrains?")
        }
        (Some(Step::Reserves(ReservesStep::Retreat)), ..) => {
            format!("{who}: which units retreat to the reserve?")
        }
        (Some(Step::Setup(SetupStep::First { .. })), ..) => {
            let proposed = proposals(game, state, |seat, die| format!("{die} of {seat}"));
            format!(
                "the first turn (`first`) or the choice of the Frontier (`choose frontier`), {}?",
                proposed.join(" or ")
            )
        }
        (Some(Step::Setup(SetupStep::Frontier(_))), ..) => frontier_question(game, state),
        (Some(Step::Magic(MagicStep::Casting(CastingStep::Announce))), .., Some(casting)) => {
            magic_question(game, state, casting)
        }
        (Some(Step::Magic(MagicStep::Casting(CastingStep::Resolve))), .., Some(casting)) => {
            order_question(game, state, casting)
        }
        (Some(Step::Turn(TurnStep::Free)), ..) => {
            "a referee's table: `SEAT: march PLACE` lets an army march and act, `amend` changes \
                 the position"
                .into()
        }
        _ => {
            let says = words::rule_words(game, choice.about);
            let says = says.map_or(String::new(), |says| format!(": {says}"));
            let terrains = terrain_words(game, state);
            format!("{}{says}{terrains}", names::rule_name(game, choice.about))
        }
    }
}

/// Whose proposed Frontier is taken, with each die that is proposed.
fn frontier_question(game: &DragonDice, state: &State) -> String {
    let proposed = proposals(game, state, |seat, die| format!("`frontier of {seat}` ({die})"));
    format!("whose proposed Frontier is it: {}?", proposed.join(" or "))
}

/// What each player proposes as the Frontier, in words.
fn proposals(game: &DragonDice, state: &State, says: impl Fn(&str, &str) -> String) -> Vec<String> {
    let proposed = (0..state.players()).map(Seat).filter_map(|seat| {
        let die = &game.catalog.kind(state.muster(seat)?.proposed()).id;
        Some(says(&names::seat_word(game, seat), die))
    });
    proposed.collect()
}

/// Which terrain dice are meant by their numbers, for the one player who divides a force and sees it; else nothing.
fn terrain_words(game: &DragonDice, state: &State) -> String {
    let mut known = facts::undivided(state);
    match (known.next(), known.next()) {
        (Some((_, muster)), None) => {
            let [one, other] = muster.terrains.map(|kind| &game.catalog.kind(kind).id);
            format!("; terrain 1 is {one}, terrain 2 is {other}")
        }
        _ => String::new(),
    }
}

/// How much magic is left for spells, of which colours, and what to do with it.
fn magic_question(game: &DragonDice, state: &State, casting: &Casting) -> String {
    let army = names::army_word(game, state, casting.army);
    let left = magic_left_words(game, casting);
    let colours = announce::left_by_element(game, state, casting).into_iter();
    let colours: Vec<String> =
        colours.map(|(element, left)| format!("{left} {}", element.name())).collect();
    let colours = match colours.is_empty() {
        true => String::new(),
        false => format!(" (at most {})", colours.join(", ")),
    };
    format!("{army}: {left}{colours}. Cast spells, then end: they take effect when all are cast")
}

/// How much magic is left for spells: `7 of 12 magic left to spend`.
pub(super) fn magic_left_words(game: &DragonDice, casting: &Casting) -> String {
    let cost = |cast: &Cast| u16::from(game.catalog.spell(cast.spell).cost) * u16::from(cast.times);
    let spent: u16 = casting.announced.iter().map(cost).sum();
    let most = casting.purse.most();
    let left = match spent {
        0 => format!("{most} magic to spend"),
        _ => format!("{} of {most} magic left to spend", most.saturating_sub(spent)),
    };
    let only = if casting.cantrip { " on cantrips" } else { "" };
    format!("{left}{only}")
}

/// Which of the announced spells takes effect next.
fn order_question(game: &DragonDice, state: &State, casting: &Casting) -> String {
    let announced = casting.announced.iter();
    let announced =
        announced.map(|cast| format!("`cast {}`", commands::cast_words(game, state, cast)));
    let announced = announced.collect::<Vec<_>>().join("; ");
    format!(
        "all is announced, and takes effect one by one in any order: which is next? {announced} (its number or its name is enough)"
    )
}

/// What a step of a dragon attack asks.
fn dragon_question(
    game: &DragonDice,
    state: &State,
    fight: &DragonFight,
    choice: &Choice<Rule>,
    step: DragonAttack,
) -> String {
    let who: Vec<String> = choice.seats.iter().map(|seat| names::seat_word(game, seat)).collect();
    let who = who.join(", ");
    match step {
        DragonAttack::Aim { whose, .. } => {
            let dragon = |seat| {
                let dragon = aims::aiming(game, state, fight, whose, seat);
                dragon.map(|dragon| names::piece_word(game, state, dragon))
            };
            let dragons: Vec<String> = choice.seats.iter().filter_map(dragon).collect();
            format!("{who}: what does {} go for?", dragons.join(", "))
        }
        DragonAttack::Master { .. } => {
            format!("{who}: which dragon does {} act on?", names::rule_name(game, choice.about))
        }
        DragonAttack::Behead { .. } | DragonAttack::TurnBack { .. } => {
            format!("{who}: which dragon does {} strike?", names::rule_name(game, choice.about))
        }
        DragonAttack::Breath => format!("{who}: which breath strikes next?"),
        DragonAttack::Assign => {
            let (melee, missile) = (fight.melee, fight.missile);
            format!("{who}: which dragon do {melee} melee and {missile} missile kill?")
        }
        _ => names::rule_name(game, choice.about),
    }
}

/// `B: choose which units of B at frontier die: 4 health together, or the most below that which whole units make,
/// of 2 oakling, oak (maximal losses)`.
fn pick_words(game: &DragonDice, state: &State, pick: &Pick) -> String {
    let (who, army) = (names::seat_word(game, pick.seat), names::army_word(game, state, pick.of));
    let among = names::dice_words(game, state, pick.of.owner, pick.among);
    let rule = names::rule_name(game, pick.rule);
    let limit = match pick.limit {
        Limit::Most(health) => {
            return format!(
                "{who}: choose which units of {army} {}: {health} health together, or the most below that \
                     which whole units make, of {among} ({rule})",
                what_becomes(pick.then)
            );
        }
        Limit::UpTo(health) => format!("up to {health} health"),
        Limit::One => "one".to_string(),
        Limit::OneOrNone => "one or none".to_string(),
        Limit::Count(count) => format!("{count}"),
        Limit::CountUpTo(count) => format!("up to {count}"),
    };
    let becomes = match pick.then {
        Then::Die { .. } => "; they die",
        Then::Bury => "; they are buried",
        _ => "",
    };
    format!("{who}: take {limit} of {army}, among {among} ({rule}){becomes}")
}

/// What becomes of the units that are picked, in a word or two.
fn what_becomes(then: Then) -> &'static str {
    match then {
        Then::Die { .. } => "die",
        Then::Endanger(_) => "have to save themselves",
        Then::Bury => "are buried",
        Then::Return(_) => "return",
        _ => "it is",
    }
}

fn roll_question(game: &DragonDice, state: &State, who: &str, step: RollStep) -> String {
    match step {
        RollStep::Offer { roll, rule, .. } => {
            let shown = state.rolls.get(usize::from(roll)).map_or(String::new(), |roll| {
                let faces: Vec<u8> = roll.faces.iter().copied().collect();
                say::faces_words(game, state, roll.army.owner, roll.dice, &faces)
            });
            format!("{who}: roll one unit again ({})? {shown}", names::rule_name(game, rule))
        }
        RollStep::Order { .. } => format!("{who}: which icon acts next?"),
        RollStep::SplitIds { roll } => {
            let found = state.rolls.get(usize::from(roll));
            let ids = found.map_or(0, |roll| tally::id_results(game, state, roll).all);
            let kinds: Vec<&str> = found
                .map(|roll| roll.kind.counts().iter().map(|kind| kind.name()).collect())
                .unwrap_or_default();
            format!("{who}: {ids} from IDs count as what: {}?", kinds.join(", "))
        }
        RollStep::Convert { roll } => match changes::to_convert(game, state, roll) {
            Some((rule, from, to, most)) => {
                let to = to.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ");
                let (rule, from) = (names::rule_name(game, rule), from.name());
                format!("{who}: how many of {most} {from} count as {to} ({rule})?")
            }
            None => format!("{who}: how many count as another type?"),
        },
        RollStep::Give { roll } => match tally::to_give(game, state, roll) {
            Some(((rule, _, change), types)) => {
                let kinds: Vec<&str> = types.iter().map(|kind| kind.name()).collect();
                let (rule, kinds) = (names::rule_name(game, rule), kinds.join(" or "));
                match change {
                    Change::Subtract(by) => format!("{who}: {rule} takes {by} from {kinds}?"),
                    Change::Add(by) => format!("{who}: {rule} adds {by} to {kinds}?"),
                    _ => format!("{who}: {rule} goes to {kinds}?"),
                }
            }
            None => format!("{who}: which type does it go to?"),
        },
        _ => format!("{who}: dice are rolled"),
    }
}

/// An army, or a player's dice where they lie together and are none: `B's dead`.
pub(super) fn group_word(game: &DragonDice, state: &State, army: Army) -> String {
    match army.place {
        Place::DEAD => format!("{}'s dead", names::seat_word(game, army.owner)),
        Place::BURIED => format!("{}'s buried", names::seat_word(game, army.owner)),
        _ => names::army_word(game, state, army),
    }
}

/// What a group of dice is rolled for: `melee of A at frontier`, `oakling escapes Smother`.
pub(super) fn purpose_words(game: &DragonDice, state: &State, group: &DiceGroup) -> String {
    let piece = group.subject.map(|subject| Piece {
        owner: Seat((subject / MOST_PIECES as u16) as u8),
        number: (subject % MOST_PIECES as u16) as u8,
    });
    let who = match piece {
        Some(piece) => names::piece_word(game, state, piece),
        None => names::seat_word(game, group.seat),
    };
    match state.steps.last() {
        Some(Step::Roll(_)) => {
            let kind = RollKind::ALL.get(usize::from(group.purpose));
            let army = roll_of(state, group);
            let army = army.map_or(who.clone(), |roll| names::army_word(game, state, roll.army));
            let word = kind.map_or("dice", |kind| roll_word(*kind));
            match piece {
                Some(_) => format!("{who} again, {word}"),
                None => format!("{army}, {word}{}", saved_against(game, state, group)),
            }
        }
        Some(Step::Trial(trial)) => {
            let who = group_word(game, state, trial.of);
            format!("{who}, against {}", names::rule_name(game, trial.rule))
        }
        Some(Step::Death(DeathStep::Roll { of, .. })) => {
            format!("dying, {}: what may save them", group_word(game, state, *of))
        }
        Some(Step::Dragons(DragonStep::Attack(DragonAttack::ChampionRoll { .. }))) => {
            format!("champions of {who}")
        }
        Some(Step::Dragons(_)) => format!("dragon {who}"),
        Some(Step::Setup(_)) => {
            let place = group.subject.map(|number| Place::terrain(number as u8));
            let place = place.map_or(who, |place| names::place_word(game, state, place));
            format!("starting distance of {place}")
        }
        _ => who,
    }
}

/// The roll of an army to which a group of dice belongs.
fn roll_of<'s>(state: &'s State, group: &DiceGroup) -> Option<&'s Roll> {
    let own = |roll: &&Roll| roll.army.owner == group.seat && roll.kind as u8 == group.purpose;
    state.rolls.iter().rev().find(own)
}

/// Whom an attack roll is against, who then rolls saves.
fn saved_against(game: &DragonDice, state: &State, group: &DiceGroup) -> String {
    let kinds = [RollKind::Melee, RollKind::Missile, RollKind::Counter];
    let strikes = |fight: &&Fight| {
        roll_of(state, group)
            .is_some_and(|roll| kinds.contains(&roll.kind) && roll.army == fight.attacker)
    };
    state.fight.as_ref().filter(strikes).map_or(String::new(), |fight| {
        let target = names::army_word(game, state, fight.target);
        format!(" against {target} (which then rolls saves)")
    })
}

/// What counts in an army's roll, of what its dice show: `id, melee or smite`.
pub(crate) fn counting_words(
    game: &DragonDice,
    state: &State,
    group: &DiceGroup,
) -> Option<String> {
    let whole = matches!(state.steps.last(), Some(Step::Roll(_))) && group.subject.is_none();
    let roll = roll_of(state, group).filter(|_| whole)?;
    let ignores_ids = changes::ignores_ids(state, roll).is_some();
    let force = state.roster.force(roll.army.owner);
    let mut counting: Vec<&str> = Vec::new();
    for die in roll.dice.iter() {
        for face in game.catalog.kind(force.kind(die)).faces() {
            let word = match face.icon {
                Icon::Id if !ignores_ids => "id",
                Icon::Plain(shown) => match changes::counts_for(game, state, roll, die, shown) {
                    Some(_) => shown.name(),
                    None => continue,
                },
                Icon::Sai(sai)
                    if acts(game, roll.kind, face.icon)
                        && may_do_anything(game, state, roll, die, sai) =>
                {
                    &game.catalog.sai(sai).id
                }
                _ => continue,
            };
            if !counting.contains(&word) {
                counting.push(word);
            }
        }
    }
    let (last, before) = counting.split_last()?;
    match before {
        [] => Some(last.to_string()),
        _ => Some(format!("{} or {last}", before.join(", "))),
    }
}
