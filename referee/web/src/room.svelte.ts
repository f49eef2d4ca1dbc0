/** Holds what one browser knows of one table, and what its user is about to do there. */
import { Refused, TableApi, faultOf, isLate } from './api';
import { Asking } from './asking.svelte';
import { Carrying } from './carrying';
import { isOtherPosition, samePad, sameQuestion } from './between';
import { Cards } from './cards.svelte';
import { Deeds } from './deeds.svelte';
import { none, type Fallen } from './dice';
import { basesOf } from './geometry';
import { momentIn } from './address';
import { Hand } from './hand.svelte';
import { hold } from './held';
import { oneAtATime } from './latest';
import { listen, type Connection, type Listening } from './live';
import { Laying } from './laying.svelte';
import { Looking } from './looking.svelte';
import { Meaning } from './meaning';
import { Overlay } from './overlay.svelte';
import { Playback } from './playback.svelte';
import { Reach } from './reach.svelte';
import { aimable, asksOdds, kindOf, lineWith, meant, stand } from './picking';
import { remember, remembered } from './remembered';
import { fell, mentioned } from './told';
import { Scene } from './scene.svelte';
import { Seats } from './seats';
import { Sight } from './sight.svelte';
import { Talk } from './talk.svelte';
import type { Views } from './views';
import { declined, type Form } from './words';
import type { Ask, Done, Drawn, Fault, Offer, Point, Put, Reply, Seated, View } from './wire';

/** So long, in milliseconds, it is asked whether something is to be shown before an action is done. */
const LONG_ASKED = 2000;

/** No word from the server. */
const NOTHING = { words: '', after: 0, settles: false };

/** A refusal with what was tried; whether the server was not reached at all. */
export interface Trouble {
  tried: string;
  fault: Fault;
  unsent?: boolean;
}

export class Room implements Views {
  readonly api: TableApi;
  readonly seats: Seats;
  readonly talk: Talk;
  readonly deeds: Deeds;
  readonly scene: Scene;
  readonly sight: Sight;
  readonly hand: Hand;
  readonly looking: Looking;
  readonly overlay: Overlay;
  /** Whether what is answered later is still meant. */
  readonly meaning = new Meaning(this);
  /** The cards, units or dice of the game. */
  readonly cards: Cards;
  /** The table now. */
  live = $state.raw<View | null>(null);
  /** An earlier moment that is shown instead. */
  moment = $state.raw<View | null>(null);
  connection = $state.raw<Connection>('connecting');
  /** The table cannot be entered at all. */
  closed = $state.raw<Fault | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  /** A word from the server on what was done last, and the last line of the log when it was said; whether it is on a yes or no to what was proposed. */
  private said = $state.raw(NOTHING);
  busy = $state.raw(false);
  /** What is done unless the server has something to show before. */
  finishing = $state.raw<Offer | null>(null);
  /** How often something that was suggested was put up for decision. */
  suggested = $state.raw(0);
  /** Real dice as they were tapped in so far. */
  fallen = $state.raw<Fallen>([]);
  /** What stands in the prompt when it opens; nothing while it is closed. */
  prompt = $state.raw<{ line: string } | null>(null);
  readonly laying = new Laying(this);
  readonly carrying = new Carrying(this);
  /** What was typed at the prompt and not sent. */
  draft = '';
  /** The question that is put by clicking. */
  readonly asking = new Asking(this);
  /** What others did, as it is played back on the board. */
  readonly playback = new Playback(this);
  readonly reach = new Reach(
    (question) => this.api.ask(question),
    () => this.hand.goes,
  );
  /** How often something was put in: who presses again does not mean what came in its place. */
  puts = $state.raw(0);

