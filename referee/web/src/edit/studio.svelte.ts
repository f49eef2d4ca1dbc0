/** All that the editor's page knows: the file, its text, its picture, its faults, and what the hand holds. */
import { Refused, faultOf } from '../api';
import { fileIn } from '../address';
import { place, type Placed } from '../geometry';
import { many } from '../words';
import { begin, bring, draw, fileText, home, look, save } from './api';
import { oneAtATime } from '../latest';
import { minus, plus, renamed } from './plan';
import { draft, drafts, dropDraft, keep, keepSteps, steps } from './drafts';
import type { Pad } from './pad';
import type {
  Conflict,
  Fault,
  FileText,
  Fresh,
  Home,
  Mistake,
  Picture,
  Point,
  Sketched,
  TextLines,
  Tool,
  ToolChoice,
  ToolStroke,
} from '../wire';

/** How long typing rests before it is looked at, in milliseconds. */
const REST = 40;
/** How long after a look without an answer the server is asked again, in milliseconds. */
const AGAIN = 3000;

/** Texts of which it is known where their maps stand. */
const MOST_ORIGINS = 400;

/** A place with a number from 0 to 1, a word for it, and whether it stands out. */
export interface Heat {
  at: Point;
  value: number;
  word: string;
  stands: boolean;
}

/** The tools that are the page's own. */
export const HAND = 'hand';
export const CELLS = 'select';
export const HOLD = 'hold';

/** One movement of a hand: however many strokes it takes, it is one step back. */
export interface Drag {
  /** The text it began with, and that it left. */
  base: string | null;
  left: string | null;
  wrote: boolean;
  next: ToolStroke | null;
  /** How far the map was moved to make room. */
  shift: Point;
}

/** One of the things that a tool may be meant to do: what it would do, and what the map would be then. */
export interface Choice extends ToolChoice {
  says: string;
  sketch: Sketched | null;
  refused?: boolean;
}

/** A tool that asks, and of which text. */
export interface Asks {
  tool: Tool;
  text: string;
  choices: Choice[];
}

/** Rows that were copied, and how many there were then. */
interface Lifted {
  count: number;
  rows: { field: string; text: string }[];
}

export class Studio {
  home = $state.raw<Home | null>(null);
  file = $state.raw<FileText | null>(null);
  text = $state('');
  /** The text on disk; nothing for a file that was never saved. */
  saved = $state<string | null>(null);
  stamp = $state<string | null>(null);
  sketch = $state.raw<Sketched | null>(null);
  /** The last that could be drawn. */
  good = $state.raw<Sketched | null>(null);
  /** Counts texts, so that what follows them knows. */
  turns = $state(0);
  /** Names what has to change for the picture to be fitted anew. */
  opened = $state(0);
  /** How far the map was moved last. */
  shifted = $state.raw<{ by: Point } | null>(null);
  depth = $state.raw<[number, number]>([0, 0]);
  trouble = $state.raw<Fault | null>(null);
  /** What was told when the server did not answer: nobody looked at the text since. */
  silence = $state.raw<Fault | null>(null);
  /** The text that the trouble is about; nothing where it is about none. */
  private troubled: string | null = null;
  conflict = $state.raw<Conflict | null>(null);
  restored = $state(false);
  saving = $state(false);
  /** What was done last, in words. */
  says = $state('');
  /** What a tool made of the whole map, for all to read until the text is another. */
  told = $state('');
  /** What a stroke did, until the text is another. */
  drew = $state('');
  /** What a tool asks before it does anything: what each choice would do, as far as that is known. */
  asks = $state.raw<Asks | null>(null);
  /** The picture that a choice would leave, while it is pointed at. */
  preview = $state.raw<Sketched | null>(null);
  /** Whether what is typed is kept in this browser. */
  kept = $state(true);

  tool = $state(HAND);
  brush = $state<string | null>(null);
  turn = $state(0);
  width = $state(1);
  snap = $state(0.5);
  level = $state<number | null>(null);
  /** The fields of several rows that are meant at once. */
  several = $state.raw<string[]>([]);
  /** The text whose rows the sketch tells. */
  private sketched = $state.raw('');
  private copies = $state.raw<Lifted | null>(null);
  /** What is shown of every place of the map. */
  heat = $state.raw<Heat[]>([]);
  /** The field of the row that is meant. */
  meant = $state<string | null>(null);
  /** The middles of marked cells. */
  cells = $state.raw<Point[]>([]);
  /** The middles of cells that were copied. */
  copied = $state.raw<Point[] | null>(null);
  /** Those that are to be put down; whether they leave where they were. */
  carried = $state.raw<{ cells: Point[]; moves: boolean } | null>(null);

