/** Measures shapes of a picture: bounds, middles, and which thing lies under a point. */
import type { Drawn, Named, Picture, Point } from './wire';

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boundsOf(shapes: Iterable<Drawn>): Bounds | null {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const include = (x: number, y: number, reach: number, tall = reach) => {
    bounds.left = Math.min(bounds.left, x - reach);
    bounds.right = Math.max(bounds.right, x + reach);
    bounds.top = Math.min(bounds.top, y - tall);
    bounds.bottom = Math.max(bounds.bottom, y + tall);
  };
  for (const shape of shapes) {
    if (shape.kind === 'circle') include(shape.centre[0], shape.centre[1], shape.radius);
    else if (shape.kind === 'text')
      include(shape.at[0], shape.at[1], (shape.words.length * shape.size) / 4, shape.size / 2);
    else for (const [x, y] of shape.points) include(x, y, shape.width / 2);
  }
  return bounds.left > bounds.right ? null : bounds;
}

export function inside(points: Point[], x: number, y: number): boolean {
  let within = false;
  for (let n = 0, m = points.length - 1; n < points.length; m = n++) {
    const [ax, ay] = points[n]!;
    const [bx, by] = points[m]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

export function distanceToSegment(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const long = dx * dx + dy * dy;
  const along = long === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / long));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Whether a point is on a shape, or as near to it as a finger is wide. Outlines count as filled. */
export function hits(shape: Drawn, x: number, y: number, slack: number): boolean {
  switch (shape.kind) {
    case 'circle':
      return Math.hypot(x - shape.centre[0], y - shape.centre[1]) <= shape.radius + slack;
    case 'polygon':
      return (
        inside(shape.points, x, y) ||
        (slack > 0 && shape.points.some((point, n) => distanceToSegment(x, y, point, shape.points.at(n - 1)!) <= slack))
      );
    case 'line':
      return shape.points.some((point, n) => {
        const next = shape.points[n + 1];
        return next !== undefined && distanceToSegment(x, y, point, next) <= shape.width / 2 + slack;
      });
    case 'text':
      return (
        Math.abs(x - shape.at[0]) <= (shape.words.length * shape.size) / 4 + slack &&
        Math.abs(y - shape.at[1]) <= shape.size / 2 + slack
      );
  }
}

/** A thing with what is measured of it once. */
export interface Placed {
  thing: Named;
  shapes: Drawn[];
  bounds: Bounds;
  middle: Point;
}

/** A base that a piece stands on, as a disc about as large. */
export interface Base {
  at: Point;
  radius: number;
}

/** The bases of a piece, round or with corners: what has its colour. What lies on it has another: wounds, markers. */
export function basesOf(shapes: Drawn[]): Base[] {
  const solid = shapes
    .filter((shape) => shape.kind === 'circle' || shape.kind === 'polygon')
    .filter(({ fill }) => fill);
  return solid
    .filter(({ fill }) => fill === solid[0]!.fill)
    .map((shape) => {
      if (shape.kind === 'circle') return { at: shape.centre, radius: shape.radius };
      const { left, right, top, bottom } = boundsOf([{ ...shape, width: 0 }])!;
      return { at: [(left + right) / 2, (top + bottom) / 2], radius: (right - left + bottom - top) / 4 };
    });
}

/** The things of a picture that have a place, from the ground up. */
export function place(scene: Picture): Placed[] {
  const placed: Placed[] = [];
  for (const thing of scene.things) {
    const shapes = scene.shapes.slice(thing.shapes[0], thing.shapes[1]);
    const bounds = boundsOf(shapes.filter((shape) => shape.kind !== 'text')) ?? boundsOf(shapes);
    if (!bounds) continue;
    const solid = shapes.find((shape) => shape.kind === 'circle');
    const [base] = thing.layer === 'pieces' ? basesOf(shapes) : [];
    const middle: Point = base?.at ??
      solid?.centre ?? [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
    placed.push({ thing, shapes, bounds, middle });
  }
  return placed;
}

/** The middle of the least upright rectangle around the middles of things. */
export function around(placed: Placed[]): Point {
  const span = (axis: 0 | 1) => {
    const all = placed.map(({ middle }) => middle[axis]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  return [span(0), span(1)];
}

/** The things under a point, topmost first; small ones may be missed by `slack`. Whoever is beside a polygon may mean what lies there, which comes first. */
export function under(placed: Placed[], x: number, y: number, slack = 0): Placed[] {
  const [found, beside]: [Placed[], Placed[]] = [[], []];
  for (let n = placed.length - 1; n >= 0; n--) {
    const one = placed[n]!;
    const { left, right, top, bottom } = one.bounds;
    if (x < left - slack || x > right + slack || y < top - slack || y > bottom + slack) continue;
    if (one.shapes.some((shape) => hits(shape, x, y, shape.kind === 'polygon' ? 0 : slack))) found.push(one);
    else if (one.shapes.some((shape) => hits(shape, x, y, slack))) beside.push(one);
  }
  return [...found, ...beside];
}

/**
 * On which floor each thing lies: how often there is room to stand between it and the table, more than two of the smallest
 * steps of the ground. Rungs and stairs share a floor.
 */
export function floorsOf(placed: Placed[]): Map<string, number> {
  const columns = new Map<string, { low: number; high: number; floor: number }[]>();
  const at = ({ middle: [x, y] }: Placed) => `${Math.round(x * 20)} ${Math.round(y * 20)}`;
  const floors = new Map<string, number>();
  const ground = placed
    .filter(({ thing }) => thing.layer === 'ground')
    .sort((one, other) => one.thing.heights[0] - other.thing.heights[0]);
  const tops = [...new Set(ground.map(({ thing }) => Math.round(thing.heights[1] * 100)))].sort(
    (one, other) => one - other,
  );
  const step = Math.min(...tops.slice(1).map((top, n) => (top - tops[n]!) / 100));
  for (const one of ground) {
    const [low, high] = one.thing.heights;
    const column = columns.get(at(one)) ?? [];
    const top = column.at(-1);
    const floor = top === undefined ? 0 : low - top.high > 2 * step + 1e-3 ? top.floor + 1 : top.floor;
    column.push({ low, high: Math.max(high, top?.high ?? high), floor });
    columns.set(at(one), column);
    floors.set(one.thing.id, floor);
  }
  for (const one of placed) {
    if (one.thing.layer === 'ground') continue;
    const column = columns.get(at(one)) ?? [];
    const under = column.findLast(({ low }) => low <= one.thing.heights[0] + 1e-3);
    floors.set(one.thing.id, under?.floor ?? 0);
  }
  return floors;
}

/** Which way each arrow key points. */
export const WAYS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place nearest to a touch of the screen, if it is as near as `reach`. */
export function nearest<T extends { at: Point }>(
  places: T[],
  toScreen: (at: Point) => Point,
  here: Point,
  reach: number,
): T | null {
  let best: T | null = null;
  let least = reach;
  for (const place of places) {
    const [x, y] = toScreen(place.at);
    const far = Math.hypot(x - here[0], y - here[1]);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/** The nearest thing in a direction, for arrow keys, near the line on which one began to go that way: of rows of hexes every other one lies beside it. */
export function towards(from: Point, among: Placed[], [dx, dy]: Point, begun = from): Placed | undefined {
  let best: Placed | undefined;
  let least = Infinity;
  for (const one of among) {
    const [x, y] = [one.middle[0] - from[0], one.middle[1] - from[1]];
    const along = x * dx + y * dy;
    if (along <= 1e-6) continue;
    const aside = Math.abs((one.middle[0] - begun[0]) * dy - (one.middle[1] - begun[1]) * dx);
    const far = along + 1.6 * aside;
    if (far < least) [best, least] = [one, far];
  }
  return best;
}

/** The closed shape that takes the most room. */
export function largest(shapes: Drawn[]): Drawn | undefined {
  let best: Drawn | undefined;
  let most = -1;
  for (const shape of shapes) {
    if (shape.kind !== 'circle' && shape.kind !== 'polygon') continue;
    const bounds = boundsOf([shape])!;
    const room = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
    if (room > most + 1e-6) [best, most] = [shape, room];
  }
  return best;
}

/** What a piece itself is: the largest shape of those before its name, after which come the badges that lie on it. */
export function bodyOf(shapes: Drawn[]): Drawn | undefined {
  const name = shapes.findIndex(({ kind }) => kind === 'text');
  return (name < 0 ? undefined : largest(shapes.slice(0, name))) ?? largest(shapes);
}

/** Where a box of a size lies that says something of what is at a place: within an area, over as few points as can be, above before below and beside. */
export function besideOf(
  [x, y]: Point,
  reach: number,
  { width, height }: { width: number; height: number },
  area: { width: number; height: number },
  points: Point[],
): Point {
  const within = (at: number, most: number) => Math.min(Math.max(at, 6), Math.max(most - 6, 6));
  const lies = ([left, top]: Point): Point => [within(left, area.width - width), within(top, area.height - height)];
  const near: Point[] = [
    [x - width / 2, y - reach - height],
    [x - width / 2, y + reach],
    [x + reach, y - height / 2],
    [x - reach - width, y - height / 2],
  ];
  const corners: Point[] = [
    [0, area.height],
    [area.width, area.height],
    [area.width, 0],
  ];
  const covers = ([left, top]: Point) =>
    points.filter(([px, py]) => px > left - 4 && px < left + width + 4 && py > top - 4 && py < top + height + 4).length;
  return [...near, ...corners].map(lies).reduce((best, at) => (covers(at) < covers(best) ? at : best));
}
