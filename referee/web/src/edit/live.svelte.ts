/** Live rules: units held over the map, and what is answered about them as the map is this moment. */
import { faultOf } from '../api';
import { ask } from './api';
import { cellAt } from './plan';
import { HOLD, type Studio } from './studio.svelte';
import type { Fault, HeldAt, Point, Reply } from '../wire';

export class Live {
  units = $state.raw<[string, string]>(['', '']);
  question = $state('');
  /** Where the first of two stands, once it was put down. */
  first = $state.raw<Point | null>(null);
  over = $state.raw<Point | null>(null);
  /** What is held stays where it is. */
  pinned = $state(false);
  reply = $state.raw<Reply | null>(null);
  fault = $state.raw<Fault | null>(null);
  private latest = 0;
  private busy = false;
  /** Something changed while an answer was under way. */
  private again = false;

  constructor(private readonly studio: Studio) {}

  /** Whether something is held over the map, or stays there while the map is drawn on. */
  get shown(): boolean {
    return this.pinned || this.studio.tool === HOLD;
  }

  get entry() {
    const { sketch } = this.studio;
    return sketch?.questions.find(({ name }) => name === this.question) ?? sketch?.questions[0] ?? null;
  }

  get places(): number {
    return this.entry?.places ?? 1;
  }

  unit(n: 0 | 1): string {
    const { sketch } = this.studio;
    const known = sketch?.units.map(({ name }) => name) ?? [];
    return known.includes(this.units[n]) ? this.units[n] : (known[n] ?? known[0] ?? '');
  }

  /** What stands where, the unit that is asked about first. */
  held(): HeldAt[] {
    const at = (n: 0 | 1, at: Point): HeldAt => ({ unit: this.unit(n), seat: n, at });
    if (this.places < 2) return this.over ? [at(0, this.over)] : [];
    if (!this.first) return this.over ? [at(0, this.over)] : [];
    return this.over ? [at(0, this.first), at(1, this.over)] : [at(0, this.first)];
  }

  /** Whether the answer shows the units themselves. */
  get pictured(): boolean {
    return (this.reply?.shapes.length ?? 0) > 0;
  }

  /** The cells in which they are held, where there are cells. */
  cells(): Point[] {
    const { grid } = this.studio;
    return grid
      ? this.held().flatMap(({ at }) => {
          const cell = cellAt(grid, at);
          return cell ? [cell] : [];
        })
      : [];
  }

  /** What is held, each in the middle of its cell, where there are cells. */
  tokens(): HeldAt[] {
    const { grid } = this.studio;
    return this.held().map((one) => ({ ...one, at: (grid && cellAt(grid, one.at)) ?? one.at }));
  }

  /** The hand is over a place, or over none. */
  hover(point: Point | null) {
    if (this.pinned || this.studio.tool !== HOLD) return;
    this.over = point;
    this.soon();
  }

  /** The hand lets go: of the first of two, or of what then stays; what stays is taken up again. */
  press(point: Point) {
    if (this.pinned) this.release();
    else if (this.places > 1 && !this.first) this.first = point;
    else {
      this.over = point;
      this.pinned = true;
      this.soon();
    }
  }

  release() {
    this.latest += 1;
    [this.pinned, this.first, this.over, this.reply, this.fault] = [false, null, null, null, null];
  }

  /** Something else is asked, or the map is another: asked at once, or when the answer before has come. */
  soon() {
    if (this.busy) this.again = true;
    else void this.asks();
  }

  private async asks() {
    const { file, text } = this.studio;
    const { entry } = this;
    const held = this.held();
    if (!file || !entry || held.length < entry.places) return;
    [this.busy, this.again] = [true, false];
    const asked = (this.latest += 1);
    try {
      const reply = await ask(file.path, text, held, entry.line);
      if (asked === this.latest) [this.reply, this.fault] = [reply, null];
    } catch (thrown) {
      if (asked === this.latest) [this.reply, this.fault] = [null, faultOf(thrown)];
    }
    this.busy = false;
    if (this.again) void this.asks();
  }
}
