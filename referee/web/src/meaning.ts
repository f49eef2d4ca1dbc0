/** Tells of what is answered later whether it is still asked for: whether neither the hand nor the game has gone on. */
import type { Views } from './views';

export class Meaning {
  /** Counts what a hand does: an answer that comes after the next deed is no longer asked for. */
  private deeds = 0;

  constructor(private readonly views: Pick<Views, 'live'>) {}

  /** The hand does something: what was asked for before is no longer meant. */
  goesOn() {
    this.deeds += 1;
  }

  /** Begins what is answered later; tells then whether neither the hand nor the game has gone on. */
  still(): () => boolean {
    const { after } = this.views.live ?? {};
    const deed = (this.deeds += 1);
    return () => this.deeds === deed && this.views.live?.after === after;
  }
}
