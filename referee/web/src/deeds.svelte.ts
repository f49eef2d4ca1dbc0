/** What was done at a table, as deeds: what others did since its user last did or looked, and what came of the user's own. */
import type { TableApi } from './api';
import { remember, remembered } from './remembered';
import type { Seats } from './seats';
import { deeds, digest, numberOf, outcome, readOut, type Deed } from './told';
import type { Views } from './views';
import type { Correction, View } from './wire';

/** So many lines that were put in here are remembered. */
const MOST_PUT = 12;

export class Deeds {
  /** How many lines of the record the user has seen. */
  seen = $state.raw(0);
  /** Whether what others did is stepped through. */
  stepping = $state.raw(false);
  /** The numbers of the lines that were put in here last. */
  private putHere = $state.raw<number[]>([]);
  /** The last line of the record that was read out, once any was. */
  heard: number | null = null;
  /** The number of the line that is being put in here; a view that shows it may come before the answer. */
  coming = $state.raw<number | null>(null);

  constructor(
    private readonly api: TableApi,
    private readonly views: Pick<Views, 'live'>,
    private readonly seats: Seats,
    /** Nothing of what others did is new any longer. */
    private readonly nothingNew: () => void,
  ) {
    this.putHere = remembered(this.putPlace).split(' ').map(Number);
  }

  private all: Deed[] = $derived.by(() => deeds(this.views.live?.log ?? []));
  /** What others did since the user last did or looked. */
  news: Deed[] = $derived.by(() =>
    digest(
      this.all,
      this.seen,
      (seat) => this.seats.mine(seat),
      (line) => this.putHere.includes(line),
    ),
  );
  /** What a judge corrected since the user last did or looked. */
  corrected: Correction[] = $derived.by(() =>
    (this.views.live?.corrections ?? []).filter(({ number }) => number > this.seen),
  );
  /** What the user did last, with what came of it. */
  own: Deed | null = $derived.by(() =>
    outcome(
      this.all,
      (seat) => this.seats.mine(seat),
      (line) => this.putHere.includes(line),
    ),
  );

  private get seenPlace(): string {
    return `umpire.seen.${this.api.table}.${this.api.key}`;
  }

  private get putPlace(): string {
    return `umpire.put.${this.api.table}.${this.api.key}`;
  }

  /** Begins with the first view of the table. */
  begin(view: View) {
    this.seen = Number(remembered(this.seenPlace)) || (view.role.seats.length > 0 ? this.doneBefore(view) : view.after);
  }

  /** The last line of what the seats of a browser did that comes to a table for the first time: whoever played on elsewhere saw what was before that. */
  private doneBefore({ log, role }: View): number {
    const last = outcome(deeds(log), (seat) => role.seats.includes(seat));
    return last ? numberOf(last) : 0;
  }

  /** What was done after a line of the record, and up to another, as it is read out: one's own without a name. */
  readOut(after: number, upTo = Infinity): string[] {
    const log = (this.views.live?.log ?? []).filter(({ number }) => number > after && number <= upTo);
    return deeds(log).map((deed) => {
      const own = deed.by !== null && this.seats.mine(deed.by) && this.didHere(deed);
      const { by, says } = this.seats.ofWhom(deed);
      return readOut(deed, { by: own ? '' : by, says });
    });
  }

  /** Whether a deed was done here, alone or with others in secret: one's own may have been put in by a judge, or on another device. */
  didHere(deed: Deed): boolean {
    return deed.lines.some(
      ({ number, together }) =>
        number === this.coming || this.putHere.includes(number) || together?.some((seat) => this.seats.mine(seat)),
    );
  }

  /** Remembers that a line was put in here, whosever deed it belongs to. */
  markPut(number: number) {
    this.putHere = [...this.putHere, number].slice(-MOST_PUT);
    remember(this.putPlace, this.putHere.join(' '));
  }

  markSeen(number: number) {
    this.seen = number;
    if (this.news.length === 0) this.nothingNew();
    remember(this.seenPlace, String(number));
  }
}
