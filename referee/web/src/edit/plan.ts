/** Reckons on the plan and in the text: nearest cells, footprints, sides, snapping, sizes, the smallest change. */
import { distanceToSegment } from '../geometry';
import type { Grid, Point } from '../wire';

export const plus = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];
export const minus = ([x, y]: Point, [ox, oy]: Point): Point => [x - ox, y - oy];
export const far = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** A name for a place, whatever is rounded away. */
export const keyOf = ([x, y]: Point): string => `${Math.round(x * 50)} ${Math.round(y * 50)}`;

/** The middle of the cell a point is in, or is beside by a little. */
export function cellAt(grid: Grid, point: Point): Point | null {
  const reach = Math.max(...grid.outline.map((corner) => Math.hypot(...corner)));
  let best: Point | null = null;
  let least = reach * 1.02;
  for (const middle of grid.middles) {
    const away = far(middle, point);
    if (away < least) [best, least] = [middle, away];
  }
  return best;
}

/** The cell one step beside another. Upwards and downwards lie two: by turns the right one and the left, so that a way up and down leads back. */
export function cellBeside(grid: Grid, cell: Point, [dx, dy]: Point): Point | null {
  const wide = Math.max(...grid.outline.map(([x]) => x)) * 2;
  const tall = Math.max(...grid.outline.map(([, y]) => y)) * 1.5;
  const leans = dy === 0 ? 0 : Math.round(cell[1] / tall) % 2 === 0 ? wide / 2 : -wide / 2;
  const to = plus(cell, [dx * wide + leans, dy * tall]);
  const beside = cellAt(grid, to);
  return beside && far(beside, to) < wide / 4 ? beside : null;
}

/** So far beyond the cells that are offered a hand is followed, in cells. */
const BEYOND = 300;

/** The middle of the cell a point is in, also where no cell is offered yet: cells lie beside one another across their sides. */
export function cellBeyond(grid: Grid, point: Point): Point | null {
  const sides = grid.outline.map((corner, n) => plus(corner, grid.outline[(n + 1) % grid.outline.length]!));
  const nearest = (cells: Point[]) => cells.reduce((best, cell) => (far(cell, point) < far(best, point) ? cell : best));
  let cell = grid.middles.length > 0 ? nearest(grid.middles) : null;
  for (let n = 0; cell && n < BEYOND; n++) {
    const from: Point = cell;
    cell = nearest([from, ...sides.map((side) => plus(from, side))]);
    if (cell === from) return cell;
  }
  return null;
}

/** The cells between two places of a hand that was too quick to be seen at each. */
export function cellsBetween(grid: Grid, from: Point, to: Point, cellOf = cellAt): Point[] {
  const steps = Math.max(1, Math.ceil(far(from, to) / 0.5));
  const found = new Map<string, Point>();
  for (let n = 1; n <= steps; n++) {
    const cell = cellOf(grid, [from[0] + ((to[0] - from[0]) * n) / steps, from[1] + ((to[1] - from[1]) * n) / steps]);
    if (cell) found.set(keyOf(cell), cell);
  }
  return [...found.values()];
}

/** The cells a shape covers when it is put down on a cell. */
export function footprint(grid: Grid, cell: Point, brush: string | null, turn: number): Point[] {
  const steps = grid.brushes.find(({ id }) => id === brush)?.steps;
  return (steps?.[turn % steps.length] ?? [[0, 0] as Point]).map((step) => plus(cell, step));
}

/** Whether a cell lies left of a map that begins at zero, or above it. */
export const isOutside = ([x, y]: Point): boolean => x < -0.01 || y < -0.01;

/** The side of a cell that is nearest to a point: its two corners. */
export function sideAt(grid: Grid, point: Point): [Point, Point] | null {
  const cell = cellAt(grid, point);
  if (!cell) return null;
  const corners = grid.outline.map((corner) => plus(cell, corner));
  const sides = corners.map((corner, n): [Point, Point] => [corner, corners[(n + 1) % corners.length]!]);
  const away = ([from, to]: [Point, Point]) => distanceToSegment(point[0], point[1], from, to);
  return sides.reduce((best, side) => (away(side) < away(best) ? side : best));
}

export function snapped([x, y]: Point, snap: number): Point {
  const round = (value: number) => Number((Math.round(value / snap) * snap).toFixed(4));
  return [round(x), round(y)];
}

const short = (value: number) => String(Number(value.toFixed(1)));

/** How large something is while it is drawn, in words. */
export function sized(takes: string, points: Point[], unit?: string | null): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return '';
  const measured = unit ? ` ${unit}` : '';
  if (takes === 'rect')
    return `${short(Math.abs(last[0] - first[0]))} x ${short(Math.abs(last[1] - first[1]))}${measured}`;
  if (takes === 'disc') return `radius ${short(far(first, last))}${measured}`;
  const lengths = points
    .slice(1)
    .map((point, n) => far(points[n]!, point))
    .filter((length) => length > 0);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return lengths.length > 1
    ? `${short(lengths.at(-1)!)}, in all ${short(whole)}${measured}`
    : `${short(whole)}${measured}`;
}

/** What has to be written over what, so that one text becomes another: nothing where they are alike. */
export function change(from: string, to: string): { from: number; to: number; insert: string } | null {
  if (from === to) return null;
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

/** The lines in which two texts differ, with what each has there. */
export function difference(mine: string, theirs: string): { line: number; mine: string[]; theirs: string[] } {
  const [one, other] = [mine.split('\n'), theirs.split('\n')];
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end++;
  return { line: start + 1, mine: one.slice(start, one.length - end), theirs: other.slice(start, other.length - end) };
}

/** A text whose file has another name: what it is called in it follows where that was the name of the file. */
export function renamed(text: string, kind: string, from: string, to: string): string {
  const called = (path: string) => path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const name = called(from).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const field = kind === 'conformance' ? 'scenario' : kind;
  const line = new RegExp(`^(${field}:[ \\t]*)(["']?)${name}\\2(?=[ \\t]*(#.*)?\\r?$)`, 'm');
  return text.replace(line, (_, head: string, quote: string) => `${head}${quote}${called(to)}${quote}`);
}
