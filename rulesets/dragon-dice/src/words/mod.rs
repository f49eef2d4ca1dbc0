//! How the game is said, typed, drawn, asked about and weighed: what `Hosted` hands on.

#[doc(hidden)]
pub mod alike;
#[doc(hidden)]
pub mod ask;
#[doc(hidden)]
pub mod attack;
pub(crate) mod card;
mod complete;
mod draw;
mod draw_dice;
mod facts;
mod missing;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod odds;
mod parse;
mod parse_amendment;
#[doc(hidden)]
pub mod read_names;
mod say;
pub(crate) mod say_action;
mod say_choice;
mod say_effect;
mod score;
pub(crate) mod standings;
pub(crate) mod stock;
mod terms;
#[doc(hidden)]
pub mod told;
#[doc(hidden)]
pub mod totals;

pub(crate) use say::roll_word;

use crate::action::Action;
use crate::amend::Amendment;
use crate::catalog::Counted;
use crate::event::Event;
use crate::game::DragonDice;
use crate::leaving;
use crate::rule::Rule;
use crate::state::State;
use std::collections::BTreeMap;
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Choice, Game};
use umpire_core::host::{Answer, Question, Slip, Usage, UsageKind};
use umpire_core::odds::Budget;
use umpire_core::scene::Scene;
use umpire_core::seat::Seat;

const QUESTIONS: &[Question] = &[
    Question::new(
        "odds ARMY melee|missile ARMY [--assume best|worst]",
        "exact odds of the damage, and of what comes back; bare dice as `2 oak, oakling` do for an army",
    ),
    Question::new(
        "odds ARMY rolls melee|save|magic|maneuver|dragon [against ARMY]",
        "exact odds of a roll, or of who comes to more",
    ),
    Question::new("targets ARMY", "whom it may attack, and why not"),
    Question::new("where [SEAT] DIE", "where dice of a kind lie"),
    Question::new("die DIE", "what is on a die").about_tables(),
    Question::new("spell SPELL", "what a spell does").about_tables(),
];

const USAGES: &[(&str, &str)] = &[
    ("march PLACE", "this army marches (`home A`, `frontier`, `reserve`)"),
    ("maneuver", "the army maneuvers"),
    ("up | down", "the terrain turns so, after a maneuver"),
    ("melee SEAT", "a melee attack"),
    ("missile SEAT at PLACE", "a missile attack"),
    ("magic", "a magic action"),
    ("counter", "strike back, or counter a maneuver"),
    ("yes | pass", "take what is offered, or not (`no`)"),
    ("done", "no more moves, no more spells (`end`)"),
    ("take DICE", "pick dice: `take 2 oakling, oak`, `take oakling showing save`, `take nothing`"),
    ("choose SEAT DIE", "pick one die of anybody: `choose B red-drake at frontier`"),
    (
        "cast [N] SPELL on TARGET [with ELEMENT]",
        "an army, a place, a die, `DICE of ARMY`, `DIE to PLACE`",
    ),
    ("move DICE to PLACE", "from the reserve"),
    ("retreat DICE from PLACE", "to the reserve"),
    ("fly DICE from PLACE to PLACE", "from terrain to terrain"),
    ("exchange DICE for DICE", "units for others"),
    ("recruit DIE", "a unit comes back"),
    ("resolve ICON", "this special icon acts next"),
    ("split N TYPE N TYPE", "what IDs count as: `split 4 melee 2 save`"),
    ("bring MINOR", "a minor terrain comes into play"),
    ("keep | roll | bury", "what becomes of the minor terrain"),
    ("face FACE", "turn the die to this face"),
    ("name FACE", "what a castle counts as"),
    ("go PLACE | player SEAT | element ELEMENT", "answers to what is asked"),
    ("home DICE; campaign DICE; terrain N", "divide the force before the game"),
    ("first | choose frontier | frontier of SEAT", "before the first turn"),
];

/// How changes of the position are typed.
const CHANGES: &[(&str, &str)] = &[
    ("put SEAT DICE [from PLACE] to PLACE", "dice lie somewhere else"),
    ("terrain PLACE NUMBER", "the terrain shows that number"),
    ("holder PLACE SEAT|none", "who holds the terrain's eighth face"),
    ("named PLACE FACE", "what a castle counts as"),
    ("held PLACE TURNS", "through how many turn starts it has been held"),
    ("minor ARMY FACE", "what a minor terrain shows"),
    ("begin SPELL on ARMY|PLACE|SEAT [by SEAT]", "something lasts (ARMY as `A frontier`)"),
    ("end NUMBER|SPELL", "it lasts no longer"),
    ("turn SEAT", "that player's turn begins"),
];

/// How dice are typed.
const FACES: &[(&str, &str)] = &[(
    "FACES",
    "dice in the order asked: `i m 2s x i` or `id melee 2-save`, `/` between two rolls",
)];

