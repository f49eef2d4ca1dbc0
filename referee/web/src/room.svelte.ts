/** One table in a browser: its connection, how it stands, what is asked and put in there, and the parts that know the rest. */
import { momentIn } from './address';
import { Refused, TableApi, faultOf, isLate } from './api';
import { Asking } from './asking.svelte';
import { isOtherPosition, samePad, sameQuestion } from './between';
import { Cards } from './cards.svelte';
import { Carrying } from './carrying';
import { Clicking } from './clicking';
import { Deeds } from './deeds.svelte';
import { none, type Fallen } from './dice';
import { Doing } from './doing.svelte';
import { Hand } from './hand.svelte';
import { hold } from './held';
import { oneAtATime } from './latest';
import { Laying } from './laying.svelte';
import { listen, type Connection, type Listening } from './live';
import { Looking } from './looking.svelte';
import { Meaning } from './meaning';
import { Odds } from './odds';
import { Overlay } from './overlay.svelte';
import { Playback } from './playback.svelte';
import { Reach } from './reach.svelte';
import { Scene } from './scene.svelte';
import { Seats } from './seats';
import { Sight } from './sight.svelte';
import { Talk } from './talk.svelte';
import { Trying } from './trying.svelte';
import { declined, type Form } from './words';
import type { Views } from './views';
import type { Done, Fault, Put, Reply, Seated, View } from './wire';

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
  /** The cards, units or dice of the game. */
  readonly cards: Cards;
  readonly seats: Seats;
  readonly talk: Talk;
  readonly deeds: Deeds;
  readonly scene: Scene;
  readonly sight: Sight;
  readonly hand: Hand;
  readonly looking: Looking;
  readonly overlay: Overlay;
  readonly odds: Odds;
  readonly meaning = new Meaning(this);
  readonly laying = new Laying(this);
  readonly carrying = new Carrying(this);
  readonly clicking = new Clicking(this);
  readonly trying = new Trying(this);
  readonly doing = new Doing(this);
  /** The question that is put by clicking. */
  readonly asking = new Asking(this);
  /** What others did, as it is played back on the board. */
  readonly playback = new Playback(this);
  readonly reach = new Reach(
    (question) => this.api.ask(question),
    () => this.hand.goes,
  );

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
  /** Real dice as they were tapped in so far. */
  fallen = $state.raw<Fallen>([]);
  /** What stands in the prompt when it opens; nothing while it is closed. */
  prompt = $state.raw<{ line: string } | null>(null);
  /** What was typed at the prompt and not sent. */
  draft = '';
  /** What is wanted of a line of the log, which is picked there; nothing while nothing is. */
  ofLine = $state.raw<'back' | 'correct' | null>(null);
  /** How often something was put in: who presses again does not mean what came in its place. */
  puts = $state.raw(0);
  private socket: Listening | null = null;
  /** Whether the connection broke since the table was heard of last. */
  private wasLost = false;
  /** What waits to hear of something. */
  private readonly listening = new Set<() => void>();
  /** How many of this page's own inputs the last view showed. */
  private putsTaken = 0;
  /** The moment that is wanted, while it is fetched. */
  private wanted: number | null = null;

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
    this.odds = new Odds(this.api, this);
    const { scene, hand, reach, playback } = this;
    this.overlay = new Overlay({ views: this, scene, hand, reach, playback, legal: (line) => this.trying.legal(line) });
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
    const asked = (one: View | null) => one?.proposal?.yours === true;
    if (asked(before) && !asked(view) && !this.said.settles) this.said = NOTHING;
    if (view.asked.kind === 'roll' && !samePad(before, view)) this.fallen = none(view.asked.groups);
    this.live = view;
    this.playback.heard(before, view);
    this.hasHeard();
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

  /** Whether the next click on the board puts something in: what is refused then is told there. */
  get aims(): boolean {
    return this.laying.held !== null || this.asking.puts !== null;
  }

  /** Begins a line at the prompt, about the table as it is now. */
  write(line: string) {
    if (this.moment) void this.showMoment(null);
    this.trouble = null;
    this.prompt = { line };
  }

  /** Begins to let a line through although it was refused, up to the reason; for whoever judges here, and of the table as it is now. */
  get overrule(): ((line: string) => void) | undefined {
    if (!this.live?.role.judge || this.moment) return undefined;
    return (line) => {
      this.prompt = null;
      this.looking.look = null;
      this.asking.letThrough(line);
    };
  }

  /** Until something holds of the table as the page knows it, or for so many seconds; whether it does. */
  async hears(holds: () => boolean, seconds: number): Promise<boolean> {
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
      // What a judge was filling in was about the table before that.
      if (timely && this.asking.puts) this.asking.form = null;
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
