/** Draws over the map what the editor adds: footprints, outlines under way, corners to drag, faults, what is held. */
import { ring } from '../paint';
import { far } from './plan';
import type { Heat } from './studio.svelte';
import type { Camera } from '../camera';
import type { Placed } from '../geometry';
import type { Colours } from '../paint';
import type { Grid, Grip, HeldAt, Point, Takes } from '../wire';

export interface Marks {
  grid: Grid | null;
  /** Cells that a press would mean, and their colour. */
  cells: Point[];
  colour: string;
  marked: Point[];
  side: [Point, Point] | null;
  outline: { takes: Takes; points: Point[] } | null;
  width: number;
  handles: Grip[];
  meant: Placed[];
  hovered: Placed | null;
  moving: { placed: Placed; by: Point } | null;
  faults: Point[];
  held: HeldAt[];
  /** What is shown of every place. */
  heat: Heat[];
  cursor: Point | null;
}

type Brush = CanvasRenderingContext2D;

function cell(brush: Brush, grid: Grid, [x, y]: Point) {
  brush.beginPath();
  grid.outline.forEach(([dx, dy], n) =>
    n === 0 ? brush.moveTo(x + dx * 0.96, y + dy * 0.96) : brush.lineTo(x + dx * 0.96, y + dy * 0.96),
  );
  brush.closePath();
}

function cells(
  brush: Brush,
  grid: Grid,
  all: Point[],
  fill: string,
  alpha: number,
  stroke: string,
  halo: string,
  unit: number,
  dash: number[],
) {
  for (const one of all) {
    cell(brush, grid, one);
    brush.globalAlpha = alpha;
    brush.fillStyle = fill;
    brush.fill();
    brush.globalAlpha = 1;
    brush.setLineDash([]);
    brush.strokeStyle = halo;
    brush.lineWidth = 4 * unit;
    brush.stroke();
    brush.setLineDash(dash.map((part) => part * unit));
    brush.strokeStyle = stroke;
    brush.lineWidth = 2 * unit;
    brush.stroke();
  }
  brush.setLineDash([]);
}

function shape(brush: Brush, { takes, points }: NonNullable<Marks['outline']>) {
  const [first, last] = [points[0]!, points.at(-1)!];
  brush.beginPath();
  if (takes === 'disc') brush.arc(first[0], first[1], far(first, last), 0, Math.PI * 2);
  else if (takes === 'rect')
    brush.rect(
      Math.min(first[0], last[0]),
      Math.min(first[1], last[1]),
      Math.abs(last[0] - first[0]),
      Math.abs(last[1] - first[1]),
    );
  else points.forEach(([x, y], n) => (n === 0 ? brush.moveTo(x, y) : brush.lineTo(x, y)));
  if (takes === 'corners' && points.length > 2) brush.closePath();
}

function outline(brush: Brush, marks: Marks, colours: Colours, unit: number) {
  const { outline: drawn } = marks;
  if (!drawn) return;
  shape(brush, drawn);
  brush.fillStyle = marks.colour;
  brush.globalAlpha = 0.45;
  if (drawn.takes === 'line') {
    brush.strokeStyle = marks.colour;
    brush.lineWidth = marks.width;
    brush.stroke();
  } else brush.fill();
  brush.globalAlpha = 1;
  for (const [colour, width] of [
    [colours.halo, 4.5],
    [colours.picked, 2],
  ] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width * unit;
    brush.stroke();
  }
  if (drawn.takes === 'corners' || drawn.takes === 'line')
    for (const point of drawn.points) knob(brush, point, 4, colours.picked, colours.halo, unit, false);
}

function knob(brush: Brush, [x, y]: Point, size: number, colour: string, halo: string, unit: number, square: boolean) {
  brush.beginPath();
  if (square) brush.rect(x - size * unit, y - size * unit, 2 * size * unit, 2 * size * unit);
  else brush.arc(x, y, size * unit, 0, Math.PI * 2);
  brush.fillStyle = halo;
  brush.strokeStyle = colour;
  brush.lineWidth = 2 * unit;
  brush.fill();
  brush.stroke();
}

/** A mark that is no colour alone: a triangle that points down, with a stroke. */
function warning(brush: Brush, [x, y]: Point, unit: number) {
  const size = 11 * unit;
  brush.beginPath();
  brush.moveTo(x - size, y - size * 0.8);
  brush.lineTo(x + size, y - size * 0.8);
  brush.lineTo(x, y + size);
  brush.closePath();
  brush.fillStyle = '#b3360b';
  brush.strokeStyle = '#ffffff';
  brush.lineWidth = 2 * unit;
  brush.fill();
  brush.stroke();
  brush.beginPath();
  brush.moveTo(x, y - size * 0.5);
  brush.lineTo(x, y + size * 0.2);
  brush.stroke();
}

