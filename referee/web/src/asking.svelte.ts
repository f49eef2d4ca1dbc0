/** A question put by clicking, or what a judge puts in: its form, filled gap by gap with what is clicked, and the answer. */
import { faultOf } from './api';
import { blanks, isPlace, saysNothing, type Blank, type Gap } from './words';
import type { Room, Trouble } from './room.svelte';
import type { Point, QuestionEntry, Reply } from './wire';

/** What was asked, and what came of it; `old` where the position was another. */
export interface Answered {
  line: string;
  reply: Reply | null;
  trouble: Trouble | null;
  old: boolean;
}

/** The form of a question, and where what it asks about is found. */
type Asked = Pick<QuestionEntry, 'usage' | 'of_tables'>;

/** How a form is put in once it is full, where it is no question: the words before it, and the reason where nobody gives one. */
export interface Puts {
  before: string;
  reason: string | null;
  /** Whether it is put in by a press of its own, after the reason was written. */
  waits?: true;
}

/** How an action is let through, past the rules that it breaks. */
export const LETS_THROUGH: Puts = { before: 'overrule ', reason: 'the judge lets it be so', waits: true };

/** What stands in a gap: the names it may go by, the likeliest first. */
type Given = string[];

/** A question as it was asked. */
interface Last {
  question: Asked | null;
  form: Blank[] | null;
  given: Given[];
  at: Point | null;
}

/** So many readings of what was clicked are tried: a piece, or the whole that it belongs to. */
const MOST_READINGS = 6;

export class Asking {
  /** The form that is being filled; nothing while nothing is asked. */
  form = $state.raw<Blank[] | null>(null);
  private given = $state.raw<Given[]>([]);
  answer = $state.raw<Answered | null>(null);
  /** How the form is put in; nothing of a question. */
  private how = $state.raw<Puts | null>(null);
  /** Why it is put in, for all to read. */
  because = $state('');
  /** The place that was pointed at, where it is put in later. */
  private there = $state.raw<Point | null>(null);
  /** What the server knows to go on with in the gap; nothing until it has told. */
  known = $state.raw<string[] | null>([]);
  /** The question, and what and where it was filled with, to be asked once more. */
  private last = $state.raw<Last>({ question: null, form: null, given: [], at: null });
  /** Whether the same may be asked of something else. */
  more = $derived(this.last.given.length > 0);

  constructor(private readonly room: Room) {}

  private gaps = $derived((this.form ?? []).filter((blank): blank is Gap => 'shown' in blank));
  /** How what is being filled is put in; nothing where a question is, or nothing. */
  puts = $derived(this.form === null ? null : this.how);
  /** What is to be given next. */
  gap = $derived(this.gaps[this.given.length] ?? null);
  /** Each part of the form as it is told: with what was given, else as the form names it. */
  private told = $derived.by(() => {
    const given = this.given.map(([name]) => name);
    return (this.form ?? []).map((blank) =>
      'words' in blank ? blank.words : `${given.shift() ?? blank.shown}${blank.comma ? ',' : ''}`,
    );
  });
  private next = $derived(this.gap === null ? this.told.length : (this.form ?? []).indexOf(this.gap));
  /** What is told up to the next gap, and after it. */
  before = $derived(this.told.slice(0, this.next).join(' '));
  after = $derived(this.told.slice(this.next + 1).join(' '));

  /** Begins with a form, with what is looked at in its first gap, and whom it is about to do something to in its second; told how, it is put in. */
  begin(question: Asked, about: Given, other: Given = [], how: Puts | null = null) {
    this.start(question, blanks(question.usage, question.of_tables), how);
    const first = this.gaps[0];
    if (first && 'typed' in first) this.type();
    else if (about.length > 0 && first && 'name' in first) {
      const second = this.gaps[1];
      if (other.length > 0 && second && 'name' in second) this.given = [about];
      // What nobody has clicked yet is put in by a press of its own.
      if (how) this.given = [about];
      else void this.give(this.given.length > 0 ? other : about);
    } else if (how) this.given = [];
    else if (this.gap === null) void this.send(null);
    void this.learn();
  }

