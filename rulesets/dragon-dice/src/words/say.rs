//! Events in a player's words.

use crate::position::event::{AttackSum, Event, Skipped, TallyLine};
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, PieceSet, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::state::State;
use crate::tables::catalog::Counted;
use crate::tables::rule::Rule;
use crate::words::{commands, say_choice, say_effect};
use umpire_core::seat::Seat;

pub(super) fn say(game: &DragonDice, state: &State, event: &Event) -> Option<String> {
    let seat = |seat: &Seat| names::seat_word(game, *seat);
    let army = |army: &Army| names::army_word(game, state, *army);
    let place = |place: &Place| names::place_word(game, state, *place);
    let rule = |rule: &Rule| names::rule_name(game, *rule);
    let dice = |owner: Seat, set: &PieceSet| names::dice_words(game, state, owner, *set);
    let kind = |owner: Seat, die: &u8| names::kind_word(game, state, owner, *die).to_string();
    Some(match event {
        Event::TurnBegan { seat: whose, turn } => format!("turn {turn}: {}", seat(whose)),
        Event::Marched { army: whose, second } => {
            let which = if *second { "second" } else { "first" };
            format!("{}: {which} march", army(whose))
        }
        Event::Declined { seat: who, rule: why } => declined_words(game, state, *who, *why),
        Event::Accepted { seat: who, rule: why } => accepted_words(game, state, *who, *why),
        Event::Chosen { seat: who, rule: why, die } => {
            format!(
                "{} picks a die ({}): {}",
                seat(who),
                rule(why),
                picked_word(game, state, *who, *die)
            )
        }
        Event::Thrown { kind, army: whose, dice, faces } => {
            let shown = faces_words(game, state, whose.owner, *dice, faces);
            format!("{} rolls {}: {shown}", army(whose), names::roll_word(*kind))
        }
        Event::Again { army: whose, die, before, face, .. } => {
            let (from, to) = two_faces(game, state, whose.owner, *die, *before, *face);
            format!("{} is rolled again: {from}, now {to}", kind(whose.owner, die))
        }
        Event::Icon { army: whose, sai, count } => {
            format!("{}: {count} {}", army(whose), game.catalog.sai(*sai).name)
        }
        Event::Tally { army: whose, counted, line, amount, rule: why, .. } => {
            let who = seat(&whose.owner);
            format!("{who} {}", tally_words(game, *counted, *line, *amount, *why))
        }
        Event::Total { army: whose, kind, total } => {
            format!("{}: {}", army(whose), total_words(*kind, total))
        }
        Event::Opposed { army: whose, result, best, won, .. } => {
            let end = if *won { "succeeds" } else { "fails" };
            format!("{}: the maneuver {end}, {result} against {best}", army(whose))
        }
        Event::Turned { place: at, from, to, .. } => {
            format!(
                "{} turns from {from} to {to} ({})",
                place(at),
                shown_word(game, state, *at, *to)
            )
        }
        Event::Captured { army: whose } => {
            format!("{} captures {}", seat(&whose.owner), place(&whose.place))
        }
        Event::Released { place: at, seat: whose } => {
            format!("{} no longer holds {}", seat(whose), place(at))
        }
        Event::Named { place: at, eighth } => {
            format!("{} counts as {}", place(at), game.catalog.eighth(*eighth).id)
        }
        Event::Attacked { with, attacker, target, counter } => {
            let verb = match (with, counter) {
                (Counted::Melee, false) => "attacks",
                (Counted::Melee, true) => "counter-attacks",
                (_, false) => "shoots at",
                (_, true) => "shoots back at",
            };
            format!("{} {verb} {}", army(attacker), army(target))
        }
        Event::Damage { army: whose, damage, sum, .. } => {
            let sum = sum.map_or(String::new(), |sum| attack_sum_words(&sum));
            format!("{sum}{} takes {damage} damage", army(whose))
        }
        Event::DragonDamage { dragon, damage, saves, .. } => {
            let name = names::piece_word(game, state, *dragon);
            format!("{name} takes {damage} damage, {saves} saved")
        }
        Event::Endangered { of, units, rule: why } => {
            let units = dice(of.owner, units);
            format!("{}: {units} endangered by {}", army(of), rule(why))
        }
        Event::Tried { of, units, escaped, faces, rule: why } => {
            let shown = faces_words(game, state, of.owner, *units, faces);
            let escaped = dice(of.owner, escaped);
            let why = match why {
                Rule::Killed => "what may save the dying".to_string(),
                why => rule(why),
            };
            format!(
                "{} ({why}): {shown}; escaped: {escaped}",
                say_choice::group_word(game, state, *of)
            )
        }
        Event::Held { of, units, rule: why } => {
            format!("{}: {} may not be rolled ({})", army(of), dice(of.owner, units), rule(why))
        }
        Event::Charmed { of, units, rule: why } => {
            let units = dice(of.owner, units);
            let says = "no saves in this march, and results join the attack";
            format!("{}: {units} charmed, {says} ({})", army(of), rule(why))
        }
        Event::Moved { owner, pieces, from, to, rule: why } => {
            moved_words(game, state, *owner, *pieces, (*from, *to), *why)
        }
        Event::Exchanged { army: whose, gone, come, .. } => {
            let (gone, come) = (dice(whose.owner, gone), dice(whose.owner, come));
            format!("{}: {gone} exchanged for {come}", army(whose))
        }
        Event::Began { effect } => {
            format!("begins: {}", say_effect::effect_words(game, state, effect))
        }
        Event::Ended { effect } => {
            format!("ends: {}", say_effect::effect_words(game, state, effect))
        }
        Event::MinorShows { army: whose, face, .. } => {
            let shown = minor_word(game, state, *whose, *face);
            format!("the minor terrain of {} shows {shown}", army(whose))
        }
        Event::Announced { seat: who, cast } => {
            format!("{} casts {}", seat(who), commands::cast_words(game, state, cast))
        }
        Event::Resolved { cast, .. } => {
            format!("{} takes effect", game.catalog.spell(cast.spell).name)
        }
        Event::Lost { spell, rule: why, .. } => {
            format!("{} is lost ({})", game.catalog.spell(*spell).name, rule(why))
        }
        Event::MagicMade { army: whose, amount } => {
            format!("{} has {amount} magic to spend", army(whose))
        }
        Event::DragonsThrown { place: at, dragons } => {
            let shown = |(piece, face): &(crate::position::pieces::Piece, u8)| {
                let name = names::piece_word(game, state, *piece);
                format!("{name} {}", face_word(game, state, piece.owner, piece.number, *face))
            };
            let shown: Vec<String> = dragons.iter().map(shown).collect();
            format!("dragons at {}: {}", place(at), shown.join(", "))
        }
        Event::DragonAims { dragon, at: Some(other) } => {
            let (one, other) =
                (names::piece_word(game, state, *dragon), names::piece_word(game, state, *other));
            format!("{one} goes for {other}")
        }
        Event::DragonAims { dragon, at: None } => {
            format!("{} goes for the army", names::piece_word(game, state, *dragon))
        }
        Event::Distance { place: at, face } => format!("{} falls on {face}", place(at)),
        Event::Assembled { seat: who, home_die, home, campaign } => {
            let (home, campaign) = (dice(*who, home), dice(*who, campaign));
            let number = home_die + 1;
            format!("{}: home {home}; campaign {campaign}; terrain {number}", seat(who))
        }
        Event::FrontierStands { seat: who, of, kind } => {
            let die = &game.catalog.kind(*kind).id;
            format!("{} takes {}'s {die} as the frontier", seat(who), seat(of))
        }
        Event::Noted { seat: who, rule: why, amount: 0 } if !for_order(*why) => {
            format!("{}: {}", seat(who), rule(why))
        }
        Event::Noted { seat: who, rule: why, amount } => {
            format!("{}: {}, {amount}", seat(who), rule(why))
        }
        Event::Tied { among, .. } => {
            let tied: Vec<String> = among.iter().map(|one| seat(&one)).collect();
            format!("{} are tied and roll again", tied.join(" and "))
        }
        Event::Nothing { seat: who, rule: why } => {
            format!("{}: {} finds nothing to act on", seat(who), rule(why))
        }
        Event::Skipped { skipped, army: whose, rule: why } => match skipped {
            Skipped::SaveRoll => format!("{}: no results, no save roll", army(whose)),
            Skipped::CounterAttack => {
                format!("{} is wiped out: no counter-attack", army(whose))
            }
            Skipped::SecondMarch => {
                format!("{}: no second march without a second army", seat(&whose.owner))
            }
            Skipped::ManeuverRoll => {
                let army = army(whose);
                format!(
                    "{army}: the maneuver fails, as the army makes only save rolls ({})",
                    rule(why)
                )
            }
            Skipped::LoneRoll { units } => {
                format!("{}: {} not rolled, unharmed", army(whose), dice(whose.owner, units))
            }
        },
        Event::Amended { says } => format!("the judge: {says}"),
        Event::Conceded { seat: who } => format!("{} concedes", seat(who)),
        Event::Over { outcome, rule: why } => {
            let winners: Vec<String> = outcome.winners.iter().map(|who| seat(&who)).collect();
            match winners.as_slice() {
                [] => format!("the game is drawn ({})", rule(why)),
                [one] => format!("{one} wins ({})", rule(why)),
                all => format!("{} win ({})", all.join(" and "), rule(why)),
            }
        }
    })
}