/// What a seat is called.
pub(crate) fn seat_word(game: &DragonDice, seat: Seat) -> String {
    if seat == Seat::JUDGE { "the judge".to_string() } else { leaving::name_of(game, seat) }
}

/// An event in a player's words; `None` where it says nothing of its own.
pub(crate) fn event_words(game: &DragonDice, after: &State, event: &Event) -> Option<String> {
    say::say(game, after, event)
}

/// An action as it would be typed.
pub(crate) fn action_words(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    action: &Action,
) -> String {
    say_action::typed(game, state, seat, action)
}

/// What an attack, a spell or an icon does, by its rule.
pub(crate) fn action_meaning(game: &DragonDice, action: &Action) -> Option<String> {
    let rule = match action {
        Action::Attack { with: Counted::Melee, .. } => Rule::MeleeAction,
        Action::Attack { .. } => Rule::MissileAction,
        Action::Magic => Rule::MagicAction,
        Action::Cast(cast) => {
            return Some(terms::spell_words(&game.catalog, game.catalog.spell(cast.spell)));
        }
        Action::Resolve(sai) => Rule::Sai(*sai),
        _ => return None,
    };
    let says = rule_words(game, rule)?;
    let named = ["melee: ", "missile: ", "magic: "].iter().find_map(|name| says.strip_prefix(name));
    Some(named.unwrap_or(&says).to_string())
}

/// What a rule says, in the one line of the rule index.
pub(crate) fn rule_words(game: &DragonDice, rule: Rule) -> Option<String> {
    match rule {
        Rule::Sai(sai) => Some(game.catalog.sai(sai).says.clone()),
        Rule::Spell(spell) => Some(game.catalog.spell(spell).says.clone()),
        Rule::Ability(ability) => Some(game.catalog.ability(ability).says.clone()),
        rule => {
            use umpire_core::ruling::RuleId;
            game.catalog.rules.get(rule.id()).map(|entry| entry.says.clone())
        }
    }
}

/// A question to a seat.
pub(crate) fn choice_words(game: &DragonDice, state: &State, choice: &Choice<Rule>) -> String {
    say_choice::question_words(game, state, choice)
}

/// What a group of dice is rolled for.
pub(crate) fn group_words(game: &DragonDice, state: &State, group: &DiceGroup) -> String {
    say_choice::purpose_words(game, state, group)
}

/// Which faces count in an army's roll.
pub(crate) fn counting(game: &DragonDice, state: &State, group: &DiceGroup) -> Option<String> {
    say_choice::counting_words(game, state, group)
}

/// A change of the position, in the judge's words.
pub(crate) fn amendment_words(game: &DragonDice, state: &State, change: &Amendment) -> String {
    parse_amendment::say_change(game, state, change)
}

/// Reads an action as a person types it.
pub(crate) fn parse_action(
    game: &DragonDice,
    state: &State,
    seat: Seat,
    text: &str,
) -> Result<Action, Slip> {
    parse::read_action(game, state, seat, text)
}

/// Reads a change of the position as a judge types it.
pub(crate) fn parse_change(
    game: &DragonDice,
    state: &State,
    text: &str,
) -> Result<Amendment, Slip> {
    parse_amendment::read_change(game, state, text)
}

/// How actions, amendments and dice are typed.
pub(crate) fn usage_lines() -> Vec<Usage> {
    let actions = Usage::rows(UsageKind::Action, USAGES);
    let changes = Usage::rows(UsageKind::Amendment, CHANGES);
    actions.chain(changes).chain(Usage::rows(UsageKind::Faces, FACES)).collect()
}

/// Lines that could follow what has been typed so far.
pub(crate) fn completions(game: &DragonDice, state: &State, seat: Seat, text: &str) -> Vec<String> {
    complete::continued(game, state, seat, text)
}

/// How good a view looks to its seat; higher is better.
pub(crate) fn score_view(game: &DragonDice, view: &State, seat: Seat) -> f64 {
    score::weigh(game, view, seat)
}

/// Actions worth weighing by a player who looks ahead.
pub(crate) fn worth_weighing(game: &DragonDice, state: &State, seat: Seat, into: &mut Vec<Action>) {
    game.legal(state, seat, into);
}

/// The table as a picture and as text.
pub(crate) fn draw(game: &DragonDice, state: &State) -> Scene {
    draw::picture(game, state)
}

/// What may be asked.
pub(crate) fn question_list() -> &'static [Question] {
    QUESTIONS
}

/// Answers a question, typed with its verb first.
pub(crate) fn answer(
    game: &DragonDice,
    state: &State,
    seat: Option<Seat>,
    text: &str,
    budget: &Budget,
) -> Result<Answer, Slip> {
    ask::answer_question(game, state, seat, text, budget)
}

/// Facts of a position by name.
pub(crate) fn facts_of(game: &DragonDice, state: &State) -> BTreeMap<String, String> {
    facts::list_facts(game, state)
}