  shown = $derived(this.moment ?? this.live);
  /** What the server said of the last thing typed, until something happens; where that is nothing, what came to nothing of what was proposed. */
  notice = $derived(
    ((this.live?.log.at(-1)?.number ?? 0) > this.said.after ? '' : this.said.words) || declined(this.live?.declined),
  );
  /** Whether what is asked now is for bots alone to decide: no person, and no judge. */
  botsDecide = $derived.by(() => {
    const { asked, seats } = this.live ?? {};
    return (
      asked?.kind === 'choice' &&
      asked.seats.every((seat) => (seats?.find((one) => one.seat === seat)?.player ?? 'human') !== 'human')
    );
  });
  /** Who decided in secret while others still think. */
  hasDecided: number[] = $derived((this.live?.decided ?? []).map(({ seat }) => seat));
  /** What was decided in secret here, while others still think. */
  secret = $derived(this.live?.decided.find(({ says }) => says != null)?.says ?? '');

  /** Whether whoever looks may put anything in: who only looks on is offered nothing that would change something. */
  takesPart = $derived((this.live?.role.seats.length ?? 0) > 0 || (this.live?.role.judge ?? false));
  /** Whether a referee may change the position: nobody's turn it is, or they judge and play for nobody. */
  presides = $derived.by(
    () => !this.moment && this.takesPart && (this.hand.free || this.live?.role.seats.length === 0),
  );

  /** Whether whoever looks judges a game that others play. */
  judgesAlone = $derived.by(() => this.presides && !this.hand.free && !this.live?.referee);

  constructor(table: string, key: string) {
    this.api = new TableApi(table, key);
    this.cards = new Cards(this.api);
    this.seats = new Seats(this.api, this);
    this.talk = new Talk(this.api, this);
    this.deeds = new Deeds(this.api, this, this.seats, () => this.playback.seen());
    this.scene = new Scene(table, this, this.seats);
    this.sight = new Sight(this, this.scene);
    this.hand = new Hand(this, this.scene, this.cards);
    this.looking = new Looking(this.scene, this.hand, this.meaning);
    const { scene, hand, reach, playback } = this;
    this.overlay = new Overlay({ views: this, scene, hand, reach, playback, legal: (line) => this.legal(line) });
  }

  /** Begins to listen; the returned function ends it. */
  enter(): () => void {
    let first = true;
    const listening = listen(this.api.socket, {
      view: (view) => {
        this.take(view);
        if (first) this.addressed();
        first = false;
      },
      connection: (state) => {
        this.connection = state;
        if (state === 'lost') this.wasLost = true;
        if (state === 'live' && this.wasLost) {
          this.wasLost = false;
          // What could not be sent for want of a connection says nothing of the table that is there again.
          if (this.trouble?.unsent) this.trouble = null;
        }
        this.hasHeard();
        if (state === 'lost' && !this.live) void why();
      },
    });
    // A socket only closes: over HTTP the server tells why a table cannot be entered.
    const why = async () => {
      try {
        await this.api.view();
      } catch (thrown) {
        if (thrown instanceof Refused && thrown.status < 500) {
          this.closed = thrown.fault;
          listening.stop();
        }
      }
    };
    this.socket = listening;
    const elsewhere = () => this.addressed();
    addEventListener('hashchange', elsewhere);
    return () => {
      removeEventListener('hashchange', elsewhere);
      listening.stop();
    };
  }

  /** Shows the moment that the page's address names. */
  private addressed() {
    const at = momentIn(location.hash);
    if (at !== null && this.live) void this.showMoment(Math.min(at, this.live.counted));
  }

  private socket: Listening | null = null;

  /** Whether the connection broke since the table was heard of last. */
  private wasLost = false;

  /** What waits to hear of something. */
  private readonly listening = new Set<() => void>();

  /** How many of this page's own inputs the last view showed. */
  private putsTaken = 0;

