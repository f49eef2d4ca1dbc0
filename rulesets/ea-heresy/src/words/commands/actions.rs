//! What players type, and what each line means.

use crate::position::action::{
    Action, Blow, BlowTarget, Deployed, Ending, Order, UnitMove, Volley, Way as Choice,
};
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::Step;
use crate::position::{names, units};
use crate::tables::catalog::Traits;
use crate::words::asked::{self, is_moving};
use crate::words::cursor::{Cursor, Parsed};
use crate::words::nouns::{
    self, Blows, Clauses, Formations, Manner, Moves, Start, Thing, Ties, Units, Way,
};
use crate::words::parse_moves::{self, Mover};
use crate::words::{hand_charges, parse_fire, say_choice, typed_names};
use umpire_core::command::Row;
use umpire_core::host::Slip;
use umpire_core::row;
use umpire_core::seat::Seat;
use umpire_core::table::Facing;

type Slots = umpire_core::command::Slots<Thing>;
type Read = Parsed<Action>;

pub(super) static ACTIONS: &[Row<EaHeresy, Action>] = &[
    row!("go first" => = Action::GoFirst(true), "the winner of the strategy roll begins"),
    row!("go second" | "let them go first" => = Action::GoFirst(false), "or lets the other side"),
    row!("{formation} {order} [{clauses}]" => by activate, said by is_activation,
        "it acts: advance, engage, double, march, marshal, overwatch or sustained fire"),
    row!("move" => = Action::Choose(Choice::Move), "what a hold or marshal action is: a move"),
    row!("shoot" => = Action::Choose(Choice::Shoot), "or fire"),
    row!("regroup" => = Action::Choose(Choice::Regroup), "or regrouping"),
    row!("hold" => by hold, ""),
    row!("{mover:unit} {way}" | "move {mover:unit} {way}" => by move_unit, said by is_move,
        "a unit moves: `2 12 NE`, `2 to (x, y)`; several moves are joined by `;`"),
    row!("all {way}" | "move all {way}" => by move_all, "the whole formation keeps its shape: `all 12 NE`"),
    row!("{formation} {way}" | "move {formation} {way}" => by move_formation, ""),
    row!("{moves}" | "move {moves}" => by move_several, said by are_moves, ""),
    row!("done" | "end move" | "stop moving" => Action::Done, "end the move; who has not moved stays"),
    row!("shoot {target} [{manner}]" | "shoot at {target} [{manner}]" | "fire at {target} [{manner}]" | "fire {target} [{manner}]"
        => by shoot, said by is_fire, "shoot with all that may"),
    row!("engage {foe:formation}" => by engage, said by is_engagement, "whom the assault is against"),
    row!("engage {foes:formations}" => by engage_several, said by is_engagement_with_several, "or whom all"),
    row!("tie {ties}" => by tie, said is_tie, "tie occupants to invaders: `tie UNIT to UNIT, ..`"),
    row!("strike as usual" | "strike" | "strike as hard as possible" => by strike_as_usual, said strikes_as_usual,
        "with all attacks there are"),
    row!("strike nothing" | "strike with nothing" => by strike_nothing, ""),
    row!("strike {blows}" => by strike, said is_strike, "divide attacks"),
    row!("pick {body:unit|stronghold}" => Action::Pick(body), "where they leave a choice of one"),
    row!("pick units {units}" => by pick_units, said are_picked, "where the rules leave a choice of several"),
    row!("place {unit} at {to:place} [facing {direction}]" | "place {unit} {to:place} [facing {direction}]" => by place, said is_place,
        "put a unit down"),
    row!("deploy {deployed:formation} {start}" => by deploy, said by is_deployment, "before the battle"),
    row!("deploy {deployed:formation}" => by deploy_nowhere, ""),
    row!("{deployed:formation} {start}" => by deploy_in_setup, ""),
    row!("spirit {formation}" | "spirit of {formation}" => Action::Spirit(formation),
        "before the battle: of equals, whose loss breaks the enemy's spirit"),
    row!("mark {formation}" => Action::Mark(formation),
        "of equals in a stronghold, who takes the next blast marker of the walls"),
    row!("support {formation}" | "support with {formation}" => Action::Support(formation),
        "which formation supports next in an assault"),
    row!("rally {formation}" => Action::Rally(formation), "a formation tries to rally"),
    row!("share {markers:number} {shields:number}" => Action::Share { markers, shields },
        "divide a regroup die: markers off, shields up"),
    row!("share {markers:number}" => by share, ""),
    row!("pass" | "no" => Action::Pass, "leave it"),
    row!("yes" | "accept" => Action::Accept, "do it"),
];

