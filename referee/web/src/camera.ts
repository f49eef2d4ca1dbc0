/** Says which part of a picture a board shows: pan, zoom, fit. */
import type { Bounds } from './geometry';
import type { Point } from './wire';

/** The plan point in the middle of the board, and pixels a plan unit. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}
export interface Size {
  width: number;
  height: number;
}

/** How much of a board buttons take at its top, with room for the names that stand above pieces, and at its left. */
const BUTTONS = { tall: 66, wide: 190 };

/** The whole picture with a little room around it, and clear of the buttons in the corners of a board. */
export function fit(bounds: Bounds, size: Size, margin = 22): Camera {
  const wide = Math.max(bounds.right - bounds.left, 1e-3);
  const tall = Math.max(bounds.bottom - bounds.top, 1e-3);
  const scaled = (above: number) =>
    Math.min(Math.max(size.width - 2 * margin, 20) / wide, Math.max(size.height - above - margin, 20) / tall);
  const free = scaled(margin);
  const [left, top] = [(size.width - wide * free) / 2, (size.height - tall * free) / 2];
  const above = left < BUTTONS.wide && top < BUTTONS.tall ? BUTTONS.tall : margin;
  const scale = scaled(above);
  // As far down as that takes.
  const down = Math.max(0, above - (size.height - tall * scale) / 2);
  return { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 - down / scale, scale };
}

/** How much of a board its legend takes, beside it or beneath it. */
const LEGEND = { wide: 248, tall: 190 };

/** Whether a picture is larger with its legend beside it than with its legend beneath it. */
export function besides(bounds: Bounds, { width, height }: Size): boolean {
  const [beside, beneath] = [
    { width: width - LEGEND.wide, height },
    { width, height: height - LEGEND.tall },
  ];
  return beside.width > LEGEND.wide && fit(bounds, beside).scale >= fit(bounds, beneath).scale;
}

/** How much farther apart two fingers are when one of them has gone from one place to another. */
export function spread(other: Point, before: Point, now: Point): number {
  const [was, is] = [before, now].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
  return (is ?? 1) / Math.max(was ?? 1, 1);
}

export function toScreen(camera: Camera, size: Size, [x, y]: Point): Point {
  return [(x - camera.x) * camera.scale + size.width / 2, (y - camera.y) * camera.scale + size.height / 2];
}

export function toPlan(camera: Camera, size: Size, [x, y]: Point): Point {
  return [(x - size.width / 2) / camera.scale + camera.x, (y - size.height / 2) / camera.scale + camera.y];
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Zoomed by a factor so that what lies under a point of the screen stays there. */
export function zoom(camera: Camera, size: Size, at: Point, by: number, least: number): Camera {
  const scale = Math.min(Math.max(camera.scale * by, least * 0.6), least * 24);
  const [px, py] = toPlan(camera, size, at);
  return {
    x: px - (at[0] - size.width / 2) / scale,
    y: py - (at[1] - size.height / 2) / scale,
    scale,
  };
}

/** Never so far that nothing is left to see. */
export function within(camera: Camera, bounds: Bounds): Camera {
  return {
    ...camera,
    x: Math.min(Math.max(camera.x, bounds.left), bounds.right),
    y: Math.min(Math.max(camera.y, bounds.top), bounds.bottom),
  };
}
