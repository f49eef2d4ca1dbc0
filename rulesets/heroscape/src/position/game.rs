//! The game's rules with its tables: what never changes while it is played, and small facts.

use crate::position::footprint::Footprint;
use crate::position::glyphs;
use crate::position::ground::{Ground, SpaceRules};
use crate::position::known::KnownAnswers;
use crate::position::state::{CopyId, FigureId, Lasting, On, PowerRef, Printed, State, What};
use crate::position::terms::{Conditions, Draft, Goal};
use crate::tables::abilities::{
    Ability, Become, Effect, ExtraAttacks, Moment, Power, SpecialAttack, Summary, Trigger,
};
use crate::tables::catalog::{
    ArmyCard, CardId, Catalog, CombatFaces, GlyphEffect, GlyphModifier, Rarity,
};
use crate::tables::edition::Edition;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use std::sync::Arc;
use umpire_core::dice::DieId;
use umpire_core::hex::{Side, SpaceId};
use umpire_core::ruleset::GameTables;
use umpire_core::ruling::RuleId;
use umpire_core::seat::{Seat, Seats};

/// When a game is over, by its scenario.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Goals {
    /// After this round points are counted (HS-8.1.2).
    pub round_limit: Option<u8>,
    /// Points an army may cost (HS-2.1.1).
    pub point_limit: Option<u32>,
    /// The same for single seats, where they differ.
    pub point_limits: Vec<Option<u32>>,
    /// Other ways of winning than to be left (HS-8.1.1).
    pub list: Vec<Goal>,
}

/// The dice of the edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditionDice {
    /// Of attackers.
    pub attack: DieId,
    /// Of defenders.
    pub defense: DieId,
    /// Of falls, leaving an engagement and lava.
    pub hazard: DieId,
    /// The die of twenty.
    pub d20: DieId,
    /// Valkyrie dice, which some powers roll.
    pub valkyrie: DieId,
}

impl EditionDice {
    /// The dice that an edition names; nothing where the table of dice lacks one.
    pub fn of(catalog: &Catalog, edition: &Edition) -> Option<EditionDice> {
        Some(EditionDice {
            attack: catalog.dice.named(&edition.combat_dice.attack)?,
            defense: catalog.dice.named(&edition.combat_dice.defense)?,
            hazard: catalog.dice.named(&edition.combat_dice.hazard)?,
            d20: catalog.dice.named("d20")?,
            valkyrie: catalog.dice.named("valkyrie")?,
        })
    }
}

/// HeroScape: the rules, with the tables, edition and battlefield of one game.
#[derive(Debug, Clone)]
pub struct HeroScape {
    /// Every table.
    pub catalog: Arc<Catalog>,
    /// The edition with its house rules.
    pub edition: Edition,
    /// The edition's name.
    pub edition_name: String,
    /// The battlefield.
    pub ground: Ground,
    /// When it is over.
    pub goals: Goals,
    /// Which dice are rolled.
    pub rolled: EditionDice,
    /// What seats are called.
    pub seat_names: Vec<String>,
    /// The letter of each seat's start zone.
    pub zones: Vec<char>,
    /// How armies are picked, where they are.
    pub draft: Option<Draft>,
    /// Whether it is the basic game (HS-2.4.1).
    pub basic: bool,
    /// What the scenario changes (HS-5.11.1).
    pub conditions: Conditions,
    /// A referee's table without turns: the judge is asked all the time.
    pub free_table: bool,
    /// Answers that were found before.
    pub(crate) known: KnownAnswers,
}

impl HeroScape {
    /// The game on some ground, with nobody on it yet: what is asked of ground alone.
    pub fn on(catalog: &Arc<Catalog>, ground: Ground) -> Option<HeroScape> {
        let edition_name = Catalog::DEFAULT_EDITION;
        let edition = catalog.editions.get(edition_name)?.clone();
        let rolled = EditionDice::of(catalog, &edition)?;
        Some(HeroScape {
            edition,
            edition_name: edition_name.to_string(),
            goals: Goals::default(),
            rolled,
            seat_names: Vec::new(),
            zones: Vec::new(),
            draft: None,
            basic: false,
            conditions: Conditions::default(),
            free_table: true,
            known: KnownAnswers::default(),
            catalog: Arc::clone(catalog),
            ground,
        })
    }