  private take(view: View) {
    const before = this.live;
    if (before && before.after !== view.after) {
      // Where nobody's turn it is, others put things down while a hand picks: its picks stay, as far as they still lead anywhere.
      const others = this.puts === this.putsTaken;
      const kept =
        others && before.asked.kind === 'free' && view.asked.kind === 'free'
          ? { picks: this.hand.byHand, look: this.looking.look }
          : null;
      this.putsTaken = this.puts;
      if (isOtherPosition(before, view)) this.outdate();
      if (!sameQuestion(before, view)) {
        // What a judge is filling in is about the table, whoever is asked.
        const { form, puts } = this.asking;
        this.forget();
        if (puts) this.asking.form = form;
        if (kept) [this.hand.byHand, this.looking.look] = [kept.picks, kept.look];
      }
    }
    if (!before) {
      this.deeds.begin(view);
      hold({
        table: this.api.table,
        key: this.api.key,
        whose: view.role.says,
        title: view.title,
        game: view.game_title,
      });
    }
    // That others are asked is no news when what was proposed waits no longer.
    const asked = (one: View | null) => one?.proposal?.by === view.role.says;
    if (asked(before) && !asked(view) && !this.said.settles) this.said = NOTHING;
    if (view.asked.kind === 'roll' && !samePad(before, view)) this.fallen = none(view.asked.groups);
    this.live = view;
    this.playback.heard(before, view);
    this.hasHeard();
  }

  /** Says yes or no to what is proposed, or withdraws it; a no with why, where that is said. */
  async consent(agrees: boolean, because = ''): Promise<Done | null> {
    const { proposal, role } = this.live ?? {};
    if (!proposal || !role) return null;
    const { number, by } = proposal;
    const tried = agrees ? 'consent' : by === role.says ? 'withdraw' : 'refuse';
    return this.put({ consent: agrees, proposal: number, ...(because !== '' && { because }) }, tried);
  }

  /** Says why something is proposed, after it was. */
  async sayWhy(because: string): Promise<Done | null> {
    const { proposal } = this.live ?? {};
    return proposal ? this.put({ proposal: proposal.number, because }, because) : null;
  }

  /** What was answered was about the table as it was: nothing of it is drawn any longer. */
  private outdate() {
    this.overlay.unforesee();
    this.asking.outdate();
    this.overlay.clear();
  }

  private hasHeard() {
    for (const check of [...this.listening]) check();
  }

  /** All that happened so far is seen. */
  seesAll() {
    this.deeds.markSeen(this.live?.after ?? 0);
    this.playback.clear();
  }

  /** Forgets picks and what was shown for them. */
  forget() {
    this.overlay.unforesee();
    this.meaning.goesOn();
    this.asking.form = null;
    this.hand.empty();
    this.trouble = null;
    this.looking.look = null;
    this.overlay.clear();
    this.said = NOTHING;
  }

  // Picking.

  pick(thing: string) {
    this.playback.skip();
    this.overlay.unforesee();
    this.meaning.goesOn();
    this.hand.take(thing);
    this.trouble = null;
    this.looking.look = null;
    if (this.hand.free && this.hand.standing.picks.length === 1 && this.hand.decided.length === 0)
      this.looking.lookAt(thing);
    this.overlay.drawn = [];
  }

  back() {
    this.meaning.goesOn();
    if (this.laying.held) {
      this.laying.held = null;
      this.trouble = null;
      return;
    }
    if (this.asking.back()) return;
    this.overlay.drawn = [];
    // Who was refused something is still about to do something.
    if (this.trouble) {
      this.trouble = null;
      return;
    }
    if (this.looking.look || this.hand.tried.length > 0) {
      this.looking.look = null;
      this.hand.tried = [];
      return;
    }
    this.hand.giveBack();
  }

  /** A click on the board: on things (topmost first), at a place of it as it lies. */
  click(under: string[], here: Point, near: string | null, again: boolean) {
    const at = this.scene.truly(here);
    this.playback.skip();
    if (this.moment) {
      this.looking.lookAt(under[0]);
      return;
    }
    if (this.laying.held) {
      void this.laying.layAt(under, at);
      return;
    }
    if (this.asking.form) {
      this.asking.point(under, at);
      return;
    }
    if (near) {
      this.clickThing(near, again);
      return;
    }
    const id = meant(
      under.flatMap((id) => [id, ...this.scene.wholes(id)]),
      this.hand.standing,
    );
    if (id !== undefined && (this.hand.isNext(id) || this.hand.isLast(id))) {
      this.clickThing(id, again);
      return;
    }
    const onPiece = id !== undefined && this.scene.things.get(id)?.layer === 'pieces';
    const { picks } = this.hand.standing;
    // Who has picked a place and points at another means that one.
    if (!this.hand.open && !onPiece && picks.length > 1 && !this.scene.isOnBoard(picks.at(-1)!)) {
      const shorter = picks.slice(0, -1);
      if (stand(this.hand.offers, shorter).next.some((pick) => pick.at !== null)) {
        this.hand.preferred = null;
        this.hand.byHand = shorter;
      }
    }
    if (this.hand.open && !onPiece) {
      void this.tryPlace(at);
      return;
    }
    if (id === undefined) {
      this.looking.look = null;
      return;
    }
    this.clickThing(id, again);
  }

