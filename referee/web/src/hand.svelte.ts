/** What a hand has picked of what is offered at a table, and what that leaves open: things, places, names and cards to pick next, and the action that is singled out. */
import { wares } from './army';
import type { Cards } from './cards.svelte';
import { aimable, alike, back, decided, likeWays, plain, signed, stand, ways, type Standing } from './picking';
import type { InHand } from './reach.svelte';
import type { Scene } from './scene.svelte';
import type { Views } from './views';
import type { Offer, Point } from './wire';

/** So many cards are chosen from as names, like other things. */
const FEW_WARES = 6;

export class Hand {
  byHand = $state.raw<string[]>([]);
  /** Which of several actions with the same picks is looked at. */
  preferred = $state.raw<string | null>(null);
  /** Actions that no offer lists, tried on an open table and found legal. */
  tried = $state.raw<Offer[]>([]);

  constructor(
    private readonly views: Views,
    private readonly scene: Scene,
    private readonly cards: Cards,
  ) {}

  listed: Offer[] = $derived.by(() => {
    const { live, moment } = this.views;
    return moment || !live?.yours ? [] : live.offers.actions;
  });
  /** On an open table, what members of a group may do that are not listed: as those do that are. */
  private guessed: Offer[] = $derived.by(() => {
    const { live } = this.views;
    if (live?.offers.complete || this.listed.length === 0) return [];
    const pieces = [...this.scene.members].map(([name, placed]): [string, string[]] => [
      name,
      placed.filter(({ thing }) => thing.layer === 'pieces').map(({ thing }) => thing.id),
    ]);
    return alike(this.listed, new Map(pieces), new Set(live?.offers.unlisted));
  });
  offers: Offer[] = $derived([...this.listed, ...this.guessed]);
  /** Nobody's turn it is: whoever clicks on a piece there looks at it, and may mean anything. */
  free = $derived.by(() => this.views.live?.asked.kind === 'free');
  standing = $derived(stand(this.offers, this.byHand, !this.free));
  plain = $derived(plain(this.offers));
  /** The piece in hand, while it is asked where to on an open table: there not every place is listed. */
  goes: InHand | null = $derived.by(() => {
    const { live } = this.views;
    const [verb, piece] = [live?.shows_reach, this.standing.picks[0]];
    if (!live || !verb || !piece || aimable(this.standing).length === 0) return null;
    return { line: `${verb} ${piece}`, after: live.after };
  });
  /** The actions put up for decision: those that the picks single out, or one that was named outright. */
  decided = $derived.by(() => {
    if (this.tried.length > 0) return this.tried;
    const all = decided(this.standing);
    if (this.preferred === null || all.some((action) => action.says === this.preferred)) return all;
    const named = this.offers.find((action) => action.says === this.preferred);
    return named ? [named] : all;
  });
  chosen = $derived(this.decided.find((action) => action.says === this.preferred) ?? this.decided[0] ?? null);
  /** The ways in which the same can be done to the same, what is chosen among them; none where there is one alone, or the picks leave several. */
  others: Offer[] = $derived.by(() => {
    const { chosen, decided, tried, offers, scene } = this;
    return chosen && decided.length === 1 && tried.length === 0 ? likeWays(offers, chosen, scene.things) : [];
  });
  /** Things on the board that can be picked next. */
  can = $derived.by(() => {
    const { scene } = this;
    const next = new Set(this.standing.next.map((pick) => pick.thing));
    return scene.placed.filter(
      ({ thing }) =>
        next.has(thing.id) || scene.wholes(thing.id).some((whole) => scene.isGroup(whole) && next.has(whole)),
    );
  });
  /** Whether any place may be pointed at. */
  open = $derived(this.standing.next.some((pick) => pick.at !== null));
  /** Whether what is picked is in no list, so that its places are not known. */
  unlisted = $derived(
    this.standing.matching.length > 0 && this.standing.matching.every((offer) => this.guessed.includes(offer)),
  );
  /** What can be done with the next pick, and the signs by which its places are told apart. */
  ways = $derived(ways(this.standing));
  signs = $derived(signed(this.ways));
  /** Places on an open table that can be picked next. */
  places = $derived.by(() => {
    if (this.unlisted) return [];
    const open = this.standing.next.filter((pick) => !this.scene.things.has(pick.thing));
    return open.flatMap((pick) => {
      const sign = this.ways.findLast(({ says, places }) => places.has(pick.thing) && this.signs.has(says))?.says;
      return pick.at
        ? [{ thing: pick.thing, at: this.scene.lying(pick.at), sign: this.signs.get(sign ?? '') ?? 0 }]
        : [];
    });
  });
  /** What was picked last, where it is to be decided now: to point there once more does it. */
  toConfirm: { thing: string; at: Point | null } | null = $derived.by(() => {
    const [only, ...others] = this.tried;
    const aim = only?.about.findLast(({ at }) => at);
    if (only && aim?.at && others.length === 0) return { thing: aim.thing, at: this.scene.lying(aim.at) };
    if (only) return null;
    const last = this.standing.picks.at(-1);
    if (last === undefined || this.decided.length === 0 || this.standing.next.length > 0) return null;
    const at = this.chosen?.about.find(({ thing }) => thing === last)?.at;
    return { thing: last, at: at ? this.scene.lying(at) : null };
  });
  /** Names that stand nowhere on the board: buttons. */
  names = $derived.by(() => this.standing.next.filter((pick) => !this.scene.things.has(pick.thing) && !pick.at));
  /** What may be cards to choose from: names that stand nowhere, also the last of them, which goes without saying. */
  private wanted = $derived.by(() => {
    const { byHand, standing, scene } = this;
    const { next } = byHand.length === 0 && standing.forced > 0 ? this.after([], false) : standing;
    // What the other side has as well stands on the board.
    const names = next.filter(({ thing, at }) => !at && (!scene.things.has(thing) || scene.isAnothers(thing)));
    return names.map(({ thing }) => thing);
  });
  /** Whether they are chosen from to be had: of so many that they may be, or few where nobody has them yet. */
  choosesMany = $derived.by(() => {
    const { names, wanted, cards, views } = this;
    if (names.length >= FEW_WARES) return true;
    const had = new Set((views.live?.status ?? []).flatMap(({ cards }) => cards ?? []));
    return wanted.length > 0 && wanted.every((name) => cards.all.has(name) && !had.has(name));
  });
  /** The cards that can be picked next, where there are so many with a price that they are chosen from a list. */
  onOffer = $derived.by(() => {
    return this.choosesMany ? wares(this.wanted, this.cards.all) : [];
  });
  pickedOnBoard = $derived.by(() => this.standing.picks.filter((pick) => this.scene.isOnBoard(pick)));

