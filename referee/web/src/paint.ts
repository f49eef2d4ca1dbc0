/** Draws a picture on a canvas: what the server sent, and over it what can be picked, was picked or is pointed at. */
import type { Traces } from './between';
import { toPlan, toScreen, type Camera, type Size } from './camera';
import { lay, type Laid } from './charts';
import { bodyOf, boundsOf, hits, type Bounds, type Placed } from './geometry';
import type { Switches } from './remembered';
import { isLabel } from './turn';
import type { Chart, Drawn, Picture, Point } from './wire';

export interface Colours {
  cloth: string;
  paper: string;
  edge: string;
  can: string;
  picked: string;
  halo: string;
  look: string;
}

/** What is laid over the picture. */
export interface Overlay {
  can: Placed[];
  /** Places, each with the number of the sign by which it is told from others. */
  places: { at: Point; sign: number }[];
  picked: Placed[];
  pickedPlaces: Point[];
  /** What a hand carries, held by one of its pieces, and how far. */
  carried: { middle: Point; placed: Placed[]; far: Point } | null;
  hovered: Placed | null;
  focused: Placed | null;
  looked: Placed[];
  answer: Drawn[];
  /** Pieces where they will stand. */
  after: Drawn[];
  /** What others did leaves behind. */
  traces?: Traces;
  /** Pieces on their way, and how far from where they will stand: no others are drawn of them. */
  gliding?: { placed: Placed; far: Point }[];
}

type Brush = CanvasRenderingContext2D;

/** The picture with its bounds, so that each frame measures nothing. */
export interface Prepared {
  shapes: Drawn[];
  boxes: (Bounds | null)[];
  bounds: Bounds;
  laid: Laid;
  names: Map<number, Name>;
  named: Set<string>;
  /** Where pieces stand that are drawn, by their names. */
  bases: Map<string, Bounds>;
  /** The numbers of the shapes that write a name beside its piece: no other piece lies over those. */
  beside: Set<number>;
}

/** What a piece, or a group with a label, is called on the board. */
interface Name {
  id: string;
  whole: string | null;
  words: string;
  size: number;
  middle: Point;
  top: number;
  low: number;
}

/** What is drawn of a picture: `charted` says whether one of its charts is. */
export function prepare(
  scene: Picture,
  layers: Switches,
  lifted: Set<string> = new Set(),
  charted: (chart: Chart) => boolean = (chart) => chart.drawing === 'shapes',
): Prepared {
  const boxes = scene.shapes.map((shape) => boundsOf([shape]));
  const bounds = boundsOf(scene.shapes) ?? { left: 0, top: 0, right: 1, bottom: 1 };
  // What has no box is not drawn.
  for (const {
    id,
    layer,
    shapes: [from, to],
  } of scene.things) {
    const shown = !lifted.has(id) && (layer === 'marks' ? layers.marks : layer === 'pieces' ? layers.pieces : true);
    const written = layer === 'ground' ? layers.groundText : layers.pieceText;
    for (let n = from ?? 0; n < (to ?? 0); n++)
      if (!shown || (!written && scene.shapes[n]?.kind === 'text')) boxes[n] = null;
  }
  for (const chart of scene.charts ?? []) {
    if (chart.drawing !== 'shapes' || charted(chart)) continue;
    for (const [from, to] of chart.groups.flatMap((group) => group.shapes)) boxes.fill(null, from, to);
  }
  const laid = lay(
    scene,
    (scene.charts ?? []).filter((chart) => chart.drawing !== 'shapes' && charted(chart)),
    (thing) => boxes[thing.shapes[0] ?? 0] != null,
  );
  const names = namesOf(scene, boxes);
  const named = new Set([...names.values()].map(({ id }) => id));
  const bases = new Map<string, Bounds>();
  const beside = new Set<number>();
  for (const {
    id,
    layer,
    shapes: [from = 0, to = 0],
  } of scene.things) {
    const body = layer === 'pieces' && boxes[from] ? bodyOf(scene.shapes.slice(from, to)) : null;
    const base = body && boundsOf([body]);
    if (!body || !base) continue;
    bases.set(id, base);
    for (let n = from; n < to; n++) {
      const shape = scene.shapes[n];
      if (names.has(n) && shape?.kind === 'text' && !hits(body, shape.at[0], shape.at[1], 0)) beside.add(n);
    }
  }
  const shapes =
    laid.fills.size === 0
      ? scene.shapes
      : scene.shapes.map((shape, n) => (laid.fills.has(n) ? { ...shape, fill: laid.fills.get(n)! } : shape) as Drawn);
  return { shapes, boxes, bounds, laid, names, named, bases, beside };
}