  // Putting down.

  /** Whether the next click on the board puts something in: what is refused then is told there. */
  get aims(): boolean {
    return this.laying.held !== null || this.asking.puts !== null;
  }

  /** What is wanted of a line of the log, which is picked there; nothing while nothing is. */
  ofLine = $state.raw<'back' | 'correct' | null>(null);

  /** Begins a line at the prompt, about the table as it is now. */
  write(line: string) {
    if (this.moment) void this.showMoment(null);
    this.prompt = { line };
  }

  clickThing(id: string, again: boolean) {
    const last = this.hand.isLast(id);
    if (this.hand.tried.length === 1 && this.hand.toConfirm?.thing === id) {
      void this.act(this.hand.tried[0]!);
    } else if (last && this.hand.standing.forced > 0) {
      // What went without saying is picked before it is done: nothing is done by one click.
      this.hand.byHand = this.hand.standing.picks;
    } else if (last && this.hand.decided.length === 1 && this.hand.chosen && this.hand.standing.next.length === 0) {
      void this.act(this.hand.chosen);
    } else if (this.hand.isNext(id)) {
      this.pick(id);
      // A double click decides at once where only one thing can be meant.
      if (again && this.hand.decided.length === 1 && this.hand.standing.next.length === 0)
        void this.act(this.hand.decided[0]!);
    } else if (last) {
      this.back();
    } else {
      // Another figure may be meant instead of the one picked before.
      const fresh = stand(this.hand.offers, []);
      if (fresh.next.some((pick) => pick.thing === id)) {
        this.hand.byHand = [];
        this.pick(id);
      } else {
        this.looking.lookAt(id);
        void this.whyNot(id);
      }
    }
  }

  /** Types that something is let through although it was refused, up to the reason; for whoever judges here, and of the table as it is now. */
  get overrule(): ((line: string) => void) | undefined {
    if (!this.live?.role.judge || this.moment) return undefined;
    return (line) => (this.prompt = { line });
  }

  /** Asks why a thing cannot be picked after the picks so far; of one's own only where that was tried. */
  async whyNot(id: string, own = false) {
    const thing = this.scene.things.get(id);
    if (!thing || !this.live?.yours || this.live.asked.kind !== 'choice' || this.live.asked.sealed) return;
    // Who clicks on another piece of their own wants to see it.
    if (!own && thing.owner != null && this.live.role.seats.includes(thing.owner)) return;
    const names = [id, ...this.scene.wholes(id)];
    // What went without saying was not meant by the hand.
    const standing = stand(
      this.hand.offers,
      this.hand.standing.picks.slice(0, this.hand.standing.picks.length - this.hand.standing.forced),
      false,
    );
    const { picks } = standing;
    // A place that is not listed may be many steps away, and the last step of a way that is listed leads to others: the server finds the way.
    const far = thing.layer === 'ground' && picks.length > 0;
    const line = far
      ? undefined
      : names
          .map((name) => lineWith(standing, this.hand.offers, this.scene.things, name))
          .find((line) => line !== undefined);
    const why = line
      ? await this.ruled({ line })
      : picks.length > 0
        ? await this.ruled({ line: '', picked: [...picks, id] })
        : null;
    if (why && this.looking.look?.thing.id === id) {
      this.looking.look = { thing, why };
    }
  }

