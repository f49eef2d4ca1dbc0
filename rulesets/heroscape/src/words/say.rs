//! Events, actions, questions and amendments in a player's words.

use crate::position::action::{Action, DoorChange};
use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, State};
use crate::position::step::{
    AttackStep, BasicStep, CasualtyStep, DraftStep, EffectStep, LeavingStep, OccasionStep,
    PlacingStep, PowerStep, Reroll, RoundStep, Step, TurnStep,
};
use crate::position::structures;
use crate::position::terms::Aim;
use crate::rules::blow;
use crate::steps::attack::defense_to_come;
use crate::steps::placing;
use crate::tables::abilities::{Ability, Shape};
use crate::tables::rule::Rule;
use umpire_core::command::counted;
use umpire_core::command::{self, Vocabulary};
use umpire_core::game::Choice;
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// What a roll comes to, where something is added to it.
fn in_all(rolled: u8, total: i16) -> String {
    match i16::from(rolled) == total {
        true => String::new(),
        false => format!(", {total} in all"),
    }
}

/// What is printed on an order marker.
fn marker_word(marker: u8) -> &'static str {
    ["1", "2", "3", "X"].get(usize::from(marker)).unwrap_or(&"?")
}

/// Whom attack dice are rolled at, and what stands against them; nothing where they fall on a door.
pub(crate) fn who_defends(game: &HeroScape, state: &State) -> String {
    let at_figures = state.step() == Some(Step::Attack(AttackStep::AttackDice));
    let Some((affected, dice)) = at_figures.then(|| defense_to_come(game, state)).flatten() else {
        return String::new();
    };
    match (affected.iter().next(), affected.len()) {
        (Some(only), 1) => {
            format!(" on {}, who defends with {dice}", game.figure_name(state, only))
        }
        (_, many) => format!(" on {many} figures"),
    }
}

fn seats_words(game: &HeroScape, seats: Seats) -> String {
    let words: Vec<_> = seats.iter().map(|seat| game.seat_word(seat)).collect();
    words.join(" and ")
}

/// An action as it would be typed, by whomever.
pub(crate) fn action_words(game: &HeroScape, state: &State, action: &Action) -> String {
    command::say(game, state, Seat::JUDGE, HeroScape::actions(), action)
}

/// So many start spaces that are free, and so many figures that wait for them.
pub(crate) fn few_words((free, figures): (usize, usize)) -> String {
    let spaces = counted(free, "start space");
    format!("{spaces} for {}, those that do not fit are left out", counted(figures, "figure"))
}

/// A question to a seat.
pub(crate) fn choice_words(game: &HeroScape, state: &State, choice: &Choice<Rule>) -> String {
    let subject = choice.subject.map(|at| FigureId(at as u8));
    let name = subject.map_or(String::new(), |figure| game.figure_name(state, figure));
    match state.step() {
        Some(Step::Placing(PlacingStep::Place(..)) | Step::Draft(DraftStep::Place(_))) => {
            let few = choice.seats.iter().find_map(|seat| placing::too_few(game, state, seat));
            few.map_or("place a figure".into(), |few| format!("place a figure: {}", few_words(few)))
        }
        Some(Step::Draft(DraftStep::Pick { first, pick, .. })) => {
            let seat = crate::steps::draft::picker(state.seats(), first, pick);
            let left = crate::steps::draft::left(game, state, seat);
            format!("pick a card for at most {}", counted(left, "point"))
        }
        Some(Step::Basic(BasicStep::Card(_))) => "take a turn with which card?".into(),
        Some(Step::Round(RoundStep::Markers(_))) => "place order markers 1, 2, 3 and X".into(),
        Some(Step::Turn(TurnStep::Turn)) => {
            let card = state.turn.copy.map_or(String::new(), |copy| game.copy_name(state, copy));
            if state.turn.attacking {
                format!("attack with {card}, or end the turn")
            } else {
                format!("move with {card}, attack, or end the turn")
            }
        }
        Some(Step::Leaving(LeavingStep::Decide)) => format!("{name} leaves: strike, or let go"),
        Some(Step::Attack(AttackStep::NextDefender)) => "who defends next?".into(),
        Some(Step::Occasion(OccasionStep::Powers)) => occasion_words(game, state),
        Some(step) if step.is_choice_of_power() => power_step_words(game, state),
        Some(Step::Attack(AttackStep::Others)) if blow::shares_out(game, state) => {
            "who takes the next skull?".to_string()
        }
        Some(Step::Attack(AttackStep::Others)) => "whom else does the attack affect?".to_string(),
        Some(Step::Attack(AttackStep::DiceCount)) => {
            "how many dice does the attack roll?".to_string()
        }
        Some(Step::Attack(AttackStep::Reroll(Reroll { dice, by, .. }))) => {
            format!("roll {} once more, by {}?", counted(dice, "die"), game.power_name(by))
        }
        Some(Step::Casualty(CasualtyStep::Lay(figure))) => {
            format!("on which card does {} go?", game.figure_name(state, figure))
        }
        _ => "judge as you like".into(),
    }
}