  /** Begins with an empty form. */
  private start(question: Asked | null, form: Blank[], how: Puts | null) {
    const { room } = this;
    this.last = { question, form: null, given: [], at: null };
    this.form = form;
    this.given = [];
    this.answer = null;
    this.how = how;
    this.because = '';
    this.there = null;
    this.known = [];
    room.trouble = null;
    room.laying.held = null;
    room.overlay.clear();
  }

  /** Begins to let a line through that was refused: only the reason is missing. */
  letThrough(line: string) {
    this.start(null, [{ words: line }], LETS_THROUGH);
  }

  /** The same from the same, but for what came last. */
  again() {
    const { question, given } = this.last;
    if (!question) return;
    this.begin(question, []);
    if (given.length > 1) this.given = given.slice(0, -1);
  }

  /** What was asked, as all at the table may ask it; nothing where only a hand can, which points at a place. */
  get shared(): string | null {
    const { answer, last, room } = this;
    const { role, asked } = room.live ?? {};
    if (!answer || answer.old || last.question === null || last.at !== null || !room.takesPart) return null;
    const now = asked?.kind === 'choice' ? asked.seats : [];
    const seat = role?.seats.find((one) => now.includes(one)) ?? role?.seats[0];
    return seat === undefined ? answer.line : `${room.seats.name(seat)}: ${answer.line}`;
  }

  /** Asks what another showed to all. */
  async look(line: string) {
    if (this.room.moment) void this.room.showMoment(null);
    this.start(null, [{ words: line }], null);
    await this.send(null);
  }

  /** Exactly the same, of the position as it is now. */
  async repeat() {
    const { form, given, at } = this.last;
    if (!form) return;
    [this.form, this.given] = [form, given];
    await this.send(at);
  }

  /** The position is another. */
  outdate() {
    if (this.answer && !this.answer.old) this.answer = { ...this.answer, old: true };
  }

  /** What a finger points at: a piece or a label, else the ground, else a place. */
  point(under: string[], at: Point) {
    const { room, gap } = this;
    if (this.puts) {
      this.aim(under, at);
      return;
    }
    const stands = under.find((id) => room.scene.things.get(id)?.layer === 'pieces' || room.scene.members.has(id));
    const id = stands ?? (room.shown?.unit == null ? under[0] : undefined);
    const last = this.given.length === this.gaps.length - 1;
    if (gap && 'place' in gap ? last : id === undefined && last && room.shown?.unit != null) void this.send(at);
    else if (id !== undefined && gap && 'name' in gap) void this.give([id, ...room.scene.wholes(id)]);
  }

  /** What a finger points at for what is put in: what the server knows there, else where it is, else what stands there. */
  private aim(under: string[], at: Point) {
    const { room, gap } = this;
    if (!gap) return;
    const names = under.flatMap((id) => [id, ...room.scene.wholes(id)]);
    const measured = room.shown?.unit != null;
    const fits = names.find((name) => this.known?.some((one) => one === name || one.startsWith(`${name} `)));
    const ground = under.find((id) => room.scene.things.get(id)?.layer === 'ground');
    const stands = names.find((id) => room.scene.things.get(id)?.layer === 'pieces' || room.scene.members.has(id));
    const id = fits ?? (isPlace(gap) ? ground : (stands ?? (measured ? undefined : under[0])));
    if (fits === undefined && isPlace(gap) && measured) {
      if (this.given.length < this.gaps.length - 1) return;
      if (!this.puts?.waits) return void this.putIn(at);
      this.there = at;
      this.given = [...this.given, ['there']];
      this.known = [];
    } else if (id !== undefined) void this.give([id]);
  }