  /** The refusal of a line; nothing where it is legal or unknown. */
  private async ruled(ask: Ask): Promise<Trouble | null> {
    const isMeant = this.meaning.still();
    try {
      const reply = await this.api.ask(ask);
      if (!isMeant()) return null;
      this.overlay.drawn = reply.shapes;
      if (reply.yes !== false) return null;
      const fault = { says: '', grounds: reply.grounds, instead: reply.instead, may_be_overruled: false };
      return { tried: ask.line || reply.headline, fault };
    } catch (thrown) {
      return isMeant() ? { tried: ask.line, fault: faultOf(thrown) } : null;
    }
  }

  /** A click where nothing is listed: the listed actions, aimed there instead, are put to the server. */
  async tryPlace(at: Point) {
    const depth = this.hand.standing.picks.length;
    const isMeant = this.meaning.still();
    const asked = aimable(this.hand.standing).map(
      async (offer): Promise<{ offer?: Offer; trouble?: Trouble; shapes: Drawn[] }> => {
        try {
          const reply = await this.api.ask({ line: offer.says, at, seat: offer.seat });
          const { headline, grounds, instead, shapes } = reply;
          if (reply.yes === false)
            return {
              trouble: { tried: headline, fault: { says: '', grounds, instead, may_be_overruled: false } },
              shapes,
            };
          const about = offer.about.map((pick, n) => (n === depth ? { ...pick, thing: headline, at } : pick));
          return { offer: { seat: offer.seat, says: headline, about }, shapes };
        } catch (thrown) {
          return { trouble: { tried: offer.says, fault: faultOf(thrown) }, shapes: [] };
        }
      },
    );
    const answers = await Promise.all(asked);
    // Meanwhile the game may have gone on, or the hand.
    if (answers.length === 0 || !isMeant()) return;
    this.looking.look = null;
    this.hand.preferred = null;
    this.hand.tried = answers.flatMap((answer) => answer.offer ?? []);
    this.trouble = this.hand.tried.length > 0 ? null : (answers[0]?.trouble ?? null);
    this.overlay.drawn = answers[0]?.shapes ?? [];
  }

  /** What is suggested instead: put up for decision where it is an action, else at the prompt; nothing is done yet. */
  async suggest(line: string) {
    const isMeant = this.meaning.still();
    const found = await this.legal(line);
    if (!isMeant()) return;
    if (!found) {
      this.prompt = { line };
      return;
    }
    const { says } = found;
    const { picks } = this.hand.standing;
    this.forget();
    const listed = this.hand.offers.find((offer) => offer.says === says);
    if (listed) {
      this.hand.byHand = listed.about.map(({ thing }) => thing);
      this.hand.preferred = says;
    } else if (mentioned(says, picks).length === picks.length) {
      // What the hand has picked stays picked where that is meant.
      this.hand.byHand = picks;
      const [like] = found.at ? aimable(this.hand.standing) : [];
      const about = like?.about.map((pick) => (pick.at ? { ...pick, thing: says, at: found.at } : pick)) ?? [];
      this.hand.tried = [{ seat: found.seat, says, about }];
    } else this.hand.tried = [{ seat: found.seat, says, about: [] }];
    this.suggested += 1;
  }

  /** A line as an action that may be done now, with where it takes a piece; nothing where it is none, or where the rules forbid it. */
  private async legal(line: string): Promise<{ seat: number; says: string; at: Point | null; after: Drawn[] } | null> {
    const { asked, yours, role } = this.live ?? {};
    if (!yours || asked?.kind !== 'choice') return null;
    const seat = asked.seats.find((one) => role?.seats.includes(one));
    if (seat === undefined) return null;
    // Asked why, questions are no actions; half a line is none either.
    const reply = await this.api.ask({ line: `why ${line}`, seat, or_nothing: true }).catch(() => null);
    if (!reply?.yes) return null;
    const { after, headline } = reply;
    const bases = basesOf(after);
    return { seat, says: headline, at: bases.length === 1 ? bases[0]!.at : null, after };
  }

  // Doing.

  /** Whether what is done here can be taken back without asking anybody: no dice fall by themselves, or no other person plays. */
  private get freely(): boolean {
    const { typed_dice, seats } = this.live ?? {};
    return (
      typed_dice === true || (seats ?? []).every(({ seat, player }) => player !== 'human' || this.seats.mine(seat))
    );
  }