/** The words of labels, and the first that are drawn on each piece, by the numbers of their shapes. */
function namesOf(scene: Picture, boxes: (Bounds | null)[]): Map<number, Name> {
  const names = new Map<number, Name>();
  const owners = new Map(
    scene.things.filter(({ layer }) => layer === 'marks').map(({ id, shapes }) => [shapes[0], id]),
  );
  scene.shapes.forEach((shape, n) => {
    const words = scene.shapes[n + 1];
    if (words?.kind !== 'text' || boxes[n] == null || !isLabel(shape, words)) return;
    const { left, right, top, bottom } = boxes[n]!;
    names.set(n + 1, {
      id: owners.get(n) ?? '',
      whole: null,
      words: words.words,
      size: words.size,
      middle: [(left + right) / 2, (top + bottom) / 2],
      top,
      low: bottom,
    });
  });
  for (const {
    id,
    layer,
    part_of,
    shapes: [from = 0, to = 0],
  } of scene.things) {
    if (layer !== 'pieces') continue;
    const own = scene.shapes.slice(from, to);
    const at = own.findIndex((shape, n) => shape.kind === 'text' && boxes[from + n] !== null);
    const shape = own[at];
    const solid = bodyOf(own);
    const box = solid && boundsOf([solid]);
    if (shape?.kind !== 'text' || !box) continue;
    names.set(from + at, {
      id,
      whole: part_of ?? null,
      words: shape.words,
      size: shape.size,
      middle: [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
      top: box.top,
      low: box.bottom,
    });
  }
  return names;
}

function trace(brush: Brush, shape: Drawn) {
  brush.beginPath();
  if (shape.kind === 'circle') brush.arc(shape.centre[0], shape.centre[1], shape.radius, 0, Math.PI * 2);
  else if (shape.kind !== 'text') {
    shape.points.forEach(([x, y], n) => (n === 0 ? brush.moveTo(x, y) : brush.lineTo(x, y)));
    if (shape.kind === 'polygon') brush.closePath();
  }
}

/** Letters under this many pixels are not drawn: they could not be read. */
const LEAST_LETTER = 5.5;
/** On a small screen names of pieces under this many pixels are written larger, above or below the pieces, as far as there is room. */
const SMALL_NAME = 9;
const NAME = 11;
/** How wide a screen is small. */
const NARROW = 520;
/** How wide the games take a letter to be at most, beside its height: fonts that are wider are drawn narrower. */
const WIDEST = 0.56;

function write(brush: Brush, shape: Drawn & { kind: 'text' }, camera: Camera, halo?: string) {
  const pixels = shape.size * camera.scale;
  if (pixels < LEAST_LETTER) return;
  const [x, y] = [shape.at[0], shape.at[1] + shape.size * 0.35];
  const widest = Math.max(shape.words.length, 2) * shape.size * WIDEST;
  brush.font = `${shape.size}px system-ui, sans-serif`;
  if (halo) {
    brush.strokeStyle = halo;
    brush.lineWidth = 3 / camera.scale;
    brush.strokeText(shape.words, x, y, widest);
  }
  brush.fillStyle = shape.colour;
  brush.fillText(shape.words, x, y, widest);
}

/**
 * Draws once more what lies on a piece beside its base and its name, such as badges: a ring lies over it. What is drawn before the
 * name is the piece itself.
 */
function drawBadges(brush: Brush, { thing, shapes }: Placed, { boxes }: Prepared, camera: Camera) {
  if (thing.layer !== 'pieces') return;
  const name = shapes.findIndex(({ kind }) => kind === 'text');
  const [from = 0] = thing.shapes;
  shapes.forEach((shape, n) => {
    if (name >= 0 && n > name && boxes[from + n]) drawShape(brush, shape, camera);
  });
}

/** Writes the name that stands beside a piece once more: the ring lies over it. */
function writeBeside(brush: Brush, { shapes }: Placed, camera: Camera, halo: string) {
  const body = bodyOf(shapes);
  const name = shapes.find((shape) => shape.kind === 'text');
  if (name?.kind === 'text' && body && !hits(body, name.at[0], name.at[1], 0)) write(brush, name, camera, halo);
}

export function drawShape(brush: Brush, shape: Drawn, camera: Camera) {
  if (shape.kind === 'text') {
    write(brush, shape, camera);
    return;
  }
  trace(brush, shape);
  if (shape.fill && shape.kind !== 'line') {
    brush.fillStyle = shape.fill;
    brush.fill();
  }
  if (shape.stroke) {
    brush.strokeStyle = shape.stroke;
    brush.lineWidth = Math.max(shape.width, 0.6 / camera.scale);
    brush.setLineDash(shape.dashed ? [shape.width * 3, shape.width * 3] : []);
    brush.stroke();
  }
}

/** So many pixels wide are lines of an answer at least: they lie over whatever the board holds. */
const LEAST_ANSWER = 3;

/** A shape of an answer: its lines are wide enough to be seen, and stand out from what they lie on. */
function drawAnswer(brush: Brush, shape: Drawn, camera: Camera, { halo }: Colours) {
  if (shape.kind !== 'line') return drawShape(brush, shape, camera);
  const width = Math.max(shape.width, LEAST_ANSWER / camera.scale);
  drawShape(brush, { ...shape, stroke: halo, width: width + 2.5 / camera.scale, dashed: false }, camera);
  drawShape(brush, { ...shape, width }, camera);
}

function roundRect(brush: Brush, left: number, top: number, wide: number, tall: number, radius: number) {
  brush.beginPath();
  brush.roundRect(left, top, wide, tall, radius);
}

/** The outline of a thing: its body, or a box around it. */
function outline(brush: Brush, placed: Placed, grow: number) {
  const chosen = bodyOf(placed.shapes);
  if (chosen?.kind === 'circle') {
    brush.beginPath();
    brush.arc(chosen.centre[0], chosen.centre[1], chosen.radius + grow, 0, Math.PI * 2);
  } else if (chosen) trace(brush, chosen);
  else {
    const { left, top, right, bottom } = placed.bounds;
    roundRect(brush, left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow, grow * 2);
  }
}

export function ring(
  brush: Brush,
  placed: Placed,
  camera: Camera,
  colour: string,
  halo: string,
  width: number,
  dash: number[],
) {
  const unit = 1 / camera.scale;
  const grow = placed.thing.layer === 'ground' ? -width * unit * 0.5 : width * unit * 0.7;
  outline(brush, placed, grow);
  brush.setLineDash([]);
  brush.strokeStyle = halo;
  brush.lineWidth = (width + 2.5) * unit;
  brush.stroke();
  brush.setLineDash(dash.map((part) => part * unit));
  brush.strokeStyle = colour;
  brush.lineWidth = width * unit;
  brush.stroke();
  brush.setLineDash([]);
}

/** A small diamond: the mark of what can be picked, told by its shape. */
function diamond(brush: Brush, [x, y]: Point, size: number, colour: string, halo: string, unit: number) {
  brush.beginPath();
  brush.moveTo(x, y - size);
  brush.lineTo(x + size, y);
  brush.lineTo(x, y + size);
  brush.lineTo(x - size, y);
  brush.closePath();
  brush.fillStyle = colour;
  brush.strokeStyle = halo;
  brush.lineWidth = 1.6 * unit;
  brush.fill();
  brush.stroke();
}

/** A tick on a disc: the mark of what was picked. */
function tick(brush: Brush, [x, y]: Point, size: number, colour: string, halo: string, unit: number) {
  brush.beginPath();
  brush.arc(x, y, size, 0, Math.PI * 2);
  brush.fillStyle = colour;
  brush.strokeStyle = halo;
  brush.lineWidth = 1.6 * unit;
  brush.fill();
  brush.stroke();
  brush.beginPath();
  brush.moveTo(x - size * 0.5, y);
  brush.lineTo(x - size * 0.1, y + size * 0.4);
  brush.lineTo(x + size * 0.5, y - size * 0.4);
  brush.lineWidth = 2 * unit;
  brush.stroke();
}

/** What charts tint and write, on the ground and under the pieces. */
function drawLaid(brush: Brush, laid: Laid, camera: Camera, colours: Colours) {
  brush.setLineDash([]);
  for (const { shape, colour } of laid.tints) {
    trace(brush, shape);
    brush.globalAlpha = 0.38;
    brush.fillStyle = colour;
    brush.fill();
    brush.globalAlpha = 1;
  }
  writeLaid(brush, laid.words, camera, colours);
}

function writeLaid(brush: Brush, all: Laid['words'], camera: Camera, colours: Colours) {
  brush.setLineDash([]);
  brush.fillStyle = colours.look;
  brush.strokeStyle = colours.halo;
  for (const { at, size, words } of all) {
    if (size * camera.scale < LEAST_LETTER) continue;
    brush.font = `600 ${size}px system-ui, sans-serif`;
    brush.lineWidth = size / 4;
    brush.strokeText(words, at[0], at[1] + size * 0.35);
    brush.fillText(words, at[0], at[1] + size * 0.35);
  }
}

export function draw(
  brush: Brush,
  size: Size,
  density: number,
  camera: Camera,
  prepared: Prepared,
  overlay: Overlay,
  colours: Colours,
) {
  brush.setTransform(density, 0, 0, density, 0, 0);
  brush.fillStyle = colours.cloth;
  brush.fillRect(0, 0, size.width, size.height);

  const unit = 1 / camera.scale;
  const [ox, oy] = toScreen(camera, size, [0, 0]);
  brush.setTransform(density * camera.scale, 0, 0, density * camera.scale, density * ox, density * oy);
  brush.textAlign = 'center';
  brush.lineJoin = 'round';
  brush.lineCap = 'butt';

  const { left, top, right, bottom } = prepared.bounds;
  const edge = 12 * unit;
  roundRect(brush, left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge, 10 * unit);
  brush.save();
  brush.shadowColor = 'rgb(0 0 0 / 22%)';
  brush.shadowBlur = 14 * density;
  brush.shadowOffsetY = 3 * density;
  brush.fillStyle = colours.paper;
  brush.fill();
  brush.restore();
  brush.strokeStyle = colours.edge;
  brush.lineWidth = unit;
  brush.stroke();

  const [x0, y0] = toPlan(camera, size, [0, 0]);
  const [x1, y1] = toPlan(camera, size, [size.width, size.height]);
  const some = [...prepared.names.values()].find(({ whole }) => whole === null) ?? [...prepared.names.values()][0];
  const larger = some !== undefined && size.width < NARROW && some.size * camera.scale < SMALL_NAME;
  prepared.shapes.forEach((shape, n) => {
    if (n === prepared.laid.under) drawLaid(brush, prepared.laid, camera, colours);
    const box = prepared.boxes[n];
    if (!box || box.right < x0 || box.left > x1 || box.bottom < y0 || box.top > y1) return;
    if (
      larger &&
      (prepared.names.has(n) || (prepared.names.get(n + 1)?.whole === null && isLabel(shape, prepared.shapes[n + 1])))
    )
      return;
    if (!prepared.beside.has(n)) drawShape(brush, shape, camera);
  });
  if (!larger) {
    for (const n of prepared.beside) {
      const shape = prepared.shapes[n];
      if (shape && prepared.boxes[n]) drawShape(brush, shape, camera);
    }
  }
  if (prepared.laid.under >= prepared.shapes.length) drawLaid(brush, prepared.laid, camera, colours);
  brush.setLineDash([]);

  if (overlay.traces) drawTraces(brush, overlay.traces, camera, colours);
  for (const { placed, far } of overlay.gliding ?? []) {
    brush.save();
    brush.translate(...far);
    for (const shape of placed.shapes) drawShape(brush, shape, camera);
    brush.restore();
  }
  brush.setLineDash([]);

  const small = Math.min(7 * unit, 0.34 * spread(overlay.can));
  const numbered = new Set(
    prepared.laid.words.flatMap(({ id, size }) => (size * camera.scale < LEAST_LETTER ? [] : [id])),
  );
  for (const placed of overlay.can) {
    if (placed.thing.layer === 'ground') {
      brush.save();
      // Drawn a little smaller, by as much on every side, so that neighbours stay apart.
      const [wide, tall] = [placed.bounds.right - placed.bounds.left, placed.bounds.bottom - placed.bounds.top];
      const rim = 0.1 * Math.min(wide, tall);
      brush.translate(...placed.middle);
      brush.scale(1 - rim / Math.max(wide, 1e-6), 1 - rim / Math.max(tall, 1e-6));
      brush.translate(-placed.middle[0], -placed.middle[1]);
      outline(brush, placed, 0);
      brush.globalAlpha = 0.3;
      brush.fillStyle = colours.can;
      brush.fill();
      brush.globalAlpha = 0.9;
      brush.strokeStyle = colours.halo;
      brush.lineWidth = 1.4 * unit;
      brush.stroke();
      brush.restore();
      // What is long holds things of its own.
      const long = Math.max(wide, tall) > 2 * Math.min(wide, tall);
      if (long) diamond(brush, [placed.bounds.right, placed.bounds.top], 6 * unit, colours.can, colours.halo, unit);
      // What is written in its middle is what one goes by.
      else if (numbered.has(placed.thing.id))
        diamond(
          brush,
          [placed.bounds.left + 0.19 * wide, placed.bounds.bottom - 0.29 * tall],
          Math.min(small, 0.13 * Math.min(wide, tall)),
          colours.can,
          colours.halo,
          unit,
        );
      else diamond(brush, placed.middle, small, colours.can, colours.halo, unit);
    } else {
      ring(brush, placed, camera, colours.can, colours.halo, 2.5, []);
      // On a small screen pieces are small: their marks leave them to be seen.
      const mark = Math.min(6 * unit, Math.max(3.5 * unit, 0.35 * (placed.bounds.right - placed.bounds.left)));
      diamond(brush, corner(placed, unit), mark, colours.can, colours.halo, unit);
    }
  }
  // What can be picked is tinted over its number, unless a piece stands there.
  const tinted = new Set(overlay.can.map(({ thing }) => thing.id));
  const covered = ({ at: [x, y] }: { at: Point }) =>
    [...prepared.bases.values()].some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom);
  writeLaid(
    brush,
    prepared.laid.words.filter((word) => tinted.has(word.id) && !covered(word)),
    camera,
    colours,
  );
  for (const { at, sign } of overlay.places) {
    // A mark on a piece would cover what is read there, and is no place to go.
    if (covered({ at })) continue;
    diamond(brush, at, 5.5 * unit, colours.can, colours.halo, unit);
    if (sign > 0) diamond(brush, at, (sign === 1 ? 2 : 3.6) * unit, colours.halo, colours.halo, 0.1 * unit);
  }
  brush.globalAlpha = 0.6;
  for (const shape of overlay.after) drawShape(brush, shape, camera);
  brush.globalAlpha = 1;
  for (const shape of overlay.answer) drawAnswer(brush, shape, camera, colours);
  brush.setLineDash([]);
  for (const placed of overlay.looked) ring(brush, placed, camera, colours.look, colours.halo, 3, [7, 4]);
  if (overlay.hovered) ring(brush, overlay.hovered, camera, colours.look, colours.halo, 2, []);
  for (const placed of overlay.picked) ring(brush, placed, camera, colours.picked, colours.halo, 4, []);
  const marked = new Set([
    ...overlay.can,
    ...overlay.looked,
    ...(overlay.hovered ? [overlay.hovered] : []),
    ...overlay.picked,
  ]);
  for (const placed of marked) drawBadges(brush, placed, prepared, camera);
  brush.setLineDash([]);
  for (const placed of overlay.picked) {
    const at: Point =
      placed.thing.layer === 'ground' ? [placed.middle[0], placed.bounds.top + 9 * unit] : corner(placed, unit);
    tick(brush, at, 7 * unit, colours.picked, colours.halo, unit);
  }
  const ringed = larger
    ? []
    : [...overlay.can, ...overlay.looked, ...overlay.picked].filter(
        ({ thing }) => thing.layer === 'pieces' && prepared.named.has(thing.id),
      );
  for (const placed of ringed) writeBeside(brush, placed, camera, colours.halo);
  for (const point of overlay.pickedPlaces) tick(brush, point, 7 * unit, colours.picked, colours.halo, unit);
  if (larger) writeNames(brush, prepared, overlay, camera, colours, { left: x0, right: x1 });
  if (overlay.carried) carry(brush, overlay.carried, camera, colours);
  if (overlay.focused) ring(brush, overlay.focused, camera, colours.look, colours.halo, 4, [2, 3]);
}

