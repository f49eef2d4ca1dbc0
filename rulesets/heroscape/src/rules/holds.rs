//! Whether filters and circumstances hold in a position, and what amounts count to.

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::{CopyId, Fielded, FigureId, FigureSet, Place, PowerRef, State};
use crate::position::step::{DoorAttack, DoorStep, Step};
use crate::rules::blow::attacks_of;
use crate::rules::move_points::move_modifiers;
use crate::rules::{blow, defense, doorways, frozen, sight};
use crate::tables::abilities::{Ability, Circumstance, Count, Filter, Moment, Near, Whose};
use umpire_core::hex::SpaceId;

/// The figures that a power's words speak of.
#[derive(Debug, Clone, Copy)]
pub struct Parties {
    /// Whose card prints the power.
    pub source: FigureId,
    /// Whose number changes, or who acts.
    pub figure: FigureId,
    /// The other figure of the attack, or who came near.
    pub opponent: Option<FigureId>,
    /// Which special attack is made; none for a normal one.
    pub special: Option<u8>,
    /// Wounds that are about to be received.
    pub wounds: u8,
    /// The moment that is asked about, if it is one.
    pub moment: Option<Moment>,
    /// Whether it is about an attack, and not about leaving dice or what a power does.
    pub in_attack: bool,
}

impl Parties {
    /// One figure by itself.
    pub fn alone(figure: FigureId) -> Parties {
        Parties {
            source: figure,
            figure,
            opponent: None,
            special: None,
            wounds: 0,
            moment: None,
            in_attack: true,
        }
    }
}