/** Two letters for a unit, by which it is told from numbers: those its words begin with, else its first. */
export function initials(name: string): string {
  const words = name.split(/[-\s]+/).filter((word) => /^\p{L}{3}/u.test(word));
  const letters =
    words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? (name.replace(/[^\p{L}]/gu, '') || name));
  return letters.slice(0, 2).toUpperCase();
}

function standing(
  brush: Brush,
  { unit: name, seat, at: [x, y] }: HeldAt,
  radius: number,
  colours: Colours,
  unit: number,
) {
  brush.beginPath();
  brush.arc(x, y, radius, 0, Math.PI * 2);
  brush.fillStyle = seat === 0 ? '#b03a2e' : '#2e5fa3';
  brush.globalAlpha = 0.85;
  brush.fill();
  brush.globalAlpha = 1;
  brush.strokeStyle = colours.halo;
  brush.lineWidth = 2 * unit;
  brush.stroke();
  brush.fillStyle = '#ffffff';
  brush.font = `600 ${radius}px system-ui, sans-serif`;
  brush.fillText(initials(name), x, y + radius * 0.35);
}

/** The higher the darker, so that it can be read without colours; what stands out has a ring. */
function heat(brush: Brush, marks: Marks, colours: Colours, unit: number) {
  const { grid } = marks;
  const near =
    marks.heat.length > 1
      ? Math.min(
          ...marks.heat
            .slice(1)
            .map(({ at }) => far(at, marks.heat[0]!.at))
            .filter((length) => length > 0),
        )
      : 1;
  const radius = grid ? 0.5 : near * 0.36;
  for (const { at, value, word, stands } of marks.heat) {
    if (grid) cell(brush, grid, at);
    else {
      brush.beginPath();
      brush.arc(at[0], at[1], radius, 0, Math.PI * 2);
    }
    brush.globalAlpha = 0.12 + 0.68 * value;
    brush.fillStyle = '#3b1e6b';
    if (value > 0) brush.fill();
    brush.globalAlpha = 1;
    if (stands) {
      brush.strokeStyle = colours.halo;
      brush.lineWidth = 6 * unit;
      brush.stroke();
      brush.strokeStyle = colours.picked;
      brush.lineWidth = 3 * unit;
      brush.stroke();
    }
    const room = grid ? 0.8 : radius;
    if (word && room / unit > 11) {
      const size = Math.min((room * 2) / Math.max(word.length * 0.74, 1.9), 14 * unit);
      brush.font = `600 ${size}px system-ui, sans-serif`;
      brush.lineWidth = 3 * unit;
      brush.strokeStyle = '#ffffff';
      brush.strokeText(word, at[0], at[1] + size * 0.35);
      brush.fillStyle = '#1d1236';
      brush.fillText(word, at[0], at[1] + size * 0.35);
    }
  }
}

export function drawMarks(brush: Brush, camera: Camera, marks: Marks, colours: Colours) {
  const unit = 1 / camera.scale;
  const { grid } = marks;
  heat(brush, marks, colours, unit);
  if (marks.hovered) ring(brush, marks.hovered, camera, colours.look, colours.halo, 2, []);
  for (const one of marks.meant) ring(brush, one, camera, colours.picked, colours.halo, 3, []);
  if (grid) cells(brush, grid, marks.marked, colours.picked, 0.22, colours.picked, colours.halo, unit, [6, 4]);
  for (const handle of marks.handles) knob(brush, handle.at, 4.5, colours.can, colours.halo, unit, true);
  if (marks.moving) {
    brush.save();
    brush.translate(...marks.moving.by);
    ring(brush, marks.moving.placed, camera, colours.picked, colours.halo, 3, [6, 4]);
    brush.restore();
  }
  if (grid) cells(brush, grid, marks.cells, marks.colour, 0.55, colours.look, colours.halo, unit, []);
  if (marks.side) {
    brush.beginPath();
    brush.moveTo(...marks.side[0]);
    brush.lineTo(...marks.side[1]);
    for (const [colour, width] of [
      [colours.halo, 9],
      [colours.picked, 5],
    ] as const) {
      brush.strokeStyle = colour;
      brush.lineWidth = width * unit;
      brush.stroke();
    }
  }
  outline(brush, marks, colours, unit);
  for (const one of marks.held) standing(brush, one, grid ? 0.5 : 9 * unit, colours, unit);
  for (const at of marks.faults) warning(brush, at, unit);
  if (marks.cursor) knob(brush, marks.cursor, 5, colours.look, colours.halo, unit, false);
}
