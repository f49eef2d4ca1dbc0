/** Finds cells of a map under a hand, and the cells of a shape put down there. */
import type { Drawn } from '../wire';
import type { Grid, Point } from './wire';

const near = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** The middle that a place is nearest to, if it is inside that cell. */
export function cellAt(grid: Grid, at: Point): Point | null {
  let best: Point | null = null;
  let least = Math.max(...grid.outline.map((corner) => Math.hypot(...corner)));
  for (const middle of grid.middles) {
    const far = near(middle, at);
    if (far < least) [best, least] = [middle, far];
  }
  return best;
}

/** The middles of the cells of a shape. */
export function covered(grid: Grid, middle: Point, brush: string | null, turn: number): Point[] {
  const steps = grid.brushes.find(({ id }) => id === brush)?.steps[turn % 6] ?? [[0, 0] as Point];
  return steps.map(([dx, dy]) => [middle[0] + dx, middle[1] + dy]);
}

/** Outlines of cells, to lay over the picture. */
export function outlines(grid: Grid, middles: Point[], colour: string): Drawn[] {
  return middles.map(([x, y]) => ({
    kind: 'polygon',
    points: grid.outline.map(([dx, dy]) => [x + 0.9 * dx, y + 0.9 * dy] as Point),
    stroke: colour, width: 0.09,
  }));
}

/** Points between two places, close enough that no cell is jumped over. */
export function between(from: Point, to: Point, step: number): Point[] {
  const count = Math.max(1, Math.ceil(near(from, to) / step));
  return Array.from({ length: count }, (_, n) => [
    from[0] + ((to[0] - from[0]) * (n + 1)) / count,
    from[1] + ((to[1] - from[1]) * (n + 1)) / count,
  ]);
}