/// A die picked in a roll: of whoever rolls, otherwise the player's own.
fn picked_word(game: &DragonDice, state: &State, seat: Seat, die: u8) -> String {
    let owner = state.rolls.last().map_or(seat, |roll| roll.army.owner);
    names::kind_word(game, state, owner, die).to_string()
}

/// The name of a face of a player's die.
pub(super) fn face_word(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    die: u8,
    face: u8,
) -> String {
    if !state.seated(owner) || usize::from(die) >= state.roster.force(owner).members().len() {
        return "?".to_string();
    }
    let kind = state.roster.force(owner).kind(die);
    game.catalog.dice.get(kind.die()).face_name(face).to_string()
}

fn two_faces(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    die: u8,
    one: u8,
    two: u8,
) -> (String, String) {
    (face_word(game, state, owner, die, one), face_word(game, state, owner, die, two))
}

/// Dice with what they show, as it may be typed: `oakling: melee save; oak: 2-melee`.
pub(super) fn faces_words(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    dice: PieceSet,
    faces: &[u8],
) -> String {
    if !state.seated(owner) {
        return String::new();
    }
    let shown: Vec<(u8, u8)> = dice.iter().zip(faces.iter().copied()).collect();
    let mut words = Vec::new();
    for (kind, set) in state.roster.force(owner).kinds() {
        let own = shown.iter().filter(|(die, _)| set.contains(*die));
        let own: Vec<String> =
            own.map(|(die, face)| face_word(game, state, owner, *die, *face)).collect();
        if !own.is_empty() {
            words.push(format!("{}: {}", game.catalog.kind(*kind).id, own.join(" ")));
        }
    }
    words.join("; ")
}