/// An event in a player's words.
pub(crate) fn event_words(game: &HeroScape, state: &State, event: &Event) -> Option<String> {
    let figure = |id: &FigureId| game.figure_name(state, *id);
    let copy = |id: &CopyId| game.copy_name(state, *id);
    let seat = |seat: &Seat| game.seat_word(*seat);
    let space = |space: &SpaceId| game.ground.name(*space);
    Some(match event {
        Event::Placed { figure: id, space: at } => {
            format!("{} is placed at {}", figure(id), space(at))
        }
        Event::LeftOut { figure: id } => format!("{} does not fit and is left out", figure(id)),
        Event::PlacingRolled { seat: who, rolled } => format!("{} rolls {rolled}", seat(who)),
        Event::PlacingTied { seats } => {
            format!("{} are tied and roll again", seats_words(game, *seats))
        }
        Event::PlacingOrder { first } => format!("{} places first", seat(first)),
        Event::Drafted { seat: who, card } => {
            let card = game.catalog.card(*card);
            format!("{} picks {} for {}", seat(who), card.name, counted(card.points, "point"))
        }
        Event::DraftDone { seat: who } => format!("{} is done with the draft", seat(who)),
        Event::PowerOrderRolled { seat: who, rolled, total } => {
            let added = in_all(*rolled, *total);
            format!("{} rolls {rolled}{added} for who uses the power first", seat(who))
        }
        Event::DraftRolled { seat: who, rolled } => format!("{} rolls {rolled}", seat(who)),
        Event::DraftTied { seats } | Event::BasicTied { seats } => {
            format!("{} are tied and roll again", seats_words(game, *seats))
        }
        Event::DraftOrder { first } => format!("{} picks first", seat(first)),
        Event::BasicRolled { seat: who, skulls } => {
            format!("{} rolls {}", seat(who), counted(*skulls, "skull"))
        }
        Event::BasicFirst { seat: who } => format!("{} takes the first turn", seat(who)),
        Event::Reinforced { seat: who, card } => {
            format!("{} is reinforced by {}", seat(who), game.catalog.card(*card).name)
        }
        Event::GoalHeld { goal, seats, rounds } => {
            let (seats, rounds) = (seats_words(game, *seats), counted(*rounds, "round"));
            format!("{seats} holds {} for {rounds}", goal_place(game, *goal))
        }
        Event::GoalScored { goal, seats, points } => {
            let (seats, points) = (seats_words(game, *seats), counted(*points, "point"));
            format!("{seats} holds {}: {points}", goal_place(game, *goal))
        }
        Event::GoalReached { goal, seats } => {
            format!("{} has done it: {}", seats_words(game, *seats), goal_words(game, *goal))
        }
        Event::RoundBegins { round } => format!("round {round} begins"),
        Event::MarkersTakenBack { seat: who } => {
            format!("{} takes the markers off cards out of play", seat(who))
        }
        Event::MarkersPlaced { seat: who, on } => {
            let on: Vec<_> =
                (0..).zip(on).map(|(m, c)| format!("{} on {}", marker_word(m), copy(c))).collect();
            format!("{} places {}", seat(who), on.join(", "))
        }
        Event::NoCards { seat: who } => format!("{} has no card in play", seat(who)),
        Event::InitiativeRolled { seat: who, rolled, total } => {
            format!("{} rolls {rolled}{}", seat(who), in_all(*rolled, *total))
        }
        Event::InitiativeTied { seats } => {
            format!("{} are tied and roll again", seats_words(game, *seats))
        }
        Event::InitiativeSkipped { seat: who } => {
            format!("{} goes first without a roll, nobody else has a card in play", seat(who))
        }
        Event::InitiativeWon { seat: who } => format!("{} goes first", seat(who)),
        Event::MarkerRevealed { seat: who, marker, copy: on } => {
            format!("{} reveals marker {} on {}", seat(who), marker_word(*marker), copy(on))
        }
        Event::TurnLost { seat: who, marker, copy: on, shown } => {
            let shown = if *shown { "is revealed" } else { "stays hidden" };
            let marker = marker_word(*marker);
            format!(
                "marker {marker} of {} {shown} on {}, out of play: the turn is lost",
                seat(who),
                copy(on)
            )
        }
        Event::TurnSkipped { seat: who, marker } => {
            format!(
                "marker {} of {} is on no card, the turn is skipped",
                marker_word(*marker),
                seat(who)
            )
        }
        Event::TurnBegins { seat: who, copy: with } => {
            format!("{} takes a turn with {}", seat(who), copy(with))
        }
        Event::Moved { figure: id, from, to, cost } => {
            format!("{} moves from {} to {} for {cost}", figure(id), space(from), space(to))
        }
        Event::Flew { figure: id, from, to, cost } => {
            format!("{} flies from {} to {} for {cost}", figure(id), space(from), space(to))
        }
        Event::Stopped { figure: id, .. } => format!("{} has to stop", figure(id)),
        Event::Spared { figure: id, ability } => {
            let how = match ability {
                Ability::LavaResistant => "takes no harm from this ground and need not roll",
                Ability::Freezes => "need not stop here, as the water is frozen",
                _ => "need not stop here",
            };
            format!("{} {how} ({})", figure(id), ability.name())
        }
        Event::LeavesEngagement { figure: id, enemy } => {
            format!("{} leaves its engagement with {}", figure(id), figure(enemy))
        }
        Event::LeavesFreely { figure: id, ability } => {
            format!("{} leaves without dice against it ({})", figure(id), ability.name())
        }
        Event::Declined { seat: who } => format!("{} lets it go", seat(who)),
        Event::LeavingRolled { enemy, skull } => {
            let shown = if *skull { "a skull" } else { "no skull" };
            format!("{} rolls {shown}", figure(enemy))
        }
        Event::Falls { figure: id, levels } => {
            format!("{} falls {}", figure(id), counted(levels.unsigned_abs(), "level"))
        }
        Event::FallSurvived { figure: id } => format!("{} lands unharmed", figure(id)),
        Event::Entered { figure: id, rolled, survived, .. } => {
            let end = if *survived { "lives" } else { "is lost" };
            format!("{} rolls {rolled} and {end}", figure(id))
        }
        Event::RoundEndRolled { figure: id, wounded, .. } => {
            let end = if *wounded { "a skull" } else { "no skull" };
            format!("{} rolls {end} for the ground it stands on", figure(id))
        }
        Event::GlyphTurnedUp { space: at, glyph } => {
            let name = glyph.map(|kind| glyph_id(game, kind.0));
            let name = name.unwrap_or_else(|| "unknown: the judge may say which".into());
            format!("the glyph at {} is turned up: {name}", space(at))
        }
        Event::GlyphTaken { figure: id, glyph } => {
            format!("{} takes the glyph {}", figure(id), glyph_id(game, glyph.0))
        }
        Event::SpiritJoins { figure: id, copy: on } => {
            format!("the spirit of {} rests on {}", figure(id), copy(on))
        }
        Event::TurnGiven { by, copy: with } => {
            format!("{} gives a turn to {}", game.power_name(*by), copy(with))
        }
        Event::GlyphGone { space: at, glyph } => match glyph {
            Some(glyph) => format!("the glyph {} is gone", glyph_id(game, glyph.0)),
            None => format!("the glyph at {} is gone, and nobody saw which it was", space(at)),
        },
        Event::TreasureTrapped { figure: id, space: at } => format!(
            "{} springs the trap of the treasure at {}, which stays hidden; the scenario says what that does",
            figure(id),
            space(at)
        ),
        Event::TreasurePutDown { figure: id, glyph, space: at } => {
            let name = glyph_id(game, glyph.0);
            format!("{} puts the treasure {name} down at {}", figure(id), space(at))
        }
        Event::TreasureLost { figure: id, glyph } => {
            format!("the treasure {} of {} is lost", glyph_id(game, glyph.0), figure(id))
        }
        Event::TreasureLeft { figure: id, glyph, space: at } => {
            format!(
                "{} leaves the treasure {} at {}",
                figure(id),
                glyph_id(game, glyph.0),
                space(at)
            )
        }
        Event::GlyphDeferred { glyph } => {
            let row = &game.catalog.glyphs[usize::from(glyph.0)];
            format!("{} is not built, the players keep it themselves: {}", row.id, row.says)
        }
        Event::PowerDeferred { card, power } => {
            let card = game.catalog.card(*card);
            let power = card.powers.get(usize::from(*power))?;
            card.says_unbuilt(power)
        }
        Event::AttackAnnounced { attacker, target, special } => {
            let special = special.and_then(|at| blow::special_of(game, state, *attacker, at));
            let (attacker, target) = (figure(attacker), figure(target));
            match special {
                Some(special) if special.shape == Shape::SkullsAround => {
                    format!("{attacker} attacks around {target} with {}", special.name)
                }
                Some(special) => format!("{attacker} attacks {target} with {}", special.name),
                None => format!("{attacker} attacks {target}"),
            }
        }
        Event::Affected { figure: id } => format!("{} is affected", figure(id)),
        Event::AttackRolled { attacker: id, dice: 0, .. } => {
            format!("{} has no attack dice to roll", figure(id))
        }
        Event::DefenseRolled { defender: id, dice: 0, .. } => {
            format!("{} has no defense dice to roll", figure(id))
        }
        Event::CutShort { attacker, defenders } => {
            let spared = match defenders {
                1 => "1 figure need not defend".to_string(),
                many => format!("{many} figures need not defend"),
            };
            format!("{} is gone and its attack is over: {spared}", figure(attacker))
        }
        Event::DoorChanged { seat: who, door, change } => {
            let word = match change {
                DoorChange::Open => "opens",
                DoorChange::Shut => "shuts",
                DoorChange::Bar => "bars",
                DoorChange::Unbar => "unbars",
            };
            format!("{} {word} the door at {}", seat(who), structures::door_name(game, *door))
        }
        Event::DoorAttacked { attacker, door } => {
            format!(
                "{} attacks the door at {}",
                figure(attacker),
                structures::door_name(game, *door)
            )
        }
        Event::DoorRolled { door, skulls, rolled, shields } => {
            let (at, skulls) = (structures::door_name(game, *door), counted(*skulls, "skull"));
            let (all, more) = (counted(*shields, "shield"), shields - rolled);
            let more = if more > 0 { format!(", {more} of them its own") } else { String::new() };
            format!("the door at {at} has {all}{more}, against {skulls}")
        }
        Event::DoorWounded { door, wounds, total } => {
            let life = game.ground.doorways.get(usize::from(*door)).map_or(0, |d| d.door.life);
            let (at, wounds) = (structures::door_name(game, *door), counted(*wounds, "wound"));
            format!("the door at {at} takes {wounds}, {total} of Life {life}")
        }
        Event::DoorBroken { door } => {
            format!("the door at {} is broken", structures::door_name(game, *door))
        }
        Event::CounterSpared { defender, attacker } => {
            format!(
                "{} does not strike back at {}, who is immune",
                figure(defender),
                figure(attacker)
            )
        }
        Event::AttackRolled { attacker, skulls, dice } => {
            let (skulls, dice) = (counted(*skulls, "skull"), counted(*dice, "die"));
            format!("{} rolls {skulls} (hits) with {}", figure(attacker), dice)
        }
        Event::Forgone { figure: id, dice } => {
            let dice = counted(*dice, "die");
            format!("{} forgoes {dice}", figure(id))
        }
        Event::DefenseRolled { defender, shields, dice } => {
            let (shields, dice) = (counted(*shields, "shield"), counted(*dice, "die"));
            format!("{} rolls {shields} with {}", figure(defender), dice)
        }
        Event::NoDefense { defender } => {
            format!("{} need not roll, there is no skull", figure(defender))
        }
        Event::Unsuccessful { skulls, shields, .. } => {
            format!("the attack is unsuccessful, {skulls} against {shields}")
        }
        Event::Successful { skulls, shields, unblocked, .. } => {
            let unblocked = counted(*unblocked, "unblocked skull");
            format!("the attack is successful, {skulls} against {shields}: {unblocked}")
        }
        Event::CounterStruck { defender, attacker, wounds } => {
            let wounds = counted(*wounds, "wound");
            format!("{} strikes back at {}: {wounds}", figure(defender), figure(attacker))
        }
        Event::Wounded { figure: id, wounds, total, harm } => {
            let life = game.card(state, *id).life;
            let from = harm_words(*harm);
            format!(
                "{} takes {}{from}, {total} of Life {life}",
                figure(id),
                counted(*wounds, "wound")
            )
        }
        Event::Destroyed { figure: id, harm } => {
            format!("{} is destroyed{}", figure(id), harm_words(*harm))
        }
        Event::OnCard { figure: id, copy: on, by } => {
            format!("{} places {} on the card {}", seat(by), figure(id), copy(on))
        }
        Event::CardFull { copy: on } => format!("the card {} is full", copy(on)),
        Event::CardOut { copy: on } => format!("the card {} is out of play", copy(on)),
        Event::TurnEnds { seat: who, because: Rule::ActingCardDies } => {
            format!("nobody of the card is left to act, {}'s turn ends", seat(who))
        }
        Event::TurnEnds { seat: who, .. } => format!("{}'s turn ends", seat(who)),
        Event::RoundEnds { round } => format!("round {round} ends"),
        Event::Scored { seat: who, points } if crate::steps::goals::are_counted(game) => {
            format!("{} has scored {}", seat(who), counted(*points, "point"))
        }
        Event::Scored { seat: who, points } => {
            format!("{} has {points} points on the battlefield", seat(who))
        }
        Event::Conceded { seat: who } => format!("{} concedes", seat(who)),
        Event::Victory { winners, .. } if winners.is_empty() => "the game is a draw".into(),
        Event::Victory { winners, .. } => format!("{} wins", seats_words(game, *winners)),
        Event::PowerUsed { figure: id, by, on } => {
            let name = game.power_name(*by);
            let on = on.filter(|on| on != id).map(|on| format!(" on {}", figure(&on)));
            format!("{} uses {name}{}", figure(id), on.unwrap_or_default())
        }
        Event::PowerRolled { by, rolled, total, .. } => {
            let name = game.power_name(*by);
            match i16::from(*rolled) == *total {
                true => format!("{name}: {rolled} is rolled"),
                false => format!("{name}: {rolled} is rolled, which makes {total}"),
            }
        }
        Event::PowerFails { by } => format!("{} does nothing", game.power_name(*by)),
        Event::DiceCounted { figure: id, by, skulls, shields } => {
            let name = by.map_or_else(|| "a power".to_string(), |by| game.power_name(by));
            let what = match (*skulls, *shields) {
                (0, shields) => counted(shields, "shield"),
                (skulls, _) => counted(skulls, "skull"),
            };
            format!("{name} makes it {what} for {}", figure(id))
        }
        Event::Rerolled { figure: id, dice, by } => {
            let dice = counted(*dice, "die");
            let by = by.map_or_else(String::new, |by| format!(", by {}", game.power_name(by)));
            format!("{} rolls {dice} once more{by}", figure(id))
        }
        Event::Healed { figure: id, wounds } => {
            format!("{} loses {}", figure(id), counted(*wounds, "wound marker"))
        }
        Event::WoundsIgnored { figure: id, wounds } => {
            format!("{} ignores {}", figure(id), counted(*wounds, "wound"))
        }
        Event::DamageAvoided { figure: id } => format!("{} takes no damage", figure(id)),
        Event::Changed { by, words } => format!("{}: {words}", game.power_name(*by)),
        Event::ControlTaken { copy: of, seat: by } => {
            format!("{} takes control of {}", seat(by), copy(of))
        }
        Event::ControlReturned { copy: of, seat: to } => {
            format!("control of {} goes back to {}", copy(of), seat(to))
        }
        Event::MarkersRemoved { copy: of, count: taken } => {
            format!("{} taken off {}", counted(*taken, "order marker"), copy(of))
        }
        Event::MarkerMoved { seat: by, marker, to } => {
            format!("{} moves order marker {} to {}", seat(by), marker_word(*marker), copy(to))
        }
        Event::MarkerShifted { seat: by, to } => {
            format!("{} moves an order marker to {}", seat(by), copy(to))
        }
        Event::Put { figure: id, to, .. } => format!("{} is put at {}", figure(id), space(to)),
        Event::Swapped { one, other } => {
            format!("{} and {} change places", figure(one), figure(other))
        }
        Event::Returned { figure: id, .. } => format!("{} comes back", figure(id)),
        Event::Joined { figure: id } => format!("{} joins the attack", figure(id)),
        Event::Held { figure: id, by } => {
            format!("{} may not move on beside {}", figure(id), figure(by))
        }
        Event::GlyphLaid { glyph, space: at } => {
            format!("the glyph {} is laid at {}", glyph_id(game, glyph.0), space(at))
        }
        Event::SightRuled { from, to, clear } => {
            let sees = if *clear { "sees" } else { "does not see" };
            format!("the judge rules that {} {sees} {}", figure(from), figure(to))
        }
        Event::Amended { words, .. } => format!("the judge amends: {words}"),
    })
}

