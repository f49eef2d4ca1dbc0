//! Odds told: a roll, two rolls beside one another; of armies that stand, or of bare dice.

mod of_action;

use crate::position::game::DragonDice;
use crate::position::names::roll_word;
use crate::position::pieces::{Army, Sort};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::setup::{Phase, PositionSetup, SeatSetup, Setup};
use crate::position::stack::Step;
use crate::position::stack::roll::RollStep;
use crate::position::state::State;
use crate::position::{dice_list, names, setup};
use crate::rules::{effects, marching, roll};
use crate::steps::dragons::answer;
use crate::steps::magic;
use crate::tables::catalog::{Counted, SaiEffect, SaiId};
use crate::tables::rule::Rule;
use crate::words::alike::{Alike, Asks};
use crate::words::read_names::Parsed;
use crate::words::say::total_words;
use crate::words::told::Told;
use crate::words::totals::Totals;
use crate::words::{ask, attack, musters, read_names};
use std::collections::BTreeMap;
use umpire_core::data::suggest;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Answer, Assume, Measured, Slip};
use umpire_core::odds::{Bounds, Budget, NoOdds, Share, enumerate_coarsely};
use umpire_core::ruling::{Explain as _, Ruling};
use umpire_core::seat::Seat;

/// Positions weighed before odds are given up.
pub(super) const LIMIT: usize = 60_000;

/// A side of a question: the words for it, and where it stands.
pub(super) struct Side {
    pub army: Army,
    pub says: String,
}

/// What a roll tells by its counters, and on what grounds.
type ToldCounters = (Told<Vec<[u16; 5]>>, Ruling<Rule>);

pub(super) fn answer_odds(
    game: &DragonDice,
    state: &State,
    rest: &str,
    budget: &Budget,
) -> Parsed<Answer> {
    let (rest, assume) = Assume::taken_off(rest)?;
    if let Some((one, rolled)) = rest.split_once(" rolls ") {
        let Some((kind, against)) = rolled.split_once(" against ") else {
            let (state, sides) = self::sides(game, state, &[one], None)?;
            return roll_odds(game, &state, &sides[0], read_roll(rolled)?, (assume, budget));
        };
        let kind = read_roll(kind)?;
        let (other, answer) = match against.split_once(" rolls ") {
            Some((other, answer)) => (other, read_roll(answer)?),
            None => (against, answered_by(kind)),
        };
        let (state, sides) = self::sides(game, state, &[one, other], None)?;
        return roll_off(game, &state, &sides, [kind, answer], (assume, budget));
    }
    for (word, with) in [("melee", Counted::Melee), ("missile", Counted::Missile)] {
        let split = rest.split_once(&format!(" {word} "));
        let split = split.or_else(|| rest.split_once(&format!(" {word}s ")));
        if let Some((attacker, target)) = split {
            let (state, sides) = self::sides(game, state, &[attacker, target], Some(with))?;
            return attack::attack_odds(game, &state, &sides, with, (assume, budget));
        }
    }
    if let Some(answer) = of_action::action_odds(game, state, rest, (assume, budget)) {
        return answer;
    }
    Err(Slip::new(
        "expected `odds ACTION` of what may be done now, `odds ARMY melee ARMY`, `odds ARMY rolls save` or `odds ARMY rolls maneuver against ARMY`; bare dice as `2 oak, oakling` do for an army",
    ))
}

/// The armies that words name: those that stand, or bare dice put against one another.
fn sides(
    game: &DragonDice,
    state: &State,
    words: &[&str],
    attack: Option<Counted>,
) -> Parsed<(State, Vec<Side>)> {
    let lists: Vec<Option<Bare>> = words.iter().map(|one| bare(game, state, one)).collect();
    if lists.iter().all(Option::is_some) {
        let lists: Vec<Bare> = lists.into_iter().flatten().collect();
        return bare_sides(game, &lists);
    }
    let is_bare = |wanted| words.iter().zip(&lists).find(|(_, list)| list.is_some() == wanted);
    if let (Some((dice, _)), Some((army, _))) = (is_bare(true), is_bare(false)) {
        let says = "dice are put against dice, and an army against an army";
        return Err(Slip::new(format!("`{dice}` names bare dice, and `{army}` does not: {says}")));
    }
    let mut sides: Vec<Side> = Vec::new();
    for one in words {
        let army = match sides.first() {
            None => read_names::read_acting_army(game, state, one)?,
            Some(first) => {
                let near = Some(first.army.place).filter(|_| attack == Some(Counted::Melee));
                let named = read_names::read_army(game, state, near, one);
                named.or_else(|slip| {
                    read_names::read_opposing_army(game, state, first.army.owner, one)
                        .unwrap_or(Err(slip))
                })?
            }
        };
        let army = ask::standing_army(game, state, &names::army_word(game, state, army))?;
        sides.push(Side { army, says: names::army_word(game, state, army) });
    }
    Ok((state.clone(), sides))
}