  /** Whether the server has nothing to show of an action before it is done: no warning, and no odds. */
  private async isPlain(offer: Offer): Promise<boolean> {
    const stop = AbortSignal.timeout(LONG_ASKED);
    const ruling = this.api.ask({ line: offer.says, seat: offer.seat }, stop).catch(() => null);
    const [ruled, odds] = await Promise.all([ruling, this.odds(offer, stop)]);
    return ruled !== null && ruled.yes !== false && ruled.warnings.length === 0 && odds === null && !stop.aborted;
  }

  /** Does what is put up for decision, where that is one thing that was picked to its end and nothing is to be shown before. */
  async finish() {
    const [only, ...more] = this.hand.decided;
    const { next, forced } = this.hand.standing;
    if (!only || more.length > 0 || (this.hand.tried.length === 0 && (next.length > 0 || forced > 0))) return;
    const isMeant = this.meaning.still();
    this.finishing = only;
    const plain = await this.isPlain(only);
    if (plain && isMeant()) await this.act(only);
    if (this.finishing === only) this.finishing = null;
  }

  /** A name in a list is pressed: where an action is about that alone, this answers what is asked. */
  choose(thing: string) {
    const choosing = this.hand.choosesMany;
    this.pick(thing);
    // What one has for good is never taken by one press.
    if (
      this.freely &&
      !this.hand.free &&
      !choosing &&
      this.hand.decided.length === 1 &&
      this.hand.decided[0]!.about.length === 1
    )
      void this.finish();
  }

  /** A sentence is pressed: done at once where it is plain and can be taken back freely, else put up for decision. */
  async answer(offer: Offer) {
    const isMeant = this.meaning.still();
    const plain = this.freely && (await this.isPlain(offer));
    if (!isMeant()) return;
    if (plain) await this.act(offer);
    else this.hand.preferred = offer.says;
  }

  async act(offer: Offer) {
    await this.put({ line: offer.says, seat: offer.seat }, offer.says);
  }

  /** Lets a bot decide; with `all`, as long as the same is asked again and no dice fall: who has figures put down for them plays themselves. */
  async decide(all: boolean) {
    const question = () =>
      this.live?.yours && this.live.asked.kind === 'choice' ? `${this.live.asked.rule} ${this.live.asked.says}` : null;
    const first = question();
    const before = this.live?.log.at(-1)?.number ?? 0;
    for (let n = 0; n < 200 && first !== null && question() === first; n++) {
      if (!(await this.put({ decide: true }, 'let a bot decide')) || !all) return;
      // Bots may be asked between; whoever thinks for long, or is a person, is not waited for.
      await this.hears(() => this.live!.yours || !this.botsDecide || this.connection === 'lost', 20);
      if (this.live?.log.some((line) => line.number > before && fell(line))) return;
    }
  }

  /** Until something holds of the table as the page knows it, or for so many seconds; whether it does. */
  private async hears(holds: () => boolean, seconds: number): Promise<boolean> {
    if (holds()) return true;
    return new Promise<boolean>((done) => {
      const end = (held: boolean) => {
        clearTimeout(timer);
        this.listening.delete(check);
        done(held);
      };
      const check = () => holds() && end(true);
      const timer = setTimeout(() => end(false), seconds * 1000);
      this.listening.add(check);
    });
  }

  /** Types a line as at the prompt; a judge's word with why, where that is said beside it. */
  async type(line: string, because = ''): Promise<Done | null> {
    return this.put(because === '' ? { line } : { line, because }, line);
  }

