/** What is done at a table: at once where it is plain and can be taken back, else when it was decided; by oneself, by a bot, or with the others' consent. */
import type { Room } from './room.svelte';
import { fell } from './told';
import type { Done, Offer } from './wire';

/** So long, in milliseconds, it is asked whether something is to be shown before an action is done. */
const LONG_ASKED = 2000;

export class Doing {
  /** What is done unless the server has something to show before. */
  finishing = $state.raw<Offer | null>(null);
  /** Whether a bot is at work for whoever looks: at one decision, or at all of a kind. */
  botDecides = $state.raw<'one' | 'all' | null>(null);

  constructor(private readonly room: Room) {}

  mayUndo = $derived.by(() => {
    const { live, hasDecided, seats } = this.room;
    return this.mayTakeBack && ((live?.counted ?? 0) > 0 || hasDecided.some((seat) => seats.mine(seat)));
  });
  mayRedo = $derived.by(() => this.mayTakeBack && (this.room.live?.may_redo ?? false));

  /** Whether anything may be taken back or brought back now. */
  private get mayTakeBack(): boolean {
    const { takesPart, busy, moment } = this.room;
    return takesPart && !busy && moment === null;
  }

  /** Whether what is done here can be taken back without asking anybody: no dice fall by themselves, or no other person plays. */
  private get freely(): boolean {
    const { typed_dice, seats } = this.room.live ?? {};
    return (
      typed_dice === true || (seats ?? []).every(({ seat, player }) => player !== 'human' || this.room.seats.mine(seat))
    );
  }

  /** Whether the server has nothing to show of an action before it is done: no warning, and no odds. */
  private async isPlain(offer: Offer): Promise<boolean> {
    const stop = AbortSignal.timeout(LONG_ASKED);
    const ruling = this.room.api.ask({ line: offer.says, seat: offer.seat }, stop).catch(() => null);
    const [ruled, odds] = await Promise.all([ruling, this.room.odds.of(offer, stop)]);
    return ruled !== null && ruled.yes !== false && ruled.warnings.length === 0 && odds === null && !stop.aborted;
  }

  /** Does what is put up for decision, where that is one thing that was picked to its end and nothing is to be shown before. */
  async finish() {
    const { hand } = this.room;
    const [only, ...more] = hand.decided;
    const { next, forced } = hand.standing;
    if (!only || more.length > 0 || (hand.tried.length === 0 && (next.length > 0 || forced > 0))) return;
    const isMeant = this.room.meaning.still();
    this.finishing = only;
    const plain = await this.isPlain(only);
    if (plain && isMeant()) await this.act(only);
    if (this.finishing === only) this.finishing = null;
  }

  /** A name in a list is pressed: where an action is about that alone, this answers what is asked. */
  choose(thing: string) {
    const { hand } = this.room;
    const choosing = hand.choosesMany;
    this.room.pick(thing);
    // What one has for good is never taken by one press.
    if (this.freely && !hand.free && !choosing && hand.decided.length === 1 && hand.decided[0]!.about.length === 1)
      void this.finish();
  }

  /** A sentence is pressed: done at once where it is plain and can be taken back freely, else put up for decision. */
  async answer(offer: Offer) {
    const isMeant = this.room.meaning.still();
    const plain = this.freely && (await this.isPlain(offer));
    if (!isMeant()) return;
    if (plain) await this.act(offer);
    else this.room.hand.preferred = offer.says;
  }

  async act(offer: Offer) {
    await this.room.put({ line: offer.says, seat: offer.seat }, offer.says);
  }

  /** Lets a bot decide; with `all`, as long as the same is asked again and no dice fall: who has figures put down for them plays themselves. */
  async decide(all: boolean) {
    const { room } = this;
    const question = () =>
      room.live?.yours && room.live.asked.kind === 'choice' ? `${room.live.asked.rule} ${room.live.asked.says}` : null;
    const first = question();
    const before = room.live?.log.at(-1)?.number ?? 0;
    this.botDecides = all ? 'all' : 'one';
    try {
      for (let n = 0; n < 200 && first !== null && question() === first && this.botDecides !== null; n++) {
        if (!(await room.put({ decide: true }, 'let a bot decide')) || !all) return;
        // Bots may be asked between; whoever thinks for long, or is a person, is not waited for.
        await room.hears(() => room.live!.yours || !room.botsDecide || room.connection === 'lost', 20);
        if (room.live?.log.some((line) => line.number > before && fell(line))) return;
      }
    } finally {
      this.botDecides = null;
    }
  }

  /** Lets a bot that goes on deciding decide no more: what it decided stays. */
  stopBot() {
    this.botDecides = null;
  }

  /** Says yes or no to what is proposed, or withdraws it; a no with why, where that is said. */
  async consent(agrees: boolean, because = ''): Promise<Done | null> {
    const { proposal } = this.room.live ?? {};
    if (!proposal) return null;
    const { number, yours } = proposal;
    const tried = agrees ? 'consent' : yours ? 'withdraw' : 'refuse';
    return this.room.put({ consent: agrees, proposal: number, ...(because !== '' && { because }) }, tried);
  }

  /** Says why something is proposed, after it was. */
  async sayWhy(because: string): Promise<Done | null> {
    const { proposal } = this.room.live ?? {};
    return proposal ? this.room.put({ proposal: proposal.number, because }, because) : null;
  }
}