  /** Forgets all that was picked. */
  empty() {
    this.byHand = [];
    this.preferred = null;
    this.tried = [];
  }

  /** Takes one more thing, of what can be picked next. */
  take(thing: string) {
    this.byHand = [...this.standing.picks, thing];
    this.preferred = null;
    this.tried = [];
  }

  /** Gives back what was picked last. */
  giveBack() {
    if (this.preferred && this.decided.length === 0) {
      this.preferred = null;
      return;
    }
    this.preferred = null;
    let shorter = this.byHand;
    const standing = this.standing.picks.length;
    // A pick that follows by itself again is no step back.
    do shorter = back(shorter);
    while (shorter.length > 0 && this.after(shorter).picks.length >= standing);
    this.byHand = shorter;
  }

  /** What other picks would leave open. */
  after(picks: string[], forces = true): Standing {
    return stand(this.offers, picks, forces);
  }

  /** Whether what can be picked next lies somewhere: a place, or a piece of ground. */
  leadsSomewhere(standing: Standing): boolean {
    return standing.next.some((pick) => pick.at !== null || this.scene.things.get(pick.thing)?.layer === 'ground');
  }

  /** What picking a thing picks: itself, or a group it belongs to. */
  private pickable(id: string): string | null {
    return [id, ...this.scene.wholes(id)].find((name) => this.isNext(name)) ?? null;
  }

  /** The one action that picking a thing would single out. */
  leadsTo(id: string): Offer | null {
    const name = this.pickable(id);
    if (name === null) return null;
    const after = decided(this.after([...this.standing.picks, name]));
    return after.length === 1 ? after[0]! : null;
  }

  isNext(id: string): boolean {
    return this.standing.next.some((pick) => pick.thing === id);
  }

  isLast(id: string): boolean {
    return this.standing.picks.at(-1) === id;
  }
}
