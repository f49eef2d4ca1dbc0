/** A canvas that shows a part of a picture: its size, its camera, its theme, and one painting a frame at most. */
import { untrack } from 'svelte';
import { fit, pan, spread, toPlan, toScreen, within, zoom, type Camera, type Size } from './camera';
import type { Bounds } from './geometry';
import type { Colours } from './paint';
import type { Point } from './wire';

type Paint = (brush: CanvasRenderingContext2D, size: Size, density: number, camera: Camera, colours: Colours) => void;

/** How much larger a picture has to get by fitting it anew when a part of it is gone. */
const NEAR = 1.08;
/** How far, in pixels and of the height, it may lie from the middle without that. */
const ASIDE = 48;
const ASIDE_OF_HEIGHT = 0.09;
/** So many pixels of the paper around it are seen, too: what ends at the edge looks cut off. */
const RIM = 12;
/** So many ways in which pictures lay are remembered. */
const MOST_LAY = 40;

/** To be made while a component is. */
export class Pane {
  size = $state.raw<Size>({ width: 0, height: 0 });
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 1 });
  theme = $state(0);
  /** Nobody moved the picture yet: it keeps fitting. */
  private fitted = true;
  private frame = 0;
  private box: HTMLElement | null = null;
  private canvas: HTMLCanvasElement | null = null;
  private stood: { middle: Point; window: string } | null = null;

  constructor(
    private readonly bounds: () => Bounds | null,
    private readonly paint: Paint,
    /** What has to change for the picture to be fitted anew. */
    fits: () => unknown = () => {
      const now = bounds();
      return [now?.left, now?.top, now?.right, now?.bottom];
    },
    /** Whether a picture that was moved lies still on the page when what stands beside it grows or shrinks. */
    private readonly steady = false,
    /** Whether the picture is not to move under a hand or an eye, as long as all of it is seen. */
    rests: () => boolean = () => false,
  ) {
    let sized = '';
    $effect(() => {
      const size = `${this.size.width} ${this.size.height}`;
      void fits();
      const still = rests();
      untrack(() => {
        const now = bounds();
        if (this.fitted && !(still && size === sized && now && this.isSeen(now))) this.refits(size !== sized);
        sized = size;
      });
    });
  }

  /** Listens to its elements; gives back what ends that. */
  attach(box: HTMLElement, canvas: HTMLCanvasElement): () => void {
    [this.box, this.canvas] = [box, canvas];
    const watch = new ResizeObserver(([entry]) => {
      if (!entry) return;
      if (this.steady && !this.fitted) this.holdStill();
      this.size = { width: entry.contentRect.width, height: entry.contentRect.height };
      this.stood = this.stands();
    });
    watch.observe(box);
    // The observer tells the size a frame later: who clicks at once is not to be lost.
    this.size = { width: box.clientWidth, height: box.clientHeight };
    this.stood = this.stands();
    const themed = () => (this.theme += 1);
    addEventListener('umpire-theme', themed);
    // Passive listeners may not keep the page from scrolling.
    const wheel = (event: WheelEvent) => this.wheel(event);
    canvas.addEventListener('wheel', wheel, { passive: false });
    return () => {
      watch.disconnect();
      removeEventListener('umpire-theme', themed);
      canvas.removeEventListener('wheel', wheel);
      cancelAnimationFrame(this.frame);
    };
  }

  /** Where the middle of the picture is on the page, and how large the window is. */
  private stands(): { middle: Point; window: string } {
    const { left, top, width, height } = this.box!.getBoundingClientRect();
    return { middle: [left + width / 2, top + height / 2], window: `${innerWidth} ${innerHeight}` };
  }

  /** Keeps everything where it was on the page; in another window everything is elsewhere. */
  private holdStill() {
    const {
      middle: [x, y],
      window,
    } = this.stands();
    if (this.stood?.window !== window) return;
    const [before, above] = this.stood.middle;
    this.camera = pan(this.camera, before - x, above - y);
  }

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      const { canvas, size } = this;
      const brush = canvas?.getContext('2d');
      if (!canvas || !brush || size.width === 0) return;
      const density = Math.min(devicePixelRatio || 1, 2);
      const [wide, tall] = [Math.round(size.width * density), Math.round(size.height * density)];
      if (canvas.width !== wide || canvas.height !== tall) {
        canvas.width = wide;
        canvas.height = tall;
      }
      this.paint(brush, size, density, this.camera, this.colours());
    });
  }

  private colours(): Colours {
    const style = getComputedStyle(this.box!);
    const of = (name: string) => style.getPropertyValue(name).trim();
    return {
      cloth: of('--cloth'),
      paper: of('--paper'),
      edge: of('--paper-edge'),
      can: of('--can'),
      picked: of('--picked'),
      halo: of('--halo'),
      look: of('--look'),
    };
  }

  get small(): number {
    const bounds = this.bounds();
    return bounds ? fit(bounds, this.size).scale : 1;
  }

  /** How pictures lay in each size that the canvas had: who opens and shuts what stands beside it, or takes something back, finds it where it was. */
  private readonly lay = new Map<string, Camera>();
  private lies = '';

  /** The picture and the size in which it lies. */
  private which(): string {
    return `${this.size.width} ${this.size.height} ${JSON.stringify(this.bounds())}`;
  }

  private refits(resized: boolean) {
    const bounds = this.bounds();
    const lies = this.which();
    if (lies === this.lies) return;
    if (this.lay.size >= MOST_LAY) this.lay.clear();
    if (this.lies !== '') this.lay.set(this.lies, this.camera);
    this.lies = lies;
    const before = this.lay.get(lies);
    // What got smaller is still in sight: a picture does not jump where it would hardly be larger.
    if (before) this.camera = before;
    else if (resized || !bounds || !this.inSight(bounds)) this.fitAll();
  }

  /** Whether all of it is seen, with so many pixels around it. */
  private isSeen(bounds: Bounds, rim = 0): boolean {
    const { width, height } = this.size;
    const [left, top] = this.toScreen([bounds.left, bounds.top]);
    const [right, bottom] = this.toScreen([bounds.right, bounds.bottom]);
    return left >= rim && top >= rim && right <= width - rim && bottom <= height - rim;
  }

  /** Whether all of it is seen, about as large as it could be. */
  private inSight(bounds: Bounds): boolean {
    const { height } = this.size;
    const whole = fit(bounds, this.size);
    const near = whole.scale < this.camera.scale * NEAR;
    // What lies far to one side leaves room empty for good.
    const aside = Math.hypot(whole.x - this.camera.x, whole.y - this.camera.y) * this.camera.scale;
    return near && aside < Math.min(ASIDE, height * ASIDE_OF_HEIGHT) && this.isSeen(bounds, RIM);
  }

  /** Another picture is wanted: it is fitted, if a hand moved none. */
  shows() {
    if (this.fitted) this.refits(true);
  }

  fitAll() {
    const bounds = this.bounds();
    if (bounds && this.size.width > 0) this.camera = fit(bounds, this.size);
  }

  refit() {
    this.fitted = true;
    // How it lay since a hand moved it is not to come back.
    this.lies = this.which();
    this.fitAll();
  }

  /** From here on the picture stays where it is. */
  stay() {
    this.fitted = false;
  }

  look(next: Camera) {
    this.stay();
    const bounds = this.bounds();
    this.camera = bounds ? within(next, bounds) : next;
  }

  pan(dx: number, dy: number) {
    this.look(pan(this.camera, dx, dy));
  }

  closer(by: number, at: Point = [this.size.width / 2, this.size.height / 2]) {
    this.look(zoom(this.camera, this.size, at, by, this.small));
  }

  private wheel(event: WheelEvent) {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    this.closer(Math.exp(-step / 400), [event.offsetX, event.offsetY]);
  }

  /** One finger of two went from one place to another. */
  pinch(other: Point, before: Point, now: Point) {
    const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    const moved = pan(this.camera, (now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.look(zoom(moved, this.size, middle, spread(other, before, now), this.small));
  }

  /** Moves the view by a key; whether it was one of its keys. */
  key(event: KeyboardEvent): boolean {
    const step = 48;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
      '+': () => this.closer(1.25),
      '=': () => this.closer(1.25),
      '-': () => this.closer(0.8),
      '0': () => this.refit(),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    move();
    return true;
  }

  /** Where on the canvas a pointer is. */
  at(event: PointerEvent): Point {
    const rect = this.canvas!.getBoundingClientRect();
    return [event.clientX - rect.left, event.clientY - rect.top];
  }

  toPlan(at: Point): Point {
    return toPlan(this.camera, this.size, at);
  }

  toScreen(at: Point): Point {
    return toScreen(this.camera, this.size, at);
  }
}