  /** Asks the server what may come next; of the beginning of a line whole lines would come. */
  private async learn() {
    const { how, gap, before, given } = this;
    this.known = [];
    if (!how || !gap || !('name' in gap) || before === '') return;
    const line = `${how.before}${before} `;
    this.known = null;
    const lines = await this.room.api.complete({ line }).catch(() => []);
    if (this.given !== given || !this.puts) return;
    this.known = lines.flatMap((one) => (one.startsWith(line) ? [one.slice(line.length)] : []));
  }

  async give(names: Given) {
    this.given = [...this.given, names];
    this.answer = null;
    if (this.puts) {
      this.room.trouble = null;
      if (this.gap !== null) await this.learn();
      else if (!this.puts.waits) await this.putIn();
      else this.known = [];
    } else if (this.gap === null) await this.send(null);
    else if ('typed' in this.gap) this.type();
  }

  /** One step back; whether there was one. */
  back(): boolean {
    if (!this.form) return false;
    if (this.given.length > 0) this.given = this.given.slice(0, -1);
    else this.form = null;
    this.there = null;
    this.room.trouble = null;
    void this.learn();
    return true;
  }

  /** Goes on at the prompt with what is given so far. */
  type() {
    this.room.prompt = { line: `${this.puts?.before ?? ''}${this.before} ` };
    this.form = null;
  }

  close() {
    // What was refused of it is wanted no longer.
    if (this.puts) this.room.trouble = null;
    this.form = null;
    this.answer = null;
    this.room.overlay.clear();
  }

  /** Puts in what is filled; at a place where that was pointed at. What is refused can be filled otherwise. */
  async putIn(at: Point | null = this.there) {
    const { form, given, how, room } = this;
    if (!form || !how) return;
    const upTo = this.there ? form.indexOf(this.gaps.at(-1)!) : this.next;
    const line = how.before + (at ? this.told.slice(0, upTo) : this.told).join(' ');
    const because = how.reason === null ? {} : { because: this.because.trim() || how.reason };
    const done = await room.put({ line, at, ...because }, line);
    if (this.form !== form || this.given !== given) return;
    if (done) this.form = null;
    else if (this.there || !at) this.given = given.slice(0, -1);
    this.there = null;
    void this.learn();
  }

  private async send(at: Point | null): Promise<void> {
    const { form, given, room } = this;
    if (!form) return;
    const { after } = room.live ?? {};
    const readings = given.reduce<string[][]>(
      (all, names) => names.flatMap((name) => all.map((one) => [...one, name])),
      [[]],
    );
    const lines = readings.slice(0, MOST_READINGS).map((reading) => {
      const names = [...reading];
      const words = form.flatMap((blank) =>
        'words' in blank ? [blank.words] : 'place' in blank ? [] : [names.shift() ?? ''],
      );
      return words.filter((word) => word !== '').join(' ');
    });
    let answer: Answered | null = null;
    // Where one of several may be meant, those that mean nothing are passed over; why the likeliest does not is asked where all do.
    if (lines.length > 1) {
      for (const line of lines) {
        const reply = await room.api.ask({ line, at, or_nothing: true }).catch(() => null);
        if (!reply || saysNothing(reply)) continue;
        answer = { line, reply, trouble: null, old: false };
        break;
      }
    }
    const [line = ''] = lines;
    answer ??= await room.api.ask({ line, at }).then(
      (reply): Answered => ({ line, reply, trouble: null, old: false }),
      (thrown: unknown) => ({ line, reply: null, trouble: { tried: line, fault: faultOf(thrown) }, old: false }),
    );
    if (this.form !== form) return;
    // Meanwhile the game went on: of which position this is told nobody knows.
    if (room.live?.after !== after) return this.send(at);
    room.overlay.clear();
    if (answer.reply) room.overlay.illustrate(answer.reply, answer.line);
    this.last = { ...this.last, form, given, at };
    this.answer = answer;
    this.form = null;
  }
}