/** How much of what fell is still seen. */
const GHOST = 0.4;

/** What fell as grey as a shadow, with a cross; for what moved an arrow from where it stood. */
function drawTraces(brush: Brush, { fell, moved }: Traces, camera: Camera, colours: Colours) {
  const unit = 1 / camera.scale;
  for (const { shapes, bounds, middle } of fell) {
    brush.save();
    brush.globalAlpha = GHOST;
    brush.filter = 'grayscale(1)';
    const body = bodyOf(shapes);
    // A name that stood beside it would lie on what stands there now.
    for (const shape of shapes)
      if (shape.kind !== 'text' || (body && hits(body, shape.at[0], shape.at[1], 0))) drawShape(brush, shape, camera);
    brush.restore();
    const box = (body && boundsOf([body])) ?? bounds;
    const arm = 0.3 * Math.min(box.right - box.left, box.bottom - box.top);
    const [x, y] = body?.kind === 'circle' ? body.centre : middle;
    for (const [colour, width] of [
      [colours.halo, 5],
      [colours.look, 2.5],
    ] as const) {
      brush.beginPath();
      brush.moveTo(x - arm, y - arm);
      brush.lineTo(x + arm, y + arm);
      brush.moveTo(x + arm, y - arm);
      brush.lineTo(x - arm, y + arm);
      brush.setLineDash([]);
      brush.strokeStyle = colour;
      brush.lineWidth = width * unit;
      brush.stroke();
    }
  }
  for (const { from, to } of moved) arrow(brush, from, to, unit, colours);
}

