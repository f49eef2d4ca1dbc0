/** A file as a form: asked of the server whenever the text is another, and edited one field at a time. */
import { tick } from 'svelte';
import { faultOf } from '../api';
import { compare, effects, fill, form } from './api';
import { oneAtATime } from '../latest';
import type { Studio } from './studio.svelte';
import type { BeforeAfter, Effects, Fault, FieldEdit, FormRow, FormShown, Point } from '../wire';

/** How long scenarios are run, in seconds. */
const WITHIN = 45;

export class Sheet {
  shown = $state.raw<FormShown | null>(null);
  /** The row that is open. */
  row = $state<string | null>(null);
  /** Shows the text where a small screen hides it. */
  leads: (() => void) | null = null;
  private asked = 0;

  constructor(private readonly studio: Studio) {
    studio.online = (line) => this.meanLine(line);
  }

  get rows(): FormRow[] {
    return this.shown?.form.tables.flatMap(({ rows }) => rows) ?? [];
  }

  /** Another file. */
  close() {
    this.asked += 1;
    [this.shown, this.row] = [null, null];
  }

  /** The text is another; one that cannot be read keeps the last form. */
  ask(): Promise<void> {
    this.asked += 1;
    return this.asksAgain();
  }

  private asksAgain = oneAtATime(async () => {
    const { file, text } = this.studio;
    if (!file) return;
    const { asked } = this;
    try {
      const shown = await form(file.path, text, this.row);
      if (asked === this.asked) this.shown = shown;
    } catch {
      // The text tells its own faults.
    }
  });

  /** Opens a row, and shows it in the text. */
  async open(row: string | null) {
    this.row = row;
    await this.ask();
    this.studio.point(this.shown?.form.row?.lines ?? null);
  }

  /** Shows in the text where a field is written. */
  async inText(lines: [number, number]) {
    this.leads?.();
    await tick();
    this.studio.point(lines);
    this.studio.goTo({ line: lines[0], column: 1 });
  }

  private meanLine(line: number) {
    const row = this.rows.find(({ lines }) => lines && lines[0] <= line && line <= lines[1]);
    if (!row || row.row === this.row) return;
    this.row = row.row;
    void this.ask();
  }

  /** Carries an edit out on the text as it then is: one step of the history. */
  edit(edit: FieldEdit): Promise<unknown> {
    return this.studio.inLine(() => this.carryOut(edit));
  }

  private async carryOut(edit: FieldEdit): Promise<void> {
    const { file, text } = this.studio;
    if (!file) return;
    try {
      const done = await fill(file.path, text, this.row, edit);
      if (this.studio.file?.path !== file.path) return;
      // Somebody typed meanwhile: the edit is made on that.
      if (this.studio.text !== text) return await this.carryOut(edit);
      if (done.loses.length > 0 && !confirm(`This takes away from the file: ${done.loses.join(', ')}. Shall it?`))
        return await this.ask();
      const moved = done.row !== this.row;
      this.row = done.row ?? null;
      this.studio.rewrite(done.text, done.says);
      await this.ask();
      if (moved) this.studio.point(this.shown?.form.row?.lines ?? null);
    } catch (thrown) {
      this.studio.trouble = faultOf(thrown);
      // What was typed in a field and refused is not what the text says.
      await this.ask();
    }
  }
}

/** What the text would change. */
export class Outlook {
  effects = $state.raw<Effects | null>(null);
  running = $state(false);
  /** The text that was weighed. */
  weighed = $state<string | null>(null);
  board = $state.raw<BeforeAfter | null>(null);
  on = $state<string | null>(null);
  question = $state('');
  units = $state.raw<[string, string]>(['', '']);
  places = $state.raw<Point[]>([]);
  /** What was wrong, and with which text. */
  private faulty = $state.raw<{ fault: Fault; text: string } | null>(null);
  /** What is wrong with the text as it is. */
  fault = $derived.by(() => (this.faulty?.text === this.studio.text ? this.faulty.fault : null));
  /** The text that the board was asked about. */
  private compared: string | null = null;
  private asked = 0;

  constructor(private readonly studio: Studio) {}

  close() {
    this.asked += 1;
    this.compared = null;
    [this.effects, this.weighed, this.board, this.faulty, this.running] = [null, null, null, null, false];
    [this.on, this.places] = [null, []];
  }

  get entry() {
    return this.board?.questions.find(({ name }) => name === this.question) ?? this.board?.questions[0] ?? null;
  }

  unit(n: number): string {
    const known = this.board?.units.map(({ name }) => name) ?? [];
    const wanted = this.units[n] ?? '';
    return known.includes(wanted) ? wanted : (known[n] ?? known[0] ?? '');
  }

  /** Runs the scenarios. */
  async run() {
    const { file, text } = this.studio;
    if (!file || this.running) return;
    [this.running, this.faulty] = [true, null];
    try {
      const found = await effects(file.path, text, WITHIN);
      if (this.studio.file?.path === file.path) [this.effects, this.weighed] = [found, text];
    } catch (thrown) {
      this.faulty = { fault: faultOf(thrown), text };
    } finally {
      this.running = false;
    }
  }

  /** The text is another: who has the board open sees what that does to it. */
  follow = oneAtATime(async () => {
    if (this.compared !== null && this.compared !== this.studio.text) await this.ask();
  });

  /** Asks about the board, where it was opened. */
  async ask() {
    const { file, text } = this.studio;
    if (!file) return;
    this.compared = text;
    const asked = (this.asked += 1);
    const places = this.entry?.places ?? 1;
    const held = this.places.slice(0, places).map((at, n) => ({ unit: this.unit(n), seat: n, at }));
    try {
      const board = await compare(file.path, text, this.on, held.length === places ? held : [], this.entry?.line ?? '');
      if (asked === this.asked) [this.board, this.on, this.faulty] = [board, board.on, null];
    } catch (thrown) {
      if (asked === this.asked) this.faulty = { fault: faultOf(thrown), text };
    }
  }

  /** A place of the board was pressed: a unit stands there from now on. */
  put(at: Point) {
    const places = this.entry?.places ?? 1;
    this.places = this.places.length >= places ? [at] : [...this.places, at];
    void this.ask();
  }
}
