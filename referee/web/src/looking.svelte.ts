/** What the user of a table looks at without picking it, and what questions and changes are about. */
import type { Hand } from './hand.svelte';
import type { Meaning } from './meaning';
import type { Trouble } from './room.svelte';
import type { Scene } from './scene.svelte';
import type { Named } from './wire';

/** A thing the user looks at without picking it. */
export interface Look {
  thing: Named;
  why: Trouble | null;
}

export class Looking {
  private lookedAt = $state.raw<{ id: string; why: Trouble | null } | null>(null);
  /** How often something was looked at. */
  count = $state.raw(0);
  /** A name that stands nowhere on the board, picked to be told of or changed. */
  named = $state.raw<string | null>(null);

  constructor(
    private readonly scene: Scene,
    private readonly hand: Hand,
    private readonly meaning: Meaning,
  ) {}

  /** What is looked at, as it stands now. */
  private looking: Look | null = $derived.by(() => {
    const thing = this.lookedAt && this.scene.things.get(this.lookedAt.id);
    return thing ? { thing, why: this.lookedAt!.why } : null;
  });
  /** What is looked at or picked: what is asked and changed is about that. */
  about = $derived.by(
    () =>
      this.looking?.thing.id ??
      this.hand.pickedOnBoard.findLast((pick) => !this.scene.isAnothers(pick)) ??
      this.hand.pickedOnBoard.at(-1) ??
      this.named,
  );

  get look(): Look | null {
    return this.looking;
  }

  set look(to: Look | null) {
    this.lookedAt = to && { id: to.thing.id, why: to.why };
  }

  lookAt(id: string | undefined) {
    this.meaning.goesOn();
    const thing = id === undefined ? undefined : this.scene.things.get(id);
    this.look = thing ? { thing, why: null } : null;
    if (thing) this.count += 1;
  }
}