  scene: Picture | null = $derived((this.preview ?? this.good)?.scene ?? null);
  placed = $derived(this.scene ? place(this.scene) : []);
  tools = $derived(this.good?.tools ?? []);
  held: Tool | null = $derived(this.tools.find(({ id }) => id === this.tool) ?? null);
  faults: Mistake[] = $derived(this.sketch?.faults ?? []);
  grid = $derived(this.good?.grid ?? null);
  /** The picture is not that of the text. */
  stale = $derived(this.sketch !== null && this.sketch.scene === null);
  /** A file that was begun and not touched yet: what is missing in it is no mistake of anybody's. */
  begun = $derived(
    this.file !== null && this.file.stamp === null && this.file.notes.length === 0 && this.text === this.file.text,
  );
  unsaved = $derived(this.file !== null && this.text !== this.saved);
  row: TextLines | null = $derived(this.sketch?.rows.find(({ field }) => field === this.meant) ?? null);
  /** What people call what is meant: by the first words of its thing, else by its field. */
  called: string = $derived.by(() => {
    const words = this.placedOf(this.meant ?? undefined)?.thing.words ?? '';
    return words.replace(/:.*$/s, '') || (this.meant ?? '');
  });
  drafts = $state.raw<string[]>([]);

  /** The text that this page kept last, or found kept. */
  private lastKept: string | null = null;
  private pad: Pad | null = null;
  /** How far the map stands from where it stood when it was opened, and of which texts that is known. */
  private origin: Point = [0, 0];
  private origins = new Map<string, Point>();
  private looks = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private line: Promise<unknown> = Promise.resolve();

  /** Begins when the text's pane is there. */
  async start(pad: Pad) {
    this.pad = pad;
    await this.refresh();
    const path = fileIn(location.hash) ?? this.home?.open;
    if (path) await this.open(path);
    else if (this.home?.files.length === 0 && this.drafts.length > 0) await this.open(this.drafts[0]!);
  }

  async refresh() {
    try {
      this.home = await home();
      this.drafts = drafts(this.home.folder);
    } catch (thrown) {
      this.trouble = faultOf(thrown);
    }
  }

  private get folder(): string {
    return this.home?.folder ?? '';
  }

  async open(path: string) {
    try {
      const file = await fileText(path);
      // A map of another program opens under a new name.
      await this.show(file.path === path ? file : { ...file, path: this.free(file.path) });
    } catch (thrown) {
      // A file that was begun and never saved is in this browser alone.
      const kept = draft(this.folder, path);
      if (kept) await this.show({ path, text: kept.text, stamp: null, game: kept.game, kind: kept.kind, notes: [] });
      else this.trouble = faultOf(thrown);
    }
  }

  /** Begins a file; it is not saved yet. */
  async begin({ game, kind, of }: Fresh) {
    await this.shows(() => begin(game, kind, of ?? null));
    // Nobody could draw the same at random again.
    if (kind === 'random_battlefield') this.keepText();
    // An empty map waits to be drawn on.
    if (kind === 'battlefield' && of === null && this.grid && this.tools[0]) this.choose(this.tools[0].id);
  }

  /** Brings in a map of another program, or its link, as a new file. */
  bring(name: string, map: Blob | string): Promise<void> {
    return this.shows(() => bring(name, map));
  }

  private async shows(file: () => Promise<FileText>) {
    try {
      const fresh = await file();
      const path = this.free(fresh.path);
      await this.show({ ...fresh, path, text: renamed(fresh.text, fresh.kind, fresh.path, path) });
    } catch (thrown) {
      this.trouble = faultOf(thrown);
    }
  }

  /** A name that no text has which was begun here and not saved. */
  private free(path: string): string {
    const taken = drafts(this.folder);
    for (let n = 2, name = path; ; n++) {
      if (!taken.includes(name) && !this.home?.files.some((file) => file.path === name)) return name;
      name = path.replace(/(-\d+)?(\.[^.]*)?$/, `-${n}$2`);
    }
  }