/// Units and items that need not stand anywhere.
struct Bare {
    says: String,
    dice: Vec<String>,
}

/// A list of units and items, or what a player brought that has no place yet.
fn bare(game: &DragonDice, state: &State, words: &str) -> Option<Bare> {
    let fights = |part: &str| {
        let (_, kind) = dice_list::dice_of_word(game, part).ok()?;
        matches!(setup::sort(game, kind)?, Sort::Unit | Sort::Item | Sort::Dragonkin).then_some(())
    };
    if let Some(muster) = musters::named(game, state, words) {
        let kinds = muster.dice.iter().map(|die| names::kind_word(game, state, muster.owner, die));
        let dice = kinds.filter(|kind| fights(kind).is_some()).map(String::from).collect();
        return Some(Bare { says: muster.word, dice });
    }
    let parts = words.split([',', '+']).flat_map(|part| part.split(" and ")).map(str::trim);
    let dice: Option<Vec<String>> =
        parts.map(|part| fights(part).map(|()| part.to_string())).collect();
    dice.map(|dice| Bare { says: dice.join(", "), dice })
}

/// A Frontier on which these dice stand against one another. One die of each stands elsewhere, so
/// that nobody has lost the game with the fight.
fn bare_sides(game: &DragonDice, lists: &[Bare]) -> Parsed<(State, Vec<Side>)> {
    let names = &game.seat_names;
    let armies = names.iter().zip(lists).map(|(name, Bare { dice: list, .. })| {
        let (frontier, reserve) = ("frontier".to_string(), "reserve".to_string());
        let first = list.first().and_then(|part| dice_list::dice_of_word(game, part).ok());
        let spare = first.map(|(_, kind)| game.catalog.kind(kind).id.clone()).into_iter().collect();
        (name.clone(), BTreeMap::from([(frontier, list.clone()), (reserve, spare)]))
    });
    let position =
        PositionSetup { phase: Phase::Free, armies: armies.collect(), ..Default::default() };
    let seats = names.iter().map(|name| (name.clone(), SeatSetup::default())).collect();
    let setup = Setup { seats, total: None, position: Some(position) };
    let state = game.start(&setup).map_err(|refusals| {
        Slip::new(refusals.first().map_or(String::new(), |refusal| refusal.says.clone()))
    })?;
    let place = state.frontier();
    let side = |(owner, list): (u8, &Bare)| Side {
        army: Army { owner: Seat(owner), place },
        says: list.says.clone(),
    };
    let sides = (0..).zip(lists).map(side).collect();
    Ok((state, sides))
}

/// The roll of an army that is asked for or under way, where it is the one meant: its faces, and the fight it is
/// part of, bear on its total.
fn under_way(state: &State, army: Army, asked: RollKind) -> Option<&Roll> {
    let is_meant = |roll: &&Roll| {
        let counts = roll.kind.counts();
        let kind = match asked {
            RollKind::SaveMelee => counts.contains(Counted::Save) && roll.kind != RollKind::Dragon,
            RollKind::Melee => roll.kind == RollKind::Counter,
            RollKind::Missile => roll.kind == RollKind::Volley,
            RollKind::Dragon => state.dragons.is_some() && roll.kind == RollKind::SaveOther,
            _ => false,
        };
        roll.army == army && (kind || roll.kind == asked)
    };
    let worked_off = |step: &Step| match step {
        Step::Roll(RollStep::Work { roll, .. }) => state.rolls.get(usize::from(*roll)),
        _ => None,
    };
    state.steps.iter().rev().filter_map(worked_off).find(is_meant)
}

