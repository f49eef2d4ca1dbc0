/** What a hand does over the map: it goes over cells, spans shapes, drags things and their corners, marks cells. */
import { under, type Placed } from '../geometry';
import {
  cellAt,
  cellBeside,
  cellBeyond,
  cellsBetween,
  far,
  footprint,
  isOutside,
  keyOf,
  minus,
  plus,
  sideAt,
  sized,
  snapped,
} from './plan';
import { CELLS, HAND, HOLD, type Drag, type Studio } from './studio.svelte';
import type { Live } from './live.svelte';
import type { Grip, Point, Takes } from '../wire';

/** A place, and how far off counts as on it, in plan units. */
interface Touch {
  at: Point;
  slack: number;
}

export interface Press extends Touch {
  shift: boolean;
  alt: boolean;
  control?: boolean;
}

/** What is under way. */
type Under =
  | { kind: 'cells'; drag: Drag; way: Map<string, Point>; last: Point; turn: number; brush: string | null }
  | { kind: 'span'; takes: Takes; from: Point; to: Point }
  | { kind: 'thing'; placed: Placed; field: string; from: Point; by: Point }
  | { kind: 'handle'; handle: Grip; to: Point; moved: boolean; drag: Drag }
  | { kind: 'mark'; last: Point; adds: boolean }
  | { kind: 'chosen' };

export class Hand {
  /** Where the hand is, while it is over the map. */
  over = $state.raw<Point | null>(null);
  under = $state.raw<Under | null>(null);
  /** The points of an outline or a line that were set so far. */
  points = $state.raw<Point[]>([]);
  /** Where a press closed an outline last. */
  private closed: Point | null = null;
  /** How far off counts as on it, where the hand is. */
  private slack = $state(0);
  /** What the hand is over, as it lies now: what was taken away or moved on is no longer under it. */
  private found = $derived.by(() =>
    this.over && !this.under && this.studio.tool === HAND ? this.thingAt({ at: this.over, slack: this.slack }) : null,
  );
  hovered = $derived.by(() => (this.under?.kind === 'thing' ? this.under.placed : (this.found?.placed ?? null)));
  /** The row the hand is over, or whose corner it is at. */
  private near = $derived.by(() => {
    if (!this.over || this.studio.tool !== HAND) return null;
    if (this.under?.kind === 'handle') return this.under.handle.row;
    return this.handleAt({ at: this.over, slack: this.slack })?.row ?? this.found?.field ?? null;
  });

  constructor(
    private readonly studio: Studio,
    private readonly live: Live,
  ) {}

  get takes(): Takes | null {
    return this.studio.held?.takes ?? null;
  }

  private snap(point: Point): Point {
    return this.studio.grid ? point : snapped(point, this.studio.snap);
  }

  /** The cells that a press here would mean. */
  cells = $derived.by((): Point[] => {
    const { grid, carried, held, brush, turn, tool } = this.studio;
    if (!grid || !this.over) return [];
    const cell = cellAt(grid, this.over);
    if (!cell) return [];
    if (carried) {
      const by = minus(cell, carried.cells[0]!);
      return carried.cells.map((one) => plus(one, by));
    }
    if (tool === CELLS || tool === HOLD) return [cell];
    return held?.takes === 'cells' ? footprint(grid, cell, held.brushes ? brush : null, turn) : [];
  });
  side = $derived.by(() => {
    const { grid, held } = this.studio;
    return grid && this.over && held?.takes === 'side' ? sideAt(grid, this.over) : null;
  });

  /** What is spanned or set so far, with the hand as its last point. */
  outline = $derived.by((): { takes: Takes; points: Point[] } | null => {
    const { under, points } = this;
    if (under?.kind === 'span') return { takes: under.takes, points: [under.from, under.to] };
    const takes = this.studio.held?.takes;
    if (points.length > 0 && takes) return { takes, points: this.over ? [...points, this.snap(this.over)] : points };
    return null;
  });

  /** How large it is, or how far it is moved. */
  size = $derived.by((): string => {
    const { unit } = this.studio.sketch ?? { unit: null };
    if (this.outline) return sized(this.outline.takes, this.outline.points, unit);
    if (this.under?.kind === 'thing') return `by ${sized('line', [[0, 0], this.under.by], unit)}`;
    if (this.under?.kind === 'handle') return `at ${this.under.to.map((value) => Number(value.toFixed(1))).join(', ')}`;
    if (this.studio.cells.length > 0 && this.under?.kind === 'mark') return `${this.studio.cells.length} marked`;
    return '';
  });

