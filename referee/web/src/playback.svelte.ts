/** Plays back on the board what others did, a deed at a time, and leaves traces of it; what is asked can be answered all the while. */
import { traces, type Traces } from './between';
import { place, type Placed } from './geometry';
import { calm, keepPace, keptPace, type Pace } from './remembered';
import { decision, fell, momentOf, numberOf, results, type Deed } from './told';
import type { Picture, View } from './wire';
import { brief } from './words';
import type { Room } from './room.svelte';

/** How long a deed is shown, and how long many of them take together, in milliseconds; no deed is shown for less than the least. */
const EACH = 700;
const ALL = 9000;
const LEAST = 200;
/** How much of that what is only told takes. */
const WORDS = 0.7;

/** A table as it stood: after a deed, or before all of them. */
interface Shown {
  view: View;
  deed: Deed | null;
}

export class Playback {
  constructor(private readonly room: Room) {}

  /** What was chosen; where nothing was, whoever wants no motion sees all at once. */
  private chosen = $state.raw<Pace | null>(keptPace());
  /** How the table stood before what others did since one's own last answer. */
  private base = $state.raw<View | null>(null);
  private shown = $state.raw<Shown | null>(null);
  /** What is still to be shown after it. */
  private waiting = $state.raw<Deed[]>([]);
  /** Of how many deeds so many were shown or are. */
  count = $state.raw({ at: 0, of: 0 });
  /** How long a piece takes on its way, in milliseconds. */
  glide = $state.raw(0);
  /** Counts runs: what is answered for one that ended is not shown. */
  private run = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private goOn: (() => void) | null = null;

  get pace(): Pace {
    return this.chosen ?? (calm() ? 'at once' : 'slowly');
  }

  set pace(pace: Pace) {
    this.chosen = pace;
    keepPace(pace);
    if (pace === 'at once') this.skip();
  }

  /** Whether an earlier moment is shown for now. */
  on = $derived(this.shown !== null);
  /** Whether the next deed is waited for by hand. */
  byHand = $derived(this.on && this.pace === 'step by step');
  /** The line after which the board is shown. */
  line = $derived(this.shown?.deed ? numberOf(this.shown.deed) : null);
  /** The deed that is shown. */
  deed = $derived(this.shown?.deed ?? null);
  /** What is told of it. */
  words = $derived.by(() => {
    const { deed } = this;
    if (!deed) return null;
    const end = results(deed).at(-1)?.says ?? '';
    const { by, says } = this.room.seats.ofWhom(deed);
    return {
      by,
      says: brief(says),
      end: end === decision(deed) ? '' : end,
    };
  });

  /** The picture that is shown for now, as the board lies. */
  scene: Picture | null = $derived.by(() => this.room.scene.laid(this.shown?.view.scene));
  placed: Placed[] = $derived(this.scene ? place(this.scene) : []);
  /** The pieces that the deed which is shown speaks of. */
  acting: string[] = $derived.by(() => (this.shown?.deed ? this.room.scene.piecesOf(this.shown.deed) : []));
  private before: Placed[] = $derived.by(() => {
    const scene = this.room.scene.laid(this.base?.scene);
    return scene ? place(scene) : [];
  });
  /** What fell and what moved since one's own last answer, by dice that fell for that answer too, up to the moment that is shown. */
  traces: Traces = $derived.by(() => {
    const { room } = this;
    if (!this.base || room.moment || room.overlay.answered || !room.scene.turns) return { fell: [], moved: [] };
    return traces(this.before, this.on ? this.placed : room.scene.placed);
  });

  /** The first line of what one did oneself, where the traces begin with that. */
  private own: number | null = null;

  /** What one's own dice did leaves traces, too: from how the table stood before they fell. */
  private tracesOwn(before: View) {
    const { own } = this.room.deeds;
    if (!own?.lines.some((line) => fell(line) && line.counted > before.counted)) return;
    const first = own.lines[0]!.number;
    if (this.own === first) return;
    this.clear();
    [this.base, this.own] = [before, first];
  }

