/** Draws the board solid: ground as prisms between its heights, pieces as discs with letters; drawn only when something changed. */
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Sprite,
  SpriteMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from 'three';
import { basesOf, hits, type Base, type Placed } from './geometry';
import type { Drawn, Point } from './wire';

export interface Marks {
  can: Set<string>;
  picked: Set<string>;
  looked: Set<string>;
  places: Point[];
}
export interface SolidColours {
  cloth: string;
  can: string;
  picked: string;
  look: string;
}

type Polygon = Drawn & { kind: 'polygon' };

/** The outline of a thing seen from above, counter-clockwise for whoever looks down. */
function outline(placed: Placed): Point[] | null {
  const polygon = placed.shapes.find((shape): shape is Polygon => shape.kind === 'polygon');
  if (!polygon) return null;
  const { points } = polygon;
  const area = points.reduce((sum, [x, y], n) => {
    const [nx, ny] = points[(n + 1) % points.length]!;
    return sum + x * ny - nx * y;
  }, 0);
  return area < 0 ? points : [...points].reverse();
}

function fillOf(placed: Placed): string {
  const drawn = placed.shapes.flatMap((shape) => (shape.kind === 'text' ? [] : [shape]));
  // What is only outlined has the colour of its outline.
  return drawn.find(({ fill }) => fill)?.fill ?? drawn.find(({ stroke }) => stroke)?.stroke ?? '#999999';
}

