/** The file on the desk: its text, its picture, what is drawn with, what is held over it. The text is the only truth. */
import { Refused, faultOf, openTable } from '../api';
import { place, type Placed } from '../geometry';
import { holdOpened } from '../held';
import type { Fault } from '../wire';
import * as api from './api';
import { drafts, forget, keep, kept } from './drafts';
import type { Conflict, FileText, HeldAt, Home, Point, Question, Reply, Sketched, Stroke, Tool } from './wire';

/** What the text pane does for the desk. */
export interface Pane {
  /** Puts another text in, as one step that can be undone; `more` adds to the step before. */
  put: (text: string, more: boolean) => void;
  /** Begins with another file: nothing before can be undone. */
  open: (text: string) => void;
  undo: () => void;
  redo: () => void;
  show: (line: number, toLine: number) => void;
}

const WAIT = 40;
/** Tools that are the page's own: pointing at things, and marking cells. */
export const HAND = 'hand';
export const SELECT = 'select';

export class Desk {
  home = $state.raw<Home | null>(null);
  file = $state.raw<FileText | null>(null);
  text = $state.raw('');
  saved = $state.raw<string | null>(null);
  sketch = $state.raw<Sketched | null>(null);
  /** Whether the picture is that of an earlier text, because this one cannot be drawn. */
  stale = $state(false);
  fault = $state.raw<Fault | null>(null);
  conflict = $state.raw<Conflict | null>(null);
  says = $state('');
  restored = $state(false);
  busy = $state(false);

  tool = $state<string>(HAND);
  brush = $state<string | null>(null);
  turn = $state(0);
  level = $state<number | null>(null);
  upTo = $state<number | null>(null);
  width = $state(4);
  snap = $state(0.5);
  selected = $state.raw<string | null>(null);
  marked = $state.raw<Point[]>([]);
  copied = $state.raw<Point[]>([]);

  unit = $state('');
  other = $state('');
  question = $state.raw<Question | null>(null);
  held = $state.raw<HeldAt[]>([]);
  pinned = $state(false);
  reply = $state.raw<Reply | null>(null);
  heldFault = $state('');

  pane: Pane | null = null;
  private looking = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;
  private queue: { stroke: Stroke; more: boolean }[] = [];
  private working = false;
  private lastPicture = $state.raw<Sketched | null>(null);

  readonly picture = $derived(this.sketch?.scene ? this.sketch : this.lastPicture);
  readonly placed = $derived<Placed[]>(this.picture?.scene ? place(this.picture.scene) : []);
  readonly tools = $derived<Tool[]>(this.picture?.tools ?? []);
  readonly current = $derived(this.tools.find(({ id }) => id === this.tool) ?? null);
  readonly rows = $derived(new Map((this.picture?.rows ?? []).map((row) => [row.thing, row])));
  readonly dirty = $derived(this.file !== null && this.text !== this.saved);
  readonly row = $derived(this.selected === null ? null : (this.rows.get(this.selected) ?? null));