  /** Whether what was done here would be gone with the page: nothing of it is on disk or kept in this browser. */
  get wouldBeLost(): boolean {
    return this.file !== null && this.unsaved && !this.begun && draft(this.folder, this.file.path)?.text !== this.text;
  }

  /** Whether another text may be shown in the place of this one: asked where this one would be gone. */
  private mayLeave(): boolean {
    if (!this.wouldBeLost) return true;
    // What another tab keeps is not written over for that.
    const kept = this.file && draft(this.folder, this.file.path);
    if (!kept || kept.text === this.lastKept) this.keepText();
    return (
      !this.wouldBeLost ||
      confirm(`${this.file?.path} is not saved, and this browser keeps nothing of it. Shall it be given up?`)
    );
  }

  private async show(file: FileText) {
    if (!this.mayLeave()) {
      this.nameInAddress();
      return;
    }
    this.keepSteps();
    const kept = draft(this.folder, file.path);
    this.lastKept = kept?.text ?? null;
    [this.file, this.stamp, this.saved] = [
      file,
      kept ? kept.stamp : (file.stamp ?? null),
      file.stamp == null ? null : file.text,
    ];
    this.restored = kept !== null && kept.text !== file.text;
    this.text = kept?.text ?? file.text;
    [this.sketch, this.good, this.trouble, this.conflict, this.meant, this.cells, this.copied, this.carried] = [
      null,
      null,
      null,
      null,
      null,
      [],
      null,
      null,
    ];
    [this.told, this.drew] = ['', ''];
    this.unask();
    [this.tool, this.level, this.brush, this.several, this.copies] = [HAND, null, null, [], null];
    this.pad?.open(this.text, steps(this.folder, file.path));
    [this.origin, this.origins] = [[0, 0], new Map()];
    this.remember(this.text);
    this.depth = this.pad?.depth ?? [0, 0];
    this.opened += 1;
    this.nameInAddress();
    await this.look();
  }

  private nameInAddress() {
    if (this.file) history.replaceState(null, '', `#path=${encodeURIComponent(this.file.path)}`);
  }

  /** Drops a text that was begun here and never saved. */
  forget(path: string) {
    dropDraft(this.folder, path);
    keepSteps(this.folder, path, null);
    this.drafts = drafts(this.folder);
  }

  /** Gives up what was not saved: a step that can be undone. */
  discard() {
    if (!this.file || this.saved === null) return;
    this.stamp = this.file.stamp ?? null;
    this.write(this.saved, false);
    this.restored = false;
    void this.look();
  }

