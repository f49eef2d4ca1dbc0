/** Who sits at a table: which seats are one's own, and what whoever sits there is called. */
import { faultOf, type TableApi } from './api';
import { decision, isLetThrough, type Deed } from './told';
import { listed } from './words';
import type { Views } from './views';

export class Seats {
  constructor(
    private readonly api: TableApi,
    private readonly views: Pick<Views, 'live'>,
  ) {}

  name(seat: number): string {
    return this.views.live?.seats.find((one) => one.seat === seat)?.name ?? 'the judge';
  }

  /** A seat with the name of whoever sits there, if they said: `Anna (A)`. */
  called(seat: number): string {
    const called = this.views.live?.seats.find((one) => one.seat === seat)?.called;
    return called ? `${called} (${this.name(seat)})` : this.name(seat);
  }

  /** A line of the log, by whom it was put in. */
  byName({ by, says }: { by?: number | null; says: string }): string {
    if (by == null) return says;
    const name = `${this.name(by)}: `;
    const lets = `judge lets ${name}`;
    if (says.startsWith(lets)) return `judge lets ${this.called(by)}: ${says.slice(lets.length)}`;
    return says.startsWith(name) ? `${this.called(by)}: ${says.slice(name.length)}` : says;
  }

  /** Several in a list, each once, by what they are called. */
  listed(seats: number[]): string {
    return listed([...new Set(seats)].map((seat) => this.called(seat)));
  }

  /** Whose a deed was, and what was done; of what a judge let through the words tell both. */
  ofWhom(deed: Deed): { by: string; says: string } {
    const [line] = deed.lines;
    if (line && isLetThrough(line)) return { by: '', says: this.byName(line) };
    return { by: deed.by === null ? '' : this.called(deed.by), says: decision(deed) };
  }

  /** Says what one is called on a seat of one's own; why not, where the server takes no such name. */
  async callOneself(seat: number, name: string): Promise<string> {
    try {
      await this.api.put({ seat, name });
      return '';
    } catch (thrown) {
      return faultOf(thrown).says;
    }
  }

  /** Whether another person decides for a seat. */
  isOthers(seat: number): boolean {
    return this.views.live?.seats.find((one) => one.seat === seat)?.player === 'human' && !this.mine(seat);
  }

  mine(seat: number): boolean {
    const { role, seats } = this.views.live ?? {};
    // The judge has no seat at the table.
    return (role?.seats.includes(seat) ?? false) || (role?.judge === true && !seats?.some((one) => one.seat === seat));
  }
}