/// What is asked at a moment of powers.
fn occasion_words(game: &HeroScape, state: &State) -> String {
    let Some(occasion) = state.occasions.last() else { return "use a power?".to_string() };
    let offers = crate::steps::occasion::offers(game, state, occasion);
    let mut names: Vec<String> = Vec::new();
    for offer in offers {
        let name = game.power_name(offer.by);
        let words = format!("{name} of {}", game.figure_name(state, offer.source));
        if !names.contains(&words) {
            names.push(words);
        }
    }
    format!("use {}?", super::nouns::few_words(&names))
}

/// What is asked while a power is carried out.
fn power_step_words(game: &HeroScape, state: &State) -> String {
    let name = state.runs.last().map_or(String::new(), |run| game.power_name(run.by));
    let what = match state.step() {
        Some(Step::Power(PowerStep::Target)) => "whom else?".to_string(),
        Some(Step::Effect(EffectStep::Place(figure))) => {
            format!("where is {} put?", game.figure_name(state, figure))
        }
        Some(Step::Effect(EffectStep::Move)) => "who moves where?".to_string(),
        Some(Step::Effect(EffectStep::Pick)) => "who takes the next wound?".to_string(),
        Some(Step::Effect(EffectStep::Revive)) => "who comes back, and where?".to_string(),
        Some(Step::Effect(EffectStep::Gather)) => "who comes where?".to_string(),
        Some(Step::Effect(EffectStep::Deploy)) => "where does the next figure come?".to_string(),
        Some(Step::Effect(EffectStep::Seat)) => "which player?".to_string(),
        Some(Step::Effect(EffectStep::Space)) => "which space?".to_string(),
        Some(Step::Effect(EffectStep::Marker)) => "which order marker goes where?".to_string(),
        _ => "what comes of it?".to_string(),
    };
    format!("{name}: {what}")
}

