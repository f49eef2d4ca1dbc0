/** The odds of actions, as the server tells them. */
import type { TableApi } from './api';
import { asksOdds } from './picking';
import type { Views } from './views';
import type { Offer, Reply } from './wire';

export class Odds {
  constructor(
    private readonly api: TableApi,
    private readonly views: Pick<Views, 'live'>,
  ) {}

  /** The odds of an action; nothing where there are none. */
  async of(offer: Offer, signal: AbortSignal): Promise<Reply | null> {
    if (!asksOdds(this.views.live?.questions ?? [], offer)) return null;
    const asked = { line: `odds ${offer.says}`, seat: offer.seat, or_nothing: true };
    const reply = await this.api.ask(asked, signal).catch(() => null);
    return reply && (reply.headline !== '' || reply.rows.length > 0) ? reply : null;
  }
}