/** An arrow between two places, so thin that what it lies over is read; its head ends short of where it leads. */
function arrow(brush: Brush, [ax, ay]: Point, [bx, by]: Point, unit: number, colours: Colours) {
  const long = Math.hypot(bx - ax, by - ay);
  const head = Math.min(9 * unit, long / 3);
  const [dx, dy] = [(bx - ax) / long, (by - ay) / long];
  const end = Math.max(long - 12 * unit, long / 2);
  const [tx, ty] = [ax + dx * end, ay + dy * end];
  for (const [colour, width] of [
    [colours.halo, 4.5],
    [colours.look, 2],
  ] as const) {
    brush.beginPath();
    brush.moveTo(ax, ay);
    brush.lineTo(tx, ty);
    brush.moveTo(tx - dx * head - dy * head * 0.6, ty - dy * head + dx * head * 0.6);
    brush.lineTo(tx, ty);
    brush.lineTo(tx - dx * head + dy * head * 0.6, ty - dy * head - dx * head * 0.6);
    brush.setLineDash([]);
    brush.strokeStyle = colour;
    brush.lineWidth = width * unit;
    brush.stroke();
  }
}

/** So many pixels stay free around a name. */
const APART = 3;

/** Pieces of so many pixels are told apart by their names; smaller ones that stand together go by the name of their group. */
const TOLD_APART = 8;
/** So many pixels of a board are not far apart. */
const TOGETHER = 150;

