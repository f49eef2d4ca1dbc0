/** What people at a table say to one another: what came since one listened, and what is about to be said. */
import type { TableApi } from './api';
import { newIn } from './chat';
import { heardBefore, rememberHeard } from './remembered';
import type { Views } from './views';
import type { Said } from './wire';

export class Talk {
  /** What is about to be said to the others. */
  saying = $state('');
  /** What was said when one last listened. */
  private listened = $state.raw<Said[]>([]);
  /** How many messages were said since one listened. */
  unheard = $derived.by(() => newIn(this.listened, this.views.live?.chat ?? []));

  constructor(
    private readonly api: TableApi,
    private readonly views: Pick<Views, 'live'>,
  ) {
    this.listened = heardBefore(this.place);
  }

  private get place(): string {
    return `umpire.heard.${this.api.table}.${this.api.key}`;
  }

  /** Everything that was said is heard. */
  listen() {
    this.listened = this.views.live?.chat ?? [];
    rememberHeard(this.place, this.listened);
  }
}
