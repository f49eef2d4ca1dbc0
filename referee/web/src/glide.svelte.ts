/** Moves pieces on a flat board from where they stood to where they are shown next, while what others did is played back. */
import { untrack } from 'svelte';
import { moved } from './between';
import type { Placed } from './geometry';
import type { Room } from './room.svelte';
import type { Point } from './wire';

/** To be made while a component is. */
export class Glide {
  /** The pieces that are under way, where they will stand, and how far they come from. */
  private ways = $state.raw<{ placed: Placed; far: Point }[]>([]);
  /** How much of its way is still before a piece, from one to nothing. */
  private left = $state(0);

  ids = $derived(new Set(this.ways.map(({ placed }) => placed.thing.id)));
  pieces = $derived(
    this.ways.map(({ placed, far: [x, y] }) => ({ placed, far: [x * this.left, y * this.left] as Point })),
  );

  constructor(room: () => Room) {
    let before: Placed[] = [];
    let after: number | null = null;
    // Before anything is drawn of it: no piece is seen at the end of its way first.
    $effect.pre(() => {
      const { placed, glide, line } = room().playback;
      return untrack(() => {
        const from = before;
        before = placed;
        const at = new Map(placed.map((one) => [one.thing.id, one]));
        // A board that is turned shows the same deed: nothing moved.
        const ways = from.length > 0 && glide > 0 && line !== after ? moved(from, placed) : [];
        after = line;
        this.ways = ways.flatMap(({ id, from: [ax, ay], to: [bx, by] }) => {
          const one = at.get(id);
          return one ? [{ placed: one, far: [ax - bx, ay - by] as Point }] : [];
        });
        this.left = this.ways.length > 0 ? 1 : 0;
        if (this.left > 0) return this.run(glide);
      });
    });
  }

  /** Lets the pieces go their ways in so many milliseconds: away quickly, slowly to where they stand. */
  private run(time: number): () => void {
    let began: number | null = null;
    const step = (now: number) => {
      began ??= now;
      const gone = Math.min(1, (now - began) / time);
      this.left = (1 - gone) ** 2;
      if (gone < 1) frame = requestAnimationFrame(step);
      else this.ways = [];
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }
}
