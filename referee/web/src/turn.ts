/** Turns a picture around the middle of the table, in steps: words and what carries them stay upright. */
import { boundsOf, largest } from './geometry';
import type { Drawn, Picture, Point } from './wire';

/** How many steps make a whole turn: hexes fit every second of them, tables every third. */
export const STEPS = 12;

/** A point, turned by so many steps around the origin. */
export function turnedPoint([x, y]: Point, steps: number): Point {
  const angle = (steps * 2 * Math.PI) / STEPS;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}

/** A shape moved as a whole, as upright as before. */
function moved(shape: Drawn, [dx, dy]: Point): Drawn {
  const shift = ([x, y]: Point): Point => [x + dx, y + dy];
  if (shape.kind === 'circle') return { ...shape, centre: shift(shape.centre) };
  if (shape.kind === 'text') return { ...shape, at: shift(shape.at) };
  return { ...shape, points: shape.points.map(shift) };
}

function middleOf(shapes: Drawn[]): Point {
  const chosen = largest(shapes);
  if (chosen?.kind === 'circle') return chosen.centre;
  const bounds = boundsOf(shapes.filter((shape) => shape.kind !== 'text')) ??
    boundsOf(shapes) ?? { left: 0, right: 0, top: 0, bottom: 0 };
  return [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
}

/** Whether a shape is the box of the words that follow it: such a box is read, and lies nowhere. */
export function isLabel(shape: Drawn, words: Drawn | undefined): boolean {
  if (shape.kind !== 'polygon' || words?.kind !== 'text' || shape.points.length !== 4) return false;
  const box = boundsOf([shape])!;
  const [x, y] = words.at;
  const straight = shape.points.every(([px, py], n) => {
    const [nx, ny] = shape.points[(n + 1) % 4]!;
    return px === nx || py === ny;
  });
  return (
    straight && x > box.left && x < box.right && y > box.top && y < box.bottom && box.bottom - box.top < 2 * words.size
  );
}

/** Shapes turned around the origin; words keep their places beside the middle of what they are written on. */
export function turnedShapes(shapes: Drawn[], steps: number, middle?: Point): Drawn[] {
  if (steps % STEPS === 0) return shapes;
  const around = (pivot: Point): Point => {
    const [x, y] = turnedPoint(pivot, steps);
    return [x - pivot[0], y - pivot[1]];
  };
  return shapes.map((shape, n) => {
    if (shape.kind === 'circle') return { ...shape, centre: turnedPoint(shape.centre, steps) };
    if (shape.kind === 'text') {
      const box = shapes[n - 1];
      return moved(shape, around(box && isLabel(box, shape) ? middleOf([box]) : (middle ?? shape.at)));
    }
    if (isLabel(shape, shapes[n + 1])) return moved(shape, around(middleOf([shape])));
    return { ...shape, points: shape.points.map((point) => turnedPoint(point, steps)) };
  });
}

/** A whole picture turned: things have the same shapes at the same numbers. */
export function turnedPicture(scene: Picture, steps: number): Picture {
  if (steps % STEPS === 0) return scene;
  const shapes = turnedShapes(scene.shapes, steps);
  for (const {
    shapes: [from = 0, to = 0],
  } of scene.things) {
    const own = scene.shapes.slice(from, to);
    if (own.some(({ kind }) => kind === 'text'))
      shapes.splice(from, to - from, ...turnedShapes(own, steps, middleOf(own)));
  }
  return { ...scene, shapes };
}
