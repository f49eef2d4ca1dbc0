/** Holds what one browser knows of one table, and what its user is about to do there. */
import { Refused, TableApi, faultOf } from './api';
import { place, type Placed } from './geometry';
import { hold } from './held';
import { listen, type Connection } from './live';
import { aimable, back, decided, kindOf, lineWith, meant, plain, stand } from './picking';
import type { Done, Drawn, Fault, Named, Offer, Point, Put, Reply, Seated, View } from './wire';

/** A refusal with what was tried. */
export interface Trouble { tried: string; fault: Fault }

/** A thing the user looks at without picking it. */
export interface Look { thing: Named; why: Trouble | null }

/** Whether both views ask the same and offer the same: then picks half made are kept. */
function sameQuestion(before: View, now: View): boolean {
  const [old, fresh] = [before.offers.actions, now.offers.actions];
  const { seats: _old, ...asked } = { seats: null, ...before.asked };
  const { seats: _now, ...asks } = { seats: null, ...now.asked };
  return (
    before.yours &&
    now.yours &&
    JSON.stringify(asked) === JSON.stringify(asks) &&
    old.length === fresh.length &&
    old.every((action, n) => action.says === fresh[n]?.says)
  );
}

export class Room {
  readonly api: TableApi;
  /** The table now. */
  live = $state.raw<View | null>(null);
  /** An earlier moment that is shown instead. */
  moment = $state.raw<View | null>(null);
  connection = $state.raw<Connection>('connecting');
  /** The table cannot be entered at all. */
  closed = $state.raw<Fault | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  /** A word from the server on what was done last. */
  notice = $state.raw('');
  busy = $state.raw(false);
  byHand = $state.raw<string[]>([]);
  /** Which of several actions with the same picks is looked at. */
  preferred = $state.raw<string | null>(null);
  /** Actions that no offer lists, tried on an open table and found legal. */
  tried = $state.raw<Offer[]>([]);
  look = $state.raw<Look | null>(null);
  /** Ids that something outside the board points at. */
  pointed = $state.raw<string[]>([]);
  /** What an answer draws. */
  drawn = $state.raw<Drawn[]>([]);
  /** The pieces that the action looked at moves, where they will stand. */
  after = $state.raw<Drawn[]>([]);
  /** How many lines of the record the user has seen. */
  seen = $state.raw(0);
  /** The line after which what came of the user's last decision stands. */
  since = $state.raw(0);
  /** Whether a new question has just come: a click that was meant for the old one answers nothing. */
  settling = $state.raw(false);
  /** Kinds of actions of which the server knows no odds. */
  private readonly oddless = new Set<string>();

  shown = $derived(this.moment ?? this.live);
  /** What happened since the user decided last, with what came of that. */
  news = $derived((this.live?.log ?? []).filter((line) => line.number > this.since));
  things = $derived(new Map((this.shown?.scene.things ?? []).map((thing) => [thing.id, thing])));
  placed: Placed[] = $derived(this.shown ? place(this.shown.scene) : []);
  offers: Offer[] = $derived(this.moment || !this.live?.yours ? [] : this.live.offers.actions);
  standing = $derived(stand(this.offers, this.byHand));
  plain = $derived(plain(this.offers));
  /** The actions put up for decision: those that the picks single out, or one that was named outright. */
  decided = $derived.by(() => {
    if (this.tried.length > 0) return this.tried;
    const all = decided(this.standing);
    if (this.preferred === null || all.some((action) => action.says === this.preferred)) return all;
    const named = this.offers.find((action) => action.says === this.preferred);
    return named ? [named] : all;
  });
  chosen = $derived(this.decided.find((action) => action.says === this.preferred) ?? this.decided[0] ?? null);
  /** Whether anything stands higher than something else: then a solid board shows more. */
  uneven = $derived.by(() => {
    const ground = this.placed.filter(({ thing }) => thing.layer === 'ground');
    const first = ground[0]?.thing.heights[1];
    return ground.some(({ thing }) => thing.heights[1] !== first);
  });
  /** Things on the board that can be picked next. */
  can = $derived.by(() => {
    const next = new Set(this.standing.next.map((pick) => pick.thing));
    return this.placed.filter(({ thing }) => next.has(thing.id) || this.wholes(thing.id).some((whole) => this.isGroup(whole) && next.has(whole)));
  });
  /** What belongs to which group: a group is pointed at by any of its members. */
  members = $derived.by(() => {
    const found = new Map<string, Placed[]>();
    for (const placed of this.placed) {
      const whole = placed.thing.part_of;
      if (whole) found.set(whole, [...(found.get(whole) ?? []), placed]);
    }
    return found;
  });
  /** Places on an open table that can be picked next. */
  places = $derived.by(() => {
    const open = this.standing.next.filter((pick) => !this.things.has(pick.thing));
    return open.flatMap((pick) => {
      return pick.at ? [{ thing: pick.thing, at: pick.at }] : [];
    });
  });
  /** Names that stand nowhere on the board: buttons. */
  names = $derived(
    this.standing.next.filter((pick) => !this.things.has(pick.thing) && !pick.at),
  );