  async enter() {
    try {
      this.home = await api.home();
      const wanted = new URLSearchParams(location.hash.slice(1)).get('path');
      const first = wanted ?? this.home.open ?? this.home.files.find(({ kind }) => kind === 'battlefield')?.path;
      if (first) await this.open(first);
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  /** Opens a file; what was not saved of it comes back. */
  async open(path: string) {
    this.fault = null;
    try {
      this.take(await api.read(path));
    } catch (thrown) {
      const draft = kept(path);
      if (!draft || !(thrown instanceof Refused)) {
        this.fault = faultOf(thrown);
        return;
      }
      this.take({ path, text: draft.text, stamp: draft.stamp, game: '', kind: '', notes: [] });
    }
  }

  async begin(game: string, kind: string) {
    try {
      const fresh = await api.begin(game, kind);
      const taken = new Set(drafts());
      for (let n = 2; taken.has(fresh.path); n++) fresh.path = `${fresh.path.replace(/(-\d+)?\.yaml$/, '')}-${n}.yaml`;
      this.take(fresh);
    } catch (thrown) {
      this.fault = faultOf(thrown);
    }
  }

  private take(file: FileText) {
    this.file = file;
    this.saved = file.stamp === null ? null : file.text;
    const draft = kept(file.path);
    this.restored = draft !== null && draft.text !== file.text;
    if (draft && this.restored) this.file = { ...file, stamp: draft.stamp ?? file.stamp };
    this.lastPicture = this.sketch = null;
    [this.selected, this.conflict, this.reply, this.says, this.fault] = [null, null, null, file.notes.join(' '), null];
    [this.marked, this.held, this.upTo, this.level, this.pinned] = [[], [], null, null, false];
    this.tool = HAND;
    history.replaceState(null, '', `#path=${encodeURIComponent(file.path)}`);
    this.text = this.restored && draft ? draft.text : file.text;
    this.pane?.open(this.text);
    void this.look();
  }

  /** Throws away what was not saved. */
  discard() {
    if (!this.file) return;
    forget(this.file.path);
    if (this.saved !== null) this.pane?.put(this.saved, false);
    this.restored = false;
  }

  /** The text was changed in its pane, by keys, by undoing or by a stroke. */
  typed(text: string) {
    if (text === this.text) return;
    this.text = text;
    if (this.file) {
      if (text === this.saved) forget(this.file.path);
      else keep(this.file.path, { text, stamp: this.file.stamp });
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), WAIT);
  }

  async look() {
    const file = this.file;
    if (!file) return;
    clearTimeout(this.timer);
    const number = ++this.looking;
    const text = this.text;
    try {
      const sketch = await api.look(file.path, text, this.upTo);
      if (number === this.looking && this.file === file) this.shown(sketch);
    } catch (thrown) {
      if (number === this.looking) this.fault = faultOf(thrown);
    }
  }

  private shown(sketch: Sketched) {
    this.sketch = sketch;
    this.stale = sketch.scene === null && this.lastPicture !== null;
    if (sketch.scene) this.lastPicture = sketch;
    this.fault = null;
    if (this.pinned) void this.ask();
  }

  /** Draws; strokes of one drag are one step, and those that wait are drawn together. */
  stroke(stroke: Stroke, more = false) {
    const whole: Stroke = { turn: this.turn, level: this.level, brush: this.current?.brushes ? this.brush : null, size: this.width, snap: this.snap, ...stroke };
    const last = this.queue.at(-1);
    if (more && last && last.stroke.tool === whole.tool) last.stroke.points = [...(last.stroke.points ?? []), ...(whole.points ?? [])];
    else this.queue.push({ stroke: whole, more });
    void this.work();
  }

  private async work() {
    if (this.working) return;
    this.working = true;
    try {
      for (let next = this.queue.shift(); next && this.file; next = this.queue.shift()) {
        const [file, text] = [this.file, this.text];
        try {
          const done = await api.draw(file.path, text, this.upTo, next.stroke);
          if (this.file !== file) return;
          if (this.text !== text) {
            // Somebody typed meanwhile: the stroke is drawn on what stands there now.
            this.queue.unshift(next);
            continue;
          }
          this.looking++;
          this.pane?.put(done.text, next.more);
          clearTimeout(this.timer);
          this.says = done.says;
          this.shown(done.sketch);
        } catch (thrown) {
          this.says = '';
          this.fault = faultOf(thrown);
        }
      }
    } finally {
      this.working = false;
    }
  }

  async save(over = false) {
    const file = this.file;
    if (!file || this.busy) return;
    this.busy = true;
    const text = this.text;
    try {
      const done = await api.save(file.path, text, over ? (this.conflict?.stamp ?? file.stamp) : file.stamp);
      if ('text' in done) {
        this.conflict = done;
        return;
      }
      this.conflict = null;
      this.file = { ...file, stamp: done.stamp };
      this.saved = text;
      if (this.text === text) forget(file.path);
      this.restored = false;
      this.says = `saved to ${file.path}`;
      this.home = await api.home();
    } catch (thrown) {
      this.fault = faultOf(thrown);
    } finally {
      this.busy = false;
    }
  }

  /** Takes what is on disk instead of what is here; that can be undone. */
  theirs() {
    if (!this.conflict || !this.file) return;
    const { text, stamp } = this.conflict;
    [this.saved, this.conflict] = [text, null];
    this.file = { ...this.file, stamp };
    this.pane?.put(text, false);
  }

  rename(path: string) {
    if (!this.file || !path) return;
    const name = path.endsWith('.yaml') ? path : `${path}.yaml`;
    forget(this.file.path);
    [this.file, this.saved] = [{ ...this.file, path: name, stamp: null }, null];
    keep(name, { text: this.text, stamp: null });
    history.replaceState(null, '', `#path=${encodeURIComponent(name)}`);
  }

  async play() {
    if (!this.file || this.busy) return;
    this.busy = true;
    try {
      const name = this.file.path.replace(/^.*\//, '').replace(/\.yaml$/, '');
      const seated = await openTable({ battle: name, scenario: this.text, players: ['here', 'greedy'], dice: 'seeded' });
      const entered = holdOpened(seated, name, this.sketch?.title ?? '');
      if (entered) location.assign(entered.path);
    } catch (thrown) {
      this.fault = faultOf(thrown);
    } finally {
      this.busy = false;
    }
  }

  choose(tool: string) {
    const chosen = this.tools.find(({ id }) => id === tool);
    if (chosen?.takes === 'nothing') {
      this.stroke({ tool, points: [] });
      return;
    }
    this.tool = tool;
    if (tool !== HAND) this.selected = null;
    if (tool !== SELECT) this.marked = [];
    this.question = null;
    this.letGo();
  }

  select(thing: string | null, show = true) {
    this.selected = thing;
    const row = thing === null ? null : this.rows.get(thing);
    if (row && show) this.pane?.show(row.line, row.to_line);
  }

  /** The cursor came to a line of the text. */
  at(line: number) {
    const rows = this.picture?.rows ?? [];
    const row = rows.find((row) => row.line <= line && line <= row.to_line);
    if (row) this.selected = row.thing;
  }

  remove() {
    if (this.marked.length > 0) {
      this.stroke({ tool: 'clear', points: this.marked });
      this.marked = [];
    } else if (this.row) {
      this.stroke({ tool: 'remove', field: this.row.field });
      this.selected = null;
    }
  }

  /** Holds a unit over a place, and asks what was chosen. */
  hold(at: Point) {
    if (!this.question || !this.unit) return;
    if (this.question.places === 1) this.held = [{ unit: this.unit, seat: 0, at }];
    else {
      const first = this.held[0] ?? { unit: this.unit, seat: 0, at };
      this.held = this.held.length === 0 ? [first] : [first, { unit: this.other || this.unit, seat: 1, at }];
      if (this.held.length < 2) return;
    }
    void this.ask();
  }

  async ask() {
    const [file, question] = [this.file, this.question];
    if (!file || !question || this.held.length < question.places) return;
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const reply = await api.ask(file.path, this.text, this.held, question.line, asking.signal);
      if (this.asking !== asking) return;
      [this.reply, this.heldFault] = [reply, ''];
    } catch (thrown) {
      if (this.asking !== asking || asking.signal.aborted) return;
      [this.reply, this.heldFault] = [null, faultOf(thrown).says];
    }
  }

  letGo() {
    this.asking?.abort();
    [this.held, this.reply, this.heldFault, this.pinned] = [[], null, '', false];
  }
}
