//! Questions answered: which there are, and where a figure can go.

use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State, Turn};
use crate::rules::move_points::move_modifiers;
use crate::rules::reach::Destination;
use crate::rules::roaming::Roam;
use crate::rules::{held, reach, roaming};
use crate::tables::rule::Rule;
use crate::words::{ask_field, ask_odds, ask_sight, card, draw, nouns};
use std::collections::BTreeMap;
use umpire_core::data::suggest;
use umpire_core::host::{Answer, Question, Shows, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruling::{Explain, Fact, Node, Ruling};
use umpire_core::scene::{Paint, Shape};
use umpire_core::seat::Seat;

/// What may be asked, and how.
pub(crate) const QUESTIONS: &[Question] = &[
    Question::new(
        "los FIGURE FIGURE",
        "who sees whom, how far away, what is in the way (also between spaces: `los A1 F7 as CARD`)",
    ),
    Question::new("sight FIGURE", "what it sees of the battlefield from where it stands"),
    Question::new("reach FIGURE", "where it can go, at what cost and risk"),
    Question::new(
        "odds FIGURE attacks FIGURE",
        "exact odds of an attack (also `uses N on FIGURE`, `attacks door SPACE`)",
    ),
    Question::new("odds 3 v 4", "exact odds of so many dice alone"),
    Question::new(
        "odds roll-off",
        "who wins a roll-off; `odds initiative` with what glyphs add now",
    ),
    Question::new("card CARD", "what is on an army card").shows(Shows::Piece),
];

/// Answers a question, typed with its verb first.
pub(crate) fn answer(
    game: &HeroScape,
    state: &State,
    (asked, text): (Option<Seat>, &str),
    budget: &Budget,
) -> Result<Answer, Slip> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let (verb, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
    match verb {
        "los" => ask_sight::answer_sight(game, state, rest),
        "sight" => ask_field::answer_field(game, state, rest, budget),
        "reach" => answer_reach(game, state, rest),
        "odds" => ask_odds::answer_odds(game, state, (asked, rest), budget),
        "card" => card::answer_card(game, state, rest),
        _ => Err(Slip::new(format!("`{verb}` is no question"))
            .meant(suggest(verb, ["los", "sight", "reach", "odds", "card"]))),
    }
}

pub(super) fn on_battlefield(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
) -> Result<(), Slip> {
    match state.spaces(figure) {
        Some(_) => Ok(()),
        None => {
            let name = game.figure_name(state, figure);
            Err(Slip::new(format!("{name} is not on the battlefield")))
        }
    }
}

/// What keeps a figure where it is, and by which rule.
fn held_by_something(game: &HeroScape, state: &State, figure: FigureId) -> Option<(Rule, String)> {
    let mut ruling: Ruling<Rule> = Ruling::default();
    let _ = held::check_free(game, state, figure, &mut ruling);
    ruling.nodes.iter().find_map(|node| match node {
        Node::Premise { rule, holds: false, fact, .. } => Some((*rule, fact.says.clone())),
        _ => None,
    })
}

fn answer_reach(game: &HeroScape, state: &State, rest: &str) -> Result<Answer, Slip> {
    let figure = nouns::figure_or_slip(game, state, rest)?;
    on_battlefield(game, state, figure)?;
    let mut alone = state.clone();
    let moving = state.turn.moving.filter(|moving| moving.figure == figure);
    let roams = roaming::may_roam(game, state, figure);
    // A power's move is for those whom the power moves; who else is asked about moves as in a turn.
    if !roams && roaming::roam(game, state).is_some() {
        alone.steps.clear();
        alone.runs.clear();
    }
    // Outside its turn the figure is asked about as if its move were about to begin.
    if moving.is_none() && !roams {
        alone.turn = Turn::default();
    }
    let mut ruling: Ruling<Rule> = Ruling::default();
    let points = match roaming::roam(game, &alone).filter(|_| roams) {
        Some(Roam { budget: Some(points), .. }) => points,
        roam => {
            move_modifiers(game, &alone, figure, &mut ruling) + roam.map_or(0, |roam| roam.plus)
        }
    };
    let name = game.figure_name(state, figure);
    let points = match moving {
        Some(moving) => format!("{} of {points} points left", moving.budget - moving.spent),
        None => format!("{points} points"),
    };
    let rooted = state.spaces(figure).filter(|spaces| spaces.is_rooted());
    let stays = match (rooted, moving) {
        (Some(spaces), _) => {
            let says = format!("it stands on {} spaces", spaces.count());
            Some((Rule::ManySpacesStay, says))
        }
        (None, Some(moving)) if moving.stopped => {
            Some((Rule::ForcedStops, "its move was ended by what it entered".to_string()))
        }
        _ => held_by_something(game, &alone, figure),
    };
    if let Some((rule, says)) = stays {
        let _ = ruling.require(rule, false, || Fact::says(&says));
        return Ok(Answer {
            headline: format!("{name} has {points} and has to stay where it is: {says}"),
            ruling: Some(ruling.cited(|rule| game.cite_rule(*rule))),
            ..Answer::default()
        });
    }
    let mut ways = reach::ways(game, &alone, figure);
    ways.extend(reach::flights(game, &alone, figure));
    let mut rows = vec![["space", "points", "how", "risk"].map(String::from).to_vec()];
    let mut scene = draw::draw(game, state);
    let (mut places, mut before) = (BTreeMap::new(), None);
    let mut ways = ways.iter().peekable();
    while let Some(way) = ways.next() {
        let place = Some((way.lead, way.trail, way.flight));
        let safer = place == before;
        let is_next =
            |other: &&&Destination| place == Some((other.lead, other.trail, other.flight));
        // Between the cheapest and the safest way to a place there may be others.
        if safer && ways.peek().filter(is_next).is_some() {
            continue;
        }
        before = place;
        let names: Vec<_> = way.stands().spaces().map(|space| game.ground.name(space)).collect();
        let how = match (way.flight, safer) {
            (true, _) => "fly",
            (false, true) => "walk safely",
            (false, false) => "walk",
        };
        rows.push(vec![names.join(" "), way.cost.to_string(), how.into(), way.risk.says()]);
        let least = places.entry((way.lead, way.trail)).or_insert(way.cost);
        *least = way.cost.min(*least);
    }
    // Where it may walk and fly to, one place is drawn.
    for ((lead, _), cost) in &places {
        let hex = game.ground.board.hex_of(*lead);
        let at = hex.drawn();
        let paint = Paint::filled("#ffe066", "#8a6d00", 0.04);
        scene.shapes.push(Shape::Circle { centre: at, radius: 0.3, paint });
        let (words, colour) = (cost.to_string(), "#000000".to_string());
        scene.shapes.push(Shape::Text { at, size: 0.34, words, colour });
    }
    let places = places.len();
    Ok(Answer {
        headline: format!("{name} has {points} and can end its move at {places} places"),
        yes: None,
        ruling: Some(ruling.cited(|rule| game.cite_rule(*rule))),
        rows,
        scene: Some(scene),
        ..Answer::default()
    })
}