  constructor(table: string, key: string) {
    this.api = new TableApi(table, key);
  }

  /** Begins to listen; the returned function ends it. */
  enter(): () => void {
    const stop = listen(this.api.socket, {
      view: (view) => this.take(view),
      connection: (state) => (this.connection = state),
    });
    // The first view over HTTP tells why, where a table cannot be entered; a socket only closes.
    this.api.view().then(
      (view) => this.live ?? this.take(view),
      (thrown: unknown) => {
        if (thrown instanceof Refused && thrown.status < 500) {
          this.closed = thrown.fault;
          stop();
        }
      },
    );
    return stop;
  }

  private take(view: View) {
    const before = this.live;
    if (before && before.after !== view.after && !sameQuestion(before, view)) {
      this.forget();
      if (view.yours && !before.yours) this.settle();
    }
    if (view.after > this.noticeFor) this.notice = '';
    if (!before) {
      this.seen = Number(sessionStorage.getItem(this.seenPlace)) || view.after;
      this.since = this.seen;
      hold({
        table: this.api.table,
        key: this.api.key,
        whose: view.role.says,
        title: view.title,
        game: view.game_title,
      });
    }
    this.live = view;
  }

  private get seenPlace(): string {
    return `umpire.seen.${this.api.table}.${this.api.key}`;
  }

  /** For a moment nothing is taken: a hand that clicks twice does not answer what it has not read. */
  private settle() {
    this.settling = true;
    setTimeout(() => (this.settling = false), 350);
  }

  markSeen(number: number) {
    this.seen = number;
    this.since = Math.max(this.since, number);
    sessionStorage.setItem(this.seenPlace, String(number));
  }

  /** Asks the odds of an action; nothing where it has none. */
  async odds(offer: Offer, stop: AbortSignal): Promise<Reply | null> {
    const kind = kindOf(offer);
    if (this.oddless.has(kind)) return null;
    try {
      return await this.api.ask({ line: `odds ${offer.says}`, seat: offer.seat }, stop);
    } catch (thrown) {
      if (thrown instanceof Refused && thrown.status === 422) this.oddless.add(kind);
      return null;
    }
  }

  /** Forgets picks and what was shown for them. */
  forget() {
    this.byHand = [];
    this.preferred = null;
    this.tried = [];
    this.trouble = null;
    this.look = null;
    this.drawn = [];
  }

  name(seat: number): string {
    return this.live?.seats.find((one) => one.seat === seat)?.name ?? 'the judge';
  }

  mine(seat: number): boolean {
    return this.live?.role.seats.includes(seat) ?? false;
  }

  // Picking.

  pick(thing: string) {
    this.byHand = [...this.standing.picks, thing];
    this.preferred = null;
    this.tried = [];
    this.trouble = null;
    this.look = null;
    this.drawn = [];
  }

  back() {
    this.drawn = [];
    this.trouble = null;
    if (this.look || this.tried.length > 0) {
      this.look = null;
      this.tried = [];
      return;
    }
    if (this.preferred && this.decided.length === 0) {
      this.preferred = null;
      return;
    }
    this.preferred = null;
    let shorter = this.byHand;
    const standing = this.standing.picks.length;
    // A pick that follows by itself again is no step back.
    do shorter = back(shorter);
    while (shorter.length > 0 && stand(this.offers, shorter).picks.length >= standing);
    this.byHand = shorter;
  }

  /** The picks with which a thing is carried to a place, if it can be. */
  carries(id: string): string[] | null {
    const leads = (picks: string[]) => {
      const standing = stand(this.offers, picks);
      return standing.picks.length >= picks.length && standing.next.some((next) => next.at && !this.things.has(next.thing));
    };
    const names = [id, ...this.wholes(id)];
    if (this.moment) return null;
    if (names.some((name) => this.standing.picks.includes(name)) && leads(this.byHand)) return this.byHand;
    const name = this.pickable(id);
    const ways = [...(name === null ? [] : [[...this.standing.picks, name]]), ...names.map((name) => [name])];
    return ways.find(leads) ?? null;
  }