/// The position as it would be if these rolls were about to fall together; if a magic action were about to
/// begin, where it is that of one. The position itself where they are under way.
pub fn about_to_roll(
    game: &DragonDice,
    state: &State,
    rolls: &[(Army, RollKind)],
) -> Parsed<State> {
    if rolls.iter().all(|(army, kind)| under_way(state, *army, *kind).is_some()) {
        return Ok(state.clone());
    }
    let mut start = ask::about_to_act(state, rolls[0].0);
    start.steps.clear();
    let mut thrown = Vec::new();
    for (army, asked) in rolls.iter().copied() {
        let kind = rolled_as(game, state, army, asked)?;
        let dice = match asked {
            RollKind::Magic if rolls.len() == 1 => {
                magic::begin_magic(game, &mut start, army, &mut Deaf);
                start.rolls[0].dice
            }
            RollKind::Dragon => answer::would_answer(game, state, army),
            _ => roll::fall_for(game, &start, army, kind, roll::rollable(game, &start, army)),
        };
        if dice.is_empty() {
            return Err(Slip::new("no unit of the army may be rolled now"));
        }
        thrown.push(Roll::new(kind, army, dice));
    }
    if start.rolls.is_empty() {
        start.throw(game, thrown);
    }
    Ok(start)
}

/// What an army rolls where it is asked what it comes to in a roll; nothing but saves where it makes only save
/// rolls (DD-12.10).
fn rolled_as(game: &DragonDice, state: &State, army: Army, kind: RollKind) -> Parsed<RollKind> {
    let kind = match kind {
        RollKind::Dragon => answer::answer_kind(state, army),
        other => other,
    };
    match effects::saves_alone(state, army) {
        Some(rule) if !kind.counts().contains(Counted::Save) => {
            let (army, rule) = (names::army_word(game, state, army), game.cite(rule));
            Err(Slip::new(format!("{army} makes only save rolls ({rule})")))
        }
        _ => Ok(kind),
    }
}

/// Tells which icons of rolls need a fight for what they give: outside of one their results are weighed without it.
fn note_what_fights_give(game: &DragonDice, start: &State, why: &mut Ruling<Rule>) {
    if start.fight.is_some() || start.dragons.is_some() {
        return;
    }
    let mut known: Vec<SaiId> = Vec::new();
    for roll in &start.rolls {
        let force = start.roster.force(roll.army.owner);
        let fallen = force.kinds().iter().filter(|(_, set)| !set.and(roll.dice).is_empty());
        let faces = fallen.flat_map(|(kind, _)| game.catalog.kind(*kind).faces());
        for sai in faces.filter_map(|face| face.sai()) {
            let mut does = game.catalog.sai(sai).in_roll(roll.kind.icons());
            if does.any(SaiEffect::gives_results_in_fights) && !known.contains(&sai) {
                known.push(sai);
            }
        }
    }
    for sai in known {
        let name = &game.catalog.sai(sai).name;
        why.tell(Rule::Sai(sai), || format!("without what {name} gives in a fight under way"));
    }
}

/// The ends of rolls that fall together: the totals of each of these armies.
fn rolled(
    game: &DragonDice,
    start: &State,
    armies: &[Army],
    (assume, budget): (Assume, &Budget),
) -> Parsed<ToldCounters> {
    let mut why: Ruling<Rule> = Ruling::default();
    game.pending(start, &mut why);
    note_what_fights_give(game, start, &mut why);
    let side = armies[0].owner;
    // Where choices are made for their value, more than the total may bear on it.
    let plainly = assume == Assume::First;
    let played = enumerate_coarsely(
        game,
        start,
        Bounds { budget, positions: LIMIT, leave_rest: true },
        |_, told: &Totals| told.found.iter().all(Option::is_some),
        |state, seat| ask::assumed(game, state, seat, side, assume),
        Alike::new(game, start, Asks::Totals, plainly),
        Totals::of(armies),
        |_, told, beyond| {
            ((0..told.armies.len()).map(|number| told.total(number)).collect(), beyond)
        },
    );
    Ok((Told::of(played.map_err(slip)?), why))
}