  /** The corners that are shown: those of what is meant, and of what the hand is over. */
  handles = $derived.by((): Grip[] => {
    const { sketch, tool, meant } = this.studio;
    return tool === HAND ? (sketch?.handles ?? []).filter(({ row }) => row === meant || row === this.near) : [];
  });

  private handleAt({ at, slack }: Touch): Grip | null {
    const near = (this.studio.sketch?.handles ?? []).filter((handle) => far(handle.at, at) <= slack * 2);
    // The corners of what is meant come first.
    return (
      near.sort(
        (one, other) =>
          Number(other.row === this.studio.meant) - Number(one.row === this.studio.meant) ||
          far(one.at, at) - far(other.at, at),
      )[0] ?? null
    );
  }

  /** The topmost thing with a row of its own. */
  private thingAt({ at, slack }: Touch): { placed: Placed; field: string } | null {
    for (const placed of under(this.studio.placed, at[0], at[1], slack)) {
      const row = this.studio.sketch?.rows.find(
        ({ thing }) => thing === placed.thing.id || thing === placed.thing.part_of,
      );
      if (row) return { placed, field: row.field };
    }
    return null;
  }

  /** Takes hold; whether there was something to do, else the view is moved. */
  down(press: Press): boolean {
    const { studio } = this;
    const { at } = press;
    [this.over, this.slack] = [at, press.slack];
    if (studio.carried) return true;
    if (studio.tool === HOLD) return true;
    if (studio.tool === CELLS) {
      const cell = studio.grid && cellAt(studio.grid, at);
      if (!cell) return false;
      const adds = !studio.cells.some((one) => keyOf(one) === keyOf(cell)) || !press.shift;
      if (!press.shift) studio.cells = [];
      this.under = { kind: 'mark', last: at, adds };
      this.mark([cell], adds);
      return true;
    }
    if (studio.tool === HAND) return this.take(press);
    switch (this.takes) {
      case 'cells': {
        if (!studio.grid || !cellAt(studio.grid, at)) return false;
        this.under = {
          kind: 'cells',
          drag: studio.drag(),
          way: new Map(),
          last: at,
          turn: studio.turn,
          brush: studio.held?.brushes ? studio.brush : null,
        };
        this.go(at);
        return true;
      }
      case 'rect':
      case 'disc':
        this.under = { kind: 'span', takes: this.takes, from: this.snap(at), to: this.snap(at) };
        return true;
      default:
        return this.takes !== null;
    }
  }

  /** Takes hold of a corner or a thing. */
  private take(press: Press): boolean {
    const handle = press.control ? null : this.handleAt(press);
    if (handle) {
      if (press.alt) void this.studio.stroke({ tool: 'remove', field: handle.field });
      else this.under = { kind: 'handle', handle, to: handle.at, moved: false, drag: this.studio.drag() };
      return true;
    }
    const thing = this.thingAt(press);
    if (!thing) return false;
    if (press.control && this.studio.grid === null) {
      this.studio.together(thing.field);
      this.under = { kind: 'chosen' };
      return true;
    }
    if (press.shift && this.studio.grid === null) {
      void this.studio.stroke({ tool: 'insert', field: thing.field, points: [this.snap(press.at)] });
      this.studio.mean(thing.field);
      return true;
    }
    this.under = { kind: 'thing', ...thing, from: press.at, by: [0, 0] };
    return true;
  }

  move(press: Press) {
    const { at } = press;
    [this.over, this.slack] = [at, press.slack];
    const { under } = this;
    if (!under) {
      this.live.hover(at);
      return;
    }
    if (under.kind === 'chosen') return;
    if (under.kind === 'cells') this.go(at);
    else if (under.kind === 'span') this.under = { ...under, to: this.snap(at) };
    else if (under.kind === 'thing') this.under = { ...under, by: this.moved(under.from, at) };
    else if (under.kind === 'handle') {
      const to = this.snap(at);
      const moved = under.moved || far(to, under.handle.at) > 0;
      this.under = { ...under, to, moved };
      if (moved && far(to, under.to) > 0)
        void this.studio.stroke({ tool: 'handle', field: under.handle.field, points: [to] }, under.drag);
    } else if (this.studio.grid) {
      this.mark(cellsBetween(this.studio.grid, under.last, at), under.adds);
      this.under = { ...under, last: at };
    }
  }

