/** What people at a table say to one another: what came since one listened, and what is about to be said. */
import type { TableApi } from './api';
import { newIn, showing, shownBy } from './chat';
import { heardBefore, rememberHeard } from './remembered';
import type { Views } from './views';
import type { Said } from './wire';

export class Talk {
  /** What is about to be said to the others. */
  saying = $state('');
  /** What was said when one last listened. */
  private listened = $state.raw<Said[]>([]);
  /** What was said since one listened, one's own words too. */
  private fresh: Said[] = $derived.by(() => {
    const chat = this.views.live?.chat ?? [];
    const count = newIn(this.listened, chat);
    return count > 0 ? chat.slice(-count) : [];
  });
  /** How many messages others said since one listened. */
  unheard = $derived.by(() => {
    const { role, seats } = this.views.live ?? {};
    const own = (seats ?? [])
      .filter(({ seat }) => role?.seats.includes(seat))
      .flatMap(({ name, called }) => [name, `${called ?? ''} (${name})`]);
    return this.fresh.filter(({ by }) => !own.includes(by)).length;
  });

  /** The question shown from here last, or taken away here. */
  private showed = $state.raw<string | null>(null);
  /** The last question that another showed to all since one listened. */
  asked: { by: string; line: string } | null = $derived.by(() => {
    const last = this.fresh.findLast(({ words }) => shownBy(words) !== null);
    const line = last ? shownBy(last.words) : null;
    return last && line !== null && line !== this.showed ? { by: last.by, line } : null;
  });

  constructor(
    private readonly api: TableApi,
    private readonly views: Pick<Views, 'live'>,
  ) {
    this.listened = heardBefore(this.place);
  }

  private get place(): string {
    return `umpire.heard.${this.api.table}.${this.api.key}`;
  }

  /** Shows a question to all: it is said, and each asks it for themselves. */
  async show(line: string): Promise<boolean> {
    this.showed = line;
    return this.api.put({ chat: showing(line) }).then(
      () => true,
      () => false,
    );
  }

  /** The question that another showed was seen. */
  hasLooked() {
    this.showed = this.asked?.line ?? this.showed;
  }

  /** Everything that was said is heard. */
  listen() {
    this.listened = this.views.live?.chat ?? [];
    rememberHeard(this.place, this.listened);
  }
}
