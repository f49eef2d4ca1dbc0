//! A player who searches: a tree of what one seat knows, grown by playing on from positions that could be behind its view.
//!
//! Each iteration draws such a position, walks down the tree by what is promising and seldom tried, adds a node, plays on
//! for a few turns as players who look a step ahead would, and tells every node on the way how that looks to the seat.
//! Dice fall as the caller's numbers have them. Decisions that others make in secret have no nodes: whoever searches would
//! answer what it cannot know.

#[doc(hidden)]
pub mod playout;
#[doc(hidden)]
pub mod select;
#[doc(hidden)]
pub mod tree;

use super::Hosted;
use super::foresight::ALIKE;
use crate::game::{Deaf, Pending};
use crate::ruling::Silent;
use crate::seat::Seat;
use playout::Player;
use select::Scale;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use tree::{NodeId, Tree};

/// What a search may take and how far it looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Nodes kept at most; what comes later is played on without new ones.
    pub nodes: usize,
    /// Actions of one decision that are tried at most.
    pub width: usize,
    /// The same of decisions that are made in secret: all of them from the first.
    pub plans: usize,
    /// Of actions that look alike, or are of one kind ([`Hosted::kind`]), so many are tried before others that look worse.
    pub alike: usize,
    /// Decisions after which the first play ends with its stage ([`Hosted::stage`]), or with the next if nobody else was
    /// asked in it; after twice as many, when somebody else is asked. All others go as far.
    pub decisions: usize,
    /// So many times as far where all actions look alike at first sight, and where it is decided in secret.
    pub far: usize,
    /// Inputs after which playing on ends wherever it is.
    pub inputs: usize,
    /// Actions that a player who plays on looks at.
    pub looks: usize,
    /// Outcomes of the dice by which each of them is judged.
    pub glance: usize,
    /// How much is tried what was seldom tried.
    pub curiosity: f64,
    /// How many visits the first sight of an action stands for.
    pub trust: f64,
}

impl Limits {
    /// What has won most battles against players who look one step ahead.
    pub const USUAL: Limits = Limits {
        nodes: 20_000,
        width: 12,
        plans: 24,
        alike: usize::MAX,
        decisions: 4,
        far: 4,
        inputs: 120,
        looks: 12,
        glance: 4,
        curiosity: 0.3,
        trust: 4.0,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::USUAL
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<A> {
    /// The action.
    pub action: A,
    /// How often the game was played on.
    pub playouts: usize,
    /// How many nodes were kept.
    pub nodes: usize,
    /// What the action is worth: 1 for a win, 0 for a loss.
    pub value: f64,
}

/// What a seat does at a view, by playing on as long as `goes_on` says so of the number of times that was done; `die(n)`
/// draws a number below `n`. Nothing but the view is looked at. `None` if the seat is offered nothing.
pub fn search<G: Hosted>(
    game: &G,
    view: &G::State,
    seat: Seat,
    limits: &Limits,
    goes_on: &mut dyn FnMut(usize) -> bool,
    die: &mut dyn FnMut(u32) -> u32,
) -> Option<Found<G::Action>> {
    let mut player = Player::of(game, limits);
    let mut tree = Tree::new(limits.nodes);
    let root = tree.add(seat)?;
    let is_plan = match game.pending(view, &mut Silent) {
        Pending::Choice(choice) => choice.is_secret(),
        _ => false,
    };
    let width = if is_plan { limits.plans } else { limits.width };
    let mut listed = player.weighed(view, seat, width, die);
    if is_plan {
        // How a plan looks before anything came of it says little.
        listed.iter_mut().for_each(|(_, behind)| *behind = 0.0);
    }
    tree.open(root, fingerprint(view), listed);
    if tree.node(root).edges.len() < 2 {
        let action = tree.node(root).edges.first()?.action.clone();
        return Some(Found { action, playouts: 0, nodes: tree.len(), value: 0.5 });
    }
    let two = game.players(view) == 2;
    // Where first sight tells nothing apart, what matters comes later.
    let alike = tree.node(root).edges.iter().all(|edge| edge.behind >= -ALIKE);
    let far = if alike { limits.far } else { 1 };
    player.look_ahead(&mut game.sample(view, die), far * limits.decisions, die);
    let mut search = Search {
        game,
        seat,
        view,
        limits,
        plan: is_plan.then_some(root),
        two,
        player,
        tree,
        scale: Scale::default(),
    };
    let mut playouts = 0;
    while goes_on(playouts) {
        search.iterate(root, die);
        playouts += 1;
    }
    search.settle();
    let node = search.tree.node(root);
    let best = search.best(node)?;
    let (action, value) = (node.edges[best].action.clone(), search.mean(node, &node.edges[best]));
    Some(Found { action, playouts, nodes: search.tree.len(), value })
}

/// A number that equal positions share.
fn fingerprint<S: Hash>(state: &S) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

struct Search<'g, G: Hosted> {
    game: &'g G,
    seat: Seat,
    view: &'g G::State,
    limits: &'g Limits,
    /// The root, where it is decided in secret.
    plan: Option<NodeId>,
    /// Whether what is good for one is bad for the other.
    two: bool,
    player: Player<'g, G>,
    tree: Tree<G::Action>,
    scale: Scale,
}

impl<G: Hosted> Search<'_, G> {
    /// Plays on once.
    fn iterate(&mut self, root: NodeId, die: &mut dyn FnMut(u32) -> u32) {
        let mut state = self.game.sample(self.view, die);
        self.player.begin();
        let mut path = Vec::new();
        let mut at = root;
        // Whether the way is still in the tree.
        while let Some(edge) = self.select(at, &state, die) {
            let seat = self.tree.node(at).seat;
            let action = &self.tree.node(at).edges[edge].action;
            if self.game.act(&mut state, seat, action, &mut Deaf).is_err() {
                break;
            }
            path.push((at, edge));
            self.player.hears(seat);
            let Some(asked) = self.reach_decision(&mut state, die) else { break };
            let seen = fingerprint(&self.game.view(&state, self.seat));
            let (next, is_new) = self.tree.child(at, edge, seen, asked);
            match next {
                Some(next) if !is_new => at = next,
                _ => break,
            }
        }
        let end = self.player.play_on(&mut state, self.seat, self.two, die);
        self.scale.tell(path, end, &mut self.tree);
    }

    /// Lets dice fall and decisions be made that have no nodes; who is asked then, if anybody is.
    fn reach_decision(
        &mut self,
        state: &mut G::State,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Seat> {
        for _ in 0..self.limits.inputs {
            if self.player.is_there(state) {
                return None;
            }
            let Pending::Choice(choice) = self.game.pending(state, &mut Silent) else {
                if self.player.step(state, die) {
                    continue;
                }
                return None;
            };
            if choice.seats.contains(self.seat) {
                return Some(self.seat);
            }
            let asked = choice.seats.first().filter(|asked| *asked != Seat::JUDGE);
            if let Some(asked) = asked
                && self.two
                && !choice.is_secret()
            {
                return Some(asked);
            }
            if !self.player.step(state, die) {
                return None;
            }
        }
        None
    }
}