/// What face `number` (from 1) of the terrain at a place shows.
pub(super) fn shown_word(game: &DragonDice, state: &State, place: Place, number: u8) -> String {
    use crate::tables::catalog::{Icon, What};
    let Some(ground) = state.ground(place) else { return "?".to_string() };
    let kind = game.catalog.kind(ground.kind);
    match (kind.face(number.saturating_sub(1)).icon, kind.what) {
        (Icon::Action(action), _) => action.name().to_string(),
        (Icon::Eighth, What::Terrain { eighth, .. }) => game.catalog.eighth(eighth).id.clone(),
        _ => "?".to_string(),
    }
}

/// What a face, from 0, of the minor terrain beside an army shows.
pub(super) fn minor_word(game: &DragonDice, state: &State, army: Army, face: u8) -> String {
    let minor = state.seated(army.owner).then(|| state.minor(army)).flatten();
    minor.map_or(face.to_string(), |die| face_word(game, state, army.owner, die, face))
}

fn tally_words(
    game: &DragonDice,
    counted: Counted,
    line: TallyLine,
    amount: u16,
    why: Rule,
) -> String {
    let (kind, rule) = (counted.name(), names::rule_name(game, why));
    match line {
        TallyLine::Icons => format!("{kind}: {amount} from icons"),
        TallyLine::Ids => format!("{kind}: +{amount} from IDs"),
        TallyLine::Subtracted => format!("{kind}: -{amount} {rule}"),
        TallyLine::Halved => format!("{kind}: -{amount} halved by {rule}"),
        TallyLine::Specials => format!("{kind}: +{amount} from special icons"),
        TallyLine::Doubled => format!("{kind}: +{amount} doubled by {rule}"),
        TallyLine::Added => format!("{kind}: +{amount} {rule}"),
        TallyLine::CountedAs => format!("{kind}: +{amount} counted as {kind} by {rule}"),
    }
}

