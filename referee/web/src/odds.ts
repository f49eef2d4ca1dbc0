/** The odds of actions, as the server tells them; of which kinds it told that there are none is remembered. */
import type { TableApi } from './api';
import { asksOdds, kindOf } from './picking';
import { remember, remembered } from './remembered';
import type { Views } from './views';
import type { Offer, Reply } from './wire';

export class Odds {
  /** Kinds of actions of which the server told that they have no odds. */
  private readonly without = new Set<string>();

  constructor(
    private readonly api: TableApi,
    private readonly views: Pick<Views, 'live'>,
  ) {}

  /** The odds of an action; nothing where there are none. What was refused once is not asked again for its like. */
  async of(offer: Offer, signal: AbortSignal): Promise<Reply | null> {
    const { live } = this.views;
    const place = `umpire.without-odds.${live?.game ?? ''}`;
    if (this.without.size === 0) for (const kind of remembered(place).split('\n')) this.without.add(kind);
    const kind = kindOf(offer);
    if (this.without.has(kind) || !asksOdds(live?.questions ?? [], offer)) return null;
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
}
