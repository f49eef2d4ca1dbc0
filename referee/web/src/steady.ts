/** Tells presses that were meant from those that fell on what came under the pointer meanwhile, and two taps from a double one. */

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