  /** What is carried along with a thing: the group it is picked as, the first in order first, or the thing alone. */
  carried(id: string, picks: string[]): Placed[] {
    const group = picks.find((name) => this.members.has(name) && this.wholes(id).includes(name));
    const own = this.placed.filter(({ thing }) => thing.id === id);
    return group ? (this.members.get(group) ?? own) : own;
  }

  /** Picks a thing that a hand begins to carry. */
  lift(picks: string[]) {
    this.preferred = null;
    this.tried = [];
    this.trouble = null;
    this.look = null;
    this.drawn = [];
    this.byHand = picks;
  }

  /** A click on the board: on things (topmost first), at a place of the plan. */
  click(under: string[], at: Point, near: string | null, again: boolean, solid = false) {
    if (this.moment) {
      this.lookAt(under[0]);
      return;
    }
    if (near) {
      this.clickThing(near, again);
      return;
    }
    const id = meant(under.flatMap((id) => [id, ...this.wholes(id)]), this.standing);
    if (id !== undefined && (this.isNext(id) || this.isLast(id))) {
      this.clickThing(id, again);
      return;
    }
    const onPiece = id !== undefined && this.things.get(id)?.layer === 'pieces';
    if (!solid && this.places.length > 0 && !onPiece) {
      void this.tryPlace(at);
      return;
    }
    if (id === undefined) {
      this.look = null;
      return;
    }
    this.clickThing(id, again);
  }

  /** The things and groups that a thing is part of, the smallest first. */
  wholes(id: string): string[] {
    const found: string[] = [];
    for (let whole = this.things.get(id)?.part_of; whole && !found.includes(whole); whole = this.things.get(whole)?.part_of) found.push(whole);
    return found;
  }

  /** Whether a name is that of a group which is no thing itself. */
  private isGroup(name: string): boolean {
    return !this.things.has(name) && this.members.has(name);
  }

  /** What picking a thing picks: itself, or a group it belongs to. */
  pickable(id: string): string | null {
    return [id, ...this.wholes(id)].find((name) => this.isNext(name)) ?? null;
  }

  /** The one action that picking a thing would single out. */
  leadsTo(id: string): Offer | null {
    const name = this.pickable(id);
    if (name === null) return null;
    const after = decided(stand(this.offers, [...this.standing.picks, name]));
    return after.length === 1 ? after[0]! : null;
  }

  private isNext(id: string): boolean {
    return this.standing.next.some((pick) => pick.thing === id);
  }

  private isLast(id: string): boolean {
    return this.standing.picks.at(-1) === id;
  }

  clickThing(id: string, again: boolean) {
    const last = this.isLast(id);
    if (last && this.decided.length === 1 && this.chosen && this.standing.next.length === 0) {
      void this.act(this.chosen);
    } else if (this.isNext(id)) {
      this.pick(id);
      // A double click decides at once where only one thing can be meant.
      if (again && this.decided.length === 1 && this.standing.next.length === 0) void this.act(this.decided[0]!);
    } else if (last) {
      this.back();
    } else {
      // Another figure may be meant instead of the one picked before.
      const fresh = stand(this.offers, []);
      if (fresh.next.some((pick) => pick.thing === id)) {
        this.byHand = [];
        this.pick(id);
      } else {
        this.lookAt(id);
        void this.whyNot(id);
      }
    }
  }

  lookAt(id: string | undefined) {
    const thing = id === undefined ? undefined : this.things.get(id);
    this.look = thing ? { thing, why: null } : null;
  }

  /** Asks why a thing cannot be picked after the picks so far. */
  private async whyNot(id: string) {
    const line = lineWith(this.standing, this.things, id);
    const thing = this.things.get(id);
    if (!line || !thing) return;
    const why = await this.ruled(line);
    if (why && this.look?.thing.id === id) {
      this.look = { thing, why };
    }
  }

  /** The refusal of a line; nothing where it is legal or unknown. */
  private async ruled(line: string): Promise<Trouble | null> {
    try {
      const reply = await this.api.ask({ line });
      this.drawn = reply.shapes;
      if (reply.yes !== false) return null;
      const fault = { says: reply.headline, grounds: reply.grounds, instead: reply.instead, may_be_overruled: false };
      return { tried: line, fault };
    } catch (thrown) {
      return { tried: line, fault: faultOf(thrown) };
    }
  }