/// What a roll of an army comes to on average, as a number beside other odds; nothing where that takes too long.
pub(super) fn average(
    game: &DragonDice,
    start: &State,
    side: &Side,
    kind: RollKind,
    (assume, budget): (Assume, &Budget),
) -> Option<Measured> {
    let counted = kind.counts().single()?;
    let start = about_to_roll(game, start, &[(side.army, kind)]).ok()?;
    let asked = (assume, &budget.without_samples());
    let (told, _) = rolled(game, &start, &[side.army], asked).ok()?;
    let mean = told.average(|totals| totals[0][counted.index()].into());
    let of = format!("{}, {}", side.says, counted.name());
    told.is_whole().then(|| Measured::average(of, &mean))
}

fn roll_odds(
    game: &DragonDice,
    state: &State,
    side: &Side,
    kind: RollKind,
    (assume, budget): (Assume, &Budget),
) -> Parsed<Answer> {
    let stands = match under_way(state, side.army, kind) {
        Some(_) => ", as it stands",
        None => "",
    };
    let start = about_to_roll(game, state, &[(side.army, kind)])?;
    let kind = under_way(&start, side.army, kind).map_or(start.rolls[0].kind, |roll| roll.kind);
    let (told, why) = rolled(game, &start, &[side.army], (assume, budget))?;
    let counts = kind.counts();
    let of = |counted: Counted| move |totals: &Vec<[u16; 5]>| totals[0][counted.index()];
    let mean = |counted| told.average(|totals| of(counted)(totals).into());
    let means: Vec<String> = counts
        .iter()
        .map(|counted| format!("{} {}", mean(counted).number(), counted.name()))
        .collect();
    let mut alone = Vec::new();
    if counts.single().is_none() {
        for counted in counts.iter() {
            let words = |amount: u16| format!("{amount} {}", counted.name());
            alone.extend(told.alone(of(counted), counted == Counted::Melee, words));
        }
    }
    // Of several types melee alone grows without end.
    let grows = counts.single().unwrap_or(Counted::Melee);
    let words = |totals: &Vec<[u16; 5]>| total_words(kind, &totals[0]);
    let (word, policy) = (roll_word(kind), assume.says("whoever rolls first"));
    let who = &side.says;
    Ok(Answer {
        headline: format!(
            "{who} rolls {word}{stands}: {} on average; whoever has to choose on the way {policy}",
            means.join(", ")
        ),
        ruling: Some(why.cited(|rule| game.cite(*rule))),
        rows: told.rows(of(grows), words, grows.name(), counts.single().is_some()),
        means: counts.iter().map(|c| Measured::average(c.name(), &mean(c))).collect(),
        alone,
        ..Answer::default()
    })
}

/// The ends of two rolls beside one another. They fall together, but for the roll of a magic action: that falls
/// by itself, and so do those that take from it.
fn both_rolled(
    game: &DragonDice,
    state: &State,
    rolls: [(Army, RollKind); 2],
    asked: (Assume, &Budget),
) -> Parsed<ToldCounters> {
    if !rolls.iter().any(|(_, kind)| *kind == RollKind::Magic) {
        let armies = rolls.map(|(army, _)| army);
        return rolled(game, &about_to_roll(game, state, &rolls)?, &armies, asked);
    }
    let alone = |roll: (Army, RollKind)| {
        rolled(game, &about_to_roll(game, state, &[roll])?, &[roll.0], asked)
    };
    let [(one, mut why), (other, more)] = [alone(rolls[0])?, alone(rolls[1])?];
    why.nodes.extend(more.nodes);
    Ok((one.beside(&other, |one, other| [one.as_slice(), other.as_slice()].concat()), why))
}