/// Whether what is like an order is one: while a formation moves, it may be how it moves (`wolves charge orks`).
fn is_order(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    !is_moving(state) || asked::asked_formation(game, state) != Some(formation)
}

/// What is said of an order behind its name, in any order: `with lancers`, `by road`, `pop up 1, 2`, whom it engages.
fn activate(game: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let formation: FormationNo = slots.get("formation")?;
    let order: Order = slots.get("order")?;
    let Clauses(clauses) = slots.optional("clauses").unwrap_or_default();
    if !is_order(game, state, formation) && (order == Order::Hold || !clauses.is_empty()) {
        let name = names::formation_word(game, formation);
        return Err(Slip::new(format!("`{name}` is moving")));
    }
    let (mut road, mut with, mut pop_up, mut pop_up_all) = (false, None, Vec::new(), false);
    let mut cursor = Cursor::new(&clauses);
    while !cursor.done() {
        if cursor.eat_any(&["by road", "along the road", "on the road"]) {
            road = true;
        } else if cursor.eat_any(&["with", "together with"]) {
            with = Some(typed_names::typed_formation(game, &mut cursor)?);
        } else if cursor.eat_any(&["pop up", "popping up"]) {
            match cursor.eat("all") || cursor.done() {
                true => pop_up_all = true,
                false => pop_up = skimmers(game, state, formation, &mut cursor)?,
            }
        } else if order == Order::Engage {
            // Whom it engages is asked when the test has been passed; names are looked up now.
            let named = |cursor: &mut Cursor| typed_names::typed_formation(game, cursor);
            nouns::listed_in(&mut cursor, &[",", "and"], named)?;
        } else {
            let says = format!("`{}` means nothing behind `{}`", cursor.rest(), order.name());
            return Err(Slip::new(says));
        }
    }
    if pop_up_all {
        pop_up = all_skimmers(game, state, formation, with);
    }
    Ok(Action::Activate { formation, order, road, with, pop_up })
}

/// All skimmers of the formations that act; where none can pop up, each is told why not.
fn all_skimmers(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    with: Option<FormationNo>,
) -> Vec<UnitNo> {
    let members = [formation].into_iter().chain(with).flat_map(|it| state.members(it));
    let flies = |unit: &UnitNo| {
        matches!(state.unit(*unit).place, Whereabouts::Table(_))
            && units::unit_has(game, state, *unit, Traits::SKIMMER)
    };
    let all: Vec<UnitNo> = members.filter(flies).collect();
    if all.is_empty() { state.members(formation).collect() } else { all }
}

/// Skimmers that are named.
fn skimmers(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    cursor: &mut Cursor,
) -> Parsed<Vec<UnitNo>> {
    let own = names::all_of(state, formation);
    let mut units = Vec::new();
    while let Ok(unit) = typed_names::typed_unit(game, state, &own, cursor) {
        units.push(unit);
        cursor.eat_any(&[",", "and"]);
    }
    match units.is_empty() {
        true => typed_names::typed_unit(game, state, &own, cursor).map(|unit| vec![unit]),
        false => Ok(units),
    }
}

fn is_activation(game: &EaHeresy, _: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Activate { formation, order, road, with, pop_up } = action else { return None };
    let mut clauses = Vec::new();
    clauses.extend(with.map(|with| format!("with {}", names::formation_word(game, with))));
    clauses.extend(road.then(|| "by road".to_string()));
    if !pop_up.is_empty() {
        let units: Vec<String> = pop_up.iter().map(|it| names::unit_word(game, *it)).collect();
        clauses.push(format!("pop up {}", units.join(", ")));
    }
    let slots = Slots::of([("formation", (*formation).into()), ("order", (*order).into())]);
    // Who helps is for a hand on the board.
    let slots = slots.with("other", with.map(Thing::from));
    Some(slots.with("clauses", (!clauses.is_empty()).then(|| Clauses(clauses.join(" ")).into())))
}

