/** Tells presses that were meant from those that fell on what came under the pointer meanwhile, and two taps from a double one. */
import type { Point } from './wire';

export interface Press {
  x: number;
  y: number;
  when: number;
  puts: number;
}

/** How long, in milliseconds, and how near, in pixels, a press belongs to the one before it. */
const SOON = 700;
const NEAR = 24;

export class Steady {
  private last: Press | null = null;

  /** Whether a press was meant: not where one just before it, at the same place, put something in. */
  meant(press: Press): boolean {
    const { last } = this;
    if (
      last &&
      last.puts !== press.puts &&
      press.when - last.when < SOON &&
      Math.hypot(press.x - last.x, press.y - last.y) < NEAR
    )
      return false;
    this.last = press;
    return true;
  }
}

/** How far apart, in pixels, two touches are still of the same spot. */
const SPOT = 8;

/** Tells touches of the spot that led to a place, though the place lies beside it, from those of another. */
export class Spots {
  private last: { at: Point; leads: string } | null = null;

  /** The place that a touch means: the one near it, or the one that waits to be confirmed, where the touch before of the same spot led there. */
  meant(at: Point, near: string | null, waits: string | null, scale: number): string | null {
    const { last } = this;
    const isSame = last !== null && Math.hypot(at[0] - last.at[0], at[1] - last.at[1]) * scale < SPOT;
    const leads = near ?? (isSame && last.leads === waits ? waits : null);
    this.last = leads === null ? null : { at, leads };
    return leads;
  }
}

/** A short touch of a board, and the topmost thing there. */
export interface Tap {
  x: number;
  y: number;
  when: number;
  top: string | null;
}

/** How soon, in milliseconds, a tap is the second half of a double one. */
const DOUBLE = 350;

export class Taps {
  private last: Tap | null = null;

  /** Whether a tap is the second on the same thing. */
  again(tap: Tap): boolean {
    const { last } = this;
    this.last = tap;
    return (
      last !== null &&
      last.top === tap.top &&
      tap.when - last.when < DOUBLE &&
      Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR
    );
  }
}