/** What small pieces that stand together are called: as their group, unless one of them matters more than the others. */
function byGroups(all: Name[], matters: (id: string) => number, scale: number): Name[] {
  const groups = new Map<string, Name[]>();
  for (const one of all) if (one.whole !== null) groups.set(one.whole, [...(groups.get(one.whole) ?? []), one]);
  const span = (of: number[]) => Math.max(...of) - Math.min(...of);
  const ofGroups = [...groups].flatMap(([whole, members]): Name[] => {
    const [one] = members as [Name, ...Name[]];
    const middles = ([0, 1] as const).map((axis) => members.map(({ middle }) => middle[axis]));
    const alike = members.every(({ id }) => matters(id) === matters(one.id)) && matters(one.id) < 2;
    const small = members.every(({ top, low }) => (low - top) * scale < TOLD_APART);
    if (members.length < 2 || !alike || !small || middles.some((of) => span(of) * scale > TOGETHER)) return members;
    const [x, y] = middles.map((of) => (Math.max(...of) + Math.min(...of)) / 2) as [number, number];
    const [tops, lows] = [members.map(({ top }) => top), members.map(({ low }) => low)];
    return [{ ...one, words: whole, middle: [x, y], top: Math.min(...tops), low: Math.max(...lows) }];
  });
  return [...all.filter(({ whole }) => whole === null), ...ofGroups];
}