fn hold(game: &EaHeresy, state: &State, seat: Seat, _: &Slots) -> Read {
    Err(match is_moving(state) {
        true => Slip::new("`done` ends the move; `2 hold` lets one unit stay where it is"),
        false => nobody_moves(game, state, seat),
    })
}

/// Why a line that is a move is none now.
fn nobody_moves(game: &EaHeresy, state: &State, seat: Seat) -> Slip {
    let asked = say_choice::asked_words(game, state, seat);
    let asked = asked.map_or(String::new(), |asked| format!(": {asked}"));
    Slip::new(format!("no formation is moving{asked}"))
}

fn move_all(game: &EaHeresy, state: &State, seat: Seat, slots: &Slots) -> Read {
    let Way { words, .. } = slots.get("way")?;
    if !is_moving(state) {
        return Err(nobody_moves(game, state, seat));
    }
    moves_by(game, state, Some(Mover::All), &words)
}

fn move_unit(game: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let Way { words, .. } = slots.get("way")?;
    moves_by(game, state, Some(Mover::Unit(slots.get("mover")?)), &words)
}

/// `wolves 12 NE`: all of the formation that moves. What names one of its units is the move of that, and an order before the
/// way says nothing of it, but that a unit charges whom it touches.
fn move_formation(game: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let (formation, Way { words, .. }) = (slots.get("formation")?, slots.get("way")?);
    if !is_moving(state) || asked::asked_formation(game, state) != Some(formation) {
        return Err(no_order(game, formation, &words));
    }
    let own = asked::own_units(game, state);
    let line = format!("{} {words}", names::formation_word(game, formation));
    if own.len() > 1 && typed_names::typed_unit(game, state, &own, &mut Cursor::new(&line)).is_ok()
    {
        return moves(game, state, &line);
    }
    let mut way = Cursor::new(&words);
    let order = Order::typed(&mut way);
    let is_said = order.is_some_and(|order| order != Order::Engage && !way.done());
    let words = if is_said { way.rest_of_words() } else { words };
    moves_by(game, state, Some(Mover::All), &words)
}

/// The slip for what is no order of a formation.
fn no_order(game: &EaHeresy, formation: FormationNo, words: &str) -> Slip {
    let name = names::formation_word(game, formation);
    let mut behind = Cursor::new(words);
    if let Some(order) = Order::typed(&mut behind) {
        let says = format!("`{}` means nothing behind `{}`", behind.rest(), order.name());
        return Slip::new(says);
    }
    let slip = nouns::no_order(words.split(' ').next().unwrap_or_default(), &format!("`{name}`"));
    let near = slip.suggestions.iter().map(|order| format!("{name} {order}")).collect();
    Slip { suggestions: near, ..slip }
}

fn move_several(game: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let Moves { words, .. } = slots.get("moves")?;
    moves(game, state, &words)
}

/// Moves of the formation that is asked about, as they are typed: `all 12 NE`, `2 hold; 3 to (10, 5)`.
pub(crate) fn moves(game: &EaHeresy, state: &State, words: &str) -> Read {
    moves_by(game, state, None, words)
}

fn moves_by(game: &EaHeresy, state: &State, first: Option<Mover>, words: &str) -> Read {
    let own = asked::own_units(game, state);
    parse_moves::parse_moves(game, state, &own, first, &Cursor::new(words)).map(Action::Move)
}

fn is_move(game: &EaHeresy, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Move(moves) = action else { return None };
    let [step] = moves.as_slice() else { return None };
    let way = Way { words: way_words(game, step), to: goal_of(game, state, step) };
    Some(Slots::of([("mover", step.unit.into()), ("way", way.into())]))
}

fn are_moves(game: &EaHeresy, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Move(moves) = action else { return None };
    let line = |step: &UnitMove| {
        format!("{} {}", names::unit_word(game, step.unit), way_words(game, step))
    };
    let words = moves.iter().map(line).collect::<Vec<_>>().join("; ");
    // Whoever withdraws does so while another acts.
    let mover = moves.first().and_then(|step| state.units.get(step.unit.index()));
    let slots = Slots::of([]).with("acting", mover.map(|unit| unit.formation.into()));
    let to = hand_charges::goal_of_all(game, state, moves);
    let to = to.or_else(|| action.middle().map(said_place));
    let moves = Moves { words, to };
    Some(slots.with("moves", Some(moves.into())))
}

/// The formation that acts, for a hand on the board.
fn acting(state: &State) -> Slots {
    Slots::of([]).with("acting", state.acting.map(|acting| acting.formation.into()))
}