  async put(put: Put, tried: string): Promise<Done | null> {
    if (this.busy || !this.live) return null;
    const { after } = this.live;
    const timely = put.chat === undefined && put.proposal === undefined && put.consent === undefined;
    const last = this.live.log.at(-1)?.number ?? 0;
    this.busy = true;
    if (timely) this.playback.skip();
    this.deeds.coming = timely ? after + 1 : null;
    this.overlay.answered = null;
    // What was answered was about the table as it was; where nobody's turn it is, more is asked of the same.
    if (timely && !this.hand.free) this.asking.answer = null;
    this.puts += 1;
    this.trouble = null;
    this.said = NOTHING;
    try {
      const done = await this.api.put(timely ? { ...put, after } : put);
      if (put.faces && this.live.after === after) this.fallen = this.fallen.map(() => []);
      if (timely) {
        // What is decided in secret stands in no line yet: the next may be another's.
        const counts = done.after > after;
        this.deeds.markSeen(Math.max(this.deeds.seen, counts ? after + 1 : after));
        if (counts) this.deeds.markPut(after + 1);
      }
      this.said = { words: done.says, after: last, settles: put.consent !== undefined };
      if (put.keep !== undefined) void this.showMoment(null);
      // What is put in next is about the table as it is by then; nobody waits for a socket that broke.
      const shown = () => this.live!.after !== after && this.live!.after >= done.after;
      const heard = await this.hears(() => done.after === after || shown() || this.connection === 'lost', 10);
      if (!heard) this.socket?.again();
      return done;
    } catch (thrown) {
      // What is shown is not what the server has: the socket may have broken without a word.
      if ((thrown instanceof Refused && thrown.status === 409) || isLate(thrown)) this.socket?.again();
      this.trouble = { tried, fault: faultOf(thrown), unsent: !(thrown instanceof Refused) };
      return null;
    } finally {
      this.busy = false;
      this.deeds.coming = null;
    }
  }

  /** Kinds of actions of which the server told that they have no odds. */
  private readonly without = new Set<string>();

  /** The odds of an action; nothing where there are none. What was refused once is not asked again for its like. */
  async odds(offer: Offer, signal: AbortSignal): Promise<Reply | null> {
    const place = `umpire.without-odds.${this.live?.game ?? ''}`;
    if (this.without.size === 0) for (const kind of remembered(place).split('\n')) this.without.add(kind);
    const kind = kindOf(offer);
    if (this.without.has(kind) || !asksOdds(this.live?.questions ?? [], offer)) return null;
    try {
      const reply = await this.api.ask({ line: `odds ${offer.says}`, seat: offer.seat, or_nothing: true }, signal);
      if (reply.headline !== '' || reply.rows.length > 0) return reply;
      this.without.add(kind);
      remember(place, [...this.without].join('\n'));
      return null;
    } catch {
      return null;
    }
  }

  /** Answers a typed question without touching the game. */
  ask(line: string): Promise<Reply> {
    return this.api.ask({ line });
  }

  /** What may be typed, of a topic of the server's help. */
  async helpOn(topic: string): Promise<Form[]> {
    const { rows } = await this.ask(`help ${topic}`);
    return rows.flatMap(([usage, says]) =>
      usage ? usage.split(' | ').map((one) => ({ usage: one, says: says ?? '' })) : [],
    );
  }

  // Moments.

  private wanted: number | null = null;

  async showMoment(at: number | null) {
    this.wanted = at;
    this.playback.skip();
    this.meaning.goesOn();
    this.looking.look = null;
    this.trouble = null;
    this.overlay.pointed = [];
    this.deeds.stepping = false;
    if (at === null || at === this.live?.counted) {
      this.wanted = null;
      this.moment = null;
      if (momentIn(location.hash) !== null) history.replaceState(history.state, '', location.pathname);
      return;
    }
    await this.fetchMoment();
  }

  /** Of the moments that a hand slides over only the one it rests on is fetched. */
  private readonly fetchMoment = oneAtATime(async () => {
    const at = this.wanted;
    if (at === null) return;
    try {
      const view = await this.api.view(at);
      if (this.wanted === at) this.moment = view;
    } catch (thrown) {
      if (this.wanted === at) this.trouble = { tried: `moment ${at}`, fault: faultOf(thrown) };
    }
  });

  /** Opens a table of the same battle, everybody on the next seat where that is wanted. */
  async again(swap: boolean): Promise<Seated | null> {
    try {
      return await this.api.again(swap);
    } catch (thrown) {
      this.trouble = { tried: 'play again', fault: faultOf(thrown) };
      return null;
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