/**
 * Names of pieces in letters that can be read: first of those that matter now, then as many as cover neither each other nor a piece,
 * nor where one may go next.
 * Whatever was picked or is looked at has its name in any case, and what can be picked unless a name would lie over it.
 */
function writeNames(
  brush: Brush,
  { names, named, bases }: Prepared,
  overlay: Overlay,
  camera: Camera,
  colours: Colours,
  pane: { left: number; right: number },
) {
  const unit = 1 / camera.scale;
  const ids = (all: Placed[]) => all.map(({ thing }) => thing.id);
  const meant = new Set(ids([...overlay.picked, ...overlay.looked]));
  const first = new Set([...meant, ...ids(overlay.can)]);
  // Whose group is named goes by that, unless it matters by itself.
  const all = [...names.values()].filter(({ id, whole }) => first.has(id) || whole === null || !named.has(whole));
  const wanted = byGroups(all, (id) => (meant.has(id) ? 2 : Number(first.has(id))), camera.scale);
  const rank = ({ id }: Name) => Number(first.has(id)) + Number(meant.has(id));
  const spaces = overlay.can.filter(({ thing }) => thing.layer === 'ground').map(({ bounds }) => bounds);
  const taken: Bounds[] = [];
  brush.font = `600 ${NAME * unit}px system-ui, sans-serif`;
  brush.lineWidth = 3 * unit;
  brush.lineJoin = 'round';
  for (const { id, words, middle, top, low } of wanted.sort((one, other) => rank(other) - rank(one))) {
    const half = brush.measureText(words).width / 2;
    const edge = half + 2 * unit;
    // Nothing of a name lies beyond the edge, unless its piece does, too.
    const inside = middle[0] > pane.left && middle[0] < pane.right && pane.right - pane.left > 2 * edge;
    const x = inside ? Math.min(Math.max(middle[0], pane.left + edge), pane.right - edge) : middle[0];
    const away = (first.has(id) ? 9 : 6) * unit;
    const boxAt = ([x, y]: Point) => ({
      left: x - half - APART * unit,
      right: x + half + APART * unit,
      top: y - 5 * unit,
      bottom: y + 5 * unit,
    });
    const meets = (box: Bounds, other: Bounds) =>
      box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top;
    const aside = (low - top) / 2 + half + 5 * unit;
    // Above and below, a little to a side where another name is; then beside it.
    const slant = Math.min(half, (low - top) / 2);
    const ways: Point[] = [top - away, low + away].map((y) => [x, y]);
    const more: Point[] = [-1, 1].flatMap((way): Point[] => [
      [x + way * slant, top - away],
      [x + way * slant, low + away],
      [middle[0] + way * aside, middle[1]],
    ]);
    const within = ([at]: Point) => at - half >= pane.left && at + half <= pane.right;
    const places = [...ways, ...more.filter(within)];
    const clearOfNames = (at: Point) => !taken.some((other) => meets(boxAt(at), other));
    const clear = (at: Point) =>
      clearOfNames(at) &&
      ![...bases].some(([of, base]) => of !== id && meets(boxAt(at), base)) &&
      (first.has(id) || !spaces.some((space) => meets(boxAt(at), space)));
    const at =
      places.find(clear) ??
      (first.has(id) ? places.find(clearOfNames) : undefined) ??
      (meant.has(id) ? places[0] : undefined);
    if (at === undefined) continue;
    taken.push(boxAt(at));
    brush.strokeStyle = colours.halo;
    brush.fillStyle = colours.look;
    brush.strokeText(words, at[0], at[1] + 0.35 * NAME * unit);
    brush.fillText(words, at[0], at[1] + 0.35 * NAME * unit);
  }
}