/// How a unit moves, without its name.
fn way_words(game: &EaHeresy, step: &UnitMove) -> String {
    let mut words = match step.path.split_last() {
        None => "hold".to_string(),
        Some((to, [])) => format!("to {}", said_place(*to)),
        Some((to, via)) => {
            let via: Vec<String> = via.iter().map(|place| said_place(*place)).collect();
            format!("via {} to {}", via.join(" "), said_place(*to))
        }
    };
    if let Some(facing) = step.facing {
        words.push_str(&format!(" facing {}", facing.to_degrees()));
    }
    if step.cautious {
        words.push_str(" cautious");
    }
    match step.ends {
        None => {}
        Some(Ending::Enter(piece)) => {
            words.push_str(&format!(" enters {}", names::piece_word(game, piece)));
        }
        Some(Ending::Invade(piece)) => {
            words.push_str(&format!(" invades {}", names::piece_word(game, piece)));
        }
        Some(Ending::Embark(unit)) => {
            words.push_str(&format!(" boards {}", names::unit_word(game, unit)));
        }
    }
    words
}

/// Where a hand points for a move.
fn goal_of(game: &EaHeresy, state: &State, step: &UnitMove) -> Option<String> {
    let goal = hand_charges::goal_of(game, state, step);
    goal.or_else(|| step.path.last().map(|to| said_place(*to)))
}

fn shoot(game: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let Manner(words) = slots.optional("manner").unwrap_or_else(|| Manner(String::new()));
    let target = slots.get("target")?;
    parse_fire::parse_fire(game, state, target, Cursor::new(&words)).map(Action::Shoot)
}

/// Who shoots stands before the target, as a hand points at both; on overwatch it is not the formation in action.
fn is_fire(game: &EaHeresy, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Shoot(fire) = action else { return None };
    let known = |volley: &Volley| state.units.get(volley.unit.index());
    let shooter = fire.volleys.first().and_then(known).map(|unit| unit.formation);
    let shooter = shooter.or(state.acting.map(|acting| acting.formation));
    let slots = Slots::of([]).with("acting", shooter.map(Thing::from));
    let manner = Manner(parse_fire::manner_words(game, state, fire));
    Some(slots.with("target", Some(fire.target.into())).with("manner", Some(manner.into())))
}

fn engage(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    Ok(Action::Engage(vec![slots.get("foe")?]))
}

fn is_engagement(_: &EaHeresy, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Engage(foes) = action else { return None };
    let [foe] = foes.as_slice() else { return None };
    Some(acting(state).with("foe", Some((*foe).into())))
}

fn engage_several(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let Formations(foes) = slots.get("foes")?;
    Ok(Action::Engage(foes))
}

fn is_engagement_with_several(
    _: &EaHeresy,
    state: &State,
    _: Seat,
    action: &Action,
) -> Option<Slots> {
    let Action::Engage(foes) = action else { return None };
    Some(acting(state).with("foes", Some(Formations(foes.clone()).into())))
}

fn tie(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let Ties(ties) = slots.get("ties")?;
    Ok(Action::Tie(ties))
}

fn is_tie(action: &Action) -> Option<Slots> {
    let Action::Tie(ties) = action else { return None };
    Some(Slots::of([("ties", Ties(ties.clone()).into())]))
}

fn strike_as_usual(_: &EaHeresy, _: &State, _: Seat, _: &Slots) -> Read {
    Ok(Action::Strike(Vec::new()))
}

fn strikes_as_usual(action: &Action) -> Option<Slots> {
    matches!(action, Action::Strike(blows) if blows.is_empty()).then(|| Slots::of([]))
}

fn strike_nothing(game: &EaHeresy, state: &State, _: Seat, _: &Slots) -> Read {
    let none = |unit: UnitNo| Blow { unit, close_combat: 0, firefight: 0, at: BlowTarget::Enemy };
    Ok(Action::Strike(asked::own_units(game, state).into_iter().map(none).collect()))
}

fn strike(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let Blows(blows) = slots.get("blows")?;
    Ok(Action::Strike(blows))
}

fn is_strike(action: &Action) -> Option<Slots> {
    let Action::Strike(blows) = action else { return None };
    Some(Slots::of([("blows", Blows(blows.clone()).into())]))
}