fn one_of(list: &[String], word: &str) -> bool {
    list.is_empty() || list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a figure meets a filter, read from a source.
pub fn meets(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    subject: FigureId,
    filter: &Filter,
) -> bool {
    is_of(game, state, source, subject, filter)
        && is_placed_so(game, state, source, subject, filter)
}

/// The part of a filter that speaks of the card and of whose the figure is.
pub fn is_of(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    subject: FigureId,
    filter: &Filter,
) -> bool {
    let (from, its) = (state.figure(source), state.figure(subject));
    let whose = match filter.whose {
        Whose::Any => true,
        Whose::Own => from.controller == its.controller,
        Whose::Friends => state.friends(from.controller, its.controller),
        Whose::Opponents => !state.friends(from.controller, its.controller),
    };
    if !whose || filter.itself.is_some_and(|itself| itself != (source == subject)) {
        return false;
    }
    let like = || state.copy(from.copy).card == state.copy(its.copy).card;
    if filter.same_card.is_some_and(|same| same != like()) {
        return false;
    }
    card_meets(game, state, its.copy, filter)
        && (filter.has.is_empty()
            || filter.has.iter().any(|known| game.has(state, subject, *known)))
        && !filter.lacks.iter().any(|known| game.has(state, subject, *known))
        && filter.wounded.is_none_or(|wounded| wounded == (its.wounds > 0))
        && filter.chosen.is_none_or(|chosen| {
            let leader = chosen_by(game, state, source);
            chosen == leader.is_some_and(|copy| copy == its.copy)
        })
}

/// Whether a fielded card is of one of those classes: by its print, or by what a power made of it.
pub fn is_of_class(game: &HeroScape, state: &State, copy: CopyId, classes: &[String]) -> bool {
    let given = state.copy(copy).becomes.and_then(|at| game.words_given(at));
    let printed = &game.card_of(state, copy).class;
    let class = given.and_then(|words| words.class.as_ref()).unwrap_or(printed);
    classes.iter().any(|known| known.eq_ignore_ascii_case(class))
}

/// Whether what is printed on a fielded card meets a filter.
pub fn card_meets(game: &HeroScape, state: &State, copy: CopyId, filter: &Filter) -> bool {
    let card = game.card_of(state, copy);
    let words = state.copy(copy).becomes.and_then(|at| game.words_given(at));
    let word = |given: Option<&Option<String>>, printed: &str| -> String {
        given.and_then(Option::as_deref).unwrap_or(printed).to_string()
    };
    filter.kind.is_none_or(|kind| kind == card.kind)
        && (filter.rarity.is_empty() || filter.rarity.contains(&card.rarity))
        && (filter.size.is_empty() || filter.size.contains(&card.size))
        && filter.range.is_none_or(|range| range == card.range)
        && filter.range_at_least.is_none_or(|range| range <= card.range)
        && one_of(&filter.general, &card.general)
        && one_of(&filter.cards, &card.id)
        && match words {
            None => {
                one_of(&filter.species, &card.species)
                    && one_of(&filter.class, &card.class)
                    && one_of(&filter.personality, &card.personality)
            }
            Some(given) => {
                one_of(&filter.species, &word(Some(&given.species), &card.species))
                    && one_of(&filter.class, &word(Some(&given.class), &card.class))
                    && one_of(
                        &filter.personality,
                        &word(Some(&given.personality), &card.personality),
                    )
            }
        }
}

/// The part of a filter that speaks of where the figure stands.
fn is_placed_so(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    subject: FigureId,
    filter: &Filter,
) -> bool {
    filter.adjacent.is_none_or(|near| near == game.adjacent(state, source, subject))
        && filter.spaces.is_none_or(|spaces| {
            source == subject
                || game.range(state, source, subject).is_some_and(|found| found <= spaces)
        })
        && filter.engaged.is_none_or(|engaged| engaged == game.is_engaged(state, subject))
        && filter.levels.is_none_or(|levels| within_levels(game, state, source, subject, levels))
        && filter.passed_over.is_none_or(|over| over == flew_over(game, state, source, subject))
        && filter.base_levels.is_none_or(|levels| {
            let level = |id| game.stands(state, id).map_or(0, |its| game.ground.level(its.lead));
            (level(source) - level(subject)).abs() <= levels
        })
        && (filter.on.is_empty() || stands_on(game, state, subject, &filter.on))
        && filter.engaged_with.is_none_or(|least| {
            let card = state.copy(state.figure(source).copy).card;
            let own = state.figure(source).controller;
            let engaged = game.engaged_with(state, subject);
            let of_card = engaged.iter().filter(|other| {
                let its = state.figure(**other);
                state.copy(its.copy).card == card && its.controller == own
            });
            of_card.count() >= usize::from(least)
        })
        && filter.near.as_ref().is_none_or(|near| is_near(game, state, source, subject, near))
        && filter.within.is_none_or(|spaces| {
            source == subject || sight::within_clear_sight(game, state, source, subject, spaces)
        })
        && (!filter.in_sight
            || source == subject
            || sight::sees(game, state, source, subject, Part::Any))
        && filter.except.as_ref().is_none_or(|except| !meets(game, state, source, subject, except))
}

/// Whether a figure that has flown in this turn may have passed over another: the other lies on a way from where
/// it began to where it is that its Move allows, with nothing hanging over it.
fn flew_over(game: &HeroScape, state: &State, flier: FigureId, other: FigureId) -> bool {
    let (Some(from), Some(to)) = (started(state, flier), state.spaces(flier)) else {
        return false;
    };
    let Some(over) = state.spaces(other).filter(|_| state.turn.flown.contains(flier)) else {
        return false;
    };
    let range = |a: Footprint, b: Footprint| {
        a.spaces()
            .flat_map(|one| b.spaces().filter_map(move |two| game.space_range(one, two)))
            .min()
    };
    let moves = move_modifiers(game, state, flier, &mut umpire_core::ruling::Silent);
    let open = over.spaces().all(|space| game.ground.room(space).is_none());
    match (range(from, over), range(over, to)) {
        (Some(there), Some(on)) => {
            open && from != to && i32::from(there) + i32::from(on) <= i32::from(moves)
        }
        _ => false,
    }
}

fn is_near(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    subject: FigureId,
    near: &Near,
) -> bool {
    let close = |other: &FigureId| {
        *other != subject
            && match near.within {
                None => game.adjacent(state, subject, *other),
                Some(spaces) => sight::within_clear_sight(game, state, subject, *other, spaces),
            }
            && meets(game, state, source, *other, &near.who)
    };
    let figures = state.all_figures().map(|(id, _)| id);
    let found = figures.filter(|id| state.spaces(*id).is_some()).filter(close).count();
    found >= usize::from(near.count.unwrap_or(1))
}

/// Whether a figure's base is at most so many levels over another's top or under its base.
pub fn within_levels(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    subject: FigureId,
    levels: i16,
) -> bool {
    let level = |figure| game.stands(state, figure).map(|its| game.ground.level(its.lead));
    let (Some(own), Some(its)) = (level(source), level(subject)) else { return false };
    its <= own + game.card(state, source).height + levels && its >= own - levels
}

/// Whether a figure stands, with at least one of its spaces, on a terrain of those words.
pub fn stands_on(game: &HeroScape, state: &State, figure: FigureId, words: &[String]) -> bool {
    let spaces = game.stands(state, figure).into_iter().flat_map(Footprint::spaces);
    spaces.into_iter().any(|space| is_ground(game, state, space, words))
}

/// Whether a space is of a terrain of those words: the id of its tile, or one of its tags.
pub fn is_ground(game: &HeroScape, state: &State, space: SpaceId, words: &[String]) -> bool {
    let frozen =
        frozen::is_frozen(game, state, space).then(|| game.catalog.terrain.tile_named("ice"));
    let frozen = frozen.flatten().map(|row| row as u16);
    let row = frozen.unwrap_or_else(|| game.tile_at(state, space).row);
    let Some(tile) = game.catalog.terrain.tiles.get(usize::from(row)) else { return false };
    words.iter().any(|word| {
        let group: &[&str] = match word.as_str() {
            "snow_or_ice" => &["snow", "ice"],
            _ => &[],
        };
        *word == tile.id
            || (word == "road" && tile.road)
            || tile.tags.contains(word)
            || group.iter().any(|one| tile.tags.iter().any(|tag| tag == one))
    })
}

/// Whether an obstacle of those words stands beside one of some spaces.
pub fn is_beside(game: &HeroScape, spaces: Footprint, words: &[String]) -> bool {
    pieces_beside(game, spaces, words).next().is_some()
}

/// Whether one and the same obstacle of those words stands beside some spaces and beside others.
pub fn share_obstacle(
    game: &HeroScape,
    (here, there): (Footprint, Footprint),
    words: &[String],
) -> bool {
    pieces_beside(game, here, words)
        .any(|piece| pieces_beside(game, there, words).any(|other| other == piece))
}

/// The obstacles of those words that stand beside one of some spaces, by their numbers.
fn pieces_beside(
    game: &HeroScape,
    spaces: Footprint,
    words: &[String],
) -> impl Iterator<Item = usize> {
    let beside = spaces.spaces().flat_map(|space| game.ground.obstacles_beside(space));
    beside.filter(|(_, row)| is_obstacle(game, *row, words)).map(|(piece, _)| piece)
}

/// Whether a row of the obstacle table is of one of those words.
fn is_obstacle(game: &HeroScape, row: u16, words: &[String]) -> bool {
    let Some(obstacle) = game.catalog.terrain.obstacles.get(usize::from(row)) else {
        return false;
    };
    words.iter().any(|word| {
        *word == obstacle.id
            || (word == "jungle" && obstacle.jungle)
            || obstacle.id.starts_with(word.as_str())
            || (word == "tree" && obstacle.id.contains("tree"))
    })
}

/// The card that a figure's card chose at the start of the game.
pub fn chosen_by(game: &HeroScape, state: &State, figure: FigureId) -> Option<CopyId> {
    let own = state.figure(figure).copy;
    let choice = state.copy(own).chosen;
    choice.or_else(|| {
        // Copies of one common card share their choice.
        let mut alike = state.all_copies().filter(|(id, _)| game.matches(state, own, *id));
        alike.find_map(|(_, copy)| copy.chosen)
    })
}

/// Whether all circumstances hold.
pub fn holds_all(game: &HeroScape, state: &State, parties: Parties, all: &[Circumstance]) -> bool {
    all.iter().all(|one| circumstance(game, state, parties, one))
}

fn circumstance(game: &HeroScape, state: &State, parties: Parties, one: &Circumstance) -> bool {
    let Parties { source, figure, opponent, special, wounds, moment, in_attack } = parties;
    let turn = &state.turn;
    let copy = state.figure(figure).copy;
    let started = || self::started(state, figure);
    match one {
        Circumstance::Adjacent => match opponent {
            Some(other) => game.adjacent(state, figure, other),
            None => is_beside_door_attacked(game, state, figure),
        },
        Circumstance::NotAdjacent => {
            opponent.is_some_and(|other| !game.adjacent(state, figure, other))
        }
        Circumstance::HeightAdvantage => opponent.is_some_and(|other| {
            let level = |of| game.stands(state, of).map(|its| game.ground.level(its.lead));
            level(figure) > level(other)
        }),
        Circumstance::NotAdjacentAtStart => {
            opponent.is_some_and(|other| !adjacent_at_start(game, state, figure, other))
        }
        Circumstance::SpacesAtStart(least) => opponent.is_some_and(|other| {
            let (Some(a), Some(b)) = (started(), self::started(state, other)) else {
                return false;
            };
            let spaces = a
                .spaces()
                .flat_map(|from| b.spaces().filter_map(move |to| game.space_range(from, to)))
                .min();
            spaces.is_some_and(|spaces| spaces >= *least)
                && saw_at_start(game, state, figure, other)
        }),
        Circumstance::Moved => turn.moved.contains(figure),
        Circumstance::NotMoved => !turn.moved.contains(figure),
        Circumstance::NobodyMoved => {
            let after = moment == Some(Moment::AfterTurn);
            turn.moved.is_empty() && (after || acts(game, state, figure))
        }
        Circumstance::Engaged => game.is_engaged(state, figure),
        Circumstance::Unengaged => !game.is_engaged(state, figure),
        Circumstance::StartedEngaged => engaged_at_start(game, state, figure),
        Circumstance::StartedUnengaged => {
            started().is_some() && !engaged_at_start(game, state, figure)
        }
        Circumstance::StartedOn(words) => started().is_some_and(|spaces| {
            spaces.spaces().any(|space| is_ground(game, state, space, words))
        }),
        Circumstance::On(words) => stands_on(game, state, figure, words),
        Circumstance::StartedNear(filter) => state.all_figures().any(|(other, _)| {
            other != figure
                && adjacent_at_start(game, state, figure, other)
                && is_of(game, state, figure, other, filter)
        }),
        Circumstance::Beside(words) => {
            state.spaces(figure).is_some_and(|spaces| is_beside(game, spaces, words))
        }
        Circumstance::StartedBeside(words) => {
            started().is_some_and(|spaces| is_beside(game, spaces, words))
        }
        Circumstance::NearGround(words) => state.spaces(figure).is_some_and(|spaces| {
            spaces.spaces().any(|space| {
                is_ground(game, state, space, words)
                    || game
                        .ground
                        .board
                        .neighbours(space)
                        .any(|(_, next)| is_ground(game, state, next, words))
            })
        }),
        Circumstance::Army(filter) => {
            let seat = state.figure(source).controller;
            game.cards_in_play(state, seat).all(|card| card_meets(game, state, card, filter))
        }
        Circumstance::Controls(filter) => state.all_figures().any(|(other, its)| {
            other != figure
                && its.controller == state.figure(source).controller
                && state.spaces(other).is_some()
                && meets(game, state, source, other, filter)
        }),
        Circumstance::Wounds(least) => state.figure(figure).wounds >= *least,
        Circumstance::HiddenMarkers(count) => {
            on_copies(game, state, copy, Fielded::unrevealed) == u32::from(*count)
        }
        Circumstance::Marked => on_copies(game, state, copy, Fielded::marker_count) > 0,
        Circumstance::MarkersOn(filter) => {
            let seat = state.figure(source).controller;
            let mut marked = state
                .all_copies()
                .filter(|(_, its)| its.controller == seat && its.has_markers())
                .peekable();
            marked.peek().is_some() && marked.all(|(card, _)| card_meets(game, state, card, filter))
        }
        Circumstance::Active => state.copy(state.figure(source).copy).active,
        Circumstance::AttackedByComrade => opponent.is_some_and(|other| {
            turn.attacks.iter().any(|made| {
                made.target == other
                    && made.figure != figure
                    && game.matches(state, state.figure(made.figure).copy, copy)
            })
        }),
        Circumstance::AttackedBefore => opponent.is_some_and(|other| {
            let made = attacks_of(state, figure).filter(|made| made.target == other);
            made.count() > under_way(state, parties)
        }),
        Circumstance::HasAttacked => attacks_of(state, figure).count() > under_way(state, parties),
        Circumstance::AttackedAny(filter) => attacks_of(state, figure)
            .any(|made| made.target != figure && is_of(game, state, source, made.target, filter)),
        Circumstance::CardAttacked => turn.attacks.iter().any(|made| {
            let its = state.figure(made.figure);
            game.matches(state, its.copy, copy) && its.controller == state.figure(figure).controller
        }),
        Circumstance::Skulls(least) => {
            attacks_of(state, figure).last().is_some_and(|made| made.skulls >= *least)
        }
        Circumstance::RolledDefense => {
            let fought = state.attack.as_ref().map(|attack| attack.attacker);
            let defender = opponent.filter(|_| fought == Some(figure)).unwrap_or(figure);
            defense::let_defend(game, state, defender)
        }
        Circumstance::Activated => is_activated(game, state, figure),
        Circumstance::NoSpecialAttack => {
            !turn.attacks.iter().any(|made| made.figure == figure && made.special.is_some())
        }
        Circumstance::NotUsed(name) => !has_used(game, state, figure, name),
        Circumstance::Used(name) => has_used(game, state, figure, name),
        Circumstance::UsedForEachAttack(name) => {
            let made = attacks_of(state, figure).count();
            let used = turn.used.iter().filter(|used| {
                used.figure == figure && game.power_name(used.by).eq_ignore_ascii_case(name)
            });
            used.count() > made - under_way(state, parties).min(made)
        }
        Circumstance::Lethal => would_die(game, state, figure, wounds),
        Circumstance::NotLethal => !would_die(game, state, figure, wounds),
        Circumstance::FirstRound => state.round == 1,
        Circumstance::OwnMarker => turn.by_marker,
        Circumstance::MarkerNumber(number) => {
            state.turns.saturating_sub(1) / state.seats().max(1) + 1 == *number
        }
        Circumstance::Targeted => {
            let targeted = |attack| blow::targeted(game, state, attack);
            state.attack.as_ref().and_then(targeted) == Some(figure)
        }
        Circumstance::NormalAttack => special.is_none() && in_attack,
        Circumstance::SpecialAttack(name) => special.is_some_and(|at| {
            name.as_ref().is_none_or(|name| {
                [Some(figure), opponent].into_iter().flatten().any(|who| {
                    let special = game.specials(game.card(state, who)).nth(at.into());
                    special.is_some_and(|special| special.name.eq_ignore_ascii_case(name))
                })
            })
        }),
        Circumstance::Opponent(filter) => {
            opponent.is_some_and(|other| meets(game, state, figure, other, filter))
        }
        Circumstance::Itself(filter) => meets(game, state, figure, figure, filter),
        Circumstance::AtLeast { count, who } => {
            let found = state.all_figures().filter(|(id, _)| {
                state.spaces(*id).is_some() && meets(game, state, source, *id, who)
            });
            found.count() >= usize::from(*count)
        }
        Circumstance::Inflicted(least) => wounds >= *least,
        Circumstance::Destroyed => matches!(state.figure(figure).place, Place::Destroyed(_)),
        Circumstance::Not(other) => !circumstance(game, state, parties, other),
        Circumstance::OwnTurn => turn.seat == state.figure(figure).controller,
    }
}

/// How many of a figure's attacks noted in this turn are the one that is asked about.
fn under_way(state: &State, parties: Parties) -> usize {
    let of_it = |step: &Step| match step {
        Step::Door(DoorStep::Attack(DoorAttack { attacker, .. })) => *attacker == parties.figure,
        _ => false,
    };
    let just_made = parties.moment == Some(Moment::AfterAttacking);
    usize::from(just_made || state.attack.is_some() || state.steps.iter().any(of_it))
}

/// Whether a figure is beside the door that it attacks.
fn is_beside_door_attacked(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.steps.iter().any(|step| match step {
        Step::Door(DoorStep::Attack(DoorAttack { attacker, door, .. })) => {
            *attacker == figure && doorways::is_beside(game, state, figure, *door)
        }
        _ => false,
    })
}

/// Whether a turn of its card has activated a figure, or has activated nobody, so that it may be taken for the one; a turn
/// that a power gave since has forgotten whom, the moment that waits has not.
fn is_activated(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    let turn = &state.turn;
    let activated: FigureSet = turn.moved.union(turn.attackers).union(turn.acted);
    let own = state.figure(figure).copy;
    let by_another =
        |user: &FigureId| *user != figure && game.matches(state, own, state.figure(*user).copy);
    let mut used = state.occasions.iter().flat_map(|waits| &waits.done).map(|(user, _)| user);
    activated.contains(figure) || (activated.is_empty() && !used.any(by_another))
}

/// What an amount is multiplied by.
pub fn count(game: &HeroScape, state: &State, parties: Parties, count: &Count) -> i32 {
    let Parties { source, figure, opponent, .. } = parties;
    let wounds = |of: FigureId| i32::from(state.figure(of).wounds);
    let card = state.figure(source).copy;
    match count {
        Count::Wounds => wounds(figure),
        Count::OpponentWounds => opponent.map_or(0, wounds),
        Count::ChosenWounds => {
            let chosen = chosen_by(game, state, source);
            let figures = state.all_figures().filter(|(_, its)| Some(its.copy) == chosen);
            figures.map(|(id, _)| wounds(id)).sum()
        }
        Count::Counters => {
            let alike = state.all_copies().filter(|(id, _)| game.matches(state, card, *id));
            alike.map(|(_, copy)| i32::from(copy.counters)).sum()
        }
        Count::Fallen => i32::from(state.copy(card).casualties),
        Count::OrderMarkers => on_copies(game, state, card, Fielded::marker_count) as i32,
        Count::Figures(filter) => count_figures(game, state, figure, figure, filter),
        Count::FiguresNearOpponent(filter) => opponent.map_or(0, |other| {
            let near = state.all_figures().filter(|(id, _)| {
                *id != other
                    && state.spaces(*id).is_some()
                    && is_of(game, state, source, *id, filter)
                    && filter.adjacent.is_none_or(|near| near == game.adjacent(state, other, *id))
                    && filter.engaged.is_none_or(|engaged| engaged == game.is_engaged(state, *id))
                    && filter
                        .within
                        .is_none_or(|far| sight::within_clear_sight(game, state, other, *id, far))
            });
            near.count() as i32
        }),
        Count::InflictedThisTurn => opponent.map_or(0, |other| {
            let inflicted = state.turn.inflicted.iter().filter(|(on, _)| *on == other);
            inflicted.map(|(_, wounds)| i32::from(*wounds)).sum()
        }),
        Count::Spaces => {
            opponent.and_then(|other| game.range(state, figure, other)).map_or(0, i32::from)
        }
    }
}

/// How many of something lie on a card and its matching copies, as their figures are not kept apart (HS-3.4.1).
fn on_copies(game: &HeroScape, state: &State, card: CopyId, lie: fn(&Fielded) -> u8) -> u32 {
    let alike = state.all_copies().filter(|(id, _)| game.matches(state, card, *id));
    alike.map(|(_, copy)| u32::from(lie(copy))).sum()
}

fn count_figures(
    game: &HeroScape,
    state: &State,
    from: FigureId,
    but: FigureId,
    filter: &Filter,
) -> i32 {
    let figures = state.all_figures().map(|(id, _)| id).filter(|id| *id != but);
    figures
        .filter(|id| state.spaces(*id).is_some() && meets(game, state, from, *id, filter))
        .count() as i32
}

/// Whether so many wounds more would destroy a figure.
pub fn would_die(game: &HeroScape, state: &State, figure: FigureId, wounds: u8) -> bool {
    wounds > 0
        && state.figure(figure).wounds.saturating_add(wounds) >= game.card(state, figure).life
}

/// Whether a figure takes part in the turn under way.
pub fn acts(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.turn.copy.is_some_and(|copy| game.serves(state, copy, figure))
}

/// Whether a power of that name has been used by a figure in this turn.
pub fn has_used(game: &HeroScape, state: &State, figure: FigureId, name: &str) -> bool {
    let own = state.figure(figure).copy;
    let of_it = |user: FigureId, by: PowerRef| {
        let by_card = game.trigger(by).is_some_and(|trigger| trigger.by_card);
        let its = state.figure(user).copy;
        let same = user == figure || (by_card && game.matches(state, own, its));
        same && game.power_name(by).eq_ignore_ascii_case(name)
    };
    // A turn that a power gives before another forgets what was used before it; its moment does not.
    let waiting = state.occasions.iter().flat_map(|occasion| &occasion.done);
    state.turn.used.iter().any(|used| of_it(used.figure, used.by))
        || waiting.into_iter().any(|(user, by)| of_it(*user, *by))
}

/// The spaces that a figure stood on when the turn began, if that was noted.
pub fn started(state: &State, figure: FigureId) -> Option<Footprint> {
    match state.turn.start.get(figure.index()) {
        Some(Place::Board(spaces)) => Some(*spaces),
        _ => None,
    }
}

/// Whether a figure saw any part of another when the turn began, as all stood then (HS-7.3.1).
fn saw_at_start(game: &HeroScape, state: &State, figure: FigureId, other: FigureId) -> bool {
    let mut then = state.clone();
    // What a judge has seen since was seen of another position.
    then.eyes.clear();
    let figures = || state.all_figures().map(|(id, _)| id);
    figures().filter(|id| state.spaces(*id).is_some()).for_each(|id| then.lift(id));
    for id in figures() {
        if let Some(spaces) = started(state, id) {
            then.put(id, spaces);
        }
    }
    sight::sees(game, &then, figure, other, Part::Any)
}

/// Whether two figures were adjacent when the turn began.
pub fn adjacent_at_start(game: &HeroScape, state: &State, one: FigureId, other: FigureId) -> bool {
    let (Some(a), Some(b)) = (started(state, one), started(state, other)) else {
        return false;
    };
    let heights = (game.card(state, one).height, game.card(state, other).height);
    a.spaces().any(|from| b.spaces().any(|to| game.spaces_adjacent(from, to, heights)))
}

fn engaged_at_start(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.all_figures().any(|(other, _)| {
        game.enemies(state, figure, other) && adjacent_at_start(game, state, figure, other)
    })
}

/// Whether a figure can fly, by either ability.
pub fn can_fly(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    game.has(state, figure, Ability::Flying) || game.has(state, figure, Ability::StealthFlying)
}