/** A prism of height 1 over an outline around its middle. */
function prism(points: Point[]): BufferGeometry {
  const corners: number[] = [];
  const push = (...at: number[]) => corners.push(...at);
  points.forEach(([x, z], n) => {
    const [nx, nz] = points[(n + 1) % points.length]!;
    push(x, 0, z, nx, 0, nz, nx, 1, nz, x, 0, z, nx, 1, nz, x, 1, z);
    if (n > 0 && n < points.length - 1) {
      const [ox, oz] = points[0]!;
      push(ox, 1, oz, x, 1, z, nx, 1, nz);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Outlines of one shape, whatever their place: they are drawn as instances of one prism. */
function likeness(points: Point[], [mx, my]: Point): string {
  return points.map(([x, y]) => `${(x - mx).toFixed(3)},${(y - my).toFixed(3)}`).join(' ');
}

function letters(words: string, colour: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 128;
  canvas.height = 64;
  const brush = canvas.getContext('2d')!;
  brush.font = '700 44px system-ui, sans-serif';
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.lineWidth = 9;
  brush.lineJoin = 'round';
  brush.strokeStyle = colour;
  brush.strokeText(words, 64, 34, 120);
  brush.fillStyle = '#ffffff';
  brush.fillText(words, 64, 34, 120);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** The rim of the letters of badges: dark enough for white ones, and no player's. */
const BADGE = '#7a5600';

export class SolidBoard {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(38, 1, 0.1, 4000);
  private readonly ray = new Raycaster();
  private things = new Group();
  private marks = new Group();
  /** The ids of the instances of each mesh. */
  private ids = new Map<Object3D, string[]>();
  private placed: Placed[] = [];
  private target = new Vector3();
  private turned = 0;
  private tilted = 0.9;
  private far = 30;
  private widest = 30;
  private frame = 0;
  private begun = false;
  private size = { width: 1, height: 1 };

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
    const sun = new DirectionalLight('#fff4dd', 1.9);
    sun.position.set(-0.5, 1, 0.35);
    this.scene.add(
      sun,
      new HemisphereLight('#ffffff', '#9a917d', 1.1),
      new AmbientLight('#ffffff', 0.35),
      this.things,
      this.marks,
    );
  }

  resize(width: number, height: number) {
    if (width < 1 || height < 1) return;
    this.size = { width, height };
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.render();
  }

  /** Shows other things; what is alike is not kept: a board of 600 prisms is built in milliseconds. */
  show(placed: Placed[], colours: SolidColours, written = true) {
    this.clear(this.things);
    this.ids.clear();
    this.placed = placed;
    this.scene.background = new Color(colours.cloth);
    const kinds = new Map<string, { points: Point[]; things: Placed[] }>();
    for (const one of placed) {
      if (one.thing.layer === 'ground') {
        const points = outline(one);
        if (!points) continue;
        const key = likeness(points, one.middle);
        const kind = kinds.get(key) ?? {
          points: points.map(([x, y]): Point => [x - one.middle[0], y - one.middle[1]]),
          things: [],
        };
        kind.things.push(one);
        kinds.set(key, kind);
      } else if (one.thing.layer === 'pieces') this.piece(one, written);
      else if (one.thing.layer === 'marks') this.flat(one);
    }
    for (const { points, things } of kinds.values()) this.prisms(points, things);
    if (!this.begun && placed.length > 0) {
      this.begun = true;
      this.fit();
    }
    this.render();
  }

  private prisms(points: Point[], things: Placed[]) {
    const mesh = new InstancedMesh(prism(points), new MeshLambertMaterial(), things.length);
    const matrix = new Matrix4();
    const colour = new Color();
    const edges: number[] = [];
    things.forEach(({ thing, middle }, n) => {
      const [low, high] = thing.heights;
      const tall = Math.max(high - low, 0.12);
      matrix.makeScale(1, tall, 1).setPosition(middle[0], high - tall, middle[1]);
      mesh.setMatrixAt(n, matrix);
      mesh.setColorAt(n, colour.set(fillOf(things[n]!)));
      points.forEach(([x, z], at) => {
        const [nx, nz] = points[(at + 1) % points.length]!;
        edges.push(x + middle[0], high + 0.004, z + middle[1], nx + middle[0], high + 0.004, nz + middle[1]);
      });
    });
    const lines = new BufferGeometry();
    lines.setAttribute('position', new BufferAttribute(new Float32Array(edges), 3));
    this.ids.set(
      mesh,
      things.map(({ thing }) => thing.id),
    );
    this.things.add(
      mesh,
      new LineSegments(lines, new LineBasicMaterial({ color: '#2c2a22', transparent: true, opacity: 0.45 })),
    );
  }

  private piece(one: Placed, named: boolean) {
    const [low, high] = one.thing.heights;
    const discs = this.discs(one);
    const material = new MeshLambertMaterial({ color: fillOf(one) });
    const tall = Math.max(Math.min(high - low, discs[0]!.radius * 6), discs[0]!.radius * 0.5);
    discs.slice(0, 4).forEach(({ at, radius }, n) => {
      const base = new Mesh(new CylinderGeometry(radius, radius * 1.08, radius * 0.28, 28), material);
      base.position.set(at[0], low + radius * 0.14, at[1]);
      this.ids.set(base, [one.thing.id]);
      this.things.add(base);
      if (n > 0) return;
      const body = new Mesh(new CylinderGeometry(radius * 0.34, radius * 0.62, tall, 20), material);
      body.position.set(at[0], low + tall / 2, at[1]);
      this.ids.set(body, [one.thing.id]);
      this.things.add(body);
    });
    if (!named) return;
    const written = one.shapes.find((shape) => shape.kind === 'text');
    const words = written?.kind === 'text' ? written.words : one.thing.id.slice(0, 3);
    const sprite = new Sprite(new SpriteMaterial({ map: letters(words, fillOf(one)), depthTest: false }));
    const radius = discs[0]!.radius;
    sprite.scale.set(radius * 2.6, radius * 1.3, 1);
    sprite.position.set(discs[0]!.at[0], low + tall + radius * 0.6, discs[0]!.at[1]);
    this.things.add(sprite);
    const badges = one.thing.badges.map(([mark]) => mark).join(' ');
    if (badges === '') return;
    // They stand above the name, so that neither lies on the other.
    const above = new Sprite(new SpriteMaterial({ map: letters(badges, BADGE), depthTest: false }));
    above.scale.set(radius * 2, radius, 1);
    above.position.set(discs[0]!.at[0], low + tall + radius * 1.7, discs[0]!.at[1]);
    this.things.add(above);
  }

  /** The bases of a piece; where it has none, a disc as wide as it is. */
  private discs(one: Placed): Base[] {
    const bases = basesOf(one.shapes);
    return bases.length > 0
      ? bases
      : [{ at: one.middle, radius: Math.max((one.bounds.right - one.bounds.left) / 2, 0.05) }];
  }

  private flat(one: Placed) {
    const wide = Math.max(one.bounds.right - one.bounds.left, 0.1);
    const mesh = new Mesh(
      new CylinderGeometry(wide / 2, wide / 2, 0.05, 24),
      new MeshLambertMaterial({ color: fillOf(one), transparent: true, opacity: 0.85 }),
    );
    mesh.position.set(one.middle[0], one.thing.heights[1] + 0.03, one.middle[1]);
    this.ids.set(mesh, [one.thing.id]);
    this.things.add(mesh);
  }

  /** Lays rings over what can be picked, what is picked, and what is looked at. */
  mark(marks: Marks, colours: SolidColours) {
    this.clear(this.marks);
    for (const one of this.placed) {
      const { id, layer, heights } = one.thing;
      const colour = marks.picked.has(id)
        ? colours.picked
        : marks.looked.has(id)
          ? colours.look
          : marks.can.has(id)
            ? colours.can
            : null;
      if (!colour) continue;
      const high = layer === 'ground' ? heights[1] : heights[0];
      const points = layer === 'ground' ? outline(one) : null;
      if (points) {
        const top = new Mesh(
          prism(
            points.map(([x, y]): Point => [
              one.middle[0] + (x - one.middle[0]) * 0.94,
              one.middle[1] + (y - one.middle[1]) * 0.94,
            ]),
          ),
          new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.5 }),
        );
        top.scale.y = 0.03;
        top.position.y = high + 0.01;
        const gem = new Mesh(new CylinderGeometry(0.001, 0.2, 0.22, 4), new MeshLambertMaterial({ color: colour }));
        gem.position.set(one.middle[0], high + 0.14, one.middle[1]);
        this.marks.add(top, gem);
      } else {
        for (const { at, radius } of this.discs(one)) {
          const ring = new Mesh(
            new CylinderGeometry(radius * 1.3, radius * 1.3, 0.08, 32),
            new MeshBasicMaterial({ color: colour }),
          );
          ring.position.set(at[0], high + 0.04, at[1]);
          this.marks.add(ring);
        }
      }
    }
    for (const at of marks.places) {
      const gem = new Mesh(
        new CylinderGeometry(0.001, this.widest * 0.006, this.widest * 0.01, 4),
        new MeshLambertMaterial({ color: colours.can }),
      );
      gem.position.set(at[0], this.height(at) + this.widest * 0.006, at[1]);
      this.marks.add(gem);
    }
    this.render();
  }

  /** How high the ground is at a place of the plan. */
  private height([x, y]: Point): number {
    const ground = this.placed.filter(
      ({ thing, bounds }) =>
        thing.layer === 'ground' && x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom,
    );
    const there = ground.filter((one) => one.shapes.some((shape) => hits(shape, x, y, 0)));
    return Math.max(0, ...there.map(({ thing }) => thing.heights[1]));
  }

  /** Where a place of the plan is on the canvas. */
  toScreen(at: Point): Point {
    this.aim();
    this.camera.updateMatrixWorld();
    const { x, y } = new Vector3(at[0], this.height(at), at[1]).project(this.camera);
    return [((x + 1) / 2) * this.size.width, ((1 - y) / 2) * this.size.height];
  }

  /** The place of the plan under a point of the canvas. */
  at(x: number, y: number): Point {
    this.ray.setFromCamera(new Vector2((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2), this.camera);
    const hit = this.ray
      .intersectObjects(this.things.children, false)
      .find(({ instanceId }) => instanceId !== undefined);
    const { origin, direction } = this.ray.ray;
    // Beside all ground lies the table.
    const far = direction.y === 0 ? 0 : -origin.y / direction.y;
    const point = hit?.point ?? origin.clone().addScaledVector(direction, far);
    return [point.x, point.z];
  }

  /** The things under a point of the canvas, nearest first. */
  under(x: number, y: number): string[] {
    const at = new Vector2((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2);
    this.ray.setFromCamera(at, this.camera);
    const found: string[] = [];
    for (const hit of this.ray.intersectObjects(this.things.children, false)) {
      const id = this.ids.get(hit.object)?.[hit.instanceId ?? 0];
      if (id !== undefined && !found.includes(id)) found.push(id);
      // What lies behind the first piece of ground is hidden.
      if (hit.instanceId !== undefined) break;
    }
    return found;
  }

  fit() {
    const ground = this.placed.map(({ bounds }) => bounds);
    if (ground.length === 0) return;
    const left = Math.min(...ground.map((one) => one.left));
    const right = Math.max(...ground.map((one) => one.right));
    const top = Math.min(...ground.map((one) => one.top));
    const bottom = Math.max(...ground.map((one) => one.bottom));
    this.target.set((left + right) / 2, 0, (top + bottom) / 2);
    this.turned = 0;
    this.tilted = 0.95;
    const corners = [left, right].flatMap((x) => [top, bottom].map((z) => new Vector3(x, 0, z)));
    // Steps back until every corner is in sight.
    for (this.far = 2; this.far < 4000; this.far *= 1.04) {
      this.aim();
      this.camera.updateMatrixWorld();
      const seen = (corner: Vector3) => {
        const { x, y, z } = corner.clone().project(this.camera);
        return Math.abs(x) < 0.94 && Math.abs(y) < 0.94 && z < 1;
      };
      if (corners.every(seen)) break;
    }
    this.widest = this.far * 1.6;
    this.render();
  }

  turn(dx: number, dy: number) {
    this.turned -= dx * 0.006;
    this.tilted = Math.min(Math.max(this.tilted + dy * 0.005, 0.2), 1.5);
    this.render();
  }

  pan(dx: number, dy: number) {
    const step = (this.far / this.size.height) * 0.75;
    const [sin, cos] = [Math.sin(this.turned), Math.cos(this.turned)];
    this.target.x -= (dx * cos + dy * sin) * step;
    this.target.z -= (dy * cos - dx * sin) * step;
    this.render();
  }

  zoom(by: number) {
    this.far = Math.min(Math.max(this.far / by, 3), this.widest);
    this.render();
  }

  /** Draws at the next frame; standing still costs nothing. */
  render() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.aim();
      this.renderer.domElement.dataset.camera = `${this.turned} ${this.tilted} ${this.far}`;
      this.renderer.render(this.scene, this.camera);
    });
  }

  private aim() {
    const flat = Math.cos(this.tilted) * this.far;
    this.camera.position.set(
      this.target.x + Math.sin(this.turned) * flat,
      this.target.y + Math.sin(this.tilted) * this.far,
      this.target.z + Math.cos(this.turned) * flat,
    );
    this.camera.lookAt(this.target);
  }

  private clear(group: Group) {
    for (const child of [...group.children]) {
      group.remove(child);
      if (child instanceof Mesh || child instanceof LineSegments || child instanceof Sprite) {
        if (!(child instanceof Sprite)) child.geometry.dispose();
        const material = child.material as SpriteMaterial;
        material.map?.dispose();
        material.dispose();
        if (child instanceof InstancedMesh) child.dispose();
      }
    }
  }

  end() {
    cancelAnimationFrame(this.frame);
    this.clear(this.things);
    this.clear(this.marks);
    this.renderer.dispose();
  }
}