fn pick_units(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let Units(units) = slots.get("units")?;
    Ok(Action::PickUnits(units))
}

fn are_picked(action: &Action) -> Option<Slots> {
    let Action::PickUnits(units) = action else { return None };
    Some(Slots::of([("units", Units(units.clone()).into())]))
}

fn place(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let facing = slots.optional("direction");
    Ok(Action::Place { unit: slots.get("unit")?, at: slots.get("to")?, facing })
}

fn is_place(action: &Action) -> Option<Slots> {
    let Action::Place { unit, at, facing } = *action else { return None };
    let slots = Slots::of([("unit", unit.into()), ("to", at.into())]);
    Some(slots.with("direction", facing.map(Thing::from)))
}

/// What a garrison may begin on, behind where it starts.
const ON_OVERWATCH: &str = " on overwatch";

/// `at (10, 5) facing 90, in keep, aboard wolves 3`: one place is that of all.
fn deploy(game: &EaHeresy, state: &State, _: Seat, slots: &Slots) -> Read {
    let (formation, Start { words, .. }) = (slots.get("deployed")?, slots.get("start")?);
    let own: Vec<UnitNo> = state.members(formation).collect();
    let watching = words.strip_suffix(ON_OVERWATCH);
    let mut places = Vec::new();
    for mut part in Cursor::new(watching.unwrap_or(&words)).items() {
        let usual =
            own.get(places.len()).map_or(Facing::degrees(90), |unit| state.unit(*unit).facing);
        let place = if part.eat("in") {
            Deployed::In(typed_names::typed_stronghold(game, &mut part)?)
        } else if part.eat("aboard") {
            Deployed::On(typed_names::typed_unit(game, state, &own, &mut part)?)
        } else {
            part.eat("at");
            let usage = || Slip::new("expected `at (x, y)`, `in STRONGHOLD` or `aboard UNIT`");
            let at = part.spot().ok_or_else(usage)?;
            Deployed::At(at, part.facing()?.unwrap_or(usual))
        };
        places.push(part.finish(place)?);
    }
    if let [one] = places[..] {
        places = one.for_all(own.len());
    }
    Ok(Action::Deploy { formation, places, overwatch: watching.is_some() })
}

/// What is said of a formation without a place is the ruling's to say.
fn deploy_nowhere(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    let (formation, places) = (slots.get("deployed")?, Vec::new());
    Ok(Action::Deploy { formation, places, overwatch: false })
}

/// Without its verb it is typed while formations are put down alone.
fn deploy_in_setup(game: &EaHeresy, state: &State, seat: Seat, slots: &Slots) -> Read {
    match state.steps.last() {
        Some(Step::Setup(_)) => deploy(game, state, seat, slots),
        _ => Err(no_order(game, slots.get("deployed")?, &slots.get::<Start>("start")?.words)),
    }
}

fn is_deployment(game: &EaHeresy, state: &State, _: Seat, action: &Action) -> Option<Slots> {
    let Action::Deploy { formation, places, overwatch } = action else { return None };
    let place = |place: &Deployed| match place {
        Deployed::At(at, facing) => {
            format!("at {} facing {}", said_place(*at), facing.to_degrees())
        }
        Deployed::In(piece) => format!("in {}", names::piece_word(game, *piece)),
        Deployed::On(unit) => format!("aboard {}", names::unit_word(game, *unit)),
    };
    // One place that stands for all is said once.
    let all = state.members(*formation).count();
    let short = match places.first() {
        Some(first) if places.len() == all && first.for_all(all) == *places => 1,
        _ => places.len(),
    };
    let watch = if *overwatch { ON_OVERWATCH } else { "" };
    let words = places[..short].iter().map(place).collect::<Vec<_>>().join(", ") + watch;
    let to = places.first().map(|place| match place {
        Deployed::At(at, _) => said_place(action.middle().unwrap_or(*at)),
        Deployed::In(piece) => names::piece_word(game, *piece),
        Deployed::On(transport) => names::unit_word(game, *transport),
    });
    let start = Start { words, to };
    Some(Slots::of([("deployed", (*formation).into()), ("start", start.into())]))
}

/// No shields are raised where none are told.
fn share(_: &EaHeresy, _: &State, _: Seat, slots: &Slots) -> Read {
    Ok(Action::Share { markers: slots.get("markers")?, shields: 0 })
}