/** The upper left of a thing: words stand above, below and on it, badges at its right and beneath it. */
function corner({ shapes, bounds }: Placed, unit: number): Point {
  const chosen = bodyOf(shapes);
  if (chosen?.kind !== 'circle') {
    const { left, top } = (chosen && boundsOf([chosen])) ?? bounds;
    return [left, top];
  }
  const out = (chosen.radius + 4 * unit) * Math.SQRT1_2;
  return [chosen.centre[0] - out, chosen.centre[1] - out];
}

/** Pieces under way, seen through, with a thread to where they stood. */
function carry(
  brush: Brush,
  { middle, placed, far }: NonNullable<Overlay['carried']>,
  camera: Camera,
  colours: Colours,
) {
  const unit = 1 / camera.scale;
  brush.beginPath();
  brush.moveTo(...middle);
  brush.lineTo(middle[0] + far[0], middle[1] + far[1]);
  brush.strokeStyle = colours.picked;
  brush.lineWidth = 2 * unit;
  brush.setLineDash([6 * unit, 4 * unit]);
  brush.stroke();
  brush.setLineDash([]);
  brush.save();
  brush.translate(...far);
  brush.globalAlpha = 0.75;
  for (const one of placed) {
    for (const shape of one.shapes) drawShape(brush, shape, camera);
    brush.setLineDash([]);
    ring(brush, one, camera, colours.picked, colours.halo, 3, []);
  }
  brush.restore();
}

/** How wide the narrowest of some things is, so that their marks stay inside. */
function spread(things: Placed[]): number {
  return things.reduce((least, { bounds }) => Math.min(least, bounds.right - bounds.left), Infinity);
}