  private moved(from: Point, to: Point): Point {
    const { grid } = this.studio;
    if (!grid) return this.snap(minus(to, from));
    const [was, is] = [cellAt(grid, from), cellAt(grid, to)];
    return was && is ? minus(is, was) : [0, 0];
  }

  /** On over cells: what is new is drawn with all that came before it. Ways are told in places of the map as it was. */
  private go(at: Point) {
    const { under } = this;
    const { grid, tool } = this.studio;
    if (under?.kind !== 'cells' || !grid) return;
    const { way, drag } = under;
    const before = way.size;
    // Of a map that has begun only cells beside it are offered, and a hand is quicker than the answers that offer more.
    for (const cell of cellsBetween(grid, plus(under.last, drag.shift), at, cellBeyond)) {
      const was = minus(cell, drag.shift);
      if (!way.has(keyOf(was))) way.set(keyOf(was), was);
    }
    under.last = minus(at, drag.shift);
    if (way.size === before) return;
    const whole = [...way.values()].flatMap((cell) => footprint(grid, cell, under.brush, under.turn));
    // Room is made for cells, not for the shapes around them.
    const stroke = whole.some(isOutside)
      ? { points: whole, brush: null }
      : { points: [...way.values()], brush: under.brush };
    void this.studio.stroke({ tool, turn: under.turn, ...stroke }, drag);
  }

  private mark(cells: Point[], adds: boolean) {
    const named = new Map(this.studio.cells.map((cell) => [keyOf(cell), cell]));
    for (const cell of cells)
      if (adds) named.set(keyOf(cell), cell);
      else named.delete(keyOf(cell));
    this.studio.cells = [...named.values()];
  }

  /** Lets go. */
  up(press: Press) {
    const { studio } = this;
    // Where it let go is a part of its way, too: the last move may be on its way still.
    if (this.under?.kind === 'cells' || this.under?.kind === 'mark') this.move(press);
    const { under } = this;
    this.under = null;
    if (under?.kind === 'span') {
      const points = [under.from, under.to];
      if (far(...(points as [Point, Point])) > 0) void studio.stroke({ tool: studio.tool, points });
    } else if (under?.kind === 'thing') {
      const together = studio.several.includes(under.field);
      if (Math.hypot(...under.by) > 0)
        void studio.stroke({
          tool: 'move',
          ...(together ? { fields: studio.several } : { field: under.field }),
          by: under.by,
        });
      if (!together || Math.hypot(...under.by) === 0) studio.mean(under.field);
    } else if (under?.kind === 'handle') studio.mean(under.handle.row);
    else if (!under) this.click(press);
  }

  private click({ at, slack }: Press) {
    const { studio, points } = this;
    if (studio.carried) return this.putDown(at);
    if (studio.tool === HOLD) return this.live.press(at);
    if (studio.tool === HAND) return studio.mean(null);
    const { tool } = studio;
    if (this.takes === 'side') void studio.stroke({ tool, points: [at] });
    else if (this.takes === 'place') void studio.stroke({ tool, points: [this.snap(at)] });
    else if (this.takes === 'thing') {
      const thing = this.thingAt({ at, slack });
      if (thing) void studio.stroke({ tool, field: thing.field });
    } else if (this.takes === 'corners' || this.takes === 'line') {
      const point = this.snap(at);
      const [first, last] = [points[0], points.at(-1)];
      if (first && points.length > 2 && this.takes === 'corners' && far(first, at) <= slack * 2) {
        this.closed = point;
        return this.finish();
      }
      if (last && far(last, at) <= slack * 1.5) return this.finish();
      this.points = [...points, point];
    }
  }

  /** Ends an outline or a line; with `twice`, the corner that the second press of a double one set where the first closed an outline is given up. */
  finish(twice = false) {
    const { studio, points } = this;
    if (twice && points.length === 1 && this.closed && far(this.closed, points[0]!) === 0) this.points = [];
    if (points.length < (this.takes === 'corners' ? 3 : 2)) return;
    void studio.stroke({ tool: studio.tool, points, size: this.takes === 'line' ? studio.width : null });
    this.points = [];
  }