/// Two rolls beside one another: who comes to more.
fn roll_off(
    game: &DragonDice,
    state: &State,
    sides: &[Side],
    kinds: [RollKind; 2],
    (assume, budget): (Assume, &Budget),
) -> Parsed<Answer> {
    let (one, other) = (&sides[0], &sides[1]);
    if one.army == other.army {
        return Err(Slip::new("two armies are rolled against one another"));
    }
    let (Some(first), Some(second)) = (kinds[0].counts().single(), kinds[1].counts().single())
    else {
        return Err(Slip::new("rolls of one type of result are held against one another"));
    };
    let rolls = [(one.army, kinds[0]), (other.army, kinds[1])];
    let (told, why) = both_rolled(game, state, rolls, (assume, budget))?;
    let of = |totals: &Vec<[u16; 5]>| (totals[0][first.index()], totals[1][second.index()]);
    let mut by: BTreeMap<std::cmp::Ordering, Share> = BTreeMap::new();
    for (totals, share) in told.exact.iter().chain(told.beyond.iter()) {
        let (own, others) = of(totals);
        by.entry(others.cmp(&own)).or_default().add(share);
    }
    let maneuvers = kinds == [RollKind::Maneuver, RollKind::CounterManeuver];
    let succeeds = maneuvers.then(|| {
        let reversed = effects::ties_to_counter(state, one.army);
        let mut succeeds = Share::default();
        for (totals, share) in told.exact.iter().chain(told.beyond.iter()) {
            let (own, best) = of(totals);
            if marching::is_won(state, one.army, own, best) {
                succeeds.add(share);
            }
        }
        let needs = if reversed.is_none() { "with as many too" } else { "with more alone" };
        let rule = game.cite(reversed.unwrap_or(Rule::OpposedManeuver));
        told.chance(format!("the maneuver succeeds, {needs} ({rule})"), &succeeds)
    });
    // Equal dice are told apart by which were named first.
    let says = match one.says == other.says {
        true => [format!("{}, named first", one.says), format!("{}, named second", other.says)],
        false => [one.says.clone(), other.says.clone()],
    };
    let mut said = Vec::new();
    for (order, says) in [
        (std::cmp::Ordering::Less, format!("{} more", says[0])),
        (std::cmp::Ordering::Equal, "as many".to_string()),
        (std::cmp::Ordering::Greater, format!("{} more", says[1])),
    ] {
        said.push((says, by.remove(&order).unwrap_or_default()));
    }
    let means = [
        Measured::average(
            format!("{}, {}", says[0], first.name()),
            &told.average(|totals| of(totals).0.into()),
        ),
        Measured::average(
            format!("{}, {}", says[1], second.name()),
            &told.average(|totals| of(totals).1.into()),
        ),
    ];
    let (word, answer) = (roll_word(kinds[0]), roll_word(kinds[1]));
    // `saves against melee against saves against melee` says nothing to anybody.
    let both = [word, answer].iter().all(|roll| roll.contains("against"));
    let rolls = match both {
        true => format!("{} rolls {word}, {} rolls {answer}", one.says, other.says),
        false => format!("{} rolls {word} against {answer} of {}", one.says, other.says),
    };
    let policy = assume.says("whoever rolls first");
    Ok(Answer {
        headline: format!("{rolls}; whoever has to choose on the way {policy}"),
        ruling: Some(why.cited(|rule| game.cite(*rule))),
        rows: told.table(&said),
        means: means.to_vec(),
        alone: succeeds.into_iter().collect(),
        ..Answer::default()
    })
}

pub(super) fn slip(no: NoOdds) -> Slip {
    Slip::new(no.to_string())
}

/// What an army may be asked to roll.
fn read_roll(word: &str) -> Parsed<RollKind> {
    let word = word.trim();
    let known = [
        ("melee", RollKind::Melee),
        ("counter", RollKind::Counter),
        ("missile", RollKind::Missile),
        ("magic", RollKind::Magic),
        ("save", RollKind::SaveMelee),
        ("saves", RollKind::SaveMelee),
        ("save missile", RollKind::SaveMissile),
        ("save other", RollKind::SaveOther),
        ("maneuver", RollKind::Maneuver),
        ("counter-maneuver", RollKind::CounterManeuver),
        ("dragon", RollKind::Dragon),
    ];
    let found = known.iter().find(|(name, _)| *name == word);
    found.map(|(_, kind)| *kind).ok_or_else(|| {
        let meant = suggest(word, known.iter().map(|(name, _)| *name));
        Slip::new(format!("`{word}` is not rolled")).meant(meant)
    })
}

/// With what a roll is answered, where nothing is said.
fn answered_by(kind: RollKind) -> RollKind {
    match kind {
        RollKind::Maneuver => RollKind::CounterManeuver,
        RollKind::Melee | RollKind::Counter => RollKind::SaveMelee,
        RollKind::Missile => RollKind::SaveMissile,
        other => other,
    }
}