fn moved_words(
    game: &DragonDice,
    state: &State,
    owner: Seat,
    pieces: PieceSet,
    (from, to): (Place, Place),
    why: Rule,
) -> String {
    let (seat, dice) =
        (names::seat_word(game, owner), names::dice_words(game, state, owner, pieces));
    let (source, rule) = (names::place_word(game, state, from), names::rule_name(game, why));
    let verb = |one: &'static str, many: &'static str| if pieces.len() > 1 { many } else { one };
    let goes = verb("goes", "go");
    match to {
        Place::DEAD if from == Place::BURIED => {
            format!("{seat}'s {dice} {goes} from buried to dead ({rule})")
        }
        Place::DEAD => format!("{seat}'s {dice} {} at {source} ({rule})", verb("dies", "die")),
        Place::BURIED => format!("{seat}'s {dice} {} buried ({rule})", verb("is", "are")),
        Place::OUT => {
            format!("{seat}'s {dice} {} the game ({rule})", verb("leaves", "leave"))
        }
        to if from == Place::OUT => {
            format!("{seat}'s {dice} {goes} to {} ({rule})", names::place_word(game, state, to))
        }
        to => format!(
            "{seat}'s {dice} {goes} from {source} to {} ({rule})",
            names::place_word(game, state, to)
        ),
    }
}

/// What a player has agreed to or taken.
fn accepted_words(game: &DragonDice, state: &State, seat: Seat, why: Rule) -> String {
    let who = names::seat_word(game, seat);
    match why {
        Rule::FirstTurnOrFrontier => format!("{who} takes the first turn"),
        Rule::ManeuverAnnounced if seat == state.marching => format!("{who} maneuvers"),
        Rule::ManeuverAnnounced => format!("{who} counters the maneuver"),
        Rule::KeepOrRoll => format!("{who} keeps the minor terrain's face"),
        why => format!("{who} takes what is offered: {}", names::rule_name(game, why)),
    }
}

/// What a player has refused or let go.
fn declined_words(game: &DragonDice, state: &State, seat: Seat, why: Rule) -> String {
    let who = names::seat_word(game, seat);
    match why {
        Rule::FirstTurnOrFrontier => format!("{who} takes the choice of the Frontier"),
        Rule::ManeuverAnnounced if seat == state.marching => format!("{who} does not maneuver"),
        Rule::ManeuverAnnounced => format!("{who} does not counter the maneuver"),
        Rule::Marches => format!("{who} passes: no march or action here"),
        Rule::CounterAttack => format!("{who} does not strike back"),
        Rule::ReservesPhase => format!("{who} is done with moves to or from the Reserve"),
        why => format!("{who} passes: {}", names::rule_name(game, why)),
    }
}

/// Whether it is the rule of the roll for the order of play, of which even nothing is told.
fn for_order(rule: Rule) -> bool {
    matches!(rule, Rule::OrderOfPlay | Rule::ClassicOrderOfPlay)
}

/// What a roll came to: `7 melee`, or each type of a combination.
pub(super) fn total_words(kind: RollKind, total: &[u16; 5]) -> String {
    let parts: Vec<String> = kind
        .counts()
        .iter()
        .map(|counted| format!("{} {}", total[counted.index()], counted.name()))
        .collect();
    parts.join(", ")
}

/// How an attack comes to its damage; nothing where all that was rolled of it is.
fn attack_sum_words(sum: &AttackSum) -> String {
    let AttackSum { with, results, saved, unsaved } = *sum;
    if saved == 0 && unsaved == 0 {
        return String::new();
    }
    let saved = if saved > 0 { format!(", {saved} saved") } else { String::new() };
    let unsaved = if unsaved > 0 { format!(", {unsaved} past saves") } else { String::new() };
    format!("{results} {}{saved}{unsaved}: ", with.name())
}