  /** Somebody typed. */
  typed(text: string) {
    this.text = text;
    const origin = this.origins.get(text);
    if (origin) this.standAt(origin);
    else this.remember(text);
    this.after();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.look(), REST);
  }

  /** Something could not be done with the text as it is: told until the text is another. */
  fails(fault: Fault) {
    [this.trouble, this.troubled] = [fault, this.text];
  }

  private after() {
    this.turns += 1;
    [this.told, this.drew] = ['', ''];
    if (this.asks?.text !== this.text) this.unask();
    if (this.troubled !== null && this.troubled !== this.text) [this.trouble, this.troubled] = [null, null];
    this.depth = this.pad?.depth ?? [0, 0];
    if (!this.file) return;
    if (this.text === this.saved) {
      dropDraft(this.folder, this.file.path, this.lastKept);
      this.restored = false;
    } else this.keepText();
  }

  /** Keeps what can be undone, for whoever comes back to this tab. */
  keepSteps() {
    if (this.file && this.pad) keepSteps(this.folder, this.file.path, this.pad.steps);
  }

  /** Keeps a text that was not saved in this browser. */
  keepText() {
    if (!this.file || !this.unsaved) return;
    this.kept = keep(this.folder, this.file.path, {
      text: this.text,
      stamp: this.stamp,
      game: this.file.game,
      kind: this.file.kind,
    });
    if (this.kept) this.lastKept = this.text;
  }

  /** Writes a whole text as one step of the history, and looks at it. */
  rewrite(text: string, says: string) {
    this.trouble = null;
    this.says = says;
    if (this.write(text, false)) void this.look();
  }

  /** Marks lines of the text, and shows them. */
  point(lines: [number, number] | null) {
    this.pad?.meant(lines && { from: lines[0], to: lines[1] }, true);
  }

  private write(text: string, goes_on: boolean): boolean {
    const wrote = this.pad?.put(text, goes_on) ?? false;
    if (wrote) {
      this.text = text;
      this.after();
    }
    return wrote;
  }

  /** Looks at the text as it is; an answer about an earlier one is dropped. Whoever types is quicker than answers come. */
  look(): Promise<void> {
    clearTimeout(this.resting);
    this.looks += 1;
    return this.looksAgain();
  }

  private looksAgain = oneAtATime(async () => {
    if (!this.file) return;
    const asked = this.looks;
    try {
      const { text } = this;
      const sketch = await look(this.file.path, text, this.level);
      if (asked === this.looks) this.take(sketch, text);
    } catch (thrown) {
      if (asked !== this.looks) return;
      if (thrown instanceof Refused) this.fails(faultOf(thrown));
      else if (this.silence) this.looksLater();
      else this.unheard(faultOf(thrown));
    }
  });

  /** The server did not answer: that is told, and it is asked again until it does. */
  unheard(fault: Fault) {
    [this.silence, this.trouble, this.troubled] = [fault, fault, null];
    this.looksLater();
  }

  private looksLater() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.look(), AGAIN);
  }

  /** The network is there again. */
  reached() {
    if (this.silence) void this.look();
  }

  private take(sketch: Sketched, text: string) {
    [this.sketch, this.sketched] = [sketch, text];
    if (this.trouble === this.silence) this.trouble = null;
    this.silence = null;
    if (sketch.scene) this.good = sketch;
    this.pad?.show(sketch.faults, this.file?.path ?? '');
    if (this.good) this.pad?.meant(this.row && { from: this.row.line, to: this.row.to_line }, false);
  }

  drag(): Drag {
    return { base: null, left: null, wrote: false, next: null, shift: [0, 0] };
  }

  /** Draws; of a drag each stroke is the whole way from its beginning, and only the latest counts. */
  stroke(stroke: ToolStroke, drag: Drag = this.drag()): Promise<unknown> {
    const waits = drag.next !== null;
    drag.next = stroke;
    if (!waits) this.line = this.line.then(() => this.carryOut(drag));
    return this.line;
  }

  /** Draws when all that was begun before is done: only then is known what is to be drawn. */
  drawNext(stroke: () => ToolStroke | null): Promise<unknown> {
    return this.inLine(async () => {
      const next = stroke();
      if (next) await this.carryOut({ ...this.drag(), next });
    });
  }

  /** Copies the rows that are meant. */
  lift() {
    const rows = this.sketch?.rows ?? [];
    this.copies = {
      count: rows.length,
      rows: this.chosen.map((field) => ({ field, text: this.textOf(rows.find((row) => row.field === field)) })),
    };
  }

  /** The fields of the rows that were copied, as they are called now: those before them in a list may be gone. */
  lifted: string[] = $derived.by(() => {
    const rows = this.sketch?.rows ?? [];
    const { count = 0, rows: copies = [] } = this.copies ?? {};
    return copies.flatMap(({ field, text }) => {
      const alike = rows.filter((row) => this.textOf(row) === text);
      const found = alike.find((row) => row.field === field) ?? alike[0];
      // One that was changed since is where it was, as long as there are as many.
      return found?.field ?? (rows.length === count ? field : []);
    });
  });

  /** The lines of a row. */
  private textOf(row: TextLines | undefined): string {
    return row
      ? this.sketched
          .split('\n')
          .slice(row.line - 1, row.to_line)
          .join('\n')
      : '';
  }

  /** What the row of a field stands for, where it lies. */
  placedOf(field: string | undefined): Placed | undefined {
    const thing = this.sketch?.rows.find((row) => row.field === field)?.thing;
    return this.placed.find((placed) => placed.thing.id === thing || placed.thing.part_of === thing);
  }

  private async carryOut(drag: Drag): Promise<void> {
    const stroke = drag.next;
    drag.next = null;
    if (!stroke || !this.file) return;
    // Somebody typed meanwhile: what was drawn so far stays, and the rest comes on top.
    if (drag.base === null || this.text !== drag.left) drag.base = drag.left = this.text;
    const { path } = this.file;
    const asked = (this.looks += 1);
    try {
      const done = await draw(path, drag.base, this.level, {
        level: this.level,
        snap: this.grid ? null : this.snap,
        ...stroke,
      });
      if (this.file?.path !== path) return;
      if (this.text !== drag.left) {
        if (drag.next === null) drag.next = stroke;
        return await this.carryOut(drag);
      }
      this.trouble = null;
      this.says = done.says;
      drag.left = done.text;
      if (this.write(done.text, drag.wrote)) drag.wrote = true;
      const whole = this.tools.some(({ id, takes, choices }) => {
        return takes === 'nothing' && [{ id }, ...choices].some((one) => one.id === stroke.tool);
      });
      if (whole && stroke.fields === undefined) this.told = done.says;
      else this.drew = done.says;
      this.makeRoom(done.text, done.shift, drag);
      if (asked === this.looks) this.take(done.sketch, done.text);
    } catch (thrown) {
      this.fails(faultOf(thrown));
      if (asked === this.looks) void this.look();
    }
  }

  /** The map was moved: the view goes with it, and comes back with the text it was moved from. */
  private makeRoom(text: string, shift: Point, drag: Drag) {
    const from = (drag.base === null ? undefined : this.origins.get(drag.base)) ?? minus(this.origin, drag.shift);
    drag.shift = shift;
    this.standAt(plus(from, shift));
    this.remember(text);
  }

  private standAt(origin: Point) {
    const by = minus(origin, this.origin);
    this.origin = origin;
    if (Math.hypot(...by) > 1e-6) this.shifted = { by };
  }

  private remember(text: string) {
    this.origins.delete(text);
    this.origins.set(text, this.origin);
    const oldest = this.origins.keys().next().value;
    if (this.origins.size > MOST_ORIGINS && oldest !== undefined) this.origins.delete(oldest);
  }

  /** Several strokes, one upon the other, as one step. */
  async strokes(all: ToolStroke[]) {
    const drag = this.drag();
    for (const stroke of all) {
      await this.stroke(stroke, drag);
      drag.base = drag.left;
    }
  }

  /** Does something to the text when all that was begun before is done. */
  inLine(act: () => unknown): Promise<unknown> {
    this.line = this.line.then(act);
    return this.line;
  }

  /** Takes back what was done last, and that may be something whose answer is still on its way. */
  undo() {
    void this.inLine(() => {
      this.pad?.undo();
      this.says = `undone, ${many(this.pad?.depth[0] ?? 0, 'step')} left to undo`;
    });
  }

  redo() {
    void this.inLine(() => {
      this.pad?.redo();
      this.says = `done again, ${many(this.pad?.depth[1] ?? 0, 'step')} left to redo`;
    });
  }

  atLevel(level: number | null) {
    this.level = level;
    void this.look();
  }

  choose(tool: string) {
    this.tool = tool;
    this.carried = null;
    if (tool !== CELLS) this.cells = [];
    this.trouble = null;
    const held = this.tools.find(({ id }) => id === tool);
    this.unask();
    if (held?.takes === 'nothing') {
      this.tool = HAND;
      if (held.choices.length > 0) void this.askWhich(held);
      else void this.stroke({ tool });
    }
  }

  /** Asks what is meant by a tool, and tells of each choice what it would do: nothing is done yet. */
  private async askWhich(tool: Tool) {
    const { file, text } = this;
    if (!file) return;
    const asks: Asks = { tool, text, choices: tool.choices.map((choice) => ({ ...choice, says: '', sketch: null })) };
    this.asks = asks;
    for (const { id } of tool.choices) {
      let told: Partial<Choice>;
      try {
        const done = await draw(file.path, text, this.level, { tool: id });
        told = { says: done.says, sketch: done.sketch };
      } catch (thrown) {
        told = { says: faultOf(thrown).says, refused: true };
      }
      // Another question, or another text, was put meanwhile.
      if (this.asks?.tool.id !== tool.id || this.asks.text !== text) return;
      this.asks = {
        ...this.asks,
        choices: this.asks.choices.map((choice) => (choice.id === id ? { ...choice, ...told } : choice)),
      };
    }
  }

  /** Does what was chosen. */
  answer(id: string) {
    const whole = this.asks !== null;
    this.unask();
    if (whole) void this.stroke({ tool: id });
  }

  /** The question is dropped. */
  unask() {
    [this.asks, this.preview] = [null, null];
  }

  /** Means a row, from the picture. */
  mean(field: string | null) {
    this.several = [];
    this.meant = field;
    const row = this.row;
    this.pad?.meant(row && { from: row.line, to: row.to_line }, true);
  }

  /** Who else wants to know where the cursor in the text is. */
  online: ((line: number) => void) | null = null;

  /** Means one row more, or one less. */
  together(field: string) {
    const before = this.several.length > 0 ? this.several : this.meant ? [this.meant] : [];
    this.several = before.includes(field) ? before.filter((one) => one !== field) : [...before, field];
    this.meant = this.several.at(-1) ?? null;
  }

  /** The rows that are meant, however many. */
  get chosen(): string[] {
    return this.several.length > 0 ? this.several : this.meant ? [this.meant] : [];
  }

  /** Means the row of a line of the text. */
  meanLine(line: number) {
    this.online?.(line);
    const rows = (this.sketch?.rows ?? []).filter((row) => row.line <= line && line <= row.to_line);
    const row = rows.sort((one, other) => one.to_line - one.line - (other.to_line - other.line))[0];
    if ((row?.field ?? null) === this.meant) return;
    this.meant = row?.field ?? null;
    this.pad?.meant(row ? { from: row.line, to: row.to_line } : null, false);
  }

  goTo(fault: { line: number; column: number }) {
    this.pad?.go(fault.line, fault.column);
  }

  mend(fault: Mistake) {
    if (fault.suggestion) this.pad?.write(fault.line, fault.column, fault.width, fault.suggestion);
  }

  async save() {
    if (!this.file || this.saving) return;
    this.saving = true;
    const { path } = this.file;
    try {
      await this.line;
      const { text } = this;
      const done = await save(path, text, this.stamp);
      if ('text' in done) this.conflict = done;
      else {
        [this.stamp, this.saved, this.trouble, this.conflict] = [done.stamp, text, null, null];
        this.file = { ...this.file, stamp: done.stamp, text };
        this.after();
        // What else lies in the folder is looked up behind that.
        void this.refresh();
        this.says =
          this.faults.length > 0 ? `${path} is saved, with ${many(this.faults.length, 'fault')}` : `${path} is saved`;
      }
    } catch (thrown) {
      this.trouble = faultOf(thrown);
    } finally {
      this.saving = false;
    }
  }

  /** Saves under another name, and goes on with that file; whether it was saved. */
  async saveAs(name: string): Promise<boolean> {
    if (!this.file || this.saving) return false;
    const path = /\.yaml$/i.test(name) ? name : `${name}.yaml`;
    const before = this.file.path;
    if (path === before) {
      await this.save();
      return !this.unsaved;
    }
    this.saving = true;
    try {
      await this.line;
      const { kind } = this.file;
      const text = renamed(this.text, kind, before, path);
      const done = await save(path, text, null);
      if ('text' in done) {
        this.trouble = { says: `${done.says}: choose another name`, grounds: [], instead: [], may_be_overruled: false };
        return false;
      }
      dropDraft(this.folder, before, this.lastKept);
      [this.stamp, this.saved, this.trouble, this.conflict, this.restored] = [done.stamp, text, null, null, false];
      this.file = { ...this.file, path, stamp: done.stamp, text };
      this.nameInAddress();
      if (!this.write(text, false)) this.after();
      void this.refresh();
      await this.look();
      this.says = `saved as ${path}`;
      return true;
    } catch (thrown) {
      this.trouble = faultOf(thrown);
      return false;
    } finally {
      this.saving = false;
    }
  }

  /** Saves over what somebody else saved. */
  async keepMine() {
    if (!this.conflict) return;
    this.stamp = this.conflict.stamp;
    this.conflict = null;
    await this.save();
  }

  /** Takes what somebody else saved; one's own is a step back. */
  takeTheirs() {
    const { conflict } = this;
    if (!conflict || !this.file) return;
    [this.stamp, this.saved, this.conflict] = [conflict.stamp, conflict.text, null];
    this.file = { ...this.file, stamp: conflict.stamp, text: conflict.text };
    this.write(conflict.text, false);
    this.after();
    void this.look();
  }
}