  /** What others did is seen: nothing of it is shown any longer. */
  seen() {
    if (this.own === null || this.own !== this.room.deeds.own?.lines[0]?.number) this.clear();
  }

  /** The table went on: what others did since is shown, where that is new. */
  heard(before: View | null, now: View) {
    const { room } = this;
    if (!before || now.counted < before.counted || room.deeds.corrected.length > 0) return this.clear();
    const { news } = room.deeds;
    if (news.length === 0) {
      this.tracesOwn(before);
      return this.seen();
    }
    const fresh = news.filter((deed) => momentOf(deed) > before.counted);
    const first = fresh[0];
    if (!first) return;
    // What came of it before is no news once one has answered.
    const told = new Set(fresh.flatMap((deed) => deed.lines.map(({ number }) => number)));
    if (now.log.some(({ number, counted }) => counted > before.counted && !told.has(number))) {
      this.tracesOwn(before);
      this.seen();
    }
    const from = Math.max(before.counted, this.startOf(first));
    if (!this.base) {
      if (from === before.counted) this.base = before;
      else void this.fetch(from).then((view) => view && !this.base && room.deeds.news.length > 0 && (this.base = view));
    }
    if (this.pace === 'at once' || room.moment) return;
    this.waiting = [...this.waiting, ...fresh];
    const at = this.on ? this.count.at : 0;
    this.count = { at, of: at + this.waiting.length };
    if (!this.on) {
      this.shown = { view: before, deed: null };
      void this.play((this.run += 1), from === before.counted ? null : from);
    }
  }

  /** How many inputs count before a deed. */
  private startOf(deed: Deed): number {
    const first = deed.lines[0]?.number ?? 0;
    return this.room.live?.log.findLast(({ number }) => number < first)?.counted ?? 0;
  }

  private async fetch(at: number): Promise<View | null> {
    const { live, api } = this.room;
    return live?.counted === at ? live : api.view(at).catch(() => null);
  }

  /** Shows one deed after the other; from a moment on, where the board is not shown as it was then. */
  private async play(run: number, from: number | null) {
    const start = from === null ? null : await this.fetch(from);
    if (run === this.run && start) this.shown = { view: start, deed: null };
    /** What is shown next is fetched while one looks at what is shown. */
    let coming: Promise<View | null> | null = null;
    while (run === this.run && this.waiting.length > 0) {
      const [deed, ...rest] = this.waiting as [Deed, ...Deed[]];
      const view: View | null = await (coming ?? this.fetch(momentOf(deed)));
      if (run !== this.run) return;
      if (!view) break;
      const time = Math.max(LEAST, Math.min(EACH, ALL / this.count.of));
      this.waiting = rest;
      this.count = { at: this.count.of - rest.length, of: this.count.of };
      this.glide = calm() ? 0 : time * 0.6;
      this.shown = { view, deed };
      coming = rest[0] ? this.fetch(momentOf(rest[0])) : null;
      await this.rests(this.acting.length > 0 ? time : time * WORDS);
    }
    if (run === this.run) this.skip();
  }

  /** Until the next deed is to be shown. */
  private rests(time: number): Promise<void> {
    return new Promise((done) => {
      this.goOn = done;
      if (this.pace === 'slowly') this.timer = setTimeout(done, time);
    });
  }

  /** The next deed, by hand. */
  next() {
    clearTimeout(this.timer);
    this.goOn?.();
  }

  /** Shows the table as it is now. */
  skip() {
    if (!this.on && this.waiting.length === 0) return;
    this.run += 1;
    clearTimeout(this.timer);
    this.goOn = null;
    this.waiting = [];
    this.shown = null;
  }

  /** Nothing is shown of what others did: one has answered, or it no longer stands. */
  clear() {
    this.skip();
    [this.base, this.own] = [null, null];
  }
}