  /** Gives up what is under way; whether there was something. */
  cancel(): boolean {
    const { studio } = this;
    const busy =
      this.under !== null ||
      this.points.length > 0 ||
      studio.carried !== null ||
      studio.cells.length > 0 ||
      studio.tool !== HAND ||
      studio.meant !== null;
    if (this.under || this.points.length > 0) [this.under, this.points] = [null, []];
    else if (studio.carried) studio.carried = null;
    else if (this.live.pinned || this.live.first) this.live.release();
    else if (studio.cells.length > 0) studio.cells = [];
    else if (studio.tool !== HAND) studio.choose(HAND);
    else studio.mean(null);
    return busy;
  }

  /** Puts copied cells down. */
  private putDown(at: Point) {
    const { studio } = this;
    const { carried, grid } = studio;
    const cell = carried && grid && cellAt(grid, at);
    if (!carried || !cell) return;
    const by = minus(cell, carried.cells[0]!);
    const put = carried.cells.map((one) => plus(one, by));
    const covered = new Set(put.map(keyOf));
    const left = carried.cells.filter((one) => !covered.has(keyOf(one)));
    const strokes = [
      { tool: 'paste', points: carried.cells, by },
      ...(carried.moves && left.length > 0 ? [{ tool: 'clear', points: left }] : []),
    ];
    if (Math.hypot(...by) > 0) void studio.strokes(strokes);
    [studio.cells, studio.carried] = [put, carried.moves ? null : carried];
  }

  copy(moves: boolean) {
    const { cells, grid } = this.studio;
    if (grid === null) {
      this.studio.lift();
      return;
    }
    if (cells.length > 0) [this.studio.copied, this.studio.carried] = [moves ? null : cells, { cells, moves }];
  }

  paste() {
    const { studio } = this;
    if (studio.grid === null) {
      // What is taken away just before is gone by then, and what lies behind it in a list is called otherwise.
      void studio.drawNext(() => {
        const { lifted } = studio;
        if (lifted.length === 0) return null;
        const first = studio.placedOf(lifted[0]);
        const { left, right, top, bottom } = first?.bounds ?? { left: 0, right: 0, top: 0, bottom: 0 };
        const middle: Point = [(left + right) / 2, (top + bottom) / 2];
        const by = this.over ? this.snap(minus(this.over, middle)) : ([studio.snap * 4, studio.snap * 4] as Point);
        return { tool: 'copy', fields: lifted, by };
      });
      return;
    }
    if (this.studio.copied) this.studio.carried = { cells: this.studio.copied, moves: false };
  }

  /** Does something to the rows that are meant, in their place. */
  parts(tool: 'mirror' | 'half-turn') {
    void this.studio.stroke({ tool, fields: this.studio.chosen });
  }

  /** Moves what is chosen by one step: a cell, or as far as places are rounded to. What is moved already comes first. */
  nudge(way: Point): Promise<unknown> {
    const { studio } = this;
    return studio.drawNext(() => {
      const { chosen, grid, snap, tool } = studio;
      const middle = studio.placedOf(chosen[0])?.middle;
      if (tool !== HAND || studio.stale || !middle) return null;
      const cell = grid && cellAt(grid, middle);
      const to = grid ? cell && cellBeside(grid, cell, way) : plus(middle, [way[0] * snap, way[1] * snap]);
      const by = to && minus(to, cell ?? middle);
      if (!by || Math.hypot(...by) === 0) return null;
      return { tool: 'move', ...(chosen.length > 1 ? { fields: chosen } : { field: chosen[0]! }), by };
    });
  }

  /** Takes away what is meant, or what is on marked cells. */
  remove() {
    const { studio } = this;
    if (studio.cells.length > 0) void studio.stroke({ tool: 'clear', points: studio.cells });
    else if (studio.several.length > 1) {
      void studio.stroke({ tool: 'remove', fields: studio.several });
      studio.mean(null);
    } else if (studio.meant) {
      void studio.stroke({ tool: 'remove', field: studio.meant });
      studio.mean(null);
    }
  }
}