    /// The rule's id, with the row of the table where it speaks of one.
    pub fn cite_rule(&self, rule: Rule) -> String {
        match rule {
            Rule::Terrain(row) => {
                let (id, rule) = self.catalog.terrain.row_rule(row);
                format!("{rule}.{id}")
            }
            Rule::Glyph(glyph) => {
                let id = self.catalog.glyphs.get(usize::from(glyph)).map_or("", |g| &g.id);
                format!("{}.{id}", rule.id())
            }
            Rule::Ability(ability) => format!("{}.{}", rule.id(), ability.name()),
            rule => rule.id().to_string(),
        }
    }

    /// What is printed on a figure's card.
    #[inline]
    pub fn card<'g>(&'g self, state: &State, figure: FigureId) -> &'g ArmyCard {
        self.catalog.card(state.copy(state.figure(figure).copy).card)
    }

    /// What is printed on a fielded card.
    #[inline]
    pub fn card_of<'g>(&'g self, state: &State, copy: CopyId) -> &'g ArmyCard {
        self.catalog.card(state.copy(copy).card)
    }

    /// Whether a figure's card has an ability (HS-7.7.8).
    #[inline]
    pub fn has(&self, state: &State, figure: FigureId, ability: Ability) -> bool {
        let own =
            self.card(state, figure).has(ability) && !state.copy(state.figure(figure).copy).negated;
        if state.glyphs.is_empty() && state.carried.is_empty() {
            return own;
        }
        let lent = || {
            glyphs::glyphs_lend(self, state, |its| its.has(ability))
                && glyphs::powers_of_glyphs(self, state, figure)
                    .any(|(_, power)| power.ability() == ability)
        };
        let flies = matches!(ability, Ability::Flying | Ability::StealthFlying);
        (own || lent()) && !(flies && glyphs::grounding(self, state).is_some())
    }

    /// The abilities of a figure: of its card unless they are negated, and those that spirits gave it.
    pub fn powers_of<'s>(
        &'s self,
        state: &'s State,
        figure: FigureId,
    ) -> impl Iterator<Item = (PowerRef, &'s Power)> {
        let copy = state.figure(figure).copy;
        let fielded = state.copy(copy);
        let card = fielded.card;
        let own = self.catalog.card(card).abilities.iter().filter(|_| !fielded.negated);
        let own = (0u8..).zip(own).map(move |(at, power)| (PowerRef::of_card(card, at), power));
        let given = state.gifts.iter().filter(move |(on, _)| *on == copy && !fielded.negated);
        let given = given.filter_map(|(_, at)| Some((*at, self.power(*at)?)));
        own.chain(given).chain(glyphs::powers_of_glyphs(self, state, figure))
    }

    /// The ability that a reference names.
    pub fn power(&self, at: PowerRef) -> Option<&Power> {
        let all = match at.on {
            Printed::Card(card) => &self.catalog.cards.get(usize::from(card.0))?.abilities,
            Printed::Glyph(glyph) => &self.catalog.glyphs.get(usize::from(glyph.0))?.abilities,
        };
        all.get(usize::from(at.at))
    }

    /// The trigger that a reference names.
    pub fn trigger(&self, at: PowerRef) -> Option<&Trigger> {
        match self.power(at)? {
            Power::Trigger(trigger) => Some(trigger),
            _ => None,
        }
    }

    /// The number of an ability's power among those of its card; a glyph's abilities are a power each.
    pub fn power_number(&self, at: PowerRef) -> u8 {
        match at.on {
            Printed::Card(card) => {
                self.catalog.card(card).power_of.get(usize::from(at.at)).copied().unwrap_or(0)
            }
            Printed::Glyph(_) => at.at,
        }
    }

    /// The name of the power that an ability is of: as on the card, or the glyph's own.
    pub fn power_name(&self, at: PowerRef) -> String {
        match at.on {
            Printed::Card(card) => {
                let power = usize::from(self.power_number(at));
                let named = self.catalog.card(card).powers.get(power);
                named.map_or_else(String::new, |power| power.name.clone())
            }
            Printed::Glyph(glyph) => {
                let glyph = self.catalog.glyphs.get(usize::from(glyph.0));
                glyph.map_or_else(String::new, |glyph| glyph.name.clone())
            }
        }
    }

    /// The abilities of a figure, where it may have what is asked for: where its card has it, or a glyph in play, or spirits gave
    /// anybody anything.
    #[inline]
    pub fn powers_where<'s>(
        &'s self,
        state: &'s State,
        figure: FigureId,
        has: impl Fn(&Summary) -> bool,
    ) -> impl Iterator<Item = (PowerRef, &'s Power)> {
        let may = self.may_have(state, figure, has);
        may.then(|| self.powers_of(state, figure)).into_iter().flatten()
    }

    /// Whether a figure may have something: mostly it has not, and its abilities need not be gone through.
    #[inline]
    pub fn may_have(
        &self,
        state: &State,
        figure: FigureId,
        has: impl Fn(&Summary) -> bool,
    ) -> bool {
        has(&self.card(state, figure).summary)
            || !state.gifts.is_empty()
            || glyphs::glyphs_lend(self, state, has)
    }

    /// Whether a fielded card may have something, or a glyph in play.
    #[inline]
    pub fn any_in_play(&self, state: &State, has: impl Fn(&Summary) -> bool) -> bool {
        state.copies.iter().any(|copy| has(&self.catalog.card(copy.card).summary))
            || !state.gifts.is_empty()
            || glyphs::glyphs_lend(self, state, has)
    }

    /// Whether any fielded card has a trigger at that moment.
    #[inline]
    pub fn has_moment(&self, state: &State, moment: Moment) -> bool {
        state.copies.iter().any(|copy| self.catalog.card(copy.card).summary.has_moment(moment))
            || (!state.gifts.is_empty()
                && state
                    .gifts
                    .iter()
                    .any(|(_, at)| self.trigger(*at).is_some_and(|trigger| trigger.when == moment)))
            || glyphs::glyphs_lend(self, state, |its| its.has_moment(moment))
    }

    /// How often a figure may make normal attacks in a turn, and on what terms.
    pub fn extra_attacks(&self, state: &State, figure: FigureId) -> Option<ExtraAttacks> {
        let fielded = state.copy(state.figure(figure).copy);
        let mut powers = self.powers_where(state, figure, |its| its.has(Ability::ExtraAttacks));
        powers.find_map(|(_, power)| match power {
            Power::ExtraAttacks(extra) if !extra.while_active || fielded.active => {
                let mut extra = *extra;
                if extra.fewer_per_wound {
                    extra.count = extra.count.saturating_sub(state.figure(figure).wounds);
                }
                let more = state.figure(figure).wounds.checked_div(extra.more_per_wounds);
                extra.count = extra.count.saturating_add(more.unwrap_or(0));
                Some(extra)
            }
            _ => None,
        })
    }

    /// Whether something lasting reaches a figure.
    pub fn lasts_on(&self, state: &State, lasting: &Lasting, figure: FigureId) -> bool {
        let its = state.figure(figure);
        match lasting.on {
            On::Figure(on) => on == figure,
            On::Copy(copy) => self.matches(state, copy, its.copy),
            On::Army(seat) => its.controller == seat,
        }
    }

    /// What lasts of a figure.
    pub fn lasting_of<'s>(
        &'s self,
        state: &'s State,
        figure: FigureId,
    ) -> impl Iterator<Item = &'s What> {
        self.lastings_of(state, figure).map(|lasting| &lasting.what)
    }

    /// The same with what made it last, and how long.
    pub fn lastings_of<'s>(
        &'s self,
        state: &'s State,
        figure: FigureId,
    ) -> impl Iterator<Item = &'s Lasting> {
        let of = move |lasting: &&Lasting| self.lasts_on(state, lasting, figure);
        state.lasting.iter().filter(of)
    }

    /// The Height of a figure for climbing and falling (HS-4.1.5).
    pub fn climb_height(&self, state: &State, figure: FigureId) -> i16 {
        let height = self.card(state, figure).height;
        let mut powers = self.powers_where(state, figure, |its| its.has(Ability::Climb));
        let climbs = powers.find_map(|(_, power)| match power {
            Power::Climb { times, plus } => Some(height * times + plus),
            _ => None,
        });
        climbs.unwrap_or(height)
    }

    /// Whether a figure in reserve comes onto the battlefield by a power of its own card, or waits only to
    /// be placed.
    pub fn arrives_by_itself(&self, state: &State, figure: FigureId) -> bool {
        let card = self.card(state, figure);
        let deploys = |power: &Power| match power {
            Power::Trigger(trigger) => trigger
                .effects()
                .any(|effect| matches!(effect, Effect::Deploy(deploy) if deploy.card.is_none())),
            _ => false,
        };
        !card.has(Ability::Reserve) || card.abilities.iter().any(deploys)
    }

    /// The words that a power gave a card in place of those printed.
    pub fn words_given(&self, by: PowerRef) -> Option<&Become> {
        let trigger = self.trigger(by)?;
        trigger.effects().find_map(|effect| match effect {
            Effect::Become(words) => Some(words),
            _ => None,
        })
    }

    /// The faces of the attack die.
    pub fn attack_faces(&self) -> CombatFaces {
        self.catalog.dice.faces(self.rolled.attack)
    }

    /// The faces of the defense die.
    pub fn defense_faces(&self) -> CombatFaces {
        self.catalog.dice.faces(self.rolled.defense)
    }

    /// The faces of Valkyrie dice.
    pub fn valkyrie_faces(&self) -> CombatFaces {
        self.catalog.dice.faces(self.rolled.valkyrie)
    }

    /// The faces of the die of falls, leaving an engagement and lava.
    pub fn hazard_faces(&self) -> CombatFaces {
        self.catalog.dice.faces(self.rolled.hazard)
    }

    /// Whether figures of two fielded cards count as matching (HS-3.4.1).
    #[inline]
    pub fn matches(&self, state: &State, one: CopyId, other: CopyId) -> bool {
        if one == other {
            return true;
        }
        let (a, b) = (state.copy(one), state.copy(other));
        a.card == b.card
            && a.controller == b.controller
            && self.catalog.card(a.card).rarity == Rarity::Common
    }

    /// Whether a turn with that card may use the figure.
    #[inline]
    pub fn serves(&self, state: &State, copy: CopyId, figure: FigureId) -> bool {
        let its = state.figure(figure);
        its.controller == state.copy(copy).controller && self.matches(state, copy, its.copy)
    }

    /// Whether casualties of that card are shared with other copies of its controller.
    pub fn shares(&self, state: &State, copy: CopyId) -> bool {
        self.card_of(state, copy).shares_casualties()
            && state
                .all_copies()
                .any(|(other, _)| other != copy && self.matches(state, copy, other))
    }

    /// Whether an army card is in play (HS-7.5.5, HS-3.4.4).
    pub fn in_play(&self, state: &State, copy: CopyId) -> bool {
        let shared = self.shares(state, copy);
        if shared && state.copy(copy).casualties >= self.card_of(state, copy).figures {
            return false;
        }
        state.all_figures().any(|(id, figure)| {
            let its =
                if shared { self.matches(state, copy, figure.copy) } else { figure.copy == copy };
            its && state.is_living(id)
        })
    }

    /// The card that a turn with figures of a fielded card is taken with: it, or one that matches it where it is out of play,
    /// as figures of matching cards are not kept apart (HS-3.4.1); none where all are.
    pub fn card_for_turn(&self, state: &State, copy: CopyId) -> Option<CopyId> {
        if self.in_play(state, copy) {
            return Some(copy);
        }
        let mut copies = state.all_copies().map(|(id, _)| id);
        copies.find(|id| self.matches(state, copy, *id) && self.in_play(state, *id))
    }

    /// The cards of a seat that are in play.
    pub fn cards_in_play<'s>(
        &'s self,
        state: &'s State,
        seat: Seat,
    ) -> impl Iterator<Item = CopyId> + 's {
        state
            .all_copies()
            .filter(move |(id, copy)| copy.controller == seat && self.in_play(state, *id))
            .map(|(id, _)| id)
    }

    /// Whether a seat still has a living figure and has not given up.
    pub fn is_in(&self, state: &State, seat: Seat) -> bool {
        !state.conceded.contains(seat)
            && state
                .all_figures()
                .any(|(id, figure)| figure.controller == seat && state.is_living(id))
    }

    /// The seats that are in.
    pub fn seats_in(&self, state: &State) -> Seats {
        (0..state.seats()).map(Seat).filter(|seat| self.is_in(state, *seat)).collect()
    }

    /// The spaces of a figure; of one that has just been destroyed, where it stood.
    pub fn stands(&self, state: &State, figure: FigureId) -> Option<Footprint> {
        state.spaces(figure).or_else(|| {
            let attack = state.attack.as_ref().filter(|attack| attack.attacker == figure);
            let fallen = || state.fallen(figure).map(|fallen| fallen.stood);
            attack.map(|attack| attack.stood).or_else(fallen)
        })
    }

    /// Whether two figures are adjacent (HS-4.4.2).
    pub fn adjacent(&self, state: &State, one: FigureId, other: FigureId) -> bool {
        if one == other {
            return false;
        }
        let (Some(a), Some(b)) = (self.stands(state, one), self.stands(state, other)) else {
            return false;
        };
        let heights = (self.card(state, one).height, self.card(state, other).height);
        a.spaces().any(|from| b.spaces().any(|to| self.spaces_adjacent(from, to, heights)))
    }

    /// Whether a figure of the first height on one space is adjacent to one of the second height
    /// on another.
    pub fn spaces_adjacent(&self, from: SpaceId, to: SpaceId, heights: (i16, i16)) -> bool {
        let Some(side) = self.ground.side(from, to) else { return false };
        let (here, there) = (self.ground.level(from), self.ground.level(to));
        let near = match here.cmp(&there) {
            std::cmp::Ordering::Less => there - here < heights.0,
            std::cmp::Ordering::Greater => here - there < heights.1,
            std::cmp::Ordering::Equal => true,
        };
        near && self.over_edge(from, side, here + heights.0, there + heights.1)
    }

    fn over_edge(&self, from: SpaceId, side: Side, top: i16, other_top: i16) -> bool {
        match self.ground.edge(from, side) {
            None => true,
            Some(edge) => top > edge.top() && other_top > edge.top(),
        }
    }

    /// The figures adjacent to a figure, were it on those spaces.
    pub fn adjacent_to_spaces(
        &self,
        state: &State,
        figure: FigureId,
        spaces: Footprint,
    ) -> SmallVec<[FigureId; 8]> {
        let height = self.card(state, figure).height;
        let mut found = SmallVec::new();
        for from in spaces.spaces() {
            for (_, to) in self.ground.board.neighbours(from) {
                let Some(other) = state.occupant(to) else { continue };
                if other == figure || found.contains(&other) {
                    continue;
                }
                let heights = (height, self.card(state, other).height);
                if self.spaces_adjacent(from, to, heights) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// The figures adjacent to a figure on the battlefield.
    pub fn adjacent_figures(&self, state: &State, figure: FigureId) -> SmallVec<[FigureId; 8]> {
        match state.spaces(figure) {
            Some(spaces) => self.adjacent_to_spaces(state, figure, spaces),
            None => SmallVec::new(),
        }
    }

    /// Whether two figures are enemies.
    #[inline]
    pub fn enemies(&self, state: &State, one: FigureId, other: FigureId) -> bool {
        !state.friends(state.figure(one).controller, state.figure(other).controller)
    }

    /// The enemies a figure is engaged with (HS-4.4.1).
    pub fn engaged_with(&self, state: &State, figure: FigureId) -> SmallVec<[FigureId; 8]> {
        let mut engaged = self.adjacent_figures(state, figure);
        engaged.retain(|other| self.enemies(state, figure, *other));
        engaged
    }

    /// Whether a figure is engaged.
    pub fn is_engaged(&self, state: &State, figure: FigureId) -> bool {
        !self.engaged_with(state, figure).is_empty()
    }

    /// Spaces between two figures, counted over the board (HS-7.2.1); the best of their spaces.
    pub fn range(&self, state: &State, one: FigureId, other: FigureId) -> Option<u16> {
        self.range_between(state.spaces(one)?, state.spaces(other)?)
    }

    /// The same between whatever stands there.
    pub fn range_between(&self, a: Footprint, b: Footprint) -> Option<u16> {
        let mut nearest: Option<u16> = None;
        for from in a.spaces() {
            for range in b.spaces().filter_map(|to| self.space_range(from, to)) {
                nearest = Some(nearest.map_or(range, |known| known.min(range)));
            }
        }
        nearest
    }

    /// Spaces between two spaces; two on one hex are two apart (HS-7.2.6).
    pub fn space_range(&self, from: SpaceId, to: SpaceId) -> Option<u16> {
        let board = &self.ground.board;
        match board.range(board.space(from).hex, board.space(to).hex)? {
            0 if from != to => Some(2),
            range => Some(range),
        }
    }

    /// What the tile of a space does now: its own, or one that a power laid there. What is built on a space or stands beside
    /// it no tile changes: that is asked of [`crate::position::ground::Ground::at`].
    #[inline]
    pub fn tile_at(&self, state: &State, space: SpaceId) -> &SpaceRules {
        self.ground.tile_at(&state.laid_tiles, space)
    }

    /// The plain modifiers of glyphs that favour a seat now (HS-6.1.2), each with its rule, and
    /// where it lies.
    pub fn glyphs_for<'s>(
        &'s self,
        state: &'s State,
        seat: Seat,
    ) -> impl Iterator<Item = (Rule, &'s GlyphModifier, SpaceId)> + 's {
        state.glyphs.iter().filter_map(move |laid| {
            let kind = laid.kind.filter(|_| laid.face_up)?;
            let GlyphEffect::Modifier(modifier) = &self.catalog.glyphs[usize::from(kind.0)].effect
            else {
                return None;
            };
            let holder = glyphs::holder(state, laid)?;
            let holds = state.figure(holder).controller == seat && !laid.treasure;
            holds.then_some((Rule::Glyph(kind.0), modifier, laid.space))
        })
    }

    /// Whether a glyph's modifier reaches figures of a card.
    pub fn glyph_reaches(&self, modifier: &GlyphModifier, card: &ArmyCard) -> bool {
        let rarity = modifier.rarity.is_none_or(|wanted| {
            // Uncommon heroes count as unique for glyphs (HS-1.1.6).
            wanted == card.rarity || (wanted == Rarity::Unique && card.rarity == Rarity::Uncommon)
        });
        rarity && card.range >= modifier.only_if_range_at_least
    }

    /// The special attacks of a card, in the order in which it names them.
    pub fn specials<'g>(&'g self, card: &'g ArmyCard) -> impl Iterator<Item = &'g SpecialAttack> {
        card.abilities.iter().filter_map(|power| match power {
            Power::SpecialAttack(special) => Some(special.as_ref()),
            _ => None,
        })
    }

    /// A special attack of a card, by its number among them.
    pub fn special_ref(&self, card: CardId, number: u8) -> Option<PowerRef> {
        let abilities = (0u8..).zip(&self.catalog.card(card).abilities);
        let mut specials = abilities.filter(|(_, it)| matches!(it, Power::SpecialAttack(_)));
        Some(PowerRef::of_card(card, specials.nth(number.into())?.0))
    }

    /// A figure's name at the prompt: `marro 2`, or `finn` where there is only one.
    pub fn figure_name(&self, state: &State, figure: FigureId) -> String {
        let its = state.figure(figure);
        let word = &self.card(state, figure).figure;
        if its.number == 0 { word.clone() } else { format!("{word} {}", its.number) }
    }

    /// Whether a text is a figure's name at the prompt.
    pub fn is_figure_name(&self, state: &State, figure: FigureId, text: &str) -> bool {
        let number = state.figure(figure).number;
        let rest = text.strip_prefix(self.card(state, figure).figure.as_str());
        rest.is_some_and(|rest| match number {
            0 => rest.is_empty(),
            _ => rest.strip_prefix(' ').is_some_and(|rest| rest == number.to_string()),
        })
    }

    /// A fielded card's name at the prompt.
    pub fn copy_name(&self, state: &State, copy: CopyId) -> String {
        let its = state.copy(copy);
        let id = &self.catalog.card(its.card).id;
        if its.number == 0 { id.clone() } else { format!("{id} {}", its.number) }
    }

    /// What a seat is called.
    pub fn seat_word(&self, seat: Seat) -> String {
        self.seat_names.get(seat.index()).cloned().unwrap_or_else(|| seat.lettered())
    }
}
