/** The whole of a map under the rules: what it is like to fight on, and where one unit threatens another. */
import { faultOf } from '../api';
import { games, overlook, threat } from './api';
import type { Live } from './live.svelte';
import type { Heat, Studio } from './studio.svelte';
import type { Fault, Fought, Overlooked, Threatened, Won } from '../wire';

/** How long drawing rests before the whole is looked at again, in milliseconds. */
const REST = 400;
/** Games of bots after which they stop by themselves. */
const MANY = 200;

export interface Layer {
  id: string;
  name: string;
}

export class Overview {
  open = $state(false);
  found = $state.raw<Overlooked | null>(null);
  layer = $state('sees');
  threat = $state.raw<Threatened | null>(null);
  busy = $state(false);
  fault = $state.raw<Fault | null>(null);
  /** What came of the bots' games on this map, and whether they go on. */
  won = $state.raw<Won | null>(null);
  playing = $state.raw<AbortController | null>(null);
  private asked = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly studio: Studio,
    private readonly live: Live,
  ) {}

  /** Whether the answer about a unit that is held is shown in the place of what is laid over the whole map. */
  get yields(): boolean {
    return this.threat === null && this.live.shown && this.live.reply !== null;
  }

  get layers(): Layer[] {
    const starts = (this.found?.starts ?? []).map((side, n) => ({
      id: `turns ${n}`,
      name: `turns from the start of ${side}`,
    }));
    return [{ id: 'sees', name: 'share of ground seen' }, ...starts, { id: 'none', name: 'choke points alone' }];
  }

  close() {
    this.asked += 1;
    clearTimeout(this.resting);
    this.halt();
    this.won = null;
    [this.open, this.found, this.threat, this.fault, this.busy, this.studio.heat] = [
      false,
      null,
      null,
      null,
      false,
      [],
    ];
  }

  /** Opens the analysis, or shuts it. */
  turn(open: boolean) {
    if (open === this.open) return;
    this.open = open;
    this.fault = null;
    if (open) {
      this.threat = null;
      void this.ask();
    } else this.paint();
  }

  /** The map is another. */
  soon() {
    // An answer that is still under way is about the map as it was.
    this.asked += 1;
    this.busy = this.open;
    if (this.threat) this.calm();
    this.halt();
    this.won = null;
    if (!this.open) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.ask(), REST);
  }

  choose(layer: string) {
    this.layer = layer;
    this.paint();
  }

  /** Lets bots play on the map, a second at a time, until they are stopped, the map is another, or it was often enough. */
  async play() {
    const { file, text } = this.studio;
    if (!file || this.playing) return;
    const playing = new AbortController();
    [this.playing, this.fault] = [playing, null];
    const until = (this.won?.games ?? 0) + MANY;
    try {
      while (this.playing === playing && (this.won?.games ?? 0) < until) {
        const won = await games(file.path, text, this.won, playing.signal);
        if (this.playing === playing) this.won = won;
      }
    } catch (thrown) {
      if (this.playing === playing) this.fault = faultOf(thrown);
    }
    if (this.playing === playing) this.playing = null;
  }

  /** The bots stop; what came of their games stays. */
  halt() {
    this.playing?.abort();
    this.playing = null;
  }

  private async ask() {
    const { file, text } = this.studio;
    if (!file) return;
    const asked = (this.asked += 1);
    this.busy = true;
    try {
      const found = await overlook(file.path, text);
      if (asked === this.asked) [this.found, this.fault] = [found, null];
    } catch (thrown) {
      if (asked === this.asked) [this.found, this.fault] = [null, faultOf(thrown)];
    }
    if (asked !== this.asked) return;
    this.busy = false;
    this.paint();
  }

  /** Asks what the unit that is held first could do to the other, wherever that stands. */
  async threaten() {
    const { file, text } = this.studio;
    const at = this.live.first ?? this.live.over;
    const { entry } = this.live;
    if (!file || !at || !entry || this.busy) return;
    const asked = (this.asked += 1);
    [this.busy, this.open, this.fault] = [true, false, null];
    try {
      const found = await threat(
        file.path,
        text,
        { unit: this.live.unit(0), seat: 0, at },
        this.live.unit(1),
        entry.line,
      );
      if (asked === this.asked) this.threat = found;
    } catch (thrown) {
      if (asked === this.asked) this.fault = faultOf(thrown);
    }
    if (asked !== this.asked) return;
    this.busy = false;
    this.paint();
  }

  /** Takes the threat off the map. */
  calm() {
    this.threat = null;
    this.paint();
  }

  private paint() {
    this.studio.heat = this.threat
      ? this.threatened(this.threat)
      : this.open && this.found
        ? this.found.places.map((place) => this.shown(place))
        : [];
  }

  private threatened({ places }: Threatened): Heat[] {
    const most = Math.max(...places.map(({ value }) => value), 1e-9);
    return places.map(({ at, value, says }) => ({ at, value: value / most, word: says, stands: false }));
  }

  /** Where a share lies between the least and the most of the map. */
  private between(share?: number | null): number {
    const all = (this.found?.places ?? []).flatMap(({ sees }) => (sees == null ? [] : [sees]));
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return share == null ? 0 : most - least < 1e-9 ? 0.5 : (share - least) / (most - least);
  }

  private shown(place: Fought): Heat {
    const base = { at: place.at, stands: place.choke };
    if (this.layer === 'sees')
      return {
        ...base,
        value: this.between(place.sees),
        word: place.sees == null ? '' : `${Math.round(place.sees * 100)}`,
      };
    if (this.layer === 'none') return { ...base, value: place.cut_off ? 1 : 0, word: place.cut_off ? 'cut off' : '' };
    const n = Number(this.layer.replace('turns ', ''));
    const turns = place.turns[n] ?? null;
    const most = Math.max(...(this.found?.places ?? []).map((one) => one.turns[n] ?? 0), 1);
    return { ...base, value: turns === null ? 0 : turns / most, word: turns === null ? 'no way' : String(turns) };
  }
}