fn goal_place(game: &HeroScape, goal: u8) -> String {
    let goal = game.goals.list.get(usize::from(goal));
    goal.map_or(String::new(), |goal| goal.place.clone())
}

/// A goal in words.
pub(super) fn goal_words(game: &HeroScape, goal: u8) -> String {
    let Some(goal) = game.goals.list.get(usize::from(goal)) else { return String::new() };
    let card = goal.card.map(|card| game.catalog.card(card).name.as_str());
    let who = card.map_or("a figure".to_string(), |card| format!("a figure of {card}"));
    match goal.aim {
        Aim::Reach(1) => format!("{who} at {}", goal.place),
        Aim::Reach(figures) => {
            let of = card.map_or(String::new(), |card| format!(" of {card}"));
            format!("{}{of} at {}", counted(figures, "figure"), goal.place)
        }
        Aim::Hold(rounds) => {
            format!("{who} alone at {} at the end of {}", goal.place, counted(rounds, "round"))
        }
        Aim::Score(points) => {
            format!("{who} alone at {}: {} a round", goal.place, counted(points, "point"))
        }
        Aim::Slay => format!("{} destroyed", card.unwrap_or("nobody")),
        Aim::Survive(rounds) => format!("{who} left after round {rounds}"),
    }
}

fn glyph_id(game: &HeroScape, kind: u16) -> String {
    game.catalog.glyphs.get(usize::from(kind)).map_or(String::new(), |glyph| glyph.id.clone())
}

fn harm_words(harm: Harm) -> &'static str {
    match harm {
        Harm::Attack | Harm::Power(_) => "",
        Harm::CounterStrike => " by the counter strike",
        Harm::Fall => " by the fall",
        Harm::Leaving => " on leaving",
        Harm::Entering(_) => " by what it entered",
        Harm::RoundEnd(_) => " by the ground it stands on",
    }
}