  /** A click where nothing is listed: the listed actions, aimed there instead, are put to the server. */
  private async tryPlace(at: Point) {
    const depth = this.standing.picks.length;
    const { after } = this.live ?? {};
    const asked = aimable(this.standing).map(async (offer): Promise<{ offer?: Offer; trouble?: Trouble; shapes: Drawn[] }> => {
      try {
        const reply = await this.api.ask({ line: offer.says, at, seat: offer.seat });
        const { headline, grounds, instead, shapes } = reply;
        if (reply.yes === false) return { trouble: { tried: headline, fault: { says: '', grounds, instead, may_be_overruled: false } }, shapes };
        const about = offer.about.map((pick, n) => (n === depth ? { ...pick, thing: headline, at } : pick));
        return { offer: { seat: offer.seat, says: headline, about }, shapes };
      } catch (thrown) {
        return { trouble: { tried: offer.says, fault: faultOf(thrown) }, shapes: [] };
      }
    });
    const answers = await Promise.all(asked);
    // Meanwhile the game may have gone on.
    if (answers.length === 0 || this.live?.after !== after) return;
    this.look = null;
    this.preferred = null;
    this.tried = answers.flatMap((answer) => answer.offer ?? []);
    this.trouble = this.tried.length > 0 ? null : (answers[0]?.trouble ?? null);
    this.drawn = answers[0]?.shapes ?? [];
  }

  // Doing.

  async act(offer: Offer) {
    await this.put({ line: offer.says, seat: offer.seat }, offer.says);
  }

  /** Lets a bot decide; with `all`, as long as the same is asked again. */
  async decide(all: boolean) {
    const question = () => (this.live?.yours && this.live.asked.kind === 'choice' ? `${this.live.asked.rule} ${this.live.asked.says}` : null);
    const first = question();
    for (let n = 0; n < 200 && first !== null && question() === first; n++) {
      const { after } = this.live!;
      if (!(await this.put({ decide: true }, 'let a bot decide')) || !all) return;
      // The next question comes over the socket.
      for (let wait = 0; wait < 60 && (this.live?.after === after || !this.live?.yours); wait++) {
        if (this.live?.after !== after && !this.live?.yours && wait > 20) break;
        await new Promise((done) => setTimeout(done, 50));
      }
    }
  }

  /** Types a line as at the prompt. */
  async type(line: string): Promise<Done | null> {
    return this.put({ line }, line);
  }

  async put(put: Put, tried: string): Promise<Done | null> {
    if (this.busy || !this.live) return null;
    const { after } = this.live;
    const timely = put.chat === undefined && put.consent === undefined;
    this.busy = true;
    this.trouble = null;
    this.notice = '';
    try {
      const done = await this.api.put(timely ? { ...put, after } : put);
      if (timely) {
        this.markSeen(Math.max(this.seen, after + 1));
        this.since = after;
        this.settle();
      }
      // What a bot chose stands in the log.
      if (!put.decide) [this.notice, this.noticeFor] = [done.says, after + 1];
      if (put.keep !== undefined) this.moment = null;
      return done;
    } catch (thrown) {
      this.trouble = { tried, fault: faultOf(thrown) };
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Answers a typed question without touching the game. */
  ask(line: string): Promise<Reply> {
    return this.api.ask({ line });
  }

  // Moments.

  private wanted: number | null = null;
  /** Up to how many lines of the record the notice stays. */
  private noticeFor = 0;
  /** Whether moments are shown one after the other. */
  playing = $state.raw(false);

  /** Shows one moment after the other up to now, until something else is asked for. */
  async play(from: number) {
    this.playing = true;
    for (let at = from; this.playing && at < (this.live?.counted ?? 0); at++) {
      await this.showMoment(at, true);
      await new Promise((done) => setTimeout(done, 900));
    }
    if (this.playing) await this.showMoment(null);
  }

  async showMoment(at: number | null, played = false) {
    this.playing = played;
    this.wanted = at;
    this.look = null;
    this.trouble = null;
    if (at === null || at >= (this.live?.counted ?? 0)) {
      this.wanted = null;
      this.moment = null;
      return;
    }
    try {
      const view = await this.api.view(at);
      if (this.wanted === at) this.moment = view;
    } catch (thrown) {
      this.trouble = { tried: `moment ${at}`, fault: faultOf(thrown) };
    }
  }

  async goOn(at: number): Promise<Seated | null> {
    try {
      return await this.api.goOn(at);
    } catch (thrown) {
      this.trouble = { tried: 'go on as a new table', fault: faultOf(thrown) };
      return null;
    }
  }
}
